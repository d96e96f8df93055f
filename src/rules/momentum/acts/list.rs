//! The acts of a combatant in action bar order, except holding an act.

use crate::acting::By;
use crate::step::Step;
use rules::kit::acts::{Act, Acts};
use rules::state::Unit;

use super::super::abilities::{self, Cast};
use super::super::advanced::Advanced;
use super::super::attack::Attack;
use super::super::basic::Basic;
use super::super::cinematic::{self, Feat};
use super::super::interact::ManualAction;
use super::super::position::Position;
use super::super::sheet::NM;
use super::super::union;
use super::feats::Keep;
use super::hide::Hide;
use super::moves::{Lean, Leap};
use super::unions::Union;

/// Any act.
pub type Boxed<'a> = Box<dyn Act<Step> + 'a>;

/// An act of any type.
pub fn boxed<'a>(act: impl Act<Step> + 'a) -> Boxed<'a> {
    Box::new(act)
}

/// All acts except holding one.
pub fn all_but_hold<'a>(position: Position<'a>, unit: &'a Unit) -> Acts<'a, Step> {
    let Position { content, ctx } = position;
    let mut all = strikes_by_name(position, unit);
    all.extend(powers(position, unit));
    let basics = Basic::ALL.iter().filter(|basic| basic.is_listed(ctx, unit));
    all.extend(basics.map(|basic| boxed(By::new(*basic, position, unit))));
    let near = Advanced::ALL.iter().filter(|near| near.is_listed(ctx, unit));
    all.extend(near.map(|near| boxed(By::new(*near, position, unit))));
    all.push(boxed(By::new(Leap, position, unit)));
    all.push(boxed(By::new(Lean, position, unit)));
    let works = ManualAction::listed(content, unit).into_iter();
    all.extend(works.map(|work| boxed(By::new(work, position, unit))));
    all.extend(specials(position, unit));
    all
}

/// Attacks with weapons, one per name: throwing is a single act for all weapons.
fn strikes_by_name<'a>(position: Position<'a>, unit: &'a Unit) -> Acts<'a, Step> {
    let mut throws = 0;
    let mut all = Attack::all(position, unit.id());
    all.retain(|attack| {
        throws += usize::from(attack.throws().is_some());
        attack.throws().is_none() || throws == 1
    });
    all.into_iter().map(boxed).collect()
}

/// Attacks with weapons.
pub fn strikes<'a>(position: Position<'a>, unit: &'a Unit) -> Acts<'a, Step> {
    Attack::all(position, unit.id()).into_iter().map(boxed).collect()
}

/// Abilities, as attacks or otherwise. Maneuvers are variants of attacks.
pub fn powers<'a>(position: Position<'a>, unit: &'a Unit) -> Acts<'a, Step> {
    let Some(numbers) = position.numbers(unit.id()) else { return Acts::new() };
    let own = abilities::all(&numbers, position.content).filter(|a| !a.is_maneuver());
    let act = |ability| match Attack::with_ability(position, numbers, ability) {
        Some(attack) => boxed(attack),
        None => boxed(Cast { position, numbers, ability, steps: 0 }),
    };
    own.map(act).collect()
}

/// Hiding, unions and feats.
pub fn specials<'a>(position: Position<'a>, unit: &'a Unit) -> Acts<'a, Step> {
    let mut all: Acts<'a, Step> = vec![boxed(By::new(Hide, position, unit))];
    let allies = position.ctx.state.of_side(unit.side()).filter(|u| u.is_active());
    if allies.count() > 1 {
        all.push(boxed(By::new(Union::Join, position, unit)));
    }
    if union::number(unit) != 0 {
        all.push(boxed(By::new(Union::Leave, position, unit)));
    }
    if cinematic::holds_any(unit) {
        all.push(boxed(By::new(Keep, position, unit)));
    }
    if unit.pools.0.get(NM).is_some() {
        let feats = Feat::actions(position.content).filter(|feat| feat.is_listed(position, unit));
        all.extend(feats.map(|feat| boxed(By::new(feat, position, unit))));
    }
    all
}
