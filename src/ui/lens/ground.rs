//! Lenses for the ground: heights, and effects on units that cross it.

use std::collections::BTreeMap;

use crate::names::{capital, plain};
use grid::{
    Board, Cell, Climb, Dir, Feature, Footing, Haze, Hm, Light, Rough, Thing, Weather, ground_words,
};
use rules::command::Target;
use rules::object::Object;
use rules::ruleset::{Ctx, Ruleset};
use view::palette::STEPS;

use super::model::{Lens, LensCell, LensModel, Shade, Swatch};

/// The standing height in every cell.
pub fn heights(ctx: Ctx<'_>) -> LensModel {
    let board = ctx.field.board();
    let stand = |cell: Cell| {
        let tile = board.tile(cell).filter(|tile| !tile.is_solid())?;
        Some(platform(board, cell).map_or(tile.surface(), |(_, top)| top))
    };
    let known: Vec<(Cell, Hm)> = board.cells().filter_map(|c| Some((c, stand(c)?))).collect();
    let low = known.iter().map(|(_, height)| *height).min().unwrap_or_default();
    let high = known.iter().map(|(_, height)| *height).max().unwrap_or_default();
    // Bands of equal width, from the lowest to the highest place.
    let steps = i32::try_from(STEPS).unwrap_or(1);
    let width = (high - low).0 + 1;
    let band = |height: Hm| Shade::try_from(1 + (height - low).0 * steps / width).unwrap_or(1);
    let mut bands: BTreeMap<Shade, (Hm, Hm)> = BTreeMap::new();
    for (_, height) in &known {
        let (least, most) = bands.entry(band(*height)).or_insert((*height, *height));
        (*least, *most) = ((*least).min(*height), (*most).max(*height));
    }
    let swatches = bands.into_iter().rev().map(|(shade, (least, most))| {
        let range = if least == most { String::new() } else { format!(" to {}", number(most)) };
        Swatch::new(shade, format!("{}{range} m", number(least)))
    });
    let cells = known.into_iter().map(|(cell, height)| LensCell {
        cell,
        shade: band(height),
        text: number(height),
    });
    LensModel {
        cells: cells.collect(),
        swatches: swatches.collect(),
        ..LensModel::blank(Lens::Heights, "Heights in metres", "")
    }
}

/// The thing that carries bodies above the ground and the water of a cell, and the height of its
/// top.
fn platform(board: &Board, cell: Cell) -> Option<(&Thing, Hm)> {
    let tile = board.tile(cell).filter(|tile| !tile.is_solid())?;
    let (_, thing) = board.thing_in(cell)?;
    let top = tile.elevation + thing.height;
    (thing.footing() == Footing::Platform && top >= tile.surface()).then_some((thing, top))
}

/// A height in metres, without the unit.
fn number(height: Hm) -> String {
    let half = if height.0 % 2 == 0 { "" } else { ".5" };
    let sign = if height.0 < 0 { "-" } else { "" };
    format!("{sign}{}{half}", height.0.abs() / 2)
}

/// Everything about the ground of a cell, line by line. Marks features that the ruleset ignores.
pub fn told(rules: &dyn Ruleset, ctx: Ctx<'_>, cell: Cell) -> Vec<String> {
    let board = ctx.field.board();
    let Some(tile) = board.tile(cell) else { return Vec::new() };
    let ruleset = &rules.describe().name;
    let line = |feature: Feature, text: String| match rules.supports(feature) {
        true => capital(&text),
        false => format!("{} (no effect in {ruleset})", capital(&text)),
    };
    let platform = platform(board, cell);
    let terrain = plain(tile.terrain.name());
    let water = (tile.depth > Hm::ZERO).then(|| format!("water {} deep", tile.depth));
    let mut lines = Vec::new();
    match platform {
        Some((thing, top)) => {
            let below = water.unwrap_or(terrain);
            lines.push(format!("{} at {top}; below: {below}", capital(&thing.title())));
        }
        None => {
            lines.push(format!("{} at {}", capital(&terrain), tile.elevation));
            lines.extend(water.map(|water| capital(&water)));
        }
    }
    match board.light(cell) {
        Light::Bright => {}
        Light::Dim => lines.push("Dim".to_owned()),
        Light::Dark => lines.push("Dark".to_owned()),
    }
    if platform.is_none() && Feature::RoughWater.is_in(tile) {
        lines.push(line(Feature::RoughWater, "rough water".to_owned()));
    }
    match tile.climb {
        Climb::Unmarked => {}
        Climb::Ordinary => lines.push("Sides can be climbed".to_owned()),
        grade => {
            let text = format!("sides can be climbed: {}", grade.name());
            lines.push(line(Feature::ClimbGrades, text));
        }
    }
    lines.extend(tile.ceiling.map(|clear| format!("Roof {clear} above the ground")));
    match board.haze_in(cell) {
        Haze::None => {}
        rank => lines.push(line(Feature::Haze, format!("{} haze", rank.name()))),
    }
    let air = board.atmosphere();
    if air.weather != Weather::CLEAR {
        let words = air.weather.words();
        let where_to = if board.is_sheltered(cell) { "sheltered from" } else { "out in" };
        lines.push(line(Feature::Weather, format!("{where_to} {words}")));
        let remark = rules.feature_remark(Feature::Weather).filter(|_| !board.is_sheltered(cell));
        lines.extend(remark.map(|remark| format!("{} ({})", remark.text, remark.rule)));
    }
    if board.is_airless(cell) {
        lines.push(line(Feature::Airless, "no air".to_owned()));
    }
    if air.miasma > 0 {
        lines.push(line(Feature::Miasma, format!("miasma {}", air.miasma)));
    }
    lines.extend(objects(ctx, cell));
    lines
}

