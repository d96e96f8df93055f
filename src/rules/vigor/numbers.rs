//! The current numbers of a combatant.

use grid::UnitId;
use rules::dice::Die;
use rules::roll::Test;
use rules::state::{Posture, Status, Unit};
use rules::{Refusal, Sum};

use super::data::{Ability, CheckSuccess, Content, Sheet, Skill, Talent, Weapon, WoundedUntil};
use super::names::{
    ACTIONS, BOUND, DEFENDING, DURABILITY, FIST, HEALTH, HEARTENED, MAIN, MENACED, OFF, PINNED,
    SHAKEN, SIDE, TRAINED_FIST, UNCONSCIOUS, WARDED, WAS_WOUNDED, WEAK_SPOT, WINDED,
};
use super::sheet::Creature;
use super::tally::{self, Tally};

/// The conditions that prevent both moving and acting (VG-56).
const HELPLESS: [&str; 3] = [UNCONSCIOUS, BOUND, PINNED];

/// Whether a combatant is unconscious, bound or pinned.
pub fn is_helpless(unit: &Unit) -> bool {
    HELPLESS.iter().any(|id| unit.conditions.has(id))
}

/// Checks that a unit can use its body and has an action left (VG-57, VG-60, VG-178).
///
/// # Errors
/// Why not.
pub fn check_able(unit: &Unit) -> Result<(), Refusal> {
    if is_helpless(unit) {
        return Err(Refusal::new("incapacitated", "it cannot move", "VG-57"));
    }
    check_actions(unit)
}

/// Checks whether an action is left (VG-60). A combatant out of breath has none (VG-178).
///
/// # Errors
/// Which of the two is the reason.
pub fn check_actions(unit: &Unit) -> Result<(), Refusal> {
    if unit.conditions.has(WINDED) {
        return Err(Refusal::new("winded", "it is out of breath", "VG-178"));
    }
    if unit.pools.0.value(ACTIONS) <= 0 {
        return Err(Refusal::new("no_actions", "no action is left", "VG-60"));
    }
    Ok(())
}

/// A combatant with the content that its numbers come from.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    /// The content.
    pub content: &'a Content,
    /// The combatant.
    pub unit: &'a Unit,
    /// The sheet.
    pub sheet: &'a Sheet,
}

impl<'a> Numbers<'a> {
    /// The numbers of a unit; `None` if its sheet is not of this ruleset.
    pub fn of(content: &'a Content, unit: &'a Unit) -> Option<Self> {
        let creature = unit.form.sheet.get::<Creature>()?;
        Some(Self { content, unit, sheet: &creature.0 })
    }

    /// Whether it has no Durability left (VG-224); with the option, until Health is full again
    /// (VG-229).
    pub fn is_wounded(&self) -> bool {
        let health = self.unit.tracks.0.get(HEALTH);
        let stays = self.content.rules.wounded_until == WoundedUntil::HealthFull
            && self.unit.flags.get(WAS_WOUNDED) > 0
            && health.is_some_and(|health| health.value < health.max);
        stays || self.unit.tracks.0.value(DURABILITY) <= 0
    }

    /// An Ability Score.
    pub const fn score(&self, ability: Ability) -> i32 {
        match ability {
            Ability::Strength => self.sheet.strength,
            Ability::Agility => self.sheet.agility,
            Ability::Speed => self.sheet.speed,
            Ability::Stamina => self.sheet.stamina,
            Ability::Reason => self.sheet.reason,
            Ability::Resolve => self.sheet.resolve,
            Ability::Soul => self.sheet.soul,
        }
    }

    /// Its Bonus Dice for stabilising the dying: the better of its healing skills (VG-237).
    pub fn medicine(&self) -> i32 {
        self.sheet.skill(Skill::Medicine).max(self.sheet.skill(Skill::MedicalScience))
    }

    /// Whether it is out of breath, and so has no actions (VG-178).
    pub fn is_winded(&self) -> bool {
        self.unit.conditions.has(WINDED)
    }

    /// Bonus Dice of a score after Charges minus Challenges (VG-12), including wounds (VG-14).
    pub fn bonus_dice(&self, score: i32, net: i32) -> Vec<Die> {
        self.dice(score / self.content.rules.score_per_die, net)
    }

