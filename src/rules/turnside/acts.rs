//! The acts of a combatant: strikes with each of its weapons, guarding, standing up and lying down
//! (TU-31).

use num_traits::ToPrimitive;

use crate::grid::Body;
use crate::rules::event::Degree;
use crate::rules::kit::acts::{Act, Acts, Label, Repertoire, Use, one_unit};
use crate::rules::kit::events;
use crate::rules::parameter::Parameter;
use crate::rules::ruleset::{Aim, Ctx, Forecast};
use crate::rules::state::{Condition, Expiry, Posture, Unit};
use crate::rules::weigh::{ActOutcome, ActSummary};
use crate::rules::{Key, Refusal};

use super::data::{Content, Trait, Weapon};
use super::harm;
use super::movement;
use super::numbers::{ATTACKS, GUARDING, Numbers};
use super::step::{Blow, Guard, Outcome, Plan, Pose, Step, Strike};
use super::strike;

/// The act of guarding (TU-141).
pub const GUARD: &str = "guard";
/// The act of standing up (TU-156).
pub const STAND: &str = "stand_up";
/// The act of lying down (TU-156).
pub const LIE: &str = "lie_down";
/// Parameter: the strike of the Turn that deals full damage, from 1 (TU-48).
pub const MAIN_STRIKE: &str = "main";

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "TU-31";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let Some(numbers) = Numbers::of(self, unit) else { return Vec::new() };
        let mut all: Acts<'a, Step> = Vec::new();
        for held in numbers.weapons() {
            all.push(Box::new(Blows { content: self, ctx, numbers, held }));
        }
        all.push(Box::new(Guarding { content: self, numbers }));
        all.push(Box::new(Posing { content: self, numbers }));
        all
    }
}

/// Refuses an action after guarding or running in the same Turn and, with a fractured body, after
/// any movement (TU-31, TU-141, TU-148, TU-254).
fn check_mode(content: &Content, numbers: &Numbers<'_>) -> Result<(), Refusal> {
    let gone = numbers.gone();
    if numbers.unit.conditions.has(GUARDING) {
        return Err(Refusal::new("guards", "it guards in this Turn", "TU-143"));
    }
    if gone > movement::metres(content, numbers).0 {
        return Err(Refusal::new("has_run", "it has run in this Turn", "TU-148"));
    }
    if gone > 0 && numbers.suffers(Trait::OneThing) {
        return Err(Refusal::new("one_thing", "it has moved in this Turn", "TU-254"));
    }
    Ok(())
}

/// Strikes with one weapon (TU-36).
struct Blows<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    numbers: Numbers<'a>,
    held: (&'static str, &'a Weapon),
}

impl Act<Step> for Blows<'_> {
    fn key(&self) -> Key {
        self.held.1.id.clone()
    }

    fn label(&self) -> Label {
        let Weapon { name, text, .. } = self.held.1;
        let (name, text, cost) = (name.clone(), text.clone(), "1 Attack".to_owned());
        Label { name, text, cost, group: "attack" }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_mode(self.content, &self.numbers)?;
        if self.numbers.unit.pools.0.value(ATTACKS) <= 0 {
            return Err(Refusal::new("no_attacks", "no Attack is left", "TU-36"));
        }
        strike::check_weapon(&self.numbers, self.held)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let most = self.numbers.unit.pools.0.value(ATTACKS);
        let first = self.numbers.strikes().1.is_none() && most > 1;
        let main =
            first.then(|| Parameter::number(MAIN_STRIKE, "Full damage with strike", 1, most));
        main.into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, "TU-36")?;
        let (unit, (_, weapon)) = (self.numbers.unit, self.held);
        strike::prepare(self.content, self.ctx, (unit, weapon), target, false)?;
        let chosen = how.with.number(MAIN_STRIKE, 1);
        let main = self.numbers.strikes().1.unwrap_or(chosen);
        let (unit, weapon) = (unit.id(), weapon.id.clone());
        let blow = Blow::Declare;
        Ok(Plan::of(Strike { unit, target, weapon, main, shielded: None, blow }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let forecast = |target| {
            let by = (self.numbers.unit, self.held.1);
            let roll = strike::prepare(self.content, self.ctx, by, target, false)?;
            Ok(Forecast::new(target, roll.test(self.content, None)))
        };
        one_unit(how.targets, "TU-36").and_then(forecast).into_iter().collect()
    }

    fn means(&self) -> Vec<ActSummary> {
        let span = u16::from(self.held.1.reach.max(self.held.1.range));
        vec![ActSummary::plain(self.key(), Aim::Unit, span, self.check_use().is_ok())]
    }

    fn weigh(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Ok(target) = one_unit(how.targets, "TU-36") else { return Vec::new() };
        let (made, main) = self.numbers.strikes();
        let secondary = made + 1 != main.unwrap_or(1);
        let by = (self.numbers.unit, self.held.1);
        let roll = strike::suppose(self.content, self.ctx, by, target, secondary);
        let Some(roll) = roll else { return Vec::new() };
        let test = roll.test(self.content, None);
        let (mut chance, mut sum) = (0, 0);
        for (band, share) in test.band_chances().into_iter().filter(|(b, _)| b.degree.succeeded()) {
            let share = (share * 1000).to_integer().to_i32().unwrap_or_default();
            let critical = band.degree == Degree::Critical;
            chance += share;
            sum += share * roll.damage(self.content, critical).total();
        }
        let harm = harm::worth(roll.target.unit, sum / chance.max(1));
        vec![ActOutcome { chance, harm, ..ActOutcome::none(roll.target.unit.id()) }]
    }
}

