//! Items in hands: names, hands needed, and events for moving them (MO-83).

use rules::Key;
use rules::event::{BoardChange, Event, EventKind};
use rules::kit::events;
use rules::state::{Lying, Unit};

use super::data::{Content, Trait, WeaponTag};
use super::position::Position;
use super::sheet::{BELT, MAIN, OFF};

/// True for items that can be dropped or put away: all except natural weapons.
pub fn can_fall(content: &Content, item: &Key) -> bool {
    content.weapons.get(item.as_str()).is_none_or(|w| !w.is(WeaponTag::Natural))
}

/// Its display name.
pub fn name(content: &Content, item: &Key) -> String {
    let id = item.as_str();
    let weapon = content.weapons.get(id).map(|w| &w.name);
    let shield = content.shields.get(id).map(|s| &s.name);
    let thing = content.items.get(id).map(|i| &i.name);
    weapon.or(shield).or(thing).map_or_else(|| id.to_owned(), Clone::clone)
}

/// Number of hands it takes.
pub fn hands(content: &Content, item: &Key) -> u8 {
    content.weapons.get(item.as_str()).map_or(1, |w| w.hands)
}

/// True for shields, which go in the off hand.
pub fn is_shield(content: &Content, item: &Key) -> bool {
    content.shields.contains(item.as_str())
}

/// The event that puts an item into a slot. An empty key clears the slot.
pub fn change(unit: &Unit, slot: &'static str, to: &Key, rule: &'static str) -> Event {
    Event::new(EventKind::gear(unit, slot, to), &[rule])
}

/// The events of dropping an item on the holder's own square.
pub fn lay_down(unit: &Unit, slot: &'static str, rule: &'static str) -> Vec<Event> {
    let Some(item) = unit.gear.0.get(slot).cloned() else { return Vec::new() };
    let mut events = vec![change(unit, slot, &Key::default(), rule)];
    let lying = unit.placement.drop_point().map(|at| Lying::new(item, at));
    events.extend(lying.map(|l| events::board(BoardChange::Laid(l), rule)));
    events
}

/// The hand that can take an item now, if enough hands are free: the main hand first, the off hand
/// for shields.
pub fn hand_for(position: Position<'_>, unit: &Unit, item: &Key) -> Option<&'static str> {
    let content = position.content;
    let numbers = position.numbers(unit.id())?;
    let needs = hands(content, item).max(1);
    if numbers.creature().is(Trait::Handless) || numbers.free_hands() < needs {
        return None;
    }
    let first = if is_shield(content, item) { [OFF, MAIN] } else { [MAIN, OFF] };
    let empty = |slot: &&'static str| !unit.gear.0.contains_key(*slot);
    first.into_iter().find(empty).filter(|slot| needs == 1 || *slot == MAIN)
}

/// The slot that holds an item within reach: a hand or the belt.
pub fn slot_of(unit: &Unit, item: &Key) -> Option<&'static str> {
    let slots = [MAIN, OFF].into_iter().chain(BELT);
    slots.into_iter().find(|slot| unit.gear.0.get(*slot) == Some(item))
}
