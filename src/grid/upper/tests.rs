//! Walls, windows and doors of upper storeys.

use proptest::prelude::*;

use super::super::samples::{arb_board, arb_bodies, man};
use super::*;
use crate::{
    Blocker, Body, Climb, Deck, Field, Material, Move, Obstacle, Push, PushEnd, Sketch,
    SketchError, UnitId, hidden, sees, sound_path,
};

fn cell(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

/// A place on the floor at 3 m.
fn up(x: i16, side: Dir) -> EdgeAt {
    EdgeAt { cell: cell(x, 0), side, floor: Some(Hm(6)) }
}

/// A corridor of seven cells with a deck at 3 m over the first five, and matter on the east side of
/// the third, above the deck.
fn storeys(kind: EdgeKind, open: bool) -> Result<Board, SketchError> {
    let mut board = Sketch::new(".......")?.board;
    for x in 0..5 {
        let deck = Deck { top: Hm(6), material: Material::Wood, climb: Climb::Unmarked };
        assert!(board.add_deck(cell(x, 0), deck));
    }
    assert!(board.set_edge_at(up(2, Dir::E), Some(Edge { open, ..Edge::new(kind) })));
    Ok(board)
}

fn room(x: i16, feet: i32) -> Room {
    Room { cell: cell(x, 0), size: 1, feet: Hm(feet), height: Hm(4) }
}

/// The passage of a step to the east.
fn east(board: &Board, x: i16, feet: i32) -> Result<Passage, Obstacle> {
    let field = Field::new(board, Vec::new());
    let step = Move::Walk { to: cell(x + 1, 0) };
    field.step_from(UnitId(1), room(x, feet), step).map(|step| step.passage)
}

#[test]
fn a_place_has_one_name_and_is_saved_like_a_ground_edge_was() {
    let east = EdgeAt::ground(cell(2, 1), Dir::E);
    assert_eq!(east.canonical(), EdgeAt::ground(cell(3, 1), Dir::W));
    assert_eq!(east.cells(), [cell(2, 1), cell(3, 1)]);
    let bytes = |value: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        value(&mut bytes);
        bytes
    };
    let new = bytes(&|out| ciborium::into_writer(&east, out).unwrap());
    let old = bytes(&|out| ciborium::into_writer(&(east.cell, east.side), out).unwrap());
    assert_eq!(new, old);
    for at in [east, up(4, Dir::N)] {
        let saved = bytes(&|out| ciborium::into_writer(&at, out).unwrap());
        assert_eq!(ciborium::from_reader::<EdgeAt, _>(&*saved).unwrap(), at);
    }
}

#[test]
fn only_those_on_its_storey_meet_a_wall() -> Result<(), SketchError> {
    let board = storeys(EdgeKind::Wall, false)?;
    assert_eq!(east(&board, 2, 6), Err(Obstacle::Wall(cell(2, 0), Dir::E)));
    assert_eq!(east(&board, 2, 0), Ok(Passage::Free));
    assert!(!board.is_bare(cell(2, 0)) && !board.is_bare(cell(3, 0)) && board.is_bare(cell(1, 0)));
    let met = |feet: i32| board.edge_before(cell(2, 0), Dir::E, (Hm(feet), Hm(feet + 4)));
    assert_eq!(met(6), Some((up(2, Dir::E), Edge::new(EdgeKind::Wall))));
    assert_eq!((met(0), met(12)), (None, None));
    let at = |id, x, feet| Body { feet: Hm(feet), ..man(id, x, 0) };
    assert!(!sees(&board, &at(1, 0, 6), &at(2, 4, 6)));
    assert!(sees(&board, &at(1, 0, 0), &at(2, 4, 0)));
    let adjacent = |feet| {
        let (a, b) = (at(1, 2, feet), at(2, 3, feet));
        Field::new(&board, vec![a.clone(), b.clone()]).adjacent(&a, &b, Hm(4))
    };
    assert_eq!((adjacent(0), adjacent(6)), (true, false));
    let stone = |feet| sound_path(&board, &at(1, 2, feet), &at(2, 3, feet)).map(|p| p.stone_cm);
    assert_eq!((stone(0), stone(6)), (Some(0), Some(30)));
    let mut bare = board.clone();
    assert!(bare.set_edge_at(up(3, Dir::W), None));
    assert!(!bare.has_upper_edges() && bare.is_bare(cell(2, 0)));
    Ok(())
}

