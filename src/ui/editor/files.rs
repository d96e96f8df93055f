//! Editor files: opening, saving, crash recovery, and questions about unsaved changes.

use std::path::{Path, PathBuf};

use bevy::app::AppExit;
use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;
use bevy::time::{Real, Time};

use crate::board::BoardArea;
use crate::level_folders::LevelFolders;
use crate::menu::MenuModel;
use crate::notices;
use crate::screen::Screen;
use crate::screen::go_to;
use editor::shelf::{self, Kept, Recent, Shelf};
use editor::stamp::Stamp;
use editor::{Draft, Land, Recipe, Scenery};
use files::Problem;
use grid::Terrain;
use level::{Level, Severity, title_of};

use super::convert::{self, Converted, MapPurpose, ReadMap};
use super::dialog::{Chosen, choose};
use super::dialogs::{Asking, EditorDialogs, Purpose, Then, with_papers};
use super::keeping::{Keeping, forget_kept, keep_now};
use super::parts;
use super::picture;
use super::state::{EditorState, with_editor};
use super::test_play::TestPlay;

/// Time between checks of the open file, in seconds.
const EVERY: f64 = 2.0;

/// Maximum number of a file's problems to show.
const SHOWN: usize = 12;

/// Default settings of a new level.
pub(super) fn usual_recipe() -> Recipe {
    Recipe {
        name: "New level".to_owned(),
        width: 30,
        height: 20,
        seed: 1,
        units: 4,
        scenery: Scenery::Blank(Terrain::Grass),
    }
}

/// Default settings of generated land.
pub(super) const USUAL_LAND: Land = Land { hills: 3, river: true, ruins: 3, forest: 15 };

/// Opens the editor with a level file, the level already being edited, or a new level.
pub fn enter(world: &mut World, file: Option<&Path>) {
    world.init_resource::<EditorDialogs>();
    if let Some(recent) = world.get_resource::<Keeping>().and_then(Keeping::recent_file) {
        // An unreadable list is replaced.
        let list = Recent::load(&recent).unwrap_or_default();
        with_papers(world, |papers| papers.recent = list);
    }
    let has_editor = world.contains_resource::<EditorState>();
    if !has_editor {
        place(world, EditorState::new(Draft::new(usual_recipe().build()), None));
    }
    match file {
        Some(file) if !file.exists() => {
            let mut editor = EditorState::new(Draft::new(named_after(file)), Some(file.to_owned()));
            editor.tell(format!("{} will be created when you save.", file.display()));
            place(world, editor);
        }
        Some(file) => open_file(world, file.to_owned()),
        None if !has_editor => {
            let kept = unsaved(world);
            with_papers(world, |papers| {
                papers.asking = Some(match kept.is_empty() {
                    true => Asking::New(usual_recipe()),
                    false => Asking::Recover(kept),
                });
            });
        }
        None => {}
    }
    if !has_editor {
        parts::fetch_clipboard(world);
    }
    go_to(world, Screen::Editor);
}

fn named_after(file: &Path) -> Level {
    let name: String = title_of(file).chars().take(40).collect();
    let name = if name.is_empty() { usual_recipe().name } else { name };
    Recipe { name, ..usual_recipe() }.build()
}

/// Autosaved drafts newer than their level files.
fn unsaved(world: &World) -> Vec<Kept> {
    let shelf = world.get_resource::<Keeping>().and_then(Keeping::shelf);
    shelf.map(Shelf::all).unwrap_or_default().into_iter().filter(|kept| kept.newer).collect()
}

/// Replaces the editor state. The clipboard is kept.
fn place(world: &mut World, mut editor: EditorState) {
    if let Some(mut former) = world.get_resource_mut::<EditorState>() {
        editor.clip = former.clip.take();
    }
    if let Some(mut keeping) = world.get_resource_mut::<Keeping>() {
        keeping.begin(&editor);
    }
    world.insert_resource(editor);
}

/// Opens a level, after asking about unsaved changes. A map of another program is read first, and
/// becomes one.
pub(super) fn open_file(world: &mut World, file: PathBuf) {
    if import::has_ending(&file) {
        read_map(world, &file, MapPurpose::Edit);
    } else {
        guard(world, Then::Open(file));
    }
}

