//! Spells that deal no damage: ailments, hexes, augments, restorations (EV-167, EV-168, EV-174,
//! EV-195, EV-196, EV-279).

use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{Degree, Event};
use rules::kit::acts::{Act, Label, Use, one_floor, one_unit};
use rules::kit::{area, events};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Condition, Expiry, Meters, Status, Unit};
use rules::{Key, Refusal};

use super::attack::{self, Answer, Approach, OpposedTests};
use super::attack_events::{is_fumble, wasted};
use super::budget::{self, Price};
use super::conditions::{afflict, calmed, for_turns, unfocus, unfocus_attack};
use super::data::{Affinity, Content, Effect, Keyword, Kind, Spell};
use super::names::{
    AMNESIAC, AP, BOUND, DEGREES, DESPAIRED, INSPIRED, METRES, PANICKED, SPIRIT, SWIFT, WOUNDS,
};
use super::numbers::Numbers;
use super::step::{Cast, Outcome, Plan, SpellTarget, Step};
use super::{authority, bands, effects, harm, hiding, restraints, rolling, summoning, wounds};

/// Bonus for resisting a spell if the target has an affinity to its element (EV-168).
const AFFINITY: i32 = 20;

/// A spell as an act of a combatant.
pub struct Casting<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// The spell.
    pub spell: &'a Spell,
}

impl Spell {
    fn price(&self) -> Price {
        Price { spirit: self.spirit, ..Price::of(self.ap, Some(self.keyword)) }
    }

    const fn rule(&self) -> &'static str {
        match self.keyword {
            Keyword::Hex => "EV-174",
            Keyword::Augment => "EV-196",
            Keyword::Restoration => "EV-195",
            _ => "EV-167",
        }
    }
}

/// The two tests of a spell that can be resisted; `None` for automatic ones.
fn clash<'a>(
    content: &'a Content,
    ctx: Ctx<'_>,
    actor: &Unit,
    target: &'a Unit,
    spell: &Spell,
) -> Option<OpposedTests<'a>> {
    let them = Numbers::of(content, target)?;
    let (against, answer) = match &spell.effect {
        Effect::Ailment(id) => {
            (content.ailments.get(id.as_str())?.category.resisted_by(), Answer::Resists)
        }
        Effect::Bind => ("endurance", Answer::Withstands),
        _ => return None,
    };
    let tens = match spell.element.map(|element| them.affinity(element)) {
        Some(Affinity::Weak) => -AFFINITY,
        Some(Affinity::Resist) => AFFINITY,
        _ => 0,
    };
    let approach = Approach {
        skills: &["magic"],
        hand: None,
        against: &[against],
        kind: Some(Kind::Magic),
        attacks: answer == Answer::Resists,
        answer,
        range: spell.range,
        gift: ("affinity", tens, "EV-168"),
    };
    let mut clash = attack::clash_by(content, ctx, (actor, &approach), (target, None))?;
    clash.idle = them.is_immune(spell.element);
    if let Some(theirs) = clash.theirs.as_mut().filter(|_| frightens(spell)) {
        theirs.against.add("inspired", 10 * them.count(INSPIRED), "EV-198");
    }
    Some(clash)
}

/// Whether it causes Despair or Panic (EV-198).
fn frightens(spell: &Spell) -> bool {
    matches!(&spell.effect, Effect::Ailment(id) if *id == *DESPAIRED || *id == *PANICKED)
}

/// Whether a spell can be cast on a target.
fn check(
    content: &Content,
    ctx: Ctx<'_>,
    actor: &Unit,
    target: &Unit,
    spell: &Spell,
) -> Result<(), Refusal> {
    let rule = spell.rule();
    let no_target = || Refusal::new("no_target", "the spell cannot be cast on it", rule);
    let gone = matches!(target.status, Status::Dead | Status::Gone);
    let foes = ctx.state.are_foes(actor.id(), target.id());
    if gone || foes != spell.is_hostile() {
        return Err(no_target());
    }
    if actor.id() != target.id() {
        bands::check_bands(ctx, actor, (Kind::Magic, false), target)?;
        attack::reaches(ctx, actor, (Kind::Magic, spell.range), target)?;
    }
    let them = Numbers::of(content, target).ok_or_else(no_target)?;
    let nothing = || Refusal::new("no_need", "there is nothing to restore", rule);
    match &spell.effect {
        Effect::Mend { track, wounds } if mended(them, track, *wounds).is_empty() => Err(nothing()),
        Effect::Cleanse if them.ailments().next().is_none() => Err(nothing()),
        Effect::Ailment(_) if !target.is_active() => Err(no_target()),
        Effect::Summon { .. } => Err(no_target()),
        _ => Ok(()),
    }
}

