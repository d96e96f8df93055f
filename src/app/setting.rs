//! Applies the settings to the window, the view and the key bindings whenever they change.

use std::path::PathBuf;

use bevy::app::{App, Plugin, Startup, Update};
use bevy::ecs::prelude::*;
use bevy::input::keyboard::KeyCode;
use bevy::window::{MonitorSelection, PrimaryWindow, Window, WindowMode};

use crate::settings::{Action, Detail, KeyMap, Motion, Settings, SettingsFile};
use crate::sound::Volumes;
use crate::ui::{CurrentNotice, Notice};
use crate::view::{CameraKeys, Colours, Quality, QualityChoice};

/// Reads the settings from a file and applies them.
pub(super) struct SettingPlugin(pub Option<PathBuf>);

impl Plugin for SettingPlugin {
    fn build(&self, app: &mut App) {
        let file = SettingsFile(self.0.clone());
        let (settings, problems) = file.load();
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
                (window, detail, motion, colours).run_if(resource_changed::<Settings>),
                camera_keys.run_if(resource_changed::<KeyMap>),
            ),
        );
    }
}

fn window(settings: Res<Settings>, mut window: Query<&mut Window, With<PrimaryWindow>>) {
    let Ok(mut window) = window.single_mut() else { return };
    let wanted = if settings.full_screen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    };
    let scale = f32::from(settings.scale) / 100.0 * window.resolution.base_scale_factor();
    let scale = (settings.scale != 100).then_some(scale);
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
