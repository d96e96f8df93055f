//! Steps as stored in saves of version 2: a name, and named values. Rulesets convert them into
//! their typed steps; the small rulesets of tests use them directly.

use serde::{Deserialize, Serialize};

use crate::Key;
use crate::target::{Target, Waypoint};
use grid::UnitId;

/// A value that a step stores between its phases.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Datum {
    /// A number.
    Int(i64),
    /// A name.
    Name(Key),
    /// Combatants.
    Units(Vec<UnitId>),
    /// Numbers.
    Ints(Vec<i64>),
}

/// The named values that a step stores between its phases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scratch(Vec<(Key, Datum)>);

impl Scratch {
    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<&Datum> {
        self.0.iter().find(|(k, _)| *k == *name).map(|(_, v)| v)
    }

    /// The number with this name; 0 if there is none.
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(Datum::Int(n)) => *n,
            _ => 0,
        }
    }

    /// True if the number with this name exists and is not 0.
    pub fn flag(&self, name: &str) -> bool {
        self.int(name) != 0
    }

    /// The name stored under this name; empty if there is none.
    pub fn name(&self, name: &str) -> Key {
        match self.get(name) {
            Some(Datum::Name(k)) => k.clone(),
            _ => Key::default(),
        }
    }

    /// The combatants with this name.
    pub fn units(&self, name: &str) -> &[UnitId] {
        match self.get(name) {
            Some(Datum::Units(list)) => list,
            _ => &[],
        }
    }

    /// The numbers with this name.
    pub fn ints(&self, name: &str) -> &[i64] {
        match self.get(name) {
            Some(Datum::Ints(list)) => list,
            _ => &[],
        }
    }

    /// All values with their names.
    pub fn iter(&self) -> impl Iterator<Item = &(Key, Datum)> {
        self.0.iter()
    }

    /// Stores a value, replacing one with the same name.
    pub fn set(&mut self, name: Key, value: Datum) {
        match self.0.iter_mut().find(|(k, _)| *k == name) {
            Some((_, slot)) => *slot = value,
            None => self.0.push((name, value)),
        }
    }

    /// Stores a number.
    pub fn set_int(&mut self, name: &'static str, value: i64) {
        self.set(Key::of(name), Datum::Int(value));
    }
}

/// A step with its kind and intermediate results stored by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UntypedStep {
    /// Its kind, named by the ruleset: `round`, `turn`, `walk`, `act`, `fall`, `react`.
    pub kind: Key,
    /// The act it belongs to, if any.
    pub act: Key,
    /// The combatant that acts or is affected.
    pub unit: Option<UnitId>,
    /// Its targets.
    pub targets: Vec<Target>,
    /// The remaining path.
    pub path: Vec<Waypoint>,
    /// Its phase; each ruleset numbers its own.
    pub phase: u16,
    /// Its intermediate results.
    pub scratch: Scratch,
}

impl UntypedStep {
    /// A step of that kind in its first phase.
    pub fn new(kind: &'static str) -> Self {
        Self {
            kind: Key::of(kind),
            act: Key::default(),
            unit: None,
            targets: Vec::new(),
            path: Vec::new(),
            phase: 0,
            scratch: Scratch::default(),
        }
    }

    /// The same step for a combatant.
    #[must_use]
    pub fn of(mut self, unit: UnitId) -> Self {
        self.unit = Some(unit);
        self
    }

    /// The same step for an act.
    #[must_use]
    pub fn act(mut self, act: impl Into<Key>) -> Self {
        self.act = act.into();
        self
    }

    /// The same step with one more target.
    #[must_use]
    pub fn at(mut self, target: Target) -> Self {
        self.targets.push(target);
        self
    }

    /// The same step in another phase.
    #[must_use]
    pub fn phase(mut self, phase: u16) -> Self {
        self.phase = phase;
        self
    }

    /// The same step with a number stored.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: i64) -> Self {
        self.scratch.set_int(name, value);
        self
    }

    /// The first target that is a combatant.
    pub fn target_unit(&self) -> Option<UnitId> {
        self.targets.iter().find_map(|t| match t {
            Target::Unit(id) => Some(*id),
            _ => None,
        })
    }
}
