//! Attacks as acts: with a weapon, thrown, or by an Ability (MO-164, MO-168).

use crate::acting::{HeldResult, HeldUse, Hold, TargetKind};
use crate::step::{Land, Plan, Step, Strike};
use grid::UnitId;
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::Event;
use rules::kit::acts::{Act, Label, Use, one_target, one_unit};
use rules::object::Object;
use rules::oracle::Pause;
use rules::parameter::Parameter;
use rules::ruleset::{Aim, Forecast, Variant};
use rules::state::Unit;
use rules::{Key, Refusal};

use super::super::attack::{Attack, Tool, attacks_bought, object, usual_blow};
use super::super::budget;
use super::super::damage;
use super::super::hidden;
use super::super::names::THROW;
use super::super::position::Position;
use super::super::reflex;
use super::super::roll::chance;
use super::super::variants::ChosenVariant;
use super::scoring::hindrance;

/// Metres beyond a held attack's reach from which an enemy may come near on its next turn.
const APPROACH: u32 = 8;

/// The cost of an attack in words.
fn cost(attack: &Attack<'_>) -> String {
    let points = match (attack.tool, attack.price()) {
        (Tool::Weapon(_) | Tool::Thrown(_), 0) => "paid for".to_owned(),
        (_, ap) => format!("{ap} AP"),
    };
    match (attack.tool, attack.power_cost()) {
        (Tool::Weapon(_) | Tool::Thrown(_), 0) => points,
        (_, wp) => format!("{points}, {wp} WP"),
    }
}

fn is_weapon(attack: &Attack<'_>) -> bool {
    !matches!(attack.tool, Tool::Ability(_))
}

/// The step in which a thrown weapon lands at its target.
fn lands(attack: &Attack<'_>, at: Target) -> Option<Step> {
    let unit = attack.numbers.unit().id();
    attack.throws().map(|item| Land { unit, item: item.clone(), at }.into())
}

/// The attack in the variant of a command.
fn in_variant<'a>(attack: &Attack<'a>, how: Use<'_>) -> Result<Attack<'a>, Refusal> {
    let variant = ChosenVariant::chosen(attack.content(), how.choice.as_str(), how.with);
    variant.map(|variant| attack.with_variant(variant))
}

impl Act<Step> for Attack<'_> {
    fn key(&self) -> Key {
        if self.throws().is_some() { Key::of(THROW) } else { self.act() }
    }

    fn label(&self) -> Label {
        let group = if is_weapon(self) { "attack" } else { "ability" };
        Label { name: self.name(), text: self.text().to_owned(), cost: cost(self), group }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        Attack::check_use(self)
    }

    fn check_occasion(&self) -> Result<(), Refusal> {
        if is_weapon(self) && !self.has_target() {
            return Err(Refusal::new("no_target", "no valid target from here", "MO-164"));
        }
        Ok(())
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let units = self.position().ctx.state.units.iter().map(|u| Target::Unit(u.id()));
        let cells = self.guesses().into_iter().map(|cell| Target::Place(cell.into()));
        let things = object::targets(self, self.numbers.unit().id());
        Some(units.chain(cells).chain(things).collect())
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        match (target, Object::of(target)) {
            (Target::Place(place), _) => self.check_guess(place),
            (_, Some(object)) => object::check(self, self.numbers.unit().id(), object),
            _ => Attack::check_target(self, one_unit(&[target], "MO-164")?),
        }
    }

    fn variants(&self) -> Vec<Variant> {
        Attack::variants(self, &cost(self))
    }

    fn parameters(&self) -> Vec<Parameter> {
        Attack::parameters(self)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let attack = in_variant(self, how)?;
        attack.check_power()?;
        let at = one_target(how.targets, "MO-164")?;
        Act::check_target(&attack, at)?;
        let me = self.numbers.unit().id();
        let strike = Strike { way: attack.variant.spec(), ..Strike::new(me, attack.arms(), at) };
        let mut plan = Plan::of(strike);
        plan.steps.extend(lands(&attack, at));
        Ok(plan)
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let Ok(Attack { variant, .. }) = in_variant(self, how) else { return Vec::new() };
        let (unit, position) = (self.numbers.unit(), self.position());
        // Units unknown to the attacker's side are left out (MO-125).
        hidden::as_known(position.ctx, unit.side(), |ctx| {
            let position = Position { ctx, ..position };
            let attack = Attack::with(position, unit.id(), &self.arms());
            let Some(attack) = attack.map(|attack| attack.with_variant(variant)) else {
                return Vec::new();
            };
            let aimed = how.targets.iter().filter_map(Target::unit);
            let aimed = aimed.filter(|id| position.is_target(*id));
            aimed.filter_map(|id| forecast(&attack, unit, id)).collect()
        })
    }

    /// One summary per variant that does more damage.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let open = Attack::check_use(self).is_ok();
        let span = self.reach().metres();
        let plain = ActSummary {
            throws: self.throws().is_some(),
            cost: self.power_cost(),
            with: self.values(),
            ..ActSummary::plain(self.key(), Aim::Unit, span, open)
        };
        if !open {
            return vec![plain];
        }
        let ways = self.stronger().into_iter().map(|attack| ActSummary {
            cost: attack.power_cost(),
            with: attack.values(),
            is_variant: true,
            ..plain.clone()
        });
        let ways: Vec<ActSummary> = ways.collect();
        std::iter::once(plain).chain(ways).collect()
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Some(Target::Unit(target)) = how.targets.first() else { return Vec::new() };
        let attack = in_variant(self, how).ok();
        attack.and_then(|attack| hits(&attack, *target)).into_iter().collect()
    }
}

