//! A unit's card: name, condition, gear.

use egui_phosphor::regular as icon;

use crate::intent::Intent;
use crate::interaction::Input;
use crate::log_text::{condition_text, expiry};
use crate::names::{Names, capital, plain};
use crate::{portrait, theme};
use bevy_egui::egui;
use grid::{SideId, SupportKind, UnitId};
use rules::Ctx;
use rules::Key;
use rules::display::Profile;
use rules::fitness::Meaning;
use rules::ruleset::{Description, Fact, Ruleset};
use rules::state::{Awareness, LayerState, Meter, Meters, Observer, Posture, Status, Unit};

use super::{icons, profile};

/// A bar on the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Current value.
    pub value: i32,
    /// Maximum.
    pub max: i32,
    /// True for a track, which falls with harm; false for a pool, which is spent.
    pub track: bool,
    /// Its icon.
    pub icon: &'static str,
    /// Its meaning for the unit.
    pub meaning: Meaning,
}

impl Bar {
    /// True for a clock that has begun to run.
    const fn is_running(&self) -> bool {
        matches!(self.meaning, Meaning::Clock) && self.value < self.max
    }

    /// True if it has something to say: a clock that runs, or temporary points that are left.
    const fn is_told(&self) -> bool {
        match self.meaning {
            Meaning::Clock => self.is_running(),
            Meaning::Passing => self.value > 0,
            _ => true,
        }
    }

    /// The colour of the filled part.
    const fn fill(&self) -> egui::Color32 {
        match self.meaning {
            Meaning::Protection => theme::SLATE,
            Meaning::Clock | Meaning::Injuries | Meaning::Strain => theme::RUST,
            _ if self.track => theme::MOSS,
            _ => theme::SLATE,
        }
    }
}

/// Contents of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardModel {
    /// The unit.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// Its figure.
    pub figure: String,
    /// Its role, or its current form.
    pub role: String,
    /// Its side.
    pub side: SideId,
    /// The name of its side.
    pub side_name: String,
    /// How it takes part, unless it is simply in the fight.
    pub status: Option<String>,
    /// Its position and posture.
    pub stance: String,
    /// Its position relative to its enemies, one sentence each.
    pub situation: Vec<String>,
    /// Its tracks, meters of its gear, pools, and unfinished undertakings.
    pub bars: Vec<Bar>,
    /// Its conditions, with when each ends.
    pub conditions: Vec<(String, String)>,
    /// The icon of each condition.
    pub condition_icons: Vec<&'static str>,
    /// Held and worn items: slot and item. Then fallen layers: name and state.
    pub gear: Vec<(String, String)>,
    /// Numbers from the ruleset.
    pub facts: Vec<Fact>,
    /// The indicators of its turn, its body, and its affinities to kinds of harm.
    pub profile: Profile,
}

