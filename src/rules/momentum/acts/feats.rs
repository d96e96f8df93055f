//! Feats, and keeping up a pin, as acts (MO-137, MO-145).

use crate::acting::By;
use crate::step::{KeepPin, Plan, Step};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use};
use rules::ruleset::{Aim, Forecast};
use rules::{Key, Refusal};

use super::super::cinematic::{self, Feat, KEEP};
use super::super::data::FeatEffect;

impl Act<Step> for By<'_, Feat<'_>> {
    fn key(&self) -> Key {
        self.what.act()
    }

    fn label(&self) -> Label {
        let costs = &self.position.content.cinematics.costs;
        let cost = format!("{} AP, {} NM", costs.ap, costs.alone);
        let (name, text) = (self.what.name().to_owned(), self.what.text().to_owned());
        Label { name, text, cost, group: "cinematic" }
    }

    fn aim(&self) -> Aim {
        self.what.aim()
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        self.check_drawn()
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.what.check_use(self.position, self.unit)
    }

    fn check_occasion(&self) -> Result<(), Refusal> {
        self.what.check_occasion(self.position, self.unit)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        Some(cinematic::candidates(self.position, self.unit, self.what))
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        cinematic::check_target(self.position, self.unit, self.what, &[target])
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let how = (how.targets, how.choice);
        cinematic::plan(self.position, self.unit, self.what, how).map(Plan::of)
    }

    fn forecast(&self, _: Use<'_>) -> Vec<Forecast> {
        self.what.forecast(self.position, self.unit).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let (against_foes, area, span) = match self.what.effect() {
            Some(FeatEffect::StrikeAndPin) => (true, true, 1),
            Some(FeatEffect::Bribe(metres)) => (true, false, metres),
            Some(FeatEffect::Banish) => (true, true, u16::MAX),
            Some(FeatEffect::Surge(_)) => (false, false, 0),
            Some(FeatEffect::Door(_) | FeatEffect::Save) | None => return Vec::new(),
        };
        let open = self.check_use().and_then(|()| self.check_occasion()).is_ok();
        vec![ActSummary {
            cost: self.position.content.cinematics.costs.alone,
            whole_turn: true,
            area,
            against_foes,
            for_friends: !against_foes,
            ..ActSummary::plain(self.key(), self.aim(), span, open)
        }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        cinematic::estimate(self.position, self.unit, self.what, how.targets)
    }
}

/// Keeping up a pin.
#[derive(Clone, Copy)]
pub struct Keep;

impl Act<Step> for By<'_, Keep> {
    fn key(&self) -> Key {
        KEEP.key()
    }

    fn label(&self) -> Label {
        KEEP.label(format!("{} AP", self.position.content.cinematics.pin_price), "action")
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        self.check_drawn()
    }

    fn check_use(&self) -> Result<(), Refusal> {
        cinematic::check_keep(self.position.content, self.unit)
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(KeepPin { unit: self.id() }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        vec![ActSummary::plain(self.key(), Aim::Own, 1, self.check_use().is_ok())]
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        let held = cinematic::pinned(self.unit).map(ActOutcome::none);
        held.map(|p| ActOutcome { hinders: 1, ..p }).collect()
    }
}
