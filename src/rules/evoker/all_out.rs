//! The All Out Attack: when all enemies are staggered, the whole side strikes at once (EV-340 to
//! EV-346).

use grid::UnitId;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{Event, EventKind};
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Aim, Ctx};
use rules::state::{Status, Unit};
use rules::{Key, Refusal, Sum};

use super::budget::{self, Price};
use super::conditions::unfocus;
use super::data::Content;
use super::harm::Harm;
use super::hiding;
use super::names::{ALL_OUT, HELD, HIDDEN, STAGGERED, WEAKENED};
use super::numbers::Numbers;
use super::rolling::{self, Rolls};
use super::step::{AllOut, Outcome, Plan, Step};
use super::{stress, wounds};

/// Minimum number of units that take part (EV-341).
const LEAST: usize = 2;
/// Stress removed from each of them (EV-346).
const RELIEF: i32 = 2;

/// The attack as an act of a combatant.
pub struct AllOutAct<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
}

/// The units that take part: all of the side that can act (EV-341, EV-408).
fn crew(content: &Content, ctx: Ctx<'_>, actor: UnitId) -> Vec<UnitId> {
    let own =
        ctx.state.units.iter().filter(|u| u.is_active() && !ctx.state.are_foes(actor, u.id()));
    let able = |unit: &&Unit| {
        let numbers = Numbers::of(content, unit);
        numbers
            .is_some_and(|n| budget::check_able(n, n.stilled()).is_ok() && !budget::is_gripped(n))
    };
    own.filter(able).map(Unit::id).collect()
}

/// The enemies still in the fight (EV-340).
fn foes(ctx: Ctx<'_>, actor: UnitId) -> Vec<UnitId> {
    let all = ctx.state.units.iter();
    all.filter(|u| u.is_active() && ctx.state.are_foes(actor, u.id())).map(Unit::id).collect()
}

const PRICE: Price = Price::of(1, None);

impl Act<Step> for AllOutAct<'_> {
    fn key(&self) -> Key {
        Key::of(ALL_OUT)
    }

    fn label(&self) -> Label {
        let text = "Everyone able to act hits all the staggered enemies.".to_owned();
        Label {
            name: "All Out Attack".to_owned(),
            text,
            cost: "the extra act".to_owned(),
            group: "attack",
        }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &PRICE)?;
        let id = self.me.unit.id();
        let down = |id: &UnitId| self.ctx.unit(*id).is_some_and(|u| u.conditions.has(STAGGERED));
        let all = foes(self.ctx, id);
        if all.is_empty() || !all.iter().all(down) {
            let text = "not all enemies are staggered";
            return Err(Refusal::new("not_all_staggered", text, "EV-340"));
        }
        if crew(self.content, self.ctx, id).len() < LEAST {
            return Err(Refusal::new("alone", "it takes two units", "EV-341"));
        }
        Ok(())
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(AllOut { unit: self.me.unit.id(), crew: None, best: -1, foes: Vec::new() }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, u16::MAX, self.check_use().is_ok());
        vec![ActSummary { area: true, ..plain }]
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        let id = self.me.unit.id();
        let wounds =
            i32::try_from(crew(self.content, self.ctx, id).len()).unwrap_or(0) + USUAL_BEST_DEGREES;
        let of = |id| ActOutcome { harm: 10 * wounds, ..ActOutcome::none(id) };
        foes(self.ctx, id).into_iter().map(of).collect()
    }
}

/// Usual degrees of the best roll, for estimates.
const USUAL_BEST_DEGREES: i32 = 2;

/// Carries out the attack: the units roll one after the other, then every enemy suffers (EV-342 to
/// EV-346).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn all_out(
    content: &Content,
    ctx: Ctx<'_>,
    step: &AllOut,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(actor) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    let Some((crew, left)) = &step.crew else {
        return Ok(declared(content, ctx, actor, step));
    };
    if let Some((next, rest)) = left.split_first() {
        return joins(content, ctx, step, (crew, *next, rest), oracle);
    }
    match step.foes.split_first() {
        Some((foe, rest)) => hits(content, ctx, step, (crew, *foe, rest), oracle),
        None => Ok(Outcome::done(relieved(ctx, crew))),
    }
}

