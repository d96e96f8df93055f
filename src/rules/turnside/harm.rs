//! Damage: HP, injuries, death and the choice at 0 HP (TU-119, TU-214 to TU-276). Falls (TU-159 to
//! TU-161).

use crate::grid::{Body, Ground, Hm, SupportKind};
use crate::rules::event::Event;
use crate::rules::kit::harm::Harm;
use crate::rules::kit::{events, falls};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Expiry, Posture, Status, Unit};
use crate::rules::{Key, Sum};

use super::data::{Content, InjuryBasis, NegativeHp, Trait};
use super::injury;
use super::numbers::{DETERMINATION, DETERMINED, HP, Numbers};
use super::step::{Drop, Fall, Outcome};

/// Divisor of damage to a unit at 0 HP, for AI scoring: such a unit soon falls without being hit.
const SPENT: i32 = 5;

/// AI estimate of what damage takes off the life of a combatant.
pub fn worth(unit: &Unit, damage: i32) -> i32 {
    let spent = unit.is_active() && unit.tracks.0.value(HP) <= 0;
    if spent { damage / SPENT } else { damage }
}

/// AI estimate of the life of a combatant with `hp` HP. For a unit fighting on at 0 HP or less, a
/// fraction of the HP left until its death.
pub fn life(content: &Content, unit: &Unit, hp: i32) -> i32 {
    match Numbers::of(content, unit) {
        Some(numbers) if unit.is_active() && hp <= 0 => ((hp - numbers.death()) / SPENT).max(1),
        _ => hp,
    }
}

/// Deals damage to a combatant and rolls its injury, which comes before the choice at 0 HP
/// (TU-364).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn deal(
    content: &Content,
    victim: &Numbers<'_>,
    harm: Harm<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = victim.unit;
    let Harm { act, by, sum } = harm;
    let amount = sum.total().max(0);
    let packets = vec![events::packet("main", &sum, amount)];
    let mut events = vec![events::hit(unit, act, by.map(Unit::id), packets, "TU-109")];
    let lost = lose(content, victim, amount, "damage", "TU-119");
    let before = unit.tracks.0.value(HP);
    let taken = match content.rules.injury_basis {
        InjuryBasis::Hit => amount,
        InjuryBasis::HpLost => before - after(content, unit, amount),
    };
    events.extend(lost);
    let dead = after(content, unit, amount) <= victim.death();
    if !dead {
        events.extend(injury::suffer(content, victim, taken, oracle)?);
    }
    Ok(events)
}

/// HP after damage (TU-119, TU-265, TU-271).
fn after(content: &Content, unit: &Unit, amount: i32) -> i32 {
    let hp = unit.tracks.0.value(HP);
    let below = match content.rules.negative_hp {
        NegativeHp::WhileDown => hp <= 0,
        NegativeHp::Never => false,
        NegativeHp::Always => true,
    };
    if below { hp - amount } else { (hp - amount).max(hp.min(0)) }
}

/// Takes HP off and, at the negative limit, kills (TU-272).
pub fn lose(
    content: &Content,
    victim: &Numbers<'_>,
    amount: i32,
    why: &str,
    rule: &'static str,
) -> Vec<Event> {
    let left = after(content, victim.unit, amount);
    let dies = left <= victim.death();
    let death =
        dies.then(|| events::status(victim.unit, Status::Dead, "too far below 0", "TU-272"));
    events::track(victim.unit, HP, left, why, rule).into_iter().chain(death).collect()
}

/// Harmful ground, on entering and at the start of a Turn; armour does not count (TU-120).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn by_ground(
    content: &Content,
    unit: &Unit,
    ground: &Ground,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let raw = i32::from(ground.harm);
    unarmoured(content, unit, ("ground", "harmful ground", raw, "TU-120"), oracle)
}

/// Deals damage that natural defence reduces and armour does not.
fn unarmoured(
    content: &Content,
    unit: &Unit,
    (act, label, raw, rule): (&'static str, &str, i32, &'static str),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let Some(victim) = Numbers::of(content, unit).filter(|_| raw > 0) else {
        return Ok(Vec::new());
    };
    let mut sum = Sum::new();
    sum.push(label, raw, rule);
    let stopped = victim.natural_defence().min(raw - content.rules.min_after_natural);
    sum.add("natural defence", -stopped, "TU-110");
    deal(content, &victim, Harm { act: &Key::of(act), by: None, sum }, oracle)
}

/// Resolves a fall, then the ground at its end (TU-159, TU-160).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn fall(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Fall,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    if step.landed {
        let room = ctx.field.body(unit.id()).and_then(Body::room);
        let ground = room.and_then(|room| ctx.field.ground(room, unit.id()).ok());
        let harmed = ground.map(|ground| by_ground(content, unit, &ground, oracle));
        return Ok(Outcome::done(harmed.transpose()?.unwrap_or_default()));
    }
    let Some(fallen) = falls::descend(ctx, unit, "TU-159") else {
        return Ok(Outcome::done(Vec::new()));
    };
    let mut events = fallen.events;
    let far = fallen.drop - content.rules.fall_free;
    if far > Hm::ZERO && fallen.support != SupportKind::Water {
        let raw = far.0 / 2 * content.rules.fall_per_metre;
        let label = format!("a fall of {}", fallen.drop);
        events.extend(unarmoured(content, unit, ("fall", &label, raw, "TU-159"), oracle)?);
        events.push(events::posture(unit, Posture::Prone, fallen.support, "TU-160"));
    }
    Ok(Outcome::then(events, Fall { landed: true, ..step.clone() }.into()))
}

/// Asks a unit at 0 HP whether it spends its Determination Turns or succumbs (TU-267, TU-268,
/// TU-276, TU-364).
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn drop(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Drop,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(unit) = ctx.unit(step.unit).filter(|u| u.is_active()) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let left = unit.pools.0.value(DETERMINATION);
    let torn = Numbers::of(content, unit).is_some_and(|n| n.suffers(Trait::Gaping));
    if left <= 0 || torn {
        return Ok(Outcome::done(succumb(unit, "at 0 HP", "TU-268")));
    }
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let name = &unit.identity.name;
    let text = format!("{name} is at 0 HP. Fight on with sheer will, Turns left: {left}?");
    let prompt = Prompt::yes_no("fight_on", side, Some(unit.id()), text, true, "TU-267");
    if oracle.ask(prompt.about(Key::of(DETERMINED)))? != Answer::YES {
        return Ok(Outcome::done(succumb(unit, "gives in at 0 HP", "TU-268")));
    }
    let lasts = Expiry::Until(Key::of("last_turn"));
    let condition = Condition::new(Key::of(DETERMINED), 0, None, lasts);
    Ok(Outcome::done(vec![events::afflicted(unit, condition, None, "TU-273")]))
}

/// Makes the unit incapacitated and starts its bleed-out clock (TU-268, TU-269).
pub fn succumb(unit: &Unit, why: &str, rule: &'static str) -> Vec<Event> {
    let ends = events::relieved(unit, DETERMINED, "it is incapacitated", "TU-275");
    let down = events::status(unit, Status::Down, why, rule);
    let lies = events::posture(unit, Posture::Prone, unit.placement.support, "TU-269");
    ends.into_iter().chain([down, lies]).collect()
}
