//! Sight between units: darkness, blindness, hiding, and what each unit and side knows of hidden
//! units (TU-27, TU-127, TU-128, TU-167, TU-201, TU-299, TU-301).

use grid::{
    Body, Diagonals, Eye, FloorAt, Hm, Light, SideId, UnitId, distance, hidden_shares, sees,
};
use rules::event::{Event, EventKind};
use rules::kit::{area, events};
use rules::ruleset::Ctx;
use rules::state::{Awareness, Condition, Observer, Unit};
use rules::{Key, Refusal};

use super::ailments::is_hidden;
use super::data::{Content, Mark};
use super::numbers::{HIDDEN, Numbers};
use super::step::{Notice, Outcome, Step};

/// Range of sight in the dark, in metres (TU-167).
pub const NEAR: u32 = 2;
/// Range of sight of the blinded, in metres (TU-299).
const TOUCH: u32 = 1;
/// Data of a condition that hides: the other sides have lost sight of its holder.
const TOLD: &str = "told";

/// The light that falls on a body.
pub fn light(ctx: Ctx<'_>, body: &Body) -> Light {
    body.cells().map(|cell| ctx.field.board().light(cell)).max().unwrap_or_default()
}

/// Whether there is a line to a body: hard objects can hide all of it, foliage cannot (TU-164,
/// TU-165).
pub fn has_line<'a>(ctx: Ctx<'_>, from: impl Into<Eye<'a>>, them: &Body) -> bool {
    let (board, from) = (ctx.field.board(), from.into());
    sees(board, from, them) || {
        let (hard, _) = hidden_shares(board, from, them);
        hard.part < hard.whole
    }
}

/// Whether there is a line to the point one metre above a cell.
pub fn has_line_to(ctx: Ctx<'_>, unit: UnitId, at: FloorAt) -> bool {
    let there = ctx.field.body(unit).zip(area::surface(ctx, at));
    there.is_some_and(|(me, at)| {
        let feet = at.feet + Hm::metres(1);
        let point = Body {
            id: UnitId(u32::MAX),
            at: at.cell.into(),
            size: 1,
            feet,
            height: Hm(1),
            ..me.clone()
        };
        has_line(ctx, me, &point)
    })
}

/// Checks that a viewer can see as far as a body: neither darkness nor blindness prevents it.
///
/// # Errors
/// Which of them prevents it.
pub fn check_eyes(ctx: Ctx<'_>, viewer: &Numbers<'_>, them: &Body) -> Result<(), Refusal> {
    let me = ctx.field.body(viewer.unit.id());
    let metres = me.and_then(|me| distance(me, them, Diagonals::One)).unwrap_or(u32::MAX);
    if viewer.has_mark(Mark::Blind) && metres > TOUCH {
        return Err(Refusal::new("blinded", "it sees no one that far away", "TU-299"));
    }
    if !viewer.sheet.dark_sight && metres > NEAR && light(ctx, them) == Light::Dark {
        return Err(Refusal::new("unseen", "it is too dark to see it there", "TU-167"));
    }
    Ok(())
}

/// Whether a line, light and eyesight let one unit see another; ignores hiding.
pub fn perceives(content: &Content, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
    let own = ctx.unit(viewer).and_then(|unit| Numbers::of(content, unit));
    let bodies = ctx.field.body(viewer).zip(ctx.field.body(target));
    own.zip(bodies).is_some_and(|(own, (me, them))| {
        check_eyes(ctx, &own, them).is_ok() && has_line(ctx, me, them)
    })
}

/// Whether a unit knows where a hidden one is: it or its side has spotted it.
pub fn has_spotted(ctx: Ctx<'_>, viewer: &Unit, hider: UnitId) -> bool {
    let kept = |by| ctx.state.scene.knowledge.of(by, hider);
    let known = kept(Observer::Unit(viewer.id())).or_else(|| kept(Observer::Side(viewer.side())));
    known.is_some_and(|known| known.awareness >= Awareness::Notices)
}

/// Whether a unit is hidden from all units of a side.
pub fn hides_from(content: &Content, ctx: Ctx<'_>, hider: &Unit, side: SideId) -> bool {
    let spotted = || {
        let mut eyes = ctx.state.of_side(side).filter(|u| u.is_active());
        eyes.any(|unit| has_spotted(ctx, unit, hider.id()))
    };
    hider.side() != side && is_hidden(content, hider) && !spotted()
}

/// Whether an attack surprises its target, because the target has not spotted the attacker (TU-196,
/// TU-202).
pub fn surprises(content: &Content, ctx: Ctx<'_>, actor: &Unit, target: &Unit) -> bool {
    actor.side() != target.side()
        && is_hidden(content, actor)
        && !has_spotted(ctx, target, actor.id())
}

/// All other sides.
pub fn others(ctx: Ctx<'_>, side: SideId) -> impl Iterator<Item = SideId> {
    let all = (0u8..).map(SideId).take(ctx.state.scene.sides.len());
    all.filter(move |other| *other != side)
}

