//! Ground of a chunk: cell tops with rounded edges, grid lines, shade and tint, and side walls with
//! strata and a seam for every metre of height.

use bevy::math::{Vec2, Vec3};

use super::atlas::Patch;
use super::canvas::chance;
use super::mesh::{MeshData, Paint};
use super::relief::Relief;
use super::surface::{looks, variation_tint};
use grid::{Board, Cell, Dir, Terrain};

/// Edge length of a chunk in cells.
pub const CHUNK: i16 = 16;

/// How finely cell tops are subdivided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Shade every quarter metre, growth and pebbles: for ordinary boards.
    Fine,
    /// Few triangles: for boards of more than [`Detail::FINE_CELLS`] cells.
    Coarse,
}

impl Detail {
    /// Largest board, in cells, that is drawn in fine detail.
    pub const FINE_CELLS: usize = 96 * 96;

    /// The detail for a board.
    pub fn of(board: &Board) -> Self {
        let cells = usize::from(board.width()) * usize::from(board.height());
        if cells <= Self::FINE_CELLS { Self::Fine } else { Self::Coarse }
    }

    /// Subdivision of a cell, as fractions from one border to the other.
    pub const fn lines(self) -> &'static [f32] {
        match self {
            Self::Fine => &[0.0, 0.035, 0.27, 0.5, 0.73, 0.965, 1.0],
            Self::Coarse => &[0.0, 0.05, 0.95, 1.0],
        }
    }
}

/// Corners of the chunks of a board, row by row.
pub fn chunks(board: &Board) -> impl Iterator<Item = Cell> + use<> {
    let (w, h) = (board.width() as i16, board.height() as i16);
    let step = CHUNK as usize;
    (0..h).step_by(step).flat_map(move |y| (0..w).step_by(step).map(move |x| Cell::new(x, y)))
}

/// North-western corner of the chunk that contains a cell.
pub const fn chunk_of(cell: Cell) -> Cell {
    Cell::new(cell.x - cell.x.rem_euclid(CHUNK), cell.y - cell.y.rem_euclid(CHUNK))
}

/// Cells of a chunk that lie on the board.
pub fn chunk_cells(board: &Board, corner: Cell) -> impl Iterator<Item = Cell> + '_ {
    (0..CHUNK)
        .flat_map(move |y| (0..CHUNK).map(move |x| corner.offset(x, y)))
        .filter(|c| board.contains(*c))
}

/// Adds the column of a cell: its top, and its faces towards lower neighbours.
pub fn tile(mesh: &mut MeshData, board: &Board, relief: &Relief, cell: Cell, detail: Detail) {
    top(mesh, board, relief, cell, detail);
    for side in Dir::SIDES {
        wall(mesh, board, relief, cell, side, detail);
    }
}

/// Brightness of the lines between cells.
pub const GRID_LINE: f32 = 0.80;

/// How far the lip of an edge hangs below the floor, in metres.
const LIP: f32 = 0.05;

/// True when the neighbour on that side is so much lower that this cell shows a face there.
pub fn drops(relief: &Relief, cell: Cell, side: Dir) -> bool {
    relief.floor(cell) > relief.floor(cell.step(side)) + 0.05
}

/// A point on the border of a cell's top at fractions (`u`, `v`), pulled in where a face begins,
/// and the direction in which the edge falls off (zero where it does not).
fn rim(board: &Board, relief: &Relief, cell: Cell, u: f32, v: f32, y: f32) -> (Vec2, Vec2) {
    let (x, z) = (f32::from(cell.x) + u, f32::from(cell.y) + v);
    let on_x = u <= 0.0 || u >= 1.0;
    let on_z = v <= 0.0 || v >= 1.0;
    let pull = if on_x && on_z {
        relief.corner_pull(board, x as i16, z as i16, y)
    } else if on_x || on_z {
        let side = match (u <= 0.0, u >= 1.0, v <= 0.0) {
            (true, _, _) => Dir::W,
            (_, true, _) => Dir::E,
            (_, _, true) => Dir::N,
            _ => Dir::S,
        };
        if relief.floor(cell.step(side)) > y - 0.06 {
            Vec2::ZERO
        } else {
            let (dx, dz) = side.delta();
            Vec2::new(-f32::from(dx), -f32::from(dz)) * relief.face_pull(board, cell, x, z, y)
        }
    } else {
        Vec2::ZERO
    };
    (Vec2::new(x, z) + pull, -pull.normalize_or_zero())
}

