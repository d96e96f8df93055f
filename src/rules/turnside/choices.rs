//! Decisions of the owner of a triggered prepared action: its target, its destination, and how a
//! skill is used (TU-173, TU-174, TU-324).

use grid::{Cell, Diagonals, UnitId};
use rules::kit::acts::Use;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Status, Unit};
use rules::{Key, RuleId, fog};

use super::aiming;
use super::care::Caring;
use super::data::{Ability, Content, Delivery, Element, Mark};
use super::hiding;
use super::numbers::Numbers;
use super::reflex;
use super::sight;
use super::step::{Search, Sneak, Step, Treat};
use super::summons;

/// The user and its allies within a distance, in view (TU-70, TU-165).
pub fn around(ctx: Ctx<'_>, own: &Numbers<'_>, metres: u8) -> Vec<UnitId> {
    let unit = own.unit;
    let near = |other: &&Unit| {
        let apart = ctx.field.distance(unit.id(), other.id(), Diagonals::One);
        let bodies = ctx.field.body(unit.id()).zip(ctx.field.body(other.id()));
        let seen = || bodies.is_some_and(|(me, them)| sight::has_line(ctx, me, them));
        other.side() == unit.side()
            && other.is_active()
            && apart.is_some_and(|apart| apart <= u32::from(metres))
            && (other.id() == unit.id() || seen())
    };
    ctx.state.units.iter().filter(near).map(Unit::id).collect()
}

/// The allies that an ability can help.
pub fn allies(ctx: Ctx<'_>, own: &Numbers<'_>, ability: &Ability) -> Vec<UnitId> {
    let helps = |other: &&Unit| {
        other.side() == own.unit.side()
            && matches!(other.status, Status::Active | Status::Down)
            && aiming::check_line(ctx, own, ability, other.id()).is_ok()
    };
    ctx.state.units.iter().filter(helps).map(Unit::id).collect()
}

/// The possible destinations of an ability, or cells for its summoned unit.
pub fn cells(ctx: Ctx<'_>, own: &Numbers<'_>, ability: &Ability) -> Vec<Cell> {
    let mut cells = reflex::cells(ctx, own.unit, ability);
    if ability.delivery == Delivery::Summon {
        fog::as_seen(ctx, own.unit.side(), |ctx| {
            cells.retain(|cell| summons::check_room(ctx, own, ability, (*cell).into()).is_ok());
        });
    }
    cells
}

/// Asks for one of several units.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn one_of(
    ctx: Ctx<'_>,
    owner: &Unit,
    units: &[UnitId],
    text: &str,
    oracle: &mut Oracle<'_>,
) -> Result<Option<UnitId>, Pause> {
    if units.len() < 2 {
        return Ok(units.first().copied());
    }
    let choice = |id: &UnitId| Choice {
        id: Key::new(&format!("unit_{}", id.0)),
        label: ctx.unit(*id).map(|u| u.identity.name.clone()).unwrap_or_default(),
        place: None,
        unit: Some(*id),
    };
    let answer = oracle.ask(question(ctx, owner, text, units.iter().map(choice).collect()))?;
    Ok(units.get(usize::from(answer.0)).copied())
}

fn question(ctx: Ctx<'_>, owner: &Unit, text: &str, choices: Vec<Choice>) -> Prompt {
    Prompt {
        kind: Key::of("target"),
        side: ctx.state.commander(owner.id()).unwrap_or(owner.side()),
        unit: Some(owner.id()),
        about: Key::default(),
        text: text.to_owned(),
        choices,
        default: 0,
        rule: RuleId::of("TU-174"),
    }
}

/// Asks for an element.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn element(ctx: Ctx<'_>, owner: &Unit, oracle: &mut Oracle<'_>) -> Result<Element, Pause> {
    let choice = |element: Element| Choice::new(element.name(), element.name());
    let choices = Element::ALL.map(choice).to_vec();
    let answer = oracle.ask(question(ctx, owner, "Which element?", choices))?;
    Ok(Element::ALL.get(usize::from(answer.0)).copied().unwrap_or(Element::Fire))
}

/// The units on which a prepared skill can be used now; its owner for a skill used on oneself.
pub fn of_skill(content: &Content, ctx: Ctx<'_>, own: &Numbers<'_>, skill: &str) -> Vec<UnitId> {
    let stabilises = match skill {
        "hide" if hiding::check_hide(content, ctx, own.unit).is_ok() => return vec![own.unit.id()],
        "find" if !own.has_mark(Mark::Blind) => return vec![own.unit.id()],
        "stabilise" => true,
        "treat" => false,
        _ => return Vec::new(),
    };
    let caring = Caring { content, ctx, numbers: *own, stabilises };
    let helps = |unit: &&Unit| caring.treatment(unit.id(), Use::at(&[])).is_ok();
    ctx.state.units.iter().filter(helps).map(Unit::id).collect()
}

/// The step of a prepared skill.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn use_of_skill(
    content: &Content,
    ctx: Ctx<'_>,
    own: &Numbers<'_>,
    skill: &str,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Step>, Pause> {
    let unit = own.unit.id();
    let (split, prepared, declared) = (None, true, false);
    let units = of_skill(content, ctx, own, skill);
    let Some(target) = one_of(ctx, own.unit, &units, "Treat which unit?", oracle)? else {
        return Ok(None);
    };
    Ok(match skill {
        "hide" => Some(Sneak { unit, split, prepared, declared }.into()),
        "find" => Some(Search { unit, split, prepared, declared }.into()),
        _ => {
            let caring = Caring { content, ctx, numbers: *own, stabilises: skill == "stabilise" };
            let what = caring.treatment(target, Use::at(&[])).ok();
            what.map(|what| Treat { unit, target, what, split, prepared, declared }.into())
        }
    })
}
