//! VIGOR: a d20 and bursting Bonus Dice against Guard, Dodges that cost Vigor, armour that wears
//! out, Durability before Health. Rule IDs start with `VG-`.

mod acts;
mod affinities;
mod aftermath;
mod armour;
mod attack;
mod attack_resolution;
mod breakable;
mod card;
mod clock;
mod conditions;
mod contact;
mod cover;
mod damage;
pub mod data;
mod display;
mod durations;
mod escape;
mod estimates;
mod facing;
mod forces;
mod handling;
mod handling_act;
mod harm;
mod initiative;
mod long_acts;
mod look;
mod movement;
mod names;
mod numbers;
mod objects;
mod opening_strikes;
mod openings;
mod placed_charges;
mod power_act;
mod powers;
mod reactions;
mod readied_act;
mod ready;
mod readying;
mod recovery;
mod reloading;
mod resist;
mod rulings;
mod sheet;
mod sight;
mod skills;
mod spread;
mod step;
mod tally;
#[cfg(test)]
mod tests;
mod wounds;

use grid::{Dir, Feature, Hm, SideId, UnitId};

use names::{DODGE, ESCAPE, GUARDIAN, JOIN, OPENING, READY, STRUGGLE, SURRENDER};
use numbers::is_helpless;
use rules::command::Command;
use rules::display::{Presentation, SlotRemark};
use rules::estimate::Breach;
use rules::event::{Event, EventKind};
use rules::kit::book::{self, ByBook, Rulebook};
use rules::look::Look;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::path_preview::{Relation, Remark};
use rules::policy::Policy;
use rules::ruleset::{
    Aftermath, Concession, Ctx, Description, Entry, Fact, Placing, Plan, SetUpError, SheetNumber,
};
use rules::start::StartFact;
use rules::state::{Slot, Unit};
use rules::{Key, Refusal};

use data::{Content, Moment};
use sheet::Creature;
use step::{Join, Outcome, Step, Turn};

/// The ruleset with its content.
pub type Vigor = ByBook<Content>;

impl Rulebook for Content {
    type Creature = Creature;
    type MovementRules<'a> = Moment<'a>;

