//! The editor's panels: functions that show its state and return actions.

mod balance;
mod begin;
mod checks;
mod conduct;
mod events;
mod history;
mod labels;
mod layers;
mod left;
mod level;
mod mouse;
mod palette;
mod parts;
mod picture;
mod props;
mod sheet;
mod shelf;
mod sides;
mod status;
mod things;
mod top;
mod unit;
mod view;
mod windows;

use bevy_egui::egui;

use super::action::EditorAction;
use super::state::Tab;
use crate::theme;

pub use left::{show as show_left, show_strip};
pub use status::show as show_status;
pub use top::show as show_top;
pub use view::View;
pub use windows::show as show_window;

/// Maximum number of problems shown on the Checks tab.
const MOST_COUNTED: usize = 99;

/// The width of a button with this text.
fn width(ui: &egui::Ui, text: &str) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, egui::Color32::PLACEHOLDER);
    galley.size().x + 2.0 * ui.spacing().button_padding.x
}

/// The right panel with its pages.
pub fn show_right(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
    ui.horizontal_wrapped(|ui| {
        for tab in Tab::ALL {
            let name = match tab {
                Tab::Level => "Level",
                Tab::Sides => "Sides",
                Tab::Events => "Events",
                Tab::Checks => "Checks",
                Tab::History => "History",
                Tab::Layers => "Layers",
                Tab::Balance => "Balance",
            };
            let text = match (tab, checks::count(view.editor)) {
                (Tab::Checks, n @ 1..=MOST_COUNTED) => format!("{name} {n}"),
                (Tab::Checks, n) if n > 0 => format!("{name} {MOST_COUNTED}+"),
                _ => name.to_owned(),
            };
            // A changing count does not move the tabs.
            let room = match tab {
                Tab::Checks => width(ui, &format!("{name} {MOST_COUNTED}+")),
                _ => 0.0,
            };
            let button = egui::Button::new(text).selected(view.editor.tab == tab);
            let button = ui.add(button.min_size(egui::vec2(room, 0.0)));
            if parts::named(button, name).clicked() {
                actions.push(EditorAction::Tab(tab));
            }
        }
    });
    ui.separator();
    if view.editor.tab == Tab::History {
        actions.extend(history::show(ui, view));
        return actions;
    }
    let area = egui::ScrollArea::vertical().id_salt(("page", view.editor.tab));
    area.auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        actions.extend(match view.editor.tab {
            Tab::Level => level::show(ui, view),
            Tab::Sides => sides::show(ui, view),
            Tab::Events => events::show(ui, view),
            Tab::Checks => checks::show(ui, view),
            // The history has its own scrolling list.
            Tab::History => Vec::new(),
            Tab::Layers => layers::show(ui, view),
            Tab::Balance => balance::show(ui, view),
        });
    });
    actions
}
