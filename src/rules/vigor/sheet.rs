//! The sheet of a combatant: the numbers that a level may change, and placing it with its meters,
//! gear and starting state (VG-176, VG-188, VG-222, VG-279).

use std::ops::RangeInclusive;

use grid::Dir;
use rules::Key;
use rules::kit::overrides;
use rules::kit::spawn::{Recruit, carried, outfit, override_of};
use rules::ruleset::{Placing, SetUpError, SheetNumber};
use rules::start::Start;
use rules::state::{Condition, Expiry, Flags, Gear, Meters, Unit};

use super::data::{Content, Life, Sheet, Talent};
use super::names::{
    ACTIONS, ARMOUR, BYSTANDER, CHARGES, DRAUGHTS, DURABILITY, HEALTH, HIDDEN, INITIATIVE, LOADED,
    MAIN, MANA, OFF, SHOCK, SIDE, SURPRISED, VIGOR, WATCH, WATCH_WITH, WORN,
};

/// The numbers that a level or scenario may change, with their allowed ranges.
const OVERRIDES: [(&str, RangeInclusive<i32>); 22] = [
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
    ("draughts", 0..=9),
    ("charges", 0..=9),
    ("bystander", 0..=1),
];

/// A unit's sheet under this ruleset.
#[derive(Clone, Debug)]
pub struct Creature(pub Sheet);

/// The numbers of a sheet that can be changed.
pub fn numbers(creature: &Creature) -> Vec<SheetNumber> {
    let sheet = &creature.0;
    let base = |name: &str| match name {
        "strength" => Some(sheet.strength),
        "agility" => Some(sheet.agility),
        "speed" => Some(sheet.speed),
        "stamina" => Some(sheet.stamina),
        "reason" => Some(sheet.reason),
        "resolve" => Some(sheet.resolve),
        "soul" => Some(sheet.soul),
        "guard" => Some(sheet.guard),
        "actions" => Some(sheet.actions),
        "durability" => sheet.body.durability,
        "health" => sheet.body.health,
        "vigor" => sheet.body.vigor,
        "mana" => sheet.body.mana,
        "bystander" => Some(0),
        // Numbers of meters.
        _ => None,
    };
    let all = OVERRIDES.into_iter();
    all.map(|(name, range)| SheetNumber::new(name, range, base(name))).collect()
}

/// Changes one number of a sheet; fails if it is unknown or out of range.
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
        // Current values are set with the meters; see `place`.
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
    let carries = [DRAUGHTS, CHARGES].map(|id| (id, override_of(placing, id).unwrap_or_default()));
    let (mut tracks, mut pools) = meters(content, sheet, carries);
    set_current(&mut tracks, DURABILITY, (placing, "durability_now"));
    set_current(&mut tracks, HEALTH, (placing, "health_now"));
    set_current(&mut pools, VIGOR, (placing, "vigor_now"));
    set_current(&mut pools, MANA, (placing, "mana_now"));
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
    let items = item_meters(content, &gear, placing);
    let (size, flies) = (sheet.size, sheet.has(Talent::Flight));
    let watch_with = watch_with(sheet, &gear, &placing.start)?;
    let recruit = Recruit {
        sheet: creature,
        size: size.footprint(),
        height_cm: size.height_cm(),
        flies,
        tracks,
        pools,
        gear,
        flags: flags(&placing.start, watch_with),
    };
    let mut unit = recruit.placed(placing);
    for (slot, meters) in &items {
        unit.carriers.put(&Key::of(slot), meters);
    }
    // It has no slot in the order yet (VG-46).
    if override_of(placing, BYSTANDER).is_some_and(|is| is > 0) {
        unit.conditions.0.push(Condition::new(Key::of(BYSTANDER), 0, None, Expiry::Battle));
    }
    Ok(unit)
}

/// Sets the current value of a meter to a number of the level, if it gives one.
fn set_current(meters: &mut Meters, id: &str, (placing, name): (&Placing, &str)) {
    if let (Some(meter), Some(now)) = (meters.get_mut(id), override_of(placing, name)) {
        meter.value = now.clamp(0, meter.max);
    }
}

/// The meters of armour, which wears out (VG-205), and of weapons that must be reloaded (VG-93), by
/// slot.
fn item_meters(content: &Content, gear: &Gear, placing: &Placing) -> Vec<(&'static str, Meters)> {
    let mut all = Vec::new();
    for (slot, now) in [(WORN, "armour_now"), (OFF, "shield_now")] {
        let armour = gear.0.get(slot).and_then(|id| content.armour.get(id.as_str()));
        let mut meter = Meters::full(armour.map(|armour| (Key::of(ARMOUR), armour.durability)));
        set_current(&mut meter, ARMOUR, (placing, now));
        all.push((slot, meter));
    }
    for slot in [MAIN, SIDE] {
        let weapon = gear.0.get(slot).and_then(|id| content.weapons.get(id.as_str()));
        let reloads = weapon.filter(|weapon| weapon.reloads);
        all.push((slot, Meters::full(reloads.map(|_| (Key::of(LOADED), 1)))));
    }
    all
}

/// The tracks and pools of a sheet (VG-176, VG-188, VG-222); the body scales with size (VG-279),
/// and only the living have Health (VG-244).
fn meters(content: &Content, sheet: &Sheet, carries: [(&'static str, i32); 2]) -> (Meters, Meters) {
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
    let mut pools = vec![(Key::of(ACTIONS), sheet.actions_per_turn()), (Key::of(VIGOR), vigor)];
    let casts = !sheet.spells.is_empty();
    if let Some(mana) = own.mana.or_else(|| casts.then_some(sheet.soul)) {
        pools.push((Key::of(MANA), mana));
    }
    let carried = carries.into_iter().filter(|(_, count)| *count > 0);
    pools.extend(carried.map(|(id, count)| (Key::of(id), count)));
    (Meters::full(tracks), Meters::full(pools))
}

/// Index (from 1) among its weapons of the one readied from the start; 0 if it only watches.
///
/// # Errors
/// If it has no such weapon.
fn watch_with(sheet: &Sheet, gear: &Gear, start: &Start) -> Result<i64, SetUpError> {
    let act = &start.act;
    if start.watch.is_none() || act.as_str().is_empty() {
        return Ok(0);
    }
    let held = [MAIN, SIDE].into_iter().filter_map(|slot| gear.0.get(slot));
    let weapons = || held.clone().chain(&sheet.natural);
    let at = weapons().position(|weapon| weapon == act);
    let at = at.and_then(|at| i64::try_from(at + 1).ok());
    at.ok_or_else(|| {
        let allowed = overrides::list(weapons().map(Key::as_str));
        SetUpError::UnknownWatch { act: act.clone(), allowed }
    })
}

/// The starting state given by a level, as flags.
fn flags(start: &Start, watch_with: i64) -> Flags {
    let mut flags = Flags::default();
    let watch = start.watch.and_then(|dir| Dir::ALL.iter().position(|d| *d == dir));
    let number = watch.and_then(|at| i64::try_from(at + 1).ok()).unwrap_or_default();
    flags.set(Key::of(WATCH), number);
    flags.set(Key::of(WATCH_WITH), if number == 0 { 0 } else { watch_with });
    flags.set(Key::of(HIDDEN), i64::from(start.hidden));
    flags.set(Key::of(SURPRISED), i64::from(start.surprised));
    flags.set(Key::of(INITIATIVE), i64::from(start.initiative));
    flags
}
