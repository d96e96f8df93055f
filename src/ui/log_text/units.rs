//! Log lines about what changes for a unit.

use crate::names::{Names, plain};
use grid::{Dir, UnitId};
use rules::Key;
use rules::event::{FormChange, LayerChange, Sight};
use rules::state::{Carrier, Condition, Link, Posture, Sheet, Sighting, Status, Unit};

use super::line::Weight::{Bookkeeping, Detail, Main};
use super::line::{LogLine, Tone};
use super::words;
use super::words::{condition_text, expiry};

/// A track that changes.
pub(super) fn track(
    unit: UnitId,
    id: &Key,
    from: i32,
    to: i32,
    why: &str,
    names: &Names,
) -> LogLine {
    let text = words::meter(&names.unit(unit), &names.content(id), from, to, why);
    let worse = if names.is_burden(id) { to > from } else { to < from };
    let tone = if worse { Tone::Bad } else { Tone::Good };
    LogLine::new(Main, text).about(unit).tone(tone)
}

/// A meter of an item or layer that changes.
pub(super) fn wear(
    unit: UnitId,
    on: &Carrier,
    id: &Key,
    from: i32,
    to: i32,
    why: &str,
    names: &Names,
) -> LogLine {
    let text = words::meter(&words::carrier(unit, on, names), &names.content(id), from, to, why);
    let tone = if to < from { Tone::Bad } else { Tone::Good };
    LogLine::new(Main, text).about(unit).tone(tone)
}

/// A condition gained.
pub(super) fn afflicted(
    unit: UnitId,
    condition: &Condition,
    replaces: &Option<usize>,
    names: &Names,
) -> LogLine {
    gained(&names.unit(unit), condition, replaces.is_some(), names).about(unit)
}

/// A condition that a unit or an object now has.
fn gained(whose: &str, condition: &Condition, again: bool, names: &Names) -> LogLine {
    let verb = if again { "is again" } else { "is now" };
    let text = format!("{whose} {verb} {}.", condition_text(condition, names));
    let mut line =
        LogLine::new(Main, text).detail(format!("Ends {}.", expiry(&condition.expiry, names)));
    if let Some(source) = condition.source {
        line.details.push(format!("Caused by {}.", names.unit(source)));
    }
    line
}

/// A condition that an object or edge now has.
pub(super) fn object_afflicted(
    name: &str,
    condition: &Condition,
    again: bool,
    names: &Names,
) -> LogLine {
    gained(&format!("The {}", plain(name)), condition, again, names)
}

/// A condition that an object or edge loses.
pub(super) fn object_relieved(
    name: &str,
    condition: &Condition,
    why: &str,
    names: &Names,
) -> LogLine {
    let text = condition_text(condition, names);
    let why = words::because(why);
    LogLine::new(Main, format!("The {} is no longer {text}{why}.", plain(name)))
}

/// A note of the ruleset.
pub(super) fn flag(unit: Option<UnitId>, id: &Key, from: i64, to: i64, names: &Names) -> LogLine {
    let whose = unit.map_or_else(|| "the battle".to_owned(), |u| names.unit(u));
    let text = format!("Noted for {whose}: {} {from} to {to}.", plain(id.as_str()));
    LogLine::new(Bookkeeping, text)
}

/// A unit that appears, moves or vanishes.
pub(super) fn sighted(sighting: &Sighting, change: Sight, names: &Names) -> LogLine {
    let who = names.unit(sighting.unit);
    let (weight, text) = match change {
        Sight::Appears => (Main, format!("{who} comes into view.")),
        Sight::Moves => (Bookkeeping, format!("{who} is seen at {}.", sighting.at)),
        Sight::Vanishes => (Main, format!("{who} is out of sight.")),
        Sight::Missed => (Bookkeeping, format!("{who} is not found at {}.", sighting.at)),
    };
    LogLine::new(weight, text).about(sighting.unit)
}

/// A change of posture or facing.
pub(super) fn stance(unit: UnitId, posture: Posture, facing: Dir, names: &Names) -> LogLine {
    let who = names.unit(unit);
    let how = match posture {
        Posture::Standing => "is standing",
        Posture::Prone => "is prone",
    };
    LogLine::new(Detail, format!("{who} {how}, facing {}.", facing.word())).about(unit)
}

