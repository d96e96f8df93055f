//! Doors, levers, tables and items on the ground (MO-90).

use grid::{Body, Cell, EdgeAt, FloorAt, Hm, Place, Room, ThingId, ThingKind, UnitId};
use rules::Refusal;
use rules::command::Target;
use rules::fixture::{self, Leaf};
use rules::ruleset::Ctx;
use rules::state::{Lying, Unit};

use super::super::gear;
use super::super::movable_objects;
use super::super::position::{BESIDE, Position};

/// The rule for handling objects.
const RULE: &str = "MO-90";

/// The effect of using an object.
pub enum Handling {
    /// Opens or closes doors, gates or windows.
    Leaves(Vec<Leaf>),
    /// Picks up an item into a hand.
    Take(Lying, &'static str),
    /// Flips a table.
    Flip(ThingId),
}

/// The effect of using this target.
///
/// # Errors
/// Why it cannot be used.
pub fn handling(position: Position<'_>, unit: &Unit, target: Target) -> Result<Handling, Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, RULE));
    let field = position.ctx.field;
    match target {
        Target::Edge(at) => {
            let leaf = fixture::leaf(field, at, RULE)?;
            if !is_edge_in_reach(position, unit.id(), at) {
                return refuse("out_of_range", "it is not within 1 m");
            }
            let open = !leaf.1.open;
            fixture::turn(field, vec![leaf], open, RULE).map(Handling::Leaves)
        }
        Target::Thing(id) => match movable_objects::table(position, unit, target) {
            Some(table) => table.map(Handling::Flip),
            None => pull(position, unit, id),
        },
        Target::Place(Place::Cell(_)) | Target::Floor(_) => {
            let at = target.floor().unwrap_or_default();
            let Some(lying) = position.ctx.state.scene.lying.iter().find(|l| l.at() == at) else {
                return refuse("wrong_target", "no item there");
            };
            if !is_in_reach(position, unit.id(), at) {
                return refuse("out_of_range", "it is not within 1 m");
            }
            match gear::hand_for(position, unit, &lying.item) {
                Some(slot) => Ok(Handling::Take(lying.clone(), slot)),
                None => refuse("no_hand", "no free hand"),
            }
        }
        Target::Place(_) | Target::Unit(_) | Target::Direction(_) | Target::Part(..) => {
            refuse("wrong_target", "wrong kind of target")
        }
    }
}

/// True if the unit can reach an object on a floor of a cell.
fn is_in_reach(position: Position<'_>, unit: UnitId, floor: FloorAt) -> bool {
    let Some(me) = position.outlook(unit) else { return false };
    let cell = floor.cell;
    let Some(tile) = position.ctx.field.board().tile(cell) else { return false };
    let no_unit = UnitId(u32::MAX);
    let (at, feet) = (cell.into(), floor.floor.unwrap_or(tile.elevation));
    let it = Body { id: no_unit, at, size: 1, feet, height: Hm(1), ..(*me).clone() };
    position.ctx.field.adjacent(&me, &it, BESIDE)
}

/// True if the unit can reach an edge: it borders one of the unit's cells; or a hatch.
fn is_edge_in_reach(position: Position<'_>, unit: UnitId, at: EdgeAt) -> bool {
    let board = position.ctx.field.board();
    position.outlook(unit).is_some_and(|me| fixture::is_leaf_at_hand(board, &me, at, BESIDE))
}

/// Pulls a lever, which moves the gates around it.
fn pull(position: Position<'_>, unit: &Unit, id: ThingId) -> Result<Handling, Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, RULE));
    let field = position.ctx.field;
    let Some(lever) = field.board().thing(id).filter(|t| t.kind == ThingKind::Lever) else {
        return refuse("wrong_target", "nothing there to use");
    };
    if !is_in_reach(position, unit.id(), lever.cell.into()) {
        return refuse("out_of_range", "it is not within 1 m");
    }
    let range = u32::from(position.content.rules.lever_range);
    fixture::pull(position.ctx, lever.cell, range, RULE).map(Handling::Leaves)
}

/// Possible targets: doors and windows at the unit's cells, and levers, tables and items nearby.
pub fn candidates(position: Position<'_>, unit: &Unit) -> Vec<Target> {
    let Ctx { state, field, .. } = position.ctx;
    let Some(body) = position.outlook(unit.id()) else { return Vec::new() };
    let Some(room) = body.room() else { return Vec::new() };
    let near = |cell: Cell| Room::point(cell, Hm::ZERO).touches(&room);
    let mut found = fixture::candidates(state, field, &body, near);
    let tables = field.board().things();
    let tables = tables.filter(|(_, thing)| thing.kind == ThingKind::Table && near(thing.cell));
    found.extend(tables.map(|(id, _)| Target::Thing(id)));
    found
}
