//! Text fragments for turn order, dice, meters and the board.

use crate::names::{Names, capital, plain};
use grid::{Light, UnitId};
use rules::Key;
use rules::event::{BoardChange, LayerChange, Packet, SlotChange};
use rules::state::{Awareness, Carrier, Condition, Expiry, LayerState, Observer, Slot, SlotKind};

use super::line::Tone;

/// A slot of the turn order: its units, kind and number.
pub(super) fn slot(slot: &Slot, names: &Names) -> String {
    let who = match slot.members.as_slice() {
        [] => return "an unseen unit".to_owned(),
        members => names.units(members),
    };
    match (slot.kind, &slot.extra) {
        (SlotKind::Act, Some(extra)) => format!("{who}, {}", names.content(&extra.name)),
        (SlotKind::Act, None) => format!("{who}, extra action"),
        (SlotKind::Mark, _) => format!("{who}, time marker ({})", slot.value),
        (SlotKind::Turn, _) => format!("{who} ({})", slot.value),
    }
}

/// A change to the turn order.
pub(super) fn slot_change(change: &SlotChange, names: &Names) -> String {
    match change {
        SlotChange::Insert(at, slot) => match &slot.extra {
            Some(extra) => {
                let (who, what) = (names.units(&slot.members), names.content(&extra.name));
                format!("{who}: {what} at place {} in the turn order.", at + 1)
            }
            None => {
                format!(
                    "Added to the turn order at place {}: {}.",
                    at + 1,
                    names.units(&slot.members)
                )
            }
        },
        SlotChange::Remove(at, slot) => {
            format!(
                "Removed from the turn order at place {}: {}.",
                at + 1,
                names.units(&slot.members)
            )
        }
        SlotChange::Move { to, value, members, .. } => {
            let who = names.units(members);
            format!("Moved to place {} in the turn order, at {value}: {who}.", to + 1)
        }
        SlotChange::Pass { from, to, extra, .. } => {
            let what = extra.as_ref().map_or("its place".to_owned(), |e| names.content(&e.name));
            format!("{} passes {what} to {}.", names.unit(*from), names.unit(*to))
        }
        SlotChange::State(at, state) => format!("Place {} in the turn order: {state:?}.", at + 1),
        SlotChange::Active(units) => format!("Can act now: {}.", names.units(units)),
    }
}

/// A name with "a" or "an".
pub(super) fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// A change to the board.
pub(super) fn board_change(change: &BoardChange, names: &Names) -> String {
    match change {
        BoardChange::Edge { from, to, .. } => match (from, to) {
            (_, Some(edge)) => {
                let unlocked = from.is_some_and(|from| from.is_locked() && !edge.locked);
                let leaf = |edge: &grid::Edge| edge.kind.spec().opens;
                if leaf(edge) && !from.as_ref().is_some_and(leaf) {
                    return format!("A secret {} is found.", plain(edge.kind.spec().name));
                }
                let how = match (edge.kind.spec().opens, edge.open) {
                    _ if unlocked => "is unlocked",
                    (true, true) => "opens",
                    (true, false) => "closes",
                    (false, _) => "is there now",
                };
                let name = with_article(&plain(edge.kind.spec().name));
                format!("{} {how}.", capital(&name))
            }
            (Some(edge), None) => {
                let name = with_article(&plain(edge.kind.spec().name));
                format!("{} is gone.", capital(&name))
            }
            (None, None) => "Nothing changes.".to_owned(),
        },
        BoardChange::Light { to, .. } => match to {
            Light::Bright => "It is day.".to_owned(),
            Light::Dim => "Dusk falls.".to_owned(),
            Light::Dark => "Night falls.".to_owned(),
        },
        BoardChange::Atmosphere { to, .. } => match &to.words()[..] {
            [] => "The air is clear.".to_owned(),
            words => format!("Everywhere on the board: {}.", words.join(", ")),
        },
        BoardChange::ThingGone(id) => format!("Object {} is gone.", id.0),
        BoardChange::ThingMoved { thing, .. } => {
            format!("{} is moved.", capital(&with_article(&thing.title())))
        }
        BoardChange::VolumeAdded { owner, expiry: ends, .. } => {
            let by = owner.map_or_else(String::new, |u| format!(" by {}", names.unit(u)));
            format!("A new effect is on the board{by}; it ends {}.", expiry(ends, names))
        }
        BoardChange::VolumeGone(_) => "An effect on the board ends.".to_owned(),
        BoardChange::Laid(lying) => {
            let where_to = if lying.floor.is_some() { "an upper floor" } else { "the ground" };
            format!("{} lies on {where_to}.", names.content(&lying.item))
        }
        BoardChange::Taken(lying) => {
            format!("{} is picked up.", names.content(&lying.item))
        }
    }
}

