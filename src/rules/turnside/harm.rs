//! Damage: HP, injuries, death and the choice at 0 HP (TU-119, TU-214 to TU-276). Falls (TU-159 to
//! TU-161).

use grid::{Body, Ground, Hm, Room, SupportKind};
use rules::event::{Event, EventKind};
use rules::kit::{events, falls};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Posture, Status, Unit};
use rules::{Key, Sum};

use super::ailments::{self, Strain};
use super::damage::Damage;
use super::data::{Content, HealWakes, InjuryBasis, Kind, NegativeHp, Tier, Trait};
use super::injury;
use super::numbers::{BLEED_OUT, DETERMINATION, DETERMINED, HALTS, HP, Numbers, OUT, track};
use super::step::{Drop, Exhausted, Fall, Outcome, Scorch, Slip, Step, Wake};

/// Divisor of damage to a unit at 0 HP, for AI scoring: such a unit soon falls without being hit.
const SPENT: i32 = 5;

/// Depth of water from which a fall into it is harmless (TU-160).
const DEEP: Hm = Hm::metres(2);

/// AI estimate of the life that damage costs a combatant.
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
    /// True for feedback: wards do not stop it, and whether it injures is an option (TU-61).
    pub bare: bool,
    /// True if the referee lets it go below 0 HP (TU-266).
    pub overkill: bool,
}

impl<'a> Wound<'a> {
    /// Damage dealt by a combatant.
    pub const fn by(act: &'a Key, by: &'a Unit, kind: Kind, damage: Damage) -> Self {
        Self { act, by: Some(by), kind, damage, bare: false, overkill: false }
    }

    /// PHYS damage without an attacker.
    pub const fn plain(act: &'a Key, main: Sum) -> Self {
        let damage = Damage { main, extra: None, healed: 0 };
        Self { act, by: None, kind: Kind::Phys, damage, bare: false, overkill: false }
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
    let Wound { act, by, kind, damage, bare, overkill } = wound;
    let mut packets = vec![events::packet("main", &damage.main, damage.main.total().max(0))];
    if let Some((element, sum)) = &damage.extra {
        packets.push(events::packet(element.name(), sum, sum.total().max(0)));
    }
    let mut events = vec![events::hit(unit, act, by.map(Unit::id), packets, "TU-109")];
    let dealt = damage.total().max(0);
    if dealt == 0 && damage.healed > 0 {
        events.extend(heal(content, victim, damage.healed, "an absorbed element", "TU-112"));
        return Ok(events);
    }
    let mut worn = Vec::new();
    let stopped = if bare { 0 } else { ward(victim, dealt, &mut worn) };
    let amount = dealt - stopped;
    // Absorbed damage heals the loss from the rest of the same blow (TU-112).
    let before = unit.tracks.0.value(HP);
    let left = after(content, unit, amount, overkill);
    let most = unit.tracks.0.get(HP).map_or(0, |hp| hp.max);
    let healed = damage.healed.min(most.saturating_sub(left)).max(0);
    let end = left.saturating_add(healed);
    let taken = match content.rules.injury_basis {
        InjuryBasis::Hit => amount,
        InjuryBasis::HpLost => before.saturating_sub(left),
    };
    if end <= before {
        events.extend(falls_to(victim, end, (act.as_str(), "TU-119")));
    }
    if let Some(cell) = unit.placement.at.cell().filter(|_| by.is_some() && amount > 0)
        && ailments::is_hidden(content, unit)
    {
        events.push(events::remark(format!("Someone is hit at {cell}."), "TU-357"));
    }
    let dead = end <= victim.death();
    let injures = !bare || content.rules.feedback_injures;
    if !dead && injures {
        events.extend(injury::suffer(content, victim, (taken, kind), oracle)?);
    }
    if amount > 0 {
        events.extend(ailments::reopened(victim, Strain::Damage, "damage"));
    }
    // Added last, so that the index of the injury among the conditions stays valid.
    events.extend(worn);
    if end > before {
        let more = end.saturating_sub(before);
        events.extend(heal(content, victim, more, "an absorbed element", "TU-112"));
    }
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
        let at = victim.unit.conditions.0.iter().position(|c| c == ward);
        events.push(events::afflicted(victim.unit, smaller, at, "TU-117"));
    }
    stopped
}

