//! Full-turn actions that move and then strike: a charge in a straight line (PR-369), and a flyer's
//! dive (Stoop).

use std::cmp::Ordering;

use crate::step::{Act, Grant, How, Outcome, Rush};
use grid::{Body, Cell, Diagonals, Dir, Move, Passage, Pricing, Room};
use rules::command::{Target, Waypoint};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Posture, Status};
use rules::{Refusal, fog};

use super::budget;
use super::data::{Ability, Aim, ConditionEffect, Content, Movement, Span};
use super::energy;
use super::position::Position;
use super::repertoire;
use super::strike::Strike;
use super::walk::{self, Prices};

/// True for abilities whose user rushes at its target.
pub const fn is_rush(ability: &Ability) -> bool {
    matches!(ability.movement, Some(Movement::Charge { .. } | Movement::Dive { .. }))
}

/// The path of a rush.
pub struct RushPath {
    path: Vec<Waypoint>,
    points: u16,
    end: Cell,
}

const fn span_of(ability: &Ability) -> Span {
    match ability.aim {
        Aim::One { span, .. } => span,
        _ => Span::Reach(1),
    }
}

/// Maximum length of a rush, in squares.
pub fn range(strike: &Strike<'_>) -> u16 {
    let points = match strike.ability.movement {
        Some(Movement::Charge { .. }) => strike.numbers.speed(),
        Some(Movement::Dive { .. }) => strike.numbers.fly().unwrap_or(0),
        _ => 0,
    };
    u16::try_from(points).unwrap_or_default()
}

/// The path of a rush that brings its user within reach of the target, as far as its side knows.
///
/// # Errors
/// When there is no such path.
pub fn rush_path(strike: &Strike<'_>, target: grid::UnitId) -> Result<RushPath, Refusal> {
    let (position, ability) = (strike.position, strike.ability);
    let gone = || no_way(ability, "it is not on the board");
    let unit = position.ctx.unit(strike.actor).ok_or_else(gone)?;
    fog::as_seen(position.ctx, unit.side(), |ctx| {
        let strike = Strike::new(Position { ctx, ..position }, unit.id(), ability);
        open_way(&strike.ok_or_else(gone)?, target)
    })
}

fn no_way(ability: &Ability, text: &str) -> Refusal {
    let rule = match ability.movement {
        Some(Movement::Dive { .. }) => "PR-63",
        _ => "PR-369",
    };
    Refusal::new("no_way", text, rule)
}

fn open_way(strike: &Strike<'_>, target: grid::UnitId) -> Result<RushPath, Refusal> {
    let position = strike.position;
    let none = |text: &str| no_way(strike.ability, text);
    let body = position.body(strike.actor).ok_or_else(|| none("it is not on the board"))?;
    let room = body.room().ok_or_else(|| none("it is not on the board"))?;
    let them = position.body(target).ok_or_else(|| none("the target is not on the board"))?;
    let points = range(strike);
    let reach = i32::from(strike.span(span_of(strike.ability)).1);
    // The target must be within speed plus reach.
    if position.distance(strike.actor, target) > i32::from(points) + reach {
        return Err(none("the target is too far away"));
    }
    match strike.ability.movement {
        Some(Movement::Charge { at_least }) => {
            charge(strike, room, them, usize::from(at_least), points)
                .ok_or_else(|| none("no straight path over open ground leads within reach"))
        }
        Some(Movement::Dive { at_least }) => {
            let reach = walk::reach_granted(position.content, position.ctx, strike.actor, points);
            let low = room.feet - at_least;
            let within = |room: Room| is_within(strike, body, room, target);
            let stops = reach
                .stops()
                .iter()
                .filter(|stop| stop.feet <= low && within(room.at(stop.cell, stop.feet)));
            let stop = stops.min_by_key(|s| (s.cost, s.cell.y, s.cell.x, s.feet)).copied();
            let path = stop.and_then(|stop| reach.way_to(stop));
            stop.zip(path)
                .map(|(stop, path)| RushPath { path, points, end: stop.cell })
                .ok_or_else(|| none("no dive leads down to the target within flight speed"))
        }
        _ => Err(none("it is not a rush")),
    }
}

