//! Abilities aimed at a square: where minions, remote eyes and remote ears appear.

use grid::{Body, FloorAt, shape};
use rules::Refusal;
use rules::command::Target;
use rules::event::Event;
use rules::kit::area;
use rules::state::{Status, Unit};

use super::data::{Ability, Aim};
use super::position::Position;
use super::senses;
use super::strike::Strike;
use super::summon;

/// Maximum distance of the square; `None` for abilities with another aim.
fn range(position: Position<'_>, unit: &Unit, ability: &Ability) -> Option<u8> {
    let Aim::Square(span) = ability.aim else { return None };
    Strike::new(position, unit.id(), ability).map(|strike| strike.span(span).1)
}

/// Checks a square as the target of an ability.
///
/// # Errors
/// The first reason it is not valid.
pub fn check(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    at: FloorAt,
) -> Result<(), Refusal> {
    let Some(range) = range(position, unit, ability) else {
        return Err(Refusal::new("wrong_target", "not a valid target", "PR-139"));
    };
    match summon::calls(position, ability) {
        Some(sheet) => summon::check_cell(position, unit, sheet, at, range),
        None => senses::check_cell(position, unit, at, range),
    }
}

/// Checks that a valid square exists and, for a summons, that another minion is allowed.
///
/// # Errors
/// The first reason it cannot be used.
pub fn check_use(position: Position<'_>, unit: &Unit, ability: &Ability) -> Result<(), Refusal> {
    if summon::calls(position, ability).is_none() {
        return Ok(());
    }
    summon::check_count(position, unit)?;
    let fits = |at: FloorAt| check(position, unit, ability, at).is_ok();
    if candidates(position, unit, ability).iter().filter_map(Target::floor).any(fits) {
        return Ok(());
    }
    Err(Refusal::new("no_room", "no free square within range", "PR-321"))
}

/// The squares and floors to try.
pub fn candidates(position: Position<'_>, unit: &Unit, ability: &Ability) -> Vec<Target> {
    let board = position.ctx.field.board();
    let room = position.body(unit.id()).and_then(Body::room);
    let range = range(position, unit, ability);
    let cells = room
        .zip(range)
        .map_or_else(Vec::new, |(room, range)| shape::radius(board, room, u16::from(range)));
    area::with_floors(board, cells)
}

/// The events of placing what appears in the chosen square.
pub fn appear(
    position: Position<'_>,
    actor: &Unit,
    ability: &Ability,
    target: Option<Target>,
) -> Vec<Event> {
    let (Aim::Square(_), Some(at)) = (ability.aim, target.and_then(|target| target.floor())) else {
        return Vec::new();
    };
    if actor.status != Status::Active {
        return Vec::new();
    }
    match summon::calls(position, ability) {
        Some(sheet) => summon::call(position, actor, sheet, at),
        None => senses::place(position, actor, ability, at),
    }
}
