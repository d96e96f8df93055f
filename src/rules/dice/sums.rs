//! The probabilities of sums of dice, including bursting ones, by number of bursts.
//!
//! Dice are added one at a time to a list of the probabilities of every sum below a cap; sums at or
//! above the cap are merged, which makes bursting dice finite. All probabilities are integer
//! multiples of one unit. If there is a unit for which every division is exact, they are exact;
//! otherwise everything is computed twice, rounded down and rounded up.

use super::chance::Likelihood;
use super::{Bursts, Die};

/// Sums from here on are not distinguished. Dice in play stop before that.
const MAX_SUMS: usize = 30_000;

/// Bits of precision when rounding.
const BITS: u32 = 100;

/// Probabilities of the sums below the cap, by number of bursts.
type Stage = Vec<Vec<u128>>;

/// Sums of one band with the same number of bursts.
pub(super) struct Cell {
    /// Index of the band, from low to high.
    pub band: usize,
    /// Its probability.
    pub chance: Likelihood,
    /// Representative faces.
    pub faces: Vec<u16>,
}

/// The sums of some dice.
pub(super) struct Sums<'a> {
    dice: &'a [Die],
    /// Sums from here on are merged.
    cap: usize,
    /// Larger numbers of bursts count as this one.
    most: usize,
    /// True if the cap is lower than requested, so that some sums at or above it are not
    /// distinguished as they should be.
    cut_off: bool,
    /// The representation of 1 if nothing is rounded.
    even: Option<u128>,
    /// The sums of the first 0, 1, 2 ... dice: rounded up, if rounding is needed.
    stages: Vec<Stage>,
    low: Stage,
    /// The probability of each number of bursts, for any sum, rounded down and up.
    bursts: [Vec<u128>; 2],
}

#[derive(Clone, Copy)]
enum Round {
    Down,
    Up,
}

impl Round {
    const fn divide(self, sum: u128, by: u128) -> u128 {
        match self {
            Self::Down => sum / by,
            Self::Up => sum.div_ceil(by),
        }
    }
}

fn sides(die: Die) -> usize {
    usize::from(die.sides.max(2))
}

impl<'a> Sums<'a> {
    /// The sums of dice for numbers below `cap`; bursts are counted up to `most`.
    pub fn new(dice: &'a [Die], cap: i32, most: u16) -> Self {
        let wanted = usize::try_from(cap).unwrap_or(1).max(1);
        // Without endlessly bursting dice, no sum exceeds the sum of the highest faces.
        let wanted = largest(dice).map_or(wanted, |largest| wanted.min(largest + 1));
        let cap = wanted.min(MAX_SUMS);
        let cut_off = cap < wanted;
        let most = usize::from(most);
        let even = even(dice, cap, most);
        let one = even.unwrap_or(1 << BITS);
        let stages = added(dice, cap, most, one, Round::Up);
        let low = match even {
            Some(_) => stages.last().cloned(),
            None => added(dice, cap, most, one, Round::Down).pop(),
        };
        let [mut down, mut up] =
            [Round::Down, Round::Up].map(|round| bursts(dice, most, one, round));
        // The last entry is the remainder, so it is rounded the other way.
        if let (Some(low), Some(high)) = (down.last_mut(), up.last_mut()) {
            std::mem::swap(low, high);
        }
        let low = low.unwrap_or_default();
        Self { dice, cap, most, cut_off, even, stages, low, bursts: [down, up] }
    }

    fn one(&self) -> u128 {
        self.even.unwrap_or(1 << BITS)
    }

    fn chance(&self, low: u128, high: u128) -> Likelihood {
        match self.even {
            Some(one) => Likelihood::of(low, one),
            None => Likelihood::between(low, high.min(self.one()), BITS),
        }
    }