    /// This number of Bonus Dice after Charges minus Challenges, including wounds (VG-14).
    pub fn dice(&self, count: i32, net: i32) -> Vec<Die> {
        let net = net.saturating_sub(i32::from(self.is_wounded()));
        tally::bonus_dice(count, net, self.content.rules.burst)
    }

    /// A check that is not an attack, with these Bonus Dice: it must exceed its number (VG-2).
    pub fn check(&self, name: &str, number: Sum, tally: &Tally, count: i32) -> Test {
        let test = Test::of(20, tally.terms().clone(), name, number);
        let mut test = match self.content.rules.check_success {
            CheckSuccess::Greater => test.above(),
            CheckSuccess::AtLeast => test,
        };
        test.dice.extend(self.dice(count, tally.on_action()));
        test
    }

    /// The penalties on all its current rolls; Challenges from different sources stack.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::new();
        let count = |id: &str| {
            let own = self.unit.conditions.0.iter().filter(|c| c.id == *id).count();
            i32::try_from(own).unwrap_or_default()
        };
        tally.challenge("menaced", count(MENACED), "VG-88");
        tally.challenge("shaken", count(SHAKEN), "VG-255");
        tally
    }

    /// The modifiers of its actions, including encouragement by friends.
    pub fn on_actions(&self) -> Tally {
        let mut tally = self.tally();
        tally.charge("heartened", i32::from(self.unit.conditions.has(HEARTENED)), "VG-325");
        tally
    }

    /// The modifiers of its attacks on a combatant.
    pub fn on_attacks(&self, target: UnitId) -> Tally {
        self.on_target(self.on_actions(), target)
    }

    /// The modifiers of its strikes into openings, which are not actions.
    pub fn on_opening_strikes(&self, target: UnitId) -> Tally {
        self.on_target(self.tally(), target)
    }

    /// The modifiers of its attacks on objects and areas.
    pub fn on_untargeted_attacks(&self) -> Tally {
        self.last_stand(self.on_actions())
    }

    fn on_target(&self, mut tally: Tally, target: UnitId) -> Tally {
        let knows = self.unit.conditions.0.iter();
        let knows = knows.filter(|c| c.id == *WEAK_SPOT && c.source == Some(target)).count();
        tally.charge("weak spot", i32::from(knows > 0), "VG-87");
        self.last_stand(tally)
    }

    fn last_stand(&self, mut tally: Tally) -> Tally {
        let stands = self.is_wounded() && self.sheet.has(Talent::LastStand);
        tally.charge("Last Stand", i32::from(stands), "VG-355");
        tally
    }

    /// The effective score for rolls; Speed is reduced by whatever slows it (VG-170, VG-324).
    pub fn effective_score(&self, ability: Ability) -> i32 {
        match ability {
            Ability::Speed => (self.sheet.speed - self.speed_loss()).max(0),
            _ => self.score(ability),
        }
    }

    /// Whether it can neither move nor act: unconscious, bound or pinned (VG-56).
    pub fn is_helpless(&self) -> bool {
        self.unit.status == Status::Down || self.is_incapacitated()
    }

    /// Whether it has a melee weapon in a hand (VG-111).
    pub fn is_armed(&self) -> bool {
        let mut at_hand = [MAIN, SIDE].into_iter().filter_map(|slot| self.weapon_in(slot));
        at_hand.any(|weapon| weapon.reach > 0 && self.can_use_now(weapon))
    }

    /// Whether it has hands enough for a weapon: a shield leaves only one (VG-62).
    pub fn has_hands_for(&self, weapon: &Weapon) -> bool {
        weapon.hands < 2 || !self.has_shield()
    }

    /// Whether it can use a weapon immediately.
    fn can_use_now(&self, weapon: &Weapon) -> bool {
        self.holds(weapon) && self.has_hands_for(weapon)
    }

    /// Whether it holds a shield; one that is destroyed leaves the hand free (VG-208).
    pub fn has_shield(&self) -> bool {
        self.shield().is_some()
    }

    /// Its reach with a weapon, in squares; 0 if the weapon cannot strike (VG-137, VG-144 to
    /// VG-146). A technique adds to the reach that its user has with the weapon (VG-125).
    pub fn reach(&self, weapon: &Weapon) -> i32 {
        if weapon.reach == 0 {
            return 0;
        }
        let base = weapon.base.as_ref().and_then(|id| self.content.weapons.get(id.as_str()));
        let base = i32::from(base.map_or(weapon.reach, |base| base.reach));
        base.max(self.sheet.size.reach()) + i32::from(weapon.reach) - base
    }

    /// Its Guard bonus against a larger attacker (VG-272, VG-273).
    pub fn size_bonus_against(&self, attacker: &Self) -> i32 {
        let steps = attacker.sheet.size.index() - self.sheet.size.index();
        steps.max(0).saturating_mul(self.content.rules.size_guard_step)
    }

    /// The discount on defensive reactions while it defends itself (VG-68, VG-69).
    pub fn defense_discount(&self) -> i32 {
        if self.unit.conditions.has(DEFENDING) { self.content.rules.defend_reduction } else { 0 }
    }

    /// Its effective Speed, reduced while it is prone (VG-161).
    pub fn speed(&self) -> i32 {
        let speed = self.effective_score(Ability::Speed);
        match self.unit.placement.posture {
            Posture::Standing => speed,
            Posture::Prone => speed / self.content.rules.prone_speed_divisor,
        }
    }

    /// The squares of one Move (VG-73, VG-312); 0 for units that cannot move (VG-57).
    pub fn squares(&self) -> i32 {
        if self.is_incapacitated() { 0 } else { self.speed() * 3048 / 10_000 }
    }

    /// The number that attacks must beat (VG-126).
    pub fn guard(&self) -> Sum {
        let mut guard = Sum::new();
        if self.is_helpless() {
            guard.push("helpless", self.content.rules.helpless_guard, "VG-58");
            return guard;
        }
        guard.push("Guard", self.content.rules.base_guard, "VG-126");
        guard.add("abilities", self.sheet.guard, "VG-126");
        let warded = self.unit.conditions.get(WARDED).map_or(0, |c| c.size);
        guard.add("ward", warded, "VG-126");
        for (armour, _) in self.shield().into_iter().chain(self.armour()) {
            guard.add(armour.name.to_lowercase(), armour.guard, "VG-126");
        }
        guard
    }

    /// Its weapons: those at hand, then natural ones, or bare hands (VG-264, VG-265).
    pub fn weapons(&self) -> impl Iterator<Item = &'a Weapon> + use<'a> {
        let (content, gear, sheet) = (self.content, &self.unit.gear.0, self.sheet);
        let fist = if sheet.has(Talent::MartialArts) { TRAINED_FIST } else { FIST };
        let fist = sheet.natural.is_empty().then(|| content.weapons.get(fist)).flatten();
        let held = [MAIN, SIDE].into_iter().filter_map(|slot| gear.get(slot));
        let all = held.chain(&sheet.natural);
        all.filter_map(|id| content.weapons.get(id.as_str())).chain(fist)
    }

    /// The weapon in a hand or at the belt.
    pub fn weapon_in(&self, slot: &str) -> Option<&'a Weapon> {
        let item = self.unit.gear.0.get(slot)?;
        self.content.weapons.get(item.as_str())
    }

    /// Whether a weapon need not be drawn first (VG-92).
    pub fn holds(&self, weapon: &Weapon) -> bool {
        let own = weapon.base.as_ref().unwrap_or(&weapon.id);
        let is = |slot| self.weapon_in(slot).is_some_and(|known| known.id == *own);
        !is(SIDE) || is(MAIN) || self.holds_second()
    }

    /// Whether its second weapon is in the other hand: both are one-handed, and there is no shield.
    pub fn holds_second(&self) -> bool {
        let one_handed = |slot| self.weapon_in(slot).is_some_and(|weapon| weapon.hands == 1);
        one_handed(MAIN) && one_handed(SIDE) && !self.unit.gear.0.contains_key(OFF)
    }

    /// The weapons that it can strike or shoot with immediately.
    pub fn usable_weapons(&self) -> impl Iterator<Item = &'a Weapon> + use<'a> {
        let own = *self;
        self.weapons().filter(move |weapon| own.can_use_now(weapon))
    }

    /// The weapon with this name, if it has it.
    pub fn weapon(&self, id: &str) -> Option<&'a Weapon> {
        let own = self.weapons().find(|weapon| weapon.id == *id);
        // A thrown weapon has left the hand, but its attack is still being resolved.
        own.or_else(|| self.content.derived_weapons.get(id))
            .or_else(|| self.content.weapons.get(id))
    }
}
