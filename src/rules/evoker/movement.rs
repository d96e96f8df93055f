//! Movement: a Move of twice the Agility Bonus each turn, and more for action points. A hindrance
//! doubles the distance; two at once leave one metre per Move (EV-55 to EV-57, EV-67 to EV-73,
//! EV-82 to EV-97).

use std::ops::RangeInclusive;

use grid::{
    AltitudeBand, Body, Dir, Edge, EdgeAt, EdgeKind, Ground, Hm, Move, Passage, Pricing, Room,
    Rough, StepFacts, StepKinds, StepMode, SupportKind,
};
use rules::command::Waypoint;
use rules::event::Event;
use rules::kit::events;
use rules::kit::step_cost::LazyRefusal;
use rules::kit::walk::{MovementRules, Walk, WalkRules, as_move};
use rules::path_preview::SignRules;
use rules::ruleset::{Ctx, Warning};
use rules::state::{Condition, Expiry, Posture, Unit};
use rules::{Key, Refusal, RuleId};

use super::conditions::until_own_turn;
use super::data::{Content, HouseRules, Lasting, Moment};
use super::names::{
    AP, AS_FAR, BANDED, BOUND, ENRAGED, FALLING, FLYER, GRAPPLED, HIDDEN, HOBBLED, HURRYING, LEG,
    LIMPED, METRES, OWN_LEG, RUN_UP_ONLY, RUN_UP_WALK, RUNNING, SURPRISED,
};
use super::numbers::Numbers;
use super::paces::{self, cushioned, run_up};
use super::step::Feat;
use super::{bands, footing, mounts, stress};

/// The state of a move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Basic Moves bought for it.
    bought: i32,
    /// Remaining metres of those available.
    left: i32,
    /// True if it has jumped down and is in the air (EV-104).
    jumped: bool,
    /// The Basic Move in which it changed its band (EV-119).
    banded: Option<i64>,
}

/// The prices for one combatant.
pub struct Prices<'a> {
    rules: &'a HouseRules,
    ctx: Ctx<'a>,
    unit: &'a Unit,
    /// Metres of a Basic Move.
    basic: i32,
    ap: i32,
    begun: Spent,
    /// Hindrances everywhere: crawling, or an injured leg.
    hindered: i32,
    /// The part of these hindrances that applies in the air as well.
    hobbled: i32,
    flies: bool,
    /// The number of Basic Moves bought in the battle.
    leg: i64,
    hurries: bool,
    jumps: bool,
}

impl<'a> MovementRules for Moment<'a> {
    type Spent = Spent;
    type LazyRefusal = LazyRefusal;
    type Key = ();
    type Prices = Prices<'a>;

    fn rules(&self) -> WalkRules {
        let [harm, water, climb, drop, door] = ["EV-108", "EV-94", "EV-89", "EV-104", "EV-86"];
        let signs = SignRules { harm, water, climb, drop, door };
        WalkRules { moved: "EV-55", opened: door, back: "EV-83", path: "EV-55", signs }
    }

