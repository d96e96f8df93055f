//! What may happen to one who stands somewhere or goes somewhere: blows and shots, pushes over an
//! edge, ground that hurts, and foes who wait for a step.

use std::cell::OnceCell;
use std::collections::VecDeque;

use crate::grid::{Board, Cell, Dir, Hm, Room};
use crate::rules::Waypoint;
use crate::rules::command::Command;
use crate::rules::reach::{ReachMap, ReachStop};
use crate::rules::ruleset::Ctx;
use crate::rules::weigh::Watch;

use super::scoring;
use super::view::{Threat, View, squares};

/// Past a drop of this much a push may hurt, as far as one can tell without asking.
const DEEP: Hm = Hm::metres(3);

/// What the foes could do to one who stands there: the shooters to those who keep back, and those
/// at hand to those who are pressed from several sides or stand at an edge.
pub fn exposure(view: &View<'_>, ctx: Ctx<'_>, room: Room) -> i64 {
    let at_hand = view.foes().filter(|foe| squares(room, foe.room) <= 1).count();
    let edge = at_hand > 0 && is_at_edge(view.ctx.field.board(), room);
    if !view.keeps_back && at_hand < 2 && !edge {
        return 0;
    }
    let matters = |threat: &&Threat| {
        let away = squares(room, threat.from);
        let shot = threat.is_shot() && !view.keeps_back;
        away <= threat.span && (!shot || edge && away <= 1)
    };
    let threats: Vec<&Threat> = view.threats().iter().filter(matters).collect();
    let commands: Vec<&Command> = threats.iter().map(|threat| &threat.command).collect();
    let mut costs = losses(view, ctx, &commands);
    if edge {
        for (threat, worst) in threats.iter().zip(&mut costs) {
            if squares(room, threat.from) <= 1 {
                let shoves: Vec<&Command> = threat.shoves.iter().collect();
                *worst = losses(view, ctx, &shoves).into_iter().fold(*worst, i64::max);
            }
        }
    }
    // Not every foe will turn against this one.
    costs.into_iter().sum::<i64>() / 2
}

/// What commands of foes cost the one who chooses, each.
fn losses(view: &View<'_>, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<i64> {
    let losses = view.weigh(ctx, commands).into_iter().map(|prospects| {
        let own = prospects.iter().filter(|p| p.target == view.own.id);
        own.map(|p| i64::from(p.chance) * scoring::loss(&view.own, p) / 1000).sum()
    });
    losses.collect()
}

/// True where the ground falls off deeply beside a place.
pub fn is_at_edge(board: &Board, room: Room) -> bool {
    let falls = |cell: Cell| board.tile(cell).is_some_and(|t| room.feet - t.surface() >= DEEP);
    room.cells().any(|cell| Dir::ALL.into_iter().any(|dir| falls(cell.step(dir))))
}

/// True when somebody beside a place can push those who stand there.
pub fn is_pushed_at(view: &View<'_>, room: Room) -> bool {
    let pushes = |threat: &Threat| squares(room, threat.from) <= 1 && !threat.shoves.is_empty();
    view.threats().iter().any(pushes)
}

/// True for one who should think of another place although there is enough to do where it is: it
/// stands at an edge, beside somebody who pushes.
pub fn is_in_danger(view: &View<'_>) -> bool {
    view.nearest_foe(view.room) <= 1
        && is_at_edge(view.ctx.field.board(), view.room)
        && is_pushed_at(view, view.room)
}

/// What the ground of a cell does to those on it, points.
pub fn hazard(board: &Board, cell: Cell) -> i64 {
    let volumes = board.volumes_in(cell).filter_map(|v| v.damaging);
    let ground = board.tile(cell).and_then(|tile| tile.damaging);
    ground.into_iter().chain(volumes).map(|h| i64::from(h.amount)).max().unwrap_or(0)
}

/// True unless the ground of a way does more harm than a quarter of what one has left.
pub fn is_bearable(view: &View<'_>, path: &[Waypoint]) -> bool {
    let board = view.ctx.field.board();
    let on_foot = path.iter().filter(|w| w.feet.is_none()).filter_map(|w| w.cell());
    let harm: i64 = on_foot.map(|cell| hazard(board, cell)).sum();
    4 * harm <= i64::from(view.own.life.left)
}

/// What a way costs that sets off what foes have made ready, each once.
pub fn set_off(view: &View<'_>, path: &[Waypoint]) -> i64 {
    let cost = |watch: &Watch| {
        let mut at = view.room;
        let met = path.iter().filter_map(|w| w.cell()).any(|cell| {
            let from = std::mem::replace(&mut at, view.room.at(cell, view.room.feet));
            watch.is_met(from, at)
        });
        let loss = i64::from(watch.prospect.chance) * scoring::loss(&view.own, &watch.prospect);
        if met { loss / 1000 } else { 0 }
    };
    view.watches().iter().map(cost).sum()
}

/// Where one can walk in the turn under way.
pub struct Walks {
    /// Everywhere, by the cheapest ways.
    pub reach: ReachMap,
    /// Per cell of the board the one before it on the ways that set nothing off; worked out when it
    /// is asked for first.
    safe: OnceCell<Vec<Option<Cell>>>,
}

impl Walks {
    /// Of a combatant.
    pub fn of(view: &View<'_>) -> Self {
        let reach = view.rules.reach_walking(view.ctx, view.me.id());
        Self { reach, safe: OnceCell::new() }
    }

    /// A way on foot to a stop that sets nothing off, if one leads there over other stops. Whether
    /// it is not too long is for the rules to say.
    pub fn way_round(&self, view: &View<'_>, stop: ReachStop) -> Option<Vec<Waypoint>> {
        let board = view.ctx.field.board();
        let came_from = self.safe.get_or_init(|| self.safe_ways(view));
        let mut way = Vec::new();
        let mut at = stop.cell;
        while at != view.room.cell {
            way.push(Waypoint::from(at));
            at = (*came_from.get(board.index(at)?)?)?;
        }
        way.reverse();
        Some(way)
    }

    /// From where one who is here comes to each cell by ways that set nothing off, if one does.
    fn safe_ways(&self, view: &View<'_>) -> Vec<Option<Cell>> {
        let board = view.ctx.field.board();
        let start = view.room.cell;
        let mut came_from = vec![None; usize::from(board.width()) * usize::from(board.height())];
        if let Some(slot) = board.index(start).and_then(|i| came_from.get_mut(i)) {
            *slot = Some(start);
        }
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            let here = view.room.at(at, view.room.feet);
            // Straight steps first, so that of ways alike the plainer is taken.
            for dir in [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW] {
                let next = at.step(dir);
                let there = view.room.at(next, view.room.feet);
                let known = board.index(next).and_then(|i| came_from.get_mut(i));
                let Some(known @ None) = known else { continue };
                let free = self.reach.stop_in(next).is_some_and(|s| s.tier == 0)
                    && hazard(board, next) == 0
                    && !view.watches().iter().any(|watch| watch.is_met(here, there));
                if free {
                    *known = Some(at);
                    open.push_back(next);
                }
            }
        }
        came_from
    }
}
