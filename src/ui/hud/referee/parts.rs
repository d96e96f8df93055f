//! Fields of the referee's panel: a number, and one of a list.

use crate::ui::egui;
use crate::ui::hud::named;

/// A number with buttons for less and more; it can also be dragged, or clicked and typed.
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
    field.on_hover_text(format!("{name}: {lowest} to {highest}. Drag it, or click and type."));
}

/// A list to choose one of; `chosen` is a position in it. Gives true if another was chosen.
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

/// A button that asks for something; true when it is clicked.
pub(super) fn asks(ui: &mut egui::Ui, possible: bool, text: &str, name: &str) -> bool {
    named(ui.add_enabled(possible, egui::Button::new(text)), name).clicked()
}
