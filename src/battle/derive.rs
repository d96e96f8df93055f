//! Facts derived from the battle state, kept as components for screens and editors.
//!
//! Each system answers one question and writes a component only if the answer has changed, so that
//! `Changed` filters are meaningful. They run only after a change of the battle.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::grid::{Board, Body, Field, Hm, SupportKind, UnitId, hidden, sees};
use crate::rules::engine::{self, BattleStatus};
use crate::rules::state::{Identity, Placement, Posture, State, Status};

use super::components::{
    Acting, Airborne, Concealed, Cover, CoverFrom, Flanked, Ground, OfBattle, Prone, Reachable,
    SeenBy, Supported,
};
use super::resources::{BattleStatusRes, Rules, SceneRes, Snapshot, UnitEntities};

/// Height difference of the feet from which neighbours do not press each other.
const PRESSING_HEIGHT: Hm = Hm::metres(2);

/// Keeps the board and the entities of its objects in step with the scene.
pub(super) fn terrain(
    scene: Res<SceneRes>,
    mut ground: Query<&mut Ground>,
    covers: Query<(Entity, &Cover)>,
    mut commands: Commands,
) {
    let board = &scene.0.board;
    for mut known in &mut ground {
        if !Arc::ptr_eq(&known.0, board) {
            known.0 = Arc::clone(board);
        }
    }
    let mut known = BTreeSet::new();
    for (entity, cover) in &covers {
        if board.thing(cover.thing).is_some() {
            known.insert(cover.thing);
        } else {
            commands.entity(entity).despawn();
        }
    }
    for (id, thing) in board.things().filter(|(id, _)| !known.contains(id)) {
        let material = thing.kind.spec().material;
        let cover = Cover { thing: id, material, height: thing.height, cell: thing.cell };
        commands.spawn((OfBattle, cover));
    }
}

/// Marks the combatants that may act, and computes where they can go.
pub(super) fn reach(
    rules: Res<Rules>,
    snapshot: Res<Snapshot>,
    standing: Res<BattleStatusRes>,
    muster: Res<UnitEntities>,
    former: Query<(Entity, &Identity), With<Acting>>,
    mut commands: Commands,
) {
    let acting: &[UnitId] = match &standing.0 {
        Some(BattleStatus::Await(units)) => units,
        _ => &[],
    };
    for (entity, identity) in &former {
        if !acting.contains(&identity.id) {
            commands.entity(entity).remove::<(Acting, Reachable)>();
        }
    }
    engine::with_ctx(&*rules.0, &snapshot.0, |ctx| {
        for unit in acting {
            if let Some(entity) = muster.0.get(unit) {
                let reach = Reachable(rules.0.reach(ctx, *unit));
                commands.entity(*entity).insert((Acting, reach));
            }
        }
    });
}

/// Marks prone combatants.
pub(super) fn posture(
    units: Query<(Entity, &Placement, &Status, Has<Prone>), Changed<Placement>>,
    mut commands: Commands,
) {
    for (entity, placement, status, marked) in &units {
        let lies = placement.posture == Posture::Prone && status.is_present();
        match (lies, marked) {
            (true, false) => {
                commands.entity(entity).insert(Prone);
            }
            (false, true) => {
                commands.entity(entity).remove::<Prone>();
            }
            (true, true) | (false, false) => {}
        }
    }
}

/// What supports each combatant, and how high it is above its landing surface.
pub(super) fn support(
    rules: Res<Rules>,
    snapshot: Res<Snapshot>,
    mut units: Query<(Entity, &Identity, &Placement, &mut Supported, Option<&mut Airborne>)>,
    mut commands: Commands,
) {
    engine::with_ctx(&*rules.0, &snapshot.0, |ctx| {
        for (entity, identity, placement, mut supported, airborne) in &mut units {
            let room = ctx.field.body(identity.id).and_then(Body::room);
            let drop = room.and_then(|room| ctx.field.drop_under(room, identity.id).ok());
            let drop = drop.unwrap_or(Hm::ZERO);
            supported.set_if_neq(Supported { by: placement.support, drop });
            let flies = matches!(placement.support, SupportKind::Flight | SupportKind::Nothing);
            match (flies && drop > Hm::ZERO, airborne) {
                (true, Some(mut airborne)) => {
                    airborne.set_if_neq(Airborne { altitude: drop });
                }
                (true, None) => {
                    commands.entity(entity).insert(Airborne { altitude: drop });
                }
                (false, Some(_)) => {
                    commands.entity(entity).remove::<Airborne>();
                }
                (false, None) => {}
            }
        }
    });
}

