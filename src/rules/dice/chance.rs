//! Probabilities: exact while they fit into the integer types, bounded above and below beyond that.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

use num_rational::Ratio;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// An exact probability from 0 to 1.
pub type Chance = Ratio<u128>;

/// Fixed-point representation of 1 in bounds. The product of two such values fits into 128 bits.
const WHOLE: u64 = 1 << 63;

/// Number of decimals of displayed bounds.
const DIGITS: usize = 9;

/// A probability from 0 to 1: a fraction while its terms fit, otherwise a lower and an upper bound.
/// Sums and products never overflow.
#[derive(Clone, Copy, Debug)]
pub struct Likelihood(Known);

#[derive(Clone, Copy, Debug)]
enum Known {
    /// A fraction, not always in lowest terms; `whole` is not 0.
    Exact { part: u128, whole: u128 },
    /// Lower and upper bound in units of 1/[`WHOLE`].
    Within { low: u64, high: u64 },
}

impl Likelihood {
    /// Impossible.
    pub const ZERO: Self = Self(Known::Exact { part: 0, whole: 1 });
    /// Certain.
    pub const ONE: Self = Self(Known::Exact { part: 1, whole: 1 });

    /// The fraction `part / whole`; `whole` is not 0.
    pub const fn of(part: u128, whole: u128) -> Self {
        Self(Known::Exact { part, whole: if whole == 0 { 1 } else { whole } })
    }

    /// Bounds as fractions of a power of two, `1 << bits`; `bits` is 63 to 127.
    pub(super) fn between(low: u128, high: u128, bits: u32) -> Self {
        let shift = bits.saturating_sub(63).min(127);
        let up = (high >> shift).saturating_add(u128::from(high & ((1 << shift) - 1) != 0));
        Self::within(clamped(low >> shift), clamped(up))
    }

    const fn within(low: u64, high: u64) -> Self {
        let high = if high > WHOLE { WHOLE } else { high };
        Self(Known::Within { low: if low > high { high } else { low }, high })
    }

    /// The exact probability; `None` if only bounds are known.
    pub fn exact(self) -> Option<Chance> {
        match self.0 {
            Known::Exact { part, whole } => Some(Chance::new(part, whole)),
            Known::Within { .. } => None,
        }
    }

    /// The lower bound.
    pub fn low(self) -> Chance {
        self.exact().unwrap_or_else(|| Chance::new(self.ends().0.into(), WHOLE.into()))
    }

    /// The upper bound.
    pub fn high(self) -> Chance {
        self.exact().unwrap_or_else(|| Chance::new(self.ends().1.into(), WHOLE.into()))
    }

    /// True if it is exactly 0.
    #[inline]
    pub const fn is_zero(self) -> bool {
        matches!(self.0, Known::Exact { part: 0, .. } | Known::Within { high: 0, .. })
    }

    /// True if it is known to be less than 10^-12.
    pub fn is_negligible(self) -> bool {
        self.ends().1 < WHOLE >> 40
    }

    /// The lower bound in thousandths, rounded down.
    pub fn thousandths(self) -> i64 {
        let exact = match self.0 {
            Known::Exact { part, whole } => part.checked_mul(1000).map(|parts| parts / whole),
            Known::Within { .. } => None,
        };
        let thousandths = exact.unwrap_or_else(|| (u128::from(self.ends().0) * 1000) >> 63);
        i64::try_from(thousandths).unwrap_or(1000)
    }

    /// The lower bound in units of 2^-63, for sorting by size.
    #[inline]
    pub(crate) fn size(self) -> u64 {
        self.ends().0
    }

    /// One minus this.
    #[must_use]
    pub fn complement(self) -> Self {
        Self::ONE.minus(self)
    }

