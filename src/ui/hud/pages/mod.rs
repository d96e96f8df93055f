//! Pages that cover the board while the game pauses: lessons, controls,
//! rules, saved games, settings, credits.

mod controls;
mod credits;
mod learn;
mod rules;
mod saves;
mod settings;

pub use self::saves::SavesModel;

use std::collections::BTreeMap;

use egui_phosphor::regular as icon;

use crate::intent::{Go, Intent, Page, PageAction};
use crate::theme;
use ::rules::SharedRuleset;
use ::settings::{Action, KeyMap, Settings};
use bevy_egui::egui;
use lesson::Listed;
use registry::RulesetId;

/// The pages, in tab order.
const PAGES: [Page; 6] =
    [Page::Learn, Page::Controls, Page::Rules, Page::Saves, Page::Settings, Page::Credits];

/// A page's name, its icon, and the action that opens it.
const fn words(page: Page) -> (&'static str, &'static str, Option<Action>) {
    match page {
        Page::Learn => ("Learn", icon::GRADUATION_CAP, None),
        Page::Controls => ("Controls", icon::KEYBOARD, Some(Action::Help)),
        Page::Rules => ("Rules", icon::BOOK_OPEN, Some(Action::Rules)),
        Page::Saves => ("Saved games", icon::FLOPPY_DISK, Some(Action::Battles)),
        Page::Settings => ("Settings", icon::GEAR, Some(Action::Settings)),
        Page::Credits => ("Credits", icon::INFO, None),
    }
}

/// What the pages cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behind {
    /// The main menu.
    #[default]
    Menu,
    /// The screen on which units are placed before a battle.
    Deployment,
    /// A battle.
    Battle,
    /// A replay.
    Replay,
    /// A playtest of a level from the editor.
    Trial,
    /// The editor.
    Editor,
}

impl Behind {
    /// The buttons that leave the pages; the first returns to where the player was.
    const fn ways_out(self) -> &'static [(&'static str, Intent)] {
        match self {
            Self::Menu => &[
                ("Back to the menu", Intent::PageAction(PageAction::Close)),
                ("Quit", Intent::Go(Go::Quit)),
            ],
            Self::Battle => &[
                ("Back to the battle", Intent::PageAction(PageAction::Close)),
                ("Restart", Intent::Go(Go::Rematch)),
                ("Main menu", Intent::Go(Go::Menu)),
                ("Quit", Intent::Go(Go::Quit)),
            ],
            Self::Replay => &[
                ("Back to the replay", Intent::PageAction(PageAction::Close)),
                ("Restart", Intent::Go(Go::Rematch)),
                ("Main menu", Intent::Go(Go::Menu)),
                ("Quit", Intent::Go(Go::Quit)),
            ],
            Self::Deployment => &[
                ("Back to your units", Intent::PageAction(PageAction::Close)),
                ("Main menu", Intent::Go(Go::Menu)),
                ("Quit", Intent::Go(Go::Quit)),
            ],
            Self::Trial => &[
                ("Back to the battle", Intent::PageAction(PageAction::Close)),
                ("Restart", Intent::Go(Go::Rematch)),
                ("Back to the editor", Intent::Go(Go::Menu)),
                ("Quit", Intent::Go(Go::Quit)),
            ],
            Self::Editor => &[
                ("Back to the editor", Intent::PageAction(PageAction::Close)),
                ("Quit", Intent::Go(Go::Quit)),
            ],
        }
    }
}

/// Contents of the pages.
pub struct PagesModel<'a> {
    /// The open page.
    pub page: Page,
    /// The screen that it covers.
    pub behind: Behind,
    /// True if there is a running battle that can be saved.
    pub can_save: bool,
    /// The saved games.
    pub saves: &'a SavesModel,
    /// The lessons.
    pub lessons: &'a [Listed],
    /// The current settings.
    pub settings: &'a Settings,
    /// The key bindings.
    pub keys: &'a KeyMap,
    /// The action that waits for a new key.
    pub binding: Option<Action>,
    /// The rulesets.
    pub library: &'a BTreeMap<RulesetId, SharedRuleset>,
    /// The ruleset of the battle, or the one chosen in the menu.
    pub ruleset: Option<RulesetId>,
}

/// Width of a page in a small window, in points.
const LEAST_WIDTH: f32 = 620.0;
/// Height of the tabs and the buttons below with margins, in points.
const AROUND: f32 = 116.0;

/// The size of a page in a window of this size: it depends on nothing else, so that switching pages
/// moves no button. At least half of a large window.
fn size_in(window: egui::Vec2) -> egui::Vec2 {
    let wide = (window.x / 2.0).max(LEAST_WIDTH).min(window.x - 80.0);
    egui::vec2(wide, (window.y * 0.86 - AROUND).max(120.0))
}

/// Shows the open page, tabs for the others, and the buttons that leave.
pub fn show(ui: &mut egui::Ui, model: &PagesModel<'_>) -> Vec<Intent> {
    let mut intents = Vec::new();
    let size = size_in(ui.ctx().content_rect().size());
    // The lines between the parts are no longer than the page.
    ui.set_max_width(size.x);
    ui.horizontal(|ui| {
        // Lessons start from the menu: a battle in progress must be left first.
        let lessons = model.behind == Behind::Menu;
        for page in PAGES.into_iter().filter(|page| lessons || *page != Page::Learn) {
            let (name, glyph, action) = words(page);
            let key = action.map(|action| model.keys.short(action)).unwrap_or_default();
            let button = egui::Button::new(format!("{glyph} {name}")).shortcut_text(key);
            let button = ui.add(button.selected(page == model.page));
            if theme::named(button, name).clicked() {
                intents.push(Intent::PageAction(PageAction::Open(page)));
            }
        }
    });
    ui.separator();
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_min_size(size);
        intents.extend(match model.page {
            Page::Learn => learn::show(ui, model.lessons, &model.settings.lessons),
            Page::Controls => controls::show(ui, model.keys),
            Page::Rules => rules::show(ui, model.library, model.ruleset),
            Page::Saves => saves::show(ui, model.saves, model.can_save),
            Page::Settings => settings::show(ui, model.settings, model.keys, model.binding),
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
