//! Display names for the numbers and keys in events and panels.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::prelude::Resource;

use grid::{SideId, UnitId};
use rules::fitness::Meaning;
use rules::state::{Condition, Observer, State};
use rules::{Key, RuleId, Ruleset};

/// The names of a battle's units and sides and of its ruleset's content.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    units: BTreeMap<UnitId, String>,
    sides: Vec<String>,
    content: BTreeMap<Key, String>,
    /// What sizes of conditions mean, from size 1 up.
    sizes: BTreeMap<Key, Vec<String>>,
    /// The item that each unit has in each slot.
    gear: BTreeMap<(UnitId, Key), Key>,
    /// Tracks where less is better.
    burdens: BTreeSet<Key>,
    /// The house rules that each rule depends on.
    house_rules: BTreeMap<RuleId, Vec<String>>,
}

impl Names {
    /// The names of a battle under a ruleset.
    pub fn of(state: &State, rules: &dyn Ruleset) -> Self {
        let description = rules.describe();
        let meters = description.tracks.iter().chain(&description.pools);
        let entries = [
            &description.acts,
            &description.weapons,
            &description.conditions,
            &description.layers,
            &description.parts,
            &description.facts,
        ];
        let burdens = description.tracks.iter();
        let burdens = burdens.filter(|m| matches!(m.meaning, Meaning::Injuries | Meaning::Strain));
        let burdens = burdens.map(|m| m.id.clone()).collect();
        let others = description.others.iter().flat_map(|listing| &listing.entries);
        let roles = description.roles.iter().map(|r| (r.id.clone(), r.name.clone()));
        let content = meters
            .map(|m| (m.id.clone(), m.name.clone()))
            .chain(others.map(|e| (e.id.clone(), e.name.clone())))
            .chain(entries.into_iter().flatten().map(|e| (e.id.clone(), e.name.clone())))
            .chain(roles)
            .collect();
        let sizes = description.sizes.iter().cloned().collect();
        let later = state.scene.story.units();
        let units = state.units.iter().chain(later);
        let units = units.map(|u| (u.id(), u.identity.name.clone())).collect();
        let gear = state.units.iter().flat_map(|unit| {
            let slots = unit.gear.0.iter();
            slots.map(|(slot, item)| ((unit.id(), slot.clone()), item.clone()))
        });
        let gear = gear.collect();
        let sides = state.scene.sides.iter().map(|s| s.name.clone()).collect();
        let mut house_rules: BTreeMap<RuleId, Vec<String>> = BTreeMap::new();
        for option in rules.house_rules().changes() {
            for rule in &option.rules {
                house_rules.entry(rule.clone()).or_default().push(option.words());
            }
        }
        Self { units, sides, content, sizes, gear, burdens, house_rules }
    }

    /// True for a track where less is better: stress, injuries.
    pub fn is_burden(&self, track: &Key) -> bool {
        self.burdens.contains(track)
    }

    /// The name of a unit; its number if unknown.
    pub fn unit(&self, id: UnitId) -> String {
        self.units.get(&id).cloned().unwrap_or_else(|| format!("unit {id}"))
    }

    /// All units with their names, by number.
    pub fn all_units(&self) -> impl Iterator<Item = (UnitId, &str)> {
        self.units.iter().map(|(id, name)| (*id, name.as_str()))
    }

    /// The name of an observer: a unit or a side.
    pub fn observer(&self, observer: Observer) -> String {
        match observer {
            Observer::Unit(unit) => self.unit(unit),
            Observer::Side(side) => self.side(side),
        }
    }

    /// The names of several units: "A, B and C"; "no one" for none.
    pub fn units(&self, ids: &[UnitId]) -> String {
        let mut names: Vec<String> = ids.iter().map(|id| self.unit(*id)).collect();
        match (names.pop(), names.is_empty()) {
            (None, _) => "no one".to_owned(),
            (Some(last), true) => last,
            (Some(last), false) => format!("{} and {last}", names.join(", ")),
        }
    }

    /// The name of a side; its letter if it has none.
    pub fn side(&self, side: SideId) -> String {
        match self.sides.get(usize::from(side.0)).filter(|n| !n.is_empty()) {
            Some(name) => name.clone(),
            None => format!("Side {side}"),
        }
    }

    /// The display name of a key; the key in plain words if unknown.
    pub fn content(&self, key: &Key) -> String {
        self.content.get(key).cloned().unwrap_or_else(|| plain(key.as_str()))
    }

    /// The meaning of a condition's size, if it is more than an amount.
    pub fn size(&self, condition: &Condition) -> Option<&str> {
        let words = self.sizes.get(&condition.id)?;
        let at = usize::try_from(condition.size).ok()?.checked_sub(1)?;
        words.get(at).map(String::as_str)
    }

    /// The item in a unit's slot; the slot in plain words if it is empty now.
    pub fn gear(&self, unit: UnitId, slot: &Key) -> String {
        let item = self.gear.get(&(unit, slot.clone()));
        item.map_or_else(|| plain(slot.as_str()), |item| self.content(item))
    }

    /// The house rules that a rule depends on: "Flank bonus: 2".
    pub fn house_rules(&self, rule: &RuleId) -> &[String] {
        self.house_rules.get(rule).map_or(&[], Vec::as_slice)
    }

    /// Adds the name of a unit that enters the battle.
    pub fn learn(&mut self, id: UnitId, name: &str) {
        self.units.insert(id, name.to_owned());
    }
}

/// Turns a snake-case name into words: `death_save` gives "death save".
pub fn plain(key: &str) -> String {
    key.replace('_', " ")
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_names_read_like_sentences() {
        let mut names = Names::default();
        for (id, name) in [(1, "Ada"), (2, "Bo"), (3, "Cy")] {
            names.learn(UnitId(id), name);
        }
        assert_eq!(names.units(&[]), "no one");
        assert_eq!(names.units(&[UnitId(1)]), "Ada");
        assert_eq!(names.units(&[UnitId(1), UnitId(2), UnitId(3)]), "Ada, Bo and Cy");
        assert_eq!(names.unit(UnitId(9)), "unit #9");
        assert_eq!(names.side(SideId(1)), "Side B");
        assert_eq!(names.content(&Key::of("death_save")), "death save");
        assert_eq!(capital("ärger"), "Ärger");
    }
}
