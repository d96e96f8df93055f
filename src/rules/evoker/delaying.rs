//! Delay: one act carried out later, out of order (EV-204 to EV-207, EV-X9, EV-X10).

use grid::{Body, UnitId};
use rules::command::Target;
use rules::event::{Event, EventKind, MoveKind};
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::parameter::{Parameter, Setting};
use rules::prompt::{Answer, Choice, Prompt};
use rules::ruleset::{Aim, Ctx, Variant};
use rules::state::{Armed, Expiry, State, Unit};
use rules::step::Task;
use rules::{Key, Refusal, Value};

use super::acts;
use super::budget;
use super::data::Content;
use super::names::{
    AMNESIAC, AP, BURST, DELAY, DELAYED, EXERTION, METRES, PAID, RUN_UP_WALK, SPIRIT, SURPRISED,
};
use super::numbers::Numbers;
use super::rolling::side_of;
use super::step::{
    Aloft, BlastStage, EffectMoment, Handle, Outcome, Plan, Rush, Step, TurnEnd, UnopposedKind,
    Wait,
};

/// What other sides are shown.
const SOMETHING: &str = "Delay";
/// The parameter that names the act.
const ACT: &str = "act";
/// The trigger of a delayed act.
const TRIGGER: &str = "enemy_moves_or_acts";
/// Delay, as an act of a combatant.
pub struct Delaying<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
}

impl<'a> Delaying<'a> {
    /// The acts that can be delayed: those with at most one target.
    fn able(&self) -> Vec<Box<dyn Act<Step> + 'a>> {
        let mut all = acts::delayable(self.content, self.ctx, self.me);
        all.retain(|act| act.aim() != Aim::Direction);
        all
    }
}

impl Act<Step> for Delaying<'_> {
    fn key(&self) -> Key {
        Key::of(DELAY)
    }

    fn label(&self) -> Label {
        let text = "Ends the turn; one act can be used before the next.".to_owned();
        let cost = "as the act".to_owned();
        Label { name: SOMETHING.to_owned(), text, cost, group: "action" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check_plain(self.ctx, self.me)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let able = self.able();
        let settings = able.iter().map(|act| Setting {
            id: act.key(),
            name: act.label().name,
            refused: act.check_use().err(),
        });
        let settings: Vec<Setting> = settings.collect();
        let first = settings.iter().find(|s| s.refused.is_none()).or(settings.first());
        let usual = first.map(|setting| Value::Name(setting.id.clone()));
        let parameter = usual.map(|usual| Parameter::one_of(ACT, "Act", settings, usual));
        parameter.into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let named = how.with.name(ACT);
        let all = self.able();
        let found = all.iter().find(|act| match named {
            Some(name) => act.key() == *name,
            None => act.check_use().is_ok(),
        });
        let none = || Refusal::new("no_such_act", "there is no such act to delay", "EV-204");
        let found = found.ok_or_else(none)?;
        found.check_use()?;
        Ok(Plan::of(Wait::Begin { unit: self.me.unit.id(), act: found.key() }))
    }
}

/// A unit begins to wait, or its trigger may have occurred.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn wait(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Wait,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let (Wait::Begin { unit, .. } | Wait::Moment { unit, .. }) = step;
    let Some(me) = ctx.unit(*unit).and_then(|unit| Numbers::of(content, unit)) else {
        return nothing;
    };
    match step {
        Wait::Begin { unit, act } => {
            let over = TurnEnd { unit: *unit, forced: false };
            Ok(Outcome::then(begin(content, ctx, me, act), over.into()))
        }
        Wait::Moment { armed, target, .. } => moment(content, ctx, me, (*armed, *target), oracle),
    }
}

