//! The main menu: choice of level, ruleset and players.

mod entry;
mod house_rules;
mod model;
mod set_up;
mod sheets;
mod thumbnails;
mod trials;

use bevy::app::{App, Update};
use bevy::ecs::schedule::IntoScheduleConfigs;
use bevy::state::condition::in_state;
use bevy::state::state::OnExit;

use crate::battle::Controller;
use crate::grid::SideId;
use crate::settings::Action;
use crate::ui::intent::{Intent, Page};
use crate::ui::names::capital;
use crate::ui::screen::{Screen, UiSet};
use crate::ui::theme;
use bevy_egui::egui;

pub use entry::{LevelEntry, RulesetEntry};
pub use model::{MenuModel, Sheets, SheetsError};
pub use set_up::{ChoiceError, SetUp};

/// Adds the menu and what it works out in the background.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MenuModel>()
        .init_resource::<trials::Trials>()
        .add_systems(OnExit(Screen::Menu), trials::stop)
        .add_systems(
            Update,
            (sheets::read_sheets, trials::begin, trials::take_news, thumbnails::draw_next)
                .run_if(in_state(Screen::Menu))
                .in_set(UiSet::Refresh),
        );
}

/// Tooltip for the test results.
const STRENGTH: &str = "The computer plays each level against itself while this menu is open. \
                        Small differences over this few battles may be chance and count as balanced.";

/// Shows the menu. Choices change the model at once; everything else is returned as
/// intents. While no field has focus, the arrow keys select a level and Enter starts.
pub fn show(ui: &mut egui::Ui, model: &mut MenuModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let ready = model.set_up();
    ui.vertical_centered(|ui| {
        ui.add_space(theme::GAP);
        ui.label(egui::RichText::new("High Ground").heading().color(theme::BRASS));
        ui.label(theme::faded("Tactical skirmishes on a 3D battle map"));
    });
    ui.add_space(theme::GAP);
    let height = (ui.available_height() - 110.0).max(160.0);
    ui.horizontal_top(|ui| {
        let width = (ui.available_width() - theme::GAP) * 0.5;
        ui.allocate_ui(egui::vec2(width, height), |ui| {
            ui.vertical(|ui| show_levels(ui, model, width));
        });
        ui.allocate_ui(egui::vec2(width, height), |ui| {
            ui.vertical(|ui| {
                leave_room_for_the_bar(ui);
                let area = egui::ScrollArea::vertical().id_salt("choices");
                area.auto_shrink([false, false]).show(ui, |ui| show_choices(ui, model));
            });
        });
    });
    let unplayable = model.sheets.as_ref().and_then(Sheets::problem).map(ToString::to_string);
    let kept = model.unfinished.as_ref().filter(|_| !model.can_continue);
    let (left, lost) = match kept {
        Some(Ok(left)) => (Some(left), None),
        Some(Err(lost)) => (None, Some(lost.to_string())),
        None => (None, None),
    };
    let trouble = model
        .problem
        .clone()
        .or_else(|| ready.as_ref().err().map(ToString::to_string))
        .or(unplayable);
    let trouble = trouble.or_else(|| lost.clone());
    if let Some(problem) = trouble {
        ui.colored_label(theme::RUST, problem);
    }
    ui.separator();
    ui.horizontal(|ui| {
        if ui.add_enabled(ready.is_ok(), egui::Button::new("Start")).clicked() {
            intents.extend(ready.iter().cloned().map(Intent::Start));
        }
        let goes_on = model.can_continue || left.is_some();
        let mut button = ui.add_enabled(goes_on, egui::Button::new("Continue"));
        if let Some(left) = left {
            button = button.on_hover_text(left);
        }
        button = button.on_disabled_hover_text(lost.as_deref().unwrap_or("No battle to continue."));
        if button.clicked() {
            intents.push(Intent::Continue);
        }
        let editor = match model.unsaved {
            Some(true) => "The open level has unsaved changes.",
            Some(false) => "Continue with the open level.",
            None => "Make your own levels.",
        };
        if ui.button("Editor").on_hover_text(editor).clicked() {
            intents.push(Intent::Editor(None));
        }
        let level = model.levels.get(model.level).map(|level| level.path.clone());
        let edit = ui.add_enabled(level.is_some(), egui::Button::new("Edit"));
        if edit.on_hover_text("Edit the selected level.").clicked() {
            intents.push(Intent::Editor(level));
        }
        if ui.button("Quit").clicked() {
            intents.push(Intent::Quit);
        }
        ui.separator();
        for (name, page, action) in [
            ("Learn", Page::Learn, None),
            ("Controls", Page::Controls, Some(Action::Help)),
            ("Rules", Page::Rules, Some(Action::Rules)),
            ("Saved games", Page::Saves, Some(Action::Battles)),
            ("Settings", Page::Settings, Some(Action::Settings)),
            ("Credits", Page::Credits, None),
        ] {
            let key = action.map(|action| theme::key(ui, action)).unwrap_or_default();
            let button = ui.add(egui::Button::new(name).shortcut_text(key));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
            if button.clicked() {
                intents.push(Intent::Open(page));
            }
        }
    });
    if ui.is_enabled() && ui.memory(|m| m.focused().is_none()) {
        let pressed = |key| ui.input(|i| i.key_pressed(key));
        if pressed(egui::Key::ArrowDown) {
            model.step(1);
        }
        if pressed(egui::Key::ArrowUp) {
            model.step(-1);
        }
        if pressed(egui::Key::Enter) {
            intents.extend(ready.into_iter().map(Intent::Start));
        }
    }
    intents
}

