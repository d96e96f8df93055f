//! Steps of abilities, prepared actions and free acts.

use serde::{Deserialize, Serialize};

use grid::{Cell, UnitId};
use rules::Key;
use rules::command::Target;
use rules::step::FrameId;

/// The combatant a target names.
pub const fn unit_of(target: &Target) -> Option<UnitId> {
    match target {
        Target::Unit(id) => Some(*id),
        _ => None,
    }
}

/// The cell a target names.
pub const fn cell_of(target: &Target) -> Option<Cell> {
    match target {
        Target::Place(place) => place.cell(),
        Target::Floor(at) => Some(at.cell),
        _ => None,
    }
}

/// How an ability comes to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    /// Chosen in its user's own turn.
    Chosen,
    /// At the end of a charge or dive: its part of the turn and its energy are already paid.
    Rushed,
    /// As a reaction to this step: it may already be paid.
    Answering(FrameId),
}

/// Progress of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActPhase {
    /// Declare and pay.
    Declare,
    /// Resolve one target per run.
    Targets {
        /// Index of the next combatant among the targets.
        next: usize,
    },
    /// Change the place.
    Place,
}

/// A guarded target of an ability in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Guard {
    /// The guarded unit.
    pub target: UnitId,
    /// Bonus to its resistance.
    pub by: i8,
}

/// An ability is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Act {
    /// The user.
    pub unit: UnitId,
    /// The ability.
    pub ability: Key,
    /// Units and places it affects.
    pub targets: Vec<Target>,
    /// How it came to be used.
    pub how: How,
    /// Progress.
    pub phase: ActPhase,
    /// True if a reaction made it fail (PR-444).
    pub countered: bool,
    /// Which of its targets are guarded (PR-68).
    pub guards: Vec<Guard>,
}

impl Act {
    /// An ability at its start.
    pub const fn new(unit: UnitId, ability: Key, targets: Vec<Target>, how: How) -> Self {
        let phase = ActPhase::Declare;
        Self { unit, ability, targets, how, phase, countered: false, guards: Vec::new() }
    }

    /// The combatants among its targets, in order.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        self.targets.iter().filter_map(unit_of)
    }

    /// The place among its targets.
    pub fn place(&self) -> Option<Target> {
        self.targets.iter().find(|t| matches!(t, Target::Place(_) | Target::Floor(_))).copied()
    }

    /// Bonus to a target's resistance; 0 if it is not guarded.
    pub fn guarded(&self, target: UnitId) -> i32 {
        let guard = self.guards.iter().find(|guard| guard.target == target);
        guard.map_or(0, |guard| i32::from(guard.by))
    }

    /// Guards a target, replacing its previous guard.
    pub fn guard(&mut self, target: UnitId, by: i8) {
        self.guards.retain(|guard| guard.target != target);
        self.guards.push(Guard { target, by });
    }
}

/// A charge or dive: the movement, then the attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rush {
    /// The user.
    pub unit: UnitId,
    /// The ability.
    pub ability: Key,
    /// The unit it rushes at.
    pub target: UnitId,
    /// Where the movement ends; `None` before it starts.
    pub end: Option<Cell>,
}

/// The choice made when an action is prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Setting {
    /// Nothing.
    Plain,
    /// The centre of the watched squares.
    Watch(Cell),
    /// The ally to guard.
    Guard(UnitId),
}

/// An action is prepared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prepare {
    /// The owner.
    pub unit: UnitId,
    /// The ability.
    pub ability: Key,
    /// The choice made for it.
    pub setting: Setting,
}

/// The ability that triggered a prepared action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cause {
    /// The ability.
    pub ability: Key,
    /// Its user.
    pub by: UnitId,
}

/// The owner of a prepared action may react to its trigger.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct React {
    /// The owner.
    pub unit: UnitId,
    /// ID of the prepared action.
    pub armed: u32,
    /// Its target: the unit that moved, used an ability or is to be guarded.
    pub target: UnitId,
    /// The step it answers.
    pub frame: FrameId,
    /// The ability that triggered it, if any.
    pub cause: Option<Cause>,
}

/// A unit uses a fixture or an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handle {
    /// The unit.
    pub unit: UnitId,
    /// The ability.
    pub ability: Key,
    /// The fixture or item.
    pub target: Target,
}

/// The free acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FreeAct {
    /// Drops what the main hand holds.
    DropMain,
    /// Drops what the off hand holds.
    DropOff,
    /// Lets go of every unit it drags or holds.
    LetGo,
    /// Agrees on another order with allies of the same initiative.
    Reorder,
    /// Offers the other side a truce.
    OfferTruce,
    /// Surrenders.
    Surrender,
    /// Surrenders the whole side.
    LayDownArms,
}

impl FreeAct {
    /// All, in action bar order.
    pub const ALL: [Self; 7] = [
        Self::DropMain,
        Self::DropOff,
        Self::LetGo,
        Self::Reorder,
        Self::OfferTruce,
        Self::Surrender,
        Self::LayDownArms,
    ];

    /// Its ID in commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::DropMain => "drop_main",
            Self::DropOff => "drop_off",
            Self::LetGo => "let_go",
            Self::Reorder => "reorder",
            Self::OfferTruce => "offer_truce",
            Self::Surrender => "surrender",
            Self::LayDownArms => "lay_down_arms",
        }
    }

    /// True for acts that end the battle for the unit or its side.
    pub const fn gives_up(self) -> bool {
        matches!(self, Self::OfferTruce | Self::Surrender | Self::LayDownArms)
    }

    /// The free act with this ID.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.id() == id)
    }
}

/// A free act is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Free {
    /// The unit.
    pub unit: UnitId,
    /// The act.
    pub act: FreeAct,
}
