//! Care without a roll: a healer of the required rank stabilises a patient by spending enough
//! consecutive Turns beside it, while the patient stays in place (TU-285, TU-289).

use rules::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{Event, EventKind};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::kit::events;
use rules::ruleset::{Aim, Ctx};
use rules::state::{ActRecord, Undertaking, Unit};
use rules::{Key, Refusal};

use super::budget::check_mode;
use super::data::Content;
use super::medicine;
use super::numbers::{ATTACKS, DETERMINED, GUARDING, Numbers, TEND};
use super::step::{Outcome, Plan, Step, TendPatient};
use super::wrestling::check_beside;

/// Tending a patient for a whole Turn.
pub struct Tending<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The healer.
    pub numbers: Numbers<'a>,
}

impl Tending<'_> {
    /// The act's description for players.
    pub const TEXT: &'static str = "Whole Turns beside a patient stabilise it without a roll.";

    /// Turns already spent on a patient.
    fn done(&self, target: Target) -> i32 {
        let known = self.numbers.unit.undertakings.get(TEND);
        known.filter(|begun| begun.targets == [target]).map_or(0, |begun| begun.done)
    }
}

impl Act<Step> for Tending<'_> {
    fn key(&self) -> Key {
        Key::of(TEND)
    }

    fn label(&self) -> Label {
        let of = self.numbers.content.rules.auto_check_turns;
        let cost = format!("the whole Turn, {of} in a row");
        Label { name: "Tend".to_owned(), text: Self::TEXT.to_owned(), cost, group: "skill" }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_mode(&self.numbers)?;
        if self.numbers.has_acted() || self.numbers.gone() > 0 {
            return Err(Refusal::new("has_acted", "it takes the whole Turn", "TU-285"));
        }
        Ok(())
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, "TU-285")?;
        check_beside(self.ctx, self.numbers.unit, target)?;
        let none = || Refusal::new("no_target", "there is no one to treat", "TU-285");
        let patient = self.ctx.unit(target).ok_or_else(none)?;
        check_patient(self.ctx, &self.numbers, patient)?;
        Ok(Plan::of(TendPatient { unit: self.numbers.unit.id(), target }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Unit, 1, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, whole_turn: true, ..plain }]
    }

    /// Counts as helpful once a Turn has been spent on the patient.
    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Ok(target) = one_unit(how.targets, "TU-285") else { return Vec::new() };
        let helps = i32::from(self.done(Target::Unit(target)) > 0);
        vec![ActOutcome { helps, ..ActOutcome::none(target) }]
    }
}

/// Checks whether a healer can tend a patient. One that fights on at 0 HP skips its Turns, without
/// guarding (TU-289).
fn check_patient(ctx: Ctx<'_>, healer: &Numbers<'_>, patient: &Unit) -> Result<(), Refusal> {
    medicine::check_stabilise(ctx, healer, patient)?;
    if patient.conditions.has(DETERMINED) && patient.conditions.has(GUARDING) {
        return Err(Refusal::new("not_still", "the patient does not skip its Turns", "TU-289"));
    }
    Ok(())
}

/// Spends a Turn on a patient.
pub fn tend(content: &Content, ctx: Ctx<'_>, step: &TendPatient) -> Outcome {
    let Some(numbers) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let unit = numbers.unit;
    let done = Tending { ctx, numbers }.done(Target::Unit(step.target));
    let act = (Key::of(TEND), "Tend");
    let record = ActRecord { class: Key::of(TEND), act: Key::of(TEND), amount: 0 };
    let mut all = vec![
        events::declared(unit, act, vec![step.target], "TU-285"),
        events::act_recorded(unit, record, None, "TU-285"),
    ];
    all.extend(events::pool(unit, ATTACKS, 0, "Tend", "TU-285"));
    if done == 0 {
        all.push(progress(unit, task(content, Target::Unit(step.target), 0)));
    }
    Outcome::done(all)
}

fn task(content: &Content, target: Target, done: i32) -> Undertaking {
    let (act, choice) = (Key::of(TEND), Key::default());
    Undertaking { act, choice, targets: vec![target], done, of: content.rules.auto_check_turns }
}

fn progress(unit: &Unit, what: Undertaking) -> Event {
    Event::new(EventKind::Progress { unit: unit.id(), what }, &["TU-285"])
}

/// At the end of the healer's Turn: the care is complete, continues, or was broken off.
pub fn at_turn_end(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let Some(begun) = unit.undertakings.get(TEND) else { return Vec::new() };
    let tended = unit.is_active() && unit.turn.acts.iter().any(|record| record.class == *TEND);
    let patient = match begun.targets.as_slice() {
        [Target::Unit(id)] => ctx.unit(*id),
        _ => None,
    };
    let cared = |patient: &&Unit| {
        let healer = Numbers::of(content, unit);
        tended
            && check_beside(ctx, unit, patient.id()).is_ok()
            && healer.is_some_and(|h| check_patient(ctx, &h, patient).is_ok())
    };
    let Some(patient) = patient.filter(cared) else { return lost(unit, begun) };
    let task = task(content, Target::Unit(patient.id()), begun.done + 1);
    let complete = task.is_done();
    let mut all = vec![progress(unit, task)];
    if complete {
        all.extend(medicine::stabilised(unit, patient, "TU-285"));
    }
    all
}

/// The care begun so far is lost.
fn lost(unit: &Unit, begun: &Undertaking) -> Vec<Event> {
    let Undertaking { act, choice, .. } = begun.clone();
    let why = "it did something else".to_owned();
    let what = EventKind::Abandoned { unit: unit.id(), act, choice, why };
    vec![Event::new(what, &["TU-285"])]
}
