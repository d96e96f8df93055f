//! Hiding: how it begins and ends (MO-77, MO-81, MO-122 to MO-128, MO-286, MO-391).
//!
//! Hiding by surprise lasts until the surprised unit's first turn. Other hiding lasts until an
//! enemy sees the unit. A unit that gives itself away in its own turn stays hidden until the turn
//! ends.

use grid::EdgeAt;

use crate::step::{Hide, Outcome, Ran, Reveal, Step, of};
use rules::event::{BoardChange, Degree, Event, EventKind, Rolled};
use rules::kit::events;
use rules::object::Object;
use rules::oracle::Oracle;
use rules::ruleset::Ctx;
use rules::state::{Link, Unit};
use rules::{Key, Refusal, Sum};

use super::budget::{self, Budget};
use super::check;
use super::data::{Content, HideNeeds, Skill, StatusEffect};
use super::hidden::{self, Cause, hide_from, hides, links, untie, watchers};
use super::names::Words;
use super::objects;
use super::position::Position;
use super::roll::EVERY_FACE;
use super::surprise;

/// The act of hiding.
pub const HIDE: Words = Words {
    act: "hide",
    name: "Hide",
    text: "Where no enemy sees you: a Stealth Check against the Perception of each.",
};

/// Whether a combatant can try to hide: no enemy sees it (MO-122).
///
/// # Errors
/// The first reason against it.
pub fn check_use(position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
    let budget = Budget::needed(position.content, unit)?;
    budget.check_ap(position.content.rules.prices.hide, "MO-122")?;
    check_unseen(position, unit)
}

/// Whether a combatant could hide where it is, regardless of the cost.
///
/// # Errors
/// The first reason against it.
pub fn check_unseen(position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
    let numbers = position.numbers(unit.id());
    if numbers.is_some_and(|n| n.has(|e| matches!(e, StatusEffect::Rages))) {
        return Err(Refusal::new("enraged", "enraged: it takes no care of itself", "MO-276"));
    }
    // An observer in an unknown place does not forbid the attempt, but makes it fail.
    let mut known = watchers(position.ctx, unit)
        .filter(|w| hidden::is_known(position.ctx, unit.side(), w.id()));
    match known.find(|w| position.could_see(w.id(), unit.id())) {
        Some(eye) => {
            let text = format!("{} sees it", eye.identity.name);
            Err(Refusal::new("seen", text, "MO-122"))
        }
        None => Ok(()),
    }
}

/// Tries to hide: one Stealth roll against the Perception of every enemy; ties reveal (MO-123).
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while dice are missing.
pub fn run(position: Position<'_>, step: &Hide, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    let mut events = vec![HIDE.declared(unit, Vec::new(), "MO-122")];
    if !step.free {
        events.extend(budget::pay(unit, content.rules.prices.hide, "Hide", "MO-122"));
    }
    let stealth = check::plain(position, unit, &[Skill::Stealth], Sum::new());
    let (faces, face) = stealth.throw(&EVERY_FACE, oracle)?;
    let total = face + stealth.bonus.total();
    let mut rolls = Vec::new();
    let mut beaten = Vec::new();
    let mut noticed = false;
    let all = content.rules.hide_needs == HideNeeds::BeatAll;
    for watcher in watchers(ctx, unit) {
        if noticed && all {
            // The other rolls cannot change the result.
            break;
        }
        if position.could_see(watcher.id(), unit.id()) {
            noticed = true;
            continue;
        }
        let mut number = Sum::new();
        number.push(format!("Stealth of {}", unit.identity.name), total, "MO-123");
        let roll = check::plain(position, watcher, &[Skill::Perception], number);
        let needs = roll.needs();
        let (faces, face) = roll.throw(&[], oracle)?;
        let degree = if face >= needs { Degree::Success } else { Degree::Failure };
        let me = Some(unit.id());
        let rolled = roll.rolled("hide", watcher.id(), me, (faces, face), degree);
        rolls.push(events::rolled(rolled, &["MO-123"]));
        if degree.succeeded() {
            noticed = true;
        } else {
            beaten.push(watcher.id());
        }
    }
    let fails = noticed && all;
    let degree = if fails || beaten.is_empty() { Degree::Failure } else { Degree::Success };
    // Its target is the observers' rolls, which are shown with it.
    let rolled = stealth.rolled("hide", unit.id(), None, (faces, face), degree);
    let rolled = Rolled { against: None, needs: None, ..rolled };
    events.push(events::rolled(rolled, &["MO-123"]));
    events.extend(rolls);
    if fails {
        return Ok(Outcome::done(events));
    }
    // A new success replaces earlier links, including exposed ones (MO-128).
    let known = links(unit).map(|(link, _)| link).filter(|link| beaten.contains(&link.to));
    events.extend(known.map(|link| untie(unit, link, "MO-128")));
    let hides = |id| hide_from(unit, id, Cause::default(), "MO-123");
    events.extend(beaten.into_iter().map(hides));
    Ok(Outcome::done(events))
}

