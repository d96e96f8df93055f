//! Keeps the names of props unique.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grid::{Cell, Prop};
use level::{Item, Level};

/// Renames new props that have the name of another prop of the level, such as those pasted from
/// another level: `cart` becomes `cart 2`.
pub(super) fn settle_names(level: &Level, cells: &mut [(Cell, Option<Item>)]) {
    if cells.iter().all(|(_, item)| item.as_ref().is_none_or(|item| item.prop.is_none())) {
        return;
    }
    let replaced: BTreeSet<Cell> = cells.iter().map(|(cell, _)| *cell).collect();
    let stays = level.things.iter().filter(|(cell, _)| !replaced.contains(cell));
    let mut known: BTreeMap<String, Arc<Prop>> = stays
        .filter_map(|(_, item)| item.prop.as_ref())
        .map(|prop| (prop.name.clone(), prop.clone()))
        .collect();
    for item in cells.iter_mut().filter_map(|(_, item)| item.as_mut()) {
        let Some(prop) = &item.prop else { continue };
        let prop = named_apart(prop, &known);
        known.insert(prop.name.clone(), prop.clone());
        item.prop = Some(prop);
    }
}

/// The prop under the first possible name that no other prop has.
fn named_apart(prop: &Arc<Prop>, known: &BTreeMap<String, Arc<Prop>>) -> Arc<Prop> {
    let free = |prop: &Arc<Prop>| known.get(&prop.name).is_none_or(|other| other == prop);
    if free(prop) {
        return prop.clone();
    }
    let mut numbered = (2..=known.len() + 2).map(|n| {
        let mark = format!(" {n}");
        let room = Prop::MAX_NAME.saturating_sub(mark.len());
        let stem: String = prop.name.chars().take(room).collect();
        Arc::new(Prop { name: format!("{}{mark}", stem.trim_end()), ..(**prop).clone() })
    });
    // One of these names is free, as there are more of them than known props.
    numbered.find(free).unwrap_or_else(|| prop.clone())
}
