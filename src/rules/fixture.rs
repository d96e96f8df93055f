//! Fixtures of the board: doors, windows and hatches, levers and their gates, and loose objects.
//! Reach and cost are up to the rulesets.

use grid::{Board, Body, Cell, Diagonals, Dir, Edge, EdgeAt, EdgeKind, Field, Hm, Room, ThingKind};

use super::Refusal;
use super::ctx::Ctx;
use super::event::{BoardChange, Event, EventKind};
use super::state::{Lying, State};
use super::target::Target;

/// A leaf on an edge: a door, a window or a gate; or a hatch.
pub type Leaf = (EdgeAt, Edge);

/// The leaf on one edge of a cell.
///
/// # Errors
/// If nothing opens there.
pub fn leaf(field: &Field<'_>, at: EdgeAt, rule: &'static str) -> Result<Leaf, Refusal> {
    let edge = field.board().edge_at(at).filter(|edge| edge.kind.spec().opens);
    edge.map(|edge| (at, edge))
        .ok_or_else(|| Refusal::new("wrong_target", "there is nothing to open or close", rule))
}

/// The leaves among these that must move so that all are open, or all closed.
///
/// # Errors
/// If a combatant stands where one would close.
pub fn turn(
    field: &Field<'_>,
    leaves: Vec<Leaf>,
    open: bool,
    rule: &'static str,
) -> Result<Vec<Leaf>, Refusal> {
    let board = field.board();
    let astride = |(at, edge): &Leaf| {
        field.bodies().iter().any(|body| {
            if at.is_hatch() {
                return board.is_in_hatch(body, *at);
            }
            let covers = |c: &Cell| body.cells().any(|own| own == *c);
            let below = at.floor.is_some_and(|floor| body.top() <= floor);
            let above = body.feet >= board.edge_top(*at, edge.kind);
            at.cells().iter().all(covers) && !below && !above
        })
    };
    if !open && leaves.iter().any(astride) {
        return Err(Refusal::new("blocked", "a combatant is in the way", rule));
    }
    Ok(leaves.into_iter().filter(|(.., edge)| edge.open != open).collect())
}

/// The gates and hatches moved by the lever in a cell: all within `range` squares open, or close if
/// all are open. Secret ones are found and open, unless the lever closes others; in an imagined
/// battle they stay unchanged.
///
/// # Errors
/// If none is close enough, or a combatant stands in one.
pub fn pull(
    ctx: Ctx<'_>,
    lever: Cell,
    range: u32,
    rule: &'static str,
) -> Result<Vec<Leaf>, Refusal> {
    let here = Room::point(lever, Hm::ZERO);
    let near = |cell: Cell| here.distance(&Room::point(cell, Hm::ZERO), Diagonals::One) <= range;
    // The distance of a gate is that of the nearer square it separates.
    let moved = |(at, edge): &Leaf| {
        let moves = matches!(edge.kind, EdgeKind::Gate | EdgeKind::Hatch);
        moves && at.cells().into_iter().any(near)
    };
    let gates: Vec<Leaf> = ctx.field.board().edges().filter(moved).collect();
    let secrets = &ctx.state.scene.secrets;
    if gates.is_empty() && !secrets.all().iter().any(moved) {
        return Err(Refusal::new("no_gate", "no gate is near enough to this lever", rule));
    }
    let open = gates.is_empty() || gates.iter().any(|(.., edge)| !edge.open);
    let found = secrets.to_find().filter(|leaf| open && moved(leaf));
    let found = found.map(|(at, edge)| (at, Edge { secret: true, ..edge }));
    turn(ctx.field, gates.into_iter().chain(found).collect(), open, rule)
}

