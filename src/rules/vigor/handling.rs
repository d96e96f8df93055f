//! Acts of one action that are no attacks: reloading, stabilising the dying, struggling free (VG-93,
//! VG-237).

use crate::rules::command::Target;
use crate::rules::estimate::{ActOutcome, ActSummary};
use crate::rules::event::{Event, EventKind};
use crate::rules::kit::acts::{Act, Label, Use, one_unit};
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::roll::Test;
use crate::rules::ruleset::{Aim, Ctx, Entry, Forecast};
use crate::rules::state::{Carrier, Status, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::attack;
use super::conditions::{PINNED, STABILISED};
use super::data::{Ability, Moment, Skill, Weapon};
use super::long_acts;
use super::numbers::{ACTIONS, LOADED, MAIN, Numbers, SIDE};
use super::resist;
use super::step::{Handle, Handling, Outcome, Plan, Step};
use super::wounds;

impl Numbers<'_> {
    /// The slot of a weapon at hand that has been shot and not reloaded (VG-93).
    pub fn unloaded(&self) -> Option<&'static str> {
        let empty = |slot: &&'static str| {
            let meter = self.unit.carriers.item(slot).and_then(|meters| meters.get(LOADED));
            meter.is_some_and(|meter| meter.value <= 0)
        };
        [MAIN, SIDE].into_iter().find(empty)
    }

    /// Whether a weapon has to be reloaded before it can be shot again.
    pub fn must_reload(&self, weapon: &Weapon) -> bool {
        let own = weapon.of.as_ref().unwrap_or(&weapon.id);
        weapon.reloads
            && self.unloaded().is_some_and(|slot| self.unit.gear.0.get(slot) == Some(own))
    }

    /// A shot empties a weapon that has to be reloaded.
    pub fn shot(&self, weapon: &Weapon) -> Option<Event> {
        let own = weapon.of.as_ref().unwrap_or(&weapon.id);
        let slot = [MAIN, SIDE].into_iter().find(|slot| self.unit.gear.0.get(*slot) == Some(own));
        let slot = slot.filter(|_| weapon.reloads)?;
        let item = Carrier::Item(Key::of(slot));
        let what = EventKind::wear(self.unit, &item, LOADED, 0, "it is shot")?;
        Some(Event::new(what, &["VG-93"]))
    }

    /// Its better skill in healing.
    fn medicine(&self) -> i32 {
        self.sheet.skill(Skill::Medicine).max(self.sheet.skill(Skill::MedicalScience))
    }
}

/// Such an act of a combatant.
pub struct Handles<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Who.
    pub me: Numbers<'a>,
    /// What.
    pub what: Handling,
}

/// What a combatant can do now.
pub fn all<'a>(ctx: Ctx<'a>, me: Numbers<'a>) -> Vec<Handles<'a>> {
    let handles = |what| Handles { ctx, me, what };
    let mut all = Vec::new();
    if me.unloaded().is_some() {
        all.push(handles(Handling::Reload));
    }
    if me.medicine() > 0 {
        all.push(handles(Handling::Stabilise));
    }
    if me.unit.conditions.has(PINNED) {
        all.push(handles(Handling::BreakFree));
    }
    all
}

/// These acts, as players find them.
pub fn entries() -> Vec<Entry> {
    let all = [Handling::Reload, Handling::Stabilise, Handling::BreakFree];
    all.map(|what| Entry::of(what.id(), what.name(), what.text())).to_vec()
}

impl Handling {
    const fn id(self) -> &'static str {
        match self {
            Self::Reload => "reload",
            Self::Stabilise => "stabilise",
            Self::BreakFree => "break_free",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Reload => "Reload",
            Self::Stabilise => "Stabilise",
            Self::BreakFree => "Break Free",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Reload => "Makes a weapon ready for its next shot.",
            Self::Stabilise => "Medicine against 20: one in Shock beside it is no longer dying.",
            Self::BreakFree => "Strength against the roll that pinned it.",
        }
    }

    const fn rule(self) -> &'static str {
        match self {
            Self::Reload => "VG-93",
            Self::Stabilise => "VG-237",
            Self::BreakFree => "VG-56",
        }
    }
}

