//! How cues move pieces on the board, by the elapsed fraction of their time, from 0 to 1.

use std::f32::consts::PI;

use bevy::math::{Quat, Vec3};
use bevy::transform::components::Transform;

use grid::{Cell, Hm};
use rules::look::Force;
use view::{Gesture, PropKind};

use super::cues::{Gait, Missile};

/// Maximum distance of a lunge, in metres.
const LUNGE: f32 = 0.55;
/// Distance from the target's centre at which a lunge stops, in metres.
const GAP: f32 = 0.5;

/// A bump from 0 to 1 and back to 0.
fn bump(share: f32) -> f32 {
    (share * PI).sin().max(0.0)
}

fn smooth(share: f32) -> f32 {
    let t = share.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Tips the upper end of a piece towards `dir`.
fn tip(dir: Vec3, angle: f32) -> Quat {
    Vec3::Y
        .cross(dir)
        .try_normalize()
        .map_or(Quat::IDENTITY, |axis| Quat::from_axis_angle(axis, angle))
}

fn flat(from: Vec3, to: Vec3) -> Vec3 {
    Vec3::new(to.x - from.x, 0.0, to.z - from.z)
}

fn corner((cell, feet): (Cell, Hm)) -> Vec3 {
    Vec3::new(f32::from(cell.x), feet.0 as f32 * 0.5, f32::from(cell.y))
}

/// A step. The piece itself is already at its end.
pub(super) fn step(
    held: &mut Gesture,
    from: (Cell, Hm),
    to: (Cell, Hm),
    gait: Gait,
    share: f32,
    reduced: bool,
) {
    let back = corner(from) - corner(to);
    let along = match gait {
        Gait::Fall => (share * 3.0).min(1.0),
        _ => share,
    };
    // Up before the edge of the next cell and down behind it, so that the piece passes through
    // nothing.
    let upwards = match gait {
        Gait::Walk | Gait::Slide if back.y < 0.0 => smooth(share / 0.5),
        Gait::Walk | Gait::Slide if back.y > 0.0 => smooth((share - 0.45) / 0.55),
        Gait::Fall => share * share,
        _ => share,
    };
    held.shift +=
        Vec3::new(back.x * (1.0 - along), back.y * (1.0 - upwards), back.z * (1.0 - along));
    let hop = match gait {
        Gait::Leap => 0.45 + 0.12 * Vec3::new(back.x, 0.0, back.z).length(),
        Gait::Walk if !reduced => 0.10 + 0.06 * back.y.abs().min(1.0),
        _ => 0.0,
    };
    held.lift += hop * bump(share);
    if gait == Gait::Leap && !reduced {
        held.tilt *=
            tip(-flat(Vec3::ZERO, back).normalize_or_zero(), 0.25 * (share * 2.0 * PI).sin());
    }
}

/// A short hop on the spot.
pub(super) fn hop(held: &mut Gesture, share: f32) {
    held.lift += 0.18 * bump(share);
}

/// Towards the target and back.
pub(super) fn lunge(held: &mut Gesture, own: Vec3, other: Vec3, share: f32) {
    let way = flat(own, other);
    let far = (way.length() - GAP).clamp(0.18, LUNGE);
    let dir = way.normalize_or_zero();
    // A short swing back, out fast, back more slowly.
    let out = match share {
        s if s < 0.2 => -0.25 * smooth(s / 0.2),
        s if s < 0.45 => -0.25 + 1.25 * smooth((s - 0.2) / 0.25),
        s => 1.0 - smooth((s - 0.45) / 0.55),
    };
    held.shift += dir * far * out;
    held.tilt *= tip(dir, 0.34 * out);
}

/// Slightly back, away from the target.
pub(super) fn loose(held: &mut Gesture, own: Vec3, other: Vec3, share: f32) {
    let dir = flat(own, other).normalize_or_zero();
    held.tilt *= tip(dir, -0.2 * bump(share));
    held.shift -= dir * 0.07 * bump(share);
}

/// Thrown back by a blow and shaken.
pub(super) fn flinch(held: &mut Gesture, own: Vec3, by: Option<Vec3>, share: f32) {
    let fade = (1.0 - share) * (1.0 - share);
    let dir = by.map_or(Vec3::ZERO, |by| flat(by, own).normalize_or_zero());
    let knock = bump(share.sqrt());
    held.shift += dir * 0.20 * knock;
    held.tilt *= tip(dir, 0.30 * knock);
    let shaken = Vec3::new((share * 38.0).sin(), 0.0, (share * 31.0).cos() - 1.0);
    held.shift += shaken * 0.05 * fade;
}

/// To the side and back.
pub(super) fn dodge(held: &mut Gesture, own: Vec3, from: Vec3, share: f32) {
    let aside = Vec3::Y.cross(flat(from, own)).normalize_or_zero();
    held.shift += aside * 0.34 * bump(share);
    held.lift += 0.05 * bump(share);
    held.tilt *= tip(aside, 0.22 * bump(share));
}

/// Down to the ground, with a small rebound.
pub(super) fn falling(share: f32) -> f32 {
    if share < 0.7 { (share / 0.7).powi(2) } else { 1.0 - 0.08 * bump((share - 0.7) / 0.3) }
}

/// Position of a projectile and its direction.
pub(super) fn flight(missile: Missile, from: Vec3, to: Vec3, share: f32) -> Transform {
    let far = flat(from, to).length();
    let height = match missile {
        Missile::Arrow => (0.11 * far).clamp(0.12, 2.2),
        Missile::Blade => (0.13 * far).clamp(0.2, 1.6),
        Missile::Bolt(_) => (0.05 * far).clamp(0.0, 0.6),
    };
    let point = |s: f32| from.lerp(to, s) + Vec3::Y * height * 4.0 * s * (1.0 - s);
    let ahead = (point(share + 0.02) - point(share - 0.02)).normalize_or(Vec3::NEG_Z);
    let up = if ahead.y.abs() > 0.98 { Vec3::X } else { Vec3::Y };
    let mut place = Transform::from_translation(point(share)).looking_to(ahead, up);
    if missile == Missile::Blade {
        place.rotation *= Quat::from_rotation_x(-share * far.max(2.0) * 2.6);
    }
    place
}

/// Model of a projectile.
pub(super) const fn model(missile: Missile) -> PropKind {
    match missile {
        Missile::Arrow => PropKind::Arrow,
        Missile::Blade => PropKind::Blade,
        Missile::Bolt(force) => PropKind::Orb(colour(force)),
    }
}

/// Colour of a force, `0xRRGGBB`.
pub(super) const fn colour(force: Force) -> u32 {
    match force {
        Force::Body => 0xc9b79a,
        Force::Fire => 0xff7a1e,
        Force::Cold => 0x8fdcff,
        Force::Shock => 0xfff06a,
        Force::Venom => 0x86d13c,
        Force::Light => 0xffe9a3,
        Force::Dark => 0x7a3fb0,
        Force::Mind => 0xff7fc4,
        Force::Life => 0x6fe08a,
        Force::Magic => 0x6f8cff,
    }
}

/// A burst over a cell whose ground is at `ground`: it shoots up and sinks.
pub(super) fn burst(ground: Vec3, share: f32, kindly: bool) -> Transform {
    let place = Transform::from_translation(ground);
    if kindly {
        let wide = (0.35 + 0.75 * smooth(share * 1.6)) * (1.0 - smooth((share - 0.75) / 0.25));
        let lifted = Vec3::Y * 0.9 * smooth(share);
        return place
            .with_scale(Vec3::new(wide.max(0.01), 1.0, wide.max(0.01)))
            .with_translation(ground + lifted);
    }
    let tall = bump(share.powf(0.6)).max(0.01);
    let wide = (0.55 + 0.45 * smooth(share * 2.5)) * (1.0 - 0.6 * smooth((share - 0.6) / 0.4));
    place.with_scale(Vec3::new(wide, tall * 1.25, wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAITS: [Gait; 6] =
        [Gait::Walk, Gait::Swim, Gait::Fly, Gait::Leap, Gait::Fall, Gait::Slide];

    fn at(share: f32, gait: Gait, from: (Cell, Hm), to: (Cell, Hm)) -> Gesture {
        let mut held = Gesture::default();
        step(&mut held, from, to, gait, share, false);
        held
    }

    #[test]
    fn a_step_begins_at_its_start_and_ends_at_its_goal() {
        let (from, to) = ((Cell::new(1, 1), Hm(0)), (Cell::new(2, 1), Hm(2)));
        for gait in GAITS {
            let start = at(0.0, gait, from, to);
            assert!((start.shift - Vec3::new(-1.0, -1.0, 0.0)).length() < 1e-4, "{gait:?}");
            assert!(start.lift.abs() < 1e-4);
            let end = at(1.0, gait, from, to);
            assert!(end.shift.length() < 1e-4 && end.lift.abs() < 1e-4, "{gait:?}");
        }
    }

    #[test]
    fn pieces_rise_before_an_edge_and_sink_behind_it() {
        let (low, high) = ((Cell::new(1, 1), Hm(0)), (Cell::new(2, 1), Hm(4)));
        let up = at(0.5, Gait::Walk, low, high);
        assert!(up.shift.y.abs() < 0.01, "already up at the edge");
        let down = at(0.45, Gait::Walk, high, low);
        assert!((down.shift.y - 2.0).abs() < 0.01, "still up at the edge");
    }

    #[test]
    fn lunges_go_towards_the_target_and_come_back() {
        let (own, other) = (Vec3::ZERO, Vec3::new(1.0, 0.0, 0.0));
        let held = |share: f32| {
            let mut held = Gesture::default();
            lunge(&mut held, own, other, share);
            held
        };
        assert!(held(0.45).shift.x > 0.3 && held(0.45).shift.x < 1.0);
        assert!(held(1.0).shift.length() < 1e-4);
        // The head goes first.
        assert!((held(0.45).tilt * Vec3::Y).x > 0.2);
    }

    #[test]
    fn arrows_fly_in_an_arc_and_point_along_it() {
        let (from, to) = (Vec3::new(0.0, 1.0, 0.0), Vec3::new(10.0, 1.0, 0.0));
        let place = |share: f32| flight(Missile::Arrow, from, to, share);
        assert!((place(0.0).translation - from).length() < 1e-4);
        assert!((place(1.0).translation - to).length() < 1e-4);
        assert!(place(0.5).translation.y > 1.8);
        assert!(place(0.1).forward().y > 0.1 && place(0.9).forward().y < -0.1);
    }

    #[test]
    fn bursts_rise_and_are_gone_at_the_end() {
        let tall = |share: f32| burst(Vec3::ZERO, share, false).scale.y;
        assert!(tall(0.0) < 0.02 && tall(0.3) > 1.0 && tall(1.0) < 0.02);
        assert!(burst(Vec3::ZERO, 1.0, true).scale.x < 0.02);
    }
}
