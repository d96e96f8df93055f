//! How much of a target is hidden, and by what.

mod outlook;
#[cfg(test)]
mod plain;

use std::sync::Arc;

use super::eye::{Eye, Samples};
use super::lattice::Point;
use super::line_batch::LineBatch;
use super::obstacle::{Line, Obstacle};
use super::ray::{Grade, credited, grade, is_clear, sturdiness};
use super::scene::edges;
use super::sees::{joined, scene, sees};
use crate::hiding::{Blocker, Hidden, Hiding};
use crate::{Board, Body, Dir, Share};

pub use outlook::Outlook;

/// How much of `target` is hidden from `from`, an attacker or the centre of an area (PR-228,
/// PR-248). Fully hidden exactly when [`super::sees()`] finds no line of sight (PR-235).
///
/// The attacker looks from the sample point with the best view: a point that sees anything before a
/// blind one, then the least hidden by hard matter, then by soft matter, then by the least sturdy.
/// The shares count the target's sample points. For obstacles in between:
///
/// - Things in the attacker's own footprint do not hide
///   the target: the attacker leans out past them.
/// - Edges around the attacker's own footprint do not hide the target with bands whose top is not
///   above the attacker's eye: an archer at a low wall or a window sill shoots over it. Volumes and
///   ground there count as usual.
/// - Edges around the target's footprint shelter it. The target stands close behind them,
///   so they hide every point of it that is no higher than they are, at any distance from
///   the attacker. This does not apply from above: if the attacker's eye is further above
///   the band's top than the horizontal distance between the two middles (steeper than 45
///   degrees), the actual line counts. An edge around both footprints shelters the
///   target. Shelter alone never hides the last visible point of a target.
///
/// If there is no line of sight at all, none of these rules
/// applies: the actual lines decide what hides the target.
pub fn hidden<'a>(board: &Board, from: impl Into<Eye<'a>>, target: &Body) -> Hidden {
    let from = from.into();
    let find = || hidden_between(board, from, target);
    match (from.stand(), Eye::from(target).stand()) {
        (Some(a), Some(b)) => board.cache().hidden.get((a, b), find),
        _ => find(),
    }
}

fn hidden_between(board: &Board, from: Eye<'_>, target: &Body) -> Hidden {
    let (Some(a), Some(b)) = (Samples::on(board, from), Samples::on(board, target.into())) else {
        let (hard, soft) = all_hidden();
        return Hidden { hard, soft, blockers: Vec::new() };
    };
    let Some((scene, view)) = best_view(board, (from, &a), (target, &b)) else {
        return Hidden::NONE;
    };
    let (hard, soft) = view.shares(&b);
    Hidden { hard, soft, blockers: blockers(&scene, &view, &b) }
}

/// Everything between an attacker and a target, and the attacker's best view; `None` if it hides
/// nothing.
fn best_view(
    board: &Board,
    (from, a): (Eye<'_>, &Samples),
    (target, b): (&Body, &Samples),
) -> Option<(Vec<Obstacle>, View)> {
    let unseen = |_: &[Obstacle]| !sees(board, from, target);
    let between = Between::new(board, scene(board, a, b), a, b, unseen)?;
    let views = between.best_views(a, b, TieChoice::All);
    let view = fairest(views, &between.full, a, b).filter(|v| v.hard + v.soft > 0)?;
    Some((between.full, view))
}

/// Every blocker in the attacker's best view of a target (see [`hidden`]), each with the fraction
/// of the target that it would hide by itself, largest first. Unlike those of [`hidden`], the
/// shares overlap where several blockers hide the same point.
pub fn obstructions<'a>(board: &Board, from: impl Into<Eye<'a>>, target: &Body) -> Arc<[Hiding]> {
    let from = from.into();
    let find = || obstructions_between(board, from, target);
    match (from.stand(), Eye::from(target).stand()) {
        (Some(a), Some(b)) => board.cache().obstructions.get((a, b), find),
        _ => find(),
    }
}

