//! Brings roofs and decks to the screen, and opens those with something to show below them.

use std::collections::{BTreeMap, BTreeSet};

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::camera::CameraRig;
use super::diorama::Diorama;
use super::materials::{Materials, finish, raw};
use super::overlay::Overlay;
use super::pieces::Mini;
use super::quality::Quality;
use super::redraw::Redraw;
use super::relief::{cell_at, metres};
use super::roofs::{Roof, Roofs, closed, opened};
use super::terrain::chunk_of;
use super::walls::WallCut;
use grid::Cell;

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

/// Marks the entities that draw roofs.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct RoofPart;

/// The roofs of the board shown, and their entities.
#[derive(Default)]
pub(super) struct ShownRoofs {
    version: u64,
    /// The roofs, then the decks of each storey.
    layers: Vec<Roofs>,
    /// Cells with something to see below each layer, and what they open.
    below: Vec<BTreeSet<Cell>>,
    /// Roofs by chunk, with their entities.
    chunks: BTreeMap<Cell, (Vec<Roof>, Vec<Entity>)>,
}

/// Cells whose roofs must not hide them: those of figures, of what is under the pointer or
/// selected, and of marks that a player acts on.
fn to_be_seen(roofs: &Roofs, marks: &Overlay, minis: &Query<&Mini>, eye: Vec3) -> BTreeSet<Cell> {
    let lists = [
        &marks.reach,
        &marks.run,
        &marks.path,
        &marks.waypoints,
        &marks.targets,
        &marks.area,
        &marks.watched,
        &marks.lying,
    ];
    let mut cells: BTreeSet<Cell> = lists.into_iter().flatten().copied().collect();
    cells.extend(marks.shades.iter().map(|(cell, _)| *cell));
    cells.extend(marks.hover);
    cells.extend(marks.selected.map(|(cell, _)| cell));
    cells.retain(|cell| {
        let Some(roof) = roofs.over(*cell) else { return false };
        let floor = marks.floors.get(cell).map(|feet| metres(*feet));
        // Marks without a known floor lie on the ground, and show through a deck as they are.
        !roof.is_deck() || floor.is_some_and(|floor| floor < roof.under())
    });
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
    mut last: Local<ShownRoofs>,
    mut redraw: ResMut<Redraw>,
    mut gone: RemovedComponents<Mini>,
) {
    let Some((board, relief)) = diorama.board().zip(diorama.relief()) else { return };
    let new_board = last.version != diorama.version();
    if new_board {
        last.version = diorama.version();
        last.layers = Roofs::all(board, relief);
    }
    let figures = !moved.is_empty() || gone.read().count() > 0;
    let looks = view.is_changed() || quality.is_changed() || diorama.is_changed();
    let bare = last.layers.iter().all(|roofs| roofs.cells.is_empty());
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
    let mut wanted: BTreeMap<Cell, Vec<Roof>> = BTreeMap::new();
    for (roofs, below) in last.layers.iter().zip(&below) {
        let open = roofs.opened(below);
        for roof in roofs.cells.iter().filter(|roof| !hidden || roof.is_deck()) {
            let cell = roof.cell();
            let open = all_open || hidden || open.contains(&cell);
            wanted.entry(chunk_of(cell)).or_default().push(roof.with_open(open));
        }
    }
    last.below = below;
    let again = quality.is_changed();
    let mut shown = std::mem::take(&mut last.chunks);
    for (corner, roofs) in wanted {
        let same = shown.get(&corner).is_some_and(|(before, _)| *before == roofs);
        let kept = if same && !again { shown.remove(&corner) } else { None };
        let chunk = kept.unwrap_or_else(|| {
            redraw.ask();
            let entities = spawn(&mut commands, &mut meshes, &materials, *quality, &roofs);
            (roofs, entities)
        });
        last.chunks.insert(corner, chunk);
    }
    // These chunks have no roofs any more, or have just been rebuilt.
    for entity in shown.into_values().flat_map(|(_, entities)| entities) {
        redraw.ask();
        commands.entity(entity).despawn();
    }
}

fn spawn(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    materials: &Materials,
    quality: Quality,
    roofs: &[Roof],
) -> Vec<Entity> {
    let mut entities = Vec::new();
    let solid = closed(roofs.iter().filter(|roof| !roof.open));
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
