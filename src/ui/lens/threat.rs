//! Who could strike where in the next turn, and with what chance.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::attack_options::{AttackOption, best, blows_of, danger, harmful, per_mille};
use crate::names::Names;
use grid::{Board, Body, Cell, Diagonals, Field, Hm, MAX_SIDE, Outlook, Room, SupportKind, UnitId};
use rules::Ruleset;
use rules::engine;
use rules::ruleset::Ctx;
use rules::state::{State, Unit};
use view::palette::STEPS;

use super::model::{
    About, Lens, LensCell, LensModel, Shade, Strike, Strikes, Swatch, UPRIGHT, known_foes, stand_in,
};

/// Attacks with at least this range are ranged: they start
/// where the enemy stands and need a clear line.
pub(super) const AFAR: u32 = 4;
/// Melee attacks do not cross a height difference of this much or more.
const TOO_HIGH: Hm = Hm(5);
/// Number of enemies whose attacks on a cell are estimated,
/// nearest first; the others are only counted.
const WEIGHED: usize = 16;
/// Number of enemies listed on a line of their own.
const LISTED: usize = 6;

/// The enemies that could strike at a cell, and how.
pub(super) fn coming(strikes: &Strikes, board: &Board, cell: Cell) -> Vec<(UnitId, Strike)> {
    let Some(at) = board.index(cell) else { return Vec::new() };
    let strike = |(foe, cells): &(UnitId, Vec<Strike>)| Some((*foe, *cells.get(at)?));
    strikes.iter().filter_map(strike).filter(|(_, strike)| strike.is_any()).collect()
}

/// How many enemies could strike each cell in their next turn:
/// melee after moving, ranged from where they stand.
pub fn threat(rules: &dyn Ruleset, ctx: Ctx<'_>, about: &About) -> LensModel {
    let next = next_turn(rules, ctx, about);
    let (size, height) = build(ctx, about);
    let foes = known_foes(ctx, about);
    let struck = about.actor.or_else(|| someone_else(ctx, about));
    let board = ctx.field.board();
    let near = level_of(ctx, about);
    let cells: Vec<Cell> = board.cells().collect();
    let places: Vec<Option<Room>> =
        cells.par_iter().map(|cell| standing(board, *cell, (size, height), near)).collect();
    let strikes: Strikes = engine::with_ctx(rules, &next, |ctx| {
        let of = |foe: &UnitId| (*foe, strikes(rules, ctx, (*foe, struck), size, &places));
        foes.par_iter().map(of).collect()
    });
    let cells = cells.into_iter().enumerate().filter_map(|(at, cell)| {
        let strikes_there = |strikes: &&(UnitId, Vec<Strike>)| {
            strikes.1.get(at).is_some_and(|strike| strike.is_any())
        };
        let count = strikes.iter().filter(strikes_there).count();
        let shade = Shade::try_from(count.min(STEPS)).unwrap_or(1);
        (count > 0).then(|| LensCell { cell, shade, text: count.to_string() })
    });
    let model = LensModel {
        cells: cells.collect(),
        strikes,
        ..LensModel::blank(
            Lens::Threat,
            "Threat: foes that could attack there next turn",
            "Melee after moving, ranged from where they stand now. Point at a cell for odds.",
        )
    };
    let steps = Shade::try_from(STEPS).unwrap_or(1);
    model.explained((1..=steps).map(|shade| {
        let foes = if shade == 1 { "foe" } else { "foes" };
        let more = if shade == steps { " or more" } else { "" };
        Swatch::new(shade, format!("{shade}{more} {foes}"))
    }))
}

/// The battle as it will be at the start of the enemies' turn.
fn next_turn(rules: &dyn Ruleset, ctx: Ctx<'_>, about: &About) -> State {
    let mut next = ctx.state.clone();
    for id in known_foes(ctx, about) {
        if let Some(unit) = next.unit_mut(id) {
            *unit = rules.refreshed(unit);
        }
    }
    next
}

/// A stand-in victim from the side at the table, when no unit is active.
fn someone_else(ctx: Ctx<'_>, about: &About) -> Option<UnitId> {
    let own = ctx.state.units.iter().filter(|u| u.is_active() && Some(u.side()) == about.viewer);
    own.map(Unit::id).find(|id| ctx.field.body(*id).is_some())
}

/// Size and height of the active unit, or of a human if there is none.
fn build(ctx: Ctx<'_>, about: &About) -> (u8, Hm) {
    let own = about.actor.and_then(|id| ctx.field.body(id));
    own.map_or((1, UPRIGHT), |body| (body.size.max(1), body.height))
}

