//! Resistance checks: a d20 and the Bonus Dice of the Ability Score that the effect names, against the
//! roll or number of the effect; no reaction, and free (VG-169 to VG-175).

use crate::rules::Sum;
use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::roll::Test;

use super::data::{Ability, Talent};
use super::numbers::Numbers;

/// The check of a combatant against a number (VG-171, VG-172, VG-175).
pub fn test(numbers: &Numbers<'_>, ability: Ability, against: i32) -> Test {
    let mut number = Sum::new();
    number.push("the effect", against, "VG-172");
    let tally = numbers.tally();
    let mut test = Test::of(20, tally.told().clone(), "the effect", number).above();
    let talent = i32::from(numbers.sheet.has(Talent::IronWill));
    let score = numbers.resisting(ability) / numbers.content.rules.score_per_die;
    test.dice.extend(numbers.dice(score + talent, tally.on_action()));
    test
}

/// Resists, and tells what was rolled. True if the effect is resisted.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn resists(
    numbers: &Numbers<'_>,
    ability: Ability,
    against: i32,
    oracle: &mut Oracle<'_>,
) -> Result<(bool, Event), Pause> {
    let test = test(numbers, ability, against);
    let (faces, score) = test.roll(oracle)?;
    let event = events::tested(&test, ("resist", numbers.unit, None), faces, "VG-169");
    Ok((score.passed(), event))
}
