//! The attack roll against a target, and what a miss may hit instead (MO-164 to MO-173, MO-308,
//! MO-316).

use grid::UnitId;
use rules::Sum;

use super::super::attachments;
use super::super::data::StatusEffect;
use super::super::hidden;
use super::super::roll::{Advantage, Roll};
use super::{Attack, Tool};

/// Maximum number of creatures that one shot is passed on to.
const MAX_CHAIN: usize = 16;

impl Attack<'_> {
    /// The reasons for advantage and disadvantage.
    fn advantage(&self, target: UnitId) -> Advantage {
        let mut reasons = Advantage::default();
        let melee = self.reach().is_melee();
        for (status, effect) in self.numbers.effects() {
            if matches!(effect, StatusEffect::AttackDisadvantage) {
                reasons.disadvantage(status.name.to_lowercase(), status.rule.as_str());
            }
        }
        let shooter = self.unit().id();
        if let Some(status) = self.position.dread(shooter) {
            reasons.disadvantage(status.name.to_lowercase(), status.rule.as_str());
        }
        if !melee && let Some(enemy) = self.position.spoiler(shooter) {
            // A hidden unit also spoils the aim, but its name must not be shown (MO-125).
            let known = hidden::is_known(self.position.ctx, self.unit().side(), enemy.id());
            let name = if known { enemy.identity.name.as_str() } else { "an enemy" };
            reasons.disadvantage(format!("{name} is too close"), "MO-173");
        }
        if hidden::is_hidden(self.unit(), target) {
            reasons.advantage("hidden", "MO-124");
        }
        if self.guessed {
            reasons.disadvantage("a guess", "MO-125");
        }
        let Some(them) = self.position.numbers(target) else { return reasons };
        if attachments::mount(them.unit()) == Some(shooter) {
            reasons.disadvantage("attacking its own rider", "MO-112");
        }
        for (status, effect) in them.effects() {
            let why = || format!("target: {}", status.name.to_lowercase());
            let rule = status.rule.as_str();
            match effect {
                StatusEffect::AttackersAdvantage => reasons.advantage(why(), rule),
                StatusEffect::AttackersDisadvantage => reasons.disadvantage(why(), rule),
                StatusEffect::MeleeAttackersAdvantage if melee => reasons.advantage(why(), rule),
                StatusEffect::RangedAttackersDisadvantage if !melee => {
                    reasons.disadvantage(why(), rule);
                }
                _ => {}
            }
        }
        reasons
    }

    /// The target's Evasion against this attack. Cover counts only against ranged attacks (MO-171,
    /// MO-308).
    pub fn evasion(&self, target: UnitId) -> Sum {
        let mut sum = self.position.numbers(target).map_or_else(Sum::new, |n| n.evasion());
        if !self.reach().is_melee() {
            self.position.add_cover(&mut sum, self.unit().id(), target);
        }
        sum
    }

    /// The attack roll.
    pub fn roll(&self, target: UnitId) -> Roll {
        let reasons = self.advantage(target);
        let mut bonus = match self.tool {
            Tool::Weapon(weapon) | Tool::Thrown(weapon) => self.numbers.hit(weapon),
            Tool::Ability(_) => self.numbers.ability_hit(),
        };
        reasons.explain(&mut bonus);
        Roll {
            bonus,
            kept: reasons.kept(self.position.content.rules.advantage_mode),
            against: self.evasion(target),
            label: "Evasion",
        }
    }

    /// The creature that a miss hits instead: the target's mount, for any attack; otherwise a
    /// creature in the way of a ranged attack (MO-114, MO-316, MO-375).
    pub(super) fn redirect_target(&self, target: UnitId) -> Option<UnitId> {
        if let Some(mount) = self.mount_of(target) {
            let own = mount == self.unit().id();
            let meets = !own || self.position.content.rules.climb_self_hit;
            return Some(mount).filter(|id| meets && self.position.is_target(*id));
        }
        if self.reach().is_melee() {
            return None;
        }
        self.position.screen(self.unit().id(), target).filter(|id| self.position.is_target(*id))
    }

    /// The creatures that a miss may be passed on to, in order: one, or by option all that stand
    /// one in front of the other (MO-317, MO-449).
    pub(super) fn redirect_targets(&self, target: UnitId) -> impl Iterator<Item = UnitId> {
        let most = if self.position.content.rules.redirect_chain { MAX_CHAIN } else { 1 };
        std::iter::successors(self.redirect_target(target), |last| self.redirect_target(*last))
            .take(most)
    }

    /// The mount of the target.
    pub(super) fn mount_of(&self, target: UnitId) -> Option<UnitId> {
        self.position.ctx.unit(target).and_then(attachments::mount)
    }
}