/// The height of the active unit's feet: in cells with several floors, the one nearest to it
/// applies.
pub(super) fn level_of(ctx: Ctx<'_>, about: &About) -> Hm {
    let own = about.actor.and_then(|id| ctx.field.body(id));
    own.map_or(Hm::ZERO, |body| body.feet)
}

/// The room of a unit of that size and height standing at a cell, on the floor nearest to a height;
/// `None` if it cannot stand there.
pub(super) fn standing(
    board: &Board,
    cell: Cell,
    (size, height): (u8, Hm),
    near: Hm,
) -> Option<Room> {
    let room = Room { cell, size, feet: Hm::ZERO, height };
    let feet = room.cells().map(|cell| board.footing_near(cell, height, near));
    let feet = feet.reduce(|a, b| Some(a?.max(b?))).flatten()?;
    Some(room.at(cell, feet))
}

/// How an enemy could strike at a unit of a given size in each
/// of these rooms, one per cell of the board.
fn strikes(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    (foe, struck): (UnitId, Option<UnitId>),
    size: u8,
    places: &[Option<Room>],
) -> Vec<Strike> {
    let mut cells = vec![Strike::default(); places.len()];
    let Some(body) = ctx.field.body(foe) else { return cells };
    let Some(room) = body.room() else { return cells };
    let mut blows = blows_of(rules, ctx, foe);
    if let Some(struck) = struck {
        // Breaking free of a hold is not an attack, however far away the holder is.
        blows = harmful(rules, ctx, (foe, struck), blows);
    }
    let spans: Vec<u32> = blows.iter().map(|m| u32::from(m.span)).collect();
    let board = ctx.field.board();
    if let Some(shot) = spans.iter().copied().filter(|span| *span >= AFAR).max() {
        let outlook = Outlook::new(board, body);
        for (strike, there) in cells.iter_mut().zip(places) {
            let Some(there) = there else { continue };
            let near = room.distance(there, Diagonals::One) <= shot;
            let target = || Body { size, ..stand_in(there.cell, there.feet, there.height) };
            strike.shot = near && outlook.sees(&target());
        }
    }
    if let Some(reach) = spans.iter().copied().filter(|span| *span < AFAR).max() {
        let reach_map = rules.reach_walking(ctx, foe);
        let mut stops: Vec<_> = reach_map.stops().iter().filter(|stop| stop.tier == 0).collect();
        stops.sort_by_key(|stop| stop.cost);
        let stops = stops.into_iter().map(|stop| (stop.cell, stop.feet));
        // Where it stands is the nearest place.
        for (cell, feet) in [(room.cell, room.feet)].into_iter().chain(stops) {
            let from = room.at(cell, feet);
            for at in around(from, reach, size) {
                let Some(at) = board.index(at) else { continue };
                let Some(strike) = cells.get_mut(at).filter(|s| s.stop.is_none()) else { continue };
                let Some(there) = places.get(at).copied().flatten() else { continue };
                let near = from.distance(&there, Diagonals::One) <= reach;
                // The enemy's own cells are taken.
                let apart = from.gap(&there) != (0, 0);
                if near && apart && (feet - there.feet).abs() < TOO_HIGH {
                    strike.stop = Some((cell, feet));
                }
            }
        }
    }
    cells
}

/// North-west cells of rooms of a size within a plan distance
/// of a room, including cells off the board.
fn around(room: Room, far: u32, size: u8) -> impl Iterator<Item = Cell> {
    let far = i16::try_from(far.min(u32::from(MAX_SIDE))).unwrap_or_default();
    let first = 1 - far - i16::from(size.max(1));
    let last = far + i16::from(room.size.max(1)) - 1;
    let row = move |dy: i16| (first..=last).map(move |dx| room.cell.offset(dx, dy));
    (first..=last).flat_map(row)
}

/// What an enemy could do to the active unit in a cell.
struct EnemyThreat {
    foe: UnitId,
    /// Its distance in squares.
    squares: u32,
    /// Its best attack, and whether it moves first; `None` if the rules allow no attack from there.
    blow: Option<(AttackOption, bool)>,
}

