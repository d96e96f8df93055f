//! Contents of a slot on the turn order strip.

use grid::{SideId, UnitId};
use rules::display::SlotRemark;
use rules::state::{SlotKind, SlotState, Status};

/// An act over several turns, or a running clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// As text: "Reload 1 of 2".
    pub words: String,
    /// As a number beside its sign: "1/2".
    pub count: String,
}

/// A unit in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The unit.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// Its figure.
    pub figure: String,
    /// Its side.
    pub side: SideId,
    /// How it takes part.
    pub status: Status,
    /// True if it may act now.
    pub acting: bool,
    /// Remaining health of its body, in percent, as shown at the feet of its figure.
    pub health: Option<u8>,
    /// The icons of its conditions, each once.
    pub conditions: Vec<&'static str>,
    /// Acts over several turns and running clocks.
    pub progress: Vec<Progress>,
}

/// A slot in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotModel {
    /// The units that act in it.
    pub chips: Vec<Chip>,
    /// Its kind.
    pub kind: SlotKind,
    /// Its progress.
    pub state: SlotState,
    /// The number it is ordered by.
    pub value: i32,
    /// For a slot with one extra act: the act's name, and the unit that passed it on.
    pub extra: Option<(String, Option<String>)>,
    /// True if its units are hidden.
    pub blank: bool,
    /// True if a unit in it already had a slot this round.
    pub again: bool,
    /// What moves it or makes it unusual, each with its rule.
    pub remarks: Vec<SlotRemark>,
}

impl SlotModel {
    /// A hidden turn: only its progress is shown.
    pub(super) fn blank(state: SlotState) -> Self {
        let (chips, remarks) = (Vec::new(), Vec::new());
        let (kind, value, again) = (SlotKind::Turn, 0, false);
        Self { chips, kind, state, value, extra: None, blank: true, again, remarks }
    }
}
