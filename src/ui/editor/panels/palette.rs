//! The palettes: terrain, things, walls, zones, and actions for the selection.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::editor::palette::{OPENINGS, WALLS};
use crate::editor::tools::{Kind, ToolExt};
use crate::{egui, theme};
use editor::{Edit, GridTransform, Marks, ZoneUse, uses_of};
use grid::{Climb, EdgeKind, Haze, Light, Material, Rough, Terrain};
use level::DeckItem;
use picture::ground_colour;

use settings::EditorKey;

use super::parts::{button, choice, field, glyph, heading, words};
use super::view::{View, changed};

/// An entry to choose: name, optional colour swatch, whether it is selected, and tooltip.
pub(super) struct Choice {
    pub name: String,
    pub colour: Option<u32>,
    pub chosen: bool,
    pub tip: String,
}

/// Shows entries in two columns. Returns the index of the clicked one.
pub(super) fn choices(
    ui: &mut egui::Ui,
    name: &str,
    all: impl Iterator<Item = Choice>,
) -> Option<usize> {
    let mut clicked = None;
    let width = (ui.available_width() - 3.0) / 2.0;
    let grid = egui::Grid::new(name).num_columns(2).spacing([3.0, 1.0]);
    // All terrains must fit into the smallest window.
    grid.min_row_height(21.0).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 21.0;
        ui.spacing_mut().button_padding = egui::vec2(5.0, 1.0);
        for (n, Choice { name, colour, chosen, tip }) in all.enumerate() {
            let text = match colour {
                Some(_) => format!("     {name}"),
                None => name.clone(),
            };
            let button = egui::Button::selectable(chosen, text).truncate();
            let size = egui::vec2(width, 21.0);
            let layout = egui::Layout::left_to_right(egui::Align::Center).with_main_justify(true);
            let layout = layout.with_main_align(egui::Align::Min);
            let button = ui.allocate_ui_with_layout(size, layout, |ui| ui.add(button)).inner;
            if let Some(colour) = colour {
                let [_, r, g, b] = colour.to_be_bytes();
                let corner = button.rect.left_top() + egui::vec2(4.0, 4.0);
                let size = egui::vec2(14.0, button.rect.height() - 8.0);
                let patch = egui::Rect::from_min_size(corner, size);
                ui.painter().rect_filled(patch, 2.0, egui::Color32::from_rgb(r, g, b));
            }
            if super::parts::named(button, &name).on_hover_text(tip).clicked() {
                clicked = Some(n);
            }
            if n % 2 == 1 {
                ui.end_row();
            }
        }
    });
    clicked
}

/// Actions for the selection.
pub fn selection(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let count = view.editor.selection.len();
    let text = match count {
        0 => "Nothing selected.".to_owned(),
        1 => "1 cell selected.".to_owned(),
        n => format!("{n} cells selected."),
    };
    ui.label(theme::faded(text));
    if count > 0 {
        ui.horizontal_wrapped(|ui| {
            let rows = [
                (
                    "Turn right",
                    "Turn clockwise in place.",
                    EditorAction::GridTransform(GridTransform::CLOCKWISE),
                ),
                (
                    "Turn left",
                    "Turn counter-clockwise in place.",
                    EditorAction::GridTransform(GridTransform::COUNTER),
                ),
                (
                    "Flip W-E",
                    "Mirror west and east.",
                    EditorAction::GridTransform(GridTransform::WEST_EAST),
                ),
                (
                    "Flip N-S",
                    "Mirror north and south.",
                    EditorAction::GridTransform(GridTransform::NORTH_SOUTH),
                ),
                (
                    "Delete",
                    "Clear the cells and fill them with the surrounding ground.",
                    EditorAction::Delete,
                ),
            ];
            for (name, tip, action) in rows {
                if button(ui, ("", name), false, tip) {
                    actions.push(action);
                }
            }
        });
    }
    ui.label(theme::faded("Hidden and locked layers stay unchanged."));
    actions
}

