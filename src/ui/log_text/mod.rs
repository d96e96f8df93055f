//! Events as text: one headline each, and the arithmetic behind it line by line.
//!
//! The window and the command line print the same lines.

mod rolls;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::event::{Event, EventKind, FormChange, Sight, SlotChange, Ticking};
use crate::rules::policy::Policy;
use crate::rules::state::{Posture, Slot, Status};

use self::walk::Walk;
use super::names::{Names, capital, plain};

pub use self::words::{condition_text, expiry};
pub use crate::rules::roll::words::dice;

/// How important a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Bookkeeping; shown on demand.
    Bookkeeping,
    /// A consequence of the lines before it.
    Detail,
    /// An action, or something that happens to a unit.
    Main,
    /// Starts a section: a round, a turn, the end.
    Heading,
}

/// The tone of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neutral.
    Plain,
    /// A successful roll, or a gain.
    Good,
    /// A failed roll, or harm.
    Bad,
}

/// An event as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// What happened, in one sentence.
    pub headline: String,
    /// How it came about: dice, terms with rules, thresholds.
    pub details: Vec<String>,
    /// Its importance.
    pub weight: Weight,
    /// Its tone.
    pub tone: Tone,
    /// The unit it is about, to show on the board.
    pub about: Option<UnitId>,
    /// Index of the event among the given events; of the first event if several became one line.
    pub event: usize,
}

impl LogLine {
    fn new(weight: Weight, headline: impl Into<String>) -> Self {
        Self {
            headline: headline.into(),
            details: Vec::new(),
            weight,
            tone: Tone::Plain,
            about: None,
            event: 0,
        }
    }

    fn about(mut self, unit: UnitId) -> Self {
        self.about = Some(unit);
        self
    }

