//! Elo ratings of all players from all battles together (Bradley and Terry).

use std::collections::BTreeMap;

use crate::skill::Skill;

use super::tally::{Tally, drawn, generator, middle};

/// Iterations; it converges long before.
const ROUNDS: usize = 500;

/// Number of resamplings for the intervals.
const DRAWS: usize = 500;

/// Number of draws added to each pairing, so that a player that never lost has a rating too.
const PRIOR: f64 = 1.0;

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The player.
    pub player: Skill,
    /// Elo points above the usual opponent, or above the mean if the usual one did not play.
    pub elo: f64,
    /// The 95 % interval, from resampling pairs.
    pub interval: (f64, f64),
}

/// The ratings that explain the results of these pairings best, from the weakest level of play. 400
/// points more mean ten wins for each loss.
pub fn ratings(tallies: &[Tally]) -> Vec<Rating> {
    let players: Vec<Skill> = {
        let mut all: Vec<Skill> = tallies.iter().flat_map(|t| [t.one, t.other]).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let scores = |pairs: &dyn Fn(&Tally) -> [u64; 5]| -> Vec<(Skill, Skill, f64, f64)> {
        let score = |tally: &Tally| {
            let pairs = pairs(tally);
            let count: u64 = pairs.iter().sum();
            let points: u64 = pairs.iter().zip(0u64..).map(|(pairs, points)| pairs * points).sum();
            let points = points as f64 / 2.0;
            (tally.one, tally.other, points, 2.0 * count as f64 - points)
        };
        tallies.iter().map(score).collect()
    };
    let best = fit(&players, &scores(&|tally| tally.pairs));
    let dice = std::cell::RefCell::new(generator());
    let mut again: Vec<Vec<f64>> = vec![Vec::new(); players.len()];
    for _ in 0..DRAWS {
        let found = fit(&players, &scores(&|tally| drawn(&tally.pairs, &mut dice.borrow_mut())));
        for (list, elo) in again.iter_mut().zip(found) {
            list.push(elo);
        }
    }
    let rated = players.iter().zip(best).zip(&mut again);
    rated
        .map(|((player, elo), again)| Rating { player: *player, elo, interval: middle(again) })
        .collect()
}

/// Elo ratings from results: the two players and the points of each.
fn fit(players: &[Skill], scores: &[(Skill, Skill, f64, f64)]) -> Vec<f64> {
    let mut strength: BTreeMap<Skill, f64> = players.iter().map(|p| (*p, 1.0)).collect();
    for _ in 0..ROUNDS {
        let mut next = strength.clone();
        for (player, new) in &mut next {
            let (mut points, mut weight) = (0.0, 0.0);
            for (one, other, won, lost) in scores {
                let (mine, foe) = match (one == player, other == player) {
                    (true, _) => (*won, other),
                    (_, true) => (*lost, one),
                    _ => continue,
                };
                let of = |who: &Skill| strength.get(who).copied().unwrap_or(1.0);
                points += mine + PRIOR / 2.0;
                weight += (won + lost + PRIOR) / (of(player) + of(foe));
            }
            *new = points / weight.max(f64::MIN_POSITIVE);
        }
        strength = next;
    }
    let elo = |strength: f64| 400.0 * strength.max(f64::MIN_POSITIVE).log10();
    let all: Vec<f64> = players.iter().filter_map(|p| strength.get(p)).map(|s| elo(*s)).collect();
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    let usual = players.iter().position(|player| *player == Skill::default());
    let zero = usual.and_then(|at| all.get(at)).copied().unwrap_or(mean);
    all.into_iter().map(|elo| elo - zero).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(one: Skill, other: Skill, pairs: [u64; 5]) -> Tally {
        let won = pairs[3] + 2 * pairs[4];
        let lost = pairs[1] + 2 * pairs[0];
        let drawn = 2 * pairs.iter().sum::<u64>() - won - lost;
        Tally { one, other, pairs, won, drawn, lost }
    }

    /// Three points out of four: 400 log10(3) = 191.
    #[test]
    fn three_points_of_four_are_191_elo() {
        let found = ratings(&[tally(Skill::Veteran, Skill::Soldier, [0, 0, 2_000, 0, 2_000])]);
        let [soldier, veteran] = found.as_slice() else { panic!("{found:?}") };
        assert!(soldier.elo.abs() < 1e-9 && soldier.player == Skill::Soldier);
        assert!((veteran.elo - 190.85).abs() < 0.5, "{veteran:?}");
        let (low, high) = veteran.interval;
        assert!(low < veteran.elo && veteran.elo < high && high - low < 30.0, "{veteran:?}");
    }

    #[test]
    fn a_player_that_never_lost_has_a_rating() {
        let found = ratings(&[
            tally(Skill::Soldier, Skill::Recruit, [0, 0, 0, 0, 20]),
            tally(Skill::Veteran, Skill::Soldier, [0, 0, 0, 0, 20]),
        ]);
        let elo: Vec<f64> = found.iter().map(|rating| rating.elo).collect();
        assert!(elo.iter().all(|elo| elo.is_finite()), "{elo:?}");
        assert!(elo[0] < -400.0 && elo[1].abs() < 1e-9 && elo[2] > 400.0, "{elo:?}");
    }

    #[test]
    fn without_the_usual_opponent_the_mean_is_zero() {
        let found = ratings(&[tally(Skill::Warlord, Skill::Veteran, [1, 0, 0, 0, 3])]);
        assert!(found.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-9, "{found:?}");
        assert!(ratings(&[]).is_empty());
    }
}
