//! The cells that Abilities cover, and the combatants in them (MO-229).

use grid::{Board, Body, Cell, Dir, Eye, FloorAt, Hm, Room, UnitId, has_line_of_effect, shape};
use rules::command::Target;
use rules::object::Object;

use super::super::cover::{Cover, Origin};
use super::super::data::{Aim, Who};
use super::super::decider;
use super::super::hidden;
use super::super::party;
use super::super::position::Position;
use super::ability::Cast;

/// Height of the centre of a square area above the floor, for lines of effect.
const CENTRE_HEIGHT: Hm = Hm(2);

/// True if the Ability may choose or affect this creature.
pub fn suits(position: Position<'_>, user: UnitId, target: UnitId, who: Who) -> bool {
    match who {
        Who::Any => true,
        Who::Other => user != target,
        Who::Foe => party::are_enemies(position.ctx.state, user, target),
        Who::Ally => !position.ctx.state.are_foes(user, target),
    }
}

/// The cell named by a target, with its floor.
fn point(position: Position<'_>, target: Option<Target>) -> Option<FloorAt> {
    match target? {
        Target::Unit(id) => rules::kit::area::under(position.ctx, id),
        target => target.floor(),
    }
}

/// The height of the deck that an Ability is aimed at; `None` for the ground.
pub fn floor(cast: &Cast<'_>, target: Option<Target>) -> Option<Hm> {
    point(cast.position, target)?.deck(cast.position.ctx.field.board())
}

/// The cell `metres` along the line from one cell through another.
fn along(from: Cell, through: Cell, metres: u16) -> Cell {
    let (dx, dy) = (i32::from(through.x - from.x), i32::from(through.y - from.y));
    let most = dx.abs().max(dy.abs()).max(1);
    let n = i32::from(metres);
    // Rounds to the nearest cell.
    let part = |d: i32| i16::try_from((2 * d * n + most).div_euclid(2 * most)).unwrap_or_default();
    from.offset(part(dx), part(dy))
}

fn line(board: &Board, room: Room, through: Cell, metres: u16) -> Vec<Cell> {
    let start = room.cells().min_by_key(|c| (c.chebyshev(through), *c)).unwrap_or(room.cell);
    let mut cells = shape::line(board, start, along(start, through, metres));
    let far = |c: &Cell| room.distance(&Room::point(*c, room.feet), grid::Diagonals::One);
    cells.retain(|c| !room.covers(*c) && far(c) <= u32::from(metres));
    cells
}

/// The cells that an Ability covers when aimed there. Empty if it has no area.
pub fn cells(cast: &Cast<'_>, target: Option<Target>) -> Vec<Cell> {
    let position = cast.position;
    let board = position.ctx.field.board();
    let own = position.outlook(cast.unit().id());
    let Some(room) = own.as_deref().and_then(Body::room) else {
        return Vec::new();
    };
    let cell = point(position, target).map(|at| at.cell);
    match (cast.ability.aim, cell) {
        (Aim::Around { range, .. }, _) => shape::radius(board, room, cast.range(range)),
        (Aim::Square { side, .. }, Some(cell)) => {
            let side = cast.side(side);
            let half = i16::try_from(side / 2).unwrap_or_default();
            shape::square(board, cell.offset(-half, -half), side)
        }
        (Aim::Line(n), Some(cell)) if !room.covers(cell) => line(board, room, cell, n),
        (Aim::Cone(n), Some(cell)) => {
            let (ax, ay) = room.middle2();
            let (bx, by) = (2 * i32::from(cell.x), 2 * i32::from(cell.y));
            let dir = Dir::towards(bx - ax, by - ay);
            dir.map_or_else(Vec::new, |dir| shape::cone(board, room, dir, n))
        }
        (Aim::Spot(_), Some(cell)) => vec![cell],
        _ => Vec::new(),
    }
}

/// The cells that a lingering area fills up to a height above their floors: those that nothing hard
/// separates from its centre (MO-321).
pub fn filled(cast: &Cast<'_>, target: Option<Target>, height: Hm) -> Vec<Cell> {
    let position = cast.position;
    let mut covered = cells(cast, target);
    let square = matches!(cast.ability.aim, Aim::Square { .. });
    let at = point(position, target).filter(|_| square);
    let Some((at, own)) = at.zip(position.body(cast.unit().id())) else { return covered };
    let from = centre(position, at);
    let eye = Eye::At(from.cell, from.feet);
    covered.retain(|&cell| {
        let feet = centre(position, FloorAt { cell, ..at }).feet - CENTRE_HEIGHT;
        let space = own.placed(Room { cell, size: 1, feet, height });
        cell == at.cell || has_line_of_effect(position.ctx.field.board(), eye, &space)
    });
    covered
}

