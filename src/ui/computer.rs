//! Plays the sides that the computer controls.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::app::AppExtStates;
use bevy::state::condition::in_state;
use bevy::state::state::{ComputedStates, State as InState};
use bevy::time::{Real, Time};
use bevy::window::RequestRedraw;

use battle::autoplay::Decider;
use battle::{BattleState, CurrentStatus, Motive, Order, Refused, Rules, Skill, StateRestored};
use grid::{SideId, UnitId};
use rules::engine::BattleStatus;
use rules::prompt::Answer;
use rules::state::State;
use rules::{Command, Refusal, Ruleset};

use super::available_actions::side_to_decide;
use super::board::{Busy, Skip};
use super::learning::Learning;
use super::notice::{CurrentNotice, Notice};
use super::pages::Pause;
use super::screen::{Screen, UiSet, Waker};
use super::seating::Seats;
use super::thinking::{CommandSearch, Progress, Thinking};
use super::watching::Replay;
use settings::Motion;

/// Pause between two commands of the computer at normal speed, so that a player can follow.
const PAUSE: Duration = Duration::from_millis(450);

/// Makes a decider that plays at a level.
pub type MakeDecider = fn(Skill) -> Box<dyn Decider>;

/// The deciders of the computer's sides.
pub struct Deciders {
    make: MakeDecider,
    sides: BTreeMap<(SideId, Skill), Box<dyn Decider>>,
    /// The search for a command in progress.
    thought: Option<CommandSearch>,
}

impl Deciders {
    /// Starts empty; `make` creates a decider when it is needed.
    pub fn new(make: MakeDecider) -> Self {
        Self { make, sides: BTreeMap::new(), thought: None }
    }

    fn of(&mut self, side: SideId, skill: Skill) -> &mut dyn Decider {
        let make = self.make;
        self.sides.entry((side, skill)).or_insert_with(|| make(skill)).as_mut()
    }

    /// Forgets what was planned: the battle is another one, or goes on from an earlier state.
    pub(super) fn forget(&mut self) {
        self.sides.clear();
        self.thought = None;
    }

    /// Starts the search for a command that takes long, unless it is already running. Returns true
    /// while it runs.
    fn think(
        &mut self,
        whose: (SideId, Skill),
        rules: &Rules,
        (state, units): (&Arc<State>, &[UnitId]),
        wake: Option<&Waker>,
    ) -> bool {
        if self.thought.as_ref().is_some_and(|t| t.whose == whose && t.is_about(state)) {
            return true;
        }
        self.thought = None;
        let (side, skill) = whose;
        if !self.of(side, skill).thinks_long() {
            return false;
        }
        let wake = wake.cloned();
        let wake = move || {
            if let Some(waker) = wake {
                waker.0();
            }
        };
        let mind = self.sides.remove(&whose).unwrap_or_else(|| (self.make)(skill));
        self.thought =
            Some(CommandSearch::begin((whose, mind), &rules.0, (state, units.to_vec()), wake));
        true
    }

