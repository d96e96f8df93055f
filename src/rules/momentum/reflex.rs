//! The reactions for RP that a combatant can use now (MO-35, MO-361).

use grid::UnitId;
use rules::state::{Status, Unit};

use super::data::{Content, Feature, FeatureEffect};
use super::position::Position;
use super::sheet::{MAIN, OFF};

/// The reaction feature of a combatant that passes the test, if the combatant has the RP for it.
pub fn ready<'a>(
    position: Position<'a>,
    unit: &Unit,
    suits: impl Fn(FeatureEffect) -> bool,
) -> Option<&'a Feature> {
    let numbers = position.numbers(unit.id())?;
    let own = numbers.creature().entry.features.iter();
    let features = own.filter_map(|id| position.content.features.get(id.as_str()));
    let feature = features.into_iter().find(|f| f.rp > 0 && suits(f.effect))?;
    let able = unit.status == Status::Active && numbers.rp_left() >= feature.rp;
    able.then_some(feature)
}

/// True if a combatant holds a weapon or a shield to parry with.
pub fn is_armed(content: &Content, unit: &Unit) -> bool {
    let held = [MAIN, OFF].into_iter().filter_map(|slot| unit.gear.0.get(slot));
    held.map(rules::Key::as_str)
        .any(|item| content.weapons.contains(item) || content.shields.contains(item))
}

/// The Evasion bonus of a Parry that a combatant could make now.
pub fn parry_bonus(position: Position<'_>, target: UnitId) -> Option<i32> {
    let unit = position.ctx.unit(target)?;
    match ready(position, unit, |e| matches!(e, FeatureEffect::Parry(_)))?.effect {
        FeatureEffect::Parry(more) => Some(more),
        _ => None,
    }
}
