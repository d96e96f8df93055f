//! Movement in metres per Turn, split freely, and running (TU-145 to TU-156).

use grid::{
    Body, Diagonals, Field, Ground, Hm, Passage, Pricing, Room, StepFacts, StepKinds, StepMode,
    SupportKind, UnitId,
};
use rules::event::{Event, MoveKind};
use rules::kit::step_cost::{LazyRefusal, StepCostRules, StepPrices, Walker};
use rules::kit::walk::{self, Going, MovementRules, Walk, WalkRules, go_back, preview, stride};
use rules::kit::{events, falls};
use rules::oracle::{Oracle, Pause};
use rules::path_preview::SignRules;
use rules::reach::ReachMap;
use rules::ruleset::{Ctx, Warning};
use rules::state::{ActRecord, Posture, Status, Unit};
use rules::{Key, Refusal, RuleId};

use super::ailments::{self, Strain};
use super::data::{Content, HouseRules, Mark, Moment, Skill, Trait};
use super::harm;
use super::holds::held_by;
use super::numbers::{GUARDING, HALTS, MOVE, Numbers, RUN, TEND, UNDRESS};
use super::rulings;
use super::step::{Fall, Outcome, Slip, Step};
use super::triggers;

/// Rule IDs of refusals on foot.
const BARS: StepCostRules = StepCostRules {
    corner: "TU-149",
    air: "TU-158",
    foe: "TU-154",
    climb: "TU-150",
    wall: "TU-140",
};

/// Prices of steps (TU-35, TU-149, TU-150).
const fn fares(rules: &HouseRules) -> StepPrices {
    StepPrices {
        rough_light: rules.rough_light,
        rough_heavy: rules.rough_heavy,
        wading: rules.wading,
        swimming: rules.swimming,
        free_step: rules.free_step,
        step: rules.step,
        low_step: rules.low_step,
        climb_per_metre: rules.climb_per_metre,
        low_wall: rules.low_step,
        door: rules.door_cost,
    }
}

/// Metres allowed in this turn: ordinary movement, and running (TU-147, TU-148).
pub fn metres(content: &Content, numbers: &Numbers<'_>) -> (i32, i32) {
    let ordinary = numbers.movement();
    let bound = numbers.unit.conditions.has(GUARDING) || numbers.has_mark(Mark::Bound);
    // A unit that drags another does not run (TU-134).
    let drags = held_by(numbers.unit).is_some();
    let free = !numbers.has_acted() && !bound && !drags;
    let run = if free { ordinary.saturating_mul(content.rules.run_factor) } else { ordinary };
    (ordinary, run.max(ordinary))
}

/// Refuses movement in a Turn that another act takes as a whole (TU-253, TU-285).
///
/// # Errors
/// If there was such an act.
pub fn check_whole_turn(unit: &Unit) -> Result<(), Refusal> {
    let done = |class: &str| unit.turn.acts.iter().any(|record| record.class == *class);
    if done(TEND) || done(UNDRESS) {
        let text = "its current act takes the whole Turn";
        return Err(Refusal::new("whole_turn", text, "TU-285"));
    }
    Ok(())
}

/// Metres of Movement per metre while dragging another unit.
const DRAG: i32 = 2;

/// Records the total metres moved in a turn. A run rules out everything else (TU-148) and reopens
/// wounds (TU-291).
pub fn went(numbers: &Numbers<'_>, gone: i32, rule: &'static str) -> Vec<Event> {
    let unit = numbers.unit;
    let record = ActRecord { class: Key::of(MOVE), act: Key::of(MOVE), amount: gone };
    let known = unit.turn.acts.iter().position(|record| record.class == *MOVE);
    let mut all = vec![events::act_recorded(unit, record, known, rule)];
    if gone > numbers.movement() && !numbers.has_run() {
        let run = ActRecord { class: Key::of(RUN), act: Key::of(RUN), amount: 0 };
        all.push(events::act_recorded(unit, run, None, "TU-147"));
        all.extend(ailments::reopened(numbers, Strain::Run, "running"));
    }
    all
}

