//! A ruleset stated as a rulebook: its content, what it does with its own types of steps, how its
//! combatants go, what they can do. Everything that only passes that on to the core is done here.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::files::Problem;
use crate::grid::{Body, Place, SideId, UnitId};
use crate::rules::command::{Command, Refusal, Target, Waypoint};
use crate::rules::content::Stock;
use crate::rules::event::Event;
use crate::rules::fitness::{self, Life};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::path_preview::Pace;
use crate::rules::reach::ReachMap;
use crate::rules::ruleset::{
    self, Ctx, Description, Entry, Fact, Forecast, Offer, Placing, Ruleset, SetUpError,
};
use crate::rules::start::StartFact;
use crate::rules::state::{Posture, Sheet, Status, Unit};
use crate::rules::step::{self, Step, StepData, StepError};
use crate::rules::weigh::{ActOutcome, ActSummary};
use crate::rules::{Key, Outcome};

use super::acts::{self, Repertoire, Use};
use super::walk::{self, MovementRules, Walk};

/// What a ruleset's content says and does; [`ByBook`] makes a [`Ruleset`] of it.
pub trait Rulebook:
    Stock + Repertoire<Step: StepData + From<Walk>> + Send + Sync + 'static
{
    /// The typed sheet of a combatant.
    type Creature: Any + Send + Sync;

    /// How its combatants go.
    type MovementRules<'a>: MovementRules;

    /// What it reads of how a level has combatants begin.
    const STARTS: &'static [StartFact];

    /// The rule by which a turn cannot be put off.
    const NO_HOLDING: &'static str;

    /// The pools that are full again when a turn begins.
    const REFRESHED: &'static [&'static str] = &[];

    /// What it has.
    fn describe(&self) -> Description;

    /// See [`Ruleset::enlist`].
    ///
    /// # Errors
    /// As there.
    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError>;

    /// The typed sheet of a role with its changed numbers.
    ///
    /// # Errors
    /// When the role or a number is unknown, or a number is out of range.
    fn creature(
        &self,
        role: &Key,
        changed: &BTreeMap<Key, i64>,
    ) -> Result<Self::Creature, SetUpError>;

    /// The footprint of a role in cells; none if there is no such role.
    fn footprint(&self, role: &str) -> Option<u8>;

    /// See [`Ruleset::life`].
    fn life(&self, description: &Description, unit: &Unit) -> Life {
        fitness::life(description, unit)
    }

    /// A combatant as geometry sees it: it blocks its cells unless it is dead.
    fn body(&self, unit: &Unit) -> Body {
        body(unit)
    }

    /// How its combatants go at the moment.
    fn gait<'a>(&'a self, ctx: Ctx<'a>) -> Self::MovementRules<'a>;

    /// See [`Ruleset::next`].
    fn next(&self, ctx: Ctx<'_>) -> ruleset::Next<Self::Step>;

    /// The end of a turn by the own will.
    fn turn_end(&self, unit: UnitId) -> Self::Step;

    /// See [`Ruleset::run`].
    ///
    /// # Errors
    /// As there.
    fn run(
        &self,
        ctx: Ctx<'_>,
        step: &Self::Step,
        oracle: &mut Oracle<'_>,
    ) -> Result<step::Outcome<Self::Step>, Pause>;

    /// See [`Ruleset::settle`].
    fn settle(&self, ctx: Ctx<'_>) -> Vec<Self::Step>;

    /// See [`Ruleset::card`].
    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact>;

    /// See [`Ruleset::askable`].
    fn askable(&self) -> Vec<Entry> {
        Vec::new()
    }
}

/// The usual body of a combatant: armed, blocking unless it is dead, a threat while it is able.
pub fn body(unit: &Unit) -> Body {
    Body {
        id: unit.id(),
        side: unit.side(),
        at: unit.placement.at,
        size: unit.form.size,
        feet: unit.placement.feet,
        height: unit.height_now(),
        facing: unit.placement.facing,
        blocking: !matches!(unit.status, Status::Dead | Status::Gone),
        prone: unit.placement.posture == Posture::Prone,
        armed: true,
        threatens: unit.is_active(),
        sharing: None,
    }
}

/// The ruleset of a rulebook.
pub struct ByBook<B> {
    book: Arc<B>,
    description: Description,
}

impl<B: Rulebook + Clone> ByBook<B> {
    /// What it reads of how a level has combatants begin.
    pub const STARTS: &'static [StartFact] = B::STARTS;

    /// With the content it was built with.
    pub fn built_in() -> Self {
        Self::new(B::built_in().clone())
    }

    /// With the content it was built with and some options of `rules.ron` changed.
    ///
    /// # Errors
    /// When there is no such option or it cannot have that value.
    pub fn with_options(options: &BTreeMap<String, String>) -> Result<Self, Vec<Problem>> {
        B::with_options(options).map(Self::new)
    }

    /// With the content of a folder.
    ///
    /// # Errors
    /// Everything that is wrong with the files, each with its place.
    pub fn load(folder: &Path) -> Result<Self, Vec<Problem>> {
        B::load(folder).map(Self::new)
    }

    fn new(book: B) -> Self {
        let description = Description { starts: B::STARTS.to_vec(), ..book.describe() };
        Self { book: Arc::new(book), description }
    }
}

impl<B: Rulebook> ByBook<B> {
    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<ruleset::Plan<B::Step>, Refusal> {
        match command {
            Command::Move { unit, path, manner } => {
                let nobody = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
                let unit = ctx.unit(*unit).ok_or_else(nobody)?;
                let gait = self.book.gait(ctx);
                let spent = walk::check(&gait, ctx, unit, path, manner.as_str())?;
                let warnings = gait.warning(unit, &spent).into_iter().collect();
                let plan = ruleset::Plan::of(Walk::new(unit, path, manner));
                Ok(ruleset::Plan { warnings, ..plan })
            }
            Command::Act { unit, act, targets, choice, with } => {
                acts::check(&*self.book, ctx, (*unit, act), Use { targets, choice, with })
            }
            Command::EndTurn { unit } => Ok(ruleset::Plan::of(self.book.turn_end(*unit))),
            Command::Hold { .. } => {
                Err(Refusal::new("no_holding", "a turn cannot be put off", B::NO_HOLDING))
            }
            _ => Err(Refusal::new("not_asked", "nobody is asked at the moment", "HG-2")),
        }
    }
}

impl<B: Rulebook> Ruleset for ByBook<B> {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn data_hash(&self) -> u64 {
        self.book.fingerprint()
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        self.book.enlist(placing)
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        let Sheet { kind, overrides, .. } = &unit.form.sheet;
        let creature = self.book.creature(kind, overrides)?;
        unit.form.sheet = Sheet::new(kind.clone(), overrides.clone(), Arc::new(creature));
        Ok(())
    }

    fn revive_step(&self, step: &mut Step) -> Result<(), StepError> {
        step.read::<B::Step>()
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.book.footprint(role)
    }

    fn life(&self, unit: &Unit) -> Life {
        self.book.life(&self.description, unit)
    }

    fn body(&self, unit: &Unit) -> Body {
        self.book.body(unit)
    }

    fn next(&self, ctx: Ctx<'_>) -> ruleset::Next {
        self.book.next(ctx).erased()
    }

    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
        acts::offers(&*self.book, ctx, unit)
    }

    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key) -> Vec<Target> {
        acts::targets(&*self.book, ctx, unit, act)
    }

    fn area(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, at: Option<Target>) -> Vec<Place> {
        acts::area(&*self.book, ctx, (unit, act), at)
    }

    fn reach(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        walk::reach(&self.book.gait(ctx), ctx, unit)
    }

    fn reach_after(&self, ctx: Ctx<'_>, unit: UnitId, path: &[Waypoint]) -> ReachMap {
        walk::reach_after(&self.book.gait(ctx), ctx, unit, path)
    }

    fn path_preview(
        &self,
        ctx: Ctx<'_>,
        unit: UnitId,
        path: &[Waypoint],
        manner: &Key,
    ) -> Vec<Pace> {
        let Some(unit) = ctx.unit(unit) else { return Vec::new() };
        walk::preview(&self.book.gait(ctx), ctx, unit, path, manner.as_str())
    }

    fn forecast(&self, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
        acts::forecast(&*self.book, ctx, command)
    }

    fn means(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        Some(acts::means(&*self.book, ctx, unit))
    }

    fn weigh(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Option<Vec<Vec<ActOutcome>>> {
        Some(commands.iter().map(|c| acts::weigh(&*self.book, ctx, c)).collect())
    }

    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact> {
        self.book.card(ctx, unit)
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<ruleset::Plan, Refusal> {
        self.plan(ctx, command).map(ruleset::Plan::erased)
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        self.book.run(ctx, step.own()?, oracle).map(step::Outcome::erased)
    }

    fn refreshed(&self, unit: &Unit) -> Unit {
        let mut fresh = unit.clone();
        fresh.turn.deeds.clear();
        for id in B::REFRESHED {
            if let Some(pool) = fresh.pools.0.get_mut(id) {
                pool.value = pool.max;
            }
        }
        fresh
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        Step::all(self.book.settle(ctx))
    }

    fn window(&self, _ctx: Ctx<'_>, _step: &Step, _events: &[Event]) -> Vec<Step> {
        Vec::new()
    }

    fn askable(&self, _ctx: Ctx<'_>, _side: SideId) -> Vec<Entry> {
        self.book.askable()
    }
}
