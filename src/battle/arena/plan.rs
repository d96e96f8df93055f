//! Which battles are fought.

use crate::skill::Skill;

/// What is fought: every pairing on every ground, with a number of seeds each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of grounds: levels under rulesets.
    pub grounds: usize,
    /// The pairings.
    pub pairings: Vec<(Skill, Skill)>,
    /// Number of pairs for each pairing and ground.
    pub pairs: u32,
    /// The first seed.
    pub seed: u64,
}

/// Two battles on a ground with the same seed, with swapped sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of the ground.
    pub ground: usize,
    /// The seed of both battles.
    pub seed: u64,
    /// The two players.
    pub players: (Skill, Skill),
}

impl Plan {
    /// All pairs, grouped by ground.
    pub fn pairs(&self) -> Vec<Pair> {
        let seeds = || (0..u64::from(self.pairs)).map(|n| self.seed.wrapping_add(n));
        let on = |ground| {
            seeds().flat_map(move |seed| {
                self.pairings.iter().map(move |players| Pair { ground, seed, players: *players })
            })
        };
        (0..self.grounds).flat_map(on).collect()
    }
}

impl Pair {
    /// The players of its two battles by side. With more than two sides, the players take turns.
    pub fn seats(&self, sides: usize) -> [Vec<Skill>; 2] {
        let (one, other) = self.players;
        let seats = |first: Skill, second: Skill| -> Vec<Skill> {
            (0..sides).map(|side| if side % 2 == 0 { first } else { second }).collect()
        };
        [seats(one, other), seats(other, one)]
    }
}

/// Every player against every other, the stronger level of play first.
pub fn round_robin(players: &[Skill]) -> Vec<(Skill, Skill)> {
    let mut players = players.to_vec();
    players.sort_unstable();
    players.dedup();
    let below = |(place, strong): (usize, &Skill)| -> Vec<(Skill, Skill)> {
        players.iter().take(place).rev().map(|weak| (*strong, *weak)).collect()
    };
    players.iter().enumerate().flat_map(below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_meets_with_swapped_sides() {
        use Skill::{Recruit, Soldier, Veteran};
        let pairings = round_robin(&[Veteran, Recruit, Soldier, Veteran]);
        assert_eq!(pairings, [(Soldier, Recruit), (Veteran, Soldier), (Veteran, Recruit)]);
        let plan = Plan { grounds: 2, pairings, pairs: 4, seed: u64::MAX };
        let pairs = plan.pairs();
        assert_eq!(pairs.len(), 2 * 3 * 4);
        let seeds: Vec<u64> = pairs.iter().step_by(3).map(|pair| pair.seed).take(4).collect();
        assert_eq!(seeds, [u64::MAX, 0, 1, 2]);
        assert!(pairs.is_sorted_by_key(|pair| pair.ground));
        let [there, back] = pairs[0].seats(3);
        assert_eq!(there, [Soldier, Recruit, Soldier]);
        assert_eq!(back, [Recruit, Soldier, Recruit]);
    }
}
