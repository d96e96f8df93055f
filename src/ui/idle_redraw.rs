//! Lets the window go idle, but not before new glyphs are drawn.

use bevy::app::{App, PostUpdate, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, EguiRenderOutput};

use bevy_egui::egui::{Event, Modifiers};

/// Lets the window go idle without leaving gaps in its text.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        tell_modifiers_once
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass),
    )
    .add_systems(
        PostUpdate,
        show_new_letters
            .after(EguiPostUpdateSet::ProcessOutput)
            .before(EguiPostUpdateSet::PostProcessOutput),
    );
}

/// Passes on modifier keys only when they change. The egui bridge sends the held modifiers every
/// frame, and egui redraws for any event, so the window would never go idle.
fn tell_modifiers_once(mut inputs: Query<&mut EguiInput>, mut told: Local<Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| is_news(event, &mut told));
    }
}

/// False for modifiers already sent; remembers new ones.
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

/// Number of frames to draw after new glyphs appear.
const LATE: u8 = 3;

/// Requests extra frames for glyphs drawn for the first time. The glyph
/// texture reaches the graphics card a frame late; without another
/// frame there would be gaps in the text until the mouse moves.
fn show_new_letters(
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

/// The number of frames still to draw after this one.
const fn still_to_draw(left: u8, fresh: bool) -> u8 {
    if fresh { LATE } else { left.saturating_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_glyphs_request_a_few_more_frames() {
        let mut left = still_to_draw(0, true);
        let mut pictures = 0;
        while left > 0 {
            left = still_to_draw(left, false);
            pictures += 1;
        }
        assert_eq!((pictures, still_to_draw(0, false)), (LATE, 0));
    }

    #[test]
    fn modifiers_are_sent_when_they_change() {
        let mut told = Modifiers::default();
        let news = |held, told: &mut Modifiers| is_news(&Event::ModifiersChanged(held), told);
        assert!(!news(Modifiers::NONE, &mut told), "no modifier was held before");
        assert!(news(Modifiers::SHIFT, &mut told));
        assert!(!news(Modifiers::SHIFT, &mut told));
        assert!(news(Modifiers::NONE, &mut told));
        assert!(is_news(&Event::PointerGone, &mut told), "all other events pass");
    }
}
