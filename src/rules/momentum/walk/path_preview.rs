//! A way step by step, and where one gets after it: for previews.

use crate::grid::{Body, Pricing, Room, StepFacts, UnitId};
use crate::rules::Refusal;
use crate::rules::command::Waypoint;
use crate::rules::path_preview::{Hint, Pace, Sign, SignRules, hints, support_after};
use crate::rules::reach::ReachMap;
use crate::rules::ruleset::Ctx;
use crate::rules::state::Unit;

use super::{Far, Met, MoveState, Prices, as_move, name_of, search};
use crate::rules::momentum::data::Content;
use crate::rules::momentum::hidden;
use crate::rules::momentum::step::Descent;

const RULES: SignRules =
    SignRules { harm: "MO-306", water: "MO-301", climb: "MO-301", drop: "MO-302", door: "MO-90" };

/// Goes a path in thought, step by step: where it ends and what is spent then.
///
/// # Errors
/// Why a step is not possible. Those before it were told to `each`.
pub(super) fn follow(
    prices: &Prices<'_>,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    mut each: impl FnMut(&StepFacts<'_, '_>, &MoveState),
) -> Result<(Room, MoveState), Refusal> {
    let off = || Refusal::new("not_on_board", "it is not on the board", "MO-32");
    let mut room = ctx.field.body(unit.id()).and_then(Body::room).ok_or_else(off)?;
    let mut state = prices.start();
    for waypoint in path {
        let step = as_move(prices.budget, room, *waypoint).ok_or_else(off)?;
        let facts = ctx.field.step_from(unit.id(), room, step);
        let facts = facts.map_err(|e| Refusal::new("blocked", e.to_string(), "MO-288"))?;
        state = prices.step(&state, &facts)?;
        room = facts.to;
        each(&facts, &state);
    }
    Ok((room, state))
}

/// The steps of a path as far as it can be gone, each with what it costs and meets, as far as the
/// walker's side knows the board.
pub fn path_preview(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    descent: Descent,
) -> Vec<Pace> {
    hidden::as_known(ctx, unit.side(), |ctx| paces(content, ctx, unit, path, descent))
}

fn paces(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    descent: Descent,
) -> Vec<Pace> {
    let mut paces = Vec::new();
    let Some(prices) = Prices::new(content, ctx, unit, descent) else { return paces };
    let prices = prices.through_enemies();
    let start = prices.start().spent;
    let mut passed: Vec<UnitId> = Vec::new();
    let each = |facts: &StepFacts<'_, '_>, state: &MoveState| {
        let mut met = hints(facts, prices.climbs(facts, state.jumped), state.jumped, &RULES);
        if facts.entered.slippery > 0 && !state.jumped {
            met.push(Hint::new(Sign::Slippery, "slippery: difficult ground", "MO-290"));
        }
        for body in facts.occupants().filter(|b| prices.meets(b) == Met::Enemy) {
            if !passed.contains(&body.id) {
                passed.push(body.id);
                let text = format!("past {}: a check", name_of(ctx, body.id));
                met.push(Hint::new(Sign::Passing, text, "MO-295"));
            }
        }
        let (left, beyond) = prices.left(state);
        let dear = state.strides > 0
            && !prices.budget.leaves_an_attack(prices.budget.strides(state.strides).ap);
        paces.push(Pace {
            room: facts.to,
            support: support_after(facts, false),
            cost: u32::try_from(state.spent - start).unwrap_or_default(),
            left,
            beyond,
            tier: u8::from(dear || state.passes > 0),
            hints: met,
        });
    };
    // What cannot be gone ends the list; why it cannot is for the check to say.
    let _: Result<_, Refusal> = follow(&prices, ctx, unit, path, each);
    paces
}

/// Everywhere a combatant can go after it has gone a path, as far as its side knows the board.
pub fn reach_after(content: &Content, ctx: Ctx<'_>, id: UnitId, path: &[Waypoint]) -> ReachMap {
    let side = ctx.unit(id).map(Unit::side).unwrap_or_default();
    hidden::as_known(ctx, side, |ctx| {
        let after = || {
            let unit = ctx.unit(id).filter(|unit| unit.is_active())?;
            let body: &Body = ctx.field.body(id)?;
            let prices = Prices::new(content, ctx, unit, Descent::Usual)?.through_enemies();
            let (room, state) = follow(&prices, ctx, unit, path, |_, _| {}).ok()?;
            let field = ctx.field.with_body(body.moved(room.cell, room.feet));
            Some(search(content, Ctx { field: &field, ..ctx }, id, Far::All, Some(state)))
        };
        after().unwrap_or_else(ReachMap::empty)
    })
}