#[test]
fn doors_and_windows_open_on_their_storey() -> Result<(), SketchError> {
    let passages = |kind, open| {
        let board = storeys(kind, open)?;
        Ok([0, 6].map(|feet| east(&board, 2, feet)))
    };
    let (free, low, shut) = (Ok(Passage::Free), Ok(Passage::Low), Ok(Passage::Shut));
    assert_eq!(passages(EdgeKind::Door, false)?, [free, shut]);
    assert_eq!(passages(EdgeKind::Door, true)?, [free, free]);
    assert_eq!(passages(EdgeKind::Window, true)?, [free, low]);
    assert_eq!(passages(EdgeKind::LowWall, false)?, [free, low]);
    let wall = |dir| Err(Obstacle::Wall(cell(2, 0), dir));
    assert_eq!(passages(EdgeKind::Battlement, false)?, [free, wall(Dir::E)]);
    let board = storeys(EdgeKind::Door, false)?;
    assert!(board.has_shut_leaves());
    let field = Field::new(&board, Vec::new());
    let leaves = |feet| {
        let step = Move::Walk { to: cell(3, 0) };
        field.step_from(UnitId(1), room(2, feet), step).map(|step| step.leaves())
    };
    assert_eq!((leaves(0), leaves(6)), (Ok(Vec::new()), Ok(vec![up(2, Dir::E)])));
    Ok::<(), SketchError>(())
}

/// A battlement stops walkers and flyers up to its top, 2 m above its floor.
#[test]
fn nobody_walks_through_a_battlement() -> Result<(), SketchError> {
    let board = storeys(EdgeKind::Battlement, false)?;
    assert_eq!(board.edge_top(up(2, Dir::E), EdgeKind::Battlement), Hm(10));
    let field = Field::new(&board, Vec::new());
    let flown = |feet| {
        let step = Move::Fly { to: cell(3, 0), feet: Hm(feet) };
        field.step_from(UnitId(1), room(2, feet), step).map(|step| step.passage)
    };
    assert_eq!(flown(8), Err(Obstacle::Wall(cell(2, 0), Dir::E)));
    assert_eq!(flown(10), Ok(Passage::Free));
    assert!(Edge::new(EdgeKind::Battlement).stops_reach());
    Ok(())
}

/// The sill is 1 m high and hides two of the four heights of a man standing close behind it.
#[test]
fn an_open_window_shows_and_half_hides_who_stands_behind_it() -> Result<(), SketchError> {
    let board = storeys(EdgeKind::Window, true)?;
    let at = |id, x| Body { feet: Hm(6), ..man(id, x, 0) };
    assert!(sees(&board, &at(1, 0), &at(2, 3)));
    let found = hidden(&board, &at(1, 0), &at(2, 3));
    assert_eq!(2 * found.hard.part, found.hard.whole);
    let blockers: Vec<Blocker> = found.blockers.iter().map(|hiding| hiding.blocker).collect();
    assert_eq!(blockers, [Blocker::Edge(up(3, Dir::W))]);
    // A man at the sill shoots over it.
    assert_eq!(hidden(&board, &at(1, 2), &at(2, 4)).total().part, 0);
    Ok(())
}

#[test]
fn a_wall_ends_below_the_one_that_stands_on_it() -> Result<(), SketchError> {
    let mut board = Sketch::new("....")?.board;
    let below = EdgeAt::ground(cell(1, 0), Dir::E);
    let above = EdgeAt { floor: Some(Hm(4)), ..below };
    board.set_edge_at(below, Some(Edge::new(EdgeKind::Wall)));
    assert_eq!(board.edge_top(below, EdgeKind::Wall), Hm(6));
    board.set_edge_at(above, Some(Edge { open: true, ..Edge::new(EdgeKind::Door) }));
    assert_eq!(board.edge_top(below, EdgeKind::Wall), Hm(4));
    assert_eq!((board.edge_foot(above), board.edge_top(above, EdgeKind::Door)), (Hm(4), Hm(10)));
    for x in 0..4 {
        let deck = Deck { top: Hm(4), material: Material::Wood, climb: Climb::Unmarked };
        assert!(board.add_deck(cell(x, 0), deck));
    }
    assert_eq!(east(&board, 1, 4), Ok(Passage::Free));
    assert_eq!(
        board.edges_on(cell(1, 0), Dir::E).map(|(at, _)| at).collect::<Vec<_>>(),
        [below, above]
    );
    Ok(())
}

