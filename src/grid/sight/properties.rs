//! Properties that hold on every board.

use proptest::prelude::*;

use super::boards::{Turn, air, man};
use super::eye::Samples;
use super::lattice::{Bundle, DEEP, Point};
use super::obstacle::Line;
use super::scene::{joined_scene, matter, sight_scene};
use super::{Ray, has_line_of_effect, haze_path, hidden, in_the_way, ray, sees, sound_path};
use crate::{
    Atmosphere, Blocker, Board, Body, Cell, Dir, Edge, EdgeAt, EdgeKind, EdgeSpec, Haze, Hidden,
    Hm, Light, Material, Share, Terrain, Thing, ThingKind, UnitId, Weather, WeatherKind,
};

/// Side lengths of random boards: small, so that many obstacles are in the way.
const WIDTH: i16 = 7;
const HEIGHT: i16 = 6;

/// One random piece of matter.
#[derive(Clone, Debug)]
enum Piece {
    Floor(Cell, i32),
    Marks(Cell, Haze, bool, Option<i32>),
    Solid(Cell),
    Edge(EdgeAt, Edge),
    Thing(Cell, ThingKind, i32),
    Volume(Vec<(i16, i16)>, i32, bool),
}

impl Piece {
    /// Adds the piece if there is room for it. Returns whether it did.
    fn add(&self, board: &mut Board) -> bool {
        match self {
            Self::Floor(cell, to) => {
                let Some(tile) = board.tile_mut(*cell) else { return false };
                tile.elevation = Hm(*to);
                true
            }
            Self::Marks(cell, haze, airless, ceiling) => {
                let Some(tile) = board.tile_mut(*cell) else { return false };
                (tile.haze, tile.airless, tile.ceiling) = (*haze, *airless, ceiling.map(Hm));
                true
            }
            Self::Solid(cell) => {
                if board.thing_in(*cell).is_some() {
                    return false;
                }
                let Some(tile) = board.tile_mut(*cell) else { return false };
                tile.terrain = Terrain::Solid;
                true
            }
            Self::Edge(at, edge) => {
                // Matter on a floor cuts off what is below it, so there is only one piece per edge.
                board.edges_on(at.cell, at.side).next().is_none()
                    && board.set_edge_at(*at, Some(*edge))
            }
            Self::Thing(cell, kind, height) => {
                let (kind, cell) = (*kind, *cell);
                let thing = Thing { height: Hm(*height), ..Thing::new(kind, cell) };
                board.add_thing(thing).is_some()
            }
            Self::Volume(cells, height, hides) => {
                let mut v = air(board.volumes().len() as u32, cells, *height);
                v.hides = *hides;
                v.blocks_sight = !*hides;
                board.add_volume(v);
                true
            }
        }
    }
}

fn cell() -> impl Strategy<Value = Cell> {
    (0..WIDTH, 0..HEIGHT).prop_map(Cell::from)
}

fn edge() -> impl Strategy<Value = Piece> {
    let kind = prop::sample::select(EdgeKind::ALL.to_vec());
    let floor = prop_oneof![3 => Just(None), 1 => (1..8_i32).prop_map(|floor| Some(Hm(floor)))];
    (cell(), prop::sample::select(Dir::SIDES.to_vec()), floor, kind, any::<bool>()).prop_map(
        |(cell, side, floor, kind, open)| {
            let EdgeSpec { opens, .. } = kind.spec();
            let at = EdgeAt { cell, side, floor };
            Piece::Edge(at, Edge { open: open && opens, ..Edge::new(kind) })
        },
    )
}

fn thing() -> impl Strategy<Value = Piece> {
    let kind = prop::sample::select(ThingKind::ALL.to_vec());
    (cell(), kind, 1..7_i32).prop_map(|(cell, kind, height)| Piece::Thing(cell, kind, height))
}

fn volume() -> impl Strategy<Value = Piece> {
    let cells = prop::collection::vec((0..WIDTH, 0..HEIGHT), 1..5);
    (cells, 1..5_i32, any::<bool>()).prop_map(|(c, h, hides)| Piece::Volume(c, h, hides))
}

fn floor() -> impl Strategy<Value = Piece> {
    (cell(), -2..5_i32).prop_map(|(cell, to)| Piece::Floor(cell, to))
}

fn marks() -> impl Strategy<Value = Piece> {
    let haze = prop::sample::select(Haze::ALL.to_vec());
    (cell(), haze, any::<bool>(), prop::option::of(1..8_i32))
        .prop_map(|(cell, haze, airless, ceiling)| Piece::Marks(cell, haze, airless, ceiling))
}

/// A piece that can only add obstruction.
fn addition() -> impl Strategy<Value = Piece> {
    prop_oneof![4 => edge(), 3 => thing(), 1 => volume(), 1 => cell().prop_map(Piece::Solid)]
}

