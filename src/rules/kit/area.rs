//! Areas around a cell: their cells, and the combatants in them. The effect is up to the ruleset.

use crate::ruleset::Ctx;
use crate::state::{Armed, Status, Unit};
use crate::target::Target;
use grid::{Board, Body, Cell, Diagonals, Eye, FloorAt, Hm, Room, UnitId, sees, shape};

/// The surface of a cell, or a floor above it, as a point to measure from; `None` off the board and
/// where there is no such floor.
pub fn surface(ctx: Ctx<'_>, at: impl Into<FloorAt>) -> Option<Room> {
    at.into().point(ctx.field.board())
}

/// The point one metre above a floor; lines to combatants in the area start there.
pub fn middle(ctx: Ctx<'_>, at: impl Into<FloorAt>) -> Option<Eye<'static>> {
    surface(ctx, at).map(above)
}

/// The floor on which a combatant stands or over which it flies; `None` if it is not on the board.
pub fn under(ctx: Ctx<'_>, unit: UnitId) -> Option<FloorAt> {
    let body = ctx.field.body(unit)?;
    Some(ctx.field.board().floor_below(body.anchor()?, body.feet))
}

/// The floors above the ground within this number of metres of a combatant, height included, as
/// targets.
pub fn upper_floors(ctx: Ctx<'_>, unit: UnitId, metres: u16) -> Vec<Target> {
    floors(ctx, unit, metres, |board, cell| board.upper_floors(cell).collect())
}

/// Every cell of the board as a target, and every floor of cells with decks, for acts that mean the
/// nearest floor when aimed at the cell alone.
pub fn everywhere(ctx: Ctx<'_>) -> Vec<Target> {
    let board = ctx.field.board();
    with_floors(board, board.cells().collect())
}

/// Cells as targets, and every floor of those with decks, for acts that mean the nearest floor when
/// aimed at the cell alone.
pub fn with_floors(board: &Board, cells: Vec<Cell>) -> Vec<Target> {
    let floors: Vec<Target> = match board.has_decks() {
        true => cells.iter().flat_map(|cell| board.storeys(*cell)).map(Target::Floor).collect(),
        false => Vec::new(),
    };
    cells.into_iter().map(|cell| Target::Place(cell.into())).chain(floors).collect()
}

/// Like [`upper_floors`], plus the ground below decks, named by its height, for acts that mean
/// another floor when aimed at the cell alone.
pub fn storeys(ctx: Ctx<'_>, unit: UnitId, metres: u16) -> Vec<Target> {
    floors(ctx, unit, metres, |board, cell| board.storeys(cell).collect())
}

fn floors(
    ctx: Ctx<'_>,
    unit: UnitId,
    metres: u16,
    of: impl Fn(&Board, Cell) -> Vec<FloorAt>,
) -> Vec<Target> {
    let board = ctx.field.board();
    let own = ctx.field.body(unit).and_then(Body::room).filter(|_| board.has_decks());
    let Some(own) = own else { return Vec::new() };
    let cells = shape::radius(board, own, metres).into_iter();
    let floors = cells.flat_map(|cell| of(board, cell));
    let near = |at: &FloorAt| {
        let point = at.point(board);
        point.is_some_and(|room| own.distance(&room, Diagonals::One) <= u32::from(metres))
    };
    floors.filter(near).map(Target::Floor).collect()
}

/// The floor with the given height, or else the floor of the cell nearest in height to the
/// combatant's feet, as a point to measure from; `None` if either is off the board.
pub fn floor(ctx: Ctx<'_>, unit: UnitId, at: impl Into<FloorAt>) -> Option<Room> {
    let (board, at) = (ctx.field.board(), at.into());
    let (cell, ground) = (at.cell, surface(ctx, at)?);
    if at.floor.is_some() || board.decks_in(cell).is_empty() {
        return Some(ground);
    }
    let own = ctx.field.body(unit)?.room()?;
    let feet = board.footing_near(cell, Hm::ZERO, own.feet);
    Some(feet.map_or(ground, |feet| Room::point(cell, feet)))
}

/// The floor of a cell nearest in height to the combatant's feet: acts aimed at the cell alone
/// place things there.
pub fn nearest(ctx: Ctx<'_>, unit: UnitId, cell: Cell) -> FloorAt {
    meant(ctx, unit, cell.into()).unwrap_or_else(|| cell.into())
}

/// The floor that an act is aimed at: the named one, or else the one nearest in height to the
/// combatant's feet. `None` off the board, and where there is no such floor.
pub fn meant(ctx: Ctx<'_>, unit: UnitId, at: FloorAt) -> Option<FloorAt> {
    let room = floor(ctx, unit, at)?;
    let named = FloorAt::new(at.cell, room.feet);
    Some(FloorAt { floor: named.deck(ctx.field.board()), ..at })
}

/// The height of the floor to watch, on a board with decks: that of the target, or else of the floor
/// nearest to the combatant's feet.
pub fn watched_floor(ctx: Ctx<'_>, unit: UnitId, at: FloorAt) -> Option<Hm> {
    let decks = ctx.field.board().has_decks();
    decks.then(|| floor(ctx, unit, at)).flatten().map(|room| room.feet)
}

/// True if a body in this room is in the watched cells, on the watched floor or above it, but not
/// on another floor.
pub fn is_watched(board: &Board, armed: &Armed, room: &Room) -> bool {
    let floors = armed.floors(board);
    room.cells().any(|cell| {
        let under = board.floor_below(cell, room.feet);
        let here = |at: &FloorAt| at.cell == cell && (armed.floor.is_none() || *at == under);
        floors.iter().any(here)
    })
}

fn above(at: Room) -> Eye<'static> {
    Eye::At(at.cell, at.feet + Hm::metres(1))
}

