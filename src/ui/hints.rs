//! Hints: what the computer would do in the player's place. It thinks on its own thread and knows
//! no more than the player's side; giving the command is left to the player.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;

use battle::ai::Promise;
use battle::autoplay::Decider;
use battle::{BattleState, Question, Record, Rules, Skill};
use grid::UnitId;
use rules::state::{Conducts, State};
use rules::{Command, Ruleset, Target};

use super::board::{PointedSpot, PointedSpots};
use super::hud::HintsModel;
use super::interaction::TurnState;
use super::learning::Learning;
use super::names::Names;
use super::notice::{CurrentNotice, Notice};
use super::notices::notify;
use super::screen::{UiSet, Waker};
use super::selection::Selection;
use super::thinking::{Progress, Thought};
use super::watching::Watching;
use super::why;

/// The level of play that hints come from.
const ADVISER: Skill = Skill::Veteran;

/// Decides as if no unit had a conduct, because conduct binds only computer-controlled units.
struct Adviser(Box<dyn Decider>);

impl Decider for Adviser {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let mut free = state.clone();
        free.scene.conducts = Conducts::default();
        self.0.command(rules, &free, units)
    }

    fn hurried_by(&mut self, hurry: Arc<AtomicBool>) {
        self.0.hurried_by(hurry);
    }

    fn reasons(&mut self, rules: &dyn Ruleset, state: &State, command: &Command) -> Vec<Promise> {
        self.0.reasons(rules, state, command)
    }
}

/// Why there is no hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum HintError {
    /// The players chose to play without hints.
    #[error("This battle is played without hints.")]
    Off,
    /// A lesson or a replay.
    #[error("Lessons and replays have no hints.")]
    NotHere,
    /// No unit of the player is due to act.
    #[error("Hints are for your own turns.")]
    NotNow,
}

/// The hint being searched for, and the one shown.
#[derive(Resource, Default)]
pub(super) struct Hints {
    thought: Option<Mutex<Thought>>,
    shown: Option<(Arc<State>, Promise)>,
}

/// Whether the players of the current battle may ask for hints.
pub(super) fn allowed(
    record: Option<&Record>,
    watching: Option<&Watching>,
    learning: Option<&Learning>,
) -> HintsModel {
    match record.filter(|_| watching.is_none() && learning.is_none()) {
        None => HintsModel::Absent,
        Some(record) if record.unaided => HintsModel::Off,
        Some(_) => HintsModel::On,
    }
}

/// Starts the search for a hint for the active unit; if asked again, hurries it.
pub(super) fn ask(world: &mut World) -> Result<(), HintError> {
    let record = world.get_resource::<Record>();
    match allowed(record, world.get_resource::<Watching>(), world.get_resource::<Learning>()) {
        HintsModel::On => {}
        HintsModel::Off => return Err(HintError::Off),
        HintsModel::Absent => return Err(HintError::NotHere),
    }
    let now = || {
        let options = &world.get_resource::<Selection>()?.options;
        let actor = options.actor.filter(|_| options.stand == TurnState::Acting)?;
        let state = Arc::clone(&world.get_resource::<BattleState>()?.0);
        let side = state.unit(actor)?.side();
        Some((actor, side, state, Arc::clone(&world.get_resource::<Rules>()?.0)))
    };
    let (actor, side, state, rules) = now().ok_or(HintError::NotNow)?;
    let wake = world.get_resource::<Waker>().cloned();
    notify(world, Some(Notice::told("Thinking about a hint ...")));
    let mut hints = world.get_resource_or_init::<Hints>();
    let open = hints.thought.as_ref().and_then(|thought| thought.lock().ok());
    if let Some(thought) = open.filter(|thought| thought.is_about(&state)) {
        thought.hurry();
        return Ok(());
    }
    let wake = move || {
        if let Some(waker) = wake {
            waker.0();
        }
    };
    let mind = ((side, ADVISER), Box::new(Adviser(ADVISER.decider())) as _);
    hints.thought = Some(Mutex::new(Thought::begin(
        mind,
        &rules,
        (&state, Question::Command(vec![actor])),
        wake,
    )));
    world.write_message(RequestRedraw);
    Ok(())
}

