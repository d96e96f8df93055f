//! Teleports, and what happens when the destination is occupied (MO-345 to MO-351).

use crate::step::{Outcome, Ran, Step, Tear, Teleport};
use grid::{FloorAt, Room, SupportKind, UnitId};
use rules::Key;
use rules::event::{Event, MoveKind};
use rules::kit::events;
use rules::oracle::Oracle;
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::attachments;
use super::cinematic;
use super::damage::{Blow, Ignores, Part};
use super::data::{Content, DamageType};
use super::hazard;
use super::hidden;
use super::position::Position;

/// Distance of a teleport in metres: the largest of its distances in squares and in height.
pub fn metres(from: Room, to: Room) -> i32 {
    from.cell.chebyshev(to.cell).max((to.feet - from.feet).whole_metres().abs())
}

fn flies(unit: &Unit) -> bool {
    unit.placement.support == SupportKind::Flight
}

/// The destination of a teleport, occupied or not; no path or line of sight is needed (MO-349). A
/// flyer keeps its height if there is room.
pub fn goal(position: Position<'_>, unit: UnitId, at: FloorAt) -> Option<Room> {
    let field = position.ctx.field;
    let room = position.body(unit)?.room()?;
    let cell = at.cell;
    let site = field.site_on(room.at(cell, room.feet), at.floor, unit).ok()?;
    let aloft = room.at(cell, room.feet.max(site.feet));
    let flies = position.ctx.unit(unit).is_some_and(flies);
    let stays_up = flies && field.ground(aloft, unit).is_ok();
    Some(if stays_up { aloft } else { room.at(cell, site.feet) })
}

/// Teleports at once. At an occupied destination the unit stays where it was, and all take damage;
/// a hidden unit there is found (MO-126, MO-345, MO-347, MO-350).
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Teleport) -> Outcome {
    let position = Position { content, ctx };
    let nothing = Outcome::done(Vec::new());
    let (Some(unit), cell) = (ctx.unit(step.unit), step.to) else { return nothing };
    let here = position.body(unit.id()).and_then(grid::Body::room);
    let (Some(from), Some(to)) = (here, goal(position, unit.id(), cell)) else {
        let text = format!("there is no room in {cell}");
        return Outcome::done(vec![events::note(unit, text, "MO-345")]);
    };
    let by = step.by.or(Some(unit.id()));
    let own = ctx.field.body(unit.id());
    // Creatures that may share the place do not block it (MO-351).
    let taken = ctx
        .field
        .bodies_overlapping(to, unit.id())
        .filter(|other| other.blocking && !own.is_some_and(|own| own.can_share_space_with(other)));
    let taken: Vec<&Unit> = taken.filter_map(|body| ctx.unit(body.id)).collect();
    if taken.is_empty() {
        let support = match ctx.field.support(to, unit.id()) {
            SupportKind::Nothing if flies(unit) => SupportKind::Flight,
            support => support,
        };
        // Climbers stay behind, and a teleporting climber leaves its mount (MO-432).
        let off = attachments::riders(ctx, unit.id()).chain([unit]);
        let mut events: Vec<Event> = off.flat_map(attachments::dismount).collect();
        events.push(attachments::moved(unit, from, to, support, MoveKind::Teleport, "MO-349"));
        let ground = ctx.field.ground(to, unit.id()).ok();
        let harm = ground.and_then(|ground| hazard::step(unit.id(), &ground));
        return Outcome::after(events, harm.into_iter().collect(), None);
    }
    let metres = metres(from, to);
    let found = taken.iter().flat_map(|other| hidden::found(other, "MO-126"));
    let events: Vec<Event> = found.collect();
    let torn = taken.into_iter().chain([unit]).map(Unit::id);
    let tears: Vec<Step> = torn.map(|unit| Tear { unit, metres, mover: by }.into()).collect();
    Outcome::after(events, tears, None)
}

/// Deals Reality damage equal to the metres to one of the creatures, regardless of Armor and up to
/// a maximum, unless a Cinematic Save prevents it (MO-149, MO-345, MO-346, MO-348).
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while dice or answers are missing.
pub fn tear(position: Position<'_>, step: &Tear, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    let label = format!("teleported {} m into a creature", step.metres);
    let part = Part::new(DamageType::Reality, label, step.metres, "MO-345");
    let most = Some(content.rules.teleport_cap);
    let blow = Blow { ignores: Ignores::All, most, ..Blow::plain(vec![part]) };
    let (act, rules) = (Key::of("teleport"), ["MO-345", "MO-346"]);
    cinematic::deal(position, unit, &blow, (&act, step.mover), &rules, oracle)
}
