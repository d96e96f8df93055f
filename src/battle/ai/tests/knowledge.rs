//! What the opponent knows about the board and the rules, one board for each fact.

use super::choices::{act_name, end_of_moves, target};
use super::*;
use grid::{Edge, EdgeKind};
use rules::command::Target;
use rules::estimate::estimate_by_odds;
use rules::odds;
use rules::prompt::{Answer, Prompt};
use rules::state::{Posture, Status};

type Units<'a> = &'a [(char, u8, &'a str, &'a [(&'a str, i64)])];

const FIRST: &[(&str, i64)] = &[("initiative", 30)];

/// Changes the board, and puts every unit on the new ground below it.
pub(super) fn rebuilt(mut state: State, change: impl FnOnce(&mut Board)) -> State {
    let mut board = (*state.scene.board).clone();
    change(&mut board);
    for unit in &mut state.units {
        let cell = unit.placement.at.cell().expect("on the board");
        unit.placement.feet = board.footing(cell, unit.upright()).expect("a place to stand");
    }
    state.scene.board = std::sync::Arc::new(board);
    state
}

/// Raises all columns up to `last` by 9 m.
fn plateau(state: State, last: i16) -> State {
    rebuilt(state, |board| {
        for cell in board.cells().filter(|c| c.x <= last) {
            board.tile_mut(cell).expect("on the board").elevation = Hm::metres(9);
        }
    })
}

pub(super) fn cell_of(state: &State, unit: u32) -> Cell {
    state.unit(UnitId(unit)).and_then(|u| u.placement.at.cell()).expect("on the board")
}

/// Two identical foes; a friend stands next to one of them, so it would be flanked (PR-212).
#[test]
fn a_foe_that_can_be_flanked_is_struck_first() {
    let drawing = "
        ..BC.
        .....
        A....
        .....
        ..D..";
    let units: Units<'_> = &[
        ('A', 0, "knight", FIRST),
        ('B', 1, "brute", &[]),
        ('C', 0, "knight", &[]),
        ('D', 1, "brute", &[]),
    ];
    let (rules, state) = drawn(drawing, units);
    let turn = first_turn(&*rules, state, UnitId(0));
    assert_eq!(turn.iter().find_map(target), Some(UnitId(1)), "{turn:?}");
}

/// The weak foe is struck from a side where its companion cannot also reach the attacker (PR-208).
#[test]
fn no_unit_goes_between_two_foes_without_need() {
    let drawing = "
        .......
        ......A
        .......
        ...BD..
        .......";
    let units: Units<'_> = &[
        ('A', 0, "scout", FIRST),
        ('B', 1, "brute", &[("health_now", 4)]),
        ('D', 1, "brute", &[]),
    ];
    let (rules, state) = drawn(drawing, units);
    let companion = cell_of(&state, 2);
    let turn = first_turn(&*rules, state, UnitId(0));
    assert_eq!(turn.iter().find_map(target), Some(UnitId(1)), "{turn:?}");
    let end = end_of_moves(&turn).expect("it moves");
    assert!(end.chebyshev(companion) > 1, "{turn:?}");
}

/// Of two identical foes, the one without a low wall in front of it is shot at (PR-228).
#[test]
fn targets_without_cover_are_shot_at() {
    let drawing = "
        ....................
        .................B..
        .A..................
        .................C..
        ....................";
    let units: Units<'_> = &[
        ('A', 0, "archer", &[("initiative", 30), ("energy_now", 0)]),
        ('B', 1, "archer", &[]),
        ('C', 1, "archer", &[]),
    ];
    let (rules, state) = drawn(drawing, units);
    let sheltered = cell_of(&state, 1);
    let state = rebuilt(state, |board| {
        board.set_edge(sheltered, Dir::W, Some(Edge::new(EdgeKind::LowWall)));
    });
    let turn = first_turn(&*rules, state, UnitId(0));
    assert_eq!(turn.iter().find_map(target), Some(UnitId(2)), "{turn:?}");
}

/// Prone targets are easier to hit (PR-258).
#[test]
fn a_prone_target_is_preferred_to_a_standing_one() {
    let units: Units<'_> = &[
        ('A', 0, "scout", &[("initiative", 30), ("energy_now", 0)]),
        ('B', 1, "brute", &[]),
        ('C', 1, "brute", &[]),
    ];
    let (rules, mut state) = drawn(".B.\n.A.\n.C.", units);
    state.units.of_mut(UnitId(2)).unwrap().placement.posture = Posture::Prone;
    let turn = first_turn(&*rules, state, UnitId(0));
    assert_eq!(turn.iter().find_map(target), Some(UnitId(2)), "{turn:?}");
}

