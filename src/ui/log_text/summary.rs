//! The log for players: one line for an act with its outcome, moves without coordinates.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::{Names, plain};
use grid::UnitId;
use rules::event::{Event, EventKind, Rolled};
use rules::state::Carrier;

use super::line::{LogLine, Tone, Weight};
use super::{condition_text, words};

/// Joins an act with its rolls, hits and their effects into one line, which expands to the
/// arithmetic, and likewise the rolls for the turn order; the joined lines remain as bookkeeping.
/// Moves lose their coordinates, which go into the details. `events` are the source of the lines;
/// `is_friend` identifies the viewer's units.
pub fn summarise(
    lines: &mut [LogLine],
    events: &[Event],
    names: &Names,
    is_friend: impl Fn(UnitId) -> bool,
) {
    let mut turn = Turn::default();
    // Lines from the end of the last round.
    let mut closing = Vec::new();
    for place in 0..lines.len() {
        let Some(line) = lines.get(place) else { continue };
        let Some(event) = events.get(line.event) else { continue };
        match &event.what {
            EventKind::Declared { name, unit, targets, .. } => {
                turn.begin(Act::new(place, *unit, name, targets, names));
                continue;
            }
            EventKind::TurnBegan { .. } | EventKind::TurnEnded { .. } => turn = Turn::default(),
            EventKind::Moved { unit, .. } => {
                shorten_move(lines, events, place, (*unit, &names.unit(*unit)))
            }
            EventKind::Phase { name, .. } if *name == "over" => {
                closing.extend(close(lines, events, place))
            }
            EventKind::Phase { name, .. } if *name == "turns" => {
                join_end(lines, events, place);
                if let Some(line) = lines.get_mut(place) {
                    line.details.append(&mut closing);
                }
            }
            EventKind::Slots(_) => fold_rolls(lines, events, place),
            _ => {}
        }
        let is_bookkeeping = lines.get(place).is_some_and(|l| l.weight == Weight::Bookkeeping);
        let is_aside = is_bookkeeping || turn.is_aside(&event.what);
        match turn.part(&event.what, names) {
            Some((act, outcome)) => act.absorb((lines, place), outcome, names, &is_friend),
            None if is_aside => {
                // What an act uses up of the actor's own gear, such as arrows, is bookkeeping.
                let is_gear = matches!(event.what, EventKind::Wear { on: Carrier::Item(_), .. });
                if let Some(line) = lines.get_mut(place).filter(|_| is_gear) {
                    line.weight = Weight::Bookkeeping;
                }
            }
            None => turn.current = None,
        }
    }
    drop_payments(lines, events);
}

/// Makes the pools that no act or move has taken into its line bookkeeping.
fn drop_payments(lines: &mut [LogLine], events: &[Event]) {
    for line in lines {
        let what = events.get(line.event).map(|event| &event.what);
        if matches!(what, Some(EventKind::Pool { .. })) {
            line.weight = Weight::Bookkeeping;
        }
    }
}

/// Moves lines from the end of a round, such as the elapsed time, into the details of the next
/// round. `place` is the line of the close.
fn close(lines: &mut [LogLine], events: &[Event], place: usize) -> Option<String> {
    let before = lines.iter_mut().take(place);
    let last = before.rev().find(|line| line.weight > Weight::Bookkeeping)?;
    let what = events.get(last.event).map(|event| &event.what);
    let is_remark = matches!(what, Some(EventKind::Note { unit: None, .. }));
    is_remark.then(|| {
        last.weight = Weight::Bookkeeping;
        last.headline.clone()
    })
}

/// Removes the heading of a round's end if nothing happened there. `place` is the heading of the
/// next round.
fn join_end(lines: &mut [LogLine], events: &[Event], place: usize) {
    let what = |line: &LogLine| events.get(line.event).map(|event| &event.what);
    let happens = |line: &LogLine| {
        let silent = matches!(what(line), Some(EventKind::Slots(_) | EventKind::Pool { .. }));
        line.weight > Weight::Bookkeeping && !silent
    };
    let before = lines.iter().take(place).rposition(happens);
    let Some(line) = before.and_then(|before| lines.get_mut(before)) else { return };
    if matches!(events.get(line.event).map(|event| &event.what), Some(EventKind::Phase { .. })) {
        line.weight = Weight::Bookkeeping;
    }
}

/// Folds the rolls before a turn order into its line, which names the first unit.
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

