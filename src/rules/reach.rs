//! Reachable places of a combatant, for display and AI.

use std::sync::Arc;

use grid::{Cell, Hm, Move, Reach};

use super::target::Waypoint;

/// A place where a move may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReachStop {
    /// The north-west cell.
    pub cell: Cell,
    /// Absolute height of the feet there.
    pub feet: Hm,
    /// The cost, in the ruleset's movement points.
    pub cost: u32,
    /// 0 for an ordinary move, 1 if it takes more out of the turn (running).
    pub tier: u8,
}

/// Finds the path to a stop.
pub trait Ways: Send + Sync {
    /// The cheapest path that ends in a cell at this height of the feet.
    fn way(&self, cell: Cell, feet: Hm) -> Option<Vec<Waypoint>>;
}

/// The paths of a board search that started in a cell.
pub struct SearchedWays<S, K> {
    /// The search.
    pub reach: Reach<S, K>,
    /// The start.
    pub start: Cell,
}

impl<S: Send + Sync, K: Send + Sync> Ways for SearchedWays<S, K> {
    fn way(&self, cell: Cell, feet: Hm) -> Option<Vec<Waypoint>> {
        let mut at = self.start;
        let moves = self.reach.path_to_at(cell, feet)?;
        Some(
            moves
                .into_iter()
                .map(|step| {
                    at = step.to().unwrap_or(at);
                    let feet = match step {
                        Move::Walk { .. } => None,
                        Move::Fly { feet, .. } | Move::Soar { feet, .. } | Move::Climb { feet } => {
                            Some(feet)
                        }
                    };
                    Waypoint::new(at, feet)
                })
                .collect(),
        )
    }
}

/// The paths of one search, or of a second one for places that the first does not reach.
struct Either {
    first: Arc<dyn Ways>,
    second: Arc<dyn Ways>,
}

impl Ways for Either {
    fn way(&self, cell: Cell, feet: Hm) -> Option<Vec<Waypoint>> {
        self.first.way(cell, feet).or_else(|| self.second.way(cell, feet))
    }
}

/// All places that a combatant can reach in its turn.
#[derive(Clone)]
pub struct ReachMap {
    stops: Arc<[ReachStop]>,
    ways: Option<Arc<dyn Ways>>,
}

impl ReachMap {
    /// No reachable places.
    pub fn empty() -> Self {
        Self { stops: Arc::default(), ways: None }
    }

    /// The stops, with an object that finds the paths to them.
    pub fn new(mut stops: Vec<ReachStop>, ways: Arc<dyn Ways>) -> Self {
        stops.sort_unstable_by_key(|s| (s.cell.y, s.cell.x, s.feet));
        Self { stops: stops.into(), ways: Some(ways) }
    }

    /// Adds the stops that this map lacks, from another search that started at the same place.
    #[must_use]
    pub fn or_else(self, other: Self) -> Self {
        let order = |s: &ReachStop| (s.cell.y, s.cell.x, s.feet);
        let known = |stop: &ReachStop| self.stops.binary_search_by_key(&order(stop), order).is_ok();
        let more = other.stops.iter().filter(|s| !known(s));
        let all: Vec<ReachStop> = self.stops.iter().chain(more).copied().collect();
        match (self.ways, other.ways) {
            (Some(first), Some(second)) => Self::new(all, Arc::new(Either { first, second })),
            (ways, others) => Self { stops: all.into(), ways: ways.or(others) },
        }
    }

    /// Every stop, sorted by row, then by height.
    pub fn stops(&self) -> &[ReachStop] {
        &self.stops
    }

    /// The cheapest stop in a cell, at any height.
    pub fn stop_in(&self, cell: Cell) -> Option<ReachStop> {
        let from = self.stops.partition_point(|s| (s.cell.y, s.cell.x) < (cell.y, cell.x));
        let rest = self.stops.get(from..).unwrap_or_default();
        rest.iter().take_while(|s| s.cell == cell).min_by_key(|s| (s.cost, s.feet)).copied()
    }

    /// The cheapest path to a stop. Empty for the combatant's current place.
    pub fn way_to(&self, stop: ReachStop) -> Option<Vec<Waypoint>> {
        self.ways.as_ref().and_then(|w| w.way(stop.cell, stop.feet))
    }
}
