//! Moving along a path: its cost, its end, and the walk itself step by step. Prices, and what
//! happens before and after a step, are up to the ruleset.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::command::Waypoint;
use crate::event::{self, BoardChange, Event};
use crate::path_preview::{Hint, PathStep, SignRules, hints, support_after};
use crate::reach::{ReachMap, ReachStop, SearchedWays};
use crate::ruleset::{Ctx, Warning};
use crate::state::{Posture, Status, Unit};
use crate::step::Task;
use crate::{Key, Refusal};
use grid::{
    self, Body, Cell, Edge, Field, Hm, Move, Pricing, Room, StepFacts, StepMode, SupportKind,
    UnitId,
};

use super::events;

/// Maximum length of a path, in steps.
const MAX_STEPS: usize = 400;

/// A walk in progress, for a ruleset's step type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    /// The walker.
    pub unit: UnitId,
    /// The remaining path.
    pub path: Vec<Waypoint>,
    /// The movement variant, as in the command.
    pub manner: Key,
    /// True if it was prone when it set out.
    pub crawls: bool,
    /// The cell that its last step led to; `None` before the first.
    pub at: Option<Cell>,
    /// The last place on the path where it could have stopped.
    pub free: Option<(Cell, Hm)>,
    /// True if others have already reacted to its next step.
    #[serde(default)]
    pub answered: bool,
}

impl Walk {
    /// A walk before its first step.
    pub fn new(unit: &Unit, path: &[Waypoint], manner: &Key) -> Self {
        Self {
            unit: unit.id(),
            path: path.to_vec(),
            manner: manner.clone(),
            crawls: unit.placement.posture == Posture::Prone,
            at: None,
            free: None,
            answered: false,
        }
    }
}

impl Task for Walk {
    fn unit(&self) -> Option<UnitId> {
        Some(self.unit)
    }
}

/// The rule IDs of a ruleset for the shared parts of walking.
#[derive(Clone, Copy, Debug)]
pub struct WalkRules {
    /// A body moves by a step.
    pub moved: &'static str,
    /// Something is opened on the way.
    pub opened: &'static str,
    /// A walker stopped in an occupied place moves back.
    pub back: &'static str,
    /// A missing or too long path.
    pub path: &'static str,
    /// Hints about steps.
    pub signs: SignRules,
}

/// The movement rules of a ruleset.
pub trait MovementRules {
    /// The state of a move so far.
    type Spent: Clone + Send + Sync + 'static;
    /// Why a step is refused; formatted only when shown.
    type LazyRefusal: Into<Refusal>;
    /// Distinguishes moves that cannot be compared by cost.
    type Key: Copy + Eq + Send + Sync + 'static;
    /// The prices for one combatant at one point of its turn.
    type Prices: Pricing<State = Self::Spent, Refusal = Self::LazyRefusal, Key = Self::Key>;

    /// The rule IDs.
    fn rules(&self) -> WalkRules;

