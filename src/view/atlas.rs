//! The texture atlas: one image with a painted patch for every kind of surface, so that whole
//! chunks draw with one material. Pure pixels; the engine's image is made in `materials.rs`.

use bevy::math::Vec2;
use rayon::prelude::*;

use super::canvas::Canvas;
use super::patches;

/// A piece of the atlas. Each shows [`Patch::METRES`] by as many metres and repeats seamlessly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Patch {
    /// White: the vertex colour alone.
    Plain,
    /// Short grass.
    Grass,
    /// Bare earth.
    Earth,
    /// Trodden path.
    Path,
    /// Rippled sand.
    Sand,
    /// Gravel.
    Gravel,
    /// Bare rock.
    Rock,
    /// Paving.
    Stone,
    /// Planks.
    Wood,
    /// Mud.
    Mud,
    /// Mire.
    Mire,
    /// High grass.
    Reeds,
    /// Snow.
    Snow,
    /// Ice.
    Ice,
    /// The bed of waters.
    Bed,
    /// Embers.
    Embers,
    /// Rubble.
    Rubble,
    /// Layered rock of cliffs.
    Cliff,
    /// Soil of banks.
    Soil,
    /// Squared blocks of walls.
    Masonry,
    /// Water, nearly white, to be tinted.
    Water,
    /// Long grain of the table.
    Table,
    /// Bark.
    Bark,
    /// Leaves, nearly white, to be tinted.
    Leaves,
    /// The grain of one plank; it runs along the longer side of each face.
    Timber,
    /// Dressed stone without joints, nearly white, to be tinted.
    Grit,
}

impl Patch {
    /// Edge length of the surface that one patch shows.
    pub const METRES: f32 = 2.0;

    /// Every patch, in the order of the atlas.
    pub const ALL: [Self; 26] = [
        Self::Plain,
        Self::Grass,
        Self::Earth,
        Self::Path,
        Self::Sand,
        Self::Gravel,
        Self::Rock,
        Self::Stone,
        Self::Wood,
        Self::Mud,
        Self::Mire,
        Self::Reeds,
        Self::Snow,
        Self::Ice,
        Self::Bed,
        Self::Embers,
        Self::Rubble,
        Self::Cliff,
        Self::Soil,
        Self::Masonry,
        Self::Water,
        Self::Table,
        Self::Bark,
        Self::Leaves,
        Self::Timber,
        Self::Grit,
    ];

    /// The atlas coordinates of a point of the patch, given in metres from its corner.
    pub fn uv(self, metres: Vec2) -> Vec2 {
        let (col, row) = (self as u32 % COLUMNS, self as u32 / COLUMNS);
        let corner = Vec2::new((col * CELL + GUTTER) as f32, (row * CELL + GUTTER) as f32);
        let px = corner + metres / Self::METRES * Canvas::SIZE as f32;
        px / Vec2::new(WIDTH as f32, HEIGHT as f32)
    }

    /// The quarter of the patch that a cell in that column and row shows, as its corner in metres.
    pub fn quarter(x: i16, y: i16) -> Vec2 {
        Vec2::new(f32::from(x.rem_euclid(2)), f32::from(y.rem_euclid(2)))
    }
}

/// Patches in a row of the atlas.
const COLUMNS: u32 = 8;
/// Repeated pixels round each patch, so that coarse mip levels do not mix neighbours.
const GUTTER: u32 = 8;
/// A patch with its gutters, in pixels.
const CELL: u32 = Canvas::SIZE as u32 + 2 * GUTTER;
/// Width of the atlas in pixels.
pub const WIDTH: u32 = COLUMNS * CELL;
/// Height of the atlas in pixels.
pub const HEIGHT: u32 = (Patch::ALL.len() as u32).div_ceil(COLUMNS) * CELL;
/// Mip levels: as many as the gutter can serve.
pub const MIPS: u32 = 4;

/// The atlas as sRGB pixels of four bytes: all mip levels, the finest first.
pub fn paint() -> Vec<u8> {
    let canvases: Vec<Canvas> = Patch::ALL.into_par_iter().map(patches::paint).collect();
    let (w, h) = (WIDTH as usize, HEIGHT as usize);
    let mut level = vec![255u8; w * h * 4];
    for (i, canvas) in canvases.iter().enumerate() {
        let (col, row) = (i as u32 % COLUMNS, i as u32 / COLUMNS);
        for py in 0..CELL {
            for px in 0..CELL {
                let rgb = canvas.byte_at(px as i32 - GUTTER as i32, py as i32 - GUTTER as i32);
                let at = ((row * CELL + py) as usize * w + (col * CELL + px) as usize) * 4;
                level[at..at + 3].copy_from_slice(&rgb);
            }
        }
    }
    let mut all = level.clone();
    let (mut w, mut h) = (w, h);
    for _ in 1..MIPS {
        level = halve(&level, w, h);
        (w, h) = (w / 2, h / 2);
        all.extend_from_slice(&level);
    }
    all
}

/// Averages two by two pixels. The sides are even.
fn halve(pixels: &[u8], w: usize, h: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(pixels.len() / 4);
    for y in (0..h).step_by(2) {
        for x in (0..w).step_by(2) {
            for c in 0..4 {
                let at = |dx: usize, dy: usize| u16::from(pixels[((y + dy) * w + x + dx) * 4 + c]);
                out.push(((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4) as u8);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_stand_in_the_order_of_the_atlas_and_do_not_overlap() {
        for (i, p) in Patch::ALL.into_iter().enumerate() {
            assert_eq!(p as usize, i);
            let (lo, hi) = (p.uv(Vec2::ZERO), p.uv(Vec2::splat(Patch::METRES)));
            assert!(lo.cmpge(Vec2::ZERO).all() && hi.cmple(Vec2::ONE).all());
            for q in Patch::ALL.into_iter().skip(i + 1) {
                let (ql, qh) = (q.uv(Vec2::ZERO), q.uv(Vec2::splat(Patch::METRES)));
                let apart = qh.x <= lo.x || hi.x <= ql.x || qh.y <= lo.y || hi.y <= ql.y;
                assert!(apart, "{p:?} {q:?}");
            }
        }
    }

    #[test]
    fn every_mip_level_is_there() {
        let expected: u32 = (0..MIPS).map(|m| (WIDTH >> m) * (HEIGHT >> m) * 4).sum();
        assert_eq!(paint().len() as u32, expected);
        assert_eq!((WIDTH % (1 << MIPS), HEIGHT % (1 << MIPS)), (0, 0));
    }
}