/// A packet of damage with its terms. Notes it if the floor raised the amount above their sum.
pub(super) fn packet(packet: &Packet) -> Vec<String> {
    let label = capital(&plain(&packet.label));
    let mut lines = vec![format!("{label}: {}", packet.amount)];
    lines.extend(packet.terms.iter().map(ToString::to_string));
    let sum = packet.terms.iter().fold(0_i32, |sum, term| sum.saturating_add(term.value));
    if sum < packet.amount {
        lines.push(format!("Sum {sum}; a packet is never less than {}", packet.amount));
    }
    lines
}

/// A change to a track or pool.
pub(super) fn meter(who: &str, what: &str, from: i32, to: i32, why: &str) -> String {
    let why = hazard(why).map_or_else(|| plain(why), str::to_owned);
    format!("{who} {} ({from} to {to}): {why}.", change(what, from, to))
}

/// A source of harm that is not an act, in words; the name of the source is the same under every
/// ruleset.
pub(super) fn hazard(source: &str) -> Option<&'static str> {
    Some(match source {
        "collision" => "a collision",
        "fall" => "a fall",
        "feedback" => "feedback of its own charges",
        "ground" => "harmful ground",
        _ => return None,
    })
}

/// How much of a meter is lost or gained: "loses 5 health".
pub(super) fn change(what: &str, from: i32, to: i32) -> String {
    let verb = if to < from { "loses" } else { "gains" };
    let amount = from.abs_diff(to);
    let what = if amount == 1 { one_of(what) } else { what.to_owned() };
    format!("{verb} {amount} {what}")
}

/// The name of a meter for an amount of 1: "Action", "Round in Shock", "Toughness".
fn one_of(what: &str) -> String {
    const COUNTED: [&str; 9] = [
        "Actions", "Attacks", "Charges", "Metres", "Points", "points", "Rounds", "Turns", "Wounds",
    ];
    let one = |word: &str| match COUNTED.contains(&word) {
        true => word.trim_end_matches('s').to_owned(),
        false => word.to_owned(),
    };
    what.split(' ').map(one).collect::<Vec<_>>().join(" ")
}

/// A remark. If it begins with a lower-case letter, it is about the unit.
pub(super) fn note(unit: Option<UnitId>, text: &str, names: &Names) -> String {
    match unit.filter(|_| text.starts_with(char::is_lowercase)) {
        Some(unit) => format!("{} {}.", names.unit(unit), text.trim_end_matches('.')),
        None => text.to_owned(),
    }
}

/// A reason after a colon; empty if the reason is only that the time is up.
pub(super) fn because(why: &str) -> String {
    if why == "over" { String::new() } else { format!(": {why}") }
}

/// The item or layer that takes harm instead of the body: "Ada's Mail Shirt", "Ada's Ward".
pub(super) fn carrier(unit: UnitId, on: &Carrier, names: &Names) -> String {
    let what = match on {
        Carrier::Item(slot) => names.gear(unit, slot),
        Carrier::Layer(id) => names.content(id),
    };
    format!("{}'s {what}", names.unit(unit))
}

/// A change to a layer over a unit, and its tone.
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

/// What an observer learns about a unit: its new awareness, and facts.
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

/// A condition with its number, unless that is 1, or the meaning of its number, and body part:
/// "slowed 2", "overheated (rank B)", "broken, left arm".
pub fn condition_text(condition: &Condition, names: &Names) -> String {
    let name = names.content(&condition.id).to_lowercase();
    let size = match (names.size(condition), condition.size) {
        (Some(words), _) => format!(" ({words})"),
        (None, 0 | 1) => String::new(),
        (None, size) => format!(" {size}"),
    };
    let part = condition.part.as_ref().map(|part| names.content(part).to_lowercase());
    format!("{name}{size}{}", part.map_or_else(String::new, |part| format!(", {part}")))
}

/// When something ends; follows the word "ends".
pub fn expiry(expiry: &Expiry, names: &Names) -> String {
    let times = |n: u16| if n == 1 { "once more".to_owned() } else { format!("{n} more times") };
    match expiry {
        Expiry::Battle => "with the battle".to_owned(),
        Expiry::Hits(n) => format!("after taking effect {}", times(*n)),
        Expiry::Slots { of, left: 0 | 1 } => {
            format!("when {}'s next turn begins", names.unit(*of))
        }
        Expiry::Slots { of, left } => {
            format!("after {}'s turn has come up {}", names.unit(*of), times(*left))
        }
        Expiry::TurnEnds { of, left: 0 | 1 } => {
            format!("at the end of {}'s turn", names.unit(*of))
        }
        Expiry::TurnEnds { of, left } => {
            format!("after {left} more turns of {}", names.unit(*of))
        }
        Expiry::Rounds(0 | 1) => "at the end of this round".to_owned(),
        Expiry::Rounds(n) => format!("after {n} rounds, this one included"),
        Expiry::Until(what) => format!("with {}", plain(what.as_str())),
    }
}
