//! Choices that the attacker has about the damage of a hit. A side is asked only by standing order
//! (MO-438, MO-439).

use crate::data::DamageType;
use grid::{SideId, UnitId};
use rules::Key;
use rules::oracle::{Oracle, Pause};
use rules::policy::Policy;
use rules::prompt::{Choice, Prompt};
use rules::state::{State, Unit};

use super::damage::{Blow, Wound, resolve};
use super::position::Position;

/// Standing orders about which part of a hit the defence lowers (MO-439).
pub const LOWERED: &str = "lowered_part";

/// The side that decides for a unit, if it wants to be asked about this.
pub fn asked(state: &State, unit: UnitId, about: &str) -> Option<SideId> {
    let side = state.commander(unit)?;
    let order = state.scene.policies.given(side, about);
    order.is_some_and(|policy| policy != Policy::Never).then_some(side)
}

/// The hit with the part that the defence lowers first, as chosen by the attacker. Without a
/// standing order, or if it makes no difference, it stays as it is.
///
/// # Errors
/// [`Pause`] while the attacker has not decided.
pub fn lowered(
    position: Position<'_>,
    by: UnitId,
    target: &Unit,
    blow: Blow,
    oracle: &mut Oracle<'_>,
) -> Result<Blow, Pause> {
    let Some(side) = asked(position.ctx.state, by, LOWERED) else { return Ok(blow) };
    let Some(numbers) = position.numbers(target.id()) else { return Ok(blow) };
    let wound = |blow: &Blow| resolve(position.content, blow, &numbers);
    let usual = wound(&blow);
    let mut ways: Vec<(Blow, DamageType, Wound)> = Vec::new();
    for (i, part) in blow.parts.iter().enumerate() {
        let way = Blow { first: Some(i), ..blow.clone() };
        let after = wound(&way);
        if ways.iter().all(|(_, _, w)| (w.total, w.lethal) != (after.total, after.lethal)) {
            ways.push((way, part.kind, after));
        }
    }
    if ways.len() < 2 {
        return Ok(blow);
    }
    // The default option comes first.
    ways.sort_by_key(|(_, _, after)| (after.total, after.lethal) != (usual.total, usual.lethal));
    let choice = |(_, kind, _): &(Blow, DamageType, Wound)| Choice {
        id: Key::new(&kind.label().to_lowercase()),
        label: kind.label().to_owned(),
        place: None,
        unit: None,
    };
    let name = &target.identity.name;
    let prompt = Prompt {
        kind: Key::of(LOWERED),
        side,
        unit: Some(by),
        about: Key::of(LOWERED),
        text: format!("Which part of the hit does the defence of {name} lower first?"),
        choices: ways.iter().map(choice).collect(),
        default: 0,
        rule: rules::RuleId::of("MO-439"),
    };
    let answer = usize::from(oracle.ask(prompt)?.0);
    Ok(ways.into_iter().nth(answer).map_or(blow, |(way, _, _)| way))
}