    /// The command found by the search, once it is done.
    fn found(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Option<Command> {
        let thought = self.thought.as_ref()?;
        let whose = thought.whose;
        let command = match thought.progress() {
            Progress::Open => return None,
            Progress::Done(mind, command) => {
                self.sides.insert(whose, mind);
                command
            }
            Progress::Lost => self.of(whose.0, whose.1).command(rules, state, units),
        };
        self.thought = None;
        Some(command)
    }
}

/// Progress of the computer's turn.
#[derive(Default)]
pub(super) struct TurnProgress {
    /// When it began to wait before the next command.
    since: Option<Duration>,
    /// The command it gave in the current state.
    given: Option<Command>,
    /// Even the simplest command was refused: only the player can continue.
    stuck: bool,
}

/// Lets the computer decide for its sides, one command at a time, once all animations are done.
fn decide(
    (minds, mut learning): (Option<NonSendMut<Deciders>>, Option<ResMut<Learning>>),
    battle: Option<(Res<Rules>, Res<BattleState>, Res<CurrentStatus>, ResMut<Motive>)>,
    (seats, pause): (Res<Seats>, Res<InState<Pause>>),
    (mut thinking, wake): (ResMut<Thinking>, Option<Res<Waker>>),
    (mut skips, mut restored): (MessageReader<Skip>, MessageReader<StateRestored>),
    mut notice: ResMut<CurrentNotice>,
    busy: Res<Busy>,
    motion: Res<Motion>,
    time: Res<Time<Real>>,
    mut pace: Local<TurnProgress>,
    mut refusals: MessageReader<Refused>,
    mut orders: MessageWriter<Order>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let hurries = skips.read().count() > 0;
    let refused = refusals.read().last().map(|r| (r.command.clone(), r.refusal.clone()));
    let earlier = restored.read().count() > 0;
    let (Some(mut minds), Some(battle)) = (minds, battle) else { return };
    if earlier {
        minds.forget();
    }
    let (rules, snapshot, standing, mut motive) = battle;
    let Some(rest) = &standing.0 else { return };
    let state = &*snapshot.0;
    let Some(side) = side_to_decide(rest, state).filter(|s| !seats.seating.is_human(*s)) else {
        *pace = TurnProgress::default();
        minds.thought = None;
        thinking.set_if_neq(Thinking(false));
        return;
    };
    if snapshot.is_changed() {
        (pace.given, pace.stuck) = (None, false);
    }
    if pace.stuck {
        return;
    }
    redraw.write(RequestRedraw);
    let mine = match rest {
        BattleStatus::Await(units) => {
            let mine = |id: &&UnitId| state.unit(**id).is_some_and(|u| u.side() == side);
            units.iter().filter(mine).copied().collect()
        }
        _ => Vec::new(),
    };
    if let Some(given) = &pace.given {
        // Pending or refused. After a refusal, the simplest command is tried once.
        if let Some((_, refusal)) = refused.filter(|(command, _)| command == given) {
            let simple = simplest(rest, &mine).filter(|simple| simple != given);
            match &simple {
                Some(command) => {
                    orders.write(Order(command.clone()));
                }
                None => {
                    pace.stuck = true;
                    notice.0 = Some(stuck(&refusal));
                }
            }
            pace.given = simple;
        }
        return;
    }
    let skill = seats.seating.skill(side);
    // In a lesson the other sides follow the step, which takes no time.
    let thinks = learning.is_none()
        && matches!(rest, BattleStatus::Await(_))
        && minds.think((side, skill), &rules, (&snapshot.0, &mine), wake.as_deref());
    thinking.set_if_neq(Thinking(thinks));
    // A key that skips an animation does not hurry the computer yet.
    if let Some(thought) = minds.thought.as_ref().filter(|_| hurries && !busy.0) {
        thought.hurry();
    }
    let now = time.elapsed();
    let since = *pace.since.get_or_insert(now);
    let gap = motion.speed.factor().map_or(Duration::ZERO, |factor| PAUSE.div_f32(factor));
    let waits = now.saturating_sub(since) < gap;
    if *pause.get() == Pause::Paused || busy.0 || waits {
        return;
    }
    let found = if thinks { minds.found(&*rules.0, state, &mine) } else { None };
    if thinks && found.is_none() {
        return;
    }
    pace.since = None;
    thinking.set_if_neq(Thinking(false));
    let mind = minds.of(side, skill);
    // In a lesson the other sides follow the step.
    let guided = learning.as_mut().and_then(|lesson| lesson.foes_order(&*rules.0, state, rest));
    let command = match (found.or(guided), rest) {
        (Some(command), _) => command,
        (None, BattleStatus::Await(_)) => mind.command(&*rules.0, state, &mine),
        (None, BattleStatus::Asked(prompt)) => {
            Command::Answer(mind.answer(&*rules.0, state, prompt))
        }
        (None, BattleStatus::Dice(_) | BattleStatus::Over(_) | BattleStatus::Idle) => return,
    };
    let plans = match learning {
        Some(_) => Vec::new(),
        None => mind.reasons(&*rules.0, state, &command),
    };
    motive.0 = Some((side, command.clone(), plans));
    pace.given = Some(command.clone());
    orders.write(Order(command));
}

/// A battle is on screen in which the computer plays some side. Includes finished battles, because
/// the aftermath may ask for decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Deciding;

impl ComputedStates for Deciding {
    type SourceStates = (Screen, Replay);

    fn compute((screen, replay): (Screen, Replay)) -> Option<Self> {
        let in_battle = matches!(screen, Screen::Battle | Screen::Result);
        (in_battle && replay == Replay::Off).then_some(Self)
    }
}

/// Adds the computer's sides.
pub(super) fn plugin(app: &mut App) {
    app.add_computed_state::<Deciding>()
        .init_resource::<Thinking>()
        .add_systems(Update, decide.run_if(in_state(Deciding)).in_set(UiSet::Computer));
}

/// A fallback command for a refused decision.
fn simplest(rest: &BattleStatus, mine: &[UnitId]) -> Option<Command> {
    match rest {
        BattleStatus::Await(_) => mine.first().map(|unit| Command::EndTurn { unit: *unit }),
        BattleStatus::Asked(prompt) => Some(Command::Answer(Answer(prompt.default))),
        BattleStatus::Dice(_) | BattleStatus::Over(_) | BattleStatus::Idle => None,
    }
}

fn stuck(refusal: &Refusal) -> Notice {
    Notice::refusal(format!("The computer is stuck: {refusal}"))
}
