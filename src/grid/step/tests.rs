//! Steps, ground, support and room, compared with worked examples and the symmetries of the square.

use proptest::prelude::*;

use super::*;
use crate::samples::{arb_board, arb_bodies, man};
use crate::symmetry::{Symmetry, arb_symmetry};
use crate::{
    Board, Edge, EdgeKind, Haze, Rough, Sketch, SketchError, SupportKind, Volume, VolumeId,
};

fn cell(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

fn walk(x: i16, y: i16) -> Move {
    Move::Walk { to: cell(x, y) }
}

fn fly(x: i16, y: i16, feet: i32) -> Move {
    Move::Fly { to: cell(x, y), feet: Hm(feet) }
}

fn alone(board: &Board) -> Field<'_> {
    Field::new(board, Vec::new())
}

#[test]
fn impossible_steps_report_the_obstacle() -> Result<(), SketchError> {
    let mut board = Sketch::new("..#\n.p.")?.wall(cell(0, 0), Dir::S, EdgeKind::Wall)?.board;
    if let Some(tile) = board.tile_mut(cell(2, 1)) {
        tile.ceiling = Some(Hm(3));
    }
    let field = alone(&board);
    let why = |x, y, step| field.step(&man(1, x, y), step).err();
    assert_eq!(why(1, 0, walk(2, 0)), Some(Obstacle::Solid(cell(2, 0))));
    assert_eq!(why(1, 0, walk(1, -1)), Some(Obstacle::OffBoard(cell(1, -1))));
    assert!(matches!(why(1, 0, walk(1, 1)), Some(Obstacle::Thing(c, _)) if c == cell(1, 1)));
    assert_eq!(why(0, 0, walk(0, 1)), Some(Obstacle::Wall(cell(0, 0), Dir::S)));
    assert_eq!(why(1, 0, walk(2, 1)), Some(Obstacle::Ceiling(cell(2, 1))));
    assert_eq!(why(0, 0, walk(2, 0)), Some(Obstacle::TooFar(cell(2, 0))));
    let crawler = Body { height: Hm(2), ..man(1, 1, 0) };
    let squeezed = field.step(&crawler, walk(2, 1));
    // Solid cell and pillar stand on both corners.
    assert_eq!(squeezed.err(), Some(Obstacle::Corners(cell(1, 0), Dir::SE)));
    Ok(())
}

#[test]
fn one_blocked_corner_is_reported_mo_288() -> Result<(), SketchError> {
    let board = Sketch::new("..\n#.")?.board;
    let field = alone(&board);
    assert_eq!(field.step(&man(1, 0, 0), walk(1, 1)).map(|s| s.corners), Ok(1));
    let open = Sketch::new("..\n..")?.board;
    assert_eq!(alone(&open).step(&man(1, 0, 0), walk(1, 1)).map(|s| s.corners), Ok(0));
    let column = Sketch::new("..\n2.")?.board;
    assert_eq!(alone(&column).step(&man(1, 0, 0), walk(1, 1)).map(|s| s.corners), Ok(1));
    let ledge = Sketch::new("..\n1.")?.board;
    assert_eq!(alone(&ledge).step(&man(1, 0, 0), walk(1, 1)).map(|s| s.corners), Ok(0));
    Ok(())
}

#[test]
fn rise_and_ground_are_reported() -> Result<(), SketchError> {
    let board = Sketch::new(".1;~c")?.board;
    let field = alone(&board);
    let up = field.step(&man(1, 0, 0), walk(1, 0)).map(|s| (s.rise(), s.entered.support));
    assert_eq!(up, Ok((Hm::metres(1), SupportKind::Ground)));
    let on_ledge = Body { feet: Hm(2), ..man(1, 1, 0) };
    let down = field.step(&on_ledge, walk(2, 0)).map(|s| (s.rise(), s.entered.rough));
    assert_eq!(down, Ok((Hm::metres(-1), Rough::Heavy)));
    // 2 m of water: a body of 2 m floats with 1 m below the surface.
    let swim = field.step(&man(1, 2, 0), walk(3, 0));
    let swim = swim.map(|s| (s.rise(), s.entered.support, s.entered.depth));
    assert_eq!(swim, Ok((Hm(2), SupportKind::Water, Hm(4))));
    let crate_top = field.site(cell(4, 0), 1, Hm(4), UnitId(1));
    let crate_top = crate_top.map(|s| (s.feet, s.ground.support, s.ground.thing.is_some()));
    assert_eq!(crate_top, Ok((Hm(2), SupportKind::Thing, true)));
    Ok(())
}

#[test]
fn harm_has_a_limited_height_pr_129_pr_137() -> Result<(), SketchError> {
    let board = Sketch::new(".*")?.board;
    let field = alone(&board);
    let harm = |step| field.step(&man(1, 0, 0), step).map(|s| s.entered.harm);
    assert_eq!(harm(walk(1, 0)), Ok(3));
    // Embers are half a metre high, so feet at that height are safe.
    assert_eq!(harm(fly(1, 0, 1)), Ok(0));
    Ok(())
}

