//! Hurrying: climbing, swimming and crossing Harmful Terrain at full speed, and the tests for hard
//! faces and rough water (EV-90 to EV-96, EV-108 to EV-113).

use grid::{Body, Ground, Hm, Room, StepFacts, SupportKind};
use rules::event::{Event, MoveKind};
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::kit::walk::{MovementRules, Walk};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Aim, Ctx};
use rules::state::{Condition, Expiry, Posture, Unit};
use rules::{Key, Refusal, Sum};

use super::conditions::unfocus;
use super::data::Content;
use super::harm::Harm;
use super::movement::NextStep;
use super::names::{
    AS_FAR, BANDED, BURSTING, FLURRY, HIDDEN, HURRYING, JUMPED, LEG, LIMPED, LOOKED, PACES, RUN_UP,
    RUNNING, SUBMERGED,
};
use super::numbers::Numbers;
use super::paces::{cushioned, effort_mark, pace, swims};
use super::rolling::{self, Rolls};
use super::step::{Effort, Feat, Outcome, Plan, Step, UnopposedAct, UnopposedKind};
use super::stress::faints;
use super::wounds::struck;
use super::{footing, hiding, movement};

/// Minimum degrees of failure that double the hindrance (EV-91, EV-95).
const SLOW: i32 = 2;
/// Minimum degrees of failure that make it fall or go under (EV-92, EV-96).
const LOST: i32 = 4;

/// The test required for the next step of a walk, if it has not been made in this Basic Move.
pub fn due(content: &Content, walk: &Walk, next: &NextStep<'_>) -> Option<Effort> {
    let NextStep { unit, facts, leg } = next;
    let leg = (*leg)?;
    let walks = facts.manner != grid::StepMode::Fly;
    let hurries = unit.conditions.has(HURRYING);
    let climbed = walks && movement::climbed(&content.rules, facts) > 0;
    let climbs = climbed && !movement::jumps(walk, facts);
    let entered = &facts.entered;
    let under = unit.conditions.has(SUBMERGED);
    let swims = walks && swims(entered);
    let harmful = walks && footing::number(entered) > 0 && !swims;
    let all = [
        (climbs && (hurries || facts.climb().needs_check()), Feat::Climb),
        (swims && (hurries || entered.rough_water || under), Feat::Swim),
        (harmful && hurries, Feat::Cross),
        (hurries && unit.conditions.has(HIDDEN), Feat::Sneak),
    ];
    let open = |(due, feat): &(bool, Feat)| *due && pace(unit, *feat, leg).is_none();
    let (_, feat) = all.into_iter().find(open)?;
    Some(Effort { unit: unit.id(), feat, leg, walk: walk.clone(), failed: None })
}

/// The ground on the rest of a walk.
fn ahead(ctx: Ctx<'_>, unit: &Unit, walk: &Walk) -> Vec<Ground> {
    let at = ctx.field.body(unit.id()).and_then(Body::room);
    let Some(room) = at else { return Vec::new() };
    let cells = walk.path.iter().filter_map(|waypoint| waypoint.cell());
    let site = |cell| ctx.field.fits_standing(cell, room.size, room.height, unit.id()).ok();
    cells.filter_map(site).map(|site| site.ground).collect()
}

/// Tests a special move, and continues the walk accordingly.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn effort(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Effort,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    if let Some(failed) = step.failed {
        return stumbles(content, ctx, me, (step, failed), oracle);
    }
    let (unit, feat) = (me.unit, step.feat);
    let ground = ahead(ctx, unit, &step.walk);
    let mut test = me.test("to pass", mark(ctx, me, step, &ground));
    let Rolls { faces, score, events: mut all, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
    all.push(events::tested(&test, (feat.purpose(), unit, None), faces, feat.rule()));
    all.extend(unfocus(unit));
    // Passing does not speed a unit up on a hard face or in rough water (EV-93, EV-96).
    let hard = match feat {
        Feat::Climb => is_hard_climb(ctx, unit, &step.walk),
        Feat::Swim => ground.first().is_some_and(|g| g.rough_water),
        Feat::Cross | Feat::Sneak => false,
    };
    let failed = (!score.passed()).then_some(score.degrees.abs());
    let size = match (feat, failed) {
        (Feat::Cross | Feat::Sneak, _) => 0,
        (_, None) => i32::from(hard),
        (_, Some(degrees)) => 1 + i32::from(degrees >= SLOW),
    };
    let known = Condition::new(Key::of(feat.pace()), size, None, Expiry::Battle);
    all.push(events::gained(unit, known.with(Key::of(LEG), step.leg), feat.rule()));
    if feat == Feat::Sneak {
        // The roll stands until the next one; without degrees the unit is no longer hidden (EV-76).
        match failed {
            None => all.push(hiding::hides(unit, score.degrees, "EV-76")),
            Some(_) => all.extend(hiding::ends(unit, "it made haste", "EV-76")),
        }
        return Ok(Outcome::then(all, step.walk.clone().into()));
    }
    match failed {
        Some(degrees) => Ok(failed_effort(content, ctx, (unit, step), (degrees, hard), all)),
        None => {
            // A swimming unit is back at the surface (EV-96).
            let up = events::relieved(unit, SUBMERGED, "it comes up", "EV-96");
            all.extend(up.filter(|_| feat == Feat::Swim));
            Ok(Outcome::then(all, step.walk.clone().into()))
        }
    }
}

