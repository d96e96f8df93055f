//! Data exchanged between the panels and the board view.

use std::path::{Path, PathBuf};

use bevy::app::App;
use bevy::ecs::prelude::*;

use grid::{Cell, FloorAt, Hm, SideId, UnitId};
use level::{Label, Level, Underlay};
use rules::state::Unit;
use rules::{Target, Waypoint};
use view::palette::Ramp;

use bevy_egui::egui;

/// The place under the pointer on the board. Written by picking.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointed {
    /// The cell.
    pub cell: Option<Cell>,
    /// Absolute height of the floor above the ground in that cell, if the pointer is over one.
    pub floor: Option<Hm>,
    /// True if the pointer is on the ground or water itself, with nothing in front of it.
    pub ground: bool,
    /// The unit whose miniature is under the pointer.
    pub unit: Option<UnitId>,
}

/// The part of the window that the panels leave to the board. Written by the panel layout.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct BoardArea {
    /// In logical pixels from the window's top left corner.
    pub rect: egui::Rect,
    /// The middle part, which no panel covers.
    pub free: egui::Rect,
    /// True while the pointer is over the board rather than a panel, and is dragging nothing from a
    /// panel.
    pub has_pointer: bool,
    /// True while a text field has keyboard focus.
    pub typing: bool,
}

impl Default for BoardArea {
    fn default() -> Self {
        Self {
            rect: egui::Rect::NOTHING,
            free: egui::Rect::NOTHING,
            has_pointer: false,
            typing: false,
        }
    }
}

/// What the board highlights. Read by the overlays; written only when it changes.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The active unit.
    pub actor: Option<UnitId>,
    /// Another unit whose card is shown.
    pub looked_at: Option<UnitId>,
    /// Where the active unit can move: cell, height of its feet there, and cost tier.
    pub reach: Vec<(Cell, Hm, u8)>,
    /// The previewed path, with its start.
    pub path: Vec<Waypoint>,
    /// Valid targets of the act being aimed.
    pub targets: Vec<Target>,
    /// The target that is previewed.
    pub target: Option<Target>,
    /// Targets already chosen, for an act with several targets.
    pub named: Vec<Target>,
    /// The floors that the previewed act affects.
    pub area: Vec<FloorAt>,
    /// The keyboard cursor, or the floor under the pointer.
    pub focus: Option<FloorAt>,
    /// Where the active unit would stand at the end of the previewed path.
    pub ghost: Option<(Cell, Hm)>,
    /// Waypoints of the previewed path, in order.
    pub waypoints: Vec<Cell>,
    /// Cells of the path at which an enemy would strike.
    pub perils: Vec<Cell>,
    /// Labels on the board.
    pub tags: Vec<Tag>,
    /// Lines of sight from where the active unit would stand.
    pub threads: Vec<SightLine>,
    /// Floors shaded by a lens, with a step of its ramp.
    pub shades: Vec<(FloorAt, u8)>,
    /// The ramp of the shaded cells.
    pub ramp: Ramp,
    /// True while a lens is on: the marks of movement are subdued.
    pub quiet: bool,
    /// Cells out of view of the side at the table, under fog of war.
    pub veil: Vec<Cell>,
    /// Floors beyond the range or the sight of the act being aimed.
    pub beyond: Vec<FloorAt>,
    /// Floors that units of the side at the table watch with readied acts.
    pub watched: Vec<FloorAt>,
    /// True while the board is hidden: the next player has not sat down yet.
    pub covered: bool,
}

/// A place on the board for labels and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The north-west cell.
    pub cell: Cell,
    /// Edge length of the footprint in cells.
    pub size: u8,
    /// Absolute height; `None` for the height at which a unit stands there.
    pub height: Option<Hm>,
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        Self { cell, size: 1, height: None }
    }
}

/// A place on the board that a lesson, a tip or a name in the log points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointedSpot {
    /// Where it is.
    pub spot: Spot,
    /// Distance between the place and the tip of the arrow.
    pub over: Hm,
}

impl PointedSpot {
    /// Where a unit stands; `None` if it is not on the board.
    pub fn of(unit: &Unit) -> Option<Self> {
        let cell = unit.placement.at.cell().filter(|_| unit.status.is_present())?;
        let height = Some(unit.placement.feet);
        let spot = Spot { cell, size: unit.form.size, height };
        Some(Self { spot, over: unit.height_now() })
    }
}

impl From<Cell> for PointedSpot {
    fn from(cell: Cell) -> Self {
        Self { spot: cell.into(), over: Hm(1) }
    }
}