fn is_within(strike: &Strike<'_>, body: &Body, room: Room, target: grid::UnitId) -> bool {
    let there = strike.position.ctx.field.with_body(body.placed(room));
    let ctx = Ctx { field: &there, ..strike.position.ctx };
    let position = Position { content: strike.position.content, ctx };
    Strike::new(position, strike.actor, strike.ability)
        .is_some_and(|s| s.within(target, span_of(strike.ability)))
}

/// The end of a rush at that target, to forecast the attack from there.
///
/// # Errors
/// When there is no path.
pub fn end(strike: &Strike<'_>, target: grid::UnitId) -> Result<Room, Refusal> {
    let way = rush_path(strike, target)?;
    let gone = || no_way(strike.ability, "it is not on the board");
    let body = strike.position.body(strike.actor).ok_or_else(gone)?;
    let board = strike.position.ctx.field.board();
    let stated = way.path.last().and_then(|last| last.feet);
    let room = body.room().ok_or_else(gone)?;
    let unit = strike.position.ctx.unit(strike.actor);
    let footing = || unit.and_then(|u| board.footing_near(way.end, u.upright(), room.feet));
    let feet = stated.or_else(footing).unwrap_or(room.feet);
    Ok(room.at(way.end, feet))
}

/// The shortest straight run over open ground that ends within reach: along the lines to each of
/// the target's cells or, if none of them is open as far as the target, in one of the eight grid
/// directions. Of equally short runs, the first clockwise from north (PR-459).
fn charge(
    strike: &Strike<'_>,
    room: Room,
    them: &Body,
    at_least: usize,
    speed: u16,
) -> Option<RushPath> {
    let body = strike.position.body(strike.actor)?;
    let (goal, reach) = (them.room()?, u32::from(strike.span(span_of(strike.ability)).1));
    let near =
        |room: Room| room.distance(&Room { feet: room.feet, ..goal }, Diagonals::One) <= reach;
    let path_along = |run: &RunUp| {
        let ends = run.rooms.iter().enumerate().skip(at_least.saturating_sub(1));
        let (i, end) = ends
            .map(|(i, room)| (i, *room))
            .find(|(_, room)| is_within(strike, body, *room, them.id))?;
        let path = run.rooms.iter().take(i + 1).map(|room| Waypoint::from(room.cell)).collect();
        Some(RushPath { path, points: speed, end: end.cell })
    };
    let away = |to: i16, from: i16| i32::from(to) - i32::from(from);
    let runs = them.cells().filter_map(|to| {
        let line = (away(to.x, room.cell.x), away(to.y, room.cell.y));
        run_up(strike, room, to, speed).map(|run| (line, run))
    });
    let runs: Vec<((i32, i32), RunUp)> = runs.collect();
    let ways = runs.iter().filter_map(|(line, run)| path_along(run).map(|way| (*line, way)));
    let straight_at = ways.min_by(|(a, one), (b, other)| {
        one.path.len().cmp(&other.path.len()).then_with(|| clockwise(*a, *b))
    });
    let is_open = |run: &RunUp| {
        let end = run.rooms.last().copied().unwrap_or(room);
        run.ends_before(them) && is_within(strike, body, end, them.id)
    };
    if straight_at.is_some() || runs.iter().any(|(_, run)| is_open(run)) {
        return straight_at.map(|(_, way)| way);
    }
    let far = i16::try_from(speed).unwrap_or_default();
    let ahead = Dir::ALL.into_iter().filter_map(|dir| {
        let (dx, dy) = dir.delta();
        let to = |n: i16| room.cell.offset(dx * n, dy * n);
        // Checked on the map first: most directions miss the target.
        let leads_near = (1..=far).any(|n| near(room.at(to(n), room.feet)));
        let run = leads_near.then(|| run_up(strike, room, to(far), speed)).flatten()?;
        path_along(&run)
    });
    ahead.min_by_key(|way| way.path.len())
}

/// The order of two directions clockwise from north; y grows to the south.
fn clockwise((ax, ay): (i32, i32), (bx, by): (i32, i32)) -> Ordering {
    let is_western = |x: i32, y: i32| x < 0 || (x == 0 && y > 0);
    let across = ax * by - ay * bx;
    is_western(ax, ay).cmp(&is_western(bx, by)).then(0.cmp(&across))
}

