//! Foes that a side has lost sight of, as playouts assume them.
//!
//! Without them a plan would be judged as if they had left the battle.

use grid::{Cell, Hm, Room, SideId, UnitId};
use rules::engine;
use rules::ruleset::{Ctx, Ruleset};
use rules::state::{Posture, Sighting, State, Status, Trail, Unit};

use super::luck::mix;
use super::search::around;

/// Farthest from where it was last seen that a foe is assumed to be, in cells.
const MAX_DISTANCE: i16 = 6;

/// Number of guesses where the foes are that a side has lost sight of.
const GUESSES: u64 = 4;

/// The battle as a side knows it, with the foes that it has lost sight of put back into it: once if
/// there are none, else a few times in different places. Nothing is known of the state of such foes,
/// so they are assumed to be fresh.
pub struct Guesses {
    first: State,
    others: Vec<State>,
}

impl Guesses {
    /// The guesses of a side. In the first, its foes are where they were seen last or, if the side sees
    /// that place, in the nearest one out of its sight. In the others they are in places around it
    /// that the side does not see, drawn by a seed.
    pub fn of_side(rules: &dyn Ruleset, known: State, side: SideId, seed: u64) -> Self {
        let lost = known.scene.fog.of_side(side).filter(|it| !it.now && it.trail != Trail::Dead);
        let is_away =
            |it: &&Sighting| known.unit(it.unit).is_some_and(|u| u.status == Status::Gone);
        let lost: Vec<(Sighting, Vec<Cell>)> = lost
            .filter(is_away)
            .map(|it| (it.clone(), engine::with_ctx(rules, &known, |ctx| unseen(rules, ctx, it))))
            .collect();
        if lost.is_empty() {
            return Self { first: known, others: Vec::new() };
        }
        let guess = |number: u64| {
            let mut known = known.clone();
            for (sighting, cells) in &lost {
                let drawn = mix(&[seed, number, sighting.unit.0.into()]);
                let first = if number == 0 { 0 } else { drawn % (cells.len() as u64).max(1) };
                let cells = cells.iter().copied().cycle().skip(first as usize).take(cells.len());
                restore(rules, &mut known, sighting, cells);
            }
            known
        };
        Self { first: guess(0), others: (1..GUESSES).map(guess).collect() }
    }

    /// The first guess.
    pub const fn first(&self) -> &State {
        &self.first
    }

    /// The guess of a sample.
    pub fn of(&self, sample: u32) -> &State {
        let at = sample as usize % (1 + self.others.len());
        at.checked_sub(1).and_then(|at| self.others.get(at)).unwrap_or(&self.first)
    }
}

/// Puts a fresh foe into the first of these cells in which it can stand.
fn restore(
    rules: &dyn Ruleset,
    known: &mut State,
    sighting: &Sighting,
    mut cells: impl Iterator<Item = Cell>,
) {
    let Some(unit) = known.unit(sighting.unit) else { return };
    let place = engine::with_ctx(rules, known, |ctx| {
        cells.find_map(|cell| Some((cell, standing(ctx, unit, sighting, cell)?)))
    });
    let Some((cell, feet)) = place else { return };
    let mut fresh = unit.clone();
    for part in rules.fitness(unit).parts {
        let value = if part.meaning.grows() { 0 } else { part.max };
        for meters in [&mut fresh.tracks.0, &mut fresh.pools.0] {
            if let Some(meter) = meters.get_mut(part.id.as_str()) {
                meter.value = value;
            }
        }
    }
    fresh.status = Status::Active;
    fresh.placement.at = cell.into();
    fresh.placement.feet = feet;
    fresh.placement.posture = Posture::Standing;
    fresh.conditions = Default::default();
    fresh.undertakings = Default::default();
    if let Some(unit) = known.unit_mut(sighting.unit) {
        *unit = fresh;
    }
}

/// Height of the feet of a foe that stands in a cell.
fn standing(ctx: Ctx<'_>, unit: &Unit, sighting: &Sighting, cell: Cell) -> Option<Hm> {
    let (size, height) = (unit.form.size, unit.upright());
    let room = Room { cell, size, feet: sighting.feet, height };
    ctx.field.fits_standing_near(room, unit.id()).ok().map(|site| site.feet)
}

/// The cells around the last place of a foe that the observing side does not see, nearest first.
fn unseen(rules: &dyn Ruleset, ctx: Ctx<'_>, sighting: &Sighting) -> Vec<Cell> {
    let Some(last) = sighting.at.cell() else { return Vec::new() };
    let eyes = ctx.state.of_side(sighting.side).filter(|eye| eye.is_active());
    let eyes: Vec<UnitId> = eyes.map(Unit::id).collect();
    let is_seen = |cell| eyes.iter().any(|eye| rules.sees_cell(ctx, *eye, cell));
    let board = ctx.field.board();
    around(last, MAX_DISTANCE).filter(|cell| board.contains(*cell) && !is_seen(*cell)).collect()
}
