//! Movement: the price of every step, where a combatant can go, and walking a path step by step
//! (PR-88 to PR-137).

use std::sync::Arc;

use crate::grid::{
    Body, Field, Ground, Hm, Manner, Manners, Move, Passage, Pricing, Room, Rough, StepFacts,
    SupportKind, UnitId,
};
use crate::rules::command::Waypoint;
use crate::rules::dice::{Die, Throw};
use crate::rules::event::{self, Against, BoardChange, Degree, Event, Happening, Packet, Rolled};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::reach::{ReachMap, ReachStop, SearchedWays};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, State, Status, Unit};
use crate::rules::step::{Outcome, Step};
use crate::rules::{Key, Refusal, Sum};

use super::bar::Bar;
use super::budget::{self, Budget};
use super::data::{Content, RoughStacking};
use super::health;
use super::numbers::Numbers;

/// The step of going one path.
pub const WALK: &str = "walk";
/// The manner of a move whose downward steps are climbed instead of jumped.
pub const BY_CLIMBING: &str = "climb";
/// The manner of a move that jumps down however deep it is.
pub const BY_JUMPING: &str = "jump";

/// What is remembered of a move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveState {
    /// Points spent in this turn's move, what was spent before included.
    pub spent: i32,
    /// The move has become a run (PR-62).
    pub running: bool,
    /// The step just taken ends over an edge: it is followed by a fall (PR-277).
    pub jumped: bool,
}

/// How steps down are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Down {
    /// Jumped where that is harmless, else climbed.
    Easiest,
    /// Always climbed.
    Climb,
    /// Always jumped.
    Jump,
}

/// The prices of this ruleset for one combatant.
pub struct Prices<'a> {
    content: &'a Content,
    state: &'a State,
    field: &'a Field<'a>,
    unit: &'a Unit,
    /// Points of one move on foot and in the air; double in a run.
    walk: i32,
    fly: i32,
    spent: i32,
    running: bool,
    may_run: bool,
    prone: bool,
    height: Hm,
    swim: Option<i32>,
    down: Down,
}

impl<'a> Prices<'a> {
    /// The prices for a unit at this point of its turn; `None` without a sheet of this ruleset.
    pub fn new(content: &'a Content, ctx: Ctx<'a>, unit: &'a Unit, manner: &str) -> Option<Self> {
        let numbers = Numbers::of(content, unit)?;
        let budget = Budget::of(&unit.turn);
        Some(Self {
            content,
            state: ctx.state,
            field: ctx.field,
            unit,
            walk: numbers.speed(),
            fly: numbers.fly().unwrap_or(0),
            spent: budget.spent(),
            running: budget.is_running(),
            may_run: budget.may_run(),
            prone: unit.placement.posture == Posture::Prone,
            height: unit.upright(),
            swim: numbers.creature().stats.swim_cost,
            down: match manner {
                BY_CLIMBING => Down::Climb,
                BY_JUMPING => Down::Jump,
                _ => Down::Easiest,
            },
        })
    }

    /// Points that can be spent in all in that manner, running included if it may run.
    fn limit(&self, manner: Manner, running: bool) -> i32 {
        let single = match manner {
            Manner::Fly => self.fly,
            Manner::Walk | Manner::Climb => self.walk,
        };
        if running { single * 2 } else { single }
    }

    /// The most that any search needs to look at.
    fn most(&self) -> u32 {
        let single = self.walk.max(self.fly);
        let most = if self.may_run { single * 2 } else { single };
        u32::try_from((most - self.spent).max(0)).unwrap_or_default()
    }

