//! Objects and edges as targets: no roll to hit, but armor; destroyed ones are removed from the
//! board (PR-155).

use grid::{Body, Cell, Hm, Place, Room, UnitId};
use rules::command::Target;
use rules::event::{Event, EventKind, Packet};
use rules::fixture;
use rules::object::{Object, stand_in};
use rules::state::Unit;
use rules::{Refusal, Sum};

use super::data::{Ability, Aim, Delivery, ObjectStats, Span};
use super::position::Position;
use super::strike::Strike;

/// Durability of an object; `None` if nothing breakable is there.
fn stats<'a>(position: Position<'a>, object: Object) -> Option<&'a ObjectStats> {
    object.entry(position.ctx.field.board(), |entry| position.content.objects.get(entry))
}

/// True if the unit can reach it by hand: an edge of one of its cells, or something in those cells
/// or in adjacent ones with nothing in between.
pub fn is_at_hand(position: Position<'_>, unit: UnitId, target: Target) -> bool {
    let (board, rules) = (position.ctx.field.board(), &position.content.rules);
    let Some(me) = position.body(unit) else { return false };
    let in_cell = |cell: Cell, height: Hm| {
        let Some(it) = stand_in(board, cell, height, me.feet) else { return false };
        let limit = position.adjacency_limit(me, &it);
        let here = me.cells().any(|c| c == cell) && (me.feet - it.feet).abs() <= limit;
        here || position.ctx.field.adjacent(me, &it, limit)
    };
    match target {
        Target::Edge(at) => fixture::is_leaf_at_hand(board, me, at, rules.adjacency_break),
        Target::Thing(id) => board.thing(id).is_some_and(|thing| in_cell(thing.cell, thing.height)),
        Target::Place(Place::Cell(cell)) => in_cell(cell, Hm(1)),
        Target::Floor(at) => {
            let feet = at.point(board).map(|floor| floor.feet);
            let it = stand_in(board, at.cell, Hm(1), me.feet).zip(feet);
            it.is_some_and(|(it, feet)| {
                let it = Body { feet, ..it };
                let limit = position.adjacency_limit(me, &it);
                let here = me.cells().any(|c| c == at.cell) && (me.feet - feet).abs() <= limit;
                here || position.ctx.field.adjacent(me, &it, limit)
            })
        }
        _ => false,
    }
}

fn distance(position: Position<'_>, unit: UnitId, object: Object, cell: Cell) -> Option<u32> {
    let floor = object.floor(position.ctx.field.board(), cell)?;
    position.distance_to(unit, Room::point(cell, floor))
}

/// True if an object is in sight: a point above a thing, or the floor on either side of an edge.
fn is_seen(position: Position<'_>, unit: UnitId, object: Object) -> bool {
    match object {
        Object::Edge(at) if at.floor.is_none() => {
            let cells = object.cells(position.ctx.field.board());
            cells.into_iter().any(|c| position.sees_cell(unit, c))
        }
        Object::Thing(_) | Object::Edge(_) => position.body(unit).is_some_and(|me| {
            let sighted = position.numbers(unit).is_some_and(|n| n.has_sight());
            sighted && object.is_seen(position.ctx.field, me)
        }),
    }
}

