//! Constructors of events about items, layers and knowledge, from the current state.

use crate::Key;
use crate::state::{Awareness, Carrier, Meters, Observer, State, Unit};
use grid::UnitId;

use super::EventKind;

impl EventKind {
    /// An item without meters is put into a gear slot; an empty key clears the slot.
    pub fn gear(unit: &Unit, slot: &str, to: &Key) -> Self {
        Self::gear_with(unit, slot, to, Meters::default())
    }

    /// An item with meters is put into a gear slot.
    pub fn gear_with(unit: &Unit, slot: &str, to: &Key, meters: Meters) -> Self {
        let from = unit.gear.0.get(slot).cloned().unwrap_or_default();
        Self::Gear { unit: unit.id(), slot: Key::new(slot), from, to: to.clone(), meters }
    }

    /// An observer's awareness of a combatant changes; `None` if it already has this value.
    pub fn aware(state: &State, by: Observer, of: UnitId, to: Awareness) -> Option<Self> {
        let kept = state.scene.knowledge.of(by, of).map(|known| known.awareness);
        let from = state.noticed(by, of);
        (kept.unwrap_or(from) != to).then(|| Self::Learned { by, of, from, to, facts: Vec::new() })
    }

    /// An observer learns facts about a combatant; `None` if it knows them all.
    pub fn learned(
        state: &State,
        by: Observer,
        of: UnitId,
        facts: impl IntoIterator<Item = Key>,
    ) -> Option<Self> {
        let new = |fact: &Key| !state.has_learned(by, of, fact.as_str());
        let facts: Vec<Key> = facts.into_iter().filter(new).collect();
        let aware = state.noticed(by, of);
        (!facts.is_empty()).then_some(Self::Learned { by, of, from: aware, to: aware, facts })
    }

    /// A meter of an item or layer changes; `None` if there is no such meter or it already has this
    /// value.
    pub fn wear(unit: &Unit, on: &Carrier, id: &str, to: i32, why: &str) -> Option<Self> {
        let meter = unit.carriers.meters(on)?.get(id)?;
        (meter.value != to).then(|| Self::Wear {
            unit: unit.id(),
            on: on.clone(),
            id: meter.id.clone(),
            from: meter.value,
            to,
            why: why.to_owned(),
        })
    }
}
