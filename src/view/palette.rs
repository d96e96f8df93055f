//! All colours of the board.
//!
//! Colours are linear light (`Vec3`, 0 to 1), as vertex colours require; [`srgb`] converts from the
//! usual six hexadecimal digits.

use bevy::ecs::prelude::Resource;
use bevy::math::Vec3;

use grid::{Lamp, SideId};
use level::SideColours;

/// Linear colour from `0xRRGGBB` in sRGB.
pub fn srgb(hex: u32) -> Vec3 {
    let channel = |shift: u32| {
        let c = ((hex >> shift) & 0xff) as f32 / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    Vec3::new(channel(16), channel(8), channel(0))
}

/// Colour of the light of a lamp; black light is shown as a faint glow.
pub fn glow(lamp: Lamp) -> Vec3 {
    srgb(lamp.colour.hex()).max(Vec3::splat(0.04))
}

/// A linear channel as an sRGB byte, for textures.
pub fn to_srgb_byte(linear: f32) -> u8 {
    let l = linear.clamp(0.0, 1.0);
    let s = if l <= 0.003_130_8 { l * 12.92 } else { 1.055 * l.powf(1.0 / 2.4) - 0.055 };
    (s * 255.0 + 0.5) as u8
}

/// Interpolates between two colours: `t` = 0 gives `a`, 1 gives `b`.
pub fn mix(a: Vec3, b: Vec3, t: f32) -> Vec3 {
    a + (b - a) * t.clamp(0.0, 1.0)
}

/// Pattern on the rim of a base, so that sides can be told apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Solid colour.
    Plain,
    /// Vertical stripes.
    Stripes,
    /// Two rows of checks.
    Checks,
    /// Round studs.
    Dots,
}

/// Appearance of a side: its colour, a contrasting second colour, and its pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideLook {
    /// Colour of cloth, rim and markers.
    pub main: Vec3,
    /// Second colour of the pattern.
    pub second: Vec3,
    /// Pattern of the rim.
    pub pattern: Pattern,
}

/// A colour set for sides and marks.
#[derive(
    Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Colours {
    /// Default; distinguishable with the common kinds of colour blindness.
    #[default]
    Usual,
    /// For red-green colour blindness: blue and yellow carry the contrast.
    BlueAndYellow,
    /// For blue-yellow colour blindness: red and cyan carry the contrast.
    RedAndCyan,
    /// Strongest contrast, for weak eyes and bad screens.
    Contrast,
}

impl Colours {
    /// All sets, in the order of the settings list.
    pub const ALL: [Self; 4] = [Self::Usual, Self::BlueAndYellow, Self::RedAndCyan, Self::Contrast];

    /// Name shown in the settings list.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Usual => "Usual",
            Self::BlueAndYellow => "Blue and yellow",
            Self::RedAndCyan => "Red and cyan",
            Self::Contrast => "High contrast",
        }
    }

    /// Main and second colour of six sides.
    const fn sides(self) -> [(u32, u32); 6] {
        match self {
            Self::Usual => [
                (0x2f7fd0, 0xe8f1fa),
                (0xd9542b, 0xfde9d2),
                (0xe3b32a, 0x3a2c12),
                (0x8d62b8, 0xf2e6fa),
                (0x1fa187, 0x0d2f2a),
                (0xc9ccd1, 0x2a2e35),
            ],
            Self::BlueAndYellow => [
                (0x2b6fc4, 0xe8f1fa),
                (0xf0c93a, 0x4a3a08),
                (0xd9dde2, 0x2a2e35),
                (0x24406e, 0xb8cdf0),
                (0x8cc4f0, 0x12324f),
                (0x8a6d1f, 0xf5e6b8),
            ],
            Self::RedAndCyan => [
                (0x2fb7c4, 0x0c3338),
                (0xd8423a, 0xfbdcd8),
                (0xe6e0de, 0x33292a),
                (0x6b1f2a, 0xf2b8c0),
                (0x135b63, 0xa8e6ec),
                (0xf29aa5, 0x4a1620),
            ],
            Self::Contrast => [
                (0x1e90ff, 0xffffff),
                (0xff5a00, 0x1a0a00),
                (0xffe600, 0x1c1900),
                (0xd43dff, 0xffffff),
                (0x00d860, 0x001c0c),
                (0xffffff, 0x101010),
            ],
        }
    }
}

