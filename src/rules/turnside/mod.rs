//! Turnside, in development: a d100 against the difference of ACC and DOD, several Attacks a Turn
//! with one at full damage, injuries, shielding, and Determination Turns at 0 HP. Rule IDs start
//! with `TU-`.

mod abilities;
mod acts;
mod aftermath;
mod ailments;
mod attack;
mod budget;
mod card;
mod care;
mod cast;
mod clock;
mod damage;
pub mod data;
mod display;
mod harm;
mod hiding;
mod injury;
mod jumping;
mod manoeuvres;
mod medicine;
mod mind;
mod movement;
mod numbers;
mod posing;
mod prepared;
mod preparing;
mod push;
mod reflex;
mod shield;
mod skills;
mod step;
mod strike;
mod wrestling;

use crate::grid::{Dir, SideId};

use super::command::Command;
use super::display::Presentation;
use super::event::Event;
use super::fitness::{self, Life};
use super::kit::book::{self, ByBook, Rulebook};
use super::oracle::{Oracle, Pause};
use super::ruleset::{Aftermath, Ctx, Description, Entry, Fact, Placing, Plan, SetUpError};
use super::start::StartFact;
use super::state::Unit;
use super::{Key, Refusal};

use data::{Content, Moment, Sheet};
use numbers::DETERMINED;
use step::{Outcome, Step, Turn};

/// The ruleset with its content.
pub type Turnside = ByBook<Content>;

impl Rulebook for Content {
    type Creature = Sheet;
    type MovementRules<'a> = Moment<'a>;

    const STARTS: &'static [StartFact] = &[StartFact::Joins];

    fn describe(&self) -> Description {
        card::describe(self)
    }

    fn roles(&self) -> Vec<&str> {
        self.roster.ids().map(Key::as_str).collect()
    }

    fn sheet_of(&self, role: &str) -> Option<Sheet> {
        self.sheet(role).cloned()
    }

    fn change(&self, creature: &mut Sheet, name: &Key, value: i64) -> Result<(), SetUpError> {
        numbers::change(creature, name, value)
    }

    fn place(&self, creature: Sheet, placing: &Placing) -> Result<Unit, SetUpError> {
        numbers::place(self, creature, placing)
    }

    fn face(&self, _: Ctx<'_>, unit: &Unit, facing: Dir) -> Result<Step, Refusal> {
        if !self.rules.facing {
            return Err(Refusal::new("no_facing", "facing is off in this battle", "TU-171"));
        }
        Ok(Turn { unit: unit.id(), facing }.into())
    }

    fn life(&self, description: &Description, unit: &Unit) -> Life {
        let plain = fitness::life(description, unit);
        Life { left: harm::life(self, unit, plain.left), ..plain }
    }

    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan<Step>, Refusal> {
        book::plan(self, ctx, command, ("a turn cannot be delayed", "TU-25"))
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        match step {
            Step::RoundStart(_) => clock::round_start(self, ctx, oracle),
            Step::RoundEnd(_) => Ok(clock::round_end(ctx)),
            Step::TurnStart(step) => clock::turn_start(self, ctx, step, oracle),
            Step::TurnEnd(step) => Ok(clock::turn_end(ctx, step)),
            Step::Walk(step) => movement::walk(self, ctx, step, oracle),
            Step::Fall(step) => harm::fall(self, ctx, step, oracle),
            Step::Slip(step) => movement::slip(Moment { content: self, ctx }, step, oracle),
            Step::Pose(step) => Ok(posing::pose(self, ctx, step)),
            Step::Jump(step) => Ok(jumping::jump(self, ctx, step)),
            Step::Turn(step) => Ok(posing::turn(ctx, step)),
            Step::Cast(step) => cast::run(self, ctx, step, oracle),
            Step::Attempt(step) => cast::attempt(self, ctx, step, oracle),
            Step::Pushed(step) => Ok(cast::pushed(self, ctx, step)),
            Step::Scorch(step) => harm::scorch(self, ctx, step, oracle),
            Step::Guard(step) => Ok(acts::guard(ctx, step)),
            Step::Strike(step) => strike::run(self, ctx, step, oracle),
            Step::Wrestle(step) => manoeuvres::run(self, ctx, step, oracle),
            Step::Release(step) => Ok(manoeuvres::release(ctx, step)),
            Step::Douse(step) => Ok(wrestling::douse(self, ctx, step)),
            Step::Treat(step) => medicine::run(self, ctx, step, oracle),
            Step::Sneak(step) => hiding::sneak(self, ctx, step, oracle),
            Step::Search(step) => hiding::search(self, ctx, step, oracle),
            Step::Reveal(step) => Ok(hiding::reveal(self, ctx, step)),
            Step::Exhausted(step) => Ok(harm::exhausted(ctx, step)),
            Step::Drop(step) => harm::drop(self, ctx, step, oracle),
            Step::Prepare(step) => Ok(prepared::prepare(self, ctx, step)),
            Step::Wane(step) => {
                Ok(Outcome::done(ctx.unit(step.unit).map_or_else(Vec::new, reflex::wane)))
            }
            Step::Answering(step) => prepared::answer(self, ctx, step, oracle),
            Step::Night(step) => aftermath::night(self, ctx, step, oracle),
        }
    }

    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
        prepared::window(self, ctx, step, events)
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let falls = movement::settle(self, ctx);
        if !falls.is_empty() {
            return falls;
        }
        let released = manoeuvres::settle(self, ctx);
        if !released.is_empty() {
            return released;
        }
        let over = reflex::settle(ctx);
        if !over.is_empty() {
            return over;
        }
        let revealed = hiding::settle(self, ctx);
        if revealed.is_empty() { clock::settle(ctx) } else { revealed }
    }

    fn aftermath_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        aftermath::steps(ctx)
    }

    fn aftermath(&self, ctx: Ctx<'_>) -> Vec<Aftermath> {
        aftermath::aftermath(ctx)
    }

    fn card(&self, _: Ctx<'_>, unit: &Unit) -> Vec<Fact> {
        card::card(self, unit)
    }

    fn presentation(&self) -> &dyn Presentation {
        self
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        vec![
            Entry::of(shield::SHIELD, "Shield", "Take a blow in the place of a friend?"),
            Entry::of(manoeuvres::RESIST, "Resist", "Athletics or Acrobatics against a grapple?"),
            Entry::of(DETERMINED, "Determination", "Fight on at 0 HP?"),
            Entry::of(reflex::REFLEX, "Defensive abilities", "Use one as a Reaction when struck?"),
            Entry::of(
                prepared::PREPARED,
                "Prepared actions",
                "Carry out a prepared action when it is triggered?",
            ),
        ]
    }
}
