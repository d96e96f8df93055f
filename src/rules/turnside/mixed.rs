//! Turns that an Attack makes Mixed after abilities were used: charges above the smaller limit cause
//! feedback, as they would have the other way round (TU-59, TU-91, TU-92).

use rules::estimate::ActOutcome;
use rules::event::Event;
use rules::kit::acts::Use;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::parameter::Parameter;
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Status};
use rules::{Key, Refusal, Sum, Values};

use super::ailments::{self, Strain};
use super::budget::{FEEDBACK, OVER, SPLIT, split_parameter};
use super::data::Content;
use super::harm::{self, Wound};
use super::numbers::Numbers;
use super::step::{Outcome, Overdue, Plan};

/// The price of an Attack, as shown to players.
const ATTACK: &str = "1 Attack";

impl Numbers<'_> {
    /// The split that an Attack uses by default: the one with the least feedback, and of these the
    /// most Attacks. `None` if the Turn does not become Mixed or cannot.
    fn usual_split(&self) -> Option<i32> {
        let splits = self.split_for_attack().ok().flatten()?;
        splits.rev().min_by_key(|attacks| self.overdue(*attacks))
    }

    /// HP of feedback if an Attack makes the Turn Mixed with this many Attacks.
    pub fn feedback_when_mixed(&self, attacks: i32) -> i32 {
        self.feedback_of(self.overdue(attacks))
    }

    /// HP of feedback that the next Attack costs, unless another split is chosen.
    fn feedback_of_attack(&self) -> i32 {
        self.usual_split().map_or(0, |attacks| self.feedback_when_mixed(attacks))
    }

    /// The price of an Attack, as shown to players.
    pub fn attack_cost(&self) -> String {
        match self.feedback_of_attack() {
            0 => ATTACK.to_owned(),
            hp => format!("{ATTACK}, feedback {hp} HP"),
        }
    }

    /// The feedback of the next Attack as harm to the unit (AI estimate).
    pub fn attack_price(&self) -> Option<ActOutcome> {
        let harm = self.feedback_of_attack();
        (harm > 0).then(|| ActOutcome { harm, ..ActOutcome::none(self.unit.id()) })
    }

    /// The Attacks of the split that a command chooses; `None` if it does not make the Turn Mixed.
    ///
    /// # Errors
    /// Why the Turn cannot become Mixed.
    pub fn chosen_split(&self, how: Use<'_>) -> Result<Option<i32>, Refusal> {
        self.split_for_attack()?;
        Ok(self.split_with(how.with))
    }

    /// The same for the settings of an act, if it can make the Turn Mixed.
    pub fn split_with(&self, with: &Values) -> Option<i32> {
        self.usual_split().map(|usual| with.number(SPLIT, usual))
    }
}

/// The parameter of the split, if the Turn would become Mixed.
pub fn split_parameters(numbers: &Numbers<'_>) -> Vec<Parameter> {
    let splits = numbers.split_for_attack().ok().flatten().zip(numbers.usual_split());
    splits.map(|(splits, usual)| split_parameter(&splits, usual)).into_iter().collect()
}

/// Appends the feedback to the plan of an Attack that makes the Turn Mixed.
pub fn and_feedback(numbers: &Numbers<'_>, split: Option<i32>, mut plan: Plan) -> Plan {
    let over = split.map_or(0, |attacks| numbers.overdue(attacks));
    if over > 0 {
        plan.steps.push(Overdue { unit: numbers.unit.id(), over }.into());
    }
    plan
}

/// Feedback for the charges above the limit of a Turn that has become Mixed.
///
/// # Errors
/// [`Pause`] while dice of an injury are missing.
pub fn overdue(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Overdue,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let none = || Ok(Outcome::done(Vec::new()));
    let alive = ctx.unit(step.unit).filter(|u| !matches!(u.status, Status::Dead | Status::Gone));
    let Some(numbers) = alive.and_then(|unit| Numbers::of(content, unit)) else { return none() };
    // An Attack that was never made did not make the Turn Mixed.
    if numbers.split().is_none() {
        return none();
    }
    let name = "charges over the limit of the Mixed Turn";
    let mut events: Vec<Event> =
        ailments::reopened(&numbers, Strain::OverCharge, name).into_iter().collect();
    events.extend(charge(content, &numbers, (step.over, name, "TU-92"), oracle)?);
    Ok(Outcome::done(events))
}

/// Feedback for this many more charges above the limit (TU-58, TU-60, TU-61).
///
/// # Errors
/// [`Pause`] while dice of an injury are missing.
pub fn charge(
    content: &Content,
    numbers: &Numbers<'_>,
    (over, why, rule): (i32, &str, &'static str),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let hp = numbers.feedback_of(over);
    if hp <= 0 {
        return Ok(Vec::new());
    }
    let record = ActRecord { class: Key::of(OVER), act: Key::of(OVER), amount: over };
    let mut events = vec![events::act_recorded(numbers.unit, record, None, rule)];
    let mut main = Sum::new();
    main.push(format!("{why}: {over}"), hp, rule);
    let act = Key::of(FEEDBACK);
    let wound = Wound { bare: true, ..Wound::plain(&act, main) };
    events.extend(harm::deal(content, numbers, wound, oracle)?);
    Ok(events)
}