/// Restores HP, up to the maximum; a combatant that was at 0 HP recovers (TU-76, TU-262, TU-277,
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
    let hp = meter.value.saturating_add(amount).min(meter.max).max(meter.value);
    let mut events: Vec<Event> = events::track(unit, HP, hp, why, rule).into_iter().collect();
    let breath = breathes(content, on, hp >= meter.max);
    let freed = breath.is_some() && hp >= meter.max;
    events.extend(breath);
    events.extend(freed.then(|| fewer(unit)).flatten());
    if content.rules.gaping_stops_at_full && hp >= meter.max {
        events.extend(closes(content, unit));
    }
    if hp <= 0 || meter.value > 0 {
        return events;
    }
    if unit.is_active() {
        events.extend(events::relieved(unit, ailments::STABILISED, "it is above 0 HP", "TU-277"));
    }
    events.extend(events::relieved(unit, DETERMINED, "it is above 0 HP", "TU-277"));
    let clock = unit.tracks.0.get(BLEED_OUT).map_or(0, |clock| clock.max);
    events.extend(events::track(unit, BLEED_OUT, clock, "it is above 0 HP", "TU-280"));
    let stabilised = unit.conditions.has(ailments::STABILISED);
    let wakes = match content.rules.heal_wakes {
        HealWakes::Unstabilised => !stabilised,
        HealWakes::Any => true,
        HealWakes::Never => false,
    };
    let kept_down = on.is_comatose() || on.fatigue() >= ailments::LAST_LEVEL;
    if unit.status == Status::Down && wakes && !kept_down {
        events.extend(events::relieved(unit, ailments::STABILISED, "it wakes up", "TU-280"));
        events.push(events::status(unit, Status::Active, "it is above 0 HP", "TU-280"));
    }
    events
}

/// Healing to the maximum ends suffocation; anything less restarts its countdown (TU-262).
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

/// A gaping wound closes (TU-336).
fn closes(content: &Content, unit: &Unit) -> Vec<Event> {
    let gapes = |c: &&Condition| {
        let injury = content.injuries.get(c.id.as_str());
        injury.is_some_and(|injury| injury.marks.contains(&Trait::Gaping))
    };
    let mut all = Vec::new();
    if let Some(wound) = unit.conditions.0.iter().find(gapes) {
        all.push(events::relieved_of(unit, wound, "it has closed", "TU-336"));
        all.extend(fewer(unit));
    }
    all
}

/// Removes one Massive injury from the count.
fn fewer(unit: &Unit) -> Option<Event> {
    let count = unit.tracks.0.value(track(Tier::Massive)) - 1;
    events::track(unit, track(Tier::Massive), count.max(0), "it is healed", "TU-214")
}

/// HP after damage (TU-119, TU-265, TU-266, TU-271).
fn after(content: &Content, unit: &Unit, amount: i32, overkill: bool) -> i32 {
    let hp = unit.tracks.0.value(HP);
    let below = match content.rules.negative_hp {
        NegativeHp::WhileDown => hp <= 0,
        NegativeHp::Never => false,
        NegativeHp::Always => true,
    };
    let left = hp.saturating_sub(amount);
    if below || overkill { left } else { left.max(hp.min(0)) }
}

/// Subtracts HP and, at the negative limit, kills (TU-272).
pub fn lose(
    content: &Content,
    victim: &Numbers<'_>,
    amount: i32,
    why: &str,
    rule: &'static str,
) -> Vec<Event> {
    falls_to(victim, after(content, victim.unit, amount, false), (why, rule))
}

/// Sets HP; at the negative limit the combatant dies.
fn falls_to(victim: &Numbers<'_>, left: i32, (why, rule): (&str, &'static str)) -> Vec<Event> {
    let dies = left <= victim.death();
    let death =
        dies.then(|| events::status(victim.unit, Status::Dead, "too far below 0", "TU-272"));
    events::track(victim.unit, HP, left, why, rule).into_iter().chain(death).collect()
}

/// The effects of the ground on a unit that arrives other than on foot (TU-120, TU-153).
pub fn arrives(ctx: Ctx<'_>, unit: &Unit, to: Room) -> Vec<Step> {
    let Ok(ground) = ctx.field.ground(to, unit.id()) else { return Vec::new() };
    let scorch = Scorch { unit: unit.id(), harm: ground.harm };
    let scorch: Option<Step> = (ground.harm > 0).then(|| scorch.into());
    scorch.into_iter().chain(slip_on(unit, &ground)).collect()
}

/// A unit that arrives upright on slippery ground may slip. For a prone one there is nothing to
/// lose: it has fallen already, and the movement is over (TU-153).
pub fn slip_on(unit: &Unit, ground: &Ground) -> Option<Step> {
    let upright = unit.placement.posture != Posture::Prone;
    let slips = ground.slippery > 0 && upright && ground.support != SupportKind::Nothing;
    slips.then(|| Slip { unit: unit.id(), slippery: ground.slippery }.into())
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
    let stopped = victim.natural_defence().min(raw.saturating_sub(content.rules.min_after_natural));
    sum.add("natural defence", -stopped, "TU-110");
    deal(content, &victim, Wound::plain(&Key::of(act), sum), oracle)
}

