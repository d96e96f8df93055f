//! Lenses: one question about every cell of the board, answered all over it at once. How high is
//! it, who could strike there, what is hidden from a foe, what can be seen and heard. Pure: a model
//! of shades and words, made from the battle by the code that resolves.

mod ground;
mod senses;
#[cfg(test)]
mod tests;
mod threat;

use crate::grid::{Body, Cell, Dir, Hm, SideId, UnitId};
use crate::rules::Ruleset;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{State, Unit};
use crate::rules::{engine, odds};
use crate::settings::Action;

use super::names::Names;

/// One of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lens {
    /// How high the ground is.
    Heights,
    /// What the ground does to those who cross it.
    Ground,
    /// How much of the one being played a foe would not see.
    Cover,
    /// What can be seen from a cell.
    Sight,
    /// What lies between a cell and what is heard there.
    Sound,
    /// How many foes could strike there in their next turn.
    Threat,
}

impl Lens {
    /// All of them, as buttons list them.
    pub const ALL: [Self; 6] =
        [Self::Heights, Self::Ground, Self::Cover, Self::Sight, Self::Sound, Self::Threat];

    /// Its name.
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

    /// What its key does.
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

    /// True if the answer hangs on the cell under the pointer.
    pub const fn is_from_a_cell(self) -> bool {
        matches!(self, Self::Sight | Self::Sound)
    }
}

/// How strongly a cell is shaded: 0 not at all, 4 the most.
pub type Shade = u8;

/// The answer for one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensCell {
    /// The cell.
    pub cell: Cell,
    /// How strongly it is shaded.
    pub shade: Shade,
    /// The answer in a few signs; empty for none.
    pub text: String,
}

/// A lens as it is laid over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensModel {
    /// Which.
    pub lens: Lens,
    /// What is asked, in words.
    pub title: String,
    /// What shades and signs mean.
    pub legend: String,
    /// The cells of which there is something to say.
    pub cells: Vec<LensCell>,
}

/// Whom and what a lens is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The side at the table; none for an onlooker, who knows everything.
    pub viewer: Option<SideId>,
    /// The one being played.
    pub actor: Option<UnitId>,
    /// The foe that the player looks at.
    pub foe: Option<UnitId>,
    /// The cell under the pointer, or that of the cursor.
    pub focus: Option<Cell>,
}

impl LensModel {
    /// What a lens shows of a battle.
    pub fn of(
        lens: Lens,
        rules: &dyn Ruleset,
        state: &State,
        about: &About,
        names: &Names,
    ) -> Self {
        // Whom the side at the table does not know of is not there.
        let known = about.viewer.map(|side| odds::as_known_by(rules, state, side));
        engine::with_ctx(rules, known.as_ref().unwrap_or(state), |ctx| match lens {
            Lens::Heights => ground::heights(ctx),
            Lens::Ground => ground::ground(ctx),
            Lens::Cover => senses::cover(ctx, about, names),
            Lens::Sight => senses::sight(ctx, about, names),
            Lens::Sound => senses::sound(ctx, about),
            Lens::Threat => threat::threat(rules, ctx, about),
        })
    }
}

/// The height of one who is not there, over its feet.
const UPRIGHT: Hm = Hm(4);

/// Somebody who might stand there.
fn somebody(cell: Cell, feet: Hm, height: Hm) -> Body {
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
        sharing: None,
    }
}

/// The foes in the fight, as far as they are known.
fn known_foes(ctx: Ctx<'_>, about: &About) -> Vec<UnitId> {
    let own = about.viewer.or_else(|| about.actor.and_then(|id| ctx.state.commander(id)));
    let Some(own) = own else { return Vec::new() };
    let foes = ctx.state.units.iter().filter(|u| u.is_active() && u.side() != own);
    foes.map(Unit::id).collect()
}
