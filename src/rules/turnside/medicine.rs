//! Medicine in battle: stabilising the dying and treating conditions (TU-283 to TU-295).

use crate::rules::Key;
use crate::rules::Refusal;
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::roll::Test;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Expiry, Unit};

use super::ailments::STABILISED;
use super::data::{Ailment, Content, Rank, Severity, Skill};
use super::numbers::{DETERMINED, HP, Numbers, SKILL};
use super::skills;
use super::step::{Outcome, Treat, Treatment};

/// Data of a condition: the value of the rank of the ability that caused it (TU-292).
pub const RANK: &str = "rank";

/// The Medicine rank that a patient at 0 HP or below needs (TU-283).
pub fn needed(patient: &Unit) -> Rank {
    let Some(hp) = patient.tracks.0.get(HP) else { return Rank::A };
    match -hp.value * 100 {
        ..=0 => Rank::E,
        below if below <= 10 * hp.max => Rank::D,
        below if below <= 20 * hp.max => Rank::C,
        below if below <= 35 * hp.max => Rank::B,
        _ => Rank::A,
    }
}

/// Checks whether a healer may try to stabilise a patient (TU-284, TU-286, TU-289).
///
/// # Errors
/// The reason why not.
pub fn check_stabilise(healer: &Numbers<'_>, patient: &Unit) -> Result<(), Refusal> {
    let dying = patient.tracks.0.value(HP) <= 0;
    if !dying || patient.conditions.has(STABILISED) {
        return Err(Refusal::new("not_dying", "it does not need to be stabilised", "TU-284"));
    }
    if healer.sheet.medicine < needed(patient) {
        return Err(Refusal::new("low_medicine", "its Medicine rank is too low", "TU-286"));
    }
    let moved = patient.conditions.has(DETERMINED) && !patient.turn.deeds.is_empty();
    if moved {
        return Err(Refusal::new("not_still", "the patient did not keep still", "TU-289"));
    }
    Ok(())
}

/// The conditions of a patient that can be treated in battle (TU-293).
pub fn treatable<'a>(
    content: &'a Content,
    patient: &'a Unit,
) -> impl Iterator<Item = (&'a Condition, &'a Ailment)> {
    let known = |c: &'a Condition| Some((c, content.ailments.get(c.id.as_str())?));
    let all = patient.conditions.0.iter().filter_map(known);
    all.filter(|(c, ailment)| {
        // What a hold causes ends with the hold.
        let held = matches!(c.expiry, Expiry::Until(_));
        !held && matches!(ailment.severity, Some(Severity::Light | Severity::Serious))
    })
}

/// Checks whether a healer may treat a condition (TU-292, TU-294, TU-295).
///
/// # Errors
/// The reason why not.
pub fn check_treat(healer: &Numbers<'_>, patient: &Unit, what: &Condition) -> Result<(), Refusal> {
    if healer.unit.id() == patient.id() {
        return Err(Refusal::new("self", "a unit cannot treat itself", "TU-294"));
    }
    let rank = i32::try_from(what.data.get(RANK)).unwrap_or_default().max(1);
    if healer.sheet.medicine.value() < rank {
        return Err(Refusal::new("low_medicine", "its Medicine rank is too low", "TU-292"));
    }
    Ok(())
}

/// The Medicine check, with a kit if the healer has one (TU-287).
pub fn test(healer: &Numbers<'_>) -> Test {
    let kit: i32 = healer.usable().map(|item| item.medicine).sum();
    healer.check(Skill::Medicine, &[("first aid kit", kit, "TU-287")])
}

/// Runs one stage of a treatment.
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Treat,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let units = ctx.unit(step.unit).zip(ctx.unit(step.target));
    let healer = units.and_then(|(a, b)| Some((Numbers::of(content, a)?, b)));
    let Some((healer, patient)) = healer else { return Ok(Outcome::done(Vec::new())) };
    if !step.declared {
        let act = (Key::of(step.what.id()), step.what.name());
        let mut all = vec![events::declared(healer.unit, act, vec![step.target], "TU-284")];
        all.extend(skills::pay(&healer, SKILL, Key::of(Skill::Medicine.id()), step.split));
        return Ok(Outcome::then(all, Treat { declared: true, ..step.clone() }.into()));
    }
    let test = test(&healer);
    let (faces, score) = test.roll(oracle)?;
    let about = ("medicine", healer.unit, Some(patient.id()));
    let mut all = vec![events::tested(&test, about, faces, "TU-284")];
    if score.passed() {
        match &step.what {
            Treatment::Stabilise => {
                all.extend(events::track(patient, HP, 0, "stabilised", "TU-288"));
                let lasts = Expiry::Until(Key::of("reopened"));
                let condition = Condition::new(Key::of(STABILISED), 0, Some(step.unit), lasts);
                all.push(events::afflicted(patient, condition, None, "TU-288"));
            }
            Treatment::Cure(id) => {
                let rule = "TU-293";
                all.extend(events::relieved(patient, id.as_str(), "it was treated", rule));
            }
        }
    }
    Ok(Outcome::done(all))
}
