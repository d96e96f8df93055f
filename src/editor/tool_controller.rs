//! Turns pointer presses, drags and releases into edits of the current tool.

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
use grid::{Cell, Dir, Edge, EdgeAt, EdgeKind, Hm};
use level::{Level, Unit, decks_over, hatches_over};

/// The cells a tool covers between press and pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All cells that the pointer passes over.
    Free(Brush),
    /// A straight line as wide as the brush.
    Line(Brush),
    /// A rectangle, or its outline.
    Rectangle {
        /// Whether it is filled.
        filled: bool,
    },
    /// An ellipse, or its outline.
    Ellipse {
        /// Whether it is filled.
        filled: bool,
    },
    /// Connected cells like the pressed one.
    Fill,
    /// All cells like the pressed one.
    Same,
}

/// A tool of the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Applies paint to cells.
    Paint {
        /// The cells to cover.
        shape: Shape,
        /// What to apply.
        paint: Paint,
    },
    /// Builds an even slope between two points.
    Ramp {
        /// Width in cells: 1 to 9.
        width: u8,
    },
    /// Builds walls, battlements and fences along the edges between the corners that the pointer
    /// passes; `None` removes them, and hatches that the pointer passes in the middle.
    Wall(Option<Edge>),
    /// Builds walls around a rectangle of cells.
    Room(Edge),
    /// Replaces the edge nearest to the pointer: for doors, windows and gates. Hatches go into the
    /// deck under the pointer.
    Door(Option<Edge>),
    /// Places a unit where the pointer is pressed, facing where it is released.
    Unit {
        /// Index of the side.
        side: usize,
        /// The unit; its position is taken from the pointer.
        unit: Box<Unit>,
    },
}

