//! The result of one battle, as a line of a file.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::skill::Skill;
use level::{MAX_SIDES, MIN_SIDES};

use super::times::Clocks;

/// Number of digits of a state's hash.
const HASH_DIGITS: usize = 16;

/// The identity of a battle: equal values must give the same result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bout {
    /// The level's name.
    pub level: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// The seed of the dice.
    pub seed: u64,
    /// The level of play of each side, by number.
    pub players: Vec<Skill>,
    /// The program.
    pub build: String,
    /// The weights of the opponents.
    pub weights: String,
    /// A hash of everything else the battle depends on: the level's text, the ruleset's data, the
    /// number of rounds until a draw.
    pub terms: String,
}

/// The result of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The number of the side that won; none for a draw.
    pub winner: Option<u8>,
    /// Rounds fought.
    pub rounds: u32,
    /// Commands given.
    pub commands: u64,
    /// The hash of the final state.
    pub hash: String,
}

/// A name for bytes: their hash.
pub fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

/// A battle and its result, with the time that its players took. Times differ from run to run, so
/// comparisons ignore them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoughtBattle {
    level: String,
    ruleset: String,
    seed: u64,
    players: Vec<Skill>,
    build: String,
    weights: String,
    terms: String,
    winner: Option<u8>,
    rounds: u32,
    commands: u64,
    hash: String,
    #[serde(default)]
    times: Vec<Clocks>,
}

/// A result that no battle can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultError {
    /// No level has this number of sides.
    #[error("`players` has length {0}; allowed: {MIN_SIDES} to {MAX_SIDES}")]
    Players(usize),
    /// The winner is none of the players.
    #[error("`winner` is {winner}; allowed: null, or 0 to {last}")]
    Winner {
        /// The side that is said to have won.
        winner: u8,
        /// The last side.
        last: usize,
    },
    /// The hash is not one.
    #[error("`hash` is {0:?}; allowed: {HASH_DIGITS} of the digits 0 to 9 and a to f")]
    Hash(String),
    /// The times are those of more or fewer players.
    #[error("`times` has length {found}; allowed: {players}, one for each player, or no `times`")]
    Times {
        /// Number of entries.
        found: usize,
        /// Number of players.
        players: usize,
    },
}

impl FoughtBattle {
    /// Checks a result that was read from a file.
    ///
    /// # Errors
    /// If no battle can have this result.
    pub fn check(&self) -> Result<(), ResultError> {
        let players = self.players.len();
        if !(MIN_SIDES..=MAX_SIDES).contains(&players) {
            return Err(ResultError::Players(players));
        }
        if let Some(winner) = self.winner.filter(|winner| usize::from(*winner) >= players) {
            return Err(ResultError::Winner { winner, last: players - 1 });
        }
        let digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        if self.hash.len() != HASH_DIGITS || !self.hash.chars().all(digit) {
            return Err(ResultError::Hash(self.hash.chars().take(2 * HASH_DIGITS).collect()));
        }
        let found = self.times.len();
        if found != 0 && found != players {
            return Err(ResultError::Times { found, players });
        }
        Ok(())
    }

    /// The name of the ruleset.
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// The result of a battle, with the times of each side.
    pub fn new(bout: Bout, outcome: Outcome, times: Vec<Clocks>) -> Self {
        let Bout { level, ruleset, seed, players, build, weights, terms } = bout;
        let Outcome { winner, rounds, commands, hash } = outcome;
        Self {
            level,
            ruleset,
            seed,
            players,
            build,
            weights,
            terms,
            winner,
            rounds,
            commands,
            hash,
            times,
        }
    }

    /// The battle.
    pub fn bout(&self) -> Bout {
        Bout {
            level: self.level.clone(),
            ruleset: self.ruleset.clone(),
            seed: self.seed,
            players: self.players.clone(),
            build: self.build.clone(),
            weights: self.weights.clone(),
            terms: self.terms.clone(),
        }
    }

    /// Its result.
    pub fn outcome(&self) -> Outcome {
        let Self { winner, rounds, commands, ref hash, .. } = *self;
        Outcome { winner, rounds, commands, hash: hash.clone() }
    }

    /// The time that each player took.
    pub fn times(&self) -> impl Iterator<Item = (Skill, &Clocks)> {
        self.players.iter().copied().zip(&self.times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_results_are_refused() {
        let bout = Bout {
            level: "field".to_owned(),
            ruleset: "precision".to_owned(),
            seed: 1,
            players: vec![Skill::Veteran, Skill::Soldier],
            build: "test".to_owned(),
            weights: "none".to_owned(),
            terms: "0".to_owned(),
        };
        let hash = fingerprint(b"state");
        let outcome = Outcome { winner: Some(1), rounds: 7, commands: 40, hash };
        let good = FoughtBattle::new(bout, outcome, vec![Clocks::default(), Clocks::default()]);
        assert_eq!(good.check(), Ok(()));
        let untimed = FoughtBattle { times: Vec::new(), ..good.clone() };
        assert_eq!(untimed.check(), Ok(()), "a result may have no times");
        let told = |entry: FoughtBattle| entry.check().unwrap_err().to_string();
        let players = "allowed: 2 to 4";
        let of = |players: usize| vec![Skill::Soldier; players];
        for wrong in [0, 1, 5, 1_000] {
            assert!(told(FoughtBattle { players: of(wrong), ..good.clone() }).contains(players));
        }
        let winner = FoughtBattle { winner: Some(2), ..good.clone() };
        assert_eq!(told(winner), "`winner` is 2; allowed: null, or 0 to 1");
        for hash in ["", "xyz", "0123456789ABCDEF", "0123456789abcdef0"] {
            let wrong = FoughtBattle { hash: hash.to_owned(), ..good.clone() };
            assert!(told(wrong).starts_with(&format!("`hash` is {hash:?}")), "{hash}");
        }
        let times = FoughtBattle { times: vec![Clocks::default()], ..good };
        assert!(told(times).starts_with("`times` has length 1; allowed: 2"));
    }
}
