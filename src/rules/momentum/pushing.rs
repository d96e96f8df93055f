//! Carrying out a push: the path, the collision and what they trigger (MO-332 to MO-344).

use crate::step::{Outcome, Push, PushPhase, Ran, Spot, Step, StrikePhase, amend_strike};
use grid::{Body, Cell, SupportKind, UnitId};
use rules::event::MoveKind;
use rules::oracle::{Oracle, Pause};
use rules::state::Unit;

use super::attachments;
use super::forced::{self, From, bump, holds_ground, push_path};
use super::hazard;
use super::held;
use super::hidden;
use super::numbers::half;
use super::objects;
use super::position::Position;

/// Runs one phase of a push: first the path, then the collision.
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn run(position: Position<'_>, step: &Push, oracle: &mut Oracle<'_>) -> Ran {
    let ctx = position.ctx;
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    match &step.phase {
        PushPhase::Move => Ok(go(position, unit, step)),
        PushPhase::Collide { from, met, hard, wall } => {
            let collision = Collision { from: *from, met, hard: *hard, next: *wall };
            collide(position, unit, step, &collision, oracle)
        }
        PushPhase::Over { from } => {
            let follows = held::pushed(position, unit, &step.clone().into(), *from);
            Ok(Outcome::after(Vec::new(), follows, None))
        }
    }
}

/// Moves the body along the path of the push. This costs no movement, and ground and adjacent
/// enemies have no effect. Past a ledge the body starts to fall (MO-336, MO-343, MO-344).
fn go(position: Position<'_>, unit: &Unit, step: &Push) -> Outcome {
    let ctx = position.ctx;
    let nothing = Outcome::done(Vec::new());
    let pusher = || ctx.field.body(step.by).and_then(Body::room).map(From::Room);
    let Some(from) = step.dir.map(From::Dir).or_else(pusher) else { return nothing };
    let Some(way) = push_path(position, unit, from, step.metres) else { return nothing };
    let Some(mut here) = ctx.field.body(unit.id()).and_then(Body::room) else { return nothing };
    let (mut events, mut harm) = (Vec::new(), Vec::new());
    let start = here;
    let flies = unit.placement.support == SupportKind::Flight;
    for room in &way.track.rooms {
        let support = match ctx.field.support(*room, unit.id()) {
            SupportKind::Nothing if flies => SupportKind::Flight,
            support => support,
        };
        events.push(attachments::moved(unit, here, *room, support, MoveKind::Forced, "MO-343"));
        if let Ok(ground) = ctx.field.ground(*room, unit.id()) {
            harm.extend(hazard::step(unit.id(), &ground));
        }
        here = *room;
    }
    if here != start {
        events.extend(attachments::carry(ctx, unit, start, here));
    }
    let from = Spot { cell: start.cell, feet: start.feet };
    let next = |phase| Some(Step::from(Push { phase, ..step.clone() }));
    if way.met.is_empty() && !way.is_hard() {
        return Outcome::after(events, harm, next(PushPhase::Over { from }));
    }
    let hard = way.is_hard();
    let wall = way.track.blocked;
    Outcome::after(events, harm, next(PushPhase::Collide { from, met: way.met, hard, wall }))
}

/// What a push has collided with.
struct Collision<'a> {
    from: Spot,
    met: &'a [UnitId],
    hard: bool,
    next: Option<Cell>,
}

/// Each unit that is hit makes a Strength Defense Roll; the pushed body takes the highest resulting
/// damage (MO-332 to MO-335, MO-340).
fn collide(
    position: Position<'_>,
    unit: &Unit,
    step: &Push,
    collision: &Collision<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let ctx = position.ctx;
    let metres = i32::from(step.metres);
    let mover = ctx.unit(step.by).map(Unit::id);
    let (mut events, mut bumps) = (Vec::new(), Vec::new());
    let mut highest = if collision.hard { metres } else { 0 };
    // Breakable objects fail their Defense Rolls (MO-337).
    let next = collision.next.filter(|_| collision.hard);
    let struck = next.map_or_else(Vec::new, |next| forced::obstacles(position, unit, next));
    for object in struck {
        let by = mover.unwrap_or(unit.id());
        events.extend(objects::collide(position, object, metres, by));
    }
    for id in collision.met {
        let Some(other) = ctx.unit(*id) else { continue };
        events.extend(hidden::found(other, "MO-126"));
        let (held, rolls) = holds_ground(position, (unit, other), step.power, oracle)?;
        events.extend(rolls);
        let amount = if held { half(metres) } else { metres };
        highest = highest.max(amount);
        bumps.push(bump(other.id(), metres, amount, mover));
    }
    let phase = PushPhase::Over { from: collision.from };
    let over = Some(Push { phase, ..step.clone() }.into());
    let Some(attack) = step.joins else {
        bumps.push(bump(unit.id(), metres, highest, mover));
        return Ok(Outcome::after(events, bumps, over));
    };
    let mut outcome = Outcome::after(events, bumps, over);
    outcome.amended = amend_strike(ctx, attack, |strike| {
        if let StrikePhase::Damage { collision, .. } = &mut strike.phase {
            *collision = highest;
        }
    });
    Ok(outcome)
}
