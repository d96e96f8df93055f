//! Whole battles of the opponent against itself.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::*;
use grid::{Climb, Edge, EdgeKind, Place, Thing, ThingKind};
use rules::EventKind;
use rules::event::MoveKind;

/// Small random numbers, the same for a seed on every machine.
struct Chance(Pcg64Mcg);

impl Chance {
    fn below(&mut self, n: i16) -> i16 {
        (self.0.next_u64() % n.unsigned_abs() as u64) as i16
    }
}

const SIDE: i16 = 16;

/// A board with hills, objects and walls, and up to four combatants per side.
fn random_battle(rules: &dyn Ruleset, seed: u64) -> State {
    let mut chance = Chance(Pcg64Mcg::new(u128::from(seed) << 1 | 1));
    for _ in 0..8 {
        chance.below(2);
    }
    let mut board = Board::new(SIDE as u16, SIDE as u16);
    for _ in 0..5 {
        let (x, y) = (chance.below(SIDE), chance.below(SIDE));
        let (w, h, top) = (1 + chance.below(5), 1 + chance.below(5), chance.below(13));
        for cell in (0..w).flat_map(|dx| (0..h).map(move |dy| Cell::new(x + dx, y + dy))) {
            if let Some(tile) = board.tile_mut(cell) {
                tile.elevation = Hm(top.into());
                if top > 8 {
                    tile.climb = Climb::Ordinary;
                }
            }
        }
    }
    for _ in 0..12 {
        let kind = ThingKind::ALL[chance.below(8) as usize];
        let cell = Cell::new(chance.below(SIDE), 3 + chance.below(SIDE - 6));
        board.add_thing(Thing::new(kind, cell));
    }
    for _ in 0..8 {
        let kind = EdgeKind::ALL[chance.below(EdgeKind::ALL.len() as i16) as usize];
        let cell = Cell::new(chance.below(SIDE), 3 + chance.below(SIDE - 6));
        board.set_edge(cell, Dir::N, Some(Edge::new(kind)));
    }
    let roles = &rules.describe().roles;
    let mut units = Vec::new();
    let mut id = 0;
    for side in 0..2_u8 {
        let row = if side == 0 { 0 } else { SIDE - 2 };
        for i in 0..2 + chance.below(3) {
            let role = &roles[chance.below(roles.len() as i16) as usize];
            let cell = Cell::new(4 * i + chance.below(2), row);
            units.push(unit(rules, &board, (id, side, role.id.as_str()), cell, &[]));
            id += 1;
        }
    }
    battle(board, units, seed)
}

/// Every command is legal (see [`play`]), turns and battles end, and no unit walks off a height
/// that hurts.
#[test]
fn random_battles_come_to_an_end() {
    let mut decided = 0;
    let mut all = 0;
    for id in RulesetId::ALL {
        let rules = id.built_in();
        for seed in 0..8 {
            let played = play(&*rules, random_battle(&*rules, seed), CAP, None);
            all += 1;
            decided += u32::from(played.state.scene.verdict.is_some());
            let turns = played.state.units.len() * (played.state.scene.clock.round as usize + 1);
            assert!(played.commands.len() <= 6 * turns, "battle {seed} goes round in circles");
        }
    }
    assert!(decided * 4 >= all * 3, "{decided} of {all} battles were decided");
}

#[test]
fn the_same_battle_yields_the_same_commands() {
    let rules = precision();
    for seed in [3, 17, 29] {
        let once = play(&*rules, random_battle(&*rules, seed), CAP, None);
        let again = play(&*rules, random_battle(&*rules, seed), CAP, None);
        assert_eq!(once.commands, again.commands, "battle {seed}");
        assert_eq!(once.state.hash(), again.state.hash(), "battle {seed}");
    }
}

/// Two units that cannot see each other look for each other.
#[test]
fn no_unit_waits_for_ever_behind_a_wall() {
    let drawing = "
        A....#.....
        .....#.....
        .....#....B
        .....#.....
        ...........";
    let (rules, state) = drawn(drawing, &[('A', 0, "knight", &[]), ('B', 1, "brute", &[])]);
    let played = play(&*rules, state, CAP, None);
    assert!(played.state.scene.verdict.as_ref().is_some_and(|v| v.winner.is_some()));
}

/// Two sides that both stand in the zone that each has to hold alone: neither waits there.
#[test]
fn no_side_waits_in_a_zone_that_a_foe_stands_in() {
    let drawing = "
        A...................
        ....................
        ...................B";
    for id in RulesetId::ALL {
        let units: [(char, u8, &str, &[(&str, i64)]); 2] =
            [('A', 0, "knight", &[]), ('B', 1, "knight", &[])];
        let (rules, mut state) = drawn_by(id, drawing, &units);
        let places: Vec<Place> =
            (0..20).flat_map(|x| (0..3).map(move |y| Cell::new(x, y).into())).collect();
        let hold = |side| Goal::Hold { side: SideId(side), places: places.clone(), rounds: 3 };
        state.scene.goals.extend([hold(0), hold(1)]);
        let played = play(&*rules, state, 8, None);
        let meets = played
            .commands
            .iter()
            .any(|command| matches!(command, Command::Act { targets, .. } if !targets.is_empty()));
        assert!(meets, "{}", id.name());
    }
}

/// From a plateau 6 m up, stairs lead down on the far side. The unit takes them.
#[test]
fn no_unit_jumps_where_stairs_lead_down() {
    let drawing = "
        66666654321..
        6A6666......B
        666666.......";
    let (rules, state) = drawn(drawing, &[('A', 0, "knight", &[]), ('B', 1, "archer", &[])]);
    let mut state = state;
    let high = Hm::metres(6);
    let mut board = (*state.scene.board).clone();
    board.tile_mut(Cell::new(1, 1)).expect("on the board").elevation = high;
    state.scene.board = std::sync::Arc::new(board);
    state.units.of_mut(UnitId(0)).unwrap().placement.feet = high;
    let played = play(&*rules, state, CAP, None);
    let deepest = played.events.iter().filter_map(|event| match &event.what {
        EventKind::Moved { manner: MoveKind::Fall, from_feet, to_feet, .. } => {
            Some(*from_feet - *to_feet)
        }
        _ => None,
    });
    assert!(deepest.max().unwrap_or_default() <= Hm::metres(5));
    let down = played.state.unit(UnitId(0)).map(|u| u.placement.feet);
    assert!(down < Some(high) || played.state.scene.verdict.is_some(), "it comes down");
}