/// The warning that moving this many more metres is a run (TU-147, TU-148).
pub fn run_warning(numbers: &Numbers<'_>, more: i32) -> Option<Warning> {
    let runs = more > 0 && !numbers.has_run() && numbers.gone() + more > numbers.movement();
    let text = "This is a run, which rules out everything else.".to_owned();
    runs.then(|| Warning { text, rule: RuleId::of("TU-148") })
}

/// The prices for one combatant.
#[derive(Clone, PartialEq, Eq)]
pub struct Prices {
    fares: StepPrices,
    walker: Walker,
    dead: Vec<UnitId>,
    /// Rooms occupied by other units, which leave no space (TU-154).
    taken: Vec<Room>,
    body_cost: i32,
    factor: i32,
    /// Factor on the price of each metre while dragging another unit.
    drag: i32,
    begun: i32,
    ordinary: i32,
    run: i32,
    /// A flyer's Movement on foot, in metres; `None` without wings (TU-157).
    on_foot: Option<i32>,
    /// True if it can currently fly (TU-158).
    flies: bool,
    /// Positions of the units that it must not approach (TU-303).
    feared: Vec<Room>,
    /// Its height upright.
    height: Hm,
}

impl Numbers<'_> {
    /// True for a flyer that can stay in the air (TU-158).
    fn stays_up(&self) -> bool {
        let stilled = [Mark::Helpless, Mark::Bound].into_iter().any(|mark| self.has_mark(mark));
        let able = self.unit.is_active() && !self.lies() && !stilled;
        self.sheet.fly.is_some() && able && self.movement() > 0
    }
}

impl Moment<'_> {
    /// Positions of the units that frighten a combatant (TU-303).
    pub fn feared(&self, numbers: &Numbers<'_>) -> Vec<Room> {
        let cowed = numbers.ailments().filter(|(_, a)| a.marks.contains(&Mark::Cowed));
        let sources = cowed.filter_map(|(c, _)| self.ctx.field.body(c.source?)?.room());
        sources.collect()
    }

    /// Prices for a unit that has not moved yet, ignoring what its Turn allows.
    pub fn free(&self, unit: &Unit) -> Option<Prices> {
        let numbers = Numbers::of(self.content, unit)?;
        let (ordinary, run) = metres(self.content, &numbers);
        let rules = &self.content.rules;
        // Half of Movement while dragging another unit (TU-134).
        let drag = if held_by(unit).is_some() { DRAG } else { 1 };
        let on_foot = numbers.on_foot();
        let runs = if run > ordinary { rules.run_factor } else { 1 };
        let dead = self.ctx.state.units.iter().filter(|u| u.status == Status::Dead);
        let taken = self.ctx.field.bodies().iter().filter(|b| b.blocking && b.id != unit.id());
        Some(Prices {
            fares: fares(rules),
            walker: Walker::of(self.ctx.state, unit),
            dead: dead.map(Unit::id).collect(),
            taken: taken.filter_map(Body::room).collect(),
            body_cost: rules.body_cost,
            factor: if numbers.lies() { rules.crawl_factor } else { 1 } * drag,
            begun: 0,
            ordinary,
            run,
            on_foot: numbers.sheet.fly.map(|_| on_foot.saturating_mul(runs)),
            drag,
            flies: numbers.stays_up(),
            feared: self.feared(&numbers),
            height: unit.upright(),
        })
    }
}

