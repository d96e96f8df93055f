//! A combatant's acts besides moving: attacks with each of its weapons, standing up.

use grid::{Body, Room};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Acts, Label, Repertoire, Use, one_target, one_unit};
use rules::kit::events;
use rules::parameter::{Parameter, Value, Values};
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{ActRecord, Condition, Expiry, Posture, Unit};
use rules::{Key, Refusal};

use super::attack;
use super::breakable::Breakable;
use super::data::{Chances, Content, Weapon};
use super::estimates;
use super::handling_act;
use super::long_acts;
use super::names::{ACTIONS, DEFEND, DEFENDING, ESCAPE, KNOCKED, READY, STAND, VIGOR};
use super::numbers::{Numbers, check_able};
use super::objects;
use super::power_act::{
    CHANCE, OFF_HAND, PowerAct, chance_parameter, chosen_options, off_hand_parameter,
};
use super::powers::Power;
use super::reactions;
use super::readying::Readying;
use super::skills;
use super::step::{
    Attack, AttackStage, Batter, Defend, Escape, EscapeStage, Occasion, Opening, Outcome, Plan,
    Stand, Step,
};

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "VG-60";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let mut all: Acts<'a, Step> = Vec::new();
        for weapon in Numbers::of(self, unit).into_iter().flat_map(|n| n.weapons()) {
            // Two weapons of the same kind are one act.
            if all.iter().any(|act| act.key() == weapon.id) {
                continue;
            }
            all.push(Box::new(WeaponAttack { content: self, ctx, unit, weapon }));
        }
        let numbers = Numbers::of(self, unit);
        for skill_use in skills::SkillUse::ALL {
            all.extend(numbers.map(|numbers| -> Box<dyn Act<Step> + 'a> {
                Box::new(skills::SkillAct { content: self, ctx, numbers, skill_use })
            }));
        }
        if let Some(me) = Numbers::of(self, unit) {
            for id in me.sheet.techniques.iter().chain(&me.sheet.spells) {
                if let Some(power) = Power::of(self, id.as_str()) {
                    all.push(Box::new(PowerAct { content: self, ctx, me, power }));
                }
            }
            all.push(Box::new(Readying::new(self, ctx, me, &Values::none())));
            for handling in handling_act::all(ctx, me) {
                all.push(Box::new(handling));
            }
        }
        all.push(Box::new(BasicAct { ctx, unit, what: BasicKind::Defend }));
        all.push(Box::new(BasicAct { ctx, unit, what: BasicKind::Escape }));
        if unit.placement.posture == Posture::Prone {
            all.push(Box::new(BasicAct { ctx, unit, what: BasicKind::StandUp }));
        }
        all
    }

    fn act<'a>(
        &'a self,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        name: &str,
        with: &Values,
    ) -> Option<Box<dyn Act<Step> + 'a>> {
        if name == READY {
            let me = Numbers::of(self, unit)?;
            return Some(Box::new(Readying::new(self, ctx, me, with)));
        }
        self.acts(ctx, unit).into_iter().find(|act| act.key() == *name)
    }
}

/// An attack with a weapon (VG-62).
struct WeaponAttack<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    unit: &'a Unit,
    weapon: &'a Weapon,
}

impl WeaponAttack<'_> {
    /// Whether it may take a Chance: it has Bonus Dice (VG-25).
    fn may_take_chance(&self) -> bool {
        let dice = Numbers::of(self.content, self.unit)
            .is_some_and(|n| !n.bonus_dice(n.effective_score(self.weapon.ability), 0).is_empty());
        self.content.rules.chances == Chances::On && dice
    }

    /// Whether its other hand may follow (VG-63).
    fn check_other_hand(&self) -> Result<(), Refusal> {
        let numbers = Numbers::of(self.content, self.unit);
        if self.unit.pools.0.value(VIGOR) < self.content.rules.offhand_cost {
            return Err(Refusal::new("no_vigor", "not enough Vigor is left", "VG-63"));
        }
        numbers.map_or(Ok(()), |n| attack::off_hand_weapon(&n, self.weapon).map(drop))
    }
}

