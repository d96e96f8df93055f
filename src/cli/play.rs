//! `highground play` and the main menu: opening the window.

use super::args::Play;
use super::{Outcome, Session};

/// Opens the main menu.
pub(super) fn menu(session: &mut Session) -> Outcome {
    run(session, Play { level: None, ruleset: None, seed: None, script: None, out: None })
}

/// Opens the window.
pub(super) fn run(_session: &mut Session, _args: Play) -> Outcome {
    Ok(false)
}
