//! The board on the table: chunk meshes built from a [`Board`] and rebuilt where it changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use rayon::prelude::*;

use super::camera::{CameraInput, CameraRig, Shown};
use super::chunk_cache::{ChunkCache, ground};
use super::incremental_mesh::{
    ChunkCells, DirtyCells, EditBoard, SEEN_AROUND, dirty_cells, without,
};
use super::materials::{Materials, finish};
use super::mesh::MeshData;
use super::quality::Quality;
use super::redraw::Redraw;
use super::relief::{Relief, lit};
use super::terrain::{CHUNK, chunk_cells, chunks};
use super::walls::{WallCut, walls};
use super::{table, things, water};
use grid::{Board, Cell, Dir};

/// Request to show a board. If the board shown has the same size, only changed chunks are rebuilt;
/// otherwise the camera also returns to its home position.
#[derive(Message, Clone, Debug)]
pub struct BuildBoard(pub Arc<Board>);

/// The board shown, with its heights for picking and overlays.
#[derive(Resource, Default)]
pub struct Diorama {
    shown: Option<(Arc<Board>, Arc<Relief>)>,
    /// Version of the board shown; every edit increments it.
    version: u64,
    /// Cells still to be rebuilt because their shade changed.
    later: ChunkCells,
    /// Recently built chunks, cell by cell.
    plots: ChunkCache,
    /// How walls are drawn.
    pub cut: WallCut,
    built_cut: WallCut,
}

impl Diorama {
    /// True if exactly this board is shown.
    pub fn is_showing(&self, board: &Arc<Board>) -> bool {
        self.shown.as_ref().is_some_and(|(shown, _)| Arc::ptr_eq(shown, board))
    }

    /// The board shown.
    pub fn board(&self) -> Option<&Board> {
        self.shown.as_ref().map(|(b, _)| &**b)
    }

    /// A number that changes with every board shown.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Heights of the board as drawn.
    pub fn relief(&self) -> Option<&Relief> {
        self.shown.as_ref().map(|(_, r)| &**r)
    }
}

/// Parts of a chunk; each has its own entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Ground,
    Things,
    Walls,
    Water,
}

/// A drawn part of a chunk.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct ChunkPart {
    corner: Cell,
    part: Part,
}

/// Marks the table and the frame of the board.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct TablePart;

/// Corners of the chunks to rebuild when `new` replaces `old`; all chunks when the size differs.
pub fn changed_chunks(old: Option<&Board>, new: &Board) -> Vec<Cell> {
    let Some(old) = old.filter(|o| {
        (o.width(), o.height(), o.ambient()) == (new.width(), new.height(), new.ambient())
    }) else {
        return chunks(new).collect();
    };
    let mut changed = BTreeSet::new();
    for y in 0..=new.height() as i16 {
        for x in 0..=new.width() as i16 {
            let c = Cell::new(x, y);
            let same = old.tile(c) == new.tile(c)
                && old.thing_in(c).map(|t| t.1) == new.thing_in(c).map(|t| t.1)
                && old.light(c) == new.light(c)
                && [Dir::N, Dir::W].iter().all(|d| old.edge(c, *d) == new.edge(c, *d));
            if !same {
                changed.insert(c);
                changed.extend(lit_by_change(old, new, c));
            }
        }
    }
    chunks(new)
        .filter(|k| {
            changed.iter().any(|c| {
                let near = |v: i16, start: i16| {
                    v >= start - SEEN_AROUND && v < start + CHUNK + SEEN_AROUND
                };
                near(c.x, k.x) && near(c.y, k.y)
            })
        })
        .collect()
}

/// The cells whose light changes colour because the light of a thing in a cell changed.
fn lit_by_change(old: &Board, new: &Board, cell: Cell) -> Vec<Cell> {
    let lamp = |board: &Board| board.thing_in(cell).and_then(|(_, thing)| thing.lamp());
    let (was, is) = (lamp(old), lamp(new));
    if was == is {
        return Vec::new();
    }
    was.into_iter().chain(is).flat_map(|lamp| lit(new, cell, lamp)).collect()
}

