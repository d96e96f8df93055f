//! Who would win: battles of the computer on the draft, fought in the background.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use bevy::ecs::prelude::*;

use crate::battle::batch::Matchup;
use crate::editor::{Estimate, estimate};
use crate::rules::Key;
use crate::rules::registry::RulesetId;
use crate::ui::Waker;
use crate::ui::library::Library;

use super::state::EditorState;

/// After so many rounds a battle counts as a draw.
const CAP: u32 = 40;

/// How the battles stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// So many of them were fought so far, or all.
    Fought(Estimate),
    /// They cannot be fought.
    Failed(String),
}

/// The estimate that was asked for last.
#[derive(Resource, Default)]
pub struct Balance {
    /// How it stands, and of which version of the draft and under which ruleset it is.
    pub standing: Option<(Standing, u64, RulesetId)>,
    run: Option<Run>,
}

struct Run {
    stop: Arc<AtomicBool>,
    news: Mutex<Receiver<Standing>>,
    of: (u64, RulesetId),
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Balance {
    /// True while battles are being fought.
    pub const fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// Stops fighting.
    pub fn stop(&mut self) {
        self.run = None;
    }
}

/// Begins so many battles on the draft as it is, in place of those under way.
pub(super) fn begin(world: &mut World, ruleset: RulesetId, battles: u32) {
    let Some(desk) = world.get_resource::<EditorState>() else { return };
    let rules = world.get_resource::<Library>().and_then(|library| library.0.get(&ruleset));
    let Some(rules) = rules.cloned() else { return };
    let (level, of) = (desk.level().clone(), (desk.version(), ruleset));
    let bout = Matchup { level, ruleset: Key::new(ruleset.name()), rules, cap: CAP };
    let wake = world.get_resource::<Waker>().cloned();
    let stop = Arc::new(AtomicBool::new(false));
    let (send, news) = channel();
    let stopped = Arc::clone(&stop);
    let fight = move || fight(&bout, battles, &stopped, &send, wake.as_ref());
    let begun = thread::Builder::new().name("balance".to_owned()).spawn(fight);
    let mut balance = world.get_resource_or_init::<Balance>();
    (balance.standing, balance.run) = (None, None);
    match begun {
        Ok(_) => balance.run = Some(Run { stop, news: Mutex::new(news), of }),
        Err(error) => balance.standing = Some((Standing::Failed(error.to_string()), of.0, of.1)),
    }
}

/// Fights on threads of its own, so that those who draw never wait for a battle to end.
fn fight(
    bout: &Matchup,
    battles: u32,
    stop: &AtomicBool,
    send: &Sender<Standing>,
    wake: Option<&Waker>,
) {
    let tell = |standing| {
        // Nobody may wait for it any more.
        let _ = send.send(standing);
        if let Some(wake) = wake {
            wake.0();
        }
    };
    let cores = thread::available_parallelism().map_or(1, |n| n.get());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1)).build();
    let fought = match &pool {
        Ok(pool) => pool.install(|| {
            let told = |so_far: &Estimate| tell(Standing::Fought(so_far.clone()));
            estimate(bout, (1, battles), stop, told).map_err(|error| error.to_string())
        }),
        Err(error) => Err(error.to_string()),
    };
    tell(fought.map_or_else(Standing::Failed, Standing::Fought));
}

/// Takes in the battles fought since the last frame.
pub(super) fn take_news(mut balance: ResMut<Balance>) {
    let Some(run) = &balance.run else { return };
    let Ok(news) = run.news.lock() else { return };
    let last = news.try_iter().last();
    drop(news);
    let of = run.of;
    let Some(standing) = last else { return };
    let over = match &standing {
        Standing::Fought(estimate) => estimate.is_complete(),
        Standing::Failed(_) => true,
    };
    balance.standing = Some((standing, of.0, of.1));
    if over {
        balance.run = None;
    }
}
