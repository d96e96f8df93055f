//! Steps of what combatants do on purpose.

use serde::{Deserialize, Serialize};

use crate::grid::{Dir, ThingId, UnitId};
use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::step::FrameId;

use super::super::data::Skill;
use super::super::names::{Advanced, Arms, Basic, Hand, Handwork};
use super::super::trigger::Trigger;
use super::super::way::Way;

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
    /// Who attacks.
    pub unit: UnitId,
    /// With what.
    pub arms: Arms,
    /// In which way.
    pub way: Way,
    /// At what. Somebody found in a cell takes the place of the cell.
    pub at: Target,
    /// It was aimed at a cell by guess (MO-125).
    pub guess: bool,
    /// It is paid for already, outside the own turn.
    pub free: bool,
    /// It has to be made, and is to miss (MO-61).
    pub misses: bool,
    /// How far it is.
    pub phase: StrikePhase,
}

impl Strike {
    /// A plain attack.
    pub fn new(unit: UnitId, arms: Arms, at: Target) -> Self {
        let (way, phase) = (Way::default(), StrikePhase::Declare);
        Self { unit, arms, way, at, guess: false, free: false, misses: false, phase }
    }

    /// The combatant it is aimed at.
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

/// How far an attack is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StrikePhase {
    /// It is declared and paid.
    #[default]
    Declare,
    /// Before the roll.
    Roll {
        /// Who has taken the place of its target.
        guard: Option<UnitId>,
    },
    /// The roll is known.
    Decide {
        /// What the kept die shows.
        face: i32,
        /// With what is added.
        total: i32,
        /// A miss that meets another (MO-316).
        passed_on: bool,
        /// What Evasion gains by a parry.
        parried: i32,
    },
    /// It hits: the movement that it leads to (MO-186).
    Move {
        /// A critical hit.
        critical: bool,
    },
    /// Its damage.
    Damage {
        /// A critical hit.
        critical: bool,
        /// What the push that it led to takes from its target (MO-338).
        collision: i32,
    },
    /// What it leaves beside damage, one thing after the other.
    After {
        /// The number of the next effect.
        effect: usize,
        /// The Vitality that it has cost.
        lost: i32,
    },
}

/// A basic action (MO-84 to MO-106).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BasicAct {
    /// Who.
    pub unit: UnitId,
    /// Which.
    pub act: Basic,
    /// At whom, if at anybody.
    pub target: Option<UnitId>,
    /// It is paid for already.
    pub free: bool,
}

/// An action against one who is near (MO-107 to MO-134).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdvancedAct {
    /// Who.
    pub unit: UnitId,
    /// Which.
    pub act: Advanced,
    /// Against whom.
    pub target: UnitId,
    /// Where to, if the command says so.
    pub dir: Option<Dir>,
    /// Out of which hand, if the command says so.
    pub hand: Option<Hand>,
    /// It is paid for already.
    pub free: bool,
}

/// Something done with the hands (MO-90 to MO-106).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handle {
    /// Who.
    pub unit: UnitId,
    /// What.
    pub work: Handwork,
    /// With what or whom.
    pub at: Target,
    /// It is paid for already.
    pub free: bool,
}

/// An Ability that is no attack (MO-352).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// Who uses it.
    pub unit: UnitId,
    /// Which.
    pub ability: Key,
    /// Steps of upcasting (MO-354).
    pub steps: u8,
    /// At what.
    pub targets: Vec<Target>,
    /// Its AP are paid already.
    pub free: bool,
    /// How far it is.
    pub phase: CastPhase,
}

impl Cast {
    /// The first combatant among its targets.
    pub fn target(&self) -> Option<UnitId> {
        self.targets.iter().find_map(Target::unit)
    }

    /// The same in another phase.
    #[must_use]
    pub fn to(&self, phase: CastPhase) -> Self {
        Self { phase, ..self.clone() }
    }
}

