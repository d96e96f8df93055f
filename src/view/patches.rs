//! Paints the surface patches of the atlas. Lengths are pixels: 120 per metre.

use std::f32::consts::{PI, TAU};

use bevy::math::Vec3;

use super::atlas::Patch;
use super::canvas::{Canvas, Scatter, cells, chance, colour, fractal, noise};

const N: f32 = Canvas::SIZE as f32;

/// Paints the canvas of a patch.
pub fn paint(patch: Patch) -> Canvas {
    match patch {
        Patch::Plain => Canvas::new(|_, _| Vec3::ONE),
        Patch::Grass => grass(),
        Patch::Earth => earth(),
        Patch::Path => path(),
        Patch::Sand => sand(),
        Patch::Gravel => gravel(),
        Patch::Rock => rock(),
        Patch::Stone => paving(),
        Patch::Wood => planks(),
        Patch::Mud => mud(),
        Patch::Mire => mire(),
        Patch::Reeds => reeds(),
        Patch::Snow => snow(),
        Patch::Ice => ice(),
        Patch::Bed => bed(),
        Patch::Embers => embers(),
        Patch::Rubble => rubble(),
        Patch::Cliff => cliff(),
        Patch::Soil => soil(),
        Patch::Masonry => masonry(),
        Patch::Water => water(),
        Patch::Table => table(),
        Patch::Bark => bark(),
        Patch::Leaves => leaves(),
        Patch::Timber => timber(),
        Patch::Grit => grit(),
    }
}

fn blend(a: Vec3, b: Vec3, t: f32) -> Vec3 {
    a + (b - a) * t.clamp(0.0, 1.0)
}

fn step(lo: f32, hi: f32, x: f32) -> f32 {
    ((x - lo) / (hi - lo)).clamp(0.0, 1.0)
}

fn blades(c: &mut Canvas, seed: u32, count: u32, len: (f32, f32), colors: [u32; 3]) {
    let mut s = Scatter::new(seed);
    for _ in 0..count {
        let (x, y) = (s.unit() * N, s.unit() * N);
        let half = s.between(len.0, len.1) / 2.0;
        let angle = PI / 2.0 + s.between(-0.75, 0.75);
        let pick = s.unit();
        let color = if pick < 0.4 {
            colour(colors[0])
        } else if pick < 0.8 {
            colour(colors[1])
        } else {
            colour(colors[2])
        };
        let alpha = s.between(0.25, 0.6);
        c.dab(x, y, half, 0.75, angle, color, alpha);
    }
}

fn grass() -> Canvas {
    let mut c = Canvas::new(|x, y| {
        blend(colour(0x66893f), colour(0x7fa24c), fractal(x, y, 5, 1) * 1.4 - 0.2)
    });
    blades(&mut c, 2, 3400, (4.0, 10.0), [0x557d36, 0x86ab50, 0xa3c063]);
    let mut s = Scatter::new(3);
    for i in 0..7 {
        let (x, y) = (s.unit() * N, s.unit() * N);
        let color = if i % 3 == 0 { colour(0xf1d566) } else { colour(0xf2efe2) };
        c.dab(x, y, 1.4, 1.4, 0.0, color, 0.8);
    }
    c
}

fn earth() -> Canvas {
    let mut c = Canvas::new(|x, y| {
        blend(colour(0x77593a), colour(0x967450), fractal(x, y, 6, 11) * 1.5 - 0.25)
            * (0.94 + 0.12 * noise(x, y, 60, 12))
    });
    let mut s = Scatter::new(13);
    for _ in 0..70 {
        let (x, y, r) = (s.unit() * N, s.unit() * N, s.between(1.0, 3.2));
        let color = blend(colour(0x83694c), colour(0xa9906c), s.unit());
        c.pebble(x, y, r, 0.7, s.unit() * PI, color);
    }
    c
}

