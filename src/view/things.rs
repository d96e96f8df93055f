//! Models of things, and their placement in cells. Further models are in `furniture`, `nature` and
//! `lamps`.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::math::{Affine3A, Vec3};

use super::atlas::Patch;
use super::boxes;
use super::bridge;
use super::canvas::Scatter;
use super::finish;
use super::furniture;
use super::lamps;
use super::mesh::{MeshData, Paint};
use super::nature;
use super::occlusion::wash;
use super::palette::{hex, srgb};
use super::relief::{Relief, metres};
use super::shapes::{at, ball, block, block_in, lathe, posed, rings, tube, turned};
use grid::{Board, Cell, Thing, ThingKind};

/// Adds the thing of a cell, if any.
pub fn in_cell(mesh: &mut MeshData, board: &Board, relief: &Relief, cell: Cell) {
    let Some((_, thing)) = board.thing_in(cell) else { return };
    let mut model = match thing.kind {
        ThingKind::Bridge => {
            let mut bridge = bridge::bridge(board, relief, thing);
            finish::recolour(&mut bridge, thing);
            bridge.join(&lamps::lantern(thing));
            bridge
        }
        _ => model(thing),
    };
    wash(&mut model, 0.62);
    let (x, z) = (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
    let floor = relief.floor(cell);
    let light = relief.light_at(x, z);
    for (color, sun) in model.colors.iter_mut().zip(&model.sun) {
        // Glowing vertices keep their brightness at night.
        if *sun >= 0.0 {
            *color = (color.truncate() * light).extend(color.w);
        }
    }
    let turn = match thing.kind {
        ThingKind::Bridge => 0.0,
        _ => -f32::from(thing.turn % 4) * FRAC_PI_2,
    };
    let first = mesh.positions.len();
    mesh.append(&model, turned(x, floor, z, turn));
    sunlit(mesh, relief, first, cell);
}

/// Removes sunlight from the vertices of a model that other objects shadow. The model's own cell is
/// ignored, because its own raster would shade it everywhere.
fn sunlit(mesh: &mut MeshData, relief: &Relief, first: usize, own: Cell) {
    for i in first..mesh.positions.len() {
        if mesh.sun[i] < 0.0 {
            continue;
        }
        let p = mesh.positions[i];
        let sun = super::relief::to_sun();
        // Start where the ray to the sun leaves the own cell.
        let reach = [(p.x, sun.x, f32::from(own.x)), (p.z, sun.z, f32::from(own.y))]
            .into_iter()
            .map(|(p, s, low)| if s > 0.0 { (low + 1.0 - p) / s } else { (low - p) / s })
            .fold(f32::MAX, f32::min)
            .max(0.0);
        mesh.sun[i] = relief.sunlight(p + sun * (reach + 0.02));
    }
}

/// Model of a thing, centred on the floor of its cell. Excludes bridges, whose model depends on
/// their neighbours.
pub fn model(thing: &Thing) -> MeshData {
    let (mut m, mut trim) = (MeshData::new(), MeshData::new());
    let seed =
        (thing.cell.x as u32).wrapping_mul(92_821) ^ (thing.cell.y as u32).wrapping_mul(68_917);
    let mut s = Scatter::new(seed);
    let tall = metres(thing.height).max(0.3);
    match thing.kind {
        ThingKind::Barrel => barrel(&mut m, &mut trim, &mut s, tall),
        ThingKind::Crate => crate_box(&mut m, &mut s, tall),
        ThingKind::Boulder => nature::boulder(&mut m, &mut s, tall),
        ThingKind::Pillar => pillar(&mut m, tall),
        ThingKind::Bush => nature::bush(&mut m, &mut s, tall),
        ThingKind::Tree => nature::tree(&mut m, &mut s, tall),
        ThingKind::DeadTree => nature::dead_tree(&mut m, &mut s, tall),
        ThingKind::Barricade => barricade(&mut m, &mut s, tall),
        ThingKind::Table => table(&mut m, &mut trim, &mut s, tall),
        ThingKind::Statue => statue(&mut m, tall),
        ThingKind::Bridge => {}
        ThingKind::Campfire => lamps::campfire(&mut m, &mut trim, &mut s, thing.lamp()),
        ThingKind::Lamp => lamps::post(&mut m, &mut trim, tall, thing.lamp()),
        ThingKind::Lever => lever(&mut m, &mut trim),
        ThingKind::Well => furniture::well(&mut m, &mut trim, &mut s, tall),
        ThingKind::Wagon => furniture::wagon(&mut m, &mut trim, &mut s, tall),
        ThingKind::Tent => furniture::tent(&mut m, tall),
        ThingKind::Altar => furniture::altar(&mut m, &mut trim, tall),
        ThingKind::Shelf => furniture::shelf(&mut m, &mut trim, &mut s, tall),
        ThingKind::Bed => furniture::bed(&mut m, &mut trim, tall),
        ThingKind::Rubble => nature::rubble(&mut m, &mut s, tall),
        ThingKind::Hedge => nature::hedge(&mut m, &mut s, tall),
        ThingKind::Crystal => lamps::crystals(&mut m, &mut s, tall, thing.lamp()),
        ThingKind::Machine => furniture::machine(&mut m, &mut trim, tall),
        ThingKind::Custom => {
            if let Some(prop) = &thing.prop {
                boxes::prop(&mut m, thing, prop);
            }
        }
    }
    finish::recolour(&mut m, thing);
    m.join(&trim);
    m.join(&lamps::lantern(thing));
    finish::scale(&mut m, thing);
    m
}

/// Sawn wood; `tone` scales its brightness.
pub(super) fn wood(tone: f32) -> Paint {
    Paint::on(Vec3::splat(tone), Patch::Timber)
}

fn barrel(m: &mut MeshData, trim: &mut MeshData, s: &mut Scatter, tall: f32) {
    let (stave, dark) = (srgb(hex::WOOD), srgb(hex::DARK_WOOD));
    let k = tall / 1.0;
    let yaw = s.unit() * TAU;
    // Staves are turned one by one, so that their seams show.
    for i in 0..12 {
        let mut one = MeshData::new();
        let tone = 0.85 + 0.3 * s.unit();
        let profile = [(0.33, 0.02), (0.40, 0.25), (0.425, 0.5), (0.40, 0.75), (0.33, 0.97)];
        let a = yaw + i as f32 / 12.0 * TAU;
        let half = TAU / 24.0 - 0.012;
        for w in profile.windows(2) {
            let p = |r: f32, y: f32, d: f32| Vec3::new((a + d).cos() * r, y * k, (a + d).sin() * r);
            let ((r0, y0), (r1, y1)) = (w[0], w[1]);
            one.face4(
                [p(r0, y0, half), p(r0, y0, -half), p(r1, y1, -half), p(r1, y1, half)],
                Paint::plain(stave * tone),
            );
        }
        m.append(&one, Affine3A::IDENTITY);
    }
    lathe(
        m,
        &rings(
            &[(0.32, 0.0), (0.395, 0.25), (0.415, 0.5), (0.395, 0.75), (0.32, 0.96)],
            dark * 0.5,
        ),
        16,
        at(0.0, 0.0, 0.0),
    );
    let iron = srgb(hex::IRON);
    for (y, r) in [(0.14, 0.372), (0.33, 0.412), (0.67, 0.412), (0.86, 0.372)] {
        let hoop = [
            (r, y * k - 0.03),
            (r + 0.022, y * k - 0.026),
            (r + 0.022, y * k + 0.026),
            (r, y * k + 0.03),
        ];
        lathe(trim, &rings(&hoop, iron), 18, at(0.0, 0.0, 0.0));
    }
    lathe(
        m,
        &rings(
            &[
                (0.335, 0.97 * k),
                (0.335, 1.0 * k),
                (0.29, 1.0 * k),
                (0.285, 0.94 * k),
                (0.0, 0.94 * k),
            ],
            stave * 1.1,
        ),
        18,
        at(0.0, 0.0, 0.0),
    );
}

fn crate_box(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    let place = turned(0.0, tall / 2.0, 0.0, s.between(-0.12, 0.12));
    let half = Vec3::new(0.39, tall / 2.0, 0.39);
    block_in(m, place, half - Vec3::splat(0.035), 0.0, Paint::on(Vec3::splat(0.85), Patch::Wood));
    let beam = wood(1.12);
    let b = 0.055;
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for (su, sv) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let mut c = Vec3::ZERO;
            c[u] = su * (half[u] - b);
            c[v] = sv * (half[v] - b);
            let mut h = Vec3::splat(b);
            h[axis] = half[axis] - if axis == 1 { 0.0 } else { 0.01 };
            block_in(m, place * Affine3A::from_translation(c), h, 0.012, beam);
        }
    }
    // A slanting brace on each side.
    for k in 0..4 {
        let side =
            turned(0.0, 0.0, 0.0, k as f32 * FRAC_PI_2) * posed(0.0, 0.0, 0.365, 0.0, 0.0, 0.72);
        block_in(m, place * side, Vec3::new(0.42, 0.045, 0.018), 0.008, wood(0.98));
    }
}

