//! The typed sheet of a combatant and the combatant made from a role.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::grid::{Hm, SupportKind};
use crate::rules::Key;
use crate::rules::ruleset::{Placing, SetUpError};
use crate::rules::state::{
    Conditions, Flags, Form, Gear, Identity, Links, Meters, Placement, Pools, Posture, Sheet,
    Status, Tracks, TurnLog, Unit,
};

use super::data::{Content, DeathRule, SheetKind, Stats};
use super::effects::DRAUGHTS;

/// The track that damage lowers.
pub const HEALTH: &str = "health";
/// The pool that techniques cost (PR-347).
pub const ENERGY: &str = "energy";
/// The slot of the weapon in the main hand.
pub const MAIN: &str = "main";
/// The slot of the weapon or shield in the off hand.
pub const OFF: &str = "off";
/// The slot of what is put away.
pub const STOWED: &str = "stowed";

/// What a unit's sheet holds under this ruleset.
#[derive(Clone, Debug)]
pub struct Creature {
    /// The numbers in force.
    pub stats: Stats,
    /// Character, beast or minion.
    pub kind: SheetKind,
    /// What happens below 0 health.
    pub death: DeathRule,
    /// Resistances and armor of the sheet contain this; what is put down takes its part along.
    pub counted_main: Key,
    /// Where the weapon that counts in the main hand stands among all weapons.
    pub main_at: usize,
    /// As the weapon that counts in the main hand, for the off hand.
    pub counted_off: Key,
    /// In another form: what it holds and wears is part of the body and counts no more (PR-343).
    pub merged: bool,
}

/// The names of the numbers that a level or scenario may change.
pub const OVERRIDES: [&str; 23] = [
    "level",
    "health",
    "energy",
    "initiative",
    "base_speed",
    "speed",
    "fly",
    "potency_physical",
    "potency_magical",
    "parry",
    "evasion",
    "fortitude",
    "will",
    "armor_physical",
    "armor_magical",
    "footprint",
    "height_cm",
    "dark_sight",
    "death_saves",
    "health_now",
    "energy_now",
    "max_health",
    "draughts",
];

/// Makes the typed sheet of a roster entry with its changed numbers.
///
/// # Errors
/// When the entry or a number is unknown, or a number is out of range.
pub fn creature(
    content: &Content,
    kind: &Key,
    overrides: &BTreeMap<Key, i64>,
) -> Result<Creature, SetUpError> {
    let sheet = content.roster.get(kind.as_str()).ok_or_else(|| SetUpError::UnknownRole {
        role: kind.clone(),
        allowed: names(content.roster.iter().map(|s| s.id.as_str())),
    })?;
    let (none, main) = (Key::default(), sheet.gear.main.as_ref());
    let mut creature = Creature {
        stats: sheet.stats.clone(),
        kind: sheet.kind,
        death: sheet.death,
        counted_main: sheet.gear.main.clone().unwrap_or_else(|| none.clone()),
        main_at: main.and_then(|id| content.weapons.place(id.as_str())).unwrap_or_default(),
        counted_off: sheet.gear.off.clone().unwrap_or(none),
        merged: false,
    };
    for (name, value) in overrides {
        change(&mut creature, name, *value)?;
    }
    Ok(creature)
}

pub(super) fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    all.collect::<Vec<_>>().join(", ")
}

