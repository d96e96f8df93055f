//! Hilly boards of 32 x 32 cells and the armies on them.

use std::collections::BTreeMap;

use highground::battle::{Controller, Record, Setup, Skill};
use highground::grid::{Board, Cell, Dir, Edge, EdgeKind, Hm, SideId, Thing, ThingKind, UnitId};
use highground::rules::Key;
use highground::rules::ruleset::{Placing, SharedRuleset};
use highground::rules::state::{Flags, Goal, Scene, Side};

/// Width and height of boards, in cells.
pub const SIDE: u16 = 32;

const TEAMS: [[&str; 4]; 2] =
    [["knight", "archer", "mage", "brute"], ["captain", "scout", "healer", "archer"]];

/// A deterministic pseudo-random generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u16) -> i16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % u64::from(n)) as i16
    }
}

/// Hills up to 4 m, trees and crates, and a few walls in the middle.
fn board(seed: u64) -> Board {
    let mut numbers = Numbers(seed);
    let mut board = Board::new(SIDE, SIDE);
    for _ in 0..10 {
        let (x, y) = (numbers.below(30), numbers.below(30));
        let (w, h) = (2 + numbers.below(5), 2 + numbers.below(5));
        let top = Hm(1 + i32::from(numbers.below(8)));
        for cell in (0..w).flat_map(|dx| (0..h).map(move |dy| Cell::new(x + dx, y + dy))) {
            if let Some(tile) = board.tile_mut(cell) {
                tile.elevation = top;
            }
        }
    }
    let kinds =
        [ThingKind::Tree, ThingKind::Crate, ThingKind::Pillar, ThingKind::Bush, ThingKind::Boulder];
    for _ in 0..40 {
        let kind = kinds[numbers.below(5) as usize];
        let cell = Cell::new(numbers.below(SIDE), 5 + numbers.below(22));
        board.add_thing(Thing::new(kind, cell));
    }
    for _ in 0..8 {
        let (x, y) = (numbers.below(SIDE), 6 + numbers.below(20));
        for dx in 0..3 {
            let kind = EdgeKind::ALL[numbers.below(3) as usize];
            board.set_edge(Cell::new(x + dx, y), Dir::N, Some(Edge::new(kind)));
        }
    }
    board
}

/// Two sides of `each` units (at most nine) in rows on
/// opposite sides of a hilly board, ready to fight.
pub fn setup(rules: &SharedRuleset, seed: u64, each: i16) -> Setup {
    meeting(rules, board(seed), seed, each)
}

/// The same on any board of this size.
pub fn meeting(rules: &SharedRuleset, board: Board, seed: u64, each: i16) -> Setup {
    let mut units = Vec::new();
    for (side, row) in [(0_u8, 2), (1, 29)] {
        for i in 0..each {
            let team = (usize::from(side) + i as usize / 4) % 2;
            let role = TEAMS[team][i as usize % 4];
            let cell = Cell::new(16 - 3 * each / 2 + 3 * i, row);
            let placing = Placing {
                id: UnitId(units.len() as u32),
                side: SideId(side),
                role: Key::new(role),
                name: role.to_owned(),
                at: cell.into(),
                altitude: Hm::ZERO,
                facing: Dir::S,
                prone: false,
                overrides: BTreeMap::new(),
                gear: BTreeMap::new(),
                start: Default::default(),
            };
            if let Ok(mut unit) = rules.enlist(&placing) {
                unit.placement.feet = board.footing(cell, unit.upright()).unwrap_or_default();
                units.push(unit);
            }
        }
    }
    let side = |name: &str| Side { name: name.to_owned(), ambush: false, flags: Flags::default() };
    let scene = Scene::new(board, vec![side("Blue"), side("Red")], vec![Goal::LastStanding]);
    let record = Record::new(
        Key::new("precision"),
        rules.data_hash(),
        String::new(),
        seed,
        vec![Controller::Computer(Skill::Soldier); 2],
        BTreeMap::new(),
    );
    Setup { rules: rules.clone(), scene, units, seed, record }
}
