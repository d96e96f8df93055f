//! Dropping items from hands (EV-262, EV-306, EV-376).

use rules::Key;
use rules::event::{BoardChange, Event, EventKind};
use rules::kit::events;
use rules::state::{Lying, Unit};

use super::data::Content;
use super::names::HELD;

/// Drops the item in a hand onto the unit's cell.
pub fn drop(unit: &Unit, hand: &str, rule: &'static str) -> Vec<Event> {
    let Some(item) = unit.gear.0.get(hand).cloned() else { return Vec::new() };
    let meters = unit.carriers.item(hand).cloned().unwrap_or_default();
    let at = unit.placement.drop_point();
    let lying = at.map(|at| Lying { meters, ..Lying::new(item, at) });
    let empty = Event::new(EventKind::gear(unit, hand, &Key::default()), &[rule]);
    let laid = lying.map(|lying| events::board(BoardChange::Laid(lying), rule));
    [empty].into_iter().chain(laid).collect()
}

/// Drops the item in a hand, which may also be held by the other hand (EV-306).
pub fn drop_from(content: &Content, unit: &Unit, hand: &str, rule: &'static str) -> Vec<Event> {
    let [main, ..] = HELD;
    let weapon = unit.gear.0.get(main).and_then(|id| content.weapons.get(id.as_str()));
    let both = !unit.gear.0.contains_key(hand) && weapon.is_some_and(|weapon| weapon.hands > 1);
    drop(unit, if both { main } else { hand }, rule)
}

/// Drops the items in all hands.
pub fn drop_all(unit: &Unit, rule: &'static str) -> Vec<Event> {
    HELD.iter().flat_map(|hand| drop(unit, hand, rule)).collect()
}
