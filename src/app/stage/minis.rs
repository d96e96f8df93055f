//! A miniature for each unit.

use std::collections::BTreeMap;

use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;

use crate::battle::{Rules, Snapshot};
use crate::grid::{Board, Hm, SideId, SupportKind, UnitId};
use crate::rules::state::{Posture, Status, Unit};
use crate::ui::{BattleUiState, Screen, available_actions};
use crate::view::{Mini, Pose};

use super::play::Play;
use super::unit_status::{UnitVitals, vitals};

/// Miniatures on the board, by unit.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct MiniEntities(pub BTreeMap<UnitId, Entity>);

/// Moves every miniature to its unit once all pending cues have been shown.
pub(super) fn follow(
    battle: Option<(Res<Rules>, Res<Snapshot>)>,
    (table, screen): (Res<BattleUiState>, Res<InState<Screen>>),
    mut play: ResMut<Play>,
    mut last: Local<Option<(Option<SideId>, bool)>>,
    (mut cast, mut fitness): (ResMut<MiniEntities>, ResMut<UnitVitals>),
    mut minis: Query<&mut Mini>,
    mut commands: Commands,
) {
    let Some((rules, snapshot)) = battle else { return };
    let seen = (table.seating.viewer(), play.is_on());
    let changed = snapshot.is_changed() || screen.is_changed() || *last != Some(seen);
    *last = Some(seen);
    if play.is_on() || !changed {
        return;
    }
    play.memory.settle(&snapshot.0);
    let state = &*snapshot.0;
    let unseen = available_actions::unseen(&*rules.0, state, seen.0);
    let board = &state.scene.board;
    let wanted: BTreeMap<UnitId, Mini> = state
        .units
        .iter()
        .filter(|unit| unit.status.is_present() && !unseen.contains(&unit.id()))
        .filter_map(|unit| Some((unit.id(), mini(unit, board)?)))
        .collect();
    let shown = state.units.iter().filter(|unit| wanted.contains_key(&unit.id()));
    let fit = shown.filter_map(|unit| Some((unit.id(), vitals(&*rules.0, unit)?))).collect();
    fitness.set_if_neq(UnitVitals(fit));
    cast.0.retain(|id, entity| {
        let stays = wanted.contains_key(id);
        if !stays {
            commands.entity(*entity).despawn();
        }
        stays
    });
    for (id, want) in wanted {
        match cast.0.get(&id).copied() {
            Some(entity) => {
                if let Ok(mut mini) = minis.get_mut(entity) {
                    mini.set_if_neq(want);
                }
            }
            None => {
                cast.0.insert(id, commands.spawn(want).id());
            }
        }
    }
}

/// Miniature of a unit; `None` off the square board.
pub(super) fn mini(unit: &Unit, board: &Board) -> Option<Mini> {
    let cell = unit.placement.at.cell()?;
    // A changed form has its own figure, if one exists.
    let changed = !unit.form.stored.is_empty();
    let role = if changed { &unit.form.sheet.kind } else { &unit.identity.role };
    let place = &unit.placement;
    let mut mini =
        Mini::new(role.clone(), unit.side().0, unit.form.size, cell, place.feet, place.facing);
    mini.altitude = match place.support {
        SupportKind::Flight | SupportKind::Nothing => {
            let ground = board.tile(cell).map_or(place.feet, |tile| tile.surface());
            (place.feet - ground).max(Hm::ZERO)
        }
        _ => Hm::ZERO,
    };
    mini.pose = match (unit.status, place.posture) {
        (Status::Down | Status::Dead, _) => Pose::Down,
        (_, Posture::Prone) => Pose::Prone,
        (_, Posture::Standing) => Pose::Standing,
    };
    Some(mini)
}
