//! The harm of a path to the unit that takes it: harmful ground, ice, falls, foes that strike at
//! passing or leaving units.

use grid::{Board, Cell, Hm, Room};
use rules::Waypoint;
use rules::command::Command;
use rules::estimate::ActOutcome;
use rules::odds;
use rules::state::Posture;

use super::risk;
use super::scoring;
use super::view::View;

/// Number of steps followed to estimate the cost of a path.
const STEPS: usize = 120;
/// Rises and drops up to this height are ordinary steps.
const STEP: Hm = Hm::metres(1);

/// The average cost of a walk to the unit, by its odds; 0 if nothing on its path is dangerous.
pub fn of(view: &View<'_>, path: &[Waypoint]) -> i64 {
    let watched =
        |(from, to): (Room, Room)| view.watches().iter().any(|watch| watch.may_be_met(from, to));
    let last =
        steps(view, path).into_iter().rposition(|step| is_rough(view, step) || watched(step));
    last.map_or(0, |last| up_to(view, path, last))
}

/// A quick estimate of the same. It supposes that acts which a path triggers are triggered only by
/// leaving their cells, or entering them; for the ground it asks the odds.
pub fn roughly(view: &View<'_>, path: &[Waypoint]) -> i64 {
    let last = steps(view, path).into_iter().rposition(|step| is_rough(view, step));
    last.map_or(0, |last| up_to(view, path, last)).max(risk::set_off(view, path))
}

/// The average cost of a walk up to its last dangerous step. Many paths begin alike.
fn up_to(view: &View<'_>, path: &[Waypoint], last: usize) -> i64 {
    let begins = path.get(..=last).unwrap_or(path);
    if let Some(known) = view.tolls.borrow().get(begins) {
        return *known;
    }
    // Where it may not stop, the rest belongs to it.
    let loss = by_odds(view, &view.move_along(begins.to_vec()))
        .or_else(|| by_odds(view, &view.move_along(path.to_vec())))
        .unwrap_or_else(|| risk::set_off(view, path));
    view.tolls.borrow_mut().insert(begins.to_vec(), loss);
    loss
}

/// The average cost of a command to the unit itself; `None` if its odds are unavailable.
pub fn by_odds(view: &View<'_>, command: &Command) -> Option<i64> {
    let courses = odds::sample(view.rules, view.ctx.state, command, STEPS).ok()?;
    let before = view.rules.life(view.me).left;
    let stood = view.me.placement.posture == Posture::Standing;
    let each = courses.iter().map(|course| {
        let Some(now) = course.state.unit(view.me.id()) else { return 0 };
        let harm = (before - view.rules.life(now).left).max(0);
        let fells = Some(if now.is_active() { 0 } else { 1000 });
        let tripped = stood && now.placement.posture == Posture::Prone;
        let outcome =
            ActOutcome { harm, fells, hinders: tripped.into(), ..ActOutcome::none(view.own.id) };
        course.chance.thousandths() * scoring::loss(view, &view.own, &outcome)
    });
    // Rounded up, so that a small loss is not 0.
    Some((each.sum::<i64>() + 999) / 1000)
}

/// True if the ground of a step could hurt.
fn is_rough(view: &View<'_>, (from, to): (Room, Room)) -> bool {
    let board = view.ctx.field.board();
    let climbs = (from.feet - to.feet).abs() > STEP;
    climbs || to.cells().any(|cell| is_treacherous(board, cell))
}

/// The steps of a path, from one room to the next.
fn steps(view: &View<'_>, path: &[Waypoint]) -> Vec<(Room, Room)> {
    let board = view.ctx.field.board();
    let mut at = view.room;
    let step = |waypoint: &Waypoint| {
        let from = at;
        if let Some(cell) = waypoint.cell() {
            let ground = board.footing_near(cell, view.me.upright(), from.feet);
            let feet = waypoint.feet.or(ground).unwrap_or(from.feet);
            at = view.room.at(cell, feet);
        }
        (from, at)
    };
    path.iter().map(step).collect()
}

/// True for ground that hurts or makes walkers slip, and for water to swim in.
fn is_treacherous(board: &Board, cell: Cell) -> bool {
    let tile = board.tile(cell);
    risk::hazard(board, cell) > 0
        || tile.is_some_and(|tile| tile.slippery > 0 || tile.depth > STEP || tile.rough_water)
}
