//! The action bar along the bottom of the window.

use egui_phosphor::regular as icon;

use crate::rules::Key;
use crate::rules::ruleset::{Aim, Offer};
use crate::settings::Action;
use crate::ui::intent::Intent;
use crate::ui::interaction::{Confirmation, Interaction, Mode, Options, TurnState};
use crate::ui::names::{Names, capital, plain};
use crate::ui::theme;
use bevy_egui::egui;

use super::fields::{self, FieldModel, PartModel};
use super::tools::{self, ToolsModel};

/// An action in the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionModel {
    /// Its key in commands.
    pub act: Key,
    /// Its position among those shown, from 1; the first 27 have keys.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its description.
    pub text: String,
    /// Its cost.
    pub cost: String,
    /// How it is aimed.
    pub aim: Aim,
    /// Why it is unavailable, with the rule.
    pub refused: Option<String>,
    /// True while it is being aimed.
    pub chosen: bool,
}

/// A part of the turn and its actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupModel {
    /// Its key in the ruleset.
    pub id: Key,
    /// Its display name.
    pub name: String,
    /// How many of its actions are available, and how many there are.
    pub possible: (usize, usize),
    /// True if its actions are shown.
    pub open: bool,
}

/// A variant of the action being aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayModel {
    /// Its key in commands; empty for the plain one.
    pub id: Key,
    /// Its display name.
    pub name: String,
    /// Its total cost.
    pub cost: String,
    /// Why it is unavailable, with the rule.
    pub refused: Option<String>,
    /// True if it is selected.
    pub chosen: bool,
}

/// What the bar shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionsModel {
    /// The active unit's name.
    pub actor: String,
    /// The parts of the turn, in the ruleset's order.
    pub groups: Vec<GroupModel>,
    /// The actions of the open group, in the ruleset's order.
    pub actions: Vec<ActionModel>,
    /// Variants of the action being aimed, the plain one first; empty if there is only that.
    pub ways: Vec<WayModel>,
    /// Body parts that the action may be aimed at.
    pub parts: Vec<PartModel>,
    /// The parameters of the action being aimed.
    pub fields: Vec<FieldModel>,
    /// Targets chosen so far for an action with several targets, as text.
    pub named: Option<String>,
    /// Whether turning on the spot is selected; `None` in rules without facing.
    pub facing: Option<bool>,
    /// True if movement is selected.
    pub moving: bool,
    /// True if any cell can be reached.
    pub can_move: bool,
    /// True if the turn was asked to end while something was left to do.
    pub end_asked: bool,
    /// True if something is left to do.
    pub something_left: bool,
    /// What the turn can still be used for: "move, action".
    pub left: String,
    /// What the button *Do it* does.
    pub confirm: Option<Confirmation>,
    /// True if the last command can be taken back.
    pub can_take_back: bool,
}

impl ActionsModel {
    /// The bar for the player at the table; `None` when it is not their turn to act.
    pub fn of(options: &Options, hand: &Interaction, names: &Names) -> Option<Self> {
        let actor = options.actor.filter(|_| options.stand == TurnState::Acting)?;
        let aimed = match &hand.mode {
            Mode::Aiming { act, .. } => Some(act),
            Mode::Idle | Mode::Moving | Mode::Facing { .. } => None,
        };
        let action = |(i, offer): (usize, &Offer)| ActionModel {
            act: offer.act.clone(),
            number: i + 1,
            name: offer.name.clone(),
            text: offer.text.clone(),
            cost: offer.cost.clone(),
            aim: offer.aim,
            refused: offer.refused.as_ref().map(ToString::to_string),
            chosen: aimed == Some(&offer.act),
        };
        let open = hand.open_group(options);
        let group = |id: &Key| {
            let possible = options.acts_of(Some(id)).filter(|o| o.refused.is_none()).count();
            GroupModel {
                id: id.clone(),
                name: capital(&plain(id.as_str())),
                possible: (possible, options.acts_of(Some(id)).count()),
                open: open == Some(id),
            }
        };
        Some(Self {
            actor: names.unit(actor),
            groups: options.groups().into_iter().map(group).collect(),
            actions: options.acts_of(open).enumerate().map(action).collect(),
            ways: ways(options, hand, aimed),
            parts: fields::parts(options, hand, names),
            fields: fields::fields(options, hand),
            named: fields::named(hand, names),
            facing: options.facing.map(|_| matches!(hand.mode, Mode::Facing { .. })),
            moving: hand.mode == Mode::Moving,
            can_move: !options.ways.is_empty(),
            end_asked: hand.end_asked,
            something_left: options.something_left(),
            left: options.left_in_words(),
            confirm: hand.confirmation(options),
            can_take_back: false,
        })
    }
}

