//! VIGOR, in the making: a d20 and bursting Bonus Dice against Guard, Dodges that cost Vigor, armour
//! that wears off, Durability before Health. Rule IDs start with `VG-`.

mod acts;
mod armour;
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

use crate::grid::SideId;

use super::Key;
use super::kit::book::{ByBook, Rulebook};
use super::oracle::{Oracle, Pause};
use super::ruleset::{Ctx, Description, Entry, Fact, Placing, SetUpError};
use super::start::StartFact;
use super::state::Unit;

use data::{Content, Moment};
use numbers::Creature;
use step::{Outcome, Step};

/// The ruleset with its content.
pub type Vigor = ByBook<Content>;

impl Rulebook for Content {
    type Creature = Creature;
    type MovementRules<'a> = Moment<'a>;

    /// It reads nothing yet of how a level has combatants begin.
    const STARTS: &'static [StartFact] = &[];
    const NO_HOLDING: &'static str = "VG-43";

    fn describe(&self) -> Description {
        card::describe(self)
    }

    fn roles(&self) -> Vec<&str> {
        self.roster.ids().map(Key::as_str).collect()
    }

    fn sheet_of(&self, role: &str) -> Option<Creature> {
        self.filling(role).cloned().map(Creature)
    }

    fn change(&self, creature: &mut Creature, name: &Key, value: i64) -> Result<(), SetUpError> {
        numbers::change(creature, name, value)
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.filling(role).map(|sheet| sheet.size.footprint())
    }

    fn place(&self, creature: Creature, placing: &Placing) -> Result<Unit, SetUpError> {
        numbers::place(self, creature, placing)
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        match step {
            Step::RoundStart(_) => clock::round_start(self.at(ctx), oracle),
            Step::TurnStart(step) => Ok(clock::turn_start(self, ctx, step)),
            Step::TurnEnd(step) => Ok(clock::turn_end(ctx, step)),
            Step::Recovery(_) => Ok(clock::recovery(self, ctx)),
            Step::Walk(step) => Ok(movement::walk(self, ctx, step)),
            Step::Fall(step) => harm::fall(self.at(ctx), step, oracle),
            Step::Stand(step) => Ok(acts::stand(ctx, step)),
            Step::Attack(step) => attack::run(self.at(ctx), step, oracle),
            Step::Breath(step) => Ok(clock::breath(ctx, step)),
        }
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let falls = movement::settle(ctx);
        if falls.is_empty() { clock::settle(self, ctx) } else { falls }
    }

    fn card(&self, _: Ctx<'_>, unit: &Unit) -> Vec<Fact> {
        card::card(self, unit)
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        vec![Entry::of(attack::DODGE, "Dodge", "Spend Vigor to dodge an attack that hits?")]
    }
}