/// The cells within this number of metres of a floor, including height.
pub fn cells(ctx: Ctx<'_>, at: impl Into<FloorAt>, metres: u16) -> Vec<Cell> {
    surface(ctx, at).map_or_else(Vec::new, |at| shape::ball(ctx.field.board(), at, metres))
}

/// All combatants within this number of metres of a cell, height included, that are not dead and in
/// line of sight of its centre, sorted by ID.
pub fn caught(ctx: Ctx<'_>, at: impl Into<FloorAt>, metres: u16) -> Vec<UnitId> {
    surface(ctx, at).map_or_else(Vec::new, |at| caught_at(ctx, at, metres))
}

/// Like [`caught`], around a point on a floor.
pub fn caught_at(ctx: Ctx<'_>, at: Room, metres: u16) -> Vec<UnitId> {
    within(ctx, (at, above(at)), metres)
}

/// All other combatants within this number of metres of `unit`, height included, that are not dead
/// and in its line of sight, sorted by ID.
pub fn caught_around(ctx: Ctx<'_>, unit: UnitId, metres: u16) -> Vec<UnitId> {
    let body = ctx.field.body(unit);
    let Some((at, body)) = body.and_then(Body::room).zip(body) else { return Vec::new() };
    let mut caught = within(ctx, (at, Eye::Body(body)), metres);
    caught.retain(|id| *id != unit);
    caught
}

fn within(ctx: Ctx<'_>, (at, eye): (Room, Eye<'_>), metres: u16) -> Vec<UnitId> {
    let alive = |id| ctx.unit(id).is_some_and(|u: &Unit| u.status != Status::Dead);
    let near = |room: Room| room.distance(&at, Diagonals::One) <= u32::from(metres);
    let inside = ctx.field.bodies().iter().filter(|body| {
        alive(body.id) && body.room().is_some_and(near) && sees(ctx.field.board(), eye, *body)
    });
    let mut caught: Vec<UnitId> = inside.map(|body| body.id).collect();
    caught.sort_unstable();
    caught
}

/// Metres from a combatant to a floor; `None` if either is off the board.
#[inline]
pub fn distance(ctx: Ctx<'_>, unit: UnitId, at: impl Into<FloorAt>) -> Option<u32> {
    Some(ctx.field.body(unit)?.room()?.distance(&surface(ctx, at)?, Diagonals::One))
}

/// Metres from a combatant to a floor, and whether it has a clear line to the point above it;
/// `None` if either is off the board.
#[inline]
pub fn away(ctx: Ctx<'_>, unit: UnitId, at: impl Into<FloorAt>) -> Option<(u32, bool)> {
    away_from(ctx, unit, surface(ctx, at)?)
}

/// Metres from a combatant to a point on a floor; `None` if it is off the board.
#[inline]
pub fn metres(ctx: Ctx<'_>, unit: UnitId, at: Room) -> Option<u32> {
    Some(ctx.field.body(unit)?.room()?.distance(&at, Diagonals::One))
}

/// Like [`away`], to a point on a floor.
#[inline]
pub fn away_from(ctx: Ctx<'_>, unit: UnitId, at: Room) -> Option<(u32, bool)> {
    let body = ctx.field.body(unit)?;
    let metres = metres(ctx, unit, at)?;
    Some((metres, sees(ctx.field.board(), body, above(at))))
}
