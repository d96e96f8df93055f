//! Skill Checks, against a number and opposed (MO-3 to MO-6, MO-13 to MO-15).

use rules::Sum;
use rules::event::{Degree, Event, Rolled};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::roll::{Settle, Winner};
use rules::ruleset::Forecast;
use rules::state::Unit;

use super::data::{Skill, StatusEffect, Trait};
use super::health;
use super::position::Position;
use super::roll::{Advantage, EVERY_FACE, Kept, Roll};
use super::sheet::NM;

/// The disadvantages that a unit's conditions give its checks (MO-270, MO-284).
pub fn condition_disadvantages(position: Position<'_>, unit: &Unit, skill: Skill) -> Advantage {
    let mut reasons = Advantage::default();
    let Some(numbers) = position.numbers(unit.id()) else { return reasons };
    for (status, effect) in numbers.effects() {
        let hinders = match effect {
            StatusEffect::CheckDisadvantage => true,
            StatusEffect::PerceptionDisadvantage => skill == Skill::Perception,
            _ => false,
        };
        if hinders {
            reasons.disadvantage(status.name.to_lowercase(), status.rule.as_str());
        }
    }
    if let Some(status) = position.dread(unit.id()) {
        reasons.disadvantage(status.name.to_lowercase(), status.rule.as_str());
    }
    reasons
}

/// A check against a number; `help` is a reason for advantage, with its rule.
pub fn build_roll(
    position: Position<'_>,
    unit: &Unit,
    skill: Skill,
    number: (&str, i32),
    help: Option<(&str, &str)>,
) -> Roll {
    let mut reasons = condition_disadvantages(position, unit, skill);
    if let Some((why, rule)) = help {
        reasons.advantage(why, rule);
    }
    let mut bonus = position.numbers(unit.id()).map_or_else(Sum::new, |n| n.check(skill));
    reasons.explain(&mut bonus);
    let mut against = Sum::new();
    against.push(number.0, number.1, "MO-3");
    let kept = reasons.kept(position.content.rules.advantage_mode);
    Roll { bonus, kept, against, label: skill.label() }
}

/// Rolls a check against a number. A natural 20 always succeeds (MO-14).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn against(
    position: Position<'_>,
    unit: &Unit,
    skill: Skill,
    number: (&str, i32),
    oracle: &mut Oracle<'_>,
) -> Result<(Degree, Vec<Event>), Pause> {
    helped(position, unit, skill, number, None, oracle)
}

/// Like [`against`], with a reason for advantage.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn helped(
    position: Position<'_>,
    unit: &Unit,
    skill: Skill,
    number: (&str, i32),
    help: Option<(&str, &str)>,
    oracle: &mut Oracle<'_>,
) -> Result<(Degree, Vec<Event>), Pause> {
    let rules = &position.content.rules;
    let roll = build_roll(position, unit, skill, number, help);
    let (degree, face, rolled) = make(position, unit, &roll, oracle)?;
    let mut events = vec![rolled];
    if face == 20 {
        let to = unit.pools.0.value(NM) + rules.momentum.natural_20;
        events.extend(health::pool(unit, NM, to, "a natural 20", "MO-136"));
    }
    Ok((degree, events))
}

/// Rolls a check and returns the kept die as well. The caller handles the benefits of a natural 20.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn make(
    position: Position<'_>,
    unit: &Unit,
    roll: &Roll,
    oracle: &mut Oracle<'_>,
) -> Result<(Degree, i32, Event), Pause> {
    let rules = &position.content.rules;
    let needs = roll.needs();
    let (faces, face) = roll.throw(&[20], oracle)?;
    let degree = if face == 20 && rules.check_critical {
        Degree::Critical
    } else if face >= needs {
        Degree::Success
    } else {
        Degree::Failure
    };
    let rolled = roll.rolled("check", unit.id(), None, (faces, face), degree);
    let least = needs.clamp(1, rules.most_to_succeed());
    let rolled = Rolled { needs: Some(least), ..rolled };
    Ok((degree, face, events::rolled(rolled, &["MO-13"])))
}

/// A check with the best of several skills, without critical success, as used in opposed checks
/// (MO-6, MO-15).
pub fn plain(position: Position<'_>, unit: &Unit, skills: &[Skill], against: Sum) -> Roll {
    let Contestant { mut bonus, reasons } = contestant(position, unit, skills);
    reasons.explain(&mut bonus);
    let kept = reasons.kept(position.content.rules.advantage_mode);
    Roll { bonus, kept, against, label: "Stealth" }
}

/// The best skill for one side of an opposed check; of equal ones the first in the list (MO-6).
pub fn best_skill(position: Position<'_>, unit: &Unit, skills: &[Skill]) -> Option<Skill> {
    let numbers = position.numbers(unit.id())?;
    let total = |skill: Skill| numbers.check(skill).total();
    let best = skills.iter().map(|s| total(*s)).max()?;
    skills.iter().copied().find(|s| total(*s) == best)
}

/// A combatant's bonus with the best of these skills.
pub fn best(position: Position<'_>, unit: &Unit, skills: &[Skill]) -> i32 {
    let numbers = position.numbers(unit.id());
    let totals = skills.iter().filter_map(|s| numbers.as_ref().map(|n| n.check(*s).total()));
    totals.max().unwrap_or(0)
}

