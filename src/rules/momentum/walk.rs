//! Movement: the price of every step, where a combatant can go, and walking a path step by step
//! (MO-32, MO-33, MO-92 to MO-94, MO-287 to MO-306).

use std::sync::Arc;

use crate::grid::{
    self, Body, Field, Ground, Hm, Manner, Manners, Move, Passage, Pricing, Room, Rough, StepFacts,
    SupportKind, UnitId,
};
use crate::rules::command::Waypoint;
use crate::rules::event::{self, BoardChange, Event, Happening};
use crate::rules::reach::{ReachMap, ReachStop, SearchedWays};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, State, Status, Unit};
use crate::rules::step::{Outcome, Step};
use crate::rules::{Key, Refusal, Sum};

use super::budget::{self, Budget, Strides};
use super::damage::{Blow, Ignores, Part};
use super::data::{Content, HouseRules};
use super::health;

/// The step of going one path.
pub const WALK: &str = "walk";
/// The step of gaining movement.
pub const STRIDE: &str = "stride";
/// The manner of a move that jumps down however deep it is.
pub const BY_JUMPING: &str = "jump";
/// The manner of a move whose way down is climbed.
pub const BY_CLIMBING: &str = "climb";

/// So many metres are searched for flyers in one go: the air has many more places than the ground.
/// Longer flights are made in several, or along a path that is given.
const MOST_FLIGHT: u32 = 12;

/// What is remembered of a move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveState {
    /// Metres moved in this turn, earlier moves included.
    pub spent: i32,
    /// How many times Basic Movement has to be bought for it.
    pub strides: i32,
    /// Doors opened on the way with the free Interact (MO-91).
    pub doors: i32,
    /// The step just taken ends over an edge: it is followed by a fall.
    pub jumped: bool,
}

/// A refusal of a step that is put into words only when somebody reads it: searches meet thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    code: &'static str,
    words: Words,
    rule: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    Plain(&'static str),
    TooHigh(Hm),
    TooFar(i32),
}

impl Bar {
    const fn new(code: &'static str, text: &'static str, rule: &'static str) -> Self {
        Self { code, words: Words::Plain(text), rule }
    }
}

impl From<Bar> for Refusal {
    fn from(bar: Bar) -> Self {
        let text = match bar.words {
            Words::Plain(text) => text.to_owned(),
            Words::TooHigh(rise) => format!("{rise} is too high to step: climb, jump or fly"),
            Words::TooFar(metres) => {
                format!("{metres} m in all are more than movement and AP allow")
            }
        };
        Self::new(bar.code, text, bar.rule)
    }
}

/// The prices of this ruleset for one combatant.
pub struct Prices<'a> {
    rules: &'a HouseRules,
    state: &'a State,
    field: &'a Field<'a>,
    unit: &'a Unit,
    budget: Budget<'a>,
    most_strides: i32,
    prone: bool,
    half_height: Hm,
    jumps: bool,
    climbs: bool,
}

impl<'a> Prices<'a> {
    /// The prices for a unit at this point of its turn; `None` without a sheet of this ruleset.
    pub fn new(content: &'a Content, ctx: Ctx<'a>, unit: &'a Unit, manner: &str) -> Option<Self> {
        let budget = Budget::of(content, unit)?;
        Some(Self {
            rules: &content.rules,
            state: ctx.state,
            field: ctx.field,
            unit,
            budget,
            most_strides: budget.most_strides(),
            prone: unit.placement.posture == Posture::Prone,
            half_height: Hm(unit.upright().0 / 2),
            jumps: manner == BY_JUMPING,
            climbs: manner == BY_CLIMBING,
        })
    }

    /// The same without buying movement that would cost the Attack of the turn.
    fn ordinary(mut self) -> Self {
        let fits = |n: &i32| self.budget.leaves_an_attack(self.budget.strides(*n).ap);
        self.most_strides = (1..=self.most_strides).take_while(fits).last().unwrap_or(0);
        self
    }

    /// The most metres that any search needs to look at.
    fn most(&self) -> u32 {
        let metres = self.budget.metres() + self.most_strides * self.budget.basic();
        let most = u32::try_from((metres - self.budget.spent()).max(0)).unwrap_or_default();
        if self.budget.flies() { most.min(MOST_FLIGHT) } else { most }
    }

