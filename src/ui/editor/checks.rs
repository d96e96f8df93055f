//! Checks the draft in the background.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bevy::ecs::prelude::*;

use crate::library::Library;
use crate::screen::Waker;
use battle::setup::{Choices, Setup, SetupError};
use editor::{Where, place_of};
use level::{Build, Finding, Level, Severity};
use rules::Key;

use super::state::{Check, EditorState};

/// All findings of `highground check` for a level, most severe first: about the level itself, and
/// about starting a battle under each ruleset.
pub fn checks(level: &Level, library: &Library) -> Vec<Check> {
    let mut found: Vec<Check> =
        level.inspect(Build::usual).into_iter().map(|finding| check(level, finding)).collect();
    if found.iter().all(|check| check.severity != Severity::Error) {
        for (id, rules) in library.iter() {
            let unheeded = level.unheeded(&rules.describe().name, |f| rules.supports(f));
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

/// Time without changes before a check starts. A check takes CPU time that the next stroke may
/// need.
const QUIET: Duration = Duration::from_millis(250);

/// The check in progress.
#[derive(Resource, Default)]
pub(super) struct PendingCheck {
    /// The draft version being checked, and the receiver of its findings. It receives nothing if
    /// the draft changed before the check began.
    running: Option<(u64, Mutex<Receiver<Vec<Check>>>)>,
    /// The current version of the draft.
    newest: Arc<AtomicU64>,
}

/// Checks the draft shortly after a change, unless a stroke is in progress.
pub(super) fn check_draft(
    editor: Option<ResMut<EditorState>>,
    library: Res<Library>,
    waker: Option<Res<Waker>>,
    mut pending: ResMut<PendingCheck>,
) {
    let Some(mut editor) = editor else { return };
    pending.newest.store(editor.version(), Ordering::Relaxed);
    if let Some((version, found)) = &pending.running {
        let Ok(found) = found.lock() else { return };
        match found.try_recv() {
            Ok(checks) => editor.checks = (*version, checks),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {}
        }
        drop(found);
        pending.running = None;
    }
    if editor.checks.0 == editor.version() || editor.is_pressed() {
        return;
    }
    let (send, found) = channel();
    let (level, library) = (editor.level().clone(), library.clone());
    let (version, newest) = (editor.version(), Arc::clone(&pending.newest));
    let wake = waker.map(|w| w.clone());
    let task = move || {
        thread::sleep(QUIET);
        if newest.load(Ordering::Relaxed) == version {
            // The receiver may be gone.
            let _ = send.send(checks(&level, &library));
        }
        drop(send);
        if let Some(wake) = wake {
            wake.0();
        }
    };
    // If no thread can be started, checks are skipped; `highground check` reports the same
    // findings.
    if thread::Builder::new().name("checks".to_owned()).spawn(task).is_ok() {
        pending.running = Some((version, Mutex::new(found)));
    }
}
