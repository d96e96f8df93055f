//! The level editor without its window: what an author does to a level, as values.
//!
//! It flows one way. A pointer moves over the map; a [`Hand`] with a [`Tool`] turns that into
//! [`Edit`]s; a [`Draft`] carries them out, keeps the history and says what [`Changed`]; whoever
//! shows the level builds that anew and takes the next pointer event.
//!
//! ```text
//! pointer ─▶ Hand (tool, symmetry) ─▶ Edit ─▶ Draft (level, board, history) ─▶ Changed ─▶ screen
//! ```
//!
//! Everything is exact and the same on every computer: nothing here knows a clock, a screen or
//! chance without a seed.

mod balance;
mod changed;
mod clip;
mod draft;
mod edit;
mod exposure;
mod hand;
mod history;
mod ink;
mod layers;
mod pick;
mod place;
mod random;
mod recipe;
mod record;
mod relief;
mod rim;
pub mod shape;
pub mod shelf;
mod spin;
mod step;
mod symmetry;
#[cfg(test)]
mod tests;
pub mod underlay;

pub use balance::{Estimate, MAX_BATTLES, estimate};
pub use changed::Changed;
pub use clip::{Clip, ground_around, shift};
pub use draft::Draft;
pub use edit::{Edit, EditError, Fact, Marks, Patch, UnitAt, ZoneUse};
pub use exposure::{Exposed, exposed};
pub use hand::{Hand, Shape, Tool};
pub use history::History;
pub use ink::{HeightInk, Ink, Scatter};
pub use layers::{Layer, LayerSet, Layers};
pub use pick::{Picked, face_unit, move_unit, pick, turn_thing, unit_at, unit_in, uses_of};
pub use place::{Where, place_of};
pub use recipe::{Land, MIN_RECIPE_SIDE, Recipe, Scenery};
pub use relief::ramp;
pub use rim::{Spot, along, around};
pub use shape::{Brush, MAX_BRUSH};
pub use spin::{EdgeAt, Size, Spin, cells_of};
pub use symmetry::Symmetry;
