//! The result of one battle, as a line of a file.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::skill::Skill;

use super::times::Clocks;

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

impl FoughtBattle {
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
