//! Drapes a level's image over its ground: in the editor for tracing, in a battle if the level says
//! so.

use std::path::{Path, PathBuf};

use bevy::asset::{Assets, Handle};
use bevy::ecs::prelude::*;
use bevy::image::Image;
use bevy::state::state::State as InState;

use editor::Layer;
use editor::underlay::open_picture;
use level::Underlay;
use ui::Screen;
use ui::board::GroundPicture;
use ui::editor::state::EditorState;
use view::{GroundImage, ShownGroundImage, drape_image};

/// Opacity of the image while tracing, and in a battle.
const STRENGTHS: (f32, f32) = (0.55, 0.92);

/// The last image read, and from where; `None` if it could not be read.
#[derive(Default)]
pub(super) struct Read(Option<(PathBuf, String, Option<Handle<Image>>)>);

/// Loads and shows the image for the current screen.
pub(super) fn lay(
    screen: Res<InState<Screen>>,
    editor: Option<ResMut<EditorState>>,
    ground: Res<GroundPicture>,
    mut images: ResMut<Assets<Image>>,
    mut read: Local<Read>,
    mut shown: ResMut<GroundImage>,
) {
    let editing = *screen.get() == Screen::Editor;
    let wanted: Option<(PathBuf, Underlay)> = match &editor {
        Some(editor) if editing => {
            let shown = !editor.draft.layers.hidden.has(Layer::Picture);
            let underlay = editor.level().underlay.clone().filter(|_| shown);
            underlay.zip(editor.file.as_deref().map(folder)).map(|(u, f)| (f, u))
        }
        _ if matches!(*screen.get(), Screen::Battle | Screen::Deployment | Screen::Result) => {
            ground.0.as_ref().map(|(file, underlay)| (folder(file), underlay.clone()))
        }
        _ => None,
    };
    let Some((folder, lies)) = wanted else {
        shown.set_if_neq(GroundImage(None));
        return;
    };
    let known = read.0.as_ref().is_some_and(|(f, name, _)| *f == folder && *name == lies.file);
    if !known {
        let image = match open_picture(&folder, &lies.file) {
            Ok(p) => Some(images.add(drape_image(p.width, p.height, p.rgba))),
            Err(error) => {
                if let Some(mut editor) = editor.filter(|_| editing) {
                    editor.refuse(format!("{}: {error}", lies.file));
                }
                None
            }
        };
        read.0 = Some((folder, lies.file.clone(), image));
    }
    let image = read.0.as_ref().and_then(|(_, _, image)| image.clone());
    let strength = if editing { STRENGTHS.0 } else { STRENGTHS.1 };
    shown.set_if_neq(GroundImage(image.map(|image| ShownGroundImage { image, lies, strength })));
}

/// Folder of a file.
fn folder(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}
