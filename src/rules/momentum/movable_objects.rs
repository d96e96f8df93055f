//! Movable objects: shoved a metre without a roll; tables can be flipped (MO-90, MO-132).

use crate::step::{Outcome, Ran, ShiftThing};
use grid::{Board, Body, Cell, Diagonals, Dir, Room, Thing, ThingId, ThingKind};
use rules::command::Target;
use rules::event::{BoardChange, Event};
use rules::kit::events;
use rules::object::Object;
use rules::oracle::Oracle;
use rules::prompt::{Choice, Prompt};
use rules::state::Unit;
use rules::{Key, Refusal, RuleId};

use super::budget;
use super::data::Size;
use super::decider;
use super::hidden;
use super::names::{Advanced, compass};
use super::objects;
use super::position::Position;
use super::shove;

/// The movable thing that a target names, with its size; `None` if it is not movable.
fn movable<'a>(position: Position<'a>, target: Target) -> Option<(ThingId, &'a Thing, Size)> {
    let Target::Thing(id) = target else { return None };
    let size = objects::stats(position, Object::Thing(id))?.loose?;
    Some((id, position.ctx.field.board().thing(id)?, size))
}

/// True if no body is in a cell.
fn is_free(position: Position<'_>, cell: Cell) -> bool {
    position.ctx.field.bodies_in(cell).next().is_none()
}

/// Like [`is_free`], as far as the unit's side knows: a refusal must not reveal a hidden creature
/// (MO-431).
fn seems_free(position: Position<'_>, unit: &Unit, cell: Cell) -> bool {
    hidden::as_known(position.ctx, unit.side(), |ctx| is_free(Position { ctx, ..position }, cell))
}

/// A creature unknown to the unit's side is on an object or in its way.
fn blocked(unit: &Unit) -> Event {
    events::note(unit, "something is in the way", "MO-125")
}

/// True if no closed edge or corner blocks a shoved object.
fn is_open(board: &Board, cell: Cell, dir: Dir) -> bool {
    let open = |cell: Cell, side: Dir| board.edge(cell, side).is_none_or(|edge| edge.open);
    if !dir.is_diagonal() {
        return open(cell, dir);
    }
    let (a, b, goal) = (dir.turned(7), dir.turned(1), cell.step(dir));
    let corners = board.is_solid(cell.step(a)) && board.is_solid(cell.step(b));
    let own = open(cell, a) && open(cell, b);
    own && open(goal, a.opposite()) && open(goal, b.opposite()) && !corners
}

/// Directions in which an object can be shoved, straight away first: into a free cell that is no
/// higher and no closer to the shover, as far as its side knows.
fn shove_directions(position: Position<'_>, unit: &Unit, thing: &Thing) -> Vec<(Dir, Cell)> {
    hidden::as_known(position.ctx, unit.side(), |ctx| {
        unblocked_directions(Position { ctx, ..position }, unit, thing)
    })
}

fn unblocked_directions(position: Position<'_>, unit: &Unit, thing: &Thing) -> Vec<(Dir, Cell)> {
    let board = position.ctx.field.board();
    let Some(own) = position.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    let floor = |cell: Cell| board.tile(cell).filter(|t| !t.is_solid()).map(|t| t.elevation);
    let Some(from) = floor(thing.cell) else { return Vec::new() };
    let here = Room::point(thing.cell, own.feet);
    let ((ax, ay), (bx, by)) = (own.middle2(), here.middle2());
    let straight = Dir::towards(bx - ax, by - ay).unwrap_or(unit.placement.facing);
    let step = position.content.rules.push_step;
    let all = shove::order(straight).into_iter().map(|dir| (dir, thing.cell.step(dir)));
    let fits = |(_, cell): &(Dir, Cell)| {
        let away = |cell: Cell| Room::point(cell, own.feet).distance(&own, Diagonals::One);
        let level = floor(*cell).is_some_and(|feet| feet - from <= step);
        let empty = board.thing_in(*cell).is_none() && is_free(position, *cell);
        level && empty && away(*cell) >= away(thing.cell)
    };
    let all = all.filter(|(dir, _)| is_open(board, thing.cell, *dir));
    all.filter(fits).collect()
}

/// Checks whether a combatant can shove a thing: it must be movable, within reach and not too
/// large, with a free cell to move into (MO-132).
///
/// # Errors
/// Why not.
pub fn check(position: Position<'_>, unit: &Unit, target: Target) -> Result<(), Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, "MO-132"));
    let Some((id, thing, size)) = movable(position, target) else {
        return refuse("no_target", "there is nothing movable");
    };
    if !objects::within_melee(position, unit.id(), Object::Thing(id), 1) {
        return refuse("out_of_range", "it is not within 1 m");
    }
    if size.above(position.size(unit.id())) > 1 {
        return refuse("too_large", "more than one size larger");
    }
    if !seems_free(position, unit, thing.cell) {
        return refuse("blocked", "a creature is on it");
    }
    if shove_directions(position, unit, thing).is_empty() {
        return refuse("no_room", "there is no free cell for it");
    }
    Ok(())
}

