//! Controls for watching a replay.

use egui_phosphor::regular as icon;

use crate::intent::{Intent, Watch};
use crate::theme;
use bevy_egui::egui;
use grid::SideId;
use settings::Action;

/// Contents of the controls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaybackModel {
    /// Number of commands carried out.
    pub at: usize,
    /// Total number of commands.
    pub len: usize,
    /// The round.
    pub round: u32,
    /// Each round, and the number of commands before it.
    pub rounds: Vec<(u32, usize)>,
    /// True while it plays.
    pub playing: bool,
    /// The sides and their names.
    pub sides: Vec<(SideId, String)>,
    /// The side whose view is shown; `None` for everything.
    pub view: Option<SideId>,
    /// Why the replay stops before its end.
    pub differs: Option<String>,
    /// The outcome, if the battle is over.
    pub over: Option<String>,
}

/// Shows the controls.
pub fn show(ui: &mut egui::Ui, model: &PlaybackModel) -> Vec<Intent> {
    let mut asked = Vec::new();
    ui.horizontal(|ui| {
        let mut button = |ui: &mut egui::Ui, glyph: &str, name: &str, enabled, key: &str, watch| {
            let button = egui::Button::new(glyph);
            let text = if key.is_empty() { name.to_owned() } else { format!("{name} ({key})") };
            let button = ui.add_enabled(enabled, button).on_hover_text(text);
            if theme::named(button, name).clicked() {
                asked.push(watch);
            }
        };
        let (begun, left) = (model.at > 0, model.at < model.len);
        let key = |action| theme::key(ui, action);
        let keys = [Action::Lower, Action::Left, Action::Confirm, Action::Right, Action::Higher];
        let [lower, back, play, on, higher] = keys.map(key);
        button(ui, icon::SKIP_BACK, "To the start", begun, "", Watch::To(0));
        button(ui, icon::REWIND, "Previous round", begun, &lower, Watch::Round { on: false });
        button(ui, icon::CARET_LEFT, "Step back", begun, &back, Watch::Step(-1));
        let (glyph, name) =
            if model.playing { (icon::PAUSE, "Pause") } else { (icon::PLAY, "Play") };
        button(ui, glyph, name, left || model.playing, &play, Watch::Play);
        button(ui, icon::CARET_RIGHT, "Step forward", left, &on, Watch::Step(1));
        button(ui, icon::FAST_FORWARD, "Next round", left, &higher, Watch::Round { on: true });
        button(ui, icon::SKIP_FORWARD, "To the end", left, "", Watch::To(model.len));
        let mut at = model.at;
        ui.spacing_mut().slider_width = (ui.available_width() - 330.0).clamp(60.0, 480.0);
        let slider = egui::Slider::new(&mut at, 0..=model.len).show_value(false);
        let slider = ui.add(slider).on_hover_text("Commands so far");
        slider.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Slider, true, "Commands so far")
        });
        if at != model.at {
            asked.push(Watch::To(at));
        }
        ui.label(format!("{} of {}", model.at, model.len));
        egui::ComboBox::from_id_salt("round")
            .selected_text(format!("Round {}", model.round))
            .width(84.0)
            .show_ui(ui, |ui| {
                for (round, begins) in &model.rounds {
                    let chosen = *round == model.round;
                    if ui.selectable_label(chosen, format!("Round {round}")).clicked() {
                        asked.push(Watch::To(*begins));
                    }
                }
            });
    });
    ui.horizontal(|ui| {
        ui.label(theme::faded("View"));
        let all = std::iter::once((None, "all"));
        let sides = model.sides.iter().map(|(side, name)| (Some(*side), name.as_str()));
        for (view, name) in all.chain(sides) {
            let button = ui.selectable_label(model.view == view, name);
            if theme::named(button, &format!("View: {name}")).clicked() {
                asked.push(Watch::As(view));
            }
        }
        ui.separator();
        let play_on = ui.add_enabled(model.over.is_none(), egui::Button::new("Play on from here"));
        if play_on.on_hover_text("Starts a new battle from this moment.").clicked() {
            asked.push(Watch::PlayOn);
        }
        if theme::named(ui.button("Close"), "Close the replay").clicked() {
            asked.push(Watch::Close);
        }
        match (&model.over, &model.differs) {
            (Some(over), _) => ui.label(theme::faded(over)),
            (None, Some(differs)) if model.at == model.len => {
                ui.colored_label(theme::RUST, format!("The replay stops here: {differs}"))
            }
            _ => ui.label(""),
        };
    });
    asked.into_iter().map(Intent::Watch).collect()
}
