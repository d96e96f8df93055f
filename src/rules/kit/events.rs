//! Constructors for common events. The rule IDs are the ruleset's.

use std::borrow::Borrow;

use crate::event::{BoardChange, Event, EventKind, MoveKind, Packet, Rolled, SlotChange, Ticking};
use crate::roll::{Table, Test};
use crate::state::{ActRecord, Condition, Expiry, Link, Posture, Side, Status, Unit};
use crate::{Key, RuleId, Sum};
use grid::{Place, Room, SideId, SupportKind, UnitId};

/// The rules behind an event: one, several or none.
pub trait Rules {
    /// Their IDs.
    fn ids(&self) -> &[&'static str];

    /// Creates an event caused by these rules.
    #[inline]
    fn tell(&self, what: EventKind) -> Event {
        Event::new(what, self.ids())
    }
}

impl Rules for &'static str {
    #[inline]
    fn ids(&self) -> &[&'static str] {
        std::slice::from_ref(self)
    }
}

impl<const N: usize> Rules for &[&'static str; N] {
    #[inline]
    fn ids(&self) -> &[&'static str] {
        *self
    }
}

impl Rules for &[&'static str] {
    #[inline]
    fn ids(&self) -> &[&'static str] {
        self
    }
}

/// A pool changes; `None` if it already has this value or does not exist.
pub fn pool(unit: &Unit, id: &str, to: i32, why: &str, rules: impl Rules) -> Option<Event> {
    let meter = unit.pools.0.get(id)?;
    let to = to.max(0);
    let what = EventKind::Pool {
        unit: unit.id(),
        id: meter.id.clone(),
        from: meter.value,
        to,
        why: why.to_owned(),
    };
    (meter.value != to).then(|| rules.tell(what))
}

/// A track changes; `None` if it already has this value or does not exist.
pub fn track(unit: &Unit, id: &str, to: i32, why: &str, rules: impl Rules) -> Option<Event> {
    let meter = unit.tracks.0.get(id)?;
    let what = EventKind::Track {
        unit: unit.id(),
        id: meter.id.clone(),
        from: meter.value,
        to,
        why: why.to_owned(),
    };
    (meter.value != to).then(|| rules.tell(what))
}

/// A flag of a combatant changes; `None` if it already has this value.
#[inline]
pub fn flag(unit: &Unit, id: &'static str, to: i64, rules: impl Rules) -> Option<Event> {
    let from = unit.flags.get(id);
    let what = EventKind::Flag { unit: Some(unit.id()), id: Key::of(id), from, to };
    (from != to).then(|| rules.tell(what))
}

/// A combatant changes posture, with this support.
#[inline]
pub fn posture(unit: &Unit, posture: Posture, support: SupportKind, rules: impl Rules) -> Event {
    let facing = unit.placement.facing;
    let what = EventKind::Stance { unit: unit.id(), posture, facing, support };
    rules.tell(what)
}

/// A combatant changes posture, with the same support.
pub fn stance(unit: &Unit, to: Posture, rules: impl Rules) -> Event {
    posture(unit, to, unit.placement.support, rules)
}

/// A combatant changes status.
pub fn status(unit: &Unit, to: Status, why: impl Into<String>, rules: impl Rules) -> Event {
    let from = unit.status;
    rules.tell(EventKind::Status { unit: unit.id(), from, to, why: why.into() })
}

/// A body moves.
pub fn moved(
    unit: &Unit,
    (from, to): (Room, Room),
    support: SupportKind,
    (manner, cost): (MoveKind, i32),
    rules: impl Rules,
) -> Event {
    let what = EventKind::Moved {
        unit: unit.id(),
        from: from.cell.into(),
        to: to.cell.into(),
        from_feet: from.feet,
        to_feet: to.feet,
        support,
        manner,
        cost,
    };
    rules.tell(what)
}

/// Adds an act to the turn's history, or replaces the entry of one that continues.
pub fn act_recorded(
    unit: &Unit,
    record: ActRecord,
    replaces: Option<usize>,
    rules: impl Rules,
) -> Event {
    rules.tell(EventKind::ActRecorded { unit: unit.id(), record, replaces })
}

/// A combatant uses an act on these targets.
pub fn declared(
    unit: &Unit,
    act: (impl Borrow<Key>, &str),
    targets: Vec<UnitId>,
    rules: impl Rules,
) -> Event {
    declared_at(unit, act, (targets, None), rules)
}

/// A combatant uses an act on these targets, at a place.
pub fn declared_at(
    unit: &Unit,
    (act, name): (impl Borrow<Key>, &str),
    (targets, place): (Vec<UnitId>, Option<Place>),
    rules: impl Rules,
) -> Event {
    let (act, name) = (act.borrow().clone(), name.to_owned());
    rules.tell(EventKind::Declared { act, name, unit: unit.id(), targets, place })
}

/// An act is cancelled.
pub fn cancelled(unit: &Unit, act: &Key, why: impl Into<String>, rules: impl Rules) -> Event {
    rules.tell(EventKind::Cancelled { unit: unit.id(), act: act.clone(), why: why.into() })
}

/// Dice were rolled.
pub fn rolled(rolled: Rolled, rules: impl Rules) -> Event {
    rules.tell(EventKind::Rolled(rolled))
}

