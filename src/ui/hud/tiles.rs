//! The action bar: the rest of the turn, acts as tiles, the list of all acts, the settings of the
//! act being aimed, and the buttons that carry out and end the turn.

use egui::{Align2, Color32, FontId, Rect, Sense, Stroke, Vec2, vec2};
use egui_phosphor::regular as icon;

use crate::intent::Intent;
use crate::interaction::Confirmation;
use crate::interaction::Input;
use crate::names::capital;
use crate::theme;
use bevy_egui::egui;
use settings::Action;

use super::actions::{ActionModel, ActionsModel, GroupModel, PipModel, VariantModel};
use super::{fields, icons};

/// Height of the row that shows the rest of the turn, in points.
const PIPS_HEIGHT: f32 = 20.0;
/// Largest width of a tile, in points.
const MOST_WIDTH: f32 = 84.0;
/// Narrower tiles show no name.
const ROOM_FOR_NAME: f32 = 44.0;
/// Size of an icon on a tile, in points.
const ICON: f32 = 25.0;
/// Size of the key and the name on a tile, in points.
const SMALL: f32 = 11.0;
/// Costs up to this many points are dots, larger ones numbers.
const MOST_DOTS: u32 = 4;
/// Distance between these dots, in points.
const DOT: f32 = 7.0;
/// Minimum width of an entry in the list of all acts, in points.
const ENTRY_WIDTH: f32 = 180.0;

/// A tile of the bar.
struct Tile<'a> {
    icon: &'a str,
    name: &'a str,
    key: String,
    cost: &'a str,
    mark: Option<Color32>,
    chosen: bool,
    /// True if it would have no effect now.
    faint: bool,
}

/// Colour of a part of the turn: the same on tiles and on the pips of the turn, for all units.
fn part_colour(part: usize) -> Color32 {
    let colours = [theme::BRASS, theme::MOSS, theme::PLUM, theme::RUST, theme::SLATE];
    colours.get(part).copied().unwrap_or(theme::FADED)
}

/// Shows the rest of the turn and, below it, the tiles.
pub fn show(ui: &mut egui::Ui, model: &ActionsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let wide = ui.available_width();
    ui.horizontal(|ui| {
        ui.set_height(PIPS_HEIGHT);
        ui.spacing_mut().item_spacing.x = 10.0;
        let form = form_of(ui, &model.pips, wide);
        for pip in &model.pips {
            show_pip(ui, pip, form);
        }
    });
    let many = 2 + usize::from(model.facing.is_some()) + model.actions.len();
    let gap = 4.0;
    let room = wide - gap * (many as f32 - 1.0);
    let size = vec2((room / many as f32).floor().clamp(24.0, MOST_WIDTH), ui.available_height());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        let tile = Tile {
            icon: icons::MOVE,
            name: "Move",
            key: theme::key(ui, Action::Move),
            cost: "",
            mark: None,
            chosen: model.moving,
            faint: false,
        };
        let button = show_tile(ui, size, model.can_move, &tile);
        let button = button.on_hover_text("Click a highlighted cell to move there.");
        if button.on_disabled_hover_text("No more movement this turn.").clicked() {
            intents.push(Intent::Input(Input::Move));
        }
        if let Some(chosen) = model.facing {
            let key = theme::key(ui, Action::Face);
            let tile = Tile {
                icon: icon::COMPASS,
                name: "Turn",
                key,
                cost: "",
                mark: None,
                chosen,
                faint: false,
            };
            let button = show_tile(ui, size, true, &tile);
            if button.on_hover_text("Click a cell to face it without moving.").clicked() {
                intents.push(Intent::Input(Input::Face));
            }
        }
        for action in &model.actions {
            if show_action(ui, size, action) {
                intents.push(Intent::Input(Input::Act(action.act.clone())));
            }
        }
        if show_more_tile(ui, size, model) {
            intents.push(Intent::Input(Input::More));
        }
    });
    intents
}

