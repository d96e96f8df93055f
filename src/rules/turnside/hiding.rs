//! Hiding, finding and surprise (TU-126 to TU-128, TU-196 to TU-204, TU-301).

use crate::grid::{Body, Diagonals, Light, hidden_shares, sees};
use crate::rules::Key;
use crate::rules::Refusal;
use crate::rules::dice::Throw;
use crate::rules::estimate::{ActOutcome, ActSummary};
use crate::rules::event::{Event, Rolled};
use crate::rules::kit::acts::{Act, Label, Use};
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::parameter::Parameter;
use crate::rules::roll::Test;
use crate::rules::ruleset::{Aim, Ctx, Forecast};
use crate::rules::state::{Condition, Expiry, Unit};

use super::ailments::{ends_hiding, is_hidden};
use super::budget::{SPLIT, split_parameters};
use super::data::{Content, Mark, Skill};
use super::numbers::{Numbers, SKILL};
use super::skills;
use super::step::{Outcome, Plan, Reveal, Search, Sneak, Step};

/// The condition of a unit that hides.
const HIDDEN: &str = "hidden";
/// Metres within which a hidden unit is found more easily (TU-127).
const CLOSE: u32 = 3;

/// How well an enemy could see a unit if it did not hide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum View {
    /// Not at all, or only in darkness.
    None,
    /// At least half of it is hidden.
    Partly,
    /// Plainly.
    Plain,
}

/// The best view that any enemy has of a unit.
fn view(ctx: Ctx<'_>, unit: &Unit) -> View {
    let board = ctx.field.board();
    let Some(body) = ctx.field.body(unit.id()) else { return View::None };
    if is_dark(ctx, body) {
        return View::None;
    }
    let enemies = ctx.state.units.iter().filter(|u| u.side() != unit.side() && u.is_active());
    let views = enemies.filter_map(|u| ctx.field.body(u.id())).map(|other| {
        if !sees(board, other, body) {
            return View::None;
        }
        let (hard, soft) = hidden_shares(board, other, body);
        let half = |part: u32, whole: u32| whole > 0 && 2 * part >= whole;
        if half(hard.part, hard.whole) || half(soft.part, soft.whole) {
            View::Partly
        } else {
            View::Plain
        }
    });
    views.max().unwrap_or(View::None)
}

fn is_dark(ctx: Ctx<'_>, body: &Body) -> bool {
    let light = body.cells().map(|cell| ctx.field.board().light(cell)).max();
    light.unwrap_or_default() == Light::Dark
}

/// The Stealth check of a unit where it is (TU-126).
fn stealth(ctx: Ctx<'_>, numbers: &Numbers<'_>) -> Test {
    let dark = ctx.field.body(numbers.unit.id()).is_some_and(|body| is_dark(ctx, body));
    let partly = view(ctx, numbers.unit) == View::Partly;
    numbers.check(
        Skill::Stealth,
        &[
            ("partly hidden", if partly { 2 } else { 0 }, "TU-126"),
            ("darkness", if dark { -2 } else { 0 }, "TU-126"),
        ],
    )
}

/// Hidden enemies that a unit could find (TU-127).
fn quarry<'a>(content: &'a Content, ctx: Ctx<'a>, unit: &'a Unit) -> Vec<&'a Unit> {
    let there = |u: &&Unit| {
        let bodies = ctx.field.body(unit.id()).zip(ctx.field.body(u.id()));
        u.side() != unit.side()
            && is_hidden(content, u)
            && bodies.is_some_and(|(a, b)| sees(ctx.field.board(), a, b))
    };
    ctx.state.units.iter().filter(there).collect()
}

/// The Perception check against one hidden unit (TU-127).
fn perception(ctx: Ctx<'_>, numbers: &Numbers<'_>, hider: &Numbers<'_>) -> Test {
    let apart = ctx.field.distance(numbers.unit.id(), hider.unit.id(), Diagonals::One);
    let near = apart.is_some_and(|metres| metres <= CLOSE);
    numbers.check(
        Skill::Perception,
        &[
            ("its Stealth", hider.sheet.stealth.value(), "TU-127"),
            ("close", if near { -2 } else { 0 }, "TU-127"),
        ],
    )
}

/// Hiding, or looking for hidden enemies.
pub struct Sneaking<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub numbers: Numbers<'a>,
    /// Looking for others rather than hiding.
    pub finds: bool,
}

impl Sneaking<'_> {
    const fn skill(&self) -> Skill {
        if self.finds { Skill::Perception } else { Skill::Stealth }
    }
}

