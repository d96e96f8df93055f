//! The typed sheet of a combatant, and creating combatants from roles.

use std::ops::RangeInclusive;

use rules::Key;
use rules::kit::overrides;
use rules::kit::spawn::{Recruit, carried, outfit, override_of};
use rules::ruleset::{Placing, SetUpError, SheetNumber};
use rules::state::{Flags, Gear, Meters, Unit};

use super::data::{Content, DeathRule, SheetKind, Stats};
use super::flags::{DRAUGHTS, FLASKS};

/// The track that damage reduces.
pub const HEALTH: &str = "health";
/// The pool that techniques use (PR-347).
pub const ENERGY: &str = "energy";
/// Slot of the main-hand weapon.
pub const MAIN: &str = "main";
/// Slot of the off-hand weapon or shield.
pub const OFF: &str = "off";
/// Slot of the stowed item.
pub const STOWED: &str = "stowed";

/// The typed sheet of a unit.
#[derive(Clone, Debug)]
pub struct Creature {
    /// The numbers in effect.
    pub stats: Stats,
    /// Character, beast or minion.
    pub kind: SheetKind,
    /// What happens below 0 health.
    pub death: DeathRule,
    /// Included in the sheet's resistances and armor; dropping it removes its share.
    pub counted_main: Key,
    /// Index of the main-hand weapon among all weapons.
    pub main_at: usize,
    /// Like `counted_main`, for the off hand.
    pub counted_off: Key,
    /// True in a form: gear is part of the body and does not count (PR-343).
    pub merged: bool,
}

/// Numbers a level or scenario may change, with their ranges.
const OVERRIDES: [(&str, RangeInclusive<i32>); 24] = [
    ("level", 0..=40),
    ("health", 1..=1000),
    ("energy", 0..=1000),
    ("initiative", 0..=60),
    ("base_speed", 0..=60),
    ("speed", 0..=60),
    ("fly", 0..=60),
    ("potency_physical", 0..=1000),
    ("potency_magical", 0..=1000),
    ("parry", 0..=1000),
    ("evasion", 0..=1000),
    ("fortitude", 0..=1000),
    ("will", 0..=1000),
    ("armor_physical", 0..=1000),
    ("armor_magical", 0..=1000),
    ("footprint", 1..=6),
    ("height_cm", 10..=1000),
    ("dark_sight", 0..=1),
    ("death_saves", 0..=1),
    ("health_now", -1000..=1000),
    ("energy_now", 0..=1000),
    ("max_health", 0..=1000),
    ("draughts", 0..=9),
    ("flasks", 0..=9),
];

/// The typed sheet of a roster entry; `None` for unknown roles.
pub fn creature(content: &Content, role: &str) -> Option<Creature> {
    let sheet = content.roster.get(role)?;
    let (none, main) = (Key::default(), sheet.gear.main.as_ref());
    Some(Creature {
        stats: sheet.stats.clone(),
        kind: sheet.kind,
        death: sheet.death,
        counted_main: sheet.gear.main.clone().unwrap_or_else(|| none.clone()),
        main_at: main.and_then(|id| content.weapons.place(id.as_str())).unwrap_or_default(),
        counted_off: sheet.gear.off.clone().unwrap_or(none),
        merged: false,
    })
}

/// The numbers of a sheet that can be changed.
pub fn numbers(creature: &Creature) -> Vec<SheetNumber> {
    let stats = &creature.stats;
    let base = |name: &str| match name {
        "level" => Some(stats.level),
        "health" => Some(stats.health),
        "initiative" => Some(stats.initiative),
        "base_speed" => Some(stats.base_speed),
        "speed" => Some(stats.speed),
        "fly" => Some(stats.fly.unwrap_or(0)),
        "potency_physical" => Some(stats.potency.physical),
        "potency_magical" => Some(stats.potency.magical),
        "parry" => Some(stats.resistances.parry),
        "evasion" => Some(stats.resistances.evasion),
        "fortitude" => Some(stats.resistances.fortitude),
        "will" => Some(stats.resistances.will),
        "armor_physical" => Some(stats.armor.physical),
        "armor_magical" => Some(stats.armor.magical),
        "footprint" => Some(stats.footprint.into()),
        "height_cm" => Some(stats.height_cm.into()),
        "dark_sight" => Some(stats.dark_sight.into()),
        "death_saves" => Some((creature.death == DeathRule::Saves).into()),
        "draughts" | "flasks" => Some(0),
        // Those of meters.
        _ => None,
    };
    let all = OVERRIDES.into_iter();
    all.map(|(name, range)| SheetNumber::new(name, range, base(name))).collect()
}

