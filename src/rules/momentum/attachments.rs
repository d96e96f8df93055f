//! Attached bodies: a climber shares its mount's space and moves along (MO-111); a grabbed unit is
//! dragged (MO-272).

use crate::step::{LoseMount, Outcome, Step};
use grid::{Body, Cell, Hm, Move, Passage, Room, SupportKind, UnitId};
use rules::Key;
use rules::event::{Event, MoveKind};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Link, Posture, Status, Unit};

use super::fall;
use super::hazard;
use super::marks::{CLIMB_LINK, GRAB_LINK};
use super::position::Position;

/// Size difference at which a dragged unit is no burden (MO-272).
const LIGHT: i32 = 2;

/// The unit that a combatant climbs on.
pub fn mount(unit: &Unit) -> Option<UnitId> {
    unit.links.0.iter().find(|l| l.kind == *CLIMB_LINK).map(|l| l.to)
}

/// The units that climb on a combatant.
pub fn riders<'a>(ctx: Ctx<'a>, id: UnitId) -> impl Iterator<Item = &'a Unit> {
    ctx.state.units.iter().filter(move |u| mount(u) == Some(id))
}

/// True if a unit holds another (MO-271).
pub fn holds(unit: &Unit, other: UnitId) -> bool {
    unit.links.0.iter().any(|l| l.kind == *GRAB_LINK && l.to == other)
}

/// The units that a combatant holds.
fn held<'a>(ctx: Ctx<'a>, unit: &'a Unit) -> impl Iterator<Item = &'a Unit> {
    let links = unit.links.0.iter().filter(|l| l.kind == *GRAB_LINK);
    links.filter_map(move |l| ctx.unit(l.to))
}

/// True while a combatant is slowed by a unit it drags. Units two sizes smaller do not slow it
/// (MO-272).
pub fn is_burdened(position: Position<'_>, unit: &Unit) -> bool {
    let own = position.size(unit.id());
    held(position.ctx, unit).any(|victim| own.above(position.size(victim.id())) < LIGHT)
}

fn room_of(ctx: Ctx<'_>, id: UnitId) -> Option<Room> {
    ctx.field.body(id).and_then(Body::room)
}

/// True while a climber is still on its mount (MO-111, MO-382).
fn is_on(ctx: Ctx<'_>, rider: &Unit) -> bool {
    let Some(mount) = mount(rider).and_then(|id| ctx.unit(id)) else { return false };
    let rooms = room_of(ctx, rider.id()).zip(room_of(ctx, mount.id()));
    let able = rider.is_active() && rider.placement.posture == Posture::Standing;
    let carries = matches!(mount.status, Status::Active | Status::Surrendered);
    able && carries && rooms.is_some_and(|(a, b)| a.meets(&b))
}

/// True while a carried body has support: its mount, or a holder that is airborne (MO-111, MO-409).
pub fn is_carried(position: Position<'_>, unit: &Unit) -> bool {
    let ctx = position.ctx;
    let lifts = |holder: &Unit| {
        holds(holder, unit.id())
            && holder.is_active()
            && holder.placement.support == SupportKind::Flight
            && position.is_adjacent(holder.id(), unit.id())
    };
    is_on(ctx, unit) || ctx.state.units.iter().any(lifts)
}

/// True while a climber is smaller than its mount (MO-108, MO-432).
fn is_smaller(position: Position<'_>, rider: &Unit) -> bool {
    mount(rider).is_some_and(|m| position.size(m).above(position.size(rider.id())) > 0)
}

/// Climbs that must end: the climber left the shared space, one of the two can no longer take part,
/// or the mount is no longer larger (MO-432).
pub fn settle(position: Position<'_>) -> Vec<Step> {
    let ctx = position.ctx;
    let over = |u: &&Unit| mount(u).is_some() && !(is_on(ctx, u) && is_smaller(position, u));
    ctx.state.units.iter().filter(over).map(|u| LoseMount { unit: u.id() }.into()).collect()
}

/// Ends a climb; a carried rider then loses its support. If the mount is no longer larger, the
/// rider keeps its cell if it may share it, or lands in the nearest free one (MO-432).
pub fn come_off(position: Position<'_>, step: &LoseMount) -> Outcome {
    let ctx = position.ctx;
    let Some(rider) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let shares = |m: UnitId| {
        let bodies = ctx.field.body(rider.id()).zip(ctx.field.body(m));
        bodies.is_none_or(|(own, other)| own.can_share_space_with(other))
    };
    let thrown = mount(rider).filter(|m| is_on(ctx, rider) && !shares(*m));
    let fall = thrown.map(|m| fall::off(rider.id(), m));
    Outcome::after(dismount(rider), fall.into_iter().collect(), None)
}

