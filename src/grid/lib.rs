//! The battle map as pure geometry: cells, heights, matter, and facts about the bodies on it.
//!
//! Everything here is integer arithmetic and independent of rules: it answers
//! with facts (distance, concealment, adjacency), never with bonuses.
//! Horizontal unit: one cell = 1 m. Vertical unit: half a metre ([`Hm`]).
//!
//! ```
//! use grid::{Cell, Diagonals, Hm, Room, Sketch};
//!
//! // A cliff of 6 m beside grass; the letters mark cells.
//! let map = Sketch::new(
//!     "A...66
//!      .....B",
//! )?;
//! let (a, b) = (map.mark('A').unwrap(), map.mark('B').unwrap());
//! assert_eq!((a, b), (Cell::new(0, 0), Cell::new(5, 1)));
//!
//! let top = Room::point(Cell::new(4, 0), map.board.footing(Cell::new(4, 0), Hm(0)).unwrap());
//! assert_eq!(top.feet, Hm::metres(6));
//! // Four cells along, but six metres up: the larger counts.
//! assert_eq!(Room::point(a, Hm(0)).distance(&top, Diagonals::One), 6);
//! # Ok::<(), grid::SketchError>(())
//! ```

mod air;
mod altitude;
mod ascii;
mod board;
mod body;
mod cell;
mod contact;
mod deck;
mod distance;
mod edge_at;
mod feature;
mod field;
mod finish;
mod flanking;
mod floor;
mod ground;
mod hatch;
mod hiding;
mod lamp;
mod ledge;
mod matter;
mod memo;
mod prop;
mod push;
mod quick;
mod reach;
mod rise;
mod room;
#[cfg(test)]
pub(crate) mod samples;
pub mod shape;
mod sight;
mod step;
mod steps;
mod support;
#[cfg(test)]
pub(crate) mod symmetry;
mod terrain;
mod things;
mod units;
mod upper;

pub use air::{Atmosphere, Haze, MAX_MIASMA, Weather, WeatherKind};
pub use altitude::AltitudeBand;
pub use ascii::{Sketch, SketchError};
pub use board::{Board, MAX_SIDE};
pub use body::{Body, Sharing, SideId, SupportKind, UnitId, footprint};
pub use cell::{Cell, Dir, Place};
pub use contact::{Contact, ContactPath};
pub use deck::{Deck, MAX_STOREYS};
pub use distance::{Diagonals, distance, feet_difference};
pub use edge_at::EdgeAt;
pub use feature::{Feature, ground_words};
pub use field::Field;
pub use finish::Finish;
pub use flanking::{Bearing, are_opposite, bearing, bearing_of_cell};
pub use floor::FloorAt;
pub use ground::{Ground, Obstacle, Site};
pub use hiding::{Blocker, Hidden, Hiding};
pub use lamp::{Lamp, LampSetting, ParseColourError, Rgb};
pub use ledge::Ledge;
pub use matter::{Band, Edge, EdgeKind, EdgeSpec, Material, Passage, Volume, VolumeId};
pub use prop::{Prop, PropBox, PropPaint};
pub use push::{Lean, Push, PushEnd, PushTrack};
pub use quick::Quick;
pub use reach::{
    CostOnly, MAX_BUDGET, PathRefusal, Pricing, Reach, StepKinds, Stop, path_cost, reach,
};
pub use room::Room;
pub use sight::{
    Eye, HazePath, Hit, Outlook, Point, Ray, SoundPath, behind_bars, has_line_of_effect, haze_path,
    hidden, hidden_shares, in_the_way, obstructions, ray, sees, sound_path,
};
pub use step::{Move, StepFacts, StepMode};
pub use terrain::{Climb, Hazard, Light, Rough, Terrain, Tile};
pub use things::{Footing, Thing, ThingId, ThingKind, ThingSpec};
pub use units::{Hm, Share};