/// The last tile opens the list of all acts; it shows the act being aimed if that has no tile.
fn show_more_tile(ui: &mut egui::Ui, size: Vec2, model: &ActionsModel) -> bool {
    let open = model.groups.iter().any(|group| group.open);
    let tile = Tile {
        icon: model.elsewhere.as_ref().map_or(icon::DOTS_THREE, |aimed| aimed.icon),
        name: model.elsewhere.as_ref().map_or("More", |aimed| aimed.name.as_str()),
        key: theme::key(ui, Action::NextGroup),
        cost: "",
        mark: None,
        chosen: open || model.elsewhere.is_some(),
        faint: false,
    };
    let button = theme::named(show_tile(ui, size, true, &tile), "More");
    let all: usize = model.groups.iter().map(|group| group.possible.1).sum();
    button.on_hover_text(format!("All {all} acts, by part of the turn.")).clicked()
}

/// Shows an act as a tile; true if it was chosen now.
fn show_action(ui: &mut egui::Ui, size: Vec2, action: &ActionModel) -> bool {
    let tile = Tile {
        icon: action.icon,
        name: &action.name,
        key: slot_key(ui, action.number),
        cost: &action.cost,
        mark: Some(part_colour(action.part)),
        chosen: action.chosen,
        faint: action.aimless && !action.chosen,
    };
    let button = show_tile(ui, size, action.refused.is_none(), &tile);
    explained(button, action)
}

/// Adds the act's description, its cost and why it is unavailable; true if it was chosen now.
fn explained(button: egui::Response, action: &ActionModel) -> bool {
    let text = format!("{}\n{}\nCost: {}", action.name, action.text, action.cost);
    let reach = if action.aimless { "\nNo target is in reach now." } else { "" };
    let button = button.on_hover_text(format!("{text}{reach}"));
    match &action.refused {
        Some(why) => {
            button.on_disabled_hover_text(format!("{text}\nNot now: {why}"));
            false
        }
        None => button.clicked(),
    }
}

fn slot_key(ui: &egui::Ui, number: usize) -> String {
    let number = u8::try_from(number).ok().filter(|number| *number > 0);
    number.map_or_else(String::new, |number| theme::key(ui, Action::Slot(number)))
}

/// Paints a tile: icon, name, key in the corner, cost as dots.
fn show_tile(ui: &mut egui::Ui, size: Vec2, enabled: bool, tile: &Tile<'_>) -> egui::Response {
    let response = ui.add_enabled(enabled, |ui: &mut egui::Ui| {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let look = ui.style().interact_selectable(&response, tile.chosen);
        let (ink, fill) = match (enabled, tile.faint) {
            (false, _) => (theme::faint(ui).gamma_multiply(0.55), theme::WELL),
            (true, true) => (theme::faint(ui).gamma_multiply(0.75), look.weak_bg_fill),
            (true, false) if tile.chosen => (theme::PARCHMENT, look.weak_bg_fill),
            (true, false) => (look.fg_stroke.color, look.weak_bg_fill),
        };
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 6.0, fill);
        let edge = if tile.chosen { Stroke::new(2.0, theme::BRASS) } else { look.bg_stroke };
        painter.rect_stroke(rect, 6.0, edge, egui::StrokeKind::Inside);
        let small = FontId::proportional(SMALL);
        let name = (rect.width() >= ROOM_FOR_NAME).then(|| name_of(&painter, rect, tile.name, ink));
        let (centre, icon) = match &name {
            Some(name) if name.rows.len() > 1 => {
                // The icon fills what two rows leave; its glyph needs some room around it.
                let room = rect.height() - name.size().y - 6.0;
                let centre = rect.center_top() + vec2(0.0, room / 2.0);
                (centre, (room / 1.3).clamp(8.0, ICON * 0.8))
            }
            Some(_) => (rect.center() + vec2(0.0, -4.0), ICON),
            None => (rect.center() + vec2(0.0, 3.0), ICON),
        };
        painter.text(centre, Align2::CENTER_CENTER, tile.icon, FontId::proportional(icon), ink);
        let corner = rect.left_top() + vec2(5.0, 3.0);
        painter.text(corner, Align2::LEFT_TOP, &tile.key, small, theme::faint(ui));
        show_cost(&painter, (rect, icon), tile.cost, enabled);
        if let Some(mark) = tile.mark {
            let lit = enabled && !tile.faint;
            let mark = if lit { mark } else { mark.gamma_multiply(0.4) };
            let bar = Rect::from_min_max(
                rect.left_bottom() + vec2(6.0, -4.0),
                rect.right_bottom() + vec2(-6.0, -2.0),
            );
            painter.rect_filled(bar, 1.0, mark);
        }
        if let Some(name) = name {
            painter.galley(rect.center_bottom() - vec2(0.0, name.size().y + 6.0), name, ink);
        }
        response
    });
    theme::named(response, tile.name)
}