/// The number for the test of a special move.
fn mark(ctx: Ctx<'_>, me: Numbers<'_>, step: &Effort, ground: &[Ground]) -> Sum {
    match step.feat {
        Feat::Climb => effort_mark(me, ctx, &["climbing", "scaling"], false),
        Feat::Swim => effort_mark(me, ctx, &["swimming"], false),
        Feat::Cross => {
            let mut mark = effort_mark(me, ctx, &["running", "balance"], true);
            let worst = ground.iter().map(footing::number).max().unwrap_or(0);
            mark.add("harmful ground", -10 * worst, "EV-109");
            let bought = i32::try_from(step.leg - me.unit.flags.get(LEG)).unwrap_or(0);
            // An extra Move is not a Run (EV-328).
            let extra = ctx.state.scene.clock.extra_of(me.unit.id()).is_some();
            let bought = if extra { 0 } else { bought };
            let runs = (me.size(RUNNING) + bought).min(2);
            mark.add("running", -10 * runs, "EV-113");
            mark
        }
        Feat::Sneak => {
            let mut mark = me.mark(ctx, "stealth", None);
            let slower = me.content.rules.stealth_full_speed;
            mark.push("at full speed", -10 * slower, "EV-76");
            mark
        }
    }
}

/// What follows a failed test of a climb, a swim or a crossing (EV-91, EV-92, EV-95, EV-96, EV-110,
/// EV-112).
fn failed_effort(
    content: &Content,
    ctx: Ctx<'_>,
    (unit, step): (&Unit, &Effort),
    (degrees, hard): (i32, bool),
    mut events: Vec<Event>,
) -> Outcome {
    let feat = step.feat;
    if feat == Feat::Cross {
        let first =
            Walk { path: step.walk.path.iter().take(1).copied().collect(), ..step.walk.clone() };
        let last = Effort { failed: Some(degrees), ..step.clone() };
        return Outcome::after(events, vec![first.into()], Some(last.into()));
    }
    if degrees >= LOST && (feat == Feat::Climb || hard) {
        events.extend(loses(content, ctx, unit, (feat, &step.walk)));
        return Outcome::done(events);
    }
    // It goes as far as it can, but buys no more metres.
    let walk = Walk { manner: Key::of(AS_FAR), ..step.walk.clone() };
    Outcome::then(events, walk.into())
}

/// Whether a hard face comes next (EV-93).
fn is_hard_climb(ctx: Ctx<'_>, unit: &Unit, walk: &Walk) -> bool {
    let facts = |room: Room| {
        let next = rules::kit::walk::as_move(false, room, *walk.path.first()?)?;
        ctx.field.step_from(unit.id(), room, next).ok()
    };
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    room.and_then(facts).is_some_and(|facts: StepFacts<'_, '_>| facts.climb().needs_check())
}

