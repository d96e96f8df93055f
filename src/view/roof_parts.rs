//! Brings roofs and decks to the screen, and opens those that hide something to be seen.

use std::collections::{BTreeMap, BTreeSet};

use bevy::light::NotShadowCaster;
use bevy::math::Affine3A;
use bevy::prelude::*;

use super::camera::CameraRig;
use super::diorama::Diorama;
use super::materials::{Materials, finish, raw};
use super::overlay::Overlay;
use super::pieces::Mini;
use super::quality::Quality;
use super::redraw::Redraw;
use super::relief::{Relief, cell_at, metres};
use super::roofs::{Roof, Roofs, closed, opened};
use super::terrain::chunk_of;
use super::walls::{UpperWall, WallCut, upper_walls};
use grid::{Cell, Hm};

/// How the roofs of the board are drawn.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoofView {
    /// Closed, except over anything that must be seen.
    #[default]
    Usual,
    /// All transparent, for editing.
    SeeThrough,
    /// Not at all.
    Hidden,
}

/// The decks that are drawn as panes because something below them must be seen: cells, and the
/// absolute heights of the decks.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenDecks(pub BTreeSet<(Cell, Hm)>);

/// Marks the entities that draw roofs.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct RoofPart;

/// The roofs of the board shown, and their entities.
#[derive(Default)]
pub(super) struct ShownRoofs {
    version: u64,
    /// The roofs, then the decks of each storey.
    layers: Vec<Roofs>,
    /// Cells with something to be seen below each layer, and the cells of its roofs that open.
    below: Vec<BTreeSet<Cell>>,
    /// The walls of upper storeys.
    walls: Vec<UpperWall>,
    /// Roofs and upper walls by chunk, with their entities.
    chunks: BTreeMap<Cell, (Covers, Vec<Entity>)>,
}

/// The roofs, decks and upper walls of a chunk.
#[derive(Clone, Debug, Default, PartialEq)]
struct Covers {
    roofs: Vec<Roof>,
    walls: Vec<UpperWall>,
    cut: WallCut,
}

/// Cells whose roofs must not hide something: figures, what is under the pointer or selected, and
/// marks that a player acts on.
fn to_be_seen(roofs: &Roofs, marks: &Overlay, minis: &Query<&Mini>, eye: Vec3) -> BTreeSet<Cell> {
    let lists = [&marks.reach, &marks.run, &marks.path, &marks.waypoints, &marks.lying];
    let mut cells: BTreeSet<Cell> = lists.into_iter().flatten().copied().collect();
    cells.extend(marks.selected.map(|(cell, _)| cell));
    let on_floors = [&marks.targets, &marks.area, &marks.watched].into_iter().flatten().copied();
    let shaded = marks.shades.iter().map(|(at, _)| *at);
    let of_cells = cells.into_iter().map(|cell| (cell, marks.floors.get(&cell).copied()));
    let on_floors = on_floors.chain(shaded).chain(marks.hover).map(|at| (at.cell, at.floor));
    let hidden = |(cell, floor): (Cell, Option<Hm>)| {
        let roof = roofs.over(cell)?;
        let below = floor.is_some_and(|floor| metres(floor) < roof.under());
        // Marks on the ground do not open the decks over them.
        (!roof.is_deck() || below).then_some(cell)
    };
    let mut cells: BTreeSet<Cell> = of_cells.chain(on_floors).filter_map(hidden).collect();
    for mini in minis {
        let foot = mini.foot();
        let above = roofs.over(cell_at(foot.x, foot.z)).filter(|roof| foot.y < roof.under());
        cells.extend(above.map(Roof::cell));
        cells.extend(roofs.between(foot + Vec3::Y * 0.9, eye));
    }
    cells
}