/// Checks an ability aimed at an object: damaging, in reach or range, in sight.
///
/// # Errors
/// The first reason it is not valid.
pub fn check(strike: &Strike<'_>, unit: &Unit, object: Object, span: Span) -> Result<(), Refusal> {
    let position = strike.position;
    let refuse = |code, text: String, rule| Err(Refusal::new(code, text, rule));
    let Some(stats) = stats(position, object) else {
        return refuse("wrong_target", "nothing to break".into(), "PR-155");
    };
    if !strike.ability.is_damaging() || strike.ability.movement.is_some() {
        return refuse("wrong_target", "no damage to objects".into(), "PR-148");
    }
    let name = object.called(position.ctx.field.board(), &stats.name);
    let (delivery, n) = strike.span(span);
    let cells = object.cells(position.ctx.field.board());
    let away = cells.iter().filter_map(|c| distance(position, unit.id(), object, *c)).min();
    let near = if delivery == Delivery::Melee && n <= 1 {
        is_at_hand(position, unit.id(), object.target())
    } else {
        away.is_some_and(|d| d <= u32::from(n))
    };
    if !near && delivery == Delivery::Melee {
        let text = format!("the {name} is beyond reach {n}");
        return refuse("out_of_reach", text, "PR-142");
    }
    if !near {
        let text = format!("{} squares away, range is {n}", away.unwrap_or(u32::MAX));
        return refuse("out_of_range", text, "PR-141");
    }
    let touches = n <= 1 && delivery == Delivery::Melee;
    if !touches && !is_seen(position, unit.id(), object) {
        let text = format!("the {name} is out of sight");
        return refuse("out_of_sight", text, "PR-140");
    }
    Ok(())
}

/// Possible targets among objects: everything close enough; at a distance only edges that open,
/// since there are too many walls.
pub fn candidates(strike: &Strike<'_>, ability: &Ability) -> Vec<Target> {
    let position = strike.position;
    let Aim::One { span, .. } = ability.aim else { return Vec::new() };
    if !ability.is_damaging() || ability.movement.is_some() {
        return Vec::new();
    }
    let (delivery, n) = strike.span(span);
    let board = position.ctx.field.board();
    let near = |object: Object, cell: Cell| {
        let away = distance(position, strike.actor, object, cell);
        away.is_some_and(|d| d <= u32::from(n).max(1))
    };
    let things = board.things().filter(|(id, t)| near(Object::Thing(*id), t.cell));
    let things = things.map(|(id, _)| Target::Thing(id));
    let edges = board
        .edges()
        .filter(|(_, edge)| delivery == Delivery::Melee || edge.kind.spec().opens)
        .filter(|(at, _)| at.cells().into_iter().any(|c| near(Object::Edge(*at), c)))
        .map(|(at, _)| Target::Edge(at));
    things.chain(edges).collect()
}

/// Health left; `None` if there is nothing to break.
pub fn left(position: Position<'_>, object: Object) -> Option<i32> {
    let health = stats(position, object)?.health;
    Some(health.saturating_sub(object.suffered(position.ctx.state)))
}

/// Damage to an object; `None` if there is nothing to break.
pub fn harm(strike: &Strike<'_>, object: Object) -> Option<i32> {
    let stats = stats(strike.position, object)?;
    Some(packets(strike, object, stats).iter().map(|p| p.amount).sum())
}

/// The packets of damage to an object, less its armor.
fn packets(strike: &Strike<'_>, object: Object, stats: &ObjectStats) -> Vec<Packet> {
    let name = object.called(strike.position.ctx.field.board(), &stats.name);
    strike.damage_against(&|kind| {
        let mut sum = Sum::new();
        sum.push(format!("armor of the {name}"), stats.armor.of(kind), "PR-155");
        sum
    })
}

/// The events of striking an object: damage less armor, and its destruction at 0 health.
pub fn strike(strike: &Strike<'_>, actor: &Unit, object: Object) -> Vec<Event> {
    let position = strike.position;
    let state = position.ctx.state;
    let Some(stats) = stats(position, object) else { return Vec::new() };
    let packets = packets(strike, object, stats);
    let total: i32 = packets.iter().map(|p| p.amount).sum();
    let left = stats.health.saturating_sub(object.suffered(state)).saturating_sub(total);
    let mut events = vec![Event::new(
        EventKind::Struck {
            act: strike.ability.id.clone(),
            by: actor.id(),
            what: object.target(),
            name: object.called(position.ctx.field.board(), &stats.name),
            packets,
            total,
            left,
        },
        &["PR-155"],
    )];
    events.extend(object.suffer(state, total, stats.health, "PR-155"));
    events
}