fn board() -> impl Strategy<Value = Board> {
    let floors = prop::collection::vec(prop_oneof![2 => floor(), 1 => marks()], 0..12);
    let rest = prop::collection::vec(addition(), 0..16);
    let light = prop::sample::select(vec![Light::Bright, Light::Dim, Light::Dark]);
    (floors, rest, light).prop_map(|(floors, rest, light)| {
        let mut board = Board::new(WIDTH as u16, HEIGHT as u16);
        let weather = Weather::new(WeatherKind::Rain, Haze::Light);
        board.set_atmosphere(Atmosphere { weather, ..Atmosphere::default() });
        board.set_ambient(light);
        for piece in floors.iter().chain(&rest) {
            piece.add(&mut board);
        }
        board
    })
}

/// A board and two or more bodies on its ground or above it.
pub(super) fn bodies_on_board() -> impl Strategy<Value = (Board, Vec<Body>)> {
    let body = (0..WIDTH - 1, 0..HEIGHT - 1, 1..3_u8, 0..3_i32, 1..6_i32);
    (board(), prop::collection::vec(body, 3)).prop_map(|(board, bodies)| {
        let bodies = bodies
            .into_iter()
            .enumerate()
            .map(|(i, (x, y, size, over, height))| {
                let plain = Body { size, height: Hm(height), ..man(i as u32, x, y) };
                let floor = plain.cells().filter_map(|c| board.tile(c)).map(|t| t.elevation).max();
                Body { feet: floor.unwrap_or_default() + Hm(over), ..plain }
            })
            .collect();
        (board, bodies)
    })
}

fn point() -> impl Strategy<Value = Point> {
    // Multiples of 10 cm, so that corners and borders of cells are hit often.
    (0..=WIDTH as i32 * 10, 0..=HEIGHT as i32 * 10, -8..60_i32).prop_map(|(x, y, z)| Point {
        x: (x * 10).min(i32::from(WIDTH) * 100 - 1),
        y: (y * 10).min(i32::from(HEIGHT) * 100 - 1),
        z,
    })
}

fn grade(ray: Ray) -> u8 {
    match ray {
        Ray::Clear => 0,
        Ray::Soft(_) => 1,
        Ray::Hard(_) => 2,
    }
}

/// The shares as a value that never decreases: fully hidden or not, then hard, then soft.
fn measure(h: &Hidden) -> (bool, u32, u32) {
    (h.total().is_all(), h.hard.part, h.soft.part)
}

/// The part hidden by certain materials.
fn by(h: &Hidden, wanted: impl Fn(Option<Material>) -> bool) -> u32 {
    h.blockers.iter().filter(|b| wanted(b.material)).map(|b| b.share.part).sum()
}

/// All facts about a pair that must turn with the board.
fn facts(board: &Board, a: &Body, b: &Body) -> impl PartialEq + std::fmt::Debug + use<> {
    let h = hidden(board, a, b);
    let sturdy = by(&h, |m| matches!(m, Some(Material::Stone | Material::Metal)));
    let wood = by(&h, |m| m == Some(Material::Wood));
    let haze = haze_path(board, a, b);
    (sees(board, a, b), h.hard, h.soft, sturdy, wood, sound_path(board, a, b), haze)
}

