//! Answering questions.

use std::cmp::Reverse;

use rules::engine;
use rules::odds;
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ruleset;
use rules::state::State;

use super::{SimpleAi, scoring};

/// Minimum number of steps followed to weigh each answer to a question.
const LEAST_THOUGHT: usize = 120;

/// Maximum number of answers to a question that are weighed.
const MOST_ANSWERS: usize = 24;

impl SimpleAi {
    /// The answer to a prompt. The ruleset's policy decides between yes and no, because it has
    /// weighed whether the price is worth paying. If there are more than two choices, the one whose
    /// odds hurt the foes most is taken; the odds are exact where few steps are enough.
    pub fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        let known = (!self.knowing).then(|| odds::as_known_by(rules, state, prompt.side));
        let state = known.as_ref().unwrap_or(state);
        let policy = engine::policy_answer(rules, state, prompt);
        // Variants of a plain yes are not worth the time to weigh them.
        let is = |at: usize, id: &str| prompt.choices.get(at).is_some_and(|c| c.id == *id);
        let plain = prompt.choices.len() <= 2 || is(0, "yes") && is(1, "no");
        // After the battle there are no foes left to hurt.
        if plain || state.scene.verdict.is_some() {
            return policy;
        }
        let stakes = engine::with_ctx(rules, state, |ctx| rules.presentation().stakes(ctx, prompt));
        let has_price = |answer: Answer| {
            let all = stakes.as_ref().map(|stakes| &stakes.answers);
            all.and_then(|all| all.get(usize::from(answer.0))?.as_ref()).is_some()
        };
        if stakes.is_some() && !has_price(policy) {
            return policy;
        }
        // Of a long list, such as cells sorted by distance, take both ends.
        let (all, end) = (prompt.choices.len(), MOST_ANSWERS / 2);
        let looked_at = |at: &usize| *at < end || *at >= all.saturating_sub(end);
        let runs = (self.thought / all.min(MOST_ANSWERS)).max(LEAST_THOUGHT);
        let answers = (0..all).filter(looked_at).filter_map(|i| u16::try_from(i).ok()).map(Answer);
        let answers = answers.filter(|answer| stakes.is_none() || has_price(*answer));
        let rated = answers.filter_map(|answer| {
            let harm =
                scoring::of_answer(rules, state, (prompt.side, answer), (runs, &self.tuning))?;
            Some((harm, answer == policy, Reverse(answer)))
        });
        rated.max().map_or(policy, |(_, _, Reverse(answer))| answer)
    }
}
