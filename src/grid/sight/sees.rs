//! Whether there is sight between two ends.

use super::eye::{Eye, Samples};
use super::fan::Fan;
use super::lattice::Bundle;
use super::obstacle::{Blocker, Line, Obstacle};
use super::ray::is_clear;
use super::scene::{is_behind_ground, is_slight, joined_scene, sight_scene};
use crate::grid::Board;

/// True when any point of one end sees any point of the other past hard and soft matter (PR-235).
/// The same from either end.
///
/// Light, senses and creatures in between are for the ruleset. Ends off the board see nothing.
pub fn sees<'a>(board: &Board, a: impl Into<Eye<'a>>, b: impl Into<Eye<'a>>) -> bool {
    let (a, b) = (a.into(), b.into());
    let (Some(from), Some(to)) = (a.stand(), b.stand()) else { return false };
    let ends = if from <= to { (from, to) } else { (to, from) };
    board.found().sights.get(ends, || look(board, a, b))
}

fn look(board: &Board, a: Eye<'_>, b: Eye<'_>) -> bool {
    let ends = Samples::on(board, a).zip(Samples::on(board, b));
    ends.is_some_and(|(a, b)| between(board, &a, &b))
}

/// True when there is sight between two ends on the board, without a look at what is remembered.
pub(super) fn between(board: &Board, a: &Samples, b: &Samples) -> bool {
    eye_to_eye(board, a, b)
        || !is_behind_ground(board, &a.bundle(), &b.bundle())
            && any_sight(&joined(board, a, b), a, b)
}

/// The usual case first: one line from eye to eye, among the few obstacles near it.
fn eye_to_eye(board: &Board, a: &Samples, b: &Samples) -> bool {
    let list = joined_scene(board, &Bundle::of(a.eye), &Bundle::of(b.eye));
    list.is_empty() || {
        let list = without_slight(board, list, a, b);
        is_clear(&list, &Line::new(a.eye, b.eye), &mut 0)
    }
}

/// The obstacles between two ends.
pub(super) fn scene(board: &Board, a: &Samples, b: &Samples) -> Vec<Obstacle> {
    without_slight(board, sight_scene(board, &a.bundle(), &b.bundle()), a, b)
}

/// The same in fewer pieces, for those who need not know what each of them is.
pub(super) fn joined(board: &Board, a: &Samples, b: &Samples) -> Vec<Obstacle> {
    without_slight(board, joined_scene(board, &a.bundle(), &b.bundle()), a, b)
}

/// Drops levers and the like where one of the ends stands.
fn without_slight(
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

/// True when any line between the two is clear.
pub(super) fn any_sight(scene: &[Obstacle], a: &Samples, b: &Samples) -> bool {
    scene.is_empty() || Fan::new(scene, a, b).is_open()
}
