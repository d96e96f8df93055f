//! Tests of pointer and key input.

use crate::editor::state::{EditorState, Storeys};
use crate::editor::tools::{Form, Kind};
use editor::{Brush, Draft, Edit, GridTransform, Layer, Spot, UnitAt};
use grid::{Cell, EdgeKind, Hm, Terrain, ThingKind};
use level::Level;

fn editor() -> EditorState {
    EditorState::new(Draft::new(Level::blank("Editor", 16, 12, Terrain::Grass)), None)
}

fn at(x: i16, y: i16) -> Spot {
    Spot::middle_of(Cell::new(x, y))
}

fn stroke(editor: &mut EditorState, from: Spot, to: Spot) {
    editor.press(from, false);
    editor.drag(to);
    editor.release();
}

fn terrain(editor: &EditorState, x: i16, y: i16) -> Option<Terrain> {
    editor.level().ground.tile(Cell::new(x, y)).map(|tile| tile.terrain)
}

#[test]
fn a_stroke_is_painted_reported_and_undone() {
    let mut editor = editor();
    let before = editor.level().clone();
    editor.take_changes();
    editor.palette.tile = Terrain::Water.tile();
    editor.palette.form = Form::Line;
    let version = editor.version();
    stroke(&mut editor, at(3, 3), at(9, 3));
    assert_eq!(terrain(&editor, 6, 4), Some(Terrain::Water));
    assert!(editor.version() > version && editor.draft.history().done() == 1);
    assert!(editor.take_changes().ground.contains(&Cell::new(6, 3)));
    editor.undo();
    assert_eq!(*editor.level(), before);
    assert!(
        editor.take_changes().ground.contains(&Cell::new(6, 3)),
        "undone cells are reported too"
    );
    editor.redo();
    assert_eq!(terrain(&editor, 6, 4), Some(Terrain::Water));
}

#[test]
fn a_stroke_can_be_cancelled_and_a_locked_layer_is_reported() {
    let mut editor = editor();
    let before = editor.level().clone();
    editor.palette.kind = Kind::Raise;
    editor.press(at(3, 3), false);
    editor.drag(at(8, 3));
    editor.cancel();
    assert_eq!(*editor.level(), before);
    assert!(!editor.is_pressed() && editor.draft.history().done() == 0);
    editor.draft.layers.locked.set(Layer::Heights, true);
    editor.press(at(3, 3), false);
    assert!(editor.notice.as_ref().is_some_and(|notice| notice.refusal), "{:?}", editor.notice);
    assert_eq!(*editor.level(), before);
}

#[test]
fn a_selection_is_moved_copied_and_turned_with_its_content() {
    let mut editor = editor();
    editor.palette.kind = Kind::Place;
    editor.palette.item = level::Item::new(ThingKind::Crate);
    stroke(&mut editor, at(2, 2), at(2, 2));
    editor.palette.kind = Kind::Room;
    stroke(&mut editor, at(2, 2), at(3, 2));
    editor.palette.kind = Kind::Select;
    stroke(&mut editor, at(2, 2), at(3, 2));
    assert_eq!(editor.selection.len(), 2);
    let count = |editor: &EditorState| (editor.level().things.len(), editor.level().edges.len());
    assert_eq!(count(&editor), (1, 6));
    // The selection moves with the pointer.
    stroke(&mut editor, at(2, 2), at(7, 6));
    assert!(editor.level().things.contains_key(&Cell::new(7, 6)));
    assert_eq!(count(&editor), (1, 6));
    editor.transform(GridTransform::CLOCKWISE);
    assert!(editor.selection.contains(&Cell::new(7, 7)), "{:?}", editor.selection);
    assert_eq!(count(&editor), (1, 6));
    editor.copy();
    editor.paste();
    editor.press(at(12, 3), false);
    assert_eq!(count(&editor), (2, 12));
    editor.delete();
    assert_eq!(count(&editor), (1, 6));
    editor.undo();
    assert_eq!(count(&editor), (2, 12));
}

