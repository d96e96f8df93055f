//! Dice: what is thrown, what a throw is read for, and the generator behind play.

use num_rational::Ratio;
use num_traits::{One, Zero};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An exact chance between 0 and 1.
pub type Chance = Ratio<u128>;

/// The largest number of dice in one throw.
pub const MAX_DICE: usize = 64;

/// One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Die {
    /// Its faces, 2 to 1000, numbered from 1.
    pub sides: u16,
    /// On its highest face it is thrown again and added, without limit.
    pub bursts: bool,
}

impl Die {
    /// A plain die.
    pub const fn d(sides: u16) -> Self {
        Self { sides, bursts: false }
    }

    /// A die that is thrown again on its highest face.
    pub const fn bursting(sides: u16) -> Self {
        Self { sides, bursts: true }
    }
}

/// What a throw is read for. Exact odds branch on this and on nothing finer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Read {
    /// Every face of every die matters. Not possible with bursting dice.
    Faces,
    /// Only in which band the sum of the dice falls: below the first number, from the first to
    /// below the second, and so on. Sorted, without repeats.
    Sum(Vec<i32>),
    /// Only the highest die matters, by bands as for the sum.
    Highest(Vec<i32>),
    /// Only the lowest die matters, by bands as for the sum.
    Lowest(Vec<i32>),
}

/// A throw that a rule asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Throw {
    /// The dice, in order.
    pub dice: Vec<Die>,
    /// What they are read for.
    pub read: Read,
}

impl Throw {
    /// One die, read for reaching `target` or more.
    pub fn one(sides: u16, target: i32) -> Self {
        Self { dice: vec![Die::d(sides)], read: Read::Sum(vec![target]) }
    }

    /// One die of which every face matters.
    pub fn face(sides: u16) -> Self {
        Self { dice: vec![Die::d(sides)], read: Read::Faces }
    }

    /// True if `faces` could have come from this throw. A bursting die that shows `n` in all has
    /// `n` as its entry; totals that a burst cannot give (its highest face itself) are refused.
    pub fn admits(&self, faces: &[u16]) -> bool {
        self.dice.len() == faces.len()
            && self.dice.iter().zip(faces).all(|(die, face)| {
                if die.bursts {
                    *face >= 1 && face % die.sides != 0
                } else {
                    (1..=die.sides).contains(face)
                }
            })
    }

    /// The different results as far as this throw is read, each with its exact chance and one set
    /// of faces that stands for it. The chances sum to 1. Chances of 0 are left out.
    pub fn branches(&self) -> Vec<(Chance, Vec<u16>)> {
        match &self.read {
            Read::Faces => self.every_face(),
            Read::Sum(cuts) => self.bands(cuts, |sum, face| sum + i32::from(face), 0),
            Read::Highest(cuts) => self.bands(cuts, |best, face| best.max(i32::from(face)), 0),
            Read::Lowest(cuts) => {
                self.bands(cuts, |worst, face| worst.min(i32::from(face)), i32::MAX)
            }
        }
    }

    fn every_face(&self) -> Vec<(Chance, Vec<u16>)> {
        let mut all = vec![(Chance::one(), Vec::new())];
        for die in &self.dice {
            let share = Chance::new(1, u128::from(die.sides.max(1)));
            all = all
                .into_iter()
                .flat_map(|(chance, faces)| {
                    (1..=die.sides).map(move |face| {
                        let mut faces = faces.clone();
                        faces.push(face);
                        (chance * share, faces)
                    })
                })
                .collect();
        }
        all
    }

    /// Groups by value while dice are added one at a time. Values from the last cut on are one
    /// lump, which is what makes bursting dice finite.
    fn bands(
        &self,
        cuts: &[i32],
        join: impl Fn(i32, u16) -> i32,
        start: i32,
    ) -> Vec<(Chance, Vec<u16>)> {
        let cap = cuts.last().copied().unwrap_or(1).max(1);
        let mut values: BTreeMap<i32, (Chance, Vec<u16>)> = BTreeMap::new();
        values.insert(start, (Chance::one(), Vec::new()));
        for die in &self.dice {
            let faces = die_faces(*die, cap);
            let mut next: BTreeMap<i32, (Chance, Vec<u16>)> = BTreeMap::new();
            for (value, (chance, shown)) in values {
                for (share, face) in &faces {
                    let joined = join(value, *face);
                    let joined = if start == 0 { joined.min(cap) } else { joined };
                    let entry = next.entry(joined).or_insert_with(|| {
                        let mut shown = shown.clone();
                        shown.push(*face);
                        (Chance::zero(), shown)
                    });
                    entry.0 += chance * share;
                }
            }
            values = next;
        }
        let mut bands: BTreeMap<usize, (Chance, Vec<u16>)> = BTreeMap::new();
        for (value, (chance, shown)) in values {
            let band = cuts.partition_point(|cut| *cut <= value);
            let entry = bands.entry(band).or_insert((Chance::zero(), shown));
            entry.0 += chance;
        }
        bands.into_values().collect()
    }
}

/// The values one die can show with their chances; a bursting die as far as `cap`, the rest lumped
/// on the first value at or over it.
fn die_faces(die: Die, cap: i32) -> Vec<(Chance, u16)> {
    let sides = die.sides.max(2);
    let share = Chance::new(1, u128::from(sides));
    if !die.bursts {
        return (1..=sides).map(|face| (share, face)).collect();
    }
    let mut faces = Vec::new();
    let mut reach = Chance::one();
    let mut base: u16 = 0;
    loop {
        for face in 1..sides {
            faces.push((reach * share, base + face));
        }
        reach *= share;
        if i32::from(base) + i32::from(sides) >= cap || base > u16::MAX - 2 * sides {
            faces.push((reach, base + sides + 1));
            return faces;
        }
        base += sides;
    }
}

