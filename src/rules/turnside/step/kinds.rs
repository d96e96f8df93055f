//! Kinds of manoeuvres and triggers.

use serde::{Deserialize, Serialize};

/// Manoeuvres (TU-129, TU-133, TU-136).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manoeuvre {
    /// Takes hold of a target.
    Grapple,
    /// Pushes a target, or knocks it prone.
    Shove,
    /// Gets out of a hold.
    BreakFree,
}

impl Manoeuvre {
    /// Its name in commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Grapple => "grapple",
            Self::Shove => "shove",
            Self::BreakFree => "break_free",
        }
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grapple => "Grapple",
            Self::Shove => "Shove",
            Self::BreakFree => "Break Free",
        }
    }

    /// What it does.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Grapple => "Athletics against Athletics or Acrobatics: holds the target.",
            Self::Shove => "Athletics against Athletics: prone, or pushed up to STR in metres.",
            Self::BreakFree => "Athletics or Acrobatics against Athletics: ends the hold.",
        }
    }

    /// Its rule.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Grapple => "TU-129",
            Self::Shove => "TU-136",
            Self::BreakFree => "TU-133",
        }
    }
}

/// What an enemy must do to trigger a prepared action (TU-173).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// It comes into view.
    View,
    /// It comes within reach of the action.
    Reach,
    /// It enters a marked area.
    Area,
    /// It attacks.
    Attacks,
    /// It uses an ability.
    Ability,
    /// It moves out of reach of the action.
    Leaves,
    /// The referee decides.
    Judged,
}

impl Trigger {
    /// Every trigger.
    pub const ALL: [Self; 7] = [
        Self::View,
        Self::Reach,
        Self::Area,
        Self::Attacks,
        Self::Ability,
        Self::Leaves,
        Self::Judged,
    ];

    /// Its name in commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Reach => "reach",
            Self::Area => "area",
            Self::Attacks => "attacks",
            Self::Ability => "ability",
            Self::Leaves => "leaves",
            Self::Judged => "judged",
        }
    }

    /// The phrase that follows "when an enemy".
    pub const fn name(self) -> &'static str {
        match self {
            Self::View => "comes into view",
            Self::Reach => "comes within reach",
            Self::Area => "enters an area",
            Self::Attacks => "attacks",
            Self::Ability => "uses an ability",
            Self::Leaves => "moves away",
            Self::Judged => "meets the referee's condition",
        }
    }

    /// The trigger with this ID.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trigger| trigger.id() == id)
    }
}
