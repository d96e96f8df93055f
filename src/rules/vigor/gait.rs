//! Movement: each Move goes as far as Speed says, squares that are left are not added to the next
//! (VG-73 to VG-77, VG-312 to VG-321).

use std::sync::Arc;

use crate::grid::{Hm, Manner, Manners, Passage, Pricing, Rough, StepFacts, SupportKind, UnitId};
use crate::rules::event::Event;
use crate::rules::kit::falls;
use crate::rules::kit::tell;
use crate::rules::kit::walk::{Gait, Going, Walk, WalkRules, stride};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Deed, Status, Unit};
use crate::rules::trail::SignRules;
use crate::rules::{Key, Refusal};

use super::data::{Content, HouseRules};
use super::harm;
use super::numbers::{ACTIONS, Numbers};
use super::step::{Fall, Outcome, Step};

/// The class of a Move in the history of a turn.
const MOVE: &str = "move";

/// What a move has taken so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Move actions taken for it.
    moves: i32,
    /// Squares of the Move under way.
    squares: i32,
}

/// A step that is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar(&'static str, &'static str, &'static str);

impl From<Bar> for Refusal {
    fn from(Bar(code, text, rule): Bar) -> Self {
        Self::new(code, text, rule)
    }
}

/// The prices for one combatant.
pub struct Prices {
    rules: HouseRules,
    friends: Arc<[UnitId]>,
    fallen: Arc<[UnitId]>,
    squares: i32,
    actions: i32,
    begun: Spent,
    height: Hm,
}

/// How combatants go under this ruleset.
pub struct OnFoot<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
}

/// The Move that goes on: its place in the turn's history, and its squares so far.
fn under_way(unit: &Unit) -> Option<(usize, i32)> {
    let deed = unit.turn.deeds.last().filter(|deed| deed.class == *MOVE)?;
    Some((unit.turn.deeds.len() - 1, deed.amount))
}

impl Gait for OnFoot<'_> {
    type Spent = Spent;
    type Bar = Bar;
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

    fn prices(&self, unit: &Unit, _manner: &str, begun: Option<&Spent>) -> Option<Prices> {
        let numbers = Numbers::of(self.content, unit)?;
        let of = |test: &dyn Fn(&&Unit) -> bool| {
            self.ctx.state.units.iter().filter(test).map(Unit::id).collect()
        };
        let squares = under_way(unit).map_or(numbers.squares(), |(_, squares)| squares);
        let begun = begun.copied().unwrap_or(Spent { moves: 0, squares });
        Some(Prices {
            rules: self.content.rules.clone(),
            friends: of(&|u| u.side() == unit.side()),
            fallen: of(&|u| matches!(u.status, Status::Down | Status::Dead)),
            squares: numbers.squares(),
            actions: unit.pools.0.value(ACTIONS),
            begun,
            height: unit.upright(),
        })
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
        let left = under_way(unit).is_some_and(|(_, squares)| squares < numbers.squares());
        if numbers.is_winded() {
            return Err(Refusal::new("winded", "it is out of breath", "VG-178"));
        }
        if unit.pools.0.value(ACTIONS) <= 0 && !left {
            return Err(Refusal::new("no_actions", "no action is left", "VG-60"));
        }
        Ok(())
    }

    fn flies(&self, _unit: &Unit) -> bool {
        false
    }

    fn jumped(&self, _spent: &Spent) -> bool {
        false
    }

    fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool {
        climbs(&self.content.rules, facts)
    }

    /// 1 for moves after which no action is left to attack with.
    fn tier(&self, prices: &Prices, spent: &Spent) -> u8 {
        u8::from(spent.moves >= prices.actions)
    }

    fn left(&self, prices: &Prices, spent: &Spent) -> (u32, u32) {
        let points = |n: i32| u32::try_from(n.max(0)).unwrap_or_default();
        let beyond = (prices.actions - spent.moves).max(0) * prices.squares;
        (points(prices.squares - spent.squares), points(beyond))
    }

    fn pay(&self, unit: &Unit, before: &Spent, after: &Spent) -> Vec<Event> {
        let begins = after.moves > before.moves;
        let actions = unit.pools.0.value(ACTIONS) - (after.moves - before.moves);
        let paid = tell::pool(unit, ACTIONS, actions, "Move", "VG-73");
        let deed = Deed { class: Key::of(MOVE), act: Key::of(MOVE), amount: after.squares };
        let goes_on = under_way(unit).filter(|_| !begins).map(|(at, _)| at);
        paid.into_iter().chain([tell::deed(unit, deed, goes_on, "VG-77")]).collect()
    }
}

