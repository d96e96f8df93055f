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
mod display;
mod drag;
mod effects;
mod end_phase;
mod energy;
mod estimate;
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
mod owed;
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

use grid::{Body, Cell, EdgeKind, Hm, SideId, UnitId};

use rules::command::Command;
use rules::display::{Presentation, SlotRemark};
use rules::estimate::{ActOutcome, ActSummary, Breach, Watch};
use rules::event::Event;
use rules::kit::acts::weigh_all;
use rules::kit::book::{self, ByBook, Rulebook};
use rules::look::Look;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::path_preview::Relation;
use rules::prompt::{Answer, Prompt};
use rules::ruleset::{
    Aftermath, Concession, Ctx, Description, Entry, Fact, Placing, SetUpError, SheetNumber,
};
use rules::start::StartFact;
use rules::state::{Armed, Slot, Unit};
use rules::{Key, Refusal};

use acts::Acting;
use data::Content;
use numbers::Numbers;
use position::Position;
use sheet::Creature;
use step::{FreeAct, Outcome, Plan, Step};
use walk::{Far, Mover};

/// The ruleset with its content.
pub type Precision = ByBook<Content>;

impl Rulebook for Content {
    type Creature = Creature;
    type MovementRules<'a> = Mover<'a>;

    const STARTS: &'static [StartFact] = &[];

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
        sheet::numbers(creature)
    }

    fn change(&self, creature: &mut Creature, name: &Key, value: i64) -> Result<(), SetUpError> {
        sheet::change(creature, name, value)
    }

    fn place(&self, creature: Creature, placing: &Placing) -> Result<Unit, SetUpError> {
        sheet::place(self, creature, placing)
    }

    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        form::revive(self, unit)
    }

    fn footprint(&self, role: &str) -> Option<u8> {
        self.roster.get(role).map(|s| s.stats.footprint)
    }

    fn body(&self, unit: &Unit) -> Body {
        let numbers = Numbers::of(self, unit);
        Body {
            // The dead do not block (PR-201).
            armed: numbers.as_ref().is_some_and(Numbers::is_armed),
            threatens: numbers.as_ref().is_some_and(Numbers::threatens),
            ..book::body(unit)
        }
    }

    fn gait<'a>(&'a self, ctx: Ctx<'a>) -> Mover<'a> {
        Mover::new(self, ctx).after(owed::check_active(Position { content: self, ctx }))
    }

    fn ordinary_gait<'a>(&'a self, ctx: Ctx<'a>) -> Mover<'a> {
        Mover::going(self, ctx, Far::Walking)
            .after(owed::check_active(Position { content: self, ctx }))
    }

    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
        book::plan(
            self,
            ctx,
            command,
            ("a turn cannot be put off; prepare an action instead", "PR-35"),
        )
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        match step {
            Step::RoundStart(step) => clock::round_start(self, ctx, step, oracle),
            Step::TurnStart(step) => Ok(clock::turn_start(self, ctx, step)),
            Step::TurnEnd(step) => Ok(clock::turn_end(self, ctx, step)),
            Step::RoundEnd(step) => clock::round_end(self, ctx, step, oracle),
            Step::Leave(step) => end_phase::leave(Position { content: self, ctx }, step, oracle),
            Step::Talk(_) => end_phase::talk(self, ctx, oracle),
            Step::Walk(step) => walk::run(self, ctx, step, oracle),
            Step::Fall(step) => Ok(fall::run(self, ctx, step)),
            Step::Posture(step) => Ok(posture::run(self, ctx, step)),
            Step::Leap(step) => leap::run(self, ctx, step, oracle),
            Step::CarefulStep(step) => Ok(sidestep::run(self, ctx, step)),
            Step::MoveNow(step) => sidestep::move_now(self, ctx, step, oracle),
            Step::Drag(step) => Ok(drag::run(ctx, step)),
            Step::LetGo(step) => Ok(drag::let_go(ctx, step)),
            Step::LoseGrip(step) => Ok(grip::slip(self, ctx, step)),
            Step::Act(step) => resolve::run(self, ctx, step, oracle),
            Step::Rush(step) => Ok(rush::run(self, ctx, step)),
            Step::Prepare(step) => Ok(prepared::prepare(self, ctx, step)),
            Step::React(step) => react::run(self, ctx, step, oracle),
            Step::Handle(step) => Ok(interact::run(self, ctx, step)),
            Step::Free(step) => Ok(free::run(self, ctx, step)),
            Step::Fade(step) => Ok(health::fade(self, ctx, step)),
            Step::Wake(step) => Ok(health::wake(ctx, step)),
            Step::TakeForm(step) => Ok(form::take(self, ctx, step)),
            Step::Return(step) => Ok(form::go_back(self, ctx, step)),
            Step::Vanish(step) => Ok(summon::vanish(ctx, step)),
        }
    }

    fn check_end(&self, ctx: Ctx<'_>, unit: &Unit) -> Result<(), Refusal> {
        Ok(owed::check_rest(Position { content: self, ctx }, unit)?)
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let mut steps = health::settle(self, ctx);
        if steps.is_empty() {
            steps = summon::settle(ctx);
        }
        if steps.is_empty() {
            steps = form::settle(self, ctx);
        }
        if steps.is_empty() {
            steps = fall::settle(self, ctx);
        }
        if steps.is_empty() {
            steps = drag::settle(self, ctx);
            steps.extend(grip::settle(self, ctx));
        }
        if steps.is_empty() {
            steps = clock::settle(ctx);
        }
        steps
    }

    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        clock::settle(ctx)
    }

    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
        prepared::window(self, ctx, step, events)
    }

    fn aftermath(&self, ctx: Ctx<'_>) -> Vec<Aftermath> {
        aftermath::aftermath(ctx)
    }

    fn hazard_height(&self) -> Hm {
        self.rules.hazard_height
    }

    fn opens_walking(&self, kind: EdgeKind) -> bool {
        walk::opens(kind)
    }

    fn harmless_fall(&self) -> Hm {
        self.rules.fall_free
    }

    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        let position = Position { content: self, ctx };
        position.adjacent(viewer, target) || position.sees_by_any_eye(viewer, target)
    }

    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        Position { content: self, ctx }.sees_cell(viewer, cell)
    }

    fn distance(&self, ctx: Ctx<'_>, a: UnitId, b: UnitId) -> Option<u32> {
        u32::try_from(Position { content: self, ctx }.distance(a, b))
            .ok()
            .filter(|d| *d < i32::MAX as u32)
    }

    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        relation::relation(Position { content: self, ctx }, from, to)
    }

    fn order_remarks(&self, ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
        relation::order(Position { content: self, ctx }, slot)
    }

    fn enemy_act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
        let of = |unit| Acting::new(self).summaries_of_enemy(ctx, unit);
        ctx.unit(unit).map_or_else(Vec::new, of)
    }

    fn estimate(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<ActOutcome>> {
        let acting = Acting::new(self);
        weigh_all(ctx, commands, |unit, act, _| acting.find(ctx, unit, act))
    }

    fn policy(&self, ctx: Ctx<'_>, prompt: &Prompt) -> Answer {
        let position = Position { content: self, ctx };
        end_phase::policy(position, prompt).unwrap_or(Answer(prompt.default))
    }

    fn breach(&self, ctx: Ctx<'_>, unit: UnitId, object: Object) -> Option<Breach> {
        estimate::breach(self, ctx, unit, object)
    }

    fn is_public(&self, ctx: Ctx<'_>, armed: &Armed) -> bool {
        estimate::is_public(self, ctx, armed)
    }

    fn watches(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Watch> {
        estimate::watches(self, ctx, unit)
    }

    fn card(&self, ctx: Ctx<'_>, unit: &Unit) -> Vec<Fact> {
        card::card(self, ctx, unit.id())
    }

    fn presentation(&self) -> &dyn Presentation {
        self
    }

    fn gives_up(&self, act: &Key) -> bool {
        FreeAct::of(act.as_str()).is_some_and(FreeAct::gives_up)
    }

    fn has_yielded(&self, ctx: Ctx<'_>, side: SideId) -> bool {
        end_phase::has_yielded(ctx, side)
    }

    fn concession(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Concession> {
        end_phase::concession(Position { content: self, ctx }, unit)
    }

    fn look(&self, unit: &Unit, act: &Key) -> Look {
        look::look(self, unit, act)
    }

    fn askable(&self, ctx: Ctx<'_>, side: SideId) -> Vec<Entry> {
        prepared::askable(self, ctx, side)
    }
}
