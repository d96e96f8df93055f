//! Techniques and spells as acts: what they cost, how long they take, what they lead to (VG-83,
//! VG-325 to VG-329).

use num_traits::ToPrimitive;

use crate::grid::{Body, Cell, Diagonals, Dir, Place, UnitId, distance, sees, shape};
use crate::rules::command::Target;
use crate::rules::dice::{Die, Read, Throw};
use crate::rules::estimate::{ActOutcome, ActSummary};
use crate::rules::event::Event;
use crate::rules::kit::acts::{Act, Label, Use, one_cell, one_target, one_unit};
use crate::rules::kit::{area, events};
use crate::rules::object::Object;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::parameter::Parameter;
use crate::rules::roll::Test;
use crate::rules::ruleset::{Aim, Ctx, Forecast};
use crate::rules::state::{Condition, Expiry, Status, Undertaking, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::attack;
use super::conditions::{self, HEARTENED, STEADY, for_rounds, gain};
use super::data::{
    Ability, Content, Fits, Form, Mends, Moment, Skill, Spell, Technique, TechniqueDeed, Weapon,
};
use super::facing;
use super::long_acts;
use super::numbers::{ACTIONS, MANA, Numbers, VIGOR, check_actions};
use super::objects;
use super::sight;
use super::step::{
    Attack, Batter, Blow, Opening, Outcome, Perform, Plan, Stage, Step, Struggle, Style, Suffer,
};
use super::wounds;

/// The weapon of a strike with the shield.
const BASH: &str = "shield_bash";
/// The parameter of a technique that the other hand follows (VG-328).
const OFF_HAND: &str = "off_hand";

/// A technique or a spell.
#[derive(Clone, Copy)]
pub enum Art<'a> {
    /// A technique.
    Technique(&'a Technique),
    /// A spell.
    Spell(&'a Spell),
}

impl<'a> Art<'a> {
    /// The technique or spell of that name.
    pub fn of(content: &'a Content, id: &str) -> Option<Self> {
        let technique = content.techniques.get(id).map(Self::Technique);
        technique.or_else(|| content.spells.get(id).map(Self::Spell))
    }

    const fn id(self) -> &'a Key {
        match self {
            Self::Technique(technique) => &technique.id,
            Self::Spell(spell) => &spell.id,
        }
    }

    fn name(self) -> &'a str {
        match self {
            Self::Technique(technique) => &technique.name,
            Self::Spell(spell) => &spell.name,
        }
    }

    const fn actions(self) -> i32 {
        match self {
            Self::Technique(technique) => technique.actions as i32,
            Self::Spell(spell) => spell.actions as i32,
        }
    }

    /// The pool it is paid from, its name and the cost (VG-325).
    const fn cost(self) -> (&'static str, &'static str, i32) {
        match self {
            Self::Technique(technique) => (VIGOR, "Vigor", technique.vigor),
            Self::Spell(spell) => (MANA, "Mana", spell.mana),
        }
    }
}

/// A technique or spell as an act of a combatant.
pub struct Performing<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Who.
    pub me: Numbers<'a>,
    /// What.
    pub art: Art<'a>,
}

/// The weapon that a combatant uses a technique with, the first that fits.
fn arms<'a>(me: &Numbers<'a>, technique: &Technique) -> Option<&'a Weapon> {
    let content = me.content;
    let base = if technique.weapon == Fits::Shield {
        me.shield().and_then(|_| content.weapons.get(BASH))?
    } else {
        me.weapons().find(|weapon| technique.fits(weapon))?
    };
    content.arms.get(technique.arms(&base.id).as_str())
}

