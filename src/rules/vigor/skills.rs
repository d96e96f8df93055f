//! Skills used in battle: charm, finding a weakness, menace, hiding, emergency aid (VG-85 to VG-91,
//! VG-154).

use crate::grid::UnitId;
use crate::rules::dice::{Die, Read, Throw};
use crate::rules::estimate::{ActOutcome, ActSummary};
use crate::rules::event::Event;
use crate::rules::kit::acts::{Act, Label, Use, one_unit};
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::roll::Test;
use crate::rules::ruleset::{Aim, Ctx, Forecast};
use crate::rules::state::{Condition, Deed, Expiry, Undertaking, Unit};
use crate::rules::target::Target;
use crate::rules::{Key, Refusal, Sum};

use super::attack;
use super::data::{Ability, Content, Moment, Skill};
use super::durations;
use super::facing;
use super::long_acts;
use super::numbers::{DURABILITY, HEALTH, MENACED, Numbers, WEAK_SPOT};
use super::resist;
use super::sight;
use super::step::{Outcome, Plan, Practice, Step, UseSkill};

/// The condition of one that was charmed by its source (VG-86).
pub const CHARMED: &str = "charmed";

/// What is done with a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trade {
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

impl Trade {
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

    /// What it does, in one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Charm => "The target does not attack this creature for a round.",
            Self::FindWeakness => "The next attack on the target has a Charge.",
            Self::Menace => "The target's rolls have a Challenge for a round.",
            Self::Hide => "Enemies lose sight of it until it attacks or stands in plain view.",
            Self::Aid => "Gives a wounded neighbour some Durability, in two actions.",
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

    /// Whether the target resists with Resolve.
    const fn is_resisted(self) -> bool {
        matches!(self, Self::Charm | Self::Menace)
    }

    fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trade| trade.id() == id)
    }
}

/// The use of a skill by a combatant.
pub struct Trading<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Who.
    pub numbers: Numbers<'a>,
    /// What for.
    pub trade: Trade,
}

/// The roll of a skill (VG-85).
fn test(numbers: &Numbers<'_>, trade: Trade) -> Test {
    let rules = &numbers.content.rules;
    let number = if trade == Trade::Aid { rules.aid_number } else { rules.skill_number };
    let mut against = Sum::new();
    against.push(trade.name(), number, trade.rule());
    let tally = numbers.tally();
    let mut test = Test::of(20, tally.told().clone(), trade.name(), against).above();
    test.dice.extend(numbers.dice(numbers.sheet.skill(trade.skill()), tally.on_action()));
    test
}

impl Trading<'_> {
    /// Whether a unit can be chosen for it.
    ///
    /// # Errors
    /// Why not.
    fn check_other(&self, other: UnitId) -> Result<(), Refusal> {
        let rule = self.trade.rule();
        let none = || Refusal::new("no_target", "there is no one to use it on", rule);
        let (unit, other) = (self.numbers.unit, self.ctx.unit(other).ok_or_else(none)?);
        let bodies = self.ctx.field.body(unit.id()).zip(self.ctx.field.body(other.id()));
        let (me, them) = bodies.ok_or_else(none)?;
        if !other.is_active() {
            return Err(none());
        }
        if self.trade == Trade::Aid {
            let whole = |id| other.tracks.0.get(id).is_none_or(|m| m.value >= m.max);
            if other.side() != unit.side() || whole(DURABILITY) && whole(HEALTH) {
                return Err(Refusal::new("unhurt", "it needs no aid", rule));
            }
            if other.id() != unit.id() && !attack::adjacent(self.ctx, me, them) {
                return Err(Refusal::new("not_adjacent", "it is not beside one", rule));
            }
            return Ok(());
        }
        if other.side() == unit.side() {
            return Err(Refusal::new("no_foe", "it is no enemy", rule));
        }
        let known = facing::is_aware(self.ctx, unit.id(), other.id());
        if !known || !sight::in_sight(self.ctx, me, them) {
            return Err(Refusal::new("no_sight", "it is not in view", rule));
        }
        Ok(())
    }
}

impl Act<Step> for Trading<'_> {
    fn key(&self) -> Key {
        Key::of(self.trade.id())
    }

    fn label(&self) -> Label {
        let (name, text) = (self.trade.name().to_owned(), self.trade.text().to_owned());
        let cost = if self.trade == Trade::Aid { "2 actions" } else { "1 action" };
        Label { name, text, cost: cost.to_owned(), group: "skill" }
    }

    fn aim(&self) -> Aim {
        if self.trade == Trade::Hide { Aim::Own } else { Aim::Unit }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        super::acts::check_price(self.numbers.unit)?;
        if self.trade != Trade::Hide {
            return Ok(());
        }
        let id = self.numbers.unit.id();
        let foes = self.ctx.state.units.iter().filter(|u| u.is_active());
        if foes.into_iter().any(|foe| facing::plainly(self.ctx, foe, id)) {
            return Err(Refusal::new("in_view", "an enemy sees it plainly", "VG-154"));
        }
        Ok(())
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.numbers.unit.id();
        let target = match self.trade {
            Trade::Hide => unit,
            _ => one_unit(how.targets, self.trade.rule())?,
        };
        if self.trade != Trade::Hide {
            self.check_other(target)?;
        }
        let act = self.key();
        Ok(Plan::of(UseSkill { unit, target, act, stage: Practice::Declare }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let own = self.numbers.unit.id();
        let target = one_unit(how.targets, self.trade.rule()).unwrap_or(own);
        vec![Forecast::new(target, test(&self.numbers, self.trade))]
    }

    /// The computer uses aid; the rest is left to players.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let needs_aid = |unit: &&Unit| {
            unit.side() == self.numbers.unit.side()
                && Numbers::of(self.content, unit).is_some_and(|n| n.is_wounded())
        };
        if self.trade != Trade::Aid || !self.ctx.state.units.iter().any(|unit| needs_aid(&unit)) {
            return Vec::new();
        }
        let plain = ActSummary::plain(self.key(), Aim::Unit, 1, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let target = one_unit(how.targets, self.trade.rule());
        let Some(target) = target.ok().filter(|id| self.check_other(*id).is_ok()) else {
            return Vec::new();
        };
        let wounded = self.ctx.unit(target).and_then(|u| Numbers::of(self.content, u));
        let helps = if wounded.is_some_and(|n| n.is_wounded()) { 2 } else { 0 };
        vec![ActOutcome { helps, ..ActOutcome::none(target) }]
    }
}

