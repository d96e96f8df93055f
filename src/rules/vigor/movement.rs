//! Movement: each Move goes as far as Speed allows, and unused squares are not added to the next
//! one (VG-73 to VG-77, VG-312 to VG-321).

use grid::{
    Body, Field, Ground, Hm, Passage, Pricing, StepFacts, StepKinds, StepMode, SupportKind, UnitId,
};
use rules::event::Event;
use rules::kit::events;
use rules::kit::falls;
use rules::kit::step_cost::{LazyRefusal, StepCostRules, StepPrices, Walker};
use rules::kit::walk::{self, Going, MovementRules, Walk, WalkRules, stride};
use rules::oracle::{Oracle, Pause};
use rules::path_preview::SignRules;
use rules::reach::ReachMap;
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Posture, Unit};
use rules::{Key, Refusal};

use super::contact::adjacent;
use super::data::{Ability, Content, HouseRules, Moment, Talent};
use super::escape;
use super::harm;
use super::long_acts;
use super::names::{ACTIONS, ESCAPE, KNOCKED, MOVE};
use super::numbers::{Numbers, check_actions, is_helpless};
use super::resist;
use super::step::{Fall, Opening, Outcome, Slip, Step};

/// The cost of a move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesSpent {
    /// Move actions spent on it.
    moves: i32,
    /// Squares of the current Move.
    squares: i32,
}

/// The prices for one combatant.
#[derive(Clone, PartialEq, Eq)]
pub struct Prices {
    step_prices: StepPrices,
    walker: Walker,
    squares: i32,
    flies: bool,
    actions: i32,
    begun: MovesSpent,
}

impl Prices {
    /// A step through the air: a square costs 1, a metre up 2 and a metre down 1 (VG-317).
    fn flight_cost(&self, step: &StepFacts<'_, '_>) -> Result<i32, LazyRefusal> {
        let passes = |id| self.walker.may_pass(id);
        if step.occupants().any(|body| body.blocking && !passes(body.id)) {
            return Err(LazyRefusal("foe_in_the_way", "an enemy is in the way", REFUSAL_RULES.foe));
        }
        if matches!(step.passage, Passage::Closed | Passage::Shut) {
            return Err(LazyRefusal("wall", "a wall is in the way", REFUSAL_RULES.wall));
        }
        let rise = step.rise();
        let height = rise.abs().metres_ceil() * if rise > Hm::ZERO { 2 } else { 1 };
        Ok(height + i32::from(step.dir.is_some()))
    }
}

/// The rules that refuse steps on foot.
const REFUSAL_RULES: StepCostRules = StepCostRules {
    corner: "VG-313",
    air: "VG-318",
    foe: "VG-316",
    climb: "VG-315",
    wall: "VG-132",
};

/// Costs of steps, in squares (VG-314, VG-315, VG-321).
const fn step_prices(rules: &HouseRules) -> StepPrices {
    StepPrices {
        rough_light: rules.rough_light,
        rough_heavy: rules.rough_heavy,
        wading: 1,
        swimming: rules.rough_heavy,
        free_step: rules.free_step,
        step: rules.free_step,
        low_step: 0,
        climb_per_metre: rules.climb_per_metre,
        low_wall: rules.climb_per_metre,
        door: rules.door_cost,
    }
}

/// The variant of a readied Move, whose action was already spent (VG-80).
pub const READIED: &str = "readied";

/// The places that a readied Move can reach (VG-78). Units that its side does not see do not count
/// as obstacles.
pub fn readied_reach(moment: Moment<'_>, unit: &Unit) -> Option<ReachMap> {
    let ctx = moment.ctx;
    let body = ctx.field.body(unit.id())?;
    let prices = moment.prices(unit, READIED, Some(&MovesSpent { moves: 0, squares: 0 }))?;
    let hidden = ctx.state.units.iter().filter(|other| !ctx.state.sees(unit.side(), other));
    let known = hidden.fold(ctx.field.clone(), |field, other| field.without(other.id()));
    Some(moment.search(&known, body, &prices))
}

