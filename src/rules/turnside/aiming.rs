//! What abilities reach: range and sight of their targets, and the combatants in their areas (TU-69,
//! TU-70, TU-195).

use grid::{Cell, Diagonals, Dir, FloorAt, Room, UnitId, distance, shape};
use rules::Refusal;
use rules::kit::area;
use rules::object::Object;
use rules::ruleset::Ctx;
use rules::state::{Status, Unit};

use super::attack::AttackSource;
use super::data::{Ability, Content, Delivery};
use super::numbers::Numbers;
use super::step::Cast;
use super::{objects, sight};

/// Checks range and sight of an ability on another combatant (TU-70).
///
/// # Errors
/// The reason why it cannot reach the combatant.
pub fn check_line(
    ctx: Ctx<'_>,
    actor: &Numbers<'_>,
    ability: &Ability,
    target: UnitId,
) -> Result<(), Refusal> {
    if target == actor.unit.id() {
        return Ok(());
    }
    let bodies = ctx.field.body(actor.unit.id()).zip(ctx.field.body(target));
    let metres = ctx.field.distance(actor.unit.id(), target, grid::Diagonals::One);
    let (Some((me, them)), Some(metres)) = (bodies, metres) else {
        return Err(Refusal::new("no_target", "it is not there", "TU-70"));
    };
    if metres > u32::from(ability.range) {
        return Err(Refusal::new("out_of_range", "it is out of range", "TU-70"));
    }
    if !sight::has_line(ctx, me, them) {
        return Err(Refusal::new("no_sight", "it is not in view", "TU-70"));
    }
    let hides = |u: &Unit| sight::hides_from(actor.content, ctx, u, actor.unit.side());
    if ctx.unit(target).is_some_and(hides) {
        return Err(Refusal::new("hidden", "it is hidden", "TU-301"));
    }
    // Targeted abilities require sight (TU-168).
    sight::check_eyes(ctx, actor, them)
}

/// Checks range and sight of the centre of an area (TU-70).
///
/// # Errors
/// The reason why it cannot reach the centre.
pub fn check_centre(
    ctx: Ctx<'_>,
    actor: &Unit,
    ability: &Ability,
    at: impl Into<FloorAt>,
) -> Result<(), Refusal> {
    let at = at.into();
    let there = area::surface(ctx, at);
    let there = there.and_then(|there| Some((there, area::metres(ctx, actor.id(), there)?)));
    let Some((there, metres)) = there else {
        return Err(Refusal::new("no_target", "there is no such cell", "TU-70"));
    };
    if metres > u32::from(ability.range) {
        return Err(Refusal::new("out_of_range", "it is out of range", "TU-70"));
    }
    // Foliage does not stop bursts (TU-165), but a teleport needs a cell in view (TU-187).
    let bursts = matches!(ability.delivery, Delivery::Burst(_));
    let seen = area::away_from(ctx, actor.id(), there).is_some_and(|(_, seen)| seen);
    if !(seen || bursts && sight::has_line_to(ctx, actor.id(), at)) {
        return Err(Refusal::new("no_sight", "it is not in view", "TU-70"));
    }
    Ok(())
}

/// The combatants in a cone from the user, except itself and those behind total cover (TU-69).
pub fn in_cone(ctx: Ctx<'_>, actor: &Unit, metres: u8, dir: Dir) -> Vec<UnitId> {
    let Some(body) = ctx.field.body(actor.id()) else { return Vec::new() };
    let cells = cone(ctx, actor, metres, dir);
    let there = |id: UnitId| ctx.unit(id).is_some_and(|u| u.status.is_present());
    let inside = ctx.field.bodies().iter().filter(|other| {
        let away = distance(body, other, Diagonals::One);
        other.id != actor.id()
            && there(other.id)
            && other.cells().any(|cell| cells.contains(&cell))
            && away.is_some_and(|away| away <= u32::from(metres))
            && sight::has_line(ctx, body, other)
    });
    let mut caught: Vec<UnitId> = inside.map(|other| other.id).collect();
    caught.sort_unstable();
    caught
}

/// The combatants within an area around a floor of a cell, height included (TU-69).
pub fn in_burst(ctx: Ctx<'_>, centre: FloorAt, metres: u8) -> Vec<UnitId> {
    let Some(at) = area::surface(ctx, centre) else { return Vec::new() };
    let Some(eye) = area::middle(ctx, centre) else { return Vec::new() };
    let cells = area::cells(ctx, centre, metres.into());
    let alive = |id: UnitId| ctx.unit(id).is_some_and(|u| u.status != Status::Dead);
    let inside = ctx.field.bodies().iter().filter(|body| {
        let near = |room: Room| room.distance(&at, Diagonals::One) <= u32::from(metres);
        alive(body.id)
            && body.cells().any(|cell| cells.binary_search(&cell).is_ok())
            && body.room().is_some_and(near)
            && sight::has_line(ctx, eye, body)
    });
    let mut caught: Vec<UnitId> = inside.map(|body| body.id).collect();
    caught.sort_unstable();
    caught
}

/// The cells of a cone from the user.
pub fn cone(ctx: Ctx<'_>, actor: &Unit, metres: u8, dir: Dir) -> Vec<Cell> {
    let room = ctx.field.body(actor.id()).and_then(grid::Body::room);
    room.map_or_else(Vec::new, |room| shape::cone(ctx.field.board(), room, dir, metres.into()))
}

/// Whether an ability still reaches its target; a prepared action of an enemy may have moved the
/// user (TU-70, TU-195). Attempts on single enemies check this themselves.
pub fn reaches(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, ability): (&Numbers<'_>, &Ability),
    step: &Cast,
) -> bool {
    match ability.delivery {
        Delivery::Ally => {
            step.targets.iter().all(|id| check_line(ctx, actor, ability, *id).is_ok())
        }
        Delivery::Burst(_) | Delivery::Blink | Delivery::Summon => {
            step.place.is_some_and(|cell| check_centre(ctx, actor.unit, ability, cell).is_ok())
        }
        Delivery::Strike => step.object.and_then(Object::of).is_none_or(|object| {
            let means = AttackSource::Ability(ability);
            objects::check(content, ctx, actor.unit, means, object).is_ok()
        }),
        _ => true,
    }
}
