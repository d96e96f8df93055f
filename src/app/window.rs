//! The window itself: its size and title, when it draws, and its own keys.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::DefaultPlugins;
use bevy::app::{App, Plugin, PluginGroup, PluginGroupBuilder, Update};
use bevy::audio::AudioPlugin;
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::utils::default;
use bevy::window::{
    MonitorSelection, PrimaryWindow, Window, WindowMode, WindowPlugin, WindowResolution,
};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};

use crate::ui::{Notice, Table, Waker};

/// Size of the window at first, in logical pixels.
const SIZE: (u32, u32) = (1440, 900);
/// Size of the window while a script drives it: small, because it may be drawn without a graphics
/// card.
const SCRIPTED_SIZE: (u32, u32) = (1280, 720);
/// So many pictures of one name may lie in a folder.
const MAX_PICTURES: u32 = 10_000;

/// The engine's plugins with the window of the game.
pub(super) fn plugins(scripted: bool) -> PluginGroupBuilder {
    let (width, height) = if scripted { SCRIPTED_SIZE } else { SIZE };
    let window = Window {
        title: "High Ground".to_owned(),
        name: Some("highground".to_owned()),
        resolution: WindowResolution::new(width, height),
        ..default()
    };
    let plugins = DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() });
    // A script has no ears, and its computer may have no sound card.
    if scripted { plugins.disable::<AudioPlugin>() } else { plugins }
}

/// When the window draws: after input and when something asks for it, not all the time.
pub(super) fn updates() -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive(Duration::from_secs(5)),
        unfocused_mode: UpdateMode::reactive_low_power(Duration::from_secs(60)),
    }
}

/// Lets other threads bring the window back from rest.
pub(super) fn give_waker(proxy: Res<EventLoopProxyWrapper>, mut commands: Commands) {
    let proxy = (**proxy).clone();
    // Once the window is gone there is nobody to wake.
    let wake = move || {
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    };
    commands.insert_resource(Waker(Arc::new(wake)));
}

/// F11 for the whole screen, F12 for a picture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WindowKeysPlugin;

impl Plugin for WindowKeysPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, (full_screen, picture));
    }
}

fn full_screen(
    keys: Res<ButtonInput<KeyCode>>,
    mut window: Query<&mut Window, With<PrimaryWindow>>,
) {
    if !keys.just_pressed(KeyCode::F11) {
        return;
    }
    if let Ok(mut window) = window.single_mut() {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}

fn picture(keys: Res<ButtonInput<KeyCode>>, mut table: ResMut<Table>, mut commands: Commands) {
    if !keys.just_pressed(KeyCode::F12) {
        return;
    }
    let Some(path) = free_name() else { return };
    table.notice =
        Some(Notice { text: format!("Picture written to {}.", path.display()), refusal: false });
    commands.spawn(Screenshot::primary_window()).observe(save_to_disk(path));
}

/// The first name that is not taken, in the folder of pictures or else in the present one.
fn free_name() -> Option<PathBuf> {
    let folder = directories::UserDirs::new()
        .and_then(|dirs| dirs.picture_dir().map(ToOwned::to_owned))
        .filter(|folder| folder.is_dir())
        .unwrap_or_default();
    (1..=MAX_PICTURES)
        .map(|n| folder.join(format!("highground-{n}.png")))
        .find(|path| !path.exists())
}
