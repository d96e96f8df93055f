//! Foes above or below a closed hatch.

use super::knowledge::rebuilt;
use super::*;
use grid::{Climb, Deck, Edge, EdgeAt, EdgeKind, Material};
use rules::EventKind;
use rules::event::BoardChange;

/// The floor of the loft.
const LOFT: Hm = Hm::metres(3);
const LID: Cell = Cell::new(3, 3);

/// A room of three by three cells without a door, below a loft with a ladder that a hatch closes.
/// The first unit is in the room, the second in the loft.
fn room_and_loft(id: RulesetId, roles: [&'static str; 2], locked: bool) -> (SharedRuleset, State) {
    let drawing = "
        .......
        .......
        ..B....
        ...A...
        .......
        .......
        .......";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, roles[0], &[]), ('B', 1, roles[1], &[])];
    let (rules, state) = drawn_by(id, drawing, units);
    let mut state = rebuilt(state, |board| {
        for i in 2..=4 {
            for (cell, side) in [
                (Cell::new(i, 2), Dir::N),
                (Cell::new(i, 4), Dir::S),
                (Cell::new(2, i), Dir::W),
                (Cell::new(4, i), Dir::E),
            ] {
                board.set_edge(cell, side, Some(Edge::new(EdgeKind::Wall)));
                let parapet = EdgeAt { cell, side, floor: Some(LOFT) };
                board.set_edge_at(parapet, Some(Edge::new(EdgeKind::Wall)));
            }
            for j in 2..=4 {
                let climb = Climb::Ordinary;
                board
                    .add_deck(Cell::new(i, j), Deck { top: LOFT, material: Material::Wood, climb });
            }
        }
        let leaf = Edge { locked, ..Edge::new(EdgeKind::Hatch) };
        board.set_edge_at(EdgeAt::hatch(LID, LOFT), Some(leaf));
    });
    let above = state.unit_mut(UnitId(1)).expect("the second");
    above.placement.feet = LOFT;
    (rules, state)
}

fn opens(event: &Event) -> bool {
    let EventKind::Board(BoardChange::Edge { to: Some(leaf), .. }) = &event.what else {
        return false;
    };
    leaf.kind == EdgeKind::Hatch && leaf.open
}

/// The computer opens the hatch between it and its foe, climbs through and fights, under every
/// ruleset. Scouts climb well enough for that.
#[test]
fn a_hatch_on_the_only_way_is_opened() {
    let mut waits = Vec::new();
    for id in RulesetId::ALL {
        let (rules, state) = room_and_loft(id, ["scout", "scout"], false);
        let played = play(&*rules, state, 8, None);
        assert!(played.events.iter().any(opens), "{id:?}: {:?}", played.commands);
        let hit = played.events.iter().any(|event| matches!(event.what, EventKind::Hit { .. }));
        if !hit {
            waits.push((id, played.commands));
        }
    }
    assert!(waits.is_empty(), "{waits:?}");
}

/// A closed door on the only way is opened under every ruleset.
#[test]
fn a_door_on_the_only_way_is_opened() {
    let drawing = "
        .......
        .......
        ..A....
        .......
        .......
        .......
        ......B";
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "knight", &[]), ('B', 1, "knight", &[])];
    for id in RulesetId::ALL {
        let (rules, state) = drawn_by(id, drawing, units);
        let state = rebuilt(state, |board| {
            let wall = Some(Edge::new(EdgeKind::Wall));
            for side in [Dir::N, Dir::S, Dir::W] {
                board.set_edge(Cell::new(2, 2), side, wall);
            }
            board.set_edge(Cell::new(2, 2), Dir::E, Some(Edge::new(EdgeKind::Door)));
        });
        let played = play(&*rules, state, 8, None);
        let opened = |event: &Event| {
            matches!(
                &event.what,
                EventKind::Board(BoardChange::Edge { to: Some(leaf), .. }) if leaf.open
            )
        };
        assert!(played.events.iter().any(opened), "{id:?}: {:?}", played.commands);
    }
}

/// A locked hatch stays closed under rules that have locks.
#[test]
fn a_locked_hatch_is_not_opened_by_hand() {
    let (rules, state) = room_and_loft(RulesetId::Evoker, ["knight", "knight"], true);
    let played = play(&*rules, state, 3, None);
    let by_hand = |c: &Command| matches!(c, Command::Act { act, .. } if *act == *"open_close");
    assert!(!played.commands.iter().any(by_hand), "{:?}", played.commands);
}