    fn prices(&self, unit: &Unit, manner: &str, begun: Option<&Spent>) -> Option<Prices<'a>> {
        let unit = self.ctx.unit(unit.id())?;
        let numbers = Numbers::of(self.content, unit)?;
        let own = manner == RUN_UP_ONLY;
        let left = if own { numbers.basic_move() } else { unit.pools.0.value(METRES) };
        let banded = unit.conditions.get(BANDED).map(|c| c.data.get(LEG));
        Some(Prices {
            rules: &self.content.rules,
            ctx: self.ctx,
            unit,
            basic: numbers.basic_move(),
            ap: if own || manner == AS_FAR || manner == RUN_UP_WALK {
                0
            } else {
                unit.pools.0.value(AP)
            },
            begun: begun.copied().unwrap_or(Spent { bought: 0, left, jumped: false, banded }),
            leg: unit.flags.get(LEG),
            hurries: unit.conditions.has(HURRYING),
            jumps: manner == JUMP,
            hindered: hampered(numbers),
            hobbled: numbers.size(HOBBLED),
            flies: numbers.can(FLYER),
        })
    }

    fn most(&self, prices: &Prices<'a>) -> u32 {
        let (now, more) = self.left(prices, &prices.begun);
        now + more
    }

    fn may_move(&self, unit: &Unit) -> Result<(), Refusal> {
        let numbers = Numbers::of(self.content, unit);
        if let Some(ailment) = numbers.and_then(|n| n.stilled()) {
            let text = format!("it is {} and does nothing", ailment.name.to_lowercase());
            return Err(Refusal::new("no_actions", text, "EV-360"));
        }
        if mounts::rides(unit) {
            return Err(Refusal::new("mounted", "its mount carries it", "EV-212"));
        }
        if unit.conditions.has(ENRAGED) {
            let text = "it is enraged and goes for the nearest enemy";
            return Err(Refusal::new("enraged", text, "EV-381"));
        }
        let held = [
            (SURPRISED, "surprised", "EV-42"),
            (GRAPPLED, "held", "EV-408"),
            (BOUND, "bound", "EV-410"),
        ];
        for (id, text, rule) in held {
            if unit.conditions.has(id) {
                return Err(Refusal::new(id, format!("it is {text}"), rule));
            }
        }
        if unit.pools.0.value(METRES) > 0 || unit.pools.0.value(AP) > 0 {
            return Ok(());
        }
        Err(Refusal::new("no_metres", "no metres and no action points are left", "EV-34"))
    }

    fn flies(&self, unit: &Unit) -> bool {
        Numbers::of(self.content, unit).is_some_and(|me| me.can(FLYER))
    }

    /// Flyers change bands, and stay in the middle of a band (EV-114).
    fn as_move(&self, unit: &Unit, from: Room, to: Waypoint) -> Option<Move> {
        match (to.feet, self.flies(unit)) {
            (Some(feet), true) => Some(Move::Soar { to: to.cell()?, feet }),
            _ => as_move(false, from, to),
        }
    }

    fn jumped(&self, spent: &Spent) -> bool {
        spent.jumped
    }

    fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool {
        climbed(&self.content.rules, facts) > 0
    }

    /// 1 for moves that cost the last action point.
    fn tier(&self, prices: &Prices<'a>, spent: &Spent) -> u8 {
        u8::from(spent.bought > 0 && spent.bought >= prices.ap)
    }

    fn warning(&self, unit: &Unit, spent: &Spent) -> Option<Warning> {
        let last = spent.bought > 0 && spent.bought >= unit.pools.0.value(AP);
        let text = "this uses the last action point".to_owned();
        last.then(|| Warning { text, rule: RuleId::of("EV-208") })
    }

    fn left(&self, prices: &Prices<'a>, spent: &Spent) -> (u32, u32) {
        let points = |n: i32| u32::try_from(n.max(0)).unwrap_or_default();
        (points(spent.left), points((prices.ap - spent.bought) * prices.basic))
    }

    fn pay(&self, unit: &Unit, before: &Spent, after: &Spent) -> Vec<Event> {
        let bought = after.bought - before.bought;
        let ap = unit.pools.0.value(AP) - bought;
        let mut events: Vec<Event> =
            events::pool(unit, AP, ap, "Run", "EV-208").into_iter().collect();
        events.extend(events::pool(unit, METRES, after.left, "Move", "EV-55"));
        let legs = unit.flags.get(LEG) + i64::from(bought);
        events.extend(events::flag(unit, LEG, legs, "EV-57"));
        let first = i64::from(before.left <= 0);
        let used = before.left + bought * self.basic(unit) - after.left;
        if used > 0 {
            events.extend(run_up(unit, used));
            let me = Numbers::of(self.content, unit);
            let legs = unit.flags.get(LEG) + first..=legs;
            events.extend(me.into_iter().flat_map(|me| limping(me, legs.clone())));
        }
        let banded = after.banded.filter(|leg| Some(*leg) != before.banded);
        // A falling flyer only comes down; one that comes down to the ground falls no longer.
        let lands = banded.is_some() && bands::band(self.ctx, unit) == AltitudeBand::Low;
        let landed = || events::relieved(unit, FALLING, "it has come down", "EV-121");
        events.extend(lands.then(landed).flatten());
        events.extend(banded.map(|leg| {
            let condition = Condition::new(Key::of(BANDED), 0, None, Expiry::Battle);
            events::gained(unit, condition.with(Key::of(LEG), leg), "EV-119")
        }));
        events.extend(after.jumped.then(|| cushioned(unit)));
        // A Move taken as the action of a One More is not a Run (EV-328).
        if bought > 0 && self.ctx.state.scene.clock.extra_of(unit.id()).is_none() {
            let runs = unit.conditions.get(RUNNING).map_or(0, |c| c.size) + bought;
            let running = until_own_turn(RUNNING, runs, None);
            events.push(events::gained(unit, running, "EV-208"));
        }
        events
    }
}

