//! Volumes of air or ground with special properties: smoke, murk, silence, burning ground. Drawn as
//! clouds over everything else: thin sheets that fade upwards and towards the edges. Each kind has
//! its own colour and pattern, so that they can also be told apart without colour.

use bevy::math::Vec3;

use super::atlas::Patch;
use super::mesh::MeshData;
use super::palette::srgb;
use super::relief::{Relief, metres};
use grid::{Board, Cell, Haze, Hm, Rough, Tile, Volume};

/// Minimum drawn height of a volume in metres, so that volumes that only cover the ground are
/// visible.
const LEAST: f32 = 0.12;
/// Height of the foot above the ground, in metres.
const LIFT: f32 = 0.03;
/// Sheets of a cloud from its foot to its top: the height as a share of the cloud's, and the share
/// of its depth.
const SHEETS: [(f32, f32); 4] = [(0.05, 0.4), (0.35, 0.3), (0.65, 0.2), (0.95, 0.1)];
/// How far a sheet rolls up and down, as a share of its height.
const ROLL: f32 = 0.15;
/// Stripes per cell of a volume that affects units or sound.
const STRIPES: u8 = 4;

/// Appearance of a volume.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    color: Vec3,
    /// Opacity of all its sheets together, away from its edges.
    dense: f32,
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
    let of = |hex, dense, weave| Look { color: srgb(hex), dense, weave };
    if volume.damaging.is_some() {
        of(0x00ff_7a1a, 0.45, Weave::Stripes)
    } else if volume.blocks_sight {
        of(0x0018_1822, 0.85, Weave::None)
    } else if volume.blocks_sound {
        of(0x00a7_8bfa, 0.40, Weave::Grid)
    } else if volume.hides {
        of(0x00d8_dce6, 0.60, Weave::None)
    } else if volume.haze > Haze::None {
        haze(volume.haze)
    } else {
        of(0x008a_6a3c, 0.40, Weave::Grid)
    }
}

/// Appearance of haze, by rank.
fn haze(rank: Haze) -> Look {
    let dense = match rank {
        Haze::None => 0.0,
        Haze::Light => 0.26,
        Haze::Heavy => 0.46,
        Haze::Blinding => 0.70,
    };
    Look { color: srgb(0x00c6_d0c4), dense, weave: Weave::None }
}

/// True for volumes without any effect of their own, such as an unseen remote eye: they are not
/// drawn.
fn is_unseen(volume: &Volume) -> bool {
    let stops = volume.blocks_sight || volume.blocks_sound || volume.haze_rank() > Haze::None;
    !stops && volume.damaging.is_none() && volume.rough == Rough::None
}

/// Clouds of all visible volumes and of the haze over the ground; empty if there are none.
pub fn volumes(board: &Board, relief: &Relief) -> MeshData {
    let mut mesh = MeshData::new();
    for volume in board.volumes().iter().filter(|volume| !is_unseen(volume)) {
        let inside = |c: Cell| board.tile(c).is_some() && volume.cells.contains(&c);
        let floor = |c: Cell| volume.floor.map_or_else(|| relief.surface(c), metres);
        let floor = |c: Cell| inside(c).then(|| floor(c));
        cloud(&mut mesh, relief, (look(volume), volume.height), &volume.cells, floor);
    }
    let haze_of = |c: Cell| board.tile(c).map_or(Haze::None, |tile| tile.haze);
    for rank in Haze::RANKS {
        let cells: Vec<Cell> = board.cells().filter(|c| haze_of(*c) == rank).collect();
        let floor = |c: Cell| (haze_of(c) == rank).then(|| relief.surface(c));
        cloud(&mut mesh, relief, (haze(rank), Tile::HAZE_HEIGHT), &cells, floor);
    }
    mesh
}

/// A cloud of a height over some cells; `floor` is the floor of those that belong to it. It is
/// densest in the middle of its cells, half as dense at their edge, and ends half a cell beyond.
fn cloud(
    mesh: &mut MeshData,
    relief: &Relief,
    (look, height): (Look, Hm),
    cells: &[Cell],
    floor: impl Fn(Cell) -> Option<f32>,
) {
    let height = metres(height.max(Hm::ZERO)).max(LEAST);
    for (cell, floor) in cells.iter().filter_map(|cell| Some((*cell, floor(*cell)?))) {
        let (x, z) = (f32::from(cell.x), f32::from(cell.y));
        let light = relief.light_at(x + 0.5, z + 0.5).max(Vec3::splat(0.35));
        weave(mesh, look, (x, floor + LIFT, z), look.color * light);
    }
    let mut reached: Vec<Cell> = cells.iter().flat_map(|cell| around(*cell)).collect();
    reached.sort_unstable();
    reached.dedup();
    // Optical depth, which adds up over the sheets.
    let depth = -(1.0 - look.dense).ln();
    for cell in reached {
        // Far from the edge nothing changes within a cell.
        let whole = around(cell).all(|c| floor(c).is_some());
        let (parts, size) = if whole { (1, 2) } else { (2, 1) };
        for (i, j) in (0..parts).flat_map(|i| (0..parts).map(move |j| (i, j))) {
            let (x, z) = (2 * cell.x + i, 2 * cell.y + j);
            let corners = [(x, z), (x, z + size), (x + size, z + size), (x + size, z)];
            let known = corners.map(|at| wisp(at, &floor));
            let Some((beside, _)) = known.into_iter().flatten().next() else { continue };
            for (up, share) in SHEETS {
                let corner = |n: usize| {
                    let (x, z) = (f32::from(corners[n].0) / 2.0, f32::from(corners[n].1) / 2.0);
                    let (foot, cover) = known[n].unwrap_or((beside, 0.0));
                    let noise = relief.broad_noise(x + 7.0 * up, z);
                    let y = foot + LIFT + height * up * (1.0 + ROLL * noise);
                    let alpha = 1.0 - (-depth * share * cover * (1.0 + 0.3 * noise)).exp();
                    let light = relief.light_at(x, z).max(Vec3::splat(0.35));
                    (Vec3::new(x, y, z), (look.color * light).extend(alpha))
                };
                let made = [corner(0), corner(1), corner(2), corner(3)];
                mesh.shaded4(made.map(|(at, _)| at), made.map(|(_, c)| c), Patch::Plain);
            }
        }
    }
}

