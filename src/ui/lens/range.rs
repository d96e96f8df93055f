//! The cells beyond the range or the sight of an act that is being aimed.

use rayon::prelude::*;

use grid::{Cell, Diagonals, Outlook, UnitId};
use rules::ruleset::{Aim, Ctx};
use rules::state::State;
use rules::{Key, Ruleset, engine, estimate};

use super::model::{About, UPRIGHT, stand_in};
use super::threat::{AFAR, level_of, standing};

/// The cells of the board at which a unit cannot aim an act at a unit of human size: too far
/// away, or out of its sight. Empty for acts that are not aimed at units, and where the ruleset
/// states no range.
pub fn beyond(rules: &dyn Ruleset, state: &State, unit: UnitId, act: &Key) -> Vec<Cell> {
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

fn outside(ctx: Ctx<'_>, unit: UnitId, span: u32) -> Vec<Cell> {
    let Some(body) = ctx.field.body(unit) else { return Vec::new() };
    let Some(room) = body.room() else { return Vec::new() };
    let board = ctx.field.board();
    let near = level_of(ctx, &About { actor: Some(unit), ..About::default() });
    let outlook = (span >= AFAR).then(|| Outlook::new(board, body));
    let within = |cell: Cell| {
        let Some(there) = standing(board, cell, (1, UPRIGHT), near) else { return false };
        let sees =
            |outlook: &Outlook<'_>| outlook.sees(&stand_in(there.cell, there.feet, there.height));
        room.distance(&there, Diagonals::One) <= span && outlook.as_ref().is_none_or(sees)
    };
    let own = room.cells().collect::<Vec<Cell>>();
    let cells: Vec<Cell> = board.cells().filter(|cell| !own.contains(cell)).collect();
    cells.into_par_iter().filter(|cell| !within(*cell)).collect()
}
