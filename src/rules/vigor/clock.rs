//! Rounds: the order, rolled once; turns with their actions; recovery at the end (VG-28 to VG-44,
//! VG-182).

use rules::event::{Event, EventKind};
use rules::kit::book::Rounds;
use rules::kit::events;
use rules::kit::turns;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Ctx, Next};
use rules::start;
use rules::state::{Condition, Expiry, Status, Unit};
use rules::{Key, goals, story};

use super::conditions;
use super::data::{Content, Moment};
use super::durations;
use super::facing;
use super::handling;
use super::initiative;
use super::long_acts;
use super::names::{ACTIONS, DEFENDING, HIDDEN, KNOCKED, STEADY, VIGOR, WINDED};
use super::numbers::Numbers;
use super::ready;
use super::step::{Breath, Join, LetGo, Outcome, Recovery, RoundStart, Step, TurnEnd, TurnStart};
use super::wounds;

impl Rounds for Content {
    /// The battle ends as soon as only one side is left; bystanders do not count (VG-40).
    fn next(&self, ctx: Ctx<'_>) -> Next<Step> {
        if let Some(verdict) = goals::verdict_among(ctx.state, false, &initiative::takes_part) {
            return Next::Over(verdict);
        }
        turns::next(ctx.state, RoundStart, |unit| TurnStart { unit }.into(), Recovery)
    }
}

/// Begins a round. The order of the first round stays for the whole encounter (VG-41, VG-43).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn round_start(moment: Moment<'_>, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let clock = &ctx.state.scene.clock;
    let first = clock.round == 0;
    let mut events = Vec::new();
    if first {
        events.extend(initiative::begin_ambushes(moment));
        events.extend(ready::from_the_start(content, ctx));
    } else {
        events.extend(ctx.state.units.iter().flat_map(initiative::end_surprise));
    }
    // Reinforcements take part from now on (VG-45).
    let begins = |unit: &&Unit| first || story::is_fresh(ctx.state, unit);
    let present = ctx.state.units.iter().filter(|u| begins(u) && initiative::takes_part(u));
    let joining: Vec<&Unit> = start::due(ctx.state, clock.round + 1).collect();
    events.extend(joining.iter().map(|unit| start::join((*unit).clone(), &["VG-45"])));
    let hidden = joining.iter().filter(|unit| unit.flags.get(HIDDEN) != 0);
    events.extend(hidden.flat_map(|unit| facing::conceal(ctx, unit, "VG-152")));
    // Bystanders that arrive have no slot until they wish to act (VG-46).
    let (joining, idle): (Vec<&Unit>, Vec<&Unit>) =
        joining.into_iter().partition(|unit| initiative::takes_part(unit));
    let fresh: Vec<&Unit> = present.chain(joining).collect();
    let (again, changed) = initiative::without_watch_dice(content, ctx, turns::again(clock));
    events.extend(changed);
    let slots = (again, first);
    let slots = initiative::roll_and_insert(content.at(ctx), &fresh, slots, oracle, &mut events)?;
    events.push(Event::new(EventKind::Slots(slots), &["VG-43"]));
    events.push(turns::phase(clock.round + 1, turns::TURNS, &["VG-28"]));
    let asked = initiative::bystanders(ctx).filter(|_| !first).chain(idle);
    let asked = asked.map(|unit| Join { unit: unit.id(), asks: true }.into()).collect();
    Ok(Outcome::after(events, asked, None))
}