/// With broken toes, each Basic Move that is used at all costs Stress (EV-309).
pub fn limping(me: Numbers<'_>, legs: RangeInclusive<i64>) -> Vec<Event> {
    if !me.suffers(Lasting::Limp, None) {
        return Vec::new();
    }
    let unit = me.unit;
    // The run-up of a charge is counted separately.
    let flag = LIMPED[usize::from(*legs.end() >= OWN_LEG)];
    let last = *legs.end() + 1;
    let new = last - unit.flags.get(flag).max(*legs.start());
    let n = i32::try_from(new.max(0)).unwrap_or(i32::MAX);
    let mut events: Vec<Event> =
        stress::gained(unit, n, "broken toes", "EV-309").into_iter().collect();
    events.extend(events::flag(unit, flag, last.max(unit.flags.get(flag)), "EV-309"));
    events
}

/// Buys a Basic Move for an action point, for a unit that does not walk (EV-57, EV-208).
pub fn bought(moment: Moment<'_>, unit: &Unit) -> Vec<Event> {
    let left = unit.pools.0.value(METRES);
    let spent = |bought, left| Spent { bought, left, jumped: false, banded: None };
    moment.pay(unit, &spent(0, left), &spent(1, left + moment.basic(unit)))
}

impl Moment<'_> {
    /// Metres of a unit's Basic Move.
    fn basic(&self, unit: &Unit) -> i32 {
        Numbers::of(self.content, unit).map_or(0, |me| me.basic_move())
    }
}

/// Hindrances of a unit wherever it walks (EV-70 to EV-72).
pub fn hampered(me: Numbers<'_>) -> i32 {
    let crawls = me.unit.placement.posture == Posture::Prone;
    i32::from(crawls) + me.lamed() + me.size(HOBBLED)
}

/// The variant of jumping down instead of climbing.
const JUMP: &str = "jump";

/// Whether a walk makes this step by jumping down (EV-104).
pub fn jumps(walk: &Walk, facts: &StepFacts<'_, '_>) -> bool {
    walk.manner == *JUMP && is_jump(facts)
}

fn is_jump(facts: &StepFacts<'_, '_>) -> bool {
    facts.manner == StepMode::Walk
        && facts.rise() < Hm::ZERO
        && facts.entered.support != SupportKind::Nothing
}

/// The next step of a walk, for a unit in the fight.
pub struct NextStep<'a> {
    /// The walker.
    pub unit: &'a Unit,
    /// The facts of the step.
    pub facts: StepFacts<'a, 'a>,
    /// The Basic Move in which the unit makes it; `None` if it cannot.
    pub leg: Option<i64>,
}

impl<'a> NextStep<'a> {
    /// The next step of a walk; `None` if it is over or the ground does not allow the step.
    pub fn of(content: &Content, ctx: Ctx<'a>, walk: &Walk) -> Option<Self> {
        let unit = ctx.unit(walk.unit).filter(|unit| unit.is_active())?;
        let room = ctx.field.body(unit.id()).and_then(Body::room)?;
        let moment = content.at(ctx);
        let next = moment.as_move(unit, room, *walk.path.first()?)?;
        let facts = ctx.field.step_from(unit.id(), room, next).ok()?;
        let leg = leg_of_step(moment, unit, walk.manner.as_str(), &facts);
        Some(Self { unit, facts, leg })
    }
}

