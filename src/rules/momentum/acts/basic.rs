//! The basic actions as acts (MO-84 to MO-106, MO-116, MO-269, MO-283).

use crate::acting::{By, HeldResult, HeldUse, Hold, TargetKind};
use crate::step::{BasicAct, Plan, Step};
use grid::UnitId;
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::oracle::Pause;
use rules::ruleset::Aim;
use rules::state::Unit;
use rules::{Key, Refusal};

use super::super::attack::Attack;
use super::super::basic::Basic;
use super::super::cover::Cover;
use super::super::damage::{Blow, Part, resolve};
use super::super::data::{Affliction, StatusEffect};
use super::super::position::Position;
use super::super::summon;
use super::super::walk;
use super::power::known_foes;

/// Turns of Burning counted in an estimate.
const TURNS: i32 = 2;
/// Number of shooters beyond which taking cover is not scored higher.
const MOST_SHOOTERS: i32 = 2;
/// Assumed chance that First Aid helps, in thousandths.
const FIRST_AID: i32 = 700;

impl By<'_, Basic> {
    fn step(&self, target: Option<Target>, free: bool) -> Step {
        let object = target.filter(|target| target.unit().is_none());
        let target = target.as_ref().and_then(Target::unit);
        BasicAct { unit: self.id(), act: self.what, target, object, free }.into()
    }
}

