//! What a combatant can do: the list of its acts, how they are aimed, and when they are refused.

use crate::grid::{Cell, Dir, Place, SupportKind, UnitId};
use crate::rules::command::Target;
use crate::rules::momentum::step::Plan;
use crate::rules::momentum::step::{Datum, Step};
use crate::rules::object::Object;
use crate::rules::ruleset::{Aim, Ctx, Offer, Warning};
use crate::rules::state::{Posture, Unit};
use crate::rules::{Key, Refusal, RuleId};

use super::abilities::{self, AWAY, Cast};
use super::advanced::{self, Advanced};
use super::attack::{self, Attack};
use super::basic::{self, Basic};
use super::budget::{Budget, Strides};
use super::data::{Content, LeanUntil};
use super::hands::{self, Handwork};
use super::held;
use super::lean;
use super::leap;
use super::loose;
use super::manner::{Manner, in_the_way};
use super::mind;
use super::objects;
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
    let cast = || Cast::find(position, unit, act, Manner::default()).map(Act::Cast);
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
    let powers = abilities::offers(position, id);
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
            units.chain(cells).chain(objects::targets(&attack, id)).collect()
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
        plan.steps.push(Step::new(lean::BACK).of(unit.id()));
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
    let out = Step::new(lean::LEAN).of(unit.id()).act(lean::LEAN).at(Target::Place(cell.into()));
    plan.steps.insert(0, out);
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
    match found {
        Act::Strike(attack) => {
            let attack = attack.made(Manner::parse(content, choice.as_str())?);
            attack.check_use()?;
            match targets {
                [Target::Place(place)] => attack.check_guess(*place)?,
                [target] if Object::of(*target).is_some() => {
                    Object::of(*target)
                        .map_or(Ok(()), |o| objects::check(&attack, unit.id(), o))?;
                }
                _ => attack.check_target(one_unit(targets)?)?,
            }
            let mut step = Step::new(attack::STRIKE).of(unit.id()).act(act.clone());
            step.targets = targets.to_vec();
            let mut steps = vec![in_the_way(step, choice)];
            if let Some(item) = attack.throws() {
                let mut lands = Step::new(hands::LAND).of(unit.id());
                lands.targets = targets.to_vec();
                lands.scratch.set(Key::of("item"), Datum::Name(item.clone()));
                steps.push(lands);
            }
            Ok(Plan { steps, warnings: Vec::new() })
        }
        Act::Hands(work) => {
            work.check_use(position, unit)?;
            let target = match (work.aim(content), targets) {
                (Aim::Own, []) => Target::Unit(unit.id()),
                (_, [target]) => *target,
                _ => return Err(Refusal::new("one_target", "aim it at one thing", "MO-90")),
            };
            work.check_target(position, unit, target)?;
            let step = Step::new(hands::HANDS).of(unit.id()).act(act.clone()).at(target);
            Ok(Plan { steps: vec![step], warnings: work.warnings(position, targets) })
        }
        Act::Leap => {
            leap::check_use(position, unit)?;
            let leap = leap::check(position, unit, one_cell(targets)?)?;
            let mut plan = Plan { steps: Vec::new(), warnings: Vec::new() };
            buy(unit, leap.strides, &mut plan);
            let mut step = Step::new(leap::LEAP).of(unit.id()).act(act.clone());
            step.targets = targets.to_vec();
            plan.steps.push(step);
            Ok(plan)
        }
        Act::Lean => {
            lean::check_use(position, unit)?;
            lean::check(position, unit, one_cell(targets)?)?;
            let mut step = Step::new(lean::LEAN).of(unit.id()).act(act.clone());
            step.targets = targets.to_vec();
            Ok(Plan { steps: vec![step], warnings: Vec::new() })
        }
        Act::Cast(cast) if *choice == *AWAY && cast.travels() && targets.is_empty() => {
            cast.check_use()?;
            let mut step = Step::new(abilities::CAST).of(unit.id()).act(act.clone());
            step.targets = vec![Target::Place(cast.check_away()?.into())];
            Ok(Plan { steps: vec![step], warnings: Vec::new() })
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
            let mut step = Step::new(abilities::CAST).of(unit.id()).act(act.clone());
            step.targets = targets.to_vec();
            Ok(Plan { steps: vec![in_the_way(step, choice)], warnings: Vec::new() })
        }
        Act::Held => held::check(position, unit, (act, targets, choice)),
        Act::Special(special) => special.plan(position, unit, (targets, choice)),
        Act::Advanced(advanced) => {
            advanced.check_ready(position, unit)?;
            if let (Advanced::Shove, [target @ Target::Thing(_)]) = (advanced, targets) {
                loose::check(position, unit, *target)?;
                loose::check_choice(position, unit, *target, choice.as_str())?;
                let mut step = Step::new(loose::SHIFT_THING).of(unit.id()).at(*target);
                step.scratch.set(Key::of(advanced::CHOICE), Datum::Name(choice.clone()));
                return Ok(Plan { steps: vec![step], warnings: Vec::new() });
            }
            let target = one_unit(targets)?;
            advanced.check_target(position, unit, target)?;
            advanced.check_choice(position, unit, target, choice.as_str())?;
            let mut step = Step::new(advanced::ADVANCED).of(unit.id()).act(act.clone());
            step.targets = targets.to_vec();
            step.scratch.set(Key::of(advanced::CHOICE), Datum::Name(choice.clone()));
            Ok(Plan { steps: vec![step], warnings: Vec::new() })
        }
        Act::Basic(basic) => {
            basic.check_use(position, unit)?;
            if basic.aim() == Aim::Unit {
                basic.check_target(position, unit, one_unit(targets)?)?;
            } else if targets.iter().any(|t| *t != Target::Unit(unit.id())) {
                return Err(Refusal::new("no_target", "it is aimed at nobody", "MO-164"));
            }
            let mut step = Step::new(basic::BASIC).of(unit.id()).act(act.clone());
            step.targets = targets.to_vec();
            let mut plan = Plan { steps: Vec::new(), warnings: Vec::new() };
            if let Some(strides) = basic.movement(position, unit) {
                buy(unit, strides, &mut plan);
            }
            plan.steps.push(step);
            Ok(plan)
        }
    }
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

/// Metres that getting up takes, and what has to be bought for it (MO-269).
pub fn standing_up(position: Position<'_>, unit: &Unit) -> Result<Strides, Refusal> {
    if unit.placement.posture == Posture::Standing {
        return Err(Refusal::new("posture", "it stands already", "MO-269"));
    }
    if unit.placement.support == SupportKind::Flight {
        return Err(Refusal::new("in_the_air", "it is in the air", "MO-269"));
    }
    let room = position.body(unit.id()).and_then(crate::grid::Body::room);
    let upright = room.map(|r| crate::grid::Room { height: unit.upright(), ..r });
    if let Some(Err(obstacle)) = upright.map(|r| position.ctx.field.fits(r, unit.id())) {
        return Err(Refusal::new("no_room", obstacle.to_string(), "MO-269"));
    }
    let off = || Refusal::new("no_sheet", "it has no sheet", "MO-10");
    let budget = Budget::of(position.content, unit).ok_or_else(off)?;
    let cost = position.content.rules.stand_up_cost;
    let missing = budget.missing(budget.spent() + cost);
    if missing > budget.most_strides() {
        let text = format!("{cost} m of movement are needed");
        return Err(Refusal::new("no_movement", text, "MO-269"));
    }
    Ok(budget.strides(missing))
}
