//! Movement: the price of every step, and where a combatant can go (MO-32, MO-33, MO-92 to MO-94,
//! MO-287 to MO-306).

mod path_preview;
mod prices;

use std::sync::Arc;

use crate::grid::{self, Body, Cell, Hm, Move, Reach, Room, UnitId};
use crate::rules::command::Waypoint;
use crate::rules::momentum::step::{Descent, Outcome, Plan, Step, Stride};
use crate::rules::reach::{ReachMap, ReachStop, SearchedWays, Ways};
use crate::rules::ruleset::{Ctx, Warning};
use crate::rules::state::Unit;
use crate::rules::{Refusal, RuleId};

use super::budget::{self, Budget, Strides};
use super::data::Content;
use super::hidden;
use super::names::Basic;

use path_preview::follow;
pub use path_preview::{path_preview, reach_after};
pub use prices::{Met, MoveState, Prices};

/// A waypoint as a step from where the body is.
pub fn as_move(budget: Budget<'_>, from: Room, to: Waypoint) -> Option<Move> {
    let cell = to.cell()?;
    Some(match to.feet {
        None => Move::Walk { to: cell },
        Some(feet) if cell == from.cell && !budget.flies() => Move::Climb { feet },
        Some(feet) => Move::Fly { to: cell, feet },
    })
}

/// How far a search of the ways goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// As far as all AP lead.
    All,
    /// As far as one gets with an Attack to spare.
    Ordinary,
}

/// Everywhere a combatant can go at this point of its turn, as far as its side knows the board.
/// Tier 0 leaves the AP of an Attack.
pub fn reach(content: &Content, ctx: Ctx<'_>, id: UnitId, far: Far) -> ReachMap {
    let side = ctx.unit(id).map(Unit::side).unwrap_or_default();
    hidden::as_known(ctx, side, |ctx| search(content, ctx, id, far, None))
}

/// As [`reach`]; `begun` is what a way has cost that was gone in thought before.
fn search(
    content: &Content,
    ctx: Ctx<'_>,
    id: UnitId,
    far: Far,
    begun: Option<MoveState>,
) -> ReachMap {
    let Some(unit) = ctx.unit(id).filter(|u| u.is_active()) else { return ReachMap::empty() };
    let Some(body) = ctx.field.body(id) else { return ReachMap::empty() };
    let Some(prices) = Prices::new(content, ctx, unit, Descent::Usual) else {
        return ReachMap::empty();
    };
    let prices = if far == Far::Ordinary { prices.ordinary() } else { prices };
    let prices = match begun {
        Some(state) => prices.after(state),
        None => prices,
    };
    let (budget, most) = (prices.budget, prices.most());
    let tier = |state: &MoveState| {
        let strides = state.strides;
        let dear = strides > 0 && !budget.leaves_an_attack(budget.strides(strides).ap);
        u8::from(dear || state.passes > 0)
    };
    let Some(free) = grid::reach(ctx.field, body, &prices, most) else {
        return ReachMap::empty();
    };
    let start = body.anchor().unwrap_or_default();
    let mut stops = stops_of(&free, tier);
    let free = SearchedWays { reach: free, start };
    if far == Far::Ordinary || budget.flies() || !prices.may_meet_enemies(most) {
        return ReachMap::new(stops, Arc::new(free));
    }
    // Where one gets only past an enemy.
    let Some(past) = grid::reach(ctx.field, body, &prices.through_enemies(), most) else {
        return ReachMap::new(stops, Arc::new(free));
    };
    let more = stops_of(&past, tier).into_iter();
    let more = more.filter(|stop| free.reach.state_at(stop.cell, stop.feet).is_none());
    let more: Vec<ReachStop> = more.collect();
    stops.extend(more);
    let past = SearchedWays { reach: past, start };
    ReachMap::new(stops, Arc::new(Either { free, past }))
}

fn stops_of(reach: &Reach<MoveState, i32>, tier: impl Fn(&MoveState) -> u8) -> Vec<ReachStop> {
    let stop = |(stop, tier): (grid::Stop, u8)| ReachStop {
        cell: stop.cell,
        feet: stop.feet,
        cost: stop.cost,
        tier,
    };
    reach.stops_with(tier).into_iter().map(stop).collect()
}

/// Ways round all enemies, and ways past them where there is no other.
struct Either {
    free: SearchedWays<MoveState, i32>,
    past: SearchedWays<MoveState, i32>,
}

