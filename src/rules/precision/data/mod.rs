//! The content of PRECISION: house rules, gear, abilities, conditions, creatures and the reference,
//! read from RON files and validated together. No battle logic.

mod ability;
mod aim;
mod check;
mod common;
mod condition;
mod effect;
mod gear;
mod guide;
mod house;
mod load;
mod sheet;
#[cfg(test)]
mod tests;

pub use ability::{
    Ability, Against, Base, Healing, Need, Origin, Packet, Prepared, Sense, Tag, Timing, Trigger,
};
pub use aim::{Aim, Shape, Span, Who};
pub use common::{
    Counts, Delivery, Factor, Kind, PerKind, Resistance, Resistances, Size, WeaponType,
};
pub use condition::{Affliction, Amount, Condition, ConditionEffect, Counted};
pub use effect::{Blocks, Effect, Lasting, Movement};
pub use gear::{AgainstArmor, Armour, Grip, ObjectStats, Weapon, WeaponAttack};
pub use house::{
    CostRounding, CoverDegree, Diagonals, FallProne, FifthRoundDeath, HalfDamage, HalfRounding,
    HouseRules, InstantDeath, PerCover, PreparedPay, ResistanceText, ReturnFit, RoughStacking,
    Stacking, TieRoll, UnconsciousAt,
};
pub use load::Content;
pub use sheet::{DeathRule, Form, Gear, NaturalWeapon, Own, Sheet, SheetKind, Stats};

rules::content::entries!(Ability);
