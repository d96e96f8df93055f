//! The Layers page: visible and locked layers, and symmetry.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::{egui, theme};
use editor::{Layer, LayerSet, Layers, Symmetry};

use super::parts::{button, heading, named, words};
use super::view::View;

/// Shows the page.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    heading(ui, "Layers");
    let now = view.editor.draft.layers;
    let mut layers = now;
    // Topmost layer first.
    for layer in Layer::ALL.into_iter().rev() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let (hidden, locked) = (layers.hidden.has(layer), layers.locked.has(layer));
            let eye = if hidden { icon::EYE_SLASH } else { icon::EYE };
            let eye = ui.add(egui::Button::new(eye).selected(hidden).small());
            let name = format!("Hide {}", layer.name());
            if named(eye, &name).on_hover_text("Show or hide").clicked() {
                layers.hidden.set(layer, !hidden);
            }
            let lock = if locked { icon::LOCK } else { icon::LOCK_OPEN };
            let lock = ui.add(egui::Button::new(lock).selected(locked).small());
            let name = format!("Lock {}", layer.name());
            if named(lock, &name).on_hover_text("Lock or unlock").clicked() {
                layers.locked.set(layer, !locked);
            }
            ui.label(words(layer.name()));
        });
    }
    ui.horizontal_wrapped(|ui| {
        if button(ui, ("", "Terrain only"), false, "Lock everything but terrain.") {
            layers = only(layers, Layer::Terrain);
        }
        if button(ui, ("", "Heights only"), false, "Lock everything but heights.") {
            layers = only(layers, Layer::Heights);
        }
        if button(ui, ("", "Unlock all"), false, "Show and unlock all layers.") {
            layers = Layers::default();
        }
    });
    if layers != now {
        actions.push(EditorAction::Layers(layers));
    }
    ui.separator();
    actions.extend(symmetry(ui, view));
    actions
}

/// The same layers shown, with all but one locked.
fn only(layers: Layers, open: Layer) -> Layers {
    let locked = Layer::ALL.into_iter().filter(|layer| *layer != open);
    Layers { hidden: layers.hidden, locked: LayerSet::of(locked) }
}

fn symmetry(ui: &mut egui::Ui, view: &View<'_>) -> Option<EditorAction> {
    heading(ui, "Symmetry");
    let now = view.editor.symmetry;
    let mut wanted = now;
    let ground = &view.editor.level().ground;
    let square = ground.width() == ground.height();
    ui.checkbox(&mut wanted.west_east, "West-east");
    ui.checkbox(&mut wanted.north_south, "North-south");
    ui.checkbox(&mut wanted.half, "Half turn");
    ui.add_enabled_ui(square, |ui| {
        ui.checkbox(&mut wanted.quarter, "Quarter turns");
        ui.checkbox(&mut wanted.diagonal, "Diagonal NW-SE");
        ui.checkbox(&mut wanted.antidiagonal, "Diagonal NE-SW");
    });
    if !square {
        ui.label(theme::faded("Quarter turns and diagonals need a square level."));
    }
    ui.checkbox(&mut wanted.other_sides, "Mirror units to other sides")
        .on_hover_text("Mirrored units belong to the next side, so that all sides get the same.");
    if now != Symmetry::NONE && ui.button("Off").clicked() {
        wanted = Symmetry::NONE;
    }
    (wanted != now).then_some(EditorAction::Symmetry(wanted))
}
