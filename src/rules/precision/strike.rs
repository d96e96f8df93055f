//! One precision roll and its damage, computed by the same code for preview, odds and play.

use grid::UnitId;
use rules::event::Packet as PacketReport;
use rules::roll::Test;
use rules::state::{Posture, Status, Unit};
use rules::{Lower, Sum, Tally, Total};

use super::data::{
    Ability, Aim, Base, Content, CoverDegree, Delivery, Factor, HalfDamage, Kind, Packet,
    Resistance, Shape, Span, Tag, Weapon, WeaponAttack,
};
use super::numbers::Numbers;
use super::position::{BARS, Position};
use super::rulings;
use super::sheet::OFF;
use super::summon;

/// A precision roll before the die is rolled.
#[derive(Clone, Debug)]
pub struct Roll<T = Sum> {
    /// Everything added to the die (PR-1).
    pub bonus: T,
    /// The resistance, with all its modifiers (PR-2).
    pub against: T,
    /// The resistance rolled against.
    pub resistance: Resistance,
    /// The smallest face that succeeds, 1 to 10 (PR-3, PR-7).
    pub needs: i32,
}

impl Roll {
    /// The roll as a test of one die (PR-1 to PR-3).
    pub fn test(self) -> Test {
        let label = format!("{:?}", self.resistance);
        Test::of(10, self.bonus, label, self.against).within(self.needs, self.needs)
    }
}

/// An acting combatant, with data shared by all its abilities.
#[derive(Clone, Copy)]
pub struct Actor<'a> {
    /// The combatant.
    pub unit: &'a Unit,
    numbers: Numbers<'a>,
    main: Option<&'a Weapon>,
}

impl<'a> Actor<'a> {
    /// The actor of a unit; `None` without a sheet of this ruleset.
    pub fn of(content: &'a Content, unit: &'a Unit) -> Option<Self> {
        let numbers = Numbers::of(content, unit)?;
        Some(Self { unit, numbers, main: numbers.main_weapon() })
    }
}

/// One use of an ability.
#[derive(Clone, Copy)]
pub struct Strike<'a> {
    /// Board facts.
    pub position: Position<'a>,
    /// The actor.
    pub actor: UnitId,
    /// The ability.
    pub ability: &'a Ability,
    /// The actor's numbers.
    pub numbers: Numbers<'a>,
    /// The weapon in the actor's main hand.
    pub main: Option<&'a Weapon>,
    attack: Option<&'a WeaponAttack>,
}

impl<'a> Strike<'a> {
    /// A use of an ability; `None` if the actor has no sheet of this ruleset.
    pub fn new(position: Position<'a>, actor: UnitId, ability: &'a Ability) -> Option<Self> {
        let unit = position.ctx.unit(actor)?;
        Some(Self::by(position, Actor::of(position.content, unit)?, ability))
    }

    /// A use of an ability by a known actor.
    pub fn by(position: Position<'a>, actor: Actor<'a>, ability: &'a Ability) -> Self {
        let Actor { unit, numbers, main } = actor;
        let actor = unit.id();
        let named = |w: &'a Weapon| w.attacks.iter().find(|a| a.id == ability.id);
        let basic = if ability.is(Tag::Basic) { numbers.weapons().find_map(named) } else { None };
        let off_hand = ability.damage.iter().any(|packet| packet.base == Base::OffHand);
        let attack = if off_hand {
            numbers.held(OFF).and_then(Weapon::basic)
        } else {
            basic.or_else(|| main.and_then(|w| w.attack(ability.delivery)))
        };
        Self { position, actor, ability, numbers, main, attack }
    }

