//! Dangers of standing or moving somewhere: melee attacks and shots, pushes over an edge, harmful
//! ground, and foes with readied acts.

use pathfinding::prelude::bfs;

use grid::{Board, Cell, Dir, Hm, Room, SupportKind};
use rules::Waypoint;
use rules::command::Command;
use rules::effort;
use rules::estimate::Watch;
use rules::reach::{ReachMap, ReachStop};
use rules::ruleset::Ctx;

use super::scoring;
use super::view::{Threat, View, squares};

/// Minimum drop at which a push is assumed to hurt, without asking the rules.
const DEEP: Hm = Hm::metres(3);

/// The harm that the foes could do to the unit there. Shooters count if the unit keeps back, melee
/// foes if it is flanked or at an edge.
pub fn exposure(view: &View<'_>, ctx: Ctx<'_>, room: Room) -> i64 {
    if view.habits.careless {
        return 0;
    }
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
    // Not every foe will attack this unit.
    costs.into_iter().sum::<i64>() / 2
}

/// What each of these enemy commands would cost the acting unit.
fn losses(view: &View<'_>, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<i64> {
    let losses = view.estimate(ctx, commands).into_iter().map(|expected_outcomes| {
        let own = expected_outcomes.iter().filter(|p| p.target == view.own.id);
        own.map(|p| i64::from(p.chance) * scoring::loss(view, &view.own, p) / 1000).sum()
    });
    losses.collect()
}

/// True if the ground drops steeply next to a position.
pub fn is_at_edge(board: &Board, room: Room) -> bool {
    let falls = |cell: Cell| board.tile(cell).is_some_and(|t| room.feet - t.surface() >= DEEP);
    room.cells().any(|cell| Dir::ALL.into_iter().any(|dir| falls(cell.step(dir))))
}

/// True if a foe next to a position can push.
pub fn can_be_pushed(view: &View<'_>, room: Room) -> bool {
    let pushes = |threat: &Threat| squares(room, threat.from) <= 1 && !threat.shoves.is_empty();
    view.threats().iter().any(pushes)
}

/// True if the unit should look for another position although it could act from here: its ground
/// hurts, or it stands at an edge next to a foe that pushes.
pub fn is_in_danger(view: &View<'_>) -> bool {
    let board = view.ctx.field.board();
    let at_edge = || {
        view.nearest_foe(view.room) <= 1
            && is_at_edge(board, view.room)
            && can_be_pushed(view, view.room)
    };
    let on_ground = view.me.placement.support == SupportKind::Ground;
    let hurts = on_ground && view.room.cells().any(|cell| hazard(board, cell) > 0);
    hurts || !view.habits.careless && at_edge()
}

/// The damage that a cell's ground deals, in points.
pub fn hazard(board: &Board, cell: Cell) -> i64 {
    let volumes = board.volumes_in(cell).filter_map(|v| v.damaging);
    let ground = board.tile(cell).and_then(|tile| tile.damaging);
    ground.into_iter().chain(volumes).map(|h| i64::from(h.amount)).max().unwrap_or(0)
}

/// True unless the ground along a path takes more than a quarter of the remaining life.
pub fn is_bearable(view: &View<'_>, path: &[Waypoint]) -> bool {
    let board = view.ctx.field.board();
    let on_foot = path.iter().filter(|w| w.feet.is_none()).filter_map(|w| w.cell());
    let harm: i64 = on_foot.map(|cell| hazard(board, cell)).sum();
    4 * harm <= i64::from(view.own.life.left)
}

/// The cost of the foes' readied acts that a path triggers, each once.
pub fn set_off(view: &View<'_>, path: &[Waypoint]) -> i64 {
    let cost = |watch: &Watch| {
        let mut at = view.room;
        let met = path.iter().filter_map(|w| w.cell()).any(|cell| {
            let from = std::mem::replace(&mut at, view.room.at(cell, view.room.feet));
            watch.is_met(from, at)
        });
        let loss =
            i64::from(watch.expected.chance) * scoring::loss(view, &view.own, &watch.expected);
        if met { loss / 1000 } else { 0 }
    };
    view.watches().iter().map(cost).sum()
}

/// Where a unit can walk in the current turn.
pub struct Walks {
    /// Every reachable stop, by the cheapest paths.
    pub reach: ReachMap,
    /// The stops that the unit's conduct allows, if that is not all of them.
    allowed: Option<Vec<ReachStop>>,
}

impl Walks {
    /// The walks of the acting unit.
    pub fn of(view: &View<'_>) -> Self {
        let walks = Self::unbound(view);
        if !view.duty.binds() {
            return walks;
        }
        let fits = |stop: &&ReachStop| view.duty.allows(view.room.at(stop.cell, stop.feet));
        let allowed = walks.reach.stops().iter().filter(fits).copied().collect();
        Self { allowed: Some(allowed), ..walks }
    }

    /// The walks of the acting unit, whatever its conduct.
    pub fn unbound(view: &View<'_>) -> Self {
        let reach = view.rules.reach_walking(view.ctx, view.me.id());
        effort::add(u32::try_from(reach.stops().len()).unwrap_or(u32::MAX));
        Self { reach, allowed: None }
    }

    /// The allowed stops, sorted like those of a [`ReachMap`].
    pub fn stops(&self) -> &[ReachStop] {
        self.allowed.as_deref().unwrap_or_else(|| self.reach.stops())
    }

    /// A path on foot to a stop that triggers nothing, if one exists over other stops. The rules
    /// decide whether it is too long.
    pub fn way_round(&self, view: &View<'_>, stop: ReachStop) -> Option<Vec<Waypoint>> {
        let board = view.ctx.field.board();
        // Straight steps first, so that of equal paths the simpler one is taken.
        let dirs = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];
        let safe = |from: Cell, to: Cell| {
            let here = view.room.at(from, view.room.feet);
            let there = view.room.at(to, view.room.feet);
            self.reach.stop_in(to).is_some_and(|s| s.tier == 0)
                && hazard(board, to) == 0
                && !view.watches().iter().any(|watch| watch.is_met(here, there))
        };
        let steps = |from: &Cell| {
            let from = *from;
            dirs.into_iter().map(move |dir| from.step(dir)).filter(move |to| safe(from, *to))
        };
        let path = bfs(&view.room.cell, steps, |cell| *cell == stop.cell)?;
        Some(path.into_iter().skip(1).map(Waypoint::from).collect())
    }
}