/// The colours of the sides on the board, as the level defines them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SidePalette(pub SideColours);

impl SidePalette {
    /// The index of a side's look in each set of colours.
    pub fn of(self, side: u8) -> u8 {
        self.0.of(SideId(side)).look()
    }
}

/// Look of a side by its index in the set. Each set has six sides that differ in brightness or hue;
/// patterns tell them apart without colour.
pub fn side_look(colours: Colours, place: u8) -> SideLook {
    let pattern = match place % 6 {
        0 => Pattern::Plain,
        1 | 4 => Pattern::Stripes,
        2 | 5 => Pattern::Checks,
        _ => Pattern::Dots,
    };
    let [main, second] = side_colours(colours, place);
    SideLook { main: srgb(main), second: srgb(second), pattern }
}

fn side_colours(colours: Colours, place: u8) -> [u32; 2] {
    let sides = colours.sides();
    let (main, second) = sides.get(usize::from(place % 6)).copied().unwrap_or(sides[0]);
    [main, second]
}

/// Colour of a side as `0xRRGGBB` for panels and text, matching [`side_look`].
pub fn side_hex(colours: Colours, place: u8) -> u32 {
    side_colours(colours, place)[0]
}

/// Colours of the ground marks, as `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkColours {
    /// Cells reached with an ordinary move.
    pub reach: u32,
    /// Cells reached by running.
    pub run: u32,
    /// Path of a move.
    pub path: u32,
    /// Targets.
    pub target: u32,
    /// Area of effect.
    pub area: u32,
    /// Cells threatened by enemies.
    pub threat: u32,
    /// Cells out of view.
    pub veil: u32,
    /// Selection.
    pub select: u32,
    /// Cell under the pointer.
    pub hover: u32,
}

/// Colours of the ground marks in a set.
pub const fn mark_colours(colours: Colours) -> MarkColours {
    let usual = MarkColours {
        reach: 0x57b8ff,
        run: 0xffc24a,
        path: 0xfffaf0,
        target: 0xff4f3d,
        area: 0xff8a3c,
        threat: 0xd83a6a,
        veil: 0x0b0e1a,
        select: 0xfff2c4,
        hover: 0xffffff,
    };
    match colours {
        Colours::Usual => usual,
        Colours::BlueAndYellow => MarkColours {
            run: 0xffd34a,
            target: 0xfff6a0,
            area: 0xe8b400,
            threat: 0x1c3f80,
            ..usual
        },
        Colours::RedAndCyan => MarkColours {
            reach: 0x45d6e0,
            run: 0xff9a8f,
            area: 0xd84a5a,
            threat: 0x7a1026,
            ..usual
        },
        Colours::Contrast => MarkColours {
            reach: 0x00b7ff,
            run: 0xffe600,
            path: 0xffffff,
            target: 0xff2020,
            area: 0xff8c00,
            threat: 0xff00c8,
            select: 0xffffff,
            ..usual
        },
    }
}

/// Number of steps of a ramp.
pub const STEPS: usize = 5;

/// Colour ramps for what a lens shows about cells. Every ramp gets steadily brighter or darker, so
/// that its order is clear without colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ramp {
    /// Marked or not: stripes in one dark colour.
    #[default]
    Marked,
    /// From dark to bright: low to high.
    Rise,
    /// From bright to dark: open to hidden.
    Dusk,
    /// From bright to dark red: harmless to harmful.
    Heat,
}

impl Ramp {
    /// The colour of a step from 1 to [`STEPS`], as `0xRRGGBB`.
    pub const fn colour(self, step: u8) -> u32 {
        let steps = match self {
            Self::Marked => [0x2a1238; STEPS],
            Self::Rise => [0x3b2a73, 0x2f6690, 0x2f9e8a, 0x9ccf57, 0xfbe84e],
            Self::Dusk => [0xf4e7a1, 0xb9cfa0, 0x6fa3a8, 0x47639a, 0x1d1b3c],
            Self::Heat => [0xfbe38a, 0xf5ad4e, 0xe0703a, 0xb53a3a, 0x5c1434],
        };
        steps[if step == 0 {
            0
        } else if step as usize >= STEPS {
            STEPS - 1
        } else {
            step as usize - 1
        }]
    }
}

