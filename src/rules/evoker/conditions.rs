//! Names of conditions, and the events by which they come, count down and end (EV-47 to EV-49).

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::event::{Event, Ticking};
use crate::rules::kit::events;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Expiry, Unit};

use super::data::{Ailment, Content, SameCategory};
use super::numbers::Numbers;

/// It may not oppose attacks (EV-361).
pub const STAGGERED: &str = "staggered";
/// It has run (EV-208, EV-209).
pub const RUNNING: &str = "running";
/// Its next test is easier (EV-202).
pub const FOCUSED: &str = "focused";
/// An injury of a part of the body (EV-291).
pub const INJURED: &str = "injured";
/// How many Heavy Wounds an injury has left.
pub const ROW: &str = "row";
/// It defends itself (EV-189).
pub const DEFENDING: &str = "defending";
/// Attack tests are harder (EV-174).
pub const WEAKENED: &str = "weakened";
/// It is hindered by a hex (EV-72).
pub const HOBBLED: &str = "hobbled";
/// It has more armour (EV-196).
pub const WARDED: &str = "warded";
/// It resists fire.
pub const FIRE_GUARDED: &str = "fire_guarded";
/// Its Moves go farther.
pub const SWIFT: &str = "swift";
/// It evades and perceives worse (EV-184).
pub const DISTRACTED: &str = "distracted";
/// It is drawn to whoever taunted it (EV-185).
pub const TAUNTED: &str = "taunted";
/// It attacks worse near whoever scared it (EV-187).
pub const SCARED: &str = "scared";
/// It is held by another (EV-171).
pub const GRAPPLED: &str = "grappled";
/// It is bound by a spell (EV-410).
pub const BOUND: &str = "bound";
/// Degrees of whoever bound it, and of a grip.
pub const DEGREES: &str = "degrees";
/// Blood Loss (EV-390).
pub const BLEEDING: &str = "bleeding";
/// It has made a Chance Attack (EV-254).
pub const STRUCK_OUT: &str = "struck_out";
/// It has settled leaving an enemy (EV-62).
pub const DISENGAGED: &str = "disengaged";
/// Its Toughness has decayed by that much (EV-392).
pub const DECAYED: &str = "decayed";
/// Fate makes its next test easier (EV-348).
pub const FATED: &str = "fated";
/// Its next test is easier by the authority of a friend (EV-197).
pub const CULTIVATED: &str = "cultivated";
/// Friends of whoever spoke strike it more easily (EV-199).
pub const INCITED: &str = "incited";
/// Another takes the next blow for it (EV-191).
pub const PROTECTED: &str = "protected";
/// It is under covering fire (EV-193).
pub const COVERED: &str = "covered";
/// It feels nothing of one injury (EV-355).
pub const NUMBED: &str = "numbed";
/// It is surprised (EV-42).
pub const SURPRISED: &str = "surprised";

/// Another may make it roll again (EV-188).
pub const READ: &str = "read";
/// It takes heart against Despair and Panic (EV-198).
pub const INSPIRED: &str = "inspired";
/// Its next attack is easier (EV-215).
pub const EDGED: &str = "edged";
/// It flees in its next turn (EV-383).
pub const FLEEING: &str = "fleeing";
/// It has weapons left to strike with in an attack with all of them (EV-29, EV-173).
pub const FLURRY: &str = "flurry";
/// It has extra wounds left to deal out (EV-146).
pub const BURSTING: &str = "bursting";
/// It is not its own master (EV-374).
pub const BRAINWASHED: &str = "brainwashed";
/// It was thrown over an edge: nothing softens its fall (EV-105).
pub const THROWN: &str = "thrown";
/// The flag of a unit that staggers on without a will of its own (EV-64).
pub const DRIVEN: &str = "driven";
/// Its own turn goes on behind its extra acts (EV-51).
pub const CLOSING: &str = "closing";

/// Ailments that code has to know by name.
pub const BURNING: &str = "burning";
/// See EV-367.
pub const DIZZY: &str = "dizzy";
/// See EV-368.
pub const FROZEN: &str = "frozen";
/// See EV-370.
pub const SHOCKED: &str = "shocked";
/// See EV-371.
pub const DROWSED: &str = "drowsed";
/// See EV-372.
pub const STUNNED: &str = "stunned";
/// See EV-373.
pub const AMNESIAC: &str = "amnesiac";
/// See EV-375.
pub const CONFUSED: &str = "confused";
/// See EV-378.
pub const DESPAIRED: &str = "despaired";
/// See EV-379.
pub const ENRAGED: &str = "enraged";
/// See EV-382.
pub const PANICKED: &str = "panicked";
/// See EV-385.
pub const CONDEMNED: &str = "condemned";
/// See EV-386.
pub const DAMNED: &str = "damned";