impl CardModel {
    /// The card of a unit; `None` if there is no such unit.
    pub fn of(
        rules: &dyn Ruleset,
        ctx: Ctx<'_>,
        names: &Names,
        (id, viewer): (UnitId, Option<SideId>),
    ) -> Option<Self> {
        let unit = ctx.unit(id)?;
        let description = rules.describe();
        let bar = |track| {
            move |m: &Meter| {
                let name = capital(&names.content(&m.id));
                let meaning = meaning(description, &m.id, track);
                let icon = match track {
                    true => icons::of_track(m.id.as_str(), meaning),
                    false => icons::of_pool(m.id.as_str(), &name).0,
                };
                Bar { name, value: m.value, max: m.max, track, icon, meaning }
            }
        };
        let tracks = unit.tracks.0.iter().map(bar(true));
        let own_meters = |name: &str, meters: &Meters| -> Vec<Bar> {
            let name = |m: &Meter| format!("{}, {}", capital(name), names.content(&m.id));
            let meters = meters.iter();
            let (meaning, icon) = (Meaning::Protection, icon::BACKPACK);
            meters.map(|m| Bar { name: name(m), meaning, icon, ..bar(true)(m) }).collect()
        };
        let begun = unit.undertakings.0.iter().map(|what| Bar {
            name: capital(&names.content(&what.act)),
            value: what.done,
            max: what.of,
            track: false,
            icon: icon::HOURGLASS,
            meaning: Meaning::Reserve,
        });
        let items = unit.carriers.items().flat_map(|(slot, meters)| {
            let item = unit.gear.0.get(slot).map_or_else(String::new, |item| names.content(item));
            own_meters(&item, meters)
        });
        let standing = unit.carriers.standing();
        let layers =
            standing.flat_map(|layer| own_meters(&names.content(&layer.id), &layer.meters));
        let aside = unit.carriers.layers().filter(|layer| layer.state != LayerState::On);
        let aside =
            aside.map(|layer| (capital(&names.content(&layer.id)), layer.state.words().to_owned()));
        let conditions = unit.conditions.0.iter().map(|c| {
            (capital(&condition_text(c, names)), format!("ends {}", expiry(&c.expiry, names)))
        });
        let gear = unit
            .gear
            .0
            .iter()
            .map(|(slot, item)| (capital(&plain(slot.as_str())), names.content(item)));
        let itself = unit.form.sheet.kind == unit.identity.role;
        let role = if unit.form.stored.is_empty() || itself {
            capital(&names.content(&unit.identity.role))
        } else {
            let form = names.content(&unit.form.sheet.kind);
            format!("{}, as {form}", capital(&names.content(&unit.identity.role)))
        };
        Some(Self {
            id,
            name: unit.identity.name.clone(),
            figure: unit.form.figure(&unit.identity.role).to_string(),
            role,
            side: unit.side(),
            side_name: names.side(unit.side()),
            status: status(unit.status).map(str::to_owned),
            stance: stance(ctx, unit),
            situation: Vec::new(),
            bars: tracks
                .chain(layers)
                .chain(items)
                .chain(unit.pools.0.iter().map(bar(false)))
                .chain(begun)
                .collect(),
            conditions: conditions.collect(),
            condition_icons: unit
                .conditions
                .0
                .iter()
                .map(|c| icons::of_condition(c.id.as_str()))
                .collect(),
            gear: gear.chain(aside).collect(),
            facts: rules.card(ctx, id).into_iter().chain(known(rules, ctx, names, unit)).collect(),
            profile: rules.presentation().profile(ctx, id, viewer),
        })
    }
}

/// What a meter means. Meters that are not described are the body or a reserve.
fn meaning(description: &Description, id: &Key, track: bool) -> Meaning {
    let list = if track { &description.tracks } else { &description.pools };
    let spec = list.iter().find(|spec| spec.id == *id);
    let usual = if track { Meaning::Body } else { Meaning::Reserve };
    spec.map_or(usual, |spec| spec.meaning)
}

/// Enemies that are not fully aware of a unit, and what they know about it. Under fog of war that
/// is their secret.
fn known(rules: &dyn Ruleset, ctx: Ctx<'_>, names: &Names, unit: &Unit) -> Vec<Fact> {
    let (state, id) = (ctx.state, unit.id());
    if state.scene.fog.on || state.scene.knowledge.is_empty() {
        return Vec::new();
    }
    let fact =
        |label: &str, value: String| Fact { label: label.to_owned(), value, terms: Vec::new() };
    let foes: Vec<&Unit> =
        state.units.iter().filter(|u| u.side() != unit.side() && u.is_active()).collect();
    let mut facts = Vec::new();
    for (label, level) in [
        ("Unaware", Awareness::Unaware),
        ("Suspicious", Awareness::Suspects),
        ("Aware, not seeing it", Awareness::Notices),
    ] {
        let those = foes.iter().map(|u| u.id());
        let those = those.filter(|foe| state.knows(Observer::Unit(*foe), id) == level);
        let those: Vec<UnitId> = those.collect();
        if !those.is_empty() {
            facts.push(fact(label, names.units(&those)));
        }
    }
    let sides = (0u8..).map(SideId).take(state.scene.sides.len());
    for side in sides.filter(|side| *side != unit.side()) {
        let all = rules.describe().facts.iter();
        let learned = all.filter(|f| state.has_learned(Observer::Side(side), id, f.id.as_str()));
        let learned: Vec<&str> = learned.map(|f| f.name.as_str()).collect();
        if !learned.is_empty() {
            facts.push(fact(&format!("Known to {}", names.side(side)), learned.join(", ")));
        }
    }
    facts
}