/// Begins a turn: refreshes the actions (VG-60), except for a combatant that is out of breath
/// (VG-178).
pub fn turn_start(content: &Content, ctx: Ctx<'_>, step: &TurnStart) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let mut events = turns::begin(ctx, unit.id(), "VG-30");
    let Some(numbers) = Numbers::of(content, unit) else { return Outcome::done(events) };
    // Durations first: they refer to conditions by their current index.
    events.extend(durations::count_down(ctx, unit.id()));
    events.extend(ready::lose_untriggered(ctx, unit.id()));
    events.extend(events::relieved(unit, DEFENDING, "its turn begins", "VG-68"));
    events.extend(events::flag(unit, KNOCKED, 0, "VG-158"));
    let actions = if numbers.is_winded() { 0 } else { initiative::turn_actions(&numbers) };
    events.extend(events::pool(unit, ACTIONS, actions, "its turn begins", "VG-60"));
    if unit.status == Status::Active {
        return Outcome::done(events);
    }
    // A combatant in Shock has no turn; its slot only counts down effects (VG-242).
    let end = TurnEnd { unit: unit.id(), forced: true };
    Outcome::after(events, vec![end.into()], None)
}

/// Ends a turn; unused actions are lost (VG-30).
pub fn turn_end(ctx: Ctx<'_>, step: &TurnEnd) -> Outcome {
    let why = step.forced.then(|| "it can no longer act".to_owned());
    let mut events = turns::end(ctx, step.unit, why, "VG-30");
    let unit = ctx.unit(step.unit);
    if !events.is_empty() {
        events.extend(unit.into_iter().flat_map(initiative::end_surprise));
    }
    events.extend(conditions::may_react_again(ctx, step.unit));
    events.extend(unit.and_then(|u| events::relieved(u, STEADY, "its turn is over", "VG-325")));
    Outcome::done(events)
}

/// Automatic consequences: units go into Shock or wake, turns of units that can no longer act end,
/// units lose and regain their breath. Once all that is settled: unfinished acts are lost, hidden
/// units are seen, holds end, and late arrivals and signalled acts get their turn.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let changed = wounds::settle(content, ctx);
    if !changed.is_empty() {
        return changed;
    }
    if let Some(unit) = turns::unable(ctx.state) {
        return vec![TurnEnd { unit, forced: true }.into()];
    }
    let out_of_step = |unit: &&Unit| {
        let vigor = unit.pools.0.value(VIGOR);
        let winded = unit.conditions.has(WINDED);
        unit.is_active()
            && if winded { vigor >= content.rules.winded_threshold } else { vigor <= 0 }
    };
    let units = ctx.state.units.iter().filter(out_of_step);
    let mut all: Vec<Step> = units.map(|u| Breath { unit: u.id() }.into()).collect();
    if all.is_empty() {
        all.extend(long_acts::settle(content, ctx).into_iter().map(Step::from));
        all.extend(facing::settle(content.at(ctx)).into_iter().map(Step::from));
        all.extend(releases(ctx));
        all.extend(initiative::settle(ctx).map(Step::from));
        all.extend(ready::signalled(content, ctx).into_iter().map(Step::from));
    }
    all
}

/// Holds whose holder can no longer keep them up.
fn releases(ctx: Ctx<'_>) -> impl Iterator<Item = Step> {
    let held =
        ctx.state.units.iter().filter(move |unit| handling::released_hold(ctx, unit).is_some());
    held.map(|unit| LetGo { unit: unit.id() }.into())
}

/// A hold ends (VG-56).
pub fn let_go(ctx: Ctx<'_>, step: &LetGo) -> Outcome {
    let hold =
        ctx.unit(step.unit).and_then(|unit| Some((unit, handling::released_hold(ctx, unit)?)));
    let free =
        hold.map(|(unit, hold)| events::relieved_of(unit, hold, "its holder has let go", "VG-56"));
    Outcome::done(free.into_iter().collect())
}

/// A combatant is out of breath at 0 Vigor, and recovers with enough of it (VG-178 to VG-180).
pub fn breath(ctx: Ctx<'_>, step: &Breath) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    if let Some(relieved) = events::relieved(unit, WINDED, "it has its breath back", "VG-179") {
        return Outcome::done(vec![relieved]);
    }
    let lasts = Expiry::Until(Key::of("breath"));
    let condition = Condition::new(Key::of(WINDED), 0, None, lasts);
    let mut events = vec![events::afflicted(unit, condition, None, "VG-178")];
    events.extend(events::pool(unit, ACTIONS, 0, "out of breath", "VG-180"));
    Outcome::done(events)
}
