//! Candidate acts, and the best of them from a given position.

use std::cmp::Reverse;

use grid::{Cell, Dir, Hm, Room};
use rules::command::{Command, Target};
use rules::engine;
use rules::estimate::ActSummary;
use rules::ruleset::{Aim, Each};
use rules::{Key, Values};

use super::scoring;
use super::view::{LONG_WALK, Other, Scene, View, squares};

/// Number of steps followed to estimate the outcome of the unit's own act.
pub const OUTCOME_STEPS: usize = 200;

/// Number of top-rated ideas checked against the rules before giving up.
const MAX_CHECKED: usize = 8;

/// Maximum number of targets considered per act.
const MAX_TARGETS: usize = 3;
/// Maximum distance at which new units are summoned, in squares.
const MAX_SUMMON_RANGE: i16 = 8;
/// How much weaker a foe must be to justify one more square of distance, in thousandths of a life.
const PER_SQUARE: i64 = 40;

/// A candidate act, from the current position or after a move.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The command.
    pub command: Command,
    /// Index into the view's act summaries.
    pub summary: usize,
    /// The place it is aimed at; `None` for acts around the actor.
    pub at: Option<Room>,
    /// Range, in squares.
    pub span: u32,
    /// Value in the current situation, in thousandths of a life.
    pub value: i64,
}

impl Candidate {
    /// True if the target is within range of a position.
    pub fn is_within(&self, room: Room) -> bool {
        self.at.is_none_or(|at| squares(room, at) <= self.span)
    }
}

/// Builds the command for an act in its default variant.
pub fn act(unit: grid::UnitId, act: Key, targets: Vec<Target>) -> Command {
    Command::Act { unit, act, targets, choice: Key::default(), with: Values::default() }
}

/// The value of an act from here; 0 if the unit has no such act.
pub fn value(view: &View<'_>, command: &Command) -> i64 {
    let Command::Act { act, .. } = command else { return 0 };
    let Some(summary) = view.summaries.iter().find(|summary| summary.act == *act) else { return 0 };
    let expected_outcomes = view.estimate(view.ctx, &[command]).into_iter().next();
    expected_outcomes
        .map_or(0, |expected_outcomes| scoring::act_value(view, summary, &expected_outcomes))
}

/// Builds the command for an act in the variant that the summary describes.
fn by(unit: grid::UnitId, summary: &ActSummary, targets: Vec<Target>) -> Command {
    Command::Act {
        unit,
        act: summary.act.clone(),
        targets,
        choice: summary.choice.clone(),
        with: summary.with.clone(),
    }
}

/// Every act that the actor might use now on targets up to `walk` squares out of range, best first.
/// Legality is not checked.
pub fn ideas(view: &View<'_>, walk: u32) -> Vec<Candidate> {
    let mut found = aimed(view, view.room, walk, |summary| summary.cue.is_none());
    rate(view, view.here(), &mut found);
    found
}

/// Every way to aim the available acts accepted by `suits` at targets up to `walk` squares out of
/// range; not rated yet.
pub fn aimed(
    view: &View<'_>,
    room: Room,
    walk: u32,
    suits: impl Fn(&ActSummary) -> bool,
) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (index, summary) in view.summaries.iter().enumerate().filter(|(_, m)| m.open && suits(m)) {
        let span = u32::from(summary.span);
        let walk = if summary.whole_turn { 0 } else { walk.min(LONG_WALK) };
        for (targets, at) in aims(view, summary, room, span.saturating_add(walk)) {
            let command = by(view.me.id(), summary, targets);
            found.push(Candidate { command, summary: index, at, span, value: 0 });
        }
    }
    found
}