/// A parapet on the rim stops a push; without it, the pushed fall past the wall of the storey
/// below.
#[test]
fn a_parapet_stops_a_push_and_the_wall_below_a_deck_does_not() -> Result<(), SketchError> {
    let mut board = storeys(EdgeKind::Wall, false)?;
    board.set_edge(cell(4, 0), Dir::E, Some(Edge::new(EdgeKind::Wall)));
    board.set_edge_at(up(4, Dir::E), Some(Edge::new(EdgeKind::LowWall)));
    let pushed = |board: &Board| {
        let target = Body { feet: Hm(6), ..man(2, 4, 0) };
        let push = Push {
            metres: 2,
            step_up: Hm(1),
            step_down: Hm(1),
            flies: false,
            past_corner: false,
            lean: crate::Lean::Clockwise,
        };
        let field = Field::new(board, vec![target.clone()]);
        field.push_track(&target, room(3, 6), push).map(|track| track.end)
    };
    assert_eq!(pushed(&board), Some(PushEnd::Wall(cell(5, 0))));
    board.set_edge_at(up(4, Dir::E), None);
    assert_eq!(pushed(&board), Some(PushEnd::Drop(Hm(6))));
    assert_eq!(east(&board, 4, 0), Err(Obstacle::Wall(cell(4, 0), Dir::E)));
    Ok(())
}

#[test]
fn places_off_the_board_and_too_many_storeys_are_refused() {
    let mut board = Board::new(2, 1);
    let wall = Some(Edge::new(EdgeKind::Wall));
    let at = |x, side, floor| EdgeAt { cell: cell(x, 0), side, floor: Some(Hm(floor)) };
    for bad in [at(4, Dir::N, 6), at(0, Dir::NE, 6), at(i16::MIN, Dir::W, 6)] {
        assert!(!board.set_edge_at(bad, wall), "{bad:?}");
    }
    let floors = (1..=9).filter(|n| board.set_edge_at(at(1, Dir::E, 6 * n), wall)).count();
    assert_eq!(floors, MAX_STOREYS);
    assert!(board.set_edge_at(at(1, Dir::E, 6), Some(Edge::new(EdgeKind::Fence))));
    assert!(board.has_valid_upper_edges());
    let mut diagonal = board.clone();
    diagonal.uppers.0.insert((cell(0, 0), Dir::NE), vec![(Hm(6), Edge::new(EdgeKind::Wall))]);
    let mut mixed = board.clone();
    let two = [8, 6].map(|floor| (Hm(floor), Edge::new(EdgeKind::Wall)));
    mixed.uppers.0.insert((cell(2, 0), Dir::W), two.to_vec());
    assert!(!diagonal.has_valid_upper_edges() && !mixed.has_valid_upper_edges());
    for n in 1..=9 {
        board.set_edge_at(at(2, Dir::W, 6 * n), None);
    }
    assert_eq!(board, Board::new(2, 1));
}

#[test]
fn storeys_are_shown_up_to_a_height() -> Result<(), SketchError> {
    let mut board = storeys(EdgeKind::Wall, false)?;
    let whole = board.clone();
    assert!(board.set_edge_at(
        EdgeAt { floor: Some(Hm(12)), ..up(2, Dir::E) },
        board.edge_at(up(2, Dir::E))
    ));
    let deck = Deck { top: Hm(12), material: Material::Wood, climb: Climb::Unmarked };
    assert!(board.add_deck(cell(1, 0), deck));
    assert_eq!(board.floors(), [Hm(6), Hm(12)].into());
    let mut lower = board.clone();
    lower.remove_above(Some(Hm(6)));
    assert_eq!(lower, whole);
    lower.remove_above(None);
    assert_eq!(lower, Sketch::new(".......")?.board);
    Ok(())
}

proptest! {
    /// Walls of upper storeys alone never add sight, and sight stays symmetric.
    #[test]
    fn upper_walls_only_stop_sight(board in arb_board(), bodies in arb_bodies(3)) {
        let mut bare = board.clone();
        for (at, _) in board.edges().filter(|(at, _)| at.floor.is_some()) {
            // Below other matter, a wall may end early.
            if board.edge(at.cell, at.side).is_none() {
                bare.set_edge_at(at, None);
            }
        }
        for a in &bodies {
            for b in &bodies {
                let sight = sees(&board, a, b);
                prop_assert_eq!(sight, sees(&board, b, a));
                prop_assert!(!sight || sees(&bare, a, b));
            }
        }
    }

    /// A body that crosses an edge meets only the matter at its height.
    #[test]
    fn matter_above_the_head_and_below_the_feet_is_free(
        board in arb_board(), feet in 0i32..12, height in 1i32..6,
    ) {
        let body = Swept { low: Hm(feet), high: Hm(feet), top: Hm(feet + height) };
        for (at, edge) in board.edges() {
            let clear = body.low >= board.edge_top(at, edge.kind)
                || at.floor.is_some_and(|floor| floor >= body.top);
            if clear {
                prop_assert_eq!(board.walk_past(at, edge, body), Passage::Free);
                prop_assert_eq!(board.fly_past(at, edge, body), Passage::Free);
            }
        }
    }
}
