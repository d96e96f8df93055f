//! Things and edges as targets: no roll, armor, and what breaks is gone from the board (PR-155).

use crate::grid::{
    Body, Cell, Diagonals, Dir, Eye, Hm, Place, Room, SideId, ThingId, UnitId, sees,
};
use crate::rules::command::Target;
use crate::rules::event::{BoardChange, Event, Happening};
use crate::rules::state::{State, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::data::{Ability, Aim, Delivery, ObjectStats, Span};
use super::position::Position;
use super::strike::Strike;

/// An object on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// A thing.
    Thing(ThingId),
    /// Matter on the north or west side of a cell.
    Edge(Cell, Dir),
}

impl Object {
    /// What a target means, if it is an object. An edge has one name only, whichever of its cells
    /// was named.
    pub fn of(target: Target) -> Option<Self> {
        match target {
            Target::Thing(id) => Some(Self::Thing(id)),
            Target::Edge(cell, Dir::S) => Some(Self::Edge(cell.step(Dir::S), Dir::N)),
            Target::Edge(cell, Dir::E) => Some(Self::Edge(cell.step(Dir::E), Dir::W)),
            Target::Edge(cell, side) => Some(Self::Edge(cell, side)),
            Target::Unit(_) | Target::Place(_) => None,
        }
    }

    /// The object as a target.
    pub const fn target(self) -> Target {
        match self {
            Self::Thing(id) => Target::Thing(id),
            Self::Edge(cell, side) => Target::Edge(cell, side),
        }
    }

    /// What it withstands; `None` where there is nothing of the kind.
    fn stats<'a>(self, position: Position<'a>) -> Option<&'a ObjectStats> {
        let board = position.ctx.field.board();
        let name = match self {
            Self::Thing(id) => board.thing(id)?.kind.spec().name,
            Self::Edge(cell, side) => board.edge(cell, side)?.kind.spec().name,
        };
        position.content.objects.get(name)
    }

    /// The name under which the battle remembers the damage it has taken.
    fn memory(self) -> Key {
        match self {
            Self::Thing(id) => Key::new(&format!("damage_thing_{}", id.0)),
            Self::Edge(cell, side) => {
                let side = if side == Dir::N { "n" } else { "w" };
                Key::new(&format!("damage_edge_{}_{}_{side}", cell.x, cell.y))
            }
        }
    }

    /// Health left after the damage of the battle so far.
    fn left(self, stats: &ObjectStats, state: &State) -> i32 {
        let taken = i32::try_from(state.scene.flags.get(self.memory().as_str()));
        stats.health.saturating_sub(taken.unwrap_or(i32::MAX))
    }

    /// The cells it stands in or between.
    fn cells(self, position: Position<'_>) -> Vec<Cell> {
        match self {
            Self::Thing(id) => {
                position.ctx.field.board().thing(id).map(|t| t.cell).into_iter().collect()
            }
            Self::Edge(cell, side) => vec![cell, cell.step(side)],
        }
    }
}

/// A body in a cell that stands for what is there, for questions of contact: the part of it that is
/// nearest in height to the one who asks.
fn stand_in(position: Position<'_>, cell: Cell, height: Hm, near: Hm) -> Option<Body> {
    let floor = position.ctx.field.board().tile(cell)?.elevation;
    Some(Body {
        id: UnitId(u32::MAX),
        side: SideId(u8::MAX),
        at: Place::Cell(cell),
        size: 1,
        feet: near.clamp(floor, floor + height.max(Hm::ZERO)),
        height: Hm(1),
        facing: Dir::N,
        blocking: false,
        prone: false,
        armed: false,
        threatens: false,
        sharing: None,
    })
}

/// True when a hand of the unit gets at what is in a cell: its own cells, or adjacent ones with
/// nothing between.
pub fn is_at_hand(position: Position<'_>, unit: UnitId, cell: Cell, height: Hm) -> bool {
    let Some(me) = position.body(unit) else { return false };
    let Some(it) = stand_in(position, cell, height, me.feet) else { return false };
    let limit = position.adjacency_limit(me, &it);
    let here = me.cells().any(|c| c == cell) && (me.feet - it.feet).abs() <= limit;
    here || position.ctx.field.adjacent(me, &it, limit)
}

/// True when a hand of the unit gets at an edge: one of its own cells borders it.
pub fn is_edge_at_hand(position: Position<'_>, unit: UnitId, cell: Cell, side: Dir) -> bool {
    let Some(me) = position.body(unit) else { return false };
    let base = position.ctx.field.board().edge_base(cell, side);
    let level = (me.feet - base).abs() < position.content.rules.adjacency_break;
    level && me.cells().any(|c| c == cell || c == cell.step(side))
}

fn thing_height(position: Position<'_>, object: Object) -> Hm {
    match object {
        Object::Thing(id) => {
            position.ctx.field.board().thing(id).map(|t| t.height).unwrap_or_default()
        }
        Object::Edge(..) => Hm::metres(1),
    }
}

fn distance(position: Position<'_>, unit: UnitId, cell: Cell) -> Option<u32> {
    let room = position.body(unit)?.room()?;
    let floor = position.ctx.field.board().tile(cell)?.elevation;
    Some(room.distance(&Room::point(cell, floor), Diagonals::One))
}

