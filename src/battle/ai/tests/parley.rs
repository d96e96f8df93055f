//! What a side does that cannot win: it offers a truce, leaves by an exit, gives up.

use super::choices::{act_name, end_of_moves};
use super::knowledge::rebuilt;
use super::*;
use crate::ai::{Planner, Tuning};
use crate::autoplay::Decider;

type Units<'a> = &'a [(char, u8, &'a str, &'a [(&'a str, i64)])];

/// The commands of the archer's turn in a round, if it has this much health left. The knights have
/// 52 each. With `exit`, it can leave at the western edge of the board.
fn turn(health: i64, round: u32, exit: bool) -> Vec<Command> {
    let archer: &[(&str, i64)] = &[("initiative", 30), ("health_now", health)];
    let units: Units<'_> =
        &[('A', 0, "archer", archer), ('B', 1, "knight", &[]), ('C', 1, "knight", &[])];
    let (rules, state) = drawn("....A............BC", units);
    let state = rebuilt(state, |board| {
        board.tile_mut(Cell::new(0, 0)).expect("on the board").exit = exit;
    });
    let mut state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    state.scene.clock.round = round;
    turn_of(&*rules, state, UnitId(0))
}

/// PR-381: 34 are a third of 104, 35 are more; 11 are a ninth. No truce is offered in every round.
#[test]
fn peace_is_offered_by_those_who_cannot_win() {
    let acts = |health, round| {
        let turn = turn(health, round, false);
        turn.iter().map(|c| act_name(c).to_owned()).filter(|act| !act.is_empty()).collect()
    };
    let has = |acts: Vec<String>, act: &str| acts.iter().any(|a| a == act);
    assert!(has(acts(34, 3), "offer_truce"));
    assert!(!has(acts(34, 4), "offer_truce"));
    assert!(!has(acts(35, 3), "offer_truce"));
    assert!(has(acts(12, 3), "offer_truce"));
    assert_eq!(acts(11, 4), ["lay_down_arms"]);
}

/// An offer is not repeated in the same round.
#[test]
fn an_offer_is_made_once() {
    for turn in [turn(20, 3, false), turn(5, 3, false)] {
        let said = turn.iter().filter(|c| ["offer_truce", "lay_down_arms"].contains(&act_name(c)));
        assert_eq!(said.count(), 1, "{turn:?}");
    }
}

/// PR-376: it walks to the exit, and stays there.
#[test]
fn the_outmatched_leave_by_an_exit() {
    assert_eq!(end_of_moves(&turn(20, 4, true)), Some(Cell::new(0, 0)));
    assert_ne!(end_of_moves(&turn(20, 4, false)), Some(Cell::new(0, 0)));
    assert_ne!(end_of_moves(&turn(40, 4, true)), Some(Cell::new(0, 0)));
}

/// Planners do not play on in a fight that is given up either.
#[test]
fn planners_give_up_too() {
    let archer: &[(&str, i64)] = &[("initiative", 30), ("health_now", 5)];
    let units: Units<'_> = &[('A', 0, "archer", archer), ('B', 1, "knight", &[])];
    let (rules, state) = drawn("A............B", units);
    let mut state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    let tuning = Tuning::built_in();
    let mut planning = Planner::new(tuning.veteran, tuning);
    let mut commands = Vec::new();
    while state.scene.clock.active == [UnitId(0)] && commands.len() < 5 {
        let command = planning.command(&*rules, &state, &[UnitId(0)]);
        engine::submit(&*rules, &mut state, &command, &mut PlayByDefault).expect("allowed");
        commands.push(command);
    }
    let [first, last] = &commands[..] else { panic!("{commands:?}") };
    assert_eq!(act_name(first), "lay_down_arms");
    assert_eq!(*last, Command::EndTurn { unit: UnitId(0) });
}

/// A side that wins by holding out does not give up.
#[test]
fn who_wins_by_waiting_fights_on() {
    let archer: &[(&str, i64)] = &[("initiative", 30), ("health_now", 5)];
    let units: Units<'_> = &[('A', 0, "archer", archer), ('B', 1, "knight", &[])];
    let (rules, mut state) = drawn("A............B", units);
    let gives_up = |state: State| {
        let turn = first_turn(&*rules, state, UnitId(0));
        turn.iter().any(|command| act_name(command) == "lay_down_arms")
    };
    assert!(gives_up(state.clone()));
    state.scene.goals.push(Goal::Survive { side: SideId(0), rounds: 3 });
    assert!(!gives_up(state));
}

/// VG-94: 2 of 30 points against two whole knights; VG-71: on an exit it escapes instead.
#[test]
fn the_last_one_surrenders_or_escapes() {
    let turn = |exit: bool| {
        let scout: &[(&str, i64)] = &[("durability_now", 1), ("health_now", 1)];
        let units: Units<'_> =
            &[('A', 0, "archer", scout), ('B', 1, "knight", &[]), ('C', 1, "knight", &[])];
        let (rules, state) = drawn_by(RulesetId::Vigor, "A...........BC", units);
        let state = rebuilt(state, |board| {
            board.tile_mut(Cell::new(0, 0)).expect("on the board").exit = exit;
        });
        let now = play(&*rules, state, CAP, Some(UnitId(0))).state;
        let turn = turn_of(&*rules, now, UnitId(0));
        turn.first().map(|command| act_name(command).to_owned())
    };
    assert_eq!(turn(false).as_deref(), Some("surrender"));
    assert_eq!(turn(true).as_deref(), Some("escape"));
}
