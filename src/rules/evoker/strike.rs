//! Attacks as they are carried out: both roll, a hit takes effect, and whoever was staggered by it
//! earns a One More (EV-123, EV-137, EV-149 to EV-156, EV-325 to EV-329).

use crate::grid::{Cell, Dir, UnitId};
use crate::rules::dice::{Read, Throw};
use crate::rules::event::{Degree, Event, EventKind, Rolled};
use crate::rules::kit::{area, events, turns};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Carrier, Status, Unit};
use crate::rules::{Key, Sum};

use super::attack;
use super::budget;
use super::chance;
use super::conditions::{
    AMNESIAC, CULTIVATED, FATED, FOCUSED, PANICKED, PROTECTED, SHOCKED, STAGGERED,
};
use super::data::{Content, Keyword, Kind};
use super::numbers::{AMMO, Arm, Numbers, ONE_MORE};
use super::rows::BESIDE;
use super::step::{Assault, AttackMode, Blast, Burst, Land, Outcome, Step, Strike, Suffer, Woe};

/// An attack is declared and paid. In an extra act it may come again (EV-30, EV-32).
fn declare(
    ctx: Ctx<'_>,
    actor: &Unit,
    arms: &[Arm<'_>],
    ap: i32,
    (targets, cell): (Vec<UnitId>, Option<Cell>),
) -> Vec<Event> {
    let Some(first) = arms.first().map(|arm| arm.attack) else { return Vec::new() };
    let (act, name) = match arms {
        [_] => (first.id.clone(), first.name.as_str()),
        _ => (Key::of(ALL_WEAPONS), "All weapons"),
    };
    // The amnesiac lose the action, not the Spirit (EV-373).
    let lost = first.kind == Kind::Magic && actor.conditions.has(AMNESIAC);
    let spirit = if lost { 0 } else { first.spirit };
    let price = budget::Price { ap, spirit, keyword: Some(Keyword::Attack) };
    budget::declare(ctx, actor, (act, name), &price, (targets, cell.map(Into::into)), "EV-165")
}

/// A Power that the amnesiac do not remember comes to nothing (EV-373).
fn forgets(me: Numbers<'_>, arms: &[Arm<'_>]) -> Option<Event> {
    let power = arms.iter().any(|arm| arm.attack.kind == Kind::Magic);
    let text = || format!("{} does not remember how.", me.unit.identity.name);
    (power && me.has(AMNESIAC)).then(|| events::note(me.unit, text(), "EV-373"))
}

/// The act of attacking with everything held (EV-173).
pub const ALL_WEAPONS: &str = "all_weapons";

/// Attacks one after the other.
pub fn assault(content: &Content, ctx: Ctx<'_>, step: &Assault) -> Outcome {
    let Some(me) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return Outcome::done(Vec::new());
    };
    let Some(stands) = &step.fresh else {
        let targets: Vec<UnitId> = step.left.iter().map(|(_, target)| *target).collect();
        let arms: Vec<Arm<'_>> = step.left.iter().filter_map(|(key, _)| me.arm(key)).collect();
        let stands = Some(fresh(ctx, me.unit, targets.iter().copied()));
        // Those it is engaged with may strike before a bow is shot (EV-252).
        let shot = |arm: &Arm<'_>| arm.attack.kind == Kind::Launched && !arm.attack.pistol;
        let opens = arms.iter().any(shot).then(|| attack::engaged(ctx, me.unit));
        let chances = chance::by(content, ctx, &opens.unwrap_or_default(), me.unit, false);
        if let Some(note) = forgets(me, &arms) {
            let mut events = declare(ctx, me.unit, &arms, 1, (targets, None));
            events.push(note);
            return Outcome::done(events);
        }
        let events = declare(ctx, me.unit, &arms, 1 + i32::from(step.all), (targets, None));
        let next = Assault { fresh: stands, ..step.clone() }.into();
        return Outcome::after(events, chances, Some(next));
    };
    let Some(((arm, target), rest)) = step.left.split_first() else {
        return Outcome::done(earn(ctx, me.unit, stands).into_iter().collect());
    };
    // All weapons at once are harder, those in other hands than the main one more so.
    let way = match &step.part {
        _ if step.all => AttackMode::All { off: *arm != *"main" },
        Some(part) => AttackMode::Called(part.clone()),
        None => AttackMode::Plain,
    };
    let (unit, target, arm) = (step.unit, *target, arm.clone());
    let next = Assault { left: rest.to_vec(), ..step.clone() };
    let strike = Strike { unit, target, arm, way };
    Outcome::after(Vec::new(), vec![strike.into()], Some(next.into()))
}