/// The Basic Move in which a unit makes a step; `None` if it cannot.
fn leg_of_step(
    moment: Moment<'_>,
    unit: &Unit,
    manner: &str,
    facts: &StepFacts<'_, '_>,
) -> Option<i64> {
    let prices = moment.prices(unit, manner, None)?;
    let after = prices.step(&prices.start(), facts).ok()?;
    Some(prices.leg + i64::from(after.bought))
}

/// Climbed metres of a step, up or down.
pub fn climbed(rules: &HouseRules, facts: &StepFacts<'_, '_>) -> i32 {
    let afloat = |support| support == SupportKind::Water;
    let rise = facts.rise();
    let free = if rise > Hm::ZERO { rules.free_rise } else { rules.free_drop };
    let swims = afloat(facts.left.support) && afloat(facts.entered.support);
    let climbs = facts.manner == StepMode::Climb || facts.left.support == SupportKind::Nothing;
    if swims || !climbs && rise.abs() <= free { 0 } else { rise.abs().whole_metres().max(1) }
}

impl Prices<'_> {
    /// A step through the air: a metre, and one band up or down at no cost (EV-119).
    fn fly(&self, spent: &Spent, step: &StepFacts<'_, '_>) -> Result<Spent, LazyRefusal> {
        if self.unit.placement.posture == Posture::Prone {
            return Err(LazyRefusal("prone", "it has to get up first", "EV-X1"));
        }
        if step.occupants().any(|body| body.blocking && body.side != self.unit.side()) {
            return Err(LazyRefusal("foe_in_the_way", "an enemy is in the way", "EV-82"));
        }
        if step.passage == Passage::Closed {
            return Err(LazyRefusal("wall", "a wall is in the way", "EV-82"));
        }
        let Spent { mut bought, mut left, .. } = *spent;
        if step.dir.is_none() {
            let (from, to) = step.bands();
            if to > from && self.unit.conditions.has(FALLING) {
                return Err(LazyRefusal("falling", "it is falling", "EV-121"));
            }
            // An extra act begins without a Basic Move.
            let extra = self.ctx.state.scene.clock.extra_of(self.unit.id()).is_some();
            let none = extra && left == 0 && bought == 0;
            if spent.banded == Some(self.leg + i64::from(bought)) || none {
                if bought >= self.ap {
                    return Err(LazyRefusal("band", "one band in each Basic Move", "EV-119"));
                }
                (bought, left) = (bought + 1, left + self.basic);
            }
            let banded = Some(self.leg + i64::from(bought));
            return Ok(Spent { bought, left, jumped: false, banded });
        }
        let sneaks = self.unit.conditions.has(HIDDEN) && !self.hurries;
        loop {
            let price = match self.hobbled + i32::from(sneaks) {
                0 => self.metres(step),
                1 => 2 * self.metres(step),
                _ => (left - 1).max(0) % self.basic + 1,
            };
            if left >= price {
                return Ok(Spent { bought, left: left - price, ..*spent });
            }
            if bought >= self.ap {
                return Err(LazyRefusal("too_far", "no metres are left for it", "EV-55"));
            }
            (bought, left) = (bought + 1, left + self.basic);
        }
    }

    /// Metres of a step on the level (EV-56).
    fn metres(&self, step: &StepFacts<'_, '_>) -> i32 {
        if step.dir.is_some_and(Dir::is_diagonal) { self.rules.diagonal } else { 1 }
    }

    /// Number of hindrances of a step (EV-67, EV-68).
    fn hindrances(&self, step: &StepFacts<'_, '_>, climbed: i32, leg: i64) -> i32 {
        let ground = &step.entered;
        // Full speed unless a test failed (EV-90, EV-95).
        let by = |feat, hard: bool| {
            let usual = i32::from(hard || !self.hurries);
            let known = paces::pace(self.unit, feat, leg);
            known.map_or(usual, |pace| pace.max(i32::from(hard)))
        };
        let water = match ground.support {
            SupportKind::Thing => 0,
            _ if paces::swims(ground) => by(Feat::Swim, ground.rough_water),
            _ => i32::from(ground.depth >= self.rules.wading),
        };
        let careful = footing::number(ground) > 0 && !self.hurries;
        let rough = careful || ground.rough == Rough::Heavy;
        let pace = by(Feat::Climb, step.climb().needs_check());
        // Hurrying successfully removes the hindrance (EV-90).
        let harsh = i32::from(step.climb().is_harsh() && (pace > 0 || !self.hurries));
        let climb = if climbed > 0 { pace + harsh } else { 0 };
        let sneaks = self.unit.conditions.has(HIDDEN) && !self.hurries;
        // Windows do not slow units down (EV-86).
        let over = step.stepped_over();
        let windows = !over.is_empty() && over.iter().all(|kind| *kind == EdgeKind::Window);
        let low = step.passage == Passage::Low && !windows;
        let sources = [rough, low, sneaks].map(i32::from);
        self.hindered + water + climb + sources.into_iter().sum::<i32>()
    }
}

