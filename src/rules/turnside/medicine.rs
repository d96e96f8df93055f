//! Medicine in battle: stabilising the dying and treating conditions (TU-283 to TU-295).

use rules::Key;
use rules::Refusal;
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Unit};

use super::ailments::STABILISED;
use super::budget::OVER;
use super::data::{Ailment, Content, Rank, Severity, Skill};
use super::numbers::{ADVANCE, BLEED_OUT, DETERMINED, HP, Numbers, SKILL};
use super::rulings;
use super::skills;
use super::step::{Outcome, Treat, Treatment};

/// Data of a condition: the value of the rank of the ability that caused it (TU-292).
pub const RANK: &str = "rank";
/// The condition of a patient whose serious condition is suppressed (TU-293).
pub const SUPPRESSED: &str = "suppressed";
/// Its data: the index of the suppressed condition in the content.
const WHAT: &str = "what";
/// Its data: the remaining rounds of the suppressed condition.
const LEFT: &str = "left";

/// The Medicine rank that a patient at 0 HP or below needs (TU-283).
pub fn needed(content: &Content, patient: &Unit) -> Rank {
    let Some(hp) = patient.tracks.0.get(HP) else { return Rank::A };
    let below = -i64::from(hp.value) * 100;
    let reaches = |share: &&i32| below <= i64::from(**share) * i64::from(hp.max);
    let deeper = content.rules.medicine_rank.iter().take_while(|share| !reaches(share)).count();
    Rank::of(i32::try_from(deeper).unwrap_or_default() + Rank::E.value())
}

/// Checks whether a healer may try to stabilise a patient (TU-284, TU-286, TU-289).
///
/// # Errors
/// The reason why not.
pub fn check_stabilise(ctx: Ctx<'_>, healer: &Numbers<'_>, patient: &Unit) -> Result<(), Refusal> {
    let dying = patient.tracks.0.value(HP) <= 0;
    if !dying || patient.conditions.has(STABILISED) {
        return Err(Refusal::new("not_dying", "it does not need to be stabilised", "TU-284"));
    }
    let able = healer.skill_rank(Skill::Medicine) >= needed(healer.content, patient);
    check_able(ctx, healer, patient, (able, "TU-286"))?;
    // Charges used in advance are not an act of this Turn.
    let in_advance = |class: &Key| *class == *ADVANCE || *class == *OVER;
    let mut acts = patient.turn.acts.iter().filter(|record| !in_advance(&record.class));
    if patient.conditions.has(DETERMINED) && acts.next().is_some() {
        return Err(Refusal::new("not_still", "the patient did not keep still", "TU-289"));
    }
    Ok(())
}

/// Whether a healer's rank suffices, unless the referee has ruled (TU-323).
fn check_able(
    ctx: Ctx<'_>,
    healer: &Numbers<'_>,
    patient: &Unit,
    (able, rule): (bool, &'static str),
) -> Result<(), Refusal> {
    match rulings::treats(ctx, (healer.unit.id(), patient.id())) {
        Some(false) => Err(Refusal::new("ruled_out", "the referee rules it out", "TU-323")),
        None if !able => Err(Refusal::new("low_medicine", "its Medicine rank is too low", rule)),
        _ => Ok(()),
    }
}

/// Stabilises a patient: its HP are exactly 0, and it no longer bleeds out (TU-288).
pub fn stabilised(healer: &Unit, patient: &Unit, rule: &'static str) -> Vec<Event> {
    let hp = events::track(patient, HP, 0, "stabilised", "TU-288");
    let clock = patient.tracks.0.get(BLEED_OUT).map_or(0, |clock| clock.max);
    let clock = events::track(patient, BLEED_OUT, clock, "stabilised", "TU-288");
    let lasts = Expiry::Until(Key::of("reopened"));
    let condition = Condition::new(Key::of(STABILISED), 0, Some(healer.id()), lasts);
    let safe = events::afflicted(patient, condition, None, rule);
    hp.into_iter().chain(clock).chain([safe]).collect()
}

/// The conditions of a patient that can be treated in battle (TU-293).
pub fn treatable<'a>(
    content: &'a Content,
    patient: &'a Unit,
) -> impl Iterator<Item = (&'a Condition, &'a Ailment)> {
    let known = |c: &'a Condition| Some((c, content.ailments.get(c.id.as_str())?));
    let all = patient.conditions.0.iter().filter_map(known);
    all.filter(|(c, ailment)| {
        // A condition caused by a hold ends with the hold.
        let held = matches!(c.expiry, Expiry::Until(_));
        !held && matches!(ailment.severity, Some(Severity::Light | Severity::Serious))
    })
}

