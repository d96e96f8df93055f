//! A description of the chosen level, or further options of the battle.

use egui_phosphor::regular as icon;

use crate::intent::{Go, Intent};
use crate::theme;
use battle::batch::Shares;
use bevy_egui::egui;
use settings::Action;

use super::levels::origin;
use super::model::MenuModel;
use super::parts::{leave_room_for_the_bar, side_of};
use super::{house_rules, trials};

/// Tooltip for the test results.
const STRENGTH: &str = "The computer plays each level against itself while this menu is open. \
                        Small differences over this few battles may be chance and count as balanced.";

/// Width of a bar of test results, in points.
const BAR: f32 = 90.0;

/// Shows the level, or further options.
pub(super) fn show(ui: &mut egui::Ui, model: &mut MenuModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        for (more, name) in [(false, "The level"), (true, "More options")] {
            theme::named(ui.selectable_value(&mut model.more, more, name), name);
        }
    });
    leave_room_for_the_bar(ui);
    let area = egui::ScrollArea::vertical().id_salt("details").auto_shrink([false, false]);
    area.show(ui, |ui| match model.more {
        true => show_options(ui, model),
        false => intents.extend(show_level(ui, model)),
    });
    intents
}

/// Name, description, goals, sizes and balance.
fn show_level(ui: &mut egui::Ui, model: &MenuModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let Some(level) = model.levels.get(model.level) else { return intents };
    ui.label(egui::RichText::new(&level.name).size(22.0).color(theme::PARCHMENT));
    if let Some(problem) = &level.problem {
        ui.colored_label(theme::RUST, problem);
    }
    ui.label(theme::faded(&level.text));
    if let Some(origin) = origin(level) {
        ui.label(theme::faded(origin).size(12.0));
    }
    for goal in &level.goals {
        ui.label(format!("{} {goal}", icon::FLAG));
    }
    if !level.sky.is_empty() {
        ui.label(format!("{} {}", icon::CLOUD_SUN, level.sky));
    }
    if !level.units.is_empty() {
        let units: Vec<String> = level.units.iter().map(usize::to_string).collect();
        let (wide, tall) = level.size;
        let units = units.join(" against ");
        ui.label(format!("{} {units}    {} {wide} x {tall} m", icon::USERS, icon::RULER));
    }
    if level.problem.is_none() {
        ui.add_space(theme::GAP);
        let heading = ui.label(format!("{} Who is stronger", icon::SCALES));
        heading.on_hover_text(STRENGTH);
        let grid = egui::Grid::new("strength").num_columns(2).spacing([10.0, 3.0]);
        grid.show(ui, |ui| {
            // One line for each from the beginning, so that results do not push the button down.
            for (n, ruleset) in model.rulesets.iter().enumerate() {
                let shares = model.strength.get(&(model.level, n));
                let shares = shares.cloned().unwrap_or_default();
                let name = egui::RichText::new(&ruleset.name);
                let chosen = n == model.ruleset;
                ui.label(name.color(if chosen { theme::PARCHMENT } else { theme::faint(ui) }));
                let words = trials::words(&shares, &level.sides);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    show_shares(ui, &shares).on_hover_text(STRENGTH);
                    ui.label(theme::faded(words).size(12.0));
                });
                ui.end_row();
            }
        });
    }
    ui.add_space(theme::GAP);
    let edit = ui.button(format!("{} Edit this level", icon::PENCIL_SIMPLE));
    if theme::named(edit, "Edit").clicked() {
        intents.push(Intent::Go(Go::Editor(Some(level.path.clone()))));
    }
    intents
}

/// The wins of each side as parts of a bar; draws are empty.
fn show_shares(ui: &mut egui::Ui, shares: &Shares) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(BAR, 8.0), egui::Sense::hover());
    ui.painter().rect_filled(rect, 3.0, theme::WELL);
    let fought = f64::from(shares.battles().max(1));
    let mut left = rect.left();
    for (place, wins) in shares.wins.iter().enumerate() {
        let wide = rect.width() * (f64::from(*wins) / fought) as f32;
        let part = egui::Rect::from_min_size(
            egui::pos2(left, rect.top()),
            egui::vec2(wide, rect.height()),
        );
        ui.painter().rect_filled(part, 0.0, theme::side_colour(ui, side_of(place)));
        left += wide;
    }
    response
}

/// Referee, house rules and seed.
fn show_options(ui: &mut egui::Ui, model: &mut MenuModel) {
    ui.set_width(ui.available_width());
    let mut hints = !model.unaided;
    let key = theme::key(ui, Action::Hint);
    ui.checkbox(&mut hints, "Hints");
    ui.label(theme::faded(format!("The computer suggests a command when asked ({key}).")));
    model.unaided = !hints;
    ui.checkbox(&mut model.referee, "Referee");
    ui.label(theme::faded("A person sets values and rules on doubtful cases (F2)."));
    let starts = model.levels.get(model.level).is_some_and(|level| level.starts);
    ui.add_enabled(starts, egui::Checkbox::new(&mut model.deploy, "Place units yourself"));
    ui.label(theme::faded(match starts {
        true => "Before the battle each side arranges its units in its start zone.",
        false => "This level has no start zones.",
    }));
    house_rules::show(ui, model);
    ui.add_space(theme::GAP);
    ui.horizontal(|ui| {
        ui.label("Dice seed");
        let field = ui.add(egui::TextEdit::singleline(&mut model.seed).desired_width(140.0));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Seed"));
    });
    ui.label(theme::faded("The same seed and choices give the same battle."));
}
