//! The rules core: the interface of a ruleset, the state it reads, the events it returns, and the
//! oracle that supplies dice and decisions. Pure: no engine, no clock, no global randomness.
//!
//! A [`Command`] is checked and becomes [`Step`]s; the [`engine`] runs them through a [`Ruleset`],
//! which returns [`Event`]s; only [`apply`] changes the [`State`](state::State).

mod aim;
pub mod apply;
mod board_change;
mod causes;
mod check;
pub mod command;
mod conduct;
pub mod content;
mod ctx;
mod description;
pub mod dice;
pub mod display;
pub mod effort;
pub mod engine;
pub mod enlist;
pub mod estimate;
pub mod event;
pub mod fitness;
pub mod fixture;
pub mod fog;
mod forecast;
pub mod goals;
pub mod house;
mod key;
pub mod kit;
pub mod look;
mod meaning;
mod modifier;
pub mod object;
pub mod odds;
pub mod oracle;
mod outcome;
pub mod parameter;
mod part;
pub mod path_preview;
pub mod policy;
pub mod prompt;
pub mod reach;
pub mod referee;
mod refusal;
mod resolution;
pub mod revive;
pub mod roll;
pub mod ruleset;
mod ruling;
mod run;
mod secrets;
mod sightings;
pub mod stand;
pub mod standing_orders;
pub mod start;
pub mod state;
pub mod step;
pub mod story;
mod survey;
mod target;

pub use command::Command;
pub use ctx::Ctx;
pub use event::{Event, EventKind};
pub use key::Key;
pub use modifier::{Lower, RuleId, Sum, Tally, Term, Total};
pub use outcome::{Flow, Outcome};
pub use parameter::{Value, Values};
pub use part::{NoPart, Part};
pub use refusal::Refusal;
pub use ruleset::{Ruleset, SharedRuleset};
pub use step::{Step, StepData};
pub use target::{Target, Waypoint};