/// Named colours of materials and markers, as `0xRRGGBB`.
pub mod hex {
    /// Background: the dark room.
    pub const ROOM: u32 = 0x15100d;
    /// Wall masonry.
    pub const MASONRY: u32 = 0xa39b8c;
    /// Coping and lintels, lighter than masonry.
    pub const COPING: u32 = 0xbdb5a4;
    /// Sawn wood.
    pub const WOOD: u32 = 0x9a6c3f;
    /// Dark, weathered wood.
    pub const DARK_WOOD: u32 = 0x5d3f27;
    /// Bark.
    pub const BARK: u32 = 0x5a4331;
    /// Iron.
    pub const IRON: u32 = 0x4b5058;
    /// The frame of secret doors, for authors.
    pub const SECRET: u32 = 0xa05cd6;
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
    /// Foliage of broad-leaved plants.
    pub const LEAF: u32 = 0x55803a;
    /// Fir needles.
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
    /// Facing notches and collars on stems.
    pub const IVORY: u32 = 0xfff2c4;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_a_round_trip_through_linear_light() {
        for byte in [0u32, 1, 10, 77, 128, 200, 255] {
            assert_eq!(u32::from(to_srgb_byte(srgb(byte << 16).x)), byte);
        }
    }

    #[test]
    fn the_first_four_sides_differ_in_colour_and_in_pattern() {
        for colours in Colours::ALL {
            let look = |side| side_look(colours, side);
            for a in 0..4u8 {
                for b in 0..a {
                    assert_ne!(look(a).pattern, look(b).pattern);
                    let apart = (look(a).main - look(b).main).length();
                    assert!(apart > 0.2, "{colours:?} {a} {b} {apart}");
                }
            }
        }
    }

    fn luma(c: Vec3) -> f32 {
        c.dot(Vec3::new(0.2126, 0.7152, 0.0722))
    }

    #[test]
    fn ramps_go_steadily_brighter_or_darker() {
        for ramp in [Ramp::Rise, Ramp::Dusk, Ramp::Heat] {
            let lumas: Vec<f32> =
                (1..=STEPS as u8).map(|step| luma(srgb(ramp.colour(step)))).collect();
            for pair in lumas.windows(2) {
                let (more, less) =
                    if ramp == Ramp::Rise { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
                // Contrast of two colours as the web's guidelines (WCAG) measure it.
                assert!((more + 0.05) / (less + 0.05) > 1.3, "{ramp:?}: {lumas:?}");
            }
        }
    }

    #[test]
    fn side_colours_contrast_with_their_pattern() {
        for colours in Colours::ALL {
            for side in 0..6u8 {
                let look = side_look(colours, side);
                let apart = (luma(look.main) - luma(look.second)).abs();
                assert!(apart > 0.1, "{colours:?} side {side} {apart}");
            }
        }
    }

    /// Simulates an eye without one kind of cone, in linear light, after Viénot and others, 1999.
    fn without(cones: usize, c: Vec3) -> Vec3 {
        let [r, g, b] = [c.x, c.y, c.z];
        match cones {
            0 => Vec3::new(0.112 * r + 0.888 * g, 0.112 * r + 0.888 * g, 0.004 * (r - g) + b),
            _ => Vec3::new(0.292 * r + 0.708 * g, 0.292 * r + 0.708 * g, 0.022 * (g - r) + b),
        }
    }

    #[test]
    fn the_first_two_sides_are_distinct_without_red_or_green_cones() {
        for colours in [Colours::Usual, Colours::BlueAndYellow, Colours::Contrast] {
            for cones in 0..2 {
                let seen = |side| without(cones, side_look(colours, side).main);
                assert!((seen(0) - seen(1)).length() > 0.3, "{colours:?} {cones}");
            }
        }
    }
}
