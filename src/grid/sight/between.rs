//! Creatures and bars on the central line between two ends.

use super::eye::{Eye, Samples};
use super::lattice::{Bundle, CELL, Point, corridor, level};
use super::obstacle::{Line, Obstacle, Part, Sides};
use super::scene::bars;
use crate::hiding::Blocker;
use crate::{Board, Body, Dir, UnitId};

/// A creature in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its number.
    pub id: UnitId,
    /// Edge length of its footprint in cells.
    pub size: u8,
    /// Whether it is prone.
    pub prone: bool,
    /// Whether its footprint shares a cell with either end.
    pub shares_space: bool,
}

/// The central line: from the eye of the first end to the middle of the second.
pub(super) fn central(a: &Samples, b: &Samples) -> Line {
    Line::new(a.eye, b.middle)
}

/// The blocking bodies on the central line, from the eye of `from` to the middle of `target`,
/// nearest to the target first (PR-229, PR-232).
///
/// Excludes both ends, and bodies entirely above or below the line or merely touched by it. Which
/// of the listed bodies count is up to the ruleset.
pub fn in_the_way<'a>(bodies: &[Body], from: impl Into<Eye<'a>>, target: &Body) -> Vec<Hit> {
    let from = from.into();
    let (Some(a), Some(b)) = (Samples::of(from), Samples::of(target.into())) else {
        return Vec::new();
    };
    let line = central(&a, &b);
    let is_end = |id: UnitId| id == target.id || matches!(from, Eye::Body(f) if f.id == id);
    let mut hits: Vec<(Part, Hit)> = bodies
        .iter()
        .filter(|c| c.blocking && !is_end(c.id))
        .filter_map(|c| {
            let (sides, _, leave) = line.meets(&bulk(c)?)?;
            let shares_space = c.cells().any(|cell| a.covers(cell) || b.covers(cell));
            let hit = Hit { id: c.id, size: c.size, prone: c.prone, shares_space };
            (sides == line.all).then_some((leave, hit))
        })
        .collect();
    hits.sort_by(|(p, x), (q, y)| {
        let order = (q.num * p.den).cmp(&(p.num * q.den));
        order.then(x.id.cmp(&y.id))
    });
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// The space that a body takes up: its entire footprint from feet to top.
fn bulk(body: &Body) -> Option<Obstacle> {
    let anchor = body.anchor()?;
    let (x, y) = (i32::from(anchor.x) * CELL, i32::from(anchor.y) * CELL);
    let side = i32::from(body.size.max(1)) * CELL;
    Some(Obstacle {
        low: Point { x, y, z: level(body.feet) },
        high: Point { x: x + side, y: y + side, z: level(body.top()) },
        soft: true,
        id: Blocker::Column(anchor),
        material: None,
        shelter: false,
    })
}

/// Whether the central line, from the eye of `from` to the middle of `target`, runs through
/// see-through bars such as those of a closed gate (PR-224).
pub fn behind_bars(board: &Board, from: &Body, target: &Body) -> bool {
    let (Some(a), Some(b)) = (Eye::from(from).stand(), Eye::from(target).stand()) else {
        return false;
    };
    board.has_bars() && board.cache().barred.get((a, b), || meets_bars(board, from, target))
}

fn meets_bars(board: &Board, from: &Body, target: &Body) -> bool {
    let (Some(a), Some(b)) = (Samples::on(board, from.into()), Samples::on(board, target.into()))
    else {
        return false;
    };
    let line = central(&a, &b);
    let mut met: Sides = 0;
    corridor(&Bundle::of(a.eye), &Bundle::of(b.middle), |cell, _| {
        for side in [Dir::N, Dir::W] {
            met |= bars(board, cell, side).fold(0, |met, bars| met | line.sides(&bars));
        }
    });
    met == line.all
}
