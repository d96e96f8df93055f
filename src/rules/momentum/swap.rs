//! Trading places with an ally (MO-96 to MO-98, MO-407).

use crate::step::Step;
use grid::{Body, UnitId};
use rules::event::{Event, MoveKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Warning;
use rules::state::Unit;
use rules::{Key, Refusal, RuleId};

use super::attachments;
use super::data::StatusEffect;
use super::decider;
use super::hazard;
use super::health;
use super::position::Position;
use super::sheet::RP;

/// Prompt kind and standing order: whether an ally trades places.
pub const SWAP: &str = "switch_places";

/// RP cost for the ally (MO-97).
const PRICE: i32 = 1;

/// True if a unit is free to leave its place.
fn moves(position: Position<'_>, unit: &Unit) -> bool {
    let numbers = position.numbers(unit.id());
    let held = numbers.is_none_or(|n| n.has(|e| matches!(e, StatusEffect::NoMovement)));
    let free = unit.is_active() && !held && !position.is_thing(unit.id());
    free && attachments::mount(unit).is_none()
}

/// Checks whether a combatant can trade places with another.
///
/// # Errors
/// Why not.
pub fn check(position: Position<'_>, unit: &Unit, target: UnitId) -> Result<(), Refusal> {
    let refuse = |code, text: &str, rule| Err(Refusal::new(code, text, rule));
    let ctx = position.ctx;
    let Some(ally) = ctx.unit(target).filter(|_| target != unit.id()) else {
        return refuse("no_target", "no ally there", "MO-96");
    };
    if ctx.state.are_foes(unit.id(), target) {
        return refuse("no_target", "only allies trade places", "MO-96");
    }
    if !position.is_adjacent(unit.id(), target) {
        return refuse("out_of_range", "it is not within 1 m", "MO-96");
    }
    if unit.form.size != ally.form.size {
        return refuse("other_size", "their sizes differ", "MO-96");
    }
    if !moves(position, ally) {
        return refuse("cannot_move", "the ally cannot move", "MO-407");
    }
    if !moves(position, unit) {
        return refuse("cannot_move", "it cannot move", "MO-96");
    }
    let room = |id: UnitId| position.body(id).and_then(Body::room);
    if let Some((mine, theirs)) = room(unit.id()).zip(room(target)) {
        position.check_fear(unit.id(), theirs)?;
        position.check_fear(target, mine)?;
    }
    Ok(())
}

/// The warning for an ally that cannot pay.
pub fn warning(position: Position<'_>, target: UnitId) -> Option<Warning> {
    let left = position.numbers(target).map_or(0, |numbers| numbers.rp_left());
    let ally = position.ctx.unit(target).filter(|_| left < PRICE)?;
    let text = format!("{} has no RP left: the AP would be lost.", ally.identity.name);
    Some(Warning { text, rule: RuleId::of("MO-97") })
}

/// Trades places if the ally agrees and has the RP. Also returns the steps for damaging ground at
/// the new places.
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn run(
    position: Position<'_>,
    unit: &Unit,
    target: UnitId,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, Vec<Step>), Pause> {
    let ctx = position.ctx;
    let Some(ally) = ctx.unit(target) else { return Ok((Vec::new(), Vec::new())) };
    let left = position.numbers(target).map_or(0, |numbers| numbers.rp_left());
    let (name, other) = (&unit.identity.name, &ally.identity.name);
    let fails =
        |why: String| Ok((vec![events::cancelled(unit, &Key::of(SWAP), why, "MO-97")], Vec::new()));
    if left < PRICE {
        return fails(format!("{other} has no RP left"));
    }
    let text = format!("{name} wants to trade places with {other}: {PRICE} RP. Agreed?");
    let side = decider::of(ctx.state, ally);
    let friendly = side == decider::of(ctx.state, unit);
    let prompt = Prompt::yes_no(SWAP, side, Some(target), text, friendly, "MO-97");
    if oracle.ask(prompt.about(Key::of(SWAP)))? == Answer::NO {
        return fails(format!("{other} stays where it is"));
    }
    let room = |u: &Unit| ctx.field.body(u.id()).and_then(Body::room);
    let (Some(mine), Some(theirs)) = (room(unit), room(ally)) else {
        return Ok((Vec::new(), Vec::new()));
    };
    let mut harm = Vec::new();
    let mut events =
        health::pool(ally, RP, ally.pools.0.value(RP) - PRICE, "Switch Places", "MO-97");
    for (who, from, to, support) in
        [(unit, mine, theirs, ally.placement.support), (ally, theirs, mine, unit.placement.support)]
    {
        let to = from.at(to.cell, to.feet);
        events.push(attachments::moved(who, from, to, support, MoveKind::Walk, "MO-98"));
        events.extend(attachments::carry(ctx, who, from, to));
        if let Ok(ground) = ctx.field.ground(to, who.id()) {
            harm.extend(hazard::step(who.id(), &ground));
        }
    }
    Ok((events, harm))
}
