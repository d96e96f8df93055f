//! The player's selection and pointer, and the options that follow.

use bevy::ecs::prelude::*;

use grid::{Cell, UnitId};

use super::caches::Caches;
use super::intent::Tool;
use super::interaction::{Input, Interaction, Options};
use super::lens::Lens;

/// The player's selection and pointer, and the options that follow.
#[derive(Resource, Clone, Debug, Default)]
pub struct Selection {
    /// The player's selection and pointer.
    pub hand: Interaction,
    /// What the player may do.
    pub options: Options,
    /// The open tool panel.
    pub open: Option<Tool>,
    /// The active lens.
    pub lens: Option<Lens>,
}

impl Selection {
    /// True if the player may see where a unit is.
    pub(super) fn shows(&self, unit: UnitId) -> bool {
        let Options { bodies, upper, .. } = &self.options;
        bodies.values().chain(upper.values()).any(|id| *id == unit)
    }

    /// The unit under the keyboard cursor or the pointer.
    pub(super) fn pointed_body(&self) -> Option<UnitId> {
        self.hand.focus().and_then(|cell| self.options.body(cell, self.hand.floor))
    }
}

/// Moves the pointer over a cell.
pub fn point_at(world: &mut World, cell: Cell) {
    if let Some(mut caches) = world.get_resource_mut::<Caches>() {
        caches.stale = true;
    }
    if let Some(mut selection) = world.get_resource_mut::<Selection>() {
        let selection = &mut *selection;
        selection.hand.handle(Input::Hover(Some(cell)), &selection.options);
    }
}
