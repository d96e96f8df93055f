//! Volumes of air or ground with special properties: smoke, murk, silence, burning ground. Drawn as
//! transparent bodies over everything else. Each kind has its own colour and pattern, so that they
//! can also be told apart without colour.

use bevy::math::{Vec2, Vec3, Vec4};

use super::atlas::Patch;
use super::mesh::MeshData;
use super::palette::srgb;
use super::relief::{Relief, metres};
use grid::{Board, Cell, Dir, Haze, Hm, Rough, Tile, Volume};

/// Minimum drawn height of a volume in metres, so that volumes that only cover the ground are
/// visible.
const LEAST: f32 = 0.12;
/// Height of the foot above the ground, in metres.
const LIFT: f32 = 0.03;
/// Stripes per cell of a volume that affects units or sound.
const STRIPES: u8 = 4;

/// Appearance of a volume.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    color: Vec3,
    /// Opacity at its foot.
    dense: f32,
    /// Opacity at its top.
    thin: f32,
    weave: Weave,
}

/// Ground pattern of a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weave {
    None,
    Stripes,
    Grid,
}

fn look(volume: &Volume) -> Look {
    let of = |hex, dense, thin, weave| Look { color: srgb(hex), dense, thin, weave };
    if volume.damaging.is_some() {
        of(0x00ff_7a1a, 0.55, 0.10, Weave::Stripes)
    } else if volume.blocks_sight {
        of(0x0018_1822, 0.72, 0.60, Weave::None)
    } else if volume.blocks_sound {
        of(0x00a7_8bfa, 0.38, 0.18, Weave::Grid)
    } else if volume.hides {
        of(0x00d8_dce6, 0.50, 0.34, Weave::None)
    } else if volume.haze > Haze::None {
        haze(volume.haze)
    } else {
        of(0x008a_6a3c, 0.50, 0.10, Weave::Grid)
    }
}

/// Appearance of haze, by rank.
fn haze(rank: Haze) -> Look {
    let (dense, thin) = match rank {
        Haze::None => (0.0, 0.0),
        Haze::Light => (0.20, 0.08),
        Haze::Heavy => (0.36, 0.20),
        Haze::Blinding => (0.58, 0.44),
    };
    Look { color: srgb(0x00c6_d0c4), dense, thin, weave: Weave::None }
}

/// True for volumes without any effect of their own, such as an unseen remote eye: they are not
/// drawn.
fn is_unseen(volume: &Volume) -> bool {
    let stops = volume.blocks_sight || volume.blocks_sound || volume.haze_rank() > Haze::None;
    !stops && volume.damaging.is_none() && volume.rough == Rough::None
}

/// Bodies of all visible volumes and of the haze over the ground; empty if there are none.
pub fn volumes(board: &Board, relief: &Relief) -> MeshData {
    let mut mesh = MeshData::new();
    for volume in board.volumes().iter().filter(|volume| !is_unseen(volume)) {
        let look = look(volume);
        for cell in &volume.cells {
            if board.tile(*cell).is_some() {
                let inside = |c: Cell| volume.cells.contains(&c);
                let floor = volume.floor.map_or_else(|| relief.surface(*cell), metres);
                body(&mut mesh, relief, look, (*cell, floor, volume.height), inside);
            }
        }
    }
    let haze_of = |c: Cell| board.tile(c).map_or(Haze::None, |tile| tile.haze);
    for cell in board.cells().filter(|c| haze_of(*c) > Haze::None) {
        let rank = haze_of(cell);
        let place = (cell, relief.surface(cell), Tile::HAZE_HEIGHT);
        body(&mut mesh, relief, haze(rank), place, |c| haze_of(c) == rank);
    }
    mesh
}

/// One cell of a body on a floor, with its height; `inside` tells which adjacent cells also belong
/// to it.
fn body(
    mesh: &mut MeshData,
    relief: &Relief,
    look: Look,
    (cell, floor, height): (Cell, f32, Hm),
    inside: impl Fn(Cell) -> bool,
) {
    let floor = floor + LIFT;
    let top = floor + metres(height.max(Hm::ZERO)).max(LEAST);
    let (x, z) = (f32::from(cell.x), f32::from(cell.y));
    let light = relief.light_at(x + 0.5, z + 0.5).max(Vec3::splat(0.35));
    let color = |alpha: f32, at: Vec2| {
        let drift = 1.0 + 0.25 * relief.fine_noise(at.x * 0.8, at.y * 0.8);
        (look.color * light).extend((alpha * drift).clamp(0.0, 1.0))
    };
    let corners = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map(|(dx, dz)| (x + dx, z + dz));
    let lid = |y: f32| corners.map(|(x, z)| Vec3::new(x, y, z));
    let shades = |alpha: f32| corners.map(|(x, z)| color(alpha, Vec2::new(x, z)));
    mesh.shaded4(lid(floor), shades(look.dense * 0.6), Patch::Plain);
    weave(mesh, look, (x, floor + 0.01, z), color(1.0, Vec2::new(x, z)));
    mesh.shaded4(lid(top), shades(look.thin), Patch::Plain);
    for side in Dir::SIDES {
        if !inside(cell.step(side)) {
            wall(mesh, (x, z), (floor, top), side, color, look);
        }
    }
}

