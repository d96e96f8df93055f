//! Health, unconsciousness and death (PR-157, PR-176 to PR-202).

use crate::step::{Fade, Outcome, Step, Wake};
use grid::UnitId;
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::Ctx;
use rules::state::{Posture, Status, Unit};
use rules::{Key, Sum};

use super::data::{Content, DeathRule, InstantDeath, UnconsciousAt};
use super::flags::{DAMAGE_TAKEN, DOWN_ROUNDS, GAVE_UP, HEAVIEST_BLOW, SAVE_PASSED};
use super::numbers::{Numbers, is_awake};
use super::sheet::HEALTH;

/// The status after waking: as before falling unconscious (PR-383).
pub fn once_awake(unit: &Unit) -> Status {
    if unit.flags.get(GAVE_UP) != 0 { Status::Surrendered } else { Status::Active }
}

/// The events of damage to a unit: health and the counters for instant death.
pub fn lose(unit: &Unit, amount: i32, why: &str, rules: &[&'static str]) -> Vec<Event> {
    if amount <= 0 {
        return Vec::new();
    }
    let left = unit.tracks.0.value(HEALTH).saturating_sub(amount);
    let mut events = Vec::from_iter(events::track(unit, HEALTH, left, why, rules));
    let taken = unit.flags.get(DAMAGE_TAKEN) + i64::from(amount);
    events.extend(events::flag(unit, DAMAGE_TAKEN, taken, &[]));
    let heaviest = unit.flags.get(HEAVIEST_BLOW).max(i64::from(amount));
    events.extend(events::flag(unit, HEAVIEST_BLOW, heaviest, &[]));
    events
}

/// Damage from a rule that ignores armor: the hit and its loss of health. The dead suffer nothing
/// more.
pub fn unarmored(
    unit: &Unit,
    (act, label): (&'static str, &'static str),
    mut sum: Sum,
    why: &str,
    (rule, ignores_armor): (&'static str, &'static str),
) -> Vec<Event> {
    if matches!(unit.status, Status::Dead | Status::Gone) {
        return Vec::new();
    }
    sum.push("armor ignored", 0, ignores_armor);
    let amount = sum.total();
    let packets = vec![events::packet(label, &sum, amount)];
    let mut events = vec![events::hit(unit, &Key::of(act), None, packets, rule)];
    events.extend(lose(unit, amount, why, &["PR-157"]));
    events
}

/// The event of healing up to the current maximum (PR-176, PR-177).
pub fn heal(unit: &Unit, amount: i32, why: &str, rules: &[&'static str]) -> Option<Event> {
    let meter = unit.tracks.0.get(HEALTH)?;
    let whole = meter.value.saturating_add(amount.max(0));
    let to = whole.min(meter.max.max(meter.value));
    let most = if to < whole { format!(", at most {to}") } else { String::new() };
    events::track(unit, HEALTH, to, &format!("{why}{most}"), rules)
}

/// True once damage has reached the limit of instant death (PR-184 to PR-186).
fn is_beyond_saving(content: &Content, unit: &Unit, creature_death: DeathRule) -> bool {
    let Some(meter) = unit.tracks.0.get(HEALTH) else { return false };
    if creature_death == DeathRule::BelowZero {
        return is_below(content, meter.value);
    }
    let limit = i64::from(meter.base) * i64::from(content.rules.instant_death_factor);
    let damage = match content.rules.instant_death {
        InstantDeath::Outstanding => i64::from(meter.max) - i64::from(meter.value),
        InstantDeath::BattleTotal => unit.flags.get(DAMAGE_TAKEN),
        InstantDeath::SingleBlow => unit.flags.get(HEAVIEST_BLOW),
    };
    damage >= limit
}

fn is_below(content: &Content, health: i32) -> bool {
    match content.rules.unconscious_at {
        UnconsciousAt::BelowZero => health < 0,
        UnconsciousAt::AtZero => health <= 0,
    }
}

/// Steps that follow from health: falling unconscious, dying, waking.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let mut steps = Vec::new();
    for unit in &ctx.state.units {
        let health = unit.tracks.0.value(HEALTH);
        // Damage summed over the battle may kill a unit that has been healed since (PR-185).
        let summed_up = || {
            content.rules.instant_death == InstantDeath::BattleTotal
                && Numbers::of(content, unit).is_some_and(|numbers| {
                    let death = numbers.sheet.death;
                    is_beyond_saving(content, unit, death)
                })
        };
        if is_awake(unit) && (is_below(content, health) || summed_up()) {
            steps.push(Fade { unit: unit.id() }.into());
        } else if unit.status == Status::Down {
            let Some(numbers) = Numbers::of(content, unit) else { continue };
            if is_beyond_saving(content, unit, numbers.sheet.death) {
                steps.push(Fade { unit: unit.id() }.into());
            } else if health >= content.rules.wake_health {
                steps.push(Wake { unit: unit.id() }.into());
            }
        }
    }
    steps
}

/// A unit falls unconscious or dies (PR-179, PR-184, PR-199).
pub fn fade(content: &Content, ctx: Ctx<'_>, step: &Fade) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else {
        return Outcome::done(Vec::new());
    };
    let health = unit.tracks.0.value(HEALTH);
    let Some(numbers) = Numbers::of(content, unit) else { return Outcome::done(Vec::new()) };
    let death = numbers.sheet.death;
    let dies = is_beyond_saving(content, unit, death);
    if !dies && unit.status == Status::Down {
        return Outcome::done(Vec::new());
    }
    let low = || match health {
        0 => "no health left".to_owned(),
        _ => format!("health below 0 ({health})"),
    };
    let (to, why, rule) = match (dies, death) {
        (true, DeathRule::BelowZero) => (Status::Dead, low(), "PR-199"),
        (true, DeathRule::Saves) => {
            let limit = match content.rules.instant_death_factor {
                2 => "double".to_owned(),
                factor => format!("{factor} times"),
            };
            (Status::Dead, format!("damage reached {limit} the base maximum"), "PR-184")
        }
        (false, _) => (Status::Down, low(), "PR-179"),
    };
    // Minions leave no body (PR-323).
    let to = if to == Status::Dead && unit.identity.maker.is_some() { Status::Gone } else { to };
    Outcome::done(drop_out(unit, to, why, rule))
}