    /// What the ground entered costs: 1, or the dearest reason for more (PR-95 to PR-107).
    fn ground_cost(&self, step: &StepFacts<'_, '_>) -> i32 {
        let rules = &self.content.rules;
        let ground = &step.entered;
        if ground.rough == Rough::None
            && ground.depth == Hm::ZERO
            && !ground.occupied
            && !self.prone
        {
            return 1;
        }
        let mut reasons: Vec<i32> = Vec::new();
        match step.entered.rough {
            Rough::None => {}
            Rough::Light => reasons.push(rules.rough_light),
            Rough::Heavy => reasons.push(rules.rough_heavy),
        }
        let depth = step.entered.depth;
        if depth > Hm::ZERO && step.entered.support != SupportKind::Thing {
            let wades = if self.height > rules.wade_tall_over {
                Hm(self.height.0 / 2).max(rules.shallow_max)
            } else {
                rules.shallow_max
            };
            match self.swim {
                Some(cost) => reasons.push(cost),
                None if depth <= wades => reasons.push(rules.rough_light),
                None => reasons.push(rules.rough_heavy),
            }
        }
        if self.prone {
            reasons.push(rules.rough_heavy);
        }
        if step.occupants().any(|b| self.lies(b.id)) {
            reasons.push(rules.rough_light);
        }
        match rules.rough_stacking {
            RoughStacking::Max => reasons.into_iter().max().unwrap_or(1).max(1),
            RoughStacking::Sum => 1 + reasons.into_iter().map(|r| r - 1).sum::<i32>(),
        }
    }

    fn status(&self, id: UnitId) -> Option<Status> {
        self.state.unit(id).map(|u| u.status)
    }

    /// True for the fallen: their square is light rough (PR-114, PR-201).
    fn lies(&self, id: UnitId) -> bool {
        matches!(self.status(id), Some(Status::Down | Status::Dead))
    }

    /// Climbing and jumping: extra points, and whether a fall follows (PR-108 to PR-112, PR-277).
    fn height_cost(&self, step: &StepFacts<'_, '_>) -> Result<(i32, bool), Bar> {
        let rules = &self.content.rules;
        let rise = step.rise();
        let afloat =
            step.left.support == SupportKind::Water && step.entered.support == SupportKind::Water;
        if afloat || (rise <= rules.free_step && -rise <= rules.free_drop) {
            return Ok((0, false));
        }
        let metres = rise.abs().metres_ceil();
        let climb = metres * rules.rough_heavy;
        let climbable = rise.abs() <= self.height || step.is_climbable();
        let jump_is_harmless = -rise <= rules.fall_free;
        if rise < Hm::ZERO {
            let jump = match self.down {
                Down::Jump => true,
                Down::Climb => false,
                Down::Easiest => jump_is_harmless && !self.prone,
            };
            if jump {
                return Ok((0, true));
            }
        }
        if self.prone {
            return Err(Bar::new("prone", "one who lies cannot climb", "PR-262"));
        }
        if !climbable {
            return Err(Bar::too_high(rise.abs()));
        }
        Ok((climb, false))
    }

    fn walk_cost(&self, step: &StepFacts<'_, '_>) -> Result<(i32, bool), Bar> {
        let rules = &self.content.rules;
        let in_the_air = step.left.support == SupportKind::Nothing;
        if in_the_air && (self.fly > 0 || step.from.feet > step.to.feet) {
            return Err(Bar::new("in_the_air", "it has to land before it walks", "PR-124"));
        }
        if step.corners > 0 {
            return Err(Bar::new("corner", "no diagonal step across a corner", "PR-115"));
        }
        let (climb, jumped) = self.height_cost(step)?;
        let mut cost = if jumped { rules.jump_down_cost } else { self.ground_cost(step) + climb };
        match step.passage {
            Passage::Free => {}
            Passage::Low => cost += rules.low_wall_cost,
            Passage::Shut => cost += rules.door_cost,
            Passage::Closed => return Err(Bar::new("wall", "a wall is in the way", "PR-115")),
        }
        Ok((cost, jumped))
    }