/// The best act that the rules allow from a position.
pub fn best(view: &View<'_>, scene: Scene<'_>, ideas: &[Candidate]) -> Option<Candidate> {
    let within = ideas.iter().filter(|idea| idea.is_within(scene.room)).take(MAX_CHECKED);
    let mut open = within
        .filter(|idea| {
            !scene.moved || view.summaries.get(idea.summary).is_some_and(|m| !m.whole_turn)
        })
        .filter(|idea| match scene.moved {
            true => engine::check_in(view.rules, scene.ctx, &idea.command).is_ok(),
            false => view.allows(&idea.command),
        });
    let best = open.next()?;
    if !view.habits.hasty {
        return Some(best.clone());
    }
    let others =
        open.take_while(|idea| 1000 * idea.value >= view.tuning.recruit.settles * best.value);
    let near: Vec<&Candidate> = std::iter::once(best).chain(others).collect();
    let at = view.whim() % near.len() as u64;
    near.get(usize::try_from(at).unwrap_or(0)).map(|idea| (*idea).clone())
}

/// Rates ideas again from another position, and adds acts around the actor that become possible
/// there. Sorted as in [`ideas`].
pub fn rerate(view: &View<'_>, scene: Scene<'_>, ideas: &[&Candidate]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = ideas.iter().map(|idea| (*idea).clone()).collect();
    found.extend(aimed(view, scene.room, 0, |summary| {
        summary.cue.is_none() && !summary.whole_turn && summary.aim == Aim::Own && summary.area
    }));
    rate(view, scene, &mut found);
    found
}

/// Rates ideas, drops those not worth doing and sorts the rest, best first.
fn rate(view: &View<'_>, scene: Scene<'_>, ideas: &mut Vec<Candidate>) {
    let commands: Vec<&Command> = ideas.iter().map(|idea| &idea.command).collect();
    let expected_outcomes = view.estimate(scene.ctx, &commands);
    for (idea, expected_outcomes) in ideas.iter_mut().zip(expected_outcomes) {
        let summary = view.summaries.get(idea.summary);
        idea.value =
            summary.map_or(0, |summary| scoring::act_value(view, summary, &expected_outcomes));
    }
    ideas.retain(|idea| {
        let summary = view.summaries.get(idea.summary);
        idea.value
            >= summary
                .map_or(view.tuning.acts.least, |summary| scoring::min_worthwhile(view, summary))
    });
    ideas.sort_by_key(|idea| Reverse(idea.value));
}

/// The ways to aim an act that are worth considering, at targets within the given distance.
fn aims(
    view: &View<'_>,
    summary: &ActSummary,
    room: Room,
    within: u32,
) -> Vec<(Vec<Target>, Option<Room>)> {
    let near = |other: &Other| suits(summary, other) && squares(room, other.room) <= within;
    match summary.aim {
        Aim::Own => {
            let near = |foe: &Other| {
                let stride = if summary.cue.is_some() { LONG_WALK } else { 0 };
                squares(room, foe.room) <= within + stride
            };
            let aims_at_foes = summary.against_foes && (summary.area || summary.cue.is_some());
            let pointless = aims_at_foes && !view.foes().any(near);
            if pointless { Vec::new() } else { vec![(Vec::new(), None)] }
        }
        Aim::Unit => {
            let own = std::iter::once(&view.own).filter(|own| near(own));
            most_worthwhile(view, room, near)
                .into_iter()
                .chain(own)
                .map(|other| (vec![Target::Unit(other.id)], Some(other.room)))
                .collect()
        }
        Aim::Cell if summary.brings => arrivals(view, room, within)
            .into_iter()
            .map(|(cell, feet)| (vec![Target::Place(cell.into())], Some(Room::point(cell, feet))))
            .collect(),
        Aim::Cell => centres(view, &most_worthwhile(view, room, near))
            .into_iter()
            .map(|(target, at)| (vec![target], Some(at)))
            .collect(),
        Aim::Direction => {
            Dir::ALL.map(|dir| (vec![Target::Direction(dir)], None)).into_iter().collect()
        }
        Aim::Several(several) if several.of == Each::Unit => most_worthwhile(view, room, near)
            .into_iter()
            .filter_map(|other| {
                let times = several.most.min(several.each);
                let all = vec![Target::Unit(other.id); usize::from(times)];
                (times >= several.least).then_some((all, Some(other.room)))
            })
            .collect(),
        // Rulesets rate called shots like ordinary ones.
        Aim::Edge | Aim::Part | Aim::Several(_) => Vec::new(),
    }
}

