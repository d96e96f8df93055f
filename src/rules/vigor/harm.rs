//! The course of damage: affinity of the body, rank and wear of armour, then Durability, Health and
//! Shock (VG-200 to VG-241). Also falls (VG-318).

use grid::{Body, Ground};
use rules::dice::{Die, Read, Throw};
use rules::event::Event;
use rules::kit::{events, falls};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Posture, Status, Unit};
use rules::{Key, Sum};

use super::armour::{self, Impact};
use super::conditions::{for_rounds, gain};
use super::data::{
    Content, DamageType, IncapacitatedHit, Kinetic, KnockdownOver, Moment, Overflow, Quality,
};
use super::long_acts;
use super::names::{BRITTLE, DURABILITY, HEALTH, KNOCKED, SHAKEN, STAND, UNCONSCIOUS};
use super::numbers::Numbers;
use super::step::{Fall, Outcome, Scorch};
use super::wounds;

/// Damage on its way to a combatant.
pub struct Damage<'a> {
    /// ID of the act, weapon or hazard behind it.
    pub act: &'a Key,
    /// The attacker, if any.
    pub by: Option<&'a Unit>,
    /// The rolled damage.
    pub sum: Sum,
    /// Its type, kind and quality, and the shield raised against it.
    pub impact: Impact,
    /// Whether it comes from a weapon; otherwise from a spell or an ability (VG-219).
    pub by_weapon: bool,
    /// Whether armour counts.
    pub armoured: bool,
    /// The part that cover stops, and the rule behind that (VG-306).
    pub cover: Option<(i32, &'static str)>,
    /// True if a Bonus Die burst (VG-195).
    pub critical: bool,
    /// Whether it fills an area instead of targeting a unit (VG-377).
    pub area: bool,
    /// True if it bypasses Durability (VG-231).
    pub to_health: bool,
}

impl<'a> Damage<'a> {
    /// Damage without an attacker, by a fall or another hazard. Armour does not count.
    pub const fn hazard(act: &'a Key, sum: Sum, kind: DamageType) -> Self {
        // A fall counts as an ordinary impact (VG-318); other hazards harm every body.
        let (kinetic, quality) = match kind {
            DamageType::Kinetic => (Some(Kinetic::Impact), Quality::Ordinary),
            _ => (None, Quality::Legendary),
        };
        let impact = Impact { kind, kinetic, quality, is_hazard: true, shield: 0 };
        Self {
            act,
            by: None,
            sum,
            impact,
            by_weapon: false,
            armoured: false,
            cover: None,
            critical: false,
            area: true,
            to_health: false,
        }
    }
}

/// The result of dealing damage.
pub struct Dealt {
    /// The events.
    pub events: Vec<Event>,
    /// The damage that reached the body.
    pub amount: i32,
    /// The damage that cover stopped.
    pub covered: i32,
}

/// The maximum rolled damage that makes a difference to a combatant, if cover and a raised shield
/// stop this much first.
pub fn max_relevant_damage(content: &Content, unit: &Unit, stopped: i32) -> i32 {
    let Some(numbers) = Numbers::of(content, unit) else { return 1 };
    let worn = numbers.armour().map_or(0, |(armour, left)| armour.highest_rank().max(left));
    let hide = numbers.sheet.nature.hide.map_or(0, |hide| hide.rank);
    let body = unit.tracks.0.value(DURABILITY) + unit.tracks.0.value(HEALTH);
    // An affinity may halve the damage, so twice as much can make a difference.
    let halved = content.rules.affinity_half;
    let factor = if numbers.sheet.nature.affinity.is_some() { halved.max(1) } else { 1 };
    factor * (stopped + worn.max(hide) + body.max(numbers.sheet.strength + 1).max(1))
}

