//! Findings about walls and doors.

use std::collections::BTreeMap;

use super::{Check, Severity, Subject};
use crate::{ELEVATIONS, MAX_EDGES};
use grid::{Board, Cell, Dir, Edge, EdgeAt, EdgeKind, MAX_STOREYS, Passage, ThingKind};

/// The shortest and the longest distance at which a lever moves gates and hatches, among the
/// rulesets, in squares.
const LEVER: (i32, i32) = (12, 30);

impl Check<'_> {
    /// Rejects walls and doors that the board cannot have.
    pub(super) fn edges(&mut self) {
        let ground = &self.level.ground;
        if self.level.edges.len() > MAX_EDGES {
            let count = self.level.edges.len();
            let message = format!("walls and doors on {count} edges; allowed: {MAX_EDGES}");
            self.error(Subject::Field("walls"), message);
        }
        let mut storeys: BTreeMap<(Cell, Dir), usize> = BTreeMap::new();
        for (at, edge) in &self.level.edges {
            let subject = Subject::Edge(*at);
            let (name, cell) = (edge.kind.spec().name, at.cell);
            let tiles = at.cells().map(|c| ground.tile(c));
            let base = tiles.iter().flatten().map(|tile| tile.elevation).max();
            if at.is_hatch() {
                let deck = at.floor.filter(|top| self.level.decks.contains_key(&(cell, *top)));
                if deck.is_none() {
                    let message = format!("the hatch at {cell} is in no deck: none has its height");
                    self.error(subject, message);
                }
                continue;
            }
            if !matches!(at.side, Dir::N | Dir::W) || base.is_none() {
                self.error(subject, format!("the {name} at {cell} is off the board"));
                continue;
            }
            if edge.secret && (edge.open || !edge.kind.spec().opens) {
                self.error(
                    subject,
                    format!("the {name} at {cell} is secret, but not a closed door"),
                );
                continue;
            }
            if edge.open && !edge.kind.spec().opens {
                self.error(subject, format!("the {name} at {cell} has no leaf that opens"));
                continue;
            }
            let Some((floor, base)) = at.floor.zip(base) else { continue };
            let count = storeys.entry((at.cell, at.side)).or_default();
            *count += 1;
            if !(ELEVATIONS.0..=ELEVATIONS.1).contains(&floor) {
                self.error(subject, format!("the {name} at {cell} is too high or too low"));
            } else if floor <= base {
                let message = format!(
                    "the {name} at {cell} stands at {floor}; the ground there is at {base}, so it \
                     needs no `floor`"
                );
                self.error(subject, message);
            } else if *count > MAX_STOREYS {
                let message =
                    format!("walls and doors on more than {MAX_STOREYS} floors at {cell}");
                self.error(subject, message);
            }
        }
    }

    /// Warns about doors with no wall next to them or nothing behind them, and about walls and
    /// doors without support.
    pub(super) fn edge_advice(&mut self, board: &Board) {
        for (at, edge) in &self.level.edges {
            let (name, cell) = (edge.kind.spec().name, at.cell);
            if edge.locked && edge.open {
                let message = format!(
                    "the {name} at {cell} is locked, but open: a lock only holds what is closed"
                );
                self.warning(Subject::Edge(*at), message);
            }
            if at.is_hatch() {
                continue;
            }
            if !is_carried(board, *at) {
                let message = format!(
                    "the {name} at {cell} hangs in the air: no deck is next to its foot, and no wall \
                     below it"
                );
                self.warning(Subject::Edge(*at), message);
            }
            if !edge.kind.spec().opens {
                continue;
            }
            if at.cells().iter().any(|c| board.is_solid(*c)) {
                let message = format!("the {name} at {cell} leads into solid ground");
                self.warning(Subject::Edge(*at), message);
                continue;
            }
            let end = if at.side == Dir::N { cell.step(Dir::E) } else { cell.step(Dir::S) };
            if !held(board, cell, *at) && !held(board, end, *at) {
                let message = format!("the {name} at {cell} stands alone: no wall is next to it");
                self.warning(Subject::Edge(*at), message);
            } else if edge.secret && !self.is_in_line(*at) {
                let message = format!(
                    "the secret {name} at {cell} is easy to guess: no wall continues on either side"
                );
                self.warning(Subject::Edge(*at), message);
            }
        }
    }
}

