//! Mechanisms that rulesets share. They decide nothing of their own: each ruleset passes its numbers,
//! its rule IDs and its words, so that its text stays in its folder.

pub mod acts;
pub mod area;
pub mod bar;
pub mod book;
pub mod falls;
pub mod fare;
pub mod numbers;
pub mod overrides;
pub mod recruit;
pub mod shove;
pub mod tasks;
pub mod tell;
pub mod turns;
pub mod walk;
