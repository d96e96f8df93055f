//! The game in its window: which plugins it is made of, and how it begins and ends.

mod setting;
mod stage;
mod window;

use std::path::{Path, PathBuf};

use bevy::app::{App, AppExit, PluginsState, PreStartup, Startup};
use bevy::ecs::prelude::*;
use bevy::winit::WinitSettings;
use bevy_egui::EguiPlugin;

use crate::battle::save::shelf::Shelf;
use crate::battle::{BattlePlugin, Controller};
use crate::crash;
use crate::editor::shelf::Shelf as Drafts;
use crate::files::Problem;
use crate::rules::SharedRuleset;
use crate::rules::registry::RulesetId;
use crate::script::{Outcome, Script, ScriptError, ScriptPlugin};
use crate::sound::SoundPlugin;
use crate::ui::menu::{LevelEntry, MenuModel, RulesetEntry};
use crate::ui::{Library, MakeDecider, Minds, UiPlugin, editor, fresh_seed, saving, start_with};
use crate::view::ViewPlugin;

/// What the window is opened with.
#[derive(Clone, Default)]
pub struct Options {
    /// The files of the levels that the menu lists.
    pub levels: Vec<PathBuf>,
    /// The rulesets.
    pub rulesets: Vec<(RulesetId, SharedRuleset)>,
    /// What fills the window at first.
    pub begin: Begin,
    /// The ruleset that is chosen at first; the first one if it is not given.
    pub ruleset: Option<RulesetId>,
    /// Who plays each side; a person the first and the computer the others if nothing is given.
    pub seats: Vec<Controller>,
    /// The seed of the dice; one that nobody chose if it is not given.
    pub seed: Option<u64>,
    /// A referee may rule, unless the menu says otherwise.
    pub referee: bool,
    /// The size of the window at first, in pixels; the usual one if it is not given.
    pub size: Option<(u32, u32)>,
    /// A script to play.
    pub script: Option<PathBuf>,
    /// The folder for the pictures of the script; that of the script if it is not given.
    pub pictures: Option<PathBuf>,
    /// The file in which the player's settings are kept; none to keep nothing.
    pub settings: Option<PathBuf>,
    /// The folder in which battles are kept; none to keep nothing.
    pub saves: Option<PathBuf>,
    /// Where the editor keeps unsaved work; none to keep nothing.
    pub drafts: Option<Drafts>,
}

/// What fills the window at first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Begin {
    /// The main menu.
    #[default]
    Menu,
    /// A battle in the level of that file.
    Battle(PathBuf),
    /// The editor with the level of that file, or a new one.
    Editor(Option<PathBuf>),
}

impl Options {
    /// The level to be played at once, if one is.
    fn level(&self) -> Option<&PathBuf> {
        match &self.begin {
            Begin::Battle(level) => Some(level),
            Begin::Menu | Begin::Editor(_) => None,
        }
    }
}

/// Why the window closed with a failure.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppError {
    /// The script cannot be read.
    #[error(transparent)]
    File(#[from] Problem),
    /// The level that was named cannot be played.
    #[error("{0}")]
    Start(String),
    /// A step of the script failed.
    #[error("the script failed at {0}")]
    Script(ScriptError),
    /// The window was closed while a script was played.
    #[error("the window was closed before the script ended")]
    Interrupted,
    /// The window could not be opened, or went away.
    #[error("the window failed; the lines above say why")]
    Window,
}

