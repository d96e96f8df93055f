//! Effects of stealth on others (EV-77, EV-80, EV-81).

use std::borrow::Cow;

use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, Refusal};

use super::conditions::until_own_turn;
use super::names::{HIDDEN, LOOKED, LURKING, STRUCK_ROUND, SUSPECTED};

/// A hidden enemy cannot be targeted (EV-80).
///
/// # Errors
/// If it is hidden.
pub fn check_seen(ctx: Ctx<'_>, actor: &Unit, target: &Unit) -> Result<(), Refusal> {
    let hides = target.conditions.has(HIDDEN) && ctx.state.are_foes(actor.id(), target.id());
    if hides { Err(Refusal::new("hidden", "it is hidden", "EV-80")) } else { Ok(()) }
}

/// Ends its stealth and everything that depends on it.
pub fn ends(unit: &Unit, why: &str, rule: &'static str) -> Vec<Event> {
    let of = |c: &&Condition| [HIDDEN, SUSPECTED, LOOKED].iter().any(|id| c.id == **id);
    let all = unit.conditions.0.iter().filter(of);
    all.map(|c| events::relieved_of(unit, c, why, rule)).collect()
}

/// A unit as it begins another act: stealth that has helped an earlier one helps no longer
/// (EV-81).
pub fn acting(unit: &Unit) -> Cow<'_, Unit> {
    let mut unit = Cow::Borrowed(unit);
    if unit.conditions.has(LURKING) {
        unit.to_mut().conditions.0.retain(|c| c.id != *LURKING);
    }
    unit
}

/// An offensive act ends stealth, but stealth still helps this act (EV-81).
pub fn strikes(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let before = events::relieved(unit, LURKING, "it acts again", "EV-81");
    let mut events: Vec<Event> = before.into_iter().collect();
    let round = ctx.state.scene.clock.round.into();
    events.extend(events::flag(unit, STRUCK_ROUND, round, "EV-77"));
    if unit.conditions.has(HIDDEN) {
        events.extend(ends(unit, "it strikes", "EV-81"));
        events.push(events::gained(unit, until_own_turn(LURKING, 0, None), "EV-81"));
    }
    events
}

/// Hides a unit with these degrees (EV-75).
pub fn hides(unit: &Unit, degrees: i32, rule: &'static str) -> Event {
    events::gained(unit, Condition::new(Key::of(HIDDEN), degrees, None, Expiry::Battle), rule)
}

/// Gives its enemies reason to search for it (EV-77).
pub fn suspected(unit: &Unit, rule: &'static str) -> Event {
    events::gained(unit, Condition::new(Key::of(SUSPECTED), 0, None, Expiry::Battle), rule)
}