/// Performs an action that would discard the draft, after asking about unsaved changes.
pub(super) fn guard(world: &mut World, then: Then) {
    if world.get_resource::<EditorState>().is_some_and(|editor| editor.draft.is_changed()) {
        // Autosave first, so that the work is safe until the question is answered.
        keep_now(world);
        with_papers(world, |papers| papers.asking = Some(Asking::Unsaved(then)));
        go_to(world, Screen::Editor);
    } else {
        go_on(world, then);
    }
}

/// Quits the game, after asking about unsaved changes.
pub(crate) fn quit(world: &mut World) {
    world.remove_resource::<TestPlay>();
    guard(world, Then::Quit);
}

/// Discards unsaved changes and performs the pending action.
pub(super) fn drop_changes(world: &mut World) {
    let asking = take_asking(world);
    if let Some(Asking::Unsaved(then)) = asking {
        forget_kept(world);
        go_on(world, then);
    }
}

/// Saves and performs the pending action.
pub(super) fn save_first(world: &mut World) {
    if let Some(Asking::Unsaved(then)) = take_asking(world) {
        with_papers(world, |papers| papers.then = Some(then));
        save(world);
    }
}

fn take_asking(world: &mut World) -> Option<Asking> {
    world.get_resource_mut::<EditorDialogs>().and_then(|mut papers| papers.asking.take())
}

fn go_on(world: &mut World, then: Then) {
    match then {
        Then::Create(recipe) => place(world, EditorState::new(Draft::new(recipe.build()), None)),
        Then::Open(file) => open(world, &file, &file),
        Then::OpenImported(file, notes) => {
            open(world, &file, &file);
            with_papers(world, |papers| papers.asking = Some(Asking::Imported(file, notes)));
        }
        Then::Recover(kept, of) => recover(world, &kept, of),
        Then::Quit => {
            world.write_message(AppExit::Success);
        }
    }
}

/// Opens the file `read` as the draft of the level file `file`.
fn open(world: &mut World, read: &Path, file: &Path) {
    match shelf::open(read) {
        Ok(opened) => {
            let errors = opened.problems.iter().filter(|(s, _)| *s == Severity::Error).count();
            let mut editor = EditorState::new(opened.draft, Some(file.to_owned()));
            if errors > 0 {
                editor.tab = super::state::Tab::Checks;
                editor.tell("Not playable yet. See the Checks page.".to_owned());
            } else if is_protected(world, file) {
                editor.tell("A level of the game: saving makes a copy of your own.".to_owned());
            }
            place(world, editor);
            note_file(world, file, true);
            let shelf = world.get_resource::<Keeping>().and_then(|k| k.shelf().cloned());
            if let Some(kept) = shelf.and_then(|shelf| shelf.newer_than(file)) {
                with_papers(world, |papers| papers.asking = Some(Asking::Recover(vec![kept])));
            }
        }
        Err(problems) => {
            let title = format!("Cannot open {}", file.display());
            tell_problems(world, title, &problems);
            note_file(world, file, false);
        }
    }
}

/// Begins to read a map of another program.
fn read_map(world: &mut World, map: &Path, purpose: MapPurpose) {
    notices::attempt(world, |world| convert::begin(world, map, purpose));
}

/// Makes a level of the map that has been read, and opens or chooses it. Waits while a dialog is
/// open, and in the editor until a stroke or the text of a field is complete. If the player has gone
/// to another screen, only tells where the level is.
pub(super) fn take_map(world: &mut World) {
    let screen = world.get_resource::<InState<Screen>>().map(|screen| *screen.get());
    let in_editor = screen == Some(Screen::Editor);
    let is_drawing = world.get_resource::<EditorState>().is_some_and(EditorState::is_pressed);
    let is_typing = world.get_resource::<BoardArea>().is_some_and(|area| area.typing);
    let is_asking = world.get_resource::<EditorDialogs>().is_some_and(EditorDialogs::is_open);
    if is_asking || (in_editor && (is_drawing || is_typing)) {
        return;
    }
    let Some(ReadMap { map, purpose, result }) = convert::take_map(world) else { return };
    let folders = world.get_resource::<LevelFolders>().cloned().unwrap_or_default();
    let made = result.and_then(|imported| convert::write(&folders, &map, imported));
    if let Ok(made) = &made
        && let Some(mut menu) = world.get_resource_mut::<MenuModel>()
    {
        menu.note_level(&made.file, true);
    }
    match (made, purpose) {
        (Ok(Converted { file, notes }), MapPurpose::Edit) if in_editor => {
            guard(world, Then::OpenImported(file, notes));
        }
        (Ok(Converted { file, .. }), MapPurpose::Play) if screen == Some(Screen::Menu) => {
            choose_level(world, &file);
        }
        (Ok(Converted { file, .. }), _) => {
            notices::tell(world, &format!("The map was saved as {}.", file.display()));
        }
        (Err(problem), MapPurpose::Edit) if in_editor => {
            tell_problems(world, format!("Cannot open {}", map.display()), &[problem]);
        }
        (Err(problem), _) => notices::refuse(world, problem.to_string()),
    }
}

