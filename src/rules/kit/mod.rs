//! Mechanisms shared by rulesets. They contain no rules of their own: each ruleset passes its
//! numbers, rule IDs and texts.

pub mod acts;
pub mod aftermath;
pub mod area;
pub mod book;
pub mod concession;
pub mod events;
pub mod falls;
pub mod harm;
pub mod lazy_refusal;
pub mod line;
pub mod moment;
pub mod numbers;
pub mod objects;
pub mod overrides;
pub mod shove;
pub mod spawn;
pub mod step_cost;
pub mod tasks;
pub mod turns;
pub mod walk;
