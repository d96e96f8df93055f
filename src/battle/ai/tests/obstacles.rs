//! Obstacles: gaps, walls, doors and objects; and friends in harmful ground.

use super::choices::{act_name, target};
use super::knowledge::{cell_of, rebuilt};
use super::*;
use grid::{Edge, EdgeKind, Finish, Material, Thing, ThingKind};
use rules::EventKind;
use rules::event::BoardChange;
use rules::object::Object;
use rules::state::Status;

const FIRST: &[(&str, i64)] = &[("initiative", 30)];

/// Digs these columns 9 m deep across the whole board.
fn trench(state: State, columns: std::ops::RangeInclusive<i16>) -> State {
    rebuilt(state, |board| {
        for cell in board.cells().filter(|c| columns.contains(&c.x)) {
            board.tile_mut(cell).expect("on the board").elevation = -Hm::metres(9);
        }
    })
}

/// Puts edges of a kind all around a square of cells.
fn enclosed(state: State, (from, to): (i16, i16), kind: EdgeKind) -> State {
    rebuilt(state, |board| {
        for i in from..=to {
            for (cell, side) in [
                (Cell::new(i, from), Dir::N),
                (Cell::new(i, to), Dir::S),
                (Cell::new(from, i), Dir::W),
                (Cell::new(to, i), Dir::E),
            ] {
                board.set_edge(cell, side, Some(Edge::new(kind)));
            }
        }
    })
}

fn with_thing(state: State, kind: ThingKind, cell: Cell) -> State {
    rebuilt(state, |board| {
        let height = kind.spec().height;
        board.add_thing(Thing { height, ..Thing::new(kind, cell) });
    })
}

/// An impassable trench separates the two; the foe across it has 3 health left, and a dagger flies
/// six squares.
#[test]
fn a_weapon_is_thrown_to_finish_a_foe() {
    let units: &[(char, u8, &str, &[(&str, i64)])] = &[
        ('A', 0, "scout", &[("initiative", 30), ("energy_now", 0)]),
        ('B', 1, "mage", &[("health_now", 3)]),
    ];
    let (rules, state) = drawn(".......\n.A....B\n.......", units);
    let turn = first_turn(&*rules, trench(state, 2..=5), UnitId(0));
    let thrown = turn.iter().find(|c| target(c) == Some(UnitId(1))).expect("it acts");
    assert_eq!(act_name(thrown), "flick", "{turn:?}");
}

/// One throw does not take a whole life, so the dagger stays in hand for later.
#[test]
fn a_weapon_is_not_thrown_for_a_scratch() {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "scout", &[("initiative", 30), ("energy_now", 0)]), ('B', 1, "brute", &[])];
    let (rules, state) = drawn(".......\n.A....B\n.......", units);
    let turn = first_turn(&*rules, trench(state, 2..=5), UnitId(0));
    assert!(turn.iter().all(|c| act_name(c) != "flick"), "{turn:?}");
}

/// A trench one square wide crosses the whole board; it is leapt over (PR-371, MO-292).
#[test]
fn a_gap_that_cannot_be_gone_round_is_leapt_over() {
    for id in [RulesetId::Precision, RulesetId::Momentum] {
        let units: &[(char, u8, &str, &[(&str, i64)])] =
            &[('A', 0, "knight", &[]), ('B', 1, "brute", &[])];
        let drawing = "
            .........
            .A......B
            .........";
        let (rules, state) = drawn_by(id, drawing, units);
        let played = play(&*rules, trench(state, 3..=3), 6, None);
        let leapt = played.commands.iter().any(|c| act_name(c) == "leap");
        assert!(leapt, "{id:?}: {:?}", played.commands);
    }
}

/// There is a long way around a trench one square wide; a unit that can leap does not take it.
#[test]
fn a_leap_that_saves_a_long_walk_is_taken() {
    let drawing = "
        A.......B
        .........
        .........
        .........
        .........
        .........
        .........
        .........
        .........
        .........
        .........
        .........
        .........
        .........";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[("speed", 0)])];
    let (rules, state) = drawn(drawing, units);
    let state = rebuilt(state, |board| {
        for y in 0..13 {
            board.tile_mut(Cell::new(3, y)).expect("on the board").elevation = -Hm::metres(9);
        }
    });
    let played = play(&*rules, state, 3, None);
    assert!(played.commands.iter().any(|c| act_name(c) == "leap"), "{:?}", played.commands);
}