fn obstructions_between(board: &Board, from: Eye<'_>, target: &Body) -> Arc<[Hiding]> {
    let ends = Samples::on(board, from).zip(Samples::on(board, target.into()));
    let all = ends.and_then(|(a, b)| {
        let (scene, view) = best_view(board, (from, &a), (target, &b))?;
        Some(alone(&scene, &view, &b))
    });
    all.unwrap_or_default().into()
}

/// The shares of [`hidden`] only, hard and soft. Faster, for callers that do not need the blockers.
pub fn hidden_shares<'a>(board: &Board, from: impl Into<Eye<'a>>, target: &Body) -> (Share, Share) {
    let from = from.into();
    let (Some(a), Some(b)) = (from.stand(), Eye::from(target).stand()) else {
        return shares_between(board, from, target);
    };
    let [part, whole, soft_part, soft_whole] = board.cache().shares.get((a, b), || {
        let (hard, soft) = shares_between(board, from, target);
        [hard.part, hard.whole, soft.part, soft.whole]
    });
    (Share { part, whole }, Share { part: soft_part, whole: soft_whole })
}

fn shares_between(board: &Board, from: Eye<'_>, target: &Body) -> (Share, Share) {
    let (Some(a), Some(b)) = (Samples::on(board, from), Samples::on(board, target.into())) else {
        return all_hidden();
    };
    // Other callers also need the line of sight, so use its cache.
    shares_from(board, &a, &b, |_| !sees(board, from, target))
}

/// The shares of `b` hidden from `a`; `unseen` decides from the obstacles whether there is no line
/// of sight at all.
fn shares_from(
    board: &Board,
    a: &Samples,
    b: &Samples,
    unseen: impl FnOnce(&[Obstacle]) -> bool,
) -> (Share, Share) {
    let Some(scene) = joined(board, a, b) else { return wholly_hidden(b) };
    let Some(between) = Between::new(board, scene, a, b, unseen) else {
        return (Share::NONE, Share::NONE);
    };
    if between.unseen && between.full.iter().all(|o| !o.soft) {
        return wholly_hidden(b);
    }
    // All the best views hide the same points, so the first will do.
    let view = between.best_views(a, b, TieChoice::Any).first().copied();
    match view.filter(|v| v.hard + v.soft > 0) {
        Some(view) => view.shares(b),
        None => (Share::NONE, Share::NONE),
    }
}

/// The shares of a target off the board.
const fn all_hidden() -> (Share, Share) {
    (Share { part: 1, whole: 1 }, Share { part: 0, whole: 1 })
}

/// The shares of a target fully hidden by hard matter.
fn wholly_hidden(b: &Samples) -> (Share, Share) {
    let whole = b.points().len() as u32;
    (Share { part: whole, whole }, Share { part: 0, whole })
}

/// The obstacles between an attacker and a target.
struct Between {
    /// Everything that hides the target.
    full: Vec<Obstacle>,
    /// Like `full`, without the shelters around the target; set if these may not hide all of it.
    open: Option<Vec<Obstacle>>,
    /// There is known to be no line of sight.
    unseen: bool,
}

impl Between {
    /// The relevant part of everything between the ends; `None` for no obstacles. If neither the
    /// attacker's nor the target's cells make a difference, the lines decide whether there is sight
    /// and `unseen` is not called.
    fn new(
        board: &Board,
        mut all: Vec<Obstacle>,
        a: &Samples,
        b: &Samples,
        unseen: impl FnOnce(&[Obstacle]) -> bool,
    ) -> Option<Self> {
        let mut full = shelter(board, a, b);
        if all.is_empty() && full.is_empty() {
            return None;
        }
        let is_at_hand = |o: &Obstacle| is_at_hand(board, o, a, b);
        let differs = !full.is_empty() || all.iter().any(is_at_hand);
        let unseen = differs && unseen(&all);
        if unseen || !differs {
            return Some(Self { full: all, open: None, unseen });
        }
        all.retain(|o| !is_at_hand(o));
        full.extend_from_slice(&all);
        Some(Self { full, open: Some(all), unseen })
    }

