//! Carrying out readied acts: their targets, and the steps they lead to (VG-78, VG-80).

use grid::{Body, Cell, Dir, Place, UnitId};
use rules::Target;
use rules::command::Waypoint;
use rules::event::Event;
use rules::kit::events;
use rules::kit::walk::Walk;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::reach::ReachStop;
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Unit};
use rules::{Key, RuleId};

use super::contact;
use super::data::{Form, Moment, TechniqueEffect};
use super::movement::{self, READIED};
use super::names::{DEFEND, KNOCKED, MOVE};
use super::numbers::Numbers;
use super::power_act::PowerAct;
use super::powers::Power;
use super::skills::SkillUse;
use super::step::{
    Attack, AttackOptions, AttackStage, Defend, Handle, Handling, Occasion, PowerStage, SkillStage,
    Step, UsePower, UseSkill,
};
use super::wounds;

/// The options of a readied attack.
pub const READIED_ATTACK: AttackOptions = AttackOptions::plain(Occasion::Ready);

/// The resolved target of a readied act.
pub enum ReadiedTarget {
    /// The enemy that triggered it, or nothing, as the act requires.
    Trigger,
    /// An ally, or its owner.
    Ally(UnitId),
    /// A Move along this path.
    Path(Vec<Waypoint>),
}

/// Asks for the target of a boon or the destination of a Move. The act itself is chosen when it is
/// readied, its target only now. `about` is the ally that the trigger affects. `None` if there is
/// no possible target.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn choose_target(
    moment: Moment<'_>,
    (unit, act): (&Unit, &Key),
    about: Option<UnitId>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<ReadiedTarget>, Pause> {
    if *act == *MOVE {
        let path = choose_path(moment, unit, oracle)?;
        return Ok(path.map(ReadiedTarget::Path));
    }
    if *act == *Handling::Stabilise.id() {
        return Ok(adjacent_dying_ally(moment.ctx, unit, about).map(ReadiedTarget::Ally));
    }
    let Some(power) = Power::of(moment.content, act.as_str()).filter(|power| is_boon(*power))
    else {
        return Ok(Some(ReadiedTarget::Trigger));
    };
    let ally = choose_ally(moment, (unit, power), about, oracle)?;
    Ok(ally.map(ReadiedTarget::Ally))
}

/// A dying ally beside a combatant; the one that the trigger affects comes first.
pub fn adjacent_dying_ally(ctx: Ctx<'_>, unit: &Unit, about: Option<UnitId>) -> Option<UnitId> {
    let body = ctx.field.body(unit.id())?;
    let beside = |ally: &&Unit| {
        let other = ctx.field.body(ally.id());
        wounds::is_dying(ally) && other.is_some_and(|other| contact::adjacent(ctx, body, other))
    };
    let allies = ctx.state.units.iter().filter(|ally| ally.side() == unit.side());
    let found = allies.filter(beside).map(Unit::id);
    found.min_by_key(|id| (Some(*id) != about, *id))
}

const fn is_boon(power: Power<'_>) -> bool {
    matches!(power, Power::Spell(spell) if matches!(spell.form, Form::Boon(_)))
}

/// A question about a readied act, with one choice for each possible target.
fn question(ctx: Ctx<'_>, unit: &Unit, text: String, choices: Vec<Choice>) -> Prompt {
    Prompt {
        kind: Key::of("place"),
        side: ctx.state.commander(unit.id()).unwrap_or(unit.side()),
        unit: Some(unit.id()),
        about: Key::default(),
        text,
        choices,
        default: 0,
        rule: RuleId::of("VG-78"),
    }
}

