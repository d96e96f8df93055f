//! A small seamless canvas for painting surface patches. Colours are display values (sRGB, 0 to 1).

use bevy::math::Vec3;

/// Display colour from `0xRRGGBB`.
pub fn colour(hex: u32) -> Vec3 {
    Vec3::new((hex >> 16 & 0xff) as f32, (hex >> 8 & 0xff) as f32, (hex & 0xff) as f32) / 255.0
}

/// Hash of two integers and a seed, as a fraction from 0 to 1.
pub fn chance(x: i32, y: i32, seed: u32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x9e37_79b1)
        ^ (y as u32).wrapping_mul(0x85eb_ca77)
        ^ seed.wrapping_mul(0xc2b2_ae3d);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2c1b_3c6d);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297a_2d39);
    h ^= h >> 15;
    (h >> 8) as f32 / (1u32 << 24) as f32
}

/// Deterministic random stream for scattering strokes.
pub struct Scatter {
    seed: u32,
    next: i32,
}

impl Scatter {
    /// The stream with this seed.
    pub const fn new(seed: u32) -> Self {
        Self { seed, next: 0 }
    }

    /// Next fraction, 0 to 1.
    pub fn unit(&mut self) -> f32 {
        self.next += 1;
        chance(self.next, 17, self.seed)
    }

    /// Next number from `lo` to `hi`.
    pub fn between(&mut self, lo: f32, hi: f32) -> f32 {
        lo + (hi - lo) * self.unit()
    }
}

/// Value noise from 0 to 1 on a lattice of `cells` per side, with period 1.
pub fn noise(x: f32, y: f32, cells: i32, seed: u32) -> f32 {
    let (fx, fy) = (x * cells as f32, y * cells as f32);
    let (ix, iy) = (fx.floor(), fy.floor());
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (smooth(fx - ix), smooth(fy - iy));
    let at = |dx: i32, dy: i32| {
        chance((ix as i32 + dx).rem_euclid(cells), (iy as i32 + dy).rem_euclid(cells), seed)
    };
    let top = at(0, 0) + (at(1, 0) - at(0, 0)) * tx;
    let bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * tx;
    top + (bottom - top) * ty
}

/// Four octaves of [`noise`], from 0 to 1; most values lie near the middle.
pub fn fractal(x: f32, y: f32, cells: i32, seed: u32) -> f32 {
    let mut sum = 0.0;
    let (mut share, mut c) = (0.5, cells);
    for octave in 0..4 {
        sum += share * noise(x, y, c, seed + octave);
        share *= 0.5;
        c *= 2;
    }
    sum / 0.9375
}

/// Cellular noise with one point per lattice cell: distances to the nearest and second nearest
/// point in lattice units, and a fraction that identifies the nearest point.
pub fn cells(x: f32, y: f32, n: i32, seed: u32) -> (f32, f32, f32) {
    let (fx, fy) = (x * n as f32, y * n as f32);
    let (ix, iy) = (fx.floor() as i32, fy.floor() as i32);
    let (mut first, mut second, mut own) = (9.0f32, 9.0f32, 0.0);
    for dy in -1..=1 {
        for dx in -1..=1 {
            let (cx, cy) = ((ix + dx).rem_euclid(n), (iy + dy).rem_euclid(n));
            let px = (ix + dx) as f32 + 0.15 + 0.7 * chance(cx, cy, seed);
            let py = (iy + dy) as f32 + 0.15 + 0.7 * chance(cx, cy, seed + 1);
            let d = ((px - fx).powi(2) + (py - fy).powi(2)).sqrt();
            if d < first {
                (second, first, own) = (first, d, chance(cx, cy, seed + 2));
            } else {
                second = second.min(d);
            }
        }
    }
    (first, second, own)
}

/// Square image that wraps at its borders.
pub struct Canvas {
    pixels: Vec<Vec3>,
}

impl Canvas {
    /// Pixels per side.
    pub const SIZE: usize = 240;

    /// Colours a canvas with a function of position, 0 to 1 to the right and down.
    pub fn new(color: impl Fn(f32, f32) -> Vec3) -> Self {
        let n = Self::SIZE;
        let unit = |i: usize| (i as f32 + 0.5) / n as f32;
        let pixels = (0..n * n).map(|i| color(unit(i % n), unit(i / n))).collect();
        Self { pixels }
    }

    fn at(&mut self, x: i32, y: i32) -> &mut Vec3 {
        let n = Self::SIZE as i32;
        &mut self.pixels[(y.rem_euclid(n) * n + x.rem_euclid(n)) as usize]
    }

    /// Pixel at a position, as sRGB bytes. Positions wrap around the borders.
    pub fn byte_at(&self, x: i32, y: i32) -> [u8; 3] {
        let n = Self::SIZE as i32;
        let c = self.pixels[(y.rem_euclid(n) * n + x.rem_euclid(n)) as usize];
        c.to_array().map(|v| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
    }

    /// Paints a soft-edged ellipse: centre and half axes in pixels, rotated by `angle`.
    pub fn dab(&mut self, x: f32, y: f32, rx: f32, ry: f32, angle: f32, color: Vec3, alpha: f32) {
        let reach = rx.max(ry).ceil() as i32 + 1;
        let (sin, cos) = angle.sin_cos();
        let edge = 1.0 / rx.min(ry).max(0.7);
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let (px, py) = ((x.floor() + dx as f32), (y.floor() + dy as f32));
                let (ox, oy) = (px + 0.5 - x, py + 0.5 - y);
                let (u, v) = ((ox * cos + oy * sin) / rx, (oy * cos - ox * sin) / ry);
                let d = (u * u + v * v).sqrt();
                let cover = ((1.0 + edge * 0.5 - d) / edge).clamp(0.0, 1.0) * alpha;
                if cover > 0.0 {
                    let p = self.at(px as i32, py as i32);
                    *p += (color - *p) * cover;
                }
            }
        }
    }

    /// Paints a pebble: shadow to the south-east, body, highlight to the north-west.
    pub fn pebble(&mut self, x: f32, y: f32, r: f32, flat: f32, angle: f32, color: Vec3) {
        self.dab(
            x + r * 0.22,
            y + r * 0.3,
            r * 1.08,
            r * flat * 1.08,
            angle,
            colour(0x1d1712),
            0.4,
        );
        self.dab(x, y, r, r * flat, angle, color, 1.0);
        self.dab(x - r * 0.25, y - r * 0.25, r * 0.55, r * flat * 0.5, angle, color * 1.18, 0.65);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_wraps_at_the_border() {
        for i in 0..20 {
            let t = i as f32 / 20.0;
            assert!((noise(0.0, t, 5, 1) - noise(1.0, t, 5, 1)).abs() < 1e-4);
            assert!((fractal(t, 0.0, 3, 2) - fractal(t, 1.0, 3, 2)).abs() < 1e-4);
            assert!((cells(0.0, t, 4, 3).0 - cells(1.0, t, 4, 3).0).abs() < 1e-4);
        }
    }

    #[test]
    fn dabs_wrap_around_the_border() {
        let mut c = Canvas::new(|_, _| Vec3::ZERO);
        c.dab(0.0, 0.0, 6.0, 6.0, 0.0, Vec3::ONE, 1.0);
        assert_eq!(c.byte_at(-2, -2), [255; 3]);
        assert_eq!(c.byte_at(Canvas::SIZE as i32 - 2, 1), [255; 3]);
        assert_eq!(c.byte_at(60, 60), [0; 3]);
    }
}
