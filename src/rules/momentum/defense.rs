//! Defense Rolls (MO-215 to MO-230).

use rules::event::{Degree, Event, Rolled};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::policy::Policy;
use rules::prompt::{Answer, Prompt};
use rules::state::Unit;
use rules::{Key, Sum};

use super::cover::Origin;
use super::data::{Content, DrNaturals, Stat, StatusEffect, Trait};
use super::decider;
use super::position::Position;
use super::roll::{Advantage, Roll};

/// Prompt kind and standing order: whether a unit accepts an effect from its own side.
pub const WILLING: &str = "willing";
/// Prompt kind and standing order: whether a Defense Roll is failed on purpose.
pub const YIELD: &str = "yield";

/// A Defense Roll before the dice. `origin` is where the effect comes from, for cover (MO-309).
/// `favour` is a reason for advantage in addition to the roller's conditions, with its rule. `None`
/// for units that fail without a roll (MO-218, MO-247).
pub fn build_roll(
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
    let mut reasons = Advantage::default();
    if let Some((why, rule)) = favour {
        reasons.advantage(why, rule);
    }
    for (status, effect) in numbers.effects() {
        let (why, rule) = (status.name.to_lowercase(), status.rule.as_str());
        match effect {
            StatusEffect::DrAdvantage => reasons.advantage(why, rule),
            StatusEffect::DrDisadvantage(list) if list.contains(&stat) => {
                reasons.disadvantage(why, rule);
            }
            _ => {}
        }
    }
    let mut bonus = numbers.defense(stat);
    if let Some(origin) = origin {
        position.add_cover_to_defense(&mut bonus, origin, unit.id());
    }
    reasons.explain(&mut bonus);
    let mut against = Sum::new();
    against.push(power.0, power.1, "MO-216");
    let kept = reasons.kept(position.content.rules.advantage_mode);
    Some(Roll { bonus, kept, against, label: stat.label() })
}

/// The lowest and the highest face that a Defense Roll may need: 21 if a natural 20 can fail, 2 if
/// a natural 1 always fails (MO-219, MO-447).
pub const fn faces_that_decide(content: &Content) -> (i32, i32) {
    match content.rules.dr_naturals {
        DrNaturals::None => (1, 21),
        DrNaturals::Nat20And1 => (2, 20),
    }
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
    if build_roll(position, unit, stat, power, origin, None).is_some()
        && let Some(given_up) = gives_up(position, unit, (stat, power), oracle)?
    {
        return Ok((Degree::Failure, vec![given_up]));
    }
    roll_unasked(position, unit, (stat, power), origin, None, oracle)
}

/// Whether a roll is failed on purpose (MO-217). Only sides with a standing order for it are asked,
/// since this is hardly ever wanted.
fn gives_up(
    position: Position<'_>,
    unit: &Unit,
    (stat, power): (Stat, (&str, i32)),
    oracle: &mut Oracle<'_>,
) -> Result<Option<Event>, Pause> {
    let state = position.ctx.state;
    let side = decider::of(state, unit);
    let order = state.scene.policies.given(side, YIELD);
    if order.is_none_or(|policy| policy == Policy::Never) {
        return Ok(None);
    }
    let (name, (against, number)) = (&unit.identity.name, power);
    let text = format!("{name}: fail the {stat} Defense Roll ({against} {number}) on purpose?");
    let prompt = Prompt::yes_no(YIELD, side, Some(unit.id()), text, false, "MO-217");
    let fails = oracle.ask(prompt.about(Key::of(YIELD)))? == Answer::YES;
    let (answer, rules) = ((YIELD, "yes"), &["MO-217", "MO-258"]);
    Ok(fails.then(|| events::chose(side, Some(unit.id()), answer, rules)))
}

/// Like [`roll`], but without asking whether to fail on purpose, and with an optional reason for
/// advantage in addition to the roller's conditions.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn roll_unasked(
    position: Position<'_>,
    unit: &Unit,
    (stat, power): (Stat, (&str, i32)),
    origin: Option<Origin>,
    favour: Option<(&str, &'static str)>,
    oracle: &mut Oracle<'_>,
) -> Result<(Degree, Vec<Event>), Pause> {
    let Some(roll) = build_roll(position, unit, stat, power, origin, favour) else {
        let text = format!("{} fails its {stat} Defense Roll", unit.identity.name);
        return Ok((Degree::Failure, vec![events::note(unit, text, "MO-218")]));
    };
    let range = faces_that_decide(position.content);
    let needs = roll.needs().clamp(range.0, range.1);
    let (faces, face) = roll.throw(&[needs], oracle)?;
    let degree = if face >= needs { Degree::Success } else { Degree::Failure };
    let rolled = roll.rolled("defense", unit.id(), None, (faces, face), degree);
    let rolled = Rolled { needs: Some(needs), ..rolled };
    Ok((degree, vec![events::rolled(rolled, &["MO-215"])]))
}
