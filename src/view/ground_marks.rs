//! Ground marks other than terrain: climbing holds on faces, foam on rough water, haze over cells.

use bevy::math::Vec3;

use super::atlas::Patch;
use super::mesh::MeshData;
use super::palette::srgb;
use super::relief::Relief;
use grid::{Board, Cell, Climb, Dir, Feature, Tile};

/// Distance of the marks from the ground, in metres.
const OFF: f32 = 0.035;
/// Minimum drop, in metres, at which a face shows holds.
const FACE: f32 = 0.75;

/// Adds all ground marks of a board.
pub fn marks(mesh: &mut MeshData, board: &Board, relief: &Relief) {
    for cell in board.cells() {
        let Some(tile) = board.tile(cell).filter(|tile| !tile.is_solid()) else { continue };
        if tile.climb.is_marked() {
            for side in Dir::SIDES {
                face(mesh, board, relief, (cell, side), tile.climb);
            }
        }
        if Feature::RoughWater.is_in(tile) {
            foam(mesh, relief, cell, tile);
        }
    }
}

/// Holds on one side of a column: broad rungs where climbing is easy, fewer and smaller ones the
/// harder it is.
fn face(
    mesh: &mut MeshData,
    board: &Board,
    relief: &Relief,
    (cell, side): (Cell, Dir),
    climb: Climb,
) {
    let next = cell.step(side);
    if board.tile(next).is_none_or(Tile::is_solid) {
        return;
    }
    let (top, foot) = (relief.floor(cell), relief.surface(next));
    if top - foot < FACE {
        return;
    }
    let (width, apart) = match climb {
        Climb::Unmarked => return,
        Climb::Ordinary => (0.6, 0.3),
        Climb::Hard => (0.3, 0.45),
        Climb::Harsh => (0.16, 0.45),
        Climb::Sheer => (0.1, 0.8),
    };
    let (dx, dz) = side.delta();
    let out = Vec3::new(f32::from(dx), 0.0, f32::from(dz));
    let right = Vec3::new(out.z, 0.0, -out.x);
    let middle =
        Vec3::new(f32::from(cell.x) + 0.5, 0.0, f32::from(cell.y) + 0.5) + out * (0.5 + OFF);
    let light = relief.light_at(middle.x, middle.z).max(Vec3::splat(0.35));
    let color = (srgb(0x00d8_b070) * light).extend(0.95);
    let mut y = foot + apart;
    let mut left = true;
    while y < top - 0.08 {
        // Harder holds alternate between left and right.
        let aside = if climb == Climb::Ordinary { 0.0 } else { 0.16 };
        let shift = right * if left { aside } else { -aside };
        left = !left;
        let at = middle + shift + Vec3::Y * y;
        let (half, up) = (right * width / 2.0, Vec3::Y * 0.07);
        mesh.shaded4(
            [at - half, at + half, at + half + up, at - half + up],
            [color; 4],
            Patch::Plain,
        );
        y += apart;
    }
}

/// White crests on the water of a cell.
fn foam(mesh: &mut MeshData, relief: &Relief, cell: Cell, tile: &Tile) {
    let Some(surface) = relief.water(cell) else { return };
    let (x, z) = (f32::from(cell.x), f32::from(cell.y));
    let light = relief.light_at(x + 0.5, z + 0.5).max(Vec3::splat(0.35));
    let color = (srgb(0x00ff_ffff) * light).extend(if tile.depth.0 > 2 { 0.8 } else { 0.6 });
    let y = surface + OFF;
    for (dx, dz, long) in [(0.1, 0.2, 0.4), (0.5, 0.45, 0.35), (0.2, 0.75, 0.5)] {
        let (left, far) = (x + dx, z + dz);
        let corners =
            [(left, far), (left + 0.06, far + 0.07), (left + long, far + 0.05), (left + long, far)];
        mesh.shaded4(corners.map(|(x, z)| Vec3::new(x, y, z)), [color; 4], Patch::Plain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Hm, Terrain};

    fn count(change: impl FnOnce(&mut Tile)) -> usize {
        let mut board = Board::new(3, 3);
        change(board.tile_mut(Cell::new(1, 1)).unwrap());
        let mut mesh = MeshData::new();
        marks(&mut mesh, &board, &Relief::new(&board));
        assert_eq!(mesh.fault(), None);
        mesh.triangles()
    }

    fn rock(climb: Climb) -> usize {
        count(|tile| *tile = Tile { elevation: Hm(6), climb, ..Terrain::Rock.tile() })
    }

    #[test]
    fn harder_faces_have_fewer_holds() {
        assert_eq!((rock(Climb::Unmarked), count(|tile| tile.climb = Climb::Hard)), (0, 0));
        let holds = [Climb::Ordinary, Climb::Hard, Climb::Sheer].map(rock);
        assert!(holds.is_sorted_by(|a, b| a > b) && holds[2] > 0, "{holds:?}");
    }

    #[test]
    fn rough_water_foams_and_rough_land_does_not() {
        assert_eq!(count(|tile| tile.rough_water = true), 0);
        let rough = Tile { rough_water: true, ..Terrain::Water.tile() };
        assert!(count(|tile| *tile = rough) > 0);
    }
}
