//! Skills used in battle: charm, finding a weakness, menace, hiding, emergency aid (VG-85 to VG-91,
//! VG-154).

use num_traits::ToPrimitive;

use grid::UnitId;
use rules::Target;
use rules::dice::{Die, Read, Throw};
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::Event;
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{ActRecord, Condition, Expiry, Status, Undertaking, Unit};
use rules::{Key, Refusal, Sum};

use super::attack;
use super::conditions;
use super::contact::adjacent;
use super::data::{Ability, Content, Moment, Skill};
use super::durations;
use super::facing;
use super::long_acts;
use super::names::{CHARMED, DURABILITY, HEALTH, MENACED, WEAK_SPOT};
use super::numbers::{Numbers, check_able};
use super::resist;
use super::rulings::{self, Circumstance};
use super::sight;
use super::step::{AttackOptions, Outcome, Plan, SkillStage, Step, UseSkill};
use super::wounds;

/// A use of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillUse {
    /// Charm (VG-86).
    Charm,
    /// Finding a weakness (VG-87).
    FindWeakness,
    /// Menace (VG-88).
    Menace,
    /// Hiding (VG-154).
    Hide,
    /// Emergency aid (VG-89).
    Aid,
}

impl SkillUse {
    /// All of them, in action bar order.
    pub const ALL: [Self; 5] =
        [Self::Charm, Self::FindWeakness, Self::Menace, Self::Hide, Self::Aid];

    /// The act's name in commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Charm => "charm",
            Self::FindWeakness => "find_weakness",
            Self::Menace => "menace",
            Self::Hide => "hide",
            Self::Aid => "aid",
        }
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Charm => "Charm",
            Self::FindWeakness => "Find Weakness",
            Self::Menace => "Menace",
            Self::Hide => "Hide",
            Self::Aid => "Emergency Aid",
        }
    }

    /// Its description, in one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Charm => "The target does not attack this creature for a round.",
            Self::FindWeakness => "The next attack on the target has a Charge.",
            Self::Menace => "The target's rolls have a Challenge for a round.",
            Self::Hide => "Enemies lose sight of it until it attacks or stands in plain view.",
            Self::Aid => "Restores some Durability to a unit beside it, in two actions.",
        }
    }

    const fn skill(self) -> Skill {
        match self {
            Self::Charm => Skill::Social,
            Self::FindWeakness => Skill::Awareness,
            Self::Menace => Skill::Menace,
            Self::Hide => Skill::Stealth,
            Self::Aid => Skill::Medicine,
        }
    }

    /// The rule behind it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Charm => "VG-86",
            Self::FindWeakness => "VG-87",
            Self::Menace => "VG-88",
            Self::Hide => "VG-154",
            Self::Aid => "VG-89",
        }
    }

    /// Whether it takes one action and targets an enemy.
    pub const fn targets_enemy(self) -> bool {
        matches!(self, Self::Charm | Self::FindWeakness | Self::Menace)
    }

    /// Whether the target resists with Resolve.
    const fn is_resisted(self) -> bool {
        matches!(self, Self::Charm | Self::Menace)
    }

    /// The skill use with this ID.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|skill_use| skill_use.id() == id)
    }
}

/// The use of a skill by a combatant.
pub struct SkillAct<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub numbers: Numbers<'a>,
    /// The use of the skill.
    pub skill_use: SkillUse,
}

/// The skill's roll (VG-85).
fn test(numbers: &Numbers<'_>, skill_use: SkillUse, ruled: Circumstance) -> Test {
    let rules = &numbers.content.rules;
    let number = if skill_use == SkillUse::Aid { rules.aid_vs } else { rules.skill_number };
    let mut tally = numbers.on_actions();
    tally.ruled(ruled.charges);
    let mut against = Sum::new();
    against.push(skill_use.name(), number, skill_use.rule());
    against.add("circumstances", ruled.number, "VG-336");
    numbers.check(skill_use.name(), against, &tally, numbers.sheet.skill(skill_use.skill()))
}

