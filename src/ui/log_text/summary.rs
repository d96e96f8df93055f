//! The log for people: one line for an act with its outcome, moves without coordinates.

use crate::names::Names;
use grid::UnitId;
use rules::event::{Event, EventKind};

use super::line::{LogLine, Tone, Weight};

/// Joins an act with its rolls and hits into one line, which opens to the arithmetic; the joined
/// lines remain as bookkeeping. Moves lose their coordinates, which go into the details. `events`
/// are the source of the lines; `is_friend` identifies the viewer's units.
pub fn summarise(
    lines: &mut [LogLine],
    events: &[Event],
    names: &Names,
    is_friend: impl Fn(UnitId) -> bool,
) {
    let mut act: Option<Act> = None;
    for place in 0..lines.len() {
        let Some(event) = lines.get(place).and_then(|line| events.get(line.event)) else {
            continue;
        };
        match &event.what {
            EventKind::Declared { name, unit, targets, .. } => {
                act = Some(Act::new(place, *unit, name, targets, names));
            }
            EventKind::TurnBegan { .. } | EventKind::TurnEnded { .. } => act = None,
            EventKind::Moved { unit, .. } => shorten_move(lines, place, &names.unit(*unit)),
            EventKind::Rolled(roll) => {
                let Some(act) = act.as_mut().filter(|act| roll.who == Some(act.unit)) else {
                    continue;
                };
                if let (Some(against), Some(target)) = (&roll.against, roll.target) {
                    let word = if roll.degree.succeeded() { "hit" } else { "missed" };
                    let (total, value) = (roll.total, against.value);
                    let fails = !roll.degree.succeeded();
                    act.outcome(target, format!("{word}, {total} against {value}"), fails, names);
                    act.absorb(lines, place, &is_friend);
                }
            }
            EventKind::Hit { by, target, total, .. } => {
                let Some(act) = act.as_mut().filter(|act| *by == Some(act.unit)) else { continue };
                act.outcome(*target, format!("{total} damage"), false, names);
                act.absorb(lines, place, &is_friend);
            }
            _ => {}
        }
    }
}

/// "Scout moves 4 steps." instead of the cells; these come first in the details.
fn shorten_move(lines: &mut [LogLine], place: usize, name: &str) {
    let Some(line) = lines.get_mut(place) else { return };
    let long = line.headline.clone();
    let Some(rest) = long.strip_prefix(name) else { return };
    let Some((verb, rest)) = rest.split_once(" from ") else { return };
    let much = rest.split_once(" in ").map_or("", |(_, much)| much);
    let steps = much.split(',').next().unwrap_or_default().trim_end_matches('.');
    let steps = if steps.is_empty() { String::new() } else { format!(" {steps}") };
    line.headline = format!("{name}{verb}{steps}.");
    line.details.insert(0, long);
}

/// An act whose outcome is being collected.
struct Act {
    /// The index of its line.
    place: usize,
    unit: UnitId,
    /// "Scout: Mark".
    start: String,
    /// Each target with what happens to it.
    outcomes: Vec<(UnitId, String, Vec<String>)>,
    failed: bool,
}

impl Act {
    fn new(place: usize, unit: UnitId, name: &str, targets: &[UnitId], names: &Names) -> Self {
        let others = targets.iter().filter(|target| **target != unit);
        let outcomes = others.map(|id| (*id, names.unit(*id), Vec::new())).collect();
        let start = format!("{}: {name}", names.unit(unit));
        Self { place, unit, start, outcomes, failed: false }
    }

    fn outcome(&mut self, target: UnitId, text: String, fails: bool, names: &Names) {
        self.failed = fails;
        match self.outcomes.iter_mut().find(|(id, ..)| *id == target) {
            Some((.., texts)) => texts.push(text),
            None => self.outcomes.push((target, names.unit(target), vec![text])),
        }
    }

    /// Merges a line into that of the act.
    fn absorb(&self, lines: &mut [LogLine], place: usize, is_friend: &impl Fn(UnitId) -> bool) {
        let Some(part) = lines.get_mut(place) else { return };
        part.weight = Weight::Bookkeeping;
        let details: Vec<String> =
            std::iter::once(part.headline.clone()).chain(part.details.iter().cloned()).collect();
        let outcomes = self.outcomes.iter().map(|(_, name, texts)| match texts.as_slice() {
            [] => name.clone(),
            texts => format!("{name}: {}", texts.join(", ")),
        });
        let outcomes: Vec<String> = outcomes.collect();
        let Some(line) = lines.get_mut(self.place) else { return };
        line.headline = format!("{} on {}.", self.start, outcomes.join("; "));
        line.details.extend(details);
        line.tone = if is_friend(self.unit) == self.failed { Tone::Bad } else { Tone::Good };
    }
}