    fn is_down(&self, id: UnitId) -> bool {
        let status = self.state.unit(id).map(|u| u.status);
        matches!(status, Some(Status::Down | Status::Dead))
    }

    /// Reasons for difficult ground; several count as one (MO-268, MO-290, MO-299, MO-301).
    fn is_difficult(&self, step: &StepFacts<'_, '_>) -> bool {
        let ground = &step.entered;
        let wades = ground.depth >= self.half_height.max(Hm(1))
            && ground.depth > Hm::ZERO
            && ground.support != SupportKind::Thing;
        ground.rough != Rough::None
            || ground.slippery > 0
            || wades
            || self.prone
            || step.passage == Passage::Low
            || step.occupants().any(|b| self.is_down(b.id))
    }

    /// Metres for the ground and height of a walked step, and whether a fall follows (MO-302).
    fn ground_cost(&self, step: &StepFacts<'_, '_>) -> Result<(i32, bool), Bar> {
        let rules = self.rules;
        let rise = step.rise();
        let afloat =
            step.left.support == SupportKind::Water && step.entered.support == SupportKind::Water;
        let plain = if self.is_difficult(step) { rules.difficult_cost } else { 1 };
        if afloat || rise.abs() <= rules.free_step {
            return Ok((plain, false));
        }
        if rise.abs() <= rules.difficult_step {
            return Ok((rules.difficult_cost.max(plain), false));
        }
        let drops = rise < Hm::ZERO && !self.prone && !self.climbs;
        if drops && (self.jumps || -rise <= rules.fall_free) {
            return Ok((plain, true));
        }
        if !step.is_climbable() || self.prone {
            let words = Words::TooHigh(rise.abs());
            return Err(Bar { code: "too_high", words, rule: "MO-302" });
        }
        Ok((rise.abs().metres_ceil() * rules.climb_cost, false))
    }

    fn walk_cost(&self, step: &StepFacts<'_, '_>) -> Result<(i32, bool), Bar> {
        if step.left.support == SupportKind::Nothing && step.from.feet > step.to.feet {
            return Err(Bar::new("in_the_air", "it has to land before it walks", "MO-304"));
        }
        if step.passage == Passage::Closed {
            return Err(Bar::new("wall", "a wall is in the way", "MO-288"));
        }
        self.ground_cost(step)
    }

    /// A metre for each neighbouring place, up and down included (MO-304).
    fn fly_cost(&self, step: &StepFacts<'_, '_>) -> Result<i32, Bar> {
        if !self.budget.flies() {
            return Err(Bar::new("cannot_fly", "it cannot fly at the moment", "MO-304"));
        }
        if step.passage != Passage::Free {
            return Err(Bar::new("shut", "something is in the way", "MO-288"));
        }
        Ok(1)
    }
}

impl Pricing for Prices<'_> {
    type State = MoveState;
    type Refusal = Bar;
    type Key = i32;

    fn start(&self) -> MoveState {
        MoveState { spent: self.budget.spent(), strides: 0, doors: 0, jumped: false }
    }

    fn step(&self, state: &MoveState, step: &StepFacts<'_, '_>) -> Result<MoveState, Bar> {
        let (cost, jumped) = match step.manner {
            Manner::Walk => self.walk_cost(step)?,
            Manner::Fly => (self.fly_cost(step)?, false),
            Manner::Climb if self.prone => {
                return Err(Bar::new("prone", "one who lies cannot climb", "MO-268"));
            }
            Manner::Climb => (step.rise().abs().metres_ceil() * self.rules.climb_cost, false),
        };
        let mut doors = state.doors;
        if step.passage == Passage::Shut {
            doors += 1;
            if doors > 1 || !self.budget.has_free_interaction() {
                return Err(Bar::new("shut", "it has to be opened first", "MO-90"));
            }
        }
        for body in step.occupants().filter(|b| b.blocking) {
            if self.state.are_foes(self.unit.id(), body.id) {
                return Err(Bar::new("foe_in_the_way", "an enemy is in the way", "MO-295"));
            }
        }
        let spent = state.spent + cost;
        let missing = self.budget.missing(spent);
        if missing > self.most_strides {
            let words = Words::TooFar(spent);
            return Err(Bar { code: "too_far", words, rule: "MO-32" });
        }
        Ok(MoveState { spent, strides: state.strides.max(missing), doors, jumped })
    }

    fn cost(&self, state: &MoveState) -> u32 {
        u32::try_from(state.spent - self.budget.spent()).unwrap_or_default()
    }

    fn key(&self, state: &MoveState) -> i32 {
        // What has to be bought follows from the metres.
        state.doors
    }

    fn may_stop(&self, _state: &MoveState, room: Room, ground: &Ground) -> bool {
        !ground.occupied || self.field.blocker(room, self.unit.id()).is_none()
    }

    fn manners(&self) -> Manners {
        let walk = self.budget.basic() > 0;
        Manners {
            walk,
            fly: self.budget.flies() && !self.prone,
            slant: true,
            climb: walk && !self.prone,
        }
    }
}

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

