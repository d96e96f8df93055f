//! Events that every ruleset tells over and over. The rule IDs are the ruleset's.

use crate::grid::{Room, SupportKind, UnitId};
use crate::rules::event::{Event, Happening, Manner, Rolled};
use crate::rules::roll::{Table, Test};
use crate::rules::state::{Condition, Deed, Link, Posture, Status, Unit};
use crate::rules::{Key, RuleId};

/// A pool stands elsewhere from now on; nothing if it stands there already or there is none.
pub fn pool(unit: &Unit, id: &str, to: i32, why: &str, rule: &'static str) -> Option<Event> {
    let meter = unit.pools.0.get(id)?;
    let to = to.max(0);
    let what = Happening::Pool {
        unit: unit.id(),
        id: meter.id.clone(),
        from: meter.value,
        to,
        why: why.to_owned(),
    };
    (meter.value != to).then(|| Event::new(what, &[rule]))
}

/// A track stands elsewhere from now on; nothing if it stands there already or there is none.
pub fn track(unit: &Unit, id: &str, to: i32, why: &str, rule: &'static str) -> Option<Event> {
    let meter = unit.tracks.0.get(id)?;
    let what = Happening::Track {
        unit: unit.id(),
        id: meter.id.clone(),
        from: meter.value,
        to,
        why: why.to_owned(),
    };
    (meter.value != to).then(|| Event::new(what, &[rule]))
}

/// A small number of a combatant is another from now on; nothing if it is so already.
pub fn flag(unit: &Unit, id: &'static str, to: i64, rule: &'static str) -> Option<Event> {
    let from = unit.flags.get(id);
    let what = Happening::Flag { unit: Some(unit.id()), id: Key::of(id), from, to };
    (from != to).then(|| Event::new(what, &[rule]))
}

/// A combatant stands or lies from now on, where it is.
pub fn posture(unit: &Unit, posture: Posture, support: SupportKind, rule: &'static str) -> Event {
    let facing = unit.placement.facing;
    let what = Happening::Stance { unit: unit.id(), posture, facing, support };
    Event::new(what, &[rule])
}

/// A combatant takes part differently from now on.
pub fn status(unit: &Unit, to: Status, why: impl Into<String>, rule: &'static str) -> Event {
    let from = unit.status;
    Event::new(Happening::Status { unit: unit.id(), from, to, why: why.into() }, &[rule])
}

/// A body is elsewhere from now on.
pub fn moved(
    unit: &Unit,
    (from, to): (Room, Room),
    support: SupportKind,
    (manner, cost): (Manner, i32),
    rules: &[&'static str],
) -> Event {
    let what = Happening::Moved {
        unit: unit.id(),
        from: from.cell.into(),
        to: to.cell.into(),
        from_feet: from.feet,
        to_feet: to.feet,
        support,
        manner,
        cost,
    };
    Event::new(what, rules)
}

/// A combatant does something to these targets.
pub fn declared(
    unit: &Unit,
    (act, name): (Key, &str),
    targets: Vec<UnitId>,
    rules: &[&'static str],
) -> Event {
    let (unit, name) = (unit.id(), name.to_owned());
    Event::new(Happening::Declared { act, name, unit, targets, place: None }, rules)
}

/// A word about a combatant that changes nothing.
pub fn note(unit: &Unit, text: impl Into<String>, rule: &'static str) -> Event {
    Event::new(Happening::Note { unit: Some(unit.id()), text: text.into() }, &[rule])
}

/// A combatant is tied to another from now on.
pub fn linked(unit: &Unit, link: Link, rule: &'static str) -> Event {
    Event::new(Happening::Linked { unit: unit.id(), link }, &[rule])
}

/// A tie of a combatant to another ends.
pub fn unlinked(unit: &Unit, link: &Link, rule: &'static str) -> Event {
    Event::new(Happening::Unlinked { unit: unit.id(), link: link.clone() }, &[rule])
}

/// Dice were thrown for something.
pub fn rolled(rolled: Rolled, rules: &[&'static str]) -> Event {
    Event::new(Happening::Rolled(rolled), rules)
}

/// Something is done in a turn: added to its history, or in place of what goes on.
pub fn deed(unit: &Unit, deed: Deed, replaces: Option<usize>, rule: &'static str) -> Event {
    Event::new(Happening::Deed { unit: unit.id(), deed, replaces }, &[rule])
}

/// A combatant rolls a test, maybe against another.
pub fn tested(
    test: &Test,
    (purpose, who, target): (&'static str, &Unit, Option<UnitId>),
    faces: Vec<u16>,
    rule: &'static str,
) -> Event {
    rolled(Rolled { who: Some(who.id()), target, ..test.rolled(purpose, faces) }, &[rule])
}

/// A combatant's throw on a table; `words` names an entry and its rule.
pub fn drawn<T>(
    table: &Table<T>,
    (purpose, who): (&'static str, &Unit),
    faces: Vec<u16>,
    words: impl Fn(&T) -> (String, RuleId),
    rule: &'static str,
) -> Event {
    rolled(Rolled { who: Some(who.id()), ..table.rolled(purpose, faces, words) }, &[rule])
}

/// A condition begins, or takes the place of the one at a position of the unit's list.
pub fn afflicted(
    unit: &Unit,
    condition: Condition,
    replaces: Option<usize>,
    rule: &'static str,
) -> Event {
    Event::new(Happening::Afflicted { unit: unit.id(), condition, replaces }, &[rule])
}

/// The first condition of that name ends; nothing if there is none.
pub fn relieved(unit: &Unit, id: &str, why: &str, rule: &'static str) -> Option<Event> {
    let condition = unit.conditions.get(id)?.clone();
    let what = Happening::Relieved { unit: unit.id(), condition, why: why.to_owned() };
    Some(Event::new(what, &[rule]))
}
