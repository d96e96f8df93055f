//! The board as drawn: a height field in metres with everything on it. Answers queries for heights,
//! ambient occlusion and sun shadows.

mod crests;
mod lights;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use bevy::math::{Vec2, Vec3};
use fastnoise_lite::{FastNoiseLite, FractalType, NoiseType};

use self::crests::Crests;
pub(super) use self::lights::lit;
use super::finish::{plan_scale, reach};
use super::surface::looks;
use grid::{Board, Cell, Dir, Edge, EdgeKind, Hm, Light, Thing, ThingKind};

/// Drawn height of solid cells ("up to the sky") above their elevation, in metres.
pub const SOLID_RISE: f32 = 3.0;
/// Distance of the drawn water below its stated height, in metres, so that banks at the same height
/// show.
pub const WATER_SINK: f32 = 0.09;
/// Thickness of the board below its lowest floor, in metres.
const PLINTH: f32 = 0.8;
/// Samples per metre in the height raster of things.
const RASTER: i32 = 6;
/// Sentinel for "nothing here" in lists of heights.
const NONE: f32 = f32::NEG_INFINITY;

/// Converts a height to metres.
pub fn metres(h: Hm) -> f32 {
    h.0 as f32 * 0.5
}

/// Direction to the sun: from the south-west, so that faces towards the default camera are lit.
pub fn to_sun() -> Vec3 {
    Vec3::new(-0.58, 0.76, 0.30).normalize()
}

/// Heights of a board as drawn, precomputed for fast queries.
pub struct Relief {
    width: i32,
    height: i32,
    floors: Vec<f32>,
    waters: Vec<f32>,
    north: Vec<f32>,
    west: Vec<f32>,
    things: Vec<f32>,
    crests: Crests,
    lights: Option<Vec<Vec3>>,
    base: f32,
    /// Sine and cosine of the eight directions, by eighths of a turn.
    around: [(f32, f32); 8],
    broad: FastNoiseLite,
    fine: FastNoiseLite,
}

impl Relief {
    /// Builds the relief of a board.
    pub fn new(board: &Board) -> Self {
        let (width, height) = (i32::from(board.width()), i32::from(board.height()));
        let slots = ((width + 1) * (height + 1)) as usize;
        let mut relief = Self {
            width,
            height,
            floors: vec![0.0; (width * height) as usize],
            waters: vec![NONE; (width * height) as usize],
            north: vec![NONE; slots],
            west: vec![NONE; slots],
            things: vec![NONE; (width * height * RASTER * RASTER) as usize],
            crests: Crests::flat(width, height),
            lights: None,
            base: 0.0,
            around: std::array::from_fn(|d| (d as f32 * std::f32::consts::FRAC_PI_4).sin_cos()),
            broad: simplex(7, 0.085, 3),
            fine: simplex(11, 0.55, 2),
        };
        for c in board.cells() {
            relief.take_ground(board, c);
        }
        for (at, _) in board.edges().filter(|(at, _)| at.floor.is_none()) {
            relief.take_wall(board, at.cell, at.side);
        }
        for (_, thing) in board.things() {
            relief.take_thing(thing);
        }
        relief.take_base();
        relief.take_lights(board);
        relief.take_crests(&board.cells().collect::<Vec<_>>());
        relief
    }

    /// Updates changed cells, with their walls and things. The board must have the same size as
    /// before. Set `lamps` where things changed, because lamps may have changed too.
    pub fn update(&mut self, board: &Board, cells: &[Cell], lamps: bool) {
        for c in cells {
            self.take_ground(board, *c);
        }
        for c in cells {
            for side in Dir::SIDES {
                let (cell, side) = match side {
                    Dir::E => (c.step(Dir::E), Dir::W),
                    Dir::S => (c.step(Dir::S), Dir::N),
                    other => (*c, other),
                };
                self.take_wall(board, cell, side);
            }
            self.wipe_things(*c);
        }
        // A thing may extend into its neighbours.
        let near: BTreeSet<Cell> = cells
            .iter()
            .flat_map(|c| Dir::ALL.map(|d| c.step(d)).into_iter().chain([*c]))
            .collect();
        for thing in near.iter().filter_map(|c| board.thing_in(*c)) {
            self.take_thing(thing.1);
        }
        self.take_base();
        let dark = |c: &Cell| board.contains(*c) && board.light(*c) != Light::Bright;
        if lamps || self.lights.is_some() || cells.iter().any(dark) {
            self.take_lights(board);
        }
        self.take_crests(cells);
    }

