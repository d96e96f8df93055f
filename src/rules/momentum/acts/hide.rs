//! Hiding as an act (MO-122).

use crate::acting::{By, HeldResult, HeldUse, Hold, TargetKind};
use crate::step::{Hide as HideStep, Plan, Step};
use grid::UnitId;
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use};
use rules::oracle::Pause;
use rules::ruleset::Aim;
use rules::{Key, Refusal};

use super::super::hidden;
use super::super::hiding::{self, HIDE};

/// Hiding.
#[derive(Clone, Copy)]
pub struct Hide;

impl Act<Step> for By<'_, Hide> {
    fn key(&self) -> Key {
        HIDE.key()
    }

    fn label(&self) -> Label {
        HIDE.label(format!("{} AP", self.held_price()), "action")
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        self.check_drawn()
    }

    fn check_use(&self) -> Result<(), Refusal> {
        hiding::check_use(self.position, self.unit)
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(HideStep { unit: self.id(), free: false }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    /// A unit that is already hiding gains nothing.
    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        if hidden::hides(self.unit) {
            return Vec::new();
        }
        let chance = hiding::chance(self.position, self.unit);
        vec![ActOutcome { chance, helps: 1, ..ActOutcome::none(self.id()) }]
    }
}

impl Hold for By<'_, Hide> {
    fn held_price(&self) -> i32 {
        self.position.content.rules.prices.hide
    }

    fn check_held(&self) -> Result<(), Refusal> {
        self.budget()?.check_ap(self.held_price(), "MO-65")
    }

    fn whom(&self) -> TargetKind {
        TargetKind::Own
    }

    fn meant_for(&self, _: UnitId) -> Option<Vec<Target>> {
        hiding::check_unseen(self.position, self.unit).is_ok().then(Vec::new)
    }

    fn carry_out(&self, how: HeldUse<'_>) -> Result<HeldResult, Pause> {
        Ok(HeldResult::Runs(HideStep { unit: how.unit, free: true }.into()))
    }
}
