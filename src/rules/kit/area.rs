//! Areas around a cell: their cells, and the combatants in them. The effect is up to the ruleset.

use crate::ruleset::Ctx;
use crate::state::{Status, Unit};
use grid::{Cell, Diagonals, Eye, Hm, Room, UnitId, sees, shape};

/// The surface of a cell as a point to measure from; `None` off the board.
pub fn surface(ctx: Ctx<'_>, cell: Cell) -> Option<Room> {
    ctx.field.board().tile(cell).map(|tile| Room::point(cell, tile.surface()))
}

/// The point one metre above a cell, from which lines to combatants in the area are drawn.
pub fn middle(ctx: Ctx<'_>, cell: Cell) -> Option<Eye<'static>> {
    surface(ctx, cell).map(|at| Eye::At(cell, at.feet + Hm::metres(1)))
}

/// The cells within this number of metres of a cell, including height.
pub fn cells(ctx: Ctx<'_>, cell: Cell, metres: u16) -> Vec<Cell> {
    surface(ctx, cell).map_or_else(Vec::new, |at| shape::ball(ctx.field.board(), at, metres))
}

/// All combatants within this number of metres of a cell that are not dead and in line of sight of
/// its middle, sorted by ID.
pub fn caught(ctx: Ctx<'_>, cell: Cell, metres: u16) -> Vec<UnitId> {
    let Some(eye) = middle(ctx, cell) else { return Vec::new() };
    let cells = cells(ctx, cell, metres);
    let alive = |id| ctx.unit(id).is_some_and(|u: &Unit| u.status != Status::Dead);
    let bodies = ctx.field.bodies().iter().filter(|body| alive(body.id));
    let inside = bodies.filter(|body| body.cells().any(|c| cells.binary_search(&c).is_ok()));
    let mut caught: Vec<UnitId> =
        inside.filter(|body| sees(ctx.field.board(), eye, *body)).map(|body| body.id).collect();
    caught.sort_unstable();
    caught
}

/// Metres from a combatant to the surface of a cell; `None` if either is off the board.
#[inline]
pub fn distance(ctx: Ctx<'_>, unit: UnitId, cell: Cell) -> Option<u32> {
    Some(ctx.field.body(unit)?.room()?.distance(&surface(ctx, cell)?, Diagonals::One))
}

/// Metres from a combatant to a cell, and whether it has a line to the point above it; `None` if
/// either is off the board.
#[inline]
pub fn away(ctx: Ctx<'_>, unit: UnitId, cell: Cell) -> Option<(u32, bool)> {
    let body = ctx.field.body(unit)?;
    Some((distance(ctx, unit, cell)?, sees(ctx.field.board(), body, middle(ctx, cell)?)))
}