/// Enclosed by planks on all sides, the brute breaks out (PR-155).
#[test]
fn a_wall_of_planks_on_all_sides_is_broken_down() {
    let drawing = "
        .......
        .......
        ...A...
        .......
        .......
        .......
        ......B";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "brute", &[]), ('B', 1, "healer", &[("energy_now", 0)])];
    let (rules, state) = drawn(drawing, units);
    let played = play(&*rules, enclosed(state, (2, 4), EdgeKind::Planks), CAP, None);
    let broken = played.events.iter().any(|event| {
        matches!(&event.what, EventKind::Board(BoardChange::Edge { from: Some(_), to: None, .. }))
    });
    assert!(broken, "{:?}", played.commands);
    assert!(played.state.scene.verdict.as_ref().is_some_and(|v| v.winner.is_some()));
}

/// The only gap in a wall is blocked by a breakable object.
#[test]
fn a_thing_in_the_only_way_is_broken_down() {
    let drawing = "
        ...#...
        ...#...
        .A...B.
        ...#...";
    let blocked =
        [(RulesetId::Precision, ThingKind::DeadTree), (RulesetId::Momentum, ThingKind::Pillar)];
    for (id, kind) in blocked {
        let units: &[(char, u8, &str, &[(&str, i64)])] =
            &[('A', 0, "brute", &[]), ('B', 1, "knight", &[])];
        let (rules, state) = drawn_by(id, drawing, units);
        let state = with_thing(state, kind, Cell::new(3, 2));
        let played = play(&*rules, state, CAP, None);
        let gone = played
            .events
            .iter()
            .any(|event| matches!(&event.what, EventKind::Board(BoardChange::ThingGone(_))));
        assert!(gone, "{id:?}: {:?}", played.commands);
        assert!(played.state.scene.verdict.as_ref().is_some_and(|v| v.winner.is_some()), "{id:?}");
    }
}

/// A stone table withstands more blows than a wooden one, under all rules.
#[test]
fn what_a_thing_is_made_of_decides_what_it_withstands() {
    for id in RulesetId::ALL {
        let units: &[(char, u8, &str, &[(&str, i64)])] =
            &[('A', 0, "brute", &[]), ('B', 1, "knight", &[])];
        let (rules, state) = drawn_by(id, ".......\n.A...B.\n.......", units);
        let (kind, cell) = (ThingKind::Table, Cell::new(3, 1));
        let uses = |material| {
            let finish = Finish { material, ..Finish::USUAL };
            let state = rebuilt(state.clone(), |board| {
                board.add_thing(Thing { finish, ..Thing::new(kind, cell) });
            });
            let (thing, _) = state.scene.board.thing_in(cell).expect("the table");
            let breach = engine::with_ctx(&*rules, &state, |ctx| {
                rules.breach(ctx, UnitId(0), Object::Thing(thing))
            });
            breach.map(|breach| breach.uses)
        };
        let wood = uses(None).expect("a table can be broken");
        let stone = uses(Some(Material::Stone));
        assert!(stone.is_none_or(|stone| stone > wood), "{id:?}: {stone:?} against {wood}");
    }
}

/// No unit stays behind a closed door or gate (PR-134, MO-90).
#[test]
fn closed_doors_and_gates_are_opened() {
    let drawing = "
        .......
        .......
        ...A...
        .......
        .......
        .......
        ......B";
    type People = &'static [(char, u8, &'static str, &'static [(&'static str, i64)])];
    // The foe cannot come and open them.
    let precision: People = &[('A', 0, "knight", FIRST), ('B', 1, "brute", &[("speed", 0)])];
    let momentum: People = &[('A', 0, "knight", &[]), ('B', 1, "brute", &[])];
    for (id, units) in [(RulesetId::Precision, precision), (RulesetId::Momentum, momentum)] {
        for kind in [EdgeKind::Door, EdgeKind::Gate] {
            let (rules, state) = drawn_by(id, drawing, units);
            let state = enclosed(state, (2, 4), EdgeKind::Wall);
            let state = rebuilt(state, |board| {
                board.set_edge(Cell::new(3, 2), Dir::N, Some(Edge::new(kind)));
            });
            let played = play(&*rules, state, 3, None);
            let opened = played.events.iter().any(|event| {
                matches!(
                    &event.what,
                    EventKind::Board(BoardChange::Edge { to: Some(edge), .. }) if edge.open
                )
            });
            assert!(opened, "{id:?} {kind:?}: {:?}", played.commands);
        }
    }
}

