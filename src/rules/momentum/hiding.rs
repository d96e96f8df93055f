//! Hiding: who is hidden from whom, how that begins and ends (MO-77, MO-81, MO-122 to MO-128,
//! MO-286, MO-391).
//!
//! It is kept per observer, as ties of the one who hides. A tie from surprise lasts until the
//! surprised one's first turn; one from hiding until an enemy sees the one who hides. Who gives
//! itself away in its own turn stays hidden to the end of it.

use crate::grid::{Field, SideId, UnitId};
use crate::rules::event::{BoardChange, Degree, Event, Happening, Rolled};
use crate::rules::momentum::step::{Outcome, Step, of};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Link, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::attack::FREE;
use super::budget::{self, Budget};
use super::check;
use super::data::{Content, HideNeeds, Skill, StatusEffect};
use super::party;
use super::position::Position;
use super::roll::EVERY_FACE;
use super::surprise;

/// The step of hiding.
pub const HIDE: &str = "hide";
/// The step in which hiding changes by what happened.
pub const REVEAL: &str = "reveal";

/// The tie of one who hides to one that does not know where it is.
const HIDDEN: &str = "hidden";
/// Marks a tie that comes from surprise (MO-81).
pub const SURPRISE: i64 = 1;
/// Marks a tie that ends with the turn, or act, under way (MO-127).
const EXPOSED: i64 = 2;

fn ties(unit: &Unit) -> impl Iterator<Item = &Link> {
    unit.links.0.iter().filter(|l| l.kind == *HIDDEN)
}

/// From whom a tie hides the one who has it, if it is such a tie.
pub fn hid_from(link: &Link) -> Option<UnitId> {
    (link.kind == *HIDDEN).then_some(link.to)
}

/// True if one is hidden from another.
pub fn is_hidden(unit: &Unit, observer: UnitId) -> bool {
    ties(unit).any(|l| l.to == observer)
}

/// True if one is hidden from anybody.
pub fn hides(unit: &Unit) -> bool {
    ties(unit).next().is_some()
}

fn tie(unit: &Unit, link: Link, rule: &'static str) -> Event {
    Event::new(Happening::Linked { unit: unit.id(), link }, &[rule])
}

fn untie(unit: &Unit, link: &Link, rule: &'static str) -> Event {
    Event::new(Happening::Unlinked { unit: unit.id(), link: link.clone() }, &[rule])
}

/// One begins to be hidden from another.
pub fn hide_from(unit: &Unit, observer: UnitId, mark: i64, rule: &'static str) -> Event {
    tie(unit, Link { kind: Key::of(HIDDEN), to: observer, data: mark }, rule)
}

/// The end of all hiding of a combatant, as when a blow finds it or somebody runs into it (MO-391).
pub fn found(unit: &Unit, rule: &'static str) -> Vec<Event> {
    ties(unit).map(|link| untie(unit, link, rule)).collect()
}

/// The enemies that could notice a combatant.
fn watchers<'a>(ctx: Ctx<'a>, unit: &Unit) -> impl Iterator<Item = &'a Unit> + use<'a> {
    let side = unit.side();
    let all = ctx.state.units.iter().filter(|u| u.is_active() && party::fights(u));
    all.filter(move |u| u.side() != side)
}

/// True if somebody of a side knows where a combatant is.
pub fn is_known(ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
    let Some(unit) = ctx.unit(unit) else { return false };
    if unit.side() == side {
        return true;
    }
    if !ctx.state.scene.fog.shows(side, unit.id()) {
        return false;
    }
    if !hides(unit) {
        return true;
    }
    let mut eyes = ctx.state.of_side(side).filter(|u| u.is_active() && party::fights(u));
    eyes.any(|u| !is_hidden(unit, u.id()))
}

/// Those of whom a side does not know where they are, by number.
pub fn unknown(ctx: Ctx<'_>, side: SideId) -> Vec<UnitId> {
    let fog = ctx.state.scene.fog.on;
    let all = ctx.state.units.iter().filter(|u| fog || hides(u)).map(Unit::id);
    all.filter(|id| !is_known(ctx, side, *id)).collect()
}

