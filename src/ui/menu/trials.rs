//! Balance of the levels: background test battles between computer players.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;

use crate::library::Library;
use crate::pages::Pause;
use crate::screen::Waker;
use battle::autoplay::AutoplayError;
use battle::batch::{Matchup, MatchupError, Shares};
use level::Level;
use registry::RulesetId;
use rules::{Key, SharedRuleset};

use super::entry::RulesetEntry;
use super::model::MenuModel;

/// Maximum number of test battles per level and ruleset; fewer if the rest cannot change the
/// result.
pub const BATTLES: u32 = 20;
/// Rounds after which a test battle counts as a draw.
const CAP: u32 = 40;
/// How long a level must stay chosen before its battles begin.
const LEAFING: Duration = Duration::from_millis(400);
/// Work between two rests.
const SLICE: Duration = Duration::from_millis(3);
/// A pause is this many times as long as the work before it.
const REST: u32 = 3;
/// The longest rest.
const LONGEST_REST: Duration = Duration::from_millis(90);

/// Results so far for a level and ruleset, both as indices in the menu's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TrialResults {
    level: usize,
    ruleset: usize,
    shares: Shares,
}

/// The background test battles, if any are running.
#[derive(Resource, Default)]
pub(super) struct Trials {
    run: Option<Run>,
}

/// Test battles of one level.
struct Run {
    /// The chosen level and ruleset, as indices in the menu's lists.
    of: (usize, usize),
    stop: Arc<AtomicBool>,
    news: Mutex<Receiver<TrialResults>>,
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A level and ruleset to be tested, and the results so far.
struct Job {
    level: usize,
    ruleset: usize,
    path: PathBuf,
    id: Key,
    rules: SharedRuleset,
    shares: Shares,
}

/// Sends the results of the test battles, and decides when they stop or pause.
struct TrialSender {
    send: Sender<TrialResults>,
    stop: Arc<AtomicBool>,
    wake: Option<Waker>,
    /// When the work since the last pause began.
    since: Cell<Instant>,
}

impl TrialSender {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Pauses after a slice of work, so that the computer stays responsive. False if the battles
    /// are no longer wanted. Pauses never change results.
    fn goes_on(&self) -> bool {
        let worked = self.since.get().elapsed();
        if worked >= SLICE {
            thread::sleep(worked.min(LONGEST_REST / REST) * REST);
            self.since.set(Instant::now());
        }
        !self.is_stopped()
    }
}

/// Tests the chosen level under all rulesets, the chosen one first. Battles of another level stop;
/// their results are kept, and they continue when that level is chosen again. A game started
/// directly with a battle or in the editor runs none.
pub(super) fn begin(
    (menu, pause): (Res<MenuModel>, Res<InState<Pause>>),
    library: Res<Library>,
    waker: Option<Res<Waker>>,
    mut trials: ResMut<Trials>,
) {
    if *pause.get() == Pause::Paused {
        trials.run = None;
        return;
    }
    let of = (menu.level, menu.ruleset);
    if trials.run.as_ref().is_some_and(|run| run.of == of) {
        return;
    }
    let jobs = jobs(&menu, &library);
    let (send, news) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let (stopped, wake) = (Arc::clone(&stop), waker.map(|w| w.clone()));
    let fight = move || {
        // Browsing through the levels starts no battles.
        thread::sleep(LEAFING);
        let post = TrialSender { send, stop: stopped, wake, since: Cell::new(Instant::now()) };
        for job in jobs {
            if fight(job, &post).is_none() {
                return;
            }
        }
    };
    // Without a thread the menu shows no results; nothing else depends on it.
    if thread::Builder::new().name("trials".to_owned()).spawn(fight).is_ok() {
        trials.run = Some(Run { of, stop, news: Mutex::new(news) });
    }
}

/// The tests still to run for the chosen level, the chosen ruleset first.
fn jobs(menu: &MenuModel, library: &Library) -> Vec<Job> {
    let level = menu.level;
    let Some(entry) = menu.levels.get(level).filter(|entry| entry.problem.is_none()) else {
        return Vec::new();
    };
    let job = |(ruleset, rules): (usize, &RulesetEntry)| {
        let shares = menu.strength.get(&(level, ruleset)).cloned().unwrap_or_default();
        let rules_of = RulesetId::from_name(&rules.id).and_then(|id| library.0.get(&id))?;
        let (path, id, rules) = (entry.path.clone(), Key::new(&rules.id), rules_of.clone());
        (!is_settled(&shares)).then_some(Job { level, ruleset, path, id, rules, shares })
    };
    let mut jobs: Vec<Job> = menu.rulesets.iter().enumerate().filter_map(job).collect();
    jobs.sort_by_key(|job| (job.ruleset != menu.ruleset, job.ruleset));
    jobs
}

/// True if the remaining battles cannot change which side counts as stronger.
fn is_settled(shares: &Shares) -> bool {
    let left = BATTLES.saturating_sub(shares.battles());
    let with = |side: Option<usize>| {
        let mut all = shares.clone();
        match side.and_then(|side| all.wins.get_mut(side)) {
            Some(wins) => *wins += left,
            None => all.draws += left,
        }
        all.stronger()
    };
    match shares.stronger() {
        Some(side) => with(None) == Some(side),
        None => {
            left == 0
                || (shares.battles() > 0 && (0..shares.wins.len()).all(|s| with(Some(s)).is_none()))
        }
    }
}

/// Runs the test battles of one level under one ruleset; `None` if stopped. The seed of a battle is
/// its number, so the same level and rules have the same results however often they are
/// interrupted.
fn fight(job: Job, post: &TrialSender) -> Option<()> {
    if post.is_stopped() {
        return None;
    }
    let Ok(level) = Level::load(&job.path) else { return Some(()) };
    let none = Shares::of_sides(level.sides.len());
    let mut shares = if job.shares.battles() > 0 { job.shares } else { none };
    let bout = Matchup { level, ruleset: job.id, rules: job.rules, cap: CAP };
    // A level that cannot be played under a ruleset has no results; its sheets say why.
    let Ok(arena) = bout.arena() else { return Some(()) };
    while !is_settled(&shares) {
        let seed = u64::from(shares.battles()) + 1;
        let report = match arena.fight_while(seed, &|| post.goes_on()) {
            Ok(report) => report,
            Err(MatchupError::Autoplay(AutoplayError::Stopped)) => return None,
            Err(_) => return Some(()),
        };
        shares.add(&report.verdict);
        let news = TrialResults { level: job.level, ruleset: job.ruleset, shares: shares.clone() };
        post.send.send(news).ok()?;
        if let Some(wake) = &post.wake {
            wake.0();
        }
    }
    Some(())
}

/// Processes the results since the last frame.
pub(super) fn take_news(trials: Res<Trials>, mut menu: ResMut<MenuModel>) {
    let Some(run) = &trials.run else { return };
    let Ok(news) = run.news.lock() else { return };
    let fresh: Vec<TrialResults> = news.try_iter().collect();
    if fresh.is_empty() {
        return;
    }
    for TrialResults { level, ruleset, shares } in fresh {
        menu.strength.insert((level, ruleset), shares);
    }
}

/// Stops the test battles when the menu closes.
pub(super) fn stop(mut trials: ResMut<Trials>) {
    *trials = Trials::default();
}

/// The result as text: "Wardens favoured (16 of 20 test battles)",
/// "perhaps Wardens (13 : 7 over 20 test battles)", "balanced (9 : 11 over 20 test battles)",
/// "testing: 7 of 20 battles".
pub(super) fn words(shares: &Shares, sides: &[String]) -> String {
    let fought = shares.battles();
    if !is_settled(shares) {
        return format!("testing: {fought} of {BATTLES} battles");
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
            let what = match leader(shares) {
                Some(side) => format!("perhaps {}", name(side)),
                None => "balanced".to_owned(),
            };
            format!("{what} ({} over {fought} test battles{draws})", wins.join(" : "))
        }
    }
}

