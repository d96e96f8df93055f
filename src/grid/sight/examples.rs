//! Examples with values computed by hand. Bodies are 2 m tall: their sample points are at 0.25,
//! 0.75, 1.25 and 1.75 m, five at each height.

use super::boards::{air, man, open, prone, put, put_high, raise, wall};
use super::*;
use crate::{
    Atmosphere, Blocker, Board, Body, Cell, Dir, EdgeAt, EdgeKind, Hidden, Hiding, Hm, Material,
    Share, Terrain, ThingKind, UnitId, VolumeId,
};

fn field() -> Board {
    Board::new(12, 6)
}

fn solid(board: &mut Board, x: i16, y: i16) {
    board.tile_mut(Cell::new(x, y)).expect("on the board").terrain = Terrain::Solid;
}

fn of_20(part: u32) -> Share {
    Share { part, whole: 20 }
}

fn shares(h: &Hidden) -> (u32, u32, u32) {
    (h.hard.part, h.soft.part, h.hard.whole)
}

fn over(x: i16, y: i16) -> Point {
    Point::over(Cell::new(x, y), Hm(2))
}

#[test]
fn nothing_is_hidden_on_open_ground() {
    let board = field();
    let (a, b) = (man(0, 0, 0), man(1, 11, 5));
    assert!(sees(&board, &a, &b));
    assert_eq!(hidden(&board, &a, &b), Hidden::NONE);
}

#[test]
fn no_line_passes_between_two_solid_cells() {
    let mut board = field();
    solid(&mut board, 2, 1);
    // A single corner only grazes the line.
    assert_eq!(ray(&board, over(1, 1), over(2, 2)), Ray::Clear);
    assert!(sees(&board, &man(0, 1, 1), &man(1, 2, 2)));
    solid(&mut board, 1, 2);
    assert!(matches!(ray(&board, over(1, 1), over(2, 2)), Ray::Hard(Blocker::Column(_))));
    assert!(!sees(&board, &man(0, 1, 1), &man(1, 2, 2)));
}

#[test]
fn no_line_passes_between_walls_that_meet() {
    // Around the corner of a room, and past the joint of a straight wall.
    for second in [(2, 2, Dir::N), (2, 1, Dir::W), (1, 2, Dir::N)] {
        let mut board = field();
        wall(&mut board, 2, 2, Dir::W, EdgeKind::Wall);
        assert_eq!(ray(&board, over(1, 1), over(2, 2)), Ray::Clear);
        let (x, y, side) = second;
        wall(&mut board, x, y, side, EdgeKind::Wall);
        let hit = ray(&board, over(1, 1), over(2, 2));
        // The western wall ends the line on one side; a second one to its south does not matter.
        let closed = second != (1, 2, Dir::N);
        assert_eq!(matches!(hit, Ray::Hard(Blocker::Edge(..))), closed, "{second:?}");
    }
}

#[test]
fn lines_along_a_seam() {
    let mut board = field();
    let (a, b) = (
        Point::within(Cell::new(3, 0), 0, 50, Hm(2)),
        Point::within(Cell::new(3, 4), 0, 50, Hm(2)),
    );
    wall(&mut board, 3, 2, Dir::W, EdgeKind::Wall);
    assert_eq!(ray(&board, a, b), Ray::Clear, "lengthwise through a wall without thickness");
    solid(&mut board, 2, 2);
    assert_eq!(ray(&board, a, b), Ray::Clear, "along one face");
    solid(&mut board, 3, 2);
    assert!(matches!(ray(&board, a, b), Ray::Hard(_)), "along the face between two");
    assert!(!matches!(ray(&board, b, a), Ray::Clear));
}

#[test]
fn lines_may_touch_rims_and_report_the_first_blocker() {
    let mut board = field();
    raise(&mut board, 3, 0, 2);
    assert_eq!(ray(&board, over(0, 0), over(8, 0)), Ray::Clear, "level with the rim");
    raise(&mut board, 5, 0, 3);
    let bush = put(&mut board, 2, 0, ThingKind::Bush);
    let (column, bush) = (Blocker::Column(Cell::new(5, 0)), Blocker::Thing(bush));
    assert_eq!(ray(&board, over(0, 0), over(8, 0)), Ray::Hard(column));
    assert_eq!(ray(&board, over(0, 0), over(4, 0)), Ray::Soft(bush));
    let off = Cell::new(-1, 0);
    assert_eq!(ray(&board, over(-1, 0), over(4, 0)), Ray::Hard(Blocker::Column(off)));
}

