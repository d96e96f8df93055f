//! A way step by step, and where one gets after it: for previews.

use crate::grid::{Body, Pricing, Room, StepFacts, SupportKind, UnitId};
use crate::rules::Refusal;
use crate::rules::command::Waypoint;
use crate::rules::reach::ReachMap;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Status, Unit};
use crate::rules::trail::{Hint, Pace, Sign, SignRules, hints, support_after};

use super::prices::{MoveState, OnFoot, Prices};
use super::{as_move, searched};
use crate::rules::precision::budget::Budget;
use crate::rules::precision::data::Content;
use crate::rules::precision::step::Down;

const RULES: SignRules =
    SignRules { harm: "PR-137", water: "PR-99", climb: "PR-109", drop: "PR-112", door: "PR-134" };

/// Goes a path in thought, step by step: where it ends and what is spent then.
///
/// # Errors
/// Why a step is not possible. Those before it were told to `each`.
pub(super) fn follow(
    prices: &Prices<'_>,
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    mut each: impl FnMut(&StepFacts<'_, '_>, &MoveState),
) -> Result<(Room, MoveState), Refusal> {
    let off = || Refusal::new("not_on_board", "it is not on the board", "PR-36");
    let mut room = ctx.field.body(unit.id()).and_then(Body::room).ok_or_else(off)?;
    let mut state = prices.start();
    for waypoint in path {
        let step = as_move(unit, content, room, *waypoint).ok_or_else(off)?;
        let facts = ctx
            .field
            .step_from(unit.id(), room, step)
            .map_err(|e| Refusal::new("blocked", e.to_string(), "PR-392"))?;
        state = prices.step(&state, &facts)?;
        room = facts.to;
        each(&facts, &state);
    }
    Ok((room, state))
}

/// The steps of a path as far as it can be gone, each with what it costs and meets.
pub fn trail(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    down: Down,
) -> Vec<Pace> {
    let mut paces = Vec::new();
    let Some(prices) = Prices::new(content, ctx, unit, down) else { return paces };
    let start = prices.start().spent;
    let each = |facts: &StepFacts<'_, '_>, state: &MoveState| {
        let mut met = hints(facts, prices.climbs(facts, state.jumped), state.jumped, &RULES);
        let slippery = facts.entered.slippery;
        if slippery > 0 && support_after(facts, state.jumped) == SupportKind::Ground {
            let text = if state.running {
                format!("slippery: roll {slippery} or fall")
            } else {
                "slippery, safe at a walk".to_owned()
            };
            met.push(Hint::new(Sign::Slippery, text, "PR-136"));
        }
        let (left, beyond) = prices.left(state, facts.manner);
        paces.push(Pace {
            room: facts.to,
            support: support_after(facts, false),
            cost: u32::try_from(state.spent - start).unwrap_or_default(),
            left,
            beyond,
            tier: u8::from(state.running),
            hints: met,
        });
    };
    // What cannot be gone ends the list; why it cannot is for the check to say.
    let _: Result<_, Refusal> = follow(&prices, content, ctx, unit, path, each);
    paces
}

/// Everywhere a combatant can go after it has gone a path.
pub fn reach_after(content: &Content, ctx: Ctx<'_>, id: UnitId, path: &[Waypoint]) -> ReachMap {
    let after = || {
        let unit = ctx.unit(id).filter(|unit| unit.status == Status::Active)?;
        let body = ctx.field.body(id)?;
        Budget::of(&unit.turn).check_move().ok()?;
        let prices = Prices::new(content, ctx, unit, Down::Easiest)?;
        let (room, state) = follow(&prices, content, ctx, unit, path, |_, _| {}).ok()?;
        let there: Body = body.moved(room.cell, room.feet);
        let field = ctx.field.with_body(there.clone());
        let ctx = Ctx { field: &field, ..ctx };
        let prices = Prices::new(content, ctx, unit, Down::Easiest)?.after(&state);
        let most = prices.most();
        Some(if prices.fly == 0 && !prices.alternating {
            searched(ctx, &there, &OnFoot(prices), most)
        } else {
            searched(ctx, &there, &prices, most)
        })
    };
    after().unwrap_or_else(ReachMap::empty)
}
