//! What a level lets happen during the battle, once each: reinforcements, doors, weather, messages,
//! new goals.

use serde::{Deserialize, Serialize, Serializer};

use grid::{Hm, Light, Place, SideId, UnitId, Weather};

use super::goal::Goal;
use super::unit::Unit;

/// The events of a level, and the recruits that wait for room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Story {
    /// The events, in level order.
    pub chapters: Vec<Chapter>,
    /// Recruits whose event has happened and that are not on the board yet, in their order.
    pub waiting: Vec<Recruit>,
}

impl Story {
    /// True if nothing can happen.
    pub fn is_empty(&self) -> bool {
        self.chapters.is_empty() && self.waiting.is_empty()
    }

    /// Forgets what is still to come, except for the recruits of a side that wait for room.
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

/// A story as it is serialised for hashes: nothing where there is none, as before there were any.
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
    /// When it happens; without a cause it never does.
    pub when: Vec<Cause>,
    /// True if all causes must be given, false if one is enough.
    pub all: bool,
    /// The round in which it has happened.
    pub happened: Option<u32>,
    /// Shown to players; may be empty.
    pub text: String,
    /// The only side that is told; `None` for all.
    pub told: Option<SideId>,
    /// Who arrives, until it has happened.
    pub recruits: Vec<Recruit>,
    /// What changes on the board.
    pub changes: Vec<Change>,
    /// The goals from then on; none to keep those before.
    pub goals: Vec<Goal>,
}

/// When an event of a level happens: as soon as this is true and nothing is being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// The round has begun.
    Round(u32),
    /// A unit in the fight stands there.
    Enters {
        /// Its side; `None` for any.
        side: Option<SideId>,
        /// Where, in ascending order.
        places: Vec<Place>,
    },
    /// At least this number of these units are out of the fight.
    Falls {
        /// The units.
        units: Vec<UnitId>,
        /// How many.
        count: u16,
    },
    /// A door, gate or window of these places stands open.
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

/// What an event of a level changes on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// All doors, gates and windows of these places open or close.
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
    /// Where it may arrive: at the first place with room.
    pub places: Vec<Place>,
}
