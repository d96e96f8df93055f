//! Going along a path: what it costs, where it leads, and the walk itself step by step. Prices, and
//! what happens before and after a step, are the ruleset's.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::grid::{
    self, Body, Cell, Edge, Field, Hm, Manner, Move, Pricing, Room, StepFacts, SupportKind, UnitId,
};
use crate::rules::command::Waypoint;
use crate::rules::event::{self, BoardChange, Event};
use crate::rules::path_preview::{Hint, Pace, SignRules, hints, support_after};
use crate::rules::reach::{ReachMap, ReachStop, SearchedWays};
use crate::rules::ruleset::{Ctx, Warning};
use crate::rules::state::{Posture, Status, Unit};
use crate::rules::step::Task;
use crate::rules::{Key, Refusal};

use super::events;

/// The longest path that is looked at, steps.
const MOST_STEPS: usize = 400;

/// A walk under way, for a ruleset's list of steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    /// Who goes.
    pub unit: UnitId,
    /// The way still to go.
    pub path: Vec<Waypoint>,
    /// How, as the command says it.
    pub manner: Key,
    /// It lay when it set out.
    pub crawls: bool,
    /// Where its last step led; nowhere before the first.
    pub at: Option<Cell>,
    /// The last place on the way where it could have stayed.
    pub free: Option<(Cell, Hm)>,
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
        }
    }
}

impl Task for Walk {
    fn unit(&self) -> Option<UnitId> {
        Some(self.unit)
    }
}

/// The rules that a ruleset names for what is the same everywhere.
#[derive(Clone, Copy, Debug)]
pub struct WalkRules {
    /// A body moves by a step.
    pub moved: &'static str,
    /// Opening on the way.
    pub opened: &'static str,
    /// One who is stopped where somebody stands goes back.
    pub back: &'static str,
    /// No way, or too long a one.
    pub path: &'static str,
    /// What steps meet.
    pub signs: SignRules,
}

/// How the combatants of a ruleset go.
pub trait MovementRules {
    /// What must be remembered of a move so far.
    type Spent: Clone + Send + Sync + 'static;
    /// Why a step is refused, in words once somebody reads it.
    type LazyRefusal: Into<Refusal>;
    /// Tells apart moves that cost does not compare.
    type Key: Copy + Eq + Send + Sync + 'static;
    /// The prices of one combatant at a point of its turn.
    type Prices: Pricing<State = Self::Spent, Refusal = Self::LazyRefusal, Key = Self::Key>;

    /// The rules behind it.
    fn rules(&self) -> WalkRules;

    /// The rule by which there is no room for a step; that about paths unless a ruleset has one.
    fn blocked(&self) -> &'static str {
        self.rules().path
    }

    /// The prices for a combatant at this point of its turn, after it has spent `begun` in thought;
    /// none for one without a sheet.
    fn prices(
        &self,
        unit: &Unit,
        manner: &str,
        begun: Option<&Self::Spent>,
    ) -> Option<Self::Prices>;

    /// The most that a search needs to look at.
    fn most(&self, prices: &Self::Prices) -> u32;

    /// Whether it may move at all.
    ///
    /// # Errors
    /// Why not.
    fn may_move(&self, unit: &Unit) -> Result<(), Refusal>;

    /// It can go through the air.
    fn flies(&self, unit: &Unit) -> bool;

    /// True for a step that leads over an edge, into a fall.
    fn jumped(&self, spent: &Self::Spent) -> bool;

    /// True for a step that is climbed.
    fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool;

    /// 0 for an ordinary move, 1 where it takes more out of the turn.
    fn tier(&self, prices: &Self::Prices, spent: &Self::Spent) -> u8;

    /// What is left after a step, and what there is beyond it at the price of more of the turn.
    fn left(&self, prices: &Self::Prices, spent: &Self::Spent) -> (u32, u32);

    /// What a step takes out of the turn.
    fn pay(&self, unit: &Unit, before: &Self::Spent, after: &Self::Spent) -> Vec<Event>;

    /// Looks for all ways of somebody. A ruleset with a quicker way to price the usual ones says so.
    fn search(&self, field: &Field<'_>, body: &Body, prices: &Self::Prices) -> ReachMap {
        search(field, body, prices, self.most(prices), |spent| self.tier(prices, spent))
    }

    /// One who is stopped where somebody stands goes back to where it could have stayed; those who
    /// come along go back too.
    fn step_back(&self, unit: &Unit, way: (Room, Room), support: SupportKind) -> Vec<Event> {
        vec![events::moved(unit, way, support, (event::Manner::Placed, 0), self.rules().back)]
    }

    /// What the player should know of a move before it is made.
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

    /// What the ruleset adds to the hints about a step; `gone` are the steps before it.
    fn hint(
        &self,
        _prices: &Self::Prices,
        (_facts, _spent): (&StepFacts<'_, '_>, &Self::Spent),
        _gone: &[Pace],
        _met: &mut Vec<Hint>,
    ) {
    }
}

