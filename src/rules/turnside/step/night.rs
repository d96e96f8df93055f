//! The steps of the night after the battle.

use serde::{Deserialize, Serialize};

use grid::{SideId, UnitId};

/// The night of a side after the battle (TU-322).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Night {
    /// The side.
    pub side: SideId,
    /// The current part.
    pub dusk: Dusk,
}

/// The parts of the night of one side, in order (TU-322).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dusk {
    /// Suppressed conditions return (TU-293).
    Returns,
    /// The dying are stabilised (TU-285).
    Dying,
    /// Medicine on injuries (TU-312).
    Injuries,
    /// The side spends the night (TU-313).
    Hours {
        /// Treated injuries: the patient and the index of the injury, once for each success.
        treated: Vec<(UnitId, usize)>,
    },
    /// After a Rest, Determination is restored (TU-276).
    Morning,
}
