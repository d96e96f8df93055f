//! Connects the start zones where the land separates them.

use super::walks;
use crate::edit::Patch;
use grid::{Cell, Dir, Edge, EdgeAt, EdgeKind, Hm, Terrain, ThingKind, Tile};
use level::Level;

/// Builds a level path along a row between two cells if a unit could not walk between them, with
/// fords through water and doors in walls.
pub(super) fn connect(level: &mut Level, from: Cell, to: Cell) {
    if walks(level, from, to) {
        return;
    }
    let row: Vec<Cell> = (from.x..=to.x).map(|x| Cell::new(x, from.y)).collect();
    let end = level.ground.tile(to).map_or(Hm::ZERO, |t| t.elevation);
    let mut height = level.ground.tile(from).map_or(Hm::ZERO, |t| t.elevation);
    for cell in &row {
        let Some(tile) = level.ground.tile(*cell) else { continue };
        // Half a metre per step, and never too far from the final height to reach it.
        let left = i32::from(to.x - cell.x);
        let wanted = Hm(tile.elevation.0.clamp(end.0 - left, end.0 + left));
        height = Hm(wanted.0.clamp(height.0 - 1, height.0 + 1));
        let ground = match tile.depth > Hm::ZERO {
            true => Terrain::Shallows,
            false => Terrain::Path,
        };
        let on_start = *cell == from || *cell == to;
        let patch = if on_start && tile.depth == Hm::ZERO && !tile.is_solid() {
            Patch::height(height)
        } else {
            Patch::tile(Tile { elevation: height, ..ground.tile() })
        };
        level.ground.paint(*cell, patch.on(tile));
        if level.things.get(cell).is_some_and(|item| item.kind != ThingKind::Bush) {
            level.things.remove(cell);
        }
        let crossed = EdgeAt::ground(*cell, Dir::W);
        if *cell != from
            && let Some(edge) = level.edges.get_mut(&crossed)
            && edge.stops_reach()
        {
            *edge = Edge::new(EdgeKind::Door);
        }
    }
}
