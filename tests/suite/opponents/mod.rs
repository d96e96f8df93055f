//! What the means of each ruleset are worth to the computer: the usual opponent against one that does
//! without them.

mod evoker;
mod thinking;
mod turnside;
mod vigor;
