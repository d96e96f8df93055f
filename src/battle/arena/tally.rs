//! Win shares of pairings, with intervals.
//!
//! Two battles of a pair share level, ruleset and seed, so they are not independent: a side that is
//! stronger on a level wins one and loses one, which says nothing about the players. Intervals
//! therefore come from resampling whole pairs (a bootstrap) with a generator of fixed seed. If
//! every pair has the same result there is nothing to resample, and the interval is Wilson's for
//! the number of pairs.

use std::collections::BTreeMap;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::batch::wilson;
use crate::skill::Skill;

use super::entry::{Bout, Outcome};
use super::ledger::Ledger;

/// Number of resamplings for an interval.
const DRAWS: usize = 2_000;

/// What a tally counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Everything.
    All,
    /// Battles under a ruleset.
    Ruleset(String),
    /// Battles on a level.
    Level(String),
}

/// The battles of a pairing in whole pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The stronger level of play.
    pub one: Skill,
    /// The weaker.
    pub other: Skill,
    /// Number of pairs by the half points of the stronger in them: 0 to 4.
    pub pairs: [u64; 5],
    /// Battles won by the stronger.
    pub won: u64,
    /// Battles without a winner.
    pub drawn: u64,
    /// Battles won by the weaker.
    pub lost: u64,
}

impl Tally {
    fn new((one, other): (Skill, Skill)) -> Self {
        Self { one, other, pairs: [0; 5], won: 0, drawn: 0, lost: 0 }
    }

    /// Counts a pair of battles, each by the half points of the stronger.
    fn note(&mut self, points: [u8; 2]) {
        for points in points {
            let count = match points {
                2 => &mut self.won,
                1 => &mut self.drawn,
                _ => &mut self.lost,
            };
            *count += 1;
        }
        let sum = points.iter().map(|points| usize::from(*points)).sum::<usize>();
        if let Some(count) = self.pairs.get_mut(sum) {
            *count += 1;
        }
    }

    /// Number of battles.
    pub fn battles(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The stronger's share of the points, draws as a half; a half without battles.
    pub fn share(&self) -> f64 {
        share(&self.pairs)
    }

    /// The 95 % interval of that share.
    pub fn interval(&self) -> (f64, f64) {
        let count: u64 = self.pairs.iter().sum();
        if count == 0 {
            return (0.0, 1.0);
        }
        if self.pairs.iter().filter(|count| **count > 0).count() == 1 {
            return wilson(self.share(), count as f64);
        }
        let mut dice = generator();
        let mut shares: Vec<f64> =
            (0..DRAWS).map(|_| share(&drawn(&self.pairs, &mut dice))).collect();
        middle(&mut shares)
    }
}

/// The generator for resampling; always the same.
pub(super) fn generator() -> Pcg64Mcg {
    Pcg64Mcg::new(0xCAFE_F00D_D15E_A5E5)
}

/// A resampling of the pairs with replacement, of the same size.
pub(super) fn drawn(pairs: &[u64; 5], dice: &mut Pcg64Mcg) -> [u64; 5] {
    let count: u64 = pairs.iter().sum();
    let mut found = [0; 5];
    for _ in 0..count {
        let mut at = dice.next_u64() % count;
        for (found, pairs) in found.iter_mut().zip(pairs) {
            if at < *pairs {
                *found += 1;
                break;
            }
            at -= pairs;
        }
    }
    found
}

/// The middle 95 % of values.
pub(super) fn middle(values: &mut [f64]) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    let at = |share: f64| values.get((last as f64 * share).round() as usize).copied();
    (at(0.025).unwrap_or_default(), at(0.975).unwrap_or_default())
}

fn share(pairs: &[u64; 5]) -> f64 {
    let count: u64 = pairs.iter().sum();
    let points: u64 = pairs.iter().zip(0u64..).map(|(pairs, points)| pairs * points).sum();
    if count == 0 { 0.5 } else { points as f64 / (4 * count) as f64 }
}

