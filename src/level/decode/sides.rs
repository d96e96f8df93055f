//! Reads sides and their units.

use std::collections::BTreeMap;

use super::{Decoder, dir_name};
use crate::colours::SideColour;
use crate::model::{Overrides, Side, Unit};
use crate::reader::Fields;
use crate::role::Role;
use crate::syntax::Node;
use crate::validate::Subject;
use crate::{MAX_SIDES, MAX_UNITS};
use grid::{Cell, Dir, Hm};
use rules::Key;
use rules::start::{MAX_INITIATIVE, MAX_ROUND, MAX_TOGETHER, Start};

/// The fields of a unit.
const UNIT: [&str; 10] = [
    "role",
    "at",
    "facing",
    "altitude",
    "name",
    "overrides",
    "start",
    "conduct",
    "conditions",
    "gear",
];

impl Decoder {
    pub(super) fn sides(&mut self, fields: &Fields<'_, '_>) -> Vec<Side> {
        let mut sides = Vec::new();
        let Some(node) = self.reader.need(fields, "sides") else { return sides };
        self.marks.set(Subject::Field("sides"), node.at);
        let mut units_left = MAX_UNITS;
        for node in self.reader.list(node, "`sides`", MAX_SIDES) {
            let names = ["name", "colour", "ambush", "start", "hidden", "units"];
            let Some(fields) = self.reader.fields(node, "a side", &names) else { continue };
            let index = sides.len();
            let name = self.reader.need(&fields, "name");
            self.marks.set(Subject::Side(index), name.map_or(node.at, |n| n.at));
            let name = name.and_then(|node| self.reader.text(node, "name of a side"));
            let colour = match fields.get("colour") {
                Some(node) => {
                    self.marks.set(Subject::Colour(index), node.at);
                    self.reader.word(node, "colour", &SideColour::ALL, SideColour::name)
                }
                None => SideColour::ALL.get(index).copied(),
            };
            let ambush = fields.get("ambush").and_then(|node| self.reader.flag(node, "`ambush`"));
            let start = fields.get("start").and_then(|node| {
                self.marks.set(Subject::Start(index), node.at);
                self.reader.text(node, "name of a region")
            });
            let hidden = fields.get("hidden").and_then(|node| {
                self.marks.set(Subject::Hidden(index), node.at);
                self.reader.text(node, "name of a region")
            });
            let units = self.units(&fields, index, units_left);
            units_left = units_left.saturating_sub(units.len());
            sides.push(Side {
                name: name.map(|n| n.value()).unwrap_or_default(),
                colour: colour.unwrap_or(SideColour::Blue),
                ambush: ambush.unwrap_or_default(),
                start: start.map(|s| s.value()),
                hidden: hidden.map(|s| s.value()),
                units,
            });
        }
        sides
    }

    fn units(&mut self, fields: &Fields<'_, '_>, side: usize, max: usize) -> Vec<Unit> {
        let mut units = Vec::new();
        let Some(node) = self.reader.need(fields, "units") else { return units };
        for node in self.reader.list(node, "units of all sides", max) {
            let place = (side, units.len());
            let Some(fields) = self.reader.fields(node, "a unit", &UNIT) else { continue };
            let role = self.reader.need(&fields, "role");
            let role = role.and_then(|node| self.reader.word(node, "role", &Role::ALL, Role::name));
            let at = self.reader.need(&fields, "at");
            let cell = at.and_then(|node| self.reader.cell(node, "a unit"));
            let facing = fields
                .get("facing")
                .map(|node| self.reader.word(node, "direction", &Dir::ALL, dir_name));
            let altitude = fields
                .get("altitude")
                .map(|node| self.reader.height(node, "altitude", Hm::ZERO..=Hm::metres(200)));
            let name = fields.get("name").map(|node| {
                self.marks.set(Subject::UnitName(side, units.len()), node.at);
                self.reader.text(node, "name of a unit")
            });
            let overrides = fields.get("overrides").map(|node| {
                self.marks.set(Subject::Overrides(side, units.len()), node.at);
                self.overrides(node, (side, units.len()))
            });
            let start = fields.get("start").map(|node| self.start(node));
            let conduct = fields.get("conduct").map(|node| self.conduct(node, place));
            let conditions = fields.get("conditions").map(|node| self.conditions(node, place));
            let gear = fields.get("gear").map(|node| self.gear(node, place));
            let (Some(role), Some(cell), Some(at)) = (role, cell, at) else { continue };
            self.marks.set(Subject::Unit(side, units.len()), at.at);
            units.push(Unit {
                role,
                at: cell,
                facing: facing.flatten().unwrap_or_else(|| self.towards_middle(cell)),
                altitude: altitude.flatten().unwrap_or_default(),
                name: name.flatten().map(|n| n.value()),
                overrides: overrides.unwrap_or_default(),
                start: start.unwrap_or_default(),
                conduct: conduct.unwrap_or_default(),
                conditions: conditions.unwrap_or_default(),
                gear: gear.unwrap_or_default(),
            });
        }
        units
    }