/// Everywhere a combatant can go at this point of its turn. Tier 0 leaves the AP of an Attack.
pub fn reach(content: &Content, ctx: Ctx<'_>, id: UnitId, far: Far) -> ReachMap {
    let Some(unit) = ctx.unit(id).filter(|u| u.is_active()) else { return ReachMap::empty() };
    let Some(body) = ctx.field.body(id) else { return ReachMap::empty() };
    let Some(prices) = Prices::new(content, ctx, unit, "") else { return ReachMap::empty() };
    let prices = if far == Far::Ordinary { prices.ordinary() } else { prices };
    let budget = prices.budget;
    searched(ctx, body, &prices, prices.most(), |strides| {
        u8::from(strides > 0 && !budget.leaves_an_attack(budget.strides(strides).ap))
    })
}

fn searched(
    ctx: Ctx<'_>,
    body: &Body,
    prices: &Prices<'_>,
    most: u32,
    tier: impl Fn(i32) -> u8,
) -> ReachMap {
    let start = body.anchor().unwrap_or_default();
    let Some(found) = grid::reach(ctx.field, body, prices, most) else {
        return ReachMap::empty();
    };
    let stops = found
        .stops_with(|state| tier(state.strides))
        .into_iter()
        .map(|(stop, tier)| ReachStop { cell: stop.cell, feet: stop.feet, cost: stop.cost, tier })
        .collect();
    ReachMap::new(stops, Arc::new(SearchedWays { reach: found, start }))
}

/// Whether a path can be gone, and what has to be bought for it.
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
    if path.is_empty() {
        return Err(Refusal::new("no_path", "the path is empty", "MO-32"));
    }
    if path.len() > 400 {
        return Err(Refusal::new("too_far", "no move has more than 400 steps", "MO-32"));
    }
    let off = || Refusal::new("not_on_board", "it is not on the board", "MO-32");
    let prices = Prices::new(content, ctx, unit, manner).ok_or_else(off)?;
    let mut room = ctx.field.body(unit.id()).and_then(Body::room).ok_or_else(off)?;
    let mut state = prices.start();
    for waypoint in path {
        let step = as_move(prices.budget, room, *waypoint).ok_or_else(off)?;
        let facts = ctx.field.step_from(unit.id(), room, step);
        let facts = facts.map_err(|e| Refusal::new("blocked", e.to_string(), "MO-288"))?;
        state = prices.step(&state, &facts)?;
        room = facts.to;
    }
    if let Some(obstacle) = ctx.field.blocker(room, unit.id()) {
        return Err(Refusal::new("occupied", obstacle.to_string(), "MO-293"));
    }
    Ok(prices.budget.strides(state.strides))
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

