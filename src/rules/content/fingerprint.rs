//! A hash of the content of a ruleset, for saves and replays.

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use super::source::Source;
use files::Problem;

/// A hash of everything added to it (XXH3, 64 bit).
#[derive(Clone, Default)]
pub struct Fingerprint(Xxh3);

impl Fingerprint {
    /// Adds a part of the content.
    ///
    /// # Errors
    /// If it cannot be serialised; the problem names `file`.
    pub fn add(&mut self, part: &impl Serialize, file: &Source) -> Result<(), Vec<Problem>> {
        let bytes = postcard::to_stdvec(part)
            .map_err(|e| vec![Problem::new(&file.name, format!("cannot be hashed: {e}"))])?;
        self.0.update(&bytes);
        Ok(())
    }

    /// The hash of everything added.
    pub fn finish(&self) -> u64 {
        self.0.digest()
    }
}
