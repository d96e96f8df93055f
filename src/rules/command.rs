//! What somebody wants: the only way into a battle.

use serde::{Deserialize, Serialize};

use crate::grid::{Cell, Dir, Hm, Place, SideId, ThingId, UnitId};

use super::parameter::{MAX_NUMBER, MAX_VALUES};
use super::policy::Policy;
use super::prompt::Answer;
use super::referee::Ruling;
use super::{Key, Part, RuleId, Value, Values};

/// So many columns and rows from the corner of a board may a place lie that somebody names. Boards end
/// long before; this keeps sums of places within what numbers hold.
const FARTHEST: i16 = 4_096;

/// So high over the board, or under it, may somebody name a height (2 km).
const HIGHEST: Hm = Hm::metres(2_000);

/// The longest way that somebody may order, in places; longer than any that can be gone in a turn.
const MAX_PATH: usize = 4_096;

/// At so many targets may an act be aimed.
const MAX_TARGETS: usize = 1_024;

/// One place on the way of a move, with the absolute height of the feet there. Walkers may leave
/// the height out; it is then where they come to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waypoint {
    /// The place; for larger footprints the north-west cell.
    pub at: Place,
    /// Absolute height of the feet, for flyers and climbers.
    #[serde(default)]
    pub feet: Option<Hm>,
}

impl Waypoint {
    /// A waypoint in a cell at a height, where the height does not follow from the ground.
    pub fn new(at: impl Into<Place>, feet: Option<Hm>) -> Self {
        Self { at: at.into(), feet }
    }

    /// The cell, on a square board.
    pub const fn cell(&self) -> Option<Cell> {
        self.at.cell()
    }
}

impl From<Cell> for Waypoint {
    fn from(cell: Cell) -> Self {
        Self { at: cell.into(), feet: None }
    }
}

/// What an act is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Target {
    /// A combatant.
    Unit(UnitId),
    /// A place: the centre of an area, a cell to step to.
    Place(Place),
    /// A side of a cell: a door, a wall.
    Edge(Cell, Dir),
    /// A thing.
    Thing(ThingId),
    /// One of the eight directions from the actor: a cone, a line, a sector.
    Direction(Dir),
    /// A part of a combatant's body.
    Part(UnitId, Part),
}

impl Target {
    /// The combatant that it is, or is a part of.
    pub const fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Unit(id) | Self::Part(id, _) => Some(*id),
            Self::Place(_) | Self::Edge(..) | Self::Thing(_) | Self::Direction(_) => None,
        }
    }
}

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Command {
    /// Go along a path, step by step.
    Move {
        /// Who.
        unit: UnitId,
        /// The places entered, in order, without the one it is in.
        path: Vec<Waypoint>,
        /// How, where it matters: `walk`, `fly`, `climb`, `leap`; rulesets read it.
        #[serde(default)]
        manner: Key,
    },
    /// Use an act of the ruleset.
    Act {
        /// Who.
        unit: UnitId,
        /// Which, by its name in [`super::Offer`].
        act: Key,
        /// At whom or what; empty for acts on oneself.
        #[serde(default)]
        targets: Vec<Target>,
        /// A variant the act offers: a weapon, a direction, a form.
        #[serde(default)]
        choice: Key,
        /// What the parameters are set to that the act offers; what is left out is as usual.
        #[serde(default)]
        with: Values,
    },
    /// Turn on the spot, where the ruleset has facing.
    Face {
        /// Who.
        unit: UnitId,
        /// Where to.
        facing: Dir,
    },
    /// Answer the prompt that the battle waits for.
    Answer(Answer),
    /// Put the turn off to later in the round, where the ruleset allows it.
    Hold {
        /// Who.
        unit: UnitId,
    },
    /// End the turn.
    EndTurn {
        /// Who.
        unit: UnitId,
    },
    /// Give a standing order, in a turn of that side.
    Policy {
        /// Whose.
        side: SideId,
        /// What about, as [`super::policy::askable`] lists it.
        about: Key,
        /// What the side wants done.
        policy: Policy,
    },
    /// What the referee rules, where there is one.
    Ruling(Ruling),
}

impl Command {
    /// Whether it stays within what any battle could have: places, heights and lengths that a person
    /// could mean. Commands come from files too; rules calculate with what has passed this.
    ///
    /// # Errors
    /// What is beyond all bounds.
    pub fn check_bounds(&self) -> Result<(), Refusal> {
        let beyond = |what: &str| Err(Refusal::new("beyond", what, "HG-7"));
        let near = |cell: Cell| cell.x.max(cell.y) <= FARTHEST && cell.x.min(cell.y) >= -FARTHEST;
        let place_is_near = |place: Place| place.cell().is_none_or(near);
        let height_is_near = |height: Hm| (-HIGHEST..=HIGHEST).contains(&height);
        match self {
            Self::Move { path, .. } => {
                if path.len() > MAX_PATH {
                    return beyond("the way is longer than any that can be gone");
                }
                let sound = |p: &Waypoint| place_is_near(p.at) && p.feet.is_none_or(height_is_near);
                if !path.iter().all(sound) {
                    return beyond("the way leads far beyond the board");
                }
            }
            Self::Act { targets, with, .. } => {
                let sane = |value: &Value| match value {
                    Value::Number(n) => (-MAX_NUMBER..=MAX_NUMBER).contains(n),
                    Value::Name(_) | Value::Direction(_) => true,
                };
                if with.len() > MAX_VALUES || !with.iter().all(|(_, value)| sane(value)) {
                    return beyond("an act has fewer parameters and smaller numbers");
                }
                if targets.len() > MAX_TARGETS {
                    return beyond("there are more targets than any act can have");
                }
                let sound = |target: &Target| match target {
                    Target::Place(place) => place_is_near(*place),
                    Target::Edge(cell, _) => near(*cell),
                    Target::Unit(_)
                    | Target::Thing(_)
                    | Target::Direction(_)
                    | Target::Part(..) => true,
                };
                if !targets.iter().all(sound) {
                    return beyond("a target lies far beyond the board");
                }
            }
            Self::Ruling(Ruling::Place { at, altitude, .. }) => {
                if !place_is_near(*at) || !height_is_near(*altitude) {
                    return beyond("the place lies far beyond the board");
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

    /// The combatant that acts; none for answers, standing orders and rulings.
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

/// Why a command is not allowed. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[error("{text} [{rule}]")]
pub struct Refusal {
    /// A stable name for tests and scripts: `out_of_range`, `no_energy`, ...
    pub code: Key,
    /// As a player reads it.
    pub text: String,
    /// The rule behind it.
    pub rule: RuleId,
}

impl Refusal {
    /// A refusal with its name, its words and its rule.
    pub fn new(code: &'static str, text: impl Into<String>, rule: &'static str) -> Self {
        Self { code: Key::of(code), text: text.into(), rule: RuleId::of(rule) }
    }
}
