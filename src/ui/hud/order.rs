//! The turn order along the top of the window.

use std::collections::HashMap;

use egui_phosphor::regular as icon;

use crate::intent::Intent;
use crate::interaction::Input;
use crate::{portrait, theme};
use bevy_egui::egui;
use rules::state::{SlotKind, SlotState, Status};

use super::signs::{self, extra_word};
use super::sky;
use super::slot::{Chip, SlotModel};
use super::turn_order::OrderModel;

/// Edge length of a portrait, in points.
const PORTRAIT: f32 = 34.0;
/// Width of the buttons at the ends of an order that is too long for the strip, in points.
const END: f32 = 22.0;
/// Share of the strip that such a button scrolls by, at most.
const PAGE: f32 = 0.8;

/// Height of a row of the objective, in points.
const ROW: f32 = 15.0;

/// Shows the round, whose turn it is, and the first goal; all goals on hover.
pub fn show_round(ui: &mut egui::Ui, model: &OrderModel) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(format!("Round {}", model.round)).size(16.0));
        ui.label(theme::faded(&model.phase));
        sky::show(ui, &model.sky);
    });
    ui.add(egui::Label::new(theme::faded(&model.waits_for).size(13.0)).truncate());
    let Some(first) = model.objective.first() else { return };
    let text = format!("{} {first}", icon::TARGET);
    let room = ui.available_size();
    let goal = |size: f32| {
        let font = egui::FontId::proportional(size);
        let mut job = egui::text::LayoutJob::simple(text.clone(), font, theme::BRASS, room.x);
        job.wrap.max_rows = if room.y > 2.0 * ROW { 2 } else { 1 };
        ui.painter().layout_job(job)
    };
    // In smaller letters if it would be cut off.
    let sizes = [13.0, 12.0, 11.0];
    let whole = sizes.into_iter().map(goal).find(|goal| !goal.elided);
    let goal = whole.unwrap_or_else(|| goal(11.0));
    ui.label(goal).on_hover_text(model.objective.join("\n"));
}

/// How much of each slot is shown: the fullest form in which the whole order fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// Names, and signs for anything unusual.
    Whole,
    /// The same in smaller letters.
    Small,
    /// Portraits; the acting unit has a name, and all have theirs on hover.
    Portraits,
}

impl Form {
    /// Size of a name, in points.
    const fn letters(self) -> f32 {
        match self {
            Self::Whole => 13.0,
            Self::Small | Self::Portraits => 11.0,
        }
    }

    /// Space between the parts of a slot, in points.
    const fn gap(self) -> f32 {
        match self {
            Self::Whole => theme::GAP,
            Self::Small | Self::Portraits => 3.0,
        }
    }

    /// True if a slot shows its names in this form.
    fn is_named(self, slot: &SlotModel) -> bool {
        self != Self::Portraits || is_running(slot) || slot.chips.is_empty()
    }
}

/// The fullest form in which all slots fit.
fn form_of(ui: &egui::Ui, model: &OrderModel) -> Form {
    let room = ui.available_width();
    let units: usize = model.slots.iter().map(|slot| slot.chips.len()).sum();
    if units as f32 * PORTRAIT > room {
        return Form::Portraits;
    }
    let width = |form: Form| {
        let wide = |text: &str, size| {
            let font = egui::FontId::proportional(size);
            ui.painter().layout_no_wrap(text.to_owned(), font, theme::FADED).size().x
        };
        let slot = |slot: &SlotModel| {
            let named = form.is_named(slot);
            let chips = slot.chips.iter().map(|chip| {
                let marks = wide(&marks(chip), form.letters());
                let name = if named { wide(&chip.name, form.letters()) } else { 0.0 };
                let beside = marks.max(name);
                PORTRAIT + form.gap() + if beside > 0.0 { beside + form.gap() } else { 0.0 }
            });
            let word = word(slot).filter(|_| named);
            let word = word.map_or(0.0, |word| wide(&word, form.letters() - 1.0) + form.gap());
            let signs = signs::of(slot)
                .into_iter()
                .map(|sign| wide(&sign.text(), form.letters()) + form.gap());
            // Frames, and the mark of an extra act or of an unseen unit.
            let frame = if slot.blank || slot.kind == SlotKind::Act { 80.0 } else { 10.0 };
            chips.sum::<f32>() + word + signs.sum::<f32>() + frame
        };
        model.slots.iter().map(slot).sum::<f32>() + form.gap() * model.slots.len() as f32
    };
    let fits = |form: &Form| width(*form) <= room;
    [Form::Whole, Form::Small].into_iter().find(fits).unwrap_or(Form::Portraits)
}

