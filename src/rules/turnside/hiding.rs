//! Hiding, finding and surprise (TU-126 to TU-128, TU-196 to TU-204, TU-301).

use num_traits::ToPrimitive;

use grid::{Diagonals, Light, hidden_shares, sees};
use rules::Key;
use rules::Refusal;
use rules::dice::Throw;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{Event, EventKind, Rolled};
use rules::fog;
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::parameter::Parameter;
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Condition, Expiry, Unit};

use super::ailments::{ends_hiding, is_hidden};
use super::attack::{self, AttackSource};
use super::data::{Content, Mark, Skill};
use super::mixed::{and_feedback, split_parameters};
use super::numbers::{HIDDEN, Numbers, SKILL};
use super::rulings;
use super::sight;
use super::skills;
use super::step::{Outcome, Plan, Reveal, Search, Sneak, Step};

/// AI estimate: value of finding a hidden enemy while none is in view, in HP.
const SEARCH: i32 = 4;

/// Distance within which a hidden unit is found more easily, in metres (TU-127).
const CLOSE: u32 = 3;

/// How well an enemy would see a unit that is not hiding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum View {
    /// Not at all, or only in darkness.
    None,
    /// At least half of it is hidden.
    Partly,
    /// Plainly.
    Plain,
}

/// The best view that any enemy has of a unit, taking cover, light and the enemies' sight into
/// account (TU-126, TU-128, TU-299).
fn view(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> View {
    let board = ctx.field.board();
    let Some(body) = ctx.field.body(unit.id()) else { return View::None };
    let dark = sight::light(ctx, body) == Light::Dark;
    let enemies = ctx.state.units.iter().filter(|u| u.side() != unit.side() && u.is_active());
    let views = enemies.map(|enemy| {
        let eyes = Numbers::of(content, enemy).zip(ctx.field.body(enemy.id()));
        let Some((eyes, other)) = eyes else { return View::None };
        let blind = eyes.has_mark(Mark::Blind) && sight::check_eyes(ctx, &eyes, body).is_err();
        if blind || dark && !eyes.sheet.dark_sight || !sees(board, other, body) {
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

/// The Stealth check of a unit where it is (TU-126).
fn stealth(ctx: Ctx<'_>, numbers: &Numbers<'_>) -> Test {
    let body = ctx.field.body(numbers.unit.id());
    let dark = body.is_some_and(|body| sight::light(ctx, body) == Light::Dark);
    let partly = view(numbers.content, ctx, numbers.unit) == View::Partly;
    numbers.check(
        Skill::Stealth,
        &[
            ("by ruling", rulings::checks(ctx, numbers.unit), "TU-123"),
            ("partly hidden", if partly { 2 } else { 0 }, "TU-126"),
            ("darkness", if dark { -2 } else { 0 }, "TU-126"),
        ],
    )
}

/// Hidden enemies that a unit could find: foliage does not stop the search (TU-127, TU-164).
fn quarry<'a>(content: &'a Content, ctx: Ctx<'a>, unit: &'a Unit) -> Vec<&'a Unit> {
    let there = |u: &&Unit| {
        let bodies = ctx.field.body(unit.id()).zip(ctx.field.body(u.id()));
        u.side() != unit.side()
            && sight::hides_from(content, ctx, u, unit.side())
            && bodies.is_some_and(|(a, b)| sight::has_line(ctx, a, b))
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
            ("by ruling", rulings::checks(ctx, numbers.unit), "TU-123"),
            ("its Stealth", hider.skill_rank(Skill::Stealth).value(), "TU-127"),
            ("close", if near { -2 } else { 0 }, "TU-127"),
        ],
    )
}

/// Checks whether a unit can hide where it is (TU-126).
///
/// # Errors
/// Why not.
pub fn check_hide(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Result<(), Refusal> {
    if is_hidden(content, unit) {
        return Err(Refusal::new("hidden", "it is already hidden", "TU-126"));
    }
    if view(content, ctx, unit) == View::Plain {
        return Err(Refusal::new("in_view", "an enemy sees it plainly", "TU-126"));
    }
    Ok(())
}

/// Hiding, or looking for hidden enemies.
pub struct Sneaking<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub numbers: Numbers<'a>,
    /// True for looking for others rather than hiding.
    pub finds: bool,
}

impl Sneaking<'_> {
    /// The value of hiding: none while the unit could strike an enemy instead, or before it has
    /// moved, except for a shooter.
    fn out_of_sight(&self) -> ActOutcome {
        let Self { content, ctx, numbers, .. } = *self;
        let plain = ActOutcome::none(numbers.unit.id());
        let strikes = |unit: &Unit| {
            let known = ctx.state.are_foes(numbers.unit.id(), unit.id()) && unit.is_active();
            let mut weapons = numbers.weapons().filter(|(_, w)| numbers.can_hold(w).is_ok());
            known
                && weapons.any(|(_, weapon)| {
                    let by = (numbers.unit, AttackSource::Weapon(weapon));
                    attack::prepare(content, ctx, by, unit.id(), false).is_ok()
                })
        };
        let shoots = numbers.weapons().next().is_some_and(|(_, weapon)| weapon.reach == 0);
        if numbers.gone() == 0 && !shoots || ctx.state.units.iter().any(strikes) {
            return plain;
        }
        let chance = stealth(ctx, &numbers).chance() * 1000;
        ActOutcome { chance: chance.to_integer().to_i32().unwrap_or_default(), helps: 2, ..plain }
    }

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
        let cost = self.numbers.attack_cost();
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
        // An enemy that its side does not see may still prevent it.
        fog::as_seen(self.ctx, unit.side(), |ctx| check_hide(self.content, ctx, unit))
    }

    fn parameters(&self) -> Vec<Parameter> {
        split_parameters(&self.numbers)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let split = self.numbers.chosen_split(how)?;
        let (unit, declared) = (self.numbers.unit.id(), false);
        let prepared = false;
        let plan = match self.finds {
            true => Plan::of(Search { unit, split, prepared, declared }),
            false => Plan::of(Sneak { unit, split, prepared, declared }),
        };
        Ok(and_feedback(&self.numbers, split, plan))
    }

    fn forecast(&self, _: Use<'_>) -> Vec<Forecast> {
        let unit = self.numbers.unit;
        if !self.finds {
            return vec![Forecast::new(unit.id(), stealth(self.ctx, &self.numbers))];
        }
        // Its side does not know where hidden units are or how well they hide.
        let ruled = ("by ruling", rulings::checks(self.ctx, unit), "TU-123");
        vec![Forecast::new(unit.id(), self.numbers.check(Skill::Perception, &[ruled]))]
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, ..plain }]
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        let price = self.numbers.attack_price();
        if !self.finds {
            return [self.out_of_sight()].into_iter().chain(price).collect();
        }
        // Turns of unseen units reveal that enemies are hiding, but not where.
        let own = self.numbers.unit.side();
        let mut units = self.ctx.state.units.iter().filter(|u| u.is_active());
        let hidden = units.any(|u| sight::hides_from(self.content, self.ctx, u, own));
        let helps = i32::from(hidden);
        // It matters most when no enemy is in view.
        let alone = !self.ctx.state.units.iter().any(|u| {
            let foe = u.is_active() && u.side() != own && self.ctx.state.sees(own, u);
            foe && !sight::hides_from(self.content, self.ctx, u, own)
        });
        let mends = if hidden && alone { SEARCH } else { 0 };
        let effect = ActOutcome { helps, mends, ..ActOutcome::none(self.numbers.unit.id()) };
        [effect].into_iter().chain(price).collect()
    }
}