fn top(mesh: &mut MeshData, board: &Board, relief: &Relief, cell: Cell, detail: Detail) {
    let Some(tile) = board.tile(cell) else { return };
    let look = looks(tile.terrain);
    let n = detail.lines().len();
    let across = top_lines(relief, cell, detail, look.built, [Dir::W, Dir::E]);
    let down = top_lines(relief, cell, detail, look.built, [Dir::N, Dir::S]);
    let floor = relief.floor(cell);
    let quarter = Patch::quarter(cell.x, cell.y);
    let own = 1.0 + (chance(i32::from(cell.x), i32::from(cell.y), 5) - 0.5) * 0.07;
    let water = relief.water(cell);
    let start = mesh.positions.len() as u32;
    for (j, v) in down.iter().enumerate() {
        for (i, u) in across.iter().enumerate() {
            let border = i == 0 || j == 0 || i + 1 == n || j + 1 == n;
            let (flat, out) = rim(board, relief, cell, *u, *v, floor);
            let lip = out != Vec2::ZERO;
            let y = if lip { floor - LIP } else { floor };
            let at = Vec3::new(flat.x, y, flat.y);
            let normal = (Vec3::Y + Vec3::new(out.x, 0.0, out.y) * 0.9).normalize();
            let broad = relief.broad_noise(flat.x, flat.y);
            let mut color = variation_tint(tile.terrain, broad)
                * (own * (1.0 + 0.07 * relief.fine_noise(flat.x, flat.y)));
            color *= relief.light_at(flat.x, flat.y);
            // Grid: a soft dark line between cells of the same height.
            color *= match (border, lip) {
                (true, true) => 1.1,
                (true, false) => GRID_LINE,
                _ => 1.0,
            };
            let probe = Vec3::new(flat.x + (0.5 - u) * 0.03, floor, flat.y + (0.5 - v) * 0.03);
            color *= relief.openness(probe);
            let mut sun = relief.sunlight(probe);
            if let Some(surface) = water {
                color *= under_water(surface - floor);
                sun *= 0.8;
            }
            if tile.is_solid() {
                color *= 0.42;
            }
            let glow = matches!(tile.terrain, Terrain::Embers);
            let uv = look.top.uv(quarter + Vec2::new(*u, *v));
            let sun = if glow { sun.max(0.6) } else { sun };
            mesh.vertex(at, normal, color.extend(1.0), uv, sun);
        }
    }
    let n = n as u32;
    for j in 0..n - 1 {
        for i in 0..n - 1 {
            let a = start + j * n + i;
            let (b, c, d) = (a + 1, a + n, a + n + 1);
            // Split each square along the diagonal through the cell's middle, so that shade is
            // symmetric in the corners.
            if (i < n / 2) == (j < n / 2) {
                mesh.indices.extend([a, c, d, a, d, b]);
            } else {
                mesh.indices.extend([a, c, b, b, c, d]);
            }
        }
    }
}

/// Subdivision of a cell top between two opposite borders. Where natural ground falls off, the line
/// next to the border leaves room for the waves of the face.
fn top_lines(
    relief: &Relief,
    cell: Cell,
    detail: Detail,
    built: bool,
    sides: [Dir; 2],
) -> Vec<f32> {
    const ROOM: f32 = 0.15;
    let mut lines = detail.lines().to_vec();
    let n = lines.len();
    if !built {
        if drops(relief, cell, sides[0]) {
            lines[1] = ROOM;
        }
        if drops(relief, cell, sides[1]) {
            lines[n - 2] = 1.0 - ROOM;
        }
    }
    lines
}

