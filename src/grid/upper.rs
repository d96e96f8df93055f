//! Matter on edges above the ground: walls, windows, doors and parapets of upper storeys.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::cell::{Cell, Dir};
use super::deck::MAX_STOREYS;
use super::edge_at::EdgeAt;
use super::matter::{Band, Edge, EdgeKind, Passage};
use super::room::Room;
use super::units::Hm;

/// The matter on edges above the ground: by cell and north or west side, from the bottom up with
/// the heights of the floors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct UpperEdges(BTreeMap<(Cell, Dir), Vec<(Hm, Edge)>>);

impl UpperEdges {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Hash for UpperEdges {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Boards without any keep the hash from before there were any.
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}

/// The heights that a body takes up while it crosses an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swept {
    /// The lowest height of its feet.
    pub low: Hm,
    /// The highest height of its feet.
    pub high: Hm,
    /// The highest height of its head.
    pub top: Hm,
}

impl Swept {
    /// The heights of a body that stays in a room.
    pub fn room(room: Room) -> Self {
        Self { low: room.feet, high: room.feet, top: room.top() }
    }

    /// The heights of a body on its way from one room to another.
    pub fn between(from: Room, to: Room) -> Self {
        let (low, high) = (from.feet.min(to.feet), from.feet.max(to.feet));
        Self { low, high, top: from.top().max(to.top()) }
    }
}

/// Feet at least this far below the foot of a wall are below the wall, not in front of it.
const OVERHEAD: Hm = Hm::metres(1);

