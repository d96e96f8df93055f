//! Every colour of the board in one place.
//!
//! Colours are kept as linear light (`Vec3`, 0 is none, 1 is full), which is what vertex colours
//! expect; [`srgb`] turns the usual six hexadecimal digits into it.

use bevy::math::Vec3;

/// The linear colour of six hexadecimal digits, `0xRRGGBB`.
pub fn srgb(hex: u32) -> Vec3 {
    let channel = |shift: u32| {
        let c = ((hex >> shift) & 0xff) as f32 / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    Vec3::new(channel(16), channel(8), channel(0))
}

/// A linear channel as an sRGB byte, for textures.
pub fn to_srgb_byte(linear: f32) -> u8 {
    let l = linear.clamp(0.0, 1.0);
    let s = if l <= 0.003_130_8 { l * 12.92 } else { 1.055 * l.powf(1.0 / 2.4) - 0.055 };
    (s * 255.0 + 0.5) as u8
}

/// A colour between two others: `t` = 0 gives `a`, 1 gives `b`.
pub fn mix(a: Vec3, b: Vec3, t: f32) -> Vec3 {
    a + (b - a) * t.clamp(0.0, 1.0)
}

/// The pattern on the rim of a base, so that sides are told apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// One unbroken colour.
    Plain,
    /// Upright stripes.
    Stripes,
    /// Two rows of checks.
    Checks,
    /// Round studs.
    Dots,
}

/// How a side looks: its colour, a lighter shade of it for contrast, and its pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideLook {
    /// Cloth, rim and marker colour.
    pub main: Vec3,
    /// The second colour of the pattern.
    pub second: Vec3,
    /// The pattern of the rim.
    pub pattern: Pattern,
}

/// The look of a side by its number. Six colours that stay apart under the common kinds of colour
/// blindness; from the fifth side on the patterns repeat with other colours.
pub fn side_look(side: u8) -> SideLook {
    let (main, second, pattern) = match side % 6 {
        0 => (0x2f7fd0, 0xe8f1fa, Pattern::Plain),
        1 => (0xd9542b, 0xfde9d2, Pattern::Stripes),
        2 => (0xe3b32a, 0x3a2c12, Pattern::Checks),
        3 => (0x8d62b8, 0xf2e6fa, Pattern::Dots),
        4 => (0x1fa187, 0x0d2f2a, Pattern::Stripes),
        _ => (0xc9ccd1, 0x2a2e35, Pattern::Checks),
    };
    SideLook { main: srgb(main), second: srgb(second), pattern }
}

/// The hexadecimal sRGB colour of a side for panels and text, matching [`side_look`].
pub fn side_hex(side: u8) -> u32 {
    match side % 6 {
        0 => 0x2f7fd0,
        1 => 0xd9542b,
        2 => 0xe3b32a,
        3 => 0x8d62b8,
        4 => 0x1fa187,
        _ => 0xc9ccd1,
    }
}

/// Named colours of materials and markers, as `0xRRGGBB`.
pub mod hex {
    /// Behind everything: the dark of the room.
    pub const ROOM: u32 = 0x15100d;
    /// Masonry of walls.
    pub const MASONRY: u32 = 0xa39b8c;
    /// Coping and lintels, lighter than the masonry.
    pub const COPING: u32 = 0xbdb5a4;
    /// Sawn wood.
    pub const WOOD: u32 = 0x9a6c3f;
    /// Dark, weathered wood.
    pub const DARK_WOOD: u32 = 0x5d3f27;
    /// Bark.
    pub const BARK: u32 = 0x5a4331;
    /// Iron.
    pub const IRON: u32 = 0x4b5058;
    /// Polished steel of weapons and armour.
    pub const STEEL: u32 = 0xb4bcc6;
    /// Brass and gold trim.
    pub const BRASS: u32 = 0xc79a3d;
    /// Leather.
    pub const LEATHER: u32 = 0x6d4527;
    /// Skin.
    pub const SKIN: u32 = 0xd8a27c;
    /// Bone and parchment.
    pub const BONE: u32 = 0xe6dcc0;
    /// Dark cloth.
    pub const DARK_CLOTH: u32 = 0x37383f;
    /// Foliage of broad-leaved bushes.
    pub const LEAF: u32 = 0x55803a;
    /// Needles of firs.
    pub const NEEDLE: u32 = 0x2f6346;
    /// Flames.
    pub const FLAME: u32 = 0xffa53a;
    /// Lamp light.
    pub const LAMP: u32 = 0xffe2a0;
    /// Foam on the shore.
    pub const FOAM: u32 = 0xe9f6f4;
    /// Shallow water.
    pub const SHOAL: u32 = 0x4fb0ad;
    /// Deep water.
    pub const DEEP: u32 = 0x14476b;
    /// Selection: warm white.
    pub const SELECT: u32 = 0xfff2c4;
    /// Cells reached with an ordinary move.
    pub const REACH: u32 = 0x57b8ff;
    /// Cells reached by running.
    pub const RUN: u32 = 0xffc24a;
    /// The path of a move.
    pub const PATH: u32 = 0xfffaf0;
    /// A target.
    pub const TARGET: u32 = 0xff4f3d;
    /// An area that will be affected.
    pub const AREA: u32 = 0xff8a3c;
    /// The cell under the pointer.
    pub const HOVER: u32 = 0xffffff;
    /// Cells that enemies threaten.
    pub const THREAT: u32 = 0xd83a6a;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_the_way_to_linear_light_and_back() {
        for byte in [0u32, 1, 10, 77, 128, 200, 255] {
            assert_eq!(u32::from(to_srgb_byte(srgb(byte << 16).x)), byte);
        }
    }

    #[test]
    fn the_first_four_sides_differ_in_colour_and_in_pattern() {
        for a in 0..4u8 {
            for b in 0..a {
                assert_ne!(side_look(a).pattern, side_look(b).pattern);
                assert!((side_look(a).main - side_look(b).main).length() > 0.2, "{a} {b}");
            }
        }
    }

    #[test]
    fn sides_differ_in_brightness_from_their_pattern() {
        let luma = |c: Vec3| c.dot(Vec3::new(0.2126, 0.7152, 0.0722));
        for s in 0..6u8 {
            let look = side_look(s);
            assert!((luma(look.main) - luma(look.second)).abs() > 0.1, "side {s}");
        }
    }
}