fn aware(
    ctx: Ctx<'_>,
    by: Observer,
    of: &Unit,
    to: Awareness,
    rule: &'static str,
) -> Option<Event> {
    EventKind::aware(ctx.state, by, of.id(), to).map(|what| Event::new(what, &[rule]))
}

/// All other sides lose sight of a unit, including units that had spotted it.
pub fn conceal(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Vec<Event> {
    let units = ctx.state.scene.knowledge.iter().filter(|k| k.of == unit.id());
    let units = units.filter(|k| matches!(k.by, Observer::Unit(_))).map(|k| k.by);
    let sides = others(ctx, unit.side()).map(Observer::Side);
    let all = units.chain(sides);
    all.filter_map(|by| aware(ctx, by, unit, Awareness::Unaware, rule)).collect()
}

/// One unit spots another (TU-201).
pub fn spots(viewer: &Unit, hider: &Unit) -> Event {
    // Unlike the rest of its side, the viewer never lost sight of it.
    let (by, of) = (Observer::Unit(viewer.id()), hider.id());
    let (from, to) = (Awareness::Unaware, Awareness::Sees);
    let what = EventKind::Learned { by, of, from, to, facts: Vec::new() };
    Event::new(what, &["TU-201"])
}

/// A side knows where a unit is (TU-127).
pub fn found_by(ctx: Ctx<'_>, side: SideId, hider: &Unit, rule: &'static str) -> Vec<Event> {
    let own = |by: &Observer| match by {
        Observer::Side(_) => false,
        Observer::Unit(id) => ctx.unit(*id).is_some_and(|u| u.side() == side),
    };
    let units = ctx.state.scene.knowledge.iter().filter(|k| k.of == hider.id());
    let units = units.map(|k| k.by).filter(own);
    let all = std::iter::once(Observer::Side(side)).chain(units);
    all.filter_map(|by| aware(ctx, by, hider, Awareness::Sees, rule)).collect()
}

/// Adds the condition that hides a unit, and makes the other sides lose sight of it.
pub fn vanishes(ctx: Ctx<'_>, unit: &Unit, condition: Condition, rule: &'static str) -> Vec<Event> {
    let mut all = vec![events::gained(unit, condition.with(Key::of(TOLD), 1), rule)];
    all.extend(conceal(ctx, unit, rule));
    all
}

/// Units whose hiding, or end of hiding, the other sides have not noticed yet.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let news = |unit: &&Unit| {
        let hides = |c: &Condition| {
            content.ailments.get(c.id.as_str()).is_some_and(|a| a.marks.contains(&Mark::Unseen))
        };
        let mut hiding = unit.conditions.0.iter().filter(|c| hides(c)).peekable();
        if hiding.peek().is_some() {
            return hiding.all(|c| c.data.get(TOLD) == 0);
        }
        let mut known = ctx.state.scene.knowledge.iter();
        let side_of = |by: Observer| match by {
            Observer::Side(side) => Some(side),
            Observer::Unit(id) => ctx.unit(id).map(Unit::side),
        };
        known.any(|k| {
            let other = side_of(k.by).is_some_and(|side| side != unit.side());
            k.of == unit.id() && k.awareness < Awareness::Notices && other
        })
    };
    let all = ctx.state.units.iter().filter(news);
    all.map(|unit| Notice { unit: unit.id() }.into()).collect()
}

/// The other sides lose sight of a hidden unit, or see it again.
pub fn notice(content: &Content, ctx: Ctx<'_>, step: &Notice) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    if !is_hidden(content, unit) {
        let all = others(ctx, unit.side());
        let seen = all.flat_map(|side| found_by(ctx, side, unit, "TU-128"));
        return Outcome::done(seen.collect());
    }
    let numbers = Numbers::of(content, unit);
    let hiding = numbers.iter().flat_map(Numbers::ailments);
    let hiding = hiding.filter(|(_, a)| a.marks.contains(&Mark::Unseen)).map(|(c, _)| c);
    let told = hiding.map(|c| {
        let at = unit.conditions.0.iter().position(|own| own == c);
        events::afflicted(unit, c.clone().with(Key::of(TOLD), 1), at, "TU-301")
    });
    let mut all: Vec<Event> = told.collect();
    // A unit that spotted one hidden since the start still sees it.
    let begun = unit.conditions.0.iter().any(|c| c.id == *HIDDEN && c.source.is_some());
    if begun {
        all.extend(conceal(ctx, unit, "TU-301"));
    } else {
        let sides = others(ctx, unit.side()).map(Observer::Side);
        let open = sides.filter(|by| ctx.state.scene.knowledge.of(*by, unit.id()).is_none());
        let lost = open.filter_map(|by| aware(ctx, by, unit, Awareness::Unaware, "TU-301"));
        all.extend(lost);
    }
    Outcome::done(all)
}