/// Getting up would cost 7 points of movement, more than even a run has, so it crawls out of the
/// embers (PR-251, PR-253).
#[test]
fn a_unit_that_cannot_get_up_crawls_out_of_the_embers() {
    let drawing = "
        ..........
        .A***.....
        ..***....B";
    let numbers: &[(&str, i64)] = &[("initiative", 30), ("base_speed", 14), ("speed", 3)];
    let units: Units<'_> = &[('A', 0, "knight", numbers), ('B', 1, "brute", &[])];
    let (rules, state) = drawn(drawing, units);
    let at = cell_of(&state, 0);
    let mut state = rebuilt(state, |board| {
        let embers = *board.tile(at.step(Dir::E)).expect("on the board");
        *board.tile_mut(at).expect("on the board") = embers;
    });
    state.units.of_mut(UnitId(0)).unwrap().placement.posture = Posture::Prone;
    let board = state.scene.board.clone();
    let turn = first_turn(&*rules, state, UnitId(0));
    let end = end_of_moves(&turn).expect("it crawls");
    assert!(board.tile(end).is_some_and(|t| t.damaging.is_none()), "{turn:?}");
}

/// A foe at the edge of a 9 m cliff is pushed over it: 40 points (PR-116, PR-272) are more than a
/// blow deals.
#[test]
fn foes_at_an_edge_are_pushed_over_it() {
    let units: Units<'_> = &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[])];
    let (rules, state) = drawn("......\n.AB...\n......", units);
    let state = plateau(state, 2);
    let turn = first_turn(&*rules, state, UnitId(0));
    let act = turn.iter().find(|c| target(c) == Some(UnitId(1))).expect("it acts");
    assert!(["shove", "shield_bash"].contains(&act_name(act)), "{turn:?}");
}

/// The estimate for a push over an edge matches its exact odds, fall included (PR-272).
#[test]
fn pushes_over_an_edge_are_estimated_exactly() {
    let units: Units<'_> = &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[])];
    let (rules, state) = drawn("......\n.AB...\n......", units);
    let state = plateau(state, 2);
    let now = play(&*rules, state, CAP, Some(UnitId(0))).state;
    for act in ["shove", "shield_bash"] {
        let targets = vec![Target::Unit(UnitId(1))];
        let command = super::super::acts::act(UnitId(0), Key::new(act), targets);
        let quick = engine::with_ctx(&*rules, &now, |ctx| {
            rules.estimate(ctx, &[&command]).expect("a quick answer")
        });
        let exact = estimate_by_odds(&*rules, &now, &command);
        let quick = quick[0].iter().find(|p| p.target == UnitId(1)).expect("the target");
        let exact = exact.iter().find(|p| p.target == UnitId(1)).expect("the target");
        assert_eq!((quick.chance, quick.harm), (exact.chance, exact.harm), "{act}");
        assert!(quick.harm >= 40, "{act}: {quick:?}");
    }
}

/// A unit at the edge, next to a foe that can push, attacks from another position.
#[test]
fn no_unit_stays_at_an_edge_next_to_a_foe_that_pushes() {
    let drawing = "
        ........
        ........
        ...BA...
        ........
        ........";
    let units: Units<'_> = &[('A', 0, "knight", FIRST), ('B', 1, "knight", &[])];
    let (rules, state) = drawn(drawing, units);
    let state = plateau(state, 4);
    let turn = first_turn(&*rules, state, UnitId(0));
    let end = end_of_moves(&turn).expect("it moves");
    assert!(end.x < 4, "{turn:?}");
    assert!(turn.iter().any(|c| target(c) == Some(UnitId(1))), "{turn:?}");
}

/// With no target yet, a strike at any foe that comes near is readied (PR-356).
#[test]
fn a_guard_strike_is_readied_for_approaching_foes() {
    let drawing = "
        ..............
        .A..........B.
        ..............";
    let units: Units<'_> = &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[])];
    let (rules, state) = drawn(drawing, units);
    let turn = first_turn(&*rules, state, UnitId(0));
    assert!(turn.iter().any(|c| act_name(c) == "guard_strike"), "{turn:?}");
}

/// After the shot another one is readied, at the squares around the foe (PR-357).
#[test]
fn an_archer_covers_the_squares_round_a_foe() {
    let drawing = "
        ...............
        .A...........B.
        ...............";
    let numbers: &[(&str, i64)] = &[("initiative", 30), ("energy_now", 0)];
    let units: Units<'_> = &[('A', 0, "archer", numbers), ('B', 1, "brute", &[])];
    let (rules, state) = drawn(drawing, units);
    let foe = cell_of(&state, 1);
    let turn = first_turn(&*rules, state, UnitId(0));
    assert!(turn.iter().any(|c| act_name(c) == "loose"), "{turn:?}");
    let watched = turn.iter().find_map(|command| match command {
        Command::Act { act, targets, .. } if *act == *"covering_shot" => targets.first().copied(),
        _ => None,
    });
    let Some(Target::Place(place)) = watched else { panic!("{turn:?}") };
    assert!(place.cell().is_some_and(|c| c.chebyshev(foe) <= 1), "{turn:?}");
}

