//! Boards with several floors.

use proptest::prelude::*;

use super::super::samples::{arb_board, arb_bodies, man};
use super::*;
use crate::{
    Body, Dir, Eye, Field, Ledge, Move, Obstacle, Push, PushEnd, Room, Site, Sketch, SketchError,
    SupportKind, UnitId, sees, sound_path,
};

fn cell(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

/// A wooden deck.
fn wood(top: i32) -> Deck {
    Deck { top: Hm(top), material: Material::Wood, climb: Climb::Unmarked }
}

/// The board of a sketch with wooden decks of one height over some cells.
fn covered(sketch: &str, top: i32, cells: &[(i16, i16)]) -> Result<Board, SketchError> {
    let mut board = Sketch::new(sketch)?.board;
    for c in cells {
        assert!(board.add_deck(Cell::from(*c), wood(top)));
    }
    Ok(board)
}

fn room(x: i16, y: i16, feet: i32) -> Room {
    Room { cell: cell(x, y), size: 1, feet: Hm(feet), height: Hm(4) }
}

/// Where a walker of 2 m ends up by walking east from a place.
fn east(board: &Board, from: Room) -> Result<Hm, Obstacle> {
    let to = from.cell.step(Dir::E);
    let field = Field::new(board, Vec::new());
    field.step_from(UnitId(1), from, Move::Walk { to }).map(|step| step.to.feet)
}

#[test]
fn walkers_pass_below_a_deck_and_on_it() -> Result<(), SketchError> {
    let board = covered("....", 6, &[(1, 0), (2, 0)])?;
    assert_eq!(east(&board, room(0, 0, 0)), Ok(Hm(0)));
    assert_eq!(east(&board, room(1, 0, 0)), Ok(Hm(0)));
    assert_eq!(east(&board, room(1, 0, 6)), Ok(Hm(6)));
    let field = Field::new(&board, Vec::new());
    let above = field.ground(room(1, 0, 6), UnitId(1)).map(|g| (g.support, g.clear));
    assert_eq!(above, Ok((SupportKind::Ground, None)));
    // The deck is half a metre thick.
    let below = field.ground(room(1, 0, 0), UnitId(1)).map(|g| (g.support, g.clear));
    assert_eq!(below, Ok((SupportKind::Ground, Some(Hm(5)))));
    let inside = field.ground(room(1, 0, 3), UnitId(1)).err();
    assert_eq!(inside, Some(Obstacle::Ceiling(cell(1, 0))));
    Ok(())
}

#[test]
fn stairs_lead_up_to_a_deck() -> Result<(), SketchError> {
    // Half metres of ground, then a floor at 1.5 m with 1 m below it.
    let mut board = Sketch::new(".....")?.board;
    for (x, height) in [(1, 1), (2, 2)] {
        if let Some(tile) = board.tile_mut(cell(x, 0)) {
            tile.elevation = Hm(height);
        }
    }
    for x in [3, 4] {
        assert!(board.add_deck(cell(x, 0), wood(3)));
    }
    let way = [(0, 0), (1, 1), (2, 2), (3, 3)].map(|(x, feet)| east(&board, room(x, 0, feet)));
    assert_eq!(way, [Ok(Hm(1)), Ok(Hm(2)), Ok(Hm(3)), Ok(Hm(3))]);
    Ok(())
}

#[test]
fn without_head_room_only_the_deck_is_a_floor() -> Result<(), SketchError> {
    let board = covered("..", 4, &[(1, 0)])?;
    assert_eq!(east(&board, room(0, 0, 0)), Ok(Hm(4)));
    let low = Room { height: Hm(3), ..room(0, 0, 0) };
    assert_eq!(east(&board, low), Ok(Hm(0)));
    Ok(())
}

#[test]
fn the_floor_nearest_in_height_is_entered_and_of_two_the_lower() -> Result<(), SketchError> {
    let mut board = covered(".#.", 6, &[(2, 0)])?;
    *board.tile_mut(cell(1, 0)).expect("on the board") = crate::Terrain::Rock.tile();
    for (height, to) in [(2, 0), (3, 0), (4, 6)] {
        board.tile_mut(cell(1, 0)).expect("on the board").elevation = Hm(height);
        assert_eq!(east(&board, room(1, 0, height)), Ok(Hm(to)), "from {height}");
    }
    Ok(())
}

#[test]
fn no_unit_climbs_through_a_deck() -> Result<(), SketchError> {
    // A rock of 3 m next to a covered cell: up there only from above the deck.
    let board = covered(".6", 6, &[(0, 0)])?;
    let board_height = board.tile(cell(1, 0)).map(|t| t.elevation);
    assert_eq!(board_height, Some(Hm(12)));
    assert_eq!(east(&board, room(0, 0, 0)), Err(Obstacle::Ceiling(cell(0, 0))));
    assert_eq!(east(&board, room(0, 0, 6)), Ok(Hm(12)));
    let fly = |from, feet| {
        let field = Field::new(&board, Vec::new());
        let step = Move::Fly { to: cell(0, 0), feet: Hm(feet) };
        field.step_from(UnitId(1), from, step).err()
    };
    let small = Room { height: Hm(1), ..room(0, 0, 4) };
    assert_eq!(fly(small, 6), Some(Obstacle::Ceiling(cell(0, 0))));
    assert_eq!(fly(Room { feet: Hm(6), ..small }, 8), None);
    Ok(())
}

#[test]
fn falls_end_on_the_floor_below() -> Result<(), SketchError> {
    let board = covered("..", 6, &[(0, 0)])?;
    let field = Field::new(&board, Vec::new());
    let drop = |x, feet| field.drop_under(room(x, 0, feet), UnitId(1));
    assert_eq!(drop(0, 20), Ok(Hm(14)));
    assert_eq!(drop(1, 20), Ok(Hm(20)));
    assert_eq!(drop(0, 1), Ok(Hm(1)));
    let edge = field.ledge(UnitId(1), room(0, 0, 6), Hm(4));
    assert_eq!(edge, Some(Ledge { depth: Hm(6), side: Some(Dir::E) }));
    assert_eq!(field.ledge(UnitId(1), room(0, 0, 0), Hm(1)), None);
    assert_eq!(field.altitude(room(0, 0, 20)), Hm(14));
    assert_eq!(field.altitude(room(0, 0, 1)), Hm(1));
    Ok(())
}

#[test]
fn a_push_ends_over_the_edge_of_a_deck() -> Result<(), SketchError> {
    let board = covered("....", 6, &[(0, 0), (1, 0), (2, 0)])?;
    let up = |id, x| Body { feet: Hm(6), ..man(id, x, 0) };
    let field = Field::new(&board, vec![up(1, 0), up(2, 1)]);
    let push = Push {
        metres: 3,
        step_up: Hm(1),
        step_down: Hm(1),
        flies: false,
        past_corner: false,
        lean: crate::Lean::Clockwise,
    };
    let track = field.push_track(&up(2, 1), room(0, 0, 6), push).expect("a direction");
    let feet: Vec<_> = track.rooms.iter().map(|r| (r.cell.x, r.feet)).collect();
    assert_eq!(feet, [(2, Hm(6)), (3, Hm(6))]);
    assert_eq!(track.end, PushEnd::Drop(Hm(6)));
    Ok(())
}

#[test]
fn a_ladder_is_climbed_from_the_floor_below() -> Result<(), SketchError> {
    let mut board = Sketch::new("..")?.board;
    for top in [6, 12] {
        let climb = if top == 6 { Climb::Ordinary } else { Climb::Unmarked };
        assert!(board.add_deck(cell(1, 0), Deck { climb, ..wood(top) }));
    }
    let field = Field::new(&board, Vec::new());
    let climb = |feet: i32, to: i32| {
        let step = Move::Climb { feet: Hm(to) };
        field.step_from(UnitId(1), room(0, 0, feet), step).map(|step| step.to.feet)
    };
    assert_eq!([climb(0, 2), climb(4, 6), climb(2, 0)], [Ok(Hm(2)), Ok(Hm(6)), Ok(Hm(0))]);
    assert_eq!(climb(6, 8), Err(Obstacle::NoGrip(cell(0, 0))));
    assert_eq!(east(&board, room(0, 0, 6)), Ok(Hm(6)));
    Ok(())
}

#[test]
fn places_are_sought_on_the_same_floor() -> Result<(), SketchError> {
    let board = covered("...", 6, &[(0, 0), (1, 0)])?;
    let up = Body { feet: Hm(6), ..man(1, 0, 0) };
    let field = Field::new(&board, vec![up]);
    let free = |feet| {
        let rooms = field.free_placements(room(0, 0, feet), 1, Hm(4), UnitId(9), 2);
        rooms.iter().map(|r| (r.cell.x, r.feet.0)).collect::<Vec<_>>()
    };
    assert_eq!(free(6), [(1, 6), (2, 0)]);
    assert_eq!(free(0), [(0, 0), (1, 0), (2, 0)]);
    // Combatants stay on their floor; others begin at the bottom.
    let site = |id| field.site(cell(1, 0), 1, Hm(4), UnitId(id)).map(|s| s.feet);
    assert_eq!((site(1), site(2)), (Ok(Hm(6)), Ok(Hm(0))));
    Ok(())
}

#[test]
fn decks_stop_sight_and_muffle_sound() -> Result<(), SketchError> {
    let all: Vec<(i16, i16)> = (0..7).map(|x| (x, 0)).collect();
    let board = covered(".......", 6, &all)?;
    let at = |id, x, feet| Body { feet: Hm(feet), ..man(id, x, 0) };
    assert!(!sees(&board, &at(1, 0, 0), &at(2, 0, 6)));
    assert!(!sees(&board, &at(1, 0, 0), &at(2, 6, 6)));
    assert!(sees(&board, &at(1, 0, 6), &at(2, 6, 6)));
    assert!(sees(&board, &at(1, 0, 0), &at(2, 6, 0)));
    let path = sound_path(&board, &at(1, 3, 0), &at(2, 3, 6)).expect("on the board");
    assert_eq!(path.wood_cm, 50);
    let open = covered(".......", 6, &all[..2])?;
    assert!(sees(&open, &at(1, 6, 0), &at(2, 0, 6)), "over the edge");
    assert!(!sees(&open, &at(1, 0, 0), &at(2, 0, 6)));
    Ok(())
}

#[test]
fn decks_over_one_cell_are_few_and_of_different_heights() {
    let mut board = Board::new(2, 1);
    let floors = (1..=9).map(|n| board.add_deck(cell(0, 0), wood(6 * n))).filter(|added| *added);
    assert_eq!(floors.count(), MAX_STOREYS);
    assert!(!board.add_deck(cell(0, 0), wood(6)));
    assert!(!board.add_deck(cell(2, 0), wood(6)));
    assert!(board.has_valid_decks());
    let mut off = board.clone();
    off.decks.0.insert(cell(7, 7), vec![wood(6)]);
    let mut mixed = board.clone();
    mixed.decks.0.insert(cell(1, 0), vec![wood(6), wood(4)]);
    assert!(!off.has_valid_decks() && !mixed.has_valid_decks());
    board.remove_decks(cell(0, 0));
    assert_eq!(board, Board::new(2, 1));
}

proptest! {
    /// Removing every deck never takes sight away, and a body that lost its floor falls no less.
    #[test]
    fn decks_only_stop_sight_and_falls(board in arb_board(), bodies in arb_bodies(3)) {
        let mut bare = board.clone();
        for c in board.cells() {
            bare.remove_decks(c);
        }
        for a in &bodies {
            for b in &bodies {
                let sight = sees(&board, a, b);
                prop_assert_eq!(sight, sees(&board, b, a));
                prop_assert!(!sight || sees(&bare, a, b));
            }
            let drop = |board: &Board| {
                let room = a.room().expect("on a board");
                Field::new(board, Vec::new()).drop_under(room, a.id)
            };
            if let (Ok(on_deck), Ok(open)) = (drop(&board), drop(&bare)) {
                prop_assert!(on_deck <= open);
            }
        }
    }

    /// A body stands exactly where a fall ends.
    #[test]
    fn landings_are_sites(board in arb_board(), bodies in arb_bodies(2)) {
        let field = Field::new(&board, Vec::new());
        for room in bodies.iter().filter_map(Body::room) {
            let Ok(site) = field.landing(room, UnitId(9)) else { continue };
            let there = room.at(room.cell, site.feet);
            prop_assert_eq!(field.landing(there, UnitId(9)), Ok(site));
            prop_assert_eq!(field.site_near(there, UnitId(9)), Ok(site));
        }
    }

    /// A body aimed at a floor by its height stands on that floor or nowhere, and nowhere only if no
    /// site of the cell is on it.
    #[test]
    fn a_named_floor_is_the_one_stood_on(board in arb_board(), bodies in arb_bodies(2)) {
        let field = Field::new(&board, Vec::new());
        for room in bodies.iter().filter_map(Body::room) {
            let all = field.sites(room, UnitId(9));
            for floor in board.storeys(room.cell) {
                let lies_on = |site: &Site| {
                    board.floor_below(room.cell, site.feet).floor == floor.deck(&board)
                };
                match field.site_on(room, floor.floor, UnitId(9)) {
                    Ok(site) => prop_assert!(lies_on(&site) && all.contains(&site)),
                    Err(_) => prop_assert!(!all.iter().any(lies_on)),
                }
            }
            let top = board.storeys(room.cell).map(|at| at.floor).max().flatten();
            let above = top.map_or(Hm(99), |top| top + Hm(1));
            prop_assert!(field.site_on(room, Some(above), UnitId(9)).is_err());
            let unnamed = field.site_on(room, None, UnitId(9));
            prop_assert_eq!(unnamed, field.site_near(room, UnitId(9)));
        }
    }

    /// An area on a whole floor reaches no one below it, and an area below it no one above.
    #[test]
    fn areas_stay_on_their_side_of_a_whole_floor(board in arb_board(), bodies in arb_bodies(3)) {
        let (roof, mut board) = (Hm(20), board);
        for c in board.cells().collect::<Vec<_>>() {
            board.add_deck(c, wood(roof.0));
        }
        let inside = |body: &&Body| body.cells().all(|c| board.contains(c));
        let bodies: Vec<&Body> = bodies.iter().filter(inside).collect();
        for c in board.cells() {
            for at in board.storeys(c).filter_map(|at| at.point(&board)) {
                let eye = Eye::At(c, at.feet + Hm::metres(1));
                for below in bodies.iter().copied() {
                    let above = below.moved(below.at.cell().expect("on a board"), roof);
                    let other = if at.feet == roof { below } else { &above };
                    prop_assert!(!sees(&board, eye, Eye::Body(other)));
                }
            }
        }
    }
}
