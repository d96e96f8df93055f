//! Movement: the price of every step, where a combatant can go, and walking a path step by step
//! (PR-88 to PR-137).

mod prices;
mod trail;

use std::sync::Arc;

use crate::grid::{Body, Ground, Hm, Manner, Move, Pricing, Room, SupportKind, UnitId};
use crate::rules::command::Waypoint;
use crate::rules::event::{self, BoardChange, Event, Happening, Packet, Rolled};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::precision::step::{Outcome, Step};
use crate::rules::reach::{ReachMap, ReachStop, SearchedWays};
use crate::rules::roll::Test;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Status, Unit};
use crate::rules::trail::support_after;
use crate::rules::{Key, Refusal, Sum};

use super::budget::{self, Budget};
use super::data::Content;
use super::drag;
use super::grip;
use super::health;
use super::numbers::Numbers;

use prices::OnFoot;
pub use prices::{MoveState, Prices};
use trail::follow;
pub use trail::{reach_after, trail};

/// The step of going one path.
pub const WALK: &str = "walk";
/// The manner of a move whose downward steps are climbed instead of jumped.
pub const BY_CLIMBING: &str = "climb";
/// The manner of a move that jumps down however deep it is.
pub const BY_JUMPING: &str = "jump";

/// The points of a movement that an ability grants, in the scratch of its step.
const GRANTED: &str = "granted";
/// How many of these points are spent.
const SPENT: &str = "granted_spent";

/// A waypoint as a step from where the body is.
fn as_move(unit: &Unit, content: &Content, from: Room, to: Waypoint) -> Option<Move> {
    let cell = to.cell()?;
    let flies = Numbers::of(content, unit).is_some_and(|n| n.fly().is_some());
    Some(match to.feet {
        None => Move::Walk { to: cell },
        Some(feet) if cell == from.cell && !flies => Move::Climb { feet },
        Some(feet) => Move::Fly { to: cell, feet },
    })
}

/// How far a search of the ways goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// As far as a run leads.
    Running,
    /// As far as an ordinary move leads.
    Walking,
}

/// Everywhere a combatant can go at this point of its turn.
pub fn reach(content: &Content, ctx: Ctx<'_>, id: UnitId, far: Far) -> ReachMap {
    let Some(unit) = ctx.unit(id) else { return ReachMap::empty() };
    let Some(body) = ctx.field.body(id) else { return ReachMap::empty() };
    if Budget::of(&unit.turn).check_move().is_err() || unit.status != Status::Active {
        return ReachMap::empty();
    }
    let Some(mut prices) = Prices::new(content, ctx, unit, "") else { return ReachMap::empty() };
    prices.may_run &= far == Far::Running || prices.running;
    let most = prices.most();
    if prices.fly == 0 && !prices.alternating {
        searched(ctx, body, &OnFoot(prices), most)
    } else {
        searched(ctx, body, &prices, most)
    }
}