/// Changes one number of a sheet; refused if it is unknown or out of range.
pub fn change(creature: &mut Creature, name: &Key, value: i64) -> Result<(), SetUpError> {
    let n = overrides::number(OVERRIDES, name, value)?;
    let stats = &mut creature.stats;
    match name.as_str() {
        "level" => stats.level = n,
        "health" => stats.health = n,
        "initiative" => stats.initiative = n,
        "base_speed" => stats.base_speed = n,
        "speed" => stats.speed = n,
        "fly" => stats.fly = Some(n).filter(|n| *n > 0),
        "potency_physical" => stats.potency.physical = n,
        "potency_magical" => stats.potency.magical = n,
        "parry" => stats.resistances.parry = n,
        "evasion" => stats.resistances.evasion = n,
        "fortitude" => stats.resistances.fortitude = n,
        "will" => stats.resistances.will = n,
        "armor_physical" => stats.armor.physical = n,
        "armor_magical" => stats.armor.magical = n,
        "footprint" => stats.footprint = u8::try_from(n).unwrap_or(1),
        "height_cm" => stats.height_cm = u16::try_from(n).unwrap_or(1),
        "dark_sight" => stats.dark_sight = n == 1,
        "death_saves" => {
            creature.death = if n == 1 { DeathRule::Saves } else { DeathRule::BelowZero };
        }
        // Energy and current values belong to the meters; see `place`.
        _ => {}
    }
    Ok(())
}

/// Creates a combatant with its meters, its gear, its draughts and its flasks.
///
/// # Errors
/// When a piece of gear is unknown.
pub fn place(content: &Content, creature: Creature, placing: &Placing) -> Result<Unit, SetUpError> {
    let sheet = content.roster.get(placing.role.as_str());
    let number = |name: &str| override_of(placing, name);
    let mut health = Meters::full([(Key::of(HEALTH), creature.stats.health)]);
    if let Some(meter) = health.get_mut(HEALTH) {
        meter.max = number("max_health").unwrap_or(meter.max);
        meter.value = number("health_now").unwrap_or(meter.value).min(meter.max);
    }
    let most = number("energy").or(sheet.and_then(|s| s.energy));
    let mut energy = Meters::full(most.map(|most| (Key::of(ENERGY), most)));
    if let (Some(meter), Some(now)) = (energy.get_mut(ENERGY), number("energy_now")) {
        meter.value = now.clamp(0, meter.max);
    }
    let mut gear = sheet.map_or_else(Gear::default, |s| {
        let own = &s.gear;
        carried([(MAIN, own.main.as_ref()), (OFF, own.off.as_ref()), (STOWED, own.stowed.first())])
    });
    let fits = |slot: &str, item: &str| {
        [MAIN, OFF, STOWED].contains(&slot) && content.weapons.contains(item)
    };
    outfit(&mut gear, placing, fits, || overrides::list(content.weapons.ids().map(Key::as_str)))?;
    let mut flags = Flags::default();
    flags.set(Key::of(DRAUGHTS), number("draughts").unwrap_or(0).into());
    flags.set(Key::of(FLASKS), number("flasks").unwrap_or(0).into());
    let recruit = Recruit {
        size: creature.stats.footprint,
        height_cm: creature.stats.height_cm,
        flies: creature.stats.fly.is_some(),
        sheet: creature,
        tracks: health,
        pools: energy,
        gear,
        flags,
    };
    Ok(recruit.placed(placing))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use rules::kit::book::Rulebook;

    /// PR-354: editors offer levels 0 to 40, which adds 20 to the rolls at most.
    #[test]
    fn levels_are_0_to_40() {
        let content = Content::built_in();
        let of_level = |level| {
            let changed = BTreeMap::from([(Key::of("level"), level)]);
            content.creature(&Key::of("knight"), &changed).map(|c| c.stats.level.div_euclid(2))
        };
        assert_eq!(of_level(0), Ok(0));
        assert_eq!(of_level(20), Ok(10));
        assert_eq!(of_level(40), Ok(20));
        assert!(matches!(of_level(41), Err(SetUpError::OutOfRange { value: 41, .. })));
        assert!(of_level(-1).is_err());
    }
}