impl Check<'_> {
    /// Warns about levers that are too far from every gate and hatch.
    pub(super) fn levers(&mut self) {
        let level = self.level;
        let is_moved = |edge: &Edge| matches!(edge.kind, EdgeKind::Gate | EdgeKind::Hatch);
        let moved = level.edges.iter().filter(|(_, edge)| is_moved(edge));
        let moved: Vec<Cell> = moved.flat_map(|(at, _)| at.cells()).collect();
        let (short, long) = LEVER;
        for (cell, _) in level.things.iter().filter(|(_, i)| i.kind == ThingKind::Lever) {
            let nearest = moved.iter().map(|gate| gate.chebyshev(*cell)).min();
            match nearest.filter(|far| *far <= long) {
                None => {
                    let message = format!(
                        "the lever at {cell} moves nothing: no gate or hatch is within {long} m"
                    );
                    self.warning(Subject::Thing(*cell), message);
                }
                Some(far) if far > short => {
                    let message = format!(
                        "the lever at {cell} is {far} m from the nearest gate or hatch; in some \
                         rulesets levers only reach {short} m"
                    );
                    self.add(Severity::Note, Subject::Thing(*cell), message);
                }
                Some(_) => {}
            }
        }
    }

    /// Whether a high wall continues from a door to either side.
    fn is_in_line(&self, at: EdgeAt) -> bool {
        let along = if at.side == Dir::N { Dir::E } else { Dir::S };
        let beside = |way: Dir| self.level.edges.get(&EdgeAt { cell: at.cell.step(way), ..at });
        let high = |edge: &Edge| matches!(edge.kind, EdgeKind::Wall | EdgeKind::Planks);
        beside(along).is_some_and(high) || beside(along.opposite()).is_some_and(high)
    }
}

/// Whether matter stands on the ground, on a deck of one of its cells or on other matter.
fn is_carried(board: &Board, at: EdgeAt) -> bool {
    let Some(floor) = at.floor else { return true };
    let deck = |c: &Cell| board.decks_in(*c).iter().any(|deck| deck.top == floor);
    let mut below = board.edges_on(at.cell, at.side).filter(|(other, _)| *other != at);
    at.cells().iter().any(deck) || below.any(|(b, edge)| board.edge_top(b, edge.kind) == floor)
}