/// Shows the strip. A click selects a unit's card.
pub fn show(ui: &mut egui::Ui, model: &OrderModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let form = form_of(ui, model);
    let id = egui::Id::new("order is longer than the strip");
    let long = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or_default();
    let room = ui.available_size();
    let shown = ui.horizontal(|ui| {
        let step = long && show_end(ui, icon::CARET_LEFT, "Earlier in the order");
        let wide = if long { room.x - 2.0 * (END + theme::GAP) } else { room.x };
        // The buttons at the ends show that there is more; a bar would cover the portraits.
        ui.spacing_mut().scroll.dormant_handle_opacity = 0.0;
        let area = egui::ScrollArea::horizontal().auto_shrink([false, true]).max_width(wide);
        let shown = area.show(ui, |ui| {
            // The rest is reached by scrolling.
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            ui.spacing_mut().item_spacing.x = form.gap();
            ui.horizontal(|ui| show_slots(ui, model, form, &mut intents));
        });
        let on = long && show_end(ui, icon::CARET_RIGHT, "Later in the order");
        let by = shown.inner_rect.width() * PAGE * f32::from(i8::from(on) - i8::from(step));
        (shown, by)
    });
    let (shown, by) = shown.inner;
    if by != 0.0 {
        let mut state = shown.state;
        let most = (shown.content_size.x - shown.inner_rect.width()).max(0.0);
        state.offset.x = (state.offset.x + by).clamp(0.0, most);
        state.store(ui.ctx(), shown.id);
    }
    ui.data_mut(|data| data.insert_temp(id, shown.content_size.x > room.x + 1.0));
    intents
}

/// Shows a button at an end of the strip; true if it was clicked.
fn show_end(ui: &mut egui::Ui, glyph: &str, name: &str) -> bool {
    let button = ui.add_sized([END, PORTRAIT], egui::Button::new(glyph).frame(false));
    theme::named(button, name).on_hover_text(name).clicked()
}

/// Cached sizes of slots, by the inputs that they depend on.
type Sizes = HashMap<egui::Id, egui::Vec2>;

/// Maximum number of cached sizes; beyond it the cache starts over.
const MOST_SIZES: usize = 2_000;

/// Shows the slots in view. Slots scrolled out of view only
/// take up space: large battles have hundreds.
fn show_slots(ui: &mut egui::Ui, model: &OrderModel, form: Form, intents: &mut Vec<Intent>) {
    let id = egui::Id::new("sizes in the turn order");
    let mut sizes = ui.data_mut(|data| data.remove_temp::<Sizes>(id)).unwrap_or_default();
    if sizes.len() > MOST_SIZES {
        sizes.clear();
    }
    let seen = ui.clip_rect().x_range();
    let news = news(ui, model);
    for (place, slot) in model.slots.iter().enumerate() {
        let key = size_key(ui, slot, form);
        let left = ui.cursor().left();
        let rect = match sizes.get(&key) {
            Some(size) if left > seen.max || left + size.x < seen.min => {
                ui.allocate_exact_size(*size, egui::Sense::empty()).0
            }
            _ => {
                let shown = show_slot(ui, slot, form, intents);
                sizes.insert(key, shown.size());
                shown
            }
        };
        if news == Some(place) {
            let at_once = egui::style::ScrollAnimation::none();
            ui.scroll_to_rect_animation(rect, Some(egui::Align::Center), at_once);
        }
    }
    ui.data_mut(|data| data.insert_temp(id, sizes));
}

/// The first acting slot, if it has changed since the last call. It is
/// scrolled into view once; after that the player's scrolling counts.
fn news(ui: &egui::Ui, model: &OrderModel) -> Option<usize> {
    let id = egui::Id::new("acting place in the turn order");
    let now = model.slots.iter().position(is_running);
    let acting = now.map(|place| (model.round, place));
    let before = ui.data(|data| data.get_temp::<Option<(u32, usize)>>(id)).flatten();
    ui.data_mut(|data| data.insert_temp(id, acting));
    now.filter(|_| acting != before)
}

/// The inputs that a slot's size depends on.
fn size_key(ui: &egui::Ui, slot: &SlotModel, form: Form) -> egui::Id {
    let scale = ui.pixels_per_point().to_bits();
    let key = egui::Id::new((form, is_running(slot), slot.blank, slot.kind, word(slot), scale));
    let key = signs::of(slot).iter().fold(key, |key, sign| key.with(sign.text()));
    slot.chips
        .iter()
        .fold(key, |key, chip| key.with((&chip.name, mark(chip.status), &chip.conditions)))
}

fn is_running(slot: &SlotModel) -> bool {
    slot.state == SlotState::Running || slot.chips.iter().any(|c| c.acting)
}

/// The icon for how a unit takes part.
const fn mark(status: Status) -> &'static str {
    match status {
        Status::Active => "",
        Status::Down => icon::BED,
        Status::Dead => icon::SKULL,
        Status::Gone => icon::X,
        Status::Surrendered => icon::FLAG,
    }
}

/// The icons for how a unit takes part and for its conditions.
fn marks(chip: &Chip) -> String {
    format!("{}{}", mark(chip.status), chip.conditions.concat())
}

