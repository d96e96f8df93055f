//! Level events during the battle, each happening once: reinforcements, doors, weather, messages,
//! new goals.

use serde::{Deserialize, Serialize, Serializer};

use grid::{Hm, Light, Place, SideId, UnitId, Weather};

use super::goal::Goal;
use super::unit::Unit;

/// The events of a level, and recruits waiting for room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Story {
    /// The events, in level order.
    pub chapters: Vec<Chapter>,
    /// Recruits whose event has happened and that are not on the board yet, in order.
    pub waiting: Vec<Recruit>,
}

impl Story {
    /// True if nothing can happen.
    pub fn is_empty(&self) -> bool {
        self.chapters.is_empty() && self.waiting.is_empty()
    }

    /// Removes events still to come, except for one side's recruits that wait for room.
    pub fn keep_only(&mut self, side: SideId) {
        self.chapters.clear();
        self.waiting.retain(|recruit| recruit.unit.side() == side);
    }

    /// Every unit that is not on the board yet.
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.waiting
            .iter()
            .chain(self.chapters.iter().flat_map(|chapter| &chapter.recruits))
            .map(|recruit| &recruit.unit)
    }

    /// As [`Self::units`], mutable.
    pub fn units_mut(&mut self) -> impl Iterator<Item = &mut Unit> {
        let to_come = self.chapters.iter_mut().flat_map(|chapter| &mut chapter.recruits);
        self.waiting.iter_mut().chain(to_come).map(|recruit| &mut recruit.unit)
    }
}

/// A story as serialised for hashes: nothing if there is none, so that older hashes stay valid.
pub(super) struct HashedStory<'a>(pub(super) &'a Story);

impl Serialize for HashedStory<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_empty() {
            true => serializer.serialize_unit(),
            false => self.0.serialize(serializer),
        }
    }
}

/// One event of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// Its causes; without any, it never happens.
    pub when: Vec<Cause>,
    /// True if all causes must be met, false if one is enough.
    pub all: bool,
    /// The round in which it happened; `None` before that.
    pub happened: Option<u32>,
    /// The message shown to players; may be empty.
    pub text: String,
    /// The only side that is shown the message; `None` for all.
    pub told: Option<SideId>,
    /// The units that arrive; empty once it has happened.
    pub recruits: Vec<Recruit>,
    /// Changes to the board.
    pub changes: Vec<Change>,
    /// The goals from then on; empty to keep the current ones.
    pub goals: Vec<Goal>,
}

/// A cause of a level event: it happens as soon as this is true and nothing is being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// The round has begun.
    Round(u32),
    /// A unit in the fight stands in one of these places.
    Enters {
        /// Its side; `None` for any.
        side: Option<SideId>,
        /// The places, in ascending order.
        places: Vec<Place>,
    },
    /// At least this number of these units are out of the fight.
    Falls {
        /// The units.
        units: Vec<UnitId>,
        /// How many.
        count: u16,
    },
    /// A door, gate or window at these places is open.
    Opens {
        /// The places on either side of it, in ascending order.
        places: Vec<Place>,
    },
    /// Another event has happened.
    After {
        /// Its index.
        chapter: usize,
        /// At least this number of rounds ago.
        rounds: u32,
    },
}

/// A board change caused by a level event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// All doors, gates and windows at these places open or close.
    Doors {
        /// The places on either side of them, in ascending order.
        places: Vec<Place>,
        /// True to open them.
        open: bool,
    },
    /// The weather changes.
    Weather(Weather),
    /// The time of day changes.
    Light(Light),
}

/// A unit that arrives with an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recruit {
    /// The unit.
    pub unit: Unit,
    /// Its altitude above the ground.
    pub altitude: Hm,
    /// Possible places of arrival: the first one with room is used.
    pub places: Vec<Place>,
}
