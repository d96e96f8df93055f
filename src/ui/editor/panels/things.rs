//! The palette of things: their kinds in groups, and the settings of a single thing.

use super::palette::{Choice, choices};
use super::parts::{choice, heading, stepper, words};
use super::props;
use super::view::{View, changed};
use crate::editor::action::EditorAction;
use crate::editor::palette::Palette;
use crate::editor::tools::{Kind, ToolExt};
use crate::{egui, theme};
use grid::{Finish, Footing, Lamp, LampSetting, Material, Rgb, Rough, ThingKind};
use level::Item;

/// The kinds by group.
const GROUPS: [(&str, &[ThingKind]); 4] = [
    (
        "Nature",
        &[
            ThingKind::Tree,
            ThingKind::DeadTree,
            ThingKind::Bush,
            ThingKind::Hedge,
            ThingKind::Boulder,
            ThingKind::Rubble,
        ],
    ),
    (
        "Furniture and goods",
        &[
            ThingKind::Crate,
            ThingKind::Barrel,
            ThingKind::Table,
            ThingKind::Bed,
            ThingKind::Shelf,
            ThingKind::Altar,
        ],
    ),
    (
        "Built",
        &[
            ThingKind::Bridge,
            ThingKind::Lever,
            ThingKind::Pillar,
            ThingKind::Statue,
            ThingKind::Well,
            ThingKind::Barricade,
            ThingKind::Wagon,
            ThingKind::Tent,
            ThingKind::Machine,
        ],
    ),
    ("Lights", &[ThingKind::Lamp, ThingKind::Campfire, ThingKind::Crystal]),
];

/// Initial light of a thing that is lit.
const FIRST_LAMP: Lamp = Lamp { bright: 4, dim: 8, ..Lamp::POST };

/// Shows the palette.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    let scatter = palette.kind == Kind::Scatter;
    if scatter {
        let by = stepper(ui, "Seed", &palette.seed.to_string());
        palette.seed = palette.seed.saturating_add_signed(i64::from(by));
        ui.label(theme::faded("Scatter a random choice of the highlighted things:"));
    }
    if palette.kind == Kind::RemoveThings {
        ui.label(theme::faded(palette.kind.help()));
        return changed(view, palette);
    }
    kinds(ui, &mut palette, scatter);
    if !scatter {
        props::list(ui, view, &mut palette);
        let bridge = palette.item.kind == ThingKind::Bridge;
        if bridge {
            ui.checkbox(&mut palette.level_deck, "Level with the bank").on_hover_text(
                "Press on the bank and drag across: bridges appear over lower ground, with decks \
                 as high as the bank.",
            );
        }
        let kind = palette.item.kind;
        let mut finish = palette.item.finish;
        material(ui, kind, &mut finish);
        if kind.scales() {
            scale(ui, &mut finish);
        }
        light(ui, kind, &mut finish);
        palette.item.finish = finish.for_kind(kind);
        if kind == ThingKind::Custom {
            return props::details(ui, view, palette);
        }
    }
    changed(view, palette)
}

fn kinds(ui: &mut egui::Ui, palette: &mut Palette, scatter: bool) {
    for (name, group) in GROUPS {
        heading(ui, name);
        let all = group.iter().map(|kind| Choice {
            name: words(kind.spec().name),
            colour: None,
            chosen: match scatter {
                true => palette.kinds.contains(kind),
                false => palette.item.kind == *kind,
            },
            tip: facts(*kind),
        });
        let clicked = choices(ui, name, all).and_then(|n| group.get(n).copied());
        match clicked {
            Some(kind) if !scatter => palette.item = Item::new(kind),
            Some(kind) if palette.kinds.contains(&kind) => {
                palette.kinds.retain(|other| *other != kind);
            }
            Some(kind) => palette.kinds.push(kind),
            None => {}
        }
    }
}