/// The places on the board that panels point to.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct PointedSpots {
    /// By the step of a lesson.
    pub lesson: Vec<PointedSpot>,
    /// For the name in the log under the pointer.
    pub linked: Option<PointedSpot>,
    /// By the tip that is shown.
    pub tip: Option<PointedSpot>,
    /// By the hint that is shown.
    pub hint: Vec<PointedSpot>,
}

/// Where a place that a panel points to is drawn in the window, in logical pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct PointedShape {
    /// The corners of its footprint.
    pub corners: Vec<egui::Pos2>,
    /// The tip of the arrow to it.
    pub tip: egui::Pos2,
}

/// Where the places that panels point to are drawn. Written by the camera systems.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct PointedShapes {
    /// The places of the lesson's current step.
    pub lesson: Vec<PointedShape>,
    /// The place of the name in the log under the pointer.
    pub linked: Option<PointedShape>,
    /// The place of the current tip.
    pub tip: Option<PointedShape>,
    /// The places of the hint that is shown.
    pub hint: Vec<PointedShape>,
}

/// A label next to a place on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Where it is.
    pub at: Spot,
    /// True for a label about a unit there: it is drawn below the unit's feet.
    pub below: bool,
    /// The lines and their tones.
    pub lines: Vec<(Tone, String)>,
}

/// Who sees whom along a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// Each sees the other: a solid line.
    Both,
    /// Only the unit at the start sees the other: dashed, with an arrowhead at the end.
    Ahead,
    /// Only the unit at the end sees the other: dashed, with an arrowhead at the start.
    Back,
}

/// A line of sight between two places on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightLine {
    /// Its start.
    pub from: Spot,
    /// Its end.
    pub to: Spot,
    /// Who sees whom.
    pub sees: Sees,
}

/// Where labels and lines of sight are drawn in the window, in
/// logical pixels. Written by the camera systems.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// Position, whether it is below a unit, and lines of each label.
    pub tags: Vec<(egui::Pos2, bool, Vec<(Tone, String)>)>,
    /// The ends of each line of sight.
    pub threads: Vec<(egui::Pos2, egui::Pos2, Sees)>,
}

/// The labels of the battle's level that players see.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardLabels(pub Vec<(Cell, Label)>);

impl BoardLabels {
    /// The labels that a level shows to players.
    pub fn of(level: &Level) -> Self {
        let shown = level.labels.iter().filter(|(_, label)| !label.private);
        Self(shown.map(|(cell, label)| (*cell, label.clone())).collect())
    }
}

/// The lines of a label on the board; with its note if it is pointed at.
pub fn label_lines(label: &Label, pointed: bool) -> Vec<(Tone, String)> {
    let text = match label.pin {
        true => format!("{} {}", egui_phosphor::regular::MAP_PIN, label.text),
        false => label.text.clone(),
    };
    let note = label.note.lines().filter(|_| pointed).take(8);
    let note = note.map(|line| (Tone::Plain, line.to_owned()));
    std::iter::once((Tone::Name, text)).chain(note).collect()
}

/// The ground image of the battle, if its level has one, and the level's file.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundPicture(pub Option<(PathBuf, Underlay)>);

impl GroundPicture {
    /// The ground image that a level shows in battles.
    pub fn of(level: &Level, file: Option<&Path>) -> Self {
        let shown = level.underlay.clone().filter(|underlay| underlay.in_play);
        Self(file.map(Path::to_owned).zip(shown))
    }
}

/// Moves the camera to something.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// A combatant.
    Unit(UnitId),
    /// A combatant whose turn begins: centred only if it is out of view.
    Turn(UnitId),
    /// Two combatants, both in view.
    Both(UnitId, UnitId),
    /// A combatant and the cell that it aims at, both in view.
    Aimed(UnitId, Cell),
    /// A combatant and those that it can aim at, the nearest first: as many in view as fit.
    Targets(UnitId, Vec<UnitId>),
    /// A cell.
    Cell(Cell),
    /// The board from straight above, or at a slant again.
    FromAbove,
}

/// True while the board still animates events: moves, attacks, falls. Written by the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Busy(pub bool);

/// Rotation of the view in quarter turns: 0 looks north, 1 looks west. The arrow
/// keys move the cursor in screen directions. Written by the camera systems.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewRotation(pub u8);

/// A text over the cells that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct LensText {
    /// Its centre, in logical pixels.
    pub at: egui::Pos2,
    /// Size of the cells that it is about, in logical pixels.
    pub room: egui::Vec2,
    /// The text.
    pub text: String,
}

