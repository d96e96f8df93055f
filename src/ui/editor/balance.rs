//! Estimates the draft's balance with background battles.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use bevy::ecs::prelude::*;

use crate::library::Library;
use crate::screen::Waker;
use battle::batch::Matchup;
use editor::{Estimate, estimate};
use registry::RulesetId;
use rules::Key;

use super::state::EditorState;

/// Number of rounds after which a battle is a draw.
const CAP: u32 = 40;

/// Progress of an estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Results so far, or the final results.
    Fought(Estimate),
    /// The battles cannot be run.
    Failed(String),
}

/// The most recent estimate.
#[derive(Resource, Default)]
pub struct Balance {
    /// Progress, with the draft version and the ruleset it is for.
    pub progress: Option<(Progress, u64, RulesetId)>,
    run: Option<Run>,
}

struct Run {
    stop: Arc<AtomicBool>,
    news: Mutex<Receiver<Progress>>,
    of: (u64, RulesetId),
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Balance {
    /// True while battles are running.
    pub const fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// Stops the battles.
    pub fn stop(&mut self) {
        self.run = None;
    }
}

/// Stops the estimate in progress.
pub(super) fn stop(world: &mut World) {
    if let Some(mut balance) = world.get_resource_mut::<Balance>() {
        balance.stop();
    }
}

/// Starts battles on the current draft, replacing any that are running.
pub(super) fn begin(world: &mut World, ruleset: RulesetId, battles: u32) {
    let Some(editor) = world.get_resource::<EditorState>() else { return };
    let rules = world.get_resource::<Library>().and_then(|library| library.0.get(&ruleset));
    let Some(rules) = rules.cloned() else { return };
    let (level, of) = (editor.level().clone(), (editor.version(), ruleset));
    let matchup = Matchup { level, ruleset: Key::new(ruleset.name()), rules, cap: CAP };
    let wake = world.get_resource::<Waker>().cloned();
    let stop = Arc::new(AtomicBool::new(false));
    let (send, news) = channel();
    let stopped = Arc::clone(&stop);
    let fight = move || fight(&matchup, battles, &stopped, &send, wake.as_ref());
    let begun = thread::Builder::new().name("balance".to_owned()).spawn(fight);
    let mut balance = world.get_resource_or_init::<Balance>();
    (balance.progress, balance.run) = (None, None);
    match begun {
        Ok(_) => balance.run = Some(Run { stop, news: Mutex::new(news), of }),
        Err(error) => balance.progress = Some((Progress::Failed(error.to_string()), of.0, of.1)),
    }
}

/// Runs the battles on background threads, so that drawing never waits for them.
fn fight(
    matchup: &Matchup,
    battles: u32,
    stop: &AtomicBool,
    send: &Sender<Progress>,
    wake: Option<&Waker>,
) {
    let tell = |progress| {
        // The receiver may be gone.
        let _ = send.send(progress);
        if let Some(wake) = wake {
            wake.0();
        }
    };
    let cores = thread::available_parallelism().map_or(1, |n| n.get());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1)).build();
    let fought = match &pool {
        Ok(pool) => pool.install(|| {
            let told = |so_far: &Estimate| tell(Progress::Fought(so_far.clone()));
            estimate(matchup, (1, battles), stop, told).map_err(|error| error.to_string())
        }),
        Err(error) => Err(error.to_string()),
    };
    tell(fought.map_or_else(Progress::Failed, Progress::Fought));
}

/// Receives the results since the last frame.
pub(super) fn take_news(mut balance: ResMut<Balance>) {
    let Some(run) = &balance.run else { return };
    let Ok(news) = run.news.lock() else { return };
    let last = news.try_iter().last();
    drop(news);
    let of = run.of;
    let Some(progress) = last else { return };
    let over = match &progress {
        Progress::Fought(estimate) => estimate.is_complete(),
        Progress::Failed(_) => true,
    };
    balance.progress = Some((progress, of.0, of.1));
    if over {
        balance.run = None;
    }
}
