//! Techniques and spells as acts of a combatant: their cost, their targets, and their value to the
//! AI (VG-83, VG-325 to VG-329).

use grid::{Body, Dir, FloorAt, Place, UnitId, sees, shape};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use, one_floor, one_unit};
use rules::kit::area;
use rules::parameter::{Parameter, Value, Values};
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Status, Unit};
use rules::{Key, Refusal};

use super::attack;
use super::breakable::Breakable;
use super::contact;
use super::data::{
    Ability, Chances, Content, Form, Restores, Spell, Technique, TechniqueEffect, Weapon,
    WeaponRequirement,
};
use super::estimates;
use super::facing;
use super::names::{ACTIONS, HEARTENED, STEADY, VIGOR};
use super::numbers::{Numbers, check_actions};
use super::objects;
use super::powers::{Power, allies_in_earshot, caught, direction, swept};
use super::reactions;
use super::readied_act;
use super::sight;
use super::step::{AttackOptions, Occasion, Plan, PowerStage, Step, UsePower};

/// The parameter for an attack followed by the other hand (VG-63, VG-328).
pub const OFF_HAND: &str = "off_hand";
/// The parameter for taking a Chance with an action (VG-25).
pub const CHANCE: &str = "chance";

/// The choice to take a Chance (VG-25).
pub fn chance_parameter() -> Parameter {
    let hint = "Roll with one Challenge; if it succeeds, the effect is rolled with one Charge.";
    Parameter::number(CHANCE, "Take a Chance", 0, 1).told(hint)
}

/// The choice to strike with the other hand as well (VG-328).
pub fn off_hand_parameter() -> Parameter {
    let hint = "Strike with the weapon in the other hand as well.";
    Parameter::number(OFF_HAND, "Off hand", 0, 1).told(hint)
}

/// The attack options that a player has chosen.
pub fn chosen_options(with: &Values) -> AttackOptions {
    let on = |id| with.number(id, 0) > 0;
    let (chance, then_off_hand) = (on(CHANCE), on(OFF_HAND));
    AttackOptions { chance, then_off_hand, ..AttackOptions::plain(Occasion::Act) }
}

/// A technique or spell as an act of a combatant.
pub struct PowerAct<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub me: Numbers<'a>,
    /// The power.
    pub power: Power<'a>,
}