impl Act<Step> for By<'_, Basic> {
    fn key(&self) -> Key {
        self.what.act()
    }

    fn label(&self) -> Label {
        Label {
            name: self.what.offered_as().to_owned(),
            text: self.what.text().to_owned(),
            cost: self.what.cost(self.position.content),
            group: self.what.group(),
        }
    }

    fn aim(&self) -> Aim {
        self.what.aim()
    }

    /// Acts that bring an enraged unit closer to an enemy are allowed before it has approached one
    /// (MO-276).
    fn check_moment(&self) -> Result<(), Refusal> {
        match self.what {
            Basic::Attack | Basic::Move | Basic::Sprint | Basic::StandUp => Ok(()),
            _ => self.check_drawn(),
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.what.check_use(self.position, self.unit)
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        if self.aim() == Aim::Own {
            return Ok(());
        }
        self.what.check_target(self.position, self.unit, target)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        (self.aim() == Aim::Unit).then(|| self.what.candidates(self.position))
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let me = self.id();
        let target = if self.aim() == Aim::Unit {
            let target = match how.targets {
                [target] => *target,
                _ => Target::Unit(one_unit(how.targets, "MO-164")?),
            };
            self.what.check_target(self.position, self.unit, target)?;
            Some(target)
        } else if how.targets.iter().any(|t| *t != Target::Unit(me)) {
            return Err(Refusal::new("no_target", "it takes no target", "MO-164"));
        } else {
            (!how.targets.is_empty()).then_some(Target::Unit(me))
        };
        let mut plan = Plan { steps: Vec::new(), warnings: Vec::new() };
        if let Some(strides) = self.what.movement(self.position, self.unit) {
            walk::buy(self.unit, strides, &mut plan);
        }
        plan.steps.push(self.step(target, false));
        Ok(plan)
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let ctx = self.position.ctx;
        if !self.what.is_listed(ctx, self.unit) {
            return Vec::new();
        }
        let wild = || {
            let mut own = summon::of(ctx.state, self.id());
            own.any(|u| summon::is_wild(self.position.content, ctx.state, u))
        };
        let useful = match self.what {
            Basic::Stabilize | Basic::PutOut | Basic::TakeCover => true,
            Basic::Command => wild(),
            _ => return Vec::new(),
        };
        let (aim, open) = (self.aim(), useful && self.check_use().is_ok());
        vec![ActSummary {
            whole_turn: self.what == Basic::Stabilize,
            against_foes: false,
            for_friends: true,
            ..ActSummary::plain(self.key(), aim, u16::from(aim == Aim::Unit), open)
        }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let target = how.targets.first().and_then(Target::unit);
        let own = ActOutcome::none(self.id());
        let whom = target.map_or(own, ActOutcome::none);
        vec![match (self.what, target) {
            (Basic::Stabilize, Some(_)) => ActOutcome { chance: FIRST_AID, helps: 1, ..whom },
            (Basic::Command, _) => ActOutcome { helps: 1, ..own },
            (Basic::PutOut, _) => {
                ActOutcome { mends: TURNS * burns(self.position, whom.target), ..whom }
            }
            (Basic::TakeCover, _) => {
                let helps = shooters(self.position, self.unit).min(MOST_SHOOTERS);
                ActOutcome { helps, ..whom }
            }
            _ => return Vec::new(),
        }]
    }
}

/// Average damage of a turn of Burning, after defences (MO-283).
fn burns(position: Position<'_>, whom: UnitId) -> i32 {
    let Some(numbers) = position.numbers(whom) else { return 0 };
    let each = numbers.effects().filter_map(|(_, effect)| match effect {
        StatusEffect::DamageAtStart(typed) => {
            let blow = Blow::plain(vec![Part::usual(*typed, "MO-283")]);
            Some(resolve(position.content, &blow, &numbers).total)
        }
        _ => None,
    });
    each.sum()
}

/// Number of known enemies that could shoot at a unit while it has half cover from them and is not
/// yet taking cover (MO-102, MO-103).
fn shooters(position: Position<'_>, unit: &Unit) -> i32 {
    if unit.conditions.has(Affliction::Covered.key().as_str()) {
        return 0;
    }
    let shoots = |foe: &&Unit| {
        let far = u32::from(farthest(position, foe.id()));
        far > 1
            && position.distance(foe.id(), unit.id()) <= far
            && matches!(position.cover(foe.id(), unit.id()), Cover::Half(_))
    };
    let all = known_foes(position, unit).filter(shoots).count();
    i32::try_from(all).unwrap_or(MOST_SHOOTERS)
}

/// Range of a combatant's longest shot, in metres; 0 if it has none.
fn farthest(position: Position<'_>, id: UnitId) -> u16 {
    let all = Attack::all(position, id).into_iter().map(|attack| attack.reach());
    all.filter(|reach| !reach.is_melee()).map(|reach| reach.metres()).max().unwrap_or(0)
}

impl Hold for By<'_, Basic> {
    fn held_price(&self) -> i32 {
        self.what.price(self.position.content)
    }

    fn check_held(&self) -> Result<(), Refusal> {
        match self.whom() {
            TargetKind::Friend => self.budget()?.check_ap(self.held_price(), "MO-65"),
            _ => self.check_use(),
        }
    }

    fn whom(&self) -> TargetKind {
        match self.what {
            Basic::Move | Basic::Sprint => TargetKind::Spot,
            Basic::Stabilize | Basic::PutOut => TargetKind::Friend,
            _ => TargetKind::Own,
        }
    }

    fn spots(&self) -> Vec<Target> {
        let reach =
            walk::reach(self.position.content, self.position.ctx, self.id(), walk::Far::All);
        let most = i64::from(self.metres());
        let near = reach.stops().iter().filter(|s| i64::from(s.cost) <= most);
        let board = self.position.ctx.field.board();
        near.map(|stop| board.floor_below(stop.cell, stop.feet).into()).collect()
    }

    fn serves(&self, spot: Target) -> bool {
        matches!(spot, Target::Place(_) | Target::Floor(_))
    }

    fn meant_for(&self, at: UnitId) -> Option<Vec<Target>> {
        match self.whom() {
            TargetKind::Friend => {
                let at = Target::Unit(at);
                let fits = self.what.check_target(self.position, self.unit, at).is_ok();
                fits.then(|| vec![at])
            }
            _ => Some(Vec::new()),
        }
    }

    fn carry_out(&self, how: HeldUse<'_>) -> Result<HeldResult, Pause> {
        let aim = how.targets.first().copied();
        Ok(match self.whom() {
            TargetKind::Spot => HeldResult::Gives(self.metres(), aim.and_then(|at| at.floor())),
            _ => HeldResult::Runs(self.step(aim, true)),
        })
    }
}

impl By<'_, Basic> {
    /// Metres gained by a held Move or Sprint (MO-92, MO-94).
    fn metres(&self) -> i32 {
        let once = self.budget().map_or(0, |b| b.basic());
        let rules = &self.position.content.rules;
        if self.what == Basic::Sprint { once * rules.sprint_factor } else { once }
    }
}