/// "Scout moves 4 steps." and "Scout falls 2 m." instead of the cells, which come first in the
/// details.
fn shorten_move(
    lines: &mut [LogLine],
    events: &[Event],
    place: usize,
    (unit, name): (UnitId, &str),
) {
    let Some(line) = lines.get_mut(place) else { return };
    let long = line.headline.clone();
    let Some(rest) = long.strip_prefix(name) else { return };
    let places = rest.split_once(" from ").or_else(|| rest.split_once(" at "));
    let Some((verb, rest)) = places else { return };
    let depth = rest.split(", ").find_map(|part| part.trim_end_matches('.').strip_suffix(" down"));
    let depth = depth.filter(|_| verb == " falls");
    let much = rest.split_once(" in ").map_or("", |(_, much)| much);
    let steps = much.split(',').next().unwrap_or_default().trim_end_matches('.');
    let steps = depth.unwrap_or(steps);
    let steps = if steps.is_empty() { String::new() } else { format!(" {steps}") };
    let start = format!("{name}{verb}");
    line.headline = format!("{start}{steps}.");
    line.details.insert(0, long);
    join_moves(lines, events, place, (unit, &start));
}

/// Adds a unit's move to the previous one, if only bookkeeping and the unit's own payments lie
/// between them. `start` is its name and the verb.
fn join_moves(
    lines: &mut [LogLine],
    events: &[Event],
    place: usize,
    (unit, start): (UnitId, &str),
) {
    let steps = |line: &LogLine| -> Option<u32> {
        match line.headline.strip_prefix(start)?.strip_suffix('.')? {
            "" => Some(1),
            steps => steps.strip_suffix(" steps")?.trim().parse().ok(),
        }
    };
    if ![" moves", " flies"].iter().any(|verb| start.ends_with(verb)) {
        return;
    }
    let paid = |line: &LogLine| {
        let what = events.get(line.event).map(|event| &event.what);
        matches!(what, Some(EventKind::Pool { unit: who, .. }) if *who == unit)
    };
    let Some((before, [line, ..])) = lines.split_at_mut_checked(place) else { return };
    let skipped = |line: &LogLine| line.weight == Weight::Bookkeeping || paid(line);
    let Some(at) = before.iter().rposition(|line| !skipped(line)) else { return };
    let Some([last, between @ ..]) = before.get_mut(at..) else { return };
    if [last.weight, line.weight] != [Weight::Main; 2] {
        return;
    }
    if let Some((one, more)) = steps(last).zip(steps(line)) {
        last.headline = format!("{start} {} steps.", one.saturating_add(more));
        for cost in between.iter_mut().filter(|line| line.weight > Weight::Bookkeeping) {
            last.details.push(cost.headline.clone());
            cost.weight = Weight::Bookkeeping;
        }
        last.details.extend(line.details.iter().cloned());
        line.weight = Weight::Bookkeeping;
    }
}

/// What an event of an act contributes to its line.
enum Outcome {
    /// Nothing.
    Detail,
    /// A result without a target: text, and whether it failed, if it can.
    Own(String, Option<bool>),
    /// A result for this unit: text, and whether the act failed.
    For(UnitId, String, bool),
    /// The act prepares this one, whose name replaces its own in the line.
    Prepares(String),
}

/// The acts of a turn: an act may be interrupted by another.
#[derive(Default)]
struct Turn {
    acts: Vec<Act>,
    /// The unit whose act the last lines belong to.
    current: Option<UnitId>,
    /// The target of the current act's last hit, and the damage.
    hit: Option<(UnitId, i32)>,
}

impl Turn {
    fn begin(&mut self, act: Act) {
        self.acts.retain(|other| other.unit != act.unit);
        self.current = Some(act.unit);
        self.hit = None;
        self.acts.push(act);
    }

