//! New levels from templates, playable at once.

use std::collections::{BTreeMap, BTreeSet};

use super::shape::rectangle;
use grid::{Cell, Dir, Edge, EdgeAt, EdgeKind, Hm, Terrain, ThingKind, Tile};
use level::{Item, Level, Role, Unit, WalkableRegions};

mod land;
mod path;
mod ruins;

/// Minimum width and height of a level made from a template.
pub const MIN_RECIPE_SIDE: u16 = 12;

/// Roles of a side's units, in order.
const COMPANY: [Role; 8] = [
    Role::Knight,
    Role::Archer,
    Role::Brute,
    Role::Mage,
    Role::Scout,
    Role::Healer,
    Role::Captain,
    Role::Knight,
];

/// Settings of a new level. The same recipe gives the same level on every computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The level's title.
    pub name: String,
    /// Columns: 12 to 256.
    pub width: u16,
    /// Rows: 12 to 256.
    pub height: u16,
    /// Random seed.
    pub seed: u64,
    /// Units per side: up to 8.
    pub units: u8,
    /// Kind of landscape.
    pub scenery: Scenery,
}

/// Landscape of a new level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenery {
    /// Flat ground of one terrain.
    Blank(Terrain),
    /// A walled, symmetrical square with pillars and a raised centre.
    Arena,
    /// Generated land.
    Land(Land),
}

/// Settings of generated land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Land {
    /// Height difference between the lowest and highest ground, in metres: 0 to 12.
    pub hills: u8,
    /// A river from north to south with a bridge and fords.
    pub river: bool,
    /// Number of ruined houses: 0 to 40. Fewer if space runs out.
    pub ruins: u8,
    /// Percentage of woodland cells with trees and bushes: 0 to 60.
    pub forest: u8,
}

impl Recipe {
    /// Builds the level: two sides with connected start zones in the west and the east. Numbers out
    /// of range are clamped.
    pub fn build(&self) -> Level {
        let side = |n: u16| n.clamp(MIN_RECIPE_SIDE, grid::MAX_SIDE);
        let (width, height) = (side(self.width), side(self.height));
        let ground = match self.scenery {
            Scenery::Blank(Terrain::Solid) => Terrain::Rock,
            Scenery::Blank(terrain) => terrain,
            Scenery::Arena => Terrain::Sand,
            Scenery::Land(_) => Terrain::Grass,
        };
        let mut level = Level::blank(&self.name, width, height, ground);
        if let Scenery::Blank(Terrain::Water) = self.scenery {
            // Deep water cannot be walked on, so the starts become shores.
            shores(&mut level);
        }
        let starts = starts(width as i16, height as i16);
        match self.scenery {
            Scenery::Blank(_) => {}
            Scenery::Arena => arena(&mut level),
            Scenery::Land(land) => land::make(&mut level, land, self.seed),
        }
        for (n, (name, cells)) in ["west start", "east start"].iter().zip(&starts).enumerate() {
            clear(&mut level, cells);
            level.regions.insert((*name).to_owned(), cells.iter().copied().collect());
            if let Some(side) = level.sides.get_mut(n) {
                side.start = Some((*name).to_owned());
            }
        }
        let middles = [(2, Dir::E), (width as i16 - 3, Dir::W)];
        let middle = |x: i16| Cell::new(x, height as i16 / 2);
        path::connect(&mut level, middle(middles[0].0), middle(middles[1].0));
        for (n, (x, facing)) in middles.into_iter().enumerate() {
            let units = company(self.units, middle(x), facing);
            if let Some(side) = level.sides.get_mut(n) {
                side.units = units;
            }
        }
        level
    }
}

/// The cells of the start zones: three columns each in the west and the east.
fn starts(width: i16, height: i16) -> [Vec<Cell>; 2] {
    let (top, bottom) = (height / 2 - 4, height / 2 + 3);
    [1, width - 4].map(|x| rectangle(Cell::new(x, top), Cell::new(x + 2, bottom), true))
}

/// Prepares ground for units: level, dry and empty.
fn clear(level: &mut Level, cells: &[Cell]) {
    let set: BTreeSet<Cell> = cells.iter().copied().collect();
    let floors = cells.iter().filter_map(|c| level.ground.tile(*c)).map(|t| t.elevation.0);
    let heights: Vec<i32> = floors.collect();
    let count = i32::try_from(heights.len()).unwrap_or(1).max(1);
    let mean = Hm(heights.iter().sum::<i32>().div_euclid(count));
    for cell in cells {
        level.things.remove(cell);
        if let Some(tile) = level.ground.tile(*cell) {
            let soft = tile.is_solid() || tile.depth > Hm::ZERO || tile.damaging.is_some();
            let tile = if soft { Terrain::Earth.tile() } else { tile };
            level.ground.paint(*cell, Tile { elevation: mean, ..tile });
        }
        for side in Dir::SIDES {
            if set.contains(&cell.step(side)) {
                level.edges.remove(&EdgeAt::ground(*cell, side).canonical());
            }
        }
    }
}

/// Shores in the west and the east with a causeway between them.
fn shores(level: &mut Level) {
    for cell in level.ground.cells() {
        let end = cell.x < 5 || cell.x >= level.ground.width() as i16 - 5;
        if end {
            level.ground.paint(cell, Terrain::Sand.tile());
        }
    }
}