impl<'a> Performing<'a> {
    /// The weapon behind it, if it comes to an attack.
    fn weapon(&self) -> Option<&'a Weapon> {
        match self.art {
            Art::Technique(technique) => arms(&self.me, technique),
            Art::Spell(spell) => self.content.arms.get(spell.id.as_str()),
        }
    }

    fn begun(&self) -> bool {
        self.me.unit.undertakings.get(self.art.id().as_str()).is_some()
    }

    fn check_spell(&self, spell: &Spell, targets: &[Target]) -> Result<(), Refusal> {
        let me = self.me.unit;
        match spell.form {
            Form::Aimed(_) | Form::Touch => Ok(()),
            Form::Area { range: 0, .. } => Ok(()),
            Form::Area { range, .. } => {
                let cell = one_cell(targets, "VG-134")?;
                let away = area::away(self.ctx, me.id(), cell);
                let near = away.is_some_and(|(n, seen)| seen && n <= u32::from(range));
                near.then_some(()).ok_or_else(|| far("VG-134"))
            }
            Form::Cone(_) => direction(targets).map(drop),
            Form::Will(range) | Form::Boon(range) => {
                let target = one_unit(targets, "VG-83")?;
                let unit = self.ctx.unit(target).ok_or_else(|| far("VG-83"))?;
                let boon = matches!(spell.form, Form::Boon(_));
                let foe = self.ctx.state.are_foes(me.id(), target);
                let present = match unit.status {
                    Status::Active => true,
                    Status::Down => spell.mends == Some(Mends::Health),
                    Status::Dead | Status::Gone | Status::Surrendered => false,
                };
                if !present || foe == boon || (target == me.id() && !boon) {
                    let text = "it does nothing to this target";
                    return Err(Refusal::new("wrong_target", text, "VG-83"));
                }
                reaches(self.ctx, me, unit, range.into())
            }
        }
    }
}

fn far(rule: &'static str) -> Refusal {
    Refusal::new("out_of_range", "it is out of range or out of view", rule)
}

/// Whether a target is near enough and in line of sight.
fn reaches(ctx: Ctx<'_>, me: &Unit, target: &Unit, range: i32) -> Result<(), Refusal> {
    if me.id() == target.id() {
        return Ok(());
    }
    let bodies = ctx.field.body(me.id()).zip(ctx.field.body(target.id()));
    // An enemy must be seen and known; where friends are is known.
    let foe = ctx.state.are_foes(me.id(), target.id());
    let near = bodies.is_some_and(|(a, b)| {
        let clear = if foe {
            sight::in_sight(ctx, a, b) && facing::is_aware(ctx, me.id(), target.id())
        } else {
            sees(ctx.field.board(), a, b)
        };
        attack::metres(a, b) <= range && clear
    });
    near.then_some(()).ok_or_else(|| far("VG-83"))
}

fn direction(targets: &[Target]) -> Result<Dir, Refusal> {
    match one_target(targets, "VG-134")? {
        Target::Direction(dir) => Ok(dir),
        _ => Err(Refusal::new("one_target", "choose a direction", "VG-134")),
    }
}