/// Where a lens's texts are drawn in the window, in logical pixels. Written by the camera systems.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct LensTexts {
    /// The texts.
    pub texts: Vec<LensText>,
}

/// Where unit names are drawn in the window, in logical pixels. Written by the camera systems.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// Places over the heads of units, while the player asks for names.
    pub names: Vec<(UnitId, egui::Pos2)>,
    /// The active unit with its side, and the place over its head.
    pub active: Option<(UnitId, SideId, egui::Pos2)>,
}

/// A unit's condition, as drawn at its base.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vitals {
    /// The rest of its tracks, from the body outwards: one arc each.
    pub left: Vec<Left>,
    /// Its conditions, abbreviated to a few letters.
    pub badges: Vec<String>,
}

/// The rest of a track of the body, or of its protection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Percentage of the maximum.
    pub hundredths: u8,
    /// True for protection in front of the body, such as a shield.
    pub protects: bool,
}

/// A unit's condition and where it is drawn in the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatusArc {
    /// One arc per track along the front of the base, from left to
    /// right, in logical pixels. The first is the innermost.
    pub arcs: Vec<Vec<egui::Pos2>>,
    /// The condition shown.
    pub vitals: Vitals,
}

/// Status displays at the feet of all units. Written by the camera systems.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct StatusArcs(pub Vec<StatusArc>);

/// Skips the rest of the running animation.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skip;

/// The tone of a text over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neutral.
    Plain,
    /// The name of an act.
    Name,
    /// A gain.
    Good,
    /// A loss.
    Bad,
    /// Harm in numbers, drawn large.
    Harm,
    /// Less important.
    Faint,
}

/// A text that rises over the board and fades.
#[derive(Clone, Debug, PartialEq)]
pub struct Float {
    /// Centre of its bottom edge, in logical pixels.
    pub at: egui::Pos2,
    /// The text.
    pub text: String,
    /// Its tone.
    pub tone: Tone,
    /// Opacity, from 1 down to 0.
    pub strength: f32,
}

/// The floating texts of this frame. Written by the board.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Floats(pub Vec<Float>);

/// One side of two rolls that are compared by degrees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DuelSide {
    /// The unit that rolled.
    pub who: String,
    /// The number to roll under, with its name.
    pub mark: String,
    /// What the dice show.
    pub shown: i32,
    /// True if the roll passed its own test.
    pub passed: bool,
    /// Its degrees, negative for failures.
    pub degrees: i32,
}

/// Two rolls compared by degrees, as they are read at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// The roll itself.
    pub own: DuelSide,
    /// The opponent's.
    pub theirs: DuelSide,
    /// By how many degrees the roll won, negative if it lost; `None` for a tie.
    pub margin: Option<i32>,
}

/// A roll for display.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollModel {
    /// The unit that rolls, the purpose, and the opponent.
    pub title: String,
    /// Sides and shown face of each die.
    pub dice: Vec<(u16, u16)>,
    /// What the dice add up to, after any are dropped.
    pub kept: i32,
    /// The modifier.
    pub added: i32,
    /// Dice plus modifier.
    pub total: i32,
    /// The number to beat: "Parry 11"; `None` for a table roll.
    pub against: Option<String>,
    /// What the dice must show, if a single number decides: "13 or more", "45 or less".
    pub needs: Option<String>,
    /// The opponent's result in an opposed roll: "Bo: 25, 2 degrees of success".
    pub opposed: Option<String>,
    /// Two rolls compared by degrees.
    pub duel: Option<Box<Duel>>,
    /// How often dice burst.
    pub bursts: u32,
    /// Earlier faces of rerolled dice.
    pub before: Vec<u16>,
    /// The outcome as text.
    pub verdict: String,
    /// True for a success.
    pub good: bool,
}

/// The roll shown at the edge of the board. While its dice tumble, also the number of faces shown
/// so far. Written by the board.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Rolling(pub Option<(RollModel, Option<u32>)>);

/// Adds the resources shared by panels and board.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointed>()
        .init_resource::<Marks>()
        .init_resource::<BoardArea>()
        .init_resource::<Busy>()
        .init_resource::<ViewRotation>()
        .init_resource::<GroundPicture>()
        .init_resource::<BoardLabels>()
        .init_resource::<Labels>()
        .init_resource::<StatusArcs>()
        .init_resource::<LensTexts>()
        .init_resource::<Annotations>()
        .init_resource::<Floats>()
        .init_resource::<Rolling>()
        .init_resource::<PointedSpots>()
        .init_resource::<PointedShapes>()
        .add_message::<Show>()
        .add_message::<Skip>();
}
