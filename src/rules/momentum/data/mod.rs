//! The content of MOMENTUM: options, gear, statuses, creatures and the reference, loaded from RON
//! files and validated together. No battle logic.

mod ability;
mod check;
mod cinematics;
mod dice;
mod gear;
mod house;
mod items;
mod load;
mod objects;
mod sheet;
mod status;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub use ability::{Ability, Aim, Effect, Kind, Lasts, Upcast, Who};
pub use cinematics::{CinematicsFile, Feat, FeatEffect};
pub use dice::DiceSum;
pub use gear::{Armour, ArmourFile, Fit, Reach, Shield, TypedDice, Weapon, WeaponTag};
pub use house::{
    AdvantageMode, CinematicFailure, CoverScope, DamageOrder, DeathAt, DrNaturals, FoliageCover,
    HideNeeds, HouseRules, JoinersAct, LeanUntil, MomentumGains, PassFailCost, Prices,
    RedirectRoll, RpRefresh, SurpriseTest, Threat, TieBreak,
};
pub use items::{Item, ItemEffect};
pub use load::Content;
pub use objects::{Feature, FeatureEffect, OF_OBJECTS, ObjectStats};
pub use sheet::{Outfit, Sheet, Trait};
pub use status::{Affliction, Status, StatusEffect, StatusKind};
pub use tables::{Archetype, SizeRow, SkillText};
pub use words::{
    Against, Category, DamageType, Response, Size, Skill, Skills, Stat, Stats, TypeModifier,
};

rules::content::entries!(
    Weapon,
    Armour,
    Shield,
    Item,
    Archetype,
    ObjectStats,
    Feature,
    Sheet,
    Ability
);
