//! Hot seat: who sits at the table, and the screen that covers the board until the next player
//! has taken the seat.

use crate::grid::SideId;
use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::theme;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A player at this computer.
    Human,
    /// The computer.
    Computer,
}

/// Who sits at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    seats: Vec<Seat>,
    at_table: Option<SideId>,
}

impl Seating {
    /// Nobody has sat down yet.
    pub const fn new(seats: Vec<Seat>) -> Self {
        Self { seats, at_table: None }
    }

    /// Who plays that side; the computer for sides that do not exist.
    pub fn seat(&self, side: SideId) -> Seat {
        self.seats.get(usize::from(side.0)).copied().unwrap_or(Seat::Computer)
    }

    /// The side whose player sits at the table.
    pub const fn at_table(&self) -> Option<SideId> {
        self.at_table
    }

    /// True if the player of that side has to be called to the table before anything is shown:
    /// somebody else sits there. With one player there is nobody to hide from.
    pub fn must_change(&self, side: SideId) -> bool {
        let players = self.seats.iter().filter(|s| **s == Seat::Human).count();
        self.seat(side) == Seat::Human && players > 1 && self.at_table != Some(side)
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
        let button = egui::Button::new("Take the seat").shortcut_text("Enter");
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
        let (a, b) = (SideId(0), SideId(1));
        let mut two = Seating::new(vec![Seat::Human, Seat::Human]);
        assert!(two.must_change(a), "the first player sits down too");
        two.sit(a);
        assert!(!two.must_change(a));
        assert!(two.must_change(b));
        let one = Seating::new(vec![Seat::Human, Seat::Computer]);
        assert!(!one.must_change(a));
        assert!(!one.must_change(b), "the computer needs no seat");
    }
}
