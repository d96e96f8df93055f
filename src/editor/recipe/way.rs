//! A way from start to start, wherever the land would keep them apart.

use super::walks;
use crate::editor::edit::Patch;
use crate::grid::{Cell, Dir, Edge, EdgeKind, Hm, Terrain, ThingKind, Tile};
use crate::level::{Level, edge_place};

/// Lays a path along a row from one cell to another if nobody could walk between them: even,
/// through fords, with doors in the walls that it crosses.
pub(super) fn between(level: &mut Level, from: Cell, to: Cell) {
    if walks(level, from, to) {
        return;
    }
    let row: Vec<Cell> = (from.x..=to.x).map(|x| Cell::new(x, from.y)).collect();
    let end = level.ground.tile(to).map_or(Hm::ZERO, |t| t.elevation);
    let mut height = level.ground.tile(from).map_or(Hm::ZERO, |t| t.elevation);
    for cell in &row {
        let Some(tile) = level.ground.tile(*cell) else { continue };
        // Half a metre a step, and never so far from the end that it could not be reached.
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
        let crossed = edge_place(*cell, Dir::W);
        if *cell != from
            && let Some(edge) = level.edges.get_mut(&crossed)
            && edge.stops_reach()
        {
            *edge = Edge::new(EdgeKind::Door);
        }
    }
}
