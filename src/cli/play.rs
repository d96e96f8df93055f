//! `highground play` and the main menu: opening the window.

use std::path::Path;

use crate::app::{self, Options};
use crate::battle::Controller;
use crate::battle::save::shelf::Shelf;
use crate::data::ruleset_id;
use crate::files::Problem;
use crate::level::{Level, MAX_SIDES};
use crate::rules::registry::RulesetId;
use crate::settings;

use super::args::Play;
use super::{Failure, Outcome, Session, fight};

/// Opens the main menu.
pub(super) fn menu(session: &Session) -> Outcome {
    let saves = Shelf::usual().0;
    open(session, Options { settings: settings::usual_path(), saves, ..Options::default() })
}

/// Opens the window with what the command line chose.
pub(super) fn run(session: &Session, args: Play) -> Outcome {
    let ruleset = args.ruleset.as_deref().map(ruleset_id).transpose()?;
    let level = args.level.as_deref().map(|name| session.data.level(name)).transpose()?;
    if let Some(path) = &level {
        // A level that cannot be played is refused here, where every place can be named.
        check(session, path, ruleset.unwrap_or_default())?;
    }
    let seats = if args.hot_seat { vec![Controller::Human; MAX_SIDES] } else { Vec::new() };
    let Play { seed, referee, size, script, out: pictures, settings, saves, .. } = args;
    // What a script shows shall not hang on who plays it.
    let settings = settings.or_else(|| settings::usual_path().filter(|_| script.is_none()));
    let saves = saves.or_else(|| Shelf::usual().0.filter(|_| script.is_none()));
    let chosen = Options {
        level,
        ruleset,
        seats,
        seed,
        referee,
        size,
        script,
        pictures,
        settings,
        saves,
        ..Options::default()
    };
    open(session, chosen)
}

fn check(session: &Session, path: &Path, id: RulesetId) -> Result<(), Failure> {
    let level = Level::load(path)?;
    let rules = session.data.ruleset(id)?;
    fight::set_up(&path.display().to_string(), &level, id, rules, 0)?;
    Ok(())
}

fn open(session: &Session, options: Options) -> Outcome {
    if !has_display() {
        let message = "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set";
        let help = "`highground simulate bridge --show` fights in the terminal";
        return Err(Problem::new("highground", message).help(help).into());
    }
    let mut rulesets = Vec::new();
    for id in RulesetId::ALL {
        rulesets.push((id, session.data.ruleset(id)?));
    }
    let levels = session.data.levels().into_iter().map(|(_, path)| path).collect();
    let options = Options { levels, rulesets, ..options };
    match app::run(options, |_side| fight::decider()) {
        Ok(()) => Ok(true),
        Err(app::AppError::File(problem)) => Err(problem.into()),
        Err(error) => Err(Problem::new("highground", error.to_string()).into()),
    }
}

/// False where it is certain that no window can open. Only X11 and Wayland tell by variables.
fn has_display() -> bool {
    let x11_or_wayland = cfg!(all(unix, not(target_os = "macos")));
    let set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !x11_or_wayland || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].iter().any(set)
}
