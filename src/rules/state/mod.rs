//! The plain state of a battle: read by rules, copied by odds, hashed by replays, stored by saves.
//!
//! A running game uses the same structs as components of unit entities and as a few resources;
//! [`State`] combines all of them.

mod carriers;
mod clock;
mod conduct;
mod fog;
pub mod goal;
mod knowledge;
mod last_act;
mod meters;
mod object_conditions;
mod observing;
mod referee;
mod scene;
mod secrets;
mod shared;
pub mod story;
mod undertakings;
mod unit;
mod units;

use serde::{Deserialize, Serialize};

use grid::{SideId, UnitId};

use super::dice::Dice;
use super::step::Queue;

pub use carriers::{Carrier, Carriers, Layer, LayerState};
pub use clock::{Clock, Expiry, Extra, Slot, SlotKind, SlotNotice, SlotState};
pub use conduct::{Conduct, Conducts};
pub use fog::{Fog, Sighting, Trail};
pub use goal::Goal;
pub use knowledge::{Awareness, Knowledge, Known, Observer};
pub use last_act::{LastAct, Moment};
pub use meters::{Meter, Meters};
pub use object_conditions::{ObjectCondition, ObjectConditions};
pub use referee::{Judgement, Permit, Referee, Until};
pub use scene::{Armed, Arrival, Lasting, Lying, Scene, Side, Verdict};
pub use secrets::Secrets;
pub use shared::Shared;
pub use undertakings::{Undertaking, Undertakings};
pub use unit::{
    ActRecord, Condition, Conditions, Flags, Form, Gear, Identity, Link, Links, Placement, Pools,
    Posture, Sheet, Status, StoredForm, Tracks, TurnLog, Unit,
};
pub use units::Units;

/// Flag of a combatant commanded by another side: that side's number plus 1.
pub const COMMANDED_BY: &str = "commanded_by";

/// A whole battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The parts that belong to the battle as a whole.
    pub scene: Shared<Scene>,
    /// The combatants, sorted by ID.
    pub units: Units,
    /// The pending steps.
    pub queue: Queue,
    /// The dice generator of the battle.
    pub dice: Dice,
    /// The last act, in a battle with a referee.
    pub last: Option<LastAct>,
}

impl State {
    /// A battle before its first round.
    pub fn new(scene: Scene, units: impl Into<Units>, seed: u64) -> Self {
        let units = units.into();
        let mut scene = scene;
        let late = scene.arrivals.iter().map(|a| a.unit.id());
        let late = late.chain(scene.story.units().map(Unit::id));
        let highest = units.last().map(Unit::id).into_iter().chain(late).max();
        let highest = highest.map_or(0, |id| id.0 + 1);
        scene.next_number = scene.next_number.max(highest);
        let scene = Shared::from(scene);
        Self { scene, units, queue: Queue::default(), dice: Dice::seeded(seed), last: None }
    }

    /// Returns true if a side sees a combatant: its own units, and units in view that it has
    /// noticed. Without hidden information, every unit that does not hide from it.
    #[inline]
    pub fn sees(&self, side: SideId, unit: &Unit) -> bool {
        let noticed = || self.noticed(Observer::Side(side), unit.id()) >= Awareness::Notices;
        unit.side() == side || (self.scene.fog.shows(side, unit.id()) && noticed())
    }

    /// The combatant with this ID.
    #[inline]
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.of(id)
    }

    /// The combatant with this ID, mutable.
    pub fn unit_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.units.of_mut(id)
    }

    /// The side that decides for a combatant: its own, or one that controls its will.
    #[inline]
    pub fn commander(&self, id: UnitId) -> Option<SideId> {
        let unit = self.unit(id)?;
        let other = unit.flags.get(COMMANDED_BY).checked_sub(1);
        let other = other.and_then(|n| u8::try_from(n).ok()).map(SideId);
        Some(other.filter(|s| usize::from(s.0) < self.scene.sides.len()).unwrap_or(unit.side()))
    }

    /// True if two combatants fight for different sides.
    #[inline]
    pub fn are_foes(&self, a: UnitId, b: UnitId) -> bool {
        match (self.unit(a), self.unit(b)) {
            (Some(a), Some(b)) => a.side() != b.side(),
            _ => false,
        }
    }

    /// The combatants of a side, sorted by ID.
    pub fn of_side(&self, side: SideId) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |u| u.side() == side)
    }

    /// A hash (XXH3) of the serialised state, equal for equal states on every machine and build.
    /// The board comes first; its hash is cached while it is unchanged.
    pub fn hash(&self) -> u64 {
        let Self { scene, units, queue, dice, last } = self;
        // Destructured by name, so that a new field cannot be forgotten. The order is that of
        // serialisation.
        let Scene {
            board,
            sides,
            clock,
            armed,
            lasting,
            lying,
            object_conditions,
            goals,
            policies,
            flags,
            verdict,
            aftermath,
            referee,
            fog,
            knowledge,
            arrivals,
            next_number,
            story,
            conducts,
            secrets,
        } = &**scene;
        let front = (sides, clock, armed, lasting, lying, object_conditions, goals);
        let conducts = conduct::HashedConducts(conducts);
        let plans = (story::HashedStory(story), conducts, secrets::HashedSecrets(secrets));
        let notes = (fog, knowledge, arrivals, next_number, plans);
        let rest = (front, policies, flags, verdict, aftermath, referee, notes);
        // Serialising plain structs into memory cannot fail; an empty buffer would still give a
        // stable number.
        let bytes = postcard::to_allocvec(&(rest, units, queue, dice, last)).unwrap_or_default();
        board.digest_with(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Board;

    #[test]
    fn the_hash_is_that_of_the_whole_serialised_state() {
        let sides = vec![Side { name: "Blue".into(), ambush: true, flags: Flags::default() }];
        let mut scene = Scene::new(Board::new(4, 3), sides, vec![Goal::LastStanding]);
        scene.next_number = 300;
        let check = |scene: Scene| {
            let state = State::new(scene, Units::default(), 7);
            let bytes = postcard::to_allocvec(&state).expect("plain data");
            assert_eq!(state.hash(), xxhash_rust::xxh3::xxh3_64(&bytes));
            state.hash()
        };
        let plain = check(scene.clone());
        scene.conducts.set(UnitId(3), Conduct::Hold { life: 9 });
        let led = check(scene.clone());
        scene.secrets = Secrets::new(vec![(
            grid::EdgeAt::ground(grid::Cell::new(1, 1), grid::Dir::N),
            grid::Edge::new(grid::EdgeKind::Door),
        )]);
        let secret = check(scene);
        assert!(plain != led && led != secret);
    }
}
