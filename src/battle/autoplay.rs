//! Battles without a window: each side's decider is asked until a side has won.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bevy::app::App;
use bevy::ecs::message::Messages;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use grid::{Cell, SideId, UnitId};
use rules::engine::{self, BattleStatus, Fault};
use rules::parameter::Parameter;
use rules::prompt::{Answer, Prompt};
use rules::reach::ReachStop;
use rules::ruleset::{Aim, Ctx, Variant};
use rules::state::{State, Verdict};
use rules::{Command, Event, Key, Refusal, Ruleset, Target, Values};

use super::ai;
use super::decision::{Decision, Question};
use super::record::Record;
use super::resources::{BattleState, CurrentStatus, EventLog, Headless, Order, Refused, Rules};
use super::setup::Setup;
use super::{BattlePlugin, BattleSchedule, begin};

/// Commands per round and combatant after which the battle counts as stalled.
const COMMANDS_A_ROUND: usize = 200;

/// Decides for a side.
pub trait Decider: Send {
    /// The command for one of `units`, all of which may act now. There is at least one.
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command;

    /// The answer to a prompt; by default that of the ruleset's policy.
    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        engine::policy_answer(rules, state, prompt)
    }

    /// Ends its thinking with the best so far once this is set.
    fn hurried_by(&mut self, _hurry: Arc<AtomicBool>) {}

    /// What it remembers of the turn in progress, if it needs that to go on alike.
    fn memory(&self) -> Option<ai::Memory> {
        None
    }

    /// Goes on from what an equal opponent remembered.
    fn remember(&mut self, _memory: &ai::Memory) {}

    /// Why it made its last decision in that battle: the expected results of the best plans, that
    /// of the decision first. Empty if it has no reasons.
    fn reasons(
        &mut self,
        _rules: &dyn Ruleset,
        _state: &State,
        _command: &Command,
    ) -> Vec<ai::Promise> {
        Vec::new()
    }
}

/// Lets a side decide, and notes what it bases its decision on.
pub fn decide(
    decider: &mut dyn Decider,
    rules: &dyn Ruleset,
    state: &State,
    question: &Question,
) -> Decision {
    let command = match question {
        Question::Command(units) => decider.command(rules, state, units),
        Question::Answer(prompt) => Command::Answer(decider.answer(rules, state, prompt)),
    };
    let plans = decider.reasons(rules, state, &command);
    Decision { command, plans, memory: decider.memory() }
}

/// How a battle without a window ended.
#[derive(Clone, Debug)]
pub struct BattleReport {
    /// The verdict; no winner at the round cap.
    pub verdict: Verdict,
    /// True if the round cap ended it.
    pub capped: bool,
    /// The round in which it ended.
    pub rounds: u32,
    /// Number of commands given.
    pub commands: usize,
    /// The state at its end.
    pub state: State,
    /// The hash of the final state.
    pub hash: u64,
    /// All events, if requested.
    pub events: Vec<Event>,
}

/// Why a battle without a window did not end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AutoplayError {
    /// The ruleset failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A decider's command was refused, and so was ending the turn instead.
    #[error("side {side} cannot continue: {refusal}")]
    Refused {
        /// The side of the decider.
        side: SideId,
        /// Why.
        refusal: Refusal,
    },
    /// A round does not end.
    #[error("round {0} does not end")]
    Stalled(u32),
    /// A side has no decider.
    #[error("side {0} has no decider")]
    Undecided(SideId),
    /// The caller stopped it.
    #[error("it was stopped")]
    Stopped,
}

/// Plays a battle to its end with the same plugin as with a window. `deciders` are indexed by side.
/// After `cap` rounds it is a draw under every ruleset.
///
/// # Errors
/// When the battle cannot continue.
pub fn run_headless(
    setup: Setup,
    deciders: &mut [Box<dyn Decider>],
    cap: u32,
) -> Result<BattleReport, AutoplayError> {
    run_while(setup, deciders, cap, &|| true)
}

/// Like [`run_headless`], but stops when `goes_on` returns false; it is called before each command.
///
/// # Errors
/// When the battle cannot continue, or was stopped.
pub fn run_while(
    setup: Setup,
    deciders: &mut [Box<dyn Decider>],
    cap: u32,
    goes_on: &dyn Fn() -> bool,
) -> Result<BattleReport, AutoplayError> {
    run(&mut opened(setup, Headless::default())?, deciders, cap, goes_on)
}

/// Like [`run_headless`], with all events.
///
/// # Errors
/// When the battle cannot continue.
pub fn run_logged(
    setup: Setup,
    deciders: &mut [Box<dyn Decider>],
    cap: u32,
) -> Result<BattleReport, AutoplayError> {
    let mut app = opened(setup, Headless { logged: true, ..Headless::default() })?;
    let report = run(&mut app, deciders, cap, &|| true)?;
    let events = app.world_mut().remove_resource::<EventLog>().map(|c| c.0).unwrap_or_default();
    Ok(BattleReport { events, ..report })
}

