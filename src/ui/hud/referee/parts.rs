//! Input widgets of the referee's panel: a number field and a drop-down list.

use crate::theme::named;
use bevy_egui::egui;

/// A number field with minus and plus buttons; it can also be dragged or typed into.
pub(super) fn number(
    ui: &mut egui::Ui,
    name: &str,
    value: &mut i32,
    range: std::ops::RangeInclusive<i32>,
) {
    let (lowest, highest) = (*range.start(), *range.end());
    let (less, more) = (value.saturating_sub(1), value.saturating_add(1));
    let mut step = |ui: &mut egui::Ui, sign: &str, word: &str, to: i32| {
        let possible = (lowest..=highest).contains(&to);
        let button = ui.add_enabled(possible, egui::Button::new(sign).small());
        if named(button, &format!("{name}: {word}")).clicked() {
            *value = to;
        }
    };
    step(ui, "-", "less", less);
    step(ui, "+", "more", more);
    let field = ui.add(egui::DragValue::new(value).range(range).speed(0.1));
    field.on_hover_text(format!("{name}: {lowest} to {highest}. Drag, or click and type."));
}

/// A drop-down list; `chosen` is an index into it. Returns true if the choice changed.
pub(super) fn choice(ui: &mut egui::Ui, name: &str, chosen: &mut usize, list: &[String]) -> bool {
    let before = *chosen;
    let text = list.get(*chosen).cloned().unwrap_or_default();
    let shown = egui::ComboBox::from_id_salt(name).selected_text(text).show_ui(ui, |ui| {
        for (i, entry) in list.iter().enumerate() {
            ui.selectable_value(chosen, i, entry);
        }
    });
    let response = shown.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, name));
    *chosen != before
}

/// A button; returns true when clicked.
pub(super) fn asks(ui: &mut egui::Ui, possible: bool, text: &str, name: &str) -> bool {
    named(ui.add_enabled(possible, egui::Button::new(text)), name).clicked()
}
