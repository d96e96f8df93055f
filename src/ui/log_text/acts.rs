//! Log lines about acts and their hits.

use crate::names::{Names, capital, plain};
use grid::{Place, UnitId};
use rules::Key;
use rules::event::{Packet, Ticking};
use rules::state::{Armed, Expiry, Undertaking};

use super::line::Weight::{Bookkeeping, Detail, Main};
use super::line::{LogLine, Tone};
use super::words;
use super::words::expiry;

/// The use of an act.
pub(super) fn declared(
    name: &str,
    unit: UnitId,
    targets: &[UnitId],
    place: Option<Place>,
    names: &Names,
) -> LogLine {
    let who = names.unit(unit);
    let at = match (targets, place) {
        ([], None) => String::new(),
        ([one], None) if *one == unit => String::new(),
        ([], Some(place)) => format!(" at {place}"),
        (targets, None) => format!(" on {}", names.units(targets)),
        (targets, Some(place)) => format!(" at {place}, on {}", names.units(targets)),
    };
    LogLine::new(Main, format!("{who} uses {name}{at}.")).about(unit)
}

/// A prepared action. Its trigger stays secret until it fires.
pub(super) fn armed(armed: &Armed, names: &Names) -> LogLine {
    // The trigger stays secret until it fires.
    let (who, act) = (names.unit(armed.owner), names.content(&armed.act));
    let mut line = LogLine::new(Main, format!("{who} prepares {act}.")).about(armed.owner);
    if !armed.area.is_empty() {
        let (cells, word) =
            (armed.area.len(), if armed.area.len() == 1 { "cell" } else { "cells" });
        line.details.push(format!("Watches {cells} {word}."));
    }
    line.details.push(format!("Lapses {}.", expiry(&armed.expiry, names)));
    line
}

/// Something whose remaining time changes.
pub(super) fn ticked(what: &Ticking, left: &Expiry, names: &Names) -> LogLine {
    let what = match what {
        Ticking::Armed(_) => "A prepared action".to_owned(),
        Ticking::Volume(_) => "An effect on the board".to_owned(),
        Ticking::Condition(unit, _) => format!("A condition of {}", names.unit(*unit)),
        Ticking::Layer(unit, _) => format!("A layer over {}", names.unit(*unit)),
        Ticking::ObjectCondition(_) => "A condition of a thing".to_owned(),
    };
    LogLine::new(Bookkeeping, format!("{what} now ends {}.", expiry(left, names)))
}

/// Progress of an act over several turns.
pub(super) fn progress(unit: UnitId, what: &Undertaking, names: &Names) -> LogLine {
    let (who, act) = (names.unit(unit), names.content(&what.act));
    let text = match what.is_done() {
        true => format!("{who} completes {act}."),
        false => format!("{who} continues {act}: {} of {} done.", what.done, what.of),
    };
    LogLine::new(Main, text).about(unit)
}

/// An act over several turns that is given up.
pub(super) fn abandoned(unit: UnitId, act: &Key, why: &str, names: &Names) -> LogLine {
    let (who, act) = (names.unit(unit), names.content(act));
    LogLine::new(Main, format!("{who} abandons {act}: {}.", plain(why))).about(unit).tone(Tone::Bad)
}

/// An act passed on to another target.
pub(super) fn redirected(act: &Key, from: UnitId, to: UnitId, names: &Names) -> LogLine {
    let (from, onto) = (names.unit(from), names.unit(to));
    let act = names.content(act);
    LogLine::new(Main, format!("{onto} becomes the target in place of {from}: {act}.")).about(to)
}

/// An act that does not take place.
pub(super) fn cancelled(unit: UnitId, act: &Key, why: &str, names: &Names) -> LogLine {
    let (who, act) = (names.unit(unit), names.content(act));
    LogLine::new(Main, format!("{act} of {who} is cancelled: {why}.")).about(unit).tone(Tone::Bad)
}

/// A hit with its damage.
pub(super) fn hit(
    act: &Key,
    by: Option<UnitId>,
    target: UnitId,
    packets: &[Packet],
    total: i32,
    names: &Names,
) -> LogLine {
    let what = match (by, words::hazard(act.as_str())) {
        (Some(by), _) => format!("{}'s {}", names.unit(by), names.content(act)),
        (None, Some(hazard)) => capital(hazard),
        (None, None) => capital(&names.content(act)),
    };
    let whom = names.unit(target);
    let text = match total {
        0 => format!("{what} hits {whom} and does no damage."),
        _ => format!("{what} hits {whom} for {total}."),
    };
    let mut line = LogLine::new(Main, text).about(target).tone(Tone::Bad);
    for packet in packets {
        line.details.extend(words::packet(packet));
    }
    if packets.len() > 1 {
        let amounts: Vec<String> = packets.iter().map(|p| p.amount.to_string()).collect();
        line.details.push(format!("Total {} = {total}", amounts.join(" + ")));
    }
    line
}

/// A hit on an object.
pub(super) fn struck(
    act: &Key,
    by: UnitId,
    name: &str,
    packets: &[Packet],
    total: i32,
    left: i32,
    names: &Names,
) -> LogLine {
    let (act, by) = (names.content(act), names.unit(by));
    let end = if left > 0 { format!("{left} left") } else { "it breaks".to_owned() };
    let text = format!("{by}'s {act} hits the {name} for {total}: {end}.");
    let mut line = LogLine::new(Main, text);
    for packet in packets {
        line.details.push(format!("{}: {}", capital(&plain(&packet.label)), packet.amount));
        line.details.extend(packet.terms.iter().map(ToString::to_string));
    }
    line
}

/// A prepared action that is used or lapses.
pub(super) fn disarmed(gone: bool, why: &str) -> LogLine {
    let end = if gone { "ends" } else { "was used and remains ready" };
    LogLine::new(Detail, format!("A prepared action {end}: {why}."))
}