/// The Move in progress: its index in the turn's history, and its squares so far. A unit that was
/// knocked down has lost the rest of it (VG-157).
fn current_move(unit: &Unit) -> Option<(usize, i32)> {
    let lost = unit.flags.get(KNOCKED) != 0;
    let record = unit.turn.acts.last().filter(|record| record.class == *MOVE && !lost)?;
    Some((unit.turn.acts.len() - 1, record.amount))
}

impl MovementRules for Moment<'_> {
    type Spent = MovesSpent;
    type LazyRefusal = LazyRefusal;
    type Key = ();
    type Prices = Prices;

    fn rules(&self) -> WalkRules {
        WalkRules {
            moved: "VG-73",
            opened: "VG-321",
            back: "VG-316",
            path: "VG-73",
            signs: SignRules {
                harm: "VG-320",
                water: "VG-314",
                climb: "VG-315",
                drop: "VG-318",
                door: "VG-321",
            },
        }
    }

    fn prices(&self, unit: &Unit, manner: &str, begun: Option<&MovesSpent>) -> Option<Prices> {
        let numbers = Numbers::of(self.content, unit)?;
        let squares = current_move(unit).map_or(numbers.squares(), |(_, squares)| squares);
        let begun = begun.copied().unwrap_or(MovesSpent { moves: 0, squares });
        Some(Prices {
            step_prices: step_prices(&self.content.rules),
            walker: Walker::of(self.ctx.state, unit),
            squares: numbers.squares(),
            flies: self.flies(unit),
            actions: if manner == READIED { 0 } else { unit.pools.0.value(ACTIONS) },
            begun,
        })
    }

    fn search(&self, field: &Field<'_>, body: &Body, prices: &Prices) -> ReachMap {
        walk::remembered(self, field, body, prices)
    }

    fn most(&self, prices: &Prices) -> u32 {
        let more = (prices.actions - prices.begun.moves).max(0) * prices.squares;
        let left = (prices.squares - prices.begun.squares).max(0);
        u32::try_from(more + left).unwrap_or_default()
    }

    fn may_move(&self, unit: &Unit) -> Result<(), Refusal> {
        let Some(numbers) = Numbers::of(self.content, unit) else {
            return Err(Refusal::new("not_on_board", "it is not on the board", "VG-73"));
        };
        let left = current_move(unit).is_some_and(|(_, squares)| squares < numbers.squares());
        if left && !numbers.is_winded() {
            return Ok(());
        }
        check_actions(unit)
    }

    fn flies(&self, unit: &Unit) -> bool {
        Numbers::of(self.content, unit).is_some_and(|n| n.sheet.has(Talent::Flight))
            && unit.placement.posture == Posture::Standing
    }

    fn jumped(&self, _spent: &MovesSpent) -> bool {
        false
    }

    fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool {
        step_prices(&self.content.rules).climbs(facts)
    }

    /// 1 for moves that leave no action for an attack.
    fn tier(&self, prices: &Prices, spent: &MovesSpent) -> u8 {
        u8::from(spent.moves >= prices.actions)
    }

    fn left(&self, prices: &Prices, spent: &MovesSpent) -> (u32, u32) {
        let points = |n: i32| u32::try_from(n.max(0)).unwrap_or_default();
        let beyond = (prices.actions - spent.moves).max(0) * prices.squares;
        (points(prices.squares - spent.squares), points(beyond))
    }

    fn pay(&self, unit: &Unit, before: &MovesSpent, after: &MovesSpent) -> Vec<Event> {
        let begins = after.moves > before.moves;
        let moves = after.moves - before.moves;
        let mut paid = Vec::new();
        if begins {
            paid.extend(long_acts::pay(unit, moves, "Move", "VG-73"));
            paid.extend(events::flag(unit, KNOCKED, 0, "VG-157"));
        }
        // The move of an escape keeps its name.
        let escapes = !begins && escape::was_escape(unit);
        let act = Key::of(if escapes { ESCAPE } else { MOVE });
        let record = ActRecord { class: Key::of(MOVE), act, amount: after.squares };
        let goes_on = current_move(unit).filter(|_| !begins).map(|(at, _)| at);
        paid.into_iter().chain([events::act_recorded(unit, record, goes_on, "VG-77")]).collect()
    }
}