/// Deals damage to a combatant, with its immediate consequences, in the order of VG-200.
pub fn deal(moment: Moment<'_>, unit: &Unit, damage: Damage<'_>) -> Dealt {
    let Moment { content, ctx } = moment;
    let Damage { act, by, mut sum, impact, .. } = damage;
    let nothing = Dealt { events: Vec::new(), amount: 0, covered: 0 };
    let Some(numbers) = Numbers::of(content, unit) else { return nothing };
    numbers.adjust_for_body(impact.kind, impact.quality, damage.by_weapon, &mut sum);
    let met = sum.total();
    let mut covered = 0;
    if let Some((rank, rule)) = damage.cover {
        covered = rank.min(sum.total()).max(0);
        sum.add("cover", -covered, rule);
    }
    let mut wear = Vec::new();
    if damage.armoured && impact.kind != DamageType::Toxic {
        wear = armour::reduce(&numbers, impact, &mut sum);
    }
    let amount = sum.total().max(0);
    let label = if impact.kind == DamageType::Kinetic { "main" } else { impact.kind.name() };
    let packets = vec![events::packet(label, &sum, amount)];
    let mut events = vec![events::hit(unit, act, by.map(Unit::id), packets, "VG-200")];
    if damage.critical {
        events.push(events::note(unit, "A critical hit.", "VG-196"));
        if met > 0 {
            events.extend(critical(ctx, &numbers, (impact.kind, by)));
        }
    }
    events.extend(wear);
    if amount > 0 {
        let bypasses = damage.to_health || impact.kind == DamageType::Toxic;
        events.extend(apply_to_body(&numbers, (amount, act), damage.area, bypasses));
    }
    Dealt { events, amount, covered }
}

/// The effects of a critical hit besides its damage (VG-252, VG-255).
fn critical(
    ctx: Ctx<'_>,
    numbers: &Numbers<'_>,
    (kind, by): (DamageType, Option<&Unit>),
) -> Vec<Event> {
    let unit = numbers.unit;
    match kind {
        DamageType::Cold if numbers.armour().is_some() && !unit.conditions.has(BRITTLE) => {
            let lasts = Expiry::Battle;
            let brittle = Condition::new(Key::of(BRITTLE), 0, None, lasts);
            vec![events::gained(unit, brittle, "VG-252")]
        }
        DamageType::Sonic => {
            let maker = by.unwrap_or(unit).id();
            let shaken = for_rounds(numbers.content.at(ctx), (Key::of(SHAKEN), 0), maker, 1);
            gain(ctx, unit, shaken, "VG-255")
        }
        _ => Vec::new(),
    }
}

/// Applies an act's damage that has reached the body, to Durability first unless it bypasses that
/// (VG-221, VG-231).
fn apply_to_body(
    numbers: &Numbers<'_>,
    (amount, act): (i32, &Key),
    area: bool,
    bypasses: bool,
) -> Vec<Event> {
    let Numbers { content, unit, sheet } = *numbers;
    if unit.status == Status::Down {
        // Any further harm kills, even after stabilisation (VG-236, VG-239).
        return vec![events::status(unit, Status::Dead, "harmed in Shock", "VG-236")];
    }
    let kills = content.rules.incapacitated_hit == IncapacitatedHit::Kill;
    if numbers.is_incapacitated() && !area && kills {
        return vec![events::status(unit, Status::Dead, "struck while helpless", "VG-58")];
    }
    let mut events = Vec::new();
    events.extend(events::relieved(unit, UNCONSCIOUS, "it is harmed", "VG-377"));
    let before = unit.tracks.0.value(DURABILITY);
    let durability = if bypasses { before } else { before.saturating_sub(amount).max(0) };
    events.extend(events::track(unit, DURABILITY, durability, act.as_str(), "VG-221"));
    let falls = content.rules.knockdown_over == KnockdownOver::Strength && amount > sheet.strength;
    let Some(health) = unit.tracks.0.get(HEALTH) else {
        // Not alive: destroyed at Durability 0 (VG-244).
        if durability == 0 {
            events.push(wounds::destroyed(unit));
        } else if falls {
            events.extend(knock_down(unit));
        }
        return events;
    };
    let beyond = match content.rules.overflow {
        _ if bypasses => amount,
        Overflow::Carry => amount.saturating_sub(before.saturating_sub(durability)),
        Overflow::Stop if before > 0 => 0,
        Overflow::Stop => amount,
    };
    let left = health.value.saturating_sub(beyond).max(0);
    let rule = if bypasses { "VG-231" } else { "VG-225" };
    events.extend(events::track(unit, HEALTH, left, act.as_str(), rule));
    if left == 0 {
        events.extend(wounds::collapse(unit));
    } else if falls {
        events.extend(knock_down(unit));
    }
    events
}