/// One More for an act that staggered any number of enemies (EV-325 to EV-329).
pub fn earn(ctx: Ctx<'_>, actor: &Unit, fresh: &[UnitId]) -> Option<Event> {
    let staggered =
        |id: &UnitId| ctx.unit(*id).is_some_and(|u| u.is_active() && u.conditions.has(STAGGERED));
    let earned = actor.is_active() && fresh.iter().any(staggered);
    earned.then(|| turns::earn(ctx, actor.id(), Key::of(ONE_MORE), "EV-325")).flatten()
}

/// What a roll costs a weapon: a shot, or all of them for a launched one that fumbles (EV-125,
/// EV-150).
fn shot(content: &Content, actor: &Unit, arm: Arm<'_>, face: u16) -> Option<Event> {
    let left = Numbers::of(content, actor)?.ammo(arm)?;
    let jams = is_fumble(content, face) && arm.attack.kind == Kind::Launched;
    let (to, why, rule) = if jams {
        (0, "it jams", "EV-150")
    } else {
        (left - 1, arm.attack.name.as_str(), "EV-125")
    };
    let on = Carrier::Item(Key::of(arm.slot?));
    EventKind::wear(actor, &on, AMMO, to.max(0), why).map(|what| Event::new(what, &[rule]))
}

pub fn is_fumble(content: &Content, face: u16) -> bool {
    i32::from(face) >= content.rules.fumble
}

/// The counts at which the results of an attack differ beside those of its test.
fn apart(content: &Content, arm: Arm<'_>) -> Vec<i32> {
    let jams = (arm.attack.kind == Kind::Launched).then_some(content.rules.fumble);
    std::iter::once(arm.attack.keen + 1).chain(jams).collect()
}

/// Tells of the rolls of an attack that won by a margin or did not.
fn told(content: &Content, arm: Arm<'_>, margin: Option<i32>, rolls: Vec<Rolled>) -> Vec<Event> {
    let tell = |(at, mut roll): (usize, Rolled)| {
        let face = u16::try_from(roll.count.of(&roll.faces)).unwrap_or(0);
        if at == 0 && margin.is_none() && is_fumble(content, face) {
            roll.degree = Degree::Fumble;
        } else if at == 0 && margin.is_some() && i32::from(face) <= arm.attack.keen {
            roll.degree = Degree::Critical;
        }
        Event::new(EventKind::Rolled(roll), &[if at == 0 { "EV-127" } else { "EV-128" }])
    };
    rolls.into_iter().enumerate().map(tell).collect()
}

/// One attack on one target: both roll, and a hit takes effect.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn strike(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Strike,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some((actor, target)) = ctx.unit(step.unit).zip(ctx.unit(step.target)) else {
        return nothing;
    };
    let arm = Numbers::of(content, actor).and_then(|numbers| numbers.arm(&step.arm));
    // The confused strike friends as well (EV-376).
    let reaches = |arm: &Arm<'_>| {
        let how = (arm.attack.kind, arm.attack.range);
        target.status != Status::Dead && attack::reaches(ctx, actor, how, target).is_ok()
    };
    let Some(arm) = arm.filter(reaches) else { return nothing };
    let clash = attack::clash(content, ctx, (actor, arm), (target, None, &step.way));
    let Some(clash) = clash else { return nothing };
    let (own, answer) = clash.roll(&apart(content, arm), oracle)?;
    let face = u16::try_from(clash.face(&own)).unwrap_or(100);
    let (margin, rolls) = clash.settled(actor.id(), ("attack", "evade"), (own, &answer));
    // What cannot miss does not jam (EV-151).
    let spends = if margin.is_some() { face.min(fumble(content) - 1) } else { face };
    let mut events: Vec<Event> = shot(content, actor, arm, spends).into_iter().collect();
    let rolled = if rolls.len() > 1 { Some(target) } else { None };
    events.extend(told(content, arm, margin, rolls));
    events.extend([Some(actor), rolled].into_iter().flatten().flat_map(unfocus));
    events.extend(calmed((actor, target), margin.is_some(), rolled.is_some()));
    // Whoever strikes the shocked hand to hand may share it, whether it hits or not (EV-370).
    let shocks = arm.attack.kind == Kind::Melee && target.conditions.has(SHOCKED);
    let spark = shocks.then(|| Suffer { unit: actor.id(), woe: Woe::Sparks }.into());
    let mut children: Vec<Step> = Vec::new();
    if let Some(margin) = margin {
        let critical = i32::from(face) <= arm.attack.keen;
        let part = if let AttackMode::Called(part) = &step.way { Some(part.clone()) } else { None };
        let shield = protector(ctx, target);
        let used = shield.and_then(|_| events::relieved(target, PROTECTED, "used", "EV-191"));
        events.extend(used);
        let unit = shield.unwrap_or_else(|| target.id());
        let (by, arm) = (actor.id(), step.arm.clone());
        children.push(Land { unit, by, arm, margin, critical, part }.into());
    }
    children.extend(spark);
    Ok(match children.pop() {
        None => Outcome::done(events),
        Some(last) => Outcome::after(events, children, Some(last)),
    })
}

