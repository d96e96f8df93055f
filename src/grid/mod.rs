//! The battle map as pure geometry: cells, heights, matter, and the facts about bodies on it.
//!
//! Everything here is integer arithmetic and knows no rules: it answers with facts (how far, how
//! much hidden, who stands beside whom), never with bonuses. Horizontal unit: one cell = 1 m.
//! Vertical unit: half a metre ([`Hm`]).

mod board;
mod body;
mod cell;
mod field;
mod ground;
mod matter;
mod reach;
mod room;
#[cfg(test)]
pub(crate) mod samples;
mod sight;
mod step;
mod support;
#[cfg(test)]
pub(crate) mod symmetry;
mod terrain;
mod units;

pub use board::{Board, MAX_SIDE};
pub use body::{Body, SideId, SupportKind, UnitId, footprint};
pub use cell::{Cell, Dir, Place};
pub use field::Field;
pub use ground::{Ground, Obstacle, Site};
pub use matter::{
    Band, Edge, EdgeKind, EdgeSpec, Footing, Material, Passage, Thing, ThingId, ThingKind,
    ThingSpec, Volume, VolumeId,
};
pub use reach::{MAX_BUDGET, Manners, PathRefusal, Pricing, Reach, Stop, path_cost, reach};
pub use room::Room;
pub use sight::{
    Blocker, Eye, Hidden, Hiding, Hit, Point, Ray, SoundPath, haze, hidden, in_the_way, ray, sees,
    sound_path,
};
pub use step::{Manner, Move, StepFacts};
pub use terrain::{Hazard, Light, Rough, Terrain, Tile};
pub use units::{Hm, Share};
