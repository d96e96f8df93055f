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

use super::arts::Art;
use super::contact;
use super::data::{Form, Moment, TechniqueEffect};
use super::handling;
use super::movement::{self, READIED};
use super::names::{DEFEND, KNOCKED, MOVE};
use super::numbers::Numbers;
use super::performing::Performing;
use super::skills::Trade;
use super::step::{
    Attack, Blow, Defend, Handle, Handling, How, Perform, SkillStage, Stage, Step, Style, UseSkill,
};

/// The style of a readied attack.
pub const STYLE: Style =
    Style { how: How::Ready, chance: false, off_hand: false, then_off_hand: false, keeps: false };

/// The resolved target of a readied act.
pub enum Done {
    /// The enemy that triggered it, or no target at all.
    Plain,
    /// An ally, or its owner.
    For(UnitId),
    /// A Move along this path.
    Along(Vec<Waypoint>),
}

/// Asks for the target of a boon or the destination of a Move. The act itself is chosen when it is
/// readied, these only when it is carried out. `about` is the ally that the trigger affects. `None`
/// if there is no such target.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn choose(
    moment: Moment<'_>,
    (unit, act): (&Unit, &Key),
    about: Option<UnitId>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Done>, Pause> {
    if *act == *MOVE {
        let way = where_to(moment, unit, oracle)?;
        return Ok(way.map(Done::Along));
    }
    if *act == *Handling::Stabilise.id() {
        return Ok(dying(moment.ctx, unit, about).map(Done::For));
    }
    let Some(art) = Art::of(moment.content, act.as_str()).filter(|art| is_boon(*art)) else {
        return Ok(Some(Done::Plain));
    };
    let for_whom = on_whom(moment, (unit, art), about, oracle)?;
    Ok(for_whom.map(Done::For))
}

/// A dying ally beside a combatant; the one that the trigger affects comes first.
pub fn dying(ctx: Ctx<'_>, unit: &Unit, about: Option<UnitId>) -> Option<UnitId> {
    let body = ctx.field.body(unit.id())?;
    let beside = |ally: &&Unit| {
        let other = ctx.field.body(ally.id());
        handling::is_dying(ally) && other.is_some_and(|other| contact::adjacent(ctx, body, other))
    };
    let allies = ctx.state.units.iter().filter(|ally| ally.side() == unit.side());
    let found = allies.filter(beside).map(Unit::id);
    found.min_by_key(|id| (Some(*id) != about, *id))
}

const fn is_boon(art: Art<'_>) -> bool {
    matches!(art, Art::Spell(spell) if matches!(spell.form, Form::Boon(_)))
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
fn on_whom(
    moment: Moment<'_>,
    (unit, art): (&Unit, Art<'_>),
    about: Option<UnitId>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<UnitId>, Pause> {
    let Moment { content, ctx } = moment;
    let Some(me) = Numbers::of(content, unit) else { return Ok(None) };
    let boon = Performing { content, ctx, me, art };
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
    let text = format!("{} for whom?", art.name());
    let prompt = question(ctx, unit, text, able.iter().map(choice).collect());
    let answer = oracle.ask(prompt)?;
    Ok(able.get(usize::from(answer.0)).map(|ally| ally.id()))
}

/// The destination of a Move and the path to it.
fn where_to(
    moment: Moment<'_>,
    unit: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Vec<Waypoint>>, Pause> {
    let Some(reach) = movement::readied(moment, unit) else { return Ok(None) };
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
    let text = format!("Where does {} go?", unit.identity.name);
    let prompt = question(moment.ctx, unit, text, cells.iter().map(choice).collect());
    let answer = oracle.ask(prompt)?;
    let stop: Option<ReachStop> =
        cells.get(usize::from(answer.0)).and_then(|cell| reach.stop_in(*cell));
    Ok(stop.and_then(|stop| reach.way_to(stop)))
}

/// The steps of a readied act; its action was already paid when it was readied.
pub fn act(
    moment: Moment<'_>,
    (owner, act): (&Unit, &Key),
    done: Done,
    foe: UnitId,
) -> (Vec<Event>, Option<Step>) {
    let Moment { content, ctx } = moment;
    let (unit, name) = (owner.id(), act.as_str());
    if let Done::Along(path) = done {
        let record = ActRecord { class: Key::of(MOVE), act: Key::of(MOVE), amount: 0 };
        let mut begins = vec![
            events::declared(owner, (Key::of(MOVE), "Move"), Vec::new(), "VG-78"),
            events::act_recorded(owner, record, None, "VG-78"),
        ];
        // An earlier knock-down does not cancel this Move (VG-158).
        begins.extend(events::flag(owner, KNOCKED, 0, "VG-158"));
        let walk = Walk::new(owner, &path, &Key::of(READIED));
        return (begins, Some(walk.into()));
    }
    let step: Option<Step> = if content.weapons.contains(name) {
        let (target, style, blow) = (foe, STYLE, Blow::Declare);
        Some(Attack { unit, target, weapon: act.clone(), style, blow }.into())
    } else if let Some(art) = Art::of(content, name) {
        let targets = match done {
            Done::For(ally) => vec![Target::Unit(ally)],
            Done::Plain | Done::Along(_) => targets(ctx, unit, art, foe),
        };
        let (act, how, stage) = (act.clone(), How::Ready, Stage::Begin);
        let performed = Perform { unit, act, targets, off_hand: false, chance: false, how, stage };
        Some(performed.into())
    } else if let Some(trade) = Trade::of(name) {
        let target = if trade == Trade::Hide { unit } else { foe };
        Some(UseSkill { unit, target, act: act.clone(), stage: SkillStage::Roll }.into())
    } else if name == DEFEND {
        Some(Defend { unit, paid: true }.into())
    } else {
        let what = Handling::ALL.into_iter().find(|what| name == what.id());
        let target = if let Done::For(ally) = done { ally } else { unit };
        what.map(|what| Handle { unit, what, target, at: None, paid: true }.into())
    };
    (Vec::new(), step)
}

/// The targets of a readied technique or spell: the enemy, or the direction to it.
pub fn targets(ctx: Ctx<'_>, unit: UnitId, art: Art<'_>, foe: UnitId) -> Vec<Target> {
    let towards = || {
        let room = |id| ctx.field.body(id).and_then(Body::room);
        let ((ax, ay), (bx, by)) = (room(unit)?.middle2(), room(foe)?.middle2());
        Dir::towards(bx - ax, by - ay)
    };
    match art {
        Art::Technique(technique) => match technique.effect {
            TechniqueEffect::Attack => vec![Target::Unit(foe)],
            _ => Vec::new(),
        },
        Art::Spell(spell) => match spell.form {
            Form::Aimed(_) | Form::Touch | Form::Will(_) => vec![Target::Unit(foe)],
            Form::Cone(_) => towards().into_iter().map(Target::Direction).collect(),
            Form::Area { .. } | Form::Boon(_) => Vec::new(),
        },
    }
}
