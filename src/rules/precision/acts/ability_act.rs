//! An ability as an act: a weapon attack, a technique or a special action.

use std::rc::Rc;

use crate::abilities::{self, Choice};
use crate::budget;
use crate::data::{self, Ability, Effect, Movement, Shape, Span, Timing};
use crate::estimate::{self, Covers};
use crate::position::Position;
use crate::repertoire::AbilityOf;
use crate::step::{
    self, CarefulStep, Drag, Handle, How, Leap, Plan, Prepare, Rush, Step, TurnEnd, TurnEnds,
    cell_of, unit_of,
};
use crate::strike::{Actor, Roll, Strike};
use crate::{effects, energy, interact, leap, objects, owed, rush, sidestep, square};
use grid::{Body, Dir, Place, UnitId, shape};
use rules::Key;
use rules::command::{Refusal, Target};
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use};
use rules::kit::area;
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Forecast};

/// An ability of a combatant at one moment.
pub struct AbilityAct<'a> {
    pub(super) position: Position<'a>,
    pub(super) actor: Actor<'a>,
    pub(super) ability: AbilityOf<'a>,
    pub(super) covers: Rc<Covers>,
}

impl AbilityAct<'_> {
    /// True if it is aimed at a single target.
    pub(super) fn is_single(&self) -> bool {
        matches!(self.ability.aim, data::Aim::One { .. })
    }

    /// Its AI summary, marked as unavailable; `None` if the AI ignores it.
    pub(super) fn summary(&self) -> Option<ActSummary> {
        estimate::summary(&self.strike())
    }

    /// Its AI summary, marked with whether it is available now.
    pub(super) fn available_summary(&self) -> Option<ActSummary> {
        let strike = self.strike();
        let summary = estimate::summary(&strike)?;
        let open = abilities::is_usable(&strike, self.actor.unit);
        Some(ActSummary { open, ..summary })
    }

    fn strike(&self) -> Strike<'_> {
        Strike::by(self.position, self.actor, &self.ability)
    }

    fn cost(&self) -> String {
        let ability = &*self.ability;
        let part = match ability.timing {
            Timing::Action => "action",
            Timing::Rapid => "rapid action",
            Timing::Prepared => "prepared action",
            Timing::FullTurn => "whole turn",
            Timing::InMovement => "movement",
        };
        let rules = &self.position.content.rules;
        match (ability.movement, ability.timing, energy::cost(&self.strike())) {
            (Some(Movement::Leap { cost, .. }), ..) => format!("{cost} movement per square"),
            (Some(Movement::Drag), ..) => format!("{} movement per square", rules.rough_heavy),
            (_, Timing::InMovement, _) => format!("{} movement", rules.door_cost),
            (_, _, energy) if energy > 0 => format!("{part}, {energy} energy"),
            _ => part.to_owned(),
        }
    }

    /// The step that carries out the ability at these targets; `None` if they do not fit.
    fn step(&self, targets: Vec<Target>) -> Option<Step> {
        let (unit, ability) = (self.actor.unit.id(), self.ability.id.clone());
        let cell = || targets.iter().find_map(cell_of);
        let target = || targets.iter().find_map(unit_of);
        Some(match self.ability.movement {
            Some(Movement::Charge { .. } | Movement::Dive { .. }) => {
                Rush { unit, ability, target: target()?, end: None }.into()
            }
            Some(Movement::CarefulStep(_)) => CarefulStep { unit, ability, to: cell()? }.into(),
            Some(Movement::Leap { .. }) => {
                Leap { unit, ability, to: targets.first()?.floor()? }.into()
            }
            Some(Movement::Drag) => Drag { unit, ability, target: target()? }.into(),
            None if interact::is_handling(&self.ability) => {
                Handle { unit, ability, target: *targets.first()? }.into()
            }
            None => step::Act::new(unit, ability, targets, How::Chosen).into(),
        })
    }

    /// True if it is part of a move and turns that move into a run (PR-62).
    fn begins_run(&self, targets: &[Target]) -> bool {
        let (position, unit, ability) = (self.position, self.actor.unit, &*self.ability);
        match (ability.movement, targets) {
            (Some(Movement::Leap { .. }), [target]) => {
                let leap =
                    target.floor().and_then(|to| leap::check(position, unit, ability, to).ok());
                leap.is_some_and(|leap| leap.begins_run())
            }
            (None, _) => {
                interact::is_handling(ability) && interact::begins_run(position, unit, ability)
            }
            _ => false,
        }
    }

    /// One cell in each of the eight directions, for cones.
    fn neighbours(&self) -> Vec<Target> {
        let room = self.position.body(self.actor.unit.id()).and_then(Body::room);
        let Some(room) = room else { return Vec::new() };
        let n = i16::from(room.size);
        let cells = Dir::ALL.into_iter().map(|dir| {
            let (dx, dy) = dir.delta();
            room.cell.offset(dx * (n + 1), dy * (n + 1))
        });
        let board = self.position.ctx.field.board();
        cells.filter(|c| board.contains(*c)).map(|c| Target::Place(c.into())).collect()
    }

    /// Possible centres of an area.
    fn points(&self, span: Span) -> Vec<Target> {
        let room = self.position.body(self.actor.unit.id()).and_then(Body::room);
        let Some(room) = room else { return Vec::new() };
        let range = u16::from(self.strike().span(span).1);
        let ctx = self.position.ctx;
        let cells = shape::radius(ctx.field.board(), room, range);
        let cells = cells.into_iter().map(|c| Target::Place(c.into()));
        cells.chain(area::upper_floors(ctx, self.actor.unit.id(), range)).collect()
    }

    /// The roll shown for a target before the ability is used, if it makes one.
    fn test(&self, target: UnitId) -> Option<Test> {
        let strike = self.strike();
        let roll = if strike.is_willing(target) {
            None
        } else if rush::is_rush(&self.ability) {
            self.after_rush(target)
        } else {
            strike.roll(target)
        };
        let aid = || {
            let needed = self.ability.effects.iter().find_map(|effect| match effect {
                Effect::PassNextSave(needed) => Some(*needed),
                _ => None,
            });
            needed.map(|needed| effects::first_aid_test(&strike.numbers, needed))
        };
        roll.map(Roll::test).or_else(aid)
    }

    /// The roll of the attack at the end of a rush, from where the attacker will stand (PR-83).
    fn after_rush(&self, target: UnitId) -> Option<Roll> {
        let position = self.position;
        let actor = self.actor.unit.id();
        let end = rush::end(&self.strike(), target).ok()?;
        let there = position.ctx.field.with_body(position.body(actor)?.placed(end));
        let ctx = Ctx { field: &there, ..position.ctx };
        Strike::new(Position { ctx, ..position }, actor, &self.ability)?.roll(target)
    }
}

