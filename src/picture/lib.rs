//! A plan of a battle as a PNG picture, drawn without window and graphics card: the board from
//! above with light from the north-west, darkness, roofs and weather, and units as round bases.
//!
//! Nothing here affects the rules; floating-point numbers are for appearance only.

mod air;
mod brush;
mod colours;
mod error;
mod ground;
mod labels;
mod legend;
mod letters;
mod matter;
mod noise;
mod relief;
mod things;
mod tokens;

use std::collections::BTreeMap;

use grid::{Board, Cell, Terrain};
use level::{Build, Label, Level, SideColours};
use rules::state::{State, Unit};

use brush::Brush;

pub use error::PictureError;

/// Maximum length of a board's longer side in the picture, in pixels.
const LONGEST: u32 = 2_000;

/// Width of the frame in cells.
const FRAME: f32 = 0.5;

/// Map colour of a terrain, as `0xRRGGBB`.
pub const fn ground_colour(terrain: Terrain) -> u32 {
    match terrain {
        Terrain::Shallows => colours::SHOAL,
        Terrain::Water => colours::DEEP,
        dry => colours::floor(dry),
    }
}

/// The board with all units as a PNG file, with the level's side colours and its labels for
/// players.
///
/// # Errors
/// When there is not enough memory for the picture.
pub fn plan(
    state: &State,
    colours: SideColours,
    labels: &BTreeMap<Cell, Label>,
) -> Result<Vec<u8>, PictureError> {
    let board = &*state.scene.board;
    let (columns, rows) = (u32::from(board.width()), u32::from(board.height()));
    let scale = (LONGEST / columns.max(rows)).clamp(8, 48);
    let legend = legend::height(state);
    let frame = 2.0 * FRAME;
    let pixels = |cells: f32| (cells * scale as f32).ceil() as u32;
    let (width, height) = (pixels(columns as f32 + frame), pixels(rows as f32 + frame + legend));
    let mut brush =
        Brush::new(width, height, scale as f32, FRAME).ok_or(PictureError::Size(width, height))?;
    relief::paint(&mut brush, board);
    ground::draw(&mut brush, board);
    things::things(&mut brush, board);
    matter::edges(&mut brush, board, None);
    air::draw(&mut brush, board);
    tokens::draw(&mut brush, state, colours);
    labels::draw(&mut brush, labels, &tokens::places(state));
    legend::draw(&mut brush, state, colours, rows as f32 + FRAME);
    brush.png()
}

/// A small picture of the board with all units as a PNG file, for lists of battles. `longest` is
/// the length of its longer side in pixels.
///
/// # Errors
/// When there is not enough memory for the picture.
pub fn glance(state: &State, colours: SideColours, longest: u32) -> Result<Vec<u8>, PictureError> {
    let mut brush = at_a_glance(&state.scene.board, longest)?;
    // With hidden information, a list must not reveal positions.
    let shown = |unit: &&Unit| unit.status.is_present() && !state.scene.fog.on;
    for unit in state.units.iter().filter(shown) {
        if let Some(cell) = unit.placement.at.cell() {
            tokens::mark(&mut brush, cell, unit.form.size, colours.of(unit.side()));
        }
    }
    brush.png()
}

/// A board without units; `longest` is the length of the picture's longer side in pixels.
fn at_a_glance(board: &Board, longest: u32) -> Result<Brush, PictureError> {
    let (columns, rows) = (u32::from(board.width()), u32::from(board.height()));
    let scale = longest as f32 / columns.max(rows).max(1) as f32;
    let pixels = |cells: u32| (cells as f32 * scale).round().max(1.0) as u32;
    let (width, height) = (pixels(columns), pixels(rows));
    let mut brush =
        Brush::new(width, height, scale, 0.0).ok_or(PictureError::Size(width, height))?;
    relief::paint(&mut brush, board);
    ground::draw(&mut brush, board);
    things::things(&mut brush, board);
    matter::edges(&mut brush, board, None);
    air::draw(&mut brush, board);
    Ok(brush)
}

/// A picture as pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// RGBA bytes of all pixels, by rows from the top; alpha is not premultiplied.
    pub rgba: Vec<u8>,
}

/// A thumbnail of a level: its board and where each side starts. `longest` is the length of its
/// longer side in pixels.
///
/// # Errors
/// When there is not enough memory for the picture.
pub fn thumbnail(level: &Level, longest: u32) -> Result<Raster, PictureError> {
    let mut brush = at_a_glance(&level.board_in_play().0, longest)?;
    for side in &level.sides {
        for unit in &side.units {
            tokens::mark(&mut brush, unit.at, Build::usual(unit.role).size, side.colour);
        }
    }
    let (width, height) = brush.size();
    Ok(Raster { width, height, rgba: brush.rgba() })
}

#[cfg(test)]
mod tests;
