//! Dragging helpless friends out of harmful ground.

use grid::{Cell, Dir};
use rules::command::{Command, Target};
use rules::ruleset::Aim;
use rules::state::Status;
use rules::{Key, Waypoint, odds};

use super::acts::{self, OUTCOME_STEPS};
use super::risk;
use super::view::{Other, View, squares};

/// The next command to get a friend out of harmful ground, if one lies there and no foe is in
/// reach.
pub fn next(view: &View<'_>, moved: bool) -> Option<Command> {
    if let Some(friend) = in_tow(view) {
        return if is_in_harm(view, friend) { pull(view, friend) } else { let_go(view, friend.id) };
    }
    let tows = view.summaries.iter().find(|m| m.tows && m.open)?;
    let helpless = |o: &&Other| !o.foe && !o.active && is_in_harm(view, o);
    let friend = view.others.iter().find(helpless)?;
    let board = view.ctx.field.board();
    if view.nearest_foe(view.room) <= 1 || view.room.size > 1 {
        return None;
    }
    if squares(view.room, friend.room) <= 1 {
        // The friend is dragged into the square that the rescuer leaves.
        let harmless = risk::hazard(board, view.room.cell) == 0;
        let take = acts::act(view.me.id(), tows.act.clone(), vec![Target::Unit(friend.id)]);
        let ready = harmless && pull(view, friend).is_some();
        return (ready && view.allows(&take)).then_some(take);
    }
    if moved {
        return None;
    }
    let reach = view.rules.reach_walking(view.ctx, view.me.id());
    let adjacent = reach.stops().iter().filter(|stop| {
        let room = view.room.at(stop.cell, stop.feet);
        squares(room, friend.room) <= 1 && risk::hazard(board, stop.cell) == 0
    });
    let stop = adjacent.min_by_key(|stop| (stop.cost, **stop))?;
    let path = reach.way_to(*stop).filter(|path| risk::is_bearable(view, path))?;
    allowed(view, path)
}

fn is_in_harm(view: &View<'_>, other: &Other) -> bool {
    risk::hazard(view.ctx.field.board(), other.room.cell) > 0
}

/// The helpless friend that is being dragged.
fn in_tow<'v>(view: &'v View<'_>) -> Option<&'v Other> {
    let down = |id| view.ctx.unit(id).is_some_and(|u| u.status == Status::Down);
    let mut tied = view.me.links.0.iter().filter(|link| down(link.to));
    tied.find_map(|link| view.other(link.to).filter(|o| !o.foe))
}

/// A step away from the prone friend, onto harmless ground.
fn pull(view: &View<'_>, friend: &Other) -> Option<Command> {
    let from = view.room.cell;
    let board = view.ctx.field.board();
    let harmless = |cell: &Cell| {
        board.tile(*cell).is_some()
            && risk::hazard(board, *cell) == 0
            && *cell != friend.room.cell
            && view.ctx.field.bodies_in(*cell).next().is_none()
    };
    let mut steps: Vec<Cell> = Dir::ALL.map(|dir| from.step(dir)).into_iter().collect();
    steps.retain(harmless);
    // Straight away from the friend is safest.
    steps.sort_by_key(|cell| (-cell.chebyshev(friend.room.cell), *cell));
    steps.into_iter().find_map(|cell| allowed(view, vec![Waypoint::from(cell)]))
}

/// An act that ends the link to a friend.
fn let_go(view: &View<'_>, friend: grid::UnitId) -> Option<Command> {
    let (rules, id) = (view.rules, view.me.id());
    let offers = rules.offers(view.ctx, id).into_iter();
    let own = offers.filter(|offer| offer.aim == Aim::Own && offer.refused.is_none());
    own.map(|offer| acts::act(id, offer.act, Vec::new())).find(|command| {
        let courses =
            odds::sample(rules, view.ctx.state, command, OUTCOME_STEPS).unwrap_or_default();
        let free = |course: &odds::Course<()>| {
            course
                .state
                .unit(id)
                .is_some_and(|u| u.is_active() && !u.links.0.iter().any(|link| link.to == friend))
        };
        !courses.is_empty() && courses.iter().all(free)
    })
}

fn allowed(view: &View<'_>, path: Vec<Waypoint>) -> Option<Command> {
    let command = Command::Move { unit: view.me.id(), path, manner: Key::default() };
    view.allows(&command).then_some(command)
}