impl Act<Step> for AbilityAct<'_> {
    fn key(&self) -> Key {
        self.ability.id.clone()
    }

    fn label(&self) -> Label {
        let Ability { name, text, timing, .. } = &*self.ability;
        let (name, text, group) = (name.clone(), text.clone(), budget::class_of(*timing));
        Label { name, text, cost: self.cost(), group }
    }

    fn aim(&self) -> Aim {
        match (self.ability.aim, abilities::choice(&self.ability)) {
            (_, Some(Choice::Nothing)) => Aim::Own,
            (_, Some(Choice::Place)) => Aim::Cell,
            (_, Some(Choice::Unit)) | (data::Aim::One { .. }, None) => Aim::Unit,
            (data::Aim::Fixture(_), None) => Aim::Edge,
            (data::Aim::Step | data::Aim::Square(_), None) => Aim::Cell,
            (
                data::Aim::Area {
                    shape: Shape::AroundPoint { .. } | Shape::Block { .. } | Shape::Cone(_),
                    ..
                },
                None,
            ) => Aim::Cell,
            (data::Aim::Area { .. } | data::Aim::Actor, None) => Aim::Own,
        }
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        Ok(owed::check_part(self.position, self.actor.unit, self.ability.timing)?)
    }

    fn check_use(&self) -> Result<(), Refusal> {
        abilities::check_use(&self.strike(), self.actor.unit)
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        let (position, unit, targets) = (self.position, self.actor.unit, [target]);
        match self.ability.timing {
            Timing::Prepared => {
                abilities::check_setting(position, unit, &self.ability, &targets).map(drop)
            }
            _ => abilities::check_aim(position, unit, &self.ability, &targets).map(drop),
        }
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let (position, unit, ability) = (self.position, self.actor.unit, &*self.ability);
        let bodies = position.ctx.field.bodies();
        let units = || bodies.iter().map(|body| Target::Unit(body.id));
        let own = || vec![Target::Unit(unit.id())];
        Some(match (ability.aim, abilities::choice(ability)) {
            (_, Some(Choice::Nothing)) => own(),
            (_, Some(Choice::Unit)) => units().collect(),
            (_, Some(Choice::Place)) => {
                let state = position.ctx.state;
                let known = |id| state.unit(id).is_some_and(|foe| state.sees(unit.side(), foe));
                let foes = bodies.iter().filter(|b| b.side != unit.side() && known(b.id));
                foes.filter_map(Body::anchor).map(|cell| Target::Place(cell.into())).collect()
            }
            (data::Aim::Actor, None) => own(),
            (data::Aim::One { .. }, None) => {
                units().chain(objects::candidates(&self.strike(), ability)).collect()
            }
            (data::Aim::Fixture(_), None) => interact::candidates(position, unit),
            (data::Aim::Step, None) => match ability.movement {
                Some(Movement::Leap { .. }) => {
                    leap::candidates(position.ctx.field.board(), unit, ability)
                }
                _ => sidestep::around(unit),
            },
            (data::Aim::Area { shape, .. }, None) => match shape {
                Shape::AroundSelf(_) | Shape::WithinReach(_) => own(),
                Shape::Cone(_) => self.neighbours(),
                Shape::AroundPoint { span, .. } | Shape::Block { span, .. } => self.points(span),
            },
            (data::Aim::Square(_), None) => square::candidates(position, unit, ability),
        })
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        let actor = self.actor.unit.id();
        let cells = abilities::cells(self.position, actor, &self.ability, target);
        cells.into_iter().map(Place::Cell).collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let (position, actor, ability) = (self.position, self.actor.unit, &*self.ability);
        let unit = actor.id();
        if ability.timing == Timing::Prepared {
            let setting = abilities::check_setting(position, actor, ability, how.targets)?;
            return Ok(Plan::of(Prepare { unit, ability: ability.id.clone(), setting }));
        }
        let targets = abilities::check_aim(position, actor, ability, how.targets)?;
        let runs = self.begins_run(&targets);
        let wrong = || Refusal::new("wrong_target", "not a valid target", "PR-139");
        let mut plan = budget::plan(self.step(targets).ok_or_else(wrong)?, runs);
        if ability.timing == Timing::FullTurn {
            // A full-turn action is the whole turn (PR-63).
            plan.steps.push(TurnEnd { unit, why: TurnEnds::Done }.into());
        }
        Ok(plan)
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let (ctx, actor) = (self.position.ctx, self.actor.unit);
        let units: Vec<UnitId> = match self.ability.aim {
            data::Aim::Area { .. } => {
                let first = how.targets.first().copied();
                abilities::affected(self.position, actor.id(), &self.ability, first)
            }
            _ => how.targets.iter().filter_map(unit_of).collect(),
        };
        let seen =
            |id: &UnitId| ctx.unit(*id).is_some_and(|them| ctx.state.sees(actor.side(), them));
        let rolls = units.into_iter().filter(seen);
        rolls.filter_map(|id| self.test(id).map(|test| Forecast::new(id, test))).collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        self.available_summary().into_iter().collect()
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        estimate::estimate(&self.strike(), self.actor.unit, how.targets, &self.covers)
    }
}
