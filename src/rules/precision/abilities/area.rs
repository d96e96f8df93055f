//! The cells that areas cover, and the combatants in them.

use grid::{Body, Cell, Dir, FloorAt, Hm, UnitId, has_line_of_effect, shape};
use rules::command::Target;
use rules::kit::area;

use super::aim::{is_charmed_against, suits};
use crate::data::{Ability, Aim, Delivery, Effect, Sense, Shape, Who};
use crate::effects;
use crate::position::Position;
use crate::strike::Strike;
use rules::state::{Status, Unit};

/// The cells an area covers when aimed at `target`; empty for abilities without an area.
pub fn cells(
    position: Position<'_>,
    actor: UnitId,
    ability: &Ability,
    target: Option<Target>,
) -> Vec<Cell> {
    let point = match target {
        Some(Target::Unit(id)) => area::under(position.ctx, id),
        Some(target) => target.floor(),
        None => None,
    };
    match (ability.aim, point) {
        (Aim::Area { shape: Shape::WithinReach(span), .. }, _) => {
            let room = position.body(actor).and_then(Body::room);
            let strike = Strike::new(position, actor, ability);
            let within =
                |(room, strike): (_, Strike<'_>)| position.cells_within(room, strike.span(span).1);
            room.zip(strike).map_or_else(Vec::new, within)
        }
        (Aim::Area { shape: shape @ Shape::AroundSelf(_), .. }, None) => {
            let own = position.body(actor).and_then(Body::anchor);
            own.map_or_else(Vec::new, |cell| shape_cells(position, actor, shape, cell))
        }
        (Aim::Area { shape, .. }, Some(at)) => shape_cells(position, actor, shape, at),
        (Aim::Square(_), Some(at)) => vec![at.cell],
        _ => Vec::new(),
    }
}

/// The cells of a shape aimed at a cell, on the ground or on a floor above it.
pub fn shape_cells(
    position: Position<'_>,
    actor: UnitId,
    shape: Shape,
    at: impl Into<FloorAt>,
) -> Vec<Cell> {
    let at = at.into();
    let cell = at.cell;
    let board = position.ctx.field.board();
    let Some(room) = position.body(actor).and_then(Body::room) else {
        return Vec::new();
    };
    match shape {
        Shape::AroundSelf(n) => position.cells_within(room, n),
        Shape::AroundPoint { radius, .. } => {
            let centre = area::surface(position.ctx, at);
            centre.map_or_else(Vec::new, |at| position.cells_within(at, radius))
        }
        Shape::Block { side, .. } => {
            let half = i16::from(side) / 2;
            shape::square(board, cell.offset(-half, -half), u16::from(side))
        }
        Shape::Cone(n) => {
            let (ax, ay) = room.middle2();
            let (bx, by) = (2 * i32::from(cell.x), 2 * i32::from(cell.y));
            match Dir::towards(bx - ax, by - ay) {
                Some(dir) => shape::cone(board, room, dir, u16::from(n)),
                None => Vec::new(),
            }
        }
        Shape::WithinReach(_) => Vec::new(),
    }
}

/// The combatants in an area that the ability affects, in turn order (PR-18, PR-152 to PR-156).
pub fn affected(
    position: Position<'_>,
    actor: UnitId,
    ability: &Ability,
    target: Option<Target>,
) -> Vec<UnitId> {
    let Aim::Area { shape, who } = ability.aim else { return Vec::new() };
    let Some(strike) = Strike::new(position, actor, ability) else { return Vec::new() };
    let covered = cells(position, actor, ability, target);
    let centre = match (shape, target) {
        (Shape::AroundPoint { .. } | Shape::Block { .. }, Some(target)) => target.floor(),
        _ => None,
    };
    let clock = &position.ctx.state.scene.clock;
    let mut found: Vec<UnitId> = position
        .ctx
        .field
        .bodies()
        .iter()
        .filter(|b| {
            // Templates list their cells in sorted order.
            b.cells().any(|c| covered.binary_search(&c).is_ok())
        })
        .map(|b| b.id)
        .filter(|id| position.is_target(*id) && suits(position, actor, *id, who))
        .filter(|id| !is_charmed_against(&strike, *id, who))
        .filter(|id| {
            // A unit that surrendered is no longer a foe (PR-383).
            let gave_up = |unit: &Unit| unit.status == Status::Surrendered;
            who != Who::Foe || !position.ctx.unit(*id).is_some_and(gave_up)
        })
        .filter(|id| strike.delivery() != Delivery::Projectile || !is_roofed(position, *id))
        .filter(|id| in_height(position, &strike, *id, shape, centre))
        .filter(|id| match shape {
            Shape::WithinReach(span) => strike.within(*id, span),
            _ => true,
        })
        .filter(|id| senses(position, actor, ability, *id, centre))
        .collect();
    found.sort_by_key(|id| {
        clock.slots.iter().position(|s| s.members.contains(id)).unwrap_or(usize::MAX)
    });
    found
}

/// True if a roof or a deck covers the whole body, so that missiles falling on an area miss it
/// (PR-248).
fn is_roofed(position: Position<'_>, target: UnitId) -> bool {
    let board = position.ctx.field.board();
    position.body(target).is_some_and(|body| {
        body.cells().all(|cell| {
            board.tile(cell).is_some_and(|tile| tile.ceiling.is_some())
                || board.decks_in(cell).iter().any(|deck| deck.top > body.feet)
        })
    })
}

/// The cells that an effect on the place itself fills: within the area's height and, for fire, not
/// walled off from its centre (PR-152, PR-154).
pub fn filled(
    position: Position<'_>,
    ability: &Ability,
    place: Option<Target>,
    covered: Vec<Cell>,
) -> Vec<Cell> {
    let (Aim::Area { shape: Shape::AroundPoint { radius, .. }, .. }, Some(at)) =
        (ability.aim, place.and_then(|place| place.floor()))
    else {
        return covered;
    };
    let board = position.ctx.field.board();
    let Some(centre) = area::surface(position.ctx, at) else { return covered };
    let within = |floor: Hm| (floor - centre.feet).whole_metres().abs() <= i32::from(radius);
    // The floors of a cell that are within the area's height. Fire on a deck stays on it.
    let burns = ability.has(|e| matches!(e, Effect::BurningGround { .. }));
    let deck = at.deck(board).filter(|_| burns);
    let floors = |cell: Cell| {
        let decks = board.upper_floors(cell);
        let all = std::iter::once(FloorAt::from(cell)).chain(decks);
        all.filter(move |at| {
            let fits = |feet| within(feet) && deck.is_none_or(|deck| deck == feet);
            at.point(board).is_some_and(|room| fits(room.feet))
        })
    };
    let is_reached = |to: FloorAt| {
        let line = area::middle(position.ctx, at).zip(area::middle(position.ctx, to));
        to == at || line.is_some_and(|(from, to)| has_line_of_effect(board, from, to))
    };
    let mut cells = covered;
    cells.retain(|cell| floors(*cell).any(|to| !burns || is_reached(to)));
    cells
}

/// True if the target is within the area's height. Areas are as high as they are wide; effects on
/// the ground have a separate height above it (PR-129, PR-435, PR-436).
fn in_height(
    position: Position<'_>,
    strike: &Strike<'_>,
    target: UnitId,
    shape: Shape,
    centre: Option<FloorAt>,
) -> bool {
    if let Some(height) = strike.ability.ground_height {
        let altitude = effects::over_ground(position, target);
        if altitude >= height && altitude > Hm::ZERO {
            return false;
        }
    }
    let Some(body) = position.body(target) else { return false };
    let n = match shape {
        Shape::AroundSelf(n) | Shape::Cone(n) => n,
        Shape::AroundPoint { radius, .. } => radius,
        Shape::Block { .. } | Shape::WithinReach(_) => return true,
    };
    let base = match centre {
        Some(at) => area::surface(position.ctx, at).map_or(Hm::ZERO, |at| at.feet),
        None => position.body(strike.actor).map_or(Hm::ZERO, |b| b.feet),
    };
    (body.feet - base).whole_metres().abs() <= i32::from(n)
}

/// True if the target perceives what the ability requires and no wall is in between (PR-153,
/// PR-154). The actor itself is always inside an area around it.
fn senses(
    position: Position<'_>,
    actor: UnitId,
    ability: &Ability,
    target: UnitId,
    centre: Option<FloorAt>,
) -> bool {
    if target == actor && centre.is_none() {
        return true;
    }
    match (ability.sense, centre) {
        (Some(Sense::TargetHears), _) => position.hears_by_any_ear(target, actor),
        (Some(Sense::TargetSees), Some(at)) => position.sees_cell(target, at),
        (Some(Sense::TargetSees), None) => position.sees_by_any_eye(target, actor),
        (Some(Sense::CasterSees) | None, Some(at)) => position.point_reaches(at, target),
        (Some(Sense::CasterSees) | None, None) => position.has_line(actor, target),
    }
}
