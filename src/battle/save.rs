//! Saves: a battle as it stands, with the record of how it came there.
//!
//! The state itself is saved, so that loading does not play the battle again and a later change of
//! the rules does not make old saves unreadable. Unlike levels and records a save is not meant to
//! be read or edited by people: after a line that says what it is and a checksum come the bytes of
//! the [`postcard`] format.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use bevy::ecs::prelude::World;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::files::{self, Problem};
use crate::grid::{Cell, MAX_SIDE};
use crate::rules::Event;
use crate::rules::state::State;

use super::ledger::capture;
use super::record::Record;
use super::resources::Chronicle;

/// What a save begins with; the digit is the version of the format.
const HEAD: &[u8] = b"High Ground save 1\n";

/// What a save of any version begins with.
const NAME: &[u8; 17] = b"High Ground save ";

/// The largest save that is read, in bytes (64 MiB).
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A battle as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    /// How it came there.
    pub record: Record,
    /// The state, steps under way and dice included.
    pub state: State,
    /// The log so far.
    pub chronicle: Vec<Event>,
}

impl Save {
    /// The battle in a world as it stands, `None` when there is none.
    pub fn of(world: &World) -> Option<Self> {
        let record = world.get_resource::<Record>()?.clone();
        let chronicle = world.get_resource::<Chronicle>()?.0.clone();
        Some(Self { record, state: capture(world)?, chronicle })
    }

    /// Writes a save file safely.
    ///
    /// # Errors
    /// When the file cannot be written; an older file is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), Problem> {
        files::write_safely(path, &self.to_bytes())
    }

    /// True if a file begins like a save of any version, whole or not.
    pub fn is_at(path: &Path) -> bool {
        let mut start = [0; NAME.len()];
        File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *NAME
    }

    /// Reads a save file.
    ///
    /// # Errors
    /// When the file cannot be read, is larger than [`MAX_BYTES`], is damaged or no save.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let name = path.display().to_string();
        let failed = |e: std::io::Error| Problem::new(&name, e.to_string());
        let file = File::open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(Problem::new(name, "the file is too large for a save"));
        }
        Self::from_bytes(&name, &bytes)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        // Serialising plain structs into memory has no way to fail; were it to, the checksum over
        // nothing would still be right and reading would say that the save is damaged.
        let content = postcard::to_allocvec(self).unwrap_or_default();
        [HEAD, &xxh3_64(&content).to_le_bytes(), &content].concat()
    }

    pub(super) fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Problem> {
        let damaged = || Problem::new(file, "this save is damaged");
        let rest = bytes
            .strip_prefix(HEAD)
            .ok_or_else(|| Problem::new(file, "this is no save that this version can read"))?;
        let (sum, content) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        if xxh3_64(content) != u64::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let save: Self = postcard::from_bytes(content).map_err(|_| damaged())?;
        let board = &save.state.scene.board;
        let (width, height) = (board.width(), board.height());
        let fits = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
        // The last tile is there only if all of them are.
        if !fits || board.tile(Cell::new(width as i16 - 1, height as i16 - 1)).is_none() {
            return Err(damaged());
        }
        if !save.state.units.iter().is_sorted_by(|a, b| a.id() < b.id()) {
            return Err(damaged());
        }
        Ok(save)
    }
}
