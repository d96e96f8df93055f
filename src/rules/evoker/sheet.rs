//! Building a combatant from its sheet: the numbers that can be changed, and its starting state.

use std::ops::RangeInclusive;

use rules::Key;
use rules::kit::overrides;
use rules::kit::spawn::{Recruit, carried, outfit};
use rules::ruleset::{Placing, SetUpError, SheetNumber};
use rules::state::{Condition, Expiry, Flags, Layer, LayerState, Meters, Unit};

use super::data::{Content, Sheet};
use super::names::{
    AMMO, AP, BONUS, CARRIED, EXERTION, FATE, FLYER, HELD, MAX_STRESS, METRES, SPIRIT, STRESS,
    SURPRISED, WOUNDS,
};
use super::numbers::{WORN, score};
use super::size;

/// The allowed values of scores and skills.
const SCORES: RangeInclusive<i32> = -50..=200;
/// The allowed counts of items.
const ITEMS: RangeInclusive<i32> = 0..=99;

/// Changes a score or skill of a sheet; fails if it is unknown or out of range.
pub fn change(
    content: &Content,
    sheet: &mut Sheet,
    name: &Key,
    value: i64,
) -> Result<(), SetUpError> {
    let scores = content.skills.ids().map(|id| (id.as_str(), SCORES));
    let items = content.consumables.ids().map(|id| (id.as_str(), ITEMS));
    let allowed: Vec<_> = scores.chain(items).collect();
    let number = overrides::number(allowed, name, value)?;
    if content.consumables.contains(name.as_str()) {
        sheet.items.insert(name.clone(), number);
    } else {
        sheet.numbers.insert(name.clone(), number);
    }
    Ok(())
}

/// The numbers of a sheet that can be changed: scores, skills, and item counts.
pub fn changeable(content: &Content, sheet: &Sheet) -> Vec<SheetNumber> {
    let scores = content
        .skills
        .ids()
        .map(|id| SheetNumber::new(id.as_str(), SCORES, Some(score(content, sheet, id.as_str()))));
    let items = content.consumables.ids().map(|id| {
        SheetNumber::new(id.as_str(), ITEMS, Some(sheet.items.get(id).copied().unwrap_or(0)))
    });
    scores.chain(items).collect()
}

/// The three tracks for a Toughness Bonus (EV-258).
fn wounds(bonus: i32) -> Meters {
    let light = bonus.max(1);
    let each = [light, (light / 2).max(1), 1];
    Meters::full(WOUNDS.into_iter().zip(each).map(|(id, n)| (Key::of(id), n)))
}

/// Creates a combatant, with its weapons loaded and its first Persona equipped.
///
/// # Errors
/// When a piece of gear is unknown.
pub fn place(content: &Content, sheet: Sheet, placing: &Placing) -> Result<Unit, SetUpError> {
    let score = |id| score(content, &sheet, id);
    let body =
        wounds(score("toughness") / 10 + sheet.unnatural.get("toughness").copied().unwrap_or(0));
    let strain = (Key::of(STRESS), MAX_STRESS);
    let mut tracks = Meters::full(body.iter().map(|m| (m.id.clone(), m.max)).chain([strain]));
    if let Some(stress) = tracks.get_mut(STRESS) {
        stress.value = 0;
    }
    let spirit = score("magic") / 10 + score("willpower") / 10;
    let move_ = score("agility") / 10 * 2;
    let exertion = score("strength") / 10 + body.value(WOUNDS[0]);
    let pools = [
        (AP, content.rules.turn_ap),
        (METRES, move_),
        (SPIRIT, spirit),
        (FATE, score("realisation") / 10),
        (EXERTION, exertion),
    ];
    let items = sheet.items.iter().filter(|(_, n)| **n > 0);
    let items: Vec<(Key, i32)> = items.map(|(id, n)| (id.clone(), *n)).collect();
    let held = HELD.into_iter().zip(sheet.held.iter().map(Some));
    let more = CARRIED.into_iter().zip(sheet.carried.iter().map(Some));
    let mut gear = carried(held.chain(more).chain([(WORN, Some(&sheet.worn))]));
    let fits = |slot: &str, item: &str| {
        let has_room = HELD.contains(&slot) || CARRIED.contains(&slot);
        has_room && content.weapons.contains(item) || slot == WORN && content.armour.contains(item)
    };
    let all = || {
        let ids = content.weapons.ids().chain(content.armour.ids());
        overrides::list(ids.map(Key::as_str))
    };
    outfit(&mut gear, placing, fits, all)?;
    let mut flags = Flags::default();
    flags.set(Key::of(BONUS), placing.start.initiative.into());
    let recruit = Recruit {
        sheet: sheet.clone(),
        size: size::footprint(sheet.size),
        height_cm: size::height_cm(sheet.size),
        flies: sheet.talents.iter().any(|talent| *talent == *FLYER),
        tracks,
        pools: Meters::full(pools.into_iter().map(|(id, n)| (Key::of(id), n)).chain(items)),
        gear,
        flags,
    };
    let mut unit = recruit.placed(placing);
    if placing.start.surprised {
        let surprised = Condition::new(Key::of(SURPRISED), 0, None, Expiry::Rounds(1));
        unit.conditions.0.push(surprised);
    }
    if placing.start.hidden {
        super::ambush::set_up(&mut unit);
    }
    for (slot, item) in unit.gear.0.clone() {
        let ammo = content.weapons.get(item.as_str()).map_or(0, |w| w.ammo);
        unit.carriers.put(&slot, &Meters::full((ammo > 0).then(|| (Key::of(AMMO), ammo))));
    }
    let personas = sheet.personas.iter().filter_map(|id| content.personas.get(id.as_str()));
    for (at, persona) in personas.enumerate() {
        unit.carriers.lay(&Layer {
            id: persona.id.clone(),
            state: if at == 0 { LayerState::On } else { LayerState::Recalled },
            meters: wounds(persona.toughness / 10),
            source: None,
            expiry: Expiry::Battle,
        });
    }
    Ok(unit)
}
