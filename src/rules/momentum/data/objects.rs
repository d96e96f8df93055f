//! `objects.ron`: what things and edges withstand.

use serde::{Deserialize, Serialize};

use super::words::Size;
use crate::rules::Key;

/// A thing or edge as a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectStats {
    /// The thing or edge, as levels write it.
    pub id: Key,
    /// Hit points (MO-250).
    pub hit_points: i32,
    /// Armor.
    pub armor: i32,
    /// The size of a thing that is loose: it can be shoved (MO-132).
    #[serde(default)]
    pub loose: Option<Size>,
}

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
    /// RP it costs, for reactions.
    #[serde(default)]
    pub rp: i32,
    /// What it does.
    pub effect: FeatureEffect,
}

/// What a feature does (section Content).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeatureEffect {
    /// Evasion against one attack whose roll is known.
    Parry(i32),
    /// Takes the place of an ally who is attacked.
    GuardAlly,
    /// A blow at an enemy that leaves reach.
    SnapStrike,
    /// A second attack with the other hand.
    TwinGrip,
    /// Attacks ignore Armor while below half Vitality.
    VengefulMark,
    /// Cinematic costs so much less.
    CheaperCinematics(i32),
    /// Cinematic costs may fall to 0.
    FreeCinematics,
    /// Climbs without hands.
    SureGrip,
    /// Sees in the dark.
    NightEyes,
}
