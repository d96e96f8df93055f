//! Things in cells, each with its sign.

mod built;

use grid::{
    Board, Cell, Lamp, LampSetting, Light, Material, Prop, PropBox, PropPaint, Thing, ThingKind,
};

use super::brush::{Brush, Spot, Tint};
use super::colours::{INK, matter, mix, split};
use super::ground::corner;
use super::noise::point;

/// Draws all things, low things first.
pub fn things(brush: &mut Brush, board: &Board) {
    let mut things: Vec<&Thing> = board.things().map(|(_, thing)| thing).collect();
    things.sort_by_key(|t| (t.kind != ThingKind::Bridge, t.height, t.cell));
    for t in things {
        let (x, y) = corner(t.cell);
        let lift = (t.height.0 as f32 * 0.035).min(0.3);
        let wide = if t.kind.scales() { f32::from(t.finish.scale) / 100.0 } else { 1.0 };
        if !matches!(t.kind, ThingKind::Bridge | ThingKind::Campfire) {
            let radius = f32::from(t.width_cm()) / 260.0;
            let at = (x + 0.5 + lift, y + 0.5 + lift);
            brush.disc(at, radius.max(0.14), Tint(INK, 0.28));
        }
        let spread = point(i32::from(t.cell.x), i32::from(t.cell.y), 70);
        let turn = f32::from(t.turn % 4) * 90.0;
        if let Some(lamp) = t.lamp() {
            brush.disc((x + 0.5, y + 0.5), 0.82, Tint(lamp.colour.hex(), 0.15));
        }
        brush.placed((x + 0.5, y + 0.5), turn, wide, |brush| sign(brush, t, spread));
        if let LampSetting::Own(lamp) = t.finish.light
            && t.kind.lamp().is_none()
        {
            brush.disc((x + 0.76, y + 0.76), 0.13, INK);
            brush.disc((x + 0.76, y + 0.76), 0.09, lamp.colour.hex());
        }
    }
}

/// The light around lamps and fires where the level is not bright; coloured light is the most
/// visible.
pub fn lamplight(brush: &mut Brush, board: &Board) {
    let usual = [Lamp::POST.colour, Lamp::FIRE.colour];
    let size = (f32::from(board.width()), f32::from(board.height()));
    for (_, thing) in board.things().filter(|_| board.ambient() != Light::Bright) {
        let Some(lamp) = thing.lamp() else { continue };
        let (x, y) = corner(thing.cell);
        let cover = if usual.contains(&lamp.colour) { 0.2 } else { 0.5 };
        let radius = f32::from(lamp.dim) + 0.5;
        // Light under a roof stays under it.
        let indoors = board.is_sheltered(thing.cell);
        let lit = |(x, y): Spot| !indoors || board.is_sheltered(Cell::new(x as i16, y as i16));
        brush.glow(((x + 0.5, y + 0.5), radius), size, lit, Tint(lamp.colour.hex(), cover));
    }
}

/// Colours of a thing: those of its kind, adapted to its material if that is not usual.
#[derive(Clone, Copy)]
struct Dye {
    usual: Material,
    own: Option<Material>,
}

impl Dye {
    /// A colour of the usual material, adapted to the actual one.
    fn of(self, colour: u32) -> u32 {
        let Some(own) = self.own else { return colour };
        let light = |colour: u32| split(colour).iter().sum::<f32>() / 3.0;
        let tone = light(colour) / light(matter(self.usual)).max(0.01);
        let base = split(matter(own));
        let shaded = match tone <= 1.0 {
            true => base.map(|c| c * tone),
            false => mix(base, [1.0; 3], (tone - 1.0) * 0.5),
        };
        let [r, g, b] = shaded.map(|c| (c.clamp(0.0, 1.0) * 255.0) as u32);
        (r << 16) | (g << 8) | b
    }

    /// The colour of its material.
    fn main(self) -> u32 {
        matter(self.own.unwrap_or(self.usual))
    }
}