/// Variants of the action being aimed.
fn ways(options: &Options, hand: &Interaction, aimed: Option<&Key>) -> Vec<WayModel> {
    let Some(offer) = aimed.and_then(|act| options.offer(act)) else { return Vec::new() };
    if offer.variants.is_empty() {
        return Vec::new();
    }
    let plain = WayModel {
        id: Key::default(),
        name: "Normal".to_owned(),
        cost: offer.cost.clone(),
        refused: None,
        chosen: hand.way == Key::default(),
    };
    let others = offer.variants.iter().map(|way| WayModel {
        id: way.choice.clone(),
        name: way.name.clone(),
        cost: way.cost.clone(),
        refused: way.refused.as_ref().map(ToString::to_string),
        chosen: hand.way == way.choice,
    });
    [plain].into_iter().chain(others).collect()
}

/// Width of the column with the buttons that carry out and end, in points.
const DECIDE_WIDTH: f32 = 216.0;

/// Shows the bar and the tool buttons. The buttons that carry out an act and end the turn keep
/// their place at the right.
pub fn show(ui: &mut egui::Ui, model: &ActionsModel, tools: &ToolsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal_top(|ui| {
        let width = (ui.available_width() - DECIDE_WIDTH - theme::GAP).max(100.0);
        ui.allocate_ui_with_layout(
            egui::vec2(width, 0.0),
            egui::Layout::top_down(egui::Align::Min),
            |ui| {
                ui.set_width(width);
                show_acts(ui, model, tools, &mut intents);
            },
        );
        ui.allocate_ui_with_layout(
            egui::vec2(DECIDE_WIDTH, 0.0),
            egui::Layout::top_down(egui::Align::Min),
            |ui| {
                ui.set_width(DECIDE_WIDTH);
                show_decide(ui, model, &mut intents);
            },
        );
    });
    intents
}

/// Shows movement, the parts of the turn, the acts of the open part and the settings of the act
/// that is aimed.
fn show_acts(
    ui: &mut egui::Ui,
    model: &ActionsModel,
    tools: &ToolsModel,
    intents: &mut Vec<Intent>,
) {
    ui.horizontal_wrapped(|ui| {
        let text = format!("{} Move", icon::FOOTPRINTS);
        let button = egui::Button::new(text)
            .selected(model.moving)
            .shortcut_text(theme::key(ui, Action::Move));
        let button = theme::named(ui.add_enabled(model.can_move, button), "Move");
        let button = button.on_hover_text("Click a highlighted cell to move there.");
        if button.on_disabled_hover_text("No more movement this turn.").clicked() {
            intents.push(Intent::Move);
        }
        if let Some(chosen) = model.facing {
            let text = format!("{} Turn", icon::COMPASS);
            let button = egui::Button::new(text)
                .selected(chosen)
                .shortcut_text(theme::key(ui, Action::Face));
            let button = theme::named(ui.add(button), "Turn");
            if button.on_hover_text("Click a cell to face it without moving.").clicked() {
                intents.push(Intent::Face);
            }
        }
        ui.separator();
        for group in &model.groups {
            if show_group(ui, group) {
                intents.push(Intent::Group(group.id.clone()));
            }
        }
        ui.separator();
        intents.extend(tools::show(ui, tools));
    });
    ui.horizontal_wrapped(|ui| {
        for action in &model.actions {
            if show_action(ui, action) {
                intents.push(Intent::Act(action.act.clone()));
            }
        }
    });
    if !model.ways.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for way in &model.ways {
                if show_way(ui, way) {
                    intents.push(Intent::Way(way.id.clone()));
                }
            }
        });
    }
    let settings = (&model.parts[..], &model.fields[..]);
    fields::show(ui, model.named.as_deref(), settings, intents);
}

