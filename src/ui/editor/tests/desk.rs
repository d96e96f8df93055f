//! What pointer and keys do to the draft.

use crate::editor::{Draft, Edit, GridTransform, Layer, Spot, UnitAt};
use crate::grid::{Cell, EdgeKind, Terrain, ThingKind};
use crate::level::Level;
use crate::ui::editor::state::EditorState;
use crate::ui::editor::tools::{Form, Kind};

fn desk() -> EditorState {
    EditorState::new(Draft::new(Level::blank("Desk", 16, 12, Terrain::Grass)), None)
}

fn at(x: i16, y: i16) -> Spot {
    Spot::middle_of(Cell::new(x, y))
}

fn stroke(desk: &mut EditorState, from: Spot, to: Spot) {
    desk.press(from, false);
    desk.drag(to);
    desk.release();
}

fn terrain(desk: &EditorState, x: i16, y: i16) -> Option<Terrain> {
    desk.level().ground.tile(Cell::new(x, y)).map(|tile| tile.terrain)
}

#[test]
fn a_stroke_is_painted_told_and_taken_back() {
    let mut desk = desk();
    let before = desk.level().clone();
    desk.take_changes();
    desk.palette.tile = Terrain::Water.tile();
    desk.palette.form = Form::Line;
    let version = desk.version();
    stroke(&mut desk, at(3, 3), at(9, 3));
    assert_eq!(terrain(&desk, 6, 4), Some(Terrain::Water));
    assert!(desk.version() > version && desk.draft.history().done() == 1);
    assert!(desk.take_changes().ground.contains(&Cell::new(6, 3)));
    desk.undo();
    assert_eq!(*desk.level(), before);
    assert!(desk.take_changes().ground.contains(&Cell::new(6, 3)), "what went is shown too");
    desk.redo();
    assert_eq!(terrain(&desk, 6, 4), Some(Terrain::Water));
}

#[test]
fn a_stroke_can_be_dropped_and_a_locked_layer_says_so() {
    let mut desk = desk();
    let before = desk.level().clone();
    desk.palette.kind = Kind::Raise;
    desk.press(at(3, 3), false);
    desk.drag(at(8, 3));
    desk.cancel();
    assert_eq!(*desk.level(), before);
    assert!(!desk.is_pressed() && desk.draft.history().done() == 0);
    desk.draft.layers.locked.set(Layer::Heights, true);
    desk.press(at(3, 3), false);
    assert!(desk.notice.as_ref().is_some_and(|notice| notice.refusal), "{:?}", desk.notice);
    assert_eq!(*desk.level(), before);
}

#[test]
fn what_is_selected_is_moved_copied_and_turned_with_everything_in_it() {
    let mut desk = desk();
    desk.palette.kind = Kind::Place;
    desk.palette.brush.size = 1;
    desk.palette.item = crate::ui::editor::palette::item(ThingKind::Crate);
    stroke(&mut desk, at(2, 2), at(2, 2));
    desk.palette.kind = Kind::Room;
    stroke(&mut desk, at(2, 2), at(3, 2));
    desk.palette.kind = Kind::Select;
    stroke(&mut desk, at(2, 2), at(3, 2));
    assert_eq!(desk.selection.len(), 2);
    let count = |desk: &EditorState| (desk.level().things.len(), desk.level().edges.len());
    assert_eq!(count(&desk), (1, 6));
    // What is selected goes along with the pointer.
    stroke(&mut desk, at(2, 2), at(7, 6));
    assert!(desk.level().things.contains_key(&Cell::new(7, 6)));
    assert_eq!(count(&desk), (1, 6));
    desk.spin(GridTransform::CLOCKWISE);
    assert!(desk.selection.contains(&Cell::new(7, 7)), "{:?}", desk.selection);
    assert_eq!(count(&desk), (1, 6));
    desk.copy();
    desk.paste();
    desk.press(at(12, 3), false);
    assert_eq!(count(&desk), (2, 12));
    desk.delete();
    assert_eq!(count(&desk), (1, 6));
    desk.undo();
    assert_eq!(count(&desk), (2, 12));
}

#[test]
fn units_are_placed_turned_moved_and_removed() {
    let mut desk = desk();
    desk.palette.kind = Kind::Unit;
    desk.palette.side = 1;
    desk.press(at(4, 4), false);
    desk.drag(Spot { x: 450, y: 100 });
    desk.release();
    let first = UnitAt { side: 1, unit: 0 };
    assert_eq!(desk.chosen, Some(first));
    let unit = |desk: &EditorState| desk.level().sides[1].units[0].clone();
    assert_eq!(unit(&desk).facing, crate::grid::Dir::N);
    desk.turn(None);
    assert_eq!(unit(&desk).facing, crate::grid::Dir::NE);
    stroke(&mut desk, at(4, 4), at(9, 5));
    assert_eq!(unit(&desk).at, Cell::new(9, 5));
    assert_eq!(desk.level().sides[1].units.len(), 1, "nobody was added");
    desk.delete();
    assert!(desk.level().sides[1].units.is_empty() && desk.chosen.is_none());
}

#[test]
fn walls_are_drawn_from_corner_to_corner_and_doors_put_in() {
    let mut desk = desk();
    desk.palette.kind = Kind::Wall;
    stroke(&mut desk, Spot { x: 210, y: 190 }, Spot { x: 620, y: 205 });
    assert_eq!(desk.level().edges.len(), 4);
    desk.palette.kind = Kind::Door;
    stroke(&mut desk, Spot { x: 350, y: 195 }, Spot { x: 350, y: 195 });
    let doors = desk.level().edges.values().filter(|edge| edge.kind == EdgeKind::Door).count();
    assert_eq!((desk.level().edges.len(), doors), (4, 1));
    desk.palette.kind = Kind::RemoveWalls;
    stroke(&mut desk, Spot { x: 200, y: 200 }, Spot { x: 600, y: 200 });
    assert!(desk.level().edges.is_empty());
}

#[test]
fn a_resized_level_forgets_what_fell_off() {
    let mut desk = desk();
    desk.selection = desk.level().ground.cells().collect();
    desk.apply(Edit::AddZone("camp".to_owned()));
    assert_eq!(desk.palette.zone.as_deref(), Some("camp"));
    let fill = Terrain::Sand.tile();
    desk.apply(Edit::Resize { west: 0, north: 0, east: -6, south: 0, fill });
    assert!(desk.selection.iter().all(|c| c.x < 10));
    desk.apply(Edit::RemoveZone("camp".to_owned()));
    assert_eq!(desk.palette.zone, None);
    desk.palette.kind = Kind::IntoZone;
    desk.press(at(1, 1), false);
    assert!(desk.notice.as_ref().is_some_and(|notice| notice.text.contains("zone")));
}

#[test]
fn the_outline_shows_what_a_click_would_cover() {
    let mut desk = desk();
    desk.palette.brush.size = 3;
    desk.palette.brush.round = false;
    assert_eq!(desk.outline(Some(at(5, 5))).len(), 9);
    desk.symmetry.west_east = true;
    assert_eq!(desk.outline(Some(at(5, 5))).len(), 18);
    assert_eq!(desk.outline(None), []);
    desk.symmetry.west_east = false;
    desk.palette.kind = Kind::Select;
    desk.press(at(1, 1), false);
    desk.drag(at(3, 2));
    assert_eq!(desk.outline(None).len(), 6);
    desk.release();
    desk.copy();
    desk.paste();
    assert_eq!(desk.outline(Some(at(8, 8))).len(), 6);
    desk.cancel();
    assert!(!desk.floating && desk.selection.len() == 6, "one layer at a time");
}
