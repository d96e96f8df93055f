//! Files made to do harm, and files that are damaged.

use std::fmt::Write;

use proptest::prelude::*;

use super::{assert_valid, made, tiled, uvtt};
use crate::import;

/// Imports bytes. They may be refused, but whatever is accepted must be valid.
fn try_import(bytes: &[u8]) {
    if let Ok(made) = import(bytes, None, "map") {
        assert_valid(&made);
    }
}

const FIELDS: &str = r#""line_of_sight": [[{"x": 3, "y": 2}, {"x": 7.4, "y": 6}, {"x": 7, "y": 2}]],
    "objects_line_of_sight": [[{"x": 4, "y": 4}, {"x": 4.5, "y": 4}, {"x": 4.5, "y": 4.6},
    {"x": 4, "y": 4}]], "lights": [{"position": {"x": 5, "y": 5}, "range": 3, "color": "ffffffff"}],
    "environment": {"ambient_light": "ff808080"}, "image": "iVBORw0KGgo=""#;

const SCENE: &str = r##"{"name": "S", "width": 900, "height": 700, "padding": 0.1, "shiftX": 3,
    "grid": {"type": 1, "size": 100, "distance": 5}, "walls": [{"c": [200, 200, 500, 400], "move": 20,
    "sight": 20}, {"c": [500, 400, 500, 500], "door": 1, "ds": 1}], "lights": [{"x": 350, "y": 250,
    "config": {"dim": 30, "bright": 15, "color": "#ff8800"}}], "darkness": 0.4}"##;

fn tmx() -> String {
    let gids = (1..=24).map(|n| (n % 6).to_string()).collect::<Vec<_>>().join(",");
    tiled::map(&format!(
        r#"<layer name="base" width="6" height="4"><data encoding="csv">{gids}</data></layer>
        <objectgroup name="walls"><object x="8" y="9" width="40" height="30"/></objectgroup>
        <objectgroup name="doors"><object x="20" y="16" width="16" height="2"/></objectgroup>"#
    ))
}

/// A file of each kind.
fn samples() -> [String; 4] {
    [uvtt::map(FIELDS), SCENE.to_owned(), tmx(), tiled::JSON.to_owned()]
}

#[test]
fn the_samples_are_accepted() {
    for text in samples() {
        made(&text, None);
    }
}

#[test]
fn cut_files_do_not_panic() {
    for text in samples() {
        for end in 0..text.len() {
            try_import(&text.as_bytes()[..end]);
        }
    }
}

#[test]
fn deep_nesting_is_refused_or_ignored() {
    for open in ["[", "{\"a\":", "[{\"a\":["] {
        try_import(open.repeat(100_000).as_bytes());
        let text = uvtt::map(&format!("\"x\": {}", open.repeat(100_000)));
        try_import(text.as_bytes());
        let text = uvtt::map(&format!("\"line_of_sight\": {}", open.repeat(100_000)));
        try_import(text.as_bytes());
    }
    let deep = format!("{}{}", "<group>".repeat(50_000), "</group>".repeat(50_000));
    try_import(tiled::map(&deep).as_bytes());
}

#[test]
fn crowded_files_are_refused() {
    for item in ["[],", "0,", "{},"] {
        let text = uvtt::map(&format!("\"line_of_sight\": [{}0]", item.repeat(6_000_000)));
        let refused = import(text.as_bytes(), None, "map").unwrap_err().to_string();
        assert!(refused.contains("allowed: 5000000"), "{refused}");
    }
}

#[test]
fn endless_lines_end() {
    let line = r#"{"x": 0, "y": 0}, {"x": 256, "y": 256},"#;
    let fields = format!(r#""line_of_sight": [[{}{{}}]]"#, line.repeat(100_000));
    let size = r#""map_size": {"x": 256, "y": 256}"#;
    made(&uvtt::map(&fields).replace(r#""map_size": {"x": 12, "y": 8}"#, size), None);
}

#[test]
fn many_walls_are_cut_to_what_a_level_may_have() {
    let mut lines = String::new();
    for n in 0..400 {
        let at = f64::from(n) * 0.64;
        let _ = write!(
            lines,
            r#"[{{"x": {at}, "y": 0}}, {{"x": {at}, "y": 256}}], [{{"x": 0, "y": {at}}}, {{"x": 256, "y": {at}}}],"#
        );
    }
    let fields = format!(r#""line_of_sight": [{}]"#, lines.trim_end_matches(','));
    let size = r#""map_size": {"x": 256, "y": 256}"#;
    let text = uvtt::map(&fields).replace(r#""map_size": {"x": 12, "y": 8}"#, size);
    let made = made(&text, None);
    assert_eq!(made.level.edges.len(), level::MAX_EDGES);
    assert!(made.notes.iter().any(|note| note.contains("more than 24000")), "{:?}", made.notes);
}

/// Values that replace numbers.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1e308",
    "-1e308",
    "1e999",
    "NaN",
    "0.5",
    "null",
    "\"x\"",
    "[]",
    "4294967296",
    "99999999999999999999999",
];

/// Places of numbers in a text.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        let part = c.is_ascii_digit() || (start.is_some() && matches!(c, '.' | 'x'));
        match (part, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn every_number_may_be_wrong() {
    for text in samples() {
        for (from, to) in numbers(&text) {
            for number in NUMBERS {
                try_import([&text[..from], number, &text[to..]].concat().as_bytes());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn damaged_files_do_not_panic(
        which in 0_usize..4,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..4), 1..8),
    ) {
        let mut bytes = samples()[which].clone().into_bytes();
        for (index, byte, how) in changes {
            let at = index.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                2 => bytes.insert(at, byte),
                _ => bytes.truncate((at + 1).max(bytes.len() / 2)),
            }
        }
        try_import(&bytes);
    }

    #[test]
    fn any_walls_doors_and_lights_make_a_valid_level(
        size in (4_u16..40, 4_u16..40),
        lines in prop::collection::vec(prop::collection::vec((-9.0_f64..50.0, -9.0_f64..50.0), 0..9), 0..30),
        doors in prop::collection::vec(((-9.0_f64..50.0, -9.0_f64..50.0), (-3.0_f64..3.0, -3.0_f64..3.0)), 0..9),
        lights in prop::collection::vec((-9.0_f64..50.0, -9.0_f64..50.0, -1.0_f64..90.0), 0..30),
    ) {
        let point = |(x, y): &(f64, f64)| format!(r#"{{"x": {x}, "y": {y}}}"#);
        let list = |all: Vec<String>| all.join(",");
        let lines = lines.iter().map(|line| format!("[{}]", list(line.iter().map(point).collect())));
        let doors = doors.iter().map(|(a, d)| {
            format!(r#"{{"bounds": [{}, {}], "closed": true}}"#, point(a), point(&(a.0 + d.0, a.1 + d.1)))
        });
        let lights = lights.iter().map(|(x, y, range)| {
            format!(r#"{{"position": {}, "range": {range}}}"#, point(&(*x, *y)))
        });
        let text = format!(
            r#"{{"resolution": {{"map_size": {{"x": {}, "y": {}}}}}, "line_of_sight": [{}],
            "portals": [{}], "lights": [{}]}}"#,
            size.0, size.1, list(lines.collect()), list(doors.collect()), list(lights.collect()),
        );
        made(&text, None);
    }
}
