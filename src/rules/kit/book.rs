//! A ruleset defined by a [`Rulebook`]: its content, step types, movement and acts. This module
//! implements everything that only forwards to them.

mod by_book;

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::command::Command;
use crate::content::ContentSet;
use crate::display::{Plain, Presentation, SlotRemark};
use crate::estimate::{ActOutcome, ActSummary, Breach, Watch};
use crate::event::Event;
use crate::fitness::{self, Life};
use crate::fog;
use crate::look::Look;
use crate::object::Object;
use crate::oracle::{Oracle, Pause};
use crate::path_preview::{Relation, Remark};
use crate::policy::Policy;
use crate::prompt::{Answer, Prompt};
use crate::ruleset::{
    Aftermath, Concession, Ctx, Description, Entry, Fact, Next, Placing, Plan, SetUpError,
    SheetNumber,
};
use crate::start::StartFact;
use crate::state::{Armed, Posture, Sheet, Slot, State, Status, Unit};
use crate::step::StepData;
use crate::{Key, Outcome, Refusal, Values};
use grid::{Body, Cell, Diagonals, Dir, EdgeKind, Feature, Hazard, Hm, Room, SideId, UnitId};

use super::acts::{self, Repertoire, Use};
use super::overrides;
use super::turns::TurnEnd;
use super::walk::{self, MovementRules, Walk};

pub use by_book::ByBook;

/// Decides what happens next in a battle.
pub trait Rounds: Repertoire<Step: StepData> {
    /// See [`crate::ruleset::Ruleset::next`].
    fn next(&self, ctx: Ctx<'_>) -> Next<Self::Step>;
}

/// The content and behaviour of a ruleset; [`ByBook`] turns it into a [`crate::ruleset::Ruleset`].
pub trait Rulebook: ContentSet + Rounds + Send + Sync + 'static {
    /// The typed sheet of a combatant.
    type Creature: Any + Send + Sync;

    /// Its movement rules.
    type MovementRules<'a>: MovementRules + From<(&'a Self, Ctx<'a>)>;

    /// The [`StartFact`]s that it uses.
    const STARTS: &'static [StartFact];

