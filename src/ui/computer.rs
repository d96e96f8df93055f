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

use battle::autoplay::{self, Decider};
use battle::{
    BattleState, CurrentStatus, Decision, Motive, Order, Question, Record, Refused, Rules, Skill,
    StateRestored,
};
use grid::{SideId, UnitId};
use rules::engine::BattleStatus;
use rules::prompt::Answer;
use rules::state::State;
use rules::{Command, Refusal};

use super::available_actions::side_to_decide;
use super::board::{Busy, Skip};
use super::learning::Learning;
use super::notice::{CurrentNotice, Notice};
use super::pages::Pause;
use super::screen::{Screen, UiSet, Waker};
use super::seating::Seats;
use super::thinking::{Progress, Thinking, Thought};
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
    /// The decision being made.
    thought: Option<Thought>,
}

impl Deciders {
    /// Starts empty; `make` creates a decider when it is needed.
    pub fn new(make: MakeDecider) -> Self {
        Self { make, sides: BTreeMap::new(), thought: None }
    }

    /// The decider of a side. A new one goes on from what the last one remembered.
    fn take(&mut self, whose: (SideId, Skill), record: Option<&Record>) -> Box<dyn Decider> {
        self.sides.remove(&whose).unwrap_or_else(|| {
            let mut mind = (self.make)(whose.1);
            if let Some(memory) = record.and_then(|record| record.memory(whose.0)) {
                mind.remember(memory);
            }
            mind
        })
    }

    /// Forgets what was planned: the battle is another one, or goes on from an earlier state.
    pub(super) fn forget(&mut self) {
        self.sides.clear();
        self.thought = None;
    }

    /// Begins to think about what a side is asked, unless that is being done.
    fn think(
        &mut self,
        whose: (SideId, Skill),
        (rules, record): (&Rules, Option<&Record>),
        (state, question): (&Arc<State>, &Question),
        wake: Option<&Waker>,
    ) {
        if self.thought.as_ref().is_some_and(|t| t.whose == whose && t.is_about(state)) {
            return;
        }
        self.thought = None;
        let wake = wake.cloned();
        let wake = move || {
            if let Some(waker) = wake {
                waker.0();
            }
        };
        let mind = self.take(whose, record);
        self.thought =
            Some(Thought::begin((whose, mind), &rules.0, (state, question.clone()), wake));
    }

    /// The decision, once it is made.
    fn decided(
        &mut self,
        (rules, record): (&Rules, Option<&Record>),
        (state, question): (&State, &Question),
    ) -> Option<Decision> {
        let thought = self.thought.as_ref()?;
        let whose = thought.whose;
        let decision = match thought.progress() {
            Progress::Open => return None,
            Progress::Done(mind, decision) => {
                self.sides.insert(whose, mind);
                *decision
            }
            Progress::Lost => self.decide(whose, (rules, record), (state, question)),
        };
        self.thought = None;
        Some(decision)
    }

    /// Decides while the window waits.
    fn decide(
        &mut self,
        whose: (SideId, Skill),
        (rules, record): (&Rules, Option<&Record>),
        (state, question): (&State, &Question),
    ) -> Decision {
        let mut mind = self.take(whose, record);
        let decision = autoplay::decide(&mut *mind, &*rules.0, state, question);
        self.sides.insert(whose, mind);
        decision
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
    record: Option<Res<Record>>,
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
    let mine: Vec<UnitId> = match rest {
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
    let Some(question) = Question::of(rest, mine) else { return };
    let whose = (side, seats.seating.skill(side));
    let facts = (&*rules, record.as_deref());
    // In a lesson the other sides follow the step, which takes no time.
    let thinks = learning.is_none();
    if thinks {
        minds.think(whose, facts, (&snapshot.0, &question), wake.as_deref());
    }
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
    let decision = match &mut learning {
        None => minds.decided(facts, (state, &question)),
        Some(lesson) => {
            let guided = lesson.foes_order(&*rules.0, state, rest);
            let decide = || minds.decide(whose, facts, (state, &question)).command;
            Some(Decision::plain(guided.unwrap_or_else(decide)))
        }
    };
    let Some(decision) = decision else { return };
    pace.since = None;
    thinking.set_if_neq(Thinking(false));
    pace.given = Some(decision.command.clone());
    orders.write(Order(decision.command.clone()));
    motive.0 = Some((side, decision));
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