fn path() -> Canvas {
    let mut c = Canvas::new(|x, y| {
        blend(colour(0x9b7f56), colour(0xbb9f72), fractal(x, y, 5, 21) * 1.5 - 0.25)
            * (0.95 + 0.1 * noise(x, y, 70, 22))
    });
    let mut s = Scatter::new(23);
    for _ in 0..90 {
        let (x, y, r) = (s.unit() * N, s.unit() * N, s.between(0.8, 3.6));
        let color = blend(colour(0x9d8a6c), colour(0xc4b493), s.unit());
        c.pebble(x, y, r, 0.75, s.unit() * PI, color);
    }
    c
}

fn sand() -> Canvas {
    Canvas::new(|x, y| {
        let bend = fractal(x, y, 3, 31) * 1.6 + 0.12 * (x * TAU).sin();
        let wave = ((y * 9.0 + bend) * TAU).sin();
        let base = blend(colour(0xcdb27c), colour(0xe0c992), fractal(x, y, 4, 32) * 1.3 - 0.1);
        base * (1.0 + 0.045 * wave + 0.05 * (noise(x, y, 110, 33) - 0.5))
    })
}

fn stones(n: i32, seed: u32, dark: u32, light: u32, gap: u32) -> Canvas {
    Canvas::new(|x, y| {
        let (near, next, own) = cells(x, y, n, seed);
        let rim = step(0.02, 0.22, next - near);
        // Light falls from the north-west: compare with a point slightly further that way.
        let shift = 0.18 / n as f32;
        let (a, b, _) = cells(x - shift, y - shift, n, seed);
        let slope = step(0.0, 0.4, next - near) - step(0.0, 0.4, b - a);
        let body = blend(colour(dark), colour(light), own) * (1.0 + 0.22 * slope);
        blend(colour(gap), body, rim) * (0.94 + 0.12 * noise(x, y, 80, seed + 5))
    })
}

fn gravel() -> Canvas {
    stones(22, 41, 0x84807a, 0xb7b1a5, 0x5d574e)
}

fn rubble() -> Canvas {
    stones(9, 45, 0x7b766c, 0xaaa396, 0x4b453c)
}

fn rock() -> Canvas {
    Canvas::new(|x, y| {
        let warp = fractal(x, y, 4, 51) * 0.12;
        let (near, next, own) = cells(x + warp, y + warp, 5, 52);
        let crack = step(0.0, 0.09, next - near);
        let grain = fractal(x, y, 12, 53);
        let base =
            blend(colour(0x7d7a74), colour(0xa19c92), grain * 1.3 - 0.15 + (own - 0.5) * 0.35);
        blend(base * 0.62, base, crack)
    })
}

/// A pattern of slabs: number of rows, slabs per row, seed. Returns the distance to the nearest
/// joint in pixels, a fraction that identifies the slab, and 1 where its upper edge catches the
/// light (otherwise 0).
fn slabs(x: f32, y: f32, rows: i32, per_row: i32, seed: u32) -> (f32, f32, f32) {
    let fy = y * rows as f32;
    let row = fy.floor() as i32;
    let lane = row.rem_euclid(rows);
    let shift = chance(lane, 3, seed);
    let fx = (x + shift).rem_euclid(1.0) * per_row as f32;
    let edge = |i: i32| {
        let k = i.rem_euclid(per_row);
        i as f32 + (chance(k, lane, seed + 1) - 0.5) * 0.5
    };
    let mut i = fx.floor() as i32;
    if fx < edge(i) {
        i -= 1;
    } else if fx >= edge(i + 1) {
        i += 1;
    }
    let across = (fx - edge(i)).min(edge(i + 1) - fx) * N / per_row as f32;
    let down = (fy - row as f32) * N / rows as f32;
    let up = (1.0 - (fy - row as f32)) * N / rows as f32;
    let lit = if down < up && down < across { 1.0 } else { 0.0 };
    (across.min(down).min(up), chance(i.rem_euclid(per_row), lane, seed + 2), lit)
}

