//! Basic shapes for models: bevelled blocks, lathed profiles, bent tubes and thick outlines.

use std::f32::consts::TAU;

use bevy::math::{Affine3A, Quat, Vec2, Vec3};

use super::mesh::{MeshData, Paint};

/// A translation.
pub fn at(x: f32, y: f32, z: f32) -> Affine3A {
    Affine3A::from_translation(Vec3::new(x, y, z))
}

/// A rotation about the vertical axis by `yaw` radians, then a translation.
pub fn turned(x: f32, y: f32, z: f32, yaw: f32) -> Affine3A {
    Affine3A::from_rotation_translation(Quat::from_rotation_y(yaw), Vec3::new(x, y, z))
}

/// Rotations about y, then x, then z, in radians, then a translation.
pub fn posed(x: f32, y: f32, z: f32, yaw: f32, pitch: f32, roll: f32) -> Affine3A {
    let turn = Quat::from_euler(bevy::math::EulerRot::YXZ, yaw, pitch, roll);
    Affine3A::from_rotation_translation(turn, Vec3::new(x, y, z))
}

/// A block around `center` with half extents `half`, its edges bevelled by `bevel` metres.
pub fn block(mesh: &mut MeshData, center: Vec3, half: Vec3, bevel: f32, paint: Paint) {
    block_in(mesh, Affine3A::from_translation(center), half, bevel, paint);
}

/// [`block`] around the origin of `place`.
pub fn block_in(mesh: &mut MeshData, place: Affine3A, half: Vec3, bevel: f32, paint: Paint) {
    let b = bevel.min(half.min_element() * 0.9);
    let inner = half - Vec3::splat(b);
    // The corner with signs `s`, pushed out along `axis`.
    let corner = |s: Vec3, axis: usize| {
        let mut p = s * inner;
        p[axis] = s[axis] * half[axis];
        place.transform_point3(p)
    };
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [1.0, -1.0] {
            let sign = |a: f32, c: f32| {
                let mut s = Vec3::ZERO;
                s[axis] = side;
                s[u] = a * side;
                s[v] = c;
                s
            };
            let face = [sign(-1.0, -1.0), sign(1.0, -1.0), sign(1.0, 1.0), sign(-1.0, 1.0)];
            mesh.face4(face.map(|s| corner(s, axis)), paint);
        }
        if b <= 0.0 {
            continue;
        }
        // The four bevels along this axis lie between its two side axes.
        for (su, sv) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
            let sign = |along: f32| {
                let mut s = Vec3::ZERO;
                s[axis] = along;
                s[u] = su;
                s[v] = sv;
                s
            };
            let (lo, hi) = (sign(-1.0), sign(1.0));
            let (near, far) = if su * sv > 0.0 { (u, v) } else { (v, u) };
            let face = [corner(lo, near), corner(lo, far), corner(hi, far), corner(hi, near)];
            let lit = paint.tinted(1.08);
            mesh.face4(face, lit);
        }
    }
    if b > 0.0 {
        for i in 0..8u8 {
            let pick = |bit: u8| if i & bit == 0 { 1.0 } else { -1.0 };
            let s = Vec3::new(pick(1), pick(2), pick(4));
            let tri = [corner(s, 0), corner(s, 1), corner(s, 2)];
            let face = if s.x * s.y * s.z > 0.0 { tri } else { [tri[2], tri[1], tri[0]] };
            mesh.face3(face, paint.tinted(1.1));
        }
    }
}

/// A ring of a lathed shape.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    /// Radius in metres.
    pub r: f32,
    /// Height in metres.
    pub y: f32,
    /// Colour at this ring.
    pub color: Vec3,
}

/// Rings in a single colour.
pub fn rings(profile: &[(f32, f32)], color: Vec3) -> Vec<Ring> {
    profile.iter().map(|(r, y)| Ring { r: *r, y: *y, color }).collect()
}