impl Handles<'_> {
    /// Whether a combatant is dying beside this one.
    fn check_dying(&self, targets: &[Target]) -> Result<(), Refusal> {
        let rule = self.what.rule();
        let target = one_unit(targets, rule)?;
        let dying = self
            .ctx
            .unit(target)
            .is_some_and(|unit| unit.status == Status::Down && !unit.conditions.has(STABILISED));
        if !dying {
            return Err(Refusal::new("no_need", "it is not dying", rule));
        }
        let bodies = self.ctx.field.body(self.me.unit.id()).zip(self.ctx.field.body(target));
        let beside = bodies.is_some_and(|(a, b)| attack::adjacent(self.ctx, a, b));
        beside
            .then_some(())
            .ok_or_else(|| Refusal::new("out_of_range", "it is not beside it", rule))
    }
}

/// The roll behind an act, if it has one.
fn test(me: &Numbers<'_>, what: Handling) -> Option<Test> {
    match what {
        Handling::Reload => None,
        Handling::Stabilise => {
            let tally = me.tally();
            let mut mark = Sum::new();
            mark.push("treatment", me.content.rules.aid_number, "VG-237");
            let mut test = Test::of(20, tally.told().clone(), "treatment", mark).above();
            test.dice.extend(me.dice(me.medicine(), tally.on_action()));
            Some(test)
        }
        Handling::BreakFree => {
            let hold = me.unit.conditions.get(PINNED)?.size;
            Some(resist::test(me, Ability::Strength, hold))
        }
    }
}

impl Act<Step> for Handles<'_> {
    fn key(&self) -> Key {
        Key::of(self.what.id())
    }

    fn label(&self) -> Label {
        let (name, text) = (self.what.name().to_owned(), self.what.text().to_owned());
        Label { name, text, cost: "1 action".to_owned(), group: "action" }
    }

    fn aim(&self) -> Aim {
        if self.what == Handling::Stabilise { Aim::Unit } else { Aim::Own }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        if self.me.is_incapacitated() && self.what != Handling::BreakFree {
            return Err(Refusal::new("incapacitated", "it cannot move", "VG-57"));
        }
        let able = self.me.unit.pools.0.value(ACTIONS) > 0;
        able.then_some(()).ok_or_else(|| Refusal::new("no_actions", "no action is left", "VG-60"))
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        let mut target = unit;
        if self.what == Handling::Stabilise {
            self.check_dying(how.targets)?;
            target = one_unit(how.targets, self.what.rule())?;
        }
        Ok(Plan::of(Handle { unit, what: self.what, target, paid: false }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let target = one_unit(how.targets, self.what.rule()).unwrap_or(self.me.unit.id());
        test(&self.me, self.what).map(|test| Forecast::new(target, test)).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = u16::from(self.what == Handling::Stabilise);
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let target = one_unit(how.targets, self.what.rule()).unwrap_or(self.me.unit.id());
        vec![ActOutcome { helps: 2, ..ActOutcome::none(target) }]
    }
}

/// Carries such an act out: paid, then rolled if it takes a roll.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(moment: Moment<'_>, step: &Handle, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit).filter(|unit| unit.is_active()) else { return nothing };
    let Some(me) = Numbers::of(content, unit) else { return nothing };
    let (what, rule) = (step.what, step.what.rule());
    if !step.paid {
        let act = (Key::of(what.id()), what.name());
        let targets = if step.target == step.unit { Vec::new() } else { vec![step.target] };
        let mut all = vec![events::declared(unit, act, targets, rule)];
        all.extend(long_acts::pay(unit, 1, what.name(), rule));
        return Ok(Outcome::then(all, Handle { paid: true, ..step.clone() }.into()));
    }
    let Some(test) = test(&me, what) else {
        let item = me.unloaded().map(|slot| Carrier::Item(Key::of(slot)));
        let loaded =
            item.and_then(|item| EventKind::wear(unit, &item, LOADED, 1, "it is reloaded"));
        return Ok(Outcome::done(
            loaded.map(|what| Event::new(what, &[rule])).into_iter().collect(),
        ));
    };
    let (faces, score) = test.roll(oracle)?;
    let purpose = what.id();
    let target = (step.target != step.unit).then_some(step.target);
    let mut all = vec![events::tested(&test, (purpose, unit, target), faces, rule)];
    if score.passed() {
        all.extend(done(ctx, unit, step));
    }
    Ok(Outcome::done(all))
}

/// What a successful roll does.
fn done(ctx: Ctx<'_>, unit: &Unit, step: &Handle) -> Vec<Event> {
    match step.what {
        Handling::Reload => Vec::new(),
        Handling::Stabilise => ctx.unit(step.target).map_or_else(Vec::new, wounds::stabilise),
        Handling::BreakFree => {
            events::relieved(unit, PINNED, "it struggles free", "VG-56").into_iter().collect()
        }
    }
}