/// What a condition until the next own turn waits for (EV-49).
pub const OWN_TURN: &str = "own_turn";

/// The damage of a fire at the end of its first round (EV-362).
const FIRST_FIRE: i32 = 4;

/// A condition that ends when the unit's next turn begins (EV-49).
pub fn until_own_turn(id: &'static str, size: i32, source: Option<UnitId>) -> Condition {
    Condition::new(Key::of(id), size, source, Expiry::Until(Key::of(OWN_TURN)))
}

/// A condition that ends when the turn of `of` begins (EV-49).
pub fn until_turn_of(id: &'static str, size: i32, of: UnitId) -> Condition {
    Condition::new(Key::of(id), size, Some(of), Expiry::Slots { of, left: 1 })
}

/// What ends on all others when the turn of a unit begins (EV-49).
pub fn ended_by_turn(ctx: Ctx<'_>, of: UnitId) -> Vec<Event> {
    let waits = |c: &&Condition| matches!(c.expiry, Expiry::Slots { of: whose, .. } if whose == of);
    let all = ctx.state.units.iter().flat_map(|unit| {
        let over = unit.conditions.0.iter().filter(waits);
        over.map(move |c| events::relieved_of(unit, c, "a turn begins", "EV-49"))
    });
    all.collect()
}

/// A condition for a number of the unit's turns (EV-47).
pub fn for_turns(id: Key, size: i32, source: Option<UnitId>, unit: &Unit, turns: u16) -> Condition {
    Condition::new(id, size, source, Expiry::TurnEnds { of: unit.id(), left: turns })
}

/// An ailment begins, in place of one of its category (EV-356, EV-358). Nothing happens to those whom
/// its element spares (EV-324).
pub fn afflict(
    content: &Content,
    target: Numbers<'_>,
    ailment: &Ailment,
    by: Option<UnitId>,
) -> Vec<Event> {
    let unit = target.unit;
    if target.is_immune(ailment.element) {
        let text = format!("{} is immune to {}.", unit.identity.name, ailment.name.to_lowercase());
        return vec![events::note(unit, text, "EV-324")];
    }
    let same = |c: &Condition| {
        content.ailments.get(c.id.as_str()).is_some_and(|a| a.category == ailment.category)
    };
    let old = unit.conditions.0.iter().find(|c| same(c));
    if old.is_some() && content.rules.same_category == SameCategory::Keep {
        let text = format!("{} has an ailment of that kind.", unit.identity.name);
        return vec![events::note(unit, text, "EV-356")];
    }
    let size = if ailment.id == *BURNING { FIRST_FIRE } else { 0 };
    let condition = match ailment.turns {
        _ if ailment.id == *STAGGERED => until_own_turn(STAGGERED, 0, by),
        Some(turns) => for_turns(ailment.id.clone(), size, by, unit, turns),
        None => Condition::new(ailment.id.clone(), size, by, Expiry::Battle),
    };
    let why = "another takes its place";
    let mut events: Vec<Event> =
        old.map(|old| events::relieved_of(unit, old, why, "EV-356")).into_iter().collect();
    events.push(events::afflicted(unit, condition, None, "EV-356"));
    events
}

/// What ends first when a unit's turn begins, and what counts down (EV-47, EV-49).
pub fn begin_turn(unit: &Unit) -> Vec<Event> {
    let mut events = Vec::new();
    let mut at = 0;
    for condition in &unit.conditions.0 {
        match &condition.expiry {
            Expiry::Until(what) if *what == *OWN_TURN => {
                let why = "its turn begins";
                events.push(events::relieved_of(unit, condition, why, "EV-49"));
                continue;
            }
            Expiry::TurnEnds { of, left } => {
                let expiry = Expiry::TurnEnds { of: *of, left: left.saturating_sub(1) };
                events.push(events::ticked(Ticking::Condition(unit.id(), at), expiry, "EV-47"));
            }
            _ => {}
        }
        at += 1;
    }
    events
}

/// What has run out when its turn ends (EV-47).
pub fn end_turn(unit: &Unit) -> Vec<Event> {
    let over = |c: &&Condition| matches!(c.expiry, Expiry::TurnEnds { left: 0, .. });
    let ended = unit.conditions.0.iter().filter(over);
    ended.map(|c| events::relieved_of(unit, c, "it has run out", "EV-47")).collect()
}