fn searched<P>(ctx: Ctx<'_>, body: &Body, prices: &P, most: u32) -> ReachMap
where
    P: Pricing<State = MoveState>,
    P::Key: Send + Sync + 'static,
{
    let start = body.anchor().unwrap_or_default();
    let Some(found) = crate::grid::reach(ctx.field, body, prices, most) else {
        return ReachMap::empty();
    };
    let stops = found
        .stops_with(|state| u8::from(state.running))
        .into_iter()
        .map(|(stop, tier)| ReachStop { cell: stop.cell, feet: stop.feet, cost: stop.cost, tier })
        .collect();
    ReachMap::new(stops, Arc::new(SearchedWays { reach: found, start }))
}

/// Whether a path can be gone, and whether that makes it a run.
///
/// # Errors
/// Why the path, or stopping at its end, is not possible.
pub fn check(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Result<MoveState, Refusal> {
    Budget::of(&unit.turn).check_move()?;
    if path.is_empty() {
        return Err(Refusal::new("no_path", "the path is empty", "PR-104"));
    }
    if path.len() > 400 {
        return Err(Refusal::new("too_far", "no move has more than 400 steps", "PR-92"));
    }
    let off = || Refusal::new("not_on_board", "it is not on the board", "PR-36");
    let prices = Prices::new(content, ctx, unit, manner).ok_or_else(off)?;
    let (room, state) = follow(&prices, content, ctx, unit, path, |_, _| {})?;
    if let Some(obstacle) = ctx.field.blocker(room, unit.id()) {
        return Err(Refusal::new("occupied", obstacle.to_string(), "PR-113"));
    }
    Ok(state)
}

/// Walks one step of a path; the rest follows in the next runs. Whatever follows from the step
/// (falls, reactions) comes in between; the walk goes on only if the walker still can (PR-84).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = Ok(Outcome::done(Vec::new()));
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return over };
    let Some(room) = ctx.field.body(unit.id()).and_then(crate::grid::Body::room) else {
        return over;
    };
    let stays = || Ok(Outcome::done(step_back(ctx, unit, room, step)));
    let Some((next, rest)) = step.path.split_first() else { return stays() };
    if is_stopped(unit, room, step) || is_turn_lost(ctx, unit, step) {
        return stays();
    }
    let granted = granted(step);
    let prices = match granted {
        Some((points, spent)) => Prices::granted(content, ctx, unit, points, spent),
        None => Prices::new(content, ctx, unit, step.act.as_str()),
    };
    let Some(prices) = prices else { return stays() };
    let Some(next) = as_move(unit, content, room, *next) else { return stays() };
    let Ok(facts) = ctx.field.step_from(unit.id(), room, next) else { return stays() };
    let before = prices.start();
    let Ok(after) = prices.step(&before, &facts) else { return stays() };

    let mut events = Vec::new();
    if after.running && !before.running {
        events.push(budget::runs(unit));
    }
    if granted.is_none() {
        events.push(budget::moved(unit, after.spent, "PR-57"));
    }
    if after.dear_diagonal != before.dear_diagonal {
        events.push(budget::goes_diagonally(unit));
    }
    for (cell, side) in facts.leaves() {
        let from = ctx.field.board().edge(cell, side);
        let to = from.map(|edge| crate::grid::Edge { open: true, ..edge });
        let change = BoardChange::Edge { cell, side, from, to };
        events.push(Event::new(Happening::Board(change), &["PR-134"]));
    }
    let feet = if after.jumped { room.feet } else { facts.to.feet };
    let support = support_after(&facts, after.jumped);
    let manner = if facts.manner == Manner::Fly { event::Manner::Fly } else { event::Manner::Walk };
    events.push(Event::new(
        Happening::Moved {
            unit: unit.id(),
            from: room.cell.into(),
            to: facts.to.cell.into(),
            from_feet: room.feet,
            to_feet: feet,
            support,
            manner,
            cost: after.spent - before.spent,
        },
        &["PR-102"],
    ));
    events.extend(drag::follow(ctx, unit, room, facts.to));
    events.extend(grip::release(ctx, unit.id(), "the holder moved"));
    let mut ends = false;
    if !after.jumped {
        events.extend(hazard(unit, &facts.entered));
        ends = slip(content, unit, &facts.entered, after.running, oracle, &mut events)?;
    }
    let mut next_step = step.clone();
    if granted.is_some() {
        next_step.scratch.set_int(SPENT, i64::from(after.spent));
    }
    next_step.path = if ends { Vec::new() } else { rest.to_vec() };
    next_step.scratch.set_int("x", i64::from(facts.to.cell.x));
    next_step.scratch.set_int("y", i64::from(facts.to.cell.y));
    if ctx.field.blocker(room, unit.id()).is_none() {
        // Where it goes back to if it is stopped in somebody's square.
        next_step.scratch.set_int("free_x", i64::from(room.cell.x));
        next_step.scratch.set_int("free_y", i64::from(room.cell.y));
        next_step.scratch.set_int("free_feet", i64::from(room.feet.0));
        drag::note(ctx, unit, &mut next_step);
    }
    let own_turn = ctx.state.scene.clock.active.contains(&unit.id());
    next_step.scratch.set_int("own_turn", i64::from(own_turn));
    next_step.phase = 1;
    Ok(Outcome::then(events, next_step))
}

/// The step of going a path that an ability grants, with so many points for it.
pub fn by_grant(unit: UnitId, path: Vec<Waypoint>, points: i32) -> Step {
    Step { path, ..Step::new(WALK) }.of(unit).with(GRANTED, i64::from(points))
}

/// The points of a granted movement, and how many of them are spent.
fn granted(step: &Step) -> Option<(i32, i32)> {
    step.scratch.get(GRANTED)?;
    let number = |name: &str| i32::try_from(step.scratch.int(name)).unwrap_or_default();
    Some((number(GRANTED), number(SPENT)))
}

/// Everywhere a combatant can go with points that an ability grants (PR-404), or in a dive.
pub fn reach_granted(content: &Content, ctx: Ctx<'_>, unit: &Unit, points: i32) -> ReachMap {
    let body = ctx.field.body(unit.id()).filter(|_| unit.status == Status::Active);
    match (body, Prices::granted(content, ctx, unit, points, 0)) {
        (Some(body), Some(prices)) => {
            let most = prices.most();
            searched(ctx, body, &prices, most)
        }
        _ => ReachMap::empty(),
    }
}

