//! Replays: a recorded battle set up again, replayed and compared with its record.

use files::{Problem, first};
use level::Level;
use rules::engine::{self, BattleStatus, CommandError, Fault};
use rules::oracle::Play;
use rules::state::State;
use rules::{Command, Event, Key, Refusal, SharedRuleset};

use super::record::Record;
use super::setup::{Choices, Setup, SetupError};

impl Record {
    /// Sets up the recorded battle from its beginning. `rules` has the house rules of the battle.
    ///
    /// # Errors
    /// When the level in the record cannot be read or played.
    pub fn setup(&self, rules: SharedRuleset) -> Result<Setup, ReplayError> {
        let level = Level::parse("level in the record", &self.level).map_err(ReplayError::Level)?;
        let choices = Choices {
            seed: self.seed,
            controllers: self.controllers.clone(),
            overrides: self.overrides.clone(),
            referee: self.referee,
            unaided: self.unaided,
            asks_people: self.asks_people,
            deployed: self.deployed.clone(),
        };
        Setup::from_level(&level, self.ruleset.clone(), rules, choices).map_err(ReplayError::Setup)
    }
}

/// Where a replay deviated from the recorded battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The level in the record cannot be read.
    #[error("the level in the record cannot be read: {}", first(.0))]
    Level(Vec<Problem>),
    /// The battle cannot be set up.
    #[error("the battle cannot be set up: {}", first(.0))]
    Setup(Vec<SetupError>),
    /// The ruleset's data have changed.
    #[error("the data of `{ruleset}` have changed since the battle was recorded")]
    Data {
        /// The ruleset.
        ruleset: Key,
    },
    /// The ruleset failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The battle begins differently.
    #[error("the battle begins differently: hash {found:016x} instead of {recorded:016x}")]
    Start {
        /// In the record.
        recorded: u64,
        /// Now.
        found: u64,
    },
    /// A command is no longer possible.
    #[error("command {number} is now refused: {source}")]
    Refused {
        /// Its number, counted from 1.
        number: usize,
        /// The command.
        command: Box<Command>,
        /// Why.
        source: Box<Refusal>,
    },
    /// A command leads to another state.
    #[error("command {number} has another outcome: hash {found:016x} instead of {recorded:016x}")]
    Outcome {
        /// Its number, counted from 1.
        number: usize,
        /// The command.
        command: Box<Command>,
        /// In the record.
        recorded: u64,
        /// Now.
        found: u64,
    },
}

/// A replayed battle.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The final state.
    pub state: State,
    /// All events.
    pub events: Vec<Event>,
    /// The final status.
    pub status: BattleStatus,
}

/// Replays a battle and compares the state after each command.
///
/// # Errors
/// The first difference, with the command.
pub fn replay(record: &Record, rules: SharedRuleset) -> Result<Replay, ReplayError> {
    let mut events = Vec::new();
    let (state, status) = follow(record, rules, |_, _, _, fresh| events.extend_from_slice(fresh))?;
    Ok(Replay { state, events, status })
}

/// Replays a battle and shows each of its moments: number of commands, state, status, and the
/// events since the previous moment. Returns the end.
///
/// # Errors
/// The first difference. The moments before it have been shown.
pub(super) fn follow(
    record: &Record,
    rules: SharedRuleset,
    mut show: impl FnMut(usize, &State, &BattleStatus, &[Event]),
) -> Result<(State, BattleStatus), ReplayError> {
    if record.data != rules.data_hash() {
        return Err(ReplayError::Data { ruleset: record.ruleset.clone() });
    }
    let Setup { rules, scene, units, seed, .. } = record.setup(rules)?;
    let mut state = State::new(scene, units, seed);
    let mut events = Vec::new();
    let mut status = engine::advance(&*rules, &mut state, &mut Play, &mut events)?;
    let found = state.hash();
    if found != record.start {
        return Err(ReplayError::Start { recorded: record.start, found });
    }
    show(0, &state, &status, &events);
    for (i, entry) in record.commands.iter().enumerate() {
        let (number, command) = (i + 1, Box::new(entry.command.clone()));
        let (fresh, now) = match engine::submit(&*rules, &mut state, &command, &mut Play) {
            Ok(done) => done,
            Err(CommandError::Fault(fault)) => return Err(fault.into()),
            Err(CommandError::Refused(source)) => {
                let source = Box::new(source);
                return Err(ReplayError::Refused { number, command, source });
            }
        };
        status = now;
        let found = state.hash();
        if found != entry.hash {
            let recorded = entry.hash;
            return Err(ReplayError::Outcome { number, command, recorded, found });
        }
        show(number, &state, &status, &fresh);
    }
    Ok((state, status))
}