impl MovementRules for Moment<'_> {
    /// Metres moved in the turn.
    type Spent = i32;
    type LazyRefusal = LazyRefusal;
    type Key = ();
    type Prices = Prices;

    fn rules(&self) -> WalkRules {
        let [moved, path] = ["TU-145"; 2];
        let (opened, back) = ("TU-35", "TU-154");
        let [water, climb] = ["TU-149"; 2];
        let signs = SignRules { harm: "TU-120", water, climb, drop: "TU-159", door: opened };
        WalkRules { moved, opened, back, path, signs }
    }

    fn prices(&self, unit: &Unit, _manner: &str, begun: Option<&i32>) -> Option<Prices> {
        let gone = Numbers::of(self.content, unit)?.gone();
        Some(Prices { begun: begun.copied().unwrap_or(gone), ..self.free(unit)? })
    }

    fn search(&self, field: &Field<'_>, body: &Body, prices: &Prices) -> ReachMap {
        walk::remembered(self, field, body, prices)
    }

    fn most(&self, prices: &Prices) -> u32 {
        u32::try_from(prices.run - prices.begun).unwrap_or_default()
    }

    fn may_move(&self, unit: &Unit) -> Result<(), Refusal> {
        let numbers = Numbers::of(self.content, unit);
        let Some(numbers) = numbers.filter(|n| n.movement() > 0) else {
            return Err(Refusal::new("no_movement", "it cannot move", "TU-145"));
        };
        check_whole_turn(unit)?;
        if numbers.suffers(Trait::OneThing)
            && (numbers.has_acted() || unit.conditions.has(GUARDING))
        {
            return Err(Refusal::new("one_thing", "it has acted in this Turn", "TU-254"));
        }
        Ok(())
    }

    fn flies(&self, unit: &Unit) -> bool {
        Numbers::of(self.content, unit).is_some_and(|n| n.sheet.fly.is_some())
    }

    fn step_back(&self, unit: &Unit, way: (Room, Room), support: SupportKind) -> Vec<Event> {
        let aside = makes_room(self.ctx, unit, way.1);
        let placed = (MoveKind::Placed, 0);
        let moved = events::moved(unit, way, support, placed, self.rules().back);
        aside.into_iter().chain([moved]).collect()
    }

    fn jumped(&self, _: &i32) -> bool {
        false
    }

    fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool {
        fares(&self.content.rules).climbs(facts)
    }

    /// 1 for a run, which rules out everything else.
    fn tier(&self, prices: &Prices, gone: &i32) -> u8 {
        u8::from(*gone > prices.ordinary)
    }

    fn left(&self, prices: &Prices, gone: &i32) -> (u32, u32) {
        let metres = |n: i32| u32::try_from(n).unwrap_or_default();
        (metres(prices.ordinary - gone), metres(prices.run - prices.ordinary.max(*gone)))
    }

    fn pay(&self, unit: &Unit, _: &i32, after: &i32) -> Vec<Event> {
        let numbers = Numbers::of(self.content, unit);
        numbers.map_or_else(Vec::new, |numbers| went(&numbers, *after, "TU-146"))
    }
}

impl Prices {
    /// A step through the air costs a metre along and a metre for each metre up or down, whatever
    /// the ground (TU-157).
    fn fly(&self, gone: i32, step: &StepFacts<'_, '_>) -> Result<i32, LazyRefusal> {
        if !self.flies {
            return Err(LazyRefusal("cannot_fly", "it cannot fly now", "TU-158"));
        }
        if step.corners > 0 {
            return Err(LazyRefusal("corner", "no diagonal step across a corner", "TU-149"));
        }
        if matches!(step.passage, Passage::Closed | Passage::Shut) {
            return Err(LazyRefusal("wall", "a wall is in the way", "TU-140"));
        }
        if step.occupants().any(|body| body.blocking && !self.walker.may_pass(body.id)) {
            return Err(LazyRefusal("foe_in_the_way", "an enemy is in the way", "TU-154"));
        }
        let along = i32::from(step.to.cell != step.from.cell);
        let rise = (step.to.feet - step.from.feet).abs().whole_metres();
        let metres = along.saturating_add(rise).max(1);
        let after = gone.saturating_add(self.drag.saturating_mul(metres));
        if after > self.run {
            return Err(LazyRefusal("too_far", "no Movement is left for it", "TU-145"));
        }
        Ok(after)
    }
}