/// The direction named by a variant; `None` for the empty variant, which leaves the choice to a
/// question.
///
/// # Errors
/// If the thing cannot be shoved there.
pub fn variant(
    position: Position<'_>,
    unit: &Unit,
    target: Target,
    choice: &str,
) -> Result<Option<Dir>, Refusal> {
    let thing = movable(position, target).map(|(_, thing, _)| thing);
    let ways = thing.map_or_else(Vec::new, |thing| shove_directions(position, unit, thing));
    let named = ways.iter().map(|(dir, _)| *dir).find(|dir| compass(*dir) == choice);
    match named {
        None if !choice.is_empty() => {
            Err(Refusal::new("no_such_variant", "it cannot be shoved there", "MO-129"))
        }
        named => Ok(named),
    }
}

/// The things that a combatant can shove now.
pub fn targets(position: Position<'_>, unit: &Unit) -> Vec<Target> {
    let things = position.ctx.field.board().things().map(|(id, _)| Target::Thing(id));
    things.filter(|target| check(position, unit, *target).is_ok()).collect()
}

/// Shoves a thing, without a roll (MO-132).
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while a decision is missing.
pub fn run(position: Position<'_>, step: &ShiftThing, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some((id, thing, _)) = movable(position, Target::Thing(step.thing)) else { return nothing };
    let (act, price) = (Advanced::Shove, Advanced::Shove.price(content));
    let at = (Vec::new(), Some(thing.cell.into()));
    let mut events = vec![events::declared_at(unit, (act.act(), act.name()), at, "MO-132")];
    events.extend(budget::pay(unit, price, act.name(), "MO-129"));
    let ways = shove_directions(position, unit, thing);
    let named = ways.iter().position(|(dir, _)| Some(*dir) == step.dir);
    let at = match named {
        Some(at) => at,
        None if ways.len() < 2 => 0,
        None => {
            let choices = ways.iter().map(|(dir, cell)| Choice {
                place: Some((*cell).into()),
                ..Choice::new(compass(*dir), compass(*dir))
            });
            let side = decider::of(ctx.state, unit);
            let answer = oracle.ask(Prompt {
                kind: Key::of(shove::WHERE),
                about: Key::default(),
                side,
                unit: Some(unit.id()),
                text: format!("Where does the {} go?", thing.kind.spec().name),
                choices: choices.collect(),
                default: 0,
                rule: RuleId::of("MO-129"),
            })?;
            usize::from(answer.0)
        }
    };
    match ways.get(at) {
        Some((_, cell)) if [thing.cell, *cell].into_iter().all(|c| is_free(position, c)) => {
            events.extend(moved(position, id, Thing { cell: *cell, ..thing.clone() }, "MO-132"));
        }
        _ => events.push(blocked(unit)),
    }
    Ok(Outcome::done(events))
}

/// The events of a thing that moves or is flipped. It keeps its damage.
fn moved(position: Position<'_>, id: ThingId, thing: Thing, rule: &'static str) -> Vec<Event> {
    let state = position.ctx.state;
    // A moved object gets a new number.
    let mut board = (*state.scene.board).clone();
    board.remove_thing(id);
    let Some(new) = board.add_thing(thing.clone()) else { return Vec::new() };
    let wet = Object::Thing(new).is_in_water(&board);
    let out =
        if wet { objects::put_out(position, Object::Thing(id), "in water") } else { Vec::new() };
    let change = BoardChange::ThingMoved { id, thing };
    let mut events = out;
    events.push(events::board(change, rule));
    events.extend(Object::Thing(id).passes_on(state, Object::Thing(new), rule));
    events
}

/// The table that a target names, if the combatant can flip it from where it stands.
///
/// # Errors
/// The reason why it cannot be flipped; `None` if the target is no table.
pub fn table(
    position: Position<'_>,
    unit: &Unit,
    target: Target,
) -> Option<Result<ThingId, Refusal>> {
    let refuse = |code, text: &str| Some(Err(Refusal::new(code, text, "MO-90")));
    let (id, thing, _) = movable(position, target)?;
    if thing.kind != ThingKind::Table {
        return None;
    }
    if !objects::within_melee(position, unit.id(), Object::Thing(id), 1) {
        return refuse("out_of_range", "it is not within 1 m");
    }
    if !seems_free(position, unit, thing.cell) {
        return refuse("blocked", "a creature is on it");
    }
    Some(Ok(id))
}

/// Flips a table onto its side: its length becomes its height (MO-90).
pub fn flip(position: Position<'_>, unit: &Unit, id: ThingId) -> Vec<Event> {
    let Some(thing) = position.ctx.field.board().thing(id) else { return Vec::new() };
    if !is_free(position, thing.cell) {
        return vec![blocked(unit)];
    }
    let height = thing.height.max(thing.kind.spec().height);
    let turned = Thing { turn: (thing.turn + 1) % 4, height, ..thing.clone() };
    moved(position, id, turned, "MO-90")
}
