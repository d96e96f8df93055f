//! Going a path, square by square (MO-293 to MO-298, MO-378).

use crate::grid::{self, Body, Manner, Pricing, Room, SupportKind, UnitId};
use crate::rules::Key;
use crate::rules::event::{self, BoardChange, Event, EventKind};
use crate::rules::kit::events;
use crate::rules::momentum::step::{Outcome, Ran, Spot, Walk};
use crate::rules::oracle::Oracle;
use crate::rules::path_preview::support_after;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Status, Unit};

use super::attachments;
use super::budget;
use super::check::Contest;
use super::data::{Content, PassFailCost, Skill};
use super::hazard;
use super::held;
use super::hidden;
use super::position::Position;
use super::react;
use super::walk::{Met, MoveState, Prices, as_move};

/// Getting past an enemy (MO-295).
pub const PASS: Contest = Contest {
    own: &[Skill::RawForce, Skill::Athletics, Skill::Nimbleness],
    theirs: &[Skill::RawForce, Skill::Athletics],
    size_tells: false,
};

/// Walks one step of a path; the rest follows in the next runs. Whatever follows from the step
/// (falls, reactions, held actions) comes in between; the walk goes on only if the walker can.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(position: Position<'_>, step: &Walk, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let over = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return over };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return over };
    let Some(prices) = Prices::new(content, ctx, unit, step.descent) else { return over };
    let prices = prices.through_enemies();
    let stays = || Ok(Outcome::done(step_back(ctx, &prices, unit, room, step)));
    let Some((next, rest)) = step.path.split_first() else { return stays() };
    if is_stopped(unit, room, step) {
        return stays();
    }
    let Some(next) = as_move(prices.budget, room, *next) else { return stays() };
    let Ok(facts) = ctx.field.step_from(unit.id(), room, next) else { return stays() };
    let before = prices.start();
    let priced = hidden::as_known(ctx, unit.side(), |ctx| price(content, ctx, unit, room, step));
    let Some(after) = priced else { return stays() };
    if after.strides > 0 {
        // Movement was lost on the way, and more is bought only by order.
        return stays();
    }
    let in_the_way = facts.occupants().filter(|b| prices.meets(b) != Met::Nobody);
    let met: Vec<UnitId> =
        in_the_way.map(|b| b.id).filter(|id| is_new(ctx, unit, step, *id)).collect();
    if !met.is_empty() {
        let spent = lost_square(content, &prices, before.spent, after.spent);
        let mut events = run_into(ctx, unit, &met, spent);
        events.extend(step_back(ctx, &prices, unit, room, step));
        return Ok(Outcome::done(events));
    }
    if !step.warned {
        let mut blows = react::leaving(content, ctx, unit, facts.to);
        blows.extend(held::leaving(Position { content, ctx }, unit.id()));
        if !blows.is_empty() {
            let here = Walk { warned: true, stands: Some(room.cell), ..step.clone() };
            return Ok(Outcome::after(Vec::new(), blows, Some(here.into())));
        }
    }
    let mut passed = step.passed.clone();
    let mut events = Vec::new();
    for body in facts.occupants().filter(|b| prices.meets(b) == Met::Enemy) {
        let Some(enemy) = ctx.unit(body.id).filter(|u| !passed.contains(&u.id())) else { continue };
        let (won, rolls) = PASS.make(position, unit, enemy, oracle)?;
        events.extend(rolls);
        if !won {
            let spent = lost_square(content, &prices, before.spent, after.spent);
            events.extend(spent.map(|spent| budget::moved(unit, spent)));
            events.extend(step_back(ctx, &prices, unit, room, step));
            return Ok(Outcome::done(events));
        }
        passed.push(enemy.id());
    }
    let feet = if after.jumped { room.feet } else { facts.to.feet };
    let support = support_after(&facts, after.jumped);
    let to = room.at(facts.to.cell, feet);
    let (to, support) = attachments::on_its_mount(ctx, unit, to)
        .map_or((to, support), |seat| (seat, SupportKind::Body));
    let Some(along) = attachments::drag(ctx, unit, room, to) else { return stays() };
    events.push(budget::moved(unit, after.spent));
    for (cell, side) in facts.leaves() {
        let from = ctx.field.board().edge(cell, side);
        let opened = from.map(|edge| grid::Edge { open: true, ..edge });
        let change = BoardChange::Edge { cell, side, from, to: opened };
        events.push(Event::new(EventKind::Board(change), &["MO-90"]));
    }
    if after.doors > 0 {
        events.push(budget::used_free(unit, &Key::of("interact")));
    }
    let manner = if facts.manner == Manner::Fly { event::Manner::Fly } else { event::Manner::Walk };
    let went = (manner, after.spent - before.spent);
    let mut moved = events::moved(unit, (room, to), support, went, &["MO-287"]);
    moved.seen_by = hidden::witnesses(ctx, unit);
    events.push(moved);
    events.extend(attachments::carry(ctx, unit, room, to));
    let (dragged, mut harm) = along;
    events.extend(dragged);
    if !after.jumped && support != SupportKind::Body {
        harm.extend(hazard::step(unit.id(), &facts.entered));
    }
    // Where it goes back to if it is stopped in somebody's square.
    let here = || Spot { cell: room.cell, feet: room.feet };
    let next_step = Walk {
        path: rest.to_vec(),
        warned: false,
        stands: Some(to.cell),
        free: if prices.taken_by(room).is_none() { Some(here()) } else { step.free },
        passed,
        ..step.clone()
    };
    Ok(Outcome::after(events, harm, Some(next_step.into())))
}

