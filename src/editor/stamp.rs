//! Detects when another program has changed a file.

use std::path::Path;
use std::time::SystemTime;

use files::{MAX_TEXT, read_bytes};
use xxhash_rust::xxh3::xxh3_64;

/// The state of a file when it was read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Modification time, where the platform provides it.
    modified: Option<SystemTime>,
    /// Its length in bytes.
    length: u64,
    /// A hash of its bytes.
    hash: u64,
}

impl Stamp {
    /// The stamp of a file as it is now; `None` if it cannot be read.
    pub fn of(file: &Path) -> Option<Self> {
        let about = std::fs::metadata(file).ok()?;
        let bytes = read_bytes(file, MAX_TEXT).ok()?;
        let hash = xxh3_64(&bytes);
        Some(Self { modified: about.modified().ok(), length: about.len(), hash })
    }

    /// True if the file has different content now. A missing file counts as unchanged: saving
    /// creates it again. The bytes are read only if the modification time or length differs.
    pub fn differs(&self, file: &Path) -> bool {
        let Ok(about) = std::fs::metadata(file) else { return false };
        let untouched = self.modified.is_some() && about.modified().ok() == self.modified;
        if untouched && about.len() == self.length {
            return false;
        }
        Self::of(file).is_some_and(|now| now.hash != self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_other_bytes_are_a_change() {
        let folder = std::env::temp_dir().join(format!("highground-stamp-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("level.ron");
        assert_eq!(Stamp::of(&file), None);
        std::fs::write(&file, "one").unwrap();
        let stamp = Stamp::of(&file).unwrap();
        assert!(!stamp.differs(&file));
        std::fs::write(&file, "one").unwrap();
        assert!(!stamp.differs(&file), "written again, but the same");
        std::fs::write(&file, "other").unwrap();
        assert!(stamp.differs(&file));
        std::fs::remove_file(&file).unwrap();
        assert!(!stamp.differs(&file), "gone");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
