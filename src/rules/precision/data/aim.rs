//! Targeting of abilities: range, valid creatures, squares.

use serde::{Deserialize, Serialize};

/// The reach or range of an aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Span {
    /// The span of the main-hand weapon's attack.
    Weapon,
    /// The span of the off-hand weapon's attack.
    OffHand,
    /// Melee reach, squares; 1 requires adjacency (PR-142).
    Reach(u8),
    /// Range, squares (PR-141).
    Range(u8),
}

/// Which creatures an ability may choose or affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// Any creature, including the actor.
    Any,
    /// Any creature but the actor.
    Other,
    /// Creatures of other sides.
    Foe,
    /// Allies, without the actor.
    Ally,
    /// Minions of the actor.
    OwnMinion,
    /// Creatures holding the actor.
    Holder,
    /// No creatures: only the place changes.
    Nobody,
}

/// The squares of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// All squares within this distance of the actor.
    AroundSelf(u8),
    /// All squares within `radius` of a point inside `span`.
    AroundPoint {
        /// Squares from the point.
        radius: u8,
        /// Maximum distance of the point.
        span: Span,
    },
    /// `side` x `side` squares, with the middle one inside `span`.
    Block {
        /// Edge length in squares, odd.
        side: u8,
        /// Maximum distance of the middle.
        span: Span,
    },
    /// A quarter circle of this length from the actor.
    Cone(u8),
    /// Everything the actor can strike at this span.
    WithinReach(Span),
}

/// What the user of an ability chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Aim {
    /// Nothing: it affects the actor.
    Actor,
    /// One creature.
    One {
        /// Which creatures are allowed.
        who: Who,
        /// Maximum distance.
        span: Span,
    },
    /// An area.
    Area {
        /// Its squares.
        shape: Shape,
        /// Which creatures in it are affected (PR-152).
        who: Who,
    },
    /// One free square.
    Square(Span),
    /// A door, window, lever or item.
    Fixture(Span),
    /// A square to move to; the ability's movement defines how.
    Step,
}
