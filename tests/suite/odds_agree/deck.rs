//! The ingredients of the generated situations of each ruleset.

use highground::registry::RulesetId;

/// Ingredients for the situations of a ruleset, besides its own description.
pub struct Deck {
    /// Sheet numbers to vary, each with its minimum and maximum.
    pub numbers: &'static [(&'static str, i32, i32)],
    /// Conditions that cannot be set on their own, because they depend on other state.
    pub states: &'static [&'static str],
    /// Conditions that can be set on their own; empty for all but `states`.
    pub alone: &'static [&'static str],
    /// Tracks to lower, each with its minimum.
    pub tracks: &'static [(&'static str, i32)],
    /// Group of prepared acts, if any.
    pub lies_in_wait: Option<&'static str>,
    /// A flag of a side that changes its rolls.
    pub side_flag: Option<&'static str>,
    /// True if all courses of any command can be followed together. Otherwise its odds are those
    /// that players see.
    pub all_courses: bool,
}

/// Only what the ruleset describes.
const PLAIN: Deck = Deck {
    numbers: &[],
    states: &[],
    alone: &[],
    tracks: &[],
    lies_in_wait: None,
    side_flag: None,
    all_courses: false,
};

impl Deck {
    #[expect(clippy::too_many_lines, reason = "a table of data")]
    pub fn of(ruleset: RulesetId) -> Self {
        match ruleset {
            RulesetId::Precision => Self {
                numbers: &[
                    ("level", 0, 20),
                    ("parry", 4, 18),
                    ("evasion", 4, 18),
                    ("fortitude", 4, 18),
                    ("will", 4, 18),
                    ("armor_physical", 0, 9),
                    ("armor_magical", 0, 9),
                    ("health", 8, 60),
                    ("initiative", 4, 15),
                ],
                states: &["prone", "unconscious", "ambushed"],
                lies_in_wait: Some("prepared"),
                side_flag: Some("ambushed"),
                all_courses: true,
                ..PLAIN
            },
            RulesetId::Vigor => Self {
                numbers: &[
                    ("strength", 5, 40),
                    ("agility", 5, 40),
                    ("speed", 5, 30),
                    ("stamina", 5, 30),
                    ("guard", 0, 6),
                    ("durability_now", 0, 20),
                    ("health_now", 1, 20),
                    ("armour_now", 0, 12),
                    ("shield_now", 0, 6),
                    ("vigor_now", 0, 30),
                ],
                alone: &[
                    "defending",
                    "menaced",
                    "shaken",
                    "heartened",
                    "steady",
                    "slowed",
                    "warded",
                    "titan_skin",
                    "brittle",
                ],
                ..PLAIN
            },
            RulesetId::Evoker => Self {
                numbers: &[
                    ("fighting", 20, 90),
                    ("parry", 20, 90),
                    ("dodge", 20, 90),
                    ("magic", 20, 90),
                    ("ranged", 20, 90),
                    ("strength", 10, 70),
                    ("toughness", 10, 70),
                ],
                alone: &[
                    "burning",
                    "dizzy",
                    "shocked",
                    "stunned",
                    "despaired",
                    "enraged",
                    "condemned",
                    "damned",
                    "inspired",
                    "edged",
                    "focused",
                    "defending",
                    "weakened",
                    "hobbled",
                    "warded",
                    "swift",
                    "distracted",
                ],
                tracks: &[("light", 0), ("heavy", 1)],
                ..PLAIN
            },
            RulesetId::Turnside => Self {
                numbers: &[
                    ("str", 0, 5),
                    ("agi", 0, 5),
                    ("end", 0, 5),
                    ("acc", 0, 9),
                    ("dod", 0, 9),
                ],
                alone: &[
                    "overheated",
                    "suppressed",
                    "fatigued",
                    "stunned",
                    "poisoned",
                    "burning",
                    "blinded",
                    "slowed",
                    "frightened",
                    "hasted",
                    "stoneskin",
                    "warded",
                    "rallied",
                ],
                tracks: &[("hp", 1)],
                ..PLAIN
            },
            RulesetId::Momentum => Self {
                numbers: &[
                    ("evasion", 6, 25),
                    ("armor", 0, 6),
                    ("hit", 0, 9),
                    ("initiative", 4, 30),
                ],
                states: &[
                    "prone",
                    "unconscious",
                    "grabbed",
                    "dominated",
                    "frightened",
                    "charmed",
                    "called",
                ],
                all_courses: true,
                ..PLAIN
            },
        }
    }
}
