//! Checks across data files: numbers within range, existing IDs.

use super::{Content, Delivery, Files, Injury, Kind, Rank};
use files::Problem;
use rules::content::{check_all, check_pieces};

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
                r.range(&sheet.id, "acc", sheet.accuracy(), 0..=99);
                r.range(&sheet.id, "dod", sheet.dodge(), 0..=99);
                r.range(&sheet.id, "hp", sheet.hp.unwrap_or(1), 1..=999);
                r.range(&sheet.id, "size", sheet.size.into(), 1..=3);
                r.range(&sheet.id, "height_cm", sheet.height_cm.into(), 50..=600);
                r.range(&sheet.id, "fly", sheet.fly.unwrap_or(1), 1..=99);
                let arms = sheet.main.iter().chain(&sheet.side).chain(&sheet.spare);
                r.names(&sheet.id, "weapon", arms, || content.weapons.ids());
                let worn = sheet.worn.iter().chain(&sheet.off);
                r.names(&sheet.id, "armour", worn, || content.armour.ids());
                r.names(&sheet.id, "armour", sheet.charm.iter(), || content.armour.ids());
                r.names(&sheet.id, "ability", sheet.abilities.iter(), || content.abilities.ids());
                if sheet.key == Kind::Phys {
                    r.at_entry(&sheet.id, "its key has to be a mental attribute");
                }
            });
        }),
        (&files.injuries, &|r| {
            check_pieces(r, &content.injuries, |r, injury| {
                let same = |i: &&Injury| (i.tier, i.spiritual) == (injury.tier, injury.spiritual);
                if content.injuries.iter().filter(same).count() != 6 {
                    r.at_entry(&injury.id, "its tier has to have six: one for each face");
                }
            });
        }),
        (&files.abilities, &|r| {
            check_pieces(r, &content.abilities, |r, ability| {
                let given = ability.gives.iter();
                for gives in given.clone() {
                    r.range(&ability.id, "rounds", gives.rounds.into(), 1..=99);
                }
                let ids = given.map(|gives| &gives.id);
                r.names(&ability.id, "condition", ids, || content.ailments.ids());
                if matches!(ability.delivery, Delivery::Shatter(Kind::Phys)) {
                    r.at_entry(&ability.id, "only mental Protection can be shattered");
                }
                let brings = ability.summons.iter();
                r.names(&ability.id, "role", brings, || content.roster.ids());
                if ability.rank == Rank::F {
                    r.at_entry(&ability.id, "abilities have rank E or higher");
                }
            });
        }),
        (&files.ailments, &|r| {
            check_pieces(r, &content.ailments, |r, ailment| {
                r.range(&ailment.id, "blood", ailment.blood, 0..=99);
            });
        }),
        (&files.objects, &|r| {
            check_pieces(r, &content.objects, |r, thing| {
                r.range(&thing.id, "hp", thing.hp, 1..=999);
                r.range(&thing.id, "toughness", thing.toughness, 0..=99);
            });
        }),
        (&files.limbs, &|r| {
            check_pieces(r, &content.limbs, |_, _| {});
            r.options([("limbs", content.limbs.len() as i32, 4..=4)]);
        }),
    ])
}