/// A profile swept around the vertical axis, from the lowest ring to the highest, placed by
/// `place`. Bends sharper than about 50 degrees stay sharp. Ends with a radius above 0 stay open.
pub fn lathe(mesh: &mut MeshData, profile: &[Ring], segments: u32, place: Affine3A) {
    let slopes: Vec<Vec2> = profile
        .windows(2)
        .map(|w| Vec2::new(w[1].y - w[0].y, w[0].r - w[1].r).normalize_or(Vec2::X))
        .collect();
    let mut part = MeshData::new();
    for (i, pair) in profile.windows(2).enumerate() {
        let own = slopes[i];
        let soft = |other: Option<&Vec2>| match other {
            Some(o) if o.dot(own) > 0.64 => (own + *o).normalize_or(own),
            _ => own,
        };
        let below = soft(i.checked_sub(1).and_then(|j| slopes.get(j)));
        let above = soft(slopes.get(i + 1));
        let start = part.positions.len() as u32;
        for s in 0..=segments {
            let (sin, cos) = (s as f32 / segments as f32 * TAU).sin_cos();
            for (ring, n) in [(pair[0], below), (pair[1], above)] {
                let normal = Vec3::new(cos * n.x, n.y, sin * n.x).normalize_or(Vec3::Y);
                let paint = Paint::plain(ring.color);
                let uv = paint.patch.uv(Vec2::ONE);
                let p = Vec3::new(cos * ring.r, ring.y, sin * ring.r);
                part.vertex(p, normal, ring.color.extend(1.0), uv, 1.0);
            }
        }
        for s in 0..segments {
            let a = start + s * 2;
            if pair[1].r > 1e-4 {
                part.indices.extend([a, a + 1, a + 3]);
            }
            if pair[0].r > 1e-4 {
                part.indices.extend([a, a + 3, a + 2]);
            }
        }
    }
    mesh.append(&part, place);
}

/// An ellipsoid around the origin of `place`.
pub fn ball(mesh: &mut MeshData, radii: Vec3, segments: u32, color: Vec3, place: Affine3A) {
    let steps = (segments / 2).max(3);
    let profile: Vec<Ring> = (0..=steps)
        .map(|i| {
            let (sin, cos) = (i as f32 / steps as f32 * TAU / 2.0).sin_cos();
            Ring { r: if i == 0 || i == steps { 0.0 } else { sin }, y: -cos, color }
        })
        .collect();
    lathe(mesh, &profile, segments, place * Affine3A::from_scale(radii));
}

/// A tube along `path`, with a radius for each point and closed ends.
pub fn tube(mesh: &mut MeshData, path: &[(Vec3, f32)], segments: u32, color: Vec3) {
    if path.len() < 2 {
        return;
    }
    let start = mesh.positions.len() as u32;
    let uv = Paint::plain(color).patch.uv(Vec2::ONE);
    let along = |i: usize| {
        let before = path[i.saturating_sub(1)].0;
        let after = path[(i + 1).min(path.len() - 1)].0;
        (after - before).normalize_or(Vec3::Y)
    };
    let mut side = along(0).any_orthonormal_vector();
    for (i, (p, r)) in path.iter().enumerate() {
        let t = along(i);
        side = (side - t * side.dot(t)).normalize_or(t.any_orthonormal_vector());
        let other = t.cross(side);
        for s in 0..=segments {
            let (sin, cos) = (s as f32 / segments as f32 * TAU).sin_cos();
            let n = side * cos + other * sin;
            mesh.vertex(*p + n * *r, n, color.extend(1.0), uv, 1.0);
        }
    }
    let row = segments + 1;
    for i in 0..path.len() as u32 - 1 {
        for s in 0..segments {
            let (a, b) = (start + i * row + s, start + (i + 1) * row + s);
            mesh.indices.extend([a, a + 1, b + 1, a, b + 1, b]);
        }
    }
    for (i, flip) in [(0, true), (path.len() - 1, false)] {
        let (p, r) = path[i];
        if r < 0.004 {
            continue;
        }
        let n = if flip { -along(i) } else { along(i) };
        let hub = mesh.vertex(p, n, color.extend(1.0), uv, 1.0);
        let first = mesh.positions.len() as u32;
        for s in 0..=segments {
            let source = (start + i as u32 * row + s) as usize;
            let q = mesh.positions[source];
            mesh.vertex(q, n, color.extend(1.0), uv, 1.0);
        }
        for s in 0..segments {
            let (a, b) = (first + s, first + s + 1);
            if flip {
                mesh.tri(hub, b, a);
            } else {
                mesh.tri(hub, a, b);
            }
        }
    }
}

