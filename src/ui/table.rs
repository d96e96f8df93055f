//! What the window knows about the battle and its player:
//! updated when something changes, and drawn every frame.

use std::collections::BTreeMap;

use bevy::ecs::prelude::*;

use crate::grid::{Cell, SideId, UnitId};
use crate::rules::{Command, Key, Values, Waypoint};
use crate::settings::Action;

use super::hud::{
    ActionsModel, CardModel, HandOverModel, LogModel, OrderModel, OrdersModel, PlaybackModel,
    PreviewModel, PromptModel, RecapModel, RefereeModel, ResultModel, ToolsModel,
};
use super::intent::{Intent, Page, Tool};
use super::interaction::{Input, Interaction, Mode, Options};
use super::lens::{About, Lens, LensModel};
use super::names::Names;
use super::seating::Seating;

/// A message to the player; stays until the next click or key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// True for a refusal or an error.
    pub refusal: bool,
}

/// The inputs of the player's options, other than the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Who sits where.
    pub seating: Seating,
    /// The unit that the player prefers among those able to act.
    pub chosen: Option<UnitId>,
    /// The act being aimed, with its settings: its targets are needed in addition to those of
    /// attacks.
    pub act: Option<(Key, Values)>,
    /// The path to the last waypoint, taken as already moved.
    pub route: Vec<Waypoint>,
}

/// The UI state of a battle.
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
    /// The current notice.
    pub notice: Option<Notice>,
    /// True while a page covers the board and the game pauses.
    pub paused: bool,
    /// The open page.
    pub page: Page,
    /// The action that waits for a new key.
    pub binding: Option<Action>,
    /// The open tool panel.
    pub open: Option<Tool>,
    /// The active lens.
    pub lens: Option<Lens>,
    /// The panels.
    pub panels: Panels,
    /// True if sides see different things.
    pub(super) secrets: bool,
    /// Number of events already in the log, and the side whose view it shows.
    pub(super) told: (usize, Option<SideId>),
    /// Number of events that had happened when each side left its seat to another.
    pub(super) left: BTreeMap<SideId, usize>,
    /// The side that decided last, for the banner.
    pub(super) last_side: Option<SideId>,
    /// The subject of the lens in [`Panels`].
    pub(super) lens_about: About,
    /// Cells out of view, and the side that does not see them.
    pub(super) veil: (Option<SideId>, Vec<Cell>),
    /// The inputs that the options were computed for.
    pub(super) asked: Option<Asked>,
    /// The unit whose own place is previewed in [`Panels`].
    pub(super) stays: Option<UnitId>,
    /// The command previewed in [`Panels`].
    pub(super) previewed: Option<Command>,
    /// True if options, preview and highlights must be recomputed.
    pub(super) stale: bool,
}

impl BattleUiState {
    /// Moves the pointer over a cell.
    pub fn point_at(&mut self, cell: Cell) {
        self.hand.handle(Input::Hover(Some(cell)), &self.options);
        self.stale = true;
    }

    /// True if the player may see where a unit is.
    pub(super) fn shows(&self, unit: UnitId) -> bool {
        self.options.bodies.values().any(|id| *id == unit)
    }

    /// The recap's intent for a key. While an act is aimed or a
    /// path chosen, keys belong to that and the recap waits.
    pub(super) fn for_recap(&self, input: &Input) -> Option<Intent> {
        let idle = self.hand.mode == Mode::Idle && self.panels.hand_over.is_none();
        let recap = self.panels.recap.as_ref().filter(|_| idle)?;
        match input {
            Input::Confirm => Some(Intent::Recap(recap.next())),
            Input::Cancel => Some(Intent::Recap(None)),
            _ => None,
        }
    }

    /// The tool panels available now, and the open one.
    pub fn tools(&self) -> ToolsModel {
        ToolsModel {
            // After the battle there are no orders to give.
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
    /// The cards of the active unit and of the selected unit.
    pub cards: Vec<CardModel>,
    /// The action bar.
    pub actions: Option<ActionsModel>,
    /// The standing orders of the side at the table.
    pub orders: Option<OrdersModel>,
    /// The replay controls.
    pub playback: Option<PlaybackModel>,
    /// The referee's panel, if there is a referee.
    pub referee: Option<RefereeModel>,
    /// The preview of the next command.
    pub preview: Option<PreviewModel>,
    /// The log.
    pub log: LogModel,
    /// The pending question.
    pub prompt: Option<PromptModel>,
    /// The hand-over screen.
    pub hand_over: Option<HandOverModel>,
    /// The recap of what happened since the player last sat here.
    pub recap: Option<RecapModel>,
    /// Whose turn it is, shown briefly.
    pub banner: Option<(SideId, String)>,
    /// The active lens.
    pub lens: Option<LensModel>,
    /// The result of the battle.
    pub result: Option<ResultModel>,
}

#[cfg(test)]
mod tests {
    use crate::rules::ruleset::Aim;

    use super::*;

    #[test]
    fn the_recap_waits_while_aiming() {
        let steps = vec![("One fell.".to_owned(), None), ("One fled.".to_owned(), None)];
        let mut table = BattleUiState::default();
        assert_eq!(table.for_recap(&Input::Confirm), None, "there is no recap");
        table.panels.recap = Some(RecapModel { steps, at: 0 });
        assert_eq!(table.for_recap(&Input::Confirm), Some(Intent::Recap(Some(1))));
        assert_eq!(table.for_recap(&Input::Cancel), Some(Intent::Recap(None)));
        assert_eq!(table.for_recap(&Input::Next), None);
        let aiming = Mode::Aiming { act: Key::of("slash"), aim: Aim::Unit, target: None };
        for mode in [aiming, Mode::Moving] {
            table.hand.mode = mode;
            assert_eq!(table.for_recap(&Input::Confirm), None, "the key confirms the act");
            assert_eq!(table.for_recap(&Input::Cancel), None);
        }
        table.hand.mode = Mode::Idle;
        table.panels.hand_over =
            Some(HandOverModel { side: SideId(1), name: "Red".to_owned(), why: String::new() });
        assert_eq!(table.for_recap(&Input::Confirm), None, "the hand-over comes first");
    }
}