    fn fly_cost(&self, step: &StepFacts<'_, '_>) -> Result<i32, Bar> {
        let rules = &self.content.rules;
        if self.fly == 0 {
            return Err(Bar::new("cannot_fly", "it cannot fly at the moment", "PR-118"));
        }
        if self.prone {
            return Err(Bar::new("prone", "one who lies cannot fly", "PR-270"));
        }
        let grounded = step.left.support != SupportKind::Nothing;
        if grounded && step.rise() < Hm::metres(1) {
            return Err(Bar::new("take_off", "taking off means rising 1 m or more", "PR-126"));
        }
        if step.corners > 0 {
            return Err(Bar::new("corner", "no diagonal step across a corner", "PR-115"));
        }
        if step.passage == Passage::Shut {
            return Err(Bar::new("shut", "a closed leaf is in the way", "PR-115"));
        }
        let level = i32::from(step.dir.is_some());
        let rise = step.rise();
        let vertical = if rise > Hm::ZERO {
            rise.metres_ceil() * rules.ascend_cost
        } else {
            rise.abs().metres_ceil() * rules.descend_cost
        };
        Ok(level + vertical)
    }
}

impl Pricing for Prices<'_> {
    type State = MoveState;
    type Refusal = Bar;
    type Key = bool;

    fn start(&self) -> MoveState {
        MoveState { spent: self.spent, running: self.running, jumped: false }
    }

    fn step(&self, state: &MoveState, step: &StepFacts<'_, '_>) -> Result<MoveState, Bar> {
        let (cost, jumped) = match step.manner {
            Manner::Walk => self.walk_cost(step)?,
            Manner::Fly => (self.fly_cost(step)?, false),
            Manner::Climb => {
                if self.prone {
                    return Err(Bar::new("prone", "one who lies cannot climb", "PR-262"));
                }
                (step.rise().abs().metres_ceil() * self.content.rules.rough_heavy, false)
            }
        };
        for body in step.occupants().filter(|b| b.blocking && !self.lies(b.id)) {
            if self.state.are_foes(self.unit.id(), body.id) {
                return Err(Bar::new("foe_in_the_way", "a foe is in the way", "PR-114"));
            }
        }
        let spent = state.spent + cost;
        let single = self.limit(step.manner, false);
        let running = state.running || spent > single;
        if running && !self.may_run {
            return Err(Bar::not_left(spent, single));
        }
        if running && spent > self.limit(step.manner, true) {
            return Err(Bar::beyond_run(spent, single * 2));
        }
        let heavy = step.manner == Manner::Walk && step.entered.rough == Rough::Heavy;
        if running && heavy && !self.content.rules.run_in_heavy {
            return Err(Bar::new("no_running_here", "no running through this", "PR-98"));
        }
        Ok(MoveState { spent, running, jumped })
    }

    fn cost(&self, state: &MoveState) -> u32 {
        u32::try_from(state.spent - self.spent).unwrap_or_default()
    }

    fn key(&self, state: &MoveState) -> bool {
        state.running
    }

    fn may_stop(&self, _state: &MoveState, room: Room, ground: &Ground) -> bool {
        !ground.occupied || self.field.blocker(room, self.unit.id()).is_none()
    }

    fn manners(&self) -> Manners {
        let walk = self.walk > 0;
        Manners { walk, fly: self.fly > 0 && !self.prone, slant: false, climb: walk && !self.prone }
    }
}

/// The prices for those who only walk: what they spent decides whether they run, so that searches
/// need tell nothing else apart and are quicker.
struct OnFoot<'a>(Prices<'a>);

