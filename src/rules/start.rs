//! How a combatant starts a battle, besides its position: facts from the level or scenario that a
//! ruleset may use.

use serde::{Deserialize, Serialize};

use grid::Dir;

use super::Key;
use super::event::{Event, EventKind};
use super::state::{State, Unit};

/// Largest absolute value of the initiative bonus.
pub const MAX_INITIATIVE: i32 = 100;

/// Highest number of a group that acts together.
pub const MAX_TOGETHER: u8 = 99;

/// Last round in which a combatant can join.
pub const MAX_ROUND: u32 = 999;

/// How a combatant starts a battle. By default it is present, visible and not on watch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// The direction it watches from the start.
    pub watch: Option<Dir>,
    /// The act it watches with, by the ruleset's name; empty for the default act.
    pub act: Key,
    /// True if it is surprised.
    pub surprised: bool,
    /// Initiative bonus, -100 to 100.
    pub initiative: i32,
    /// The round in which it joins, up to 999; 0 and 1 mean from the start.
    pub joins: u32,
    /// True if it starts hidden.
    pub hidden: bool,
    /// Units of a side with the same number, 1 to 99, act together from the start; 0 for none.
    pub together: u8,
}

/// A condition that a combatant has at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartCondition {
    /// Its name in the ruleset.
    pub name: Key,
    /// Its value, 0 to 99; 0 for conditions without one.
    pub size: u8,
    /// The number of rounds that it lasts, counted by its turns, 1 to 99; 0 for the whole battle.
    pub rounds: u8,
}

impl StartCondition {
    /// The condition without a value, for the whole battle.
    pub const fn new(name: Key) -> Self {
        Self { name, size: 0, rounds: 0 }
    }
}

/// A fact of a [`Start`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartFact {
    /// It watches a direction from the start.
    Watch,
    /// It is surprised.
    Surprised,
    /// It has a bonus to initiative.
    Initiative,
    /// It joins in a later round.
    Joins,
    /// It starts hidden.
    Hidden,
    /// It acts together with other units.
    Together,
}

impl StartFact {
    /// All start facts.
    pub const ALL: [Self; 6] =
        [Self::Watch, Self::Surprised, Self::Initiative, Self::Joins, Self::Hidden, Self::Together];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Watch => "watch",
            Self::Surprised => "surprised",
            Self::Initiative => "initiative",
            Self::Joins => "joins",
            Self::Hidden => "hidden",
            Self::Together => "together",
        }
    }
}

impl Start {
    /// True if the fact is set to something other than its default.
    pub fn states(&self, fact: StartFact) -> bool {
        match fact {
            StartFact::Watch => self.watch.is_some() || !self.act.as_str().is_empty(),
            StartFact::Surprised => self.surprised,
            StartFact::Initiative => self.initiative != 0,
            StartFact::Joins => self.is_late(),
            StartFact::Hidden => self.hidden,
            StartFact::Together => self.together != 0,
        }
    }

    /// True if it joins in a later round.
    pub const fn is_late(&self) -> bool {
        self.joins > 1
    }

    /// The first value out of bounds and its allowed range; `None` if all are valid.
    pub const fn out_of_bounds(&self) -> Option<(&'static str, &'static str)> {
        if self.initiative < -MAX_INITIATIVE || self.initiative > MAX_INITIATIVE {
            return Some(("the initiative bonus", "-100 to 100"));
        }
        if self.together > MAX_TOGETHER {
            return Some(("the group that acts together", "0 to 99"));
        }
        if self.joins > MAX_ROUND {
            return Some(("the round in which it joins", "0 to 999"));
        }
        None
    }
}

/// The combatants that join in this round or are overdue, in level order.
pub fn due(state: &State, round: u32) -> impl Iterator<Item = &Unit> {
    state.scene.arrivals.iter().filter(move |a| a.round <= round).map(|a| &a.unit)
}

/// The event of a combatant that joins. It also removes the pending arrival.
pub fn join(unit: Unit, rules: &[&'static str]) -> Event {
    Event::new(EventKind::Spawned(Box::new(unit)), rules)
}
