//! Advanced actions as acts (MO-107 to MO-113, MO-119 to MO-121, MO-129, MO-131, MO-271).

use crate::acting::{By, HeldResult, HeldUse, Hold, TargetKind};
use crate::step::{AdvancedAct, Plan, ShiftThing, Step};
use grid::{Dir, UnitId};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::oracle::Pause;
use rules::ruleset::{Aim, Forecast};
use rules::state::{Posture, Unit};
use rules::{Key, Refusal};

use super::super::advanced::{self, Advanced};
use super::super::check;
use super::super::data::Affliction;
use super::super::disarm;
use super::super::forced;
use super::super::movable_objects;
use super::super::names::Hand;
use super::super::position::Position;
use super::super::shove;

/// Minimum skill bonus at which the AI considers an advanced action.
const MIN_SKILL: i32 = 3;

/// The advanced actions that the AI considers, in this order.
pub const AI_CHOICES: [Advanced; 5] =
    [Advanced::Shove, Advanced::Trip, Advanced::Grab, Advanced::Blind, Advanced::Disarm];

impl By<'_, Advanced> {
    fn step(&self, target: UnitId, way: (Option<Dir>, Option<Hand>), free: bool) -> Step {
        let (unit, act, (dir, hand)) = (self.id(), self.what, way);
        AdvancedAct { unit, act, target, dir, hand, free }.into()
    }

    fn check_unit(&self, target: UnitId) -> Result<(), Refusal> {
        self.what.check_target(self.position, self.unit, target)
    }
}

impl Act<Step> for By<'_, Advanced> {
    fn key(&self) -> Key {
        self.what.act()
    }

    fn label(&self) -> Label {
        Label {
            name: self.what.name().to_owned(),
            text: self.what.text().to_owned(),
            cost: format!("{} AP", self.what.price(self.position.content)),
            group: "advanced",
        }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    /// Ending a grab or throwing off a rider is allowed before the approach that rage demands
    /// (MO-276).
    fn check_moment(&self) -> Result<(), Refusal> {
        match self.what {
            Advanced::BreakFree | Advanced::LetGo | Advanced::ShakeOff => Ok(()),
            _ => self.check_drawn(),
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let price = self.what.price(self.position.content);
        self.budget()?.check_ap(price, self.what.rule())?;
        self.what.check_able(self.position, self.unit)
    }

    fn check_occasion(&self) -> Result<(), Refusal> {
        let mut all = self.position.ctx.state.units.iter();
        let things = || {
            let position = self.position;
            self.what == Advanced::Shove
                && !movable_objects::targets(position, self.unit).is_empty()
        };
        if all.any(|u| self.check_unit(u.id()).is_ok()) || things() {
            return Ok(());
        }
        Err(Refusal::new("no_target", "no valid target within 1 m", self.what.rule()))
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let Position { ctx, .. } = self.position;
        let units = ctx.state.units.iter().map(|u| Target::Unit(u.id()));
        let things = ctx.field.board().things().map(|(id, _)| Target::Thing(id));
        let things = things.filter(|_| self.what == Advanced::Shove);
        Some(units.chain(things).collect())
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        match (self.what, target) {
            (Advanced::Shove, Target::Thing(_)) => {
                movable_objects::check(self.position, self.unit, target)
            }
            _ => self.check_unit(one_unit(&[target], "MO-164")?),
        }
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let (position, choice) = (self.position, how.choice.as_str());
        if let (Advanced::Shove, [target @ Target::Thing(thing)]) = (self.what, how.targets) {
            movable_objects::check(position, self.unit, *target)?;
            let dir = movable_objects::variant(position, self.unit, *target, choice)?;
            return Ok(Plan::of(ShiftThing { unit: self.id(), thing: *thing, dir }));
        }
        let target = one_unit(how.targets, "MO-164")?;
        self.check_unit(target)?;
        let way = self.what.variant(position, self.unit, target, choice)?;
        Ok(Plan::of(self.step(target, way, false)))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let Some(Target::Unit(id)) = how.targets.first() else { return Vec::new() };
        let them = self.position.ctx.unit(*id).filter(|u| u.status.is_present());
        let contest = advanced::contest(self.what).zip(them);
        let stands = contest.and_then(|(c, them)| c.forecast(self.position, self.unit, them));
        stands.into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let contest = advanced::contest(self.what).filter(|_| AI_CHOICES.contains(&self.what));
        let skill = contest.map(|c| check::best(self.position, self.unit, c.own));
        if skill.is_none_or(|skill| skill < MIN_SKILL) {
            return Vec::new();
        }
        let plain = ActSummary::plain(self.key(), Aim::Unit, 1, self.check_use().is_ok());
        vec![ActSummary { pushes: self.what == Advanced::Shove, ..plain }]
    }

    /// How much it hinders the target, or the result of a shove.
    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let them = how.targets.first().and_then(Target::unit);
        let them = them.and_then(|id| self.position.ctx.unit(id));
        let Some((contest, them)) = advanced::contest(self.what).zip(them) else {
            return Vec::new();
        };
        let has = |which: Affliction| them.conditions.has(which.key().as_str());
        let armed = || {
            let held = disarm::items(self.position, them);
            let weapons = &self.position.content.weapons;
            held.first().is_some_and(|(_, item)| weapons.contains(item.as_str()))
        };
        let (harm, hinders) = match self.what {
            Advanced::Shove => (shoved(self.position, self.unit, them), 0),
            Advanced::Trip if them.placement.posture == Posture::Standing => (0, 2),
            Advanced::Blind if !has(Affliction::Blinded) => (0, 2),
            Advanced::Grab if !has(Affliction::Grabbed) => (0, 1),
            Advanced::Disarm if armed() => (0, 2),
            _ => (0, 0),
        };
        let chance = contest.chance(self.position, self.unit, them);
        vec![ActOutcome { chance, harm, hinders, ..ActOutcome::none(them.id()) }]
    }
}

