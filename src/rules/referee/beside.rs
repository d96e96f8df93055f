//! Rulings about a combatant's state besides its body: items with meters, layers, uncompleted acts,
//! awareness.

use crate::Key;
use crate::event::{Event, EventKind, LayerChange, RulingChange};
use crate::refusal::Refusal;
use crate::ruleset::Ruleset;
use crate::state::{Awareness, Carrier, LayerState, Observer, State, Undertaking, Unit};
use grid::UnitId;

use super::common::{WHY, all, event, meter, refuse, said, set, unchanged, unit_of};

/// Sets a meter of an item or layer.
///
/// # Errors
/// If it does not exist, or the value is out of range.
pub(super) fn wear(
    rules: &dyn Ruleset,
    unit: &Unit,
    on: &Carrier,
    id: &Key,
    to: i32,
) -> Result<Vec<Event>, Refusal> {
    let Some(meters) = unit.carriers.meters(on) else {
        let slots = unit.carriers.items().map(|(slot, _)| slot);
        let layers = unit.carriers.layers().map(|layer| &layer.id);
        let text = format!(
            "`{}` has no meters; items with meters: {}; layers: {}",
            on.key(),
            all(slots),
            all(layers)
        );
        return Err(refuse("no_such_carrier", text));
    };
    let from = meter(meters, id, to, |_| 0)?.value;
    let of = match on {
        Carrier::Item(slot) => format!("the item in the {slot} slot"),
        Carrier::Layer(id) => name(rules, id),
    };
    let what = EventKind::wear(unit, on, id.as_str(), to, WHY);
    let text = set(unit, &format!("{id} of {of}"), from, to);
    Ok(std::iter::once(text).chain(what.map(event)).collect())
}

/// Sets the state of a layer.
///
/// # Errors
/// If it does not exist, or already has this state.
pub(super) fn layer(
    rules: &dyn Ruleset,
    unit: &Unit,
    id: &Key,
    to: LayerState,
) -> Result<Vec<Event>, Refusal> {
    let Some(layer) = unit.carriers.layer(id.as_str()) else {
        let known = all(unit.carriers.layers().map(|layer| &layer.id));
        let text = format!("{} has no layer `{id}`; it has {known}", unit.identity.name);
        return Err(refuse("no_such_layer", text));
    };
    if layer.state == to {
        return Err(unchanged());
    }
    let text = format!("{} of {} is {}.", name(rules, id), unit.identity.name, to.words());
    let (unit, id, why) = (unit.id(), id.clone(), WHY.to_owned());
    let change = LayerChange::State(to);
    let changed = event(EventKind::Layer { unit, id, change, why });
    Ok(vec![said(text, RulingChange::Values), changed])
}

/// Sets the progress of an uncompleted act.
///
/// # Errors
/// If there is no such act, or the value is out of range.
pub(super) fn progress(
    rules: &dyn Ruleset,
    unit: &Unit,
    act: &Key,
    done: i32,
) -> Result<Vec<Event>, Refusal> {
    let Some(known) = unit.undertakings.get(act.as_str()) else {
        let begun = all(unit.undertakings.0.iter().map(|what| &what.act));
        let text = format!("{} has not begun `{act}`; in progress: {begun}", unit.identity.name);
        return Err(refuse("not_begun", text));
    };
    if !(0..known.of).contains(&done) {
        let text = format!("{act} must be 0 to {}, not {done}", known.of.saturating_sub(1));
        return Err(refuse("out_of_range", text));
    }
    if known.done == done {
        return Err(unchanged());
    }
    let described = rules.describe().acts.iter().find(|entry| entry.id == *act);
    let name = described.map_or_else(|| act.to_string(), |entry| entry.name.clone());
    let who = &unit.identity.name;
    let (text, what) = if done == 0 {
        let what = EventKind::Abandoned {
            unit: unit.id(),
            act: act.clone(),
            choice: known.choice.clone(),
            why: WHY.to_owned(),
        };
        (format!("{who} gives up {name}."), what)
    } else {
        let what = Undertaking { done, ..known.clone() };
        let text = format!("{who}: {name}, {done} of {} done.", known.of);
        (text, EventKind::Progress { unit: unit.id(), what })
    };
    Ok(vec![said(text, RulingChange::Values), event(what)])
}

/// Sets an observer's awareness of an enemy.
///
/// # Errors
/// If they are of the same side or do not exist, or nothing would change.
pub(super) fn awareness(
    state: &State,
    by: Observer,
    of: UnitId,
    to: Awareness,
) -> Result<Vec<Event>, Refusal> {
    let foe = unit_of(state, of)?;
    let (side, name) = match by {
        Observer::Side(side) => {
            let known = state.scene.sides.get(usize::from(side.0));
            let text = || format!("there is no side {side}");
            (side, &known.ok_or_else(|| refuse("no_such_side", text()))?.name)
        }
        Observer::Unit(unit) => {
            let unit = unit_of(state, unit)?;
            (unit.side(), &unit.identity.name)
        }
    };
    if side == foe.side() {
        return Err(refuse("own_side", "units of one side always know of each other"));
    }
    let what = EventKind::aware(state, by, of, to).ok_or_else(unchanged)?;
    let text = format!("{name} {} {}.", to.words(), foe.identity.name);
    Ok(vec![said(text, RulingChange::Values), event(what)])
}

/// The display name of a layer.
fn name(rules: &dyn Ruleset, id: &Key) -> String {
    let known = rules.describe().layers.iter().find(|entry| entry.id == *id);
    known.map_or_else(|| id.to_string(), |entry| entry.name.clone())
}
