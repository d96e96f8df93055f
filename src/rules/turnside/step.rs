//! The steps of this ruleset.

mod board;
mod kinds;
mod night;

use serde::{Deserialize, Serialize};

use grid::{Cell, Dir, FloorAt, Hm, UnitId};
use rules::Key;
use rules::Target;
use rules::kit::tasks::tasks;
use rules::kit::walk::Walk;
use rules::state::Posture;
use rules::step::steps;

use super::data::{Element, Skill};

pub use board::{Batter, Handle, Handling, Notice, Overdue, Quench, TendPatient, Vanish};
pub use kinds::{Manoeuvre, Trigger};
pub use night::{Dusk, Night};
pub use rules::kit::falls::Fall;
pub use rules::kit::turns::{RoundStart, TurnEnd};

steps! {
    /// The steps of this ruleset.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// The round is over.
        RoundEnd(RoundEnd) = "round_end",
        /// A turn begins.
        TurnStart(TurnStart) = "turn_start",
        /// A turn ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// A unit walks along a path.
        Walk(Walk) = "walk",
        /// A unit falls.
        Fall(Fall) = "fall",
        /// A unit may slip.
        Slip(Slip) = "slip",
        /// A unit stands up or lies down.
        Pose(Pose) = "pose",
        /// A unit jumps.
        Jump(Jump) = "jump",
        /// A unit turns on the spot.
        Turn(Turn) = "turn",
        /// A unit guards.
        Guard(Guard) = "guard",
        /// A unit strikes.
        Strike(Strike) = "strike",
        /// A unit strikes at a cell.
        Lunge(Lunge) = "lunge",
        /// A unit uses an ability.
        Cast(Cast) = "cast",
        /// The units in an area, and their allies, may react.
        AreaReactions(AreaReactions) = "area_reactions",
        /// An ability meets one target.
        Attempt(Attempt) = "attempt",
        /// A unit is pushed.
        Pushed(Pushed) = "pushed",
        /// Harmful ground in the path of a push.
        Scorch(Scorch) = "scorch",
        /// A unit grapples, shoves or breaks free.
        Wrestle(Wrestle) = "wrestle",
        /// A hold ends.
        Release(Release) = "release",
        /// A unit puts out the flames on itself.
        Douse(Douse) = "douse",
        /// A unit treats another.
        Treat(Treat) = "treat",
        /// A unit hides.
        Sneak(Sneak) = "sneak",
        /// A unit looks for hidden enemies.
        Search(Search) = "search",
        /// A hidden unit is in plain view.
        Reveal(Reveal) = "reveal",
        /// A unit is exhausted.
        Exhausted(Exhausted) = "exhausted",
        /// A unit is at 0 HP.
        Drop(Drop) = "drop",
        /// A unit prepares an action.
        Prepare(Prepare) = "prepare",
        /// A prepared action may be carried out.
        Answering(Answering) = "answering",
        /// The effect of a unit's Reaction ends.
        ReactionEnds(ReactionEnds) = "wane",
        /// A unit strikes an object.
        Batter(Batter) = "batter",
        /// A unit handles items.
        Handle(Handle) = "handle",
        /// A unit treats another for a whole Turn.
        TendPatient(TendPatient) = "tend",
        /// The sides learn which units hide.
        Notice(Notice) = "notice",
        /// A unit enters or leaves water, or runs out of breath.
        Quench(Quench) = "quench",
        /// A summoned unit is gone.
        Vanish(Vanish) = "vanish",
        /// A unit pays for charges above the limit of a Turn that has become Mixed.
        Overdue(Overdue) = "overdue",
        /// A unit wakes up.
        Wake(Wake) = "wake",
        /// A side spends the night after the battle.
        Night(Night) = "night",
    }
}

tasks!(Step; of_unit: TurnStart, Slip, Pose, Jump, Turn, Guard, Strike, Lunge, Cast, AreaReactions, Attempt, Pushed, Scorch, Wrestle, Release, Douse, Treat, Sneak, Search, Reveal, Exhausted, Drop, Prepare, Answering, ReactionEnds, Batter, Handle, TendPatient, Notice, Quench, Vanish, Overdue, Wake; of_battle: RoundEnd, Night);

/// Every unit has had a turn (TU-23).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundEnd;

/// The parts of the start of a turn (TU-28).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dawn {
    /// Guard, an unused prepared action, and effects that end at this point.
    Ends,
    /// Clocks tick.
    Clocks,
    /// Bleeding, poison and fire cost HP, one after the other.
    Blood {
        /// How many of them have been applied.
        nth: usize,
    },
    /// Harmful ground deals damage.
    Ground,
    /// Movement and Attacks are restored.
    Budget,
}

/// The turn of a combatant begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// The unit.
    pub unit: UnitId,
    /// The current part.
    pub dawn: Dawn,
}

