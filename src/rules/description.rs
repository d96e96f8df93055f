//! A ruleset's description of itself, for lists, panels and help, and of the fate of combatants.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use grid::UnitId;

use super::meaning::{Mark, Meaning};
use super::start::StartFact;
use super::{Key, RuleId};

/// The fate of a combatant after the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It rests and is ready for the next battle.
    Rested,
    /// It lies helpless at the mercy of the winners.
    Left,
    /// It is dead.
    Dead,
    /// It existed for this battle only.
    Vanished,
}

impl Fate {
    /// The fate, as shown to players.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rested => "rested",
            Self::Left => "left helpless",
            Self::Dead => "dead",
            Self::Vanished => "vanished",
        }
    }
}

/// A combatant after the battle, for a campaign to continue with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aftermath {
    /// The combatant.
    pub unit: UnitId,
    /// Its fate.
    pub fate: Fate,
    /// Its tracks after the rest: name, value, maximum.
    pub tracks: Vec<(Key, i32, i32)>,
    /// Its pools after the rest: name, value, maximum.
    pub pools: Vec<(Key, i32, i32)>,
    /// Conditions still active when the battle ended, in the order gained, with their remaining
    /// duration in seconds; `None` if they do not expire on their own.
    pub lasting: Vec<(Key, Option<u32>)>,
    /// The rule that decides the fate.
    pub rule: RuleId,
}

/// A meter as players see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterSpec {
    /// Its name in the state.
    pub id: Key,
    /// Its name as shown to players.
    pub name: String,
    /// What it means for its owner.
    pub meaning: Meaning,
    /// How much one of its points counts towards life, in thousandths of a body point.
    pub weight: i32,
    /// Its meaningful values.
    pub marks: Vec<Mark>,
}

impl MeterSpec {
    /// A track: the body, at full weight, without marks.
    pub fn track(id: Key, name: impl Into<String>) -> Self {
        Self { id, name: name.into(), meaning: Meaning::Body, weight: 1000, marks: Vec::new() }
    }

    /// A pool: a spendable reserve.
    pub fn pool(id: Key, name: impl Into<String>) -> Self {
        Self { weight: 0, ..Self::track(id, name).meaning(Meaning::Reserve) }
    }

    /// The same meter with another meaning. A meter that does not count as life gets weight 0.
    pub fn meaning(self, meaning: Meaning) -> Self {
        Self { meaning, weight: if meaning.is_life() { self.weight } else { 0 }, ..self }
    }

    /// The same meter with another weight, in thousandths.
    pub fn weighing(self, weight: i32) -> Self {
        Self { weight, ..self }
    }

    /// The same meter with one more mark.
    pub fn with(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }
}

/// A meter of an item in a gear slot that protects the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WornMeter {
    /// The slot.
    pub slot: Key,
    /// The meter of the item there.
    pub meter: MeterSpec,
}

impl WornMeter {
    /// Protection by the item in a slot.
    pub fn new(slot: &'static str, id: &'static str, name: &str) -> Self {
        let meter = MeterSpec::track(Key::of(id), name).meaning(Meaning::Protection);
        Self { slot: Key::of(slot), meter }
    }
}

/// A role, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoleSpec {
    /// Its name in levels.
    pub id: Key,
    /// Its name as shown to players.
    pub name: String,
    /// Edge length of its footprint.
    pub size: u8,
    /// Its numbers, by name.
    pub numbers: Vec<(String, String)>,
}

/// A number of a role's sheet that levels and scenarios can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetNumber {
    /// Its name in files.
    pub name: Key,
    /// The allowed values.
    pub range: RangeInclusive<i32>,
    /// The value of the role; `None` if the role does not set one.
    pub base: Option<i32>,
}

impl SheetNumber {
    /// A number with its range and the value of the role.
    pub fn new(name: &str, range: RangeInclusive<i32>, base: Option<i32>) -> Self {
        Self { name: Key::new(name), range, base }
    }
}

/// A piece of content, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its name in files.
    pub id: Key,
    /// Its name as shown to players.
    pub name: String,
    /// What it is or does.
    pub text: String,
}

impl Entry {
    /// An entry with its name in files, its name as shown to players, and a description.
    pub fn new(id: &Key, name: &str, text: &str) -> Self {
        Self { id: id.clone(), name: name.to_owned(), text: text.to_owned() }
    }

    /// Like [`Self::new`], with an ID known at compile time.
    pub fn of(id: &'static str, name: &str, text: &str) -> Self {
        Self::new(&Key::of(id), name, text)
    }
}

/// A list of content in addition to the lists that every ruleset has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// Its title, as shown to players.
    pub title: String,
    /// Its entries, in file order.
    pub entries: Vec<Entry>,
}

/// A fact about two combatants that the referee may rule on, regardless of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairFact {
    /// Its name in commands.
    pub id: Key,
    /// Its name as shown to players.
    pub name: String,
    /// True if one ruling covers both directions.
    pub mutual: bool,
    /// The possible rulings.
    pub answers: Vec<PairAnswer>,
}