fn climbs(rules: &HouseRules, facts: &StepFacts<'_, '_>) -> bool {
    let afloat =
        facts.left.support == SupportKind::Water && facts.entered.support == SupportKind::Water;
    facts.manner == Manner::Climb
        || facts.left.support == SupportKind::Nothing && !afloat
        || facts.rise().abs() > rules.free_step && !afloat
}

impl Pricing for Prices {
    type State = Spent;
    type Key = ();
    type Refusal = Bar;

    fn start(&self) -> Spent {
        self.begun
    }

    fn step(&self, spent: &Spent, step: &StepFacts<'_, '_>) -> Result<Spent, Bar> {
        let rules = &self.rules;
        if step.corners > 0 {
            return Err(Bar("corner", "no diagonal step across a corner", "VG-313"));
        }
        if step.left.support == SupportKind::Nothing && step.manner != Manner::Climb {
            return Err(Bar("in_the_air", "it has to come down first", "VG-318"));
        }
        for body in step.occupants().filter(|b| b.blocking && !self.fallen.contains(&b.id)) {
            if !self.friends.contains(&body.id) {
                return Err(Bar("foe_in_the_way", "an enemy is in the way", "VG-316"));
            }
        }
        let ground = &step.entered;
        let mut cost = match ground.rough {
            Rough::None => 1,
            Rough::Light => rules.rough_light,
            Rough::Heavy => rules.rough_heavy,
        };
        if ground.support == SupportKind::Water {
            cost = cost.max(rules.rough_heavy);
        }
        if climbs(rules, step) {
            if step.rise().abs() > self.height && !step.is_climbable() {
                return Err(Bar("too_high", "too high to climb", "VG-315"));
            }
            cost += step.rise().abs().metres_ceil() * rules.climb_per_metre;
        }
        match step.passage {
            Passage::Free => {}
            Passage::Low => cost += rules.climb_per_metre,
            Passage::Shut => cost += rules.door_cost,
            Passage::Closed => return Err(Bar("wall", "a wall is in the way", "VG-132")),
        }
        if cost > self.squares {
            return Err(Bar("too_dear", "one Move does not go that far", "VG-74"));
        }
        let squares = spent.squares + cost;
        if squares <= self.squares {
            return Ok(Spent { squares, ..*spent });
        }
        if spent.moves >= self.actions {
            return Err(Bar("too_far", "no action is left for it", "VG-73"));
        }
        Ok(Spent { moves: spent.moves + 1, squares: cost })
    }

    fn cost(&self, spent: &Spent) -> u32 {
        let of = |s: &Spent| s.moves * self.squares + s.squares;
        u32::try_from(of(spent) - of(&self.begun)).unwrap_or_default()
    }

    fn key(&self, _spent: &Spent) {}

    fn manners(&self) -> Manners {
        Manners { walk: true, fly: false, slant: false, climb: true, bands: false }
    }
}

/// Goes one step of a walk.
pub fn walk(content: &Content, ctx: Ctx<'_>, step: &Walk) -> Outcome {
    let gait = OnFoot { content, ctx };
    match stride(&gait, ctx, step) {
        Going::Over(events) => Outcome::done(events),
        Going::On(stride) => {
            let mut events = stride.events;
            if let Some(unit) = ctx.unit(step.unit) {
                events.extend(harm::by_ground(content, unit, &stride.facts.entered));
            }
            Outcome::then(events, stride.walk.into())
        }
    }
}

/// The falls that follow from what holds everybody up: one who clings needs its senses.
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let clings = |unit: &Unit, support| unit.is_active() && support == SupportKind::Grip;
    falls::falling(ctx, clings).map(|unit| Fall { unit, landed: false }.into()).collect()
}
