//! The miniatures on the board, and the combatant components that determine their look.

use std::collections::BTreeMap;

use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;

use battle::facts::{Airborne, Prone};
use battle::{Mirrored, UnitEntities};
use grid::{Cell, Hm, UnitId};
use rules::state::{Carriers, Form, Identity, Placement, Status};
use view::{Mini, Pose};

/// Miniatures on the board, by unit.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct MiniEntities(pub BTreeMap<UnitId, Entity>);

/// The components that a miniature depends on.
#[derive(QueryData)]
pub(super) struct Figure {
    pub(super) identity: &'static Mirrored<Identity>,
    form: Ref<'static, Mirrored<Form>>,
    placement: Ref<'static, Mirrored<Placement>>,
    pub(super) status: Ref<'static, Mirrored<Status>>,
    airborne: Option<Ref<'static, Airborne>>,
    prone: Has<Prone>,
    carriers: Ref<'static, Mirrored<Carriers>>,
}

/// The combatants on the board, by number.
#[derive(SystemParam)]
pub(super) struct Figures<'w, 's> {
    entities: Option<Res<'w, UnitEntities>>,
    pub(super) figures: Query<'w, 's, Figure>,
}

impl Figures<'_, '_> {
    /// A combatant's cell and size.
    pub(super) fn place(&self, id: UnitId) -> Option<(Cell, u8)> {
        let figure = self.figures.get(self.entity(id)?).ok()?;
        Some((figure.placement.at.cell()?, figure.form.size))
    }

    /// A combatant's miniature.
    pub(super) fn mini(&self, id: UnitId) -> Option<Mini> {
        self.figures.get(self.entity(id)?).ok()?.mini()
    }

    fn entity(&self, id: UnitId) -> Option<Entity> {
        self.entities.as_ref()?.0.get(&id).copied()
    }
}

impl FigureItem<'_, '_> {
    /// True if the look of the miniature may have changed.
    pub(super) fn is_changed(&self) -> bool {
        self.form.is_changed()
            || self.placement.is_changed()
            || self.status.is_changed()
            || self.airborne.as_ref().is_some_and(Ref::is_changed)
            || self.carriers.is_changed()
    }

    /// The miniature; none off the square board.
    pub(super) fn mini(&self) -> Option<Mini> {
        let placement = &*self.placement;
        let cell = placement.at.cell()?;
        let role = self.form.figure(&self.identity.role);
        let (side, feet) = (self.identity.side.0, placement.feet);
        let mut mini = Mini::new(role.clone(), side, self.form.size, cell, feet, placement.facing);
        mini.altitude = self.airborne.as_ref().map_or(Hm::ZERO, |airborne| airborne.altitude);
        // A layer over the body is shown as a spirit beside it, if it has a figure.
        mini.companion = self.carriers.standing().next().map(|layer| layer.id.clone());
        mini.pose = match **self.status {
            Status::Down | Status::Dead => Pose::Down,
            _ if self.prone => Pose::Prone,
            _ => Pose::Standing,
        };
        Some(mini)
    }
}
