//! PRECISION: one d10 plus small bonuses against a fixed resistance, a fixed initiative ladder, and
//! a turn made of a move block and an action block. Rule IDs start with `PR-`.

mod abilities;
mod acts;
mod aftermath;
mod budget;
mod card;
mod clock;
mod conditions;
pub mod data;
mod drag;
mod effects;
mod end_phase;
mod energy;
mod fall;
mod flags;
mod form;
mod free;
mod grip;
mod ground;
mod health;
mod interact;
mod lazy_refusal;
mod leap;
mod look;
mod numbers;
mod objects;
mod order;
mod position;
mod posture;
mod prepared;
mod react;
mod relation;
mod repertoire;
mod resolve;
mod rulings;
mod rush;
mod senses;
mod sheet;
mod sidestep;
mod square;
mod step;
mod strike;
mod summon;
mod walk;
mod weigh;

use std::sync::Arc;

use crate::grid::{Body, Cell, Hm, Place, SideId, UnitId};

use super::Key;
use super::command::{Command, Refusal, Target, Waypoint};
use super::content::made_of_content;
use super::event::Event;
use super::fog;
use super::kit::acts::Use;
use super::kit::{self, book, walk as way};
use super::look::Look;
use super::object::Object;
use super::oracle::{Oracle, Pause};
use super::path_preview::{Pace, Relation, Remark};
use super::reach::ReachMap;
use super::ruleset::{
    Aftermath, Ctx, Description, Entry, Fact, Forecast, Offer, Placing, Ruleset, SetUpError,
};
use super::start::StartFact;
use super::state::{Slot, Unit};
use super::step::{Step as AnyStep, StepError};
use super::weigh::{ActOutcome, ActSummary, Breach, Watch};

use acts::Acting;
use data::Content;
use numbers::Numbers;
use position::Position;
use step::{Outcome, Plan, Step, TurnEnd, TurnEnds};
use walk::{Far, Mover};

/// The ruleset with its content.
pub struct Precision {
    content: Arc<Content>,
    description: Description,
}

impl Precision {
    /// The start facts of levels that it reads.
    pub const STARTS: &'static [StartFact] = &[];
}

made_of_content!(Precision, Content, card::describe);

impl Precision {
    /// Where a combatant can go, as far as its side sees.
    fn reach_as_seen(&self, ctx: Ctx<'_>, unit: UnitId, far: Far) -> ReachMap {
        let side = ctx.unit(unit).map(Unit::side).unwrap_or_default();
        fog::as_seen(ctx, side, |ctx| way::reach(&Mover::going(&self.content, ctx, far), ctx, unit))
    }
}

impl Precision {
    fn acting(&self) -> Acting<'_> {
        Acting::new(&self.content)
    }

    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
        match command {
            Command::Move { unit, path, manner } => {
                let unknown = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
                let unit = ctx.unit(*unit).ok_or_else(unknown)?;
                walk::plan(&self.content, ctx, unit, path, manner)
            }
            Command::Act { unit, act, targets, choice, with } => {
                let how = Use { targets, choice, with };
                kit::acts::check(&self.acting(), ctx, (*unit, act), how)
            }
            Command::EndTurn { unit } => Ok(Plan::of(TurnEnd { unit: *unit, why: TurnEnds::Done })),
            Command::Hold { .. } => {
                let text = "a turn cannot be put off; prepare an action instead";
                Err(Refusal::new("no_holding", text, "PR-35"))
            }
            _ => Err(Refusal::new("not_asked", "no question is open", "HG-2")),
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
            Step::RoundStart(step) => clock::round_start(content, ctx, step, oracle),
            Step::TurnStart(step) => Ok(clock::turn_start(content, ctx, step)),
            Step::TurnEnd(step) => Ok(clock::turn_end(content, ctx, step)),
            Step::RoundEnd(step) => clock::round_end(content, ctx, step, oracle),
            Step::Leave(step) => end_phase::leave(content, ctx, step, oracle),
            Step::Talk(_) => end_phase::talk(content, ctx, oracle),
            Step::Walk(step) => walk::run(content, ctx, step, oracle),
            Step::Fall(step) => Ok(fall::run(content, ctx, step)),
            Step::Posture(step) => Ok(posture::run(content, ctx, step)),
            Step::Leap(step) => leap::run(content, ctx, step, oracle),
            Step::CarefulStep(step) => Ok(sidestep::run(content, ctx, step)),
            Step::MoveNow(step) => sidestep::move_now(content, ctx, step, oracle),
            Step::Drag(step) => Ok(drag::run(ctx, step)),
            Step::LetGo(step) => Ok(drag::let_go(ctx, step)),
            Step::LoseGrip(step) => Ok(grip::slip(ctx, step)),
            Step::Act(step) => resolve::run(content, ctx, step, oracle),
            Step::Rush(step) => Ok(rush::run(content, ctx, step)),
            Step::Prepare(step) => Ok(prepared::prepare(content, ctx, step)),
            Step::React(step) => react::run(content, ctx, step, oracle),
            Step::Handle(step) => Ok(interact::run(content, ctx, step)),
            Step::Free(step) => Ok(free::run(content, ctx, step)),
            Step::Fade(step) => Ok(health::fade(content, ctx, step)),
            Step::Wake(step) => Ok(health::wake(ctx, step)),
            Step::TakeForm(step) => Ok(form::take(content, ctx, step)),
            Step::Return(step) => Ok(form::go_back(content, ctx, step)),
            Step::Vanish(step) => Ok(summon::vanish(ctx, step)),
        }
    }

    fn follows(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let mut steps = health::settle(&self.content, ctx);
        if steps.is_empty() {
            steps = summon::settle(ctx);
        }
        if steps.is_empty() {
            steps = form::settle(&self.content, ctx);
        }
        if steps.is_empty() {
            steps = fall::settle(&self.content, ctx);
        }
        if steps.is_empty() {
            steps = drag::settle(&self.content, ctx);
            steps.extend(grip::settle(&self.content, ctx));
        }
        if steps.is_empty() {
            steps = clock::settle(ctx);
        }
        steps
    }
}

