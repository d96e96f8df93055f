//! Where to go: places to act from, and places to be when there is nothing to do.

use std::cmp::Reverse;

use crate::grid::{Cell, Dir, Hm, Room};
use crate::rules::command::Command;
use crate::rules::engine;
use crate::rules::reach::{ReachMap, ReachStop};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Goal, State};
use crate::rules::weigh::Cue;
use crate::rules::{Key, Waypoint};

use super::acts::{self, Idea};
use super::risk;
use super::roads::{Distances, Roads, UNREACHED};
use super::view::{AFAR, AT_EASE, LONG_WALK, Other, Scene, Threat, View, squares};

/// So many of the most promising places are looked at closely in one go, and so many goes there
/// are as long as nothing was found.
const FINALISTS: usize = 2;
const GOES: usize = 3;
/// So many acts are looked at closely from such a place.
const CLOSER: usize = 2;

/// What a place adds to an act at most, at a glance.
const MOST_EXTRA: i64 = 30;

/// What a place at an edge beside somebody who pushes is worth less, at a glance.
const AT_THE_EDGE: i64 = 60;

/// Higher than the target by this much helps to shoot, as far as one can tell without asking.
const HIGH: Hm = Hm::metres(2);

/// So many of the best places to wait at are tried, should the way to the best one hurt.
const ROUTES: usize = 8;

/// The longest way that is looked at in one go, in cells.
const MARCH: usize = 24;

/// A move with what can be done at its end.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The move.
    pub command: Command,
    /// The act at its end.
    pub act: Command,
    /// What the act and the place are worth, in thousandths of a life.
    pub value: i64,
}

/// The best place to act from that a walk leads to. One who `can_stay` has an act from here.
pub fn to_act_from(
    view: &View<'_>,
    reach: &ReachMap,
    ideas: &[Idea],
    can_stay: bool,
) -> Option<Plan> {
    let aimed = |idea: &&Idea| {
        let means = view.means.get(idea.means);
        idea.at.is_some() && means.is_some_and(|m| !m.whole_turn)
    };
    let ideas: Vec<&Idea> = ideas.iter().filter(aimed).collect();
    if ideas.is_empty() {
        return None;
    }
    let here = (view.room.cell, view.room.feet);
    let walks = reach.stops().iter().filter(|s| s.tier == 0 && (s.cell, s.feet) != here);
    let mut rated: Vec<(i64, ReachStop)> = walks
        .filter_map(|stop| {
            let room = view.room.at(stop.cell, stop.feet);
            let promise = best_promise(view, &ideas, room)?;
            Some((promise + footing(view, room) - effort(stop), *stop))
        })
        .collect();
    rated.sort_unstable_by_key(|(value, stop)| (Reverse(*value), *stop));
    // What is no better at a glance is not looked at, if one can act from here.
    let bar = if can_stay { best_promise(view, &ideas, view.room) } else { None };
    let bar = bar.map(|promise| promise + footing(view, view.room));
    let better = rated.partition_point(|(value, _)| bar.is_none_or(|bar| *value > bar));
    rated.truncate(better);
    if rated.is_empty() {
        return None;
    }
    let mut supposed = view.supposed();
    for go in rated.chunks(FINALISTS).take(GOES) {
        let plans = go.iter().filter_map(|(_, stop)| {
            let (value, act) = look_closely(view, &mut supposed, *stop, &ideas)?;
            let (command, loss) = go_to(view, reach, *stop)?;
            let value = value - loss;
            Some((Reverse(*stop), Plan { command, act, value }))
        });
        let best = plans.max_by_key(|(stop, plan)| (plan.value, *stop));
        if let Some((_, plan)) = best {
            return Some(plan);
        }
    }
    None
}

/// The most that any idea is worth from some place, at a glance. The ideas come best first.
fn best_promise(view: &View<'_>, ideas: &[&Idea], room: Room) -> Option<i64> {
    let mut best = None;
    for idea in ideas {
        if best.is_some_and(|best| idea.value + MOST_EXTRA <= best) {
            break;
        }
        best = best.max(promise(view, idea, room));
    }
    best
}

/// What an idea is worth from some place, at a glance.
fn promise(view: &View<'_>, idea: &Idea, room: Room) -> Option<i64> {
    let at = idea.at?;
    if squares(room, at) > idea.span {
        return None;
    }
    if idea.span > 1 {
        let higher = (room.feet - at.feet).0 * 20 / HIGH.0;
        return Some(idea.value + i64::from(higher.clamp(-20, 20)));
    }
    if (room.feet - at.feet).abs() >= HIGH {
        return None;
    }
    let beside = |o: &&Other| o.active && !o.foe && squares(o.room, at) <= 1;
    let company = view.others.iter().filter(beside).take(2).count();
    Some(idea.value + 15 * i64::try_from(company).unwrap_or(0))
}

