//! What the window knows of the battle and of its player: taken in once when something changes,
//! and shown from there frame by frame.

use std::collections::BTreeMap;

use bevy::ecs::prelude::*;

use crate::grid::{Cell, SideId, UnitId};
use crate::rules::{Command, Key, Waypoint};
use crate::settings::Action;

use super::hud::{
    ActionsModel, CardModel, HandOverModel, LogModel, OrderModel, OrdersModel, Page, PlaybackModel,
    PreviewModel, PromptModel, RecapModel, RefereeModel, ResultModel, Seating, Tool, ToolsModel,
};
use super::intent::Intent;
use super::interaction::{Input, Interaction, Mode, Options};
use super::lens::{About, Lens, LensModel};
use super::names::Names;

/// Something the player is told; stays until the next click or key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The words.
    pub text: String,
    /// Something was refused.
    pub refusal: bool,
}

/// What the player's options hang on, beside the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Who sits where.
    pub seating: Seating,
    /// The combatant that the player prefers among those able to act.
    pub chosen: Option<UnitId>,
    /// An act whose targets are asked for beside those of attacks.
    pub act: Option<Key>,
    /// A way that is gone in thought before: the way to the last waypoint.
    pub route: Vec<Waypoint>,
}

/// The table at which the player sits.
#[derive(Resource, Clone, Debug, Default)]
pub struct BattleUiState {
    /// What the player has chosen and points at.
    pub hand: Interaction,
    /// Who sits here.
    pub seating: Seating,
    /// What the player may do.
    pub options: Options,
    /// Names for everything.
    pub names: Names,
    /// What the player is told.
    pub notice: Option<Notice>,
    /// A page covers the board, and nothing goes on.
    pub paused: bool,
    /// That page.
    pub page: Page,
    /// The action whose new key is awaited.
    pub binding: Option<Action>,
    /// The panel that the player has opened.
    pub open: Option<Tool>,
    /// The lens through which the player looks at the board.
    pub lens: Option<Lens>,
    /// The panels.
    pub panels: Panels,
    /// Sides see different things.
    pub(super) secrets: bool,
    /// So many events are in the log already, for the eyes of that side.
    pub(super) told: (usize, Option<SideId>),
    /// So much had happened when a side left its seat to another.
    pub(super) left: BTreeMap<SideId, usize>,
    /// The side that decided last, for the banner.
    pub(super) last_side: Option<SideId>,
    /// Whom and what the lens in [`Panels`] is about.
    pub(super) lens_about: About,
    /// The cells out of view, and the side that does not see them.
    pub(super) veil: (Option<SideId>, Vec<Cell>),
    /// What the options were gathered for.
    pub(super) asked: Option<Asked>,
    /// The one whose own place the preview in [`Panels`] is of.
    pub(super) stays: Option<UnitId>,
    /// What the preview in [`Panels`] is of.
    pub(super) previewed: Option<Command>,
    /// Options, preview and marks have to be worked out again.
    pub(super) stale: bool,
}

impl BattleUiState {
    /// The pointer comes to be over a cell.
    pub fn point_at(&mut self, cell: Cell) {
        self.hand.handle(Input::Hover(Some(cell)), &self.options);
        self.stale = true;
    }

    /// True if the player may be shown where a combatant is.
    pub(super) fn shows(&self, unit: UnitId) -> bool {
        self.options.bodies.values().any(|id| *id == unit)
    }

    /// What a key asks of the recap. While an act is aimed or a way is chosen the keys go on with
    /// that: the recap waits.
    pub(super) fn for_recap(&self, input: &Input) -> Option<Intent> {
        let idle = self.hand.mode == Mode::Idle && self.panels.hand_over.is_none();
        let recap = self.panels.recap.as_ref().filter(|_| idle)?;
        match input {
            Input::Confirm => Some(Intent::Recap(recap.next())),
            Input::Cancel => Some(Intent::Recap(None)),
            _ => None,
        }
    }

    /// The panels that can be opened now, and the one that is open.
    pub fn tools(&self) -> ToolsModel {
        ToolsModel {
            // After the battle there is nothing left to order.
            orders: self.panels.orders.is_some() && self.panels.result.is_none(),
            referee: self.panels.referee.is_some(),
            open: self.open,
        }
    }
}

/// What the panels show.
#[derive(Clone, Debug, Default)]
pub struct Panels {
    /// The turn order.
    pub order: OrderModel,
    /// The card of the one being played, and of the one looked at.
    pub cards: Vec<CardModel>,
    /// The action bar.
    pub actions: Option<ActionsModel>,
    /// The standing orders of the side at the table.
    pub orders: Option<OrdersModel>,
    /// The controls of a battle that is watched.
    pub playback: Option<PlaybackModel>,
    /// What the referee sees, if there is one.
    pub referee: Option<RefereeModel>,
    /// What the player is about to do.
    pub preview: Option<PreviewModel>,
    /// The log.
    pub log: LogModel,
    /// The question.
    pub prompt: Option<PromptModel>,
    /// The call to the next player.
    pub hand_over: Option<HandOverModel>,
    /// What happened since the player sat here last.
    pub recap: Option<RecapModel>,
    /// Whose turn it is, said shortly.
    pub banner: Option<(SideId, String)>,
    /// What the lens shows.
    pub lens: Option<LensModel>,
    /// How it ended.
    pub result: Option<ResultModel>,
}

#[cfg(test)]
mod tests {
    use crate::rules::ruleset::Aim;

    use super::*;

    #[test]
    fn the_recap_waits_while_something_is_aimed() {
        let steps = vec![("One fell.".to_owned(), None), ("One fled.".to_owned(), None)];
        let mut table = BattleUiState::default();
        assert_eq!(table.for_recap(&Input::Confirm), None, "there is none");
        table.panels.recap = Some(RecapModel { steps, at: 0 });
        assert_eq!(table.for_recap(&Input::Confirm), Some(Intent::Recap(Some(1))));
        assert_eq!(table.for_recap(&Input::Cancel), Some(Intent::Recap(None)));
        assert_eq!(table.for_recap(&Input::Next), None);
        let aiming = Mode::Aiming { act: Key::of("slash"), aim: Aim::Unit, target: None };
        for mode in [aiming, Mode::Moving] {
            table.hand.mode = mode;
            assert_eq!(table.for_recap(&Input::Confirm), None, "it is for the act");
            assert_eq!(table.for_recap(&Input::Cancel), None);
        }
        table.hand.mode = Mode::Idle;
        table.panels.hand_over =
            Some(HandOverModel { side: SideId(1), name: "Red".to_owned(), why: String::new() });
        assert_eq!(table.for_recap(&Input::Confirm), None, "another takes the seat first");
    }
}