/// Colour of light that passed through `depth` metres of water and back.
fn under_water(depth: f32) -> Vec3 {
    let d = depth.max(0.0);
    Vec3::new((-d * 0.75).exp(), (-d * 0.32).exp(), (-d * 0.26).exp()) * 0.92
}

/// Heights at which a face is subdivided: every metre with a dark seam, and in between.
fn face_rows(top: f32, bottom: f32, detail: Detail) -> Vec<(f32, f32)> {
    let mut rows = Vec::new();
    let mut metre = top.ceil() as i32;
    while (metre as f32) > bottom - 1.0 {
        let m = metre as f32;
        let seam = [(m, 0.50), (m - 0.06, 1.06), (m - 0.5, 1.0), (m - 0.94, 0.90)];
        match detail {
            Detail::Fine => rows.extend(seam),
            Detail::Coarse => rows.extend([seam[0], seam[2]]),
        }
        metre -= 1;
    }
    rows.retain(|(y, _)| *y < top - 0.06 && *y > bottom + 0.01);
    rows.insert(0, (top, 1.0));
    rows.push((bottom, 0.9));
    rows
}

/// Adds the face of a cell's column towards a lower neighbour.
fn wall(
    mesh: &mut MeshData,
    board: &Board,
    relief: &Relief,
    cell: Cell,
    side: Dir,
    detail: Detail,
) {
    let Some(tile) = board.tile(cell) else { return };
    if !drops(relief, cell, side) {
        return;
    }
    let look = looks(tile.terrain);
    let floor = relief.floor(cell);
    let foot = relief.floor(cell.step(side));
    let (dx, dz) = side.delta();
    let out = Vec3::new(f32::from(dx), 0.0, f32::from(dz));
    let lines = face_lines(relief, cell, side, detail, look.built);
    let rows = face_rows(floor, foot, detail);
    let columns = lines.len() as u32;
    for pair in rows.windows(2) {
        let middle = (pair[0].0 + pair[1].0) / 2.0;
        let patch = if floor - middle < 1.0 { look.side } else { look.deep };
        let metre = middle.floor();
        let start = mesh.positions.len() as u32;
        for (row, (y, seam)) in pair.iter().enumerate() {
            for t in &lines {
                let (u, v) = along(side, *t);
                let (flat, _) = rim(board, relief, cell, u, v, *y);
                let is_top = *y >= floor;
                let at = Vec3::new(flat.x, if is_top { floor - LIP } else { *y }, flat.y);
                let probe = at + out * 0.12;
                let rise = (*y - foot).max(0.0);
                let shade = 0.52 + 0.48 * (rise / 0.9).min(1.0).sqrt();
                let band = if (metre as i32).rem_euclid(2) == 0 { 1.12 } else { 0.80 };
                let grain = 1.0 + 0.10 * relief.fine_noise(flat.x * 1.7 + *y, flat.y * 1.7 - *y);
                let mut color = relief.light_at(flat.x, flat.y) * (shade * band * seam * grain);
                if let Some(level) = relief.water(cell.step(side))
                    && *y < level
                {
                    color *= under_water(level - *y);
                }
                let bump = relief.fine_noise(flat.x * 3.0, flat.y * 3.0 + *y * 3.0);
                let lift = if is_top { 0.5 } else { 0.12 * bump };
                let tangent = Vec3::new(out.z, 0.0, -out.x) * (bump * 0.3);
                let rough = if look.built { Vec3::ZERO } else { tangent };
                let normal = (out + rough + Vec3::Y * lift).normalize();
                let fraction = (pair[0].0 - pair[1].0).min(1.0);
                let down = (metre + 1.0 - pair[0].0).clamp(0.0, 1.0);
                let uv = patch.uv(Vec2::new(
                    across(side, cell, *t),
                    f32::from(metre as i16 & 1)
                        + (down + if row == 0 { 0.0 } else { fraction }).min(1.0),
                ));
                mesh.vertex(at, normal, color.extend(1.0), uv, relief.sunlight(probe));
            }
        }
        for i in 0..columns - 1 {
            let (a, b) = (start + i, start + i + 1);
            let (c, d) = (a + columns, b + columns);
            mesh.indices.extend([a, c, d, a, d, b]);
        }
    }
}

