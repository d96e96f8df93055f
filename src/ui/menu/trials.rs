//! Balance of the levels: background test battles of the computer against itself.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use bevy::ecs::prelude::*;

use crate::battle::autoplay::AutoplayError;
use crate::battle::batch::{Matchup, MatchupError, Shares};
use crate::level::Level;
use crate::rules::registry::RulesetId;
use crate::rules::{Key, SharedRuleset};
use crate::ui::library::Library;
use crate::ui::screen::Waker;

use super::model::MenuModel;

/// Number of test battles per level and ruleset.
pub const BATTLES: u32 = 20;
/// Rounds after which a test battle counts as a draw.
const CAP: u32 = 40;

/// Results so far for a level and ruleset, both as indices in the menu's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
struct News {
    level: usize,
    ruleset: usize,
    shares: Shares,
}

/// The background test battles, if any are running.
#[derive(Resource, Default)]
pub(super) struct Trials {
    run: Option<Run>,
    /// True once the pending jobs were collected since the menu opened.
    begun: bool,
}

struct Run {
    stop: Arc<AtomicBool>,
    news: Mutex<Receiver<News>>,
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A level and ruleset still to be tested.
struct Job {
    level: usize,
    ruleset: usize,
    path: PathBuf,
    id: Key,
    rules: SharedRuleset,
}

/// Starts all missing test battles, the chosen level first. A game
/// started with a battle or a level to edit skips the menu and runs none.
pub(super) fn begin(
    menu: Res<MenuModel>,
    library: Res<Library>,
    waker: Option<Res<Waker>>,
    mut trials: ResMut<Trials>,
) {
    if std::mem::replace(&mut trials.begun, true) {
        return;
    }
    let mut jobs = Vec::new();
    for (level, entry) in menu.levels.iter().enumerate().filter(|(_, e)| e.problem.is_none()) {
        for (ruleset, rules) in menu.rulesets.iter().enumerate() {
            let done = menu.strength.get(&(level, ruleset)).map_or(0, Shares::battles);
            let id = Key::new(&rules.id);
            let found = RulesetId::from_name(&rules.id).and_then(|id| library.0.get(&id));
            if let Some(rules) = found.filter(|_| done < BATTLES) {
                let (path, rules) = (entry.path.clone(), rules.clone());
                jobs.push(Job { level, ruleset, path, id, rules });
            }
        }
    }
    jobs.sort_by_key(|job| (job.level != menu.level, job.level, job.ruleset));
    if jobs.is_empty() {
        return;
    }
    let (send, news) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let wake = waker.map(|w| w.clone());
    let stopped = Arc::clone(&stop);
    let fight = move || {
        for job in jobs {
            if fight(&job, &send, &stopped, wake.as_ref()).is_none() {
                return;
            }
        }
    };
    // Without a thread the menu shows no results; nothing else depends on it.
    if thread::Builder::new().name("trials".to_owned()).spawn(fight).is_ok() {
        trials.run = Some(Run { stop, news: Mutex::new(news) });
    }
}

/// Runs the test battles of one level under one ruleset; `None` if stopped.
fn fight(job: &Job, send: &Sender<News>, stop: &AtomicBool, wake: Option<&Waker>) -> Option<()> {
    let Ok(level) = Level::load(&job.path) else { return Some(()) };
    let mut shares = Shares::of_sides(level.sides.len());
    let bout = Matchup { level, ruleset: job.id.clone(), rules: job.rules.clone(), cap: CAP };
    // A level that cannot be played under a ruleset has no results; its sheets say why.
    let Ok(arena) = bout.arena() else { return Some(()) };
    for seed in 1..=u64::from(BATTLES) {
        let report = match arena.fight_while(seed, &|| !stop.load(Ordering::Relaxed)) {
            Ok(report) => report,
            Err(MatchupError::Autoplay(AutoplayError::Stopped)) => return None,
            Err(_) => return Some(()),
        };
        shares.add(&report.verdict);
        let news = News { level: job.level, ruleset: job.ruleset, shares: shares.clone() };
        send.send(news).ok()?;
        if let Some(wake) = wake {
            wake.0();
        }
    }
    Some(())
}

/// Takes in the results since the last frame.
pub(super) fn take_news(trials: Res<Trials>, mut menu: ResMut<MenuModel>) {
    let Some(run) = &trials.run else { return };
    let Ok(news) = run.news.lock() else { return };
    let fresh: Vec<News> = news.try_iter().collect();
    if fresh.is_empty() {
        return;
    }
    for News { level, ruleset, shares } in fresh {
        menu.strength.insert((level, ruleset), shares);
    }
}

/// Stops the test battles when the menu closes.
pub(super) fn stop(mut trials: ResMut<Trials>) {
    *trials = Trials::default();
}

/// The result as text: "Wardens favoured (16 of 20 test battles)",
/// "balanced (9 : 11 over 20 test battles)", "7 of 20 test battles".
pub(super) fn words(shares: &Shares, sides: &[String]) -> String {
    let fought = shares.battles();
    if fought < BATTLES {
        return format!("{fought} of {BATTLES} test battles");
    }
    let name = |side: usize| sides.get(side).map_or("no side", String::as_str);
    match shares.stronger() {
        Some(side) => {
            let wins = shares.wins.get(side).copied().unwrap_or_default();
            format!("{} favoured ({wins} of {fought} test battles)", name(side))
        }
        None => {
            let wins: Vec<String> = shares.wins.iter().map(ToString::to_string).collect();
            let draws = match shares.draws {
                0 => String::new(),
                n => format!(", {n} drawn"),
            };
            format!("balanced ({} over {fought} test battles{draws})", wins.join(" : "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_shown_as_text() {
        let sides = ["Wardens".to_owned(), "Raiders".to_owned()];
        let shares = |a, b, draws| Shares { wins: vec![a, b], draws };
        assert_eq!(words(&shares(2, 5, 0), &sides), "7 of 20 test battles");
        assert_eq!(words(&shares(4, 16, 0), &sides), "Raiders favoured (16 of 20 test battles)");
        assert_eq!(
            words(&shares(9, 10, 1), &sides),
            "balanced (9 : 10 over 20 test battles, 1 drawn)"
        );
    }
}
