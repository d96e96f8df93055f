//! After the battle: rest for the survivors, and the end of forms and minions (PR-385 to PR-388).

use rules::RuleId;
use rules::kit::aftermath as kit;
use rules::ruleset::{Aftermath, Ctx, Fate};
use rules::state::{Meter, Status, Unit};

/// The fate of every combatant if the battle ended now.
pub fn aftermath(ctx: Ctx<'_>) -> Vec<Aftermath> {
    ctx.state.units.iter().map(|unit| of(ctx, unit)).collect()
}

fn of(ctx: Ctx<'_>, unit: &Unit) -> Aftermath {
    let (fate, rule) = fate(ctx, unit);
    // Forms end: the unit's own body, set aside first, counts (PR-388).
    let tracks = unit.form.stored.first().map_or(&unit.tracks.0, |own| &own.tracks);
    // After a rest, meters are full.
    let rests = fate == Fate::Rested;
    let after = |m: &Meter| (if rests { m.base } else { m.value }, m.base);
    let each = |m: &Meter| {
        let (value, max) = after(m);
        (m.id.clone(), value, max)
    };
    Aftermath { tracks: tracks.iter().map(each).collect(), ..kit::of(unit, (fate, rule), after) }
}

/// Unconscious units are cared for unless an enemy is still standing (PR-385).
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
