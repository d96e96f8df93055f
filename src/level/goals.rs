//! Goals of a level: what a side has to do to win.

use grid::SideId;

/// A way to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side that can win by it; `None` for every side.
    pub side: Option<SideId>,
    /// The condition.
    pub kind: GoalKind,
}

/// The condition for winning. Rounds count when they end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// No other side has a unit left that can fight.
    LastSideStanding,
    /// At the end of this many consecutive rounds, the side
    /// has an able unit in the region and no other side does.
    Hold {
        /// The region's name.
        region: String,
        /// Consecutive rounds, 1 to 99.
        rounds: u8,
    },
    /// This many of the side's units are in the region at the same time.
    Reach {
        /// The region's name.
        region: String,
        /// Number of units, 1 to 200.
        units: u8,
    },
    /// The named unit of another side is out of the fight.
    Defeat {
        /// The unit's name.
        unit: String,
    },
    /// The side still has a unit that can fight after this many rounds.
    Survive {
        /// Rounds, 1 to 99.
        rounds: u8,
    },
}

impl GoalKind {
    /// The names of all goals in files.
    pub const NAMES: [&'static str; 5] =
        ["last_side_standing", "hold", "reach", "defeat", "survive"];

    /// Name in files.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::LastSideStanding => "last_side_standing",
            Self::Hold { .. } => "hold",
            Self::Reach { .. } => "reach",
            Self::Defeat { .. } => "defeat",
            Self::Survive { .. } => "survive",
        }
    }

    /// The region that it refers to, if any.
    pub fn region(&self) -> Option<&str> {
        match self {
            Self::Hold { region, .. } | Self::Reach { region, .. } => Some(region),
            Self::LastSideStanding | Self::Defeat { .. } | Self::Survive { .. } => None,
        }
    }
}