/// How far an Ability is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CastPhase {
    /// It is declared and paid.
    #[default]
    Declare,
    /// Further targets are asked for.
    Choose,
    /// Its dice are thrown, once for all (MO-229).
    Dice {
        /// Those whom it affects.
        whom: Vec<UnitId>,
    },
    /// One target: its Defense Roll, the damage, the movement.
    Each(CastCourse),
    /// The effects on that target, one after the other.
    Effects {
        /// Whom it has come to.
        course: CastCourse,
        /// The number of the next effect.
        effect: usize,
        /// The Vitality that it has cost the target.
        lost: i32,
    },
    /// What it does to the place.
    End {
        /// What the dice of its damage came to, part by part.
        thrown: Vec<i32>,
    },
}

/// How an Ability goes from one target to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastCourse {
    /// Those whom it affects.
    pub whom: Vec<UnitId>,
    /// What the dice of its damage came to, part by part.
    pub thrown: Vec<i32>,
    /// Whose turn it is of these.
    pub index: usize,
}

/// A thing is shoved (MO-132).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ShiftThing {
    /// Who shoves.
    pub unit: UnitId,
    /// What.
    pub thing: ThingId,
    /// Where to, if the command says so.
    pub dir: Option<Dir>,
}

/// Hiding (MO-122).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hide {
    /// Who.
    pub unit: UnitId,
    /// It is paid for already.
    pub free: bool,
}

/// Joining a union, or leaving one (MO-68).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JoinUnion {
    /// Who.
    pub unit: UnitId,
    /// The ally to act with; none to leave.
    pub ally: Option<UnitId>,
}

/// A great feat (MO-135 to MO-163).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Feat {
    /// Who tries it.
    pub unit: UnitId,
    /// Which of the list; none for one that is told freely.
    pub feat: Option<Key>,
    /// At what.
    pub targets: Vec<Target>,
    /// The skill of the check.
    pub skill: Skill,
    /// What the check has to reach.
    pub number: i32,
    /// Allies may join (MO-150).
    pub together: bool,
    /// How far it is.
    pub phase: FeatPhase,
}

/// How far a feat is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FeatPhase {
    /// It is paid.
    #[default]
    Pay,
    /// Allies are asked one by one whether they join.
    Join {
        /// Those who were asked.
        asked: Vec<UnitId>,
        /// Those who take part.
        part: Vec<UnitId>,
    },
    /// One who takes part after the other makes its check.
    Check {
        /// Those who take part.
        part: Vec<UnitId>,
        /// How many have made theirs.
        checked: usize,
        /// How many have failed.
        fails: u32,
        /// How many were critical successes.
        crits: u32,
    },
    /// What comes of it.
    Effect {
        /// Those who take part.
        part: Vec<UnitId>,
        /// How many have failed.
        fails: u32,
        /// How many were critical successes.
        crits: u32,
    },
}

/// A pin is kept up (MO-145).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeepPin {
    /// Who pins.
    pub unit: UnitId,
}

/// A reaction (MO-361).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct React {
    /// Who may react.
    pub unit: UnitId,
    /// The feature that lets it.
    pub feature: Key,
    /// To whom: the attacker, the mover, or the ally that is attacked.
    pub other: UnitId,
    /// The step that is answered.
    pub answers: FrameId,
}

/// An action is held (MO-60).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arm {
    /// Who holds it.
    pub unit: UnitId,
    /// Which, by its name in commands.
    pub act: Key,
    /// What sets it off.
    pub trigger: Trigger,
    /// In which way it is done.
    pub way: Way,
    /// At what.
    pub targets: Vec<Target>,
}

/// A held action is carried out (MO-61).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CarryOut {
    /// Who holds it.
    pub unit: UnitId,
    /// Its number.
    pub armed: u32,
    /// Who set it off.
    pub by: UnitId,
    /// How far it is.
    pub phase: CarryOutPhase,
}

/// How far a held action is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CarryOutPhase {
    /// It is begun, or lost.
    #[default]
    Begin,
    /// A held Move or Sprint sets out.
    SetOut {
        /// Where to.
        to: crate::grid::Cell,
    },
}