impl SkillAct<'_> {
    /// Checks that a unit is a possible target.
    ///
    /// # Errors
    /// Why it is none.
    pub fn check_target(&self, other: UnitId) -> Result<(), Refusal> {
        let rule = self.skill_use.rule();
        let none = || Refusal::new("no_target", "there is no one to use it on", rule);
        let (unit, other) = (self.numbers.unit, self.ctx.unit(other).ok_or_else(none)?);
        let bodies = self.ctx.field.body(unit.id()).zip(self.ctx.field.body(other.id()));
        let (me, them) = bodies.ok_or_else(none)?;
        let dying = wounds::is_dying(other);
        if !(other.is_active() || self.skill_use == SkillUse::Aid && dying) {
            return Err(none());
        }
        if self.skill_use == SkillUse::Aid {
            let whole = |id| other.tracks.0.get(id).is_none_or(|m| m.value >= m.max);
            if whole(DURABILITY) && whole(HEALTH) {
                return Err(Refusal::new("unhurt", "it needs no aid", rule));
            }
            if other.id() != unit.id() && !adjacent(self.ctx, me, them) {
                return Err(Refusal::new("not_adjacent", "it is not adjacent", rule));
            }
            return Ok(());
        }
        if other.side() == unit.side() {
            return Err(Refusal::new("no_foe", "it is not an enemy", rule));
        }
        let known = facing::is_aware(self.ctx, unit.id(), other.id());
        if !known || !sight::in_sight(self.content.at(self.ctx), me, them) {
            return Err(Refusal::new("no_sight", "it is not in view", rule));
        }
        Ok(())
    }

    /// Whether an enemy could be attacked from the current position.
    fn is_engaged(&self) -> bool {
        let (moment, unit) = (self.content.at(self.ctx), self.numbers.unit);
        let state = self.ctx.state;
        let mut foes = state.units.iter().filter(|foe| state.are_foes(unit.id(), foe.id()));
        let options = AttackOptions::default();
        foes.any(|foe| {
            let attacks =
                |weapon| attack::prepare(moment, unit, weapon, foe.id(), &options).is_ok();
            foe.is_active() && self.numbers.usable_weapons().any(attacks)
        })
    }
}

