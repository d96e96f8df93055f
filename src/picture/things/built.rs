//! Signs of built things and crystals.

use super::Dye;
use crate::brush::{Brush, Spot, Tint};
use crate::colours::INK;
use grid::Lamp;

/// A round wall around dark water, with a roller across.
pub fn well(brush: &mut Brush, dye: Dye) {
    brush.disc((0.0, 0.0), 0.44, INK);
    brush.disc((0.0, 0.0), 0.41, dye.of(0xa8a194));
    for i in 0..10u8 {
        let angle = f32::from(i) * 0.6283;
        let (cos, sin) = (angle.cos(), angle.sin());
        brush.line(&[(0.27 * cos, 0.27 * sin), (0.41 * cos, 0.41 * sin)], 0.025, Tint(INK, 0.5));
    }
    brush.disc((0.0, 0.0), 0.28, INK);
    brush.disc((0.0, 0.0), 0.25, 0x2c5f7c);
    brush.line(&[(-0.4, 0.0), (0.4, 0.0)], 0.09, 0x6b4a2c);
    brush.disc((0.0, 0.0), 0.08, 0xb99a66);
}

/// A cart from above: wheels, boards, shaft and a covered load.
pub fn wagon(brush: &mut Brush, dye: Dye) {
    for (x, y) in [(-0.36, -0.27), (0.36, -0.27), (-0.36, 0.27), (0.36, 0.27)] {
        brush.line(&[(x, y - 0.14), (x, y + 0.14)], 0.12, INK);
    }
    brush.line(&[(0.0, -0.4), (0.0, -0.52)], 0.07, dye.of(0x6b4a2c));
    brush.block((-0.31, -0.44), 0.62, 0.88, INK);
    brush.block((-0.28, -0.41), 0.56, 0.82, dye.of(0x8a6038));
    brush.block((-0.22, -0.34), 0.44, 0.68, 0xb9a77e);
    for y in [-0.14, 0.14] {
        brush.line(&[(-0.22, y), (0.22, y)], 0.035, 0x6d4527);
    }
}

/// Two striped slopes of cloth with the ridge between them.
pub fn tent(brush: &mut Brush) {
    brush.block((-0.46, -0.46), 0.92, 0.92, INK);
    for i in 0..6u8 {
        let y = -0.43 + 0.86 * f32::from(i) / 6.0;
        let colour = if i % 2 == 0 { 0xd9c9a0 } else { 0x9c5a44 };
        brush.block((-0.43, y), 0.86, 0.86 / 6.0, colour);
    }
    brush.block((0.0, -0.43), 0.43, 0.86, Tint(INK, 0.22));
    brush.line(&[(0.0, -0.46), (0.0, 0.46)], 0.05, 0x5d3f27);
    brush.area(&[(-0.16, 0.46), (0.0, 0.2), (0.16, 0.46)], INK);
}

/// A slab with a red runner and two candles.
pub fn altar(brush: &mut Brush, dye: Dye) {
    brush.block((-0.46, -0.36), 0.92, 0.72, INK);
    brush.block((-0.43, -0.33), 0.86, 0.66, dye.of(0xc2baaa));
    brush.block((-0.13, -0.33), 0.26, 0.66, 0x8d2230);
    brush.disc((0.0, 0.0), 0.1, 0xc79a3d);
    for x in [-0.3, 0.3] {
        brush.disc((x, 0.0), 0.07, INK);
        brush.disc((x, 0.0), 0.05, 0xe6dcc0);
    }
}

/// Backs of books between two boards.
pub fn shelf(brush: &mut Brush, dye: Dye) {
    brush.block((-0.46, -0.24), 0.92, 0.48, INK);
    brush.block((-0.43, -0.21), 0.86, 0.42, dye.of(0x6b4a2c));
    let covers = [0x7a2f2a, 0x2f5a4a, 0x3a4a7a, 0x8a6a2a, 0x5a3a5a, 0x2f5a4a, 0x7a2f2a];
    for (i, cover) in (0u8..).zip(covers) {
        brush.block((-0.38 + 0.11 * f32::from(i), -0.08), 0.09, 0.26, cover);
    }
    brush.line(&[(-0.43, -0.15), (0.43, -0.15)], 0.07, dye.of(0xa87a49));
}

/// Pillow, linen and blanket in a frame.
pub fn bed(brush: &mut Brush, dye: Dye) {
    brush.block((-0.42, -0.48), 0.84, 0.96, INK);
    brush.block((-0.39, -0.45), 0.78, 0.9, dye.of(0x8a6038));
    brush.block((-0.34, -0.38), 0.68, 0.78, 0xe8e0cc);
    brush.block((-0.24, -0.36), 0.48, 0.18, 0xfaf6ea);
    brush.block((-0.34, -0.1), 0.68, 0.5, 0x37567a);
    brush.line(&[(-0.34, -0.1), (0.34, -0.1)], 0.06, 0xb4463a);
}

/// Six-sided crystals that grow apart, bright if they glow.
pub fn crystal(brush: &mut Brush, lamp: Option<Lamp>) {
    let colour = lamp.map_or(0x7f9aa4, |lamp| lamp.colour.hex());
    for (x, y, size) in
        [(-0.2, 0.14, 0.17), (0.22, 0.1, 0.15), (0.06, -0.24, 0.14), (0.0, 0.0, 0.24)]
    {
        let corner = |i: u8, size: f32| -> Spot {
            let angle = f32::from(i) * std::f32::consts::FRAC_PI_3 + x * 5.0;
            (x + size * angle.cos(), y + size * angle.sin())
        };
        let ring = |size: f32| -> Vec<Spot> { (0..6).map(|i| corner(i, size)).collect() };
        brush.area(&ring(size + 0.03), INK);
        brush.area(&ring(size), colour);
        for i in [0, 2, 4] {
            let facet = [(x, y), corner(i, size), corner(i + 1, size)];
            brush.area(&facet, Tint(0xffffff, if i == 4 { 0.5 } else { 0.2 }));
        }
    }
}

/// A boiler between a gear and a chimney.
pub fn machine(brush: &mut Brush, dye: Dye) {
    brush.block((-0.45, -0.45), 0.9, 0.9, INK);
    brush.block((-0.42, -0.42), 0.84, 0.84, dye.of(0x3c4047));
    brush.disc((-0.08, -0.06), 0.29, INK);
    brush.disc((-0.08, -0.06), 0.26, dye.of(0x6a727c));
    brush.ring((-0.08, -0.06), 0.18, 0.04, 0xc79a3d);
    brush.disc((0.29, -0.27), 0.12, INK);
    brush.disc((0.29, -0.27), 0.07, 0x1d1815);
    let teeth: Vec<Spot> = (0..20u8)
        .map(|i| {
            let angle = f32::from(i) * 0.314_16;
            let r = if i % 4 < 2 { 0.19 } else { 0.13 };
            (0.24 + r * angle.cos(), 0.25 + r * angle.sin())
        })
        .collect();
    brush.area(&teeth, 0xc79a3d);
    brush.disc((0.24, 0.25), 0.05, INK);
}
