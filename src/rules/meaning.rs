//! The meaning of meters, and of values on them.

use super::{Key, RuleId};

/// The whole, in thousandths.
pub(super) const WHOLE: i32 = 1000;

/// What a meter means for its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// The body itself: lowered by harm; the fight ends for its owner when it is gone.
    #[default]
    Body,
    /// Protection in front of the body: armour that wears off, a ward, a second body.
    Protection,
    /// Temporary points on top of the body. Not counted as life; shown only above 0.
    Passing,
    /// Injuries: a count that grows.
    Injuries,
    /// A countdown, such as rounds until death.
    Clock,
    /// Stress, fear, fatigue: a number that grows.
    Strain,
    /// A resource to spend. No effect on fitness.
    Reserve,
}

impl Meaning {
    /// True for numbers that start at 0 and are worse the higher they are.
    pub const fn grows(self) -> bool {
        matches!(self, Self::Injuries | Self::Strain)
    }

    /// True for meters that harm lowers.
    pub const fn falls(self) -> bool {
        matches!(self, Self::Body | Self::Protection | Self::Passing)
    }

    /// True for meters whose points count as life.
    #[inline]
    pub const fn is_life(self) -> bool {
        matches!(self, Self::Body | Self::Protection)
    }
}

/// The position of a [`Mark`] on a meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At this value.
    Value(i32),
    /// At this fraction of the maximum, in thousandths.
    Share(i32),
}

/// A meaningful value of a meter: "wounded at half", "armour broken at 0", "dead at -20".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its name in files.
    pub id: Key,
    /// The state of a combatant that reached the mark, as shown to players: "wounded".
    pub text: String,
    /// Its position. A falling meter reaches it at this value or below, a growing one at this value
    /// or above.
    pub at: Bound,
    /// True if a combatant that reaches it is out of the fight, whatever its other meters say.
    pub ends: bool,
    /// The rule behind it.
    pub rule: RuleId,
}

impl Mark {
    /// A mark with the same name in files and for players.
    pub fn new(id: &'static str, at: Bound, rule: &'static str) -> Self {
        let text = id.replace('_', " ");
        Self { id: Key::of(id), text, at, ends: false, rule: RuleId::of(rule) }
    }

    /// The same mark, ending the fight for a combatant that reaches it.
    pub fn ending(self) -> Self {
        Self { ends: true, ..self }
    }

    /// The value of the mark on a meter with this maximum.
    pub fn value(&self, meaning: Meaning, max: i32) -> i32 {
        let part = match self.at {
            Bound::Value(value) => return value,
            Bound::Share(thousandths) => i64::from(max) * i64::from(thousandths),
        };
        // Falling meters round down to a whole point, growing ones up.
        let down = part.div_euclid(i64::from(WHOLE));
        let up = i64::from(meaning.grows() && part.rem_euclid(i64::from(WHOLE)) > 0);
        clamped(down + up)
    }

    /// True if a meter at `value` has reached the mark.
    #[inline]
    pub fn is_reached(&self, meaning: Meaning, value: i32, max: i32) -> bool {
        let bound = self.value(meaning, max);
        if meaning.grows() { value >= bound } else { value <= bound }
    }
}

/// The nearest `i32`.
pub(super) fn clamped(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX })
}