impl<'a> Casting<'a> {
    fn target(&self, targets: &[Target]) -> Option<&'a Unit> {
        self.ctx.unit(one_unit(targets, "EV-167").ok()?)
    }

    /// The role of the creature that it summons.
    fn summons(&self) -> Option<&'a Key> {
        match &self.spell.effect {
            Effect::Summon { role, .. } => Some(role),
            _ => None,
        }
    }

    /// The spell's steps when a controlled unit casts it, regardless of its own side's wishes
    /// (EV-374).
    ///
    /// # Errors
    /// Why it cannot be cast.
    pub fn forced(&self, how: Use<'_>) -> Result<Vec<Step>, Refusal> {
        let rule = self.spell.rule();
        let none = || Refusal::new("no_target", "there is no such combatant", rule);
        let target = self.target(how.targets).ok_or_else(none)?;
        let unit = self.me.unit;
        let has = |pool: &str, n: i32| unit.pools.0.value(pool) >= n;
        let pays = has(AP, self.spell.ap) && has(SPIRIT, self.spell.spirit);
        if self.summons().is_some() || !pays {
            return Err(none());
        }
        if target.id() != unit.id() {
            attack::reaches(self.ctx, unit, (Kind::Magic, self.spell.range), target)?;
        }
        let (id, spell, to) = (unit.id(), self.spell.id.clone(), SpellTarget::Unit(target.id()));
        Ok(vec![Cast { unit: id, to, spell, paid: false }.into()])
    }

    fn clash(&self, targets: &[Target]) -> Option<OpposedTests<'a>> {
        let unit = hiding::acting(self.me.unit);
        clash(self.content, self.ctx, &unit, self.target(targets)?, self.spell)
    }

    fn cast(&self, step: Cast) -> Plan {
        let warnings = self.me.has(AMNESIAC).then(wasted).into_iter().collect();
        Plan { warnings, ..Plan::of(step) }
    }
}

