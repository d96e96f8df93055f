//! Victory conditions.

use serde::{Deserialize, Serialize};

use grid::{Place, SideId, UnitId};

/// A victory condition of a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// No other side has a unit left in the fight.
    LastStanding,
    /// The side holds the zone alone at the end of `rounds` consecutive rounds.
    Hold {
        /// The side with this goal.
        side: SideId,
        /// The places of the zone.
        places: Vec<Place>,
        /// Number of consecutive rounds.
        rounds: u16,
    },
    /// At least `count` units of the side stand in the zone at the end of a round.
    Reach {
        /// The side with this goal.
        side: SideId,
        /// The places of the zone.
        places: Vec<Place>,
        /// Number of units.
        count: u16,
    },
    /// The given combatant is down or dead.
    Defeat {
        /// The side with this goal.
        side: SideId,
        /// The combatant.
        unit: UnitId,
    },
    /// A unit of the side is still in the fight at the end of the round.
    Survive {
        /// The side with this goal.
        side: SideId,
        /// The round.
        rounds: u16,
    },
}