/// The events of getting off a mount.
pub fn dismount(unit: &Unit) -> Vec<Event> {
    let links = unit.links.0.iter().filter(|l| l.kind == *CLIMB_LINK);
    let mut events: Vec<Event> = links.map(|link| events::unlinked(unit, link, "MO-111")).collect();
    if unit.placement.support == SupportKind::Body {
        let (posture, support) = (unit.placement.posture, SupportKind::Nothing);
        events.push(events::posture(unit, posture, support, "MO-111"));
    }
    events
}

/// Where a unit is placed when it climbs onto another: the nearest cell of the mount's space.
pub fn seat(ctx: Ctx<'_>, unit: &Unit, mount: &Unit) -> Option<Room> {
    let (from, under) = (room_of(ctx, unit.id())?, room_of(ctx, mount.id())?);
    let square = |cell: &Cell| {
        let (x, y) = (cell.x - from.cell.x, cell.y - from.cell.y);
        i32::from(x) * i32::from(x) + i32::from(y) * i32::from(y)
    };
    let far = |cell: &Cell| (square(cell), cell.y, cell.x);
    let cell = under.cells().min_by_key(far)?;
    Some(clinging(ctx, unit, from.at(cell, under.feet), under))
}

/// The room of a body that shares a cell with another: at the same height, or higher if it must be
/// above the ground or afloat. A smaller body floats higher.
fn clinging(ctx: Ctx<'_>, unit: &Unit, at: Room, under: Room) -> Room {
    let heights = (under.feet.0..under.top().0).map(|feet| Room { feet: Hm(feet), ..at });
    let mut free = heights.filter(|room| ctx.field.ground(*room, unit.id()).is_ok());
    free.next().unwrap_or(at)
}

/// The events of getting onto a mount.
pub fn get_on(ctx: Ctx<'_>, unit: &Unit, mount: &Unit) -> Vec<Event> {
    let (Some(from), Some(to)) = (room_of(ctx, unit.id()), seat(ctx, unit, mount)) else {
        return Vec::new();
    };
    let link = Link { kind: Key::of(CLIMB_LINK), to: mount.id(), data: 0 };
    vec![
        events::linked(unit, link, "MO-111"),
        moved(unit, from, to, SupportKind::Body, MoveKind::Walk, "MO-111"),
    ]
}

/// What holds a unit up where it is placed; a flyer stays in the air (MO-304).
pub fn support_at(ctx: Ctx<'_>, unit: &Unit, room: Room) -> SupportKind {
    let flies = unit.placement.support == SupportKind::Flight;
    match ctx.field.support(room, unit.id()) {
        SupportKind::Nothing if flies => SupportKind::Flight,
        support => support,
    }
}

/// Moves a body to another room.
pub fn moved(
    unit: &Unit,
    from: Room,
    to: Room,
    support: SupportKind,
    manner: MoveKind,
    rule: &'static str,
) -> Event {
    events::moved(unit, (from, to), support, (manner, 0), &[rule])
}

/// The room of a climber after a step within its mount's space; `None` for a step out of it
/// (MO-115).
pub fn on_its_mount(ctx: Ctx<'_>, unit: &Unit, to: Room) -> Option<Room> {
    let under = room_of(ctx, mount(unit)?)?;
    under.overlaps(&to).then(|| clinging(ctx, unit, to.at(to.cell, under.feet), under))
}

/// Moves the riders along after their mount has moved (MO-111).
pub fn carry(ctx: Ctx<'_>, unit: &Unit, from: Room, to: Room) -> Vec<Event> {
    let on = |rider: &&Unit| is_on(ctx, rider);
    let seats = riders(ctx, unit.id()).filter(on).filter_map(|rider| {
        let room = room_of(ctx, rider.id())?;
        let (dx, dy) = (to.cell.x - from.cell.x, to.cell.y - from.cell.y);
        let seat = room.at(room.cell.offset(dx, dy), to.feet);
        let seat = clinging(ctx, rider, seat, to);
        Some(moved(rider, room, seat, SupportKind::Body, MoveKind::Carried, "MO-111"))
    });
    seats.collect()
}

