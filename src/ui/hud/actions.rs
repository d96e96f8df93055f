//! The action bar along the bottom of the window.

use egui_phosphor::regular as icon;

use crate::rules::Key;
use crate::rules::ruleset::{Aim, Offer};
use crate::settings::Action;
use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::interaction::{Interaction, Mode, Options, Stand};
use crate::ui::names::{Names, capital, plain};
use crate::ui::theme;

use super::fields::{self, FieldModel, PartModel};
use super::tools::{self, ToolsModel};

/// One act of the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionModel {
    /// Its name in commands.
    pub act: Key,
    /// Its place among those shown, counted from 1; the first 27 have keys.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// What it does.
    pub text: String,
    /// What it uses up.
    pub cost: String,
    /// How it is aimed.
    pub aim: Aim,
    /// Why it is not possible, with the rule, if it is not.
    pub refused: Option<String>,
    /// It is being aimed.
    pub chosen: bool,
}

/// A part of the turn and its acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupModel {
    /// Its name in the ruleset.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// How many of its acts are possible, and how many there are.
    pub possible: (usize, usize),
    /// Its acts are the ones shown.
    pub open: bool,
}

/// A way to do the act being aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayModel {
    /// Its name in commands; empty for the plain one.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// What it uses up in all.
    pub cost: String,
    /// Why it is not possible, with the rule, if it is not.
    pub refused: Option<String>,
    /// It is the one that will be taken.
    pub chosen: bool,
}

/// What the bar shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionsModel {
    /// Who is being played.
    pub actor: String,
    /// The parts of the turn, in the ruleset's order.
    pub groups: Vec<GroupModel>,
    /// The acts of the part that is open, in the ruleset's order.
    pub actions: Vec<ActionModel>,
    /// The ways to do the act being aimed, the plain one first; empty when there is only that.
    pub ways: Vec<WayModel>,
    /// The parts of the body that the act may be aimed at.
    pub parts: Vec<PartModel>,
    /// The parameters of the act being aimed.
    pub fields: Vec<FieldModel>,
    /// Whom an act at several is aimed at so far, in words.
    pub named: Option<String>,
    /// Turning on the spot is chosen; none in rules without facing.
    pub facing: Option<bool>,
    /// Movement is chosen.
    pub moving: bool,
    /// There is somewhere to go.
    pub can_move: bool,
    /// The turn was asked to end although something is left.
    pub end_asked: bool,
    /// Something is left to do.
    pub something_left: bool,
}

impl ActionsModel {
    /// The bar for the player at the table; none while it is not theirs to act.
    pub fn of(options: &Options, hand: &Interaction, names: &Names) -> Option<Self> {
        let actor = options.actor.filter(|_| options.stand == Stand::Acting)?;
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
        })
    }
}

/// The ways to do the act being aimed.
fn ways(options: &Options, hand: &Interaction, aimed: Option<&Key>) -> Vec<WayModel> {
    let Some(offer) = aimed.and_then(|act| options.offer(act)) else { return Vec::new() };
    if offer.variants.is_empty() {
        return Vec::new();
    }
    let plain = WayModel {
        id: Key::default(),
        name: "Plain".to_owned(),
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

/// Shows the bar, with the buttons of the panels that can be opened.
pub fn show(ui: &mut egui::Ui, model: &ActionsModel, tools: &ToolsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal_wrapped(|ui| {
        let text = format!("{} Move", icon::FOOTPRINTS);
        let button = egui::Button::new(text)
            .selected(model.moving)
            .shortcut_text(theme::key(ui, Action::Move));
        let button = super::named(ui.add_enabled(model.can_move, button), "Move");
        let button = button.on_hover_text("Click on a marked cell to go there.");
        if button.on_disabled_hover_text("There is nowhere to go in this turn.").clicked() {
            intents.push(Intent::Move);
        }
        if let Some(chosen) = model.facing {
            let text = format!("{} Turn", icon::COMPASS);
            let button = egui::Button::new(text)
                .selected(chosen)
                .shortcut_text(theme::key(ui, Action::Face));
            let button = super::named(ui.add(button), "Turn");
            if button.on_hover_text("Click on a cell to face it, without leaving yours.").clicked()
            {
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
        let text = format!("{} End turn", icon::HOURGLASS);
        let button = egui::Button::new(text)
            .selected(model.end_asked)
            .shortcut_text(theme::key(ui, Action::EndTurn));
        let button = super::named(ui.add(button), "End turn");
        let hover = if model.something_left {
            "Something is left to do. Asks once more before it ends the turn."
        } else {
            "Nothing is left to do."
        };
        if button.on_hover_text(hover).clicked() {
            intents.push(Intent::EndTurn);
        }
        intents.extend(tools::show(ui, tools));
        if model.end_asked {
            ui.colored_label(theme::BRASS, "Something is left. Press again to end the turn.");
        }
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
    fields::show(ui, model, &mut intents);
    intents
}

fn show_way(ui: &mut egui::Ui, way: &WayModel) -> bool {
    let button = egui::Button::selectable(way.chosen, &way.name);
    let button = super::named(ui.add_enabled(way.refused.is_none(), button), &way.name);
    let text = format!("Cost: {}. Key V goes on to the next way.", way.cost);
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
    let button = super::named(ui.selectable_label(group.open, text), &group.name);
    let hover = format!("{possible} of {all} acts are possible now. Key G goes on to the next.");
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
    // The part of the turn is the name of the group already; what else it costs is worth room.
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
    let button = super::named(button, &action.name);
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