fn paving() -> Canvas {
    Canvas::new(|x, y| {
        let wob = (fractal(x, y, 14, 61) - 0.5) * 0.012;
        let (d, own, lit) = slabs(x + wob, y + wob, 4, 3, 62);
        let grain = fractal(x, y, 10, 63);
        let base = blend(colour(0x8f897d), colour(0xb9b1a1), own * 0.7 + grain * 0.5 - 0.1);
        let bevel =
            if lit > 0.5 { 1.0 + 0.14 * step(7.0, 2.0, d) } else { 1.0 - 0.1 * step(6.0, 2.0, d) };
        let moss = step(0.56, 0.72, fractal(x, y, 4, 64));
        let joint = blend(colour(0x5a5348), colour(0x5d6a3c), moss);
        blend(joint, base * bevel, step(1.0, 2.8, d))
    })
}

fn masonry() -> Canvas {
    Canvas::new(|x, y| {
        let wob = (fractal(x, y, 16, 71) - 0.5) * 0.012;
        let (d, own, lit) = slabs(x + wob, y + wob, 6, 3, 72);
        let grain = fractal(x, y, 12, 73);
        let base = blend(colour(0x8b8375), colour(0xb6ac99), own * 0.8 + grain * 0.5 - 0.15);
        let bevel =
            if lit > 0.5 { 1.0 + 0.15 * step(7.0, 2.0, d) } else { 1.0 - 0.12 * step(7.0, 2.0, d) };
        blend(colour(0x665d50), base * bevel, step(1.0, 3.0, d))
    })
}

fn grain(x: f32, y: f32, lane: i32, seed: u32) -> f32 {
    let drift = noise(x, y, 3, seed) * 0.02;
    let fine = noise((x * 0.5 + chance(lane, 1, seed)).rem_euclid(1.0), y + drift, 96, seed + 1);
    let broad = noise(x, y + drift, 20, seed + 2);
    0.6 * fine + 0.4 * broad
}

fn planks() -> Canvas {
    let mut c = Canvas::new(|x, y| {
        let rows = 8;
        let lane = (y * rows as f32).floor() as i32;
        let within = (y * rows as f32).fract();
        let d = within.min(1.0 - within) * N / rows as f32;
        let end = ((x + chance(lane, 5, 81)).rem_euclid(1.0) - 0.5).abs() * N;
        let g = grain(x, y, lane, 82);
        let base =
            blend(colour(0x7d5632), colour(0xb98650), g * 0.8 + chance(lane, 2, 83) * 0.4 - 0.1);
        let lit = if within < 0.5 {
            1.0 + 0.12 * step(4.5, 1.5, d)
        } else {
            1.0 - 0.12 * step(4.5, 1.5, d)
        };
        blend(colour(0x3a2716), base * lit, step(0.6, 1.9, d.min(end)))
    });
    for lane in 0..8 {
        let x = (0.5 - chance(lane, 5, 81)).rem_euclid(1.0) * N;
        let y = (lane as f32 + 0.5) * N / 8.0;
        for (dx, dy) in [(-6.0, -7.0), (-6.0, 7.0), (6.0, -7.0), (6.0, 7.0)] {
            c.dab(x + dx, y + dy, 1.3, 1.3, 0.0, colour(0x2c2018), 0.85);
        }
    }
    c
}

fn table() -> Canvas {
    Canvas::new(|x, y| {
        let drift = fractal(x, y, 2, 91) * 0.10;
        let rings = ((y + drift) * 11.0 * TAU).sin() * 0.5 + 0.5;
        let fine = noise((x * 0.5).rem_euclid(1.0), y + drift * 0.4, 110, 92);
        let base = blend(colour(0x4a3020), colour(0x714c30), rings * 0.45 + fine * 0.55);
        base * (0.93 + 0.14 * noise(x, y, 6, 93))
    })
}

