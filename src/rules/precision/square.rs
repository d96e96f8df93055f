//! Abilities aimed at a square: where minions, remote eyes and remote ears appear.

use grid::{Body, Cell, Place, shape};
use rules::Refusal;
use rules::command::Target;
use rules::event::Event;
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
    cell: Cell,
) -> Result<(), Refusal> {
    let Some(range) = range(position, unit, ability) else {
        return Err(Refusal::new("wrong_target", "not a valid target", "PR-139"));
    };
    match summon::calls(position, ability) {
        Some(sheet) => summon::check_cell(position, unit, sheet, cell, range),
        None => senses::check_cell(position, unit, cell, range),
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
    if candidates(position, unit, ability).any(|c| check(position, unit, ability, c).is_ok()) {
        return Ok(());
    }
    Err(Refusal::new("no_room", "no free square within range", "PR-321"))
}

/// The squares to try.
pub fn candidates(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
) -> impl Iterator<Item = Cell> + use<> {
    let room = position.body(unit.id()).and_then(Body::room);
    let range = range(position, unit, ability);
    let cells = room.zip(range).map_or_else(Vec::new, |(room, range)| {
        shape::radius(position.ctx.field.board(), room, u16::from(range))
    });
    cells.into_iter()
}

/// The events of placing what appears in the chosen square.
pub fn appear(
    position: Position<'_>,
    actor: &Unit,
    ability: &Ability,
    target: Option<Target>,
) -> Vec<Event> {
    let (Aim::Square(_), Some(Target::Place(Place::Cell(cell)))) = (ability.aim, target) else {
        return Vec::new();
    };
    if actor.status != Status::Active {
        return Vec::new();
    }
    match summon::calls(position, ability) {
        Some(sheet) => summon::call(position, actor, sheet, cell),
        None => senses::place(position, actor, ability, cell),
    }
}
