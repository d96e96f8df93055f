//! Lenses, what they are about, and their answers.

use grid::{Body, Cell, Dir, Hm, SideId, UnitId};
use rules::ruleset::Ctx;
use rules::state::Unit;
use settings::Action;
use view::palette::Ramp;

/// A lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lens {
    /// Height of the ground.
    Heights,
    /// Effects of the ground on units that cross it.
    Ground,
    /// How much of the active unit is hidden from an enemy.
    Cover,
    /// What can be seen from a cell.
    Sight,
    /// Obstacles to sound on its way to a cell.
    Sound,
    /// Which enemies could strike there in their next turn, and with what chance.
    Threat,
}

impl Lens {
    /// All lenses, in button order.
    pub const ALL: [Self; 6] =
        [Self::Heights, Self::Ground, Self::Cover, Self::Sight, Self::Sound, Self::Threat];

    /// Display name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heights => "Heights",
            Self::Ground => "Ground",
            Self::Cover => "Cover",
            Self::Sight => "Sight",
            Self::Sound => "Sound",
            Self::Threat => "Threat",
        }
    }

    /// Its key action.
    pub const fn action(self) -> Action {
        match self {
            Self::Heights => Action::Heights,
            Self::Ground => Action::Ground,
            Self::Cover => Action::Cover,
            Self::Sight => Action::Sight,
            Self::Sound => Action::Sound,
            Self::Threat => Action::Threat,
        }
    }

    /// The colours of its shades.
    pub const fn ramp(self) -> Ramp {
        match self {
            Self::Heights => Ramp::Rise,
            Self::Cover | Self::Sight | Self::Sound => Ramp::Dusk,
            Self::Ground | Self::Threat => Ramp::Heat,
        }
    }

    /// True if it describes a unit on the floor of each cell nearest in height to the active unit,
    /// not the ground.
    pub const fn is_on_a_floor(self) -> bool {
        !matches!(self, Self::Heights | Self::Ground)
    }

    /// True if the answer depends on the cell under the pointer.
    pub const fn is_from_a_cell(self) -> bool {
        matches!(self, Self::Sight | Self::Sound)
    }
}

/// Shade of a cell: a step of the lens's ramp from 1 to [`STEPS`](view::palette::STEPS); 0
/// for none.
pub type Shade = u8;

/// A colour of the legend with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// The shade.
    pub shade: Shade,
    /// Its meaning.
    pub text: String,
}

impl Swatch {
    pub(super) fn new(shade: Shade, text: impl Into<String>) -> Self {
        Self { shade, text: text.into() }
    }
}

/// The answer for one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensCell {
    /// The cell.
    pub cell: Cell,
    /// Its shade.
    pub shade: Shade,
    /// A short text; may be empty.
    pub text: String,
}

/// A lens applied to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensModel {
    /// The lens.
    pub lens: Lens,
    /// The question, as text.
    pub title: String,
    /// A note below the title; may be empty.
    pub legend: String,
    /// The legend: what the shades mean.
    pub swatches: Vec<Swatch>,
    /// The cells with an answer.
    pub cells: Vec<LensCell>,
    /// Notes on the cell under the pointer, line by line.
    pub notes: Vec<String>,
    /// The cell that the notes are about.
    pub(super) pointed: Option<Cell>,
    /// Which enemy could strike which cells; empty for other lenses.
    pub(super) strikes: Strikes,
    /// Cells still to evaluate, the next one last. Until then
    /// [`Self::cells`] has their previous answers.
    pub(super) ahead: Vec<Cell>,
}

/// Evaluates a lens for a cell.
pub(super) type Look<'a> = Box<dyn Fn(Cell) -> Option<LensCell> + Sync + 'a>;

/// The subject of a lens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The side at the table; `None` for a spectator, who knows everything.
    pub viewer: Option<SideId>,
    /// The active unit.
    pub actor: Option<UnitId>,
    /// The enemy that the player has selected.
    pub foe: Option<UnitId>,
    /// The cell under the pointer or the cursor.
    pub focus: Option<Cell>,
}

impl LensModel {
    /// A lens without any answers yet.
    pub(super) fn blank(lens: Lens, title: impl Into<String>, legend: impl Into<String>) -> Self {
        let (title, legend) = (title.into(), legend.into());
        let (cells, notes, strikes) = (Vec::new(), Vec::new(), Vec::new());
        let (swatches, ahead) = (Vec::new(), Vec::new());
        Self { lens, title, legend, swatches, cells, notes, pointed: None, strikes, ahead }
    }

    /// The same lens with the legend entries whose shades occur.
    pub(super) fn explained(mut self, legend: impl IntoIterator<Item = Swatch>) -> Self {
        let occurs = |swatch: &Swatch| self.cells.iter().any(|cell| cell.shade == swatch.shade);
        self.swatches = legend.into_iter().filter(occurs).collect();
        self
    }
}

/// How an enemy could strike at a cell in its next turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Strike {
    /// Ranged, from where it stands.
    pub(super) shot: bool,
    /// Melee: the nearest place to strike from, possibly where it stands.
    pub(super) stop: Option<(Cell, Hm)>,
}

impl Strike {
    pub(super) const fn is_any(self) -> bool {
        self.shot || self.stop.is_some()
    }
}

/// How each enemy could strike at each cell, in cell order.
pub(super) type Strikes = Vec<(UnitId, Vec<Strike>)>;

/// Height of a hypothetical unit, above its feet.
pub(super) const UPRIGHT: Hm = Hm(4);

/// A hypothetical unit at a place.
pub(super) fn stand_in(cell: Cell, feet: Hm, height: Hm) -> Body {
    Body {
        id: UnitId(u32::MAX),
        side: SideId(0),
        at: cell.into(),
        size: 1,
        feet,
        height,
        facing: Dir::N,
        blocking: true,
        prone: false,
        armed: false,
        threatens: false,
        sinks: false,
        sharing: None,
    }
}

/// The known enemies that are in the fight.
pub(super) fn known_foes(ctx: Ctx<'_>, about: &About) -> Vec<UnitId> {
    let own = about.viewer.or_else(|| about.actor.and_then(|id| ctx.state.commander(id)));
    let Some(own) = own else { return Vec::new() };
    let foes = ctx.state.units.iter().filter(|u| u.is_active() && u.side() != own);
    foes.map(Unit::id).collect()
}