/// Whether something holds a door at a corner of the grid: another wall on its storey that ends
/// there, solid ground, or the border of the board.
fn held(board: &Board, corner: Cell, own: EdgeAt) -> bool {
    let edges = [
        (corner, Dir::N),
        (corner, Dir::W),
        (corner.step(Dir::W), Dir::N),
        (corner.step(Dir::N), Dir::W),
    ];
    let cells = [corner, corner.step(Dir::W), corner.step(Dir::N), corner.step(Dir::NW)];
    let foot = board.edge_foot(own);
    let reaches = |at: EdgeAt, edge: Edge| match own.floor {
        None => at.floor.is_none(),
        Some(_) => board.edge_foot(at) <= foot && foot < board.edge_top(at, edge.kind),
    };
    let stands = |(at, edge): (EdgeAt, Edge)| {
        (edge.passage() != Passage::Free || edge.kind.spec().opens) && reaches(at, edge)
    };
    let mut others = edges.iter().filter(|edge| **edge != (own.cell, own.side));
    others.any(|(c, side)| board.edges_on(*c, *side).any(stands))
        || cells.iter().any(|c| board.is_solid(*c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeckItem, Finding, Item, Level};
    use grid::{Hm, Terrain};

    fn upper(x: i16, floor: i32) -> EdgeAt {
        EdgeAt { cell: Cell::new(x, 2), side: Dir::N, floor: Some(Hm(floor)) }
    }

    /// A level with a deck at 3 m over four cells.
    fn gallery() -> Level {
        let mut level = Level::blank("Gallery", 8, 6, Terrain::Grass);
        for x in 2..6 {
            level.decks.insert((Cell::new(x, 2), Hm(6)), DeckItem::USUAL);
        }
        level
    }

    fn advice(level: &Level) -> Vec<Finding> {
        let mut check = Check { level, findings: Vec::new() };
        check.edge_advice(&level.board());
        check.findings
    }

    #[test]
    fn walls_stand_on_decks_and_on_walls_but_not_in_the_air() {
        let mut level = gallery();
        for (x, floor) in [(2, 6), (3, 6), (3, 12), (4, 8)] {
            level.edges.insert(upper(x, floor), Edge::new(EdgeKind::Wall));
        }
        let found = advice(&level);
        let places: Vec<&Subject> = found.iter().map(|finding| &finding.subject).collect();
        assert_eq!(places, [&Subject::Edge(upper(4, 8))]);
        assert!(found[0].message.contains("hangs in the air"), "{found:?}");
    }

    #[test]
    fn an_upper_door_is_held_by_walls_of_its_own_storey() {
        let mut level = gallery();
        level.edges.insert(upper(3, 6), Edge::new(EdgeKind::Door));
        level.edges.insert(EdgeAt::ground(Cell::new(4, 2), Dir::N), Edge::new(EdgeKind::Wall));
        assert!(advice(&level).iter().any(|f| f.message.contains("stands alone")));
        level.edges.insert(upper(4, 6), Edge::new(EdgeKind::Planks));
        assert_eq!(advice(&level), []);
    }

    #[test]
    fn locked_leaves_are_closed() {
        let mut level = gallery();
        let hatch = EdgeAt::hatch(Cell::new(3, 2), Hm(6));
        let leaf = Edge { locked: true, ..Edge::new(EdgeKind::Hatch) };
        level.edges.insert(hatch, leaf);
        assert_eq!(advice(&level), []);
        level.edges.insert(hatch, Edge { open: true, ..leaf });
        let found = advice(&level);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            (found[0].severity, &found[0].subject),
            (Severity::Warning, &Subject::Edge(hatch))
        );
        assert!(found[0].message.contains("is locked, but open"), "{found:?}");
    }

    #[test]
    fn levers_need_a_gate_or_hatch_near_them() {
        let mut level = Level::blank("Lever", 60, 6, Terrain::Grass);
        let lever = Cell::new(2, 2);
        level.things.insert(lever, Item::new(ThingKind::Lever));
        let told = |level: &Level| {
            let mut check = Check { level, findings: Vec::new() };
            check.levers();
            assert!(check.findings.iter().all(|f| f.subject == Subject::Thing(lever)));
            check.findings.into_iter().map(|f| f.severity).collect::<Vec<_>>()
        };
        let gate = |x, kind| {
            let mut level = level.clone();
            level.edges.insert(EdgeAt::ground(Cell::new(x, 2), Dir::W), Edge::new(kind));
            told(&level)
        };
        assert_eq!(told(&level), [Severity::Warning]);
        assert_eq!(gate(3, EdgeKind::Door), [Severity::Warning]);
        // The nearer cell of an edge counts.
        assert_eq!(gate(15, EdgeKind::Gate), []);
        assert_eq!(gate(16, EdgeKind::Gate), [Severity::Note]);
        assert_eq!(gate(33, EdgeKind::Gate), [Severity::Note]);
        assert_eq!(gate(34, EdgeKind::Gate), [Severity::Warning]);
    }

    #[test]
    fn floors_in_the_ground_and_too_many_are_errors() {
        let mut level = gallery();
        level.edges.insert(upper(2, 0), Edge::new(EdgeKind::Fence));
        for n in 1..=9 {
            level.edges.insert(upper(4, 4 * n), Edge::new(EdgeKind::Fence));
        }
        level.edges.insert(upper(5, 201), Edge::new(EdgeKind::Fence));
        let errors = level.validate().into_iter().filter(|f| f.severity == Severity::Error);
        let subjects: Vec<Subject> = errors.map(|finding| finding.subject).collect();
        let wanted = [upper(2, 0), upper(4, 36), upper(5, 201)].map(Subject::Edge);
        assert_eq!(subjects, wanted);
    }
}