/// The only door to the foe is locked. A unit skilled at it picks the lock; a strong one breaks the
/// door (EV-86, EV-213).
#[test]
fn locks_are_picked_or_broken() {
    let drawing = "
        .......
        .......
        ...A...
        .......
        .......
        .......
        ......B";
    type People = &'static [(char, u8, &'static str, &'static [(&'static str, i64)])];
    let thief: People = &[('A', 0, "scout", &[("subterfuge", 90)]), ('B', 1, "brute", &[])];
    let strong: People = &[
        (
            'A',
            0,
            "knight",
            &[("strength", 99), ("fighting", 90), ("agility", 10), ("intelligence", 10)],
        ),
        ('B', 1, "archer", &[]),
    ];
    for (units, picks) in [(thief, true), (strong, false)] {
        let (rules, state) = drawn_by(RulesetId::Evoker, drawing, units);
        let state = enclosed(state, (2, 4), EdgeKind::Wall);
        let state = rebuilt(state, |board| {
            let door = Edge { locked: true, ..Edge::new(EdgeKind::Door) };
            board.set_edge(Cell::new(3, 2), Dir::N, Some(door));
        });
        let played = play(&*rules, state, 6, None);
        let own = played.commands.iter().filter(|c| c.unit() == Some(UnitId(0)));
        let picked = own.filter(|c| act_name(c) == "pick_lock").count();
        assert_eq!(picked > 0, picks, "{:?}", played.commands);
        let passable = played.events.iter().any(|event| {
            matches!(
                &event.what,
                EventKind::Board(BoardChange::Edge { to, .. }) if to.is_none_or(|e| !e.is_locked())
            )
        });
        assert!(passable, "{:?}", played.commands);
    }
}

/// A friend lies in embers and would burn to death; the knight drags it out (PR-372).
#[test]
fn a_friend_who_lies_in_embers_is_dragged_out() {
    let drawing = "
        .........................
        ...A.*..................C
        .........................";
    let units: &[(char, u8, &str, &[(&str, i64)])] = &[
        ('A', 0, "knight", FIRST),
        ('C', 1, "healer", &[("energy_now", 0)]),
        ('B', 0, "archer", &[("health_now", -2)]),
    ];
    let drawing_with = drawing.replace("A.*", "A.B");
    let (rules, state) = drawn(&drawing_with, units);
    let embers = cell_of(&state, 2);
    let mut state = rebuilt(state, |board| {
        board.tile_mut(embers).expect("on the board").damaging =
            Some(grid::Hazard { amount: 2, height: None });
    });
    state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    assert_eq!(state.unit(UnitId(2)).map(|u| u.status), Some(Status::Down));
    let turn = turn_of(&*rules, state.clone(), UnitId(0));
    assert!(turn.iter().any(|c| act_name(c) == "drag"), "{turn:?}");
    for command in &turn {
        engine::submit(&*rules, &mut state, command, &mut PlayByDefault).expect("allowed");
    }
    assert_ne!(cell_of(&state, 2), embers, "{turn:?}");
    let tied = state.unit(UnitId(0)).is_some_and(|u| !u.links.0.is_empty());
    assert!(!tied, "{turn:?}");
}

/// A mage with nothing in reach summons a helper before the fight, during a battle.
#[test]
fn helpers_are_summoned_in_a_battle() {
    let drawing = "
        ..............
        .A..........B.
        ..............
        ..............";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "mage", FIRST), ('B', 1, "brute", &[])];
    let (rules, state) = drawn(drawing, units);
    let played = play(&*rules, state, CAP, None);
    let called = |event: &Event| matches!(&event.what, EventKind::Spawned(_));
    assert!(played.events.iter().any(called), "{:?}", played.commands);
}