/// The effects of an attack on its target: damage, and the effects of an Ability.
fn hits(attack: &Attack<'_>, target: UnitId) -> Option<ActOutcome> {
    let position = attack.position();
    let numbers = position.numbers(target)?;
    let unit = position.ctx.unit(target)?;
    let wound = damage::resolve(position.content, &usual_blow(attack, target), &numbers);
    let hinders = attack.touch().map_or(0, |touch| hindrance(&touch, unit, 1000));
    Some(ActOutcome {
        chance: if position.is_thing(target) { 1000 } else { chance(&attack.roll(target)) },
        harm: wound.total,
        hinders,
        ..ActOutcome::none(target)
    })
}

impl Hold for Attack<'_> {
    fn held_price(&self) -> i32 {
        self.price()
    }

    fn whom(&self) -> TargetKind {
        TargetKind::Foe
    }

    fn meant_for(&self, at: UnitId) -> Option<Vec<Target>> {
        Attack::check_target(self, at).is_ok().then(|| vec![Target::Unit(at)])
    }

    fn is_spare(&self) -> bool {
        Attack::is_spare(self)
    }

    fn readied(&self) -> Vec<Event> {
        if !is_weapon(self) {
            return Vec::new();
        }
        let (unit, act) = (self.numbers.unit(), self.act());
        let bought = (self.price() > 0).then(|| attacks_bought(&self.numbers));
        let bought = bought.map(|attacks| budget::bought(unit, &act, attacks));
        bought.into_iter().chain([budget::struck(unit, &act)]).collect()
    }

    fn awaits(&self) -> Vec<ActOutcome> {
        let (position, me) = (self.position(), self.numbers.unit().id());
        let state = position.ctx.state;
        let span = u32::from(self.reach().metres());
        let near = |u: &&Unit| {
            u.is_active()
                && state.are_foes(me, u.id())
                && position.distance(me, u.id()) <= span + APPROACH
                && Attack::check_target(self, u.id()).is_err()
        };
        let foes = state.units.iter().filter(near);
        foes.filter_map(|u| hits(self, u.id())).collect()
    }

    fn carry_out(&self, how: HeldUse<'_>) -> Result<HeldResult, Pause> {
        if self.check_power().is_err() {
            return Ok(HeldResult::Lost("not enough WP"));
        }
        let misses = !self.variant.miss && !(how.wants_to_hit)()?;
        let strike = Strike::new(how.unit, self.arms(), how.aim());
        let way = how.variant.clone();
        Ok(HeldResult::Runs(Strike { way, free: true, misses, ..strike }.into()))
    }

    fn afterwards(&self, at: Target) -> Option<Step> {
        lands(self, at)
    }
}

/// The roll without a Parry, and with one if the target is visibly able to parry (MO-186, MO-361,
/// MO-434). `None` for a thing, which is hit without a roll (MO-165).
fn forecast(attack: &Attack<'_>, attacker: &Unit, target: UnitId) -> Option<Forecast> {
    let position = attack.position();
    if position.is_thing(target) {
        return None;
    }
    let (roll, most) = (attack.roll(target), position.content.rules.most_to_hit());
    let as_it_stands = Forecast::new(target, roll.test().within(2, most));
    let holds = |unit: &&Unit| {
        position.sees(attacker.id(), target) && reflex::is_armed(position.content, unit)
    };
    let parries = position.ctx.unit(target).filter(holds).is_some();
    Some(match reflex::parry_bonus(position, target).filter(|_| parries) {
        Some(more) => {
            let mut parried = roll;
            parried.against.add("Parry", more, "MO-361");
            let chance = parried.test().within(2, most).chance();
            as_it_stands.with_reaction("if parried", chance.into())
        }
        None => as_it_stands,
    })
}
