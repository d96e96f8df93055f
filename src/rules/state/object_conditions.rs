//! Conditions of objects and edges of the board: a burning crate, a corroded door.

use serde::{Deserialize, Serialize};

use crate::target::Target;

use super::unit::Condition;

/// A condition of one object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ObjectCondition {
    /// The object or edge, under its canonical name.
    pub object: Target,
    /// Its condition.
    pub condition: Condition,
}

/// The conditions of all objects, in the order gained.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectConditions(pub Vec<ObjectCondition>);

impl ObjectConditions {
    /// The conditions of one object.
    pub fn of(&self, object: Target) -> impl Iterator<Item = &Condition> {
        self.0.iter().filter(move |c| c.object == object).map(|c| &c.condition)
    }

    /// The index of an object's condition with this name.
    pub fn position(&self, object: Target, id: &str) -> Option<usize> {
        self.0.iter().position(|c| c.object == object && c.condition.id == *id)
    }

    /// True if the object has a condition with this name.
    pub fn has(&self, object: Target, id: &str) -> bool {
        self.position(object, id).is_some()
    }

    /// Adds a condition, or replaces the one at an index.
    pub fn keep(&mut self, new: ObjectCondition, replaces: Option<usize>) {
        match replaces.and_then(|at| self.0.get_mut(at)) {
            Some(known) => *known = new,
            None => self.0.push(new),
        }
    }

    /// Ends a condition of an object.
    pub fn remove(&mut self, object: Target, condition: &Condition) {
        if let Some(at) =
            self.0.iter().position(|c| c.object == object && c.condition == *condition)
        {
            self.0.remove(at);
        }
    }

    /// Follows an object that gets a new name, or removes the conditions of one that is gone.
    pub fn rename(&mut self, from: Target, to: Option<Target>) {
        match to {
            Some(to) => {
                let own = self.0.iter_mut().filter(|c| c.object == from);
                own.for_each(|c| c.object = to);
            }
            None => self.0.retain(|c| c.object != from),
        }
    }
}