/// The sign of a thing with its centre at (0, 0); `spread` from 0 to below 1 makes things of a kind
/// differ.
fn sign(brush: &mut Brush, thing: &Thing, spread: f32) {
    let dye = Dye { usual: thing.kind.spec().material, own: thing.finish.material };
    let main = dye.main();
    match thing.kind {
        ThingKind::Bridge => bridge(brush, dye),
        ThingKind::Barrel => barrel(brush, dye),
        ThingKind::Crate => wooden_crate(brush, dye),
        ThingKind::Boulder => boulder(brush, spread),
        ThingKind::Pillar => pillar(brush, dye),
        ThingKind::Statue => statue(brush, dye),
        ThingKind::Bush => crown(brush, 0.42, spread, &[0x365c28, 0x4c7a36, 0x699a48]),
        ThingKind::Tree => tree(brush, spread),
        ThingKind::DeadTree => dead_tree(brush, spread),
        ThingKind::Barricade => barricade(brush, dye),
        ThingKind::Table => table(brush, dye),
        ThingKind::Campfire => campfire(brush, thing.lamp()),
        ThingKind::Lamp => lamp(brush, main, thing.lamp()),
        ThingKind::Lever => lever(brush, main),
        ThingKind::Well => built::well(brush, dye),
        ThingKind::Wagon => built::wagon(brush, dye),
        ThingKind::Tent => built::tent(brush),
        ThingKind::Altar => built::altar(brush, dye),
        ThingKind::Shelf => built::shelf(brush, dye),
        ThingKind::Bed => built::bed(brush, dye),
        ThingKind::Rubble => rubble(brush, dye, spread),
        ThingKind::Hedge => hedge(brush, spread),
        ThingKind::Crystal => built::crystal(brush, thing.lamp()),
        ThingKind::Machine => built::machine(brush, dye),
        ThingKind::Custom => {
            if let Some(prop) = &thing.prop {
                boxes(brush, prop);
            }
        }
    }
}

/// The boxes of a prop from above, the highest last.
fn boxes(brush: &mut Brush, prop: &Prop) {
    let mut all: Vec<&PropBox> = prop.boxes.iter().collect();
    all.sort_by_key(|one| one.to[2]);
    for one in all {
        let metres = |cm: i16| f32::from(cm) / 100.0;
        let (x, y) = (metres(one.from[0]), metres(one.from[1]));
        let (wide, deep) = (metres(one.to[0]) - x, metres(one.to[1]) - y);
        let colour = match one.paint {
            PropPaint::Colour(colour) => colour.hex(),
            PropPaint::Material(material) => matter(material),
        };
        let rim = 0.025;
        brush.block((x - rim, y - rim), wide + 2.0 * rim, deep + 2.0 * rim, INK);
        brush.block((x, y), wide, deep, colour);
    }
}

/// Planks side by side.
fn bridge(brush: &mut Brush, dye: Dye) {
    brush.block((-0.5, -0.5), 1.0, 1.0, dye.of(0x7a5633));
    for i in 0..5u8 {
        let x = -0.49 + f32::from(i) * 0.2;
        let shade = if i % 2 == 0 { 0xa97d4f } else { 0x9b7145 };
        brush.block((x, -0.5), 0.18, 1.0, dye.of(shade));
    }
}

/// A lid with its hoop and joints.
fn barrel(brush: &mut Brush, dye: Dye) {
    brush.disc((0.0, 0.0), 0.3, INK);
    brush.disc((0.0, 0.0), 0.27, dye.main());
    brush.ring((0.0, 0.0), 0.19, 0.035, dye.of(0x5d3f27));
    brush.line(&[(-0.17, -0.06), (0.17, -0.06)], 0.02, Tint(INK, 0.5));
    brush.line(&[(-0.17, 0.07), (0.17, 0.07)], 0.02, Tint(INK, 0.5));
}

/// A lid with a frame and a cross.
fn wooden_crate(brush: &mut Brush, dye: Dye) {
    brush.block((-0.36, -0.36), 0.72, 0.72, INK);
    brush.block((-0.33, -0.33), 0.66, 0.66, dye.of(0xa87a49));
    brush.line(&[(-0.28, -0.28), (0.28, 0.28)], 0.06, dye.of(0x7a5633));
    brush.line(&[(-0.28, 0.28), (0.28, -0.28)], 0.06, dye.of(0x7a5633));
    let frame = [(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3), (-0.3, -0.3)];
    brush.line(&frame, 0.06, dye.of(0x8a6038));
}

