//! The regular action that a rapid or prepared one requires if `rapid_needs_action` is set (PR-51,
//! PR-463). It may come second; until then the turn can neither move nor end.

use grid::UnitId;
use rules::command::Target;
use rules::kit::acts::Act;
use rules::state::Unit;

use super::acts::Acting;
use super::budget::{self, Budget};
use super::data::Timing;
use super::lazy_refusal::LazyRefusal;
use super::position::Position;
use super::step::Step;

/// Checks whether an ability of this timing fits into the turn with respect to the regular action.
/// A rapid or prepared action may come first while a regular one is still possible.
///
/// # Errors
/// While a regular action has to come first, and when none is possible.
pub fn check_part(position: Position<'_>, unit: &Unit, timing: Timing) -> Result<(), LazyRefusal> {
    match timing {
        Timing::InMovement => check_rest(position, unit),
        Timing::Rapid | Timing::Prepared
            if position.content.rules.rapid_needs_action
                && !Budget::of(&unit.turn).has_acted()
                && !is_possible(position, unit) =>
        {
            let text = "it requires a regular action this turn, and none is possible";
            Err(LazyRefusal::new("needs_action", text, "PR-463"))
        }
        Timing::Action | Timing::FullTurn | Timing::Rapid | Timing::Prepared => Ok(()),
    }
}

/// Checks whether the turn may continue with movement, or end.
///
/// # Errors
/// While a regular action is owed and possible.
pub fn check_rest(position: Position<'_>, unit: &Unit) -> Result<(), LazyRefusal> {
    let needed = position.content.rules.rapid_needs_action;
    if needed && Budget::of(&unit.turn).owes_action() && is_possible(position, unit) {
        let text = "the rapid or prepared action requires a regular action first";
        return Err(LazyRefusal::new("owes_action", text, "PR-463"));
    }
    Ok(())
}

/// Like [`check_rest`], for the unit whose turn it is.
///
/// # Errors
/// As there.
pub fn check_active(position: Position<'_>) -> Result<(), LazyRefusal> {
    let active = position.ctx.state.scene.clock.active.iter();
    active.filter_map(|id| position.ctx.unit(*id)).try_for_each(|unit| check_rest(position, unit))
}

/// True if some regular action can be used now on some target. Attacks on the unit's own side do
/// not count: no unit has to make one.
fn is_possible(position: Position<'_>, unit: &Unit) -> bool {
    let acts = || Acting::new(position.content).abilities(position.ctx, unit);
    let works = |act: &dyn Act<Step>| {
        let attacks = act.act_summaries().iter().any(|summary| summary.against_foes);
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
