//! Hands: dropping what they hold, and the cost of using injured ones (EV-262, EV-305, EV-306,
//! EV-376).

use rules::Key;
use rules::event::{BoardChange, Event, EventKind};
use rules::kit::events;
use rules::state::{Lying, Unit};

use super::attack::OpposedTests;
use super::data::{Content, Lasting};
use super::names::{BOTH_HANDS, HELD};
use super::numbers::Numbers;
use super::step::{EffectMoment, Step, Suffer};

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

/// The cost of using hands: Stress with broken fingers, and the weapon if a wrist is broken and the
/// attack or parry failed (EV-305, EV-306).
pub fn use_costs(me: Numbers<'_>, hand: Option<&str>, failed: bool) -> Vec<Step> {
    let Some(hand) = hand else { return Vec::new() };
    let both = hand == BOTH_HANDS;
    let used = HELD.iter().take(2).filter(|own| **own == hand || both);
    let used: Vec<&str> = used.copied().collect();
    let unit = me.unit.id();
    let suffer = |moment| Step::Suffer(Suffer { unit, moment });
    let any = |what| used.iter().any(|hand| me.suffers(what, Some(*hand)));
    let aches = any(Lasting::Strain).then(|| suffer(EffectMoment::Aches));
    let weak = used.iter().find(|hand| me.suffers(Lasting::Weak, Some(**hand)));
    let lets_go =
        weak.filter(|_| failed).map(|hand| suffer(EffectMoment::LetsGo(*hand == HELD[0])));
    aches.into_iter().chain(lets_go).collect()
}

/// Like [`use_costs`], for a target that has parried if it has rolled.
pub fn parry_costs(clash: &OpposedTests<'_>, rolled: bool, failed: bool) -> Vec<Step> {
    match clash.parries.filter(|_| rolled) {
        Some(hand) => use_costs(clash.target, Some(hand), failed),
        None => Vec::new(),
    }
}
