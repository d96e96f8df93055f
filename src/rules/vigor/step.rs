//! The steps of this ruleset.

use serde::{Deserialize, Serialize};

use crate::grid::{Dir, UnitId};
use crate::rules::Key;
use crate::rules::kit::tasks::tasks;
use crate::rules::kit::walk::Walk;
use crate::rules::step::steps;
use crate::rules::target::Target;

pub use crate::rules::kit::falls::Fall;
pub use crate::rules::kit::turns::{RoundStart, TurnEnd};

steps! {
    /// What can happen under this ruleset.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// A turn begins.
        TurnStart(TurnStart) = "turn_start",
        /// A turn ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// All units recover, and the round ends.
        Recovery(Recovery) = "recovery",
        /// A unit walks along a path.
        Walk(Walk) = "walk",
        /// A unit falls.
        Fall(Fall) = "fall",
        /// A unit stands up.
        Stand(Stand) = "stand",
        /// A unit attacks.
        Attack(Attack) = "attack",
        /// A unit is winded or recovers its breath.
        Breath(Breath) = "breath",
        /// A unit loses what it has begun.
        Abandon(Abandon) = "abandon",
        /// A unit defends itself until its next turn.
        Defend(Defend) = "defend",
        /// A unit that hid is seen.
        Reveal(Reveal) = "reveal",
        /// A unit uses a skill.
        UseSkill(UseSkill) = "use_skill",
        /// A unit may slip.
        Slip(Slip) = "slip",
        /// A unit turns on the spot.
        Turn(Turn) = "turn",
        /// Enemies may take an opening.
        Opening(Opening) = "opening",
        /// An enemy may take an opening.
        Seize(Seize) = "seize",
        /// A unit escapes.
        Escape(Escape) = "escape",
        /// A unit uses a technique or casts a spell.
        Perform(Perform) = "perform",
        /// A unit resists a force, or suffers it.
        Suffer(Suffer) = "suffer",
        /// A unit burns.
        Burn(Burn) = "burn",
        /// A unit strikes an object.
        Batter(Batter) = "batter",
        /// A unit does one of the acts that take an action and no roll of their own.
        Handle(Handle) = "handle",
    }
}

tasks!(Step; of_unit: TurnStart, Stand, Attack, Breath, Abandon, Defend, Reveal, UseSkill, Slip,
    Turn, Opening, Seize, Escape, Perform, Suffer, Burn, Batter, Handle;
    of_battle: Recovery);

/// The turn of a combatant begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// Whose.
    pub unit: UnitId,
}

/// The end of a round (VG-36).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recovery;

/// Standing up (VG-159, VG-160).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stand {
    /// Who.
    pub unit: UnitId,
    /// It is paid, and enemies have had their opening.
    pub opened: bool,
}

/// What was begun is lost (VG-34).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Abandon {
    /// Whose.
    pub unit: UnitId,
}

/// Defending oneself (VG-68).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Defend {
    /// Who.
    pub unit: UnitId,
}

/// One that hid stands in plain view (VG-154).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reveal {
    /// Who.
    pub unit: UnitId,
}

/// How far the use of a skill is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Practice {
    /// It is declared and paid.
    Declare,
    /// It is rolled.
    Roll,
    /// The target resists this total.
    Resist {
        /// The total.
        total: i32,
    },
    /// It works.
    Effect,
}

/// The use of a skill (VG-85).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UseSkill {
    /// Who.
    pub unit: UnitId,
    /// On whom; itself for hiding.
    pub target: UnitId,
    /// The act.
    pub act: Key,
    /// How far it is.
    pub stage: Practice,
}

/// Slippery ground may take a walker's feet away (VG-319).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slip {
    /// Who.
    pub unit: UnitId,
    /// The number that Speed has to resist.
    pub number: u8,
}

/// Turning on the spot (VG-155).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Who.
    pub unit: UnitId,
    /// Where to.
    pub facing: Dir,
}