/// Declares and pays for a skill used on oneself.
fn declare(
    numbers: &Numbers<'_>,
    skill: Skill,
    (split, prepared): (Option<i32>, bool),
    name: &str,
) -> Vec<Event> {
    let act = (Key::new(&name.to_lowercase()), name);
    let mut all = vec![events::declared(numbers.unit, act, Vec::new(), "TU-121")];
    if !prepared {
        all.extend(skills::pay(numbers, SKILL, Key::of(skill.id()), split));
    }
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
        let all = declare(&numbers, Skill::Stealth, (step.split, step.prepared), "Hide");
        return Ok(Outcome::then(all, Sneak { declared: true, ..step.clone() }.into()));
    }
    let test = stealth(ctx, &numbers);
    let (faces, score) = test.roll(oracle)?;
    let mut all = vec![events::tested(&test, ("hide", numbers.unit, None), faces, "TU-126")];
    if score.passed() {
        let lasts = Expiry::Until(Key::of("revealed"));
        let condition = Condition::new(Key::of(HIDDEN), 0, Some(step.unit), lasts);
        all.extend(sight::vanishes(ctx, numbers.unit, condition, "TU-126"));
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
        let all = declare(&numbers, Skill::Perception, (step.split, step.prepared), "Find");
        return Ok(Outcome::then(all, Search { declared: true, ..step.clone() }.into()));
    }
    let none_found = || events::note(numbers.unit, "finds no one", "TU-127");
    let hidden = quarry(content, ctx, numbers.unit);
    if hidden.is_empty() {
        return Ok(Outcome::done(vec![none_found()]));
    }
    let faces = oracle.roll(Throw::face(10))?;
    let (mut all, mut none) = (Vec::new(), true);
    for hider in hidden.into_iter().filter_map(|u| Numbers::of(content, u)) {
        let test = perception(ctx, &numbers, &hider);
        let (who, target) = (Some(step.unit), Some(hider.unit.id()));
        let rolled = Rolled { who, target, ..test.rolled("find", faces.clone()) };
        let rolled = events::rolled(rolled, "TU-127");
        if test.score(&faces).passed() {
            none = false;
            all.push(rolled);
            all.extend(found(content, ctx, numbers.unit, hider.unit));
        } else {
            // Only its own side knows that it was there (TU-301).
            all.push(events::secret(hider.unit, rolled));
        }
    }
    all.extend(none.then(none_found));
    Ok(Outcome::done(all))
}

/// A unit is no longer hidden from the finder's side; once no side is left, it is no longer hidden
/// at all (TU-127).
fn found(content: &Content, ctx: Ctx<'_>, finder: &Unit, hider: &Unit) -> Vec<Event> {
    let mut all = sight::found_by(ctx, finder.side(), hider, "TU-127");
    let mut rest = sight::others(ctx, hider.side()).filter(|side| *side != finder.side());
    if !rest.any(|side| sight::hides_from(content, ctx, hider, side)) {
        all.extend(ends_hiding(content, hider, "it was found", |_| true));
    }
    all
}

/// Hidden units that have moved into plain view are revealed, except under a veil, which hides
/// anywhere. Changes around a unit that stays where it is do not reveal it (TU-128).
pub fn window(content: &Content, ctx: Ctx<'_>, events: &[Event]) -> Vec<Step> {
    let moved = |u: &&Unit| {
        let own = |e: &Event| matches!(e.what, EventKind::Moved { unit, .. } if unit == u.id());
        events.iter().any(own)
    };
    let hides = |u: &&Unit| {
        let own = |c: &Condition| c.id == *HIDDEN && matches!(c.expiry, Expiry::Until(_));
        u.conditions.0.iter().any(own) && view(content, ctx, u) == View::Plain
    };
    let all = ctx.state.units.iter().filter(moved).filter(|u| is_hidden(content, u)).filter(hides);
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
