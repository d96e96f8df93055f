//! The named values of options.

use serde::{Deserialize, Serialize};

/// How initiative is determined (TU-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Initiative {
    /// A d10 and Agility.
    Roll,
    /// Agility alone.
    Fixed,
    /// As the level or the referee sets it, without a roll.
    Referee,
}

/// Who wins a contest with equal totals (TU-132).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContestTie {
    /// Neither side: nothing changes.
    StatusQuo,
    /// The unit that grapples, shoves or holds.
    Attacker,
    /// The unit that is grappled, shoved or held.
    Defender,
    /// Both roll again.
    Reroll,
}

/// The lowest cap on the rank of abilities in a Mixed Turn (TU-90).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MixedMinRank {
    /// No floor: with a Key Attribute of E, no ability fits.
    None,
    /// E always fits.
    E,
}

/// When an effect that lasts for rounds ends in its user's last Turn (TU-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DurationEnd {
    /// As that Turn begins.
    TurnStart,
    /// As that Turn ends.
    TurnEnd,
}

/// When Reactions to an attack are declared (TU-186).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReactionWindow {
    /// Before its roll.
    BeforeRoll,
    /// After the roll, if it hits.
    AfterHit,
}

/// How long the injuries of a combatant count for its limit (TU-222).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CapScope {
    /// For the Turn of the acting combatant.
    Turn,
    /// For the whole round.
    Round,
}

/// What happens to an injury over the limit (TU-223).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Overflow {
    /// It is dropped.
    Discard,
    /// It becomes an injury of the next lighter tier that still fits.
    Downgrade,
}

/// Which units at 0 HP wake up when healed above it (TU-280).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HealWakes {
    /// Those not stabilised by Medicine.
    Unstabilised,
    /// All.
    Any,
    /// None.
    Never,
}

/// The threshold of criticals (TU-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CritThreshold {
    /// At 100 minus the chance: one face more than the chance says.
    TextLiteral,
    /// Exactly as many faces as the chance says.
    ExactPercent,
}

/// The damage that counts for injuries (TU-219).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InjuryBasis {
    /// All of a hit.
    Hit,
    /// Only the HP lost.
    HpLost,
}

/// The effect of overheating on abilities of its rank and above (TU-81).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Overheat {
    /// Doubles their charges.
    DoubleCharges,
    /// Rules them out.
    Block,
}

/// Which damage goes below 0 HP (TU-271).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NegativeHp {
    /// Only damage to a unit already at 0.
    WhileDown,
    /// Never.
    Never,
    /// Any damage beyond the remaining HP.
    Always,
}

/// Where the damage of a secondary strike is halved (TU-51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SecondaryStage {
    /// Before the defences.
    Raw,
    /// After the defences, before the element.
    AfterDefences,
}

/// The DOD that counts against a shielded attack (TU-209).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShieldDod {
    /// The lower of the two.
    Lower,
    /// That of the original target.
    Target,
    /// That of the shielder.
    Shielder,
}

/// How long Guard lasts (TU-142).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GuardEnds {
    /// To the start of the next Turn of its user.
    OwnTurnStart,
    /// To the end of the round.
    RoundEnd,
}

/// The effect of gear above the wield rank (TU-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OverRankItem {
    /// No attack with it, no defence from it.
    NoUse,
    /// No restriction.
    Use,
}

/// When an attacker that opens the battle acts if it has been spotted (TU-200).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SurpriseSpotter {
    /// After the spotters that are faster, before everyone else.
    FasterFirst,
    /// According to its initiative roll.
    AsRolled,
}

/// The order of the tiers on the d100 of injuries, from 1 up (TU-218).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BandOrder {
    /// Massive first; the lightest band is cut off at 100.
    WorstFirst,
    /// Minor first; the worst band is cut off at 100.
    LightestFirst,
}
