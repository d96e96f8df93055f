//! Saves: the current state of a battle, with its record and log.
//!
//! The state itself is saved, so loading does not replay the battle, and later rule changes do not
//! make old saves unreadable. [`mod@format`] defines the file format, and [`shelf`] manages a
//! player's saves.

mod bounds;
pub mod format;
pub mod shelf;
mod summary;

use std::io::Read;
use std::path::Path;

use bevy::ecs::prelude::World;
use serde::{Deserialize, Serialize};

use files::{self, Problem};
use rules::Event;
use rules::state::State;

use super::record::Record;
use super::resources::{BattleState, EventLog};

use format::Fault;
pub use summary::{MAX_BYTES, SaveSummary};

/// The current state of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    /// The record of how it got there.
    pub record: Record,
    /// The state, including pending steps and dice.
    pub state: State,
    /// The log so far.
    #[serde(rename = "chronicle")]
    pub events: Vec<Event>,
}

impl SaveSummary {
    /// The card of a save, under a given name and without a picture.
    pub fn of(save: &Save, name: &str, written: Option<u64>) -> Self {
        Self {
            name: name.to_owned(),
            level: save.record.level_name(),
            ruleset: save.record.ruleset.to_string(),
            round: save.state.scene.clock.round,
            written,
            over: save.state.scene.verdict.is_some(),
            picture: Vec::new(),
        }
    }
}

impl Save {
    /// The current battle of a world, `None` without a battle.
    pub fn of(world: &World) -> Option<Self> {
        let record = world.get_resource::<Record>()?.clone();
        let events = world.get_resource::<EventLog>()?.0.clone();
        let state = State::clone(&world.get_resource::<BattleState>()?.0);
        Some(Self { record, state, events })
    }

    /// Writes a save file safely.
    ///
    /// # Errors
    /// When the file cannot be written; an existing file is then untouched.
    pub fn write(&self, path: &Path, card: &SaveSummary) -> Result<(), Problem> {
        files::write_safely(path, &self.to_bytes(path, card)?)
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// When the battle is too large to read again.
    pub fn to_bytes(&self, path: &Path, card: &SaveSummary) -> Result<Vec<u8>, Problem> {
        format::write(card, self)
            .map_err(|fault| Problem::new(path.display().to_string(), fault.to_string()))
    }

    /// True if a file starts like a save of any version, damaged or not.
    pub fn is_at(path: &Path) -> bool {
        let mut start = [0; format::NAME.len()];
        let read = files::open(path).map(|mut file| file.read_exact(&mut start));
        matches!(read, Ok(Ok(()))) && start == *format::NAME
    }

    /// Reads a save file.
    ///
    /// # Errors
    /// When the file cannot be read, is larger than [`MAX_BYTES`], is damaged or is not a save.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let name = path.display().to_string();
        Self::from_bytes(&name, &bytes(path)?)
    }

    /// Reads a save from the bytes of its file; `file` is the name used in messages.
    ///
    /// # Errors
    /// As in [`Self::read`].
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Problem> {
        let failed = |fault: Fault| Problem::new(file, fault.to_string());
        let save: Self = format::read(bytes).map_err(failed)?;
        if !bounds::is_valid(&save.state) {
            return Err(failed(Fault::Damaged));
        }
        Ok(save)
    }
}

/// The card of a save file, without reading the battle.
///
/// # Errors
/// As in [`Save::read`].
pub fn card(path: &Path) -> Result<SaveSummary, Problem> {
    format::card(&bytes(path)?)
        .map_err(|fault| Problem::new(path.display().to_string(), fault.to_string()))
}

/// The bytes of a file that may be a save.
fn bytes(path: &Path) -> Result<Vec<u8>, Problem> {
    files::read_bytes(path, MAX_BYTES)
}
