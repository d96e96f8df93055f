//! Checks across data files: numbers in range, IDs that exist.

use super::{Content, Files};
use crate::files::Problem;
use crate::rules::content::{check_all, check_pieces};

/// All problems of the content, file by file.
pub(super) fn check(content: &Content, files: &Files) -> Vec<Problem> {
    check_all(&[
        (&files.rules, &|r| content.rules.check(r)),
        (&files.weapons, &|r| {
            check_pieces(r, &content.weapons, |r, weapon| {
                r.range(&weapon.id, "damage", weapon.damage, 0..=99);
                r.range(&weapon.id, "hands", weapon.hands.into(), 0..=2);
                if weapon.reach == 0 && weapon.range == 0 {
                    r.at_entry(&weapon.id, "neither a reach nor a range");
                }
            });
        }),
        (&files.armour, &|r| {
            check_pieces(r, &content.armour, |r, armour| {
                r.range(&armour.id, "defence", armour.defence, 0..=99);
                r.range(&armour.id, "dod", armour.dod, -9..=9);
                r.range(&armour.id, "movement", armour.movement, -9..=9);
            });
        }),
        (&files.roster, &|r| {
            check_pieces(r, &content.roster, |r, sheet| {
                r.range(&sheet.id, "acc", sheet.acc, 0..=99);
                r.range(&sheet.id, "dod", sheet.dod, 0..=99);
                let arms = [Some(&sheet.main), sheet.side.as_ref()].into_iter().flatten();
                r.names(&sheet.id, "weapon", arms, || content.weapons.ids());
                let worn = [Some(&sheet.worn), sheet.off.as_ref()].into_iter().flatten();
                r.names(&sheet.id, "armour", worn, || content.armour.ids());
            });
        }),
        (&files.injuries, &|r| {
            check_pieces(r, &content.injuries, |r, injury| {
                if content.injuries.iter().filter(|i| i.tier == injury.tier).count() != 6 {
                    r.at_entry(&injury.id, "its tier has to have six: one for each face");
                }
            });
        }),
        (&files.limbs, &|r| {
            check_pieces(r, &content.limbs, |_, _| {});
            r.options([("limbs", content.limbs.len() as i32, 4..=4)]);
        }),
    ])
}
