//! Steps of what happens to units: effects and compulsions, and recovery after the battle.

use serde::{Deserialize, Serialize};

use grid::UnitId;

/// What compels a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Compulsion {
    /// Rage (EV-381).
    Rage,
    /// Flight from the source of its panic (EV-383).
    Flight,
    /// The control of another unit (EV-374).
    Thrall,
    /// Carrying out an order of the unit that controls it: its index in the list of orders.
    Ordered(u16),
    /// Confusion: an attack on the nearest unit (EV-376).
    Nearest(UnitId),
}

/// A unit acts under a compulsion.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drive {
    /// The unit.
    pub unit: UnitId,
    /// What compels it.
    #[serde(rename = "urge")]
    pub compulsion: Compulsion,
    /// True once it has moved.
    pub moved: bool,
}

/// The recovery of one unit after the battle (EV-422 to EV-426).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recovery {
    /// The unit.
    pub unit: UnitId,
}

/// An effect on a unit, or its attempt to end one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectMoment {
    /// Blood Loss (EV-390).
    Bleeds,
    /// Despair brings Stress (EV-378).
    Despairs,
    /// A test to shake off despair (EV-378).
    Rallies,
    /// Confusion (EV-375).
    Wonders,
    /// A test against the grip of another unit (EV-408).
    Struggles,
    /// An attempt to break a spell's bonds (EV-410).
    Strains,
    /// A test against the ice (EV-369).
    Thaws,
    /// The fire at the end of a round (EV-362).
    Burns,
    /// A test to put out the fire (EV-365).
    Douses,
    /// Stress overcomes an exhausted unit (EV-397).
    Faints,
    /// Lightning passes on to the attacker (EV-370).
    Sparks,
    /// The grip on it has come loose (EV-172).
    Frees,
    /// Toughness at 0 wastes the body (EV-393).
    Wastes,
    /// Another staunches its Blood Loss (EV-394).
    Staunches(UnitId),
    /// A failed test costs a unit with cracked ribs Stress (EV-302).
    Cracks(i32),
    /// Stress reopens the wounds of a punctured body (EV-303).
    Reopens,
    /// It badly loses a test against the source of its panic (EV-383).
    Panics,
    /// The use of broken fingers costs Stress (EV-305).
    Aches,
    /// A broken hand drops what it holds (EV-306).
    LetsGo(bool),
    /// Its turn is over, and effects that end with it end (EV-51).
    Closes,
}

/// A unit suffers an effect, or tries to end one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suffer {
    /// The unit.
    pub unit: UnitId,
    /// The effect or attempt.
    #[serde(rename = "woe")]
    pub moment: EffectMoment,
}