impl Pricing for OnFoot<'_> {
    type State = MoveState;
    type Refusal = Bar;
    type Key = ();

    fn start(&self) -> MoveState {
        self.0.start()
    }

    fn step(&self, state: &MoveState, step: &StepFacts<'_, '_>) -> Result<MoveState, Bar> {
        self.0.step(state, step)
    }

    fn cost(&self, state: &MoveState) -> u32 {
        self.0.cost(state)
    }

    fn key(&self, _state: &MoveState) {}

    fn may_stop(&self, state: &MoveState, room: Room, ground: &Ground) -> bool {
        self.0.may_stop(state, room, ground)
    }

    fn manners(&self) -> Manners {
        self.0.manners()
    }
}

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
    if prices.fly == 0 {
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
    let mut room = ctx.field.body(unit.id()).and_then(crate::grid::Body::room).ok_or_else(off)?;
    let mut state = prices.start();
    for waypoint in path {
        let step = as_move(unit, content, room, *waypoint).ok_or_else(off)?;
        let facts = ctx
            .field
            .step_from(unit.id(), room, step)
            .map_err(|e| Refusal::new("blocked", e.to_string(), "PR-392"))?;
        state = prices.step(&state, &facts)?;
        room = facts.to;
    }
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
    let Some(prices) = Prices::new(content, ctx, unit, step.act.as_str()) else { return stays() };
    let Some(next) = as_move(unit, content, room, *next) else { return stays() };
    let Ok(facts) = ctx.field.step_from(unit.id(), room, next) else { return stays() };
    let before = prices.start();
    let Ok(after) = prices.step(&before, &facts) else { return stays() };

    let mut events = Vec::new();
    if after.running && !before.running {
        events.push(budget::runs(unit));
    }
    events.push(budget::moved(unit, after.spent, "PR-57"));
    for (cell, side) in facts.leaves() {
        let from = ctx.field.board().edge(cell, side);
        let to = from.map(|edge| crate::grid::Edge { open: true, ..edge });
        let change = BoardChange::Edge { cell, side, from, to };
        events.push(Event::new(Happening::Board(change), &["PR-134"]));
    }
    let feet = if after.jumped { room.feet } else { facts.to.feet };
    let support = match (facts.manner, facts.entered.support) {
        _ if after.jumped => SupportKind::Nothing,
        (Manner::Fly, SupportKind::Nothing) => SupportKind::Flight,
        (Manner::Climb, SupportKind::Nothing) => SupportKind::Grip,
        (_, support) => support,
    };
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
    let mut ends = false;
    if !after.jumped {
        events.extend(hazard(unit, &facts.entered));
        ends = slip(content, unit, &facts.entered, after.running, oracle, &mut events)?;
    }
    let mut next_step = step.clone();
    next_step.path = if ends { Vec::new() } else { rest.to_vec() };
    next_step.scratch.set_int("x", i64::from(facts.to.cell.x));
    next_step.scratch.set_int("y", i64::from(facts.to.cell.y));
    if ctx.field.blocker(room, unit.id()).is_none() {
        // Where it goes back to if it is stopped in somebody's square.
        next_step.scratch.set_int("free_x", i64::from(room.cell.x));
        next_step.scratch.set_int("free_y", i64::from(room.cell.y));
        next_step.scratch.set_int("free_feet", i64::from(room.feet.0));
    }
    let own_turn = ctx.state.scene.clock.active.contains(&unit.id());
    next_step.scratch.set_int("own_turn", i64::from(own_turn));
    next_step.phase = 1;
    Ok(Outcome::then(events, next_step))
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
    vec![Event::new(
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
    )]
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
fn slip(
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
    let needs = (needed - half).clamp(1, 11);
    let face = oracle.roll_one(Throw::one(10, needs))?;
    let mut bonus = Sum::new();
    bonus.push("half level", half, "PR-136");
    let stays = face >= needs;
    events.push(Event::new(
        Happening::Rolled(Rolled {
            who: Some(unit.id()),
            side: None,
            purpose: Key::of("slippery"),
            target: None,
            dice: vec![Die::d(10)],
            faces: vec![u16::try_from(face).unwrap_or_default()],
            terms: bonus.terms().to_vec(),
            total: face + half,
            against: Some(Against {
                label: "slippery ground".into(),
                terms: Vec::new(),
                value: needed,
            }),
            degree: if stays { Degree::Success } else { Degree::Failure },
            needs: Some(needs),
        }),
        &["PR-136"],
    ));
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
    }
    Ok(!stays)
}
