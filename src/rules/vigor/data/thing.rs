//! Objects and edges of the board as they take harm (VG-266 to VG-270). Their sizes and materials are
//! set by the board.

use crate::rules::content::pieces;

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
        /// Whether it is metal (VG-253).
        #[serde(default)]
        pub metal: bool,
    }
}
