//! Questions to a player in the middle of a resolution, and their answers.

use serde::{Deserialize, Serialize};

use grid::{Place, SideId, UnitId};

use super::{Key, RuleId};

/// An allowed answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// Its name for records, scripts and policies.
    pub id: Key,
    /// Its label as shown to players.
    pub label: String,
    /// Its place, for choices made on the board.
    pub place: Option<Place>,
    /// Its combatant, if any.
    pub unit: Option<UnitId>,
}

impl Choice {
    /// A choice with a name and a label.
    pub fn new(id: &'static str, label: impl Into<String>) -> Self {
        Self { id: Key::of(id), label: label.into(), place: None, unit: None }
    }
}

/// A question that a resolution waits for.
///
/// It is shown to one side only. Text and choices mention that side's own combatants and acts,
/// public facts (declared acts, rolls made), and only those other combatants that a combatant of
/// the side perceives at that moment. They never reveal what another side has readied or ordered,
/// or dice still to be rolled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prompt {
    /// The kind of question: `react`, `willing`, `spend`, ... Used by policies and scripts.
    pub kind: Key,
    /// The side whose player is asked.
    pub side: SideId,
    /// The combatant it is about.
    pub unit: Option<UnitId>,
    /// The subject for standing orders: an act, or a kind of choice. Empty if the question is
    /// always asked.
    pub about: Key,
    /// The question. Text and choices reveal only what this side may know: see [`Prompt`].
    pub text: String,
    /// The allowed answers; at least one.
    pub choices: Vec<Choice>,
    /// The default answer, as an index into `choices`.
    pub default: u16,
    /// The rule behind the question.
    pub rule: RuleId,
}

impl Prompt {
    /// A yes-or-no question. Choice 0 is `yes`, choice 1 is `no`.
    pub fn yes_no(
        kind: &'static str,
        side: SideId,
        unit: Option<UnitId>,
        text: impl Into<String>,
        default_yes: bool,
        rule: &'static str,
    ) -> Self {
        Self {
            kind: Key::of(kind),
            side,
            unit,
            about: Key::default(),
            text: text.into(),
            choices: vec![Choice::new("yes", "Yes"), Choice::new("no", "No")],
            default: u16::from(!default_yes),
            rule: RuleId::of(rule),
        }
    }

    /// Returns the question with a subject for standing orders.
    #[must_use]
    pub fn about(mut self, about: Key) -> Self {
        self.about = about;
        self
    }
}

/// Index of the chosen answer in [`Prompt::choices`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answer(pub u16);

impl Answer {
    /// Choice 0 of a yes-or-no question.
    pub const YES: Self = Self(0);
    /// Choice 1 of a yes-or-no question.
    pub const NO: Self = Self(1);
}