/// A knight stands in the middle of the path with a readied strike; there is room to pass it out of
/// its reach (PR-72).
#[test]
fn the_path_leads_round_readied_foes() {
    let drawing = "
        .......
        .......
        A..B..C
        .......
        .......";
    let units: Units<'_> = &[
        ('A', 0, "knight", &[("initiative", 20), ("speed", 9)]),
        ('B', 1, "knight", &[("initiative", 30)]),
        ('C', 1, "mage", &[("health_now", 3)]),
    ];
    let (rules, state) = drawn(drawing, units);
    let ready = cell_of(&state, 1);
    let mut state = play(&*rules, state, CAP, Some(UnitId(1))).state;
    let guard = super::super::acts::act(UnitId(1), Key::of("guard_strike"), Vec::new());
    for command in [guard, Command::EndTurn { unit: UnitId(1) }] {
        engine::submit(&*rules, &mut state, &command, &mut PlayByDefault).expect("allowed");
    }
    let turn = turn_of(&*rules, state, UnitId(0));
    assert_eq!(turn.iter().find_map(target), Some(UnitId(2)), "{turn:?}");
    for command in &turn {
        if let Command::Move { path, .. } = command {
            let near = |c: Cell| c.chebyshev(ready) <= 1;
            assert!(!path.iter().filter_map(|w| w.cell()).any(near), "{turn:?}");
        }
    }
}

/// Everyone knows who strikes at what comes near; other watched squares are secret (PR-68).
#[test]
fn the_other_side_knows_readied_strikes_but_not_watched_squares() {
    let drawing = "
        ...........
        A......B..C
        ...........";
    let units: Units<'_> = &[
        ('A', 0, "knight", &[]),
        ('B', 1, "knight", &[("initiative", 30)]),
        ('C', 1, "archer", &[("initiative", 20)]),
    ];
    let (rules, state) = drawn(drawing, units);
    let watched = cell_of(&state, 0);
    let mut state = play(&*rules, state, CAP, Some(UnitId(1))).state;
    let act = |unit, act, targets| super::super::acts::act(UnitId(unit), Key::of(act), targets);
    let commands = [
        act(1, "guard_strike", Vec::new()),
        Command::EndTurn { unit: UnitId(1) },
        act(2, "covering_shot", vec![Target::Place(watched.into())]),
    ];
    for command in commands {
        engine::submit(&*rules, &mut state, &command, &mut PlayByDefault).expect("allowed");
    }
    let owners = |side| {
        let known = odds::as_known_by(&*rules, &state, SideId(side));
        known.scene.armed.iter().map(|armed| armed.owner).collect::<Vec<_>>()
    };
    assert_eq!(owners(0), [UnitId(1)]);
    assert_eq!(owners(1), [UnitId(1), UnitId(2)]);
}

/// A side that is far weaker accepts a truce and leaves by an exit; the stronger one fights on
/// (PR-376, PR-381).
#[test]
fn only_the_outmatched_accept_a_truce() {
    let units: Units<'_> = &[
        ('A', 0, "archer", &[("health_now", 4)]),
        ('B', 1, "brute", &[]),
        ('C', 1, "knight", &[]),
    ];
    let (rules, state) = drawn("A.......BC", units);
    let answers = |kind, side| {
        let text = "?".to_owned();
        let prompt = Prompt::yes_no(kind, SideId(side), None, text, false, "PR-381");
        SimpleAi::new().answer(&*rules, &state, &prompt)
    };
    for kind in ["truce", "leave"] {
        assert_eq!((answers(kind, 0), answers(kind, 1)), (Answer::YES, Answer::NO), "{kind}");
    }
}

/// A unit that cannot heal secures the next death save of a friend next to it while no foe is near
/// (PR-364).
#[test]
fn fallen_friends_get_first_aid() {
    let drawing = "
        AB..................
        ...................C";
    let units: Units<'_> = &[
        ('A', 0, "knight", FIRST),
        ('B', 0, "archer", &[("health_now", -2)]),
        ('C', 1, "brute", &[]),
    ];
    let (rules, state) = drawn(drawing, units);
    let now = play(&*rules, state, CAP, Some(UnitId(0))).state;
    assert_eq!(now.units.of(UnitId(1)).unwrap().status, Status::Down);
    let turn = turn_of(&*rules, now, UnitId(0));
    let first = turn.first().expect("a command");
    assert_eq!((act_name(first), target(first)), ("first_aid", Some(UnitId(1))), "{turn:?}");
}
