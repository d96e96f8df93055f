//! Movement: the price of every step, where a combatant can go, and walking a path step by step
//! (MO-32, MO-33, MO-92 to MO-94, MO-287 to MO-306).

mod prices;
mod trail;

use std::sync::Arc;

use crate::grid::{self, Body, Cell, Hm, Manner, Move, Pricing, Reach, Room, SupportKind, UnitId};
use crate::rules::command::Waypoint;
use crate::rules::event::{self, BoardChange, Event, Happening};
use crate::rules::momentum::step::{Datum, Outcome, Step};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::reach::{ReachMap, ReachStop, SearchedWays, Ways};
use crate::rules::ruleset::{Ctx, Warning};
use crate::rules::state::{Posture, Status, Unit};
use crate::rules::trail::support_after;
use crate::rules::{Key, Refusal, RuleId};

use super::budget::{self, Budget, Strides};
use super::check::Contest;
use super::data::{Content, PassFailCost, Skill};
use super::hazard;
use super::held;
use super::hiding;
use super::position::Position;
use super::react;
use super::ties;

pub use prices::{Met, MoveState, Prices};
use trail::follow;
pub use trail::{reach_after, trail};

/// The step of going one path.
pub const WALK: &str = "walk";
/// The step of gaining movement.
pub const STRIDE: &str = "stride";
/// The manner of a move that jumps down however deep it is.
pub const BY_JUMPING: &str = "jump";
/// The manner of a move whose way down is climbed.
pub const BY_CLIMBING: &str = "climb";

/// In the step of a walk: those who may strike before its next step have been asked.
const WARNED: &str = "warned";
/// In the step of a walk: those of whom its side did not know when it began.
pub const UNKNOWN: &str = "unknown";

/// A waypoint as a step from where the body is.
fn as_move(budget: Budget<'_>, from: Room, to: Waypoint) -> Option<Move> {
    let cell = to.cell()?;
    Some(match to.feet {
        None => Move::Walk { to: cell },
        Some(feet) if cell == from.cell && !budget.flies() => Move::Climb { feet },
        Some(feet) => Move::Fly { to: cell, feet },
    })
}

/// How far a search of the ways goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// As far as all AP lead.
    All,
    /// As far as one gets with an Attack to spare.
    Ordinary,
}

/// Everywhere a combatant can go at this point of its turn, as far as its side knows the board.
/// Tier 0 leaves the AP of an Attack.
pub fn reach(content: &Content, ctx: Ctx<'_>, id: UnitId, far: Far) -> ReachMap {
    let side = ctx.unit(id).map(Unit::side).unwrap_or_default();
    hiding::as_known(ctx, side, |ctx| search(content, ctx, id, far, None))
}

/// As [`reach`]; `begun` is what a way has cost that was gone in thought before.
fn search(
    content: &Content,
    ctx: Ctx<'_>,
    id: UnitId,
    far: Far,
    begun: Option<MoveState>,
) -> ReachMap {
    let Some(unit) = ctx.unit(id).filter(|u| u.is_active()) else { return ReachMap::empty() };
    let Some(body) = ctx.field.body(id) else { return ReachMap::empty() };
    let Some(prices) = Prices::new(content, ctx, unit, "") else { return ReachMap::empty() };
    let prices = if far == Far::Ordinary { prices.ordinary() } else { prices };
    let prices = match begun {
        Some(state) => prices.after(state),
        None => prices,
    };
    let (budget, most) = (prices.budget, prices.most());
    let tier = |state: &MoveState| {
        let strides = state.strides;
        let dear = strides > 0 && !budget.leaves_an_attack(budget.strides(strides).ap);
        u8::from(dear || state.passes > 0)
    };
    let Some(free) = grid::reach(ctx.field, body, &prices, most) else {
        return ReachMap::empty();
    };
    let start = body.anchor().unwrap_or_default();
    let mut stops = stops_of(&free, tier);
    let free = SearchedWays { reach: free, start };
    if far == Far::Ordinary || budget.flies() || !prices.may_meet_enemies(most) {
        return ReachMap::new(stops, Arc::new(free));
    }
    // Where one gets only past an enemy.
    let Some(past) = grid::reach(ctx.field, body, &prices.through_enemies(), most) else {
        return ReachMap::new(stops, Arc::new(free));
    };
    let more = stops_of(&past, tier).into_iter();
    let more = more.filter(|stop| free.reach.state_at(stop.cell, stop.feet).is_none());
    let more: Vec<ReachStop> = more.collect();
    stops.extend(more);
    let past = SearchedWays { reach: past, start };
    ReachMap::new(stops, Arc::new(Either { free, past }))
}