/// Shows a hint once it is found, and removes it when the battle continues.
fn follow(
    mut hints: ResMut<Hints>,
    battle: Option<Res<BattleState>>,
    (names, selection): (Res<Names>, Res<Selection>),
    mut notice: ResMut<CurrentNotice>,
    mut marks: ResMut<PointedSpots>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = battle.as_ref().map(|state| &state.0);
    let is_now = |state: &Arc<State>| now.is_some_and(|now| Arc::ptr_eq(now, state));
    if hints.shown.as_ref().is_some_and(|(state, _)| !is_now(state)) {
        hints.shown = None;
    }
    let progress = hints.thought.as_ref().and_then(|thought| {
        let thought = thought.lock().ok()?;
        let wanted = now.is_some_and(|now| thought.is_about(now));
        Some(if wanted { thought.progress() } else { Progress::Lost })
    });
    match (progress, &battle) {
        (Some(Progress::Open), _) => {
            redraw.write(RequestRedraw);
        }
        (Some(Progress::Done(_, decision)), Some(state)) => {
            hints.thought = None;
            if let Some(plan) = decision.plans.into_iter().next() {
                notice.0 = Some(Notice::told(format!("Hint: {}", why::as_hint(&plan, &names))));
                hints.shown = Some((Arc::clone(&state.0), plan));
            }
            redraw.write(RequestRedraw);
        }
        _ => hints.thought = None,
    }
    // Its marks disappear with its text.
    let told = notice.0.is_some();
    let plan = hints.shown.as_ref().filter(|_| told).map(|(state, plan)| (&**state, plan));
    let spots = plan.map_or_else(Vec::new, |(state, plan)| spots(state, plan, &selection));
    if marks.hint != spots {
        marks.hint = spots;
    }
}

/// The destination of a plan and the units concerned, as far as the player may see them.
fn spots(state: &State, plan: &Promise, selection: &Selection) -> Vec<PointedSpot> {
    let mut spots = Vec::new();
    for command in std::iter::once(&plan.command).chain(&plan.then) {
        match command {
            Command::Move { path, .. } => {
                spots.extend(path.last().and_then(|end| end.cell()).map(PointedSpot::from));
            }
            Command::Act { targets, .. } => {
                spots.extend(targets.iter().filter_map(|target| match target {
                    Target::Unit(unit) | Target::Part(unit, _) if selection.shows(*unit) => {
                        PointedSpot::of(state.unit(*unit)?)
                    }
                    Target::Place(_) | Target::Floor(_) => target.cell().map(PointedSpot::from),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    spots
}

/// Adds hints.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hints>().add_systems(Update, follow.in_set(UiSet::Computer));
}

#[cfg(test)]
mod tests {
    use battle::Setup;
    use battle::setup::Choices;
    use grid::{Cell, Terrain};
    use level::{Conduct, Level};
    use registry::RulesetId;
    use rules::Key;
    use rules::engine::{self, BattleStatus};
    use rules::oracle::Play;

    use super::*;
    use crate::editor::palette::Palette;

    #[test]
    fn a_hint_is_not_bound_by_the_conduct_of_the_unit() {
        let mut level = Level::blank("Hint", 24, 6, Terrain::Grass);
        for (side, x) in level.sides.iter_mut().zip([1, 22]) {
            let unit = Palette::default().unit(Cell::new(x, 3));
            side.units.push(level::Unit { conduct: Conduct::Hold, ..unit });
        }
        let rules = RulesetId::Precision.built_in();
        let key = Key::of("precision");
        let setup = Setup::from_level(&level, key, rules, Choices::default()).unwrap();
        let mut state = State::new(setup.scene, setup.units, 1);
        let rules = &*setup.rules;
        let mut events = Vec::new();
        let rest = engine::advance(rules, &mut state, &mut Play, &mut events).unwrap();
        let BattleStatus::Await(units) = rest else { panic!("{rest:?}") };
        let mut bound = Skill::Soldier.decider();
        let stays = bound.command(rules, &state, &units);
        assert!(!matches!(stays, Command::Move { .. }), "{stays:?}");
        let mut adviser = Adviser(Skill::Soldier.decider());
        let hint = adviser.command(rules, &state, &units);
        assert!(matches!(hint, Command::Move { .. }), "{hint:?}");
    }
}
