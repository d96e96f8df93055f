//! Who could strike where in the next turn.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::grid::{Cell, Diagonals, Hm, MAX_SIDE, Outlook, Room, UnitId};
use crate::rules::Ruleset;
use crate::rules::engine;
use crate::rules::ruleset::{Aim, Ctx};

use super::{About, Lens, LensCell, LensModel, Shade, UPRIGHT, known_foes, somebody};

/// Acts that go this far are shots: they count from where the foe stands, with a clear line.
const AFAR: u32 = 4;
/// Nobody strikes hand to hand over a step of this much or more.
const TOO_HIGH: Hm = Hm(5);

/// How many foes could strike each cell in their next turn: hand to hand after a walk, from afar
/// from where they stand.
pub fn threat(rules: &dyn Ruleset, ctx: Ctx<'_>, about: &About) -> LensModel {
    let foes = known_foes(ctx, about);
    // As they will be when their turn begins.
    let mut next = ctx.state.clone();
    for id in &foes {
        if let Some(unit) = next.unit_mut(*id) {
            *unit = rules.refreshed(unit);
        }
    }
    let height = about.actor.and_then(|id| ctx.field.body(id)).map_or(UPRIGHT, |b| b.height);
    let struck: Vec<BTreeSet<Cell>> = engine::with_ctx(rules, &next, |ctx| {
        foes.par_iter().map(|foe| strikes(rules, ctx, *foe, height)).collect()
    });
    let cells = ctx.field.board().cells().filter_map(|cell| {
        let count = struck.iter().filter(|cells| cells.contains(&cell)).count();
        let shade = Shade::try_from(count.min(4)).unwrap_or(4);
        (count > 0).then(|| LensCell { cell, shade, text: count.to_string() })
    });
    LensModel {
        cells: cells.collect(),
        ..LensModel::blank(
            Lens::Threat,
            "Threat: foes who could strike there in their next turn",
            "Hand to hand after a walk, or a shot from where they stand now.",
        )
    }
}

/// The cells that one foe could strike.
fn strikes(rules: &dyn Ruleset, ctx: Ctx<'_>, foe: UnitId, height: Hm) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    let Some(body) = ctx.field.body(foe) else { return cells };
    let Some(room) = body.room() else { return cells };
    let means = rules.means_of_foe(ctx, foe).unwrap_or_default();
    let at_one = means.iter().filter(|m| m.against_foes && m.aim == Aim::Unit && m.cue.is_none());
    let spans: Vec<u32> = at_one.map(|m| u32::from(m.span)).collect();
    let board = ctx.field.board();
    let on = |cell: Cell| Some(Room { height, ..Room::point(cell, board.footing(cell, height)?) });
    if let Some(shot) = spans.iter().copied().filter(|span| *span >= AFAR).max() {
        let outlook = Outlook::new(board, body);
        let hit = |cell: &Cell| {
            let Some(there) = on(*cell) else { return false };
            let near = room.distance(&there, Diagonals::One) <= shot;
            near && outlook.sees(&somebody(*cell, there.feet, height))
        };
        cells.extend(around(room, shot).filter(hit));
    }
    if let Some(reach) = spans.iter().copied().filter(|span| *span < AFAR).max() {
        let reach_map = rules.reach_walking(ctx, foe);
        let here = (room.cell, room.feet);
        let stops = reach_map.stops().iter().filter(|stop| stop.tier == 0);
        let stops = stops.map(|stop| (stop.cell, stop.feet));
        for (cell, feet) in stops.chain([here]) {
            let from = room.at(cell, feet);
            for at in around(from, reach) {
                if cells.contains(&at) {
                    continue;
                }
                let Some(there) = on(at) else { continue };
                let near = from.distance(&there, Diagonals::One) <= reach;
                if near && (feet - there.feet).abs() < TOO_HIGH {
                    cells.insert(at);
                }
            }
        }
    }
    cells
}

/// The cells that lie no further from a room in plan, with those off the board.
fn around(room: Room, far: u32) -> impl Iterator<Item = Cell> {
    let far = i16::try_from(far.min(u32::from(MAX_SIDE))).unwrap_or_default();
    let last = far + i16::from(room.size.max(1)) - 1;
    let row = move |dy: i16| (-far..=last).map(move |dx| room.cell.offset(dx, dy));
    (-far..=last).flat_map(row)
}
