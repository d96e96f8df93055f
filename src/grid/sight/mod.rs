//! Sight, cover and sound: what lies on the straight line between two places.
//!
//! Everything is exact integer arithmetic on a fine lattice (`lattice`). A line is tested against
//! the obstacles near it (`obstacle`, collected from the board by `scene`). Single lines give sight
//! (`sees`), hidden shares (`cover`), creatures and bars in between (`between`), haze and weather
//! (`haze`) and the path of sound (`hearing`). Bodies that are not on a square board take no part:
//! here they neither see nor are seen.

mod between;
mod cover;
mod eye;
mod haze;
mod hearing;
mod hit_mask;
mod lattice;
mod line_batch;
mod merged_boxes;
mod obstacle;
mod ray;
mod scene;
mod sees;

#[cfg(test)]
mod boards;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod properties;

pub use between::{Hit, behind_bars, in_the_way};
pub use cover::{Outlook, hidden, hidden_shares, obstructions};
pub use eye::Eye;
pub use haze::{HazePath, haze_path};
pub use hearing::{SoundPath, sound_path};
pub use lattice::Point;
pub use ray::{Ray, ray};
pub use sees::{has_line_of_effect, sees};