impl Tool {
    /// The label in the history.
    fn label(&self) -> String {
        match self {
            Self::Paint { paint, .. } => match paint {
                Paint::Tile(tile) | Paint::Terrain(tile) | Paint::Surface(tile) => {
                    format!("Paint {}", tile.terrain.name())
                }
                Paint::Height(_) => "Change heights".to_owned(),
                Paint::Depth(_) => "Change water depth".to_owned(),
                Paint::FloodTo(top) => format!("Flood to {top}"),
                Paint::Ceiling(_) => "Change ceilings".to_owned(),
                Paint::Light(_) => "Change light".to_owned(),
                Paint::Marks(_) => "Change marks".to_owned(),
                Paint::Zone { name, inside: true } => format!("Add to zone {name:?}"),
                Paint::Zone { name, inside: false } => format!("Remove from zone {name:?}"),
                Paint::Thing(item) => format!("Place {}", item.title()),
                Paint::Deck(_) => "Build bridge".to_owned(),
                Paint::Floor { top, deck: Some(_) } => format!("Lay deck at {top}"),
                Paint::Floor { top, deck: None } => format!("Remove deck at {top}"),
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

    /// True if the stroke accumulates as the pointer moves; other tools redraw it each time.
    const fn is_cumulative(&self) -> bool {
        matches!(self, Self::Paint { shape: Shape::Free(_), .. } | Self::Wall(_) | Self::Door(_))
    }
}

/// A stroke from press to release.
#[derive(Clone, Debug)]
struct Stroke {
    pressed: Spot,
    last: Spot,
    /// Cells already covered, with their images.
    covered: BTreeSet<Cell>,
}

/// The active tool. Each stroke is one history entry.
#[derive(Clone, Debug)]
pub struct ToolController {
    /// The tool. Must not be changed during a stroke.
    pub tool: Tool,
    /// The symmetry of its edits.
    pub symmetry: Symmetry,
    /// The floor on which it builds walls and doors; `None` for the ground.
    pub floor: Option<Hm>,
    stroke: Option<Stroke>,
}

impl ToolController {
    /// A controller with a tool and no symmetry, on the ground.
    pub const fn new(tool: Tool) -> Self {
        Self { tool, symmetry: Symmetry::NONE, floor: None, stroke: None }
    }

    /// True during a stroke.
    pub const fn is_pressed(&self) -> bool {
        self.stroke.is_some()
    }

    /// Where the stroke began and where it is now.
    pub fn span(&self) -> Option<(Spot, Spot)> {
        self.stroke.as_ref().map(|stroke| (stroke.pressed, stroke.last))
    }

    /// Starts a stroke.
    ///
    /// # Errors
    /// If the tool cannot be applied; the stroke then ends without changes.
    pub fn press(&mut self, draft: &mut Draft, at: Spot) -> Result<Changed, EditError> {
        let mut changed = self.cancel(draft);
        draft.begin(&self.tool.label());
        self.stroke = Some(Stroke { pressed: at, last: at, covered: BTreeSet::new() });
        changed.add(self.go(draft, at)?);
        Ok(changed)
    }

    /// Continues the stroke.
    ///
    /// # Errors
    /// If the tool cannot continue; the whole stroke is then undone. The caller must refresh
    /// everything that changed since the press.
    pub fn drag(&mut self, draft: &mut Draft, to: Spot) -> Result<Changed, EditError> {
        if self.stroke.as_ref().is_none_or(|stroke| stroke.last == to) {
            return Ok(Changed::default());
        }
        let mut changed = Changed::default();
        if !self.tool.is_cumulative() {
            changed = draft.rewind();
        }
        changed.add(self.go(draft, to)?);
        Ok(changed)
    }

    /// Ends the stroke. True if it changed something.
    pub fn release(&mut self, draft: &mut Draft) -> bool {
        self.stroke.take().is_some() && draft.commit()
    }

    /// Undoes the stroke.
    pub fn cancel(&mut self, draft: &mut Draft) -> Changed {
        match self.stroke.take() {
            Some(_) => draft.cancel(),
            None => Changed::default(),
        }
    }

    /// The cells that pressing would cover, to preview under the pointer. Empty for fills, which
    /// may cover many cells.
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
        let (from, pressed, floor) = (stroke.last, stroke.pressed, self.floor);
        let edit = match &self.tool {
            Tool::Paint { shape: Shape::Free(brush), paint } => {
                let cells = brush.along(&[from.cell(), to.cell()]).into_iter();
                let fresh: Vec<Cell> = cells.filter(|c| !stroke.covered.contains(c)).collect();
                stroke.covered.extend(self.symmetry.cells(size, fresh.iter().copied()));
                paint.on(level, &fresh, pressed.cell())
            }
            Tool::Paint { shape, paint } => {
                let (a, b) = (pressed.cell(), to.cell());
                let cells = match shape {
                    Shape::Free(brush) | Shape::Line(brush) => brush.along(&[a, b]),
                    Shape::Rectangle { filled } => rectangle(a, b, *filled),
                    Shape::Ellipse { filled } => ellipse(a, b, *filled),
                    Shape::Fill => paint.filled(level, a, true),
                    Shape::Same => paint.filled(level, a, false),
                };
                paint.on(level, &cells, a)
            }
            Tool::Ramp { width } => ramp(level, pressed.cell(), to.cell(), *width),
            Tool::Wall(edge) => {
                let edges = along(&[from.corner(), to.corner()]).into_iter();
                let edges = edges.map(|at| EdgeAt { floor, ..at });
                let hatch = hatch_at(level, to, floor).filter(|_| edge.is_none());
                Edit::Edges(edges.chain(hatch).map(|at| (at, *edge)).collect())
            }
            Tool::Room(edge) => {
                let edges = around(pressed.cell(), to.cell()).into_iter();
                Edit::Edges(edges.map(|at| (EdgeAt { floor, ..at }, Some(*edge))).collect())
            }
            Tool::Door(Some(edge)) if edge.kind == EdgeKind::Hatch => {
                let places = hatch_place(level, to.cell(), floor).into_iter();
                Edit::Edges(places.map(|at| (at, Some(*edge))).collect())
            }
            Tool::Door(edge) => Edit::Edges(vec![(EdgeAt { floor, ..to.edge() }, *edge)]),
            Tool::Unit { side, unit } => {
                let at = pressed.cell();
                let (dx, dy) = (to.x - pressed.x, to.y - pressed.y);
                // Small pointer movements do not turn the unit.
                let turned = (dx.abs().max(dy.abs()) >= 50).then(|| Dir::towards(dx, dy));
                let facing = turned.flatten().unwrap_or(unit.facing);
                Edit::AddUnit { side: *side, unit: Unit { at, facing, ..(**unit).clone() } }
            }
        };
        self.symmetry.spread(edit, size, level.sides.len())
    }
}

/// The place for a hatch in a cell: in the deck of the chosen floor, or else in the highest.
fn hatch_place(level: &Level, cell: Cell, floor: Option<Hm>) -> Option<EdgeAt> {
    let mut tops = decks_over(&level.decks, cell).map(|(top, _)| top);
    let top = match floor {
        Some(floor) => tops.find(|top| *top == floor),
        None => tops.last(),
    };
    top.map(|top| EdgeAt::hatch(cell, top))
}

/// The hatch under a pointer in the middle of a cell: on the chosen floor, or else the highest.
fn hatch_at(level: &Level, to: Spot, floor: Option<Hm>) -> Option<EdgeAt> {
    let is_middle = |v: i32| (25..75).contains(&v.rem_euclid(100));
    let hatches = hatches_over(&level.edges, to.cell()).map(|(at, _)| at);
    let mut hatches = hatches.filter(|_| is_middle(to.x) && is_middle(to.y));
    if floor.is_some() { hatches.find(|at| at.floor == floor) } else { hatches.last() }
}

/// Columns and rows of a level.
pub(super) fn size_of(level: &Level) -> Size {
    (level.ground.width() as i16, level.ground.height() as i16)
}
