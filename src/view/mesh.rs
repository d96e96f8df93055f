//! Procedural mesh data: positions, normals, colours, texture coordinates. Uses no engine types
//! except vectors, so that every model can be tested without a window.

use bevy::math::{Affine3A, Mat3, Vec2, Vec3, Vec4};

use super::atlas::Patch;

/// Sun share of an emissive vertex: light and shadow do not affect it.
pub const GLOW: f32 = -1.0;

/// Colour and texture of a face.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// Linear colour, multiplied with the patch; may exceed 1.
    pub color: Vec3,
    /// Patch of the atlas that covers the face.
    pub patch: Patch,
    /// Opacity: 1 is opaque; less only in meshes drawn with blending.
    pub alpha: f32,
    /// Emissive.
    pub glow: bool,
}

impl Paint {
    /// Plain colour without a texture.
    pub const fn plain(color: Vec3) -> Self {
        Self { color, patch: Patch::Plain, alpha: 1.0, glow: false }
    }

    /// Colour on a textured surface.
    pub const fn on(color: Vec3, patch: Patch) -> Self {
        Self { color, patch, alpha: 1.0, glow: false }
    }

    /// Emissive colour without a texture.
    pub const fn glowing(color: Vec3) -> Self {
        Self { color, patch: Patch::Plain, alpha: 1.0, glow: true }
    }

    /// The same paint with its colour multiplied by `factor`.
    pub fn tinted(self, factor: f32) -> Self {
        Self { color: self.color * factor, ..self }
    }

    /// The same paint with another opacity.
    pub const fn with_alpha(self, alpha: f32) -> Self {
        Self { alpha, ..self }
    }

    fn sun(self) -> f32 {
        if self.glow { GLOW } else { 1.0 }
    }

    fn rgba(self) -> Vec4 {
        self.color.extend(self.alpha)
    }
}

/// Triangles with all vertex attributes. The attribute lists have equal lengths, and every index is
/// within them.
#[derive(Clone, Debug, Default)]
pub struct MeshData {
    /// Metres; x east, y up, z south.
    pub positions: Vec<Vec3>,
    /// Unit vectors.
    pub normals: Vec<Vec3>,
    /// Linear colour and opacity.
    pub colors: Vec<Vec4>,
    /// Coordinates in the texture atlas.
    pub uvs: Vec<Vec2>,
    /// Share of the sunlight that reaches the vertex, 0 to 1, or [`GLOW`]. Used by [`Self::bake`].
    pub sun: Vec<f32>,
    /// Three per triangle, counter-clockwise seen from outside.
    pub indices: Vec<u32>,
}

impl MeshData {
    /// An empty mesh.
    pub fn new() -> Self {
        Self::default()
    }

    /// True when there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Number of triangles.
    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// Adds a vertex and returns its index.
    pub fn vertex(&mut self, at: Vec3, normal: Vec3, color: Vec4, uv: Vec2, sun: f32) -> u32 {
        let index = self.positions.len() as u32;
        self.positions.push(at);
        self.normals.push(normal);
        self.colors.push(color);
        self.uvs.push(uv);
        self.sun.push(sun);
        index
    }

    /// Adds a triangle of existing vertices.
    pub fn tri(&mut self, a: u32, b: u32, c: u32) {
        self.indices.extend([a, b, c]);
    }

    /// Adds a flat triangle.
    pub fn face3(&mut self, corners: [Vec3; 3], paint: Paint) {
        let [a, b, c] = corners;
        self.fan(&[a, b, c], paint);
    }

    /// Adds a flat quad.
    pub fn face4(&mut self, corners: [Vec3; 4], paint: Paint) {
        self.fan(&corners, paint);
    }

    /// Adds a flat convex polygon, textured from its dominant axis.
    pub fn fan(&mut self, corners: &[Vec3], paint: Paint) {
        let Some(normal) = flat_normal(corners) else { return };
        let uvs = planar_uvs(corners, normal, paint.patch);
        let start = self.positions.len() as u32;
        for (at, uv) in corners.iter().zip(uvs) {
            self.vertex(*at, normal, paint.rgba(), uv, paint.sun());
        }
        for i in 1..corners.len() as u32 - 1 {
            self.tri(start, start + i, start + i + 1);
        }
    }

