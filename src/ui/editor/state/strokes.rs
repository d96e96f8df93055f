//! Pointer input on the map: tool strokes, selections and moves.

use std::collections::BTreeSet;

use crate::editor::tools::{Kind, Mode, ToolExt};
use editor::shape::{lasso, rectangle};
use editor::{
    EdgeAt, Edit, GridTransform, Shape, Spot, Tool, ToolController, UnitAt, move_unit, pick,
    unit_at, unit_in,
};
use grid::{Cell, EdgeKind};
use level::Unit;

use super::clipboard::corner_of;
use super::{Drag, EditorState};

impl EditorState {
    /// The button was pressed. `add` extends the selection.
    pub fn press(&mut self, at: Spot, add: bool) {
        self.press_on(None, at, add);
    }

    /// The button was pressed where a unit's figure may be in front of the ground.
    pub fn press_on(&mut self, figure: Option<UnitAt>, at: Spot, add: bool) {
        self.notice = None;
        self.mark = None;
        let cell = at.cell();
        if self.floating {
            return self.lay_down(cell, add);
        }
        if self.is_routing() {
            return self.add_stop(cell);
        }
        self.routing = false;
        match self.palette.kind {
            Kind::Select | Kind::Lasso => {
                self.chosen = figure.or_else(|| unit_in(self.level(), cell));
                self.drag = Some(if self.selection.contains(&cell) && !add {
                    Drag::Move { from: cell, to: cell }
                } else {
                    let lasso = self.palette.kind == Kind::Lasso;
                    Drag::Select { path: vec![cell], lasso, add }
                });
                return;
            }
            Kind::Picture => return self.add_point(at),
            Kind::Label => return self.press_label(cell),
            Kind::Part => return self.refuse("Choose a part on the left first.".to_owned()),
            Kind::Unit => {
                self.chosen = figure.or_else(|| unit_in(self.level(), cell));
                if let Some(unit) = self.chosen {
                    self.drag = Some(Drag::Unit { at: unit, from: cell, to: cell });
                    return;
                }
            }
            _ => {}
        }
        let mut controller = match self.palette.tool() {
            Ok(Some(Tool::Unit { side, mut unit })) => {
                unit.altitude = self.seat(&Unit { at: cell, ..(*unit).clone() });
                ToolController::new(Tool::Unit { side, unit })
            }
            Ok(Some(tool)) => ToolController::new(tool),
            Ok(None) => return,
            Err(error) => return self.refuse(error.to_string()),
        };
        controller.symmetry = self.symmetry;
        controller.floor = self.storeys.floor();
        let done = controller.press(&mut self.draft, at);
        self.stroke = done.clone().unwrap_or_default();
        self.controller = Some(controller).filter(|_| done.is_ok());
        self.told(done);
    }

    /// The pointer moved while the button was down.
    pub fn drag(&mut self, to: Spot) {
        let cell = to.cell();
        match &mut self.drag {
            Some(Drag::Select { path, .. }) if path.last() != Some(&cell) => path.push(cell),
            Some(Drag::Move { to, .. } | Drag::Unit { to, .. } | Drag::Label { to, .. }) => {
                *to = cell;
            }
            Some(Drag::Select { .. }) | None => {}
        }
        let Some(mut controller) = self.controller.take() else { return };
        let done = controller.drag(&mut self.draft, to);
        match &done {
            Ok(changed) => {
                self.stroke.add(changed.clone());
                self.controller = Some(controller);
            }
            // The whole stroke was undone, so what it had changed must be shown too.
            Err(_) => {
                let all = std::mem::take(&mut self.stroke);
                self.note(all);
            }
        }
        self.told(done);
    }

