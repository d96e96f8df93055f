//! Changing the settings.

use bevy::ecs::prelude::*;

use keyboard::Chord;
use settings::{Action, Settings, SettingsFile};

use super::intent::Preference;
use super::notice::Notice;
use super::notices::{change, notify, tell};
use super::pages::Pages;
use super::panels::Panels;

/// The current settings.
fn settings(world: &World) -> Settings {
    world.get_resource::<Settings>().cloned().unwrap_or_default()
}

/// Carries out a change of the settings.
pub(super) fn carry_out(world: &mut World, preference: Preference) {
    match preference {
        Preference::Set(settings) => set(world, *settings),
        Preference::Bind(action, chord) => bind(world, action, chord),
        Preference::Speed => next_speed(world),
        Preference::Calm => toggle_motion(world),
        Preference::Mute => toggle_sound(world),
    }
}

/// Applies and saves the settings. Tells the player if saving fails.
pub(super) fn set(world: &mut World, settings: Settings) {
    let settings = settings.bounded();
    let file = world.get_resource::<SettingsFile>().cloned().unwrap_or_default();
    let saved = file.save(&settings);
    let bookkeeping = settings.bookkeeping;
    world.insert_resource(settings.key_map());
    world.insert_resource(settings);
    change(world, |panels: &mut Panels| panels.log.bookkeeping = bookkeeping);
    notify(world, saved.err().map(|problem| Notice::refusal(problem.to_string())));
}

/// Saves settings that the game changes by itself. Unlike [`set`] it leaves the notice alone,
/// except if saving fails.
pub(super) fn note(world: &mut World, settings: Settings) {
    let file = world.get_resource::<SettingsFile>().cloned().unwrap_or_default();
    let saved = file.save(&settings);
    world.insert_resource(settings);
    if let Err(problem) = saved {
        notify(world, Some(Notice::refusal(problem.to_string())));
    }
}

/// Gives an action another key.
fn bind(world: &mut World, action: Action, chord: Chord) {
    change(world, |pages: &mut Pages| pages.binding = None);
    let settings = settings(world);
    let mut keys = settings.key_map();
    keys.bind(action, chord);
    set(world, Settings { keys: keys.changes(), ..settings });
}

/// Goes to the next animation speed.
fn next_speed(world: &mut World) {
    let mut settings = settings(world);
    settings.speed = settings.speed.next();
    let text = settings.speed.words();
    set(world, settings);
    tell(world, text);
}

/// Turns reduced motion on or off.
fn toggle_motion(world: &mut World) {
    let mut settings = settings(world);
    settings.reduced_motion = !settings.reduced_motion;
    let text = if settings.reduced_motion { "Reduced motion on." } else { "Reduced motion off." };
    set(world, settings);
    tell(world, text);
}

/// Turns the sound on or off.
fn toggle_sound(world: &mut World) {
    let mut settings = settings(world);
    settings.sound.muted = !settings.sound.muted;
    let text = if settings.sound.muted { "Sound off." } else { "Sound on." };
    set(world, settings);
    tell(world, text);
}