impl Board {
    /// The matter above the ground on one side of a cell, from the bottom up.
    #[inline]
    pub(super) fn upper_edges_on(&self, c: Cell, side: Dir) -> &[(Hm, Edge)] {
        if self.uppers.0.is_empty() {
            return &[];
        }
        let at = EdgeAt::ground(c, side).canonical();
        self.uppers.0.get(&(at.cell, at.side)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether there is matter above the ground on any edge.
    #[inline]
    pub fn has_upper_edges(&self) -> bool {
        !self.uppers.0.is_empty()
    }

    /// The matter at a place.
    pub fn edge_at(&self, at: EdgeAt) -> Option<Edge> {
        let Some(floor) = at.floor else { return self.edge(at.cell, at.side) };
        if at.is_hatch() {
            return self.hatch_at(at);
        }
        let list = self.upper_edges_on(at.cell, at.side);
        list.iter().find(|(height, _)| *height == floor).map(|(_, edge)| *edge)
    }

    /// Sets or clears the matter at a place. Returns false, without a change, for diagonals, edges
    /// off the board, and where matter stands on [`MAX_STOREYS`] floors already; for hatches where
    /// there is no deck of that height.
    pub fn set_edge_at(&mut self, at: EdgeAt, edge: Option<Edge>) -> bool {
        let at = at.canonical();
        let Some(floor) = at.floor else { return self.set_edge(at.cell, at.side, edge) };
        if at.is_hatch() {
            return self.set_hatch(at, edge);
        }
        if edge.is_some_and(|edge| edge.kind == EdgeKind::Hatch)
            || !at.cells().iter().any(|c| self.contains(*c))
        {
            return false;
        }
        self.clear_cache();
        let place = (at.cell, at.side);
        let list = self.uppers.0.entry(place).or_default();
        let old = list.iter_mut().find(|(height, _)| *height == floor);
        let full = old.is_none() && list.len() >= MAX_STOREYS;
        match (list.iter().position(|(height, _)| *height == floor), edge) {
            (Some(i), Some(edge)) => {
                if let Some(slot) = list.get_mut(i) {
                    slot.1 = edge;
                }
            }
            (Some(i), None) => {
                list.remove(i);
            }
            (None, Some(edge)) if !full => {
                list.push((floor, edge));
                list.sort_unstable_by_key(|(height, _)| *height);
            }
            (None, _) => {}
        }
        if list.is_empty() {
            self.uppers.0.remove(&place);
        }
        self.note_walls(at.cells());
        !(full && edge.is_some())
    }

    /// The heights of all floors above the ground, from the bottom up: those of decks and of matter
    /// on upper storeys.
    pub fn floors(&self) -> BTreeSet<Hm> {
        let decks = self.decks().map(|(_, deck)| deck.top);
        let upper = self.uppers.0.values().flatten().map(|(floor, _)| *floor);
        let holes = self.open_hatches().map(|(_, deck)| deck.top);
        decks.chain(upper).chain(holes).collect()
    }

    /// Removes the decks above a height, and the matter on edges that stands above it; without a
    /// height, all above the ground.
    pub fn remove_above(&mut self, most: Option<Hm>) {
        let gone = |floor: Hm| most.is_none_or(|most| floor > most);
        self.remove_decks_at(gone);
        let edges: Vec<EdgeAt> = self.edges().map(|(at, _)| at).collect();
        for at in edges.into_iter().filter(|at| at.floor.is_some_and(gone)) {
            self.set_edge_at(at, None);
        }
    }

    /// Whether all matter above the ground is where [`Self::set_edge_at`] could have put it; a file
    /// may say otherwise.
    pub fn has_valid_upper_edges(&self) -> bool {
        self.uppers.0.iter().all(|((cell, side), list)| {
            let at = EdgeAt::ground(*cell, *side);
            matches!(side, Dir::N | Dir::W)
                && at.cells().iter().any(|c| self.contains(*c))
                && (1..=MAX_STOREYS).contains(&list.len())
                && list.is_sorted_by(|a, b| a.0 < b.0)
                && at.cells().iter().all(|c| !self.is_bare(*c))
        })
    }

    /// The matter on one side of a cell from the bottom up, on the ground first.
    pub fn edges_on(&self, c: Cell, side: Dir) -> impl Iterator<Item = (EdgeAt, Edge)> + '_ {
        let ground = self.edge(c, side).map(|edge| (EdgeAt::ground(c, side), edge));
        let upper = self.upper_edges_on(c, side).iter();
        ground.into_iter().chain(
            upper.map(move |(floor, edge)| (EdgeAt { cell: c, side, floor: Some(*floor) }, *edge)),
        )
    }

    /// Every edge with matter, with its cell and side (north or west): first those on the ground,
    /// then those above it; then every hatch.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeAt, Edge)> + '_ {
        let ground = self.ground_edges().map(|(c, side, edge)| (EdgeAt::ground(c, side), edge));
        let upper = self.uppers.0.iter().flat_map(|((cell, side), list)| {
            let at = EdgeAt::ground(*cell, *side);
            list.iter().map(move |(floor, edge)| (EdgeAt { floor: Some(*floor), ..at }, *edge))
        });
        ground.chain(upper).chain(self.hatches())
    }

    /// Absolute height at which the matter at a place stands: see [`Self::edge_base`].
    pub fn edge_foot(&self, at: EdgeAt) -> Hm {
        at.floor.unwrap_or_else(|| self.edge_base(at.cell, at.side))
    }

    /// Absolute height of the top of the matter at a place: that of its kind, but no higher than
    /// the foot of the matter above it.
    pub fn edge_top(&self, at: EdgeAt, kind: EdgeKind) -> Hm {
        let foot = self.edge_foot(at);
        let top = foot + kind.spec().height;
        let above = self.upper_edges_on(at.cell, at.side).iter().map(|(floor, _)| *floor);
        above.filter(|floor| *floor > foot).map(|floor| floor.min(top)).next().unwrap_or(top)
    }

    /// A band of the matter at a place in absolute heights, cut off like [`Self::edge_top`]: its
    /// lower end, without limit on the ground, and its upper end.
    pub(super) fn edge_band(
        &self,
        at: EdgeAt,
        kind: EdgeKind,
        band: Band,
    ) -> Option<(Option<Hm>, Hm)> {
        let foot = self.edge_foot(at);
        let from = band.from.map(|from| foot + from).or(at.floor);
        let to = (foot + band.to).min(self.edge_top(at, kind));
        from.is_none_or(|from| from < to).then_some((from, to))
    }