    /// The rule for a step without enough room; by default the rule about paths.
    fn blocked(&self) -> &'static str {
        self.rules().path
    }

    /// The prices for a combatant at this point of its turn, after a previewed move in state
    /// `begun`; `None` without a typed sheet.
    fn prices(
        &self,
        unit: &Unit,
        manner: &str,
        begun: Option<&Self::Spent>,
    ) -> Option<Self::Prices>;

    /// Upper limit of the cost for a search.
    fn most(&self, prices: &Self::Prices) -> u32;

    /// Checks whether it may move at all.
    ///
    /// # Errors
    /// Why not.
    fn may_move(&self, unit: &Unit) -> Result<(), Refusal>;

    /// True if it can fly.
    fn flies(&self, unit: &Unit) -> bool;

    /// A waypoint as a move of a combatant from a room.
    fn as_move(&self, unit: &Unit, from: Room, to: Waypoint) -> Option<Move> {
        as_move(self.flies(unit), from, to)
    }

    /// True for a step over an edge that starts a fall.
    fn jumped(&self, spent: &Self::Spent) -> bool;

    /// True if the step is climbed.
    fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool;

    /// 0 for an ordinary move, 1 if it takes more out of the turn.
    fn tier(&self, prices: &Self::Prices, spent: &Self::Spent) -> u8;

    /// The points left after a step, and the further points available by taking more out of the
    /// turn.
    fn left(&self, prices: &Self::Prices, spent: &Self::Spent) -> (u32, u32);

    /// The events that pay for a step.
    fn pay(&self, unit: &Unit, before: &Self::Spent, after: &Self::Spent) -> Vec<Event>;

    /// Searches all paths of a combatant. Overridden by rulesets that can price common steps
    /// faster.
    #[inline]
    fn search(&self, field: &Field<'_>, body: &Body, prices: &Self::Prices) -> ReachMap {
        search(field, body, prices, self.most(prices), |spent| self.tier(prices, spent))
    }

    /// A walker stopped in an occupied place returns to where it could have stopped, together with
    /// the units it carries or drags.
    fn step_back(&self, unit: &Unit, way: (Room, Room), support: SupportKind) -> Vec<Event> {
        vec![events::moved(unit, way, support, (event::MoveKind::Placed, 0), self.rules().back)]
    }

    /// A warning to the player before the move.
    fn warning(&self, _unit: &Unit, _spent: &Self::Spent) -> Option<Warning> {
        None
    }

    /// Whether other bodies let a combatant end a move in a room.
    ///
    /// # Errors
    /// Which body is in the way.
    fn may_stop(&self, ctx: Ctx<'_>, unit: &Unit, room: Room) -> Result<(), Refusal> {
        match ctx.field.blocker(room, unit.id()) {
            Some(o) => Err(Refusal::new("occupied", o.to_string(), self.rules().back)),
            None => Ok(()),
        }
    }

    /// Adds the ruleset's own hints about a step; `gone` holds the steps before it.
    fn hint(
        &self,
        _prices: &Self::Prices,
        (_facts, _spent): (&StepFacts<'_, '_>, &Self::Spent),
        _gone: &[PathStep],
        _met: &mut Vec<Hint>,
    ) {
    }
}

/// A waypoint as a move from the body's current room.
pub fn as_move(flies: bool, from: Room, to: Waypoint) -> Option<Move> {
    let cell = to.cell()?;
    Some(match to.feet {
        None => Move::Walk { to: cell },
        Some(feet) if cell == from.cell && !flies => Move::Climb { feet },
        Some(feet) => Move::Fly { to: cell, feet },
    })
}

/// All places a combatant can reach at this point of its turn.
pub fn reach<G: MovementRules>(gait: &G, ctx: Ctx<'_>, id: UnitId) -> ReachMap {
    let go = || {
        let unit = ctx.unit(id).filter(|u| u.status == Status::Active)?;
        gait.may_move(unit).ok()?;
        let prices = gait.prices(unit, "", None)?;
        Some(gait.search(ctx.field, ctx.field.body(id)?, &prices))
    };
    go().unwrap_or_else(ReachMap::empty)
}

/// All places a combatant can reach after a path.
pub fn reach_after<G: MovementRules>(
    gait: &G,
    ctx: Ctx<'_>,
    id: UnitId,
    path: &[Waypoint],
) -> ReachMap {
    let go = || {
        let unit = ctx.unit(id).filter(|u| u.status == Status::Active)?;
        gait.may_move(unit).ok()?;
        let (room, spent) = follow(gait, ctx, unit, path, "", |_, _, _| {}).ok()?;
        let there = ctx.field.body(id)?.moved(room.cell, room.feet);
        let field = ctx.field.with_body(there.clone());
        let prices = gait.prices(unit, "", Some(&spent))?;
        Some(gait.search(&field, &there, &prices))
    };
    go().unwrap_or_else(ReachMap::empty)
}

/// All paths of a body at these prices, up to a cost of `most`.
pub fn search<P>(
    field: &Field<'_>,
    body: &Body,
    prices: &P,
    most: u32,
    tier: impl Fn(&P::State) -> u8,
) -> ReachMap
where
    P: Pricing,
    P::State: Send + Sync + 'static,
    P::Key: Send + Sync + 'static,
{
    let start = body.anchor().unwrap_or_default();
    let Some(found) = grid::reach(field, body, prices, most) else {
        return ReachMap::empty();
    };
    let stops = found.stops_with(tier).into_iter();
    let stops = stops.map(|(stop, tier)| ReachStop {
        cell: stop.cell,
        feet: stop.feet,
        cost: stop.cost,
        tier,
    });
    ReachMap::new(stops.collect(), Arc::new(SearchedWays { reach: found, start }))
}

