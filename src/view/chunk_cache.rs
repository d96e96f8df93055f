//! Cache of recently edited chunks, cell by cell: the next brush stroke rebuilds only the cells
//! that it changes and joins them with the cached rest.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::growth;
use super::incremental_mesh::ChunkCells;
use super::mesh::MeshData;
use super::relief::Relief;
use super::terrain::{Detail, chunk_cells, chunk_of, hems, tile};
use super::things;
use grid::{Board, Cell};

/// Meshes of one cell.
#[derive(Clone, Debug, Default)]
struct CellMeshes {
    ground: MeshData,
    things: MeshData,
}

/// Adds the ground of a cell with everything lying or growing on it.
pub(super) fn ground(mesh: &mut MeshData, board: &Board, relief: &Relief, cell: Cell) {
    let detail = Detail::of(board);
    tile(mesh, board, relief, cell, detail);
    if detail == Detail::Fine {
        hems(mesh, board, relief, cell);
        growth::grow(mesh, board, relief, cell);
    }
}

impl CellMeshes {
    fn of(board: &Board, relief: &Relief, cell: Cell) -> Self {
        let mut meshes = Self::default();
        ground(&mut meshes.ground, board, relief, cell);
        things::in_cell(&mut meshes.things, board, relief, cell);
        meshes
    }
}

/// Recently built chunks, cell by cell, keyed by their north-western corner; most recent last.
#[derive(Clone, Debug, Default)]
pub(super) struct ChunkCache(Vec<(Cell, BTreeMap<Cell, CellMeshes>)>);

impl ChunkCache {
    /// Number of chunks kept, and the most that can be built cell by cell at once. More than the
    /// widest brush touches.
    pub const KEPT: usize = 16;

    /// Clears the cache when it no longer matches the board.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Rebuilds these cells. Chunks that are not cached are built completely; returns their
    /// corners.
    pub fn update(&mut self, board: &Board, relief: &Relief, parts: &ChunkCells) -> Vec<Cell> {
        let (mut jobs, mut whole): (Vec<Cell>, Vec<Cell>) = Default::default();
        for (corner, cells) in parts {
            let known = self.0.iter().position(|(known, _)| known == corner);
            let chunk = known.map(|at| self.0.remove(at));
            match &chunk {
                Some(_) => jobs.extend(cells),
                None => {
                    whole.push(*corner);
                    jobs.extend(chunk_cells(board, *corner));
                }
            }
            self.0.push(chunk.unwrap_or_else(|| (*corner, BTreeMap::new())));
        }
        let one = |cell: Cell| (cell, CellMeshes::of(board, relief, cell));
        let built: Vec<(Cell, CellMeshes)> = jobs.into_par_iter().map(one).collect();
        for (cell, meshes) in built {
            let corner = chunk_of(cell);
            if let Some((_, cells)) = self.0.iter_mut().find(|(known, _)| *known == corner) {
                cells.insert(cell, meshes);
            }
        }
        let surplus = self.0.len().saturating_sub(Self::KEPT.max(parts.len()));
        self.0.drain(..surplus);
        whole
    }

    /// Ground mesh of a cached chunk.
    pub fn ground(&self, corner: Cell) -> Option<MeshData> {
        self.joined(corner, |meshes| &meshes.ground)
    }

    /// Mesh of the things in a cached chunk.
    pub fn things(&self, corner: Cell) -> Option<MeshData> {
        self.joined(corner, |meshes| &meshes.things)
    }

    fn joined(&self, corner: Cell, part: impl Fn(&CellMeshes) -> &MeshData) -> Option<MeshData> {
        let (_, cells) = self.0.iter().find(|(known, _)| *known == corner)?;
        let mut mesh = MeshData::new();
        mesh.reserve(cells.values().map(&part));
        cells.values().for_each(|meshes| mesh.join(part(meshes)));
        Some(mesh)
    }
}

#[cfg(test)]
mod tests {
    use super::super::incremental_mesh::{DirtyCells, dirty_cells};
    use super::*;
    use grid::{Hm, Terrain, Thing, ThingKind};

    /// All mesh data, in an order that does not depend on the build order of its parts.
    fn contents(mesh: &MeshData) -> Vec<[u32; 12]> {
        let vertex = |i: usize| {
            let (p, n, c, u) = (mesh.positions[i], mesh.normals[i], mesh.colors[i], mesh.uvs[i]);
            [p.x, p.y, p.z, n.x, n.y, n.z, c.x, c.y, c.z, u.x, u.y, mesh.sun[i]].map(f32::to_bits)
        };
        let mut all: Vec<_> = mesh.indices.iter().map(|i| vertex(*i as usize)).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn a_board_edited_stroke_by_stroke_looks_like_a_new_board() {
        let mut board = Board::new(40, 20);
        let tree = |cell: Cell| Thing::new(ThingKind::Tree, cell);
        board.add_thing(tree(Cell::new(20, 5)));
        let mut relief = Relief::new(&board);
        let mut cache = ChunkCache::default();
        for (n, x) in (13..20).enumerate() {
            let cells: Vec<Cell> =
                (x..x + 3).flat_map(|x| (6..9).map(move |y| Cell::new(x, y))).collect();
            for cell in &cells {
                let tile = board.tile_mut(*cell).unwrap();
                *tile = [Terrain::Sand, Terrain::Water][n % 2].tile();
                tile.elevation = Hm(n as i32 - 3);
            }
            let cell = Cell::new(x, 12);
            board.add_thing(tree(cell));
            let cells: Vec<Cell> = cells.into_iter().chain([cell]).collect();
            relief.update(&board, &cells, true);
            let DirtyCells { now, later } = dirty_cells(&board, &cells);
            cache.update(&board, &relief, &now);
            cache.update(&board, &relief, &later);
        }
        let fresh = Relief::new(&board);
        for corner in [Cell::new(0, 0), Cell::new(16, 0)] {
            let (mut ground_new, mut things_new) = (MeshData::new(), MeshData::new());
            for cell in chunk_cells(&board, corner) {
                ground(&mut ground_new, &board, &fresh, cell);
                things::in_cell(&mut things_new, &board, &fresh, cell);
            }
            let cached = (cache.ground(corner).unwrap(), cache.things(corner).unwrap());
            assert_eq!((cached.0.fault(), cached.1.fault()), (None, None));
            assert!(!cached.1.is_empty());
            assert!(contents(&cached.0) == contents(&ground_new), "ground of {corner}");
            assert!(contents(&cached.1) == contents(&things_new), "things of {corner}");
        }
    }

    #[test]
    fn the_cache_keeps_a_limited_number_of_chunks() {
        let board = Board::new(80, 80);
        let relief = Relief::new(&board);
        let mut cells = ChunkCache::default();
        for n in 0..25 {
            let cell = Cell::new(16 * (n % 5) + 8, 16 * (n / 5) + 8);
            cells.update(&board, &relief, &dirty_cells(&board, &[cell]).now);
        }
        assert_eq!(cells.0.len(), ChunkCache::KEPT);
        assert!(cells.ground(Cell::new(0, 0)).is_none());
        assert!(cells.ground(Cell::new(64, 64)).is_some());
    }
}
