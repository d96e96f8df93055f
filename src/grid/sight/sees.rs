//! Line of sight between two ends.

use super::eye::{Eye, Samples};
use super::lattice::Bundle;
use super::line_batch::LineBatch;
use super::obstacle::{Line, Obstacle};
use super::ray::is_clear;
use super::scene::{Broken, deep_scene, is_slight, joined_scene, sight_scene};
use crate::Board;
use crate::hiding::Blocker;

/// Whether any point of one end sees any point of the
/// other past hard and soft matter (PR-235). Symmetric.
///
/// Light, senses and creatures in between are up to the ruleset. Ends off the board see nothing.
pub fn sees<'a>(board: &Board, a: impl Into<Eye<'a>>, b: impl Into<Eye<'a>>) -> bool {
    let (a, b) = (a.into(), b.into());
    let (Some(from), Some(to)) = (a.stand(), b.stand()) else { return false };
    let ends = if from <= to { (from, to) } else { (to, from) };
    board.found().sights.get(ends, || look(board, a, b))
}

/// Whether any point of one end can be reached from any point of the other past hard matter: soft
/// matter conceals, but stops nothing (MO-312). Symmetric, and true wherever [`sees()`] is.
pub fn has_line_of_effect<'a>(board: &Board, a: impl Into<Eye<'a>>, b: impl Into<Eye<'a>>) -> bool {
    let (a, b) = (a.into(), b.into());
    sees(board, a, b) || {
        let ends = Samples::on(board, a).zip(Samples::on(board, b));
        ends.is_some_and(|(a, b)| {
            let mut hard = scene(board, &a, &b);
            hard.retain(|o| !o.soft);
            any_sight(&hard, &a, &b)
        })
    }
}

fn look(board: &Board, a: Eye<'_>, b: Eye<'_>) -> bool {
    let ends = Samples::on(board, a).zip(Samples::on(board, b));
    ends.is_some_and(|(a, b)| between(board, [&a, &a.crown()], &b))
}

/// Whether there is sight between two ends on the board, without using the cache. The first end is
/// given by all its points and by its highest.
#[inline]
pub(super) fn between(board: &Board, from: [&Samples; 2], b: &Samples) -> bool {
    eye_to_eye(board, from[0], b)
        || joined(board, from, b).is_some_and(|(a, scene)| any_sight(&scene, a, b))
}

/// Fast path: one line from eye to eye, among the few obstacles near it.
fn eye_to_eye(board: &Board, a: &Samples, b: &Samples) -> bool {
    joined_scene(board, &Bundle::of(a.eye), &Bundle::of(b.eye)).is_some_and(|list| {
        list.is_empty() || {
            let list = without_slight(board, list, a, b);
            is_clear(&list, &Line::new(a.eye, b.eye), &mut 0)
        }
    })
}

/// The obstacles between two ends.
pub(super) fn scene(board: &Board, a: &Samples, b: &Samples) -> Vec<Obstacle> {
    without_slight(board, sight_scene(board, &a.bundle(), &b.bundle()), a, b)
}

/// Like [`scene`], but in fewer pieces, for callers that do not need to identify them. Also returns
/// the points of the first end (given by all and by the highest) that see as much as all do:
/// obstacles that reach down without limit block at least as much from a lower point. `None` if the
/// ground is found to block every line.
pub(super) fn joined<'s>(
    board: &Board,
    [all, crown]: [&'s Samples; 2],
    b: &Samples,
) -> Option<(&'s Samples, Vec<Obstacle>)> {
    let to = b.bundle();
    let (from, scene) = match deep_scene(board, &crown.bundle(), &to) {
        Ok(scene) => (crown, scene),
        Err(Broken::Ridge) => return None,
        Err(Broken::Shallow) => (all, joined_scene(board, &all.bundle(), &to)?),
    };
    Some((from, without_slight(board, scene, from, b)))
}

/// Drops levers and the like in the cells of either end.
pub(super) fn without_slight(
    board: &Board,
    mut list: Vec<Obstacle>,
    a: &Samples,
    b: &Samples,
) -> Vec<Obstacle> {
    list.retain(|o| match o.id {
        Blocker::Thing(id) => board
            .thing(id)
            .is_none_or(|t| !(is_slight(t) && (a.covers(t.cell) || b.covers(t.cell)))),
        Blocker::Column(_) | Blocker::Edge(..) | Blocker::Volume(_) => true,
    });
    list
}

/// Whether any line between the two is clear.
pub(super) fn any_sight(scene: &[Obstacle], a: &Samples, b: &Samples) -> bool {
    scene.is_empty() || LineBatch::new(scene, a, b).is_open()
}