/// Changes to the hiding of a combatant that the current state requires.
fn changes(position: Position<'_>, unit: &Unit) -> Vec<Event> {
    let ctx = position.ctx;
    let acts = ctx.state.scene.clock.active.contains(&unit.id());
    let busy = || {
        ctx.state
            .queue
            .frames
            .iter()
            .filter_map(of)
            .any(|s| s.unit() == Some(unit.id()) && !matches!(s, Step::Reveal(_)))
    };
    let gone = !unit.is_active();
    let all = position.content.rules.hide_needs == HideNeeds::BeatAll;
    let mut seen = None;
    let mut is_seen = |link: &Link| {
        if !all {
            return position.could_see(link.to, unit.id());
        }
        let anybody = || watchers(ctx, unit).any(|w| position.could_see(w.id(), unit.id()));
        *seen.get_or_insert_with(anybody)
    };
    let mut events = Vec::new();
    for (link, cause) in links(unit) {
        let observer = ctx.unit(link.to);
        let lost = observer.is_none_or(|o| !o.is_active());
        let over = cause.surprise && observer.is_some_and(|o| !surprise::is_surprised(o));
        if gone || lost || over {
            events.push(untie(unit, link, "MO-81"));
        } else if cause.exposed {
            if !acts && !busy() {
                events.push(untie(unit, link, "MO-127"));
            }
        } else if !cause.surprise && is_seen(link) {
            events.push(untie(unit, link, "MO-126"));
            if acts {
                events.push(expose(unit, link, cause));
            }
        }
    }
    events
}

/// Keeps a unit hidden only until its turn or act is over.
fn expose(unit: &Unit, link: &Link, cause: Cause) -> Event {
    hide_from(unit, link.to, Cause { exposed: true, ..cause }, "MO-127")
}

/// Steps for units whose hiding changes in the current state.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let position = Position { content, ctx };
    let hidden = ctx.state.units.iter().filter(|u| hides(u));
    let changed = hidden.filter(|u| !changes(position, u).is_empty());
    changed.map(|u| Reveal { unit: u.id(), gives_away: false }.into()).collect()
}

/// Updates hiding, to match the current state or because an act reveals the unit.
pub fn reveal(content: &Content, ctx: Ctx<'_>, step: &Reveal) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    if !step.gives_away {
        return Outcome::done(changes(Position { content, ctx }, unit));
    }
    let mut events = Vec::new();
    for (link, cause) in links(unit).filter(|(_, cause)| !cause.exposed) {
        events.push(untie(unit, link, "MO-126"));
        events.push(expose(unit, link, cause));
    }
    Outcome::done(events)
}

/// True for acts that do not reveal a hidden user (MO-126).
fn is_quiet(content: &Content, act: &Key) -> bool {
    let act = act.as_str();
    content.rules.quiet_acts.iter().any(|quiet| match quiet.as_str().strip_suffix('*') {
        Some(start) => act.starts_with(start),
        None => act == quiet.as_str(),
    })
}

/// Steps that reveal hidden units whose acts are among these events (MO-126).
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    let position = Position { content, ctx };
    let gives_away = |event: &Event| match &event.what {
        EventKind::Declared { unit, act, .. } => (!is_quiet(content, act)).then_some(*unit),
        // A door that moves in view of an enemy reveals the unit.
        EventKind::Board(BoardChange::Edge { cell, side, floor, .. }) => {
            let unit = step.unit().and_then(|id| ctx.unit(id))?;
            let at = EdgeAt { cell: *cell, side: *side, floor: *floor };
            let seen = watchers(ctx, unit).any(|w| match at.floor {
                Some(_) => objects::is_seen(position, w.id(), Object::Edge(at)),
                None => at.cells().into_iter().any(|c| position.sees_cell(w.id(), c)),
            });
            seen.then_some(unit.id())
        }
        _ => None,
    };
    let units = events.iter().filter_map(gives_away);
    let hidden = units.filter(|id| ctx.unit(*id).is_some_and(hides));
    hidden.map(|unit| Reveal { unit, gives_away: true }.into()).collect()
}

/// Chance that hiding succeeds now, in thousandths; for estimates.
pub fn chance(position: Position<'_>, unit: &Unit) -> i32 {
    let stealth = check::plain(position, unit, &[Skill::Stealth], Sum::new());
    let watchers: Vec<_> = watchers(position.ctx, unit)
        .map(|w| check::plain(position, w, &[Skill::Perception], Sum::new()))
        .collect();
    let unnoticed = |face: i32| {
        let total = face + stealth.bonus.total();
        watchers.iter().fold(1000, |chance, roll| {
            let fails = (total - roll.bonus.total() - 1).clamp(0, 20) * 50;
            chance * fails / 1000
        })
    };
    (1..=20).map(unnoticed).sum::<i32>() / 20
}