/// The name of a tile, centred, in one or two rows; smaller if a word does not fit.
fn name_of(
    painter: &egui::Painter,
    rect: Rect,
    name: &str,
    ink: Color32,
) -> std::sync::Arc<egui::Galley> {
    let wide = rect.width() - 6.0;
    let fits = |size: &f32| {
        let font = FontId::proportional(*size);
        let word = |word: &str| painter.layout_no_wrap(word.to_owned(), font.clone(), ink).size().x;
        name.split_whitespace().all(|part| word(part) <= wide)
    };
    let sizes = [SMALL, SMALL - 1.0, SMALL - 2.0];
    let font = FontId::proportional(sizes.into_iter().find(fits).unwrap_or(SMALL - 2.0));
    let mut job = egui::text::LayoutJob::simple(name.to_owned(), font, ink, wide);
    job.wrap.max_rows = 2;
    job.halign = egui::Align::Center;
    painter.layout_job(job)
}

/// Shows the points of a cost besides the part of the turn: "action, 2 energy" gives 2 dots.
/// They keep clear of the icon in the middle, which is `icon` points wide.
fn show_cost(painter: &egui::Painter, (rect, icon): (Rect, f32), cost: &str, enabled: bool) {
    let colour = if enabled { theme::SLATE } else { theme::SLATE.gamma_multiply(0.4) };
    let points = points_of(cost);
    let corner = rect.right_top() + vec2(-7.0, 9.0);
    let room = (rect.width() - icon) / 2.0;
    if points > MOST_DOTS || points as f32 * DOT + 5.0 > room {
        let font = FontId::proportional(SMALL);
        let at = rect.right_top() + vec2(-5.0, 3.0);
        painter.text(at, Align2::RIGHT_TOP, points.to_string(), font, colour);
        return;
    }
    for n in 0..points {
        painter.circle_filled(corner - vec2(DOT * n as f32, 0.0), 2.5, colour);
    }
}

/// The points that a cost takes: the sum of its numbers.
fn points_of(cost: &str) -> u32 {
    let parts = cost.split(", ").filter_map(|part| part.split_whitespace().next());
    parts.filter_map(|word| word.parse::<u32>().ok()).fold(0, u32::saturating_add)
}

/// How much detail the rest of the turn is shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PipForm {
    /// Pips with names.
    Named,
    /// Names on hover.
    Pips,
    /// Numbers for several pips; names on hover.
    Numbers,
}

/// Size of a pip's name, in points.
const PIP_NAME: f32 = 12.0;
/// Width of a pip with its gap, in points.
const PIP: f32 = 12.0;
/// Fewer pips are never shown as a number.
const MOST_PIPS: u32 = 3;

/// The fullest form for which there is room.
fn form_of(ui: &egui::Ui, pips: &[PipModel], room: f32) -> PipForm {
    let font = FontId::proportional(PIP_NAME);
    let text =
        |text: String| ui.painter().layout_no_wrap(text, font.clone(), theme::FADED).size().x;
    let names: f32 = pips.iter().map(|pip| text(pip.name.clone())).sum();
    let icons = pips.iter().filter(|pip| pip.part.is_none()).count() as f32 * 20.0;
    let boxes: f32 = pips.iter().map(|pip| pip.most as f32 * PIP).sum();
    let gaps = pips.len() as f32 * 10.0;
    match icons + boxes + gaps {
        rest if rest + names <= room => PipForm::Named,
        rest if rest <= room => PipForm::Pips,
        _ => PipForm::Numbers,
    }
}