/// Terrain, water, roofs, light and ground attributes.
pub fn ground(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    match palette.kind {
        Kind::Light => {
            let name = |light: Light| format!("{light:?}");
            if let Some(light) =
                choice(ui, palette.light, &[Light::Bright, Light::Dim, Light::Dark], name)
            {
                palette.light = light;
            }
        }
        Kind::Marks => marks(ui, &mut palette.marks),
        Kind::Ceiling => {
            let mut open = palette.ceiling.is_none();
            ui.checkbox(&mut open, "Open sky");
            if open != palette.ceiling.is_none() {
                palette.ceiling = (!open).then_some(grid::Hm::metres(3));
            }
        }
        Kind::Depth => {
            ui.label(theme::faded("Units wade up to 0.5 m and swim in deeper water."));
        }
        _ => {
            ui.add_enabled_ui(!palette.with_height, |ui| {
                ui.checkbox(&mut palette.dig, "Dig water").on_hover_text(
                    "The surface stays level: water is dug in, and dry land fills it up. Otherwise \
                     the floor stays and water stands on it.",
                );
            });
            ui.checkbox(&mut palette.with_height, "Set height")
                .on_hover_text("Also set this height where you paint.");
            let all = Terrain::ALL.into_iter().map(|terrain| Choice {
                name: words(terrain.name()),
                colour: Some(ground_colour(terrain)),
                chosen: palette.tile.terrain == terrain,
                tip: words(terrain.name()),
            });
            if let Some(terrain) =
                choices(ui, "terrains", all).and_then(|n| Terrain::ALL.get(n).copied())
            {
                palette.tile = terrain.tile();
            }
        }
    }
    changed(view, palette)
}

/// The ground attributes to set; each may stay unchanged.
fn marks(ui: &mut egui::Ui, marks: &mut Marks) {
    fn row<T: Copy + PartialEq>(
        ui: &mut egui::Ui,
        title: &str,
        now: &mut Option<T>,
        all: &[T],
        name: impl Fn(T) -> &'static str,
    ) {
        heading(ui, title);
        let values: Vec<Option<T>> =
            std::iter::once(None).chain(all.iter().copied().map(Some)).collect();
        let text = |value: Option<T>| value.map_or("Unchanged".to_owned(), |v| words(name(v)));
        ui.push_id(title, |ui| {
            if let Some(wanted) = choice(ui, *now, &values, text) {
                *now = wanted;
            }
        });
    }
    let yes_or_no = |on: bool| if on { "yes" } else { "no" };
    let rough = |rough: Rough| match rough {
        Rough::None => "open",
        Rough::Light => "light",
        Rough::Heavy => "heavy",
    };
    row(ui, "Rough", &mut marks.rough, &[Rough::None, Rough::Light, Rough::Heavy], rough);
    row(ui, "Climbing", &mut marks.climb, &Climb::ALL, Climb::name);
    row(ui, "Haze up to 3 m", &mut marks.haze, &Haze::ALL, Haze::name);
    row(ui, "Rough water", &mut marks.rough_water, &[false, true], yes_or_no);
    row(ui, "No air", &mut marks.airless, &[false, true], yes_or_no);
}

/// Heights to choose from.
pub fn heights(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    ui.add(egui::Label::new(theme::faded(palette.kind.help())).wrap());
    match palette.kind {
        Kind::SetHeight => {
            ui.horizontal_wrapped(|ui| {
                for half in [-4, -2, -1, 0, 1, 2, 3, 4, 6, 8, 10, 12] {
                    let height = grid::Hm(half);
                    let text = height.to_string();
                    if ui.selectable_label(palette.height == height, text).clicked() {
                        palette.height = height;
                    }
                }
            });
        }
        Kind::Ramp => {
            let size = palette.brush().size;
            let by = super::parts::stepper(ui, "Width", &size.to_string());
            palette.widen(i8::try_from(by).unwrap_or_default());
        }
        _ => {}
    }
    changed(view, palette)
}

/// Decks.
pub fn decks(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    if palette.kind == Kind::Deck {
        heading(ui, "Material");
        let name = |material| words(Material::name(material));
        let material = choice(ui, palette.deck.material, &DeckItem::MATERIALS, name);
        palette.deck.material = material.unwrap_or(palette.deck.material);
        heading(ui, "Ladder");
        ui.push_id("ladder", |ui| {
            let name = |climb: Climb| match climb {
                Climb::Unmarked => "None".to_owned(),
                other => words(other.name()),
            };
            let climb = choice(ui, palette.deck.climb, &Climb::ALL, name);
            palette.deck.climb = climb.unwrap_or(palette.deck.climb);
        });
    }
    ui.add(egui::Label::new(theme::faded(palette.kind.help())).wrap());
    ui.label(theme::faded(view.editor.storeys.words()));
    let keys = [EditorKey::StoreyUp, EditorKey::StoreyDown];
    let [up, down] = keys.map(|key| view.keys.short(settings::Action::Edit(key)));
    let mut actions = changed(view, palette);
    ui.horizontal(|ui| {
        for (name, tip, by) in [
            ("Storey up", format!("Show and edit the next storey up.\nKey: {up}"), 1),
            ("Storey down", format!("Show and edit the next storey down.\nKey: {down}"), -1),
        ] {
            if button(ui, ("", name), false, tip) {
                actions.push(EditorAction::Storey(by));
            }
        }
    });
    actions
}