/// Harmful ground in the path of a push (TU-140).
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
        let slips = ground.and_then(|ground| slip_on(unit, &ground));
        let harmed = harmed.transpose()?.unwrap_or_default();
        return Ok(Outcome::after(harmed, slips.into_iter().collect(), None));
    }
    let Some(fallen) = falls::descend(ctx, unit, "TU-159") else {
        return Ok(Outcome::done(Vec::new()));
    };
    let far = fallen.drop - content.rules.fall_free;
    // Only water at least 2 m deep softens a fall (TU-160); a falling unit sinks through it
    // unharmed (TU-152).
    let wet = matches!(fallen.support, SupportKind::Water | SupportKind::Ground);
    let soft = wet && is_deep(ctx, &fallen.events, unit);
    let mut events = fallen.events;
    if far > Hm::ZERO && !soft {
        let raw = (far.0 / 2).saturating_mul(content.rules.fall_per_metre);
        let label = format!("a fall of {}", fallen.drop);
        events.extend(unarmoured(content, unit, ("fall", &label, raw, "TU-159"), oracle)?);
        events.push(events::posture(unit, Posture::Prone, fallen.support, "TU-160"));
    }
    Ok(Outcome::then(events, Fall { landed: true, ..step.clone() }.into()))
}

/// Whether the water where a fall ends is at least 2 m deep.
fn is_deep(ctx: Ctx<'_>, fell: &[Event], unit: &Unit) -> bool {
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let end = fell.iter().find_map(|event| match event.what {
        EventKind::Moved { to, to_feet, .. } => Some(room?.at(to.cell()?, to_feet)),
        _ => None,
    });
    let ground = end.and_then(|end| ctx.field.ground(end, unit.id()).ok());
    ground.is_some_and(|ground| ground.depth >= DEEP)
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
    let text = format!("{name} is at 0 HP. Fight on? Determination Turns left: {left}.");
    let prompt = Prompt::yes_no("fight_on", side, Some(unit.id()), text, true, "TU-267");
    if oracle.ask(prompt.about(Key::of(DETERMINED)))? != Answer::YES {
        return Ok(Outcome::done(succumb(unit, "gives in at 0 HP", "TU-268")));
    }
    let lasts = Expiry::Until(Key::of("last_turn"));
    let condition = Condition::new(Key::of(DETERMINED), 0, None, lasts);
    let mut all = vec![events::afflicted(unit, condition, None, "TU-273")];
    // If it was moving, it stops here; it may start another move later (TU-359).
    all.extend(halt(ctx, unit, "TU-359"));
    Ok(Outcome::done(all))
}

/// The last level of fatigue incapacitates (TU-310).
pub fn exhausted(ctx: Ctx<'_>, step: &Exhausted) -> Outcome {
    let unit = ctx.unit(step.unit).filter(|u| u.is_active());
    Outcome::done(unit.map_or_else(Vec::new, |unit| knocked_out(unit, "exhausted", "TU-310")))
}

/// Incapacitates a unit for a reason other than 0 HP until that reason ends (TU-260, TU-310).
pub fn knocked_out(unit: &Unit, why: &str, rule: &'static str) -> Vec<Event> {
    let mut all = succumb(unit, why, rule);
    all.extend(events::flag(unit, OUT, 1, rule));
    all
}

/// Units that are no longer incapacitated: their coma or exhaustion is over, and they have HP.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let free = |unit: &&Unit| {
        let numbers = Numbers::of(content, unit);
        let kept = numbers.is_none_or(|n| n.is_comatose() || n.fatigue() >= ailments::LAST_LEVEL);
        unit.flags.get(OUT) != 0 && !kept
    };
    ctx.state.units.iter().filter(free).map(|unit| Wake { unit: unit.id() }.into()).collect()
}

/// A unit wakes up, if it has HP left.
pub fn wake(ctx: Ctx<'_>, step: &Wake) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let able = unit.status == Status::Down
        && unit.tracks.0.value(HP) > 0
        && !unit.conditions.has(ailments::STABILISED);
    let wakes = able.then(|| events::status(unit, Status::Active, "it wakes up", "TU-260"));
    Outcome::done(events::flag(unit, OUT, 0, "TU-260").into_iter().chain(wakes).collect())
}

/// Makes the unit incapacitated and starts its bleed-out clock (TU-268, TU-269).
pub fn succumb(unit: &Unit, why: &str, rule: &'static str) -> Vec<Event> {
    let ends = events::relieved(unit, DETERMINED, "it is incapacitated", "TU-275");
    let down = events::status(unit, Status::Down, why, rule);
    let lies = events::posture(unit, Posture::Prone, unit.placement.support, "TU-269");
    ends.into_iter().chain([down, lies]).collect()
}

/// Ends the walk that a unit is in the middle of, or the jump that it is about to make.
pub fn halt(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Option<Event> {
    let frames = &ctx.state.queue.frames;
    let moves = |step: &Step| match step {
        Step::Walk(walk) => walk.unit == unit.id(),
        Step::Jump(jump) => jump.unit == unit.id(),
        _ => false,
    };
    let moving = frames.iter().filter_map(|frame| frame.step.get()).any(moves);
    moving.then(|| events::flag(unit, HALTS, 1, rule)).flatten()
}
