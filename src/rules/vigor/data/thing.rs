//! Objects and edges of the board as they take harm (VG-266 to VG-270). Their sizes and materials are
//! set by the board.

use serde::{Deserialize, Serialize};

use rules::content::pieces;

/// The cover that a thing gives at most, whatever it hides (VG-297).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Covers {
    /// None that its kind says; what it hides counts.
    #[default]
    AsHidden,
    /// It only conceals (VG-298).
    Light,
    /// Partial cover (VG-300).
    Partial,
    /// Full cover (VG-301).
    Full,
}

pieces! {
    /// What a kind of object or edge takes.
    pub struct Thing {
        /// Its Durability (VG-266).
        pub durability: i32,
        /// The Armor Rank of hard ones, which does not wear off (VG-267).
        #[serde(default)]
        pub rank: i32,
        /// Whether fire takes hold of it: wood and foliage (VG-260).
        #[serde(default)]
        pub burns: bool,
        /// The cover that it gives.
        #[serde(default)]
        pub cover: Covers,
        /// Whether it is metal (VG-253).
        #[serde(default)]
        pub metal: bool,
    }
}