impl Act<Step> for WeaponAttack<'_> {
    fn key(&self) -> Key {
        self.weapon.id.clone()
    }

    fn label(&self) -> Label {
        let Weapon { name, text, .. } = self.weapon;
        let (name, text, cost) = (name.clone(), text.clone(), "1 action".to_owned());
        Label { name, text, cost, group: "action" }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_able(self.unit)?;
        let Some(numbers) = Numbers::of(self.content, self.unit) else { return Ok(()) };
        if !numbers.holds(self.weapon) {
            return Err(Refusal::new("not_in_hand", "it has to be drawn first", "VG-92"));
        }
        if !numbers.has_hands_for(self.weapon) {
            let text = "it takes both hands, and one holds a shield";
            return Err(Refusal::new("hands_full", text, "VG-62"));
        }
        if numbers.must_reload(self.weapon) {
            return Err(Refusal::new("not_loaded", "it has to be reloaded first", "VG-93"));
        }
        Ok(())
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let units = self.ctx.state.units.iter().map(|unit| Target::Unit(unit.id()));
        let moment = self.content.at(self.ctx);
        let things = objects::candidates(moment, self.unit, self.weapon);
        Some(units.chain(things).collect())
    }

    fn parameters(&self) -> Vec<Parameter> {
        let chance = self.may_take_chance().then(chance_parameter);
        let off_hand = self.check_other_hand().is_ok().then(off_hand_parameter);
        chance.into_iter().chain(off_hand).collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_target(how.targets, "VG-62")?;
        let options = chosen_options(how.with);
        if options.then_off_hand {
            self.check_other_hand()?;
        }
        if let Some(object) = Breakable::of(self.ctx, target) {
            objects::check(self.content.at(self.ctx), self.unit, self.weapon, object)?;
            let (unit, weapon) = (self.unit.id(), self.weapon.id.clone());
            return Ok(Plan::of(Batter { unit, weapon, object: target, options, paid: false }));
        }
        let target = one_unit(how.targets, "VG-62")?;
        attack::prepare(self.content.at(self.ctx), self.unit, self.weapon, target, &options)?;
        let weapon = self.weapon.id.clone();
        Ok(Plan::of(Attack {
            unit: self.unit.id(),
            target,
            weapon,
            options,
            stage: AttackStage::Declare,
        }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let target = one_unit(how.targets, "VG-62");
        let roll = target.and_then(|t| {
            let options = chosen_options(how.with);
            let moment = self.content.at(self.ctx);
            let roll = attack::prepare(moment, self.unit, self.weapon, t, &options)?;
            Ok(reactions::forecast(moment, roll))
        });
        roll.into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let most = u16::try_from(self.content.rules.range_increments).unwrap_or(1);
        let span = u16::from(self.weapon.reach).max(u16::from(self.weapon.increment) * most);
        let plain = ActSummary::plain(self.key(), Aim::Unit, span, self.check_use().is_ok());
        let with =
            |id| ActSummary { with: Values::none().with(id, Value::Number(1)), ..plain.clone() };
        let chance = self.may_take_chance().then(|| with(CHANCE));
        let cost = self.content.rules.offhand_cost;
        let both = self.check_other_hand().is_ok();
        let off_hand = both.then(|| ActSummary { cost, ..with(OFF_HAND) });
        let mut all: Vec<ActSummary> = chance.into_iter().chain(off_hand).collect();
        all.insert(0, plain);
        all
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Self { content, ctx, unit, weapon } = *self;
        let (moment, target) = (content.at(ctx), one_unit(how.targets, "VG-62"));
        let options = chosen_options(how.with);
        let roll =
            target.and_then(|t| attack::prepare_from_anywhere(moment, unit, weapon, t, &options));
        let Ok(roll) = roll else { return Vec::new() };
        let mut all = vec![estimates::attack(moment, &roll)];
        if options.then_off_hand
            && let Ok(other) = attack::off_hand_weapon(&roll.numbers, weapon)
        {
            let options = options.for_off_hand();
            let second =
                attack::prepare_from_anywhere(moment, unit, other, roll.target.id(), &options);
            all.extend(second.map(|second| estimates::attack(moment, &second)));
        }
        all
    }
}

/// AI value of Defend, in thousandths of the combatant's own strength: cheaper Defenses are worth
/// little compared with an attack.
const DEFENDED: i32 = 50;

/// A basic act of one action, without a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BasicKind {
    /// Getting up (VG-159).
    StandUp,
    /// Defending oneself (VG-68).
    Defend,
    /// Escaping from combat (VG-71).
    Escape,
}