    /// This minus a part of it.
    #[must_use]
    pub fn minus(self, part: Self) -> Self {
        if let (Known::Exact { .. }, Known::Exact { .. }) = (self.0, part.0)
            && let Some((a, b, whole)) = same_whole(self.0, part.0)
        {
            return Self::of(a.saturating_sub(b), whole);
        }
        let (a, b) = (self.ends(), part.ends());
        Self::within(a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
    }

    /// The conditional probability of this, given something that always holds when this does;
    /// `None` if that is impossible, or not known to be possible.
    pub fn given(self, condition: Self) -> Option<Self> {
        if condition.ends().0 == 0 {
            return None;
        }
        if let (Some(a), Some(b)) = (self.exact(), condition.exact()) {
            let (part, over) = reduced(*a.numer(), *b.numer());
            let (other, whole) = reduced(*b.denom(), *a.denom());
            if let (Some(part), Some(whole)) = (part.checked_mul(other), whole.checked_mul(over)) {
                return Some(Self::of(part.min(whole), whole));
            }
        }
        let (a, b) = (self.ends(), condition.ends());
        let share = |part: u64, of: u64, up: u128| {
            let of = u128::from(of.max(1));
            clamped(((u128::from(part) << 63) + up * (of - 1)) / of)
        };
        Some(Self::within(share(a.0, b.1, 0), share(a.1, b.0, 1)))
    }

    /// Widens the bounds by a missing probability that may or may not belong to it.
    #[must_use]
    pub fn widened(self, missing: Self) -> Self {
        if missing.is_zero() {
            return self;
        }
        let (low, high) = self.ends();
        Self::within(low, high.saturating_add(missing.ends().1))
    }

    /// Returns true if both can be the same probability.
    pub fn agrees(self, other: Self) -> bool {
        match (self.0, other.0) {
            (Known::Exact { .. }, Known::Exact { .. }) => self == other,
            _ => {
                let (a, b) = (self.ends(), other.ends());
                a.0 <= b.1 && b.0 <= a.1
            }
        }
    }

    /// Both bounds in units of 1/[`WHOLE`].
    fn ends(self) -> (u64, u64) {
        match self.0 {
            Known::Exact { part, whole } => scaled(part, whole),
            Known::Within { low, high } => (low, high),
        }
    }
}

/// A fraction in units of 1/[`WHOLE`], rounded down and up.
fn scaled(part: u128, whole: u128) -> (u64, u64) {
    if part >= whole {
        return (WHOLE, WHOLE);
    }
    // Long division: `rest` stays below `whole`, so that nothing overflows.
    let (mut digits, mut rest) = (0_u64, part);
    for _ in 0..63 {
        digits <<= 1;
        let room = whole - rest;
        if rest >= room {
            digits |= 1;
            rest -= room;
        } else {
            rest += rest;
        }
    }
    (digits, digits + u64::from(rest != 0))
}

fn clamped(parts: u128) -> u64 {
    u64::try_from(parts).unwrap_or(WHOLE).min(WHOLE)
}

/// The fraction in lowest terms.
fn reduced(part: u128, whole: u128) -> (u128, u128) {
    let lowest = Chance::new(part, whole);
    (*lowest.numer(), *lowest.denom())
}

/// Two fractions with a common denominator; `None` if it does not fit.
fn same_whole(a: Known, b: Known) -> Option<(u128, u128, u128)> {
    let (Known::Exact { part: a, whole: v }, Known::Exact { part: b, whole: w }) = (a, b) else {
        return None;
    };
    if v == w {
        return Some((a, b, v));
    }
    if v % w == 0 {
        return Some((a, b.checked_mul(v / w)?, v));
    }
    if w % v == 0 {
        return Some((a.checked_mul(w / v)?, b, w));
    }
    let ((a, v), (b, w)) = (reduced(a, v), reduced(b, w));
    // The ratio of the two denominators in lowest terms gives the factor for each.
    let (more, other) = reduced(v, w);
    let whole = v.checked_mul(other)?;
    Some((a.checked_mul(other)?, b.checked_mul(more)?, whole))
}

fn product(a: (u128, u128), b: (u128, u128)) -> Option<(u128, u128)> {
    Some((a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?))
}

impl From<Chance> for Likelihood {
    fn from(chance: Chance) -> Self {
        Self::of(*chance.numer(), *chance.denom())
    }
}

impl PartialEq for Likelihood {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Known::Exact { part, whole }, Known::Exact { part: p, whole: w }) => {
                (part, whole) == (p, w) || reduced(part, whole) == reduced(p, w)
            }
            (Known::Within { low, high }, Known::Within { low: l, high: h }) => {
                (low, high) == (l, h)
            }
            _ => false,
        }
    }
}

impl Eq for Likelihood {}

impl Add for Likelihood {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if let Some((a, b, whole)) = same_whole(self.0, other.0)
            && let Some(part) = a.checked_add(b)
        {
            return Self::of(part, whole);
        }
        let (a, b) = (self.ends(), other.ends());
        Self::within(a.0.saturating_add(b.0), a.1.saturating_add(b.1))
    }
}

impl AddAssign for Likelihood {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Likelihood {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl Mul for Likelihood {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if let (Known::Exact { part: a, whole: v }, Known::Exact { part: b, whole: w }) =
            (self.0, other.0)
        {
            // Reduce only if the product would not fit.
            let exact = product((a, v), (b, w)).or_else(|| {
                let ((a, w), (b, v)) = (reduced(a, w), reduced(b, v));
                product((a, v), (b, w))
            });
            if let Some((part, whole)) = exact {
                return Self::of(part, whole);
            }
        }
        let (a, b) = (self.ends(), other.ends());
        let low = (u128::from(a.0) * u128::from(b.0)) >> 63;
        let high = (u128::from(a.1) * u128::from(b.1)).div_ceil(u128::from(WHOLE));
        Self::within(clamped(low), clamped(high))
    }
}

/// Bounds as decimals, rounded outwards: `0.492199999`.
fn decimals((low, high): (u64, u64)) -> [String; 2] {
    let unit = 10_u128.pow(DIGITS as u32);
    let text = |parts: u128| format!("{}.{:0DIGITS$}", parts / unit, parts % unit);
    let low = (u128::from(low) * unit) >> 63;
    let high = (u128::from(high) * unit).div_ceil(u128::from(WHOLE));
    [text(low), text(high)]
}

/// `7/10`, or `0.492199999 to 0.492200001`.
impl fmt::Display for Likelihood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(chance) => write!(f, "{chance}"),
            None => {
                let [low, high] = decimals(self.ends());
                write!(f, "{low} to {high}")
            }
        }
    }
}

