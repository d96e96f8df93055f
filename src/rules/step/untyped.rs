//! Steps as saves of version 2 hold them: a name, and values by name. Rulesets read their typed steps
//! from these; the small rulesets of tests use them as they are.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::command::{Target, Waypoint};

use super::StepData;

/// A value that a step keeps between its phases.
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

/// What a step keeps between its phases, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scratch(Vec<(Key, Datum)>);

impl Scratch {
    /// The value of that name.
    pub fn get(&self, name: &str) -> Option<&Datum> {
        self.0.iter().find(|(k, _)| *k == *name).map(|(_, v)| v)
    }

    /// The number of that name; 0 if there is none.
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(Datum::Int(n)) => *n,
            _ => 0,
        }
    }

    /// True if the number of that name is there and not 0.
    pub fn flag(&self, name: &str) -> bool {
        self.int(name) != 0
    }

    /// The name kept under that name; empty if there is none.
    pub fn name(&self, name: &str) -> Key {
        match self.get(name) {
            Some(Datum::Name(k)) => k.clone(),
            _ => Key::default(),
        }
    }

    /// The combatants of that name.
    pub fn units(&self, name: &str) -> &[UnitId] {
        match self.get(name) {
            Some(Datum::Units(list)) => list,
            _ => &[],
        }
    }

    /// The numbers of that name.
    pub fn ints(&self, name: &str) -> &[i64] {
        match self.get(name) {
            Some(Datum::Ints(list)) => list,
            _ => &[],
        }
    }

    /// Everything that is kept, with its names.
    pub fn iter(&self) -> impl Iterator<Item = &(Key, Datum)> {
        self.0.iter()
    }

    /// Keeps a value, in place of one of the same name.
    pub fn set(&mut self, name: Key, value: Datum) {
        match self.0.iter_mut().find(|(k, _)| *k == name) {
            Some((_, slot)) => *slot = value,
            None => self.0.push((name, value)),
        }
    }

    /// Keeps a number.
    pub fn set_int(&mut self, name: &'static str, value: i64) {
        self.set(Key::of(name), Datum::Int(value));
    }
}

/// A step that says what it is by name and keeps what it works out by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UntypedStep {
    /// What it is, named by the ruleset: `round`, `turn`, `walk`, `act`, `fall`, `react`.
    pub kind: Key,
    /// The act it belongs to, where there is one.
    pub act: Key,
    /// Who does it or to whom it happens.
    pub unit: Option<UnitId>,
    /// What it is aimed at.
    pub targets: Vec<Target>,
    /// The way still to go.
    pub path: Vec<Waypoint>,
    /// How far it is; each ruleset numbers its phases.
    pub phase: u16,
    /// What it has worked out so far.
    pub scratch: Scratch,
}

impl UntypedStep {
    /// A step of that kind at its first phase.
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

    /// The same step of a combatant.
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

    /// The same step with a target more.
    #[must_use]
    pub fn at(mut self, target: Target) -> Self {
        self.targets.push(target);
        self
    }

    /// The same step at another phase.
    #[must_use]
    pub fn phase(mut self, phase: u16) -> Self {
        self.phase = phase;
        self
    }

    /// The same step with a number kept.
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

impl StepData for UntypedStep {
    fn name(&self) -> &str {
        self.kind.as_str()
    }

    fn is_same_task(&self, other: &Self) -> bool {
        self.kind == other.kind && self.act == other.act && self.unit == other.unit
    }

    fn from_untyped(step: UntypedStep) -> Option<Self> {
        Some(step)
    }
}
