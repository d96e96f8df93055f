//! The sheet of a combatant, and its numbers as they are at the moment.

use std::ops::RangeInclusive;

use crate::rules::dice::Die;
use crate::rules::kit::overrides;
use crate::rules::kit::spawn::{Recruit, carried, outfit, override_of};
use crate::rules::ruleset::{Placing, SetUpError};
use crate::rules::state::{Flags, Meters, Posture, Status, Unit};
use crate::rules::{Key, Sum};

use super::data::{Armour, Content, Sheet, Talent, Weapon};

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
/// The condition of one out of breath (VG-178).
pub const WINDED: &str = "winded";
/// The slot of the weapon in hand.
pub const MAIN: &str = "main";
/// The slot of a second weapon at hand.
pub const SIDE: &str = "side";
/// The slot of the armour that is worn.
pub const WORN: &str = "worn";
/// The meter of armour that wears off (VG-205).
pub const ARMOUR: &str = "armour";
/// The weapon that everybody has.
pub const FIST: &str = "fist";

/// The Bonus Dice from the lowest to the highest (VG-4, VG-6).
const LADDER: [u16; 6] = [4, 6, 8, 10, 12, 20];
/// The place of the usual Bonus Die on it (VG-3).
const USUAL: i32 = 3;

/// The numbers that a level or scenario may change, with what is allowed for each.
const OVERRIDES: [(&str, RangeInclusive<i32>); 13] = [
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
    let rounds = content.rules.shock_rounds_per_stamina * sheet.stamina;
    // The body grows with size (VG-222, VG-279).
    let of_size = |n: i32| (n * sheet.size.body_quarters() / 4).max(1);
    let mut tracks = Meters::full([
        (Key::of(DURABILITY), of_size(sheet.stamina + sheet.strength)),
        (Key::of(HEALTH), of_size(sheet.stamina)),
        (Key::of(SHOCK), rounds),
    ]);
    set(&mut tracks, DURABILITY, "durability_now");
    set(&mut tracks, HEALTH, "health_now");
    let mut pools =
        Meters::full([(Key::of(ACTIONS), sheet.actions), (Key::of(VIGOR), sheet.stamina + 10)]);
    set(&mut pools, VIGOR, "vigor_now");
    let own = [(MAIN, Some(&sheet.main)), (SIDE, sheet.side.as_ref()), (WORN, Some(&sheet.worn))];
    let mut gear = carried(own);
    let fits = |slot: &str, item: &str| match slot {
        MAIN | SIDE => content.weapons.contains(item),
        WORN => content.armour.contains(item),
        _ => false,
    };
    let all =
        || overrides::list(content.weapons.ids().chain(content.armour.ids()).map(Key::as_str));
    outfit(&mut gear, placing, fits, all)?;
    let worn = gear.0.get(WORN).and_then(|id| content.armour.get(id.as_str()));
    let mut wear = Meters::full(worn.map(|armour| (Key::of(ARMOUR), armour.durability)));
    set(&mut wear, ARMOUR, "armour_now");
    let (size, flies) = (sheet.size, sheet.has(Talent::Flight));
    let recruit = Recruit {
        sheet: creature,
        size: size.footprint(),
        height_cm: size.height_cm(),
        flies,
        tracks,
        pools,
        gear,
        flags: Flags::default(),
    };
    let mut unit = recruit.placed(placing);
    unit.carriers.put(&Key::of(WORN), &wear);
    Ok(unit)
}

/// A combatant together with the content that its numbers come from.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    content: &'a Content,
    unit: &'a Unit,
    /// The sheet.
    pub sheet: &'a Sheet,
}

impl<'a> Numbers<'a> {
    /// The numbers of a unit; `None` when its sheet is not of this ruleset.
    pub fn of(content: &'a Content, unit: &'a Unit) -> Option<Self> {
        let creature = unit.form.sheet.get::<Creature>()?;
        Some(Self { content, unit, sheet: &creature.0 })
    }

    /// Durability is gone (VG-224).
    pub fn is_wounded(&self) -> bool {
        self.unit.tracks.0.value(DURABILITY) <= 0
    }

    /// It has no actions (VG-178).
    pub fn is_winded(&self) -> bool {
        self.unit.conditions.has(WINDED)
    }

    /// The Bonus Dice, which burst (VG-20), of a score after Charges less Challenges, wounds counted in (VG-4 to VG-14).
    pub fn bonus_dice(&self, score: i32, charges: i32) -> Vec<Die> {
        let steps = USUAL + charges - i32::from(self.is_wounded());
        let highest = LADDER.len() as i32 - 1;
        let place = usize::try_from(steps.clamp(0, highest)).unwrap_or_default();
        let sides = LADDER.get(place).copied().unwrap_or(10);
        let count = usize::try_from(score / self.content.rules.score_per_die).unwrap_or_default();
        vec![Die::bursting(sides); count]
    }

    /// The Speed in force, a part of it while it lies (VG-161).
    pub const fn speed(&self) -> i32 {
        match self.unit.placement.posture {
            Posture::Standing => self.sheet.speed,
            Posture::Prone => self.sheet.speed / self.content.rules.prone_speed_divisor,
        }
    }

    /// The squares of one Move (VG-73, VG-312).
    pub const fn squares(&self) -> i32 {
        self.speed() * 3048 / 10_000
    }

    /// What the armour it wears is, as long as anything is left of it (VG-208).
    pub fn armour(&self) -> Option<(&'a Armour, i32)> {
        let item = self.unit.gear.0.get(WORN)?;
        let armour = self.content.armour.get(item.as_str())?;
        let left = self.unit.carriers.item(WORN)?.value(ARMOUR);
        (left > 0).then_some((armour, left))
    }

    /// The number that attacks have to beat (VG-126).
    pub fn guard(&self) -> Sum {
        let mut guard = Sum::new();
        if self.unit.status == Status::Down {
            guard.push("helpless", self.content.rules.helpless_guard, "VG-58");
            return guard;
        }
        guard.push("Guard", self.content.rules.base_guard, "VG-126");
        guard.add("shield", self.sheet.guard, "VG-126");
        if let Some((armour, _)) = self.armour() {
            guard.add(armour.name.to_lowercase(), armour.guard, "VG-126");
        }
        guard
    }

    /// Its weapons, bare hands last.
    pub fn weapons(&self) -> impl Iterator<Item = &'a Weapon> + use<'a> {
        let (content, gear) = (self.content, &self.unit.gear.0);
        let held = [MAIN, SIDE].into_iter().filter_map(|slot| gear.get(slot));
        held.filter_map(|id| content.weapons.get(id.as_str())).chain(content.weapons.get(FIST))
    }

    /// The weapon of that name, if it has it.
    pub fn weapon(&self, id: &str) -> Option<&'a Weapon> {
        self.weapons().find(|weapon| weapon.id == *id)
    }
}
