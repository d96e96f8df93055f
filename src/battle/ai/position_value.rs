//! How good a position is to stand in.

use grid::{Dir, Hm, Room};

use super::duty::is_inside;
use super::risk;
use super::view::{AFAR, Threat, View, squares};

/// The value of a position, independent of what is done there.
pub fn position_value(view: &View<'_>, room: Room) -> i64 {
    if view.habits.careless {
        return zone(view, room);
    }
    let board = view.ctx.field.board();
    let mut value = 0;
    let mut adjacent = 0;
    for foe in view.foes() {
        let away = squares(room, foe.room);
        adjacent += i64::from(away <= 1);
        if view.keeps_back {
            value -= 12 * (4 - i64::from(away.min(4)));
        }
    }
    if view.keeps_back {
        let sheltered = |shot: &&Threat| {
            let away = squares(room, shot.from);
            away >= u32::from(AFAR) && away <= shot.span && shelters(view, room, shot.from)
        };
        value += view.tuning.places.sheltered
            * i64::try_from(view.shots().filter(sheltered).count()).unwrap_or(0);
    }
    value -= if view.keeps_back { 40 * adjacent } else { 10 * (adjacent - 1).max(0) };
    for cell in room.cells() {
        value -= 1500 * risk::hazard(board, cell) / i64::from(view.own.life.left.max(1));
        value -= board.tile(cell).map_or(0, |tile| i64::from(tile.depth.0) * 4);
    }
    if adjacent > 0 && risk::is_at_edge(board, room) && risk::can_be_pushed(view, room) {
        value -= view.tuning.places.edge;
    }
    value + zone(view, room)
}

/// Upper bound of [`position_value`].
pub fn max_position_value(view: &View<'_>) -> i64 {
    let shots = if view.keeps_back { view.shots().count() } else { 0 };
    let zone = if !view.zones.is_empty() { view.tuning.places.zone } else { 0 };
    view.tuning.places.sheltered * i64::try_from(shots).unwrap_or(0) + zone
}

/// True if something waist-high or higher stands on the side facing a foe.
fn shelters(view: &View<'_>, room: Room, foe: Room) -> bool {
    let board = view.ctx.field.board();
    let (dx, dy) = (foe.cell.x - room.cell.x, foe.cell.y - room.cell.y);
    let side = match (dx.abs() >= dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => Dir::E,
        (true, false, _) => Dir::W,
        (false, _, true) => Dir::S,
        (false, _, false) => Dir::N,
    };
    let next = room.cell.step(side);
    let waist = room.feet + Hm::metres(1);
    let edge = board.edges_before(room.cell, side, (room.feet, room.top())).next().is_some();
    let thing = board.thing_in(next).map_or(Hm::ZERO, |(_, t)| t.height);
    edge || board.tile(next).is_some_and(|t| t.elevation + thing >= waist)
}

/// The value of standing where a goal wants the unit's side.
fn zone(view: &View<'_>, room: Room) -> i64 {
    if view.zones.iter().any(|places| is_inside(room, places)) {
        view.tuning.places.zone
    } else {
        0
    }
}
