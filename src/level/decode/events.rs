//! Reads the events.

use super::Decoder;
use crate::daylight::Daylight;
use crate::events::{LevelEvent, When};
use crate::model::Side;
use crate::reader::{Fields, round, suggestion};
use crate::syntax::{Node, Value};
use crate::validate::Subject;
use crate::{MAX_CAUSES, MAX_EVENTS, MAX_GOALS, MAX_ROUND, MAX_UNITS};
use grid::SideId;

/// The fields of an event.
const FIELDS: [&str; 11] =
    ["name", "when", "tell", "to", "arrive", "at", "open", "close", "weather", "light", "goals"];

/// Words that combine several causes.
const JOINS: [&str; 2] = ["any", "all"];

impl Decoder {
    pub(super) fn events(&mut self, fields: &Fields<'_, '_>, sides: &[Side]) -> Vec<LevelEvent> {
        let mut events = Vec::new();
        let Some(node) = fields.get("events") else { return events };
        self.marks.set(Subject::Field("events"), node.at);
        for node in self.reader.list(node, "`events`", MAX_EVENTS) {
            self.marks.set(Subject::Event(events.len()), node.at);
            events.extend(self.event(node, sides, events.len()));
        }
        events
    }

    fn event(&mut self, node: &Node<'_>, sides: &[Side], index: usize) -> Option<LevelEvent> {
        let fields = self.reader.fields(node, "an event", &FIELDS)?;
        let when = self.reader.need(&fields, "when").and_then(|node| self.causes(node, sides));
        let mut arrive = Vec::new();
        if let Some(node) = fields.get("arrive") {
            for node in self.reader.list(node, "`arrive`", MAX_UNITS) {
                arrive.extend(self.reader.text(node, "name of a unit").map(|text| text.value()));
            }
        }
        let weather = fields.get("weather").and_then(|node| self.weather(node));
        let light = fields
            .get("light")
            .and_then(|node| self.reader.word(node, "light", &Daylight::ALL, Daylight::name));
        let mut goals = Vec::new();
        if let Some(node) = fields.get("goals") {
            for node in self.reader.list(node, "`goals` of an event", MAX_GOALS) {
                let subject = Subject::EventGoal(index, goals.len());
                self.marks.set(subject.clone(), node.at);
                goals.extend(self.goal(node, sides, &subject));
            }
        }
        let to = fields.get("to").and_then(|node| self.side_by_name(node, sides));
        let (when, all) = when?;
        Some(LevelEvent {
            name: self.event_text(&fields, "name").unwrap_or_default(),
            when,
            all,
            tell: self.event_text(&fields, "tell").unwrap_or_default(),
            to,
            arrive,
            at: self.event_text(&fields, "at"),
            open: self.event_text(&fields, "open"),
            close: self.event_text(&fields, "close"),
            weather,
            light,
            goals,
        })
    }

    /// One cause, or several in `any(...)` or `all(...)`; true if all are required.
    fn causes(&mut self, node: &Node<'_>, sides: &[Side]) -> Option<(Vec<When>, bool)> {
        let group = round(node).filter(|g| g.name.is_some_and(|name| JOINS.contains(&name)));
        let Some(group) = group else {
            return Some((vec![self.when(node, sides)?], false));
        };
        let name = group.name.unwrap_or_default();
        let count = group.entries.len();
        if !(1..=MAX_CAUSES).contains(&count) {
            let message = format!("`{name}` joins {count} causes; allowed: 1 to {MAX_CAUSES}");
            self.reader.wrong(node.at, message);
            return None;
        }
        let mut causes = Vec::new();
        for entry in &group.entries {
            if let Some(key) = &entry.key {
                let message = format!("`{name}` takes causes without a name before them");
                self.reader.wrong(key.at, message);
                return None;
            }
            causes.push(self.when(&entry.value, sides)?);
        }
        Some((causes, name == "all" && count > 1))
    }

    fn when(&mut self, node: &Node<'_>, sides: &[Side]) -> Option<When> {
        let name = match &node.value {
            Value::Word(name) => Some(*name),
            _ => round(node).and_then(|group| group.name),
        };
        let allowed = || {
            let names = When::NAMES.iter().chain(&JOINS).copied();
            names.collect::<Vec<_>>().join(", ")
        };
        let Some(name) = name else {
            let message = format!("a cause begins with its name; allowed: {}", allowed());
            self.reader.wrong(node.at, message);
            return None;
        };
        let (what, names): (_, &[&str]) = match name {
            "round" => ("`round`", &["number"]),
            "enters" => ("`enters`", &["region", "side"]),
            "falls" => ("`falls`", &["unit", "side", "units"]),
            "opens" => ("`opens`", &["region"]),
            "after" => ("`after`", &["event", "rounds"]),
            _ => {
                let message = format!("unknown cause `{name}`; allowed: {}", allowed());
                let help = suggestion(name, When::NAMES);
                self.reader.wrong_with_help(node.at, message, help);
                return None;
            }
        };
        let fields = self.reader.fields(node, what, names)?;
        match name {
            "round" => {
                let node = self.reader.need(&fields, "number")?;
                let number = self.reader.whole(node, "`number`", 1..=i64::from(MAX_ROUND))?;
                Some(When::Round { number: u16::try_from(number).ok()? })
            }
            "enters" => {
                self.reader.need(&fields, "region")?;
                let region = self.event_text(&fields, "region")?;
                Some(When::Enters { region, side: self.optional_side(&fields, sides)? })
            }
            "opens" => {
                self.reader.need(&fields, "region")?;
                Some(When::Opens { region: self.event_text(&fields, "region")? })
            }
            "after" => {
                self.reader.need(&fields, "event")?;
                let event = self.event_text(&fields, "event")?;
                let rounds = match fields.get("rounds") {
                    Some(node) => self.reader.whole(node, "`rounds`", 0..=99)?,
                    None => 0,
                };
                Some(When::After { event, rounds: u8::try_from(rounds).ok()? })
            }
            _ => self.falls(node, &fields, sides),
        }
    }

    fn falls(&mut self, node: &Node<'_>, fields: &Fields<'_, '_>, sides: &[Side]) -> Option<When> {
        let (unit, side) = (fields.get("unit"), fields.get("side"));
        match (unit, side, fields.get("units")) {
            (Some(_), None, None) => {
                Some(When::UnitFalls { unit: self.event_text(fields, "unit")? })
            }
            (None, Some(side), units) => {
                let side = self.side_by_name(side, sides);
                let units = match units {
                    Some(node) => self.reader.whole(node, "`units`", 1..=MAX_UNITS as i64)?,
                    None => 1,
                };
                Some(When::SideFalls { side: side?, units: u8::try_from(units).ok()? })
            }
            _ => {
                let message = "`falls` takes `unit`, or `side` and how many `units` of it";
                self.reader.wrong(node.at, message);
                None
            }
        }
    }

    /// `Some(None)` if no side is given; `None` if it is invalid.
    fn optional_side(&mut self, fields: &Fields<'_, '_>, sides: &[Side]) -> Option<Option<SideId>> {
        match fields.get("side") {
            Some(node) => self.side_by_name(node, sides).map(Some),
            None => Some(None),
        }
    }

    fn event_text(&mut self, fields: &Fields<'_, '_>, name: &str) -> Option<String> {
        let node = fields.get(name)?;
        self.reader.text(node, &format!("`{name}`")).map(|text| text.value())
    }
}
