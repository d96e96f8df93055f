//! A piece of matter as a box on the lattice, and the exact test of a line against it.

use super::lattice::{DEEP, Point};
use crate::Material;
use crate::hiding::Blocker;

/// An axis-aligned box of matter. Edges are boxes without thickness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    /// The corner with the smallest coordinates.
    pub low: Point,
    /// The corner with the largest coordinates.
    pub high: Point,
    /// Conceals without stopping missiles.
    pub soft: bool,
    /// What it is.
    pub id: Blocker,
    /// Its material; `None` for volumes.
    pub material: Option<Material>,
    /// Compared with the height of the line's end instead of the height at which the line crosses,
    /// because the far end stands close behind it (see `cover`).
    pub shelter: bool,
}

/// A set of sides of a line. A line that only touches a box, at a corner or along a face, hits it
/// on one side. A line is blocked if both its sides are, so it never passes between two boxes that
/// touch. A vertical line has four sides, the quadrants around it.
pub(super) type Sides = u8;

/// A line between two points, prepared for tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    from: [i64; 3],
    by: [i64; 3],
    to_z: i64,
    /// All the sides of this line.
    pub all: Sides,
}

/// A fraction of a line, with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub num: i64,
    pub den: i64,
}

impl Part {
    pub const START: Self = Self { num: 0, den: 1 };
    pub const END: Self = Self { num: 1, den: 1 };

    pub fn less(self, other: Self) -> bool {
        self.num * other.den < other.num * self.den
    }

    fn max(self, other: Self) -> Self {
        if self.less(other) { other } else { self }
    }

    fn min(self, other: Self) -> Self {
        if other.less(self) { other } else { self }
    }
}

/// Where a line runs through a box in plan: on which sides, and from where to where.
struct Crossing {
    sides: Sides,
    enter: Part,
    leave: Part,
}

/// A box that lines cross in plan, regardless of their heights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossed {
    /// The sides of the lines on which its inside lies.
    pub sides: Sides,
    /// Conceals without stopping missiles.
    pub soft: bool,
    shelter: bool,
    low: i64,
    high: i64,
    /// For each axis: where the lines enter and leave along it, and their length. If they run along
    /// one axis only, both entries are that axis.
    spans: [[i64; 3]; 2],
}

impl Crossed {
    /// Whether the line with these end heights hits the inside of the box.
    #[inline]
    pub fn is_met(&self, from_z: i32, to_z: i32) -> bool {
        let (from, to) = (i64::from(from_z), i64::from(to_z));
        if self.shelter {
            return to > self.low && to < self.high;
        }
        self.reaches_over(from, to) && (self.is_deep() || self.reaches_under(from, to))
    }

    /// Whether the box reaches down without limit.
    #[inline]
    pub fn is_deep(&self) -> bool {
        self.low == i64::from(DEEP)
    }

    /// Whether any part of the line above the box's plan is lower than its top.
    #[inline]
    fn reaches_over(&self, from: i64, to: i64) -> bool {
        let dz = to - from;
        // Where a line begins or ends above the plan itself, its end counts.
        from.min(to) < self.high
            && self.spans.iter().all(|[enter, leave, length]| {
                dz * if dz < 0 { leave } else { enter } < (self.high - from) * length
            })
    }

    /// Whether any part of the line above the box's plan is higher than its lower end.
    fn reaches_under(&self, from: i64, to: i64) -> bool {
        let dz = to - from;
        from.max(to) > self.low
            && self.spans.iter().all(|[enter, leave, length]| {
                dz * if dz < 0 { enter } else { leave } > (self.low - from) * length
            })
    }
}

impl Line {
    /// All the sides of a line that is not vertical.
    pub const LEVEL_SIDES: Sides = 0b11;

    /// The line from one point to another.
    pub fn new(a: Point, b: Point) -> Self {
        let from = [i64::from(a.x), i64::from(a.y), i64::from(a.z)];
        let to = [i64::from(b.x), i64::from(b.y), i64::from(b.z)];
        let by = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
        let all = if by[0] == 0 && by[1] == 0 { 0b1111 } else { Self::LEVEL_SIDES };
        Self { from, by, to_z: to[2], all }
    }

