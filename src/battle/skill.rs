//! Levels of play of the computer opponent.

use serde::{Deserialize, Serialize};

/// How well the computer plays a side.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Skill {
    /// Looks no further than its own turn and makes a beginner's mistakes.
    Recruit,
    /// Looks no further than its own turn.
    #[default]
    Soldier,
    /// Plays out its plans for a round, with the replies of its foes.
    Veteran,
    /// Plays out more plans, further ahead.
    Warlord,
}

impl Skill {
    /// All levels, from the weakest.
    pub const ALL: [Self; 4] = [Self::Recruit, Self::Soldier, Self::Veteran, Self::Warlord];

    /// Its name in files and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recruit => "recruit",
            Self::Soldier => "soldier",
            Self::Veteran => "veteran",
            Self::Warlord => "warlord",
        }
    }

    /// Its name, as shown to players.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Recruit => "Recruit",
            Self::Soldier => "Soldier",
            Self::Veteran => "Veteran",
            Self::Warlord => "Warlord",
        }
    }

    /// The level of that name in files.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|skill| skill.name() == name)
    }
}
