//! What the conduct of a unit allows it to do.

use grid::{Cell, Hm, Place, Room, SideId, UnitId};
use rules::goals;
use rules::state::{Conduct, Goal, State, Unit};

/// Number of units that go to a zone that another side is holding.
const CONTESTERS: u16 = 2;

/// Number of rounds before a held zone decides the battle in which contesting it comes first.
const LAST_ROUNDS: i64 = 2;

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

/// True for a side that wins by holding out.
pub fn has_to_survive(state: &State, side: SideId) -> bool {
    let survives =
        |goal: &Goal| matches!(goal, Goal::Survive { side: whose, .. } if *whose == side);
    state.scene.goals.iter().any(survives)
}

/// The zones where a goal wants a unit: those that its side has to hold; those that it has to reach,
/// and those that another side has to hold and is in, if the unit is one of the nearest that are
/// needed there.
pub fn zones<'a>(state: &'a State, unit: &Unit) -> Vec<&'a [Place]> {
    let side = unit.side();
    let wants = |goal: &'a Goal| match goal {
        Goal::Hold { side: whose, places, .. } if *whose == side => Some(places.as_slice()),
        Goal::Hold { side: whose, places, .. } => {
            let contests = || runners(state, side, places, CONTESTERS).contains(&unit.id());
            let mut foes = state.of_side(*whose).filter(|foe| foe.is_active());
            let is_taken = foes.any(|foe| goals::is_in_zone(foe, places));
            (is_taken && contests()).then_some(places.as_slice())
        }
        Goal::Reach { side: whose, places, count } if *whose == side => {
            let runs = || runners(state, side, places, *count).contains(&unit.id());
            (is_in_reach(state, side, *count) && runs()).then_some(places.as_slice())
        }
        _ => None,
    };
    state.scene.goals.iter().filter_map(wants).collect()
}

/// True if a unit is one of those that its side sends to a zone that it has to reach, and is not
/// there yet.
pub fn has_to_arrive(state: &State, unit: &Unit, room: Room) -> bool {
    let side = unit.side();
    state.scene.goals.iter().any(|goal| match goal {
        Goal::Reach { side: whose, places, count } if *whose == side => {
            is_in_reach(state, side, *count)
                && !is_inside(room, places)
                && runners(state, side, places, *count).contains(&unit.id())
        }
        _ => false,
    })
}

/// The zones that another side is about to win by and where a unit has to go to prevent it.
pub fn about_to_fall<'a>(state: &'a State, unit: &Unit, room: Room) -> Vec<&'a [Place]> {
    let side = unit.side();
    let falls = |(index, goal): (usize, &'a Goal)| match goal {
        Goal::Hold { side: whose, places, rounds } if *whose != side => {
            let left = i64::from(*rounds) - goals::rounds_held(state, index);
            let falls = left <= LAST_ROUNDS && goals::holds(state, *whose, places);
            let goes = || runners(state, side, places, CONTESTERS).contains(&unit.id());
            (falls && !is_inside(room, places) && goes()).then_some(places.as_slice())
        }
        _ => None,
    };
    state.scene.goals.iter().enumerate().filter_map(falls).collect()
}

/// True if a side still has, or expects, as many units as have to reach a zone.
pub fn is_in_reach(state: &State, side: SideId, count: u16) -> bool {
    let able = state.of_side(side).filter(|unit| unit.is_active()).count();
    let late = state.scene.arrivals.iter().filter(|arrival| arrival.unit.side() == side).count();
    able + late >= usize::from(count)
}

/// The units in the fight that are nearest to a zone.
fn runners(state: &State, side: SideId, zone: &[Place], count: u16) -> Vec<UnitId> {
    let away = |unit: &Unit| {
        let at = unit.placement.at.cell()?;
        zone.iter().filter_map(|place| place.cell()).map(|cell| cell.chebyshev(at)).min()
    };
    let able = state.of_side(side).filter(|unit| unit.is_active());
    let mut all: Vec<_> = able.filter_map(|unit| Some((away(unit)?, unit.id()))).collect();
    all.sort_unstable();
    all.into_iter().take(count.into()).map(|(_, id)| id).collect()
}

/// True if part of a room lies in these places.
pub fn is_inside(room: Room, places: &[Place]) -> bool {
    room.cells().any(|cell| places.contains(&cell.into()))
}
