//! Strikes with weapons: what it takes to use one, and the stages of a strike (TU-22, TU-35 to
//! TU-53).

use crate::rules::event::{Degree, Event, EventKind};
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Deed;
use crate::rules::{Key, Refusal};

use super::ailments;
use super::attack::{Means, prepare};
use super::budget;
use super::data::{Content, Mark, Trait, Weapon};
use super::harm::{self, Wound};
use super::numbers::{ATTACKS, DRAW, FISTS, MAIN, Numbers, SIDE, STRIKE};
use super::shield::{self, Reacted};
use super::step::{Blow, Outcome, Strike};

/// Checks that a combatant can use a weapon now, regardless of the target.
///
/// # Errors
/// The reason why it cannot.
pub fn check_weapon(numbers: &Numbers<'_>, (slot, weapon): (&str, &Weapon)) -> Result<(), Refusal> {
    let armed = weapon.id != *FISTS;
    if armed && weapon.rank > numbers.wields() {
        return Err(Refusal::new("too_heavy", "its rank is too high to wield it", "TU-22"));
    }
    if armed && numbers.suffers(Trait::Unarmed) {
        return Err(Refusal::new("no_weapons", "it cannot use weapons", "TU-253"));
    }
    let lost = numbers.lost(true);
    if weapon.hands > 1 && lost > 0 || armed && lost > 1 {
        return Err(Refusal::new("no_hands", "it has lost an arm that this takes", "TU-255"));
    }
    let drawn = numbers.unit.turn.deeds.iter().any(|deed| deed.class == *DRAW);
    if slot == SIDE && drawn {
        return Err(Refusal::new("drawn", "it has changed weapons in this Turn", "TU-35"));
    }
    Ok(())
}

/// Runs one stage of a strike.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Strike,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = || Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit) else { return over() };
    let Some(numbers) = Numbers::of(content, actor) else { return over() };
    let Some((slot, weapon)) = numbers.weapon(step.weapon.as_str()) else { return over() };
    let next = |blow| Strike { blow, ..step.clone() }.into();
    if step.blow == Blow::Declare {
        let events = declare(&numbers, (slot, weapon), step);
        return Ok(Outcome::then(events, next(Blow::Shield)));
    }
    // A target that is now out of reach is not struck (TU-195).
    let secondary = !step.prepared && numbers.strikes().0 != step.main;
    let roll = prepare(content, ctx, (actor, Means::Weapon(weapon)), step.target, secondary);
    let Ok(roll) = roll else { return over() };
    match step.blow {
        Blow::Declare | Blow::Shield => {
            let asked = shield::offer(content, ctx, (actor, &roll), step.answered, oracle)?;
            let (events, target) = match asked {
                Reacted::No => return Ok(Outcome::then(Vec::new(), next(Blow::Roll))),
                Reacted::Target(events) => {
                    let step = Strike { answered: true, blow: Blow::Shield, ..step.clone() };
                    return Ok(Outcome::then(events, step.into()));
                }
                Reacted::Shielder(events, id) => (events, id),
            };
            let instead = super::step::Shielded { unit: step.target, dod: roll.dod.total() };
            let blow = Blow::Roll;
            let step = Strike { target, shielded: Some(instead), blow, ..step.clone() };
            Ok(Outcome::then(events, step.into()))
        }
        Blow::Roll => {
            let test = roll.test(content, step.shielded.as_ref().map(|other| other.dod));
            let (faces, score) = test.roll(oracle)?;
            let rolled = events::tested(&test, (STRIKE, actor, Some(step.target)), faces, "TU-39");
            let sure = numbers.ailments().find(|(_, a)| a.marks.contains(&Mark::Sure));
            let used = sure.map(|(c, _)| events::relieved_of(actor, c, "it has struck", "TU-46"));
            let revealed = ailments::revealed(content, actor, roll.target.unit);
            let events = [rolled].into_iter().chain(used).chain(revealed).collect();
            Ok(if score.passed() {
                let critical = score.degree == Degree::Critical;
                Outcome::then(events, next(Blow::Harm { critical }))
            } else {
                Outcome::done(events)
            })
        }
        Blow::Harm { critical } => {
            let damage = roll.damage(content, critical);
            let wound = Wound::by(&weapon.id, actor, roll.means.kind(), damage);
            Ok(Outcome::done(harm::deal(content, &roll.target, wound, oracle)?))
        }
    }
}

/// Declares the strike and pays an Attack for it (TU-36), drawing a weapon at the belt (TU-35).
fn declare(numbers: &Numbers<'_>, (slot, weapon): (&str, &Weapon), step: &Strike) -> Vec<Event> {
    let unit = numbers.unit;
    let mut events = Vec::new();
    if slot == SIDE {
        let held = unit.gear.0.get(MAIN).cloned().unwrap_or_default();
        let deed = Deed { class: Key::of(DRAW), act: weapon.id.clone(), amount: 0 };
        events.push(Event::new(EventKind::gear(unit, MAIN, &weapon.id), &["TU-35"]));
        events.push(Event::new(EventKind::gear(unit, SIDE, &held), &["TU-35"]));
        events.push(events::deed(unit, deed, None, "TU-35"));
    }
    let act = (weapon.id.clone(), weapon.name.as_str());
    events.push(events::declared(unit, act, vec![step.target], &["TU-36"]));
    if step.prepared {
        return events;
    }
    if let Some(attacks) = step.split {
        events.extend(budget::mix(unit, numbers, attacks, 1));
    } else {
        let left = unit.pools.0.value(ATTACKS) - 1;
        events.extend(events::pool(unit, ATTACKS, left, &weapon.name, "TU-36"));
    }
    let deed = Deed { class: Key::of(STRIKE), act: weapon.id.clone(), amount: step.main };
    events.push(events::deed(unit, deed, None, "TU-48"));
    events
}
