//! Throws of which only the highest or lowest dice count.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Die;
use super::chance::Likelihood;

/// Number of dice placed so far, and the sum of those that count.
type DiceSoFar = (usize, i32);

/// The bands of the sum of the dice with these ranks, the highest die first. Faces are processed
/// from the highest down: the number of dice showing each depends only on the number of dice left,
/// all of which show at most this face.
pub(super) fn bands(
    dice: &[Die],
    ranks: Range<usize>,
    cuts: &[i32],
) -> Vec<(Likelihood, Vec<u16>)> {
    let highest = dice.iter().map(|die| die.sides).max().unwrap_or(1);
    let nothing = vec![0; dice.len()];
    let mut partial: BTreeMap<DiceSoFar, (Likelihood, Vec<u16>)> = BTreeMap::new();
    partial.insert((0, 0), (Likelihood::ONE, nothing));
    for face in (1..=highest).rev() {
        let has = dice.iter().filter(|die| die.sides >= face).count();
        let mut next: BTreeMap<DiceSoFar, (Likelihood, Vec<u16>)> = BTreeMap::new();
        for ((placed, sum), (chance, shown)) in partial {
            let left = has.saturating_sub(placed);
            for (more, share) in shares(left, face).into_iter().enumerate() {
                if share.is_zero() {
                    continue;
                }
                let counted = (placed..placed + more).filter(|rank| ranks.contains(rank)).count();
                let counted = i32::try_from(counted).unwrap_or(0);
                let key = (placed + more, sum + counted * i32::from(face));
                let entry = next
                    .entry(key)
                    .or_insert_with(|| (Likelihood::ZERO, with(dice, &shown, face, more)));
                entry.0 += chance * share;
            }
        }
        partial = next;
    }
    let mut bands: BTreeMap<usize, (Likelihood, Vec<u16>)> = BTreeMap::new();
    for ((_, sum), (chance, shown)) in partial {
        let band = cuts.partition_point(|cut| *cut <= sum);
        bands.entry(band).or_insert((Likelihood::ZERO, shown)).0 += chance;
    }
    bands.into_values().collect()
}

/// The chances that 0, 1, 2 ... of the dice, all showing at most `face`, show exactly `face`.
fn shares(dice: usize, face: u16) -> Vec<Likelihood> {
    let (yes, no) =
        (Likelihood::of(1, face.into()), Likelihood::of(u128::from(face) - 1, face.into()));
    let mut shares = vec![Likelihood::ONE];
    for _ in 0..dice {
        let mut next = vec![Likelihood::ZERO; shares.len() + 1];
        for (count, share) in shares.into_iter().enumerate() {
            if let Some(slot) = next.get_mut(count) {
                *slot += share * no;
            }
            if let Some(slot) = next.get_mut(count + 1) {
                *slot += share * yes;
            }
        }
        shares = next;
    }
    shares
}

/// The faces, with `more` further dice showing `face`.
fn with(dice: &[Die], shown: &[u16], face: u16, more: usize) -> Vec<u16> {
    let mut left = more;
    let each = dice.iter().zip(shown).map(|(die, known)| {
        if *known == 0 && die.sides >= face && left > 0 {
            left -= 1;
            face
        } else {
            *known
        }
    });
    each.collect()
}