    /// The act that an event belongs to, and the event's contribution.
    fn part(&mut self, what: &EventKind, names: &Names) -> Option<(&mut Act, Outcome)> {
        let (actor, outcome) = match what {
            EventKind::Rolled(roll) => self.rolled(roll, names)?,
            EventKind::Hit { by: Some(by), target, total, .. } => {
                let damage = format!("{total} damage");
                (*by, Outcome::For(*target, damage, false))
            }
            EventKind::Armed(armed) if self.prepares(armed.owner) => {
                (armed.owner, Outcome::Prepares(names.content(&armed.act)))
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

    /// True if the current act is by `unit` and has no outcome yet.
    fn prepares(&self, unit: UnitId) -> bool {
        let act = self.acts.iter().find(|act| act.unit == unit);
        let none = act.is_some_and(|act| act.own.is_empty() && act.outcomes.is_empty());
        self.current == Some(unit) && none
    }

    /// True if `unit` is the actor or a target in the act of `actor`.
    fn concerns(&self, actor: UnitId, unit: UnitId) -> bool {
        let act = self.acts.iter().find(|act| act.unit == actor);
        actor == unit || act.is_some_and(|act| act.has(unit))
    }

    /// A roll of an actor, or of a target in response.
    fn rolled(&self, roll: &Rolled, names: &Names) -> Option<(UnitId, Outcome)> {
        let who = roll.who?;
        let fails = !roll.degree.succeeded();
        let target = roll.target.filter(|target| *target != who);
        let own = self.acts.iter().find(|act| act.unit == who && roll.averts.is_none());
        // Also after an act of another unit in between.
        let own = own.filter(|act| {
            let aims = target.is_some_and(|target| act.has(target) || self.current.is_none());
            aims || self.current == Some(who)
        });
        if let Some(act) = own {
            let outcome = match (target, &roll.against) {
                (Some(target), _) => Outcome::For(target, result(roll, ["hit", "missed"]), fails),
                // A failed throw at a place, even if it names the units there.
                (None, Some(_)) if act.outcomes.is_empty() || fails && act.is_blank() => {
                    Outcome::Own(result(roll, ["success", "failure"]), Some(fails))
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
        let (unit, text) = match what {
            EventKind::Pool { unit, .. } => return Some((*unit, Outcome::Detail)),
            EventKind::Track { unit, id, from, to, .. } => {
                if self.hit == Some((*unit, from.saturating_sub(*to))) {
                    return Some((*unit, Outcome::Detail));
                }
                (*unit, words::change(&names.content(id), *from, *to))
            }
            EventKind::Wear { unit, on, id, from, to, .. } => {
                let change = words::change(&names.content(id), *from, *to);
                (*unit, format!("{} {change}", words::carrier(*unit, on, names)))
            }
            EventKind::Afflicted { unit, condition, .. } => {
                (*unit, condition_text(condition, names))
            }
            _ => return None,
        };
        let outcome = match self.current == Some(unit) {
            true if self.is_aside(what) => return None,
            true => Outcome::Own(text, None),
            false => Outcome::For(unit, text, false),
        };
        Some((unit, outcome))
    }

    /// True if an event changes the actor during an act on others: such events have a line of their
    /// own.
    fn is_aside(&self, what: &EventKind) -> bool {
        let unit = match what {
            EventKind::Track { unit, .. }
            | EventKind::Wear { unit, .. }
            | EventKind::Afflicted { unit, .. } => unit,
            _ => return false,
        };
        let act = self.acts.iter().find(|act| act.unit == *unit);
        self.current == Some(*unit) && act.is_some_and(|act| !act.outcomes.is_empty())
    }
}

/// The result of a roll in a word, and its margin.
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
    /// "Scout uses Mark", or "Knight prepares Riposte".
    start: String,
    /// Effects without a target, or on the actor alone.
    own: Vec<String>,
    /// Each target with the effects on it.
    outcomes: Vec<(UnitId, String, Vec<String>)>,
    /// Whether it failed against each target, as the latest outcome says.
    failed: BTreeMap<UnitId, bool>,
}

impl Act {
    fn new(place: usize, unit: UnitId, name: &str, targets: &[UnitId], names: &Names) -> Self {
        // A target that is hit several times is named once.
        let mut known = BTreeSet::from([unit]);
        let others = targets.iter().filter(|target| known.insert(**target));
        let outcomes = others.map(|id| (*id, names.unit(*id), Vec::new())).collect();
        let start = format!("{} uses {name}", names.unit(unit));
        Self { place, unit, start, own: Vec::new(), outcomes, failed: BTreeMap::new() }
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
        let is_detail = matches!(outcome, Outcome::Detail);
        let failed = match outcome {
            Outcome::Detail => None,
            Outcome::Own(text, failed) => {
                self.own.push(text);
                failed
            }
            Outcome::Prepares(act) => {
                self.start = format!("{} prepares {act}", names.unit(self.unit));
                None
            }
            Outcome::For(target, text, failed) => {
                match self.outcomes.iter_mut().find(|(id, ..)| *id == target) {
                    Some((.., texts)) => texts.push(text),
                    None => self.outcomes.push((target, names.unit(target), vec![text])),
                }
                self.failed.insert(target, failed);
                Some(self.failed.values().all(|failed| *failed))
            }
        };
        let Some(line) = lines.get_mut(self.place) else { return };
        line.details.extend(details);
        if !is_detail {
            line.headline = self.headline();
        }
        if let Some(failed) = failed {
            line.tone = if is_friend(self.unit) == failed { Tone::Bad } else { Tone::Good };
        }
    }

    /// True if nothing has come of it yet.
    fn is_blank(&self) -> bool {
        self.own.is_empty() && self.outcomes.iter().all(|(.., texts)| texts.is_empty())
    }

    /// True if a unit is among its targets.
    fn has(&self, unit: UnitId) -> bool {
        self.outcomes.iter().any(|(id, ..)| *id == unit)
    }

    fn headline(&self) -> String {
        let told = self.outcomes.iter().map(|(_, name, texts)| match texts.as_slice() {
            [] => name.clone(),
            texts => format!("{name}: {}", texts.join(", ")),
        });
        let told: Vec<String> = told.collect();
        let own = match self.own.as_slice() {
            [] => String::new(),
            texts => format!(": {}", texts.join(", ")),
        };
        match told.is_empty() {
            true => format!("{}{own}.", self.start),
            false => format!("{}{own} on {}.", self.start, told.join("; ")),
        }
    }
}