/// Slippery ground under a unit that has come onto it (TU-153).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slip {
    /// The unit.
    pub unit: UnitId,
    /// The number of the slippery ground.
    pub slippery: u8,
}

/// Standing up or lying down (TU-156).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pose {
    /// The unit.
    pub unit: UnitId,
    /// The new posture.
    pub to: Posture,
}

/// A jump (TU-151).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Jump {
    /// The unit.
    pub unit: UnitId,
    /// The destination.
    pub to: FloorAt,
    /// True once enemies have reacted to its departure (TU-174).
    #[serde(default)]
    pub answered: bool,
    /// Where it stood when they reacted (TU-345).
    #[serde(default)]
    pub from: Option<Cell>,
}

/// Turning on the spot (TU-171).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The unit.
    pub unit: UnitId,
    /// The new facing.
    pub facing: Dir,
}

/// Guarding (TU-141).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Guard {
    /// The unit.
    pub unit: UnitId,
}

/// The original target of a shielded strike (TU-209).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shielded {
    /// The original target.
    pub unit: UnitId,
    /// The original target's DOD against this strike.
    pub dod: i32,
}

/// The stages of a strike.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Blow {
    /// Declared and paid.
    Declare,
    /// Allies of the target may shield it.
    Shield,
    /// The d100 is rolled.
    Roll,
    /// It hits; Reactions are asked for only now (TU-186).
    Late {
        /// Whether the hit is critical.
        critical: bool,
    },
    /// It hits.
    Harm {
        /// Whether the hit is critical.
        critical: bool,
    },
}

/// A strike with a weapon at one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    /// The attacker.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// The weapon.
    pub weapon: Key,
    /// The strike of the Turn that deals full damage, from 1 (TU-48).
    pub main: i32,
    /// The Attacks of the split, if this strike makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
    /// The original target if the strike was shielded.
    pub shielded: Option<Shielded>,
    /// True if it was prepared: it is already paid for and deals full damage (TU-180).
    #[serde(default)]
    pub prepared: bool,
    /// The last unit that has reacted; units later in the order may still react (TU-194).
    #[serde(default)]
    pub answered: Option<UnitId>,
    /// The target cell of a guess (TU-168).
    #[serde(default)]
    pub guessed: Option<Cell>,
    /// The current part.
    pub blow: Blow,
}

/// A strike with a weapon at a cell (TU-168).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lunge {
    /// The attacker.
    pub unit: UnitId,
    /// The cell.
    pub cell: Cell,
    /// The weapon.
    pub weapon: Key,
    /// The strike of the Turn that deals full damage, from 1 (TU-48).
    pub main: i32,
    /// The Attacks of the split, if this strike makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
    /// True once it is declared and paid for.
    pub declared: bool,
}

/// The stages of using an ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Casting {
    /// Declared and paid.
    Declare,
    /// It may fail because of an injury (TU-247).
    Blocked {
        /// Charges used by it.
        charges: i32,
    },
    /// It takes effect.
    Act {
        /// Charges used by it.
        charges: i32,
    },
    /// Overheat and feedback follow (TU-62, TU-80).
    Pay {
        /// Charges used by it.
        charges: i32,
    },
}

/// The use of an ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// The user.
    pub unit: UnitId,
    /// The ability.
    pub ability: Key,
    /// Its targets, unless they are determined by a place or direction.
    pub targets: Vec<UnitId>,
    /// The targeted object (TU-54).
    #[serde(default)]
    pub object: Option<Target>,
    /// The cell it is aimed at.
    pub place: Option<FloorAt>,
    /// The chosen direction.
    pub towards: Option<Dir>,
    /// The chosen element.
    pub element: Option<Element>,
    /// The maximum damage that the user allows (TU-75).
    pub most: Option<i32>,
    /// The Attacks of the split, if this makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
    /// True if it was prepared: its charges and half of its RP are already paid (TU-177, TU-179).
    #[serde(default)]
    pub prepared: bool,
    /// True if it has targeted an enemy, which ends hiding (TU-128).
    #[serde(default)]
    pub shown: bool,
    /// The current part.
    pub casting: Casting,
}

/// The Reactions to an area ability, before its first roll (TU-186, TU-194).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AreaReactions {
    /// The user.
    pub unit: UnitId,
    /// The attempts to react to, in turn order of their targets.
    pub attempts: Vec<Attempt>,
    /// The last unit that has reacted; units later in the order may still react.
    #[serde(default)]
    pub answered: Option<UnitId>,
}