impl Act<Step> for Performing<'_> {
    fn key(&self) -> Key {
        self.art.id().clone()
    }

    fn label(&self) -> Label {
        let (_, pool, amount) = self.art.cost();
        let (text, group) = match self.art {
            Art::Technique(technique) => (&technique.text, "technique"),
            Art::Spell(spell) => (&spell.text, "spell"),
        };
        let actions = match self.art.actions() {
            1 => "1 action".to_owned(),
            n => format!("{n} actions"),
        };
        let cost = format!("{actions}, {amount} {pool}");
        Label { name: self.art.name().to_owned(), text: text.clone(), cost, group }
    }

    fn aim(&self) -> Aim {
        match self.art {
            Art::Technique(technique) if technique.deed == TechniqueDeed::Attack => Aim::Unit,
            Art::Technique(_) => Aim::Own,
            Art::Spell(spell) => match spell.form {
                Form::Area { range: 0, .. } => Aim::Own,
                Form::Area { .. } => Aim::Cell,
                Form::Cone(_) => Aim::Direction,
                Form::Aimed(_) | Form::Touch | Form::Will(_) | Form::Boon(_) => Aim::Unit,
            },
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let unit = self.me.unit;
        let mental = matches!(self.art, Art::Spell(spell) if spell.mental);
        if self.me.is_incapacitated() && !(mental && self.me.is_conscious()) {
            return Err(Refusal::new("incapacitated", "it cannot move", "VG-57"));
        }
        check_actions(unit)?;
        let (pool, name, amount) = self.art.cost();
        if !self.begun() && unit.pools.0.value(pool) < amount {
            let text = format!("it takes {amount} {name}");
            return Err(Refusal::new("too_dear", text, "VG-177"));
        }
        match self.art {
            Art::Technique(technique) => {
                let attacks =
                    matches!(technique.deed, TechniqueDeed::Attack | TechniqueDeed::AttackAll);
                if attacks && self.weapon().is_none() {
                    return Err(Refusal::new("no_weapon", "no weapon fits it", "VG-83"));
                }
                Ok(())
            }
            Art::Spell(_) => Ok(()),
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let light = self.weapon().filter(|weapon| weapon.light);
        let able = light.is_some_and(|weapon| {
            let vigor = self.me.unit.pools.0.value(VIGOR) - self.art.cost().2;
            vigor >= self.content.rules.offhand_cost && attack::other_hand(&self.me, weapon).is_ok()
        });
        let switch = || Parameter::number(OFF_HAND, "Off hand", 0, 1);
        able.then(switch).into_iter().collect()
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let directions = || Dir::ALL.into_iter().map(Target::Direction).collect();
        if self.aim() == Aim::Direction {
            return Some(directions());
        }
        if let (Art::Spell(Spell { form: Form::Area { range, .. }, .. }), Aim::Cell) =
            (self.art, self.aim())
        {
            let at = self.ctx.field.body(self.me.unit.id()).and_then(Body::room)?;
            let cells = area::cells(self.ctx, at.cell, u16::from(*range));
            let targets = cells.into_iter().map(|cell| Target::Place(Place::Cell(cell)));
            return Some(targets.collect());
        }
        None
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let aims = self.aim() == Aim::Unit;
        let weapon = self.weapon().filter(|_| aims);
        let object = how.targets.first().copied().and_then(Object::of);
        if let Some((weapon, object)) = weapon.zip(object) {
            objects::check(self.content.at(self.ctx), self.me.unit, weapon, object)?;
        } else if let Some(weapon) = weapon {
            let target = one_unit(how.targets, "VG-83")?;
            let moment = self.content.at(self.ctx);
            let roll = attack::prepare(moment, self.me.unit, weapon, target, &Style::default())?;
            if let Art::Technique(technique) = self.art
                && technique.only_wounded
                && !Numbers::of(self.content, roll.target).is_some_and(|n| n.is_wounded())
            {
                return Err(Refusal::new("not_wounded", "it is not wounded", "VG-329"));
            }
        }
        if let Art::Spell(spell) = self.art {
            self.check_spell(spell, how.targets)?;
        }
        let off_hand = how.with.number(OFF_HAND, 0) > 0;
        let (unit, act, targets) = (self.me.unit.id(), self.key(), how.targets.to_vec());
        let targets = if self.aim() == Aim::Own { Vec::new() } else { targets };
        Ok(Plan::of(Perform { unit, act, targets, off_hand, stage: Stage::Begin }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let weapon = self.weapon().filter(|_| self.aim() == Aim::Unit);
        let forecast = |weapon: &Weapon| {
            let target = one_unit(how.targets, "VG-83").ok()?;
            let moment = self.content.at(self.ctx);
            let roll = attack::prepare(moment, self.me.unit, weapon, target, &Style::default());
            Some(Forecast::new(target, roll.ok()?.test))
        };
        weapon.and_then(forecast).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = match self.art {
            Art::Technique(_) => {
                let reach =
                    self.weapon().map(|w| self.me.reach(w).max(w.farthest(&self.content.rules)));
                u16::try_from(reach.unwrap_or(1)).unwrap_or(1)
            }
            Art::Spell(spell) => match spell.form {
                Form::Aimed(n) | Form::Will(n) | Form::Boon(n) | Form::Cone(n) => n.into(),
                Form::Touch => 1,
                Form::Area { radius, range } => u16::from(radius) + u16::from(range),
            },
        };
        let friendly = match self.art {
            Art::Technique(technique) => {
                matches!(technique.deed, TechniqueDeed::Steady | TechniqueDeed::Rally(_))
            }
            Art::Spell(spell) => matches!(spell.form, Form::Boon(_)),
        };
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        let cost = self.art.cost().2;
        vec![ActSummary { cost, against_foes: !friendly, for_friends: friendly, ..plain }]
    }

    /// Worth less the more turns it still takes.
    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let unit = self.me.unit;
        let begun = unit.undertakings.get(self.art.id().as_str());
        let done = begun.filter(|begun| begun.targets == how.targets).map_or(0, |begun| begun.done);
        let needed = (self.art.actions() - done).max(1);
        let paid = unit.pools.0.value(ACTIONS).clamp(0, needed);
        let mut all = estimate(self, how.targets);
        for outcome in &mut all {
            outcome.chance = outcome.chance * paid / needed;
        }
        all
    }
}

/// What it would roughly do to each target (estimate of the opponent).
fn estimate(performing: &Performing<'_>, targets: &[Target]) -> Vec<ActOutcome> {
    let Performing { content, ctx, me, art } = performing;
    let moment = content.at(*ctx);
    let weapon = performing.weapon().filter(|_| performing.aim() == Aim::Unit);
    if let Some(weapon) = weapon {
        let target = one_unit(targets, "VG-83");
        let roll =
            target.and_then(|t| attack::prepare(moment, me.unit, weapon, t, &Style::default()));
        let Ok(roll) = roll else { return Vec::new() };
        let chance = (roll.chance() * 1000).to_integer().to_i32().unwrap_or(0);
        let harm = roll.usual_damage(content).max(1);
        return vec![ActOutcome { chance, harm, ..ActOutcome::none(roll.target.id()) }];
    }
    match art {
        Art::Technique(_) => vec![ActOutcome { helps: 0, ..ActOutcome::none(me.unit.id()) }],
        Art::Spell(spell) => {
            let usual = 9 * i32::from(spell.dice) / 2;
            let caught = caught(*ctx, me.unit, spell, targets);
            let outcome = |id: UnitId| {
                let none = ActOutcome { chance: 600, ..ActOutcome::none(id) };
                let missing = ctx.unit(id).map_or(0, |unit| {
                    let meters = unit.tracks.0.iter();
                    meters.map(|meter| meter.max - meter.value).max().unwrap_or(0)
                });
                match spell.mends {
                    Some(_) => ActOutcome { chance: 1000, mends: usual.min(missing), ..none },
                    None if spell.dice > 0 => ActOutcome { harm: usual, ..none },
                    None if matches!(spell.form, Form::Boon(_)) => {
                        ActOutcome { chance: 1000, helps: 1, ..none }
                    }
                    None => ActOutcome { hinders: 1, ..none },
                }
            };
            caught.into_iter().map(outcome).collect()
        }
    }
}

/// Whom a spell reaches.
fn caught(ctx: Ctx<'_>, me: &Unit, spell: &Spell, targets: &[Target]) -> Vec<UnitId> {
    let own = |cell: Cell, radius: u8| {
        let mut all = area::caught(ctx, cell, radius.into());
        all.retain(|id| *id != me.id());
        all
    };
    match spell.form {
        Form::Area { radius, range: 0 } => {
            let cell = ctx.field.body(me.id()).and_then(Body::room).map(|room| room.cell);
            cell.map_or_else(Vec::new, |cell| own(cell, radius))
        }
        Form::Area { radius, .. } => match one_cell(targets, "VG-134") {
            Ok(cell) => area::caught(ctx, cell, radius.into()),
            Err(_) => Vec::new(),
        },
        Form::Cone(n) => {
            let room = ctx.field.body(me.id()).and_then(Body::room);
            let Some((room, dir)) = room.zip(direction(targets).ok()) else { return Vec::new() };
            let cells = shape::cone(ctx.field.board(), room, dir, n.into());
            let inside =
                |body: &&Body| body.id != me.id() && body.cells().any(|cell| cells.contains(&cell));
            let alive = |id: &UnitId| ctx.unit(*id).is_some_and(|u| u.status != Status::Dead);
            let seen = |body: &&Body| {
                ctx.field.body(me.id()).is_some_and(|me| sees(ctx.field.board(), me, *body))
            };
            let bodies = ctx.field.bodies().iter().filter(inside).filter(seen);
            bodies.map(|body| body.id).filter(alive).collect()
        }
        _ => one_unit(targets, "VG-83").into_iter().collect(),
    }
}

/// Carries a technique or spell out: paid and worked on, then its effect (VG-33).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(moment: Moment<'_>, step: &Perform, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit).filter(|unit| unit.is_active()) else { return nothing };
    let Some(art) = Art::of(content, step.act.as_str()) else { return nothing };
    let Some(me) = Numbers::of(content, actor) else { return nothing };
    if step.stage == Stage::Begin {
        return Ok(begin(&me, art, step));
    }
    match art {
        Art::Technique(technique) => Ok(technique_works(ctx, &me, technique, step)),
        Art::Spell(spell) => spell_works(moment, &me, spell, step, oracle),
    }
}

/// Declares it, pays it when it is begun, and spends actions on it.
fn begin(me: &Numbers<'_>, art: Art<'_>, step: &Perform) -> Outcome {
    let actor = me.unit;
    let act = (art.id().clone(), art.name());
    let units = step.targets.iter().filter_map(|target| match target {
        Target::Unit(id) => Some(*id),
        _ => None,
    });
    let mut all = vec![events::declared(actor, act, units.collect(), "VG-83")];
    let known = actor.undertakings.get(art.id().as_str());
    let goes_on = known.is_some_and(|known| known.targets == step.targets);
    if !goes_on {
        let (pool, _, amount) = art.cost();
        let left = actor.pools.0.value(pool) - amount;
        all.extend(events::pool(actor, pool, left, art.name(), "VG-325"));
    }
    let task = Undertaking {
        act: art.id().clone(),
        choice: Key::default(),
        targets: step.targets.clone(),
        done: 0,
        of: art.actions(),
    };
    let (worked, done) = long_acts::work(actor, task, art.name());
    all.extend(worked);
    if !done {
        return Outcome::done(all);
    }
    let effect = Perform { stage: Stage::Effect, ..step.clone() };
    match art {
        Art::Technique(technique) if technique.opens => {
            let opening = Opening { unit: actor.id() }.into();
            Outcome::after(all, vec![opening], Some(effect.into()))
        }
        _ => Outcome::then(all, effect.into()),
    }
}

/// An attack that is paid already.
fn blow(unit: UnitId, target: UnitId, weapon: &Key, style: Style) -> Step {
    Attack { unit, target, weapon: weapon.clone(), style, blow: Blow::Roll }.into()
}

/// The effect of a technique.
fn technique_works(
    ctx: Ctx<'_>,
    me: &Numbers<'_>,
    technique: &Technique,
    step: &Perform,
) -> Outcome {
    let (actor, content) = (me.unit, me.content);
    let style = Style { then_off_hand: step.off_hand, ..Style::default() };
    match technique.deed {
        TechniqueDeed::Attack => {
            let object = step.targets.first().copied().filter(|t| Object::of(*t).is_some());
            if let Some((object, weapon)) = object.zip(arms(me, technique)) {
                let (unit, weapon) = (actor.id(), weapon.id.clone());
                let struck = Batter { unit, weapon, object, paid: true }.into();
                return Outcome::after(Vec::new(), vec![struck], None);
            }
            let target = one_unit(&step.targets, "VG-83").ok();
            let attack = target
                .zip(arms(me, technique))
                .map(|(target, weapon)| blow(actor.id(), target, &weapon.id, style));
            Outcome::after(Vec::new(), attack.into_iter().collect(), None)
        }
        TechniqueDeed::AttackAll => {
            let Some(weapon) = arms(me, technique) else { return Outcome::done(Vec::new()) };
            let moment = content.at(ctx);
            let able = |unit: &&Unit| {
                let roll = attack::prepare(moment, actor, weapon, unit.id(), &style);
                roll.is_ok_and(|roll| roll.melee)
            };
            let units = ctx.state.units.iter().filter(able);
            let all = units.map(|unit| blow(actor.id(), unit.id(), &weapon.id, style));
            Outcome::after(Vec::new(), all.collect(), None)
        }
        TechniqueDeed::Steady => {
            let lasts = Expiry::Until(Key::of("own_turn"));
            let steady = Condition::new(Key::of(STEADY), 0, Some(actor.id()), lasts);
            Outcome::done(gain(actor, steady, "VG-325"))
        }
        TechniqueDeed::Rally(squares) => {
            let hears = |unit: &&Unit| {
                let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(unit.id()));
                let near = bodies.is_some_and(|(a, b)| {
                    distance(a, b, Diagonals::One).is_some_and(|n| n <= u32::from(squares))
                });
                unit.id() != actor.id() && unit.side() == actor.side() && unit.is_active() && near
            };
            let allies = ctx.state.units.iter().filter(hears);
            let heartened = |unit: &Unit| {
                let heart = Condition::new(Key::of(HEARTENED), 0, Some(actor.id()), Expiry::Battle);
                gain(unit, heart, "VG-325")
            };
            Outcome::done(allies.flat_map(heartened).collect())
        }
        TechniqueDeed::Sweep { against, .. } => {
            let body = ctx.field.body(actor.id());
            let near = |unit: &&Unit| {
                let other = ctx.field.body(unit.id());
                unit.is_active()
                    && unit.id() != actor.id()
                    && body.zip(other).is_some_and(|(a, b)| attack::adjacent(ctx, a, b))
            };
            let units = ctx.state.units.iter().filter(near);
            let (by, act) = (actor.id(), technique.id.clone());
            let stage = Struggle::Check { against };
            let all = units.map(|unit| Suffer { unit: unit.id(), by, act: act.clone(), stage });
            Outcome::after(Vec::new(), all.map(Step::from).collect(), None)
        }
    }
}

