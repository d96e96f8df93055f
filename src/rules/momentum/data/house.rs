//! `rules.ron`: the numbers and options that are no creature's and no weapon's.

use serde::{Deserialize, Serialize};

use super::words::DamageType;
use crate::grid::Hm;
use crate::rules::Key;
use crate::rules::content::metres;

/// How advantage and disadvantage meet (MO-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdvantageMode {
    /// Any of both together is a plain roll.
    CancelAll,
    /// The more numerous side counts.
    NetCount,
}

/// How equal Initiative is told apart (MO-47).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TieBreak {
    /// Instinct, then Athletics, then a roll.
    InstinctAthleticsRoll,
    /// A roll.
    RollOff,
    /// The referee says who acts first; without one Instinct, Athletics and a roll do.
    AskReferee,
}

/// When RP come back (MO-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RpRefresh {
    /// For all at the start of the round.
    RoundStart,
    /// For each at the start of its turn.
    OwnTurnStart,
}

/// Which enemies spoil a ranged attack (MO-173).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Threat {
    /// Those whose melee reach covers the shooter.
    EnemyReach,
    /// Those beside it.
    Adjacent,
}

/// Whether type modifiers come before Armor (MO-209).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageOrder {
    /// They do.
    TypeThenArmor,
    /// They do not.
    ArmorThenType,
}

/// The Vitality at which a creature dies (MO-249).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeathAt {
    /// Minus its Constitution Stat.
    NegativeConstitution,
    /// Minus half its most Vitality.
    NegativeHalfMax,
    /// 0.
    Zero,
}

/// How soft matter hides (MO-312).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoliageCover {
    /// As half cover.
    Half,
    /// From sight only.
    None,
}

/// Where the bonus of Taking Cover counts (MO-103).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverScope {
    /// Against what one has half cover from.
    SameDirection,
    /// Against all ranged attacks and effects, while one has half cover from some enemy.
    AnyHalfCover,
    /// Against all ranged attacks and effects.
    Always,
}

/// Whether a miss that meets another creature is rolled again (MO-316).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RedirectRoll {
    /// The same roll counts.
    Same,
    /// A new one is made.
    New,
}

/// What a failed check to get past an enemy costs (MO-297).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PassFailCost {
    /// The movement for that square.
    SquareSpent,
    /// Nothing.
    Nothing,
    /// All movement there is.
    TurnMovement,
}

/// When leaning out ends (MO-324).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeanUntil {
    /// With the action it served.
    EndOfAction,
    /// With the next turn.
    NextTurn,
}

/// Who is surprised when a side lay in wait (MO-78).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SurpriseTest {
    /// Stealth of each who lay in wait against the better of Perception and Intuition.
    EachAgainstEach,
    /// The units that the level or scenario marks as surprised.
    Scenario,
    /// No unit is surprised.
    Off,
}

/// Whose Perception a Hide has to beat (MO-123).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HideNeeds {
    /// That of every enemy, or it fails.
    BeatAll,
    /// It succeeds against those whom it beats.
    PerObserver,
}

/// What becomes of one whose feat fails (MO-143).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CinematicFailure {
    /// Nothing but the cost.
    Nothing,
    /// It lies.
    ProneSelf,
    /// It has no movement left in this turn.
    LoseFreeMove,
}

/// After the battle (MO-30, MO-364 to MO-367).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AfterBattle {
    /// Survivors rest (MO-367).
    pub rest: bool,
    /// Seconds for each round that something would still have lasted, however long a round of the
    /// battle is (MO-30, MO-364).
    pub seconds_a_round: u32,
}

/// What actions cost, AP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// MO-84.
    pub attack: i32,
    /// MO-88.
    pub defend: i32,
    /// MO-90.
    pub interact: i32,
    /// MO-92.
    pub stride: i32,
    /// MO-94.
    pub sprint: i32,
    /// MO-95.
    pub stabilize: i32,
    /// MO-96.
    pub switch_places: i32,
    /// MO-99.
    pub switch_weapons: i32,
    /// MO-102.
    pub take_cover: i32,
    /// MO-106.
    pub use_item: i32,
    /// MO-107.
    pub blind: i32,
    /// MO-108.
    pub climb_on: i32,
    /// MO-113.
    pub shake_off: i32,
    /// MO-119.
    pub disarm: i32,
    /// MO-121.
    pub grab: i32,
    /// MO-129.
    pub shove: i32,
    /// MO-131.
    pub trip: i32,
    /// MO-271.
    pub break_free: i32,
    /// MO-116.
    pub command: i32,
    /// MO-283.
    pub put_out: i32,
    /// MO-122.
    pub hide: i32,
}

/// Narrative Momentum (MO-135, MO-136).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MomentumGains {
    /// At the start of a battle.
    pub start: i32,
    /// The most.
    pub cap: i32,
    /// At the start of each round after the first.
    pub round: i32,
    /// On one's own natural 20 on an attack or check.
    pub natural_20: i32,
    /// When an ally in view drops.
    pub ally_drops: i32,
}

