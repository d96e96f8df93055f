//! Thinking times of players, as histograms that can be added up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Number of buckets per doubling: their bounds are 9 % apart.
const STEPS: u32 = 8;

/// A histogram of durations. Quantiles are exact to 9 %.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Times(BTreeMap<u16, u64>);

impl Times {
    /// Counts a duration in microseconds.
    pub fn note(&mut self, micros: u64) {
        let count = self.0.entry(class(micros)).or_default();
        *count = count.saturating_add(1);
    }

    /// Adds the counts of others.
    pub fn add(&mut self, other: &Self) {
        for (class, more) in &other.0 {
            let count = self.0.entry(*class).or_default();
            *count = count.saturating_add(*more);
        }
    }

    /// Number of durations counted.
    pub fn count(&self) -> u64 {
        self.0.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The duration in microseconds that `thousandths` of all do not exceed; `None` without any.
    pub fn quantile(&self, thousandths: u64) -> Option<u64> {
        let all = u128::from(self.count());
        let wanted = (all * u128::from(thousandths.min(1_000))).div_ceil(1_000).max(1);
        let mut seen = 0;
        let reached = self.0.iter().find(|(_, count)| {
            seen += u128::from(**count);
            seen >= wanted
        });
        reached.map(|(class, _)| upper(*class))
    }
}

/// The times of one player: of single decisions, and of all decisions of a combatant's turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// Commands and answers.
    pub decisions: Times,
    /// The commands of a combatant's turn together.
    pub turns: Times,
}

impl Clocks {
    /// Adds the times of another battle.
    pub fn add(&mut self, other: &Self) {
        self.decisions.add(&other.decisions);
        self.turns.add(&other.turns);
    }
}

/// The class of a duration: how many bounds it exceeds.
fn class(micros: u64) -> u16 {
    let (mut low, mut high) = (0u16, 64 * STEPS as u16);
    while low < high {
        let middle = low.midpoint(high);
        if upper(middle) < micros { low = middle + 1 } else { high = middle }
    }
    low
}

/// The largest duration of a class: 2 to the power of its eighths, rounded down.
fn upper(class: u16) -> u64 {
    /// 2 to the power of 0/8 to 7/8, in 32 bits after the point.
    const EIGHTHS: [u64; STEPS as usize] = [
        4_294_967_296,
        4_683_695_047,
        5_107_605_667,
        5_569_883_475,
        6_074_000_999,
        6_623_745_058,
        7_223_245_205,
        7_877_004_751,
    ];
    let (doublings, eighth) = (u32::from(class) / STEPS, usize::from(class) % STEPS as usize);
    let value = u128::from(EIGHTHS.get(eighth).copied().unwrap_or_default());
    let value = value.checked_shl(doublings.min(90)).unwrap_or(u128::MAX) >> 32;
    u64::try_from(value).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_exact_to_nine_percent() {
        let mut times = Times::default();
        assert_eq!(times.quantile(500), None);
        for micros in 1..=1_000 {
            times.note(micros * 37);
        }
        for (thousandths, exact) in [(500, 18_500), (990, 36_630), (1_000, 37_000)] {
            let found = times.quantile(thousandths).unwrap();
            assert!((exact..=exact * 110 / 100).contains(&found), "{thousandths}: {found}");
        }
        assert_eq!(times.count(), 1_000);
    }

    #[test]
    fn every_duration_lies_in_its_class() {
        for micros in [0, 1, 2, 3, 999, 1_000, 65_536, 123_456_789, u64::MAX / 3] {
            let class = class(micros);
            assert!(upper(class) >= micros, "{micros}");
            assert!(class == 0 || upper(class - 1) < micros, "{micros}");
        }
        let mut most = Times::default();
        most.note(u64::MAX);
        assert!(most.quantile(500).unwrap() > u64::MAX / 2);
    }

    #[test]
    fn sums_are_as_if_counted_together() {
        let (mut one, mut two, mut both) = (Times::default(), Times::default(), Times::default());
        for (micros, part) in [(5, true), (700, false), (5, false)] {
            if part {
                one.note(micros)
            } else {
                two.note(micros)
            }
            both.note(micros);
        }
        one.add(&two);
        assert_eq!(one, both);
    }
}
