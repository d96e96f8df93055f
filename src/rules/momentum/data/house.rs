//! `rules.ron`: general numbers and house rules.

use serde::{Deserialize, Serialize};

use super::words::DamageType;
use grid::Hm;
use rules::Key;
use rules::content::metres;

/// How advantage and disadvantage combine (MO-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdvantageMode {
    /// They cancel out, whatever their number.
    CancelAll,
    /// The more numerous kind counts.
    NetCount,
}

/// How Initiative ties are broken (MO-47).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TieBreak {
    /// By Instinct, then Athletics, then a roll.
    InstinctAthleticsRoll,
    /// By a roll.
    RollOff,
    /// By the referee; without one, by Instinct, Athletics and a roll.
    AskReferee,
}

/// When RP are restored (MO-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RpRefresh {
    /// For all units at the start of the round.
    RoundStart,
    /// For each unit at the start of its turn.
    OwnTurnStart,
}

/// Which enemies give a ranged attack disadvantage (MO-173).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Threat {
    /// Enemies whose melee reach covers the shooter.
    EnemyReach,
    /// Enemies adjacent to the shooter.
    Adjacent,
}

/// Whether type modifiers apply before Armor (MO-209).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageOrder {
    /// Before Armor.
    TypeThenArmor,
    /// After Armor.
    ArmorThenType,
}

/// The Vitality at which a creature dies (MO-249).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeathAt {
    /// Minus its Constitution Stat.
    NegativeConstitution,
    /// Minus half its maximum Vitality.
    NegativeHalfMax,
    /// 0.
    Zero,
}

/// The effect of soft cover such as foliage (MO-312).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoliageCover {
    /// Half cover.
    Half,
    /// It only blocks sight.
    None,
}

/// Where the bonus of Taking Cover applies (MO-103).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverScope {
    /// Against origins that the unit has half cover from.
    SameDirection,
    /// Against all ranged attacks and effects, while the unit has half cover from any enemy.
    AnyHalfCover,
    /// Against all ranged attacks and effects.
    Always,
}

/// Whether a miss that may hit another creature is rolled again (MO-316).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RedirectRoll {
    /// The same roll counts.
    Same,
    /// A new roll is made.
    New,
}

/// What a failed check to get past an enemy costs (MO-297).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PassFailCost {
    /// The movement for that square.
    SquareSpent,
    /// Nothing.
    Nothing,
    /// All remaining movement.
    TurnMovement,
}

/// The effect of a natural 20 or 1 on a Defense Roll (MO-219, MO-447).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrNaturals {
    /// Nothing special.
    None,
    /// A 20 always passes, and a 1 always fails.
    Nat20And1,
}

/// When a creature that arrives during a round first acts (MO-51, MO-448).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JoinersAct {
    /// In the next round.
    NextRound,
    /// At its Initiative in the same round if that is still to come.
    OwnSlot,
}

/// When leaning out ends (MO-324).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeanUntil {
    /// With the action it was for.
    EndOfAction,
    /// With the next turn.
    NextTurn,
}

/// Which units a side in ambush surprises (MO-78).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SurpriseTest {
    /// Stealth of each ambusher against the better of Perception and Intuition.
    EachAgainstEach,
    /// The units that the level or scenario marks as surprised.
    Scenario,
    /// No unit is surprised.
    Off,
}

/// Which Perception rolls a Hide must beat (MO-123).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HideNeeds {
    /// Those of all enemies; otherwise it fails.
    BeatAll,
    /// Each separately: it succeeds against each enemy it beats.
    PerObserver,
}

/// The effect of a failed feat on its actor (MO-143).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CinematicFailure {
    /// None besides the cost.
    Nothing,
    /// It falls Prone.
    ProneSelf,
    /// It has no movement left in this turn.
    LoseFreeMove,
}

/// The aftermath of a battle (MO-30, MO-364 to MO-367).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AfterBattle {
    /// Whether survivors rest (MO-367).
    pub rest: bool,
    /// Seconds per remaining round of an effect, regardless of the length of a battle round
    /// (MO-30, MO-364).
    pub seconds_a_round: u32,
}

