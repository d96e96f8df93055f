//! Unions: allies that share one turn (MO-68 to MO-75, MO-381, MO-412, MO-415).
//!
//! Members name their partners during a turn, or the level does so before the battle. A union is
//! declared again at the start of each round, before the order is determined, until its members
//! leave it (MO-437): all units of a side with the same number belong together.

use crate::step::{JoinUnion, Outcome};
use grid::UnitId;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::start::Start;
use rules::state::{State, Unit};
use rules::{Key, Refusal};

use super::names::Words;
use super::party;
use super::position::Position;

/// The act of joining a union; also the key of the once-per-turn limit on union acts.
pub const UNION: Words = Words {
    act: "union",
    name: "Act together",
    text: "From the next round on, you and an ally share one turn at your average Initiative.",
};
/// The act of leaving a union.
pub const LEAVE: Words = Words {
    act: "leave_union",
    name: "Leave the union",
    text: "From the next round on, you act on your own again.",
};

/// Flag: the number that the members of a union share.
const FLAG: &str = "union";

/// Added to the numbers of groups in levels, above all numbers of unions made in play.
const GROUPS: i64 = 1_000_000;

/// Puts a combatant into the union that its start names, from the first round on (MO-437).
pub fn mark(unit: &mut Unit, start: &Start) {
    if start.together != 0 {
        unit.flags.set(Key::of(FLAG), GROUPS + i64::from(start.together));
    }
}

/// The union number that a combatant has chosen; 0 for none.
pub fn number(unit: &Unit) -> i64 {
    unit.flags.get(FLAG)
}

/// True if a unit can be in a union next round: it is in the fight, and a summon only together with
/// its owner (MO-75, MO-415).
fn takes_part(state: &State, unit: &Unit) -> bool {
    let owner = unit.identity.maker;
    let with_owner = owner.is_none_or(|id| {
        state.unit(id).is_some_and(|o| o.is_active() && number(o) == number(unit))
    });
    unit.is_active() && party::fights(unit) && number(unit) != 0 && with_owner
}

/// The members of each union of a round; a union has at least two. Ordered by first member.
pub fn all(state: &State) -> Vec<Vec<UnitId>> {
    let mut unions: Vec<((grid::SideId, i64), Vec<UnitId>)> = Vec::new();
    for unit in state.units.iter().filter(|u| takes_part(state, u)) {
        let key = (unit.side(), number(unit));
        match unions.iter_mut().find(|(k, _)| *k == key) {
            Some((_, members)) => members.push(unit.id()),
            None => unions.push((key, vec![unit.id()])),
        }
    }
    unions.into_iter().map(|(_, members)| members).filter(|m| m.len() > 1).collect()
}

/// Checks whether a combatant may share turns with another from the next round on.
///
/// # Errors
/// Why not.
pub fn check_target(ctx: Ctx<'_>, unit: &Unit, target: UnitId) -> Result<(), Refusal> {
    let refuse = |code, text, rule| Err(Refusal::new(code, text, rule));
    let Some(other) = ctx.unit(target).filter(|u| u.is_active() && u.id() != unit.id()) else {
        return refuse("no_target", "there is no ally to act with", "MO-68");
    };
    if other.side() != unit.side() || !party::fights(other) {
        return refuse("no_ally", "only allies can act together", "MO-68");
    }
    if number(unit) != 0 && number(unit) == number(other) {
        return refuse("together_already", "they already act together", "MO-68");
    }
    for called in [unit, other] {
        let partner = if called.id() == unit.id() { other } else { unit };
        let owner = called.identity.maker;
        let fits = owner.is_none_or(|id| {
            let in_union =
                ctx.unit(id).is_some_and(|o| number(o) != 0 && number(o) == number(partner));
            id == partner.id() || in_union
        });
        if !fits {
            return refuse("owner", "summons act together only with their owner", "MO-415");
        }
    }
    Ok(())
}

/// Checks whether a combatant may join or leave a union now: once per turn.
///
/// # Errors
/// Why not.
pub fn check_use(position: Position<'_>, unit: &Unit, leaves: bool) -> Result<(), Refusal> {
    if unit.turn.acts.iter().any(|d| d.class == *UNION.act) {
        return Err(Refusal::new("said_already", "only one union act per turn", "MO-68"));
    }
    if leaves {
        let none = || Refusal::new("no_union", "it is not in a union", "MO-68");
        return if number(unit) == 0 { Err(none()) } else { Ok(()) };
    }
    let mut all = position.ctx.state.units.iter();
    if all.any(|u| check_target(position.ctx, unit, u.id()).is_ok()) {
        return Ok(());
    }
    Err(Refusal::new("no_target", "there is no ally to act with", "MO-68"))
}

/// Joins the union of another combatant, or leaves one.
pub fn run(ctx: Ctx<'_>, step: &JoinUnion) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let leaves = step.ally.is_none();
    let act = if leaves { LEAVE } else { UNION };
    let declared = act.declared(unit, step.ally.into_iter().collect(), "MO-68");
    let mut events = vec![declared, super::budget::settled(unit, UNION.act, &act.key())];
    let set = |unit: &Unit, to: i64| events::flag(unit, FLAG, to, "MO-68");
    if leaves {
        events.extend(set(unit, 0));
        return Outcome::done(events);
    }
    let Some(other) = step.ally.and_then(|id| ctx.unit(id)) else {
        return Outcome::done(events);
    };
    let (mine, theirs) = (number(unit), number(other));
    let shared = match (theirs, mine) {
        (0, 0) => i64::from(unit.id().0.min(other.id().0)) + 1,
        (0, mine) => mine,
        (theirs, _) => theirs,
    };
    let belongs = |u: &&Unit| {
        let n = number(u);
        u.side() == unit.side()
            && n != shared
            && (u.id() == unit.id()
                || u.id() == other.id()
                || (n != 0 && (n == mine || n == theirs)))
    };
    events.extend(ctx.state.units.iter().filter(belongs).filter_map(|u| set(u, shared)));
    Outcome::done(events)
}