/// Keeps text clear of the scroll bar.
fn leave_room_for_the_bar(ui: &mut egui::Ui) {
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.floating_allocated_width = scroll.bar_width;
}

fn show_levels(ui: &mut egui::Ui, model: &mut MenuModel, width: f32) {
    ui.set_width(width);
    ui.heading("Level");
    let mut clicked = None;
    leave_room_for_the_bar(ui);
    egui::ScrollArea::vertical().id_salt("levels").auto_shrink([false, false]).show(ui, |ui| {
        for (i, level) in model.levels.iter().enumerate() {
            let picture = model.thumbnails.get(&i).and_then(Option::as_ref);
            let chosen = ui.horizontal_top(|ui| {
                thumbnails::show(ui, i, picture);
                ui.vertical(|ui| show_level(ui, model, i, level)).inner
            });
            if chosen.inner {
                clicked = Some(i);
            }
        }
        if model.levels.is_empty() {
            ui.colored_label(theme::RUST, "No levels found.");
            ui.weak(
                "Levels belong in the folder `levels`, next to `assets`. If the game data is \
                 elsewhere, start with `--data FOLDER`. The editor makes new levels.",
            );
        }
    });
    if let Some(level) = clicked {
        model.level = level;
        model.problem = None;
    }
}

/// A level in the list; returns true if it was clicked.
fn show_level(ui: &mut egui::Ui, model: &MenuModel, place: usize, level: &LevelEntry) -> bool {
    let button = egui::Button::selectable(place == model.level, &level.name);
    let button = ui.add(button.min_size(egui::vec2(ui.available_width(), 0.0)));
    match &level.problem {
        Some(problem) => ui.colored_label(theme::RUST, problem),
        None => ui.label(theme::faded(&level.text)),
    };
    for (n, ruleset) in model.rulesets.iter().enumerate() {
        if let Some(shares) = model.strength.get(&(place, n)) {
            let text = format!("{}: {}", ruleset.name, trials::words(shares, &level.sides));
            let label = ui.label(egui::RichText::new(text).small().color(theme::BRASS));
            label.on_hover_text(STRENGTH);
        }
    }
    button.clicked()
}

fn show_rulesets(ui: &mut egui::Ui, model: &mut MenuModel) {
    let MenuModel { rulesets, ruleset: chosen, .. } = model;
    for (i, ruleset) in rulesets.iter().enumerate() {
        ui.radio_value(chosen, i, &ruleset.name);
        ui.label(theme::faded(&ruleset.text));
    }
}

