//! Grips and bonds, from which a unit must break free before it attacks or moves (EV-408, EV-409).

use super::data::Escape;
use super::names::{BOUND, GRAPPLED};
use super::numbers::Numbers;
use super::step::{EffectMoment, Step, Suffer};

/// Whether a unit must break free before it attacks (EV-409).
pub fn is_restrained(me: Numbers<'_>) -> bool {
    escape(me).is_some()
}

/// The attempt to break free: from a spell's bonds, or by option from a grip (EV-408, EV-409).
pub fn escape(me: Numbers<'_>) -> Option<EffectMoment> {
    let grip = me.has(GRAPPLED) && me.content.rules.grapple_escape == Escape::OnAttempt;
    let bound = me.has(BOUND).then_some(EffectMoment::Strains);
    bound.or_else(|| grip.then_some(EffectMoment::Struggles))
}

/// The step of that attempt, which precedes its attack or its movement (EV-409).
pub fn escape_step(me: Numbers<'_>) -> Option<Step> {
    escape(me).map(|moment| Suffer { unit: me.unit.id(), moment }.into())
}
