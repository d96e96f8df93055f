//! Two opposed rolls, read as one throw.

use std::collections::BTreeMap;

use super::branches::{Branches, Scale};
use super::chance::Likelihood;
use super::sums::Sums;
use super::{Bursts, Die};

/// For sums of endlessly bursting dice: number of consecutive highest faces that are distinguished;
/// longer sequences are rarer than one in 10^18.
const BURSTS: [(u16, i32); 5] = [(3, 60), (5, 36), (9, 26), (19, 20), (u16::MAX, 15)];

/// Scores with their probability and representative faces.
type Scored = BTreeMap<i32, (Likelihood, Vec<u16>)>;

/// The bands of the difference of two scores.
pub(super) fn bands(dice: &[Die], first: usize, scales: [&Scale; 2], cuts: &[i32]) -> Branches {
    let (own, other) = dice.split_at(first.min(dice.len()));
    let (left, missing) = scores(own, scales[0]);
    let (right, more) = scores(other, scales[1]);
    let mut bands: BTreeMap<usize, (Likelihood, Vec<u16>)> = BTreeMap::new();
    for (a, (chance, faces)) in &left {
        for (b, (share, others)) in &right {
            let band = cuts.partition_point(|cut| *cut <= a.saturating_sub(*b));
            let both = || faces.iter().chain(others).copied().collect();
            bands.entry(band).or_insert_with(|| (Likelihood::ZERO, both())).0 += *chance * *share;
        }
    }
    Branches { ways: bands.into_values().collect(), rest: missing + more }
}

/// The scores of some dice, and the probability of the sums left out.
fn scores(dice: &[Die], scale: &Scale) -> (Scored, Likelihood) {
    let (cuts, all) = match scale {
        Scale::Sum => ((1..=highest(dice).saturating_add(1)).collect(), false),
        Scale::Steps { from, .. } => (from.iter().map(|(start, _)| *start).collect(), true),
    };
    let cuts: Vec<i32> = cuts;
    let sums = Sums::new(dice, cuts.last().copied().unwrap_or(1), 0);
    let mut expected = Scored::new();
    for cell in sums.bands(&cuts) {
        if !all && cell.band == cuts.len() {
            continue;
        }
        let sum: i32 = cell.faces.iter().copied().map(i32::from).sum();
        let entry = expected.entry(scale.score(sum)).or_insert((Likelihood::ZERO, cell.faces));
        entry.0 += cell.chance;
    }
    let rest = if all { sums.left_out() } else { sums.beyond() };
    (expected, rest)
}

/// The largest sum that is distinguished.
fn highest(dice: &[Die]) -> i32 {
    let each = dice.iter().map(|die| {
        let sides = i32::from(die.sides.max(2));
        match die.kind() {
            Bursts::Never => sides,
            Bursts::Once => 2 * sides,
            Bursts::Always => {
                let row = BURSTS.iter().find(|(most, _)| die.sides <= *most);
                sides * row.map_or(1, |(_, times)| *times)
            }
        }
    });
    each.fold(0, i32::saturating_add)
}
