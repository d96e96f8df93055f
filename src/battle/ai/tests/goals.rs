//! Victory conditions guide every unit: who has to be felled or protected, where to go, when to wait.

use super::choices::{end_of_moves, target};
use super::knowledge::cell_of;
use super::*;
use crate::ai::drag;
use crate::ai::standing::Standing;
use crate::ai::tuning::Tuning;
use grid::Place;

type Units<'a> = &'a [(char, u8, &'a str, &'a [(&'a str, i64)])];

const FIRST: &[(&str, i64)] = &[("initiative", 30)];

/// The first turn of the first unit of this battle with one more goal.
fn turn(drawing: &str, units: Units<'_>, goal: impl Fn(&State) -> Goal) -> (Vec<Command>, State) {
    let (rules, mut state) = drawn(drawing, units);
    let goal = goal(&state);
    state.scene.goals.push(goal);
    (first_turn(&*rules, state.clone(), UnitId(0)), state)
}

#[test]
fn a_side_that_has_to_survive_lets_the_foes_come() {
    let units: Units<'_> = &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[])];
    let drawing = "A...................B";
    let of =
        |side| turn(drawing, units, move |_| Goal::Survive { side: SideId(side), rounds: 9 }).0;
    assert_eq!(end_of_moves(&of(0)), None, "it waits");
    assert!(end_of_moves(&of(1)).is_some(), "the other side has to come");
}

/// Two brutes at equal distance on both sides; only one of them decides the battle.
#[test]
fn units_make_for_the_foe_whose_fall_wins() {
    let units: Units<'_> =
        &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[]), ('C', 1, "brute", &[])];
    let drawing = "B..................A..................C";
    for prize in [1, 2] {
        let goal = |_: &State| Goal::Defeat { side: SideId(0), unit: UnitId(prize) };
        let (commands, state) = turn(drawing, units, goal);
        let end = end_of_moves(&commands).expect("it moves");
        let to = cell_of(&state, prize);
        assert!(end.chebyshev(to) < cell_of(&state, 0).chebyshev(to), "{prize}: {commands:?}");
    }
}

/// To a third side the foe whose fall lets another side win is a foe like the others.
#[test]
fn no_unit_hunts_for_another_side() {
    let units: Units<'_> =
        &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[]), ('C', 1, "brute", &[])];
    let drawing = "B..................A..................C";
    let end = |winner: u8, prize: u32| {
        let goal = |_: &State| Goal::Defeat { side: SideId(winner), unit: UnitId(prize) };
        end_of_moves(&turn(drawing, units, goal).0)
    };
    assert_ne!(end(0, 1), end(0, 2));
    assert_eq!(end(2, 1), end(2, 2));
}

/// The one whose fall loses the battle does not go to the foe; its friend does.
#[test]
fn who_must_not_fall_keeps_out_of_it() {
    let drawing = "
        A........
        ........C
        B........";
    let first = |mark: char| {
        let numbers: &[(&str, i64)] = if mark == 'A' { FIRST } else { &[] };
        let units: Units<'_> =
            &[('A', 0, "knight", numbers), ('B', 0, "archer", &[]), ('C', 1, "brute", &[])];
        let prize = UnitId(if mark == 'A' { 0 } else { 1 });
        turn(drawing, units, move |_| Goal::Defeat { side: SideId(1), unit: prize })
    };
    let near = |(commands, state): (Vec<Command>, State)| {
        let end = end_of_moves(&commands).unwrap_or_else(|| cell_of(&state, 0));
        end.chebyshev(cell_of(&state, 2))
    };
    assert!(near(first('A')) > near(first('B')), "{:?}", first('A').0);
}

