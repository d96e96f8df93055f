//! Units pinned by a feat: Restrained while the pinning unit stays adjacent and spends AP on it
//! every turn (MO-145).

use crate::step::{KeepPin, Outcome, Step, Unpin};
use grid::UnitId;
use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Link, Unit};
use rules::{Key, Refusal};

use super::super::budget::{self, Budget};
use super::super::data::{Affliction, Content};
use super::super::health;
use super::super::lean;
use super::super::marks::THE_PIN;
use super::super::names::Words;
use super::super::position::Position;

/// The act of keeping up a pin, also recorded in the turn's history.
pub const KEEP: Words = Words {
    act: "keep_pin",
    name: "Keep pinned",
    text: "Units you have pinned stay pinned until your next turn.",
};

/// Link from the pinning unit to its victim; its number is the round in which the pin began.
const PIN: &str = "pin";

fn pins(unit: &Unit) -> impl Iterator<Item = &Link> {
    unit.links.0.iter().filter(|l| l.kind == *PIN)
}

/// The units it has pinned.
pub fn pinned(unit: &Unit) -> impl Iterator<Item = UnitId> {
    pins(unit).map(|l| l.to)
}

/// True if it has pinned any unit.
pub fn holds_any(unit: &Unit) -> bool {
    pins(unit).next().is_some()
}

/// Pins a unit. Pinning it again restarts the pin.
pub fn pin(ctx: Ctx<'_>, unit: &Unit, target: &Unit) -> Vec<Event> {
    let round = i64::from(ctx.state.scene.clock.round);
    let link = Link { kind: Key::of(PIN), to: target.id(), data: round };
    let by = Some(unit.id());
    let before = pins(unit).filter(|l| l.to == target.id());
    let mut events: Vec<Event> = before.map(|old| unlinked(unit, old)).collect();
    events.push(events::linked(unit, link, "MO-145"));
    let expiry = Expiry::Until(Key::of(THE_PIN));
    events.extend(health::afflict(target, Affliction::Restrained, by, expiry, "MO-145"));
    events
}

fn unlinked(unit: &Unit, link: &Link) -> Event {
    events::unlinked(unit, link, "MO-145")
}

/// The victim's conditions from a pin.
fn marks<'a>(unit: &Unit, victim: &'a Unit) -> impl Iterator<Item = &'a Condition> + use<'a> {
    let (by, restrained) = (Some(unit.id()), Affliction::Restrained.key());
    let kept = Expiry::Until(Key::of(THE_PIN));
    let all = victim.conditions.0.iter();
    all.filter(move |c| c.id == restrained && c.source == by && c.expiry == kept)
}

fn unpin(ctx: Ctx<'_>, unit: &Unit, link: &Link, why: &str) -> Vec<Event> {
    let mut events = vec![unlinked(unit, link)];
    let Some(victim) = ctx.unit(link.to) else { return events };
    events.extend(marks(unit, victim).map(|c| events::relieved_of(victim, c, why, "MO-145")));
    events
}

/// Whether a pin can be kept up now.
///
/// # Errors
/// Why not.
pub fn check_keep(content: &Content, unit: &Unit) -> Result<(), Refusal> {
    if !holds_any(unit) {
        return Err(Refusal::new("no_pin", "it has not pinned any unit", "MO-145"));
    }
    if unit.turn.acts.iter().any(|d| d.class == *KEEP.act) {
        return Err(Refusal::new("kept_already", "already done this turn", "MO-145"));
    }
    let budget = Budget::needed(content, unit)?;
    budget.check_ap(content.cinematics.pin_price, "MO-145")
}

/// Keeps up a combatant's pins for this turn.
pub fn keep(content: &Content, ctx: Ctx<'_>, step: &KeepPin) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let mut events = vec![KEEP.declared(unit, pinned(unit).collect(), "MO-145")];
    events.extend(budget::pay(unit, content.cinematics.pin_price, KEEP.name, "MO-145"));
    events.push(budget::settled(unit, KEEP.act, &KEEP.key()));
    Outcome::done(events)
}

/// Pins that end with the turn of the pinning unit because it spent nothing on them (MO-145).
pub fn turn_ends(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let round = i64::from(ctx.state.scene.clock.round);
    let kept = unit.turn.acts.iter().any(|d| d.class == *KEEP.act);
    let over = pins(unit).filter(|l| l.data != round && !kept);
    over.flat_map(|link| unpin(ctx, unit, link, "it is not kept up")).collect()
}

/// Pins that must end: the two units are no longer adjacent, the pinning unit is out of the fight,
/// or the victim was freed.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let position = Position { content, ctx };
    let mut steps = Vec::new();
    for unit in &ctx.state.units {
        for link in pins(unit) {
            let there = ctx.unit(link.to).is_some_and(|victim| {
                victim.status.is_present() && marks(unit, victim).next().is_some()
            });
            if !unit.is_active() || !there || !lean::is_within_hold(position, unit, link.to) {
                steps.push(Unpin { unit: unit.id(), victim: link.to }.into());
            }
        }
    }
    steps
}

/// Ends the pin found by [`settle`].
pub fn release(ctx: Ctx<'_>, step: &Unpin) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let ended = pins(unit).filter(|l| step.victim == l.to);
    Outcome::done(ended.flat_map(|link| unpin(ctx, unit, link, "apart")).collect())
}
