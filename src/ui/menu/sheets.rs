//! Unit sheets of the chosen level under the chosen ruleset.

use std::path::Path;

use bevy::ecs::prelude::*;

use crate::hud::{CardModel, show_card};
use crate::library::Library;
use crate::names::Names;
use battle::setup::{Choices, Setup};
use bevy_egui::egui;
use level::Level;
use registry::RulesetId;
use rules::house::Changes;
use rules::state::State;
use rules::{Key, SharedRuleset, engine};

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

/// Shows the whole sheet of a unit while the pointer rests on its portrait.
pub(super) fn explain(picture: egui::Response, card: &CardModel) {
    picture.on_hover_ui(|ui| {
        // Next to the portrait, without covering the whole menu.
        ui.set_max_width(SHEET);
        show_card(ui, card);
    });
}