    fn take_ground(&mut self, board: &Board, c: Cell) {
        let (Some(i), Some(tile)) = (self.slot(c), board.tile(c)) else { return };
        let rise = if tile.is_solid() { SOLID_RISE } else { 0.0 };
        self.floors[i] = metres(tile.elevation) + rise;
        let wet = tile.depth > Hm::ZERO && !tile.is_solid();
        self.waters[i] = if wet { metres(tile.surface()) - WATER_SINK } else { NONE };
    }

    fn take_wall(&mut self, board: &Board, c: Cell, side: Dir) {
        let (x, y) = (i32::from(c.x), i32::from(c.y));
        if x < 0 || y < 0 || x > self.width || y > self.height {
            return;
        }
        let stands = |edge: &Edge| !(edge.open && matches!(edge.kind, EdgeKind::Gate));
        let top = board
            .edge(c, side)
            .filter(stands)
            .map_or(NONE, |edge| metres(board.edge_base(c, side) + edge.kind.spec().height));
        let i = (y * (self.width + 1) + x) as usize;
        if side == Dir::N {
            self.north[i] = top;
        } else {
            self.west[i] = top;
        }
    }

    fn take_thing(&mut self, thing: &Thing) {
        let tall = metres(thing.height);
        let (radius, top) = match thing.kind {
            ThingKind::Tree => (0.62, tall * 0.85),
            ThingKind::Bush => (0.42, tall * 0.8),
            ThingKind::Bridge => (0.72, tall),
            ThingKind::Lever | ThingKind::Lamp => (0.09, tall * 0.6),
            ThingKind::DeadTree => (0.16, tall * 0.8),
            ThingKind::Campfire => (0.28, 0.2),
            ThingKind::Crystal => (0.24, tall * 0.7),
            ThingKind::Tent => (0.45, tall * 0.7),
            ThingKind::Hedge => (0.56, tall),
            ThingKind::Custom => (thing.prop.as_deref().map_or(0.0, reach), tall),
            kind => (f32::from(kind.spec().width_cm) / 230.0, tall),
        };
        // Wider things would leave traces when they are removed.
        self.stamp(thing.cell, (radius * plan_scale(thing)).min(0.95), top);
    }

    /// Clears the raster where the thing of a cell may have been: up to half a cell around it.
    fn wipe_things(&mut self, c: Cell) {
        let reach = RASTER / 2;
        let (x, y) = (i32::from(c.x) * RASTER, i32::from(c.y) * RASTER);
        for fz in (y - reach).max(0)..(y + RASTER + reach).min(self.height * RASTER) {
            for fx in (x - reach).max(0)..(x + RASTER + reach).min(self.width * RASTER) {
                self.things[(fz * self.width * RASTER + fx) as usize] = NONE;
            }
        }
    }

    /// Recomputes the underside of the board from its lowest floor.
    fn take_base(&mut self) {
        self.base = self.floors.iter().copied().fold(f32::MAX, f32::min) - PLINTH;
    }

    /// Recomputes the light wherever it is not daylight.
    fn take_lights(&mut self, board: &Board) {
        self.lights =
            board.cells().any(|c| board.light(c) != Light::Bright).then(|| lights::tints(board));
    }

    /// True if no cell of the board is darker than daylight.
    pub fn is_in_daylight(&self) -> bool {
        self.lights.is_none()
    }

    /// Number of columns.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Height of the board's underside, where the frame and the table are.
    pub fn base(&self) -> f32 {
        self.base
    }

    /// Middle of the board at the mean height of its surface, as a target for the camera.
    pub fn middle(&self) -> Vec3 {
        let sum: f32 = self.floors.iter().zip(&self.waters).map(|(f, w)| f.max(*w)).sum();
        let mean = sum / self.floors.len().max(1) as f32;
        Vec3::new(self.width as f32 / 2.0, mean, self.height as f32 / 2.0)
    }

    fn slot(&self, c: Cell) -> Option<usize> {
        let (x, y) = (i32::from(c.x), i32::from(c.y));
        let inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        inside.then_some((y * self.width + x) as usize)
    }

    /// Drawn height of a cell's floor; off the board, the underside.
    pub fn floor(&self, c: Cell) -> f32 {
        self.slot(c).map_or(self.base, |i| self.floors[i])
    }

    /// Drawn height of a cell's water, if any.
    pub fn water(&self, c: Cell) -> Option<f32> {
        self.slot(c).map(|i| self.waters[i]).filter(|w| *w > NONE)
    }

    /// Drawn height of water or floor, without things.
    pub fn surface(&self, c: Cell) -> f32 {
        self.water(c).unwrap_or_else(|| self.floor(c))
    }

