//! Names in the log: each points to its figure on the board.

use std::sync::Arc;

use bevy::app::{App, Update};
use bevy::ecs::prelude::*;

use battle::BattleState;
use grid::UnitId;

use super::board::{PointedSpot, PointedSpots};
use super::notices::change;
use super::panels::Panels;
use super::refresh;
use super::screen::UiSet;
use super::selection::Selection;

/// Adds the marks of names on the board.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lay.in_set(UiSet::Dispatch).after(refresh::think));
}

/// Records the unit whose name is under the pointer.
pub(super) fn point(world: &mut World, unit: Option<UnitId>) {
    change(world, |panels: &mut Panels| panels.log.linked = unit);
}

/// Marks the figure whose name is under the pointer, if the player may see where it is.
fn lay(
    state: Option<Res<BattleState>>,
    (panels, selection): (Res<Panels>, Res<Selection>),
    mut marks: ResMut<PointedSpots>,
) {
    let linked = panels.log.linked.filter(|id| selection.shows(*id) && !panels.folds.all);
    let state = state.map(|state| Arc::clone(&state.0));
    let spot = linked.and_then(|id| PointedSpot::of(state.as_ref()?.unit(id)?));
    if marks.linked != spot {
        marks.linked = spot;
    }
}