/// An exact value as the string `7/10`, bounds as the strings `low` and `high`.
impl Serialize for Likelihood {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.exact().is_some() {
            return serializer.collect_str(self);
        }
        let [low, high] = decimals(self.ends());
        let mut bounds = serializer.serialize_struct("Bounds", 2)?;
        bounds.serialize_field("low", &low)?;
        bounds.serialize_field("high", &high)?;
        bounds.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditional_probabilities() {
        let of = Likelihood::of;
        assert_eq!(of(9, 100).given(of(51, 100)), Some(of(3, 17)));
        assert_eq!(of(0, 1).given(of(1, 3)), Some(Likelihood::ZERO));
        assert_eq!(of(1, 3).given(Likelihood::ZERO), None);
        let half = of(1, 2).widened(of(1, 1 << 40));
        let share = of(1, 4).given(half).unwrap();
        assert!(share.low() <= Chance::new(1, 2) && Chance::new(1, 2) <= share.high());
        assert!(share.high() - share.low() < Chance::new(1, 1 << 38));
    }
    use proptest::prelude::*;

    #[test]
    fn fractions_stay_exact() {
        let third = Likelihood::of(1, 3);
        let sixth = Likelihood::of(1, 2) * third;
        assert_eq!(sixth.exact(), Some(Chance::new(1, 6)));
        assert_eq!(third + sixth, Likelihood::of(1, 2));
        assert_eq!(third.minus(sixth), sixth);
        assert_eq!(Likelihood::of(3, 10).complement(), Likelihood::of(7, 10));
        assert_eq!(Likelihood::of(7, 10).thousandths(), 700);
        assert_eq!(Likelihood::of(2, 3).thousandths(), 666);
        assert_eq!(Likelihood::of(14, 20).to_string(), "7/10");
        assert_eq!(Likelihood::ONE.to_string(), "1");
    }

    #[test]
    fn too_many_digits_become_bounds() {
        let small = Likelihood::of(1, 1_000_003);
        let power = (0..8).fold(Likelihood::ONE, |all, _| all * small);
        assert_eq!(power.exact(), None);
        assert!(!power.is_zero() && power.is_negligible());
        // 1/3 with digits that do not fit into one fraction with the other.
        let third = Likelihood::of((1 << 126) / 3, 1 << 126) + Likelihood::of(1, (1 << 120) - 1);
        assert_eq!(third.exact(), None);
        assert_eq!(third.to_string(), "0.333333333 to 0.333333334");
        assert_eq!(third.thousandths(), 333);
        let json = serde_json::to_string(&third).expect("text");
        assert_eq!(json, r#"{"low":"0.333333333","high":"0.333333334"}"#);
        assert_eq!(serde_json::to_string(&Likelihood::of(2, 4)).expect("text"), "\"1/2\"");
    }

    #[test]
    fn missing_parts_widen() {
        let half = Likelihood::of(1, 2);
        assert_eq!(half.widened(Likelihood::ZERO), half);
        let wide = half.widened(Likelihood::of(1, 4));
        assert_eq!((wide.low(), wide.high()), (Chance::new(1, 2), Chance::new(3, 4)));
        assert!(wide.agrees(Likelihood::of(3, 4)) && !wide.agrees(Likelihood::of(4, 5)));
    }

    fn fraction() -> impl Strategy<Value = (u128, u128)> {
        (1..=u128::MAX, any::<u128>()).prop_map(|(whole, part)| (part % whole, whole))
    }

    proptest! {
        /// For any terms: nothing overflows, and both orders of addition give bounds around the
        /// same value.
        #[test]
        fn sums_and_products_are_bounded(a in fraction(), b in fraction(), c in fraction()) {
            let [a, b, c] = [a, b, c].map(|(part, whole)| Likelihood::of(part, whole));
            prop_assert!((a * (b * c)).agrees(a * b * c));
            let half = Likelihood::of(1, 2);
            prop_assert!((a * half + b * half).agrees((b * half) + (half * a)));
            let all = a + a.complement();
            prop_assert!(all.agrees(Likelihood::ONE));
            prop_assert!((a * c + a.complement() * c).agrees(c));
            prop_assert!(a.low() <= a.high() && all.high() <= Chance::new(1, 1));
        }

        /// A fraction lies between its own bounds, which are no wider than rounding requires.
        #[test]
        fn bounds_hold_the_fraction((part, whole) in fraction()) {
            let (low, high) = scaled(part, whole);
            prop_assert!(high - low <= 1);
            let chance = Chance::new(part, whole);
            prop_assert!(Chance::new(low.into(), WHOLE.into()) <= chance);
            prop_assert!(chance <= Chance::new(high.into(), WHOLE.into()));
        }
    }
}
