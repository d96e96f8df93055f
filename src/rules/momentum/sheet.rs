//! The typed sheet of a combatant, and creating combatants from a role.

use std::ops::RangeInclusive;

use grid::Hm;
use rules::Key;
use rules::kit::overrides;
use rules::kit::spawn::{Recruit, carried, outfit, override_of};
use rules::ruleset::{Placing, SetUpError, SheetNumber};
use rules::state::{Flags, Gear, Meters, Unit};

use super::data::{Content, FeatureEffect, Fit, Sheet as Entry, Skill, Stat, Trait};

/// The track for damage (MO-245).
pub const VITALITY: &str = "vitality";
/// The track that absorbs damage first (MO-214).
pub const TEMPORARY: &str = "temporary";
/// Action Points (MO-31).
pub const AP: &str = "ap";
/// Reaction Points (MO-34).
pub const RP: &str = "rp";
/// Narrative Momentum (MO-135).
pub const NM: &str = "nm";
/// Power points for Abilities (MO-20).
pub const WP: &str = "wp";

/// Flag: the round in which the unit died.
pub const DIED: &str = "died_in_round";

/// Slot of the weapon in the main hand or in both hands.
pub const MAIN: &str = "main";
/// Slot of the off hand.
pub const OFF: &str = "off";
/// Slots of stowed items.
pub const STOWED: [&str; 2] = ["stowed", "stowed_2"];
/// Slots of items on the belt.
pub const BELT: [&str; 2] = ["belt", "belt_2"];
/// Slot of worn armour.
pub const WORN: &str = "worn";

/// The weapon that all combatants have.
pub const UNARMED: &str = "unarmed";

/// Numbers that a level or scenario sets directly instead of deriving them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// Base Evasion after the armour cap.
    pub evasion: Option<i32>,
    /// Armor of the worn armour.
    pub armor: Option<i32>,
    /// Initiative.
    pub initiative: Option<i32>,
    /// Hit bonus of every attack.
    pub hit: Option<i32>,
    /// DR Power.
    pub power: Option<i32>,
}

/// The contents of a unit's sheet under this ruleset.
#[derive(Clone, Debug)]
pub struct Creature {
    /// The roster entry with its overridden numbers.
    pub entry: Entry,
    /// The Stat of DR Power, WP and Ability attacks (MO-19).
    pub primary: Stat,
    /// The Stat that adds half its bonus to Ability attacks.
    pub secondary: Stat,
    /// The Stat whose bonus is added to Evasion.
    pub evasion: Stat,
    /// The effects of its features.
    pub features: Vec<FeatureEffect>,
    /// Numbers set directly.
    pub fixed: Fixed,
}

impl Creature {
    /// True if it has this trait.
    pub fn is(&self, which: Trait) -> bool {
        self.entry.traits.contains(&which)
    }

    /// True if it has a feature with this effect.
    pub fn has(&self, feature: FeatureEffect) -> bool {
        self.features.contains(&feature)
    }
}

/// The numbers that a level or scenario may change besides Stats and skills, with their allowed
/// ranges.
const OVERRIDES: [(&str, RangeInclusive<i32>); 16] = [
    ("level", 0..=20),
    ("movement", 0..=60),
    ("fly", 0..=60),
    ("vitality", 1..=1000),
    ("wp", 0..=1000),
    ("nm", 0..=1000),
    ("evasion", 0..=1000),
    ("armor", -1000..=1000),
    ("initiative", 0..=1000),
    ("hit", -1000..=1000),
    ("power", 0..=1000),
    ("fit", 0..=2),
    ("vitality_now", -1000..=1000),
    ("temporary_now", 0..=1000),
    ("wp_now", 0..=1000),
    ("nm_now", 0..=1000),
];

/// The typed sheet of a role with no number changed; `None` for unknown roles.
pub fn creature(content: &Content, role: &str) -> Option<Creature> {
    let entry = content.roster.get(role)?;
    let archetype = content.archetypes.get(entry.archetype.as_str())?;
    let features = entry.features.iter().filter_map(|id| content.features.get(id.as_str()));
    Some(Creature {
        entry: entry.clone(),
        primary: archetype.primary,
        secondary: archetype.secondary,
        evasion: archetype.evasion,
        features: features.map(|f| f.effect).collect(),
        fixed: Fixed::default(),
    })
}

/// The numbers of a sheet that can be changed.
pub fn numbers(content: &Content, creature: &Creature) -> Vec<SheetNumber> {
    let (entry, fixed) = (&creature.entry, &creature.fixed);
    let base = |name: &str| match name {
        "level" => Some(entry.level),
        "movement" => Some(entry.movement),
        "fly" => Some(entry.fly.unwrap_or(0)),
        "vitality" => entry.vitality,
        "wp" => entry.wp,
        "nm" => Some(content.rules.momentum.start),
        "evasion" => fixed.evasion,
        "armor" => fixed.armor,
        "initiative" => fixed.initiative,
        "hit" => fixed.hit,
        "power" => fixed.power,
        "fit" => Some(match entry.gear.fit {
            Fit::Plain => 0,
            Fit::Fitted => 1,
            Fit::Masterwork => 2,
        }),
        // Those of meters.
        _ => None,
    };
    let plain = OVERRIDES.into_iter();
    let plain = plain.map(|(name, range)| SheetNumber::new(name, range, base(name)));
    let stats = Stat::ALL.iter().map(|stat| (stat.field(), 1..=20, entry.stats.of(*stat)));
    let skills = Skill::ALL.iter().map(|skill| (skill.field(), 0..=30, entry.skills.of(*skill)));
    let more = stats.chain(skills).map(|(name, range, n)| SheetNumber::new(name, range, Some(n)));
    plain.chain(more).collect()
}