impl Pricing for Prices {
    type State = MovesSpent;
    type Key = ();
    type Refusal = LazyRefusal;

    fn start(&self) -> MovesSpent {
        self.begun
    }

    fn step(
        &self,
        spent: &MovesSpent,
        step: &StepFacts<'_, '_>,
    ) -> Result<MovesSpent, LazyRefusal> {
        let cost = if step.manner == StepMode::Fly {
            if !self.flies {
                return Err(LazyRefusal("cannot_fly", "it cannot fly now", "VG-317"));
            }
            self.flight_cost(step)?
        } else {
            let on_foot = self.step_prices.step_cost(&self.walker, step, &REFUSAL_RULES)?;
            // Straight up or down costs no square, only height (VG-315).
            let in_place = step.dir.is_none() && self.step_prices.climbs(step);
            let height = step.rise().abs().metres_ceil() * self.step_prices.climb_per_metre;
            if in_place { height } else { on_foot }
        };
        let squares = spent.squares + cost;
        if squares <= self.squares {
            return Ok(MovesSpent { squares, ..*spent });
        }
        // A step longer than a Move takes as many whole Moves as it needs, without counting squares
        // of earlier Moves (VG-74).
        let each = self.squares;
        if each <= 0 {
            return Err(LazyRefusal("too_slow", "it cannot move a square", "VG-74"));
        }
        let more = (cost + each - 1) / each;
        if spent.moves + more > self.actions {
            return Err(LazyRefusal("too_far", "no action is left for it", "VG-73"));
        }
        Ok(MovesSpent { moves: spent.moves + more, squares: cost - (more - 1) * each })
    }

    fn cost(&self, spent: &MovesSpent) -> u32 {
        let of = |s: &MovesSpent| s.moves * self.squares + s.squares;
        u32::try_from(of(spent) - of(&self.begun)).unwrap_or_default()
    }

    /// The minimum cost of ground or height.
    fn least(&self) -> u32 {
        let StepPrices { rough_light, rough_heavy, climb_per_metre, .. } = self.step_prices;
        let least = rough_light.min(rough_heavy).min(climb_per_metre);
        u32::from(least >= 1) * self.least_aloft()
    }

    fn least_rise(&self, left: &Ground) -> Option<Hm> {
        StepPrices::least_rise(left)
    }

    /// At least one square, along or up; a Move that has become shorter may cost less.
    fn least_aloft(&self) -> u32 {
        u32::from(self.begun.squares <= self.squares)
    }

    fn key(&self, _spent: &MovesSpent) {}

    fn manners(&self) -> StepKinds {
        StepKinds { walk: true, fly: self.flies, slant: false, climb: true, bands: false }
    }
}

/// The greatest height that a combatant on foot can climb with the Moves of one turn (VG-74,
/// VG-315).
pub fn longest_climb(content: &Content, ctx: Ctx<'_>, unit: UnitId) -> Option<Hm> {
    let numbers = ctx.unit(unit).and_then(|u| Numbers::of(content, u))?;
    if numbers.sheet.has(Talent::Flight) {
        return None;
    }
    // One square is needed for the step itself.
    let squares = numbers.sheet.actions_per_turn() * numbers.squares() - 1;
    Some(Hm::metres((squares / content.rules.climb_per_metre.max(1)).max(0)))
}

