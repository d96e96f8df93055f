//! How a combatant begins a battle, beside where it stands: facts of the level or scenario that a
//! ruleset may read.

use serde::{Deserialize, Serialize};

use crate::grid::Dir;

use super::Key;
use super::event::{Event, EventKind};
use super::state::{State, Unit};

/// The bonus to initiative lies within this, either way.
pub const MAX_INITIATIVE: i32 = 100;

/// In no later round than this somebody joins.
pub const MAX_ROUND: u32 = 999;

/// How a combatant begins a battle. Usually from the start, in the open, watching nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// It watches in this direction from the start.
    pub watch: Option<Dir>,
    /// What it watches with, by the ruleset's name; empty for the usual act.
    pub act: Key,
    /// It is surprised.
    pub surprised: bool,
    /// Added to its initiative, -100 to 100.
    pub initiative: i32,
    /// The round in which it joins, up to 999; 0 and 1 for the start.
    pub joins: u32,
    /// It begins unseen by the others.
    pub hidden: bool,
}

/// One of the facts of a [`Start`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartFact {
    /// It watches from the start.
    Watch,
    /// It is surprised.
    Surprised,
    /// It has a bonus to initiative.
    Initiative,
    /// It joins in a later round.
    Joins,
    /// It begins unseen.
    Hidden,
}

impl StartFact {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Watch, Self::Surprised, Self::Initiative, Self::Joins, Self::Hidden];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Watch => "watch",
            Self::Surprised => "surprised",
            Self::Initiative => "initiative",
            Self::Joins => "joins",
            Self::Hidden => "hidden",
        }
    }
}

impl Start {
    /// Whether something out of the usual is stated.
    pub fn states(&self, fact: StartFact) -> bool {
        match fact {
            StartFact::Watch => self.watch.is_some() || !self.act.as_str().is_empty(),
            StartFact::Surprised => self.surprised,
            StartFact::Initiative => self.initiative != 0,
            StartFact::Joins => self.is_late(),
            StartFact::Hidden => self.hidden,
        }
    }

    /// True if it joins in a later round.
    pub const fn is_late(&self) -> bool {
        self.joins > 1
    }

    /// What is out of bounds, with what is allowed; none if all is well.
    pub const fn out_of_bounds(&self) -> Option<(&'static str, &'static str)> {
        if self.initiative < -MAX_INITIATIVE || self.initiative > MAX_INITIATIVE {
            return Some(("the bonus to initiative", "-100 to 100"));
        }
        if self.joins > MAX_ROUND {
            return Some(("the round of joining", "0 to 999"));
        }
        None
    }
}

/// A combatant that joins later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The round in which it joins.
    pub round: u32,
    /// It, as it will be placed.
    pub unit: Unit,
}

/// The combatants that join in a round or should have before, in the order of the level.
pub fn due(state: &State, round: u32) -> impl Iterator<Item = &Unit> {
    state.scene.arrivals.iter().filter(move |a| a.round <= round).map(|a| &a.unit)
}

/// The event of one that joins. It is no longer waited for then.
pub fn join(unit: Unit, rules: &[&'static str]) -> Event {
    Event::new(EventKind::Spawned(Box::new(unit)), rules)
}
