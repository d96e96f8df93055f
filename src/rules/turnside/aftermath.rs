//! After the battle: care for the dying and the injured, how the night is spent, Rest or Fatigue
//! (TU-311 to TU-322).

use std::cmp::Reverse;

use grid::{SideId, UnitId};
use rules::event::Event;
use rules::kit::{aftermath as kit, events};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::roll::Test;
use rules::ruleset::{Aftermath, Ctx, Fate};
use rules::state::{Condition, Expiry, Meters, Status, Unit};
use rules::{Key, RuleId, Sum};

use super::ailments::{LAST_LEVEL, STABILISED};
use super::data::{Content, Injury, Tier, Trait};
use super::harm;
use super::medicine;
use super::numbers::{DETERMINATION, FATIGUED, HP, Numbers, RP, share_of, track};
use super::step::{Dusk, Night, Outcome, Step};

/// The question about the night.
const NIGHT: &str = "night";
/// Data of an injury: the Rests in which it was treated (TU-317).
const RESTS: &str = "rests";
/// Treated Rests that heal a Moderate injury (TU-317).
const ENOUGH_RESTS: i64 = 3;

/// Seconds of a round (TU-24).
const ROUND: u32 = 10;

/// How a side spends the night.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spent {
    /// A Rest (TU-311).
    Rest,
    /// Half of a Rest (TU-315).
    Nap,
    /// Neither a Rest nor hard work for more than 4 hours.
    Awake,
    /// Hard work for more than 4 hours (TU-318).
    Labour,
}

/// The ways to spend the 8 hours of a night, with hours of sleep and of hard work (TU-313, TU-314).
const NIGHTS: [(&str, &str, i32, i32); 6] = [
    ("sleep", "Sleep 8 hours", 8, 0),
    ("light", "Sleep 4 hours, light activity for 4", 4, 0),
    ("vigil", "Sleep 3 hours, light activity for 5", 3, 0),
    ("work", "Sleep 4 hours, hard work for 4", 4, 4),
    ("patrol", "Sleep 3 hours, hard work for 5", 3, 5),
    (NAP, "Stay awake, rest a little by day", 0, 0),
];
/// The night without sleep after which a side rests by day.
const NAP: &str = "nap";
/// Maximum hours of hard work without a Fatigue save (TU-318).
const HARD: i32 = 4;

/// The category of a way to spend the night (TU-313, TU-318).
fn spent(content: &Content, way: u16) -> Spent {
    match NIGHTS.get(usize::from(way)).or(NIGHTS.first()) {
        Some((NAP, ..)) => Spent::Nap,
        Some((.., work)) if *work > HARD => Spent::Labour,
        Some((.., sleep, 0)) if *sleep >= content.rules.rest_hours => Spent::Rest,
        _ => Spent::Awake,
    }
}

/// The nights of all sides that hold the field.
pub fn steps(ctx: Ctx<'_>) -> Vec<Step> {
    let mut sides: Vec<SideId> =
        ctx.state.units.iter().filter(|u| u.is_active()).map(Unit::side).collect();
    sides.sort_unstable();
    sides.dedup();
    sides.into_iter().map(|side| Night { side, dusk: Dusk::Returns }.into()).collect()
}

