//! All lines between the sample points of two ends. What they cross in plan is the same for all the
//! heights over two points of the plan, and is found out once.
//!
//! Most matter reaches down without end. Over such matter a line fares no worse the higher its ends
//! lie, so that the lower of the points over one another need not be asked where the highest is
//! already known.

use super::eye::Samples;
use super::lattice::{DEEP, Point};
use super::obstacle::{Crossed, Line, Obstacle};
use super::ray::{Grade, grade};

/// What the lines between two ends meet.
pub(super) struct Fan<'s> {
    scene: &'s [Obstacle],
    a: &'s Samples,
    b: &'s Samples,
    /// The heights of the lowest and the highest point of each end.
    lowest: (i32, i32),
    highest: (i32, i32),
    /// What lines cross in plan, one stretch of the list for each two points of the plan.
    crossed: Vec<Crossed>,
    /// Which stretch that is, if it has been asked for.
    stretches: Vec<Option<Stretch>>,
    /// An obstacle that stopped lines: it is likely to stop others too.
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
    /// The points of the plan are the same.
    Upright,
}

/// How the lines from one point to all of the other end fare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    /// How many are stopped, by hard matter and by soft matter alone, each as [`grade`] has it;
    /// `None` where it is more than the bar.
    pub stopped: Option<(u32, u32)>,
    /// Everything that was looked at on the way reaches down without end: of those from a point
    /// further down as many are stopped, or more.
    pub deep: bool,
}

impl<'s> Fan<'s> {
    /// The lines from one end to another among these obstacles.
    pub fn new(scene: &'s [Obstacle], a: &'s Samples, b: &'s Samples) -> Self {
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

    /// How many of the lines from one sample point of the first end to those of the other are
    /// stopped. It stops counting as soon as it is more than a bar.
    pub fn tally(&mut self, from: usize, bar: Option<(u32, u32)>) -> Tally {
        let (a, b) = (self.a, self.b);
        let (mut hard, mut soft, mut deep) = (0, 0, true);
        let Some(point) = a.points().get(from).copied() else {
            return Tally { stopped: Some((0, 0)), deep };
        };
        for to in 0..b.columns() {
            let column = b.column(to);
            let (more_hard, more_soft) = match self.stretch(from % a.columns(), to) {
                Stretch::Stopped => (column.len() as u32, 0),
                Stretch::Open { first, last, .. } if first == last => (0, 0),
                Stretch::Open { first, last, deep: reaches } => {
                    deep &= reaches;
                    let before = self.crossed.get(first..last).unwrap_or_default();
                    over(before, reaches, point, column)
                }
                Stretch::Upright => {
                    deep = false;
                    let (scene, hint) = (self.scene, &mut self.hint);
                    column.fold((0, 0), |(hard, soft), q| {
                        match grade(scene, &Line::new(point, q), hint) {
                            Grade::Clear => (hard, soft),
                            Grade::Soft => (hard, soft + 1),
                            Grade::Hard => (hard + 1, soft),
                        }
                    })
                }
            };
            hard += more_hard;
            soft += more_soft;
            if bar.is_some_and(|bar| bar < (hard, soft)) {
                return Tally { stopped: None, deep };
            }
        }
        Tally { stopped: Some((hard, soft)), deep }
    }

    /// True if some line from one end to the other is clear.
    pub fn is_open(&mut self) -> bool {
        (0..self.a.columns()).any(|from| (0..self.b.columns()).any(|to| self.any_clear(from, to)))
    }

    /// True if some line over these two points of the plan is clear.
    fn any_clear(&mut self, from: usize, to: usize) -> bool {
        let (a, b) = (self.a, self.b);
        let (mut starts, ends) = (a.column(from), || b.column(to));
        match self.stretch(from, to) {
            Stretch::Stopped => false,
            Stretch::Open { first, last, .. } if first == last => true,
            Stretch::Open { first, last, deep } => {
                let before = self.crossed.get(first..last).unwrap_or_default();
                let highest = if deep { 1 } else { usize::MAX };
                let clear =
                    |p: Point| ends().take(highest).any(|q| among(before, p, q) == Grade::Clear);
                starts.take(highest).any(clear)
            }
            Stretch::Upright => {
                let (scene, hint) = (self.scene, &mut self.hint);
                let mut clear = |p, q| grade(scene, &Line::new(p, q), hint) == Grade::Clear;
                starts.any(|p| ends().any(|q| clear(p, q)))
            }
        }
    }

    /// What the lines over two points of the plan have before them.
    fn stretch(&mut self, from: usize, to: usize) -> Stretch {
        let at = from * self.b.columns() + to;
        if let Some(known) = self.stretches.get(at).copied().flatten() {
            return known;
        }
        let ends = self.a.points().get(from).zip(self.b.points().get(to));
        let found = ends.map_or(Stretch::Stopped, |(p, q)| {
            let upright = (p.x, p.y) == (q.x, q.y);
            if upright { Stretch::Upright } else { self.look_along(&Line::new(*p, *q)) }
        });
        if let Some(slot) = self.stretches.get_mut(at) {
            *slot = Some(found);
        }
        found
    }

    /// What all the lines in plan like this one have before them. Heights change alike along them,
    /// so that nothing under the lowest of them is met by any, and what reaches over the highest
    /// is met by all.
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
    mut column: impl DoubleEndedIterator<Item = Point> + ExactSizeIterator,
) -> (u32, u32) {
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
    use crate::grid::sight::eye::Eye;
    use crate::grid::sight::sees::scene;

    proptest! {
        #[test]
        fn each_line_fares_as_it_does_alone(board in arb_board(), bodies in arb_bodies(2)) {
            let ends: Vec<Samples> =
                bodies.iter().filter_map(|b| Samples::on(&board, Eye::Body(b))).collect();
            let [a, b] = ends.as_slice() else { return Ok(()) };
            let mut scene = scene(&board, a, b);
            let shelters: Vec<Obstacle> =
                scene.iter().step_by(3).map(|o| Obstacle { shelter: true, ..*o }).collect();
            scene.extend(shelters);
            let mut fan = Fan::new(&scene, a, b);
            let mut any = false;
            for (i, p) in a.points().iter().enumerate() {
                let alone = b.points().iter().map(|q| grade(&scene, &Line::new(*p, *q), &mut 0));
                let alone: Vec<Grade> = alone.collect();
                let count = |grade| alone.iter().filter(|g| **g == grade).count() as u32;
                let tally = (count(Grade::Hard), count(Grade::Soft));
                any |= count(Grade::Clear) > 0;
                prop_assert_eq!(fan.tally(i, None).stopped, Some(tally));
                let low = Some(tally).filter(|tally| *tally <= (2, 1));
                prop_assert_eq!(fan.tally(i, Some((2, 1))).stopped, low);
                // What was said of a point higher up in the column.
                let above = i.checked_sub(a.columns()).map(|above| fan.tally(above, None));
                if let Some(Tally { stopped: Some(least), deep: true }) = above {
                    prop_assert!(tally >= least);
                }
            }
            prop_assert_eq!(Fan::new(&scene, a, b).is_open(), any);
        }
    }
}
