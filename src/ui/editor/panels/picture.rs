//! The tracing picture: position, size, and whether battles show it.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::{egui, theme};
use editor::{Edit, Fact};
use level::Underlay;

use super::parts::{button, heading, stepper};
use super::view::View;

/// Where egui stores the distance between the two points, in metres.
const APART: &str = "metres between the points of the picture";

/// Shows the panel.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let tip = "A PNG or JPEG in the folder of the level.";
    if button(ui, (icon::IMAGE, "Choose picture…"), false, tip) {
        actions.push(EditorAction::ChoosePicture);
    }
    let Some(picture) = &view.editor.level().underlay else {
        let text = "Trace a picture under the board with the other tools, or use it as the ground of \
                    the battle. Save the level first: pictures must be in its folder.";
        ui.add(egui::Label::new(theme::faded(text)).wrap());
        return actions;
    };
    let mut wanted = Some(picture.clone());
    ui.label(&picture.file);
    if let Some(wanted) = &mut wanted {
        place(ui, wanted);
        ui.checkbox(&mut wanted.in_play, "Show in battles")
            .on_hover_text("Use the picture as the ground in battles.");
    }
    if button(ui, (icon::TRASH, "Remove picture"), false, "The file is not deleted.") {
        wanted = None;
    }
    if wanted.as_ref() != Some(picture) {
        actions.push(EditorAction::Edit(Box::new(Edit::Fact(Fact::Underlay(wanted)))));
    }
    actions.extend(fit(ui, view));
    actions
}

/// Moves and resizes the picture in steps, ten times larger with Shift.
fn place(ui: &mut egui::Ui, picture: &mut Underlay) {
    let step = if ui.input(|i| i.modifiers.shift) { 1_000 } else { 100 };
    picture.at.0 += step * stepper(ui, "East", &metres(picture.at.0));
    picture.at.1 += step * stepper(ui, "South", &metres(picture.at.1));
    let by = step * stepper(ui, "Size", &metres(picture.size.0));
    let (w, h) = (i64::from(picture.size.0), i64::from(picture.size.1));
    let wide = w + i64::from(by);
    if by != 0 && w > 0 && wide > 0 {
        // Keep the aspect ratio.
        let tall = (h * wide / w).max(1);
        if let (Ok(wide), Ok(tall)) = (i32::try_from(wide), i32::try_from(tall)) {
            picture.size = (wide, tall);
        }
    }
}

/// Millimetres as text in metres, with one decimal.
fn metres(mm: i32) -> String {
    let sign = if mm < 0 { "-" } else { "" };
    let tenths = mm.unsigned_abs() / 100;
    format!("{sign}{}.{} m", tenths / 10, tenths % 10)
}

/// Fits the picture by two points.
fn fit(ui: &mut egui::Ui, view: &View<'_>) -> Option<EditorAction> {
    heading(ui, "Fit to the grid");
    let text = match view.editor.points.len() {
        0 => "Click a crossing of the picture's grid.",
        1 => "Click another crossing, far away.",
        _ => "How many cells are between them?",
    };
    ui.add(egui::Label::new(theme::faded(text)).wrap());
    let id = egui::Id::new(APART);
    let apart = ui.data(|data| data.get_temp::<u32>(id)).unwrap_or(10);
    let by = stepper(ui, "Cells", &apart.to_string());
    let apart = apart.saturating_add_signed(by).clamp(1, 256);
    ui.data_mut(|data| data.insert_temp(id, apart));
    let ready = view.editor.points.len() == 2;
    let clicked = ui.add_enabled(ready, egui::Button::new("Fit")).clicked();
    clicked.then_some(EditorAction::Fit(apart))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_west_and_north_of_the_corner_are_negative() {
        assert_eq!([metres(0), metres(1_250)], ["0.0 m", "1.2 m"]);
        assert_eq!([metres(-500), metres(-12_300)], ["-0.5 m", "-12.3 m"]);
    }
}
