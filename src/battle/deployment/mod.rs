//! Deployment: where the units of a side stand when the battle begins, if its player chooses.
//!
//! A side whose level gives it a start zone may rearrange its units there before the first round.
//! Where a unit was put is part of the set-up and of the record ([`Deployed`]), so a battle begins
//! the same way when it is replayed. What may be chosen follows from the level and the side's own
//! units alone: a refusal never tells where others were put.

mod model;
mod propose;
pub mod spot;
pub mod zones;

pub use model::Deployment;
pub use spot::{DeployError, Deployed, Spot};
pub use zones::Zones;
