//! The game in its window: its plugins, its startup and its exit.

mod setting;
mod stage;
mod window;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::app::{App, AppExit, PluginsState, PreStartup, Startup, Update};
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::winit::WinitSettings;
use bevy_egui::EguiPlugin;

use crate::script::{Outcome, Script, ScriptError, ScriptPlugin};
use ::editor::shelf::Shelf as Drafts;
use battle::save::shelf::SaveFolder;
use battle::{BattlePlugin, Controller};
use files::{Problem, first};
use lesson::{Lesson, Listed, TipBook};
use registry::RulesetId;
use rules::SharedRuleset;
use rules::house::Changes;
use sound::SoundPlugin;
use ui::autosave::unfinished;
use ui::menu::{ChoiceError, LevelEntry, MenuModel, RulesetEntry};
use ui::{
    Deciders, Lessons, LevelFolders, Library, MakeDecider, Tips, UiPlugin, editor, fresh_seed,
    start_lesson, start_with,
};
use view::ViewPlugin;

/// Startup options.
#[derive(Clone, Default)]
pub struct Options {
    /// Level files listed in the menu.
    pub levels: Vec<PathBuf>,
    /// Lesson files.
    pub lessons: Vec<PathBuf>,
    /// The tips files.
    pub tips: Vec<PathBuf>,
    /// The rulesets.
    pub rulesets: Vec<(RulesetId, SharedRuleset)>,
    /// First screen.
    pub begin: Begin,
    /// Ruleset selected at startup; the first one if `None`.
    pub ruleset: Option<RulesetId>,
    /// Controller of each side. If empty, a human plays the first side and the computer the others.
    pub seats: Vec<Controller>,
    /// Seed of the dice; a random seed if `None`.
    pub seed: Option<u64>,
    /// House rules of the ruleset selected at startup, unless the menu says otherwise.
    pub house_rules: Changes,
    /// Lets players place their units before the battle, unless the menu says otherwise.
    pub deploy: bool,
    /// Allows a referee, unless the menu says otherwise.
    pub referee: bool,
    /// Initial window size in pixels; the default size if `None`.
    pub size: Option<(u32, u32)>,
    /// Script to play.
    pub script: Option<PathBuf>,
    /// Folder for the script's screenshots; the script's own folder if `None`.
    pub pictures: Option<PathBuf>,
    /// File for the player's settings; `None` to store nothing.
    pub settings: Option<PathBuf>,
    /// Folder for saved battles; `None` to store nothing.
    pub saves: Option<PathBuf>,
    /// Where the editor keeps unsaved work; `None` to store nothing.
    pub drafts: Option<Drafts>,
    /// The folder with the game's own levels.
    pub shipped_levels: Option<PathBuf>,
    /// The folder for the player's levels; `None` for none.
    pub own_levels: Option<PathBuf>,
}

/// First screen of the window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Begin {
    /// The main menu.
    #[default]
    Menu,
    /// A battle on the level in this file.
    Battle(PathBuf),
    /// The editor with the level in this file, or with a new level.
    Editor(Option<PathBuf>),
    /// The lesson in this file.
    Lesson(PathBuf),
}

impl Options {
    /// The level to play at once, if any.
    fn level(&self) -> Option<&PathBuf> {
        match &self.begin {
            Begin::Battle(level) => Some(level),
            Begin::Menu | Begin::Editor(_) | Begin::Lesson(_) => None,
        }
    }
}

/// Why the game closed with a failure.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppError {
    /// The script cannot be read.
    #[error(transparent)]
    File(#[from] Problem),
    /// The lesson cannot be read.
    #[error("{}", first(.0))]
    Lesson(Vec<Problem>),
    /// The named level cannot be played.
    #[error(transparent)]
    Start(ChoiceError),
    /// A step of the script failed.
    #[error("the script failed at {0}")]
    Script(ScriptError),
    /// The window was closed while a script was playing.
    #[error("the window was closed before the script ended")]
    Interrupted,
    /// The window could not be opened, or was lost.
    #[error("the window failed; the lines above say why")]
    Window,
}

