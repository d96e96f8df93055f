//! The board on the table: chunk meshes built from a [`Board`] and rebuilt where it changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use rayon::prelude::*;

use super::camera::{CameraInput, CameraRig, Shown};
use super::chunk_cache::{ChunkCache, ground};
use super::incremental_mesh::{MendBoard, Mended, Parts, SEEN_AROUND, mended, without};
use super::materials::{Materials, finish, raw};
use super::mesh::MeshData;
use super::overlay::{Overlay, overlay};
use super::palette::Colours;
use super::quality::Quality;
use super::relief::Relief;
use super::terrain::{CHUNK, chunk_cells, chunks};
use super::walls::{WallCut, walls};
use super::{Redraw, ground_marks, table, things, volumes, water, weather};
use crate::grid::{Board, Cell, Dir};

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
    later: Parts,
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

/// Marks the entity that draws smoke, murk and other volumes.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct VolumePart;

/// Marks the entity that draws the overlay.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct OverlayPart;

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

/// Builds whatever a new board, quality or wall cut requires.
pub(super) fn build(
    mut commands: Commands,
    (mut whole, mut parts_of): (MessageReader<BuildBoard>, MessageReader<MendBoard>),
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
    let wanted = whole.read().last().map(|m| m.0.clone());
    let mends: Vec<MendBoard> = parts_of.read().cloned().collect();
    let cut_changed = diorama.cut != diorama.built_cut;
    let requality = quality.is_changed() && diorama.shown.is_some();
    let idle = wanted.is_none() && mends.is_empty() && !cut_changed && !requality;
    if idle && diorama.later.is_empty() {
        return;
    }
    let mut old = diorama.shown.take();
    if let Some((shown, _)) = old.as_mut().filter(|_| wanted.is_none() && !mends.is_empty()) {
        // Shared only briefly after the board was set; from then on we own it alone.
        let shown = Arc::make_mut(shown);
        mends.iter().for_each(|mend| mend.carry_out(shown));
    }
    let Some(board) = wanted.clone().or_else(|| old.as_ref().map(|(b, _)| b.clone())) else {
        diorama.built_cut = diorama.cut;
        diorama.later.clear();
        return;
    };
    let old_board = old.as_ref().map(|(b, _)| b.clone()).filter(|_| !requality);
    let same = old_board.as_ref().is_some_and(|old| Arc::ptr_eq(old, &board));
    let size = |b: &Board| (b.width(), b.height());
    let resized = old.as_ref().is_none_or(|(b, _)| size(b) != size(&board));
    let mend = wanted.is_none() && !mends.is_empty() && !requality;
    let base = old.as_ref().map(|(_, r)| r.base());
    let relief = match old.take() {
        Some((_, mut relief)) if mend => {
            let cells: Vec<Cell> = mends.iter().flat_map(MendBoard::cells).collect();
            let lamps = mends.iter().any(|mend| mend.things.is_some());
            match Arc::get_mut(&mut relief) {
                Some(heights) => heights.mend(&board, &cells, lamps),
                None => relief = Arc::new(Relief::new(&board)),
            }
            let Mended { now, later } = mended(&board, &cells);
            for (corner, cells) in later {
                diorama.later.entry(corner).or_default().extend(cells);
            }
            (relief, Some(now))
        }
        Some((b, relief)) if Arc::ptr_eq(&b, &board) && mends.is_empty() => (relief, None),
        _ => (Arc::new(Relief::new(&board)), None),
    };
    let (relief, now) = relief;
    let sunk = base.is_none_or(|base| (base - relief.base()).abs() > 1e-4);
    let mut cells = now.unwrap_or_default();
    let mut dirty: BTreeSet<Cell> = match mend {
        _ if sunk || requality => chunks(&board).collect(),
        true => cells.keys().copied().collect(),
        false if same => BTreeSet::new(),
        false => changed_chunks(old_board.as_deref(), &board).into_iter().collect(),
    };
    if resized || sunk || requality {
        diorama.later.clear();
    }
    if idle || dirty.is_empty() {
        let shades = diorama.later.iter().take(SHADES);
        cells.extend(shades.map(|(corner, cells)| (*corner, cells.clone())));
        dirty.extend(cells.keys());
    }
    let by_cell = dirty.len() <= ChunkCache::KEPT && cells.len() == dirty.len();
    // Lamps are visible from afar, so boards that are not in daylight rebuild whole chunks.
    if !by_cell || sunk || requality || !relief.is_in_daylight() {
        diorama.plots.clear();
    }
    let mut plots = std::mem::take(&mut diorama.plots);
    let mut later = std::mem::take(&mut diorama.later);
    if by_cell {
        let whole = plots.mend(&board, &relief, &cells);
        later = without(later, &cells);
        later.retain(|corner, _| !whole.contains(corner));
    } else {
        later.retain(|corner, _| !dirty.contains(corner));
    }
    diorama.later = later;
    let mut jobs: Vec<(Cell, Part)> = Vec::new();
    for corner in chunks(&board) {
        let all = dirty.contains(&corner);
        for part in [Part::Ground, Part::Things, Part::Walls, Part::Water] {
            if all || (cut_changed && part == Part::Walls) {
                jobs.push((corner, part));
            }
        }
    }
    for (entity, old) in &parts {
        if resized || jobs.contains(&(old.corner, old.part)) {
            commands.entity(entity).despawn();
        }
    }
    let cut = diorama.cut;
    let built: Vec<(Cell, Part, Mesh)> = jobs
        .into_par_iter()
        .filter_map(|(corner, part)| {
            let known = match part {
                Part::Ground => plots.ground(corner),
                Part::Things => plots.things(corner),
                Part::Walls | Part::Water => None,
            };
            let data = known.unwrap_or_else(|| build_part(&board, &relief, corner, part, cut));
            (!data.is_empty()).then(|| (corner, part, finish(data, *quality, Quat::IDENTITY)))
        })
        .collect();
    diorama.plots = plots;
    for (corner, part, mesh) in built {
        let material =
            if part == Part::Water { materials.water.clone() } else { materials.solid.clone() };
        let mut entity = commands.spawn((
            ChunkPart { corner, part },
            Mesh3d(meshes.add(mesh)),
            MeshMaterial3d(material),
            Transform::IDENTITY,
        ));
        if part == Part::Water {
            entity.insert(NotShadowCaster);
        }
    }
    if resized || sunk || requality {
        for e in &tables {
            commands.entity(e).despawn();
        }
        let mesh = finish(table::table(&relief), *quality, Quat::IDENTITY);
        commands.spawn((
            TablePart,
            Mesh3d(meshes.add(mesh)),
            MeshMaterial3d(materials.solid.clone()),
            NotShadowCaster,
        ));
    }
    if resized {
        let (w, h) = (f32::from(board.width()), f32::from(board.height()));
        // A new board is a new picture: there is nothing to glide from.
        *rig = CameraRig::over_board(w, h, relief.middle().y);
        shown.jump();
        input.board = Vec2::new(w, h);
    }
    diorama.built_cut = cut;
    diorama.shown = Some((board, relief));
    if wanted.is_some() || !mends.is_empty() {
        diorama.version += 1;
    }
    redraw.ask();
}