/// Like [`run_headless`], with a record for replaying the battle. A little slower, as a record
/// holds the state's hash after each command.
///
/// # Errors
/// When the battle cannot continue.
pub fn run_recorded(
    setup: Setup,
    deciders: &mut [Box<dyn Decider>],
    cap: u32,
) -> Result<(BattleReport, Record), AutoplayError> {
    let mut app = opened(setup, Headless { recorded: true, ..Headless::default() })?;
    let report = run(&mut app, deciders, cap, &|| true)?;
    let record = app.world_mut().remove_resource::<Record>();
    // Every battle that has begun has one.
    let record = record.ok_or(AutoplayError::Stalled(report.rounds))?;
    Ok((report, record))
}

/// A number of rounds: "1 round", "30 rounds".
pub(crate) fn rounds_in_words(rounds: u32) -> String {
    let noun = if rounds == 1 { "round" } else { "rounds" };
    format!("{rounds} {noun}")
}

/// Begins an unattended battle.
fn opened(setup: Setup, kept: Headless) -> Result<App, Fault> {
    let mut app = App::new();
    app.add_plugins(BattlePlugin);
    app.insert_resource(kept);
    begin(app.world_mut(), setup)?;
    Ok(app)
}

fn run(
    app: &mut App,
    deciders: &mut [Box<dyn Decider>],
    cap: u32,
    goes_on: &dyn Fn() -> bool,
) -> Result<BattleReport, AutoplayError> {
    let (mut in_round, mut commands) = ((0, 0), 0);
    loop {
        if !goes_on() {
            return Err(AutoplayError::Stopped);
        }
        let Some((rules, state, status)) = snapshot(app) else {
            // Unreachable after `begin`; reported as a stall all the same.
            return Err(AutoplayError::Stalled(0));
        };
        let state = &*state;
        let round = state.scene.clock.round;
        let over = match status {
            BattleStatus::Over(verdict) => Some((verdict, false)),
            _ if round > cap => {
                let why = format!("no side has won after {}", rounds_in_words(cap));
                Some((Verdict { winner: None, why }, true))
            }
            BattleStatus::Await(units) => {
                let side = units.first().and_then(|u| state.commander(*u));
                let side = side.unwrap_or_default();
                let decider = decider(deciders, side)?;
                let command = decider.command(&*rules.0, state, &units);
                if let Some(refusal) = order(app, command) {
                    end_turn_instead(app, side, &units, refusal)?;
                }
                None
            }
            BattleStatus::Asked(prompt) => {
                let decider = decider(deciders, prompt.side)?;
                let answer = decider.answer(&*rules.0, state, &prompt);
                if let Some(refusal) = order(app, Command::Answer(answer)) {
                    return Err(AutoplayError::Refused { side: prompt.side, refusal });
                }
                None
            }
            BattleStatus::Dice(_) | BattleStatus::Idle => {
                return Err(AutoplayError::Stalled(round));
            }
        };
        if let Some((verdict, capped)) = over {
            let (state, hash) = (state.clone(), state.hash());
            let (rounds, events) = (round, Vec::new());
            return Ok(BattleReport { verdict, capped, rounds, commands, state, hash, events });
        }
        commands += 1;
        in_round = if in_round.0 == round { (round, in_round.1 + 1) } else { (round, 1) };
        if in_round.1 > COMMANDS_A_ROUND * state.units.len() {
            return Err(AutoplayError::Stalled(round));
        }
    }
}

fn snapshot(app: &App) -> Option<(Rules, Arc<State>, BattleStatus)> {
    let world = app.world();
    let rules = world.get_resource::<Rules>()?.clone();
    let state = world.get_resource::<BattleState>()?.0.clone();
    let status = world.get_resource::<CurrentStatus>()?.0.clone()?;
    Some((rules, state, status))
}

fn decider(
    deciders: &mut [Box<dyn Decider>],
    side: SideId,
) -> Result<&mut Box<dyn Decider>, AutoplayError> {
    deciders.get_mut(usize::from(side.0)).ok_or(AutoplayError::Undecided(side))
}

/// Gives an order and runs the battle once. Returns the refusal, if any.
fn order(app: &mut App, command: Command) -> Option<Refusal> {
    let world = app.world_mut();
    world.write_message(Order(command));
    // Without a window a frame does nothing but run the battle.
    world.run_schedule(BattleSchedule);
    if let Some(mut orders) = world.get_resource_mut::<Messages<Order>>() {
        orders.clear();
    }
    let mut refused = world.get_resource_mut::<Messages<Refused>>()?;
    refused.drain().next().map(|r| r.refusal)
}

fn end_turn_instead(
    app: &mut App,
    side: SideId,
    units: &[UnitId],
    refusal: Refusal,
) -> Result<(), AutoplayError> {
    for unit in units {
        if order(app, Command::EndTurn { unit: *unit }).is_none() {
            return Ok(());
        }
    }
    Err(AutoplayError::Refused { side, refusal })
}

/// The group of offers that end the fight: truces, surrender.
const PARLEY: &str = "parley";
/// The random decider takes one in this many of them.
const PARLEY_ODDS: usize = 40;