impl Prices {
    /// The change of a height's price between land and water: a bank rises from the surface or from
    /// the bed, not from where a swimmer floats (TU-149, TU-150).
    fn bank(&self, step: &StepFacts<'_, '_>) -> i32 {
        let afloat = |ground: &Ground| ground.support == SupportKind::Water;
        let (water, floats, land) = match (afloat(&step.left), afloat(&step.entered)) {
            (false, true) => (&step.entered, step.to.feet, step.from.feet),
            (true, false) => (&step.left, step.from.feet, step.to.feet),
            _ => return 0,
        };
        let surface = floats + self.height.min(Hm::metres(1));
        let real = (land - surface).max(surface - water.depth - land).max(Hm::ZERO);
        let climbs = step.manner == StepMode::Climb;
        self.height_price(real, climbs) - self.height_price(step.rise().abs(), climbs)
    }

    /// Metres for a height difference (TU-149, TU-150).
    fn height_price(&self, rise: Hm, climbs: bool) -> i32 {
        let fares = &self.fares;
        if climbs || rise > fares.step {
            rise.metres_ceil().saturating_mul(fares.climb_per_metre)
        } else if rise > fares.free_step {
            fares.low_step
        } else {
            0
        }
    }
}

impl Pricing for Prices {
    type State = i32;
    type Key = ();
    type Refusal = LazyRefusal;

    fn start(&self) -> i32 {
        self.begun
    }

    fn step(&self, gone: &i32, step: &StepFacts<'_, '_>) -> Result<i32, LazyRefusal> {
        let nearer = |room: &Room| {
            let gap = |own: &Room| own.distance(room, Diagonals::One);
            gap(&step.to) < gap(&step.from)
        };
        if self.feared.iter().any(nearer) {
            return Err(LazyRefusal("frightened", "it is too frightened to move closer", "TU-303"));
        }
        if step.manner == StepMode::Fly {
            return self.fly(*gone, step);
        }
        let bodies = step.occupants().filter(|b| self.dead.contains(&b.id)).count();
        let bodies = self.body_cost * i32::from(bodies > 0);
        let mut step_cost = self.fares.step_cost(&self.walker, step, &BARS)?;
        // Water in which it can stand is waded through, even if it floats (TU-149, TU-152).
        let ground = &step.entered;
        if ground.support == SupportKind::Water && ground.depth <= self.height {
            step_cost = step_cost.saturating_sub((self.fares.swimming - self.fares.wading).max(0));
        }
        step_cost = step_cost.saturating_add(self.bank(step));
        // Opening a door costs the same in any posture (TU-35).
        let door = if step.passage == Passage::Shut { self.fares.door } else { 0 };
        let way = self.factor.saturating_mul(step_cost.saturating_add(bodies) - door);
        let after = gone.saturating_add(way.saturating_add(door));
        if after > self.on_foot.unwrap_or(self.run) {
            return Err(LazyRefusal("too_far", "no Movement is left for it", "TU-145"));
        }
        Ok(after)
    }

    fn cost(&self, gone: &i32) -> u32 {
        u32::try_from(gone - self.begun).unwrap_or_default()
    }

    /// At least a metre for ground and water; height adds to it.
    fn least(&self) -> u32 {
        let StepPrices { rough_light, rough_heavy, wading, swimming, .. } = self.fares;
        let least = rough_light.min(rough_heavy).min(wading).min(swimming);
        u32::from(least >= 1 && self.body_cost >= 0)
    }

    /// None in the air: the flyer has to come down first.
    fn least_rise(&self, left: &Ground) -> Option<Hm> {
        StepPrices::least_rise(left)
    }

    /// At least a metre, whatever the path.
    fn least_aloft(&self) -> u32 {
        u32::try_from(self.drag).unwrap_or_default()
    }

    fn key(&self, _: &i32) {}

    /// A unit cannot stop where another one is; dead units do not block (TU-154, TU-282).
    fn may_stop(&self, _: &i32, room: Room, ground: &Ground) -> bool {
        !ground.occupied || !self.taken.iter().any(|other| other.meets(&room))
    }

