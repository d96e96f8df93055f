//! The ruleset defined by a rulebook: pure forwarding.

use std::path::Path;
use std::sync::Arc;

use crate::command::{Command, Refusal, Target, Waypoint};
use crate::display::{Presentation, SlotRemark};
use crate::estimate::{ActOutcome, ActSummary, Breach, Watch};
use crate::event::Event;
use crate::fitness::Life;
use crate::house::{Changes, HouseRules};
use crate::kit::acts;
use crate::kit::spawn;
use crate::kit::walk;
use crate::look::Look;
use crate::object::Object;
use crate::oracle::{Oracle, Pause};
use crate::path_preview::{PathStep, Relation, Remark};
use crate::policy::Policy;
use crate::prompt::{Answer, Prompt};
use crate::reach::ReachMap;
use crate::ruleset::{
    self, Aftermath, Concession, Ctx, Description, Entry, Fact, Forecast, Offer, Placing, Ruleset,
    SetUpError, SharedRuleset, SheetNumber,
};
use crate::start::StartFact;
use crate::state::{Armed, Slot, State, Unit};
use crate::step::{Step, StepError};
use crate::{Key, Outcome, Values};
use files::Problem;
use grid::{Body, Cell, EdgeKind, Feature, Hm, Place, Room, SideId, UnitId};

use super::Rulebook;

/// The ruleset of a rulebook.
pub struct ByBook<B> {
    book: Arc<B>,
    description: Description,
}

/// The meter value that an override name refers to: `health` and `max_health` are the maximum of
/// `health`, `health_now` its value.
fn meter_number(unit: &Unit, name: &Key) -> Option<i32> {
    let meter = |id: &str| unit.tracks.0.get(id).or_else(|| unit.pools.0.get(id));
    let name = name.as_str();
    match (name.strip_suffix("_now"), name.strip_prefix("max_")) {
        (Some(id), _) => meter(id).map(|meter| meter.value),
        (None, id) => meter(id.unwrap_or(name)).map(|meter| meter.max),
    }
}

impl<B: Rulebook + Clone> ByBook<B> {
    /// The [`StartFact`]s that it uses.
    pub const STARTS: &'static [StartFact] = B::STARTS;

    /// From the built-in content.
    pub fn built_in() -> Self {
        Self::new(B::built_in().clone())
    }

    /// Loads the content of a folder.
    ///
    /// # Errors
    /// All problems in the files, each with its location.
    pub fn load(folder: &Path) -> Result<Self, Vec<Problem>> {
        B::load(folder).map(Self::new)
    }

    fn new(book: B) -> Self {
        let description = Description { starts: B::STARTS.to_vec(), ..book.describe() };
        Self { book: Arc::new(book), description }
    }
}

impl<B: Rulebook> ByBook<B> {
    /// Evaluates `read` on the board as the side of `unit` knows it.
    fn as_known_by<R>(&self, ctx: Ctx<'_>, unit: UnitId, read: impl FnOnce(Ctx<'_>) -> R) -> R {
        let side = ctx.unit(unit).map(Unit::side).unwrap_or_default();
        self.book.as_known(ctx, side, read)
    }
}

impl<B: Rulebook + Clone> Ruleset for ByBook<B> {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn presentation(&self) -> &dyn Presentation {
        self.book.presentation()
    }

    fn data_hash(&self) -> u64 {
        self.book.fingerprint()
    }

    fn house_rules(&self) -> &HouseRules {
        self.book.house_rules()
    }

    fn with_house_rules(&self, changes: &Changes) -> Result<SharedRuleset, Vec<Problem>> {
        Ok(Arc::new(Self::new(self.book.changed(changes)?)))
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        self.book.enlist(placing)
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        self.book.revive(unit)
    }

    fn revive_step(&self, step: &mut Step) -> Result<(), StepError> {
        step.read::<B::Step>()
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.book.footprint(role)
    }

    fn sheet_numbers(&self, role: &str) -> Vec<SheetNumber> {
        let Some(creature) = self.book.sheet_of(role) else { return Vec::new() };
        let mut numbers = self.book.numbers(&creature);
        let unit = self.book.place(creature, &spawn::plain(role));
        for number in numbers.iter_mut().filter(|number| number.base.is_none()) {
            let meter = unit.as_ref().ok().and_then(|unit| meter_number(unit, &number.name));
            number.base = meter;
        }
        numbers
    }

    #[inline]
    fn life(&self, unit: &Unit) -> Life {
        self.book.life(&self.description, unit)
    }

    #[inline]
    fn body(&self, unit: &Unit) -> Body {
        self.book.body(unit)
    }

    #[inline]
    fn hazard_height(&self) -> Hm {
        self.book.hazard_height()
    }

    fn supports(&self, feature: Feature) -> bool {
        self.book.supports(feature)
    }

    fn feature_remark(&self, feature: Feature) -> Option<Remark> {
        self.book.feature_remark(feature)
    }

    fn check_battle(&self, ctx: Ctx<'_>) -> Result<(), Refusal> {
        self.book.check_battle(ctx)
    }

    fn redacts(&self) -> bool {
        B::REDACTS
    }

    fn redact(&self, known: &mut State, side: SideId) {
        self.book.redact(known, side);
    }