#[test]
fn units_are_placed_turned_moved_and_removed() {
    let mut editor = editor();
    editor.palette.kind = Kind::Unit;
    editor.palette.side = 1;
    editor.press(at(4, 4), false);
    editor.drag(Spot { x: 450, y: 100 });
    editor.release();
    let first = UnitAt { side: 1, unit: 0 };
    assert_eq!(editor.chosen, Some(first));
    let unit = |editor: &EditorState| editor.level().sides[1].units[0].clone();
    assert_eq!(unit(&editor).facing, grid::Dir::N);
    editor.turn(None);
    assert_eq!(unit(&editor).facing, grid::Dir::NE);
    stroke(&mut editor, at(4, 4), at(9, 5));
    assert_eq!(unit(&editor).at, Cell::new(9, 5));
    assert_eq!(editor.level().sides[1].units.len(), 1, "no unit was added");
    editor.delete();
    assert!(editor.level().sides[1].units.is_empty() && editor.chosen.is_none());
}

#[test]
fn walls_are_drawn_between_corners_and_doors_placed() {
    let mut editor = editor();
    editor.palette.kind = Kind::Wall;
    stroke(&mut editor, Spot { x: 210, y: 190 }, Spot { x: 620, y: 205 });
    assert_eq!(editor.level().edges.len(), 4);
    editor.palette.kind = Kind::Door;
    stroke(&mut editor, Spot { x: 350, y: 195 }, Spot { x: 350, y: 195 });
    let doors = editor.level().edges.values().filter(|edge| edge.kind == EdgeKind::Door).count();
    assert_eq!((editor.level().edges.len(), doors), (4, 1));
    editor.palette.kind = Kind::RemoveWalls;
    stroke(&mut editor, Spot { x: 200, y: 200 }, Spot { x: 600, y: 200 });
    assert!(editor.level().edges.is_empty());
}

#[test]
fn resizing_drops_references_to_removed_content() {
    let mut editor = editor();
    editor.selection = editor.level().ground.cells().collect();
    editor.apply(Edit::AddZone("camp".to_owned()));
    assert_eq!(editor.palette.zone, None, "it is not chosen silently");
    editor.palette.zone = Some("camp".to_owned());
    let fill = Terrain::Sand.tile();
    editor.apply(Edit::Resize { west: 0, north: 0, east: -6, south: 0, fill });
    assert!(editor.selection.iter().all(|c| c.x < 10));
    assert_eq!(editor.palette.zone.as_deref(), Some("camp"));
    editor.apply(Edit::RemoveZone("camp".to_owned()));
    assert_eq!(editor.palette.zone, None);
    editor.palette.kind = Kind::IntoZone;
    editor.press(at(1, 1), false);
    assert!(editor.notice.as_ref().is_some_and(|notice| notice.text.contains("zone")));
}

#[test]
fn the_outline_shows_what_a_click_would_cover() {
    let mut editor = editor();
    editor.palette.common_brush = Brush { size: 3, round: false };
    assert_eq!(editor.outline(Some(at(5, 5))).len(), 9);
    editor.symmetry.west_east = true;
    assert_eq!(editor.outline(Some(at(5, 5))).len(), 18);
    assert_eq!(editor.outline(None), []);
    editor.symmetry.west_east = false;
    editor.palette.kind = Kind::Select;
    editor.press(at(1, 1), false);
    editor.drag(at(3, 2));
    assert_eq!(editor.outline(None).len(), 6);
    editor.release();
    editor.copy();
    editor.paste();
    assert_eq!(editor.outline(Some(at(8, 8))).len(), 6);
    editor.cancel();
    assert!(!editor.floating && editor.selection.len() == 6, "one step at a time");
}

