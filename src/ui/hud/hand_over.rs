//! Hot seat: who sits at the table, and the screen that covers the board until the next player
//! has taken the seat.

use crate::battle::Controller;
use crate::grid::SideId;
use crate::settings::Action;
use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::theme;

/// Who sits at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    controllers: Vec<Controller>,
    at_table: Option<SideId>,
}

impl Seating {
    /// Nobody has sat down yet.
    pub const fn new(controllers: Vec<Controller>) -> Self {
        Self { controllers, at_table: None }
    }

    /// True for sides that a player at this computer decides for; sides that nothing is said of
    /// are among them.
    pub fn is_human(&self, side: SideId) -> bool {
        let controller = self.controllers.get(usize::from(side.0));
        controller.is_none_or(|c| *c == Controller::Human)
    }

    /// How many players share this computer.
    fn players(&self) -> usize {
        self.controllers.iter().filter(|c| **c == Controller::Human).count()
    }

    /// The side whose player looks at the screen; none while two computers play.
    pub fn viewer(&self) -> Option<SideId> {
        let only = || {
            let place = self.controllers.iter().position(|c| *c == Controller::Human)?;
            u8::try_from(place).ok().map(SideId)
        };
        self.at_table.or_else(only)
    }

    /// True if the player of that side has to be called to the table before anything is shown:
    /// somebody else sits there. With one player there is nobody to hide from.
    pub fn must_change(&self, side: SideId) -> bool {
        self.is_human(side) && self.players() > 1 && self.at_table != Some(side)
    }

    /// The player of that side sits down.
    pub fn sit(&mut self, side: SideId) {
        self.at_table = Some(side);
    }
}

/// What the hand-over screen shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOverModel {
    /// The side whose player is called.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Why: "It is the turn of Ada.", "A question has to be answered."
    pub why: String,
}

/// Shows the screen.
pub fn show(ui: &mut egui::Ui, model: &HandOverModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * 0.33);
        theme::side_mark(ui, model.side, 56.0);
        ui.heading(&model.name);
        ui.label(&model.why);
        ui.label(theme::faded("The others look away, please."));
        ui.add_space(theme::GAP);
        let button =
            egui::Button::new("Take the seat").shortcut_text(theme::key(ui, Action::Confirm));
        if super::named(ui.add(button), "Take the seat").clicked() {
            intents.push(Intent::TakeSeat);
        }
    });
    intents
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_change_seats_and_one_never_does() {
        use Controller::{Computer, Human};
        let (a, b) = (SideId(0), SideId(1));
        let mut two = Seating::new(vec![Human, Human]);
        assert!(two.must_change(a), "the first player sits down too");
        two.sit(a);
        assert!(!two.must_change(a));
        assert!(two.must_change(b));
        assert_eq!(two.viewer(), Some(a));
        let one = Seating::new(vec![Computer, Human]);
        assert!(!one.must_change(b), "there is nobody to hide from");
        assert!(!one.must_change(a), "the computer needs no seat");
        assert_eq!(one.viewer(), Some(b));
    }
}
