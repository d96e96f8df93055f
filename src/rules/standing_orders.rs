//! Standing orders: what a side can be asked about, whether it may give an order now, and the
//! events of orders given and followed.

use grid::SideId;

use super::ctx::Ctx;
use super::event::{Event, EventKind};
use super::policy::Policy;
use super::prompt::{Answer, Prompt};
use super::refusal::Refusal;
use super::ruleset::Ruleset;
use super::state::State;
use super::survey::with_ctx;
use super::{Key, RuleId};

/// The rule for standing orders, whatever the ruleset.
const STANDING_ORDERS: RuleId = RuleId::of("HG-8");

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
    let entries = with_ctx(rules, state, |ctx| rules.askable(ctx, side));
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

/// Checks whether a side may give a standing order now: in its own turn or while it is asked, about
/// something it can be asked.
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
    let asked = state.queue.waiting.as_ref().is_some_and(|prompt| prompt.side == side);
    if !asked && !acting.any(|u| u.side() == side) {
        let when = "only in its own turns, or while it is asked";
        let text = format!("{} can give standing orders {when}", known.name);
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