/// Lists the enemies that could strike at a cell and their chances, the most dangerous first.
/// `coming` are these enemies. The odds are for the active unit, from the resolving code.
pub(super) fn told(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    about: &About,
    cell: Cell,
    coming: &[(UnitId, Strike)],
    names: &Names,
) -> Vec<String> {
    if coming.is_empty() {
        return vec![format!("{cell}: no foe can attack here.")];
    }
    let (size, height) = build(ctx, about);
    let there = standing(ctx.field.board(), cell, (size, height), level_of(ctx, about));
    let Some((actor, there)) = about.actor.zip(there) else {
        let listed = coming.iter().take(LISTED).map(|(foe, _)| names.unit(*foe));
        let mut lines = vec![format!("{cell}: no active unit, so no odds.")];
        lines.extend(listed);
        lines.extend(more(coming.len().saturating_sub(LISTED)));
        return lines;
    };
    let away = |foe: UnitId| {
        let room = ctx.field.body(foe).and_then(|body| body.room());
        room.map_or(u32::MAX, |room| room.distance(&there, Diagonals::One))
    };
    let mut near: Vec<(u32, UnitId, Strike)> =
        coming.iter().map(|(foe, strike)| (away(*foe), *foe, *strike)).collect();
    near.sort_by_key(|(squares, foe, _)| (*squares, *foe));
    near.truncate(WEIGHED);
    let mut supposed = next_turn(rules, ctx, about);
    if let Some(own) = supposed.unit_mut(actor) {
        put(ctx.field, own, there);
    }
    let told = |(squares, foe, strike): &(u32, UnitId, Strike)| {
        let blow = blow_at(rules, &supposed, (*foe, *strike), (actor, there), names);
        EnemyThreat { foe: *foe, squares: *squares, blow }
    };
    let mut told: Vec<EnemyThreat> = near.par_iter().map(told).collect();
    told.sort_by_key(|told| {
        let danger = danger(told.blow.as_ref().map(|(blow, _)| blow));
        (Reverse(told.blow.is_some()), Reverse(danger), told.squares, told.foe)
    });
    told.truncate(LISTED);
    let mut lines = vec![format!("{cell}, for {}:", names.unit(actor))];
    lines.extend(told.iter().map(|told| told.words(names)));
    lines.extend(more(coming.len().saturating_sub(told.len())));
    lines
}

impl EnemyThreat {
    fn words(&self, names: &Names) -> String {
        let name = names.unit(self.foe);
        match &self.blow {
            Some((blow, walks)) => {
                let walk = if *walks { ", after moving" } else { "" };
                format!("{name}: {} {}{walk}", blow.name, per_mille(blow.chance))
            }
            None => format!("{name}: gets close, but has no attack there"),
        }
    }
}

fn more(count: usize) -> Option<String> {
    (count > 0).then(|| format!("and {count} more"))
}

/// An enemy's best attack on the active unit, from where it
/// stands or from the place it moves to, and whether it moves.
fn blow_at(
    rules: &dyn Ruleset,
    supposed: &State,
    (foe, strike): (UnitId, Strike),
    (actor, there): (UnitId, Room),
    names: &Names,
) -> Option<(AttackOption, bool)> {
    let from = |state: &State, walks: bool| {
        engine::with_ctx(rules, state, |ctx| {
            let squares = ctx.field.body(foe)?.room()?.distance(&there, Diagonals::One);
            let mut blows = blows_of(rules, ctx, foe);
            // An act that takes a whole turn leaves no time to move there, and ranged attacks are
            // made from where it stands.
            blows.retain(|m| !walks || !m.whole_turn && u32::from(m.span) < AFAR);
            best(rules, ctx, foe, actor, squares, &blows, names)
        })
    };
    let unit = supposed.unit(foe)?;
    let here = (unit.placement.at.cell()?, unit.placement.feet);
    let walk = strike.stop.filter(|stop| *stop != here);
    let stands = strike.shot || strike.stop == Some(here);
    let still = stands.then(|| from(supposed, false)).flatten();
    let walked = walk.and_then(|(cell, feet)| {
        let mut walked = supposed.clone();
        let room = engine::with_ctx(rules, supposed, |ctx| {
            let room = ctx.field.body(foe)?.room()?.at(cell, feet);
            let unit = walked.unit_mut(foe)?;
            put(ctx.field, unit, room);
            Some(room)
        });
        room.and_then(|_| from(&walked, true))
    });
    match (still, walked) {
        (Some(still), Some(walked)) if danger(Some(&walked)) > danger(Some(&still)) => {
            Some((walked, true))
        }
        (Some(still), _) => Some((still, false)),
        (None, walked) => walked.map(|blow| (blow, true)),
    }
}

/// Puts a unit where it can stop. A unit without ground support there flies, or else clings.
fn put(field: &Field<'_>, unit: &mut Unit, room: Room) {
    let flies = unit.placement.support == SupportKind::Flight;
    let support = match field.support(room, unit.id()) {
        SupportKind::Nothing if !flies && field.grip(room).is_some() => SupportKind::Grip,
        SupportKind::Nothing => SupportKind::Flight,
        support => support,
    };
    unit.placement.at = room.cell.into();
    unit.placement.feet = room.feet;
    unit.placement.support = support;
}
