//! Mechanisms that rulesets share. They decide nothing of their own: each ruleset passes its numbers,
//! its rule IDs and its words, so that its text stays in its folder.

pub mod acts;
pub mod area;
pub mod book;
pub mod events;
pub mod falls;
pub mod harm;
pub mod lazy_refusal;
pub mod moment;
pub mod numbers;
pub mod overrides;
pub mod shove;
pub mod spawn;
pub mod step_cost;
pub mod tasks;
pub mod turns;
pub mod walk;
