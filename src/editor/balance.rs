//! Estimates a level's balance from quick battles between computer players.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use battle::batch::{Arenas, Matchup, MatchupError, Shares};

/// Maximum number of battles per estimate.
pub const MAX_BATTLES: u32 = 1_000;

/// Results of an estimate so far. [`Shares::interval`] gives the Wilson interval of a side,
/// [`Shares::stronger`] the side that is significantly stronger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Battles won by each side, and draws.
    pub shares: Shares,
    /// Number of battles requested.
    pub asked: u32,
}

impl Estimate {
    /// True if all battles were fought.
    pub fn is_complete(&self) -> bool {
        self.shares.battles() >= self.asked
    }
}

/// Runs battles with consecutive seeds from `seed` on, in parallel on all cores, and reports the
/// estimate after each batch. After `cancel` it stops at the end of the current batch and returns
/// what it has. The same level, ruleset, seed and number of battles give the same shares.
///
/// # Errors
/// If the battle cannot begin or does not end.
pub fn estimate(
    matchup: &Matchup,
    (seed, battles): (u64, u32),
    cancel: &AtomicBool,
    mut progress: impl FnMut(&Estimate),
) -> Result<Estimate, MatchupError> {
    let asked = battles.min(MAX_BATTLES);
    let mut estimate = Estimate { shares: Shares::of_sides(matchup.level.sides.len()), asked };
    let threads = rayon::current_num_threads().max(1);
    let batch = u32::try_from(threads).unwrap_or(1);
    let arenas = Arenas::new(matchup.arena()?, threads);
    while !estimate.is_complete() && !cancel.load(Ordering::Relaxed) {
        let from = estimate.shares.battles();
        let seeds = from..asked.min(from + batch);
        let fought: Result<Vec<_>, MatchupError> = seeds
            .into_par_iter()
            .map(|n| {
                arenas.here().fight(seed.wrapping_add(u64::from(n))).map(|report| report.verdict)
            })
            .collect();
        for verdict in fought? {
            estimate.shares.add(&verdict);
        }
        progress(&estimate);
    }
    Ok(estimate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, Scenery};
    use grid::Terrain;
    use level::{Goal, GoalKind};
    use registry::RulesetId;
    use rules::Key;

    fn matchup() -> Matchup {
        let recipe = Recipe {
            name: "Balance".to_owned(),
            width: 12,
            height: 12,
            seed: 1,
            units: 1,
            scenery: Scenery::Blank(Terrain::Grass),
        };
        let id = RulesetId::ALL[0];
        Matchup {
            level: recipe.build(),
            ruleset: Key::new(id.name()),
            rules: id.built_in(),
            cap: 12,
        }
    }

    #[test]
    fn battles_are_counted_and_reported_in_batches() {
        let matchup = matchup();
        let go = AtomicBool::new(false);
        let mut told = Vec::new();
        let found = estimate(&matchup, (5, 3), &go, |e| told.push(e.shares.battles())).unwrap();
        assert!(found.is_complete() && found.shares.battles() == 3);
        assert_eq!(told.last(), Some(&3));
        let again = estimate(&matchup, (5, 3), &go, |_| {}).unwrap();
        assert_eq!(found, again);
    }

    #[test]
    fn it_stops_when_cancelled_and_reports_setup_errors() {
        let mut matchup = matchup();
        let stop = AtomicBool::new(true);
        let found = estimate(&matchup, (5, 3), &stop, |_| {}).unwrap();
        assert_eq!((found.shares.battles(), found.is_complete()), (0, false));
        let missing = GoalKind::Defeat { unit: "Missing".to_owned() };
        matchup.level.goals.push(Goal { side: None, kind: missing });
        assert!(estimate(&matchup, (5, 3), &AtomicBool::new(false), |_| {}).is_err());
    }
}
