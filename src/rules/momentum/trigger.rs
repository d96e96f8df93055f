//! The triggers of held actions, in steps and in commands (MO-67).

use std::fmt;

use serde::{Deserialize, Serialize};

use grid::UnitId;
use rules::Key;

/// The event that triggers a held action (MO-67).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// An enemy comes within reach of the action.
    Enters,
    /// An enemy within reach leaves its cell: triggers before a step of its own and after any other
    /// movement.
    Leaves,
    /// An enemy comes into view.
    View,
    /// An enemy attacks or uses an Ability.
    Attacks,
    /// A member of its side is attacked.
    AllyAttacked,
    /// A member of its side drops.
    AllyDrops,
    /// A door or window changes.
    Door,
    /// The referee calls it.
    Call,
    /// The turn of a creature begins.
    Starts(UnitId),
    /// The turn of a creature is over.
    Ends(UnitId),
}

/// The triggers without a unit, each with its name in commands and its display name.
pub const PLAIN: [(Trigger, &str, &str); 8] = [
    (Trigger::Enters, "enters", "when an enemy comes into reach"),
    (Trigger::Leaves, "leaves", "when an enemy in reach takes a step"),
    (Trigger::View, "view", "when an enemy comes into view"),
    (Trigger::Attacks, "attacks", "when an enemy attacks or uses an Ability"),
    (Trigger::AllyAttacked, "ally_attacked", "when an ally is attacked"),
    (Trigger::AllyDrops, "ally_drops", "when an ally drops"),
    (Trigger::Door, "door", "when a door or window changes"),
    (Trigger::Call, "call", "when the referee calls it"),
];

impl Trigger {
    /// The trigger with this name; the empty name is the first trigger.
    pub fn from_name(name: &str) -> Option<Self> {
        if name.is_empty() {
            return Some(Self::Enters);
        }
        let of = |rest: &str| rest.parse().ok().map(UnitId);
        let named = name.strip_prefix("starts_").and_then(of).map(Self::Starts);
        let named = named.or_else(|| name.strip_prefix("ends_").and_then(of).map(Self::Ends));
        named.or_else(|| PLAIN.iter().find(|(_, id, _)| *id == name).map(|(t, ..)| *t))
    }

    /// The name in commands.
    pub fn key(self) -> Key {
        Key::new(&self.to_string())
    }

    /// Splits a variant into the trigger and the variant of the held act. Without the name of a
    /// trigger, all of it belongs to the act, and the trigger is the first.
    pub fn split(choice: &str) -> (Self, &str) {
        let (first, rest) = choice.split_once('+').unwrap_or((choice, ""));
        Self::from_name(first).map_or((Self::Enters, choice), |trigger| (trigger, rest))
    }
}

/// The name in commands.
impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Starts(id) => write!(f, "starts_{}", id.0),
            Self::Ends(id) => write!(f, "ends_{}", id.0),
            plain => {
                let name = PLAIN.iter().find(|(t, ..)| t == plain).map_or("", |(_, id, _)| *id);
                f.write_str(name)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_names_a_trigger_and_a_way() {
        for (choice, trigger, way) in [
            ("", Trigger::Enters, ""),
            ("view", Trigger::View, ""),
            ("starts_3+nonlethal", Trigger::Starts(UnitId(3)), "nonlethal"),
            ("ends_12", Trigger::Ends(UnitId(12)), ""),
            ("cleave+up1", Trigger::Enters, "cleave+up1"),
        ] {
            assert_eq!(Trigger::split(choice), (trigger, way), "{choice}");
            assert_eq!(Trigger::split(&trigger.to_string()), (trigger, ""), "{choice}");
        }
    }
}