/// An irregular stone, lit from the north-west.
fn boulder(brush: &mut Brush, spread: f32) {
    let rock = |size: f32| -> Vec<Spot> {
        let corners = 0..9i32;
        let corner = |i: i32| {
            let angle = i as f32 * std::f32::consts::TAU / 9.0 + spread;
            let radius = size * (0.85 + 0.3 * point(i, (spread * 99.0) as i32, 71));
            (radius * angle.cos(), radius * angle.sin())
        };
        corners.map(corner).collect()
    };
    brush.area(&rock(0.43), INK);
    brush.area(&rock(0.4), 0x8f8a82);
    let lit: Vec<Spot> = rock(0.25).into_iter().map(|(x, y)| (x - 0.07, y - 0.07)).collect();
    brush.area(&lit, Tint(0xc2bdb2, 0.7));
}

/// A round shaft on a square base.
fn pillar(brush: &mut Brush, dye: Dye) {
    brush.block((-0.4, -0.4), 0.8, 0.8, dye.of(0x857f74));
    brush.disc((0.0, 0.0), 0.36, INK);
    brush.disc((0.0, 0.0), 0.33, dye.main());
    brush.disc((-0.05, -0.05), 0.2, dye.of(0xd0c9bb));
}

/// Head and shoulders on a square base.
fn statue(brush: &mut Brush, dye: Dye) {
    brush.block((-0.36, -0.36), 0.72, 0.72, INK);
    brush.block((-0.33, -0.33), 0.66, 0.66, dye.main());
    brush.disc((0.0, 0.04), 0.22, dye.of(0x77726a));
    brush.disc((0.0, -0.02), 0.12, dye.of(0xcfc8ba));
}

/// A crown with the trunk in its middle.
fn tree(brush: &mut Brush, spread: f32) {
    crown(brush, 0.62, spread, &[0x24452f, 0x35633f, 0x4d8152]);
    brush.disc((0.0, 0.0), 0.09, 0x3b2a1c);
}

/// Five bare forked branches around a trunk.
fn dead_tree(brush: &mut Brush, spread: f32) {
    for i in 0..5u8 {
        let angle = f32::from(i) * 1.2566 + spread * 6.0;
        let (dx, dy) = (angle.cos(), angle.sin());
        let fork = (0.3 * dx, 0.3 * dy);
        brush.line(&[(0.0, 0.0), fork], 0.07, 0x5a4331);
        brush.line(&[fork, (0.45 * dx - 0.1 * dy, 0.45 * dy + 0.1 * dx)], 0.04, 0x5a4331);
    }
    brush.disc((0.0, 0.0), 0.14, 0x6b5140);
}

/// Three tilted planks on two posts.
fn barricade(brush: &mut Brush, dye: Dye) {
    for (i, y) in [-0.2f32, 0.0, 0.2].into_iter().enumerate() {
        let tilt = if i % 2 == 0 { 0.05 } else { -0.05 };
        brush.line(&[(-0.42, y - tilt), (0.42, y + tilt)], 0.15, INK);
        brush.line(&[(-0.42, y - tilt), (0.42, y + tilt)], 0.11, dye.main());
    }
    for x in [-0.28, 0.28] {
        brush.line(&[(x, -0.34), (x, 0.34)], 0.08, dye.of(0x5d3f27));
    }
}

/// A board with two joints.
fn table(brush: &mut Brush, dye: Dye) {
    brush.block((-0.44, -0.34), 0.88, 0.68, INK);
    brush.block((-0.41, -0.31), 0.82, 0.62, dye.of(0xa97d4f));
    brush.line(&[(-0.4, -0.1), (0.4, -0.1)], 0.02, Tint(INK, 0.5));
    brush.line(&[(-0.4, 0.11), (0.4, 0.11)], 0.02, Tint(INK, 0.5));
}