    /// The weapon attack that the ability uses, if any.
    pub const fn weapon_attack(&self) -> Option<&'a WeaponAttack> {
        self.attack
    }

    /// How the attack reaches its target.
    pub fn delivery(&self) -> Delivery {
        match self.ability.delivery {
            Delivery::AsWeapon => {
                self.weapon_attack().map_or(Delivery::Melee, |attack| attack.delivery)
            }
            other => other,
        }
    }

    /// Delivery, with reach or range in squares.
    pub fn span(&self, span: Span) -> (Delivery, u8) {
        let of = |attack: Option<&WeaponAttack>| {
            attack.map_or((Delivery::Melee, 0), |a| (a.delivery, a.span))
        };
        match span {
            Span::Weapon => of(self.weapon_attack()),
            Span::OffHand => of(self.numbers.held(OFF).and_then(|w| w.basic())),
            Span::Reach(n) => (Delivery::Melee, n),
            Span::Range(n) => (Delivery::Projectile, n),
        }
    }

    /// True if a target is within a span (PR-141, PR-142).
    pub fn within(&self, target: UnitId, span: Span) -> bool {
        match self.span(span) {
            (Delivery::Melee, reach) => self.position.in_reach(self.actor, target, reach),
            (_, range) => self.position.distance(self.actor, target) <= i32::from(range),
        }
    }

    /// True if the target is within melee range: adjacent, or within the reach of the attack used
    /// (PR-258, PR-261).
    fn in_melee_range(&self, target: UnitId) -> bool {
        let reach = match (self.delivery(), self.ability.aim) {
            (
                Delivery::Melee,
                Aim::One { span, .. } | Aim::Area { shape: Shape::WithinReach(span), .. },
            ) => self.span(span).1,
            _ => 1,
        };
        self.position.in_reach(self.actor, target, reach.max(1))
    }

    /// The roll against an unwilling target; `None` without a roll (PR-15).
    pub fn roll(&self, target: UnitId) -> Option<Roll> {
        self.roll_with_cover(target, || self.position.cover(self.actor, target))
    }

    /// The smallest face that succeeds in that roll, with the target's cover already known; `None`
    /// without a roll.
    pub fn needs_with_cover(
        &self,
        target: UnitId,
        cover: impl FnOnce() -> (CoverDegree, &'static str),
    ) -> Option<i32> {
        self.roll_with_cover::<Total>(target, cover).map(|roll| roll.needs)
    }

    fn roll_with_cover<T: Tally>(
        &self,
        target: UnitId,
        cover: impl FnOnce() -> (CoverDegree, &'static str),
    ) -> Option<Roll<T>> {
        let house = &self.position.content.rules;
        let resistance = self.ability.against.resistance(self.delivery())?;
        let them = self.position.numbers(target)?;
        let bonus: T = self.precision(&them);
        let mut against: T = self.resistance(resistance, &them, cover);
        let low = if house.natural_one_fails { 2 } else { 1 };
        let mut needs = (against.total() - bonus.total()).clamp(low, 10);
        if self.hits_anyway(them.unit) {
            against.push("unconscious: automatic hit", 0, "PR-17");
            needs = 1;
        }
        Some(Roll { bonus, against, resistance, needs })
    }

    /// Everything added to the die (PR-1).
    fn precision<T: Tally>(&self, them: &Numbers<'_>) -> T {
        let position = self.position;
        let house = &position.content.rules;
        let me = &self.numbers;
        let target = them.unit.id();

        let mut bonus = T::default();
        bonus.push("half level", me.half_level(), "PR-5");
        // Bonus of the main-hand weapon to every precision roll (PR-9, PR-10).
        let (weapon, precision) =
            self.main.map_or((Lower("bare hands"), 0), |w| (Lower(&w.name), w.precision));
        if me.unit.placement.posture == Posture::Prone && self.ability.is(Tag::Basic) {
            bonus.push(format_args!("{weapon}, not counted while prone"), 0, "PR-24");
        } else {
            bonus.push(format_args!("weapon precision ({weapon})"), precision, "PR-9");
        }
        bonus.add(Lower(&self.ability.name), self.ability.precision, "PR-13");
        bonus.extend(me.precision_conditions());
        bonus.extend(them.attackers_precision());
        if self.delivery() == Delivery::Melee && position.is_flanked(target) {
            bonus.add("target is flanked", house.flank_bonus, "PR-212");
        }
        if self.delivery() == Delivery::Projectile {
            match position.high_ground(self.actor, target) {
                (1, false) => bonus.add("high ground", house.high_ground_precision, "PR-218"),
                (-1, false) => bonus.add("low ground", -house.high_ground_precision, "PR-219"),
                (1, true) => {
                    bonus.add("high ground: by ruling", house.high_ground_precision, rulings::RULE);
                }
                (-1, true) => {
                    bonus.add("low ground: by ruling", -house.high_ground_precision, rulings::RULE);
                }
                _ => {}
            }
        }
        if summon::is_ambushed(position.ctx.state, me.unit) {
            bonus.add("ambushed", house.ambush_precision, "PR-299");
        }
        bonus
    }

    /// The resistance with all its modifiers (PR-2).
    fn resistance<T: Tally>(
        &self,
        resistance: Resistance,
        them: &Numbers<'_>,
        cover: impl FnOnce() -> (CoverDegree, &'static str),
    ) -> T {
        let position = self.position;
        let house = &position.content.rules;
        let target = them.unit.id();

        let mut against: T = them.resistance(resistance, Some(self.numbers.unit));
        if self.delivery() == Delivery::Projectile {
            let (degree, why) = if self.ability.is_area() {
                position.cover_from_above(self.actor, target)
            } else {
                cover()
            };
            let (label, rule) = cover_words(degree, why);
            let bonus = house.cover_bonuses.of(degree);
            if why == "cover" {
                against.add(label, bonus, rule);
            } else {
                against.add(format_args!("{label}: {why}"), bonus, rule);
            }
        }
        let is_prone = them.unit.placement.posture == Posture::Prone;
        if is_prone && self.in_melee_range(target) {
            against.add("prone, within melee range", house.prone_melee_penalty, "PR-258");
        }
        if summon::is_ambushed(position.ctx.state, them.unit) {
            against.add("ambushed", house.ambush_resistance, "PR-300");
        }
        against
    }

    /// True if an option makes every roll against this unconscious creature succeed (PR-17).
    pub const fn hits_anyway(&self, target: &Unit) -> bool {
        matches!(target.status, Status::Down) && self.position.content.rules.unconscious_auto_hit
    }

    /// True if the target counts as willing without asking (PR-16, PR-17); a referee's ruling takes
    /// precedence.
    pub fn is_willing(&self, target: UnitId) -> bool {
        let state = self.position.ctx.state;
        if let Some(ruled) = rulings::willing(state, self.actor, target) {
            return ruled;
        }
        let (Some(me), Some(them)) = (state.unit(self.actor), state.unit(target)) else {
            return false;
        };
        // Only if aimed at the actor itself; being inside its own area does not count.
        let on_itself = self.ability.aim == Aim::Actor;
        let helpful = self.ability.is(Tag::Helpful) || self.actor == target && on_itself;
        helpful
            && (me.side() == them.side()
                || (self.ability.is(Tag::Helpful) && them.status == Status::Down))
    }

    /// The packets of damage to a target on success, with their terms (PR-158 to PR-174).
    pub fn damage(&self, target: UnitId) -> Vec<PacketReport> {
        let Some(them) = self.position.numbers(target) else { return Vec::new() };
        self.damage_against(&|kind| them.armor(kind))
    }

    /// Total damage to a target on success, in points.
    pub fn harm(&self, target: UnitId) -> i32 {
        let Some(them) = self.position.numbers(target) else { return 0 };
        let packets = self.ability.damage.iter().enumerate();
        packets.map(|(i, packet)| self.packet::<Total>(i, packet, &|k| them.armor(k)).1).sum()
    }

    /// The packets of damage against a creature's or object's armor (PR-155).
    pub fn damage_against(&self, armor_of: &dyn Fn(Kind) -> Sum) -> Vec<PacketReport> {
        let packets = self.ability.damage.iter().enumerate().map(|(i, packet)| {
            let (sum, amount) = self.packet::<Sum>(i, packet, armor_of);
            let label = if i == 0 { "main" } else { "extra" };
            PacketReport { label: label.into(), terms: sum.terms().to_vec(), amount }
        });
        packets.collect()
    }

    /// One packet of damage: its terms and its total.
    fn packet<T: Tally>(
        &self,
        index: usize,
        packet: &Packet,
        armor_of: &dyn Fn(Kind) -> T,
    ) -> (T, i32) {
        let house = &self.position.content.rules;
        let me = &self.numbers;
        let attack = self.weapon_attack();
        let mut sum = T::default();
        let from_weapon = match packet.base {
            Base::Weapon => {
                let weapon = self.main;
                let damage = weapon.zip(attack).map_or(0, |(w, a)| me.weapon_damage(w, a));
                sum.push(Lower(weapon.map_or("weapon", |w| w.name.as_str())), damage, "PR-158");
                true
            }
            Base::OffHand => {
                let weapon = me.held(OFF);
                let damage = weapon.and_then(|w| w.basic()).map_or(0, |a| a.damage);
                sum.push(Lower(weapon.map_or("off hand", |w| w.name.as_str())), damage, "PR-158");
                true
            }
            Base::Fixed(n) => {
                sum.push("action damage", n, "PR-158");
                self.ability.is(Tag::Basic)
            }
        };
        let weapon_kind = |pick: fn(&WeaponAttack) -> super::data::Counts| {
            attack.and_then(|a| pick(a).kind(None))
        };
        if let Some(kind) = packet.potency.kind(weapon_kind(|a| a.potency)) {
            let potency = me.potency(kind) + packet.potency_bonus;
            let label = match packet.factor {
                Factor::Full => "potency",
                Factor::Half => "half potency",
                Factor::Zero => "no potency",
            };
            let rule = if packet.factor == Factor::Half { "PR-161" } else { "PR-160" };
            sum.add(label, packet.factor.of(potency), rule);
        }
        sum.add("bonus damage", packet.bonus, "PR-171");
        if from_weapon && index == 0 {
            sum.extend(me.weapon_bonus());
            if let Some(extra) = attack.and_then(|a| a.against_armor) {
                let armor = armor_of(extra.kind).total();
                if armor >= extra.at_least {
                    sum.add("against heavy armor", extra.bonus, "PR-163");
                }
            }
        }
        let armor = packet.armor.kind(weapon_kind(|a| a.armor)).map(|kind| (kind, armor_of(kind)));
        let halved = me.unit.placement.posture == Posture::Prone && self.ability.is(Tag::Basic);
        let before = sum.total();
        if halved && house.half_damage == HalfDamage::BeforeArmor {
            let less = before - before.div_euclid(2);
            sum.add("half damage while prone", -less, "PR-174");
        }
        match armor {
            Some((kind, armor)) => {
                let rule = if kind == Kind::Physical { "PR-165" } else { "PR-166" };
                sum.less(&armor, rule);
            }
            None => sum.push("armor ignored", 0, "PR-167"),
        }
        let mut amount = sum.total().max(house.min_damage);
        if halved && house.half_damage == HalfDamage::AfterArmor {
            let half = amount.div_euclid(2);
            sum.add("half damage while prone", half - amount, "PR-174");
            amount = half;
        }
        (sum, amount)
    }
}

/// Display label of a degree of cover, and its rule.
pub fn cover_words(degree: CoverDegree, why: &str) -> (&'static str, &'static str) {
    let label = match degree {
        CoverDegree::None => "",
        CoverDegree::Quarter => "quarter cover",
        CoverDegree::Half => "half cover",
        CoverDegree::Full => "full cover",
    };
    let rule = match why {
        "creature in the way" => "PR-229",
        BARS => "PR-224",
        "target is prone" => "PR-257",
        rulings::BY_RULING => rulings::RULE,
        _ => "PR-228",
    };
    (label, rule)
}