fn company(count: u8, middle: Cell, facing: Dir) -> Vec<Unit> {
    let places = [0, -2, 2, -1, 1, 3, -3, -4];
    let roles = COMPANY.iter().zip(places).take(usize::from(count));
    let unit = |(role, dy): (&Role, i16)| Unit {
        role: *role,
        at: middle.offset(0, dy),
        facing,
        altitude: Hm::ZERO,
        name: None,
        overrides: BTreeMap::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    };
    roles.map(unit).collect()
}

/// A wall around sand, two rows of pillars, and a central platform with ramps.
fn arena(level: &mut Level) {
    let (w, h) = (level.ground.width() as i16, level.ground.height() as i16);
    let stone = |elevation: i32| Tile { elevation: Hm(elevation), ..Terrain::Stone.tile() };
    for x in 0..w {
        for y in [0, h] {
            level.edges.insert(EdgeAt::ground(Cell::new(x, y), Dir::N), Edge::new(EdgeKind::Wall));
        }
    }
    for y in 0..h {
        for x in [0, w] {
            level.edges.insert(EdgeAt::ground(Cell::new(x, y), Dir::W), Edge::new(EdgeKind::Wall));
        }
    }
    // Heights from the centre outwards are 1.5 m, 1 m and 0.5 m, so that every unit can walk up.
    // Distances are in half cells, so that even and odd sizes both have a centre.
    let top = (w.min(h) / 4).clamp(3, 12);
    for cell in level.ground.cells() {
        let far = (2 * cell.x + 1 - w).abs().max((2 * cell.y + 1 - h).abs()) / 2;
        let rise = (top - far).min(3);
        if rise > 0 {
            level.ground.paint(cell, stone(i32::from(rise)));
        }
    }
    let pillar = Item::new(ThingKind::Pillar);
    let (row, columns) = (h / 4, (w / 4).max(5)..w - (w / 4).max(5));
    for x in columns.step_by(3) {
        for cell in [Cell::new(x, row), Cell::new(w - 1 - x, h - 1 - row)] {
            level.things.insert(cell, pillar.clone());
        }
    }
}

/// True if a unit can walk from one cell to another.
fn walks(level: &Level, from: Cell, to: Cell) -> bool {
    let parts = WalkableRegions::of(&level.board());
    parts.part(from).is_some() && parts.part(from) == parts.part(to)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use level::{Build, Severity};

    fn scenery() -> impl Strategy<Value = Scenery> {
        let land = (0u8..=12, any::<bool>(), 0u8..=20, 0u8..=60);
        let land = land.prop_map(|(hills, river, ruins, forest)| {
            Scenery::Land(Land { hills, river, ruins, forest })
        });
        prop_oneof![
            1 => prop::sample::select(Terrain::ALL.to_vec()).prop_map(Scenery::Blank),
            1 => Just(Scenery::Arena),
            6 => land,
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

        #[test]
        fn they_can_be_played(
            (width, height) in (10u16..60, 10u16..60),
            seed in any::<u64>(),
            units in 1u8..=9,
            scenery in scenery(),
        ) {
            let recipe = Recipe { name: "New".to_owned(), width, height, seed, units, scenery };
            let level = recipe.build();
            prop_assert_eq!(&recipe.build(), &level);
            let errors: Vec<_> = level
                .validate_for(Build::usual)
                .into_iter()
                .filter(|f| f.severity != Severity::Note)
                // Some terrains hurt units that stand on them, as requested.
                .filter(|f| !f.message.contains("harmful ground"))
                .collect();
            prop_assert_eq!(errors, vec![]);
            let parts = WalkableRegions::of(&level.board());
            let zones = level.regions.values().map(|zone| {
                zone.iter().map(|c| parts.part(*c)).collect::<BTreeSet<_>>()
            });
            let reached: BTreeSet<_> = zones.flatten().collect();
            prop_assert_eq!(reached.len(), 1);
            prop_assert!(!reached.contains(&None));
            prop_assert_eq!(Level::parse("new", &level.to_text()), Ok(level));
        }
    }

    #[test]
    fn the_arena_is_symmetrical() {
        for size in [(24, 18), (25, 17), (40, 40)] {
            let level = Recipe {
                name: "Arena".to_owned(),
                width: size.0,
                height: size.1,
                seed: 0,
                units: 0,
                scenery: Scenery::Arena,
            }
            .build();
            let turned = |c: Cell| Cell::new(size.0 as i16 - 1 - c.x, size.1 as i16 - 1 - c.y);
            let ground = &level.ground;
            assert!(ground.cells().all(|c| ground.tile(c) == ground.tile(turned(c))), "{size:?}");
        }
    }

    #[test]
    fn land_follows_its_settings() {
        let land = Land { hills: 6, river: true, ruins: 3, forest: 30 };
        let recipe = Recipe {
            name: "Land".to_owned(),
            width: 48,
            height: 36,
            seed: 11,
            units: 4,
            scenery: Scenery::Land(land),
        };
        let level = recipe.build();
        let tiles = || level.ground.cells().filter_map(|c| level.ground.tile(c));
        let has = |kind| level.things.values().any(|item| item.kind == kind);
        assert!(tiles().any(|t| t.elevation >= Hm(6)));
        assert!(tiles().any(|t| t.terrain == Terrain::Water));
        assert!(has(ThingKind::Bridge) && has(ThingKind::Tree));
        assert!(level.edges.values().any(|e| e.kind == EdgeKind::Wall));
        assert_eq!(level.units().len(), 8);
        let other = Recipe { seed: 12, ..recipe }.build();
        assert_ne!(other.to_text(), level.to_text());
    }
}
