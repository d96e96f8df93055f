//! What hides a target.

use super::cell::Cell;
use super::edge_at::EdgeAt;
use super::matter::{Material, VolumeId};
use super::things::ThingId;
use super::units::Share;

/// What blocks a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Blocker {
    /// The ground of a cell, up to its elevation, unlimited for solid cells and off the board; or a
    /// deck over it.
    Column(Cell),
    /// A thing.
    Thing(ThingId),
    /// The matter on the north or west side of a cell.
    Edge(EdgeAt),
    /// A volume that blocks sight or conceals.
    Volume(VolumeId),
}

/// One blocker's part in hiding a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hiding {
    /// The blocker.
    pub blocker: Blocker,
    /// Its material; `None` for volumes.
    pub material: Option<Material>,
    /// The fraction of the target that it hides.
    pub share: Share,
}
