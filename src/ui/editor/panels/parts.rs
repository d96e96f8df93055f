//! Small parts that the panels are made of.

use crate::grid::Hm;
use crate::settings::{Action, EditorKey, KeyMap};
use crate::ui::{egui, theme};

/// Gives a widget a name of its own for scripts and for those who listen instead of looking.
pub fn named(response: egui::Response, name: &str) -> egui::Response {
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, name));
    response
}

/// What a tooltip says: words, and the key.
pub fn tip(keys: &KeyMap, help: &str, key: EditorKey) -> String {
    format!("{help}\nKey: {}", keys.words(Action::Edit(key)))
}

/// A button with an icon and a name; true if it was clicked.
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

/// A small button that shows its icon alone; true if it was clicked.
pub fn glyph(ui: &mut egui::Ui, glyph: &str, name: &str, tip: impl Into<egui::WidgetText>) -> bool {
    let button = ui.add(egui::Button::new(glyph).min_size(egui::Vec2::splat(26.0)));
    named(button, name).on_hover_text(tip).clicked()
}

/// A number that buttons and a wheel of the mouse change: steps, positive or negative, that were
/// asked for.
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

/// A height that buttons change, within bounds in half metres; what is wanted, if it is another.
pub fn height(ui: &mut egui::Ui, name: &str, now: Hm, bounds: (i32, i32)) -> Option<Hm> {
    let by = stepper(ui, name, &now.to_string());
    let wanted = Hm((now.0 + by).clamp(bounds.0, bounds.1));
    (wanted != now).then_some(wanted)
}

/// A field for text. What was typed comes when the author leaves the field.
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

/// A heading over a part of a page.
pub fn heading(ui: &mut egui::Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new(text).color(theme::BRASS).strong());
}

/// A choice between named values in one row or more; what is wanted, if it is another.
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

/// A name from a file as words: `low_wall` as `Low wall`.
pub fn words(name: &str) -> String {
    crate::ui::names::capital(&name.replace('_', " "))
}
