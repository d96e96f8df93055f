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

/// How much of a target is hidden from an attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The fraction hidden by hard matter.
    pub hard: Share,
    /// The fraction hidden by soft matter only. Has the same denominator as `hard`.
    pub soft: Share,
    /// The blockers that hide it, largest share first. Every hidden point is credited to one
    /// blocker: the sturdiest in its way (stone and metal, wood, glass, foliage, volumes); ties go
    /// to the nearest to the target. So the shares add up to `hard` plus `soft`, and those of stone
    /// and metal to everything that stone or metal hides.
    pub blockers: Vec<Hiding>,
}

impl Hidden {
    /// Not hidden: 0 of 1.
    pub const NONE: Self = Self { hard: Share::NONE, soft: Share::NONE, blockers: Vec::new() };

    /// The fraction hidden by hard or soft matter.
    pub const fn total(&self) -> Share {
        Share { part: self.hard.part + self.soft.part, whole: self.hard.whole }
    }
}
