//! The shelf of parts, and how they are pasted.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::editor::parts::size_words;
use crate::{egui, raster, theme};
use editor::{Layer, Listed};
use settings::{Action, EditorKey};

use super::parts::{button, field, glyph, heading, named};
use super::view::{View, changed};

/// Side of a part's picture, in points.
const SIDE: f32 = 64.0;

/// Layers that can be left out, with their names.
const LAYERS: [(Layer, &str); 7] = [
    (Layer::Terrain, "Terrain"),
    (Layer::Heights, "Heights"),
    (Layer::Things, "Things"),
    (Layer::Decks, "Decks"),
    (Layer::Edges, "Walls"),
    (Layer::Zones, "Zones"),
    (Layer::Units, "Units"),
];

/// Shows the shelf.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = laying(ui, view);
    ui.separator();
    actions.extend(keep(ui, view));
    let listed = view.parts.listed.iter().flatten().enumerate();
    for (shipped, title) in [(false, "Your parts"), (true, "Ready parts")] {
        let mut listed = listed.clone().filter(|(_, part)| part.shipped == shipped).peekable();
        if listed.peek().is_none() {
            continue;
        }
        heading(ui, title);
        for (place, part) in listed {
            ui.push_id(place, |ui| actions.extend(entry(ui, view, place, part)));
        }
    }
    actions
}

/// How pasted content and parts fit the level.
pub fn laying(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    let laying = &mut palette.laying;
    let key = view.keys.short(Action::Edit(EditorKey::PasteHeights));
    ui.checkbox(&mut laying.relative, "Heights over the ground").on_hover_text(format!(
        "What is pasted stands on the ground there; otherwise it is as high as where it was \
         copied.\nKey: {key}",
    ));
    ui.horizontal_wrapped(|ui| {
        for (layer, name) in LAYERS {
            let mut on = laying.layers.has(layer);
            let button = ui.selectable_label(on, name);
            let tip = format!("Paste {}, or leave those of the level", name.to_lowercase());
            if named(button, &format!("Paste {name}")).on_hover_text(tip).clicked() {
                on = !on;
                laying.layers.set(layer, on);
            }
        }
    });
    changed(view, palette)
}

/// Saves the selection as a part.
fn keep(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    if view.editor.selection.is_empty() {
        ui.label(theme::faded("Select an area to save it as a part."));
        return actions;
    }
    ui.label(theme::faded("Name of the part"));
    let mut palette = view.editor.palette.clone();
    if let Some(name) = field(ui, "Part name", &palette.part_name, 1) {
        palette.part_name = name;
        actions.extend(changed(view, palette));
    }
    let key = view.keys.short(Action::Edit(EditorKey::KeepPart));
    let tip = format!("Save the selection in your folder of parts.\nKey: {key}");
    if button(ui, (icon::FLOPPY_DISK, "Keep selection"), false, tip) {
        actions.push(EditorAction::KeepPart);
    }
    actions
}

/// A part: its picture, its name and what it holds.
fn entry(ui: &mut egui::Ui, view: &View<'_>, place: usize, part: &Listed) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    ui.horizontal(|ui| {
        let (rect, area) = ui.allocate_exact_size(egui::Vec2::splat(SIDE), egui::Sense::click());
        ui.painter().rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
        if let Some(Some(picture)) = view.parts.pictures.get(&part.file) {
            raster::paint(ui, &part.file, picture, rect.shrink(2.0));
        }
        let text = match &part.part {
            Ok(clip) => theme::faded(size_words(clip)),
            Err(_) => egui::RichText::new("Cannot be read").color(theme::RUST),
        };
        let tip = match &part.part {
            Ok(_) => "Click, then click on the board. Shift places it several times.".to_owned(),
            Err(problems) => problems.first().map(ToString::to_string).unwrap_or_default(),
        };
        let taken = area.on_hover_text(&tip).clicked();
        ui.vertical(|ui| {
            let label = egui::Button::new(&part.name).wrap();
            let clicked = named(ui.add(label), &part.name).on_hover_text(&tip).clicked();
            if clicked || taken {
                actions.push(EditorAction::TakePart(place));
            }
            ui.add(egui::Label::new(text).wrap());
            let name = format!("Remove {}", part.name);
            let tip = "Take this part off the shelf. Its file is kept under another name.";
            if !part.shipped && glyph(ui, icon::TRASH, &name, tip) {
                actions.push(EditorAction::RemovePart(part.file.clone()));
            }
        });
    });
    actions
}