fn show_choices(ui: &mut egui::Ui, model: &mut MenuModel) {
    ui.set_width(ui.available_width());
    ui.heading("Ruleset");
    show_rulesets(ui, model);
    ui.heading("Sides");
    let sides = model.levels.get(model.level).map(|l| l.sides.clone()).unwrap_or_default();
    for (i, name) in sides.iter().enumerate() {
        ui.horizontal(|ui| {
            theme::side_mark(ui, side_of(i), 18.0);
            ui.label(capital(name));
            for (seat, text) in [(Controller::Human, "Human"), (Controller::Computer, "Computer")] {
                let button = ui.selectable_label(model.seat(i) == seat, text);
                let label = format!("{name}: {text}");
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &label)
                });
                if button.clicked() {
                    model.set_seat(i, seat);
                }
            }
        });
        if let Some(sheets) = &model.sheets {
            sheets::show(ui, sheets, side_of(i));
        }
    }
    ui.heading("Options");
    ui.checkbox(&mut model.referee, "Referee");
    ui.label(theme::faded("Set values and rule on doubtful cases (F2)."));
    house_rules::show(ui, model);
    ui.heading("Dice seed");
    let field = ui.add(egui::TextEdit::singleline(&mut model.seed).desired_width(200.0));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Seed"));
    ui.label(theme::faded("The same seed and choices give the same battle."));
}

