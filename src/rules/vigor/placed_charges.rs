//! Placed charges: detonated remotely by the side that placed them, or broken like any other object
//! (VG-84, VG-266).

use grid::{Board, FloorAt, Hm, UnitId};
use rules::event::{BoardChange, Event};
use rules::kit::{area, events};
use rules::ruleset::Ctx;
use rules::state::{Lying, Meters, Unit};
use rules::{Key, Refusal};

use super::attack;
use super::data::Content;
use super::names::{CHARGES, DURABILITY, PLACED_CHARGE};
use super::step::{Outcome, ResistStage, Step, Suffer};

/// Blast radius of a charge, in squares.
const BLAST_RADIUS: u16 = 2;
/// The number that a Speed check must beat to halve the damage of a charge.
pub const BLAST_NUMBER: i32 = 20;
/// The meter of a placed charge that holds its side, counted from 1.
const PLACED_BY: &str = "side";

/// The charges that a side has placed.
pub fn of_side<'a>(ctx: Ctx<'a>, unit: &Unit) -> impl Iterator<Item = &'a Lying> {
    let side = i32::from(unit.side().0) + 1;
    all(ctx).filter(move |lying| lying.meters.value(PLACED_BY) == side)
}

/// All placed charges.
pub fn all(ctx: Ctx<'_>) -> impl Iterator<Item = &Lying> {
    ctx.state.scene.lying.iter().filter(|lying| lying.item == *PLACED_CHARGE)
}

/// The charge on the floor of this cell.
pub fn at(ctx: Ctx<'_>, at: FloorAt) -> Option<&Lying> {
    all(ctx).find(|lying| lying.at() == at)
}

/// Absolute height of the floor that a charge lies on; `None` off the board.
pub fn floor(board: &Board, charge: &Lying) -> Option<Hm> {
    charge.floor.or_else(|| board.tile(charge.cell).map(|tile| tile.elevation))
}

/// Lays a charge.
pub fn place(content: &Content, unit: &Unit, at: FloorAt, rule: &'static str) -> Vec<Event> {
    let side = i32::from(unit.side().0) + 1;
    let thing = content.objects.get(PLACED_CHARGE);
    let durability = thing.map(|thing| (Key::of(DURABILITY), thing.durability));
    let meters = Meters::full([(Key::of(PLACED_BY), side)].into_iter().chain(durability));
    let lying = Lying { meters, ..Lying::new(Key::of(PLACED_CHARGE), at) };
    let left = unit.pools.0.value(CHARGES) - 1;
    let paid = events::pool(unit, CHARGES, left, "a charge", rule);
    let laid = events::board(BoardChange::Laid(lying), rule);
    paid.into_iter().chain([laid]).collect()
}

/// The units within the blasts of a side's charges.
pub fn blasted(ctx: Ctx<'_>, unit: &Unit) -> Vec<UnitId> {
    of_side(ctx, unit).flat_map(|charge| caught(ctx, charge.at())).collect()
}

/// Checks that no blast of a side's charges catches a unit that has charmed the one that sets them
/// off (VG-86).
///
/// # Errors
/// If one does.
pub fn check_spares_charmers(ctx: Ctx<'_>, unit: &Unit) -> Result<(), Refusal> {
    attack::check_spares_charmers(ctx, unit, || blasted(ctx, unit))
}

/// The units within the blast of a charge on this floor.
pub fn caught(ctx: Ctx<'_>, at: FloorAt) -> Vec<UnitId> {
    area::caught(ctx, at, BLAST_RADIUS)
}

/// Detonates all charges of a side, one after the other.
pub fn detonate(ctx: Ctx<'_>, unit: &Unit) -> Outcome {
    let mut all = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    for charge in of_side(ctx, unit) {
        all.push(events::board(BoardChange::Taken(charge.clone()), "VG-84"));
        let (by, act) = (unit.id(), Key::of(PLACED_CHARGE));
        let stage = ResistStage::Check { against: BLAST_NUMBER };
        let caught = caught(ctx, charge.at()).into_iter();
        steps.extend(
            caught.map(|unit| Step::from(Suffer { unit, by, act: act.clone(), charges: 0, stage })),
        );
    }
    Outcome::after(all, steps, None)
}

/// The damage that a charge has taken.
pub fn suffered(charge: &Lying) -> i32 {
    charge.meters.get(DURABILITY).map_or(0, |meter| meter.max - meter.value)
}

/// Damages a charge; at Durability 0 it breaks without exploding (VG-268).
pub fn suffer(charge: &Lying, damage: i32, rule: &'static str) -> Vec<Event> {
    if damage <= 0 {
        return Vec::new();
    }
    let taken = events::board(BoardChange::Taken(charge.clone()), rule);
    let mut meters = charge.meters.clone();
    let left = meters.get_mut(DURABILITY).map(|meter| {
        meter.value = meter.value.saturating_sub(damage);
        meter.value
    });
    if left.is_none_or(|left| left <= 0) {
        return vec![taken];
    }
    let worn = Lying { meters, ..charge.clone() };
    vec![taken, events::board(BoardChange::Laid(worn), rule)]
}