    /// Height of the highest floor or thing at a point, without walls.
    pub fn top(&self, x: f32, z: f32) -> f32 {
        let floor = self.floor(cell_at(x, z));
        let (fx, fz) = (whole(x * RASTER as f32), whole(z * RASTER as f32));
        if fx < 0 || fz < 0 || fx >= self.width * RASTER || fz >= self.height * RASTER {
            return floor;
        }
        floor.max(self.things[(fz * self.width * RASTER + fx) as usize])
    }

    /// Top of the wall on a cell's north or west border; below everything if there is no wall.
    fn wall(&self, c: Cell, side: Dir) -> f32 {
        let (x, y) = (i32::from(c.x), i32::from(c.y));
        if x < 0 || y < 0 || x > self.width || y > self.height {
            return NONE;
        }
        let i = (y * (self.width + 1) + x) as usize;
        if side == Dir::N { self.north[i] } else { self.west[i] }
    }

    fn stamp(&mut self, c: Cell, radius: f32, rise: f32) {
        let top = self.floor(c) + rise;
        let (cx, cz) = (f32::from(c.x) + 0.5, f32::from(c.y) + 0.5);
        let reach = (radius * RASTER as f32).ceil() as i32 + 1;
        let (mx, mz) = ((cx * RASTER as f32) as i32, (cz * RASTER as f32) as i32);
        for fz in mz - reach..=mz + reach {
            for fx in mx - reach..=mx + reach {
                let inside =
                    fx >= 0 && fz >= 0 && fx < self.width * RASTER && fz < self.height * RASTER;
                let (x, z) = ((fx as f32 + 0.5) / RASTER as f32, (fz as f32 + 0.5) / RASTER as f32);
                if inside && (x - cx).hypot(z - cz) <= radius {
                    let slot = &mut self.things[(fz * self.width * RASTER + fx) as usize];
                    *slot = slot.max(top);
                }
            }
        }
    }

    /// Share of the sky visible from a point on the ground, 0.2 to 1: corners and the foot of walls
    /// are darker.
    pub fn openness(&self, p: Vec3) -> f32 {
        const RINGS: [f32; 4] = [0.14, 0.36, 0.75, 1.4];
        let mut hidden = 0.0;
        let c = cell_at(p.x, p.z);
        // If nothing around is higher, the sky is not hidden.
        let level = self.slot(c).is_some_and(|i| self.crests.around[i] - p.y - 0.05 <= 0.0);
        for (sin, cos) in self.around.iter().filter(|_| !level) {
            let mut worst: f32 = 0.0;
            for r in RINGS {
                let rise = self.top(p.x + cos * r, p.z + sin * r) - p.y - 0.05;
                if rise > 0.0 {
                    worst = worst.max(rise / r);
                }
            }
            hidden += worst / (1.0 + worst * worst).sqrt();
        }
        let mut light = 1.0 - 0.72 * hidden / 8.0;
        let (lx, lz) = (p.x - f32::from(c.x), p.z - f32::from(c.y));
        let walls = [
            (self.wall(c, Dir::N), lz),
            (self.wall(c.step(Dir::S), Dir::N), 1.0 - lz),
            (self.wall(c, Dir::W), lx),
            (self.wall(c.step(Dir::E), Dir::W), 1.0 - lx),
        ];
        for (top, away) in walls {
            let rise = (top - p.y).min(1.5);
            if rise > 0.05 {
                light *= 1.0 - 0.42 * rise / (rise + away * 3.0 + 0.12);
            }
        }
        light.max(0.2)
    }

    /// Share of the sunlight that reaches a point, 0 to 1, with soft borders.
    pub fn sunlight(&self, p: Vec3) -> f32 {
        const STEP: f32 = 0.2;
        let sun = to_sun();
        let flat = Vec2::new(sun.x, sun.z).length();
        let (dir, climb) = (sun / flat, sun.y / flat);
        let mut seen: f32 = 1.0;
        let mut cell = cell_at(p.x, p.z);
        let peak = self.peak_sunward(p.x, p.z);
        for i in 1..=34 {
            let t = i as f32 * STEP;
            let (x, y, z) = (p.x + dir.x * t, p.y + climb * t, p.z + dir.z * t);
            // This far above everything, no step can block light any more, with a margin for
            // rounding.
            if 0.62 + (y - peak) / (0.22 + 0.10 * t) > 1.01 {
                break;
            }
            let mut top = if i == 1 { self.floor(cell_at(x, z)) } else { self.top(x, z) };
            let next = cell_at(x, z);
            if next.x != cell.x {
                top = top.max(self.wall(Cell::new(cell.x.max(next.x), cell.y), Dir::W));
            }
            if next.y != cell.y {
                top = top.max(self.wall(Cell::new(next.x, cell.y.max(next.y)), Dir::N));
            }
            cell = next;
            seen = seen.min((0.62 + (y - top) / (0.22 + 0.10 * t)).clamp(0.0, 1.0));
            if seen <= 0.0 {
                break;
            }
        }
        seen
    }

