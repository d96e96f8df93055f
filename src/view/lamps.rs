//! Models of things that give light, lit and unlit.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::math::{Affine3A, Quat, Vec3};

use super::canvas::Scatter;
use super::finish;
use super::mesh::{MeshData, Paint};
use super::palette::{glow, hex, mix, srgb};
use super::relief::metres;
use super::shapes::{at, ball, block, lathe, rings, tube, turned};
use grid::{Footing, Lamp, LampSetting, Thing, ThingKind};

/// A ring of stones with logs, and flames if it burns.
pub fn campfire(m: &mut MeshData, trim: &mut MeshData, s: &mut Scatter, lamp: Option<Lamp>) {
    for i in 0..9 {
        let a = i as f32 / 9.0 * TAU + s.between(-0.1, 0.1);
        let r = s.between(0.055, 0.085);
        ball(
            m,
            Vec3::new(r, r * 0.75, r),
            7,
            srgb(0x7d776d) * s.between(0.8, 1.1),
            at(a.cos() * 0.29, r * 0.5, a.sin() * 0.29),
        );
    }
    let burnt = if lamp.is_some() { 0.8 } else { 0.35 };
    for i in 0..5 {
        let a = i as f32 / 5.0 * TAU;
        let foot = Vec3::new(a.cos() * 0.2, 0.04, a.sin() * 0.2);
        tube(
            m,
            &[(foot, 0.04), (Vec3::new(-a.cos() * 0.02, 0.26, -a.sin() * 0.02), 0.032)],
            6,
            srgb(hex::BARK) * burnt,
        );
    }
    let Some(lamp) = lamp else {
        // Ashes, and one unburnt log on top.
        ball(trim, Vec3::new(0.2, 0.05, 0.2), 9, srgb(0x6b6762), at(0.0, 0.02, 0.0));
        let log = [(Vec3::new(-0.14, 0.28, 0.1), 0.045), (Vec3::new(0.16, 0.4, -0.08), 0.04)];
        tube(trim, &log, 7, srgb(hex::BARK) * 0.5);
        return;
    };
    let main = glow(lamp);
    let flames = [
        (0.13, 0.46, main, 0.0, 0.0),
        (0.07, 0.34, mix(main, Vec3::ONE, 0.35), 0.03, 0.02),
        (0.07, 0.30, main * Vec3::new(1.0, 0.38, 0.35), -0.09, 0.05),
        (0.06, 0.27, main * Vec3::new(1.0, 0.5, 0.35), 0.07, -0.08),
    ];
    for (r, h, color, x, z) in flames {
        let profile = [(0.0, 0.03), (r, 0.12), (r * 0.75, h * 0.5), (r * 0.2, h * 0.85), (0.0, h)];
        let first = trim.sun.len();
        lathe(trim, &rings(&profile, color * 1.7), 7, at(x, 0.0, z));
        for sun in &mut trim.sun[first..] {
            *sun = super::mesh::GLOW;
        }
    }
}

/// An iron post with a lantern.
pub fn post(m: &mut MeshData, trim: &mut MeshData, tall: f32, lamp: Option<Lamp>) {
    let iron = srgb(hex::IRON);
    lathe(
        m,
        &rings(
            &[
                (0.13, 0.0),
                (0.13, 0.05),
                (0.07, 0.09),
                (0.045, 0.2),
                (0.035, tall - 0.5),
                (0.06, tall - 0.46),
                (0.02, tall - 0.42),
            ],
            iron,
        ),
        10,
        at(0.0, 0.0, 0.0),
    );
    let y = tall - 0.26;
    block(trim, Vec3::new(0.0, y, 0.0), Vec3::new(0.085, 0.14, 0.085), 0.01, pane(lamp));
    for (x, z) in [(-0.09, -0.09), (0.09, -0.09), (-0.09, 0.09), (0.09, 0.09)] {
        block(m, Vec3::new(x, y, z), Vec3::new(0.014, 0.16, 0.014), 0.0, Paint::plain(iron));
    }
    block(m, Vec3::new(0.0, y - 0.16, 0.0), Vec3::new(0.11, 0.02, 0.11), 0.006, Paint::plain(iron));
    lathe(
        m,
        &rings(&[(0.16, y + 0.15), (0.15, y + 0.17), (0.03, y + 0.26), (0.0, y + 0.27)], iron),
        4,
        turned(0.0, 0.0, 0.0, FRAC_PI_2 / 2.0),
    );
}

/// Glass in front of a light, or of none.
fn pane(lamp: Option<Lamp>) -> Paint {
    match lamp {
        Some(lamp) => Paint::glowing(glow(lamp) * 1.5),
        None => Paint::plain(srgb(0x0050_5a60)),
    }
}

/// A cluster of six-sided crystals that grow apart.
pub fn crystals(m: &mut MeshData, s: &mut Scatter, tall: f32, lamp: Option<Lamp>) {
    let color = lamp.map_or(srgb(0x0086_a8b4), glow);
    for i in 0..6u8 {
        let a = f32::from(i) / 5.0 * TAU + s.between(-0.3, 0.3);
        let (foot, long, r, lean) = match i {
            5 => (Vec3::ZERO, tall, 0.15, s.between(-0.04, 0.04)),
            _ => {
                let away = s.between(0.14, 0.22);
                let long = tall * s.between(0.3, 0.6);
                (Vec3::new(a.cos() * away, 0.0, a.sin() * away), long, s.between(0.07, 0.1), 0.4)
            }
        };
        let tip = Vec3::new(a.cos() * lean, 1.0, a.sin() * lean).normalize_or(Vec3::Y);
        let turn = Quat::from_rotation_arc(Vec3::Y, tip);
        let place = Affine3A::from_rotation_translation(turn, foot);
        // A leaning crystal keeps its length; the tallest is stretched to reach exactly `tall`.
        let long = if i == 5 { long / tip.y } else { long };
        crystal(m, place, (r, long), (color, lamp.is_some()));
    }
    for i in 0..5u8 {
        let a = f32::from(i) / 5.0 * TAU + 0.4;
        let middle = at(a.cos() * 0.26, 0.03, a.sin() * 0.26);
        ball(m, Vec3::new(0.13, 0.08, 0.12), 6, srgb(0x0067_6470), middle);
    }
}