/// Shows a slot; returns its rectangle.
fn show_slot(
    ui: &mut egui::Ui,
    slot: &SlotModel,
    form: Form,
    intents: &mut Vec<Intent>,
) -> egui::Rect {
    let running = is_running(slot);
    let edge = if running { theme::BRASS } else { theme::edge(ui) };
    let act = slot.kind == SlotKind::Act;
    // A single act is a round tag between the plates of the turns.
    let fill = if slot.state == SlotState::Done || act { theme::WELL } else { theme::PLANK };
    let frame = egui::Frame::new()
        .fill(fill)
        .stroke(egui::Stroke::new(if running { 2.0 } else { 1.0 }, edge))
        .corner_radius(if act { 12 } else { 4 })
        .inner_margin(if act {
            egui::Margin::symmetric(8, 2)
        } else {
            egui::Margin::symmetric(3, 1)
        });
    let named = form.is_named(slot);
    let mut show = |ui: &mut egui::Ui| {
        if slot.blank {
            let label = ui.label(theme::faded(format!("{} Unseen", icon::EYE_SLASH)));
            label.on_hover_text(format!("Turn of an unseen unit: {}.", how_far(slot.state)));
        }
        if act {
            // A link for a passed-on act, a bolt for an earned one.
            let passed = slot.extra.as_ref().is_some_and(|(_, from)| from.is_some());
            let glyph = if passed { icon::LINK } else { icon::LIGHTNING };
            ui.label(egui::RichText::new(glyph).color(theme::BRASS));
        }
        for chip in &slot.chips {
            let out = chip.status != Status::Active;
            let picture = portrait::show(ui, &chip.figure, chip.side, PORTRAIT, out);
            show_health(ui, picture.rect, chip);
            let colour = match (out, slot.state) {
                (true, _) => theme::RUST,
                (false, SlotState::Done) => theme::faint(ui),
                (false, _) => theme::PARCHMENT,
            };
            let marks = egui::RichText::new(marks(chip)).size(form.letters()).color(theme::BRASS);
            let button = if named {
                let button = ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ui.spacing_mut().interact_size.y = 0.0;
                    let text = egui::RichText::new(&chip.name).size(form.letters()).color(colour);
                    let button = ui.add(egui::Button::new(text).frame(false));
                    ui.label(marks);
                    button
                });
                theme::named(button.inner, &chip.name).union(picture)
            } else {
                if !marks.is_empty() {
                    ui.label(marks);
                }
                theme::named(picture, &chip.name)
            };
            let button = button.on_hover_ui(|ui| {
                ui.label(hover(chip, slot));
            });
            if button.clicked() {
                intents.push(Intent::Input(Input::Look(chip.id)));
            }
        }
    };
    frame
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = form.gap();
            show(ui);
            if let Some(word) = word(slot).filter(|_| named) {
                ui.label(theme::faded(word).size(form.letters() - 1.0));
            }
            for sign in signs::of(slot) {
                let text = egui::RichText::new(sign.text()).size(form.letters());
                let label = ui.label(text.color(theme::BRASS));
                let words =
                    || egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &sign.words);
                label.widget_info(words);
                label.on_hover_text(&sign.words);
            }
        })
        .response
        .rect
}

/// Shows a unit's remaining health as a bar at the bottom of its portrait.
fn show_health(ui: &egui::Ui, portrait: egui::Rect, chip: &Chip) {
    let Some(left) = chip.health.filter(|_| chip.status == Status::Active) else { return };
    let bar = egui::Rect::from_min_max(
        portrait.left_bottom() + egui::vec2(1.0, -5.0),
        portrait.right_bottom() - egui::vec2(1.0, 1.0),
    );
    let fill = match left {
        51.. => theme::MOSS,
        26..=50 => theme::BRASS,
        _ => theme::RUST,
    };
    ui.painter().rect_filled(bar, 1.5, theme::WELL);
    let mut part = bar;
    part.set_width(bar.width() * f32::from(left) / 100.0);
    ui.painter().rect_filled(part, 1.5, fill);
}

/// The name of the single act that a slot is for.
fn word(slot: &SlotModel) -> Option<String> {
    (slot.kind == SlotKind::Act).then(|| extra_word(slot))
}

fn hover(chip: &Chip, slot: &SlotModel) -> String {
    let status = match chip.status {
        Status::Active => "in the fight",
        Status::Down => "down",
        Status::Dead => "dead",
        Status::Gone => "left the board",
        Status::Surrendered => "surrendered",
    };
    let state = how_far(slot.state);
    let kind = match slot.kind {
        SlotKind::Turn => "Turn",
        SlotKind::Act => "Extra action",
        SlotKind::Mark => "Time marker",
    };
    let mut text = format!("{}: {status}. {kind}, {state}. Initiative {}.", chip.name, slot.value);
    for line in signs::explained(slot) {
        text = format!("{text}\n{line}");
    }
    text
}

/// Progress of a slot, as text.
const fn how_far(state: SlotState) -> &'static str {
    match state {
        SlotState::Waiting => "still to come this round",
        SlotState::Running => "acting",
        SlotState::Held => "holding",
        SlotState::Done => "done this round",
    }
}
