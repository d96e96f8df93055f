//! Props: kinds of things that the level defines itself, made of boxes.

use std::sync::Arc;

use egui_phosphor::regular as icon;

use super::palette::{Choice, choices};
use super::parts::{button, choice, field, heading, height, stepper, words};
use super::view::{View, changed};
use crate::editor::action::EditorAction;
use crate::editor::palette::Palette;
use crate::{egui, theme};
use editor::Edit;
use grid::{Cell, Material, Prop, PropBox, PropPaint, Rgb};
use level::{Item, Level, MAX_PROPS};

/// Step of the sides of boxes, in centimetres.
const STEP: i16 = 5;

/// Marks that a prop has just been chosen: its settings are scrolled into view.
const CHOSEN: &str = "prop chosen just now";

/// All props, by name: those in the level, and new ones that do not stand anywhere yet.
pub fn known(level: &Level, palette: &Palette) -> Vec<Arc<Prop>> {
    let placed = level.props();
    let own = palette.props.iter().filter(|prop| !placed.contains_key(prop.name.as_str()));
    let mut all: Vec<Arc<Prop>> = own.chain(placed.values().copied()).cloned().collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Shows the list of props.
pub fn list(ui: &mut egui::Ui, view: &View<'_>, palette: &mut Palette) {
    heading(ui, "Of this level");
    let known = known(view.editor.level(), palette);
    let all = known.iter().map(|prop| Choice {
        name: prop.name.clone(),
        colour: None,
        chosen: palette.item.prop.as_ref().is_some_and(|own| own.name == prop.name),
        tip: format!("{} high, of {} boxes", prop.height, prop.boxes.len()),
    });
    if let Some(prop) = choices(ui, "props", all).and_then(|n| known.get(n)) {
        palette.item = Item::custom(prop.clone());
        palette.prop_box = 0;
        ui.data_mut(|data| data.insert_temp(egui::Id::new(CHOSEN), true));
    }
    let tip = "A kind of thing of your own, built of boxes. It is saved with the level once one \
               stands on it.";
    if known.len() < MAX_PROPS && button(ui, (icon::PLUS, "New thing"), false, tip) {
        let names = (1..=known.len() + 1).map(|n| format!("thing {n}"));
        let taken = |name: &String| known.iter().any(|prop| prop.name == *name);
        let name = names.into_iter().find(|name| !taken(name)).unwrap_or_default();
        let prop = Arc::new(Prop::plain(&name));
        palette.props.push(prop.clone());
        palette.item = Item::custom(prop);
        palette.prop_box = 0;
        ui.data_mut(|data| data.insert_temp(egui::Id::new(CHOSEN), true));
    }
}

/// Shows the settings of the chosen prop.
pub fn details(ui: &mut egui::Ui, view: &View<'_>, mut palette: Palette) -> Vec<EditorAction> {
    let Some(old) = palette.item.prop.clone() else { return changed(view, palette) };
    if ui.data_mut(|data| data.remove_temp::<bool>(egui::Id::new(CHOSEN))).is_some() {
        ui.scroll_to_cursor(Some(egui::Align::TOP));
    }
    let mut new = (*old).clone();
    let mut actions = Vec::new();
    heading(ui, "Name");
    if let Some(name) = field(ui, "Thing name", &old.name, 1) {
        let name = name.trim().to_owned();
        let known = known(view.editor.level(), &palette);
        match known.iter().any(|prop| prop.name == name) {
            true => actions.push(EditorAction::Refuse(format!("{name} exists already."))),
            false => new.name = name,
        }
    }
    facts(ui, &mut new);
    boxes(ui, &mut new, &mut palette.prop_box);
    if new != *old {
        if let Some(fault) = new.fault() {
            actions.push(EditorAction::Refuse(format!("This thing would have {fault}.")));
            return actions;
        }
        let new = Arc::new(new);
        let cells = redefined(view.editor.level(), &old, &new);
        if !cells.is_empty() {
            actions.push(EditorAction::Edit(Box::new(Edit::Things(cells))));
        }
        palette.item = changed_item(&palette.item, &old, &new);
        palette.props.retain(|prop| *prop != old);
        palette.props.push(new);
    }
    actions.extend(changed(view, palette));
    actions
}

/// The thing after its prop was changed. Its height follows that of the prop, unless it has its
/// own.
fn changed_item(item: &Item, old: &Prop, new: &Arc<Prop>) -> Item {
    let height = if item.height == old.height { new.height } else { item.height };
    Item { height, prop: Some(new.clone()), ..item.clone() }
}

/// All things of the level made from this prop, updated.
fn redefined(level: &Level, old: &Arc<Prop>, new: &Arc<Prop>) -> Vec<(Cell, Option<Item>)> {
    let all = level.things.iter().filter(|(_, item)| item.prop.as_ref() == Some(old));
    all.map(|(cell, item)| (*cell, Some(changed_item(item, old, new)))).collect()
}

/// Its effects on units.
fn facts(ui: &mut egui::Ui, prop: &mut Prop) {
    heading(ui, "Units");
    let footings = Prop::FOOTINGS.map(|(_, footing)| footing);
    let name = |footing| {
        let found = Prop::FOOTINGS.iter().position(|(_, other)| *other == footing);
        ["Blocked", "On top", "Through"][found.unwrap_or_default()].to_owned()
    };
    prop.footing = choice(ui, prop.footing, &footings, name).unwrap_or(prop.footing);
    ui.push_id("prop material", |ui| {
        let name = |material| words(Material::name(material));
        prop.material = choice(ui, prop.material, &Material::ALL, name).unwrap_or(prop.material);
    });
    prop.height = height(ui, "Matter high", prop.height, (1, 20)).unwrap_or(prop.height);
    let cover = match prop.cover_cm {
        0 => "nothing".to_owned(),
        cm => format!("{} m", length(cm.into())),
    };
    let by = stepper(ui, "Stops", &cover);
    let cover = (i32::from(prop.cover_cm) + by * 10).clamp(0, 100);
    prop.cover_cm = u8::try_from(cover).unwrap_or(prop.cover_cm);
}

/// Centimetres as metres.
fn length(cm: i16) -> String {
    format!("{:.2}", f32::from(cm) / 100.0)
}

/// The boxes, one of which is shown with its sides.
fn boxes(ui: &mut egui::Ui, prop: &mut Prop, chosen: &mut usize) {
    heading(ui, "Boxes");
    *chosen = (*chosen).min(prop.boxes.len().saturating_sub(1));
    let numbers: Vec<usize> = (0..prop.boxes.len()).collect();
    ui.push_id("boxes", |ui| {
        *chosen = choice(ui, *chosen, &numbers, |n| format!("{}", n + 1)).unwrap_or(*chosen);
    });
    let Some(one) = prop.boxes.get(*chosen).copied() else { return };
    let mut wanted = one;
    sides(ui, &mut wanted);
    surface(ui, &mut wanted.paint);
    if let Some(slot) = prop.boxes.get_mut(*chosen) {
        *slot = wanted;
    }
    ui.horizontal(|ui| {
        let tip = "Add a box like this one.";
        if prop.boxes.len() < Prop::MAX_BOXES && button(ui, (icon::COPY, "Add box"), false, tip) {
            prop.boxes.push(wanted);
            *chosen = prop.boxes.len() - 1;
        }
        let tip = "Remove this box.";
        if prop.boxes.len() > 1 && button(ui, (icon::TRASH, "Remove box"), false, tip) {
            prop.boxes.remove(*chosen);
        }
    });
}

/// Steppers for the six sides of a box. A side never passes the opposite one.
fn sides(ui: &mut egui::Ui, one: &mut PropBox) {
    let far = PropBox::FAR;
    let names = [("West", "East"), ("North", "South"), ("Foot", "Top")];
    for (axis, (low_name, high_name)) in names.into_iter().enumerate() {
        let bounds = if axis == 2 { (0, PropBox::HIGH) } else { (-far, far) };
        let (Some(low), Some(high)) = (one.from.get_mut(axis), one.to.get_mut(axis)) else {
            continue;
        };
        let by = stepper(ui, low_name, &format!("{} m", length(*low)));
        *low = stepped(*low, by, (bounds.0, high.saturating_sub(STEP)));
        let by = stepper(ui, high_name, &format!("{} m", length(*high)));
        *high = stepped(*high, by, (low.saturating_add(STEP), bounds.1));
    }
}

/// A length after some steps; unchanged where the bounds leave no room.
fn stepped(now: i16, by: i32, (low, high): (i16, i16)) -> i16 {
    let by = i16::try_from(by).unwrap_or_default();
    let wanted = now.saturating_add(by.saturating_mul(STEP));
    if by == 0 || low > high { now } else { wanted.clamp(low, high) }
}

fn surface(ui: &mut egui::Ui, paint: &mut PropPaint) {
    let now = match *paint {
        PropPaint::Material(material) => Some(material),
        PropPaint::Colour(_) => None,
    };
    let all: Vec<Option<Material>> = Material::ALL.into_iter().map(Some).chain([None]).collect();
    let name = |material: Option<Material>| {
        material.map_or_else(|| "Colour".to_owned(), |material| words(material.name()))
    };
    ui.push_id("surface", |ui| match choice(ui, now, &all, name) {
        Some(Some(material)) => *paint = PropPaint::Material(material),
        Some(None) => *paint = PropPaint::Colour(Rgb(0x9a, 0x6c, 0x3f)),
        None => {}
    });
    if let PropPaint::Colour(Rgb(r, g, b)) = *paint {
        ui.horizontal(|ui| {
            let mut own = [r, g, b];
            if ui.color_edit_button_srgb(&mut own).changed() {
                let [r, g, b] = own;
                *paint = PropPaint::Colour(Rgb(r, g, b));
            }
            ui.label(theme::faded("Colour of this box"));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use editor::Draft;
    use grid::{Hm, Terrain, ThingKind};

    #[test]
    fn changing_a_prop_changes_all_things_that_are_it_and_can_be_undone() {
        let mut draft = Draft::new(Level::blank("Props", 8, 8, Terrain::Grass));
        let cart = Arc::new(Prop::plain("cart"));
        let tall = Item { height: Hm(7), ..Item::custom(cart.clone()) };
        let other = Item::custom(Arc::new(Prop::plain("stall")));
        let things = [Item::custom(cart.clone()), tall, other, Item::new(ThingKind::Crate)];
        let cells = (0..).zip(things).map(|(x, item)| (Cell::new(x, 1), Some(item)));
        draft.apply(Edit::Things(cells.collect())).unwrap();
        let before = draft.level().clone();
        let new = Arc::new(Prop { height: Hm(3), name: "wain".to_owned(), ..(*cart).clone() });
        let edit = Edit::Things(redefined(draft.level(), &cart, &new));
        draft.apply(edit).unwrap();
        let names: Vec<String> = draft.level().things.values().map(Item::title).collect();
        assert_eq!(names, ["wain", "wain", "stall", "crate"]);
        let heights: Vec<Hm> = draft.level().things.values().map(|item| item.height).collect();
        assert_eq!(heights, [Hm(3), Hm(7), Hm(2), Hm(2)]);
        assert!(draft.undo().is_some());
        assert_eq!(*draft.level(), before);
    }

    #[test]
    fn sides_move_in_steps_and_not_past_each_other() {
        assert_eq!(stepped(10, 1, (-75, 40)), 15);
        assert_eq!(stepped(40, 1, (-75, 40)), 40);
        assert_eq!(stepped(2, 0, (-75, -3)), 2, "as the file has it");
        assert_eq!(stepped(2, 1, (5, 3)), 2);
    }

    #[test]
    fn props_are_listed_once_whether_they_stand_somewhere_or_not() {
        let mut level = Level::blank("Props", 8, 8, Terrain::Grass);
        let cart = Arc::new(Prop::plain("cart"));
        level.things.insert(Cell::new(1, 1), Item::custom(cart.clone()));
        let props = vec![Arc::new(Prop::plain("stall")), cart];
        let palette = Palette { props, ..Palette::default() };
        let names: Vec<String> = known(&level, &palette).iter().map(|p| p.name.clone()).collect();
        assert_eq!(names, ["cart", "stall"]);
    }
}