    fn manners(&self) -> StepKinds {
        StepKinds { climb: true, fly: self.flies, ..StepKinds::WALK }
    }
}

/// Whether a walk as ordered exceeds ordinary movement (TU-147).
fn is_run(moment: Moment<'_>, step: &Walk) -> bool {
    let unit = moment.ctx.unit(step.unit);
    let paces = unit.map(|unit| preview(&moment, moment.ctx, unit, &step.path, ""));
    paces.is_some_and(|paces| paces.last().is_some_and(|pace| pace.tier > 0))
}

/// Runs one step of a walk.
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn walk(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Walk,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let moment = content.at(ctx);
    let begins = step.at.is_none() && !step.answered;
    let runs = step.manner == *RUN || begins && is_run(moment, step);
    let manner = if runs { Key::of(RUN) } else { step.manner.clone() };
    let step = &Walk { manner, ..step.clone() };
    // Enemies may have prepared for its departure (TU-174).
    let leaves = step.path.first().filter(|_| !step.answered);
    let answers = leaves.map(|to| triggers::leaving(content, ctx, step.unit, *to));
    let answers = answers.unwrap_or_default();
    // One that a prepared action has knocked down walks no further.
    let floored =
        |unit: &Unit| step.answered && !step.crawls && unit.placement.posture == Posture::Prone;
    let walker = ctx.unit(step.unit).filter(|u| u.flags.get(HALTS) != 0 || floored(u));
    if let Some(walker) = walker {
        return Ok(Outcome::done(halted(moment, walker, step)));
    }
    if !answers.is_empty() {
        let again = Walk { answered: true, ..step.clone() };
        return Ok(Outcome::after(Vec::new(), answers, Some(again.into())));
    }
    let stride = match stride(&moment, ctx, step) {
        Going::Over(events) => return Ok(Outcome::done(events)),
        Going::On(stride) => stride,
    };
    // A walker that is slowed on the way does not start running by itself (TU-148, TU-345).
    let walker = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit));
    if let Some(walker) = walker.filter(|n| !runs && !n.has_run() && stride.after > n.movement()) {
        let here = (walker.unit, stride.facts.from);
        return Ok(Outcome::done(go_back(&moment, ctx, here, step.at, step.free)));
    }
    let ground = &stride.facts.entered;
    let mut events = stride.events;
    if let Some(unit) = ctx.unit(step.unit) {
        events.extend(harm::by_ground(content, unit, ground, oracle)?);
    }
    let towed = ctx.unit(step.unit).and_then(|unit| {
        let (held, room, moved) = dragged(ctx, unit, (stride.facts.from, stride.facts.to))?;
        events.push(moved);
        Some(harm::arrives(ctx, held, room))
    });
    let flies = stride.facts.manner == StepMode::Fly;
    let slips = ground.slippery > 0 && !flies;
    let slip = Slip { unit: step.unit, slippery: ground.slippery };
    let slips = slips.then(|| slip.into());
    let slips = towed.into_iter().flatten().chain(slips).collect();
    Ok(Outcome::after(events, slips, Some(stride.walk.into())))
}

/// A walker whose walk is over stops where it is, or in the last place with room for it (TU-153,
/// TU-154, TU-359).
fn halted(moment: Moment<'_>, walker: &Unit, step: &Walk) -> Vec<Event> {
    let mut all: Vec<Event> = events::flag(walker, HALTS, 0, "TU-359").into_iter().collect();
    if let Some(room) = moment.ctx.field.body(walker.id()).and_then(Body::room) {
        all.extend(go_back(&moment, moment.ctx, (walker, room), step.at, step.free));
    }
    all
}

