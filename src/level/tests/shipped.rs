//! The levels shipped with the game.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::walk::WalkableRegions;
use crate::{Build, GoalKind, Level, Report, Role};
use grid::{Cell, Hm, SideId};

const SHIPPED: [&str; 7] =
    ["bridge", "keep", "swamp", "cliff", "quarry", "walled_garden", "tall_arches"];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(format!("{name}.ron"))
}

fn load(name: &str) -> Level {
    Level::load(&path(name)).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

#[test]
fn they_have_no_problems() {
    for name in SHIPPED {
        let text = std::fs::read_to_string(path(name)).unwrap();
        // Rocks that can only be reached by climbing or flying are intentional.
        let wrong = |report: Report| {
            let mut problems = report.problems;
            problems.retain(|(_, p)| !p.message.starts_with("no unit can walk to this raised"));
            // So are units that only some rulesets hide.
            problems.retain(|(_, p)| !p.message.contains("only counts in"));
            problems
        };
        assert_eq!(wrong(Level::check(name, &text, Build::usual)), [], "{name}");
        let large = |role| match role {
            Role::Beast => Build { size: 3, height: Hm(6) },
            _ => Build::usual(role),
        };
        let problems = wrong(Level::check(name, &text, large));
        assert_eq!(problems, [], "{name} with beasts of 3 x 3 cells");
    }
}

#[test]
fn they_have_a_playable_size_and_number_of_units() {
    for name in SHIPPED {
        let level = load(name);
        let (width, height) = (level.ground.width(), level.ground.height());
        assert!((24..=32).contains(&width) && (18..=32).contains(&height), "{name}");
        assert_eq!(level.sides.len(), 2, "{name}");
        assert!(level.goals.iter().any(|g| g.kind == GoalKind::LastSideStanding), "{name}");
        for side in &level.sides {
            assert!((3..=5).contains(&side.units.len()), "{name}: {}", side.name);
        }
    }
}

#[test]
fn units_and_regions_are_connected_by_walking() {
    for name in SHIPPED {
        let level = load(name);
        let board = level.board();
        let parts = WalkableRegions::of(&board);
        let walkers = level.sides.iter().flat_map(|s| &s.units).filter(|u| u.altitude == Hm::ZERO);
        let reached: BTreeSet<_> = walkers.map(|u| parts.part(u.at)).collect();
        assert_eq!(reached.len(), 1, "{name}");
        assert!(!reached.contains(&None), "{name}");
        // Some unit should be able to reach every region.
        for (region, cells) in &level.regions {
            let near = cells.iter().any(|c| reached.contains(&parts.part(*c)));
            assert!(near, "{name}: {region}");
        }
    }
}

#[test]
fn the_bridge_crosses_deep_water_and_the_ford_is_a_way_round() {
    let level = load("bridge");
    let board = level.board();
    // The deck meets the western bank at 0 m and the eastern bank at 1 m.
    assert_eq!(board.footing(Cell::new(10, 9), Hm(4)), Some(Hm(0)));
    assert_eq!(board.footing(Cell::new(16, 9), Hm(4)), Some(Hm(2)));
    assert_eq!(board.footing(Cell::new(17, 9), Hm(4)), Some(Hm(2)));
    // Without the bridge, the banks are still connected.
    let mut without = level.clone();
    without.things.clear();
    let board = without.board();
    let parts = WalkableRegions::of(&board);
    let banks = [Cell::new(4, 9), Cell::new(23, 10)].map(|c| parts.part(c));
    assert!(banks[0].is_some() && banks[0] == banks[1]);
    let deep = board.tile(Cell::new(13, 9)).map(|t| t.depth);
    assert_eq!(deep, Some(Hm(4)));
}

#[test]
fn the_tower_is_climbed_by_two_stairs_and_wins_the_keep() {
    let level = load("keep");
    let board = level.board();
    let stairs = |cells: [(i16, i16); 7]| {
        cells.map(|(x, y)| board.footing(Cell::new(x, y), Hm(4)).unwrap_or(Hm(-99)).0)
    };
    let north = [(16, 5), (15, 5), (14, 5), (13, 5), (12, 5), (11, 5), (10, 5)];
    assert_eq!(stairs(north), [1, 2, 3, 4, 5, 6, 6]);
    let west = [(6, 15), (6, 14), (6, 13), (6, 12), (6, 11), (6, 10), (6, 9)];
    assert_eq!(stairs(west), [1, 2, 3, 4, 5, 6, 6]);
    let hold = level.goals.iter().find_map(|g| g.kind.region());
    assert_eq!(hold, Some("tower"));
}

#[test]
fn the_cliff_has_deep_drops_faces_to_climb_and_a_drake_in_the_air() {
    let level = load("cliff");
    let board = level.board();
    let elevation = |x, y| board.tile(Cell::new(x, y)).map_or(0, |t| t.elevation.0);
    assert_eq!(elevation(20, 6) - elevation(20, 7), 16, "8 m from the plateau to the gully");
    assert!(board.cells().any(|c| board.tile(c).is_some_and(|t| t.climb.is_marked())));
    let drake = level.units().into_iter().find(|u| u.role == Role::Beast).unwrap();
    assert_eq!((drake.side, drake.altitude), (SideId(1), Hm::metres(3)));
    // Both paths, the lower ledge, the upper ledge and the plateau are connected.
    let parts = WalkableRegions::of(&board);
    let places = [(2, 12), (27, 12), (12, 12), (10, 8), (15, 3), (14, 20)];
    let found: BTreeSet<_> = places.iter().map(|(x, y)| parts.part(Cell::new(*x, *y))).collect();
    assert_eq!(found.len(), 1);
    assert!(!found.contains(&None));
}

/// Under a half turn, the ground and the starting cells are the same for both sides.
#[test]
fn the_garden_and_the_arches_are_fair() {
    for name in ["walled_garden", "tall_arches"] {
        let level = load(name);
        let board = level.board();
        let [width, height] = [board.width(), board.height()].map(|n| i16::try_from(n).unwrap());
        let turned = |c: Cell| Cell::new(width - 1 - c.x, height - 1 - c.y);
        for cell in board.cells() {
            assert_eq!(board.tile(cell), board.tile(turned(cell)), "{name}: {cell}");
            let kind = |c| board.thing_in(c).map(|(_, thing)| thing.kind);
            assert_eq!(kind(cell), kind(turned(cell)), "{name}: {cell}");
        }
        let [a, b] = &level.sides[..] else { panic!("{name}") };
        assert_eq!(a.units.len(), b.units.len(), "{name}");
        for (one, other) in a.units.iter().zip(&b.units) {
            assert_eq!((one.role, one.at), (other.role, turned(other.at)), "{name}");
        }
    }
}

#[test]
fn the_arches_have_gaps_to_leap_over_deep_water() {
    let board = load("tall_arches").board();
    let footing = |x, y| board.footing(Cell::new(x, y), Hm(4)).map(|h| h.0);
    // Up from the west, a gap of two metres, and the middle arch half a metre higher.
    assert_eq!([3, 5, 7, 10, 15].map(|x| footing(x, 9)), [1, 3, 5, 6, 6].map(Some));
    let depth = |x| board.tile(Cell::new(x, 9)).map(|t| t.depth);
    assert_eq!([8, 9, 16, 17].map(depth), [Some(Hm(4)); 4]);
    // The stairs out of the dark.
    assert_eq!([4, 5, 6, 7, 8, 9].map(|y| footing(11, y)), [1, 2, 3, 4, 5, 6].map(Some));
}

#[test]
fn a_scout_of_each_house_hides_in_the_garden() {
    let level = load("walled_garden");
    let board = level.board();
    for side in &level.sides {
        let hidden: Vec<_> = side.units.iter().filter(|u| u.start.hidden).collect();
        let [scout] = hidden[..] else { panic!("{}", side.name) };
        assert_eq!(scout.role, Role::Scout);
        let bush = board.thing_in(scout.at).map(|(_, thing)| thing.kind);
        assert_eq!(bush, Some(grid::ThingKind::Bush), "{}", side.name);
    }
}
