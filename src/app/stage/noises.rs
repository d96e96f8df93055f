//! Button sounds.

use bevy::ecs::prelude::*;
use bevy_egui::EguiOutput;

use sound::Sound;
use ui::egui::WidgetType;
use ui::egui::output::OutputEvent;

/// Plays a click for any active control in a panel.
pub(super) fn click(
    outputs: Query<&EguiOutput, Changed<EguiOutput>>,
    mut sounds: MessageWriter<Sound>,
) {
    let does_something = |event: &OutputEvent| match event {
        OutputEvent::Clicked(info) => !matches!(info.typ, WidgetType::Label | WidgetType::Other),
        _ => false,
    };
    for output in &outputs {
        if output.platform_output.events.iter().any(does_something) {
            sounds.write(Sound::Click);
        }
    }
}
