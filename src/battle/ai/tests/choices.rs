//! Single decisions on boards built for them.

use super::*;
use grid::{Edge, EdgeKind};
use rules::command::Target;
use rules::state::{Posture, Status};

pub(super) fn target(command: &Command) -> Option<UnitId> {
    match command {
        Command::Act { targets, .. } => targets.iter().find_map(|t| match t {
            Target::Unit(id) => Some(*id),
            _ => None,
        }),
        _ => None,
    }
}

pub(super) fn act_name(command: &Command) -> &str {
    match command {
        Command::Act { act, .. } => act.as_str(),
        _ => "",
    }
}

/// Where a turn's moves end; `None` without a move.
pub(super) fn end_of_moves(commands: &[Command]) -> Option<Cell> {
    commands.iter().rev().find_map(|command| match command {
        Command::Move { path, .. } => path.last().and_then(|w| w.cell()),
        _ => None,
    })
}

#[test]
fn a_knight_next_to_a_foe_strikes() {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[]), ('B', 1, "archer", &[])];
    let (rules, state) = drawn("......\n..AB..\n......", units);
    let before = play(&*rules, state, CAP, Some(UnitId(0)));
    // Undo anything the archer did first: put the two next to each other again.
    let mut state = before.state;
    state.units.of_mut(UnitId(1)).unwrap().placement.at = Cell::new(3, 1).into();
    let turn = turn_of(&*rules, state, UnitId(0));
    assert_eq!(target(&turn[0]), Some(UnitId(1)), "{turn:?}");
}

#[test]
fn an_attack_in_reach_is_made() {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "scout", &[]), ('B', 1, "brute", &[])];
    let (rules, state) = drawn(".......\n.A...B.\n.......", units);
    let turn = first_turn(&*rules, state, UnitId(0));
    assert!(turn.iter().any(|c| target(c) == Some(UnitId(1))), "{turn:?}");
}

#[test]
fn the_weakest_foe_is_struck_first() {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "scout", &[]), ('B', 1, "brute", &[]), ('C', 1, "brute", &[("health_now", 3)])];
    let (rules, state) = drawn(".B.\n.A.\n.C.", units);
    let turn = first_turn(&*rules, state, UnitId(0));
    let first = turn.iter().find_map(target);
    assert_eq!(first, Some(UnitId(2)), "{turn:?}");
}

/// The archer has high ground on the 2 m ledge, and none below it.
#[test]
fn an_archer_climbs_a_ledge_to_shoot() {
    let drawing = "
        ....................
        ..12................
        .A..................
        ................B...
        ....................";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "archer", &[("energy_now", 0), ("speed", 9)]), ('B', 1, "knight", &[])];
    let (rules, state) = drawn(drawing, units);
    let turn = first_turn(&*rules, state, UnitId(0));
    assert_eq!(end_of_moves(&turn), Some(Cell::new(3, 1)), "{turn:?}");
    assert!(turn.iter().any(|c| target(c) == Some(UnitId(1))), "{turn:?}");
}

/// Two archers; a low wall stands two cells from one of them.
#[test]
fn an_archer_shoots_from_behind_a_low_wall() {
    let drawing = "
        ....................
        .A..................
        ..................B.
        ....................";
    let numbers: &[(&str, i64)] = &[("initiative", 30), ("energy_now", 0)];
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "archer", numbers), ('B', 1, "archer", &[])];
    let (rules, mut state) = drawn(drawing, units);
    let mut board = (*state.scene.board).clone();
    for y in [1, 2] {
        board.set_edge(Cell::new(3, y), Dir::E, Some(Edge::new(EdgeKind::LowWall)));
    }
    state.scene.board = std::sync::Arc::new(board);
    let turn = first_turn(&*rules, state, UnitId(0));
    let end = end_of_moves(&turn).expect("it moves");
    assert!([Cell::new(3, 1), Cell::new(3, 2)].contains(&end), "{turn:?}");
    assert!(turn.iter().any(|c| target(c) == Some(UnitId(1))), "{turn:?}");
}