/// The possible targets of a boon: the ally that the trigger affects, then the owner, then other
/// allies.
fn choose_ally(
    moment: Moment<'_>,
    (unit, power): (&Unit, Power<'_>),
    about: Option<UnitId>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<UnitId>, Pause> {
    let Moment { content, ctx } = moment;
    let Some(me) = Numbers::of(content, unit) else { return Ok(None) };
    let boon = PowerAct { content, ctx, me, power };
    let own = ctx.state.units.iter().filter(|ally| ally.side() == unit.side());
    let mut able: Vec<&Unit> = own.filter(|ally| boon.reaches_ally(ally.id())).collect();
    able.sort_by_key(|ally| (Some(ally.id()) != about, ally.id() != unit.id(), ally.id()));
    if able.len() < 2 {
        return Ok(able.first().map(|ally| ally.id()));
    }
    let choice = |ally: &&Unit| Choice {
        id: Key::new(&format!("unit_{}", ally.id().0)),
        label: ally.identity.name.clone(),
        place: None,
        unit: Some(ally.id()),
    };
    let text = format!("Use {} on whom?", power.name());
    let prompt = question(ctx, unit, text, able.iter().map(choice).collect());
    let answer = oracle.ask(prompt)?;
    Ok(able.get(usize::from(answer.0)).map(|ally| ally.id()))
}

/// The destination of a Move and the path to it.
fn choose_path(
    moment: Moment<'_>,
    unit: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Vec<Waypoint>>, Pause> {
    let Some(reach) = movement::readied_reach(moment, unit) else { return Ok(None) };
    let mut cells: Vec<Cell> =
        reach.stops().iter().filter(|s| s.cost > 0).map(|s| s.cell).collect();
    cells.dedup();
    if cells.is_empty() {
        return Ok(None);
    }
    let choice = |cell: &Cell| Choice {
        id: Key::new(&format!("{}_{}", cell.x, cell.y)),
        label: cell.to_string(),
        place: Some(Place::Cell(*cell)),
        unit: None,
    };
    let text = format!("Where does {} move?", unit.identity.name);
    let prompt = question(moment.ctx, unit, text, cells.iter().map(choice).collect());
    let answer = oracle.ask(prompt)?;
    let stop: Option<ReachStop> =
        cells.get(usize::from(answer.0)).and_then(|cell| reach.stop_in(*cell));
    Ok(stop.and_then(|stop| reach.way_to(stop)))
}

/// The events and the step of a readied act; its action was already paid when it was readied.
pub fn carry_out(
    moment: Moment<'_>,
    (owner, act): (&Unit, &Key),
    chosen: ReadiedTarget,
    foe: UnitId,
) -> (Vec<Event>, Option<Step>) {
    let Moment { content, ctx } = moment;
    let (unit, name) = (owner.id(), act.as_str());
    let ally = match chosen {
        ReadiedTarget::Path(path) => return walk(owner, &path),
        ReadiedTarget::Ally(ally) => Some(ally),
        ReadiedTarget::Trigger => None,
    };
    let step: Option<Step> = if content.weapons.contains(name) {
        let (options, stage) = (READIED_ATTACK, AttackStage::Declare);
        Some(Attack { unit, target: foe, weapon: act.clone(), options, stage }.into())
    } else if let Some(power) = Power::of(content, name) {
        let targets = match ally {
            Some(ally) => vec![Target::Unit(ally)],
            None => targets(ctx, unit, power, foe),
        };
        let (act, occasion, stage) = (act.clone(), Occasion::Ready, PowerStage::Begin);
        let used = UsePower { unit, act, targets, off_hand: false, chance: false, occasion, stage };
        Some(used.into())
    } else if let Some(skill_use) = SkillUse::of(name) {
        let target = if skill_use == SkillUse::Hide { unit } else { foe };
        Some(UseSkill { unit, target, act: act.clone(), stage: SkillStage::Roll }.into())
    } else if name == DEFEND {
        Some(Defend { unit, paid: true }.into())
    } else {
        let what = Handling::ALL.into_iter().find(|what| name == what.id());
        let target = ally.unwrap_or(unit);
        what.map(|what| Handle { unit, what, target, at: None, paid: true }.into())
    };
    (Vec::new(), step)
}

/// A readied Move along this path.
fn walk(owner: &Unit, path: &[Waypoint]) -> (Vec<Event>, Option<Step>) {
    let record = ActRecord { class: Key::of(MOVE), act: Key::of(MOVE), amount: 0 };
    let mut begins = vec![
        events::declared(owner, (Key::of(MOVE), "Move"), Vec::new(), "VG-78"),
        events::act_recorded(owner, record, None, "VG-78"),
    ];
    // An earlier knock-down does not cancel this Move (VG-158).
    begins.extend(events::flag(owner, KNOCKED, 0, "VG-158"));
    let walk = Walk::new(owner, path, &Key::of(READIED));
    (begins, Some(walk.into()))
}

/// The targets of a readied technique or spell: the enemy, or the direction to it.
pub fn targets(ctx: Ctx<'_>, unit: UnitId, power: Power<'_>, foe: UnitId) -> Vec<Target> {
    let towards = || {
        let room = |id| ctx.field.body(id).and_then(Body::room);
        let ((ax, ay), (bx, by)) = (room(unit)?.middle2(), room(foe)?.middle2());
        Dir::towards(bx - ax, by - ay)
    };
    match power {
        Power::Technique(technique) => match technique.effect {
            TechniqueEffect::Attack => vec![Target::Unit(foe)],
            _ => Vec::new(),
        },
        Power::Spell(spell) => match spell.form {
            Form::Aimed(_) | Form::Touch | Form::Will(_) => vec![Target::Unit(foe)],
            Form::Cone(_) => towards().into_iter().map(Target::Direction).collect(),
            Form::Area { .. } | Form::Boon(_) => Vec::new(),
        },
    }
}
