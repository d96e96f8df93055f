//! The contents of a battle's panels: recomputed when something changes, and drawn every frame.

use bevy::ecs::prelude::*;

use grid::SideId;

use super::hud::{
    ActionsModel, CardModel, HandOverModel, HintsModel, LogModel, OrderModel, OrdersModel,
    PlaybackModel, PreviewModel, PromptModel, RecapModel, RefereeModel, ResultModel,
    SpotlightModel, ToolsModel,
};
use super::intent::{Fold, Intent, Panel, Tool};
use super::interaction::{Input, Mode};
use super::lens::LensModel;

/// Which panels are folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Folds {
    /// True if the whole log is shown, not only its last lines.
    pub log: bool,
    /// True if the whole sheet is shown, not only the essentials.
    pub sheet: bool,
    /// True if all dispensable panels are hidden.
    pub all: bool,
}

impl Folds {
    /// Folds a panel away, or shows it again.
    pub const fn turn(&mut self, fold: Fold) {
        match fold {
            Fold::Log => self.log = !self.log,
            Fold::Sheet => self.sheet = !self.sheet,
            Fold::All => self.all = !self.all,
        }
    }
}

/// What the panels show.
#[derive(Resource, Clone, Debug, Default)]
pub struct Panels {
    /// Which panels are folded.
    pub folds: Folds,
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
    /// Whose turn it is, shown until the player does something.
    pub banner: Option<(SideId, String)>,
    /// The special moment that the battle is in, if any.
    pub spotlight: Option<SpotlightModel>,
    /// The active lens.
    pub lens: Option<LensModel>,
    /// Whether the players may ask for hints.
    pub hints: HintsModel,
    /// The result of the battle.
    pub result: Option<ResultModel>,
}

impl Panels {
    /// The recap's intent for a key. While an act is aimed or a path chosen, keys go there and the
    /// recap waits.
    pub(super) fn for_recap(&self, input: &Input, mode: &Mode) -> Option<Intent> {
        let idle = *mode == Mode::Idle && self.hand_over.is_none();
        let recap = self.recap.as_ref().filter(|_| idle)?;
        match input {
            Input::Confirm => Some(Intent::Panel(Panel::Recap(recap.next()))),
            Input::Cancel => Some(Intent::Panel(Panel::Recap(None))),
            _ => None,
        }
    }

    /// The tool panels available now, and the one the player has opened.
    pub(super) fn tools(&self, open: Option<Tool>) -> ToolsModel {
        ToolsModel {
            // After the battle there are no orders to give.
            orders: self.orders.is_some() && self.result.is_none(),
            referee: self.referee.is_some(),
            hints: if self.actions.is_some() { self.hints } else { HintsModel::Absent },
            open,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Key;
    use rules::ruleset::Aim;

    use super::*;

    #[test]
    fn the_recap_waits_while_aiming() {
        let steps = vec![("One fell.".to_owned(), None), ("One fled.".to_owned(), None)];
        let mut panels = Panels::default();
        assert_eq!(panels.for_recap(&Input::Confirm, &Mode::Idle), None, "there is no recap");
        panels.recap = Some(RecapModel { steps, at: 0 });
        let next = Some(Intent::Panel(Panel::Recap(Some(1))));
        assert_eq!(panels.for_recap(&Input::Confirm, &Mode::Idle), next);
        let close = Some(Intent::Panel(Panel::Recap(None)));
        assert_eq!(panels.for_recap(&Input::Cancel, &Mode::Idle), close);
        assert_eq!(panels.for_recap(&Input::Next, &Mode::Idle), None);
        let aiming = Mode::Aiming { act: Key::of("slash"), aim: Aim::Unit, target: None };
        for mode in [aiming, Mode::Moving] {
            assert_eq!(panels.for_recap(&Input::Confirm, &mode), None, "the key confirms the act");
            assert_eq!(panels.for_recap(&Input::Cancel, &mode), None);
        }
        panels.hand_over =
            Some(HandOverModel { side: SideId(1), name: "Red".to_owned(), why: String::new() });
        let idle = panels.for_recap(&Input::Confirm, &Mode::Idle);
        assert_eq!(idle, None, "the hand-over comes first");
    }
}
