//! `rules.ron`: general numbers and options.

use serde::{Deserialize, Serialize};

use super::common::{Factor, Resistance};
use grid::Hm;
use rules::content::metres;

/// How half a level is rounded (PR-5, PR-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HalfRounding {
    /// Rounded down.
    Floor,
    /// Not rounded; the results are the same, because all other terms are whole.
    Exact,
}

/// How half of an odd base speed is rounded (PR-254).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CostRounding {
    /// Rounded up.
    Ceil,
    /// Rounded down.
    Floor,
}

/// How often sides roll for ties of initiative (PR-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TieRoll {
    /// One roll per side for all ties of the round.
    PerRound,
    /// One roll per side for each tie.
    PerPlace,
}

/// When a prepared action costs its energy (PR-77).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PreparedPay {
    /// When it is set; not refunded.
    OnSet,
    /// When it is carried out.
    OnUse,
}

/// What a diagonal square costs (PR-93).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Diagonals {
    /// One square.
    One,
    /// One and two squares in turn.
    Alternating,
}

/// How several causes of slow movement in a square combine (PR-105).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoughStacking {
    /// Only the most expensive counts.
    Max,
    /// They add up.
    Sum,
}

/// Where a prone attacker's damage is halved (PR-174).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HalfDamage {
    /// Halves what is left after armor.
    AfterArmor,
    /// Halves the sum before armor.
    BeforeArmor,
}

/// The health at which a character loses consciousness (PR-179, PR-180).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnconsciousAt {
    /// Below 0; exactly 0 still acts.
    BelowZero,
    /// At 0.
    AtZero,
}

/// Which damage counts towards instant death (PR-184, PR-185).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InstantDeath {
    /// Damage not yet healed: maximum minus health.
    Outstanding,
    /// All damage of the battle, healed or not.
    BattleTotal,
    /// The damage of a single hit.
    SingleBlow,
}

/// When the fifth round of unconsciousness kills (PR-192).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FifthRoundDeath {
    /// In that round's end phase.
    EndPhase,
    /// In that round's start phase.
    StartPhase,
}

/// A degree of cover (PR-224 to PR-226), from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CoverDegree {
    /// Too little for a bonus.
    None,
    /// A quarter hidden.
    Quarter,
    /// Half hidden.
    Half,
    /// Nearly all hidden.
    Full,
}

/// A number for each degree of cover except none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerCover {
    /// For quarter cover.
    pub quarter: i32,
    /// For half cover.
    pub half: i32,
    /// For full cover.
    pub full: i32,
}

impl PerCover {
    /// The number for a degree; 0 without cover.
    pub const fn of(self, degree: CoverDegree) -> i32 {
        match degree {
            CoverDegree::None => 0,
            CoverDegree::Quarter => self.quarter,
            CoverDegree::Half => self.half,
            CoverDegree::Full => self.full,
        }
    }
}

/// When a fall leaves the unit prone (PR-274).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FallProne {
    /// Only if it did damage.
    IfDamaged,
    /// After any fall.
    Always,
    /// Never.
    Never,
}

/// What a second condition with the same name does (PR-293).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stacking {
    /// The higher magnitude and the longer duration are kept.
    Highest,
    /// The newest replaces the older one.
    Newest,
}

/// What happens when a unit's own body does not fit where its form ends (PR-340).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReturnFit {
    /// It is moved to the nearest squares where it fits.
    Relocate,
    /// It keeps the form until there is space.
    Wait,
}

/// A resistance as shown on screen (PR-20, PR-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResistanceText {
    /// Which resistance.
    pub id: Resistance,
    /// Display name.
    pub name: String,
    /// What attacks roll against it.
    pub text: String,
}

