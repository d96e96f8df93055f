//! The steps of this ruleset.

use serde::{Deserialize, Serialize};

use grid::{Dir, FloorAt, UnitId};
use rules::Key;
use rules::kit::tasks::tasks;
use rules::kit::walk::Walk;
use rules::step::{Task, steps};

mod acts;
mod effects;

pub use acts::{Analyse, AuthorityUse, Batter, Deal, Handle, Rouse, Rush, Volley, Wait};
pub use effects::{Compulsion, Drive, EffectMoment, Recovery, Suffer};
pub use rules::kit::turns::{RoundStart, TurnEnd};

steps! {
    /// The steps of this ruleset.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// A turn or an extra act begins.
        TurnStart(TurnStart) = "turn_start",
        /// A turn or an extra act ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// A round ends.
        RoundEnd(RoundEnd) = "round_end",
        /// The battle ends.
        Ending(Ending) = "ending",
        /// A unit walks along a path.
        Walk(Walk) = "walk",
        /// A unit tests a special move before it continues.
        Effort(Effort) = "effort",
        /// A unit hides, or is searched for.
        Sneak(Sneak) = "sneak",
        /// A unit mounts, or is carried.
        Ride(Ride) = "ride",
        /// A unit suffers from the air around it.
        Air(Air) = "air",
        /// A flyer tests to stay up, or falls.
        Aloft(Aloft) = "aloft",
        /// A unit leaps, or jumps up.
        Leap(Leap) = "leap",
        /// A unit falls.
        Fall(Fall) = "fall",
        /// A unit does an unopposed act.
        UnopposedAct(UnopposedAct) = "deed",
        /// A unit attacks with one or more weapons.
        Assault(Assault) = "assault",
        /// A unit charges.
        Rush(Rush) = "rush",
        /// A unit rouses its friends.
        Rouse(Rouse) = "rouse",
        /// A unit makes one of these attacks.
        Strike(Strike) = "strike",
        /// A unit attacks all units in an area.
        Blast(Blast) = "blast",
        /// A hit takes effect.
        Land(Land) = "land",
        /// A unit casts a spell that deals no damage.
        Cast(Cast) = "cast",
        /// A unit tries a trick on another.
        Trick(Trick) = "trick",
        /// A unit is pushed.
        Shove(Shove) = "shove",
        /// A unit may make a Chance Attack.
        Chance(Chance) = "chance",
        /// A unit leaves the reach of enemies.
        Leave(Leave) = "leave",
        /// A whole side strikes at once.
        AllOut(AllOut) = "all_out",
        /// A unit suffers something, or tries to get rid of it.
        Suffer(Suffer) = "suffer",
        /// A Burst deals out its extra wounds.
        Volley(Volley) = "volley",
        /// A unit strikes at an object.
        Batter(Batter) = "batter",
        /// A unit uses an item up, changes what it holds, or uses a skill.
        Handle(Handle) = "handle",
        /// A unit analyses an enemy.
        Analyse(Analyse) = "analyse",
        /// A unit delays an act, or carries it out.
        Wait(Wait) = "wait",
        /// A unit is driven by an ailment.
        Drive(Drive) = "drive",
        /// A unit recovers after the battle.
        Recovery(Recovery) = "dusk",
        /// A unit may spend Fate immediately.
        FateUndoes(FateUndoes) = "mercy",
    }
}

tasks!(Step; of_unit: TurnStart, Effort, Leap, Fall, UnopposedAct, Assault, Rouse, Strike, Blast, Land, Cast, Trick, Shove,
    Chance, Leave, AllOut, Suffer, Air, Ride, Volley, Batter, Analyse, Drive, Recovery, FateUndoes;
    of_battle: RoundEnd, Ending);

/// The slot of a combatant comes up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// The unit.
    pub unit: UnitId,
}

/// The end of a round (EV-53).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundEnd;

/// The battle is decided in the middle of a round (EV-53).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending;

/// A fall (EV-104).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fall {
    /// The falling unit.
    pub unit: UnitId,
    /// Metres fallen, once the unit has landed and its harm is still to come.
    pub fell: Option<i32>,
}

/// The special moves that require a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Feat {
    /// Climbing in haste, or a hard face (EV-90, EV-93).
    Climb,
    /// Swimming in haste, or in rough water (EV-95, EV-96).
    Swim,
    /// Harmful Terrain at full speed (EV-108).
    Cross,
    /// Sneaking at full speed (EV-76).
    Sneak,
}

/// Stealth (EV-75 to EV-78, EV-88).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sneak {
    /// The unit hides.
    Hide(UnitId),
    /// The unit searches.
    Search(UnitId),
    /// The unit opens its next door silently.
    Quiet(UnitId),
    /// An enemy looks at it as it sneaks past.
    Look {
        /// The sneaking unit.
        unit: UnitId,
        /// The observer.
        by: UnitId,
    },
}

impl Task for Sneak {
    fn unit(&self) -> Option<UnitId> {
        let (Self::Hide(unit) | Self::Search(unit) | Self::Quiet(unit) | Self::Look { unit, .. }) =
            self;
        Some(*unit)
    }
}