fn build_part(board: &Board, relief: &Relief, corner: Cell, part: Part, cut: WallCut) -> MeshData {
    let of_cells = |add: fn(&mut MeshData, &Board, &Relief, Cell)| {
        let mut mesh = MeshData::new();
        chunk_cells(board, corner).for_each(|cell| add(&mut mesh, board, relief, cell));
        mesh
    };
    match part {
        Part::Ground => of_cells(ground),
        Part::Things => of_cells(things::in_cell),
        Part::Walls => walls(board, relief, corner, cut),
        Part::Water => water::water(board, relief, corner),
    }
}

/// Number of reshaded chunks to rebuild per frame.
const SHADES: usize = 2;

/// What this frame has to update on screen.
struct BoardNeeds {
    /// A new board.
    board: Option<Arc<Board>>,
    /// Edits of the board shown.
    updates: Vec<EditBoard>,
    /// How walls are drawn has changed.
    cut: bool,
    /// The quality has changed, which affects every mesh.
    quality: bool,
}

impl BoardNeeds {
    fn is_idle(&self) -> bool {
        self.board.is_none() && self.updates.is_empty() && !self.cut && !self.quality
    }

    /// True if only the cells of the edits need to be rebuilt.
    fn is_only_edits(&self) -> bool {
        self.board.is_none() && !self.updates.is_empty() && !self.quality
    }
}

/// Chunks to rebuild, and what else has changed with the board.
struct Rebuild {
    board: Arc<Board>,
    relief: Arc<Relief>,
    /// Corners of the chunks.
    dirty: BTreeSet<Cell>,
    /// Cells to rebuild, by chunk; chunks not listed are rebuilt completely.
    cells: ChunkCells,
    /// The board has another size.
    resized: bool,
    /// Everything is rebuilt: the base of the board moved, or the quality changed.
    all: bool,
}

impl Rebuild {
    /// True if the table and the frame of the board change too.
    fn has_new_frame(&self) -> bool {
        self.resized || self.all
    }

    /// The parts of chunks to build; walls of all chunks if their cut changed.
    fn jobs(&self, cut_changed: bool) -> Vec<(Cell, Part)> {
        let mut jobs = Vec::new();
        for corner in chunks(&self.board) {
            let all = self.dirty.contains(&corner);
            for part in [Part::Ground, Part::Things, Part::Walls, Part::Water] {
                if all || (cut_changed && part == Part::Walls) {
                    jobs.push((corner, part));
                }
            }
        }
        jobs
    }
}

impl Diorama {
    /// Takes over a new board or its edits. `None` if there is no board to show.
    fn rebuild(&mut self, wanted: &BoardNeeds) -> Option<Rebuild> {
        let mut old = self.shown.take();
        if let Some((shown, _)) =
            old.as_mut().filter(|_| wanted.board.is_none() && !wanted.updates.is_empty())
        {
            // Shared only briefly after the board was set; from then on we own it alone.
            let shown = Arc::make_mut(shown);
            wanted.updates.iter().for_each(|update| update.carry_out(shown));
        }
        let board = wanted.board.clone().or_else(|| old.as_ref().map(|(b, _)| b.clone()))?;
        let old_board = old.as_ref().map(|(b, _)| b.clone()).filter(|_| !wanted.quality);
        let same = old_board.as_ref().is_some_and(|old| Arc::ptr_eq(old, &board));
        let size = |b: &Board| (b.width(), b.height());
        let resized = old.as_ref().is_none_or(|(b, _)| size(b) != size(&board));
        let base = old.as_ref().map(|(_, r)| r.base());
        let (relief, mut cells) = self.new_relief(old, &board, wanted);
        let sunk = base.is_none_or(|base| (base - relief.base()).abs() > 1e-4);
        let all = sunk || wanted.quality;
        let mut dirty: BTreeSet<Cell> = match wanted.is_only_edits() {
            _ if all => chunks(&board).collect(),
            true => cells.keys().copied().collect(),
            false if same => BTreeSet::new(),
            false => changed_chunks(old_board.as_deref(), &board).into_iter().collect(),
        };
        if resized || all {
            self.later.clear();
        }
        if wanted.is_idle() || dirty.is_empty() {
            let shades = self.later.iter().take(SHADES);
            cells.extend(shades.map(|(corner, cells)| (*corner, cells.clone())));
            dirty.extend(cells.keys());
        }
        Some(Rebuild { board, relief, dirty, cells, resized, all })
    }

