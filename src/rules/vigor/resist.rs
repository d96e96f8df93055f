//! Resistance checks: a d20 and the Bonus Dice of the Ability Score that the effect names, against
//! the effect's roll or number; free, and not a reaction (VG-169 to VG-175).

use rules::Key;
use rules::Sum;
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::roll::Test;

use super::data::{Ability, Moment, Talent};
use super::names::{STRUGGLE, VIGOR};
use super::numbers::Numbers;
use super::tally::Tally;

/// The check of a combatant against a number (VG-171, VG-172, VG-175).
pub fn test(numbers: &Numbers<'_>, ability: Ability, against: i32) -> Test {
    test_with(numbers, (ability, number(against)), &numbers.tally())
}

/// The number of an effect.
pub fn number(against: i32) -> Sum {
    let mut number = Sum::new();
    number.push("the effect", against, "VG-172");
    number
}

/// The check against this number with these Charges and Challenges.
pub fn test_with(numbers: &Numbers<'_>, (ability, number): (Ability, Sum), tally: &Tally) -> Test {
    let talent = i32::from(numbers.sheet.has(Talent::IronWill));
    let dice = numbers.effective_score(ability) / numbers.content.rules.score_per_die + talent;
    numbers.check("the effect", number, tally, dice)
}

/// Whether a unit tries to resist at all: it can afford to and wants to (VG-173, VG-174). Sides are
/// asked only if their standing orders say so.
fn struggles(
    moment: Moment<'_>,
    numbers: &Numbers<'_>,
    against: &str,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    let (unit, state) = (numbers.unit, moment.ctx.state);
    if unit.pools.0.value(VIGOR) < moment.content.rules.resistance_vigor {
        return Ok(false);
    }
    let side = state.commander(unit.id()).unwrap_or(unit.side());
    if state.scene.policies.given(side, STRUGGLE).is_none() {
        return Ok(true);
    }
    let text = format!("Does {} struggle against {against}?", unit.identity.name);
    let prompt = Prompt::yes_no("struggle", side, Some(unit.id()), text, true, "VG-174");
    Ok(oracle.ask(prompt.about(Key::of(STRUGGLE)))? == Answer::YES)
}

/// Makes the check against an effect, given by its name, the score that resists it and its number,
/// and reports the roll. True if the effect is resisted.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn resists(
    moment: Moment<'_>,
    numbers: &Numbers<'_>,
    (name, ability, against): (&str, Ability, i32),
    oracle: &mut Oracle<'_>,
) -> Result<(bool, Vec<Event>), Pause> {
    if !struggles(moment, numbers, name, oracle)? {
        let text = format!("does not struggle against {name}");
        return Ok((false, vec![events::note(numbers.unit, text, "VG-174")]));
    }
    let test = test(numbers, ability, against);
    let (faces, score) = test.roll(oracle)?;
    let left = numbers.unit.pools.0.value(VIGOR) - moment.content.rules.resistance_vigor;
    let paid = events::pool(numbers.unit, VIGOR, left, "struggling", "VG-173");
    let rolled = events::tested(&test, ("resist", numbers.unit, None), faces, "VG-169");
    Ok((score.passed(), paid.into_iter().chain([rolled]).collect()))
}
