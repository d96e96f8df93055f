//! Files of the editor: opening and saving, what is kept in case of a crash, and the questions
//! before anything could be lost.

use std::path::{Path, PathBuf};

use bevy::app::AppExit;
use bevy::ecs::prelude::*;

use crate::editor::shelf::{self, Kept, Recent, Shelf};
use crate::editor::{Draft, Land, Recipe, Scenery};
use crate::files::Problem;
use crate::grid::Terrain;
use crate::level::{Level, Severity};
use crate::ui::menu::MenuModel;
use crate::ui::screen::Screen;
use crate::ui::screen::go_to;

use super::dialog::{Chosen, Dialog, Purpose, choose};
use super::keeping::{Keeping, forget_kept, keep_now};
use super::picture;
use super::state::EditorState;

/// So many problems of a file are shown.
const SHOWN: usize = 12;

/// What is done once unsaved work is saved or given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Make a new level.
    Create(Box<Recipe>),
    /// Open a file.
    Open(PathBuf),
    /// Go on with a draft that was kept.
    Recover(PathBuf, Option<PathBuf>),
    /// Close the game.
    Quit,
}

/// A question or message in the middle of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// The list of keys.
    Help,
    /// What a new level is made from.
    New(Recipe),
    /// There are unsaved changes.
    Unsaved(Then),
    /// Drafts were kept that were never saved.
    Recover(Vec<Kept>),
    /// What is wrong with a file.
    Problems(String, Vec<String>),
    /// Under which ruleset the level is played.
    Ruleset,
}

/// The questions that are open, and the files of late.
#[derive(Resource, Default)]
pub struct Papers {
    /// The question.
    pub asking: Option<Asking>,
    /// What was open before the question about unsaved work, and what is done after saving.
    pub(super) then: Option<Then>,
    pub(super) dialog: Option<Dialog>,
    /// The levels that were opened or saved last.
    pub recent: Recent,
}

impl Papers {
    /// True while a window waits for an answer.
    pub const fn is_open(&self) -> bool {
        self.asking.is_some() || self.dialog.is_some()
    }
}

/// What a new level is made from at first.
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

/// The land that generated levels have at first.
pub(super) const USUAL_LAND: Land = Land { hills: 3, river: true, ruins: 3, forest: 15 };