/// The point 1 m above the floor of a cell, or a floor above it; above the ground if there is no
/// such floor.
pub(super) fn centre(position: Position<'_>, at: impl Into<FloorAt>) -> Room {
    let at = at.into();
    let board = position.ctx.field.board();
    let floor = at.point(board).or_else(|| FloorAt::from(at.cell).point(board));
    let feet = floor.map(|floor| floor.feet).unwrap_or_default();
    Room::point(at.cell, feet + CENTRE_HEIGHT)
}

/// Where an Ability originates when aimed there: the centre of a square area, otherwise its user
/// (MO-309, MO-321).
pub fn origin(cast: &Cast<'_>, target: Option<Target>) -> Option<Origin> {
    let position = cast.position;
    Some(match (cast.ability.aim, point(position, target)) {
        (Aim::Square { .. }, Some(at)) => {
            let centre = centre(position, at);
            Origin::Point(centre.cell, centre.feet)
        }
        _ => Origin::Unit(cast.unit().id()),
    })
}

/// The combatants that an area affects, in turn order. Full cover from its origin protects them
/// (MO-321). Heights count like other distances, from the floor that it is aimed at or from the
/// user's feet (MO-289).
pub fn affected(cast: &Cast<'_>, target: Option<Target>) -> Vec<UnitId> {
    let position = cast.position;
    let user = cast.unit().id();
    let (who, metres) = match cast.ability.aim {
        Aim::Around { who, range } => (who, cast.range(range)),
        Aim::Square { side, .. } => (Who::Any, cast.side(side) / 2),
        Aim::Line(n) | Aim::Cone(n) => (Who::Other, n),
        _ => return Vec::new(),
    };
    let Some(origin) = origin(cast, target) else { return Vec::new() };
    let base = match origin {
        Origin::Point(_, centre) => centre - CENTRE_HEIGHT,
        Origin::Unit(id) => position.outlook(id).map(|own| own.feet).unwrap_or_default(),
    };
    let covered = cells(cast, target);
    let reached = |body: &&Body| {
        let near = (body.feet - base).whole_metres().abs() <= i32::from(metres);
        // Templates list their cells in sorted order, so binary search works.
        let inside = body.cells().any(|c| covered.binary_search(&c).is_ok());
        let open = || position.cover_from(origin, body.id) != Cover::Full;
        let heard = || body.id == user || position.is_heard(user, body.id);
        near && inside && if cast.ability.voice { heard() } else { open() }
    };
    let bodies = position.ctx.field.bodies().iter().filter(reached).map(|b| b.id);
    let mut found: Vec<UnitId> =
        bodies.filter(|id| position.is_target(*id) && suits(position, user, *id, who)).collect();
    let slots = &position.ctx.state.scene.clock.slots;
    found.sort_by_key(|id| slots.iter().position(|s| s.members.contains(id)).unwrap_or(usize::MAX));
    found
}

/// Those of [`affected`] whose positions the user's side knows. Whatever is shown before the area
/// is used follows from them alone (MO-431).
pub fn known_affected(cast: &Cast<'_>, target: Option<Target>) -> Vec<UnitId> {
    let (ctx, user) = (cast.position.ctx, cast.unit());
    let side = decider::of(ctx.state, user);
    let mut found = affected(cast, target);
    found.retain(|id| hidden::is_known(ctx, side, *id));
    found
}

/// The breakable objects that an area reaches: those in it that nothing hard shelters.
pub fn objects(cast: &Cast<'_>, target: Option<Target>) -> Vec<Object> {
    let position = cast.position;
    let own = position.outlook(cast.unit().id());
    let centre = match (cast.ability.aim, point(position, target)) {
        (Aim::Square { .. }, Some(at)) => Some(centre(position, at)),
        (Aim::Around { .. } | Aim::Line(_) | Aim::Cone(_), _) => None,
        _ => return Vec::new(),
    };
    let origin = match (centre, own.as_deref()) {
        (Some(centre), _) => Some((centre.cell, Eye::At(centre.cell, centre.feet))),
        (None, own) => own.and_then(|own| Some((own.anchor()?, Eye::Body(own)))),
    };
    let Some((from, eye)) = origin else { return Vec::new() };
    let board = position.ctx.field.board();
    let covered = cells(cast, target);
    let inside = |cell: &Cell| covered.binary_search(cell).is_ok();
    let open = |at: Eye<'_>| has_line_of_effect(board, eye, at);
    let all = board.things().map(|(id, _)| Object::Thing(id));
    let within = all.filter(|object| object.cells(board).iter().any(inside));
    within.filter(|object| object.is_seen_from(board, from, &open)).collect()
}