/// What the next step of a walk costs as far as the walker's side knows.
fn price(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    room: Room,
    step: &Walk,
) -> Option<MoveState> {
    let prices = Prices::new(content, ctx, unit, step.descent)?.through_enemies();
    let next = as_move(prices.budget, room, *step.path.first()?)?;
    let facts = ctx.field.step_from(unit.id(), room, next).ok()?;
    prices.step(&prices.start(), &facts).ok()
}

/// The metres moved in all after a square that was not got into, if they change (MO-297).
fn lost_square(content: &Content, prices: &Prices<'_>, before: i32, after: i32) -> Option<i32> {
    let spent = match content.rules.pass_fail_cost {
        PassFailCost::SquareSpent => after,
        PassFailCost::Nothing => before,
        PassFailCost::TurnMovement => after.max(prices.budget.metres()),
    };
    (spent != before).then_some(spent)
}

/// True for somebody of whom the walker's side did not know when the walk began, or does not know
/// now: nobody meant to get past it.
fn is_new(ctx: Ctx<'_>, walker: &Unit, step: &Walk, id: UnitId) -> bool {
    step.unknown.contains(&id) || !hidden::is_known(ctx, walker.side(), id)
}

/// A walk ends before somebody of whom nobody knew. Who is run into unseen is found, and the
/// movement for its square is spent as on a failed check; one that came into view on the way only
/// stops the walk (MO-125, MO-126, MO-297).
pub fn run_into(ctx: Ctx<'_>, walker: &Unit, met: &[UnitId], spent: Option<i32>) -> Vec<Event> {
    let unknown = |id: &&UnitId| !hidden::is_known(ctx, walker.side(), **id);
    let found: Vec<&Unit> = met.iter().filter(unknown).filter_map(|id| ctx.unit(*id)).collect();
    let mut events = Vec::new();
    if found.is_empty() {
        return events;
    }
    events.extend(spent.map(|spent| budget::moved(walker, spent)));
    for unit in found {
        let text = format!("{} runs into {}", walker.identity.name, unit.identity.name);
        events.push(events::note(walker, text, "MO-125"));
        events.extend(hidden::found(unit, "MO-126"));
    }
    events
}

/// One who is stopped in the square of an ally ends on the last free square of its way (MO-294);
/// nobody stops in an enemy's either (MO-298).
fn step_back(
    ctx: Ctx<'_>,
    prices: &Prices<'_>,
    unit: &Unit,
    room: Room,
    step: &Walk,
) -> Vec<Event> {
    let taken = prices.taken_by(room).is_some() && !is_elsewhere(room, step);
    let Some(Spot { cell, feet }) = step.free.filter(|_| taken) else { return Vec::new() };
    let back = room.at(cell, feet);
    let carried = ctx.field.support(back, unit.id());
    let flies = unit.placement.support == SupportKind::Flight && carried == SupportKind::Nothing;
    let support = if flies { SupportKind::Flight } else { carried };
    let placed = (event::Manner::Placed, 0);
    let mut events = vec![events::moved(unit, (room, back), support, placed, &["MO-294"])];
    events.extend(attachments::carry(ctx, unit, room, back));
    events
}

/// True when the walker is no longer where its last step led.
fn is_elsewhere(room: Room, step: &Walk) -> bool {
    step.stands.is_some_and(|cell| cell != room.cell)
}

/// True when something on the way took the walker out of its walk.
fn is_stopped(unit: &Unit, room: Room, step: &Walk) -> bool {
    let under_way = step.stands.is_some();
    let fell = unit.placement.posture == Posture::Prone && !step.crawls;
    unit.status != Status::Active || (under_way && (is_elsewhere(room, step) || fell))
}