fn tell_problems(world: &mut World, title: String, problems: &[Problem]) {
    let mut lines: Vec<String> = problems.iter().take(SHOWN).map(Problem::to_string).collect();
    if problems.len() > SHOWN {
        lines.push(format!("and {} more", problems.len() - SHOWN));
    }
    with_papers(world, |papers| papers.asking = Some(Asking::Problems(title, lines)));
}

/// Restores an autosaved draft. It counts as changed until it is saved.
fn recover(world: &mut World, kept: &Path, of: Option<PathBuf>) {
    match shelf::open(kept) {
        Ok(opened) => {
            let level = opened.draft.level().clone();
            // The saved level is the base; the draft is the first edit.
            let saved = of.as_deref().and_then(|file| shelf::open(file).ok());
            let begin = saved.map_or_else(|| Draft::new(usual_recipe().build()), |o| o.draft);
            let mut editor = EditorState::new(begin, of);
            editor.apply(editor::Edit::Import(Box::new(level)));
            if editor.file.is_none() {
                editor.tell("Draft restored. It has not been saved yet.".to_owned());
            }
            let unnamed = editor.file.is_none();
            place(world, editor);
            if unnamed {
                // The draft gets a new number; its old file is removed only after it is autosaved
                // again.
                if keep_now(world) {
                    let _ = std::fs::remove_file(kept);
                }
            }
        }
        Err(problems) => {
            tell_problems(world, format!("Cannot open {}", kept.display()), &problems);
        }
    }
}

/// Deletes an autosaved draft.
pub(super) fn discard(world: &mut World, kept: &Path) {
    if let Err(error) = std::fs::remove_file(kept) {
        let text = format!("Cannot delete {}: {error}", kept.display());
        with_editor(world, |editor| editor.refuse(text));
    }
    with_papers(world, |papers| {
        if let Some(Asking::Recover(list)) = &mut papers.asking {
            list.retain(|other| other.file != kept);
            if list.is_empty() {
                papers.asking = None;
            }
        }
    });
}

/// Updates the list of recent levels after a file was opened, saved or found missing.
fn note_file(world: &mut World, file: &Path, there: bool) {
    let list = world.get_resource::<Keeping>().and_then(Keeping::recent_file);
    let mut refused = None;
    with_papers(world, |papers| {
        if there {
            papers.recent.push(file);
        } else {
            papers.recent.forget(file);
        }
        refused = list.and_then(|list| papers.recent.save(&list).err());
    });
    if let Some(problem) = refused {
        with_editor(world, |editor| editor.refuse(problem.to_string()));
    }
}

/// Saves the level to its file, or asks for one if it was never saved or is one of the game's own.
pub(super) fn save(world: &mut World) {
    match world.get_resource::<EditorState>().and_then(|editor| editor.file.clone()) {
        Some(file) if is_protected(world, &file) => choose(world, Purpose::SaveAs),
        Some(file) if differs(world) => {
            with_papers(world, |papers| papers.asking = Some(Asking::FileChanged(file)));
        }
        Some(file) => save_to(world, &file),
        None => choose(world, Purpose::SaveAs),
    }
}

fn is_protected(world: &World, file: &Path) -> bool {
    world.get_resource::<LevelFolders>().is_some_and(|folders| folders.protects(file))
}

/// True if another program has changed the open file.
fn differs(world: &World) -> bool {
    let editor = world.get_resource::<EditorState>();
    let open = editor.and_then(|editor| editor.stamp.zip(editor.file.as_deref()));
    open.is_some_and(|(stamp, file)| stamp.differs(file))
}

