//! Colours of the picture as `0xRRGGBB`.

use grid::{Material, Terrain};
use level::SideColour;

/// The table around the board.
pub const TABLE: u32 = 0x2a211b;
/// Outlines of things and tokens.
pub const INK: u32 = 0x1d1815;
/// The face of a token.
pub const FACE: u32 = 0xefe6cf;
/// Face of a token whose unit is out of the fight.
pub const FACE_DOWN: u32 = 0xa39b8c;
/// Marks of harm.
pub const HARM: u32 = 0xb3261e;
/// The tint over dim and dark cells.
pub const DUSK: u32 = 0x0a1030;
/// A roof over a cell.
pub const ROOF: u32 = 0x4a3226;
/// Lines of a roof.
pub const ROOF_LINE: u32 = 0xf0dcb8;
/// Text in the legend.
pub const WORDS: u32 = 0xe6dcc0;
/// Shallow water.
pub const SHOAL: u32 = 0x5fb3ac;
/// Deep water.
pub const DEEP: u32 = 0x17496c;
/// Foam on the shore.
pub const FOAM: u32 = 0xe4f3f0;

/// Colour of a floor.
pub const fn floor(terrain: Terrain) -> u32 {
    match terrain {
        Terrain::Grass => 0x7d9b52,
        Terrain::Earth => 0x8f7350,
        Terrain::Path => 0xb39a6f,
        Terrain::Sand => 0xd3bd85,
        Terrain::Gravel => 0x9f978a,
        Terrain::Rock => 0x857f78,
        Terrain::Stone => 0xa8a398,
        Terrain::Wood => 0x9a7148,
        Terrain::Mud => 0x6c573d,
        Terrain::Mire => 0x55502f,
        Terrain::Reeds => 0x8a9650,
        Terrain::Snow => 0xe9eef2,
        Terrain::Ice => 0xbfdbe6,
        Terrain::Shallows => 0xa09672,
        Terrain::Water => 0x4c5b52,
        Terrain::Embers => 0x4a2a20,
        Terrain::Rubble => 0x8d857b,
        Terrain::Solid => 0x4b453f,
    }
}

/// Colour of a material.
pub const fn matter(material: Material) -> u32 {
    match material {
        Material::Foliage => 0x4c7a36,
        Material::Wood => 0x8a6038,
        Material::Metal => 0x4b5058,
        Material::Stone => 0xb0a898,
        Material::Glass => 0xa9d3e6,
    }
}

/// Pattern of a token's two-coloured ring, so that sides can also be told apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// First colour only.
    Plain,
    /// Broad stripes.
    Stripes,
    /// Two rows of checks.
    Checks,
    /// Studs.
    Dots,
}

/// First colour, second colour and pattern of a side.
pub const fn side(colour: SideColour) -> (u32, u32, Pattern) {
    match colour {
        SideColour::Blue => (0x2f7fd0, 0xe8f1fa, Pattern::Plain),
        SideColour::Red => (0xd9542b, 0xfde9d2, Pattern::Stripes),
        SideColour::Gold => (0xe3b32a, 0x3a2c12, Pattern::Checks),
        SideColour::Violet => (0x8d62b8, 0xf2e6fa, Pattern::Dots),
        SideColour::Green => (0x1fa187, 0x0d2f2a, Pattern::Stripes),
        SideColour::White => (0xc9ccd1, 0x2a2e35, Pattern::Checks),
    }
}

/// Red, green and blue from 0 to 1.
pub fn split(hex: u32) -> [f32; 3] {
    [16, 8, 0].map(|shift| ((hex >> shift) & 0xff) as f32 / 255.0)
}

/// Interpolates: `t` = 0 gives `a`, 1 gives `b`.
pub fn mix(a: [f32; 3], b: [f32; 3], t: f32) -> [f32; 3] {
    let t = t.clamp(0.0, 1.0);
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * t)
}
