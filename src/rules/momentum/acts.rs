//! What a combatant can do: the list of its acts, how they are aimed, and when they are refused.

use crate::grid::{Cell, Dir, Place, UnitId};
use crate::rules::command::Target;
use crate::rules::momentum::step::{
    AdvancedAct, BasicAct, Cast as CastStep, CastPhase, Handle, Jump, Land, LeanBack, LeanOut,
    Plan, ShiftThing, Step, Strike,
};
use crate::rules::object::Object;
use crate::rules::ruleset::{Aim, Ctx, Offer, Warning};
use crate::rules::state::Unit;
use crate::rules::{Key, Refusal, RuleId};

use super::abilities::{self, AWAY, Cast};
use super::advanced::Advanced;
use super::attack::{self, Attack};
use super::basic::Basic;
use super::budget::Strides;
use super::data::{Content, LeanUntil};
use super::hands::Handwork;
use super::held;
use super::lean;
use super::leap;
use super::loose;
use super::manner::Manner;
use super::mind;
use super::position::Position;
use super::special::{self, Special};
use super::walk;

/// What an act is, once its name is known.
pub enum Act<'a> {
    /// A weapon attack.
    Strike(Attack<'a>),
    /// An action that everybody has.
    Basic(Basic),
    /// An action against one who is near.
    Advanced(Advanced),
    /// Something done with the hands.
    Hands(Handwork),
    /// A jump (MO-292).
    Leap,
    /// Leaning out of cover (MO-322).
    Lean,
    /// An Ability that is no attack.
    Cast(Cast<'a>),
    /// Another act, held for later.
    Held,
    /// Hiding, a union, a great feat.
    Special(Special<'a>),
}

/// An act of everybody that is neither basic nor advanced.
pub struct OtherAct {
    /// Its name in commands.
    pub act: &'static str,
    /// Its name as players read it.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub text: &'static str,
    /// What it costs.
    cost: &'static str,
}

/// Jumping and leaning out.
pub const OTHERS: [OtherAct; 2] = [
    OtherAct {
        act: leap::LEAP,
        name: "Jump",
        text: "Over a gap, or over somebody who is not too tall.",
        cost: "1 m a square",
    },
    OtherAct {
        act: lean::LEAN,
        name: "Lean out",
        text: "See and strike from beside your cover, for one action.",
        cost: "free",
    },
];

/// The act of that name as this combatant would use it.
pub fn find<'a>(position: Position<'a>, unit: UnitId, act: &str) -> Option<Act<'a>> {
    let basic = Basic::from_name(act).map(Act::Basic);
    let known = basic.or_else(|| Advanced::from_name(act).map(Act::Advanced));
    let known = known.or_else(|| held::inner(act).map(|_| Act::Held));
    let known = known.or(match act {
        leap::LEAP => Some(Act::Leap),
        lean::LEAN => Some(Act::Lean),
        _ => None,
    });
    let known = known.or_else(|| Special::find(position.content, act).map(Act::Special));
    let own = position.ctx.unit(unit);
    let cast = || Cast::find(position, unit, act, 0).map(Act::Cast);
    let strike = || Attack::find(position, unit, act).map(Act::Strike);
    let hands = || Handwork::find(position.content, own?, act).map(Act::Hands);
    known.or_else(cast).or_else(strike).or_else(hands)
}

