//! The computer's deployment: fighters in front, shooters behind them on high ground or in cover.
//!
//! It depends on the level, the side's own units and, where nothing is hidden, on where the others
//! stand. Equal situations give equal places.

use std::cmp::Reverse;

use grid::{Board, Cell, Dir, FloorAt, Hm, SideId, UnitId};
use rules::engine;
use rules::state::{Goal, State, Unit};

use super::model::Deployment;
use crate::ai::keeps_back;

/// Distance of shooters behind the front, in cells.
const SHOOTER_DISTANCE: i32 = 2;
/// A place on harmful ground is taken only if there is no other.
const HAZARD_PENALTY: i64 = 10_000;
/// The same for a place in water.
const WATER_PENALTY: i64 = 1_000;
/// Value of one cell less to walk, of a metre of height, and of cover in front, for sorting.
const STEP: i64 = 10;
const METRE: i64 = 8;
const COVER: i64 = 12;

impl Deployment {
    /// Places the units of a side where a sensible player would. Leaves them where they are if
    /// there is no room for all.
    pub fn propose(&mut self, side: SideId) {
        let objectives = self.objectives(side);
        let front = self.zone(side).filter_map(|cell| distance(cell, &objectives)).min();
        let (Some(front), false) = (front, objectives.is_empty()) else { return };
        let mut trial = self.clone();
        let placed = trial.pick_places(side, &objectives, front);
        if placed {
            *self = trial;
        }
    }

    /// What a side faces: the foes that it sees, or where they may start, or the middle of the
    /// board; and the cells of its own goals.
    fn objectives(&self, side: SideId) -> Vec<Cell> {
        let foes = self.pieces.iter().map(|piece| &piece.unit).filter(|u| u.side() != side);
        let mut objectives: Vec<Cell> = match self.is_hidden() {
            false => foes.filter_map(|unit| unit.placement.at.cell()).collect(),
            true => self.zones.others(side).collect(),
        };
        if objectives.is_empty() {
            let board = &self.scene.board;
            objectives.push(Cell::new(middle(board.width()), middle(board.height())));
        }
        for goal in &self.scene.goals {
            if let Goal::Hold { side: own, places, .. } | Goal::Reach { side: own, places, .. } =
                goal
                && *own == side
            {
                objectives.extend(places.iter().filter_map(|place| place.cell()));
            }
        }
        objectives
    }

    /// Picks a place for each unit: the widest first, then fighters before shooters. False if one
    /// finds no room.
    fn pick_places(&mut self, side: SideId, objectives: &[Cell], front: i32) -> bool {
        let own: Vec<Unit> = self.units(side).cloned().collect();
        let state = State::new(self.scene.clone(), own.clone(), self.seed);
        let shoots = |id: UnitId| {
            engine::with_ctx(&*self.rules, &state, |ctx| keeps_back(&*self.rules, ctx, id))
        };
        let mut order: Vec<(Reverse<u8>, bool, UnitId)> =
            own.iter().map(|u| (Reverse(u.form.size), shoots(u.id()), u.id())).collect();
        order.sort_unstable();
        let cells: Vec<Cell> = self.zone(side).collect();
        let mut done: Vec<UnitId> = Vec::new();
        let mut aside = self.clone();
        aside.pieces.retain(|piece| piece.unit.side() != side);
        for (_, shoots, id) in order {
            let rank = |cell: &Cell| {
                let board = &self.scene.board;
                let unfit = match shoots {
                    true => shooter_penalty(board, *cell, objectives, front),
                    false => fighter_penalty(board, *cell, objectives),
                };
                (unfit, cell.y, cell.x)
            };
            let mut places = cells.clone();
            places.sort_by_cached_key(rank);
            let Some(piece) = self.pieces.iter().find(|piece| piece.unit.id() == id) else {
                return false;
            };
            aside.pieces.push(piece.clone());
            let fits = |cell: &Cell| aside.moved(side, &[(id, FloorAt::from(*cell))]).ok();
            let Some(moved) = places.iter().find_map(fits) else { return false };
            aside.apply_moves(moved);
            done.push(id);
        }
        for id in done {
            let Some(unit) = aside.unit(id).map(|unit| unit.placement.clone()) else { continue };
            let towards = unit.at.cell().and_then(|cell| bearing(cell, objectives));
            for piece in self.pieces.iter_mut().filter(|piece| piece.unit.id() == id) {
                piece.unit.placement = unit.clone();
                piece.unit.placement.facing = towards.unwrap_or(unit.facing);
            }
        }
        true
    }
}

/// The middle of a length in cells.
fn middle(length: u16) -> i16 {
    i16::try_from(length / 2).unwrap_or(i16::MAX)
}

/// Distance to the nearest end.
fn distance(cell: Cell, objectives: &[Cell]) -> Option<i32> {
    objectives.iter().map(|objective| objective.chebyshev(cell)).min()
}

/// The direction of the nearest end; ties go to the first.
fn bearing(cell: Cell, objectives: &[Cell]) -> Option<Dir> {
    let nearest = objectives.iter().min_by_key(|objective| objective.chebyshev(cell))?;
    let (dx, dy) =
        (i32::from(nearest.x) - i32::from(cell.x), i32::from(nearest.y) - i32::from(cell.y));
    Dir::towards(dx, dy)
}

/// How unsuitable a place is for a fighter: near the objectives is good.
fn fighter_penalty(board: &Board, cell: Cell, objectives: &[Cell]) -> i64 {
    let walk = distance(cell, objectives).map_or(0, i64::from);
    walk * STEP + hazard_penalty(board, cell)
}

/// How unsuitable a place is for a shooter: a little behind the front, high, behind cover.
fn shooter_penalty(board: &Board, cell: Cell, objectives: &[Cell], front: i32) -> i64 {
    let off = distance(cell, objectives).map_or(0, |far| (far - front - SHOOTER_DISTANCE).abs());
    let height = board.tile(cell).map_or(Hm::ZERO, |tile| tile.elevation);
    let cover = bearing(cell, objectives).is_some_and(|dir| has_cover(board, cell, dir));
    let gains = i64::from(height.0) * METRE / 2 + if cover { COVER } else { 0 };
    i64::from(off) * STEP - gains + hazard_penalty(board, cell)
}

/// The drawbacks of a place for any unit.
fn hazard_penalty(board: &Board, cell: Cell) -> i64 {
    let Some(tile) = board.tile(cell) else { return HAZARD_PENALTY };
    let harmful = if tile.damaging.is_some() { HAZARD_PENALTY } else { 0 };
    let swims = board.footing(cell, Hm::metres(2)).is_some_and(|feet| feet > tile.elevation)
        && !board.stands_on_thing(cell, Hm::metres(2));
    harmful + if swims { WATER_PENALTY } else { 0 }
}

/// True if something to duck behind stands on that side of a cell.
fn has_cover(board: &Board, cell: Cell, dir: Dir) -> bool {
    let next = cell.step(dir);
    board.thing_in(next).is_some()
        || (!dir.is_diagonal() && board.edge(cell, dir).is_some())
        || board.tile(next).zip(board.tile(cell)).is_some_and(|(there, here)| {
            let rise = there.elevation - here.elevation;
            (Hm(1)..=Hm(2)).contains(&rise)
        })
}
