//! Standing orders: a side's fixed answers to recurring questions.
//!
//! A question open to standing orders names its subject in [`Prompt::about`]: an act, or a kind of
//! choice. The side's policy for that subject is applied where the question is raised, in
//! [`Oracle::ask`](super::oracle::Oracle::ask), so that play, replay and odds all follow it.

use serde::{Deserialize, Serialize};

use crate::grid::SideId;

use super::command::Refusal;
use super::engine;
use super::event::{Event, EventKind};
use super::prompt::{Answer, Prompt};
use super::ruleset::{Ctx, Ruleset};
use super::state::State;
use super::{Key, RuleId};

/// The rule behind standing orders, whatever the ruleset.
pub const STANDING_ORDERS: RuleId = RuleId::of("HG-8");

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

    /// The automatic answer to a question, if its side has a standing order for it.
    pub fn answer(&self, prompt: &Prompt) -> Option<Answer> {
        if prompt.about.as_str().is_empty() {
            return None;
        }
        self.of(prompt.side, prompt.about.as_str()).answer(prompt)
    }
}

/// A subject for standing orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Askable {
    /// Its name in [`Command::Policy`](super::Command::Policy).
    pub about: Key,
    /// Its display name.
    pub name: String,
    /// The question, in one sentence.
    pub text: String,
    /// The current policy of the side.
    pub policy: Policy,
}

/// Everything that a side can be asked about in this battle, with its current policy, in the
/// ruleset's order.
pub fn askable(rules: &dyn Ruleset, state: &State, side: SideId) -> Vec<Askable> {
    let entries = engine::with_ctx(rules, state, |ctx| rules.askable(ctx, side));
    let policies = &state.scene.policies;
    entries
        .into_iter()
        .map(|entry| Askable {
            policy: policies
                .given(side, entry.id.as_str())
                .unwrap_or_else(|| rules.usual_policy(&entry.id)),
            about: entry.id,
            name: entry.name,
            text: entry.text,
        })
        .collect()
}

/// Checks whether a side may give a standing order now: in its own turn, about something it can be
/// asked.
///
/// # Errors
/// The first reason against it.
pub(super) fn check(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    side: SideId,
    about: &Key,
) -> Result<(), Refusal> {
    let state = ctx.state;
    let rule = STANDING_ORDERS;
    let refusal = |code, text| Refusal { code: Key::of(code), text, rule: rule.clone() };
    let Some(known) = state.scene.sides.get(usize::from(side.0)) else {
        return Err(refusal("no_such_side", format!("there is no side {side}")));
    };
    let mut acting = state.scene.clock.active.iter().filter_map(|id| state.unit(*id));
    if !acting.any(|u| u.side() == side) {
        let text = format!("{} can give standing orders only in its own turns", known.name);
        return Err(refusal("not_your_turn", text));
    }
    if !rules.askable(ctx, side).iter().any(|e| e.id == *about) {
        let text = format!("{} is never asked about `{about}`", known.name);
        return Err(refusal("not_askable", text));
    }
    Ok(())
}

/// The event of a new standing order; only its side learns of it.
pub(super) fn given(side: SideId, about: &Key, policy: Policy) -> Event {
    let mut event = Event::new(EventKind::Policy { side, about: about.clone(), policy }, &[]);
    event.rules.push(STANDING_ORDERS);
    event.seen_by = Some(vec![side]);
    event
}

/// The event of a question answered by a standing order; only its side learns of it.
pub(super) fn followed(prompt: &Prompt, answer: Answer) -> Event {
    let choice = prompt.choices.get(usize::from(answer.0));
    let what = EventKind::Ordered {
        side: prompt.side,
        unit: prompt.unit,
        about: prompt.about.clone(),
        answer: choice.map(|c| c.id.clone()).unwrap_or_default(),
    };
    let mut event = Event::new(what, &[]);
    event.rules.extend([prompt.rule.clone(), STANDING_ORDERS]);
    event.seen_by = Some(vec![prompt.side]);
    event
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
