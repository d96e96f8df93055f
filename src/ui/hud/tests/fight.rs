//! Small battles for the tests of panels.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::Names;
use grid::{Board, Cell, Dir, Hm, SideId, SupportKind, UnitId};
use registry::RulesetId;
use rules::ruleset::{Placing, SharedRuleset};
use rules::state::{Flags, Scene, Side, State, Unit};
use rules::{Command, Key, Target, Waypoint};

use super::super::{OrderModel, PreviewModel, RouteModel, SpotModel};

/// A battle under one ruleset with units at given places and sides. The first unit may act.
pub(super) struct Fight {
    pub(super) rules: SharedRuleset,
    pub(super) state: State,
}

pub(super) const BLUE: u8 = 0;
pub(super) const RED: u8 = 1;

pub(super) fn fight(ruleset: RulesetId, board: Board, people: &[(&str, u8, i16, i16)]) -> Fight {
    let rules = ruleset.built_in();
    let units = people.iter().zip(0..).map(|((role, side, x, y), n)| {
        let cell = Cell::new(*x, *y);
        let placing = Placing {
            id: UnitId(n),
            side: SideId(*side),
            role: Key::new(role),
            name: format!("{role} {n}"),
            at: cell.into(),
            altitude: Hm::ZERO,
            facing: Dir::S,
            prone: false,
            overrides: BTreeMap::new(),
            gear: BTreeMap::new(),
            start: Default::default(),
        };
        let mut unit = rules.enlist(&placing).unwrap();
        unit.placement.feet = board.footing(cell, unit.upright()).unwrap();
        // As at the start of a turn.
        rules.refreshed(&unit)
    });
    let units: Vec<Unit> = units.collect();
    let side = |name: &str| Side { name: name.to_owned(), ambush: false, flags: Flags::default() };
    let scene = Scene::new(board, vec![side("Blue"), side("Red")], Vec::new());
    let mut state = State::new(scene, units, 1);
    state.scene.clock.active = vec![UnitId(0)];
    Fight { rules, state }
}

impl Fight {
    pub(super) fn names(&self) -> Names {
        Names::of(&self.state, &*self.rules)
    }

    pub(super) fn way(&self, path: &[Waypoint], stops: &[usize]) -> RouteModel {
        RouteModel::of(&*self.rules, &self.state, UnitId(0), path, stops, &self.names())
    }

    pub(super) fn spot(&self, x: i16, y: i16) -> SpotModel {
        let feet = self.state.scene.board.footing(Cell::new(x, y), Hm(4)).unwrap();
        let place = (Cell::new(x, y), feet, SupportKind::Ground);
        let names = self.names();
        SpotModel::of(&*self.rules, &self.state, UnitId(0), place, &names).unwrap()
    }

    pub(super) fn preview(&self, act: &str, target: Target) -> PreviewModel {
        let (unit, act) = (UnitId(0), Key::new(act));
        let (choice, with) = Default::default();
        let command = Command::Act { unit, act, targets: vec![target], choice, with };
        PreviewModel::of(&*self.rules, &self.state, &command, &self.names(), Vec::new())
    }

    pub(super) fn order(&self) -> OrderModel {
        OrderModel::of(&*self.rules, &self.state, &self.names(), &BTreeSet::new())
    }
}
