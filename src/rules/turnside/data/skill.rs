//! Skills.

/// The skills used in battle (TU-19).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Skill {
    Athletics,
    Acrobatics,
    Perception,
    Stealth,
    Medicine,
}

impl Skill {
    /// Its name in commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Athletics => "athletics",
            Self::Acrobatics => "acrobatics",
            Self::Perception => "perception",
            Self::Stealth => "stealth",
            Self::Medicine => "medicine",
        }
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Athletics => "Athletics",
            Self::Acrobatics => "Acrobatics",
            Self::Perception => "Perception",
            Self::Stealth => "Stealth",
            Self::Medicine => "Medicine",
        }
    }
}