/// How a unit takes part, unless it is simply in the fight.
fn status(status: Status) -> Option<&'static str> {
    match status {
        Status::Active => None,
        Status::Down => Some("Down"),
        Status::Dead => Some("Dead"),
        Status::Gone => Some("Left the board"),
        Status::Surrendered => Some("Surrendered"),
    }
}

/// "Standing at (3,4), height 1.5 m, facing north", "Flying 4 m above ground at (3,4), height ...".
fn stance(ctx: Ctx<'_>, unit: &Unit) -> String {
    let place = &unit.placement;
    let floor = place
        .at
        .cell()
        .and_then(|cell| ctx.state.scene.board.tile(cell))
        .map(|tile| tile.surface());
    let over = floor.map(|floor| place.feet - floor);
    let how = match (place.support, place.posture) {
        (SupportKind::Flight, _) => match over {
            Some(over) => format!("Flying {over} above ground"),
            None => "Flying".to_owned(),
        },
        (SupportKind::Water, _) => "Swimming".to_owned(),
        (SupportKind::Grip, _) => "Climbing".to_owned(),
        (SupportKind::Body, _) => "Carried".to_owned(),
        (SupportKind::Nothing, _) => "In mid-air".to_owned(),
        (_, Posture::Prone) => "Prone".to_owned(),
        (_, Posture::Standing) => "Standing".to_owned(),
    };
    format!("{how} at {}, height {}, facing {}", place.at, place.feet, place.facing.word())
}

/// Number of bars on a short card; further tracks and pools are numbers.
const BARS: usize = 2;
/// Edge length of the portrait on a short card and on a whole one, in points.
const SMALL: f32 = 26.0;
/// See [`SMALL`].
const LARGE: f32 = 56.0;
/// Height of the body figure on a short card and on a whole one, in points.
const FIGURE: [f32; 2] = [64.0, 150.0];
/// Space between two pools on a short card, and the width of one, in points.
const POOL: egui::Vec2 = egui::vec2(8.0, 50.0);
/// The width of a pool without its maximum, in points.
const SHORT_POOL: f32 = 32.0;
/// Maximum number of rows of pools on a short card.
const MOST_ROWS: usize = 2;
/// Size of a pool's numbers on a short card, in points.
const POOL_TEXT: f32 = 12.0;
/// Size of a condition on a short card, in points.
const CONDITION: f32 = 13.0;
/// Height of the line about the situation, in points.
const SITUATION: f32 = 13.0;
/// Meters with at most this many points are rows of boxes.
const MOST_BOXES: i32 = 8;