/// MO-327, TU-166, EV-415: a low wall hides half, at any distance and from either side.
#[test]
fn low_wall_between_neighbours_and_from_afar() {
    let mut board = field();
    wall(&mut board, 1, 0, Dir::W, EdgeKind::LowWall);
    let target = man(1, 0, 0);
    let wall = Hiding {
        blocker: Blocker::Edge(EdgeAt::ground(Cell::new(1, 0), Dir::W)),
        material: Some(Material::Stone),
        share: of_20(10),
    };
    for x in [1, 2, 4, 11] {
        let h = hidden(&board, &man(0, x, 0), &target);
        assert_eq!((shares(&h), &h.blockers[..]), ((10, 0, 20), &[wall][..]), "from {x}");
    }
    // Both neighbours stand at the wall, and each shelters behind it.
    assert_eq!(shares(&hidden(&board, &target, &man(0, 1, 0))), (10, 0, 20));
    // But against a more distant target it is at the archer's own feet (DESIGN 3).
    assert_eq!(hidden(&board, &target, &man(0, 4, 0)), Hidden::NONE);
}

#[test]
fn walls_at_the_sides_of_the_target_do_not_shelter() {
    let mut board = field();
    wall(&mut board, 0, 0, Dir::S, EdgeKind::Wall);
    assert_eq!(hidden(&board, &man(0, 5, 0), &man(1, 0, 0)), Hidden::NONE);
}

#[test]
fn tower_over_low_walls() {
    let mut board = field();
    wall(&mut board, 1, 0, Dir::W, EdgeKind::LowWall);
    let on_tower = |board: &mut Board, x: i16| {
        raise(board, x, 0, 6);
        Body { feet: Hm(6), ..man(0, x, 0) }
    };
    // The eye at 4.75 m is 3.75 m above the wall: steep from 2 m away, but not from 4 m.
    let far = on_tower(&mut board, 4);
    assert_eq!(shares(&hidden(&board, &far, &man(1, 0, 0))), (10, 0, 20));
    let near = on_tower(&mut board, 2);
    // Only the two lowest points right behind the wall: 0.25 m high, 20 cm behind it.
    assert_eq!(shares(&hidden(&board, &near, &man(1, 0, 0))), (2, 0, 20));
    // A low wall around the tower's top does not obstruct the archer.
    wall(&mut board, 5, 0, Dir::W, EdgeKind::LowWall);
    assert!(sees(&board, &far, &man(1, 8, 0)));
    assert_eq!(hidden(&board, &far, &man(1, 8, 0)), Hidden::NONE);
}

#[test]
fn crate_in_front_of_a_standing_man() {
    let mut board = field();
    let id = put(&mut board, 1, 0, ThingKind::Crate);
    let h = hidden(&board, &man(0, 10, 0), &man(1, 0, 0));
    assert_eq!(shares(&h), (10, 0, 20));
    assert_eq!(h.blockers.len(), 1);
    assert_eq!(h.blockers[0].blocker, Blocker::Thing(id));
    assert_eq!(h.blockers[0].material, Some(Material::Wood));
    // Far from the target and close to the attacker, it hides nothing.
    assert_eq!(hidden(&board, &man(0, 0, 0), &man(1, 10, 0)), Hidden::NONE);
}

/// MO-327: an open window hides half; a closed window or a closed door hides everything.
#[test]
fn windows_and_doors() {
    let (a, b) = (man(0, 10, 0), man(1, 0, 0));
    let mut board = field();
    open(&mut board, 0, 0, Dir::E, EdgeKind::Window);
    assert_eq!(shares(&hidden(&board, &a, &b)), (10, 0, 20));
    wall(&mut board, 0, 0, Dir::E, EdgeKind::Window);
    assert_eq!(shares(&hidden(&board, &a, &b)), (20, 0, 20));
    open(&mut board, 0, 0, Dir::E, EdgeKind::Door);
    assert_eq!(hidden(&board, &a, &b), Hidden::NONE);
    wall(&mut board, 0, 0, Dir::E, EdgeKind::Gate);
    assert_eq!(hidden(&board, &a, &b), Hidden::NONE, "bars hide nothing");
}

