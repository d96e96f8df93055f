//! Line of sight between two ends.

use super::eye::{Eye, Samples};
use super::lattice::{Bundle, Strips};
use super::line_batch::LineBatch;
use super::obstacle::{Line, Obstacle, Sides};
use super::scene::{
    Relief, above_ground, add_volumes, column, is_slight, joined_scene, sight_scene,
};
use crate::hiding::Blocker;
use crate::{Board, Thing};

/// Whether any point of one end sees any point of the
/// other past hard and soft matter (PR-235). Symmetric.
///
/// Light, senses and creatures in between are up to the ruleset. Ends off the board see nothing.
pub fn sees<'a>(board: &Board, a: impl Into<Eye<'a>>, b: impl Into<Eye<'a>>) -> bool {
    let (a, b) = (a.into(), b.into());
    let (Some(from), Some(to)) = (a.stand(), b.stand()) else { return false };
    let ends = if from <= to { (from, to) } else { (to, from) };
    board.cache().sights.get(ends, || look(board, a, b))
}

/// Whether any point of one end can be reached from any point of the other past hard matter: soft
/// matter conceals, but stops nothing (MO-312). Symmetric, and true wherever [`sees()`] is.
pub fn has_line_of_effect<'a>(board: &Board, a: impl Into<Eye<'a>>, b: impl Into<Eye<'a>>) -> bool {
    let (a, b) = (a.into(), b.into());
    sees(board, a, b) || {
        let ends = Samples::on(board, a).zip(Samples::on(board, b));
        ends.is_some_and(|(a, b)| {
            joined(board, &a, &b).is_some_and(|mut hard| {
                hard.retain(|o| !o.soft);
                any_sight(&hard, &a, &b)
            })
        })
    }
}

fn look(board: &Board, a: Eye<'_>, b: Eye<'_>) -> bool {
    let ends = Samples::on(board, a).zip(Samples::on(board, b));
    ends.is_some_and(|(a, b)| between(board, &a, &b))
}

/// Whether there is sight between two ends on the board, without using the cache.
#[inline]
pub(super) fn between(board: &Board, a: &Samples, b: &Samples) -> bool {
    match glance(board, a, b) {
        Glance::Clear => true,
        Glance::Ridge => false,
        Glance::Blocked => joined(board, a, b).is_some_and(|scene| any_sight(&scene, a, b)),
    }
}

/// What the line from eye to eye shows.
enum Glance {
    /// Nothing is in its way.
    Clear,
    /// Something is in its way.
    Blocked,
    /// A ridge is in the way of every line between the two ends.
    Ridge,
}

/// Fast path: one line from eye to eye, and what rises near it.
fn glance(board: &Board, a: &Samples, b: &Samples) -> Glance {
    let line = Line::new(a.eye, b.eye);
    let relief = Relief::of(board);
    let all_lines = Strips::new(&a.crown_bundle(), &b.bundle());
    let mut met: Sides = 0;
    for strip in Strips::new(&Bundle::of(a.eye), &Bundle::of(b.eye)).iter() {
        if met != line.all {
            for (_, cell, rise) in relief.cells(&strip).filter(|(.., rise)| rise.top > strip.floor)
            {
                if rise.ground > strip.floor {
                    met |= line.sides(&column(cell, rise.ground));
                }
                if rise.top > rise.ground {
                    above_ground(board, cell, strip.floor, |o| {
                        if !is_leant_past(board, &o, a, b) {
                            met |= line.sides(&o);
                        }
                    });
                }
            }
        }
        // Where this line is blocked, most often all are.
        if met == line.all
            && relief.is_ridge(&strip)
            && all_lines.at(strip.at).is_some_and(|strip| relief.is_ridge(&strip))
        {
            return Glance::Ridge;
        }
    }
    if met != line.all {
        let mut volumes = Vec::new();
        add_volumes(board, &Bundle::of(a.eye), &Bundle::of(b.eye), &mut volumes);
        met = volumes.iter().fold(met, |met, o| met | line.sides(o));
    }
    if met == line.all { Glance::Blocked } else { Glance::Clear }
}

/// The obstacles between two ends.
pub(super) fn scene(board: &Board, a: &Samples, b: &Samples) -> Vec<Obstacle> {
    without_slight(board, sight_scene(board, &a.bundle(), &b.bundle()), a, b)
}

/// Like [`scene`], but in fewer pieces, for callers that do not need to identify them. `None` if a
/// ridge is found to block every line.
pub(super) fn joined(board: &Board, a: &Samples, b: &Samples) -> Option<Vec<Obstacle>> {
    let list = joined_scene(board, &a.bundle(), &b.bundle())?;
    Some(without_slight(board, list, a, b))
}

/// Drops levers and the like in the cells of either end.
pub(super) fn without_slight(
    board: &Board,
    mut list: Vec<Obstacle>,
    a: &Samples,
    b: &Samples,
) -> Vec<Obstacle> {
    list.retain(|o| !is_leant_past(board, o, a, b));
    list
}

/// Whether an obstacle is a lever or the like in the cells of either end.
fn is_leant_past(board: &Board, o: &Obstacle, a: &Samples, b: &Samples) -> bool {
    let Blocker::Thing(id) = o.id else { return false };
    let is_near = |t: &Thing| is_slight(t) && (a.covers(t.cell) || b.covers(t.cell));
    board.thing(id).is_some_and(is_near)
}

/// Whether any line between the two is clear.
pub(super) fn any_sight(scene: &[Obstacle], a: &Samples, b: &Samples) -> bool {
    scene.is_empty() || LineBatch::new(scene, a, b).is_open()
}
