//! The content of MOMENTUM: options, gear, statuses, creatures and the reference, read from RON
//! files and checked as a whole. Nothing here decides anything in a battle.

mod check;
mod cinematics;
mod dice;
mod gear;
mod house;
mod load;
mod objects;
mod sheet;
mod status;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub use cinematics::{CinematicsFile, Feat, FeatEffect};
pub use dice::DiceSum;
pub use gear::{Armour, ArmourFile, Fit, Reach, Shield, TypedDice, Weapon, WeaponTag};
pub use house::{
    AdvantageMode, CinematicFailure, CoverScope, DamageOrder, DeathAt, FoliageCover, HideNeeds,
    HouseRules, MomentumGains, Prices, RedirectRoll, RpRefresh, SurpriseTest, Threat, TieBreak,
};
pub use load::Content;
pub use objects::{Feature, FeatureEffect, ObjectStats};
pub use sheet::{Outfit, Sheet, Trait};
pub use status::{Affliction, Status, StatusEffect, StatusKind};
pub use tables::{Archetype, SizeRow, SkillText};
pub use words::{
    Against, Category, DamageType, Response, Size, Skill, Skills, Stat, Stats, TypeModifier,
};

crate::rules::content::entries!(Weapon, Armour, Shield, Archetype, ObjectStats, Feature, Sheet);
