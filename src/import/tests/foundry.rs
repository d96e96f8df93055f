//! Scenes of Foundry VTT.

use grid::{Cell, Dir, Edge, EdgeKind, Lamp, Rgb, ThingKind};
use level::Daylight;

use super::samples::png;
use super::{Scratch, edge, has_note, made, refused};
use crate::ImportError;

/// A scene of 12 x 8 cells of 100 pixels, with a border of 3 and 2 cells, as newer versions write
/// it.
fn scene(fields: &str) -> String {
    format!(
        r#"{{"name": "Old Mill", "width": 1200, "height": 800, "padding": 0.25,
        "background": {{"src": "worlds/w/old%20mill.png", "offsetX": 0, "offsetY": 0}},
        "grid": {{"type": 1, "size": 100, "distance": 5, "units": "ft"}},
        "walls": [], "lights": [], {fields}}}"#
    )
}

/// The same scene as older versions write it.
fn old_scene(fields: &str) -> String {
    format!(
        r#"{{"name": "Old Mill", "width": 1200, "height": 800, "padding": 0.25, "img": "a/b.png",
        "shiftX": 0, "shiftY": 0, "gridType": 1, "grid": 100, "gridDistance": 5, {fields}}}"#
    )
}

const WALLS: &str = r#"[
    {"c": [400, 300, 700, 300], "move": 20, "sight": 20},
    {"c": [700, 300, 800, 300], "move": 20, "sight": 20, "door": 2, "ds": 0},
    {"c": [800, 300, 900, 300], "move": 20, "sight": 20, "door": 1, "ds": 2},
    {"c": [900, 300, 1000, 300], "move": 20, "sight": 0},
    {"c": [1, 2, 3]}
]"#;

#[test]
fn walls_lie_inside_the_border() {
    let text = scene("\"darkness\": 0").replace(r#""walls": []"#, &format!(r#""walls": {WALLS}"#));
    let made = made(&text, None);
    let level = &made.level;
    let kinds: Vec<_> = (1..7).map(|x| edge(level, x, 1, Dir::N)).collect();
    let (wall, door) = (Some(Edge::new(EdgeKind::Wall)), Edge::new(EdgeKind::Door));
    let secret = Some(Edge { secret: true, ..door });
    let locked = Some(Edge { locked: true, ..door });
    let window = Some(Edge::new(EdgeKind::Window));
    assert_eq!(kinds, [wall, wall, wall, secret, locked, window]);
    assert_eq!((level.ground.width(), level.ground.height()), (12, 8));
    assert_eq!(level.name, "Old Mill");
    assert!(has_note(&made, "1 wall left out: without two ends"));
}

#[test]
fn older_versions_are_read_too() {
    let walls = r##""walls": [{"c": [400, 300, 700, 300], "move": 1, "sense": 1, "door": 0}],
        "lights": [{"x": 450, "y": 450, "bright": 10, "dim": 20, "tintColor": "#ff0000"}],
        "darkness": 0.9"##;
    let made = made(&old_scene(walls), None);
    assert_eq!(made.level.edges.len(), 3);
    assert_eq!(made.level.light, Daylight::Night);
    let item = made.level.things.get(&Cell::new(1, 2)).unwrap();
    let lamp = Lamp { bright: 2, dim: 4, colour: Rgb(255, 0, 0), flicker: false };
    assert_eq!((item.kind, item.finish.lamp_of(item.kind)), (ThingKind::Lamp, Some(lamp)));
}

#[test]
fn lights_are_measured_in_units_of_the_grid() {
    let lights = r##""lights": [
        {"x": 450, "y": 450, "config": {"bright": 15, "dim": 30, "color": "#00ff00",
            "animation": {"type": "torch"}}},
        {"x": 650, "y": 450, "hidden": true, "config": {"bright": 15, "dim": 30}},
        {"x": 850, "y": 450, "config": {"bright": 15, "dim": 30, "negative": true}}]"##;
    let text = scene(r#""environment": {"darknessLevel": 0.5}"#).replace(r#""lights": []"#, lights);
    let made = made(&text, None);
    assert_eq!((made.level.things.len(), made.level.light), (1, Daylight::Dusk));
    let item = made.level.things.get(&Cell::new(1, 2)).unwrap();
    let lamp = Lamp { bright: 3, dim: 6, colour: Rgb(0, 255, 0), flicker: true };
    assert_eq!(item.finish.lamp_of(item.kind), Some(lamp));
    assert!(has_note(&made, "2 lights left out: hidden, or darkness"));
}

#[test]
fn a_shifted_picture_keeps_its_place_on_the_grid() {
    let folder = Scratch::new("shifted");
    folder.file("old mill.png", &png(24, 16));
    let text = scene("\"tokens\": [{}, {}]").replace(r#""offsetX": 0"#, r#""offsetX": 50"#);
    let made = made(&text, Some(&folder.0));
    // The picture begins half a cell west of a grid line: the board has one more column.
    let underlay = made.level.underlay.as_ref().unwrap();
    assert_eq!((underlay.at, underlay.size), ((500, 0), (12_000, 8_000)));
    assert_eq!(made.level.ground.width(), 13);
    assert!(made.picture.is_some() && has_note(&made, "2 tokens left out"));
}

#[test]
fn the_picture_may_belong_to_a_storey() {
    let folder = Scratch::new("storey");
    folder.file("ground.png", &png(24, 16));
    let levels = r#""levels": [{"name": "Ground", "background": {"src": "maps/ground.png"}}]"#;
    let text = scene(levels).replace(r#""src": "worlds/w/old%20mill.png""#, r#""src": null"#);
    assert!(made(&text, Some(&folder.0)).picture.is_some());
}

#[test]
fn pictures_elsewhere_are_not_fetched() {
    let folder = Scratch::new("elsewhere");
    for source in ["https://example.com/none.png", "../../none.png", "none.png", ".."] {
        let text = scene("\"x\": 0").replace("worlds/w/old%20mill.png", source);
        let made = made(&text, Some(&folder.0));
        assert!(
            made.picture.is_none() && has_note(&made, "is needed beside the scene"),
            "{source}"
        );
    }
}

#[test]
fn only_square_grids_are_accepted() {
    let hex = scene("\"x\": 0").replace(r#""type": 1"#, r#""type": 4"#);
    assert!(matches!(refused(&hex), ImportError::Other { found: "a scene with hexagons", .. }));
    let none = scene("\"x\": 0").replace(r#""type": 1"#, r#""type": 0"#);
    assert!(has_note(&made(&none, None), "no grid"));
    for (from, to) in [
        (r#""size": 100"#, r#""size": 0"#),
        (r#""size": 100"#, r#""size": 1e300"#),
        (r#""width": 1200"#, r#""width": -1"#),
        (r#""padding": 0.25"#, r#""padding": 7"#),
    ] {
        let error = refused(&scene("\"x\": 0").replace(from, to));
        assert!(matches!(error, ImportError::Value { .. }), "{to}: {error}");
    }
    let wide = scene("\"x\": 0").replace("1200", "30000");
    assert_eq!(refused(&wide), ImportError::Size { columns: 300, rows: 8 });
}
