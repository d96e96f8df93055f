//! Blows and shots round a corner, as opponents that choose size them up: leaning out is part of the
//! action that it serves (MO-322).

use crate::rules::Key;
use crate::rules::ruleset::Aim;
use crate::rules::state::Unit;
use crate::rules::weigh::Means;

use super::super::attack::Attack;
use super::super::lean;
use super::super::position::Position;
use super::plain;

/// The attacks that leaning out would bring somebody before, one for each attack and side.
pub fn means(position: Position<'_>, unit: &Unit) -> Vec<Means> {
    if lean::check_use(position, unit).is_err() {
        return Vec::new();
    }
    let mut all: Vec<Means> = Vec::new();
    for (dir, choice) in lean::sides(position, unit) {
        lean::supposed(position.ctx, unit.id(), dir, |ctx| {
            let position = Position { ctx, ..position };
            for attack in Attack::all(position, unit.id()) {
                let open = attack.check_use().is_ok() && !attack.targets().is_empty();
                if open {
                    // Reach counts from the square leaned into (MO-326).
                    let span = attack.reach().metres().saturating_add(1);
                    let choice = Key::new(&choice);
                    all.push(Means { choice, ..plain(attack.act(), Aim::Unit, span, open) });
                }
            }
        });
    }
    all
}
