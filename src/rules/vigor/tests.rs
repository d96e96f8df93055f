//! Worked examples of the rule catalogue.

use std::collections::BTreeMap;
use std::sync::Arc;

use grid::{Board, Cell, Dir, Hm, SideId, UnitId};
use rules::Key;
use rules::command::{Command, Target};
use rules::dice::{Chance, Die, Likelihood, Read, Throw};
use rules::engine;
use rules::oracle::{PlayByDefault, Scripted};
use rules::ruleset::Placing;
use rules::start::Start;
use rules::state::{Flags, Scene, Side, State, Status, Unit};

use super::Vigor;
use super::attack::prepare;
use super::data::Content;
use super::movement::longest_climb;
use super::names::{ARMOUR, DODGE, DURABILITY, HEALTH, VIGOR, WORN};
use super::numbers::Numbers;
use super::step::AttackOptions;
use rules::kit::book::Rulebook;

fn placed(id: u32, role: &'static str, x: i16, changed: &[(&'static str, i64)]) -> Unit {
    let placing = Placing {
        id: UnitId(id),
        side: SideId((id % 2) as u8),
        role: Key::of(role),
        name: format!("{role} {id}"),
        at: Cell::new(x, 0).into(),
        altitude: Hm::ZERO,
        facing: Dir::E,
        prone: false,
        overrides: changed.iter().map(|(name, n)| (Key::of(name), *n)).collect(),
        gear: BTreeMap::new(),
        start: Start::default(),
    };
    Content::built_in().enlist(&placing).expect("a role of the roster")
}

fn battle(units: Vec<Unit>) -> State {
    let side = |name: &str| Side { name: name.into(), ambush: false, flags: Flags::default() };
    let mut scene = Scene::new(Board::new(30, 3), vec![side("A"), side("B")], Vec::new());
    scene.clock.round = 1;
    scene.clock.phase = Key::of("turns");
    scene.clock.active = vec![UnitId(1)];
    State::new(scene, units, 1)
}

fn strike(weapon: &'static str) -> Command {
    Command::Act {
        unit: UnitId(1),
        act: Key::of(weapon),
        targets: vec![Target::Unit(UnitId(2))],
        choice: Key::default(),
        with: Default::default(),
    }
}

/// Plays a strike with these dice; the target gives this answer.
fn played(state: &mut State, weapon: &'static str, dice: &[u16], answer: &'static str) {
    let rules = Vigor::built_in();
    let mut source = Scripted::new(dice.iter().copied(), [Key::of(answer)]);
    engine::submit_until(&rules, state, &strike(weapon), &mut source, engine::Until::Idle)
        .expect("allowed");
    assert_eq!(source.dice_left(), 0);
}

fn track(state: &State, id: &str) -> i32 {
    state.unit(UnitId(2)).map_or(-1, |u| u.tracks.0.value(id))
}

/// VG-126, VG-131: Guard of a knight and an archer, and the chance to beat it.
#[test]
fn guard_and_the_chance_to_beat_it() {
    let content = Content::built_in();
    let state = battle(vec![placed(1, "knight", 0, &[]), placed(2, "archer", 1, &[])]);
    let guard = |id| Numbers::of(content, state.unit(UnitId(id)).unwrap()).unwrap().guard().total();
    assert_eq!((guard(1), guard(2)), (19, 16));
    let rules = Vigor::built_in();
    engine::with_ctx(&rules, &state, |ctx| {
        let knight = state.unit(UnitId(1)).unwrap();
        let sword = content.weapons.get("sword").unwrap();
        let roll =
            prepare(content.at(ctx), knight, sword, UnitId(2), &AttackOptions::default()).unwrap();
        assert_eq!(roll.test.chance(), Chance::new(753, 1000));
    });
}

/// VG-105: a Dodge with 2d10 against a known total of 22.
#[test]
fn a_dodge_against_a_known_total() {
    let dice = vec![Die::d(20), Die::bursting(10), Die::bursting(10)];
    let throw = Throw { dice, read: Read::Sum(vec![23]) };
    assert_eq!(throw.branches().ways.last().map(|b| b.0), Some(Likelihood::of(2461, 5000)));
}

