//! The game in its window: which plugins it is made of, where it finds its files, and what the
//! keys of the window itself do.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bevy::DefaultPlugins;
use bevy::app::{App, AppExit, PluginGroup, Startup, Update};
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::log::LogPlugin;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::window::{
    MonitorSelection, PrimaryWindow, Window, WindowMode, WindowPlugin, WindowResolution,
};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::EguiPlugin;

use crate::battle::{BattlePlugin, Controller};
use crate::files::Problem;
use crate::level::Level;
use crate::rules::registry::RulesetId;
use crate::script::{Outcome, Script, ScriptError, ScriptPlugin};
use crate::ui::intent::Intent;
use crate::ui::menu::{LevelEntry, MenuModel, RulesetEntry, SetUp};
use crate::ui::{self, Library, MakeDecider, Minds, Notice, Table, UiPlugin};

/// Size of the window at first, in logical pixels.
const SIZE: (u32, u32) = (1440, 900);

/// How the window is opened.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder with `levels` and `assets`; found by itself if it is not given.
    pub data: Option<PathBuf>,
    /// A level to begin with at once, without the menu.
    pub level: Option<PathBuf>,
    /// The ruleset; the first one if it is not given.
    pub ruleset: Option<RulesetId>,
    /// Who plays each side; a person the first and the computer the others if nothing is given.
    pub seats: Vec<Controller>,
    /// The seed of the dice; one that nobody chose if it is not given.
    pub seed: Option<u64>,
    /// A script to play.
    pub script: Option<PathBuf>,
    /// The folder for the pictures of the script; that of the script if it is not given.
    pub pictures: Option<PathBuf>,
}

/// Why the window closed with a failure.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppError {
    /// There is no folder with levels.
    #[error("no folder with `levels` was found in {0}; name it with --data")]
    NoData(String),
    /// Files that are needed cannot be read.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Files(Vec<Problem>),
    /// A step of the script failed.
    #[error("the script failed at {0}")]
    Script(ScriptError),
    /// The window was closed while a script was played.
    #[error("the window was closed before the script ended")]
    Interrupted,
    /// The window could not be opened or went away.
    #[error("the window failed; the lines above say why")]
    Window,
}

impl From<Problem> for AppError {
    fn from(problem: Problem) -> Self {
        Self::Files(vec![problem])
    }
}

/// Opens the window and comes back when it is closed. `decider` makes those who decide for the
/// computer's sides.
///
/// # Errors
/// When needed files are missing or faulty, a script fails, or there is no way to open a window.
pub fn run(options: &Options, decider: MakeDecider) -> Result<(), AppError> {
    let data = data_folder(options.data.as_deref())?;
    let script = options.script.as_deref().map(Script::load).transpose()?;
    let library = library(options, &data)?;
    let menu = menu(options, &data, &library);

    let mut app = App::new();
    app.add_plugins((window_plugins(script.is_some()), EguiPlugin::default()));
    app.add_plugins((BattlePlugin, UiPlugin));
    app.insert_resource(WinitSettings {
        focused_mode: UpdateMode::reactive(Duration::from_secs(5)),
        unfocused_mode: UpdateMode::reactive_low_power(Duration::from_secs(60)),
    });
    if options.level.is_some() {
        match menu.set_up() {
            Ok(set_up) => ask_for(&mut app, set_up),
            Err(problem) => app.world_mut().resource_mut::<MenuModel>().problem = Some(problem),
        }
    }
    app.insert_resource(library).insert_resource(menu).insert_non_send(Minds::new(decider));
    app.add_systems(Update, (full_screen, picture));

    let outcome = Outcome::default();
    let scripted = script.is_some();
    if let Some(script) = script {
        let beside = options.script.as_deref().and_then(Path::parent).map(Path::to_owned);
        let pictures = options.pictures.clone().or(beside).unwrap_or_default();
        app.add_plugins(ScriptPlugin { script, pictures, outcome: outcome.clone() });
        // A script counts frames: they have to come by themselves.
        app.insert_resource(WinitSettings::continuous());
    }
    let exit = app.run();
    match (scripted, outcome.get(), exit) {
        (true, Some(result), _) => result.map_err(AppError::Script),
        (true, None, AppExit::Success) => Err(AppError::Interrupted),
        (_, _, AppExit::Error(_)) => Err(AppError::Window),
        (false, _, AppExit::Success) => Ok(()),
    }
}
