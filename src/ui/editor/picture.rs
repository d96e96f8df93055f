//! The tracing picture: choosing it and fitting it to the grid.

use std::io;
use std::path::{Path, PathBuf};

use editor::underlay::{self, FitError, calibrated, laid, open_picture};
use editor::{Edit, Fact};
use level::Underlay;

use super::state::EditorState;

/// Assumed pixels per cell until the picture is fitted.
const PIXELS_A_CELL: u32 = 64;

/// The level's folder; pictures must be in it or below.
fn folder(editor: &EditorState) -> Option<PathBuf> {
    let file = editor.file.as_deref()?;
    Some(file.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned())
}

/// Why a picture cannot be placed under the board.
#[derive(Debug, thiserror::Error)]
enum ChooseError {
    /// The level has no folder yet.
    #[error("Save the level first: pictures must be in its folder.")]
    NoFolder,
    /// The picture is in another folder than the level.
    #[error("Put the picture into the level's folder first: {}", .0.display())]
    Outside(PathBuf),
    /// A file or folder cannot be found.
    #[error("{}: {source}", path.display())]
    NotFound {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Levels cannot store its name.
    #[error("The picture's name has characters that levels do not allow.")]
    Name,
    /// It cannot be read.
    #[error("{name}: {source}")]
    Unreadable {
        /// Its name.
        name: String,
        /// Why.
        source: underlay::PictureError,
    },
    /// It does not fit the board.
    #[error(transparent)]
    Fit(#[from] FitError),
}

/// Places a picture under the board, or shows why not. Pictures in other folders are refused: they
/// would be missing when the level is copied elsewhere.
pub(super) fn choose(editor: &mut EditorState, file: &Path) {
    match underlay(editor, file) {
        Ok(underlay) => {
            editor.apply(Edit::Fact(Fact::Underlay(Some(underlay))));
        }
        Err(error) => editor.refuse(error.to_string()),
    }
}

fn underlay(editor: &EditorState, file: &Path) -> Result<Underlay, ChooseError> {
    let folder = folder(editor).ok_or(ChooseError::NoFolder)?;
    let whole = |path: &Path| {
        let missing = |source| ChooseError::NotFound { path: path.to_owned(), source };
        path.canonicalize().map_err(missing)
    };
    let (real, home) = (whole(file)?, whole(&folder)?);
    let inside = real.strip_prefix(&home).map_err(|_| ChooseError::Outside(home.clone()))?;
    let parts: Option<Vec<&str>> = inside.components().map(|c| c.as_os_str().to_str()).collect();
    let name = parts.ok_or(ChooseError::Name)?;
    let name = name.join("/");
    let picture = open_picture(&folder, &name)
        .map_err(|source| ChooseError::Unreadable { name: name.clone(), source })?;
    Ok(laid(&name, (picture.width, picture.height), PIXELS_A_CELL)?)
}

/// Fits the picture by the two clicked points, a number of metres apart.
pub(super) fn fit(editor: &mut EditorState, metres: u32) {
    let (Some(underlay), [a, b]) = (&editor.level().underlay, editor.points.as_slice()) else {
        return editor.refuse("Click two points of the picture first.".to_owned());
    };
    let millimetres = metres.checked_mul(1_000).ok_or(FitError::OutOfRange);
    match millimetres.and_then(|millimetres| calibrated(underlay, (*a, *b), millimetres)) {
        Ok(fitted) => {
            editor.points.clear();
            editor.apply(Edit::Fact(Fact::Underlay(Some(fitted))));
        }
        Err(error) => editor.refuse(error.to_string()),
    }
}
