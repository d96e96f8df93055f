//! After the battle: which units that are Out survive, what rest restores, and what a week heals
//! (EV-422 to EV-427).

use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Aftermath, Ctx, Fate};
use rules::state::{Meters, Status, Unit};
use rules::{Key, RuleId};

use super::data::Content;
use super::names::{BLEEDING, DECAYED, FATE, INJURED, WOUNDS};
use super::numbers::Numbers;
use super::step::{Outcome, Recovery, Step};
use super::{effects, stress};

/// Rest for all remaining units, one after the other.
pub fn steps(ctx: Ctx<'_>) -> Vec<Step> {
    let called = |unit: &&Unit| unit.identity.maker.is_none() && unit.status != Status::Gone;
    ctx.state.units.iter().filter(called).map(|unit| Recovery { unit: unit.id() }.into()).collect()
}

/// A named unit that is Out tests Toughness to survive (EV-424). Survivors regain Light Wounds,
/// Fate and decayed Toughness, Stress fades, and care may heal a Heavy Wound (EV-422, EV-423,
/// EV-425, EV-426).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn recover(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Recovery,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return nothing;
    };
    let unit = me.unit;
    let mut events: Vec<Event> = Vec::new();
    if unit.status == Status::Dead && is_nameless(unit) {
        return nothing;
    }
    if unit.status == Status::Dead {
        let test = me.test("to live", me.mark(ctx, "toughness", None));
        let (faces, score) = test.roll(oracle)?;
        events.push(events::tested(&test, ("survive", unit, None), faces, "EV-424"));
        if score.passed() {
            events.push(events::status(unit, Status::Down, "it lives", "EV-424"));
            for (track, to) in WOUNDS.into_iter().zip([0, 0, 1]) {
                events.extend(events::track(unit, track, to, "it lives", "EV-424"));
            }
        }
        return Ok(Outcome::done(events));
    }
    let [light, heavy, _] = WOUNDS;
    let full = |meters: &Meters, id: &str| meters.get(id).map_or(0, |meter| meter.max);
    events.extend(events::track(unit, light, full(&unit.tracks.0, light), "rest", "EV-423"));
    events.extend(stress::lost(unit, content.rules.rest_stress, "rest", "EV-425"));
    events.extend(events::pool(unit, FATE, full(&unit.pools.0, FATE), "a week", "EV-422"));
    events.extend(events::relieved(unit, DECAYED, "a week", "EV-426"));
    events.extend(events::relieved(unit, BLEEDING, "rest", "EV-423"));
    let missing = unit.tracks.0.get(heavy).filter(|meter| meter.value < meter.max);
    if let Some(meter) = missing {
        events.extend(cared_for(content, ctx, unit, (meter.value, meter.max), oracle)?);
    }
    Ok(Outcome::done(events))
}

/// Whether its name is that of its role, perhaps with a number: a nameless unit (EV-424).
fn is_nameless(unit: &Unit) -> bool {
    let name = unit.identity.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    name.to_lowercase().replace(' ', "_") == unit.identity.role.as_str()
}

/// The best Medical test among its friends and itself restores one Heavy Wound; injuries end with
/// the last one (EV-423).
fn cared_for(
    content: &Content,
    ctx: Ctx<'_>,
    patient: &Unit,
    (value, max): (i32, i32),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let friends = ctx.state.of_side(patient.side()).filter(|u| u.is_active());
    let friends = friends.filter_map(|unit| Numbers::of(content, unit));
    let friends: Vec<Numbers<'_>> = friends.collect();
    let mark = |me: &Numbers<'_>| me.mark(ctx, "medical", None);
    let Some(healer) = friends.iter().rev().max_by_key(|me| mark(me).total()) else {
        return Ok(Vec::new());
    };
    let test = healer.test("to heal", mark(healer));
    let (faces, score) = test.roll(oracle)?;
    let context = ("care", healer.unit, Some(patient.id()));
    let mut events = vec![events::tested(&test, context, faces, "EV-423")];
    if score.passed() {
        events.extend(events::track(patient, WOUNDS[1], value + 1, "care", "EV-423"));
        if value + 1 == max {
            events.extend(effects::healed(patient));
        }
    }
    Ok(events)
}

/// What would happen to each combatant if the battle ended now.
pub fn aftermath(ctx: Ctx<'_>) -> Vec<Aftermath> {
    let meters = |meters: &Meters| meters.iter().map(|m| (m.id.clone(), m.value, m.max)).collect();
    let of = |unit: &Unit| {
        let (fate, rule) = fate(ctx, unit);
        let lasts = |id: &Key| *id == *INJURED || *id == *DECAYED;
        let lasting = unit.conditions.0.iter().filter(|c| lasts(&c.id));
        Aftermath {
            unit: unit.id(),
            fate,
            tracks: meters(&unit.tracks.0),
            pools: meters(&unit.pools.0),
            lasting: lasting.map(|c| (c.id.clone(), None)).collect(),
            rule: RuleId::of(rule),
        }
    };
    ctx.state.units.iter().map(of).collect()
}

/// Units that fainted wake after as many minutes as they have Stress, provided that a friend is
/// left (EV-397, EV-427).
fn fate(ctx: Ctx<'_>, unit: &Unit) -> (Fate, &'static str) {
    let friends = || ctx.state.of_side(unit.side()).any(Unit::is_active);
    match unit.status {
        Status::Dead => (Fate::Dead, "EV-424"),
        Status::Gone => (Fate::Vanished, "EV-196"),
        _ if unit.identity.maker.is_some() => (Fate::Vanished, "EV-196"),
        Status::Down if !friends() => (Fate::Left, "EV-427"),
        _ => (Fate::Rested, "EV-423"),
    }
}
