//! Steps of the acts that combatants choose.

use serde::{Deserialize, Serialize};

use grid::{Dir, FloorAt, ThingId, UnitId};
use rules::Key;
use rules::command::Target;
use rules::step::FrameId;

use super::super::data::Skill;
use super::super::names::{Advanced, Arms, Basic, Hand, ManualAction};
use super::super::trigger::Trigger;
use super::super::variant_spec::VariantSpec;
use super::moves::Spot;

of_unit!(
    Strike,
    BasicAct,
    AdvancedAct,
    Handle,
    Cast,
    ShiftThing,
    Hide,
    JoinUnion,
    Feat,
    KeepPin,
    React,
    Arm,
    CarryOut,
);

/// An attack (MO-164, MO-186).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    /// The attacker.
    pub unit: UnitId,
    /// What it attacks with.
    pub arms: Arms,
    /// The variant.
    pub way: VariantSpec,
    /// The target. A cell is replaced by the unit found in it.
    pub at: Target,
    /// True if it was aimed at a cell on a guess (MO-125).
    pub guess: bool,
    /// True if it is already paid for, outside the attacker's turn.
    pub free: bool,
    /// True if it must be made, but misses on purpose (MO-61).
    pub misses: bool,
    /// The current phase.
    pub phase: StrikePhase,
}

impl Strike {
    /// A plain attack.
    pub fn new(unit: UnitId, arms: Arms, at: Target) -> Self {
        let (way, phase) = (VariantSpec::default(), StrikePhase::Declare);
        Self { unit, arms, way, at, guess: false, free: false, misses: false, phase }
    }

    /// The targeted combatant.
    pub const fn target(&self) -> Option<UnitId> {
        match self.at {
            Target::Unit(id) => Some(id),
            _ => None,
        }
    }

    /// The same attack in another phase.
    #[must_use]
    pub fn to(&self, phase: StrikePhase) -> Self {
        Self { phase, ..self.clone() }
    }
}

/// Phases of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StrikePhase {
    /// Declared and paid for.
    #[default]
    Declare,
    /// Before the roll.
    Roll {
        /// The unit that took the target's place.
        guard: Option<UnitId>,
    },
    /// The roll is known.
    Decide {
        /// Face of the die that counts.
        face: i32,
        /// Total of the roll, bonuses included.
        total: i32,
        /// True if it is a miss redirected at another unit (MO-316).
        passed_on: bool,
        /// Bonus to Evasion from a parry.
        parried: i32,
    },
    /// A hit: the movement it causes (MO-186).
    Move {
        /// Whether it is a critical hit.
        critical: bool,
    },
    /// Its damage.
    Damage {
        /// Whether it is a critical hit.
        critical: bool,
        /// Collision damage from the push it caused (MO-338).
        collision: i32,
        /// Where the target was before that push (MO-424).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Spot>,
    },
    /// Its effects besides damage, one at a time.
    After {
        /// Index of the next effect.
        effect: usize,
        /// Vitality the target has lost to it.
        lost: i32,
    },
}

/// A basic action (MO-84 to MO-106).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BasicAct {
    /// The acting unit.
    pub unit: UnitId,
    /// The action.
    pub act: Basic,
    /// The target, if it has one.
    pub target: Option<UnitId>,
    /// The targeted object or edge, in place of a unit (MO-444).
    #[serde(default)]
    pub object: Option<Target>,
    /// True if it is already paid for.
    pub free: bool,
}

/// An action against an adjacent unit (MO-107 to MO-134).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdvancedAct {
    /// The acting unit.
    pub unit: UnitId,
    /// The action.
    pub act: Advanced,
    /// The target.
    pub target: UnitId,
    /// The direction, if the command names one.
    pub dir: Option<Dir>,
    /// The hand, if the command names one.
    pub hand: Option<Hand>,
    /// True if it is already paid for.
    pub free: bool,
}

/// A manual action (MO-90 to MO-106).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handle {
    /// The acting unit.
    pub unit: UnitId,
    /// The action.
    pub work: ManualAction,
    /// The target.
    pub at: Target,
    /// True if it is already paid for.
    pub free: bool,
}

/// An Ability that is not an attack (MO-352).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// The user.
    pub unit: UnitId,
    /// The Ability.
    pub ability: Key,
    /// Steps of upcasting (MO-354).
    pub steps: u8,
    /// The targets.
    pub targets: Vec<Target>,
    /// True if its AP are already paid.
    pub free: bool,
    /// The current phase.
    pub phase: CastPhase,
}

impl Cast {
    /// The same Ability in another phase.
    #[must_use]
    pub fn to(&self, phase: CastPhase) -> Self {
        Self { phase, ..self.clone() }
    }
}