    /// The button was released.
    pub fn release(&mut self) {
        match self.drag.take() {
            Some(Drag::Select { path, lasso: free, add }) => {
                let cells = self.selected_by(&path, free);
                if !add {
                    self.selection.clear();
                }
                self.selection.extend(cells);
            }
            Some(Drag::Move { from, to }) => {
                let by = (to.x - from.x, to.y - from.y);
                if by != (0, 0) {
                    self.shift_selection(by, GridTransform::NONE);
                }
            }
            Some(Drag::Unit { at, from, to }) if from != to => {
                let place = unit_at(self.level(), at).map(|unit| {
                    unit.at.offset(to.x.saturating_sub(from.x), to.y.saturating_sub(from.y))
                });
                let edit = place.and_then(|to| move_unit(self.level(), at, to));
                if let Some(Edit::ChangeUnit { at, mut unit }) = edit {
                    // A unit that stands on a floor must stand on one at its destination.
                    if unit_at(self.level(), at).is_some_and(|unit| self.stands(unit)) {
                        unit.altitude = self.seat(&unit);
                    }
                    self.apply(Edit::ChangeUnit { at, unit });
                }
            }
            Some(Drag::Label { from, to }) if from != to => self.move_label(from, to),
            Some(Drag::Unit { .. } | Drag::Label { .. }) | None => {}
        }
        let Some(mut controller) = self.controller.take() else { return };
        if controller.release(&mut self.draft) && self.palette.kind == Kind::Unit {
            let side = self.palette.side;
            let last = self.level().sides.get(side).and_then(|s| s.units.len().checked_sub(1));
            self.chosen = last.map(|unit| UnitAt { side, unit });
        }
    }

    /// Goes back one step: cancels the stroke, the paste, or the selection.
    pub fn cancel(&mut self) {
        self.notice = None;
        if self.cancel_stroke() {
            return;
        }
        if std::mem::take(&mut self.routing) {
            return;
        }
        if self.let_go() || !std::mem::take(&mut self.points).is_empty() {
            return;
        }
        if self.mark.take().is_none() {
            self.selection.clear();
            self.chosen = None;
            self.label = None;
        }
    }

    fn selected_by(&self, path: &[Cell], free: bool) -> BTreeSet<Cell> {
        let ground = &self.level().ground;
        let cells: Vec<Cell> = match (path.first(), path.last()) {
            (Some(a), Some(b)) if !free => rectangle(*a, *b, true),
            _ => lasso(path).into_iter().collect(),
        };
        cells.into_iter().filter(|c| ground.contains(*c)).collect()
    }

    /// The cells that pressing or releasing here would select, move to or cover.
    pub fn outline(&self, at: Option<Spot>) -> Vec<Cell> {
        let moved = |from: &Cell, to: &Cell| (to.x - from.x, to.y - from.y);
        match &self.drag {
            Some(Drag::Select { path, lasso, .. }) => {
                return self.selected_by(path, *lasso).into_iter().collect();
            }
            Some(Drag::Move { from, to }) => {
                let (dx, dy) = moved(from, to);
                return self.selection.iter().map(|c| c.offset(dx, dy)).collect();
            }
            Some(Drag::Unit { to, .. } | Drag::Label { to, .. }) => return vec![*to],
            None => {}
        }
        let Some(at) = at else { return Vec::new() };
        match self.afloat() {
            Some(clip) => clip.cells_at(corner_of(clip, at.cell())).collect(),
            None => match self.palette.tool() {
                Ok(Some(tool)) => {
                    let mut controller = ToolController::new(tool);
                    controller.symmetry = self.symmetry;
                    controller.outline(self.level(), at)
                }
                _ => Vec::new(),
            },
        }
    }

    /// The edges that pressing here would change: those of an opening, or of the content attached
    /// to the pointer.
    pub fn edges_at(&self, at: Option<Spot>) -> Vec<EdgeAt> {
        let Some(at) = at else { return Vec::new() };
        match self.afloat() {
            Some(clip) => {
                let corner = corner_of(clip, at.cell());
                let taken = clip.edges.iter().filter(|(at, edge)| edge.is_some() && !at.is_hatch());
                taken
                    .map(|(at, _)| EdgeAt { cell: at.cell.offset(corner.x, corner.y), ..*at })
                    .collect()
            }
            None if self.palette.kind == Kind::Door
                && self.palette.opening.kind != EdgeKind::Hatch =>
            {
                vec![EdgeAt { floor: self.storeys.floor(), ..at.edge() }]
            }
            None => Vec::new(),
        }
    }