/// Rebuilds volumes and ground marks when they or the board changed.
pub(super) fn draw_volumes(
    mut commands: Commands,
    diorama: Res<Diorama>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut last: Local<u64>,
    parts: Query<Entity, With<VolumePart>>,
) {
    let Some((board, relief)) = &diorama.shown else { return };
    if std::mem::replace(&mut *last, diorama.version) == diorama.version {
        return;
    }
    for part in &parts {
        commands.entity(part).despawn();
    }
    let mut mesh = volumes::volumes(board, relief);
    ground_marks::marks(&mut mesh, board, relief);
    weather::sheets(&mut mesh, board, relief);
    if !mesh.is_empty() {
        commands.spawn((
            VolumePart,
            Mesh3d(meshes.add(raw(mesh))),
            MeshMaterial3d(materials.overlay.clone()),
            NotShadowCaster,
        ));
    }
}

/// Rebuilds the overlay when its marks or the ground below changed.
pub(super) fn draw_overlay(
    mut commands: Commands,
    (marks, colours): (Res<Overlay>, Res<Colours>),
    diorama: Res<Diorama>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut redraw: ResMut<Redraw>,
    mut last: Local<Option<Overlay>>,
    parts: Query<Entity, With<OverlayPart>>,
) {
    let Some((board, relief)) = &diorama.shown else { return };
    if !diorama.is_changed() && !colours.is_changed() && last.as_ref() == Some(&*marks) {
        return;
    }
    *last = Some(marks.clone());
    redraw.ask();
    let mesh = overlay(board, relief, &marks, *colours);
    let part = parts.iter().next();
    if mesh.is_empty() {
        if let Some(e) = part {
            commands.entity(e).despawn();
        }
        return;
    }
    let mesh = Mesh3d(meshes.add(raw(mesh)));
    match part {
        Some(e) => {
            commands.entity(e).insert(mesh);
        }
        None => {
            commands.spawn((
                OverlayPart,
                mesh,
                MeshMaterial3d(materials.overlay.clone()),
                NotShadowCaster,
                NoFrustumCulling,
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Edge, EdgeKind, Hm};

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
