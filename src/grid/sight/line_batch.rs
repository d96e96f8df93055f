//! All lines between the sample points of two ends. The plan crossings are the same for all heights
//! above two points of the plan, so they are computed once for all lines that start at one point.
//!
//! Most matter reaches down without limit. Above such matter, raising the ends of a line never
//! obstructs it more: of the lines to points above each other it blocks those up to some height,
//! and at least as many from a lower start.

use super::eye::{HEIGHTS, Samples};
use super::hit_mask::HitMask;
use super::lattice::{DEEP, Point};
use super::obstacle::{Line, Obstacle};
use super::ray::{Grade, grade};

/// All lines between two ends, and the obstacles between them.
pub(super) struct LineBatch<'s> {
    scene: &'s [Obstacle],
    a: &'s Samples,
    b: &'s Samples,
    /// Heights of line ends, lowest first; the same above each point of the plan.
    ends: [i32; HEIGHTS],
    /// Number of those heights.
    count: usize,
    /// Index of an obstacle that blocked lines and is likely to block others.
    hint: usize,
}

/// Results for the lines from one point to the entire other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    /// Number of blocked lines: by hard matter, and by soft matter alone, as [`grade`] defines it.
    /// `None` if it exceeds the bar.
    pub stopped: Option<(u32, u32)>,
    /// A lower start point has at least as many blocked lines, because everything relevant between
    /// the ends reaches down without limit.
    pub deep: bool,
}

/// Results for the lines from one point to those above one other point of the plan.
#[derive(Clone, Copy)]
struct Over {
    hard: u32,
    soft: u32,
    /// As [`Tally::deep`].
    deep: bool,
}

impl Over {
    fn of(met: &HitMask<'_>, deep: bool) -> Self {
        let (hard, soft) = met.stopped();
        Self { hard, soft, deep }
    }
}

impl<'s> LineBatch<'s> {
    /// The lines from one end to the other among these obstacles.
    pub fn new(scene: &'s [Obstacle], a: &'s Samples, b: &'s Samples) -> Self {
        let mut ends = [0; HEIGHTS];
        let mut count = 0;
        for (slot, q) in ends.iter_mut().zip(b.column(0).rev()) {
            *slot = q.z;
            count += 1;
        }
        Self { scene, a, b, ends, count, hint: 0 }
    }

    /// Counts the blocked lines from one sample point of the first end to those of the other. Stops
    /// counting once the result exceeds the bar.
    pub fn tally(&mut self, from: usize, bar: Option<(u32, u32)>) -> Tally {
        let (mut hard, mut soft, mut deep) = (0, 0, true);
        let Some(point) = self.a.points().get(from).copied() else {
            return Tally { stopped: Some((0, 0)), deep };
        };
        for to in 0..self.b.columns() {
            let over = self.over(point, to);
            hard += over.hard;
            soft += over.soft;
            deep &= over.deep;
            if bar.is_some_and(|bar| bar < (hard, soft)) {
                return Tally { stopped: None, deep };
            }
        }
        Tally { stopped: Some((hard, soft)), deep }
    }

    /// Whether any line from one end to the other is clear.
    #[inline]
    pub fn is_open(&mut self) -> bool {
        (0..self.a.columns()).any(|from| (0..self.b.columns()).any(|to| self.any_clear(from, to)))
    }

    /// Whether any line above these two points of the plan is clear.
    fn any_clear(&mut self, from: usize, to: usize) -> bool {
        let a = self.a;
        for point in a.column(from) {
            let over = self.over(point, to);
            if (over.hard + over.soft) as usize != self.count {
                return true;
            }
            if over.deep {
                return false;
            }
        }
        false
    }

    /// Results for the lines from a point to those above a point of the plan.
    fn over(&mut self, point: Point, to: usize) -> Over {
        let Some(first) = self.b.points().get(to) else {
            return Over { hard: 0, soft: 0, deep: true };
        };
        if (point.x, point.y) == (first.x, first.y) {
            return self.upright(point, to);
        }
        let line = Line::new(point, *first);
        let mut met = HitMask::new(point.z, &self.ends[..self.count]);
        let mut deep = true;
        let hinted = self.scene.get(self.hint).filter(|o| o.low.z == DEEP);
        if let Some(crossed) = hinted.and_then(|o| line.crosses(o, None)) {
            let _: bool = met.add(&crossed);
            if met.are_all_stopped() {
                return Over::of(&met, deep);
            }
        }
        for (i, o) in self.scene.iter().enumerate() {
            let is_deep = o.low.z == DEEP;
            let least = (is_deep && !o.shelter).then(|| met.lowest_open());
            let Some(crossed) = line.crosses(o, least) else { continue };
            let adds = met.add(&crossed);
            // An obstacle in the air that blocks none of these lines is above or below all of them,
            // so it cannot make lines from a lower start clearer.
            deep &= is_deep || !adds;
            if deep && met.are_all_stopped() {
                self.hint = i;
                break;
            }
        }
        Over::of(&met, deep)
    }

    /// Like [`Self::over`], for vertical lines.
    fn upright(&mut self, point: Point, to: usize) -> Over {
        let (scene, hint) = (self.scene, &mut self.hint);
        let mut over = Over { hard: 0, soft: 0, deep: false };
        for q in self.b.column(to) {
            match grade(scene, &Line::new(point, q), hint) {
                Grade::Clear => {}
                Grade::Soft => over.soft += 1,
                Grade::Hard => over.hard += 1,
            }
        }
        over
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples::{arb_board, arb_bodies};
    use crate::sight::eye::Eye;
    use crate::sight::sees::scene;

    proptest! {
        #[test]
        fn batched_lines_agree_with_single_lines(board in arb_board(), bodies in arb_bodies(2)) {
            let ends: Vec<Samples> =
                bodies.iter().filter_map(|b| Samples::on(&board, Eye::Body(b))).collect();
            let [a, b] = ends.as_slice() else { return Ok(()) };
            let mut scene = scene(&board, a, b);
            let shelters: Vec<Obstacle> =
                scene.iter().step_by(3).map(|o| Obstacle { shelter: true, ..*o }).collect();
            scene.extend(shelters);
            let mut batch = LineBatch::new(&scene, a, b);
            let mut any = false;
            for (i, p) in a.points().iter().enumerate() {
                let alone = b.points().iter().map(|q| grade(&scene, &Line::new(*p, *q), &mut 0));
                let alone: Vec<Grade> = alone.collect();
                let count = |grade| alone.iter().filter(|g| **g == grade).count() as u32;
                let tally = (count(Grade::Hard), count(Grade::Soft));
                any |= count(Grade::Clear) > 0;
                prop_assert_eq!(batch.tally(i, None).stopped, Some(tally));
                let low = Some(tally).filter(|tally| *tally <= (2, 1));
                prop_assert_eq!(batch.tally(i, Some((2, 1))).stopped, low);
                // Result for a point higher up in the same column.
                let above = i.checked_sub(a.columns()).map(|above| batch.tally(above, None));
                if let Some(Tally { stopped: Some(least), deep: true }) = above {
                    prop_assert!(tally >= least);
                }
            }
            prop_assert_eq!(LineBatch::new(&scene, a, b).is_open(), any);
        }
    }
}
