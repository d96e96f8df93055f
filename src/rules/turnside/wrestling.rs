//! Grapple, Shove, breaking free, letting go and putting out flames as acts (TU-129 to TU-139,
//! TU-308).

use num_traits::ToPrimitive;

use grid::{Diagonals, Hm, UnitId};
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::Event;
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::kit::events;
use rules::parameter::Parameter;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Status, Unit};
use rules::{Key, Refusal};

use super::budget::check_mode;
use super::data::{Content, Mark, Skill};
use super::holds::{GRAPPLED, held_by, holder_of};
use super::mixed::{and_feedback, split_parameters};
use super::numbers::{ATTACKS, MANOEUVRE, Numbers};
use super::sight;
use super::skills;
use super::step::{Douse, Grip, Manoeuvre, Outcome, Plan, Release, Step, Wrestle};

/// The act of letting go (TU-134).
pub const LET_GO: &str = "let_go";
/// The act of putting out flames (TU-308).
pub const DOUSE: &str = "put_out";

/// Refuses acts that cost an Attack if none is left, or if the act cannot become part of the Turn.
fn check_attack(numbers: &Numbers<'_>) -> Result<(), Refusal> {
    check_mode(numbers)?;
    if numbers.unit.pools.0.value(ATTACKS) <= 0 {
        return Err(Refusal::new("no_attacks", "no Attack is left", "TU-36"));
    }
    numbers.split_for_attack().map(drop)
}

/// Checks that a combatant has an arm left for a manoeuvre (TU-255).
///
/// # Errors
/// If it has none.
pub fn check_arms(numbers: &Numbers<'_>) -> Result<(), Refusal> {
    if numbers.lost(true) > 1 {
        return Err(Refusal::new("no_hands", "it has lost both arms", "TU-255"));
    }
    Ok(())
}

/// Checks that a grapple would be a combatant's only hold (TU-134).
///
/// # Errors
/// If it already holds another unit.
pub fn check_single_hold(numbers: &Numbers<'_>, what: Manoeuvre) -> Result<(), Refusal> {
    if what == Manoeuvre::Grapple && held_by(numbers.unit).is_some() {
        return Err(Refusal::new("holds", "it is already holding another unit", "TU-134"));
    }
    Ok(())
}

/// Checks that another combatant is next to this one.
///
/// # Errors
/// If it is not.
pub fn check_beside(ctx: Ctx<'_>, unit: &Unit, target: UnitId) -> Result<(), Refusal> {
    let there = |u: &&Unit| !matches!(u.status, Status::Dead | Status::Gone);
    let other = ctx.unit(target).filter(there).filter(|u| u.id() != unit.id());
    let bodies = ctx.field.body(unit.id()).zip(ctx.field.body(target));
    let apart = ctx.field.distance(unit.id(), target, Diagonals::One);
    let beside = bodies.is_some_and(|(a, b)| ctx.field.adjacent(a, b, Hm::metres(2)));
    if other.is_none() || !beside || apart.is_none_or(|metres| metres > 1) {
        return Err(Refusal::new("out_of_range", "it is out of reach", "TU-136"));
    }
    Ok(())
}

/// A manoeuvre.
pub struct Wrestling<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub numbers: Numbers<'a>,
    /// Its kind.
    pub what: Manoeuvre,
}

impl Wrestling<'_> {
    /// The other unit: the target, or the holder to break free from.
    fn other(&self, how: Use<'_>) -> Result<UnitId, Refusal> {
        let free = || Refusal::new("not_held", "no unit holds it", "TU-133");
        match self.what {
            Manoeuvre::BreakFree => {
                holder_of(self.ctx, self.numbers.unit).map(Unit::id).ok_or_else(free)
            }
            Manoeuvre::Grapple | Manoeuvre::Shove => {
                let target = one_unit(how.targets, "TU-136")?;
                check_beside(self.ctx, self.numbers.unit, target)?;
                let hides = |u: &Unit| {
                    let side = self.numbers.unit.side();
                    sight::hides_from(self.content, self.ctx, u, side)
                };
                if self.ctx.unit(target).is_some_and(hides) {
                    return Err(Refusal::new("hidden", "it is hidden", "TU-301"));
                }
                let held = self.ctx.unit(target).is_some_and(|u| u.conditions.has(GRAPPLED));
                if held && self.what == Manoeuvre::Grapple {
                    return Err(Refusal::new("held", "it is already held", "TU-134"));
                }
                Ok(target)
            }
        }
    }

    fn contest(&self, target: UnitId) -> Option<Forecast> {
        let other = Numbers::of(self.content, self.ctx.unit(target)?)?;
        let (own, theirs) = match self.what {
            Manoeuvre::Grapple => (Skill::Athletics, other.best_grip()),
            Manoeuvre::Shove => (Skill::Athletics, Skill::Athletics),
            Manoeuvre::BreakFree => (self.numbers.best_grip(), Skill::Athletics),
        };
        let sides = (self.numbers.contest(own), other.contest(theirs));
        let settle = skills::settled(self.content, self.what);
        Some(Forecast::opposed(target, sides.0, sides.1, settle))
    }
}

