//! State of combatants besides their bodies: wear of items, layers, and acts begun before the
//! battle.

use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::ruleset::Ruleset;
use crate::rules::state::{Layer, Meters, Undertaking, Unit};

use super::super::model::{ProgressDraft, UnitDraft};
use super::super::names::{Names, suggestion};
use super::super::scalar::Aim;
use super::names_of;

/// Sets the meters of items and the layers as the file states them.
pub(super) fn set(rules: &dyn Ruleset, unit: &mut Unit, draft: &UnitDraft) -> Result<(), String> {
    for (slot, values) in &draft.items {
        let known: Vec<&str> = unit.carriers.items().map(|(slot, _)| slot.as_str()).collect();
        let all = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let Some(meters) = unit.carriers.item(slot) else {
            return Err(format!("no item in the slot `{slot}` has meters; slots that do: {all}"));
        };
        let mut meters = meters.clone();
        for (id, value) in values {
            let Some(meter) = meters.get_mut(id) else {
                let all = names_of(meters.iter());
                return Err(format!("the item in `{slot}` has no meter `{id}`; it has {all}"));
            };
            meter.value = *value;
        }
        unit.carriers.put(&Key::new(slot), &meters);
    }
    let described = &rules.describe().layers;
    for (id, stated) in &draft.layers {
        if described.iter().all(|entry| entry.id != **id) {
            let all = described.iter().map(|entry| entry.id.as_str());
            let help = suggestion(id, all).unwrap_or_default();
            return Err(format!("there is no layer `{id}`; {help}"));
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
                let all = names_of(layer.meters.iter());
                return Err(format!("the layer `{id}` has no meter `{name}`; it has {all}"));
            };
            meter.value = *value;
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
) -> Result<Undertaking, String> {
    let known = &rules.describe().acts;
    if known.iter().all(|entry| entry.id != *act) {
        let help = suggestion(act, known.iter().map(|entry| entry.id.as_str()));
        return Err(format!("there is no act `{act}`; {}", help.unwrap_or_default()));
    }
    if !(0..draft.of).contains(&draft.done) {
        let text = "progress must be less than what is needed";
        return Err(format!("`{act}` is at {} of {}; {text}", draft.done, draft.of));
    }
    let unit = |name: &str| {
        let id = names.unit_id(name);
        id.ok_or_else(|| format!("`{act}` is at `{name}`, which does not exist"))
    };
    let target = |aim: &Aim| match aim {
        Aim::Unit(name) => unit(name).map(Target::Unit),
        Aim::Part(name, part) => unit(name).map(|id| Target::Part(id, *part)),
        Aim::Direction(dir) => Ok(Target::Direction(*dir)),
        Aim::Cell(cell) => Ok(Target::Place((*cell).into())),
        Aim::Edge(cell, side) => Ok(Target::Edge(*cell, *side)),
        Aim::Thing(cell) => Err(format!("`{act}` cannot begin at the object at {cell}")),
    };
    let targets: Result<Vec<Target>, String> = draft.at.iter().map(target).collect();
    Ok(Undertaking {
        act: Key::new(act),
        choice: Key::new(&draft.choice),
        targets: targets?,
        done: draft.done,
        of: draft.of,
    })
}
