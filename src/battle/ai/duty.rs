//! What the conduct of a unit allows it to do.

use grid::{Cell, Hm, Place, Room};
use rules::state::{Conduct, State};

/// What a unit is currently bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty<'a> {
    /// It seeks the fight.
    Free,
    /// It does not leave its place.
    Hold,
    /// It stays in these places (in ascending order), or returns to them.
    Guard(&'a [Place]),
    /// It walks to this cell.
    Walk(Cell),
}

impl<'a> Duty<'a> {
    /// The duty of a unit. A unit controlled by another side has none.
    pub fn of(state: &'a State, unit: grid::UnitId) -> Self {
        let Some(conduct) = state.scene.conducts.of(unit) else { return Self::Free };
        if state.commander(unit) != state.unit(unit).map(|unit| unit.side()) {
            return Self::Free;
        }
        match conduct {
            Conduct::Hold { .. } => Self::Hold,
            Conduct::Guard { places } => Self::Guard(places),
            Conduct::Patrol { stops, next, .. } => {
                let next = usize::try_from(*next).ok().and_then(|next| stops.get(next));
                next.and_then(|stop| stop.cell()).map_or(Self::Hold, Self::Walk)
            }
        }
    }

    /// False if it seeks the fight.
    pub fn binds(self) -> bool {
        self != Self::Free
    }

    /// True if it lets the unit move to a position to act or wait there. A unit outside its places
    /// returns to them first.
    pub fn allows(self, room: Room) -> bool {
        match self {
            Self::Free => true,
            Self::Guard(places) => {
                room.cells().all(|cell| places.binary_search(&Place::Cell(cell)).is_ok())
            }
            Self::Hold | Self::Walk(_) => false,
        }
    }

    /// Where the unit has to go first; empty if it is already there.
    pub fn ends(self, room: Room) -> Vec<(Cell, Option<Hm>)> {
        match self {
            Self::Free | Self::Hold => Vec::new(),
            Self::Guard(_) if self.allows(room) => Vec::new(),
            Self::Guard(places) => {
                places.iter().filter_map(|place| Some((place.cell()?, None))).collect()
            }
            Self::Walk(stop) => vec![(stop, None)],
        }
    }
}
