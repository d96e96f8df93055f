//! The harm of a path to the unit that takes it: harmful ground, ice, falls, foes that strike at
//! passing or leaving units.

use grid::{Board, Cell, Hm};
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

/// The average cost of a move to the unit, by its odds; 0 if nothing on its path is dangerous.
pub fn of(view: &View<'_>, path: &[Waypoint], command: &Command) -> i64 {
    match is_risky(view, path) {
        true => by_odds(view, command).unwrap_or_else(|| risk::set_off(view, path)),
        false => 0,
    }
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

/// True if something on a path could hurt.
fn is_risky(view: &View<'_>, path: &[Waypoint]) -> bool {
    let board = view.ctx.field.board();
    let mut at = view.room;
    let mut cells = path.iter().filter_map(|waypoint| Some((waypoint.cell()?, waypoint.feet)));
    cells.any(|(cell, feet)| {
        let ground = board.footing_near(cell, view.me.upright(), at.feet);
        let feet = feet.or(ground).unwrap_or(at.feet);
        let from = std::mem::replace(&mut at, view.room.at(cell, feet));
        let climbs = (from.feet - feet).abs() > STEP;
        climbs
            || at.cells().any(|cell| is_treacherous(board, cell))
            || view.watches().iter().any(|watch| watch.is_met(from, at))
    })
}

/// True for ground that hurts or makes walkers slip, and for water to swim in.
fn is_treacherous(board: &Board, cell: Cell) -> bool {
    let tile = board.tile(cell);
    risk::hazard(board, cell) > 0
        || tile.is_some_and(|tile| tile.slippery > 0 || tile.depth > STEP || tile.rough_water)
}
