//! The Level page: texts, light, weather, size, and turning the level.

use crate::editor::action::EditorAction;
use crate::{egui, theme};
use editor::{Edit, Fact, GridTransform};
use grid::{Atmosphere, Haze, MAX_MIASMA, Terrain, Weather, WeatherKind};
use level::Daylight;

use super::parts::{button, choice, field, heading, named, stepper, words};
use super::view::View;

/// Shows the page.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let level = view.editor.level();
    let mut fact = |fact: Fact| actions.push(EditorAction::Edit(Box::new(Edit::Fact(fact))));
    heading(ui, "Title");
    if let Some(name) = field(ui, "Title", &level.name, 1) {
        fact(Fact::Name(name));
    }
    heading(ui, "Author");
    if let Some(author) = field(ui, "Author", &level.author, 1) {
        fact(Fact::Author(author));
    }
    heading(ui, "Description");
    if let Some(text) = field(ui, "Description", &level.description, 3) {
        fact(Fact::Description(text));
    }
    heading(ui, "Light");
    if let Some(light) = choice(ui, level.light, &Daylight::ALL, |l| words(l.name())) {
        fact(Fact::Light(light));
    }
    heading(ui, "Weather");
    if let Some(air) = air(ui, level.atmosphere) {
        fact(Fact::Atmosphere(air));
    }
    let mut hidden = level.hidden_information;
    ui.checkbox(&mut hidden, "Hidden information")
        .on_hover_text("Each side sees only what its units see.");
    if hidden != level.hidden_information {
        fact(Fact::HiddenInformation(hidden));
    }
    heading(ui, "Notes");
    if let Some(notes) = field(ui, "Notes", &level.notes, 3) {
        fact(Fact::Notes(notes));
    }
    heading(ui, "Size");
    actions.extend(size(ui, view));
    heading(ui, "Whole level");
    ui.horizontal_wrapped(|ui| {
        for (name, transform, tip) in [
            ("Turn level", GridTransform::CLOCKWISE, "Turn the level clockwise."),
            ("Mirror W-E", GridTransform::WEST_EAST, "Mirror west and east."),
            ("Mirror N-S", GridTransform::NORTH_SOUTH, "Mirror north and south."),
        ] {
            if button(ui, ("", name), false, tip) {
                actions.push(EditorAction::Edit(Box::new(Edit::Turn(transform))));
            }
        }
        let tip = "Remove unused ground kinds from the file.";
        if button(ui, ("", "Clean up"), false, tip) {
            actions.push(EditorAction::Edit(Box::new(Edit::TidyPalette)));
        }
    });
    actions
}

/// Weather and its rank, no air, miasma. Returns the new value if it changed.
fn air(ui: &mut egui::Ui, now: Atmosphere) -> Option<Atmosphere> {
    let mut air = now;
    let (kind, rank) = (now.weather.kind(), now.weather.rank());
    if let Some(kind) = choice(ui, kind, &WeatherKind::ALL, |kind| words(kind.name())) {
        air.weather = Weather::new(kind, rank);
    }
    if kind != WeatherKind::Clear
        && let Some(rank) = choice(ui, rank, &Haze::RANKS, |rank| words(rank.name()))
    {
        air.weather = Weather::new(kind, rank);
    }
    ui.checkbox(&mut air.airless, "No air").on_hover_text("No air to breathe or to carry sound.");
    let by = stepper(ui, "Miasma", &now.miasma.to_string());
    let rate = (i32::from(now.miasma) + by).clamp(0, i32::from(MAX_MIASMA));
    air.miasma = u8::try_from(rate).unwrap_or(now.miasma);
    (air != now).then_some(air)
}

/// Adds or cuts rows and columns at a side, eight at once with Shift.
fn size(ui: &mut egui::Ui, view: &View<'_>) -> Option<EditorAction> {
    let ground = &view.editor.level().ground;
    ui.label(theme::faded(format!(
        "{} x {} cells. Grow or cut each side; Shift for 8 at once.",
        ground.width(),
        ground.height()
    )));
    let step = if ui.input(|i| i.modifiers.shift) { 8 } else { 1 };
    let mut by = [0i16; 4];
    egui::Grid::new("size").num_columns(4).spacing([6.0, 3.0]).show(ui, |ui| {
        for (n, (name, slot)) in ["West", "North", "East", "South"].iter().zip(&mut by).enumerate()
        {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                for (sign, text) in [(-1, "−"), (1, "+")] {
                    let button = ui.add(egui::Button::new(text).small());
                    let word = if sign < 0 { "Cut in the" } else { "Grow to the" };
                    if named(button, &format!("{word} {}", name.to_lowercase())).clicked() {
                        *slot = sign * step;
                    }
                }
                ui.label(*name);
            });
            if n % 2 == 1 {
                ui.end_row();
            }
        }
    });
    let [west, north, east, south] = by;
    let fill = match view.editor.palette.tile.terrain {
        Terrain::Solid => Terrain::Grass.tile(),
        _ => view.editor.palette.tile,
    };
    let edit = Edit::Resize { west, north, east, south, fill };
    (by != [0; 4]).then(|| EditorAction::Edit(Box::new(edit)))
}
