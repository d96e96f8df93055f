//! Parts of sentences about clocks, dice, meters and the board.

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::event::{BoardChange, LayerChange, Packet, SlotChange};
use crate::rules::state::{
    Awareness, Carrier, Condition, Expiry, LayerState, Observer, Slot, SlotKind,
};
use crate::ui::names::{Names, capital, plain};

use super::Tone;

/// A place in the order: who acts in it, what it is and its number.
pub(super) fn slot(slot: &Slot, names: &Names) -> String {
    let who = match slot.members.as_slice() {
        [] => return "somebody unseen".to_owned(),
        members => names.units(members),
    };
    match (slot.kind, &slot.extra) {
        (SlotKind::Act, Some(extra)) => format!("{who}, {}", names.content(&extra.name)),
        (SlotKind::Act, None) => format!("{who}, one extra act"),
        (SlotKind::Mark, _) => format!("{who}, a mark in time ({})", slot.value),
        (SlotKind::Turn, _) => format!("{who} ({})", slot.value),
    }
}

/// What changes in the order.
pub(super) fn slot_change(change: &SlotChange, names: &Names) -> String {
    match change {
        SlotChange::Insert(at, slot) => match &slot.extra {
            Some(extra) => {
                let (who, what) = (names.units(&slot.members), names.content(&extra.name));
                format!("{who}: {what} in place {} of the order.", at + 1)
            }
            None => {
                format!("{} now act in place {} of the order.", names.units(&slot.members), at + 1)
            }
        },
        SlotChange::Remove(at, slot) => {
            format!(
                "{} no longer act in place {} of the order.",
                names.units(&slot.members),
                at + 1
            )
        }
        SlotChange::Move { to, value, members, .. } => {
            let who = names.units(members);
            format!("{who} now act in place {} of the order, at {value}.", to + 1)
        }
        SlotChange::Pass { from, to, extra, .. } => {
            let what = extra.as_ref().map_or("its place".to_owned(), |e| names.content(&e.name));
            format!("{} passes {what} to {}.", names.unit(*from), names.unit(*to))
        }
        SlotChange::State(at, state) => format!("Place {} of the order is {state:?}.", at + 1),
        SlotChange::Active(units) => format!("May act now: {}.", names.units(units)),
    }
}

/// What changes on the board.
pub(super) fn board_change(change: &BoardChange, names: &Names) -> String {
    match change {
        BoardChange::Edge { cell, side, from, to } => match (from, to) {
            (_, Some(edge)) => {
                let name = plain(edge.kind.spec().name);
                let how = match (edge.kind.spec().opens, edge.open) {
                    (true, true) => "is open",
                    (true, false) => "is closed",
                    (false, _) => "is there now",
                };
                format!("The {name} {side:?} of {cell} {how}.")
            }
            (Some(edge), None) => {
                format!("The {} {side:?} of {cell} is gone.", plain(edge.kind.spec().name))
            }
            (None, None) => format!("Nothing changes {side:?} of {cell}."),
        },
        BoardChange::Atmosphere { to, .. } => match &to.words()[..] {
            [] => "The weather is clear.".to_owned(),
            words => format!("All over the board: {}.", words.join(", ")),
        },
        BoardChange::ThingGone(id) => format!("Thing {} is gone.", id.0),
        BoardChange::ThingMoved { thing, .. } => {
            format!("A {} is moved: it stands at {}.", plain(thing.kind.spec().name), thing.cell)
        }
        BoardChange::VolumeAdded { owner, expiry: ends, .. } => {
            let by = owner.map_or_else(String::new, |u| format!(" by {}", names.unit(u)));
            format!("An effect is put on the board{by}; it ends {}.", expiry(ends, names))
        }
        BoardChange::VolumeGone(_) => "An effect on the board ends.".to_owned(),
        BoardChange::Laid(lying) => {
            format!("{} lies at {}.", names.content(&lying.item), lying.cell)
        }
        BoardChange::Taken(lying) => {
            format!("{} is taken up at {}.", names.content(&lying.item), lying.cell)
        }
    }
}

