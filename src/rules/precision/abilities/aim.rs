//! Valid targets of abilities.

use grid::{FloorAt, Hm, Place, SupportKind, UnitId};
use rules::Refusal;
use rules::command::Target;
use rules::kit::area;
use rules::object::Object;
use rules::state::{Posture, Status, Unit};

use super::area::affected;
use crate::data::{
    Ability, Affliction, Aim, ConditionEffect, Delivery, Effect, Movement, Need, Sense, Shape,
    Span, Who,
};
use crate::position::Position;
use crate::strike::Strike;
use crate::{effects, interact, leap, objects, rush, senses, sidestep, square};

/// True if the ability may choose or affect this creature.
pub fn suits(position: Position<'_>, actor: UnitId, target: UnitId, who: Who) -> bool {
    let state = position.ctx.state;
    let (Some(me), Some(them)) = (state.unit(actor), state.unit(target)) else { return false };
    let own = me.side() == them.side();
    match who {
        Who::Any => true,
        Who::Other => actor != target,
        Who::Foe => !own,
        Who::Ally => own && actor != target,
        Who::OwnMinion => them.identity.maker == Some(actor),
        Who::Holder => {
            let mut holds = me.conditions.0.iter().filter(|c| c.id == Affliction::Held.key());
            holds.any(|c| c.source == Some(target))
        }
        Who::Nobody => false,
    }
}

/// True if a charm forbids aiming at `target` or affecting it in an area: the user is charmed and
/// `target` is on the charmer's side.
pub(super) fn is_charmed_against(strike: &Strike<'_>, target: UnitId, who: Who) -> bool {
    let state = strike.position.ctx.state;
    let side = |id: UnitId| state.unit(id).map(Unit::side);
    let charmed = || {
        strike.numbers.afflictions().any(|(c, data)| {
            data.effects.contains(&ConditionEffect::SparesOwnersSide)
                && c.source.and_then(side).is_some_and(|charmer| side(target) == Some(charmer))
        })
    };
    who != Who::Ally && charmed()
}

/// Checks one creature as the target.
///
/// # Errors
/// The first reason it is not a valid target.
fn check_target(
    strike: &Strike<'_>,
    unit: &Unit,
    target: UnitId,
    who: Who,
    span: Span,
) -> Result<(), Refusal> {
    let position = strike.position;
    let them = position.ctx.unit(target).filter(|_| position.is_target(target));
    let Some(them) = them.filter(|_| suits(position, unit.id(), target, who)) else {
        return Err(Refusal::new("wrong_target", "not a valid target", "PR-139"));
    };
    for need in &strike.ability.needs {
        let size = |u: &Unit| position.numbers(u.id()).map(|n| n.sheet.stats.size);
        let (met, text) = match need {
            Need::TargetFlying => {
                (them.placement.support == SupportKind::Flight, "a flying target")
            }
            Need::TargetProne => (them.placement.posture == Posture::Prone, "a prone target"),
            Need::TargetUnconscious => (them.status == Status::Down, "an unconscious target"),
            Need::TargetFighting => (them.status == Status::Active, "a target still in the fight"),
            Need::TargetHelplessOrWilling => (
                them.status == Status::Down
                    || them.status == Status::Active && them.side() == unit.side(),
                "an unconscious or willing target",
            ),
            Need::TargetLargerAtMost(n) => (
                size(them).zip(size(unit)).is_some_and(|(t, u)| t.steps_over(u) <= *n),
                if *n > 0 {
                    "a target at most one size larger"
                } else {
                    "a target that is not larger"
                },
            ),
            _ => (true, ""),
        };
        if !met {
            let text = format!("{} needs {text}", strike.ability.name);
            return Err(Refusal::new("needs", text, "PR-139"));
        }
    }
    if is_charmed_against(strike, target, who) {
        return Err(Refusal::new("charmed", "charmed: cannot target the charmer's side", "PR-211"));
    }
    // The bond to a minion ignores sight and distance (PR-311). A hold is fought where it is, even
    // if its owner is out of sight (PR-362).
    if unit.id() == target || matches!(who, Who::OwnMinion | Who::Holder) {
        return Ok(());
    }
    let rushes = rush::is_rush(strike.ability);
    if rushes {
        rush::rush_path(strike, target)?;
    } else if !strike.within(target, span) {
        let (delivery, n) = strike.span(span);
        let distance = position.distance(unit.id(), target);
        return Err(match delivery {
            Delivery::Melee => {
                let text = format!("{} is beyond reach {n}", them.identity.name);
                Refusal::new("out_of_reach", text, "PR-142")
            }
            _ => {
                let text = format!("{distance} squares away, range is {n}");
                Refusal::new("out_of_range", text, "PR-141")
            }
        });
    }
    if let Some(height) = strike.ability.ground_height {
        let altitude = effects::over_ground(position, target);
        if altitude >= height && altitude > Hm::ZERO {
            let text = format!("{} is too high above the ground", them.identity.name);
            return Err(Refusal::new("too_high", text, "PR-129"));
        }
    }
    let near = position.adjacent(unit.id(), target);
    if !near && strike.numbers.has(|e| matches!(e, ConditionEffect::OnlyAdjacentTargets)) {
        return Err(Refusal::new("blinded", "blinded: adjacent targets only", "PR-247"));
    }
    // Adjacent targets are found even in the dark.
    if !near && !position.sees_to_aim(unit.id(), target) {
        let text = format!("{} is out of sight", them.identity.name);
        return Err(Refusal::new("out_of_sight", text, "PR-140"));
    }
    let to_hear = strike.ability.sense == Some(Sense::TargetHears);
    if to_hear && !position.hears(target, unit.id()) {
        return Err(Refusal::new("not_heard", "the target cannot hear it", "PR-153"));
    }
    Ok(())
}

