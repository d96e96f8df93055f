//! Which format a file has, by its content.

use std::path::Path;

use super::format::Format;
use super::{ImportError, json, tiled};

/// Maximum size of a map file, in bytes. Universal VTT files hold their picture.
pub const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// File endings of maps, without the dot. Scenes of Foundry VTT are JSON files among others.
pub const ENDINGS: [&str; 6] = ["dd2vtt", "uvtt", "df2vtt", "tmx", "tmj", "json"];

/// The format of a file.
///
/// # Errors
/// If it is none that can be imported, or cannot be read.
pub fn recognise(bytes: &[u8]) -> Result<Format, ImportError> {
    let bytes = without_mark(bytes);
    match bytes.iter().find(|b| !b.is_ascii_whitespace()) {
        Some(b'{') => json::format(bytes),
        Some(b'<') => tiled::recognise(bytes),
        _ => Err(ImportError::Unknown),
    }
}

/// The format of the file at a path, if it is a map of another program. A file with another ending
/// is not read.
pub fn recognise_file(path: &Path) -> Option<Format> {
    if !has_ending(path) {
        return None;
    }
    files::read_bytes(path, MAX_BYTES).ok().and_then(|bytes| recognise(&bytes).ok())
}

/// Whether the name of a file ends like a map of another program.
pub fn has_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// The bytes of a file without a byte order mark.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
