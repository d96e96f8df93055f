//! Drapes a level's image over its ground: in the editor for tracing, in a battle and in the menu if
//! the level says so.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bevy::asset::{Assets, Handle};
use bevy::ecs::prelude::*;
use bevy::image::Image;
use bevy::state::state::State as InState;

use editor::Layer;
use editor::underlay::{PictureError, open_picture};
use ui::board::GroundPicture;
use ui::editor::state::EditorState;
use ui::{Screen, Waker};
use view::{GroundImage, ImageStyle, ShownGroundImage, SoftwareRenderer, drape_image};

use super::menu::ShownLevel;

/// The file of an image: the folder of its level, and its name.
type ImageFile = (PathBuf, String);

/// The last image read.
#[derive(Default)]
pub(super) struct LastRead {
    file: Option<ImageFile>,
    state: Reading,
}

/// How far an image has been read.
#[derive(Default)]
enum Reading {
    /// It could not be read.
    #[default]
    Failed,
    /// A thread reads it.
    Running(Receiver<Result<Image, PictureError>>),
    /// It has been read.
    Done(Handle<Image>),
}

/// Begins to read an image on a thread, because large ones take seconds.
fn begin(
    (folder, name): ImageFile,
    renderer: SoftwareRenderer,
    waker: Option<Waker>,
) -> std::io::Result<Reading> {
    let (send, result) = channel();
    let read = move || {
        let picture = open_picture(&folder, &name);
        // The receiver is gone if another image is wanted by now.
        let _ = send.send(picture.map(|p| drape_image((p.width, p.height), p.rgba, renderer)));
        if let Some(waker) = waker {
            waker.0();
        }
    };
    thread::Builder::new().name("picture".to_owned()).spawn(read)?;
    Ok(Reading::Running(result))
}

impl LastRead {
    /// Reads a file that could not be read once more, when it is wanted again.
    fn forget_failure(&mut self) {
        if matches!(self.state, Reading::Failed) {
            self.file = None;
        }
    }

    /// The image in a file, once it has been read.
    ///
    /// # Errors
    /// If it cannot be read; told once.
    fn image(
        &mut self,
        file: &ImageFile,
        renderer: SoftwareRenderer,
        waker: Option<&Waker>,
        images: &mut Assets<Image>,
    ) -> Result<Option<Handle<Image>>, String> {
        if self.file.as_ref() != Some(file) {
            *self = Self { file: Some(file.clone()), state: Reading::Failed };
            self.state =
                begin(file.clone(), renderer, waker.cloned()).map_err(|e| e.to_string())?;
        }
        if let Reading::Running(result) = &self.state {
            let read = match result.try_recv() {
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => Err("reading this picture failed".to_owned()),
                Ok(read) => read.map_err(|error| error.to_string()),
            };
            // An error is told once.
            self.state = Reading::Failed;
            self.state = Reading::Done(images.add(read?));
        }
        Ok(match &self.state {
            Reading::Done(image) => Some(image.clone()),
            _ => None,
        })
    }
}

/// Loads and shows the image for the current screen.
pub(super) fn lay(
    screen: Res<InState<Screen>>,
    editor: Option<ResMut<EditorState>>,
    (ground, menu): (Res<GroundPicture>, Res<ShownLevel>),
    (renderer, waker): (Res<SoftwareRenderer>, Option<Res<Waker>>),
    mut images: ResMut<Assets<Image>>,
    mut read: Local<LastRead>,
    mut shown: ResMut<GroundImage>,
) {
    if screen.is_changed() {
        // The menu does not tell what is wrong; the editor does.
        read.forget_failure();
    }
    let editing = *screen.get() == Screen::Editor;
    let wanted = match &editor {
        Some(editor) if editing => {
            let shown = !editor.draft.layers.hidden.has(Layer::Picture);
            let underlay = editor.level().underlay.clone().filter(|_| shown);
            editor.file.clone().zip(underlay)
        }
        None if editing => None,
        _ if *screen.get() == Screen::Menu => menu.picture.0.clone(),
        _ => ground.0.clone(),
    };
    let Some((level, lies)) = wanted else {
        shown.set_if_neq(GroundImage(None));
        return;
    };
    let file = (folder(&level), lies.file.clone());
    let image = match read.image(&file, *renderer, waker.as_deref(), &mut images) {
        Ok(image) => image,
        Err(error) => {
            if let Some(mut editor) = editor.filter(|_| editing) {
                editor.refuse(format!("{}: {error}", lies.file));
            }
            None
        }
    };
    let style = if editing { ImageStyle::Tracing } else { ImageStyle::Painted };
    shown.set_if_neq(GroundImage(image.map(|image| ShownGroundImage { image, lies, style })));
}

/// Folder of a file.
fn folder(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}