/// The leaves that move when a combatant uses a target: the leaf on an edge, or the gates within
/// `range` squares of a lever. `at_hand` tells whether the target is within reach.
///
/// # Errors
/// If nothing moves there, it is out of reach, or something is in the way.
pub fn handled(
    ctx: Ctx<'_>,
    target: Target,
    (range, rule): (u32, &'static str),
    at_hand: impl Fn(Target) -> Result<(), Refusal>,
) -> Result<Vec<Leaf>, Refusal> {
    let field = ctx.field;
    let nothing = || Refusal::new("wrong_target", "this cannot be used", rule);
    match target {
        Target::Edge(at) => {
            let leaf = leaf(field, at, rule)?;
            at_hand(target)?;
            let open = !leaf.1.open;
            turn(field, vec![leaf], open, rule)
        }
        Target::Thing(id) => {
            let lever = field.board().thing(id).filter(|thing| thing.kind == ThingKind::Lever);
            let lever = lever.ok_or_else(nothing)?.cell;
            at_hand(target)?;
            pull(ctx, lever, range, rule)
        }
        _ => Err(nothing()),
    }
}

/// The board change that reveals a secret leaf.
pub(super) fn shown(board: &Board, (at, edge): Leaf) -> BoardChange {
    BoardChange::edge(at, board.edge_at(at), Some(Edge { secret: false, ..edge }))
}

/// The events that open closed leaves and close open ones. Secret ones are found first.
pub fn turned(board: &Board, leaves: Vec<Leaf>, rule: &'static str) -> Vec<Event> {
    let changes = leaves.into_iter().flat_map(|(at, edge)| {
        let found = edge.secret.then(|| shown(board, (at, edge)));
        let from = Edge { secret: false, ..edge };
        let to = Some(Edge { open: !edge.open, ..from });
        found.into_iter().chain([BoardChange::edge(at, Some(from), to)])
    });
    changes.map(|change| Event::new(EventKind::Board(change), &[rule])).collect()
}

/// Whether a body reaches a leaf by hand: one at its own cells on its storey, or a hatch as in
/// [`grid::Board::reaches_hatch`]. `limit` is the height difference at which floors no longer count
/// as one storey.
pub fn is_leaf_at_hand(board: &Board, body: &Body, at: EdgeAt, limit: Hm) -> bool {
    if at.is_hatch() {
        return board.reaches_hatch(body, at, limit);
    }
    let level = (body.feet - board.edge_foot(at)).abs() < limit;
    level && body.cells().any(|cell| at.cells().contains(&cell))
}

/// The hatches that a body can reach by hand, from its own floor or from right below.
pub fn hatches<'a>(board: &'a Board, body: &'a Body) -> impl Iterator<Item = (EdgeAt, Edge)> + 'a {
    board.hatches().filter(move |(at, _)| board.reaches_hatch(body, *at, Hm::metres(1)))
}

/// Possible targets of handling: leaves at the body's own cells on its storey, hatches near it, and
/// levers and objects in cells for which `near` is true.
pub fn candidates(
    state: &State,
    field: &Field<'_>,
    body: &Body,
    near: impl Fn(Cell) -> bool,
) -> Vec<Target> {
    let board = field.board();
    let mut found: Vec<Target> = Vec::new();
    for cell in body.cells() {
        for side in Dir::SIDES {
            let before = board.edges_before(cell, side, (body.feet, body.top()));
            let leaves = before.filter(|(_, edge)| edge.kind.spec().opens);
            found.extend(leaves.map(|(at, _)| Target::Edge(at)));
        }
    }
    found.extend(hatches(board, body).map(|(at, _)| Target::Edge(at)));
    let levers = board.things().filter(|(_, t)| t.kind == ThingKind::Lever && near(t.cell));
    found.extend(levers.map(|(id, _)| Target::Thing(id)));
    let lying = state.scene.lying.iter().filter(|lying| near(lying.cell));
    let mut items: Vec<&Lying> = lying.collect();
    items.sort_unstable_by_key(|lying| lying.at());
    items.dedup_by_key(|lying| lying.at());
    found.extend(items.into_iter().map(Lying::target));
    found
}
