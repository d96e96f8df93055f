//! Settings of the action being aimed, below the action bar:
//! body part, parameters, targets chosen so far.

use egui_phosphor::regular as icon;

use crate::intent::Intent;
use crate::interaction::Input;
use crate::interaction::{Interaction, Mode, Options};
use crate::names::{Names, capital};
use crate::theme;
use bevy_egui::egui;
use grid::Dir;
use rules::parameter::{Parameter, Range};
use rules::ruleset::Aim;
use rules::{Key, Part, Target, Value};
use settings::Action;

/// More options than this are shown as a drop-down list.
const MOST_BUTTONS: usize = 6;
/// Largest height of such a list, in points.
const LIST_HEIGHT: f32 = 360.0;

/// A body part that an action may be aimed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartModel {
    /// Its key in commands.
    pub part: Part,
    /// Its name.
    pub name: String,
    /// The chance that the action takes effect there, as text, if known.
    pub chance: Option<String>,
    /// True if it is selected.
    pub chosen: bool,
}

/// A choice for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingModel {
    /// Its key in commands.
    pub id: Key,
    /// Its name.
    pub name: String,
    /// Why it is unavailable, with the rule.
    pub refused: Option<String>,
    /// True if it is selected.
    pub chosen: bool,
}

/// How a parameter is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A number within bounds.
    Number {
        /// The current value.
        value: i32,
        /// The lowest.
        least: i32,
        /// The highest.
        most: i32,
    },
    /// One of these.
    OneOf(Vec<SettingModel>),
    /// A direction.
    Direction(Dir),
}

/// A parameter of the action being aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldModel {
    /// Its key in commands.
    pub id: Key,
    /// Its name.
    pub name: String,
    /// How it is set.
    pub kind: FieldKind,
    /// True if keys change it.
    pub chosen: bool,
    /// Its effect, in one sentence; may be empty.
    pub hint: &'static str,
}

/// The body parts to choose from, without their chances.
pub(super) fn parts(options: &Options, hand: &Interaction, names: &Names) -> Vec<PartModel> {
    let Mode::Aiming { target, .. } = &hand.mode else { return Vec::new() };
    let list = hand.parts(options);
    let model = |found: &Target| match found {
        Target::Part(_, part) => Some(PartModel {
            part: *part,
            name: capital(&names.content(&part.key())),
            chance: None,
            chosen: *target == Some(*found),
        }),
        _ => None,
    };
    list.iter().filter_map(model).collect()
}

/// The parameters of the action being aimed.
pub(super) fn fields(options: &Options, hand: &Interaction) -> Vec<FieldModel> {
    let of_parts = matches!(hand.mode, Mode::Aiming { aim: Aim::Part, .. });
    let first = usize::from(of_parts);
    let list = hand.parameters(options).iter().enumerate();
    list.map(|(at, parameter)| FieldModel {
        id: parameter.id.clone(),
        name: parameter.name.clone(),
        kind: kind(parameter, hand.value_of(parameter)),
        chosen: hand.field == at + first,
        hint: parameter.hint,
    })
    .collect()
}

fn kind(parameter: &Parameter, value: Value) -> FieldKind {
    match (&parameter.range, value) {
        (Range::Number { least, most }, Value::Number(value)) => {
            FieldKind::Number { value, least: *least, most: *most }
        }
        (Range::Number { least, most }, _) => {
            FieldKind::Number { value: *least, least: *least, most: *most }
        }
        (Range::OneOf(settings), value) => {
            let model = |setting: &rules::parameter::Setting| SettingModel {
                id: setting.id.clone(),
                name: setting.name.clone(),
                refused: setting.refused.as_ref().map(ToString::to_string),
                chosen: value == Value::Name(setting.id.clone()),
            };
            FieldKind::OneOf(settings.iter().map(model).collect())
        }
        (Range::Direction, Value::Direction(dir)) => FieldKind::Direction(dir),
        (Range::Direction, _) => FieldKind::Direction(Dir::N),
    }
}

/// Targets chosen so far for an action with several targets.
pub(super) fn named(hand: &Interaction, names: &Names) -> Option<String> {
    let Mode::Aiming { aim: Aim::Several(several), .. } = &hand.mode else { return None };
    let who = |target: &Target| match target {
        Target::Place(place) => place.to_string(),
        Target::Floor(at) => at.to_string(),
        target => target.unit().map_or_else(String::new, |unit| names.unit(unit)),
    };
    let list: Vec<String> = hand.named.iter().map(who).collect();
    let bounds = match (several.least, several.most) {
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least} to {most}"),
    };
    let so_far = if list.is_empty() { "none yet".to_owned() } else { list.join(", ") };
    Some(format!("Targets, {bounds}: {so_far}"))
}

