//! Models of walls, fences, doors, windows, gates and hatches.

use bevy::math::{Affine3A, Vec3};

use super::THICK;
use crate::atlas::Patch;
use crate::canvas::Scatter;
use crate::mesh::{MeshData, Paint};
use crate::palette::{hex, srgb};
use crate::shapes::{at, block_in, lathe, posed, rings, turned};
use grid::{Edge, EdgeKind};

/// Model of an edge: along x from -0.5 to 0.5, its base at y = 0, its foot `below` metres further
/// down (for walls on the rim of a higher floor). It is `tall` and drawn up to `top`.
pub fn model(edge: Edge, (tall, top): (f32, f32), below: f32, seed: u32) -> MeshData {
    let mut m = MeshData::new();
    let mut s = Scatter::new(seed);
    let whole = top >= tall;
    match edge.kind {
        EdgeKind::Wall => {
            masonry(&mut m, &mut s, (-0.5, 0.5), (-below, top), whole);
        }
        EdgeKind::LowWall => masonry(&mut m, &mut s, (-0.5, 0.5), (-below, top), true),
        EdgeKind::Battlement => battlement(&mut m, &mut s, top, below),
        EdgeKind::Planks => plank_wall(&mut m, &mut s, top, whole, below),
        EdgeKind::Fence => fence(&mut m, &mut s, top),
        EdgeKind::Door => door(&mut m, &mut s, edge.open, top, tall),
        EdgeKind::Window => window(&mut m, &mut s, edge.open, top, tall, below),
        EdgeKind::Gate => gate(&mut m, edge.open, top),
        EdgeKind::Hatch => hatch(&mut m, &mut s, edge.open),
    }
    if edge.secret {
        secret(&mut m, edge.kind, top);
    }
    m
}

/// The frame that marks a secret door for authors: around the leaf on both faces, or on the lid of
/// a hatch.
fn secret(m: &mut MeshData, kind: EdgeKind, top: f32) {
    let paint = Paint::plain(srgb(hex::SECRET));
    if kind == EdgeKind::Hatch {
        for (x, z, half) in [
            (0.0, -0.4, Vec3::new(0.42, 0.03, 0.05)),
            (0.0, 0.4, Vec3::new(0.42, 0.03, 0.05)),
            (-0.4, 0.0, Vec3::new(0.05, 0.03, 0.42)),
            (0.4, 0.0, Vec3::new(0.05, 0.03, 0.42)),
        ] {
            block_in(m, at(x, 0.05, z), half, 0.0, paint);
        }
        return;
    }
    let high = top.min(2.1);
    for x in [-0.42, 0.42] {
        block_in(m, at(x, high / 2.0, 0.0), Vec3::new(0.06, high / 2.0, THICK + 0.04), 0.0, paint);
    }
    block_in(m, at(0.0, high, 0.0), Vec3::new(0.48, 0.06, THICK + 0.04), 0.0, paint);
}

pub(super) fn wood(tone: f32) -> Paint {
    Paint::on(Vec3::splat(tone), Patch::Timber)
}

/// Courses of uneven blocks from one end to the other, with a coping on top if `coping`.
fn masonry(m: &mut MeshData, s: &mut Scatter, x: (f32, f32), y: (f32, f32), coping: bool) {
    const COURSE: f32 = 0.25;
    let stone = srgb(hex::MASONRY);
    let cap = if coping { 0.10 } else { 0.0 };
    // The mortar is a single block slightly behind the faces of the blocks.
    let size = Vec3::new((x.1 - x.0) / 2.0, (y.1 - cap - y.0) / 2.0, THICK - 0.022);
    let place = at((x.0 + x.1) / 2.0, (y.0 + y.1 - cap) / 2.0, 0.0);
    block_in(m, place, size, 0.0, Paint::plain(srgb(0x5b5347)));
    let mut low = y.0;
    let mut row = 0;
    while low < y.1 - cap - 0.02 {
        let high = (low + COURSE).min(y.1 - cap);
        let parts = if x.1 - x.0 < 0.4 { 1 } else { 2 + i32::from(s.unit() < 0.4) };
        let mut left = x.0;
        for i in 0..parts {
            let even = (x.1 - x.0) / parts as f32;
            let shift = if row % 2 == 0 { 0.12 } else { -0.12 } * even;
            let right = if i + 1 == parts {
                x.1
            } else {
                x.0 + even * (i + 1) as f32 + shift + s.between(-0.06, 0.06) * even
            };
            let tone = s.between(0.80, 1.12);
            let thick = THICK + s.between(-0.012, 0.014);
            let half = Vec3::new((right - left) / 2.0 - 0.008, (high - low) / 2.0 - 0.008, thick);
            let warm = Vec3::new(1.0 + s.between(-0.02, 0.05), 1.0, 1.0 - s.between(-0.02, 0.06));
            let paint = Paint::on(stone * 1.12 * tone * warm, Patch::Grit);
            block_in(m, at((left + right) / 2.0, (low + high) / 2.0, 0.0), half, 0.018, paint);
            left = right;
        }
        low = high;
        row += 1;
    }
    if coping {
        let paint = Paint::on(srgb(hex::COPING) * 1.15, Patch::Grit);
        let half = Vec3::new((x.1 - x.0) / 2.0, cap / 2.0, THICK + 0.035);
        block_in(m, at((x.0 + x.1) / 2.0, y.1 - cap / 2.0, 0.0), half, 0.022, paint);
    } else {
        cut_face(m, x, y.1);
    }
}