fn stops_of(reach: &Reach<MoveState, i32>, tier: impl Fn(&MoveState) -> u8) -> Vec<ReachStop> {
    let stop = |(stop, tier): (grid::Stop, u8)| ReachStop {
        cell: stop.cell,
        feet: stop.feet,
        cost: stop.cost,
        tier,
    };
    reach.stops_with(tier).into_iter().map(stop).collect()
}

/// Ways round all enemies, and ways past them where there is no other.
struct Either {
    free: SearchedWays<MoveState, i32>,
    past: SearchedWays<MoveState, i32>,
}

impl Ways for Either {
    fn way(&self, cell: Cell, feet: Hm) -> Option<Vec<Waypoint>> {
        self.free.way(cell, feet).or_else(|| self.past.way(cell, feet))
    }
}

/// Whether a path can be gone as far as the walker's side knows, and what has to be bought for it.
///
/// # Errors
/// Why the path, or stopping at its end, is not possible.
pub fn check(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Result<Strides, Refusal> {
    hiding::as_known(ctx, unit.side(), |ctx| check_known(content, ctx, unit, path, manner))
}

fn check_known(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Result<Strides, Refusal> {
    if path.is_empty() {
        return Err(Refusal::new("no_path", "the path is empty", "MO-32"));
    }
    if path.len() > 400 {
        return Err(Refusal::new("too_far", "no move has more than 400 steps", "MO-32"));
    }
    let off = || Refusal::new("not_on_board", "it is not on the board", "MO-32");
    let prices = Prices::new(content, ctx, unit, manner).ok_or_else(off)?.through_enemies();
    let (room, state) = follow(&prices, ctx, unit, path, |_, _| {})?;
    if let Some(body) = prices.taken_by(room) {
        let rule = if prices.meets(body) == Met::Friend { "MO-293" } else { "MO-298" };
        let text = format!("{} is there", name_of(ctx, body.id));
        return Err(Refusal::new("occupied", text, rule));
    }
    Ok(prices.budget.strides(state.strides))
}

fn name_of(ctx: Ctx<'_>, id: UnitId) -> String {
    ctx.unit(id).map_or_else(String::new, |u| u.identity.name.clone())
}

/// What to think twice about on a path: enemies that have to be got past (MO-295).
pub fn warnings(content: &Content, ctx: Ctx<'_>, unit: &Unit, path: &[Waypoint]) -> Vec<Warning> {
    hiding::as_known(ctx, unit.side(), |ctx| warned_of(content, ctx, unit, path))
}

fn warned_of(content: &Content, ctx: Ctx<'_>, unit: &Unit, path: &[Waypoint]) -> Vec<Warning> {
    let Some(prices) = Prices::new(content, ctx, unit, "") else { return Vec::new() };
    let Some(mut room) = ctx.field.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    let mut met: Vec<UnitId> = Vec::new();
    for waypoint in path {
        let Some(step) = as_move(prices.budget, room, *waypoint) else { break };
        let Ok(facts) = ctx.field.step_from(unit.id(), room, step) else { break };
        let enemies = facts.occupants().filter(|b| prices.meets(b) == Met::Enemy);
        let new: Vec<UnitId> = enemies.map(|b| b.id).filter(|id| !met.contains(id)).collect();
        met.extend(new);
        room = facts.to;
    }
    let warn = |id: &UnitId| Warning {
        text: format!("It has to get past {}: an opposed check.", name_of(ctx, *id)),
        rule: RuleId::of("MO-295"),
    };
    met.iter().map(warn).collect()
}

/// Gains movement: a Move or a Sprint (MO-92 to MO-94).
pub fn stride(content: &Content, ctx: Ctx<'_>, step: &Step) -> Outcome {
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
        return Outcome::done(Vec::new());
    };
    let Some(budget) = Budget::of(content, unit) else { return Outcome::done(Vec::new()) };
    let int = |name: &str| i32::try_from(step.scratch.int(name)).unwrap_or_default();
    let rule = if step.scratch.flag("sprint") { "MO-94" } else { "MO-92" };
    let mut events = budget::pay(unit, int("ap"), "movement", rule);
    events.push(budget::gained(unit, &step.act, int("times") * budget.basic()));
    Outcome::done(events)
}

/// The step that gains movement.
pub fn stride_step(unit: UnitId, strides: Strides) -> Step {
    let act = if strides.sprint { "sprint" } else { "move" };
    Step::new(STRIDE)
        .of(unit)
        .act(Key::of(act))
        .with("times", i64::from(strides.count))
        .with("ap", i64::from(strides.ap))
        .with("sprint", i64::from(strides.sprint))
}

/// Getting past an enemy (MO-295).
pub const PASS: Contest = Contest {
    own: &[Skill::RawForce, Skill::Athletics, Skill::Nimbleness],
    theirs: &[Skill::RawForce, Skill::Athletics],
    size_tells: false,
};

/// The enemies that were got past in this move already (MO-295).
const PASSED: &str = "passed";

/// Walks one step of a path; the rest follows in the next runs. Whatever follows from the step
/// (falls, reactions, held actions) comes in between; the walk goes on only if the walker can.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = Ok(Outcome::done(Vec::new()));
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return over };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return over };
    let Some(prices) = Prices::new(content, ctx, unit, step.act.as_str()) else { return over };
    let prices = prices.through_enemies();
    let stays = || Ok(Outcome::done(step_back(ctx, &prices, unit, room, step)));
    let Some((next, rest)) = step.path.split_first() else { return stays() };
    if is_stopped(unit, room, step) {
        return stays();
    }
    let Some(next) = as_move(prices.budget, room, *next) else { return stays() };
    let Ok(facts) = ctx.field.step_from(unit.id(), room, next) else { return stays() };
    let before = prices.start();
    let priced = hiding::as_known(ctx, unit.side(), |ctx| price(content, ctx, unit, room, step));
    let Some(after) = priced else { return stays() };
    if after.strides > 0 {
        // Movement was lost on the way, and more is bought only by order.
        return stays();
    }
    let in_the_way = facts.occupants().filter(|b| prices.meets(b) != Met::Nobody);
    let met: Vec<UnitId> =
        in_the_way.map(|b| b.id).filter(|id| is_new(ctx, unit, step, *id)).collect();
    if !met.is_empty() {
        let spent = lost_square(content, &prices, before.spent, after.spent);
        let mut events = run_into(ctx, unit, &met, spent);
        events.extend(step_back(ctx, &prices, unit, room, step));
        return Ok(Outcome::done(events));
    }
    if !step.scratch.flag(WARNED) {
        let mut blows = react::leaving(content, ctx, unit, facts.to);
        blows.extend(held::leaving(Position { content, ctx }, unit.id()));
        if !blows.is_empty() {
            let here = stands_at(step.clone().with(WARNED, 1), room.cell);
            return Ok(Outcome::after(Vec::new(), blows, Some(here)));
        }
    }
    let mut passed = step.scratch.units(PASSED).to_vec();
    let mut events = Vec::new();
    let position = Position { content, ctx };
    for body in facts.occupants().filter(|b| prices.meets(b) == Met::Enemy) {
        let Some(enemy) = ctx.unit(body.id).filter(|u| !passed.contains(&u.id())) else { continue };
        let (won, rolls) = PASS.make(position, unit, enemy, oracle)?;
        events.extend(rolls);
        if !won {
            let spent = lost_square(content, &prices, before.spent, after.spent);
            events.extend(spent.map(|spent| budget::moved(unit, spent)));
            events.extend(step_back(ctx, &prices, unit, room, step));
            return Ok(Outcome::done(events));
        }
        passed.push(enemy.id());
    }
    let feet = if after.jumped { room.feet } else { facts.to.feet };
    let support = support_after(&facts, after.jumped);
    let to = room.at(facts.to.cell, feet);
    let (to, support) =
        ties::on_its_mount(ctx, unit, to).map_or((to, support), |seat| (seat, SupportKind::Body));
    let Some(along) = ties::drag(ctx, unit, room, to) else { return stays() };
    events.push(budget::moved(unit, after.spent));
    for (cell, side) in facts.leaves() {
        let from = ctx.field.board().edge(cell, side);
        let opened = from.map(|edge| grid::Edge { open: true, ..edge });
        let change = BoardChange::Edge { cell, side, from, to: opened };
        events.push(Event::new(Happening::Board(change), &["MO-90"]));
    }
    if after.doors > 0 {
        events.push(budget::used_free(unit, &Key::of("interact")));
    }
    let manner = if facts.manner == Manner::Fly { event::Manner::Fly } else { event::Manner::Walk };
    let what = Happening::Moved {
        unit: unit.id(),
        from: room.cell.into(),
        to: to.cell.into(),
        from_feet: room.feet,
        to_feet: to.feet,
        support,
        manner,
        cost: after.spent - before.spent,
    };
    let mut moved = Event::new(what, &["MO-287"]);
    moved.seen_by = hiding::witnesses(ctx, unit);
    events.push(moved);
    events.extend(ties::carry(ctx, unit, room, to));
    let (dragged, mut harm) = along;
    events.extend(dragged);
    if !after.jumped && support != SupportKind::Body {
        harm.extend(hazard::step(unit.id(), &facts.entered));
    }
    let mut next_step = stands_at(step.clone(), to.cell);
    next_step.path = rest.to_vec();
    next_step.scratch.set_int(WARNED, 0);
    if prices.taken_by(room).is_none() {
        // Where it goes back to if it is stopped in somebody's square.
        next_step.scratch.set_int("free_x", i64::from(room.cell.x));
        next_step.scratch.set_int("free_y", i64::from(room.cell.y));
        next_step.scratch.set_int("free_feet", i64::from(room.feet.0));
    }
    next_step.scratch.set(Key::of(PASSED), Datum::Units(passed));
    next_step.phase = 1;
    Ok(Outcome::after(events, harm, Some(next_step)))
}