    /// The cells that get a thing or a unit when the attached content is pasted.
    pub fn holders_at(&self, at: Option<Spot>) -> Vec<Cell> {
        let Some((clip, at)) = self.afloat().zip(at) else { return Vec::new() };
        let corner = corner_of(clip, at.cell());
        let units = clip.units.iter().map(|(_, unit)| unit.at);
        let cells = clip.things.keys().copied().chain(units);
        cells.map(|c| c.offset(corner.x, corner.y)).collect()
    }

    /// The extent of what is being dragged, in words.
    pub fn extent(&self) -> Option<String> {
        let size = |a: Cell, b: Cell| {
            let side = |a: i16, b: i16| i32::from(a).abs_diff(i32::from(b)) + 1;
            format!("{} x {}", side(a.x, b.x), side(a.y, b.y))
        };
        match &self.drag {
            Some(Drag::Select { path, lasso: false, .. }) => {
                return Some(size(*path.first()?, *path.last()?));
            }
            Some(Drag::Select { path, .. }) => {
                let count = self.selected_by(path, true).len();
                return Some(format!("{count} cells"));
            }
            Some(
                Drag::Move { from, to } | Drag::Unit { from, to, .. } | Drag::Label { from, to },
            ) => {
                let (east, south) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
                return Some(format!("{east:+}, {south:+}"));
            }
            None => {}
        }
        let controller = self.controller.as_ref()?;
        let (from, to) = controller.span()?;
        match &controller.tool {
            Tool::Paint { shape: Shape::Rectangle { .. } | Shape::Ellipse { .. }, .. }
            | Tool::Room(_) => Some(size(from.cell(), to.cell())),
            Tool::Paint { shape: Shape::Line(_), .. } | Tool::Ramp { .. } => {
                let (a, b) = (from.cell(), to.cell());
                let length = |a: i16, b: i16| i32::from(a).abs_diff(i32::from(b)) + 1;
                Some(format!("{} cells", length(a.x, b.x).max(length(a.y, b.y))))
            }
            Tool::Wall(_) => {
                let (a, b) = (from.corner(), to.corner());
                let length = |a: i16, b: i16| i32::from(a).abs_diff(i32::from(b));
                Some(format!("{} m", length(a.x, b.x) + length(a.y, b.y)))
            }
            _ => None,
        }
    }

    /// The middle of the cell of a unit.
    pub fn spot_of(&self, at: UnitAt) -> Option<Spot> {
        unit_at(self.level(), at).map(|unit| Spot::middle_of(unit.at))
    }

    /// With a tool for units, picks the unit whose figure may be in front of the ground; otherwise
    /// whatever is on the ground.
    pub fn pick_on(&mut self, figure: Option<UnitAt>, at: Spot) {
        let on_units = matches!(self.palette.kind.mode(), Mode::Units | Mode::Select);
        let spot = figure.filter(|_| on_units).and_then(|unit| self.spot_of(unit));
        self.pick(spot.unwrap_or(at).cell());
    }

    /// Picks the content of a cell; of walls and doors, those on the storey that walls are built
    /// on, if there are any.
    pub fn pick(&mut self, at: Cell) {
        if let Some(mut picked) = pick(self.draft.level(), at) {
            let floor = self.storeys.floor();
            if picked.edges.iter().any(|(at, _)| at.floor == floor) {
                picked.edges.retain(|(at, _)| at.floor == floor);
            }
            self.palette.take(&picked, self.draft.level());
        }
    }

    fn add_point(&mut self, at: Spot) {
        if self.level().underlay.is_none() {
            return self.refuse("Choose a picture first.".to_owned());
        }
        if self.points.len() >= 2 {
            self.points.clear();
        }
        self.points.push(at);
    }
}
