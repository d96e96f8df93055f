//! Decks as places of a distance field, besides the cells on the ground.

use std::collections::BTreeMap;

use grid::{Board, Cell, Climb, Dir, Hm, Passage};

use super::limits::{Limits, MAX_CLIMB, MAX_DROP, MAX_WALK_COST, passage};

/// Height of the bodies whose footing is compared with decks.
const BODY: Hm = Hm::metres(2);

/// The decks of a board and their numbers among the places.
#[derive(Debug, Default)]
pub(super) struct Storeys {
    /// The number of the first deck: the count of cells.
    first: u32,
    /// By number.
    decks: Vec<(Cell, Hm)>,
    numbers: BTreeMap<(Cell, Hm), u32>,
}

/// A floor over a cell: its height, its number, and how its sides are climbed.
type Level = (Hm, u32, Climb);

impl Storeys {
    /// The decks of a board.
    pub fn of(board: &Board) -> Self {
        let first = u32::from(board.width()) * u32::from(board.height());
        let decks: Vec<(Cell, Hm)> = board.decks().map(|(cell, deck)| (cell, deck.top)).collect();
        let numbers = decks.iter().copied().zip(first..).collect();
        Self { first, decks, numbers }
    }

    /// Number of decks.
    pub fn count(&self) -> usize {
        self.decks.len()
    }

    /// The cell under the deck with this number.
    pub fn cell(&self, number: u32) -> Option<Cell> {
        let place = usize::try_from(number.checked_sub(self.first)?).ok()?;
        self.decks.get(place).map(|(cell, _)| *cell)
    }

    /// The number of the place of a body with its feet at a height: of a deck or of the cell.
    pub fn place(&self, board: &Board, cell: Cell, feet: Hm) -> Option<usize> {
        let ground = board.index(cell)?;
        if board.decks_in(cell).is_empty() {
            return Some(ground);
        }
        let floor = board.footing_near(cell, BODY, feet);
        let deck = floor.and_then(|top| self.numbers.get(&(cell, top)));
        Some(deck.and_then(|number| usize::try_from(*number).ok()).unwrap_or(ground))
    }

    /// The numbers of all places of a cell.
    pub fn places(&self, board: &Board, cell: Cell) -> impl Iterator<Item = usize> {
        let decks = self.numbers.range((cell, Hm(i32::MIN))..=(cell, Hm(i32::MAX)));
        let decks = decks.filter_map(|(_, number)| usize::try_from(*number).ok());
        board.index(cell).into_iter().chain(decks)
    }