/// A flat shape with thickness: the outline (counter-clockwise, star-shaped about its middle) in
/// the x-y plane of `place`, `thick` metres deep, its front edge bevelled by `bevel` metres.
pub fn plate(
    mesh: &mut MeshData,
    outline: &[Vec2],
    thick: f32,
    bevel: f32,
    paint: Paint,
    place: Affine3A,
) {
    if outline.len() < 3 {
        return;
    }
    let middle = outline.iter().copied().sum::<Vec2>() / outline.len() as f32;
    let half = thick / 2.0;
    let inset = |p: Vec2| {
        let away = p - middle;
        let len = away.length().max(1e-4);
        middle + away * ((len - bevel).max(len * 0.3) / len)
    };
    let point = |p: Vec2, z: f32| place.transform_point3(p.extend(z));
    let n = outline.len();
    for i in 0..n {
        let (a, b) = (outline[i], outline[(i + 1) % n]);
        let (ai, bi) = (inset(a), inset(b));
        let rim = half - bevel.min(half) * 0.6;
        let (front, back) = (point(middle, half), point(middle, -half));
        mesh.face3([front, point(ai, half), point(bi, half)], paint);
        mesh.face3([back, point(bi, -half), point(ai, -half)], paint);
        let lit = paint.tinted(1.18);
        mesh.face4([point(ai, half), point(a, rim), point(b, rim), point(bi, half)], lit);
        mesh.face4([point(a, -rim), point(ai, -half), point(bi, -half), point(b, -rim)], lit);
        mesh.face4(
            [point(a, rim), point(a, -rim), point(b, -rim), point(b, rim)],
            paint.tinted(0.85),
        );
    }
}

/// A round disc of radius `r` metres that faces up.
pub fn disc(mesh: &mut MeshData, center: Vec3, r: f32, segments: u32, paint: Paint) {
    let corners: Vec<Vec3> = (0..segments)
        .map(|s| {
            let (sin, cos) = (-(s as f32) / segments as f32 * TAU).sin_cos();
            center + Vec3::new(cos * r, 0.0, sin * r)
        })
        .collect();
    mesh.fan(&corners, paint);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the winding of every triangle agrees with the normals of its corners.
    fn winding_agrees(mesh: &MeshData) {
        assert_eq!(mesh.fault(), None);
        for t in mesh.indices.chunks(3) {
            let [a, b, c] = [t[0], t[1], t[2]].map(|i| mesh.positions[i as usize]);
            let n: Vec3 = t.iter().map(|i| mesh.normals[*i as usize]).sum();
            let face = (b - a).cross(c - a);
            assert!(face.length() < 1e-9 || face.dot(n) > 0.0, "{a} {b} {c} against {n}");
        }
    }

    /// Asserts that all faces of a convex body around the origin point outwards.
    fn looks_outwards(mesh: &MeshData) {
        for (p, n) in mesh.positions.iter().zip(&mesh.normals) {
            assert!(p.dot(*n) > -1e-4, "{p} {n}");
        }
    }

    #[test]
    fn a_bevelled_block_is_closed_and_faces_outwards() {
        let mut m = MeshData::new();
        block(&mut m, Vec3::ZERO, Vec3::new(0.5, 0.4, 0.3), 0.05, Paint::plain(Vec3::ONE));
        // Six faces and twelve bevels of two triangles, eight corners of one triangle.
        assert_eq!(m.triangles(), 6 * 2 + 12 * 2 + 8);
        winding_agrees(&m);
        looks_outwards(&m);
    }

    #[test]
    fn balls_tubes_and_plates_face_outwards() {
        let mut m = MeshData::new();
        ball(&mut m, Vec3::new(0.5, 0.3, 0.4), 12, Vec3::ONE, Affine3A::IDENTITY);
        winding_agrees(&m);
        looks_outwards(&m);
        let mut m = MeshData::new();
        tube(&mut m, &[(-Vec3::Y, 0.2), (Vec3::Y, 0.1)], 8, Vec3::ONE);
        winding_agrees(&m);
        looks_outwards(&m);
        let mut m = MeshData::new();
        let square = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)];
        plate(&mut m, &square, 0.2, 0.05, Paint::plain(Vec3::ONE), Affine3A::IDENTITY);
        winding_agrees(&m);
        looks_outwards(&m);
        let mut m = MeshData::new();
        disc(&mut m, Vec3::ZERO, 1.0, 12, Paint::plain(Vec3::ONE));
        winding_agrees(&m);
        assert!(m.normals.iter().all(|n| n.y > 0.99));
    }
}