    /// The pools that are refilled when a turn begins.
    const REFRESHED: &'static [&'static str] = &[];

    /// Whether sides must learn facts about other combatants, that is, whether [`Self::redact`]
    /// hides anything.
    const REDACTS: bool = false;

    /// Its description.
    fn describe(&self) -> Description;

    /// The names of its roles.
    fn roles(&self) -> Vec<&str>;

    /// The typed sheet of a role with no number changed; `None` for unknown roles.
    fn sheet_of(&self, role: &str) -> Option<Self::Creature>;

    /// Changes one number of a typed sheet.
    ///
    /// # Errors
    /// When the number is unknown or out of range.
    fn change(
        &self,
        creature: &mut Self::Creature,
        name: &Key,
        value: i64,
    ) -> Result<(), SetUpError>;

    /// The numbers of a typed sheet that [`Self::change`] can change. Those of meters may lack their
    /// value.
    fn numbers(&self, creature: &Self::Creature) -> Vec<SheetNumber>;

    /// Creates a combatant with this sheet as placed by a level.
    ///
    /// # Errors
    /// When a number or a piece of gear is unknown or out of range.
    fn place(&self, creature: Self::Creature, placing: &Placing) -> Result<Unit, SetUpError>;

    /// The typed sheet of a role with its overrides.
    ///
    /// # Errors
    /// If the role or a number is unknown, or a number is out of range.
    fn creature(
        &self,
        role: &Key,
        changed: &BTreeMap<Key, i64>,
    ) -> Result<Self::Creature, SetUpError> {
        let unknown = || SetUpError::UnknownRole {
            role: role.clone(),
            allowed: overrides::list(self.roles()),
        };
        let mut creature = self.sheet_of(role.as_str()).ok_or_else(unknown)?;
        for (name, value) in changed {
            self.change(&mut creature, name, *value)?;
        }
        Ok(creature)
    }

    /// See [`crate::ruleset::Ruleset::enlist`].
    ///
    /// # Errors
    /// As there.
    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError> {
        self.place(self.creature(&placing.role, &placing.overrides)?, placing)
    }

    /// See [`crate::ruleset::Ruleset::revive`].
    ///
    /// # Errors
    /// As there.
    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        let Sheet { kind, overrides, .. } = &unit.form.sheet;
        let creature = self.creature(kind, overrides)?;
        unit.form.sheet = Sheet::new(kind.clone(), overrides.clone(), Arc::new(creature));
        Ok(())
    }

    /// The footprint of a role in cells; `None` for unknown roles.
    fn footprint(&self, role: &str) -> Option<u8> {
        self.sheet_of(role).map(|_| 1)
    }

    /// See [`crate::ruleset::Ruleset::life`].
    #[inline]
    fn life(&self, description: &Description, unit: &Unit) -> Life {
        fitness::life(description, unit)
    }

    /// The body of a combatant for the geometry: it blocks its cells unless it is dead.
    #[inline]
    fn body(&self, unit: &Unit) -> Body {
        body(unit)
    }

    /// The movement rules at this moment.
    fn gait<'a>(&'a self, ctx: Ctx<'a>) -> Self::MovementRules<'a> {
        (self, ctx).into()
    }

    /// Movement rules limited to ordinary moves, for searches that need only these.
    fn ordinary_gait<'a>(&'a self, ctx: Ctx<'a>) -> Self::MovementRules<'a> {
        self.gait(ctx)
    }

    /// Reads the board as a side sees it.
    fn as_known<R>(&self, ctx: Ctx<'_>, side: SideId, read: impl FnOnce(Ctx<'_>) -> R) -> R {
        fog::as_seen(ctx, side, read)
    }

    /// Checks a command and plans its steps; most rulebooks do so with [`plan`].
    ///
    /// # Errors
    /// Why it is not allowed.
    fn plan(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan<Self::Step>, Refusal>;

    /// Checks whether a combatant may end its turn now.
    ///
    /// # Errors
    /// What has to be done first.
    fn check_end(&self, _ctx: Ctx<'_>, _unit: &Unit) -> Result<(), Refusal> {
        Ok(())
    }

    /// The step with which a combatant turns in place, if it may turn now. Rulebooks with
    /// [`Description::facing`] override it.
    ///
    /// # Errors
    /// Why it may not.
    fn face(&self, _ctx: Ctx<'_>, _unit: &Unit, _facing: Dir) -> Result<Self::Step, Refusal> {
        Err(Refusal::new("no_facing", "these rules do not use facing", "HG-11"))
    }

    /// See [`crate::ruleset::Ruleset::run`].
    ///
    /// # Errors
    /// As there.
    fn run(
        &self,
        ctx: Ctx<'_>,
        step: &Self::Step,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Self::Step>, Pause>;

    /// See [`crate::ruleset::Ruleset::settle`].
    fn settle(&self, ctx: Ctx<'_>) -> Vec<Self::Step>;

    /// See [`crate::ruleset::Ruleset::settle_between_steps`].
    #[inline]
    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<Self::Step> {
        self.settle(ctx)
    }

    /// See [`crate::ruleset::Ruleset::window`].
    fn window(&self, _ctx: Ctx<'_>, _step: &Self::Step, _events: &[Event]) -> Vec<Self::Step> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::aftermath_steps`].
    fn aftermath_steps(&self, _ctx: Ctx<'_>) -> Vec<Self::Step> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::aftermath`].
    fn aftermath(&self, _ctx: Ctx<'_>) -> Vec<Aftermath> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::supports`].
    fn supports(&self, _feature: Feature) -> bool {
        false
    }

    /// See [`crate::ruleset::Ruleset::feature_remark`].
    fn feature_remark(&self, _feature: Feature) -> Option<Remark> {
        None
    }

    /// See [`crate::ruleset::Ruleset::redact`].
    fn redact(&self, _known: &mut State, _side: SideId) {}

    /// See [`crate::ruleset::Ruleset::check_battle`].
    ///
    /// # Errors
    /// As there.
    fn check_battle(&self, _ctx: Ctx<'_>) -> Result<(), Refusal> {
        Ok(())
    }

    /// See [`crate::ruleset::Ruleset::refreshed`].
    fn refreshed(&self, unit: &Unit) -> Unit {
        let mut fresh = unit.clone();
        fresh.turn.acts.clear();
        for id in Self::REFRESHED {
            if let Some(pool) = fresh.pools.0.get_mut(id) {
                pool.value = pool.max;
            }
        }
        fresh
    }

    /// See [`crate::ruleset::Ruleset::hazard_height`].
    #[inline]
    fn hazard_height(&self) -> Hm {
        Hazard::USUAL_HEIGHT
    }

    /// See [`crate::ruleset::Ruleset::has_locks`].
    fn has_locks(&self) -> bool {
        false
    }

    /// See [`crate::ruleset::Ruleset::opens_walking`].
    fn opens_walking(&self, _kind: EdgeKind) -> bool {
        true
    }

    /// See [`crate::ruleset::Ruleset::longest_climb`].
    fn longest_climb(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Option<Hm> {
        None
    }

    /// See [`crate::ruleset::Ruleset::harmless_fall`].
    fn harmless_fall(&self) -> Hm {
        Hm::ZERO
    }

    /// See [`crate::ruleset::Ruleset::is_known`].
    #[inline]
    fn is_known(&self, ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
        ctx.unit(unit).is_none_or(|unit| ctx.state.sees(side, unit))
    }

    /// See [`crate::ruleset::Ruleset::perceives`].
    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        fog::in_line(ctx, viewer, target)
    }

    /// See [`crate::ruleset::Ruleset::sees_cell`].
    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        fog::cell_in_line(ctx, viewer, cell)
    }

    /// See [`crate::ruleset::Ruleset::distance`].
    fn distance(&self, ctx: Ctx<'_>, a: UnitId, b: UnitId) -> Option<u32> {
        ctx.field.distance(a, b, Diagonals::One)
    }

    /// See [`crate::ruleset::Ruleset::relation`].
    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        Relation { sees: fog::in_line(ctx, from, to), ..Relation::default() }
    }

    /// See [`crate::ruleset::Ruleset::order_remarks`].
    fn order_remarks(&self, _ctx: Ctx<'_>, _slot: &Slot) -> Vec<SlotRemark> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::act_summaries`].
    #[inline]
    fn act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
        acts::act_summaries(self, ctx, unit)
    }

    /// See [`crate::ruleset::Ruleset::enemy_act_summaries`].
    fn enemy_act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
        acts::act_summaries(self, ctx, unit)
    }

    /// See [`crate::ruleset::Ruleset::estimate`]. Rulebooks that cache between commands override
    /// it.
    #[inline]
    fn estimate(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<ActOutcome>> {
        acts::weigh_all(ctx, commands, |unit, act, with| self.act(ctx, unit, act, with))
    }

    /// See [`crate::ruleset::Ruleset::breach`].
    fn breach(&self, _ctx: Ctx<'_>, _unit: UnitId, _object: Object) -> Option<Breach> {
        None
    }

    /// See [`crate::ruleset::Ruleset::is_public`].
    fn is_public(&self, _ctx: Ctx<'_>, _armed: &Armed) -> bool {
        false
    }

    /// See [`crate::ruleset::Ruleset::watches`].
    fn watches(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Watch> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::set_off`].
    fn set_off(&self, ctx: Ctx<'_>, unit: UnitId, to: Room) -> Vec<Watch> {
        let Some(from) = ctx.field.body(unit).and_then(Body::room) else { return Vec::new() };
        let watches = self.watches(ctx, unit).into_iter();
        watches.filter(|watch| watch.is_met(from, to)).collect()
    }

    /// See [`crate::ruleset::Ruleset::card`].
    fn card(&self, ctx: Ctx<'_>, unit: &Unit) -> Vec<Fact>;

    /// See [`crate::ruleset::Ruleset::presentation`].
    fn presentation(&self) -> &dyn Presentation {
        &Plain
    }

    /// See [`crate::ruleset::Ruleset::gives_up`].
    fn gives_up(&self, _act: &Key) -> bool {
        false
    }

    /// See [`crate::ruleset::Ruleset::has_yielded`].
    fn has_yielded(&self, _ctx: Ctx<'_>, _side: SideId) -> bool {
        false
    }

    /// See [`crate::ruleset::Ruleset::concession`].
    fn concession(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Option<Concession> {
        None
    }

    /// See [`crate::ruleset::Ruleset::look`].
    fn look(&self, _unit: &Unit, _act: &Key) -> Look {
        Look::default()
    }

    /// See [`crate::ruleset::Ruleset::askable`].
    fn askable(&self, _ctx: Ctx<'_>, _side: SideId) -> Vec<Entry> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::usual_policy`].
    fn usual_policy(&self, _about: &Key) -> Policy {
        Policy::Ask
    }

    /// See [`crate::ruleset::Ruleset::for_people`].
    fn for_people(&self) -> Vec<Key> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::for_computers`].
    fn for_computers(&self) -> Vec<Key> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::reactions`].
    fn reactions(&self) -> Vec<Key> {
        Vec::new()
    }

    /// See [`crate::ruleset::Ruleset::policy`].
    fn policy(&self, _ctx: Ctx<'_>, prompt: &Prompt) -> Answer {
        Answer(prompt.default)
    }

    /// See [`crate::ruleset::Ruleset::named`].
    fn named(&self, _act: &Key) -> Option<(Key, Values)> {
        None
    }
}

/// Checks a command and plans its steps where every move is a [`Walk`], every turn ends with a
/// [`TurnEnd`], and no turn can be delayed: `no_holding` is the refusal and its rule.
///
/// # Errors
/// Why the command is not allowed.
pub fn plan<B: Rulebook<Step: From<Walk> + From<TurnEnd>>>(
    book: &B,
    ctx: Ctx<'_>,
    command: &Command,
    (no_holding, rule): (&str, &'static str),
) -> Result<Plan<B::Step>, Refusal> {
    let actor = |id: UnitId| {
        let unknown = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
        ctx.unit(id).ok_or_else(unknown)
    };
    match command {
        Command::Move { unit, path, manner } => {
            let unit = actor(*unit)?;
            let warning = book.as_known(ctx, unit.side(), |ctx| {
                let gait = book.gait(ctx);
                let spent = walk::check(&gait, ctx, unit, path, manner.as_str())?;
                Ok::<_, Refusal>(gait.warning(unit, &spent))
            })?;
            let warnings = warning.into_iter().collect();
            Ok(Plan { warnings, ..Plan::of(Walk::new(unit, path, manner)) })
        }
        Command::Act { unit, act, targets, choice, with } => {
            acts::check(book, ctx, (*unit, act), Use { targets, choice, with })
        }
        Command::EndTurn { unit } => {
            ctx.unit(*unit).map_or(Ok(()), |unit| book.check_end(ctx, unit))?;
            Ok(Plan::of(TurnEnd { unit: *unit, forced: false }))
        }
        Command::Face { unit, facing } => book.face(ctx, actor(*unit)?, *facing).map(Plan::of),
        Command::Hold { .. } => Err(Refusal::new("no_holding", no_holding, rule)),
        _ => Err(Refusal::new("not_asked", "there is no question to answer", "HG-2")),
    }
}

/// The default body of a combatant: armed, blocking unless dead, a threat while it can act.
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
        sinks: false,
        sharing: None,
    }
}
