//! Edits of events.

use super::{NAME, Recorder, check_text};
use crate::edit::EditError;
use crate::step::Step;
use grid::SideId;
use level::{
    LevelEvent, MAX_CAUSES, MAX_EVENTS, MAX_GOALS, MAX_ROUND, MAX_TELL, MAX_UNITS, Renamed, When,
};

impl Recorder<'_> {
    pub(super) fn events(&mut self, events: Vec<LevelEvent>) {
        if self.level().events != events {
            let old = self.level().events.clone();
            self.step(Step::Events(Box::new((old, events))));
        }
    }

    /// Renames what events refer to, or drops references to what is gone.
    pub(super) fn rename_in_events(&mut self, renamed: Renamed<'_>) {
        let events = renamed.events(&self.level().events);
        self.events(events);
    }

    /// Replaces an event, or adds one. Events that wait for it are updated when it is renamed.
    pub(super) fn put_event(
        &mut self,
        n: Option<usize>,
        event: LevelEvent,
    ) -> Result<(), EditError> {
        self.check_event(n, &event)?;
        let mut events = self.level().events.clone();
        match n {
            Some(n) => {
                let place = events.get_mut(n).ok_or(EditError::NoSuchEvent(n))?;
                let (old, new) = (place.name.clone(), event.name.clone());
                *place = event;
                if !old.is_empty() && !new.is_empty() {
                    for when in events.iter_mut().flat_map(|event| &mut event.when) {
                        match when {
                            When::After { event, .. } if *event == old => event.clone_from(&new),
                            _ => {}
                        }
                    }
                }
            }
            None if events.len() >= MAX_EVENTS => {
                return Err(EditError::TooMany { what: "events", most: MAX_EVENTS });
            }
            None => events.push(event),
        }
        self.events(kept(&events));
        Ok(())
    }

    /// Removes an event, and others that wait only for it.
    pub(super) fn remove_event(&mut self, n: usize) -> Result<(), EditError> {
        let mut events = self.level().events.clone();
        if n >= events.len() {
            return Err(EditError::NoSuchEvent(n));
        }
        events.remove(n);
        self.events(kept(&events));
        Ok(())
    }

    /// Moves an event to another place in the list.
    pub(super) fn move_event(&mut self, from: usize, to: usize) -> Result<(), EditError> {
        let mut events = self.level().events.clone();
        if let Some(n) = [from, to].into_iter().find(|n| *n >= events.len()) {
            return Err(EditError::NoSuchEvent(n));
        }
        let event = events.remove(from);
        events.insert(to, event);
        self.events(events);
        Ok(())
    }

    /// Refuses an event that could not be saved and loaded again.
    fn check_event(&self, n: Option<usize>, event: &LevelEvent) -> Result<(), EditError> {
        check_text("a message", &event.tell, 0, MAX_TELL)?;
        check_text("the name of an event", &event.name, 0, NAME)?;
        let mut others = self.level().events.iter().enumerate().filter(|(i, _)| Some(*i) != n);
        if !event.name.is_empty() && others.any(|(_, other)| other.name == event.name) {
            return Err(EditError::Taken { what: "event", name: event.name.clone() });
        }
        for zone in event.regions() {
            if !self.level().regions.contains_key(zone) {
                return Err(EditError::NoSuchZone(zone.clone()));
            }
        }
        for unit in event.units() {
            check_text("the name of a unit", unit, 1, NAME)?;
        }
        for goal in &event.goals {
            self.check_goal(goal)?;
        }
        let many = [
            ("goals per event", event.goals.len(), MAX_GOALS),
            ("causes per event", event.when.len(), MAX_CAUSES),
            ("units that arrive", event.arrive.len(), MAX_UNITS),
        ];
        for (what, count, most) in many {
            if count > most {
                return Err(EditError::TooMany { what, most });
            }
        }
        if event.when.is_empty() {
            return Err(EditError::Range { what: "the causes of an event", allowed: "1 to 8" });
        }
        event.to.map_or(Ok(()), |side| self.known_side(side))?;
        event.when.iter().try_for_each(|when| self.check_cause(n, event, when))
    }

    /// Refuses an invalid cause of an event that is, or will be, at this place in the list.
    fn check_cause(
        &self,
        n: Option<usize>,
        own: &LevelEvent,
        when: &When,
    ) -> Result<(), EditError> {
        match when {
            When::Round { number } if !(1..=MAX_ROUND).contains(&u32::from(*number)) => {
                Err(EditError::Range { what: "the round", allowed: "1 to 999" })
            }
            When::Enters { side, .. } => side.map_or(Ok(()), |side| self.known_side(side)),
            When::SideFalls { units, .. } if !(1..=MAX_UNITS).contains(&usize::from(*units)) => {
                Err(EditError::Range { what: "units that must fall", allowed: "1 to 200" })
            }
            When::SideFalls { side, .. } => self.known_side(*side),
            When::After { rounds, .. } if *rounds > 99 => {
                Err(EditError::Range { what: "rounds", allowed: "0 to 99" })
            }
            When::After { event, .. } => {
                let others = self.level().events.iter().enumerate();
                let mut names = others.filter(|(i, _)| Some(*i) != n).map(|(_, other)| &other.name);
                let is_known = !event.is_empty() && *event != own.name && names.any(|n| n == event);
                is_known.then_some(()).ok_or_else(|| EditError::NoSuchEventName(event.clone()))
            }
            When::Round { .. } | When::UnitFalls { .. } | When::Opens { .. } => Ok(()),
        }
    }

    fn known_side(&self, side: SideId) -> Result<(), EditError> {
        self.side(usize::from(side.0)).map(|_| ())
    }
}

/// The events whose causes are still valid.
fn kept(events: &[LevelEvent]) -> Vec<LevelEvent> {
    let same = |name: &str| Some(name.to_owned());
    Renamed { region: &same, unit: &same, side: &Some }.events(events)
}
