//! Log lines about rounds, turns, decisions and the end of a battle.

use crate::names::{Names, capital, plain};
use grid::{SideId, UnitId};
use rules::Key;
use rules::event::SlotChange;
use rules::policy::Policy;
use rules::state::{ActRecord, Slot, Verdict};

use super::line::Weight::{Bookkeeping, Detail, Heading, Main};
use super::line::{LogLine, Tone};
use super::words;

/// A part of a round that begins. Its turns are the round; where it starts and ends is clear from
/// them.
pub(super) fn phase(round: u32, name: &Key) -> LogLine {
    match name.as_str() {
        "turns" => LogLine::new(Heading, format!("Round {round}")),
        "end" => LogLine::new(Heading, format!("End of round {round}")),
        name => {
            let weight = if matches!(name, "start" | "over") { Bookkeeping } else { Heading };
            LogLine::new(weight, format!("Round {round}: {}", plain(name)))
        }
    }
}

/// The turn order of a round.
pub(super) fn turn_order(slots: &[Slot], names: &Names) -> LogLine {
    let mut line = LogLine::new(Detail, "The turn order of this round is set.");
    for (i, slot) in slots.iter().enumerate() {
        line.details.push(format!("{}. {}", i + 1, words::slot(slot, names)));
    }
    line
}

/// A change of the turn order.
pub(super) fn slot_changed(change: &SlotChange, names: &Names) -> LogLine {
    let text = words::slot_change(change, names);
    match change {
        // An extra act is news; other changes are visible in the turn order.
        SlotChange::Insert(_, Slot { extra: Some(_), .. }) => LogLine::new(Detail, text),
        SlotChange::Pass { to, .. } => LogLine::new(Main, text).about(*to),
        _ => LogLine::new(Bookkeeping, text),
    }
}

/// An act that counts for the rest of the turn.
pub(super) fn noted(unit: UnitId, record: &ActRecord, names: &Names) -> LogLine {
    let (name, act) = (names.unit(unit), names.content(&record.act));
    let class = plain(record.class.as_str());
    let text = format!("Noted for {name}: {class}, {act}, {}.", record.amount);
    LogLine::new(Bookkeeping, text).about(unit)
}

/// Something gained for the turn.
pub(super) fn granted(unit: UnitId, what: &Key, amount: i32, names: &Names) -> LogLine {
    let (name, what) = (names.unit(unit), names.content(what));
    LogLine::new(Main, format!("{name} gains {what} ({amount}).")).about(unit).tone(Tone::Good)
}

/// A question answered by a player.
pub(super) fn chose(
    side: SideId,
    unit: Option<UnitId>,
    prompt: &Key,
    answer: &Key,
    names: &Names,
) -> LogLine {
    let (prompt, answer) = (plain(prompt.as_str()), plain(answer.as_str()));
    let text = match unit {
        Some(unit) => format!("{} decides on {prompt}: {answer}.", names.unit(unit)),
        None => format!("Decision of {} on {prompt}: {answer}.", names.side(side)),
    };
    LogLine::new(Detail, text)
}

/// A standing order.
pub(super) fn policy_set(side: SideId, about: &Key, policy: Policy, names: &Names) -> LogLine {
    let (who, about) = (names.side(side), names.content(about));
    let what = match policy {
        Policy::Ask => "ask every time",
        Policy::Always => "always",
        Policy::Never => "never",
    };
    LogLine::new(Bookkeeping, format!("Standing order of {who}: {about}, {what}."))
}

/// A question answered by standing order.
pub(super) fn ordered(
    side: SideId,
    unit: Option<UnitId>,
    about: &Key,
    answer: &Key,
    names: &Names,
) -> LogLine {
    let who = unit.map_or_else(|| names.side(side), |u| names.unit(u));
    let (about, answer) = (names.content(about), plain(answer.as_str()));
    let line = LogLine::new(Detail, format!("{who}, {about}: {answer}, by standing order."));
    LogLine { about: unit, ..line }
}

/// The end of the battle.
pub(super) fn over(verdict: &Verdict, names: &Names) -> LogLine {
    let text = match verdict.winner {
        Some(side) => format!("Winner: {}. {}.", names.side(side), capital(&verdict.why)),
        None => format!("The battle ends in a draw: {}.", verdict.why),
    };
    LogLine::new(Heading, text)
}

/// The end of a turn.
pub(super) fn turn_ended(unit: UnitId, why: Option<&str>, names: &Names) -> LogLine {
    let name = names.unit(unit);
    let why = why.map_or_else(String::new, |w| format!(": {w}"));
    LogLine::new(Detail, format!("{name} ends the turn{why}.")).about(unit)
}

/// What is noted for a side.
pub(super) fn flag(side: SideId, id: &Key, (from, to): (i64, i64), names: &Names) -> LogLine {
    let (whose, id) = (names.side(side), plain(id.as_str()));
    LogLine::new(Bookkeeping, format!("Noted for {whose}: {id} {from} to {to}."))
}

/// A unit goes on with its patrol, or joins the fight.
pub(super) fn conduct(unit: UnitId, goes_on: bool, names: &Names) -> LogLine {
    let who = names.unit(unit);
    let text = match goes_on {
        true => format!("{who} continues its patrol."),
        false => format!("{who} joins the fight."),
    };
    LogLine::new(Bookkeeping, text).about(unit)
}