#[test]
fn volumes_make_ground_rough_and_harmful() -> Result<(), SketchError> {
    let mut board = Sketch::new("..")?.board;
    board.add_volume(Volume {
        id: VolumeId(1),
        name: "thorns".into(),
        cells: vec![cell(1, 0)],
        height: Hm(2),
        blocks_sight: false,
        hides: false,
        haze: Haze::None,
        blocks_sound: false,
        damaging: Some(crate::Hazard { amount: 5, height: Some(Hm(2)) }),
        rough: Rough::Heavy,
        floor: None,
    });
    let facts = alone(&board).step(&man(1, 0, 0), walk(1, 0)).map(|s| s.entered);
    assert_eq!(facts.map(|g| (g.rough, g.harm)), Ok((Rough::Heavy, 5)));
    Ok(())
}

#[test]
fn low_walls_are_stepped_over_and_flown_over_pr_135() -> Result<(), SketchError> {
    let board = Sketch::new("..")?.wall(cell(0, 0), Dir::E, EdgeKind::LowWall)?.board;
    let field = alone(&board);
    assert_eq!(field.step(&man(1, 0, 0), walk(1, 0)).map(|s| s.passage), Ok(Passage::Low));
    let at = |feet| Body { feet: Hm(feet), ..man(1, 0, 0) };
    let over = field.step(&at(2), fly(1, 0, 2)).map(|s| s.passage);
    assert_eq!(over, Ok(Passage::Free));
    let into = field.step(&at(1), fly(1, 0, 1)).err();
    assert_eq!(into, Some(Obstacle::Wall(cell(0, 0), Dir::E)));
    Ok(())
}

#[test]
fn flyers_pass_over_walls_and_through_openings() -> Result<(), SketchError> {
    let window = |open| {
        Sketch::new("..")?.edge(cell(0, 0), Dir::E, Edge { open, ..Edge::new(EdgeKind::Window) })
    };
    let sketch = window(true)?;
    let field = alone(&sketch.board);
    let hawk = |feet| Body { feet: Hm(feet), height: Hm(1), ..man(1, 0, 0) };
    let pass = |body: Body| {
        let feet = body.feet.0;
        field.step(&body, fly(1, 0, feet)).map(|s| s.passage).ok()
    };
    // The opening is between 1 m and 2 m, and the top of the wall at 3 m.
    assert_eq!(pass(hawk(1)), None);
    assert_eq!(pass(hawk(2)), Some(Passage::Free));
    assert_eq!(pass(hawk(4)), None);
    assert_eq!(pass(hawk(6)), Some(Passage::Free));
    assert_eq!(pass(Body { height: Hm(4), ..hawk(2) }), None);
    let sketch = window(false)?;
    let shut = alone(&sketch.board).step(&hawk(2), fly(1, 0, 2)).map(|s| s.passage);
    assert_eq!(shut, Ok(Passage::Shut));
    Ok(())
}

#[test]
fn flight_keeps_its_height_over_higher_ground_pr_130() -> Result<(), SketchError> {
    let board = Sketch::new(".24")?.board;
    let field = alone(&board);
    let high = Body { feet: Hm::metres(3), ..man(1, 0, 0) };
    let Ok(facts) = field.step(&high, fly(1, 0, 6)) else { panic!("the path is free") };
    assert_eq!(facts.rise(), Hm(0));
    assert_eq!(facts.entered.support, SupportKind::Nothing);
    assert_eq!(field.drop_under(facts.to, UnitId(1)), Ok(Hm::metres(1)));
    let under = field.step_from(UnitId(1), facts.to, fly(2, 0, 6)).err();
    assert_eq!(under, Some(Obstacle::Floor(cell(2, 0))));
    Ok(())
}

#[test]
fn falls_are_measured_to_the_landing_surface_pr_275() -> Result<(), SketchError> {
    let board = Sketch::new("2")?.board;
    let room = Room { cell: cell(0, 0), size: 1, feet: Hm::metres(8), height: Hm(4) };
    assert_eq!(alone(&board).drop_under(room, UnitId(1)), Ok(Hm::metres(6)));
    Ok(())
}

#[test]
fn large_bodies_stand_on_the_highest_footing_and_not_astride_walls() -> Result<(), SketchError> {
    let board = Sketch::new("...\n.1.\n...")?.wall(cell(1, 2), Dir::E, EdgeKind::Wall)?.board;
    let field = alone(&board);
    let site = |x, y| field.site(cell(x, y), 2, Hm(4), UnitId(1)).map(|s| s.feet);
    assert_eq!(site(0, 0), Ok(Hm(2)));
    assert_eq!(site(1, 1), Err(Obstacle::Wall(cell(1, 2), Dir::E)));
    assert_eq!(site(2, 1), Err(Obstacle::OffBoard(cell(3, 1))));
    Ok(())
}

