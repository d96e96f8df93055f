//! Jumping and leaning out as acts (MO-292, MO-322).

use crate::acting::By;
use crate::step::{Jump, LeanOut, Plan, Step};
use rules::command::Target;
use rules::estimate::ActSummary;
use rules::kit::acts::{Act, Label, Use, one_cell, one_floor};
use rules::ruleset::Aim;
use rules::{Key, Refusal};

use super::super::lean::{self, LEAN};
use super::super::leap::{self, LEAP};
use super::super::walk;

/// Jumping.
#[derive(Clone, Copy)]
pub struct Leap;

/// Leaning out of cover.
#[derive(Clone, Copy)]
pub struct Lean;

impl Act<Step> for By<'_, Leap> {
    fn key(&self) -> Key {
        LEAP.key()
    }

    fn label(&self) -> Label {
        LEAP.label("1 m per square".to_owned(), "move")
    }

    fn aim(&self) -> Aim {
        Aim::Cell
    }

    fn check_use(&self) -> Result<(), Refusal> {
        leap::check_use(self.position, self.unit)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        Some(leap::candidates(self.position, self.unit))
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let to = one_floor(how.targets, "MO-164")?;
        let leap = leap::check(self.position, self.unit, to)?;
        let mut plan = Plan { steps: Vec::new(), warnings: Vec::new() };
        walk::buy(self.unit, leap.strides, &mut plan);
        plan.steps.push(Jump { unit: self.id(), to, warned: false }.into());
        Ok(plan)
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let range = leap::range(self.position, self.unit);
        let means = range.map(|range| {
            let span = u16::try_from(range.long).unwrap_or_default();
            let plain = ActSummary::plain(self.key(), Aim::Cell, span, self.check_use().is_ok());
            ActSummary { against_foes: false, leaps: true, ..plain }
        });
        means.into_iter().collect()
    }
}

impl Act<Step> for By<'_, Lean> {
    fn key(&self) -> Key {
        LEAN.key()
    }

    fn label(&self) -> Label {
        LEAN.label("free".to_owned(), "move")
    }

    fn aim(&self) -> Aim {
        Aim::Cell
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        self.check_drawn()
    }

    fn check_use(&self) -> Result<(), Refusal> {
        lean::check_use(self.position, self.unit)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        Some(lean::candidates(self.unit))
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let to = one_cell(how.targets, "MO-164")?;
        lean::check(self.position, self.unit, to)?;
        Ok(Plan::of(LeanOut { unit: self.id(), to }))
    }
}
