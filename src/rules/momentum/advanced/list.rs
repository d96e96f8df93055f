//! The advanced actions with their texts, costs and opposed checks.

use super::super::check::Contest;
use super::super::data::{Content, Skill};

pub use super::super::names::Advanced;

/// Opposed check for Blind.
pub const BLIND: Contest = Contest {
    own: &[Skill::QuickFingers, Skill::Nimbleness],
    theirs: &[Skill::Improvisation, Skill::Endurance],
    size_tells: true,
};
/// Opposed check for Grab.
pub const GRAB: Contest = Contest {
    own: &[Skill::Athletics, Skill::RawForce],
    theirs: &[Skill::Athletics, Skill::RawForce, Skill::Nimbleness],
    size_tells: true,
};
/// Opposed check for Trip.
pub const TRIP: Contest = Contest {
    own: &[Skill::Athletics, Skill::RawForce],
    theirs: &[Skill::Athletics, Skill::Nimbleness],
    size_tells: true,
};

/// Opposed check for Shove.
pub const SHOVE: Contest = Contest {
    own: &[Skill::Athletics, Skill::RawForce],
    theirs: &[Skill::Athletics, Skill::RawForce, Skill::Nimbleness],
    size_tells: true,
};
/// Opposed check for Disarm.
pub const DISARM: Contest = Contest {
    own: &[Skill::Athletics, Skill::Nimbleness, Skill::RawForce, Skill::QuickFingers],
    theirs: &[Skill::Athletics, Skill::Nimbleness, Skill::RawForce, Skill::QuickFingers],
    size_tells: false,
};
/// Opposed check of the climber against its mount, for acts of either (MO-110, MO-113).
pub const CLIMB: Contest = Contest {
    own: &[Skill::Athletics, Skill::Nimbleness],
    theirs: &[Skill::Athletics, Skill::RawForce, Skill::Nimbleness, Skill::QuickFingers],
    size_tells: false,
};

impl Advanced {
    /// Its name, its description and its rule.
    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Blind => (
                "Blind",
                "Throw sand in its eyes: Blinded until the end of its next turn.",
                "MO-107",
            ),
            Self::Grab => ("Grab", "Hold a creature within 1 m with a free hand.", "MO-121"),
            Self::Trip => ("Trip", "Knock a creature within 1 m prone.", "MO-131"),
            Self::Shove => {
                ("Shove", "Push a creature within 1 m one metre away or aside.", "MO-129")
            }
            Self::Disarm => {
                ("Disarm", "Knock an item out of the hand of a creature within 1 m.", "MO-119")
            }
            Self::Climb => ("Climb on", "Climb onto a larger creature and ride it.", "MO-108"),
            Self::ShakeOff => ("Shake off", "Throw off a creature that is riding you.", "MO-113"),
            Self::BreakFree => ("Break free", "Try to get out of a grab.", "MO-271"),
            Self::LetGo => ("Let go", "Release a creature you are holding.", "MO-271"),
        }
    }

    /// Its display name.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What it does, in one sentence.
    pub const fn text(self) -> &'static str {
        self.words().1
    }

    /// The rule that describes it.
    pub const fn rule(self) -> &'static str {
        self.words().2
    }

    /// Its cost in AP.
    pub const fn price(self, content: &Content) -> i32 {
        let prices = &content.rules.prices;
        match self {
            Self::Blind => prices.blind,
            Self::Grab => prices.grab,
            Self::Trip => prices.trip,
            Self::Shove => prices.shove,
            Self::Disarm => prices.disarm,
            Self::Climb => prices.climb_on,
            Self::ShakeOff => prices.shake_off,
            Self::BreakFree => prices.break_free,
            Self::LetGo => 0,
        }
    }
}

/// The opposed check of an action, for estimates and display.
pub const fn contest(act: Advanced) -> Option<Contest> {
    match act {
        Advanced::Blind => Some(BLIND),
        Advanced::Grab => Some(GRAB),
        Advanced::Trip => Some(TRIP),
        Advanced::Shove => Some(SHOVE),
        Advanced::Disarm => Some(DISARM),
        Advanced::Climb => Some(CLIMB),
        Advanced::ShakeOff | Advanced::BreakFree | Advanced::LetGo => None,
    }
}