#[test]
fn storeys_are_laid_and_shown_one_by_one_and_units_stand_on_them() {
    let mut editor = editor();
    editor.palette.kind = Kind::Deck;
    editor.palette.form = Form::Rectangle;
    stroke(&mut editor, at(2, 2), at(5, 4));
    assert_eq!(editor.palette.deck_top, Hm(6));
    editor.step_storey(1);
    assert_eq!((editor.storeys, editor.palette.deck_top), (Storeys::All, Hm(12)));
    stroke(&mut editor, at(2, 2), at(3, 4));
    assert_eq!(editor.level().decks.len(), 18);
    let place = |editor: &mut EditorState, x: i16| {
        editor.palette.kind = Kind::Unit;
        stroke(editor, at(x, 3), at(x, 3));
        editor.level().sides[0].units.last().map(|unit| unit.altitude)
    };
    assert_eq!(place(&mut editor, 2), Some(Hm(12)), "on the highest");
    editor.step_storey(-1);
    editor.step_storey(-1);
    assert_eq!((editor.storeys, editor.palette.deck_top), (Storeys::UpTo(Hm(6)), Hm(6)));
    assert_eq!(place(&mut editor, 3), Some(Hm(6)), "on the highest that is shown");
    stroke(&mut editor, at(3, 3), at(9, 3));
    let last = editor.level().sides[0].units.last().unwrap();
    assert_eq!((last.at, last.altitude), (Cell::new(9, 3), Hm(0)), "on the ground there");
    editor.step_storey(-1);
    assert_eq!(editor.storeys, Storeys::Ground);
    assert_eq!(place(&mut editor, 4), Some(Hm(0)));
    editor.palette.kind = Kind::RemoveDecks;
    stroke(&mut editor, at(0, 0), at(9, 9));
    assert_eq!(editor.level().decks.len(), 6, "only those at the height of the tool");
}

#[test]
fn walls_and_openings_stand_on_the_storey_that_is_shown() {
    let mut editor = editor();
    editor.palette.kind = Kind::Deck;
    editor.palette.form = Form::Rectangle;
    stroke(&mut editor, at(2, 2), at(5, 4));
    let floors = |editor: &EditorState| {
        let floors = editor.level().edges.keys().map(|at| at.floor);
        floors.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    editor.palette.kind = Kind::Room;
    stroke(&mut editor, at(2, 2), at(5, 4));
    assert_eq!(floors(&editor), [None], "all decks are shown");
    editor.step_storey(-1);
    assert_eq!(editor.storeys, Storeys::UpTo(Hm(6)));
    stroke(&mut editor, at(2, 2), at(5, 4));
    assert_eq!((floors(&editor), editor.level().edges.len()), (vec![None, Some(Hm(6))], 28));
    editor.palette.kind = Kind::Door;
    let spot = Spot { x: 350, y: 205 };
    assert_eq!(editor.edges_at(Some(spot)).first().and_then(|at| at.floor), Some(Hm(6)));
    stroke(&mut editor, spot, spot);
    let opens = editor.level().edges.iter().filter(|(_, edge)| edge.kind.spec().opens);
    assert_eq!(opens.map(|(at, _)| at.floor).collect::<Vec<_>>(), [Some(Hm(6))]);
    editor.pick(Cell::new(3, 2));
    assert_eq!(editor.palette.kind, Kind::Door, "the door upstairs");
    editor.step_storey(-1);
    editor.pick(Cell::new(3, 2));
    assert_eq!(editor.palette.kind, Kind::Wall, "the wall below it");
    assert_eq!(editor.storeys, Storeys::Ground);
    editor.undo();
    assert_eq!((floors(&editor), editor.level().edges.len()), (vec![None, Some(Hm(6))], 28));
}

#[test]
fn walls_stand_on_walls_without_a_floor_between_them() {
    let mut editor = editor();
    editor.palette.kind = Kind::Room;
    stroke(&mut editor, at(2, 2), at(5, 4));
    for (by, height) in [(-1, Hm(6)), (1, Hm(12))] {
        editor.step_storey(by);
        assert_eq!(editor.storeys, Storeys::UpTo(height));
        stroke(&mut editor, at(2, 2), at(5, 4));
        assert!(editor.level().edges.keys().any(|at| at.floor == Some(height)));
    }
}
