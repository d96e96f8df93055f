//! Turnside, in the making: a d100 of ACC over DOD, several Attacks a Turn of which one is at full
//! damage, injuries, shielding, and Turns of sheer will at 0 HP. Rule IDs start with `TU-`.

mod acts;
mod card;
mod clock;
pub mod data;
mod harm;
mod injury;
mod movement;
mod numbers;
mod shield;
mod step;
mod strike;

use std::collections::BTreeMap;

use crate::grid::{SideId, UnitId};

use super::Key;
use super::fitness::{self, Life};
use super::kit::book::{ByBook, Rulebook};
use super::oracle::{Oracle, Pause};
use super::ruleset::{Ctx, Description, Entry, Fact, Next, Placing, SetUpError};
use super::start::StartFact;
use super::state::Unit;

use data::{Content, Sheet};
use movement::OnFoot;
use numbers::DETERMINED;
use step::{Outcome, Step, TurnEnd};

/// The ruleset with its content.
pub type Turnside = ByBook<Content>;

impl Rulebook for Content {
    type Creature = Sheet;
    type MovementRules<'a> = OnFoot<'a>;

    const STARTS: &'static [StartFact] = &[StartFact::Joins];
    const NO_HOLDING: &'static str = "TU-25";

    fn describe(&self) -> Description {
        card::describe(self)
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        numbers::enlist(self, placing)
    }

    fn creature(&self, role: &Key, changed: &BTreeMap<Key, i64>) -> Result<Sheet, SetUpError> {
        numbers::creature(self, role, changed)
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.sheet(role).map(|_| 1)
    }

    fn life(&self, description: &Description, unit: &Unit) -> Life {
        let plain = fitness::life(description, unit);
        Life { left: harm::life(self, unit, plain.left), ..plain }
    }

    fn gait<'a>(&'a self, ctx: Ctx<'a>) -> OnFoot<'a> {
        OnFoot { content: self, ctx }
    }

    fn next(&self, ctx: Ctx<'_>) -> Next<Step> {
        clock::next(ctx)
    }

    fn turn_end(&self, unit: UnitId) -> Step {
        TurnEnd { unit, forced: false }.into()
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        match step {
            Step::RoundStart(_) => clock::round_start(self, ctx, oracle),
            Step::RoundEnd(_) => Ok(clock::round_end(ctx)),
            Step::TurnStart(step) => clock::turn_start(self, ctx, step, oracle),
            Step::TurnEnd(step) => Ok(clock::turn_end(ctx, step)),
            Step::Walk(step) => movement::walk(self, ctx, step, oracle),
            Step::Fall(step) => harm::fall(self, ctx, step, oracle),
            Step::Slip(step) => movement::slip(self, ctx, step, oracle),
            Step::Pose(step) => Ok(acts::pose(self, ctx, step)),
            Step::Guard(step) => Ok(acts::guard(ctx, step)),
            Step::Strike(step) => strike::run(self, ctx, step, oracle),
            Step::Drop(step) => harm::drop(self, ctx, step, oracle),
        }
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let falls = movement::settle(ctx);
        if falls.is_empty() { clock::settle(ctx) } else { falls }
    }

    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact> {
        card::card(self, ctx, unit)
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        vec![
            Entry::of(shield::SHIELD, "Shield", "Take a blow in the place of a friend?"),
            Entry::of(DETERMINED, "Determination", "Fight on at 0 HP?"),
        ]
    }
}
