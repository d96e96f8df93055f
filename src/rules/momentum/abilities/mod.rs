//! Abilities: their owners, costs and damage, and how they are aimed and used (MO-352 to MO-359).

mod ability;
mod aim;
mod area;
mod away;
mod cast;
mod linger;
mod touch;

pub use ability::{Cast, all, damage, find, pay_power};
pub use aim::{candidates, check_aim, targets, warning};
pub use area::{affected, cells, known_affected, origin};
pub use away::AWAY;
pub use cast::run;
pub use linger::{inside, start_of_turn};
pub use touch::Touch;
