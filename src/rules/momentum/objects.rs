//! Things and edges as targets: their durability, distance and damage (MO-165, MO-218, MO-250).

use crate::grid::{Cell, Dir, Room, UnitId};
use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::event::{Event, EventKind, Packet};
use crate::rules::object::{Object, stand_in};

use super::damage::{self, Blow};
use super::data::{DamageType, ObjectStats};
use super::position::{BESIDE, Position};

/// The durability of an object; `None` if it cannot be broken.
pub fn stats<'a>(position: Position<'a>, object: Object) -> Option<&'a ObjectStats> {
    position.content.objects.get(object.kind(position.ctx.field.board())?)
}

/// True if an object is within a melee reach in metres (MO-134, MO-170).
pub fn within_melee(position: Position<'_>, unit: UnitId, object: Object, reach: u16) -> bool {
    let Some(me) = position.body(unit) else { return false };
    let board = position.ctx.field.board();
    let touches = match object {
        Object::Edge(cell, side) => {
            let level = (me.feet - board.edge_base(cell, side)).abs() < BESIDE;
            level && me.cells().any(|c| c == cell || c == cell.step(side))
        }
        Object::Thing(_) => object.cells(board).into_iter().any(|cell| {
            stand_in(board, cell, object.height(board), me.feet)
                .is_some_and(|it| position.ctx.field.adjacent(me, &it, BESIDE))
        }),
    };
    let near = || away(position, unit, object) <= u32::from(reach);
    touches || (reach > 1 && near() && is_seen(position, unit, object))
}

/// Distance in metres to the nearest cell of an object.
pub fn away(position: Position<'_>, unit: UnitId, object: Object) -> u32 {
    let cells = object.cells(position.ctx.field.board()).into_iter();
    cells.filter_map(|c| position.distance_to(unit, c)).min().unwrap_or(u32::MAX)
}

/// True if a combatant sees an object.
pub fn is_seen(position: Position<'_>, unit: UnitId, object: Object) -> bool {
    let sighted = position.numbers(unit).is_some_and(|n| n.has_sight());
    sighted && position.body(unit).is_some_and(|me| object.is_seen(position.ctx.field, me))
}

/// The damage of a blow to an object, per part and in total (MO-165, MO-243).
pub fn against(blow: &Blow, stats: &ObjectStats) -> (Vec<Packet>, i32) {
    let immune = |kind| matches!(kind, DamageType::Poison | DamageType::Psychic);
    damage::against_object(blow, stats.armor, &immune)
}

/// The events of damage to an object: Armor reduces it, there is no roll, and the object breaks at
/// 0 hit points (MO-165, MO-250). Empty if it cannot be broken.
pub fn suffer(
    position: Position<'_>,
    object: Object,
    blow: &Blow,
    act: &Key,
    by: UnitId,
) -> Vec<Event> {
    let state = position.ctx.state;
    let Some(stats) = stats(position, object) else { return Vec::new() };
    let (packets, total) = against(blow, stats);
    let left = stats.hit_points.saturating_sub(object.suffered(state)).saturating_sub(total);
    let struck = EventKind::Struck {
        act: act.clone(),
        by,
        what: object.target(),
        name: stats.id.to_string(),
        packets,
        total,
        left,
    };
    let mut events = vec![Event::new(struck, &["MO-165", "MO-250"])];
    events.extend(object.suffer(state, total, stats.hit_points, "MO-250"));
    events
}

/// The object that a pushed body in this room hits on its way to a cell: a thing, or the edge
/// between (MO-337).
pub fn in_the_way(position: Position<'_>, room: Room, cell: Cell) -> Option<Object> {
    let board = position.ctx.field.board();
    if let Some((id, _)) = board.thing_in(cell) {
        return Some(Object::Thing(id));
    }
    let (dx, dy) = (i32::from(cell.x - room.cell.x), i32::from(cell.y - room.cell.y));
    let dir = Dir::towards(dx, dy).filter(|_| room.size == 1 && (dx == 0 || dy == 0))?;
    Object::of(Target::Edge(room.cell, dir))
}

/// Collision damage to an object hit by a pushed body: for the full distance, since it fails its
/// Defense Roll (MO-218, MO-337).
pub fn collide(position: Position<'_>, object: Object, metres: i32, by: UnitId) -> Vec<Event> {
    let blow = Blow::plain(vec![damage::collision(metres, metres)]);
    suffer(position, object, &blow, &Key::of("collision"), by)
}

/// The canonical edge of a door feat's target and its distance; `None` if the edge does not open
/// (MO-146).
pub fn door(
    position: Position<'_>,
    unit: UnitId,
    cell: Cell,
    side: Dir,
) -> Option<(Cell, Dir, u32)> {
    let Some(Object::Edge(cell, side)) = Object::of(Target::Edge(cell, side)) else { return None };
    let board = position.ctx.field.board();
    board.edge(cell, side).filter(|e| e.kind.spec().opens)?;
    Some((cell, side, away(position, unit, Object::Edge(cell, side))))
}