/// A flame in a ring of stones, or ashes.
fn campfire(brush: &mut Brush, lamp: Option<Lamp>) {
    for i in 0..8u8 {
        let angle = f32::from(i) * std::f32::consts::FRAC_PI_4;
        brush.disc((0.32 * angle.cos(), 0.32 * angle.sin()), 0.09, 0x77726a);
    }
    let Some(lamp) = lamp else {
        brush.disc((0.0, 0.0), 0.2, 0x4a4642);
        brush.line(&[(-0.16, 0.1), (0.16, -0.1)], 0.08, 0x2f2620);
        brush.line(&[(-0.14, -0.12), (0.14, 0.12)], 0.08, 0x3a2f27);
        return;
    };
    let outer = [(-0.2, 0.15), (-0.1, -0.1), (0.0, -0.26), (0.12, -0.08), (0.2, 0.15)];
    let fire = lamp.colour == Lamp::FIRE.colour;
    brush.area(&outer, if fire { 0xe2571e } else { lamp.colour.hex() });
    let inner = [(-0.11, 0.13), (0.0, -0.12), (0.11, 0.13)];
    brush.area(&inner, if fire { Tint(0xffc84a, 1.0) } else { Tint(0xffffff, 0.6) });
}

/// A light, or a dark glass.
fn lamp(brush: &mut Brush, main: u32, lamp: Option<Lamp>) {
    brush.disc((0.0, 0.0), 0.2, INK);
    let Some(lamp) = lamp else {
        brush.disc((0.0, 0.0), 0.15, main);
        brush.disc((0.0, 0.0), 0.06, 0x2a2d33);
        return;
    };
    brush.disc((0.0, 0.0), 0.17, main);
    brush.disc((0.0, 0.0), 0.15, lamp.colour.hex());
    brush.disc((0.0, 0.0), 0.06, 0xffffff);
}

/// A base with a handle.
fn lever(brush: &mut Brush, main: u32) {
    brush.block((-0.2, -0.08), 0.4, 0.16, main);
    brush.line(&[(0.0, 0.0), (0.22, -0.26)], 0.07, INK);
    brush.disc((0.22, -0.26), 0.08, 0xb3261e);
}

/// Foliage from above: clumps around a centre, dark clumps first.
fn crown(brush: &mut Brush, radius: f32, spread: f32, shades: &[u32; 3]) {
    let salt = (spread * 1000.0) as i32;
    for (layer, shade) in (0..).zip(shades) {
        let reach = radius * (0.62 - 0.2 * layer as f32);
        for i in 0..7i32 {
            let angle = i as f32 * 0.8976 + spread * 6.0 + layer as f32;
            let away = reach * (0.8 + 0.3 * point(i, salt, 80));
            let at = (
                away * angle.cos() - 0.03 * layer as f32,
                away * angle.sin() - 0.03 * layer as f32,
            );
            brush.disc(at, radius * (0.46 - 0.1 * layer as f32), *shade);
        }
    }
}

/// Loose stones, the largest last.
fn rubble(brush: &mut Brush, dye: Dye, spread: f32) {
    for i in 0..9i32 {
        let angle = i as f32 * 2.4 + spread * 6.0;
        let away = 0.4 - 0.045 * i as f32;
        let size = 0.09 + 0.012 * i as f32;
        let (x, y) = (away * angle.cos(), away * angle.sin());
        let corner = |turn: f32| -> Spot {
            (x + size * (angle + turn).cos(), y + size * (angle + turn).sin())
        };
        let stone = [corner(0.0), corner(1.5), corner(2.9), corner(4.6)];
        brush.area(&stone, INK);
        let shade = [0x8f8a82, 0xa39d92, 0xb6b0a4][usize::try_from(i % 3).unwrap_or_default()];
        let inner = stone.map(|(sx, sy)| (x + (sx - x) * 0.76, y + (sy - y) * 0.76));
        brush.area(&inner, dye.of(shade));
    }
}

/// A clipped hedge that fills its cell.
fn hedge(brush: &mut Brush, spread: f32) {
    brush.block((-0.5, -0.5), 1.0, 1.0, 0x24452f);
    brush.block((-0.46, -0.46), 0.92, 0.92, 0x36602f);
    for i in 0..16i32 {
        let at = (-0.33 + 0.22 * (i % 4) as f32, -0.33 + 0.22 * (i / 4) as f32);
        let shade = point(i, (spread * 99.0) as i32, 73);
        brush.disc(at, 0.075 + 0.035 * shade, if i % 3 == 0 { 0x5d9048 } else { 0x4a7a3a });
    }
}
