//! Chances as players read them.

use num_traits::{One, Zero};

use crate::rules::dice::{Chance, Likelihood};

/// A chance in words, with both ends where they differ: "35 %", "about 35 %", "34 % to 36 %".
pub fn in_words(chance: Likelihood) -> String {
    let [low, high] = [chance.low(), chance.high()].map(|end| percent(&end));
    match chance.exact() {
        Some(_) => low,
        None if low == high => format!("about {low}"),
        None => format!("{low} to {high}"),
    }
}

/// A chance in hundredths, rounded to the nearest.
pub(super) fn hundredths(chance: &Chance) -> u16 {
    // Digits that make no difference go, so that there is room for others.
    let shift = 28_u32.saturating_sub(chance.denom().leading_zeros());
    let (part, whole) = (chance.numer() >> shift, (chance.denom() >> shift).max(1));
    let percent = (part * 200 + whole) / (whole * 2);
    u16::try_from(percent).unwrap_or(100).min(100)
}

/// A chance in words. Rounded, but never to 0 or 100 when it is not exactly that: "65 %",
/// "under 1 %", "over 99 %".
pub fn percent(chance: &Chance) -> String {
    match hundredths(chance) {
        0 if !chance.is_zero() => "under 1 %".to_owned(),
        100 if !chance.is_one() => "over 99 %".to_owned(),
        n => format!("{n} %"),
    }
}