/// An opposed check: the skills each side may use, and whether size matters (MO-18).
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// Skills of the actor.
    pub own: &'static [Skill],
    /// Skills of the target.
    pub theirs: &'static [Skill],
    /// Whether the larger side has advantage.
    pub size_tells: bool,
}

/// One side of an opposed check: its die and bonus.
struct Contestant {
    bonus: Sum,
    reasons: Advantage,
}

fn contestant(position: Position<'_>, unit: &Unit, skills: &[Skill]) -> Contestant {
    let Some(skill) = best_skill(position, unit, skills) else {
        return Contestant { bonus: Sum::new(), reasons: Advantage::default() };
    };
    let bonus = position.numbers(unit.id()).map_or_else(Sum::new, |n| n.check(skill));
    Contestant { bonus, reasons: condition_disadvantages(position, unit, skill) }
}

impl Contest {
    /// Both sides before the roll: the actor, then the target.
    fn sides(&self, position: Position<'_>, actor: &Unit, target: &Unit) -> [Roll; 2] {
        let mut own = contestant(position, actor, self.own);
        let mut theirs = contestant(position, target, self.theirs);
        if self.size_tells {
            match position.size(target.id()).above(position.size(actor.id())) {
                0 => {}
                1.. => theirs.reasons.advantage("larger", "MO-18"),
                _ => own.reasons.advantage("larger", "MO-18"),
            }
        }
        let mode = position.content.rules.advantage_mode;
        let roll = |side: Contestant, label| {
            let kept = side.reasons.kept(mode);
            let mut bonus = side.bonus;
            side.reasons.explain(&mut bonus);
            Roll { bonus, kept, against: Sum::new(), label }
        };
        [roll(own, "the other's check"), roll(theirs, "the actor's check")]
    }

    /// Why a unit loses every opposed check: a condition, or being an object (MO-132). `None` if it
    /// does not.
    fn helpless<'a>(position: Position<'a>, target: &Unit) -> Option<&'a str> {
        let numbers = position.numbers(target.id())?;
        if numbers.creature().is(Trait::Object) {
            return Some("it is an object");
        }
        let status = numbers.affected(|e| matches!(e, StatusEffect::LosesContests));
        status.map(|status| status.name.as_str())
    }

    /// The actor's chance to win, in thousandths; for estimates.
    pub fn chance(&self, position: Position<'_>, actor: &Unit, target: &Unit) -> i32 {
        if Self::helpless(position, target).is_some() {
            return 1000;
        }
        let [own, theirs] = self.sides(position, actor, target);
        let edge = own.bonus.total() - theirs.bonus.total();
        let mut wins = 0;
        for face in 1..=20 {
            // All faces that give a lower total.
            let below: i64 = (1..(face + edge).clamp(1, 21)).map(|f| weight(theirs.kept, f)).sum();
            wins += weight(own.kept, face) * below;
        }
        i32::try_from(wins * 1000 / (400 * 400)).unwrap_or(0)
    }

    /// The opposed check for display; neither die is fixed. `None` without a roll (MO-132).
    pub fn forecast(
        &self,
        position: Position<'_>,
        actor: &Unit,
        target: &Unit,
    ) -> Option<Forecast> {
        if Self::helpless(position, target).is_some() {
            return None;
        }
        let [own, theirs] = self.sides(position, actor, target);
        Some(Forecast::opposed(target.id(), own.test(), theirs.test(), Settle::TOTALS))
    }

    /// Rolls the opposed check. The actor has to roll higher; a tie changes nothing (MO-4, MO-5,
    /// MO-15).
    ///
    /// # Errors
    /// [`Pause`] while dice are missing.
    pub fn make(
        &self,
        position: Position<'_>,
        actor: &Unit,
        target: &Unit,
        oracle: &mut Oracle<'_>,
    ) -> Result<(bool, Vec<Event>), Pause> {
        if let Some(why) = Self::helpless(position, target) {
            let text = format!("{} cannot resist: {why}", target.identity.name);
            return Ok((true, vec![events::note(target, text, "MO-132")]));
        }
        let [mut first, mut second] = self.sides(position, actor, target);
        let (faces, face) = first.throw(&EVERY_FACE, oracle)?;
        let total = face + first.bonus.total();
        second.against.push(format!("check of {}", actor.identity.name), total, "MO-4");
        let (their_faces, their_face) = second.throw(&[], oracle)?;
        let their_total = their_face + second.bonus.total();
        first.against.push(format!("check of {}", target.identity.name), their_total + 1, "MO-4");
        let (me, them, open) = (actor.id(), target.id(), Degree::Failure);
        let mut own = first.rolled("contest", me, Some(them), (faces, face), open);
        let theirs = (their_faces, their_face);
        let mut theirs = second.rolled("contest", them, Some(me), theirs, open);
        let wins = Rolled::oppose(&mut own, &mut theirs, Settle::TOTALS) == Winner::Active;
        let told = |rolled| events::rolled(rolled, &["MO-4", "MO-5"]);
        Ok((wins, vec![told(own), told(theirs)]))
    }
}

/// Number of throws out of 400 in which this face is kept.
fn weight(kept: Kept, face: i32) -> i64 {
    let face = i64::from(face);
    match kept {
        Kept::Only => 20,
        Kept::Higher => 2 * face - 1,
        Kept::Lower => 41 - 2 * face,
    }
}
