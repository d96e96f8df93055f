//! Defense Rolls (MO-215 to MO-230).

use crate::rules::Sum;
use crate::rules::event::{Degree, Event, Happening};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::state::Unit;

use super::cover::Origin;
use super::data::{Stat, StatusEffect, Trait};
use super::position::Position;
use super::roll::{Leaning, Roll};

/// How a Defense Roll stands. `origin` is where the effect comes from, for cover (MO-309).
/// `favour` is a reason for advantage beside the roller's conditions, with its rule. `None` for
/// those that fail it without a roll (MO-218, MO-247).
pub fn stands(
    position: Position<'_>,
    unit: &Unit,
    stat: Stat,
    power: (&str, i32),
    origin: Option<Origin>,
    favour: Option<(&str, &'static str)>,
) -> Option<Roll> {
    let numbers = position.numbers(unit.id())?;
    let fails = |e: &StatusEffect| matches!(e, StatusEffect::DrFails(list) if list.contains(&stat));
    if numbers.creature().is(Trait::Object) || numbers.has(fails) {
        return None;
    }
    let mut lean = Leaning::default();
    if let Some((why, rule)) = favour {
        lean.advantage(why, rule);
    }
    for (status, effect) in numbers.effects() {
        let (why, rule) = (status.name.to_lowercase(), status.rule.as_str());
        match effect {
            StatusEffect::DrAdvantage => lean.advantage(why, rule),
            StatusEffect::DrDisadvantage(list) if list.contains(&stat) => {
                lean.disadvantage(why, rule);
            }
            _ => {}
        }
    }
    let mut bonus = numbers.defense(stat);
    if let Some(origin) = origin {
        position.add_cover_to_defense(&mut bonus, origin, unit.id());
    }
    lean.explain(&mut bonus);
    let mut against = Sum::new();
    against.push(power.0, power.1, "MO-216");
    let kept = lean.kept(position.content.rules.advantage_mode);
    Some(Roll { bonus, kept, against, label: stat.label() })
}

/// Makes a Defense Roll (MO-215).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn roll(
    position: Position<'_>,
    unit: &Unit,
    stat: Stat,
    power: (&str, i32),
    origin: Option<Origin>,
    oracle: &mut Oracle<'_>,
) -> Result<(Degree, Vec<Event>), Pause> {
    favoured(position, unit, stat, power, origin, None, oracle)
}

/// As [`roll`], with a reason for advantage beside the roller's conditions.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn favoured(
    position: Position<'_>,
    unit: &Unit,
    stat: Stat,
    power: (&str, i32),
    origin: Option<Origin>,
    favour: Option<(&str, &'static str)>,
    oracle: &mut Oracle<'_>,
) -> Result<(Degree, Vec<Event>), Pause> {
    let Some(roll) = stands(position, unit, stat, power, origin, favour) else {
        let text = format!("{} fails its {stat} Defense Roll", unit.identity.name);
        let note = Happening::Note { unit: Some(unit.id()), text };
        return Ok((Degree::Failure, vec![Event::new(note, &["MO-218"])]));
    };
    let needs = roll.needs();
    let (faces, face) = roll.throw(vec![needs], oracle)?;
    let degree = if face >= needs { Degree::Success } else { Degree::Failure };
    let rolled = roll.rolled("defense", unit.id(), None, (faces, face), degree);
    Ok((degree, vec![Event::new(Happening::Rolled(rolled), &["MO-215"])]))
}
