//! Carrying out techniques and spells: their cost, their duration, and their effects (VG-83, VG-325
//! to VG-329).

use grid::{Body, Dir, UnitId, shape};
use rules::command::Target;
use rules::dice::{Die, Read, Throw};
use rules::event::{Against, Event};
use rules::kit::acts::{one_floor, one_target, one_unit};
use rules::kit::{area, events};
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Condition, Expiry, Status, Undertaking, Unit};
use rules::{Key, Refusal, Sum};

use super::attack;
use super::conditions::{self, for_rounds, gain};
use super::contact;
use super::data::{
    Ability, Content, Form, Moment, Restores, Skill, Spell, Technique, TechniqueEffect, Weapon,
    WeaponRequirement,
};
use super::facing;
use super::long_acts;
use super::names::{ATTACK, HEARTENED, KNOCKED, MANA, STEADY, UNCONSCIOUS, VIGOR};
use super::numbers::Numbers;
use super::rulings::{self, Circumstance};
use super::sight;
use super::step::{
    Attack, AttackOptions, AttackStage, Batter, Occasion, Opening, Outcome, PowerStage,
    ResistStage, Step, Suffer, UsePower,
};
use super::tally::Tally;
use super::wounds;

/// The weapon of a strike with the shield.
const BASH: &str = "shield_bash";

/// A technique or a spell.
#[derive(Clone, Copy)]
pub enum Power<'a> {
    /// A technique.
    Technique(&'a Technique),
    /// A spell.
    Spell(&'a Spell),
}

impl<'a> Power<'a> {
    /// The technique or spell with this name.
    pub fn of(content: &'a Content, id: &str) -> Option<Self> {
        let technique = content.techniques.get(id).map(Self::Technique);
        technique.or_else(|| content.spells.get(id).map(Self::Spell))
    }

    /// Its name in commands.
    pub const fn id(self) -> &'a Key {
        match self {
            Self::Technique(technique) => &technique.id,
            Self::Spell(spell) => &spell.id,
        }
    }

    /// Its name for players.
    pub fn name(self) -> &'a str {
        match self {
            Self::Technique(technique) => &technique.name,
            Self::Spell(spell) => &spell.name,
        }
    }

    /// The actions it takes (VG-38).
    pub const fn actions(self) -> i32 {
        match self {
            Self::Technique(technique) => technique.actions as i32,
            Self::Spell(spell) => spell.actions as i32,
        }
    }

    /// Whether it takes only the mind (VG-57).
    pub const fn is_mental(self) -> bool {
        matches!(self, Self::Spell(spell) if spell.mental)
    }

    /// The pool it is paid from, with its name, and the cost (VG-325).
    pub const fn cost(self) -> (&'static str, &'static str, i32) {
        match self {
            Self::Technique(technique) => (VIGOR, "Vigor", technique.vigor),
            Self::Spell(spell) => (MANA, "Mana", spell.mana),
        }
    }

    /// Whether it is an attack: it harms or hinders others (VG-134, VG-290).
    pub const fn is_attack(self) -> bool {
        match self {
            Self::Technique(technique) => {
                !matches!(technique.effect, TechniqueEffect::Steady | TechniqueEffect::Rally(_))
            }
            Self::Spell(spell) => !matches!(spell.form, Form::Boon(_)),
        }
    }

    /// Checks that a combatant has a weapon for its attack, loaded if it has to be (VG-83, VG-93).
    ///
    /// # Errors
    /// Why it has none.
    pub fn check_weapon(self, me: &Numbers<'a>) -> Result<(), Refusal> {
        let attacks = |technique: &Technique| {
            matches!(technique.effect, TechniqueEffect::Attack | TechniqueEffect::AttackAll)
        };
        if !matches!(self, Self::Technique(technique) if attacks(technique)) {
            return Ok(());
        }
        let none = || Refusal::new("no_weapon", "no weapon fits it", "VG-83");
        let weapon = self.weapon(me).ok_or_else(none)?;
        if me.must_reload(weapon) {
            return Err(Refusal::new("not_loaded", "it has to be reloaded first", "VG-93"));
        }
        Ok(())
    }

    /// The weapon of its attack, if it makes one.
    pub fn weapon(self, me: &Numbers<'a>) -> Option<&'a Weapon> {
        match self {
            Self::Technique(technique) => technique_weapon(me, technique),
            Self::Spell(spell) => me.content.derived_weapons.get(spell.id.as_str()),
        }
    }
}