impl<'a> PowerAct<'a> {
    /// The weapon behind it, if it makes an attack.
    fn weapon(&self) -> Option<&'a Weapon> {
        self.power.weapon(&self.me)
    }

    /// Whether it may take a Chance: it has Bonus Dice and an effect roll that benefits (VG-25).
    fn may_take_chance(&self) -> bool {
        let score = match (self.power, self.weapon()) {
            (_, Some(weapon)) => Some(weapon.ability),
            (Power::Spell(spell), None) if spell.dice > 0 && spell.restores.is_none() => {
                Some(Ability::Soul)
            }
            _ => None,
        };
        let dice = |score| !self.me.bonus_dice(self.me.effective_score(score), 0).is_empty();
        self.content.rules.chances == Chances::On && score.is_some_and(dice)
    }

    /// Whether an unfinished act continues with these targets.
    fn continues_on(&self, targets: &[Target]) -> bool {
        let begun = self.me.unit.undertakings.get(self.power.id().as_str());
        begun.is_some_and(|begun| begun.targets == targets)
    }

    fn check_pool(&self) -> Result<(), Refusal> {
        let (pool, name, amount) = self.power.cost();
        if self.me.unit.pools.0.value(pool) < amount {
            let text = format!("it takes {amount} {name}");
            return Err(Refusal::new("too_dear", text, "VG-177"));
        }
        Ok(())
    }

    /// Checks that the target is Wounded, if it has to be (VG-329); objects never are.
    fn check_wounded(&self, target: Option<&Unit>) -> Result<(), Refusal> {
        let needed = matches!(self.power, Power::Technique(technique) if technique.only_wounded);
        let numbers = target.and_then(|unit| Numbers::of(self.content, unit));
        if needed && !numbers.is_some_and(|n| n.is_wounded()) {
            return Err(Refusal::new("not_wounded", "it is not wounded", "VG-329"));
        }
        Ok(())
    }

    /// Whether it could be used on an enemy now as a readied act, its cost included (VG-80).
    pub fn can_react_to(&self, foe: UnitId) -> bool {
        if self.check_pool().is_err() || self.power.check_weapon(&self.me).is_err() {
            return false;
        }
        if let Some(weapon) = self.weapon() {
            let options = AttackOptions::plain(Occasion::Ready);
            let moment = self.content.at(self.ctx);
            let roll = attack::prepare(moment, self.me.unit, weapon, foe, &options);
            return roll.is_ok_and(|roll| self.check_wounded(Some(roll.target)).is_ok());
        }
        match self.power {
            Power::Technique(technique) => technique.effect != TechniqueEffect::Steady,
            Power::Spell(spell) => match spell.form {
                Form::Will(_) => self.check_spell(spell, &[Target::Unit(foe)]).is_ok(),
                Form::Aimed(_) | Form::Touch => false,
                Form::Area { .. } => self.check_spares_charmers(spell, &[]).is_ok(),
                Form::Cone(_) => {
                    let targets =
                        readied_act::targets(self.ctx, self.me.unit.id(), self.power, foe);
                    // Its direction must not give away an unknown position (VG-132).
                    facing::is_aware(self.ctx, self.me.unit.id(), foe)
                        && attack::check_charm(self.me.unit, foe).is_ok()
                        && self.check_spell(spell, &targets).is_ok()
                }
                Form::Boon(_) => true,
            },
        }
    }

    /// Whether it is a boon that can reach an ally now.
    pub fn reaches_ally(&self, ally: UnitId) -> bool {
        let Power::Spell(spell) = self.power else { return false };
        self.check_spell(spell, &[Target::Unit(ally)]).is_ok()
    }

    /// Whether it is unfinished, on whatever targets.
    fn is_begun(&self) -> bool {
        self.me.unit.undertakings.get(self.power.id().as_str()).is_some()
    }

    /// Checks that an area does not include a unit that has charmed its user (VG-86).
    fn check_spares_charmers(&self, spell: &Spell, targets: &[Target]) -> Result<(), Refusal> {
        let (ctx, me) = (self.ctx, self.me.unit);
        attack::check_spares_charmers(ctx, me, || caught(ctx, me, spell, targets))
    }

    fn check_spell(&self, spell: &Spell, targets: &[Target]) -> Result<(), Refusal> {
        let me = self.me.unit;
        match spell.form {
            Form::Aimed(_) | Form::Touch => Ok(()),
            Form::Area { range: 0, .. } => self.check_spares_charmers(spell, targets),
            Form::Area { range, .. } => {
                let floor = one_floor(targets, "VG-134")?;
                let at = area::floor(self.ctx, me.id(), floor);
                let away = at.and_then(|at| area::away_from(self.ctx, me.id(), at));
                let near = away.is_some_and(|(n, seen)| seen && n <= u32::from(range));
                near.then_some(()).ok_or_else(|| far("VG-134"))?;
                self.check_spares_charmers(spell, targets)
            }
            Form::Cone(_) => {
                direction(targets)?;
                self.check_spares_charmers(spell, targets)
            }
            Form::Will(range) | Form::Boon(range) => {
                let target = one_unit(targets, "VG-83")?;
                let unit = self.ctx.unit(target).ok_or_else(|| far("VG-83"))?;
                let boon = matches!(spell.form, Form::Boon(_));
                let foe = self.ctx.state.are_foes(me.id(), target);
                attack::check_charm(me, target)?;
                let present = match unit.status {
                    Status::Active => true,
                    Status::Down => spell.restores == Some(Restores::Health),
                    Status::Dead | Status::Gone | Status::Surrendered => false,
                };
                if !present || foe == boon || (target == me.id() && !boon) {
                    let text = "it does nothing to this target";
                    return Err(Refusal::new("wrong_target", text, "VG-83"));
                }
                self.reaches(unit, range.into())
            }
        }
    }

    /// Whether a target is close enough and in line of sight.
    fn reaches(&self, target: &Unit, range: i32) -> Result<(), Refusal> {
        let (ctx, me) = (self.ctx, self.me.unit);
        if me.id() == target.id() {
            return Ok(());
        }
        let bodies = ctx.field.body(me.id()).zip(ctx.field.body(target.id()));
        // An enemy must be seen and known; the positions of friends are known.
        let foe = ctx.state.are_foes(me.id(), target.id());
        let near = bodies.is_some_and(|(a, b)| {
            let clear = if foe {
                let known = facing::is_aware(ctx, me.id(), target.id());
                known && sight::in_sight(self.content.at(ctx), a, b)
            } else {
                sees(ctx.field.board(), a, b)
            };
            // For an adjacent target, an obstacle in between blocks it (VG-141).
            let touches = range > 1 || contact::adjacent(ctx, a, b);
            contact::squares_between(a, b) <= range && clear && touches
        });
        near.then_some(()).ok_or_else(|| far("VG-83"))
    }
}

