//! Checks of combatants: their place, meters, conditions and gear, and what happens to them after
//! the battle.

use std::collections::BTreeMap;

use grid::{Cell, Dir};
use rules::engine;

use super::errors::CheckError;
use super::lines::{lasts, snake};
use super::scalar::Metres;
use super::value::Value;
use super::view::{View, same};

/// Checks a track or pool.
pub(super) fn meter(view: View<'_>, who: &str, id: &str, expected: i32) -> Result<(), CheckError> {
    same(&format!("{id} of {who}"), expected, view.meter(who, id)?)
}

/// Checks a meter of the item in a slot, or of a layer.
pub(super) fn wear(
    view: View<'_>,
    who: &str,
    on: &str,
    id: &str,
    expected: i32,
) -> Result<(), CheckError> {
    let carriers = &view.unit(who)?.carriers;
    let meters = carriers.item(on).or_else(|| carriers.layer(on).map(|layer| &layer.meters));
    let found = meters.and_then(|meters| meters.get(id)).ok_or_else(|| CheckError::NoMeterOn {
        unit: who.to_owned(),
        carrier: on.to_owned(),
        meter: id.to_owned(),
    })?;
    same(&format!("{id} of {on} of {who}"), expected, found.value)
}

/// Checks the progress of an act over several turns; 0 if it has not begun.
pub(super) fn progress(
    view: View<'_>,
    who: &str,
    act: &str,
    expected: i32,
) -> Result<(), CheckError> {
    let done = view.unit(who)?.undertakings.get(act).map_or(0, |what| what.done);
    same(&format!("{act} of {who}"), expected, done)
}

/// Checks the state of a layer; an empty text for no layer.
pub(super) fn layer(view: View<'_>, who: &str, id: &str, expected: &str) -> Result<(), CheckError> {
    let found = view.unit(who)?.carriers.layer(id);
    let found = found.map_or_else(String::new, |layer| snake(&layer.state));
    same(&format!("layer {id} of {who}"), expected.to_owned(), found)
}

/// Checks the fitness over all tracks, in thousandths.
pub(super) fn fitness(view: View<'_>, who: &str, expected: i32) -> Result<(), CheckError> {
    same(&format!("fitness of {who}"), expected, view.rules.fitness(view.unit(who)?).whole)
}

/// Checks the north-west cell of a combatant.
pub(super) fn at(view: View<'_>, who: &str, expected: Cell) -> Result<(), CheckError> {
    let at = view.unit(who)?.placement.at.cell();
    let at = at.map_or_else(|| "nowhere".to_owned(), |cell| cell.to_string());
    same(&format!("place of {who}"), expected.to_string(), at)
}

/// Checks where a combatant faces.
pub(super) fn faces(view: View<'_>, who: &str, expected: Dir) -> Result<(), CheckError> {
    let found = view.unit(who)?.placement.facing;
    same(&format!("facing of {who}"), format!("{expected:?}"), format!("{found:?}"))
}

/// Checks the absolute height of a combatant's feet.
pub(super) fn feet(view: View<'_>, who: &str, expected: Metres) -> Result<(), CheckError> {
    same(&format!("feet of {who}"), expected.0, view.unit(who)?.placement.feet)
}

/// Checks the height of a combatant's feet above the floor or water below.
pub(super) fn altitude(view: View<'_>, who: &str, expected: Metres) -> Result<(), CheckError> {
    same(&format!("altitude of {who}"), expected.0.to_string(), view.altitude(who)?)
}

/// Checks whether a combatant stands or lies.
pub(super) fn posture(view: View<'_>, who: &str, expected: &str) -> Result<(), CheckError> {
    let found = snake(&view.unit(who)?.placement.posture);
    same(&format!("posture of {who}"), expected.to_owned(), found)
}

/// Checks what supports a combatant.
pub(super) fn support(view: View<'_>, who: &str, expected: &str) -> Result<(), CheckError> {
    let found = snake(&view.unit(who)?.placement.support);
    same(&format!("support of {who}"), expected.to_owned(), found)
}

/// Checks the status of a combatant.
pub(super) fn status(view: View<'_>, who: &str, expected: &str) -> Result<(), CheckError> {
    let found = snake(&view.unit(who)?.status);
    same(&format!("status of {who}"), expected.to_owned(), found)
}

/// Checks all conditions of a combatant, in the order they began.
pub(super) fn conditions(view: View<'_>, who: &str, expected: &[String]) -> Result<(), CheckError> {
    let list = &view.unit(who)?.conditions.0;
    let found = list.iter().map(|condition| condition.id.to_string()).collect();
    let words = |list: Vec<String>| Value::List(list).to_string();
    same(&format!("conditions of {who}"), words(expected.to_vec()), words(found))
}

