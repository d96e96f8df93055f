//! The Cinematic Save: a reaction that undoes an attack or effect on its actor or a nearby ally
//! (MO-138, MO-149, MO-424).
//!
//! A side is always asked about effects that would fell a unit or leave it unable to act. It is
//! asked about other harm only if its standing orders say so.

use crate::step::{Outcome, Ran, SavePlace, Step};
use grid::{Body, Diagonals, Hm, Room, UnitId};
use rules::Key;
use rules::event::{Event, EventKind, MoveKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Choice, Prompt};
use rules::roll::Needs;
use rules::state::Unit;

use super::super::attachments;
use super::super::check;
use super::super::choices;
use super::super::damage::{Blow, resolve};
use super::super::data::{Skill, Trait};
use super::super::decider;
use super::super::health;
use super::super::position::Position;
use super::super::sheet::{NM, TEMPORARY, VITALITY};
use super::{Feat, Kind, price, rule};

/// The feat, and its prompt kind.
pub const SAVE: &str = "save";

/// Standing order for Saves from harm that would not fell the unit.
pub const SAVE_ANY: &str = "save_any";

/// Prompt kind: where the saver moves to.
const SAVE_PLACE: &str = "save_place";

/// The result of Saves.
#[derive(Clone, Debug, Default)]
pub struct Saved {
    /// The events.
    pub events: Vec<Event>,
    /// True if the threat to the target is averted.
    pub undone: bool,
    /// Steps that follow: where a saver moves to.
    pub then: Vec<Step>,
}

/// A threat to a unit.
#[derive(Clone, Copy, Debug)]
pub struct Threat<'a> {
    /// Its name.
    pub name: &'a str,
    /// The hit, if the threat is one.
    pub blow: Option<&'a Blow>,
    /// Whether it leaves the target unable to act.
    pub binds: bool,
}

/// Asks the units that could undo a hit, in turn order, until one succeeds.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn offer(
    position: Position<'_>,
    target: &Unit,
    blow: &Blow,
    oracle: &mut Oracle<'_>,
) -> Result<Saved, Pause> {
    offer_against(
        position,
        target,
        Threat { name: "a hit", blow: Some(blow), binds: false },
        oracle,
    )
}

/// Like [`offer`], for any threat.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn offer_against(
    position: Position<'_>,
    target: &Unit,
    peril: Threat<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Saved, Pause> {
    let mut saved = Saved::default();
    let thing = position.numbers(target.id()).is_some_and(|n| n.creature().is(Trait::Object));
    let felled = peril.blow.and_then(|blow| fells(position, target, blow));
    let grave = felled.is_some() || (peril.binds && target.is_active());
    if thing || !target.status.is_present() {
        return Ok(saved);
    }
    let Some(feat) = Feat::find(position.content, SAVE) else { return Ok(saved) };
    let state = position.ctx.state;
    let wants = |saver: &Unit| grave || choices::asked(state, saver.id(), SAVE_ANY).is_some();
    for saver in savers(position, target, feat, &wants) {
        let (name, what) = (&target.identity.name, peril.name);
        let peril = match felled {
            Some(damage) => format!("{name} would fall: {damage} damage."),
            None => format!("{name} would suffer {what}."),
        };
        let text = format!("{peril} {}", question(position, saver, feat));
        let side = decider::of(state, saver);
        let prompt = Prompt::yes_no(SAVE, side, Some(saver.id()), text, false, "MO-149");
        let about = Key::of(if grave { SAVE } else { SAVE_ANY });
        if oracle.ask(prompt.about(about))? != Answer::YES {
            continue;
        }
        if attempt(position, saver, target, feat, &mut saved, oracle)? {
            return Ok(saved);
        }
    }
    Ok(saved)
}

/// Deals a hit unless it is undone.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn deal(
    position: Position<'_>,
    target: &Unit,
    blow: &Blow,
    (act, by): (&Key, Option<UnitId>),
    rules: &[&'static str],
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let mut blow = blow.clone();
    if let Some(by) = by {
        blow = choices::lowered(position, by, target, blow, oracle)?;
    }
    let Saved { mut events, undone, then } = offer(position, target, &blow, oracle)?;
    if !undone {
        events.extend(health::strike(position.content, target, &blow, act, by, rules));
    }
    Ok(Outcome::after(events, then, None))
}

/// The question text: what a Save costs and prevents.
fn question(position: Position<'_>, saver: &Unit, feat: Feat<'_>) -> String {
    let price = price(position.content, saver, Kind::Reaction);
    let needs =
        feat.forecast(position, saver).and_then(|forecast| forecast.needs()).map(Needs::number);
    match (price, needs) {
        (Ok(price), Some(needs)) => {
            format!("Undo it for {}, with {needs} or more on a d20?", price.words())
        }
        _ => "Undo it?".to_owned(),
    }
}

/// The damage of a hit, if it would take an active combatant out of the fight.
fn fells(position: Position<'_>, target: &Unit, blow: &Blow) -> Option<i32> {
    let numbers = position.numbers(target.id()).filter(|_| target.is_active())?;
    let left = target.tracks.0.value(VITALITY) + target.tracks.0.value(TEMPORARY);
    let damage = resolve(position.content, blow, &numbers).total;
    (left - damage < 1).then_some(damage)
}