/// Goes one step of a walk.
pub fn walk(content: &Content, ctx: Ctx<'_>, step: &Walk) -> Outcome {
    let moment = Moment { content, ctx };
    let opens = !step.answered && content.rules.move_away_opens;
    if let Some(moves) = opens.then(|| leaves_foes(&moment, step)).flatten() {
        let opening = Opening { unit: step.unit }.into();
        let goes_on = Walk { answered: true, ..step.clone() };
        // A Move that begins so is paid for first, and may be lost (VG-119, VG-157).
        let paid = ctx.unit(step.unit).filter(|_| moves == 1).map(begin_move);
        return Outcome::after(paid.unwrap_or_default(), vec![opening], Some(goes_on.into()));
    }
    // A unit knocked down by such an opening stays where it is.
    let lies = ctx.unit(step.unit).is_some_and(|u| u.placement.posture == Posture::Prone);
    if step.answered && lies && !step.crawls {
        return Outcome::done(Vec::new());
    }
    match stride(&moment, ctx, step) {
        Going::Over(events) => match ctx.unit(step.unit).filter(|u| escape::was_escape(u)) {
            Some(unit) => Outcome::then(events, escape::after_move(unit)),
            None => Outcome::done(events),
        },
        Going::On(stride) => {
            let mut events = stride.events;
            if let Some(unit) = ctx.unit(step.unit) {
                events.extend(harm::by_ground(moment, unit, &stride.facts.entered));
            }
            // Flyers do not slip.
            let walks = stride.facts.manner != StepMode::Fly;
            let number = if walks { stride.facts.entered.slippery } else { 0 };
            let unit = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u));
            let most = unit.map_or(0, |n| n.squares());
            // Faster than half a Move (VG-319).
            if number > 0 && 2 * stride.after.squares > most {
                let slip = Slip { unit: step.unit, number }.into();
                return Outcome::after(events, vec![slip], Some(stride.walk.into()));
            }
            Outcome::then(events, stride.walk.into())
        }
    }
}

/// Begins a Move, of which no squares are spent yet (VG-73).
fn begin_move(unit: &Unit) -> Vec<Event> {
    let record = ActRecord { class: Key::of(MOVE), act: Key::of(MOVE), amount: 0 };
    let mut all = long_acts::pay(unit, 1, "Move", "VG-73");
    all.extend(events::flag(unit, KNOCKED, 0, "VG-157"));
    all.push(events::act_recorded(unit, record, None, "VG-77"));
    all
}

/// The number of Moves that the next step of a walk begins, if it ends adjacency to an enemy,
/// upwards and downwards too (VG-76). `None` also for the move of an escape, which has given its
/// opening already (VG-71, VG-114).
fn leaves_foes(moment: &Moment<'_>, walk: &Walk) -> Option<i32> {
    let ctx = moment.ctx;
    let (unit, body) = ctx.unit(walk.unit).zip(ctx.field.body(walk.unit))?;
    let room = body.room()?;
    let step = moment.as_move(unit, room, *walk.path.first()?)?;
    let facts = ctx.field.step_from(walk.unit, room, step).ok()?;
    let prices = moment.prices(unit, walk.manner.as_str(), None)?;
    let before = prices.start();
    let moves = prices.step(&before, &facts).ok()?.moves - before.moves;
    if moves == 0 && escape::was_escape(unit) {
        return None;
    }
    let after = body.moved(facts.to.cell, facts.to.feet);
    let foes = ctx
        .state
        .units
        .iter()
        .filter(|foe| foe.is_active() && ctx.state.are_foes(walk.unit, foe.id()));
    let mut bodies = foes.filter_map(|foe| ctx.field.body(foe.id()));
    let leaves = bodies.any(|foe| adjacent(ctx, body, foe) && !adjacent(ctx, &after, foe));
    leaves.then_some(moves)
}

/// A fast unit on slippery ground resists with Speed, or is knocked down (VG-319).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn slip(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Slip,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let numbers = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u));
    let Some(numbers) = numbers.filter(|n| n.unit.is_active()) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let number = i32::from(step.number);
    let ground = ("the slippery ground", Ability::Speed, number);
    let (stays, mut all) = resist::resists(content.at(ctx), &numbers, ground, oracle)?;
    if !stays {
        all.extend(harm::knock_down(numbers.unit));
    }
    Ok(Outcome::done(all))
}

/// Unsupported units fall. Only conscious units that are not knocked down cling or keep flying
/// (VG-168).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let clings = |unit: &Unit, support| {
        let able = unit.is_active() && !is_helpless(unit);
        let upright = unit.placement.posture == Posture::Standing;
        able && upright && matches!(support, SupportKind::Flight | SupportKind::Grip)
    };
    falls::falling(ctx, clings).map(|unit| Fall { unit, landed: false }.into()).collect()
}
