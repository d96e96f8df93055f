//! Formats chances for display.

use num_traits::{One, Zero};

use rules::dice::{Chance, Likelihood};

/// A possible result and its chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result: "5 damage", "down".
    pub text: String,
    /// Its chance as text: "35 %".
    pub chance: String,
    /// Its chance in percent, rounded, for the bar.
    pub hundredths: u16,
}

/// A result with its chance.
pub(super) fn outcome(text: String, chance: Likelihood) -> Outcome {
    Outcome { text, chance: in_words(chance), hundredths: hundredths(&chance.low()) }
}

/// A chance as text, with both bounds where they differ: "35 %", "about 35 %", "34 % to 36 %".
pub fn in_words(chance: Likelihood) -> String {
    let [low, high] = [chance.low(), chance.high()].map(|end| percent(&end));
    match chance.exact() {
        Some(_) => low,
        // "Under 1 %" and "over 99 %" are bounds already.
        None if low == high && low.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("about {low}")
        }
        None if low == high => low,
        None => format!("{low} to {high}"),
    }
}

/// A chance in percent, rounded to the nearest.
pub(in crate::hud) fn hundredths(chance: &Chance) -> u16 {
    // Drops digits that make no difference, so that the multiplication cannot overflow.
    let shift = 28_u32.saturating_sub(chance.denom().leading_zeros());
    let (part, whole) = (chance.numer() >> shift, (chance.denom() >> shift).max(1));
    let percent = (part * 200 + whole) / (whole * 2);
    u16::try_from(percent).unwrap_or(100).min(100)
}

/// A chance as a percentage. Rounded, but 0 % and 100 % only
/// for exact values: "65 %", "under 1 %", "over 99 %".
pub fn percent(chance: &Chance) -> String {
    match hundredths(chance) {
        0 if !chance.is_zero() => "under 1 %".to_owned(),
        100 if !chance.is_one() => "over 99 %".to_owned(),
        n => format!("{n} %"),
    }
}
