//! Triggers of held actions (MO-67).

use crate::step::Step;
use grid::{Board, EdgeAt, Field, UnitId};
use rules::event::{BoardChange, EventKind};
use rules::ruleset::Ctx;
use rules::state::{Armed, Status, Unit};

use super::super::acting::TargetKind;
use super::super::armed::terms;
use super::super::data::Affliction;
use super::super::hidden;
use super::super::lean;
use super::super::position::Position;
use super::super::sheet::VITALITY;
use super::super::trigger::Trigger;
use super::find::waiting;

/// True if a held action reaches a unit where it is.
pub fn reaches(position: Position<'_>, armed: &Armed, unit: UnitId) -> bool {
    let me = armed.owner;
    let Some(act) = waiting(position, armed) else { return false };
    if act.whom() == TargetKind::Foe {
        return act.meant_for(unit).is_some();
    }
    // Acts that do not target enemies use their holder's melee reach.
    let reach = position.numbers(me).map_or(0, |n| n.melee_reach());
    position.knows(me, unit) && position.within_melee(me, unit, reach)
}

/// The board before an edge or a thing changed; `None` for other changes.
fn undone(board: &Board, change: &BoardChange) -> Option<Board> {
    let mut board = board.clone();
    match change {
        BoardChange::Edge { cell, side, floor, from, .. } => {
            board.set_edge_at(EdgeAt { cell: *cell, side: *side, floor: *floor }, *from);
        }
        BoardChange::ThingGone(id) => {
            board.restore_thing(*id);
        }
        BoardChange::ThingMoved { id, thing } => {
            let (new, _) = board.thing_in(thing.cell)?;
            board.remove_thing(new);
            board.restore_thing(*id);
        }
        _ => return None,
    }
    Some(board)
}

/// The unit that a held action responds to, if this event triggers it.
pub fn responds_to(
    position: Position<'_>,
    armed: &Armed,
    step: &Step,
    what: &EventKind,
) -> Option<UnitId> {
    let ctx = position.ctx;
    let me = armed.owner;
    let foe = |id: UnitId| ctx.state.are_foes(me, id);
    let (trigger, _) = terms(armed);
    let uses = matches!(step, Step::Strike(_) | Step::Cast(_));
    match (trigger, what) {
        (Trigger::Enters | Trigger::View, EventKind::Moved { unit, from, from_feet, .. })
            if foe(*unit) =>
        {
            let body = position.body(*unit)?;
            let field = ctx.field.with_body(body.moved(*from, *from_feet));
            let before = Position { ctx: Ctx { field: &field, ..ctx }, ..position };
            let reached = |p: Position<'_>| reaches(p, armed, *unit);
            // Leaving triggers before a unit's own step, and on no other movement (MO-435).
            let comes = match trigger {
                Trigger::Enters => reached(position) && !reached(before),
                _ => position.sees(me, *unit) && !before.sees(me, *unit),
            };
            comes.then_some(*unit)
        }
        // A unit that leans out or stops hiding comes into view (MO-67, MO-389).
        (Trigger::View, EventKind::Afflicted { unit, condition, .. }) => {
            let leans = condition.id == Affliction::Leaning.key();
            (leans && foe(*unit) && lean::shows(position, me, *unit)).then_some(*unit)
        }
        (Trigger::View, EventKind::Unlinked { unit, link }) => {
            let found = hidden::hid_from(link) == Some(me);
            (found && foe(*unit) && position.sees(me, *unit)).then_some(*unit)
        }
        // An opened door or a broken crate brings into view what is behind it.
        (Trigger::View, EventKind::Board(change)) => {
            let board = undone(ctx.field.board(), change)?;
            let field = Field::new(&board, ctx.field.bodies());
            let before = Position { ctx: Ctx { field: &field, ..ctx }, ..position };
            let foes = ctx.state.units.iter().filter(|u| u.is_active() && foe(u.id()));
            let comes = |id: &UnitId| position.sees(me, *id) && !before.sees(me, *id);
            let shown = foes.map(Unit::id).filter(comes);
            shown.min_by_key(|id| (position.distance(me, *id), *id))
        }
        (Trigger::Attacks, EventKind::Declared { unit, .. }) => {
            (uses && foe(*unit)).then_some(*unit)
        }
        (Trigger::AllyAttacked, EventKind::Declared { unit, targets, .. }) => {
            let ally = targets.iter().copied().find(|t| !foe(*t))?;
            let act = waiting(position, armed)?;
            let helps = act.whom() != TargetKind::Foe;
            (uses && foe(*unit)).then_some(if helps { ally } else { *unit })
        }
        (Trigger::AllyDrops, EventKind::Status { unit, to, .. }) => {
            let gone = || ctx.unit(*unit).is_some_and(|u| u.tracks.0.value(VITALITY) < 1);
            // A summon that drops to 0 Vitality vanishes (MO-360).
            let drops = match to {
                Status::Down | Status::Dead => true,
                Status::Gone => gone(),
                _ => false,
            };
            (drops && !foe(*unit) && *unit != me).then_some(*unit)
        }
        (Trigger::Door, EventKind::Board(BoardChange::Edge { .. })) => Some(me),
        (Trigger::Starts(named), EventKind::TurnBegan { unit, .. })
        | (Trigger::Ends(named), EventKind::TurnEnded { unit, .. }) => {
            (named == *unit).then_some(named)
        }
        _ => None,
    }
}