/// Drags held units along with a step. Each keeps its place next to the holder or takes a square it
/// left, those that keep theirs first; no two go to the same square. A unit without room stays, and
/// the grab ends if the holder is no longer next to it (MO-272, MO-408). Also returns the steps in
/// which ground hurts them. `None` if one of them blocks the step and cannot give way.
pub fn drag(ctx: Ctx<'_>, unit: &Unit, from: Room, to: Room) -> Option<(Vec<Event>, Vec<Step>)> {
    let (mut events, mut harm) = (Vec::new(), Vec::new());
    let (dx, dy) = (to.cell.x - from.cell.x, to.cell.y - from.cell.y);
    let keeps = |&victim: &&Unit| {
        let goal = goal_of(ctx, (unit, victim), (from, to), &[]);
        let room = room_of(ctx, victim.id());
        goal.zip(room).is_some_and(|((goal, _), room)| goal.cell == room.cell.offset(dx, dy))
    };
    let (first, others): (Vec<&Unit>, Vec<&Unit>) = held(ctx, unit).partition(keeps);
    let mut gone: Vec<Room> = Vec::new();
    for victim in first.into_iter().chain(others) {
        let Some(room) = room_of(ctx, victim.id()) else { continue };
        match goal_of(ctx, (unit, victim), (from, to), &gone) {
            Some((goal, _)) if goal == room => {}
            Some((goal, support)) => {
                gone.push(goal);
                events.push(moved(victim, room, goal, support, MoveKind::Carried, "MO-272"));
                events.extend(carry(ctx, victim, room, goal));
                if let Ok(ground) = ctx.field.ground(goal, victim.id()) {
                    harm.extend(hazard::step(victim.id(), &ground));
                }
            }
            None if !shares(ctx, unit, victim) && room.meets(&to) => return None,
            None => {}
        }
    }
    Some((events, harm))
}

/// True if a holder and the unit it holds may share a place (MO-300).
fn shares(ctx: Ctx<'_>, unit: &Unit, victim: &Unit) -> bool {
    let bodies = ctx.field.body(unit.id()).zip(ctx.field.body(victim.id()));
    bodies.is_some_and(|(own, other)| own.can_share_space_with(other))
}

/// Where a held unit goes with a step of its holder: to the same place next to the holder, or else
/// to a square that the holder leaves. No unit goes where another one has gone.
fn goal_of(
    ctx: Ctx<'_>,
    (unit, victim): (&Unit, &Unit),
    (from, to): (Room, Room),
    gone: &[Room],
) -> Option<(Room, SupportKind)> {
    let room = room_of(ctx, victim.id())?;
    let shares = shares(ctx, unit, victim);
    let free =
        |goal: &Room| (shares || !goal.meets(&to)) && !gone.iter().any(|other| other.meets(goal));
    let (dx, dy) = (to.cell.x - from.cell.x, to.cell.y - from.cell.y);
    let same = [room.cell.offset(dx, dy)].into_iter();
    let goals = same.chain(from.cells().filter(|cell| *cell != room.cell));
    let mut places =
        goals.filter_map(|cell| dragged_to(ctx, (unit, victim), (from, to), room, cell));
    places.find(|(goal, _)| free(goal) && goal.touches(&to))
}

/// The room of a unit dragged into a cell next to its holder, and what supports it there.
fn dragged_to(
    ctx: Ctx<'_>,
    (unit, victim): (&Unit, &Unit),
    (from, to): (Room, Room),
    room: Room,
    cell: Cell,
) -> Option<(Room, SupportKind)> {
    let id = victim.id();
    let lifted = Hm::ZERO.max(to.feet + (room.feet - from.feet));
    let ground = ctx.field.site(cell, room.size, room.height, id).ok();
    let walked = ground.map(|site| (room.at(cell, site.feet), site.ground.support));
    // In the air it is supported by a flying holder.
    let in_air = ctx.field.support(to, unit.id()) == SupportKind::Nothing;
    let hangs = in_air && walked.is_none_or(|(goal, _)| goal.feet < lifted);
    let (goal, support) = if hangs {
        ctx.field.ground(room.at(cell, lifted), id).ok()?;
        (room.at(cell, lifted), SupportKind::Body)
    } else {
        walked?
    };
    if (goal.feet - to.feet).abs() > Hm::metres(1) {
        return None;
    }
    if cell != room.cell {
        let step = match support {
            SupportKind::Body => Move::Fly { to: cell, feet: goal.feet },
            _ => Move::Walk { to: cell },
        };
        let facts = ctx.field.step_from(id, room, step).ok()?;
        if facts.passage != Passage::Free {
            return None;
        }
    }
    let own = ctx.field.body(id)?;
    let taken = ctx
        .field
        .bodies_overlapping(goal, id)
        .any(|other| other.blocking && other.id != unit.id() && !own.can_share_space_with(other));
    (!taken).then_some((goal, support))
}
