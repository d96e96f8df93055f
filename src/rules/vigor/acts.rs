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

use super::arts::Art;
use super::attack;
use super::breakable::Breakable;
use super::data::{Chances, Content, Weapon};
use super::handles;
use super::long_acts;
use super::names::{ACTIONS, DEFEND, DEFENDING, ESCAPE, KNOCKED, READY, STAND, VIGOR};
use super::numbers::{Numbers, check_able};
use super::objects;
use super::performing::{CHANCE, OFF_HAND, Performing, chance_parameter, off_hand_parameter};
use super::reactions;
use super::readying::Readying;
use super::skills;
use super::step::{
    Attack, Batter, Blow, Defend, Escape, Flight, How, Opening, Outcome, Plan, Stand, Step, Style,
};
use super::weighing;

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
            all.push(Box::new(Strike { content: self, ctx, unit, weapon }));
        }
        let numbers = Numbers::of(self, unit);
        for trade in skills::Trade::ALL {
            all.extend(numbers.map(|numbers| -> Box<dyn Act<Step> + 'a> {
                Box::new(skills::Trading { content: self, ctx, numbers, trade })
            }));
        }
        if let Some(me) = Numbers::of(self, unit) {
            for id in me.sheet.techniques.iter().chain(&me.sheet.spells) {
                if let Some(art) = Art::of(self, id.as_str()) {
                    all.push(Box::new(Performing { content: self, ctx, me, art }));
                }
            }
            all.push(Box::new(Readying::new(self, ctx, me, &Values::none())));
            for handles in handles::all(ctx, me) {
                all.push(Box::new(handles));
            }
        }
        all.push(Box::new(Simple { ctx, unit, what: What::Defend }));
        all.push(Box::new(Simple { ctx, unit, what: What::Escape }));
        if unit.placement.posture == Posture::Prone {
            all.push(Box::new(Simple { ctx, unit, what: What::StandUp }));
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
struct Strike<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    unit: &'a Unit,
    weapon: &'a Weapon,
}

impl Strike<'_> {
    /// Whether it may take a Chance: it has Bonus Dice (VG-25).
    fn may_take_chance(&self) -> bool {
        let dice = Numbers::of(self.content, self.unit)
            .is_some_and(|n| !n.bonus_dice(n.in_force(self.weapon.ability), 0).is_empty());
        self.content.rules.chances == Chances::On && dice
    }

    /// Whether its other hand may follow (VG-63).
    fn check_other_hand(&self) -> Result<(), Refusal> {
        let numbers = Numbers::of(self.content, self.unit);
        if self.unit.pools.0.value(VIGOR) < self.content.rules.offhand_cost {
            return Err(Refusal::new("no_vigor", "not enough Vigor is left", "VG-63"));
        }
        numbers.map_or(Ok(()), |n| attack::other_hand(&n, self.weapon).map(drop))
    }

    fn style(&self, how: Use<'_>) -> Style {
        let on = |id| how.with.number(id, 0) > 0;
        Style { chance: on(CHANCE), then_off_hand: on(OFF_HAND), ..Style::default() }
    }
}

impl Act<Step> for Strike<'_> {
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
        let style = self.style(how);
        if style.then_off_hand {
            self.check_other_hand()?;
        }
        if let Some(object) = Breakable::of(self.ctx, target) {
            objects::check(self.content.at(self.ctx), self.unit, self.weapon, object)?;
            let (unit, weapon) = (self.unit.id(), self.weapon.id.clone());
            return Ok(Plan::of(Batter { unit, weapon, object: target, style, paid: false }));
        }
        let target = one_unit(how.targets, "VG-62")?;
        attack::prepare(self.content.at(self.ctx), self.unit, self.weapon, target, &style)?;
        let weapon = self.weapon.id.clone();
        Ok(Plan::of(Attack { unit: self.unit.id(), target, weapon, style, blow: Blow::Declare }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let target = one_unit(how.targets, "VG-62");
        let roll = target.and_then(|t| {
            let style = self.style(how);
            let moment = self.content.at(self.ctx);
            let roll = attack::prepare(moment, self.unit, self.weapon, t, &style)?;
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
        let style = self.style(how);
        let roll = target.and_then(|t| attack::suppose(moment, unit, weapon, t, &style));
        let Ok(roll) = roll else { return Vec::new() };
        let mut all = vec![weighing::attack(moment, &roll)];
        if style.then_off_hand
            && let Ok(other) = attack::other_hand(&roll.numbers, weapon)
        {
            let style = Style { off_hand: true, then_off_hand: false, chance: false, ..style };
            let second = attack::suppose(moment, unit, other, roll.target.id(), &style);
            all.extend(second.map(|second| weighing::attack(moment, &second)));
        }
        all
    }
}

/// AI value of Defend, in thousandths of the combatant's own strength: cheaper Defenses are worth
/// little compared with an attack.
const DEFENDED: i32 = 50;

/// An act of one action without a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// Getting up (VG-159).
    StandUp,
    /// Defending oneself (VG-68).
    Defend,
    /// Escaping from combat (VG-71).
    Escape,
}

/// One of these acts, as available to a combatant.
struct Simple<'a> {
    ctx: Ctx<'a>,
    unit: &'a Unit,
    what: What,
}

impl Act<Step> for Simple<'_> {
    fn key(&self) -> Key {
        Key::of(match self.what {
            What::StandUp => STAND,
            What::Defend => DEFEND,
            What::Escape => ESCAPE,
        })
    }

    fn label(&self) -> Label {
        let (name, text) = match self.what {
            What::StandUp => ("Stand Up", "Gets back on its feet; enemies beside it may strike."),
            What::Defend => ("Defend", "Defenses cost less Vigor until its next turn."),
            What::Escape => {
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
        if self.what != What::StandUp {
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
            What::StandUp => Plan::of(Stand { unit, opened: false }),
            What::Defend => Plan::of(Defend { unit, paid: false }),
            What::Escape => Plan::of(Escape { unit, stage: Flight::Declare }),
        })
    }

    /// The AI defends itself with its last action if nothing better is left; before that, moving
    /// closer is better. It always gets up first.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        let last = self.unit.pools.0.value(ACTIONS) <= 1;
        if self.what != What::Defend || !last || self.unit.conditions.has(DEFENDING) {
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
    if long_acts::is_lost(unit, How::Act) {
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
