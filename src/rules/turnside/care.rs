//! Stabilising and treating others as acts (TU-283 to TU-295).

use grid::UnitId;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::parameter::{Parameter, Setting, Value};
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::Condition;
use rules::{Key, Refusal};

use super::data::{Content, Severity, Skill};
use super::medicine;
use super::mixed::{and_feedback, split_parameters};
use super::numbers::Numbers;
use super::step::{Plan, Step, Treat, Treatment};
use super::wrestling::check_beside;

/// Parameter: the condition to treat.
const CONDITION: &str = "condition";
/// Its setting for the first treatable condition.
const FIRST: &str = "first";

/// A use of Medicine.
pub struct Caring<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The healer.
    pub numbers: Numbers<'a>,
    /// True for stabilising, false for treating.
    pub stabilises: bool,
}

impl<'a> Caring<'a> {
    /// The condition that would be treated: the named one, or the first that this healer can treat
    /// (TU-292).
    fn chosen(&self, target: UnitId, how: Use<'_>) -> Option<&'a Condition> {
        let patient = self.ctx.unit(target)?;
        let name = how.with.name(CONDITION).filter(|name| **name != *FIRST);
        let all = medicine::treatable(self.content, patient).map(|(c, _)| c);
        let open: Vec<&Condition> = all.filter(|c| name.is_none_or(|n| *n == c.id)).collect();
        let can =
            |c: &&&Condition| medicine::check_treat(self.ctx, &self.numbers, patient, c).is_ok();
        open.iter().find(can).or(open.first()).copied()
    }

    /// The treatment that it would give a patient.
    ///
    /// # Errors
    /// Why there is nothing to treat.
    pub fn treatment(&self, target: UnitId, how: Use<'_>) -> Result<Treatment, Refusal> {
        let own = target == self.numbers.unit.id() && !self.stabilises;
        if !own {
            check_beside(self.ctx, self.numbers.unit, target)?;
        }
        let none = || Refusal::new("no_target", "there is nothing to treat", "TU-292");
        let patient = self.ctx.unit(target).ok_or_else(none)?;
        if self.stabilises {
            medicine::check_stabilise(self.ctx, &self.numbers, patient)?;
            return Ok(Treatment::Stabilise);
        }
        let condition = self.chosen(target, how).ok_or_else(none)?;
        medicine::check_treat(self.ctx, &self.numbers, patient, condition)?;
        Ok(Treatment::Cure(condition.id.clone()))
    }
}

impl Act<Step> for Caring<'_> {
    fn key(&self) -> Key {
        Key::of(if self.stabilises { "stabilise" } else { "treat" })
    }

    fn label(&self) -> Label {
        let (name, text) = match self.stabilises {
            true => ("Stabilise", "Stops a unit at 0 HP or less from bleeding out."),
            false => ("Treat", "Ends a condition of another unit."),
        };
        let cost = self.numbers.attack_cost();
        Label { name: name.to_owned(), text: text.to_owned(), cost, group: "skill" }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.numbers.check_skill(Skill::Medicine)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let mut all = split_parameters(&self.numbers);
        if !self.stabilises {
            let setting = |id: &Key, name: &str| Setting {
                id: id.clone(),
                name: name.to_owned(),
                refused: None,
            };
            let can = |severity: Option<Severity>| {
                matches!(severity, Some(Severity::Light | Severity::Serious))
            };
            let kinds = self.content.ailments.iter().filter(|a| can(a.severity));
            let first = [setting(&Key::of(FIRST), "Whichever comes first")].into_iter();
            let settings = first.chain(kinds.map(|a| setting(&a.id, &a.name))).collect();
            let usual = Value::Name(Key::of(FIRST));
            all.push(Parameter::one_of(CONDITION, "Condition", settings, usual));
        }
        all
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, "TU-284")?;
        let what = self.treatment(target, how)?;
        let split = self.numbers.chosen_split(how)?;
        let unit = self.numbers.unit.id();
        let prepared = false;
        let plan = Plan::of(Treat { unit, target, what, split, prepared, declared: false });
        Ok(and_feedback(&self.numbers, split, plan))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let target = one_unit(how.targets, "TU-284");
        let test = |target| Forecast::new(target, medicine::test(self.ctx, &self.numbers));
        target.map(test).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Unit, 1, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Ok(target) = one_unit(how.targets, "TU-284") else { return Vec::new() };
        if self.treatment(target, how).is_err() {
            return Vec::new();
        }
        let helps = if self.stabilises { 3 } else { 1 };
        let effect = ActOutcome { helps, ..ActOutcome::none(target) };
        [effect].into_iter().chain(self.numbers.attack_price()).collect()
    }
}
