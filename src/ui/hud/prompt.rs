//! The panel with a question that interrupts a resolution.

use crate::intent::Intent;
use crate::interaction::Input;
use crate::names::Names;
use crate::theme;
use bevy_egui::egui;
use grid::{Cell, Place, SideId, UnitId};
use rules::Command;
use rules::display::{Price, Stake, Stakes, answer_labels};
use rules::engine;
use rules::odds::{self, Odds, Spread};
use rules::policy::Policy;
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ruleset;
use rules::state::State;

use super::preview;

/// Contents of the panel.
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
    /// The numbers behind the question, and what each answer stakes.
    pub stakes: Option<Stakes>,
    /// The units that the question is about, as far as the side sees them: the one asked, the one
    /// acting, and those to choose from.
    pub units: Vec<UnitId>,
    /// The cells to choose from, if they are few.
    pub cells: Vec<Cell>,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceModel {
    /// Its label.
    pub label: String,
    /// True if it is a cell, which is marked on the board with its number.
    pub on_board: bool,
    /// Its effects, one line for each unit that any answer affects: "Ada: hit 35 %, ...".
    pub effects: Vec<String>,
    /// What it costs.
    pub prices: Vec<Price>,
}

/// Maximum number of answers whose effects are shown; more would not fit beside the buttons.
const MOST_COMPARED: usize = 9;

/// Size of the compared numbers, in points.
const NUMBER: f32 = 26.0;

/// Maximum number of cells with numbers, on the board and in the question.
pub const MOST_NUMBERED: usize = 9;

/// Maximum number of units compared.
const MOST_UNITS: usize = 3;

/// Minimum width of an answer, in points.
const ANSWER: f32 = 220.0;

/// Maximum number of answers side by side.
const MOST_COLUMNS: usize = 3;

impl PromptModel {
    /// Formats a question. Effects are computed by the code that carries out the answer, from what
    /// the asked side knows.
    pub fn of(rules: &dyn Ruleset, state: &State, prompt: &Prompt, names: &Names) -> Self {
        let known = odds::as_known_by(rules, state, prompt.side);
        let mut effects = effects(rules, (state, &known), prompt, names).into_iter();
        let shown = rules.presentation();
        let labels = engine::with_ctx(rules, &known, |ctx| answer_labels(shown, ctx, prompt));
        let prices = engine::with_ctx(rules, &known, |ctx| shown.answer_prices(ctx, prompt));
        let mut prices = prices.into_iter();
        let choices = prompt.choices.iter().zip(labels).map(|(choice, label)| ChoiceModel {
            label,
            on_board: choice.place.and_then(Place::cell).is_some(),
            effects: effects.next().unwrap_or_default(),
            prices: prices.next().unwrap_or_default(),
        });
        Self {
            side: prompt.side,
            side_name: names.side(prompt.side),
            about: prompt.unit.map(|u| names.unit(u)),
            text: prompt.text.clone(),
            rule: prompt.rule.to_string(),
            choices: choices.collect(),
            default: prompt.default,
            stakes: engine::with_ctx(rules, &known, |ctx| shown.stakes(ctx, prompt)),
            units: units(state, &known, prompt),
            cells: cells(prompt),
        }
    }
}

/// True if the asked side knows of a unit.
fn is_known(id: UnitId, state: &State, known: &State) -> bool {
    let status = |state: &State| state.unit(id).map(|unit| unit.status);
    status(state) == status(known)
}

/// The known units that a question is about, each once.
fn units(state: &State, known: &State, prompt: &Prompt) -> Vec<UnitId> {
    let chosen = prompt.choices.iter().filter_map(|choice| choice.unit);
    let all = prompt.unit.into_iter().chain(state.scene.clock.active.iter().copied()).chain(chosen);
    let mut units: Vec<UnitId> = Vec::new();
    for id in all.filter(|id| is_known(*id, state, known)) {
        if !units.contains(&id) {
            units.push(id);
        }
    }
    units
}

/// The cells among the answers; empty if they are too many to take in at once.
fn cells(prompt: &Prompt) -> Vec<Cell> {
    let places = prompt.choices.iter().filter_map(|choice| choice.place.and_then(Place::cell));
    let cells: Vec<Cell> = places.collect();
    if cells.len() > MOST_NUMBERED { Vec::new() } else { cells }
}

/// The battle as the effects of an answer suppose it: without other kinds of reactions of the asked
/// side, unless it has ordered them.
fn without_others(rules: &dyn Ruleset, known: &State, prompt: &Prompt) -> State {
    let mut supposed = known.clone();
    let policies = &mut supposed.scene.policies;
    for about in rules.reactions().into_iter().filter(|about| *about != prompt.about) {
        if policies.of(prompt.side, about.as_str()) == Policy::Ask {
            policies.set(prompt.side, about, Policy::Never);
        }
    }
    supposed
}

