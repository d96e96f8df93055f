//! Readied acts: attacks on foes that come near, shots at watched squares, counter-attacks,
//! guarding friends.

use std::cmp::Reverse;

use rules::estimate::{ActOutcome, Cue};

use super::acts::{self, Candidate};
use super::drag;
use super::scoring;
use super::view::{Other, View, squares};

/// Chance that the trigger occurs in time, in thousandths: for a foe free to move.
const FREE: i64 = 600;
/// A foe with a target in reach usually stays where it is.
const ENGAGED: i64 = 150;
/// A foe in reach attacks, but perhaps another target.
const STRIKES: i64 = 450;
/// A foe with a special act.
const FEAT: i64 = 300;

/// The best act to ready that the rules allow now.
pub fn best(view: &View<'_>) -> Option<Candidate> {
    if !view.means.iter().any(|m| m.open && m.cue.is_some()) {
        return None;
    }
    let mut ideas = acts::aimed(view, view.room, 0, |means| means.cue.is_some());
    let commands: Vec<_> = ideas.iter().map(|idea| &idea.command).collect();
    let prospects = view.estimate(view.ctx, &commands);
    for (idea, prospects) in ideas.iter_mut().zip(prospects) {
        idea.value = value(view, idea, &prospects);
    }
    ideas.retain(|idea| idea.value >= scoring::LEAST);
    ideas.sort_by_key(|idea| Reverse(idea.value));
    ideas.into_iter().find(|idea| view.allows(&idea.command))
}

/// The value of a readied act. It triggers only once, so only the best chance counts.
fn value(view: &View<'_>, idea: &Candidate, prospects: &[ActOutcome]) -> i64 {
    let Some(means) = view.means.get(idea.means) else { return 0 };
    let Some(cue) = means.cue else { return 0 };
    let chances = prospects.iter().filter_map(|prospect| {
        let target = view.other(prospect.target)?;
        Some(scoring::one(view, prospect) * likely(view, cue, target) / 1000)
    });
    let best = drag::wearing_off(chances.max().unwrap_or(0), view.behind);
    best - scoring::price(view, means)
}

/// The chance that a unit triggers it, in thousandths.
fn likely(view: &View<'_>, cue: Cue, other: &Other) -> i64 {
    let friends = || view.others.iter().chain([&view.own]).filter(|o| !o.foe && o.active);
    match cue {
        Cue::Move if friends().any(|o| squares(o.room, other.room) <= 1) => ENGAGED,
        Cue::Move => FREE,
        Cue::Blow if squares(view.room, other.room) <= 1 => STRIKES,
        Cue::Attack if view.nearest_foe(other.room) <= 1 => STRIKES,
        Cue::Blow | Cue::Attack => 0,
        Cue::Feat => FEAT,
    }
}
