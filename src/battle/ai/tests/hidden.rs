//! The other side does not take hidden units into account.

use std::sync::Arc;

use super::plans::DEPTH;
use super::*;
use crate::ai::belief::Guesses;
use crate::ai::view::View;
use crate::ai::{Planner, Tuning};
use crate::autoplay::Decider;
use grid::Light;
use rules::odds;
use rules::state::{Link, Sighting, Status, Trail};

/// MO-125: a unit hidden from a whole side is not on the board as that side knows it, and its
/// opponents ignore it. Its own side still sees it.
#[test]
fn hidden_units_are_ignored_by_the_other_side() {
    let rules = RulesetId::Momentum.built_in();
    let sketch = Sketch::new("A#B").expect("a drawing");
    let of = |id, side, role, mark| {
        unit(&*rules, &sketch.board, (id, side, role), sketch.marks[&mark], &[])
    };
    let units = vec![of(0, 0, "brute", 'A'), of(1, 1, "scout", 'B')];
    let mut state = battle(sketch.board.clone(), units, 1);
    let seen_by = |state: &State, unit: u32| {
        engine::with_ctx(&*rules, state, |ctx| {
            let view = View::new(&*rules, ctx, UnitId(unit)).expect("on the board");
            view.others.iter().map(|o| o.id).collect::<Vec<_>>()
        })
    };
    assert_eq!(seen_by(&state, 0), [UnitId(1)]);
    let tie = Link { kind: Key::of("hidden"), to: UnitId(0), data: 0 };
    state.unit_mut(UnitId(1)).expect("the scout").links.0.push(tie);
    assert_eq!(seen_by(&state, 0), []);
    assert_eq!(seen_by(&state, 1), [UnitId(0)]);
    let status = |side| {
        let known = odds::as_known_by(&*rules, &state, SideId(side));
        known.unit(UnitId(1)).map(|u| u.status)
    };
    assert_eq!(status(0), Some(Status::Gone));
    assert_eq!(status(1), Some(Status::Active));
}

/// Red has lost sight of the knight behind the wall. A playout supposes it where it was seen last, or
/// out of sight nearby; fresh, whatever has happened to it since.
#[test]
fn playouts_suppose_that_unseen_foes_are_still_there() {
    let drawing = "
        ......#......
        .B....#...A..
        ......#......
        .............";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[]), ('B', 1, "brute", &[])];
    let (rules, mut state) = drawn(drawing, units);
    let knight = UnitId(0);
    let (red, cells) = (SideId(1), [Cell::new(8, 1), Cell::new(2, 1)]);
    state.scene.fog = rules::state::Fog::over_all();
    for last in cells {
        let feet = Hm::ZERO;
        let lost = Sighting {
            side: red,
            unit: knight,
            at: last.into(),
            feet,
            now: false,
            trail: Trail::Warm,
        };
        state.scene.fog.keep(lost);
        let supposed = |state: &State| {
            let known = odds::as_known_by(&*rules, state, red);
            assert_eq!(known.unit(knight).expect("kept").status, Status::Gone);
            let guesses = Guesses::of_side(&*rules, known, red, 7);
            let knight = |sample| guesses.of(sample).unit(knight).expect("kept").clone();
            [0, 1, 2, 3, 4].map(knight)
        };
        let before = supposed(&state);
        let place = |unit: &rules::state::Unit| unit.placement.at.cell().expect("on the board");
        for guess in &before {
            assert_eq!(guess.status, Status::Active);
            let at = place(guess);
            let seen = engine::with_ctx(&*rules, &state, |ctx| rules.sees_cell(ctx, UnitId(1), at));
            assert!(!seen && at.chebyshev(last) <= 6, "{at}");
        }
        assert!(before.iter().any(|guess| place(guess) != place(&before[0])), "several places");
        assert_eq!(before[4], before[0]);
        let at = place(&before[0]);
        // The brute cannot see behind the wall; in front of it, it would see the knight.
        assert_eq!(at == last, last == cells[0], "{at}");
        // Where it really is, and how it is, makes no difference.
        let mut elsewhere = state.clone();
        let unit = elsewhere.unit_mut(knight).expect("the knight");
        unit.placement.at = Cell::new(11, 0).into();
        unit.tracks.0.get_mut("health").expect("it has health").value = 3;
        assert_eq!(supposed(&elsewhere), before);
    }
}

/// The dice of playouts do not depend on what happens out of sight.
#[test]
fn no_plan_depends_on_where_an_unseen_foe_is() {
    let drawing = "
        ......#......
        .B....#...A..
        .C....#......
        ......#......";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[]), ('B', 1, "brute", &[]), ('C', 0, "knight", &[])];
    let (rules, mut state) = drawn(drawing, units);
    let (feet, red) = (Hm::ZERO, SideId(1));
    state.scene.fog = rules::state::Fog::over_all();
    for (unit, at, now) in [(0, Cell::new(8, 1), false), (2, Cell::new(1, 2), true)] {
        let (unit, at, trail) = (UnitId(unit), at.into(), Trail::Warm);
        state.scene.fog.keep(Sighting { side: red, unit, at, feet, now, trail });
    }
    let state = play(&*rules, state, CAP, Some(UnitId(1))).state;
    let plan = |state: &State| {
        let mut planning = Planner::new(DEPTH, Tuning::built_in());
        let command = planning.command(&*rules, state, &[UnitId(1)]);
        (planning.reasons(&*rules, state, &command), command)
    };
    let mut elsewhere = state.clone();
    let unit = elsewhere.unit_mut(UnitId(0)).expect("the knight");
    unit.placement.at = Cell::new(11, 0).into();
    unit.tracks.0.get_mut("health").expect("it has health").value = 3;
    assert!(!plan(&state).0.is_empty());
    assert_eq!(plan(&state), plan(&elsewhere));
}

/// In the dark a unit does not see the cell in which it stands. A side stood for forty rounds where
/// it had seen its last foe.
#[test]
fn a_place_where_a_unit_stands_has_been_searched() {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[]), ('B', 1, "knight", &[])];
    let (rules, mut state) = drawn_by(RulesetId::Momentum, "A...................B", units);
    let mut board = (*state.scene.board).clone();
    board.set_ambient(Light::Dark);
    state.scene.board = Arc::new(board);
    state.scene.fog = rules::state::Fog::over_all();
    let (side, foe) = (SideId(0), UnitId(1));
    let at = Cell::new(0, 0);
    let seen = engine::with_ctx(&*rules, &state, |ctx| rules.sees_cell(ctx, UnitId(0), at));
    assert!(!seen);
    let (feet, trail) = (Hm::ZERO, Trail::Warm);
    state.scene.fog.keep(Sighting { side, unit: foe, at: at.into(), feet, now: false, trail });
    let played = play(&*rules, state, 1, None).state;
    let known = played.scene.fog.sighting(side, foe).expect("it was seen once");
    assert_eq!(known.trail, Trail::Cold);
}
