//! Answering questions.

use std::cmp::Reverse;

use rules::Command;
use rules::display::answer_labels;
use rules::engine;
use rules::odds;
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ruleset;
use rules::state::State;

use super::promise::{Effect, MAX_EFFECTS, MAX_EXPLAINED, Promise, Reply};
use super::{SimpleAi, scoring};

/// Minimum number of steps followed to weigh each answer to a question.
const MIN_STEPS_PER_ANSWER: usize = 60;

/// Number of steps followed to tell what an answer promises.
const EXPLANATION_STEPS: usize = 120;

/// Maximum number of answers to a question that are weighed.
const MAX_ANSWERS: usize = 24;

impl SimpleAi {
    /// The answer to a prompt. The ruleset's policy decides between yes and no, because it has
    /// weighed whether the price is worth paying. If there are more than two choices, the one whose
    /// odds hurt the foes most is taken; the odds are exact where few steps are enough.
    pub fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        let known = (!self.state_is_filtered).then(|| odds::as_known_by(rules, state, prompt.side));
        let state = known.as_ref().unwrap_or(state);
        self.rated.clear();
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
        let (all, end) = (prompt.choices.len(), MAX_ANSWERS / 2);
        let looked_at = |at: &usize| *at < end || *at >= all.saturating_sub(end);
        let runs = (self.answer_steps / all.min(MAX_ANSWERS)).max(MIN_STEPS_PER_ANSWER);
        let answers = (0..all).filter(looked_at).filter_map(|i| u16::try_from(i).ok()).map(Answer);
        let answers = answers.filter(|answer| stakes.is_none() || has_price(*answer));
        let rated = answers.filter_map(|answer| {
            let harm =
                scoring::answer_value(rules, state, (prompt.side, answer), (runs, &self.tuning))?;
            Some((harm, answer == policy, Reverse(answer)))
        });
        let mut rated: Vec<_> = rated.collect();
        rated.sort_by(|a, b| b.cmp(a));
        self.rated = rated.into_iter().map(|(_, _, Reverse(answer))| answer).collect();
        self.rated.first().copied().unwrap_or(policy)
    }

    /// What an answer just given to the pending question promises, and the next best answers.
    pub(super) fn reasons_to_answer(
        &self,
        rules: &dyn Ruleset,
        state: &State,
        given: Answer,
    ) -> Vec<Promise> {
        let Some(prompt) = &state.queue.waiting else { return Vec::new() };
        let known = odds::as_known_by(rules, state, prompt.side);
        let shown = rules.presentation();
        let labels = engine::with_ctx(rules, &known, |ctx| answer_labels(shown, ctx, prompt));
        // Answers that the policy decided on were not rated; few of them are all shown.
        let few = (0..labels.len().min(MAX_EXPLAINED))
            .filter_map(|at| u16::try_from(at).ok())
            .map(Answer);
        let others = if self.rated.contains(&given) { self.rated.clone() } else { few.collect() };
        let others = others.into_iter().filter(|other| *other != given);
        let all = std::iter::once(given).chain(others).take(MAX_EXPLAINED);
        let told = all.filter_map(|answer| {
            let label = labels.get(usize::from(answer.0))?.clone();
            let reply = Reply { unit: prompt.unit, label };
            Some(Promise::of_answer(rules, &known, answer, reply))
        });
        told.collect()
    }
}

impl Promise {
    /// What an answer promises in a battle that contains only what its side knows.
    fn of_answer(rules: &dyn Ruleset, known: &State, answer: Answer, reply: Reply) -> Self {
        let command = Command::Answer(answer);
        let courses = odds::sample(rules, known, &command, EXPLANATION_STEPS).unwrap_or_default();
        let mut effects: Vec<Effect> = Vec::new();
        for unit in known.units.iter() {
            let had = i64::from(rules.life(unit).left);
            let (mut hurt, mut healed, mut fell) = ((0, 0), (0, 0), 0);
            for course in courses.iter() {
                let Some(now) = course.state.unit(unit.id()) else { continue };
                let (chance, left) = (course.chance.thousandths(), i64::from(rules.life(now).left));
                let sum = if left < had { &mut hurt } else { &mut healed };
                if left != had {
                    *sum = (sum.0 + chance, sum.1 + chance * (had - left).abs());
                }
                if unit.is_active() && !now.is_active() {
                    fell += chance;
                }
            }
            let (sum, harms) = if hurt.1 >= healed.1 { (hurt, true) } else { (healed, false) };
            if sum.0 > 0 {
                let whole = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
                let points = whole((sum.1 + sum.0 / 2) / sum.0);
                let (harm, mends) = if harms { (points, 0) } else { (0, points) };
                let (chance, fells) = (whole(sum.0.min(1000)), whole(fell.min(1000)));
                effects.push(Effect { target: unit.id(), chance, harm, fells, mends });
            }
        }
        let weight = |effect: &Effect| {
            let points = i64::from(effect.harm.max(effect.mends));
            Reverse(i64::from(effect.chance) * points)
        };
        effects.sort_by_key(weight);
        effects.truncate(MAX_EFFECTS);
        Self { effects, reply: Some(reply), ..Self::beginning_with(command) }
    }
}
