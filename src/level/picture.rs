//! Pictures under the board: which file paths are allowed.

use std::path::{Path, PathBuf};

use super::model::Underlay;

/// Allowed offsets of a picture, in millimetres.
pub(super) const PLACES: (i32, i32) = (-1_000_000, 1_000_000);

/// Allowed sizes of a picture, in millimetres.
pub(super) const SIZES: (i32, i32) = (1, 2_000_000);

/// Maximum length of a picture's path, in characters.
const LONGEST: usize = 200;

/// Why a path is not allowed for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PicturePathError {
    /// Empty or too long.
    #[error("the path of a picture must have 1 to 200 characters")]
    Length,
    /// Leaves the level's folder, or would on some systems.
    #[error(
        "a picture must be in the level's folder or below: a relative path with `/` between its \
         parts, without `..`, `:` or backslashes"
    )]
    Outside,
    /// Not a supported file type.
    #[error("a picture must be a PNG or JPEG file, ending in .png, .jpg or .jpeg")]
    Kind,
}

/// The path of a picture below the level's folder, if allowed.
///
/// # Errors
/// For paths that are absolute, leave the folder or have another file type.
pub fn picture_path(file: &str) -> Result<PathBuf, PicturePathError> {
    if file.is_empty() || file.chars().count() > LONGEST {
        return Err(PicturePathError::Length);
    }
    // Same on all systems: a drive or separator on any system is rejected on all.
    let strange = |c: char| c.is_control() || matches!(c, '\\' | ':');
    let parts = || file.split('/');
    if file.contains(strange) || parts().any(|p| matches!(p.trim(), "" | "." | "..")) {
        return Err(PicturePathError::Outside);
    }
    let ending = Path::new(file).extension().map(|e| e.to_ascii_lowercase());
    match ending.as_deref().and_then(|e| e.to_str()) {
        Some("png" | "jpg" | "jpeg") => Ok(parts().collect()),
        _ => Err(PicturePathError::Kind),
    }
}

impl Underlay {
    /// Whether a file can represent it.
    pub fn is_valid(&self) -> bool {
        let within = |(least, most): (i32, i32), v: i32| (least..=most).contains(&v);
        picture_path(&self.file).is_ok()
            && [self.at.0, self.at.1].into_iter().all(|v| within(PLACES, v))
            && [self.size.0, self.size.1].into_iter().all(|v| within(SIZES, v))
            && self.turn <= 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_stay_inside_the_level_folder() {
        assert_eq!(picture_path("maps/ford.PNG"), Ok(PathBuf::from("maps/ford.PNG")));
        for outside in [
            "/etc/map.png",
            "../map.png",
            "a/../../map.png",
            "C:/map.png",
            "a\\b.png",
            "a//b.png",
            "./map.png",
            "maps/.. /x.png",
            "a\u{0}.png",
        ] {
            assert_eq!(picture_path(outside), Err(PicturePathError::Outside), "{outside}");
        }
        assert_eq!(picture_path("map.gif"), Err(PicturePathError::Kind));
        assert_eq!(picture_path("png"), Err(PicturePathError::Kind));
        assert_eq!(picture_path(""), Err(PicturePathError::Length));
    }
}
