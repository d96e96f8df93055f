//! Policies: how each side wants recurring questions answered.
//!
//! A question open to standing orders names its subject in [`Prompt::about`]: an act, or a kind of
//! choice. The side's policy for that subject is applied where the question is raised, in
//! [`Oracle::ask`](super::oracle::Oracle::ask), so that play, replay and odds all follow it.

use serde::{Deserialize, Serialize};

use grid::SideId;

use super::Key;
use super::prompt::{Answer, Prompt};

/// How a side wants a question handled.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// Ask each time.
    #[default]
    Ask,
    /// Answer `yes` without asking.
    Always,
    /// Answer `no` without asking.
    Never,
}

impl Policy {
    /// The automatic answer to this question, if the policy has one: the choice named `yes` or
    /// `no`. Questions without such a choice are always asked.
    pub fn answer(self, prompt: &Prompt) -> Option<Answer> {
        let name = match self {
            Self::Ask => return None,
            Self::Always => "yes",
            Self::Never => "no",
        };
        let found = prompt.choices.iter().position(|c| c.id == *name)?;
        u16::try_from(found).ok().map(Answer)
    }
}

/// One standing order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct StandingOrder {
    side: SideId,
    about: Key,
    policy: Policy,
}

/// The standing orders of all sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Policies(Vec<StandingOrder>);

impl Policies {
    fn find(&self, side: SideId, about: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|o| (o.side, o.about.as_str()).cmp(&(side, about)))
    }

    /// The side's explicit standing order, if any.
    pub fn given(&self, side: SideId, about: &str) -> Option<Policy> {
        let found = self.find(side, about).ok().and_then(|i| self.0.get(i));
        found.map(|o| o.policy)
    }

    /// The side's policy; [`Policy::Ask`] without a standing order.
    pub fn of(&self, side: SideId, about: &str) -> Policy {
        self.given(side, about).unwrap_or_default()
    }

    /// Sets a standing order.
    pub fn set(&mut self, side: SideId, about: Key, policy: Policy) {
        match self.find(side, about.as_str()) {
            Ok(i) => {
                if let Some(order) = self.0.get_mut(i) {
                    order.policy = policy;
                }
            }
            Err(i) => self.0.insert(i, StandingOrder { side, about, policy }),
        }
    }

    /// Forgets the standing orders of all sides but one.
    pub fn keep_only(&mut self, side: SideId) {
        self.0.retain(|order| order.side == side);
    }

    /// The automatic answer to a question, if its side has a standing order for it.
    pub fn answer(&self, prompt: &Prompt) -> Option<Answer> {
        if prompt.about.as_str().is_empty() {
            return None;
        }
        self.of(prompt.side, prompt.about.as_str()).answer(prompt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(about: &'static str) -> Prompt {
        let prompt = Prompt::yes_no("react", SideId(1), None, "Strike?", true, "HG-8");
        prompt.about(Key::of(about))
    }

    #[test]
    fn each_side_has_its_own_orders() {
        let mut policies = Policies::default();
        let about = Key::of("guard");
        policies.set(SideId(1), about.clone(), Policy::Always);
        policies.set(SideId(0), about.clone(), Policy::Never);
        assert_eq!(policies.answer(&prompt("guard")), Some(Answer::YES));
        assert_eq!(policies.of(SideId(0), "guard"), Policy::Never);
        assert_eq!(policies.answer(&prompt("other")), None);
        policies.set(SideId(1), about.clone(), Policy::Never);
        assert_eq!(policies.answer(&prompt("guard")), Some(Answer::NO));
        policies.set(SideId(1), about, Policy::Ask);
        assert_eq!(policies.answer(&prompt("guard")), None);
        policies.keep_only(SideId(1));
        assert_eq!(policies.given(SideId(0), "guard"), None);
        assert_eq!(policies.given(SideId(1), "guard"), Some(Policy::Ask));
        assert_eq!(policies.given(SideId(1), "guard"), Some(Policy::Ask), "asking is an order too");
        assert_eq!(policies.given(SideId(1), "other"), None);
    }

    #[test]
    fn questions_without_a_subject_or_a_yes_are_always_asked() {
        let mut policies = Policies::default();
        policies.set(SideId(1), Key::default(), Policy::Always);
        assert_eq!(policies.answer(&prompt("")), None, "it has no subject");
        let mut other = prompt("guard");
        policies.set(SideId(1), Key::of("guard"), Policy::Always);
        for choice in &mut other.choices {
            choice.id = Key::of("north");
        }
        assert_eq!(policies.answer(&other), None, "it has no yes");
    }
}