#[test]
fn bodies_in_the_way_are_listed_whether_they_block_or_not_pr_113_pr_114() {
    let board = Board::new(3, 1);
    let fallen = Body { blocking: false, height: Hm(1), prone: true, ..man(3, 1, 0) };
    let bodies = vec![man(1, 0, 0), man(2, 1, 0), fallen];
    let field = Field::new(&board, bodies);
    let met = |step| {
        let facts = field.step(&man(1, 0, 0), step);
        facts.map(|s| s.occupants().map(|b| b.id.0).collect::<Vec<_>>()).unwrap_or_default()
    };
    assert_eq!(met(walk(1, 0)), [2, 3]);
    let aloft = Body { feet: Hm(2), ..man(1, 0, 0) };
    let over = field.step(&aloft, fly(1, 0, 4)).map(|s| s.entered.occupied);
    assert_eq!(over, Ok(false));
}

#[test]
fn the_nearest_free_square_comes_first_pr_278() -> Result<(), SketchError> {
    let board = Sketch::new("#.#\n...\n#.#")?.board;
    let field = Field::new(&board, vec![man(2, 1, 1), man(4, 1, 0)]);
    let about = Room { cell: cell(1, 1), size: 1, feet: Hm::metres(7), height: Hm(4) };
    let free = field.free_placements(about, 1, Hm(4), UnitId(1), 1);
    let cells: Vec<Cell> = free.iter().map(|r| r.cell).collect();
    assert_eq!(cells, [cell(0, 1), cell(2, 1), cell(1, 2)]);
    Ok(())
}

#[test]
fn a_large_form_needs_room_around_the_old_square_pr_336() -> Result<(), SketchError> {
    let corridor = Sketch::new("####\n....\n####")?.board;
    let about = Room { cell: cell(1, 1), size: 1, feet: Hm(0), height: Hm(4) };
    let fits = |board: &Board| alone(board).free_placements(about, 2, Hm(5), UnitId(1), 0).len();
    assert_eq!(fits(&corridor), 0);
    let mut hall = Sketch::new("####\n....\n....")?.board;
    assert_eq!(fits(&hall), 2);
    for c in hall.cells() {
        if let Some(tile) = hall.tile_mut(c) {
            tile.ceiling = Some(Hm(4));
        }
    }
    assert_eq!(fits(&hall), 0);
    Ok(())
}

proptest! {
    #[test]
    fn steps_and_ground_turn_with_the_board(
        board in arb_board(), bodies in arb_bodies(3), s in arb_symmetry(),
    ) {
        let s = Symmetry::of(&board, s);
        let turned = s.board(&board);
        let (field, other) =
            (Field::new(&board, bodies.clone()), Field::new(&turned, s.bodies(&bodies)));
        // Which of several equally high things is reported depends on the order.
        let plain = |g: Ground| Ground { thing: None, ..g };
        for (a, b) in field.bodies().iter().zip(other.bodies()) {
            let (Some(here), Some(there)) = (a.room(), b.room()) else { continue };
            let free = |f: &Field<'_>, r: Room, id| f.fits(r, id).map(plain).ok();
            prop_assert_eq!(free(&field, here, a.id), free(&other, there, b.id));
            if let Ok(ground) = field.ground(here, a.id) {
                let site = field.site(here.cell, here.size, here.height, a.id);
                let stands = site.is_ok_and(|site| site.feet == here.feet);
                prop_assert_eq!(ground.support != SupportKind::Nothing, stands);
            }
            let drop = |f: &Field<'_>, r: Room, id| f.drop_under(r, id).ok();
            prop_assert_eq!(drop(&field, here, a.id), drop(&other, there, b.id));
            let rooms = |f: &Field<'_>, r: Room| f.free_placements(r, 2, Hm(3), UnitId(9), 2);
            let mut turned: Vec<Room> =
                rooms(&field, here).into_iter().map(|r| s.room(r)).collect();
            let mut found = rooms(&other, there);
            turned.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(turned, found);
            for dir in Dir::ALL {
                let (to, image) = (here.cell.step(dir), there.cell.step(s.dir(dir)));
                let up = here.feet + Hm(2);
                let pairs = [
                    (Move::Walk { to }, Move::Walk { to: image }),
                    (Move::Fly { to, feet: here.feet }, Move::Fly { to: image, feet: here.feet }),
                    (Move::Fly { to, feet: up }, Move::Fly { to: image, feet: up }),
                    (Move::Climb { feet: up }, Move::Climb { feet: up }),
                ];
                for (step, image) in pairs {
                    let told = |f: &Field<'_>, body: &Body, step| {
                        f.step(body, step).ok().map(|x| {
                            let met: Vec<UnitId> = x.occupants().map(|b| b.id).collect();
                            let edges = (x.passage, x.corners, x.leaves().len());
                            (x.rise(), edges, plain(x.left), plain(x.entered), met)
                        })
                    };
                    prop_assert_eq!(told(&field, a, step), told(&other, b, image));
                }
            }
        }
    }
}