/// The best result of a shove in any direction: a fall or a collision.
fn shoved(position: Position<'_>, actor: &Unit, them: &Unit) -> i32 {
    let rules = &position.content.rules;
    let armor = position.numbers(them.id()).map_or(0, |n| n.armor().total());
    let metres = i32::from(rules.shove_metres);
    let harm = shove::ways(position, actor, them).into_iter().map(|shove| {
        let fall = forced::fall_of(&shove.way, rules.fall_free);
        let bump = if shove.way.is_hard() || !shove.way.met.is_empty() { metres } else { 0 };
        let most = fall.max(bump);
        if most > 0 { (most - armor).max(0) } else { 0 }
    });
    harm.max().unwrap_or(0)
}

impl Hold for By<'_, Advanced> {
    fn held_price(&self) -> i32 {
        self.what.price(self.position.content)
    }

    fn check_held(&self) -> Result<(), Refusal> {
        self.budget()?.check_ap(self.held_price(), "MO-65")?;
        self.what.check_able(self.position, self.unit)
    }

    fn whom(&self) -> TargetKind {
        match self.what {
            Advanced::Climb | Advanced::ShakeOff | Advanced::BreakFree => TargetKind::Anybody,
            _ => TargetKind::Foe,
        }
    }

    fn meant_for(&self, at: UnitId) -> Option<Vec<Target>> {
        let able = self.what.check_able(self.position, self.unit).is_ok();
        (able && self.check_unit(at).is_ok()).then(|| vec![Target::Unit(at)])
    }

    fn carry_out(&self, how: HeldUse<'_>) -> Result<HeldResult, Pause> {
        let target = how.targets.iter().find_map(Target::unit);
        let gone = HeldResult::Lost("no valid target");
        Ok(target.map_or(gone, |id| HeldResult::Runs(self.step(id, (None, None), true))))
    }
}
