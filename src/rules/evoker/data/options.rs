//! Numbers and options of EVOKER.

use serde::{Deserialize, Serialize};

use grid::Hm;
use rules::content::metres;
use rules::roll::{BothFail, Scale, Settle, Tie};

/// Numbers and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each is explained by its rule in `rules.ron`")]
pub struct HouseRules {
    pub degree_step: i32,
    pub degree_first: i32,
    pub opposed_tie: Tie,
    pub turn_ap: i32,
    pub fumble: i32,
    pub high_damage: i32,
    pub savage_wounds: i32,
    pub savage_over: i32,
    pub instant_kill_over: i32,
    pub cover_heavy_total: i32,
    pub dark_total: i32,
    #[serde(deserialize_with = "metres")]
    pub high_ground: Hm,
    #[serde(deserialize_with = "metres")]
    pub free_rise: Hm,
    #[serde(deserialize_with = "metres")]
    pub free_drop: Hm,
    #[serde(deserialize_with = "metres")]
    pub wading: Hm,
    pub both_fail: BothFail,
    pub surprise_until: Until,
    pub stealth_full_speed: i32,
    pub stealth_attack: i32,
    pub burst_empties: bool,
    pub single_persona: LonePersona,
    pub injury_disadvantage: Disadvantage,
    pub same_category: SameCategory,
    pub all_out_savage: bool,
    pub rest_stress: i32,
    pub margin_failed_evasion: FailedEvasion,
    pub diagonal: i32,
    #[serde(deserialize_with = "metres")]
    pub high_ground_most: Hm,
    pub cover_light: u32,
    pub cover_heavy: u32,
    pub cover_heavy_stone: u32,
    pub thrown_is_ballistic: bool,
    pub running_rows_stack: bool,
    pub burst_extra: BurstExtra,
    pub fumble_helpless: bool,
    pub technical_pierces: bool,
    pub grapple_provokes: Provokes,
    pub grapple_advantage: HeldBy,
    pub grapple_escape: Escape,
    pub push_min: i32,
    pub trick_max_size_diff: i32,
    pub persona_swap_ap: i32,
    pub persona_swaps: i32,
    pub persona_blocks_bleeding: bool,
    pub one_more_two_star: bool,
    pub no_actions_evasion: bool,
    pub drowsed_helpless: bool,
    pub panic_flee_ap: i32,
    pub condemned: Condemned,
}

/// The margin of an attack whose target failed to evade it (EV-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailedEvasion {
    /// The attacker's own degrees.
    OwnDos,
    /// None.
    Zero,
}

/// The number of extra wounds of a Burst (EV-142).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BurstExtra {
    /// One for each degree of the margin.
    Margin,
    /// One for each degree of the attacker.
    OwnDos,
}

/// When a Grapple provokes a strike from its target (EV-170).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provokes {
    /// When it fails.
    OnFail,
    /// Before it is tried, whatever the result.
    Always,
}

/// Which attacks on a held unit are easier (EV-171).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeldBy {
    /// All.
    All,
    /// Melee attacks only.
    Melee,
}

/// When a held unit tries to break free (EV-408, EV-409).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Escape {
    /// When its turn begins.
    StartOfTurn,
    /// When it wants to move or attack.
    OnAttempt,
}

/// How attacks on condemned units are rerolled (EV-385).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condemned {
    /// The better of two rolls counts.
    KeepBetter,
    /// A miss is rerolled, and the new roll counts.
    RerollMisses,
}

/// How long surprise lasts (EV-44).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// To the end of the first round.
    RoundEnd,
    /// To the end of the turn that it skips.
    OwnTurn,
}

/// The effect of an Instant Kill on a unit whose only Persona is active (EV-278).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LonePersona {
    /// It kills the unit.
    Kills,
    /// It breaks the Persona.
    Persona,
}

/// How injuries of one location make tests harder (EV-294).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disadvantage {
    /// One Disadvantage for each injured location.
    PerLocation,
    /// One for each row of the injury.
    PerRow,
}

/// The effect of a second ailment of a category (EV-356).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SameCategory {
    /// It replaces the first.
    Replace,
    /// The first one stays.
    Keep,
}

impl HouseRules {
    /// How degrees are counted (EV-5).
    pub const fn scale(&self) -> Scale {
        Scale { step: self.degree_step, first: self.degree_first }
    }

    /// The most action points that an act may take, though a turn may have fewer (EV-26, EV-28).
    pub fn most_ap(&self) -> i32 {
        self.turn_ap.max(2)
    }

    /// How two tests are compared (EV-7 to EV-9, EV-12).
    pub const fn settle(&self) -> Settle {
        Settle { tie: self.opposed_tie, both_fail: self.both_fail, ..Settle::DEGREES }
    }

    /// Whether a failed test is opposed too, because the lesser failure wins (EV-9).
    pub const fn opposes_failures(&self) -> bool {
        matches!(self.both_fail, BothFail::LesserFailure)
    }
}
