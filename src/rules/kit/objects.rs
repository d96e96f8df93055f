//! Distance and reach from a combatant to objects and edges.

use crate::fixture;
use crate::object::{Object, stand_in};
use crate::ruleset::Ctx;
use crate::state::Unit;
use grid::{Board, Body, Cell, Diagonals, FloorAt, Hm, Room};

/// Metres from a combatant to the nearest cell of an object, a diagonal counting as one; `None` if
/// either is not on a square board.
pub fn away(ctx: Ctx<'_>, unit: &Unit, object: Object) -> Option<u32> {
    let (board, body) = (ctx.field.board(), ctx.field.body(unit.id())?);
    let room = body.room()?;
    let to = |cell: Cell| {
        let floor = object.floor(board, cell)?;
        Some(room.distance(&Room::point(cell, floor), Diagonals::One))
    };
    object.cells(board).into_iter().filter_map(to).min()
}

/// Whether a floor of a cell and a combatant are on one storey: less than 2 m apart in height.
/// Always true on boards without decks.
pub fn is_on_storey(board: &Board, body: &Body, at: FloorAt) -> bool {
    let floor = at.point(board);
    !board.has_decks() || floor.is_some_and(|floor| (body.feet - floor.feet).abs() < Hm::metres(2))
}

/// Whether an object is beside a combatant, less than 2 m higher or lower, with nothing in between.
pub fn is_at_hand(ctx: Ctx<'_>, unit: &Unit, object: Object) -> bool {
    let board = ctx.field.board();
    let Some(me) = ctx.field.body(unit.id()) else { return false };
    match object {
        Object::Edge(at) => fixture::is_leaf_at_hand(board, me, at, Hm::metres(2)),
        Object::Thing(id) => board.thing(id).is_some_and(|thing| {
            let it = stand_in(board, thing.cell, thing.height, me.feet);
            it.is_some_and(|it| ctx.field.adjacent(me, &it, Hm::metres(2)))
        }),
    }
}