/// Asks what to do when another program has changed the open file.
pub(super) fn watch(
    editor: Option<Res<EditorState>>,
    mut papers: ResMut<EditorDialogs>,
    time: Res<Time<Real>>,
    mut at: Local<f64>,
) {
    let now = time.elapsed_secs_f64();
    let Some(editor) = editor.filter(|_| now - *at >= EVERY && !papers.is_open()) else { return };
    *at = now;
    if let Some((stamp, file)) = editor.stamp.zip(editor.file.as_deref())
        && stamp.differs(file)
    {
        papers.asking = Some(Asking::FileChanged(file.to_owned()));
    }
}

/// Reloads the open file, discarding the changes made here.
pub(super) fn read_again(world: &mut World) {
    let Some(Asking::FileChanged(file)) = take_asking(world) else { return };
    with_papers(world, |papers| papers.then = None);
    // A file that cannot be read replaces nothing, and the autosaved draft stays.
    if shelf::open(&file).is_ok() {
        forget_kept(world);
    }
    open(world, &file, &file);
}

/// Keeps the level as it is here; saving overwrites the other program's version.
pub(super) fn keep_mine(world: &mut World) {
    take_asking(world);
    with_editor(world, |editor| {
        editor.stamp = editor.file.as_deref().and_then(Stamp::of);
        editor.draft.mark_unsaved();
    });
    // The question came up while saving before another action.
    if world.get_resource::<EditorDialogs>().is_some_and(|papers| papers.then.is_some()) {
        save(world);
    }
}

/// Asks where to save the level.
pub(super) fn save_as(world: &mut World) {
    choose(world, Purpose::SaveAs);
}

/// Asks which level to open.
pub(super) fn ask_open(world: &mut World) {
    choose(world, Purpose::Open);
}

/// Asks which level to play.
pub(crate) fn ask_level(world: &mut World) {
    choose(world, Purpose::Play);
}

/// Asks for a tracing picture.
pub(super) fn ask_picture(world: &mut World) {
    choose(world, Purpose::Picture);
}

fn save_to(world: &mut World, file: &Path) {
    let mut done = None;
    with_editor(world, |editor| {
        editor.end_stroke();
        done = Some(shelf::save(&mut editor.draft, file));
    });
    match done {
        Some(Ok(())) => {
            forget_kept(world);
            with_editor(world, |editor| {
                editor.file = Some(file.to_owned());
                editor.stamp = Stamp::of(file);
                editor.tell(format!("Saved as {}.", file.display()));
            });
            note_file(world, file, true);
            let own = is_own(world, file);
            if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
                menu.note_level(file, own);
            }
            let then = world.get_resource_mut::<EditorDialogs>().and_then(|mut p| p.then.take());
            if let Some(then) = then {
                go_on(world, then);
            }
        }
        Some(Err(problem)) => {
            with_papers(world, |papers| papers.then = None);
            let title = "Cannot save the level".to_owned();
            tell_problems(world, title, &[problem]);
        }
        None => {}
    }
}

fn is_own(world: &World, file: &Path) -> bool {
    world.get_resource::<LevelFolders>().is_some_and(|folders| folders.is_own(file))
}

/// Uses the chosen file.
pub(super) fn take_chosen(world: &mut World, Chosen { purpose, file }: Chosen) {
    match purpose {
        Purpose::Open => open_file(world, file),
        Purpose::SaveAs if is_protected(world, &file) => {
            with_papers(world, |papers| papers.then = None);
            let name = file.display().to_string();
            let problem = Problem::new(name, "this folder holds the game's own levels");
            let problem = problem.help("save your level in another folder");
            tell_problems(world, "Cannot save the level".to_owned(), &[problem]);
        }
        Purpose::SaveAs => save_to(world, &file),
        Purpose::Play => choose_level(world, &file),
        Purpose::Picture => with_editor(world, |editor| picture::choose(editor, &file)),
    }
}

/// Chooses a level in the menu. A map of another program is read first, and becomes one.
fn choose_level(world: &mut World, file: &Path) {
    if import::has_ending(file) {
        read_map(world, file, MapPurpose::Play);
        return;
    }
    let own = is_own(world, file);
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
        menu.choose(file, own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_level_is_named_after_its_file() {
        assert_eq!(named_after(Path::new("a/old_mill.ron")).name, "Old mill");
    }
}