fn fumble(content: &Content) -> u16 {
    u16::try_from(content.rules.fumble).unwrap_or(u16::MAX)
}

/// Who takes the next blow for a unit: it has to stand beside it and be able to (EV-191).
pub fn protector(ctx: Ctx<'_>, target: &Unit) -> Option<UnitId> {
    let id = target.conditions.get(PROTECTED)?.source?;
    let shield = ctx.unit(id).filter(|unit| unit.is_active())?;
    let (own, other) = ctx.field.body(shield.id()).zip(ctx.field.body(target.id()))?;
    ctx.field.adjacent(own, other, BESIDE).then_some(id)
}

/// Who wins a test against what it panics at is calm again (EV-384).
pub fn calmed((actor, target): (&Unit, &Unit), won: bool, opposed: bool) -> Option<Event> {
    let (winner, other) = if won { (actor, target) } else { (target, actor) };
    let panic = winner.conditions.get(PANICKED).filter(|_| won || opposed)?;
    let over = panic.source == Some(other.id());
    over.then(|| events::relieved_of(winner, panic, "it has won against it", "EV-384"))
}

/// Focus, Fate and the words of a friend are gone with the next test (EV-197, EV-202, EV-348).
pub fn unfocus(unit: &Unit) -> impl Iterator<Item = Event> + use<> {
    let all = [(FOCUSED, "EV-202"), (FATED, "EV-348"), (CULTIVATED, "EV-197")];
    let gone = all.map(|(id, rule)| events::relieved(unit, id, "used", rule));
    gone.into_iter().flatten()
}

