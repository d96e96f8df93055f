//! What passes between the panels and the board on screen.

use std::path::{Path, PathBuf};

use bevy::ecs::prelude::*;

use crate::grid::{Cell, Hm, UnitId};
use crate::level::{Level, Underlay};
use crate::rules::{Target, Waypoint};

use super::egui;
use super::hud::RollModel;

/// What the pointer is over on the board. Written by the board's picking.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointed {
    /// The cell.
    pub cell: Option<Cell>,
    /// The combatant whose miniature it is over.
    pub unit: Option<UnitId>,
}

/// The part of the window that panels leave to the board. Written when the panels are laid out.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct BoardArea {
    /// In logical pixels from the top left of the window.
    pub rect: egui::Rect,
    /// True while the pointer is over the board and no panel, and drags nothing of a panel.
    pub has_pointer: bool,
    /// True while a text field has the keyboard.
    pub typing: bool,
}

impl Default for BoardArea {
    fn default() -> Self {
        Self { rect: egui::Rect::NOTHING, has_pointer: false, typing: false }
    }
}

/// What the board shall mark. Read by the board's overlays; written only when it changes.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The combatant being played.
    pub actor: Option<UnitId>,
    /// The combatant whose card is shown besides.
    pub looked_at: Option<UnitId>,
    /// Where the one being played can go: cell, height of the feet there, and whether it takes
    /// more out of the turn.
    pub reach: Vec<(Cell, Hm, u8)>,
    /// The way that is previewed, from where it begins.
    pub path: Vec<Waypoint>,
    /// Where the act being aimed is allowed.
    pub targets: Vec<Target>,
    /// The target that is previewed.
    pub target: Option<Target>,
    /// The targets that were named before it, for an act at several.
    pub named: Vec<Target>,
    /// The cells that the previewed act would affect.
    pub area: Vec<Cell>,
    /// The cursor of the keyboard, or the cell under the pointer.
    pub focus: Option<Cell>,
    /// Where the one being played would stand at the end of the previewed way.
    pub ghost: Option<(Cell, Hm)>,
    /// The cells over which the previewed way is made to lead, in order.
    pub waypoints: Vec<Cell>,
    /// Cells of the way at which somebody would strike.
    pub perils: Vec<Cell>,
    /// Short words beside cells.
    pub tags: Vec<Tag>,
    /// Lines of sight from where the one being played would stand.
    pub threads: Vec<Thread>,
    /// The cells that a lens shades, and how strongly from 1 to 4.
    pub shades: Vec<(Cell, u8)>,
    /// The cells that the side at the table does not see, where information is hidden.
    pub veil: Vec<Cell>,
    /// Nothing of the board may be seen: the next player has not taken the seat yet.
    pub covered: bool,
}

/// A place on the board that words and lines belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The north-west cell.
    pub cell: Cell,
    /// Edge length of the footprint in cells.
    pub size: u8,
    /// Absolute height; none for the height at which one stands there.
    pub height: Option<Hm>,
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        Self { cell, size: 1, height: None }
    }
}

/// Short words beside a place on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The place.
    pub at: Spot,
    /// True for words about somebody who stands there: they are written below its feet.
    pub below: bool,
    /// The lines, each as it is meant.
    pub lines: Vec<(Tone, String)>,
}

/// Who sees whom along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// Both see one another: unbroken.
    Both,
    /// Only the one at its beginning sees the other: broken, with its head at the end.
    Ahead,
    /// Only the one at its end sees the other: broken, with its head at the beginning.
    Back,
}

/// A line of sight between two on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Where it begins.
    pub from: Spot,
    /// Where it ends.
    pub to: Spot,
    /// Who sees whom.
    pub sees: Sees,
}

/// Where in the window tags and threads shall be drawn, in logical pixels. Written by the camera's
/// side.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Jottings {
    /// The place of each tag and its lines.
    pub tags: Vec<(egui::Pos2, bool, Vec<(Tone, String)>)>,
    /// The ends of each thread.
    pub threads: Vec<(egui::Pos2, egui::Pos2, Sees)>,
}

/// The picture that is the ground of the battle, if its level has one, and the file of the level.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundPicture(pub Option<(PathBuf, Underlay)>);

impl GroundPicture {
    /// The picture of a level that is shown in battles.
    pub fn of(level: &Level, file: Option<&Path>) -> Self {
        let shown = level.underlay.clone().filter(|underlay| underlay.in_play);
        Self(file.map(Path::to_owned).zip(shown))
    }
}

/// Brings something into view.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// A combatant.
    Unit(UnitId),
    /// A cell.
    Cell(Cell),
}

/// True while the board still shows what has happened: moves, blows, falls. Written by the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Busy(pub bool);

/// How far the view is turned, in quarter turns: 0 looks north, 1 looks west. The arrow keys move
/// the cursor as the player sees it. Written by the camera's side.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turned(pub u8);

/// Where in the window the answers of a lens shall be written, in logical pixels. Written by the
/// camera's side.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// The middle of each cell and its answer.
    pub texts: Vec<(egui::Pos2, String)>,
    /// The cells are too small in the window for words.
    pub too_small: bool,
}

/// Where in the window names shall be written, in logical pixels: over everybody while the player
/// asks for it. Written by the camera's side.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Labels(pub Vec<(UnitId, egui::Pos2)>);

/// How somebody is, as its base shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vitals {
    /// What is left of it, from the body outwards: one arc or a few.
    pub left: Vec<Left>,
    /// Its conditions, each in a few letters.
    pub badges: Vec<String>,
}

/// What is left of a body, or of what protects it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// In hundredths of the maximum.
    pub hundredths: u8,
    /// It stands before the body and is no part of it.
    pub protects: bool,
}

/// How somebody is, and where that shall be drawn in the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crest {
    /// For each of what is left an arc along the front of the base, from left to right, in logical
    /// pixels; the first lies next to the base.
    pub arcs: Vec<Vec<egui::Pos2>>,
    /// How it is.
    pub vitals: Vitals,
}

/// What is drawn at the feet of everybody on the board. Written by the camera's side.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Crests(pub Vec<Crest>);

/// The player does not want to wait for what is being shown.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skip;

/// How a word over the board is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neither.
    Plain,
    /// The name of what somebody does.
    Name,
    /// Something gained.
    Good,
    /// Something lost.
    Bad,
    /// Harm in numbers: large.
    Harm,
    /// Of less weight.
    Faint,
}

/// A word or number that rises over the board and fades.
#[derive(Clone, Debug, PartialEq)]
pub struct Float {
    /// The middle of its lower edge, in logical pixels.
    pub at: egui::Pos2,
    /// The word.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
    /// From 1, full, to 0, gone.
    pub strength: f32,
}

/// The words over the board at this moment. Written by the board.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Floats(pub Vec<Float>);

/// The roll at the edge of the board at this moment, and while its dice still roll how many faces
/// have passed by. Written by the board.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Rolling(pub Option<(RollModel, Option<u32>)>);