/// The tallies of every pairing: of all battles, then by ruleset, then by level. Battles without
/// their counterpart are not counted; their number is returned too.
pub fn tallies(ledger: &Ledger) -> (Vec<(Scope, Tally)>, usize) {
    let mut sums: BTreeMap<(Scope, (Skill, Skill)), Tally> = BTreeMap::new();
    let mut unpaired = 0;
    for (bout, outcome) in ledger.iter() {
        let Some((one, other)) = pairing(bout) else { continue };
        let Some(back) = ledger.outcome(&swapped(bout, (one, other))) else {
            unpaired += 1;
            continue;
        };
        // Each pair is counted once: where the stronger plays the first side.
        if bout.players.first() != Some(&one) {
            continue;
        }
        let points = [points(outcome, &bout.players, one), {
            let seats = swapped(bout, (one, other)).players;
            points(back, &seats, one)
        }];
        let scopes =
            [Scope::All, Scope::Ruleset(bout.ruleset.clone()), Scope::Level(bout.level.clone())];
        for scope in scopes {
            let pairing = (one, other);
            sums.entry((scope, pairing)).or_insert_with(|| Tally::new(pairing)).note(points);
        }
    }
    (sums.into_iter().map(|((scope, _), tally)| (scope, tally)).collect(), unpaired)
}

/// The two players of a battle, the stronger first; `None` if a player meets itself.
fn pairing(bout: &Bout) -> Option<(Skill, Skill)> {
    let (strong, weak) = (bout.players.iter().max()?, bout.players.iter().min()?);
    (strong != weak).then_some((*strong, *weak))
}

/// The same battle with the players' sides swapped.
fn swapped(bout: &Bout, (one, other): (Skill, Skill)) -> Bout {
    let swap = |player: &Skill| if *player == one { other } else { one };
    Bout { players: bout.players.iter().map(swap).collect(), ..bout.clone() }
}

/// Half points of a player in a battle.
fn points(outcome: &Outcome, players: &[Skill], player: Skill) -> u8 {
    match outcome.winner {
        None => 1,
        Some(side) => match players.get(usize::from(side)) {
            Some(winner) if *winner == player => 2,
            _ => 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ledger::tests::entry;

    const PLAYERS: [Skill; 2] = [Skill::Veteran, Skill::Soldier];

    /// Pairs by the winners of their battles; in the second, the Veteran plays side 1.
    fn ledger(pairs: &[[Option<u8>; 2]]) -> Ledger {
        let mut ledger = Ledger::default();
        for (winners, seed) in pairs.iter().zip(1..) {
            let [there, back] = *winners;
            let [veteran, soldier] = PLAYERS;
            for entry in [entry(seed, PLAYERS, there), entry(seed, [soldier, veteran], back)] {
                ledger.add(&entry, String::new).unwrap();
            }
        }
        ledger
    }

    #[test]
    fn battles_count_in_pairs_with_sides_swapped() {
        // The Veteran wins both, side 0 wins both, both are draws.
        let (all, unpaired) =
            tallies(&ledger(&[[Some(0), Some(1)], [Some(0), Some(0)], [None, None]]));
        let scopes: Vec<&Scope> = all.iter().map(|(scope, _)| scope).collect();
        let (rules, level) = ("precision".to_owned(), "field".to_owned());
        assert_eq!(scopes, [&Scope::All, &Scope::Ruleset(rules), &Scope::Level(level)]);
        let tally = &all[0].1;
        assert_eq!((tally.won, tally.drawn, tally.lost, unpaired), (3, 2, 1, 0));
        assert_eq!(tally.pairs, [0, 0, 2, 0, 1]);
        assert!((tally.share() - 8.0 / 12.0).abs() < 1e-9);
        let (low, high) = tally.interval();
        assert!(low >= 0.5 && low < tally.share() && tally.share() < high && high <= 1.0);
        assert_eq!(tally.interval(), (low, high), "always drawn alike");
    }

    #[test]
    fn half_a_pair_is_left_out() {
        let mut ledger = ledger(&[[Some(0), Some(1)]]);
        ledger.add(&entry(9, PLAYERS, Some(1)), String::new).unwrap();
        let (all, unpaired) = tallies(&ledger);
        assert_eq!((all[0].1.battles(), unpaired), (2, 1));
    }

    /// Ten out of ten: Wilson's interval begins at 0.722.
    #[test]
    fn pairs_that_all_agree_leave_room_for_doubt() {
        let (all, _) = tallies(&ledger(&[[Some(0), Some(1)]; 10]));
        let (low, high) = all[0].1.interval();
        assert!((low - 0.722).abs() < 0.001 && high > 0.999, "{low} {high}");
    }

    /// 100 pairs of which 50 give everything and 50 nothing: the standard error is 0.05.
    #[test]
    fn the_interval_is_as_wide_as_theory_says() {
        let mut pairs = vec![[Some(0), Some(1)]; 50];
        pairs.extend([[Some(1), Some(0)]; 50]);
        let (all, _) = tallies(&ledger(&pairs));
        let (low, high) = all[0].1.interval();
        assert!((low - 0.402).abs() < 0.02 && (high - 0.598).abs() < 0.02, "{low} {high}");
    }
}