/// Pays for the act and ends the turn (EV-204, EV-205).
fn begin(content: &Content, ctx: Ctx<'_>, me: Numbers<'_>, act: &Key) -> Vec<Event> {
    let unit = me.unit;
    let mut events =
        vec![events::declared(unit, (Key::of(DELAY), SOMETHING), Vec::new(), "EV-204")];
    if acts::delayable_act(content, ctx, me, act).is_none() {
        return events;
    }
    for pool in [AP, METRES] {
        events.extend(events::pool(unit, pool, 0, SOMETHING, "EV-205"));
    }
    // The cost would tell other sides which act it is.
    for (pool, n) in power_cost(me, act).into_iter().filter(|(_, n)| *n > 0) {
        let to = unit.pools.0.value(pool).saturating_sub(n);
        let paid = events::pool(unit, pool, to, SOMETHING, "EV-204");
        let flag = events::flag(unit, PAID, 1, "EV-204");
        events.extend(paid.into_iter().chain(flag).map(|event| events::secret(unit, event)));
    }
    let expiry = Expiry::Slots { of: unit.id(), left: 1 };
    let id = ctx.state.scene.next_number;
    let armed = Armed::new(id, unit.id(), act.clone(), Key::of(TRIGGER), expiry);
    events.push(events::secret(unit, Event::new(EventKind::Armed(armed), &["EV-204", "EV-206"])));
    events
}

/// The Spirit and Exertion cost of an act; none if the unit has forgotten it (EV-373).
fn power_cost(me: Numbers<'_>, act: &Key) -> [(&'static str, i32); 2] {
    let power = me.arms().into_iter().map(|arm| arm.attack).find(|attack| attack.id == *act);
    let spell = me.spells().into_iter().find(|spell| spell.id == *act);
    let (spirit, exertion) = match (power, spell) {
        _ if me.has(AMNESIAC) => (0, 0),
        (Some(power), _) => (power.spirit, power.exertion),
        (None, Some(spell)) => (spell.spirit, 0),
        (None, None) => (0, 0),
    };
    [(SPIRIT, spirit), (EXERTION, exertion)]
}

/// An unused act and its cost are lost when the next turn begins (EV-204).
pub fn lapse(state: &State, owner: &Unit) -> Vec<Event> {
    let own = state.scene.armed.iter().filter(|armed| armed.owner == owner.id());
    let over = |armed: &Armed| events::disarmed(armed.id, true, "its turn has come", "EV-204");
    let mut events: Vec<Event> = own.map(|armed| events::secret(owner, over(armed))).collect();
    events.extend(events::flag(owner, PAID, 0, "EV-204"));
    events
}

/// The delayed acts that the events of a step can trigger: another unit has taken a step, or has
/// acted (EV-207). One step is one moment, however many squares it covers.
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    if ctx.state.scene.armed.is_empty() {
        return Vec::new();
    }
    // A run-up is part of an action (EV-207).
    let run_up = matches!(step, Step::Walk(walk) if walk.manner == *RUN_UP_WALK);
    let moves = events.iter().filter(|_| !run_up).filter_map(|event| match &event.what {
        EventKind::Moved { unit, manner, .. } => {
            let own = matches!(manner, MoveKind::Walk | MoveKind::Fly | MoveKind::Leap);
            own.then_some(*unit)
        }
        _ => None,
    });
    let acts = over(ctx, step).map(|who| (who, true));
    let slots = &ctx.state.scene.clock.slots;
    let place =
        |id: UnitId| slots.iter().position(|s| s.members.contains(&id)).unwrap_or(usize::MAX);
    let mut found: Vec<(usize, u32, Step)> = Vec::new();
    for moment in moves.map(|who| (who, false)).chain(acts) {
        for armed in &ctx.state.scene.armed {
            let target = aim(content, ctx, armed, moment);
            found.extend(target.map(|target| {
                let (unit, id) = (armed.owner, armed.id);
                (place(unit), id, Wait::Moment { unit, armed: id, target }.into())
            }));
        }
    }
    found.sort_by_key(|(place, id, _)| (*place, *id));
    found.dedup_by_key(|(_, id, _)| *id);
    found.into_iter().map(|(_, _, step)| step).collect()
}

