//! The picture to trace: where it lies, how large it is, whether it is seen in play.

use egui_phosphor::regular as icon;

use crate::editor::{Edit, Fact};
use crate::level::Underlay;
use crate::ui::editor::action::EditorAction;
use crate::ui::{egui, theme};

use super::View;
use super::parts::{button, heading, stepper};

/// Where the panel keeps how far apart the two points are, in metres.
const APART: &str = "metres between the points of the picture";

/// Shows it.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let tip = "A PNG or JPEG in the folder of the level.";
    if button(ui, (icon::IMAGE, "Choose picture…"), false, tip) {
        actions.push(EditorAction::ChoosePicture);
    }
    let Some(picture) = &view.desk.level().underlay else {
        let text = "A picture under the board can be traced with the other tools, and be the ground \
                    of the battle. Save the level first: its pictures lie beside it.";
        ui.add(egui::Label::new(theme::faded(text)).wrap());
        return actions;
    };
    let mut wanted = Some(picture.clone());
    ui.label(&picture.file);
    if let Some(wanted) = &mut wanted {
        place(ui, wanted);
        ui.checkbox(&mut wanted.in_play, "Shown in battles")
            .on_hover_text("The picture is the ground of the battle, too.");
    }
    if button(ui, (icon::TRASH, "Remove picture"), false, "The file stays where it is.") {
        wanted = None;
    }
    if wanted.as_ref() != Some(picture) {
        actions.push(EditorAction::Edit(Box::new(Edit::Fact(Fact::Underlay(wanted)))));
    }
    actions.extend(fit(ui, view));
    actions
}

/// Shift and size by steps; with Shift ten times as far.
fn place(ui: &mut egui::Ui, picture: &mut Underlay) {
    let step = if ui.input(|i| i.modifiers.shift) { 1_000 } else { 100 };
    picture.at.0 += step * stepper(ui, "East", &metres(picture.at.0));
    picture.at.1 += step * stepper(ui, "South", &metres(picture.at.1));
    let by = step * stepper(ui, "Size", &metres(picture.size.0));
    let (w, h) = (i64::from(picture.size.0), i64::from(picture.size.1));
    let wide = w + i64::from(by);
    if by != 0 && w > 0 && wide > 0 {
        // Both sides grow alike.
        let tall = (h * wide / w).max(1);
        if let (Ok(wide), Ok(tall)) = (i32::try_from(wide), i32::try_from(tall)) {
            picture.size = (wide, tall);
        }
    }
}

/// Millimetres as metres with one decimal.
fn metres(mm: i32) -> String {
    let sign = if mm < 0 { "-" } else { "" };
    let tenths = mm.unsigned_abs() / 100;
    format!("{sign}{}.{} m", tenths / 10, tenths % 10)
}

/// Fitting by two points.
fn fit(ui: &mut egui::Ui, view: &View<'_>) -> Option<EditorAction> {
    heading(ui, "Fit by two clicks");
    let text = match view.desk.points.len() {
        0 => "Click on a crossing of the picture's grid.",
        1 => "Click on another crossing, far away.",
        _ => "How many cells lie between the two?",
    };
    ui.add(egui::Label::new(theme::faded(text)).wrap());
    let id = egui::Id::new(APART);
    let apart = ui.data(|data| data.get_temp::<u32>(id)).unwrap_or(10);
    let by = stepper(ui, "Cells", &apart.to_string());
    let apart = apart.saturating_add_signed(by).clamp(1, 256);
    ui.data_mut(|data| data.insert_temp(id, apart));
    let ready = view.desk.points.len() == 2;
    let clicked = ui.add_enabled(ready, egui::Button::new("Fit")).clicked();
    clicked.then_some(EditorAction::Fit(apart))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_west_and_north_of_the_corner_have_a_sign() {
        assert_eq!([metres(0), metres(1_250)], ["0.0 m", "1.2 m"]);
        assert_eq!([metres(-500), metres(-12_300)], ["-0.5 m", "-12.3 m"]);
    }
}
