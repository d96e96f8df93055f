//! State of combatants besides their bodies: wear of items, layers, and acts begun before the
//! battle.

use rules::Key;
use rules::command::Target;
use rules::ruleset::Ruleset;
use rules::state::{Layer, Meters, Undertaking, Unit};

use super::super::errors::ContentError;
use super::super::model::{ProgressDraft, UnitDraft};
use super::super::names::Names;
use super::super::scalar::Aim;
use super::{checked, names_of};

/// Sets the meters of items and the layers as the file states them.
pub(super) fn set(
    rules: &dyn Ruleset,
    unit: &mut Unit,
    draft: &UnitDraft,
) -> Result<(), ContentError> {
    for (slot, values) in &draft.items {
        let Some(meters) = unit.carriers.item(slot) else {
            let allowed = unit.carriers.items().map(|(slot, _)| slot.to_string()).collect();
            return Err(ContentError::NoItem { slot: slot.clone(), allowed });
        };
        let mut meters = meters.clone();
        for (id, value) in values {
            let Some(meter) = meters.get_mut(id) else {
                let allowed = names_of(meters.iter());
                let (slot, meter) = (slot.clone(), id.clone());
                return Err(ContentError::NoItemMeter { slot, meter, allowed });
            };
            meter.value = checked(id, *value)?;
        }
        unit.carriers.put(&Key::new(slot), &meters);
    }
    let described = &rules.describe().layers;
    for (id, stated) in &draft.layers {
        if described.iter().all(|entry| entry.id != **id) {
            let allowed = described.iter().map(|entry| entry.id.to_string()).collect();
            return Err(ContentError::NoLayer { layer: id.clone(), allowed });
        }
        let new = || Layer {
            id: Key::new(id),
            state: stated.state,
            meters: Meters::full(stated.now.iter().map(|(id, value)| (Key::new(id), *value))),
            source: None,
            expiry: stated.lasts.expiry(unit.id(), unit.id()),
        };
        let mut layer = unit.carriers.layer(id).cloned().unwrap_or_else(new);
        layer.state = stated.state;
        for (name, value) in &stated.now {
            let Some(meter) = layer.meters.get_mut(name) else {
                let allowed = names_of(layer.meters.iter());
                let (layer, meter) = (id.clone(), name.clone());
                return Err(ContentError::NoLayerMeter { layer, meter, allowed });
            };
            meter.value = checked(name, *value)?;
        }
        unit.carriers.lay(&layer);
    }
    Ok(())
}

/// An act begun before the battle, as the file states it.
pub(super) fn undertaking(
    rules: &dyn Ruleset,
    act: &str,
    draft: &ProgressDraft,
    names: &Names,
) -> Result<Undertaking, ContentError> {
    let known = &rules.describe().acts;
    if known.iter().all(|entry| entry.id != *act) {
        let allowed = known.iter().map(|entry| entry.id.to_string()).collect();
        return Err(ContentError::NoAct { act: act.to_owned(), allowed });
    }
    if !(0..draft.of).contains(&draft.done) {
        let (done, of) = (draft.done, draft.of);
        return Err(ContentError::Progress { act: act.to_owned(), done, of });
    }
    let unit = |name: &str| {
        let (act, target) = (act.to_owned(), name.to_owned());
        names.unit_id(name).ok_or(ContentError::NoTarget { act, target })
    };
    let target = |aim: &Aim| match aim {
        Aim::Unit(name) => unit(name).map(Target::Unit),
        Aim::Part(name, part) => unit(name).map(|id| Target::Part(id, *part)),
        Aim::Direction(dir) => Ok(Target::Direction(*dir)),
        Aim::Cell(cell) => Ok(Target::Place((*cell).into())),
        Aim::Floor(at) => Ok(Target::Floor(*at)),
        Aim::Edge(at) => Ok(Target::Edge(*at)),
        Aim::Thing(cell) => Err(ContentError::ObjectAsTarget { act: act.to_owned(), cell: *cell }),
    };
    let targets = draft.at.iter().map(target).collect::<Result<Vec<Target>, _>>()?;
    Ok(Undertaking {
        act: Key::new(act),
        choice: Key::new(&draft.choice),
        targets,
        done: draft.done,
        of: draft.of,
    })
}
