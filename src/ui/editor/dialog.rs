//! The file dialog.

use std::path::{Path, PathBuf};

use bevy::ecs::prelude::*;
use egui_file_dialog::{DialogState, FileDialog};

use crate::level_folders::LevelFolders;
use bevy_egui::egui;

use super::dialogs::{Dialog, EditorDialogs, Purpose, with_papers};
use super::state::EditorState;

/// Initial window size, in points.
const SIZE: [f32; 2] = [760.0, 480.0];

/// Opens the file dialog.
pub(super) fn choose(world: &mut World, purpose: Purpose) {
    let editor = world.get_resource::<EditorState>();
    let file = editor.and_then(|editor| editor.file.clone());
    let named = editor.map(|editor| file_name(&editor.level().name)).unwrap_or_default();
    let own = file.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let name = own.map_or(named, |own| own.into_owned());
    let mut dialog =
        FileDialog::new().anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO).default_size(SIZE);
    let usual = LevelFolders::default();
    let folders = world.get_resource::<LevelFolders>().unwrap_or(&usual);
    if let Some(folder) = first_folder(folders, purpose, file.as_deref()) {
        dialog = dialog.initial_directory(folder);
    }
    match purpose {
        Purpose::Open | Purpose::Play => {
            dialog = dialog
                .title("Open level")
                .add_file_filter_extensions("Levels and maps", levels_and_maps())
                .add_file_filter_extensions("Levels", vec!["ron"])
                .default_file_filter("Levels and maps");
            dialog.pick_file();
        }
        Purpose::SaveAs => {
            dialog = dialog
                .title("Save level")
                .add_save_extension("Level", "ron")
                .default_save_extension("Level")
                .default_file_name(&name);
            dialog.save_file();
        }
        Purpose::Picture => {
            dialog = dialog
                .title("Choose a picture in the level's folder")
                .add_file_filter_extensions("Pictures", vec!["png", "jpg", "jpeg"])
                .default_file_filter("Pictures");
            dialog.pick_file();
        }
    }
    with_papers(world, |papers| papers.dialog = Some(Dialog { purpose, window: dialog }));
}

/// The endings of levels, and of maps that become levels.
fn levels_and_maps() -> Vec<&'static str> {
    std::iter::once("ron").chain(import::ENDINGS).collect()
}

/// The initial folder of the dialog: that of the open file, or else that of the player's own
/// levels. A level of the game is saved among the player's own.
fn first_folder(folders: &LevelFolders, purpose: Purpose, file: Option<&Path>) -> Option<PathBuf> {
    let file = file.filter(|file| purpose != Purpose::SaveAs || !folders.protects(file));
    let file = file.filter(|_| purpose != Purpose::Play);
    let beside = file.and_then(Path::parent).filter(|f| !f.as_os_str().is_empty());
    let wanted = beside.or_else(|| match purpose {
        Purpose::SaveAs | Purpose::Play => folders.home(),
        Purpose::Open | Purpose::Picture => {
            folders.home().filter(|_| !folders.own_levels().is_empty())
        }
    });
    wanted.or(folders.shipped.as_deref().filter(|_| purpose == Purpose::Open)).map(Path::to_owned)
}

/// A file name for a level title.
fn file_name(title: &str) -> String {
    let letters = title.chars().map(|c| if c.is_alphanumeric() { c } else { '_' });
    let name: String = letters.flat_map(char::to_lowercase).take(40).collect();
    format!("{}.ron", if name.is_empty() { "level" } else { &name })
}

/// Shows the file dialog. Returns the chosen file, if any.
pub(super) fn show_dialog(ctx: &egui::Context, papers: &mut EditorDialogs) -> Option<Chosen> {
    let Dialog { purpose, window } = papers.dialog.as_mut()?;
    window.update(ctx);
    let purpose = *purpose;
    let picked = window.take_picked();
    if picked.is_some() || !matches!(window.state(), DialogState::Open) {
        papers.dialog = None;
        if picked.is_none() {
            papers.then = None;
        }
    }
    picked.map(|file| Chosen { purpose, file })
}

/// A chosen file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// What for.
    pub purpose: Purpose,
    /// The file.
    pub file: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_their_level() {
        assert_eq!(file_name("The Bridge"), "the_bridge.ron");
        assert_eq!(file_name(""), "level.ron");
        assert_eq!(file_name("../x"), "___x.ron");
    }
}