    /// The square of its length in quarter centimetres; below 2^51.
    pub fn length_squared(&self) -> u64 {
        let [x, y, z] = [4 * self.by[0], 4 * self.by[1], 25 * self.by[2]];
        (x * x + y * y + z * z).unsigned_abs()
    }

    /// Where the line, or one shifted infinitesimally to a
    /// side, runs through the inside of the box in plan.
    fn crossing(&self, o: &Obstacle) -> Option<Crossing> {
        let [px, py, _] = self.from;
        let [dx, dy, _] = self.by;
        let (x0, x1) = (i64::from(o.low.x) - px, i64::from(o.high.x) - px);
        let (y0, y1) = (i64::from(o.low.y) - py, i64::from(o.high.y) - py);
        if dx == 0 && dy == 0 {
            let (west, east) = (x0 < 0 && x1 >= 0, x0 <= 0 && x1 > 0);
            let (north, south) = (y0 < 0 && y1 >= 0, y0 <= 0 && y1 > 0);
            let sides = u8::from(west && north)
                | u8::from(east && north) << 1
                | u8::from(west && south) << 2
                | u8::from(east && south) << 3;
            let (enter, leave) = (Part::START, Part::END);
            return (sides != 0).then_some(Crossing { sides, enter, leave });
        }
        let sides = self.sides_of([x0, x1], [y0, y1]);
        if sides == 0 {
            return None;
        }
        let (mut enter, mut leave) = (None::<Part>, None::<Part>);
        for (d, low, high) in [(dx, x0, x1), (dy, y0, y1)] {
            if d == 0 {
                continue;
            }
            let (num_in, num_out) = if d > 0 { (low, high) } else { (-high, -low) };
            let (into, out) =
                (Part { num: num_in, den: d.abs() }, Part { num: num_out, den: d.abs() });
            enter = Some(enter.map_or(into, |e| e.max(into)));
            leave = Some(leave.map_or(out, |l| l.min(out)));
        }
        let (enter, leave) = (enter?, leave?);
        if enter.num >= enter.den || leave.num <= 0 {
            return None;
        }
        Some(Crossing { sides, enter: enter.max(Part::START), leave: leave.min(Part::END) })
    }

    /// Whether the line's height at this fraction is below `z`.
    fn under(&self, part: Part, z: i64) -> bool {
        self.by[2] * part.num < (z - self.from[2]) * part.den
    }

    /// Whether the line's height at this fraction is above `z`.
    fn over(&self, part: Part, z: i64) -> bool {
        self.by[2] * part.num > (z - self.from[2]) * part.den
    }

    /// The sides on which the line hits the inside of the box, and the fractions of the line at
    /// which it enters and leaves the box's plan.
    pub fn meets(&self, o: &Obstacle) -> Option<(Sides, Part, Part)> {
        let (low, high) = (i64::from(o.low.z), i64::from(o.high.z));
        if o.shelter {
            if self.to_z <= low || self.to_z >= high {
                return None;
            }
            return self.crossing(o).map(|c| (c.sides, c.enter, c.leave));
        }
        let (bottom, top) =
            if self.by[2] < 0 { (self.to_z, self.from[2]) } else { (self.from[2], self.to_z) };
        if bottom >= high || top <= low {
            return None;
        }
        let c = self.crossing(o)?;
        let (lowest, highest) =
            if self.by[2] < 0 { (c.leave, c.enter) } else { (c.enter, c.leave) };
        let met = self.under(lowest, high) && (o.low.z == DEEP || self.over(highest, low));
        met.then_some((c.sides, c.enter, c.leave))
    }

    /// The sides on which the line hits the box, and the part
    /// of the line inside it, taking heights into account.
    pub fn stretch(&self, o: &Obstacle) -> Option<(Sides, Part, Part)> {
        let (sides, enter, leave) = self.meets(o)?;
        let dz = self.by[2];
        if dz == 0 {
            return Some((sides, enter, leave));
        }
        let to_low = Part { num: (i64::from(o.low.z) - self.from[2]) * dz.signum(), den: dz.abs() };
        let to_high =
            Part { num: (i64::from(o.high.z) - self.from[2]) * dz.signum(), den: dz.abs() };
        Some((sides, enter.max(to_low.min(to_high)), leave.min(to_low.max(to_high))))
    }