/// Shows the rest of a part of the turn, or of a pool, with an explanation on hover.
fn show_pip(ui: &mut egui::Ui, pip: &PipModel, form: PipForm) {
    let colour = pip.part.map_or(theme::SLATE, part_colour);
    let in_numbers = form == PipForm::Numbers && pip.most > MOST_PIPS;
    let shown = ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        if pip.part.is_none() {
            ui.label(egui::RichText::new(pip.icon).color(colour));
        }
        for n in 0..if in_numbers { 0 } else { pip.most } {
            let (rect, _) = ui.allocate_exact_size(vec2(9.0, 12.0), Sense::hover());
            let fill = if n < pip.left { colour } else { theme::WELL };
            ui.painter().rect_filled(rect, 2.0, fill);
            let edge = Stroke::new(1.0, theme::edge(ui));
            ui.painter().rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
        }
        let text = match form {
            PipForm::Named => pip.name.clone(),
            PipForm::Numbers if in_numbers => format!("{} / {}", pip.left, pip.most),
            PipForm::Pips | PipForm::Numbers => String::new(),
        };
        let text = egui::RichText::new(text).size(PIP_NAME);
        ui.label(if pip.left > 0 { text } else { text.color(theme::faint(ui)) })
    });
    let hover = match form {
        PipForm::Named => pip.text.clone(),
        PipForm::Pips | PipForm::Numbers => format!("{}: {}", pip.name, pip.text),
    };
    shown.response.union(shown.inner).on_hover_text(hover);
}

/// Shows the list of all acts, by part of the turn.
pub fn show_more(ui: &mut egui::Ui, model: &ActionsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal_wrapped(|ui| {
        for group in &model.groups {
            if show_group(ui, group) {
                intents.push(Intent::Input(Input::Group(group.id.clone())));
            }
        }
    });
    ui.separator();
    theme::keep_off_scroll_bar(ui);
    let gap = ui.spacing().item_spacing.x;
    let wide = ui.available_width() + gap;
    let columns = (wide / (ENTRY_WIDTH + gap)).floor().max(1.0);
    let width = (wide / columns).floor() - gap;
    let rows = |acts: usize| acts.div_ceil(columns as usize);
    for row in model.more.chunks(columns as usize) {
        ui.horizontal(|ui| {
            for action in row {
                if show_entry(ui, action, width) {
                    intents.push(Intent::Input(Input::Act(action.act.clone())));
                }
            }
        });
    }
    // As high as the longest list, so that the parts of the turn stay where they are.
    let most = model.groups.iter().map(|group| rows(group.possible.1)).max().unwrap_or_default();
    let missing = most.saturating_sub(rows(model.more.len()));
    let high = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    ui.allocate_space(vec2(0.0, missing as f32 * high));
    intents
}

fn show_entry(ui: &mut egui::Ui, action: &ActionModel, width: f32) -> bool {
    let text = egui::RichText::new(format!("{} {}", action.icon, action.name));
    // As on the tiles: nothing is in reach of it now.
    let text = if action.aimless && !action.chosen { theme::faded(text.text()) } else { text };
    let button = egui::Button::new(text).selected(action.chosen).truncate();
    let button = button.shortcut_text(slot_key(ui, action.number));
    let button = button.min_size(vec2(width, 0.0));
    let enabled = action.refused.is_none();
    let place = vec2(width, ui.spacing().interact_size.y);
    let button = ui.add_enabled_ui(enabled, |ui| ui.add_sized(place, button)).inner;
    explained(theme::named(button, &action.name), action)
}

fn show_group(ui: &mut egui::Ui, group: &GroupModel) -> bool {
    let (possible, all) = group.possible;
    let text = egui::RichText::new(format!("{} {possible}", group.name));
    let text = if possible == 0 { theme::faded(text.text()) } else { text };
    let button = theme::named(ui.selectable_label(group.open, text), &group.name);
    let hover = format!("{possible} of {all} actions available. G: next group.");
    button.on_hover_text(hover).clicked()
}

/// True if the act being aimed has settings.
pub fn has_settings(model: &ActionsModel) -> bool {
    let empty = model.ways.is_empty() && model.parts.is_empty() && model.fields.is_empty();
    !empty || model.named.is_some()
}

/// Shows the variants, body parts and parameters of the act being aimed.
pub fn show_settings(ui: &mut egui::Ui, model: &ActionsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    if !model.ways.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for way in &model.ways {
                if show_way(ui, way) {
                    intents.push(Intent::Input(Input::PathOption(way.id.clone())));
                }
            }
        });
    }
    let settings = (&model.parts[..], &model.fields[..]);
    fields::show(ui, model.named.as_deref(), settings, &mut intents);
    intents
}