/// Shows the buttons that carry out what is previewed, take back, and end the turn.
fn show_decide(ui: &mut egui::Ui, model: &ActionsModel, intents: &mut Vec<Intent>) {
    let (word, hint, ready) = match &model.confirm {
        Some(Confirmation::Ready(hint)) => ("Do it", hint.as_str(), true),
        Some(Confirmation::Again(hint)) => ("Really do it", hint.as_str(), true),
        Some(Confirmation::Missing(hint)) => ("Do it", hint.as_str(), false),
        None => ("Do it", "", false),
    };
    let again = matches!(model.confirm, Some(Confirmation::Again(_)));
    let colour = if again { theme::RUST } else { theme::PARCHMENT };
    let text = format!("{} {word} ({})", icon::CHECK, theme::key(ui, Action::Confirm));
    let text = egui::RichText::new(text).heading();
    let text = if ready { text.color(colour) } else { text };
    let button = egui::Button::new(text).selected(ready);
    let button = button.min_size(egui::vec2(DECIDE_WIDTH, 36.0));
    let button = theme::named(ui.add_enabled(ready, button), word);
    if button.on_hover_text(hint).on_disabled_hover_text(hint).clicked() {
        intents.push(Intent::Confirm);
    }
    ui.add(egui::Label::new(theme::faded(hint)).truncate());
    ui.horizontal(|ui| {
        let button = egui::Button::new(format!("{} Back", icon::ARROW_U_UP_LEFT))
            .shortcut_text(theme::key(ui, Action::TakeBack));
        let button = theme::named(ui.add_enabled(model.can_take_back, button), "Take back");
        let button = button.on_hover_text("Take back the last command.");
        if button.on_disabled_hover_text("Nothing can be taken back.").clicked() {
            intents.push(Intent::TakeBack);
        }
        let text = format!("{} End turn", icon::HOURGLASS);
        let button = egui::Button::new(text)
            .selected(model.end_asked)
            .shortcut_text(theme::key(ui, Action::EndTurn));
        let button = theme::named(ui.add(button), "End turn");
        let hover = if model.something_left {
            format!("Still left: {}. Asks before ending the turn.", model.left)
        } else {
            "Nothing left to do.".to_owned()
        };
        if button.on_hover_text(hover).clicked() {
            intents.push(Intent::EndTurn);
        }
    });
    let colour = if model.end_asked { theme::BRASS } else { theme::FADED };
    let text = match (model.end_asked, model.something_left) {
        (true, _) => "Press again to end the turn.".to_owned(),
        (false, true) => format!("Left: {}", model.left),
        (false, false) => "Nothing left to do.".to_owned(),
    };
    ui.add(egui::Label::new(egui::RichText::new(text).color(colour)).truncate());
}

fn show_way(ui: &mut egui::Ui, way: &WayModel) -> bool {
    let button = egui::Button::selectable(way.chosen, &way.name);
    let button = theme::named(ui.add_enabled(way.refused.is_none(), button), &way.name);
    let text = format!("Cost: {}. V: next variant.", way.cost);
    let button = button.on_hover_text(&text);
    match &way.refused {
        Some(why) => {
            button.on_disabled_hover_text(format!("{text}\n{why}"));
            false
        }
        None => button.clicked(),
    }
}

fn show_group(ui: &mut egui::Ui, group: &GroupModel) -> bool {
    let (possible, all) = group.possible;
    let text = egui::RichText::new(format!("{} {possible}", group.name));
    let text = if possible == 0 { theme::faded(text.text()) } else { text };
    let button = theme::named(ui.selectable_label(group.open, text), &group.name);
    let hover = format!("{possible} of {all} actions available. G: next group.");
    button.on_hover_text(hover).clicked()
}

fn show_action(ui: &mut egui::Ui, action: &ActionModel) -> bool {
    let glyph = match action.aim {
        Aim::Own => icon::USER,
        Aim::Unit => icon::CROSSHAIR,
        Aim::Cell => icon::SQUARE,
        Aim::Edge => icon::DOOR,
        Aim::Direction => icon::COMPASS,
        Aim::Part => icon::PERSON_ARMS_SPREAD,
        Aim::Several(_) => icon::STACK,
    };
    // The group already names the part of the turn; show only the other costs.
    let cost = match action.cost.split_once(", ") {
        Some((_, more)) => format!(" ({more})"),
        None => String::new(),
    };
    let mut button =
        egui::Button::new(format!("{glyph} {}{cost}", action.name)).selected(action.chosen);
    if let Ok(number) = u8::try_from(action.number) {
        button = button.shortcut_text(theme::key(ui, Action::Slot(number)));
    }
    let button = ui.add_enabled(action.refused.is_none(), button);
    let button = theme::named(button, &action.name);
    let text = format!("{}\nCost: {}", action.text, action.cost);
    let button = button.on_hover_text(&text);
    match &action.refused {
        Some(why) => {
            button.on_disabled_hover_text(format!("{text}\n{why}"));
            false
        }
        None => button.clicked(),
    }
}