/// The side with more than 60 % of the battles; a draw counts as half a win.
fn leader(shares: &Shares) -> Option<usize> {
    let fought = shares.battles();
    shares.wins.iter().position(|wins| (2 * wins + shares.draws) * 5 > 6 * fought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_shown_as_text() {
        let sides = ["Wardens".to_owned(), "Raiders".to_owned()];
        let shares = |a, b, draws| Shares { wins: vec![a, b], draws };
        assert_eq!(words(&shares(2, 5, 0), &sides), "testing: 7 of 20 battles");
        assert_eq!(words(&shares(4, 16, 0), &sides), "Raiders favoured (16 of 20 test battles)");
        assert_eq!(
            words(&shares(9, 10, 1), &sides),
            "balanced (9 : 10 over 20 test battles, 1 drawn)"
        );
        let lopsided = words(&shares(7, 13, 0), &sides);
        assert_eq!(lopsided, "perhaps Raiders (7 : 13 over 20 test battles)");
        let drawn = words(&shares(1, 0, 19), &sides);
        assert_eq!(drawn, "balanced (1 : 0 over 20 test battles, 19 drawn)");
    }

    #[test]
    fn battles_that_can_change_nothing_are_not_fought() {
        let shares = |a, b, draws| Shares { wins: vec![a, b], draws };
        assert!(!is_settled(&Shares::default()), "nothing is known yet");
        // 15 of 20 are significant, 14 are not.
        assert!(is_settled(&shares(15, 0, 0)), "it stays stronger even if it loses the rest");
        assert!(!is_settled(&shares(14, 1, 0)));
        assert!(is_settled(&shares(6, 6, 0)), "14 wins at most on either side");
        assert!(!is_settled(&shares(6, 5, 0)), "one may still win 15");
        assert!(is_settled(&shares(9, 10, 1)), "all are fought");
    }
}