/// A held unit that would be out of reach is dragged into the cell that the walker has left
/// (TU-134).
fn dragged<'a>(
    ctx: Ctx<'a>,
    walker: &Unit,
    (from, to): (Room, Room),
) -> Option<(&'a Unit, Room, Event)> {
    let held = held_by(walker).and_then(|id| ctx.unit(id))?;
    let stood = ctx.field.body(held.id()).and_then(Body::room)?;
    if stood.distance(&to, Diagonals::One) <= 1 {
        return None;
    }
    let rest = ctx.field.without(walker.id());
    let fits = |room: &Room| rest.blocker(*room, held.id()).is_none();
    // A larger unit is dragged by the shortest way.
    let towards = |a: i16, b: i16, size: u8| {
        let far = b + i16::from(size) - 1;
        if a < b { -1 } else { i16::from(a > far) }
    };
    // Without room for the held unit, the hold breaks.
    let room = if stood.size == 1 {
        // Of the cells that a large walker has left, the nearest.
        let left = from.cells().filter(|cell| from.size == 1 || !to.covers(*cell));
        let rooms = left.map(|cell| stood.at(cell, from.feet)).filter(fits);
        rooms.min_by_key(|room| {
            let (dx, dy) = stood.gap(room);
            Diagonals::Two.squares(dx, dy)
        })?
    } else {
        let (dx, dy) = (
            towards(to.cell.x, stood.cell.x, stood.size),
            towards(to.cell.y, stood.cell.y, stood.size),
        );
        Some(stood.at(stood.cell.offset(dx, dy), stood.feet)).filter(fits)?
    };
    let support = rest.support(room, held.id());
    let moved = events::moved(held, (stood, room), support, (MoveKind::Forced, 0), "TU-134");
    Some((held, room, moved))
}

/// A unit that was dragged into the place to which its holder returns makes room for it, beside it
/// (TU-134, TU-154).
fn makes_room(ctx: Ctx<'_>, walker: &Unit, back: Room) -> Option<Event> {
    let held = held_by(walker).and_then(|id| ctx.unit(id))?;
    let stood = ctx.field.body(held.id()).and_then(Body::room).filter(|room| room.meets(&back))?;
    let near = ctx.field.free_placements(back, stood.size, stood.height, held.id(), 1);
    let room = near.into_iter().find(|room| !room.overlaps(&back))?;
    let support = ctx.field.support(room, held.id());
    Some(events::moved(held, (stood, room), support, (MoveKind::Forced, 0), "TU-154"))
}

/// Slippery ground: d10 + its number must be at or below Acrobatics, or the unit falls prone and
/// its movement ends, even if it crawls (TU-122, TU-153).
///
/// # Errors
/// [`Pause`] while the die is missing.
pub fn slip(
    Moment { content, ctx }: Moment<'_>,
    step: &Slip,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let unit = ctx.unit(step.unit).filter(|u| u.is_active());
    let Some(numbers) = unit.and_then(|u| Numbers::of(content, u)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let ground = ("slippery ground", i32::from(step.slippery), "TU-153");
    let ruled = ("by ruling", rulings::checks(ctx, numbers.unit), "TU-123");
    let test = numbers.check(Skill::Acrobatics, &[ground, ruled]);
    let (faces, score) = test.roll(oracle)?;
    let mut events = vec![events::tested(&test, ("slip", numbers.unit, None), faces, "TU-122")];
    if !score.passed() {
        let upright = numbers.unit.placement.posture != Posture::Prone;
        let falls = upright.then(|| events::stance(numbers.unit, Posture::Prone, "TU-153"));
        events.extend(falls);
        events.extend(harm::halt(ctx, numbers.unit, "TU-153"));
    }
    Ok(Outcome::done(events))
}

/// Falls of unsupported units. Only conscious units cling, and flyers stay up while they can fly
/// (TU-158, TU-326).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let holds = |unit: &Unit, support| match support {
        SupportKind::Grip => unit.is_active(),
        SupportKind::Flight => Numbers::of(content, unit).is_some_and(|n| n.stays_up()),
        _ => false,
    };
    let falling = falls::falling(ctx, holds);
    falling.map(|unit| Fall { unit, landed: false }.into()).collect()
}
