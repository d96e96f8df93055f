//! One end of sight against many others: for questions about a whole board at once.

use super::super::eye::{Eye, Samples};
use super::super::lattice::{Bundle, DEEP, Point};
use super::super::obstacle::{Crossed, Line, Obstacle};
use super::super::ray::{Grade, is_clear};
use super::super::scene::sight_scene;
use super::{hidden_shares, is_at_hand, scene, sees, shelter};
use crate::grid::{Board, Body, Share};

/// One end of lines of sight, ready to be asked about many others.
///
/// It says exactly what [`sees`] and [`hidden_shares`] say of each of them, but in less time,
/// and remembers nothing. What saves the time is that most matter reaches down without end. Over
/// such matter a line fares no worse the higher its ends lie, so that the lower of the points over
/// one another need not be asked where the highest is already known.
#[derive(Clone, Debug)]
pub struct Outlook<'a> {
    board: &'a Board,
    from: Eye<'a>,
    samples: Option<Samples>,
}

impl<'a> Outlook<'a> {
    /// The outlook from one end.
    pub fn new(board: &'a Board, from: impl Into<Eye<'a>>) -> Self {
        let from = from.into();
        Self { board, from, samples: Samples::on(board, from) }
    }

    /// What [`sees`] says of a body.
    pub fn sees(&self, target: &Body) -> bool {
        let board = self.board;
        let (Some(a), Some(b)) = (&self.samples, Samples::on(board, target.into())) else {
            return false;
        };
        if overlap(a, &b) {
            return sees(board, self.from, target);
        }
        // Whatever is left out of account for some bodies only makes the line from eye to eye freer.
        let narrow = sight_scene(board, &Bundle::of(a.eye), &Bundle::of(b.eye));
        is_clear(&narrow, &Line::new(a.eye, b.eye), &mut 0) || is_open(&scene(board, a, &b), a, &b)
    }

    /// What [`hidden_shares`] says of a body.
    pub fn hidden_shares(&self, target: &Body) -> (Share, Share) {
        let board = self.board;
        let (Some(a), Some(b)) = (&self.samples, Samples::on(board, target.into())) else {
            return hidden_shares(board, self.from, target);
        };
        if overlap(a, &b) {
            return hidden_shares(board, self.from, target);
        }
        let mut open = scene(board, a, &b);
        let mut full = shelter(board, a, &b);
        // Where nothing shelters and nothing is at hand, the plain lines are the only ones: a view
        // is blind there whether or not there is sight from elsewhere.
        let mut plain = full.is_empty();
        if !plain || open.iter().any(|o| is_at_hand(board, o, a, &b)) {
            plain = !is_open(&open, a, &b);
            if plain {
                full.clear();
            } else {
                open.retain(|o| !is_at_hand(board, o, a, &b));
            }
        }
        full.extend_from_slice(&open);
        let (hard, soft) = least_hidden(&open, &full, plain, a, &b);
        let whole = b.points().len() as u32;
        match hard + soft {
            0 => (Share::NONE, Share::NONE),
            _ => (Share { part: hard, whole }, Share { part: soft, whole }),
        }
    }
}

/// True when the two stand over one another: some lines between them are vertical.
fn overlap(a: &Samples, b: &Samples) -> bool {
    let apart = |a: i16, b: i16, a_size: i16, b_size: i16| {
        i32::from(a) + i32::from(a_size) <= i32::from(b)
            || i32::from(b) + i32::from(b_size) <= i32::from(a)
    };
    !apart(a.anchor.x, b.anchor.x, a.size, b.size) && !apart(a.anchor.y, b.anchor.y, a.size, b.size)
}

/// True if some line from one end to the other is clear.
fn is_open(scene: &[Obstacle], a: &Samples, b: &Samples) -> bool {
    let mut lines = Lines::new(scene, a, b);
    (0..a.columns()).any(|from| (0..b.columns()).any(|to| lines.any_clear(from, to)))
}

/// The points of the target that are hidden by hard and by soft matter in the view that hides
/// least. In a `plain` view no point is spared.
fn least_hidden(
    open: &[Obstacle],
    full: &[Obstacle],
    plain: bool,
    a: &Samples,
    b: &Samples,
) -> (u32, u32) {
    let all = b.points().len() as u32;
    let mut lines = Lines::new(full, a, b);
    let mut best: Option<(bool, u32, u32)> = None;
    let mut hint = 0;
    for column in 0..a.columns() {
        for from in a.points().iter().skip(column).step_by(a.columns()) {
            let bar = best.filter(|(blind, ..)| !blind).map(|(_, hard, soft)| (hard, soft));
            let (tally, deep) = lines.tally(column, *from, bar);
            if let Some((hard, soft)) = tally {
                let mut view = (hard + soft == all, hard, soft);
                let mut shows = |to: &Point| is_clear(open, &Line::new(*from, *to), &mut hint);
                if view.0 && !plain && b.points().iter().any(&mut shows) {
                    // Shelter alone never hides the last point.
                    view = (false, all - 1, 0);
                }
                best = Some(best.map_or(view, |best| best.min(view)));
            }
            if best == Some((false, 0, 0)) {
                return (0, 0);
            }
            // From further down nothing more is seen.
            if deep {
                break;
            }
        }
    }
    best.map_or((all, 0), |(_, hard, soft)| (hard, soft))
}