impl Act<Step> for SkillAct<'_> {
    fn key(&self) -> Key {
        Key::of(self.skill_use.id())
    }

    fn label(&self) -> Label {
        let (name, text) = (self.skill_use.name().to_owned(), self.skill_use.text().to_owned());
        let cost = if self.skill_use == SkillUse::Aid { "2 actions" } else { "1 action" };
        Label { name, text, cost: cost.to_owned(), group: "skill" }
    }

    fn aim(&self) -> Aim {
        if self.skill_use == SkillUse::Hide { Aim::Own } else { Aim::Unit }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_able(self.numbers.unit)?;
        if self.skill_use != SkillUse::Hide {
            return Ok(());
        }
        let unit = self.numbers.unit;
        // Enemies that its side does not know of must not show in the refusal.
        let (ctx, side) = (self.ctx, unit.side());
        let mut known = ctx.state.units.iter().filter(|u| u.is_active() && ctx.state.sees(side, u));
        if known.any(|foe| facing::has_in_plain_view(self.content.at(ctx), foe, unit.id())) {
            return Err(Refusal::new("in_view", "an enemy sees it plainly", "VG-154"));
        }
        Ok(())
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.numbers.unit.id();
        let target = match self.skill_use {
            SkillUse::Hide => unit,
            _ => one_unit(how.targets, self.skill_use.rule())?,
        };
        if self.skill_use != SkillUse::Hide {
            self.check_target(target)?;
        }
        let act = self.key();
        Ok(Plan::of(UseSkill { unit, target, act, stage: SkillStage::Declare }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let own = self.numbers.unit.id();
        let target = one_unit(how.targets, self.skill_use.rule()).unwrap_or(own);
        let ruled = rulings::circumstance(self.ctx.state, own, target);
        vec![Forecast::new(target, test(&self.numbers, self.skill_use, ruled))]
    }

    /// The AI aids wounded allies, and menaces enemies that it could also attack; from afar, moving
    /// closer is better. Other skills are left to players.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = if self.skill_use == SkillUse::Aid { 1 } else { MENACE_SPAN };
        let able = self.numbers.sheet.skill(self.skill_use.skill()) > 0;
        let open = able && self.check_use().is_ok();
        let plain = |open| ActSummary::plain(self.key(), Aim::Unit, span, open);
        match self.skill_use {
            SkillUse::Aid => {
                vec![ActSummary { against_foes: false, for_friends: true, ..plain(open) }]
            }
            SkillUse::Menace => vec![plain(open && self.is_engaged())],
            SkillUse::Charm | SkillUse::FindWeakness | SkillUse::Hide => Vec::new(),
        }
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let target = one_unit(how.targets, self.skill_use.rule());
        let Some(target) = target.ok().filter(|id| self.check_target(*id).is_ok()) else {
            return Vec::new();
        };
        let none = ActOutcome::none(target);
        let theirs = self.ctx.unit(target).and_then(|u| Numbers::of(self.content, u));
        let Some(theirs) = theirs else { return Vec::new() };
        let ruled = rulings::circumstance(self.ctx.state, self.numbers.unit.id(), target);
        let test = test(&self.numbers, self.skill_use, ruled);
        let thousandths = |test: &Test| (test.chance() * 1000).to_integer().to_i32().unwrap_or(0);
        let passes = thousandths(&test);
        if self.skill_use == SkillUse::Menace {
            let total = test.against.total().saturating_add(EXPECTED_EXCESS);
            let resists = thousandths(&resist::test(&theirs, Ability::Resolve, total));
            let menaced = theirs.unit.conditions.has(MENACED);
            let hinders = i32::from(!menaced);
            let chance = passes * (1000 - resists) / 1000;
            return vec![ActOutcome { chance, hinders, ..none }];
        }
        // Aid takes two actions; a die of Durability also ends Wounded, and a dying unit survives.
        let dying = theirs.unit.status == Status::Down;
        let helps = i32::from(theirs.is_wounded()) + 3 * i32::from(dying);
        let meter = theirs.unit.tracks.0.get(DURABILITY);
        let missing = meter.map_or(0, |meter| meter.max - meter.value);
        let mends = if dying { 0 } else { missing.min(self.content.rules.aid_die / 2) };
        vec![ActOutcome { chance: passes / 2, mends, helps, ..none }]
    }
}

/// Maximum distance at which the AI menaces, in squares.
const MENACE_SPAN: u16 = 12;
/// Average amount by which a successful roll exceeds its number.
const EXPECTED_EXCESS: i32 = 4;

