//! Unit sheets of the chosen level under the chosen ruleset.

use std::path::Path;

use bevy::ecs::prelude::*;

use crate::battle::setup::{Choices, Setup};
use crate::grid::SideId;
use crate::level::Level;
use crate::rules::house::Changes;
use crate::rules::registry::RulesetId;
use crate::rules::state::State;
use crate::rules::{Key, SharedRuleset, engine};
use crate::ui::hud::{CardModel, show_card};
use crate::ui::library::Library;
use crate::ui::names::Names;
use crate::ui::theme;
use bevy_egui::egui;

use super::model::{MenuModel, Sheets, SheetsError};

/// Width of a sheet in a tooltip, in points.
const SHEET: f32 = 300.0;

/// Rereads the sheets when another level or ruleset is chosen.
pub(super) fn read_sheets(library: Res<Library>, mut menu: ResMut<MenuModel>) {
    let chosen = (menu.level, menu.ruleset);
    let (Some(level), Some(ruleset)) = (menu.levels.get(chosen.0), menu.rulesets.get(chosen.1))
    else {
        return;
    };
    let changes = menu.changes(&ruleset.id);
    if menu.sheets.as_ref().is_some_and(|s| s.of == chosen && s.house_rules == *changes) {
        return;
    }
    let rules = RulesetId::from_name(&ruleset.id).and_then(|id| library.0.get(&id));
    let Some(rules) = rules else { return };
    let cards = match &level.problem {
        Some(problem) => Err(SheetsError::Unplayable(problem.clone())),
        None => with_changes(rules, changes)
            .and_then(|rules| cards(&level.path, Key::new(&ruleset.id), &rules)),
    };
    let house_rules = changes.clone();
    menu.sheets = Some(Sheets { of: chosen, house_rules, cards });
}

fn with_changes(rules: &SharedRuleset, changes: &Changes) -> Result<SharedRuleset, SheetsError> {
    match changes.is_empty() {
        true => Ok(rules.clone()),
        false => rules.with_house_rules(changes).map_err(SheetsError::HouseRules),
    }
}

/// The cards of a level's units before the first round.
fn cards(path: &Path, ruleset: Key, rules: &SharedRuleset) -> Result<Vec<CardModel>, SheetsError> {
    let level = Level::load(path).map_err(SheetsError::Level)?;
    let setup = Setup::from_level(&level, ruleset, rules.clone(), Choices::default());
    let setup = setup.map_err(SheetsError::Setup)?;
    let state = State::new(setup.scene, setup.units, 0);
    let names = Names::of(&state, &**rules);
    Ok(engine::with_ctx(&**rules, &state, |ctx| {
        let card = |id| CardModel::of(&**rules, ctx, &names, (id, None));
        state.units.iter().filter_map(|unit| card(unit.id())).collect()
    }))
}

/// Lists the units of a side: name, role and starting meters. Hovering shows the whole sheet.
pub(super) fn show(ui: &mut egui::Ui, sheets: &Sheets, side: SideId) {
    let grid = egui::Grid::new(("sheets", side.0)).num_columns(2).spacing([14.0, 2.0]);
    grid.min_row_height(18.0).show(ui, |ui| {
        for card in sheets.of_side(side) {
            let name = match card.name.eq_ignore_ascii_case(&card.role) {
                true => card.name.clone(),
                false => format!("{}, {}", card.name, card.role),
            };
            let bars: Vec<String> =
                card.bars.iter().map(|bar| format!("{} {}", bar.name, bar.value)).collect();
            let responses = [ui.label(name), ui.label(theme::faded(bars.join(", ")))];
            for response in responses {
                response.on_hover_ui(|ui| {
                    // Next to the list, not covering all of it.
                    ui.set_max_width(SHEET);
                    show_card(ui, card);
                });
            }
            ui.end_row();
        }
    });
}