/// The events of dropping out of the fight: the new status, and falling prone (PR-182).
pub fn drop_out(unit: &Unit, to: Status, why: String, rule: &'static str) -> Vec<Event> {
    let mut events = vec![events::status(unit, to, why, rule)];
    if to.is_present() && unit.placement.posture != Posture::Prone {
        events.push(events::stance(unit, Posture::Prone, "PR-182"));
    }
    if to == Status::Down {
        events.extend(events::flag(unit, DOWN_ROUNDS, 0, &[]));
        events.extend(events::flag(unit, SAVE_PASSED, 0, &[]));
        let gave_up = unit.status == Status::Surrendered;
        events.extend(events::flag(unit, GAVE_UP, i64::from(gave_up), &[]));
    }
    events
}

/// A unit healed to 1 health or more wakes, prone (PR-195), and its death saves start over
/// (PR-193). A unit that had surrendered stays out of the fight (PR-383).
pub fn wake(ctx: Ctx<'_>, step: &Wake) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else {
        return Outcome::done(Vec::new());
    };
    let mut events = vec![events::status(unit, once_awake(unit), "healed above 0", "PR-195")];
    events.extend(forget_fall(unit));
    Outcome::done(events)
}

/// Clears the counters of unconsciousness after waking (PR-193).
pub fn forget_fall(unit: &Unit) -> impl Iterator<Item = Event> {
    let counted = [GAVE_UP, DOWN_ROUNDS, SAVE_PASSED];
    counted.into_iter().filter_map(|flag| events::flag(unit, flag, 0, &[]))
}

/// One unconscious creature in the end phase: a death save, or death without one (PR-187 to
/// PR-194).
///
/// # Errors
/// [`Pause`] while the die is missing.
pub fn death_save(
    content: &Content,
    ctx: Ctx<'_>,
    id: UnitId,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let Some(unit) = ctx.unit(id).filter(|u| u.status == Status::Down) else {
        return Ok(Vec::new());
    };
    let Some(numbers) = Numbers::of(content, unit) else { return Ok(Vec::new()) };
    let round = unit.flags.get(DOWN_ROUNDS) + 1;
    let threshold = usize::try_from(round - 1)
        .ok()
        .and_then(|i| content.rules.death_thresholds.get(i).copied());
    let mut events: Vec<Event> = events::flag(unit, DOWN_ROUNDS, round, &[]).into_iter().collect();
    let Some(threshold) = threshold else {
        let why = format!("unconscious for {round} rounds in a row");
        events.extend(drop_out(unit, Status::Dead, why, "PR-192"));
        return Ok(events);
    };
    if unit.flags.get(SAVE_PASSED) != 0 {
        events.extend(events::flag(unit, SAVE_PASSED, 0, &[]));
        let text = format!("{}: first aid counts as this death save", unit.identity.name);
        events.push(events::note(unit, text, "PR-364"));
        return Ok(events);
    }
    let half = numbers.half_level();
    let mut bonus = Sum::new();
    bonus.push("half level", half, "PR-188");
    let mut against = Sum::new();
    against.push(format!("unconscious, end phase {round} in a row"), threshold, "PR-189");
    let test = Test::of(10, bonus, "the threshold", against);
    let (faces, score) = test.roll(oracle)?;
    events.push(events::tested(&test, ("death_save", unit, None), faces, &["PR-188", "PR-189"]));
    let passed = score.passed();
    if !passed {
        events.extend(drop_out(unit, Status::Dead, "death save failed".to_owned(), "PR-191"));
    }
    Ok(events)
}
