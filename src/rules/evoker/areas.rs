//! Attacks on areas: one roll, evaded by every unit in the area (EV-14, EV-137, EV-152 to EV-155).

use grid::{Body, Cell, Diagonals, Dir, Eye, FloorAt, Hm, UnitId, distance, sees, shape};
use rules::dice::{Read, Throw};
use rules::event::{Event, EventKind, Rolled};
use rules::kit::area;
use rules::oracle::{Oracle, Pause};
use rules::roll::{Count, Test};
use rules::ruleset::Ctx;
use rules::state::{Status, Unit};
use rules::{Refusal, Sum};

use super::attack::{self, OpposedTests};
use super::attack_events::{apart, declare, forgets, roll_events, shot};
use super::conditions::{calmed, unfocus, unfocus_attack};
use super::data::{Area, Content};
use super::extra_acts::{earn, finished, staggerable};
use super::names::{CONDEMNED, DAMNED, EDGED};
use super::numbers::{Arm, Numbers};
use super::step::{AttackMode, Blast, BlastStage, Land, Outcome, Spot};
use super::{fate, hands, hiding, restraints, rolling};

/// Metres that an Arc jumps from one target to the next (EV-137).
const JUMP: u32 = 10;

/// The cells of an area.
pub fn cells(ctx: Ctx<'_>, actor: &Unit, arm: Arm<'_>, spot: &Spot) -> Vec<Cell> {
    let board = ctx.field.board();
    let room = ctx.field.body(actor.id()).and_then(Body::room);
    let (Some(room), Some(area)) = (room, arm.attack.area) else { return Vec::new() };
    let range = u16::from(arm.range());
    match (area, spot) {
        (Area::Blast(metres), Spot::Cell(at)) => area::cells(ctx, *at, metres.into()),
        (Area::Aura(metres), Spot::Around) => shape::ball(board, room, metres.into()),
        (Area::Wave, Spot::Towards(dir)) => shape::cone(board, room, *dir, range),
        (Area::Line, Spot::Cell(at)) => {
            let (from, to) = (room.cell, end(room.cell, at.cell, range));
            let mut cells = shape::line(board, from, to);
            cells.retain(|cell| room.cells().all(|own| own != *cell));
            cells
        }
        _ => Vec::new(),
    }
}

/// The end of a line through a cell, at the full range.
fn end(from: Cell, to: Cell, range: u16) -> Cell {
    let (dx, dy) = (i32::from(to.x - from.x), i32::from(to.y - from.y));
    let most = dx.abs().max(dy.abs());
    if most == 0 {
        return from;
    }
    let range = i32::from(range);
    let far = |d: i32| i16::try_from((d * range * 2 + d.signum() * most) / (2 * most)).unwrap_or(0);
    from.offset(far(dx), far(dy))
}

/// The units in an area that its user can hit: in line with its centre or its user (EV-137,
/// EV-416).
pub fn caught(ctx: Ctx<'_>, actor: &Unit, arm: Arm<'_>, spot: &Spot) -> Vec<UnitId> {
    if let Spot::Chain(all) = spot {
        return all.clone();
    }
    let board = ctx.field.board();
    let Some(me) = ctx.field.body(actor.id()) else { return Vec::new() };
    let centre = match spot {
        Spot::Cell(at) if matches!(arm.attack.area, Some(Area::Blast(_))) => Some(*at),
        _ => None,
    };
    let surface = centre.and_then(|at| area::surface(ctx, at));
    let eye = match centre.map(|at| area::middle(ctx, at)) {
        Some(None) => return Vec::new(),
        Some(Some(eye)) => eye,
        None => Eye::Body(me),
    };
    let inside = cells(ctx, actor, arm, spot);
    let metres = match arm.attack.area {
        Some(Area::Blast(n) | Area::Aura(n)) => u32::from(n),
        _ => u32::from(arm.range()),
    };
    let alive = |id| ctx.unit(id).is_some_and(|u| !matches!(u.status, Status::Dead | Status::Gone));
    // Flyers above the area are not in it.
    let near = |body: &Body| match (surface, body.room()) {
        (Some(at), Some(room)) => room.distance(&at, Diagonals::One) <= metres,
        (None, _) => distance(me, body, Diagonals::One).is_some_and(|far| far <= metres),
        _ => false,
    };
    let all = ctx.field.bodies().iter().filter(|body| alive(body.id) && near(body));
    let all = all.filter(|body| centre.is_some() || body.id != actor.id());
    let all = all.filter(|body| body.cells().any(|c| inside.binary_search(&c).is_ok()));
    let mut caught: Vec<UnitId> =
        all.filter(|body| sees(board, eye, *body)).map(|body| body.id).collect();
    caught.sort_unstable();
    caught
}

