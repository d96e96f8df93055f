//! The choice made when an action is prepared: watched squares, or an ally to guard (PR-68).

use crate::data::{Ability, Prepared, Shape, Timing, Trigger};
use crate::position::Position;
use crate::step::Setting;
use crate::strike::Strike;
use grid::Place;
use rules::Refusal;
use rules::command::Target;
use rules::state::Unit;

use super::aim::{check_aim, check_point};

/// The shape of the watched area; `None` for triggers that watch no area.
pub fn watched_shape(prepared: &Prepared) -> Option<Shape> {
    match prepared.trigger {
        Trigger::MovesIntoOutWithin(shape) | Trigger::MovesInto(shape) => {
            (!matches!(shape, Shape::WithinReach(_))).then_some(shape)
        }
        Trigger::AllyTargeted | Trigger::ResolvedOnMe | Trigger::UsesTechnique => None,
    }
}

/// What must be chosen when an action is prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Nothing.
    Nothing,
    /// The centre of the watched squares.
    Place,
    /// The ally to guard.
    Unit,
}

/// What must be chosen when the action is prepared; `None` for other timings.
pub fn choice(ability: &Ability) -> Option<Choice> {
    (ability.timing == Timing::Prepared).then_some(match ability.prepared {
        Some(p) if watched_shape(&p).is_some() => Choice::Place,
        Some(p) if p.trigger == Trigger::AllyTargeted => Choice::Unit,
        _ => Choice::Nothing,
    })
}

/// Checks the choice made for a prepared action.
///
/// # Errors
/// The first reason it is not valid.
pub fn check_setting(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    targets: &[Target],
) -> Result<Setting, Refusal> {
    let wrong = || Refusal::new("wrong_target", "it cannot be aimed that way", "PR-68");
    match (choice(ability), targets) {
        (Some(Choice::Nothing), _) => Ok(Setting::Plain),
        (Some(Choice::Place), [Target::Place(Place::Cell(cell))]) => {
            let shape = ability.prepared.as_ref().and_then(watched_shape).ok_or_else(wrong)?;
            let strike = Strike::new(position, unit.id(), ability).ok_or_else(wrong)?;
            if let Shape::Block { span, .. } | Shape::AroundPoint { span, .. } = shape {
                check_point(&strike, unit, *cell, span)?;
            }
            Ok(Setting::Watch(*cell))
        }
        (Some(Choice::Unit), [Target::Unit(ally)]) => {
            check_aim(position, unit, ability, targets)?;
            Ok(Setting::Guard(*ally))
        }
        _ => Err(wrong()),
    }
}