/// Checks whether a healer may treat a condition (TU-287, TU-292, TU-294, TU-295).
///
/// # Errors
/// The reason why not.
pub fn check_treat(
    ctx: Ctx<'_>,
    healer: &Numbers<'_>,
    patient: &Unit,
    what: &Condition,
) -> Result<(), Refusal> {
    if healer.unit.id() == patient.id() && !healer.content.rules.self_treat {
        return Err(Refusal::new("self", "a unit cannot treat itself", "TU-294"));
    }
    let ailment = healer.content.ailments.get(what.id.as_str());
    if ailment.is_some_and(|ailment| ailment.needs_kit) && kit(healer) == 0 {
        return Err(Refusal::new("no_kit", "it needs a first aid kit", "TU-287"));
    }
    let rank = i32::try_from(what.data.get(RANK)).unwrap_or_default().max(1);
    let able = healer.skill_rank(Skill::Medicine).value() >= rank;
    check_able(ctx, healer, patient, (able, "TU-292"))
}

/// The bonus of a healer's kit to its rolls; 0 without a kit.
fn kit(healer: &Numbers<'_>) -> i32 {
    healer.usable().map(|item| item.medicine).sum()
}

/// The Medicine check, with a kit if the healer has one (TU-287).
pub fn test(ctx: Ctx<'_>, healer: &Numbers<'_>) -> Test {
    let ruled = rulings::checks(ctx, healer.unit);
    let modifiers = [("first aid kit", kit(healer), "TU-287"), ("by ruling", ruled, "TU-123")];
    healer.check(Skill::Medicine, &modifiers)
}

/// Ends a light condition, and suppresses a serious one for the rest of the battle (TU-293).
fn cured(content: &Content, patient: &Unit, id: &Key) -> Vec<Event> {
    let mut open = treatable(content, patient).map(|(condition, _)| condition);
    let Some(condition) = open.find(|condition| condition.id == *id) else { return Vec::new() };
    let over = events::relieved_of(patient, condition, "it was treated", "TU-293");
    let of = content.ailments.iter().position(|ailment| ailment.id == *id);
    let ailment = content.ailments.get(id.as_str());
    let serious = ailment.is_some_and(|ailment| ailment.severity == Some(Severity::Serious));
    let left = match condition.expiry {
        Expiry::Slots { left, .. } | Expiry::TurnEnds { left, .. } => left,
        _ => 0,
    };
    let kept = of.filter(|_| serious).map(|at| {
        let kept = Condition::new(Key::of(SUPPRESSED), condition.size, None, Expiry::Battle);
        let at = i64::try_from(at).unwrap_or_default();
        let rank = condition.data.get(RANK);
        let kept = kept.with(Key::of(WHAT), at).with(Key::of(LEFT), left.into());
        let kept = kept.with(Key::of(RANK), rank);
        events::afflicted(patient, kept, None, "TU-293")
    });
    [over].into_iter().chain(kept).collect()
}

/// Suppressed conditions return after the battle, with their remaining duration (TU-293, TU-322).
pub fn returns(content: &Content, patient: &Unit) -> Vec<Event> {
    let mut all = Vec::new();
    for condition in patient.conditions.0.iter().filter(|c| c.id == *SUPPRESSED) {
        let at = usize::try_from(condition.data.get(WHAT)).unwrap_or(usize::MAX);
        let Some(ailment) = content.ailments.iter().nth(at) else { continue };
        let left = u16::try_from(condition.data.get(LEFT)).unwrap_or_default();
        let expiry = match left {
            0 => Expiry::Battle,
            left => Expiry::Slots { of: patient.id(), left },
        };
        all.push(events::relieved_of(patient, condition, "the battle is over", "TU-293"));
        let back = Condition::new(ailment.id.clone(), condition.size, None, expiry);
        let back = back.with(Key::of(RANK), condition.data.get(RANK));
        all.push(events::afflicted(patient, back, None, "TU-293"));
    }
    all
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
    let healer = healer.filter(|(healer, _)| healer.can_act());
    let Some((healer, patient)) = healer else { return Ok(Outcome::done(Vec::new())) };
    if !step.declared {
        let act = (Key::of(step.what.id()), step.what.name());
        let mut all = vec![events::declared(healer.unit, act, vec![step.target], "TU-284")];
        if !step.prepared {
            all.extend(skills::pay(&healer, SKILL, Key::of(Skill::Medicine.id()), step.split));
        }
        return Ok(Outcome::then(all, Treat { declared: true, ..step.clone() }.into()));
    }
    let test = test(ctx, &healer);
    let (faces, score) = test.roll(oracle)?;
    let about = ("medicine", healer.unit, Some(patient.id()));
    let mut all = vec![events::tested(&test, about, faces, "TU-284")];
    if score.passed() {
        match &step.what {
            Treatment::Stabilise => all.extend(stabilised(healer.unit, patient, "TU-288")),
            Treatment::Cure(id) => all.extend(cured(content, patient, id)),
        }
    }
    Ok(Outcome::done(all))
}