/// The first weapon of a combatant that fits a technique.
fn technique_weapon<'a>(me: &Numbers<'a>, technique: &Technique) -> Option<&'a Weapon> {
    let content = me.content;
    let base = if technique.weapon == WeaponRequirement::Shield {
        me.shield().and_then(|_| content.weapons.get(BASH))?
    } else {
        me.usable_weapons().find(|weapon| technique.fits(weapon))?
    };
    content.derived_weapons.get(technique.weapon_key(&base.id).as_str())
}

/// The direction chosen for a cone.
///
/// # Errors
/// If none is.
pub fn direction(targets: &[Target]) -> Result<Dir, Refusal> {
    match one_target(targets, "VG-134")? {
        Target::Direction(dir) => Ok(dir),
        _ => Err(Refusal::new("one_target", "choose a direction", "VG-134")),
    }
}

/// The units that a spell reaches.
pub fn caught(ctx: Ctx<'_>, me: &Unit, spell: &Spell, targets: &[Target]) -> Vec<UnitId> {
    match spell.form {
        Form::Area { radius, range: 0 } => area::caught_around(ctx, me.id(), radius.into()),
        Form::Area { radius, .. } => {
            let floor = one_floor(targets, "VG-134").ok();
            let at = floor.and_then(|floor| area::floor(ctx, me.id(), floor));
            at.map_or_else(Vec::new, |at| area::caught_at(ctx, at, radius.into()))
        }
        Form::Cone(n) => {
            let room = ctx.field.body(me.id()).and_then(Body::room);
            let Some((room, dir)) = room.zip(direction(targets).ok()) else { return Vec::new() };
            let cells = shape::cone(ctx.field.board(), room, dir, n.into());
            // Its height limit equals its length, upwards and downwards.
            let mut all = area::caught_around(ctx, me.id(), n.into());
            let inside = |body: &Body| body.cells().any(|cell| cells.contains(&cell));
            all.retain(|id| ctx.field.body(*id).is_some_and(inside));
            all
        }
        _ => one_unit(targets, "VG-83").into_iter().collect(),
    }
}

/// The roll of a spell that is not aimed. Checks against it must beat its total; the roll itself
/// has no target number (VG-124, VG-134, VG-172).
pub fn cast(me: &Numbers<'_>, spell: &Spell, chance: bool, ruled: Circumstance) -> (Test, Tally) {
    let attacks = matches!(spell.form, Form::Area { .. } | Form::Cone(_));
    let mut tally = if attacks { me.on_untargeted_attacks() } else { me.on_actions() };
    tally.ruled(ruled.charges);
    if chance {
        tally.challenge("taking a Chance", 1, "VG-25");
        tally.boost("taking a Chance", 1, "VG-25");
    }
    let mut test = Test::of(20, tally.terms().clone(), Against::NOTHING, Sum::new()).above();
    test.dice.extend(me.bonus_dice(me.score(Ability::Soul), tally.on_action()));
    (test, tally)
}

/// Carries out a technique or spell: payment and preparation, then its effect (VG-33).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(moment: Moment<'_>, step: &UsePower, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit).filter(|unit| unit.is_active()) else { return nothing };
    let Some(power) = Power::of(content, step.act.as_str()) else { return nothing };
    let Some(me) = Numbers::of(content, actor) else { return nothing };
    if step.stage == PowerStage::Begin {
        return Ok(begin(ctx, &me, power, step));
    }
    // Knocked down or held fast by a reaction, it loses the act; the mind is free (VG-57, VG-157).
    let by_mind = power.is_mental() && me.is_conscious();
    let is_lost = if by_mind { long_acts::is_interrupted } else { long_acts::is_lost };
    if is_lost(actor, step.occasion) {
        return nothing;
    }
    match power {
        Power::Technique(technique) => Ok(technique_effect(ctx, &me, technique, step)),
        Power::Spell(spell) => spell_effect(moment, &me, spell, step, oracle),
    }
}

