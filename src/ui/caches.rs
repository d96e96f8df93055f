//! The inputs that the panels were last computed for, so that only changes are recomputed.

use bevy::ecs::prelude::*;

use grid::{Cell, FloorAt, SideId, UnitId};
use rules::{Command, Key, Values, Waypoint};

use super::lens::About;
use super::seating::Seating;

/// The inputs of the player's options, other than the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Who sits where.
    pub seating: Seating,
    /// The unit that the player prefers among those that can act.
    pub chosen: Option<UnitId>,
    /// The act being aimed, with its settings: its targets are needed in addition to those of
    /// attacks.
    pub act: Option<(Key, Values)>,
    /// The path to the last waypoint, treated as already walked.
    pub route: Vec<Waypoint>,
}

/// The inputs that the panels were last computed for.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Caches {
    /// Number of events already in the log, and the side whose view it shows.
    pub told: (usize, Option<SideId>),
    /// The subject of the lens.
    pub lens_about: About,
    /// Cells out of view, and the side that does not see them.
    pub veil: (Option<SideId>, Vec<Cell>),
    /// The unit and the act being aimed, and the floors beyond its range or sight.
    pub beyond: (Option<(UnitId, Key)>, Vec<FloorAt>),
    /// The inputs that the options were computed for.
    pub asked: Option<Asked>,
    /// The unit whose current position is previewed.
    pub stays: Option<UnitId>,
    /// The command that is previewed.
    pub previewed: Option<Command>,
    /// True if options, preview and highlights must be recomputed.
    pub stale: bool,
}