impl Ways for Either {
    fn way(&self, cell: Cell, feet: Hm) -> Option<Vec<Waypoint>> {
        self.free.way(cell, feet).or_else(|| self.past.way(cell, feet))
    }
}

/// Whether a path can be gone as far as the walker's side knows, and what has to be bought for it.
///
/// # Errors
/// Why the path, or stopping at its end, is not possible.
pub fn check(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    descent: Descent,
) -> Result<Strides, Refusal> {
    hidden::as_known(ctx, unit.side(), |ctx| check_known(content, ctx, unit, path, descent))
}

fn check_known(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    descent: Descent,
) -> Result<Strides, Refusal> {
    if path.is_empty() {
        return Err(Refusal::new("no_path", "the path is empty", "MO-32"));
    }
    if path.len() > 400 {
        return Err(Refusal::new("too_far", "no move has more than 400 steps", "MO-32"));
    }
    let off = || Refusal::new("not_on_board", "it is not on the board", "MO-32");
    let prices = Prices::new(content, ctx, unit, descent).ok_or_else(off)?.through_enemies();
    let (room, state) = follow(&prices, ctx, unit, path, |_, _| {})?;
    if let Some(body) = prices.taken_by(room) {
        let rule = if prices.meets(body) == Met::Friend { "MO-293" } else { "MO-298" };
        let text = format!("{} is there", name_of(ctx, body.id));
        return Err(Refusal::new("occupied", text, rule));
    }
    Ok(prices.budget.strides(state.strides))
}

fn name_of(ctx: Ctx<'_>, id: UnitId) -> String {
    ctx.unit(id).map_or_else(String::new, |u| u.identity.name.clone())
}

/// What to think twice about on a path: enemies that have to be got past (MO-295).
pub fn warnings(content: &Content, ctx: Ctx<'_>, unit: &Unit, path: &[Waypoint]) -> Vec<Warning> {
    hidden::as_known(ctx, unit.side(), |ctx| warned_of(content, ctx, unit, path))
}

fn warned_of(content: &Content, ctx: Ctx<'_>, unit: &Unit, path: &[Waypoint]) -> Vec<Warning> {
    let Some(prices) = Prices::new(content, ctx, unit, Descent::Usual) else { return Vec::new() };
    let Some(mut room) = ctx.field.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    let mut met: Vec<UnitId> = Vec::new();
    for waypoint in path {
        let Some(step) = as_move(prices.budget, room, *waypoint) else { break };
        let Ok(facts) = ctx.field.step_from(unit.id(), room, step) else { break };
        let enemies = facts.occupants().filter(|b| prices.meets(b) == Met::Enemy);
        let new: Vec<UnitId> = enemies.map(|b| b.id).filter(|id| !met.contains(id)).collect();
        met.extend(new);
        room = facts.to;
    }
    let warn = |id: &UnitId| Warning {
        text: format!("It has to get past {}: an opposed check.", name_of(ctx, *id)),
        rule: RuleId::of("MO-295"),
    };
    met.iter().map(warn).collect()
}

/// Gains movement: a Move or a Sprint (MO-92 to MO-94).
pub fn stride(content: &Content, ctx: Ctx<'_>, step: &Stride) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let Some(budget) = Budget::of(content, unit) else { return Outcome::done(Vec::new()) };
    let (act, rule) = if step.sprint { (Basic::Sprint, "MO-94") } else { (Basic::Move, "MO-92") };
    let mut events = budget::pay(unit, step.ap, "movement", rule);
    events.push(budget::gained(unit, &act.act(), step.count * budget.basic()));
    Outcome::done(events)
}

/// The step that gains movement.
pub fn stride_step(unit: UnitId, strides: Strides) -> Step {
    let Strides { count, ap, sprint } = strides;
    Stride { unit, count, ap, sprint }.into()
}

/// Adds the step that buys movement, with a word about it (MO-92, MO-94).
pub fn buy(unit: &Unit, strides: Strides, plan: &mut Plan) {
    if strides.ap > 0 {
        plan.steps.push(stride_step(unit.id(), strides));
        let (rule, what) = if strides.sprint { ("MO-94", "a Sprint") } else { ("MO-92", "Move") };
        let text = format!("This takes {what}: {} AP.", strides.ap);
        plan.warnings.push(Warning { text, rule: RuleId::of(rule) });
    }
}