    fn tone(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    fn detail(mut self, text: impl Into<String>) -> Self {
        self.details.push(text.into());
        self
    }
}

/// Formats an event. The last detail names the rules behind it, if any.
pub fn line(event: &Event, names: &Names) -> LogLine {
    let mut line = happening(&event.what, names);
    if !event.rules.is_empty() {
        let rules: Vec<&str> = event.rules.iter().map(|r| r.as_str()).collect();
        line.details.push(format!("Rules: {}", rules.join(", ")));
    }
    line
}

/// Formats several events. Consecutive steps of one move become
/// one line. Learns the names of units that enter the battle.
pub fn lines(events: &[Event], names: &mut Names) -> Vec<LogLine> {
    let mut out: Vec<LogLine> = Vec::new();
    // The move that the last line is about.
    let mut walk: Option<Walk> = None;
    for (place, event) in events.iter().enumerate() {
        if let EventKind::Spawned(unit) = &event.what {
            names.learn(unit.id(), &unit.identity.name);
        }
        let fresh = LogLine { event: place, ..line(event, names) };
        let step = Walk::step(&event.what);
        if let (Some(walk), Some(step), Some(last)) = (&mut walk, &step, out.last_mut())
            && walk.goes_on(step)
        {
            walk.join(step);
            last.headline = walk.headline(names);
        } else if walk.is_some() && fresh.weight == Weight::Bookkeeping {
            // Bookkeeping between two steps does not split the move; its line stays last.
            out.insert(out.len().saturating_sub(1), fresh);
        } else {
            walk = step;
            out.push(fresh);
        }
    }
    out
}

fn happening(what: &EventKind, names: &Names) -> LogLine {
    use Weight::{Bookkeeping, Detail, Heading, Main};
    match what {
        EventKind::Phase { round, name } => {
            let name = plain(name.as_str());
            LogLine::new(Heading, format!("Round {round}: {name}"))
        }
        EventKind::Slots(slots) => {
            let mut line = LogLine::new(Detail, "The turn order of this round is set.");
            for (i, slot) in slots.iter().enumerate() {
                line.details.push(format!("{}. {}", i + 1, words::slot(slot, names)));
            }
            line
        }
        EventKind::Slot(change) => {
            let text = words::slot_change(change, names);
            match change {
                // An extra act is news; other changes are visible in the turn order.
                SlotChange::Insert(_, Slot { extra: Some(_), .. }) => LogLine::new(Detail, text),
                SlotChange::Pass { to, .. } => LogLine::new(Main, text).about(*to),
                _ => LogLine::new(Bookkeeping, text),
            }
        }
        EventKind::TurnBegan { unit, .. } => {
            LogLine::new(Heading, format!("Turn of {}", names.unit(*unit))).about(*unit)
        }
        EventKind::TurnEnded { unit, why } => {
            let name = names.unit(*unit);
            let why = why.as_ref().map_or_else(String::new, |w| format!(": {w}"));
            LogLine::new(Detail, format!("{name} ends the turn{why}.")).about(*unit)
        }
        EventKind::Deed { unit, deed, .. } => {
            let (name, act) = (names.unit(*unit), names.content(&deed.act));
            let class = plain(deed.class.as_str());
            let text = format!("Noted for {name}: {class}, {act}, {}.", deed.amount);
            LogLine::new(Bookkeeping, text).about(*unit)
        }
        EventKind::Grant { unit, what, amount } => {
            let (name, what) = (names.unit(*unit), names.content(what));
            LogLine::new(Main, format!("{name} gains {what} ({amount})."))
                .about(*unit)
                .tone(Tone::Good)
        }
        EventKind::Declared { name, unit, targets, place, .. } => {
            let who = names.unit(*unit);
            let at = match (targets.as_slice(), place) {
                ([], None) => String::new(),
                ([one], None) if one == unit => String::new(),
                ([], Some(place)) => format!(" at {place}"),
                (targets, None) => format!(" on {}", names.units(targets)),
                (targets, Some(place)) => format!(" at {place}, on {}", names.units(targets)),
            };
            LogLine::new(Main, format!("{who} uses {name}{at}.")).about(*unit)
        }
        EventKind::Armed(armed) => {
            // The trigger stays secret until it fires.
            let (who, act) = (names.unit(armed.owner), names.content(&armed.act));
            let mut line = LogLine::new(Main, format!("{who} prepares {act}.")).about(armed.owner);
            if !armed.area.is_empty() {
                line.details.push(format!("Watches {} cells.", armed.area.len()));
            }
            line.details.push(format!("Lapses {}.", expiry(&armed.expiry, names)));
            line
        }
        EventKind::Disarmed { gone, why, .. } => {
            let end = if *gone { "is used up" } else { "was used and remains ready" };
            LogLine::new(Detail, format!("A prepared action {end}: {why}."))
        }
        EventKind::Ticked { what, expiry: left } => {
            let what = match what {
                Ticking::Armed(_) => "A prepared action".to_owned(),
                Ticking::Volume(_) => "An effect on the board".to_owned(),
                Ticking::Condition(unit, _) => format!("A condition of {}", names.unit(*unit)),
                Ticking::Layer(unit, _) => format!("A layer over {}", names.unit(*unit)),
            };
            LogLine::new(Bookkeeping, format!("{what} now ends {}.", expiry(left, names)))
        }
        EventKind::Progress { unit, what } => {
            let (who, act) = (names.unit(*unit), names.content(&what.act));
            let text = match what.is_done() {
                true => format!("{who} completes {act}."),
                false => format!("{who} continues {act}: {} of {} done.", what.done, what.of),
            };
            LogLine::new(Main, text).about(*unit)
        }
        EventKind::Abandoned { unit, act, why, .. } => {
            let (who, act) = (names.unit(*unit), names.content(act));
            LogLine::new(Main, format!("{who} abandons {act}: {}.", plain(why)))
                .about(*unit)
                .tone(Tone::Bad)
        }
        EventKind::Redirected { act, from, to } => {
            let (from, onto) = (names.unit(*from), names.unit(*to));
            let act = capital(&names.content(act));
            LogLine::new(Main, format!("{act} is redirected from {from} to {onto}.")).about(*to)
        }
        EventKind::Cancelled { unit, act, why } => {
            let (who, act) = (names.unit(*unit), names.content(act));
            LogLine::new(Main, format!("{act} of {who} is cancelled: {why}."))
                .about(*unit)
                .tone(Tone::Bad)
        }
        EventKind::Rolled(roll) => rolls::rolled(roll, names),
        EventKind::Chose { side, unit, prompt, answer } => {
            let who = unit.map_or_else(|| names.side(*side), |u| names.unit(u));
            let (prompt, answer) = (plain(prompt.as_str()), plain(answer.as_str()));
            LogLine::new(Detail, format!("{who} decides on {prompt}: {answer}."))
        }
        EventKind::Policy { side, about, policy } => {
            let (who, about) = (names.side(*side), names.content(about));
            let what = match policy {
                Policy::Ask => "ask every time",
                Policy::Always => "always",
                Policy::Never => "never",
            };
            LogLine::new(Detail, format!("Standing order of {who}: {about}, {what}."))
        }
        EventKind::Ordered { side, unit, about, answer } => {
            let who = unit.map_or_else(|| names.side(*side), |u| names.unit(u));
            let (about, answer) = (names.content(about), plain(answer.as_str()));
            let line =
                LogLine::new(Detail, format!("{who}, {about}: {answer}, by standing order."));
            LogLine { about: *unit, ..line }
        }
        EventKind::Pool { unit, id, from, to, why } => {
            let text = words::meter(&names.unit(*unit), &names.content(id), *from, *to, why);
            LogLine::new(Detail, text).about(*unit)
        }
        EventKind::Track { unit, id, from, to, why } => {
            let text = words::meter(&names.unit(*unit), &names.content(id), *from, *to, why);
            let tone = if to < from { Tone::Bad } else { Tone::Good };
            LogLine::new(Main, text).about(*unit).tone(tone)
        }
        EventKind::Wear { unit, on, id, from, to, why } => {
            let what = format!("{} of {}", names.content(id), words::carrier(on, names));
            let text = words::meter(&names.unit(*unit), &what, *from, *to, why);
            let tone = if to < from { Tone::Bad } else { Tone::Good };
            LogLine::new(Main, text).about(*unit).tone(tone)
        }
        EventKind::Layer { unit, id, change, why } => {
            let (text, tone) = words::layer(&names.unit(*unit), id, change, why, names);
            LogLine::new(Main, text).about(*unit).tone(tone)
        }
        EventKind::Hit { act, by, target, packets, total } => {
            let act = names.content(act);
            let by = by.map_or_else(String::new, |by| format!(" of {}", names.unit(by)));
            let target_name = names.unit(*target);
            let text =
                format!("{} hits {target_name} for {total}.", capital(&format!("{act}{by}")));
            let mut line = LogLine::new(Main, text).about(*target).tone(Tone::Bad);
            for packet in packets {
                line.details.extend(words::packet(packet));
            }
            if packets.len() > 1 {
                let amounts: Vec<String> = packets.iter().map(|p| p.amount.to_string()).collect();
                line.details.push(format!("Total {} = {total}", amounts.join(" + ")));
            }
            line
        }
        EventKind::Struck { act, by, what: _, name, packets, total, left } => {
            let (act, by) = (names.content(act), names.unit(*by));
            let end = if *left > 0 { format!("{left} left") } else { "it breaks".to_owned() };
            let text = format!("{} of {by} hits the {name} for {total}: {end}.", capital(&act));
            let mut line = LogLine::new(Main, text);
            for packet in packets {
                line.details.push(format!("{}: {}", capital(&plain(&packet.label)), packet.amount));
                line.details.extend(packet.terms.iter().map(ToString::to_string));
            }
            line
        }
        EventKind::Afflicted { unit, condition, replaces } => {
            let verb = if replaces.is_some() { "is again" } else { "is now" };
            let text =
                format!("{} {verb} {}.", names.unit(*unit), condition_text(condition, names));
            let mut line = LogLine::new(Main, text)
                .about(*unit)
                .detail(format!("Ends {}.", expiry(&condition.expiry, names)));
            if let Some(source) = condition.source {
                line.details.push(format!("Caused by {}.", names.unit(source)));
            }
            line
        }
        EventKind::Relieved { unit, condition, why } => {
            let (who, what) = (names.unit(*unit), condition_text(condition, names));
            LogLine::new(Main, format!("{who} is no longer {what}: {why}.")).about(*unit)
        }
        EventKind::Flag { unit, id, from, to } => {
            let whose = unit.map_or_else(|| "the battle".to_owned(), |u| names.unit(u));
            let text = format!("Noted for {whose}: {} {from} to {to}.", plain(id.as_str()));
            LogLine::new(Bookkeeping, text)
        }
        EventKind::SideFlag { side, id, from, to } => {
            let (whose, id) = (names.side(*side), plain(id.as_str()));
            LogLine::new(Bookkeeping, format!("Noted for {whose}: {id} {from} to {to}."))
        }
        EventKind::Learned { by, of, from, to, facts } => {
            let text = words::learned(*by, *of, (*from != *to).then_some(*to), facts, names);
            LogLine::new(Main, text).about(*of)
        }
        EventKind::Sighted { sighting, change } => {
            let who = names.unit(sighting.unit);
            let (weight, text) = match change {
                Sight::Appears => (Main, format!("{who} comes into view.")),
                Sight::Moves => (Bookkeeping, format!("{who} is seen at {}.", sighting.at)),
                Sight::Vanishes => (Main, format!("{who} is out of sight.")),
            };
            LogLine::new(weight, text).about(sighting.unit)
        }
        EventKind::Moved { unit, .. } => {
            let text = Walk::step(what).map_or_else(String::new, |w| w.headline(names));
            LogLine::new(Main, text).about(*unit)
        }
        EventKind::Stance { unit, posture, facing, .. } => {
            let who = names.unit(*unit);
            let how = match posture {
                Posture::Standing => "is standing",
                Posture::Prone => "is prone",
            };
            LogLine::new(Detail, format!("{who} {how}, facing {facing:?}.")).about(*unit)
        }
        EventKind::Status { unit, to, why, .. } => {
            let (how, tone) = match to {
                Status::Active => ("is back in the fight", Tone::Good),
                Status::Down => ("is down", Tone::Bad),
                Status::Dead => ("is dead", Tone::Bad),
                Status::Gone => ("leaves the board", Tone::Plain),
                Status::Surrendered => ("surrenders", Tone::Plain),
            };
            let who = names.unit(*unit);
            LogLine::new(Main, format!("{who} {how}: {why}.")).about(*unit).tone(tone)
        }
        EventKind::Linked { unit, link } => {
            let (who, whom) = (names.unit(*unit), names.unit(link.to));
            let kind = plain(link.kind.as_str());
            LogLine::new(Main, format!("{who} is now linked to {whom}: {kind}.")).about(*unit)
        }
        EventKind::Unlinked { unit, link } => {
            let (who, whom) = (names.unit(*unit), names.unit(link.to));
            let kind = plain(link.kind.as_str());
            LogLine::new(Main, format!("{who} is no longer linked to {whom}: {kind}.")).about(*unit)
        }
        EventKind::Form { unit, sheet, height_cm, change, .. } => {
            let (who, form) = (names.unit(*unit), names.content(&sheet.kind));
            let high = format!("{}.{} m high", height_cm / 100, height_cm % 100 / 10);
            let text = match change {
                FormChange::Store | FormChange::Replace => {
                    format!("{who} takes the form {form}, {high}.")
                }
                FormChange::Restore => format!("{who} returns to the form {form}, {high}."),
            };
            LogLine::new(Main, text).about(*unit)
        }
        EventKind::Spawned(unit) => {
            let (who, at) = (&unit.identity.name, unit.placement.at);
            LogLine::new(Main, format!("{who} enters the battle at {at}.")).about(unit.id())
        }
        EventKind::Gear { unit, slot, from, to, .. } => {
            let (who, slot) = (names.unit(*unit), plain(slot.as_str()));
            let item = |key: &Key| match key.as_str() {
                "" => "nothing".to_owned(),
                _ => names.content(key),
            };
            let text = format!("{who} changes {slot}: {} to {}.", item(from), item(to));
            LogLine::new(Detail, text).about(*unit)
        }
        EventKind::Board(change) => LogLine::new(Main, words::board_change(change, names)),
        EventKind::Ruling { text, .. } => LogLine::new(Main, format!("Referee: {text}")),
        EventKind::Note { unit, text } => {
            let line = LogLine::new(Main, text.clone());
            LogLine { about: *unit, ..line }
        }
        EventKind::Over(verdict) => {
            let text = match verdict.winner {
                Some(side) => format!("{} wins. {}.", names.side(side), capital(&verdict.why)),
                None => format!("The battle ends in a draw: {}.", verdict.why),
            };
            LogLine::new(Heading, text)
        }
        EventKind::Aftermath => LogLine::new(Heading, "After the battle".to_owned()),
    }
}
