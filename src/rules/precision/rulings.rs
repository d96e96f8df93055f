//! Rulings a referee can make about two combatants, and their effect on the rules (PR-16, PR-204,
//! PR-389). A ruling is read wherever the board fact would be read, so that preview, odds, AI and
//! play all follow it.

use grid::UnitId;
use rules::Key;
use rules::ruleset::{PairFact, SideFact};
use rules::state::State;

use super::data::CoverDegree;
use super::flags::AMBUSH_COMING;

/// The rule of numbers that come from a ruling.
pub const RULE: &str = "PR-389";

/// Cause of cover by a referee's ruling.
pub const BY_RULING: &str = "by ruling";

const HIGH_GROUND: &str = "high_ground";
const ADJACENT: &str = "adjacent";
const COVER: &str = "cover";
const WILLING: &str = "willing";

/// Facts about sides: a delayed ambush begins (PR-303).
pub fn side_facts() -> Vec<SideFact> {
    let name = "ambushed from the next round on".to_owned();
    vec![SideFact { id: Key::of(AMBUSH_COMING), name }]
}

/// The facts with their possible answers.
pub fn facts() -> Vec<PairFact> {
    vec![
        PairFact::new(
            HIGH_GROUND,
            "High ground",
            true,
            &[
                ("above", "the first stands higher"),
                ("level", "neither stands higher"),
                ("below", "the second stands higher"),
            ],
        ),
        PairFact::adjacency(ADJACENT),
        PairFact::cover(COVER, &["quarter", "half", "full"]),
        PairFact::new(
            WILLING,
            "Willingness",
            false,
            &[("yes", "the target is willing"), ("no", "the target resists")],
        ),
    ]
}

fn judged<'a>(state: &'a State, fact: &str, from: UnitId, to: UnitId) -> Option<(&'a str, bool)> {
    state.scene.referee.judged(fact, from, to).map(|(says, turned)| (says.as_str(), turned))
}

/// 1 if `from` is ruled to be higher than `to`, -1 if lower, 0 if neither; `None` without a ruling.
pub fn high_ground(state: &State, from: UnitId, to: UnitId) -> Option<i32> {
    let (says, turned) = judged(state, HIGH_GROUND, from, to)?;
    let sign = if turned { -1 } else { 1 };
    Some(match says {
        "above" => sign,
        "below" => -sign,
        _ => 0,
    })
}

/// Whether two combatants are ruled to be adjacent.
pub fn adjacent(state: &State, a: UnitId, b: UnitId) -> Option<bool> {
    judged(state, ADJACENT, a, b).map(|(says, _)| says == "yes")
}

/// The cover that `to` is ruled to have against missiles from `from`.
pub fn cover(state: &State, from: UnitId, to: UnitId) -> Option<CoverDegree> {
    judged(state, COVER, from, to).map(|(says, _)| match says {
        "quarter" => CoverDegree::Quarter,
        "half" => CoverDegree::Half,
        "full" => CoverDegree::Full,
        _ => CoverDegree::None,
    })
}

/// Whether `to` is ruled to be willing when `from` acts on it.
pub fn willing(state: &State, from: UnitId, to: UnitId) -> Option<bool> {
    judged(state, WILLING, from, to).map(|(says, _)| says == "yes")
}