impl Act<Step> for Wrestling<'_> {
    fn key(&self) -> Key {
        Key::of(self.what.id())
    }

    fn label(&self) -> Label {
        let (name, text) = (self.what.name().to_owned(), self.what.text().to_owned());
        Label { name, text, cost: self.numbers.attack_cost(), group: "attack" }
    }

    fn aim(&self) -> Aim {
        if self.what == Manoeuvre::BreakFree { Aim::Own } else { Aim::Unit }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_attack(&self.numbers)?;
        if self.what == Manoeuvre::BreakFree {
            return self.other(Use::at(&[])).map(drop);
        }
        check_arms(&self.numbers)?;
        check_single_hold(&self.numbers, self.what)
    }

    fn parameters(&self) -> Vec<Parameter> {
        split_parameters(&self.numbers)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = self.other(how)?;
        let (unit, what) = (self.numbers.unit.id(), self.what);
        let split = self.numbers.chosen_split(how)?;
        let grip = Grip::Declare;
        let (prepared, answered) = (false, None);
        let plan = Plan::of(Wrestle { unit, target, what, split, prepared, answered, grip });
        Ok(and_feedback(&self.numbers, split, plan))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        self.other(how).ok().and_then(|target| self.contest(target)).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), self.aim(), 1, self.check_use().is_ok());
        let escape = self.what == Manoeuvre::BreakFree;
        vec![ActSummary { against_foes: !escape, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Ok(target) = self.other(how) else { return Vec::new() };
        let price = self.numbers.attack_price();
        if self.what == Manoeuvre::BreakFree {
            let free = ActOutcome { helps: 3, ..ActOutcome::none(self.numbers.unit.id()) };
            return [free].into_iter().chain(price).collect();
        }
        let Some(other) = self.ctx.unit(target) else { return Vec::new() };
        let down = Numbers::of(self.content, other).is_none_or(|n| n.lies());
        let worth = match self.what {
            Manoeuvre::Shove => i32::from(!down),
            _ => 2,
        };
        let chance = self.contest(target).and_then(|contest| contest.chance());
        let chance = chance.and_then(|chance| (chance * 1000).to_integer().to_i32());
        let chance = chance.unwrap_or_default();
        let effect = ActOutcome { chance, hinders: worth, ..ActOutcome::none(target) };
        [effect].into_iter().chain(price).collect()
    }
}

/// Releases the held unit at no cost (TU-134).
pub struct LettingGo<'a> {
    /// The unit.
    pub numbers: Numbers<'a>,
    /// The held unit.
    pub held: UnitId,
}

impl Act<Step> for LettingGo<'_> {
    fn key(&self) -> Key {
        Key::of(LET_GO)
    }

    fn label(&self) -> Label {
        let (name, text) = ("Let Go".to_owned(), "Ends the hold.".to_owned());
        Label { name, text, cost: "nothing".to_owned(), group: "attack" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        Ok(())
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(Release { unit: self.numbers.unit.id(), held: self.held }))
    }
}

/// Puts out the flames on itself for one Attack (TU-308).
pub struct Dousing<'a> {
    /// The unit.
    pub numbers: Numbers<'a>,
}

impl Act<Step> for Dousing<'_> {
    fn key(&self) -> Key {
        Key::of(DOUSE)
    }

    fn label(&self) -> Label {
        let (name, text) = ("Put Out".to_owned(), "Puts out the flames.".to_owned());
        Label { name, text, cost: self.numbers.attack_cost(), group: "attack" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_attack(&self.numbers)
    }

    fn parameters(&self) -> Vec<Parameter> {
        split_parameters(&self.numbers)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let split = self.numbers.chosen_split(how)?;
        let plan = Plan::of(Douse { unit: self.numbers.unit.id(), split });
        Ok(and_feedback(&self.numbers, split, plan))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, ..plain }]
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        let effect = ActOutcome { mends: 6, ..ActOutcome::none(self.numbers.unit.id()) };
        [effect].into_iter().chain(self.numbers.attack_price()).collect()
    }
}

/// Puts out the flames.
pub fn douse(content: &Content, ctx: Ctx<'_>, step: &Douse) -> Outcome {
    let Some(numbers) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return Outcome::done(Vec::new());
    };
    let burning = numbers.ailments().filter(|(_, a)| a.marks.contains(&Mark::Flames));
    let over = burning.map(|(c, _)| events::relieved_of(numbers.unit, c, "put out", "TU-308"));
    let over: Vec<Event> = over.collect();
    let act = (Key::of(DOUSE), "Put Out");
    let mut all = vec![events::declared(numbers.unit, act, Vec::new(), "TU-308")];
    all.extend(skills::pay(&numbers, MANOEUVRE, Key::of(DOUSE), step.split));
    all.extend(over);
    Outcome::done(all)
}
