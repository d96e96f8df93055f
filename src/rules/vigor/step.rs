//! The steps of this ruleset.

use serde::{Deserialize, Serialize};

use grid::{Dir, UnitId};
use rules::Key;
use rules::Target;
use rules::kit::tasks::tasks;
use rules::kit::walk::Walk;
use rules::step::steps;

pub use rules::kit::falls::Fall;
pub use rules::kit::turns::{RoundStart, TurnEnd};

steps! {
    /// The steps of this ruleset.
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
        /// A unit loses an uncompleted act.
        Abandon(Abandon) = "abandon",
        /// A unit defends itself until its next turn.
        Defend(Defend) = "defend",
        /// A hidden unit is seen.
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
        TakeOpening(TakeOpening) = "seize",
        /// A unit escapes.
        Escape(Escape) = "escape",
        /// A unit uses a technique or casts a spell.
        UsePower(UsePower) = "perform",
        /// A unit resists a force, or suffers it.
        Suffer(Suffer) = "suffer",
        /// A unit burns.
        Burn(Burn) = "burn",
        /// A unit strikes an object.
        Batter(Batter) = "batter",
        /// A unit uses an act that takes an action and no attack roll.
        Handle(Handle) = "handle",
        /// A unit readies an act.
        Arm(Arm) = "ready",
        /// A unit may carry out its readied act.
        Respond(Respond) = "respond",
        /// A unit may join the fight.
        Join(Join) = "join",
        /// An object burns.
        Smoulder(Smoulder) = "smoulder",
        /// A unit is treated after the battle.
        TreatDying(TreatDying) = "care",
        /// The armour of a unit is mended after the battle.
        RepairArmour(RepairArmour) = "mend",
        /// A hold ends.
        LetGo(LetGo) = "let_go",
        /// A unit is pushed across harmful ground.
        Scorch(Scorch) = "scorch",
        /// The status of a unit follows from its tracks.
        UpdateStatus(UpdateStatus) = "update_status",
    }
}

tasks!(Step; of_unit: TurnStart, Stand, Attack, Breath, Abandon, Defend, Reveal, UseSkill, Slip,
    Turn, Opening, TakeOpening, Escape, UsePower, Suffer, Burn, Batter, Handle, Arm, Respond, Join,
    TreatDying, RepairArmour, LetGo, Scorch, UpdateStatus;
    of_battle: Recovery, Smoulder);

/// The turn of a combatant begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// The unit.
    pub unit: UnitId,
}

/// The end of a round (VG-36).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recovery;

/// Standing up (VG-159, VG-160).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stand {
    /// The unit.
    pub unit: UnitId,
    /// True if it is paid for and enemies have had their opening.
    pub opened: bool,
}

/// An uncompleted act is lost (VG-34).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Abandon {
    /// The unit.
    pub unit: UnitId,
}

/// Defending oneself (VG-68).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Defend {
    /// The unit.
    pub unit: UnitId,
    /// True if it was readied, and is already paid for.
    #[serde(default)]
    pub paid: bool,
}

/// A hidden unit stands in plain view (VG-154).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reveal {
    /// The unit.
    pub unit: UnitId,
}

/// The stages of using a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SkillStage {
    /// Declared and paid for.
    Declare,
    /// Rolled.
    Roll,
    /// Resisted by the target against this total.
    Resist {
        /// The total.
        total: i32,
    },
    /// Takes effect.
    Effect,
}

/// The use of a skill (VG-85).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UseSkill {
    /// The unit.
    pub unit: UnitId,
    /// Its target; the user itself for hiding.
    pub target: UnitId,
    /// The act.
    pub act: Key,
    /// The current stage.
    pub stage: SkillStage,
}

/// A walker may slip on slippery ground (VG-319).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slip {
    /// The unit.
    pub unit: UnitId,
    /// The number that a Speed check must beat.
    pub number: u8,
}

/// Turning on the spot (VG-155).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The unit.
    pub unit: UnitId,
    /// The new facing.
    pub facing: Dir,
}

/// A combatant gives its enemies an opening (VG-118).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// The unit that gives it.
    pub unit: UnitId,
}

/// An enemy may take an opening (VG-113).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TakeOpening {
    /// The unit that may take it.
    pub unit: UnitId,
    /// The unit that gives it.
    pub from: UnitId,
}

/// Escaping from combat (VG-71, VG-72).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Escape {
    /// The unit.
    pub unit: UnitId,
    /// The current stage.
    pub stage: EscapeStage,
}