/// A battlement hides its parapet's 1 m and, as merlons, the top half metre of a man; through the
/// slit between them he sees everything, over level ground and down from a wall.
#[test]
fn battlements_hide_three_quarters_of_who_stands_behind_them() {
    let (far, behind) = (man(0, 10, 0), man(1, 0, 0));
    let mut board = field();
    wall(&mut board, 0, 0, Dir::E, EdgeKind::Battlement);
    let found = hidden(&board, &far, &behind);
    assert_eq!(shares(&found), (15, 0, 20));
    assert_eq!(found.blockers.len(), 1);
    assert_eq!(found.blockers[0].material, Some(Material::Stone));
    assert_eq!(hidden(&board, &behind, &far), Hidden::NONE);
    assert!(sees(&board, &far, &behind) && sees(&board, &behind, &far));
    // Beside it no man is hidden; lying behind it, he is out of sight.
    assert_eq!(hidden(&board, &man(2, 10, 3), &man(3, 0, 3)), Hidden::NONE);
    assert!(!sees(&board, &far, &prone(behind)));
    // On a tower of 6 m, over the foot of the wall three cells away.
    let mut tower = field();
    raise(&mut tower, 0, 0, 12);
    wall(&mut tower, 0, 0, Dir::E, EdgeKind::Battlement);
    let (above, below) = (Body { feet: Hm(12), ..man(1, 0, 0) }, man(0, 4, 0));
    assert!(sees(&tower, &above, &below) && sees(&tower, &below, &above));
    assert_eq!(hidden(&tower, &above, &below), Hidden::NONE);
    assert!(hidden(&tower, &below, &above).hard.part >= 15);
}

/// VG-304: also what stands behind something sturdier or nearer to the target hides its part.
#[test]
fn each_obstruction_is_counted_by_itself() {
    let (a, b) = (man(0, 0, 0), man(1, 5, 0));
    let mut board = field();
    assert!(obstructions(&board, &a, &b).is_empty());
    let crate_box = Blocker::Thing(put(&mut board, 4, 0, ThingKind::Crate));
    let bush = Blocker::Thing(put(&mut board, 3, 0, ThingKind::Bush));
    let pillar = Blocker::Thing(put_high(&mut board, 2, 0, ThingKind::Altar, 8));
    let all = obstructions(&board, &a, &b);
    let part = |of: Blocker| all.iter().find(|it| it.blocker == of).map_or(0, |it| it.share.part);
    assert!(part(pillar) >= 15 && part(crate_box) >= 5 && part(bush) >= 5, "{all:?}");
    assert!(all.is_sorted_by_key(|it| std::cmp::Reverse(it.share.part)));
    for hiding in hidden(&board, &a, &b).blockers {
        assert!(hiding.share.part <= part(hiding.blocker), "{hiding:?}");
    }
}

/// PR-224: a target behind the bars of a closed gate is not seen freely.
#[test]
fn bars_are_reported() {
    let (a, b) = (man(0, 10, 0), man(1, 0, 0));
    let mut board = field();
    assert!(!behind_bars(&board, &a, &b));
    wall(&mut board, 3, 0, Dir::E, EdgeKind::Gate);
    assert!(behind_bars(&board, &a, &b) && behind_bars(&board, &b, &a) && sees(&board, &a, &b));
    let aside = man(2, 10, 4);
    assert!(!behind_bars(&board, &man(3, 0, 4), &aside), "the gate is not in the line");
    let above = Body { feet: Hm(20), ..b.clone() };
    assert!(!behind_bars(&board, &a, &above), "the line passes over it");
    open(&mut board, 3, 0, Dir::E, EdgeKind::Gate);
    assert!(!behind_bars(&board, &a, &b));
}

/// PR-235: behind a closed door a target is fully hidden and out of sight.
#[test]
fn closed_door_hides_everything() {
    let mut board = field();
    wall(&mut board, 3, 0, Dir::W, EdgeKind::Door);
    let (a, b) = (man(0, 5, 0), man(1, 0, 0));
    assert!(!sees(&board, &a, &b) && !sees(&board, &b, &a));
    assert!(hidden(&board, &a, &b).total().is_all());
}

