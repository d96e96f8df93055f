//! Being put elsewhere by an Ability, to a place that its user picks.

use crate::grid::{Body, Cell, Dir, Room, UnitId};
use crate::rules::command::Target;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Choice, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Unit;
use crate::rules::step::{Outcome, Step};
use crate::rules::{Key, RuleId};

use super::data::Content;
use super::hiding;
use super::position::Position;
use super::teleport;

/// The step of moving somebody to a place of another's choice.
pub const DISPLACE: &str = "displace";

const METRES: &str = "metres";

/// The step in which somebody is put elsewhere at once.
pub fn displace(by: UnitId, target: UnitId, metres: u16) -> Step {
    Step::new(DISPLACE).of(by).at(Target::Unit(target)).with(METRES, metres.into())
}

/// The free places in the eight directions that are farthest off, at most so far.
fn places(ctx: Ctx<'_>, target: &Unit, room: Room, metres: u16) -> Vec<(Dir, Cell)> {
    let fits = |cell: Cell| {
        let site = ctx.field.fits_standing(cell, room.size, room.height, target.id());
        let there = site.ok().map(|site| room.at(cell, site.feet))?;
        (teleport::metres(room, there) <= i32::from(metres)).then_some(cell)
    };
    let farthest = |dir: Dir| {
        let (dx, dy) = dir.delta();
        let steps = (1..=i16::try_from(metres).unwrap_or(1)).rev();
        let cell = steps.map(|n| room.cell.offset(dx * n, dy * n)).find_map(fits)?;
        Some((dir, cell))
    };
    Dir::ALL.into_iter().filter_map(farthest).collect()
}

fn displaced(
    position: Position<'_>,
    by: &Unit,
    target: &Unit,
    metres: u16,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Step>, Pause> {
    let ctx = position.ctx;
    let Some(room) = ctx.field.body(target.id()).and_then(Body::room) else {
        return Ok(None);
    };
    let side = ctx.state.commander(by.id()).unwrap_or(by.side());
    let places = hiding::as_known(ctx, side, |ctx| places(ctx, target, room, metres));
    let mut choices = vec![Choice::new("stay", "Where it is")];
    choices.extend(places.iter().map(|(dir, cell)| Choice {
        id: Key::new(&format!("{dir:?}").to_lowercase()),
        label: format!("{cell}"),
        place: Some((*cell).into()),
        unit: None,
    }));
    // Into somebody else: both are torn, and the target is back (MO-345).
    let own = ctx.field.body(target.id());
    let near = |body: &&Body| {
        let there = body.anchor().and_then(|cell| teleport::goal(position, target.id(), cell));
        let shares = own.is_some_and(|own| own.makes_room_for(body));
        let known = hiding::is_known(ctx, side, body.id);
        let other = body.id != target.id() && body.blocking && !shares && known;
        let near = |to: Room| teleport::metres(room, to) <= i32::from(metres);
        other && there.is_some_and(near)
    };
    let bodies: Vec<&Body> = ctx.field.bodies().iter().filter(near).collect();
    let state = ctx.state;
    choices.extend(bodies.iter().map(|body| Choice {
        id: Key::new(&format!("unit_{}", body.id.0)),
        label: state.unit(body.id).map_or_else(String::new, |u| u.identity.name.clone()),
        place: body.anchor().map(Into::into),
        unit: Some(body.id),
    }));
    let answer = oracle.ask(Prompt {
        kind: Key::of(DISPLACE),
        about: Key::default(),
        side,
        unit: Some(by.id()),
        text: format!("Where is {} put?", target.identity.name),
        choices,
        default: 0,
        rule: RuleId::of("MO-352"),
    })?;
    let picked = usize::from(answer.0).checked_sub(1);
    let cell = picked.and_then(|i| match places.get(i) {
        Some((_, cell)) => Some(*cell),
        None => bodies.get(i - places.len()).and_then(|body| body.anchor()),
    });
    Ok(cell.map(|cell| teleport::step(target.id(), cell, Some(by.id()))))
}

/// Carries out a movement that somebody is forced to.
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let position = Position { content, ctx };
    let by = step.unit.and_then(|id| ctx.unit(id));
    let target =
        step.target_unit().filter(|id| position.is_target(*id)).and_then(|id| ctx.unit(id));
    let (Some(by), Some(target)) = (by, target) else { return Ok(Outcome::done(Vec::new())) };
    let metres = u16::try_from(step.scratch.int(METRES)).unwrap_or_default();
    let step = displaced(position, by, target, metres, oracle)?;
    Ok(Outcome::after(Vec::new(), step.into_iter().collect(), None))
}
