//! What harm does: armour stops its rank and wears, then Durability, then Health, then Shock
//! (VG-200 to VG-241). Falls (VG-318).

use crate::grid::{Body, Ground, SupportKind};
use crate::rules::dice::{Die, Read, Throw};
use crate::rules::event::{Event, EventKind};
use crate::rules::kit::harm::Harm;
use crate::rules::kit::{events, falls};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::state::{Carrier, Posture, Status, Unit};
use crate::rules::{Key, Sum};

use super::data::{Content, Moment};
use super::long_acts;
use super::numbers::{ARMOUR, DURABILITY, HEALTH, KNOCKED, Numbers, WORN};
use super::step::{Fall, Outcome};

/// The most that can tell on a combatant: harm beyond it makes no difference.
pub fn most(content: &Content, unit: &Unit) -> i32 {
    let Some(numbers) = Numbers::of(content, unit) else { return 1 };
    let stopped = numbers.armour().map_or(0, |(armour, _)| armour.rank);
    let body = unit.tracks.0.value(DURABILITY) + unit.tracks.0.value(HEALTH);
    stopped + body.max(numbers.sheet.strength + 1).max(1)
}

/// Damage to a combatant with its immediate consequences; armour reduces it if `stopped` (VG-209).
pub fn deal(content: &Content, unit: &Unit, harm: Harm<'_>, stopped: bool) -> Vec<Event> {
    let Some(numbers) = Numbers::of(content, unit) else { return Vec::new() };
    let Harm { act, by, mut sum } = harm;
    let mut wear = None;
    if let Some((armour, left)) = numbers.armour().filter(|_| stopped) {
        let stop = armour.rank.min(sum.total()).max(0);
        sum.push(armour.name.to_lowercase(), -stop, "VG-204");
        // What breaks it is still stopped in full (VG-208).
        let worn = Carrier::Item(Key::of(WORN));
        wear = EventKind::wear(unit, &worn, ARMOUR, (left - stop).max(0), "it stops a blow");
    }
    let amount = sum.total().max(0);
    let packets = vec![events::packet("main", &sum, amount)];
    let mut events = vec![events::hit(unit, act, by.map(Unit::id), packets, "VG-200")];
    events.extend(wear.map(|what| Event::new(what, &["VG-205"])));
    if amount == 0 {
        return events;
    }
    if unit.status == Status::Down {
        // Any further harm kills (VG-236).
        events.push(events::status(unit, Status::Dead, "harmed in Shock", "VG-236"));
        return events;
    }
    let durability = unit.tracks.0.value(DURABILITY);
    let health = unit.tracks.0.value(HEALTH);
    let why = "harm";
    events.extend(events::track(unit, DURABILITY, (durability - amount).max(0), why, "VG-221"));
    let beyond = (amount - durability).max(0);
    let left = (health - beyond).max(0);
    events.extend(events::track(unit, HEALTH, left, why, "VG-225"));
    let support = unit.placement.support;
    if left == 0 {
        events.push(events::status(unit, Status::Down, "in Shock", "VG-233"));
        events.push(events::posture(unit, Posture::Prone, support, "VG-241"));
    } else if amount > numbers.sheet.strength {
        events.extend(knock_down(unit));
    }
    events
}

/// Knocks a unit down: what it was doing is lost (VG-156, VG-157). One that lies already stays down
/// (VG-167).
pub fn knock_down(unit: &Unit) -> Vec<Event> {
    let mut all = Vec::new();
    if unit.placement.posture == Posture::Standing {
        all.push(events::posture(unit, Posture::Prone, unit.placement.support, "VG-156"));
    }
    all.extend(events::flag(unit, KNOCKED, 1, "VG-157"));
    all.extend(long_acts::lose_all(unit, "it is knocked down"));
    all
}

/// Ground that harms on entering and in each Recovery (VG-320); heat, which armour does not stop.
pub fn by_ground(content: &Content, unit: &Unit, ground: &Ground) -> Vec<Event> {
    let amount = i32::from(ground.harm);
    if amount == 0 {
        return Vec::new();
    }
    let mut sum = Sum::new();
    sum.push("harmful ground", amount, "VG-320");
    let act = Key::of("ground");
    deal(content, unit, Harm { act: &act, by: None, sum }, false)
}

/// A fall, then the ground it ends on (VG-318).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn fall(moment: Moment<'_>, step: &Fall, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return nothing };
    if step.landed {
        let ground = ctx.field.ground(room, unit.id()).ok();
        let events = ground.map_or_else(Vec::new, |g| by_ground(content, unit, &g));
        return Ok(Outcome::done(events));
    }
    let Some(falls::Descent { drop, support, mut events }) = falls::descend(ctx, unit, "VG-318")
    else {
        return nothing;
    };
    let dice = drop.0 / 2 / content.rules.fall_metres_per_die;
    if dice > 0 && support != SupportKind::Water {
        let count = usize::try_from(dice).unwrap_or_default();
        let read = Read::Sum((1..=most(content, unit)).collect());
        let faces = oracle.roll(Throw { dice: vec![Die::d(10); count], read })?;
        let mut sum = Sum::new();
        let total = faces.iter().map(|f| i32::from(*f)).sum();
        sum.push(format!("fell {drop}: {count}d10"), total, "VG-318");
        let act = Key::of("fall");
        events.extend(deal(content, unit, Harm { act: &act, by: None, sum }, false));
        events.push(events::posture(unit, Posture::Prone, support, "VG-318"));
    }
    Ok(Outcome::then(events, Fall { landed: true, ..step.clone() }.into()))
}
