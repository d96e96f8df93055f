//! VIGOR, in the making: a d20 and bursting Bonus Dice against Guard, Dodges that cost Vigor, armour
//! that wears off, Durability before Health. Rule IDs start with `VG-`.

mod acts;
mod affinities;
mod armour;
mod arts;
mod attack;
mod card;
mod clock;
mod conditions;
mod cover;
mod damage;
pub mod data;
mod display;
mod durations;
mod escape;
mod facing;
mod forces;
mod handling;
mod harm;
mod initiative;
mod long_acts;
mod movement;
mod numbers;
mod objects;
mod openings;
mod reactions;
mod recovery;
mod resist;
mod roll;
mod sight;
mod skills;
mod step;
#[cfg(test)]
mod tests;
mod wounds;

use crate::grid::{Dir, Hm, SideId, UnitId};

use super::command::Command;
use super::display::Presentation;
use super::estimate::Breach;
use super::kit::book::{self, ByBook, Rulebook};
use super::object::Object;
use super::oracle::{Oracle, Pause};
use super::ruleset::{Ctx, Description, Entry, Fact, Placing, Plan, SetUpError};
use super::start::StartFact;
use super::state::Unit;
use super::{Key, Refusal};

use data::{Content, Moment};
use numbers::Creature;
use step::{Outcome, Step, Turn};

/// The ruleset with its content.
pub type Vigor = ByBook<Content>;

impl Rulebook for Content {
    type Creature = Creature;
    type MovementRules<'a> = Moment<'a>;

    const STARTS: &'static [StartFact] =
        &[StartFact::Watch, StartFact::Surprised, StartFact::Joins, StartFact::Hidden];

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

    fn longest_climb(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Hm> {
        movement::longest_climb(self, ctx, unit)
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.filling(role).map(|sheet| sheet.size.footprint())
    }

    fn place(&self, creature: Creature, placing: &Placing) -> Result<Unit, SetUpError> {
        numbers::place(self, creature, placing)
    }

    /// Turning is free in the own turn (VG-155).
    fn face(&self, _ctx: Ctx<'_>, unit: &Unit, facing: Dir) -> Result<Step, Refusal> {
        Ok(Turn { unit: unit.id(), facing }.into())
    }

    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan<Step>, Refusal> {
        book::plan(self, ctx, command, ("a turn cannot be delayed", "VG-43"))
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        match step {
            Step::RoundStart(_) => clock::round_start(self.at(ctx), oracle),
            Step::TurnStart(step) => Ok(clock::turn_start(self, ctx, step)),
            Step::TurnEnd(step) => Ok(clock::turn_end(ctx, step)),
            Step::Recovery(_) => Ok(recovery::run(self, ctx)),
            Step::Burn(step) => recovery::burn(self.at(ctx), step, oracle),
            Step::Perform(step) => arts::run(self.at(ctx), step, oracle),
            Step::Suffer(step) => forces::suffer(self.at(ctx), step, oracle),
            Step::Batter(step) => objects::run(self.at(ctx), step, oracle),
            Step::Handle(step) => handling::run(self.at(ctx), step, oracle),
            Step::Walk(step) => Ok(movement::walk(self, ctx, step)),
            Step::Fall(step) => harm::fall(self.at(ctx), step, oracle),
            Step::Reveal(step) => Ok(facing::seen(ctx, step)),
            Step::UseSkill(step) => skills::run(self.at(ctx), step, oracle),
            Step::Slip(step) => movement::slip(self, ctx, step, oracle),
            Step::Turn(step) => Ok(facing::turn(ctx, step)),
            Step::Stand(step) => Ok(acts::stand(ctx, step)),
            Step::Defend(step) => Ok(acts::defend(ctx, step)),
            Step::Opening(step) => Ok(openings::open(self, ctx, step)),
            Step::Seize(step) => openings::seize(self.at(ctx), step, oracle),
            Step::Escape(step) => Ok(escape::run(self, ctx, step)),
            Step::Abandon(step) => Ok(long_acts::abandon(ctx, step)),
            Step::Attack(step) => attack::run(self.at(ctx), step, oracle),
            Step::Breath(step) => Ok(clock::breath(ctx, step)),
        }
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let falls = movement::settle(ctx);
        if falls.is_empty() { clock::settle(self, ctx) } else { falls }
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        objects::breach(self, ctx, ctx.unit(unit)?, object)
    }

    fn card(&self, _: Ctx<'_>, unit: &Unit) -> Vec<Fact> {
        card::card(self, unit)
    }

    fn presentation(&self) -> &dyn Presentation {
        self
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        let guardian = "Spend Vigor to defend an ally beside one?";
        vec![
            Entry::of(reactions::DODGE, "Dodge", "Spend Vigor to dodge an attack that hits?"),
            Entry::of(reactions::GUARDIAN, "Guardian", guardian),
            Entry::of(openings::OPENING, "Openings", "Spend Vigor to strike into an opening?"),
        ]
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        sight::perceives(ctx, viewer, target)
    }
}