/// Everything a combatant could do, in the order of the action bar.
pub fn offers(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Offer> {
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(id) else { return Vec::new() };
    let attacks = Attack::all(position, id).into_iter().map(|attack| {
        let refused = attack.check_use().err().or_else(|| {
            let nobody = || Refusal::new("no_target", "nobody to strike from here", "MO-164");
            attack.targets().is_empty().then(nobody)
        });
        let cost = match attack.price() {
            0 => "paid for".to_owned(),
            ap => format!("{ap} AP"),
        };
        Offer {
            act: attack.act(),
            name: attack.name(),
            text: attack.text().to_owned(),
            variants: attack.variants(&cost),
            cost,
            aim: Aim::Unit,
            group: Key::of("attack"),
            refused,
            parameters: Vec::new(),
        }
    });
    let basics = Basic::ALL.iter().filter(|b| b.is_listed(ctx.state, unit)).map(|basic| Offer {
        act: basic.act(),
        name: basic.name().to_owned(),
        text: basic.text().to_owned(),
        cost: basic.cost(content),
        aim: basic.aim(),
        group: Key::of(basic.group()),
        refused: basic.check_use(position, unit).err(),
        variants: Vec::new(),
        parameters: Vec::new(),
    });
    let advanced = Advanced::ALL.iter().filter(|a| a.is_listed(ctx, unit)).map(|act| Offer {
        act: act.act(),
        name: act.name().to_owned(),
        text: act.text().to_owned(),
        cost: format!("{} AP", act.price(content)),
        aim: Aim::Unit,
        group: Key::of("advanced"),
        refused: act.check_use(position, unit).err(),
        variants: Vec::new(),
        parameters: Vec::new(),
    });
    let others = OTHERS.iter().map(|other| Offer {
        act: Key::of(other.act),
        name: other.name.to_owned(),
        text: other.text.to_owned(),
        cost: other.cost.to_owned(),
        aim: Aim::Cell,
        group: Key::of("move"),
        refused: match other.act {
            leap::LEAP => leap::check_use(position, unit).err(),
            _ => lean::check_use(position, unit).err(),
        },
        variants: Vec::new(),
        parameters: Vec::new(),
    });
    let hands = Handwork::all(content, unit).into_iter().map(|work| Offer {
        act: work.act(),
        name: work.name(content),
        text: work.text(content),
        cost: match work.price(content, unit) {
            0 => "free".to_owned(),
            ap => format!("{ap} AP"),
        },
        aim: work.aim(content),
        group: Key::of("hands"),
        refused: work.check_use(position, unit).err().or_else(|| {
            let nothing = || Refusal::new("no_target", "nothing within 1 m for that", "MO-90");
            work.targets(position, unit).is_empty().then(nothing)
        }),
        variants: Vec::new(),
        parameters: Vec::new(),
    });
    let powers = abilities::offers::offers(position, id);
    let own = attacks.chain(powers).chain(basics).chain(advanced).chain(others).chain(hands);
    let mut all: Vec<Offer> = own.chain(special::offers(position, unit)).collect();
    all.extend(held::offers(position, unit, &all));
    if let Err(refusal) = mind::check_drawn(content, ctx, unit) {
        let open = all.iter_mut().filter(|offer| offer.refused.is_none());
        for offer in open.filter(|o| !waits_for_nothing(find(position, id, o.act.as_str()))) {
            offer.refused = Some(refusal.clone());
        }
    }
    all
}

/// The targets at which an act is allowed at the moment.
pub fn targets(content: &Content, ctx: Ctx<'_>, id: UnitId, act: &str) -> Vec<Target> {
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(id) else { return Vec::new() };
    match find(position, id, act) {
        Some(Act::Strike(attack)) if attack.check_use().is_ok() => {
            let units = attack.targets().into_iter().map(Target::Unit);
            let cells = attack.guesses().into_iter().map(|c| Target::Place(c.into()));
            units.chain(cells).chain(attack::object::targets(&attack, id)).collect()
        }
        Some(Act::Special(special)) => special.targets(position, unit),
        Some(Act::Basic(basic)) if basic.check_use(position, unit).is_ok() => match basic.aim() {
            Aim::Unit => {
                let all = ctx.state.units.iter().map(Unit::id);
                let fits = |other: &UnitId| basic.check_target(position, unit, *other).is_ok();
                all.filter(fits).map(Target::Unit).collect()
            }
            _ => vec![Target::Unit(id)],
        },
        Some(Act::Cast(cast)) if cast.check_use().is_ok() => abilities::targets(&cast),
        Some(Act::Held) => held::targets(content, ctx, unit, act),
        Some(Act::Advanced(act)) if act.check_use(position, unit).is_ok() => {
            let all = ctx.state.units.iter().map(Unit::id);
            let fits = |other: &UnitId| act.check_target(position, unit, *other).is_ok();
            let units = all.filter(fits).map(Target::Unit);
            let things = match act {
                Advanced::Shove => loose::targets(position, unit),
                _ => Vec::new(),
            };
            units.chain(things).collect()
        }
        Some(Act::Hands(work)) if work.check_use(position, unit).is_ok() => {
            work.targets(position, unit)
        }
        Some(Act::Leap) if leap::check_use(position, unit).is_ok() => leap::targets(position, unit),
        Some(Act::Lean) if lean::check_use(position, unit).is_ok() => lean::targets(position, unit),
        _ => Vec::new(),
    }
}

/// The one combatant among the targets of a command.
fn one_unit(targets: &[Target]) -> Result<UnitId, Refusal> {
    match targets {
        [Target::Unit(id)] => Ok(*id),
        _ => Err(Refusal::new("one_target", "aim it at one combatant", "MO-164")),
    }
}

/// The one cell among the targets of a command.
fn one_cell(targets: &[Target]) -> Result<Cell, Refusal> {
    match targets {
        [Target::Place(Place::Cell(cell))] => Ok(*cell),
        _ => Err(Refusal::new("one_target", "aim it at one cell", "MO-164")),
    }
}

/// Whether an act is allowed, and the steps it leads to.
///
/// # Errors
/// Why it is not allowed.
pub fn check(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    command: (&Key, &[Target], &Key),
) -> Result<Plan, Refusal> {
    let (act, targets, choice) = command;
    if !waits_for_nothing(find(Position { content, ctx }, unit.id(), act.as_str())) {
        mind::check_drawn(content, ctx, unit)?;
    }
    let (mut plan, leans) = match lean::way(choice.as_str()) {
        Some(way) => (round_a_corner(content, ctx, unit, (act, targets), way)?, true),
        None => (plan(content, ctx, unit, command)?, false),
    };
    let back = leans && content.rules.lean_until == LeanUntil::EndOfAction;
    if back || lean::ends_with_action(content, unit) {
        // Leaning out ends with the action that it served (MO-324).
        plan.steps.push(LeanBack { unit: unit.id() }.into());
    }
    Ok(plan)
}

/// True for what the enraged may do before they come nearer to an enemy: attacks, which have a rule of
/// their own, and what leads there (MO-276).
fn waits_for_nothing(act: Option<Act<'_>>) -> bool {
    use Advanced::{BreakFree, LetGo, ShakeOff};
    match act {
        None | Some(Act::Strike(_) | Act::Leap) => true,
        Some(Act::Basic(basic)) => {
            matches!(basic, Basic::Attack | Basic::Move | Basic::Sprint | Basic::StandUp)
        }
        Some(Act::Advanced(act)) => matches!(act, BreakFree | LetGo | ShakeOff),
        Some(Act::Special(special)) => matches!(special, Special::Union | Special::Leave),
        Some(_) => false,
    }
}

/// An act against somebody for which one leans out: that is part of the action (MO-322).
fn round_a_corner(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (act, targets): (&Key, &[Target]),
    (dir, rest): (Dir, &str),
) -> Result<Plan, Refusal> {
    let position = Position { content, ctx };
    lean::check_use(position, unit)?;
    let at = unit.placement.at.cell();
    let off = || Refusal::new("not_on_board", "it is not on the board", "MO-322");
    let cell = at.map(|at| at.step(dir)).ok_or_else(off)?;
    lean::check(position, unit, cell)?;
    let serves = find(position, unit.id(), act.as_str());
    if !matches!(serves, Some(Act::Strike(_) | Act::Cast(_) | Act::Advanced(_))) {
        return Err(Refusal::new("no_such_variant", "it needs no leaning out", "MO-322"));
    }
    let choice = Key::new(rest);
    let mut plan = lean::supposed(ctx, unit.id(), dir, |ctx| {
        let unit = ctx.unit(unit.id()).ok_or_else(off)?;
        plan(content, ctx, unit, (act, targets, &choice))
    })?;
    plan.steps.insert(0, LeanOut { unit: unit.id(), to: cell }.into());
    let lets_go = content.rules.lean_until == LeanUntil::EndOfAction;
    if matches!(serves, Some(Act::Advanced(Advanced::Grab))) && lets_go {
        let text = "The grab ends when it leans back: more than 1 m away.".to_owned();
        plan.warnings.push(Warning { text, rule: RuleId::of("MO-271") });
    }
    Ok(plan)
}

fn plan(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (act, targets, choice): (&Key, &[Target], &Key),
) -> Result<Plan, Refusal> {
    let position = Position { content, ctx };
    let Some(found) = find(position, unit.id(), act.as_str()) else {
        let text = format!("{} has no act `{act}`", unit.identity.name);
        return Err(Refusal::new("no_such_act", text, "MO-84"));
    };
    let me = unit.id();
    let only = |step: Step| Plan { steps: vec![step], warnings: Vec::new() };
    match found {
        Act::Strike(attack) => {
            let attack = attack.made(Manner::parse(content, choice.as_str())?);
            attack.check_use()?;
            let at = match targets {
                [target @ Target::Place(place)] => {
                    attack.check_guess(*place)?;
                    *target
                }
                [target] if Object::of(*target).is_some() => {
                    Object::of(*target)
                        .map_or(Ok(()), |o| attack::object::check(&attack, me, o))?;
                    *target
                }
                _ => {
                    let target = one_unit(targets)?;
                    attack.check_target(target)?;
                    Target::Unit(target)
                }
            };
            let strike = Strike { way: attack.manner.way(), ..Strike::new(me, attack.arms(), at) };
            let mut plan = only(strike.into());
            let lands = attack.throws().map(|item| Land { unit: me, item: item.clone(), at });
            plan.steps.extend(lands.map(Step::from));
            Ok(plan)
        }
        Act::Hands(work) => {
            work.check_use(position, unit)?;
            let at = match (work.aim(content), targets) {
                (Aim::Own, []) => Target::Unit(me),
                (_, [target]) => *target,
                _ => return Err(Refusal::new("one_target", "aim it at one thing", "MO-90")),
            };
            work.check_target(position, unit, at)?;
            let warnings = work.warnings(position, targets);
            Ok(Plan { warnings, ..only(Handle { unit: me, work, at, free: false }.into()) })
        }
        Act::Leap => {
            leap::check_use(position, unit)?;
            let to = one_cell(targets)?;
            let leap = leap::check(position, unit, to)?;
            let mut plan = Plan { steps: Vec::new(), warnings: Vec::new() };
            buy(unit, leap.strides, &mut plan);
            plan.steps.push(Jump { unit: me, to, warned: false }.into());
            Ok(plan)
        }
        Act::Lean => {
            lean::check_use(position, unit)?;
            let to = one_cell(targets)?;
            lean::check(position, unit, to)?;
            Ok(only(LeanOut { unit: me, to }.into()))
        }
        Act::Cast(cast) if *choice == *AWAY && cast.travels() && targets.is_empty() => {
            cast.check_use()?;
            let targets = vec![Target::Place(cast.check_away()?.into())];
            Ok(only(plain_cast(&cast, targets)))
        }
        Act::Cast(cast) => {
            let manner = Manner::parse(content, choice.as_str())?;
            if manner.gentle || manner.deadly || manner.miss || manner.maneuver.is_some() {
                let text = "an Ability without an attack is only upcast";
                return Err(Refusal::new("no_such_variant", text, "MO-354"));
            }
            let cast = Cast { steps: manner.steps, ..cast };
            cast.check_use()?;
            abilities::check_aim(&cast, targets)?;
            Ok(only(plain_cast(&cast, targets.to_vec())))
        }
        Act::Held => held::check(position, unit, (act, targets, choice)),
        Act::Special(special) => special.plan(position, unit, (targets, choice)),
        Act::Advanced(advanced) => {
            advanced.check_ready(position, unit)?;
            if let (Advanced::Shove, [target @ Target::Thing(thing)]) = (advanced, targets) {
                loose::check(position, unit, *target)?;
                let dir = loose::variant(position, unit, *target, choice.as_str())?;
                return Ok(only(ShiftThing { unit: me, thing: *thing, dir }.into()));
            }
            let target = one_unit(targets)?;
            advanced.check_target(position, unit, target)?;
            let (dir, hand) = advanced.variant(position, unit, target, choice.as_str())?;
            let free = false;
            Ok(only(AdvancedAct { unit: me, act: advanced, target, dir, hand, free }.into()))
        }
        Act::Basic(basic) => {
            basic.check_use(position, unit)?;
            let target = if basic.aim() == Aim::Unit {
                let target = one_unit(targets)?;
                basic.check_target(position, unit, target)?;
                Some(target)
            } else if targets.iter().any(|t| *t != Target::Unit(me)) {
                return Err(Refusal::new("no_target", "it is aimed at nobody", "MO-164"));
            } else {
                (!targets.is_empty()).then_some(me)
            };
            let mut plan = Plan { steps: Vec::new(), warnings: Vec::new() };
            if let Some(strides) = basic.movement(position, unit) {
                buy(unit, strides, &mut plan);
            }
            plan.steps.push(BasicAct { unit: me, act: basic, target, free: false }.into());
            Ok(plan)
        }
    }
}

/// The step of using an Ability, paid for with it.
fn plain_cast(cast: &Cast<'_>, targets: Vec<Target>) -> Step {
    let (unit, ability, steps) = (cast.unit().id(), cast.ability.id.clone(), cast.steps);
    CastStep { unit, ability, steps, targets, free: false, phase: CastPhase::Declare }.into()
}

/// Adds the step that buys movement, with a word about it (MO-92, MO-94).
pub fn buy(unit: &Unit, strides: Strides, plan: &mut Plan) {
    if strides.ap > 0 {
        plan.steps.push(walk::stride_step(unit.id(), strides));
        let (rule, what) = if strides.sprint { ("MO-94", "a Sprint") } else { ("MO-92", "Move") };
        let text = format!("This takes {what}: {} AP.", strides.ap);
        plan.warnings.push(Warning { text, rule: RuleId::of(rule) });
    }
}
