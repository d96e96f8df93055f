//! An opponent that compares its commands by playouts.
//!
//! In each turn it collects promising ways to continue, and the command of the usual opponent. It
//! plays each of them out a few times by the rules, on the battle as its side knows it and with
//! dice of its own; nearby units act as the usual opponent would. The better half of them is played
//! out as often again, and so on. The best of a few noisy averages is mostly the luckiest, so it has
//! to prove itself: it and the usual command are played out again with other dice, the same for
//! both. It replaces the usual command only if it is then plainly better, and by enough to matter;
//! if it fails, the next best may try.
//!
//! Work is counted in the effort of the rules ([`rules::effort`]), never in time, so that the same
//! battle always yields the same commands. Each decision may use half of what is left for the turn.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grid::{SideId, UnitId};
use rules::Command;
use rules::dice::Dice;
use rules::engine;
use rules::odds;
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ruleset;
use rules::state::{State, Status};

use crate::autoplay::Decider;

use super::belief::Guesses;
use super::decider::orders;
use super::luck::{BLOCK, mix};
use super::memory::Memory;
use super::options::{self, NextCommand};
use super::parley::Parley;
use super::playout::{self, Playouts};
use super::promise::{MAX_EXPLAINED, Outlook, Promise};
use super::side_plan::{self, SidePlan};
use super::standing::Standing;
use super::tuning::{Depth, Tuning};
use super::view::View;
use super::{SimpleAi, Turn};

/// How often the plans that are tried out are halved.
const HALVINGS: u32 = 3;

/// Maximum number of answers to a question that are compared with the usual one.
const MAX_ANSWERS: usize = 5;

/// Number of plans that may challenge the usual one.
const MAX_CHALLENGES: usize = 3;

/// An opponent that plans.
#[derive(Clone, Debug)]
pub struct Planner {
    ai: SimpleAi,
    depth: Depth,
    /// Set from outside to end its thinking with the best plan so far.
    hurry: Arc<AtomicBool>,
    promises: Vec<Promise>,
    /// Work of the current turn.
    spent: u64,
    /// The plan of its side for the current turn.
    side_plan: SidePlan,
}

/// By how much a plan led over the usual one in the samples of its proof.
#[derive(Default)]
struct Proof {
    differences: Vec<i128>,
}

impl Proof {
    /// True if the mean difference exceeds a margin, and what chance explains: its square exceeds
    /// `doubt` times the square of its standard error.
    fn is_plain(&self, depth: Depth) -> bool {
        let n = i128::try_from(self.differences.len()).unwrap_or(0);
        let sum = self.sum();
        let squares: i128 = self.differences.iter().map(|d| d * d).sum();
        // With s² = (Σd² − (Σd)²/n) / (n − 1), this is (Σd/n)² > doubt · s²/n.
        let spread = n * squares - sum * sum;
        let is_clear = sum * sum * (n - 1) > i128::from(depth.doubt) * spread;
        n > 1 && sum > n * i128::from(depth.margin) && is_clear
    }

    fn sum(&self) -> i128 {
        self.differences.iter().sum()
    }
}

/// A way to continue that is being compared.
struct Plan {
    way: NextCommand,
    /// The state of the turn after its command.
    turn: Turn,
    /// The plan of the whole side.
    side_plan: SidePlan,
    /// The lead at the end of each sample.
    leads: Vec<i64>,
    sum: Standing,
    /// Number of samples in which the other sides end with fewer units in the fight, and in which
    /// the own side does.
    losses: (u32, u32),
}

impl Plan {
    fn new(way: NextCommand, turn: Turn, side_plan: SidePlan) -> Self {
        Self { way, turn, side_plan, leads: Vec::new(), sum: Standing::default(), losses: (0, 0) }
    }

    /// A thousand times its average lead over another plan, in the samples played of both from the
    /// first on.
    fn lead_over(&self, other: &Self) -> i64 {
        let pairs = self.leads.iter().zip(&other.leads);
        let count = i64::try_from(pairs.len()).unwrap_or(1).max(1);
        1000 * pairs.map(|(a, b)| a - b).sum::<i64>() / count
    }

    /// Adds the result of a sample.
    fn note(&mut self, before: Standing, end: Standing) {
        self.leads.push(end.lead());
        self.sum.own += end.own;
        self.sum.theirs += end.theirs;
        self.losses.0 += u32::from(end.their_active < before.their_active);
        self.losses.1 += u32::from(end.own_active < before.own_active);
    }

