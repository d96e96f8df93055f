//! The regular action that a rapid or prepared one requires, where `rapid_needs_action` is set
//! (PR-51, PR-463). It may come second; until it does, the turn neither moves nor ends.

use crate::grid::UnitId;
use crate::rules::command::Target;
use crate::rules::kit::acts::Act;
use crate::rules::state::Unit;

use super::acts::Acting;
use super::budget::{self, Budget};
use super::data::Timing;
use super::lazy_refusal::LazyRefusal;
use super::position::Position;
use super::step::Step;

/// True if a rapid or prepared action is allowed at this point of the turn as far as the regular one
/// is concerned: it has been taken, or still can be.
pub fn may_come_first(position: Position<'_>, unit: &Unit) -> bool {
    !position.content.rules.rapid_needs_action
        || Budget::of(&unit.turn).has_acted()
        || is_possible(position, unit)
}

/// Checks whether a movement step fits into the rest of the turn.
///
/// # Errors
/// As [`Budget::check_move`], and while a regular action is owed.
pub fn check_move(position: Position<'_>, unit: &Unit) -> Result<(), LazyRefusal> {
    Budget::of(&unit.turn).check_move()?;
    check_end(position, unit)
}

/// Checks whether the turn may end.
///
/// # Errors
/// While a regular action is owed and possible.
pub fn check_end(position: Position<'_>, unit: &Unit) -> Result<(), LazyRefusal> {
    let needed = position.content.rules.rapid_needs_action;
    if needed && Budget::of(&unit.turn).owes_action() && is_possible(position, unit) {
        let text = "the rapid or prepared action requires a regular action first";
        return Err(LazyRefusal::new("owes_action", text, "PR-463"));
    }
    Ok(())
}

/// True if some regular action can be used now on some target. Attacks on the unit's own side do not
/// count: nobody has to make one.
fn is_possible(position: Position<'_>, unit: &Unit) -> bool {
    let acts = || Acting::new(position.content).abilities(position.ctx, unit);
    let works = |act: &dyn Act<Step>| {
        let attacks = act.means().iter().any(|summary| summary.against_foes);
        let spared = |target: &Target| match target {
            Target::Unit(id) => attacks && *id != unit.id() && is_own(position, unit, *id),
            _ => false,
        };
        let fits = |target: &Target| !spared(target) && act.check_target(*target).is_ok();
        act.check_use().is_ok() && act.candidates().is_none_or(|all| all.iter().any(fits))
    };
    Budget::of(&unit.turn).check_part(Timing::Action).is_ok()
        && acts().iter().any(|act| act.label().group == budget::ACTION && works(&**act))
}

fn is_own(position: Position<'_>, unit: &Unit, other: UnitId) -> bool {
    position.ctx.unit(other).is_some_and(|other| other.side() == unit.side())
}
