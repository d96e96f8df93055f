//! Appearance of each terrain: its patches, its sides, and which terrain overlaps which.

use bevy::math::Vec3;

use super::atlas::Patch;
use grid::Terrain;

/// Appearance of a terrain.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    /// Patch on top.
    pub top: Patch,
    /// Patch of the uppermost metre of its sides.
    pub side: Patch,
    /// Patch of its sides further down.
    pub deep: Patch,
    /// Man-made: straight edges and even faces.
    pub built: bool,
    /// How strongly broad noise tints it, 0 to 1.
    pub variation: f32,
    /// Where two terrains meet at the same height, the higher rank spreads over the border.
    pub rank: u8,
}

/// Appearance of a terrain.
pub const fn looks(terrain: Terrain) -> Looks {
    use Patch as P;
    let (top, side, deep, built, variation, rank) = match terrain {
        Terrain::Grass => (P::Grass, P::Soil, P::Cliff, false, 1.0, 9),
        Terrain::Reeds => (P::Reeds, P::Soil, P::Cliff, false, 0.9, 10),
        Terrain::Earth => (P::Earth, P::Soil, P::Cliff, false, 0.6, 4),
        Terrain::Path => (P::Path, P::Soil, P::Cliff, false, 0.5, 3),
        Terrain::Sand => (P::Sand, P::Soil, P::Cliff, false, 0.5, 5),
        Terrain::Gravel => (P::Gravel, P::Cliff, P::Cliff, false, 0.5, 6),
        Terrain::Rock => (P::Rock, P::Cliff, P::Cliff, false, 0.6, 2),
        Terrain::Stone => (P::Stone, P::Masonry, P::Masonry, true, 0.3, 1),
        Terrain::Wood => (P::Wood, P::Wood, P::Wood, true, 0.2, 0),
        Terrain::Mud => (P::Mud, P::Soil, P::Cliff, false, 0.5, 7),
        Terrain::Mire => (P::Mire, P::Soil, P::Soil, false, 0.6, 8),
        Terrain::Snow => (P::Snow, P::Cliff, P::Cliff, false, 0.3, 11),
        Terrain::Ice => (P::Ice, P::Ice, P::Cliff, false, 0.3, 3),
        Terrain::Shallows | Terrain::Water => (P::Bed, P::Soil, P::Cliff, false, 0.4, 0),
        Terrain::Embers => (P::Embers, P::Cliff, P::Cliff, false, 0.2, 1),
        Terrain::Rubble => (P::Rubble, P::Cliff, P::Cliff, false, 0.5, 6),
        Terrain::Solid => (P::Rock, P::Cliff, P::Cliff, false, 0.4, 0),
    };
    Looks { top, side, deep, built, variation, rank }
}

/// Tint of a terrain by broad noise `n`, from -1 to 1. Grass varies between yellow and blue-green,
/// everything else in brightness.
pub fn variation_tint(terrain: Terrain, n: f32) -> Vec3 {
    let strength = looks(terrain).variation;
    let t = n * strength;
    match terrain {
        Terrain::Grass | Terrain::Reeds if t > 0.0 => {
            Vec3::new(1.0 + 0.42 * t, 1.0 + 0.10 * t, 1.0 - 0.05 * t)
        }
        Terrain::Grass | Terrain::Reeds => {
            Vec3::new(1.0 + 0.36 * t, 1.0 + 0.16 * t, 1.0 + 0.08 * t)
        }
        _ => Vec3::splat(1.0 + 0.22 * t),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_terrain_but_water_and_solid_has_its_own_top() {
        let shared = [Terrain::Shallows, Terrain::Water, Terrain::Solid];
        let own: Vec<_> = Terrain::ALL.into_iter().filter(|t| !shared.contains(t)).collect();
        for (i, a) in own.iter().enumerate() {
            for b in &own[..i] {
                assert_ne!(looks(*a).top, looks(*b).top, "{a:?} {b:?}");
            }
        }
    }
}
