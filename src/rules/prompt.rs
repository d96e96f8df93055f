//! Questions to a player in the middle of a resolution, and their answers.

use serde::{Deserialize, Serialize};

use crate::grid::{Place, SideId, UnitId};

use super::{Key, RuleId};

/// One answer that is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// Its name for records, scripts and policies.
    pub id: Key,
    /// As a player reads it.
    pub label: String,
    /// The place it means, for choices that are made on the board.
    pub place: Option<Place>,
    /// The combatant it means.
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
/// It is for the eyes of one side. Text and choices name that side's own combatants and acts, what
/// everybody has seen happen (declared acts, rolls that were made), and of the others only those
/// whom somebody of the side perceives at that moment. They never tell what another side has made
/// ready, what it has ordered, or dice that are still to be thrown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prompt {
    /// The kind of question: `react`, `willing`, `spend`, ... For policies and scripts.
    pub kind: Key,
    /// The side whose player is asked.
    pub side: SideId,
    /// The combatant it is about.
    pub unit: Option<UnitId>,
    /// What standing orders go by: an act, or a kind of choice. Empty for what is always asked.
    pub about: Key,
    /// The question. It and the choices tell only what this side may know: see [`Prompt`].
    pub text: String,
    /// The allowed answers, at least one.
    pub choices: Vec<Choice>,
    /// The answer of one who does not care, as a position in `choices`.
    pub default: u16,
    /// The rule that asks.
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

    /// The same question, which a side may settle by a standing order about `about`.
    #[must_use]
    pub fn about(mut self, about: Key) -> Self {
        self.about = about;
        self
    }
}

/// The position of the chosen answer in [`Prompt::choices`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answer(pub u16);

impl Answer {
    /// Choice 0 of a yes-or-no question.
    pub const YES: Self = Self(0);
    /// Choice 1 of a yes-or-no question.
    pub const NO: Self = Self(1);
}