/// What `read` finds on the board as a side knows it: without the bodies of those of whom it does
/// not know where they are, so that no answer gives them away (MO-125).
pub fn as_known<R>(ctx: Ctx<'_>, side: SideId, read: impl FnOnce(Ctx<'_>) -> R) -> R {
    let mut field: Option<Field<'_>> = None;
    for id in unknown(ctx, side) {
        field = Some(field.as_ref().unwrap_or(ctx.field).without(id));
    }
    match &field {
        Some(field) => read(Ctx { field, ..ctx }),
        None => read(ctx),
    }
}

/// The sides that learn of what a combatant does unseen; `None` for all.
pub fn witnesses(ctx: Ctx<'_>, unit: &Unit) -> Option<Vec<SideId>> {
    if !hides(unit) {
        return None;
    }
    let all = (0u8..).map(SideId).take(ctx.state.scene.sides.len());
    Some(all.filter(|side| is_known(ctx, *side, unit.id())).collect())
}

/// Whether a combatant can try to hide: no enemy sees it (MO-122).
///
/// # Errors
/// The first reason against it.
pub fn check_use(position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
    let off = || Refusal::new("no_sheet", "it has no sheet", "MO-10");
    let budget = Budget::of(position.content, unit).ok_or_else(off)?;
    budget.check_ap(position.content.rules.prices.hide, "MO-122")?;
    check_unseen(position, unit)
}

/// Whether a combatant could hide where it is, whatever that costs.
///
/// # Errors
/// The first reason against it.
pub fn check_unseen(position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
    let numbers = position.numbers(unit.id());
    if numbers.is_some_and(|n| n.has(|e| matches!(e, StatusEffect::Rages))) {
        return Err(Refusal::new("enraged", "enraged: it does not look after itself", "MO-276"));
    }
    let eye = watchers(position.ctx, unit).find(|w| position.could_see(w.id(), unit.id()));
    match eye {
        // Whoever it is may be hidden itself.
        Some(eye) if position.knows(unit.id(), eye.id()) => {
            let text = format!("{} sees it", eye.identity.name);
            Err(Refusal::new("seen", text, "MO-122"))
        }
        Some(_) => Err(Refusal::new("seen", "an enemy sees it", "MO-122")),
        None => Ok(()),
    }
}

/// Tries to hide: one Stealth roll against the Perception of every enemy; ties reveal (MO-123).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let position = Position { content, ctx };
    let what = Happening::Declared {
        act: Key::of(HIDE),
        name: "Hide".to_owned(),
        unit: unit.id(),
        targets: Vec::new(),
        place: None,
    };
    let mut events = vec![Event::new(what, &["MO-122"])];
    if !step.scratch.flag(FREE) {
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
            // What the others would roll changes nothing any more.
            break;
        }
        let mut number = Sum::new();
        number.push(format!("Stealth of {}", unit.identity.name), total, "MO-123");
        let roll = check::plain(position, watcher, &[Skill::Perception], number);
        let needs = roll.needs();
        let (faces, face) = roll.throw(&[], oracle)?;
        let degree = if face >= needs { Degree::Success } else { Degree::Failure };
        let me = Some(unit.id());
        let rolled = roll.rolled("hide", watcher.id(), me, (faces, face), degree);
        rolls.push(Event::new(Happening::Rolled(rolled), &["MO-123"]));
        if degree.succeeded() {
            noticed = true;
        } else {
            beaten.push(watcher.id());
        }
    }
    let fails = noticed && all;
    let degree = if fails || beaten.is_empty() { Degree::Failure } else { Degree::Success };
    // What it has to beat are the rolls of those who watch, shown beside it.
    let rolled = stealth.rolled("hide", unit.id(), None, (faces, face), degree);
    let rolled = Rolled { against: None, needs: None, ..rolled };
    events.push(Event::new(Happening::Rolled(rolled), &["MO-123"]));
    events.extend(rolls);
    if fails {
        return Ok(Outcome::done(events));
    }
    // What gave it away before does so no longer (MO-128).
    events.extend(ties(unit).filter(|l| beaten.contains(&l.to)).map(|l| untie(unit, l, "MO-128")));
    events.extend(beaten.into_iter().map(|id| hide_from(unit, id, 0, "MO-123")));
    Ok(Outcome::done(events))
}

