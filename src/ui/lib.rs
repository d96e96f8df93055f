//! The user interface: menu, panels, log, mouse and keyboard, and the path from a click to a
//! command.
//!
//! Nothing here changes a battle: panels return [`intent::Intent`]s, [`interaction`] turns them
//! and clicks into commands, and those go to the battle as [`Order`](battle::Order)s.

mod ago;
pub mod aim_floor;
mod annotations;
mod attack_options;
pub mod autosave;
pub mod available_actions;
pub mod board;
mod caches;
pub mod chords;
mod computer;
pub mod deployment;
mod dispatch;
mod draw;
pub mod editor;
mod floating;
mod hints;
pub mod hud;
mod idle_redraw;
mod inspect;
pub mod intent;
pub mod interaction;
mod keys;
mod layout;
mod learn;
mod learning;
pub mod lens;
mod lens_panels;
mod level_folders;
mod library;
mod linked_names;
mod links;
pub mod log_text;
pub mod menu;
mod messages;
pub mod names;
mod notice;
mod notices;
mod pages;
mod panels;
mod plates;
mod pointer;
mod portrait;
mod preferences;
mod raster;
mod refresh;
mod saving;
mod screen;
mod seat;
pub mod seating;
mod selection;
mod session;
mod take_back;
pub mod theme;
mod thinking;
mod tips;
mod unit_status;
pub mod watching;
pub mod why;

use bevy::app::{App, Plugin, PreUpdate, Update};
use bevy::ecs::prelude::*;
use bevy::input::InputSystems;
use bevy::state::app::AppExtStates;
use bevy::state::condition::in_state;
use bevy_egui::EguiPrimaryContextPass;

use battle::facts::{FactSystems, FactsPlugin};
use settings::{KeyMap, Motion, Settings, SettingsFile};

pub use bevy_egui::egui;
pub use caches::Asked;
pub use computer::{Deciders, MakeDecider};
pub use learn::start as start_lesson;
pub use learning::{Learning, Lessons};
pub use level_folders::LevelFolders;
pub use library::Library;
pub use notice::{CurrentNotice, Notice};
pub use pages::Pause;
pub use panels::Panels;
pub use screen::{Screen, UiSet, Waker};
pub use seating::Seats;
pub use selection::{Selection, point_at};
pub use session::{fresh_seed, start_with};
pub use tips::Tips;

/// Adds the menu, the panels and input handling. Needs the battle's
/// plugin, the menu's [`menu::MenuModel`] and a camera for egui.
#[derive(Clone, Copy, Debug, Default)]
pub struct UiPlugin;

impl Plugin for UiPlugin {
    fn build(&self, app: &mut App) {
        app.init_state::<Screen>()
            .add_plugins((FactsPlugin, editor::EditorPlugin, board::plugin))
            .init_state::<Pause>()
            .init_resource::<Selection>()
            .init_resource::<Seats>()
            .init_resource::<Panels>()
            .init_resource::<names::Names>()
            .init_resource::<CurrentNotice>()
            .init_resource::<pages::Pages>()
            .init_resource::<caches::Caches>()
            .init_resource::<Library>()
            .init_resource::<Settings>()
            .init_resource::<SettingsFile>()
            .init_resource::<KeyMap>()
            .init_resource::<Motion>()
            .add_message::<intent::Intent>()
            .configure_sets(
                Update,
                (UiSet::Refresh, UiSet::Read, UiSet::Dispatch, UiSet::Computer).chain(),
            )
            .add_systems(
                Update,
                (
                    (refresh::take_news, refresh::take_refusals).chain().in_set(UiSet::Refresh),
                    notices::dismiss.in_set(UiSet::Read),
                    (
                        keys::read_keys,
                        pointer::read_pointer
                            .run_if(in_state(Screen::Battle).and_then(in_state(Pause::Running))),
                    )
                        .chain()
                        .in_set(UiSet::Read),
                    (dispatch::dispatch, inspect::inspect, refresh::think)
                        .chain()
                        .in_set(UiSet::Dispatch),
                ),
            )
            .configure_sets(
                Update,
                (
                    FactSystems::Everyone.before(UiSet::Refresh),
                    FactSystems::Inspected.after(inspect::inspect).before(refresh::think),
                ),
            )
            .add_plugins((
                computer::plugin,
                watching::plugin,
                saving::plugin,
                menu::plugin,
                learn::plugin,
                (tips::plugin, links::plugin, deployment::plugin, hints::plugin),
            ))
            .add_systems(PreUpdate, chords::pass_on.before(InputSystems))
            .add_plugins(idle_redraw::plugin)
            .add_systems(EguiPrimaryContextPass, draw::draw);
    }
}