/// Runs one part of a night.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn night(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Night,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let next = |dusk| Night { dusk, ..step.clone() }.into();
    match &step.dusk {
        Dusk::Returns => {
            let mut events = Vec::new();
            for unit in ctx.state.of_side(step.side) {
                events.extend(medicine::returns(content, unit));
                // A unit at 0 HP or less spends its remaining Determination Turns (TU-275).
                if unit.is_active() && unit.tracks.0.value(HP) <= 0 {
                    events.extend(harm::succumb(unit, "the battle is over", "TU-275"));
                }
            }
            Ok(Outcome::then(events, next(Dusk::Dying)))
        }
        Dusk::Dying => {
            let mut events: Vec<Event> = dying(content, ctx, step.side).collect();
            events.extend(lost(content, ctx, step.side));
            Ok(Outcome::then(events, next(Dusk::Injuries)))
        }
        Dusk::Injuries => {
            let (events, treated) = treat(content, ctx, step.side, oracle)?;
            Ok(Outcome::then(events, next(Dusk::Hours { treated })))
        }
        Dusk::Hours { treated } => {
            let spent = spent(content, ask(step.side, oracle)?);
            let mut events = Vec::new();
            for unit in ctx.state.of_side(step.side) {
                let Some(numbers) = Numbers::of(content, unit).filter(|_| is_there(unit)) else {
                    continue;
                };
                let own = treated.iter().filter(|(id, _)| *id == unit.id()).map(|(_, at)| *at);
                let own: Vec<usize> = own.collect();
                match spent {
                    Spent::Rest => events.extend(rest(content, &numbers, &own)),
                    Spent::Nap => {
                        events.extend(nap(&numbers));
                        events.extend(saves(&numbers, 0, oracle)?);
                    }
                    Spent::Awake => events.extend(saves(&numbers, 0, oracle)?),
                    Spent::Labour => events.extend(saves(&numbers, 2, oracle)?),
                }
            }
            Ok(match spent {
                Spent::Rest => Outcome::then(events, next(Dusk::Morning)),
                _ => Outcome::done(events),
            })
        }
        Dusk::Morning => {
            let there = ctx.state.of_side(step.side).filter(|unit| is_there(unit));
            let refilled = there.filter_map(|unit| {
                let most = Numbers::of(content, unit)?.most_determination();
                events::pool(unit, DETERMINATION, most, "Rest", "TU-276")
            });
            Ok(Outcome::done(refilled.collect()))
        }
    }
}

const fn is_there(unit: &Unit) -> bool {
    matches!(unit.status, Status::Active | Status::Down)
}

/// Units that bleed and need care.
fn bleeding(ctx: Ctx<'_>, side: SideId) -> impl Iterator<Item = &Unit> {
    let bleeds = |unit: &&Unit| {
        let stable = unit.conditions.has(STABILISED);
        unit.status == Status::Down && unit.tracks.0.value(HP) <= 0 && !stable
    };
    ctx.state.of_side(side).filter(bleeds)
}

/// The first healer with the rank to stabilise a patient.
fn saviour<'a>(content: &'a Content, ctx: Ctx<'a>, patient: &Unit) -> Option<Numbers<'a>> {
    let mut able = healers(content, ctx, patient);
    able.find(|healer| medicine::check_stabilise(ctx, healer, patient).is_ok())
}

/// Automatic checks for the dying: a healer with the rank stabilises them without a roll (TU-285).
fn dying<'a>(content: &'a Content, ctx: Ctx<'a>, side: SideId) -> impl Iterator<Item = Event> + 'a {
    bleeding(ctx, side).flat_map(move |patient| {
        let saved = saviour(content, ctx, patient);
        saved.map_or_else(Vec::new, |healer| medicine::stabilised(healer.unit, patient, "TU-285"))
    })
}

/// The dying that no healer can stabilise bleed to death (TU-270, TU-286).
fn lost<'a>(content: &'a Content, ctx: Ctx<'a>, side: SideId) -> impl Iterator<Item = Event> + 'a {
    let lost = bleeding(ctx, side).filter(move |unit| saviour(content, ctx, unit).is_none());
    lost.map(|unit| events::status(unit, Status::Dead, "bled to death", "TU-270"))
}

/// The healers that can treat a patient, best first.
fn healers<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    patient: &Unit,
) -> impl Iterator<Item = Numbers<'a>> {
    let friends = ctx.state.of_side(patient.side());
    let friends = friends.filter(|u| u.is_active() && u.id() != patient.id());
    let mut all: Vec<Numbers<'a>> = friends.filter_map(|u| Numbers::of(content, u)).collect();
    all.sort_by_key(|n| (Reverse(medicine::test(ctx, n).chance()), n.unit.id()));
    all.into_iter()
}

