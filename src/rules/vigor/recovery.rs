//! The end of a round: recovery of Vigor, Durability and Mana, the Shock countdown, burning, and
//! harmful ground (VG-36, VG-182 to VG-189).

use grid::Body;
use rules::dice::{Die, Read, Throw};
use rules::event::{Event, EventKind, Ticking};
use rules::kit::events;
use rules::kit::turns;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Expiry, Meters, Status, Unit};
use rules::{Key, Sum, goals};

use super::data::{Content, DamageType, Moment, Talent};
use super::harm::{self, Damage};
use super::initiative;
use super::names::{BURNING, DURABILITY, MANA, SHOCK, VIGOR};
use super::numbers::Numbers;
use super::objects;
use super::step::{Burn, Outcome, Recovery, Smoulder, Step};
use super::wounds;

/// The end of a round (VG-189): recovery and the Shock countdown, then burning and harmful ground,
/// and whether there is a next round.
pub fn run(content: &Content, ctx: Ctx<'_>) -> Outcome {
    let clock = &ctx.state.scene.clock;
    if clock.phase != *turns::END {
        let mut events = vec![turns::phase(clock.round, turns::END, &["VG-36"])];
        let units = ctx.state.units.iter();
        let numbers: Vec<Numbers<'_>> = units.filter_map(|u| Numbers::of(content, u)).collect();
        for part in PARTS {
            events.extend(numbers.iter().flat_map(|numbers| recover(numbers, part)));
        }
        let burning = ctx.state.units.iter().filter(|u| burns(u));
        let mut children: Vec<Step> = burning.map(|u| Burn { unit: u.id() }.into()).collect();
        children.extend(objects::burning(ctx).map(|object| Smoulder { object }.into()));
        return Outcome::after(events, children, Some(Recovery.into()));
    }
    let mut events = Vec::new();
    for unit in ctx.state.units.iter().filter(|u| u.is_active() || u.status == Status::Down) {
        // Durations first, because harm may end a condition.
        events.extend(count_down_rounds(unit));
        let room = ctx.field.body(unit.id()).and_then(Body::room);
        let ground = room.and_then(|room| ctx.field.ground(room, unit.id()).ok());
        events.extend(ground.into_iter().flat_map(|g| harm::by_ground(content.at(ctx), unit, &g)));
    }
    let verdict = goals::verdict_among(ctx.state, true, &initiative::takes_part);
    events.extend(goals::tally(ctx.state));
    events.push(turns::phase(clock.round, turns::OVER, &["VG-36"]));
    events.extend(verdict.map(|v| Event::new(EventKind::Over(v), &["VG-40"])));
    Outcome::done(events)
}

fn burns(unit: &Unit) -> bool {
    unit.conditions.has(BURNING) && matches!(unit.status, Status::Active | Status::Down)
}

/// A meter after recovering this many points, up to its maximum.
fn recovered(meters: &Meters, id: &str, amount: i32) -> i32 {
    meters.get(id).map_or(0, |m| m.value.saturating_add(amount).min(m.max).max(m.value))
}

/// The Vigor recovered in each Recovery (VG-182).
pub fn vigor_gain(numbers: &Numbers<'_>) -> i32 {
    let rules = &numbers.content.rules;
    let deep = if numbers.sheet.has(Talent::DeepBreath) { rules.deep_breath } else { 0 };
    numbers.sheet.stamina / rules.vigor_per_stamina + deep
}

/// The parts of the Recovery, in order (VG-189).
#[derive(Clone, Copy)]
enum Part {
    /// Vigor (VG-182, VG-183).
    Vigor,
    /// Durability, by a talent (VG-184, VG-185).
    Durability,
    /// Mana, by a talent (VG-186).
    Mana,
    /// The Shock countdown (VG-235).
    Shock,
}

const PARTS: [Part; 4] = [Part::Vigor, Part::Durability, Part::Mana, Part::Shock];

/// The points that a combatant recovers, or loses in Shock.
fn recover(numbers: &Numbers<'_>, part: Part) -> Vec<Event> {
    let (unit, rules) = (numbers.unit, &numbers.content.rules);
    let (pools, tracks) = (&unit.pools.0, &unit.tracks.0);
    let all: Option<Event> = match part {
        Part::Vigor if unit.is_active() => {
            let to = recovered(pools, VIGOR, vigor_gain(numbers));
            events::pool(unit, VIGOR, to, "recovery", "VG-182")
        }
        Part::Durability if unit.is_active() && !numbers.is_wounded() => {
            let gains = numbers.sheet.has(Talent::Regrowth);
            let to = recovered(tracks, DURABILITY, if gains { rules.regrowth } else { 0 });
            events::track(unit, DURABILITY, to, "Regrowth", "VG-184")
        }
        Part::Mana if unit.is_active() => {
            let gains = numbers.sheet.has(Talent::ManaSpring);
            let to = recovered(pools, MANA, if gains { rules.mana_spring } else { 0 });
            events::pool(unit, MANA, to, "Mana Spring", "VG-186")
        }
        Part::Shock if wounds::is_dying(unit) => {
            let left = unit.tracks.0.value(SHOCK) - 1;
            let clock = events::track(unit, SHOCK, left.max(0), "Shock", "VG-235");
            let late = "help came too late";
            let dies = (left <= 0).then(|| events::status(unit, Status::Dead, late, "VG-235"));
            return clock.into_iter().chain(dies).collect();
        }
        _ => None,
    };
    all.into_iter().collect()
}

/// Advances conditions counted in rounds (VG-189).
fn count_down_rounds(unit: &Unit) -> Vec<Event> {
    let mut ticks = Vec::new();
    let mut ends = Vec::new();
    for (at, condition) in unit.conditions.0.iter().enumerate() {
        let Expiry::Rounds(left) = condition.expiry else { continue };
        if left > 1 {
            let what = Ticking::Condition(unit.id(), at);
            ticks.push(events::ticked(what, Expiry::Rounds(left - 1), "VG-189"));
        } else {
            ends.push(events::relieved_of(unit, condition, "its time is over", "VG-189"));
        }
    }
    ticks.extend(ends);
    ticks
}

/// A burning combatant takes 1d8 thermal damage; in Shock this counts like any other harm (VG-370).
///
/// # Errors
/// [`Pause`] while the die is missing.
pub fn burn(moment: Moment<'_>, step: &Burn, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let Some(unit) = ctx.unit(step.unit).filter(|u| burns(u)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let die = u16::try_from(content.rules.burning_die).unwrap_or(8);
    let read = Read::Sum((1..=die.into()).collect());
    let faces = oracle.roll(Throw { dice: vec![Die::d(die)], read })?;
    let mut sum = Sum::new();
    sum.push("burning", faces.iter().map(|f| i32::from(*f)).sum(), "VG-260");
    let act = Key::of(BURNING);
    let damage = Damage { armoured: true, ..Damage::hazard(&act, sum, DamageType::Thermal) };
    Ok(Outcome::done(harm::deal(moment, unit, damage).events))
}
