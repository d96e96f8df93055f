//! Applies the settings to the window, the view and the key bindings whenever they change.

use std::path::PathBuf;

use bevy::app::{App, Plugin, Startup, Update};
use bevy::ecs::prelude::*;
use bevy::input::keyboard::KeyCode;
use bevy::window::{MonitorSelection, PrimaryWindow, Window, WindowMode, WindowResized};

use settings::{Action, Detail, KeyMap, Motion, Settings, SettingsFile};
use sound::Volumes;
use ui::{CurrentNotice, Notice};
use view::{CameraKeys, Colours, Quality, QualityChoice};

/// Reads the settings from a file and applies them.
pub(super) struct SettingPlugin {
    /// The settings file.
    pub file: Option<PathBuf>,
    /// False to start without tips if there is no settings file.
    pub tips: bool,
}

impl Plugin for SettingPlugin {
    fn build(&self, app: &mut App) {
        let file = SettingsFile(self.file.clone());
        let (mut settings, problems) = file.load();
        settings.tips &= self.tips || self.file.is_some();
        app.insert_resource(settings.key_map()).insert_resource(settings).insert_resource(file);
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        app.add_systems(Startup, move |mut notice: ResMut<CurrentNotice>| {
            if !problems.is_empty() {
                notice.0 = Some(Notice::refusal(problems.join("\n")));
            }
        });
        app.add_systems(
            Update,
            (
                (detail, motion, colours).run_if(resource_changed::<Settings>),
                window.run_if(resource_changed::<Settings>.or_else(on_message::<WindowResized>)),
                camera_keys.run_if(resource_changed::<KeyMap>),
            ),
        );
    }
}

/// The panels need a window of at least this size in points; in smaller ones everything is scaled
/// down.
const LEAST_ROOM: (f32, f32) = (960.0, 540.0);
/// In windows larger than this, in points, everything is scaled up.
const MOST_ROOM: (f32, f32) = (1600.0, 900.0);
/// The scale never falls below this.
const LEAST_SCALE: f32 = 0.5;

/// Pixels per point, unless it is the screen's own number. The window size in pixels determines a
/// base scale; the player's percentage applies to it, as far as the panels fit.
fn scale(percent: u16, base: f32, (wide, tall): (f32, f32)) -> Option<f32> {
    let usual = (wide / MOST_ROOM.0).min(tall / MOST_ROOM.1).max(base);
    let wanted = f32::from(percent) / 100.0 * usual;
    let most = (wide / LEAST_ROOM.0).min(tall / LEAST_ROOM.1).max(LEAST_SCALE);
    let scale = wanted.min(most);
    ((scale - base).abs() > f32::EPSILON).then_some(scale)
}

fn window(settings: Res<Settings>, mut window: Query<&mut Window, With<PrimaryWindow>>) {
    let Ok(mut window) = window.single_mut() else { return };
    let wanted = if settings.full_screen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    };
    let resolution = &window.resolution;
    let size = (resolution.physical_width() as f32, resolution.physical_height() as f32);
    let scale = scale(settings.scale, resolution.base_scale_factor(), size);
    if window.mode != wanted {
        window.mode = wanted;
    }
    if window.resolution.scale_factor_override() != scale {
        window.resolution.set_scale_factor_override(scale);
    }
}

fn detail(settings: Res<Settings>, mut choice: ResMut<QualityChoice>) {
    choice.set_if_neq(match settings.detail {
        Detail::Automatic => QualityChoice::Automatic,
        Detail::High => QualityChoice::Fixed(Quality::High),
        Detail::Low => QualityChoice::Fixed(Quality::Low),
    });
}

fn colours(settings: Res<Settings>, mut colours: ResMut<Colours>) {
    colours.set_if_neq(settings.colours);
}

fn motion(settings: Res<Settings>, mut motion: ResMut<Motion>, mut volumes: ResMut<Volumes>) {
    motion.set_if_neq(settings.motion());
    volumes.set_if_neq(settings.sound.volumes());
}

fn camera_keys(map: Res<KeyMap>, mut keys: ResMut<CameraKeys>) {
    let codes = |action: Action| -> Vec<KeyCode> {
        map.keys(action).iter().map(|chord| chord.code).collect()
    };
    keys.set_if_neq(CameraKeys {
        forward: codes(Action::PanForward),
        back: codes(Action::PanBack),
        left: codes(Action::PanLeft),
        right: codes(Action::PanRight),
        turn_left: codes(Action::TurnLeft),
        turn_right: codes(Action::TurnRight),
        from_above: codes(Action::FromAbove),
        whole_board: codes(Action::WholeBoard),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_leaves_room_for_the_panels() {
        assert_eq!(scale(100, 1.0, (1280.0, 720.0)), None);
        assert_eq!(scale(75, 1.0, (1280.0, 720.0)), Some(0.75));
        assert_eq!(scale(200, 1.0, (1920.0, 1080.0)), Some(2.0));
        assert_eq!(scale(200, 1.0, (1440.0, 810.0)), Some(1.5));
        assert_eq!(scale(100, 1.0, (3840.0, 2160.0)), Some(2.4), "legible on a large screen");
        assert_eq!(scale(100, 2.4, (3840.0, 2160.0)), None, "the screen says so itself");
        assert_eq!(scale(75, 1.0, (2560.0, 1440.0)), Some(1.2), "larger, then a quarter less");
        assert_eq!(scale(100, 1.0, (480.0, 800.0)), Some(0.5));
        assert_eq!(scale(100, 1.0, (200.0, 200.0)), Some(0.5), "it stays legible");
    }
}
