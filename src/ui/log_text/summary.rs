//! The log for people: one line for an act with its outcome, moves without coordinates.

use std::collections::BTreeSet;

use crate::names::{Names, plain};
use grid::UnitId;
use rules::event::{Event, EventKind, Rolled};

use super::line::{LogLine, Tone, Weight};
use super::{condition_text, words};

/// Joins an act with its rolls, hits and their effects into one line, which opens to the
/// arithmetic, and the rolls for the turn order with it; the joined lines remain as bookkeeping.
/// Moves lose their coordinates, which go into the details. `events` are the source of the lines;
/// `is_friend` identifies the viewer's units.
pub fn summarise(
    lines: &mut [LogLine],
    events: &[Event],
    names: &Names,
    is_friend: impl Fn(UnitId) -> bool,
) {
    let mut turn = Turn::default();
    for place in 0..lines.len() {
        let Some(line) = lines.get(place) else { continue };
        let Some(event) = events.get(line.event) else { continue };
        match &event.what {
            EventKind::Declared { name, unit, targets, .. } => {
                turn.begin(Act::new(place, *unit, name, targets, names));
                continue;
            }
            EventKind::TurnBegan { .. } | EventKind::TurnEnded { .. } => turn = Turn::default(),
            EventKind::Moved { unit, .. } => shorten_move(lines, place, &names.unit(*unit)),
            EventKind::Slots(_) => fold_rolls(lines, events, place),
            _ => {}
        }
        let is_bookkeeping = lines.get(place).is_some_and(|l| l.weight == Weight::Bookkeeping);
        match turn.part(&event.what, names) {
            Some((act, outcome)) => act.absorb((lines, place), outcome, names, &is_friend),
            None if is_bookkeeping => {}
            None => turn.current = None,
        }
    }
}