    /// The bands of the sum between these numbers, from low to high, each split by number of
    /// bursts.
    pub fn bands(&self, cuts: &[i32]) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut from = 0;
        for band in 0..=cuts.len() {
            let to = cuts.get(band).map_or(self.cap, |cut| usize::try_from(*cut).unwrap_or(0));
            let to = to.clamp(from, self.cap);
            for burst in 0..=self.most {
                cells.extend(self.cell(band, burst, from, to));
            }
            from = to;
        }
        // Sums at or above the cap belong to the band that contains the cap.
        if self.cut_off {
            return cells;
        }
        let cap = i32::try_from(self.cap).unwrap_or(i32::MAX);
        let band = cuts.partition_point(|cut| *cut <= cap);
        let lumps = (0..=self.most).filter_map(|burst| self.lump(burst));
        cells.extend(lumps.map(|(chance, faces)| Cell { band, chance, faces }));
        cells
    }

    /// The probability of everything outside the bands.
    pub fn left_out(&self) -> Likelihood {
        if self.cut_off { self.beyond() } else { Likelihood::ZERO }
    }

    /// The probability of sums at or above the cap, for any number of bursts.
    pub fn beyond(&self) -> Likelihood {
        let lumps = (0..=self.most).filter_map(|burst| self.lump(burst));
        lumps.map(|(chance, _)| chance).sum()
    }

    /// The sums from one number to below another, with this number of bursts.
    fn cell(&self, band: usize, burst: usize, from: usize, to: usize) -> Option<Cell> {
        let high = self.stages.last()?.get(burst)?.get(from..to)?;
        let low = self.low.get(burst)?.get(from..to)?;
        let first = from + high.iter().position(|parts| *parts > 0)?;
        let chance = self.chance(low.iter().sum(), high.iter().sum());
        Some(Cell { band, chance, faces: self.faces(burst, first)? })
    }

    /// Sums at or above the cap, with this number of bursts; `None` if impossible.
    fn lump(&self, burst: usize) -> Option<(Likelihood, Vec<u16>)> {
        let faces = self.faces_beyond(burst)?;
        let below = |stage: &Stage| stage.get(burst).map_or(0, |sums| sums.iter().sum::<u128>());
        let [low, high] = [&self.bursts[0], &self.bursts[1]].map(|b| b.get(burst).copied());
        let low = low?.saturating_sub(self.stages.last().map_or(0, below));
        let high = high?.saturating_sub(below(&self.low));
        let chance = self.chance(low, high);
        (!chance.is_zero()).then_some((chance, faces))
    }

    /// Faces with this sum, below the cap, and this number of bursts; the last dice as high as
    /// possible.
    fn faces(&self, burst: usize, sum: usize) -> Option<Vec<u16>> {
        let (mut burst, mut sum) = (burst, sum);
        let mut faces = vec![0; self.dice.len()];
        for (i, die) in self.dice.iter().enumerate().rev() {
            let before = self.stages.get(i)?;
            let last = most_shown(*die).map_or(sum, |most| most.min(sum));
            let possible = |bursts: usize, rest: usize| {
                before.get(bursts).and_then(|sums| sums.get(rest)).is_some_and(|parts| *parts > 0)
            };
            let mut found = None;
            for face in (1..=last).rev() {
                if !die.shows(face) {
                    continue;
                }
                let own = die.bursts_in(face);
                // The last count stands for larger ones as well.
                let least = burst.saturating_sub(own);
                let counts = if burst == self.most { least..=burst } else { least..=least };
                let fits = own <= burst || burst == self.most;
                let Some(earlier) = counts.into_iter().find(|b| fits && possible(*b, sum - face))
                else {
                    continue;
                };
                found = Some((face, earlier));
                break;
            }
            let (face, earlier) = found?;
            *faces.get_mut(i)? = u16::try_from(face).ok()?;
            (sum, burst) = (sum - face, earlier);
        }
        Some(faces)
    }

    /// Faces at or above the cap with this number of bursts, exceeding it as little as possible.
    fn faces_beyond(&self, burst: usize) -> Option<Vec<u16>> {
        let mut bursts = burst;
        let mut faces = loop {
            let faces = self.highest(bursts)?;
            if faces.iter().sum::<usize>() >= self.cap {
                break faces;
            }
            if burst < self.most {
                return None;
            }
            bursts += 1;
        };
        let mut over = faces.iter().sum::<usize>() - self.cap;
        for (die, face) in self.dice.iter().zip(&mut faces) {
            let least = match die.kind() {
                Bursts::Never => 1,
                Bursts::Once | Bursts::Always => *face / sides(*die) * sides(*die) + 1,
            };
            // For a die that bursts only once, the highest total is twice its size.
            let least = if *face == 2 * sides(*die) && die.once { sides(*die) + 1 } else { least };
            let less = over.min(face.saturating_sub(least));
            *face -= less;
            over -= less;
        }
        faces.into_iter().map(|face| u16::try_from(face).ok()).collect()
    }

    /// The largest total of each die for this number of bursts; `None` if impossible.
    fn highest(&self, bursts: usize) -> Option<Vec<usize>> {
        let mut faces: Vec<usize> =
            self.dice.iter().map(|d| sides(*d) - usize::from(d.bursts)).collect();
        let always = self.dice.iter().enumerate().filter(|(_, d)| d.kind() == Bursts::Always);
        let always = always.max_by_key(|(_, d)| d.sides).map(|(i, d)| (i, sides(*d)));
        let mut once: Vec<(usize, usize)> = self
            .dice
            .iter()
            .enumerate()
            .filter(|(_, d)| d.kind() == Bursts::Once)
            .map(|(i, d)| (i, sides(*d) + 1))
            .collect();
        once.sort_by_key(|(i, more)| (std::cmp::Reverse(*more), *i));
        let worth = always.map_or(0, |(_, more)| more);
        let mut left = bursts;
        for (i, more) in once.into_iter().filter(|(_, more)| *more > worth) {
            if left > 0 {
                *faces.get_mut(i)? += more;
                left -= 1;
            }
        }
        if left > 0 {
            let (i, more) = always?;
            *faces.get_mut(i)? += left * more;
        }
        (faces.iter().sum::<usize>() <= 2 * MAX_SUMS).then_some(faces)
    }
}

/// The largest total of a die; `None` if it bursts endlessly.
fn most_shown(die: Die) -> Option<usize> {
    match die.kind() {
        Bursts::Never => Some(sides(die)),
        Bursts::Once => Some(2 * sides(die)),
        Bursts::Always => None,
    }
}

