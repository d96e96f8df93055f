//! Small widgets shared by the panels.

use crate::{egui, theme};
use grid::Hm;
use settings::{Action, EditorKey, KeyMap};

/// Gives a widget an accessible name, for scripts and screen readers.
pub fn named(response: egui::Response, name: &str) -> egui::Response {
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, name));
    response
}

/// A tooltip: help text and key.
pub fn tip(keys: &KeyMap, help: &str, key: EditorKey) -> String {
    format!("{help}\nKey: {}", keys.words(Action::Edit(key)))
}

/// A button with icon and name. True if clicked.
pub fn button(
    ui: &mut egui::Ui,
    (glyph, name): (&str, &str),
    selected: bool,
    tip: impl Into<egui::WidgetText>,
) -> bool {
    let text = if glyph.is_empty() { name.to_owned() } else { format!("{glyph} {name}") };
    let button = ui.add(egui::Button::new(text).selected(selected));
    named(button, name).on_hover_text(tip).clicked()
}

/// A small icon button. True if clicked.
pub fn glyph(ui: &mut egui::Ui, glyph: &str, name: &str, tip: impl Into<egui::WidgetText>) -> bool {
    let button = ui.add(egui::Button::new(glyph).min_size(egui::Vec2::splat(26.0)));
    named(button, name).on_hover_text(tip).clicked()
}

/// A number changed by buttons or the mouse wheel. Returns the number of steps, positive or
/// negative.
pub fn stepper(ui: &mut egui::Ui, name: &str, value: &str) -> i32 {
    let mut by = 0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        if glyph(ui, "−", &format!("{name} down"), format!("{name}: less")) {
            by -= 1;
        }
        if glyph(ui, "+", &format!("{name} up"), format!("{name}: more")) {
            by += 1;
        }
        ui.label(theme::faded(name));
        ui.label(egui::RichText::new(value).color(theme::BRASS));
    });
    by
}

/// A height changed by buttons, within bounds in half metres. Returns the new value if it changed.
pub fn height(ui: &mut egui::Ui, name: &str, now: Hm, bounds: (i32, i32)) -> Option<Hm> {
    let by = stepper(ui, name, &now.to_string());
    let wanted = Hm((now.0 + by).clamp(bounds.0, bounds.1));
    (wanted != now).then_some(wanted)
}

/// A text field. Returns the text when the field loses focus.
pub fn field(ui: &mut egui::Ui, name: &str, now: &str, rows: usize) -> Option<String> {
    let id = ui.make_persistent_id(("field", name));
    let typed = ui.data(|data| data.get_temp::<String>(id));
    let mut text = typed.unwrap_or_else(|| now.to_owned());
    let edit = if rows > 1 {
        egui::TextEdit::multiline(&mut text).desired_rows(rows)
    } else {
        egui::TextEdit::singleline(&mut text)
    };
    let response = ui.add(edit.id(id.with("edit")).desired_width(f32::INFINITY));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name));
    let left = response.lost_focus() || (response.has_focus() && response.clicked_elsewhere());
    if left {
        ui.data_mut(|data| data.remove::<String>(id));
        return (text != now).then_some(text);
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    } else {
        ui.data_mut(|data| data.remove::<String>(id));
    }
    None
}

/// Names a list that opens, for scripts and screen readers; `shown` is the entry that it shows.
pub fn list_named(list: &egui::Response, name: &str, shown: &str) {
    let enabled = list.enabled();
    list.widget_info(|| egui::WidgetInfo {
        current_text_value: Some(shown.to_owned()),
        ..egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, enabled, name)
    });
}

/// A heading of a section.
pub fn heading(ui: &mut egui::Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new(text).color(theme::BRASS).strong());
}

/// A choice between named values. Returns the new value if it changed.
pub fn choice<T: Copy + PartialEq>(
    ui: &mut egui::Ui,
    now: T,
    all: &[T],
    name: impl Fn(T) -> String,
) -> Option<T> {
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        for value in all {
            let text = name(*value);
            if ui.selectable_label(*value == now, &text).clicked() && *value != now {
                wanted = Some(*value);
            }
        }
    });
    wanted
}

/// A name from a file as a label: `low_wall` becomes `Low wall`.
pub fn words(name: &str) -> String {
    crate::names::capital(&name.replace('_', " "))
}
