//! Dragging somebody along (PR-138, PR-372): a tie that lasts until it is let go, and what follows
//! from it when the dragger walks.

use crate::grid::{Cell, Room, UnitId};
use crate::rules::Key;
use crate::rules::event::{Event, Happening, Manner};
use crate::rules::precision::step::{Outcome, Step};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Link, Status, Unit};

use super::data::Content;
use super::numbers::Numbers;
use super::position::Position;
use super::walk;

/// The tie of one who drags, and the step that makes it.
pub const DRAG: &str = "drag";
/// The step in which one who drags lets go.
pub const LET_GO: &str = "let_go";

fn tie(unit: &Unit) -> Option<&Link> {
    unit.links.0.iter().find(|l| l.kind == *DRAG)
}

/// Whom a combatant drags.
pub fn dragged<'a>(ctx: Ctx<'a>, unit: &Unit) -> Option<&'a Unit> {
    tie(unit).and_then(|link| ctx.unit(link.to))
}

/// The events of taking hold of somebody; whoever was dragged before is let go.
pub fn run(ctx: Ctx<'_>, step: &Step) -> Outcome {
    let (Some(unit), Some(to)) = (step.unit.and_then(|id| ctx.unit(id)), step.target_unit()) else {
        return Outcome::done(Vec::new());
    };
    let mut events = vec![Event::new(
        Happening::Declared {
            act: step.act.clone(),
            name: "Drag".into(),
            unit: unit.id(),
            targets: vec![to],
            place: None,
        },
        &["PR-372"],
    )];
    events.extend(untie(unit));
    let link = Link { kind: Key::of(DRAG), to, data: 0 };
    events.push(Event::new(Happening::Linked { unit: unit.id(), link }, &["PR-138"]));
    Outcome::done(events)
}

/// The event of letting go, for one who drags.
pub fn untie(unit: &Unit) -> Option<Event> {
    let link = tie(unit)?.clone();
    Some(Event::new(Happening::Unlinked { unit: unit.id(), link }, &["PR-138"]))
}

/// Hands slip when one of the two is out of it, when there are none any more (PR-325), or when the two
/// are no longer beside each other.
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
    ctx.state.units.iter().filter(slips).map(|u| Step::new(LET_GO).of(u.id())).collect()
}

/// Lets go.
pub fn let_go(ctx: Ctx<'_>, step: &Step) -> Outcome {
    let unit = step.unit.and_then(|id| ctx.unit(id));
    Outcome::done(unit.and_then(untie).into_iter().collect())
}

/// Notes in a walk where the dragged one is, before it follows.
pub fn note(ctx: Ctx<'_>, dragger: &Unit, walk: &mut Step) {
    let behind = dragged(ctx, dragger).and_then(|unit| ctx.field.body(unit.id()));
    let Some(room) = behind.and_then(crate::grid::Body::room) else { return };
    walk.scratch.set_int("behind_x", i64::from(room.cell.x));
    walk.scratch.set_int("behind_y", i64::from(room.cell.y));
    walk.scratch.set_int("behind_feet", i64::from(room.feet.0));
}

/// The dragged one has come into the square to which the dragger goes back: it too goes back to where
/// it was.
pub fn back(ctx: Ctx<'_>, dragger: &Unit, to: Room, walk: &Step) -> Option<Event> {
    let number = |name: &str| i16::try_from(walk.scratch.int(name)).unwrap_or_default();
    let behind = dragged(ctx, dragger)?;
    let room = ctx.field.body(behind.id()).and_then(crate::grid::Body::room)?;
    if !room.overlaps(&to) || walk.scratch.get("behind_x").is_none() {
        return None;
    }
    let cell = Cell::new(number("behind_x"), number("behind_y"));
    let was = room.at(cell, crate::grid::Hm(i32::from(number("behind_feet"))));
    let what = Happening::Moved {
        unit: behind.id(),
        from: room.cell.into(),
        to: was.cell.into(),
        from_feet: room.feet,
        to_feet: was.feet,
        support: ctx.field.support(was, behind.id()),
        manner: Manner::Placed,
        cost: 0,
    };
    Some(Event::new(what, &["PR-113", "PR-138"]))
}

/// Where a body of that room comes to lie when it is dragged into a room just left: over a part of
/// that room, clear of the dragger's new one, as near to where it was as there is space.
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

/// The dragged one comes into the square that the dragger has just left for `now`, with all that
/// this square does to it. Where there is no room for it, it stays and the hands slip.
pub fn follow(ctx: Ctx<'_>, dragger: &Unit, left: Room, now: Room) -> Vec<Event> {
    let Some(behind) = dragged(ctx, dragger) else { return Vec::new() };
    let Some(room) = ctx.field.body(behind.id()).and_then(crate::grid::Body::room) else {
        return Vec::new();
    };
    let others = |id: UnitId| id != dragger.id() && id != behind.id();
    let free = places(room, left, now).into_iter().find_map(|cell| {
        let site = ctx.field.site(cell, room.size, room.height, behind.id()).ok()?;
        let to = room.at(cell, site.feet);
        let mut met = ctx.field.bodies_meeting(to, behind.id());
        (!met.any(|body| body.blocking && others(body.id))).then_some((to, site))
    });
    let Some((to, site)) = free.filter(|(to, _)| to.cell != room.cell) else {
        return Vec::new();
    };
    let mut events = vec![Event::new(
        Happening::Moved {
            unit: behind.id(),
            from: room.cell.into(),
            to: to.cell.into(),
            from_feet: room.feet,
            to_feet: to.feet,
            support: site.ground.support,
            manner: Manner::Carried,
            cost: 0,
        },
        &["PR-138"],
    )];
    events.extend(walk::hazard(behind, &site.ground));
    events
}
