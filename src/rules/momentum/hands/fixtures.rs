//! Doors, levers, tables and what lies on the ground (MO-90).

use crate::grid::{
    Body, Cell, Diagonals, Dir, Edge, EdgeKind, Hm, Place, Room, ThingId, ThingKind, UnitId,
};
use crate::rules::Refusal;
use crate::rules::command::Target;
use crate::rules::state::{Lying, Unit};

use super::super::gear;
use super::super::loose;
use super::super::position::{BESIDE, Position};

/// What handling something does.
pub enum Handling {
    /// Leaves that open or close.
    Leaves(Vec<(Cell, Dir, Edge)>),
    /// Something taken up into a hand.
    Take(Lying, &'static str),
    /// A table that is flipped.
    Flip(ThingId),
}

/// What handling something there would do.
///
/// # Errors
/// Why it cannot be handled.
pub fn handling(position: Position<'_>, unit: &Unit, target: Target) -> Result<Handling, Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, "MO-90"));
    let board = position.ctx.field.board();
    match target {
        Target::Edge(cell, side) => {
            let Some(edge) = board.edge(cell, side).filter(|e| e.kind.spec().opens) else {
                return refuse("wrong_target", "there is nothing to open or close");
            };
            if !is_edge_at_hand(position, unit.id(), cell, side) {
                return refuse("out_of_range", "it is not within 1 m");
            }
            turn(position, vec![(cell, side, edge)], !edge.open)
        }
        Target::Thing(id) => match loose::table(position, unit, target) {
            Some(table) => table.map(Handling::Flip),
            None => pull(position, unit, id),
        },
        Target::Place(Place::Cell(cell)) => {
            let Some(lying) = position.ctx.state.scene.lying.iter().find(|l| l.cell == cell) else {
                return refuse("wrong_target", "nothing lies there");
            };
            if !is_at_hand(position, unit.id(), cell) {
                return refuse("out_of_range", "it is not within 1 m");
            }
            match gear::hand_for(position, unit, &lying.item) {
                Some(slot) => Ok(Handling::Take(lying.clone(), slot)),
                None => refuse("no_hand", "no hand is free for it"),
            }
        }
        Target::Place(_) | Target::Unit(_) => refuse("wrong_target", "it is not handled like that"),
    }
}

/// True when a hand gets at something that lies or stands in a cell.
fn is_at_hand(position: Position<'_>, unit: UnitId, cell: Cell) -> bool {
    let Some(me) = position.body(unit) else { return false };
    let Some(tile) = position.ctx.field.board().tile(cell) else { return false };
    let nobody = UnitId(u32::MAX);
    let (at, feet) = (cell.into(), tile.elevation);
    let it = Body { id: nobody, at, size: 1, feet, height: Hm(1), ..me.clone() };
    position.ctx.field.adjacent(me, &it, BESIDE)
}

/// True when a hand gets at an edge: one of the own cells borders it.
fn is_edge_at_hand(position: Position<'_>, unit: UnitId, cell: Cell, side: Dir) -> bool {
    let Some(me) = position.body(unit) else { return false };
    let base = position.ctx.field.board().edge_base(cell, side);
    (me.feet - base).abs() < BESIDE && me.cells().any(|c| c == cell || c == cell.step(side))
}

/// Opens or closes leaves; nobody may stand where one closes.
fn turn(
    position: Position<'_>,
    leaves: Vec<(Cell, Dir, Edge)>,
    open: bool,
) -> Result<Handling, Refusal> {
    let astride = |cell: Cell, side: Dir| {
        position.ctx.field.bodies().iter().any(|body| {
            let covers = |c: Cell| body.cells().any(|own| own == c);
            covers(cell) && covers(cell.step(side))
        })
    };
    if !open && leaves.iter().any(|(cell, side, _)| astride(*cell, *side)) {
        return Err(Refusal::new("blocked", "somebody stands in it", "MO-90"));
    }
    let turned = leaves.into_iter().filter(|(.., edge)| edge.open != open);
    Ok(Handling::Leaves(turned.collect()))
}

/// A lever opens the gates around it, or closes them when all stand open.
fn pull(position: Position<'_>, unit: &Unit, id: ThingId) -> Result<Handling, Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, "MO-90"));
    let board = position.ctx.field.board();
    let Some(lever) = board.thing(id).filter(|t| t.kind == ThingKind::Lever) else {
        return refuse("wrong_target", "it cannot be handled");
    };
    if !is_at_hand(position, unit.id(), lever.cell) {
        return refuse("out_of_range", "it is not within 1 m");
    }
    let here = Room::point(lever.cell, Hm::ZERO);
    let range = u32::from(position.content.rules.lever_range);
    let gates: Vec<(Cell, Dir, Edge)> = board
        .edges()
        .filter(|(cell, side, edge)| {
            let near = |cell| here.distance(&Room::point(cell, Hm::ZERO), Diagonals::One) <= range;
            edge.kind == EdgeKind::Gate && (near(*cell) || near(cell.step(*side)))
        })
        .collect();
    if gates.is_empty() {
        return refuse("no_gate", "no gate near enough hangs on this lever");
    }
    let open = gates.iter().any(|(.., edge)| !edge.open);
    turn(position, gates, open)
}

/// What may come into question: leaves at the own cells, levers, tables and things that lie near.
pub fn candidates(position: Position<'_>, unit: &Unit) -> Vec<Target> {
    let Some(room) = position.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    let board = position.ctx.field.board();
    let mut found: Vec<Target> = Vec::new();
    for cell in room.cells() {
        for side in Dir::SIDES {
            if board.edge(cell, side).is_some_and(|e| e.kind.spec().opens) {
                found.push(Target::Edge(cell, side));
            }
        }
    }
    let near = |cell: Cell| Room::point(cell, Hm::ZERO).touches(&room);
    let handled = [ThingKind::Lever, ThingKind::Table];
    let things = board.things().filter(|(_, t)| handled.contains(&t.kind) && near(t.cell));
    found.extend(things.map(|(id, _)| Target::Thing(id)));
    let lying = position.ctx.state.scene.lying.iter().map(|l| l.cell);
    let mut cells: Vec<Cell> = lying.filter(|cell| near(*cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    found.extend(cells.into_iter().map(|c| Target::Place(c.into())));
    found
}
