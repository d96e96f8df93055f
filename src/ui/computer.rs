//! Plays the sides that the computer controls.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::app::AppExtStates;
use bevy::state::condition::in_state;
use bevy::state::state::{ComputedStates, State as InState};
use bevy::time::{Real, Time};
use bevy::window::RequestRedraw;

use battle::autoplay::Decider;
use battle::{BattleState, CurrentStatus, Order, Refused, Rules, Skill};
use grid::{SideId, UnitId};
use rules::engine::BattleStatus;
use rules::prompt::Answer;
use rules::{Command, Refusal};

use super::available_actions::side_to_decide;
use super::board::Busy;
use super::learning::Learning;
use super::notice::{CurrentNotice, Notice};
use super::pages::Pause;
use super::screen::{Screen, UiSet};
use super::seating::Seats;
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
}

impl Deciders {
    /// Starts empty; `make` creates a decider when it is needed.
    pub fn new(make: MakeDecider) -> Self {
        Self { make, sides: BTreeMap::new() }
    }

    fn of(&mut self, side: SideId, skill: Skill) -> &mut dyn Decider {
        let make = self.make;
        self.sides.entry((side, skill)).or_insert_with(|| make(skill)).as_mut()
    }
}

/// Progress of the computer's turn.
#[derive(Default)]
pub(super) struct Pace {
    /// When it began to wait before the next command.
    since: Option<Duration>,
    /// The command it gave in the present state.
    given: Option<Command>,
    /// Even the simplest command was refused: only the player can go on.
    stuck: bool,
}

/// Lets the computer decide for its sides, one command at a time, once all animations are done.
fn decide(
    (minds, mut learning): (Option<NonSendMut<Deciders>>, Option<ResMut<Learning>>),
    battle: Option<(Res<Rules>, Res<BattleState>, Res<CurrentStatus>)>,
    (seats, pause): (Res<Seats>, Res<InState<Pause>>),
    mut notice: ResMut<CurrentNotice>,
    busy: Res<Busy>,
    motion: Res<Motion>,
    time: Res<Time<Real>>,
    mut pace: Local<Pace>,
    mut refusals: MessageReader<Refused>,
    mut orders: MessageWriter<Order>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let refused = refusals.read().last().map(|r| (r.command.clone(), r.refusal.clone()));
    let (Some(mut minds), Some((rules, snapshot, standing))) = (minds, battle) else { return };
    let Some(rest) = &standing.0 else { return };
    let state = &*snapshot.0;
    let Some(side) = side_to_decide(rest, state).filter(|s| !seats.seating.is_human(*s)) else {
        *pace = Pace::default();
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
        // Still on its way, or refused. If refused, the simplest command is tried once.
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
    let now = time.elapsed();
    let since = *pace.since.get_or_insert(now);
    let gap = motion.speed.factor().map_or(Duration::ZERO, |factor| PAUSE.div_f32(factor));
    let waits = now.saturating_sub(since) < gap;
    if *pause.get() == Pause::Paused || busy.0 || waits {
        return;
    }
    pace.since = None;
    let mind = minds.of(side, seats.seating.skill(side));
    // In a lesson the other sides do what the step says.
    let guided = learning.as_mut().and_then(|lesson| lesson.foes_order(&*rules.0, state, rest));
    let command = match (guided, rest) {
        (Some(command), _) => command,
        (None, BattleStatus::Await(_)) => mind.command(&*rules.0, state, &mine),
        (None, BattleStatus::Asked(prompt)) => {
            Command::Answer(mind.answer(&*rules.0, state, prompt))
        }
        (None, BattleStatus::Dice(_) | BattleStatus::Over(_) | BattleStatus::Idle) => return,
    };
    pace.given = Some(command.clone());
    orders.write(Order(command));
}

/// A battle is on screen in which the computer decides for its sides. After the battle too, since
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