fn side_of(place: usize) -> SideId {
    SideId(u8::try_from(place).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use egui_kittest::{Harness, kittest::Queryable};

    use super::entry::OptionEntry;
    use super::*;
    use crate::files::Problem;
    use crate::rules::house::{Allowed, Changes, RuleOption};
    use crate::ui::autosave::AutosaveError;

    fn model() -> MenuModel {
        let level = |name: &str, problem: Option<&str>| LevelEntry {
            path: PathBuf::from(format!("{name}.ron")),
            name: name.to_owned(),
            text: "A place.".to_owned(),
            sides: vec!["Wardens".to_owned(), "Raiders".to_owned()],
            problem: problem.map(str::to_owned),
        };
        let option = |name: &str, value: &str, allowed| OptionEntry {
            option: RuleOption {
                name: name.to_owned(),
                section: "Attacks".to_owned(),
                value: value.to_owned(),
                allowed,
                note: String::new(),
                rules: Vec::new(),
            },
            rules: String::new(),
        };
        let flanking = option("flank_bonus", "1", Allowed::Number);
        let half = option("natural_one_fails", "false", Allowed::Switch);
        let rules = RulesetEntry {
            id: "precision".to_owned(),
            name: "Precision".to_owned(),
            text: "One die.".to_owned(),
            options: vec![flanking, half],
        };
        let vigor = RulesetEntry {
            id: "vigor".to_owned(),
            name: "Vigor".to_owned(),
            text: "Bursting dice.".to_owned(),
            options: Vec::new(),
        };
        MenuModel {
            levels: vec![level("Bridge", None), level("Broken", Some("line 3: what is `hil`?"))],
            rulesets: vec![rules, vigor],
            seed: "7".to_owned(),
            ..MenuModel::default()
        }
    }

    type Run = (MenuModel, Vec<Intent>);

    fn harness() -> Harness<'static, Run> {
        let mut harness = Harness::builder().with_size([900.0, 600.0]).build_ui_state(
            |ui, (model, intents): &mut Run| intents.extend(show(ui, model)),
            (model(), Vec::new()),
        );
        harness.run();
        harness
    }

    #[test]
    fn start_begins_the_chosen_battle() {
        let mut harness = harness();
        harness.get_by_label("Raiders: Human").click();
        harness.run();
        harness.get_by_label("Start").click();
        harness.run();
        let start = SetUp {
            level: PathBuf::from("Bridge.ron"),
            ruleset: "precision".to_owned(),
            seats: vec![Controller::Human, Controller::Human],
            seed: 7,
            referee: false,
            house_rules: Changes::new(),
        };
        assert_eq!(harness.state().1, [Intent::Start(start)]);
    }

    #[test]
    fn a_battle_starts_under_the_chosen_ruleset() {
        let mut harness = harness();
        harness.get_by_label("Vigor").click();
        harness.run();
        harness.get_by_label("Start").click();
        harness.run();
        let asked = &harness.state().1;
        assert!(matches!(asked.as_slice(), [Intent::Start(set_up)] if set_up.ruleset == "vigor"));
    }

    #[test]
    fn continue_says_why_it_is_disabled() {
        let lost = "Cannot load the autosave: autosave.save: it is damaged. See Saved games for \
                    other saves.";
        let mut harness = harness();
        let click = |harness: &mut Harness<'static, Run>| {
            harness.get_by_label("Continue").click();
            harness.run();
            std::mem::take(&mut harness.state_mut().1)
        };
        assert_eq!(click(&mut harness), []);
        harness.state_mut().0.unfinished =
            Some(Err(AutosaveError(Problem::new("autosave.save", "it is damaged"))));
        harness.run();
        assert!(harness.query_by_label(lost).is_some());
        assert_eq!(click(&mut harness), []);
        harness.state_mut().0.unfinished = Some(Ok("Bridge, round 2".to_owned()));
        harness.run();
        assert!(harness.query_by_label(lost).is_none());
        assert_eq!(click(&mut harness), [Intent::Continue]);
    }

    #[test]
    fn the_referee_option_reaches_the_set_up() {
        let mut harness = harness();
        harness.get_by_label("Referee").click();
        harness.run();
        harness.get_by_label("Start").click();
        harness.run();
        let asked = &harness.state().1;
        assert!(matches!(asked.as_slice(), [Intent::Start(set_up)] if set_up.referee));
    }

    #[test]
    fn house_rules_reach_the_set_up_until_they_are_reset() {
        let mut harness = harness();
        let changes = |harness: &mut Harness<'static, Run>| {
            harness.get_by_label("Start").click();
            harness.run();
            match std::mem::take(&mut harness.state_mut().1).pop() {
                Some(Intent::Start(set_up)) => set_up.house_rules,
                other => panic!("{other:?}"),
            }
        };
        harness.get_by_label("House rules").click();
        harness.run();
        harness.get_by_label("Attacks").click();
        harness.run();
        harness.get_by_label("Natural one fails").click();
        harness.run();
        let changed = [("natural_one_fails".to_owned(), "true".to_owned())];
        assert_eq!(changes(&mut harness), changed.into());
        assert!(harness.query_by_label("House rules: 1 changed").is_some());
        harness.get_by_label("Reset Natural one fails").click();
        harness.run();
        assert_eq!(changes(&mut harness), Changes::new());
    }

    #[test]
    fn arrow_keys_and_enter_work_too() {
        let mut harness = harness();
        harness.key_press(egui::Key::ArrowDown);
        harness.run();
        assert_eq!(harness.state().0.level, 1);
        harness.key_press(egui::Key::ArrowDown);
        harness.key_press(egui::Key::ArrowUp);
        harness.run();
        assert_eq!(harness.state().0.level, 0, "the list ends");
        harness.key_press(egui::Key::Enter);
        harness.run();
        assert!(matches!(harness.state().1.as_slice(), [Intent::Start(_)]));
    }

    #[test]
    fn a_bad_level_shows_its_problem_and_does_not_start() {
        let mut harness = harness();
        assert!(harness.query_by_label("line 3: what is `hil`?").is_some());
        harness.get_by_label("Broken").click();
        harness.run();
        harness.get_by_label("Start").click();
        harness.key_press(egui::Key::Enter);
        harness.run();
        assert_eq!(harness.state().1, []);
        assert!(harness.query_by_label_contains("cannot be played").is_some());
    }

    #[test]
    fn a_seed_that_is_not_a_number_is_refused() {
        let mut menu = model();
        menu.seed = "seven".to_owned();
        let message = "The seed must be a whole number up to 18446744073709551615, not \"seven\".";
        assert_eq!(menu.set_up().map_err(|error| error.to_string()), Err(message.to_owned()));
        menu.seed = " 18446744073709551615 ".to_owned();
        assert_eq!(menu.set_up().map(|s| s.seed), Ok(u64::MAX));
    }
}