/// True when an object is seen: a point over a thing, or the floor on either side of an edge.
fn is_seen(position: Position<'_>, unit: UnitId, object: Object) -> bool {
    match object {
        Object::Thing(id) => {
            let board = position.ctx.field.board();
            let (Some(me), Some(thing)) = (position.body(unit), board.thing(id)) else {
                return false;
            };
            let floor = board.tile(thing.cell).map(|t| t.elevation).unwrap_or_default();
            let sighted = position.numbers(unit).is_some_and(|n| n.has_sight());
            sighted && sees(board, me, Eye::At(thing.cell, floor + thing.height + Hm(1)))
        }
        Object::Edge(..) => object.cells(position).into_iter().any(|c| position.sees_cell(unit, c)),
    }
}

/// Whether an ability can be aimed at an object: a damaging one, in reach or range, in sight.
///
/// # Errors
/// The first reason against it.
pub fn check(strike: &Strike<'_>, unit: &Unit, object: Object, span: Span) -> Result<(), Refusal> {
    let position = strike.position;
    let refuse = |code, text: String, rule| Err(Refusal::new(code, text, rule));
    let Some(stats) = object.stats(position) else {
        return refuse("wrong_target", "there is nothing to break".into(), "PR-155");
    };
    if !strike.ability.is_damaging() || strike.ability.movement.is_some() {
        return refuse("wrong_target", "it does no damage to things".into(), "PR-148");
    }
    let (delivery, n) = strike.span(span);
    let cells = object.cells(position);
    let away = cells.iter().filter_map(|c| distance(position, unit.id(), *c)).min();
    let near = match (delivery, object) {
        (Delivery::Melee, Object::Edge(cell, side)) if n <= 1 => {
            is_edge_at_hand(position, unit.id(), cell, side)
        }
        (Delivery::Melee, Object::Thing(_)) if n <= 1 => {
            let height = thing_height(position, object);
            cells.iter().all(|c| is_at_hand(position, unit.id(), *c, height))
        }
        _ => away.is_some_and(|d| d <= u32::from(n)),
    };
    if !near && delivery == Delivery::Melee {
        let text = format!("the {} is out of reach {n}", stats.name.to_lowercase());
        return refuse("out_of_reach", text, "PR-142");
    }
    if !near {
        let text = format!("{} squares away, the range is {n}", away.unwrap_or(u32::MAX));
        return refuse("out_of_range", text, "PR-141");
    }
    let touches = n <= 1 && delivery == Delivery::Melee;
    if !touches && !is_seen(position, unit.id(), object) {
        let text = format!("the {} is out of sight", stats.name.to_lowercase());
        return refuse("out_of_sight", text, "PR-140");
    }
    Ok(())
}

/// The objects that may come into question as targets: all that stands near enough; of edges at a
/// distance only those that open, as there is too much wall.
pub fn candidates(strike: &Strike<'_>, ability: &Ability) -> Vec<Target> {
    let position = strike.position;
    let Aim::One { span, .. } = ability.aim else { return Vec::new() };
    if !ability.is_damaging() || ability.movement.is_some() {
        return Vec::new();
    }
    let (delivery, n) = strike.span(span);
    let board = position.ctx.field.board();
    let near = |cell: Cell| {
        distance(position, strike.actor, cell).is_some_and(|d| d <= u32::from(n).max(1))
    };
    let things = board.things().filter(|(_, t)| near(t.cell)).map(|(id, _)| Target::Thing(id));
    let edges = board
        .edges()
        .filter(|(_, _, edge)| delivery == Delivery::Melee || edge.kind.spec().opens)
        .filter(|(cell, side, _)| near(*cell) || near(cell.step(*side)))
        .map(|(cell, side, _)| Target::Edge(cell, side));
    things.chain(edges).collect()
}

/// The events of striking an object: damage less its armor, and its end at 0 health.
pub fn strike(strike: &Strike<'_>, actor: &Unit, object: Object) -> Vec<Event> {
    let position = strike.position;
    let state = position.ctx.state;
    let Some(stats) = object.stats(position) else { return Vec::new() };
    let packets = strike.damage_against(&|kind| {
        let mut sum = Sum::new();
        sum.push(
            format!("armor of the {}", stats.name.to_lowercase()),
            stats.armor.of(kind),
            "PR-155",
        );
        sum
    });
    let total: i32 = packets.iter().map(|p| p.amount).sum();
    let left = object.left(stats, state).saturating_sub(total);
    let mut events = vec![Event::new(
        Happening::Struck {
            act: strike.ability.id.clone(),
            by: actor.id(),
            what: object.target(),
            name: stats.name.to_lowercase(),
            packets,
            total,
            left,
        },
        &["PR-155"],
    )];
    let id = object.memory();
    let from = state.scene.flags.get(id.as_str());
    // What is gone needs no memory; another thing never has its number, another edge may.
    let to = if left > 0 { from + i64::from(total) } else { 0 };
    if from != to {
        events.push(Event::new(Happening::Flag { unit: None, id, from, to }, &["PR-155"]));
    }
    if left <= 0 {
        let change = match object {
            Object::Thing(id) => BoardChange::ThingGone(id),
            Object::Edge(cell, side) => {
                let from = position.ctx.field.board().edge(cell, side);
                BoardChange::Edge { cell, side, from, to: None }
            }
        };
        events.push(Event::new(Happening::Board(change), &["PR-155"]));
    }
    events
}