/// A combatant gives its enemies an opening (VG-118).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// Who gives it.
    pub unit: UnitId,
}

/// An enemy may take an opening (VG-113).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seize {
    /// Who may take it.
    pub unit: UnitId,
    /// Who gives it.
    pub from: UnitId,
}

/// Escaping from combat (VG-71, VG-72).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Escape {
    /// Who.
    pub unit: UnitId,
    /// How far it is.
    pub stage: Flight,
}

/// How far an escape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Flight {
    /// It is declared and paid.
    Declare,
    /// Enemies have had their opening; the move begins.
    Run,
    /// The move is over.
    Out,
}

/// How far an attack is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Blow {
    /// It is declared and paid.
    Declare,
    /// It is rolled.
    Roll,
    /// It beats Guard with this total; these may defend, one after the other (VG-121).
    Defend {
        /// The total.
        total: i32,
        /// Who.
        by: Vec<UnitId>,
    },
    /// It hits.
    Harm {
        /// The Armor Rank that a shield lends against it (VG-112).
        shield: i32,
        /// The total, if what else it does is resisted against it; 0 otherwise.
        total: i32,
    },
    /// It is over, whatever came of it.
    Over,
}

/// What an attack is made by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    /// An action of the own turn.
    #[default]
    Act,
    /// An opening that an enemy gives (VG-113).
    Opening,
    /// A readied attack (VG-78).
    Ready,
}

/// In which way an attack is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Style {
    /// What it is made by.
    pub how: How,
    /// It takes a Chance (VG-25).
    pub chance: bool,
    /// It is made with the other hand (VG-63).
    pub off_hand: bool,
    /// The other hand follows, if the target still stands then (VG-67).
    pub then_off_hand: bool,
}

/// An attack with a weapon on one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// With what.
    pub weapon: Key,
    /// In which way.
    pub style: Style,
    /// How far it is.
    pub blow: Blow,
}

/// Breath lost or caught again (VG-178, VG-179).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Breath {
    /// Whose.
    pub unit: UnitId,
}

/// How far a technique or spell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// It is paid, and worked on.
    Begin,
    /// It takes effect.
    Effect,
}

/// A technique is used or a spell is cast (VG-83).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Perform {
    /// Who.
    pub unit: UnitId,
    /// The technique or spell.
    pub act: Key,
    /// On what.
    pub targets: Vec<Target>,
    /// The other hand follows (VG-328).
    pub off_hand: bool,
    /// How far it is.
    pub stage: Stage,
}

/// What a force does to one combatant that may resist it (VG-169 to VG-172).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suffer {
    /// Who suffers it.
    pub unit: UnitId,
    /// Who made it.
    pub by: UnitId,
    /// The spell, technique or weapon.
    pub act: Key,
    /// How far it is.
    pub stage: Struggle,
}

/// How far the struggle against a force is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Struggle {
    /// It resists this total.
    Check {
        /// The number to beat.
        against: i32,
    },
    /// It suffers the force.
    Harm {
        /// It resisted, and suffers half.
        half: bool,
    },
}

/// A unit burns in a Recovery (VG-260).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Burn {
    /// Who.
    pub unit: UnitId,
}

/// An attack on an object, which hits without a roll (VG-135).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Batter {
    /// Who.
    pub unit: UnitId,
    /// With what.
    pub weapon: Key,
    /// What.
    pub object: Target,
    /// It is declared and paid.
    pub paid: bool,
}

/// What is done with an action and the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handling {
    /// A weapon is reloaded (VG-93).
    Reload,
    /// The dying are stabilised (VG-237).
    Stabilise,
    /// One that is pinned tries to get free.
    BreakFree,
}

/// Such an act.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handle {
    /// Who.
    pub unit: UnitId,
    /// What.
    pub what: Handling,
    /// Whom it concerns.
    pub target: UnitId,
    /// It is paid.
    pub paid: bool,
}
