//! A miniature for each unit.

use std::collections::BTreeSet;

use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;

use battle::{BattleState, Mirrored, Rules};
use grid::{SideId, UnitId};
use rules::state::{Carriers, Conditions, Form, Identity, Status, Tracks, Undertakings};
use ui::{Screen, Seats, available_actions};
use view::Mini;

use super::figures::{FigureItem, Figures, MiniEntities};
use super::play::Play;
use super::unit_status::{UnitVitals, vitals};

/// Combatants whose arcs and badges may have changed.
type Hurt = Or<(
    Changed<Mirrored<Status>>,
    Changed<Mirrored<Form>>,
    Changed<Mirrored<Tracks>>,
    Changed<Mirrored<Carriers>>,
    Changed<Mirrored<Conditions>>,
    Changed<Mirrored<Undertakings>>,
)>;

/// The state for which the miniatures were last placed.
#[derive(Default)]
pub(super) struct Before {
    seen_by: Option<(Option<SideId>, bool)>,
    unseen: BTreeSet<UnitId>,
}

/// Puts miniatures where their combatants are, once everything leading there has been shown. In an
/// ongoing battle only those of changed combatants are touched.
pub(super) fn follow(
    battle: Option<(Res<Rules>, Res<BattleState>)>,
    (seats, screen): (Res<Seats>, Res<InState<Screen>>),
    mut play: ResMut<Play>,
    mut before: Local<Before>,
    (mut cast, mut fitness): (ResMut<MiniEntities>, ResMut<UnitVitals>),
    figures: Figures,
    hurt: Query<&Mirrored<Identity>, Hurt>,
    mut minis: Query<&mut Mini>,
    mut commands: Commands,
) {
    let Some((rules, snapshot)) = battle else { return };
    let seen_by = Some((seats.seating.viewer(), play.is_on()));
    let all = screen.is_changed() || before.seen_by != seen_by;
    before.seen_by = seen_by;
    if play.is_on() || !all && !snapshot.is_changed() {
        return;
    }
    play.memory.settle(&snapshot.0);
    let state = &*snapshot.0;
    let unseen = available_actions::unseen(&*rules.0, state, seats.seating.viewer());
    let all = all || before.unseen != unseen;
    before.unseen = unseen;
    let shown = |figure: &FigureItem<'_, '_>| {
        figure.status.is_present() && !before.unseen.contains(&figure.identity.id)
    };
    let mut kept = BTreeSet::new();
    for figure in figures.figures.iter().filter(shown) {
        let (id, known) = (figure.identity.id, cast.0.get(&figure.identity.id).copied());
        let Some(mini) = figure.mini() else { continue };
        kept.insert(id);
        match known {
            Some(entity) if all || figure.is_changed() => {
                if let Ok(mut known) = minis.get_mut(entity) {
                    known.set_if_neq(mini);
                }
            }
            Some(_) => {}
            None => {
                cast.0.insert(id, commands.spawn(mini).id());
            }
        }
    }
    if cast.0.len() != kept.len() {
        cast.0.retain(|id, entity| {
            let stays = kept.contains(id);
            if !stays {
                commands.entity(*entity).despawn();
            }
            stays
        });
    }
    if all || !hurt.is_empty() || kept.len() != fitness.0.len() {
        let fit = kept.iter().filter_map(|id| Some((*id, vitals(&*rules.0, state.unit(*id)?)?)));
        let fit = UnitVitals(fit.collect());
        fitness.set_if_neq(fit);
    }
}
