//! Tests of light and shade on the ground.

use super::*;

fn hill() -> Board {
    let mut b = Board::new(6, 6);
    b.tile_mut(Cell::new(2, 2)).unwrap().elevation = Hm(4);
    b
}

#[test]
fn the_foot_of_a_hill_is_darker_than_the_open_field() {
    let r = Relief::new(&hill());
    let foot = r.openness(Vec3::new(3.05, 0.0, 2.5));
    let field = r.openness(Vec3::new(5.5, 0.0, 5.5));
    assert!(foot < 0.9 * field, "{foot} {field}");
}

#[test]
fn hills_walls_and_things_cast_shadows_away_from_the_sun() {
    let mut b = hill();
    let r = Relief::new(&b);
    // The sun is in the south-west: the north-east side lies in shadow.
    assert!(r.sunlight(Vec3::new(3.3, 0.0, 2.3)) < 0.2);
    assert!(r.sunlight(Vec3::new(1.5, 0.0, 2.6)) > 0.9);
    b.tile_mut(Cell::new(2, 2)).unwrap().elevation = Hm(0);
    assert!(Relief::new(&b).sunlight(Vec3::new(3.3, 0.0, 2.3)) > 0.9);
    b.set_edge(Cell::new(3, 2), Dir::W, Some(Edge::new(EdgeKind::Wall)));
    assert!(Relief::new(&b).sunlight(Vec3::new(3.3, 0.0, 2.3)) < 0.2);
    b.set_edge(Cell::new(3, 2), Dir::W, None);
    let kind = ThingKind::Pillar;
    let height = kind.spec().height;
    b.add_thing(Thing { height, ..Thing::new(kind, Cell::new(2, 2)) });
    assert!(Relief::new(&b).sunlight(Vec3::new(3.2, 0.0, 2.25)) < 0.3);
}

/// Samples of a relief, all over the board.
fn samples(r: &Relief) -> Vec<(f32, f32, f32, f32)> {
    let points = (0..20).flat_map(|z| (0..20).map(move |x| (x as f32 * 0.3, z as f32 * 0.3)));
    let one = |(x, z): (f32, f32)| {
        let p = Vec3::new(x, 0.1, z);
        (r.surface(cell_at(x, z)), r.top(x, z), r.openness(p), r.sunlight(p))
    };
    points.map(one).collect()
}

#[test]
fn an_updated_relief_equals_a_new_relief() {
    let mut board = hill();
    let at = |x, y| Cell::new(x, y);
    let thing = Thing::new;
    let tree = board.add_thing(thing(ThingKind::Tree, at(4, 4)));
    board.add_thing(thing(ThingKind::Boulder, at(4, 3)));
    let mut dirty_cells = Relief::new(&board);
    board.tile_mut(at(2, 2)).unwrap().elevation = Hm(-3);
    *board.tile_mut(at(0, 5)).unwrap() = grid::Terrain::Water.tile();
    board.set_edge(at(3, 2), Dir::W, Some(Edge::new(EdgeKind::Wall)));
    board.set_edge(at(5, 5), Dir::S, Some(Edge::new(EdgeKind::Wall)));
    board.remove_thing(tree.unwrap());
    let cells = [at(2, 2), at(0, 5), at(3, 2), at(5, 5), at(4, 4)];
    dirty_cells.update(&board, &cells, true);
    assert_eq!(samples(&dirty_cells), samples(&Relief::new(&board)));
}

/// Skipping tests where nothing nearby is high enough makes no difference.
#[test]
fn shade_and_shadow_are_the_same_without_skipping() {
    let mut board = Board::new(26, 18);
    for (x, y, rise) in [(4, 9, 6), (5, 9, 2), (13, 3, 9), (20, 14, 1), (25, 17, 4)] {
        board.tile_mut(Cell::new(x, y)).unwrap().elevation = Hm(rise);
    }
    for (x, y, side) in [(9, 12, Dir::W), (10, 12, Dir::N), (25, 5, Dir::E), (7, 17, Dir::S)] {
        board.set_edge(Cell::new(x, y), side, Some(Edge::new(EdgeKind::Wall)));
    }
    for (x, y, kind) in [(2, 2, ThingKind::Tree), (18, 8, ThingKind::Pillar)] {
        let (cell, height) = (Cell::new(x, y), kind.spec().height);
        board.add_thing(Thing { height, ..Thing::new(kind, cell) });
    }
    let quick = Relief::new(&board);
    let mut plain = Relief::new(&board);
    plain.crests.never();
    let points = (-4..184).flat_map(|z| (-4..264).map(move |x| (x as f32 * 0.1, z as f32 * 0.1)));
    for (x, z) in points {
        for y in [0.0, 0.6, 3.0] {
            let p = Vec3::new(x, y, z);
            let light = |r: &Relief| (r.openness(p).to_bits(), r.sunlight(p).to_bits());
            assert_eq!(light(&quick), light(&plain), "{p}");
        }
    }
}

#[test]
fn cells_off_the_board_are_at_the_underside() {
    let r = Relief::new(&hill());
    assert!((r.floor(Cell::new(-1, 0)) - r.base()).abs() < 1e-6);
    assert!(r.base() < 0.0);
}