fn show_way(ui: &mut egui::Ui, way: &VariantModel) -> bool {
    let button = egui::Button::selectable(way.chosen, capital(&way.name));
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

/// Shows the buttons that carry out the previewed command, undo, and end the turn.
pub fn show_decide(ui: &mut egui::Ui, model: &ActionsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let (word, hint, ready) = match &model.confirm {
        Some(Confirmation::Ready(hint)) => ("Do it", hint.as_str(), true),
        Some(Confirmation::Again(hint)) => ("Really do it", hint.as_str(), true),
        Some(Confirmation::Missing(hint)) => ("Do it", hint.as_str(), false),
        None => ("Do it", "", false),
    };
    let wide = ui.available_width();
    ui.spacing_mut().item_spacing.y = 3.0;
    let again = matches!(model.confirm, Some(Confirmation::Again(_)));
    let text = match again {
        // The longer words leave no room for the key.
        true => format!("{} {word}", icon::CHECK),
        false => format!("{} {word} ({})", icon::CHECK, theme::key(ui, Action::Confirm)),
    };
    let text = egui::RichText::new(text).heading();
    let fill = if again { theme::RUST } else { theme::BRASS };
    let button = if ready {
        egui::Button::new(text.color(theme::WELL)).fill(fill)
    } else {
        egui::Button::new(text)
    };
    let button = ui.add_enabled_ui(ready, |ui| ui.add_sized(vec2(wide, 34.0), button)).inner;
    let button = theme::named(button, word);
    if button.on_hover_text(hint).on_disabled_hover_text(hint).clicked() {
        intents.push(Intent::Input(Input::Confirm));
    }
    ui.add(egui::Label::new(theme::faded(hint).size(12.0)).truncate());
    let half = (wide - theme::GAP) / 2.0;
    ui.horizontal(|ui| {
        let keys = [Action::TakeBack, Action::EndTurn].map(|action| theme::key(ui, action));
        let [back, end] = keys;
        let button = egui::Button::new(format!("{} Undo", icon::ARROW_U_UP_LEFT));
        let button = ui.add_enabled(model.can_take_back, button.min_size(vec2(half, 0.0)));
        let button = theme::named(button, "Take back");
        let button = button.on_hover_text(format!("Undo the last command ({back})."));
        if button.on_disabled_hover_text("There is nothing to undo.").clicked() {
            intents.push(Intent::TakeBack);
        }
        let button = egui::Button::new(format!("{} End turn", icon::HOURGLASS));
        let button = button.selected(model.end_asked).min_size(vec2(half, 0.0));
        let button = theme::named(ui.add(button), "End turn");
        let hover = if model.something_left {
            format!("Ends the turn ({end}). Still left: {}. Asks first.", model.left)
        } else {
            format!("Ends the turn ({end}). Nothing left to do.")
        };
        if button.on_hover_text(hover).clicked() {
            intents.push(Intent::Input(Input::EndTurn));
        }
    });
    let colour = if model.end_asked { theme::BRASS } else { theme::faint(ui) };
    let text = match (model.end_asked, model.something_left) {
        (true, _) => "Press again to end the turn.".to_owned(),
        (false, true) => left_within(ui, &model.left, wide),
        (false, false) => "Nothing left to do.".to_owned(),
    };
    let text = egui::RichText::new(text).color(colour).size(LEFT);
    let label = ui.add(egui::Label::new(text).truncate());
    if model.something_left {
        label.on_hover_text(format!("Left: {}", model.left));
    }
    intents
}

/// Size of the text for the rest of the turn, in points.
const LEFT: f32 = 12.0;

/// What the turn can still be used for, in as many words as fit: "Left: move, action, 3 more".
fn left_within(ui: &egui::Ui, left: &str, room: f32) -> String {
    let font = FontId::proportional(LEFT);
    let fits = |text: &str| {
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), theme::FADED).size().x <= room
    };
    let words: Vec<&str> = left.split(", ").collect();
    let text = |shown: usize| match words.len().saturating_sub(shown) {
        0 => format!("Left: {left}"),
        more => {
            let shown = words.iter().take(shown).map(|word| (*word).to_owned());
            let all: Vec<String> = shown.chain([format!("{more} more")]).collect();
            format!("Left: {}", all.join(", "))
        }
    };
    let all = (1..=words.len()).rev().map(text);
    all.into_iter().find(|text| fits(text)).unwrap_or_else(|| text(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_read_as_points() {
        assert_eq!(points_of("action, 2 energy"), 2);
        assert_eq!(points_of("3 AP, 1 WP"), 4);
        assert_eq!(points_of("free"), 0);
    }
}