/// The effects of each answer; empty if they do not differ, or if the side does not know enough to
/// say.
fn effects(
    rules: &dyn Ruleset,
    (state, known): (&State, &State),
    prompt: &Prompt,
    names: &Names,
) -> Vec<Vec<String>> {
    let seen = |id: &UnitId| is_known(*id, state, known);
    let compared = (2..=MOST_COMPARED).contains(&prompt.choices.len());
    if !compared || state.scene.verdict.is_some() || !state.scene.clock.active.iter().all(seen) {
        return Vec::new();
    }
    let answers = (0..prompt.choices.len()).filter_map(|i| u16::try_from(i).ok());
    let supposed = without_others(rules, known, prompt);
    let spreads: Option<Vec<Vec<Spread>>> = answers
        .map(|i| {
            let command = Command::Answer(Answer(i));
            Odds::of(rules, &supposed, &command, ()).ok().map(|odds| odds.spreads(&supposed))
        })
        .collect();
    let spreads = spreads.unwrap_or_default();
    let mut affected: Vec<UnitId> = Vec::new();
    // Rolls against its own units matter even if they take nothing, such as that of a grapple.
    let own = |id: UnitId| known.unit(id).is_some_and(|unit| unit.side() == prompt.side);
    let told = |s: &&Spread| s.changes() || s.roll.is_some() && own(s.unit);
    for spread in spreads.iter().flatten().filter(told) {
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

/// Shows the question with its answers as buttons, side by side where there is room.
pub fn show(ui: &mut egui::Ui, model: &PromptModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal_wrapped(|ui| {
        theme::side_mark(ui, model.side, 20.0);
        let about = model.about.as_ref().map_or_else(String::new, |a| format!(": {a}"));
        ui.heading(format!("{}{about}", model.side_name));
        if let Some(stakes) = &model.stakes {
            ui.add_space(3.0 * theme::GAP);
            show_stakes(ui, stakes);
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(&model.text);
        ui.label(theme::faded(format!("Rule {}", model.rule)));
    });
    let numbered = (0u16..).zip(&model.choices);
    let (on_board, others): (Vec<_>, Vec<_>) =
        numbered.partition(|(_, choice)| choice.on_board && choice.effects.is_empty());
    if !on_board.is_empty() {
        intents.extend(show_cells(ui, &on_board, model.default));
    }
    let room = (ui.available_width() / (ANSWER + theme::GAP)) as usize;
    let columns = room.min(others.len()).clamp(1, MOST_COLUMNS);
    for row in others.chunks(columns) {
        ui.columns(columns, |places| {
            for (ui, answer) in places.iter_mut().zip(row) {
                intents.extend(show_answer(ui, model, *answer));
            }
        });
    }
    intents
}

/// Shows an answer as a button with its stakes and effects.
fn show_answer(
    ui: &mut egui::Ui,
    model: &PromptModel,
    (i, choice): (u16, &ChoiceModel),
) -> Option<Intent> {
    let wide = ui.available_width();
    let mut button = egui::Button::new(&choice.label).min_size(egui::vec2(wide, 0.0));
    if i < 9 {
        button = button.shortcut_text((i + 1).to_string());
    }
    let button = theme::named(ui.add(button.selected(i == model.default)), &choice.label);
    let button = if i == model.default {
        button.on_hover_text("Press Enter for this answer.")
    } else {
        button
    };
    let stake = model.stakes.as_ref().and_then(|stakes| stakes.answers.get(usize::from(i)));
    if let Some(stake) = stake.and_then(Option::as_ref) {
        show_stake(ui, stake);
    }
    // Columns stretch their lines to both edges.
    ui.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
        for price in &choice.prices {
            preview::show_price(ui, price);
        }
        for effect in &choice.effects {
            ui.add(egui::Label::new(theme::faded(effect)).wrap());
        }
    });
    button.clicked().then_some(Intent::Input(Input::Answer(i)))
}

/// Answers that are cells: their numbers, as on the board. A list of coordinates would hide the
/// board and say less; so would too many numbers.
fn show_cells(ui: &mut egui::Ui, cells: &[(u16, &ChoiceModel)], default: u16) -> Vec<Intent> {
    let mut intents = Vec::new();
    if cells.len() > MOST_NUMBERED {
        ui.label("Click one of the marked cells, or go there with the arrow keys and press Enter.");
        return intents;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("Click one of the marked cells, or its number here:");
        for (i, choice) in cells {
            let button = egui::Button::new(i.saturating_add(1).to_string());
            let button = button.min_size(egui::vec2(28.0, 0.0)).selected(*i == default);
            let button = theme::named(ui.add(button), &choice.label).on_hover_text(&choice.label);
            if button.clicked() {
                intents.push(Intent::Input(Input::Answer(*i)));
            }
        }
    });
    intents
}

/// The total and the number that it beats, in large type, compared as at a table.
fn show_stakes(ui: &mut egui::Ui, stakes: &Stakes) {
    let number = |ui: &mut egui::Ui, n: i32, colour| {
        ui.label(egui::RichText::new(n.to_string()).size(NUMBER).strong().color(colour));
    };
    ui.label(theme::faded(&stakes.label));
    number(ui, stakes.total, theme::RUST);
    ui.label(theme::faded(format!("against {}", stakes.against_label)));
    number(ui, stakes.against, theme::PARCHMENT);
}

/// The price of an answer, and its chance of success as a bar.
fn show_stake(ui: &mut egui::Ui, stake: &Stake) {
    let price = format!("{} {}, {} left", stake.cost, stake.pool, stake.left);
    let chance = stake.chance.map(|chance| preview::percent(&chance));
    let text = match &chance {
        Some(chance) => format!("{chance} for {price}"),
        None => price,
    };
    let size = egui::vec2(ui.available_width(), theme::BODY + 6.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    ui.painter().rect_filled(rect, 3.0, theme::WELL);
    if let Some(chance) = stake.chance {
        let mut part = rect.shrink(1.0);
        let share = f32::from(preview::hundredths(&chance)) / 100.0;
        part.set_width(part.width() * share);
        ui.painter().rect_filled(part, 3.0, theme::MOSS.gamma_multiply(0.5));
    }
    ui.painter().text(
        rect.left_center() + egui::vec2(theme::GAP, 0.0),
        egui::Align2::LEFT_CENTER,
        &text,
        egui::TextStyle::Body.resolve(ui.style()),
        if stake.left <= 0 { theme::RUST } else { theme::PARCHMENT },
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
}
