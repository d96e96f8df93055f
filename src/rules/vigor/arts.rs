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
    Ability, Content, Fits, Form, Mends, Moment, Skill, Spell, Technique, TechniqueEffect, Weapon,
};
use super::facing;
use super::long_acts;
use super::names::{ATTACK, HEARTENED, KNOCKED, MANA, STEADY, UNCONSCIOUS, VIGOR};
use super::numbers::Numbers;
use super::roll::Tally;
use super::rulings::{self, Circumstance};
use super::sight;
use super::step::{
    Attack, Batter, Blow, How, Opening, Outcome, Perform, Stage, Step, Struggle, Style, Suffer,
};
use super::wounds;

/// The weapon of a strike with the shield.
const BASH: &str = "shield_bash";

/// A technique or a spell.
#[derive(Clone, Copy)]
pub enum Art<'a> {
    /// A technique.
    Technique(&'a Technique),
    /// A spell.
    Spell(&'a Spell),
}

impl<'a> Art<'a> {
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
            Self::Technique(technique) => arms(me, technique),
            Self::Spell(spell) => me.content.arms.get(spell.id.as_str()),
        }
    }
}

/// The first weapon of a combatant that fits a technique.
fn arms<'a>(me: &Numbers<'a>, technique: &Technique) -> Option<&'a Weapon> {
    let content = me.content;
    let base = if technique.weapon == Fits::Shield {
        me.shield().and_then(|_| content.weapons.get(BASH))?
    } else {
        me.held().find(|weapon| technique.fits(weapon))?
    };
    content.arms.get(technique.arms(&base.id).as_str())
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
    let mut tally = if attacks { me.on_harm() } else { me.on_actions() };
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
pub fn run(moment: Moment<'_>, step: &Perform, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit).filter(|unit| unit.is_active()) else { return nothing };
    let Some(art) = Art::of(content, step.act.as_str()) else { return nothing };
    let Some(me) = Numbers::of(content, actor) else { return nothing };
    if step.stage == Stage::Begin {
        return Ok(begin(ctx, &me, art, step));
    }
    // Knocked down or held fast by a reaction, it loses the act; the mind is free (VG-57, VG-157).
    let by_mind = art.is_mental() && me.is_conscious();
    let is_lost = if by_mind { long_acts::is_interrupted } else { long_acts::is_lost };
    if is_lost(actor, step.how) {
        return nothing;
    }
    match art {
        Art::Technique(technique) => Ok(technique_works(ctx, &me, technique, step)),
        Art::Spell(spell) => spell_works(moment, &me, spell, step, oracle),
    }
}

/// Declares it, pays for it when it begins, and spends actions on it.
fn begin(ctx: Ctx<'_>, me: &Numbers<'_>, art: Art<'_>, step: &Perform) -> Outcome {
    let actor = me.unit;
    let act = (art.id().clone(), art.name());
    let units = step.targets.iter().filter_map(|target| match target {
        Target::Unit(id) => Some(*id),
        _ => None,
    });
    let mut all = vec![events::declared(actor, act, units.collect(), "VG-83")];
    all.extend(conditions::may_react_again(ctx, actor.id()));
    let known = actor.undertakings.get(art.id().as_str());
    let goes_on = known.is_some_and(|known| known.targets == step.targets);
    if !goes_on || step.how == How::Ready {
        let (pool, _, amount) = art.cost();
        let left = actor.pools.0.value(pool).saturating_sub(amount);
        all.extend(events::pool(actor, pool, left, art.name(), "VG-325"));
    }
    let (worked, done) = match step.how {
        // Its action was already spent when it was readied (VG-80).
        How::Ready => (Vec::new(), true),
        How::Act | How::Opening => {
            let task = Undertaking {
                act: art.id().clone(),
                choice: Key::default(),
                targets: step.targets.clone(),
                done: 0,
                of: art.actions(),
            };
            long_acts::work(actor, task, art.name())
        }
    };
    // An attack that is carried out reveals the square that it comes from (VG-290). Each act ends
    // a Move (VG-77).
    let class = if done && art.is_attack() { ATTACK } else { "art" };
    let record = ActRecord { class: Key::of(class), act: art.id().clone(), amount: 0 };
    all.push(events::act_recorded(actor, record, None, "VG-83"));
    all.extend(events::flag(actor, KNOCKED, 0, "VG-157"));
    all.extend(worked);
    if done { takes_effect(all, actor, art, step) } else { Outcome::done(all) }
}

/// Starts its effect, after the opening that some techniques give (VG-327).
fn takes_effect(all: Vec<Event>, actor: &Unit, art: Art<'_>, step: &Perform) -> Outcome {
    let effect = Perform { stage: Stage::Effect, ..step.clone() };
    match art {
        Art::Technique(technique) if technique.opens => {
            let opening = Opening { unit: actor.id() }.into();
            Outcome::after(all, vec![opening], Some(effect.into()))
        }
        _ => Outcome::then(all, effect.into()),
    }
}

