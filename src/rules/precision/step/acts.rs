//! Steps of abilities, of what is prepared, and of free acts.

use serde::{Deserialize, Serialize};

use crate::grid::{Cell, UnitId};
use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::step::FrameId;

/// The combatant that a target is.
pub const fn unit_of(target: &Target) -> Option<UnitId> {
    match target {
        Target::Unit(id) => Some(*id),
        _ => None,
    }
}

/// The cell that a target is.
pub const fn cell_of(target: &Target) -> Option<Cell> {
    match target {
        Target::Place(place) => place.cell(),
        _ => None,
    }
}

/// How somebody comes to carry an ability out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    /// By choice, in its own turn.
    Chosen,
    /// At the end of a charge or dive: its part of the turn and its energy are paid already.
    Rushed,
    /// As a reaction to that step: it may be paid already.
    Answering(FrameId),
}

/// How far an ability is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActPhase {
    /// It is declared and paid.
    Declare,
    /// It is resolved, one target a run.
    Targets {
        /// Which of the combatants among the targets is next.
        next: usize,
    },
    /// The place changes.
    Place,
}

/// A target of an ability under way that somebody guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Guard {
    /// Whom.
    pub target: UnitId,
    /// How much better it resists.
    pub by: i8,
}

/// An ability is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Act {
    /// By whom.
    pub unit: UnitId,
    /// Which.
    pub ability: Key,
    /// Whom and what it affects.
    pub targets: Vec<Target>,
    /// How it comes to be.
    pub how: How,
    /// How far it is.
    pub phase: ActPhase,
    /// It was answered so that it fails (PR-444).
    pub countered: bool,
    /// Which of its targets are guarded (PR-68).
    pub guards: Vec<Guard>,
}

impl Act {
    /// One that begins.
    pub const fn new(unit: UnitId, ability: Key, targets: Vec<Target>, how: How) -> Self {
        let phase = ActPhase::Declare;
        Self { unit, ability, targets, how, phase, countered: false, guards: Vec::new() }
    }

    /// The combatants among its targets, in order.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        self.targets.iter().filter_map(unit_of)
    }

    /// The place it is aimed at.
    pub fn place(&self) -> Option<Target> {
        self.targets.iter().find(|t| matches!(t, Target::Place(_))).copied()
    }

    /// How much better that target resists; 0 while nobody guards it.
    pub fn guarded(&self, target: UnitId) -> i32 {
        let guard = self.guards.iter().find(|guard| guard.target == target);
        guard.map_or(0, |guard| i32::from(guard.by))
    }

    /// A guard for one target, in place of one it had.
    pub fn guard(&mut self, target: UnitId, by: i8) {
        self.guards.retain(|guard| guard.target != target);
        self.guards.push(Guard { target, by });
    }
}

/// A charge or dive: the way, then the attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rush {
    /// Who.
    pub unit: UnitId,
    /// By which ability.
    pub ability: Key,
    /// At whom.
    pub target: UnitId,
    /// Where the way ends; nothing before it is gone.
    pub end: Option<Cell>,
}

/// What is chosen when an action is prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Setting {
    /// Nothing.
    Plain,
    /// The middle of the watched squares.
    Watch(Cell),
    /// The ally to be guarded.
    Guard(UnitId),
}

/// An action is prepared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prepare {
    /// By whom.
    pub unit: UnitId,
    /// Which.
    pub ability: Key,
    /// What was chosen for it.
    pub setting: Setting,
}

/// The ability that set a prepared action off.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cause {
    /// Which.
    pub ability: Key,
    /// Who used it.
    pub by: UnitId,
}

/// The owner of a prepared action may answer its trigger.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct React {
    /// The owner.
    pub unit: UnitId,
    /// The number of the prepared action.
    pub armed: u32,
    /// Whom it answers: the one who moved, used an ability or is to be guarded.
    pub target: UnitId,
    /// The step that is answered.
    pub frame: FrameId,
    /// What set it off, where it was an ability.
    pub cause: Option<Cause>,
}

/// Somebody handles a fixture or an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handle {
    /// Who.
    pub unit: UnitId,
    /// By which ability.
    pub ability: Key,
    /// What.
    pub target: Target,
}

/// The free acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FreeAct {
    /// Lets fall what the main hand holds.
    DropMain,
    /// Lets fall what the off hand holds.
    DropOff,
    /// Lets go of all whom it drags or holds.
    LetGo,
    /// Agrees with allies of the same initiative on another order.
    Reorder,
    /// Offers the other side a truce.
    OfferTruce,
    /// Gives itself up.
    Surrender,
    /// Gives the whole side up.
    LayDownArms,
}

impl FreeAct {
    /// All, in the order of the action bar.
    pub const ALL: [Self; 7] = [
        Self::DropMain,
        Self::DropOff,
        Self::LetGo,
        Self::Reorder,
        Self::OfferTruce,
        Self::Surrender,
        Self::LayDownArms,
    ];

    /// Its name in commands.
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

    /// The free act of that name.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.id() == id)
    }
}

/// A free act is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Free {
    /// By whom.
    pub unit: UnitId,
    /// Which.
    pub act: FreeAct,
}
