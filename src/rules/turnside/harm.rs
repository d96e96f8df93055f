//! Damage: HP, injuries, death and the choice at 0 HP (TU-119, TU-214 to TU-276). Falls (TU-159 to
//! TU-161).

use crate::grid::{Body, Ground, Hm, SupportKind};
use crate::rules::event::Event;
use crate::rules::kit::{events, falls};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Expiry, Posture, Status, Unit};
use crate::rules::{Key, Sum};

use super::ailments;
use super::damage::Damage;
use super::data::{Content, InjuryBasis, Kind, NegativeHp, Trait};
use super::injury;
use super::numbers::{BLEED_OUT, DETERMINATION, DETERMINED, HP, Numbers};
use super::step::{Drop, Exhausted, Fall, Outcome, Scorch};

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

/// Damage on its way to a combatant.
pub struct Wound<'a> {
    /// ID of the act, weapon or hazard behind it.
    pub act: &'a Key,
    /// The attacker, if any.
    pub by: Option<&'a Unit>,
    /// The type that decides the kind of injury (TU-118, TU-214).
    pub kind: Kind,
    /// What it does.
    pub damage: Damage,
    /// Feedback: wards do not stop it, and whether it injures is an option (TU-61).
    pub bare: bool,
}

impl<'a> Wound<'a> {
    /// Damage dealt by a combatant.
    pub const fn by(act: &'a Key, by: &'a Unit, kind: Kind, damage: Damage) -> Self {
        Self { act, by: Some(by), kind, damage, bare: false }
    }

    /// PHYS damage without an attacker.
    pub const fn plain(act: &'a Key, main: Sum) -> Self {
        let damage = Damage { main, extra: None, healed: 0 };
        Self { act, by: None, kind: Kind::Phys, damage, bare: false }
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
    wound: Wound<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = victim.unit;
    let Wound { act, by, kind, damage, bare } = wound;
    let mut packets = vec![events::packet("main", &damage.main, damage.main.total().max(0))];
    if let Some((element, sum)) = &damage.extra {
        packets.push(events::packet(element.name(), sum, sum.total().max(0)));
    }
    let mut events = vec![events::hit(unit, act, by.map(Unit::id), packets, "TU-109")];
    if damage.healed > 0 {
        events.extend(heal(content, victim, damage.healed, "an absorbed element", "TU-112"));
        return Ok(events);
    }
    let dealt = damage.total().max(0);
    let mut worn = Vec::new();
    let stopped = if bare { 0 } else { ward(victim, dealt, &mut worn) };
    let amount = dealt - stopped;
    let lost = lose(content, victim, amount, "damage", "TU-119");
    let before = unit.tracks.0.value(HP);
    let taken = match content.rules.injury_basis {
        InjuryBasis::Hit => amount,
        InjuryBasis::HpLost => before - after(content, unit, amount),
    };
    events.extend(lost);
    let dead = after(content, unit, amount) <= victim.death();
    let injures = !bare || content.rules.feedback_injures;
    if !dead && injures {
        events.extend(injury::suffer(content, victim, (taken, kind), oracle)?);
    }
    if amount > 0 {
        events.extend(ailments::reopened(unit, "damage"));
    }
    // Last, so that the injury finds its place in the list of conditions.
    events.extend(worn);
    Ok(events)
}

/// Damage that a ward takes before HP (TU-117).
fn ward(victim: &Numbers<'_>, dealt: i32, events: &mut Vec<Event>) -> i32 {
    let Some(ward) = victim.ward() else { return 0 };
    let stopped = dealt.min(ward.size);
    let left = ward.size - stopped;
    if left <= 0 {
        events.push(events::relieved_of(victim.unit, ward, "the ward is spent", "TU-117"));
    } else if stopped > 0 {
        let smaller = Condition { size: left, ..ward.clone() };
        events.push(events::gained(victim.unit, smaller, "TU-117"));
    }
    stopped
}

/// Restores HP, never past the maximum; lifts a combatant that was at 0 HP (TU-76, TU-262, TU-277,
/// TU-280).
pub fn heal(
    content: &Content,
    on: &Numbers<'_>,
    amount: i32,
    why: &str,
    rule: &'static str,
) -> Vec<Event> {
    let unit = on.unit;
    let Some(meter) = unit.tracks.0.get(HP) else { return Vec::new() };
    let hp = (meter.value + amount).min(meter.max).max(meter.value);
    let mut events: Vec<Event> = events::track(unit, HP, hp, why, rule).into_iter().collect();
    events.extend(breathes(content, on, hp >= meter.max));
    if hp <= 0 || meter.value > 0 {
        return events;
    }
    events.extend(events::relieved(unit, DETERMINED, "it is above 0 HP", "TU-277"));
    let clock = unit.tracks.0.get(BLEED_OUT).map_or(0, |clock| clock.max);
    events.extend(events::track(unit, BLEED_OUT, clock, "it is above 0 HP", "TU-280"));
    let stabilised = unit.conditions.has(ailments::STABILISED);
    let weary = on.fatigue() >= 5;
    if unit.status == Status::Down && !on.is_comatose() && !stabilised && !weary {
        events.push(events::status(unit, Status::Active, "it is above 0 HP", "TU-280"));
    }
    events
}

/// Healing ends suffocation at the maximum and restarts its clock below (TU-262).
fn breathes(content: &Content, on: &Numbers<'_>, full: bool) -> Option<Event> {
    let chokes = |c: &&Condition| {
        let injury = content.injuries.get(c.id.as_str());
        injury.is_some_and(|injury| injury.marks.contains(&Trait::Breathless))
    };
    let lungs = on.unit.conditions.0.iter().find(chokes)?;
    if full {
        return Some(events::relieved_of(on.unit, lungs, "it breathes again", "TU-262"));
    }
    let expiry = Expiry::Slots { of: on.unit.id(), left: on.breath() };
    let again = Condition { expiry, ..lungs.clone() };
    Some(events::gained(on.unit, again, "TU-262"))
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
    deal(content, &victim, Wound::plain(&Key::of(act), sum), oracle)
}

/// Harmful ground on the way of a push (TU-140).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn scorch(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Scorch,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    let raw = i32::from(step.harm);
    let cause = ("ground", "harmful ground", raw, "TU-140");
    Ok(Outcome::done(unarmoured(content, unit, cause, oracle)?))
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

/// The last level of fatigue incapacitates (TU-310).
pub fn exhausted(ctx: Ctx<'_>, step: &Exhausted) -> Outcome {
    let unit = ctx.unit(step.unit).filter(|u| u.is_active());
    Outcome::done(unit.map_or_else(Vec::new, |unit| succumb(unit, "exhausted", "TU-310")))
}

/// Makes the unit incapacitated and starts its bleed-out clock (TU-268, TU-269).
pub fn succumb(unit: &Unit, why: &str, rule: &'static str) -> Vec<Event> {
    let ends = events::relieved(unit, DETERMINED, "it is incapacitated", "TU-275");
    let down = events::status(unit, Status::Down, why, rule);
    let lies = events::posture(unit, Posture::Prone, unit.placement.support, "TU-269");
    ends.into_iter().chain([down, lies]).collect()
}
