//! After the battle: rest for the survivors, an end to forms and minions (PR-385 to PR-388).

use crate::rules::ruleset::{Aftermath, Ctx, Fate};
use crate::rules::state::{Meters, Status, Unit};
use crate::rules::{Key, RuleId};

/// The fate of every combatant if the battle ends now.
pub fn aftermath(ctx: Ctx<'_>) -> Vec<Aftermath> {
    ctx.state.units.iter().map(|unit| of(ctx, unit)).collect()
}

fn of(ctx: Ctx<'_>, unit: &Unit) -> Aftermath {
    let (fate, rule) = fate(ctx, unit);
    // Forms end: the body set aside first counts (PR-388).
    let tracks = unit.form.stored.first().map_or(&unit.tracks.0, |own| &own.tracks);
    let rests = fate == Fate::Rested;
    Aftermath {
        unit: unit.id(),
        fate,
        tracks: meters(tracks, rests),
        pools: meters(&unit.pools.0, rests),
        lasting: Vec::new(),
        rule,
    }
}

/// The unconscious are cared for unless a foe is still standing (PR-385).
fn fate(ctx: Ctx<'_>, unit: &Unit) -> (Fate, RuleId) {
    let foes = || {
        let able = |u: &&Unit| u.status == Status::Active;
        ctx.state.units.iter().filter(able).any(|u| u.side() != unit.side())
    };
    let friends = || ctx.state.of_side(unit.side()).any(|u| u.status == Status::Active);
    match unit.status {
        _ if unit.identity.maker.is_some() => (Fate::Vanished, RuleId::of("PR-387")),
        Status::Dead => (Fate::Dead, RuleId::of("PR-386")),
        Status::Down if foes() && !friends() => (Fate::Left, RuleId::of("PR-385")),
        _ => (Fate::Rested, RuleId::of("PR-385")),
    }
}

/// Meters after a rest: full.
fn meters(meters: &Meters, rests: bool) -> Vec<(Key, i32, i32)> {
    let value = |m: &crate::rules::state::Meter| if rests { m.base } else { m.value };
    meters.iter().map(|m| (m.id.clone(), value(m), m.base)).collect()
}
