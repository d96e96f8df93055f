//! Objects and edges of the board as targets of damage (VG-266 to VG-270). The board sets their
//! sizes and materials.

use serde::{Deserialize, Serialize};

use rules::content::pieces;

/// The maximum cover of an object, whatever it hides (VG-297).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaxCover {
    /// No maximum: it depends on how much it hides.
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
    /// The properties of a kind of object or edge.
    pub struct Thing {
        /// Its Durability (VG-266).
        pub durability: i32,
        /// The Armor Rank of hard objects, which does not wear out (VG-267).
        #[serde(default)]
        pub rank: i32,
        /// Whether it can burn: wood and foliage (VG-260).
        #[serde(default)]
        pub burns: bool,
        /// The cover that it gives.
        #[serde(default)]
        pub cover: MaxCover,
        /// Whether it is metal (VG-253).
        #[serde(default)]
        pub metal: bool,
    }
}