/// The lines between two ends that do not stand over one another.
struct Lines<'s> {
    scene: &'s [Obstacle],
    a: &'s Samples,
    b: &'s Samples,
    /// The heights of the lowest and the highest points of each end.
    lowest: (i32, i32),
    highest: (i32, i32),
    /// What lines cross in plan, one stretch of the list for each two points of the plan.
    crossed: Vec<Crossed>,
    /// Which stretch that is, if it has been asked for.
    stretches: Vec<Option<Stretch>>,
    /// An obstacle that stopped all lines over two points: it is likely to stop others too.
    hint: usize,
}

/// What the lines over two points of the plan have before them.
#[derive(Clone, Copy)]
enum Stretch {
    /// Something that stops them all.
    Stopped,
    /// What some of them may meet, from one place of the list to another. All of it reaches `deep`:
    /// down without end.
    Open { first: usize, last: usize, deep: bool },
}

impl<'s> Lines<'s> {
    fn new(scene: &'s [Obstacle], a: &'s Samples, b: &'s Samples) -> Self {
        let heights = |end: &Samples| {
            let bundle = end.bundle();
            (bundle.low.z, bundle.high.z)
        };
        let ((low, high), (to_low, to_high)) = (heights(a), heights(b));
        Self {
            scene,
            a,
            b,
            lowest: (low, to_low),
            highest: (high, to_high),
            crossed: Vec::with_capacity(scene.len()),
            stretches: vec![None; a.columns() * b.columns()],
            hint: 0,
        }
    }

    /// How many lines from a point over a column of the first end are stopped, by hard matter and by
    /// soft matter alone; `None` as soon as it is more than a bar. And whether everything that was
    /// looked at on the way reaches down without end: from further down in the column it is as many
    /// then, or more.
    fn tally(
        &mut self,
        column: usize,
        from: Point,
        bar: Option<(u32, u32)>,
    ) -> (Option<(u32, u32)>, bool) {
        let (mut hard, mut soft, mut all_deep) = (0, 0, true);
        let heights = (self.b.points().len() / self.b.columns().max(1)) as u32;
        for to in 0..self.b.columns() {
            match self.stretch(column, to) {
                Stretch::Stopped => hard += heights,
                Stretch::Open { first, last, .. } if first == last => {}
                Stretch::Open { first, last, deep } => {
                    all_deep &= deep;
                    let before = self.crossed.get(first..last).unwrap_or_default();
                    let (more_hard, more_soft) = over(before, deep, from, self.column(to));
                    hard += more_hard;
                    soft += more_soft;
                }
            }
            if bar.is_some_and(|bar| bar < (hard, soft)) {
                return (None, all_deep);
            }
        }
        (Some((hard, soft)), all_deep)
    }

    /// True if a line over these two columns is clear.
    fn any_clear(&mut self, from: usize, to: usize) -> bool {
        let Stretch::Open { first, last, deep } = self.stretch(from, to) else { return false };
        let before = self.crossed.get(first..last).unwrap_or_default();
        let highest = if deep { 1 } else { usize::MAX };
        let starts = self.a.points().iter().skip(from).step_by(self.a.columns()).take(highest);
        let clear = |p: &Point| {
            let mut ends = self.column(to).take(highest);
            ends.any(|q| among(before, *p, q) == Grade::Clear)
        };
        before.is_empty() || starts.into_iter().any(clear)
    }

    /// The points over one point of the second end's plan, the highest first.
    fn column(&self, to: usize) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + 's {
        self.b.points().get(to..).unwrap_or_default().iter().step_by(self.b.columns()).copied()
    }

    fn stretch(&mut self, from: usize, to: usize) -> Stretch {
        let at = from * self.b.columns() + to;
        if let Some(known) = self.stretches.get(at).copied().flatten() {
            return known;
        }
        let ends = self.a.points().get(from).zip(self.b.points().get(to));
        let found = ends.map_or(Stretch::Stopped, |(p, q)| self.look_along(&Line::new(*p, *q)));
        if let Some(slot) = self.stretches.get_mut(at) {
            *slot = Some(found);
        }
        found
    }

    /// What all the lines in plan like this one have before them.
    fn look_along(&mut self, line: &Line) -> Stretch {
        let (lowest, highest) = (self.lowest, self.highest);
        let stops = |crossed: &Crossed| crossed.stops_at_all_under(highest.0, highest.1);
        let hinted = self.scene.get(self.hint).and_then(|o| line.crosses(o));
        if hinted.as_ref().is_some_and(stops) {
            return Stretch::Stopped;
        }
        let first = self.crossed.len();
        let mut deep = true;
        for (i, o) in self.scene.iter().enumerate() {
            let Some(crossed) = line.crosses(o) else { continue };
            if stops(&crossed) {
                self.hint = i;
                self.crossed.truncate(first);
                return Stretch::Stopped;
            }
            if !crossed.is_wholly_under(lowest.0, lowest.1) {
                deep &= o.low.z == DEEP;
                self.crossed.push(crossed);
            }
        }
        Stretch::Open { first, last: self.crossed.len(), deep }
    }
}