/// A basic act, as available to a combatant.
struct BasicAct<'a> {
    ctx: Ctx<'a>,
    unit: &'a Unit,
    what: BasicKind,
}

impl Act<Step> for BasicAct<'_> {
    fn key(&self) -> Key {
        Key::of(match self.what {
            BasicKind::StandUp => STAND,
            BasicKind::Defend => DEFEND,
            BasicKind::Escape => ESCAPE,
        })
    }

    fn label(&self) -> Label {
        let (name, text) = match self.what {
            BasicKind::StandUp => {
                ("Stand Up", "Gets back on its feet; enemies beside it may strike.")
            }
            BasicKind::Defend => ("Defend", "Defenses cost less Vigor until its next turn."),
            BasicKind::Escape => {
                ("Escape", "Enemies beside it may strike, then it moves and may get away.")
            }
        };
        let (name, text) = (name.to_owned(), text.to_owned());
        Label { name, text, cost: "1 action".to_owned(), group: "action" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_able(self.unit)?;
        if self.what != BasicKind::StandUp {
            return Ok(());
        }
        let (field, unit) = (self.ctx.field, self.unit);
        let room = field.body(unit.id()).and_then(Body::room);
        let upright = room.map(|room| Room { height: unit.upright(), ..room });
        match upright.map(|room| field.fits(room, unit.id())) {
            Some(Err(obstacle)) => Err(Refusal::new("no_room", obstacle.to_string(), "VG-159")),
            _ => Ok(()),
        }
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.unit.id();
        Ok(match self.what {
            BasicKind::StandUp => Plan::of(Stand { unit, opened: false }),
            BasicKind::Defend => Plan::of(Defend { unit, paid: false }),
            BasicKind::Escape => Plan::of(Escape { unit, stage: EscapeStage::Declare }),
        })
    }

    /// The AI defends itself with its last action if nothing better is left; before that, moving
    /// closer is better. It always gets up first.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        let last = self.unit.pools.0.value(ACTIONS) <= 1;
        if self.what != BasicKind::Defend || !last || self.unit.conditions.has(DEFENDING) {
            return Vec::new();
        }
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        vec![ActOutcome { adds: DEFENDED, ..ActOutcome::none(self.unit.id()) }]
    }
}

/// Stands up after enemies have had their opening (VG-159, VG-160). A unit knocked down or held
/// fast by one of them stays down (VG-57, VG-119, VG-337).
pub fn stand(ctx: Ctx<'_>, step: &Stand) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit).filter(|u| u.is_active()) else { return nothing };
    if !step.opened {
        let record = ActRecord { class: Key::of("stand"), act: Key::of(STAND), amount: 0 };
        let mut events = vec![events::act_recorded(unit, record, None, "VG-159")];
        events.extend(long_acts::pay(unit, 1, "Stand Up", "VG-159"));
        events.extend(events::flag(unit, KNOCKED, 0, "VG-157"));
        let opening = Opening { unit: unit.id() }.into();
        let rises = Stand { opened: true, ..step.clone() };
        return Outcome::after(events, vec![opening], Some(rises.into()));
    }
    if long_acts::is_lost(unit, Occasion::Act) {
        return nothing;
    }
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let support = room.map_or(unit.placement.support, |room| ctx.field.support(room, unit.id()));
    Outcome::done(vec![events::posture(unit, Posture::Standing, support, "VG-159")])
}

/// Defends itself until its next turn (VG-68, VG-69).
pub fn defend(ctx: Ctx<'_>, step: &Defend) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let record = ActRecord { class: Key::of(DEFEND), act: Key::of(DEFEND), amount: 0 };
    let act = (Key::of(DEFEND), "Defend");
    let mut events = vec![events::declared(unit, act, Vec::new(), "VG-68")];
    if !step.paid {
        events.extend(long_acts::pay(unit, 1, "Defend", "VG-68"));
        events.push(events::act_recorded(unit, record, None, "VG-68"));
    }
    let lasts = Expiry::Until(Key::of("own_turn"));
    let condition = Condition::new(Key::of(DEFENDING), 0, Some(unit.id()), lasts);
    events.push(events::gained(unit, condition, "VG-68"));
    Outcome::done(events)
}
