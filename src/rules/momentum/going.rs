//! Walking along a path, square by square (MO-293 to MO-298, MO-378).

use crate::step::{Decider, Outcome, Ran, Spot, Walk};
use grid::{Body, Pricing, Room, StepMode, SupportKind, UnitId};
use rules::event::{self, Event};
use rules::kit::events;
use rules::kit::walk::{self as kit, MovementRules};
use rules::oracle::Oracle;
use rules::path_preview::support_after;
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::attachments;
use super::budget;
use super::check::Contest;
use super::data::{Content, PassFailCost, Skill};
use super::hazard;
use super::held;
use super::hidden;
use super::position::Position;
use super::react;
use super::summon;
use super::walk::{MoveState, Mover, Obstruction, Prices};

/// Getting past an enemy (MO-295).
pub const PASS: Contest = Contest {
    own: &[Skill::RawForce, Skill::Athletics, Skill::Nimbleness],
    theirs: &[Skill::RawForce, Skill::Athletics],
    size_tells: false,
};

/// Walks one square of a path; the rest follows in later runs. Falls, reactions and held actions
/// are resolved in between, and the walk continues only if the walker still can.
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while dice are missing.
pub fn run(position: Position<'_>, step: &Walk, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let over = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return over };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return over };
    let Some(prices) = Prices::new(content, ctx, unit, step.descent) else { return over };
    let mover = Mover::new(content, ctx);
    let free = step.free.map(|spot| (spot.cell, spot.feet));
    let goes_back = || kit::go_back(&mover, ctx, (unit, room), step.stands, free);
    let stays = || Ok(Outcome::done(goes_back()));
    let Some((next, rest)) = step.path.split_first() else { return stays() };
    if kit::is_stopped(unit, room, step.stands, step.crawls) {
        return stays();
    }
    let decider = decider(content, ctx, unit);
    if step.decider != Decider::Unknown && step.decider != decider {
        // An order ends with its giver; unused metres stay available (MO-446).
        return stays();
    }
    let Some(next) = kit::as_move(prices.budget.flies(), room, *next) else { return stays() };
    let Ok(facts) = ctx.field.step_from(unit.id(), room, next) else { return stays() };
    let before = prices.start();
    let priced = hidden::as_known(ctx, unit.side(), |ctx| price(content, ctx, unit, room, step));
    let Some(after) = priced else { return stays() };
    if after.strides > 0 {
        // Movement was lost on the way; more is bought only on command.
        return stays();
    }
    let in_the_way = facts.occupants().filter(|b| prices.meets(b) != Obstruction::Free);
    let met: Vec<UnitId> =
        in_the_way.map(|b| b.id).filter(|id| is_new(ctx, unit, step, *id)).collect();
    if !met.is_empty() {
        let spent = lost_square(content, &prices, before.spent, after.spent);
        let mut events = run_into(ctx, unit, &met, spent);
        events.extend(goes_back());
        return Ok(Outcome::done(events));
    }
    if !step.warned {
        let mut blows = react::leaving(content, ctx, unit, facts.to);
        blows.extend(held::leaving(Position { content, ctx }, unit.id()));
        if !blows.is_empty() {
            let here = Walk { warned: true, stands: Some(room.cell), decider, ..step.clone() };
            return Ok(Outcome::after(Vec::new(), blows, Some(here.into())));
        }
    }
    let mut passed = step.passed.clone();
    let mut events = Vec::new();
    for body in facts.occupants().filter(|b| prices.meets(b) == Obstruction::Enemy) {
        let Some(enemy) = ctx.unit(body.id).filter(|u| !passed.contains(&u.id())) else { continue };
        let (won, rolls) = PASS.make(position, unit, enemy, oracle)?;
        events.extend(rolls);
        if !won {
            let spent = lost_square(content, &prices, before.spent, after.spent);
            events.extend(spent.map(|spent| budget::moved(unit, spent)));
            events.extend(goes_back());
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
    events.extend(mover.pay(unit, &before, &after));
    events.extend(kit::opened(ctx, &facts, mover.rules().opened));
    let manner =
        if facts.manner == StepMode::Fly { event::MoveKind::Fly } else { event::MoveKind::Walk };
    let went = (manner, after.spent - before.spent);
    let mut moved = events::moved(unit, (room, to), support, went, mover.rules().moved);
    moved.seen_by = hidden::witnesses(ctx, unit);
    events.push(moved);
    events.extend(attachments::carry(ctx, unit, room, to));
    let (dragged, mut harm) = along;
    events.extend(dragged);
    if !after.jumped && support != SupportKind::Body {
        harm.extend(hazard::step(unit.id(), &facts.entered));
    }
    // The place to return to if it is stopped in an occupied square.
    let here = || Spot { cell: room.cell, feet: room.feet };
    let next_step = Walk {
        path: rest.to_vec(),
        warned: false,
        stands: Some(to.cell),
        free: if prices.taken_by(room).is_none() { Some(here()) } else { step.free },
        passed,
        decider,
        ..step.clone()
    };
    Ok(Outcome::after(events, harm, Some(next_step.into())))
}

/// The side that decides for a unit now, if any (MO-118, MO-278).
fn decider(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Decider {
    if summon::is_wild(content, ctx.state, unit) {
        return Decider::NoSide;
    }
    ctx.state.commander(unit.id()).map_or(Decider::NoSide, Decider::Side)
}

/// Cost of the next step of a walk, as far as the walker's side knows.
fn price(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    room: Room,
    step: &Walk,
) -> Option<MoveState> {
    let prices = Prices::new(content, ctx, unit, step.descent)?;
    let next = kit::as_move(prices.budget.flies(), room, *step.path.first()?)?;
    let facts = ctx.field.step_from(unit.id(), room, next).ok()?;
    prices.step(&prices.start(), &facts).ok()
}

/// Total metres moved after failing to enter a square. `None` if they stay the same (MO-297).
pub fn lost_square(content: &Content, prices: &Prices<'_>, before: i32, after: i32) -> Option<i32> {
    let spent = match content.rules.pass_fail_cost {
        PassFailCost::SquareSpent => after,
        PassFailCost::Nothing => before,
        PassFailCost::TurnMovement => after.max(prices.budget.metres()),
    };
    (spent != before).then_some(spent)
}

/// Whether a unit is unknown to the walker's side, or was when the walk began: the walker did not
/// intend to pass it.
fn is_new(ctx: Ctx<'_>, walker: &Unit, step: &Walk, id: UnitId) -> bool {
    step.unknown.contains(&id) || !hidden::is_known(ctx, walker.side(), id)
}

/// A walk ends in front of a unit that its side did not know of. A unit bumped into unseen is
/// found, and the movement for its square is spent as on a failed check. A unit that came into view
/// on the way only stops the walk (MO-125, MO-126, MO-297).
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