fn change(creature: &mut Creature, name: &Key, value: i64) -> Result<(), SetUpError> {
    let (low, high) = match name.as_str() {
        "level" => (0, 40),
        "footprint" => (1, 6),
        "height_cm" => (10, 1000),
        "dark_sight" | "death_saves" => (0, 1),
        "draughts" => (0, 9),
        "health_now" => (-1000, 1000),
        "speed" | "base_speed" | "fly" | "initiative" => (0, 60),
        _ => (0, 1000),
    };
    if !OVERRIDES.contains(&name.as_str()) {
        return Err(SetUpError::UnknownOverride {
            name: name.clone(),
            allowed: names(OVERRIDES.into_iter()),
        });
    }
    let out = || SetUpError::OutOfRange {
        name: name.clone(),
        value,
        allowed: format!("{low} to {high}"),
    };
    if !(low..=high).contains(&value) {
        return Err(out());
    }
    let n = i32::try_from(value).map_err(|_| out())?;
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
        "footprint" => stats.footprint = u8::try_from(n).map_err(|_| out())?,
        "height_cm" => stats.height_cm = u16::try_from(n).map_err(|_| out())?,
        "dark_sight" => stats.dark_sight = n == 1,
        "death_saves" => {
            creature.death = if n == 1 { DeathRule::Saves } else { DeathRule::BelowZero };
        }
        // Energy and the present values belong to the meters, see `enlist`.
        _ => {}
    }
    Ok(())
}

/// A combatant of a role as a level places it.
///
/// # Errors
/// When the role, a number or a piece of gear is unknown or out of range.
pub fn enlist(content: &Content, placing: &Placing) -> Result<Unit, SetUpError> {
    let creature = creature(content, &placing.role, &placing.overrides)?;
    let sheet = content.roster.get(placing.role.as_str());
    let number = |name: &str| placing.overrides.get(name).and_then(|n| i32::try_from(*n).ok());
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
    let mut gear = Gear::default();
    if let Some(own) = sheet.map(|s| &s.gear) {
        let mut wear = |slot: &'static str, item: Option<&Key>| {
            if let Some(item) = item {
                gear.0.insert(Key::of(slot), item.clone());
            }
        };
        wear(MAIN, own.main.as_ref());
        wear(OFF, own.off.as_ref());
        wear(STOWED, own.stowed.first());
    }
    for (slot, item) in &placing.gear {
        if item.as_str().is_empty() {
            gear.0.remove(slot);
            continue;
        }
        let fits = [MAIN, OFF, STOWED].contains(&slot.as_str());
        if !fits || content.weapons.get(item.as_str()).is_none() {
            return Err(SetUpError::UnknownGear {
                slot: slot.clone(),
                item: item.clone(),
                allowed: names(content.weapons.iter().map(|w| w.id.as_str())),
            });
        }
        gear.0.insert(slot.clone(), item.clone());
    }
    let mut flags = Flags::default();
    flags.set(Key::of(DRAUGHTS), number("draughts").unwrap_or(0).into());
    let flies = creature.stats.fly.is_some() && placing.altitude > Hm::ZERO;
    let stats = &creature.stats;
    let form = Form {
        size: stats.footprint,
        height_cm: stats.height_cm,
        stored: Vec::new(),
        sheet: Sheet::new(placing.role.clone(), placing.overrides.clone(), Arc::new(creature)),
    };
    Ok(Unit {
        identity: Identity {
            id: placing.id,
            side: placing.side,
            role: placing.role.clone(),
            name: placing.name.clone(),
            maker: None,
        },
        placement: Placement {
            at: placing.at,
            feet: placing.altitude,
            support: if flies { SupportKind::Flight } else { SupportKind::Ground },
            posture: if placing.prone { Posture::Prone } else { Posture::Standing },
            facing: placing.facing,
        },
        status: Status::Active,
        form,
        tracks: Tracks(health),
        pools: Pools(energy),
        conditions: Conditions::default(),
        turn: TurnLog::default(),
        gear,
        links: Links::default(),
        flags,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PR-354: editors go from level 0 to 40, which adds 20 to the rolls; no further.
    #[test]
    fn levels_are_0_to_40() {
        let content = Content::built_in();
        let of_level = |level| {
            let changed = BTreeMap::from([(Key::of("level"), level)]);
            creature(content, &Key::of("knight"), &changed).map(|c| c.stats.level.div_euclid(2))
        };
        assert_eq!(of_level(0), Ok(0));
        assert_eq!(of_level(20), Ok(10));
        assert_eq!(of_level(40), Ok(20));
        assert!(matches!(of_level(41), Err(SetUpError::OutOfRange { value: 41, .. })));
        assert!(of_level(-1).is_err());
    }
}
