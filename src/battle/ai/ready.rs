//! Readied acts: attacks on foes that come near, shots at watched squares, counter-attacks,
//! guarding friends.

use std::cmp::Reverse;

use rules::estimate::{ActOutcome, Cue};

use super::acts::{self, Candidate};
use super::drag;
use super::scoring;
use super::view::{Other, View, squares};

/// The longest reach of an act that waits for foes to come close, in squares.
const SHORT: u32 = 3;

/// The best act to ready that the rules allow now.
pub fn best(view: &View<'_>) -> Option<Candidate> {
    if !view.summaries.iter().any(|m| m.open && m.cue.is_some()) {
        return None;
    }
    let mut ideas = acts::aimed(view, view.room, 0, |summary| summary.cue.is_some());
    let commands: Vec<_> = ideas.iter().map(|idea| &idea.command).collect();
    let expected_outcomes = view.estimate(view.ctx, &commands);
    for (idea, expected_outcomes) in ideas.iter_mut().zip(expected_outcomes) {
        idea.value = value(view, idea, &expected_outcomes);
    }
    ideas.retain(|idea| idea.value >= view.tuning.acts.least);
    ideas.sort_by_key(|idea| Reverse(idea.value));
    ideas.into_iter().find(|idea| view.allows(&idea.command))
}

/// The value of a readied act. It triggers only once, so only the best chance counts.
fn value(view: &View<'_>, idea: &Candidate, expected_outcomes: &[ActOutcome]) -> i64 {
    let Some(summary) = view.summaries.get(idea.summary) else { return 0 };
    let Some(cue) = summary.cue else { return 0 };
    let chances = expected_outcomes.iter().filter_map(|expected| {
        let target = view.other(expected.target)?;
        Some(scoring::outcome_value(view, expected) * likely(view, (cue, idea.span), target) / 1000)
    });
    let best = drag::wearing_off(chances.max().unwrap_or(0), view.behind);
    best - scoring::act_cost(view, summary)
}

/// The chance that a unit triggers an act with this reach, in thousandths.
fn likely(view: &View<'_>, (cue, span): (Cue, u32), other: &Other) -> i64 {
    let friends = || view.others.iter().chain([&view.own]).filter(|o| !o.foe && o.active);
    let away = squares(view.room, other.room);
    let shoots = || view.shots().any(|shot| shot.from == other.room);
    let chances = &view.tuning.readied;
    match cue {
        Cue::Move if span <= SHORT && shoots() => chances.stays,
        Cue::Move if span <= SHORT => match friends().any(|o| squares(o.room, other.room) < away) {
            true => chances.passes,
            false => chances.comes,
        },
        Cue::Move if friends().any(|o| squares(o.room, other.room) <= 1) => chances.engaged,
        Cue::Move => chances.free,
        Cue::Blow if squares(view.room, other.room) <= 1 => chances.strikes,
        Cue::Attack if view.nearest_foe(other.room) <= 1 => chances.strikes,
        Cue::Blow | Cue::Attack => 0,
        Cue::Feat => chances.feat,
    }
}