    /// Heights of the new board, and the cells that its edits change. Cells that are only shaded
    /// differently are noted for later.
    fn new_relief(
        &mut self,
        old: Option<(Arc<Board>, Arc<Relief>)>,
        board: &Arc<Board>,
        wanted: &BoardNeeds,
    ) -> (Arc<Relief>, ChunkCells) {
        match old {
            Some((_, mut relief)) if wanted.is_only_edits() => {
                let cells: Vec<Cell> = wanted.updates.iter().flat_map(EditBoard::cells).collect();
                let lamps = wanted.updates.iter().any(|update| update.things.is_some());
                match Arc::get_mut(&mut relief) {
                    Some(heights) => heights.update(board, &cells, lamps),
                    None => relief = Arc::new(Relief::new(board)),
                }
                let DirtyCells { now, later } = dirty_cells(board, &cells);
                for (corner, cells) in later {
                    self.later.entry(corner).or_default().extend(cells);
                }
                (relief, now)
            }
            Some((b, relief)) if Arc::ptr_eq(&b, board) && wanted.updates.is_empty() => {
                (relief, ChunkCells::new())
            }
            _ => (Arc::new(Relief::new(board)), ChunkCells::new()),
        }
    }

    /// Brings the cached chunks up to date, and removes cells that are rebuilt now from those left
    /// for later.
    fn update_cache(&mut self, rebuild: &Rebuild) {
        let Rebuild { board, relief, dirty, cells, .. } = rebuild;
        let by_cell = dirty.len() <= ChunkCache::KEPT && cells.len() == dirty.len();
        // Lamps are visible from afar, so boards that are not in daylight rebuild whole chunks.
        if !by_cell || rebuild.all || !relief.is_in_daylight() {
            self.plots.clear();
        }
        if by_cell {
            let whole = self.plots.update(board, relief, cells);
            self.later = without(std::mem::take(&mut self.later), cells);
            self.later.retain(|corner, _| !whole.contains(corner));
        } else {
            self.later.retain(|corner, _| !dirty.contains(corner));
        }
    }

    /// Meshes of these parts of chunks, without empty ones.
    fn meshes_of(
        &self,
        jobs: Vec<(Cell, Part)>,
        Rebuild { board, relief, .. }: &Rebuild,
        quality: Quality,
    ) -> Vec<(Cell, Part, Mesh)> {
        let (plots, cut) = (&self.plots, self.cut);
        let built = jobs.into_par_iter().filter_map(|(corner, part)| {
            let known = match part {
                Part::Ground => plots.ground(corner),
                Part::Things => plots.things(corner),
                Part::Walls | Part::Water => None,
            };
            let data = known.unwrap_or_else(|| build_part(board, relief, corner, part, cut));
            (!data.is_empty()).then(|| (corner, part, finish(data, quality, Quat::IDENTITY)))
        });
        built.collect()
    }
}

/// Spawns a part of a chunk.
fn spawn_part(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    materials: &Materials,
    (corner, part, mesh): (Cell, Part, Mesh),
) {
    let material = if part == Part::Water { &materials.water } else { &materials.solid };
    let mut entity = commands.spawn((
        ChunkPart { corner, part },
        Mesh3d(meshes.add(mesh)),
        MeshMaterial3d(material.clone()),
        Transform::IDENTITY,
    ));
    if part == Part::Water {
        entity.insert(NotShadowCaster);
    }
}

