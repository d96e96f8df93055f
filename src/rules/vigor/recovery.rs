//! The end of a round: Vigor, Durability and Mana that come back, the clock of Shock, burning, and
//! the ground that harms (VG-36, VG-182 to VG-189).

use crate::grid::Body;
use crate::rules::dice::{Die, Read, Throw};
use crate::rules::event::{Event, EventKind, Ticking};
use crate::rules::kit::events;
use crate::rules::kit::turns;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Expiry, Meters, Status, Unit};
use crate::rules::{Key, Sum, goals};

use super::conditions::{BURNING, STABILISED};
use super::data::{Content, DamageType, Moment, Talent};
use super::harm::{self, Damage};
use super::numbers::{DURABILITY, MANA, Numbers, SHOCK, VIGOR};
use super::step::{Burn, Outcome, Recovery, Step};

/// The end of a round (VG-189): what comes back and the clock of Shock, then what burns and the ground
/// that harms, and whether there is a next round.
pub fn run(content: &Content, ctx: Ctx<'_>) -> Outcome {
    let clock = &ctx.state.scene.clock;
    if clock.phase != *turns::END {
        let mut events = vec![turns::phase(clock.round, turns::END, &["VG-36"])];
        for unit in &ctx.state.units {
            events.extend(recovers(content, unit));
        }
        let burning = ctx.state.units.iter().filter(|u| burns(u));
        let children: Vec<Step> = burning.map(|u| Burn { unit: u.id() }.into()).collect();
        return Outcome::after(events, children, Some(Recovery.into()));
    }
    let mut events = Vec::new();
    for unit in ctx.state.units.iter().filter(|u| u.is_active() || u.status == Status::Down) {
        let room = ctx.field.body(unit.id()).and_then(Body::room);
        let ground = room.and_then(|room| ctx.field.ground(room, unit.id()).ok());
        events.extend(ground.into_iter().flat_map(|g| harm::by_ground(content, unit, &g)));
        events.extend(rounds(unit));
    }
    let verdict = goals::verdict(ctx.state, true);
    events.extend(goals::tally(ctx.state));
    events.push(turns::phase(clock.round, turns::OVER, &["VG-36"]));
    events.extend(verdict.map(|v| Event::new(EventKind::Over(v), &["VG-40"])));
    Outcome::done(events)
}

fn burns(unit: &Unit) -> bool {
    unit.conditions.has(BURNING) && matches!(unit.status, Status::Active | Status::Down)
}

/// A meter after it got something back, up to its maximum.
fn more(meters: &Meters, id: &str, amount: i32) -> i32 {
    meters.get(id).map_or(0, |m| m.value.saturating_add(amount).min(m.max).max(m.value))
}

/// What one combatant gets back, or loses in Shock.
fn recovers(content: &Content, unit: &Unit) -> Vec<Event> {
    let Some(numbers) = Numbers::of(content, unit) else { return Vec::new() };
    let rules = &content.rules;
    match unit.status {
        Status::Active => {
            let (pools, tracks) = (&unit.pools.0, &unit.tracks.0);
            let deep = if numbers.sheet.has(Talent::DeepBreath) { rules.deep_breath } else { 0 };
            let vigor = numbers.sheet.stamina / rules.stamina_per_vigor + deep;
            let to = more(pools, VIGOR, vigor);
            let mut all: Vec<Event> = Vec::new();
            all.extend(events::pool(unit, VIGOR, to, "recovery", "VG-182"));
            if numbers.sheet.has(Talent::Regrowth) && !numbers.is_wounded() {
                let to = more(tracks, DURABILITY, rules.regrowth);
                all.extend(events::track(unit, DURABILITY, to, "Regrowth", "VG-184"));
            }
            if numbers.sheet.has(Talent::ManaSpring) {
                let to = more(pools, MANA, rules.mana_spring);
                all.extend(events::pool(unit, MANA, to, "Mana Spring", "VG-186"));
            }
            all
        }
        Status::Down if !unit.conditions.has(STABILISED) => {
            let left = unit.tracks.0.value(SHOCK) - 1;
            let clock = events::track(unit, SHOCK, left, "Shock", "VG-235");
            let dies = (left <= 0)
                .then(|| events::status(unit, Status::Dead, "help came too late", "VG-235"));
            clock.into_iter().chain(dies).collect()
        }
        Status::Down | Status::Dead | Status::Gone | Status::Surrendered => Vec::new(),
    }
}

/// Conditions that are counted by rounds run on (VG-189).
fn rounds(unit: &Unit) -> Vec<Event> {
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

/// One that burns takes 1d8 thermal damage; on one in Shock that is harm like any other (VG-370).
///
/// # Errors
/// [`Pause`] while the die is missing.
pub fn burn(moment: Moment<'_>, step: &Burn, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let Some(unit) = ctx.unit(step.unit).filter(|u| burns(u)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let read = Read::Sum((1..=8).collect());
    let faces = oracle.roll(Throw { dice: vec![Die::d(8)], read })?;
    let mut sum = Sum::new();
    sum.push("burning", faces.iter().map(|f| i32::from(*f)).sum(), "VG-260");
    let act = Key::of(BURNING);
    let damage = Damage { armoured: true, ..Damage::bare(&act, sum, DamageType::Thermal) };
    Ok(Outcome::done(harm::deal(content, unit, damage).events))
}
