//! The acts that are possible from a place, and the best of them.

use std::cmp::Reverse;

use crate::grid::{Cell, UnitId};
use crate::rules::command::{Command, Target};
use crate::rules::engine;
use crate::rules::ruleset::Aim;
use crate::rules::weigh::Means;
use crate::rules::Key;

use super::view::{Other, Scene, View, squares};
use super::worth;

/// So many of the best ideas are put to the rules before giving up.
const TRIES: usize = 8;

/// An act with what it promises.
#[derive(Clone, Debug)]
pub struct Act {
    /// The command.
    pub command: Command,
    /// Its worth, in thousandths of a life.
    pub value: i64,
    /// Whom it is aimed at, if at one.
    pub target: Option<UnitId>,
    /// How far it goes, in squares.
    pub span: u16,
}

/// The command of an act.
pub fn act(unit: UnitId, act: Key, targets: Vec<Target>) -> Command {
    Command::Act { unit, act, targets, choice: Key::default() }
}

/// The best act that the rules allow from a place; none where nothing is worth doing. With `ideas`
/// only those acts and targets are looked at, and acts that are aimed at no one in particular.
pub fn best(view: &View<'_>, scene: Scene<'_>, ideas: Option<&[(usize, UnitId)]>) -> Option<Act> {
    let mut found: Vec<Act> = Vec::new();
    for (index, means) in view.means.iter().enumerate() {
        if !means.open || (means.whole_turn && scene.moved) {
            continue;
        }
        for (targets, target) in aims(view, scene, index, means, ideas) {
            let command = act(view.me.id(), means.act.clone(), targets);
            let value = worth::of(view, means, &view.weigh(scene.ctx, &command));
            if value >= worth::LEAST {
                found.push(Act { command, value, target, span: means.span });
            }
        }
    }
    found.sort_by_key(|act| Reverse(act.value));
    found
        .into_iter()
        .take(TRIES)
        .find(|act| engine::check_in(view.rules, scene.ctx, &act.command).is_ok())
}

/// The ways to aim an act from a place that are worth a thought.
fn aims(
    view: &View<'_>,
    scene: Scene<'_>,
    index: usize,
    means: &Means,
    ideas: Option<&[(usize, UnitId)]>,
) -> Vec<(Vec<Target>, Option<UnitId>)> {
    let within = |other: &Other| squares(scene.room, other.room) <= u32::from(means.span);
    let wanted = |other: &Other| {
        suits(means, other)
            && within(other)
            && ideas.is_none_or(|ideas| ideas.contains(&(index, other.id)))
    };
    match means.aim {
        Aim::Own => {
            let pointless = means.area && means.against_foes && !view.foes().any(within);
            if pointless { Vec::new() } else { vec![(Vec::new(), None)] }
        }
        Aim::Unit => {
            let everybody = view.others.iter().chain(std::iter::once(&view.own));
            everybody
                .filter(|other| wanted(other))
                .map(|other| (vec![Target::Unit(other.id)], Some(other.id)))
                .collect()
        }
        Aim::Cell => {
            let near: Vec<&Other> = view.others.iter().filter(|o| wanted(o)).collect();
            centres(&near).into_iter().map(|c| (vec![Target::Place(c.into())], None)).collect()
        }
        Aim::Edge => Vec::new(),
    }
}

/// True if an act may be of use on somebody.
pub fn suits(means: &Means, other: &Other) -> bool {
    if other.foe { means.against_foes } else { means.for_friends }
}

/// Where areas are centred: on somebody, or half-way between two who are close together.
fn centres(near: &[&Other]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = near.iter().map(|o| o.room.cell).collect();
    for (i, a) in near.iter().enumerate() {
        for b in near.iter().skip(i + 1) {
            let (a, b) = (a.room.cell, b.room.cell);
            if (2..=4).contains(&a.chebyshev(b)) {
                cells.push(Cell::new((a.x + b.x).div_euclid(2), (a.y + b.y).div_euclid(2)));
            }
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}