/// The units that want to save a target and could: itself, and allies within range.
fn savers<'a>(
    position: Position<'a>,
    target: &Unit,
    feat: Feat<'_>,
    wants: &dyn Fn(&Unit) -> bool,
) -> Vec<&'a Unit> {
    let order = decider::by_initiative(position.ctx.state).into_iter();
    let near = |unit: &Unit| {
        let metres = position.numbers(unit.id()).map_or(0, |n| n.save_range());
        let metres = u32::try_from(metres).unwrap_or_default();
        unit.id() == target.id() || position.distance(unit.id(), target.id()) <= metres
    };
    order
        .filter_map(|id| position.ctx.unit(id))
        .filter(|u| u.side() == target.side() && wants(u) && near(u))
        .filter(|u| price(position.content, u, Kind::Reaction).is_ok())
        .filter(|u| feat.check(position, u).is_ok())
        .collect()
}

/// One Save: cost, check, and where the saver moves to.
fn attempt(
    position: Position<'_>,
    saver: &Unit,
    target: &Unit,
    feat: Feat<'_>,
    saved: &mut Saved,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    let content = position.content;
    let Ok(price) = price(content, saver, Kind::Reaction) else { return Ok(false) };
    let (skills, number) = feat.check(position, saver).unwrap_or_default();
    let act = (feat.act(), feat.name());
    saved.events.push(events::declared(saver, act, vec![target.id()], "MO-149"));
    saved.events.extend(price.pay(content, saver, feat.name()));
    let skill = check::best_skill(position, saver, &skills).unwrap_or(Skill::Athletics);
    let roll = check::build_roll(position, saver, skill, (feat.name(), number), None);
    let (degree, face, rolled) = check::make(position, saver, &roll, oracle)?;
    saved.events.push(rolled);
    if face == 20 {
        // The pool after paying.
        let from = saver.pools.0.value(NM) - price.nm;
        let most = saver.pools.0.get(NM).map_or(0, |m| m.max);
        let to = (from + content.rules.momentum.natural_20).min(most);
        if from != to {
            let (unit, id, why) = (saver.id(), Key::of(NM), "a natural 20".to_owned());
            let gain = EventKind::Pool { unit, id, from, to, why };
            saved.events.push(Event::new(gain, &["MO-136"]));
        }
    }
    if !degree.succeeded() {
        return Ok(false);
    }
    saved.undone = true;
    if saver.id() != target.id() {
        saved.then.push(SavePlace { unit: saver.id(), friend: target.id() }.into());
    }
    Ok(true)
}

/// Asks where a saver moves to.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn place(position: Position<'_>, step: &SavePlace, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let (Some(saver), Some(target)) = (ctx.unit(step.unit), ctx.unit(step.friend)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    placed(Position { content, ctx }, saver, target, oracle).map(Outcome::done)
}

/// The place of a saver: where it is, next to the ally, or in the ally's place, but no closer to
/// what it fears (MO-275).
fn placed(
    position: Position<'_>,
    saver: &Unit,
    target: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let room = |unit: &Unit| position.body(unit.id()).and_then(Body::room);
    let (Some(mine), Some(theirs)) = (room(saver), room(target)) else { return Ok(Vec::new()) };
    let field = position.ctx.field;
    let dares = |to: Room| position.check_fear(saver.id(), to).is_ok();
    let adjacent = (!position.is_adjacent(saver.id(), target.id()))
        .then(|| field.free_placements(theirs, mine.size, mine.height, saver.id(), 1))
        .and_then(|rooms| {
            let level = |r: &Room| (r.feet - theirs.feet).abs() <= Hm::metres(1);
            let far = |r: &Room| r.distance(&mine, Diagonals::One);
            rooms.into_iter().filter(level).filter(|r| dares(*r)).min_by_key(far)
        });
    // A swap must not move a unit into the air or out of it.
    let swaps = mine.size == theirs.size
        && saver.placement.support == target.placement.support
        && saver.placement.posture == target.placement.posture
        && dares(mine.at(theirs.cell, theirs.feet));
    let mut choices = vec![Choice::new("stay", "Stay")];
    if adjacent.is_some() {
        choices.push(Choice::new("beside", "End next to it"));
    }
    if swaps {
        choices.push(Choice::new("in_place", "Swap places with it"));
    }
    if choices.len() == 1 {
        return Ok(Vec::new());
    }
    let names: Vec<Key> = choices.iter().map(|c| c.id.clone()).collect();
    let answer = oracle.ask(Prompt {
        kind: Key::of(SAVE_PLACE),
        about: Key::default(),
        side: decider::of(position.ctx.state, saver),
        unit: Some(saver.id()),
        text: format!("Where does {} end up?", saver.identity.name),
        choices,
        default: 0,
        rule: rule("MO-149"),
    })?;
    let name = names.get(usize::from(answer.0)).map_or("stay", Key::as_str);
    Ok(match (name, adjacent) {
        ("beside", Some(there)) => moved(position, saver, mine, there),
        ("in_place", _) => {
            let (at_theirs, at_mine) =
                (mine.at(theirs.cell, theirs.feet), theirs.at(mine.cell, mine.feet));
            let mut events = moved(position, target, theirs, at_mine);
            events.extend(moved(position, saver, mine, at_theirs));
            events
        }
        _ => Vec::new(),
    })
}

/// Puts a unit in its new place, with its riders (MO-111).
fn moved(position: Position<'_>, unit: &Unit, from: Room, to: Room) -> Vec<Event> {
    let support = attachments::support_at(position.ctx, unit, to);
    let placed = (MoveKind::Placed, 0);
    let mut events = vec![events::moved(unit, (from, to), support, placed, &["MO-149"])];
    events.extend(attachments::carry(position.ctx, unit, from, to));
    events
}