    /// What it promises, compared with the side's current standing.
    fn outlook(&self, before: Standing) -> Outlook {
        let count = i64::try_from(self.leads.len()).unwrap_or(1).max(1);
        let share = |of: u32| i32::try_from(1000 * i64::from(of) / count).unwrap_or(1000);
        Outlook {
            own: self.sum.own / count - before.own,
            theirs: self.sum.theirs / count - before.theirs,
            fells: share(self.losses.0),
            falls: share(self.losses.1),
        }
    }
}

impl Planner {
    /// An opponent that plans as thoroughly as `depth` sets.
    pub fn new(depth: Depth, tuning: Arc<Tuning>) -> Self {
        Self {
            ai: SimpleAi::for_filtered_state().tuned(tuning),
            depth,
            hurry: Arc::default(),
            promises: Vec::new(),
            spent: 0,
            side_plan: SidePlan::default(),
        }
    }

    /// The battle as a side knows it, with dice that reveal nothing about the real ones, and the seed
    /// of playouts.
    fn known(rules: &dyn Ruleset, state: &State, side: SideId) -> (State, u64) {
        let mut known = odds::as_known_by(rules, state, side);
        // Acts in playouts are not undone, and no referee is asked about them.
        known.scene.referee.on = false;
        known.last = None;
        known.dice = Dice::seeded(0);
        // Units out of view are still in it, only marked as gone.
        let mut seen = known.clone();
        seen.units = known.units.iter().filter(|u| u.status != Status::Gone).cloned().collect();
        let seed = mix(&[seen.hash()]);
        (known, seed)
    }

    /// What the usual opponent does with a combatant whose side follows a plan.
    fn usual(
        &mut self,
        rules: &dyn Ruleset,
        known: &State,
        unit: UnitId,
        side_plan: SidePlan,
    ) -> Plan {
        self.ai.plan = side_plan;
        let command = self.ai.choose(rules, known, unit);
        Plan::new(NextCommand { command, then: None }, self.ai.turn.clone(), side_plan)
    }

    /// Plays the plans out, with about as much effort as allowed, and returns the best.
    fn compare(&mut self, game: &Playouts<'_>, mut plans: Vec<Plan>, allowed: u64) -> Option<Plan> {
        let before = game.standing(&self.ai.tuning.standing);
        let (best, work) = self.weigh(game, &mut plans, before, allowed);
        self.spent = self.spent.saturating_add(work);
        if plans.is_empty() {
            return None;
        }
        let chosen = plans.remove(best);
        let mut told: Vec<&Plan> = Vec::with_capacity(MAX_EXPLAINED);
        for plan in std::iter::once(&chosen).chain(&plans) {
            // Side plans that begin with the same way are reported once.
            if told.len() < MAX_EXPLAINED && told.iter().all(|known| known.way != plan.way) {
                told.push(plan);
            }
        }
        self.promises = told
            .into_iter()
            .map(|plan| {
                let way = (&plan.way.command, plan.way.then.as_ref());
                let promise = Promise::of(game.rules, game.guesses.first(), game.unit, way);
                Promise { agreed: plan.side_plan, outlook: Some(plan.outlook(before)), ..promise }
            })
            .collect();
        Some(chosen)
    }

    /// Plays a plan out with the dice of some samples.
    fn play(
        &mut self,
        game: &Playouts<'_>,
        plan: &mut Plan,
        (samples, before): (Range<u32>, Standing),
        work: &mut u64,
    ) {
        for sample in samples {
            let followed = (&plan.way.command, &plan.turn, plan.side_plan);
            let end = game.play(&mut self.ai, followed, sample, work);
            plan.note(before, end);
        }
    }

    /// Plays plans out with about as much effort as allowed. Drops those that were not played and
    /// returns the index of the best, and the effort.
    fn weigh(
        &mut self,
        game: &Playouts<'_>,
        plans: &mut Vec<Plan>,
        before: Standing,
        allowed: u64,
    ) -> (usize, u64) {
        let mut work = 0;
        plans.truncate(self.depth.plans as usize);
        self.try_out(game, plans, (before, allowed / 2), &mut work);
        plans.retain(|plan| !plan.leads.is_empty());
        let best = self.best(game, plans, (before, allowed), &mut work);
        (best, work)
    }

