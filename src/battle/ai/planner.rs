//! An opponent that plays out what might come of its commands.
//!
//! In each turn it collects the ways to go on that look promising, and what the usual opponent would
//! do. It plays each of them out several times by the rules, on the battle as its side knows it and
//! with dice of its own; those near it act as the usual opponent would. The better half is played out
//! more often, until the work is used up. It gives up the usual opponent's command only for one that
//! is plainly better.
//!
//! Work is counted in commands of imagined battles, never in time, so that the same battle always
//! yields the same commands. Each decision may use half of what is left for the turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grid::UnitId;
use rules::Command;
use rules::dice::Dice;
use rules::engine;
use rules::odds;
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ruleset;
use rules::state::{State, Unit};

use crate::autoplay::Decider;

use super::luck::{BLOCK, stirred};
use super::options::{self, NextCommand};
use super::playout::{self, Playouts};
use super::promise::Promise;
use super::standing::Standing;
use super::view::View;
use super::{SimpleAi, Turn};

/// How thoroughly it plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Number of rounds that are played out, besides the rest of the current one.
    pub rounds: u32,
    /// Commands of imagined battles for each of its turns.
    pub work: u32,
    /// How many of the nearest combatants act in imagined battles.
    pub others: usize,
    /// Maximum number of samples of a plan.
    pub samples: u32,
    /// How many standard errors, squared, a plan must be ahead to be preferred to the usual one.
    pub doubt: u32,
}

/// How often each plan is played out at first.
const FIRST: u32 = BLOCK / 2;

/// The number of plans that are kept to explain a decision.
const TOLD: usize = 3;

/// An opponent that plans.
#[derive(Clone, Debug)]
pub struct Planner {
    ai: SimpleAi,
    depth: Depth,
    /// Set by others to end its thinking with the best so far.
    hurry: Arc<AtomicBool>,
    promises: Vec<Promise>,
    /// Work of the current turn.
    spent: u32,
}

/// A way to go on that is being compared.
struct Plan {
    way: NextCommand,
    /// What is remembered of the turn after its command.
    turn: Turn,
    /// The leads at the end of each sample.
    leads: Vec<i64>,
    sum: Standing,
}

impl Plan {
    const fn new(way: NextCommand, turn: Turn) -> Self {
        Self { way, turn, leads: Vec::new(), sum: Standing { own: 0, theirs: 0 } }
    }

    /// A thousand times the average lead.
    fn mean(&self) -> i64 {
        let count = i64::try_from(self.leads.len()).unwrap_or(1).max(1);
        1000 * self.leads.iter().sum::<i64>() / count
    }

    /// True if it is better than another by more than chance may explain: the square of the mean
    /// difference between the samples exceeds `doubt` times the square of its standard error.
    fn is_plainly_better_than(&self, other: &Self, doubt: u32) -> bool {
        let differences: Vec<i128> =
            self.leads.iter().zip(&other.leads).map(|(a, b)| i128::from(a - b)).collect();
        let n = i128::try_from(differences.len()).unwrap_or(0);
        let sum: i128 = differences.iter().sum();
        let squares: i128 = differences.iter().map(|d| d * d).sum();
        // With s² = (Σd² − (Σd)²/n) / (n − 1), this is (Σd/n)² > doubt · s²/n.
        let spread = n * squares - sum * sum;
        sum > 0 && n > 1 && sum * sum * (n - 1) > i128::from(doubt) * spread
    }

    /// What it promises, compared with how the side stands now.
    fn promise(&self, before: Standing) -> Promise {
        let count = i64::try_from(self.leads.len()).unwrap_or(1).max(1);
        Promise {
            command: self.way.command.clone(),
            then: self.way.then.clone(),
            own: self.sum.own / count - before.own,
            theirs: self.sum.theirs / count - before.theirs,
        }
    }
}

impl Planner {
    /// An opponent that plans as thoroughly as `depth` says.
    pub fn new(depth: Depth) -> Self {
        Self {
            ai: SimpleAi::knowing(),
            depth,
            hurry: Arc::default(),
            promises: Vec::new(),
            spent: 0,
        }
    }

    /// The battle as the side of a combatant knows it, with dice that tell nothing of the real ones.
    fn known(rules: &dyn Ruleset, state: &State, me: &Unit) -> (State, u64) {
        let mut known = odds::as_known_by(rules, state, me.side());
        // Imagined acts are not undone, and no referee is asked about them.
        known.scene.referee.on = false;
        known.last = None;
        known.dice = Dice::seeded(0);
        let seed = stirred(&[known.hash()]);
        (known, seed)
    }