/// One crystal: its sides alternate in brightness, so that its shape shows although it glows.
fn crystal(m: &mut MeshData, place: Affine3A, (r, long): (f32, f32), (color, lit): (Vec3, bool)) {
    let ring = |i: u8, r: f32, y: f32| {
        let (sin, cos) = (f32::from(i) / 6.0 * TAU).sin_cos();
        place.transform_point3(Vec3::new(cos * r, y, sin * r))
    };
    let shoulder = long * 0.78;
    for i in 0..6u8 {
        let tone = [0.5, 0.8, 1.15, 0.65, 0.95, 1.3][usize::from(i)];
        let paint = |tone: f32| match lit {
            true => Paint::glowing(color * tone),
            false => Paint::plain(color * tone),
        };
        let side = [
            ring(i + 1, r * 0.8, -0.05),
            ring(i, r * 0.8, -0.05),
            ring(i, r, shoulder),
            ring(i + 1, r, shoulder),
        ];
        m.face4(side, paint(tone));
        let tip = place.transform_point3(Vec3::Y * long);
        m.face3([ring(i + 1, r, shoulder), ring(i, r, shoulder), tip], paint(tone * 1.25));
    }
}

/// Position of the lantern on a thing that usually gives no light, relative to the middle of its
/// floor.
fn lantern_place(thing: &Thing) -> Vec3 {
    let wide = finish::plan_scale(thing);
    match thing.footing() {
        Footing::Platform => Vec3::new(0.26 * wide, metres(thing.height), 0.26 * wide),
        Footing::Blocks | Footing::Through(_) => Vec3::new(0.4, 0.0, 0.4),
    }
}

/// A lantern on or beside a thing that usually gives no light; empty for others.
pub fn lantern(thing: &Thing) -> MeshData {
    let mut m = MeshData::new();
    let LampSetting::Own(lamp) = thing.finish.light else { return m };
    if thing.kind.lamp().is_some() {
        return m;
    }
    let iron = srgb(hex::IRON);
    let foot = lantern_place(thing);
    let place = at(foot.x, foot.y, foot.z);
    lathe(&mut m, &rings(&[(0.075, 0.0), (0.07, 0.03), (0.0, 0.031)], iron), 8, place);
    block(&mut m, foot + Vec3::Y * 0.1, Vec3::new(0.045, 0.07, 0.045), 0.01, pane(Some(lamp)));
    let roof = [(0.08, 0.17), (0.02, 0.23), (0.0, 0.26)];
    lathe(&mut m, &rings(&roof, iron), 8, place);
    m
}

/// Position of the flame of a thing's light, relative to the middle of its floor.
pub fn flame(thing: &Thing) -> Vec3 {
    let tall = metres(thing.height);
    match thing.kind {
        ThingKind::Campfire => Vec3::Y * 0.2,
        ThingKind::Lamp => Vec3::Y * (tall - 0.26),
        ThingKind::Crystal => Vec3::Y * (tall * 0.6),
        _ => lantern_place(thing) + Vec3::Y * 0.1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::GLOW;
    use crate::things::model;
    use grid::{Cell, Finish, Rgb};

    fn glowing(kind: ThingKind, light: LampSetting) -> Vec<Vec3> {
        let finish = Finish { light, ..Finish::USUAL };
        let m = model(&Thing { finish, ..Thing::new(kind, Cell::new(3, 4)) });
        assert_eq!(m.fault(), None, "{kind:?}");
        let lit = m.colors.iter().zip(&m.sun).filter(|(_, sun)| **sun <= GLOW);
        lit.map(|(color, _)| color.truncate()).collect()
    }

    #[test]
    fn lit_things_glow_in_the_colour_of_their_light_and_unlit_ones_do_not() {
        let blue = LampSetting::Own(Lamp { colour: Rgb(20, 40, 255), ..Lamp::POST });
        for kind in ThingKind::ALL.into_iter().filter(|kind| *kind != ThingKind::Bridge) {
            assert_eq!(glowing(kind, LampSetting::Usual).is_empty(), kind.lamp().is_none());
            assert!(glowing(kind, LampSetting::Out).is_empty(), "{kind:?}");
            let colors = glowing(kind, blue);
            assert!(!colors.is_empty(), "{kind:?}");
            let blues = colors.iter().filter(|c| c.z > c.x).count();
            assert!(blues * 2 > colors.len(), "{kind:?}");
        }
    }

    #[test]
    fn a_lantern_stands_on_platforms_and_beside_other_things() {
        let lit = |kind| {
            let finish = Finish { light: LampSetting::Own(Lamp::POST), ..Finish::USUAL };
            lantern(&Thing { finish, ..Thing::new(kind, Cell::new(0, 0)) })
        };
        let (low, _) = lit(ThingKind::Table).bounds().unwrap();
        assert!((low.y - 1.0).abs() < 1e-4);
        let (low, _) = lit(ThingKind::Statue).bounds().unwrap();
        assert!(low.y.abs() < 1e-4);
        assert!(lit(ThingKind::Lamp).is_empty());
    }
}
