//! Which lines of a column are blocked: lines from one point to points above each other.

use super::obstacle::Crossed;

/// One bit for each line of a column; the first has the lowest end.
type Lines = u8;

/// Hits so far of the lines from one point to those of a column, for each of their two sides.
pub(super) struct HitMask<'e> {
    from: i32,
    ends: &'e [i32],
    hard: [Lines; 2],
    soft: [Lines; 2],
}

impl<'e> HitMask<'e> {
    /// No hits yet for the lines from one height to others, lowest first, at most eight.
    pub const fn new(from: i32, ends: &'e [i32]) -> Self {
        Self { from, ends, hard: [0; 2], soft: [0; 2] }
    }

    /// Adds a box that the lines cross in plan. True if it blocks a line that was less obstructed
    /// before.
    #[inline]
    pub fn add(&mut self, crossed: &Crossed) -> bool {
        let [one, other] =
            if crossed.soft { [0, 1].map(|at| self.hard[at] | self.soft[at]) } else { self.hard };
        let known = match crossed.sides {
            0b01 => one,
            0b10 => other,
            _ => one & other,
        };
        let mut fresh: Lines = 0;
        for (at, to) in self.ends.iter().enumerate() {
            let line = 1 << at;
            if known & line != 0 {
                continue;
            }
            if crossed.is_met(self.from, *to) {
                fresh |= line;
            } else if crossed.is_deep() {
                // A box that does not reach this line does not reach higher ones.
                break;
            }
        }
        let met = if crossed.soft { &mut self.soft } else { &mut self.hard };
        met[0] |= fresh * (crossed.sides & 1);
        met[1] |= fresh * (crossed.sides >> 1);
        fresh != 0
    }

    /// The lowest height at which a line ends that no hard matter blocks; the highest end if every
    /// line is blocked.
    #[inline]
    pub fn lowest_open(&self) -> i32 {
        let stopped = (self.hard[0] & self.hard[1]).trailing_ones() as usize;
        self.ends.get(stopped).or(self.ends.last()).copied().unwrap_or(self.from)
    }

    /// Whether hard matter blocks every line.
    #[inline]
    pub const fn are_all_stopped(&self) -> bool {
        (self.hard[0] & self.hard[1]).count_ones() as usize == self.ends.len()
    }

    /// Number of blocked lines, by hard matter and by soft matter alone.
    #[inline]
    pub const fn stopped(&self) -> (u32, u32) {
        let hard = (self.hard[0] & self.hard[1]).count_ones();
        let all = (self.hard[0] | self.soft[0]) & (self.hard[1] | self.soft[1]);
        (hard, all.count_ones() - hard)
    }
}
