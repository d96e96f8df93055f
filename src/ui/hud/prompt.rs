//! The window with a question that interrupts a resolution.

use crate::grid::{SideId, UnitId};
use crate::rules::Command;
use crate::rules::odds::{self, Odds, Spread};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::Ruleset;
use crate::rules::state::State;
use crate::ui::intent::Intent;
use crate::ui::names::Names;
use crate::ui::theme;
use bevy_egui::egui;

use super::preview;

/// Contents of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptModel {
    /// The side that must answer.
    pub side: SideId,
    /// The name of the side.
    pub side_name: String,
    /// The unit it is about.
    pub about: Option<String>,
    /// The question.
    pub text: String,
    /// The rule that asks.
    pub rule: String,
    /// The answers, in order.
    pub choices: Vec<ChoiceModel>,
    /// The default answer, as an index into `choices`.
    pub default: u16,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceModel {
    /// Its label.
    pub label: String,
    /// What it leads to, a line for each unit that any answer affects: "Ada: hit 35 %, ...".
    pub effects: Vec<String>,
}

/// Effects are shown for at most this many answers; more would not fit beside the buttons.
const MOST_COMPARED: usize = 9;

/// At most this many units are compared.
const MOST_UNITS: usize = 3;

impl PromptModel {
    /// Formats a question. Effects are computed by the code that carries the answer out, from what
    /// the side that is asked knows.
    pub fn of(rules: &dyn Ruleset, state: &State, prompt: &Prompt, names: &Names) -> Self {
        let mut effects = effects(rules, state, prompt, names).into_iter();
        let choices = prompt.choices.iter().map(|choice| ChoiceModel {
            label: choice.label.clone(),
            effects: effects.next().unwrap_or_default(),
        });
        Self {
            side: prompt.side,
            side_name: names.side(prompt.side),
            about: prompt.unit.map(|u| names.unit(u)),
            text: prompt.text.clone(),
            rule: prompt.rule.to_string(),
            choices: choices.collect(),
            default: prompt.default,
        }
    }
}

/// What each answer leads to; empty if that makes no difference, or if the side does not know
/// enough to say.
fn effects(rules: &dyn Ruleset, state: &State, prompt: &Prompt, names: &Names) -> Vec<Vec<String>> {
    let known = odds::as_known_by(rules, state, prompt.side);
    let seen = |id: &UnitId| {
        let status = |state: &State| state.unit(*id).map(|unit| unit.status);
        status(state) == status(&known)
    };
    let compared = (2..=MOST_COMPARED).contains(&prompt.choices.len());
    if !compared || state.scene.verdict.is_some() || !state.scene.clock.active.iter().all(seen) {
        return Vec::new();
    }
    let answers = (0..prompt.choices.len()).filter_map(|i| u16::try_from(i).ok());
    let spreads: Option<Vec<Vec<Spread>>> = answers
        .map(|i| {
            let command = Command::Answer(Answer(i));
            Odds::of(rules, &known, &command, ()).ok().map(|odds| odds.spreads(&known))
        })
        .collect();
    let spreads = spreads.unwrap_or_default();
    let mut affected: Vec<UnitId> = Vec::new();
    for spread in spreads.iter().flatten().filter(|spread| spread.changes()) {
        if !affected.contains(&spread.unit) {
            affected.push(spread.unit);
        }
    }
    let of = |spreads: &[Spread], id: UnitId| {
        let spread = spreads.iter().find(|spread| spread.unit == id)?;
        Some(format!("{}: {}", names.unit(id), preview::in_short(rules.describe(), spread)))
    };
    affected.retain(|id| {
        let mut lines = spreads.iter().map(|spreads| of(spreads, *id));
        let first = lines.next();
        lines.any(|line| Some(line) != first)
    });
    affected.truncate(MOST_UNITS);
    let lines = |spreads: &Vec<Spread>| affected.iter().filter_map(|id| of(spreads, *id)).collect();
    spreads.iter().map(lines).collect()
}

/// Shows the question with its answers as buttons.
pub fn show(ui: &mut egui::Ui, model: &PromptModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        theme::side_mark(ui, model.side, 20.0);
        let about = model.about.as_ref().map_or_else(String::new, |a| format!(": {a}"));
        ui.heading(format!("{}{about}", model.side_name));
    });
    ui.label(&model.text);
    ui.label(theme::faded(format!("Rule {}", model.rule)));
    for (i, choice) in (0u16..).zip(&model.choices) {
        let mut button = egui::Button::new(&choice.label).min_size(egui::vec2(220.0, 0.0));
        if i < 9 {
            button = button.shortcut_text((i + 1).to_string());
        }
        let button = theme::named(ui.add(button.selected(i == model.default)), &choice.label);
        let button = if i == model.default {
            button.on_hover_text("Press Enter for this answer.")
        } else {
            button
        };
        if button.clicked() {
            intents.push(Intent::Answer(i));
        }
        for effect in &choice.effects {
            ui.label(theme::faded(effect));
        }
    }
    intents
}