/// A cell and the eight around it.
fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| cell.offset(dx, dy)))
}

/// A cloud at a point counted in half cells: the mean floor of its cells that touch the point, and
/// their share of all cells that do. `None` if none does.
fn wisp((x, z): (i16, i16), floor: impl Fn(Cell) -> Option<f32>) -> Option<(f32, f32)> {
    let touching = |half: i16| (half - 1).div_euclid(2)..=half.div_euclid(2);
    let (mut all, mut inside, mut sum) = (0.0, 0.0, 0.0);
    for cell in touching(x).flat_map(|x| touching(z).map(move |z| Cell::new(x, z))) {
        all += 1.0;
        if let Some(floor) = floor(cell) {
            inside += 1.0;
            sum += floor;
        }
    }
    (inside > 0.0).then(|| (sum / inside, inside / all))
}

fn weave(mesh: &mut MeshData, look: Look, (x, y, z): (f32, f32, f32), color: Vec3) {
    let color = (color * 1.3).extend(0.5);
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
    fn a_cloud_fades_upwards_and_towards_its_edges() {
        let mut board = Board::new(4, 4);
        assert!(volumes(&board, &Relief::new(&board)).is_empty());
        board.add_volume(smoke(vec![Cell::new(1, 1), Cell::new(2, 1)]));
        let mesh = volumes(&board, &Relief::new(&board));
        assert_eq!(mesh.fault(), None);
        let (low, high) = mesh.bounds().unwrap();
        assert!((high.y - low.y - 1.8).abs() < 0.4, "{low} to {high}");
        // Half a cell beyond its cells.
        assert_eq!((low.x, high.x, low.z, high.z), (0.5, 3.5, 0.5, 2.5));
        // Six by four quarters of cells in each sheet, and no sides.
        assert_eq!(mesh.triangles(), 2 * SHEETS.len() * 6 * 4);
        assert!(mesh.normals.iter().all(|normal| normal.y.abs() > 0.8));
        let opacity = |x: f32, top: bool| {
            let there = mesh.positions.iter().zip(&mesh.colors);
            let found = there.filter(|(at, _)| ((at.x, at.z), at.y > 1.0) == ((x, 1.5), top));
            found.map(|(_, color)| color.w).fold(0.0, f32::max)
        };
        assert!(opacity(0.5, false) <= 0.0 && opacity(1.0, false) > 0.0);
        assert!(opacity(1.0, false) < opacity(1.5, false));
        assert!(opacity(1.5, true) < opacity(1.5, false));
    }

    /// Away from the edge a cell is one piece: the middle one of nine.
    #[test]
    fn the_inside_of_a_cloud_is_cheap() {
        let mut board = Board::new(5, 5);
        for (x, y) in (1..4).flat_map(|x| (1..4).map(move |y| (x, y))) {
            board.tile_mut(Cell::new(x, y)).unwrap().haze = Haze::Light;
        }
        let mesh = volumes(&board, &Relief::new(&board));
        assert_eq!(mesh.triangles(), 2 * SHEETS.len() * (8 * 8 - 4 + 1));
    }

    #[test]
    fn a_cloud_on_a_deck_is_drawn_there() {
        let mut board = Board::new(4, 4);
        board.add_volume(Volume { floor: Some(Hm(6)), ..smoke(vec![Cell::new(1, 1)]) });
        let mesh = volumes(&board, &Relief::new(&board));
        let (low, high) = mesh.bounds().unwrap();
        assert!(low.y > 3.0 && low.y < 3.3 && high.y > 4.5, "{low} to {high}");
    }

    #[test]
    fn volumes_without_effect_are_not_drawn() {
        let mut board = Board::new(2, 2);
        board.add_volume(Volume { hides: false, ..smoke(vec![Cell::new(0, 0)]) });
        assert!(volumes(&board, &Relief::new(&board)).is_empty());
    }

    #[test]
    fn haze_over_the_ground_is_a_cloud_too() {
        let mut board = Board::new(4, 4);
        for x in 1..3 {
            board.tile_mut(Cell::new(x, 1)).unwrap().haze = Haze::Heavy;
        }
        let mesh = volumes(&board, &Relief::new(&board));
        assert_eq!((mesh.fault(), mesh.triangles()), (None, 2 * SHEETS.len() * 6 * 4));
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