    /// The best views, all of which hide the same amount.
    fn best_views(&self, a: &Samples, b: &Samples, which: TieChoice) -> Vec<View> {
        let all = b.points().len() as u32;
        let mut best: Vec<View> = Vec::new();
        let mut batch = LineBatch::new(&self.full, a, b);
        let mut open_hint = 0;
        let mut done = vec![false; a.columns()];
        for (i, from) in a.points().iter().enumerate() {
            let column = i % a.columns();
            if which == TieChoice::Any && done.get(column).copied().unwrap_or_default() {
                continue;
            }
            let mut view = View { from: *from, blind: false, hard: 0, soft: 0, spared: None };
            // A view can only get worse, so one that is already worse than the best stays so; but a
            // spared point may still restore all but one.
            let spares = self.open.is_some();
            let settled =
                |other: &&View| self.unseen || !(other.blind || spares && other.hard + 1 == all);
            let bar = best.first().filter(settled).map(|other| (other.hard, other.soft));
            let tally = batch.tally(i, bar);
            if let Some(done) = done.get_mut(column) {
                *done = tally.deep;
            }
            let Some((hard, soft)) = tally.stopped else { continue };
            (view.hard, view.soft) = (hard, soft);
            view.blind = view.hard + view.soft == all;
            if view.blind
                && let Some(open) = &self.open
            {
                let shows = |to: &&Point| is_clear(open, &Line::new(*from, **to), &mut open_hint);
                if let Some(spared) = b.points().iter().find(shows) {
                    let spared = Some(*spared);
                    view = View { blind: false, hard: all - 1, soft: 0, spared, ..view };
                }
            }
            match best.first().map(|other| view.key().cmp(&other.key())) {
                Some(std::cmp::Ordering::Greater) => {}
                Some(std::cmp::Ordering::Equal) => best.push(view),
                Some(std::cmp::Ordering::Less) | None => best = vec![view],
            }
            if view.key() == (false, 0, 0) {
                break;
            }
        }
        best
    }
}

/// Which of the best views to return.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TieChoice {
    /// All of them.
    All,
    /// At least one: skips lower points of a column that see no more.
    Any,
}

/// The view from one of the attacker's points. Views are ordered by what they hide.
#[derive(Clone, Copy, Debug)]
struct View {
    from: Point,
    blind: bool,
    hard: u32,
    soft: u32,
    /// The target's point that shelter alone may not hide.
    spared: Option<Point>,
}

impl View {
    const fn key(&self) -> (bool, u32, u32) {
        (self.blind, self.hard, self.soft)
    }

    /// The shares hidden by hard and by soft matter.
    fn shares(&self, b: &Samples) -> (Share, Share) {
        let whole = b.points().len() as u32;
        (Share { part: self.hard, whole }, Share { part: self.soft, whole })
    }
}

/// Of views that hide the same amount, the highest from the attacker's
/// middle, else the one behind the least sturdy matter. So the choice
/// does not depend on the order of the points around the middle.
fn fairest(mut views: Vec<View>, scene: &[Obstacle], a: &Samples, b: &Samples) -> Option<View> {
    let central = |v: &&View| (v.from.x, v.from.y) == (a.eye.x, a.eye.y);
    if let Some(view) = views.iter().find(central) {
        return Some(*view);
    }
    if views.len() > 1 {
        views.sort_by_cached_key(|view| {
            let mut tally = [0_u32; 5];
            for (o, n) in credits(scene, view, b) {
                // Sturdiest first.
                tally[4 - usize::from(sturdiness(o.material))] += n;
            }
            tally
        });
    }
    views.first().copied()
}

/// The obstacles that hide the target in a view, with the number of points credited to each.
fn credits<'s>(scene: &'s [Obstacle], view: &View, b: &Samples) -> Vec<(&'s Obstacle, u32)> {
    let mut list: Vec<(&Obstacle, u32)> = Vec::new();
    let mut hint = 0;
    for to in b.points().iter().filter(|to| Some(**to) != view.spared) {
        let line = Line::new(view.from, *to);
        let grade = grade(scene, &line, &mut hint);
        if grade == Grade::Clear {
            continue;
        }
        let Some(o) = credited(scene, &line, grade) else { continue };
        match list.iter_mut().find(|(c, _)| c.id == o.id && c.material == o.material) {
            Some((_, n)) => *n += 1,
            None => list.push((o, 1)),
        }
    }
    list
}

