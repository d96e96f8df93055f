//! Converts events to cues: what to show, each with its start, its length and its sound. Pure: no
//! window, no clock. [`super::play`] plays the cues.

mod acts;
mod compose;
#[cfg(test)]
mod tests;
mod words;

use grid::{Cell, Dir, FloorAt, Hm, UnitId};
use rules::look::Force;
use sound::Sound;
use ui::board::{RollModel, Tone};

pub(super) use compose::{Memory, ROLLING, View, compose};

/// Milliseconds at normal speed.
pub(super) type Ms = u32;

/// Position of a cue on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// A unit, wherever its miniature is at that moment.
    Unit(UnitId),
    /// The middle of a floor.
    Floor(FloorAt),
}

/// Appearance of a step.
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
    /// Down, accelerating.
    Fall,
    /// Pushed or carried over the ground.
    Slide,
}

/// Appearance of a projectile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missile {
    /// An arrow in an arc.
    Arrow,
    /// A thrown weapon, turning.
    Blade,
    /// A bolt of magic.
    Bolt(Force),
}

/// Something to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CueKind {
    /// This unit's turn begins.
    Turn(UnitId),
    /// A unit moves from one cell to another, with the heights of its feet.
    Step { unit: UnitId, from: (Cell, Hm), to: (Cell, Hm), gait: Gait },
    /// A unit turns.
    Face { unit: UnitId, facing: Dir },
    /// A unit strikes at something and comes back.
    Lunge { unit: UnitId, at: Anchor },
    /// A unit recoils as it shoots, throws or casts.
    Loose { unit: UnitId, at: Anchor },
    /// A projectile flies.
    Fly { missile: Missile, from: UnitId, to: Anchor, missed: bool },
    /// A force bursts over cells; helpful forces are shown as rings.
    Burst { force: Force, cells: Vec<FloorAt>, kindly: bool },
    /// A unit is shaken by a blow.
    Flinch { unit: UnitId, by: Option<UnitId> },
    /// A unit dodges.
    Dodge { unit: UnitId, from: UnitId },
    /// A unit falls to the ground; out of the fight if `out`.
    Drop { unit: UnitId, out: bool },
    /// A unit gets up.
    GetUp(UnitId),
    /// A unit enters the board.
    Appear { unit: UnitId, at: (Cell, Hm) },
    /// A unit leaves the board.
    Vanish(UnitId),
    /// A word or number rises and fades.
    Word { over: Anchor, text: String, tone: Tone },
    /// Dice roll and show their result.
    Roll(RollModel),
    /// Only a sound.
    Noise,
}

impl CueKind {
    /// The unit whose miniature this moves.
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

/// Something to show, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cue {
    /// Start time, from the start of the list.
    pub at: Ms,
    /// Length.
    pub takes: Ms,
    /// What to show.
    pub kind: CueKind,
    /// Sound at the start.
    pub sound: Option<Sound>,
}

impl Cue {
    /// End time.
    pub(super) const fn end(&self) -> Ms {
        self.at.saturating_add(self.takes)
    }
}

/// Cues for the events of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    /// The cues, by start time.
    pub cues: Vec<Cue>,
    /// When the battle may continue; words may still be fading then.
    pub length: Ms,
}
