//! VIGOR, in the making: a d20 and bursting Bonus Dice against Guard, Dodges that cost Vigor, armour
//! that wears off, Durability before Health. Rule IDs start with `VG-`.

mod acts;
mod attack;
mod card;
mod clock;
pub mod data;
mod gait;
mod harm;
mod numbers;
mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::files::Problem;
use crate::grid::{Body, Place, SideId, UnitId};

use super::Key;
use super::command::{Command, Refusal, Target, Waypoint};
use super::event::Event;
use super::kit;
use super::kit::acts::Use;
use super::kit::walk::{self, Walk};
use super::oracle::{Oracle, Pause};
use super::reach::ReachMap;
use super::ruleset::{
    self, Ctx, Description, Entry, Fact, Forecast, Offer, Placing, Ruleset, SetUpError,
};
use super::start::StartFact;
use super::state::{Posture, Sheet, Status, Unit};
use super::step::{Step as AnyStep, StepError};
use super::trail::Pace;
use super::weigh::{Means, Prospect};

use data::Content;
use gait::OnFoot;
use step::{Next, Outcome, Plan, Step, TurnEnd};

/// The ruleset with its content.
pub struct Vigor {
    content: Arc<Content>,
    description: Description,
}

impl Vigor {
    /// It reads nothing yet of how a level has combatants begin.
    pub const STARTS: &'static [StartFact] = &[];

    /// With the content it was built with.
    pub fn built_in() -> Self {
        Self::new(Content::built_in().clone())
    }

    /// With the content it was built with and some options of `rules.ron` changed.
    ///
    /// # Errors
    /// When there is no such option or it cannot have that value.
    pub fn with_options(options: &BTreeMap<String, String>) -> Result<Self, Vec<Problem>> {
        Content::with_options(options).map(Self::new)
    }

    /// With the content of a folder.
    ///
    /// # Errors
    /// Everything that is wrong with the files, each with its place.
    pub fn load(folder: &Path) -> Result<Self, Vec<Problem>> {
        Content::load(folder).map(Self::new)
    }

    fn new(content: Content) -> Self {
        let description = card::describe(&content);
        Self { content: Arc::new(content), description }
    }

    fn gait<'a>(&'a self, ctx: Ctx<'a>) -> OnFoot<'a> {
        OnFoot { content: &self.content, ctx }
    }

    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
        match command {
            Command::Move { unit, path, manner } => {
                let nobody = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
                let unit = ctx.unit(*unit).ok_or_else(nobody)?;
                walk::check(&self.gait(ctx), ctx, unit, path, manner.as_str())?;
                Ok(Plan::of(Walk::new(unit, path, manner)))
            }
            Command::Act { unit, act, targets, choice, with } => {
                let how = Use { targets, choice, with };
                kit::acts::check(&*self.content, ctx, (*unit, act), how)
            }
            Command::EndTurn { unit } => Ok(Plan::of(TurnEnd { unit: *unit, forced: false })),
            Command::Hold { .. } => {
                Err(Refusal::new("no_holding", "a turn cannot be put off", "VG-43"))
            }
            _ => Err(Refusal::new("not_asked", "nobody is asked at the moment", "HG-2")),
        }
    }

    fn run_step(
        &self,
        ctx: Ctx<'_>,
        step: &Step,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome, Pause> {
        let content = &*self.content;
        match step {
            Step::RoundStart(_) => clock::round_start(content, ctx, oracle),
            Step::TurnStart(step) => Ok(clock::turn_start(content, ctx, step)),
            Step::TurnEnd(step) => Ok(clock::turn_end(ctx, step)),
            Step::Recovery(_) => Ok(clock::recovery(content, ctx)),
            Step::Walk(step) => Ok(gait::walk(content, ctx, step)),
            Step::Fall(step) => harm::fall(content, ctx, step, oracle),
            Step::Stand(step) => Ok(acts::stand(ctx, step)),
            Step::Attack(step) => attack::run(content, ctx, step, oracle),
            Step::Breath(step) => Ok(clock::breath(ctx, step)),
        }
    }
}

impl Ruleset for Vigor {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn data_hash(&self) -> u64 {
        self.content.fingerprint()
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        numbers::enlist(&self.content, placing)
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        let Sheet { kind, overrides, .. } = &unit.form.sheet;
        let creature = numbers::creature(&self.content, kind, overrides)?;
        unit.form.sheet = Sheet::new(kind.clone(), overrides.clone(), Arc::new(creature));
        Ok(())
    }

    fn revive_step(&self, step: &mut AnyStep) -> Result<(), StepError> {
        step.read::<Step>()
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.content.filling(role).map(|_| 1)
    }

    fn body(&self, unit: &Unit) -> Body {
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

    fn next(&self, ctx: Ctx<'_>) -> ruleset::Next {
        let next: Next = clock::next(ctx);
        next.erased()
    }

    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
        kit::acts::offers(&*self.content, ctx, unit)
    }

    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key) -> Vec<Target> {
        kit::acts::targets(&*self.content, ctx, unit, act)
    }

    fn area(&self, _: Ctx<'_>, _: UnitId, _: &Key, _: Option<Target>) -> Vec<Place> {
        Vec::new()
    }

    fn reach(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        walk::reach(&self.gait(ctx), ctx, unit)
    }

    fn reach_after(&self, ctx: Ctx<'_>, unit: UnitId, path: &[Waypoint]) -> ReachMap {
        walk::reach_after(&self.gait(ctx), ctx, unit, path)
    }

    fn trail(&self, ctx: Ctx<'_>, unit: UnitId, path: &[Waypoint], manner: &Key) -> Vec<Pace> {
        let unit = ctx.unit(unit);
        unit.map_or_else(Vec::new, |unit| {
            walk::preview(&self.gait(ctx), ctx, unit, path, manner.as_str())
        })
    }

    fn forecast(&self, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
        card::forecast(&self.content, ctx, command)
    }

    fn means(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<Means>> {
        Some(kit::acts::means(&*self.content, ctx, unit))
    }

    fn weigh(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Option<Vec<Vec<Prospect>>> {
        Some(commands.iter().map(|c| kit::acts::weigh(&*self.content, ctx, c)).collect())
    }

    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact> {
        card::card(&self.content, ctx, unit)
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<ruleset::Plan, Refusal> {
        self.plan(ctx, command).map(Plan::erased)
    }

    fn run(
        &self,
        ctx: Ctx<'_>,
        step: &AnyStep,
        oracle: &mut Oracle<'_>,
    ) -> Result<super::Outcome, Pause> {
        self.run_step(ctx, step.own()?, oracle).map(Outcome::erased)
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<AnyStep> {
        let falls = gait::settle(ctx);
        AnyStep::all(if falls.is_empty() { clock::settle(&self.content, ctx) } else { falls })
    }

    fn window(&self, _ctx: Ctx<'_>, _step: &AnyStep, _events: &[Event]) -> Vec<AnyStep> {
        Vec::new()
    }

    fn askable(&self, _ctx: Ctx<'_>, _side: SideId) -> Vec<Entry> {
        let text = "Spend Vigor to dodge an attack that hits?".to_owned();
        vec![Entry { id: Key::of(attack::DODGE), name: "Dodge".to_owned(), text }]
    }
}
