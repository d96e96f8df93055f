//! How abilities are aimed, and when they are refused.

mod aim;
mod area;
mod setting;
mod usable;

pub use aim::{check_aim, suits};
pub use area::{affected, cells, filled, shape_cells};
pub use setting::{Choice, check_setting, choice, watched_shape};
pub use usable::{check_need, check_use, is_basic_attack, is_usable};
