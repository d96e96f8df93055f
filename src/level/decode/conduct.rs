//! Reads the conduct, the gear and the starting conditions of units.

use std::collections::BTreeMap;

use super::Decoder;
use crate::conduct::{Conduct, GearChanges, StartCondition, StartConditions};
use crate::reader::{is_empty_list, round, suggestion};
use crate::syntax::{Node, Value};
use crate::validate::Subject;
use crate::{MAX_CONDITIONS, MAX_STOPS};
use grid::Cell;
use rules::Key;
use rules::referee::MOST;

impl Decoder {
    pub(super) fn conduct(&mut self, node: &Node<'_>, (side, unit): (usize, usize)) -> Conduct {
        self.marks.set(Subject::Conduct(side, unit), node.at);
        let name = match &node.value {
            Value::Word(name) => Some(*name),
            _ => round(node).and_then(|group| group.name),
        };
        let known = name.filter(|name| Conduct::NAMES.contains(name));
        let Some(name) = known else {
            let allowed = Conduct::NAMES.join(", ");
            let found = name.map_or_else(|| "a value".to_owned(), |name| format!("`{name}`"));
            let help = name.and_then(|name| suggestion(name, Conduct::NAMES));
            let message = format!("unknown conduct: {found}; allowed: {allowed}");
            self.reader.wrong_with_help(node.at, message, help);
            return Conduct::Free;
        };
        match (name, &node.value) {
            ("guard", _) => self.guard(node).unwrap_or_default(),
            ("patrol", _) => {
                let stops = self.stops(node, (side, unit));
                if stops.is_empty() { Conduct::Free } else { Conduct::Patrol { stops } }
            }
            ("hold", Value::Word(_)) => Conduct::Hold,
            ("free", Value::Word(_)) => Conduct::Free,
            _ => {
                self.reader.wrong(node.at, format!("`{name}` takes nothing in parentheses"));
                Conduct::Free
            }
        }
    }

    fn guard(&mut self, node: &Node<'_>) -> Option<Conduct> {
        let fields = self.reader.fields(node, "`guard`", &["region"])?;
        let region = self.reader.need(&fields, "region")?;
        let region = self.reader.text(region, "`region`")?.value();
        Some(Conduct::Guard { region })
    }

    /// The cells of `patrol([(x, y), ...])`.
    fn stops(&mut self, node: &Node<'_>, (side, unit): (usize, usize)) -> Vec<Cell> {
        let list = match round(node).map(|group| group.entries.as_slice()) {
            Some([list]) if list.key.is_none() => &list.value,
            _ => {
                let message = "`patrol` needs its cells: `patrol([(x, y), (x, y)])`";
                self.reader.wrong(node.at, message);
                return Vec::new();
            }
        };
        let mut stops = Vec::new();
        for node in self.reader.list(list, "cells of a patrol", MAX_STOPS) {
            self.marks.set(Subject::Stop(side, unit, stops.len()), node.at);
            stops.extend(self.reader.cell(node, "a patrol"));
        }
        if is_empty_list(list) {
            self.reader.wrong(list.at, format!("a patrol needs 1 to {MAX_STOPS} cells"));
        }
        stops
    }

    pub(super) fn conditions(
        &mut self,
        node: &Node<'_>,
        (side, unit): (usize, usize),
    ) -> StartConditions {
        let mut conditions = StartConditions::new();
        for entry in self.reader.map(node, "`conditions`") {
            let Some(name) = &entry.key else { continue };
            let Some(ruleset) = self.key(name) else { continue };
            self.marks.set(Subject::Condition(side, unit, ruleset.clone(), None), name.at);
            let mut list = Vec::new();
            for node in self.reader.list(&entry.value, "conditions of a unit", MAX_CONDITIONS) {
                let Some(condition) = self.condition(node) else { continue };
                let of = Some(condition.name.clone());
                self.marks.set(Subject::Condition(side, unit, ruleset.clone(), of), node.at);
                list.push(condition);
            }
            if conditions.insert(ruleset, list).is_some() {
                self.reader.wrong(entry.value.at, "this ruleset is given twice");
            }
        }
        conditions
    }

    /// A name, or `(name: "...", size: 2, rounds: 3)`.
    fn condition(&mut self, node: &Node<'_>) -> Option<StartCondition> {
        if matches!(node.value, Value::Text(_)) {
            return self.key(node).map(StartCondition::new);
        }
        let fields = self.reader.fields(node, "a condition", &["name", "size", "rounds"])?;
        let name = self.reader.need(&fields, "name").and_then(|node| self.key(node))?;
        let mut number = |name: &str, least: i64| {
            let node = fields.get(name)?;
            let number = self.reader.whole(node, &format!("`{name}`"), least..=i64::from(MOST));
            number.and_then(|n| u8::try_from(n).ok())
        };
        let (size, rounds) = (number("size", 0), number("rounds", 1));
        let (size, rounds) = (size.unwrap_or_default(), rounds.unwrap_or_default());
        Some(StartCondition { name, size, rounds })
    }

    pub(super) fn gear(&mut self, node: &Node<'_>, (side, unit): (usize, usize)) -> GearChanges {
        let mut gear = GearChanges::new();
        for entry in self.reader.map(node, "`gear`") {
            let Some(name) = &entry.key else { continue };
            let Some(ruleset) = self.key(name) else { continue };
            let part = |slot| Subject::Gear(side, unit, ruleset.clone(), slot);
            self.marks.set(part(None), name.at);
            let mut slots = BTreeMap::new();
            for entry in self.reader.map(&entry.value, "the gear of one ruleset") {
                let slot = entry.key.as_ref().and_then(|name| {
                    let slot = self.key(name)?;
                    self.marks.set(part(Some(slot.clone())), name.at);
                    Some(slot)
                });
                let item: Option<Key> = self.key(&entry.value);
                let (Some(slot), Some(item)) = (slot, item) else { continue };
                if slots.insert(slot, item).is_some() {
                    self.reader.wrong(entry.value.at, "this slot is given twice");
                }
            }
            if gear.insert(ruleset, slots).is_some() {
                self.reader.wrong(entry.value.at, "this ruleset is given twice");
            }
        }
        gear
    }
}
