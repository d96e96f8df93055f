//! All lines between the sample points of two ends. What they cross in plan is the same for all the
//! heights over two points of the plan, and is found out once.

use super::eye::Samples;
use super::lattice::Point;
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
    hint: usize,
}

/// What the lines over two points of the plan have before them.
#[derive(Clone, Copy)]
enum Stretch {
    /// Something that stops them all.
    Stopped,
    /// What some of them may meet, from one place of the list to another.
    Open(usize, usize),
    /// The points of the plan are the same.
    Upright,
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
            crossed: Vec::new(),
            stretches: vec![None; a.columns() * b.columns()],
            hint: 0,
        }
    }

    /// How many of the lines from one sample point of the first end to those of the other are
    /// stopped, by hard matter and by soft matter alone, each as [`grade`] has it. `None` as soon
    /// as it is more than a bar.
    pub fn tally(&mut self, from: usize, bar: Option<(u32, u32)>) -> Option<(u32, u32)> {
        let (mut hard, mut soft) = (0, 0);
        for column in 0..self.b.columns() {
            self.look(from, column, |grade, lines| {
                match grade {
                    Grade::Clear => {}
                    Grade::Soft => soft += lines,
                    Grade::Hard => hard += lines,
                }
                true
            });
            if bar.is_some_and(|bar| bar < (hard, soft)) {
                return None;
            }
        }
        Some((hard, soft))
    }

    /// True if some line from one end to the other is clear.
    pub fn is_open(&mut self) -> bool {
        let mut open = false;
        for from in 0..self.a.points().len() {
            for column in 0..self.b.columns() {
                self.look(from, column, |grade, _| {
                    open |= grade == Grade::Clear;
                    !open
                });
                if open {
                    return true;
                }
            }
        }
        false
    }

    /// How the lines from a sample point to those over one point of the other end's plan fare, and
    /// how many fare like that, until somebody has seen enough and says false.
    fn look(&mut self, from: usize, column: usize, mut goes_on: impl FnMut(Grade, u32) -> bool) {
        let (a, b) = (self.a, self.b);
        let points = a.points().get(from).zip(b.points().get(column));
        let Some((p, first)) = points else { return };
        let targets = b.points().iter().skip(column).step_by(b.columns());
        match self.stretch((from % a.columns()) * b.columns() + column, *p, *first) {
            Stretch::Stopped => {
                goes_on(Grade::Hard, targets.len() as u32);
            }
            Stretch::Open(first, last) if first == last => {
                goes_on(Grade::Clear, targets.len() as u32);
            }
            Stretch::Open(first, last) => {
                let before = self.crossed.get(first..last).unwrap_or_default();
                targets.map(|q| among(before, *p, *q)).all(|grade| goes_on(grade, 1));
            }
            Stretch::Upright => {
                let (scene, hint) = (self.scene, &mut self.hint);
                targets.map(|q| grade(scene, &Line::new(*p, *q), hint)).all(|g| goes_on(g, 1));
            }
        }
    }

    fn stretch(&mut self, at: usize, p: Point, q: Point) -> Stretch {
        if let Some(known) = self.stretches.get(at).copied().flatten() {
            return known;
        }
        let upright = (p.x, p.y) == (q.x, q.y);
        let found = if upright { Stretch::Upright } else { self.look_along(&Line::new(p, q)) };
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
        let first = self.crossed.len();
        for crossed in self.scene.iter().filter_map(|o| line.crosses(o)) {
            if crossed.stops_at_all_under(highest.0, highest.1) {
                self.crossed.truncate(first);
                return Stretch::Stopped;
            }
            if !crossed.is_wholly_under(lowest.0, lowest.1) {
                self.crossed.push(crossed);
            }
        }
        Stretch::Open(first, self.crossed.len())
    }
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
                prop_assert_eq!(fan.tally(i, None), Some(tally));
                let bar = Some((2, 1));
                prop_assert_eq!(fan.tally(i, bar), Some(tally).filter(|tally| *tally <= (2, 1)));
            }
            prop_assert_eq!(Fan::new(&scene, a, b).is_open(), any);
        }
    }
}
