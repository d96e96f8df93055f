//! The Sides page: sides and goals.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::{egui, theme};
use editor::Edit;
use grid::SideId;
use level::{Goal, GoalKind, Level, MAX_GOALS, MAX_SIDES, MIN_SIDES, Side, SideColour};

use super::parts::{button, field, glyph, heading, stepper, words};
use super::view::View;

/// Shows the page.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut edits = Vec::new();
    let level = view.editor.level();
    heading(ui, "Sides");
    for (n, side) in level.sides.iter().enumerate() {
        ui.push_id(("side", n), |ui| edits.extend(show_side(ui, level, n, side)));
        ui.separator();
    }
    if level.sides.len() < MAX_SIDES
        && button(ui, (icon::PLUS, "Add a side"), false, "Add a side without units.")
    {
        let free = |c: &SideColour| level.sides.iter().all(|side| side.colour != *c);
        let colour = SideColour::ALL.into_iter().find(free).unwrap_or(SideColour::White);
        edits.push(Edit::AddSide { name: words(colour.name()), colour });
    }
    heading(ui, "Goals (any of them ends the battle)");
    for (n, goal) in level.goals.iter().enumerate() {
        ui.push_id(("goal", n), |ui| edits.extend(show_goal(ui, level, n, goal)));
        ui.separator();
    }
    if level.goals.len() < MAX_GOALS
        && button(ui, (icon::PLUS, "Add a goal"), false, "Add a way to win.")
    {
        edits.push(Edit::AddGoal(Goal { side: None, kind: GoalKind::LastSideStanding }));
    }
    edits.into_iter().map(|edit| EditorAction::Edit(Box::new(edit))).collect()
}

/// The ID of a side by its index.
pub(super) fn side_id(n: usize) -> SideId {
    SideId(u8::try_from(n).unwrap_or(u8::MAX))
}

fn show_side(ui: &mut egui::Ui, level: &Level, n: usize, side: &Side) -> Option<Edit> {
    let mut wanted = (side.name.clone(), side.colour, side.ambush);
    let mut gone = false;
    ui.horizontal(|ui| {
        theme::side_mark(ui, side_id(n), 18.0);
        let units = match side.units.len() {
            1 => "1 unit".to_owned(),
            n => format!("{n} units"),
        };
        ui.label(theme::faded(units));
        let tip = "Remove the side with its units and goals.";
        gone = level.sides.len() > MIN_SIDES
            && glyph(ui, icon::TRASH, &format!("Remove side {}", side.name), tip);
    });
    if let Some(name) = field(ui, "Side name", &side.name, 1) {
        wanted.0 = name;
    }
    egui::ComboBox::from_id_salt("colour").selected_text(words(side.colour.name())).show_ui(
        ui,
        |ui| {
            for colour in SideColour::ALL {
                let free = level.sides.iter().all(|s| s.colour != colour) || colour == side.colour;
                ui.add_enabled_ui(free, |ui| {
                    ui.selectable_value(&mut wanted.1, colour, words(colour.name()));
                });
            }
        },
    );
    ui.checkbox(&mut wanted.2, "Ambush")
        .on_hover_text("Starts the battle with an ambush, if the ruleset has ambushes.");
    if gone {
        return Some(Edit::RemoveSide(n));
    }
    let (name, colour, ambush) = wanted;
    let changed = (&name, colour, ambush) != (&side.name, side.colour, side.ambush);
    changed.then_some(Edit::ChangeSide { side: n, name, colour, ambush })
}

/// A goal of another kind, filled from the level; `None` if the level lacks what it needs.
fn of_kind(level: &Level, name: &str) -> Option<GoalKind> {
    let region = || level.regions.keys().next().cloned();
    let unit = || level.sides.iter().flat_map(|s| &s.units).find_map(|u| u.name.clone());
    match name {
        "last_side_standing" => Some(GoalKind::LastSideStanding),
        "hold" => Some(GoalKind::Hold { region: region()?, rounds: 3 }),
        "reach" => Some(GoalKind::Reach { region: region()?, units: 1 }),
        "defeat" => Some(GoalKind::Defeat { unit: unit()? }),
        "survive" => Some(GoalKind::Survive { rounds: 10 }),
        _ => None,
    }
}

