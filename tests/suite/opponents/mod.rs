//! What the means of each ruleset are worth to the computer: the usual opponent against one that does
//! without them.

mod care;
mod evoker;
mod levels_of_play;
mod mirror;
mod thinking;
mod turnside;
mod vigor;
