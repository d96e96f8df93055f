//! Leaning out of full cover (MO-322 to MO-326).

use std::borrow::Cow;

use crate::step::{LeanBack, LeanOut, Outcome, Step};
use grid::{Body, Cell, Dir, Move, Passage, UnitId, sees};
use rules::command::Target;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, Refusal};

use super::cover::Cover;
use super::data::{Affliction, Content, LeanUntil};
use super::hidden;
use super::names::Words;
use super::position::Position;

/// The act of leaning out.
pub const LEAN: Words = Words {
    act: "lean",
    name: "Lean out",
    text: "See and strike around your cover, for one action.",
};
/// Prefix of the variants that lean out for one act: `lean_n`, `lean_ne`.
const PREFIX: &str = "lean_";
/// Flag of leaning: the column of the square it leans from, counted from 1.
const COLUMN: &str = "column";
/// Flag of leaning: the row of the square it leans from, counted from 1.
const ROW: &str = "row";

fn leaning(unit: &Unit) -> Option<&Condition> {
    unit.conditions.get(Affliction::Leaning.key().as_str())
}

/// The direction in which the unit is leaning.
pub fn dir(unit: &Unit) -> Option<Dir> {
    let at = usize::try_from(leaning(unit)?.size - 1).ok()?;
    Dir::ALL.get(at).copied()
}

/// True if the unit is leaning and its next action ends that (MO-324).
pub fn ends_with_action(content: &Content, unit: &Unit) -> bool {
    content.rules.lean_until == LeanUntil::EndOfAction && leaning(unit).is_some()
}

impl<'a> Position<'a> {
    /// The body from which a combatant looks and strikes: while it leans out, in the square it
    /// leans into (MO-322, MO-326).
    pub fn outlook(&self, id: UnitId) -> Option<Cow<'a, Body>> {
        let body = self.body(id)?;
        let dir = self.ctx.unit(id).and_then(dir);
        let out = dir.zip(body.anchor()).map(|(dir, at)| body.moved(at.step(dir), body.feet));
        Some(out.map_or(Cow::Borrowed(body), Cow::Owned))
    }

    /// The bodies that others may aim at: the combatant's own, and while it leans out the one in
    /// the square it leans into (MO-323).
    pub fn exposed(&self, id: UnitId) -> impl Iterator<Item = Cow<'a, Body>> {
        let own = self.body(id).map(Cow::Borrowed);
        let leans = self.ctx.unit(id).is_some_and(|u| leaning(u).is_some());
        let out = self.outlook(id).filter(|_| leans);
        own.into_iter().chain(out)
    }
}

/// True if a unit is near enough to keep hold of another: within 1 m, or within reach of where it
/// leans out, for as long as it leans (MO-326).
pub fn is_within_hold(position: Position<'_>, holder: &Unit, victim: UnitId) -> bool {
    let id = holder.id();
    position.is_adjacent(id, victim)
        || (leaning(holder).is_some() && position.within_melee(id, victim, 1))
}

/// True if `viewer` sees the unit only because it leans out (MO-389).
pub fn shows(position: Position<'_>, viewer: UnitId, id: UnitId) -> bool {
    let board = position.ctx.field.board();
    let behind = position.outlook(viewer).zip(position.body(id));
    let plain = behind.is_some_and(|(from, own)| sees(board, &*from, own));
    !plain && position.sees(viewer, id)
}

/// Checks whether a combatant may lean out at all: it must be in full cover from some enemy
/// (MO-322).
///
/// # Errors
/// Why not.
pub fn check_use(position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
    let refuse = |code, text| Err(Refusal::new(code, text, "MO-322"));
    let ctx = position.ctx;
    if leaning(unit).is_some() {
        return refuse("leans_already", "it is already leaning out");
    }
    // Its side cannot know the cover of an enemy whose position is unknown.
    let out_of_reach = |other: &Unit| {
        ctx.state.are_foes(unit.id(), other.id())
            && other.is_active()
            && (!hidden::is_known(ctx, unit.side(), other.id())
                || position.cover(other.id(), unit.id()) == Cover::Full)
    };
    if !ctx.state.units.iter().any(out_of_reach) {
        return refuse("no_full_cover", "it is not in full cover from any enemy");
    }
    Ok(())
}

/// Checks whether a combatant may lean into a cell: an adjacent cell that it could enter, not
/// occupied by an enemy that its side knows of.
///
/// # Errors
/// Why not.
pub fn check(position: Position<'_>, unit: &Unit, cell: Cell) -> Result<Dir, Refusal> {
    hidden::as_known(position.ctx, unit.side(), |ctx| {
        side_of(Position { ctx, ..position }, unit, cell)
    })
}

