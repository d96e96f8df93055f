//! Round base of a miniature, and the stem that carries a flyer.

use std::f32::consts::TAU;

use bevy::math::{Affine3A, Vec2, Vec3};

use crate::mesh::{MeshData, Paint};
use crate::palette::{Pattern, SideLook, hex, srgb};
use crate::shapes::{disc, lathe, plate, posed, rings};

/// Height of a base in metres: the figure stands this far above the floor.
pub const BASE_HEIGHT: f32 = 0.11;

/// Radius of the base in metres, for a footprint of `size` cells a side.
pub fn base_radius(size: u8) -> f32 {
    0.43 * f32::from(size.max(1)) + if size > 1 { 0.03 } else { 0.0 }
}

/// The base of a side: rim in colour and pattern, a notch that points north (towards -z), standing
/// on y = 0.
pub fn base(look: SideLook, size: u8) -> MeshData {
    let mut m = MeshData::new();
    let r = base_radius(size);
    let black = srgb(0x1c1a19);
    lathe(&mut m, &rings(&[(r - 0.02, 0.0), (r, 0.015)], black), 32, Affine3A::IDENTITY);
    rim(&mut m, &look, r);
    let ledge =
        rings(&[(r, 0.085), (r - 0.018, 0.105), (r - 0.055, BASE_HEIGHT)], look.main * 1.15);
    lathe(&mut m, &ledge, 32, Affine3A::IDENTITY);
    let soil = srgb(0x4b4132);
    disc(&mut m, Vec3::Y * (BASE_HEIGHT - 0.002), r - 0.05, 32, Paint::plain(soil));
    // Flocking: a lighter patch off the middle.
    disc(
        &mut m,
        Vec3::new(0.06, BASE_HEIGHT + 0.001, 0.08) * Vec3::new(r, 1.0, r)
            / Vec3::new(0.43, 1.0, 0.43),
        r * 0.55,
        9,
        Paint::plain(srgb(0x5c6339)),
    );
    notch(&mut m, &look, r);
    m
}

/// The band of the rim, with 24 fields around it.
fn rim(m: &mut MeshData, look: &SideLook, r: f32) {
    let (low, high) = (0.015, 0.085);
    let fields = 24u32;
    let at = |i: f32, y: f32, r: f32| {
        let (sin, cos) = (i / fields as f32 * TAU).sin_cos();
        Vec3::new(cos * r, y, sin * r)
    };
    for i in 0..fields {
        let (a, b) = (i as f32, i as f32 + 1.0);
        let mut band = |y0: f32, y1: f32, color: Vec3| {
            m.face4([at(a, y0, r), at(a, y1, r), at(b, y1, r), at(b, y0, r)], Paint::plain(color));
        };
        let odd = i % 2 == 1;
        match look.pattern {
            Pattern::Plain | Pattern::Dots => band(low, high, look.main),
            Pattern::Stripes => band(low, high, if i % 4 < 2 { look.main } else { look.second }),
            Pattern::Checks => {
                let mid = (low + high) / 2.0;
                let (x, y) = if odd { (look.main, look.second) } else { (look.second, look.main) };
                band(low, mid, x);
                band(mid, high, y);
            }
        }
        if look.pattern == Pattern::Dots && i % 3 == 0 {
            let (sin, cos) = ((a + 0.5) / fields as f32 * TAU).sin_cos();
            let out = Vec3::new(cos, 0.0, sin);
            let right = Vec3::new(-sin, 0.0, cos);
            let middle = out * (r + 0.004) + Vec3::Y * ((low + high) / 2.0);
            let corners: Vec<Vec3> = (0..8)
                .map(|k| {
                    let (s, c) = (-(k as f32) / 8.0 * TAU).sin_cos();
                    middle + right * (c * 0.03) + Vec3::Y * (s * 0.03)
                })
                .collect();
            m.fan(&corners, Paint::plain(look.second));
        }
    }
    // The pattern also shows from above, on a ring inside the ledge.
    for i in 0..fields {
        let (a, b) = (i as f32, i as f32 + 1.0);
        let second = match look.pattern {
            Pattern::Plain => false,
            Pattern::Stripes => i % 4 >= 2,
            Pattern::Checks => i % 2 == 1,
            Pattern::Dots => i % 3 == 0,
        };
        let color = if second { look.second } else { look.main * 0.9 };
        let y = BASE_HEIGHT + 0.002;
        let (outer, inner) = (r - 0.045, r - 0.105);
        m.face4(
            [at(a, y, inner), at(b, y, inner), at(b, y, outer), at(a, y, outer)],
            Paint::plain(color),
        );
    }
}