/// Knocks a unit down and interrupts it (VG-156, VG-157). No further effect on a unit that is
/// already prone (VG-167), unless it is getting up (VG-337).
pub fn knock_down(unit: &Unit) -> Vec<Event> {
    let mut all = Vec::new();
    let rises = unit.turn.acts.last().is_some_and(|record| record.act == *STAND);
    match unit.placement.posture {
        Posture::Standing => {
            all.push(events::posture(unit, Posture::Prone, unit.placement.support, "VG-156"));
        }
        Posture::Prone if rises => {}
        Posture::Prone => return all,
    }
    all.extend(events::flag(unit, KNOCKED, 1, "VG-157"));
    all.extend(long_acts::abandon_all(unit, "it is knocked down"));
    all
}

/// Harm of the ground on entering it and in each Recovery (VG-320).
pub fn by_ground(moment: Moment<'_>, unit: &Unit, ground: &Ground) -> Vec<Event> {
    heat_damage(moment, unit, ground.harm)
}

/// Thermal damage of harmful ground.
fn heat_damage(moment: Moment<'_>, unit: &Unit, amount: u8) -> Vec<Event> {
    if amount == 0 {
        return Vec::new();
    }
    let mut sum = Sum::new();
    sum.push("harmful ground", amount.into(), "VG-320");
    let act = Key::of("ground");
    let damage = Damage { armoured: true, ..Damage::hazard(&act, sum, DamageType::Thermal) };
    deal(moment, unit, damage).events
}

/// A unit is pushed across harmful ground (VG-320).
pub fn scorch(moment: Moment<'_>, step: &Scorch) -> Outcome {
    let unit = moment.ctx.unit(step.unit).filter(|u| u.status != Status::Dead);
    Outcome::done(unit.map_or_else(Vec::new, |unit| heat_damage(moment, unit, step.harm)))
}

/// A fall, then the effect of the ground below (VG-318).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn fall(moment: Moment<'_>, step: &Fall, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return nothing };
    // The dead fall, but cannot be harmed.
    let dead = unit.status == Status::Dead;
    if step.landed {
        let ground = ctx.field.ground(room, unit.id()).ok().filter(|_| !dead);
        let events = ground.map_or_else(Vec::new, |g| by_ground(moment, unit, &g));
        return Ok(Outcome::done(events));
    }
    let Some(falls::Descent { drop, support, mut events }) = falls::descend(ctx, unit, "VG-318")
    else {
        return nothing;
    };
    let dice = drop.0 / 2 / content.rules.fall_die_per_m;
    if dice > 0 && !dead {
        let count = usize::try_from(dice).unwrap_or_default();
        let read = Read::Sum((1..=max_relevant_damage(content, unit, 0)).collect());
        let faces = oracle.roll(Throw { dice: vec![Die::d(10); count], read })?;
        let mut sum = Sum::new();
        let total = faces.iter().map(|f| i32::from(*f)).sum();
        sum.push(format!("fell {drop}: {count}d10"), total, "VG-318");
        let act = Key::of("fall");
        let dealt = deal(moment, unit, Damage::hazard(&act, sum, DamageType::Kinetic));
        events.extend(dealt.events);
        if dealt.amount > 0 {
            events.extend(knock_down(unit));
            events.push(events::posture(unit, Posture::Prone, support, "VG-318"));
        }
    }
    Ok(Outcome::then(events, Fall { landed: true, ..step.clone() }.into()))
}
