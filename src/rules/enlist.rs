//! Creating combatants with the starting conditions that a level gives them.

use super::Key;
use super::apply::apply_to_unit;
use super::event::EventKind;
use super::ruleset::{Description, Placing, Ruleset, SetUpError};
use super::start::StartCondition;
use super::state::{Condition, Expiry, Unit};

/// The condition name for lying down, which is a posture under every ruleset.
pub const PRONE: &str = "prone";

/// The possible names of a starting condition: those of the ruleset, except conditions that follow
/// from posture or status, plus lying down.
pub fn conditions(described: &Description) -> impl Iterator<Item = (&Key, &str)> {
    let all = described.conditions.iter().map(|entry| (&entry.id, entry.name.as_str()));
    all.filter(|(id, _)| **id == *PRONE || !described.states.contains(id))
}

/// Creates a combatant placed by a level and adds its conditions with the same event as in play.
///
/// # Errors
/// As [`Ruleset::enlist`], and if a condition is unknown.
pub fn enlist(
    rules: &dyn Ruleset,
    placing: &Placing,
    started: &[StartCondition],
) -> Result<Unit, SetUpError> {
    let described = rules.describe();
    let is_posture = |name: &Key| *name == *PRONE;
    let known = |name: &Key| conditions(described).any(|(id, _)| id == name) || is_posture(name);
    if let Some(unknown) = started.iter().find(|condition| !known(&condition.name)) {
        let mut allowed: Vec<&str> = conditions(described).map(|(id, _)| id.as_str()).collect();
        allowed.push(PRONE);
        allowed.sort_unstable();
        allowed.dedup();
        let (name, allowed) = (unknown.name.clone(), allowed.join(", "));
        return Err(SetUpError::UnknownCondition { name, allowed });
    }
    let mut unit = if started.iter().any(|condition| is_posture(&condition.name)) {
        rules.enlist(&Placing { prone: true, ..placing.clone() })?
    } else {
        rules.enlist(placing)?
    };
    for start in started.iter().filter(|condition| !is_posture(&condition.name)) {
        let expiry = match start.rounds {
            0 => Expiry::Battle,
            turns => Expiry::Slots { of: unit.id(), left: turns.into() },
        };
        let condition = Condition::new(start.name.clone(), start.size.into(), None, expiry);
        let replaces = unit.conditions.0.iter().position(|c| c.id == condition.id);
        let what = EventKind::Afflicted { unit: unit.id(), condition, replaces };
        apply_to_unit(&mut unit, &what);
    }
    Ok(unit)
}

/// Refuses overrides that empty a slot which is already empty.
///
/// # Errors
/// [`SetUpError::UnknownGear`] with the slots that the combatant fills.
pub fn check_emptied(rules: &dyn Ruleset, placing: &Placing) -> Result<(), SetUpError> {
    let emptied = || placing.gear.iter().filter(|(_, item)| item.as_str().is_empty());
    if emptied().next().is_none() {
        return Ok(());
    }
    let gear = rules.enlist(&Placing { gear: Default::default(), ..placing.clone() })?.gear.0;
    match emptied().find(|(slot, _)| !gear.contains_key(*slot)) {
        None => Ok(()),
        Some((slot, _)) => {
            let filled: Vec<&str> = gear.keys().map(Key::as_str).collect();
            Err(SetUpError::EmptySlot { slot: slot.clone(), allowed: filled.join(", ") })
        }
    }
}

/// The items that fit a slot of a combatant under a ruleset, and the slots that it can fill, for
/// lists. `placing` is the combatant without changes of gear.
pub fn fitting(rules: &dyn Ruleset, placing: &Placing, slot: &Key) -> Vec<Key> {
    let with = |item: Key| {
        let gear = [(slot.clone(), item)].into();
        rules.enlist(&Placing { gear, ..placing.clone() })
    };
    // No ruleset has an item with this name, so the refusal lists the existing ones.
    let Err(SetUpError::UnknownGear { allowed, .. }) = with(Key::of("?")) else {
        return Vec::new();
    };
    let all = allowed.split(", ").map(Key::new);
    all.filter(|item| with(item.clone()).is_ok()).collect()
}
