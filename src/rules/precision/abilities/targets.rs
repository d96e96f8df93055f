//! Everything at which an ability may be aimed at the moment.

use crate::grid::{Body, Dir, shape};
use crate::rules::command::Target;
use crate::rules::state::Unit;

use super::aim::check_aim;
use super::setting::{self, Choice, check_setting};
use super::usable::check_use;
use crate::rules::precision::data::{Ability, Aim, Movement, Shape, Span, Timing};
use crate::rules::precision::position::Position;
use crate::rules::precision::strike::Strike;
use crate::rules::precision::{hands, leap, objects, sidestep, square};

/// The targets at which an ability may be aimed at the moment.
pub fn targets(position: Position<'_>, unit: &Unit, ability: &Ability) -> Vec<Target> {
    if check_use(position, unit, ability).is_err() {
        return Vec::new();
    }
    if ability.timing == Timing::Prepared {
        return prepared_targets(position, unit, ability);
    }
    let candidates: Vec<Target> = match ability.aim {
        Aim::Actor => vec![Target::Unit(unit.id())],
        Aim::One { .. } => {
            let units = position.ctx.field.bodies().iter().map(|b| Target::Unit(b.id));
            let strike = Strike::new(position, unit.id(), ability);
            let objects = strike.map(|s| objects::candidates(&s, ability)).unwrap_or_default();
            units.chain(objects).collect()
        }
        Aim::Fixture(_) => hands::candidates(position, unit),
        Aim::Step if matches!(ability.movement, Some(Movement::Leap { .. })) => {
            leap::candidates(unit, ability)
        }
        Aim::Step => sidestep::around(unit),
        Aim::Area { shape, .. } => match shape {
            Shape::AroundSelf(_) | Shape::WithinReach(_) => {
                let fits = check_aim(position, unit, ability, &[]).is_ok();
                return fits.then_some(Target::Unit(unit.id())).into_iter().collect();
            }
            Shape::Cone(_) => neighbours(position, unit),
            Shape::AroundPoint { span, .. } | Shape::Block { span, .. } => {
                points(position, unit, ability, span)
            }
        },
        Aim::Square(_) => return square::targets(position, unit, ability),
    };
    candidates
        .into_iter()
        .filter(|t| check_aim(position, unit, ability, std::slice::from_ref(t)).is_ok())
        .collect()
}

/// What may be chosen when a prepared action is set.
fn prepared_targets(position: Position<'_>, unit: &Unit, ability: &Ability) -> Vec<Target> {
    let candidates: Vec<Target> = match setting::choice(ability) {
        Choice::Nothing => return vec![Target::Unit(unit.id())],
        Choice::Unit => position.ctx.field.bodies().iter().map(|b| Target::Unit(b.id)).collect(),
        Choice::Place => {
            let bodies = position.ctx.field.bodies().iter().filter(|b| b.side != unit.side());
            bodies.filter_map(|b| b.anchor()).map(|c| Target::Place(c.into())).collect()
        }
    };
    candidates
        .into_iter()
        .filter(|t| check_setting(position, unit, ability, std::slice::from_ref(t)).is_ok())
        .collect()
}

/// One cell in each of the eight directions, for cones.
fn neighbours(position: Position<'_>, unit: &Unit) -> Vec<Target> {
    let Some(room) = position.body(unit.id()).and_then(Body::room) else {
        return Vec::new();
    };
    let n = i16::from(room.size);
    let cells = Dir::ALL.into_iter().map(|dir| {
        let (dx, dy) = dir.delta();
        room.cell.offset(dx * (n + 1), dy * (n + 1))
    });
    cells
        .filter(|c| position.ctx.field.board().contains(*c))
        .map(|c| Target::Place(c.into()))
        .collect()
}

/// The cells at which the centre of an area may lie.
fn points(position: Position<'_>, unit: &Unit, ability: &Ability, span: Span) -> Vec<Target> {
    let Some(strike) = Strike::new(position, unit.id(), ability) else { return Vec::new() };
    let Some(room) = position.body(unit.id()).and_then(Body::room) else {
        return Vec::new();
    };
    let range = u16::from(strike.span(span).1);
    let cells = shape::radius(position.ctx.field.board(), room, range);
    cells.into_iter().map(|c| Target::Place(c.into())).collect()
}
