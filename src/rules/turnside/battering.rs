//! Strikes at objects, and how the AI breaks through them (TU-54).

use rules::estimate::Breach;
use rules::object::Object;
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::ailments;
use super::attack::AttackSource;
use super::data::Content;
use super::numbers::Numbers;
use super::objects::{left, raw, struck, thing};
use super::step::{Batter, Outcome};
use super::strike::{self, Paid};

/// A strike at an object: declared and paid for, then its damage. Like any attack, it ends hiding
/// (TU-128).
pub fn batter(content: &Content, ctx: Ctx<'_>, step: &Batter) -> Outcome {
    let none = || Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit).filter(|unit| unit.is_active()) else { return none() };
    let Some(numbers) = Numbers::of(content, unit) else { return none() };
    let Some(held) = numbers.weapon(step.weapon.as_str()) else { return none() };
    let Some(object) = Object::of(step.object) else { return none() };
    if !step.declared {
        let paid = Paid { main: step.main, split: step.split, prepared: false };
        let all = strike::declare(&numbers, held, (&paid, Vec::new(), None));
        return Outcome::then(all, Batter { declared: true, ..step.clone() }.into());
    }
    let secondary = numbers.strikes().0 != step.main;
    let raw = raw(&numbers, held.1, secondary);
    let means = AttackSource::Weapon(held.1);
    let mut all = struck(content, ctx, unit, (&held.1.id, means), (object, raw, secondary));
    all.extend(strike::used_up(&numbers));
    all.extend(ailments::revealed(content, unit));
    Outcome::done(all)
}

/// How the AI breaks an object: with the weapon that needs the fewest strikes.
pub fn breach(content: &Content, ctx: Ctx<'_>, unit: &Unit, object: Object) -> Option<Breach> {
    let numbers = Numbers::of(content, unit).filter(|numbers| numbers.attacks() > 0)?;
    let thing = thing(content, ctx, object)?;
    let hp = thing.hp.saturating_sub(object.suffered(ctx.state));
    let able = numbers
        .weapons()
        .filter(|held| held.1.reach > 0 && strike::check_weapon(&numbers, *held).is_ok());
    let ways = able.filter_map(|(_, weapon)| {
        let sum = left(thing, AttackSource::Weapon(weapon), raw(&numbers, weapon, false), false);
        Breach::by(weapon.id.clone(), sum.total(), hp)
    });
    ways.min_by_key(|breach| breach.uses)
}