proptest! {
    #[test]
    fn lines_are_symmetric(board in board(), a in point(), b in point()) {
        prop_assert_eq!(grade(ray(&board, a, b)), grade(ray(&board, b, a)));
    }

    /// The fast test of the hot loop agrees with the plain one.
    #[test]
    fn fast_and_plain_tests_agree(board in board(), a in point(), b in point()) {
        let line = Line::new(a, b);
        for o in sight_scene(&board, &Bundle::of(a), &Bundle::of(b)) {
            prop_assert_eq!(line.sides(&o), line.meets(&o).map_or(0, |(sides, ..)| sides));
        }
    }

    /// Every obstacle on a line lies in the corridor around it.
    #[test]
    fn corridors_are_complete(board in board(), a in point(), b in point()) {
        let line = Line::new(a, b);
        let near = sight_scene(&board, &Bundle::of(a), &Bundle::of(b));
        for cell in board.cells() {
            let mut missed = None;
            matter(&board, cell, DEEP, |o| {
                if line.sides(&o) != 0 && !near.iter().any(|other| other.id == o.id) {
                    missed = Some(o);
                }
            });
            prop_assert!(missed.is_none(), "{:?}", missed);
        }
    }

    /// The obstacles between two bodies give the same result
    /// for every single line as the entire board does.
    #[test]
    fn scenes_give_the_same_result_as_the_board((board, bodies) in bodies_on_board()) {
        let ends: Vec<_> = bodies.iter().filter_map(|x| Samples::on(&board, x.into())).collect();
        let [a, b, ..] = &ends[..] else { return Ok(()) };
        let list = sight_scene(&board, &a.bundle(), &b.bundle());
        for p in a.points() {
            for q in b.points().iter().step_by(3) {
                let among = super::ray::grade(&list, &Line::new(*p, *q), &mut 0) as u8;
                prop_assert_eq!(among, grade(ray(&board, *p, *q)));
            }
        }
    }

    /// Merged ground gives the same result for every line as
    /// single cells, including where much of the ground is level.
    #[test]
    fn joined_ground_stops_the_same_lines(
        (board, bodies) in bodies_on_board(),
        heights in prop::collection::vec(-1..3_i32, 12),
    ) {
        let mut board = board;
        let cells: Vec<Cell> = board.cells().collect();
        for cell in cells {
            let height = heights[usize::from(cell.x as u16 / 2 + 4 * (cell.y as u16 / 2))];
            if let Some(tile) = board.tile_mut(cell).filter(|_| height > 0) {
                tile.elevation = Hm(height);
            }
        }
        let ends: Vec<_> = bodies.iter().filter_map(|x| Samples::on(&board, x.into())).collect();
        let [a, b, ..] = &ends[..] else { return Ok(()) };
        let single = sight_scene(&board, &a.bundle(), &b.bundle());
        let Some(joined) = joined_scene(&board, &a.bundle(), &b.bundle()) else { return Ok(()) };
        for p in a.points() {
            for q in b.points() {
                let line = Line::new(*p, *q);
                let fares = |list: &[_]| super::ray::grade(list, &line, &mut 0);
                prop_assert_eq!(fares(&single), fares(&joined), "{:?} {:?}", p, q);
            }
        }
    }

    /// Ground and walls that are said to block everything block every line.
    #[test]
    fn ridges_block_every_line(
        (board, bodies) in bodies_on_board(),
        (along, at) in (any::<bool>(), 0..HEIGHT),
        ridge in prop::collection::vec((0..14_i32, prop::option::of(0..EdgeKind::ALL.len())), 7),
    ) {
        let mut board = board;
        for (i, (height, wall)) in (0_i16..).zip(ridge) {
            let cell = if along { Cell::new(i, at) } else { Cell::new(at, i) };
            let side = if along { Dir::N } else { Dir::W };
            match wall {
                Some(kind) => {
                    board.set_edge(cell, side, Some(Edge::new(EdgeKind::ALL[kind])));
                }
                None => {
                    if let Some(tile) = board.tile_mut(cell) {
                        tile.elevation = Hm(height);
                    }
                }
            }
        }
        let ends: Vec<_> = bodies.iter().filter_map(|x| Samples::on(&board, x.into())).collect();
        let [a, b, ..] = &ends[..] else { return Ok(()) };
        if joined_scene(&board, &a.bundle(), &b.bundle()).is_none() {
            for p in a.points() {
                for q in b.points() {
                    prop_assert!(matches!(ray(&board, *p, *q), Ray::Hard(_)), "{:?} {:?}", p, q);
                }
            }
        }
    }

    /// There is sight exactly if any line is clear.
    #[test]
    fn sight_is_any_clear_line((board, bodies) in bodies_on_board(), bare in any::<bool>()) {
        let mut board = board;
        if bare {
            // Levers and the like next to either end do not count.
            let things: Vec<_> = board.things().map(|(id, _)| id).collect();
            for id in things {
                board.remove_thing(id);
            }
        }
        let ends: Vec<_> = bodies.iter().filter_map(|x| Samples::on(&board, x.into())).collect();
        let [a, b, ..] = &ends[..] else { return Ok(()) };
        let clear = |p: &Point| b.points().iter().any(|q| ray(&board, *p, *q) == Ray::Clear);
        let any = a.points().iter().any(clear);
        let seen = sees(&board, &bodies[0], &bodies[1]);
        prop_assert!(seen >= any);
        prop_assert!(!bare || seen == any);
    }

    #[test]
    fn sight_and_sound_are_symmetric((board, bodies) in bodies_on_board()) {
        for a in &bodies {
            for b in &bodies {
                prop_assert_eq!(sees(&board, a, b), sees(&board, b, a));
                prop_assert_eq!(sound_path(&board, a, b), sound_path(&board, b, a));
            }
        }
    }

    #[test]
    fn more_matter_never_adds_sight((board, bodies) in bodies_on_board(), more in addition()) {
        let [a, b, ..] = &bodies[..] else { return Ok(()) };
        let mut fuller = board.clone();
        more.add(&mut fuller);
        prop_assert!(sees(&board, a, b) || !sees(&fuller, a, b));
        let (less, more) = (hidden(&board, a, b), hidden(&fuller, a, b));
        prop_assert!(measure(&less) <= measure(&more), "{:?} before {:?}", less, more);
        // While the target is in sight, the hard share alone does not decrease either.
        if !more.total().is_all() {
            prop_assert!(less.hard.part <= more.hard.part);
        }
    }

    /// Higher ground raises what stands on it. So only cells without things, lintels and volumes
    /// are raised here, and bodies keep their height.
    #[test]
    fn higher_ground_never_adds_sight(
        (board, bodies) in bodies_on_board(),
        at in cell(),
        by in 1..4_i32,
    ) {
        let [a, b, ..] = &bodies[..] else { return Ok(()) };
        let gap = |board: &Board, side: Dir| board.edge(at, side).is_some_and(|e| {
            e.bands().into_iter().flatten().any(|band| band.from.is_some())
        });
        let mut board = board;
        if let Some((id, _)) = board.thing_in(at) {
            board.remove_thing(id);
        }
        for side in Dir::SIDES {
            if gap(&board, side) {
                board.set_edge(at, side, None);
            }
        }
        let mut higher = board.clone();
        if let Some(tile) = higher.tile_mut(at) {
            tile.elevation += Hm(by);
        }
        prop_assert!(sees(&board, a, b) || !sees(&higher, a, b));
        prop_assert!(measure(&hidden(&board, a, b)) <= measure(&hidden(&higher, a, b)));
    }

    #[test]
    fn fully_hidden_is_out_of_sight((board, bodies) in bodies_on_board()) {
        for (a, b) in bodies.iter().zip(bodies.iter().skip(1)) {
            let h = hidden(&board, a, b);
            prop_assert_eq!(sees(&board, a, b), !h.total().is_all());
            prop_assert_eq!(has_line_of_effect(&board, a, b), !h.hard.is_all());
            let credited: u32 = h.blockers.iter().map(|x| x.share.part).sum();
            prop_assert_eq!(credited, h.total().part);
        }
    }

    #[test]
    fn facts_turn_with_the_board((board, bodies) in bodies_on_board()) {
        let [a, b, ..] = &bodies[..] else { return Ok(()) };
        let ids = |bodies: &[Body]| -> Vec<UnitId> {
            in_the_way(bodies, &bodies[0], &bodies[1]).iter().map(|h| h.id).collect()
        };
        let straight = facts(&board, a, b);
        for turn in Turn::all() {
            let turned: Vec<Body> = bodies.iter().map(|x| turn.body(&board, x)).collect();
            let other = turn.board(&board);
            prop_assert_eq!(&straight, &facts(&other, &turned[0], &turned[1]), "{:?}", turn);
            prop_assert_eq!(ids(&bodies), ids(&turned));
        }
    }

    /// Solid cells that meet at corners let no line through.
    #[test]
    fn no_line_passes_through_a_diagonal_of_solid_cells(
        (least, more) in (0..50_i32, 10..60_i32),
        (other_least, other_more) in (0..50_i32, 10..60_i32),
        (z, other_z) in (-8..60_i32, -8..60_i32),
    ) {
        let mut board = Board::new(HEIGHT as u16, HEIGHT as u16);
        for i in 0..HEIGHT {
            board.tile_mut(Cell::new(i, i)).expect("on the board").terrain = Terrain::Solid;
        }
        // One end is north-east of the row of solid cells, the other south-west of it.
        let most = |least: i32, more: i32| ((least + more) * 10).min(599);
        let a = Point { x: most(least, more), y: least * 10, z };
        let b = Point { x: other_least * 10, y: most(other_least, other_more), z: other_z };
        prop_assert!(matches!(ray(&board, a, b), Ray::Hard(Blocker::Column(_))));
    }
}

#[test]
fn an_unhidden_target_measures_zero() {
    assert_eq!(measure(&Hidden::NONE), (false, 0, 0));
    assert_eq!(Hidden::NONE.total(), Share::NONE);
}

#[test]
fn a_ridge_hides_unless_it_has_a_gap() {
    let mut board = Board::new(9, 5);
    for y in 0..5 {
        board.tile_mut(Cell::new(4, y)).unwrap().elevation = Hm(6);
    }
    let (a, b) = (man(0, 1, 2), man(1, 7, 1));
    let behind = |board: &Board| {
        let ends = [&a, &b].map(|end| Samples::on(board, end.into()).unwrap().bundle());
        joined_scene(board, &ends[0], &ends[1]).is_none()
    };
    assert!(behind(&board));
    let gap = Cell::new(4, 1);
    board.tile_mut(gap).unwrap().elevation = Hm(0);
    assert!(!behind(&board));
    board.set_edge(gap, Dir::W, Some(Edge::new(EdgeKind::Wall)));
    assert!(behind(&board), "a wall fills the gap");
    board.set_edge(gap, Dir::W, Some(Edge { open: true, ..Edge::new(EdgeKind::Window) }));
    assert!(!behind(&board), "not so an open window");
}