    /// Adds a quad with a colour per corner.
    pub fn shaded4(&mut self, corners: [Vec3; 4], colors: [Vec4; 4], patch: Patch) {
        let Some(normal) = flat_normal(&corners) else { return };
        let uvs = planar_uvs(&corners, normal, patch);
        let start = self.positions.len() as u32;
        for ((at, uv), color) in corners.iter().zip(uvs).zip(colors) {
            self.vertex(*at, normal, color, uv, 1.0);
        }
        self.tri(start, start + 1, start + 2);
        self.tri(start, start + 2, start + 3);
    }

    /// Adds another mesh, transformed by `at`.
    pub fn append(&mut self, other: &Self, at: Affine3A) {
        let base = self.positions.len() as u32;
        let turn = Mat3::from(at.matrix3).inverse().transpose();
        self.positions.extend(other.positions.iter().map(|p| at.transform_point3(*p)));
        self.normals.extend(other.normals.iter().map(|n| (turn * *n).normalize_or(Vec3::Y)));
        self.colors.extend_from_slice(&other.colors);
        self.uvs.extend_from_slice(&other.uvs);
        self.sun.extend_from_slice(&other.sun);
        self.indices.extend(other.indices.iter().map(|i| base + i));
    }

    /// Reserves space for other meshes before they are joined.
    pub fn reserve<'a>(&mut self, others: impl Iterator<Item = &'a Self>) {
        let (mut vertices, mut indices) = (0, 0);
        for other in others {
            vertices += other.positions.len();
            indices += other.indices.len();
        }
        self.positions.reserve(vertices);
        self.normals.reserve(vertices);
        self.colors.reserve(vertices);
        self.uvs.reserve(vertices);
        self.sun.reserve(vertices);
        self.indices.reserve(indices);
    }

    /// Adds another mesh without transforming it.
    pub fn join(&mut self, other: &Self) {
        let base = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.normals.extend_from_slice(&other.normals);
        self.colors.extend_from_slice(&other.colors);
        self.uvs.extend_from_slice(&other.uvs);
        self.sun.extend_from_slice(&other.sun);
        self.indices.extend(other.indices.iter().map(|i| base + i));
    }

    /// Multiplies the colours by a factor of position and normal. Emissive vertices are unchanged.
    pub fn shade(&mut self, factor: impl Fn(Vec3, Vec3) -> f32) {
        for (i, color) in self.colors.iter_mut().enumerate() {
            if self.sun[i] >= 0.0 {
                let f = factor(self.positions[i], self.normals[i]);
                *color = (color.truncate() * f).extend(color.w);
            }
        }
    }

    /// Bakes sunlight and skylight into the colours, for unlit materials. `to_sun` is a unit vector
    /// in the mesh's own space.
    pub fn bake(&mut self, to_sun: Vec3) {
        for (i, color) in self.colors.iter_mut().enumerate() {
            let sun = self.sun[i];
            if sun < 0.0 {
                continue;
            }
            let n = self.normals[i];
            let sky = SKY_LOW + (SKY_HIGH - SKY_LOW) * (n.y * 0.5 + 0.5);
            let light = sky + SUN_LIGHT * (n.dot(to_sun).max(0.0) * sun);
            *color = (color.truncate() * light).extend(color.w);
        }
    }

    /// Bounding box as its two extreme corners; `None` for an empty mesh.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let first = *self.positions.first()?;
        Some(self.positions.iter().fold((first, first), |(lo, hi), p| (lo.min(*p), hi.max(*p))))
    }

    /// First defect of the mesh, if any: lists of unequal length, an index out of range, a number
    /// that is not finite, a normal that is not a unit vector.
    pub fn fault(&self) -> Option<String> {
        let n = self.positions.len();
        if [self.normals.len(), self.colors.len(), self.uvs.len(), self.sun.len()] != [n; 4] {
            return Some("vertex lists differ in length".into());
        }
        if !self.indices.len().is_multiple_of(3) {
            return Some("an incomplete triangle".into());
        }
        if let Some(i) = self.indices.iter().find(|i| **i as usize >= n) {
            return Some(format!("index {i} of {n} vertices"));
        }
        for i in 0..n {
            let fine = self.positions[i].is_finite()
                && self.colors[i].is_finite()
                && self.uvs[i].is_finite()
                && self.sun[i].is_finite()
                && (self.normals[i].length() - 1.0).abs() < 0.01;
            if !fine {
                return Some(format!(
                    "vertex {i} at {} normal {}",
                    self.positions[i], self.normals[i]
                ));
            }
        }
        None
    }
}