/// Everything a search reads besides the board.
#[derive(PartialEq)]
struct SearchedMoment<P> {
    prices: P,
    hazard_height: Hm,
    body: Body,
    bodies: Vec<Body>,
}

/// Like [`search`], cached by the board until something that it reads changes: the AI searches
/// again after acts that move nothing. Requires prices that hold everything they read.
pub fn remembered<G>(gait: &G, field: &Field<'_>, body: &Body, prices: &G::Prices) -> ReachMap
where
    G: MovementRules,
    G::Prices: Clone + PartialEq + Send + 'static,
{
    let moment = SearchedMoment {
        prices: prices.clone(),
        hazard_height: field.hazard_height(),
        body: body.clone(),
        bodies: field.bodies().to_vec(),
    };
    let most = gait.most(prices);
    let tier = |spent: &G::Spent| gait.tier(prices, spent);
    field.board().recall(moment, |_| search(field, body, prices, most, tier))
}

/// Follows a path without moving: returns its end and the state there.
///
/// # Errors
/// Why a step is not possible. `each` was called for the steps before it.
fn follow<G: MovementRules>(
    gait: &G,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
    mut each: impl FnMut(&G::Prices, &StepFacts<'_, '_>, &G::Spent),
) -> Result<(Room, G::Spent), Refusal> {
    let rules = gait.rules();
    let off = || Refusal::new("not_on_board", "it is not on the board", rules.path);
    let mut room = ctx.field.body(unit.id()).and_then(Body::room).ok_or_else(off)?;
    let prices = gait.prices(unit, manner, None).ok_or_else(off)?;
    let mut spent = prices.start();
    for waypoint in path {
        let step = gait.as_move(unit, room, *waypoint).ok_or_else(off)?;
        let facts = ctx
            .field
            .step_from(unit.id(), room, step)
            .map_err(|e| Refusal::new("blocked", e.to_string(), gait.blocked()))?;
        spent = prices.step(&spent, &facts).map_err(Into::into)?;
        room = facts.to;
        each(&prices, &facts, &spent);
    }
    Ok((room, spent))
}

/// Checks whether a path is possible; returns the state at its end.
///
/// # Errors
/// Why the path, or stopping at its end, is not possible.
pub fn check<G: MovementRules>(
    gait: &G,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Result<G::Spent, Refusal> {
    gait.may_move(unit)?;
    let rules = gait.rules();
    if path.is_empty() {
        return Err(Refusal::new("no_path", "the path is empty", rules.path));
    }
    if path.len() > MAX_STEPS {
        let text = format!("a move has at most {MAX_STEPS} steps");
        return Err(Refusal::new("too_far", text, rules.path));
    }
    let (room, spent) = follow(gait, ctx, unit, path, manner, |_, _, _| {})?;
    gait.may_stop(ctx, unit, room)?;
    Ok(spent)
}

/// The steps of a path, as far as it is possible, with their costs and hints.
pub fn preview<G: MovementRules>(
    gait: &G,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Vec<PathStep> {
    let mut paces = Vec::new();
    let signs = gait.rules().signs;
    let each = |prices: &G::Prices, facts: &StepFacts<'_, '_>, spent: &G::Spent| {
        let mut met = hints(facts, gait.climbs(facts), gait.jumped(spent), &signs);
        gait.hint(prices, (facts, spent), &paces, &mut met);
        let (left, beyond) = gait.left(prices, spent);
        paces.push(PathStep {
            room: facts.to,
            support: support_after(facts, false),
            cost: prices.cost(spent),
            left,
            beyond,
            tier: gait.tier(prices, spent),
            hints: met,
        });
    };
    // An impossible step ends the list; the check reports the reason.
    let _: Result<_, Refusal> = follow(gait, ctx, unit, path, manner, each);
    paces
}

/// One step of a walk.
pub struct WalkStep<'a, S> {
    /// Its events: the payment, opened doors, the move.
    pub events: Vec<Event>,
    /// The walk after it.
    pub walk: Walk,
    /// The facts of the step.
    pub facts: StepFacts<'a, 'a>,
    /// The state before it.
    pub before: S,
    /// The state after it.
    pub after: S,
}

/// How a walk continues.
pub enum Going<'a, S> {
    /// It makes one more step.
    On(Box<WalkStep<'a, S>>),
    /// It is over; a walker stopped in an occupied place moves back.
    Over(Vec<Event>),
}

/// The next step of a walk. Its consequences (falls, reactions) are resolved between two steps; the
/// walk continues only if the walker still can.
pub fn stride<'a, G: MovementRules>(gait: &G, ctx: Ctx<'a>, walk: &Walk) -> Going<'a, G::Spent> {
    let Some(unit) = ctx.unit(walk.unit) else { return Going::Over(Vec::new()) };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else {
        return Going::Over(Vec::new());
    };
    let on = || {
        let (next, rest) = walk.path.split_first()?;
        if is_stopped(unit, room, walk.at, walk.crawls) {
            return None;
        }
        let prices = gait.prices(unit, walk.manner.as_str(), None)?;
        let next = gait.as_move(unit, room, *next)?;
        let facts = ctx.field.step_from(unit.id(), room, next).ok()?;
        let before = prices.start();
        let after = prices.step(&before, &facts).ok()?;
        Some((rest, prices, facts, before, after))
    };
    let Some((rest, prices, facts, before, after)) = on() else {
        return Going::Over(go_back(gait, ctx, (unit, room), walk.at, walk.free));
    };
    let rules = gait.rules();
    let mut events = gait.pay(unit, &before, &after);
    events.extend(opened(ctx, &facts, rules.opened));
    let jumped = gait.jumped(&after);
    let feet = if jumped { room.feet } else { facts.to.feet };
    let manner =
        if facts.manner == StepMode::Fly { event::MoveKind::Fly } else { event::MoveKind::Walk };
    let to = Room { feet, ..facts.to };
    let support = support_after(&facts, jumped);
    let points = |spent| i32::try_from(prices.cost(spent)).unwrap_or(i32::MAX);
    let cost = points(&after) - points(&before);
    events.push(events::moved(unit, (room, to), support, (manner, cost), rules.moved));
    let free = gait.may_stop(ctx, unit, room).is_ok();
    let walk = Walk {
        path: rest.to_vec(),
        at: Some(facts.to.cell),
        free: if free { Some((room.cell, room.feet)) } else { walk.free },
        answered: false,
        ..walk.clone()
    };
    Going::On(Box::new(WalkStep { events, walk, facts, before, after }))
}