fn pillar(m: &mut MeshData, tall: f32) {
    let stone = Paint::on(srgb(hex::COPING) * 1.1, Patch::Grit);
    let c = srgb(hex::COPING);
    block(m, Vec3::new(0.0, 0.11, 0.0), Vec3::new(0.40, 0.11, 0.40), 0.025, stone);
    let top = tall - 0.22;
    let profile = [
        (0.36, 0.22),
        (0.37, 0.28),
        (0.33, 0.34),
        (0.29, 0.38),
        (0.275, tall * 0.5),
        (0.255, top - 0.16),
        (0.28, top - 0.12),
        (0.28, top - 0.08),
        (0.34, top),
    ];
    lathe(m, &rings(&profile, c * 0.92), 18, at(0.0, 0.0, 0.0));
    // Flutes: thin dark grooves.
    for i in 0..9 {
        let a = i as f32 / 9.0 * TAU;
        let r = 0.272;
        let place = turned(a.cos() * r, tall * 0.5, a.sin() * r, -a);
        block_in(m, place, Vec3::new(0.012, tall * 0.5 - 0.62, 0.028), 0.0, Paint::plain(c * 0.5));
    }
    block(m, Vec3::new(0.0, tall - 0.11, 0.0), Vec3::new(0.39, 0.11, 0.39), 0.03, stone);
}