/// Opens the window and returns when it is closed. `decider` makes the agents for the computer's
/// sides.
///
/// # Errors
/// When the script or the named level cannot be read, a step of the script fails, or the window is
/// lost.
pub fn run(options: Options, decider: MakeDecider) -> Result<(), AppError> {
    // Crash reports go next to the saves, where the player finds the saved battle.
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
        Begin::Menu | Begin::Battle(_) | Begin::Lesson(_) => None,
    };
    let lesson = lesson(&options)?;

    let mut app = App::new();
    app.add_plugins(window::plugins(scripted, options.size))
        .add_plugins(EguiPlugin::default())
        .add_plugins(window::WindowKeysPlugin)
        .insert_resource(window::updates())
        .add_systems(PreStartup, window::give_waker);
    if !scripted {
        app.add_systems(Update, window::fit_to_screen);
    }
    with_game(&mut app, &options, menu, decider);
    if let Some(set_up) = begin {
        app.add_systems(Startup, move |world: &mut World| start_with(world, set_up.clone()));
    }
    if let Some(level) = edit {
        app.add_systems(Startup, move |world: &mut World| editor::enter(world, level.as_deref()));
    }
    if let Some(lesson) = lesson {
        app.add_systems(Startup, move |world: &mut World| start_lesson(world, lesson.clone()));
    }
    if let Some(script) = script {
        let near_script = options.script.as_deref().and_then(Path::parent).map(Path::to_owned);
        let pictures = options.pictures.or(near_script).unwrap_or_default();
        app.add_plugins(ScriptPlugin { script, pictures, outcome: outcome.clone() });
        // A script counts frames, so they must come continuously.
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

/// The game without window, graphics card and sound: computes everything for a frame and draws
/// nothing. For benchmarks and tests.
///
/// # Errors
/// When the level of the options cannot be played.
pub fn headless(options: &Options, decider: MakeDecider) -> Result<App, AppError> {
    let menu = menu(options);
    let lesson = lesson(options)?;
    let set_up = options.level().map(|_| menu.set_up()).transpose().map_err(AppError::Start)?;
    let mut app = App::new();
    app.add_plugins(window::without()).add_plugins(EguiPlugin::default());
    with_game(&mut app, options, menu, decider);
    if let Begin::Editor(level) = options.begin.clone() {
        app.add_systems(Startup, move |world: &mut World| editor::enter(world, level.as_deref()));
    } else if let Some(lesson) = lesson {
        app.add_systems(Startup, move |world: &mut World| start_lesson(world, lesson.clone()));
    } else if let Some(set_up) = set_up {
        app.add_systems(Startup, move |world: &mut World| start_with(world, set_up.clone()));
    }
    // Same as an app's runner before its first frame.
    while app.plugins_state() == PluginsState::Adding {
        std::thread::yield_now();
    }
    app.finish();
    app.cleanup();
    run_on_one_thread(&mut app);
    Ok(app)
}

/// Makes all systems run one after the other: without a window frames are so short that handing
/// systems to other threads costs more than it saves.
fn run_on_one_thread(app: &mut App) {
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}

/// The lesson to start with, if any.
fn lesson(options: &Options) -> Result<Option<Arc<Lesson>>, AppError> {
    match &options.begin {
        Begin::Lesson(path) => Lesson::load(path).map(Arc::new).map(Some).map_err(AppError::Lesson),
        Begin::Menu | Begin::Battle(_) | Begin::Editor(_) => Ok(None),
    }
}

/// Adds the plugins and resources of the game.
fn with_game(app: &mut App, options: &Options, menu: MenuModel, decider: MakeDecider) {
    app.add_plugins((BattlePlugin, ViewPlugin, UiPlugin, SoundPlugin, stage::StagePlugin))
        .add_plugins(setting::SettingPlugin {
            file: options.settings.clone(),
            tips: options.script.is_none(),
        })
        .insert_resource(Library(options.rulesets.iter().cloned().collect()))
        .insert_resource(Lessons(options.lessons.iter().map(|path| Listed::read(path)).collect()))
        .insert_resource(Tips(options.tips.iter().filter_map(|t| TipBook::load(t).ok()).collect()))
        .insert_resource(SaveFolder(options.saves.clone()))
        .insert_resource(editor::Keeping::on(options.drafts.clone()))
        .insert_resource(level_folders(options))
        .insert_resource(menu)
        .insert_non_send(Deciders::new(decider));
}

/// Where levels are.
fn level_folders(options: &Options) -> LevelFolders {
    LevelFolders { shipped: options.shipped_levels.clone(), own: options.own_levels.clone() }
}

/// The menu with all levels and rulesets.
fn menu(options: &Options) -> MenuModel {
    let mut files = options.levels.clone();
    // A level named on the command line may be anywhere.
    if let Some(level) = options.level().filter(|level| !files.contains(level)) {
        files.push(level.clone());
    }
    let levels: Vec<LevelEntry> = files.iter().map(|file| LevelEntry::read(file)).collect();
    let level = options.level().and_then(|l| files.iter().position(|f| f == l));
    let rulesets = options.rulesets.iter().map(|(id, rules)| RulesetEntry::of(*id, &**rules));
    let ruleset =
        options.ruleset.and_then(|id| options.rulesets.iter().position(|(other, _)| *other == id));
    let ruleset_name = options.ruleset.unwrap_or_default().name().to_owned();
    let mut menu = MenuModel {
        levels,
        rulesets: rulesets.collect(),
        level: level.unwrap_or_default(),
        ruleset: ruleset.unwrap_or_default(),
        seats: options.seats.clone(),
        referee: options.referee,
        deploy: options.deploy,
        house_rules: [(ruleset_name, options.house_rules.clone())].into(),
        seed: options.seed.unwrap_or_else(fresh_seed).to_string(),
        unfinished: unfinished(&SaveFolder(options.saves.clone())),
        ..MenuModel::default()
    };
    menu.list_own(&level_folders(options).own_levels());
    menu
}
