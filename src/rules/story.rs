//! The events of a level: their effects, and the units that arrive.
//!
//! They happen between commands, when nothing is being resolved. Imagined battles, such as those of
//! odds and AI plans, do not contain them, so no side foresees them.

use std::sync::Arc;

use grid::{Edge, EdgeAt, Place, UnitId};

use super::causes;
use super::ctx::Ctx;
use super::event::{BoardChange, Event, EventKind};
use super::fixture;
use super::goals;
use super::ruleset::Ruleset;
use super::stand::stand;
use super::state::story::{Change, Recruit};
use super::state::{State, Unit};

/// Flag of a unit that arrived with an event of the level.
pub const RECRUIT: &str = "recruit";

/// The rule for level events.
const RULE: &str = "HG-12";

/// True for a unit that arrived with a level event and has no slot in the turn order yet.
pub fn is_fresh(state: &State, unit: &Unit) -> bool {
    let has_slot = |id: UnitId| state.scene.clock.slots.iter().any(|s| s.members.contains(&id));
    unit.flags.get(RECRUIT) != 0 && !has_slot(unit.id())
}

/// The battle events due now: a recruit that has found room, or a level event and its immediate
/// changes. Empty if nothing happens.
pub(super) fn due(rules: &dyn Ruleset, ctx: Ctx<'_>) -> Vec<Event> {
    let state = ctx.state;
    let story = &state.scene.story;
    if let Some(unit) = story.waiting.iter().find_map(|recruit| arrived(rules, ctx, recruit)) {
        let side = unit.side();
        let event = Event::new(EventKind::Spawned(Box::new(unit)), &[RULE]);
        // With hidden information, other sides learn of it when they see it.
        let seen_by = state.scene.fog.on.then(|| vec![side]);
        return vec![Event { seen_by, ..event }];
    }
    let Some((number, chapter)) = causes::due(state) else { return Vec::new() };
    let what = EventKind::Story { chapter: number, text: chapter.text.clone() };
    // Without a message, players see only its changes.
    let seen_by = match chapter.text.is_empty() {
        true => Some(Vec::new()),
        false => chapter.told.map(|side| vec![side]),
    };
    let mut events = vec![Event { seen_by, ..Event::new(what, &[RULE]) }];
    let changes = chapter.changes.iter().flat_map(|change| changes(ctx, change));
    events.extend(changes.map(|change| Event::new(EventKind::Board(change), &[RULE])));
    if !chapter.goals.is_empty() {
        events.extend(goals::forgotten(state));
        events.push(Event::new(EventKind::Goals(chapter.goals.clone()), &[RULE]));
    }
    events
}

/// The arriving unit at its place, if there is room.
fn arrived(rules: &dyn Ruleset, ctx: Ctx<'_>, recruit: &Recruit) -> Option<Unit> {
    let fits = |place: &Place| {
        let mut unit = recruit.unit.clone();
        unit.placement.at = *place;
        stand(ctx.field, &mut unit, recruit.altitude).ok()?;
        let room = rules.body(&unit).room()?;
        (!ctx.field.is_met(room, unit.id())).then_some(unit)
    };
    recruit.places.iter().find_map(fits)
}

/// A level event's change as board changes. A hatch with a unit in it does not close.
fn changes(ctx: Ctx<'_>, change: &Change) -> Vec<BoardChange> {
    let board = Arc::clone(&ctx.state.scene.board);
    let is_held = |at: EdgeAt| {
        at.is_hatch() && ctx.field.bodies().iter().any(|body| board.is_in_hatch(body, at))
    };
    match change {
        Change::Doors { places, open } => {
            let found = causes::secret_doors(ctx.state, places).filter(|_| *open);
            let found = found.flat_map(|(at, leaf)| {
                let opens = BoardChange::edge(at, Some(leaf), Some(Edge { open: true, ..leaf }));
                [fixture::shown(&board, (at, leaf)), opens]
            });
            let known = causes::doors(ctx.state, places)
                .filter(|(at, edge)| edge.open != *open && (*open || !is_held(*at)))
                .map(|(at, edge)| {
                    let to = Some(Edge { open: *open, ..edge });
                    BoardChange::edge(at, Some(edge), to)
                });
            found.chain(known).collect()
        }
        Change::Weather(weather) => {
            let from = board.atmosphere();
            let to = grid::Atmosphere { weather: *weather, ..from };
            (from != to).then_some(BoardChange::Atmosphere { from, to }).into_iter().collect()
        }
        Change::Light(light) => {
            let (from, to) = (board.ambient(), *light);
            (from != to).then_some(BoardChange::Light { from, to }).into_iter().collect()
        }
    }
}