    fn is_known(&self, ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
        self.book.is_known(ctx, side, unit)
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        self.book.perceives(ctx, viewer, target)
    }

    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        self.book.sees_cell(ctx, viewer, cell)
    }

    #[inline]
    fn next(&self, ctx: Ctx<'_>) -> ruleset::Next {
        self.book.next(ctx).erased()
    }

    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
        acts::offers(&*self.book, ctx, unit)
    }

    fn offer(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, with: &Values) -> Option<Offer> {
        acts::offer_of(&*self.book, ctx, (unit, act), with)
    }

    fn named(&self, act: &Key) -> Option<(Key, Values)> {
        self.book.named(act)
    }

    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, with: &Values) -> Vec<Target> {
        acts::targets(&*self.book, ctx, (unit, act), with)
    }

    fn area(
        &self,
        ctx: Ctx<'_>,
        unit: UnitId,
        (act, with): (&Key, &Values),
        at: Option<Target>,
    ) -> Vec<Place> {
        acts::area(&*self.book, ctx, (unit, act), with, at)
    }

    fn reach(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        self.as_known_by(ctx, unit, |ctx| walk::reach(&self.book.gait(ctx), ctx, unit))
    }

    fn reach_walking(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        self.as_known_by(ctx, unit, |ctx| walk::reach(&self.book.ordinary_gait(ctx), ctx, unit))
    }

    fn reach_after(&self, ctx: Ctx<'_>, unit: UnitId, path: &[Waypoint]) -> ReachMap {
        self.as_known_by(ctx, unit, |ctx| walk::reach_after(&self.book.gait(ctx), ctx, unit, path))
    }

    fn path_preview(
        &self,
        ctx: Ctx<'_>,
        unit: UnitId,
        path: &[Waypoint],
        manner: &Key,
    ) -> Vec<PathStep> {
        let Some(unit) = ctx.unit(unit) else { return Vec::new() };
        self.book.as_known(ctx, unit.side(), |ctx| {
            walk::preview(&self.book.gait(ctx), ctx, unit, path, manner.as_str())
        })
    }

    fn has_locks(&self) -> bool {
        self.book.has_locks()
    }

    fn opens_walking(&self, kind: EdgeKind) -> bool {
        self.book.opens_walking(kind)
    }

    fn longest_climb(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Hm> {
        self.book.longest_climb(ctx, unit)
    }

    fn harmless_fall(&self) -> Hm {
        self.book.harmless_fall()
    }

    fn distance(&self, ctx: Ctx<'_>, a: UnitId, b: UnitId) -> Option<u32> {
        self.book.distance(ctx, a, b)
    }

    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        self.book.relation(ctx, from, to)
    }

    fn order_remarks(&self, ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
        self.book.order_remarks(ctx, slot)
    }

    fn forecast(&self, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
        acts::forecast(&*self.book, ctx, command)
    }

    #[inline]
    fn act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        Some(self.book.act_summaries(ctx, unit))
    }

    fn enemy_act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        Some(self.book.enemy_act_summaries(ctx, unit))
    }

    #[inline]
    fn estimate(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Option<Vec<Vec<ActOutcome>>> {
        Some(self.book.estimate(ctx, commands))
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        self.book.breach(ctx, unit, object)
    }

    fn is_public(&self, ctx: Ctx<'_>, armed: &Armed) -> bool {
        self.book.is_public(ctx, armed)
    }

    fn watches(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Watch> {
        self.book.watches(ctx, unit)
    }

    fn set_off(&self, ctx: Ctx<'_>, unit: UnitId, to: Room) -> Vec<Watch> {
        self.book.set_off(ctx, unit, to)
    }

    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact> {
        ctx.unit(unit).map_or_else(Vec::new, |unit| self.book.card(ctx, unit))
    }

    #[inline]
    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<ruleset::Plan, Refusal> {
        self.book.plan(ctx, command).map(ruleset::Plan::erased)
    }

    fn may_face(&self, ctx: Ctx<'_>, unit: UnitId) -> Result<(), Refusal> {
        let unknown = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
        let unit = ctx.unit(unit).ok_or_else(unknown)?;
        self.book.face(ctx, unit, unit.placement.facing).map(drop)
    }

    #[inline]
    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        self.book.run(ctx, step.own()?, oracle).map(Outcome::erased)
    }

    fn refreshed(&self, unit: &Unit) -> Unit {
        self.book.refreshed(unit)
    }

    #[inline]
    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        Step::all(self.book.settle(ctx))
    }

    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        Step::all(self.book.settle_between_steps(ctx))
    }

    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
        let Some(step) = step.get() else { return Vec::new() };
        Step::all(self.book.window(ctx, step, events))
    }

    fn aftermath_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        Step::all(self.book.aftermath_steps(ctx))
    }

    fn aftermath(&self, ctx: Ctx<'_>) -> Vec<Aftermath> {
        self.book.aftermath(ctx)
    }

    fn gives_up(&self, act: &Key) -> bool {
        self.book.gives_up(act)
    }

    fn has_yielded(&self, ctx: Ctx<'_>, side: SideId) -> bool {
        self.book.has_yielded(ctx, side)
    }

    fn concession(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Concession> {
        self.book.concession(ctx, unit)
    }

    fn look(&self, unit: &Unit, act: &Key) -> Look {
        self.book.look(unit, act)
    }

    fn askable(&self, ctx: Ctx<'_>, side: SideId) -> Vec<Entry> {
        self.book.askable(ctx, side)
    }

    fn usual_policy(&self, about: &Key) -> Policy {
        self.book.usual_policy(about)
    }

    fn for_people(&self) -> Vec<Key> {
        self.book.for_people()
    }

    fn for_computers(&self) -> Vec<Key> {
        self.book.for_computers()
    }

    fn reactions(&self) -> Vec<Key> {
        self.book.reactions()
    }

    fn policy(&self, ctx: Ctx<'_>, prompt: &Prompt) -> Answer {
        self.book.policy(ctx, prompt)
    }
}
