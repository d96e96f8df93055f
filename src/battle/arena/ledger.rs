//! Results from any number of runs, each battle once.

use std::collections::BTreeMap;

use super::entry::{Bout, FoughtBattle, Outcome};
use super::times::Clocks;
use crate::autoplay::rounds_in_words;
use crate::skill::Skill;

/// The results of battles in a fixed order, independent of the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    results: BTreeMap<Bout, LedgerEntry>,
}

#[derive(Clone, Debug)]
struct LedgerEntry {
    outcome: Outcome,
    times: Vec<Clocks>,
    /// Where the result came from.
    from: String,
}

/// Two results of the same battle that differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the battle of {level} under {ruleset} with seed {seed} has two results: {first}, {first_result}; {second}, {second_result}"
)]
pub struct Conflict {
    level: String,
    ruleset: String,
    seed: u64,
    /// Where the first result came from.
    first: String,
    first_result: String,
    /// Where the second came from.
    second: String,
    second_result: String,
}

impl Ledger {
    /// Adds a result. A known result changes nothing.
    ///
    /// # Errors
    /// When the same battle had a different result before.
    pub fn add(
        &mut self,
        entry: &FoughtBattle,
        from: impl FnOnce() -> String,
    ) -> Result<(), Box<Conflict>> {
        let (bout, outcome) = (entry.bout(), entry.outcome());
        if let Some(known) = self.results.get(&bout) {
            if known.outcome == outcome {
                return Ok(());
            }
            return Err(Box::new(Conflict {
                level: bout.level,
                ruleset: bout.ruleset,
                seed: bout.seed,
                first: known.from.clone(),
                first_result: in_words(&known.outcome),
                second: from(),
                second_result: in_words(&outcome),
            }));
        }
        let times = entry.times().map(|(_, times)| times.clone()).collect();
        self.results.insert(bout, LedgerEntry { outcome, times, from: from() });
        Ok(())
    }

    /// True if the battle has a result.
    pub fn knows(&self, bout: &Bout) -> bool {
        self.results.contains_key(bout)
    }

    /// The result of a battle.
    pub fn outcome(&self, bout: &Bout) -> Option<&Outcome> {
        self.results.get(bout).map(|noted| &noted.outcome)
    }

    /// All battles with their results, sorted.
    pub fn iter(&self) -> impl Iterator<Item = (&Bout, &Outcome)> {
        self.results.iter().map(|(bout, noted)| (bout, &noted.outcome))
    }

    /// All results as lines of a file, sorted.
    pub fn entries(&self) -> impl Iterator<Item = FoughtBattle> {
        let entry = |(bout, noted): (&Bout, &LedgerEntry)| {
            FoughtBattle::new(bout.clone(), noted.outcome.clone(), noted.times.clone())
        };
        self.results.iter().map(entry)
    }

    /// The times of all players, summed by their level of play.
    pub fn clocks(&self) -> BTreeMap<Skill, Clocks> {
        let mut sums: BTreeMap<Skill, Clocks> = BTreeMap::new();
        for (bout, noted) in &self.results {
            for (player, clocks) in bout.players.iter().zip(&noted.times) {
                sums.entry(*player).or_default().add(clocks);
            }
        }
        sums
    }

    /// Number of results.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// True without any result.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }
}

fn in_words(outcome: &Outcome) -> String {
    let Outcome { winner, rounds, hash, .. } = outcome;
    let won = winner.map_or_else(
        || "a draw".to_owned(),
        |side| format!("side {} won", u16::from(side).saturating_add(1)),
    );
    format!("{won} after {} (state {hash})", rounds_in_words(*rounds))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A battle of two players on level `field` with this seed and result.
    pub(in crate::arena) fn entry(
        seed: u64,
        players: [Skill; 2],
        winner: Option<u8>,
    ) -> FoughtBattle {
        let bout = Bout {
            level: "field".to_owned(),
            ruleset: "precision".to_owned(),
            seed,
            players: players.to_vec(),
            build: "test".to_owned(),
            weights: "none".to_owned(),
            terms: "0".to_owned(),
        };
        let outcome = Outcome { winner, rounds: 7, commands: 40, hash: format!("{seed:x}") };
        FoughtBattle::new(bout, outcome, vec![Clocks::default(), Clocks::default()])
    }

    #[test]
    fn a_union_holds_each_battle_once() {
        let players = [Skill::Veteran, Skill::Soldier];
        let mut ledger = Ledger::default();
        let all = [entry(2, players, None), entry(1, players, Some(0)), entry(2, players, None)];
        for one in &all {
            ledger.add(one, || "a file".to_owned()).unwrap();
        }
        let found: Vec<FoughtBattle> = ledger.entries().collect();
        assert_eq!(found, [entry(1, players, Some(0)), entry(2, players, None)]);
        assert!(ledger.knows(&all[0].bout()) && ledger.len() == 2);
        let swapped = entry(1, [Skill::Soldier, Skill::Veteran], Some(0));
        assert!(!ledger.knows(&swapped.bout()));
    }

    #[test]
    fn two_results_of_a_battle_are_an_error_that_names_both() {
        let players = [Skill::Veteran, Skill::Soldier];
        let mut ledger = Ledger::default();
        ledger.add(&entry(1, players, Some(0)), || "one.jsonl:1".to_owned()).unwrap();
        let other = entry(1, players, Some(1));
        let conflict = ledger.add(&other, || "two.jsonl:9".to_owned()).unwrap_err().to_string();
        for part in ["field", "seed 1", "one.jsonl:1, side 1 won", "two.jsonl:9, side 2 won"] {
            assert!(conflict.contains(part), "{part}: {conflict}");
        }
    }

    #[test]
    fn times_are_no_part_of_a_result() {
        let players = [Skill::Veteran, Skill::Soldier];
        let slow = {
            let plain = entry(1, players, Some(0));
            let mut clocks = Clocks::default();
            clocks.decisions.note(1_000_000);
            FoughtBattle::new(plain.bout(), plain.outcome(), vec![clocks.clone(), clocks])
        };
        let mut ledger = Ledger::default();
        ledger.add(&entry(1, players, Some(0)), || "one".to_owned()).unwrap();
        assert_eq!(ledger.add(&slow, || "two".to_owned()), Ok(()));
    }
}
