//! Who sits at the table: one player, or several who share a computer.

use std::collections::BTreeMap;

use bevy::ecs::prelude::*;

use battle::{Controller, Skill};
use grid::SideId;

/// Who sits at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    controllers: Vec<Controller>,
    at_table: Option<SideId>,
}

impl Seating {
    /// Starts with an empty seat.
    pub const fn new(controllers: Vec<Controller>) -> Self {
        Self { controllers, at_table: None }
    }

    /// True for sides played by a human at this computer. Sides
    /// without a controller count as human.
    pub fn is_human(&self, side: SideId) -> bool {
        let controller = self.controllers.get(usize::from(side.0));
        controller.is_none_or(|c| *c == Controller::Human)
    }

    /// The level of play of the computer on that side: the usual one if a human plays it.
    pub fn skill(&self, side: SideId) -> Skill {
        let controller = self.controllers.get(usize::from(side.0));
        controller.and_then(|controller| controller.skill()).unwrap_or_default()
    }

    /// How many players share this computer.
    pub(super) fn players(&self) -> usize {
        self.controllers.iter().filter(|c| **c == Controller::Human).count()
    }

    /// The side of the only player; `None` with several players or none.
    pub fn only_player(&self) -> Option<SideId> {
        let place = self.controllers.iter().position(|c| *c == Controller::Human)?;
        u8::try_from(place).ok().map(SideId).filter(|_| self.players() == 1)
    }

    /// The side whose player looks at the screen; `None` while only computers play.
    pub fn viewer(&self) -> Option<SideId> {
        let only = || {
            let place = self.controllers.iter().position(|c| *c == Controller::Human)?;
            u8::try_from(place).ok().map(SideId)
        };
        self.at_table.or_else(only)
    }

    /// The side whose player has taken the seat; `None` before the first one.
    pub(super) const fn seated(&self) -> Option<SideId> {
        self.at_table
    }

    /// True if the player of that side must be called to the table before anything
    /// is shown, because another player sits there. Never true with a single player.
    pub fn must_change(&self, side: SideId) -> bool {
        self.is_human(side) && self.players() > 1 && self.at_table != Some(side)
    }

    /// Seats the player of that side.
    pub fn sit(&mut self, side: SideId) {
        self.at_table = Some(side);
    }
}

/// Who sits at the table, and what happened there before.
#[derive(Resource, Clone, Debug, Default)]
pub struct Seats {
    /// Who sits here.
    pub seating: Seating,
    /// True if sides see different things.
    pub(super) secrets: bool,
    /// Number of events that had happened when each side left its seat to another.
    pub(super) left: BTreeMap<SideId, usize>,
    /// The side that decided last, for the banner.
    pub(super) last_side: Option<SideId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_change_seats_and_one_never_does() {
        use Controller::Human;
        let (a, b) = (SideId(0), SideId(1));
        let mut two = Seating::new(vec![Human, Human]);
        assert!(two.must_change(a), "the first player is called too");
        assert_eq!(two.seated(), None, "the seat is still taken");
        two.sit(a);
        assert!(!two.must_change(a));
        assert!(two.must_change(b));
        assert_eq!(two.viewer(), Some(a));
        let one = Seating::new(vec![Controller::COMPUTER, Human]);
        assert!(!one.must_change(b), "a single player has nothing to hide");
        assert!(!one.must_change(a), "the computer is never called");
        assert_eq!(one.viewer(), Some(b));
    }
}
