//! What a combatant can do beside moving: attack with each of its weapons, stand up.

use num_traits::ToPrimitive;

use crate::grid::Body;
use crate::rules::kit::acts::{Act, Acts, Label, Repertoire, Use, one_unit};
use crate::rules::kit::events;
use crate::rules::ruleset::{Aim, Ctx, Forecast};
use crate::rules::state::{Deed, Posture, Unit};
use crate::rules::weigh::{ActOutcome, ActSummary};
use crate::rules::{Key, Refusal};

use super::attack;
use super::data::{Content, Weapon};
use super::numbers::{ACTIONS, Numbers};
use super::step::{Attack, Blow, Outcome, Plan, Stand, Step};

/// The act of standing up (VG-159).
pub const STAND: &str = "stand_up";

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "VG-60";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let mut all: Acts<'a, Step> = Vec::new();
        for weapon in Numbers::of(self, unit).into_iter().flat_map(|n| n.weapons()) {
            all.push(Box::new(Strike { content: self, ctx, unit, weapon }));
        }
        if unit.placement.posture == Posture::Prone {
            all.push(Box::new(StandUp { unit }));
        }
        all
    }
}

/// Whether an action is left (VG-60, VG-178).
fn check_price(unit: &Unit) -> Result<(), Refusal> {
    if unit.pools.0.value(ACTIONS) > 0 {
        return Ok(());
    }
    Err(Refusal::new("no_actions", "no action is left", "VG-60"))
}

/// An attack with a weapon (VG-62).
struct Strike<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    unit: &'a Unit,
    weapon: &'a Weapon,
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
        check_price(self.unit)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, "VG-62")?;
        attack::prepare(self.content.at(self.ctx), self.unit, self.weapon, target)?;
        let weapon = self.weapon.id.clone();
        Ok(Plan::of(Attack { unit: self.unit.id(), target, weapon, blow: Blow::Declare }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let target = one_unit(how.targets, "VG-62");
        let roll = target.and_then(|t| {
            let roll = attack::prepare(self.content.at(self.ctx), self.unit, self.weapon, t)?;
            Ok(Forecast::new(t, roll.test))
        });
        roll.into_iter().collect()
    }

    fn means(&self) -> Vec<ActSummary> {
        let most = u16::try_from(self.content.rules.most_increments).unwrap_or(1);
        let span = u16::from(self.weapon.reach).max(u16::from(self.weapon.increment) * most);
        vec![ActSummary::plain(self.key(), Aim::Unit, span, self.check_use().is_ok())]
    }

    fn weigh(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let Self { content, ctx, unit, weapon } = *self;
        let target = one_unit(how.targets, "VG-62");
        let Ok(roll) = target.and_then(|t| attack::prepare(content.at(ctx), unit, weapon, t))
        else {
            return Vec::new();
        };
        let stopped = Numbers::of(content, roll.target)
            .and_then(|n| n.armour())
            .map_or(0, |(armour, _)| armour.rank);
        let chance = (roll.test.chance() * 1000).to_integer().to_i32().unwrap_or(0);
        // A Dodge costs as dearly as it avoids; it is counted as a third of the hits.
        let chance = if roll.may_dodge(content, ctx) { chance * 2 / 3 } else { chance };
        let harm = (roll.usual_damage() - stopped).max(1);
        vec![ActOutcome { chance, harm, ..ActOutcome::none(roll.target.id()) }]
    }
}

/// Getting up (VG-159).
struct StandUp<'a> {
    unit: &'a Unit,
}

impl Act<Step> for StandUp<'_> {
    fn key(&self) -> Key {
        Key::of(STAND)
    }

    fn label(&self) -> Label {
        let (name, text) = ("Stand Up".to_owned(), "Gets back on its feet.".to_owned());
        Label { name, text, cost: "1 action".to_owned(), group: "action" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_price(self.unit)
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(Stand { unit: self.unit.id() }))
    }

    fn means(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn weigh(&self, _: Use<'_>) -> Vec<ActOutcome> {
        vec![ActOutcome { helps: 1, ..ActOutcome::none(self.unit.id()) }]
    }
}

/// Stands up (VG-159).
pub fn stand(ctx: Ctx<'_>, step: &Stand) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let support = room.map_or(unit.placement.support, |room| ctx.field.support(room, unit.id()));
    let deed = Deed { class: Key::of("stand"), act: Key::of(STAND), amount: 0 };
    let left = unit.pools.0.value(ACTIONS) - 1;
    let mut events = vec![events::deed(unit, deed, None, "VG-159")];
    events.extend(events::pool(unit, ACTIONS, left, "Stand Up", "VG-159"));
    events.push(events::posture(unit, Posture::Standing, support, "VG-159"));
    Outcome::done(events)
}