/// The most worthwhile targets, at most [`MAX_TARGETS`]: weak and near ones first.
fn most_worthwhile<'v>(
    view: &'v View<'_>,
    room: Room,
    suits: impl Fn(&Other) -> bool,
) -> Vec<&'v Other> {
    let mut all: Vec<&Other> = view.others.iter().filter(|other| suits(other)).collect();
    if all.len() > MAX_TARGETS {
        all.sort_by_cached_key(|other| {
            let left = i64::from(other.life.whole());
            let far = i64::from(squares(room, other.room));
            (other.foe && !other.active, !other.wanted, left + PER_SQUARE * far)
        });
        all.truncate(MAX_TARGETS);
    }
    all
}

/// True if an act may be useful on a unit.
fn suits(summary: &ActSummary, other: &Other) -> bool {
    if other.foe { summary.against_foes } else { summary.for_friends }
}

/// Where summoned units are useful: on free cells next to the nearest foes, and on the way to them.
fn arrivals(view: &View<'_>, room: Room, within: u32) -> Vec<(Cell, Hm)> {
    let field = view.ctx.field;
    let mut foes: Vec<&Other> = view.foes().collect();
    foes.sort_by_key(|foe| (squares(room, foe.room), foe.id));
    let steps = i16::try_from(within).unwrap_or(i16::MAX).min(MAX_SUMMON_RANGE);
    let around = (-steps..=steps).flat_map(|dy| (-steps..=steps).map(move |dx| (dx, dy)));
    let free: Vec<Room> = around
        .map(|(dx, dy)| room.cell.offset(dx, dy))
        .filter(|cell| field.bodies_in(*cell).next().is_none())
        .filter_map(|cell| {
            let feet = field.board().footing_near(cell, view.me.upright(), room.feet)?;
            Some((cell, feet))
        })
        .map(|(cell, feet)| Room::point(cell, feet))
        .filter(|place| squares(room, *place) <= within)
        .collect();
    let mut cells: Vec<(u32, Cell, Hm)> = Vec::new();
    for foe in foes.into_iter().take(MAX_TARGETS) {
        let near = |place: &Room| (squares(*place, foe.room), place.cell, place.feet);
        cells.extend(free.iter().map(near).min());
    }
    cells.sort_unstable();
    cells.dedup();
    cells.into_iter().map(|(_, cell, feet)| (cell, feet)).collect()
}

/// Where to centre areas: on a unit, or half-way between two that are close together. Below and on
/// decks, also on the floor at its height.
fn centres(view: &View<'_>, near: &[&Other]) -> Vec<(Target, Room)> {
    let board = view.ctx.field.board();
    let mut cells: Vec<(Cell, Hm)> = near.iter().map(|o| (o.room.cell, o.room.feet)).collect();
    for (i, a) in near.iter().enumerate() {
        for b in near.iter().skip(i + 1) {
            let (a, b) = (a.room, b.room);
            if (2..=4).contains(&a.cell.chebyshev(b.cell)) {
                let half = |a: i16, b: i16| (a + b).div_euclid(2);
                let cell = Cell::new(half(a.cell.x, b.cell.x), half(a.cell.y, b.cell.y));
                cells.push((cell, a.feet.min(b.feet)));
            }
        }
    }
    cells.sort_unstable();
    cells.dedup_by(|a, b| a.0 == b.0 && (a.1 == b.1 || board.decks_in(a.0).is_empty()));
    let aims = |(cell, feet): (Cell, Hm)| {
        let floor = board.storeys(cell).find(|at| at.floor == Some(feet)).map(Target::Floor);
        let targets = [floor, Some(Target::Place(cell.into()))];
        targets.into_iter().flatten().map(move |target| (target, Room::point(cell, feet)))
    };
    cells.into_iter().flat_map(aims).collect()
}
