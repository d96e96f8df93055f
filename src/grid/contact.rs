//! Contacts between adjacent bodies, and what stands between them.

use super::board::Board;
use super::body::Body;
use super::cell::{Cell, Dir};
use super::edge_at::EdgeAt;
use super::field::Field;
use super::matter::Edge;
use super::room::Room;
use super::units::Hm;
use super::upper::Swept;

/// One path between two touching cells: straight across their common edge, or around one corner of
/// a diagonal across two edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactPath {
    /// The edges crossed, starting at the first cell; one for a straight path. Edges whose top is
    /// no higher than the feet of both bodies are omitted.
    pub edges: [Option<Edge>; 2],
    /// The corner cell of a diagonal path.
    pub corner: Option<Cell>,
    /// Whether that corner is solid, or its floor is at
    /// least as high as the higher of the two heads.
    pub filled: bool,
}

impl ContactPath {
    /// Whether melee attacks reach along this path, given which edges stop them.
    #[inline]
    pub fn is_open(&self, stops: impl Fn(Edge) -> bool) -> bool {
        !self.filled && !self.edges.into_iter().flatten().any(stops)
    }
}

/// Two touching cells, one under each of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The cell under the first body.
    pub from: Cell,
    /// The cell under the second body.
    pub to: Cell,
    /// The direction from the first to the second; `None` if they are the same cell.
    pub dir: Option<Dir>,
    /// Whether a deck lies between: over the lower body, and no higher than the feet of the higher.
    pub floored: bool,
    ways: [Option<ContactPath>; 2],
}

impl Contact {
    /// The paths across: none within a shared cell, one
    /// between orthogonal neighbours, two around a diagonal.
    pub fn paths(&self) -> impl Iterator<Item = ContactPath> + use<> {
        self.ways.into_iter().flatten()
    }

    /// Whether melee attacks reach along at least one path. A diagonal is blocked only if both
    /// paths around the corner are, and a floor blocks all.
    #[inline]
    pub fn is_open(&self, stops: impl Fn(Edge) -> bool + Copy) -> bool {
        !self.floored && (self.dir.is_none() || self.paths().any(|path| path.is_open(stops)))
    }
}

/// The matter on an edge that is most in the way between two bodies, given the lower feet, the
/// higher feet and the higher head.
fn edge_between(board: &Board, cell: Cell, side: Dir, body: Swept) -> Option<Edge> {
    if !board.has_upper_edges() {
        let edge = board.edge(cell, side)?;
        let top = board.edge_base(cell, side) + edge.kind.spec().height;
        return (body.low < top).then_some(edge);
    }
    let before = |(at, edge): &(EdgeAt, Edge)| board.is_before(*at, *edge, body);
    let edges = board.edges_on(cell, side).filter(before).map(|(_, edge)| edge);
    edges.max_by_key(|edge| edge.passage())
}

/// Whether a deck lies between two bodies in these cells.
fn floor_between(board: &Board, a: &Room, b: &Room, from: Cell, to: Cell) -> bool {
    let (below, low, high) =
        if a.feet <= b.feet { (from, a.feet, b.feet) } else { (to, b.feet, a.feet) };
    board.decks_in(below).iter().any(|deck| low < deck.top && deck.top <= high)
}

fn contact(board: &Board, a: &Room, b: &Room, from: Cell, to: Cell) -> Contact {
    let body = Swept::between(*a, *b);
    let floored = floor_between(board, a, b, from, to);
    let Some(dir) = from.dir_to(to) else {
        return Contact { from, to, dir: None, floored, ways: [None, None] };
    };
    if !dir.is_diagonal() {
        let edges = [edge_between(board, from, dir, body), None];
        let way = ContactPath { edges, corner: None, filled: false };
        return Contact { from, to, dir: Some(dir), floored, ways: [Some(way), None] };
    }
    let head = a.top().max(b.top());
    let (left, right) = (dir.turned(7), dir.turned(1));
    let ways = [(left, right), (right, left)].map(|(first, second)| {
        let corner = from.step(first);
        let edges =
            [edge_between(board, from, first, body), edge_between(board, corner, second, body)];
        let filled = board.tile(corner).is_none_or(|t| t.is_solid() || t.elevation >= head);
        Some(ContactPath { edges, corner: Some(corner), filled })
    });
    Contact { from, to, dir: Some(dir), floored, ways }
}