/// One who is stopped in the square of an ally ends on the last free square of its way.
fn step_back(ctx: Ctx<'_>, unit: &Unit, room: Room, step: &Step) -> Vec<Event> {
    let number = |name: &str| i16::try_from(step.scratch.int(name)).unwrap_or_default();
    let taken = ctx.field.blocker(room, unit.id()).is_some();
    let walked_here = step.phase == 1 && !is_elsewhere(room, step);
    if !taken || !walked_here {
        return Vec::new();
    }
    let cell = crate::grid::Cell::new(number("free_x"), number("free_y"));
    let back = room.at(cell, Hm(i32::from(number("free_feet"))));
    let carried = ctx.field.support(back, unit.id());
    let flies = unit.placement.support == SupportKind::Flight && carried == SupportKind::Nothing;
    let mut events = vec![Event::new(
        Happening::Moved {
            unit: unit.id(),
            from: room.cell.into(),
            to: cell.into(),
            from_feet: room.feet,
            to_feet: back.feet,
            support: if flies { SupportKind::Flight } else { carried },
            manner: event::Manner::Placed,
            cost: 0,
        },
        &["PR-113", "PR-396"],
    )];
    events.extend(drag::back(ctx, unit, back, step));
    events
}

/// True when the walker is no longer where its last step led.
fn is_elsewhere(room: Room, step: &Step) -> bool {
    i64::from(room.cell.x) != step.scratch.int("x")
        || i64::from(room.cell.y) != step.scratch.int("y")
}

/// True when something on the way took the walker out of its walk: it lies, is out of the fight,
/// or is no longer where its last step led.
fn is_stopped(unit: &Unit, room: Room, step: &Step) -> bool {
    let under_way = step.phase == 1;
    let elsewhere = is_elsewhere(room, step);
    let fell = unit.placement.posture == Posture::Prone && !step.scratch.flag("crawls");
    unit.status != Status::Active || (under_way && (elsewhere || fell))
}

/// True when the turn in which the walk began has ended on the way (PR-333, PR-433).
fn is_turn_lost(ctx: Ctx<'_>, unit: &Unit, step: &Step) -> bool {
    step.scratch.flag("own_turn") && !ctx.state.scene.clock.active.contains(&unit.id())
}

/// Ground that hurts on entering (PR-137). It ignores armor.
pub fn hazard(unit: &Unit, ground: &Ground) -> Vec<Event> {
    let amount = i32::from(ground.harm);
    if amount == 0 {
        return Vec::new();
    }
    let mut sum = Sum::new();
    sum.push("damaging ground", amount, "PR-137");
    sum.push("armor ignored", 0, "PR-167");
    let packet = Packet { label: "ground".into(), terms: sum.terms().to_vec(), amount };
    let mut events = vec![Event::new(
        Happening::Hit {
            act: Key::of("ground"),
            by: None,
            target: unit.id(),
            packets: vec![packet],
            total: amount,
        },
        &["PR-137"],
    )];
    events.extend(health::lose(unit, amount, "damaging ground", &["PR-157"]));
    events
}

/// Slippery ground entered at a run: 1d10 + half level, or the runner falls prone and its movement
/// ends (PR-136). True if it fell.
pub fn slip(
    content: &Content,
    unit: &Unit,
    ground: &Ground,
    running: bool,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<bool, Pause> {
    let needed = i32::from(ground.slippery);
    let on_feet = unit.placement.posture == Posture::Standing;
    if needed == 0 || !running || !on_feet || ground.support != SupportKind::Ground {
        return Ok(false);
    }
    let half = Numbers::of(content, unit).map_or(0, |n| n.half_level());
    let mut bonus = Sum::new();
    bonus.push("half level", half, "PR-136");
    let mut against = Sum::new();
    against.push("how slippery it is", needed, "PR-136");
    let test = Test::of(10, bonus, "slippery ground", against);
    let (faces, score) = test.roll(oracle)?;
    let rolled = Rolled { who: Some(unit.id()), ..test.rolled("slippery", faces) };
    events.push(Event::new(Happening::Rolled(rolled), &["PR-136"]));
    let stays = score.passed();
    if !stays {
        events.push(Event::new(
            Happening::Stance {
                unit: unit.id(),
                posture: Posture::Prone,
                facing: unit.placement.facing,
                support: SupportKind::Ground,
            },
            &["PR-136"],
        ));
        // Whatever points were left are gone: the payment of this very step is raised, for a second one
        // would stand beside it.
        let all = Numbers::of(content, unit).map_or(0, |n| 2 * n.speed());
        let paid = events.iter_mut().rev().find_map(|event| match &mut event.what {
            Happening::Deed { deed, .. } if deed.class == *budget::MOVE => Some(deed),
            _ => None,
        });
        if let Some(deed) = paid {
            deed.amount = deed.amount.max(all);
        }
    }
    Ok(!stays)
}