/// The stages of an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EscapeStage {
    /// Declared and paid for.
    Declare,
    /// Enemies have had their opening; the move begins.
    Run,
    /// The move is over.
    Out,
}

/// The stages of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AttackStage {
    /// Declared and paid for.
    Declare,
    /// Rolled.
    Roll,
    /// The total beats Guard; these units may defend, one after the other (VG-121).
    Defend {
        /// The total.
        total: i32,
        /// The units that may still defend.
        by: Vec<UnitId>,
    },
    /// It hits and deals damage.
    Harm {
        /// The Armor Rank that a shield lends against it (VG-112).
        shield: i32,
        /// The total, if its side effects are resisted against it; 0 otherwise.
        total: i32,
    },
    /// Finished, whether it hit or not.
    Over,
}

/// The occasion of an attack or a power.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Occasion {
    /// An action in the attacker's own turn.
    #[default]
    Act,
    /// An opening that an enemy gives (VG-113).
    Opening,
    /// A readied attack (VG-78).
    Ready,
}

/// The options of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AttackOptions {
    /// Its occasion.
    #[serde(rename = "how")]
    pub occasion: Occasion,
    /// True if it takes a Chance (VG-25).
    pub chance: bool,
    /// True if it is made with the off hand (VG-63).
    pub off_hand: bool,
    /// True if the off hand follows, provided that the target still stands (VG-67).
    pub then_off_hand: bool,
    /// True if another attack of the same action follows.
    #[serde(default, rename = "keeps")]
    pub more_follow: bool,
}

impl AttackOptions {
    /// An attack with no options, on this occasion.
    pub const fn plain(occasion: Occasion) -> Self {
        Self { occasion, chance: false, off_hand: false, then_off_hand: false, more_follow: false }
    }

    /// The attack of the off hand after this one (VG-63).
    pub const fn for_off_hand(self) -> Self {
        Self { off_hand: true, then_off_hand: false, chance: false, ..self }
    }
}

/// An attack with a weapon on one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The attacker.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// The weapon.
    pub weapon: Key,
    /// Its options.
    #[serde(rename = "style")]
    pub options: AttackOptions,
    /// The current stage.
    #[serde(rename = "blow")]
    pub stage: AttackStage,
}

/// A unit is out of breath, or recovers (VG-178, VG-179).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Breath {
    /// The unit.
    pub unit: UnitId,
}

/// The stage of a technique or spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PowerStage {
    /// It is paid for and in preparation.
    Begin,
    /// It takes effect.
    Effect,
}

/// A technique is used or a spell is cast (VG-83).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UsePower {
    /// The unit.
    pub unit: UnitId,
    /// The technique or spell.
    pub act: Key,
    /// The targets.
    pub targets: Vec<Target>,
    /// True if the off hand follows (VG-328).
    pub off_hand: bool,
    /// True if it takes a Chance (VG-25).
    #[serde(default)]
    pub chance: bool,
    /// Its occasion.
    #[serde(default, rename = "how")]
    pub occasion: Occasion,
    /// The current stage.
    pub stage: PowerStage,
}

/// The effect of a force on one combatant, which may resist it (VG-169 to VG-172).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suffer {
    /// The affected unit.
    pub unit: UnitId,
    /// The unit that caused it.
    pub by: UnitId,
    /// The spell, technique or weapon.
    pub act: Key,
    /// Its effect's Charges minus Challenges.
    #[serde(default)]
    pub charges: i32,
    /// The current stage.
    pub stage: ResistStage,
}

/// The stages of resisting a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ResistStage {
    /// A check against this total.
    Check {
        /// The number to beat.
        against: i32,
    },
    /// The unit suffers the force.
    Harm {
        /// True if it resisted and takes half.
        half: bool,
    },
}

/// A unit burns in a Recovery (VG-260).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Burn {
    /// The unit.
    pub unit: UnitId,
}

/// An attack on an object, which hits without a roll (VG-135).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Batter {
    /// The unit.
    pub unit: UnitId,
    /// The weapon.
    pub weapon: Key,
    /// The object.
    pub object: Target,
    /// Its options.
    #[serde(default, rename = "style")]
    pub options: AttackOptions,
    /// True once it is declared and paid for.
    pub paid: bool,
}

