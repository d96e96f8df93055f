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
mod defense;
mod disarm;
mod dispatch;
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
mod variants;
mod walk;
mod way;

use std::path::Path;
use std::sync::Arc;

use crate::files::Problem;
use crate::grid::{Body, Cell, Hm, Place, Room, Sharing, SideId, UnitId};

use super::command::{Command, Refusal, Target, Waypoint};
use super::content::Stock;
use super::estimate::{ActOutcome, ActSummary, Breach, Watch};
use super::event::Event;
use super::house::{Changes, HouseRules};
use super::kit;
use super::look::Look;
use super::object::Object;
use super::oracle::{Oracle, Pause};
use super::path_preview::{Pace, Relation, Remark};
use super::policy::Policy;
use super::prompt::{Answer, Prompt};
use super::reach::ReachMap;
use super::ruleset::{
    Aftermath, Ctx, Description, Entry, Fact, Forecast, Offer, Placing, Ruleset, SetUpError,
    SharedRuleset,
};
use super::start::StartFact;
use super::state::{Sheet, Slot, Status, Unit};
use super::step::{Step as AnyStep, StepError};
use super::{Key, Values};

use data::Content;
use numbers::Numbers;
use position::Position;
use step::{Outcome, Plan, Step};

/// What running a step returns to the core.
type AnyRan = Result<super::Outcome, Pause>;

/// The ruleset with its content.
pub struct Momentum {
    content: Arc<Content>,
    description: Description,
}

impl Momentum {
    /// The start facts that this ruleset reads from a level.
    pub const STARTS: &'static [StartFact] = &[StartFact::Surprised, StartFact::Together];

    /// With the built-in content.
    pub fn built_in() -> Self {
        Self::new(Content::built_in().clone())
    }

    /// With content from another folder.
    ///
    /// # Errors
    /// All errors in the files of that folder.
    pub fn load(folder: &Path) -> Result<Self, Vec<Problem>> {
        Content::load(folder).map(Self::new)
    }

    fn new(content: Content) -> Self {
        let description = card::describe(&content);
        Self { content: Arc::new(content), description }
    }
}

impl Ruleset for Momentum {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn data_hash(&self) -> u64 {
        self.content.fingerprint()
    }

    fn house_rules(&self) -> &HouseRules {
        self.content.house_rules()
    }

    fn with_house_rules(&self, changes: &Changes) -> Result<SharedRuleset, Vec<Problem>> {
        Ok(Arc::new(Self::new(self.content.changed(changes)?)))
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        let mut unit = sheet::enlist(&self.content, placing)?;
        surprise::mark(&mut unit, &placing.start);
        union::mark(&mut unit, &placing.start);
        Ok(unit)
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        let made = |sheet: &Sheet| {
            let typed = sheet::creature(&self.content, &sheet.kind, &sheet.overrides)?;
            Ok(Sheet::new(sheet.kind.clone(), sheet.overrides.clone(), Arc::new(typed)))
        };
        unit.form.sheet = made(&unit.form.sheet)?;
        for stored in &mut unit.form.stored {
            stored.sheet = made(&stored.sheet)?;
        }
        afflict::revive(unit);
        Ok(())
    }

    fn revive_step(&self, step: &mut AnyStep) -> Result<(), StepError> {
        step.read::<Step>()
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        let sheet = self.content.roster.get(role)?;
        self.content.size(sheet.size).map(|s| s.footprint)
    }

    fn body(&self, unit: &Unit) -> Body {
        let numbers = Numbers::of(&self.content, unit);
        Body {
            // Others may stand on unconscious and dead bodies (MO-299); a rider shares the place of
            // its mount (MO-111).
            blocking: matches!(unit.status, Status::Active | Status::Surrendered)
                && attachments::mount(unit).is_none(),
            armed: numbers.as_ref().is_some_and(|n| n.melee_reach() > 0),
            threatens: numbers.as_ref().is_some_and(Numbers::threatens),
            sharing: numbers
                .as_ref()
                .map(|n| Sharing { class: n.size() as u8, apart: self.content.rules.share_sizes }),
            ..kit::book::body(unit)
        }
    }

    fn check_battle(&self, ctx: Ctx<'_>) -> Result<(), Refusal> {
        party::check(ctx)
    }