fn barricade(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    for (x, lean) in [(-0.34, 0.16), (0.34, -0.12)] {
        block_in(
            m,
            posed(x, tall * 0.48, 0.0, 0.0, 0.0, lean * 0.4),
            Vec3::new(0.05, tall * 0.5, 0.05),
            0.012,
            wood(0.7),
        );
        block_in(
            m,
            posed(x, tall * 0.36, 0.22, 0.0, -0.72, 0.0),
            Vec3::new(0.04, tall * 0.46, 0.04),
            0.01,
            wood(0.62),
        );
    }
    for i in 0..4 {
        let y = tall * (0.15 + 0.25 * i as f32);
        let roll = s.between(-0.09, 0.09);
        let tone = s.between(0.8, 1.15);
        let half = Vec3::new(s.between(0.43, 0.49), tall * 0.105, 0.028);
        block_in(
            m,
            posed(s.between(-0.02, 0.02), y, -0.075, 0.0, s.between(-0.05, 0.05), roll),
            half,
            0.012,
            wood(tone),
        );
    }
    for i in 0..4 {
        let x = -0.36 + 0.24 * i as f32;
        let tip = Vec3::new(x + s.between(-0.05, 0.05), tall * 0.98, -0.34);
        tube(
            m,
            &[
                (Vec3::new(x, tall * 0.25, -0.04), 0.035),
                (tip - (tip - Vec3::new(x, tall * 0.25, -0.04)) * 0.15, 0.03),
                (tip, 0.0),
            ],
            6,
            srgb(hex::BARK) * 1.3,
        );
    }
}

fn table(m: &mut MeshData, trim: &mut MeshData, s: &mut Scatter, tall: f32) {
    let top = tall * 0.78;
    for i in 0..4 {
        let z = -0.345 + 0.23 * i as f32;
        block(
            m,
            Vec3::new(0.0, top - 0.03, z),
            Vec3::new(0.47, 0.03, 0.112),
            0.012,
            wood(s.between(0.9, 1.2)),
        );
    }
    for (x, z) in [(-0.38, -0.36), (0.38, -0.36), (-0.38, 0.36), (0.38, 0.36)] {
        block(
            m,
            Vec3::new(x, top / 2.0 - 0.03, z),
            Vec3::new(0.045, top / 2.0 - 0.03, 0.045),
            0.01,
            wood(0.7),
        );
    }
    // Goods: a jug, a plate with bread, a candle.
    let clay = srgb(0xb56a42);
    lathe(
        trim,
        &rings(
            &[
                (0.07, top),
                (0.10, top + 0.07),
                (0.09, top + 0.14),
                (0.045, top + 0.18),
                (0.06, top + 0.22),
                (0.0, top + 0.2),
            ],
            clay,
        ),
        12,
        at(0.22, 0.0, -0.16),
    );
    lathe(
        trim,
        &rings(
            &[(0.06, top), (0.13, top + 0.025), (0.12, top + 0.028), (0.0, top + 0.015)],
            srgb(hex::STEEL),
        ),
        14,
        at(-0.15, 0.0, 0.1),
    );
    ball(trim, Vec3::new(0.09, 0.05, 0.06), 8, srgb(0xc98f4a), at(-0.15, top + 0.05, 0.1));
    lathe(
        trim,
        &rings(&[(0.025, top), (0.025, top + 0.16), (0.0, top + 0.165)], srgb(hex::BONE)),
        8,
        at(0.2, 0.0, 0.22),
    );
}