/// A straight run over open ground.
struct RunUp {
    /// Its rooms, one per square.
    rooms: Vec<Room>,
    /// The next room, if that is not open.
    barred: Option<Room>,
}

impl RunUp {
    /// True if the next square would be that of this body.
    fn ends_before(&self, body: &Body) -> bool {
        self.barred.is_some_and(|room| room.cells().any(|cell| body.covers(cell)))
    }
}

/// The straight run from a room towards a cell, as far as the ground is open.
fn run_up(strike: &Strike<'_>, from: Room, to: Cell, speed: u16) -> Option<RunUp> {
    let ctx = strike.position.ctx;
    let unit = ctx.unit(strike.actor)?;
    let prices =
        Prices::granted(strike.position.content, ctx, unit, Grant { points: speed, spent: 0 })?;
    let mut state = prices.start();
    let (dx, dy) =
        (i32::from(to.x) - i32::from(from.cell.x), i32::from(to.y) - i32::from(from.cell.y));
    let squares = dx.abs().max(dy.abs());
    let mut run = RunUp { rooms: Vec::new(), barred: None };
    let mut here = from;
    for i in 1..=squares.min(i32::from(speed)) {
        // The cell nearest to the line between the centres.
        let along = |d: i32| (2 * d * i + squares).div_euclid(2 * squares);
        let (Ok(x), Ok(y)) = (i16::try_from(along(dx)), i16::try_from(along(dy))) else { break };
        let next = here.at(from.cell.offset(x, y), here.feet);
        run.barred = Some(next);
        let step = Move::Walk { to: next.cell };
        let Ok(facts) = ctx.field.step_from(unit.id(), here, step) else { break };
        let Ok(after) = prices.step(&state, &facts) else { break };
        // Open ground costs 1, but every second diagonal may cost 2 (PR-93).
        let cost = 1 + i32::from(facts.is_diagonal() && state.dear_diagonal);
        let open = after.spent - state.spent == cost
            && !after.jumped
            && facts.passage == Passage::Free
            && ctx.field.blocker(facts.to, unit.id()).is_none();
        if !open {
            break;
        }
        (state, here) = (after, facts.to);
        run.barred = None;
        run.rooms.push(here);
    }
    Some(run)
}

/// Runs a rush: pay and set out, then attack if its user arrived (PR-448). A unit that its side did
/// not know of stops it.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Rush) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(ability) = repertoire::find(content, unit, step.ability.as_str()) else {
        return nothing;
    };
    let position = Position { content, ctx };
    let Some(strike) = Strike::new(position, unit.id(), &ability) else { return nothing };
    let Some(end) = step.end else {
        let Ok(way) = rush_path(&strike, step.target) else { return nothing };
        let text = format!("{}: {}", unit.identity.name, ability.name);
        let mut events = vec![
            events::note(unit, text, "PR-63"),
            budget::acted(unit, ability.timing, &ability.id),
        ];
        events.extend(energy::pay(unit, energy::cost(&strike), &ability.name, "PR-150"));
        let next = Rush { end: Some(way.end), ..step.clone() };
        let walk = walk::by_grant(unit.id(), way.path, way.points);
        return Outcome::after(events, vec![walk.into()], Some(next.into()));
    };
    let arrived = unit.placement.at.cell() == Some(end);
    let held = strike.numbers.has(|e| matches!(e, ConditionEffect::SpeedZero));
    let able = unit.status == Status::Active && unit.placement.posture == Posture::Standing;
    let there = position.is_target(step.target) && strike.within(step.target, span_of(&ability));
    if !(able && arrived && there) || held {
        let stopped = events::cancelled(unit, &ability.id, "stopped on the way", "PR-448");
        return Outcome::done(vec![stopped]);
    }
    let targets = vec![Target::Unit(step.target)];
    let act = Act::new(unit.id(), step.ability.clone(), targets, How::Rushed);
    Outcome::after(Vec::new(), vec![act.into()], None)
}