/// The injuries of a combatant, each with its index among its conditions.
fn injuries<'a>(
    content: &'a Content,
    unit: &'a Unit,
) -> impl Iterator<Item = (usize, &'a Condition, &'a Injury)> {
    let known =
        move |(at, c): (usize, &'a Condition)| Some((at, c, content.injuries.get(c.id.as_str())?));
    unit.conditions.0.iter().enumerate().filter_map(known)
}

/// One Medicine check for each Minor and Moderate injury, by the best healer (TU-312, TU-317).
fn treat(
    content: &Content,
    ctx: Ctx<'_>,
    side: SideId,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, Vec<(UnitId, usize)>), Pause> {
    let (mut events, mut treated) = (Vec::new(), Vec::new());
    for patient in ctx.state.of_side(side).filter(|u| is_there(u)) {
        let Some(healer) = healers(content, ctx, patient).next() else { continue };
        let can_heal = |(_, _, injury): &(usize, &Condition, &Injury)| injury.tier != Tier::Massive;
        for (at, condition, _) in injuries(content, patient).filter(can_heal) {
            for _ in 0..condition.size.max(1) {
                let test = medicine::test(ctx, &healer);
                let (faces, score) = test.roll(oracle)?;
                let about = ("medicine", healer.unit, Some(patient.id()));
                events.push(events::tested(&test, about, faces, "TU-312"));
                if score.passed() {
                    treated.push((patient.id(), at));
                }
            }
        }
    }
    Ok((events, treated))
}

/// Asks a side how it spends the night (TU-313).
fn ask(side: SideId, oracle: &mut Oracle<'_>) -> Result<u16, Pause> {
    let answer = oracle.ask(Prompt {
        kind: Key::of(NIGHT),
        side,
        unit: None,
        about: Key::default(),
        text: "How do you spend the 8 hours of the night?".to_owned(),
        choices: NIGHTS.map(|(id, label, ..)| Choice::new(id, label)).to_vec(),
        default: 0,
        rule: RuleId::of("TU-313"),
    })?;
    Ok(answer.0)
}

/// A Rest: all HP and RP unless an injury forbids it, treated injuries heal, fatigue ends
/// (TU-311, TU-312, TU-316, TU-317, TU-321).
fn rest(content: &Content, numbers: &Numbers<'_>, treated: &[usize]) -> Vec<Event> {
    let unit = numbers.unit;
    let mut events = Vec::new();
    let most = unit.tracks.0.get(HP).map_or(0, |hp| hp.max);
    let hp = unit.tracks.0.value(HP);
    if unit.status == Status::Down && (hp <= 0 || unit.conditions.has(STABILISED)) {
        if !unit.conditions.has(STABILISED) {
            return events;
        }
        let quarter = share_of(most, content.rules.stabilised_share);
        events.extend(events::track(unit, HP, quarter.max(hp), "Rest", "TU-316"));
        if !numbers.is_comatose() {
            events.push(events::status(unit, Status::Active, "Rest", "TU-316"));
        }
        events.extend(events::relieved(unit, STABILISED, "Rest", "TU-316"));
    } else {
        if !numbers.suffers(Trait::Breathless) {
            events.extend(events::track(unit, HP, most, "Rest", "TU-311"));
        }
        if unit.status == Status::Down && !numbers.is_comatose() {
            events.push(events::status(unit, Status::Active, "Rest", "TU-321"));
        }
    }
    if !numbers.suffers(Trait::Soulless) {
        let most = unit.pools.0.get(RP).map_or(0, |rp| rp.max);
        events.extend(events::pool(unit, RP, most, "Rest", "TU-311"));
    }
    events.extend(healed(content, unit, treated));
    events.extend(events::relieved(unit, FATIGUED, "Rest", "TU-321"));
    events
}

/// Treated Minor injuries heal, Moderate ones after the third treated Rest. Changes come before
/// removals, so that indices stay valid.
fn healed(content: &Content, unit: &Unit, treated: &[usize]) -> Vec<Event> {
    let (mut changed, mut over) = (Vec::new(), Vec::new());
    let mut counts = [Tier::Minor, Tier::Moderate].map(|tier| (tier, 0));
    for (at, condition, injury) in injuries(content, unit) {
        let times = treated.iter().filter(|place| **place == at).count();
        let Some(times) = i32::try_from(times).ok().filter(|times| *times > 0) else { continue };
        let whole = times >= condition.size.max(1);
        let rests = condition.data.get(RESTS) + 1;
        let mut gone = 0;
        if injury.tier == Tier::Moderate && rests < ENOUGH_RESTS {
            let longer = condition.clone().with(Key::of(RESTS), rests);
            changed.push(events::afflicted(unit, longer, Some(at), "TU-317"));
        } else if whole || injury.tier == Tier::Moderate {
            let rule = if injury.tier == Tier::Minor { "TU-312" } else { "TU-317" };
            over.push(events::relieved_of(unit, condition, "it has healed", rule));
            gone = condition.size.max(1);
        } else {
            let fewer = Condition { size: condition.size - times, ..condition.clone() };
            changed.push(events::afflicted(unit, fewer, Some(at), "TU-312"));
            gone = times;
        }
        let own = counts.iter_mut().find(|(tier, _)| *tier == injury.tier);
        own.into_iter().for_each(|(_, n)| *n += gone);
    }
    let fewer = counts.into_iter().filter_map(|(tier, n)| {
        let left = unit.tracks.0.value(track(tier)) - n;
        events::track(unit, track(tier), left.max(0), "Rest", "TU-312")
    });
    changed.into_iter().chain(over).chain(fewer).collect()
}

/// Rest by day: half of the missing HP and RP, rounded down; no injury heals (TU-315).
fn nap(numbers: &Numbers<'_>) -> Vec<Event> {
    let unit = numbers.unit;
    if unit.status != Status::Active {
        return Vec::new();
    }
    let share = numbers.content.rules.day_rest_share;
    let half = |meters: &Meters, id| {
        let meter = meters.get(id)?;
        let missing = meter.max.saturating_sub(meter.value).max(0);
        Some(meter.value + share_of(missing, share))
    };
    let hp = half(&unit.tracks.0, HP).filter(|_| !numbers.suffers(Trait::Breathless));
    let rp = half(&unit.pools.0, RP).filter(|_| !numbers.suffers(Trait::Soulless));
    let hp = hp.and_then(|hp| events::track(unit, HP, hp, "Rest by day", "TU-315"));
    let rp = rp.and_then(|rp| events::pool(unit, RP, rp, "Rest by day", "TU-315"));
    hp.into_iter().chain(rp).collect()
}

/// Fatigue saves: one after hard work, and one for each fatigued combatant (TU-318 to TU-320).
fn saves(
    numbers: &Numbers<'_>,
    by_labour: i32,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = numbers.unit;
    let mut events = Vec::new();
    if unit.status != Status::Active {
        return Ok(events);
    }
    let begun = numbers.fatigue();
    let mut level = begun;
    let by_fatigue = i32::from(begun > 0);
    for nth in 0..by_fatigue + by_labour {
        let rule = if nth < by_fatigue { "TU-320" } else { "TU-318" };
        let mut score = Sum::new();
        score.push("Fatigue Resistance", numbers.fatigue_resistance(), "TU-319");
        let test = Test::of(10, Sum::new(), "Fatigue Resistance", score).under();
        let (faces, score) = test.roll(oracle)?;
        events.push(events::tested(&test, ("fatigue", unit, None), faces, rule));
        level += i32::from(!score.passed());
    }
    // There are five levels (TU-310).
    let level = level.min(LAST_LEVEL);
    if level > begun {
        let known = unit.conditions.0.iter().position(|c| c.id == *FATIGUED);
        let condition = Condition::new(Key::of(FATIGUED), level, None, Expiry::Battle);
        events.push(events::afflicted(unit, condition, known, "TU-319"));
    }
    Ok(events)
}

/// What would happen to each combatant if the battle ended now.
pub fn aftermath(ctx: Ctx<'_>) -> Vec<Aftermath> {
    ctx.state.units.iter().map(|unit| of(ctx, unit)).collect()
}

fn of(ctx: Ctx<'_>, unit: &Unit) -> Aftermath {
    let (fate, rule) = fate(ctx, unit);
    let seconds = |c: &Condition| match c.expiry {
        Expiry::Slots { left, .. } | Expiry::TurnEnds { left, .. } => Some(u32::from(left) * ROUND),
        _ => None,
    };
    let lasting = unit.conditions.0.iter().map(|c| (c.id.clone(), seconds(c)));
    let fate = (fate, RuleId::of(rule));
    Aftermath { lasting: lasting.collect(), ..kit::of(unit, fate, |m| (m.value, m.max)) }
}

/// Without an ally on the field, dying units are lost.
fn fate(ctx: Ctx<'_>, unit: &Unit) -> (Fate, &'static str) {
    let friends = || ctx.state.of_side(unit.side()).any(Unit::is_active);
    match unit.status {
        Status::Dead => (Fate::Dead, "TU-272"),
        Status::Gone => (Fate::Vanished, "TU-281"),
        _ if unit.identity.maker.is_some() => (Fate::Vanished, "TU-281"),
        Status::Down if !friends() => (Fate::Left, "TU-316"),
        _ => (Fate::Rested, "TU-322"),
    }
}