/// An ability against one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attempt {
    /// The user.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// The ability.
    pub ability: Key,
    /// The centre of the area.
    pub origin: Option<FloorAt>,
    /// The maximum damage that the user allows (TU-75).
    pub most: Option<i32>,
    /// The original target if it was shielded.
    pub shielded: Option<Shielded>,
    /// The direction of a cone.
    #[serde(default)]
    pub towards: Option<Dir>,
    /// The last unit that has reacted; units later in the order may still react (TU-194).
    #[serde(default)]
    pub answered: Option<UnitId>,
    /// A roll made for another target, used for this one too (TU-69).
    #[serde(default)]
    pub shared: Vec<u16>,
    /// The current part.
    pub blow: Blow,
}

/// A push straight away from another unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pushed {
    /// The pushed unit.
    pub unit: UnitId,
    /// The unit it is pushed away from.
    pub from: UnitId,
    /// Metres.
    pub metres: u16,
    /// True once the ground in its path has hurt the unit (TU-140).
    #[serde(default)]
    pub burnt: bool,
}

/// Harmful ground in the path of a push (TU-140).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scorch {
    /// The unit.
    pub unit: UnitId,
    /// Raw damage.
    pub harm: u8,
}

/// The stages of a manoeuvre.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grip {
    /// Declared and paid.
    Declare,
    /// The defender may react (TU-329).
    React,
    /// The defender chooses a skill (TU-130).
    Resist,
    /// Both roll.
    Roll {
        /// The defender's skill.
        theirs: Skill,
    },
    /// A successful shove: prone or a push.
    Push,
}

/// A manoeuvre against one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wrestle {
    /// The acting unit.
    pub unit: UnitId,
    /// The other unit.
    pub target: UnitId,
    /// Which manoeuvre.
    pub what: Manoeuvre,
    /// The Attacks of the split, if this makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
    /// True if it was prepared, and is already paid for.
    #[serde(default)]
    pub prepared: bool,
    /// The last unit that has reacted (TU-194).
    #[serde(default)]
    pub answered: Option<UnitId>,
    /// The current part.
    pub grip: Grip,
}

/// The end of a hold (TU-134).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Release {
    /// The holder.
    pub unit: UnitId,
    /// The held unit.
    pub held: UnitId,
}

/// Putting out flames (TU-308).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Douse {
    /// The unit.
    pub unit: UnitId,
    /// The Attacks of the split, if this makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
}

/// A use of Medicine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Treatment {
    /// To stabilise (TU-284).
    Stabilise,
    /// To end this condition (TU-292).
    Cure(Key),
}

impl Treatment {
    /// Its name in commands.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Stabilise => "stabilise",
            Self::Cure(_) => "treat",
        }
    }

    /// Its name for players.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Stabilise => "Stabilise",
            Self::Cure(_) => "Treat",
        }
    }
}

/// A use of Medicine on another unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Treat {
    /// The healer.
    pub unit: UnitId,
    /// The patient.
    pub target: UnitId,
    /// Its purpose.
    pub what: Treatment,
    /// True if it was prepared, and is already paid for.
    #[serde(default)]
    pub prepared: bool,
    /// The Attacks of the split, if this makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
    /// True once it is declared and paid for.
    pub declared: bool,
}

/// Hiding (TU-126).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sneak {
    /// The unit.
    pub unit: UnitId,
    /// The Attacks of the split, if this makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
    /// True if it was prepared, and is already paid for.
    #[serde(default)]
    pub prepared: bool,
    /// True once it is declared and paid for.
    pub declared: bool,
}

/// Looking for hidden enemies (TU-127).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Search {
    /// The unit.
    pub unit: UnitId,
    /// The Attacks of the split, if this makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
    /// True if it was prepared, and is already paid for.
    #[serde(default)]
    pub prepared: bool,
    /// True once it is declared and paid for.
    pub declared: bool,
}

/// A hidden unit in plain view (TU-128).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reveal {
    /// The unit.
    pub unit: UnitId,
}

/// The last level of fatigue (TU-310).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Exhausted {
    /// The unit.
    pub unit: UnitId,
}

/// The choice at 0 HP: fight on or succumb (TU-267).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drop {
    /// The unit.
    pub unit: UnitId,
}

/// Preparing an action (TU-173).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prepare {
    /// The owner.
    pub unit: UnitId,
    /// The weapon, ability or manoeuvre.
    pub act: Key,
    /// What triggers it.
    pub trigger: Trigger,
    /// The centre of the marked area.
    pub centre: Option<Cell>,
    /// The height of its floor, on boards with decks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<Hm>,
}

/// The owner of a prepared action may carry it out (TU-174).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answering {
    /// The owner.
    pub unit: UnitId,
    /// The number of the prepared action.
    pub armed: u32,
    /// The enemy that triggered it.
    pub target: UnitId,
}

/// The end of the effect of a unit's Reaction (TU-191).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReactionEnds {
    /// The unit.
    pub unit: UnitId,
}

/// A unit's incapacitation ends (TU-260, TU-310).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wake {
    /// The unit.
    pub unit: UnitId,
}
