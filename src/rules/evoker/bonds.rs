//! Effects of bonds and broken hands on attacks (EV-305, EV-306, EV-409).

use super::attack::OpposedTests;
use super::data::{Escape, Lasting};
use super::names::{BOTH_HANDS, BOUND, GRAPPLED, HELD};
use super::numbers::Numbers;
use super::step::{EffectMoment, Step, Suffer};

/// Whether it is bound, and must break free before it attacks (EV-409).
pub fn holds(me: Numbers<'_>) -> bool {
    tries(me).is_some()
}

/// The attempt to break free: from a spell's bonds, or by option from a grip (EV-408, EV-409).
pub fn tries(me: Numbers<'_>) -> Option<EffectMoment> {
    let grip = me.has(GRAPPLED) && me.content.rules.grapple_escape == Escape::OnAttempt;
    let bound = me.has(BOUND).then_some(EffectMoment::Strains);
    bound.or_else(|| grip.then_some(EffectMoment::Struggles))
}

/// The attempt that precedes its attack (EV-409).
pub fn strains(me: Numbers<'_>) -> Option<Step> {
    tries(me).map(|moment| Suffer { unit: me.unit.id(), moment }.into())
}

/// The cost of using hands: Stress with broken fingers, and the weapon if a wrist is broken and the
/// attack or parry failed (EV-305, EV-306).
pub fn uses(me: Numbers<'_>, hand: Option<&str>, failed: bool) -> Vec<Step> {
    let Some(hand) = hand else { return Vec::new() };
    let both = hand == BOTH_HANDS;
    let used = HELD.iter().take(2).filter(|own| **own == hand || both);
    let used: Vec<&str> = used.copied().collect();
    let unit = me.unit.id();
    let suffer = |moment| Step::Suffer(Suffer { unit, moment });
    let any = |what| used.iter().any(|hand| me.suffers(what, Some(*hand)));
    let aches = any(Lasting::Strain).then(|| suffer(EffectMoment::Aches));
    let weak = used.iter().find(|hand| me.suffers(Lasting::Weak, Some(**hand)));
    let lets_go =
        weak.filter(|_| failed).map(|hand| suffer(EffectMoment::LetsGo(*hand == HELD[0])));
    aches.into_iter().chain(lets_go).collect()
}

/// Like [`uses`], for a target that parried.
pub fn parries(clash: &OpposedTests<'_>, rolled: bool, failed: bool) -> Vec<Step> {
    match clash.parries.filter(|_| rolled) {
        Some(hand) => uses(clash.target, Some(hand), failed),
        None => Vec::new(),
    }
}