fn bark() -> Canvas {
    Canvas::new(|x, y| {
        let n = fractal(x, (y * 0.25).rem_euclid(1.0), 16, 95);
        let (a, b, _) = cells(x, (y * 0.34).rem_euclid(1.0), 14, 96);
        blend(colour(0x54402f), colour(0xa08368), n) * (0.7 + 0.4 * step(0.0, 0.3, b - a))
    })
}

fn leaves() -> Canvas {
    let mut c = Canvas::new(|x, y| Vec3::splat(0.62 + 0.2 * fractal(x, y, 8, 97)));
    let mut s = Scatter::new(98);
    for _ in 0..900 {
        let (x, y, r) = (s.unit() * N, s.unit() * N, s.between(2.5, 5.0));
        let tone = s.between(0.62, 1.05);
        c.dab(x, y, r, r * 0.5, s.unit() * PI, Vec3::new(tone, tone, tone * 0.92), 0.75);
    }
    c
}

fn mud() -> Canvas {
    Canvas::new(|x, y| {
        let n = fractal(x, y, 5, 101);
        let puddle = step(0.56, 0.62, n);
        let rim = step(0.5, 0.56, n) * (1.0 - puddle);
        let earth = blend(colour(0x54402b), colour(0x745a3d), fractal(x, y, 12, 102));
        let shine =
            blend(colour(0x4a4238), colour(0x8b8a84), step(0.6, 0.9, fractal(x, y, 3, 103) * 1.3));
        blend(earth * (1.0 - 0.25 * rim), shine, puddle * 0.85)
    })
}

fn mire() -> Canvas {
    let mut c = Canvas::new(|x, y| {
        let n = fractal(x, y, 4, 111);
        let slime = step(0.5, 0.66, n);
        let base = blend(colour(0x3c3d24), colour(0x57552f), fractal(x, y, 10, 112));
        blend(base, colour(0x6d7b36), slime * 0.8)
    });
    let mut s = Scatter::new(113);
    for _ in 0..26 {
        let (x, y, r) = (s.unit() * N, s.unit() * N, s.between(1.5, 4.0));
        c.dab(x, y, r, r, 0.0, colour(0x2d2d1b), 0.8);
        c.dab(x - r * 0.3, y - r * 0.3, r * 0.45, r * 0.45, 0.0, colour(0x9aa35f), 0.8);
    }
    c
}

fn reeds() -> Canvas {
    let mut c = Canvas::new(|x, y| {
        blend(colour(0x5f7a35), colour(0x7c9143), fractal(x, y, 5, 121) * 1.4 - 0.2)
    });
    blades(&mut c, 122, 2200, (12.0, 28.0), [0x4c6a2c, 0x93a04c, 0xc0b566]);
    c
}

fn snow() -> Canvas {
    Canvas::new(|x, y| {
        let n = fractal(x, y, 4, 131);
        let sparkle = step(0.93, 1.0, noise(x, y, 110, 132)) * 0.05;
        blend(colour(0xc9d8e8), colour(0xf6fafc), n * 1.5 - 0.2) + Vec3::splat(sparkle)
    })
}

fn ice() -> Canvas {
    Canvas::new(|x, y| {
        let warp = (fractal(x, y, 4, 141) - 0.5) * 0.2;
        let (a, b, own) = cells(x + warp, y - warp, 4, 142);
        let (a2, b2, _) = cells(x, y, 9, 143);
        let base =
            blend(colour(0x93c3d8), colour(0xcfeaf2), fractal(x, y, 3, 144) + (own - 0.5) * 0.2);
        let crack = step(0.05, 0.0, b - a) * 0.8 + step(0.03, 0.0, b2 - a2) * 0.35;
        blend(base, colour(0xf7fdff), crack)
    })
}

fn bed() -> Canvas {
    let mut c = Canvas::new(|x, y| {
        blend(colour(0x9c8a62), colour(0xc0ab7c), fractal(x, y, 5, 151) * 1.4 - 0.2)
    });
    let mut s = Scatter::new(152);
    for _ in 0..150 {
        let (x, y, r) = (s.unit() * N, s.unit() * N, s.between(1.2, 5.0));
        let color = blend(colour(0x8a8270), colour(0xb8ad96), s.unit());
        c.pebble(x, y, r, 0.7, s.unit() * PI, color);
    }
    c
}

