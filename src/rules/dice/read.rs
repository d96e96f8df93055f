//! How throws are read, and the distinct results that follow.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::branches::{Branches, Scale};
use super::chance::Likelihood;
use super::sums::Sums;
use super::{Bursts, Die, Throw, kept, opposed};

/// Maximum number of distinguished face combinations.
const MAX_FACES: usize = 100_000;

/// How a throw is read. Exact odds distinguish nothing finer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Read {
    /// Every face of every die matters. Not possible with bursting dice.
    Faces,
    /// Only the band of the sum matters: below the first number, from the first to below the
    /// second, and so on. Sorted, without repeats.
    Sum(Vec<i32>),
    /// Only the highest die matters, in bands like those of the sum.
    Highest(Vec<i32>),
    /// Only the lowest die matters, in bands like those of the sum.
    Lowest(Vec<i32>),
    /// Every sum from `from` to `to` matters, because something is compared with it later; lower
    /// sums are equivalent. Higher sums are so rare that odds omit them and count them as missing.
    Sums {
        /// The smallest sum that is distinguished.
        from: i32,
        /// The largest sum that odds follow.
        to: i32,
    },
    /// The band of the sum, and the total number of bursts.
    SumAndBursts {
        /// The bands, as for the sum.
        cuts: Vec<i32>,
        /// The largest number of bursts that is distinguished; 1 asks only whether any die burst.
        most: u16,
    },
    /// The band of the sum of the highest dice. Not possible with bursting dice.
    HighestOf {
        /// Number of dice kept.
        keep: u8,
        /// The bands, as for the sum.
        cuts: Vec<i32>,
    },
    /// The band of the sum of the lowest dice. Not possible with bursting dice.
    LowestOf {
        /// Number of dice kept.
        keep: u8,
        /// The bands, as for the sum.
        cuts: Vec<i32>,
    },
    /// Bands and digits of the first die. The highest face of a d10, d100 or d1000 counts as zeros.
    Digits {
        /// True if the tens digit matters.
        tens: bool,
        /// True if the ones digit matters.
        units: bool,
        /// True if it matters whether both digits are the same.
        doubles: bool,
        /// The bands, as for the sum.
        cuts: Vec<i32>,
    },
    /// Two opposed rolls in one throw: only the band of the first score minus the second matters.
    Opposed {
        /// Number of dice of the first roll; the rest belong to the second.
        first: u8,
        /// The score of the first roll's sum.
        left: Scale,
        /// The score of the second roll's sum.
        right: Scale,
        /// The bands of the difference, as for the sum.
        cuts: Vec<i32>,
        /// From this face on, the first die decides alone and no other is thrown. Faces below and
        /// above it are in different bands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alone: Option<u16>,
    },
    /// The band of each die matters. Not possible with bursting dice.
    Each(Vec<i32>),
}

/// The tens and ones digits of a face; of a d10, the face itself in both, 0 for the highest.
pub fn digits(die: Die, face: u16) -> (u16, u16) {
    let shown = if matches!(die.sides, 10 | 100 | 1000) { face % die.sides } else { face };
    (shown / 10 % 10, shown % 10)
}

impl Throw {
    /// The distinct results of this throw as it is read, without results of probability 0.
    pub fn branches(&self) -> Branches {
        match &self.read {
            Read::Faces => self.every_face(),
            Read::Each(cuts) => self.every_band(cuts),
            Read::Sum(cuts) => self.sums(cuts, 0),
            Read::SumAndBursts { cuts, most } => self.sums(cuts, *most),
            Read::Sums { from, to } => self.every_sum(*from, *to),
            Read::Highest(cuts) => self.extremes(cuts, Extreme::Highest),
            Read::Lowest(cuts) => self.extremes(cuts, Extreme::Lowest),
            Read::HighestOf { keep, cuts } => {
                Branches::all(kept::bands(&self.dice, 0..usize::from(*keep), cuts))
            }
            Read::LowestOf { keep, cuts } => {
                let count = self.dice.len();
                let first = count.saturating_sub(usize::from(*keep));
                Branches::all(kept::bands(&self.dice, first..count, cuts))
            }
            Read::Digits { tens, units, doubles, cuts } => {
                self.digits([*tens, *units, *doubles], cuts)
            }
            Read::Opposed { first, left, right, cuts, .. } => {
                let first = usize::from(*first);
                let mut all = opposed::bands(&self.dice, first, [left, right], cuts);
                for (_, faces) in &mut all.ways {
                    let falling = self.falling(faces.first().copied());
                    faces.truncate(falling);
                }
                all
            }
        }
    }

    fn every_face(&self) -> Branches {
        let mut all = vec![Vec::new()];
        let mut share = Likelihood::ONE;
        for die in &self.dice {
            share = share * Likelihood::of(1, u128::from(die.sides.max(1)));
            let every = all.into_iter().flat_map(|faces: Vec<u16>| {
                (1..=die.sides).map(move |face| {
                    let mut faces = faces.clone();
                    faces.push(face);
                    faces
                })
            });
            all = every.take(MAX_FACES + 1).collect();
            if all.len() > MAX_FACES {
                return Branches { ways: Vec::new(), rest: Likelihood::ONE };
            }
        }
        Branches::all(all.into_iter().map(|faces| (share, faces)).collect())
    }