/// VG-61, VG-315: three Moves of 6 squares climb 5 m, two climb 3 m.
#[test]
fn a_third_action_climbs_higher() {
    let content = Content::built_in();
    let state = battle(vec![placed(1, "captain", 0, &[]), placed(2, "archer", 1, &[])]);
    let rules = Vigor::built_in();
    engine::with_ctx(&rules, &state, |ctx| {
        let climb = |id| longest_climb(content, ctx, UnitId(id));
        assert_eq!((climb(1), climb(2)), (Some(Hm::metres(5)), Some(Hm::metres(3))));
    });
}

/// VG-106: a knight against an archer that always dodges: 0.483123.
#[test]
fn hits_through_a_dodge() {
    let rules = Vigor::built_in();
    let mut state = battle(vec![placed(1, "knight", 0, &[]), placed(2, "archer", 1, &[])]);
    let always = rules::policy::Policy::Always;
    state.scene.policies.set(SideId(0), Key::of(DODGE), always);
    let before = track(&state, DURABILITY);
    let harmed = rules::odds::courses(&rules, &state, &strike("sword"), ()).unwrap();
    let chance = harmed.chance(|c| {
        let after = c.state.unit(UnitId(2));
        let worn = |u: &Unit| u.carriers.item(WORN).map_or(0, |m| m.value(ARMOUR));
        after.is_some_and(|u| u.tracks.0.value(DURABILITY) < before || worn(u) < 20)
    });
    let millionths = |end: Chance| (end * 1_000_000).round().to_integer();
    assert_eq!((millionths(chance.low()), millionths(chance.high())), (483_123, 483_123));
}

/// VG-128, VG-204, VG-205, VG-221: roll 18 against 16, no Dodge, 21 rolled, AR 3: 18 off Durability
/// and 3 off the leather.
#[test]
fn armour_stops_its_rank_and_wears() {
    let mut state = battle(vec![placed(1, "knight", 0, &[]), placed(2, "archer", 1, &[])]);
    played(&mut state, "sword", &[9, 6, 3, 8, 8, 3, 2], "no");
    assert_eq!(track(&state, DURABILITY), 30 - 18);
    let leather = state.unit(UnitId(2)).and_then(|u| u.carriers.item(WORN));
    assert_eq!(leather.map(|m| m.value(ARMOUR)), Some(17));
}

/// VG-208, VG-361: armour broken by a blow still stops that blow, and gives no Guard afterwards.
#[test]
fn broken_armour_protects_no_more() {
    let content = Content::built_in();
    let worn = [("armour_now", 2)];
    let mut state = battle(vec![placed(1, "knight", 0, &[]), placed(2, "archer", 1, &worn)]);
    played(&mut state, "sword", &[9, 6, 3, 8, 8, 3, 2], "no");
    assert_eq!(track(&state, DURABILITY), 30 - 18);
    let numbers = Numbers::of(content, state.unit(UnitId(2)).unwrap()).unwrap();
    assert!(numbers.armour().is_none());
    assert_eq!(numbers.guard().total(), 15);
}

/// VG-225, VG-233, VG-236: harm beyond Durability goes to Health; at 0 Health follows Shock, and
/// then death.
#[test]
fn harm_goes_on_to_health_and_shock_and_death() {
    let low = [("durability_now", 4), ("health_now", 9)];
    let mut state = battle(vec![placed(1, "knight", 0, &[]), placed(2, "archer", 1, &low)]);
    // 21 less 3 for the leather: 4 off Durability, and the rest exceeds the remaining Health.
    played(&mut state, "sword", &[9, 6, 3, 8, 8, 3, 2], "no");
    assert_eq!((track(&state, DURABILITY), track(&state, HEALTH)), (0, 0));
    let status = |state: &State| state.unit(UnitId(2)).map(|u| u.status);
    assert_eq!(status(&state), Some(Status::Down));
    // VG-58: helpless, Guard 8.
    played(&mut state, "sword", &[7, 1, 1, 8, 8, 3, 2], "no");
    assert_eq!(status(&state), Some(Status::Dead));
}

