//! Lets the panels come to rest, and not too soon.

use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiInput, EguiRenderOutput};

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

/// So many pictures after letters that were never drawn before.
const LATE: u8 = 3;

/// Letters that were never drawn before lie in a texture that reaches the graphics card a picture
/// late: without another picture there would be gaps in the words until the mouse moves.
pub(super) fn show_new_letters(
    outputs: Query<&EguiRenderOutput>,
    mut left: Local<u8>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let fresh = outputs.iter().any(|output| !output.textures_delta.is_empty());
    *left = still_to_draw(*left, fresh);
    if *left > 0 {
        redraw.write(RequestRedraw);
    }
}

/// The pictures still to be drawn after this one.
const fn still_to_draw(left: u8, fresh: bool) -> u8 {
    if fresh { LATE } else { left.saturating_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_new_letters_a_few_pictures_follow_and_then_none() {
        let mut left = still_to_draw(0, true);
        let mut pictures = 0;
        while left > 0 {
            left = still_to_draw(left, false);
            pictures += 1;
        }
        assert_eq!((pictures, still_to_draw(0, false)), (LATE, 0));
    }

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
