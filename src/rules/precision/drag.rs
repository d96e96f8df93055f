//! Dragging another unit (PR-138, PR-372): a link that lasts until the dragger lets go, and how the
//! dragged unit follows.

use crate::step::{Drag, LetGo, Outcome, Spot, Step};
use grid::{Body, Cell, Room, UnitId};
use rules::Key;
use rules::event::{Event, MoveKind};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Link, Status, Unit};

use super::data::Content;
use super::ground;
use super::numbers::Numbers;
use super::position::Position;

/// Kind of the link from the dragger to the dragged unit.
const DRAG: &str = "drag";

fn tie(unit: &Unit) -> Option<&Link> {
    unit.links.0.iter().find(|l| l.kind == *DRAG)
}

/// The unit that a combatant drags.
pub fn dragged<'a>(ctx: Ctx<'a>, unit: &Unit) -> Option<&'a Unit> {
    tie(unit).and_then(|link| ctx.unit(link.to))
}

/// Takes hold of a unit, releasing any unit dragged before.
pub fn run(ctx: Ctx<'_>, step: &Drag) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let act = (&step.ability, "Drag");
    let mut events = vec![events::declared(unit, act, vec![step.target], "PR-372")];
    events.extend(untie(unit));
    let link = Link { kind: Key::of(DRAG), to: step.target, data: 0 };
    events.push(events::linked(unit, link, "PR-138"));
    Outcome::done(events)
}

/// The event of letting go, if the unit drags another.
pub fn untie(unit: &Unit) -> Option<Event> {
    tie(unit).map(|link| events::unlinked(unit, link, "PR-138"))
}

/// The dragger lets go when either unit is out of the fight, when it has no hands left (PR-325), or
/// when the two are no longer adjacent.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let position = Position { content, ctx };
    let slips = |unit: &&Unit| {
        tie(unit).is_some_and(|link| {
            let held = ctx.unit(link.to).is_some_and(|to| match to.status {
                Status::Down => true,
                Status::Active => to.side() == unit.side(),
                Status::Dead | Status::Gone | Status::Surrendered => false,
            });
            let handless = Numbers::of(content, unit).is_some_and(|n| !n.has_hands());
            let out = !held || handless || unit.status != Status::Active;
            out || !position.adjacent(unit.id(), link.to)
        })
    };
    ctx.state.units.iter().filter(slips).map(|u| LetGo { unit: u.id() }.into()).collect()
}

/// Lets go.
pub fn let_go(ctx: Ctx<'_>, step: &LetGo) -> Outcome {
    Outcome::done(ctx.unit(step.unit).and_then(untie).into_iter().collect())
}

/// The dragged unit's place before the dragger's next step.
pub fn behind(ctx: Ctx<'_>, dragger: &Unit) -> Option<Spot> {
    let unit = dragged(ctx, dragger)?;
    let room = ctx.field.body(unit.id()).and_then(Body::room)?;
    Some(Spot { cell: room.cell, feet: room.feet })
}

/// Also moves the dragged unit back, if it has entered the square that the dragger returns to.
pub fn back(ctx: Ctx<'_>, dragger: &Unit, to: Room, was: Option<Spot>) -> Option<Event> {
    let behind = dragged(ctx, dragger)?;
    let room = ctx.field.body(behind.id()).and_then(Body::room)?;
    let was = was.filter(|_| room.overlaps(&to)).map(|was| room.at(was.cell, was.feet))?;
    let support = ctx.field.support(was, behind.id());
    let placed = (MoveKind::Placed, 0);
    Some(events::moved(behind, (room, was), support, placed, &["PR-113", "PR-138"]))
}

/// Where a dragged body may go: overlapping the room just left and clear of the dragger's new room,
/// nearest to its old place first.
fn places(room: Room, left: Room, now: Room) -> Vec<Cell> {
    let (own, other) = (i16::from(room.size), i16::from(left.size));
    let span = || 1 - own..other;
    let cells = span().flat_map(|dy| span().map(move |dx| left.cell.offset(dx, dy)));
    let mut cells: Vec<Cell> =
        cells.filter(|cell| !room.at(*cell, room.feet).overlaps(&now)).collect();
    cells.sort_by_key(|cell| {
        let (dx, dy) = (
            i32::from(cell.x) - i32::from(room.cell.x),
            i32::from(cell.y) - i32::from(room.cell.y),
        );
        dx * dx + dy * dy
    });
    cells
}

/// Moves the dragged unit into the square that the dragger has just left for `now`, with all
/// effects of that square. If it does not fit, it stays and the dragger lets go.
pub fn follow(ctx: Ctx<'_>, dragger: &Unit, left: Room, now: Room) -> Vec<Event> {
    let Some(behind) = dragged(ctx, dragger) else { return Vec::new() };
    let Some(room) = ctx.field.body(behind.id()).and_then(Body::room) else {
        return Vec::new();
    };
    let others = |id: UnitId| id != dragger.id() && id != behind.id();
    let free = places(room, left, now).into_iter().find_map(|cell| {
        let site = ctx.field.site(cell, room.size, room.height, behind.id()).ok()?;
        let to = room.at(cell, site.feet);
        let mut met = ctx.field.bodies_overlapping(to, behind.id());
        (!met.any(|body| body.blocking && others(body.id))).then_some((to, site))
    });
    let Some((to, site)) = free.filter(|(to, _)| to.cell != room.cell) else {
        return Vec::new();
    };
    let (support, carried) = (site.ground.support, (MoveKind::Carried, 0));
    let mut events = vec![events::moved(behind, (room, to), support, carried, "PR-138")];
    events.extend(ground::hazard(behind, &site.ground));
    events
}