/// An attack that is already paid for.
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
    let (then_off_hand, chance) = (step.off_hand, step.chance);
    let style = Style { how: step.how, then_off_hand, chance, ..Style::default() };
    match technique.effect {
        TechniqueEffect::Attack => {
            let object = step.targets.first().copied().filter(|t| t.unit().is_none());
            if let Some((object, weapon)) = object.zip(arms(me, technique)) {
                let (unit, weapon) = (actor.id(), weapon.id.clone());
                let struck = Batter { unit, weapon, object, style, paid: true }.into();
                return Outcome::after(Vec::new(), vec![struck], None);
            }
            let target = one_unit(&step.targets, "VG-83").ok();
            let attack = target
                .zip(arms(me, technique))
                .map(|(target, weapon)| blow(actor.id(), target, &weapon.id, style));
            Outcome::after(Vec::new(), attack.into_iter().collect(), None)
        }
        TechniqueEffect::AttackAll => {
            let Some(weapon) = arms(me, technique) else { return Outcome::done(Vec::new()) };
            let moment = content.at(ctx);
            let able = |unit: &&Unit| {
                let roll = attack::prepare(moment, actor, weapon, unit.id(), &style);
                roll.is_ok_and(|roll| roll.melee)
            };
            let units: Vec<&Unit> = ctx.state.units.iter().filter(able).collect();
            // A bonus to the action applies to each of its attacks.
            let last = units.len().saturating_sub(1);
            let all = units.iter().enumerate().map(|(at, unit)| {
                let style = Style { keeps: at < last, ..style };
                blow(actor.id(), unit.id(), &weapon.id, style)
            });
            Outcome::after(Vec::new(), all.collect(), None)
        }
        TechniqueEffect::Steady => {
            let lasts = Expiry::Until(Key::of("own_turn"));
            let steady = Condition::new(Key::of(STEADY), 0, Some(actor.id()), lasts);
            Outcome::done(gain(ctx, actor, steady, "VG-325"))
        }
        TechniqueEffect::Rally(squares) => {
            let hears = |unit: &&Unit| {
                let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(unit.id()));
                let near = bodies.is_some_and(|(a, b)| {
                    contact::metres(a, b) <= squares.into() && sight::carries_sound(ctx, a, b)
                });
                let other = unit.id() != actor.id() && unit.side() == actor.side();
                other && unit.is_active() && !unit.conditions.has(UNCONSCIOUS) && near
            };
            let allies = ctx.state.units.iter().filter(hears);
            let heartened = |unit: &Unit| {
                let heart = Condition::new(Key::of(HEARTENED), 0, Some(actor.id()), Expiry::Battle);
                gain(ctx, unit, heart, "VG-325")
            };
            Outcome::done(allies.flat_map(heartened).collect())
        }
        TechniqueEffect::Sweep { against, .. } => {
            let (by, act) = (actor.id(), technique.id.clone());
            let stage = Struggle::Check { against };
            let charges = me.on_harm().on_effect(content);
            let suffers = |unit: &Unit| {
                let unit = unit.id();
                Suffer { unit, by, act: act.clone(), charges, stage }
            };
            let all = swept(ctx, actor).map(suffers);
            let mut events = facing::reveal(ctx, actor, "VG-152");
            events.extend(conditions::spent(actor, false));
            Outcome::after(events, all.map(Step::from).collect(), None)
        }
    }
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
fn spell_works(
    moment: Moment<'_>,
    me: &Numbers<'_>,
    spell: &Spell,
    step: &Perform,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let actor = me.unit;
    if content.arms.contains(spell.id.as_str()) {
        let style = Style { how: step.how, chance: step.chance, ..Style::default() };
        if let Some(object) = step.targets.first().copied().filter(|t| t.unit().is_none()) {
            let (unit, weapon) = (actor.id(), spell.id.clone());
            let struck = Batter { unit, weapon, object, style, paid: true }.into();
            return Ok(Outcome::after(Vec::new(), vec![struck], None));
        }
        let target = one_unit(&step.targets, "VG-83").ok();
        let attack = target.map(|t| blow(actor.id(), t, &spell.id, style));
        return Ok(Outcome::after(Vec::new(), attack.into_iter().collect(), None));
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
    all.extend(conditions::spent(actor, false));
    let reached = caught(ctx, actor, spell, &step.targets);
    let (by, act) = (actor.id(), spell.id.clone());
    let stage = Struggle::Check { against };
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
    if let Some(mends) = spell.mends {
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
            Mends::Durability => wounds::mend(target, amount, name, "VG-229"),
            Mends::Health => wounds::heal(target, amount, name, "VG-240"),
        });
    }
    all.extend(conditions::spent(me.unit, false));
    Ok(all)
}
