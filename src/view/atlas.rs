//! Texture atlas: one image with a painted patch for each kind of surface, so that a whole chunk
//! draws with one material. Pixels only; `materials.rs` makes the engine's image.

use bevy::math::Vec2;
use rayon::prelude::*;

use super::canvas::Canvas;
use super::mips;
use super::patches;

/// A patch of the atlas. It covers [`Patch::METRES`] squared and tiles seamlessly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Patch {
    /// White: vertex colour only.
    Plain,
    /// Short grass.
    Grass,
    /// Bare earth.
    Earth,
    /// Worn path.
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
    /// Shallow mud.
    Mud,
    /// Deep mire.
    Mire,
    /// Tall grass.
    Reeds,
    /// Snow.
    Snow,
    /// Ice.
    Ice,
    /// Bed of rivers and ponds.
    Bed,
    /// Embers.
    Embers,
    /// Rubble.
    Rubble,
    /// Layered cliff rock.
    Cliff,
    /// Soil of banks and slopes.
    Soil,
    /// Squared wall blocks.
    Masonry,
    /// Water, nearly white, for tinting.
    Water,
    /// Long wood grain of the table.
    Table,
    /// Bark.
    Bark,
    /// Leaves, nearly white, for tinting.
    Leaves,
    /// Grain of a single plank, along the longer side of each face.
    Timber,
    /// Dressed stone without joints, nearly white, for tinting.
    Grit,
}

impl Patch {
    /// Edge length of the surface that a patch covers, in metres.
    pub const METRES: f32 = 2.0;

    /// All patches, in atlas order.
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

    /// Atlas coordinates of a point in the patch, given in metres from the patch's corner.
    pub fn uv(self, metres: Vec2) -> Vec2 {
        let (col, row) = (self as u32 % COLUMNS, self as u32 / COLUMNS);
        let corner = Vec2::new((col * CELL + GUTTER) as f32, (row * CELL + GUTTER) as f32);
        let px = corner + metres / Self::METRES * Canvas::SIZE as f32;
        px / Vec2::new(WIDTH as f32, HEIGHT as f32)
    }

    /// The patch that holds atlas coordinates.
    pub fn holding(uv: Vec2) -> Option<Self> {
        let px = uv * Vec2::new(WIDTH as f32, HEIGHT as f32);
        let (col, row) = ((px.x / CELL as f32) as usize, (px.y / CELL as f32) as usize);
        Self::ALL.get(row * COLUMNS as usize + col).copied()
    }

    /// Atlas coordinates in this patch, moved to the same place in another.
    pub fn moved(self, uv: Vec2, other: Self) -> Vec2 {
        uv - self.uv(Vec2::ZERO) + other.uv(Vec2::ZERO)
    }

    /// Corner, in metres, of the quarter of the patch that the cell at column `x`, row `y` shows.
    pub fn quarter(x: i16, y: i16) -> Vec2 {
        Vec2::new(f32::from(x.rem_euclid(2)), f32::from(y.rem_euclid(2)))
    }
}

/// Patches per row of the atlas.
const COLUMNS: u32 = 8;
/// Border of repeated pixels around each patch, so that coarse mip levels do not bleed between
/// neighbours.
const GUTTER: u32 = 8;
/// Size of a patch with its gutters, in pixels.
const CELL: u32 = Canvas::SIZE as u32 + 2 * GUTTER;
/// Width of the atlas in pixels.
pub const WIDTH: u32 = COLUMNS * CELL;
/// Height of the atlas in pixels.
pub const HEIGHT: u32 = (Patch::ALL.len() as u32).div_ceil(COLUMNS) * CELL;
/// Number of mip levels: as many as the gutter allows without bleeding.
pub const MIPS: u32 = 4;

/// Paints the atlas as RGBA sRGB bytes: all mip levels, finest first.
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
    mips::chain(level, WIDTH, HEIGHT, MIPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_are_in_atlas_order_and_do_not_overlap() {
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
    fn all_mip_levels_are_present() {
        let expected: u32 = (0..MIPS).map(|m| (WIDTH >> m) * (HEIGHT >> m) * 4).sum();
        assert_eq!(paint().len() as u32, expected);
        assert_eq!((WIDTH % (1 << MIPS), HEIGHT % (1 << MIPS)), (0, 0));
    }
}
