//! Tests of special moves, and their results (EV-85, EV-90 to EV-100).

use grid::{Ground, Hm, SupportKind};
use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, Sum};

use super::names::{CUSHIONED, LEG, PACES, RUN_UP};
use super::numbers::Numbers;
use super::step::Feat;

/// Water is swum from this depth on (EV-73).
pub const SWIMMING: Hm = Hm::metres(1);

impl Feat {
    /// The condition with the result of its test (EV-90, EV-95, EV-108).
    pub const fn pace(self) -> &'static str {
        let [climb, swim, cross, sneak] = PACES;
        match self {
            Self::Climb => climb,
            Self::Swim => swim,
            Self::Cross => cross,
            Self::Sneak => sneak,
        }
    }

    /// The rule that defines it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Climb => "EV-90",
            Self::Swim => "EV-95",
            Self::Cross => "EV-108",
            Self::Sneak => "EV-76",
        }
    }

    /// The purpose of its test, as recorded with the roll.
    pub const fn purpose(self) -> &'static str {
        match self {
            Self::Climb => "climb",
            Self::Swim => "swim",
            Self::Cross => "cross",
            Self::Sneak => "sneak",
        }
    }
}

/// The result of its test in this Basic Move; `None` if it has not been made.
pub fn pace(unit: &Unit, feat: Feat, leg: i64) -> Option<i32> {
    let known = unit.conditions.get(feat.pace()).filter(|c| c.data.get(LEG) == leg);
    known.map(|c| c.size)
}

/// Whether it must swim here: it floats in the water, or the water is deep enough (EV-73, EV-94).
pub fn swims(ground: &Ground) -> bool {
    let wades = ground.support == SupportKind::Ground;
    ground.support == SupportKind::Water || wades && ground.depth >= SWIMMING
}

/// The test of a special move with the best of these skills, worse in clumsy armour (EV-22, EV-85).
/// Ground underfoot counts unless `anywhere` is true.
pub fn effort_mark(me: Numbers<'_>, ctx: Ctx<'_>, skills: &[&str], anywhere: bool) -> Sum {
    let clumsy = me.armour().map_or(0, |armour| armour.clumsy);
    let all = skills.iter().rev().map(|skill| {
        let mut mark =
            if anywhere { me.mark_anywhere(ctx, skill, None) } else { me.mark(ctx, skill, None) };
        // Running is not a special move.
        mark.add("clumsy armour", if *skill == "running" { 0 } else { -10 * clumsy }, "EV-85");
        mark
    });
    all.max_by_key(Sum::total).unwrap_or_default()
}

/// It may soften the coming fall (EV-105).
pub fn cushioned(unit: &Unit) -> Event {
    let condition = Condition::new(Key::of(CUSHIONED), 0, None, Expiry::Battle);
    events::gained(unit, condition, "EV-105")
}

/// The run-up after a step: longer on open ground, reset otherwise (EV-100).
pub fn run_up(unit: &Unit, metres: i32) -> Option<Event> {
    let to = if metres == 1 { unit.flags.get(RUN_UP) + 1 } else { 0 };
    events::flag(unit, RUN_UP, to, "EV-100")
}