/// PR-235: hard and soft matter together may hide everything.
#[test]
fn hard_and_soft_together_hide_everything() {
    let mut board = field();
    wall(&mut board, 1, 0, Dir::W, EdgeKind::LowWall);
    let mut smoke = air(1, &[(1, 0)], 6);
    smoke.hides = true;
    board.add_volume(smoke);
    let (a, b) = (man(0, 11, 0), man(1, 0, 0));
    assert!(!sees(&board, &a, &b));
    assert_eq!(shares(&hidden(&board, &a, &b)), (10, 10, 20));
}

/// MO-328: a low wall hides a prone body from a distant
/// shooter; a shooter right at the wall looks over it.
#[test]
fn prone_behind_a_low_wall() {
    let mut board = field();
    wall(&mut board, 1, 0, Dir::W, EdgeKind::LowWall);
    let target = prone(man(1, 0, 0));
    assert!(!sees(&board, &man(0, 10, 0), &target));
    assert!(hidden(&board, &man(0, 10, 0), &target).total().is_all());
    assert!(sees(&board, &man(0, 1, 0), &target));
    assert_eq!(shares(&hidden(&board, &man(0, 1, 0), &target)), (19, 0, 20));
}

#[test]
fn bushes_give_soft_cover() {
    let mut board = field();
    put(&mut board, 0, 0, ThingKind::Bush);
    let (a, b) = (man(0, 10, 0), man(1, 0, 0));
    assert_eq!(shares(&hidden(&board, &a, &b)), (0, 15, 20));
    // Looking out of it, nothing is hidden.
    assert_eq!(hidden(&board, &b, &a), Hidden::NONE);
    // A bush taller than the man hides both him and what he looks at.
    let mut board = field();
    put_high(&mut board, 0, 0, ThingKind::Bush, 5);
    assert!(!sees(&board, &a, &b) && !sees(&board, &b, &a));
    assert_eq!(shares(&hidden(&board, &a, &b)), (0, 20, 20));
}

#[test]
fn trees_have_a_trunk_and_a_crown() {
    let mut board = field();
    let id = Blocker::Thing(put(&mut board, 5, 0, ThingKind::Tree));
    let line = |south: i32, height: i32| {
        let at = |x: i16| Point::within(Cell::new(x, 0), 50, south, Hm(height));
        ray(&board, at(1), at(9))
    };
    assert_eq!(line(50, 1), Ray::Hard(id));
    assert_eq!(line(50, 3), Ray::Soft(id), "level with the top of the trunk");
    assert_eq!(line(50, 5), Ray::Soft(id));
    assert_eq!(line(25, 5), Ray::Soft(id), "the crown is wider than the trunk");
    assert_eq!(line(25, 1), Ray::Clear);
    assert_eq!(line(50, 8), Ray::Clear, "level with the top of the crown");
}

#[test]
fn bridges_are_decks() {
    let mut board = field();
    put_high(&mut board, 2, 2, ThingKind::Bridge, 6);
    let under = man(0, 2, 2);
    let above = Body { feet: Hm(10), ..man(1, 2, 2) };
    assert!(!sees(&board, &under, &above), "straight up through the deck");
    assert_eq!(hidden(&board, &man(2, 9, 2), &under), Hidden::NONE, "from the side");
    assert!(sees(&field(), &under, &above));
}

#[test]
fn levers_do_not_hide_the_unit_in_their_cell() {
    let mut board = field();
    put(&mut board, 0, 0, ThingKind::Lever);
    assert_eq!(hidden(&board, &man(0, 10, 0), &man(1, 0, 0)), Hidden::NONE);
}

/// PR-239: murk across the line blocks sight.
#[test]
fn murk_blocks_sight() {
    let mut board = field();
    let mut murk = air(3, &[(4, 0), (4, 1), (4, 2)], 6);
    murk.blocks_sight = true;
    board.add_volume(murk);
    assert!(!sees(&board, &man(0, 0, 1), &man(1, 8, 1)));
    assert!(has_line_of_effect(&board, &man(0, 0, 1), &man(1, 8, 1)), "it conceals, no more");
    assert_eq!(ray(&board, over(0, 1), over(8, 1)), Ray::Soft(Blocker::Volume(VolumeId(3))));
    board.remove_volume(VolumeId(3));
    assert!(sees(&board, &man(0, 0, 1), &man(1, 8, 1)));
}

