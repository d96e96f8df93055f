//! Units of measure as types, so that half metres are never accidentally added to metres.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// A height or height difference in half metres, the vertical unit of the board.
///
/// Ranges: levels allow elevations from -100 to 200 (-50 m to 100 m); altitudes reach 400.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Hm(pub i32);

impl Hm {
    /// Zero height.
    pub const ZERO: Self = Self(0);

    /// A height of whole metres.
    #[inline]
    pub const fn metres(m: i32) -> Self {
        Self(m * 2)
    }

    /// A height in centimetres, rounded up to the next half metre (1.8 m counts as 2 m).
    #[inline]
    pub const fn from_cm_ceil(cm: i32) -> Self {
        Self(-((-cm).div_euclid(50)))
    }

    /// Centimetres, exact.
    pub const fn cm(self) -> i32 {
        self.0 * 50
    }

    /// Whole metres, towards zero: 1.5 m gives 1, -1.5 m gives -1.
    #[inline]
    pub const fn whole_metres(self) -> i32 {
        self.0 / 2
    }

    /// Whole metres, rounded up: 0.5 m gives 1.
    #[inline]
    pub const fn metres_ceil(self) -> i32 {
        -((-self.0).div_euclid(2))
    }

    /// Absolute value.
    #[inline]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }
}

impl Add for Hm {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Hm {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Hm {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Hm {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Hm {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl fmt::Display for Hm {
    /// Metres, with a decimal only if needed: `3 m`, `1.5 m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let whole = self.0.unsigned_abs() / 2;
        if self.0 % 2 == 0 { write!(f, "{sign}{whole} m") } else { write!(f, "{sign}{whole}.5 m") }
    }
}

/// A fraction of a whole, exact: `0 <= part <= whole`, `whole > 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Share {
    /// Numerator.
    pub part: u32,
    /// Denominator.
    pub whole: u32,
}

impl Share {
    /// Zero.
    pub const NONE: Self = Self { part: 0, whole: 1 };

    /// The fraction in percent, rounded down: 2 of 3 gives 66.
    pub const fn percent(self) -> u32 {
        match (self.part * 100).checked_div(self.whole) {
            Some(percent) => percent,
            None => 0,
        }
    }

    /// Whether the fraction is at least `percent`; exact, without rounding.
    pub const fn at_least_percent(self, percent: u32) -> bool {
        self.part * 100 >= percent * self.whole
    }

    /// Whether the fraction is one.
    pub const fn is_all(self) -> bool {
        self.part == self.whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_round_as_documented() {
        assert_eq!(Hm::from_cm_ceil(180), Hm(4));
        assert_eq!(Hm::from_cm_ceil(160), Hm(4));
        assert_eq!(Hm::from_cm_ceil(150), Hm(3));
        assert_eq!(Hm(3).whole_metres(), 1);
        assert_eq!(Hm(-3).whole_metres(), -1);
        assert_eq!(Hm(3).metres_ceil(), 2);
        assert_eq!(Hm(3).to_string(), "1.5 m");
        assert_eq!(Hm(-4).to_string(), "-2 m");
    }
}