/// A kind of act of hands or body, other than attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handling {
    /// A weapon is reloaded (VG-93).
    Reload,
    /// A dying unit is stabilised (VG-237).
    Stabilise,
    /// A pinned combatant tries to break free.
    BreakFree,
    /// The weapon in hand is swapped for the other one (VG-92).
    Draw,
    /// The weapon in hand is dropped (VG-92).
    Drop,
    /// An item is picked up (VG-92).
    PickUp,
    /// A door, a window or a lever is moved (VG-92).
    Move,
    /// A draught is drunk (VG-84).
    Drink,
    /// A charge is placed (VG-84).
    Place,
    /// The placed charges are detonated (VG-84).
    Detonate,
    /// The unit lies down (VG-166).
    LieDown,
    /// The unit gives up (VG-94).
    Surrender,
}

/// A unit carries out an act of hands or body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handle {
    /// The unit.
    pub unit: UnitId,
    /// The kind of handling.
    pub what: Handling,
    /// The other unit concerned.
    pub target: UnitId,
    /// The place, if it does not target a combatant.
    #[serde(default)]
    pub at: Option<Target>,
    /// True once it is paid for.
    pub paid: bool,
}

/// The trigger of a readied act (VG-78).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// An enemy comes within reach.
    Near,
    /// An enemy enters a place or one of the squares around it.
    Area,
    /// An enemy enters the watched sector (Over Watch).
    Sector,
    /// An enemy attacks.
    Attacks,
    /// An ally falls.
    Falls,
    /// A door, a window or a gate opens.
    Door,
    /// An enemy gives an opening.
    Opening,
    /// The referee gives the signal.
    Signal,
}

impl Trigger {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 8] = [
        Self::Near,
        Self::Area,
        Self::Sector,
        Self::Attacks,
        Self::Falls,
        Self::Door,
        Self::Opening,
        Self::Signal,
    ];

    /// Its name in commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Area => "area",
            Self::Sector => "sector",
            Self::Attacks => "attacks",
            Self::Falls => "falls",
            Self::Door => "door",
            Self::Opening => "opening",
            Self::Signal => "signal",
        }
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Near => "an enemy comes within reach",
            Self::Area => "an enemy enters the marked place",
            Self::Sector => "an enemy enters the watched sector",
            Self::Attacks => "an enemy attacks",
            Self::Falls => "an ally falls",
            Self::Door => "a door opens",
            Self::Opening => "an enemy gives an opening",
            Self::Signal => "the referee gives the signal",
        }
    }

    /// The trigger with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trigger| trigger.id() == name)
    }
}

/// Readying an act (VG-78).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arm {
    /// The unit.
    pub unit: UnitId,
    /// The act.
    pub act: Key,
    /// Its trigger.
    pub trigger: Trigger,
    /// The watched place or direction.
    pub at: Option<Target>,
}

/// A triggered readied act (VG-78 to VG-82).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Respond {
    /// The unit that readied it.
    pub unit: UnitId,
    /// The number of the readied act.
    pub armed: u32,
    /// The enemy that triggered it.
    pub foe: UnitId,
    /// The ally that is attacked or has fallen.
    #[serde(default)]
    pub about: Option<UnitId>,
    /// Other acts readied for the same trigger, each with its enemy: the owner is asked until one
    /// is carried out (VG-82).
    #[serde(default)]
    pub or: Vec<(u32, UnitId)>,
}

/// A unit without a slot in the order may get one (VG-45, VG-46).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Join {
    /// The unit.
    pub unit: UnitId,
    /// True if it is asked first.
    pub asks: bool,
}

/// An object burns in a Recovery (VG-260).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Smoulder {
    /// The object.
    pub object: Target,
}

/// A dying unit is treated after the battle (VG-334).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TreatDying {
    /// The dying unit.
    pub unit: UnitId,
    /// The treating unit.
    pub by: UnitId,
}

/// Armour is mended after the battle (VG-333).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RepairArmour {
    /// The unit.
    pub unit: UnitId,
}

/// A pinned unit is released: its holder is out of the fight or out of reach (VG-56).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LetGo {
    /// The unit.
    pub unit: UnitId,
}

/// A unit is pushed across harmful ground (VG-320).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scorch {
    /// The unit.
    pub unit: UnitId,
    /// Damage from the ground, in points.
    pub harm: u8,
}

/// A unit goes into Shock, wakes or is destroyed because of its tracks (VG-233, VG-240, VG-244).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UpdateStatus {
    /// The unit.
    pub unit: UnitId,
}