/// Skylight on faces that point up.
const SKY_HIGH: Vec3 = Vec3::new(0.47, 0.50, 0.57);
/// Light reflected by the table, on faces that point down.
const SKY_LOW: Vec3 = Vec3::new(0.17, 0.145, 0.13);
/// Sunlight at normal incidence.
const SUN_LIGHT: Vec3 = Vec3::new(0.86, 0.76, 0.60);

/// Normal of a flat polygon, from its vector area; `None` when the area is zero.
fn flat_normal(corners: &[Vec3]) -> Option<Vec3> {
    let (first, rest) = corners.split_first()?;
    let sum: Vec3 = rest.windows(2).map(|w| (w[0] - *first).cross(w[1] - *first)).sum();
    sum.try_normalize()
}

/// Texture coordinates of a flat polygon, projected along its dominant axis. One patch covers
/// [`Patch::METRES`]; larger faces stretch it.
fn planar_uvs(corners: &[Vec3], normal: Vec3, patch: Patch) -> Vec<Vec2> {
    let a = normal.abs();
    let flat = |p: &Vec3| {
        if a.y >= a.x && a.y >= a.z {
            Vec2::new(p.x, p.z)
        } else if a.x >= a.z {
            Vec2::new(p.z, -p.y)
        } else {
            Vec2::new(p.x, -p.y)
        }
    };
    let mut flats: Vec<Vec2> = corners.iter().map(flat).collect();
    if patch == Patch::Timber {
        let (lo, hi) = span(&flats);
        if hi.y - lo.y > hi.x - lo.x {
            flats.iter_mut().for_each(|f| *f = Vec2::new(f.y, f.x));
        }
    }
    let (lo, hi) = span(&flats);
    let size = hi - lo;
    let fit = |lo: f32, size: f32| {
        let start = lo.rem_euclid(Patch::METRES);
        if size > Patch::METRES {
            (0.0, Patch::METRES / size)
        } else {
            (start.min(Patch::METRES - size), 1.0)
        }
    };
    let ((sx, kx), (sy, ky)) = (fit(lo.x, size.x), fit(lo.y, size.y));
    flats
        .iter()
        .map(|f| patch.uv(Vec2::new(sx + (f.x - lo.x) * kx, sy + (f.y - lo.y) * ky)))
        .collect()
}

/// Bounding rectangle of some points.
fn span(points: &[Vec2]) -> (Vec2, Vec2) {
    points.iter().fold((Vec2::MAX, Vec2::MIN), |(lo, hi), p| (lo.min(*p), hi.max(*p)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> MeshData {
        let mut m = MeshData::new();
        let c = [Vec3::ZERO, Vec3::Z, Vec3::new(1.0, 0.0, 1.0), Vec3::X];
        m.face4(c, Paint::plain(Vec3::ONE));
        m
    }

    #[test]
    fn a_square_on_the_ground_faces_up() {
        let m = square();
        assert_eq!((m.triangles(), m.positions.len()), (2, 4));
        assert!(m.normals.iter().all(|n| (*n - Vec3::Y).length() < 1e-6));
        assert_eq!(m.fault(), None);
    }

    #[test]
    fn faults_are_found() {
        let mut m = square();
        m.indices[0] = 9;
        assert!(m.fault().is_some());
        let mut m = square();
        m.positions[1].x = f32::NAN;
        assert!(m.fault().is_some());
    }

    #[test]
    fn baked_light_spares_emissive_faces_and_darkens_faces_away_from_the_sun() {
        let mut m = square();
        m.face3([Vec3::ZERO, Vec3::X, Vec3::Z], Paint::plain(Vec3::ONE));
        let start = m.positions.len();
        m.face3([Vec3::ZERO, Vec3::Z, Vec3::X], Paint::glowing(Vec3::ONE));
        m.bake(Vec3::Y);
        assert!(m.colors[0].x > 2.0 * m.colors[4].x);
        assert!((m.colors[start].x - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_face_wider_than_the_patch_stays_within_it() {
        let mut m = MeshData::new();
        let w = 7.0;
        m.face4(
            [Vec3::ZERO, Vec3::Z * w, Vec3::new(w, 0.0, w), Vec3::X * w],
            Paint::on(Vec3::ONE, Patch::Wood),
        );
        let (lo, hi) = (Patch::Wood.uv(Vec2::ZERO), Patch::Wood.uv(Vec2::splat(Patch::METRES)));
        for uv in &m.uvs {
            assert!(uv.cmpge(lo - 1e-5).all() && uv.cmple(hi + 1e-5).all());
        }
    }
}
