//! Portraits of figures as small pictures, drawn without a graphics card.

use bevy::math::{Vec2, Vec3};

use super::mesh::{GLOW, MeshData};
use super::minis::figure;
use super::palette::{SideLook, to_srgb_byte};

/// Samples per pixel along each edge.
const FINE: usize = 3;
/// How far the figure is turned from looking straight out of the picture, in radians.
const TURN: f32 = 0.45;
/// How far the viewer looks down at it, in radians.
const DOWN: f32 = 0.16;
/// The visible part of a tall figure, from the top: without the feet its head is larger.
const BUST: f32 = 0.72;

/// A square picture in sRGB with full opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portrait {
    /// Edge length in pixels.
    pub edge: usize,
    /// Four bytes a pixel, row by row from the top.
    pub rgba: Vec<u8>,
}

/// A portrait of a role in the colours of a side, on a background in a dark shade of its colour.
pub fn portrait(role: &str, look: SideLook, edge: usize) -> Portrait {
    let mesh = figure(role, look, 1);
    let fine = edge * FINE;
    let mut canvas = Canvas::new(fine, look.main);
    let view = View::of(&mesh, fine);
    for triangle in mesh.indices.chunks_exact(3) {
        let corner = |i: u32| view.corner(&mesh, i as usize);
        if let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|n| corner(triangle[n])) {
            canvas.triangle([a, b, c]);
        }
    }
    Portrait { edge, rgba: canvas.shrunk(edge) }
}

/// A corner of a triangle in the picture.
#[derive(Clone, Copy)]
struct Corner {
    /// In samples, down and to the right.
    at: Vec2,
    /// Larger is nearer.
    near: f32,
    /// Linear colour, with its light.
    lit: Vec3,
}

/// How a figure is projected.
struct View {
    right: Vec3,
    up: Vec3,
    out: Vec3,
    /// Left and upper edge of the visible part, in metres.
    corner: Vec2,
    /// Samples per metre.
    scale: f32,
}

impl View {
    fn of(mesh: &MeshData, fine: usize) -> Self {
        // Figures face -z.
        let out = Vec3::new(TURN.sin() * DOWN.cos(), DOWN.sin(), -TURN.cos() * DOWN.cos());
        let right = Vec3::Y.cross(out).normalize();
        let up = out.cross(right);
        let (mut lo, mut hi, mut sum) = (Vec2::MAX, Vec2::MIN, 0.0);
        for p in &mesh.positions {
            let at = Vec2::new(p.dot(right), p.dot(up));
            (lo, hi, sum) = (lo.min(at), hi.max(at), sum + at.x);
        }
        let size = (hi - lo).max(Vec2::splat(0.1));
        let edge = (size.y * BUST).max(size.x.min(size.y) * 0.9) * 1.06;
        // A weapon held out does not push the body to the side.
        let middle = sum / mesh.positions.len().max(1) as f32;
        let corner = Vec2::new(middle - edge * 0.5, hi.y + edge * 0.04);
        Self { right, up, out, corner, scale: fine as f32 / edge }
    }

    fn corner(&self, mesh: &MeshData, i: usize) -> Option<Corner> {
        let (p, n) = (mesh.positions.get(i)?, mesh.normals.get(i)?);
        let (color, sun) = (mesh.colors.get(i)?.truncate(), *mesh.sun.get(i)?);
        let light = (self.up * 0.75 + self.out * 0.55 - self.right * 0.45).normalize();
        let light = if sun == GLOW { 1.3 } else { 0.5 + 0.95 * n.dot(light).max(0.0) };
        let (x, y) = (p.dot(self.right) - self.corner.x, self.corner.y - p.dot(self.up));
        let at = Vec2::new(x, y) * self.scale;
        Some(Corner { at, near: p.dot(self.out), lit: color * light })
    }
}

/// Samples with their depths.
struct Canvas {
    fine: usize,
    samples: Vec<(f32, Vec3)>,
}

impl Canvas {
    /// Lighter towards the top, so that dark figures stand out.
    fn new(fine: usize, main: Vec3) -> Self {
        let row = |y: usize| main * (0.34 - 0.26 * y as f32 / fine.max(1) as f32);
        let samples = (0..fine).flat_map(|y| std::iter::repeat_n((f32::MIN, row(y)), fine));
        Self { fine, samples: samples.collect() }
    }

    fn triangle(&mut self, [a, b, c]: [Corner; 3]) {
        let area = (b.at - a.at).perp_dot(c.at - a.at);
        if area.abs() < 1e-6 {
            return;
        }
        let (lo, hi) = (a.at.min(b.at).min(c.at), a.at.max(b.at).max(c.at));
        let range = |lo: f32, hi: f32| {
            let last = self.fine.saturating_sub(1) as f32;
            (lo.floor().clamp(0.0, last) as usize, hi.ceil().clamp(0.0, last) as usize)
        };
        let ((left, right), (top, bottom)) = (range(lo.x, hi.x), range(lo.y, hi.y));
        for y in top..=bottom {
            for x in left..=right {
                let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let wb = (at - a.at).perp_dot(c.at - a.at) / area;
                let wc = (b.at - a.at).perp_dot(at - a.at) / area;
                let wa = 1.0 - wb - wc;
                if wa < 0.0 || wb < 0.0 || wc < 0.0 {
                    continue;
                }
                let near = a.near * wa + b.near * wb + c.near * wc;
                if let Some(sample) = self.samples.get_mut(y * self.fine + x)
                    && near > sample.0
                {
                    *sample = (near, a.lit * wa + b.lit * wb + c.lit * wc);
                }
            }
        }
    }

    /// The mean of the samples of each pixel.
    fn shrunk(&self, edge: usize) -> Vec<u8> {
        let mut rgba = Vec::with_capacity(edge * edge * 4);
        for (y, x) in (0..edge).flat_map(|y| (0..edge).map(move |x| (y, x))) {
            let rows = self.samples.chunks_exact(self.fine).skip(y * FINE).take(FINE);
            let cells = rows.flat_map(|row| row.iter().skip(x * FINE).take(FINE));
            let mean = cells.map(|(_, lit)| *lit).sum::<Vec3>() / (FINE * FINE) as f32;
            rgba.extend([mean.x, mean.y, mean.z].map(to_srgb_byte));
            rgba.push(255);
        }
        rgba
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minis::ROLES;
    use crate::palette::{Colours, side_look};

    const EDGE: usize = 24;

    fn of(role: &str, side: u8) -> Portrait {
        portrait(role, side_look(Colours::Usual, side), EDGE)
    }

    /// Number of pixels that differ clearly.
    fn differing(a: &Portrait, b: &Portrait) -> usize {
        let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
        pixels.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24)).count()
    }

    #[test]
    fn every_figure_fills_its_portrait_and_can_be_told_apart() {
        let mut seen: Vec<(&str, Portrait)> = Vec::new();
        for role in ROLES {
            let picture = of(role, 0);
            assert_eq!(picture.rgba.len(), EDGE * EDGE * 4);
            let empty = Portrait {
                edge: EDGE,
                rgba: Canvas::new(EDGE * FINE, side_look(Colours::Usual, 0).main).shrunk(EDGE),
            };
            let drawn = differing(&picture, &empty);
            assert!(drawn > EDGE * EDGE / 8, "{role}: {drawn} pixels");
            for (other, its) in &seen {
                assert!(differing(&picture, its) > EDGE * EDGE / 20, "{role} {other}");
            }
            seen.push((role, picture));
        }
    }

    #[test]
    fn sides_differ() {
        assert!(differing(&of("knight", 0), &of("knight", 1)) > EDGE * EDGE / 3);
    }
}