/// How the hiding of a combatant changes by how things stand now.
fn changes(position: Position<'_>, unit: &Unit) -> Vec<Event> {
    let ctx = position.ctx;
    let acts = ctx.state.scene.clock.active.contains(&unit.id());
    let busy = || {
        ctx.state
            .queue
            .frames
            .iter()
            .filter_map(of)
            .any(|s| s.unit == Some(unit.id()) && s.kind != *REVEAL)
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
    for link in ties(unit) {
        let observer = ctx.unit(link.to);
        let lost = observer.is_none_or(|o| !o.is_active());
        let by_surprise = link.data & SURPRISE != 0;
        let exposed = link.data & EXPOSED != 0;
        let over = by_surprise && observer.is_some_and(|o| !surprise::is_surprised(o));
        if gone || lost || over {
            events.push(untie(unit, link, "MO-81"));
        } else if exposed {
            if !acts && !busy() {
                events.push(untie(unit, link, "MO-127"));
            }
        } else if !by_surprise && is_seen(link) {
            events.push(untie(unit, link, "MO-126"));
            if acts {
                events.push(tie(unit, exposed_tie(link), "MO-127"));
            }
        }
    }
    events
}

fn exposed_tie(link: &Link) -> Link {
    Link { data: link.data | EXPOSED, ..link.clone() }
}

/// Those whose hiding changes by how things stand now.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let position = Position { content, ctx };
    let hidden = ctx.state.units.iter().filter(|u| hides(u));
    let changed = hidden.filter(|u| !changes(position, u).is_empty());
    changed.map(|u| Step::new(REVEAL).of(u.id())).collect()
}

/// Changes hiding: by how things stand, or because of an act that gives away who did it.
pub fn reveal(content: &Content, ctx: Ctx<'_>, step: &Step) -> Outcome {
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
        return Outcome::done(Vec::new());
    };
    if !step.scratch.flag("gives_away") {
        return Outcome::done(changes(Position { content, ctx }, unit));
    }
    let mut events = Vec::new();
    for link in ties(unit).filter(|l| l.data & EXPOSED == 0) {
        events.push(untie(unit, link, "MO-126"));
        events.push(tie(unit, exposed_tie(link), "MO-127"));
    }
    Outcome::done(events)
}

/// True for acts that give nobody away (MO-126).
fn is_quiet(content: &Content, act: &Key) -> bool {
    let act = act.as_str();
    content.rules.quiet_acts.iter().any(|quiet| match quiet.as_str().strip_suffix('*') {
        Some(start) => act.starts_with(start),
        None => act == quiet.as_str(),
    })
}

/// Acts among these events that give away who hides (MO-126).
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    let position = Position { content, ctx };
    let gives_away = |event: &Event| match &event.what {
        Happening::Declared { unit, act, .. } => (!is_quiet(content, act)).then_some(*unit),
        // A door that moves where an enemy sees it.
        Happening::Board(BoardChange::Edge { cell, side, .. }) => {
            let unit = step.unit.and_then(|id| ctx.unit(id))?;
            let mut cells = [*cell, cell.step(*side)].into_iter();
            let seen = cells.any(|c| watchers(ctx, unit).any(|w| position.sees_cell(w.id(), c)));
            seen.then_some(unit.id())
        }
        _ => None,
    };
    let units = events.iter().filter_map(gives_away);
    let hidden = units.filter(|id| ctx.unit(*id).is_some_and(hides));
    hidden.map(|id| Step::new(REVEAL).of(id).act("gives_away").with("gives_away", 1)).collect()
}

/// The chance that hiding succeeds now, in thousandths: for estimates.
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
