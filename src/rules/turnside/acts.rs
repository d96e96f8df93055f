//! The acts of a combatant: strikes with each of its weapons, and guarding (TU-31).

use num_traits::ToPrimitive;

use crate::rules::estimate::{ActOutcome, ActSummary};
use crate::rules::event::Degree;
use crate::rules::kit::acts::{Act, Acts, Label, Repertoire, Use, one_unit};
use crate::rules::kit::events;
use crate::rules::parameter::{Parameter, Values};
use crate::rules::ruleset::{Aim, Ctx, Forecast};
use crate::rules::state::{Condition, Expiry, Unit};
use crate::rules::{Key, Refusal};

use super::abilities::Ability;
use super::attack::{self, Means, Roll};
use super::budget::{SPLIT, check_mode, split_parameters};
use super::care::Caring;
use super::data::{Content, Mark, Weapon};
use super::harm;
use super::hiding::Sneaking;
use super::jumping::Jumping;
use super::manoeuvres::{GRAPPLED, held_by};
use super::numbers::{ATTACKS, GUARDING, Numbers};
use super::posing::Posing;
use super::prepared::PREPARE;
use super::preparing::Preparing;
use super::step::{Blow, Guard, Manoeuvre, Outcome, Plan, Step, Strike};
use super::strike;
use super::wrestling::{Dousing, LettingGo, Wrestling};

/// The act of guarding (TU-141).
pub const GUARD: &str = "guard";
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
        for ability in numbers.abilities() {
            all.push(Box::new(Ability { content: self, ctx, numbers, ability }));
        }
        for what in [Manoeuvre::Grapple, Manoeuvre::Shove] {
            all.push(Box::new(Wrestling { content: self, ctx, numbers, what }));
        }
        if unit.conditions.has(GRAPPLED) {
            let what = Manoeuvre::BreakFree;
            all.push(Box::new(Wrestling { content: self, ctx, numbers, what }));
        }
        if let Some(held) = held_by(unit) {
            all.push(Box::new(LettingGo { numbers, held }));
        }
        if numbers.has_mark(Mark::Flames) {
            all.push(Box::new(Dousing { content: self, numbers }));
        }
        for stabilises in [true, false] {
            all.push(Box::new(Caring { content: self, ctx, numbers, stabilises }));
        }
        for finds in [false, true] {
            all.push(Box::new(Sneaking { content: self, ctx, numbers, finds }));
        }
        all.push(Box::new(Guarding { content: self, numbers }));
        all.push(Box::new(Preparing::new(self, ctx, numbers, &Values::none())));
        all.push(Box::new(Posing { content: self, numbers }));
        all.push(Box::new(Jumping { content: self, ctx, numbers }));
        all
    }

    /// The trigger of a prepared action decides what it is aimed at.
    fn act<'a>(
        &'a self,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        name: &str,
        with: &Values,
    ) -> Option<Box<dyn Act<Step> + 'a>> {
        if name == PREPARE {
            let numbers = Numbers::of(self, unit)?;
            return Some(Box::new(Preparing::new(self, ctx, numbers, with)));
        }
        self.acts(ctx, unit).into_iter().find(|act| act.key() == *name)
    }
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
        self.numbers.split_for_attack()?;
        strike::check_weapon(&self.numbers, self.held)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let most = self.numbers.unit.pools.0.value(ATTACKS);
        let first = self.numbers.strikes().1.is_none() && most > 1;
        let main =
            first.then(|| Parameter::number(MAIN_STRIKE, "Full damage with strike", 1, most));
        main.into_iter().chain(split_parameters(&self.numbers)).collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, "TU-36")?;
        let (unit, (_, weapon)) = (self.numbers.unit, self.held);
        attack::prepare(self.content, self.ctx, (unit, Means::Weapon(weapon)), target, false)?;
        let chosen = how.with.number(MAIN_STRIKE, 1);
        let main = self.numbers.strikes().1.unwrap_or(chosen);
        let splits = self.numbers.split_for_attack()?;
        let split = splits.map(|splits| how.with.number(SPLIT, *splits.end()));
        let (unit, weapon) = (unit.id(), weapon.id.clone());
        let blow = Blow::Declare;
        Ok(Plan::of(Strike {
            unit,
            target,
            weapon,
            main,
            split,
            shielded: None,
            prepared: false,
            answered: false,
            blow,
        }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let forecast = |target| {
            let by = (self.numbers.unit, Means::Weapon(self.held.1));
            let roll = attack::prepare(self.content, self.ctx, by, target, false)?;
            Ok(Forecast::new(target, roll.test(self.content, None)))
        };
        one_unit(how.targets, "TU-36").and_then(forecast).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = u16::from(self.held.1.reach.max(self.held.1.range));
        vec![ActSummary::plain(self.key(), Aim::Unit, span, self.check_use().is_ok())]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Ok(target) = one_unit(how.targets, "TU-36") else { return Vec::new() };
        let (made, main) = self.numbers.strikes();
        let secondary = made + 1 != main.unwrap_or(1);
        let by = (self.numbers.unit, Means::Weapon(self.held.1));
        let roll = attack::suppose(self.content, self.ctx, by, target, secondary);
        let Some(roll) = roll else { return Vec::new() };
        vec![expected(self.content, &roll)]
    }
}

/// What an attack does on average (AI estimate).
pub fn expected(content: &Content, roll: &Roll<'_>) -> ActOutcome {
    let test = roll.test(content, None);
    let (mut chance, mut sum) = (0, 0);
    for (band, share) in test.band_chances().into_iter().filter(|(b, _)| b.degree.succeeded()) {
        let share = (share * 1000).to_integer().to_i32().unwrap_or_default();
        let damage = roll.damage(content, band.degree == Degree::Critical);
        chance += share;
        sum += share * (damage.total() - damage.healed);
    }
    let average = sum / chance.max(1);
    let harm = harm::worth(roll.target.unit, average.max(0));
    let mends = (-average).max(0);
    ActOutcome { chance, harm, mends, ..ActOutcome::none(roll.target.unit.id()) }
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
        if self.numbers.has_acted() {
            return Err(Refusal::new("has_struck", "it has acted in this Turn", "TU-143"));
        }
        if self.numbers.has_mark(Mark::Bound) {
            return Err(Refusal::new("restrained", "it is restrained", "TU-135"));
        }
        check_mode(self.content, &self.numbers)
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(Guard { unit: self.numbers.unit.id() }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    /// Useful after moving closer, while no enemy is in reach.
    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
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