/// Changes one number of a sheet.
///
/// # Errors
/// If the number is unknown or out of range.
pub fn change(creature: &mut Creature, name: &Key, value: i64) -> Result<(), SetUpError> {
    let stat = Stat::ALL.iter().find(|s| s.field() == name.as_str());
    let skill = Skill::ALL.iter().find(|s| s.field() == name.as_str());
    let own = Stat::ALL.iter().map(|s| (s.field(), 1..=20));
    let own = own.chain(Skill::ALL.iter().map(|s| (s.field(), 0..=30)));
    let n = overrides::number(OVERRIDES.into_iter().chain(own), name, value)?;
    if let Some(stat) = stat {
        creature.entry.stats.set(*stat, n);
    }
    if let Some(skill) = skill {
        creature.entry.skills.set(*skill, n);
    }
    match name.as_str() {
        "level" => creature.entry.level = n,
        "movement" => creature.entry.movement = n,
        "fly" => creature.entry.fly = Some(n).filter(|n| *n > 0),
        "vitality" => creature.entry.vitality = Some(n),
        "wp" => creature.entry.wp = Some(n),
        "evasion" => creature.fixed.evasion = Some(n),
        "armor" => creature.fixed.armor = Some(n),
        "initiative" => creature.fixed.initiative = Some(n),
        "hit" => creature.fixed.hit = Some(n),
        "power" => creature.fixed.power = Some(n),
        // 0 is plain, 1 is fitted, 2 is master-made (MO-191, MO-370).
        "fit" => {
            creature.entry.gear.fit = match n {
                0 => Fit::Plain,
                1 => Fit::Fitted,
                _ => Fit::Masterwork,
            }
        }
        // `enlist` applies the current values to the meters.
        _ => {}
    }
    Ok(())
}

/// Maximum Vitality of a creature (MO-20).
pub fn most_vitality(content: &Content, creature: &Creature) -> i32 {
    let (rules, entry) = (&content.rules, &creature.entry);
    let formula = rules.vitality_per_constitution * entry.stats.of(Stat::Constitution)
        + rules.vitality_per_level * entry.level;
    entry.vitality.unwrap_or(formula)
}

fn meters(content: &Content, creature: &Creature, placing: &Placing) -> (Meters, Meters) {
    let rules = &content.rules;
    let number = |name: &str| override_of(placing, name);
    let vitality = most_vitality(content, creature);
    let mut tracks = Meters::full([(Key::of(VITALITY), vitality), (Key::of(TEMPORARY), vitality)]);
    let mut set = |id: &str, value: i32| {
        if let Some(meter) = tracks.get_mut(id) {
            meter.value = value.min(meter.max);
        }
    };
    set(VITALITY, number("vitality_now").unwrap_or(vitality));
    set(TEMPORARY, number("temporary_now").unwrap_or(0));
    let entry = &creature.entry;
    let wp = entry.wp.unwrap_or(entry.stats.of(creature.primary) + entry.level);
    let mut list = vec![(Key::of(AP), rules.ap), (Key::of(RP), rules.rp)];
    if !creature.is(Trait::NoMomentum) {
        list.push((Key::of(NM), rules.momentum.cap));
    }
    if wp > 0 {
        list.push((Key::of(WP), wp));
    }
    let mut pools = Meters::full(list);
    let mut set = |id: &str, value: i32| {
        if let Some(meter) = pools.get_mut(id) {
            meter.value = value.clamp(0, meter.max);
        }
    };
    set(NM, number("nm_now").or(number("nm")).unwrap_or(rules.momentum.start));
    set(WP, number("wp_now").unwrap_or(wp));
    (tracks, pools)
}

fn gear(content: &Content, entry: &Entry, placing: &Placing) -> Result<Gear, SetUpError> {
    let own = &entry.gear;
    let hands = [(MAIN, own.main.as_ref()), (OFF, own.off.as_ref()), (WORN, own.worn.as_ref())];
    let stowed = STOWED.into_iter().zip(own.stowed.iter().map(Some));
    let belt = BELT.into_iter().zip(own.belt.iter().map(Some));
    let mut gear = carried(hands.into_iter().chain(stowed).chain(belt));
    let fits = |slot: &str, item: &str| {
        let held = content.weapons.contains(item) || content.shields.contains(item);
        match slot {
            MAIN | OFF => held || content.items.contains(item),
            WORN => content.armour.contains(item),
            slot if BELT.contains(&slot) => content.items.contains(item),
            slot => STOWED.contains(&slot) && held,
        }
    };
    let all = || {
        let weapons = content.weapons.ids().chain(content.shields.ids());
        let all = weapons.chain(content.armour.ids()).chain(content.items.ids());
        overrides::list(all.map(Key::as_str))
    };
    outfit(&mut gear, placing, fits, all)?;
    Ok(gear)
}

/// Creates a combatant with this sheet as it enters a battle.
///
/// # Errors
/// If its gear is unknown or does not fit.
pub fn place(content: &Content, creature: Creature, placing: &Placing) -> Result<Unit, SetUpError> {
    let (tracks, pools) = meters(content, &creature, placing);
    let gear = gear(content, &creature.entry, placing)?;
    let size = content.size(creature.entry.size);
    let height = size.map_or(Hm::metres(2), |s| s.height);
    let recruit = Recruit {
        size: size.map_or(1, |s| s.footprint),
        height_cm: u16::try_from(height.cm()).unwrap_or(200),
        flies: creature.entry.fly.is_some(),
        sheet: creature,
        tracks,
        pools,
        gear,
        flags: Flags::default(),
    };
    Ok(recruit.placed(placing))
}
