//! `highground play` and the main menu: opening the window.

use std::path::Path;

use crate::data::ruleset_id;
use crate::files::Problem;
use crate::level::Level;
use crate::rules::registry::RulesetId;

use super::args::Play;
use super::{Failure, Outcome, Session, fight};

/// Opens the main menu.
pub(super) fn menu(_session: &Session) -> Outcome {
    Err(Problem::new("highground", "this build has no window").into())
}

/// Opens the window with what the command line chose.
pub(super) fn run(session: &Session, args: Play) -> Outcome {
    let ruleset = args.ruleset.as_deref().map(ruleset_id).transpose()?;
    let level = args.level.as_deref().map(|name| session.data.level(name)).transpose()?;
    if let Some(path) = &level {
        // A level that cannot be played is refused here, where every place can be named.
        check(session, path, ruleset.unwrap_or_default())?;
    }
    menu(session)
}

fn check(session: &Session, path: &Path, id: RulesetId) -> Result<(), Failure> {
    let level = Level::load(path)?;
    let rules = session.data.ruleset(id)?;
    fight::set_up(&path.display().to_string(), &level, id, rules, 0)?;
    Ok(())
}