/// Prices of actions, AP.
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
    /// Maximum.
    pub cap: i32,
    /// At the start of each round after the first.
    pub round: i32,
    /// For a natural 20 on the unit's own attack or check.
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
    /// Maximum of Skill Level minus Level (MO-12).
    pub skill_cap: i32,
    /// Whether the linked Stat adds to Skill Checks (MO-13).
    pub check_adds_stat_bonus: bool,
    /// Whether a natural 20 always succeeds on a check against a number (MO-14).
    pub check_critical: bool,
    /// MO-8.
    pub advantage_mode: AdvantageMode,

    /// Vitality per point of Constitution (MO-20).
    pub vitality_per_constitution: i32,
    /// Vitality per Level (MO-20).
    pub vitality_per_level: i32,
    /// Levels per WP of the upcast limit, rounded up (MO-20).
    pub levels_per_upcast: i32,

    /// AP per turn (MO-31).
    pub ap: i32,
    /// RP per round (MO-34).
    pub rp: i32,
    /// MO-34.
    pub rp_refresh: RpRefresh,
    /// MO-47.
    pub tie_break: TieBreak,
    /// MO-448.
    pub joiners_act: JoinersAct,
    /// Length of a battle round, seconds (MO-29).
    pub round_seconds: u32,
    /// Prices of actions.
    pub prices: Prices,
    /// Multiple of Basic Movement that a Sprint gives (MO-94).
    pub sprint_factor: i32,
    /// Target number of a First Aid Check to stop Bleeding (MO-95).
    pub stabilize_number: i32,
    /// MO-135, MO-136.
    pub momentum: MomentumGains,
    /// MO-143.
    pub cinematic_failure: CinematicFailure,
    /// Whether a Burst forfeits the rest of the AP or RP (MO-160).
    pub burst_forfeits: bool,
    /// Whether unconscious units may use a Burst (MO-162).
    pub burst_while_unconscious: bool,
    /// MO-78.
    pub surprise_test: SurpriseTest,
    /// MO-123.
    pub hide_needs: HideNeeds,
    /// Acts that do not reveal a hidden user; all others do (MO-126). A final `*` matches any
    /// rest of the name.
    pub quiet_acts: Vec<Key>,
    /// MO-364 to MO-367.
    pub aftermath: AfterBattle,

    /// MO-175.
    pub nat20_always_hits: bool,
    /// Additional damage of a critical hit (MO-176).
    pub critical_damage: i32,
    /// Additional critical damage per Tier (MO-177).
    pub critical_per_tier: i32,
    /// Whether the bonus of a weapon's primary Stat adds to its damage (MO-213).
    pub weapon_damage_adds_primary: bool,
    /// Sides of the die subtracted from a non-lethal hit (MO-181).
    pub nonlethal_die: u16,
    /// MO-447.
    pub dr_naturals: DrNaturals,
    /// MO-173.
    pub threat: Threat,
    /// Increase of the Evasion cap by fitted armour (MO-191).
    pub fitted_cap: i32,
    /// Increase of the Evasion cap by masterwork armour (MO-191).
    pub masterwork_cap: i32,
    /// MO-209.
    pub damage_order: DamageOrder,
    /// Whether defence left over by one part of a hit applies to the other parts (MO-202).
    pub defence_carry: bool,
    /// Whether a Defense Roll at the end of a turn may end a Status Effect that lasts for rounds
    /// (MO-265).
    pub status_repeat_dr: bool,
    /// MO-249.
    pub death_at: DeathAt,
    /// Vitality lost by Bleeding at the start of a turn (MO-248).
    pub bleed_per_turn: i32,

    /// Hidden share that gives half cover, percent (MO-307).
    pub half_cover_percent: u32,
    /// Evasion bonus of half cover (MO-308).
    pub half_cover_evasion: i32,
    /// DR bonus of half cover (MO-309).
    pub half_cover_dr: i32,
    /// Additional Evasion from Taking Cover (MO-102).
    pub take_cover_evasion: i32,
    /// Additional DR bonus from Taking Cover (MO-102).
    pub take_cover_dr: i32,
    /// MO-103.
    pub taking_cover_scope: CoverScope,
    /// MO-312.
    pub foliage_cover: FoliageCover,
    /// MO-316.
    pub redirect_roll: RedirectRoll,
    /// Whether a passed-on miss that misses again is passed on to the next creature in front
    /// (MO-449).
    pub redirect_chain: bool,
    /// MO-324.
    pub lean_until: LeanUntil,
    /// Whether a mount that misses its climber may hit itself (MO-114).
    pub climb_self_hit: bool,

    /// Metres of movement for a square of difficult ground (MO-290).
    pub difficult_cost: i32,
    /// Rise or drop without additional cost (MO-302).
    #[serde(deserialize_with = "metres")]
    pub free_step: Hm,
    /// Maximum rise or drop of a difficult step; beyond it the unit climbs (MO-302).
    #[serde(deserialize_with = "metres")]
    pub difficult_step: Hm,
    /// Metres of movement per metre climbed (MO-301).
    pub climb_cost: i32,
    /// Distance of a jump in addition to half of Athletics, metres (MO-292).
    pub jump_base: i32,
    /// Minimum size difference of two creatures that share a space (MO-300).
    pub share_sizes: u8,
    /// MO-297.
    pub pass_fail_cost: PassFailCost,
    /// Distance that a Shove moves its target, metres (MO-129).
    pub shove_metres: u16,
    /// Whether creatures that may share a space do not collide (MO-341).
    pub share_prevents_collision: bool,
    /// Maximum rise that does not stop a pushed creature, and maximum drop that does not count as
    /// an edge (MO-344).
    #[serde(deserialize_with = "metres")]
    pub push_step: Hm,
    /// Maximum damage of a teleport into an occupied space (MO-348).
    pub teleport_cap: i32,
    /// Maximum distance from a lever to its gates, squares (MO-90).
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
    /// Damage of hazardous ground (MO-306).
    pub hazard_type: DamageType,
}

impl HouseRules {
    /// The most that the kept die of an attack roll can need: 20 always hits, unless an option
    /// says otherwise (MO-175).
    pub const fn most_to_hit(&self) -> i32 {
        if self.nat20_always_hits { 20 } else { 21 }
    }

    /// The most that the kept die of a check against a number can need (MO-14).
    pub const fn most_to_succeed(&self) -> i32 {
        if self.check_critical { 20 } else { 21 }
    }
}