/// Opens the editor: with the level of that file, with what is on the desk, or with a new level.
pub fn enter(world: &mut World, file: Option<&Path>) {
    world.init_resource::<Papers>();
    if let Some(recent) = world.get_resource::<Keeping>().and_then(Keeping::recent_file) {
        // A list that cannot be read is begun anew.
        let list = Recent::load(&recent).unwrap_or_default();
        with_papers(world, |papers| papers.recent = list);
    }
    let has_desk = world.contains_resource::<EditorState>();
    if !has_desk {
        place(world, EditorState::new(Draft::new(usual_recipe().build()), None));
    }
    match file {
        Some(file) if !file.exists() => {
            let mut desk = EditorState::new(Draft::new(named_after(file)), Some(file.to_owned()));
            desk.tell(format!("{} is written when you save.", file.display()));
            place(world, desk);
        }
        Some(file) => guard(world, Then::Open(file.to_owned())),
        None if !has_desk => {
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
    go_to(world, Screen::Editor);
}

fn named_after(file: &Path) -> Level {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem.replace(['_', '-'], " ").chars().take(40).collect();
    let name = if name.trim().is_empty() { usual_recipe().name } else { name };
    Recipe { name, ..usual_recipe() }.build()
}

/// The drafts that are newer than what was saved of them.
fn unsaved(world: &World) -> Vec<Kept> {
    let shelf = world.get_resource::<Keeping>().and_then(Keeping::shelf);
    shelf.map(Shelf::all).unwrap_or_default().into_iter().filter(|kept| kept.newer).collect()
}

/// Puts a desk in place of the one that is there.
fn place(world: &mut World, desk: EditorState) {
    if let Some(mut keeping) = world.get_resource_mut::<Keeping>() {
        keeping.begin(&desk);
    }
    world.insert_resource(desk);
}

pub(super) fn with_papers(world: &mut World, change: impl FnOnce(&mut Papers)) {
    if let Some(mut papers) = world.get_resource_mut::<Papers>() {
        change(&mut papers);
    }
}

pub(super) fn with_desk(world: &mut World, change: impl FnOnce(&mut EditorState)) {
    if let Some(mut desk) = world.get_resource_mut::<EditorState>() {
        change(&mut desk);
    }
}

/// Does something that would take the draft away, after asking if it has unsaved changes.
pub(super) fn guard(world: &mut World, then: Then) {
    if world.get_resource::<EditorState>().is_some_and(|desk| desk.draft.is_changed()) {
        // Until the question is answered the work is kept, whatever happens.
        keep_now(world);
        with_papers(world, |papers| papers.asking = Some(Asking::Unsaved(then)));
        go_to(world, Screen::Editor);
    } else {
        go_on(world, then);
    }
}

/// Gives unsaved work up, and does what waited for that.
pub(super) fn drop_changes(world: &mut World) {
    let asking = take_asking(world);
    if let Some(Asking::Unsaved(then)) = asking {
        forget_kept(world);
        go_on(world, then);
    }
}

/// Saves, and does what waited for that.
pub(super) fn save_first(world: &mut World) {
    if let Some(Asking::Unsaved(then)) = take_asking(world) {
        with_papers(world, |papers| papers.then = Some(then));
        save(world);
    }
}

fn take_asking(world: &mut World) -> Option<Asking> {
    world.get_resource_mut::<Papers>().and_then(|mut papers| papers.asking.take())
}

fn go_on(world: &mut World, then: Then) {
    match then {
        Then::Create(recipe) => place(world, EditorState::new(Draft::new(recipe.build()), None)),
        Then::Open(file) => open(world, &file, &file),
        Then::Recover(kept, of) => recover(world, &kept, of),
        Then::Quit => {
            world.write_message(AppExit::Success);
        }
    }
}

/// Opens `read` as the draft of `file`.
fn open(world: &mut World, read: &Path, file: &Path) {
    match shelf::open(read) {
        Ok(opened) => {
            let errors = opened.problems.iter().filter(|(s, _)| *s == Severity::Error).count();
            let mut desk = EditorState::new(opened.draft, Some(file.to_owned()));
            if errors > 0 {
                desk.tab = super::state::Tab::Checks;
                desk.tell("It cannot be played yet: the checks at the right say why.".to_owned());
            }
            place(world, desk);
            note_file(world, file, true);
            let shelf = world.get_resource::<Keeping>().and_then(|k| k.shelf().cloned());
            if let Some(kept) = shelf.and_then(|shelf| shelf.newer_than(file)) {
                with_papers(world, |papers| papers.asking = Some(Asking::Recover(vec![kept])));
            }
        }
        Err(problems) => {
            let title = format!("{} cannot be opened", file.display());
            tell_problems(world, title, &problems);
            note_file(world, file, false);
        }
    }
}

fn tell_problems(world: &mut World, title: String, problems: &[Problem]) {
    let mut lines: Vec<String> = problems.iter().take(SHOWN).map(Problem::to_string).collect();
    if problems.len() > SHOWN {
        lines.push(format!("and {} more", problems.len() - SHOWN));
    }
    with_papers(world, |papers| papers.asking = Some(Asking::Problems(title, lines)));
}

/// Goes on with a draft that was kept. It counts as changed until it is saved.
fn recover(world: &mut World, kept: &Path, of: Option<PathBuf>) {
    match shelf::open(kept) {
        Ok(opened) => {
            let level = opened.draft.level().clone();
            // What was saved is the beginning; the draft is the first change.
            let saved = of.as_deref().and_then(|file| shelf::open(file).ok());
            let begin = saved.map_or_else(|| Draft::new(usual_recipe().build()), |o| o.draft);
            let mut desk = EditorState::new(begin, of);
            desk.apply(crate::editor::Edit::Import(Box::new(level)));
            if desk.file.is_none() {
                desk.tell("This draft was never saved.".to_owned());
            }
            let unnamed = desk.file.is_none();
            place(world, desk);
            if unnamed {
                // From now on it is kept under a number of its own; the old file goes only then.
                if keep_now(world) {
                    let _ = std::fs::remove_file(kept);
                }
            }
        }
        Err(problems) => {
            tell_problems(world, format!("{} cannot be opened", kept.display()), &problems);
        }
    }
}

/// Throws a kept draft away.
pub(super) fn discard(world: &mut World, kept: &Path) {
    if let Err(error) = std::fs::remove_file(kept) {
        let text = format!("{} could not be removed: {error}", kept.display());
        with_desk(world, |desk| desk.refuse(text));
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

/// Notes that a level was opened or saved, or that it is not there any more.
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
        with_desk(world, |desk| desk.refuse(problem.to_string()));
    }
}

/// Saves the level where it was saved before; asks where if it never was.
pub(super) fn save(world: &mut World) {
    match world.get_resource::<EditorState>().and_then(|desk| desk.file.clone()) {
        Some(file) => save_to(world, &file),
        None => choose(world, Purpose::SaveAs),
    }
}

/// Asks where the level is to be saved.
pub(super) fn save_as(world: &mut World) {
    choose(world, Purpose::SaveAs);
}

/// Asks which level is to be opened.
pub(super) fn ask_open(world: &mut World) {
    choose(world, Purpose::Open);
}

/// Asks for a picture.
pub(super) fn ask_picture(world: &mut World) {
    choose(world, Purpose::Picture);
}

fn save_to(world: &mut World, file: &Path) {
    let mut done = None;
    with_desk(world, |desk| {
        desk.end_stroke();
        done = Some(shelf::save(&mut desk.draft, file));
    });
    match done {
        Some(Ok(())) => {
            forget_kept(world);
            with_desk(world, |desk| {
                desk.file = Some(file.to_owned());
                desk.tell(format!("Saved as {}.", file.display()));
            });
            note_file(world, file, true);
            if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
                menu.note_level(file);
            }
            let then = world.get_resource_mut::<Papers>().and_then(|mut p| p.then.take());
            if let Some(then) = then {
                go_on(world, then);
            }
        }
        Some(Err(problem)) => {
            with_papers(world, |papers| papers.then = None);
            let title = "The level could not be saved".to_owned();
            tell_problems(world, title, &[problem]);
        }
        None => {}
    }
}

/// Does what the file was chosen for.
pub(super) fn take_chosen(world: &mut World, Chosen { purpose, file }: Chosen) {
    match purpose {
        Purpose::Open => guard(world, Then::Open(file)),
        Purpose::SaveAs => save_to(world, &file),
        Purpose::Picture => with_desk(world, |desk| picture::choose(desk, &file)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_level_is_named_after_its_file() {
        assert_eq!(named_after(Path::new("a/old_mill.ron")).name, "old mill");
    }
}
