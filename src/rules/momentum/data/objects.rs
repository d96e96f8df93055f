//! `objects.ron`: hit points and Armor of objects and edges.

use serde::{Deserialize, Serialize};

use super::status::Affliction;
use super::words::Size;
use rules::Key;

/// An object or edge as a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectStats {
    /// Its name in levels.
    pub id: Key,
    /// Hit points (MO-250).
    pub hit_points: i32,
    /// Armor.
    pub armor: i32,
    /// Size of a movable object, which can be shoved (MO-132).
    #[serde(default)]
    pub loose: Option<Size>,
}

/// The Status Effects that an object can have, and whether only flammable objects can have them
/// (MO-444).
pub const OF_OBJECTS: [(Affliction, bool); 2] =
    [(Affliction::Corroded, false), (Affliction::Burning, true)];

/// A feature of a creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Its name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Price in RP, for reactions.
    #[serde(default)]
    pub rp: i32,
    /// Its effect.
    pub effect: FeatureEffect,
}

/// The effect of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeatureEffect {
    /// Adds Evasion against one attack after its roll.
    Parry(i32),
    /// Swaps places with an ally that is attacked.
    GuardAlly,
    /// An attack on an enemy that leaves reach.
    SnapStrike,
    /// A second attack with the off hand.
    TwinGrip,
    /// Attacks ignore Armor while below half Vitality.
    VengefulMark,
    /// Reduces Cinematic costs by this much.
    CheaperCinematics(i32),
    /// Cinematic costs may fall to 0.
    FreeCinematics,
    /// Climbs without hands.
    SureGrip,
    /// Sees in the dark.
    NightEyes,
}
