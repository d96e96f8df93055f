//! Surprise at the start of a battle (MO-76 to MO-82).

use grid::UnitId;
use rules::event::{Degree, Event};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::start::Start;
use rules::state::{Expiry, Unit};
use rules::{Key, Sum};

use super::check;
use super::data::{Affliction, Skill, SurpriseTest};
use super::health;
use super::hidden;
use super::party;
use super::position::Position;
use super::roll::EVERY_FACE;

/// Flag of combatants that start the battle surprised, according to the level or scenario.
pub const FLAG: &str = "surprised";

/// Marks a combatant as surprised if its start says so.
pub fn mark(unit: &mut Unit, start: &Start) {
    if start.surprised {
        unit.flags.set(Key::of(FLAG), 1);
    }
}

/// True if a combatant is surprised.
pub fn is_surprised(unit: &Unit) -> bool {
    unit.conditions.has(Affliction::Surprised.key().as_str())
}

/// Determines which units are surprised, and which are hidden from them, at the start of the first
/// round.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn test(position: Position<'_>, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
    let mut events = Vec::new();
    let victims = match position.content.rules.surprise_test {
        SurpriseTest::Off => Vec::new(),
        SurpriseTest::Scenario => marked(position),
        SurpriseTest::EachAgainstEach => {
            let mut all = marked(position);
            all.extend(rolled(position, oracle, &mut events)?);
            all.sort_unstable();
            all.dedup();
            all
        }
    };
    for victim in victims.iter().filter_map(|id| position.ctx.unit(*id)) {
        let expiry = Expiry::Slots { of: victim.id(), left: 1 };
        events.extend(health::afflict(victim, Affliction::Surprised, None, expiry, "MO-76"));
    }
    // Two surprised units are not hidden from each other (MO-82).
    let alert = fighters(position).filter(|u| !victims.contains(&u.id()));
    let by_surprise = hidden::Cause { surprise: true, exposed: false };
    for unit in alert {
        for victim in victims.iter().filter(|v| position.ctx.state.are_foes(unit.id(), **v)) {
            events.push(hidden::hide_from(unit, *victim, by_surprise, "MO-77"));
        }
    }
    Ok(events)
}

fn fighters<'a>(position: Position<'a>) -> impl Iterator<Item = &'a Unit> + use<'a> {
    position.ctx.state.units.iter().filter(|u| u.is_active() && party::fights(u))
}

fn marked(position: Position<'_>) -> Vec<UnitId> {
    fighters(position).filter(|u| u.flags.get(FLAG) != 0).map(Unit::id).collect()
}

/// Each ambusher rolls Stealth once, each enemy the better of Perception and Intuition; an enemy
/// that notices no ambusher is surprised (MO-78, MO-79).
fn rolled(
    position: Position<'_>,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<UnitId>, Pause> {
    let sides = &position.ctx.state.scene.sides;
    let waits = |u: &&Unit| sides.get(usize::from(u.side().0)).is_some_and(|s| s.ambush);
    let mut stealth = Vec::new();
    for unit in fighters(position).filter(waits) {
        let foes = |other: &Unit| position.ctx.state.are_foes(unit.id(), other.id());
        if !fighters(position).any(foes) {
            continue;
        }
        let roll = check::plain(position, unit, &[Skill::Stealth], Sum::new());
        let (faces, face) = roll.throw(&EVERY_FACE, oracle)?;
        let total = face + roll.bonus.total();
        let rolled = roll.rolled("surprise", unit.id(), None, (faces, face), Degree::Success);
        events.push(events::rolled(rolled, &["MO-78"]));
        stealth.push((unit.side(), total));
    }
    let mut victims = Vec::new();
    for unit in fighters(position) {
        let against = stealth.iter().filter(|(side, _)| *side != unit.side());
        // Noticing one ambusher is enough.
        let Some(lowest) = against.map(|(_, total)| *total).min() else { continue };
        let mut number = Sum::new();
        number.push("Stealth", lowest, "MO-78");
        let roll = check::plain(position, unit, &[Skill::Perception, Skill::Intuition], number);
        let needs = roll.needs();
        let (faces, face) = roll.throw(&[], oracle)?;
        let degree = if face >= needs { Degree::Success } else { Degree::Failure };
        let rolled = roll.rolled("surprise", unit.id(), None, (faces, face), degree);
        events.push(events::rolled(rolled, &["MO-78", "MO-79"]));
        if !degree.succeeded() {
            victims.push(unit.id());
        }
    }
    Ok(victims)
}