/// A parapet of 1 m with half a merlon at each end, so that a whole one stands where two
/// battlements meet and the gap is in front of the middle of a cell.
fn battlement(m: &mut MeshData, s: &mut Scatter, top: f32, below: f32) {
    const PARAPET: f32 = 1.0;
    masonry(m, s, (-0.5, 0.5), (-below, top.min(PARAPET)), true);
    if top > PARAPET + 0.2 {
        for x in [(-0.5, -0.22), (0.22, 0.5)] {
            masonry(m, s, x, (PARAPET, top), true);
        }
    }
}

/// The dark face on top of a cut wall.
fn cut_face(m: &mut MeshData, x: (f32, f32), top: f32) {
    let half = Vec3::new((x.1 - x.0) / 2.0, 0.008, THICK + 0.012);
    let place = at((x.0 + x.1) / 2.0, top + 0.004, 0.0);
    block_in(m, place, half, 0.0, Paint::plain(srgb(0x2b2723)));
}

fn plank_wall(m: &mut MeshData, s: &mut Scatter, top: f32, whole: bool, below: f32) {
    for i in 0..5 {
        let x = -0.4 + 0.2 * i as f32;
        let ragged = if whole { s.between(-0.07, 0.0) } else { 0.0 };
        let half = Vec3::new(0.096, (top + ragged + below) / 2.0, 0.028);
        let place = at(x, (top + ragged - below) / 2.0, s.between(-0.006, 0.006))
            * posed(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let paint = Paint::on(Vec3::splat(s.between(0.75, 1.15)), Patch::Timber);
        block_in(m, place, half, 0.01, paint);
    }
    for y in [0.28, top - 0.35, (top * 0.5).max(0.55)] {
        if y > 0.2 && y < top - 0.1 {
            for z in [-0.045, 0.045] {
                block_in(m, at(0.0, y, z), Vec3::new(0.5, 0.05, 0.022), 0.008, wood(0.78));
            }
        }
    }
    if !whole {
        block_in(
            m,
            at(0.0, top + 0.004, 0.0),
            Vec3::new(0.5, 0.006, 0.036),
            0.0,
            Paint::plain(srgb(0x2b2018)),
        );
    }
}

fn fence(m: &mut MeshData, s: &mut Scatter, top: f32) {
    for y in [0.34, 0.70] {
        let roll = s.between(-0.03, 0.03);
        block_in(
            m,
            posed(0.0, y, 0.02, 0.0, 0.0, roll),
            Vec3::new(0.5, 0.042, 0.018),
            0.008,
            wood(0.95),
        );
    }
    for i in 0..4 {
        let x = -0.375 + 0.25 * i as f32;
        let high = top * s.between(0.84, 0.93);
        let place = posed(x, high / 2.0, -0.012, 0.0, 0.0, s.between(-0.03, 0.03));
        block_in(m, place, Vec3::new(0.052, high / 2.0, 0.014), 0.01, wood(s.between(0.9, 1.2)));
    }
}

fn jambs(m: &mut MeshData, s: &mut Scatter, top: f32) {
    for side in [-1.0f32, 1.0] {
        let x = if side < 0.0 { (-0.5, -0.40) } else { (0.40, 0.5) };
        masonry(m, s, x, (0.0, top), false);
    }
}

fn door(m: &mut MeshData, s: &mut Scatter, open: bool, top: f32, tall: f32) {
    let leaf_top = top.min(2.0);
    jambs(m, s, leaf_top);
    if top > 2.05 {
        let lintel = Paint::on(srgb(hex::COPING) * 1.1, Patch::Grit);
        block_in(m, at(0.0, 2.08, 0.0), Vec3::new(0.5, 0.08, THICK + 0.02), 0.02, lintel);
        masonry(m, s, (-0.5, 0.5), (2.16, top), top >= tall);
    }
    // The leaf is hinged on the left jamb.
    let swing = if open { -1.35 } else { 0.0 };
    let hinge = turned(-0.39, 0.0, 0.0, swing);
    for i in 0..4 {
        let x = 0.1 + 0.193 * i as f32;
        let paint = Paint::on(Vec3::new(1.0, 0.84, 0.70) * s.between(0.95, 1.15), Patch::Timber);
        let half = Vec3::new(0.093, (leaf_top - 0.04) / 2.0, 0.03);
        block_in(m, hinge * at(x, leaf_top / 2.0 + 0.01, 0.0), half, 0.01, paint);
    }
    let iron = Paint::plain(srgb(hex::IRON));
    for y in [0.35, 1.62] {
        if y < leaf_top - 0.1 {
            block_in(m, hinge * at(0.36, y, 0.0), Vec3::new(0.36, 0.035, 0.042), 0.006, iron);
        }
    }
    let y = 0.92f32.min(leaf_top - 0.15);
    for z in [-0.05, 0.05] {
        block_in(
            m,
            hinge * at(0.68, y, z),
            Vec3::new(0.035, 0.06, 0.02),
            0.01,
            Paint::plain(srgb(hex::BRASS)),
        );
    }
}

fn window(m: &mut MeshData, s: &mut Scatter, open: bool, top: f32, tall: f32, below: f32) {
    masonry(m, s, (-0.5, 0.5), (-below, top.min(0.94)), false);
    let sill = Paint::on(srgb(hex::COPING) * 1.1, Patch::Grit);
    block_in(
        m,
        at(0.0, top.min(1.0) - 0.03, 0.0),
        Vec3::new(0.5, 0.04, THICK + 0.045),
        0.015,
        sill,
    );
    if top < 1.5 {
        return;
    }
    for side in [-1.0f32, 1.0] {
        let x = if side < 0.0 { (-0.5, -0.36) } else { (0.36, 0.5) };
        masonry(m, s, x, (1.0, top.min(2.0)), false);
    }
    block_in(m, at(0.0, 2.06, 0.0), Vec3::new(0.5, 0.07, THICK + 0.02), 0.02, sill);
    masonry(m, s, (-0.5, 0.5), (2.13, top), top >= tall);
    let frame = wood(0.8);
    let pane = Paint::plain(srgb(0x9cc7cf));
    for side in [-1.0f32, 1.0] {
        let swing = if open { side * 1.9 } else { 0.0 };
        let hinge = turned(0.35 * side, 1.5, 0.0, swing);
        let mid = -0.175 * side;
        block_in(m, hinge * at(mid, 0.0, 0.0), Vec3::new(0.15, 0.46, 0.008), 0.0, pane);
        for (x, y, hx, hy) in [
            (mid, 0.47, 0.175, 0.025),
            (mid, -0.47, 0.175, 0.025),
            (mid, 0.0, 0.175, 0.015),
            (mid - 0.16, 0.0, 0.022, 0.49),
            (mid + 0.16, 0.0, 0.022, 0.49),
        ] {
            block_in(m, hinge * at(x, y, 0.0), Vec3::new(hx, hy, 0.022), 0.006, frame);
        }
    }
}

fn gate(m: &mut MeshData, open: bool, top: f32) {
    let iron = srgb(hex::IRON);
    let paint = Paint::plain(iron * 0.9);
    // A raised gate hangs above the passage.
    let lift = if open { 1.9 } else { 0.0 };
    if open && top < 2.0 {
        for x in [-0.46, 0.46] {
            block_in(m, at(x, top / 2.0, 0.0), Vec3::new(0.035, top / 2.0, 0.045), 0.008, paint);
        }
        return;
    }
    for i in 0..6 {
        let x = -0.4 + 0.16 * i as f32;
        let high = top - if open { 0.0 } else { 0.04 };
        let (low, high) = (lift, high.max(lift + 0.4));
        lathe(
            m,
            &rings(&[(0.0, low), (0.024, low + 0.10), (0.024, high - 0.1), (0.0, high)], iron),
            7,
            at(x, 0.0, 0.0),
        );
    }
    for y in [0.3, 1.0, 1.7, 2.25] {
        let y = y + lift;
        if y < top - 0.05 + lift * 0.3 {
            block_in(m, at(0.0, y, 0.0), Vec3::new(0.48, 0.03, 0.03), 0.008, paint);
        }
    }
    for x in [-0.46, 0.46] {
        block_in(m, at(x, top / 2.0, 0.0), Vec3::new(0.035, top / 2.0, 0.045), 0.008, paint);
    }
}

/// A frame around the opening, and a leaf of planks: in the frame, or upright at its western side.
fn hatch(m: &mut MeshData, s: &mut Scatter, open: bool) {
    const HALF: f32 = 0.42;
    for side in [-1.0f32, 1.0] {
        let along = at(0.0, 0.02, side * (HALF + 0.04));
        block_in(m, along, Vec3::new(HALF + 0.08, 0.03, 0.04), 0.01, wood(0.6));
        let across = at(side * (HALF + 0.04), 0.02, 0.0);
        block_in(m, across, Vec3::new(0.04, 0.03, HALF), 0.01, wood(0.6));
    }
    let swing = if open { Affine3A::from_rotation_z(1.45) } else { Affine3A::IDENTITY };
    let hinge = at(-HALF, 0.04, 0.0) * swing;
    for i in 0..4 {
        let z = HALF * (-0.75 + 0.5 * i as f32);
        let half = Vec3::new(HALF, 0.02, HALF / 4.0 - 0.006);
        block_in(m, hinge * at(HALF, 0.0, z), half, 0.006, wood(s.between(0.72, 0.95)));
    }
    let iron = Paint::plain(srgb(hex::IRON));
    for x in [0.3, 1.4] {
        let place = hinge * at(x * HALF, 0.024, 0.0);
        block_in(m, place, Vec3::new(0.04, 0.012, HALF - 0.02), 0.004, iron);
    }
}
