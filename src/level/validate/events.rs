//! Findings about events: names that do not exist, and events that can never do anything.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, NAME, Subject};
use crate::events::{LevelEvent, When};
use crate::{MAX_CAUSES, MAX_EVENTS, MAX_GOALS, MAX_ROUND, MAX_TELL, MAX_UNITS};
use grid::SideId;

/// The side of each unit, by name; generated names count too.
type Owners<'a> = BTreeMap<&'a str, SideId>;

impl Check<'_> {
    pub(super) fn events(&mut self) {
        let level = self.level;
        if level.events.len() > MAX_EVENTS {
            let message = format!("{} events; allowed: 0 to {MAX_EVENTS}", level.events.len());
            self.error(Subject::Field("events"), message);
        }
        let placements = level.units();
        let owners: Owners<'_> = placements.iter().map(|p| (p.name.as_str(), p.side)).collect();
        let mut arrived: BTreeSet<&str> = BTreeSet::new();
        for (i, event) in level.events.iter().enumerate() {
            self.names_of(i, event, &owners);
            for unit in &event.arrive {
                if !arrived.insert(unit) {
                    self.error(Subject::Event(i), format!("{unit:?} arrives twice"));
                }
            }
            if event.when.is_empty() || event.when.len() > MAX_CAUSES {
                let message = format!("{} causes; allowed: 1 to {MAX_CAUSES}", event.when.len());
                self.error(Subject::Event(i), message);
            }
            for when in &event.when {
                self.cause(i, when);
            }
            for (g, goal) in event.goals.iter().enumerate() {
                self.goal(&Subject::EventGoal(i, g), goal, &owners);
            }
            self.effects(i, event);
        }
        for (s, side) in level.sides.iter().enumerate() {
            let own = placements.iter().filter(|p| usize::from(p.side.0) == s);
            if !side.units.is_empty() && own.clone().all(|p| arrived.contains(p.name.as_str())) {
                let message = format!("all units of {:?} arrive later, so it has lost", side.name);
                self.error(Subject::Side(s), message);
            }
        }
        self.circles();
    }

    /// Warns about events that wait for each other, so that none of them happens.
    fn circles(&mut self) {
        let level = self.level;
        let events = level.events.as_slice();
        let stuck = stuck(events);
        let next = |i: usize| {
            let mut others = events.get(i)?.when.iter().filter_map(|when| awaited(events, when));
            others.find(|other| stuck.contains(other))
        };
        let mut seen = BTreeSet::new();
        for start in &stuck {
            let mut path = Vec::new();
            let mut last = Some(*start);
            while let Some(i) = last.filter(|i| seen.insert(*i)) {
                path.push(i);
                last = next(i);
            }
            // The part of the path that leads back to itself.
            let circle = path.iter().skip_while(|i| Some(**i) != last);
            let names: Vec<String> = circle
                .filter_map(|i| events.get(*i).map(|event| format!("{:?}", event.name)))
                .collect();
            // One that waits for itself is an error of its own.
            if let Some(first) = last.filter(|_| names.len() > 1) {
                let names = names.join(", ");
                let message = format!("{names} wait for each other, so none of them happens");
                self.warning(Subject::Event(first), message);
            }
        }
    }

    /// Names and texts of an event.
    fn names_of(&mut self, i: usize, event: &LevelEvent, owners: &Owners<'_>) {
        let (level, subject) = (self.level, || Subject::Event(i));
        self.text(subject(), "a message", &event.tell, 0, MAX_TELL);
        self.text(subject(), "the name of an event", &event.name, 0, NAME);
        let earlier = level.events.iter().take(i);
        if !event.name.is_empty() && earlier.clone().any(|other| other.name == event.name) {
            self.error(subject(), format!("two events are called {:?}", event.name));
        }
        for region in event.regions() {
            self.region_exists(subject(), region);
        }
        for unit in event.units().filter(|unit| !owners.contains_key(unit.as_str())) {
            self.missing(subject(), "unit", unit, owners.keys().copied());
        }
        let sides = event.when.iter().filter_map(|when| match when {
            When::Enters { side, .. } => *side,
            When::SideFalls { side, .. } => Some(*side),
            _ => None,
        });
        if sides.chain(event.to).any(|side| usize::from(side.0) >= level.sides.len()) {
            self.error(subject(), "the event is about a side that does not exist");
        }
    }

    fn cause(&mut self, i: usize, when: &When) {
        let (level, subject) = (self.level, || Subject::Event(i));
        match when {
            When::Round { number } if *number == 0 || u32::from(*number) > MAX_ROUND => {
                self.error(subject(), format!("round {number}; allowed: 1 to {MAX_ROUND}"));
            }
            When::SideFalls { units, .. } if *units == 0 || usize::from(*units) > MAX_UNITS => {
                self.error(subject(), format!("{units} units; allowed: 1 to {MAX_UNITS}"));
            }
            When::SideFalls { side, units } => {
                let team = level.sides.get(usize::from(side.0)).map_or(0, |side| side.units.len());
                if usize::from(*units) > team {
                    let message = format!("{units} units must fall, but there are only {team}");
                    self.warning(subject(), message);
                }
            }
            When::Opens { region } => {
                if !self.has_doors(region) {
                    self.no_doors(i, region);
                } else if self.stands_open(region) {
                    let message = format!("a door at {region:?} stands open from the beginning");
                    self.warning(subject(), message);
                }
            }
            When::After { event, rounds } => {
                let names = level.events.iter().map(|event| event.name.as_str());
                let names = names.filter(|name| !name.is_empty());
                let own = level.events.get(i).map(|event| event.name.as_str());
                if *rounds > 99 {
                    self.error(subject(), format!("{rounds} rounds; allowed: 0 to 99"));
                } else if own == Some(event.as_str()) && !event.is_empty() {
                    self.error(subject(), format!("{event:?} waits for itself"));
                } else if !names.clone().any(|name| name == event) {
                    self.missing(subject(), "event", event, names);
                }
            }
            When::Round { .. } | When::Enters { .. } | When::UnitFalls { .. } => {}
        }
    }

    /// Warns about impossible effects.
    fn effects(&mut self, i: usize, event: &LevelEvent) {
        let subject = || Subject::Event(i);
        if event.goals.len() > MAX_GOALS {
            let message = format!("{} goals; allowed: 0 to {MAX_GOALS}", event.goals.len());
            self.error(subject(), message);
        }
        for region in [&event.open, &event.close].into_iter().flatten() {
            if !self.has_doors(region) {
                self.no_doors(i, region);
            }
        }
        if event.at.is_some() && event.arrive.is_empty() {
            self.warning(subject(), "`at` says where units arrive, but none do");
        }
        if event.to.is_some() && event.tell.is_empty() {
            self.warning(subject(), "`to` says who is told, but there is no message");
        }
        if event.does_nothing() {
            self.warning(subject(), "the event does nothing");
        }
    }

    fn no_doors(&mut self, i: usize, region: &str) {
        let message = format!("there is no door, gate, window or hatch at {region:?}");
        self.warning(Subject::Event(i), message);
    }

    /// True if a door, gate, window or hatch lies at a region, or the region does not exist.
    fn has_doors(&self, region: &str) -> bool {
        !self.level.regions.contains_key(region) || self.any_door(region, |_| true)
    }

    fn stands_open(&self, region: &str) -> bool {
        self.any_door(region, |edge| edge.open)
    }

    fn any_door(&self, region: &str, is_meant: impl Fn(&grid::Edge) -> bool) -> bool {
        let Some(cells) = self.level.regions.get(region) else { return false };
        self.level.edges.iter().any(|(at, edge)| {
            edge.kind.spec().opens
                && is_meant(edge)
                && at.cells().iter().any(|cell| cells.contains(cell))
        })
    }
}

