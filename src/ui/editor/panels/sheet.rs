//! Changes on the sheet of the selected unit under each ruleset: numbers, gear, and conditions at
//! the start.

use std::collections::{BTreeMap, BTreeSet};

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::library::Library;
use crate::{egui, theme};
use level::{MAX_CONDITIONS, StartCondition, Unit};
use rules::kit::spawn;
use rules::ruleset::{Placing, SheetNumber};
use rules::{Key, Ruleset, enlist};

use super::parts::{field, glyph, stepper, words};

/// Width of a field for a number, in points.
const NUMBER: f32 = 58.0;
/// Width of the name before it.
const NAME: f32 = 116.0;
/// The largest value of a condition, and its longest duration, in rounds.
const MOST: i32 = 99;

/// Shows and changes the sheet, one section for each ruleset. Sections are open if there is only
/// one.
pub(super) fn show(
    ui: &mut egui::Ui,
    library: &Library,
    unit: &mut Unit,
    actions: &mut Vec<EditorAction>,
) {
    let only = library.iter().count() == 1;
    for (id, rules) in library.iter() {
        let key = Key::new(id.name());
        let count = changes(unit, &key);
        let name = &rules.describe().name;
        let title = if count > 0 { format!("{name}: {count} changed") } else { name.clone() };
        let section = egui::CollapsingHeader::new(title).id_salt(("sheet", id.name()));
        section.default_open(only).show(ui, |ui| {
            let role = unit.role.under(|name| rules.footprint(name).is_some()).name();
            numbers(ui, &**rules, (role, &key), unit, actions);
            gear(ui, &**rules, &spawn::plain(role), &key, unit);
            conditions(ui, &**rules, &key, unit);
        });
    }
}

/// The name before a field, of the same width for all.
fn label(ui: &mut egui::Ui, name: &str) -> egui::Response {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let size = egui::vec2(NAME, 18.0);
    let shown = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(NAME);
        ui.add(egui::Label::new(name).truncate())
    });
    shown.inner
}

/// Number of changed numbers, items and conditions under a ruleset.
fn changes(unit: &Unit, ruleset: &Key) -> usize {
    let numbers = unit.overrides.get(ruleset).map_or(0, BTreeMap::len);
    let items = unit.gear.get(ruleset).map_or(0, BTreeMap::len);
    numbers + items + unit.conditions.get(ruleset).map_or(0, Vec::len)
}

/// The numbers of the sheet: a field with the value, the role's value beside it, and a button that
/// restores that.
fn numbers(
    ui: &mut egui::Ui,
    rules: &dyn Ruleset,
    (role, ruleset): (&str, &Key),
    unit: &mut Unit,
    actions: &mut Vec<EditorAction>,
) {
    let mut changed = unit.overrides.get(ruleset).cloned().unwrap_or_default();
    for number in rules.sheet_numbers(role) {
        let now = changed.get(&number.name).copied();
        ui.horizontal(|ui| {
            let SheetNumber { name, range, base } = &number;
            let limits = format!("{name}: {} to {}", range.start(), range.end());
            label(ui, &words(name.as_str())).on_hover_text(&limits);
            let shown = now.or(base.map(i64::from));
            let shown = shown.map_or_else(String::new, |n| n.to_string());
            let size = egui::vec2(NUMBER, 20.0);
            let typed = ui.allocate_ui(size, |ui| field(ui, &format!("{name} number"), &shown, 1));
            if let Some(text) = typed.inner {
                match wanted(&text, &number) {
                    Ok(Some(n)) => {
                        changed.insert(name.clone(), n);
                    }
                    Ok(None) => {
                        changed.remove(name);
                    }
                    Err(error) => actions.push(EditorAction::Refuse(error.to_string())),
                }
            }
            let of_role = base.map_or_else(|| "–".to_owned(), |n| n.to_string());
            ui.label(theme::faded(of_role)).on_hover_text("The role's value.");
            if now.is_some()
                && glyph(ui, RESET, &format!("Reset {name}"), "Reset to the role's value.")
            {
                changed.remove(name);
            }
        });
    }
    put(&mut unit.overrides, ruleset, changed);
}

/// Icon of the button that restores a value.
const RESET: &str = icon::ARROW_COUNTER_CLOCKWISE;

/// The typed text is not a number of the sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} must be a whole number from {least} to {most}, not {typed:?}.")]
struct NumberError {
    name: Key,
    least: i32,
    most: i32,
    typed: String,
}

/// The typed value; `None` if it equals that of the role, or the field was emptied.
fn wanted(text: &str, number: &SheetNumber) -> Result<Option<i64>, NumberError> {
    let typed = text.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let read = typed.parse::<i32>().ok().filter(|n| number.range.contains(n));
    let n = read.ok_or_else(|| NumberError {
        name: number.name.clone(),
        least: *number.range.start(),
        most: *number.range.end(),
        typed: typed.to_owned(),
    })?;
    Ok(Some(i64::from(n)).filter(|_| number.base != Some(n)))
}

