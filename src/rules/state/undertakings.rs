//! Acts that take several turns.

use serde::{Deserialize, Serialize};

use crate::rules::Key;
use crate::rules::command::Target;

/// An act that somebody has begun and not yet finished (VG-32, EV-216, TU-285, ML-17).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Undertaking {
    /// The act.
    pub act: Key,
    /// The way it is done, as in commands; empty for the plain one.
    pub choice: Key,
    /// What it is aimed at.
    pub targets: Vec<Target>,
    /// How much is done, in the ruleset's own measure: actions, turns, metres.
    pub done: i32,
    /// Of how much; more than 0.
    pub of: i32,
}

impl Undertaking {
    /// True once all of it is done.
    pub const fn is_done(&self) -> bool {
        self.done >= self.of
    }
}

/// What somebody has begun and not yet finished, in the order begun: one of an act and a way to do
/// it. What resets it is the ruleset's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Undertakings(pub Vec<Undertaking>);

impl Undertakings {
    /// The first undertaking of that act.
    pub fn get(&self, act: &str) -> Option<&Undertaking> {
        self.0.iter().find(|u| u.act == *act)
    }

    /// Takes down how far something is. What is done leaves the list.
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

    /// Forgets something that was begun.
    pub fn drop(&mut self, act: &Key, choice: &Key) {
        self.0.retain(|u| !(u.act == *act && u.choice == *choice));
    }
}
