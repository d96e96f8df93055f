//! Doors and hatches on the way to the fight: where the way would lead if all hatches were open,
//! and opening by hand what blocks it.

use std::sync::Arc;

use grid::{Board, Cell, Dir, Edge, EdgeAt, Hm};
use rules::command::{Command, Target};
use rules::state::State;
use rules::{fixture, odds};

use super::acts;
use super::detour::is_long;
use super::distance_field::{DistanceField, Distances, Limits};
use super::view::{Other, View, squares};

/// Maximum number of steps followed to see whether an act opens a hatch.
const RUNS: usize = 64;

/// A board with all hatches open, and the floors that they form while closed.
#[derive(Clone, Debug)]
struct Opened {
    /// The original board.
    of: Arc<Board>,
    /// The same with its hatches open.
    board: Arc<Board>,
    /// The closed hatches: cells, and absolute heights of the floors.
    lids: Vec<(Cell, Hm)>,
}

/// The boards with open hatches examined last, and distances over them.
#[derive(Clone, Debug, Default)]
pub struct Hatches {
    opened: Option<Opened>,
    /// With all hatches open.
    field: DistanceField,
    /// With all but one.
    single: DistanceField,
}

/// The closed hatches of a board that a combatant may open by hand.
fn shut(view: &View<'_>) -> Vec<(EdgeAt, Edge)> {
    let locks = view.rules.has_locks();
    let closed = view.ctx.state.scene.board.hatches().filter(|(_, leaf)| !leaf.open);
    closed.filter(|(_, leaf)| !(locks && leaf.is_locked())).collect()
}

/// The board with these hatches open.
fn with_open(board: &Board, hatches: impl Iterator<Item = (EdgeAt, Edge)>) -> Arc<Board> {
    let mut board = board.clone();
    for (at, leaf) in hatches {
        board.set_edge_at(at, Some(Edge { open: true, ..leaf }));
    }
    Arc::new(board)
}

/// The first act that opens a door or hatch whatever the dice show.
fn opener(view: &View<'_>, at: EdgeAt) -> Option<Command> {
    let (ctx, id) = (view.ctx, view.me.id());
    let offers = view.rules.offers(ctx, id).into_iter().filter(|offer| offer.refused.is_none());
    let mut commands = offers.map(|offer| acts::act(id, offer.act, vec![Target::Edge(at)]));
    let is_open = |state: &State| state.scene.board.edge_at(at).is_some_and(|leaf| leaf.open);
    commands.find(|command| {
        view.allows(command)
            && odds::sample(view.rules, ctx.state, command, RUNS)
                .is_ok_and(|courses| courses.iter().all(|course| is_open(&course.state)))
    })
}

/// Opens a door with a foe right behind it, where neither unit can step.
pub fn door(view: &View<'_>) -> Option<Command> {
    let board = view.ctx.field.board();
    let heights = (view.room.feet, view.room.top());
    let sides = view.room.cells().flat_map(|cell| Dir::SIDES.map(|side| (cell, side)));
    let meets = |(cell, side): &(Cell, Dir)| {
        let next = cell.step(*side);
        let behind = |foe: &Other| foe.room.cells().any(|cell| cell == next);
        view.foes().any(|foe| behind(foe) && squares(view.room, foe.room) <= 1)
    };
    let leaves = sides.filter(meets).flat_map(|(cell, side)| {
        let before = board.edges_before(cell, side, heights);
        before.filter(|(_, edge)| edge.kind.spec().opens && !edge.open).map(|(at, _)| at)
    });
    leaves.collect::<Vec<_>>().into_iter().find_map(|at| opener(view, at))
}

/// Opens a hatch within reach on the shortest way. `all_open` is the length of that way with all
/// hatches open.
fn hatch(
    view: &View<'_>,
    field: &mut DistanceField,
    ends: &[(Cell, Option<Hm>)],
    all_open: u16,
) -> Option<Command> {
    let ctx = view.ctx;
    let from = (view.room.cell, view.room.feet);
    let hatches = shut(view);
    let body = ctx.field.body(view.me.id())?;
    let mut near = fixture::hatches(ctx.field.board(), body).map(|(at, _)| at);
    near.find_map(|at| {
        if hatches.iter().all(|(shut, _)| *shut != at) {
            return None;
        }
        // A unit does not open a hatch under itself or its friends.
        let on_it = |feet: Hm| at.floor == Some(feet);
        let mut standing = ctx.field.bodies_in(at.cell).filter(|body| on_it(body.feet));
        if standing.any(|body| body.side == view.me.side()) {
            return None;
        }
        let others = hatches.iter().copied().filter(|(other, _)| *other != at);
        let without = with_open(&view.ctx.state.scene.board, others);
        let without = field.to(&without, None, ends.iter().copied(), from);
        let needed = without.from_at(from.0, from.1) > all_open;
        needed.then(|| opener(view, at)).flatten()
    })
}

impl Hatches {
    /// Sets what stops walkers.
    pub fn limit(&mut self, limits: Limits) {
        self.field.limit(limits);
        self.single.limit(limits);
    }

    fn open_all(&mut self, view: &View<'_>) -> Option<&Opened> {
        let board = &view.ctx.state.scene.board;
        board.hatches().next()?;
        if self.opened.as_ref().is_none_or(|known| !Arc::ptr_eq(&known.of, board)) {
            let all = shut(view);
            let lids = all.iter().filter_map(|(at, _)| Some((at.cell, at.floor?))).collect();
            let opened = with_open(board, all.into_iter());
            self.opened = Some(Opened { of: Arc::clone(board), board: opened, lids });
        }
        self.opened.as_ref().filter(|opened| !opened.lids.is_empty())
    }

    /// The way to these ends if all hatches that can be opened were open, and the command that
    /// opens one within reach. For when walking leads nowhere or only by a long detour. The closed
    /// hatches themselves count as unreachable floors. `None` if that is no better than the way on
    /// foot.
    pub fn way(
        &mut self,
        view: &View<'_>,
        ends: &[(Cell, Option<Hm>)],
        on_foot: u16,
    ) -> Option<(Distances<'_>, Option<Command>)> {
        if !is_long(view, ends, on_foot) {
            return None;
        }
        let opened = self.open_all(view)?;
        let (board, lids) = (Arc::clone(&opened.board), opened.lids.clone());
        let from = (view.room.cell, view.room.feet);
        let past = self.field.to(&board, None, ends.iter().copied(), from);
        let all_open = past.from_at(from.0, from.1);
        if all_open >= on_foot {
            return None;
        }
        let opens = hatch(view, &mut self.single, ends, all_open);
        Some((past.without(lids), opens))
    }
}
