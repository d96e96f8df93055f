//! What a combatant can do: the list of its acts, how they are aimed, and when they are refused.

use crate::grid::{SupportKind, UnitId};
use crate::rules::command::Target;
use crate::rules::object::Object;
use crate::rules::ruleset::{Aim, Ctx, Offer, Plan, Warning};
use crate::rules::state::{Posture, Unit};
use crate::rules::step::Step;
use crate::rules::{Key, Refusal, RuleId};

use super::advanced::{self, Advanced};
use super::attack::{self, Attack};
use super::basic::{self, Basic};
use super::budget::{Budget, Strides};
use super::data::Content;
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
    /// Hiding, a union, a great feat.
    Special(Special<'a>),
}

/// The act of that name as this combatant would use it.
pub fn find<'a>(position: Position<'a>, unit: UnitId, act: &str) -> Option<Act<'a>> {
    let basic = Basic::from_name(act).map(Act::Basic);
    let known = basic.or_else(|| Advanced::from_name(act).map(Act::Advanced));
    let known = known.or_else(|| Special::find(position.content, act).map(Act::Special));
    known.or_else(|| Attack::find(position, unit, act).map(Act::Strike))
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
        Offer {
            act: attack.act(),
            name: attack.name(),
            text: attack.weapon.text.clone(),
            cost: match attack.price() {
                0 => "paid for".to_owned(),
                ap => format!("{ap} AP"),
            },
            aim: Aim::Unit,
            group: Key::of("attack"),
            refused,
        }
    });
    let basics = Basic::ALL.iter().filter(|b| b.is_listed(unit)).map(|basic| Offer {
        act: basic.act(),
        name: basic.name().to_owned(),
        text: basic.text().to_owned(),
        cost: basic.cost(content),
        aim: basic.aim(),
        group: Key::of(basic.group()),
        refused: basic.check_use(position, unit).err(),
    });
    let advanced = Advanced::ALL.iter().filter(|a| a.is_listed(unit)).map(|act| Offer {
        act: act.act(),
        name: act.name().to_owned(),
        text: act.text().to_owned(),
        cost: format!("{} AP", act.price(content)),
        aim: Aim::Unit,
        group: Key::of("advanced"),
        refused: act.check_use(position, unit).err(),
    });
    let special = special::offers(position, unit);
    attacks.chain(basics).chain(advanced).chain(special).collect()
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
        Some(Act::Advanced(act)) if act.check_use(position, unit).is_ok() => {
            let all = ctx.state.units.iter().map(Unit::id);
            let fits = |other: &UnitId| act.check_target(position, unit, *other).is_ok();
            all.filter(fits).map(Target::Unit).collect()
        }
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

/// Whether an act is allowed, and the steps it leads to.
///
/// # Errors
/// Why it is not allowed.
pub fn check(
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
            let step = match choice.as_str() {
                "" => step,
                attack::NONLETHAL => step.with(attack::NONLETHAL, 1),
                attack::MISS => step.with(attack::MISS, 1),
                other => {
                    let text = format!("an attack has no variant `{other}`");
                    return Err(Refusal::new("no_such_variant", text, "MO-181"));
                }
            };
            Ok(Plan { steps: vec![step], warnings: Vec::new() })
        }
        Act::Special(special) => special.plan(position, unit, (targets, choice)),
        Act::Advanced(advanced) => {
            advanced.check_ready(position, unit)?;
            advanced.check_target(position, unit, one_unit(targets)?)?;
            let mut step = Step::new(advanced::ADVANCED).of(unit.id()).act(act.clone());
            step.targets = targets.to_vec();
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
