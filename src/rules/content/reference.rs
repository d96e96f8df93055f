//! `reference.ron`: the rules reference shown in the game.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::Key;
use crate::ruleset::ReferenceRow;

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its ID, such as `PR-208`.
    pub id: Key,
    /// A short title.
    pub title: String,
    /// The text of the rule.
    pub text: String,
}

/// The rules of one topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The topic.
    pub name: String,
    /// Its rules.
    pub rows: Vec<Row>,
}

/// All rules, by topic and by ID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    sections: Vec<Section>,
    places: BTreeMap<Key, (usize, usize)>,
}

impl Reference {
    /// The reference with these sections. If several rows share an ID, the first one is found.
    pub fn new(sections: Vec<Section>) -> Self {
        let mut places = BTreeMap::new();
        for (s, section) in sections.iter().enumerate() {
            for (r, row) in section.rows.iter().enumerate() {
                places.entry(row.id.clone()).or_insert((s, r));
            }
        }
        Self { sections, places }
    }

    /// The rule of that ID.
    pub fn get(&self, id: &str) -> Option<&Row> {
        let &(s, r) = self.places.get(id)?;
        self.sections.get(s)?.rows.get(r)
    }

    /// The topics in order.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// All rules in order, for the rules window.
    pub fn listed(&self) -> Vec<ReferenceRow> {
        let row = |row: &Row| ReferenceRow {
            id: row.id.to_string(),
            title: row.title.clone(),
            text: row.text.clone(),
        };
        self.rows().map(row).collect()
    }

    /// All rules in order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.sections.iter().flat_map(|s| &s.rows)
    }
}

impl<'de> Deserialize<'de> for Reference {
    /// Deserialised from the list of its sections.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}
