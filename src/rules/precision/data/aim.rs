//! What abilities are aimed at: how far, whom, which squares.

use serde::{Deserialize, Serialize};

/// How far something goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Span {
    /// As far as the attack of the weapon in the main hand.
    Weapon,
    /// As far as the attack of the weapon in the off hand.
    OffHand,
    /// Melee reach, squares; 1 needs adjacency (PR-142).
    Reach(u8),
    /// Range, squares (PR-141).
    Range(u8),
}

/// Which creatures an ability may choose or affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// Any creature, the actor too.
    Any,
    /// Any creature but the actor.
    Other,
    /// Creatures of other sides.
    Foe,
    /// Creatures of the own side but the actor.
    Ally,
    /// Minions of the actor.
    OwnMinion,
    /// Creatures that hold the actor.
    Holder,
    /// No creature: the place itself changes.
    Nobody,
}

/// The squares of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// All squares within so many of the actor.
    AroundSelf(u8),
    /// All squares within `radius` of a point that is itself within `span`.
    AroundPoint {
        /// Squares from the point.
        radius: u8,
        /// How far off the point may be.
        span: Span,
    },
    /// `side` x `side` squares, the middle one within `span`.
    Block {
        /// Edge length in squares, odd.
        side: u8,
        /// How far off the middle may be.
        span: Span,
    },
    /// A quarter circle of that length from the actor.
    Cone(u8),
    /// All that the actor can strike at that span.
    WithinReach(Span),
}

/// What the one who uses an ability chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Aim {
    /// Nothing: the actor itself is meant.
    Actor,
    /// One creature.
    One {
        /// Which may be chosen.
        who: Who,
        /// How far off.
        span: Span,
    },
    /// An area.
    Area {
        /// Its squares.
        shape: Shape,
        /// Who in it is affected (PR-152).
        who: Who,
    },
    /// One free square.
    Square(Span),
    /// A door, window, lever or item.
    Fixture(Span),
    /// A square to move to; the movement says how.
    Step,
}
