//! The pages that cover the board while the game pauses: controls, rules, settings, credits.

mod controls;
mod credits;
mod rules;
mod saves;
mod settings;

pub use self::saves::SavesModel;

use std::collections::BTreeMap;

use egui_phosphor::regular as icon;

use crate::rules::SharedRuleset;
use crate::rules::registry::RulesetId;
use crate::settings::{Action, KeyMap, Settings};
use crate::ui::egui;
use crate::ui::intent::Intent;

/// One of these pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// What keys and mouse do.
    #[default]
    Controls,
    /// The rules, to look something up.
    Rules,
    /// The battles that were kept.
    Saves,
    /// What can be set.
    Settings,
    /// Who made it, and out of what.
    Credits,
}

impl Page {
    const ALL: [Self; 5] =
        [Self::Controls, Self::Rules, Self::Saves, Self::Settings, Self::Credits];

    /// Its name, its icon, and the action that opens it.
    const fn words(self) -> (&'static str, &'static str, Option<Action>) {
        match self {
            Self::Controls => ("Controls", icon::KEYBOARD, Some(Action::Help)),
            Self::Rules => ("Rules", icon::BOOK_OPEN, Some(Action::Rules)),
            Self::Saves => ("Kept battles", icon::FLOPPY_DISK, Some(Action::Battles)),
            Self::Settings => ("Settings", icon::GEAR, Some(Action::Settings)),
            Self::Credits => ("Credits", icon::INFO, None),
        }
    }
}

/// What is behind the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behind {
    /// The main menu.
    #[default]
    Menu,
    /// A battle.
    Battle,
    /// A battle in which a level is tried out from the editor.
    Trial,
    /// The editor.
    Editor,
}

impl Behind {
    /// The ways out of the pages, the first of them back to where the player was.
    const fn ways_out(self) -> &'static [(&'static str, Intent)] {
        match self {
            Self::Menu => &[("Back to the menu", Intent::ClosePages), ("Quit", Intent::Quit)],
            Self::Battle => &[
                ("Back to the battle", Intent::ClosePages),
                ("Begin again", Intent::Rematch),
                ("Main menu", Intent::ToMenu),
                ("Quit", Intent::Quit),
            ],
            Self::Trial => &[
                ("Back to the battle", Intent::ClosePages),
                ("Begin again", Intent::Rematch),
                ("Back to the editor", Intent::ToMenu),
                ("Quit", Intent::Quit),
            ],
            Self::Editor => &[("Back to the editor", Intent::ClosePages), ("Quit", Intent::Quit)],
        }
    }
}

/// What the pages show.
pub struct PagesModel<'a> {
    /// The page that is open.
    pub page: Page,
    /// What is behind it.
    pub behind: Behind,
    /// That battle is played, so that it can be saved.
    pub can_save: bool,
    /// The kept battles.
    pub saves: &'a SavesModel,
    /// What is set.
    pub settings: &'a Settings,
    /// The keys as they are bound.
    pub keys: &'a KeyMap,
    /// The action whose new key is awaited.
    pub binding: Option<Action>,
    /// The rulesets.
    pub library: &'a BTreeMap<RulesetId, SharedRuleset>,
    /// The one of the battle, or chosen in the menu.
    pub ruleset: Option<RulesetId>,
}

/// Shows the open page, the way to the others, and the ways out.
pub fn show(ui: &mut egui::Ui, model: &PagesModel<'_>) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        for page in Page::ALL {
            let (name, glyph, action) = page.words();
            let key = action.map(|action| model.keys.short(action)).unwrap_or_default();
            let button = egui::Button::new(format!("{glyph} {name}")).shortcut_text(key);
            let button = ui.add(button.selected(page == model.page));
            if super::named(button, name).clicked() {
                intents.push(Intent::Open(page));
            }
        }
    });
    ui.separator();
    let height = (ui.available_height() - 52.0).max(120.0);
    // Pages change places without the window changing its size.
    let size = egui::vec2(ui.available_width().min(620.0), height);
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_min_size(size);
        intents.extend(match model.page {
            Page::Controls => controls::show(ui, model.keys),
            Page::Rules => rules::show(ui, model.library, model.ruleset),
            Page::Saves => saves::show(ui, model.saves, model.can_save),
            Page::Settings => settings::show(ui, model),
            Page::Credits => credits::show(ui),
        });
    });
    ui.separator();
    ui.horizontal(|ui| {
        for (text, intent) in model.behind.ways_out() {
            if ui.button(*text).clicked() {
                intents.push(intent.clone());
            }
        }
    });
    intents
}
