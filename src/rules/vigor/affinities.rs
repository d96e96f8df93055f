//! How bodies of different kinds react to types of damage: affinities, opposites, immunities
//! (VG-217 to VG-220, VG-245 to VG-263).

use rules::Sum;

use super::data::{DamageType, ImmunityAppliesTo, Life, Quality};
use super::names::TITAN_SKIN;
use super::numbers::Numbers;

impl Numbers<'_> {
    /// The rank of its Durability (VG-217); a spell can raise it temporarily (VG-220).
    pub fn durability_rank(&self) -> Quality {
        let own = self.sheet.nature.durability;
        if self.unit.conditions.has(TITAN_SKIN) { own.max(Quality::Heroic) } else { own }
    }

    /// Whether it is alive.
    pub fn is_living(&self) -> bool {
        self.sheet.nature.life == Life::Living
    }

    /// Whether it is immune to attacks of this quality (VG-217 to VG-219).
    pub fn is_immune_to_quality(&self, quality: Quality, by_weapon: bool) -> bool {
        let own = self.durability_rank();
        let counts =
            by_weapon || self.content.rules.immunity_applies_to == ImmunityAppliesTo::AllAttacks;
        own > Quality::Ordinary && counts && quality < own
    }

    /// The rule that makes it immune to a type of damage, if any.
    fn immunity(&self, kind: DamageType) -> Option<&'static str> {
        match kind {
            DamageType::Toxic if !self.is_living() => Some("VG-261"),
            DamageType::Umbral if !self.is_living() => Some("VG-258"),
            _ => self.sheet.nature.immune.contains(&kind).then_some("VG-246"),
        }
    }

    /// Adjusts damage for this body's reaction to its type and quality.
    pub fn adjust_for_body(
        &self,
        kind: DamageType,
        quality: Quality,
        by_weapon: bool,
        sum: &mut Sum,
    ) {
        let total = sum.total().max(0);
        if self.is_immune_to_quality(quality, by_weapon) {
            let name = format!("{} Durability", self.durability_rank().name());
            sum.push(name, -total, "VG-217");
            return;
        }
        if let Some(rule) = self.immunity(kind) {
            sum.push(format!("{}: no effect on it", kind.name()), -total, rule);
            return;
        }
        let Some(own) = self.sheet.nature.affinity else { return };
        let rules = &self.content.rules;
        if own.opposite() == Some(kind) {
            let more = total * (rules.affinity_double - 1);
            sum.add(format!("opposite of {}", own.name()), more, "VG-247");
        } else if own == kind {
            let less = total - total / rules.affinity_half.max(1);
            sum.add(format!("affinity to {}", own.name()), -less, "VG-247");
        }
    }
}
