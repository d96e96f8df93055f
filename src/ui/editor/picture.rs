//! The picture to trace: choosing it, laying it under the board, fitting it to the grid.

use std::path::{Path, PathBuf};

use crate::editor::underlay::{FitError, calibrated, laid, open_picture};
use crate::editor::{Edit, Fact};
use crate::level::Underlay;

use super::state::EditorState;

/// A picture is taken for one with cells of so many pixels, until somebody fits it.
const PIXELS_A_CELL: u32 = 64;

/// The folder of the level; pictures lie in it or below.
fn folder(desk: &EditorState) -> Option<PathBuf> {
    let file = desk.file.as_deref()?;
    Some(file.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned())
}

/// Lays a picture under the board, or tells why not. A picture elsewhere is not taken: the level
/// would lose it when it is given on.
pub(super) fn choose(desk: &mut EditorState, file: &Path) {
    match underlay(desk, file) {
        Ok(underlay) => {
            desk.apply(Edit::Fact(Fact::Underlay(Some(underlay))));
        }
        Err(text) => desk.refuse(text),
    }
}

fn underlay(desk: &EditorState, file: &Path) -> Result<Underlay, String> {
    let folder = folder(desk).ok_or("Save the level first: its pictures lie beside it.")?;
    let whole = |path: &Path| path.canonicalize().map_err(|e| format!("{}: {e}", path.display()));
    let (real, home) = (whole(file)?, whole(&folder)?);
    let inside = real.strip_prefix(&home).map_err(|_| {
        format!("Put the picture into the folder of the level, {}, first.", home.display())
    })?;
    let parts: Option<Vec<&str>> = inside.components().map(|c| c.as_os_str().to_str()).collect();
    let name = parts.ok_or("The name of the picture has letters that a level cannot hold.")?;
    let name = name.join("/");
    let picture = open_picture(&folder, &name).map_err(|e| format!("{name}: {e}"))?;
    laid(&name, (picture.width, picture.height), PIXELS_A_CELL).map_err(|e| e.to_string())
}

/// Fits the picture by the two points that were clicked, so many metres apart.
pub(super) fn fit(desk: &mut EditorState, metres: u32) {
    let (Some(underlay), [a, b]) = (&desk.level().underlay, desk.points.as_slice()) else {
        return desk.refuse("Click on two points of the picture first.".to_owned());
    };
    let millimetres = metres.checked_mul(1_000).ok_or(FitError::OutOfRange);
    match millimetres.and_then(|millimetres| calibrated(underlay, (*a, *b), millimetres)) {
        Ok(fitted) => {
            desk.points.clear();
            desk.apply(Edit::Fact(Fact::Underlay(Some(fitted))));
        }
        Err(error) => desk.refuse(error.to_string()),
    }
}
