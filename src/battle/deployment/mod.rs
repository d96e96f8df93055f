//! Deployment: where a side's player places its units before the battle.
//!
//! A side with a start zone may rearrange its units there before the first round. The chosen places
//! are part of the set-up and of the record ([`Deployed`]), so a battle begins the same way when it
//! is replayed. The choices depend only on the level and the side's own units: a refusal never
//! reveals where others are placed.

mod model;
mod propose;
pub mod spot;
pub mod zones;

pub use model::Deployment;
pub use spot::{DeployError, Deployed, Spot};
pub use zones::Zones;
