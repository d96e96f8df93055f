//! The end of a battle and its aftermath: helping Bleeding units, rest, and lasting effects (MO-30,
//! MO-253, MO-364 to MO-368).

use std::cmp::Reverse;

use crate::step::{Outcome, Ran, TendBleeding};
use rules::RuleId;
use rules::event::{Event, EventKind};
use rules::kit::aftermath as kit;
use rules::oracle::Oracle;
use rules::ruleset::{Aftermath, Ctx, Fate};
use rules::state::{Expiry, Meter, Status, Unit};

use super::basic::stop_bleeding;
use super::check;
use super::data::{Affliction, Content, Skill, Trait};
use super::numbers::Numbers;
use super::party;
use super::position::Position;
use super::sheet::{NM, TEMPORARY, VITALITY};

/// Allies tend to the Bleeding before the battle ends, each helper once (MO-366).
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while dice are missing.
pub fn tend(position: Position<'_>, step: &TendBleeding, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let skill = |u: &Unit| position.numbers(u.id()).map_or(0, |n| n.check(Skill::FirstAid).total());
    let mut helpers: Vec<&Unit> = ctx
        .state
        .units
        .iter()
        .filter(|u| u.is_active() && party::fights(u) && !step.helped.contains(&u.id()))
        .collect();
    helpers.sort_by_key(|u| (Reverse(skill(u)), u.id()));
    let patient = |helper: &Unit| {
        let friends = ctx.state.of_side(helper.side());
        friends.filter(|u| is_bleeding(u)).min_by_key(|u| (u.is_active(), u.id()))
    };
    let next = helpers.into_iter().find_map(|helper| Some((helper, patient(helper)?)));
    let Some((helper, patient)) = next else {
        let verdict = party::verdict(ctx.state, step.round_ends);
        let over = verdict.map(|v| Event::new(EventKind::Over(v), &["MO-25"]));
        return Ok(Outcome::done(over.into_iter().collect()));
    };
    let number = ("Stabilize", content.rules.stabilize_number);
    let (degree, mut events) = check::against(position, helper, Skill::FirstAid, number, oracle)?;
    if degree.succeeded() {
        events.extend(stop_bleeding(patient, "MO-366"));
    }
    let mut next = step.clone();
    next.helped.push(helper.id());
    Ok(Outcome::then(events, next.into()))
}

fn is_bleeding(unit: &Unit) -> bool {
    let alive = matches!(unit.status, Status::Active | Status::Down);
    alive && unit.conditions.has(Affliction::Bleeding.key().as_str())
}

/// The fate of every unit if the battle ended now.
pub fn aftermath(content: &Content, ctx: Ctx<'_>) -> Vec<Aftermath> {
    ctx.state.units.iter().map(|unit| of(content, ctx, unit)).collect()
}

fn of(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Aftermath {
    let (fate, rule) = fate(content, ctx, unit);
    let after = &content.rules.aftermath;
    let rests = fate == Fate::Rested && after.rest;
    let rested = |m: &Meter| match m.id.as_str() {
        TEMPORARY => 0,
        NM => content.rules.momentum.start.min(m.base),
        _ => m.base,
    };
    // Without a rest a stable unconscious unit wakes at 1 all the same, after an hour (MO-253).
    let wakes = fate == Fate::Rested && unit.status == Status::Down;
    let left = |m: &Meter| if wakes && m.id == *VITALITY { m.value.max(1) } else { m.value };
    let meter = |m: &Meter| (if rests { rested(m) } else { left(m) }, m.base);
    let lasting = unit.conditions.0.iter().map(|c| {
        let rounds = rounds_left(&c.expiry);
        (c.id.clone(), rounds.map(|n| n.saturating_mul(after.seconds_a_round)))
    });
    Aftermath { lasting: lasting.collect(), ..kit::of(unit, (fate, rule), meter) }
}

/// Rounds until it expires. `None` if it does not expire on its own.
fn rounds_left(expiry: &Expiry) -> Option<u32> {
    match expiry {
        Expiry::Slots { left, .. } | Expiry::TurnEnds { left, .. } => Some(u32::from(*left)),
        Expiry::Rounds(left) => Some(u32::from(*left)),
        Expiry::Battle | Expiry::Hits(_) | Expiry::Until(_) => None,
    }
}

/// Units that still bleed die. Stable unconscious units wake unless only enemies are left (MO-253,
/// MO-366, MO-367).
fn fate(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> (Fate, RuleId) {
    let summon = Numbers::of(content, unit).is_some_and(|n| n.creature().is(Trait::Summon));
    let able = |of_side: bool| {
        let all = ctx.state.units.iter().filter(|u| u.is_active() && party::fights(u));
        all.filter(|u| (u.side() == unit.side()) == of_side).count() > 0
    };
    match unit.status {
        Status::Dead => (Fate::Dead, RuleId::of("MO-368")),
        Status::Gone => (Fate::Vanished, RuleId::of("MO-360")),
        _ if summon || unit.identity.maker.is_some() => (Fate::Vanished, RuleId::of("MO-360")),
        _ if is_bleeding(unit) => (Fate::Dead, RuleId::of("MO-366")),
        Status::Down if able(false) && !able(true) => (Fate::Left, RuleId::of("MO-253")),
        _ => (Fate::Rested, RuleId::of("MO-367")),
    }
}