/// A waypoint as a step from where the body is.
pub fn as_move(flies: bool, from: Room, to: Waypoint) -> Option<Move> {
    let cell = to.cell()?;
    Some(match to.feet {
        None => Move::Walk { to: cell },
        Some(feet) if cell == from.cell && !flies => Move::Climb { feet },
        Some(feet) => Move::Fly { to: cell, feet },
    })
}

/// Everywhere a combatant can go at this point of its turn.
pub fn reach<G: MovementRules>(gait: &G, ctx: Ctx<'_>, id: UnitId) -> ReachMap {
    let go = || {
        let unit = ctx.unit(id).filter(|u| u.status == Status::Active)?;
        gait.may_move(unit).ok()?;
        let prices = gait.prices(unit, "", None)?;
        Some(gait.search(ctx.field, ctx.field.body(id)?, &prices))
    };
    go().unwrap_or_else(ReachMap::empty)
}

/// Everywhere a combatant can go after it has gone a path.
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

/// All ways of a body at these prices, as far as is told.
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

/// Goes a path in thought: where it ends and what is spent then.
///
/// # Errors
/// Why a step is not possible. Those before it were told to `each`.
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
        let step = as_move(gait.flies(unit), room, *waypoint).ok_or_else(off)?;
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

/// Whether a path can be gone, and what is spent at its end.
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
    if path.len() > MOST_STEPS {
        let text = format!("no move has more than {MOST_STEPS} steps");
        return Err(Refusal::new("too_far", text, rules.path));
    }
    let (room, spent) = follow(gait, ctx, unit, path, manner, |_, _, _| {})?;
    gait.may_stop(ctx, unit, room)?;
    Ok(spent)
}

/// The steps of a path as far as it can be gone, each with what it costs and meets.
pub fn preview<G: MovementRules>(
    gait: &G,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Vec<Pace> {
    let mut paces = Vec::new();
    let signs = gait.rules().signs;
    let each = |prices: &G::Prices, facts: &StepFacts<'_, '_>, spent: &G::Spent| {
        let mut met = hints(facts, gait.climbs(facts), gait.jumped(spent), &signs);
        gait.hint(prices, (facts, spent), &paces, &mut met);
        let (left, beyond) = gait.left(prices, spent);
        paces.push(Pace {
            room: facts.to,
            support: support_after(facts, false),
            cost: prices.cost(spent),
            left,
            beyond,
            tier: gait.tier(prices, spent),
            hints: met,
        });
    };
    // What cannot be gone ends the list; why it cannot is for the check to say.
    let _: Result<_, Refusal> = follow(gait, ctx, unit, path, manner, each);
    paces
}

/// One step of a walk.
pub struct Stride<'a, S> {
    /// What happens by it: the payment, opened doors, the move.
    pub events: Vec<Event>,
    /// The walk after it.
    pub walk: Walk,
    /// The facts of the step.
    pub facts: StepFacts<'a, 'a>,
    /// What was spent before it.
    pub before: S,
    /// What is spent after it.
    pub after: S,
}

/// How a walk goes on.
pub enum Going<'a, S> {
    /// By one more step.
    On(Box<Stride<'a, S>>),
    /// It is over; who was stopped where somebody stands goes back.
    Over(Vec<Event>),
}

/// The next step of a walk. Whatever follows from it (falls, reactions) comes in between two steps;
/// the walk goes on only if the walker still can.
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
        let next = as_move(gait.flies(unit), room, *next)?;
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
    let manner = if facts.manner == Manner::Fly { event::Manner::Fly } else { event::Manner::Walk };
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
        ..walk.clone()
    };
    Going::On(Box::new(Stride { events, walk, facts, before, after }))
}

/// The doors and windows that a step opens on its way.
pub fn opened(ctx: Ctx<'_>, facts: &StepFacts<'_, '_>, rule: &'static str) -> Vec<Event> {
    let open = |(cell, side)| {
        let from = ctx.field.board().edge(cell, side);
        let to = from.map(|edge| Edge { open: true, ..edge });
        events::board(BoardChange::Edge { cell, side, from, to }, rule)
    };
    facts.leaves().into_iter().map(open).collect()
}

/// True if something on the way took the walker out of its walk: it lies, is out of the fight, or is
/// no longer at `at`, where its last step led (`None` before the first step).
pub fn is_stopped(unit: &Unit, room: Room, at: Option<Cell>, crawls: bool) -> bool {
    let elsewhere = at.is_some_and(|at| at != room.cell);
    let fell = unit.placement.posture == Posture::Prone && !crawls && at.is_some();
    unit.status != Status::Active || elsewhere || fell
}

/// Takes a walker that is stopped where it may not stay back to `free`, the last place on its way
/// where it could stop. Nothing if it is not at `at`, where its last step led.
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
