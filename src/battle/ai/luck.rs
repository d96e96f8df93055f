//! The dice of playouts.
//!
//! Plans are compared under the same luck: a throw depends on the sample, on the current turn and
//! on the number of throws before it in that turn, not on what the plan did earlier. The faces of a
//! die are spread evenly over each block of samples.

use grid::UnitId;
use rules::dice::{Dice, Throw};
use rules::oracle::Source;
use rules::prompt::{Answer, Prompt};

/// Samples over which the faces of a die are spread evenly.
pub const BLOCK: u32 = 8;

/// Mixes numbers into one (splitmix64).
pub fn mix(parts: &[u64]) -> u64 {
    parts.iter().fold(0x243F_6A88_85A3_08D3, |sum, part| {
        let x = (sum ^ part).wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    })
}

/// The dice of one sample.
#[derive(Clone, Debug)]
pub struct Luck {
    seed: u64,
    sample: u32,
    turn: (UnitId, u32),
    thrown: u64,
}

impl Luck {
    /// The dice of a sample; the seed is the same for all plans that are compared.
    pub fn of(seed: u64, sample: u32) -> Self {
        Self { seed, sample, turn: (UnitId(u32::MAX), 0), thrown: 0 }
    }

    /// Called when a combatant gives a command in this round.
    pub fn turn_of(&mut self, unit: UnitId, round: u32) {
        if self.turn != (unit, round) {
            self.turn = (unit, round);
            self.thrown = 0;
        }
    }

    /// A number, spread evenly over the whole range of 64 bits within a block of samples.
    fn next(&mut self) -> u64 {
        let (unit, round) = self.turn;
        let key = mix(&[self.seed, unit.0.into(), round.into(), self.thrown]);
        self.thrown = self.thrown.wrapping_add(1);
        let (block, within) = (self.sample / BLOCK, self.sample % BLOCK);
        let stratum = place_of(within, mix(&[key, block.into()]));
        let fine = mix(&[key, u64::from(self.sample) | 1 << 40]);
        (u64::from(stratum) << (64 - BLOCK.ilog2())) | (fine >> BLOCK.ilog2())
    }

    fn face(&mut self, sides: u16) -> u16 {
        let scaled = u128::from(self.next()) * u128::from(sides.max(1));
        // The upper half of the product is below the number of sides.
        (scaled >> 64) as u16 + 1
    }

    fn shown(&mut self, sides: u16, (bursts, once): (bool, bool)) -> u16 {
        let mut total = self.face(sides);
        let mut last = total;
        while bursts && last == sides && total < 20_000 {
            last = self.face(sides);
            total += last;
            if once {
                break;
            }
        }
        total
    }
}

/// The place of one of the numbers below [`BLOCK`] after shuffling them.
fn place_of(number: u32, shuffle: u64) -> u32 {
    let mut place = number;
    let mut left = shuffle;
    for last in (1..BLOCK).rev() {
        let other = u32::try_from(left % u64::from(last + 1)).unwrap_or(0);
        left /= u64::from(last + 1);
        if place == last {
            place = other;
        } else if place == other {
            place = last;
        }
    }
    place
}

impl Source for Luck {
    fn faces(&mut self, throw: &Throw, _dice: &mut Dice) -> Option<Vec<u16>> {
        let mut faces: Vec<u16> = Vec::with_capacity(throw.dice.len());
        for die in &throw.dice {
            if faces.len() >= throw.falling(faces.first().copied()) {
                break;
            }
            faces.push(self.shown(die.sides, (die.bursts, die.once)));
        }
        Some(faces)
    }

    fn answer(&mut self, _prompt: &Prompt) -> Option<Answer> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faces of a four-sided die in the samples from 0 on, in some turn.
    fn faces(unit: u32, samples: std::ops::Range<u32>) -> Vec<u16> {
        let one = |sample| {
            let mut luck = Luck::of(11, sample);
            luck.turn_of(UnitId(unit), 2);
            luck.face(4)
        };
        samples.map(one).collect()
    }

    #[test]
    fn the_faces_of_a_die_are_spread_evenly_over_a_block() {
        for unit in 0..20 {
            for block in 0..4 {
                let mut all = faces(unit, 8 * block..8 * block + 8);
                all.sort_unstable();
                assert_eq!(all, [1, 1, 2, 2, 3, 3, 4, 4], "combatant {unit}, block {block}");
            }
        }
    }

    #[test]
    fn two_dice_do_not_depend_on_each_other() {
        let (a, b) = (faces(1, 0..4000), faces(2, 0..4000));
        let both = a.iter().zip(&b).filter(|(a, b)| **a == 4 && **b == 4).count();
        // 250 are expected; the standard deviation is about 15.
        assert!((190..310).contains(&both), "{both}");
    }

    #[test]
    fn luck_does_not_depend_on_what_happened_in_other_turns() {
        let mut one = Luck::of(5, 3);
        let mut other = Luck::of(5, 3);
        one.turn_of(UnitId(1), 1);
        one.face(6);
        one.turn_of(UnitId(2), 1);
        other.turn_of(UnitId(2), 1);
        assert_eq!(one.face(1000), other.face(1000));
    }
}