/// The obstacles in a view, with the fraction of the target that each hides by itself.
fn alone(scene: &[Obstacle], view: &View, b: &Samples) -> Vec<Hiding> {
    let points = b.points().iter().filter(|to| Some(**to) != view.spared);
    let lines: Vec<Line> = points.map(|to| Line::new(view.from, *to)).collect();
    let whole = b.points().len() as u32;
    let mut list: Vec<Hiding> = Vec::new();
    for o in scene {
        if list.iter().any(|known| known.blocker == o.id && known.material == o.material) {
            continue;
        }
        let same = |other: &&Obstacle| other.id == o.id && other.material == o.material;
        let pieces: Vec<&Obstacle> = scene.iter().filter(same).collect();
        let met = |line: &Line| pieces.iter().fold(0, |met, piece| met | line.sides(piece));
        let part = lines.iter().filter(|&line| met(line) == line.all).count() as u32;
        // Of two that meet along a line, each hides only one side of it.
        if part > 0 || lines.iter().any(|line| met(line) != 0) {
            let share = Share { part, whole };
            list.push(Hiding { blocker: o.id, material: o.material, share });
        }
    }
    list.sort_by_key(|it| {
        let sturdy = std::cmp::Reverse(sturdiness(it.material));
        (std::cmp::Reverse(it.share.part), sturdy, it.blocker, it.material)
    });
    list
}

fn blockers(scene: &[Obstacle], view: &View, b: &Samples) -> Vec<Hiding> {
    let mut list = credits(scene, view, b);
    list.sort_by_key(|(o, n)| (std::cmp::Reverse(*n), o.id, o.material));
    let whole = b.points().len() as u32;
    let hiding = |(o, part): (&Obstacle, u32)| Hiding {
        blocker: o.id,
        material: o.material,
        share: Share { part, whole },
    };
    list.into_iter().map(hiding).collect()
}

/// The bands around the target's footprint as shelters,
/// without those that the attacker looks down on too steeply.
fn shelter(board: &Board, a: &Samples, b: &Samples) -> Vec<Obstacle> {
    let mut list = Vec::new();
    for dy in 0..b.size {
        for dx in 0..b.size {
            let cell = b.anchor.offset(dx, dy);
            for side in Dir::SIDES.into_iter().filter(|side| !b.covers(cell.step(*side))) {
                let bands = edges(board, cell, side);
                list.extend(
                    bands
                        .filter(|o| !looks_down_on(a, b, o.high.z))
                        .map(|o| Obstacle { shelter: true, ..o }),
                );
            }
        }
    }
    list
}

/// Whether the eye of `a` is further above `top` than the horizontal distance between the middles.
fn looks_down_on(a: &Samples, b: &Samples, top: i32) -> bool {
    // In quarter centimetres; see the bounds in `lattice`.
    let above = 25 * i64::from(a.eye.z - top);
    let (dx, dy) = (4 * i64::from(a.eye.x - b.eye.x), 4 * i64::from(a.eye.y - b.eye.y));
    above > 0 && above * above > dx * dx + dy * dy
}

/// Whether an obstacle does not hide the target because the attacker stands right next to it.
fn is_at_hand(board: &Board, o: &Obstacle, a: &Samples, b: &Samples) -> bool {
    match o.id {
        Blocker::Thing(id) => board.thing(id).is_some_and(|t| a.covers(t.cell)),
        Blocker::Edge(at) => {
            let [here, there] = at.cells();
            let around = |s: &Samples| s.covers(here) != s.covers(there);
            around(a) && !around(b) && o.high.z <= a.eye.z
        }
        Blocker::Column(_) | Blocker::Volume(_) => false,
    }
}
