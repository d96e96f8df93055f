//! Rulings about conditions.

use crate::Key;
use crate::event::{Event, EventKind, RulingChange};
use crate::refusal::Refusal;
use crate::ruleset::Ruleset;
use crate::ruling::MOST;
use crate::state::{Condition, Expiry, State, Unit};

use super::common::{WHY, all, event, refuse, said, unchanged, unit_of};

/// Maximum number of flags of a condition set by the referee.
const MAX_DATA: usize = 16;

/// The display name of a condition.
fn condition_name(rules: &dyn Ruleset, id: &Key) -> Result<String, Refusal> {
    let known = &rules.describe().conditions;
    known.iter().find(|c| c.id == *id).map(|c| c.name.clone()).ok_or_else(|| {
        let text = format!(
            "there is no condition `{id}`; available: {}",
            all(known.iter().map(|c| &c.id))
        );
        refuse("no_such_condition", text)
    })
}

/// Adds a condition to a combatant.
///
/// # Errors
/// If it does not exist, or its values are not allowed.
pub(super) fn afflict(
    rules: &dyn Ruleset,
    state: &State,
    unit: &Unit,
    condition: &Condition,
) -> Result<Vec<Event>, Refusal> {
    let name = condition_name(rules, &condition.id)?;
    if rules.describe().states.contains(&condition.id) {
        let text = format!("{name} follows from posture or status; change that instead");
        return Err(refuse("no_such_condition", text));
    }
    let parts = &rules.describe().parts;
    if let Some(part) = &condition.part
        && parts.iter().all(|entry| entry.id != *part)
    {
        let known = all(parts.iter().map(|entry| &entry.id));
        let text = format!("there is no body part `{part}`; available: {known}");
        return Err(refuse("no_such_part", text));
    }
    let most = i64::from(MOST);
    if condition.data.iter().count() > MAX_DATA
        || condition.data.iter().any(|(_, n)| !(-most..=most).contains(&n))
    {
        let text =
            format!("a condition has at most {MAX_DATA} values, each from -{MOST} to {MOST}");
        return Err(refuse("out_of_range", text));
    }
    if !(0..=i32::from(MOST)).contains(&condition.size) {
        let text = format!("a condition's value must be 0 to {MOST}, not {}", condition.size);
        return Err(refuse("out_of_range", text));
    }
    if let Some(source) = condition.source {
        unit_of(state, source)?;
    }
    let times = match &condition.expiry {
        Expiry::Battle => None,
        Expiry::Hits(n) | Expiry::Rounds(n) => Some(*n),
        Expiry::Slots { of, left } | Expiry::TurnEnds { of, left } => {
            unit_of(state, *of)?;
            Some(*left)
        }
        Expiry::Until(_) => {
            let text = "the referee's conditions must end after hits, turns, rounds or the battle";
            return Err(refuse("no_such_end", text));
        }
    };
    if times.is_some_and(|n| !(1..=MOST).contains(&n)) {
        return Err(refuse("out_of_range", format!("its duration must be 1 to {MOST}")));
    }
    let alike = |c: &Condition| c.id == condition.id && c.part == condition.part;
    let known = unit.conditions.0.iter().position(alike);
    if known.and_then(|i| unit.conditions.0.get(i)) == Some(condition) {
        return Err(unchanged());
    }
    let size = if condition.size == 0 { String::new() } else { format!(" {}", condition.size) };
    let part = condition.part.as_ref().map_or_else(String::new, |part| part_name(rules, part));
    let text = format!("{} has {name}{size}{part}.", unit.identity.name);
    let what =
        EventKind::Afflicted { unit: unit.id(), condition: condition.clone(), replaces: known };
    Ok(vec![said(text, RulingChange::Values), event(what)])
}

/// A body part inside a text: ", left arm".
fn part_name(rules: &dyn Ruleset, part: &Key) -> String {
    let known = rules.describe().parts.iter().find(|entry| entry.id == *part);
    format!(", {}", known.map_or_else(|| part.to_string(), |entry| entry.name.to_lowercase()))
}

/// Ends every condition with a name, optionally only on one body part.
///
/// # Errors
/// If there is none.
pub(super) fn relieve(
    rules: &dyn Ruleset,
    unit: &Unit,
    id: &Key,
    part: Option<&Key>,
) -> Result<Vec<Event>, Refusal> {
    let mut name = condition_name(rules, id)?;
    name += &part.map_or_else(String::new, |part| part_name(rules, part));
    let text = format!("{} no longer has {name}.", unit.identity.name);
    let mut events = vec![said(text, RulingChange::Values)];
    let meant = |c: &&Condition| c.id == *id && (part.is_none() || c.part.as_ref() == part);
    for condition in unit.conditions.0.iter().filter(meant) {
        events.push(event(EventKind::Relieved {
            unit: unit.id(),
            condition: condition.clone(),
            why: WHY.to_owned(),
        }));
    }
    if events.len() == 1 {
        let text = format!("{} has no {name}", unit.identity.name);
        return Err(refuse("not_afflicted", text));
    }
    Ok(events)
}