    /// The initial state of a unit.
    fn start(&mut self, node: &Node<'_>) -> Start {
        let names = ["watch", "act", "surprised", "initiative", "joins", "hidden", "together"];
        let Some(fields) = self.reader.fields(node, "`start`", &names) else {
            return Start::default();
        };
        let watch = fields
            .get("watch")
            .and_then(|node| self.reader.word(node, "direction", &Dir::ALL, dir_name));
        let act = fields.get("act").and_then(|node| self.key(node));
        let surprised = fields.get("surprised").and_then(|n| self.reader.flag(n, "`surprised`"));
        let hidden = fields.get("hidden").and_then(|n| self.reader.flag(n, "`hidden`"));
        let most = i64::from(MAX_INITIATIVE);
        let initiative = fields
            .get("initiative")
            .and_then(|node| self.reader.whole(node, "`initiative`", -most..=most));
        let joins = fields
            .get("joins")
            .and_then(|node| self.reader.whole(node, "`joins`", 1..=i64::from(MAX_ROUND)));
        let together = fields
            .get("together")
            .and_then(|node| self.reader.whole(node, "`together`", 0..=i64::from(MAX_TOGETHER)));
        Start {
            watch,
            act: act.unwrap_or_default(),
            surprised: surprised.unwrap_or_default(),
            initiative: initiative.and_then(|n| n.try_into().ok()).unwrap_or_default(),
            joins: joins.and_then(|n| n.try_into().ok()).unwrap_or_default(),
            hidden: hidden.unwrap_or_default(),
            together: together.and_then(|n| n.try_into().ok()).unwrap_or_default(),
        }
    }

    /// Units without a facing look towards the middle of the board.
    fn towards_middle(&self, cell: Cell) -> Dir {
        let (width, height) = self.reader.size;
        let dx = i32::from(width) - 1 - 2 * i32::from(cell.x);
        let dy = i32::from(height) - 1 - 2 * i32::from(cell.y);
        Dir::towards(dx, dy).unwrap_or(Dir::N)
    }

    fn overrides(&mut self, node: &Node<'_>, (side, unit): (usize, usize)) -> Overrides {
        let mut overrides = Overrides::new();
        for entry in self.reader.map(node, "`overrides`") {
            let Some(name) = &entry.key else { continue };
            let Some(ruleset) = self.key(name) else { continue };
            let part = |key| Subject::Override(side, unit, ruleset.clone(), key);
            self.marks.set(part(None), name.at);
            let mut values = BTreeMap::new();
            for entry in self.reader.map(&entry.value, "the values of one ruleset") {
                let key = entry.key.as_ref().and_then(|name| {
                    let key = self.key(name)?;
                    self.marks.set(part(Some(key.clone())), name.at);
                    Some(key)
                });
                let range = -1_000_000..=1_000_000;
                let value = self.reader.whole(&entry.value, "a value", range);
                let (Some(key), Some(value)) = (key, value) else { continue };
                if values.insert(key, value).is_some() {
                    self.reader.wrong(entry.value.at, "this value is given twice");
                }
            }
            if overrides.insert(ruleset, values).is_some() {
                self.reader.wrong(entry.value.at, "this ruleset is given twice");
            }
        }
        overrides
    }

    pub(super) fn key(&mut self, node: &Node<'_>) -> Option<Key> {
        self.reader.text(node, "a name").map(|text| Key::new(&text.value()))
    }
}
