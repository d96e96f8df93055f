//! MOMENTUM: one d20 against Evasion or as a Defense Roll, three action points and two reaction
//! points, eleven damage types, and Narrative Momentum. Rule IDs start with `MO-`.

mod abilities;
mod acting;
mod acts;
mod advanced;
mod afflict;
mod aftermath;
mod armed;
mod attachments;
mod attack;
mod basic;
mod budget;
mod card;
mod check;
mod choices;
mod cinematic;
mod clock;
mod cover;
mod damage;
pub mod data;
mod decider;
mod defense;
mod disarm;
mod dispatch;
mod display;
mod fall;
mod forced;
mod gear;
mod going;
mod hazard;
mod health;
mod held;
mod hidden;
mod hiding;
mod instinct;
mod interact;
mod items;
mod lean;
mod leap;
mod look;
mod marks;
mod mind;
mod movable_objects;
mod names;
mod numbers;
mod objects;
mod order;
mod orders;
mod party;
mod position;
mod pushing;
mod react;
mod reflex;
mod relation;
mod revive;
mod roll;
mod shape;
mod sheet;
mod shift;
mod shove;
mod step;
mod summon;
mod surprise;
mod swap;
mod teleport;
#[cfg(test)]
mod tests;
mod trigger;
mod union;
mod variant_spec;
mod variants;
mod walk;

use std::sync::Arc;

use grid::{Body, Cell, Hm, Room, Sharing, SideId, UnitId};

use rules::command::{Command, Refusal};
use rules::display::{Presentation, SlotRemark};
use rules::estimate::{ActOutcome, ActSummary, Breach, Watch};
use rules::event::Event;
use rules::kit::book::{self, ByBook, Rounds, Rulebook};
use rules::look::Look;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::path_preview::Relation;
use rules::policy::Policy;
use rules::prompt::{Answer, Prompt};
use rules::ruleset::{Aftermath, Ctx, Description, Entry, Fact, Placing, SetUpError, SheetNumber};
use rules::start::StartFact;
use rules::state::{Sheet, Slot, Status, Unit};
use rules::{Key, Values};

use data::Content;
use numbers::Numbers;
use position::Position;
use sheet::Creature;
use step::{Next, Outcome, Plan, Step};
use walk::Mover;

/// The ruleset with its content.
pub type Momentum = ByBook<Content>;

impl Rounds for Content {
    fn next(&self, ctx: Ctx<'_>) -> Next {
        clock::next(self, ctx)
    }
}

impl Rulebook for Content {
    type Creature = Creature;
    type MovementRules<'a> = Mover<'a>;

    const STARTS: &'static [StartFact] = &[StartFact::Surprised, StartFact::Together];

    fn describe(&self) -> Description {
        card::describe(self)
    }

    fn roles(&self) -> Vec<&str> {
        self.roster.ids().map(Key::as_str).collect()
    }

    fn sheet_of(&self, role: &str) -> Option<Creature> {
        sheet::creature(self, role)
    }

    fn numbers(&self, creature: &Creature) -> Vec<SheetNumber> {
        sheet::numbers(self, creature)
    }

    fn change(&self, creature: &mut Creature, name: &Key, value: i64) -> Result<(), SetUpError> {
        sheet::change(creature, name, value)
    }

    fn place(&self, creature: Creature, placing: &Placing) -> Result<Unit, SetUpError> {
        let mut unit = sheet::place(self, creature, placing)?;
        surprise::mark(&mut unit, &placing.start);
        union::mark(&mut unit, &placing.start);
        Ok(unit)
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        let made = |sheet: &Sheet| {
            let typed = self.creature(&sheet.kind, &sheet.overrides)?;
            Ok(Sheet::new(sheet.kind.clone(), sheet.overrides.clone(), Arc::new(typed)))
        };
        unit.form.sheet = made(&unit.form.sheet)?;
        for stored in &mut unit.form.stored {
            stored.sheet = made(&stored.sheet)?;
        }
        afflict::revive(unit);
        Ok(())
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        let sheet = self.roster.get(role)?;
        self.size(sheet.size).map(|s| s.footprint)
    }

    fn gait<'a>(&'a self, ctx: Ctx<'a>) -> Mover<'a> {
        Mover::new(self, ctx)
    }

    fn ordinary_gait<'a>(&'a self, ctx: Ctx<'a>) -> Mover<'a> {
        Mover::ordinary(self, ctx)
    }

