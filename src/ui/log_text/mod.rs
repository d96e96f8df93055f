//! Events as text: one headline each, and the arithmetic behind it line by line.
//!
//! The window and the command line print the same lines.

mod acts;
mod line;
mod rolls;
mod summary;
#[cfg(test)]
mod tests;
mod turns;
mod units;
mod walk;
mod words;

use rules::event::{BoardChange, Event, EventKind};

use self::walk::Walk;
use super::names::Names;

pub use self::line::{LogLine, Tone, Weight};
pub use self::summary::summarise;
pub use self::words::{condition_text, expiry};
pub use rules::roll::words::dice;

/// Formats an event. The last details name the rules behind it and the house rules that they
/// depend on, if any.
pub fn line(event: &Event, names: &Names) -> LogLine {
    let mut line = happening(&event.what, names);
    if !event.rules.is_empty() {
        let rules: Vec<&str> = event.rules.iter().map(|r| r.as_str()).collect();
        line.details.push(format!("Rules: {}", rules.join(", ")));
        let mut house: Vec<&String> =
            event.rules.iter().flat_map(|rule| names.house_rules(rule)).collect();
        house.sort_unstable();
        house.dedup();
        line.details.extend(house.into_iter().map(|option| format!("House rule. {option}")));
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

fn board_changed(change: &BoardChange, names: &Names) -> LogLine {
    let weight = match change {
        // The cause that breaks or removes a thing has a line of its own.
        BoardChange::ThingGone(_) => Weight::Bookkeeping,
        _ => Weight::Main,
    };
    LogLine::new(weight, words::board_change(change, names))
}

fn happening(what: &EventKind, names: &Names) -> LogLine {
    use Weight::{Heading, Main};
    match what {
        EventKind::Phase { round, name } => turns::phase(*round, name),
        EventKind::Slots(slots) => turns::turn_order(slots, names),
        EventKind::Slot(change) => turns::slot_changed(change, names),
        EventKind::TurnBegan { unit, .. } => {
            LogLine::new(Heading, format!("Turn of {}", names.unit(*unit))).about(*unit)
        }
        EventKind::TurnEnded { unit, why } => turns::turn_ended(*unit, why.as_deref(), names),
        EventKind::ActRecorded { unit, record, .. } => turns::noted(*unit, record, names),
        EventKind::Grant { unit, what, amount } => turns::granted(*unit, what, *amount, names),
        EventKind::Declared { name, unit, targets, place, .. } => {
            acts::declared(name, *unit, targets, *place, names)
        }
        EventKind::Armed(armed) => acts::armed(armed, names),
        EventKind::Disarmed { gone, why, .. } => acts::disarmed(*gone, why),
        EventKind::Ticked { what, expiry: left } => acts::ticked(what, left, names),
        EventKind::Progress { unit, what } => acts::progress(*unit, what, names),
        EventKind::Abandoned { unit, act, why, .. } => acts::abandoned(*unit, act, why, names),
        EventKind::Redirected { act, from, to } => acts::redirected(act, *from, *to, names),
        EventKind::Cancelled { unit, act, why } => acts::cancelled(*unit, act, why, names),
        EventKind::Rolled(roll) => rolls::rolled(roll, names),
        EventKind::Chose { side, unit, prompt, answer } => {
            turns::chose(*side, *unit, prompt, answer, names)
        }
        EventKind::Policy { side, about, policy } => {
            turns::policy_set(*side, about, *policy, names)
        }
        EventKind::Ordered { side, unit, about, answer } => {
            turns::ordered(*side, *unit, about, answer, names)
        }
        EventKind::Pool { unit, id, from, to, why } => {
            units::pool(*unit, id, (*from, *to), why, names)
        }
        EventKind::Track { unit, id, from, to, why } => {
            units::track(*unit, id, *from, *to, why, names)
        }
        EventKind::Wear { unit, on, id, from, to, why } => {
            units::wear(*unit, on, id, *from, *to, why, names)
        }
        EventKind::Layer { unit, id, change, why } => units::layer(*unit, id, change, why, names),
        EventKind::Hit { act, by, target, packets, total } => {
            acts::hit(act, *by, *target, packets, *total, names)
        }
        EventKind::Struck { act, by, what: _, name, packets, total, left } => {
            acts::struck(act, *by, name, packets, *total, *left, names)
        }
        EventKind::Afflicted { unit, condition, replaces } => {
            units::afflicted(*unit, condition, replaces, names)
        }
        EventKind::Relieved { unit, condition, why } => {
            units::relieved(*unit, condition, why, names)
        }
        EventKind::ObjectAfflicted { name, condition, replaces, .. } => {
            units::object_afflicted(name, condition, replaces.is_some(), names)
        }
        EventKind::ObjectRelieved { name, condition, why, .. } => {
            units::object_relieved(name, condition, why, names)
        }
        EventKind::Flag { unit, id, from, to } => units::flag(*unit, id, *from, *to, names),
        EventKind::SideFlag { side, id, from, to } => turns::flag(*side, id, (*from, *to), names),
        EventKind::Learned { by, of, from, to, facts } => {
            let text = words::learned(*by, *of, (*from != *to).then_some(*to), facts, names);
            LogLine::new(Main, text).about(*of)
        }
        EventKind::Sighted { sighting, change } => units::sighted(sighting, *change, names),
        EventKind::Moved { unit, .. } => {
            let text = Walk::step(what).map_or_else(String::new, |w| w.headline(names));
            LogLine::new(Main, text).about(*unit)
        }
        EventKind::Stance { unit, posture, facing, .. } => {
            units::stance(*unit, *posture, *facing, names)
        }
        EventKind::Status { unit, to, why, .. } => units::status(*unit, *to, why, names),
        EventKind::Linked { unit, link } => units::linked(*unit, link, names),
        EventKind::Unlinked { unit, link } => units::unlinked(*unit, link, names),
        EventKind::Form { unit, sheet, height_cm, change, .. } => {
            units::form(*unit, sheet, *height_cm, *change, names)
        }
        EventKind::Spawned(unit) => units::entered(unit),
        EventKind::Gear { unit, slot, from, to, .. } => units::gear(*unit, slot, from, to, names),
        EventKind::Board(change) => board_changed(change, names),
        EventKind::Ruling { text, .. } => LogLine::new(Main, format!("Referee: {text}")),
        EventKind::Note { unit, text } => {
            let line = LogLine::new(Main, words::note(*unit, text, names));
            LogLine { about: *unit, ..line }
        }
        EventKind::Over(verdict) => turns::over(verdict, names),
        EventKind::Story { text, .. } if text.is_empty() => {
            LogLine::new(Main, "An event of the level happens.".to_owned())
        }
        EventKind::Conduct { unit, next } => turns::conduct(*unit, next.is_some(), names),
        EventKind::Goals(_) => LogLine::new(Main, "The goals have changed.".to_owned()),
        EventKind::Story { text, .. } => LogLine::new(Heading, text.clone()),
        EventKind::Aftermath => LogLine::new(Heading, "After the battle".to_owned()),
    }
}
