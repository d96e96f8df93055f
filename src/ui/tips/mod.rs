//! Tips in ordinary battles: chooses the one that helps now, and remembers which were read.

mod card;

use std::sync::Arc;

use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;
use bevy::window::RequestRedraw;

use battle::{BattleState, EventLog, Record, Rules};
use grid::{Cell, SideId, UnitId};
use lesson::{Moment, Subject, Tip, TipBook};
use rules::event::EventKind;
use rules::odds;
use rules::state::State;
use settings::Settings;

use super::board::{Busy, PointedSpot, PointedSpots};
use super::caches::Caches;
use super::editor::TestPlay;
use super::interaction::TurnState;
use super::learning::Learning;
use super::pages::Pause;
use super::panels::Panels;
use super::preferences;
use super::refresh;
use super::screen::{Screen, UiSet};
use super::selection::Selection;

pub(super) use card::{Around, show};

/// All tips.
#[derive(Resource, Clone, Debug, Default)]
pub struct Tips(pub Vec<TipBook>);

/// The tip that is shown.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CurrentTip {
    /// The tip and its subject.
    pub shown: Option<(Tip, Subject)>,
    /// The turn in which a tip was last shown: another turn must begin before the next one.
    turn: Option<Turn>,
}

/// A turn: its round and the units that act.
type Turn = (u32, Vec<UnitId>);

/// The inputs for choosing a tip, besides the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TipInputs {
    /// Number of events and the side that looks.
    told: (usize, Option<SideId>),
    actor: Option<UnitId>,
    asked: bool,
    ends_early: bool,
    aimed: Option<(UnitId, u16)>,
    perils: Vec<Cell>,
    /// Number of tips read.
    read: usize,
}

/// Adds tips.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tips>()
        .init_resource::<CurrentTip>()
        .add_systems(Update, follow.in_set(UiSet::Dispatch).after(refresh::think));
}

/// Chooses the tip for the moment, and closes it when the moment is over.
fn follow(world: &mut World, mut last: Local<TipInputs>) {
    if !is_open(world) {
        *last = TipInputs::default();
        return lay(world, None);
    }
    let Some(state) = world.get_resource::<BattleState>().map(|s| Arc::clone(&s.0)) else { return };
    if world.get_resource::<CurrentTip>().is_some_and(|current| current.shown.is_some()) {
        return;
    }
    let Some(now) = glance(world) else { return };
    if *last == now {
        return;
    }
    *last = now.clone();
    let turn = (state.scene.clock.round, state.scene.clock.active.clone());
    let again = world.get_resource::<CurrentTip>().is_some_and(|c| c.turn.as_ref() == Some(&turn));
    if again {
        return;
    }
    if let Some(found) = choose(world, &state, &now) {
        lay(world, Some((found, turn)));
        world.write_message(RequestRedraw);
    }
}

/// True while tips may appear: a player plays an ordinary battle and nothing is in the way.
fn is_open(world: &World) -> bool {
    let is = |screen| world.get_resource::<InState<Screen>>().is_some_and(|s| *s.get() == screen);
    let runs = world.get_resource::<InState<Pause>>().is_none_or(|p| *p.get() == Pause::Running);
    let wanted = world.get_resource::<Settings>().is_some_and(|settings| settings.tips);
    let taught = world.contains_resource::<Learning>() || world.contains_resource::<TestPlay>();
    let busy = world.get_resource::<Busy>().is_some_and(|busy| busy.0);
    let free = world.get_resource::<Panels>().is_some_and(|panels| {
        panels.playback.is_none()
            && panels.hand_over.is_none()
            && panels.recap.is_none()
            && !panels.folds.all
    });
    is(Screen::Battle) && runs && wanted && !taught && !busy && free
}