/// The arrow head over the rim that shows the facing.
fn notch(m: &mut MeshData, look: &SideLook, r: f32) {
    let w = 0.13;
    let outline = [Vec2::new(-w, 0.0), Vec2::new(w, 0.0), Vec2::new(0.0, 0.16)];
    let place =
        posed(0.0, BASE_HEIGHT - 0.015, -(r - 0.075), 0.0, -std::f32::consts::FRAC_PI_2, 0.0);
    plate(m, &outline, 0.05, 0.02, Paint::plain(srgb(hex::IVORY)), place);
    let dark = [Vec2::new(-w - 0.035, -0.03), Vec2::new(w + 0.035, -0.03), Vec2::new(0.0, 0.2)];
    let place =
        posed(0.0, BASE_HEIGHT - 0.035, -(r - 0.075), 0.0, -std::f32::consts::FRAC_PI_2, 0.0);
    plate(m, &dark, 0.05, 0.0, Paint::plain(look.main * 0.45), place);
}

/// The stem of a flyer `altitude` metres above the ground: a disc on the ground and a clear rod
/// with a collar for every metre, a larger one for every five.
pub fn stem(look: SideLook, size: u8, altitude: f32) -> MeshData {
    let mut m = MeshData::new();
    let r = base_radius(size);
    let rod = srgb(0xcfd8df);
    lathe(
        &mut m,
        &rings(
            &[(r * 0.62, 0.012), (r * 0.60, 0.035), (r * 0.5, 0.04), (0.06, 0.05), (0.0, 0.05)],
            srgb(0x24272b),
        ),
        28,
        Affine3A::IDENTITY,
    );
    lathe(
        &mut m,
        &rings(&[(r * 0.56, 0.037), (r * 0.535, 0.046), (r * 0.51, 0.041)], look.main),
        28,
        Affine3A::IDENTITY,
    );
    lathe(&mut m, &rings(&[(0.026, 0.04), (0.022, altitude)], rod), 8, Affine3A::IDENTITY);
    let mut metre = 1;
    while (metre as f32) < altitude - 0.05 {
        let y = metre as f32;
        let (w, color) = if metre % 5 == 0 { (0.13, srgb(hex::IVORY)) } else { (0.075, look.main) };
        let collar =
            rings(&[(0.02, y - 0.022), (w, y - 0.016), (w, y + 0.016), (0.02, y + 0.022)], color);
        lathe(&mut m, &collar, 12, Affine3A::IDENTITY);
        metre += 1;
    }
    m
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{Colours, side_look};

    fn look(side: u8) -> SideLook {
        side_look(Colours::Usual, side)
    }

    #[test]
    fn bases_fit_their_footprint_and_point_north() {
        for side in 0..6 {
            for size in [1u8, 2, 3] {
                let m = base(look(side), size);
                assert_eq!(m.fault(), None);
                let (lo, hi) = m.bounds().unwrap();
                let half = f32::from(size) / 2.0;
                assert!(lo.x > -half && hi.x < half && hi.z < half, "{lo} {hi}");
                assert!(-lo.z > hi.z + 0.05, "the notch points north");
            }
        }
    }

    #[test]
    fn a_stem_has_a_collar_for_every_metre_below_the_flyer() {
        let collars = |altitude: f32| {
            stem(look(0), 1, altitude).triangles() - stem(look(0), 1, 0.9).triangles()
        };
        let one = collars(1.5);
        assert!(one > 0);
        assert_eq!(collars(4.5), 4 * one);
        let (_, hi) = stem(look(0), 1, 4.5).bounds().unwrap();
        assert!((hi.y - 4.5).abs() < 1e-5);
    }
}