/// Runs one stage of the use of a skill.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(moment: Moment<'_>, step: &UseSkill, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(trade) = Trade::of(step.act.as_str()) else { return nothing };
    let units = ctx.unit(step.unit).zip(ctx.unit(step.target));
    let Some((unit, target)) = units.filter(|(u, _)| u.is_active()) else { return nothing };
    let both = Numbers::of(content, unit).zip(Numbers::of(content, target));
    let Some((numbers, theirs)) = both else { return nothing };
    let next = |stage| UseSkill { stage, ..step.clone() }.into();
    match step.stage {
        Practice::Declare => {
            let (mut events, ready) = declare(unit, target, trade);
            if !ready {
                return Ok(Outcome::done(events));
            }
            let deed = Deed { class: Key::of("skill"), act: Key::of(trade.id()), amount: 0 };
            events.push(events::deed(unit, deed, None, "VG-85"));
            Ok(Outcome::then(events, next(Practice::Roll)))
        }
        Practice::Roll => {
            let test = test(&numbers, trade);
            let throw = if trade.is_resisted() { test.throw_whole(90) } else { test.throw() };
            let faces = oracle.roll(throw)?;
            let score = test.score(&faces);
            let who = ("skill", unit, Some(target.id()).filter(|id| *id != unit.id()));
            let event = events::tested(&test, who, faces, trade.rule());
            Ok(match (score.passed(), trade.is_resisted()) {
                (false, _) => Outcome::done(vec![event]),
                (true, true) => {
                    Outcome::then(vec![event], next(Practice::Resist { total: score.total }))
                }
                (true, false) => Outcome::then(vec![event], next(Practice::Effect)),
            })
        }
        Practice::Resist { total } => {
            let (resisted, event) = resist::resists(&theirs, Ability::Resolve, total, oracle)?;
            Ok(if resisted {
                Outcome::done(vec![event])
            } else {
                Outcome::then(vec![event], next(Practice::Effect))
            })
        }
        Practice::Effect => effect(ctx, (unit, target), trade, oracle).map(Outcome::done),
    }
}

/// Declares and pays it; aid may have to go on in the next turn (VG-91).
fn declare(unit: &Unit, target: &Unit, trade: Trade) -> (Vec<Event>, bool) {
    let targets = if trade == Trade::Hide { Vec::new() } else { vec![target.id()] };
    let act = (Key::of(trade.id()), trade.name());
    let mut events = vec![events::declared(unit, act, targets, trade.rule())];
    if trade != Trade::Aid {
        events.extend(long_acts::pay(unit, 1, trade.name(), "VG-85"));
        return (events, true);
    }
    let task = Undertaking {
        act: Key::of(trade.id()),
        choice: Key::default(),
        targets: vec![Target::Unit(target.id())],
        done: 0,
        of: 2,
    };
    let (paid, done) = long_acts::work(unit, task, trade.name());
    events.extend(paid);
    (events, done)
}

/// What a skill does.
fn effect(
    ctx: Ctx<'_>,
    (unit, target): (&Unit, &Unit),
    trade: Trade,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let round = durations::rounds(unit.id(), 1);
    let condition =
        |id, source: &Unit, lasts| Condition::new(Key::of(id), 0, Some(source.id()), lasts);
    Ok(match trade {
        Trade::Charm => vec![events::gained(target, condition(CHARMED, unit, round), "VG-86")],
        Trade::Menace => vec![events::gained(target, condition(MENACED, unit, round), "VG-88")],
        Trade::FindWeakness => {
            let lasts = Expiry::Until(Key::of("next_attack"));
            vec![events::gained(unit, condition(WEAK_SPOT, target, lasts), "VG-87")]
        }
        Trade::Hide => facing::conceal(ctx, unit, "VG-154"),
        Trade::Aid => {
            // A plain d10: it does not burst, and no step moves it (VG-90).
            let Some(durability) = target.tracks.0.get(DURABILITY) else { return Ok(Vec::new()) };
            let missing = (durability.max - durability.value).max(1);
            let read = Read::Sum((2..=missing.min(10)).collect());
            let face = oracle.roll_one(Throw { dice: vec![Die::d(10)], read })?;
            let to = (durability.value + face).min(durability.max);
            events::track(target, DURABILITY, to, "emergency aid", "VG-89").into_iter().collect()
        }
    })
}
