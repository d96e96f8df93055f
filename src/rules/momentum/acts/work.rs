//! Item and hand actions as acts (MO-83, MO-90, MO-96, MO-99 to MO-101, MO-106).

use crate::acting::{By, HeldResult, HeldUse, Hold, TargetKind};
use crate::step::{Handle, Plan, Step};
use grid::{Place, UnitId};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use, one_target};
use rules::oracle::Pause;
use rules::parameter::Parameter;
use rules::ruleset::Aim;
use rules::state::Unit;
use rules::{Key, Refusal, Values};

use super::super::data::{Item, ItemEffect};
use super::super::gear;
use super::super::interact::ManualAction;
use super::super::items;
use super::super::names;
use super::super::position::Position;
use super::super::sheet::VITALITY;

impl By<'_, ManualAction> {
    fn step(&self, at: Target, free: bool) -> Step {
        Handle { unit: self.id(), work: self.what.clone(), at, free }.into()
    }

    /// The item it uses up.
    fn item(&self) -> Option<&Item> {
        match &self.what {
            ManualAction::Use(item) => self.position.content.items.get(item.as_str()),
            _ => None,
        }
    }
}

impl Act<Step> for By<'_, ManualAction> {
    fn key(&self) -> Key {
        self.what.act()
    }

    fn label(&self) -> Label {
        let content = self.position.content;
        let cost = match self.what.price(content, self.unit) {
            0 => "free".to_owned(),
            ap => format!("{ap} AP"),
        };
        let several = self.what.items(content, self.unit).len() > 1;
        let name = if several { self.what.kind().to_owned() } else { self.what.name(content) };
        Label { name, text: self.what.text(content), cost, group: "hands" }
    }

    fn aim(&self) -> Aim {
        self.what.aim(self.position.content)
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        self.check_drawn()
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.what.check_use(self.position, self.unit)
    }

    fn check_occasion(&self) -> Result<(), Refusal> {
        if self.what.targets(self.position, self.unit).is_empty() {
            return Err(Refusal::new("no_target", "no valid target within 1 m", "MO-90"));
        }
        Ok(())
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        Some(self.what.candidates(self.position, self.unit))
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        self.what.check_target(self.position, self.unit, target)
    }

    /// The item.
    fn parameters(&self) -> Vec<Parameter> {
        let Some(usual) = self.what.item() else { return Vec::new() };
        let content = self.position.content;
        let items = self.what.items(content, self.unit).into_iter();
        let named = items.map(|item| (item.clone(), gear::name(content, &item)));
        vec![names::items(usual, named)]
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        self.item().map_or_else(Vec::new, |item| items::area(self.position.ctx, item, target))
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let at = match (self.aim(), how.targets) {
            (Aim::Own, []) => Target::Unit(self.id()),
            (_, targets) => one_target(targets, "MO-90")?,
        };
        self.check_target(at)?;
        let warnings = self.what.warnings(self.position, how.targets);
        Ok(Plan { warnings, ..Plan::of(self.step(at, false)) })
    }

    /// Items used on allies count as helpful. Stowed items are not available until drawn.
    fn act_summaries(&self) -> Vec<ActSummary> {
        if self.item().is_none_or(|item| item.smoke().is_some()) {
            return Vec::new();
        }
        let able = ManualAction::all(self.position.content, self.unit).contains(&self.what);
        let open = able && self.check_use().is_ok();
        vec![ActSummary {
            whole_turn: true,
            against_foes: false,
            for_friends: true,
            with: self.what.item().map_or_else(Values::none, names::with_item),
            ..ActSummary::plain(self.key(), Aim::Unit, 1, open)
        }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let whom = match how.targets.first().and_then(Target::unit) {
            Some(id) => self.position.ctx.unit(id),
            None => Some(self.unit),
        };
        let Some((item, whom)) = self.item().zip(whom) else { return Vec::new() };
        let none = ActOutcome::none(whom.id());
        vec![item.effects.iter().fold(none, |expected, effect| used(expected, effect, whom))]
    }
}

/// The items that the AI considers using, in hand or not.
pub fn usable<'a>(position: Position<'a>, unit: &'a Unit) -> Vec<By<'a, ManualAction>> {
    let mut all: Vec<By<'a, ManualAction>> = Vec::new();
    for item in unit.gear.0.values() {
        let work = ManualAction::Use(item.clone());
        if all.iter().all(|known| known.what != work) {
            all.push(By::new(work, position, unit));
        }
    }
    all
}

/// Effect of using an item on a unit (MO-106).
fn used(mut expected: ActOutcome, effect: &ItemEffect, whom: &Unit) -> ActOutcome {
    if !items::helps(effect, whom) {
        return expected;
    }
    let (now, most) = whom.tracks.0.get(VITALITY).map_or((0, 0), |m| (m.value, m.max));
    match effect {
        ItemEffect::Heals(amount) => expected.mends += (*amount).min(most - now),
        ItemEffect::Wakes(to) => expected.mends += to - now,
        ItemEffect::Gives(_) => expected.helps += 1,
        ItemEffect::Ends(_) => expected.helps += 2,
        ItemEffect::Smoke { .. } => {}
    }
    expected
}

impl Hold for By<'_, ManualAction> {
    fn held_price(&self) -> i32 {
        self.what.full_price(self.position.content)
    }

    fn check_held(&self) -> Result<(), Refusal> {
        self.budget()?.check_ap(self.held_price(), "MO-65")
    }

    fn whom(&self) -> TargetKind {
        match self.aim() {
            Aim::Unit => TargetKind::Friend,
            Aim::Own => TargetKind::Own,
            _ => TargetKind::Spot,
        }
    }

    fn held_aim(&self) -> Aim {
        if self.whom() == TargetKind::Spot { self.aim() } else { Aim::Own }
    }

    fn spots(&self) -> Vec<Target> {
        self.what.targets(self.position, self.unit)
    }

    fn serves(&self, spot: Target) -> bool {
        self.check_target(spot).is_ok()
    }

    fn meant_for(&self, at: UnitId) -> Option<Vec<Target>> {
        let at = Target::Unit(if self.whom() == TargetKind::Own { self.id() } else { at });
        self.check_target(at).is_ok().then(|| vec![at])
    }

    fn carry_out(&self, how: HeldUse<'_>) -> Result<HeldResult, Pause> {
        Ok(HeldResult::Runs(self.step(how.aim(), true)))
    }
}