/// Subdivision of a face, left to right seen from outside; matches the top that it hangs from.
fn face_lines(relief: &Relief, cell: Cell, side: Dir, detail: Detail, built: bool) -> Vec<f32> {
    let ends = match side {
        Dir::N | Dir::S => [Dir::W, Dir::E],
        _ => [Dir::N, Dir::S],
    };
    let mut lines = top_lines(relief, cell, detail, built, ends);
    if matches!(side, Dir::N | Dir::E) {
        lines = lines.iter().rev().map(|t| 1.0 - t).collect();
    }
    lines
}

/// Cell fractions of the point at `t` along a side, left to right seen from outside.
fn along(side: Dir, t: f32) -> (f32, f32) {
    match side {
        Dir::N => (1.0 - t, 0.0),
        Dir::E => (1.0, 1.0 - t),
        Dir::W => (0.0, t),
        _ => (t, 1.0),
    }
}

/// Texture position along a face in metres, continuous from cell to cell.
fn across(side: Dir, cell: Cell, t: f32) -> f32 {
    let (u, v) = along(side, t);
    let quarter = Patch::quarter(cell.x, cell.y);
    match side {
        Dir::N | Dir::S => quarter.x + u,
        _ => quarter.y + v,
    }
}

/// The wavy hem with which a terrain spreads over its neighbour at the same height.
pub fn hems(mesh: &mut MeshData, board: &Board, relief: &Relief, cell: Cell) {
    const PARTS: usize = 8;
    let Some(tile) = board.tile(cell) else { return };
    let own = looks(tile.terrain);
    if own.built || relief.water(cell).is_some() || tile.is_solid() {
        return;
    }
    for side in Dir::SIDES {
        let other = cell.step(side);
        let Some(neighbour) = board.tile(other) else { continue };
        let level = (relief.floor(cell) - relief.floor(other)).abs() < 0.01;
        let spreads =
            own.rank > looks(neighbour.terrain).rank && own.top != looks(neighbour.terrain).top;
        if !level || !spreads || relief.water(other).is_some() {
            continue;
        }
        let (dx, dz) = side.delta();
        let out = Vec2::new(f32::from(dx), f32::from(dz));
        let y = relief.floor(cell) + 0.006;
        let start = mesh.positions.len() as u32;
        let runs_on = |turn: u8| {
            let next = cell.step(side.turned(turn));
            let across = next.step(side);
            board.tile(next).is_some_and(|t| t.terrain == tile.terrain)
                && board.tile(across).is_some_and(|t| looks(t.terrain).rank < own.rank)
        };
        // The left end of `along` lies counter-clockwise of the side.
        let (left, right) = (runs_on(6), runs_on(2));
        for i in 0..=PARTS {
            let t = i as f32 / PARTS as f32;
            let (u, v) = along(side, t);
            let at = Vec2::new(f32::from(cell.x) + u, f32::from(cell.y) + v);
            let taper_left = if left { 1.0 } else { (t * 4.0).min(1.0) };
            let taper_right = if right { 1.0 } else { ((1.0 - t) * 4.0).min(1.0) };
            let wave = relief.fine_noise(at.x * 4.3, at.y * 4.3);
            let reach = (0.11 + 0.10 * wave).max(0.01) * taper_left.min(taper_right).sqrt() + 0.005;
            let broad = variation_tint(tile.terrain, relief.broad_noise(at.x, at.y));
            for (k, p) in [at, at + out * reach].into_iter().enumerate() {
                let probe = Vec3::new(p.x, y, p.y);
                let edge = if k == 0 { 0.95 } else { 0.82 };
                let color = broad * relief.light_at(p.x, p.y) * (edge * relief.openness(probe));
                let quarter = Patch::quarter(cell.x, cell.y);
                let local = Vec2::new(u, v) - out * (reach * k as f32);
                let uv = own.top.uv(quarter + local);
                mesh.vertex(probe, Vec3::Y, color.extend(1.0), uv, relief.sunlight(probe));
            }
        }
        for i in 0..PARTS as u32 {
            let a = start + i * 2;
            mesh.indices.extend([a, a + 1, a + 3, a, a + 3, a + 2]);
        }
    }
}

