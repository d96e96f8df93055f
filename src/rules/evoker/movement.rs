//! Movement: a Move of twice the Agility Bonus each turn, more of it for action points; whatever
//! hinders doubles the way, two of it at once leave a metre a Move (EV-55 to EV-57, EV-67 to EV-73,
//! EV-82 to EV-97).

use crate::grid::{
    Ground, Hm, Manner, Passage, Pricing, Room, Rough, StepFacts, StepKinds, SupportKind,
};
use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::kit::step_cost::LazyRefusal;
use crate::rules::kit::walk::{MovementRules, WalkRules};
use crate::rules::path_preview::SignRules;
use crate::rules::ruleset::{Ctx, Warning};
use crate::rules::state::{Condition, Expiry, Posture, Unit};
use crate::rules::{Key, Refusal, RuleId};

use super::conditions::{BOUND, GRAPPLED, HOBBLED, RUNNING, SURPRISED};
use super::data::{HouseRules, Moment};
use super::numbers::{AP, METRES, Numbers};

/// What a move has taken so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Basic Moves bought for it.
    bought: i32,
    /// Metres left of those that there are.
    left: i32,
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
    /// It is hindered wherever it goes: it crawls, or a leg is hurt.
    hindered: i32,
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

    fn prices(&self, unit: &Unit, _: &str, begun: Option<&Spent>) -> Option<Prices<'a>> {
        let unit = self.ctx.unit(unit.id())?;
        let numbers = Numbers::of(self.content, unit)?;
        let left = unit.pools.0.value(METRES);
        let crawls = unit.placement.posture == Posture::Prone;
        Some(Prices {
            rules: &self.content.rules,
            ctx: self.ctx,
            unit,
            basic: numbers.basic_move(),
            ap: unit.pools.0.value(AP),
            begun: begun.copied().unwrap_or(Spent { bought: 0, left }),
            hindered: i32::from(crawls) + i32::from(numbers.is_lamed()) + numbers.size(HOBBLED),
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

    fn flies(&self, _: &Unit) -> bool {
        false
    }

    fn jumped(&self, _: &Spent) -> bool {
        false
    }

    fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool {
        climbed(&self.content.rules, facts) > 0
    }

    /// 1 for moves that take the last action point.
    fn tier(&self, prices: &Prices<'a>, spent: &Spent) -> u8 {
        u8::from(spent.bought > 0 && spent.bought >= prices.ap)
    }

    fn warning(&self, unit: &Unit, spent: &Spent) -> Option<Warning> {
        let last = spent.bought > 0 && spent.bought >= unit.pools.0.value(AP);
        let text = "the last action point goes into it".to_owned();
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
        // A Move in place of a One More's action is no Run (EV-328).
        if bought > 0 && self.ctx.state.scene.clock.extra_of(unit.id()).is_none() {
            let runs = unit.conditions.get(RUNNING).map_or(0, |c| c.size) + bought;
            let lasts = Expiry::Until(Key::of("own_turn"));
            let running = Condition::new(Key::of(RUNNING), runs, None, lasts);
            events.push(events::gained(unit, running, "EV-208"));
        }
        events
    }
}

/// Metres of a step that are climbed, up or down.
fn climbed(rules: &HouseRules, facts: &StepFacts<'_, '_>) -> i32 {
    let afloat = |support| support == SupportKind::Water;
    let rise = facts.rise();
    let free = if rise > Hm::ZERO { rules.free_rise } else { rules.free_drop };
    let swims = afloat(facts.left.support) && afloat(facts.entered.support);
    let climbs = facts.manner == Manner::Climb || facts.left.support == SupportKind::Nothing;
    if swims || !climbs && rise.abs() <= free { 0 } else { rise.abs().metres_ceil().max(1) }
}

impl Pricing for Prices<'_> {
    type State = Spent;
    type Key = ();
    type Refusal = LazyRefusal;

    fn start(&self) -> Spent {
        self.begun
    }

    fn step(&self, spent: &Spent, step: &StepFacts<'_, '_>) -> Result<Spent, LazyRefusal> {
        let ground = &step.entered;
        if step.left.support == SupportKind::Nothing && step.manner != Manner::Climb {
            return Err(LazyRefusal("in_the_air", "it has to come down first", "EV-104"));
        }
        if step.occupants().any(|body| body.blocking && body.side != self.unit.side()) {
            return Err(LazyRefusal("foe_in_the_way", "an enemy is in the way", "EV-82"));
        }
        if step.passage == Passage::Closed {
            return Err(LazyRefusal("wall", "a wall is in the way", "EV-82"));
        }
        let climbed = climbed(self.rules, step);
        if climbed > 0 && step.rise().abs() > self.unit.upright() && !step.is_climbable() {
            return Err(LazyRefusal("too_high", "too high to climb", "EV-82"));
        }
        let wades = ground.depth >= self.rules.wading && ground.support != SupportKind::Thing;
        let harmful = ground.rough == Rough::Light || ground.slippery > 0 || ground.harm > 0;
        let sources = [wades, harmful || ground.rough == Rough::Heavy, climbed > 0]
            .into_iter()
            .chain([climbed > 0 && step.climb().is_harsh(), step.passage == Passage::Low]);
        let hindered = self.hindered + sources.map(i32::from).sum::<i32>();
        let Spent { mut bought, mut left } = *spent;
        let price = |left: i32| match hindered {
            0 => 1,
            1 => 2 * climbed.max(1),
            // All that is left of the Basic Move under way (EV-69).
            _ => (left - 1).max(0) % self.basic + 1,
        };
        while left < price(left) {
            if bought >= self.ap || price(left) > self.basic.max(left) {
                return Err(LazyRefusal("too_far", "no metres are left for it", "EV-55"));
            }
            (bought, left) = (bought + 1, left + self.basic);
        }
        Ok(Spent { bought, left: left - price(left) })
    }

    fn cost(&self, spent: &Spent) -> u32 {
        let bought = (spent.bought - self.begun.bought) * self.basic;
        u32::try_from(bought + self.begun.left - spent.left).unwrap_or_default()
    }

    fn key(&self, _: &Spent) {}

    /// Units that are Out do not block (EV-262).
    fn may_stop(&self, _: &Spent, room: Room, ground: &Ground) -> bool {
        !ground.occupied || self.ctx.field.blocker(room, self.unit.id()).is_none()
    }

    fn manners(&self) -> StepKinds {
        StepKinds { walk: true, fly: false, slant: false, climb: true, bands: false }
    }
}
