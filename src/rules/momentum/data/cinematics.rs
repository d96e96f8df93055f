//! `cinematics.ron`: Cinematic feats, their costs and difficulties.

use serde::{Deserialize, Serialize};

use super::words::Skill;
use rules::Key;

/// The grade of a feat (MO-141).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grade {
    /// Comparable to a fully upcast Ability.
    Standard,
    /// Greater than that.
    Grand,
    /// Beyond any Ability.
    Beyond,
}

/// Target numbers of checks for feats (MO-141).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// For a standard feat.
    pub standard: i32,
    /// For a grand feat.
    pub grand: i32,
    /// For a feat of the highest grade.
    pub beyond: i32,
    /// Quarters of the Level to add, rounded down.
    pub level_quarters: i32,
}

impl Difficulty {
    /// The target number for a grade at a Level.
    pub const fn of(&self, grade: Grade, level: i32) -> i32 {
        let base = match grade {
            Grade::Standard => self.standard,
            Grade::Grand => self.grand,
            Grade::Beyond => self.beyond,
        };
        base + (self.level_quarters * level).div_euclid(4)
    }
}

/// Costs of feats (MO-137, MO-138, MO-151, MO-156, MO-159, MO-163).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatCosts {
    /// AP of a Cinematic Action.
    pub ap: i32,
    /// RP of a Cinematic Reaction.
    pub rp: i32,
    /// NM of either.
    pub alone: i32,
    /// NM for each participant in a Cooperative Cinematic Action.
    pub together: i32,
    /// NM of a Cinematic Burst.
    pub burst: i32,
    /// NM of a Burst for a Cooperative Cinematic Action.
    pub burst_together: i32,
    /// Minimum cost after reductions.
    pub least: i32,
}

/// The effect of a feat if its check succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeatEffect {
    /// Strikes a group of enemies next to the actor and pins them (MO-145).
    StrikeAndPin,
    /// An enemy within this distance in metres, not a leader, turns out to be won over (MO-146).
    Bribe(u16),
    /// A door within this distance in metres turns out to be open or shut (MO-146).
    Door(u16),
    /// Restores Vitality, Temporary Vitality and WP, and raises the upcast limit by this much
    /// (MO-147).
    Surge(i32),
    /// Removes enemies in view that are from another world (MO-148).
    Banish,
    /// A reaction that prevents what would drop the actor or an ally near it (MO-149).
    Save,
}

/// One feat that needs no referee (MO-139, MO-140).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feat {
    /// Name in files and commands.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Its rule.
    pub rule: Key,
    /// Its grade.
    pub grade: Grade,
    /// Suitable skills, the usual one first.
    pub skills: Vec<Skill>,
    /// Its effect.
    pub effect: FeatEffect,
}

/// Everything in `cinematics.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CinematicsFile {
    /// Target numbers.
    pub dc: Difficulty,
    /// Costs.
    pub costs: FeatCosts,
    /// Number of damage dice beyond the upcast limit (MO-144).
    pub extra_dice: u8,
    /// Sides of those dice.
    pub die: u16,
    /// Maximum targets of an attack by a single actor (MO-144). Each participant adds one (MO-155).
    pub targets: u8,
    /// AP per turn to keep a creature pinned (MO-145).
    pub pin_price: i32,
    /// The feats.
    pub templates: Vec<Feat>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Content;

    /// MO-141: the target numbers of the rule's examples.
    #[test]
    fn difficulty_grows_with_size_and_level() {
        let dc = &Content::built_in().cinematics.dc;
        assert_eq!(dc.of(Grade::Standard, 2), 10);
        assert_eq!(dc.of(Grade::Standard, 3), 11);
        assert_eq!(dc.of(Grade::Grand, 5), 15);
        assert_eq!(dc.of(Grade::Grand, 9), 18);
        let all = [Grade::Standard, Grade::Grand, Grade::Beyond].map(|grade| dc.of(grade, 4));
        assert_eq!(all, [12, 15, 18]);
    }
}