/// Plain paint for ground details at a point, lit like the ground.
pub fn lit_paint(relief: &Relief, at: Vec3, color: Vec3) -> Paint {
    Paint::plain(color * relief.light_at(at.x, at.z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Hm;

    fn stepped() -> Board {
        let mut b = Board::new(20, 18);
        for c in b.cells() {
            let rise = i32::from(c.x % 5) + i32::from(c.y % 3);
            let terrain = Terrain::ALL[(c.x as usize + c.y as usize) % Terrain::ALL.len()];
            let tile = b.tile_mut(c).unwrap();
            *tile = terrain.tile();
            tile.elevation = Hm(rise);
        }
        b
    }

    #[test]
    fn every_cell_is_in_one_chunk() {
        let b = stepped();
        let all: Vec<_> = chunks(&b).flat_map(|k| chunk_cells(&b, k).collect::<Vec<_>>()).collect();
        assert_eq!(chunks(&b).count(), 4);
        assert_eq!(all.len(), 20 * 18);
        let mut sorted = all.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), all.len());
    }

    #[test]
    fn every_cell_is_in_the_chunk_of_its_corner() {
        let b = stepped();
        for k in chunks(&b) {
            assert!(chunk_cells(&b, k).all(|c| chunk_of(c) == k));
        }
    }

    #[test]
    fn ground_is_valid_and_bounded() {
        let b = stepped();
        let r = Relief::new(&b);
        for detail in [Detail::Fine, Detail::Coarse] {
            for k in chunks(&b) {
                let mut m = MeshData::new();
                for c in chunk_cells(&b, k) {
                    tile(&mut m, &b, &r, c, detail);
                    hems(&mut m, &b, &r, c);
                }
                assert_eq!(m.fault(), None);
                let cells = chunk_cells(&b, k).count();
                // Tops of 72 triangles, four faces of up to ten rows, four hems.
                assert!(m.triangles() <= cells * (72 + 4 * 10 * 4 * 12 + 4 * 16));
            }
        }
    }

    #[test]
    fn tops_lie_at_their_floor_and_face_up() {
        let b = Board::new(3, 3);
        let r = Relief::new(&b);
        let mut m = MeshData::new();
        b.cells().for_each(|c| tile(&mut m, &b, &r, c, Detail::Fine));
        let (lo, hi) = m.bounds().unwrap();
        assert!(hi.y.abs() < 1e-6 && (lo.y - r.base()).abs() < 1e-6);
        assert!(lo.x >= -1e-6 && hi.x <= 3.0 + 1e-6);
        for t in m.indices.chunks(3) {
            let [p, q, s] = [t[0], t[1], t[2]].map(|i| m.positions[i as usize]);
            let n: Vec3 = t.iter().map(|i| m.normals[*i as usize]).sum();
            assert!((q - p).cross(s - p).dot(n) > -1e-7);
        }
    }

    #[test]
    fn faces_of_neighbours_meet_at_their_corners() {
        let b = stepped();
        let r = Relief::new(&b);
        for (x, z) in [(3, 2), (7, 5), (12, 9)] {
            let y = r.floor(Cell::new(x, z)).max(r.floor(Cell::new(x - 1, z)));
            let (a, _) = rim(&b, &r, Cell::new(x, z), 0.0, 0.0, y);
            let (c, _) = rim(&b, &r, Cell::new(x - 1, z), 1.0, 0.0, y);
            assert!((a - c).length() < 1e-6);
        }
    }

    #[test]
    fn cells_of_equal_height_have_no_face_between_them() {
        let r = Relief::new(&Board::new(3, 3));
        assert!(!drops(&r, Cell::new(0, 0), Dir::E));
        assert!(drops(&r, Cell::new(0, 0), Dir::W));
    }
}
