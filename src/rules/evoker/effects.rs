//! Effects of hits besides wounds: ailments ended or caused, and immediate effects of injuries
//! (EV-159, EV-161, EV-293, EV-389).

use grid::{SupportKind, UnitId};
use rules::Key;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::state::{Condition, Expiry, Posture, Unit};

use super::conditions::afflict;
use super::data::{Content, Element, Lasting, Location};
use super::hands;
use super::harm::Harm;
use super::names::{BLEEDING, BURNING, INJURED, NUMBED, ROW};
use super::numbers::Numbers;

/// The ailments that a hit ends: the one it exploited, those that any damage ends, and fire if the
/// hit is ice (EV-161, EV-365, EV-368, EV-371).
pub fn ended(harm: &Harm, target: Numbers<'_>, before: &[Event]) -> Vec<Event> {
    let used = harm.technical(target).map(|ailment| ailment.id.as_str());
    let over = |id: &str| {
        // A wound may already have woken or thawed it (EV-368, EV-371).
        let gone = before.iter().any(|event| {
            matches!(&event.what, EventKind::Relieved { condition, .. } if condition.id == *id)
        });
        used == Some(id) && !gone || id == BURNING && harm.element == Some(Element::Ice)
    };
    let all = target.ailments().filter(|(_, c)| over(c.id.as_str()));
    all.map(|(_, c)| events::relieved_of(target.unit, c, "the hit ends it", "EV-161")).collect()
}

/// The effect of a critical hit by a non-physical element (EV-159).
pub fn critical_effect(content: &Content, target: Numbers<'_>, harm: &Harm) -> Vec<Event> {
    let unit = target.unit;
    let ailment = match harm.element {
        Some(Element::Fire) => "burning",
        Some(Element::Ice) => "frozen",
        Some(Element::Electricity) => "shocked",
        Some(Element::Psychic) => "confused",
        Some(Element::Bless) => "condemned",
        Some(Element::Curse) => "damned",
        Some(Element::Wind) => {
            return vec![events::posture(unit, Posture::Prone, unit.placement.support, "EV-159")];
        }
        _ => return Vec::new(),
    };
    let ailment = content.ailments.get(ailment);
    ailment.map_or_else(Vec::new, |ailment| afflict(content, target, ailment, harm.by))
}

/// Blood Loss begins (EV-389).
pub fn bleeds(unit: &Unit, by: Option<UnitId>, rule: &'static str) -> Event {
    let condition = Condition::new(Key::of(BLEEDING), 0, by, Expiry::Battle);
    events::gained(unit, condition, rule)
}

/// A broken leg that Fate has let a unit ignore gives way again as its turn begins (EV-311,
/// EV-355).
pub fn gives_way(me: Numbers<'_>) -> Option<Event> {
    let unit = me.unit;
    let breaks = |c: &&Condition| {
        let part = c.part.as_ref().and_then(|part| me.content.locations.get(part.as_str()));
        let row = c.data.get(ROW);
        let cripples = |(most, what): &(i64, Lasting)| *what == Lasting::Cripple && row <= *most;
        c.id == *INJURED && part.is_some_and(|part| part.effects.iter().any(cripples))
    };
    let ignored = |c: &Condition| {
        c.part.as_ref().is_some_and(|part| unit.conditions.on(NUMBED, part.as_str()).is_some())
    };
    // Whatever carries it elsewhere, its own leg does not.
    let on_foot = matches!(unit.placement.support, SupportKind::Ground | SupportKind::Thing);
    let stands = on_foot && unit.placement.posture != Posture::Prone;
    let falls = stands && unit.conditions.0.iter().filter(breaks).any(ignored);
    falls.then(|| events::posture(unit, Posture::Prone, unit.placement.support, "EV-311"))
}

/// Injuries end when no Heavy Wound is missing any more (EV-295).
pub fn healed(unit: &Unit) -> impl Iterator<Item = Event> {
    let injured = unit.conditions.0.iter().filter(|c| c.id == *INJURED);
    injured.map(|c| events::relieved_of(unit, c, "it is healed", "EV-295"))
}

/// The immediate effects of an injury (EV-293).
pub fn injured(
    content: &Content,
    target: Numbers<'_>,
    (by, place): (Option<UnitId>, &Location),
    row: i64,
) -> Vec<Event> {
    let unit = target.unit;
    let ailment = |id| {
        let ailment = content.ailments.get(id);
        ailment.map_or_else(Vec::new, |ailment| afflict(content, target, ailment, by))
    };
    let mut events = Vec::new();
    let mut bled = target.has(BLEEDING);
    for (_, effect) in place.effects.iter().filter(|(most, _)| row <= *most) {
        match effect {
            Lasting::Stun => events.extend(ailment("stunned")),
            Lasting::Confuse => events.extend(ailment("confused")),
            Lasting::Bleed if !bled => {
                bled = true;
                events.push(bleeds(unit, by, "EV-389"));
            }
            Lasting::Drop => {
                let hand = place.hand.as_ref().map(Key::as_str);
                let dropped = hand
                    .into_iter()
                    .flat_map(|hand| hands::drop_from(content, unit, hand, "EV-306"));
                events.extend(dropped);
            }
            Lasting::Fell if unit.placement.posture != Posture::Prone => {
                let support = unit.placement.support;
                events.push(events::posture(unit, Posture::Prone, support, "EV-309"));
            }
            _ => {}
        }
    }
    events
}
