//! PRECISION: one d10 plus small bonuses against a fixed resistance, a fixed initiative ladder, and
//! a turn made of a move block and an action block. Rule IDs start with `PR-`.

pub mod data;
