//! Lenses: one question about every cell, answered all over the board at once. How high is it, who
//! could strike there, what is hidden from an enemy, what can be seen or heard. Pure: a model of
//! shades and texts, computed by the code that resolves battles.

mod ground;
mod model;
mod range;
mod regions;
mod senses;
#[cfg(test)]
mod tests;
mod threat;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use grid::Cell;
use rules::Ruleset;
use rules::ruleset::Ctx;
use rules::state::State;
use rules::{engine, odds};

use self::model::Look;
use super::names::Names;

pub use self::model::{About, Lens, LensCell, LensModel, Shade, Swatch};
pub use self::range::beyond;
pub use self::regions::RegionLabel;

/// Time budget per frame for evaluating a lens; the rest is left for later frames.
pub const LENS_TIME: Duration = Duration::from_millis(6);

/// Cells evaluated between time-budget checks.
const PART: usize = 64;

impl LensModel {
    /// The result of a lens for a battle.
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
    /// strike there and with what chance; for ground, everything known about it; for heights and
    /// cover, the number. The battle and subject must be unchanged. Cheap: reuses what is already
    /// computed.
    pub fn point_at(
        &mut self,
        cell: Option<Cell>,
        rules: &dyn Ruleset,
        state: &State,
        about: &About,
        names: &Names,
    ) {
        if self.lens.is_from_a_cell() || self.pointed == cell {
            return;
        }
        // The answer may not be computed yet: look it up again.
        self.pointed = cell.filter(|_| self.is_ready());
        let Some(cell) = cell else { return self.notes.clear() };
        if matches!(self.lens, Lens::Heights | Lens::Cover) {
            let known = self.cells.iter().find(|known| known.cell == cell);
            self.notes =
                known.map(|known| format!("{cell}: {}", self.number(known))).into_iter().collect();
            return;
        }
        self.notes = as_known(rules, state, about, |ctx| {
            if self.lens == Lens::Ground {
                return ground::told(rules, ctx, cell);
            }
            let coming = threat::coming(&self.strikes, ctx.field.board(), cell);
            threat::told(rules, ctx, about, cell, &coming, names)
        });
    }

    /// The number of a cell, in words.
    fn number(&self, known: &LensCell) -> String {
        match (self.lens, known.shade, known.text.as_str()) {
            (Lens::Cover, senses::UNSEEN, _) => "out of sight".to_owned(),
            (Lens::Cover, _, "") => "nothing hidden".to_owned(),
            (Lens::Cover, _, percent) => format!("{percent} % hidden"),
            (_, _, metres) => format!("{metres} m"),
        }
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