fn wall(
    mesh: &mut MeshData,
    (x, z): (f32, f32),
    (floor, top): (f32, f32),
    side: Dir,
    color: impl Fn(f32, Vec2) -> Vec4,
    look: Look,
) {
    let (dx, dz) = side.delta();
    let out = Vec3::new(f32::from(dx), 0.0, f32::from(dz));
    // To the right of a viewer who looks at the wall from outside.
    let right = Vec3::new(out.z, 0.0, -out.x);
    let middle = Vec3::new(x + 0.5, 0.0, z + 0.5) + out * 0.5;
    let (a, b) = (middle - right * 0.5, middle + right * 0.5);
    let up = |p: Vec3, y: f32| Vec3::new(p.x, y, p.z);
    let at = |p: Vec3| Vec2::new(p.x, p.z);
    let (dense_a, dense_b) = (color(look.dense, at(a)), color(look.dense, at(b)));
    let (thin_a, thin_b) = (color(look.thin, at(a)), color(look.thin, at(b)));
    mesh.shaded4(
        [up(a, floor), up(b, floor), up(b, top), up(a, top)],
        [dense_a, dense_b, thin_b, thin_a],
        Patch::Plain,
    );
}

fn weave(mesh: &mut MeshData, look: Look, (x, y, z): (f32, f32, f32), color: Vec4) {
    let color = (color.truncate() * 1.3).extend(0.5);
    let mut bar = |x0: f32, z0: f32, x1: f32, z1: f32| {
        let corners = [(x0, z0), (x0, z1), (x1, z1), (x1, z0)];
        mesh.shaded4(corners.map(|(x, z)| Vec3::new(x, y, z)), [color; 4], Patch::Plain);
    };
    if look.weave == Weave::None {
        return;
    }
    for i in 0..STRIPES {
        let d = (f32::from(i) + 0.4) / f32::from(STRIPES);
        bar(x + d, z, x + d + 0.05, z + 1.0);
        if look.weave == Weave::Grid {
            bar(x, z + d, x + 1.0, z + d + 0.05);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::VolumeId;

    fn smoke(cells: Vec<Cell>) -> Volume {
        Volume {
            id: VolumeId(1),
            name: "smoke".to_owned(),
            cells,
            height: Hm(4),
            blocks_sight: false,
            hides: true,
            haze: Haze::None,
            blocks_sound: false,
            damaging: None,
            rough: Default::default(),
            floor: None,
        }
    }

    #[test]
    fn a_cloud_is_transparent_and_has_the_stated_height() {
        let mut board = Board::new(4, 4);
        assert!(volumes(&board, &Relief::new(&board)).is_empty());
        board.add_volume(smoke(vec![Cell::new(1, 1), Cell::new(2, 1)]));
        let mesh = volumes(&board, &Relief::new(&board));
        assert_eq!(mesh.fault(), None);
        let (low, high) = mesh.bounds().unwrap();
        assert!((high.y - low.y - 2.0).abs() < 1e-4, "{low} to {high}");
        assert_eq!((low.x, high.x, low.z, high.z), (1.0, 3.0, 1.0, 2.0));
        assert!(mesh.colors.iter().all(|c| c.w < 0.9));
        // Two lids and floors, six sides: none between the two cells.
        assert_eq!(mesh.triangles(), 2 * (4 + 6));
    }

    #[test]
    fn a_cloud_on_a_deck_is_drawn_there() {
        let mut board = Board::new(4, 4);
        board.add_volume(Volume { floor: Some(Hm(6)), ..smoke(vec![Cell::new(1, 1)]) });
        let mesh = volumes(&board, &Relief::new(&board));
        let (low, high) = mesh.bounds().unwrap();
        assert!((low.y - LIFT - 3.0).abs() < 1e-4 && high.y > 4.9, "{low} to {high}");
    }

    #[test]
    fn volumes_without_effect_are_not_drawn() {
        let mut board = Board::new(2, 2);
        board.add_volume(Volume { hides: false, ..smoke(vec![Cell::new(0, 0)]) });
        assert!(volumes(&board, &Relief::new(&board)).is_empty());
    }

    #[test]
    fn haze_over_the_ground_is_a_body_too() {
        let mut board = Board::new(4, 4);
        for x in 1..3 {
            board.tile_mut(Cell::new(x, 1)).unwrap().haze = Haze::Heavy;
        }
        let mesh = volumes(&board, &Relief::new(&board));
        assert_eq!((mesh.fault(), mesh.triangles()), (None, 2 * (4 + 6)));
        assert!(haze(Haze::Light).dense < haze(Haze::Blinding).dense);
    }

    #[test]
    fn kinds_differ_in_more_than_colour() {
        let mut silence = smoke(vec![Cell::new(0, 0)]);
        silence.hides = false;
        silence.blocks_sound = true;
        let mut murk = smoke(vec![Cell::new(0, 0)]);
        murk.blocks_sight = true;
        let looks = [look(&smoke(vec![])), look(&silence), look(&murk)];
        assert!(looks[0].weave != looks[1].weave);
        assert!(looks[2].dense > looks[0].dense);
    }
}
