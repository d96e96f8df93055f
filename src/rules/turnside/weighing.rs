//! Rough estimates of the value of conditions, for the AI.

use super::data::{Ailment, Change, Mark};
use super::numbers::Numbers;

/// The effect of a condition on its holder over its duration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// HP lost to it.
    pub harm: i32,
    /// Disadvantages.
    pub hinders: i32,
    /// Advantages.
    pub helps: i32,
}

/// Estimates a condition that lasts this many rounds.
pub fn of_condition(ailment: &Ailment, rounds: u16, on: &Numbers<'_>) -> Worth {
    let is_gain = |is: Change| matches!(is, Change::More(_));
    let gains = ailment.effects.iter().any(|effect| is_gain(effect.is));
    let losses = ailment.effects.iter().any(|effect| !is_gain(effect.is));
    let mut worth = Worth {
        harm: ailment.blood.saturating_mul(rounds.into()),
        hinders: losses.into(),
        helps: gains.into(),
    };
    for mark in &ailment.marks {
        match mark {
            Mark::Helpless => worth.hinders += 2,
            Mark::Blind => worth.hinders += 1,
            // A unit without abilities has nothing to lose.
            Mark::Hollow if on.abilities().next().is_some() => worth.hinders += 2,
            Mark::Ward => worth.helps += 2,
            Mark::Sure | Mark::Unseen => worth.helps += 1,
            _ => {}
        }
    }
    worth
}