/// The items of the unit, slot by slot.
fn gear(ui: &mut egui::Ui, rules: &dyn Ruleset, plain: &Placing, ruleset: &Key, unit: &mut Unit) {
    let carried = |role: &str| {
        let unit = rules.enlist(&Placing { role: Key::new(role), ..plain.clone() });
        unit.map(|unit| unit.gear.0).unwrap_or_default()
    };
    let own = carried(plain.role.as_str());
    let mut changed = unit.gear.get(ruleset).cloned().unwrap_or_default();
    let roles =
        rules.describe().roles.iter().flat_map(|role| carried(role.id.as_str()).into_keys());
    let slots: BTreeSet<Key> = roles.chain(changed.keys().cloned()).collect();
    for slot in slots {
        let now = changed.get(&slot).cloned();
        ui.horizontal(|ui| {
            label(ui, &words(slot.as_str())).on_hover_text("An item that it carries.");
            let shown = now.as_ref().or_else(|| own.get(&slot));
            let text = shown.map_or_else(|| "–".to_owned(), item_name);
            let list = egui::ComboBox::from_id_salt(("gear", slot.as_str())).selected_text(text);
            let list = list.width(NUMBER * 2.0).show_ui(ui, |ui| {
                let mut items = enlist::fitting(rules, plain, &slot);
                if own.contains_key(&slot) {
                    items.insert(0, Key::default());
                }
                for item in items {
                    if ui.selectable_label(shown == Some(&item), item_name(&item)).clicked() {
                        match own.get(&slot) == Some(&item) {
                            true => changed.remove(&slot),
                            false => changed.insert(slot.clone(), item),
                        };
                    }
                }
            });
            super::parts::named(list.response, &format!("{slot} item"));
            if now.is_some()
                && glyph(ui, RESET, &format!("Reset {slot}"), "Reset to the role's value.")
            {
                changed.remove(&slot);
            }
        });
    }
    put(&mut unit.gear, ruleset, changed);
}

/// The name of an item; an empty slot has none.
fn item_name(item: &Key) -> String {
    if item.as_str().is_empty() { "Nothing".to_owned() } else { words(item.as_str()) }
}

/// The conditions that the unit starts with.
fn conditions(ui: &mut egui::Ui, rules: &dyn Ruleset, ruleset: &Key, unit: &mut Unit) {
    let described = rules.describe();
    let known: BTreeMap<&str, &str> =
        enlist::conditions(described).map(|(id, name)| (id.as_str(), name)).collect();
    let name = |id: &Key| {
        known.get(id.as_str()).map_or_else(|| words(id.as_str()), |name| (*name).to_owned())
    };
    let mut list = unit.conditions.get(ruleset).cloned().unwrap_or_default();
    let mut removed = None;
    for (n, condition) in list.iter_mut().enumerate() {
        ui.horizontal_wrapped(|ui| {
            let title = name(&condition.name);
            if glyph(ui, icon::X, &format!("Remove {title}"), "Remove this condition.") {
                removed = Some(n);
            }
            ui.label(&title);
            for (what, value) in [("value", &mut condition.size), ("rounds", &mut condition.rounds)]
            {
                let shown = match (what, *value) {
                    ("rounds", 0) => "all".to_owned(),
                    (_, n) => n.to_string(),
                };
                let by = stepper(ui, &format!("{title} {what}"), &shown);
                let stepped = (i32::from(*value) + by).clamp(0, MOST);
                *value = u8::try_from(stepped).unwrap_or_default();
            }
        });
    }
    if let Some(n) = removed {
        list.remove(n);
    }
    let adds = egui::ComboBox::from_id_salt("conditions").selected_text("Add a condition");
    let adds = adds.width(NAME + NUMBER).show_ui(ui, |ui| {
        let lying = Some(("prone", "Prone")).filter(|(id, _)| !known.contains_key(id));
        for (id, name) in lying.into_iter().chain(known.iter().map(|(id, name)| (*id, *name))) {
            let free = list.len() < MAX_CONDITIONS && list.iter().all(|c| c.name != *id);
            if ui.add_enabled(free, egui::Button::selectable(false, name)).clicked() {
                list.push(StartCondition::new(Key::new(id)));
            }
        }
    });
    super::parts::named(adds.response, &format!("Add a condition under {}", described.name));
    put(&mut unit.conditions, ruleset, list);
}

/// Sets the changes under a ruleset; removes its entry if there are none.
fn put<T: Default + PartialEq>(map: &mut BTreeMap<Key, T>, ruleset: &Key, changes: T) {
    if changes == T::default() {
        map.remove(ruleset);
    } else {
        map.insert(ruleset.clone(), changes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_numbers_are_bounded_and_the_role_is_the_default() {
        let number = SheetNumber::new("health", 0..=1000, Some(30));
        assert_eq!(wanted(" 41 ", &number), Ok(Some(41)));
        assert_eq!(wanted("30", &number), Ok(None));
        assert_eq!(wanted("", &number), Ok(None));
        for wrong in ["many", "1001", "-1", "4.5"] {
            let error = wanted(wrong, &number).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("health must be a whole number from 0 to 1000, not {wrong:?}.")
            );
        }
    }
}