/// Walks one step of a path; the rest follows in the next runs. Whatever follows from the step
/// (falls, reactions, held actions) comes in between; the walk goes on only if the walker can.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Step) -> Outcome {
    let over = Outcome::done(Vec::new());
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return over };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return over };
    let stays = || Outcome::done(step_back(ctx, unit, room, step));
    let Some((next, rest)) = step.path.split_first() else { return stays() };
    if is_stopped(unit, room, step) {
        return stays();
    }
    let Some(prices) = Prices::new(content, ctx, unit, step.act.as_str()) else { return stays() };
    let Some(next) = as_move(prices.budget, room, *next) else { return stays() };
    let Ok(facts) = ctx.field.step_from(unit.id(), room, next) else { return stays() };
    let before = prices.start();
    let Ok(after) = prices.step(&before, &facts) else { return stays() };
    if after.strides > 0 {
        // Movement was lost on the way, and more is bought only by order.
        return stays();
    }
    let mut events = vec![budget::moved(unit, after.spent)];
    for (cell, side) in facts.leaves() {
        let from = ctx.field.board().edge(cell, side);
        let to = from.map(|edge| grid::Edge { open: true, ..edge });
        let change = BoardChange::Edge { cell, side, from, to };
        events.push(Event::new(Happening::Board(change), &["MO-90"]));
    }
    if after.doors > 0 {
        events.push(budget::used_free(unit, &Key::of("interact")));
    }
    let feet = if after.jumped { room.feet } else { facts.to.feet };
    let support = match (facts.manner, facts.entered.support) {
        _ if after.jumped => SupportKind::Nothing,
        (Manner::Fly, SupportKind::Nothing) => SupportKind::Flight,
        (Manner::Climb, SupportKind::Nothing) => SupportKind::Grip,
        (_, support) => support,
    };
    let manner = if facts.manner == Manner::Fly { event::Manner::Fly } else { event::Manner::Walk };
    let what = Happening::Moved {
        unit: unit.id(),
        from: room.cell.into(),
        to: facts.to.cell.into(),
        from_feet: room.feet,
        to_feet: feet,
        support,
        manner,
        cost: after.spent - before.spent,
    };
    let mut moved = Event::new(what, &["MO-287"]);
    moved.seen_by = super::hiding::witnesses(ctx, unit);
    events.push(moved);
    if !after.jumped {
        events.extend(hazard(content, unit, &facts.entered));
    }
    let mut next_step = step.clone();
    next_step.path = rest.to_vec();
    next_step.scratch.set_int("x", i64::from(facts.to.cell.x));
    next_step.scratch.set_int("y", i64::from(facts.to.cell.y));
    if ctx.field.blocker(room, unit.id()).is_none() {
        // Where it goes back to if it is stopped in somebody's square.
        next_step.scratch.set_int("free_x", i64::from(room.cell.x));
        next_step.scratch.set_int("free_y", i64::from(room.cell.y));
        next_step.scratch.set_int("free_feet", i64::from(room.feet.0));
    }
    next_step.phase = 1;
    Outcome::then(events, next_step)
}

/// One who is stopped in the square of an ally ends on the last free square of its way (MO-294).
fn step_back(ctx: Ctx<'_>, unit: &Unit, room: Room, step: &Step) -> Vec<Event> {
    let number = |name: &str| i16::try_from(step.scratch.int(name)).unwrap_or_default();
    let taken = ctx.field.blocker(room, unit.id()).is_some();
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
    vec![Event::new(what, &["MO-294"])]
}

/// True when the walker is no longer where its last step led.
fn is_elsewhere(room: Room, step: &Step) -> bool {
    i64::from(room.cell.x) != step.scratch.int("x")
        || i64::from(room.cell.y) != step.scratch.int("y")
}

/// True when something on the way took the walker out of its walk.
fn is_stopped(unit: &Unit, room: Room, step: &Step) -> bool {
    let under_way = step.phase == 1;
    let fell = unit.placement.posture == Posture::Prone && !step.scratch.flag("crawls");
    unit.status != Status::Active || (under_way && (is_elsewhere(room, step) || fell))
}

/// Ground that hurts when entered and at the start of a turn there (MO-306).
pub fn hazard(content: &Content, unit: &Unit, ground: &Ground) -> Vec<Event> {
    let amount = i32::from(ground.harm);
    if amount == 0 {
        return Vec::new();
    }
    let mut sum = Sum::new();
    sum.push("damaging ground", amount, "MO-306");
    let parts = vec![Part { kind: content.rules.hazard_type, sum }];
    let blow = Blow { parts, ignores: Ignores::Nothing, gentle: false };
    health::strike(content, unit, &blow, &Key::of("ground"), None, &["MO-306"])
}