    const STARTS: &'static [StartFact] = &[
        StartFact::Watch,
        StartFact::Surprised,
        StartFact::Initiative,
        StartFact::Joins,
        StartFact::Hidden,
    ];

    fn describe(&self) -> Description {
        card::describe(self)
    }

    fn roles(&self) -> Vec<&str> {
        self.roster.ids().map(Key::as_str).collect()
    }

    fn sheet_of(&self, role: &str) -> Option<Creature> {
        self.filling(role).cloned().map(Creature)
    }

    fn numbers(&self, creature: &Creature) -> Vec<SheetNumber> {
        sheet::numbers(creature)
    }

    fn change(&self, creature: &mut Creature, name: &Key, value: i64) -> Result<(), SetUpError> {
        sheet::change(creature, name, value)
    }

    fn longest_climb(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Hm> {
        movement::longest_climb(self, ctx, unit)
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.filling(role).map(|sheet| sheet.size.footprint())
    }

    fn place(&self, creature: Creature, placing: &Placing) -> Result<Unit, SetUpError> {
        sheet::place(self, creature, placing)
    }

    /// Turning is free in a unit's own turn (VG-155) if it can move (VG-57).
    fn face(&self, _ctx: Ctx<'_>, unit: &Unit, facing: Dir) -> Result<Step, Refusal> {
        if is_helpless(unit) {
            return Err(Refusal::new("incapacitated", "it cannot move", "VG-57"));
        }
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
            Step::UsePower(step) => powers::run(self.at(ctx), step, oracle),
            Step::Suffer(step) => forces::suffer(self.at(ctx), step, oracle),
            Step::Batter(step) => objects::run(self.at(ctx), step, oracle),
            Step::Handle(step) => handling::run(self.at(ctx), step, oracle),
            Step::Walk(step) => Ok(movement::walk(self, ctx, step)),
            Step::Fall(step) => harm::fall(self.at(ctx), step, oracle),
            Step::Reveal(step) => Ok(facing::reveal_exposed(self.at(ctx), step)),
            Step::UseSkill(step) => skills::run(self.at(ctx), step, oracle),
            Step::Slip(step) => movement::slip(self, ctx, step, oracle),
            Step::Turn(step) => Ok(facing::turn(ctx, step)),
            Step::Stand(step) => Ok(acts::stand(ctx, step)),
            Step::Defend(step) => Ok(acts::defend(ctx, step)),
            Step::Opening(step) => Ok(openings::open(self, ctx, step)),
            Step::TakeOpening(step) => openings::take(self.at(ctx), step, oracle),
            Step::Escape(step) => Ok(escape::run(self, ctx, step)),
            Step::Abandon(step) => Ok(long_acts::abandon(ctx, step)),
            Step::Attack(step) => attack_resolution::run(self.at(ctx), step, oracle),
            Step::Arm(step) => Ok(ready::arm(ctx, step)),
            Step::Respond(step) => ready::respond(self.at(ctx), step, oracle),
            Step::Join(step) => initiative::join(self.at(ctx), step, oracle),
            Step::Smoulder(step) => objects::smoulder(self.at(ctx), step, oracle),
            Step::TreatDying(step) => aftermath::treat_dying(self.at(ctx), step, oracle),
            Step::RepairArmour(step) => Ok(aftermath::repair_armour(ctx, step)),
            Step::LetGo(step) => Ok(clock::let_go(ctx, step)),
            Step::Scorch(step) => Ok(harm::scorch(self.at(ctx), step)),
            Step::UpdateStatus(step) => Ok(wounds::update_status(self, ctx, step)),
            Step::Breath(step) => Ok(clock::breath(ctx, step)),
        }
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let falls = movement::settle(ctx);
        if falls.is_empty() { clock::settle(self, ctx) } else { falls }
    }

    /// Triggers readied acts, and asks bystanders that were hit (VG-46, VG-78).
    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
        let hit = |event: &Event| match event.what {
            EventKind::Hit { target, .. } => Some(target),
            _ => None,
        };
        let stands = |id: &UnitId| initiative::bystanders(ctx).any(|unit| unit.id() == *id);
        let hit = events.iter().filter_map(hit).filter(stands);
        let mut all: Vec<Step> = hit.map(|unit| Join { unit, asks: true }.into()).collect();
        all.extend(ready::window(self, ctx, step, events));
        all
    }

    fn aftermath_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        aftermath::steps(self, ctx)
    }

    fn aftermath(&self, ctx: Ctx<'_>) -> Vec<Aftermath> {
        aftermath::fates(self, ctx)
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        objects::breach(self, ctx, ctx.unit(unit)?, object)
    }

    fn supports(&self, feature: Feature) -> bool {
        matches!(feature, Feature::Weather | Feature::Haze | Feature::Airless)
    }

    fn feature_remark(&self, feature: Feature) -> Option<Remark> {
        let text = "Shortens sight and makes ranged attacks harder, by its rank";
        matches!(feature, Feature::Weather | Feature::Haze).then(|| Remark::new(text, "VG-281"))
    }

    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        attack::relation(self.at(ctx), from, to)
    }

    fn order_remarks(&self, ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
        card::order_remarks(ctx, slot)
    }

    fn card(&self, _: Ctx<'_>, unit: &Unit) -> Vec<Fact> {
        card::card(self, unit)
    }

    fn presentation(&self) -> &dyn Presentation {
        self
    }

    fn gives_up(&self, act: &Key) -> bool {
        *act == *SURRENDER || *act == *ESCAPE
    }

    fn concession(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Concession> {
        escape::concession(ctx, unit)
    }

    fn look(&self, _: &Unit, act: &Key) -> Look {
        look::look(self, act)
    }

    fn askable(&self, _: Ctx<'_>, _: SideId) -> Vec<Entry> {
        let dodge = "Spend Vigor to avoid a hit? Uses the best of Dodge, Deflect and Block; of \
                     equal chances, Block before Deflect before Dodge.";
        let guardian = "Spend Vigor to defend an adjacent ally?";
        vec![
            Entry::of(DODGE, "Dodge", dodge),
            Entry::of(GUARDIAN, "Guardian", guardian),
            Entry::of(OPENING, "Openings", "Spend Vigor to strike into an opening?"),
            Entry::of(READY, "Readied acts", "Carry out the readied act?"),
            Entry::of(STRUGGLE, "Struggle", "Resist spells, pushes and holds?"),
            Entry::of(JOIN, "Bystanders", "Join the fight?"),
        ]
    }

    /// An affected unit struggles unless its side has ordered otherwise (VG-174).
    fn usual_policy(&self, about: &Key) -> Policy {
        if *about == *STRUGGLE { Policy::Always } else { Policy::Ask }
    }

    fn reactions(&self) -> Vec<Key> {
        [DODGE, GUARDIAN, READY].map(Key::of).to_vec()
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        sight::perceives(self.at(ctx), viewer, target)
    }
}