/// Whether an area can be placed there.
///
/// # Errors
/// Why not.
pub fn check(ctx: Ctx<'_>, actor: &Unit, arm: Arm<'_>, spot: &Spot) -> Result<(), Refusal> {
    let far = || Refusal::new("out_of_range", "it is out of range", "EV-125");
    match spot {
        Spot::Around | Spot::Towards(_) => Ok(()),
        Spot::Cell(at) => {
            let (metres, seen) = area::away(ctx, actor.id(), *at).unwrap_or((u32::MAX, false));
            if metres > arm.range().into() {
                return Err(far());
            }
            let line = arm.attack.area == Some(Area::Line);
            if line && metres == 0 {
                return Err(Refusal::new("wrong_target", "a line needs a direction", "EV-137"));
            }
            if !seen && !line {
                return Err(Refusal::new("no_sight", "it is not in view", "EV-126"));
            }
            Ok(())
        }
        Spot::Chain(all) => {
            let Some((first, rest)) = all.split_first() else { return Err(far()) };
            attack::check(ctx, actor, arm, *first)?;
            let mut last = *first;
            for next in rest {
                let there = |unit: &&Unit| unit.status.is_present() && unit.status != Status::Dead;
                let target = ctx.unit(*next).filter(there);
                let none = || Refusal::new("no_target", "there is no such combatant", "EV-137");
                hiding::check_seen(ctx, actor, target.ok_or_else(none)?)?;
                let metres = ctx.field.distance(last, *next, Diagonals::One);
                if *next == actor.id() || metres.is_none_or(|metres| metres > JUMP) {
                    return Err(far());
                }
                last = *next;
            }
            Ok(())
        }
    }
}

/// The point that cover is measured from: the centre of a Blast, otherwise the attacker (EV-416).
fn eye(ctx: Ctx<'_>, arm: Arm<'_>, spot: &Spot) -> Option<Eye<'static>> {
    match (arm.attack.area, spot) {
        (Some(Area::Blast(_)), Spot::Cell(at)) => area::middle(ctx, *at),
        _ => None,
    }
}

/// The two tests of every unit in an area.
pub fn clashes<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    (actor, arm): (&Unit, Arm<'_>),
    spot: &Spot,
) -> Vec<OpposedTests<'a>> {
    let from = eye(ctx, arm, spot);
    let targets = caught(ctx, actor, arm, spot).into_iter().filter_map(|id| ctx.unit(id));
    let each = targets.filter_map(|target| {
        attack::clash(content, ctx, (actor, arm), (target, from, &AttackMode::Plain))
    });
    each.collect()
}

/// An attack on an area: declared, rolled once, evaded by every unit there.
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
    let to = |spot: &Spot, stage| Blast { spot: spot.clone(), stage, ..step.clone() }.into();
    match &step.stage {
        BlastStage::Declare => {
            let place = if let Spot::Cell(at) = step.spot { Some(at.cell) } else { None };
            let targets = caught(ctx, actor, arm, &step.spot);
            let mut events = declare(ctx, actor, &[arm], arm.attack.ap, (targets, place));
            if let Some(note) = forgets(me, &[arm]) {
                events.push(note);
                return Ok(Outcome::done(events));
            }
            // Bonds must be broken before it attacks (EV-409).
            let strains = restraints::escape_step(me).into_iter().collect();
            Ok(Outcome::after(events, strains, Some(to(&step.spot, BlastStage::Roll))))
        }
        BlastStage::Roll if restraints::is_restrained(me) => nothing,
        BlastStage::Roll => rolls(content, ctx, (step, me, arm), oracle),
        BlastStage::Evade { left, staggerable, .. } => {
            let Some((first, rest)) = left.split_first() else {
                let events = unfocus_attack(actor).chain(earn(ctx, actor, staggerable));
                let events = events.chain(finished(ctx, actor)).collect();
                // A thrown weapon has left its hand (EV-305).
                return Ok(Outcome::after(events, hands::use_costs(me, arm.hand(), false), None));
            };
            evades(content, ctx, (step, arm), (*first, rest), oracle)
        }
    }
}

