//! The hand that holds a tool: what pressing, dragging and letting go of a pointer means.

use std::collections::BTreeSet;

use super::changed::Changed;
use super::draft::Draft;
use super::edge_path::{Spot, along, around};
use super::edit::{Edit, EditError};
use super::paint::Paint;
use super::relief::ramp;
use super::shape::{Brush, ellipse, rectangle};
use super::symmetry::Symmetry;
use super::transform::Size;
use crate::grid::{Cell, Dir, Edge};
use crate::level::{Level, Unit};

/// Which cells a tool covers from where the pointer went down to where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Everything that the pointer goes over.
    Free(Brush),
    /// A straight line as wide as the brush.
    Line(Brush),
    /// A rectangle, or its rim.
    Rectangle {
        /// All of it.
        filled: bool,
    },
    /// An ellipse, or its rim.
    Ellipse {
        /// All of it.
        filled: bool,
    },
    /// The connected cells that are like the one pressed.
    Fill,
    /// All cells that are like the one pressed.
    Same,
}

/// What a pointer does to the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Leaves something in cells.
    Paint {
        /// In which.
        shape: Shape,
        /// What.
        ink: Paint,
    },
    /// An even slope between two points.
    Ramp {
        /// How wide it is in cells: 1 to 9.
        width: u8,
    },
    /// Walls, low walls and fences along the edges that the pointer goes over, from corner to
    /// corner; none removes what stands there.
    Wall(Option<Edge>),
    /// The same around a rectangle of cells.
    Room(Edge),
    /// Something on the edge nearest to the pointer, in place of what stands there: for doors,
    /// windows and gates.
    Door(Option<Edge>),
    /// A unit where the pointer goes down, which looks to where it is let go.
    Unit {
        /// Its side.
        side: usize,
        /// What it is; its place is that of the pointer.
        unit: Box<Unit>,
    },
}

impl Tool {
    /// What an entry of the history says about it.
    fn label(&self) -> String {
        match self {
            Self::Paint { ink, .. } => match ink {
                Paint::Tile(tile) | Paint::Terrain(tile) | Paint::Surface(tile) => {
                    format!("Paint {}", tile.terrain.name())
                }
                Paint::Height(_) => "Change heights".to_owned(),
                Paint::Depth(_) => "Change depth of water".to_owned(),
                Paint::FloodTo(top) => format!("Flood to {top}"),
                Paint::Ceiling(_) => "Change ceilings".to_owned(),
                Paint::Light(_) => "Change light of cells".to_owned(),
                Paint::Marks(_) => "Mark cells".to_owned(),
                Paint::Zone { name, inside: true } => format!("Add to zone {name:?}"),
                Paint::Zone { name, inside: false } => format!("Take from zone {name:?}"),
                Paint::Thing(item) => format!("Place {}", item.kind.spec().name.replace('_', " ")),
                Paint::Deck => "Build bridge".to_owned(),
                Paint::Scatter(_) => "Scatter things".to_owned(),
                Paint::NoThing => "Remove things".to_owned(),
            },
            Self::Ramp { .. } => "Build ramp".to_owned(),
            Self::Wall(None) | Self::Door(None) => "Clear edges".to_owned(),
            Self::Wall(Some(edge)) | Self::Door(Some(edge)) => {
                format!("Build {}", edge.kind.spec().name.replace('_', " "))
            }
            Self::Room(_) => "Build room".to_owned(),
            Self::Unit { unit, .. } => format!("Add {}", unit.role.name()),
        }
    }

    /// True if it adds to what it did as the pointer moves; the others are laid anew each time.
    const fn goes_on(&self) -> bool {
        matches!(self, Self::Paint { shape: Shape::Free(_), .. } | Self::Wall(_) | Self::Door(_))
    }
}

/// A stroke from pressing the button to letting it go.
#[derive(Clone, Debug)]
struct Stroke {
    pressed: Spot,
    last: Spot,
    /// Cells that were covered already, with their images.
    covered: BTreeSet<Cell>,
}

/// A tool in use. One stroke is one entry of the history.
#[derive(Clone, Debug)]
pub struct ToolController {
    /// What it holds. Not to be changed during a stroke.
    pub tool: Tool,
    /// Where what it does appears too.
    pub symmetry: Symmetry,
    stroke: Option<Stroke>,
}

impl ToolController {
    /// A hand with a tool and without symmetry.
    pub const fn new(tool: Tool) -> Self {
        Self { tool, symmetry: Symmetry::NONE, stroke: None }
    }

    /// True between pressing and letting go.
    pub const fn is_pressed(&self) -> bool {
        self.stroke.is_some()
    }

    /// The pointer goes down.
    ///
    /// # Errors
    /// When the tool cannot do it; the stroke is then over and nothing has changed.
    pub fn press(&mut self, draft: &mut Draft, at: Spot) -> Result<Changed, EditError> {
        let mut changed = self.cancel(draft);
        draft.begin(&self.tool.label());
        self.stroke = Some(Stroke { pressed: at, last: at, covered: BTreeSet::new() });
        changed.add(self.go(draft, at)?);
        Ok(changed)
    }

