//! What stops damage: worn armour, which wears out, a shield that blocks, hide and scales (VG-204
//! to VG-216).

use rules::event::{Event, EventKind};
use rules::state::{Carrier, Unit};
use rules::{Key, Sum};

use super::data::{Armour, Content, DamageType, Kinetic, Quality};
use super::names::{ARMOUR, BRITTLE, OFF, WORN};
use super::numbers::Numbers;

impl<'a> Numbers<'a> {
    /// The worn armour and its remaining points; `None` once they are used up (VG-208).
    pub fn armour(&self) -> Option<(&'a Armour, i32)> {
        self.intact(WORN)
    }

    /// Its shield, while it has points left.
    pub fn shield(&self) -> Option<(&'a Armour, i32)> {
        self.intact(OFF)
    }

    fn intact(&self, slot: &str) -> Option<(&'a Armour, i32)> {
        let item = self.unit.gear.0.get(slot)?;
        let armour = self.content.armour.get(item.as_str())?;
        let left = self.unit.carriers.item(slot)?.value(ARMOUR);
        (left > 0).then_some((armour, left))
    }

    /// The Armor Rank of its worn armour, which is lower while it is brittle (VG-252).
    pub fn worn_rank(&self, armour: &Armour) -> i32 {
        armour.rank - i32::from(self.unit.conditions.has(BRITTLE))
    }

    /// Whether it wears metal (VG-253).
    pub fn wears_metal(&self) -> bool {
        self.armour().is_some_and(|(armour, _)| armour.metal)
    }
}

/// Damage as it hits armour.
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    /// Damage type.
    pub kind: DamageType,
    /// Kinetic kind; `None` for other types.
    pub kinetic: Option<Kinetic>,
    /// The quality of the attack.
    pub quality: Quality,
    /// True for harm that is no attack, such as embers: it ignores no armour (VG-211).
    pub is_hazard: bool,
    /// Armor Rank of a shield that was raised in a failed Block (VG-112).
    pub shield: i32,
}

/// Whether a weapon of this quality ignores armour of that quality (VG-211, VG-212).
pub const fn is_ignored(content: &Content, attack: Quality, armour: Quality) -> bool {
    attack.index() - armour.index() >= content.rules.quality_gap
}

/// Reduces damage by the target's protection, and returns the wear on it.
pub fn reduce(target: &Numbers<'_>, impact: Impact, sum: &mut Sum) -> Vec<Event> {
    let Numbers { content, unit, sheet } = *target;
    let rolled = sum.total().max(0);
    let mut events = Vec::new();
    if impact.shield > 0
        && let Some((shield, left)) = target.shield()
        && shield.covers.contains(&impact.kind)
        && !is_ignored(content, impact.quality, shield.quality)
    {
        let stop = impact.shield.min(sum.total()).max(0);
        sum.add("shield", -stop, "VG-112");
        let better = shield.quality.index() - impact.quality.index();
        if better < content.rules.quality_gap {
            events.extend(set_points(unit, OFF, left - stop, "VG-205"));
        }
    }
    let stops =
        |quality: Quality| impact.is_hazard || !is_ignored(content, impact.quality, quality);
    let hide = sheet.nature.hide.filter(|hide| {
        // Its quality is that of the body unless the sheet sets one (VG-216).
        let quality = hide.quality.unwrap_or(sheet.nature.durability);
        impact.kind == DamageType::Kinetic && stops(quality) && hide.rank > 0
    });
    let worn = target
        .armour()
        .filter(|(armour, _)| armour.covers.contains(&impact.kind) && stops(armour.quality));
    let worn_rank = worn.map(|(armour, _)| {
        let more = impact.kinetic.and_then(|how| armour.against.get(&how)).copied();
        target.worn_rank(armour) + more.unwrap_or_default()
    });
    // With several sources, the highest rank counts (VG-207).
    let rank = worn_rank.into_iter().chain(hide.map(|hide| hide.rank)).max().unwrap_or_default();
    let stop = rank.min(sum.total()).max(0);
    let by_worn = worn_rank.is_some_and(|own| own == rank);
    let (name, rule) = match worn {
        Some((armour, _)) if by_worn => (armour.name.to_lowercase(), "VG-204"),
        _ => ("hide".to_owned(), if worn.is_some() { "VG-207" } else { "VG-204" }),
    };
    sum.add(name, -stop, rule);
    events.extend(worn_armour_wear(target, impact, (rolled, stop), worn.is_some()));
    events
}

/// The wear on the worn armour: the damage it stopped; for acid, the whole roll.
fn worn_armour_wear(
    target: &Numbers<'_>,
    impact: Impact,
    (rolled, stop): (i32, i32),
    stopped: bool,
) -> Option<Event> {
    let (armour, left) = target.armour()?;
    let gap = armour.quality.index() - impact.quality.index();
    let (loss, rule) = match impact.kind {
        DamageType::Chemical => (rolled, "VG-251"),
        DamageType::Toxic => return None,
        // Armour of much higher quality takes no wear (VG-213).
        _ if gap >= target.content.rules.quality_gap => return None,
        _ if stopped => (stop, "VG-205"),
        // Armour that is ignored takes no wear (VG-215).
        _ => return None,
    };
    set_points(target.unit, WORN, left - loss, rule)
}

/// Sets the remaining points of the armour in a slot.
fn set_points(unit: &Unit, slot: &'static str, left: i32, rule: &'static str) -> Option<Event> {
    let item = Carrier::Item(Key::of(slot));
    let what = EventKind::wear(unit, &item, ARMOUR, left.max(0), "it stops a blow");
    what.map(|what| Event::new(what, &[rule]))
}
