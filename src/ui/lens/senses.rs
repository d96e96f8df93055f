//! Lenses for sight, cover and sound.

use crate::names::Names;
use grid::{Body, Cell, Diagonals, Hm, Outlook, Room, UnitId, sound_path};
use rules::ruleset::Ctx;

use super::model::{
    About, Lens, LensCell, LensModel, Look, Shade, Swatch, UPRIGHT, known_foes, stand_in,
};

/// Shade of cells that cannot be seen or heard at all.
pub const UNSEEN: Shade = 5;

/// The observer's body: the active unit moved to the cell, or a
/// human-sized stand-in if no unit is active.
fn body_on(ctx: Ctx<'_>, actor: Option<UnitId>, cell: Cell) -> Option<Body> {
    let board = ctx.field.board();
    let own = actor.and_then(|id| ctx.field.body(id));
    let height = own.map_or(UPRIGHT, |body| body.height);
    // If a unit stands in the cell, its feet count: it may fly or stand on something.
    let there = ctx.field.bodies_in(cell).next().map(|body| body.feet);
    let near = own.map_or(Hm::ZERO, |body| body.feet);
    let feet = there.or_else(|| board.footing_near(cell, height, near))?;
    Some(match own {
        Some(body) => body.moved(cell, feet),
        None => stand_in(cell, feet, height),
    })
}

/// What can be seen from the cell under the pointer.
pub fn sight<'a>(ctx: Ctx<'a>, about: &'a About, names: &Names) -> (LensModel, Option<Look<'a>>) {
    let from = about.focus.and_then(|cell| body_on(ctx, about.actor, cell));
    let title = match (from.as_ref(), about.actor) {
        (None, _) => "Sight: point at a cell".to_owned(),
        (Some(_), Some(actor)) => format!("What {} can see from this cell", names.unit(actor)),
        (Some(_), None) => "What can be seen from this cell".to_owned(),
    };
    let look = from.map(|from| -> Look<'a> {
        let board = ctx.field.board();
        Box::new(move |cell| {
            let seen = Outlook::new(board, &from).sees(&body_on(ctx, about.actor, cell)?);
            Some(LensCell { cell, shade: if seen { 0 } else { UNSEEN }, text: String::new() })
        })
    });
    let mut model = LensModel::blank(Lens::Sight, title, "");
    model.swatches.push(Swatch::new(UNSEEN, "Out of sight"));
    (model, look)
}

/// How much of the active unit is hidden from an enemy, by cell.
pub fn cover<'a>(ctx: Ctx<'a>, about: &'a About, names: &Names) -> (LensModel, Option<Look<'a>>) {
    let legend = "Where there is no colour, nothing is hidden.";
    let model = |title: String| LensModel {
        swatches: vec![
            Swatch::new(1, "Under 25 % hidden"),
            Swatch::new(2, "25 % or more"),
            Swatch::new(3, "50 % or more"),
            Swatch::new(4, "75 % or more"),
            Swatch::new(UNSEEN, "Out of sight"),
        ],
        ..LensModel::blank(Lens::Cover, title, legend)
    };
    let Some(actor) = about.actor else {
        return (model("Cover: no active unit".to_owned()), None);
    };
    let known = known_foes(ctx, about);
    let at = ctx.field.body(actor).and_then(Body::room);
    let away = |id: &UnitId| {
        let there = ctx.field.body(*id).and_then(Body::room);
        at.zip(there).map_or((u32::MAX, *id), |(a, b)| (apart(a, b), *id))
    };
    let chosen = about.foe.filter(|foe| known.contains(foe));
    let chosen = chosen.or_else(|| known.iter().copied().min_by_key(away));
    let Some(foe) = chosen.and_then(|id| ctx.field.body(id)) else {
        return (model("Cover: no known foe".to_owned()), None);
    };
    let outlook = Outlook::new(ctx.field.board(), foe);
    let look = move |cell: Cell| {
        let body = body_on(ctx, Some(actor), cell)?;
        let Some((hard, soft)) = outlook.hidden_shares(&body) else {
            return Some(LensCell { cell, shade: UNSEEN, text: String::new() });
        };
        let whole = hard.whole.max(1);
        let hidden = (hard.part + soft.part).min(whole);
        let quarter = Shade::try_from((4 * hidden / whole).min(3)).unwrap_or(3);
        let shade = if hidden == 0 { 0 } else { 1 + quarter };
        let text = match hidden {
            0 => String::new(),
            hidden => (100 * hidden / whole).to_string(),
        };
        Some(LensCell { cell, shade, text })
    };
    let title = format!("Cover of {} from {}", names.unit(actor), names.unit(foe.id));
    (model(title), Some(Box::new(look)))
}

/// Squares between two rooms.
fn apart(a: Room, b: Room) -> u32 {
    a.distance(&b, Diagonals::One)
}

/// What muffles sound between the cell under the pointer and every other cell.
pub fn sound<'a>(ctx: Ctx<'a>, about: &'a About) -> (LensModel, Option<Look<'a>>) {
    let from = about.focus.and_then(|cell| body_on(ctx, about.actor, cell));
    let title = if from.is_some() { "Sound from this cell" } else { "Sound: point at a cell" };
    let legend = "Numbers are centimetres of material in the way.";
    let board = ctx.field.board();
    let look = from.map(|from| -> Look<'a> {
        Box::new(move |cell| {
            let there = body_on(ctx, about.actor, cell)?;
            let path = sound_path(board, &from, &there)?;
            let slight = path.wood_cm + path.metal_cm + path.glass_cm + path.foliage_cm;
            let water = path.deep_water_cm + path.shallow_water_cm;
            let (shade, text) = match (path.silenced, path.stone_cm, slight + water) {
                (true, ..) => (UNSEEN, String::new()),
                (_, 0, 0) => (0, String::new()),
                (_, 0, cm) => (1, cm.to_string()),
                (_, stone, cm) => (3, (stone + cm).to_string()),
            };
            Some(LensCell { cell, shade, text })
        })
    });
    let mut model = LensModel::blank(Lens::Sound, title, legend);
    model.swatches = vec![
        Swatch::new(1, "Wood, metal, glass, leaves or water"),
        Swatch::new(3, "Stone"),
        Swatch::new(UNSEEN, "No sound gets through"),
    ];
    (model, look)
}