/// Everything in `rules.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseRules {
    /// The Stat whose bonus is 0 (MO-11).
    pub stat_zero: i32,
    /// The most Skill Levels beside the Level (MO-12).
    pub skill_cap: i32,
    /// The linked Stat joins Skill Checks (MO-13).
    pub check_adds_stat_bonus: bool,
    /// A natural 20 makes a check against a number succeed (MO-14).
    pub check_critical: bool,
    /// MO-8.
    pub advantage_mode: AdvantageMode,

    /// Vitality for each point of Constitution (MO-20).
    pub vitality_per_constitution: i32,
    /// Vitality for each Level (MO-20).
    pub vitality_per_level: i32,
    /// Levels for each WP of the upcast limit, rounded up (MO-20).
    pub levels_per_upcast: i32,

    /// AP of a turn (MO-31).
    pub ap: i32,
    /// RP of a round (MO-34).
    pub rp: i32,
    /// MO-34.
    pub rp_refresh: RpRefresh,
    /// MO-47.
    pub tie_break: TieBreak,
    /// Seconds of a round in battle (MO-29).
    pub round_seconds: u32,
    /// What actions cost.
    pub prices: Prices,
    /// How many times Basic Movement a Sprint gives (MO-94).
    pub sprint_factor: i32,
    /// What a First Aid Check needs to stop Bleeding (MO-95).
    pub stabilize_number: i32,
    /// MO-135, MO-136.
    pub momentum: MomentumGains,
    /// MO-143.
    pub cinematic_failure: CinematicFailure,
    /// After a Burst the rest of the AP or RP is lost (MO-160).
    pub burst_forfeits: bool,
    /// The unconscious may use a Burst (MO-162).
    pub burst_while_unconscious: bool,
    /// MO-78.
    pub surprise_test: SurpriseTest,
    /// MO-123.
    pub hide_needs: HideNeeds,
    /// Acts that do not reveal a hidden user; all others do (MO-126). A final `*` matches any rest of
    /// the name.
    pub quiet_acts: Vec<Key>,
    /// MO-364 to MO-367.
    pub aftermath: AfterBattle,

    /// MO-175.
    pub nat20_always_hits: bool,
    /// More damage on a critical hit (MO-176).
    pub critical_damage: i32,
    /// More of it for each Tier (MO-177).
    pub critical_per_tier: i32,
    /// The bonus of a weapon's primary Stat joins its damage (MO-213).
    pub weapon_damage_adds_primary: bool,
    /// Sides of the die that a non-lethal blow takes off (MO-181).
    pub nonlethal_die: u16,
    /// MO-173.
    pub threat: Threat,
    /// Loosening of an Evasion cap by fitted armour (MO-191).
    pub fitted_cap: i32,
    /// Loosening of an Evasion cap by a master's armour (MO-191).
    pub masterwork_cap: i32,
    /// MO-209.
    pub damage_order: DamageOrder,
    /// What a part of a hit leaves of the defence counts against the other parts (MO-202).
    pub defence_carry: bool,
    /// A Status Effect that lasts rounds may be shaken off at the end of a turn (MO-265).
    pub status_repeat_dr: bool,
    /// MO-249.
    pub death_at: DeathAt,
    /// Vitality lost by Bleeding at the start of a turn (MO-248).
    pub bleed_per_turn: i32,

    /// Hidden share from which on one has half cover, percent (MO-307).
    pub half_cover_percent: u32,
    /// Evasion of half cover (MO-308).
    pub half_cover_evasion: i32,
    /// DR bonus of half cover (MO-309).
    pub half_cover_dr: i32,
    /// More Evasion from Taking Cover (MO-102).
    pub take_cover_evasion: i32,
    /// More DR bonus from Taking Cover (MO-102).
    pub take_cover_dr: i32,
    /// MO-103.
    pub taking_cover_scope: CoverScope,
    /// MO-312.
    pub foliage_cover: FoliageCover,
    /// MO-316.
    pub redirect_roll: RedirectRoll,
    /// MO-324.
    pub lean_until: LeanUntil,
    /// A miss of what is climbed on at its climber may hit itself (MO-114).
    pub climb_self_hit: bool,

    /// Metres of movement for a square of difficult ground (MO-290).
    pub difficult_cost: i32,
    /// Rise or drop that costs nothing more (MO-302).
    #[serde(deserialize_with = "metres")]
    pub free_step: Hm,
    /// Rise or drop that makes a step difficult; more is climbed (MO-302).
    #[serde(deserialize_with = "metres")]
    pub difficult_step: Hm,
    /// Metres of movement for a metre climbed (MO-301).
    pub climb_cost: i32,
    /// Distance of a jump in addition to half of Athletics, metres (MO-292).
    pub jump_base: i32,
    /// Two creatures whose sizes differ by at least this may share a place (MO-300).
    pub share_sizes: u8,
    /// MO-297.
    pub pass_fail_cost: PassFailCost,
    /// How far a Shove moves its target, metres (MO-129).
    pub shove_metres: u16,
    /// Creatures that may share a place do not collide there (MO-341).
    pub share_prevents_collision: bool,
    /// The highest rise that does not stop a pushed creature, and the deepest drop that does not count
    /// as an edge (MO-344).
    #[serde(deserialize_with = "metres")]
    pub push_step: Hm,
    /// Maximum damage of a teleport into an occupied place (MO-348).
    pub teleport_cap: i32,
    /// Squares from a lever to its gates (MO-90).
    pub lever_range: u16,
    /// Metres of movement for standing up (MO-269).
    pub stand_up_cost: i32,
    /// Falls up to this depth are harmless (MO-303).
    #[serde(deserialize_with = "metres")]
    pub fall_free: Hm,
    /// The number that a Dexterity DR must reach to halve a fall (MO-303).
    pub fall_dr_power: i32,
    /// DR Power of hazards that no creature causes, such as a falling creature (MO-216, MO-421).
    pub hazard_power: i32,
    /// What damaging ground deals (MO-306).
    pub hazard_type: DamageType,
}