    /// Plays the plans out and returns the best.
    fn compare(&mut self, game: &Playouts<'_>, mut plans: Vec<Plan>) -> Option<Plan> {
        let before = Standing::of(game.rules, game.state, game.side);
        let allowed = self.depth.work.saturating_sub(self.spent).div_ceil(2);
        let (mut work, mut sample, mut lost) = (0, 0, Vec::new());
        let mut until = FIRST.min(self.depth.samples);
        while sample < self.depth.samples {
            for (at, plan) in plans.iter_mut().enumerate() {
                // One other plan at least; two thirds of the work at most are for the first stage.
                let is_late = sample == 0 && at > 1 && work > allowed / 3 * 2;
                if is_late {
                    break;
                }
                for sample in sample..until {
                    let first = (&plan.way.command, &plan.turn);
                    let end = game.play(&mut self.ai, first, sample, &mut work);
                    plan.leads.push(end.lead());
                    plan.sum.own += end.own;
                    plan.sum.theirs += end.theirs;
                }
            }
            plans.retain(|plan| !plan.leads.is_empty());
            // The usual command stays first, whatever it promises.
            if let Some((_, others)) = plans.split_first_mut() {
                others.sort_by_key(|plan| std::cmp::Reverse(plan.mean()));
            }
            if work >= allowed || self.hurry.load(Ordering::Relaxed) {
                break;
            }
            let kept = plans.len().div_ceil(2).max(2);
            lost.splice(..0, plans.drain(kept.min(plans.len())..));
            (sample, until) = (until, (2 * until).min(self.depth.samples));
        }
        self.spent = self.spent.saturating_add(work);
        let usual = plans.first()?;
        let doubt = self.depth.doubt;
        let mut others = plans.iter().enumerate().skip(1);
        let best = others.find(|(_, plan)| plan.is_plainly_better_than(usual, doubt));
        let best = best.map_or(0, |(at, _)| at);
        let chosen = plans.remove(best);
        let told = std::iter::once(&chosen).chain(&plans).chain(&lost).take(TOLD);
        self.promises = told.map(|plan| plan.promise(before)).collect();
        Some(chosen)
    }
}

impl Decider for Planner {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let unit = units.first().copied().unwrap_or_default();
        self.promises.clear();
        let Some(me) = state.unit(unit) else { return Command::EndTurn { unit } };
        let (known, seed) = Self::known(rules, state, me);
        if self.ai.recall(me, state.scene.clock.round) {
            self.spent = 0;
        }
        let before = self.ai.turn.clone();
        let usual = self.ai.choose(rules, &known, unit);
        let foes = known.units.iter().any(|u| u.is_active() && u.side() != me.side());
        // The act that it moved for; nothing left to do; no foe known.
        let is_over = before.moved && before.acted && matches!(usual, Command::EndTurn { .. });
        let is_tired = self.spent >= self.depth.work;
        if before.intent.as_ref() == Some(&usual) || is_over || is_tired || !foes {
            return usual;
        }
        let after = self.ai.turn.clone();
        let ways = engine::with_ctx(rules, &known, |ctx| {
            let view = View::new(rules, ctx, unit)?;
            Some(options::ways(&view, &usual, before.moved))
        });
        let mut plans = vec![Plan::new(NextCommand { command: usual.clone(), then: None }, after)];
        for way in ways.unwrap_or_default() {
            let turn = before.after(me, &way.command, way.then.clone());
            plans.push(Plan::new(way, turn));
        }
        let side = me.side();
        let rounds = self.depth.rounds;
        let actors = &playout::actors(&known, unit, self.depth.others);
        let game = Playouts { rules, state: &known, side, unit, rounds, actors, seed };
        let chosen = if plans.len() > 1 { self.compare(&game, plans) } else { plans.pop() };
        let Some(Plan { way, turn, .. }) = chosen else { return usual };
        self.ai.turn = turn;
        way.command
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        self.ai.answer(rules, state, prompt)
    }

    fn thinks_long(&self) -> bool {
        true
    }

    fn hurried_by(&mut self, hurry: Arc<AtomicBool>) {
        self.hurry = hurry;
    }

    fn promises(&self) -> &[Promise] {
        &self.promises
    }
}
