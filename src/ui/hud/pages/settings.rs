//! Settings and key bindings.

use crate::intent::{Intent, PageAction, Preference};
use crate::theme;
use bevy_egui::egui;
use settings::{Action, Detail, KeyMap, SCALES, Settings, Speed};
use view::Colours;

/// Shows all settings. Changes apply at once.
/// `binding` is the action that waits for a new key.
pub fn show(
    ui: &mut egui::Ui,
    settings: &Settings,
    map: &KeyMap,
    binding: Option<Action>,
) -> Vec<Intent> {
    let mut intents = Vec::new();
    let mut wanted = settings.clone();
    egui::ScrollArea::vertical().id_salt("settings").auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        window(ui, &mut wanted);
        ui.separator();
        motion(ui, &mut wanted);
        ui.separator();
        keys(ui, &Keys { settings, map, binding }, &mut intents);
    });
    if wanted != *settings {
        intents.push(Intent::Preference(Preference::Set(Box::new(wanted))));
    }
    intents
}

fn window(ui: &mut egui::Ui, wanted: &mut Settings) {
    ui.heading("Window");
    ui.horizontal(|ui| {
        ui.label("Detail");
        for (detail, name, text) in [
            (Detail::Automatic, "Automatic", "High with a graphics card, otherwise low."),
            (Detail::High, "High", "Real-time light and shadows."),
            (Detail::Low, "Low", "Simple shading for slow machines."),
        ] {
            ui.selectable_value(&mut wanted.detail, detail, name).on_hover_text(text);
        }
    });
    ui.horizontal(|ui| {
        ui.label("Colours");
        for colours in Colours::ALL {
            ui.selectable_value(&mut wanted.colours, colours, colours.words());
        }
    });
    ui.horizontal(|ui| {
        ui.label("Interface size");
        // Fixed steps: a slider would resize the window under the pointer.
        let smaller = ui.button("−").on_hover_text("Smaller");
        if theme::named(smaller, "Smaller").clicked() {
            wanted.scale = wanted.scale.saturating_sub(STEP).max(SCALES.0);
        }
        // The same width for every number, so that the buttons beside it stay under the pointer.
        let size = egui::vec2(NUMBER, ui.spacing().interact_size.y);
        let percent = ui.add_sized(size, egui::Label::new(format!("{} %", wanted.scale)));
        percent.on_hover_text("Percent of the usual size for this window.");
        let larger = ui.button("+").on_hover_text("Larger");
        if theme::named(larger, "Larger").clicked() {
            wanted.scale = (wanted.scale + STEP).min(SCALES.1);
        }
    });
    ui.checkbox(&mut wanted.full_screen, "Full screen");
    ui.checkbox(&mut wanted.bookkeeping, "Detailed log")
        .on_hover_text("Start battles with every log line shown.");
    ui.horizontal(|ui| {
        ui.checkbox(&mut wanted.tips, "Tips").on_hover_text("Short hints in battles, each once.");
        let read = !wanted.tips_read.is_empty();
        let again = ui.add_enabled(read, egui::Button::new("Show all tips again"));
        if again.clicked() {
            wanted.tips = true;
            wanted.tips_read.clear();
        }
    });
    ui.checkbox(&mut wanted.agreed_take_back, "Unlimited undo").on_hover_text(
        "Ctrl+Z also undoes dice rolls, revealed secrets, and what the computer did since your last \
         command. When off, only commands that revealed nothing can be undone.",
    );
}

fn motion(ui: &mut egui::Ui, wanted: &mut Settings) {
    ui.heading("Motion and sound");
    ui.horizontal(|ui| {
        ui.label("Speed");
        for speed in Speed::ALL {
            let button = ui.selectable_value(&mut wanted.speed, speed, speed.name());
            button.on_hover_text(speed.words());
        }
    });
    ui.checkbox(&mut wanted.reduced_motion, "Reduced motion")
        .on_hover_text("No camera glides, lunges or shakes.");
    ui.checkbox(&mut wanted.sound.muted, "Mute");
    let sound = &mut wanted.sound;
    for (name, percent) in [
        ("Master volume", &mut sound.master),
        ("Board effects", &mut sound.effects),
        ("Interface, dice and turns", &mut sound.interface),
    ] {
        ui.horizontal(|ui| {
            if ui.button("−").on_hover_text("Quieter").clicked() {
                *percent = percent.saturating_sub(LOUDER);
            }
            if ui.button("+").on_hover_text("Louder").clicked() {
                *percent = percent.saturating_add(LOUDER).min(100);
            }
            ui.label(format!("{name}: {percent} %"));
        });
    }
}

/// Volume step, in percent.
const LOUDER: u8 = 10;
/// Width of the interface size field, in points.
const NUMBER: f32 = 50.0;
/// Interface size step, in percent.
const STEP: u16 = 25;

/// What the list of keys shows.
struct Keys<'a> {
    settings: &'a Settings,
    map: &'a KeyMap,
    /// The action that waits for a new key.
    binding: Option<Action>,
}

fn keys(ui: &mut egui::Ui, model: &Keys<'_>, intents: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        ui.heading("Keys");
        let changed = !model.settings.keys.is_empty();
        if ui.add_enabled(changed, egui::Button::new("Reset all")).clicked() {
            let settings = Settings { keys: Default::default(), ..model.settings.clone() };
            intents.push(Intent::Preference(Preference::Set(Box::new(settings))));
        }
    });
    for clash in model.map.clashes() {
        let text = format!(
            "{} is bound twice: {:?} works, {:?} does not.",
            clash.chord,
            clash.done.words(),
            clash.lost.words()
        );
        ui.colored_label(theme::RUST, text);
    }
    ui.label(theme::faded("Click a key, then press the new one. Esc cancels."));
    key_list(ui, model, ("keys", Action::all().collect()), intents);
    ui.heading("Editor keys");
    key_list(ui, model, ("keys of the editor", Action::of_editor().collect()), intents);
}

fn key_list(
    ui: &mut egui::Ui,
    model: &Keys<'_>,
    (name, actions): (&str, Vec<Action>),
    intents: &mut Vec<Intent>,
) {
    let grid = egui::Grid::new(name).num_columns(3).striped(true).spacing([16.0, 2.0]);
    grid.show(ui, |ui| {
        for action in actions {
            let awaited = model.binding == Some(action);
            let text = if awaited { "Press a key…".to_owned() } else { model.map.words(action) };
            let button = ui.add(egui::Button::new(text).selected(awaited));
            let name = format!("Key for {}", action.name());
            if theme::named(button, &name).clicked() {
                intents.push(Intent::PageAction(PageAction::AwaitKey(
                    Some(action).filter(|_| !awaited),
                )));
            }
            ui.label(action.words());
            let changed = model.settings.keys.contains_key(action.name());
            if changed && ui.small_button("Reset").clicked() {
                let mut settings = model.settings.clone();
                settings.keys.remove(action.name());
                intents.push(Intent::Preference(Preference::Set(Box::new(settings))));
            }
            ui.end_row();
        }
    });
}
