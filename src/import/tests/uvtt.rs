//! Universal VTT files.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use grid::{Cell, Dir, Edge, EdgeKind, Lamp, Rgb, ThingKind};
use level::{Daylight, WalkableRegions};

use super::samples::{png, webp};
use super::{edge, has_note, made, refused};
use crate::ImportError;

/// A map of 12 x 8 cells whose own corner is at (2, 1), with these further fields.
pub(super) fn map(fields: &str) -> String {
    format!(
        r#"{{"format": 0.3,
        "resolution": {{"map_origin": {{"x": 2, "y": 1}}, "map_size": {{"x": 12, "y": 8}},
        "pixels_per_grid": 64}}, "portals": [], {fields}}}"#
    )
}

/// Points of the map, in cells of the board.
fn points(list: &[(f64, f64)]) -> String {
    let all = list.iter().map(|(x, y)| format!(r#"{{"x": {}, "y": {}}}"#, x + 2.0, y + 1.0));
    format!("[{}]", all.collect::<Vec<_>>().join(","))
}

fn walls(lines: &[&[(f64, f64)]]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| points(line)).collect();
    format!(r#""line_of_sight": [{}]"#, lines.join(","))
}

#[test]
fn walls_on_the_grid_stay_there() {
    let room = [(1.0, 1.0), (4.0, 1.0), (4.0, 3.0), (1.0, 3.0), (1.0, 1.0)];
    let made = made(&map(&walls(&[&room])), None);
    let wall = Some(Edge::new(EdgeKind::Wall));
    assert_eq!(made.level.edges.len(), 10);
    assert_eq!(edge(&made.level, 1, 1, Dir::N), wall);
    assert_eq!(edge(&made.level, 3, 2, Dir::E), wall);
    assert!(!has_note(&made, "grid"), "{:?}", made.notes);
    assert_eq!((made.level.ground.width(), made.level.ground.height()), (12, 8));
}

#[test]
fn other_walls_move_to_the_grid() {
    let lines: [&[(f64, f64)]; 2] = [&[(1.4, 1.0), (1.4, 5.0)], &[(5.0, 1.0), (9.0, 4.0)]];
    let made = made(&map(&walls(&lines)), None);
    assert!(has_note(&made, "1 wall off the grid moved to it"), "{:?}", made.notes);
    assert!(has_note(&made, "1 slanted or curved wall built as steps"));
    assert_eq!(edge(&made.level, 1, 1, Dir::W).map(|e| e.kind), Some(EdgeKind::Wall));
    assert_eq!(made.level.edges.len(), 4 + 7);
}

#[test]
fn walls_off_the_map_are_cut() {
    let lines: [&[(f64, f64)]; 2] = [&[(-9.0, 2.0), (3.0, 2.0)], &[(20.0, 1.0), (20.0, 4.0)]];
    let made = made(&map(&walls(&lines)), None);
    assert_eq!(made.level.edges.len(), 3);
    assert!(has_note(&made, "1 line off the map left out"));
}

#[test]
fn doors_between_the_lines_fill_their_gap() {
    let lines: [&[(f64, f64)]; 2] = [&[(5.0, 1.0), (5.0, 1.5)], &[(5.0, 2.5), (5.0, 6.0)]];
    let portal = |from: (f64, f64), to: (f64, f64), closed: bool| {
        let bounds = points(&[from, to]);
        format!(r#"{{"bounds": {bounds}, "closed": {closed}, "freestanding": false}}"#)
    };
    let (a, b) = (portal((5.0, 1.5), (5.0, 2.5), true), portal((5.0, 4.2), (5.0, 4.9), false));
    let text =
        map(&walls(&lines)).replace(r#""portals": []"#, &format!(r#""portals": [{a}, {b}]"#));
    let made = made(&text, None);
    let kinds: Vec<_> = (1..6).map(|y| edge(&made.level, 5, y, Dir::W)).collect();
    let (wall, door) = (Some(Edge::new(EdgeKind::Wall)), Edge::new(EdgeKind::Door));
    let open = Some(Edge { open: true, ..door });
    assert_eq!(kinds, [wall, Some(door), wall, open, wall]);
    assert!(has_note(&made, "1 opening left open"));
}

#[test]
fn a_door_with_only_a_middle_stands_in_the_nearest_wall() {
    let lines: [&[(f64, f64)]; 1] = [&[(5.0, 1.0), (5.0, 6.0)]];
    let portal = r#""portals": [{"position": {"x": 7.1, "y": 4.5}, "closed": true}, {}]"#;
    let made = made(&map(&walls(&lines)).replace(r#""portals": []"#, portal), None);
    assert_eq!(edge(&made.level, 5, 3, Dir::W), Some(Edge::new(EdgeKind::Door)));
    assert!(has_note(&made, "Doors without a place"));
}

#[test]
fn a_cave_stays_closed() {
    let spot = |n: u32| {
        let angle = f64::from(n % 90) / 90.0 * std::f64::consts::TAU;
        let far = 3.0 + 0.4 * (3.0 * angle).sin() + if n.is_multiple_of(2) { 0.04 } else { -0.04 };
        (6.0 + far * angle.cos(), 4.0 + far * angle.sin())
    };
    let cave: Vec<(f64, f64)> = (0..=90).map(spot).collect();
    let made = made(&map(&walls(&[&cave])), None);
    let parts = WalkableRegions::of(&made.level.board());
    let [inside, outside] = [(6, 4), (0, 0)].map(|(x, y)| parts.part(Cell::new(x, y)));
    assert!(inside.is_some() && outside.is_some() && inside != outside);
    assert_eq!(parts.sizes().len(), 2, "no pockets");
}

#[test]
fn small_outlines_of_objects_are_pillars() {
    let ring = [(3.2, 3.2), (3.8, 3.2), (3.8, 3.8), (3.2, 3.8), (3.2, 3.2)];
    let text = map(&walls(&[&ring])).replace("line_of_sight", "objects_line_of_sight");
    let made = made(&text, None);
    let pillar = made.level.things.get(&Cell::new(3, 3)).unwrap();
    assert_eq!((pillar.kind, made.level.edges.len()), (ThingKind::Pillar, 0));
}

#[test]
fn lights_have_range_and_colour() {
    let light = r#""lights": [{"position": {"x": 5.5, "y": 4.5}, "range": 4, "intensity": 1,
        "color": "ffeccd8b", "shadows": true}, {"position": {"x": 9, "y": 4}, "range": 0}]"#;
    let made = made(&map(light), None);
    let item = made.level.things.get(&Cell::new(3, 3)).unwrap();
    let colour = Rgb(0xec, 0xcd, 0x8b);
    let lamp = Lamp { bright: 2, dim: 4, colour, flicker: false };
    assert_eq!((item.kind, item.finish.lamp_of(item.kind)), (ThingKind::Lamp, Some(lamp)));
    assert!(has_note(&made, "1 light left out"));
}

#[test]
fn ambient_light_is_the_time_of_day() {
    for (light, day) in [
        ("ffffffff", Daylight::Day),
        ("ff808080", Daylight::Dusk),
        ("ff101020", Daylight::Night),
        ("dark", Daylight::Day),
    ] {
        let field = format!(r#""environment": {{"ambient_light": "{light}"}}"#);
        assert_eq!(made(&map(&field), None).level.light, day, "{light}");
    }
}

#[test]
fn the_picture_covers_the_map() {
    let bytes = png(24, 16);
    let data = STANDARD.encode(&bytes);
    for text in [
        data.clone(),
        format!("data:image/png;base64,{data}"),
        data.trim_end_matches('=').to_owned(),
    ] {
        let made = made(&map(&format!(r#""image": "{text}""#)), None);
        let underlay = made.level.underlay.unwrap();
        assert_eq!((underlay.at, underlay.size), ((0, 0), (12_000, 8_000)));
        assert!(underlay.in_play);
        assert_eq!(made.picture.unwrap().bytes(), bytes);
    }
    let text = STANDARD.encode(webp(24, 16));
    let made = made(&map(&format!(r#""image": "{text}""#)), None);
    assert!(made.picture.unwrap().bytes().starts_with(b"\x89PNG"));
}

#[test]
fn a_picture_that_cannot_be_used_is_left_out() {
    for image in ["%%%", "R0lGODlh", &STANDARD.encode(&png(9, 9)[..20])] {
        let made = made(&map(&format!(r#""image": "{image}""#)), None);
        assert!(made.picture.is_none() && made.level.underlay.is_none());
        assert!(has_note(&made, "The picture was left out"), "{:?}", made.notes);
    }
}

#[test]
fn the_size_is_limited() {
    for (size, columns) in [("257", 257), ("3", 3), ("-5", 0), ("1e300", u64::MAX)] {
        let text = map(r#""lights": null"#).replace(r#"{"x": 12"#, &format!(r#"{{"x": {size}"#));
        assert_eq!(refused(&text), ImportError::Size { columns, rows: 8 }, "{size}");
    }
    let text = map(r#""lights": null"#).replace(r#"{"x": 12"#, r#"{"x": "many""#);
    let ImportError::Text { at: Some(at), .. } = refused(&text) else { panic!("no place") };
    assert_eq!(at.line, 2);
}

#[test]
fn both_sides_can_play_at_once() {
    let made = made(&map(r#""line_of_sight": []"#), None);
    assert!(made.level.sides.iter().all(|side| side.units.len() == 4 && side.start.is_some()));
    assert!(has_note(&made, "were added for Blue and Red"));
    assert!(made.level.notes.starts_with("Imported from a Universal VTT map."));
}