/// Which enemies press each combatant.
pub(super) fn flanking(
    rules: Res<Rules>,
    snapshot: Res<Snapshot>,
    mut units: Query<(&Identity, &mut Flanked)>,
) {
    engine::with_ctx(&*rules.0, &snapshot.0, |ctx| {
        for (identity, mut flanked) in &mut units {
            flanked.set_if_neq(flanks(ctx.field, identity.id));
        }
    });
}

fn flanks(field: &Field<'_>, id: UnitId) -> Flanked {
    let Some(target) = field.body(id).filter(|b| b.blocking) else { return Flanked::default() };
    let presses = |a: &Body, b: &Body| a.side != b.side && b.armed && b.threatens;
    let by = field.hostile_contacts(target, |_, _| PRESSING_HEIGHT, presses);
    let opposite = field.opposite_pairs(target, &by);
    Flanked { by: by.iter().map(|b| b.id).collect(), opposite }
}

/// Cached lines of sight, so that a large battle does not test every pair again when one unit
/// moves.
#[derive(Default)]
pub(super) struct Lines {
    board: Option<Arc<Board>>,
    bodies: BTreeMap<UnitId, Body>,
    /// From observer to target, for enemies in the fight that see each other.
    open: BTreeMap<(UnitId, UnitId), Concealed>,
}

impl Lines {
    /// Updates the lines for a new state.
    fn update(&mut self, field: &Field<'_>, state: &State) {
        let board = &state.scene.board;
        let same_board = self.board.as_ref().is_some_and(|known| Arc::ptr_eq(known, board));
        let able = |id: UnitId| state.unit(id).is_some_and(|u| u.is_active());
        let bodies: BTreeMap<UnitId, Body> =
            field.bodies().iter().filter(|b| able(b.id)).map(|b| (b.id, b.clone())).collect();
        let fresh: BTreeSet<UnitId> = bodies
            .iter()
            .filter(|(id, body)| !same_board || self.bodies.get(*id) != Some(*body))
            .map(|(id, _)| *id)
            .collect();
        self.open.retain(|(a, b), _| {
            let known = |id: &UnitId| bodies.contains_key(id) && !fresh.contains(id);
            known(a) && known(b)
        });
        for (a, from) in &bodies {
            for (b, to) in bodies.range(*a..).skip(1) {
                let changed = fresh.contains(a) || fresh.contains(b);
                if changed && from.side != to.side && sees(board, from, to) {
                    self.open.insert((*a, *b), concealed(board, from, to));
                    self.open.insert((*b, *a), concealed(board, to, from));
                }
            }
        }
        self.bodies = bodies;
        self.board = Some(Arc::clone(board));
    }
}

fn concealed(board: &Board, from: &Body, target: &Body) -> Concealed {
    let share = hidden(board, from, target);
    Concealed { hard: share.hard.percent(), soft: share.soft.percent() }
}

/// Which enemies see each combatant, and how much of it is hidden from them.
pub(super) fn sight(
    rules: Res<Rules>,
    snapshot: Res<Snapshot>,
    mut units: Query<(&Identity, &mut SeenBy, &mut CoverFrom)>,
    mut lines: Local<Lines>,
) {
    engine::with_ctx(&*rules.0, &snapshot.0, |ctx| lines.update(ctx.field, ctx.state));
    let mut watchers: BTreeMap<UnitId, BTreeMap<UnitId, Concealed>> = BTreeMap::new();
    for ((from, to), share) in &lines.open {
        watchers.entry(*to).or_default().insert(*from, *share);
    }
    for (identity, mut seen, mut cover) in &mut units {
        let from = watchers.remove(&identity.id).unwrap_or_default();
        seen.set_if_neq(SeenBy(from.keys().copied().collect()));
        cover.set_if_neq(CoverFrom(from));
    }
}