/// An attack on an area: one roll, and everybody there evades it (EV-14, EV-137).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn blast(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Blast,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit) else { return nothing };
    let Some(me) = Numbers::of(content, actor) else { return nothing };
    let Some(arm) = me.arm(&step.arm) else { return nothing };
    let caught = |cell| area::caught(ctx, cell, arm.attack.blast.unwrap_or(0).into());
    let to = |cell, burst| Blast { cell, burst, ..step.clone() }.into();
    match &step.burst {
        Burst::Declare => {
            let mut events = declare(ctx, actor, &[arm], 1, (caught(step.cell), Some(step.cell)));
            if let Some(note) = forgets(me, &[arm]) {
                events.push(note);
                return Ok(Outcome::done(events));
            }
            Ok(Outcome::then(events, to(step.cell, Burst::Roll)))
        }
        Burst::Roll => {
            let mark = me.mark(ctx, arm.attack.kind.skill(), arm.slot);
            // What the target is like counts when it evades.
            let own = me.test("to hit", mark).within(0, content.rules.fumble - 1);
            let most = own.against.total().clamp(0, 100);
            let mut cuts = apart(content, arm);
            for clash in attack::clashes(content, ctx, (actor, arm), step.cell) {
                match clash.own.throw().read {
                    Read::Sum(more) | Read::Highest(more) | Read::Lowest(more) => cuts.extend(more),
                    _ => {}
                }
            }
            // Where it strays to is read from its digits.
            cuts.extend(most + 1..=if arm.attack.scatters { 100 } else { most + 1 });
            cuts.sort_unstable();
            cuts.dedup();
            let throw = Throw { dice: own.dice.clone(), read: own.count.read(cuts) };
            let faces = oracle.roll(throw)?;
            let face = u16::try_from(own.count.of(&faces)).unwrap_or(100);
            let passed = own.score(&[face]).passed();
            let mut events: Vec<Event> = shot(content, actor, arm, face).into_iter().collect();
            let roll = Rolled { who: Some(actor.id()), ..own.rolled("attack", faces) };
            events.extend(told(content, arm, passed.then_some(0), vec![roll]));
            let strays = arm.attack.scatters && !passed;
            let cell = if strays { stray(actor, step.cell, face) } else { Some(step.cell) };
            let left = cell.map_or_else(Vec::new, caught);
            let fresh = fresh(ctx, actor, left.iter().copied());
            let evade = Burst::Evade { face, strays, left, fresh };
            Ok(Outcome::then(events, to(cell.unwrap_or(step.cell), evade)))
        }
        Burst::Evade { face, strays, left, fresh } => {
            let Some((first, rest)) = left.split_first() else {
                let events = unfocus(actor).chain(earn(ctx, actor, fresh));
                return Ok(Outcome::done(events.collect()));
            };
            let (face, strays, fresh) = (*face, *strays, fresh.clone());
            let next = Burst::Evade { face, strays, left: rest.to_vec(), fresh };
            let next = to(step.cell, next);
            let from = area::middle(ctx, step.cell);
            let target = ctx.unit(*first).map(|target| (target, from, &AttackMode::Plain));
            let clash = target.and_then(|at| attack::clash(content, ctx, (actor, arm), at));
            let Some(mut clash) = clash else { return Ok(Outcome::then(Vec::new(), next)) };
            if strays {
                // It counts as a bare pass there (EV-155).
                clash.own.against = Sum::new();
                clash.own.against.push("comes down here", face.into(), "EV-155");
                clash.own.bounds = None;
            }
            let own = clash.own.score(&[face]);
            let contest = clash.contest().filter(|_| own.passed());
            let answer = contest.map(|c| oracle.roll(c.answer(&own))).transpose()?;
            let answer = answer.unwrap_or_default();
            let names = ("attack", "evade");
            let (margin, rolls) = clash.settled(actor.id(), names, (vec![face], &answer));
            // The one roll was told before.
            let evaded = rolls.into_iter().skip(1).map(EventKind::Rolled);
            let mut events: Vec<Event> = evaded.map(|what| Event::new(what, &["EV-128"])).collect();
            let evaded = !events.is_empty();
            events.extend(unfocus(clash.target.unit).filter(|_| evaded));
            let Some(margin) = margin else { return Ok(Outcome::then(events, next)) };
            let critical = !strays && i32::from(face) <= arm.attack.keen;
            let (unit, by, arm) = (*first, actor.id(), step.arm.clone());
            let land = Land { unit, by, arm, margin, critical, part: None };
            Ok(Outcome::after(events, vec![land.into()], Some(next)))
        }
    }
}

/// Enemies that a unit may still stagger (EV-325, EV-330).
pub fn fresh(ctx: Ctx<'_>, actor: &Unit, all: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    // Of one that is protected, whoever protects it (EV-X37).
    let all = all.map(|id| ctx.unit(id).and_then(|u| protector(ctx, u)).unwrap_or(id));
    let foes = all.filter(|id| ctx.state.are_foes(actor.id(), *id));
    foes.filter(|id| ctx.unit(*id).is_some_and(|u| !u.conditions.has(STAGGERED))).collect()
}

/// Where a miss comes down: the ones digit says which way on a number pad, the tens how far (EV-152,
/// EV-153); nowhere for a 5, which goes up (EV-154).
fn stray(actor: &Unit, cell: Cell, face: u16) -> Option<Cell> {
    let metres = i16::try_from(face / 10 % 10).unwrap_or(0);
    let dir = match face % 10 {
        8 => Dir::N,
        9 => Dir::NE,
        6 => Dir::E,
        3 => Dir::SE,
        2 => Dir::S,
        1 => Dir::SW,
        4 => Dir::W,
        7 => Dir::NW,
        5 => return None,
        _ => {
            let from = actor.placement.at.cell()?;
            Dir::towards((from.x - cell.x).into(), (from.y - cell.y).into()).unwrap_or(Dir::N)
        }
    };
    let (dx, dy) = dir.delta();
    Some(cell.offset(dx * metres, dy * metres))
}
