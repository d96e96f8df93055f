//! What sets held actions off (MO-67).

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::event::{BoardChange, Happening};
use crate::rules::momentum::step::Step;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Armed, Status};

use super::super::abilities::CAST;
use super::super::attack;
use super::super::data::Affliction;
use super::super::hiding;
use super::super::lean;
use super::super::leap::LEAP;
use super::super::position::Position;
use super::super::sheet::VITALITY;
use super::super::walk::WALK;
use super::act::Holdable;

/// What sets a held action off (MO-67).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// An enemy comes where the action reaches it.
    Enters,
    /// An enemy within reach leaves its cell: this comes before a step of its own, and after any
    /// other movement.
    Leaves,
    /// An enemy comes into view.
    View,
    /// An enemy attacks or uses an Ability.
    Attacks,
    /// One of the own side is attacked.
    AllyAttacked,
    /// One of the own side drops.
    AllyDrops,
    /// A door or window changes.
    Door,
    /// The referee says so.
    Call,
    /// The turn of a creature begins.
    Starts(UnitId),
    /// The turn of a creature is over.
    Ends(UnitId),
}

/// The triggers that name nobody, each with its name in commands and as players read it.
pub const PLAIN: [(Trigger, &str, &str); 8] = [
    (Trigger::Enters, "enters", "when an enemy comes into reach"),
    (Trigger::Leaves, "leaves", "when an enemy in reach takes a step"),
    (Trigger::View, "view", "when an enemy comes into view"),
    (Trigger::Attacks, "attacks", "when an enemy attacks or uses an Ability"),
    (Trigger::AllyAttacked, "ally_attacked", "when one of the own side is attacked"),
    (Trigger::AllyDrops, "ally_drops", "when one of the own side drops"),
    (Trigger::Door, "door", "when a door or window changes"),
    (Trigger::Call, "call", "when the referee says so"),
];

impl Trigger {
    /// The trigger of that name; an empty one is the first.
    pub fn from_name(name: &str) -> Option<Self> {
        if name.is_empty() {
            return Some(Self::Enters);
        }
        let of = |rest: &str| rest.parse().ok().map(UnitId);
        let named = name.strip_prefix("starts_").and_then(of).map(Self::Starts);
        let named = named.or_else(|| name.strip_prefix("ends_").and_then(of).map(Self::Ends));
        named.or_else(|| PLAIN.iter().find(|(_, id, _)| *id == name).map(|(t, ..)| *t))
    }
}

/// A choice in its parts: the trigger, and the way in which the act is done.
pub fn parts(choice: &str) -> Option<(Trigger, Key)> {
    let (first, rest) = choice.split_once('+').unwrap_or((choice, ""));
    match Trigger::from_name(first) {
        Some(trigger) => Some((trigger, Key::new(rest))),
        None => Some((Trigger::Enters, Key::new(choice))),
    }
}

/// True if a held action reaches somebody where it is.
pub fn reaches(position: Position<'_>, armed: &Armed, unit: UnitId) -> bool {
    let me = armed.owner;
    let Some((_, way)) = parts(armed.trigger.as_str()) else { return false };
    let act = Holdable::find(position, me, armed.act.as_str(), way.as_str());
    let (Some(act), Some(own)) = (act, position.ctx.unit(me)) else { return false };
    if act.is_harmful(position.content) {
        return act.aim(position, own, unit).is_some();
    }
    // What is done to no enemy goes by the reach of the one who does it.
    let reach = position.numbers(me).map_or(0, |n| n.melee_reach());
    position.within_melee(me, unit, reach)
}

/// Whom a held action answers, if this sets it off.
pub fn sets_off(
    position: Position<'_>,
    armed: &Armed,
    step: &Step,
    what: &Happening,
) -> Option<UnitId> {
    let ctx = position.ctx;
    let me = armed.owner;
    let foe = |id: UnitId| ctx.state.are_foes(me, id);
    let (trigger, way) = parts(armed.trigger.as_str())?;
    let uses = [attack::STRIKE, CAST].iter().any(|kind| step.kind == **kind);
    match (trigger, what) {
        (
            Trigger::Enters | Trigger::Leaves | Trigger::View,
            Happening::Moved { unit, from, from_feet, .. },
        ) if foe(*unit) => {
            let body = position.body(*unit)?;
            let field = ctx.field.with_body(body.moved(*from, *from_feet));
            let before = Position { ctx: Ctx { field: &field, ..ctx }, ..position };
            let reached = |p: Position<'_>| reaches(p, armed, *unit);
            // What waits for a step of its own has come before that step.
            let own_step =
                step.unit == Some(*unit) && [WALK, LEAP].iter().any(|kind| step.kind == **kind);
            let comes = match trigger {
                Trigger::Enters => reached(position) && !reached(before),
                Trigger::Leaves => !own_step && reached(before),
                _ => position.sees(me, *unit) && !before.sees(me, *unit),
            };
            comes.then_some(*unit)
        }
        // Who leans out comes into view, and so does one who hides no longer (MO-67, MO-389).
        (Trigger::View, Happening::Afflicted { unit, condition, .. }) => {
            let leans = condition.id == Affliction::Leaning.key();
            (leans && foe(*unit) && lean::shows(position, me, *unit)).then_some(*unit)
        }
        (Trigger::View, Happening::Unlinked { unit, link }) => {
            let found = hiding::hid_from(link) == Some(me);
            (found && foe(*unit) && position.sees(me, *unit)).then_some(*unit)
        }
        (Trigger::Attacks, Happening::Declared { unit, .. }) => {
            (uses && foe(*unit)).then_some(*unit)
        }
        (Trigger::AllyAttacked, Happening::Declared { unit, targets, .. }) => {
            let ally = targets.iter().copied().find(|t| !foe(*t))?;
            let act = Holdable::find(position, me, armed.act.as_str(), way.as_str())?;
            let helps = !act.is_harmful(position.content);
            (uses && foe(*unit)).then_some(if helps { ally } else { *unit })
        }
        (Trigger::AllyDrops, Happening::Status { unit, to, .. }) => {
            let gone = || ctx.unit(*unit).is_some_and(|u| u.tracks.0.value(VITALITY) < 1);
            // A summon that drops vanishes (MO-360).
            let drops = match to {
                Status::Down | Status::Dead => true,
                Status::Gone => gone(),
                _ => false,
            };
            (drops && !foe(*unit) && *unit != me).then_some(*unit)
        }
        (Trigger::Door, Happening::Board(BoardChange::Edge { .. })) => Some(me),
        (Trigger::Starts(named), Happening::TurnBegan { unit, .. })
        | (Trigger::Ends(named), Happening::TurnEnded { unit, .. }) => {
            (named == *unit).then_some(named)
        }
        _ => None,
    }
}
