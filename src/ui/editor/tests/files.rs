//! Tests of files: no work is lost.

use std::path::{Path, PathBuf};

use bevy::ecs::prelude::World;
use bevy::state::state::State as InState;

use crate::editor::convert::PendingMap;
use crate::editor::dialog::Chosen;
use crate::editor::dialogs::Purpose;
use crate::editor::dialogs::{Asking, EditorDialogs, Then};
use crate::editor::files::{
    discard, drop_changes, enter, guard, keep_mine, read_again, save, save_first, take_chosen,
    take_map, usual_recipe,
};
use crate::editor::keeping::{Keeping, keep_now};
use crate::editor::state::EditorState;
use crate::level_folders::LevelFolders;
use crate::menu::MenuModel;
use crate::notice::CurrentNotice;
use crate::screen::Screen;
use editor::shelf::Shelf;
use editor::{Edit, Recipe};
use grid::Cell;
use level::Level;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("highground-editor-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(folder.join("drafts")).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Number of autosaved drafts.
    fn kept(&self) -> usize {
        Shelf::at(self.file("drafts")).all().len()
    }

    /// The editor opened as in the game.
    fn opened(&self, file: Option<&Path>) -> World {
        let mut world = World::new();
        world.insert_resource(Keeping::on(Some(Shelf::at(self.file("drafts")))));
        world.insert_resource(InState::new(Screen::Editor));
        world.init_resource::<CurrentNotice>();
        enter(&mut world, file);
        world
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn change(world: &mut World, zone: &str) {
    let mut editor = world.resource_mut::<EditorState>();
    assert!(editor.apply(Edit::AddZone(zone.to_owned())));
    // A zone without cells is an error.
    let (zone, cells, inside) = (zone.to_owned(), vec![Cell::new(5, 5)], true);
    assert!(editor.apply(Edit::ZoneCells { zone, cells, inside }));
}

fn asking(world: &World) -> Option<&Asking> {
    world.resource::<EditorDialogs>().asking.as_ref()
}

fn level(world: &World) -> Level {
    world.resource::<EditorState>().level().clone()
}

#[test]
fn a_new_file_is_created_when_saved() {
    let folder = Folder::new("new");
    let file = folder.file("old_mill.ron");
    let mut world = folder.opened(Some(&file));
    assert_eq!(level(&world).name, "Old mill");
    change(&mut world, "camp");
    save(&mut world);
    assert_eq!(Level::load(&file), Ok(level(&world)));
    assert!(!world.resource::<EditorState>().draft.is_changed());
    let recent: Vec<PathBuf> =
        world.resource::<EditorDialogs>().recent.levels().map(Path::to_owned).collect();
    assert_eq!(recent, std::slice::from_ref(&file));
    assert_eq!(folder.kept(), 0);
}

#[test]
fn unsaved_work_is_autosaved_until_the_question_is_answered() {
    let folder = Folder::new("ask");
    let file = folder.file("a.ron");
    let mut world = folder.opened(Some(&file));
    change(&mut world, "camp");
    let made = level(&world);
    let then = Then::Create(Box::new(usual_recipe()));
    guard(&mut world, then.clone());
    assert_eq!(asking(&world), Some(&Asking::Unsaved(then.clone())));
    assert_eq!((level(&world), folder.kept()), (made.clone(), 1));
    save_first(&mut world);
    assert_eq!(Level::load(&file), Ok(made));
    assert_eq!((level(&world), folder.kept()), (usual_recipe().build(), 0));
    change(&mut world, "lost");
    guard(&mut world, then);
    drop_changes(&mut world);
    assert_eq!((level(&world), folder.kept()), (usual_recipe().build(), 0));
}

#[test]
fn drafts_are_offered_and_restored_after_a_crash() {
    let folder = Folder::new("crash");
    let mut world = folder.opened(None);
    assert!(matches!(asking(&world), Some(Asking::New(_))));
    change(&mut world, "camp");
    let made = level(&world);
    assert!(keep_now(&mut world) && !keep_now(&mut world), "the second autosave has nothing to do");
    drop(world);
    let mut world = folder.opened(None);
    let Some(Asking::Recover(list)) = asking(&world).cloned() else { panic!("not offered") };
    let kept = list[0].file.clone();
    guard(&mut world, Then::Recover(kept.clone(), list[0].of.clone()));
    assert_eq!(level(&world), made);
    assert!(world.resource::<EditorState>().draft.is_changed(), "it was never saved");
    assert_eq!(folder.kept(), 1, "it is still kept");
    discard(&mut world, &folder.file("drafts/unsaved-9.ron"));
    let told = world.resource::<EditorState>().notice.clone();
    assert!(told.is_some_and(|notice| notice.refusal), "no such draft");
}

#[test]
fn a_bad_file_is_reported_and_the_open_level_stays() {
    let folder = Folder::new("bad");
    let bad = folder.file("bad.ron");
    std::fs::write(&bad, "Level(format: 1, name: ").unwrap();
    let mut world = folder.opened(None);
    let before = level(&world);
    guard(&mut world, Then::Open(bad));
    match asking(&world) {
        Some(Asking::Problems(title, lines)) => {
            assert!(title.contains("bad.ron") && lines[0].contains("bad.ron"), "{lines:?}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(level(&world), before);
    // A level that cannot be played can still be opened.
    let empty = folder.file("empty.ron");
    let blank = Level::blank("Empty", 16, 12, grid::Terrain::Grass);
    blank.save(&empty).unwrap();
    guard(&mut world, Then::Open(empty));
    assert_eq!(level(&world), blank);
}

/// A Universal VTT map of 10 x 8 cells with one wall.
const MAP: &str = r#"{"resolution": {"map_size": {"x": 10, "y": 8}, "pixels_per_grid": 64},
    "line_of_sight": [[{"x": 4.4, "y": 1}, {"x": 4.4, "y": 5}]]}"#;

/// The editor, the file of a map, and the folder of own levels.
fn with_map(folder: &Folder) -> (World, PathBuf, PathBuf) {
    let (map, own) = (folder.file("mill.dd2vtt"), folder.file("own"));
    std::fs::write(&map, MAP).unwrap();
    let mut world = folder.opened(None);
    world.insert_resource(LevelFolders { shipped: None, own: Some(own.clone()) });
    world.init_resource::<MenuModel>();
    world.resource_mut::<EditorDialogs>().asking = None;
    (world, map, own)
}

fn choose(world: &mut World, purpose: Purpose, file: &Path) {
    take_chosen(world, Chosen { purpose, file: file.to_owned() });
}

/// What the player is told about the map that is being read.
fn reading(world: &World) -> Option<String> {
    let pending = world.get_resource::<PendingMap>()?;
    pending.notice().map(|notice| notice.text)
}

/// Waits until the map has been read.
fn finish_reading(world: &mut World) {
    while reading(world).is_some() {
        std::thread::yield_now();
        take_map(world);
    }
}

fn told(world: &World) -> String {
    world.resource::<CurrentNotice>().0.clone().map(|notice| notice.text).unwrap_or_default()
}

#[test]
fn a_map_of_another_program_becomes_a_level_of_ones_own() {
    let folder = Folder::new("map");
    let (mut world, map, own) = with_map(&folder);
    for name in ["mill.ron", "mill_2.ron"] {
        world.resource_mut::<EditorDialogs>().asking = None;
        choose(&mut world, Purpose::Open, &map);
        finish_reading(&mut world);
        match asking(&world) {
            Some(Asking::Imported(file, notes)) => {
                assert_eq!(*file, own.join(name));
                assert!(notes.iter().any(|note| note.contains("moved to it")), "{notes:?}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(Level::load(&own.join(name)), Ok(level(&world)));
        assert_eq!(world.resource::<EditorState>().file, Some(own.join(name)));
    }
    world.resource_mut::<EditorDialogs>().asking = None;
    world.insert_resource(InState::new(Screen::Menu));
    choose(&mut world, Purpose::Play, &map);
    finish_reading(&mut world);
    let menu = world.resource::<MenuModel>();
    let chosen = menu.levels.get(menu.level).map(|level| level.path.clone());
    assert_eq!((chosen, menu.levels.len()), (Some(own.join("mill_3.ron")), 3));
    std::fs::write(&map, "{}").unwrap();
    world.insert_resource(InState::new(Screen::Editor));
    let before = level(&world);
    choose(&mut world, Purpose::Open, &map);
    finish_reading(&mut world);
    assert!(matches!(asking(&world), Some(Asking::Problems(..))), "{:?}", asking(&world));
    assert_eq!(level(&world), before);
}

#[test]
fn unsaved_work_is_asked_about_when_a_map_has_been_read() {
    let folder = Folder::new("map-ask");
    let (mut world, map, own) = with_map(&folder);
    choose(&mut world, Purpose::Open, &map);
    // The map is read while the author goes on.
    change(&mut world, "camp");
    let made = level(&world);
    finish_reading(&mut world);
    let file = own.join("mill.ron");
    let Some(Asking::Unsaved(Then::OpenImported(opened, notes))) = asking(&world).cloned() else {
        panic!("{:?}", asking(&world))
    };
    assert_eq!(opened, file);
    assert_eq!((level(&world), folder.kept()), (made, 1));
    drop_changes(&mut world);
    assert_eq!(asking(&world), Some(&Asking::Imported(file.clone(), notes)));
    assert_eq!((Level::load(&file), folder.kept()), (Ok(level(&world)), 0));
}

#[test]
fn one_map_is_read_at_a_time() {
    let folder = Folder::new("map-one");
    let (mut world, map, own) = with_map(&folder);
    choose(&mut world, Purpose::Open, &map);
    assert_eq!(reading(&world).as_deref(), Some("Reading mill.dd2vtt…"));
    choose(&mut world, Purpose::Open, &folder.file("ford.tmx"));
    assert_eq!(told(&world), "Still reading mill.dd2vtt.");
    finish_reading(&mut world);
    assert_eq!(world.resource::<EditorState>().file, Some(own.join("mill.ron")));
}

#[test]
fn a_map_that_has_been_read_waits_for_dialogs_and_interrupts_no_other_screen() {
    let folder = Folder::new("map-wait");
    let (mut world, map, own) = with_map(&folder);
    let before = level(&world);
    choose(&mut world, Purpose::Open, &map);
    world.resource_mut::<EditorDialogs>().asking = Some(Asking::Help);
    (0..100).for_each(|_| take_map(&mut world));
    assert_eq!(asking(&world), Some(&Asking::Help));
    assert!(reading(&world).is_some());
    world.resource_mut::<EditorDialogs>().asking = None;
    world.insert_resource(InState::new(Screen::Menu));
    finish_reading(&mut world);
    assert_eq!((level(&world), asking(&world)), (before, None));
    let file = own.join("mill.ron");
    assert_eq!(told(&world), format!("The map was saved as {}.", file.display()));
    let listed: Vec<&PathBuf> =
        world.resource::<MenuModel>().levels.iter().map(|level| &level.path).collect();
    assert_eq!(listed, [&file]);
}

#[test]
fn a_level_that_cannot_be_saved_stays_open() {
    let folder = Folder::new("full");
    let file = folder.file("a.ron");
    let mut world = folder.opened(Some(&file));
    change(&mut world, "camp");
    let made = level(&world);
    // A folder is in the way.
    std::fs::create_dir_all(&file).unwrap();
    save(&mut world);
    assert!(matches!(asking(&world), Some(Asking::Problems(..))), "{:?}", asking(&world));
    assert_eq!(level(&world), made);
    assert!(world.resource::<EditorState>().draft.is_changed());
}

#[test]
fn levels_of_the_game_are_saved_among_the_players_own() {
    let folder = Folder::new("shipped");
    let shipped = folder.file("levels");
    std::fs::create_dir_all(&shipped).unwrap();
    let bridge = shipped.join("bridge.ron");
    std::fs::write(&bridge, usual_recipe().build().to_text()).unwrap();
    let folders = LevelFolders { shipped: Some(shipped.clone()), own: Some(folder.file("own")) };
    let mut world = folder.opened(None);
    world.insert_resource(folders);
    world.resource_mut::<EditorDialogs>().asking = None;
    guard(&mut world, Then::Open(bridge.clone()));
    let told = world.resource::<EditorState>().notice.clone().map(|notice| notice.text);
    assert!(told.is_some_and(|text| text.contains("copy of your own")));
    let before = std::fs::read(&bridge).unwrap();
    change(&mut world, "camp");
    save(&mut world);
    assert!(world.resource::<EditorDialogs>().is_open(), "asks where");
    take_chosen(&mut world, Chosen { purpose: Purpose::SaveAs, file: shipped.join("mine.ron") });
    assert!(matches!(asking(&world), Some(Asking::Problems(..))), "not among the game's levels");
    world.resource_mut::<EditorDialogs>().asking = None;
    let own = folder.file("own/bridge.ron");
    take_chosen(&mut world, Chosen { purpose: Purpose::SaveAs, file: own.clone() });
    assert_eq!(Level::load(&own), Ok(level(&world)));
    assert_eq!(std::fs::read(&bridge).unwrap(), before);
    assert!(!shipped.join("mine.ron").exists());
}

#[test]
fn changes_by_other_programs_are_asked_about() {
    let folder = Folder::new("other");
    let file = folder.file("a.ron");
    let mut world = folder.opened(Some(&file));
    save(&mut world);
    let theirs = Recipe { name: "Theirs".to_owned(), ..usual_recipe() }.build();
    std::fs::write(&file, theirs.to_text()).unwrap();
    change(&mut world, "camp");
    let mine = level(&world);
    save(&mut world);
    assert_eq!(asking(&world), Some(&Asking::FileChanged(file.clone())));
    assert_eq!(Level::load(&file).as_ref(), Ok(&theirs), "nothing is written before the answer");
    keep_mine(&mut world);
    assert_eq!(asking(&world), None);
    save(&mut world);
    assert_eq!(Level::load(&file), Ok(mine));
    std::fs::write(&file, "no level").unwrap();
    change(&mut world, "fort");
    let mine = level(&world);
    assert!(keep_now(&mut world));
    save(&mut world);
    read_again(&mut world);
    assert!(matches!(asking(&world), Some(Asking::Problems(..))), "it cannot be read");
    assert_eq!((level(&world), folder.kept()), (mine.clone(), 1), "nothing is lost");
    world.resource_mut::<EditorDialogs>().asking = None;
    guard(&mut world, Then::Create(Box::new(usual_recipe())));
    save_first(&mut world);
    assert!(matches!(asking(&world), Some(Asking::FileChanged(_))));
    keep_mine(&mut world);
    assert_eq!(Level::load(&file), Ok(mine), "saved, then on to the new level");
    assert_eq!(level(&world), usual_recipe().build());
    guard(&mut world, Then::Open(file.clone()));
    std::fs::write(&file, theirs.to_text()).unwrap();
    save(&mut world);
    read_again(&mut world);
    assert_eq!((level(&world), asking(&world)), (theirs, None));
    assert!(!world.resource::<EditorState>().draft.is_changed());
}

#[test]
fn the_clipboard_goes_on_to_the_next_level() {
    let folder = Folder::new("clip");
    let mut world = folder.opened(Some(&folder.file("a.ron")));
    let mut editor = world.resource_mut::<EditorState>();
    editor.selection = [Cell::new(2, 2), Cell::new(3, 2)].into();
    editor.copy();
    let copied = editor.clip.clone();
    assert!(copied.is_some());
    guard(&mut world, Then::Create(Box::new(usual_recipe())));
    assert_eq!(world.resource::<EditorState>().clip, copied);
}
