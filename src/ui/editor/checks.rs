//! What is wrong with the draft, looked at in the background while somebody works.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bevy::ecs::prelude::*;

use crate::battle::setup::{Choices, Setup, SetupError};
use crate::editor::{Where, place_of};
use crate::level::{Build, Finding, Level, Severity};
use crate::rules::Key;
use crate::ui::Waker;
use crate::ui::library::Library;

use super::state::EditorState;

/// Something that is wrong with a level or worth knowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// How much it matters.
    pub severity: Severity,
    /// What it is.
    pub text: String,
    /// What to do about it, if that can be guessed.
    pub help: Option<String>,
    /// Where it is, if it is at a place.
    pub place: Option<Where>,
}

/// Everything that `highground check` would say about a level, the worst first: what the level is
/// asked by itself, and whether a battle can begin under each of the rulesets.
pub fn checks(level: &Level, library: &Library) -> Vec<Check> {
    let mut found: Vec<Check> =
        level.inspect(Build::usual).into_iter().map(|finding| check(level, finding)).collect();
    if found.iter().all(|check| check.severity != Severity::Error) {
        for (id, rules) in library.whole() {
            let unheeded = level.unheeded(&rules.describe().name, |f| rules.heeds(f));
            found.extend(unheeded.into_iter().map(|finding| check(level, finding)));
            let key = Key::new(id.name());
            let begun = Setup::from_level(level, key, rules.clone(), Choices::default());
            found.extend(begun.err().into_iter().flatten().map(|error| Check {
                severity: Severity::Error,
                place: match &error {
                    SetupError::Sheet { cell, .. } | SetupError::NoRoom { cell, .. } => {
                        Some(Where::Cell(*cell))
                    }
                    _ => None,
                },
                text: format!("{}: {error}", rules.describe().name),
                help: None,
            }));
        }
    }
    found.sort_by_key(|check| check.severity);
    found
}

fn check(level: &Level, finding: Finding) -> Check {
    Check {
        severity: finding.severity,
        place: place_of(level, &finding.subject),
        text: finding.message,
        help: finding.help,
    }
}

/// A level has to stay as it is for so long before it is looked at: the look takes the time of a
/// processor, which is wanted for the next stroke.
const QUIET: Duration = Duration::from_millis(250);

/// The look that is being taken.
#[derive(Resource, Default)]
pub(super) struct Looking {
    /// The version of the draft that is looked at, and what will be found; nothing is if it had
    /// changed before the look began.
    look: Option<(u64, Mutex<Receiver<Vec<Check>>>)>,
    /// The version as it is now.
    newest: Arc<AtomicU64>,
}

/// Looks at the draft a little after it has changed, when nobody is drawing.
pub(super) fn look(
    desk: Option<ResMut<EditorState>>,
    library: Res<Library>,
    waker: Option<Res<Waker>>,
    mut looking: ResMut<Looking>,
) {
    let Some(mut desk) = desk else { return };
    looking.newest.store(desk.version(), Ordering::Relaxed);
    if let Some((version, found)) = &looking.look {
        let Ok(found) = found.lock() else { return };
        match found.try_recv() {
            Ok(checks) => desk.checks = (*version, checks),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {}
        }
        drop(found);
        looking.look = None;
    }
    if desk.checks.0 == desk.version() || desk.is_pressed() {
        return;
    }
    let (send, found) = channel();
    let (level, library) = (desk.level().clone(), library.clone());
    let (version, newest) = (desk.version(), Arc::clone(&looking.newest));
    let wake = waker.map(|w| w.clone());
    let look = move || {
        thread::sleep(QUIET);
        if newest.load(Ordering::Relaxed) == version {
            // Nobody may wait for it any more.
            let _ = send.send(checks(&level, &library));
        }
        drop(send);
        if let Some(wake) = wake {
            wake.0();
        }
    };
    // Without a thread nothing is looked at; `highground check` says the same.
    if thread::Builder::new().name("checks".to_owned()).spawn(look).is_ok() {
        looking.look = Some((version, Mutex::new(found)));
    }
}