#[test]
fn a_healer_revives_a_fallen_friend() {
    let units: &[(char, u8, &str, &[(&str, i64)])] = &[
        ('A', 0, "healer", &[("initiative", 30)]),
        ('B', 0, "knight", &[("health_now", -2)]),
        ('C', 1, "brute", &[]),
    ];
    let (rules, state) = drawn("......\n.AB...\n.C....", units);
    let before = play(&*rules, state, CAP, Some(UnitId(0)));
    assert_eq!(before.state.units.of(UnitId(1)).unwrap().status, Status::Down);
    let turn = turn_of(&*rules, before.state, UnitId(0));
    let first = turn.iter().find(|c| matches!(c, Command::Act { .. })).expect("it acts");
    assert_eq!((act_name(first), target(first)), ("mend", Some(UnitId(1))), "{turn:?}");
}

#[test]
fn a_prone_unit_gets_up_first() {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[("initiative", 30)]), ('B', 1, "archer", &[])];
    let (rules, mut state) = drawn("......\n..A.B.\n......", units);
    state.units.of_mut(UnitId(0)).unwrap().placement.posture = Posture::Prone;
    let turn = first_turn(&*rules, state, UnitId(0));
    assert_eq!(act_name(&turn[0]), "stand_up", "{turn:?}");
    assert!(turn.iter().any(|c| target(c) == Some(UnitId(1))), "{turn:?}");
}

/// An archer moves away from a melee foe, and still shoots.
#[test]
fn an_archer_does_not_stay_next_to_a_brute() {
    let drawing = "
        ............
        ............
        ....AB......
        ............
        ............";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "archer", &[("initiative", 30)]), ('B', 1, "brute", &[])];
    let (rules, state) = drawn(drawing, units);
    let turn = first_turn(&*rules, state, UnitId(0));
    let end = end_of_moves(&turn).expect("it moves");
    assert!(end.chebyshev(Cell::new(5, 2)) > 1, "{turn:?}");
    assert!(turn.iter().any(|c| target(c) == Some(UnitId(1))), "{turn:?}");
}

/// Embers lie across the short path; the long way around is free.
#[test]
fn no_unit_stops_in_embers() {
    let drawing = "
        A.*****.B
        ..*****..
        ..*****..
        .........";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "brute", &[("health_now", 12)]), ('B', 1, "knight", &[("speed", 0)])];
    let (rules, state) = drawn(drawing, units);
    let turn = first_turn(&*rules, state, UnitId(0));
    let end = end_of_moves(&turn).expect("it moves");
    assert!(!(2..=6).contains(&end.x) || end.y == 3, "{turn:?}");
}

/// What a knight does first that stands between a foe and another one two steps away; the near one
/// is changed before.
fn first_command(change: impl Fn(&mut State)) -> Command {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[]), ('B', 1, "brute", &[]), ('C', 1, "brute", &[])];
    let (rules, state) = drawn(".....\nBA.C.\n.....", units);
    let mut state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    let places = [(1, Cell::new(0, 1)), (2, Cell::new(3, 1))];
    for (id, cell) in places {
        state.units.of_mut(UnitId(id)).unwrap().placement.at = cell.into();
    }
    change(&mut state);
    SimpleAi::new().choose(&*rules, &state, UnitId(0))
}

#[test]
fn foes_in_the_fight_come_before_the_helpless() {
    assert_eq!(target(&first_command(|_| {})), Some(UnitId(1)));
    let falls = |state: &mut State| state.units.of_mut(UnitId(1)).unwrap().status = Status::Down;
    assert_ne!(target(&first_command(falls)), Some(UnitId(1)));
}

#[test]
fn nobody_strikes_those_who_lay_down_arms() {
    let yields = |state: &mut State| state.scene.sides[1].flags.set(Key::new("lays_down_arms"), 1);
    let command = first_command(yields);
    assert_eq!(target(&command), None, "{command:?}");
}

#[test]
fn no_unit_stays_in_embers_to_fight() {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[]), ('B', 1, "brute", &[])];
    let (rules, state) = drawn("...B..\n..*...\nA.....", units);
    let mut state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    for (id, cell) in [(0, Cell::new(2, 1)), (1, Cell::new(3, 0))] {
        state.units.of_mut(UnitId(id)).unwrap().placement.at = cell.into();
    }
    let command = SimpleAi::new().choose(&*rules, &state, UnitId(0));
    let end = end_of_moves(std::slice::from_ref(&command)).expect("it moves");
    assert_ne!(end, Cell::new(2, 1), "{command:?}");
}