/// What the next step of a walk costs as far as the walker's side knows.
fn price(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    room: Room,
    step: &Step,
) -> Option<MoveState> {
    let prices = Prices::new(content, ctx, unit, step.act.as_str())?.through_enemies();
    let next = as_move(prices.budget, room, *step.path.first()?)?;
    let facts = ctx.field.step_from(unit.id(), room, next).ok()?;
    prices.step(&prices.start(), &facts).ok()
}

/// The metres moved in all after a square that was not got into, if they change (MO-297).
fn lost_square(content: &Content, prices: &Prices<'_>, before: i32, after: i32) -> Option<i32> {
    let spent = match content.rules.pass_fail_cost {
        PassFailCost::SquareSpent => after,
        PassFailCost::Nothing => before,
        PassFailCost::TurnMovement => after.max(prices.budget.metres()),
    };
    (spent != before).then_some(spent)
}

/// True for somebody of whom the walker's side did not know when the walk began, or does not know
/// now: nobody meant to get past it.
fn is_new(ctx: Ctx<'_>, walker: &Unit, step: &Step, id: UnitId) -> bool {
    step.scratch.units(UNKNOWN).contains(&id) || !hiding::is_known(ctx, walker.side(), id)
}

/// A walk ends before somebody of whom nobody knew. Who is run into unseen is found, and the
/// movement for its square is spent as on a failed check; one that came into view on the way only
/// stops the walk (MO-125, MO-126, MO-297).
pub fn run_into(ctx: Ctx<'_>, walker: &Unit, met: &[UnitId], spent: Option<i32>) -> Vec<Event> {
    let unknown = |id: &&UnitId| !hiding::is_known(ctx, walker.side(), **id);
    let found: Vec<&Unit> = met.iter().filter(unknown).filter_map(|id| ctx.unit(*id)).collect();
    let mut events = Vec::new();
    if found.is_empty() {
        return events;
    }
    events.extend(spent.map(|spent| budget::moved(walker, spent)));
    for unit in found {
        let text = format!("{} runs into {}", walker.identity.name, unit.identity.name);
        let note = Happening::Note { unit: Some(walker.id()), text };
        events.push(Event::new(note, &["MO-125"]));
        events.extend(hiding::found(unit, "MO-126"));
    }
    events
}

