//! Tests of parts and of the clipboard kept between sessions.

use std::path::PathBuf;

use bevy::ecs::prelude::World;

use crate::editor::files::enter;
use crate::editor::keeping::Keeping;
use crate::editor::parts::{self, PartShelf};
use crate::editor::state::EditorState;
use crate::editor::tools::Kind;
use crate::level_folders::LevelFolders;
use editor::shelf::Shelf;
use editor::{Edit, GridTransform, Layer, Patch, Spot};
use grid::{Cell, Terrain};

/// A world with the editor open, whose files lie in a folder of its own.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let name = format!("highground-parts-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(folder.join("drafts")).unwrap();
        Self(folder)
    }

    fn opened(&self) -> World {
        let mut world = World::new();
        world.insert_resource(Keeping::on(Some(Shelf::at(self.0.join("drafts")))));
        world
            .insert_resource(LevelFolders { own: Some(self.0.clone()), ..LevelFolders::default() });
        world.init_resource::<PartShelf>();
        enter(&mut world, None);
        world
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Selects two cells of sand.
fn select_sand(world: &mut World) {
    let mut editor = world.resource_mut::<EditorState>();
    let cells = [Cell::new(3, 3), Cell::new(4, 3)];
    let sand = Patch::terrain(Terrain::Sand.tile());
    assert!(editor.apply(Edit::Ground(cells.map(|c| (c, sand)).to_vec())));
    editor.selection = cells.into();
}

fn refusal(world: &World) -> Option<String> {
    let notice = world.resource::<EditorState>().notice.clone()?;
    notice.refusal.then_some(notice.text)
}

#[test]
fn the_clipboard_lasts_beyond_the_start() {
    let place = Place::new("clipboard");
    let mut world = place.opened();
    select_sand(&mut world);
    assert!(world.resource_mut::<EditorState>().copy());
    parts::keep_clipboard(&mut world);
    let mut clip = world.resource::<EditorState>().clip.clone().unwrap();
    // A clipboard never holds the picture under the board.
    clip.layers.set(Layer::Picture, false);
    let again = place.opened();
    assert_eq!(again.resource::<EditorState>().clip, Some(clip));
}

#[test]
fn a_damaged_clipboard_is_told_and_the_editor_opens() {
    let place = Place::new("damaged");
    std::fs::write(place.0.join("drafts/clipboard.part"), "Part(format: 1, name: 7)").unwrap();
    let world = place.opened();
    assert_eq!(world.resource::<EditorState>().clip, None);
    let told = refusal(&world).unwrap();
    assert!(told.starts_with("The clipboard of the last time is lost: "), "{told}");
}

#[test]
fn the_selection_becomes_a_part_that_is_laid_down_elsewhere() {
    let place = Place::new("keep");
    let mut world = place.opened();
    parts::keep(&mut world);
    assert_eq!(refusal(&world).as_deref(), Some("Select something first."));
    select_sand(&mut world);
    parts::keep(&mut world);
    assert_eq!(refusal(&world), None);
    let shelf = PartShelf::of(world.resource::<LevelFolders>());
    let names: Vec<&str> = shelf.listed.iter().flatten().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["Part 1"]);
    world.insert_resource(shelf);
    parts::take(&mut world, 0);
    let mut editor = world.resource_mut::<EditorState>();
    editor.palette.kind = Kind::Part;
    editor.transform(GridTransform::CLOCKWISE);
    let (sand, before) = (Terrain::Sand, editor.level().clone());
    editor.press(Spot::middle_of(Cell::new(9, 9)), false);
    editor.release();
    let at =
        |editor: &EditorState, x, y| editor.level().ground.tile(Cell::new(x, y)).unwrap().terrain;
    assert_eq!((at(&editor, 9, 8), at(&editor, 9, 9)), (sand, sand), "turned to stand upright");
    assert!(!editor.floating && editor.clip.is_none());
    assert_eq!(editor.draft.history().undo_label(), Some("Lay down part"));
    editor.undo();
    assert_eq!(*editor.level(), before);
    editor.press(Spot::middle_of(Cell::new(9, 9)), false);
    assert_eq!(*editor.level(), before, "nothing is at the pointer");
    let file = place.0.join("parts/part_1.ron");
    parts::remove(&mut world, &file);
    assert!(!file.exists() && file.with_extension("removed").exists());
    parts::remove(&mut world, &place.0.join("elsewhere.ron"));
    assert_eq!(refusal(&world).as_deref(), Some("The game's own parts stay."));
}

#[test]
fn a_figure_in_front_is_chosen_instead_of_the_ground_behind_it() {
    let place = Place::new("figure");
    let mut world = place.opened();
    let mut editor = world.resource_mut::<EditorState>();
    let unit = editor.palette.unit(Cell::new(3, 4));
    editor.apply(Edit::AddUnit { side: 0, unit });
    let (at, count) = (editor::UnitAt { side: 0, unit: 0 }, editor.level().units().len());
    editor.palette.kind = Kind::Unit;
    editor.press_on(Some(at), Spot::middle_of(Cell::new(3, 2)), false);
    editor.release();
    assert_eq!(editor.chosen, Some(at));
    assert_eq!(editor.level().units().len(), count, "none is added behind it");
    editor.press(Spot::middle_of(Cell::new(9, 2)), false);
    editor.release();
    assert_eq!(editor.level().units().len(), count + 1);
}

#[test]
fn a_label_is_written_moved_and_removed() {
    let place = Place::new("label");
    let mut world = place.opened();
    let mut editor = world.resource_mut::<EditorState>();
    let before = editor.level().clone();
    let (here, there) = (Cell::new(2, 2), Cell::new(5, 3));
    editor.palette.kind = Kind::Label;
    editor.palette.label.pin = true;
    editor.press(Spot::middle_of(here), false);
    editor.release();
    assert_eq!(editor.label, Some(here));
    assert!(editor.level().labels.get(&here).is_some_and(|label| label.pin));
    editor.press(Spot::middle_of(here), false);
    editor.drag(Spot::middle_of(there));
    editor.release();
    assert_eq!((editor.label, editor.level().labels.len()), (Some(there), 1));
    editor.delete();
    assert_eq!((editor.label, editor.level().labels.len()), (None, 0));
    for _ in 0..3 {
        editor.undo();
    }
    assert_eq!(*editor.level(), before);
}

#[test]
fn what_is_dragged_tells_its_size() {
    let place = Place::new("extent");
    let mut world = place.opened();
    let mut editor = world.resource_mut::<EditorState>();
    let spot = |x, y| Spot::middle_of(Cell::new(x, y));
    for (kind, wanted) in [
        (Kind::Select, Some("5 x 3")),
        (Kind::Lasso, None),
        (Kind::Room, Some("5 x 3")),
        (Kind::Wall, Some("6 m")),
        (Kind::Ramp, Some("5 cells")),
        (Kind::Terrain, None),
    ] {
        assert_eq!(editor.extent(), None, "nothing is dragged");
        editor.palette.kind = kind;
        editor.press(spot(2, 2), false);
        editor.drag(spot(6, 4));
        if kind == Kind::Lasso {
            // A line has no area: only the cells along it count.
            assert!(editor.extent().is_some_and(|text| text.ends_with(" cells")));
        } else {
            assert_eq!(editor.extent().as_deref(), wanted, "{kind:?}");
        }
        editor.cancel();
        editor.selection.clear();
    }
}