/// The event that a cause waits for, by its number.
fn awaited(events: &[LevelEvent], when: &When) -> Option<usize> {
    let When::After { event, .. } = when else { return None };
    events.iter().position(|other| !event.is_empty() && other.name == *event)
}

/// The events that cannot happen, because those that they wait for wait for them in the end.
fn stuck(events: &[LevelEvent]) -> BTreeSet<usize> {
    let mut stuck: BTreeSet<usize> = (0..events.len()).collect();
    loop {
        let waits = |when: &When| awaited(events, when).is_some_and(|i| stuck.contains(&i));
        let remains = |i: &usize| {
            events.get(*i).is_some_and(|event| match event.all {
                true => event.when.iter().any(waits),
                false => !event.when.is_empty() && event.when.iter().all(waits),
            })
        };
        let rest: BTreeSet<usize> = stuck.iter().copied().filter(remains).collect();
        if rest.len() == stuck.len() {
            return rest;
        }
        stuck = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Severity};
    use grid::Terrain;

    /// A level with these events: name, whether all causes are required, the events waited for.
    fn level(events: &[(&str, bool, &[&str])]) -> Level {
        let mut level = Level::blank("Events", 8, 6, Terrain::Grass);
        level.events.extend(events.iter().map(|(name, all, after)| LevelEvent {
            name: (*name).to_owned(),
            when: after.iter().map(|name| cause(name)).collect(),
            all: *all,
            tell: "Horns.".to_owned(),
            ..LevelEvent::new(When::Round { number: 1 })
        }));
        level
    }

    /// After an event, or in round 2.
    fn cause(name: &str) -> When {
        match name {
            "round" => When::Round { number: 2 },
            _ => When::After { event: name.to_owned(), rounds: 1 },
        }
    }

    fn circles(events: &[(&str, bool, &[&str])]) -> Vec<(Subject, String)> {
        let level = level(events);
        let mut check = Check { level: &level, findings: Vec::new() };
        check.circles();
        assert!(check.findings.iter().all(|f| f.severity == Severity::Warning));
        check.findings.into_iter().map(|f| (f.subject, f.message)).collect()
    }

    #[test]
    fn events_should_not_wait_for_each_other() {
        let told = |i: usize, names: &str| {
            (Subject::Event(i), format!("{names} wait for each other, so none of them happens"))
        };
        let found = circles(&[("a", false, &["b"]), ("b", false, &["a"])]);
        assert_eq!(found, [told(0, "\"a\", \"b\"")]);
        // Those that wait for the circle are not in it.
        let found = circles(&[
            ("late", false, &["c"]),
            ("a", true, &["round", "c"]),
            ("b", false, &["a"]),
            ("c", false, &["b"]),
            ("free", false, &["round"]),
        ]);
        assert_eq!(found, [told(3, "\"c\", \"b\", \"a\"")]);
        let found = circles(&[
            ("a", false, &["b"]),
            ("b", false, &["a"]),
            ("c", false, &["d"]),
            ("d", false, &["c"]),
        ]);
        assert_eq!(found, [told(0, "\"a\", \"b\""), told(2, "\"c\", \"d\"")]);
    }

    #[test]
    fn another_cause_breaks_a_circle() {
        let found = circles(&[("a", false, &["b", "round"]), ("b", true, &["a", "round"])]);
        assert_eq!(found, []);
        assert_eq!(circles(&[("a", false, &["round"]), ("b", false, &["a"])]), []);
        // These have errors of their own.
        assert_eq!(circles(&[("a", false, &["a"]), ("b", false, &["none"])]), []);
    }
}
