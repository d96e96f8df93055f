//! Lenses: one question about every cell of the board, answered all over it at once. How high is
//! it, who could strike there, what is hidden from a foe, what can be seen and heard. Pure: a model
//! of shades and words, made from the battle by the code that resolves.

mod ground;
mod senses;
#[cfg(test)]
mod tests;
mod threat;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rayon::prelude::*;

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
    /// Which foes could strike there in their next turn, and how likely.
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
    /// What is told of the cell that is pointed at, in lines, beside its sign.
    pub notes: Vec<String>,
    /// That cell.
    pointed: Option<Cell>,
    /// Which foe could strike which cells; of other lenses nothing.
    strikes: threat::Strikes,
    /// Cells of which it is still to be worked out what there is to say, the next one last. What
    /// [`Self::cells`] says of them is of the moment before.
    ahead: Vec<Cell>,
}

/// What a lens says of a cell, if anything.
type Look<'a> = Box<dyn Fn(Cell) -> Option<LensCell> + Sync + 'a>;

/// So long a frame works at what a lens shows; the rest is left to the next frames.
pub const LENS_TIME: Duration = Duration::from_millis(6);

/// So many cells are worked out before it is looked how much time that took.
const PART: usize = 64;

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
    /// One that says nothing of any cell yet.
    fn blank(lens: Lens, title: impl Into<String>, legend: impl Into<String>) -> Self {
        let (title, legend) = (title.into(), legend.into());
        let (cells, notes, strikes) = (Vec::new(), Vec::new(), Vec::new());
        Self { lens, title, legend, cells, notes, pointed: None, strikes, ahead: Vec::new() }
    }

    /// What a lens shows of a battle.
    pub fn of(
        lens: Lens,
        rules: &dyn Ruleset,
        state: &State,
        about: &About,
        names: &Names,
    ) -> Self {
        as_known(rules, state, about, |ctx| {
            let (mut model, look) = ask(lens, rules, ctx, about, names);
            if let Some(look) = look {
                let cells: Vec<Cell> = ctx.field.board().cells().collect();
                model.cells = cells.into_par_iter().filter_map(&look).collect();
            }
            model
        })
    }

    /// Begins to work out what a lens shows of a battle, for [`Self::go_on`] to bring to its end:
    /// what lies near a cell first. Until then what the same lens showed before is left standing.
    pub fn begin(
        (lens, before): (Lens, Option<Self>),
        rules: &dyn Ruleset,
        state: &State,
        about: &About,
        names: &Names,
        near: Option<Cell>,
    ) -> Self {
        as_known(rules, state, about, |ctx| {
            let (mut model, look) = ask(lens, rules, ctx, about, names);
            if look.is_some() {
                model.cells =
                    before.filter(|b| b.lens == lens).map(|b| b.cells).unwrap_or_default();
                model.ahead = ctx.field.board().cells().collect();
                let away = |cell: &Cell| {
                    near.map_or(0, |near| {
                        let (dx, dy) = (cell.x.abs_diff(near.x), cell.y.abs_diff(near.y));
                        u32::from(dx) * u32::from(dx) + u32::from(dy) * u32::from(dy)
                    })
                };
                model.ahead.sort_by_key(|cell| std::cmp::Reverse(away(cell)));
            }
            model
        })
    }

    /// Tells more of the cell that is pointed at, of the same battle and about the same as the whole:
    /// under threat, who could strike there and how likely; of the ground, all that is known of it.
    /// Little is asked anew for that.
    pub fn point_at(
        &mut self,
        cell: Option<Cell>,
        rules: &dyn Ruleset,
        state: &State,
        about: &About,
        names: &Names,
    ) {
        if !matches!(self.lens, Lens::Threat | Lens::Ground) || self.pointed == cell {
            return;
        }
        self.pointed = cell;
        let Some(cell) = cell else { return self.notes.clear() };
        self.notes = as_known(rules, state, about, |ctx| {
            if self.lens == Lens::Ground {
                return ground::told(rules, ctx, cell);
            }
            let coming = threat::coming(&self.strikes, ctx.field.board(), cell);
            threat::told(rules, ctx, about, cell, &coming, names)
        });
    }

    /// True if it says all that there is to say.
    pub const fn is_ready(&self) -> bool {
        self.ahead.is_empty()
    }

    /// Works out more of what [`Self::begin`] has begun, of the same battle and about the same,
    /// until it has taken so much time or is done. It takes a little more, and never nothing.
    pub fn go_on(
        &mut self,
        rules: &dyn Ruleset,
        state: &State,
        about: &About,
        names: &Names,
        time: Duration,
    ) {
        if self.is_ready() {
            return;
        }
        let began = Instant::now();
        let (mut done, mut fresh) = (BTreeSet::new(), Vec::new());
        as_known(rules, state, about, |ctx| {
            let (_, look) = ask(self.lens, rules, ctx, about, names);
            let look = |cell: Cell| look.as_ref().and_then(|look| look(cell));
            while !self.ahead.is_empty() {
                let part = self.ahead.split_off(self.ahead.len().saturating_sub(PART));
                fresh.par_extend(part.par_iter().filter_map(|cell| look(*cell)));
                done.extend(part);
                if began.elapsed() >= time {
                    break;
                }
            }
        });
        self.cells.retain(|old| !done.contains(&old.cell));
        self.cells.append(&mut fresh);
        if self.is_ready() {
            self.cells.sort_by_key(|known| (known.cell.y, known.cell.x));
        }
    }
}

/// Asks about a battle as far as the side at the table knows it: whom it does not know of is not
/// there.
fn as_known<T>(
    rules: &dyn Ruleset,
    state: &State,
    about: &About,
    asked: impl FnOnce(Ctx<'_>) -> T,
) -> T {
    let known = about.viewer.map(|side| odds::as_known_by(rules, state, side));
    engine::with_ctx(rules, known.as_ref().unwrap_or(state), asked)
}

/// A lens with all that it says, or with what it says of each cell.
fn ask<'a>(
    lens: Lens,
    rules: &dyn Ruleset,
    ctx: Ctx<'a>,
    about: &'a About,
    names: &Names,
) -> (LensModel, Option<Look<'a>>) {
    match lens {
        Lens::Heights => (ground::heights(ctx), None),
        Lens::Ground => (ground::ground(ctx), None),
        Lens::Cover => senses::cover(ctx, about, names),
        Lens::Sight => senses::sight(ctx, about, names),
        Lens::Sound => senses::sound(ctx, about),
        Lens::Threat => (threat::threat(rules, ctx, about), None),
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