/// Shows the essentials: bars, pools, conditions and remarks. The rest is on the whole card.
pub fn show_short(ui: &mut egui::Ui, model: &CardModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.spacing_mut().item_spacing.y = 2.0;
    // Rows are only as high as their content.
    ui.spacing_mut().interact_size.y = 0.0;
    ui.horizontal(|ui| {
        portrait::show(ui, &model.figure, model.side, SMALL, model.status.is_some());
        let name = egui::RichText::new(&model.name).size(16.0);
        let name = ui.add(egui::Button::new(name).frame(false));
        if theme::named(name, &format!("Card of {}", model.name)).clicked() {
            intents.push(Intent::Input(Input::Look(model.id)));
        }
        match &model.status {
            Some(status) => ui.colored_label(theme::RUST, format!("{} {status}", icon::WARNING)),
            None => ui.add(egui::Label::new(theme::faded(&model.role).size(12.0)).truncate()),
        };
    });
    ui.horizontal_top(|ui| {
        if !model.profile.body.is_empty() {
            profile::show_body(ui, &model.profile.body, FIGURE[0]);
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            show_short_bars(ui, model);
            if !model.profile.body.is_empty() {
                show_pools(ui, model);
            }
        });
    });
    if model.profile.body.is_empty() {
        show_pools(ui, model);
    }
    ui.horizontal(|ui| {
        ui.set_height(14.0);
        if let Some(turn) = &model.profile.turn {
            profile::show_lights(ui, turn);
        }
        show_conditions(ui, model);
    });
    // With many meters there is no room for more; the whole card shows them.
    if !model.profile.body.is_empty() || ui.available_height() < SITUATION {
        return intents;
    }
    if let Some(line) = model.situation.first() {
        let label = ui.add(egui::Label::new(theme::faded(line).size(12.0)).truncate());
        label.on_hover_text(model.situation.join("\n"));
    }
    intents
}

/// True for a large meter of an item that a unit carries: there is no room for its bar beside the
/// body figure, so it is listed among the pools.
fn is_carried(model: &CardModel, bar: &Bar) -> bool {
    let beside_figure = !model.profile.body.is_empty() && bar.track;
    beside_figure && bar.meaning == Meaning::Protection && bar.max > MOST_BOXES && bar.value > 0
}

/// Shows the rest of each pool, side by side while there is room.
fn show_pools(ui: &mut egui::Ui, model: &CardModel) {
    let told = |bar: &&Bar| bar.max > 0 && (!bar.track || is_carried(model, bar));
    let pools: Vec<&Bar> = model.bars.iter().filter(told).collect();
    let wide = ui.available_width();
    let fitting = |room: f32| ((wide + POOL.x) / (room + POOL.x)).floor().max(1.0) as usize;
    // In a narrow window pools are shown without their maximum.
    let whole = pools.len() <= MOST_ROWS * fitting(POOL.y);
    let columns = fitting(if whole { POOL.y } else { SHORT_POOL });
    for row in pools.chunks(columns) {
        ui.horizontal(|ui| {
            ui.set_height(14.0);
            ui.spacing_mut().item_spacing.x = POOL.x;
            for bar in row {
                let text = match whole {
                    true => format!("{} {} / {}", bar.icon, bar.value, bar.max),
                    false => format!("{} {}", bar.icon, bar.value),
                };
                let text = egui::RichText::new(text).size(POOL_TEXT).color(theme::SLATE);
                let hover = format!("{}: {} of {}", bar.name, bar.value, bar.max);
                ui.label(text).on_hover_text(hover);
            }
        });
    }
}

/// Shows the conditions as icons, with their names while there is room and their durations on
/// hover.
fn show_conditions(ui: &mut egui::Ui, model: &CardModel) {
    let all = || model.conditions.iter().zip(&model.condition_icons);
    let font = egui::FontId::proportional(CONDITION);
    let named = |((what, _), glyph): (&(String, String), &&str)| format!("{glyph} {what}");
    let width = |text: String| {
        ui.painter().layout_no_wrap(text, font.clone(), theme::BRASS).size().x + theme::GAP
    };
    let fits = all().map(named).map(width).sum::<f32>() <= ui.available_width();
    for ((what, end), glyph) in all() {
        let text = if fits { format!("{glyph} {what}") } else { (*glyph).to_owned() };
        let label = ui.label(egui::RichText::new(text).size(CONDITION).color(theme::BRASS));
        label.on_hover_text(format!("{what}, {end}"));
    }
}