/// The largest sum of some dice.
fn largest(dice: &[Die]) -> Option<usize> {
    dice.iter().map(|die| most_shown(*die)).sum()
}

/// A representation of 1 for which every division is exact, if one fits.
fn even(dice: &[Die], cap: usize, most: usize) -> Option<u128> {
    let mut whole = 1_u128;
    let mut always: Vec<usize> = Vec::new();
    for die in dice {
        let n = sides(*die) as u128;
        whole = whole.checked_mul(n)?;
        match die.kind() {
            Bursts::Never => {}
            Bursts::Once => whole = whole.checked_mul(n)?,
            Bursts::Always => always.push(sides(*die)),
        }
    }
    always.sort_unstable();
    always.dedup();
    for n in always {
        // Every burst below the cap, or counted, adds one division.
        let bursts = u32::try_from((cap / n).max(most)).ok()?;
        whole = whole.checked_mul((n as u128).checked_pow(bursts)?)?;
    }
    // Leaves room for sums of two probabilities.
    (whole < 1 << 126).then_some(whole)
}

/// The probabilities of the sums after 0, 1, 2 ... dice.
fn added(dice: &[Die], cap: usize, most: usize, one: u128, round: Round) -> Vec<Stage> {
    let mut first: Stage = vec![vec![0; cap]; most + 1];
    if let Some(none) = first.first_mut().and_then(|sums| sums.first_mut()) {
        *none = one;
    }
    let mut stages = vec![first];
    for die in dice {
        if let Some(last) = stages.last() {
            let next = with_die(last, *die, cap, round);
            stages.push(next);
        }
    }
    stages
}

/// The sums with one more die. A bursting die shows its size plus a further roll of the same die,
/// so each sum follows from a smaller one.
fn with_die(before: &Stage, die: Die, cap: usize, round: Round) -> Stage {
    let n = sides(die);
    let by = n as u128;
    let most = before.len() - 1;
    let plain = if die.bursts { n - 1 } else { n };
    let mut after: Stage = Vec::with_capacity(before.len());
    for (burst, sums) in before.iter().enumerate() {
        let mut row = vec![0_u128; cap];
        // The total of the last `plain` sums, and for a second roll of the last `n` sums with one
        // burst less.
        let mut window = 0_u128;
        let mut second = 0_u128;
        let earlier = |sum: usize| -> u128 {
            let of = |b: usize| before.get(b).and_then(|s| s.get(sum)).copied().unwrap_or(0);
            let less = if burst > 0 { of(burst - 1) } else { 0 };
            less + if burst == most { of(burst) } else { 0 }
        };
        for sum in 1..cap {
            window += sums.get(sum - 1).copied().unwrap_or(0);
            if sum > plain {
                window -= sums.get(sum - 1 - plain).copied().unwrap_or(0);
            }
            let more = match die.kind() {
                Bursts::Never => 0,
                Bursts::Once if sum > n => {
                    second += earlier(sum - n - 1);
                    if sum > 2 * n {
                        second -= earlier(sum - 2 * n - 1);
                    }
                    round.divide(second, by)
                }
                Bursts::Always if sum > n => {
                    let less = burst.checked_sub(1).and_then(|b| after.get(b));
                    let less = less.and_then(|r: &Vec<u128>| r.get(sum - n)).copied().unwrap_or(0);
                    let same =
                        if burst == most { row.get(sum - n).copied().unwrap_or(0) } else { 0 };
                    less + same
                }
                Bursts::Once | Bursts::Always => 0,
            };
            if let Some(slot) = row.get_mut(sum) {
                *slot = round.divide(window + more, by);
            }
        }
        after.push(row);
    }
    after
}

/// The probability of each number of bursts, for any sum.
fn bursts(dice: &[Die], most: usize, one: u128, round: Round) -> Vec<u128> {
    let mut counts = vec![0_u128; most + 1];
    if let Some(none) = counts.first_mut() {
        *none = one;
    }
    for die in dice.iter().filter(|die| die.bursts) {
        let by = sides(*die) as u128;
        let before = counts.clone();
        for burst in 0..most {
            let less = match (die.kind(), burst.checked_sub(1)) {
                (Bursts::Always, Some(less)) => counts.get(less),
                (_, Some(less)) => before.get(less),
                (_, None) => None,
            };
            let less = less.copied().unwrap_or(0);
            // Rounded separately, so that the product stays small.
            let stays = before.get(burst).map_or(0, |parts| parts - round_off(*parts, by, round));
            if let Some(slot) = counts.get_mut(burst) {
                *slot = stays + round.divide(less, by);
            }
        }
    }
    // The remainder bursts more often.
    let rest: u128 = counts.iter().take(most).sum();
    if let Some(last) = counts.get_mut(most) {
        *last = one.saturating_sub(rest);
    }
    counts
}

/// The share that bursts, rounded opposite to the share that does not.
fn round_off(parts: u128, by: u128, round: Round) -> u128 {
    match round {
        Round::Down => parts.div_ceil(by),
        Round::Up => parts / by,
    }
}