/// Checks the chosen targets of an ability; returns the targets it will affect.
///
/// # Errors
/// The first reason the choice is not valid.
pub fn check_aim(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    targets: &[Target],
) -> Result<Vec<Target>, Refusal> {
    let Some(strike) = Strike::new(position, unit.id(), ability) else {
        return Err(Refusal::new("no_sheet", "it has no sheet", "PR-139"));
    };
    let wrong = || Refusal::new("wrong_target", "not a valid target", "PR-139");
    match (ability.aim, targets) {
        (Aim::Actor, [] | [_]) => Ok(vec![Target::Unit(unit.id())]),
        (Aim::One { who, span }, [Target::Unit(target)]) => {
            check_target(&strike, unit, *target, who, span)?;
            Ok(vec![Target::Unit(*target)])
        }
        (Aim::One { span, .. }, [target @ (Target::Thing(_) | Target::Edge(..))]) => {
            let object = Object::of(*target).ok_or_else(wrong)?;
            objects::check(&strike, unit, object, span)?;
            Ok(vec![object.target()])
        }
        (Aim::Fixture(_), [target]) => {
            interact::check(position, unit, ability, *target)?;
            Ok(targets.to_vec())
        }
        (Aim::Step, [target]) => {
            match (ability.movement, target) {
                (Some(Movement::Leap { .. }), _) => {
                    leap::check(position, unit, ability, target.floor().ok_or_else(wrong)?)?;
                }
                (_, Target::Place(Place::Cell(cell))) => sidestep::check(position, unit, *cell)?,
                _ => return Err(wrong()),
            }
            Ok(targets.to_vec())
        }
        (Aim::Square(_), [target]) => {
            square::check(position, unit, ability, target.floor().ok_or_else(wrong)?)?;
            Ok(targets.to_vec())
        }
        (Aim::Area { shape, .. }, _) => {
            let point = targets.first().copied();
            match (shape, point) {
                (Shape::AroundSelf(_) | Shape::WithinReach(_), _)
                | (Shape::Cone(_), Some(Target::Place(Place::Cell(_)))) => check_sight(&strike)?,
                (
                    Shape::AroundPoint { span, .. } | Shape::Block { span, .. },
                    Some(target @ (Target::Place(_) | Target::Floor(_))),
                ) => check_point(&strike, unit, target.floor().ok_or_else(wrong)?, span)?,
                _ => return Err(wrong()),
            }
            let affected = affected(position, unit.id(), ability, point);
            let changes_place = ability.effects.iter().any(|e| {
                use Effect::{BurningGround, Zone};
                matches!(e, BurningGround { .. } | Zone { .. })
            });
            // The refusal must only reveal what the side sees.
            let seen = |id: &UnitId| {
                let state = position.ctx.state;
                state.unit(*id).is_some_and(|them| state.sees(unit.side(), them))
            };
            if !affected.iter().any(seen) && !changes_place {
                return Err(Refusal::new("nobody", "no one would be affected", "PR-152"));
            }
            let units = affected.into_iter().map(Target::Unit);
            Ok(units.chain(point.filter(|p| p.floor().is_some())).collect())
        }
        _ => Err(wrong()),
    }
}

/// Checks sight for an area that starts at the user: if the ability needs sight, the user must be
/// able to see, with its own eyes or a remote eye (PR-439).
///
/// # Errors
/// When the user cannot see.
fn check_sight(strike: &Strike<'_>) -> Result<(), Refusal> {
    let sees = || strike.numbers.has_sight() || senses::has_eye(strike.position, strike.actor);
    if strike.ability.sense == Some(Sense::CasterSees) && !sees() {
        let text = format!("{} requires sight", strike.ability.name);
        return Err(Refusal::new("out_of_sight", text, "PR-439"));
    }
    Ok(())
}

/// Checks the centre of an area: in range, and in sight where the ability requires it (PR-153).
///
/// # Errors
/// The first reason it is not valid.
pub fn check_point(
    strike: &Strike<'_>,
    unit: &Unit,
    at: impl Into<FloorAt>,
    span: Span,
) -> Result<(), Refusal> {
    let (position, at) = (strike.position, at.into());
    let board = position.ctx.field.board();
    if board.is_solid(at.cell) {
        return Err(Refusal::new("wrong_target", "solid rock", "PR-139"));
    }
    let floor = area::surface(position.ctx, at);
    let distance = floor.and_then(|at| position.distance_to(unit.id(), at)).unwrap_or(u32::MAX);
    let range = strike.span(span).1;
    if distance > u32::from(range) {
        let text = format!("{distance} squares away, range is {range}");
        return Err(Refusal::new("out_of_range", text, "PR-141"));
    }
    // Areas require the user's sight only where the ability says so.
    let is_area = matches!(strike.ability.aim, Aim::Area { .. });
    let asks_sight = !is_area || strike.ability.sense == Some(Sense::CasterSees);
    if asks_sight && !position.sees_cell(unit.id(), at) {
        return Err(Refusal::new("out_of_sight", "the point is out of sight", "PR-153"));
    }
    Ok(())
}
