//! Hatches: floor while closed, hole while open.

use super::super::samples::man;
use super::*;
use crate::{Climb, Field, Material, Move, Room, Sketch, SketchError, UnitId, sees};

fn cell(x: i16) -> Cell {
    Cell::new(x, 0)
}

fn leaf(open: bool) -> Option<Edge> {
    Some(Edge { open, ..Edge::new(EdgeKind::Hatch) })
}

const TOP: Hm = Hm(6);

fn place() -> EdgeAt {
    EdgeAt::hatch(cell(2), TOP)
}

/// A corridor of five cells under decks at 3 m. The third is a hatch; the fourth has a ladder.
fn attic(open: bool) -> Result<Board, SketchError> {
    let mut board = Sketch::new(".....")?.board;
    for x in 0..5 {
        let climb = if x == 3 { Climb::Ordinary } else { Climb::Unmarked };
        assert!(board.add_deck(cell(x), Deck { top: TOP, material: Material::Wood, climb }));
    }
    assert!(board.set_edge_at(place(), leaf(open)));
    Ok(board)
}

fn room(x: i16, feet: i32) -> Room {
    Room { cell: cell(x), size: 1, feet: Hm(feet), height: Hm(4) }
}

#[test]
fn a_closed_hatch_is_floor_and_an_open_one_a_hole() -> Result<(), SketchError> {
    let (closed, open) = (attic(false)?, attic(true)?);
    let feet = |board: &Board| {
        let field = Field::new(board, Vec::new());
        let step = field.step_from(UnitId(1), room(1, 6), Move::Walk { to: cell(2) });
        step.map(|step| step.to.feet)
    };
    assert_eq!((feet(&closed), feet(&open)), (Ok(TOP), Ok(Hm::ZERO)));
    let (above, below) = (Body { feet: TOP, ..man(1, 2, 0) }, man(2, 2, 0));
    assert!(!sees(&closed, &above, &below) && sees(&open, &above, &below));
    assert_eq!(closed.edge_at(place()), leaf(false));
    assert_eq!(
        open.edges().map(|(at, edge)| (at, Some(edge))).collect::<Vec<_>>(),
        [(place(), leaf(true))]
    );
    Ok(())
}

/// The ladder belongs to the deck beside the hatch.
#[test]
fn a_ladder_leads_through_an_open_hatch_only() -> Result<(), SketchError> {
    let climbs = |open: bool| {
        let board = attic(open)?;
        let field = Field::new(&board, Vec::new());
        let up =
            |feet| field.step_from(UnitId(1), room(2, feet), Move::Climb { feet: Hm(feet + 1) });
        Ok::<_, SketchError>((0..6).all(|feet| up(feet).is_ok()))
    };
    assert_eq!((climbs(true)?, climbs(false)?), (true, false));
    Ok(())
}

#[test]
fn opening_and_closing_leaves_the_board_as_it_was() -> Result<(), SketchError> {
    let before = attic(false)?;
    let mut board = before.clone();
    assert!(board.set_edge_at(place(), leaf(true)));
    assert_ne!(board, before);
    assert_eq!(
        board.open_hatches().map(|(c, deck)| (c, deck.top)).collect::<Vec<_>>(),
        [(cell(2), TOP)]
    );
    assert!(board.has_valid_hatches() && before.has_valid_hatches());
    assert!(board.set_edge_at(place(), leaf(false)));
    assert_eq!(board, before);
    // Without its leaf it is an ordinary deck.
    assert!(board.set_edge_at(place(), None));
    assert_eq!((board.decks_in(cell(2)).len(), board.edge_at(place())), (1, None));
    for wrong in [EdgeAt::hatch(cell(2), Hm(8)), EdgeAt::hatch(cell(9), TOP)] {
        assert!(!board.set_edge_at(wrong, leaf(false)));
    }
    assert!(!board.set_edge_at(place(), Some(Edge::new(EdgeKind::Door))));
    assert!(!board.set_edge(cell(2), Dir::E, leaf(true)));
    board.remove_above(None);
    assert_eq!(board, Sketch::new(".....")?.board);
    Ok(())
}

#[test]
fn hands_reach_a_hatch_from_beside_it_on_it_and_right_below_it() -> Result<(), SketchError> {
    let mut board = attic(false)?;
    let reaches = |board: &Board, x: i16, feet: i32| {
        let body = Body { feet: Hm(feet), ..man(1, x, 0) };
        board.reaches_hatch(&body, place(), Hm(4))
    };
    let all = |board: &Board, feet| [0, 1, 2, 3].map(|x| reaches(board, x, feet));
    assert_eq!(all(&board, 6), [false, true, true, true]);
    assert_eq!(all(&board, 0), [false, false, true, false]);
    let wall = EdgeAt { cell: cell(2), side: Dir::W, floor: Some(TOP) };
    assert!(board.set_edge_at(wall, Some(Edge::new(EdgeKind::Wall))));
    assert_eq!(all(&board, 6), [false, false, true, true]);
    let inside = |feet: i32| board.is_in_hatch(&Body { feet: Hm(feet), ..man(1, 2, 0) }, place());
    assert_eq!([0, 1, 2, 5, 6].map(inside), [false, false, true, true, false]);
    Ok(())
}

/// Bytes of a board without hatches do not change.
#[test]
fn hatches_are_saved_only_where_there_are_any() -> Result<(), SketchError> {
    let bytes = |board: &Board| {
        let mut bytes = Vec::new();
        ciborium::into_writer(board, &mut bytes).map(|()| bytes)
    };
    let mut plain = attic(false)?;
    assert!(plain.set_edge_at(place(), None));
    let words = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains("hatch");
    assert!(bytes(&plain).is_ok_and(|bytes| !words(bytes)));
    let open = attic(true)?;
    let saved = bytes(&open).unwrap_or_default();
    assert_eq!(ciborium::from_reader::<Board, _>(&*saved).ok(), Some(open));
    Ok(())
}