/// Builds whatever a new board, quality or wall cut requires.
pub(super) fn build(
    mut commands: Commands,
    (mut whole, mut parts_of): (MessageReader<BuildBoard>, MessageReader<EditBoard>),
    mut diorama: ResMut<Diorama>,
    quality: Res<Quality>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut rig: ResMut<CameraRig>,
    mut input: ResMut<CameraInput>,
    mut shown: ResMut<Shown>,
    mut redraw: ResMut<Redraw>,
    parts: Query<(Entity, &ChunkPart)>,
    tables: Query<Entity, With<TablePart>>,
) {
    let wanted = BoardNeeds {
        board: whole.read().last().map(|m| m.0.clone()),
        updates: parts_of.read().cloned().collect(),
        cut: diorama.cut != diorama.built_cut,
        quality: quality.is_changed() && diorama.shown.is_some(),
    };
    if wanted.is_idle() && diorama.later.is_empty() {
        return;
    }
    let rebuild = diorama.rebuild(&wanted);
    diorama.built_cut = diorama.cut;
    let Some(rebuild) = rebuild else {
        diorama.later.clear();
        return;
    };
    diorama.update_cache(&rebuild);
    let jobs = rebuild.jobs(wanted.cut);
    for (entity, old) in &parts {
        if rebuild.resized || jobs.contains(&(old.corner, old.part)) {
            commands.entity(entity).despawn();
        }
    }
    for built in diorama.meshes_of(jobs, &rebuild, *quality) {
        spawn_part(&mut commands, &mut meshes, &materials, built);
    }
    if rebuild.has_new_frame() {
        for e in &tables {
            commands.entity(e).despawn();
        }
        let mesh = finish(table::table(&rebuild.relief), *quality, Quat::IDENTITY);
        commands.spawn((
            TablePart,
            Mesh3d(meshes.add(mesh)),
            MeshMaterial3d(materials.solid.clone()),
            NotShadowCaster,
        ));
    }
    let Rebuild { board, relief, resized, .. } = rebuild;
    if resized {
        let (w, h) = (f32::from(board.width()), f32::from(board.height()));
        // A new board is a new picture: there is nothing to glide from.
        *rig = CameraRig::over_board(w, h, relief.middle().y);
        shown.jump();
        input.board = Vec2::new(w, h);
    }
    diorama.shown = Some((board, relief));
    if wanted.board.is_some() || !wanted.updates.is_empty() {
        diorama.version += 1;
    }
    redraw.ask();
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Edge, EdgeKind, Hm};

    #[test]
    fn an_equal_board_changes_no_chunk_and_a_new_size_changes_all() {
        let b = Board::new(64, 64);
        assert!(changed_chunks(Some(&b), &b.clone()).is_empty());
        assert_eq!(changed_chunks(None, &b).len(), 16);
        assert_eq!(changed_chunks(Some(&Board::new(63, 64)), &b).len(), 16);
    }

    #[test]
    fn a_change_affects_its_chunk_and_chunks_within_shadow_reach() {
        let old = Board::new(64, 64);
        let mut new = old.clone();
        new.tile_mut(Cell::new(24, 24)).unwrap().elevation = Hm(2);
        let all = changed_chunks(Some(&old), &new);
        assert!(all.contains(&Cell::new(16, 16)) && all.len() <= 4, "{all:?}");
        let mut new = old.clone();
        new.set_edge(Cell::new(63, 63), Dir::S, Some(Edge::new(EdgeKind::Wall)));
        assert_eq!(changed_chunks(Some(&old), &new), [Cell::new(48, 48)]);
    }

    #[test]
    fn a_large_map_needs_few_entities() {
        let b = Board::new(64, 64);
        // Four parts per chunk, plus the table and the overlay.
        assert!(chunks(&b).count() * 4 + 2 < 100);
    }
}