/// One who is stopped in the square of an ally ends on the last free square of its way (MO-294);
/// nobody stops in an enemy's either (MO-298).
fn step_back(
    ctx: Ctx<'_>,
    prices: &Prices<'_>,
    unit: &Unit,
    room: Room,
    step: &Step,
) -> Vec<Event> {
    let number = |name: &str| i16::try_from(step.scratch.int(name)).unwrap_or_default();
    let taken = prices.taken_by(room).is_some();
    if !taken || step.phase != 1 || is_elsewhere(room, step) {
        return Vec::new();
    }
    let cell = grid::Cell::new(number("free_x"), number("free_y"));
    let back = room.at(cell, Hm(i32::from(number("free_feet"))));
    let carried = ctx.field.support(back, unit.id());
    let flies = unit.placement.support == SupportKind::Flight && carried == SupportKind::Nothing;
    let what = Happening::Moved {
        unit: unit.id(),
        from: room.cell.into(),
        to: cell.into(),
        from_feet: room.feet,
        to_feet: back.feet,
        support: if flies { SupportKind::Flight } else { carried },
        manner: event::Manner::Placed,
        cost: 0,
    };
    let mut events = vec![Event::new(what, &["MO-294"])];
    events.extend(ties::carry(ctx, unit, room, back));
    events
}

/// The step of a walk, with where the walker has to be to go on.
fn stands_at(step: Step, cell: Cell) -> Step {
    step.with("x", i64::from(cell.x)).with("y", i64::from(cell.y))
}

/// True when the walker is no longer where its last step led.
fn is_elsewhere(room: Room, step: &Step) -> bool {
    i64::from(room.cell.x) != step.scratch.int("x")
        || i64::from(room.cell.y) != step.scratch.int("y")
}

/// True when something on the way took the walker out of its walk.
fn is_stopped(unit: &Unit, room: Room, step: &Step) -> bool {
    let under_way = step.phase == 1 || step.scratch.flag(WARNED);
    let fell = unit.placement.posture == Posture::Prone && !step.scratch.flag("crawls");
    unit.status != Status::Active || (under_way && (is_elsewhere(room, step) || fell))
}
