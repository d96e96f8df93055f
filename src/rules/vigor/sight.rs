//! Six ranks of light, haze and weather, of which the worst on the line counts: what can be seen, how
//! far can be shot, and what it adds to Guard (VG-281 to VG-295).

use crate::grid::{Body, Diagonals, Haze, Light, UnitId, distance, haze_path, sees};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Unit;

use super::attack;

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

    /// How far one sees, squares (VG-282, VG-283, VG-285, VG-287).
    pub const fn sight(self) -> i32 {
        match self {
            Self::Normal => 243,
            Self::Reduced => 30,
            Self::Low => 15,
            Self::Zero => 3,
        }
    }

    /// How far ranged attacks go in it, squares (VG-284, VG-286, VG-288).
    pub const fn limit(self) -> i32 {
        match self {
            Self::Normal => i32::MAX,
            Self::Reduced => 91,
            Self::Low => 45,
            Self::Zero => 9,
        }
    }

    /// What it adds to Guard against ranged attacks; nothing at point blank in Zero (VG-289).
    pub const fn guard(self, metres: i32) -> i32 {
        match self {
            Self::Normal => 0,
            Self::Reduced => 5,
            Self::Low => 10,
            Self::Zero if metres <= 2 => 0,
            Self::Zero => 15,
        }
    }

    /// The rule behind what it adds.
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

/// The visibility from one body to another: the worst of haze and weather on the line (VG-281), and
/// of the light that falls on the target (VG-295).
pub fn between(ctx: Ctx<'_>, from: &Body, to: &Body) -> Visibility {
    let board = ctx.field.board();
    let air = haze_path(board, from, to).map_or(Haze::None, |path| path.worst());
    let light = to.cells().map(|cell| board.light(cell)).max().unwrap_or_default();
    of_haze(air).max(of_light(light))
}

/// Whether one body sees another, as far as visibility lets it.
pub fn in_sight(ctx: Ctx<'_>, from: &Body, to: &Body) -> bool {
    let metres = distance(from, to, Diagonals::One).map_or(i32::MAX, |m| m as i32);
    metres <= between(ctx, from, to).sight() && sees(ctx.field.board(), from, to)
}

/// Whether one combatant sees another.
pub fn perceives(ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
    let bodies = ctx.field.body(viewer).zip(ctx.field.body(target));
    bodies.is_some_and(|(from, to)| in_sight(ctx, from, to))
}

/// Whether the square of a target is known to an attacker that cannot see so far: it attacked, or an
/// ally sees it (VG-290).
pub fn is_located(ctx: Ctx<'_>, actor: &Unit, target: &Unit) -> bool {
    let allies = ctx.state.of_side(actor.side()).filter(|u| u.is_active());
    // An attack gives a square away only to sides that were there to notice.
    attack::has_attacked(target) && ctx.state.sees(actor.side(), target)
        || allies.into_iter().any(|ally| perceives(ctx, ally.id(), target.id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranks_as_printed() {
        let all = [Visibility::Normal, Visibility::Reduced, Visibility::Low, Visibility::Zero];
        assert_eq!(all.map(Visibility::sight), [243, 30, 15, 3]);
        assert_eq!(all.map(|v| v.guard(5)), [0, 5, 10, 15]);
        assert_eq!(Visibility::Zero.guard(2), 0);
        assert!(all.is_sorted_by_key(|v| v.rule()));
    }
}