    /// The pointer moves while it is down.
    ///
    /// # Errors
    /// When the tool cannot go on; the whole stroke is then taken back and over. The caller has to
    /// show what was taken back: everything that changed since it was pressed.
    pub fn drag(&mut self, draft: &mut Draft, to: Spot) -> Result<Changed, EditError> {
        if self.stroke.as_ref().is_none_or(|stroke| stroke.last == to) {
            return Ok(Changed::default());
        }
        let mut changed = Changed::default();
        if !self.tool.goes_on() {
            changed = draft.rewind();
        }
        changed.add(self.go(draft, to)?);
        Ok(changed)
    }

    /// The pointer goes up. True if the stroke changed something.
    pub fn release(&mut self, draft: &mut Draft) -> bool {
        self.stroke.take().is_some() && draft.commit()
    }

    /// Takes the stroke back.
    pub fn cancel(&mut self, draft: &mut Draft) -> Changed {
        match self.stroke.take() {
            Some(_) => draft.cancel(),
            None => Changed::default(),
        }
    }

    /// The cells that the tool would cover if it were pressed, for showing under the pointer. Those
    /// of fills are left out: they may be many.
    pub fn outline(&self, level: &Level, at: Spot) -> Vec<Cell> {
        let cells = match &self.tool {
            Tool::Paint { shape: Shape::Free(brush) | Shape::Line(brush), .. } => {
                brush.cells(at.cell())
            }
            Tool::Unit { unit, .. } => {
                super::transform::cells_of(&Unit { at: at.cell(), ..(**unit).clone() }).collect()
            }
            Tool::Wall(_) | Tool::Door(_) => Vec::new(),
            Tool::Paint { .. } | Tool::Ramp { .. } | Tool::Room(_) => vec![at.cell()],
        };
        self.symmetry.cells(size_of(level), cells)
    }

    fn go(&mut self, draft: &mut Draft, to: Spot) -> Result<Changed, EditError> {
        let edits = self.edits(draft.level(), to);
        if let Some(stroke) = &mut self.stroke {
            stroke.last = to;
        }
        let done = draft.apply_all("", edits);
        if done.is_err() {
            self.stroke = None;
            draft.cancel();
        }
        done
    }

    fn edits(&mut self, level: &Level, to: Spot) -> Vec<Edit> {
        let Some(stroke) = &mut self.stroke else { return Vec::new() };
        let size = size_of(level);
        let (from, pressed) = (stroke.last, stroke.pressed);
        let edit = match &self.tool {
            Tool::Paint { shape: Shape::Free(brush), ink } => {
                let cells = brush.along(&[from.cell(), to.cell()]).into_iter();
                let fresh: Vec<Cell> = cells.filter(|c| !stroke.covered.contains(c)).collect();
                stroke.covered.extend(self.symmetry.cells(size, fresh.iter().copied()));
                ink.on(level, &fresh, pressed.cell())
            }
            Tool::Paint { shape, ink } => {
                let (a, b) = (pressed.cell(), to.cell());
                let cells = match shape {
                    Shape::Free(brush) | Shape::Line(brush) => brush.along(&[a, b]),
                    Shape::Rectangle { filled } => rectangle(a, b, *filled),
                    Shape::Ellipse { filled } => ellipse(a, b, *filled),
                    Shape::Fill => ink.filled(level, a, true),
                    Shape::Same => ink.filled(level, a, false),
                };
                ink.on(level, &cells, a)
            }
            Tool::Ramp { width } => ramp(level, pressed.cell(), to.cell(), *width),
            Tool::Wall(edge) => {
                let edges = along(&[from.corner(), to.corner()]).into_iter();
                Edit::Edges(edges.map(|at| (at, *edge)).collect())
            }
            Tool::Room(edge) => {
                let edges = around(pressed.cell(), to.cell()).into_iter();
                Edit::Edges(edges.map(|at| (at, Some(*edge))).collect())
            }
            Tool::Door(edge) => Edit::Edges(vec![(to.edge(), *edge)]),
            Tool::Unit { side, unit } => {
                let at = pressed.cell();
                let (dx, dy) = (to.x - pressed.x, to.y - pressed.y);
                // Small movements of the hand do not turn it.
                let turned = (dx.abs().max(dy.abs()) >= 50).then(|| Dir::towards(dx, dy));
                let facing = turned.flatten().unwrap_or(unit.facing);
                Edit::AddUnit { side: *side, unit: Unit { at, facing, ..(**unit).clone() } }
            }
        };
        self.symmetry.spread(edit, size, level.sides.len())
    }
}

/// Columns and rows of a level.
pub(super) fn size_of(level: &Level) -> Size {
    (level.ground.width() as i16, level.ground.height() as i16)
}
