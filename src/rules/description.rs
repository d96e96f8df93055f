//! What a ruleset says about itself, for lists, panels and help, and about those who fought.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;

use super::fitness::{Mark, Meaning};
use super::start::StartFact;
use super::{Key, RuleId};

/// What becomes of a combatant once the battle is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It rests and is there for the next battle.
    Rested,
    /// It lies helpless among those who won.
    Left,
    /// It is dead.
    Dead,
    /// It was there for this battle only.
    Vanished,
}

impl Fate {
    /// It as players read it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rested => "rested",
            Self::Left => "left helpless",
            Self::Dead => "dead",
            Self::Vanished => "gone with the battle",
        }
    }
}

/// A combatant after the battle, as a campaign would take it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aftermath {
    /// Who.
    pub unit: UnitId,
    /// What becomes of it.
    pub fate: Fate,
    /// Its tracks after the rest: name, value, maximum.
    pub tracks: Vec<(Key, i32, i32)>,
    /// Its pools after the rest: name, value, maximum.
    pub pools: Vec<(Key, i32, i32)>,
    /// What had not run out when the battle ended, in the order gained, and for how many seconds
    /// more it lasts; `None` for what does not run out by itself.
    pub lasting: Vec<(Key, Option<u32>)>,
    /// The rule behind it.
    pub rule: RuleId,
}

/// A meter as players see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterSpec {
    /// Its name in the state.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// What it means for the one it belongs to.
    pub meaning: Meaning,
    /// How much one of its points counts in a life, in thousandths of a point of the body.
    pub weight: i32,
    /// Where on it something happens.
    pub marks: Vec<Mark>,
}

impl MeterSpec {
    /// A track: the body, in full, without marks.
    pub fn track(id: Key, name: impl Into<String>) -> Self {
        Self { id, name: name.into(), meaning: Meaning::Body, weight: 1000, marks: Vec::new() }
    }

    /// A pool: what is spent.
    pub fn pool(id: Key, name: impl Into<String>) -> Self {
        Self { weight: 0, ..Self::track(id, name).meaning(Meaning::Reserve) }
    }

    /// The same with another meaning. What is no part of a life counts nothing in it.
    pub fn meaning(self, meaning: Meaning) -> Self {
        Self { meaning, weight: if meaning.is_life() { self.weight } else { 0 }, ..self }
    }

    /// The same with another weight, in thousandths.
    pub fn weighing(self, weight: i32) -> Self {
        Self { weight, ..self }
    }

    /// The same with another mark.
    pub fn with(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }
}

/// A role as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoleSpec {
    /// Its name in levels.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// Edge length of its footprint.
    pub size: u8,
    /// Its numbers, by name.
    pub numbers: Vec<(String, String)>,
}

/// A piece of content as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its name in files.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// What it is or does.
    pub text: String,
}

impl Entry {
    /// With its name in files, its name as players read it, and what it is or does.
    pub fn new(id: &Key, name: &str, text: &str) -> Self {
        Self { id: id.clone(), name: name.to_owned(), text: text.to_owned() }
    }

    /// The same, where the name is known when the program is built.
    pub fn of(id: &'static str, name: &str, text: &str) -> Self {
        Self::new(&Key::of(id), name, text)
    }
}

/// A list of content beside those that every ruleset has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// What is listed, as players read it.
    pub title: String,
    /// What there is, in the order of its file.
    pub entries: Vec<Entry>,
}

/// A fact about two combatants that the referee may rule on, whatever the board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairFact {
    /// Its name in commands.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// One ruling says how things are both ways.
    pub mutual: bool,
    /// What can be ruled.
    pub answers: Vec<PairAnswer>,
}

/// One thing that can be ruled about two combatants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairAnswer {
    /// Its name in commands.
    pub id: Key,
    /// As a player reads it.
    pub name: String,
}

/// A fact about a side that the referee may rule on: the side's flag of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFact {
    /// Its name in commands, and the name of the flag.
    pub id: Key,
    /// It as players read it after the name of the side: "ambushed from the next round on".
    pub name: String,
}

/// One rule of the ruleset's reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceRow {
    /// Its ID.
    pub id: String,
    /// A few words.
    pub title: String,
    /// The rule.
    pub text: String,
}

/// What a ruleset has, for lists, panels and help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Its name as players read it.
    pub name: String,
    /// One sentence on how it plays.
    pub summary: String,
    /// Its tracks, the most telling first.
    pub tracks: Vec<MeterSpec>,
    /// Its pools.
    pub pools: Vec<MeterSpec>,
    /// Its roles.
    pub roles: Vec<RoleSpec>,
    /// Its acts.
    pub acts: Vec<Entry>,
    /// Its weapons.
    pub weapons: Vec<Entry>,
    /// Its conditions.
    pub conditions: Vec<Entry>,
    /// Those of its conditions that a body has by its posture or by its part in the battle, and not
    /// for themselves: a referee rules on these instead.
    pub states: Vec<Key>,
    /// What may be learned about a combatant.
    pub facts: Vec<Entry>,
    /// The parts of a body that a condition may be of.
    pub parts: Vec<Entry>,
    /// What may lie over a body and take harm in its place.
    pub layers: Vec<Entry>,
    /// What else it has: armour, forms, minions.
    pub others: Vec<Listing>,
    /// Facts about pairs that a referee may rule on.
    pub pair_facts: Vec<PairFact>,
    /// Facts about sides that a referee may rule on.
    pub side_facts: Vec<SideFact>,
    /// Acts of which a referee may say whether they are possible and what check they take.
    pub feats: Vec<Entry>,
    /// Skills that such a check may be of.
    pub skills: Vec<Entry>,
    /// What it reads of how a level has combatants begin.
    pub starts: Vec<StartFact>,
    /// Combatants may turn on the spot: the ruleset plans [`Command::Face`](super::Command::Face).
    pub facing: bool,
    /// The turn of one whom a side does not know is shown to it as a blank one; otherwise it is not
    /// shown to it at all.
    pub blank_turns: bool,
    /// Its rules.
    pub reference: Vec<ReferenceRow>,
}

impl Description {
    /// What it says of a track.
    pub fn track(&self, id: &str) -> Option<&MeterSpec> {
        self.tracks.iter().find(|spec| spec.id == *id)
    }

    /// The name of a track as players read it in a sentence; its name in files if nothing is said of
    /// it.
    pub fn track_name(&self, id: &Key) -> String {
        self.track(id.as_str())
            .map_or_else(|| id.as_str().replace('_', " "), |spec| spec.name.to_lowercase())
    }

    /// True for the one track that is the body: what is told of harm and healing needs no name then.
    pub fn is_sole_body(&self, id: &str) -> bool {
        let mut bodies = self.tracks.iter().filter(|spec| spec.meaning == Meaning::Body);
        bodies.next().is_some_and(|spec| spec.id == *id) && bodies.next().is_none()
    }
}
