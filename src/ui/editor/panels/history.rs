//! The History page. A click goes to any entry.

use crate::editor::action::EditorAction;
use crate::{egui, theme};

use super::view::View;

/// Height of a row in points.
const ROW: f32 = 24.0;

/// Shows the page. Only visible rows are laid out, because the history has no limit.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let history = view.editor.draft.history();
    let done = history.done();
    let all = history.labels().len() + 1;
    let area = egui::ScrollArea::vertical().id_salt("history").auto_shrink([false, false]);
    area.stick_to_bottom(true).show_rows(ui, ROW, all, |ui, rows| {
        let labels = std::iter::once("Opened").chain(history.labels());
        for (count, label) in labels.enumerate().skip(rows.start).take(rows.len()) {
            let text = match count <= done {
                true => egui::RichText::new(label),
                false => theme::faded(label).italics(),
            };
            let button = egui::Button::selectable(count == done, text).truncate();
            let button = ui.add(button.min_size(egui::vec2(ui.available_width(), ROW)));
            if button.clicked() && count != done {
                actions.push(EditorAction::GoTo(count));
            }
        }
    });
    actions
}
