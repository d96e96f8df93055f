//! What a combatant can do: how abilities are aimed, when they are refused, and the steps that carry
//! them out.

mod aim;
mod area;
mod offers;
mod setting;
mod targets;
mod usable;

use crate::grid::{Place, UnitId};
use crate::rules::command::Target;
use crate::rules::state::Unit;

use super::data::{Ability, Movement};
use super::hands;
use super::leap;
use super::position::Position;
use super::step::{Act, CarefulStep, Drag, Handle, How, Leap, Rush, Step, cell_of, unit_of};

pub use aim::{check_aim, suits};
pub use area::{affected, cells, shape_cells};
pub use offers::offers;
pub use setting::{check_setting, watched_shape};
pub use targets::targets;
pub use usable::{check_need, check_use, is_basic_attack, is_usable};

/// The step that carries an ability out at what it was aimed at; `None` if it is not aimed so.
pub fn step(unit: UnitId, ability: &Ability, targets: Vec<Target>) -> Option<Step> {
    let id = ability.id.clone();
    let cell = || targets.iter().find_map(cell_of);
    let target = || targets.iter().find_map(unit_of);
    Some(match ability.movement {
        Some(Movement::Charge { .. } | Movement::Dive { .. }) => {
            Rush { unit, ability: id, target: target()?, end: None }.into()
        }
        Some(Movement::CarefulStep(_)) => CarefulStep { unit, ability: id, to: cell()? }.into(),
        Some(Movement::Leap { .. }) => Leap { unit, ability: id, to: cell()? }.into(),
        Some(Movement::Drag) => Drag { unit, ability: id, target: target()? }.into(),
        None if hands::is_handling(ability) => {
            Handle { unit, ability: id, target: *targets.first()? }.into()
        }
        None => Act::new(unit, id, targets, How::Chosen).into(),
    })
}

/// True if an ability that is part of a move makes that move a run (PR-62).
pub fn begins_run(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    targets: &[Target],
) -> bool {
    match (ability.movement, targets) {
        (Some(Movement::Leap { .. }), [Target::Place(Place::Cell(cell))]) => {
            leap::check(position, unit, ability, *cell).is_ok_and(|leap| leap.begins_run())
        }
        (None, _) => hands::is_handling(ability) && hands::begins_run(position, unit, ability),
        _ => false,
    }
}