/// All of `rules.ron`. Every field is required; its default is the value of the built-in file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseRules {
    /// Rounding of half a level (PR-5).
    pub half_rounding: HalfRounding,
    /// Rounding of the cost of lying down and standing up (PR-254).
    pub prone_cost_rounding: CostRounding,
    /// True if a 1 on the die always fails (PR-4).
    pub natural_one_fails: bool,
    /// True if attacks on the unconscious need no roll (PR-17).
    pub unconscious_auto_hit: bool,
    /// The four resistances, in display order.
    pub resistances: Vec<ResistanceText>,
    /// The base of every resistance (PR-22).
    pub resistance_base: i32,

    /// Seconds of game time in a round (PR-28).
    pub seconds_per_round: u16,
    /// How often sides roll for ties (PR-43).
    pub tie_roll: TieRoll,
    /// True if a rapid or prepared action requires a regular one in the same turn, before or after
    /// it (PR-51, PR-463).
    pub rapid_needs_action: bool,
    /// When prepared actions cost energy (PR-77).
    pub prepared_pay: PreparedPay,
    /// True if reactions to movement do not require seeing the mover (PR-73).
    pub waive_sight: bool,
    /// True if pushed and falling creatures trigger reactions to movement (PR-85).
    pub forced_move_triggers: bool,

    /// Base speed of creatures that state none, squares (PR-89).
    pub base_speed: i32,
    /// What diagonals cost (PR-93).
    pub diagonals: Diagonals,
    /// Points per metre of light rough ground (PR-96).
    pub rough_light: i32,
    /// Points per metre of heavy rough ground, swimming, climbing, crawling (PR-97 to PR-101).
    pub rough_heavy: i32,
    /// True if running units may enter heavy rough ground (PR-98).
    pub run_in_heavy: bool,
    /// How causes of rough ground combine (PR-105).
    pub rough_stacking: RoughStacking,
    /// Deepest water a unit can wade through (PR-107).
    #[serde(deserialize_with = "metres")]
    pub shallow_max: Hm,
    /// Creatures taller than this wade up to half their height (PR-107).
    #[serde(deserialize_with = "metres")]
    pub wade_tall_over: Hm,
    /// Rise between squares at no extra cost (PR-108).
    #[serde(deserialize_with = "metres")]
    pub free_step: Hm,
    /// Drop between squares at no extra cost (PR-112).
    #[serde(deserialize_with = "metres")]
    pub free_drop: Hm,
    /// Points for stepping off an edge to jump down (PR-277).
    pub jump_down_cost: i32,
    /// Points for opening or closing a door or window while moving (PR-134).
    pub door_cost: i32,
    /// Extra points for crossing a low wall or an open window (PR-135).
    pub low_wall_cost: i32,
    /// Maximum distance from a lever to its gates, squares (PR-367).
    pub lever_range: u8,
    /// Flight points per metre up (PR-120).
    pub ascend_cost: i32,
    /// Flight points per metre down (PR-121).
    pub descend_cost: i32,
    /// True if a flyer falls when it does not move (PR-127).
    pub must_move: bool,
    /// True if a flyer that is Held falls (PR-132, PR-413).
    pub held_flyer_falls: bool,
    /// Damage for being pushed against something solid (PR-117).
    pub collision_damage: i32,
    /// Height that damaging ground reaches, unless the level sets another one (PR-137).
    #[serde(deserialize_with = "metres")]
    pub hazard_height: Hm,

    /// Minimum damage of a packet (PR-159).
    pub min_damage: i32,
    /// Where a prone attacker's damage is halved (PR-174).
    pub half_damage: HalfDamage,
    /// When a character loses consciousness (PR-179).
    pub unconscious_at: UnconsciousAt,
    /// Which damage counts towards instant death (PR-185).
    pub instant_death: InstantDeath,
    /// Multiple of the base maximum health at which damage kills instantly (PR-184).
    pub instant_death_factor: i32,
    /// Death save thresholds, one for each round of unconsciousness (PR-189).
    pub death_thresholds: Vec<i32>,
    /// When the round after the last threshold kills (PR-192).
    pub fifth_round_death: FifthRoundDeath,
    /// Health at which an unconscious creature wakes (PR-195).
    pub wake_health: i32,

    /// Height difference that ends adjacency if the lower creature is at most 2 m tall; a taller
    /// one reaches up to its own height if that is more (PR-204, PR-205, PR-462).
    #[serde(deserialize_with = "metres")]
    pub adjacency_break: Hm,
    /// Height difference within which a reach weapon strikes, per square of reach (PR-142).
    #[serde(deserialize_with = "metres")]
    pub reach_height: Hm,
    /// Height difference for high and low ground (PR-217).
    #[serde(deserialize_with = "metres")]
    pub high_ground: Hm,
    /// Precision bonus of missiles from high ground, and penalty from low ground (PR-218, PR-219).
    pub high_ground_precision: i32,
    /// True if altitude counts for high ground; otherwise flyers count where they would land
    /// (PR-221, PR-461).
    pub flyers_high_ground: bool,
    /// Number of adjacent armed foes that flank (PR-208).
    pub flank_foes: u8,
    /// Precision bonus of melee abilities against a flanked creature (PR-212).
    pub flank_bonus: i32,

    /// Hidden share at which a degree of cover applies, in hundredths (PR-228).
    pub cover_thresholds: PerCover,
    /// Bonus of cover to resistances against missiles (PR-224 to PR-226).
    pub cover_bonuses: PerCover,
    /// Cover from the bars of a closed gate (PR-224).
    pub bars_cover: CoverDegree,
    /// Cover from a creature in the way (PR-229).
    pub creature_cover: CoverDegree,
    /// Number of sizes by which a creature is too small to cover its target (PR-232).
    pub creature_cover_size_gap: u8,
    /// The cover of a prone target (PR-233).
    pub prone_cover: CoverDegree,
    /// True if that cover also applies within melee range (PR-259).
    pub prone_cover_adjacent: bool,
    /// Added to the resistances of a prone target within melee range (PR-258).
    pub prone_melee_penalty: i32,
    /// Thickness of wood, metal and the like that sound passes, metres (PR-242).
    #[serde(deserialize_with = "metres")]
    pub sound_pass_metres: Hm,
    /// True if a remote eye also serves targeted attacks; range, height and cover stay the owner's
    /// (PR-238, PR-458).
    pub remote_eye_targeting: bool,

    /// Depth of a fall that does no damage, metres (PR-271).
    #[serde(deserialize_with = "metres")]
    pub fall_free: Hm,
    /// Damage per metre beyond that; half metres count as half (PR-272).
    pub fall_per_metre: i32,
    /// When a fall leaves the unit prone (PR-274).
    pub fall_prone: FallProne,
    /// How much of the damage remains after falling into deep water (PR-279).
    pub water_fall_factor: Factor,

    /// What a second condition with the same name does (PR-293).
    pub stacking: Stacking,

    /// Added to the initiative of the ambushed (PR-298).
    pub ambush_initiative: i32,
    /// Added to the precision of the ambushed (PR-299).
    pub ambush_precision: i32,
    /// Added to the resistances of the ambushed (PR-300).
    pub ambush_resistance: i32,

    /// Maximum number of minions per summoner (PR-322).
    pub max_minions: u8,
    /// Damage from a form that does not fit; ignores armor (PR-335).
    pub transform_misfit_damage: i32,
    /// What happens when a unit's own body does not fit on return (PR-340).
    pub return_fit: ReturnFit,

    /// Energy regained at the start of each of the unit's turns (PR-350).
    pub energy_regain: i32,
    /// Maximum energy at level 0 (PR-349).
    pub energy_base: i32,
    /// Maximum energy per level (PR-349).
    pub energy_per_level: i32,
    /// Guide for maximum health at level 0 (PR-352).
    pub health_base: i32,
    /// Guide for maximum health per level (PR-352).
    pub health_per_level: i32,

    /// True if a unit cannot leave with a conscious foe adjacent (PR-377).
    pub flee_needs_no_adjacent_foe: bool,
}
