//! The window: its size and title, when it draws, and its own keys.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::DefaultPlugins;
use bevy::app::{App, Plugin, PluginGroup, PluginGroupBuilder, Update};
use bevy::audio::AudioPlugin;
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::log::LogPlugin;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::utils::default;
use bevy::window::{
    Monitor, PrimaryMonitor, PrimaryWindow, Window, WindowPlugin, WindowResolution,
};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitPlugin, WinitSettings, WinitUserEvent};

use settings::{Action, KeyMap, Settings, SettingsFile};
use ui::{CurrentNotice, Notice, Waker};

/// Initial size of the window, in logical pixels.
const SIZE: (u32, u32) = (1440, 900);
/// Size of the window when a script drives it: small, because it may be drawn without a graphics
/// card.
const SCRIPTED_SIZE: (u32, u32) = (1280, 720);
/// Maximum number of screenshots with one base name in a folder.
const MAX_PICTURES: u32 = 10_000;

/// The engine's plugins with the game's window.
pub(super) fn plugins(scripted: bool, size: Option<(u32, u32)>) -> PluginGroupBuilder {
    let (width, height) = size.unwrap_or(if scripted { SCRIPTED_SIZE } else { SIZE });
    let window = Window {
        title: "High Ground".to_owned(),
        name: Some("highground".to_owned()),
        resolution: WindowResolution::new(width, height),
        ..default()
    };
    // Closing the window first asks whether to save unsaved work.
    let windows =
        WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() };
    // Screenshots of a script must show everything at once, not when the driver is ready.
    let render = RenderPlugin { synchronous_pipeline_compilation: scripted, ..default() };
    let plugins = DefaultPlugins.set(windows).set(render);
    // A script needs no sound, and its computer may have no sound card.
    if scripted { plugins.disable::<AudioPlugin>() } else { plugins }
}

/// The engine's plugins without window system, graphics card and sound.
pub(super) fn without() -> PluginGroupBuilder {
    let settings = WgpuSettings { backends: None, ..default() };
    let render = RenderPlugin { render_creation: settings.into(), ..default() };
    // No log: it would only report missing windows.
    DefaultPlugins
        .set(render)
        .disable::<WinitPlugin>()
        .disable::<AudioPlugin>()
        .disable::<LogPlugin>()
}

/// When the window draws: after input and on request, not continuously.
pub(super) fn updates() -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive(Duration::from_secs(5)),
        unfocused_mode: UpdateMode::reactive_low_power(Duration::from_secs(60)),
    }
}

/// Lets other threads wake the idle window.
pub(super) fn give_waker(proxy: Res<EventLoopProxyWrapper>, mut commands: Commands) {
    let proxy = (**proxy).clone();
    // After the window is gone there is nothing to wake.
    let wake = move || {
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    };
    commands.insert_resource(Waker(Arc::new(wake)));
}

/// The part of a screen that title bar, frame and task bar leave for a window, in percent.
const USABLE: (u32, u32) = (98, 90);

/// The largest size of a window on a screen, in logical pixels, up to the wanted size.
fn fitting(wanted: (u32, u32), screen: (u32, u32), scale: f64) -> (u32, u32) {
    let fit = |wanted: u32, screen: u32, usable: u32| {
        let logical = f64::from(screen) / if scale > 0.0 { scale } else { 1.0 };
        let usable = (logical * f64::from(usable) / 100.0) as u32;
        wanted.min(usable.max(1))
    };
    (fit(wanted.0, screen.0, USABLE.0), fit(wanted.1, screen.1, USABLE.1))
}

/// Shrinks the window to the screen when it opens. Afterwards the player decides.
pub(super) fn fit_to_screen(
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    screens: Query<&Monitor, With<PrimaryMonitor>>,
    any: Query<&Monitor>,
    mut done: Local<bool>,
) {
    let Some(screen) = screens.iter().chain(&any).next().filter(|_| !*done) else { return };
    let Ok(mut window) = windows.single_mut() else { return };
    *done = true;
    let size = (window.resolution.width() as u32, window.resolution.height() as u32);
    let screen_size = (screen.physical_width, screen.physical_height);
    let fit = fitting(size, screen_size, screen.scale_factor);
    if fit != size {
        window.resolution.set(fit.0 as f32, fit.1 as f32);
    }
}

/// Keys for full screen and screenshots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WindowKeysPlugin;

impl Plugin for WindowKeysPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, (full_screen, picture));
    }
}

/// True in the frame in which the key of an action was pressed.
fn just_pressed(keys: &ButtonInput<KeyCode>, bound: &KeyMap, action: Action) -> bool {
    let codes = bound.keys(action).iter().map(|chord| chord.code);
    keys.any_just_pressed(codes)
}

fn full_screen(
    (keys, bound): (Res<ButtonInput<KeyCode>>, Res<KeyMap>),
    file: Res<SettingsFile>,
    mut settings: ResMut<Settings>,
    mut notice: ResMut<CurrentNotice>,
) {
    if just_pressed(&keys, &bound, Action::FullScreen) {
        settings.full_screen = !settings.full_screen;
        if let Err(problem) = file.save(&settings) {
            notice.0 = Some(Notice::refusal(problem.to_string()));
        }
    }
}

fn picture(
    (keys, bound): (Res<ButtonInput<KeyCode>>, Res<KeyMap>),
    mut notice: ResMut<CurrentNotice>,
    mut commands: Commands,
) {
    if !just_pressed(&keys, &bound, Action::Picture) {
        return;
    }
    let Some(path) = free_name() else { return };
    notice.0 = Some(Notice::told(format!("Screenshot saved to {}.", path.display())));
    commands.spawn(Screenshot::primary_window()).observe(save_to_disk(path));
}

/// First free file name, in the picture folder or else in the working directory.
fn free_name() -> Option<PathBuf> {
    let folder = directories::UserDirs::new()
        .and_then(|dirs| dirs.picture_dir().map(ToOwned::to_owned))
        .filter(|folder| folder.is_dir())
        .unwrap_or_default();
    (1..=MAX_PICTURES)
        .map(|n| folder.join(format!("highground-{n}.png")))
        .find(|path| !path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_opens_no_larger_than_the_screen() {
        assert_eq!(fitting((1440, 900), (1920, 1080), 1.0), (1440, 900));
        assert_eq!(fitting((1440, 900), (1280, 720), 1.0), (1254, 648));
        assert_eq!(fitting((1440, 900), (2560, 1440), 2.0), (1254, 648), "logical pixels");
    }
}