impl PairFact {
    /// A fact with the names and texts of its possible rulings.
    pub fn new(
        id: &'static str,
        name: &str,
        mutual: bool,
        answers: &[(&'static str, &str)],
    ) -> Self {
        let answer = |(id, name): &(&'static str, &str)| PairAnswer {
            id: Key::of(id),
            name: (*name).to_owned(),
        };
        let answers = answers.iter().map(answer).collect();
        Self { id: Key::of(id), name: name.to_owned(), mutual, answers }
    }

    /// Whether two combatants are adjacent: `yes` or `no`.
    pub fn adjacency(id: &'static str) -> Self {
        Self::new(id, "Adjacency", true, &[("yes", "adjacent"), ("no", "not adjacent")])
    }

    /// The cover of a target against another unit: `none`, or one of these degrees.
    pub fn cover(id: &'static str, degrees: &[&'static str]) -> Self {
        let none = PairAnswer { id: Key::of("none"), name: "the target has no cover".to_owned() };
        let some = degrees.iter().map(|degree| PairAnswer {
            id: Key::of(degree),
            name: format!("the target has {degree} cover"),
        });
        let answers = std::iter::once(none).chain(some).collect();
        Self { answers, ..Self::new(id, "Cover", false, &[]) }
    }
}

/// One possible ruling about two combatants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairAnswer {
    /// Its name in commands.
    pub id: Key,
    /// Its name as shown to players.
    pub name: String,
}

/// A fact about a side that the referee may rule on: the side flag with the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFact {
    /// Its name in commands, and the name of the flag.
    pub id: Key,
    /// Its text, which follows the name of the side: "ambushed from the next round on".
    pub name: String,
}

/// One entry of the ruleset's rules reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceRow {
    /// Its ID.
    pub id: String,
    /// Its title: a few words.
    pub title: String,
    /// The rule.
    pub text: String,
}

/// The content of a ruleset, for lists, panels and help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Its name as shown to players.
    pub name: String,
    /// One sentence on how it plays.
    pub summary: String,
    /// Its tracks, the most important first.
    pub tracks: Vec<MeterSpec>,
    /// Its pools.
    pub pools: Vec<MeterSpec>,
    /// Meters of items that protect the body.
    pub worn: Vec<WornMeter>,
    /// Its roles.
    pub roles: Vec<RoleSpec>,
    /// Its acts.
    pub acts: Vec<Entry>,
    /// The parts of a turn that its acts use ([`Offer::group`](super::ruleset::Offer::group)), the
    /// most common first. Players know each by a colour.
    pub turn_parts: Vec<Key>,
    /// Its weapons.
    pub weapons: Vec<Entry>,
    /// Its conditions.
    pub conditions: Vec<Entry>,
    /// Names for condition sizes that are not amounts, from size 1 up: ranks, elements.
    pub sizes: Vec<(Key, Vec<String>)>,
    /// Conditions that follow from posture or status and cannot be set on their own. The referee
    /// rules on posture and status instead.
    pub states: Vec<Key>,
    /// Facts that may be learned about a combatant.
    pub facts: Vec<Entry>,
    /// Body parts that a condition may affect.
    pub parts: Vec<Entry>,
    /// Layers over a body that absorb harm.
    pub layers: Vec<Entry>,
    /// Other content: armour, forms, minions.
    pub others: Vec<Listing>,
    /// Facts about pairs that a referee may rule on.
    pub pair_facts: Vec<PairFact>,
    /// Facts about sides that a referee may rule on.
    pub side_facts: Vec<SideFact>,
    /// Acts for which a referee may rule whether they are possible and which check they need.
    pub feats: Vec<Entry>,
    /// Skills for such checks.
    pub skills: Vec<Entry>,
    /// The facts of a level's [`Start`](super::start::Start) that it uses.
    pub starts: Vec<StartFact>,
    /// True if combatants may turn in place: the ruleset plans
    /// [`Command::Face`](super::Command::Face).
    pub facing: bool,
    /// True if a side sees the turn of a combatant unknown to it as a blank turn; if false, such
    /// turns are not shown at all.
    pub blank_turns: bool,
    /// Its rules.
    pub reference: Vec<ReferenceRow>,
}

impl Description {
    /// The description of a track.
    pub fn track(&self, id: &str) -> Option<&MeterSpec> {
        self.tracks.iter().find(|spec| spec.id == *id)
    }

    /// The name of a track inside a sentence; falls back to its ID if the track is not described.
    pub fn track_name(&self, id: &Key) -> String {
        self.track(id.as_str())
            .map_or_else(|| id.as_str().replace('_', " "), |spec| spec.name.to_lowercase())
    }

    /// True if this is the only body track. Messages about harm and healing then omit its name.
    pub fn is_sole_body(&self, id: &str) -> bool {
        let mut bodies = self.tracks.iter().filter(|spec| spec.meaning == Meaning::Body);
        bodies.next().is_some_and(|spec| spec.id == *id) && bodies.next().is_none()
    }
}