/// Loses its grip, or goes under (EV-92, EV-96).
fn loses(content: &Content, ctx: Ctx<'_>, unit: &Unit, (feat, walk): (Feat, &Walk)) -> Vec<Event> {
    if feat == Feat::Swim {
        let under = Condition::new(Key::of(SUBMERGED), 0, None, Expiry::Battle);
        return vec![events::gained(unit, under, "EV-96")];
    }
    if unit.placement.support != SupportKind::Grip {
        // A unit that climbs down from an edge falls from there.
        let room = ctx.field.body(unit.id()).and_then(Body::room);
        let below = room.zip(walk.path.first()).and_then(|(room, next)| {
            let next = content.at(ctx).as_move(unit, room, *next)?;
            let facts = ctx.field.step_from(unit.id(), room, next).ok()?;
            let to = Room { feet: room.feet, ..facts.to };
            (facts.rise() < Hm::ZERO).then_some((room, to))
        });
        if let Some(way) = below {
            let by = (MoveKind::Fall, 0);
            let lost = events::moved(unit, way, SupportKind::Nothing, by, "EV-92");
            return vec![cushioned(unit), lost];
        }
        return vec![events::note(unit, "gets no hold", "EV-92")];
    }
    vec![
        cushioned(unit),
        events::posture(unit, unit.placement.posture, SupportKind::Nothing, "EV-92"),
    ]
}

/// The effect of a failed crossing once the step is made (EV-110, EV-112).
fn stumbles(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (step, degrees): (&Effort, i32),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let unit = me.unit;
    if !unit.is_active() {
        return Ok(Outcome::done(Vec::new()));
    }
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let here = room.and_then(|room| ctx.field.ground(room, unit.id()).ok());
    let ground: Vec<Ground> = here
        .into_iter()
        .chain(ahead(
            ctx,
            unit,
            &Walk { path: step.walk.path.iter().skip(1).copied().collect(), ..step.walk.clone() },
        ))
        .collect();
    let harm = ground.iter().map(|g| i32::from(g.harm)).max().unwrap_or(0);
    let slips = ground.iter().any(|g| footing::uneven(g) > 0);
    let mut events = Vec::new();
    if harm > 0 {
        let mut damage = Sum::new();
        damage.push("harmful ground", harm, "EV-112");
        damage.add("degrees of failure", degrees, "EV-112");
        let harm = Harm::plain("harmful_ground", damage, false);
        events = struck(content, ctx, me, &harm, oracle)?.0;
    }
    if slips {
        let support = unit.placement.support;
        events.push(events::posture(unit, Posture::Prone, support, "EV-110"));
    }
    let mut then: Vec<Step> = faints(me, &events).into_iter().collect();
    if !slips {
        let path = step.walk.path.iter().skip(1).copied().collect();
        then.push(Walk { path, ..step.walk.clone() }.into());
    }
    Ok(match then.pop() {
        None => Outcome::done(events),
        Some(last) => Outcome::after(events, then, Some(last)),
    })
}

/// Moving at full speed where that requires a test, or with care again.
pub struct Hurry<'a> {
    /// Its owner.
    pub me: Numbers<'a>,
}

impl Act<Step> for Hurry<'_> {
    fn key(&self) -> Key {
        Key::of("hurry")
    }

    fn label(&self) -> Label {
        let (name, text) = if self.me.has(HURRYING) {
            ("Go carefully", "Climbs, swims and crosses bad ground with care again.")
        } else {
            ("Hurry", "Climbs, swims and crosses bad ground at full speed, by tests.")
        };
        Label { name: name.into(), text: text.into(), cost: "free".into(), group: "action" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        match self.me.stilled() {
            Some(_) => Err(Refusal::new("no_actions", "it does nothing now", "EV-360")),
            None => Ok(()),
        }
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(UnopposedAct { unit: self.me.unit.id(), doing: UnopposedKind::Hurry }))
    }
}

/// Switches hurrying on or off (EV-90).
pub fn toggled(unit: &Unit) -> Vec<Event> {
    if let Some(slower) = events::relieved(unit, HURRYING, "it goes carefully", "EV-90") {
        return vec![slower];
    }
    let condition = Condition::new(Key::of(HURRYING), 0, None, Expiry::Battle);
    vec![events::gained(unit, condition, "EV-90")]
}

/// Cleared when a turn or an extra act ends.
pub fn over(unit: &Unit) -> Vec<Event> {
    let forgotten = [HURRYING, JUMPED, BANDED, FLURRY, BURSTING, LOOKED];
    let ends = |c: &&Condition| PACES.iter().chain(&forgotten).any(|id| c.id == **id);
    let all = unit.conditions.0.iter().filter(ends);
    let ended = all.map(|c| events::relieved_of(unit, c, "its turn is over", "EV-90"));
    let flags = [(RUN_UP, "EV-100"), (LIMPED[0], "EV-309"), (LIMPED[1], "EV-309")];
    let flags = flags.into_iter().filter_map(|(flag, rule)| events::flag(unit, flag, 0, rule));
    ended.chain(flags).collect()
}
