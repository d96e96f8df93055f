//! Visibility: the worst of light, haze and weather on the line counts. It limits sight and the
//! range of shots, and adds to Guard (VG-281 to VG-295).

use grid::{Board, Body, Cell, Eye, Haze, Hm, Light, UnitId, haze_path, sees, sound_path};
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::contact::squares_between;
use super::data::{HouseRules, Moment};
use super::names::{ATTACK, UNCONSCIOUS};
use super::rulings;

/// How well one can see along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// Clear (VG-282).
    Normal,
    /// Rain, light fog, dim light (VG-284).
    Reduced,
    /// Thick foliage, heavy snow (VG-286).
    Low,
    /// A blizzard, darkness (VG-288).
    Zero,
}

impl Visibility {
    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal visibility",
            Self::Reduced => "reduced visibility",
            Self::Low => "low visibility",
            Self::Zero => "zero visibility",
        }
    }

    const fn index(self) -> usize {
        self as usize
    }

    /// The range of sight, in squares (VG-282, VG-283, VG-285, VG-287).
    pub fn sight(self, rules: &HouseRules) -> i32 {
        rules.visibility_sight.get(self.index()).copied().unwrap_or(i32::MAX)
    }

    /// This rank's entry in a list that starts after normal visibility.
    fn impaired(self, of: &[i32]) -> Option<i32> {
        of.get(self.index().checked_sub(1)?).copied()
    }

    /// The maximum range of ranged attacks, in squares (VG-284, VG-286, VG-288).
    pub fn limit(self, rules: &HouseRules) -> i32 {
        self.impaired(&rules.visibility_limit).unwrap_or(i32::MAX)
    }

    /// Its bonus to Guard against ranged attacks from this many squares away; none at point blank
    /// in Zero (VG-289).
    pub fn guard(self, rules: &HouseRules, distance: i32) -> i32 {
        match self {
            Self::Zero if distance <= rules.point_blank => 0,
            _ => self.impaired(&rules.visibility_guard).unwrap_or_default(),
        }
    }

    /// The rule behind that bonus.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Normal => "VG-282",
            Self::Reduced => "VG-284",
            Self::Low => "VG-286",
            Self::Zero => "VG-288",
        }
    }
}

const fn of_haze(haze: Haze) -> Visibility {
    match haze {
        Haze::None => Visibility::Normal,
        Haze::Light => Visibility::Reduced,
        Haze::Heavy => Visibility::Low,
        Haze::Blinding => Visibility::Zero,
    }
}

const fn of_light(light: Light) -> Visibility {
    match light {
        Light::Bright => Visibility::Normal,
        Light::Dim => Visibility::Reduced,
        Light::Dark => Visibility::Zero,
    }
}

/// Visibility from one body to another: the worst of haze and weather on the line (VG-281) and the
/// light on the target (VG-295), unless the referee rules otherwise.
pub fn between(ctx: Ctx<'_>, from: &Body, to: &Body) -> Visibility {
    match rulings::visibility(ctx.state, from.id, to.id) {
        Some("normal") => return Visibility::Normal,
        Some("reduced") => return Visibility::Reduced,
        Some("low") => return Visibility::Low,
        Some("zero") => return Visibility::Zero,
        _ => {}
    }
    let board = ctx.field.board();
    let air = haze_path(board, from, to).map_or(Haze::None, |path| path.worst());
    let light = to.cells().map(|cell| board.light(cell)).max().unwrap_or_default();
    of_haze(air).max(of_light(light))
}

/// Visibility from a body to a point at this height above a cell.
pub fn towards(board: &Board, from: &Body, (cell, height): (Cell, Hm)) -> Visibility {
    let path = haze_path(board, from, Eye::At(cell, height));
    of_haze(path.map_or(Haze::None, |path| path.worst())).max(of_light(board.light(cell)))
}

/// Whether visibility lets one body see another.
pub fn in_sight(moment: Moment<'_>, from: &Body, to: &Body) -> bool {
    let Moment { content, ctx } = moment;
    let near = || squares_between(from, to) <= between(ctx, from, to).sight(&content.rules);
    near() && sees(ctx.field.board(), from, to)
}

/// Whether one combatant sees another: it is awake, and visibility allows it.
pub fn perceives(moment: Moment<'_>, viewer: UnitId, target: UnitId) -> bool {
    let ctx = moment.ctx;
    let awake = ctx.unit(viewer).is_some_and(|unit| !unit.conditions.has(UNCONSCIOUS));
    let bodies = ctx.field.body(viewer).zip(ctx.field.body(target));
    awake && bodies.is_some_and(|(from, to)| in_sight(moment, from, to))
}

/// Whether a combatant attacked in its latest turn.
fn has_attacked(unit: &Unit) -> bool {
    unit.turn.acts.iter().any(|record| record.class == *ATTACK)
}

/// Whether an attacker that cannot see far enough knows the square of a target: the target
/// attacked, or an ally sees it (VG-290).
pub fn is_located(moment: Moment<'_>, actor: &Unit, target: &Unit) -> bool {
    let state = moment.ctx.state;
    let awake = |u: &&Unit| u.is_active() && !u.conditions.has(UNCONSCIOUS);
    let mut allies = state.of_side(actor.side()).filter(awake);
    // An attack reveals a square only to sides that could notice it.
    has_attacked(target) && state.sees(actor.side(), target)
        || allies.any(|ally| perceives(moment, ally.id(), target.id()))
}

/// Whether sound carries from one body to another: no airless cell and no silence in between
/// (VG-255).
pub fn carries_sound(ctx: Ctx<'_>, from: &Body, to: &Body) -> bool {
    sound_path(ctx.field.board(), from, to)
        .is_some_and(|path| !path.silenced && path.airless_cm == 0)
}

/// Whether sound cannot travel from one combatant to another (VG-255).
pub fn is_silent(ctx: Ctx<'_>, from: UnitId, to: UnitId) -> bool {
    let bodies = ctx.field.body(from).zip(ctx.field.body(to));
    bodies.is_some_and(|(from, to)| !carries_sound(ctx, from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranks_as_printed() {
        let all = [Visibility::Normal, Visibility::Reduced, Visibility::Low, Visibility::Zero];
        let rules = &crate::data::Content::built_in().rules;
        assert_eq!(all.map(|v| v.sight(rules)), [243, 30, 15, 3]);
        assert_eq!(all.map(|v| v.limit(rules)), [i32::MAX, 91, 45, 9]);
        assert_eq!(all.map(|v| v.guard(rules, 5)), [0, 5, 10, 15]);
        assert_eq!(Visibility::Zero.guard(rules, 2), 0);
        assert!(all.is_sorted_by_key(|v| v.rule()));
    }
}