/// Draws the roofs, rebuilding the chunks where something changed.
pub(super) fn draw(
    mut commands: Commands,
    (diorama, view): (Res<Diorama>, Res<RoofView>),
    (marks, rig): (Res<Overlay>, Res<CameraRig>),
    minis: Query<&Mini>,
    moved: Query<(), Changed<Mini>>,
    (materials, quality): (Res<Materials>, Res<Quality>),
    mut meshes: ResMut<Assets<Mesh>>,
    (mut last, mut open_decks): (Local<ShownRoofs>, ResMut<OpenDecks>),
    mut redraw: ResMut<Redraw>,
    mut gone: RemovedComponents<Mini>,
) {
    let Some((board, relief)) = diorama.board().zip(diorama.relief()) else { return };
    let new_board = last.version != diorama.version();
    if new_board {
        last.version = diorama.version();
        last.layers = Roofs::all(board, relief);
        last.walls = UpperWall::all(board);
    }
    let figures = !moved.is_empty() || gone.read().count() > 0;
    let looks = view.is_changed() || quality.is_changed() || diorama.is_changed();
    let bare = last.walls.is_empty() && last.layers.iter().all(|roofs| roofs.cells.is_empty());
    if bare && last.chunks.is_empty()
        || !(new_board || figures || looks || marks.is_changed() || rig.is_changed())
    {
        return;
    }
    let all_open = *view == RoofView::SeeThrough;
    let hidden = *view == RoofView::Hidden || diorama.cut == WallCut::Cut;
    let eye = rig.transform().translation;
    let below: Vec<_> =
        last.layers.iter().map(|roofs| to_be_seen(roofs, &marks, &minis, eye)).collect();
    if below == last.below && !new_board && !looks {
        return;
    }
    let mut wanted: BTreeMap<Cell, Covers> = BTreeMap::new();
    let mut opened: BTreeSet<(Cell, Hm)> = BTreeSet::new();
    for (roofs, below) in last.layers.iter().zip(&below) {
        let open = roofs.opened(below);
        for roof in roofs.cells.iter().filter(|roof| !hidden || roof.is_deck()) {
            let cell = roof.cell();
            let open = all_open || hidden || open.contains(&cell);
            if open && let Some(top) = roof.deck_top() {
                opened.insert((cell, top));
            }
            wanted.entry(chunk_of(cell)).or_default().roofs.push(roof.with_open(open));
        }
    }
    for wall in &last.walls {
        let deck = wall.deck.zip(wall.at.floor);
        let open =
            *view == RoofView::Usual && !hidden && deck.is_some_and(|deck| opened.contains(&deck));
        let covers = wanted.entry(chunk_of(wall.at.cell)).or_default();
        covers.walls.push(wall.with_open(open));
        covers.cut = diorama.cut;
    }
    open_decks.set_if_neq(OpenDecks(opened));
    last.below = below;
    let again = quality.is_changed();
    let mut shown = std::mem::take(&mut last.chunks);
    for (corner, covers) in wanted {
        let same = shown.get(&corner).is_some_and(|(before, _)| *before == covers);
        let kept = if same && !again { shown.remove(&corner) } else { None };
        let chunk = kept.unwrap_or_else(|| {
            redraw.ask();
            let draw = (&mut *meshes, &*materials, *quality);
            let entities = spawn(&mut commands, draw, relief, &covers);
            (covers, entities)
        });
        last.chunks.insert(corner, chunk);
    }
    // These chunks have no roofs left, or have just been rebuilt.
    for entity in shown.into_values().flat_map(|(_, entities)| entities) {
        redraw.ask();
        commands.entity(entity).despawn();
    }
}

fn spawn(
    commands: &mut Commands,
    (meshes, materials, quality): (&mut Assets<Mesh>, &Materials, Quality),
    relief: &Relief,
    Covers { roofs, walls, cut }: &Covers,
) -> Vec<Entity> {
    let mut entities = Vec::new();
    let mut solid = closed(roofs.iter().filter(|roof| !roof.open));
    solid.append(&upper_walls(relief, walls, *cut), Affine3A::IDENTITY);
    if !solid.is_empty() {
        let mesh = Mesh3d(meshes.add(finish(solid, quality, Quat::IDENTITY)));
        let material = MeshMaterial3d(materials.solid.clone());
        entities.push(commands.spawn((RoofPart, mesh, material, Transform::IDENTITY)).id());
    }
    let panes = opened(roofs.iter().filter(|roof| roof.open));
    if !panes.is_empty() {
        let mesh = Mesh3d(meshes.add(raw(panes)));
        let material = MeshMaterial3d(materials.overlay.clone());
        let parts = (RoofPart, mesh, material, Transform::IDENTITY, NotShadowCaster);
        entities.push(commands.spawn(parts).id());
    }
    entities
}