/// A combatant rolls a test, possibly opposed.
pub fn tested(
    test: &Test,
    (purpose, who, target): (&'static str, &Unit, Option<UnitId>),
    faces: Vec<u16>,
    rules: impl Rules,
) -> Event {
    let who = Some(who.id());
    rolled(Rolled { who, target, ..test.rolled(purpose, faces) }, rules)
}

/// A combatant rolls on a table; `words` gives the text and rule of an entry.
pub fn drawn<T>(
    table: &Table<T>,
    (purpose, who): (&'static str, &Unit),
    faces: Vec<u16>,
    words: impl Fn(&T) -> (String, RuleId),
    rules: impl Rules,
) -> Event {
    rolled(Rolled { who: Some(who.id()), ..table.rolled(purpose, faces, words) }, rules)
}

/// One part of a hit.
pub fn packet(label: impl Into<String>, sum: &Sum, amount: i32) -> Packet {
    Packet { label: label.into(), terms: sum.terms().to_vec(), amount }
}

/// A combatant is hit. Its losses have their own events.
pub fn hit(
    target: &Unit,
    act: &Key,
    by: Option<UnitId>,
    packets: Vec<Packet>,
    rules: impl Rules,
) -> Event {
    let total = packets.iter().map(|p| p.amount).sum();
    rules.tell(EventKind::Hit { act: act.clone(), by, target: target.id(), packets, total })
}

/// A condition begins, replacing the one at an index in the list, or added to the others.
pub fn afflicted(
    unit: &Unit,
    condition: Condition,
    replaces: Option<usize>,
    rules: impl Rules,
) -> Event {
    rules.tell(EventKind::Afflicted { unit: unit.id(), condition, replaces })
}

/// A condition begins, replacing one with the same name on the same body part.
pub fn gained(unit: &Unit, condition: Condition, rules: impl Rules) -> Event {
    let same = |c: &Condition| (&c.id, &c.part) == (&condition.id, &condition.part);
    let replaces = unit.conditions.0.iter().position(same);
    afflicted(unit, condition, replaces, rules)
}

/// A condition begins, replacing one with the same name on the same body part from the same source;
/// those from other sources stay.
pub fn gained_from(unit: &Unit, condition: Condition, rules: impl Rules) -> Event {
    let same = |c: &Condition| {
        (&c.id, &c.part, c.source) == (&condition.id, &condition.part, condition.source)
    };
    let replaces = unit.conditions.0.iter().position(same);
    afflicted(unit, condition, replaces, rules)
}

/// The first condition with this ID ends; `None` if there is none.
pub fn relieved(unit: &Unit, id: &str, why: &str, rules: impl Rules) -> Option<Event> {
    unit.conditions.get(id).map(|condition| relieved_of(unit, condition, why, rules))
}

/// This condition ends.
pub fn relieved_of(unit: &Unit, condition: &Condition, why: &str, rules: impl Rules) -> Event {
    let (condition, why) = (condition.clone(), why.to_owned());
    rules.tell(EventKind::Relieved { unit: unit.id(), condition, why })
}

/// A remaining duration changes.
pub fn ticked(what: Ticking, expiry: Expiry, rules: impl Rules) -> Event {
    rules.tell(EventKind::Ticked { what, expiry })
}

/// A readied act is used once, or removed.
pub fn disarmed(id: u32, gone: bool, why: impl Into<String>, rules: impl Rules) -> Event {
    rules.tell(EventKind::Disarmed { id, gone, why: why.into() })
}

/// A flag of a side changes.
pub fn side_flag(
    (id, side): (SideId, &Side),
    flag: &'static str,
    to: i64,
    rules: impl Rules,
) -> Event {
    let from = side.flags.get(flag);
    rules.tell(EventKind::SideFlag { side: id, id: Key::of(flag), from, to })
}

/// A side answered a question.
pub fn chose(
    side: SideId,
    unit: Option<UnitId>,
    (prompt, answer): (&'static str, &'static str),
    rules: impl Rules,
) -> Event {
    let (prompt, answer) = (Key::of(prompt), Key::of(answer));
    rules.tell(EventKind::Chose { side, unit, prompt, answer })
}

/// An event that only the unit's own side is told of.
pub fn secret(unit: &Unit, event: Event) -> Event {
    Event { seen_by: Some(vec![unit.side()]), ..event }
}

/// A log line about a combatant, without any effect.
pub fn note(unit: &Unit, text: impl Into<String>, rules: impl Rules) -> Event {
    rules.tell(EventKind::Note { unit: Some(unit.id()), text: text.into() })
}

/// A log line about the battle, without any effect.
pub fn remark(text: impl Into<String>, rules: impl Rules) -> Event {
    rules.tell(EventKind::Note { unit: None, text: text.into() })
}

/// A link from one combatant to another begins.
pub fn linked(unit: &Unit, link: Link, rules: impl Rules) -> Event {
    rules.tell(EventKind::Linked { unit: unit.id(), link })
}

/// A link from one combatant to another ends.
pub fn unlinked(unit: &Unit, link: &Link, rules: impl Rules) -> Event {
    rules.tell(EventKind::Unlinked { unit: unit.id(), link: link.clone() })
}

/// The board changes.
pub fn board(change: BoardChange, rules: impl Rules) -> Event {
    rules.tell(EventKind::Board(change))
}

/// The turn order changes.
pub fn slot(change: SlotChange, rules: impl Rules) -> Event {
    rules.tell(EventKind::Slot(change))
}
