//! The random number generator of a battle.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::Throw;

/// The generator of a battle's dice: PCG64-MCG, a portable standard algorithm. It is part of the
/// battle's state, so a loaded save continues with the same dice. Saved as the seed and the number
/// of draws: two plain numbers, of which every pair is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Drawn", into = "Drawn")]
pub struct Dice {
    drawn: Drawn,
    generator: Pcg64Mcg,
}

/// The saved form of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    seed: u64,
    draws: u64,
}

impl From<Drawn> for Dice {
    fn from(drawn: Drawn) -> Self {
        let mut dice = Self::seeded(drawn.seed);
        dice.generator.advance(u128::from(drawn.draws));
        Self { drawn, ..dice }
    }
}

impl From<Dice> for Drawn {
    fn from(dice: Dice) -> Self {
        dice.drawn
    }
}

impl Dice {
    /// A generator from a seed.
    pub fn seeded(seed: u64) -> Self {
        // Spreads small seeds over the whole state (splitmix64), so that seeds 1 and 2 start
        // differently.
        let mut z = seed;
        let mut next = || {
            z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut x = z;
            x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            x ^ (x >> 31)
        };
        let state = (u128::from(next()) << 64) | u128::from(next());
        Self { drawn: Drawn { seed, draws: 0 }, generator: Pcg64Mcg::new(state) }
    }

    /// A uniform number from 1 to `sides`, from 64-bit draws; draws beyond the largest multiple of
    /// `sides` are rejected.
    fn face(&mut self, sides: u16) -> u16 {
        let sides = u64::from(sides.max(1));
        let limit = u64::MAX - u64::MAX % sides;
        loop {
            let draw = self.generator.next_u64();
            self.drawn.draws = self.drawn.draws.wrapping_add(1);
            if draw < limit {
                return (draw % sides) as u16 + 1;
            }
        }
    }

    /// Rolls the dice. A bursting die stops once its total reaches 20,000.
    pub fn throw(&mut self, throw: &Throw) -> Vec<u16> {
        let mut faces = Vec::new();
        for die in &throw.dice {
            if faces.len() >= throw.falling(faces.first().copied()) {
                break;
            }
            faces.push({
                let mut total = self.face(die.sides);
                let mut last = total;
                while die.bursts && last == die.sides && total < 20_000 {
                    last = self.face(die.sides);
                    total += last;
                    if die.once {
                        break;
                    }
                }
                total
            });
        }
        faces
    }
}