impl Ruleset for Precision {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn data_hash(&self) -> u64 {
        self.content.fingerprint()
    }

    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        sheet::enlist(&self.content, placing)
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        form::revive(&self.content, unit)
    }

    fn revive_step(&self, step: &mut AnyStep) -> Result<(), StepError> {
        step.read::<Step>()
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.content.roster.get(role).map(|s| s.stats.footprint)
    }

    fn body(&self, unit: &Unit) -> Body {
        let numbers = Numbers::of(&self.content, unit);
        Body {
            // The dead do not block (PR-201).
            armed: numbers.as_ref().is_some_and(Numbers::is_armed),
            threatens: numbers.as_ref().is_some_and(Numbers::threatens),
            ..book::body(unit)
        }
    }

    fn hazard_height(&self) -> Hm {
        self.content.rules.hazard_height
    }

    fn next(&self, ctx: Ctx<'_>) -> super::ruleset::Next {
        clock::next(ctx).erased()
    }

    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
        kit::acts::offers(&self.acting(), ctx, unit)
    }

    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key) -> Vec<Target> {
        kit::acts::targets(&self.acting(), ctx, unit, act)
    }

    fn area(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, target: Option<Target>) -> Vec<Place> {
        kit::acts::area(&self.acting(), ctx, (unit, act), target)
    }

    fn reach(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        self.reach_as_seen(ctx, unit, Far::Running)
    }

    fn reach_walking(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        self.reach_as_seen(ctx, unit, Far::Walking)
    }

    fn reach_after(&self, ctx: Ctx<'_>, unit: UnitId, path: &[Waypoint]) -> ReachMap {
        let side = ctx.unit(unit).map(Unit::side).unwrap_or_default();
        fog::as_seen(ctx, side, |ctx| {
            way::reach_after(&Mover::new(&self.content, ctx), ctx, unit, path)
        })
    }

    fn path_preview(
        &self,
        ctx: Ctx<'_>,
        unit: UnitId,
        path: &[Waypoint],
        manner: &Key,
    ) -> Vec<Pace> {
        let Some(unit) = ctx.unit(unit) else { return Vec::new() };
        fog::as_seen(ctx, unit.side(), |ctx| {
            way::preview(&Mover::new(&self.content, ctx), ctx, unit, path, manner.as_str())
        })
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
        kit::acts::forecast(&self.acting(), ctx, command)
    }

    fn means(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        Some(kit::acts::means(&self.acting(), ctx, unit))
    }

    fn means_of_foe(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        Some(kit::acts::means(&Acting::of_foes(&self.content), ctx, unit))
    }

    fn weigh(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Option<Vec<Vec<ActOutcome>>> {
        Some(kit::acts::weigh_all(&self.acting(), ctx, commands))
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        weigh::breach(&self.content, ctx, unit, object)
    }

    fn watches(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Watch> {
        weigh::watches(&self.content, ctx, unit)
    }

    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact> {
        card::card(&self.content, ctx, unit)
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<super::ruleset::Plan, Refusal> {
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
        AnyStep::all(self.follows(ctx))
    }

    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<AnyStep> {
        AnyStep::all(clock::settle(ctx))
    }

    fn look(&self, unit: &Unit, act: &Key) -> Look {
        look::look(&self.content, unit, act)
    }

    fn askable(&self, ctx: Ctx<'_>, side: SideId) -> Vec<Entry> {
        prepared::askable(&self.content, ctx, side)
    }

    fn window(&self, ctx: Ctx<'_>, step: &AnyStep, events: &[Event]) -> Vec<AnyStep> {
        let Some(step) = step.get() else { return Vec::new() };
        AnyStep::all(prepared::window(&self.content, ctx, step, events))
    }

    fn is_known(&self, ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
        ctx.unit(unit).is_some_and(|unit| ctx.state.sees(side, unit))
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        let position = Position { content: &self.content, ctx };
        position.adjacent(viewer, target) || position.sees_by_any_eye(viewer, target)
    }

    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        Position { content: &self.content, ctx }.sees_cell(viewer, cell)
    }

    fn aftermath(&self, ctx: Ctx<'_>) -> Vec<Aftermath> {
        aftermath::aftermath(ctx)
    }
}
