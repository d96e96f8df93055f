//! The actions that can be held: all that cost AP except Cinematic Actions (MO-65).

use grid::UnitId;
use rules::state::Armed;
use rules::{Key, Values};

use super::super::abilities::Cast;
use super::super::acting::{By, Hold};
use super::super::acts::hide::Hide;
use super::super::advanced::Advanced;
use super::super::armed::terms;
use super::super::attack::Attack;
use super::super::basic::Basic;
use super::super::hiding::HIDE;
use super::super::interact::ManualAction;
use super::super::names::{ITEM, named, with_item};
use super::super::position::Position;
use super::super::variant_spec::VariantSpec;
use super::super::variants::ChosenVariant;

/// The act with this name, parameters and variant, if it can be held.
pub fn find<'a>(
    position: Position<'a>,
    unit: UnitId,
    act: &str,
    (item, way): (Option<&Key>, &VariantSpec),
) -> Option<Box<dyn Hold + 'a>> {
    if let Some(known) = without_variants(position, unit, act, item) {
        return known.filter(|_| way.is_plain());
    }
    let variant = ChosenVariant::of(position.content, way).ok()?;
    if let Some(cast) = Cast::find(position, unit, act, variant.steps) {
        return Some(Box::new(cast));
    }
    let with = item.map_or_else(Values::none, with_item);
    Some(Box::new(Attack::find(position, unit, act, &with)?.with_variant(variant)))
}

/// The held act; `None` if its holder can no longer do it.
pub fn waiting<'a>(position: Position<'a>, armed: &Armed) -> Option<Box<dyn Hold + 'a>> {
    let (_, way) = terms(armed);
    // Older states include the item in the act's name.
    let (act, old) = named(armed.act.as_str()).unwrap_or((armed.act.clone(), Values::none()));
    let with = armed.with.clone().or(old);
    find(position, armed.owner, act.as_str(), (with.name(ITEM), &way))
}

/// Acts without variants: `None` for any other act, `Some(None)` for one that cannot be held.
fn without_variants<'a>(
    position: Position<'a>,
    unit: UnitId,
    act: &str,
    item: Option<&Key>,
) -> Option<Option<Box<dyn Hold + 'a>>> {
    let unit = position.ctx.unit(unit)?;
    if let Some(basic) = Basic::from_name(act) {
        // Attacks are held under the name of their weapon; standing up costs no AP.
        let fits = !matches!(basic, Basic::Attack | Basic::StandUp);
        return Some(fits.then(|| -> Box<dyn Hold> { Box::new(By::new(basic, position, unit)) }));
    }
    if let Some(near) = Advanced::from_name(act) {
        let fits = near != Advanced::LetGo;
        return Some(fits.then(|| -> Box<dyn Hold> { Box::new(By::new(near, position, unit)) }));
    }
    if act == HIDE.act {
        return Some(Some(Box::new(By::new(Hide, position, unit))));
    }
    let work = ManualAction::find(position.content, unit, act, item)?;
    Some(Some(Box::new(By::new(work, position, unit))))
}
