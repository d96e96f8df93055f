//! Pictures under the board: which files a level may name.

use std::path::{Path, PathBuf};

use super::model::Underlay;

/// Where a picture may lie, in millimetres.
pub(super) const PLACES: (i32, i32) = (-1_000_000, 1_000_000);

/// How large a picture may be, in millimetres.
pub(super) const SIZES: (i32, i32) = (1, 2_000_000);

/// The longest path of a picture, in characters.
const LONGEST: usize = 200;

/// Why a level cannot name a file as its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PicturePathError {
    /// Nothing, or more than a path may have.
    #[error("the path of a picture has 1 to 200 characters")]
    Length,
    /// It leaves the folder of the level, or would on some system.
    #[error(
        "a picture lies in the folder of its level or below: a relative path with `/` between its \
         parts, without `..`, `:` and backslashes"
    )]
    Outside,
    /// The wrong kind of file.
    #[error("a picture is a PNG or JPEG: its name ends with .png, .jpg or .jpeg")]
    Kind,
}

/// The path of a picture below the folder of its level, if a level may name it.
///
/// # Errors
/// For paths that are absolute, leave the folder or name another kind of file.
pub fn picture_path(file: &str) -> Result<PathBuf, PicturePathError> {
    if file.is_empty() || file.chars().count() > LONGEST {
        return Err(PicturePathError::Length);
    }
    // The same on all systems: what is a drive or a separator on one is refused on all.
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
    /// True if a file can describe it.
    pub fn is_sound(&self) -> bool {
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
    fn pictures_stay_inside_the_folder_of_their_level() {
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