/// One unit has to reach the zone: the nearest goes there, past the foe, and the other fights.
#[test]
fn the_nearest_go_to_the_zone_that_the_side_has_to_reach() {
    let drawing = "
        ....................
        A..................B
        ....................
        C...................";
    let goal = |state: &State| {
        let zone = [Cell::new(0, 0), Cell::new(1, 0)].map(Place::from);
        assert!(state.scene.board.contains(Cell::new(1, 0)));
        Goal::Reach { side: SideId(0), places: zone.to_vec(), count: 1 }
    };
    let of = |first: &'static str| {
        let order = if first == "A" { [FIRST, &[]] } else { [&[], FIRST] };
        let marks: [(char, u8, &str, &[(&str, i64)]); 3] =
            [('A', 0, "knight", order[0]), ('C', 0, "knight", order[1]), ('B', 1, "brute", &[])];
        let (rules, mut state) = drawn(drawing, &marks);
        let goal = goal(&state);
        state.scene.goals.push(goal);
        let unit = UnitId(u32::from(first != "A"));
        end_of_moves(&first_turn(&*rules, state, unit))
    };
    assert!(of("A").is_some_and(|end| end.y == 0 && end.x <= 1), "{:?}", of("A"));
    assert!(of("C").is_some_and(|end| end.x > 3), "{:?}", of("C"));
}

/// A wounded friend whose fall would lose the battle is healed before another.
#[test]
fn who_must_not_fall_is_healed_first() {
    let units: Units<'_> = &[
        ('A', 0, "healer", FIRST),
        ('B', 0, "knight", &[("health_now", 20)]),
        ('C', 0, "knight", &[("health_now", 18)]),
        ('D', 1, "brute", &[]),
    ];
    let healed = |prize: Option<u32>| {
        let drawing = "BAC.................D";
        let goal = |_: &State| match prize {
            Some(prize) => Goal::Defeat { side: SideId(1), unit: UnitId(prize) },
            None => Goal::LastStanding,
        };
        turn(drawing, units, goal).0.iter().find_map(target)
    };
    assert_eq!(healed(None), Some(UnitId(1)));
    assert_eq!(healed(Some(2)), Some(UnitId(2)));
}

/// Only its second column stands in the zone.
#[test]
fn large_units_hold_a_zone_with_any_part_of_them() {
    let units: Units<'_> = &[('A', 0, "beast", &[]), ('B', 1, "brute", &[])];
    let (_, mut state) = drawn("A.........\n..........\n.........B", units);
    let places = vec![Place::Cell(Cell::new(1, 0))];
    state.scene.goals.push(Goal::Hold { side: SideId(0), places, rounds: 3 });
    let standing = |state: &State| {
        let rules = precision();
        let weights = &Tuning::built_in().standing;
        Standing::of(&*rules, state, SideId(0), weights).own
    };
    let inside = standing(&state);
    assert!(drag::wins_by_waiting(&state, SideId(0)));
    state.units.iter_mut().for_each(|unit| unit.form.size = 1);
    assert!(!drag::wins_by_waiting(&state, SideId(0)));
    assert_eq!(inside - standing(&state), Tuning::built_in().standing.zone);
}

/// The foe next to it is worth striking, but the one in the zone wins at the end of the round.
#[test]
fn a_zone_that_is_about_to_fall_is_contested() {
    let units: Units<'_> =
        &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[]), ('C', 1, "brute", &[])];
    let drawing = "C.....\n.A....\n.....B";
    let zone = [Cell::new(4, 1), Cell::new(4, 2), Cell::new(5, 1), Cell::new(5, 2)];
    let end = |rounds: u16| {
        let places = zone.map(Place::Cell).to_vec();
        let goal = |_: &State| Goal::Hold { side: SideId(1), places: places.clone(), rounds };
        end_of_moves(&turn(drawing, units, goal).0)
    };
    assert!(end(1).is_some_and(|end| zone.contains(&end)), "{:?}", end(1));
    assert_eq!(end(9), None, "there is time to fight first");
}

#[test]
fn no_unit_waits_in_a_zone_that_too_few_can_reach() {
    let units: Units<'_> = &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[])];
    let drawing = "A...................B";
    let end = |count: u16| {
        let places = vec![Place::Cell(Cell::new(0, 0))];
        let goal = |_: &State| Goal::Reach { side: SideId(0), places: places.clone(), count };
        end_of_moves(&turn(drawing, units, goal).0)
    };
    assert_eq!(end(1), None, "it has arrived");
    assert!(end(2).is_some(), "it has to win by fighting");
}