/// One packet of damage with its parts. Where what is left is not their sum, it says so.
pub(super) fn packet(packet: &Packet) -> Vec<String> {
    let label = capital(&plain(&packet.label));
    let mut lines = vec![format!("{label}: {}", packet.amount)];
    lines.extend(packet.terms.iter().map(ToString::to_string));
    let sum = packet.terms.iter().fold(0_i32, |sum, term| sum.saturating_add(term.value));
    if sum < packet.amount {
        lines.push(format!("{sum} in all; a packet is never less than {}", packet.amount));
    }
    lines
}

/// A track or pool that goes up or down.
pub(super) fn meter(who: &str, what: &str, from: i32, to: i32, why: &str) -> String {
    let verb = if to < from { "loses" } else { "gains" };
    let amount = from.abs_diff(to);
    format!("{who} {verb} {amount} {what} ({from} to {to}): {}.", plain(why))
}

/// What bears harm beside a body: "the item in slot worn", "ward".
pub(super) fn carrier(on: &Carrier, names: &Names) -> String {
    match on {
        Carrier::Item(slot) => format!("the item in slot {}", plain(slot.as_str())),
        Carrier::Layer(id) => names.content(id),
    }
}

/// What becomes of a layer over somebody, and how that is meant.
pub(super) fn layer(
    who: &str,
    id: &Key,
    change: &LayerChange,
    why: &str,
    names: &Names,
) -> (String, Tone) {
    let (name, why) = (capital(&names.content(id)), plain(why));
    match change {
        LayerChange::Laid(_) | LayerChange::State(LayerState::On) => {
            (format!("{name} covers {who}: {why}."), Tone::Good)
        }
        LayerChange::State(LayerState::Recalled) => {
            (format!("{name} no longer covers {who}: {why}."), Tone::Plain)
        }
        LayerChange::State(LayerState::Broken) => {
            (format!("{name} of {who} breaks: {why}."), Tone::Bad)
        }
        LayerChange::Gone => (format!("{name} of {who} ends: {why}."), Tone::Plain),
    }
}

/// What somebody comes to know of a combatant: how far it is aware of it now, what it learns.
pub(super) fn learned(
    by: Observer,
    of: UnitId,
    aware: Option<Awareness>,
    facts: &[Key],
    names: &Names,
) -> String {
    let (by, of) = (names.observer(by), names.unit(of));
    let facts: Vec<String> = facts.iter().map(|fact| names.content(fact)).collect();
    match (aware, facts.is_empty()) {
        (Some(aware), true) => format!("{by} {} {of}.", aware.words()),
        (None, _) => format!("{by} learns about {of}: {}.", facts.join(", ")),
        (Some(aware), false) => {
            format!("{by} {} {of} and learns: {}.", aware.words(), facts.join(", "))
        }
    }
}

/// A condition with its number and the part of the body: "slowed 2", "broken, left arm".
pub fn condition_text(condition: &Condition, names: &Names) -> String {
    let name = names.content(&condition.id).to_lowercase();
    let size = match condition.size {
        0 => String::new(),
        size => format!(" {size}"),
    };
    let part = condition.part.as_ref().map(|part| names.content(part).to_lowercase());
    format!("{name}{size}{}", part.map_or_else(String::new, |part| format!(", {part}")))
}

/// When something ends, after the word "ends".
pub fn expiry(expiry: &Expiry, names: &Names) -> String {
    let times = |n: u16| if n == 1 { "once more".to_owned() } else { format!("{n} times more") };
    match expiry {
        Expiry::Battle => "with the battle".to_owned(),
        Expiry::Hits(n) => format!("when it has taken effect {}", times(*n)),
        Expiry::Slots { of, left } => {
            format!("when the turn of {} has come up {}", names.unit(*of), times(*left))
        }
        Expiry::TurnEnds { of, left: 0 | 1 } => {
            format!("at the end of the turn of {}", names.unit(*of))
        }
        Expiry::TurnEnds { of, left } => {
            format!("when {} has ended {left} turns more", names.unit(*of))
        }
        Expiry::Rounds(0 | 1) => "at the end of this round".to_owned(),
        Expiry::Rounds(n) => format!("at the end of round {n} from now, this one included"),
        Expiry::Until(what) => format!("with: {}", plain(what.as_str())),
    }
}
