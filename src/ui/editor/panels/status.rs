//! The status line: what is under the pointer, a hint about the tool, or an error.

use crate::editor::action::EditorAction;
use crate::editor::state::EditorState;
use crate::editor::tools::ToolExt;
use crate::hud::sky;
use crate::{egui, theme};
use editor::{pick, unit_at};
use grid::{Cell, Light, ground_words};
use settings::{Action, EditorKey};

use super::parts::words;
use super::view::View;

/// Shows the status line.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    ui.horizontal(|ui| {
        let under = view.pointing.and_then(|spot| under(view.editor, spot.cell()));
        let text = under.unwrap_or_else(|| size(view.editor));
        ui.label(text);
        ui.separator();
        match &view.editor.notice {
            Some(notice) => {
                let colour = if notice.refusal { theme::RUST } else { theme::MOSS };
                let label = egui::Label::new(egui::RichText::new(&notice.text).color(colour));
                ui.add(label.truncate()).on_hover_text(&notice.text);
            }
            None => {
                let label = egui::Label::new(theme::faded(hint(view)));
                ui.add(label.truncate());
            }
        }
    });
    Vec::new()
}

fn size(editor: &EditorState) -> String {
    let level = editor.level();
    let (width, height) = (level.ground.width(), level.ground.height());
    let sky = sky::brief(level.light.light(), level.atmosphere);
    let size = format!("{width} x {height} cells");
    if sky.is_empty() { size } else { format!("{size}  ·  {}", sky.to_lowercase()) }
}

/// A hint about what to do next.
fn hint(view: &View<'_>) -> String {
    let editor = view.editor;
    let key = |key| view.keys.short(Action::Edit(key));
    if editor.floating {
        let (turn, flip) = (key(EditorKey::Turn), key(EditorKey::Flip));
        return format!("Click to paste. {turn}: turn, {flip}: mirror, Esc: cancel.");
    }
    if editor.is_routing() {
        return "Click the next cell of the patrol. Esc: done.".to_owned();
    }
    if !editor.selection.is_empty() {
        let count = editor.selection.len();
        return match count {
            1 => "1 cell selected".to_owned(),
            _ => format!("{count} cells selected"),
        };
    }
    editor.palette.kind.help().to_owned()
}

/// A summary of a cell in one line; `None` off the board.
fn under(editor: &EditorState, cell: Cell) -> Option<String> {
    let picked = pick(editor.level(), cell)?;
    let mut parts = vec![format!("{}, {}", cell.x, cell.y)];
    parts.push(format!("{} at {}", picked.tile.terrain.name(), picked.tile.elevation));
    if picked.tile.depth.0 > 0 {
        parts.push(format!("{} of water", picked.tile.depth));
    }
    parts.extend(picked.tile.ceiling.map(|height| format!("roof at {height}")));
    match editor.draft.board().light(cell) {
        Light::Bright => {}
        Light::Dim => parts.push("dim".to_owned()),
        Light::Dark => parts.push("dark".to_owned()),
    }
    parts.extend(ground_words(editor.draft.board(), cell));
    parts.extend(picked.item.as_ref().map(level::Item::title));
    for (at, edge) in &picked.edges {
        // An edge belongs to one of its two cells; from the other cell, it is on the opposite side.
        let side = if at.cell == cell { at.side } else { at.side.opposite() };
        let name = words(edge.kind.spec().name).to_lowercase();
        let floor = at.floor.map(|floor| format!(" at {floor}")).unwrap_or_default();
        parts.push(format!("{name} to the {}{floor}", side.word()));
    }
    parts.extend(picked.zones.iter().map(|zone| format!("zone {zone}")));
    if let Some(unit) = picked.unit.and_then(|at| unit_at(editor.level(), at)) {
        let name = unit.name.as_deref().unwrap_or(unit.role.title());
        parts.push(name.to_owned());
    }
    Some(parts.join("  ·  "))
}
