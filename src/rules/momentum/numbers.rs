//! The current numbers of a combatant, each as a sum of labelled terms.

use rules::Sum;
use rules::state::{Posture, Status, Unit};

use super::data::{
    Affliction, Content, DamageType, Fit, Response, Shield, Size, Skill, Stat,
    Status as StatusData, StatusEffect, Weapon,
};
use super::marks::{GRAB_LINK, RP_GIVEN};
use super::sheet::{Creature, MAIN, OFF, RP, UNARMED, WORN};

/// Flag: WP added to a combatant's upcast limit for this battle (MO-147, MO-355).
pub const UPCAST_BONUS: &str = "upcast_bonus";

/// Half a number, rounded down (MO-1).
pub const fn half(n: i32) -> i32 {
    n.div_euclid(2)
}

/// A combatant and the content that its numbers come from.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    content: &'a Content,
    unit: &'a Unit,
    creature: &'a Creature,
}

impl<'a> Numbers<'a> {
    /// The numbers of a unit; `None` if its sheet belongs to another ruleset.
    pub fn of(content: &'a Content, unit: &'a Unit) -> Option<Self> {
        unit.form.sheet.get::<Creature>().map(|creature| Self { content, unit, creature })
    }

    /// The typed sheet.
    pub const fn creature(&self) -> &'a Creature {
        self.creature
    }

    /// The unit.
    pub const fn unit(&self) -> &'a Unit {
        self.unit
    }

    /// The bonus of a Stat (MO-11).
    pub const fn bonus(&self, stat: Stat) -> i32 {
        self.creature.entry.stats.of(stat) - self.content.rules.stat_zero
    }

    /// Its conditions, including posture and unconsciousness.
    pub fn afflictions(&self) -> impl Iterator<Item = &'a StatusData> + use<'a> {
        let (content, unit) = (self.content, self.unit);
        let prone = (unit.placement.posture == Posture::Prone).then_some(Affliction::Prone);
        let out = (unit.status == Status::Down).then_some(Affliction::Unconscious);
        let listed = unit.conditions.0.iter();
        let listed = listed.filter_map(|c| Affliction::from_key(c.id.as_str()));
        prone.into_iter().chain(out).chain(listed).map(|which| content.status(which))
    }

    /// The effects of its conditions, each with its condition.
    pub fn effects(&self) -> impl Iterator<Item = (&'a StatusData, &'a StatusEffect)> + use<'a> {
        self.afflictions().flat_map(|status| status.effects.iter().map(move |e| (status, e)))
    }

    /// The first condition with an effect that passes the test.
    pub fn affected(&self, test: impl Fn(&StatusEffect) -> bool) -> Option<&'a StatusData> {
        self.effects().find(|(_, effect)| test(effect)).map(|(status, _)| status)
    }

    /// True if any condition has an effect that passes the test.
    pub fn has(&self, test: impl Fn(&StatusEffect) -> bool) -> bool {
        self.affected(test).is_some()
    }

    /// A number limited by the lowest cap of its conditions.
    fn capped(&self, most: i32, cap: impl Fn(&StatusEffect) -> Option<i32>) -> i32 {
        self.effects().filter_map(|(_, e)| cap(e)).fold(most, i32::min)
    }

    /// AP at the start of a turn (MO-31).
    pub fn most_ap(&self) -> i32 {
        self.capped(self.most_ap_in_turn(), |e| match e {
            StatusEffect::MaxApAtStart(n) => Some(*n),
            _ => None,
        })
    }

    /// AP per turn, for a turn that has begun (MO-285).
    pub fn most_ap_in_turn(&self) -> i32 {
        let more = self.effects().map(|(_, e)| match e {
            StatusEffect::MoreAp(n) => *n,
            _ => 0,
        });
        self.capped(self.content.rules.ap + more.sum::<i32>(), |e| match e {
            StatusEffect::MaxAp(n) => Some(*n),
            _ => None,
        })
    }

    /// RP per round (MO-34).
    pub fn most_rp(&self) -> i32 {
        self.capped(self.content.rules.rp, |e| match e {
            StatusEffect::MaxRp(n) => Some(*n),
            _ => None,
        })
    }

    /// RP that may still be spent this round. Conditions may allow fewer than the pool holds
    /// (MO-266, MO-282, MO-285).
    pub fn rp_left(&self) -> i32 {
        let unit = self.unit();
        let there = unit.pools.0.value(RP);
        let given = i32::try_from(unit.flags.get(RP_GIVEN)).unwrap_or_default();
        let spent = (given - there).max(0);
        there.min(self.most_rp() - spent).max(0)
    }

    fn slowed(&self, metres: i32) -> i32 {
        let stays = self.has(|e| matches!(e, StatusEffect::NoMovement));
        if stays { 0 } else { self.changed(metres) }
    }

    /// A movement in metres as its conditions change it, to no less than 1.
    fn changed(&self, metres: i32) -> i32 {
        if metres == 0 {
            return 0;
        }
        let change = self.effects().map(|(_, e)| match e {
            StatusEffect::Movement(n) => *n,
            _ => 0,
        });
        (metres + change.sum::<i32>()).max(1)
    }

    /// Basic Movement in metres (MO-32).
    pub fn movement(&self) -> i32 {
        self.slowed(self.creature.entry.movement)
    }

    /// Fly movement in metres; `None` if the combatant cannot fly now (MO-304, MO-305).
    pub fn fly(&self) -> Option<i32> {
        self.wings().map(|fly| self.slowed(fly))
    }

    /// The fly movement of its sheet; `None` if the combatant cannot fly now.
    fn wings(&self) -> Option<i32> {
        let grounded = self.has(|e| matches!(e, StatusEffect::NoFlight));
        self.creature.entry.fly.filter(|_| !grounded)
    }

    /// Distance in metres within which it can save allies: twice its Basic Movement, or what is
    /// used in its place. A unit that must stay where it is can do so too, by a Burst (MO-149,
    /// MO-156, MO-304).
    pub fn save_range(&self) -> i32 {
        let fly = self.wings().filter(|fly| *fly > 0);
        2 * self.changed(fly.unwrap_or(self.creature.entry.movement))
    }

    /// Initiative, which takes no die roll (MO-45).
    pub fn initiative(&self) -> Sum {
        let mut sum = Sum::new();
        let entry = &self.creature.entry;
        if let Some(fixed) = self.creature.fixed.initiative {
            sum.push("fixed", fixed, "MO-45");
        } else if self.creature.is(super::data::Trait::Object) {
            sum.push("an object", 0, "MO-48");
            return sum;
        } else {
            sum.push("twice Instinct", 2 * entry.stats.of(Stat::Instinct), "MO-45");
            for skill in [
                Skill::Athletics,
                Skill::QuickFingers,
                Skill::Analysis,
                Skill::Grace,
                Skill::Improvisation,
            ] {
                sum.add(skill.label(), entry.skills.of(skill), "MO-45");
            }
        }
        for (status, effect) in self.effects() {
            if let StatusEffect::Initiative(n) = effect {
                sum.add(status.name.to_lowercase(), *n, "MO-50");
            }
        }
        sum
    }

    /// The modifier of a Skill Check (MO-13).
    pub fn check(&self, skill: Skill) -> Sum {
        let mut sum = Sum::new();
        sum.push(skill.label(), self.creature.entry.skills.of(skill), "MO-13");
        let linked = self.content.skill(skill).filter(|_| self.content.rules.check_adds_stat_bonus);
        if let Some(linked) = linked {
            sum.add(linked.linked_stat.label(), self.bonus(linked.linked_stat), "MO-13");
        }
        sum
    }

    /// The modifier of a Defense Roll, which is also the DR value (MO-200, MO-215).
    pub fn defense(&self, stat: Stat) -> Sum {
        let mut sum = Sum::new();
        sum.push(stat.label(), self.bonus(stat), "MO-215");
        let skill = stat.defense_skill();
        sum.add(skill.label(), self.creature.entry.skills.of(skill), "MO-215");
        sum
    }

    /// DR Power: the difficulty of Defense Rolls against its effects (MO-216).
    pub fn power(&self) -> i32 {
        let primary = self.creature.entry.stats.of(self.creature.primary);
        self.creature.fixed.power.unwrap_or(primary)
    }

    /// The weapon in a hand slot.
    pub fn held(&self, slot: &str) -> Option<&'a Weapon> {
        self.unit.gear.0.get(slot).and_then(|item| self.content.weapons.get(item.as_str()))
    }

    /// The shields in its hands.
    fn shields(&self) -> impl Iterator<Item = &'a Shield> {
        [OFF, MAIN].into_iter().filter_map(move |slot| {
            let item = self.unit.gear.0.get(slot)?;
            self.content.shields.get(item.as_str())
        })
    }

    /// Number of empty hands (MO-83).
    pub fn free_hands(&self) -> u8 {
        let taken = |slot: &str| match self.unit.gear.0.get(slot) {
            Some(item) => self.content.weapons.get(item.as_str()).map_or(1, |w| w.hands),
            None => 0,
        };
        let grabs = self.unit.links.0.iter().filter(|l| l.kind == *GRAB_LINK).count();
        let grabs = u8::try_from(grabs).unwrap_or(u8::MAX);
        2_u8.saturating_sub(taken(MAIN).saturating_add(taken(OFF)).saturating_add(grabs))
    }

    /// True if it has a free hand or needs none (MO-83, MO-273).
    pub fn has_free_hand(&self) -> bool {
        self.creature.is(super::data::Trait::Handless) || self.free_hands() > 0
    }

    /// All weapons that it can strike with: held ones first, bare hands last.
    pub fn weapons(&self) -> Vec<&'a Weapon> {
        if self.has(|e| matches!(e, StatusEffect::NoWeapons)) {
            return Vec::new();
        }
        let natural = self.creature.entry.natural.iter();
        let natural = natural.filter_map(|id| self.content.weapons.get(id.as_str()));
        let held = [MAIN, OFF].into_iter().filter_map(|slot| self.held(slot));
        let mut all: Vec<&Weapon> = Vec::new();
        for weapon in held.chain(natural).chain(self.content.weapons.get(UNARMED)) {
            if all.iter().all(|known| known.id != weapon.id) {
                all.push(weapon);
            }
        }
        all
    }

    /// The longest melee reach of its weapons in metres (MO-170).
    pub fn melee_reach(&self) -> u16 {
        let melee = self.weapons().into_iter().filter(|w| w.reach.is_melee());
        melee.map(|w| w.reach.metres()).max().unwrap_or(0)
    }

    /// The modifier of a weapon attack (MO-167).
    pub fn hit(&self, weapon: &Weapon) -> Sum {
        self.hit_with(weapon.primary, weapon.secondary, "MO-167")
    }

    /// The modifier of an Ability attack (MO-168).
    pub fn ability_hit(&self) -> Sum {
        self.hit_with(self.creature.primary, self.creature.secondary, "MO-168")
    }

    fn hit_with(&self, primary: Stat, secondary: Stat, rule: &'static str) -> Sum {
        let mut sum = Sum::new();
        match self.creature.fixed.hit {
            Some(fixed) => sum.push("fixed", fixed, rule),
            None => {
                sum.push(primary.label(), self.bonus(primary), rule);
                sum.add(format!("half {secondary}"), half(self.bonus(secondary)), rule);
            }
        }
        for (status, effect) in self.effects() {
            if let StatusEffect::Hit(n) = effect {
                sum.add(status.name.to_lowercase(), *n, "MO-359");
            }
        }
        sum
    }

    /// Upcasting limit in steps of the Tier; a Surge raises it (MO-20, MO-354, MO-355).
    pub fn upcast_limit(&self) -> i32 {
        let per = self.content.rules.levels_per_upcast.max(1);
        let more = i32::try_from(self.unit.flags.get(UPCAST_BONUS)).unwrap_or_default();
        // The only number in this ruleset that is rounded up.
        (self.creature.entry.level + per - 1).div_euclid(per) + more
    }

    /// Its current size (MO-16, MO-280).
    pub fn size(&self) -> Size {
        let tiny = self.has(|e| matches!(e, StatusEffect::Tiny));
        if tiny { Size::Tiny } else { self.creature.entry.size }
    }

    /// Evasion before anything that depends on the attacker: the base, capped by armour, plus the
    /// shields (MO-188 to MO-190).
    pub fn evasion(&self) -> Sum {
        let mut sum = Sum::new();
        if let Some(fixed) = self.creature.fixed.evasion {
            sum.push("fixed", fixed, "MO-188");
            return sum;
        }
        let stats = &self.creature.entry.stats;
        sum.push("Dexterity", stats.of(Stat::Dexterity), "MO-188");
        let own = self.creature.evasion;
        sum.add(format!("bonus of {own}"), self.bonus(own), "MO-188");
        let worn = self.unit.gear.0.get(WORN);
        let worn = worn.and_then(|item| self.content.armour.get(item.as_str()));
        if let Some((armour, cap)) = worn.and_then(|a| Some((a, a.evasion_cap?))) {
            let rules = &self.content.rules;
            let cap = match self.creature.entry.gear.fit {
                Fit::Plain => cap,
                Fit::Fitted => cap + rules.fitted_cap,
                Fit::Masterwork => cap + rules.masterwork_cap,
            };
            let over = (sum.total() - cap).max(0);
            sum.add(format!("{} (at most {cap})", armour.name.to_lowercase()), -over, "MO-189");
        }
        for shield in self.shields() {
            sum.add(shield.name.to_lowercase(), shield.evasion, "MO-190");
        }
        sum
    }

    /// Armor; may be negative (MO-194, MO-196).
    pub fn armor(&self) -> Sum {
        let mut sum = Sum::new();
        let worn = self.unit.gear.0.get(WORN);
        let worn = worn.and_then(|item| self.content.armour.get(item.as_str()));
        match (self.creature.fixed.armor, worn) {
            (Some(fixed), _) => sum.push("Armor", fixed, "MO-194"),
            (None, Some(armour)) => sum.push(armour.name.to_lowercase(), armour.armor, "MO-194"),
            (None, None) => sum.push("no armour", 0, "MO-194"),
        }
        for (status, effect) in self.effects() {
            if let StatusEffect::Armor(n) = effect {
                sum.add(status.name.to_lowercase(), *n, "MO-281");
            }
        }
        sum
    }

    /// The response to a damage type: one resistance and one vulnerability cancel out; immunity
    /// overrides both (MO-210).
    pub fn response(&self, kind: DamageType) -> Option<Response> {
        let own = self.creature.entry.modifiers.iter().filter(|m| m.against.covers(kind));
        let number = DamageType::ALL.iter().position(|k| *k == kind);
        let warded = Affliction::Warded.key();
        let warded = self
            .unit
            .conditions
            .0
            .iter()
            .any(|c| c.id == warded && usize::try_from(c.size).ok() == number);
        let lent = warded.then_some(Response::Resistant);
        let all: Vec<Response> = own.map(|m| m.response).chain(lent).collect();
        let has = |r: Response| all.contains(&r);
        match (has(Response::Resistant), has(Response::Vulnerable)) {
            _ if has(Response::Immune) => Some(Response::Immune),
            (true, false) => Some(Response::Resistant),
            (false, true) => Some(Response::Vulnerable),
            _ => None,
        }
    }

    /// The Vitality at which it dies (MO-249).
    pub fn dies_at(&self) -> i32 {
        use super::data::DeathAt;
        let most = self.unit.tracks.0.get(super::sheet::VITALITY).map_or(0, |m| m.max);
        match self.content.rules.death_at {
            DeathAt::NegativeConstitution => -self.creature.entry.stats.of(Stat::Constitution),
            DeathAt::NegativeHalfMax => -half(most),
            DeathAt::Zero => 0,
        }
    }

    /// True if it is awake and no effect stops it from threatening others (MO-174).
    pub fn threatens(&self) -> bool {
        let fights = !self.creature.is(super::data::Trait::Civilian);
        let able = self.unit.status == Status::Active;
        fights && able && !self.has(|e| matches!(e, StatusEffect::NoThreat))
    }

    /// True if it can see at all (MO-270).
    pub fn has_sight(&self) -> bool {
        !self.has(|e| matches!(e, StatusEffect::NoSight))
    }
}