impl Field<'_> {
    /// Every pair of touching cells under two bodies and what stands between them, in the order of
    /// the first body's cells. Empty if they do not touch or are not on a square board.
    pub fn contacts(&self, a: &Body, b: &Body) -> impl Iterator<Item = Contact> {
        let rooms = a.room().zip(b.room()).filter(|(a, b)| a.touches(b));
        let board = self.board();
        rooms.into_iter().flat_map(move |(a, b)| {
            let beside_b = move |c: &Cell| Room::point(*c, Hm::ZERO).touches(&b);
            a.cells().filter(beside_b).flat_map(move |from| {
                b.cells()
                    .filter(move |to| from.chebyshev(*to) <= 1)
                    .map(move |to| contact(board, &a, &b, from, to))
            })
        })
    }

    /// Whether two bodies are adjacent: their footprints touch or overlap, their feet differ by
    /// less than `limit`, and at least one contact is not blocked by a wall, closed leaf or bars
    /// (PR-203 to PR-207). Low walls and open windows do not block; rulesets that differ use
    /// [`Self::adjacent_unless`].
    #[inline]
    pub fn adjacent(&self, a: &Body, b: &Body, limit: Hm) -> bool {
        self.adjacent_unless(a, b, limit, Edge::stops_reach)
    }

    /// Like [`Self::adjacent`], but the ruleset decides which
    /// edges block a contact (VG-141 counts low walls).
    pub fn adjacent_unless(
        &self,
        a: &Body,
        b: &Body,
        limit: Hm,
        stops: impl Fn(Edge) -> bool + Copy,
    ) -> bool {
        (a.feet - b.feet).abs() < limit && self.contacts(a, b).any(|c| c.is_open(stops))
    }

    /// The other bodies adjacent to a body, ordered by number. `limit` gives the height difference
    /// from which a pair is no longer adjacent.
    pub fn neighbours(&self, body: &Body, limit: impl Fn(&Body, &Body) -> Hm) -> Vec<&Body> {
        let is_adjacent = |b: &&Body| b.id != body.id && self.adjacent(body, b, limit(body, b));
        self.bodies().iter().filter(is_adjacent).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::{arb_board, arb_bodies, man};
    use super::super::symmetry::{Symmetry, arb_symmetry};
    use super::*;
    use crate::{Climb, Deck, EdgeKind, Material, UnitId};

    const TWO_METRES: Hm = Hm::metres(2);

    fn adjacent(board: &Board, a: &Body, b: &Body) -> bool {
        Field::new(board, vec![a.clone(), b.clone()]).adjacent(a, b, TWO_METRES)
    }

    #[test]
    fn adjacent_bodies_have_no_square_between_pr_203() {
        let board = Board::new(8, 8);
        assert!(adjacent(&board, &man(1, 3, 3), &man(2, 4, 4)));
        assert!(!adjacent(&board, &man(1, 3, 3), &man(2, 5, 4)));
        let big = Body { size: 2, ..man(2, 4, 4) };
        assert!(adjacent(&board, &man(1, 6, 5), &big));
        assert!(adjacent(&board, &man(1, 5, 5), &big), "sharing a cell counts as contact");
    }

    #[test]
    fn height_breaks_adjacency_pr_204_pr_206() {
        let board = Board::new(8, 8);
        let ledge = |feet| Body { feet: Hm(feet), ..man(2, 4, 3) };
        assert!(adjacent(&board, &man(1, 3, 3), &ledge(3)));
        assert!(!adjacent(&board, &man(1, 3, 3), &ledge(4)));
    }

    #[test]
    fn tall_bodies_reach_their_own_height_pr_205() {
        let board = Board::new(8, 8);
        let drake = Body { height: Hm(5), ..man(1, 3, 3) };
        let above = Body { feet: Hm(4), ..man(2, 4, 3) };
        let field = Field::new(&board, vec![drake.clone(), above.clone()]);
        assert!(field.adjacent(&drake, &above, drake.height));
        assert!(!field.adjacent(&drake, &above, TWO_METRES));
    }

    #[test]
    fn closed_doors_break_adjacency_pr_207_and_low_walls_do_not_pr_143() {
        let (a, b) = (man(1, 1, 1), man(2, 2, 1));
        let with = |kind, open| {
            let mut board = Board::new(4, 4);
            board.set_edge(Cell::new(1, 1), Dir::E, Some(Edge { open, ..Edge::new(kind) }));
            adjacent(&board, &a, &b)
        };
        assert!(!with(EdgeKind::Door, false));
        assert!(with(EdgeKind::Door, true));
        assert!(!with(EdgeKind::Wall, false));
        assert!(!with(EdgeKind::Window, false));
        assert!(with(EdgeKind::Window, true));
        assert!(!with(EdgeKind::Gate, false));
        assert!(with(EdgeKind::LowWall, false));
        assert!(with(EdgeKind::Fence, false));
    }

    #[test]
    fn a_ruleset_may_count_low_walls_vg_141() {
        let mut board = Board::new(8, 8);
        board.set_edge(Cell::new(3, 3), Dir::E, Some(Edge::new(EdgeKind::LowWall)));
        let (a, b) = (man(1, 3, 3), man(2, 4, 3));
        let field = Field::new(&board, vec![a.clone(), b.clone()]);
        assert!(!field.adjacent_unless(&a, &b, TWO_METRES, |_| true));
    }

    #[test]
    fn a_diagonal_is_blocked_only_if_both_paths_around_are() {
        let mut board = Board::new(4, 4);
        let (a, b) = (man(1, 1, 1), man(2, 2, 2));
        let wall = Some(Edge::new(EdgeKind::Wall));
        board.set_edge(Cell::new(1, 1), Dir::E, wall);
        assert!(adjacent(&board, &a, &b), "the southern path is open");
        board.set_edge(Cell::new(2, 2), Dir::W, wall);
        assert!(!adjacent(&board, &a, &b));
        board.set_edge(Cell::new(2, 2), Dir::W, None);
        if let Some(tile) = board.tile_mut(Cell::new(1, 2)) {
            *tile = crate::Terrain::Solid.tile();
        }
        assert!(!adjacent(&board, &a, &b));
    }

    #[test]
    fn a_deck_between_separates_those_above_from_those_below() {
        let mut board = Board::new(4, 4);
        let deck = Deck { top: Hm(3), material: Material::Wood, climb: Climb::Unmarked };
        board.add_deck(Cell::new(1, 1), deck);
        board.add_deck(Cell::new(2, 1), deck);
        let below = |x| Body { height: Hm(2), ..man(1, x, 1) };
        let above = |x| Body { feet: Hm(3), ..man(2, x, 1) };
        assert!(!adjacent(&board, &below(1), &above(1)));
        assert!(!adjacent(&board, &below(1), &above(2)));
        assert!(adjacent(&board, &man(1, 3, 1), &above(2)), "beside the deck");
        assert!(adjacent(&board, &above(1), &Body { id: UnitId(3), ..above(2) }));
    }

    #[test]
    fn a_wall_below_both_bodies_does_not_separate_them() {
        let mut board = Board::new(4, 4);
        board.set_edge(Cell::new(1, 1), Dir::E, Some(Edge::new(EdgeKind::Wall)));
        let at = |id, x, feet| Body { feet: Hm(feet), ..man(id, x, 1) };
        assert!(adjacent(&board, &at(1, 1, 6), &at(2, 2, 6)));
        assert!(!adjacent(&board, &at(1, 1, 5), &at(2, 2, 6)));
    }

    proptest! {
        #[test]
        fn adjacency_is_mutual_and_turns_with_the_board(
            board in arb_board(), bodies in arb_bodies(2), s in arb_symmetry(), limit in 1i32..8,
        ) {
            let s = Symmetry::of(&board, s);
            let turned = s.board(&board);
            let (field, other) =
                (Field::new(&board, bodies.clone()), Field::new(&turned, s.bodies(&bodies)));
            let limit = Hm(limit);
            for a in &bodies {
                for b in &bodies {
                    let there = field.adjacent(a, b, limit);
                    prop_assert_eq!(there, field.adjacent(b, a, limit));
                    prop_assert_eq!(there, other.adjacent(&s.body(a), &s.body(b), limit));
                    let there: Vec<_> = field.contacts(a, b).map(|c| (c.from, c.to)).collect();
                    let mut back: Vec<_> = field.contacts(b, a).map(|c| (c.to, c.from)).collect();
                    back.sort_unstable_by_key(|(f, t)| (f.y, f.x, t.y, t.x));
                    prop_assert_eq!(there, back);
                }
            }
        }
    }
}