/// The effect of a spell: an attack, a roll that those it reaches resist, or a boon (VG-124, VG-134).
fn spell_works(
    moment: Moment<'_>,
    me: &Numbers<'_>,
    spell: &Spell,
    step: &Perform,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let actor = me.unit;
    if let Some(object) = step.targets.first().copied().filter(|t| Object::of(*t).is_some()) {
        let (unit, weapon) = (actor.id(), spell.id.clone());
        let struck = Batter { unit, weapon, object, paid: true }.into();
        return Ok(Outcome::after(Vec::new(), vec![struck], None));
    }
    if content.arms.contains(spell.id.as_str()) {
        let target = one_unit(&step.targets, "VG-83").ok();
        let attack = target.map(|t| blow(actor.id(), t, &spell.id, Style::default()));
        return Ok(Outcome::after(Vec::new(), attack.into_iter().collect(), None));
    }
    if let Form::Boon(_) = spell.form {
        let target = one_unit(&step.targets, "VG-83").ok().and_then(|id| ctx.unit(id));
        let Some(target) = target else { return Ok(Outcome::done(Vec::new())) };
        return Ok(Outcome::done(boon(me, spell, target, oracle)?));
    }
    // The total is what the check against it has to beat; it needs to reach nothing itself.
    let tally = me.tally();
    let mut test = Test::of(20, tally.told().clone(), "nothing", Sum::new()).above();
    test.dice.extend(me.bonus_dice(me.score(Ability::Soul), tally.on_action()));
    let faces = oracle.roll(test.throw_whole(CAST_TOLD_APART))?;
    let against = test.score(&faces).total;
    let mut all = vec![events::tested(&test, ("cast", actor, None), faces, "VG-134")];
    all.extend(facing::reveal(ctx, actor, "VG-152"));
    all.extend(conditions::spent(actor, false));
    let reached = caught(ctx, actor, spell, &step.targets);
    let (by, act) = (actor.id(), spell.id.clone());
    let stage = Struggle::Check { against };
    let suffer = |unit| Step::from(Suffer { unit, by, act: act.clone(), stage });
    Ok(Outcome::after(all, reached.into_iter().map(suffer).collect(), None))
}