impl Act<Step> for Casting<'_> {
    fn key(&self) -> Key {
        self.spell.id.clone()
    }

    fn label(&self) -> Label {
        let (name, text) = (self.spell.name.clone(), self.spell.text.clone());
        Label { name, text, cost: self.spell.price().words(), group: self.spell.keyword.id() }
    }

    fn aim(&self) -> Aim {
        if self.summons().is_some() { Aim::Cell } else { Aim::Unit }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        // Amnesiac units lose the action, not the Spirit (EV-373).
        let price = self.spell.price();
        let spirit = if self.me.has(AMNESIAC) { 0 } else { price.spirit };
        budget::check(self.ctx, self.me, &Price { spirit, ..price })?;
        budget::check_calm(self.me)?;
        match self.summons() {
            Some(_) => summoning::check(self.ctx, self.me),
            None => Ok(()),
        }
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        self.summons()?;
        let cell = self.me.unit.placement.at.cell()?;
        let cells = area::cells(self.ctx, cell, self.spell.range.into());
        Some(area::with_floors(self.ctx.field.board(), cells))
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let rule = self.spell.rule();
        if let Some(role) = self.summons() {
            let at = one_floor(how.targets, rule)?;
            summoning::check_cell(self.content, self.ctx, self.me, (role, self.spell.range), at)?;
            let (unit, spell) = (self.me.unit.id(), self.spell.id.clone());
            let to = SpellTarget::Cell(at);
            return Ok(self.cast(Cast { unit, to, spell, paid: false }));
        }
        let target = one_unit(how.targets, rule)?;
        let none = || Refusal::new("no_target", "there is no such combatant", rule);
        let unit = self.ctx.unit(target).ok_or_else(none)?;
        check(self.content, self.ctx, self.me.unit, unit, self.spell)?;
        let (id, spell) = (self.me.unit.id(), self.spell.id.clone());
        let to = SpellTarget::Unit(target);
        Ok(self.cast(Cast { unit: id, to, spell, paid: false }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        self.clash(how.targets).map(OpposedTests::forecast).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        if self.me.has(AMNESIAC) {
            return Vec::new();
        }
        let span = self.spell.range.into();
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        if self.summons().is_some() {
            let (brings, against_foes) = (true, false);
            return vec![ActSummary { cost: self.spell.spirit, brings, against_foes, ..plain }];
        }
        let hostile = self.spell.is_hostile();
        let cost = self.spell.spirit;
        vec![ActSummary { cost, against_foes: hostile, for_friends: !hostile, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        if self.summons().is_some() {
            // A wisp is worth about a third of its caster.
            return vec![ActOutcome { adds: 330, ..ActOutcome::none(self.me.unit.id()) }];
        }
        let Some(target) = self.target(how.targets) else { return Vec::new() };
        let Some(them) = Numbers::of(self.content, target) else { return Vec::new() };
        let chance = self.clash(how.targets).map_or(1000, |clash| clash.thousandths());
        let none = ActOutcome { chance, ..ActOutcome::none(target.id()) };
        vec![match &self.spell.effect {
            Effect::Ailment(id) => {
                let ailment = self.content.ailments.get(id.as_str());
                let idle = them.has(id.as_str()) || them.is_immune(ailment.and_then(|a| a.element));
                let stills = ailment.is_some_and(|ailment| ailment.stills);
                let hinders = if idle { 0 } else { 1 + 2 * i32::from(stills) };
                ActOutcome { hinders, ..none }
            }
            Effect::Bind => ActOutcome { hinders: i32::from(!them.has(BOUND)), ..none },
            Effect::Condition { id, .. } => {
                let more = i32::from(!them.has(id.as_str()));
                let (hinders, helps) = if self.spell.is_hostile() { (more, 0) } else { (0, more) };
                ActOutcome { hinders, helps, ..none }
            }
            Effect::Mend { track, wounds } => {
                let n = mended(them, track, *wounds).len();
                ActOutcome { mends: 10 * i32::try_from(n).unwrap_or(0) * wounds, ..none }
            }
            Effect::Cleanse => {
                let helps = i32::try_from(them.ailments().count()).unwrap_or(0).min(1);
                ActOutcome { helps, ..none }
            }
            Effect::Summon { .. } => none,
        }]
    }
}

/// Restores wounds of a track, to the Persona if it is missing any, otherwise to the body; full
/// Heavy Wounds end injuries (EV-279, EV-295).
pub fn mended(target: Numbers<'_>, track: &Key, wounds: i32) -> Vec<Event> {
    let unit = target.unit;
    let lacks = |meters: &Meters| meters.get(track.as_str()).is_some_and(|m| m.value < m.max);
    let (layer, meters) = match harm::bearer(target) {
        own if lacks(own.1) => own,
        (Some(_), _) => (None, &unit.tracks.0),
        _ => return Vec::new(),
    };
    let Some(meter) = meters.get(track.as_str()) else { return Vec::new() };
    let to = (meter.value + wounds).min(meter.max);
    let restored = wounds::meter(unit, layer, track.as_str(), to, "EV-279");
    let mut events: Vec<Event> = restored.into_iter().collect();
    if layer.is_none() && *track == *WOUNDS[1] && to == meter.max {
        events.extend(effects::healed(unit));
    }
    events
}

/// Casts a spell: declared and paid for, then rolled if it can be resisted.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn cast(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Cast,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let spell = content.spells.get(step.spell.as_str());
    let Some((actor, spell)) = ctx.unit(step.unit).zip(spell) else { return nothing };
    let Some(me) = Numbers::of(content, actor) else { return nothing };
    if !step.paid {
        return Ok(declared(ctx, me, (step, spell)));
    }
    let target = match step.to {
        SpellTarget::Unit(id) => ctx.unit(id),
        SpellTarget::Cell(at) => {
            let Effect::Summon { role, rounds } = &spell.effect else { return nothing };
            return Ok(Outcome::done(summoning::call(content, ctx, actor, (role, *rounds), at)));
        }
    };
    let Some(target) = target else { return nothing };
    if restraints::is_restrained(me) && spell.keyword == Keyword::Attack {
        return nothing;
    }
    let Some(mut clash) = clash(content, ctx, actor, target, spell) else {
        return Ok(Outcome::done(takes_effect(content, ctx, target, spell, (actor, 0))));
    };
    // Bonds store the degrees of their caster (EV-410).
    let binds = spell.effect == Effect::Bind;
    let cuts = if binds { attack::degrees_apart(&clash.own) } else { Vec::new() };
    let (own, answer, before) = rolling::clash(ctx, me, &mut clash, &cuts, oracle)?;
    let face = clash.face(&own);
    let degrees = clash.own.score(&own).degrees;
    let (margin, rolls) = clash.settled(actor.id(), ("spell", "resist"), (own, &answer));
    let opposed = rolls.len() > 1;
    let target_passes = clash.target_passes(&answer);
    let mut events = before;
    for (at, mut roll) in rolls.into_iter().enumerate() {
        let fumbles = u16::try_from(face).is_ok_and(|face| is_fumble(content, face));
        if at == 0 && fumbles && spell.rule() == "EV-167" {
            roll.degree = Degree::Fumble;
        }
        events.push(events::rolled(roll, if at == 0 { spell.rule() } else { "EV-167" }));
    }
    if spell.keyword == Keyword::Attack {
        events.extend(unfocus_attack(actor));
    } else {
        events.extend(unfocus(actor));
    }
    events.extend(unfocus(target).filter(|_| opposed));
    events.extend(calmed((actor, target), margin.is_some(), target_passes));
    if margin.is_some() {
        events.extend(takes_effect(content, ctx, target, spell, (actor, degrees)));
        if frightens(spell) {
            events.extend(authority::falters(ctx, target));
        }
    }
    Ok(Outcome::done(events))
}

/// Declares a spell and pays for it.
fn declared(ctx: Ctx<'_>, me: Numbers<'_>, (step, spell): (&Cast, &Spell)) -> Outcome {
    let actor = me.unit;
    // Amnesiac units lose the action, not the Spirit (EV-373).
    let fails = me.has(AMNESIAC);
    let price = Price { spirit: if fails { 0 } else { spell.spirit }, ..spell.price() };
    let act = (spell.id.clone(), spell.name.as_str());
    let at = match step.to {
        SpellTarget::Unit(id) => (vec![id], None),
        SpellTarget::Cell(at) => (Vec::new(), Some(at.cell.into())),
    };
    let mut events = budget::declare(ctx, actor, act, &price, at, spell.rule());
    if fails {
        let text = format!("{} does not remember how.", actor.identity.name);
        events.push(events::note(actor, text, "EV-373"));
        return Outcome::done(events);
    }
    let next = Cast { paid: true, ..step.clone() }.into();
    let attacks = spell.keyword == Keyword::Attack;
    let strains = restraints::escape_step(me).filter(|_| attacks);
    Outcome::after(events, strains.into_iter().collect(), Some(next))
}

/// More metres of a Move that is not used up yet, if a unit becomes swifter in its own turn (EV-27,
/// EV-55).
fn lengthened(
    ctx: Ctx<'_>,
    them: Numbers<'_>,
    spell: &Spell,
    (id, size): (&Key, i32),
) -> Option<Event> {
    let unit = them.unit;
    let left = unit.pools.0.value(METRES);
    let moves = left > 0 && ctx.state.scene.clock.active.contains(&unit.id());
    if !moves || *id != *SWIFT {
        return None;
    }
    let more = (them.move_with(size) - them.basic_move()).max(0);
    events::pool(unit, METRES, left + more, &spell.name, "EV-55")
}

/// The effect of a successful spell.
fn takes_effect(
    content: &Content,
    ctx: Ctx<'_>,
    target: &Unit,
    spell: &Spell,
    (actor, degrees): (&Unit, i32),
) -> Vec<Event> {
    let Some(them) = Numbers::of(content, target) else { return Vec::new() };
    let by = Some(actor.id());
    match &spell.effect {
        Effect::Ailment(id) => {
            // An element that has no effect on the target causes no ailment either (EV-319).
            if them.is_immune(spell.element) {
                let learned = wounds::learns(ctx, actor, them, spell.element);
                let text = format!("{} is immune to it.", target.identity.name);
                let note = events::note(target, text, "EV-319");
                return std::iter::once(note).chain(learned).collect();
            }
            let ailment = content.ailments.get(id.as_str());
            ailment.map_or_else(Vec::new, |ailment| afflict(content, them, ailment, by))
        }
        Effect::Condition { id, size, turns } => {
            let condition = for_turns(id.clone(), *size, by, target, *turns);
            let gained = events::gained(target, condition, spell.rule());
            let more = lengthened(ctx, them, spell, (id, *size));
            std::iter::once(gained).chain(more).collect()
        }
        Effect::Bind => {
            let condition = Condition::new(Key::of(BOUND), 0, by, Expiry::Battle);
            let condition = condition.with(Key::of(DEGREES), degrees.into());
            vec![events::gained(target, condition, "EV-410")]
        }
        Effect::Mend { track, wounds } => {
            // The Baton Pass bonus to tests also applies to restored wounds (EV-338).
            let more = Numbers::of(content, actor).map_or(0, |me| me.baton(ctx));
            mended(them, track, wounds + more)
        }
        Effect::Cleanse => {
            let first = them.ailments().next();
            let ended = first.map(|(_, c)| events::relieved_of(target, c, &spell.name, "EV-195"));
            ended.into_iter().collect()
        }
        Effect::Summon { .. } => Vec::new(),
    }
}