/// PR-248: cover from an area's centre.
#[test]
fn hidden_from_a_point() {
    let mut board = field();
    wall(&mut board, 1, 0, Dir::W, EdgeKind::LowWall);
    let target = man(1, 0, 0);
    let from = |x: i16, z: i32| shares(&hidden(&board, (Cell::new(x, 0), Hm(z)), &target));
    assert_eq!(from(0, 8), (0, 0, 1), "from above");
    assert_eq!(from(6, 1), (10, 0, 20), "from the ground beyond the wall");
    assert!(sees(&board, (Cell::new(0, 0), Hm(8)), &target));
    assert!(!sees(&board, (Cell::new(0, 0), Hm(1)), (Cell::new(5, 0), Hm(1))));
}

#[test]
fn stone_takes_precedence_over_wood() {
    // EV-414: with a plank barricade in front of a low wall, the wall is credited.
    let mut board = field();
    wall(&mut board, 1, 0, Dir::W, EdgeKind::LowWall);
    put(&mut board, 1, 0, ThingKind::Barricade);
    let h = hidden(&board, &man(0, 10, 0), &man(1, 0, 0));
    assert_eq!(h.blockers.len(), 1);
    assert_eq!((h.blockers[0].material, h.blockers[0].share), (Some(Material::Stone), of_20(10)));
}

#[test]
fn large_bodies_have_nine_points_in_plan() {
    let mut board = field();
    // A wall along the northern half of a 2 x 2 body hides its northern third.
    wall(&mut board, 2, 0, Dir::W, EdgeKind::Wall);
    let big = Body { size: 2, ..man(1, 0, 0) };
    let h = hidden(&board, &man(0, 10, 1), &big);
    assert_eq!(shares(&h), (12, 0, 36));
}

/// PR-229, PR-232: bodies in the way, nearest to the target first.
#[test]
fn creatures_in_the_way() {
    let (a, b) = (man(0, 10, 0), man(1, 0, 0));
    let bodies = [
        a.clone(),
        b.clone(),
        man(2, 7, 0),
        man(3, 3, 0),
        // 5 m up, lying down, in the next row, dead.
        Body { feet: Hm(10), ..man(4, 4, 0) },
        prone(man(5, 5, 0)),
        man(6, 6, 1),
        Body { blocking: false, ..man(7, 8, 0) },
        // On the target's cell.
        Body { height: Hm(3), ..man(8, 0, 0) },
    ];
    let hits = in_the_way(&bodies, &a, &b);
    let ids: Vec<_> = hits.iter().map(|h| h.id).collect();
    assert_eq!(ids, [UnitId(8), UnitId(3), UnitId(2)]);
    assert!(hits[0].shares_space && !hits[1].shares_space);
}

#[test]
fn creatures_at_a_corner_of_the_line_are_not_in_the_way() {
    let bodies = [man(2, 1, 0), man(3, 0, 1)];
    assert_eq!(in_the_way(&bodies, &man(0, 0, 0), &man(1, 1, 1)), []);
}

/// What sound passes through, without the length of the path.
fn heard(board: &Board, a: &Body, b: &Body) -> SoundPath {
    SoundPath { length_cm: 0, ..sound_path(board, a, b).expect("on the board") }
}

/// VG-255: no sound through a vacuum; EV-87: the path length is compared with the range of hearing.
#[test]
fn sound_paths_have_a_length_and_report_airless_cells() {
    let mut board = field();
    let path = |board: &Board| sound_path(board, &man(0, 0, 0), &man(1, 10, 0)).expect("on it");
    assert_eq!((path(&board).length_cm, path(&board).airless_cm), (1000, 0));
    for x in [3, 4] {
        board.tile_mut(Cell::new(x, 0)).expect("on the board").airless = true;
    }
    assert_eq!(path(&board).airless_cm, 200);
    board.set_atmosphere(Atmosphere { airless: true, ..Atmosphere::default() });
    assert!((1000..=1011).contains(&path(&board).airless_cm), "rounded up per cell");
}