/// The highest total of a cast that odds tell apart. They leave out what is beyond: less than one in a
/// million.
const CAST_TOLD_APART: i32 = 90;

/// What a spell does for an ally.
fn boon(
    me: &Numbers<'_>,
    spell: &Spell,
    target: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let mut all = Vec::new();
    if let Some(lasting) = &spell.condition {
        let maker = me.unit.id();
        let condition = for_rounds(lasting.id.clone(), lasting.size, maker, lasting.rounds);
        all.extend(gain(target, condition, "VG-31"));
    }
    if let Some(mends) = spell.mends {
        let own = usize::from(spell.dice);
        let mut dice = vec![Die::d(spell.quality.sides()); own];
        let net = me.tally().on_effect(me.content);
        dice.extend(me.dice(me.sheet.skill(Skill::Spellcraft), net));
        let missing: i32 = target.tracks.0.iter().map(|meter| meter.max - meter.value).sum();
        let read = Read::Sum((1..=missing.max(1)).collect());
        let faces = oracle.roll(Throw { dice, read })?;
        let amount = faces.iter().map(|face| i32::from(*face)).sum();
        let name = spell.name.as_str();
        all.extend(match mends {
            Mends::Durability => wounds::mend(target, amount, name, "VG-229"),
            Mends::Health => wounds::heal(target, amount, name, "VG-240"),
        });
    }
    all.extend(conditions::spent(me.unit, false));
    Ok(all)
}
