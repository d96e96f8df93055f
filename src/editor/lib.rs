//! The level editor without its window: edits of a level, as values.
//!
//! Data flows one way. The pointer moves over the map; a [`ToolController`] with a [`Tool`] turns
//! that into [`Edit`]s; a [`Draft`] applies them, records the history and returns what [`Changed`].
//! The view rebuilds that part.
//!
//! ```text
//! pointer ─▶ ToolController ─▶ Edit ─▶ Draft (level, board, history) ─▶ Changed ─▶ screen
//! ```
//!
//! Everything is exact and deterministic: nothing here uses a clock, a screen or unseeded
//! randomness.

mod balance;
mod changed;
mod clipboard;
mod draft;
mod edge_path;
mod edit;
mod exposure;
mod history;
mod layers;
mod paint;
mod parts;
mod pick;
mod place;
mod random;
mod recipe;
mod record;
mod relief;
pub mod shape;
pub mod shelf;
pub mod stamp;
mod step;
mod symmetry;
#[cfg(test)]
mod tests;
mod tool_controller;
mod transform;
pub mod underlay;

pub use balance::{Estimate, MAX_BATTLES, estimate};
pub use changed::Changed;
pub use clipboard::{Clipboard, ground_around, shift};
pub use draft::Draft;
pub use edge_path::{Spot, along, around};
pub use edit::{Edit, EditError, Fact, Marks, Patch, UnitAt, ZoneUse};
pub use exposure::{Exposed, exposed};
pub use history::History;
pub use layers::{Layer, LayerSet, Layers};
pub use paint::{HeightPaint, Paint, Scatter};
pub use parts::{Laying, Listed, MAX_PART_NAME, part_file, parts_in, read_part, write_part};
pub use pick::{Picked, face_unit, move_unit, pick, turn_thing, unit_at, unit_in, uses_of};
pub use place::{Where, place_of};
pub use recipe::{Land, MIN_RECIPE_SIDE, Recipe, Scenery};
pub use relief::ramp;
pub use shape::{Brush, MAX_BRUSH};
pub use symmetry::Symmetry;
pub use tool_controller::{Shape, Tool, ToolController};
pub use transform::{EdgeAt, GridTransform, Size, cells_of};