/// VG-102, VG-103: 23 against 22 avoids the hit, 22 does not; it costs 5 Vigor either way (VG-101).
#[test]
fn a_dodge_has_to_be_higher() {
    let knights = || battle(vec![placed(1, "knight", 0, &[]), placed(2, "archer", 1, &[])]);
    let vigor = |state: &State| state.unit(UnitId(2)).map(|u| u.pools.0.value(VIGOR));
    let mut state = knights();
    played(&mut state, "sword", &[12, 6, 4, 15, 4, 4], "yes");
    assert_eq!((track(&state, DURABILITY), vigor(&state)), (30, Some(20)));
    let mut state = knights();
    played(&mut state, "sword", &[12, 6, 4, 14, 4, 4, 8, 8, 3, 2], "yes");
    assert_eq!((track(&state, DURABILITY), vigor(&state)), (12, Some(20)));
}

/// VG-136, VG-163: a shot beyond the first increment is a Challenge, and beyond three impossible.
#[test]
fn range_is_counted_in_increments() {
    let content = Content::built_in();
    let rules = Vigor::built_in();
    let bow = content.weapons.get("bow").unwrap();
    let with_target_at = |x: i16| {
        let mut state = battle(vec![placed(1, "knight", 0, &[]), placed(2, "knight", x, &[])]);
        state.scene.board = Arc::new(Board::new(120, 3));
        engine::with_ctx(&rules, &state, |ctx| {
            let shooter = state.unit(UnitId(1)).unwrap();
            prepare(content.at(ctx), shooter, bow, UnitId(2), &AttackOptions::default())
                .map(|roll| roll.test.dice[1..].to_vec())
                .ok()
        })
    };
    assert_eq!(with_target_at(30), Some(vec![Die::bursting(10); 2]));
    assert_eq!(with_target_at(31), Some(vec![Die::bursting(8); 2]));
    assert_eq!(with_target_at(61), Some(vec![Die::bursting(6); 2]));
    assert_eq!(with_target_at(91), None);
}

/// VG-74, VG-312: an archer's Moves are 6 squares each; 5 of one and 7 of two.
#[test]
fn moves_are_not_pooled() {
    let rules = Vigor::built_in();
    let mut state = battle(vec![placed(1, "archer", 0, &[]), placed(2, "knight", 29, &[])]);
    let to = |cells: std::ops::RangeInclusive<i16>| Command::Move {
        unit: UnitId(1),
        path: cells.map(|x| Cell::new(x, 0).into()).collect(),
        manner: Key::default(),
    };
    let actions = |state: &State| state.unit(UnitId(1)).map(|u| u.pools.0.value("actions"));
    assert!(engine::check(&rules, &state, &to(1..=12)).is_ok());
    assert!(engine::check(&rules, &state, &to(1..=13)).is_err());
    engine::submit(&rules, &mut state, &to(1..=5), &mut PlayByDefault).unwrap();
    assert_eq!(actions(&state), Some(1));
    engine::submit(&rules, &mut state, &to(6..=7), &mut PlayByDefault).unwrap();
    assert_eq!(actions(&state), Some(0));
}

/// VG-198: 2d8 and two bursting d10 average 9 + 12.222.
#[test]
fn expected_damage() {
    use super::damage::expected_total;
    use super::data::Quality;
    let bonus = [Die::bursting(10), Die::bursting(10)];
    assert_eq!(expected_total(&[(2, Quality::Ordinary)], &bonus), 21);
    assert_eq!(expected_total(&[(2, Quality::Heroic)], &[]), 11);
    assert_eq!(expected_total(&[], &[Die::bursting(20)]), 11);
}

/// A blow is estimated for an enemy out of reach as if it were adjacent, so that the AI walks up to
/// it; the blow itself is still refused from afar.
#[test]
fn attacks_are_estimated_from_out_of_reach() {
    let estimate = |x: i16| {
        let state = battle(vec![placed(1, "knight", 0, &[]), placed(2, "knight", x, &[])]);
        let vigor = Vigor::built_in();
        let legal = engine::check(&vigor, &state, &strike("sword")).is_ok();
        let all = engine::with_ctx(&vigor, &state, |ctx| {
            rules::Ruleset::estimate(&vigor, ctx, &[&strike("sword")])
        });
        let all = all.unwrap_or_default();
        let outcome = all.first().and_then(|all| all.first()).expect("an outcome");
        (legal, outcome.chance, outcome.harm)
    };
    let (beside, chance, harm) = estimate(1);
    assert!(beside && chance > 0 && harm > 0, "{chance}, {harm}");
    assert_eq!(estimate(5), (false, chance, harm));
}
