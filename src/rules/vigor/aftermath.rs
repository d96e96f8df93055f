//! After the battle: the dying are treated or die, armour is mended, and the fate of each combatant
//! after a night's rest (VG-330 to VG-335).

use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Aftermath, Ctx, Fate};
use rules::state::{Carrier, Condition, Expiry, Meter, Status, Unit};
use rules::{Key, RuleId};

use super::conditions;
use super::data::{Content, Moment};
use super::handling;
use super::names::{
    ARMOUR, BRITTLE, CHARGES, DRAUGHTS, DURABILITY, HEALTH, OFF, SHOCK, STABILISED, WORN,
};
use super::numbers::Numbers;
use super::step::{Handling, Outcome, RepairArmour, Step, TreatDying};
use super::wounds;

/// The steps after the end of the battle: care for the dying, then repairs.
pub fn steps(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let dying = ctx.state.units.iter().filter(|unit| wounds::is_dying(unit));
    let mut all: Vec<Step> = Vec::new();
    for unit in dying {
        // Without an able medic on its side it is its own medic, and the treatment fails.
        let by = medic(content, ctx, unit).map_or(unit.id(), Unit::id);
        all.push(TreatDying { unit: unit.id(), by }.into());
    }
    let worn_down =
        ctx.state.units.iter().filter(|unit| is_there(unit) && needs_repair(content, unit));
    all.extend(worn_down.map(|unit| Step::from(RepairArmour { unit: unit.id() })));
    all
}

const fn is_there(unit: &Unit) -> bool {
    matches!(unit.status, Status::Active | Status::Down | Status::Surrendered | Status::Gone)
}

/// The medics for a combatant: able, trained members of its side, the best first.
fn medic<'a>(content: &'a Content, ctx: Ctx<'a>, patient: &Unit) -> Option<&'a Unit> {
    let able = ctx.state.of_side(patient.side()).filter(|unit| unit.is_active());
    let numbers = able.filter_map(|unit| Numbers::of(content, unit));
    let best = numbers.filter(|n| n.medicine() > 0).max_by_key(|n| (n.medicine(), n.unit.id()));
    best.map(|n| n.unit)
}

/// Treats a dying combatant, with one try for each round that it has left (VG-334).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn treat_dying(
    moment: Moment<'_>,
    step: &TreatDying,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit).filter(|unit| wounds::is_dying(unit)) else {
        return nothing;
    };
    let left = unit.tracks.0.value(SHOCK);
    let medic = ctx.unit(step.by).filter(|by| by.is_active() && left > 0);
    let test = medic
        .and_then(|by| Numbers::of(content, by))
        .and_then(|by| handling::test(ctx, &by, (Handling::Stabilise, unit.id())));
    let Some((medic, test)) = medic.zip(test) else {
        let why = "no one could help";
        return Ok(Outcome::done(vec![events::status(unit, Status::Dead, why, "VG-334")]));
    };
    let (faces, score) = test.roll(oracle)?;
    let who = (Handling::Stabilise.id(), medic, Some(unit.id()));
    let mut all = vec![events::tested(&test, who, faces, "VG-334")];
    // A Charge on the next action serves the first try only.
    all.extend(conditions::end_action_bonuses(medic, false));
    if score.passed() {
        all.extend(wounds::stabilise(unit));
        return Ok(Outcome::done(all));
    }
    all.extend(events::track(unit, SHOCK, left - 1, "Shock", "VG-334"));
    Ok(Outcome::then(all, step.clone().into()))
}

/// The points of an item after a repair; `None` if it is undamaged or destroyed (VG-335).
fn repaired_value(unit: &Unit, slot: &str) -> Option<i32> {
    let meter = unit.carriers.item(slot)?.get(ARMOUR)?;
    (meter.value > 0 && meter.value < meter.max).then_some(meter.max)
}

fn needs_repair(content: &Content, unit: &Unit) -> bool {
    let intact = Numbers::of(content, unit).is_some_and(|n| n.armour().is_some());
    [WORN, OFF].iter().any(|slot| repaired_value(unit, slot).is_some())
        || intact && unit.conditions.has(BRITTLE)
}

/// Repairs the armour and the shield of one combatant (VG-333).
pub fn repair_armour(ctx: Ctx<'_>, step: &RepairArmour) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let mended = |slot: &'static str| {
        let full = repaired_value(unit, slot)?;
        let item = Carrier::Item(Key::of(slot));
        let what = EventKind::wear(unit, &item, ARMOUR, full, "it is repaired")?;
        Some(Event::new(what, &["VG-333"]))
    };
    let mut all: Vec<Event> = [WORN, OFF].into_iter().filter_map(mended).collect();
    all.extend(events::relieved(unit, BRITTLE, "it is repaired", "VG-252"));
    Outcome::done(all)
}

/// The fate of each combatant if the battle ended now.
pub fn fates(content: &Content, ctx: Ctx<'_>) -> Vec<Aftermath> {
    ctx.state.units.iter().map(|unit| fate(content, ctx, unit)).collect()
}

fn fate(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Aftermath {
    let foes = ctx.state.units.iter().any(|u| u.is_active() && u.side() != unit.side());
    let friends = ctx.state.of_side(unit.side()).any(Unit::is_active);
    let treated = medic(content, ctx, unit).is_some();
    // The dying that are not treated die (VG-334).
    let lost = wounds::is_dying(unit) && !treated;
    let (fate, rule) = match unit.status {
        Status::Dead => (Fate::Dead, "VG-335"),
        _ if lost => (Fate::Dead, "VG-334"),
        Status::Down if foes && !friends => (Fate::Left, "VG-330"),
        _ => (Fate::Rested, "VG-330"),
    };
    let rests = fate == Fate::Rested;
    let wounded = Numbers::of(content, unit).is_some_and(|n| n.is_wounded());
    let track = |meter: &Meter| {
        let value = match meter.id.as_str() {
            _ if !rests => meter.value,
            DURABILITY if !wounded => meter.max,
            DURABILITY if treated => (meter.max / 2).max(meter.value),
            HEALTH => meter.value.saturating_add(content.rules.health_per_day).min(meter.max),
            SHOCK => meter.max,
            _ => meter.value,
        };
        (meter.id.clone(), value, meter.max)
    };
    let pool = |meter: &Meter| {
        // Rest brings back no items that were used (VG-332).
        let value = match meter.id.as_str() {
            DRAUGHTS | CHARGES => meter.value,
            _ if rests => meter.max,
            _ => meter.value,
        };
        (meter.id.clone(), value, meter.max)
    };
    Aftermath {
        unit: unit.id(),
        fate,
        tracks: unit.tracks.0.iter().map(track).collect(),
        pools: unit.pools.0.iter().map(pool).collect(),
        lasting: unit.conditions.0.iter().filter_map(|c| lasting(content, c)).collect(),
        rule: RuleId::of(rule),
    }
}

/// Time that a condition has left after the battle, in seconds (VG-29, VG-31); only for conditions
/// counted in rounds and those that need care.
fn lasting(content: &Content, condition: &Condition) -> Option<(Key, Option<u32>)> {
    let seconds = u32::try_from(content.rules.seconds_per_round).unwrap_or_default();
    let left = match condition.expiry {
        Expiry::Slots { left, .. } | Expiry::Rounds(left) => {
            Some(seconds.saturating_mul(u32::from(left)))
        }
        _ if condition.id == *STABILISED => None,
        _ => return None,
    };
    Some((condition.id.clone(), left))
}