/// What acting from a place is worth by the rules, and the act; nothing where none is possible.
fn look_closely(
    view: &View<'_>,
    supposed: &mut State,
    stop: ReachStop,
    ideas: &[&Idea],
) -> Option<(i64, Command)> {
    let room = view.room.at(stop.cell, stop.feet);
    let body = view.ctx.field.body(view.me.id())?.moved(stop.cell, stop.feet);
    let unit = supposed.unit_mut(view.me.id())?;
    unit.placement.at = stop.cell.into();
    unit.placement.feet = stop.feet;
    let field = view.ctx.field.with_body(body);
    let ctx = Ctx { state: supposed, field: &field, frame: view.ctx.frame };
    let scene = Scene { ctx, room, moved: true };
    let mut best: Vec<(i64, &Idea)> =
        ideas.iter().filter_map(|idea| Some((promise(view, idea, room)?, *idea))).collect();
    best.sort_by_key(|(value, _)| Reverse(*value));
    let best: Vec<&Idea> = best.into_iter().take(CLOSER).map(|(_, idea)| idea).collect();
    let act = acts::best(view, scene, &acts::anew(view, scene, &best))?;
    let place = footing(view, room) - effort(&stop) - risk::exposure(view, ctx, room);
    Some((act.value + place, act.command))
}

/// What acting from here is worth, place and all.
pub fn value_here(view: &View<'_>, act: i64) -> i64 {
    act + footing(view, view.room) - risk::exposure(view, view.ctx, view.room)
}

/// How good a place is to be in, whatever is done there.
pub fn footing(view: &View<'_>, room: Room) -> i64 {
    let board = view.ctx.field.board();
    let mut value = 0;
    let mut beside = 0;
    for foe in view.foes() {
        let away = squares(room, foe.room);
        beside += i64::from(away <= 1);
        if view.keeps_back {
            value -= 12 * (4 - i64::from(away.min(4)));
        }
    }
    if view.keeps_back {
        let sheltered = |shot: &&Threat| {
            let away = squares(room, shot.from);
            away >= u32::from(AFAR) && away <= shot.span && shelters(view, room, shot.from)
        };
        value += 12 * i64::try_from(view.shots().filter(sheltered).count()).unwrap_or(0);
    }
    value -= if view.keeps_back { 40 * beside } else { 10 * (beside - 1).max(0) };
    for cell in room.cells() {
        value -= 1500 * risk::hazard(board, cell) / i64::from(view.own.health.max(1));
        value -= board.tile(cell).map_or(0, |tile| i64::from(tile.depth.0) * 4);
    }
    if beside > 0 && risk::is_at_edge(board, room) && risk::is_pushed_at(view, room) {
        value -= AT_THE_EDGE;
    }
    value + zone(view, room)
}

/// True when something waist-high or more stands on the side that a foe is on.
fn shelters(view: &View<'_>, room: Room, foe: Room) -> bool {
    let board = view.ctx.field.board();
    let (dx, dy) = (foe.cell.x - room.cell.x, foe.cell.y - room.cell.y);
    let side = match (dx.abs() >= dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => Dir::E,
        (true, false, _) => Dir::W,
        (false, _, true) => Dir::S,
        (false, _, false) => Dir::N,
    };
    let next = room.cell.step(side);
    let waist = room.feet + Hm::metres(1);
    let edge = board.edge(room.cell, side).is_some();
    let thing = board.thing_in(next).map_or(Hm::ZERO, |(_, t)| t.height);
    edge || board.tile(next).is_some_and(|t| t.elevation + thing >= waist)
}

/// Standing where the own side has to stand.
fn zone(view: &View<'_>, room: Room) -> i64 {
    let mine = |goal: &Goal| match goal {
        Goal::Hold { side, places, .. } | Goal::Reach { side, places, .. } => {
            *side == view.me.side() && room.cells().any(|c| places.contains(&c.into()))
        }
        _ => false,
    };
    if view.ctx.state.scene.goals.iter().any(mine) { 150 } else { 0 }
}

/// The cells that the own side has to stand in.
fn zone_cells<'a>(view: &'a View<'_>) -> impl Iterator<Item = Cell> + 'a {
    let side = view.me.side();
    let goals = view.ctx.state.scene.goals.iter();
    goals
        .filter_map(move |goal| match goal {
            Goal::Hold { side: whose, places, .. } | Goal::Reach { side: whose, places, .. } => {
                (*whose == side).then_some(places)
            }
            _ => None,
        })
        .flatten()
        .filter_map(|place| place.cell())
}

/// Distances to the foes and to where the own side has to stand; nothing without any.
pub fn roads_to_the_fight<'r>(view: &View<'_>, roads: &'r mut Roads) -> Option<Distances<'r>> {
    let foes = view.foes().map(|foe| foe.room.cell);
    let ends: Vec<Cell> = foes.chain(zone_cells(view)).collect();
    let board = &view.ctx.state.scene.board;
    (!ends.is_empty()).then(|| roads.to(board, ends.into_iter(), view.room.cell))
}