fn side_of(position: Position<'_>, unit: &Unit, cell: Cell) -> Result<Dir, Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, "MO-322"));
    let ctx = position.ctx;
    let room = position.body(unit.id()).and_then(Body::room);
    let step = room.and_then(|room| Some((room, room.cell.dir_to(cell)?)));
    let Some((room, dir)) = step else {
        return refuse("out_of_range", "only into an adjacent square");
    };
    match ctx.field.step_from(unit.id(), room, Move::Walk { to: cell }) {
        Ok(facts) if facts.passage == Passage::Free => {
            let limit = position.content.rules.difficult_step;
            if facts.rise().abs() > limit {
                return refuse("blocked", "that square is too high or too low");
            }
            let foes = |b: &Body| b.blocking && ctx.state.are_foes(unit.id(), b.id);
            if facts.occupants().any(foes) {
                return refuse("occupied", "an enemy is in that square");
            }
            Ok(dir)
        }
        Ok(_) => refuse("blocked", "something is in the way"),
        Err(obstacle) => refuse("blocked", &obstacle.to_string()),
    }
}

/// The cells to consider.
pub fn candidates(unit: &Unit) -> Vec<Target> {
    let at = unit.placement.at.cell();
    let cells = at.into_iter().flat_map(|at| Dir::ALL.map(|dir| at.step(dir)));
    cells.map(|cell| Target::Place(cell.into())).collect()
}

/// The directions in which a combatant can lean out, each with its variant name.
pub fn sides(position: Position<'_>, unit: &Unit) -> Vec<(Dir, String)> {
    let Some(at) = unit.placement.at.cell() else { return Vec::new() };
    hidden::as_known(position.ctx, unit.side(), |ctx| {
        let able = |dir: &Dir| side_of(Position { ctx, ..position }, unit, at.step(*dir)).is_ok();
        let ways = Dir::ALL.into_iter().filter(able);
        ways.map(|dir| (dir, format!("{PREFIX}{dir:?}").to_lowercase())).collect()
    })
}

/// Splits a variant into the lean direction and the remaining variants: `lean_ne+nonlethal`.
pub fn split_variant(choice: &str) -> Option<(Dir, &str)> {
    let (first, rest) = choice.split_once('+').unwrap_or((choice, ""));
    let name = first.strip_prefix(PREFIX)?;
    let dir = Dir::ALL.into_iter().find(|dir| format!("{dir:?}").eq_ignore_ascii_case(name))?;
    Some((dir, rest))
}

/// The column and the row of a unit, counted from 1.
fn square(unit: &Unit) -> Option<(i64, i64)> {
    let cell = unit.placement.at.cell()?;
    Some((i64::from(cell.x) + 1, i64::from(cell.y) + 1))
}

/// The condition of leaning in a direction.
fn condition(until: LeanUntil, unit: &Unit, dir: Dir) -> Condition {
    let of = unit.id();
    let expiry = match until {
        LeanUntil::EndOfAction => Expiry::TurnEnds { of, left: 1 },
        LeanUntil::NextTurn => Expiry::Slots { of, left: 1 },
    };
    let leaning = Condition::new(Affliction::Leaning.key(), 1 + dir as i32, Some(of), expiry);
    let Some((column, row)) = square(unit) else { return leaning };
    leaning.with(Key::of(COLUMN), column).with(Key::of(ROW), row)
}

/// The steps that end leaning for units that can no longer act or were moved to another square
/// (MO-322, MO-324).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let over = |unit: &&Unit| {
        leaning(unit).is_some_and(|leaning| {
            let from = (leaning.data.get(COLUMN), leaning.data.get(ROW));
            !unit.is_active() || (from != (0, 0) && square(unit) != Some(from))
        })
    };
    ctx.state.units.iter().filter(over).map(|unit| LeanBack { unit: unit.id() }.into()).collect()
}

/// Evaluates `read` as if the combatant were leaning in a direction.
pub fn supposed<R>(ctx: Ctx<'_>, id: UnitId, dir: Dir, read: impl FnOnce(Ctx<'_>) -> R) -> R {
    let mut state = ctx.state.clone();
    if let Some(unit) = state.unit_mut(id) {
        let leaning = condition(LeanUntil::EndOfAction, unit, dir);
        unit.conditions.0.push(leaning);
    }
    read(Ctx { state: &state, ..ctx })
}

/// Leans out.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &LeanOut) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Ok(dir) = check(position, unit, step.to) else { return nothing };
    let condition = condition(content.rules.lean_until, unit, dir);
    let place = (Vec::new(), Some(step.to.into()));
    let declared = events::declared_at(unit, (LEAN.key(), LEAN.name), place, "MO-322");
    Outcome::done(vec![declared, events::afflicted(unit, condition, None, "MO-322")])
}

/// Ends leaning out.
pub fn back(ctx: Ctx<'_>, step: &LeanBack) -> Outcome {
    let unit = ctx.unit(step.unit);
    let over = unit.and_then(|u| leaning(u).map(|c| events::relieved_of(u, c, "back", "MO-324")));
    Outcome::done(over.into_iter().collect())
}