/// The damage and the conditions of the objects in a cell and at its sides.
fn objects(ctx: Ctx<'_>, cell: Cell) -> Vec<String> {
    let board = ctx.field.board();
    let thing = board.thing_in(cell).map(|(id, _)| Object::Thing(id));
    let sides = [Dir::N, Dir::E, Dir::S, Dir::W].into_iter();
    let edges = sides.flat_map(|side| board.edges_on(cell, side));
    let edges = edges.filter_map(|(at, _)| Object::of(Target::Edge(at)));
    let told = thing.into_iter().chain(edges).filter_map(|object| {
        let mut words: Vec<String> = Vec::new();
        let damage = object.suffered(ctx.state);
        if damage > 0 {
            words.push(format!("{damage} damage"));
        }
        words.extend(object.conditions(ctx.state).map(|c| plain(c.id.as_str())));
        let kind = plain(object.kind(board)?);
        let name = capital(&object.called(board, &kind));
        (!words.is_empty()).then(|| format!("{name}: {}", words.join(", ")))
    });
    told.collect()
}

/// All cells that are not plain open ground.
pub fn ground(ctx: Ctx<'_>) -> LensModel {
    let board = ctx.field.board();
    let cells = board.cells().filter_map(|cell| {
        let tile = board.tile(cell)?;
        let mut words: Vec<String> = Vec::new();
        let mut shade = 0;
        let mut say = |strength: Shade, word: String| {
            shade = shade.max(strength);
            words.push(word);
        };
        let footing = board.thing_in(cell).map(|(_, thing)| thing.footing());
        if tile.is_solid() || footing == Some(Footing::Blocks) {
            return Some(LensCell { cell, shade: CLOSED, text: String::new() });
        }
        let through = match footing {
            Some(Footing::Through(rough)) => rough,
            _ => Rough::None,
        };
        // On top of a thing, the ground below and its water do not count.
        let on_top = platform(board, cell).is_some();
        let rough = if on_top { Rough::None } else { tile.rough.max(through) };
        match rough {
            Rough::None => {}
            Rough::Light => say(1, "rough".to_owned()),
            Rough::Heavy => say(2, "heavy".to_owned()),
        }
        if tile.depth > Hm::ZERO && !on_top {
            let shade = if tile.depth > Hm::metres(1) { 2 } else { 1 };
            say(shade, format!("water {}", number(tile.depth)));
        }
        if tile.slippery > 0 {
            say(2, format!("slips {}", tile.slippery));
        }
        let volume = board.volumes_in(cell).filter_map(|v| v.damaging).map(|h| h.amount).max();
        if let Some(harm) = tile.damaging.map(|h| h.amount).max(volume) {
            say(HARM, format!("harm {harm}"));
        }
        let waves = Feature::RoughWater.words();
        for word in ground_words(board, cell).into_iter().filter(|w| !on_top || w != waves) {
            say(1, word);
        }
        if tile.exit {
            say(0, "exit".to_owned());
        }
        (!words.is_empty()).then(|| LensCell { cell, shade, text: words.join("\n") })
    });
    let air = board.atmosphere().words();
    let air =
        if air.is_empty() { String::new() } else { format!("Everywhere: {}.", air.join(", ")) };
    let model = LensModel {
        cells: cells.collect(),
        ..LensModel::blank(Lens::Ground, "Special ground", air)
    };
    model.explained([
        Swatch::new(1, "Hinders: rough, shallow water, climbing, haze"),
        Swatch::new(2, "Hinders much: heavy, deep water, slippery"),
        Swatch::new(HARM, "Harms, in points"),
        Swatch::new(CLOSED, "Cannot be entered"),
    ])
}

/// Shade of ground that harms.
const HARM: Shade = 4;
/// Shade of ground that cannot be entered.
const CLOSED: Shade = 5;