/// The unit that has just finished an act with this step.
fn over(ctx: Ctx<'_>, step: &Step) -> Option<UnitId> {
    let (unit, done) = match step {
        Step::Assault(step) => (step.unit, step.staggerable.is_some() && step.left.is_empty()),
        Step::Blast(step) => {
            let last = matches!(&step.stage, BlastStage::Evade { left, .. } if left.is_empty());
            (step.unit, last)
        }
        Step::Rush(Rush::Over { unit, .. }) => (*unit, true),
        Step::Trick(step) => (step.unit, step.over),
        Step::Cast(step) => (step.unit, step.paid),
        Step::UnopposedAct(step) => (step.unit, is_last(&step.doing)),
        Step::Suffer(step) => match step.moment {
            EffectMoment::Douses | EffectMoment::Rallies => (step.unit, true),
            EffectMoment::Staunches(helper) => (helper, true),
            _ => return None,
        },
        Step::Aloft(Aloft::Catch(unit)) => (*unit, true),
        Step::Ride(step) => (step.unit, step.paid),
        Step::Rouse(step) => (step.unit, true),
        Step::Analyse(step) => (step.unit, true),
        Step::Batter(step) => (step.unit, step.paid),
        Step::AllOut(step) => {
            let rolled = matches!(&step.crew, Some((_, left)) if left.is_empty());
            (step.unit, rolled && step.foes.is_empty())
        }
        // Drawing a weapon and opening a door take no action.
        Step::Handle(Handle::Equip { .. } | Handle::Open { .. }) => return None,
        Step::Handle(step) => (step.unit()?, true),
        _ => return None,
    };
    ctx.unit(unit).filter(|_| done).map(Unit::id)
}

/// Whether an unopposed act is over with this step, rather than only declared or paid for: a
/// delayed act does not break into it (EV-207). Going faster or slower is no act.
const fn is_last(doing: &UnopposedKind) -> bool {
    !matches!(
        doing,
        UnopposedKind::Rise
            | UnopposedKind::Cover(..)
            | UnopposedKind::Try(_)
            | UnopposedKind::TryMoving(_)
            | UnopposedKind::Aid(_)
            | UnopposedKind::CatchItself
            | UnopposedKind::Hurry
    )
}

/// Whether a unit is able to carry out a delayed act now (EV-45, EV-360, EV-408).
fn is_able(me: Numbers<'_>) -> bool {
    let stopped = me.stilled().is_some() || me.has(SURPRISED) || budget::is_gripped(me);
    me.unit.is_active() && !stopped
}

/// The target of a delayed act when this unit has triggered it, by moving or by an act of its own.
fn aim(
    content: &Content,
    ctx: Ctx<'_>,
    armed: &Armed,
    (who, acted): (UnitId, bool),
) -> Option<UnitId> {
    let owner = ctx.unit(armed.owner).and_then(|unit| Numbers::of(content, unit))?;
    let unit = owner.unit;
    if !is_able(owner)
        || who == unit.id()
        || !ctx.unit(who).is_some_and(|other| ctx.state.sees(unit.side(), other))
    {
        return None;
    }
    // The price is already paid and must not prevent it; injuries and ailments may.
    let paid = paid(content, unit);
    let me = Numbers::of(content, &paid)?;
    let act = acts::delayable_act(content, ctx, me, &armed.act)?;
    act.check_use().ok()?;
    // Helpful acts target the friend that needs them.
    let friends = || ctx.state.of_side(unit.side()).filter(|u| u.is_active()).map(Unit::id);
    // After a friend's act, any enemy in view may be the target (EV-204).
    let helped = acted && !ctx.state.are_foes(unit.id(), who);
    let seen = |u: &&Unit| u.is_active() && ctx.state.sees(unit.side(), u);
    let foes = ctx.state.units.iter().filter(|u| ctx.state.are_foes(unit.id(), u.id()));
    let foes = foes.filter(seen).filter(|_| helped).map(Unit::id);
    // A harmful area can be laid anywhere, but a friend is no reason to lay it.
    let harms = act.aim() == Aim::Cell && act.act_summaries().iter().any(|all| all.against_foes);
    let fits = |id: &UnitId| {
        (!harms || ctx.state.are_foes(unit.id(), *id)) && targets(ctx, &*act, unit, *id).is_some()
    };
    std::iter::once(who).chain(friends()).chain(foes).find(fits)
}

/// The unit as if its delayed act were still to be paid for (EV-204).
fn paid(content: &Content, unit: &Unit) -> Unit {
    let mut unit = unit.clone();
    if let Some(ap) = unit.pools.0.get_mut(AP) {
        ap.value = content.rules.turn_ap;
    }
    if unit.flags.get(PAID) > 0 {
        for pool in [SPIRIT, EXERTION] {
            if let Some(meter) = unit.pools.0.get_mut(pool) {
                meter.value = meter.max;
            }
        }
    }
    unit.turn.acts.clear();
    unit
}