/// The inputs for choosing a tip.
fn glance(world: &World) -> Option<TipInputs> {
    let (selection, panels) = (world.get_resource::<Selection>()?, world.get_resource::<Panels>()?);
    let caches = world.get_resource::<Caches>()?;
    let stand = &selection.options.stand;
    let preview = panels.preview.as_ref();
    let target = preview.and_then(|preview| preview.targets.first());
    let way = preview.and_then(|preview| preview.way.as_ref());
    let ends = selection.hand.end_asked;
    Some(TipInputs {
        told: caches.told,
        actor: selection.options.actor.filter(|_| *stand == TurnState::Acting),
        asked: matches!(stand, TurnState::Asked { .. }),
        ends_early: ends && panels.actions.as_ref().is_some_and(|bar| bar.something_left),
        aimed: target.and_then(|target| Some((target.unit, target.hundredths?))),
        perils: way.map(|way| way.perils()).unwrap_or_default(),
        read: world.get_resource::<Settings>().map_or(0, |settings| settings.tips_read.len()),
    })
}

/// The first unread tip whose moment has come.
fn choose(world: &World, state: &State, now: &TipInputs) -> Option<(Tip, Subject)> {
    let rules = Arc::clone(&world.get_resource::<Rules>()?.0);
    let ruleset = world.get_resource::<Record>()?.ruleset.clone();
    let settings = world.get_resource::<Settings>()?;
    let books = &world.get_resource::<Tips>()?.0;
    let for_all = books.iter().filter(|book| book.ruleset.is_none());
    let of_rules = books.iter().filter(|book| book.ruleset.is_some_and(|id| ruleset == *id.name()));
    let tips = for_all.chain(of_rules).flat_map(|book| &book.tips);
    let mut unread = tips.filter(|tip| !settings.tips_read.contains(&tip.id)).peekable();
    unread.peek()?;
    let selection = world.get_resource::<Selection>()?;
    let viewer = now.told.1;
    let log = world.get_resource::<EventLog>()?;
    let rolled = log
        .0
        .iter()
        .any(|event| matches!(event.what, EventKind::Rolled(_)) && event.is_seen_by(viewer));
    let known = viewer.map(|side| odds::as_known_by(&*rules, state, side));
    let reach: Vec<Cell> = selection.options.ways.keys().copied().collect();
    let moment = Moment {
        rules: &*rules,
        state: known.as_ref().unwrap_or(state),
        actor: now.actor,
        asked: now.asked,
        ends_early: now.ends_early,
        rolled,
        offers: &selection.options.offers,
        reach: &reach,
        aimed: now.aimed,
        perils: &now.perils,
    };
    unread.find_map(|tip| Some((tip.clone(), tip.when.subject(&moment)?)))
}

/// Shows or closes a tip, with its mark on the board.
fn lay(world: &mut World, found: Option<((Tip, Subject), Turn)>) {
    let state = world.get_resource::<BattleState>().map(|state| Arc::clone(&state.0));
    let spot = found.as_ref().and_then(|((_, subject), _)| match subject {
        Subject::Unit(id) => PointedSpot::of(state.as_ref()?.unit(*id)?),
        Subject::Cell(cell) => Some(PointedSpot::from(*cell)),
        Subject::Act(_) | Subject::Panel(_) | Subject::Question => None,
    });
    if let Some(mut marks) = world.get_resource_mut::<PointedSpots>() {
        let meant = PointedSpots { tip: spot, ..marks.clone() };
        marks.set_if_neq(meant);
    }
    if let Some(mut current) = world.get_resource_mut::<CurrentTip>() {
        let turn = found.as_ref().map(|(_, turn)| turn.clone()).or_else(|| current.turn.clone());
        let shown = found.map(|(found, _)| found);
        current.set_if_neq(CurrentTip { shown, turn });
    }
}

/// Closes the tip. One that was `read` is not shown again.
pub(super) fn close(world: &mut World, read: bool) {
    let shown = world.get_resource::<CurrentTip>().and_then(|current| current.shown.clone());
    lay(world, None);
    if let Some((tip, _)) = shown.filter(|_| read) {
        let mut settings = world.get_resource::<Settings>().cloned().unwrap_or_default();
        if settings.tips_read.insert(tip.id) {
            preferences::note(world, settings);
        }
    }
    world.write_message(RequestRedraw);
}