/// Shows the condition of the body and its protection: the body always, other tracks only if they
/// are not empty. Small tracks are rows of boxes.
fn show_short_bars(ui: &mut egui::Ui, model: &CardModel) {
    let tracks = model.bars.iter().filter(|bar| bar.track);
    let told = tracks.enumerate().filter(|(at, bar)| match bar.meaning {
        Meaning::Body => *at == 0 || bar.value > 0 || bar.max <= MOST_BOXES,
        Meaning::Clock => bar.is_running(),
        _ => bar.value > 0,
    });
    let (small, large): (Vec<&Bar>, Vec<&Bar>) =
        told.map(|(_, bar)| bar).partition(|bar| (1..=MOST_BOXES).contains(&bar.max));
    let (bodies, others): (Vec<&Bar>, Vec<&Bar>) =
        small.into_iter().partition(|bar| bar.meaning == Meaning::Body);
    let clocks = large.iter().copied().filter(|bar| bar.is_running());
    let first = large.iter().copied().filter(|bar| !bar.is_running() && !is_carried(model, bar));
    let first = first.take(BARS);
    for bar in clocks.chain(first) {
        theme::meter(ui, &bar.name, bar.value, bar.max, bar.fill());
    }
    for row in [bodies, others].into_iter().filter(|row| !row.is_empty()) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            for bar in row {
                theme::boxes(ui, (bar.icon, &bar.name), (bar.value, bar.max), bar.fill());
            }
        });
    }
}

/// Shows the whole card.
pub fn show(ui: &mut egui::Ui, model: &CardModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        portrait::show(ui, &model.figure, model.side, LARGE, model.status.is_some());
        let name =
            ui.add(egui::Button::new(egui::RichText::new(&model.name).heading()).frame(false));
        if theme::named(name, &format!("Card of {}", model.name)).clicked() {
            intents.push(Intent::Input(Input::Look(model.id)));
        }
    });
    ui.label(theme::faded(format!("{}, {}", model.role, model.side_name)));
    if let Some(status) = &model.status {
        ui.colored_label(theme::RUST, format!("{} {status}", icon::WARNING));
    }
    for bar in model.bars.iter().filter(|bar| bar.is_told()) {
        theme::meter(ui, &bar.name, bar.value, bar.max, bar.fill());
    }
    let profile = &model.profile;
    if let Some(turn) = &profile.turn {
        profile::show_turn(ui, turn);
    }
    if !profile.body.is_empty() {
        ui.horizontal_top(|ui| {
            profile::show_body(ui, &profile.body, FIGURE[1]);
            ui.vertical(|ui| profile::show_injuries(ui, &profile.body));
        });
    }
    profile::show_affinities(ui, &profile.affinities, true);
    ui.label(theme::faded(&model.stance));
    for line in &model.situation {
        ui.label(theme::faded(line));
    }
    for (what, end) in &model.conditions {
        ui.colored_label(theme::BRASS, format!("{} {what}", icon::HOURGLASS)).on_hover_text(end);
        ui.label(theme::faded(end));
    }
    if !model.facts.is_empty() {
        ui.separator();
        let gap = 14.0;
        let grid = egui::Grid::new(("facts", model.id.0)).num_columns(2).striped(true);
        // Long values take several lines.
        let grid = grid.max_col_width(((ui.available_width() - gap) / 2.0).max(60.0));
        grid.spacing([gap, 2.0]).min_row_height(18.0).show(ui, |ui| {
            for fact in &model.facts {
                let label = ui.label(&fact.label);
                let value = ui.label(&fact.value);
                if !fact.terms.is_empty() {
                    let terms: Vec<String> = fact.terms.iter().map(ToString::to_string).collect();
                    let text = terms.join("\n");
                    label.on_hover_text(&text);
                    value.on_hover_text(text);
                }
                ui.end_row();
            }
        });
    }
    if !model.gear.is_empty() {
        ui.separator();
        for (slot, item) in &model.gear {
            ui.label(theme::faded(format!("{slot}: {item}")));
        }
    }
    intents
}