impl Pricing for Prices<'_> {
    type State = Spent;
    type Key = ();
    type Refusal = LazyRefusal;

    fn start(&self) -> Spent {
        self.begun
    }

    fn step(&self, spent: &Spent, step: &StepFacts<'_, '_>) -> Result<Spent, LazyRefusal> {
        let board = step.field().board();
        let locked = |at: &EdgeAt| board.edge_at(*at).is_some_and(Edge::is_locked);
        if step.leaves().iter().any(locked) {
            return Err(LazyRefusal("locked", "it is locked", "EV-86"));
        }
        if step.manner == StepMode::Fly {
            return self.fly(spent, step);
        }
        if spent.jumped
            || step.left.support == SupportKind::Nothing && step.manner != StepMode::Climb
        {
            return Err(LazyRefusal("in_the_air", "it has to come down first", "EV-104"));
        }
        if step.occupants().any(|body| body.blocking && body.side != self.unit.side()) {
            return Err(LazyRefusal("foe_in_the_way", "an enemy is in the way", "EV-82"));
        }
        if step.passage == Passage::Closed {
            return Err(LazyRefusal("wall", "a wall is in the way", "EV-82"));
        }
        let jumped = self.jumps && is_jump(step) && step.rise().abs() > self.rules.free_drop;
        let climbed = if jumped { 0 } else { climbed(self.rules, step) };
        if climbed > 0 && step.rise().abs() > self.unit.upright() && !step.is_climbable() {
            return Err(LazyRefusal("too_high", "too high to climb", "EV-82"));
        }
        let Spent { mut bought, mut left, .. } = *spent;
        loop {
            let hindered = self.hindrances(step, climbed, self.leg + i64::from(bought));
            let metres = climbed.max(self.metres(step));
            let price = match hindered {
                0 => metres,
                1 => 2 * metres,
                // The rest of the current Basic Move, and one more for each metre of a climb
                // (EV-69).
                _ => (left - 1).max(0) % self.basic + 1 + (climbed - 1).max(0) * self.basic,
            };
            if left >= price {
                return Ok(Spent { bought, left: left - price, jumped, banded: spent.banded });
            }
            if bought >= self.ap {
                return Err(LazyRefusal("too_far", "no metres are left for it", "EV-55"));
            }
            (bought, left) = (bought + 1, left + self.basic);
        }
    }

    fn cost(&self, spent: &Spent) -> u32 {
        let bought = (spent.bought - self.begun.bought) * self.basic;
        u32::try_from(bought + self.begun.left - spent.left).unwrap_or_default()
    }

    /// A metre at least.
    fn least(&self) -> u32 {
        u32::from(self.rules.diagonal >= 1)
    }

    /// Changing bands costs no metres (EV-119).
    fn least_aloft(&self) -> u32 {
        0
    }

    /// None in the air (EV-104).
    fn least_rise(&self, left: &Ground) -> Option<Hm> {
        (left.support != SupportKind::Nothing).then_some(Hm(i32::MIN))
    }

    fn key(&self, _: &Spent) {}

    /// Units that are Out do not block (EV-262).
    fn may_stop(&self, _: &Spent, room: Room, ground: &Ground) -> bool {
        !ground.occupied || self.ctx.field.blocker(room, self.unit.id()).is_none()
    }

    fn manners(&self) -> StepKinds {
        StepKinds { walk: true, fly: false, slant: false, climb: !self.flies, bands: self.flies }
    }
}