    fn every_band(&self, cuts: &[i32]) -> Branches {
        let mut all: Vec<(Likelihood, Vec<u16>)> = vec![(Likelihood::ONE, Vec::new())];
        for die in &self.dice {
            let mut bands: BTreeMap<usize, (u128, u16)> = BTreeMap::new();
            for face in 1..=die.sides {
                let band = cuts.partition_point(|cut| *cut <= i32::from(face));
                bands.entry(band).or_insert((0, face)).0 += 1;
            }
            let whole = u128::from(die.sides.max(1));
            let each = |(chance, faces): (Likelihood, Vec<u16>)| {
                let more = bands.values().map(move |(n, face)| {
                    let faces = faces.iter().copied().chain([*face]).collect();
                    (chance * Likelihood::of(*n, whole), faces)
                });
                more.collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(each).take(MAX_FACES + 1).collect();
            if all.len() > MAX_FACES {
                return Branches { ways: Vec::new(), rest: Likelihood::ONE };
            }
        }
        Branches::all(all)
    }

    fn sums(&self, cuts: &[i32], most: u16) -> Branches {
        let sums = Sums::new(&self.dice, cuts.last().copied().unwrap_or(1), most);
        let ways = sums.bands(cuts).into_iter().map(|cell| (cell.chance, cell.faces)).collect();
        Branches { ways, rest: sums.left_out() }
    }

    fn every_sum(&self, from: i32, to: i32) -> Branches {
        let over = to.saturating_add(1).max(1);
        let sums = Sums::new(&self.dice, over, 0);
        let cuts: Vec<i32> = (from.clamp(1, over)..=over).take(MAX_FACES).collect();
        let mut cells = sums.bands(&cuts);
        // The last band is what remains.
        let rest = sums.beyond();
        cells.retain(|cell| cell.band < cuts.len());
        Branches { ways: cells.into_iter().map(|c| (c.chance, c.faces)).collect(), rest }
    }

    fn extremes(&self, cuts: &[i32], which: Extreme) -> Branches {
        let mut ways = Vec::new();
        let mut below = Likelihood::ZERO;
        let mut from = 1;
        for band in 0..=cuts.len() {
            let to = cuts.get(band).copied();
            let up_to = to.map_or(Likelihood::ONE, |cut| which.below(&self.dice, cut));
            let chance = up_to.minus(below);
            let faces = which.faces(&self.dice, from, to);
            if let Some(faces) = faces.filter(|_| !chance.is_zero()) {
                ways.push((chance, faces));
            }
            below = up_to;
            from = to.unwrap_or(from).max(1);
        }
        Branches::all(ways)
    }

    fn digits(&self, [tens, units, doubles]: [bool; 3], cuts: &[i32]) -> Branches {
        let Some(die) = self.dice.first() else { return self.every_face() };
        let mut groups: BTreeMap<_, (u128, u16)> = BTreeMap::new();
        for face in 1..=die.sides {
            let band = cuts.partition_point(|cut| *cut <= i32::from(face));
            let (ten, unit) = digits(*die, face);
            let is_double = doubles && ten == unit;
            let key = (band, tens.then_some(ten), units.then_some(unit), is_double);
            groups.entry(key).or_insert((0, face)).0 += 1;
        }
        let whole = u128::from(die.sides.max(1));
        let others = self.dice.len().saturating_sub(1);
        let faces = |face: u16| {
            let mut faces = vec![face];
            faces.resize(others + 1, 1);
            faces
        };
        let ways = groups.into_values().map(|(n, face)| (Likelihood::of(n, whole), faces(face)));
        Branches::all(ways.collect())
    }
}

/// Which die of a throw counts.
#[derive(Clone, Copy)]
enum Extreme {
    Highest,
    Lowest,
}

impl Extreme {
    /// The probability that the counting die shows less than this.
    fn below(self, dice: &[Die], cut: i32) -> Likelihood {
        let most = usize::try_from(cut.saturating_sub(1)).unwrap_or(0);
        let each = dice.iter().map(|die| at_most(*die, most));
        match self {
            Self::Highest => each.fold(Likelihood::ONE, |all, one| all * one),
            Self::Lowest => {
                each.fold(Likelihood::ONE, |all, one| all * one.complement()).complement()
            }
        }
    }

    /// Faces with which the counting die falls into a band.
    fn faces(self, dice: &[Die], from: i32, to: Option<i32>) -> Option<Vec<u16>> {
        // The smallest face of each die from that number up.
        let least = |die: &Die| {
            let from = usize::try_from(from.max(1)).ok()?;
            (from..from.saturating_add(3)).find(|face| die.shows(*face))
        };
        let inside = |face: usize| to.is_none_or(|to| face < usize::try_from(to).unwrap_or(0));
        let faces: Option<Vec<usize>> = match self {
            Self::Highest => {
                let mut each = dice.iter().map(least);
                let at = each.position(|face| face.is_some_and(inside))?;
                let of = |(i, die): (usize, &Die)| if i == at { least(die) } else { Some(1) };
                dice.iter().enumerate().map(of).collect()
            }
            Self::Lowest => dice.iter().map(least).collect(),
        };
        let faces = faces.filter(|faces| match self {
            Self::Highest => true,
            Self::Lowest => faces.iter().min().is_some_and(|face| inside(*face)),
        })?;
        faces.into_iter().map(|face| u16::try_from(face).ok()).collect()
    }
}

/// The probability that a die shows this much or less.
fn at_most(die: Die, most: usize) -> Likelihood {
    let sides = usize::from(die.sides.max(2));
    let of = |part: usize, whole: usize| Likelihood::of(part as u128, whole as u128);
    match die.kind() {
        Bursts::Never => of(most.min(sides), sides),
        Bursts::Once if most < sides => of(most, sides),
        Bursts::Once => of(sides * (sides - 1) + (most - sides).min(sides), sides * sides),
        Bursts::Always => {
            // To show more, it must burst this often and then show more than the remainder.
            let left = of(sides - most % sides, sides);
            let bursts = (most / sides).min(1_000);
            (0..bursts).fold(left, |all, _| all * of(1, sides)).complement()
        }
    }
}