/// Runs one stage of the use of a skill.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(moment: Moment<'_>, step: &UseSkill, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(skill_use) = SkillUse::of(step.act.as_str()) else { return nothing };
    let units = ctx.unit(step.unit).zip(ctx.unit(step.target));
    let Some((unit, target)) = units.filter(|(u, _)| u.is_active()) else { return nothing };
    let both = Numbers::of(content, unit).zip(Numbers::of(content, target));
    let Some((numbers, theirs)) = both else { return nothing };
    let next = |stage| UseSkill { stage, ..step.clone() }.into();
    match step.stage {
        SkillStage::Declare => {
            let (mut events, ready) = declare(unit, target, skill_use);
            let record =
                ActRecord { class: Key::of("skill"), act: Key::of(skill_use.id()), amount: 0 };
            events.push(events::act_recorded(unit, record, None, "VG-85"));
            if !ready {
                return Ok(Outcome::done(events));
            }
            Ok(Outcome::then(events, next(SkillStage::Roll)))
        }
        SkillStage::Roll => {
            let ruled = rulings::circumstance(ctx.state, unit.id(), target.id());
            let test = test(&numbers, skill_use, ruled);
            let throw = if skill_use.is_resisted() { test.throw_whole(90) } else { test.throw() };
            let faces = oracle.roll(throw)?;
            let score = test.score(&faces);
            let who = ("skill", unit, Some(target.id()).filter(|id| *id != unit.id()));
            let mut events = vec![events::tested(&test, who, faces, skill_use.rule())];
            events.extend(conditions::end_action_bonuses(unit, false));
            Ok(match (score.passed(), skill_use.is_resisted()) {
                (false, _) => Outcome::done(events),
                (true, true) => {
                    Outcome::then(events, next(SkillStage::Resist { total: score.total }))
                }
                (true, false) => Outcome::then(events, next(SkillStage::Effect)),
            })
        }
        SkillStage::Resist { total } => {
            let effect = (skill_use.name(), Ability::Resolve, total);
            let (resisted, events) = resist::resists(moment, &theirs, effect, oracle)?;
            Ok(if resisted {
                Outcome::done(events)
            } else {
                Outcome::then(events, next(SkillStage::Effect))
            })
        }
        SkillStage::Effect => effect(moment, (unit, target), skill_use, oracle).map(Outcome::done),
    }
}

/// Declares and pays for it; aid may have to continue in the next turn (VG-91).
fn declare(unit: &Unit, target: &Unit, skill_use: SkillUse) -> (Vec<Event>, bool) {
    let targets = if skill_use == SkillUse::Hide { Vec::new() } else { vec![target.id()] };
    let act = (Key::of(skill_use.id()), skill_use.name());
    let mut events = vec![events::declared(unit, act, targets, skill_use.rule())];
    if skill_use != SkillUse::Aid {
        events.extend(long_acts::pay(unit, 1, skill_use.name(), "VG-85"));
        return (events, true);
    }
    let task = Undertaking {
        act: Key::of(skill_use.id()),
        choice: Key::default(),
        targets: vec![Target::Unit(target.id())],
        done: 0,
        of: 2,
    };
    let (paid, done) = long_acts::advance(unit, task, skill_use.name());
    events.extend(paid);
    (events, done)
}

/// The effect of a skill.
fn effect(
    moment: Moment<'_>,
    (unit, target): (&Unit, &Unit),
    skill_use: SkillUse,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let Moment { content, ctx } = moment;
    let round = durations::lasting_rounds(moment, unit.id(), 1);
    let condition =
        |id, source: &Unit, lasts| Condition::new(Key::of(id), 0, Some(source.id()), lasts);
    Ok(match skill_use {
        SkillUse::Charm => conditions::gain(ctx, target, condition(CHARMED, unit, round), "VG-86"),
        SkillUse::Menace => conditions::gain(ctx, target, condition(MENACED, unit, round), "VG-88"),
        SkillUse::FindWeakness => {
            let lasts = Expiry::Until(Key::of("next_attack"));
            conditions::gain(ctx, unit, condition(WEAK_SPOT, target, lasts), "VG-87")
        }
        SkillUse::Hide => facing::hide(ctx, unit, "VG-154"),
        // The roll stabilises the dying, and restores no Durability (VG-237, VG-367).
        SkillUse::Aid if target.status == Status::Down => wounds::stabilise(target),
        SkillUse::Aid => {
            // A plain die: it does not burst, and rungs do not change it (VG-90).
            let Some(durability) = target.tracks.0.get(DURABILITY) else { return Ok(Vec::new()) };
            let die = u16::try_from(content.rules.aid_die).unwrap_or(10);
            let missing = (durability.max - durability.value).max(1);
            let read = Read::Sum((2..=missing.min(die.into())).collect());
            let face = oracle.roll_one(Throw { dice: vec![Die::d(die)], read })?;
            wounds::restore_durability(target, face, "emergency aid", "VG-89")
        }
    })
}