    fn as_known<R>(&self, ctx: Ctx<'_>, side: SideId, read: impl FnOnce(Ctx<'_>) -> R) -> R {
        hidden::as_known(ctx, side, read)
    }

    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
        orders::plan(self, ctx, command)
    }

    fn body(&self, unit: &Unit) -> Body {
        let numbers = Numbers::of(self, unit);
        Body {
            // Others may stand on unconscious and dead bodies (MO-299); a rider shares the place of
            // its mount (MO-111).
            blocking: matches!(unit.status, Status::Active | Status::Surrendered)
                && attachments::mount(unit).is_none(),
            armed: numbers.as_ref().is_some_and(|n| n.melee_reach() > 0),
            threatens: numbers.as_ref().is_some_and(Numbers::threatens),
            sharing: numbers
                .as_ref()
                .map(|n| Sharing { class: n.size() as u8, apart: self.rules.share_sizes }),
            ..book::body(unit)
        }
    }

    fn check_battle(&self, ctx: Ctx<'_>) -> Result<(), Refusal> {
        party::check(ctx)
    }

    fn is_known(&self, ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
        hidden::is_known(ctx, side, unit)
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        let position = Position { content: self, ctx };
        position.makes_out(viewer, target)
    }

    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        Position { content: self, ctx }.sees_cell(viewer, cell)
    }

    fn aftermath(&self, ctx: Ctx<'_>) -> Vec<Aftermath> {
        aftermath::aftermath(self, ctx)
    }

    fn presentation(&self) -> &dyn Presentation {
        self
    }

    fn policy(&self, ctx: Ctx<'_>, prompt: &Prompt) -> Answer {
        cinematic::policy(self, ctx, prompt).unwrap_or(Answer(prompt.default))
    }

    fn named(&self, act: &Key) -> Option<(Key, Values)> {
        // Content with the same name takes precedence.
        let id = act.as_str();
        let known = self.abilities.contains(id) || self.weapons.contains(id);
        if known { None } else { names::named(id) }
    }

    fn refreshed(&self, unit: &Unit) -> Unit {
        let mut fresh = unit.clone();
        fresh.turn.acts.clear();
        let most = Numbers::of(self, unit).map(|numbers| numbers.most_ap());
        if let Some((points, most)) = fresh.pools.0.get_mut(sheet::AP).zip(most) {
            points.value = most;
        }
        fresh
    }

    fn set_off(&self, ctx: Ctx<'_>, unit: UnitId, to: Room) -> Vec<Watch> {
        react::set_off(self, ctx, unit, to)
    }

    fn harmless_fall(&self) -> Hm {
        self.rules.fall_free
    }

    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        relation::relation(Position { content: self, ctx }, from, to)
    }

    fn order_remarks(&self, ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
        relation::order(Position { content: self, ctx }, slot)
    }

    fn act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
        acts::act_summaries(self, ctx, unit)
    }

    fn enemy_act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
        acts::enemy_act_summaries(self, ctx, unit)
    }

    fn estimate(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<ActOutcome>> {
        acts::estimate(self, ctx, commands)
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        attack::object::breach(Position { content: self, ctx }, unit, object)
    }

    fn watches(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Watch> {
        react::watches(self, ctx, unit)
    }

    fn card(&self, ctx: Ctx<'_>, unit: &Unit) -> Vec<Fact> {
        card::card(self, ctx, unit.id())
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        dispatch::run(Position { content: self, ctx }, step, oracle)
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        dispatch::follows(self, ctx)
    }

    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let steps = hiding::settle(self, ctx);
        if steps.is_empty() { clock::settle(ctx) } else { steps }
    }

    fn look(&self, _unit: &Unit, act: &Key) -> Look {
        look::look(self, act)
    }

    fn askable(&self, ctx: Ctx<'_>, side: SideId) -> Vec<Entry> {
        let entry = |id, name: &str, text: &str| Entry {
            id: Key::of(id),
            name: name.into(),
            text: text.into(),
        };
        let held = "Take a held turn as soon as another turn ends?";
        let willing = "Accept effects from your own side without a roll?";
        let swap = "Trade places for 1 RP when an ally asks?";
        let give_up = "Fail a Defense Roll on purpose?";
        let join = "Add the damage of a collision to the attack that caused it?";
        let lowered = "Choose the part of a hit that the defence lowers first?";
        let resist = "Roll to hold your ground when an enemy is pushed into you?";
        let mut list = vec![
            entry(clock::STEP_IN, "Held turns", held),
            entry(held::HELD, "Held attacks", "Try to hit with a held attack?"),
            entry(defense::WILLING, "Accept allied effects", willing),
            entry(swap::SWAP, "Switch Places", swap),
            entry(forced::RESIST, "Collisions", resist),
            entry(defense::YIELD, "Fail on purpose", give_up),
            entry(forced::JOIN, "Join a collision", join),
            entry(choices::LOWERED, "Lowered damage", lowered),
        ];
        list.extend(cinematic::askable());
        list.extend(react::askable(self, ctx, side));
        list
    }

    fn reactions(&self) -> Vec<Key> {
        let saves = [cinematic::SAVE, cinematic::SAVE_ANY].map(Key::of);
        react::all(self).chain(saves).collect()
    }

    fn usual_policy(&self, about: &Key) -> Policy {
        let rare = [defense::YIELD, cinematic::SAVE_ANY, forced::JOIN, choices::LOWERED];
        let rare = rare.iter().any(|name| *about == **name);
        if rare { Policy::Never } else { Policy::Ask }
    }

    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
        let mut steps = mind::window(ctx, events);
        steps.extend(react::window(self, ctx, step, events));
        steps.extend(held::window(self, ctx, step, events));
        steps.extend(hiding::window(self, ctx, step, events));
        steps
    }
}