fn far(rule: &'static str) -> Refusal {
    Refusal::new("out_of_range", "it is out of range or out of view", rule)
}

impl Act<Step> for PowerAct<'_> {
    fn key(&self) -> Key {
        self.power.id().clone()
    }

    fn label(&self) -> Label {
        let (_, pool, amount) = self.power.cost();
        let (text, group) = match self.power {
            Power::Technique(technique) => (&technique.text, "technique"),
            Power::Spell(spell) => (&spell.text, "spell"),
        };
        let actions = match self.power.actions() {
            1 => "1 action".to_owned(),
            n => format!("{n} actions"),
        };
        let cost = format!("{actions}, {amount} {pool}");
        Label { name: self.power.name().to_owned(), text: text.clone(), cost, group }
    }

    fn aim(&self) -> Aim {
        match self.power {
            Power::Technique(technique) if technique.effect == TechniqueEffect::Attack => Aim::Unit,
            Power::Technique(_) => Aim::Own,
            Power::Spell(spell) => match spell.form {
                Form::Area { range: 0, .. } => Aim::Own,
                Form::Area { .. } => Aim::Cell,
                Form::Cone(_) => Aim::Direction,
                Form::Aimed(_) | Form::Touch | Form::Will(_) | Form::Boon(_) => Aim::Unit,
            },
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let unit = self.me.unit;
        if self.me.is_incapacitated() && !(self.power.is_mental() && self.me.is_conscious()) {
            return Err(Refusal::new("incapacitated", "it cannot move", "VG-57"));
        }
        check_actions(unit)?;
        if !self.is_begun() {
            self.check_pool()?;
        }
        self.power.check_weapon(&self.me)
    }

    fn parameters(&self) -> Vec<Parameter> {
        // Only techniques of light weapons leave the other hand free (VG-328).
        let light = match self.power {
            Power::Technique(technique) => technique.weapon == WeaponRequirement::Light,
            Power::Spell(_) => false,
        };
        let able = self.weapon().filter(|_| light).is_some_and(|weapon| {
            let vigor = self.me.unit.pools.0.value(VIGOR) - self.power.cost().2;
            vigor >= self.content.rules.offhand_cost
                && attack::off_hand_weapon(&self.me, weapon).is_ok()
        });
        let chance = self.may_take_chance().then(chance_parameter);
        let off_hand = able.then(off_hand_parameter);
        chance.into_iter().chain(off_hand).collect()
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let directions = || Dir::ALL.into_iter().map(Target::Direction).collect();
        if self.aim() == Aim::Direction {
            return Some(directions());
        }
        if let (Power::Spell(Spell { form: Form::Area { range, .. }, .. }), Aim::Cell) =
            (self.power, self.aim())
        {
            let at = self.ctx.field.body(self.me.unit.id()).and_then(Body::room)?;
            let cells = area::cells(self.ctx, at.cell, u16::from(*range));
            // Floors below others, and decks, are named by their height.
            let board = self.ctx.field.board();
            let plain = cells.into_iter().filter(|cell| board.decks_in(*cell).is_empty());
            let targets = plain.map(|cell| Target::Place(Place::Cell(cell)));
            let storeys = area::storeys(self.ctx, self.me.unit.id(), u16::from(*range));
            return Some(targets.chain(storeys).collect());
        }
        let weapon = self.weapon().filter(|_| self.aim() == Aim::Unit)?;
        let units = self.ctx.state.units.iter().map(|unit| Target::Unit(unit.id()));
        let things = objects::candidates(self.content.at(self.ctx), self.me.unit, weapon);
        Some(units.chain(things).collect())
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        let Power::Spell(spell) = self.power else { return Vec::new() };
        let ctx = self.ctx;
        let Some(own) = ctx.field.body(self.me.unit.id()).and_then(Body::room) else {
            return Vec::new();
        };
        let cells = match (spell.form, target) {
            (Form::Area { radius, range: 0 }, _) => {
                shape::radius(ctx.field.board(), own, radius.into())
            }
            (Form::Area { radius, .. }, Some(target)) => {
                let at = target.floor();
                let room = at.and_then(|at| area::floor(ctx, self.me.unit.id(), at));
                let at = room.map(|room| FloorAt::new(room.cell, room.feet));
                at.map_or_else(Vec::new, |at| area::cells(ctx, at, radius.into()))
            }
            (Form::Cone(length), Some(Target::Direction(dir))) => {
                shape::cone(ctx.field.board(), own, dir, length.into())
            }
            _ => Vec::new(),
        };
        cells.into_iter().map(Place::Cell).collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let aims = self.aim() == Aim::Unit;
        let weapon = self.weapon().filter(|_| aims);
        let object = how.targets.first().and_then(|target| Breakable::of(self.ctx, *target));
        if let Some((weapon, object)) = weapon.zip(object) {
            objects::check(self.content.at(self.ctx), self.me.unit, weapon, object)?;
            self.check_wounded(None)?;
        } else if let Some(weapon) = weapon {
            let target = one_unit(how.targets, "VG-83")?;
            let moment = self.content.at(self.ctx);
            let options = chosen_options(how.with);
            let roll = attack::prepare(moment, self.me.unit, weapon, target, &options)?;
            self.check_wounded(Some(roll.target))?;
        }
        if let Power::Spell(spell) = self.power {
            self.check_spell(spell, how.targets)?;
        }
        let AttackOptions { chance, then_off_hand: off_hand, .. } = chosen_options(how.with);
        let (unit, act, targets) = (self.me.unit.id(), self.key(), how.targets.to_vec());
        let targets = if self.aim() == Aim::Own { Vec::new() } else { targets };
        if !self.continues_on(&targets) {
            self.check_pool()?;
        }
        let (occasion, stage) = (Occasion::Act, PowerStage::Begin);
        Ok(Plan::of(UsePower { unit, act, targets, off_hand, chance, occasion, stage }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let weapon = self.weapon().filter(|_| self.aim() == Aim::Unit);
        let forecast = |weapon: &Weapon| {
            let target = one_unit(how.targets, "VG-83").ok()?;
            let moment = self.content.at(self.ctx);
            let roll =
                attack::prepare(moment, self.me.unit, weapon, target, &chosen_options(how.with));
            Some(reactions::forecast(moment, roll.ok()?))
        };
        weapon.and_then(forecast).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = match self.power {
            Power::Technique(_) => {
                let reach =
                    self.weapon().map(|w| self.me.reach(w).max(w.farthest(&self.content.rules)));
                u16::try_from(reach.unwrap_or(1)).unwrap_or(1)
            }
            Power::Spell(spell) => match spell.form {
                Form::Aimed(n) | Form::Will(n) | Form::Boon(n) | Form::Cone(n) => n.into(),
                Form::Touch => 1,
                Form::Area { radius, range } => u16::from(radius) + u16::from(range),
            },
        };
        let friendly = !self.power.is_attack();
        let open = self.check_use().is_ok() && !self.is_pointless();
        let plain = ActSummary::plain(self.key(), self.aim(), span, open);
        let area = self.aim() != Aim::Unit && !friendly;
        // An unfinished act is already paid for; a long act's price is spread over its actions.
        let (actions, (_, _, cost)) = (self.power.actions().max(1), self.power.cost());
        let cost = if self.is_begun() { 0 } else { cost / actions };
        let plain =
            ActSummary { cost, area, against_foes: !friendly, for_friends: friendly, ..plain };
        let chance = self.may_take_chance().then(|| ActSummary {
            with: Values::none().with(CHANCE, Value::Number(1)),
            ..plain.clone()
        });
        [plain].into_iter().chain(chance).collect()
    }

    /// Worth less the more actions it still needs, and less again if they do not all fit into this
    /// turn.
    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let unit = self.me.unit;
        let begun = unit.undertakings.get(self.power.id().as_str());
        let done = begun.filter(|begun| begun.targets == how.targets).map_or(0, |begun| begun.done);
        let needed = (self.power.actions() - done).max(1);
        let mut all = self.outcomes(how);
        if needed > 1 {
            let waits = unit.pools.0.value(ACTIONS) < needed;
            for outcome in &mut all {
                outcome.chance /= needed;
                // It may be interrupted, or its targets may be gone by then.
                outcome.chance = if waits { outcome.chance * 2 / 3 } else { outcome.chance };
            }
        }
        all
    }
}

impl PowerAct<'_> {
    /// Whether it would have no further effect.
    fn is_pointless(&self) -> bool {
        let has = |id| self.me.unit.conditions.has(id);
        match self.power {
            Power::Technique(technique) => match technique.effect {
                TechniqueEffect::Steady => {
                    let shoots = |weapon: &Weapon| weapon.is_ranged();
                    let last = self.me.unit.pools.0.value(ACTIONS) < 2;
                    has(STEADY) || last || !self.me.usable_weapons().any(shoots)
                }
                _ => false,
            },
            Power::Spell(_) => false,
        }
    }

    /// The rough effect on each target, and the cost of the opening that it gives (VG-327).
    fn outcomes(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let mut all = self.effects(how);
        if matches!(self.power, Power::Technique(technique) if technique.opens) && !all.is_empty() {
            all.extend(estimates::openings(self.content.at(self.ctx), self.me.unit));
        }
        all
    }

    fn effects(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let (content, ctx, unit) = (self.content, self.ctx, self.me.unit);
        let moment = content.at(ctx);
        if let Some(weapon) = self.weapon().filter(|_| self.aim() == Aim::Unit) {
            let target = one_unit(how.targets, "VG-83");
            let options = chosen_options(how.with);
            let roll = target
                .and_then(|t| attack::prepare_from_anywhere(moment, unit, weapon, t, &options));
            return roll.map(|roll| estimates::attack(moment, &roll)).into_iter().collect();
        }
        match self.power {
            Power::Technique(technique) => {
                self.technique_effects(technique, chosen_options(how.with))
            }
            Power::Spell(spell) => {
                let caught = caught(ctx, unit, spell, how.targets);
                let chance = how.with.number(CHANCE, 0) > 0;
                let of = |id| estimates::spell(moment, (&self.me, spell), id, chance);
                caught.into_iter().filter_map(of).collect()
            }
        }
    }

    fn technique_effects(&self, technique: &Technique, options: AttackOptions) -> Vec<ActOutcome> {
        let (content, ctx, unit) = (self.content, self.ctx, self.me.unit);
        let moment = content.at(ctx);
        match technique.effect {
            TechniqueEffect::Attack => Vec::new(),
            TechniqueEffect::AttackAll => {
                let Some(weapon) = self.weapon() else { return Vec::new() };
                let of = |other: &Unit| {
                    let roll = attack::prepare(moment, unit, weapon, other.id(), &options).ok()?;
                    roll.melee.then(|| estimates::attack(moment, &roll))
                };
                ctx.state.units.iter().filter_map(of).collect()
            }
            TechniqueEffect::Steady => {
                vec![ActOutcome { helps: 1, ..ActOutcome::none(unit.id()) }]
            }
            TechniqueEffect::Rally(squares) => {
                let gains = |other: &&Unit| other.is_active() && !other.conditions.has(HEARTENED);
                let allies = allies_in_earshot(ctx, unit, squares).filter(gains);
                let heartened =
                    |other: &Unit| ActOutcome { helps: 1, ..ActOutcome::none(other.id()) };
                allies.map(heartened).collect()
            }
            TechniqueEffect::Sweep { check, against } => {
                let of = |other: &Unit| {
                    estimates::sweep(&self.me, Numbers::of(content, other)?, check, against)
                };
                swept(ctx, unit).filter_map(of).collect()
            }
        }
    }
}