/// Riding (EV-212).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ride {
    /// The rider.
    pub unit: UnitId,
    /// The mount; `None` to dismount.
    pub to: Option<UnitId>,
    /// True if it is an act that costs an action point.
    pub paid: bool,
}

/// What the surroundings of a unit do to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AirHazard {
    /// No air (EV-398).
    Airless,
    /// Miasma (EV-406).
    Miasma,
    /// Water that puts out fire (EV-X31).
    Water,
}

/// A unit suffers from the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Air {
    /// The unit.
    pub unit: UnitId,
    /// The hazard.
    pub what: AirHazard,
}

/// What happens to flyers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aloft {
    /// It tests to stay up (EV-120).
    Test(UnitId),
    /// It tests to stop its fall (EV-121).
    Catch(UnitId),
    /// It was knocked down in the air (EV-X1).
    Tumble(UnitId),
    /// It falls one band (EV-121).
    Drop(UnitId),
}

impl Task for Aloft {
    fn unit(&self) -> Option<UnitId> {
        let (Self::Test(unit) | Self::Catch(unit) | Self::Tumble(unit) | Self::Drop(unit)) = self;
        Some(*unit)
    }
}

/// A leap over squares, or a jump up (EV-97, EV-101).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leap {
    /// The leaping unit.
    pub unit: UnitId,
    /// The destination.
    pub to: FloorAt,
    /// True if it jumps up rather than far.
    pub up: bool,
    /// Degrees of its test, negative for failures; `None` before it is made.
    pub tested: Option<i32>,
}

/// A test within a walk.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effort {
    /// The testing unit.
    pub unit: UnitId,
    /// The feat.
    pub feat: Feat,
    /// The number of its Basic Move, if it has bought any (EV-90).
    pub leg: i64,
    /// The walk that continues afterwards.
    pub walk: Walk,
    /// Degrees of failure of a crossing whose step has been made; `None` before the roll.
    pub failed: Option<i32>,
}

/// The kinds of unopposed acts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnopposedKind {
    /// Getting up, before enemies have struck (EV-210, EV-211).
    Rise,
    /// Getting up, after enemies have struck.
    Stand,
    /// Going down (EV-210).
    Drop,
    /// Focus, for a number of action points (EV-202, EV-203).
    Focus(i32),
    /// Defending itself (EV-189).
    Defend,
    /// Taking blows for another (EV-191).
    Protect(UnitId),
    /// Covering others with the weapon in a slot (EV-193).
    Cover(Vec<UnitId>, Key),
    /// The shot is fired.
    Covering(Vec<UnitId>, Key),
    /// A test to end a condition.
    Try(EffectMoment),
    /// First Aid to another or itself (EV-394).
    Aid(UnitId),
    /// Spending a Fate Point, on one of several things (EV-347).
    Fate(FateUse, Option<Key>),
    /// Stopping its fall (EV-121).
    CatchItself,
    /// A test to end a condition, paid for with the whole Move (EV-365, EV-409).
    TryMoving(EffectMoment),
    /// Continues to move if the bonds have broken (EV-409).
    MoveOn,
    /// Shaking off panic (EV-384).
    CalmDown,
    /// Moving at full speed, or with care again (EV-90).
    Hurry,
    /// Another Persona becomes active (EV-219).
    Swap(Key),
    /// The One More is passed to another unit (EV-334).
    Pass(UnitId),
}

/// The use of a Fate Point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FateUse {
    /// The next test is easier (EV-348).
    Test,
    /// Light Wounds are restored (EV-350).
    Wounds,
    /// An ailment ends (EV-351).
    Ailment,
    /// A broken Persona revives (EV-353).
    Persona,
    /// Spirit is restored (EV-354).
    Spirit,
    /// The worst injury is ignored until its turn (EV-355).
    Injury,
}

/// Fate may undo what a unit has just suffered (EV-347).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FateUndoes {
    /// The unit that spends Fate.
    pub unit: UnitId,
    /// The use of the point.
    #[serde(rename = "boon")]
    pub fate_use: FateUse,
    /// What the point is spent on, if there is a choice.
    pub on: Option<Key>,
}

/// An All Out Attack (EV-340).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AllOut {
    /// The unit that called for it.
    pub unit: UnitId,
    /// The units that take part, and those still to roll; `None` before it is declared.
    pub crew: Option<(Vec<UnitId>, Vec<UnitId>)>,
    /// Degrees of the best passed roll so far; -1 for none.
    pub best: i32,
    /// Enemies still to be hit.
    pub foes: Vec<UnitId>,
}

/// An unopposed act.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnopposedAct {
    /// The unit that does it.
    pub unit: UnitId,
    /// The act.
    pub doing: UnopposedKind,
}

/// One or more attacks in a row: a single one, or one with each weapon held (EV-165, EV-173).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// The attacker.
    pub unit: UnitId,
    /// The remaining weapons and targets.
    pub left: Vec<(Key, UnitId)>,
    /// The mode of the attack.
    pub way: AttackMode,
    /// Enemies that it may stagger (EV-325); `None` before it is declared.
    #[serde(rename = "fresh")]
    pub staggerable: Option<Vec<UnitId>>,
}

