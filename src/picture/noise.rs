//! Deterministic noise, the same in every picture.

/// A number from 0 to below 1 for a lattice point.
pub fn point(x: i32, y: i32, salt: u32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA77)
        ^ salt.wrapping_mul(0xC2B2_AE3D);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    h ^= h >> 15;
    (h >> 8) as f32 / (1u32 << 24) as f32
}

/// Smooth noise from -1 to 1 with features one unit wide.
pub fn smooth(x: f32, y: f32, salt: u32) -> f32 {
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = (fx as i32, fy as i32);
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (ease(x - fx), ease(y - fy));
    let row = |dy: i32| {
        let (a, b) = (point(ix, iy + dy, salt), point(ix + 1, iy + dy, salt));
        a + (b - a) * tx
    };
    let (top, bottom) = (row(0), row(1));
    (top + (bottom - top) * ty) * 2.0 - 1.0
}
