//! Sight from one end to many others, for queries about an entire board.

use super::super::eye::{Eye, Samples};
use super::super::obstacle::Obstacle;
use super::super::sees::{any_sight, between};
use super::shares_from;
use crate::{Board, Body, Share};

/// One end of lines of sight, prepared for queries to many others.
///
/// Gives exactly the results of [`super::sees`] and [`super::hidden_shares`], but without the
/// cache: results for an entire board would evict those that battles need repeatedly, and parallel
/// callers would block each other.
#[derive(Clone, Debug)]
pub struct Outlook<'a> {
    board: &'a Board,
    from: Option<Samples>,
}

impl<'a> Outlook<'a> {
    /// The outlook from one end.
    pub fn new(board: &'a Board, from: impl Into<Eye<'a>>) -> Self {
        Self { board, from: Samples::on(board, from.into()) }
    }

    /// Same as [`super::sees`] for this body.
    pub fn sees(&self, target: &Body) -> bool {
        self.with(target).is_some_and(|(a, b)| between(self.board, a, &b))
    }

    /// Same as [`super::hidden_shares`] for a body in sight; `None` for others.
    pub fn hidden_shares(&self, target: &Body) -> Option<(Share, Share)> {
        let (a, b) = self.with(target)?;
        let unseen = |scene: &[Obstacle]| !any_sight(scene, a, &b);
        let (hard, soft) = shares_from(self.board, a, &b, unseen);
        (hard.part + soft.part < hard.whole).then_some((hard, soft))
    }

    fn with(&self, target: &Body) -> Option<(&Samples, Samples)> {
        self.from.as_ref().zip(Samples::on(self.board, target.into()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{hidden_shares, sees};
    use super::*;
    use crate::samples::{arb_board, arb_bodies};
    use crate::sight::boards::{air, man};
    use crate::{Cell, Hm, Thing, ThingKind};

    /// Compares the result for a body alone with that of
    /// an outlook. A cloned board has an empty cache.
    fn same(board: &Board, from: Eye<'_>, to: &Body) -> Result<(), TestCaseError> {
        let outlook = Outlook::new(board, from);
        let fresh = board.clone();
        prop_assert_eq!(outlook.sees(to), sees(&fresh, from, to), "{:?} {:?}", from, to);
        let alone = hidden_shares(&fresh, from, to);
        let alone = sees(&fresh, from, to).then_some(alone);
        prop_assert_eq!(outlook.hidden_shares(to), alone, "{:?} {:?}", from, to);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn outlook_agrees_with_single_queries(
            board in arb_board(),
            bodies in arb_bodies(6),
            trees in prop::collection::vec((0i16..8, 0i16..8, any::<bool>(), 2i32..9), 0..12),
            haze in prop::collection::vec((0i16..8, 0i16..8), 0..6),
            bare in any::<bool>(),
        ) {
            let mut board = board;
            for (x, y, tree, height) in trees {
                let kind = if tree { ThingKind::Tree } else { ThingKind::Bridge };
                let (cell, height) = (Cell::new(x, y), Hm(height));
                board.add_thing(Thing { height, ..Thing::new(kind, cell) });
            }
            let mut volume = air(0, &haze, 4);
            volume.hides = true;
            board.add_volume(volume);
            if bare {
                let edges: Vec<_> = board.edges().map(|(at, _)| at).collect();
                for at in edges {
                    board.set_edge_at(at, None);
                }
            }
            for from in &bodies {
                for to in &bodies {
                    same(&board, Eye::Body(from), to)?;
                }
                let at = from.anchor().unwrap_or_default();
                same(&board, Eye::At(at, from.feet + Hm(3)), &bodies[0])?;
            }
        }
    }

    #[test]
    fn outlook_agrees_with_single_queries_on_hills() {
        let mut board = Board::new(24, 18);
        let cells: Vec<Cell> = board.cells().collect();
        for cell in &cells {
            let height = [0, 1, 2, 4, 2, 1][((cell.x / 5 + cell.y / 4) % 6) as usize];
            board.tile_mut(*cell).unwrap().elevation = Hm(height);
        }
        for x in 0..12 {
            let (kind, cell) = (ThingKind::Tree, Cell::new(2 * x, 9 + x % 4));
            let height = kind.spec().height;
            board.add_thing(Thing { height, ..Thing::new(kind, cell) });
        }
        let on = |cell: Cell| {
            let feet = board.footing(cell, Hm(4)).unwrap_or_default();
            Body { feet, ..man(1, cell.x, cell.y) }
        };
        let from = on(Cell::new(5, 15));
        let mut parts = std::collections::BTreeSet::new();
        for cell in cells {
            let to = on(cell);
            same(&board, Eye::Body(&from), &to).unwrap();
            let (hard, soft) = hidden_shares(&board, &from, &to);
            parts.insert((hard.part, soft.part));
        }
        assert!(parts.len() > 10, "{parts:?}");
    }
}