fn statue(m: &mut MeshData, tall: f32) {
    let stone = srgb(0x9aa09c);
    let base = Paint::on(Vec3::splat(1.0), Patch::Masonry);
    block(m, Vec3::new(0.0, 0.06, 0.0), Vec3::new(0.34, 0.06, 0.34), 0.02, base.tinted(1.1));
    block(m, Vec3::new(0.0, 0.36, 0.0), Vec3::new(0.27, 0.26, 0.27), 0.015, base);
    block(m, Vec3::new(0.0, 0.66, 0.0), Vec3::new(0.31, 0.05, 0.31), 0.02, base.tinted(1.12));
    let k = (tall - 0.71) / 1.79;
    let y = |v: f32| 0.71 + v * k;
    // A robed figure resting on a long sword.
    let robe = [
        (0.22, 0.0),
        (0.19, 0.25),
        (0.15, 0.6),
        (0.17, 0.85),
        (0.215, 1.08),
        (0.20, 1.2),
        (0.08, 1.3),
        (0.065, 1.38),
    ];
    let profile: Vec<(f32, f32)> = robe.iter().map(|(r, v)| (*r, y(*v))).collect();
    lathe(m, &rings(&profile, stone), 14, Affine3A::from_scale(Vec3::new(1.0, 1.0, 0.8)));
    ball(m, Vec3::new(0.10, 0.125, 0.11) * k, 12, stone * 1.05, at(0.0, y(1.5), 0.0));
    lathe(
        m,
        &rings(&[(0.118, y(1.5)), (0.115, y(1.62)), (0.0, y(1.74))], stone * 0.9),
        12,
        at(0.0, 0.0, 0.0),
    );
    for x in [-1.0, 1.0] {
        tube(
            m,
            &[
                (Vec3::new(0.19 * x, y(1.14), 0.0), 0.07),
                (Vec3::new(0.22 * x, y(0.86), -0.1), 0.06),
                (Vec3::new(0.03 * x, y(0.82), -0.24), 0.05),
            ],
            8,
            stone * 1.02,
        );
    }
    block(
        m,
        Vec3::new(0.0, y(0.42), -0.24),
        Vec3::new(0.035, 0.42 * k, 0.012),
        0.008,
        Paint::plain(stone * 1.1),
    );
    block(
        m,
        Vec3::new(0.0, y(0.86), -0.24),
        Vec3::new(0.13, 0.02, 0.02),
        0.006,
        Paint::plain(stone * 1.1),
    );
}

fn lever(m: &mut MeshData, trim: &mut MeshData) {
    let stone = Paint::on(srgb(hex::COPING), Patch::Grit);
    block(trim, Vec3::new(0.0, 0.09, 0.0), Vec3::new(0.17, 0.09, 0.12), 0.02, stone);
    let iron = srgb(hex::IRON);
    block(m, Vec3::new(0.0, 0.19, 0.0), Vec3::new(0.11, 0.02, 0.05), 0.005, Paint::plain(iron));
    tube(
        m,
        &[(Vec3::new(0.0, 0.14, 0.0), 0.028), (Vec3::new(0.27, 0.78, 0.0), 0.022)],
        8,
        iron * 1.3,
    );
    ball(trim, Vec3::splat(0.06), 10, srgb(0xb83a2a), at(0.285, 0.82, 0.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thing(kind: ThingKind, cell: Cell) -> Thing {
        Thing::new(kind, cell)
    }

    #[test]
    fn models_are_valid_stand_on_their_floor_and_match_their_height() {
        for kind in ThingKind::ALL.into_iter().filter(|k| *k != ThingKind::Bridge) {
            let m = model(&thing(kind, Cell::new(3, 4)));
            assert_eq!(m.fault(), None, "{kind:?}");
            assert!((10..4000).contains(&m.triangles()), "{kind:?} {}", m.triangles());
            let (lo, hi) = m.bounds().unwrap();
            let tall = metres(kind.spec().height);
            assert!(lo.y > -0.4 && hi.y < tall * 1.15 + 0.1, "{kind:?} {lo} {hi}");
            assert!(hi.y > tall * 0.8, "{kind:?} {hi}");
            assert!(lo.x > -1.2 && hi.x < 1.2 && lo.z > -1.2 && hi.z < 1.2, "{kind:?} {lo} {hi}");
        }
    }

    #[test]
    fn one_mesh_holds_the_things_of_many_cells() {
        let mut b = Board::new(16, 16);
        for (i, kind) in ThingKind::ALL.into_iter().enumerate() {
            b.add_thing(thing(kind, Cell::new(i as i16, 2)));
        }
        let r = Relief::new(&b);
        let mut m = MeshData::new();
        b.cells().for_each(|cell| in_cell(&mut m, &b, &r, cell));
        assert_eq!(m.fault(), None);
        assert!(m.triangles() > 2000);
    }
}