/// Decides at random among the possible commands, for tests that look for unforeseen cases. It has
/// its own generator; the dice of the battle are not touched.
#[derive(Clone, Debug)]
pub struct Random {
    generator: Pcg64Mcg,
}

impl Random {
    /// A decider that makes the same decisions for the same seed.
    pub fn seeded(seed: u64) -> Self {
        // Any odd 128-bit number is a valid state; this spreads adjacent seeds.
        let spread = u128::from(seed).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        let mut generator = Pcg64Mcg::new(spread);
        for _ in 0..4 {
            generator.next_u64();
        }
        Self { generator }
    }

    /// A random number below `n`; 0 for 0. Slightly biased for large `n`, which does not matter
    /// here.
    fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.generator.next_u64() % n as u64) as usize }
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// A place to move to. Half of the time, the one of a few that is nearest to an enemy, because
    /// units that wander at random hardly ever meet.
    fn stop(&mut self, ctx: Ctx<'_>, unit: UnitId, stops: &[ReachStop]) -> Option<ReachStop> {
        let tries = if self.below(2) == 0 { 1 } else { 8 };
        let foes = ctx.state.units.iter().filter(|u| u.is_active());
        let foes: Vec<Cell> = foes
            .filter(|u| ctx.state.are_foes(unit, u.id()))
            .filter_map(|u| u.placement.at.cell())
            .collect();
        let far = |stop: &ReachStop| foes.iter().map(|c| c.chebyshev(stop.cell)).min();
        (0..tries).filter_map(|_| self.pick(stops).copied()).min_by_key(far)
    }

    /// One of the targets, preferring combatants to objects.
    fn target(&mut self, targets: &[Target]) -> Option<Target> {
        let units: Vec<Target> =
            targets.iter().filter(|t| matches!(t, Target::Unit(_))).copied().collect();
        let list = if units.is_empty() || self.below(8) == 0 { targets } else { &units };
        self.pick(list).copied()
    }

    /// One time in three, a random variant of the act that is possible now.
    fn choice(&mut self, variants: &[Variant]) -> Key {
        let open: Vec<&Variant> = variants.iter().filter(|v| v.refused.is_none()).collect();
        if open.is_empty() || self.below(3) != 0 {
            return Key::default();
        }
        self.pick(&open).map(|v| v.choice.clone()).unwrap_or_default()
    }

    /// One time in three, some parameter values a few steps off the default.
    fn values(&mut self, parameters: &[Parameter]) -> Values {
        let mut values = Values::default();
        for parameter in parameters {
            if self.below(3) == 0 {
                let steps = 0..self.below(4);
                let value = steps.fold(parameter.usual.clone(), |v, _| parameter.step(&v, true));
                values.set(parameter.id.clone(), value);
            }
        }
        values
    }

    /// A command that a combatant might give; not checked yet.
    fn idea(&mut self, rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId) -> Option<Command> {
        match self.below(8) {
            0..=3 => {
                let offers = rules.offers(ctx, unit);
                let open: Vec<_> = offers.into_iter().filter(|o| o.refused.is_none()).collect();
                let offer = self.pick(&open)?;
                // Giving up at once tests little, so it is rare.
                if offer.group == *PARLEY && self.below(PARLEY_ODDS) != 0 {
                    return None;
                }
                let with = self.values(&offer.parameters);
                let offer = rules.offer(ctx, unit, &offer.act, &with)?;
                let targets = match offer.aim {
                    Aim::Own => Vec::new(),
                    Aim::Unit | Aim::Cell | Aim::Edge | Aim::Direction | Aim::Part => {
                        vec![self.target(&rules.targets(ctx, unit, &offer.act, &with))?]
                    }
                    Aim::Several(several) => {
                        let all = rules.targets(ctx, unit, &offer.act, &with);
                        let spare = usize::from(several.most.saturating_sub(several.least)) + 1;
                        let count = usize::from(several.least) + self.below(spare);
                        (0..count).filter_map(|_| self.target(&all)).collect()
                    }
                };
                let choice = self.choice(&offer.variants);
                Some(Command::Act { unit, act: offer.act.clone(), targets, choice, with })
            }
            4..=6 => {
                let reach = rules.reach(ctx, unit);
                let stop = self.stop(ctx, unit, reach.stops())?;
                let path = reach.way_to(stop).filter(|path| !path.is_empty())?;
                Some(Command::Move { unit, path, manner: Default::default() })
            }
            _ => Some(Command::EndTurn { unit }),
        }
    }
}

impl Decider for Random {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let unit = self.pick(units).copied().unwrap_or_default();
        engine::with_ctx(rules, state, |ctx| {
            (0..12)
                .filter_map(|_| self.idea(rules, ctx, unit))
                .find(|command| engine::check_in(rules, ctx, command).is_ok())
                .or_else(|| ai::due(rules, ctx, unit))
                .unwrap_or(Command::EndTurn { unit })
        })
    }

    fn answer(&mut self, _rules: &dyn Ruleset, _state: &State, prompt: &Prompt) -> Answer {
        Answer(self.below(prompt.choices.len()) as u16)
    }
}
