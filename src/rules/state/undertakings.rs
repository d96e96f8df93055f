//! Acts that take several turns.

use serde::{Deserialize, Serialize};

use crate::Key;
use crate::target::Target;

/// An act that a combatant has begun but not completed (VG-32, EV-216, TU-285, ML-17).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Undertaking {
    /// The act.
    pub act: Key,
    /// The variant, as in commands; empty for the plain act.
    pub choice: Key,
    /// Its targets.
    pub targets: Vec<Target>,
    /// Progress, in the ruleset's own units: actions, turns, metres.
    pub done: i32,
    /// The total required; more than 0.
    pub of: i32,
}

impl Undertaking {
    /// True once it is completed.
    pub const fn is_done(&self) -> bool {
        self.done >= self.of
    }
}

/// The uncompleted acts of a combatant, in the order begun; at most one for each act and variant.
/// The ruleset decides what resets them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Undertakings(pub Vec<Undertaking>);

impl Undertakings {
    /// The first undertaking of that act.
    pub fn get(&self, act: &str) -> Option<&Undertaking> {
        self.0.iter().find(|u| u.act == *act)
    }

    /// Stores the progress of an act. Completed acts leave the list.
    pub fn keep(&mut self, new: &Undertaking) {
        let alike = |u: &&mut Undertaking| u.act == new.act && u.choice == new.choice;
        if new.is_done() {
            self.drop(&new.act, &new.choice);
        } else if let Some(known) = self.0.iter_mut().find(alike) {
            known.clone_from(new);
        } else {
            self.0.push(new.clone());
        }
    }

    /// Removes an act.
    pub fn drop(&mut self, act: &Key, choice: &Key) {
        self.0.retain(|u| !(u.act == *act && u.choice == *choice));
    }
}
