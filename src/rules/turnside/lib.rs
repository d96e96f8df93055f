//! Turnside: a d100 against the difference of ACC and DOD, several Attacks a Turn
//! with one at full damage, injuries, shielding, and Determination Turns at 0 HP. Rule IDs start
//! with `TU-`.

mod abilities;
mod acts;
mod aftermath;
mod ailments;
mod aiming;
mod attack;
mod battering;
mod blows;
mod budget;
mod card;
mod care;
mod cast;
mod choices;
mod clock;
mod damage;
pub mod data;
mod display;
mod handling;
mod harm;
mod hiding;
mod holds;
mod injury;
mod jumping;
mod manoeuvres;
mod medicine;
mod mind;
mod mixed;
mod movement;
mod numbers;
mod objects;
mod posing;
mod prepared;
mod preparing;
mod push;
mod reactions;
mod reflex;
mod rulings;
mod shield;
mod sight;
mod skills;
mod step;
mod strike;
mod summons;
mod surprise;
mod tending;
mod triggers;
mod water;
mod weighing;
mod wrestling;

use grid::{Body, Cell, Dir, SideId, UnitId};

use rules::command::Command;
use rules::display::{Presentation, SlotRemark};
use rules::estimate::Breach;
use rules::event::Event;
use rules::fitness::{self, Life};
use rules::fog;
use rules::kit::book::{self, ByBook, Rulebook};
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{
    Aftermath, Ctx, Description, Entry, Fact, Placing, Plan, SetUpError, SheetNumber,
};
use rules::start::StartFact;
use rules::state::{Slot, Unit};
use rules::{Key, Refusal};

use data::{Content, Mark, Moment, Sheet};
use numbers::{DETERMINED, FISTS, MAIN, Numbers};
use step::{Outcome, Step, Turn};

/// The ruleset with its content.
pub type Turnside = ByBook<Content>;

impl Rulebook for Content {
    type Creature = Sheet;
    type MovementRules<'a> = Moment<'a>;

    const STARTS: &'static [StartFact] =
        &[StartFact::Surprised, StartFact::Initiative, StartFact::Joins, StartFact::Hidden];

    fn describe(&self) -> Description {
        card::describe(self)
    }

    fn roles(&self) -> Vec<&str> {
        self.roster.ids().map(Key::as_str).collect()
    }

    fn sheet_of(&self, role: &str) -> Option<Sheet> {
        self.sheet(role).cloned()
    }

    fn numbers(&self, creature: &Sheet) -> Vec<SheetNumber> {
        numbers::changeable(creature)
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
            Step::RoundEnd(_) => Ok(clock::round_end(self, ctx)),
            Step::TurnStart(step) => clock::turn_start(self, ctx, step, oracle),
            Step::TurnEnd(step) => Ok(clock::turn_end(self, ctx, step)),
            Step::Walk(step) => movement::walk(self, ctx, step, oracle),
            Step::Fall(step) => harm::fall(self, ctx, step, oracle),
            Step::Slip(step) => movement::slip(self.at(ctx), step, oracle),
            Step::Pose(step) => Ok(posing::pose(self, ctx, step)),
            Step::Jump(step) => Ok(jumping::jump(self, ctx, step)),
            Step::Turn(step) => Ok(posing::turn(ctx, step)),
            Step::Lunge(step) => Ok(strike::lunge(self, ctx, step)),
            Step::Cast(step) => cast::run(self, ctx, step, oracle),
            Step::AreaReactions(step) => cast::area_reactions(self, ctx, step, oracle),
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
            Step::ReactionEnds(step) => {
                let unit = ctx.unit(step.unit);
                Ok(Outcome::done(unit.map_or_else(Vec::new, |u| reflex::wane(self, ctx, u))))
            }
            Step::Batter(step) => Ok(battering::batter(self, ctx, step)),
            Step::Handle(step) => Ok(handling::handle(self, ctx, step)),
            Step::TendPatient(step) => Ok(tending::tend(self, ctx, step)),
            Step::Notice(step) => Ok(sight::notice(self, ctx, step)),
            Step::Quench(step) => Ok(water::quench(self, ctx, step)),
            Step::Vanish(step) => Ok(summons::vanish(ctx, step)),
            Step::Overdue(step) => mixed::overdue(self, ctx, step, oracle),
            Step::Wake(step) => Ok(harm::wake(ctx, step)),
            Step::Answering(step) => prepared::answer(self, ctx, step, oracle),
            Step::Night(step) => aftermath::night(self, ctx, step, oracle),
        }
    }

    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
        let mut steps = hiding::window(self, ctx, events);
        steps.extend(triggers::window(self, ctx, step, events));
        steps
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let parts: [fn(&Self, Ctx<'_>) -> Vec<Step>; 9] = [
            summons::settle,
            posing::settle,
            movement::settle,
            manoeuvres::settle,
            |_, ctx| reflex::settle(ctx),
            water::settle,
            sight::settle,
            harm::settle,
            clock::settle,
        ];
        let found = parts.into_iter().map(|part| part(self, ctx));
        found.into_iter().find(|steps| !steps.is_empty()).unwrap_or_default()
    }

    fn body(&self, unit: &Unit) -> Body {
        let numbers = Numbers::of(self, unit);
        let armed = numbers.is_some_and(|n| {
            let mut weapons = n.weapons().filter(|(slot, w)| *slot == MAIN && w.id != *FISTS);
            weapons.any(|(_, weapon)| weapon.reach > 0 && n.can_hold(weapon).is_ok())
        });
        let helpless = numbers.is_some_and(|n| n.has_mark(Mark::Helpless));
        let plain = book::body(unit);
        let sinks = numbers.is_some_and(|n| water::sinks(&n));
        Body { armed, sinks, threatens: plain.threatens && !helpless, ..plain }
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        sight::perceives(self, ctx, viewer, target)
    }

    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        let blind = ctx.unit(viewer).and_then(|unit| Numbers::of(self, unit));
        !blind.is_some_and(|n| n.has_mark(Mark::Blind)) && fog::cell_in_line(ctx, viewer, cell)
    }

    fn order_remarks(&self, ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
        card::order_remarks(ctx, slot)
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        battering::breach(self, ctx, ctx.unit(unit)?, object)
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

    fn reactions(&self) -> Vec<Key> {
        [shield::SHIELD, reflex::REFLEX].map(Key::of).to_vec()
    }

    fn presentation(&self) -> &dyn Presentation {
        self
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        vec![
            Entry::of(shield::SHIELD, "Shield", "Take a hit in a friend's place?"),
            Entry::of(manoeuvres::RESIST, "Resist", "Athletics or Acrobatics against a grapple?"),
            Entry::of(DETERMINED, "Determination", "Fight on at 0 HP?"),
            Entry::of(reflex::REFLEX, "Defensive abilities", "Use one as a Reaction to an attack?"),
            Entry::of(
                prepared::PREPARED,
                "Prepared actions",
                "Carry out a prepared action when it is triggered?",
            ),
        ]
    }
}
