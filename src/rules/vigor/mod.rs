//! VIGOR, in the making: a d20 and bursting Bonus Dice against Guard, Dodges that cost Vigor, armour
//! that wears off, Durability before Health. Rule IDs start with `VG-`.

mod acts;
mod attack;
mod card;
mod clock;
pub mod data;
mod harm;
mod movement;
mod numbers;
mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::grid::{SideId, UnitId};

use super::Key;
use super::kit::book::{ByBook, Rulebook};
use super::oracle::{Oracle, Pause};
use super::ruleset::{Ctx, Description, Entry, Fact, Placing, SetUpError};
use super::start::StartFact;
use super::state::Unit;

use data::Content;
use movement::OnFoot;
use numbers::Creature;
use step::{Next, Outcome, Step, TurnEnd};

/// The ruleset with its content.
pub type Vigor = ByBook<Content>;

impl Rulebook for Content {
    type Creature = Creature;
    type MovementRules<'a> = OnFoot<'a>;

    /// It reads nothing yet of how a level has combatants begin.
    const STARTS: &'static [StartFact] = &[];
    const NO_HOLDING: &'static str = "VG-43";

    fn describe(&self) -> Description {
        card::describe(self)
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        numbers::enlist(self, placing)
    }

    fn creature(&self, role: &Key, changed: &BTreeMap<Key, i64>) -> Result<Creature, SetUpError> {
        numbers::creature(self, role, changed)
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.filling(role).map(|_| 1)
    }

    fn gait<'a>(&'a self, ctx: Ctx<'a>) -> OnFoot<'a> {
        OnFoot { content: self, ctx }
    }

    fn next(&self, ctx: Ctx<'_>) -> Next {
        clock::next(ctx)
    }

    fn turn_end(&self, unit: UnitId) -> Step {
        TurnEnd { unit, forced: false }.into()
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        match step {
            Step::RoundStart(_) => clock::round_start(self, ctx, oracle),
            Step::TurnStart(step) => Ok(clock::turn_start(self, ctx, step)),
            Step::TurnEnd(step) => Ok(clock::turn_end(ctx, step)),
            Step::Recovery(_) => Ok(clock::recovery(self, ctx)),
            Step::Walk(step) => Ok(movement::walk(self, ctx, step)),
            Step::Fall(step) => harm::fall(self, ctx, step, oracle),
            Step::Stand(step) => Ok(acts::stand(ctx, step)),
            Step::Attack(step) => attack::run(self, ctx, step, oracle),
            Step::Breath(step) => Ok(clock::breath(ctx, step)),
        }
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let falls = movement::settle(ctx);
        if falls.is_empty() { clock::settle(self, ctx) } else { falls }
    }

    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact> {
        card::card(self, ctx, unit)
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        vec![Entry::of(attack::DODGE, "Dodge", "Spend Vigor to dodge an attack that hits?")]
    }
}
