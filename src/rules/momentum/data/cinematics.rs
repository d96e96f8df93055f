//! `cinematics.ron`: what great feats cost, how hard they are, and the feats themselves.

use serde::{Deserialize, Serialize};

use super::words::Skill;
use crate::rules::Key;

/// How great a feat is (MO-141).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grade {
    /// As a fully upcast Ability.
    Standard,
    /// More than that.
    Grand,
    /// Beyond all measure.
    Beyond,
}

/// The numbers that checks for feats have to reach (MO-141).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// For a standard feat.
    pub standard: i32,
    /// For a grand one.
    pub grand: i32,
    /// For what is beyond that.
    pub beyond: i32,
    /// Quarters of the Level that are added, rounded down.
    pub level_quarters: i32,
}

impl Difficulty {
    /// The number for a grade at a Level.
    pub const fn of(&self, grade: Grade, level: i32) -> i32 {
        let base = match grade {
            Grade::Standard => self.standard,
            Grade::Grand => self.grand,
            Grade::Beyond => self.beyond,
        };
        base + (self.level_quarters * level).div_euclid(4)
    }
}

/// What feats cost (MO-137, MO-138, MO-151, MO-156, MO-159, MO-163).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatCosts {
    /// AP of a Cinematic Action.
    pub ap: i32,
    /// RP of a Cinematic Reaction.
    pub rp: i32,
    /// NM of either.
    pub alone: i32,
    /// NM of each who takes part in a Cooperative Cinematic Action.
    pub together: i32,
    /// NM of a Cinematic Burst.
    pub burst: i32,
    /// NM of a Burst for a Cooperative Cinematic Action.
    pub burst_together: i32,
    /// The least that reductions leave.
    pub least: i32,
}

/// What a feat does when its check succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeatEffect {
    /// Strikes enemies next to the actor that stand together, and pins them (MO-145).
    StrikeAndPin,
    /// An enemy that leads no one, within this distance in metres, was won over beforehand (MO-146).
    Bribe(u16),
    /// A door within this distance in metres was opened or shut beforehand (MO-146).
    Door(u16),
    /// All Vitality, Temporary Vitality and WP come back, and the upcast limit grows by so much
    /// (MO-147).
    Surge(i32),
    /// Enemies from another world who are in view leave the battle (MO-148).
    Banish,
    /// A reaction: what would fell the actor or a friend near it does not happen (MO-149).
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
    /// How great it is.
    pub grade: Grade,
    /// The skills that fit, the usual one first.
    pub skills: Vec<Skill>,
    /// What it does.
    pub effect: FeatEffect,
}

/// Everything in `cinematics.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CinematicsFile {
    /// How hard feats are.
    pub dc: Difficulty,
    /// What they cost.
    pub costs: FeatCosts,
    /// Dice of damage beyond the upcast limit (MO-144).
    pub extra_dice: u8,
    /// Sides of those dice.
    pub die: u16,
    /// Targets of an attack on several, for a single actor (MO-144); one more for each that joins
    /// (MO-155).
    pub targets: u8,
    /// AP per turn for keeping a creature pinned (MO-145).
    pub pin_price: i32,
    /// The feats.
    pub templates: Vec<Feat>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::momentum::data::Content;

    /// MO-141: the numbers of the rule's examples.
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
