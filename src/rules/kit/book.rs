//! A ruleset defined by a [`Rulebook`]: its content, its step types, its movement and its acts.
//! This module implements everything that only forwards to them.

mod by_book;

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::grid::{Body, Cell, Hazard, Hm, SideId, UnitId};
use crate::rules::Key;
use crate::rules::command::Command;
use crate::rules::content::Stock;
use crate::rules::event::Event;
use crate::rules::fitness::{self, Life};
use crate::rules::fog;
use crate::rules::look::Look;
use crate::rules::object::Object;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::path_preview::{Relation, Remark};
use crate::rules::ruleset::{self, Aftermath, Ctx, Description, Entry, Fact, Placing, SetUpError};
use crate::rules::start::StartFact;
use crate::rules::state::{Posture, Sheet, Slot, Status, Unit};
use crate::rules::step::{self, StepData};
use crate::rules::weigh::{ActOutcome, ActSummary, Breach, Watch};

use super::acts::{self, Repertoire};
use super::walk::{MovementRules, Walk};

pub use by_book::ByBook;

/// The content and behaviour of a ruleset; [`ByBook`] turns it into a [`ruleset::Ruleset`].
pub trait Rulebook:
    Stock + Repertoire<Step: StepData + From<Walk>> + Send + Sync + 'static
{
    /// The typed sheet of a combatant.
    type Creature: Any + Send + Sync;

    /// Its movement rules.
    type MovementRules<'a>: MovementRules;

    /// The [`StartFact`]s that it uses.
    const STARTS: &'static [StartFact];

    /// The rule by which a turn cannot be delayed.
    const NO_HOLDING: &'static str;

    /// The refusal to delay a turn, as shown to players.
    const NO_HOLDING_TEXT: &'static str = "a turn cannot be delayed";

    /// The pools that are refilled when a turn begins.
    const REFRESHED: &'static [&'static str] = &[];

    /// Its description.
    fn describe(&self) -> Description;

    /// See [`ruleset::Ruleset::enlist`].
    ///
    /// # Errors
    /// As there.
    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError>;

    /// The typed sheet of a role with its overrides.
    ///
    /// # Errors
    /// If the role or a number is unknown, or a number is out of range.
    fn creature(
        &self,
        role: &Key,
        changed: &BTreeMap<Key, i64>,
    ) -> Result<Self::Creature, SetUpError>;

    /// See [`ruleset::Ruleset::revive`].
    ///
    /// # Errors
    /// As there.
    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError> {
        let Sheet { kind, overrides, .. } = &unit.form.sheet;
        let creature = self.creature(kind, overrides)?;
        unit.form.sheet = Sheet::new(kind.clone(), overrides.clone(), Arc::new(creature));
        Ok(())
    }

    /// The footprint of a role, as edge length in cells; `None` if there is no such role.
    fn footprint(&self, role: &str) -> Option<u8>;

    /// See [`ruleset::Ruleset::life`].
    fn life(&self, description: &Description, unit: &Unit) -> Life {
        fitness::life(description, unit)
    }

    /// The body of a combatant for the geometry: it blocks its cells unless it is dead.
    fn body(&self, unit: &Unit) -> Body {
        body(unit)
    }

    /// The movement rules at the moment.
    fn gait<'a>(&'a self, ctx: Ctx<'a>) -> Self::MovementRules<'a>;

    /// Movement rules limited to ordinary moves, for searches that need only these.
    fn ordinary_gait<'a>(&'a self, ctx: Ctx<'a>) -> Self::MovementRules<'a> {
        self.gait(ctx)
    }

    /// See [`ruleset::Ruleset::next`].
    fn next(&self, ctx: Ctx<'_>) -> ruleset::Next<Self::Step>;

    /// The step that ends a turn voluntarily.
    fn turn_end(&self, unit: UnitId) -> Self::Step;

    /// See [`ruleset::Ruleset::run`].
    ///
    /// # Errors
    /// As there.
    fn run(
        &self,
        ctx: Ctx<'_>,
        step: &Self::Step,
        oracle: &mut Oracle<'_>,
    ) -> Result<step::Outcome<Self::Step>, Pause>;

    /// See [`ruleset::Ruleset::settle`].
    fn settle(&self, ctx: Ctx<'_>) -> Vec<Self::Step>;

    /// See [`ruleset::Ruleset::settle_between_steps`].
    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<Self::Step> {
        self.settle(ctx)
    }

    /// See [`ruleset::Ruleset::window`].
    fn window(&self, _ctx: Ctx<'_>, _step: &Self::Step, _events: &[Event]) -> Vec<Self::Step> {
        Vec::new()
    }

    /// See [`ruleset::Ruleset::aftermath`].
    fn aftermath(&self, _ctx: Ctx<'_>) -> Vec<Aftermath> {
        Vec::new()
    }

    /// See [`ruleset::Ruleset::hazard_height`].
    fn hazard_height(&self) -> Hm {
        Hazard::USUAL_HEIGHT
    }

    /// See [`ruleset::Ruleset::harmless_fall`].
    fn harmless_fall(&self) -> Hm {
        Hm::ZERO
    }

    /// See [`ruleset::Ruleset::perceives`].
    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        fog::in_line(ctx, viewer, target)
    }

    /// See [`ruleset::Ruleset::sees_cell`].
    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        fog::cell_in_line(ctx, viewer, cell)
    }

    /// See [`ruleset::Ruleset::relation`].
    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        Relation { sees: fog::in_line(ctx, from, to), ..Relation::default() }
    }

    /// See [`ruleset::Ruleset::order_remarks`].
    fn order_remarks(&self, _ctx: Ctx<'_>, _slot: &Slot) -> Vec<Remark> {
        Vec::new()
    }

    /// See [`ruleset::Ruleset::means_of_foe`].
    fn means_of_foe(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
        acts::means(self, ctx, unit)
    }

    /// See [`ruleset::Ruleset::weigh`]. Rulebooks that cache between commands override it.
    fn weigh(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<ActOutcome>> {
        acts::weigh_all(ctx, commands, |unit, act| self.act(ctx, unit, act))
    }

    /// See [`ruleset::Ruleset::breach`].
    fn breach(&self, _ctx: Ctx<'_>, _unit: UnitId, _object: Object) -> Option<Breach> {
        None
    }

    /// See [`ruleset::Ruleset::watches`].
    fn watches(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Watch> {
        Vec::new()
    }

    /// See [`ruleset::Ruleset::card`].
    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact>;

    /// See [`ruleset::Ruleset::look`].
    fn look(&self, _unit: &Unit, _act: &Key) -> Look {
        Look::default()
    }

    /// See [`ruleset::Ruleset::askable`].
    fn askable(&self, _ctx: Ctx<'_>, _side: SideId) -> Vec<Entry> {
        Vec::new()
    }
}

/// The default body of a combatant: armed, blocking unless dead, a threat while able.
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