/// Checks a condition of a combatant: its name and the part of the body; then its size, how long it
/// lasts, and the values stored with it, as far as they are given.
pub(super) fn condition(
    view: View<'_>,
    of: &str,
    (is, part): (&str, Option<&str>),
    (size, expected, data): (Option<i32>, Option<&str>, &BTreeMap<String, i64>),
) -> Result<(), CheckError> {
    let unit = view.unit(of)?;
    let found = match part {
        Some(part) => unit.conditions.on(is, part),
        None => unit.conditions.get(is),
    };
    let Some(condition) = found else {
        let (unit, condition, part) = (of.to_owned(), is.to_owned(), part.map(str::to_owned));
        return Err(CheckError::NoCondition { unit, condition, part });
    };
    for (name, value) in data {
        same(&format!("{name} of {is} on {of}"), *value, condition.data.get(name))?;
    }
    if let Some(size) = size {
        same(&format!("{is} on {of}"), size, condition.size)?;
    }
    match expected {
        Some(expected) => {
            let found = lasts(view.names, condition);
            same(&format!("{is} on {of} lasts"), expected.to_owned(), found)
        }
        None => Ok(()),
    }
}

/// Checks the distance between two combatants as ranges measure it.
pub(super) fn distance(
    view: View<'_>,
    from: &str,
    to: &str,
    expected: u32,
) -> Result<(), CheckError> {
    let (rules, ends) = (view.rules, (view.id(from)?, view.id(to)?));
    let found = engine::with_ctx(rules, view.state, |ctx| rules.distance(ctx, ends.0, ends.1));
    let found = found.map_or_else(|| "off the board".to_owned(), |n| n.to_string());
    same(&format!("distance from {from} to {to}"), expected.to_string(), found)
}

/// Checks the content of a gear slot; an empty text for an empty slot.
pub(super) fn holds(
    view: View<'_>,
    who: &str,
    slot: &str,
    expected: &str,
) -> Result<(), CheckError> {
    let found = view.unit(who)?.gear.0.get(slot);
    let found = found.map_or_else(String::new, ToString::to_string);
    same(&format!("{slot} of {who}"), expected.to_owned(), found)
}

/// Checks the current sheet of a combatant: its role's, or a form's.
pub(super) fn form(view: View<'_>, who: &str, expected: &str) -> Result<(), CheckError> {
    let found = view.unit(who)?.form.sheet.kind.to_string();
    same(&format!("form of {who}"), expected.to_owned(), found)
}

/// Checks a flag of a combatant.
pub(super) fn flag(view: View<'_>, who: &str, id: &str, expected: i64) -> Result<(), CheckError> {
    same(&format!("flag {id} of {who}"), expected, view.unit(who)?.flags.get(id))
}

/// Checks what happens to a combatant after the battle, according to the ruleset.
pub(super) fn after(
    view: View<'_>,
    who: &str,
    fate: &str,
    now: &BTreeMap<String, i32>,
    lasting: Option<&BTreeMap<String, String>>,
) -> Result<(), CheckError> {
    let id = view.id(who)?;
    let all = engine::with_ctx(view.rules, view.state, |ctx| view.rules.aftermath(ctx));
    let Some(found) = all.into_iter().find(|a| a.unit == id) else {
        return Err(CheckError::NoAftermath(who.to_owned()));
    };
    same(&format!("fate of {who}"), fate.to_owned(), snake(&found.fate))?;
    for (name, value) in now {
        let meters = found.tracks.iter().chain(&found.pools);
        let meter = meters.clone().find(|(id, ..)| *id == **name);
        let is = meter.map_or_else(|| "nothing".to_owned(), |(_, value, _)| value.to_string());
        same(&format!("{name} of {who} afterwards"), value.to_string(), is)?;
    }
    let Some(expected) = lasting else { return Ok(()) };
    let list = |pair: (&str, String)| format!("{} {}", pair.0, pair.1);
    let seconds = |left: &Option<u32>| left.map_or("no limit".to_owned(), |n| format!("{n} s"));
    let mut is: Vec<String> =
        found.lasting.iter().map(|(id, left)| list((id.as_str(), seconds(left)))).collect();
    is.sort_unstable();
    let expected = expected.iter().map(|(id, left)| list((id, left.clone()))).collect();
    let (expected, is) = (Value::List(expected).to_string(), Value::List(is).to_string());
    same(&format!("what lasts on {who} afterwards"), expected, is)
}