fn embers() -> Canvas {
    Canvas::new(|x, y| {
        let warp = (fractal(x, y, 6, 161) - 0.5) * 0.12;
        let (a, b, own) = cells(x + warp, y + warp, 9, 162);
        let heat = step(0.26, 0.0, b - a) * step(0.3, 0.6, fractal(x, y, 3, 163) + 0.12);
        let coal =
            blend(colour(0x2a211f), colour(0x4a403c), own * 0.6 + fractal(x, y, 14, 164) * 0.4);
        let glow = blend(colour(0xd8401a), colour(0xffd166), step(0.5, 1.0, heat));
        blend(coal, glow, step(0.12, 0.6, heat))
    })
}

fn cliff() -> Canvas {
    Canvas::new(|x, y| {
        let drift = (fractal(x, y, 3, 171) - 0.5) * 0.10;
        let layer = ((y + drift).rem_euclid(1.0) * 12.0).floor() as i32;
        let within = ((y + drift).rem_euclid(1.0) * 12.0).fract();
        let (a, b, own) = cells(x + drift, y, 7, 172);
        let tone = chance(layer, 1, 173) * 0.55 + fractal(x, y, 10, 174) * 0.5 + (own - 0.5) * 0.25;
        let base = blend(colour(0x78705f), colour(0xa89c83), tone);
        let ledge = 1.0 + 0.14 * step(0.25, 0.0, within) - 0.22 * step(0.82, 1.0, within);
        base * ledge * (0.78 + 0.22 * step(0.0, 0.06, b - a))
    })
}

fn soil() -> Canvas {
    let mut c = Canvas::new(|x, y| {
        let drift = (fractal(x, y, 4, 181) - 0.5) * 0.12;
        let band = noise(0.3, (y + drift).rem_euclid(1.0), 9, 182);
        blend(colour(0x664a30), colour(0x93704b), fractal(x, y, 8, 183) * 0.8 + band * 0.6 - 0.2)
    });
    let mut s = Scatter::new(184);
    for _ in 0..46 {
        let (x, y, r) = (s.unit() * N, s.unit() * N, s.between(2.0, 7.0));
        let color = blend(colour(0x6a5c49), colour(0x857763), s.unit());
        c.pebble(x, y, r, 0.65, s.between(-0.3, 0.3), color);
    }
    c
}

fn water() -> Canvas {
    Canvas::new(|x, y| {
        let warp = (fractal(x, y, 3, 191) - 0.5) * 0.25;
        let (a, b, _) = cells(x + warp, y + warp * 0.7, 5, 192);
        let net = step(0.12, 0.0, b - a);
        let calm = fractal(x, y, 4, 193);
        Vec3::splat(0.80 + 0.12 * calm) + Vec3::new(0.10, 0.13, 0.13) * net
    })
}

fn timber() -> Canvas {
    Canvas::new(|x, y| {
        let drift = (fractal(x, y, 3, 201) - 0.5) * 0.05;
        let fine = noise((x * 0.5).rem_euclid(1.0), y + drift, 90, 202);
        let broad = noise(x, y + drift, 18, 203);
        let (knot, _, _) = cells(x, (y + drift).rem_euclid(1.0), 3, 204);
        let base = blend(colour(0x83603d), colour(0xbb905e), fine * 0.6 + broad * 0.5 - 0.05);
        blend(colour(0x54381f), base, step(0.03, 0.10, knot))
    })
}

fn grit() -> Canvas {
    Canvas::new(|x, y| {
        let n = fractal(x, y, 9, 211);
        let speck = step(0.80, 0.95, noise(x, y, 70, 212));
        Vec3::splat(0.78 + 0.22 * n - 0.14 * speck)
    })
}