/// Declares the attack, which reveals the units that take part (EV-81, EV-340).
fn declared(content: &Content, ctx: Ctx<'_>, actor: &Unit, step: &AllOut) -> Outcome {
    let foes = foes(ctx, step.unit);
    let act = (Key::of(ALL_OUT), "All Out Attack");
    let mut events = budget::declare(ctx, actor, act, &PRICE, (foes.clone(), None), "EV-340");
    let crew = crew(content, ctx, step.unit);
    let hidden = crew.iter().filter_map(|id| ctx.unit(*id));
    let hidden = hidden.filter(|unit| unit.conditions.has(HIDDEN));
    events.extend(hidden.flat_map(|unit| hiding::ends(unit, "it strikes", "EV-81")));
    let crew = Some((crew.clone(), crew));
    Outcome::then(events, AllOut { crew, foes, ..step.clone() }.into())
}

/// The next unit that takes part rolls the best of its scores (EV-342).
fn joins(
    content: &Content,
    ctx: Ctx<'_>,
    step: &AllOut,
    (crew, next, rest): (&[UnitId], UnitId, &[UnitId]),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let crew = Some((crew.to_vec(), rest.to_vec()));
    let Some(me) = ctx.unit(next).and_then(|u| Numbers::of(content, u)) else {
        return Ok(Outcome::then(Vec::new(), AllOut { crew, ..step.clone() }.into()));
    };
    // Each score with the hand that it uses.
    let scores = [("melee", Some(HELD[0])), ("ranged", Some(HELD[0])), ("magic", None)];
    let marks = scores.into_iter().rev().map(|(score, hand)| me.mark(ctx, score, hand));
    let mut mark = marks.max_by_key(Sum::total).unwrap_or_default();
    mark.add("weakened", -10 * me.size(WEAKENED), "EV-174");
    mark.push("all out", 10, "EV-342");
    mark.push("ailing foes", 10, "EV-222");
    let mut test = me.test("to strike", mark);
    let Rolls { faces, score, events: mut all, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
    all.push(events::tested(&test, ("all_out", me.unit, None), faces, "EV-342"));
    all.extend(unfocus(me.unit));
    let best = if score.passed() { step.best.max(score.degrees) } else { step.best };
    Ok(Outcome::then(all, AllOut { crew, best, ..step.clone() }.into()))
}

/// The next enemy is hit (EV-343 to EV-346).
fn hits(
    content: &Content,
    ctx: Ctx<'_>,
    step: &AllOut,
    (crew, foe, rest): (&[UnitId], UnitId, &[UnitId]),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let next = AllOut { foes: rest.to_vec(), ..step.clone() }.into();
    let Some(target) = ctx.unit(foe).and_then(|u| Numbers::of(content, u)) else {
        return Ok(Outcome::then(Vec::new(), next));
    };
    let n = i32::try_from(crew.len()).unwrap_or(0);
    let wounds = n + step.best.clamp(0, 2 * n);
    let mut sum = Sum::new();
    sum.push("all out", wounds, "EV-343");
    let hit = Harm::of_wounds(ALL_OUT, step.unit, sum, wounds);
    let (mut events, _) = wounds::struck(content, ctx, target, &hit, oracle)?;
    events.extend(events::relieved(target.unit, STAGGERED, "struck by all", "EV-345"));
    let dies =
        events.iter().any(|event| matches!(event.what, EventKind::Status { to: Status::Dead, .. }));
    let faints = stress::faints(target, &events).into_iter().collect();
    if dies {
        // One Stress less for each of them (EV-346).
        events.extend(crew.iter().filter_map(|id| less_stress(ctx, *id, 1)));
    }
    Ok(Outcome::after(events, faints, Some(next)))
}

/// The units that took part are relieved (EV-346).
fn relieved(ctx: Ctx<'_>, crew: &[UnitId]) -> Vec<Event> {
    crew.iter().filter_map(|id| less_stress(ctx, *id, RELIEF)).collect()
}

fn less_stress(ctx: Ctx<'_>, id: UnitId, n: i32) -> Option<Event> {
    stress::lost(ctx.unit(id)?, n, "relief", "EV-346")
}