    /// The steps to and from decks, as target, source and cost.
    pub fn steps(&self, board: &Board, limits: Limits) -> Vec<(usize, u32, u8)> {
        let mut found = Vec::new();
        let mut cells: Vec<Cell> = self.decks.iter().map(|(cell, _)| *cell).collect();
        cells.dedup();
        for cell in cells {
            for side in Dir::SIDES {
                self.across(board, limits, (cell, side), &mut found);
                self.across(board, limits, (cell.step(side), side.opposite()), &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The steps from the floors of a cell over one side.
    fn across(
        &self,
        board: &Board,
        limits: Limits,
        (cell, side): (Cell, Dir),
        found: &mut Vec<(usize, u32, u8)>,
    ) {
        let (here, there) = (self.levels(board, cell), self.levels(board, cell.step(side)));
        for (feet, from, _) in &here {
            let away = |(top, ..): &&Level| ((*top - *feet).abs(), *top);
            let near = there.iter().min_by_key(away).map(|to| (to, false));
            // A ladder leads from the highest floor here that is below the deck there, unless a
            // floor here is in the way.
            let climbs = |(top, _, climb): &&Level| {
                let below = here.iter().map(|(feet, ..)| *feet).filter(|feet| feet <= top).max();
                climb.is_marked() && below == Some(*feet)
            };
            let ladders = there.iter().filter(climbs).map(|to| (to, true));
            for ((top, to, _), climbs) in near.into_iter().chain(ladders) {
                if from.max(to) < &self.first {
                    continue;
                }
                let rise = *top - *feet;
                let Some(cost) = cost(board, limits, (cell, side), (*feet, rise, climbs)) else {
                    continue;
                };
                let numbers = (usize::try_from(*to), usize::try_from(*from));
                if let (Ok(to), Ok(from_place)) = numbers {
                    found.push((to, *from, cost));
                    if climbs && let Ok(to) = u32::try_from(to) {
                        found.push((from_place, to, cost));
                    }
                }
            }
        }
    }

    /// The floors of a cell from the bottom up.
    fn levels(&self, board: &Board, cell: Cell) -> Vec<Level> {
        let ground = board.footing(cell, BODY).zip(board.index(cell));
        let ground = ground
            .and_then(|(feet, number)| Some((feet, u32::try_from(number).ok()?, Climb::Unmarked)));
        let decks = board.decks_in(cell).iter().filter_map(|deck| {
            let number = *self.numbers.get(&(cell, deck.top))?;
            Some((deck.top, number, deck.climb))
        });
        ground.into_iter().chain(decks).collect()
    }
}

/// The cost of a step over a side of a cell; `None` where there is no way.
fn cost(
    board: &Board,
    limits: Limits,
    (cell, side): (Cell, Dir),
    (feet, rise, climbs): (Hm, Hm, bool),
) -> Option<u8> {
    if (rise > MAX_CLIMB || -rise > MAX_DROP) && !climbs {
        return None;
    }
    if rise.abs() > Hm(1) && limits.climb.is_some_and(|most| rise.abs() > most) {
        return None;
    }
    let edge = board.edge_on_step(cell, side, (feet, feet + rise), BODY);
    let over = match edge.map_or(Passage::Free, |(_, edge)| passage(edge, limits)) {
        Passage::Free => 0,
        Passage::Low | Passage::Shut => 2,
        Passage::Closed => return None,
    };
    let up = if rise > Hm(1) { 3 * rise.metres_ceil() } else { 0 };
    let down = if -rise > Hm::metres(2) { 2 } else { 0 };
    u8::try_from((1 + over + up + down).clamp(1, MAX_WALK_COST)).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grid::{Deck, Material};

    use super::super::{DistanceField, UNREACHED};
    use super::*;

    /// Five cells in a row: ground, half a metre, a metre, and a deck at 1.5 m over two cells.
    fn loft(climb: Climb) -> Arc<Board> {
        let mut board = Board::new(5, 1);
        for (x, height) in [(1, 1), (2, 2)] {
            if let Some(tile) = board.tile_mut(Cell::new(x, 0)) {
                tile.elevation = Hm(height);
            }
        }
        for x in [3, 4] {
            let deck = Deck { top: Hm(3), material: Material::Wood, climb };
            assert!(board.add_deck(Cell::new(x, 0), deck));
        }
        Arc::new(board)
    }

    #[test]
    fn stairs_lead_to_a_deck() {
        let board = loft(Climb::Unmarked);
        let mut field = DistanceField::default();
        let end = (Cell::new(4, 0), Some(Hm(3)));
        let found = field.to(&board, None, [end].into_iter(), (Cell::new(0, 0), Hm(0)));
        let from = |x, feet| found.from_at(Cell::new(x, 0), Hm(feet));
        assert_eq!(
            [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)].map(|(x, f)| from(x, f)),
            [4, 3, 2, 1, 0]
        );
    }

    #[test]
    fn a_ladder_leads_to_a_deck_and_nothing_else_does() {
        let mut board = Board::new(3, 1);
        let deck = Deck { top: Hm(6), material: Material::Wood, climb: Climb::Unmarked };
        assert!(board.add_deck(Cell::new(2, 0), deck));
        let (start, end) = ((Cell::new(0, 0), Hm(0)), (Cell::new(2, 0), Some(Hm(6))));
        let there = |board: Board| {
            let mut field = DistanceField::default();
            let board = Arc::new(board);
            field.to(&board, None, [end].into_iter(), start).from_at(start.0, start.1)
        };
        assert_eq!(there(board.clone()), UNREACHED);
        board.remove_decks(end.0);
        assert!(board.add_deck(end.0, Deck { climb: Climb::Ordinary, ..deck }));
        // One cell on foot, then 3 m up at 3 per metre, and 1.
        assert_eq!(there(board), 1 + 10);
    }
}
