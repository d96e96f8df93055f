//! Brute-force cover, line by line without shortcuts, as a reference for the fast implementation.

use proptest::prelude::*;

use super::super::properties::bodies_on_board;
use super::super::ray::{Grade, grade};
use super::super::scene::{affects_sight, matter, volume};
use super::super::sees::without_slight;
use super::*;

/// All obstacles on the board.
fn everything(board: &Board) -> Vec<Obstacle> {
    let mut list = Vec::new();
    for cell in board.cells() {
        matter(board, cell, i32::MIN, |o| list.push(o));
        let volumes = board.volumes_in(cell).filter(|v| affects_sight(v));
        list.extend(volumes.filter_map(|v| volume(board, v, cell)));
    }
    list
}

/// Whether there is sight, and the hard and soft shares, from the result of every single line.
fn plainly(board: &Board, a: &Samples, b: &Samples) -> (bool, u32, u32) {
    let fates = |scene: &[Obstacle], from: Point| -> Vec<Grade> {
        b.points().iter().map(|to| grade(scene, &Line::new(from, *to), &mut 0)).collect()
    };
    let count = |fates: &[Grade], wanted| fates.iter().filter(|g| **g == wanted).count() as u32;
    let all = without_slight(board, everything(board), a, b);
    let seen = a.points().iter().any(|from| fates(&all, *from).contains(&Grade::Clear));
    let mut open = all.clone();
    open.retain(|o| !seen || !is_at_hand(board, o, a, b));
    let mut full = open.clone();
    if seen {
        full.extend(shelter(board, a, b));
    }
    let view = |from: &Point| {
        let hidden = fates(&full, *from);
        let (hard, soft) = (count(&hidden, Grade::Hard), count(&hidden, Grade::Soft));
        if hard + soft < hidden.len() as u32 {
            (false, hard, soft)
        } else if seen && fates(&open, *from).contains(&Grade::Clear) {
            (false, hidden.len() as u32 - 1, 0)
        } else {
            (true, hard, soft)
        }
    };
    let (_, hard, soft) = a.points().iter().map(view).min().unwrap_or_default();
    (seen, hard, soft)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn fast_cover_agrees_with_brute_force((board, bodies) in bodies_on_board()) {
        for (a, b) in bodies.iter().zip(bodies.iter().skip(1)) {
            let ends = (Samples::on(&board, a.into()), Samples::on(&board, b.into()));
            let (Some(from), Some(to)) = ends else { continue };
            let (seen, hard, soft) = plainly(&board, &from, &to);
            prop_assert_eq!(sees(&board, a, b), seen);
            let whole = hidden(&board, a, b);
            prop_assert_eq!((whole.hard.part, whole.soft.part), (hard, soft));
            let (quick_hard, quick_soft) = hidden_shares(&board, a, b);
            prop_assert_eq!((quick_hard.part, quick_soft.part), (hard, soft));
            let outlook = Outlook::new(&board, a);
            prop_assert_eq!(outlook.sees(b), seen);
            let shares = outlook.hidden_shares(b).map(|(hard, soft)| (hard.part, soft.part));
            prop_assert_eq!(shares, seen.then_some((hard, soft)));
        }
    }
}
