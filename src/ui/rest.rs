//! Lets the panels come to rest.

use bevy::ecs::prelude::*;
use bevy_egui::EguiInput;

use super::egui::{Event, Modifiers};

/// The bridge between the engine and the panels tells them in every frame which modifier keys are
/// held, and they take any news for a reason to be drawn again: the window would never rest.
/// This passes on only what has changed.
pub(super) fn tell_modifiers_once(mut inputs: Query<&mut EguiInput>, mut told: Local<Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| is_news(event, &mut told));
    }
}

/// False for modifier keys that are told again; remembers those that are new.
fn is_news(event: &Event, told: &mut Modifiers) -> bool {
    match event {
        Event::ModifiersChanged(now) if now == told => false,
        Event::ModifiersChanged(now) => {
            *told = *now;
            true
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifier_keys_are_told_when_they_change() {
        let mut told = Modifiers::default();
        let news = |held, told: &mut Modifiers| is_news(&Event::ModifiersChanged(held), told);
        assert!(!news(Modifiers::NONE, &mut told), "nothing was held before");
        assert!(news(Modifiers::SHIFT, &mut told));
        assert!(!news(Modifiers::SHIFT, &mut told));
        assert!(news(Modifiers::NONE, &mut told));
        assert!(is_news(&Event::PointerGone, &mut told), "all else is passed on");
    }
}
