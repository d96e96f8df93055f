//! Which units the panels show facts about, and how the panels read those facts.

use std::collections::BTreeSet;

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;

use battle::facts::{CoverFrom, Flanked, Inspected, Reachable, SeenBy, Supported};
use battle::{BattleState, CurrentStatus, UnitEntities};
use grid::{Hm, UnitId};
use rules::engine::BattleStatus;
use rules::reach::ReachMap;
use rules::state::State;

use super::available_actions::{active, chosen};
use super::interaction::TurnState;
use super::names::Names;
use super::seating::{Seating, Seats};
use super::selection::Selection;

/// A list of names longer than this is cut short.
const MAX_NAMED: usize = 3;

/// Marks the units whose facts are shown: the active unit and those with a card.
pub(super) fn inspect(
    battle: Option<(Res<BattleState>, Res<CurrentStatus>, Res<UnitEntities>)>,
    (selection, seats): (Res<Selection>, Res<Seats>),
    former: Query<Entity, With<Inspected>>,
    mut commands: Commands,
) {
    let Some((snapshot, status, entities)) = battle else { return };
    let wanted = inspected(&selection, &seats.seating, (&snapshot.0, status.0.as_ref()));
    let wanted: BTreeSet<Entity> =
        wanted.iter().filter_map(|id| entities.0.get(id)).copied().collect();
    for entity in &former {
        if !wanted.contains(&entity) {
            commands.entity(entity).remove::<Inspected>();
        }
    }
    for entity in wanted.into_iter().filter(|entity| !former.contains(*entity)) {
        commands.entity(entity).insert(Inspected);
    }
}

/// The units whose facts are shown, the active unit first.
pub(super) fn inspected(
    selection: &Selection,
    seating: &Seating,
    (state, status): (&State, Option<&BattleStatus>),
) -> Vec<UnitId> {
    let actor = chosen(&active(status, state, seating), selection.hand.chosen);
    let mut ids = carded(selection, (state, status), actor);
    ids.retain(|id| Some(*id) != actor);
    actor.into_iter().chain(ids).collect()
}

/// The units that have a card: the active or asked unit, and the unit pointed at or selected.
pub(super) fn carded(
    selection: &Selection,
    (state, status): (&State, Option<&BattleStatus>),
    actor: Option<UnitId>,
) -> Vec<UnitId> {
    let waited_for = match status {
        Some(BattleStatus::Await(units)) => units.first().copied(),
        // Questions to another side are private.
        Some(BattleStatus::Asked(prompt)) => {
            prompt.unit.filter(|_| matches!(selection.options.stand, TurnState::Asked { .. }))
        }
        _ => None,
    };
    let hovered = selection.pointed_body();
    let mut ids = Vec::new();
    for id in [actor.or(waited_for), hovered.or(selection.hand.looked_at)].into_iter().flatten() {
        // A unit out of view has no card.
        let told = state.unit(id).is_some_and(|u| !u.status.is_present()) || selection.shows(id);
        if told && !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// The facts about inspected units.
#[derive(SystemParam)]
pub(super) struct Facts<'w, 's> {
    entities: Option<Res<'w, UnitEntities>>,
    reach: Query<'w, 's, &'static Reachable>,
    place:
        Query<'w, 's, (&'static Supported, &'static Flanked, &'static SeenBy, &'static CoverFrom)>,
}

impl Facts<'_, '_> {
    fn entity(&self, id: UnitId) -> Option<Entity> {
        self.entities.as_ref()?.0.get(&id).copied()
    }

    /// True once the facts about a unit are known. Always true for a unit without an entity.
    pub(super) fn knows(&self, id: UnitId) -> bool {
        self.entity(id).is_none_or(|entity| self.place.contains(entity))
    }

    /// Where a unit can go.
    pub(super) fn reach(&self, id: UnitId) -> Option<&ReachMap> {
        Some(&self.reach.get(self.entity(id)?).ok()?.0)
    }

    /// The unit's position relative to its enemies, as text. Names only enemies that may be
    /// `shown`. `None` until its facts are known.
    pub(super) fn situation(
        &self,
        id: UnitId,
        names: &Names,
        shown: impl Fn(UnitId) -> bool,
    ) -> Option<Vec<String>> {
        let facts = self.place.get(self.entity(id)?).ok()?;
        Some(situation(facts, names, shown))
    }
}

fn situation(
    (supported, flanked, seen, cover): (&Supported, &Flanked, &SeenBy, &CoverFrom),
    names: &Names,
    shown: impl Fn(UnitId) -> bool,
) -> Vec<String> {
    let mut lines = Vec::new();
    if supported.drop > Hm::ZERO {
        lines.push(format!("Would fall {}", supported.drop));
    }
    let known =
        |ids: &[UnitId]| -> Vec<UnitId> { ids.iter().copied().filter(|id| shown(*id)).collect() };
    let pair = flanked.opposite.iter().find(|(a, b)| shown(*a) && shown(*b));
    let near = known(&flanked.by);
    match pair {
        Some((a, b)) => lines.push(format!("Flanked by {}", names.units(&[*a, *b]))),
        None if !near.is_empty() => lines.push(format!("Next to {}", listed(&near, names))),
        None => {}
    }
    let hard = |id: &UnitId| cover.0.get(id).map_or(0, |share| share.hard.max(share.soft));
    let (covered, open): (Vec<UnitId>, Vec<UnitId>) =
        known(&seen.0).into_iter().partition(|id| hard(id) > 0);
    match open.as_slice() {
        [] => {}
        [one] => lines.push(format!("Exposed to {}", names.unit(*one))),
        // Their names would not fit on a short card, which shows the first line only.
        many => {
            lines.push(format!("Exposed to {} foes", many.len()));
            lines.push(format!("No cover from {}", listed(many, names)));
        }
    }
    for id in covered.iter().take(MAX_NAMED) {
        lines.push(format!("{} % covered from {}", hard(id), names.unit(*id)));
    }
    lines
}

/// Joins names for a sentence; a long list ends with a count.
fn listed(ids: &[UnitId], names: &Names) -> String {
    match ids.get(..MAX_NAMED) {
        Some(first) if ids.len() > MAX_NAMED => {
            let first: Vec<String> = first.iter().map(|id| names.unit(*id)).collect();
            format!("{} and {} more", first.join(", "), ids.len() - MAX_NAMED)
        }
        _ => names.units(ids),
    }
}
