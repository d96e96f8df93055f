//! The floors beyond the range or the sight of an act that is being aimed.

use rayon::prelude::*;

use grid::{Diagonals, FloorAt, Outlook, Room, UnitId};
use rules::ruleset::{Aim, Ctx};
use rules::state::State;
use rules::{Key, Ruleset, engine, estimate};

use super::model::{UPRIGHT, stand_in};
use super::threat::{AFAR, standing};

/// The floors of the board on which a unit cannot aim an act at a unit of human size: too far
/// away, or out of its sight. Empty for acts that are not aimed at units, and where the ruleset
/// states no range.
pub fn beyond(rules: &dyn Ruleset, state: &State, unit: UnitId, act: &Key) -> Vec<FloorAt> {
    engine::with_ctx(rules, state, |ctx| {
        span_of(rules, ctx, unit, act).map_or_else(Vec::new, |span| outside(ctx, unit, span))
    })
}

/// The longest range of an act in squares.
fn span_of(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId, act: &Key) -> Option<u32> {
    let all = rules.act_summaries(ctx, unit);
    let all = all.unwrap_or_else(|| estimate::summaries_by_offers(rules, ctx, unit));
    let aimed = all.iter().filter(|m| m.act == *act && matches!(m.aim, Aim::Unit | Aim::Part));
    aimed.map(|m| m.span).max().filter(|span| *span < u16::MAX).map(u32::from)
}

fn outside(ctx: Ctx<'_>, unit: UnitId, span: u32) -> Vec<FloorAt> {
    let Some(body) = ctx.field.body(unit) else { return Vec::new() };
    let Some(room) = body.room() else { return Vec::new() };
    let board = ctx.field.board();
    let outlook = (span >= AFAR).then(|| Outlook::new(board, body));
    let within = |at: FloorAt| {
        let height = at.floor.or_else(|| board.tile(at.cell).map(|tile| tile.surface()));
        // Where nothing can stand on that floor, the nearest place is on another one.
        let there = height.and_then(|near| standing(board, at.cell, (1, UPRIGHT), near));
        let on_it = |room: &Room| board.floor_below(at.cell, room.feet).floor == at.floor;
        let Some(there) = there.filter(on_it) else { return false };
        let sees =
            |outlook: &Outlook<'_>| outlook.sees(&stand_in(there.cell, there.feet, there.height));
        room.distance(&there, Diagonals::One) <= span && outlook.as_ref().is_none_or(sees)
    };
    let own: Vec<FloorAt> = room.cells().map(|cell| board.floor_below(cell, room.feet)).collect();
    let ground = board.cells().map(FloorAt::from);
    let floors = ground.chain(board.cells().flat_map(|cell| board.upper_floors(cell)));
    let floors: Vec<FloorAt> = floors.filter(|at| !own.contains(at)).collect();
    floors.into_par_iter().filter(|at| !within(*at)).collect()
}
