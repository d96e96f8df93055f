//! House rules in the battle setup: the options of the chosen ruleset, by section.

use bevy_egui::egui;

use crate::names::capital;
use crate::theme;
use rules::house::{Allowed, Changes, RuleOption};

use super::entry::OptionEntry;
use super::model::MenuModel;

/// Width of a field for a number, in points.
const FIELD: f32 = 90.0;

/// Shows the options of the chosen ruleset, folded at first. Choices change the model at once.
pub(super) fn show(ui: &mut egui::Ui, model: &mut MenuModel) {
    let MenuModel { rulesets, ruleset, house_rules, .. } = model;
    let Some(entry) = rulesets.get(*ruleset).filter(|entry| !entry.options.is_empty()) else {
        return;
    };
    let changes = house_rules.entry(entry.id.clone()).or_default();
    let title = match changes.len() {
        0 => "House rules".to_owned(),
        1 => "House rules: 1 changed".to_owned(),
        n => format!("House rules: {n} changed"),
    };
    egui::CollapsingHeader::new(title).id_salt("house rules").show(ui, |ui| {
        ui.label(theme::faded("Options of this ruleset. They are kept with the battle."));
        if !changes.is_empty() && ui.button("Reset all").clicked() {
            changes.clear();
        }
        let sections = entry.options.chunk_by(|a, b| a.option.section == b.option.section);
        for options in sections {
            let Some(first) = options.first() else { continue };
            let changed = options.iter().filter(|o| changes.contains_key(&o.option.name)).count();
            let title = match changed {
                0 => first.option.section.clone(),
                n => format!("{} ({n} changed)", first.option.section),
            };
            let salt = ("section", &first.option.section);
            egui::CollapsingHeader::new(title).id_salt(salt).show(ui, |ui| {
                for entry in options {
                    show_option(ui, entry, changes);
                }
            });
        }
    });
}

/// One option: its title with the rules it changes, its value, and a button that resets it.
fn show_option(ui: &mut egui::Ui, entry: &OptionEntry, changes: &mut Changes) {
    let option = &entry.option;
    let title = option.title();
    let mut value = changes.get(&option.name).cloned().unwrap_or_else(|| option.value.clone());
    ui.horizontal_wrapped(|ui| {
        match &option.allowed {
            Allowed::Switch => {
                let mut on = value == "true";
                let switch = ui.checkbox(&mut on, &title);
                explain(switch, entry);
                value = on.to_string();
            }
            Allowed::OneOf(names) => {
                explain(ui.label(&title), entry);
                let list = egui::ComboBox::from_id_salt(&option.name).selected_text(words(&value));
                let list = list.show_ui(ui, |ui| {
                    for name in names {
                        ui.selectable_value(&mut value, name.clone(), words(name));
                    }
                });
                list.response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, &title)
                });
            }
            Allowed::Number | Allowed::Text => {
                explain(ui.label(&title), entry);
                let field = ui.add(egui::TextEdit::singleline(&mut value).desired_width(FIELD));
                field.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, &title)
                });
            }
        }
        if changes.contains_key(&option.name) {
            let reset = ui.small_button("Reset").on_hover_text(format!("Usually {}", option.value));
            let label = format!("Reset {title}");
            reset.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &label));
            if reset.clicked() {
                value.clone_from(&option.value);
            }
        }
    });
    note(option, value, changes);
}

/// Stores a value; the default value is not a change.
fn note(option: &RuleOption, value: String, changes: &mut Changes) {
    if value == option.value {
        changes.remove(&option.name);
    } else {
        changes.insert(option.name.clone(), value);
    }
}

/// Adds the rules that an option changes, and the meaning of its values.
fn explain(response: egui::Response, entry: &OptionEntry) {
    let note = match (&entry.option.allowed, entry.option.note.as_str()) {
        (Allowed::Switch | Allowed::OneOf(_), _) | (_, "") => String::new(),
        (_, note) => format!("\n{}.", capital(note)),
    };
    response.on_hover_text(format!("{}{note}", entry.rules));
}

/// `BeatAll` as "Beat all".
fn words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        match (letter.is_uppercase(), words.is_empty()) {
            (true, false) => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            _ => words.push(letter),
        }
    }
    words
}
