//! Moving a target with an Ability, to a place that the caster chooses.

use std::cmp::Reverse;

use crate::step::{Displace, Outcome, Ran, Teleport};
use grid::{Body, Cell, Dir, Room, SideId, UnitId};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::state::Unit;
use rules::{Key, RuleId};

use super::decider;
use super::hidden;
use super::position::Position;
use super::teleport;

/// Prompt kind: where the target goes.
const DISPLACE: &str = "displace";

/// The cells within a distance in metres.
fn around(room: Room, metres: u16) -> impl Iterator<Item = Cell> {
    let far = i16::try_from(metres).unwrap_or(1);
    let square = (-far..=far).flat_map(move |dy| (-far..=far).map(move |dx| (dx, dy)));
    let others = square.filter(|(dx, dy)| (*dx, *dy) != (0, 0));
    others.map(move |(dx, dy)| room.cell.offset(dx, dy))
}

/// The free places within a distance in metres, grouped by direction. Each group starts with the
/// farthest place straight in that direction.
fn places(position: Position<'_>, target: &Unit, room: Room, metres: u16) -> Vec<(Dir, Vec<Cell>)> {
    let fits = |cell: &Cell| {
        let there = teleport::goal(position, target.id(), (*cell).into());
        let near = there.filter(|to| teleport::metres(room, *to) <= i32::from(metres));
        near.is_some_and(|to| position.ctx.field.fits(to, target.id()).is_ok())
    };
    let free: Vec<Cell> = around(room, metres).filter(fits).collect();
    let ways = Dir::ALL.into_iter().map(|dir| {
        let off = |cell: &Cell| (i32::from(cell.x - room.cell.x), i32::from(cell.y - room.cell.y));
        let lies = |cell: &&Cell| {
            let (dx, dy) = off(cell);
            Dir::towards(dx, dy) == Some(dir)
        };
        let mut cells: Vec<Cell> = free.iter().filter(lies).copied().collect();
        let (sx, sy) = dir.delta();
        let aside = |cell: &Cell| {
            let ((dx, dy), (sx, sy)) = (off(cell), (i32::from(sx), i32::from(sy)));
            dx * sy != dy * sx
        };
        cells
            .sort_by_key(|cell| (aside(cell), Reverse(room.cell.chebyshev(*cell)), cell.y, cell.x));
        (dir, cells)
    });
    ways.filter(|(_, cells)| !cells.is_empty()).collect()
}

/// The creatures known to a side that the target can be moved into, each with one cell for each
/// distance, which is also the damage; the farthest first (MO-345).
fn taken(
    position: Position<'_>,
    target: &Unit,
    side: SideId,
    (room, metres): (Room, u16),
) -> Vec<(UnitId, Vec<Cell>)> {
    let (ctx, id) = (position.ctx, target.id());
    let Some(own) = ctx.field.body(id) else { return Vec::new() };
    let goal = |cell: Cell| {
        let to = teleport::goal(position, id, cell.into())?;
        let away = teleport::metres(room, to);
        (away <= i32::from(metres)).then_some((cell, to, away))
    };
    let mut goals: Vec<(Cell, Room, i32)> = around(room, metres).filter_map(goal).collect();
    goals.sort_by_key(|(cell, _, away)| (Reverse(*away), cell.y, cell.x));
    let others = ctx.field.bodies().iter().filter(|body| {
        let blocks = body.id != id && body.blocking && !own.can_share_space_with(body);
        blocks && hidden::is_known(ctx, side, body.id)
    });
    let cells = |body: &Body| -> Vec<Cell> {
        let there = |to: &Room| body.room().is_some_and(|room| room.meets(to));
        let mut met: Vec<_> = goals.iter().filter(|(_, to, _)| there(to)).collect();
        met.dedup_by_key(|(.., away)| *away);
        met.into_iter().map(|(cell, ..)| *cell).collect()
    };
    let all = others.map(|body| (body.id, cells(body)));
    all.filter(|(_, cells)| !cells.is_empty()).collect()
}

/// Asks for one of the places in a direction; with a single place there is no question.
fn pick_cell(
    by: &Unit,
    target: &Unit,
    side: SideId,
    cells: &[Cell],
    oracle: &mut Oracle<'_>,
) -> Result<Option<Cell>, Pause> {
    if cells.len() < 2 {
        return Ok(cells.first().copied());
    }
    let choices = cells.iter().map(|cell| Choice {
        id: Key::new(&format!("{}_{}", cell.x, cell.y)),
        label: format!("{cell}"),
        place: Some((*cell).into()),
        unit: None,
    });
    let answer = oracle.ask(Prompt {
        kind: Key::of(DISPLACE),
        about: Key::default(),
        side,
        unit: Some(by.id()),
        text: format!("Into which square does {} go?", target.identity.name),
        choices: choices.collect(),
        default: 0,
        rule: RuleId::of("MO-352"),
    })?;
    Ok(cells.get(usize::from(answer.0)).copied())
}

fn displaced(
    position: Position<'_>,
    by: &Unit,
    target: &Unit,
    metres: u16,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Teleport>, Pause> {
    let ctx = position.ctx;
    let Some(room) = ctx.field.body(target.id()).and_then(Body::room) else {
        return Ok(None);
    };
    let side = decider::of(ctx.state, by);
    let places = hidden::as_known(ctx, side, |ctx| {
        places(Position { ctx, ..position }, target, room, metres)
    });
    let mut choices = vec![Choice::new("stay", "Stay")];
    choices.extend(places.iter().map(|(dir, cells)| Choice {
        id: Key::new(&format!("{dir:?}").to_lowercase()),
        label: format!("{dir:?}"),
        place: cells.first().copied().map(Into::into),
        unit: None,
    }));
    // The place is occupied: both creatures take damage, and the target stays where it was
    // (MO-345).
    let taken = taken(position, target, side, (room, metres));
    choices.extend(taken.iter().map(|(id, cells)| Choice {
        id: Key::new(&format!("unit_{}", id.0)),
        label: ctx.state.unit(*id).map_or_else(String::new, |u| u.identity.name.clone()),
        place: cells.first().copied().map(Into::into),
        unit: Some(*id),
    }));
    let answer = oracle.ask(Prompt {
        kind: Key::of(DISPLACE),
        about: Key::default(),
        side,
        unit: Some(by.id()),
        text: format!("Where does {} go?", target.identity.name),
        choices,
        default: 0,
        rule: RuleId::of("MO-352"),
    })?;
    let free = places.iter().map(|(_, cells)| cells);
    let mut groups = free.chain(taken.iter().map(|(_, cells)| cells));
    let picked = usize::from(answer.0).checked_sub(1).and_then(|at| groups.nth(at));
    let Some(cells) = picked else { return Ok(None) };
    let cell = pick_cell(by, target, side, cells, oracle)?;
    Ok(cell.map(|to| Teleport { unit: target.id(), to: to.into(), by: Some(by.id()) }))
}

/// Moves a target against its will.
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn run(position: Position<'_>, step: &Displace, oracle: &mut Oracle<'_>) -> Ran {
    let ctx = position.ctx;
    let target = ctx.unit(step.target).filter(|u| position.is_target(u.id()));
    let (Some(by), Some(target)) = (ctx.unit(step.unit), target) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let step = displaced(position, by, target, step.metres, oracle)?;
    Ok(Outcome::after(Vec::new(), step.into_iter().map(Into::into).collect(), None))
}