/// Shows the targets chosen so far, the body parts and the parameters.
pub(super) fn show(
    ui: &mut egui::Ui,
    named: Option<&str>,
    (parts, fields): (&[PartModel], &[FieldModel]),
    intents: &mut Vec<Intent>,
) {
    if let Some(named) = named {
        ui.horizontal_wrapped(|ui| {
            ui.label(named);
            let keys = [theme::key(ui, Action::Confirm), theme::key(ui, Action::Cancel)];
            let text = format!("{}: confirm. {}: remove the last target.", keys[0], keys[1]);
            ui.label(theme::faded(text));
        });
    }
    if !parts.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for part in parts {
                show_part(ui, part, intents);
            }
        });
    }
    if !fields.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for field in fields {
                show_field(ui, field, intents);
            }
        });
    }
}

fn show_part(ui: &mut egui::Ui, part: &PartModel, intents: &mut Vec<Intent>) {
    let text = match &part.chance {
        Some(chance) => format!("{} {chance}", part.name),
        None => part.name.clone(),
    };
    let button = theme::named(ui.selectable_label(part.chosen, text), &part.name);
    let (more, less) = (theme::key(ui, Action::Higher), theme::key(ui, Action::Lower));
    let text = format!("Aim at this part. {more}, {less}: other parts.");
    if button.on_hover_text(text).clicked() {
        intents.push(Intent::Input(Input::Part(part.part)));
    }
}

fn show_field(ui: &mut egui::Ui, field: &FieldModel, intents: &mut Vec<Intent>) {
    let name = egui::RichText::new(&field.name);
    let label = ui.label(if field.chosen { name.color(theme::BRASS) } else { name });
    let [next, more, less] =
        [Action::NextField, Action::Higher, Action::Lower].map(|action| theme::key(ui, action));
    let keys = format!("{more}, {less}: change. {next}: next setting.");
    let told = if field.hint.is_empty() { keys } else { format!("{}\n{keys}", field.hint) };
    label.on_hover_text(told);
    let mut set = |value| intents.push(Intent::Input(Input::Set(field.id.clone(), value)));
    let stepper = |ui: &mut egui::Ui, glyph: &str, word: &str, open: bool| {
        let button = ui.add_enabled(open, egui::Button::new(glyph));
        theme::named(button, &format!("{word} {}", field.name)).clicked()
    };
    match &field.kind {
        FieldKind::Number { value, least: 0, most: 1 } => {
            let mut on = *value > 0;
            let tick = theme::named(ui.checkbox(&mut on, ""), &field.name);
            if tick.changed() {
                set(Value::Number(on.into()));
            }
            if !field.hint.is_empty() {
                tick.on_hover_text(field.hint);
            }
        }
        FieldKind::Number { value, least, most } => {
            if stepper(ui, icon::MINUS, "Less", value > least) {
                set(Value::Number(value.saturating_sub(1)));
            }
            ui.label(value.to_string());
            if stepper(ui, icon::PLUS, "More", value < most) {
                set(Value::Number(value.saturating_add(1)));
            }
        }
        FieldKind::OneOf(settings) if settings.len() > MOST_BUTTONS => {
            let now = settings.iter().find(|setting| setting.chosen);
            let list = egui::ComboBox::from_id_salt(field.id.as_str())
                .selected_text(now.map_or_else(String::new, |setting| capital(&setting.name)))
                .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
                .height(LIST_HEIGHT);
            let list = list.show_ui(ui, |ui| {
                for setting in settings {
                    if show_setting(ui, setting) {
                        set(Value::Name(setting.id.clone()));
                        ui.close();
                    }
                }
            });
            let name = format!("Choose {}", field.name.to_lowercase());
            let info = || egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, &name);
            list.response.widget_info(info);
        }
        FieldKind::OneOf(settings) => {
            for setting in settings {
                if show_setting(ui, setting) {
                    set(Value::Name(setting.id.clone()));
                }
            }
        }
        FieldKind::Direction(dir) => {
            if stepper(ui, icon::ARROW_COUNTER_CLOCKWISE, "Left", true) {
                set(Value::Direction(dir.turned(7)));
            }
            ui.label(format!("{dir:?}"));
            if stepper(ui, icon::ARROW_CLOCKWISE, "Right", true) {
                set(Value::Direction(dir.turned(1)));
            }
        }
    }
}

/// Shows an option; true if it was chosen now.
fn show_setting(ui: &mut egui::Ui, setting: &SettingModel) -> bool {
    let button = egui::Button::selectable(setting.chosen, capital(&setting.name));
    let button = theme::named(ui.add_enabled(setting.refused.is_none(), button), &setting.name);
    match &setting.refused {
        Some(why) => {
            button.on_disabled_hover_text(why);
            false
        }
        None => button.clicked(),
    }
}