    /// The best answer to a question by playouts, compared with the usual one. Takes the battle as the
    /// side asked knows it, and the seed of playouts.
    fn weighed_answer(
        &mut self,
        rules: &dyn Ruleset,
        (known, seed): (State, u64),
        (prompt, usual): (&Prompt, Answer),
    ) -> Option<Answer> {
        let allowed = self.depth.allowed(self.depth.answers, fighting(&known));
        if allowed == 0 || prompt.choices.len() < 2 || known.scene.verdict.is_some() {
            return None;
        }
        let (side, unit, rounds) = (prompt.side, prompt.unit?, self.depth.rounds);
        let guesses = &Guesses::of_side(rules, known, side, seed);
        let actors = &playout::actors(guesses.first(), unit, self.depth.others);
        let choices = RefCell::default();
        let game = Playouts { rules, guesses, side, unit, rounds, actors, seed, choices };
        let all = (0..prompt.choices.len()).filter_map(|at| u16::try_from(at).ok()).map(Answer);
        let others = all.filter(|answer| *answer != usual).take(MAX_ANSWERS);
        let turn = self.ai.turn.clone();
        let plan = |answer| {
            let way = NextCommand { command: Command::Answer(answer), then: None };
            Plan::new(way, turn.clone(), self.side_plan)
        };
        let mut plans: Vec<Plan> = std::iter::once(usual).chain(others).map(plan).collect();
        let before = game.standing(&self.ai.tuning.standing);
        let (best, _) = self.weigh(&game, &mut plans, before, allowed);
        self.ai.turn = turn;
        match plans.get(best)?.way.command {
            Command::Answer(answer) => Some(answer),
            _ => None,
        }
    }

    /// Plays every plan out a few times, then the better half of those that rival the usual one as
    /// often again, and so on. The usual plan stays first; the rivals come best first.
    fn try_out(
        &mut self,
        game: &Playouts<'_>,
        plans: &mut [Plan],
        (before, allowed): (Standing, u64),
        work: &mut u64,
    ) {
        let most = self.depth.trial.min(self.depth.samples);
        let mut until = (most >> HALVINGS).max(1);
        let mut kept = plans.len();
        loop {
            let mut enough = false;
            for (at, plan) in plans.iter_mut().take(kept).enumerate() {
                enough = *work > allowed || self.hurry.load(Ordering::Relaxed);
                // At least one other plan is compared.
                if at > 1 && enough {
                    break;
                }
                let played = u32::try_from(plan.leads.len()).unwrap_or(u32::MAX);
                self.play(game, plan, (played..until, before), work);
            }
            let Some((usual, rivals)) = plans.split_first_mut() else { return };
            let played = rivals.iter_mut().take(kept - 1).filter(|rival| !rival.leads.is_empty());
            let played = played.count();
            if let Some(played) = rivals.get_mut(..played) {
                played.sort_by_key(|rival| std::cmp::Reverse(rival.lead_over(usual)));
            }
            if enough || until >= most {
                return;
            }
            kept = 1 + played.div_ceil(2);
            until = (2 * until).min(most);
        }
    }

    /// The index of the best plan: the first rival that proves plainly better than the usual plan, or
    /// the usual plan itself.
    fn best(
        &mut self,
        game: &Playouts<'_>,
        plans: &mut [Plan],
        (before, allowed): (Standing, u64),
        work: &mut u64,
    ) -> usize {
        let Some((usual, rivals)) = plans.split_first_mut() else { return 0 };
        let tried = usual.leads.len();
        for (at, rival) in rivals.iter_mut().enumerate().take(MAX_CHALLENGES) {
            if rival.lead_over(usual) <= 0 {
                continue;
            }
            if self.proves(game, (usual, tried), rival, (before, allowed), work) {
                return at + 1;
            }
        }
        0
    }

    /// Plays the usual plan and a rival out with dice by which neither was selected. True if the rival
    /// turns out plainly better. The usual plan was played out `tried` times before its first proof.
    fn proves(
        &mut self,
        game: &Playouts<'_>,
        (usual, tried): (&mut Plan, usize),
        rival: &mut Plan,
        (before, allowed): (Standing, u64),
        work: &mut u64,
    ) -> bool {
        let depth = self.depth;
        let first = depth.trial.next_multiple_of(BLOCK);
        let mut proof = Proof::default();
        let mut sample = first;
        while sample < depth.samples && *work < allowed && !self.hurry.load(Ordering::Relaxed) {
            let until = (sample + BLOCK).min(depth.samples);
            let played = u32::try_from(usual.leads.len() - tried).unwrap_or(u32::MAX);
            self.play(game, usual, (first.saturating_add(played)..until, before), work);
            self.play(game, rival, (sample..until, before), work);
            let (from, to) = ((sample - first) as usize, (until - first) as usize);
            let others = usual.leads.get(tried + from..tried + to).unwrap_or_default();
            let own = rival.leads.iter().rev().take(to - from).rev();
            proof.differences.extend(own.zip(others).map(|(a, b)| i128::from(a - b)));
            if proof.sum() <= 0 {
                return false;
            }
            if proof.is_plain(depth) {
                return true;
            }
            sample = until;
        }
        false
    }
}