/// Opens the doors and windows that a step passes.
pub fn opened(ctx: Ctx<'_>, facts: &StepFacts<'_, '_>, rule: &'static str) -> Vec<Event> {
    let open = |at| {
        let from = ctx.field.board().edge_at(at);
        let to = from.map(|edge| Edge { open: true, ..edge });
        events::board(BoardChange::edge(at, from, to), rule)
    };
    facts.leaves().into_iter().map(open).collect()
}

/// True if something stopped the walk: the walker is prone, out of the fight, or no longer at `at`,
/// where its last step led (`None` before the first step).
pub fn is_stopped(unit: &Unit, room: Room, at: Option<Cell>, crawls: bool) -> bool {
    let elsewhere = at.is_some_and(|at| at != room.cell);
    let fell = unit.placement.posture == Posture::Prone && !crawls && at.is_some();
    unit.status != Status::Active || elsewhere || fell
}

/// Moves a walker stopped in an occupied place back to `free`, the last free place of its path.
/// Does nothing if the walker is no longer at `at`, where its last step led.
pub fn go_back<G: MovementRules>(
    gait: &G,
    ctx: Ctx<'_>,
    (unit, room): (&Unit, Room),
    at: Option<Cell>,
    free: Option<(Cell, Hm)>,
) -> Vec<Event> {
    let stuck = at == Some(room.cell) && gait.may_stop(ctx, unit, room).is_err();
    let Some((cell, feet)) = free.filter(|_| stuck) else { return Vec::new() };
    let back = room.at(cell, feet);
    let carried = ctx.field.support(back, unit.id());
    let flies = unit.placement.support == SupportKind::Flight && carried == SupportKind::Nothing;
    let support = if flies { SupportKind::Flight } else { carried };
    gait.step_back(unit, (room, back), support)
}