/// Off to the fight by the shortest way, as far as the rules let one go in a turn. For those who
/// are on foot and far from it; others choose their place with more care.
pub fn march(view: &View<'_>, roads: &Distances<'_>) -> Option<Command> {
    let from = view.room.cell;
    let away = u32::from(roads.from(from));
    let near = AT_EASE + if view.keeps_back { AT_EASE } else { 0 };
    if view.has_acted() || view.room.size > 1 || away <= near || away >= u32::from(UNREACHED) {
        return None;
    }
    // Whoever can lie in wait lets them come the last bit.
    let waits = view.means.iter().any(|m| m.open && m.cue == Some(Cue::Move));
    let waits = waits && away <= 2 * LONG_WALK;
    let free = |cell: Cell| view.ctx.field.bodies_in(cell).next().is_none();
    let way = roads.way_down(from, MARCH, free);
    // The longest part of the way that is allowed, found by halving.
    let mut longest = None;
    let (mut good, mut bad) = (0, way.len() + 1);
    while bad - good > 1 {
        let length = if bad > way.len() { way.len() } else { good.midpoint(bad) };
        let path: Vec<Waypoint> =
            way.iter().take(length).map(|cell| Waypoint::from(*cell)).collect();
        let bearable = risk::is_bearable(view, &path) && risk::set_off(view, &path) == 0;
        let command = going(view, path);
        // What takes more out of the turn comes with a warning.
        let allowed = engine::check_in(view.rules, view.ctx, &command)
            .is_ok_and(|plan| !waits || plan.warnings.is_empty());
        if bearable && allowed {
            good = length;
            longest = Some(command);
        } else {
            bad = length;
        }
    }
    longest
}

/// A move for one who has nothing to do: nearer to the foes, or back from them.
pub fn to_wait_at(view: &View<'_>, reach: &ReachMap, roads: &Distances<'_>) -> Option<Command> {
    if reach.stops().len() < 2 {
        return None;
    }
    let company = view.others.iter().any(|o| !o.foe && o.active);
    let (shoots, acted) = (view.keeps_back && !view.supports, view.has_acted());
    let rate = |cell: Cell, feet: Hm, tier: u8| {
        let room = view.room.at(cell, feet);
        let away = match roads.from(cell) {
            UNREACHED => 1000 + i64::from(view.nearest_foe(room)),
            away => i64::from(away),
        };
        let off = if view.supports && company {
            (away - i64::from(AT_EASE)).abs()
        } else if shoots && acted {
            (i64::from(AT_EASE) - away).max(0)
        } else {
            away
        };
        footing(view, room) - 20 * off - 30 * i64::from(tier)
    };
    let here = rate(view.room.cell, view.room.feet, 0);
    let mut better: Vec<(i64, ReachStop)> = reach
        .stops()
        .iter()
        .map(|stop| (rate(stop.cell, stop.feet, stop.tier) - effort(stop), *stop))
        .filter(|(value, _)| *value > here)
        .collect();
    better.sort_unstable_by_key(|(value, stop)| (Reverse(*value), *stop));
    let mut best: Option<(i64, Command)> = None;
    for (value, stop) in better.into_iter().take(ROUTES) {
        if best.as_ref().is_some_and(|(known, _)| *known >= value) {
            break;
        }
        let Some((command, loss)) = go_to(view, reach, stop) else { continue };
        if value - loss > here && best.as_ref().is_none_or(|(known, _)| *known < value - loss) {
            best = Some((value - loss, command));
        }
    }
    best.map(|(_, command)| command)
}

/// A walk is worth next to nothing, but of two places alike the nearer is better.
fn effort(stop: &ReachStop) -> i64 {
    i64::from(stop.cost) / 2
}

/// The move to a stop and what is lost on the way there; nothing if the ground of it hurts too
/// much. Where foes wait along the way, another is taken if there is a safer one.
fn go_to(view: &View<'_>, reach: &ReachMap, stop: ReachStop) -> Option<(Command, i64)> {
    let path: Vec<Waypoint> = reach.way_to(stop).filter(|path| !path.is_empty())?;
    let loss = risk::set_off(view, &path);
    if loss > 0
        && let Some(path) = risk::way_round(view, reach, stop)
    {
        let round = going(view, path);
        if engine::check_in(view.rules, view.ctx, &round).is_ok() {
            return Some((round, 0));
        }
    }
    risk::is_bearable(view, &path).then(|| (going(view, path), loss))
}

fn going(view: &View<'_>, path: Vec<Waypoint>) -> Command {
    Command::Move { unit: view.me.id(), path, manner: Key::default() }
}
