//! What stops walkers on the board, and limits of a single step.

use grid::{Edge, EdgeKind, Hm, Passage};
use rules::Ruleset;

/// Maximum climb on foot where no face is marked climbable.
pub(super) const MAX_CLIMB: Hm = Hm::metres(2);
/// Maximum step down.
pub(super) const MAX_DROP: Hm = Hm::metres(5);
/// Maximum cost of a step on foot.
pub(super) const MAX_WALK_COST: i32 = 15;

/// What stops walkers besides walls and water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limits {
    /// Edge length of the footprint, in cells. Paths are paths of its north-western cell.
    pub size: u8,
    /// Closed gates stop them.
    pub gates: bool,
    /// Locked leaves stop them.
    pub locks: bool,
    /// Higher climbs, up or down, take longer than a turn; `None` if no climb does.
    pub climb: Option<Hm>,
}

impl Limits {
    /// What stops walkers under these rules.
    pub fn under(rules: &dyn Ruleset) -> Self {
        let (gates, locks) = (!rules.opens_walking(EdgeKind::Gate), rules.has_locks());
        Self { gates, locks, ..Self::default() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { size: 1, gates: false, locks: false, climb: None }
    }
}

/// What an edge means for a walker, depending on whether closed gates and locks stop it.
pub fn passage(edge: Edge, limits: Limits) -> Passage {
    match edge.passage() {
        Passage::Shut if limits.gates && edge.kind == EdgeKind::Gate => Passage::Closed,
        Passage::Shut if limits.locks && edge.is_locked() => Passage::Closed,
        passage => passage,
    }
}
