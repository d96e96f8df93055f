//! The line at the bottom: what is under the pointer, what the tool does, what was refused.

use crate::editor::{pick, unit_at};
use crate::grid::{Cell, ground_words};
use crate::settings::{Action, EditorKey};
use crate::ui::editor::action::EditorAction;
use crate::ui::editor::state::EditorState;
use crate::ui::{egui, theme};

use super::View;
use super::parts::words;

/// Shows the line.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    ui.horizontal(|ui| {
        let under = view.pointing.and_then(|spot| under(view.desk, spot.cell()));
        let text = under.unwrap_or_else(|| size(view.desk));
        ui.label(text);
        ui.separator();
        match &view.desk.notice {
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

fn size(desk: &EditorState) -> String {
    let ground = &desk.level().ground;
    format!("{} x {} cells", ground.width(), ground.height())
}

/// What the author can do next.
fn hint(view: &View<'_>) -> String {
    let desk = view.desk;
    let key = |key| view.keys.short(Action::Edit(key));
    if desk.floating {
        let (turn, flip) = (key(EditorKey::Turn), key(EditorKey::Flip));
        return format!("Click to lay it down; {turn} turns it, {flip} mirrors it, Esc drops it.");
    }
    if !desk.selection.is_empty() {
        let count = desk.selection.len();
        return match count {
            1 => "1 cell selected".to_owned(),
            _ => format!("{count} cells selected"),
        };
    }
    desk.palette.kind.help().to_owned()
}

/// Everything about a cell in one line; none off the board.
fn under(desk: &EditorState, cell: Cell) -> Option<String> {
    let picked = pick(desk.level(), cell)?;
    let mut parts = vec![format!("{}, {}", cell.x, cell.y)];
    parts.push(format!("{} at {}", picked.tile.terrain.name(), picked.tile.elevation));
    if picked.tile.depth.0 > 0 {
        parts.push(format!("{} of water", picked.tile.depth));
    }
    parts.extend(picked.tile.ceiling.map(|height| format!("roof at {height}")));
    parts.extend(ground_words(desk.draft.board(), cell));
    parts.extend(picked.item.map(|item| words(item.kind.spec().name).to_lowercase()));
    for ((at, side), edge) in &picked.edges {
        // An edge is named by one of its two cells; seen from the other it lies opposite.
        let side = if *at == cell { *side } else { side.turned(4) };
        let name = words(edge.kind.spec().name).to_lowercase();
        parts.push(format!("{name} {}", format!("{side:?}").to_lowercase()));
    }
    parts.extend(picked.zones.iter().map(|zone| format!("zone {zone}")));
    if let Some(unit) = picked.unit.and_then(|at| unit_at(desk.level(), at)) {
        let name = unit.name.as_deref().unwrap_or(unit.role.title());
        parts.push(name.to_owned());
    }
    Some(parts.join("  ·  "))
}