fn show_goal(ui: &mut egui::Ui, level: &Level, n: usize, goal: &Goal) -> Option<Edit> {
    let mut wanted = goal.clone();
    if goal_fields(ui, level, &format!("Remove goal {}", n + 1), &mut wanted) {
        return Some(Edit::RemoveGoal(n));
    }
    (wanted != *goal).then_some(Edit::ChangeGoal(n, wanted))
}

/// The kind of a goal, what it needs, and its side. True if it is to be removed.
pub(super) fn goal_fields(
    ui: &mut egui::Ui,
    level: &Level,
    remove: &str,
    wanted: &mut Goal,
) -> bool {
    let now = wanted.kind.name();
    let mut gone = false;
    ui.horizontal(|ui| {
        // Leaves room for the button beside it.
        let wide = (ui.available_width() - 58.0).clamp(80.0, 130.0);
        let kinds = egui::ComboBox::from_id_salt("kind").width(wide).truncate();
        kinds.selected_text(words(now)).show_ui(ui, |ui| {
            for name in GoalKind::NAMES {
                let kind = of_kind(level, name);
                let needs = match name {
                    "defeat" => "Needs a named unit.",
                    _ => "Needs a zone.",
                };
                let row = egui::Button::selectable(now == name, words(name));
                let row = ui.add_enabled(kind.is_some(), row).on_disabled_hover_text(needs);
                if row.clicked() && now != name {
                    wanted.kind = kind.unwrap_or(GoalKind::LastSideStanding);
                }
            }
        });
        gone = glyph(ui, icon::TRASH, remove, "Remove this goal.");
    });
    match &mut wanted.kind {
        GoalKind::LastSideStanding => {}
        GoalKind::Hold { region, rounds } => {
            pick_name(ui, "zone", region, level.regions.keys());
            step(ui, "Rounds", rounds, 99);
        }
        GoalKind::Reach { region, units } => {
            pick_name(ui, "zone", region, level.regions.keys());
            step(ui, "Units", units, 200);
        }
        GoalKind::Defeat { unit } => {
            let names = level.sides.iter().flat_map(|s| &s.units).filter_map(|u| u.name.as_ref());
            pick_name(ui, "unit", unit, names);
        }
        GoalKind::Survive { rounds } => step(ui, "Rounds", rounds, 99),
    }
    let name = |side: Option<SideId>| match side {
        None => "Every side",
        Some(side) => {
            level.sides.get(usize::from(side.0)).map_or("none", |side| side.name.as_str())
        }
    };
    egui::ComboBox::from_id_salt("side").selected_text(name(wanted.side)).show_ui(ui, |ui| {
        ui.selectable_value(&mut wanted.side, None, name(None));
        for n in 0..level.sides.len() {
            let side = Some(side_id(n));
            ui.selectable_value(&mut wanted.side, side, name(side));
        }
    });
    gone
}

/// Lets the player choose one of some names.
pub(super) fn pick_name<'a>(
    ui: &mut egui::Ui,
    what: &str,
    now: &mut String,
    names: impl Iterator<Item = &'a String>,
) {
    egui::ComboBox::from_id_salt(what).selected_text(now.as_str()).show_ui(ui, |ui| {
        for name in names {
            ui.selectable_value(now, name.clone(), name);
        }
    });
}

fn step(ui: &mut egui::Ui, name: &str, value: &mut u8, most: u8) {
    let by = stepper(ui, name, &value.to_string());
    let wanted = i32::from(*value) + by;
    *value = u8::try_from(wanted.clamp(1, i32::from(most))).unwrap_or(*value);
}