/// Opens the window and comes back when it is closed. `decider` makes those who decide for the
/// computer's sides.
///
/// # Errors
/// When the script or the named level cannot be read, a step of the script fails, or the window
/// goes away.
pub fn run(options: Options, decider: MakeDecider) -> Result<(), AppError> {
    // Beside the saves, where the player finds what a failure leaves of a battle.
    if let Some(saves) = &options.saves {
        crash::report_to(Some(saves.clone()));
    }
    let script = options.script.as_deref().map(Script::load).transpose()?;
    let scripted = script.is_some();
    let outcome = Outcome::default();
    let menu = menu(&options);
    let begin = options.level().map(|_| menu.set_up()).transpose();
    let begin = begin.map_err(AppError::Start)?;
    let edit = match &options.begin {
        Begin::Editor(level) => Some(level.clone()),
        Begin::Menu | Begin::Battle(_) => None,
    };

    let mut app = App::new();
    app.add_plugins(window::plugins(scripted, options.size))
        .add_plugins(EguiPlugin::default())
        .add_plugins(window::WindowKeysPlugin)
        .insert_resource(window::updates())
        .add_systems(PreStartup, window::give_waker);
    with_game(&mut app, &options, menu, decider);
    if let Some(set_up) = begin {
        app.add_systems(Startup, move |world: &mut World| start_with(world, set_up.clone()));
    }
    if let Some(level) = edit {
        app.add_systems(Startup, move |world: &mut World| editor::enter(world, level.as_deref()));
    }
    if let Some(script) = script {
        let beside = options.script.as_deref().and_then(Path::parent).map(Path::to_owned);
        let pictures = options.pictures.or(beside).unwrap_or_default();
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

/// The game without a window, a graphics card and sound, in a battle or in the editor: all that is
/// worked out for a frame and nothing that draws it. For measuring and for tests.
///
/// # Errors
/// When the level of the options cannot be played.
pub fn headless(options: &Options, decider: MakeDecider) -> Result<App, AppError> {
    let menu = menu(options);
    let set_up = menu.set_up().map_err(AppError::Start)?;
    let mut app = App::new();
    app.add_plugins(window::without()).add_plugins(EguiPlugin::default());
    with_game(&mut app, options, menu, decider);
    if let Begin::Editor(level) = options.begin.clone() {
        app.add_systems(Startup, move |world: &mut World| editor::enter(world, level.as_deref()));
    } else {
        app.add_systems(Startup, move |world: &mut World| start_with(world, set_up.clone()));
    }
    // What the runner of an app does before its first frame.
    while app.plugins_state() == PluginsState::Adding {
        std::thread::yield_now();
    }
    app.finish();
    app.cleanup();
    Ok(app)
}

/// The plugins and resources of the game.
fn with_game(app: &mut App, options: &Options, menu: MenuModel, decider: MakeDecider) {
    app.add_plugins((BattlePlugin, ViewPlugin, UiPlugin, SoundPlugin, stage::StagePlugin))
        .add_plugins(setting::SettingPlugin(options.settings.clone()))
        .insert_resource(Library(options.rulesets.iter().cloned().collect()))
        .insert_resource(Shelf(options.saves.clone()))
        .insert_resource(editor::Keeping::on(options.drafts.clone()))
        .insert_resource(menu)
        .insert_non_send(Minds::new(decider));
}

/// The menu with everything there is to choose from.
fn menu(options: &Options) -> MenuModel {
    let mut files = options.levels.clone();
    // A level that is named on the command line may lie anywhere.
    if let Some(level) = options.level().filter(|level| !files.contains(level)) {
        files.push(level.clone());
    }
    let levels: Vec<LevelEntry> = files.iter().map(|file| LevelEntry::read(file)).collect();
    let level = options.level().and_then(|l| files.iter().position(|f| f == l));
    let rulesets = options.rulesets.iter().map(|(id, rules)| RulesetEntry {
        id: id.name().to_owned(),
        name: rules.describe().name.clone(),
        text: rules.describe().summary.clone(),
        in_the_making: !id.is_whole(),
    });
    let ruleset =
        options.ruleset.and_then(|id| options.rulesets.iter().position(|(other, _)| *other == id));
    MenuModel {
        levels,
        rulesets: rulesets.collect(),
        level: level.unwrap_or_default(),
        ruleset: ruleset.unwrap_or_default(),
        seats: options.seats.clone(),
        referee: options.referee,
        seed: options.seed.unwrap_or_else(fresh_seed).to_string(),
        unfinished: saving::unfinished(&Shelf(options.saves.clone())),
        ..MenuModel::default()
    }
}