/// The generator of a battle's dice: PCG64-MCG, a named and portable algorithm. It is part of the
/// battle's state, so a save goes on with the same dice. What is saved is the seed and how often
/// the generator was asked: two plain numbers in every format, and any two of them are valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Drawn", into = "Drawn")]
pub struct Dice {
    drawn: Drawn,
    generator: Pcg64Mcg,
}

/// How far a generator has come.
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
    /// The dice of a seed.
    pub fn seeded(seed: u64) -> Self {
        // Spreads small seeds over the whole state (splitmix64), so that seeds 1 and 2 do not
        // begin alike.
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

    /// A number from 1 to `sides`, each equally likely: 64-bit draws, those beyond the largest
    /// multiple of `sides` thrown away.
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

    /// Throws the dice. A bursting die that has been thrown again stops at 20,000 in all.
    pub fn throw(&mut self, throw: &Throw) -> Vec<u16> {
        throw
            .dice
            .iter()
            .map(|die| {
                let mut total = self.face(die.sides);
                let mut last = total;
                while die.bursts && last == die.sides && total < 20_000 {
                    last = self.face(die.sides);
                    total += last;
                }
                total
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(throw: &Throw) -> Vec<Chance> {
        throw.branches().into_iter().map(|(c, _)| c).collect()
    }

    #[test]
    fn one_die_against_a_number() {
        // d10, 7 or more: 6/10 below, 4/10 at or over.
        assert_eq!(chances(&Throw::one(10, 7)), [Chance::new(6, 10), Chance::new(4, 10)]);
        assert_eq!(chances(&Throw::one(10, 1)), [Chance::one()]);
        assert_eq!(chances(&Throw::one(10, 11)), [Chance::one()]);
    }

    #[test]
    fn bursting_sums_match_the_hand_count() {
        // VG-23: d20 + 2 bursting d10 against 16 succeeds with 753/1000.
        let throw = Throw {
            dice: vec![Die::d(20), Die::bursting(10), Die::bursting(10)],
            read: Read::Sum(vec![17]),
        };
        assert_eq!(chances(&throw), [Chance::new(247, 1000), Chance::new(753, 1000)]);
        // VG-24: 2d8 437/640, 2d6 1309/2160, 2d12 3509/4320.
        for (sides, part, whole) in [(8, 437, 640), (6, 1309, 2160), (12, 3509, 4320)] {
            let throw = Throw {
                dice: vec![Die::d(20), Die::bursting(sides), Die::bursting(sides)],
                read: Read::Sum(vec![17]),
            };
            assert_eq!(throw.branches().last().map(|b| b.0), Some(Chance::new(part, whole)));
        }
    }

    #[test]
    fn advantage_reads_the_highest_die() {
        let throw = Throw { dice: vec![Die::d(20), Die::d(20)], read: Read::Highest(vec![11]) };
        assert_eq!(chances(&throw), [Chance::new(1, 4), Chance::new(3, 4)]);
        let throw = Throw { dice: vec![Die::d(20), Die::d(20)], read: Read::Lowest(vec![11]) };
        assert_eq!(chances(&throw), [Chance::new(3, 4), Chance::new(1, 4)]);
    }

    #[test]
    fn stand_in_faces_are_possible() {
        let throw = Throw {
            dice: vec![Die::d(20), Die::bursting(6), Die::bursting(6)],
            read: Read::Sum(vec![10, 17, 30]),
        };
        let branches = throw.branches();
        assert_eq!(branches.len(), 4);
        for (_, faces) in &branches {
            assert!(throw.admits(faces), "{faces:?}");
        }
        let sum: Chance = branches.iter().map(|b| b.0).sum();
        assert_eq!(sum, Chance::one());
    }

    #[test]
    fn dice_are_fair_enough_and_repeat() {
        let throw = Throw::face(10);
        let mut dice = Dice::seeded(3);
        let mut counts = [0u32; 10];
        for _ in 0..100_000 {
            let face = dice.throw(&throw)[0];
            assert!(throw.admits(&[face]));
            counts[usize::from(face) - 1] += 1;
        }
        // Standard deviation is 95; 6 of them bound a fair die for good.
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 570), "{counts:?}");
        let (mut a, mut b) = (Dice::seeded(9), Dice::seeded(9));
        assert!((0..100).all(|_| a.throw(&throw) == b.throw(&throw)));
    }

    #[test]
    fn saved_dice_go_on_the_same() {
        let throw = Throw { dice: vec![Die::d(20), Die::bursting(6)], read: Read::Sum(vec![11]) };
        let mut dice = Dice::seeded(5);
        for _ in 0..50 {
            let text = ron::to_string(&dice).expect("dice can be written as text");
            let bytes = postcard::to_allocvec(&dice).expect("and as bytes");
            let mut from_text: Dice = ron::from_str(&text).expect("and read");
            let mut from_bytes: Dice = postcard::from_bytes(&bytes).expect("and read");
            assert_eq!(from_text, dice);
            let faces = dice.throw(&throw);
            assert_eq!(from_text.throw(&throw), faces);
            assert_eq!(from_bytes.throw(&throw), faces);
        }
    }
}