/// Declares it, pays for it when it begins, and spends actions on it.
fn begin(ctx: Ctx<'_>, me: &Numbers<'_>, power: Power<'_>, step: &UsePower) -> Outcome {
    let actor = me.unit;
    let act = (power.id().clone(), power.name());
    let units = step.targets.iter().filter_map(|target| match target {
        Target::Unit(id) => Some(*id),
        _ => None,
    });
    let mut all = vec![events::declared(actor, act, units.collect(), "VG-83")];
    all.extend(conditions::may_react_again(ctx, actor.id()));
    let known = actor.undertakings.get(power.id().as_str());
    let goes_on = known.is_some_and(|known| known.targets == step.targets);
    if !goes_on || step.occasion == Occasion::Ready {
        let (pool, _, amount) = power.cost();
        let left = actor.pools.0.value(pool).saturating_sub(amount);
        all.extend(events::pool(actor, pool, left, power.name(), "VG-325"));
    }
    let (worked, done) = match step.occasion {
        // Its action was already spent when it was readied (VG-80).
        Occasion::Ready => (Vec::new(), true),
        Occasion::Act | Occasion::Opening => {
            let task = Undertaking {
                act: power.id().clone(),
                choice: Key::default(),
                targets: step.targets.clone(),
                done: 0,
                of: power.actions(),
            };
            long_acts::advance(actor, task, power.name())
        }
    };
    // An attack that is carried out reveals the square that it comes from (VG-290). Each act ends
    // a Move (VG-77).
    let class = if done && power.is_attack() { ATTACK } else { "art" };
    let record = ActRecord { class: Key::of(class), act: power.id().clone(), amount: 0 };
    all.push(events::act_recorded(actor, record, None, "VG-83"));
    all.extend(events::flag(actor, KNOCKED, 0, "VG-157"));
    all.extend(worked);
    if done { takes_effect(all, actor, power, step) } else { Outcome::done(all) }
}

/// Starts its effect, after the opening that some techniques give (VG-327).
fn takes_effect(all: Vec<Event>, actor: &Unit, power: Power<'_>, step: &UsePower) -> Outcome {
    let effect = UsePower { stage: PowerStage::Effect, ..step.clone() };
    match power {
        Power::Technique(technique) if technique.opens => {
            let opening = Opening { unit: actor.id() }.into();
            Outcome::after(all, vec![opening], Some(effect.into()))
        }
        _ => Outcome::then(all, effect.into()),
    }
}

/// An attack on one unit that is already paid for.
fn paid_attack(unit: UnitId, target: UnitId, weapon: &Key, options: AttackOptions) -> Step {
    Attack { unit, target, weapon: weapon.clone(), options, stage: AttackStage::Roll }.into()
}

/// An attack on the target of a power, a unit or an object.
fn attack_target(
    actor: &Unit,
    weapon: &Weapon,
    targets: &[Target],
    options: AttackOptions,
) -> Outcome {
    let unit = actor.id();
    let attack = match targets.first().copied().filter(|target| target.unit().is_none()) {
        Some(object) => {
            Some(Batter { unit, weapon: weapon.id.clone(), object, options, paid: true }.into())
        }
        None => {
            let target = one_unit(targets, "VG-83").ok();
            target.map(|target| paid_attack(unit, target, &weapon.id, options))
        }
    };
    Outcome::after(Vec::new(), attack.into_iter().collect(), None)
}