/// A unit that enters or leaves the fight.
pub(super) fn status(unit: UnitId, to: Status, why: &str, names: &Names) -> LogLine {
    let (how, tone) = match to {
        Status::Active => ("is back in the fight", Tone::Good),
        Status::Down => ("is down", Tone::Bad),
        Status::Dead => ("is dead", Tone::Bad),
        Status::Gone => ("leaves the board", Tone::Plain),
        Status::Surrendered => ("surrenders", Tone::Plain),
    };
    let who = names.unit(unit);
    let why = match (to, why) {
        (Status::Surrendered, "surrendered") => String::new(),
        _ => format!(": {why}"),
    };
    LogLine::new(Main, format!("{who} {how}{why}.")).about(unit).tone(tone)
}

/// A change of form.
pub(super) fn form(
    unit: UnitId,
    sheet: &Sheet,
    height_cm: u16,
    change: FormChange,
    names: &Names,
) -> LogLine {
    let (who, form) = (names.unit(unit), names.content(&sheet.kind));
    let high = format!("{}.{} m high", height_cm / 100, height_cm % 100 / 10);
    let text = match change {
        FormChange::Store | FormChange::Replace => {
            format!("{who} takes the form {form}, {high}.")
        }
        FormChange::Restore => format!("{who} returns to the form {form}, {high}."),
    };
    LogLine::new(Main, text).about(unit)
}

/// The slot of the weapon in hand, in every ruleset.
const MAIN_HAND: &str = "main";

/// An item taken or put away. What comes into the hand is said; the rest is bookkeeping.
pub(super) fn gear(unit: UnitId, slot: &Key, from: &Key, to: &Key, names: &Names) -> LogLine {
    let who = names.unit(unit);
    let item = |key: &Key| match key.as_str() {
        "" => "nothing".to_owned(),
        _ => names.content(key),
    };
    if slot.as_str() == MAIN_HAND && !to.as_str().is_empty() {
        let line = LogLine::new(Detail, format!("{who} now holds the {}.", item(to)));
        return line.about(unit);
    }
    let slot = plain(slot.as_str());
    let text = format!("{who} changes {slot}: {} to {}.", item(from), item(to));
    LogLine::new(Bookkeeping, text).about(unit)
}

/// The verb of a link while it lasts, after "no longer" too: "holds", "is hidden from". `None` if
/// there is no word for its kind.
fn tie(link: &Link) -> Option<&'static str> {
    Some(match link.kind.as_str() {
        "hidden" => "is hidden from",
        "hold" => "holds",
        "drag" => "drags",
        "pin" => "pins",
        "ride" => "rides",
        "climb" => "is on top of",
        _ => return None,
    })
}

/// A link that ends.
pub(super) fn unlinked(unit: UnitId, link: &Link, names: &Names) -> LogLine {
    let (who, whom) = (names.unit(unit), names.unit(link.to));
    let text = match tie(link).map(|verb| (verb, verb.strip_prefix("is "))) {
        Some((_, Some(rest))) => format!("{who} is no longer {rest} {whom}."),
        Some((verb, None)) => format!("{who} no longer {verb} {whom}."),
        None => format!("{who} is no longer linked to {whom}: {}.", plain(link.kind.as_str())),
    };
    LogLine::new(Main, text).about(unit)
}

/// A new link between two units.
pub(super) fn linked(unit: UnitId, link: &Link, names: &Names) -> LogLine {
    let (who, whom) = (names.unit(unit), names.unit(link.to));
    let text = match tie(link) {
        Some(verb) => format!("{who} {verb} {whom}."),
        None => format!("{who} is now linked to {whom}: {}.", plain(link.kind.as_str())),
    };
    LogLine::new(Main, text).about(unit)
}

/// A condition lost.
pub(super) fn relieved(unit: UnitId, condition: &Condition, why: &str, names: &Names) -> LogLine {
    let (who, what) = (names.unit(unit), condition_text(condition, names));
    LogLine::new(Main, format!("{who} is no longer {what}{}.", words::because(why))).about(unit)
}

/// A change of a layer.
pub(super) fn layer(
    unit: UnitId,
    id: &Key,
    change: &LayerChange,
    why: &str,
    names: &Names,
) -> LogLine {
    let (text, tone) = words::layer(&names.unit(unit), id, change, why, names);
    LogLine::new(Main, text).about(unit).tone(tone)
}

/// A pool changes.
pub(super) fn pool(
    unit: UnitId,
    id: &Key,
    (from, to): (i32, i32),
    why: &str,
    names: &Names,
) -> LogLine {
    let text = words::meter(&names.unit(unit), &names.content(id), from, to, why);
    LogLine::new(Detail, text).about(unit)
}

/// A unit enters the battle.
pub(super) fn entered(unit: &Unit) -> LogLine {
    let (who, at) = (&unit.identity.name, unit.placement.at);
    let line = LogLine::new(Main, format!("{who} enters the battle."));
    line.detail(format!("At {at}.")).about(unit.id())
}
