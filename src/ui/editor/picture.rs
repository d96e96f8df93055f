//! The tracing picture: choosing it and fitting it to the grid.

use std::path::{Path, PathBuf};

use crate::editor::underlay::{FitError, calibrated, laid, open_picture};
use crate::editor::{Edit, Fact};
use crate::level::Underlay;

use super::state::EditorState;

/// Assumed pixels per cell until the picture is fitted.
const PIXELS_A_CELL: u32 = 64;

/// The level's folder; pictures must be in it or below.
fn folder(editor: &EditorState) -> Option<PathBuf> {
    let file = editor.file.as_deref()?;
    Some(file.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned())
}

/// Lays a picture under the board, or shows why not. Pictures in other folders are refused: they
/// would be missing when the level is copied elsewhere.
pub(super) fn choose(editor: &mut EditorState, file: &Path) {
    match underlay(editor, file) {
        Ok(underlay) => {
            editor.apply(Edit::Fact(Fact::Underlay(Some(underlay))));
        }
        Err(text) => editor.refuse(text),
    }
}

fn underlay(editor: &EditorState, file: &Path) -> Result<Underlay, String> {
    let folder = folder(editor).ok_or("Save the level first: pictures must be in its folder.")?;
    let whole = |path: &Path| path.canonicalize().map_err(|e| format!("{}: {e}", path.display()));
    let (real, home) = (whole(file)?, whole(&folder)?);
    let inside = real.strip_prefix(&home).map_err(|_| {
        format!("Put the picture into the level's folder first: {}", home.display())
    })?;
    let parts: Option<Vec<&str>> = inside.components().map(|c| c.as_os_str().to_str()).collect();
    let name = parts.ok_or("The picture's name has characters that levels do not allow.")?;
    let name = name.join("/");
    let picture = open_picture(&folder, &name).map_err(|e| format!("{name}: {e}"))?;
    laid(&name, (picture.width, picture.height), PIXELS_A_CELL).map_err(|e| e.to_string())
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