/// Walls, doors and windows.
pub fn walls(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    let list = if palette.kind == Kind::Door { &OPENINGS[..] } else { &WALLS[..] };
    if palette.kind != Kind::RemoveWalls {
        let now = if palette.kind == Kind::Door { palette.opening.kind } else { palette.wall };
        let all = list.iter().map(|kind| Choice {
            name: words(kind.spec().name),
            colour: None,
            chosen: now == *kind,
            tip: match kind {
                EdgeKind::Hatch => "A door in a deck; click on the deck".to_owned(),
                _ => format!("{} high", kind.spec().height),
            },
        });
        match (choices(ui, "walls", all).and_then(|n| list.get(n)), palette.kind) {
            (Some(kind), Kind::Door) => palette.opening.kind = *kind,
            (Some(kind), _) => palette.wall = *kind,
            (None, _) => {}
        }
    }
    if palette.kind == Kind::Door {
        let opening = &mut palette.opening;
        ui.checkbox(&mut opening.open, "Open");
        // An open leaf can be neither locked nor secret.
        opening.locked &= !opening.open;
        opening.secret &= !opening.open;
        let locked = egui::Checkbox::new(&mut opening.locked, "Locked");
        ui.add_enabled(!opening.open, locked).on_hover_text(
            "Under the Evoker rules no unit walks through it until the lock is picked or it is \
             broken. Other rules know no locks.",
        );
        let secret = egui::Checkbox::new(&mut opening.secret, "Secret");
        ui.add_enabled(!opening.open, secret).on_hover_text(
            "In a battle it looks like the wall or the floor around it until a unit stops beside it, \
             or a lever or an event opens it. Here it has a violet frame.",
        );
    }
    ui.add(egui::Label::new(theme::faded(palette.kind.help())).wrap());
    changed(view, palette)
}

/// Zones and their uses.
pub fn zones(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    let mut edits = Vec::new();
    let level = view.editor.level();
    for (name, cells) in &level.regions {
        let selected = palette.zone.as_ref() == Some(name);
        let text = format!("{name} ({})", cells.len());
        let button = egui::Button::selectable(selected, text);
        let button = ui.add(button.min_size(egui::vec2(ui.available_width(), 22.0)));
        if super::parts::named(button, name).clicked() {
            palette.zone = Some(name.clone());
        }
    }
    if button(ui, (icon::PLUS, "New zone"), false, "Create an empty zone.") {
        let free = (1..).map(|n| format!("zone {n}")).find(|n| !level.regions.contains_key(n));
        if let Some(name) = free {
            palette.zone = Some(name.clone());
            edits.push(Edit::AddZone(name));
        }
    }
    if let Some(name) = view.editor.palette.zone.as_ref().filter(|n| level.regions.contains_key(*n))
    {
        ui.separator();
        ui.push_id(("zone", name), |ui| zone(ui, view, name, &mut edits, &mut palette.zone));
    }
    let edits = edits.into_iter().map(|edit| EditorAction::Edit(Box::new(edit)));
    edits.chain(changed(view, palette)).collect()
}

/// The selected zone.
fn zone(
    ui: &mut egui::Ui,
    view: &View<'_>,
    name: &str,
    edits: &mut Vec<Edit>,
    chosen: &mut Option<String>,
) {
    ui.horizontal(|ui| {
        heading(ui, "Selected zone");
        if glyph(ui, icon::TRASH, "Remove zone", "Remove the zone, its uses and its goals.") {
            edits.push(Edit::RemoveZone(name.to_owned()));
        }
    });
    if let Some(to) = field(ui, "Zone name", name, 1) {
        *chosen = Some(to.clone());
        edits.push(Edit::RenameZone { from: name.to_owned(), to });
    }
    ui.label(theme::faded("Use"));
    let uses = uses_of(view.editor.level(), name);
    let mut usable = vec![(ZoneUse::Exit, "Exit".to_owned())];
    for (n, side) in view.editor.level().sides.iter().enumerate() {
        usable.push((ZoneUse::Start(n), format!("Start of {}", side.name)));
        // No ruleset has rules for hidden entry: it can only be taken away.
        if uses.contains(&ZoneUse::Hidden(n)) {
            usable.push((ZoneUse::Hidden(n), format!("Hidden entry of {}", side.name)));
        }
    }
    for (what, text) in usable {
        let was = uses.contains(&what);
        let mut on = was;
        ui.checkbox(&mut on, text);
        if on != was {
            edits.push(Edit::UseZone { zone: name.to_owned(), what, on });
        }
    }
    ui.label(theme::faded("Goals can use it too: see the Sides page."));
}