impl Act<Step> for Sneaking<'_> {
    fn key(&self) -> Key {
        Key::of(if self.finds { "find" } else { "hide" })
    }

    fn label(&self) -> Label {
        let (name, text) = match self.finds {
            true => ("Find", "Looks for hidden enemies."),
            false => ("Hide", "Enemies cannot choose it; its first attack has ACC +1."),
        };
        let cost = "1 Attack".to_owned();
        Label { name: name.to_owned(), text: text.to_owned(), cost, group: "skill" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.numbers.check_skill(self.skill())?;
        let unit = self.numbers.unit;
        if self.finds {
            if self.numbers.has_mark(Mark::Blind) {
                return Err(Refusal::new("blinded", "it sees nothing", "TU-299"));
            }
            return Ok(());
        }
        if is_hidden(self.content, unit) {
            return Err(Refusal::new("hidden", "it is hidden already", "TU-126"));
        }
        if view(self.ctx, unit) == View::Plain {
            return Err(Refusal::new("in_view", "an enemy sees it plainly", "TU-126"));
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<Parameter> {
        split_parameters(&self.numbers)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let splits = self.numbers.split_for_attack()?;
        let split = splits.map(|splits| how.with.number(SPLIT, *splits.end()));
        let (unit, declared) = (self.numbers.unit.id(), false);
        Ok(match self.finds {
            true => Plan::of(Search { unit, split, declared }),
            false => Plan::of(Sneak { unit, split, declared }),
        })
    }

    fn forecast(&self, _: Use<'_>) -> Vec<Forecast> {
        let unit = self.numbers.unit;
        if !self.finds {
            return vec![Forecast::new(unit.id(), stealth(self.ctx, &self.numbers))];
        }
        let hidden = quarry(self.content, self.ctx, unit).into_iter();
        let hidden = hidden.filter_map(|u| Numbers::of(self.content, u));
        let test = |hider: Numbers<'_>| {
            Forecast::new(hider.unit.id(), perception(self.ctx, &self.numbers, &hider))
        };
        hidden.map(test).collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        let means = ActSummary { against_foes: false, for_friends: true, ..plain };
        if self.finds { vec![means] } else { Vec::new() }
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        let found = quarry(self.content, self.ctx, self.numbers.unit).len();
        let helps = i32::try_from(found).unwrap_or_default().min(3);
        vec![ActOutcome { helps, ..ActOutcome::none(self.numbers.unit.id()) }]
    }
}

/// Declares and pays a skill of one's own.
fn declare(numbers: &Numbers<'_>, skill: Skill, split: Option<i32>, name: &str) -> Vec<Event> {
    let act = (Key::new(&name.to_lowercase()), name);
    let mut all = vec![events::declared(numbers.unit, act, Vec::new(), "TU-121")];
    all.extend(skills::pay(numbers, SKILL, Key::of(skill.id()), split));
    all
}

/// Runs one stage of hiding (TU-126).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn sneak(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Sneak,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(numbers) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    if !step.declared {
        let all = declare(&numbers, Skill::Stealth, step.split, "Hide");
        return Ok(Outcome::then(all, Sneak { declared: true, ..step.clone() }.into()));
    }
    let test = stealth(ctx, &numbers);
    let (faces, score) = test.roll(oracle)?;
    let mut all = vec![events::tested(&test, ("hide", numbers.unit, None), faces, "TU-126")];
    if score.passed() {
        let lasts = Expiry::Until(Key::of("revealed"));
        let condition = Condition::new(Key::of(HIDDEN), 0, Some(step.unit), lasts);
        all.push(events::gained(numbers.unit, condition, "TU-126"));
    }
    Ok(Outcome::done(all))
}

/// Runs one stage of looking for hidden enemies: one die, compared with each of them (TU-127).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn search(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Search,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(numbers) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    if !step.declared {
        let all = declare(&numbers, Skill::Perception, step.split, "Find");
        return Ok(Outcome::then(all, Search { declared: true, ..step.clone() }.into()));
    }
    let hidden = quarry(content, ctx, numbers.unit);
    if hidden.is_empty() {
        return Ok(Outcome::done(vec![events::note(numbers.unit, "finds no one", "TU-127")]));
    }
    let faces = oracle.roll(Throw::face(10))?;
    let mut all = Vec::new();
    for hider in hidden.into_iter().filter_map(|u| Numbers::of(content, u)) {
        let test = perception(ctx, &numbers, &hider);
        let (who, target) = (Some(step.unit), Some(hider.unit.id()));
        let rolled = Rolled { who, target, ..test.rolled("find", faces.clone()) };
        all.push(events::rolled(rolled, "TU-127"));
        if test.score(&faces).passed() {
            all.extend(ends_hiding(content, hider.unit, "it was found", |_| true));
        }
    }
    Ok(Outcome::done(all))
}

/// Hidden units in plain view are revealed, except by a veil, which hides anywhere (TU-128).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let hides = |u: &&Unit| {
        let own = |c: &&Condition| c.id == *HIDDEN && matches!(c.expiry, Expiry::Until(_));
        u.conditions.0.iter().any(|c| own(&c)) && view(ctx, u) == View::Plain
    };
    let all = ctx.state.units.iter().filter(|u| is_hidden(content, u)).filter(hides);
    all.map(|u| Reveal { unit: u.id() }.into()).collect()
}

/// Reveals a unit in plain view.
pub fn reveal(content: &Content, ctx: Ctx<'_>, step: &Reveal) -> Outcome {
    let own = |c: &Condition| matches!(c.expiry, Expiry::Until(_));
    let unit = ctx.unit(step.unit);
    Outcome::done(
        unit.map_or_else(Vec::new, |u| ends_hiding(content, u, "it is in plain view", own)),
    )
}