/// Guarding allows ordinary movement and no other action (TU-141 to TU-143).
struct Guarding<'a> {
    content: &'a Content,
    numbers: Numbers<'a>,
}

impl Act<Step> for Guarding<'_> {
    fn key(&self) -> Key {
        Key::of(GUARD)
    }

    fn label(&self) -> Label {
        let text = format!("DOD +{} until its next Turn.", self.content.rules.guard_bonus);
        let cost = "all Attacks".to_owned();
        Label { name: "Guard".to_owned(), text, cost, group: "guard" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        if self.numbers.strikes().0 > 0 {
            return Err(Refusal::new("has_struck", "it has struck in this Turn", "TU-143"));
        }
        check_mode(self.content, &self.numbers)
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(Guard { unit: self.numbers.unit.id() }))
    }

    fn means(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    /// Useful after moving closer, while no enemy is in reach.
    fn weigh(&self, _: Use<'_>) -> Vec<ActOutcome> {
        let helps = i32::from(self.numbers.gone() > 0);
        vec![ActOutcome { helps, ..ActOutcome::none(self.numbers.unit.id()) }]
    }
}

/// Applies guarding (TU-141).
pub fn guard(ctx: Ctx<'_>, step: &Guard) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let lasts = Expiry::Slots { of: unit.id(), left: 1 };
    let condition = Condition::new(Key::of(GUARDING), 0, None, lasts);
    let spent = events::pool(unit, ATTACKS, 0, "Guard", "TU-143");
    let guards = events::afflicted(unit, condition, None, "TU-142");
    Outcome::done([guards].into_iter().chain(spent).collect())
}

/// Standing up and lying down (TU-156).
struct Posing<'a> {
    content: &'a Content,
    numbers: Numbers<'a>,
}

impl Posing<'_> {
    /// Cost in metres: standing up takes half of Movement, rounded up; lying down is free.
    fn price(&self) -> i32 {
        if self.numbers.lies() { (self.numbers.movement() + 1) / 2 } else { 0 }
    }
}

impl Act<Step> for Posing<'_> {
    fn key(&self) -> Key {
        Key::of(if self.numbers.lies() { STAND } else { LIE })
    }

    fn label(&self) -> Label {
        let (name, text) = match self.numbers.lies() {
            true => ("Stand Up", "Gets back on its feet."),
            false => ("Lie Down", "Harder to shoot, easier to strike."),
        };
        let cost = match self.price() {
            0 => "nothing".to_owned(),
            metres => format!("{metres} m"),
        };
        Label { name: name.to_owned(), text: text.to_owned(), cost, group: "move" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        if !self.numbers.lies() {
            return Ok(());
        }
        if self.numbers.is_floored() {
            return Err(Refusal::new("floored", "its injuries keep it down", "TU-252"));
        }
        let acted = self.numbers.strikes().0 > 0 || self.numbers.unit.conditions.has(GUARDING);
        if acted && self.numbers.suffers(Trait::OneThing) {
            return Err(Refusal::new("one_thing", "it has acted in this Turn", "TU-254"));
        }
        let movement = movement::metres(self.content, &self.numbers).0;
        if movement <= 0 || self.numbers.gone() + self.price() > movement {
            return Err(Refusal::new("too_far", "no Movement is left for it", "TU-156"));
        }
        Ok(())
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        let to = if self.numbers.lies() { Posture::Standing } else { Posture::Prone };
        Ok(Plan::of(Pose { unit: self.numbers.unit.id(), to }))
    }

    fn means(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        let up = self.numbers.lies();
        let means = up.then_some(ActSummary { against_foes: false, for_friends: true, ..plain });
        means.into_iter().collect()
    }

    fn weigh(&self, _: Use<'_>) -> Vec<ActOutcome> {
        vec![ActOutcome { helps: 3, ..ActOutcome::none(self.numbers.unit.id()) }]
    }
}

/// Stands up or lies down (TU-156).
pub fn pose(content: &Content, ctx: Ctx<'_>, step: &Pose) -> Outcome {
    let unit = ctx.unit(step.unit);
    let Some(numbers) = unit.and_then(|u| Numbers::of(content, u)) else {
        return Outcome::done(Vec::new());
    };
    let room = ctx.field.body(step.unit).and_then(Body::room);
    let carried = numbers.unit.placement.support;
    let support = room.map_or(carried, |room| ctx.field.support(room, step.unit));
    let poses = events::posture(numbers.unit, step.to, support, "TU-156");
    let price = Posing { content, numbers }.price();
    let gone = numbers.gone() + price;
    let paid = (price > 0).then(|| movement::went(numbers.unit, gone, "TU-156"));
    Outcome::done(paid.into_iter().chain([poses]).collect())
}