    /// Slow variation of the ground over several metres, -1 to 1.
    pub fn broad_noise(&self, x: f32, z: f32) -> f32 {
        self.broad.get_noise_2d(x, z)
    }

    /// Variation of the ground within a metre, -1 to 1.
    pub fn fine_noise(&self, x: f32, z: f32) -> f32 {
        self.fine.get_noise_2d(x, z)
    }

    /// Colour of the light at a point, from the brightness of its cells: white in daylight.
    pub fn light_at(&self, x: f32, z: f32) -> Vec3 {
        let Some(lights) = &self.lights else { return Vec3::ONE };
        let at = |dx: i16, dz: i16| {
            let c = cell_at(x - 0.5, z - 0.5).offset(dx, dz);
            let cx = i32::from(c.x).clamp(0, self.width - 1);
            let cz = i32::from(c.y).clamp(0, self.height - 1);
            lights[(cz * self.width + cx) as usize]
        };
        let (fx, fz) = ((x - 0.5).rem_euclid(1.0), (z - 0.5).rem_euclid(1.0));
        at(0, 0).lerp(at(1, 0), fx).lerp(at(0, 1).lerp(at(1, 1), fx), fz)
    }

    /// How far the face of a column is pulled in at a cell corner and a height: rounded where one
    /// cell protrudes, wavy along a straight face, zero in hollows. All cells that share the corner
    /// get the same value, so that faces meet.
    pub fn corner_pull(&self, board: &Board, x: i16, z: i16, y: f32) -> Vec2 {
        let around = [(-1, -1), (0, -1), (0, 0), (-1, 0)];
        let mut inward = Vec2::ZERO;
        let mut solid = 0;
        let mut amount = f32::MAX;
        for (dx, dz) in around {
            let c = Cell::new(x + dx, z + dz);
            if self.slot(c).is_some() && self.floor(c) > y - 0.06 {
                solid += 1;
                inward += Vec2::new(f32::from(dx) + 0.5, f32::from(dz) + 0.5) * 2.0;
                amount = amount.min(self.face_pull(board, c, f32::from(x), f32::from(z), y));
            }
        }
        match solid {
            1 => inward * (amount * 1.3),
            2 if inward != Vec2::ZERO => inward / 2.0 * amount,
            _ => Vec2::ZERO,
        }
    }

    /// How far the face of a cell's column is pulled in at a point, in metres: rough for natural
    /// ground, even for built ground.
    pub fn face_pull(&self, board: &Board, c: Cell, x: f32, z: f32, y: f32) -> f32 {
        let built = board.tile(c).is_some_and(|t| looks(t.terrain).built);
        if built {
            return 0.015;
        }
        let n = self.fine.get_noise_2d(x * 2.1 + y * 0.7, z * 2.1 - y * 1.9);
        0.045 + 0.04 * n
    }
}

/// The cell at a point of the ground plane.
pub fn cell_at(x: f32, z: f32) -> Cell {
    let narrow = |v: f32| whole(v).clamp(-30_000, 30_000) as i16;
    Cell::new(narrow(x), narrow(z))
}

/// Largest integer not above `v`. Avoids the call into the system library that `floor` makes on
/// most processors.
fn whole(v: f32) -> i32 {
    let near = v as i32;
    near.saturating_sub(i32::from((near as f32) > v))
}

/// Colour of the light of a cell, in linear light: the moon's blue in the dark, a lamp's yellow
/// where no sun shines.
pub fn light_tint(light: Light, sunless: bool) -> Vec3 {
    match light {
        Light::Dark => Vec3::new(0.075, 0.105, 0.20),
        Light::Dim => Vec3::new(0.26, 0.28, 0.42),
        Light::Bright if sunless => Vec3::new(0.92, 0.74, 0.48),
        Light::Bright => Vec3::ONE,
    }
}

fn simplex(seed: i32, frequency: f32, octaves: i32) -> FastNoiseLite {
    let mut n = FastNoiseLite::with_seed(seed);
    n.set_noise_type(Some(NoiseType::OpenSimplex2));
    n.set_fractal_type(Some(FractalType::FBm));
    n.set_fractal_octaves(Some(octaves));
    n.set_frequency(Some(frequency));
    n
}
