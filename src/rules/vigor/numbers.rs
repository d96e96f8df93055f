//! The sheet of a combatant, and its numbers as they are at the moment.

use std::ops::RangeInclusive;

use crate::grid::UnitId;
use crate::rules::dice::Die;
use crate::rules::kit::overrides;
use crate::rules::kit::spawn::{Recruit, carried, outfit, override_of};
use crate::rules::ruleset::{Placing, SetUpError};
use crate::rules::state::{Condition, Meters, Posture, Status, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::conditions::{HEARTENED, SHAKEN, WARDED};
use super::data::{Ability, Content, Life, Sheet, Talent, Weapon, WoundedUntil};
use super::initiative;
use super::roll::{self, Tally};

/// The track that harm lowers first (VG-221).
pub const DURABILITY: &str = "durability";
/// The track of what harm goes beyond (VG-225).
pub const HEALTH: &str = "health";
/// The track that runs down in Shock, rounds (VG-235).
pub const SHOCK: &str = "shock";
/// The pool of actions left in a turn (VG-60).
pub const ACTIONS: &str = "actions";
/// The pool that reactions cost (VG-176).
pub const VIGOR: &str = "vigor";
/// The pool that spells cost (VG-188).
pub const MANA: &str = "mana";
/// The condition of one out of breath (VG-178).
pub const WINDED: &str = "winded";
/// The flag of one that was knocked down since it last began to act (VG-157).
pub const KNOCKED: &str = "knocked";
/// The condition of one that defends itself (VG-68).
pub const DEFENDING: &str = "defending";
/// The condition of one that was intimidated (VG-88).
pub const MENACED: &str = "menaced";
/// The condition of one that knows a weak spot of its source (VG-87).
pub const WEAK_SPOT: &str = "weak_spot";
/// The slot of the weapon in hand.
pub const MAIN: &str = "main";
/// The slot of a second weapon at hand.
pub const SIDE: &str = "side";
/// The slot of the armour that is worn.
pub const WORN: &str = "worn";
/// The slot of a shield.
pub const OFF: &str = "off";
/// Whether a weapon that has to be reloaded is loaded.
pub const LOADED: &str = "loaded";
/// The meter of armour that wears off (VG-205).
pub const ARMOUR: &str = "armour";
/// The weapon that everybody has.
pub const FIST: &str = "fist";
/// Bare hands after martial training (VG-265).
pub const TRAINED_FIST: &str = "trained_fist";
/// The flag of one that was at Durability 0 in this battle, for the option (VG-229).
pub const WAS_WOUNDED: &str = "was_wounded";

/// Checks whether an action is left (VG-60). Out of breath none is (VG-178).
///
/// # Errors
/// Which of the two it is.
pub fn check_actions(unit: &Unit) -> Result<(), Refusal> {
    if unit.conditions.has(WINDED) {
        return Err(Refusal::new("winded", "it is out of breath", "VG-178"));
    }
    if unit.pools.0.value(ACTIONS) <= 0 {
        return Err(Refusal::new("no_actions", "no action is left", "VG-60"));
    }
    Ok(())
}

/// The numbers that a level or scenario may change, with what is allowed for each.
const OVERRIDES: [(&str, RangeInclusive<i32>); 19] = [
    ("strength", 1..=100),
    ("agility", 1..=100),
    ("speed", 1..=100),
    ("stamina", 1..=100),
    ("reason", 1..=100),
    ("resolve", 1..=100),
    ("soul", 1..=100),
    ("guard", 0..=99),
    ("actions", 1..=9),
    ("durability_now", 0..=1000),
    ("health_now", 0..=1000),
    ("vigor_now", 0..=1000),
    ("armour_now", 0..=1000),
    ("shield_now", 0..=1000),
    ("mana_now", 0..=1000),
    ("durability", 0..=1000),
    ("health", 1..=1000),
    ("vigor", 0..=1000),
    ("mana", 0..=1000),
];

/// What a unit's sheet holds under this ruleset.
#[derive(Clone, Debug)]
pub struct Creature(pub Sheet);

/// Changes one number of a sheet; refused if it is unknown or out of range.
pub fn change(creature: &mut Creature, name: &Key, value: i64) -> Result<(), SetUpError> {
    let n = overrides::number(OVERRIDES, name, value)?;
    let sheet = &mut creature.0;
    match name.as_str() {
        "strength" => sheet.strength = n,
        "agility" => sheet.agility = n,
        "speed" => sheet.speed = n,
        "stamina" => sheet.stamina = n,
        "reason" => sheet.reason = n,
        "resolve" => sheet.resolve = n,
        "soul" => sheet.soul = n,
        "guard" => sheet.guard = n,
        "actions" => sheet.actions = n,
        "durability" => sheet.body.durability = Some(n),
        "health" => sheet.body.health = Some(n),
        "vigor" => sheet.body.vigor = Some(n),
        "mana" => sheet.body.mana = Some(n),
        // Current values belong to the meters; see `place`.
        _ => {}
    }
    Ok(())
}

/// Creates a combatant with its meters and its armour's durability.
///
/// # Errors
/// When a number or a piece of gear is unknown or out of range.
pub fn place(content: &Content, creature: Creature, placing: &Placing) -> Result<Unit, SetUpError> {
    let sheet = &creature.0;
    let set = |meters: &mut Meters, id: &str, name: &str| {
        if let (Some(meter), Some(now)) = (meters.get_mut(id), override_of(placing, name)) {
            meter.value = now.clamp(0, meter.max);
        }
    };
    let (mut tracks, mut pools) = meters(content, sheet);
    set(&mut tracks, DURABILITY, "durability_now");
    set(&mut tracks, HEALTH, "health_now");
    set(&mut pools, VIGOR, "vigor_now");
    set(&mut pools, MANA, "mana_now");
    let own = [
        (MAIN, sheet.main.as_ref()),
        (SIDE, sheet.side.as_ref()),
        (WORN, sheet.worn.as_ref()),
        (OFF, sheet.shield.as_ref()),
    ];
    let mut gear = carried(own);
    let fits = |slot: &str, item: &str| match slot {
        MAIN | SIDE => content.weapons.contains(item),
        WORN => content.armour.get(item).is_some_and(|armour| !armour.shield),
        OFF => content.armour.get(item).is_some_and(|armour| armour.shield),
        _ => false,
    };
    let all =
        || overrides::list(content.weapons.ids().chain(content.armour.ids()).map(Key::as_str));
    outfit(&mut gear, placing, fits, all)?;
    let mut wear = Vec::new();
    for (slot, now) in [(WORN, "armour_now"), (OFF, "shield_now")] {
        let armour = gear.0.get(slot).and_then(|id| content.armour.get(id.as_str()));
        let mut meter = Meters::full(armour.map(|armour| (Key::of(ARMOUR), armour.durability)));
        set(&mut meter, ARMOUR, now);
        wear.push((slot, meter));
    }
    for slot in [MAIN, SIDE] {
        let weapon = gear.0.get(slot).and_then(|id| content.weapons.get(id.as_str()));
        let reloads = weapon.filter(|weapon| weapon.reloads);
        wear.push((slot, Meters::full(reloads.map(|_| (Key::of(LOADED), 1)))));
    }
    let (size, flies) = (sheet.size, sheet.has(Talent::Flight));
    let recruit = Recruit {
        sheet: creature,
        size: size.footprint(),
        height_cm: size.height_cm(),
        flies,
        tracks,
        pools,
        gear,
        flags: initiative::flags(&placing.start),
    };
    let mut unit = recruit.placed(placing);
    for (slot, meters) in &wear {
        unit.carriers.put(&Key::of(slot), meters);
    }
    Ok(unit)
}

/// The tracks and pools of a sheet (VG-176, VG-188, VG-222); the body grows with size (VG-279), and
/// only the living have Health (VG-244).
fn meters(content: &Content, sheet: &Sheet) -> (Meters, Meters) {
    let of_size = |n: i32| (n * sheet.size.body_quarters() / 4).max(1);
    let own = sheet.body;
    let durability = own.durability.unwrap_or_else(|| of_size(sheet.stamina + sheet.strength));
    let mut tracks = vec![(Key::of(DURABILITY), durability)];
    if sheet.nature.life == Life::Living {
        let rounds = content.rules.shock_rounds_per_stamina * sheet.stamina;
        let health = own.health.unwrap_or_else(|| of_size(sheet.stamina));
        tracks.extend([(Key::of(HEALTH), health), (Key::of(SHOCK), rounds)]);
    }
    let vigor = own.vigor.unwrap_or(sheet.stamina + 10);
    let mut pools = vec![(Key::of(ACTIONS), sheet.actions), (Key::of(VIGOR), vigor)];
    let casts = !sheet.spells.is_empty();
    if let Some(mana) = own.mana.or_else(|| casts.then_some(sheet.soul)) {
        pools.push((Key::of(MANA), mana));
    }
    (Meters::full(tracks), Meters::full(pools))
}

/// A combatant together with the content that its numbers come from.
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
    /// The numbers of a unit; `None` when its sheet is not of this ruleset.
    pub fn of(content: &'a Content, unit: &'a Unit) -> Option<Self> {
        let creature = unit.form.sheet.get::<Creature>()?;
        Some(Self { content, unit, sheet: &creature.0 })
    }

    /// Durability is gone (VG-224); with the option, until Health is full again (VG-229).
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

    /// It has no actions (VG-178).
    pub fn is_winded(&self) -> bool {
        self.unit.conditions.has(WINDED)
    }

    /// Bonus Dice of a score after Charges less Challenges (VG-12), wounds counted in (VG-14).
    pub fn bonus_dice(&self, score: i32, net: i32) -> Vec<Die> {
        self.dice(score / self.content.rules.score_per_die, net)
    }

    /// So many Bonus Dice after Charges less Challenges, wounds counted in (VG-14).
    pub fn dice(&self, count: i32, net: i32) -> Vec<Die> {
        roll::bonus_dice(count, net - i32::from(self.is_wounded()))
    }

    /// What is for and against all its action rolls at the moment.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::new();
        if self.unit.conditions.has(MENACED) {
            tally.challenge("menaced", 1, "VG-88");
        }
        if self.unit.conditions.has(SHAKEN) {
            tally.challenge("shaken", 1, "VG-255");
        }
        if self.unit.conditions.has(HEARTENED) {
            tally.charge("heartened", 1, "VG-325");
        }
        tally
    }

    /// What is for and against its attacks on a combatant.
    pub fn tally_against(&self, target: UnitId) -> Tally {
        let mut tally = self.tally();
        let knows = |c: &&Condition| c.id == *WEAK_SPOT && c.source == Some(target);
        if self.unit.conditions.0.iter().any(|c| knows(&c)) {
            tally.charge("weak spot", 1, "VG-87");
        }
        if self.is_wounded() && self.sheet.has(Talent::LastStand) {
            tally.charge("Last Stand", 1, "VG-355");
        }
        tally
    }

    /// The score that it resists with; Speed is a quarter while it lies (VG-161, VG-170).
    pub fn resisting(&self, ability: Ability) -> i32 {
        match ability {
            Ability::Speed => self.speed(),
            _ => self.score(ability),
        }
    }

    /// It cannot move or act: unconscious, bound or pinned (VG-56).
    pub fn is_helpless(&self) -> bool {
        self.unit.status == Status::Down || self.is_incapacitated()
    }

    /// It has a weapon for melee in hand (VG-111).
    pub fn is_armed(&self) -> bool {
        let held = self.unit.gear.0.get(MAIN);
        let weapon = held.and_then(|id| self.content.weapons.get(id.as_str()));
        weapon.is_some_and(|weapon| weapon.reach > 0)
    }

    /// It holds a shield.
    pub fn has_shield(&self) -> bool {
        self.shield().is_some()
    }

    /// How far it strikes with a weapon, squares; 0 if it does not strike (VG-137, VG-144 to VG-146).
    pub fn reach(&self, weapon: &Weapon) -> i32 {
        match i32::from(weapon.reach) {
            0 => 0,
            reach => reach.max(self.sheet.size.reach()),
        }
    }

    /// What its Guard gains because an attacker is larger (VG-272, VG-273).
    pub fn smaller_than(&self, attacker: &Self) -> i32 {
        let steps = attacker.sheet.size.index() - self.sheet.size.index();
        steps.max(0) * self.content.rules.guard_per_size
    }

    /// What a defensive reaction costs less, because it defends itself (VG-68, VG-69).
    pub fn defending(&self) -> i32 {
        if self.unit.conditions.has(DEFENDING) { self.content.rules.defend_reduction } else { 0 }
    }

    /// The Speed in force, a part of it while it lies (VG-161).
    pub fn speed(&self) -> i32 {
        let speed = (self.sheet.speed - self.slowed()).max(0);
        match self.unit.placement.posture {
            Posture::Standing => speed,
            Posture::Prone => speed / self.content.rules.prone_speed_divisor,
        }
    }

    /// The squares of one Move (VG-73, VG-312); none for those that cannot move (VG-57).
    pub fn squares(&self) -> i32 {
        if self.is_incapacitated() { 0 } else { self.speed() * 3048 / 10_000 }
    }

    /// The number that attacks have to beat (VG-126).
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

    /// The weapon of that name, if it has it.
    pub fn weapon(&self, id: &str) -> Option<&'a Weapon> {
        self.weapons().find(|weapon| weapon.id == *id).or_else(|| self.content.arms.get(id))
    }
}