/// PR-241: stone walls and rock.
#[test]
fn sound_path_through_stone() {
    let mut board = field();
    wall(&mut board, 3, 0, Dir::W, EdgeKind::Wall);
    let (a, b) = (man(0, 0, 0), man(1, 6, 0));
    assert_eq!(heard(&board, &a, &b), SoundPath { stone_cm: 30, ..SoundPath::default() });
    let mut board = field();
    raise(&mut board, 3, 0, 6);
    raise(&mut board, 4, 0, 6);
    assert_eq!(heard(&board, &a, &b).cm(Material::Stone), 200);
}

/// PR-242, PR-243: thicknesses add up; PR-245: objects below the line do not count.
#[test]
fn sound_path_through_doors_and_crates() {
    let mut board = field();
    wall(&mut board, 2, 0, Dir::W, EdgeKind::Door);
    let low = put(&mut board, 4, 0, ThingKind::Crate);
    let (a, b) = (man(0, 0, 0), man(1, 6, 0));
    assert_eq!(heard(&board, &a, &b), SoundPath { wood_cm: 10, ..SoundPath::default() });
    board.remove_thing(low);
    put_high(&mut board, 4, 0, ThingKind::Crate, 4);
    assert_eq!(heard(&board, &a, &b).wood_cm, 90);
    put_high(&mut board, 3, 0, ThingKind::DeadTree, 6);
    assert_eq!(heard(&board, &a, &b).wood_cm, 130);
    open(&mut board, 2, 0, Dir::W, EdgeKind::Door);
    assert_eq!(heard(&board, &a, &b).wood_cm, 120);
}

/// PR-244: foliage is reported separately.
#[test]
fn sound_path_through_foliage() {
    let mut board = field();
    for x in 1..6 {
        put(&mut board, x, 0, ThingKind::Bush);
    }
    let path = heard(&board, &man(0, 0, 0), &man(1, 6, 0));
    assert_eq!(path, SoundPath { foliage_cm: 500, ..SoundPath::default() });
}

/// PR-246: water counts when an end is submerged.
#[test]
fn sound_path_through_water() {
    let mut board = field();
    for x in 1..12 {
        let tile = board.tile_mut(Cell::new(x, 0)).expect("on the board");
        *tile = Terrain::Water.tile();
        (tile.elevation, tile.depth) = (Hm(-8), Hm(8));
    }
    let listener = man(0, 0, 0);
    let swimmer = Body { feet: Hm(-2), ..man(1, 4, 0) };
    assert_eq!(heard(&board, &listener, &swimmer), SoundPath::default());
    // From 1 m up at 0.5 m to 3 m down at 4.5 m: the line meets the surface at 1.5 m. That is 50,
    // 100, 100 and 50 cm in plan, each times the root of 2 and rounded up.
    let diver = Body { feet: Hm(-8), ..man(1, 4, 0) };
    let path = heard(&board, &listener, &diver);
    assert_eq!(path, SoundPath { deep_water_cm: 71 + 142 + 142 + 71, ..SoundPath::default() });
}

/// PR-240: no sound into, out of, inside or through a hush.
#[test]
fn hush() {
    let mut board = field();
    let mut hush = air(1, &[(3, 0), (4, 0)], 6);
    hush.blocks_sound = true;
    board.add_volume(hush);
    let silenced = |a: i16, b: i16| heard(&board, &man(0, a, 0), &man(1, b, 0)).silenced;
    assert!(silenced(0, 3) && silenced(3, 0) && silenced(3, 4) && silenced(0, 8));
    assert!(!silenced(5, 8));
    assert!(!heard(&board, &man(0, 0, 2), &man(1, 8, 2)).silenced);
}

#[test]
fn sound_does_not_pass_between_columns_either() {
    let mut board = field();
    solid(&mut board, 2, 1);
    assert_eq!(heard(&board, &man(0, 1, 1), &man(1, 2, 2)), SoundPath::default());
    put_high(&mut board, 1, 2, ThingKind::Barrel, 6);
    // Paths around the corner: through rock, or through the barrel.
    assert_eq!(heard(&board, &man(0, 1, 1), &man(1, 2, 2)).wood_cm, 100);
    solid(&mut board, 1, 2);
    assert!(heard(&board, &man(0, 1, 1), &man(1, 2, 2)).stone_cm > 0);
}