/// The effect of a technique.
fn technique_effect(
    ctx: Ctx<'_>,
    me: &Numbers<'_>,
    technique: &Technique,
    step: &UsePower,
) -> Outcome {
    let (then_off_hand, chance) = (step.off_hand, step.chance);
    let options = AttackOptions { then_off_hand, chance, ..AttackOptions::plain(step.occasion) };
    let weapon = || technique_weapon(me, technique);
    let outcome = match technique.effect {
        TechniqueEffect::Attack => {
            weapon().map(|weapon| attack_target(me.unit, weapon, &step.targets, options))
        }
        TechniqueEffect::AttackAll => weapon().map(|weapon| attack_all(ctx, me, weapon, options)),
        TechniqueEffect::Steady => Some(steady(ctx, me.unit)),
        TechniqueEffect::Rally(squares) => Some(rally(ctx, me.unit, squares)),
        TechniqueEffect::Sweep { against, .. } => Some(sweep(ctx, me, &technique.id, against)),
    };
    outcome.unwrap_or_else(|| Outcome::done(Vec::new()))
}

/// An attack on each unit in reach, one after the other.
fn attack_all(ctx: Ctx<'_>, me: &Numbers<'_>, weapon: &Weapon, options: AttackOptions) -> Outcome {
    let (actor, moment) = (me.unit, me.content.at(ctx));
    let able = |unit: &&Unit| {
        let roll = attack::prepare(moment, actor, weapon, unit.id(), &options);
        roll.is_ok_and(|roll| roll.melee)
    };
    let units: Vec<&Unit> = ctx.state.units.iter().filter(able).collect();
    // A bonus to the action applies to each of its attacks.
    let last = units.len().saturating_sub(1);
    let all = units.iter().enumerate().map(|(at, unit)| {
        let options = AttackOptions { more_follow: at < last, ..options };
        paid_attack(actor.id(), unit.id(), &weapon.id, options)
    });
    Outcome::after(Vec::new(), all.collect(), None)
}

/// A Charge on the actor's next ranged attack this turn.
fn steady(ctx: Ctx<'_>, actor: &Unit) -> Outcome {
    let lasts = Expiry::Until(Key::of("own_turn"));
    let steady = Condition::new(Key::of(STEADY), 0, Some(actor.id()), lasts);
    Outcome::done(gain(ctx, actor, steady, "VG-325"))
}

/// A Charge on the next action of each ally within this many squares that hears the actor.
fn rally(ctx: Ctx<'_>, actor: &Unit, squares: u8) -> Outcome {
    let awake = |unit: &&Unit| unit.is_active() && !unit.conditions.has(UNCONSCIOUS);
    let allies = allies_in_earshot(ctx, actor, squares).filter(awake);
    let heartened = |unit: &Unit| {
        let heart = Condition::new(Key::of(HEARTENED), 0, Some(actor.id()), Expiry::Battle);
        gain(ctx, unit, heart, "VG-325")
    };
    Outcome::done(allies.flat_map(heartened).collect())
}

/// The allies within this many squares of a combatant that its voice reaches (VG-255).
pub fn allies_in_earshot<'a>(
    ctx: Ctx<'a>,
    actor: &'a Unit,
    squares: u8,
) -> impl Iterator<Item = &'a Unit> {
    let own = ctx.state.of_side(actor.side()).filter(move |unit| unit.id() != actor.id());
    own.filter(move |unit| {
        let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(unit.id()));
        bodies.is_some_and(|(a, b)| {
            contact::squares_between(a, b) <= squares.into() && sight::carries_sound(ctx, a, b)
        })
    })
}

/// Each unit beside the actor resists this number, or is knocked down and hurt.
fn sweep(ctx: Ctx<'_>, me: &Numbers<'_>, act: &Key, against: i32) -> Outcome {
    let (actor, stage) = (me.unit, ResistStage::Check { against });
    let charges = me.on_untargeted_attacks().on_effect(me.content);
    let suffers = |unit: &Unit| {
        let (unit, by) = (unit.id(), actor.id());
        Step::from(Suffer { unit, by, act: act.clone(), charges, stage })
    };
    let all = swept(ctx, actor).map(suffers).collect();
    let mut events = facing::reveal(ctx, actor, "VG-152");
    events.extend(conditions::end_action_bonuses(actor, false));
    Outcome::after(events, all, None)
}

