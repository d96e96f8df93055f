//! Approximate probability of each total of some dice, as integer parts of [`ONE`], for the AI's
//! estimates. Fast; odds shown to players come from the resolving code itself.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use grid::Quick;
use rules::dice::Die;

/// Probability 1, in parts.
pub const ONE: u64 = 1 << 31;

/// Maximum number of cached spreads per thread; a full cache is cleared.
const MAX_CACHED: usize = 1_000;

thread_local! {
    /// Cached spreads by dice. Looked up only, never iterated, so hash order does not matter.
    static KNOWN: RefCell<HashMap<Vec<Die>, Vec<(usize, Spread)>, Quick>> = RefCell::default();
}

/// The probabilities of the totals of some dice; the last entry includes all higher totals.
#[derive(Clone)]
pub struct Spread(Rc<[u64]>);

impl Spread {
    /// Spread of these dice, with one entry for each total below `most`.
    pub fn of(dice: &[Die], most: usize) -> Self {
        let find = |known: &[(usize, Self)]| {
            let same = known.iter().find(|(limit, _)| *limit == most);
            same.map(|(_, spread)| spread.clone())
        };
        let known = KNOWN.with_borrow(|known| known.get(dice).and_then(|known| find(known)));
        known.unwrap_or_else(|| {
            let found = Self::find(dice, most);
            KNOWN.with_borrow_mut(|known| {
                if known.values().map(Vec::len).sum::<usize>() >= MAX_CACHED {
                    known.clear();
                }
                known.entry(dice.to_vec()).or_default().push((most, found.clone()));
            });
            found
        })
    }

    /// Computes the spread without the cache.
    fn find(dice: &[Die], most: usize) -> Self {
        let mut parts = vec![0; most.max(1)];
        if let Some(first) = parts.first_mut() {
            *first = ONE;
        }
        for die in dice {
            parts = added(&parts, *die);
        }
        let below: u64 = parts.iter().sum();
        parts.push(ONE.saturating_sub(below));
        Self(parts.into())
    }

    /// The totals with their chances, from low to high.
    pub fn totals(&self) -> impl Iterator<Item = (i32, u64)> {
        self.0.iter().zip(0..).map(|(parts, total)| (total, *parts))
    }

    /// The probability of a total above this one, in parts.
    pub fn above(&self, total: i32) -> u64 {
        let from = usize::try_from(total.saturating_add(1)).unwrap_or(0);
        self.0.iter().skip(from).sum()
    }
}

/// The probabilities with one more die added.
fn added(parts: &[u64], die: Die) -> Vec<u64> {
    let sides = usize::from(die.sides.max(2));
    let divisor = u64::from(die.sides.max(2));
    // Prefix sums: the probability of all lower totals.
    let sums: Vec<u64> = std::iter::once(0)
        .chain(parts.iter().scan(0_u64, |sum, part| {
            *sum += part;
            Some(*sum)
        }))
        .collect();
    let below = |total: usize| sums.get(total).copied().unwrap_or_default();
    // The chance that the new die shows one of its lowest `faces` faces.
    let shown =
        |total: usize, faces: usize| (below(total) - below(total.saturating_sub(faces))) / divisor;
    let mut after = vec![0; parts.len()];
    for total in 0..parts.len() {
        let burst = total.checked_sub(sides);
        let chance = match (die.bursts, die.once) {
            (false, _) => shown(total, sides),
            (true, true) => {
                let more = burst.map_or(0, |before| shown(before, sides) / divisor);
                shown(total, sides - 1) + more
            }
            (true, false) => {
                let again = burst.and_then(|before| after.get(before)).copied();
                shown(total, sides - 1) + again.unwrap_or_default() / divisor
            }
        };
        if let Some(place) = after.get_mut(total) {
            *place = chance;
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thousandths(parts: u64) -> u64 {
        (parts * 1000 + ONE / 2) / ONE
    }

    /// VG-23 and VG-24: against 16 with two Bonus Dice of each rank.
    #[test]
    fn chances_are_those_of_the_catalogue() {
        let above = |sides| {
            let dice = [Die::d(20), Die::bursting(sides), Die::bursting(sides)];
            thousandths(Spread::of(&dice, 60).above(16))
        };
        assert_eq!([above(10), above(8), above(6), above(12)], [753, 683, 606, 812]);
    }

    /// More spreads than the cache holds, each asked for twice.
    #[test]
    fn cached_spreads_equal_computed_ones() {
        for sides in 2..420 {
            for most in [10, 20, 30] {
                let dice = [Die::d(sides), Die::bursting(sides % 9 + 2)];
                let found = Spread::find(&dice, most);
                assert_eq!(Spread::of(&dice, most).0, found.0, "{dice:?}");
                assert_eq!(Spread::of(&dice, most).0, found.0, "{dice:?}");
            }
        }
        assert!(
            KNOWN.with_borrow(|known| known.values().map(Vec::len).sum::<usize>()) <= MAX_CACHED
        );
    }

    #[test]
    fn probabilities_add_up_to_one() {
        for die in [Die::d(6), Die::bursting(6), Die::bursting_once(6)] {
            let spread = Spread::of(&[die, die], 30);
            assert_eq!(spread.totals().map(|(_, parts)| parts).sum::<u64>(), ONE);
            assert_eq!(spread.above(-1), ONE);
        }
        // 6 and then 1 to 6: 7 comes up once in 36, 6 never.
        let once = Spread::of(&[Die::bursting_once(6)], 30);
        let found: Vec<u64> = once.totals().map(|(_, parts)| parts).collect();
        assert_eq!(found.get(6), Some(&0));
        assert_eq!(found.get(7).map(|parts| (parts * 36 + ONE / 2) / ONE), Some(1));
        assert!(found.get(13).is_some_and(|parts| *parts == 0));
    }
}
