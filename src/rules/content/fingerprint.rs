//! A number for the content of a ruleset, for records.

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use super::source::Source;
use crate::files::Problem;

/// A number that changes when anything changes that is added to it (XXH3, 64 bit).
#[derive(Clone, Default)]
pub struct Fingerprint(Xxh3);

impl Fingerprint {
    /// Adds a part of the content.
    ///
    /// # Errors
    /// When it cannot be written down; `file` is named then.
    pub fn add(&mut self, part: &impl Serialize, file: &Source) -> Result<(), Vec<Problem>> {
        let bytes = postcard::to_stdvec(part)
            .map_err(|e| vec![Problem::new(&file.name, format!("cannot be hashed: {e}"))])?;
        self.0.update(&bytes);
        Ok(())
    }

    /// The number of all that was added.
    pub fn finish(&self) -> u64 {
        self.0.digest()
    }
}