/// The effects of a kind on units, in words.
fn facts(kind: ThingKind) -> String {
    let spec = kind.spec();
    let footing = match spec.footing {
        Footing::Blocks => "no unit can stand there",
        Footing::Platform => "units stand on top",
        Footing::Through(Rough::None) => "units walk past",
        Footing::Through(_) => "units cross it as rough ground",
    };
    let sight = if spec.material.is_hard() { "" } else { "; hides, but stops no missile" };
    let light = if kind.lamp().is_some() { "; gives light" } else { "" };
    format!("{} high; {footing}{sight}{light}", spec.height)
}

fn material(ui: &mut egui::Ui, kind: ThingKind, finish: &mut Finish) {
    let all = kind.materials();
    if all.len() < 2 {
        return;
    }
    heading(ui, "Material");
    let wanted = choice(ui, finish.material_of(kind), all, |material: Material| {
        words(Material::name(material))
    });
    if wanted.is_some() {
        finish.material = wanted;
    }
}

fn scale(ui: &mut egui::Ui, finish: &mut Finish) {
    let by = stepper(ui, "Scale", &format!("{} %", finish.scale));
    let (low, high) = Finish::SCALES;
    let step = i32::from(Finish::SCALE_STEP);
    let wanted = (i32::from(finish.scale) + by * step).clamp(low.into(), high.into());
    finish.scale = u8::try_from(wanted).unwrap_or(finish.scale);
}

fn light(ui: &mut egui::Ui, kind: ThingKind, finish: &mut Finish) {
    heading(ui, "Light");
    let lit = finish.lamp_of(kind);
    let names = [false, true];
    let wanted =
        choice(ui, lit.is_some(), &names, |lit| if lit { "Lit" } else { "No light" }.to_owned());
    match wanted {
        Some(true) => {
            finish.light = LampSetting::Own(kind.lamp().unwrap_or(FIRST_LAMP));
            return;
        }
        Some(false) => {
            finish.light = LampSetting::Out;
            return;
        }
        None => {}
    }
    let Some(mut lamp) = lit else { return };
    let stepped = |now: u8, by: i32, low: u8, high: u8| {
        let wanted = (i32::from(now) + by).clamp(low.into(), high.into());
        u8::try_from(wanted).unwrap_or(now)
    };
    let by = stepper(ui, "Bright to", &format!("{} m", lamp.bright));
    lamp.bright = stepped(lamp.bright, by, 0, Lamp::MAX_BRIGHT);
    lamp.dim = lamp.dim.max(lamp.bright);
    let by = stepper(ui, "Dim to", &format!("{} m", lamp.dim));
    lamp.dim = stepped(lamp.dim, by, lamp.bright.max(1), Lamp::MAX_DIM);
    let colours = Rgb::NAMED.into_iter().map(|(name, colour)| Choice {
        name: words(name),
        colour: Some(colour.hex()),
        chosen: lamp.colour == colour,
        tip: format!("{colour}"),
    });
    let clicked = choices(ui, "light", colours).and_then(|n| Rgb::NAMED.get(n).copied());
    if let Some((_, colour)) = clicked {
        lamp.colour = colour;
    }
    ui.horizontal(|ui| {
        let Rgb(r, g, b) = lamp.colour;
        let mut own = [r, g, b];
        if ui.color_edit_button_srgb(&mut own).changed() {
            let [r, g, b] = own;
            lamp.colour = Rgb(r, g, b);
        }
        ui.label(theme::faded("Any colour"));
    });
    ui.checkbox(&mut lamp.flicker, "Flickers")
        .on_hover_text("For looks only; off with reduced motion.");
    finish.light = LampSetting::Own(lamp);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_in_one_group() {
        let mut listed: Vec<ThingKind> =
            GROUPS.into_iter().flat_map(|(_, all)| all).copied().collect();
        listed.sort_unstable();
        let mut all = ThingKind::ALL.to_vec();
        all.sort_unstable();
        assert_eq!(listed, all);
    }

    #[test]
    fn tips_say_what_a_kind_means() {
        assert_eq!(facts(ThingKind::Altar), "1 m high; units stand on top");
        let tent = facts(ThingKind::Tent);
        assert!(tent.ends_with("rough ground; hides, but stops no missile"), "{tent}");
        assert!(facts(ThingKind::Crystal).ends_with("; gives light"));
    }
}
