//! Finds widgets by name in egui's accessibility tree, so that widgets need no registration for
//! scripts.

use ui::egui::accesskit::{Action, Node, Role, TreeUpdate};
use ui::egui::{Pos2, Rect};

/// A widget that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// Its area, in logical pixels from the top left of the window.
    pub rect: Rect,
    /// It does not react at the moment.
    pub disabled: bool,
}

/// The name of a widget: its label, or its text.
fn words(node: &Node) -> Option<&str> {
    node.label().or_else(|| node.value())
}

/// True for widgets that react to clicks, or would if they were enabled. Plain text does not: a
/// click only selects it.
fn reacts(node: &Node) -> bool {
    let is_text = matches!(node.role(), Role::Label | Role::TextRun);
    !is_text && (node.supports_action(Action::Click) || node.is_disabled())
}

/// The best match for a name: clickable before plain text, exact before partial, enabled before
/// disabled.
pub(super) fn find(tree: &TreeUpdate, name: &str) -> Option<Found> {
    let rank = |node: &Node| {
        let words = words(node)?;
        let exact = words == name;
        if !exact && !words.contains(name) {
            return None;
        }
        Some((!exact, !reacts(node), node.is_disabled()))
    };
    let best = tree.nodes.iter().filter_map(|(_, node)| Some((rank(node)?, node)));
    let (_, node) = best.min_by_key(|(rank, _)| *rank)?;
    let bounds = node.bounds()?;
    let (min, max) = (
        Pos2::new(bounds.x0 as f32, bounds.y0 as f32),
        Pos2::new(bounds.x1 as f32, bounds.y1 as f32),
    );
    Some(Found { rect: Rect::from_min_max(min, max), disabled: node.is_disabled() })
}

/// The names of the first clickable widgets, for messages.
pub(super) fn names(tree: &TreeUpdate) -> String {
    let names = tree.nodes.iter().filter(|(_, node)| reacts(node)).filter_map(|(_, n)| words(n));
    let names: Vec<String> = names.take(40).map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}

/// True if the text appears somewhere on screen.
pub(super) fn reads(tree: &TreeUpdate, text: &str) -> bool {
    tree.nodes.iter().any(|(_, node)| {
        node.label().is_some_and(|l| l.contains(text))
            || node.value().is_some_and(|v| v.contains(text))
    })
}

#[cfg(test)]
mod tests {
    use ui::egui;

    use super::*;

    fn tree(show: impl FnMut(&mut egui::Ui)) -> Option<TreeUpdate> {
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, egui::vec2(400.0, 300.0))),
            ..Default::default()
        };
        let mut output = ctx.run_ui(input, show);
        // There is no screen to draw the font texture on.
        output.textures_delta.clear();
        output.platform_output.accesskit_update
    }

    #[test]
    fn buttons_come_before_labels_and_exact_names_before_parts() {
        let mut rects = Vec::new();
        let tree = tree(|ui| {
            rects.clear();
            ui.label("Start");
            rects.push(ui.button("Start again").rect);
            rects.push(ui.button("Start").rect);
            rects.push(ui.add_enabled(false, egui::Button::new("Continue")).rect);
        });
        let found = |name: &str| tree.as_ref().and_then(|t| find(t, name));
        assert_eq!(found("Start").map(|f| f.rect), rects.get(1).copied());
        assert_eq!(found("again").map(|f| f.rect), rects.first().copied());
        assert!(found("Continue").is_some_and(|f| f.disabled));
        assert_eq!(found("Quit"), None);
        let names = tree.as_ref().map(names).unwrap_or_default();
        assert!(names.contains("\"Start again\"") && names.contains("\"Continue\""), "{names}");
        assert!(tree.is_some_and(|t| reads(&t, "again") && !reads(&t, "Quit")));
    }
}