/// One attack on one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    /// The attacker.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// The weapon.
    pub arm: Key,
    /// How it is made.
    pub way: AttackMode,
}

/// The modes of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AttackMode {
    /// Without special options.
    #[default]
    Plain,
    /// One of several, with everything held (EV-173).
    All {
        /// True if it is not made with the main hand.
        off: bool,
    },
    /// A Chance Attack (EV-250).
    Chance {
        /// True if it is provoked by a unit that flees (EV-64).
        flees: bool,
        /// Aimed at this part of the body.
        part: Option<Key>,
        /// True if it deals extra wounds.
        burst: bool,
    },
    /// After a run-up (EV-166).
    Charge {
        /// True if it deals extra wounds.
        burst: bool,
    },
    /// Aimed at a part of the body (EV-148).
    Called {
        /// The part.
        part: Key,
        /// True if it goes past the target's protector (EV-192).
        past: bool,
    },
    /// With extra wounds (EV-140).
    Burst,
}

impl AttackMode {
    /// The targeted part of the body.
    pub const fn part(&self) -> Option<&Key> {
        match self {
            Self::Called { part, .. } | Self::Chance { part: Some(part), .. } => Some(part),
            _ => None,
        }
    }

    /// Whether it deals extra wounds.
    pub const fn bursts(&self) -> bool {
        matches!(
            self,
            Self::Burst | Self::Charge { burst: true } | Self::Chance { burst: true, .. }
        )
    }
}

/// The stage of an attack on an area.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BlastStage {
    /// Declared and paid for.
    Declare,
    /// The one roll for all targets.
    Roll,
    /// The targets evade, one after the other.
    Evade {
        /// The roll: the result that counts, and the first of two dice.
        face: (u16, u16),
        /// True if it missed its square and landed here, as a bare pass (EV-155).
        strays: bool,
        /// The units that must still evade.
        left: Vec<UnitId>,
        /// Enemies that it may stagger.
        #[serde(rename = "fresh")]
        staggerable: Vec<UnitId>,
    },
}

/// The place of an area (EV-137).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Spot {
    /// Around a square, on the ground or on a floor above it, or in a line through it.
    Cell(FloorAt),
    /// In this direction.
    Towards(Dir),
    /// Around its user.
    Around,
    /// From each of these units to the next.
    Chain(Vec<UnitId>),
}

/// One attack on all units in an area (EV-137).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blast {
    /// The attacker.
    pub unit: UnitId,
    /// The weapon.
    pub arm: Key,
    /// The place.
    pub spot: Spot,
    /// The current stage.
    #[serde(rename = "burst")]
    pub stage: BlastStage,
}

/// A hit that takes effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Land {
    /// The hit unit.
    pub unit: UnitId,
    /// The attacker.
    pub by: UnitId,
    /// The weapon.
    pub arm: Key,
    /// The margin of the attack (EV-12).
    pub margin: i32,
    /// True if it is a critical hit (EV-156).
    pub critical: bool,
    /// The targeted part of the body (EV-148).
    pub part: Option<Key>,
    /// Extra wounds of a Burst (EV-142).
    pub extra: i32,
}

/// A spell that deals no damage, on one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// The caster.
    pub unit: UnitId,
    /// Its target.
    pub to: SpellTarget,
    /// The spell.
    pub spell: Key,
    /// True once it is declared and paid for.
    pub paid: bool,
}

/// What a spell is cast on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpellTarget {
    /// A unit.
    Unit(UnitId),
    /// A square, on one of its floors.
    Cell(FloorAt),
}

/// The tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "`tricks` explains each")]
pub enum TrickKind {
    Push,
    Knockdown,
    Grapple,
    Distract,
    Taunt,
    ScaryFace,
    Read,
}

/// A trick on another (EV-169, EV-175 to EV-187).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trick {
    /// The unit.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// Its kind.
    #[serde(rename = "ruse")]
    pub trick: TrickKind,
    /// Enemies that it may stagger (EV-325); `None` before it is declared.
    #[serde(rename = "fresh")]
    pub staggerable: Option<Vec<UnitId>>,
    /// True once the dice have been rolled.
    pub over: bool,
}

/// A push (EV-175 to EV-178).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shove {
    /// The pushed unit.
    pub unit: UnitId,
    /// The unit that it is pushed away from.
    pub by: UnitId,
    /// Metres.
    pub metres: u16,
    /// Metres left of the push when an obstacle stopped it.
    pub left: Option<u16>,
}

/// A Chance Attack that a unit may make (EV-250).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chance {
    /// The unit that may make it.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// True if it is provoked by fleeing (EV-64).
    pub flees: bool,
}

/// Leaving melee (EV-60).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leave {
    /// The leaving unit.
    pub unit: UnitId,
    /// Enemies that it leaves and that have not responded yet.
    pub foes: Vec<UnitId>,
    /// The number of its Basic Move, if it has bought any (EV-62).
    pub leg: i64,
    /// Its roll, once it has made it.
    pub face: Option<i32>,
}