    fn is_known(&self, ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
        hidden::is_known(ctx, side, unit)
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        let position = Position { content: &self.content, ctx };
        position.makes_out(viewer, target)
    }

    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        Position { content: &self.content, ctx }.sees_cell(viewer, cell)
    }

    fn aftermath(&self, ctx: Ctx<'_>) -> Vec<Aftermath> {
        aftermath::aftermath(&self.content, ctx)
    }

    fn policy(&self, ctx: Ctx<'_>, prompt: &Prompt) -> Answer {
        cinematic::policy(&self.content, ctx, prompt).unwrap_or(Answer(prompt.default))
    }

    fn next(&self, ctx: Ctx<'_>) -> super::ruleset::Next {
        clock::next(&self.content, ctx).erased()
    }

    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
        kit::acts::offers(&*self.content, ctx, unit)
    }

    fn offer(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, with: &Values) -> Option<Offer> {
        kit::acts::offer_of(&*self.content, ctx, (unit, act), with)
    }

    fn named(&self, act: &Key) -> Option<(Key, Values)> {
        names::named(act.as_str())
    }

    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, with: &Values) -> Vec<Target> {
        kit::acts::targets(&*self.content, ctx, (unit, act), with)
    }

    fn area(
        &self,
        ctx: Ctx<'_>,
        unit: UnitId,
        (act, with): (&Key, &Values),
        target: Option<Target>,
    ) -> Vec<Place> {
        kit::acts::area(&*self.content, ctx, (unit, act), with, target)
    }

    fn reach(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        walk::reach(&self.content, ctx, unit, walk::Far::All)
    }

    fn refreshed(&self, unit: &Unit) -> Unit {
        let mut fresh = unit.clone();
        fresh.turn.deeds.clear();
        let most = Numbers::of(&self.content, unit).map(|numbers| numbers.most_ap());
        if let Some((points, most)) = fresh.pools.0.get_mut(sheet::AP).zip(most) {
            points.value = most;
        }
        fresh
    }

    fn reach_walking(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        walk::reach(&self.content, ctx, unit, walk::Far::Ordinary)
    }

    fn reach_after(&self, ctx: Ctx<'_>, unit: UnitId, path: &[Waypoint]) -> ReachMap {
        walk::reach_after(&self.content, ctx, unit, path)
    }

    fn path_preview(
        &self,
        ctx: Ctx<'_>,
        unit: UnitId,
        path: &[Waypoint],
        manner: &Key,
    ) -> Vec<Pace> {
        let Some(unit) = ctx.unit(unit) else { return Vec::new() };
        walk::path_preview(&self.content, ctx, unit, path, manner.as_str())
    }

    fn set_off(&self, ctx: Ctx<'_>, unit: UnitId, to: Room) -> Vec<Watch> {
        react::set_off(&self.content, ctx, unit, to)
    }

    fn harmless_fall(&self) -> Hm {
        self.content.rules.fall_free
    }

    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        relation::relation(Position { content: &self.content, ctx }, from, to)
    }

    fn order_remarks(&self, ctx: Ctx<'_>, slot: &Slot) -> Vec<Remark> {
        relation::order(Position { content: &self.content, ctx }, slot)
    }

    fn forecast(&self, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
        kit::acts::forecast(&*self.content, ctx, command)
    }

    fn act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        Some(acts::act_summaries(&self.content, ctx, unit))
    }

    fn enemy_act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        Some(acts::enemy_act_summaries(&self.content, ctx, unit))
    }

    fn estimate(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Option<Vec<Vec<ActOutcome>>> {
        Some(commands.iter().map(|c| acts::estimate(&self.content, ctx, c)).collect())
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        attack::object::breach(Position { content: &self.content, ctx }, unit, object)
    }

    fn watches(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Watch> {
        react::watches(&self.content, ctx, unit)
    }

    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact> {
        card::card(&self.content, ctx, unit)
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<super::ruleset::Plan, Refusal> {
        orders::plan(&self.content, ctx, command).map(Plan::erased)
    }

    fn run(&self, ctx: Ctx<'_>, step: &AnyStep, oracle: &mut Oracle<'_>) -> AnyRan {
        dispatch::run(Position { content: &self.content, ctx }, step.own()?, oracle)
            .map(Outcome::erased)
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<AnyStep> {
        AnyStep::all(dispatch::follows(&self.content, ctx))
    }

    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<AnyStep> {
        let steps = hiding::settle(&self.content, ctx);
        AnyStep::all(if steps.is_empty() { clock::settle(ctx) } else { steps })
    }

    fn look(&self, _unit: &Unit, act: &Key) -> Look {
        look::look(&self.content, act)
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
        list.extend(react::askable(&self.content, ctx, side));
        list
    }

    fn reactions(&self) -> Vec<Key> {
        let saves = [cinematic::SAVE, cinematic::SAVE_ANY].map(Key::of);
        react::all(&self.content).chain(saves).collect()
    }

    fn usual_policy(&self, about: &Key) -> Policy {
        let rare = [defense::YIELD, cinematic::SAVE_ANY, forced::JOIN, choices::LOWERED];
        let rare = rare.iter().any(|name| *about == **name);
        if rare { Policy::Never } else { Policy::Ask }
    }

    fn window(&self, ctx: Ctx<'_>, step: &AnyStep, events: &[Event]) -> Vec<AnyStep> {
        let Some(step) = step.get() else { return Vec::new() };
        let mut steps = mind::window(ctx, events);
        steps.extend(react::window(&self.content, ctx, step, events));
        steps.extend(held::window(&self.content, ctx, step, events));
        steps.extend(hiding::window(&self.content, ctx, step, events));
        AnyStep::all(steps)
    }
}