    /// The matter on one side of a cell that is in front of a body with its feet and its head at
    /// these heights, from the bottom up. Matter on the ground reaches down without limit.
    pub fn edges_before(
        &self,
        c: Cell,
        side: Dir,
        (feet, head): (Hm, Hm),
    ) -> impl Iterator<Item = (EdgeAt, Edge)> + '_ {
        let body = Swept { low: feet, high: feet, top: head };
        self.edges_on(c, side).filter(move |(at, edge)| self.is_before(*at, *edge, body))
    }

    /// Whether matter at a place is in front of a body with these heights, not above or below it.
    pub(super) fn is_before(&self, at: EdgeAt, edge: Edge, body: Swept) -> bool {
        at.floor.is_none_or(|floor| floor < body.top && floor - body.high < OVERHEAD)
            && body.low < self.edge_top(at, edge.kind)
    }

    /// The matter on one side of a cell that is most in the way of a body with its feet and its
    /// head at these heights; ties go to the lowest.
    pub fn edge_before(&self, c: Cell, side: Dir, heights: (Hm, Hm)) -> Option<(EdgeAt, Edge)> {
        let worse = |worst: Option<(EdgeAt, Edge)>, next: (EdgeAt, Edge)| match worst {
            Some(worst) if worst.1.passage() >= next.1.passage() => Some(worst),
            _ => Some(next),
        };
        self.edges_before(c, side, heights).fold(None, worse)
    }

    /// The matter on one side of a cell that is most in the way of a walker who steps over it from
    /// one height of the feet to another; ties go to the lowest. `None` if nothing is.
    pub fn edge_on_step(
        &self,
        c: Cell,
        side: Dir,
        (from, to): (Hm, Hm),
        height: Hm,
    ) -> Option<(EdgeAt, Edge)> {
        let (low, high) = (from.min(to), from.max(to));
        let body = Swept { low, high, top: high + height };
        let met =
            self.edges_on(c, side).map(|(at, edge)| (self.walk_past(at, edge, body), at, edge));
        let met = met.filter(|(passage, ..)| *passage > Passage::Free);
        let worst = met.reduce(|worst, next| if next.0 > worst.0 { next } else { worst });
        worst.map(|(_, at, edge)| (at, edge))
    }

    /// What matter means for a walker: nothing if its top is no higher than the feet, if it begins
    /// above the head, or if it ends below the deck that the walker leaves or enters. Lintels do
    /// not count, because walkers duck.
    pub(super) fn walk_past(&self, at: EdgeAt, edge: Edge, body: Swept) -> Passage {
        let passage = edge.passage();
        if passage == Passage::Free {
            return passage;
        }
        let top = self.edge_top(at, edge.kind);
        if body.low >= top || at.floor.is_some_and(|floor| body.top <= floor) {
            return Passage::Free;
        }
        if at.floor.is_some_and(|floor| floor - body.high >= OVERHEAD) {
            return Passage::Closed;
        }
        let is_deck = |c: &Cell| self.decks_in(*c).iter().any(|deck| deck.top == body.high);
        if body.high >= top && body.high > body.low && at.cells().iter().any(is_deck) {
            return Passage::Free;
        }
        passage
    }

    /// What matter means for a flyer. Low walls stop it below their top; a closed leaf counts as
    /// shut where the flyer would fit through its opening.
    pub(super) fn fly_past(&self, at: EdgeAt, mut edge: Edge, body: Swept) -> Passage {
        let spec = edge.kind.spec();
        let is_above = at.floor.is_some_and(|floor| body.top <= floor);
        if body.low >= self.edge_top(at, edge.kind) || is_above {
            return Passage::Free;
        }
        let leaf = spec.opens && !edge.open;
        edge.open |= spec.opens;
        let bands = edge.bands().into_iter().flatten();
        let mut bands = bands.filter_map(|band| self.edge_band(at, edge.kind, band));
        let stopped = bands.any(|(from, to)| to > body.low && from.is_none_or(|f| f < body.top));
        match (stopped, leaf) {
            (true, _) => Passage::Closed,
            (false, true) => Passage::Shut,
            (false, false) => Passage::Free,
        }
    }
}

#[cfg(test)]
mod tests;