/// The rolls before a turn order become a part of its line: who is first.
fn fold_rolls(lines: &mut [LogLine], events: &[Event], place: usize) {
    let is_roll = |line: &LogLine| match events.get(line.event).map(|event| &event.what) {
        Some(EventKind::Rolled(roll)) => roll.target.is_none() && roll.against.is_none(),
        _ => false,
    };
    let mut told = Vec::new();
    for line in lines.iter_mut().take(place).rev() {
        match (is_roll(line), line.weight) {
            (true, _) => {
                line.weight = Weight::Bookkeeping;
                let details = line.details.iter().map(|detail| format!("   {detail}"));
                told.push([line.headline.clone()].into_iter().chain(details).collect::<Vec<_>>());
            }
            (false, Weight::Bookkeeping | Weight::Detail) => {}
            (false, Weight::Main | Weight::Heading) => break,
        }
    }
    let Some(line) = lines.get_mut(place).filter(|_| !told.is_empty()) else { return };
    line.headline = "Initiative is rolled for the turn order.".to_owned();
    line.details.extend(told.into_iter().rev().flatten());
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

/// What a part of an act means for it.
enum Outcome {
    /// Nothing that its line must say.
    Detail,
    /// The result of its roll: text, and whether it failed.
    Own(String, bool),
    /// For this unit: text, and whether the act failed.
    For(UnitId, String, bool),
}

/// The acts of a turn: an act may be interrupted by another.
#[derive(Default)]
struct Turn {
    acts: Vec<Act>,
    /// The unit whose act the last lines belong to.
    current: Option<UnitId>,
    /// What the current act has just hit, and for how much.
    hit: Option<(UnitId, i32)>,
}

impl Turn {
    fn begin(&mut self, act: Act) {
        self.acts.retain(|other| other.unit != act.unit);
        self.current = Some(act.unit);
        self.hit = None;
        self.acts.push(act);
    }

    /// The act that an event belongs to, and what it means for it.
    fn part(&mut self, what: &EventKind, names: &Names) -> Option<(&mut Act, Outcome)> {
        let (actor, outcome) = match what {
            EventKind::Rolled(roll) => self.rolled(roll, names)?,
            EventKind::Hit { by: Some(by), target, total, .. } => {
                let damage = format!("{total} damage");
                (*by, Outcome::For(*target, damage, false))
            }
            _ => {
                let (unit, outcome) = self.effect(what, names)?;
                (self.current.filter(|actor| self.concerns(*actor, unit))?, outcome)
            }
        };
        let act = self.acts.iter_mut().find(|act| act.unit == actor)?;
        self.current = Some(actor);
        match what {
            EventKind::Hit { target, total, .. } => self.hit = Some((*target, *total)),
            EventKind::Rolled(_) => self.hit = None,
            _ => {}
        }
        Some((act, outcome))
    }

    /// True if a unit acts or is a target in the act of `actor`.
    fn concerns(&self, actor: UnitId, unit: UnitId) -> bool {
        let act = self.acts.iter().find(|act| act.unit == actor);
        actor == unit || act.is_some_and(|act| act.outcomes.iter().any(|(id, ..)| *id == unit))
    }

    /// A roll of an actor, or of a target in answer.
    fn rolled(&self, roll: &Rolled, names: &Names) -> Option<(UnitId, Outcome)> {
        let who = roll.who?;
        let fails = !roll.degree.succeeded();
        if self.acts.iter().any(|act| act.unit == who) && roll.averts.is_none() {
            let act = self.acts.iter().find(|act| act.unit == who)?;
            let is_own = act.outcomes.is_empty() && roll.target.is_none();
            let outcome = match (roll.target.filter(|target| *target != who), &roll.against) {
                (Some(target), _) => Outcome::For(target, result(roll, ["hit", "missed"]), fails),
                (None, Some(_)) if is_own => {
                    Outcome::Own(result(roll, ["success", "failure"]), fails)
                }
                (None, _) => Outcome::Detail,
            };
            return Some((who, outcome));
        }
        let actor = self.current.filter(|actor| {
            self.concerns(*actor, who)
                || roll.averts.is_some_and(|saved| self.concerns(*actor, saved))
        })?;
        let outcome = match roll.averts {
            Some(saved) => {
                let purpose = names.content(&roll.purpose);
                let words = ["succeeds", "fails"];
                Outcome::For(saved, format!("{purpose} {}", result(roll, words)), !fails)
            }
            None => Outcome::Detail,
        };
        Some((actor, outcome))
    }

    /// What an event does to a unit, if it can be an effect of an act.
    fn effect(&self, what: &EventKind, names: &Names) -> Option<(UnitId, Outcome)> {
        Some(match what {
            EventKind::Pool { unit, .. } => (*unit, Outcome::Detail),
            EventKind::Track { unit, id, from, to, .. } => {
                let is_damage = self.hit == Some((*unit, from.saturating_sub(*to)));
                let change = words::change(&names.content(id), *from, *to);
                let outcome = if is_damage { Outcome::Detail } else { self.told(*unit, change) };
                (*unit, outcome)
            }
            EventKind::Wear { unit, on, id, from, to, .. } => {
                let change = words::change(&names.content(id), *from, *to);
                let text = format!("{} {change}", words::carrier(*unit, on, names));
                (*unit, self.told(*unit, text))
            }
            EventKind::Afflicted { unit, condition, .. } => {
                (*unit, self.told(*unit, condition_text(condition, names)))
            }
            _ => return None,
        })
    }

    /// Something said about a target; the actor's own changes are details.
    fn told(&self, unit: UnitId, text: String) -> Outcome {
        match self.current == Some(unit) {
            true => Outcome::Detail,
            false => Outcome::For(unit, text, false),
        }
    }
}

/// The result of a roll in a word, and by how much.
fn result(roll: &Rolled, [good, bad]: [&str; 2]) -> String {
    let word = if roll.degree.succeeded() { good } else { bad };
    let total = roll.total;
    if let Some(margin) = roll.opposed.as_ref().and_then(|opposed| opposed.margin) {
        return format!("{word} by {}", margin.abs());
    }
    match (roll.band(), &roll.against) {
        (Some(band), _) if roll.degree.succeeded() && good == "hit" => {
            format!("{}, {total} on the die", plain(&band.name))
        }
        (Some(_), _) => format!("{word}, {total} on the die"),
        (None, Some(against)) => format!("{word}, {total} against {}", against.value),
        (None, None) => word.to_owned(),
    }
}

/// An act whose outcome is being collected.
struct Act {
    /// The index of its line.
    place: usize,
    unit: UnitId,
    /// "Scout: Mark".
    start: String,
    /// The result of a roll without a target.
    own: Option<String>,
    /// Each target with what happens to it.
    outcomes: Vec<(UnitId, String, Vec<String>)>,
}

impl Act {
    fn new(place: usize, unit: UnitId, name: &str, targets: &[UnitId], names: &Names) -> Self {
        // A target that is hit several times is named once.
        let mut known = BTreeSet::from([unit]);
        let others = targets.iter().filter(|target| known.insert(**target));
        let outcomes = others.map(|id| (*id, names.unit(*id), Vec::new())).collect();
        let start = format!("{}: {name}", names.unit(unit));
        Self { place, unit, start, own: None, outcomes }
    }

    /// Merges a line into that of the act.
    fn absorb(
        &mut self,
        (lines, place): (&mut [LogLine], usize),
        outcome: Outcome,
        names: &Names,
        is_friend: &impl Fn(UnitId) -> bool,
    ) {
        let Some(part) = lines.get_mut(place).filter(|part| part.weight > Weight::Bookkeeping)
        else {
            return;
        };
        part.weight = Weight::Bookkeeping;
        let details: Vec<String> =
            std::iter::once(part.headline.clone()).chain(part.details.iter().cloned()).collect();
        let failed = match outcome {
            Outcome::Detail => None,
            Outcome::Own(text, failed) => {
                self.own = Some(text);
                Some(failed)
            }
            Outcome::For(target, text, failed) => {
                match self.outcomes.iter_mut().find(|(id, ..)| *id == target) {
                    Some((.., texts)) => texts.push(text),
                    None => self.outcomes.push((target, names.unit(target), vec![text])),
                }
                Some(failed)
            }
        };
        let Some(line) = lines.get_mut(self.place) else { return };
        line.details.extend(details);
        let Some(failed) = failed else { return };
        line.headline = self.headline();
        line.tone = if is_friend(self.unit) == failed { Tone::Bad } else { Tone::Good };
    }

    fn headline(&self) -> String {
        let told = self.outcomes.iter().map(|(_, name, texts)| match texts.as_slice() {
            [] => name.clone(),
            texts => format!("{name}: {}", texts.join(", ")),
        });
        let told: Vec<String> = told.collect();
        let own = self.own.iter().map(|text| format!(": {text}")).collect::<String>();
        match told.is_empty() {
            true => format!("{}{own}.", self.start),
            false => format!("{}{own} on {}.", self.start, told.join("; ")),
        }
    }
}
