//! Lenses: one question about every cell, answered all over the board at once. How high is
//! it, who could strike there, what is hidden from an enemy, what can be seen or heard.
//! Pure: a model of shades and texts, computed from the battle by the code that resolves it.

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
    /// What muffles sound on its way to a cell.
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

    /// True if the answer depends on the cell under the pointer.
    pub const fn is_from_a_cell(self) -> bool {
        matches!(self, Self::Sight | Self::Sound)
    }
}

/// Shading strength of a cell: 0 for none, up to 4.
pub type Shade = u8;

/// The answer for one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensCell {
    /// The cell.
    pub cell: Cell,
    /// Shading strength.
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
    /// Legend of shades and signs.
    pub legend: String,
    /// The cells with an answer.
    pub cells: Vec<LensCell>,
    /// Notes on the cell under the pointer, line by line.
    pub notes: Vec<String>,
    /// The cell that the notes are about.
    pointed: Option<Cell>,
    /// Which enemy could strike which cells; empty for other lenses.
    strikes: threat::Strikes,
    /// Cells still to evaluate, the next one last. Until then
    /// [`Self::cells`] has their previous answers.
    ahead: Vec<Cell>,
}

/// Evaluates a lens for a cell.
type Look<'a> = Box<dyn Fn(Cell) -> Option<LensCell> + Sync + 'a>;

/// Time budget per frame for evaluating a lens; the rest is left to later frames.
pub const LENS_TIME: Duration = Duration::from_millis(6);

/// Cells evaluated between time-budget checks.
const PART: usize = 64;

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

    /// Starts to evaluate a lens, cells near the focus first. [`Self::go_on`]
    /// finishes it; until then the previous answers of the same lens stay.
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

    /// Updates the notes for the cell under the pointer: for threat, who could
    /// strike there and with what chance; for ground, everything known about it. The
    /// battle and subject must be unchanged. Cheap: reuses what is already computed.
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

    /// True if all cells are evaluated.
    pub const fn is_ready(&self) -> bool {
        self.ahead.is_empty()
    }

    /// Continues what [`Self::begin`] has started, until the time budget is
    /// used up or all cells are done. The battle and subject must be
    /// unchanged. Makes some progress every time and may run slightly over.
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

/// Evaluates the battle as the side at the table knows it: unknown units are left out.
fn as_known<T>(
    rules: &dyn Ruleset,
    state: &State,
    about: &About,
    asked: impl FnOnce(Ctx<'_>) -> T,
) -> T {
    let known = about.viewer.map(|side| odds::as_known_by(rules, state, side));
    engine::with_ctx(rules, known.as_ref().unwrap_or(state), asked)
}

/// A lens with all its answers, or with a function that answers cell by cell.
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

/// Height of a hypothetical unit, above its feet.
const UPRIGHT: Hm = Hm(4);

/// A hypothetical unit at a place.
fn stand_in(cell: Cell, feet: Hm, height: Hm) -> Body {
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

/// The known enemies that are in the fight.
fn known_foes(ctx: Ctx<'_>, about: &About) -> Vec<UnitId> {
    let own = about.viewer.or_else(|| about.actor.and_then(|id| ctx.state.commander(id)));
    let Some(own) = own else { return Vec::new() };
    let foes = ctx.state.units.iter().filter(|u| u.is_active() && u.side() != own);
    foes.map(Unit::id).collect()
}