/// The one roll of an attack on an area.
fn rolls(
    content: &Content,
    ctx: Ctx<'_>,
    (step, me, arm): (&Blast, Numbers<'_>, Arm<'_>),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let actor = me.unit;
    // Modifiers of the target apply when it evades.
    let mut own = attack::own_test(content, ctx, me, arm);
    let plain = own.against.total();
    let throw = |own: &Test| {
        let most = own.against.total().clamp(0, 100);
        let mut cuts = apart(content, me, arm);
        let mut alone = false;
        for mut clash in clashes(content, ctx, (actor, arm), &step.spot) {
            clash.own.against.add("fate", own.against.total() - plain, "EV-348");
            cuts.extend(clash.fumbles().map(i32::from));
            // At a condemned unit, one that is damned rolls only one of the dice (EV-387).
            alone |= clash.own.dice.len() < own.dice.len();
            match clash.own.throw().read {
                Read::Sum(more) | Read::Highest(more) | Read::Lowest(more) => cuts.extend(more),
                _ => {}
            }
        }
        // The direction of a stray attack is read from its digits.
        cuts.extend(most + 1..=if arm.attack.scatters { 100 } else { most + 1 });
        cuts.sort_unstable();
        cuts.dedup();
        let read = if alone { Read::Each(cuts) } else { own.count.read(cuts) };
        Throw { dice: own.dice.clone(), read }
    };
    let how = (&mut own, throw);
    let rolls = rolling::roll_against(ctx, me, how, &|score| score.passed(), oracle)?;
    let (faces, passed) = (rolls.faces, rolls.score.passed());
    let face = u16::try_from(own.count.of(&faces)).unwrap_or(100);
    let first = faces.first().copied().unwrap_or(face);
    let mut events = rolls.events;
    // It helps against every unit in the area (EV-348).
    events.extend(rolls.eased.then(|| fate::easier(actor)));
    events.extend(shot(content, me, arm, (face, false)));
    let roll = Rolled { who: Some(actor.id()), ..own.rolled("attack", faces) };
    events.extend(roll_events(content, me, arm, passed.then_some(0), vec![roll]));
    let strays = arm.attack.scatters && !passed;
    let spot = match &step.spot {
        Spot::Cell(cell) if strays => stray(ctx, actor, (*cell, arm), face).map(Spot::Cell),
        spot => Some(spot.clone()),
    };
    let mut left = spot.as_ref().map_or_else(Vec::new, |spot| caught(ctx, actor, arm, spot));
    // Its user comes last: a unit that falls drops its weapon, but what it has thrown hits all.
    left.sort_by_key(|id| *id == actor.id());
    let staggerable = staggerable(ctx, actor, left.iter().copied(), false);
    let stage = BlastStage::Evade { face: (face, first), strays, left, staggerable };
    let spot = spot.unwrap_or_else(|| step.spot.clone());
    Ok(Outcome::then(events, Blast { spot, stage, ..step.clone() }.into()))
}