/// Number of combatants in the fight.
fn fighting(known: &State) -> usize {
    known.units.iter().filter(|unit| unit.is_active()).count()
}

impl Decider for Planner {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let unit = units.first().copied().unwrap_or_default();
        self.promises.clear();
        let Some(me) = state.unit(unit) else { return Command::EndTurn { unit } };
        if let Some(order) = orders(rules, state, unit) {
            return order;
        }
        let (known, seed) = Self::known(rules, state, me.side());
        if self.ai.recall(me, state.scene.clock.round) {
            self.spent = 0;
            self.side_plan = SidePlan::default();
        }
        let before = self.ai.turn.clone();
        let usual_plan = self.usual(rules, &known, unit, self.side_plan);
        let usual = usual_plan.way.command.clone();
        let foes = known.units.iter().any(|u| u.is_active() && u.side() != me.side());
        // It has done the act that it moved for; it has nothing left to do; it knows no foe.
        let is_over = before.moved && before.acted && matches!(usual, Command::EndTurn { .. });
        let left = self.depth.allowed(self.depth.work, fighting(&known)).saturating_sub(self.spent);
        let is_tired = left == 0;
        if before.intent.as_ref() == Some(&usual) || is_over || is_tired || !foes {
            return usual;
        }
        let ways = engine::with_ctx(rules, &known, |ctx| {
            let view = View::new(rules, ctx, unit)?;
            let fights = !Parley::of(&view).settles();
            fights.then(|| options::ways(&view, &usual, before.moved, self.depth.ideas as usize))
        });
        // A fight that is being ended is not planned.
        let Some(ways) = ways else { return usual };
        let mut plans = vec![usual_plan];
        if before.commands == 0 {
            for agreed in side_plan::plans(rules, &known, me.side()).into_iter().skip(1) {
                self.ai.turn = before.clone();
                plans.push(self.usual(rules, &known, unit, agreed));
            }
        }
        for way in ways {
            let turn = before.after(me, &way.command, way.then.clone());
            plans.push(Plan::new(way, turn, self.side_plan));
        }
        let side = me.side();
        let rounds = self.depth.rounds;
        let guesses = &Guesses::of_side(rules, known, side, seed);
        let actors = &playout::actors(guesses.first(), unit, self.depth.others);
        let choices = RefCell::default();
        let game = Playouts { rules, guesses, side, unit, rounds, actors, seed, choices };
        let chosen = if plans.len() > 1 {
            self.compare(&game, plans, left.div_ceil(2))
        } else {
            plans.pop()
        };
        let Some(Plan { way, turn, side_plan, .. }) = chosen else { return usual };
        self.ai.turn = turn;
        self.side_plan = side_plan;
        way.command
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        let (known, seed) = Self::known(rules, state, prompt.side);
        let usual = self.ai.answer(rules, &known, prompt);
        self.weighed_answer(rules, (known, seed), (prompt, usual)).unwrap_or(usual)
    }

    fn memory(&self) -> Option<Memory> {
        let memory = self.ai.memory()?;
        Some(Memory { plan: self.side_plan, spent: self.spent, ..memory })
    }

    fn remember(&mut self, memory: &Memory) {
        self.ai.remember(memory);
        (self.side_plan, self.spent) = (memory.plan, memory.spent);
    }

    fn hurried_by(&mut self, hurry: Arc<AtomicBool>) {
        self.hurry = hurry;
    }

    fn reasons(&mut self, rules: &dyn Ruleset, state: &State, command: &Command) -> Vec<Promise> {
        match self.promises.first() {
            Some(first) if first.command == *command => self.promises.clone(),
            // It compared nothing, or another opponent decided.
            _ => self.ai.reasons(rules, state, command),
        }
    }
}
