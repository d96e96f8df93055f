//! The acts of a combatant: strikes with each of its weapons, and guarding (TU-31).

use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Acts, Label, Repertoire, Use};
use rules::kit::events;
use rules::parameter::Values;
use rules::ruleset::{Aim, Ctx};
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, Refusal};

use super::abilities::Ability;
use super::blows::Blows;
use super::budget::check_mode;
use super::care::Caring;
use super::data::{Content, Delivery, GuardEnds, Mark};
use super::handling;
use super::hiding::Sneaking;
use super::holds::{GRAPPLED, held_by};
use super::jumping::Jumping;
use super::numbers::{ATTACKS, FISTS, GUARDING, Numbers, PREPARE};
use super::posing::Posing;
use super::preparing::Preparing;
use super::step::{Guard, Manoeuvre, Outcome, Plan, Step};
use super::tending::Tending;
use super::wrestling::{Dousing, LettingGo, Wrestling};

/// The act of guarding (TU-141).
pub const GUARD: &str = "guard";

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "TU-31";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let Some(numbers) = Numbers::of(self, unit) else { return Vec::new() };
        let mut all: Acts<'a, Step> = Vec::new();
        let blows = numbers.weapons().map(|held| Blows { content: self, ctx, numbers, held });
        let blows = blows.map(|act| Box::new(act) as Box<dyn Act<Step> + 'a>);
        let abilities =
            numbers.abilities().map(|ability| Ability { content: self, ctx, numbers, ability });
        let abilities = abilities.map(|act| Box::new(act) as Box<dyn Act<Step> + 'a>);
        if casts(&numbers) {
            all.extend(abilities.chain(blows));
        } else {
            all.extend(blows.chain(abilities));
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
            all.push(Box::new(Dousing { numbers }));
        }
        for stabilises in [true, false] {
            all.push(Box::new(Caring { content: self, ctx, numbers, stabilises }));
        }
        all.push(Box::new(Tending { ctx, numbers }));
        for finds in [false, true] {
            all.push(Box::new(Sneaking { content: self, ctx, numbers, finds }));
        }
        all.push(Box::new(Guarding { numbers }));
        all.push(Box::new(Preparing::new(ctx, numbers, &Values::none())));
        all.push(Box::new(Posing { content: self, numbers }));
        all.push(Box::new(Jumping { content: self, ctx, numbers }));
        for handles in handling::all(self, ctx, numbers) {
            all.push(Box::new(handles));
        }
        all
    }

    /// The trigger of a prepared action determines its target.
    fn act<'a>(
        &'a self,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        name: &str,
        with: &Values,
    ) -> Option<Box<dyn Act<Step> + 'a>> {
        if name == PREPARE {
            let numbers = Numbers::of(self, unit)?;
            return Some(Box::new(Preparing::new(ctx, numbers, with)));
        }
        self.acts(ctx, unit).into_iter().find(|act| act.key() == *name)
    }
}

/// True for a combatant whose abilities are much better than its weapons; its abilities are then
/// listed first.
fn casts(numbers: &Numbers<'_>) -> bool {
    let held = numbers.weapons().filter(|(_, weapon)| numbers.can_hold(weapon).is_ok());
    let blow = held.map(|(_, weapon)| {
        let natural = numbers.natural_damage(weapon.id == *FISTS).total();
        natural.saturating_add(weapon.damage)
    });
    let thrown = numbers.abilities().filter(|ability| ability.delivery == Delivery::Strike);
    let thrown = thrown.filter(|ability| ability.deals.is_some());
    let power = thrown.map(|ability| numbers.power(ability).total());
    blow.max().unwrap_or(0).saturating_mul(2) < power.max().unwrap_or(0)
}

/// Guarding allows ordinary movement and no other action (TU-141 to TU-143).
struct Guarding<'a> {
    numbers: Numbers<'a>,
}

impl Act<Step> for Guarding<'_> {
    fn key(&self) -> Key {
        Key::of(GUARD)
    }

    fn label(&self) -> Label {
        let rules = &self.numbers.content.rules;
        let end = match rules.guard_ends {
            GuardEnds::OwnTurnStart => "until its next Turn",
            GuardEnds::RoundEnd => "until the round ends",
        };
        let text = format!("DOD +{} {end}.", rules.guard_bonus);
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
        check_mode(&self.numbers)
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(Guard { unit: self.numbers.unit.id() }))
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, ..plain }]
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