/// The targets of an act at a unit: the unit, as often as the act may aim at it, its place, or none
/// for an act that concerns only its owner.
fn targets(ctx: Ctx<'_>, act: &dyn Act<Step>, owner: &Unit, who: UnitId) -> Option<Vec<Target>> {
    let targets = match act.aim() {
        Aim::Cell => vec![Target::Place(ctx.field.body(who).and_then(Body::anchor)?.into())],
        Aim::Own if who == owner.id() => Vec::new(),
        Aim::Own => return None,
        // An attack with all weapons, all at this unit.
        Aim::Several(several) => vec![Target::Unit(who); several.each.max(1).into()],
        _ => vec![Target::Unit(who)],
    };
    act.plan(Use::at(&targets)).is_ok().then_some(targets)
}

/// A variant of a delayed act as an answer.
fn as_choice(way: &Variant) -> Choice {
    let burst = way.choice == *BURST;
    let label =
        if burst { way.name.clone() } else { format!("Called: {}", way.name.to_lowercase()) };
    Choice { id: way.choice.clone(), label, place: None, unit: None }
}

/// Its side decides whether to act now; the act then costs nothing more (EV-207).
fn moment(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (id, target): (u32, UnitId),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let unit = me.unit;
    let Some(armed) = ctx.state.scene.armed.iter().find(|armed| armed.id == id) else {
        return nothing;
    };
    let able = is_able(me);
    let paid = paid(content, unit);
    let me = Numbers::of(content, &paid);
    let act = me.and_then(|me| acts::delayable_act(content, ctx, me, &armed.act));
    let act = act.filter(|act| able && act.check_use().is_ok());
    // What came before it may have felled its target, or put it out of reach.
    let act = act.filter(|act| targets(ctx, &**act, unit, target).is_some());
    let Some(act) = act else { return nothing };
    // Otherwise any valid target.
    let sees = |u: &&Unit| u.is_active() && u.id() != target && ctx.state.sees(unit.side(), u);
    let others = ctx.state.units.iter().filter(sees);
    let others = others.filter(|u| targets(ctx, &*act, unit, u.id()).is_some());
    let others: Vec<&Unit> = others.collect();
    let name = |id| ctx.unit(id).map_or_else(String::new, |u| u.identity.name.clone());
    let (own, what) = (&unit.identity.name, act.label().name);
    let on = if act.aim() == Aim::Own { String::new() } else { format!(" on {}", name(target)) };
    let text = format!("{own} can carry out its delayed act now: {what}{on}.");
    let mut prompt =
        Prompt::yes_no("react", side_of(ctx, unit), Some(unit.id()), text, true, "EV-207");
    prompt.choices.extend(others.iter().map(|other| Choice {
        id: Key::new(&format!("unit_{}", other.id().0)),
        label: other.identity.name.clone(),
        place: None,
        unit: Some(other.id()),
    }));
    // A Standard Attack may be a Burst or Called (EV-165).
    let mut ways = act.variants();
    ways.retain(|way| way.refused.is_none());
    prompt.choices.extend(ways.iter().map(as_choice));
    let (target, way) = match oracle.ask(prompt.about(Key::of(DELAYED)))? {
        Answer::YES => (target, None),
        Answer::NO => return nothing,
        Answer(n) => {
            let at = usize::from(n).saturating_sub(2);
            match others.get(at) {
                Some(other) => (other.id(), None),
                None => (target, at.checked_sub(others.len()).and_then(|at| ways.get(at))),
            }
        }
    };
    let choice = way.map(|way| way.choice.clone()).unwrap_or_default();
    let mut gone = vec![events::disarmed(id, true, "it is carried out", "EV-207")];
    gone.extend(
        (unit.flags.get(PAID) > 0).then(|| events::flag(unit, PAID, 2, "EV-204")).flatten(),
    );
    let plan = targets(ctx, &*act, unit, target)
        .and_then(|at| act.plan(Use { choice: &choice, ..Use::at(&at) }).ok());
    Ok(Outcome::after(gone, plan.map(|plan| plan.steps).unwrap_or_default(), None))
}
