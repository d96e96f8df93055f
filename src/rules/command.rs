//! Commands: the only way for players and AI to act on a battle.

use serde::{Deserialize, Serialize};

use grid::{Cell, Dir, Hm, Place, SideId, UnitId};

use super::parameter::{MAX_NUMBER, MAX_VALUES};
use super::policy::Policy;
use super::prompt::Answer;
use super::ruling::Ruling;
use super::{Key, Value, Values};

pub use super::refusal::Refusal;
pub use super::target::{Target, Waypoint};

/// Maximum distance of a place in a command from the board's origin, in columns or rows. No board
/// is that large; the limit prevents overflow in sums of coordinates.
const FARTHEST: i16 = 4_096;

/// Maximum height in a command above or below the board's zero level (2 km).
const HIGHEST: Hm = Hm::metres(2_000);

/// Maximum number of waypoints in an ordered path; longer than any path possible in one turn.
const MAX_PATH: usize = 4_096;

/// Maximum number of targets of an act.
const MAX_TARGETS: usize = 1_024;

/// A command from a player, an AI or a script.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Command {
    /// Move along a path, step by step.
    Move {
        /// The mover.
        unit: UnitId,
        /// The places to enter, in order, without the start.
        path: Vec<Waypoint>,
        /// The movement variant, where it matters: `walk`, `fly`, `climb`, `leap`; interpreted by
        /// the ruleset.
        #[serde(default)]
        manner: Key,
    },
    /// Use an act of the ruleset.
    Act {
        /// The actor.
        unit: UnitId,
        /// The act, by its name in [`crate::ruleset::Offer`].
        act: Key,
        /// The targets; empty for acts on the actor itself.
        #[serde(default)]
        targets: Vec<Target>,
        /// The variant of the act: a weapon, a direction, a form.
        #[serde(default)]
        choice: Key,
        /// Values for the act's parameters. Parameters left out keep their defaults.
        #[serde(default)]
        with: Values,
    },
    /// Turn in place, if the ruleset has facing.
    Face {
        /// The combatant.
        unit: UnitId,
        /// The new facing.
        facing: Dir,
    },
    /// Answer the pending prompt.
    Answer(Answer),
    /// Delay the turn to later in the round, if the ruleset allows it.
    Hold {
        /// The combatant.
        unit: UnitId,
    },
    /// End the turn.
    EndTurn {
        /// The combatant.
        unit: UnitId,
    },
    /// Set a standing order, during a turn of that side or while it is asked.
    Policy {
        /// The side that sets it.
        side: SideId,
        /// Its subject, as [`super::standing_orders::askable`] lists it.
        about: Key,
        /// The order.
        policy: Policy,
    },
    /// A ruling, in a battle with a referee.
    Ruling(Ruling),
}

impl Command {
    /// The combatant that an act is aimed at first; `None` for other commands and other targets.
    pub fn first_target(&self) -> Option<UnitId> {
        match self {
            Self::Act { targets, .. } => match targets.first() {
                Some(Target::Unit(id)) => Some(*id),
                _ => None,
            },
            _ => None,
        }
    }

    /// Checks that places, heights and list lengths are within the bounds of any possible battle.
    /// Commands also come from files, and the rules do arithmetic on these values.
    ///
    /// # Errors
    /// What is out of bounds.
    pub fn check_bounds(&self) -> Result<(), Refusal> {
        let beyond = |what: &str| Err(Refusal::new("beyond", what, "HG-7"));
        let near = |cell: Cell| cell.x.max(cell.y) <= FARTHEST && cell.x.min(cell.y) >= -FARTHEST;
        let place_is_near = |place: Place| place.cell().is_none_or(near);
        let height_is_near = |height: Hm| (-HIGHEST..=HIGHEST).contains(&height);
        match self {
            Self::Move { path, .. } => {
                if path.len() > MAX_PATH {
                    return beyond("the path is too long");
                }
                let sound = |p: &Waypoint| place_is_near(p.at) && p.feet.is_none_or(height_is_near);
                if !path.iter().all(sound) {
                    return beyond("the path leads too far outside the board");
                }
            }
            Self::Act { targets, with, .. } => {
                let sane = |value: &Value| match value {
                    Value::Number(n) => (-MAX_NUMBER..=MAX_NUMBER).contains(n),
                    Value::Name(_) | Value::Direction(_) => true,
                };
                if with.len() > MAX_VALUES || !with.iter().all(|(_, value)| sane(value)) {
                    return beyond("too many parameters, or numbers too large");
                }
                if targets.len() > MAX_TARGETS {
                    return beyond("too many targets");
                }
                let sound = |target: &Target| match target {
                    Target::Place(place) => place_is_near(*place),
                    Target::Floor(at) => near(at.cell) && at.floor.is_none_or(height_is_near),
                    Target::Edge(at) => near(at.cell) && at.floor.is_none_or(height_is_near),
                    Target::Unit(_)
                    | Target::Thing(_)
                    | Target::Direction(_)
                    | Target::Part(..) => true,
                };
                if !targets.iter().all(sound) {
                    return beyond("a target is too far outside the board");
                }
            }
            Self::Ruling(Ruling::Place { at, altitude, .. }) => {
                if !place_is_near(*at) || !height_is_near(*altitude) {
                    return beyond("the place is too far outside the board");
                }
            }
            Self::Answer(_)
            | Self::Face { .. }
            | Self::Hold { .. }
            | Self::EndTurn { .. }
            | Self::Policy { .. }
            | Self::Ruling(_) => {}
        }
        Ok(())
    }

    /// True for a standing order of this side.
    pub fn is_order_of(&self, side: SideId) -> bool {
        matches!(self, Self::Policy { side: own, .. } if *own == side)
    }

    /// The acting combatant; `None` for answers, standing orders and rulings.
    pub const fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Move { unit, .. }
            | Self::Act { unit, .. }
            | Self::Face { unit, .. }
            | Self::Hold { unit }
            | Self::EndTurn { unit } => Some(*unit),
            Self::Answer(_) | Self::Policy { .. } | Self::Ruling(_) => None,
        }
    }
}