/// How many lines from a point to those of a column are stopped among what they cross in plan, by
/// hard matter and by soft matter alone.
fn over(
    crossed: &[Crossed],
    deep: bool,
    from: Point,
    column: impl DoubleEndedIterator<Item = Point> + ExactSizeIterator,
) -> (u32, u32) {
    let mut column = column;
    let (mut hard, mut soft) = (0, 0);
    if deep {
        // What is clear at the foot is clear all the way up.
        match column.next_back().map(|q| among(crossed, from, q)) {
            None | Some(Grade::Clear) => return (0, 0),
            Some(Grade::Soft) => soft += 1,
            Some(Grade::Hard) => hard += 1,
        }
    }
    while let Some(q) = column.next() {
        match among(crossed, from, q) {
            Grade::Clear => {}
            Grade::Soft => soft += 1,
            Grade::Hard if deep => return (hard + 1 + column.len() as u32, soft),
            Grade::Hard => hard += 1,
        }
    }
    (hard, soft)
}

/// How a line that is not vertical fares among what it crosses in plan.
fn among(crossed: &[Crossed], p: Point, q: Point) -> Grade {
    let (mut hard, mut soft) = (0, 0);
    for crossed in crossed.iter().filter(|crossed| crossed.is_met(p.z, q.z)) {
        if crossed.soft {
            soft |= crossed.sides;
        } else {
            hard |= crossed.sides;
            if hard == Line::LEVEL_SIDES {
                return Grade::Hard;
            }
        }
    }
    if hard | soft == Line::LEVEL_SIDES { Grade::Soft } else { Grade::Clear }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::samples::{arb_board, arb_bodies};
    use crate::grid::sight::boards::{air, man};
    use crate::grid::{Cell, Hm, Thing, ThingKind};

    /// The same said of one body alone and as one of many. Nothing is remembered of a copy.
    fn same(board: &Board, from: Eye<'_>, to: &Body) -> Result<(), TestCaseError> {
        let outlook = Outlook::new(board, from);
        let fresh = board.clone();
        prop_assert_eq!(outlook.sees(to), sees(&fresh, from, to), "{:?} {:?}", from, to);
        let alone = hidden_shares(&fresh, from, to);
        prop_assert_eq!(outlook.hidden_shares(to), alone, "{:?} {:?}", from, to);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn one_of_many_is_seen_as_alone(
            board in arb_board(),
            bodies in arb_bodies(6),
            trees in prop::collection::vec((0i16..8, 0i16..8, any::<bool>(), 2i32..9), 0..12),
            haze in prop::collection::vec((0i16..8, 0i16..8), 0..6),
            bare in any::<bool>(),
        ) {
            let mut board = board;
            for (x, y, tree, height) in trees {
                let kind = if tree { ThingKind::Tree } else { ThingKind::Bridge };
                let (cell, height) = (Cell::new(x, y), Hm(height));
                board.add_thing(Thing { kind, cell, height, turn: 0, gone: false });
            }
            let mut volume = air(0, &haze, 4);
            volume.hides = true;
            board.add_volume(volume);
            if bare {
                let edges: Vec<_> = board.edges().map(|(cell, side, _)| (cell, side)).collect();
                for (cell, side) in edges {
                    board.set_edge(cell, side, None);
                }
            }
            for from in &bodies {
                for to in &bodies {
                    same(&board, Eye::Body(from), to)?;
                }
                let at = from.anchor().unwrap_or_default();
                same(&board, Eye::At(at, from.feet + Hm(3)), &bodies[0])?;
            }
        }
    }

    #[test]
    fn hills_hide_the_same_part_of_everybody() {
        let mut board = Board::new(24, 18);
        let cells: Vec<Cell> = board.cells().collect();
        for cell in &cells {
            let height = [0, 1, 2, 4, 2, 1][((cell.x / 5 + cell.y / 4) % 6) as usize];
            board.tile_mut(*cell).unwrap().elevation = Hm(height);
        }
        for x in 0..12 {
            let (kind, cell) = (ThingKind::Tree, Cell::new(2 * x, 9 + x % 4));
            let height = kind.spec().height;
            board.add_thing(Thing { kind, cell, height, turn: 0, gone: false });
        }
        let on = |cell: Cell| {
            let feet = board.footing(cell, Hm(4)).unwrap_or_default();
            Body { feet, ..man(1, cell.x, cell.y) }
        };
        let from = on(Cell::new(5, 15));
        let mut parts = std::collections::BTreeSet::new();
        for cell in cells {
            let to = on(cell);
            same(&board, Eye::Body(&from), &to).unwrap();
            let (hard, soft) = hidden_shares(&board, &from, &to);
            parts.insert((hard.part, soft.part));
        }
        assert!(parts.len() > 10, "{parts:?}");
    }
}