    /// The sides on which the line hits the box; 0 if it misses or only touches the box from above,
    /// below or at the line's ends. Equivalent to [`Self::meets`], for the hot loop of sight.
    ///
    /// Instead of computing where the line enters and leaves, this tests each pair of opposite
    /// faces separately. Heights are monotonic along a line, so the height at the later of two
    /// entries is within a limit exactly if both are.
    #[inline]
    pub fn sides(&self, o: &Obstacle) -> Sides {
        let [px, py, pz] = self.from;
        let [dx, dy, dz] = self.by;
        let (low, high) = (i64::from(o.low.z), i64::from(o.high.z));
        if o.shelter || (dx == 0 && dy == 0) {
            return self.meets(o).map_or(0, |(sides, ..)| sides);
        }
        if pz.min(self.to_z) >= high || pz.max(self.to_z) <= low {
            return 0;
        }
        let (x0, x1) = (i64::from(o.low.x) - px, i64::from(o.high.x) - px);
        let (y0, y1) = (i64::from(o.low.y) - py, i64::from(o.high.y) - py);
        if dx.max(0) < x0 || dx.min(0) > x1 || dy.max(0) < y0 || dy.min(0) > y1 {
            return 0;
        }
        let sides = self.sides_of([x0, x1], [y0, y1]);
        if sides == 0 {
            return 0;
        }
        for (d, near, far) in [(dx, x0, x1), (dy, y0, y1)] {
            if d == 0 {
                continue;
            }
            let (enter, leave) = if d > 0 { (near, far) } else { (-far, -near) };
            let d = d.abs();
            if enter >= d || leave <= 0 {
                return 0;
            }
            let (lowest, highest) = if dz < 0 { (leave, enter) } else { (enter, leave) };
            let reaches = dz * lowest < (high - pz) * d && dz * highest > (low - pz) * d;
            if !reaches {
                return 0;
            }
        }
        sides
    }

    /// How the line crosses the box in plan, if it does. For lines that are not vertical.
    ///
    /// `least` rejects quickly boxes of no interest: those that are nowhere higher than the line above
    /// the same two points of the plan that ends at this height.
    #[inline]
    pub fn crosses(&self, o: &Obstacle, least: Option<i32>) -> Option<Crossed> {
        let [px, py, pz] = self.from;
        let [dx, dy, _] = self.by;
        let (x0, x1) = (i64::from(o.low.x) - px, i64::from(o.high.x) - px);
        let (y0, y1) = (i64::from(o.low.y) - py, i64::from(o.high.y) - py);
        let span = |d: i64, near: i64, far: i64| {
            if d > 0 { [near, far, d] } else { [-far, -near, -d] }
        };
        let (low, high) = (i64::from(o.low.z), i64::from(o.high.z));
        let rise = least.map(|to_z| i64::from(to_z) - pz);
        let passes = |[enter, leave, length]: [i64; 3]| {
            let reaches =
                |rise: i64| rise * if rise < 0 { leave } else { enter } < (high - pz) * length;
            match length {
                0 => enter <= 0 && leave >= 0,
                _ => enter < length && leave > 0 && rise.is_none_or(reaches),
            }
        };
        let along = [span(dx, x0, x1), span(dy, y0, y1)];
        if !along.into_iter().all(passes) {
            return None;
        }
        let spans = match (dx, dy) {
            (_, 0) => [along[0]; 2],
            (0, _) => [along[1]; 2],
            _ => along,
        };
        let sides = self.sides_of([x0, x1], [y0, y1]);
        let crossed = Crossed { sides, soft: o.soft, shelter: o.shelter, low, high, spans };
        (sides != 0).then_some(crossed)
    }

    /// The sides of the infinite line on which the inside of a rectangle lies: the signs of the
    /// cross products with its corners, which are given relative to the line's start.
    #[inline]
    fn sides_of(&self, [x0, x1]: [i64; 2], [y0, y1]: [i64; 2]) -> Sides {
        let [dx, dy, _] = self.by;
        let (a0, a1) = (dx * y0, dx * y1);
        let (b0, b1) = (dy * x0, dy * x1);
        let least = a0.min(a1) - b0.max(b1);
        let most = a0.max(a1) - b0.min(b1);
        u8::from(least <= 0 && most > 0) | u8::from(least < 0 && most >= 0) << 1
    }
}