/// One unit in an area evades.
fn evades(
    content: &Content,
    ctx: Ctx<'_>,
    (step, arm): (&Blast, Arm<'_>),
    (first, rest): (UnitId, &[UnitId]),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let BlastStage::Evade { face: (face, single), strays, staggerable, .. } = &step.stage else {
        return Ok(Outcome::done(Vec::new()));
    };
    let (face, single, strays) = (*face, *single, *strays);
    let evade = BlastStage::Evade {
        face: (face, single),
        strays,
        left: rest.to_vec(),
        staggerable: staggerable.clone(),
    };
    let next = Blast { stage: evade, ..step.clone() }.into();
    let Some(actor) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    let Some(me) = Numbers::of(content, actor) else { return Ok(Outcome::done(Vec::new())) };
    let from = eye(ctx, arm, &step.spot);
    let target = ctx.unit(first).map(|target| (target, from, &AttackMode::Plain));
    let clash = target.and_then(|at| attack::clash(content, ctx, (actor, arm), at));
    let Some(mut clash) = clash else { return Ok(Outcome::then(Vec::new(), next)) };
    if first == step.unit {
        // Bonuses of its own attack are used up and do not help it evade (EV-202, EV-348).
        clash.opposed_with("used for the attack", me.size(EDGED) * 10 - me.eased());
    }
    let mut events: Vec<Event> = Vec::new();
    let (condemned, damned) = (clash.target.has(CONDEMNED), actor.conditions.has(DAMNED));
    let mut face = if condemned && damned { single } else { face };
    if strays {
        // There it counts as a bare pass (EV-155).
        clash.own.against = Sum::new();
        clash.own.against.push("comes down here", face.into(), "EV-155");
        clash.own.bounds = None;
    } else if condemned && !damned && (!clash.again || !clash.own.score(&[face]).passed()) {
        // A second roll for condemned units only (EV-X28).
        let dice = clash.own.dice.iter().take(1).copied().collect();
        let again = Test { dice, count: Count::Sum, ..clash.own.clone() };
        let faces = oracle.roll(again.throw_cut(&apart(content, me, arm)))?;
        let other = faces.first().copied().unwrap_or(face);
        let who = Some(actor.id());
        let target = Some(first);
        let roll = Rolled { who, target, harmless: true, ..again.rolled("attack", faces) };
        events.push(Event::new(EventKind::Rolled(roll), &["EV-385", "EV-X28"]));
        face = if clash.again { other } else { face.min(other) };
    }
    let own = clash.own.score(&[face]);
    let (answer, spent) = rolling::evaded(ctx, &mut clash, &own, oracle)?;
    events.extend(spent);
    let names = ("attack", "evade");
    let (margin, rolls) = clash.settled(actor.id(), names, (vec![face], &answer));
    // The single roll has already been reported.
    let evaded = rolls.into_iter().skip(1).map(EventKind::Rolled);
    events.extend(evaded.map(|what| Event::new(what, &["EV-128"])));
    let evaded = !answer.is_empty();
    let unit = clash.target.unit;
    // Bonuses of its own attack last until the whole area is resolved (EV-348).
    events.extend(unfocus(unit).filter(|_| evaded && unit.id() != actor.id()));
    let target_passes = clash.target_passes(&answer);
    events.extend(calmed((actor, unit), margin.is_some(), target_passes));
    let Some(margin) = margin else {
        return Ok(Outcome::after(
            events,
            hands::parry_costs(&clash, evaded, !target_passes),
            Some(next),
        ));
    };
    let critical = !strays && i32::from(face) <= me.keen(arm);
    let (by, arm) = (actor.id(), step.arm.clone());
    let land = Land { unit: first, by, arm, margin, critical, part: None, extra: 0 };
    let mut children = vec![land.into()];
    children.extend(hands::parry_costs(&clash, evaded, true));
    Ok(Outcome::after(events, children, Some(next)))
}

/// Where a miss lands: the ones digit gives the direction on a number pad, the tens digit the
/// distance, unless a wall stops it (EV-152, EV-153, EV-155). On a 5 it goes up and has an effect
/// only if the radius of the Blast covers that distance (EV-154).
fn stray(
    ctx: Ctx<'_>,
    actor: &Unit,
    (target, arm): (FloorAt, Arm<'_>),
    face: u16,
) -> Option<FloorAt> {
    let cell = target.cell;
    let metres = face / 10 % 10;
    let dir = match face % 10 {
        8 => Dir::N,
        9 => Dir::NE,
        6 => Dir::E,
        3 => Dir::SE,
        2 => Dir::S,
        1 => Dir::SW,
        4 => Dir::W,
        7 => Dir::NW,
        5 => {
            let reaches = matches!(arm.attack.area, Some(Area::Blast(n)) if metres <= n.into());
            return reaches.then_some(target);
        }
        _ => {
            let from = actor.placement.at.cell()?;
            Dir::towards((from.x - cell.x).into(), (from.y - cell.y).into()).unwrap_or(Dir::N)
        }
    };
    let board = ctx.field.board();
    let point = |at: FloorAt| -> Option<Eye<'static>> {
        board.tile(at.cell).filter(|tile| !tile.is_solid())?;
        area::middle(ctx, at)
    };
    // It continues along the floor, or onto a lower one in view.
    let below = |cell: Cell, height: Hm| {
        board.upper_floors(cell).filter(|at| at.floor.is_some_and(|floor| floor <= height)).last()
    };
    let mut at = target;
    for _ in 0..metres {
        let cell = at.cell.step(dir);
        let next = at.floor.and_then(|height| below(cell, height)).unwrap_or(cell.into());
        // Past the edge of a deck it flies level, then drops.
        let edge =
            at.floor.filter(|floor| area::surface(ctx, next).is_some_and(|r| r.feet < *floor));
        let to =
            point(next).map(|to| edge.map_or(to, |floor| Eye::At(cell, floor + Hm::metres(1))));
        let open = point(at).zip(to).is_some_and(|(a, b)| sees(board, a, b));
        if !open {
            break;
        }
        at = next;
    }
    Some(at)
}
