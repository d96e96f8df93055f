//! `highground play`, `highground edit` and the main menu: opens the window.

use std::path::{Path, PathBuf};

use crate::app::{self, Begin, Options};
use crate::data::{self, ruleset_id};
use battle::Controller;
use battle::save::shelf::SaveFolder;
use editor::shelf::Shelf as Drafts;
use files::{self, Problem};
use lesson::Lesson;
use level::{Level, MAX_SIDES};
use registry::RulesetId;
use settings::SettingsFile;

use super::args::{Edit, Play, Window};
use super::session::{Failure, Outcome, Session};
use super::{display, fight, players};

/// Opens the main menu.
pub(super) fn menu(session: &Session) -> Outcome {
    let saves = SaveFolder::usual().0;
    let (settings, drafts) = (settings::usual_path(), Drafts::usual());
    let own_levels = data::own_levels();
    open(session, Options { settings, saves, drafts, own_levels, ..Options::default() })
}

/// Opens the window for a battle.
pub(super) fn run(session: &Session, args: Play) -> Outcome {
    let ruleset = args.ruleset.as_deref().map(ruleset_id).transpose()?;
    let level = args.level.as_deref().map(|name| session.level(name)).transpose()?;
    let mut sides = Vec::new();
    if let Some(path) = &level {
        // Refuse an unplayable level here, where file, line and column can be reported.
        let level = check(session, path, ruleset.unwrap_or_default())?;
        sides.extend(level.sides.into_iter().map(|side| side.name));
    }
    let rules = session.data.ruleset(ruleset.unwrap_or_default())?;
    let rules = fight::with_house_rules(rules, &args.house_rules)?;
    let seats = seats(&args, &sides)?;
    let lesson = args.lesson.as_deref().map(|name| session.data.lesson(name)).transpose()?;
    if let Some(path) = &lesson {
        Lesson::load(path)?;
    }
    let scripted = args.window.script.is_some();
    let begin = level.map_or(Begin::Menu, Begin::Battle);
    let chosen = Options {
        begin: lesson.map_or(begin, Begin::Lesson),
        ruleset,
        seats,
        seed: args.seed,
        referee: args.referee,
        deploy: args.deploy,
        house_rules: rules.house_rules().changed.clone(),
        saves: args.saves.or_else(|| SaveFolder::usual().0.filter(|_| !scripted)),
        drafts: Drafts::usual().filter(|_| !scripted),
        own_levels: args.own_levels.or_else(|| data::own_levels().filter(|_| !scripted)),
        ..windowed(args.window)?
    };
    open(session, chosen)
}

/// Window options from the command line. Scripts use no personal settings, so that they show the
/// same on every computer. Refuses a named settings file that cannot be read; the usual one must
/// not keep the window from opening.
fn windowed(window: Window) -> Result<Options, Problem> {
    let Window { size, script, out: pictures, settings } = window;
    if settings.is_some() {
        SettingsFile(settings.clone()).read()?;
    }
    let settings = settings.or_else(|| settings::usual_path().filter(|_| script.is_none()));
    Ok(Options { size, script, pictures, settings, ..Options::default() })
}

/// Opens the editor.
pub(super) fn edit(session: &Session, args: Edit) -> Outcome {
    // A file that does not exist yet is where the new level will be saved.
    let level = args.level.as_deref().map(|name| match session.level(name) {
        Err(_) if is_new(Path::new(name)) => Ok(PathBuf::from(name)),
        Ok(path) => files::open(&path).map(|_| path),
        Err(problem) => Err(problem),
    });
    let scripted = args.window.script.is_some();
    let drafts = args.drafts.map(Drafts::at);
    let chosen = Options {
        begin: Begin::Editor(level.transpose()?),
        drafts: drafts.or_else(|| Drafts::usual().filter(|_| !scripted)),
        own_levels: args.own_levels.or_else(|| data::own_levels().filter(|_| !scripted)),
        ..windowed(args.window)?
    };
    open(session, chosen)
}

/// True for the path of a new level: the folder exists, the file does not.
fn is_new(path: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_level = path.extension().is_some_and(|e| e == "ron");
    is_level && !path.exists() && folder.is_none_or(Path::is_dir)
}

/// The controller of each side; empty for the usual ones.
fn seats(args: &Play, sides: &[String]) -> Result<Vec<Controller>, Problem> {
    if args.computer.is_empty() && !args.hot_seat {
        return Ok(Vec::new());
    }
    let all_usual = |side| match args.hot_seat || side == 0 {
        true => Controller::Human,
        false => Controller::COMPUTER,
    };
    let usual: Vec<Controller> = (0..MAX_SIDES).map(all_usual).collect();
    let sides: Vec<&str> = sides.iter().map(String::as_str).collect();
    players::seats(&sides, &usual, &args.computer)
}

/// The level of a file, unless it cannot be played.
fn check(session: &Session, path: &Path, id: RulesetId) -> Result<Level, Failure> {
    let (level, places) = Level::load_placed(path)?;
    let rules = session.data.ruleset(id)?;
    let source = fight::Source { file: &path.display().to_string(), places: &places };
    fight::set_up(source, &level, id, rules, 0)?;
    Ok(level)
}

fn open(session: &Session, options: Options) -> Outcome {
    if let Some(message) = display::missing() {
        let help = "`highground simulate bridge --show` shows a battle in the terminal";
        return Err(Problem::new("highground", message).help(help).into());
    }
    let mut rulesets = Vec::new();
    for id in RulesetId::ALL {
        rulesets.push((id, session.data.ruleset(id)?));
    }
    let levels = session.data.levels().into_iter().map(|(_, path)| path).collect();
    let lessons = session.data.lessons().into_iter().map(|(_, path)| path).collect();
    let tips = session.data.tips();
    let shipped_levels = session.data.root().map(|root| root.join("levels"));
    let options = Options { levels, lessons, tips, rulesets, shipped_levels, ..options };
    match app::run(options, fight::decider) {
        Ok(()) => Ok(true),
        Err(app::AppError::File(problem)) => Err(problem.into()),
        Err(error) => Err(Problem::new("highground", error.to_string()).into()),
    }
}