/// All units beside a combatant that sweeps them off their feet, also those in Shock (VG-236); none
/// that has charmed it.
pub fn swept<'a>(ctx: Ctx<'a>, actor: &'a Unit) -> impl Iterator<Item = &'a Unit> {
    let body = ctx.field.body(actor.id());
    ctx.state.units.iter().filter(move |unit| {
        let bodies = body.zip(ctx.field.body(unit.id()));
        unit.id() != actor.id()
            && unit.status != Status::Dead
            && attack::check_charm(actor, unit.id()).is_ok()
            && bodies.is_some_and(|(a, b)| contact::adjacent(ctx, a, b))
    })
}

/// The effect of a spell: an attack, a roll that its targets resist, or a boon to an ally (VG-124,
/// VG-134).
fn spell_effect(
    moment: Moment<'_>,
    me: &Numbers<'_>,
    spell: &Spell,
    step: &UsePower,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let actor = me.unit;
    if let Some(weapon) = content.derived_weapons.get(spell.id.as_str()) {
        let options = AttackOptions { chance: step.chance, ..AttackOptions::plain(step.occasion) };
        return Ok(attack_target(actor, weapon, &step.targets, options));
    }
    if let Form::Boon(_) = spell.form {
        let target = one_unit(&step.targets, "VG-83").ok().and_then(|id| ctx.unit(id));
        let Some(target) = target else { return Ok(Outcome::done(Vec::new())) };
        return Ok(Outcome::done(boon(ctx, (me, spell), target, oracle)?));
    }
    let ruled = match (spell.form, one_unit(&step.targets, "VG-83")) {
        (Form::Will(_), Ok(target)) => rulings::circumstance(ctx.state, actor.id(), target),
        _ => Circumstance::default(),
    };
    let (test, tally) = cast(me, spell, step.chance, ruled);
    let faces = oracle.roll(test.throw_whole(MAX_CAST_TOTAL))?;
    let against = test.score(&faces).total;
    let mut all = vec![events::tested(&test, ("cast", actor, None), faces, "VG-134")];
    all.extend(facing::reveal(ctx, actor, "VG-152"));
    all.extend(conditions::end_action_bonuses(actor, false));
    let reached = caught(ctx, actor, spell, &step.targets);
    let (by, act) = (actor.id(), spell.id.clone());
    let stage = ResistStage::Check { against };
    let charges = tally.on_effect(content);
    let suffer = |unit| Step::from(Suffer { unit, by, act: act.clone(), charges, stage });
    Ok(Outcome::after(all, reached.into_iter().map(suffer).collect(), None))
}

/// The highest cast total that the odds distinguish. Higher totals are cut off; their chance is
/// below one in a million.
const MAX_CAST_TOTAL: i32 = 110;

/// The effect of a spell on an ally.
fn boon(
    ctx: Ctx<'_>,
    (me, spell): (&Numbers<'_>, &Spell),
    target: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let mut all = Vec::new();
    if let Some(lasting) = &spell.condition {
        let maker = me.unit.id();
        let (moment, what) = (me.content.at(ctx), (lasting.id.clone(), lasting.size));
        let condition = for_rounds(moment, what, maker, lasting.rounds);
        all.extend(gain(ctx, target, condition, "VG-31"));
    }
    if let Some(mends) = spell.restores {
        let own = usize::from(spell.dice);
        let mut dice = vec![Die::d(spell.quality.sides()); own];
        let net = me.on_actions().on_effect(me.content);
        dice.extend(me.dice(me.sheet.skill(Skill::Spellcraft), net));
        let missing: i32 = target.tracks.0.iter().map(|meter| meter.max - meter.value).sum();
        let read = Read::Sum((1..=missing.max(1)).collect());
        let faces = oracle.roll(Throw { dice, read })?;
        let amount = faces.iter().map(|face| i32::from(*face)).sum();
        let name = spell.name.as_str();
        all.extend(match mends {
            Restores::Durability => wounds::restore_durability(target, amount, name, "VG-229"),
            Restores::Health => wounds::restore_health(target, amount, name, "VG-240"),
        });
    }
    all.extend(conditions::end_action_bonuses(me.unit, false));
    Ok(all)
}