/// Phases of an Ability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CastPhase {
    /// Declared and paid for.
    #[default]
    Declare,
    /// Asks for further targets.
    Choose,
    /// Rolls its dice once for all targets (MO-229).
    Dice {
        /// The affected units.
        whom: Vec<UnitId>,
    },
    /// One target: its Defense Roll, damage and movement.
    Each(CastCourse),
    /// The effects on that target, one at a time.
    Effects {
        /// The progress through the targets.
        course: CastCourse,
        /// Index of the next effect.
        effect: usize,
        /// Vitality the target has lost to it.
        lost: i32,
    },
    /// Its effects on the board.
    End {
        /// Damage rolled, part by part.
        thrown: Vec<i32>,
    },
}

/// Progress of an Ability through its targets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastCourse {
    /// The affected units.
    pub whom: Vec<UnitId>,
    /// Damage rolled, part by part.
    pub thrown: Vec<i32>,
    /// Index of the current target.
    pub index: usize,
}

/// An object is shoved (MO-132).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ShiftThing {
    /// The acting unit.
    pub unit: UnitId,
    /// The object.
    pub thing: ThingId,
    /// The direction, if the command names one.
    pub dir: Option<Dir>,
}

/// Hiding (MO-122).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hide {
    /// The hiding unit.
    pub unit: UnitId,
    /// True if it is already paid for.
    pub free: bool,
}

/// Joining or leaving a union (MO-68).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JoinUnion {
    /// The acting unit.
    pub unit: UnitId,
    /// The ally to act with; `None` to leave.
    pub ally: Option<UnitId>,
}

/// A feat (MO-135 to MO-163).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Feat {
    /// The actor.
    pub unit: UnitId,
    /// The listed feat; `None` for an improvised one.
    pub feat: Option<Key>,
    /// The targets.
    pub targets: Vec<Target>,
    /// The skill of the check.
    pub skill: Skill,
    /// The number the check has to reach.
    pub number: i32,
    /// Whether allies may join (MO-150).
    pub together: bool,
    /// The current phase.
    pub phase: FeatPhase,
}

/// Phases of a feat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FeatPhase {
    /// Pays the cost.
    #[default]
    Pay,
    /// Asks allies one by one whether they join.
    Join {
        /// The units already asked.
        asked: Vec<UnitId>,
        /// The participants.
        part: Vec<UnitId>,
    },
    /// The participants make their checks one by one.
    Check {
        /// The participants.
        part: Vec<UnitId>,
        /// Number of checks made.
        checked: usize,
        /// Number of failures.
        fails: u32,
        /// Number of critical successes.
        crits: u32,
    },
    /// Applies the result.
    Effect {
        /// The participants.
        part: Vec<UnitId>,
        /// Number of failures.
        fails: u32,
        /// Number of critical successes.
        crits: u32,
    },
    /// Strikes and pins enemies one by one (MO-145).
    Strike {
        /// The enemies still to be struck.
        whom: Vec<UnitId>,
        /// Number of damage dice.
        dice: u8,
        /// The damage rolled.
        amount: i32,
    },
}

/// A pin is maintained (MO-145).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeepPin {
    /// The pinning unit.
    pub unit: UnitId,
}

/// A reaction (MO-361).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct React {
    /// The reacting unit.
    pub unit: UnitId,
    /// The feature that grants the reaction.
    pub feature: Key,
    /// The unit it reacts to: the attacker, the mover, or the attacked ally.
    pub other: UnitId,
    /// The step it responds to.
    pub answers: FrameId,
}

/// An action is held (MO-60).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arm {
    /// The holder.
    pub unit: UnitId,
    /// The act, by its name in commands.
    pub act: Key,
    /// The item it is done with.
    #[serde(default)]
    pub item: Option<Key>,
    /// The trigger.
    pub trigger: Trigger,
    /// The variant.
    pub way: VariantSpec,
    /// The targets.
    pub targets: Vec<Target>,
}

/// A held action is carried out (MO-61).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CarryOut {
    /// The holder.
    pub unit: UnitId,
    /// The number of the held action.
    pub armed: u32,
    /// The unit that triggered it.
    pub by: UnitId,
    /// True if other held actions with the same trigger came first (MO-436).
    #[serde(default)]
    pub later: bool,
    /// The current phase.
    pub phase: CarryOutPhase,
}

/// Phases of a held action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CarryOutPhase {
    /// It begins, or is lost.
    #[default]
    Begin,
    /// A held Move or Sprint starts.
    SetOut {
        /// The destination.
        to: FloorAt,
    },
}
