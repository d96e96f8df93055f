//! From events to what is shown of them: a list of cues, each with its moment, its length and its
//! sound. Pure: no window, no clock. The player of the cues is [`super::play`].

mod acts;
mod compose;
#[cfg(test)]
mod tests;
mod words;

use crate::grid::{Cell, Dir, Hm, UnitId};
use crate::rules::look::Force;
use crate::sound::Sound;
use crate::ui::board::Tone;
use crate::ui::hud::RollModel;

pub(super) use compose::{Memory, ROLLING, View, compose};

/// Thousandths of a second at ordinary speed.
pub(super) type Ms = u32;

/// A point that something is shown at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// A combatant, wherever its miniature is at that moment.
    Unit(UnitId),
    /// A cell.
    Cell(Cell),
}

/// How a step looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gait {
    /// On foot: a small hop, as a hand sets a piece down.
    Walk,
    /// Swimming or wading.
    Swim,
    /// Through the air.
    Fly,
    /// In a high arc.
    Leap,
    /// Down, faster and faster.
    Fall,
    /// Pushed or carried over the ground.
    Slide,
}

/// What flies from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missile {
    /// An arrow in an arc.
    Arrow,
    /// A thrown weapon, turning.
    Blade,
    /// A bolt of magic.
    Bolt(Force),
}

/// Something to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// It is this one's turn.
    Turn(UnitId),
    /// A body goes from one cell to another, by the heights of its feet.
    Step { unit: UnitId, from: (Cell, Hm), to: (Cell, Hm), gait: Gait },
    /// A body faces elsewhere.
    Face { unit: UnitId, facing: Dir },
    /// A body strikes at something and comes back.
    Lunge { unit: UnitId, at: Anchor },
    /// A body draws back as it shoots, throws or casts.
    Loose { unit: UnitId, at: Anchor },
    /// Something flies.
    Fly { missile: Missile, from: UnitId, to: Anchor, missed: bool },
    /// A force breaks out over cells; kindly ones are shown as rings.
    Burst { force: Force, cells: Vec<Cell>, kindly: bool },
    /// A body is shaken by a blow.
    Flinch { unit: UnitId, by: Option<UnitId> },
    /// A body slips aside.
    Dodge { unit: UnitId, from: UnitId },
    /// A body goes to the ground; out of the fight if `out`.
    Drop { unit: UnitId, out: bool },
    /// A body gets up.
    GetUp(UnitId),
    /// A body comes onto the board there.
    Appear { unit: UnitId, at: (Cell, Hm) },
    /// A body leaves the board.
    Vanish(UnitId),
    /// A word or number rises and fades.
    Word { over: Anchor, text: String, tone: Tone },
    /// Dice roll and show their result.
    Roll(RollModel),
    /// Something is only heard.
    Noise,
}

impl Act {
    /// The combatant whose miniature it moves.
    pub(super) const fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Turn(unit)
            | Self::Step { unit, .. }
            | Self::Face { unit, .. }
            | Self::Lunge { unit, .. }
            | Self::Loose { unit, .. }
            | Self::Flinch { unit, .. }
            | Self::Dodge { unit, .. }
            | Self::Drop { unit, .. }
            | Self::GetUp(unit)
            | Self::Appear { unit, .. }
            | Self::Vanish(unit) => Some(*unit),
            Self::Fly { .. }
            | Self::Burst { .. }
            | Self::Word { .. }
            | Self::Roll(_)
            | Self::Noise => None,
        }
    }
}

/// Something to be shown, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cue {
    /// When it begins, from the beginning of the list.
    pub at: Ms,
    /// How long it takes.
    pub takes: Ms,
    /// What is shown.
    pub act: Act,
    /// What is heard when it begins.
    pub sound: Option<Sound>,
}

impl Cue {
    /// When it is over.
    pub(super) const fn end(&self) -> Ms {
        self.at.saturating_add(self.takes)
    }
}

/// What is shown of the events of one order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    /// The cues, in the order in which they begin.
    pub cues: Vec<Cue>,
    /// When the battle may go on; words may still be fading then.
    pub length: Ms,
}
