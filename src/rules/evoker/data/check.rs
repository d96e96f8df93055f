//! Checks of the content.

use files::Problem;
use rules::content::{Reporter, Shelf, check_all, check_ids, check_pieces};
use rules::roll::Tie;

use super::{Area, Attack, Content, Files, HouseRules, arts};

/// All problems of the content.
pub(super) fn check(content: &Content, files: &Files) -> Vec<Problem> {
    check_all(&[
        (&files.rules, &|r| options(r, &content.rules)),
        (&files.skills, &|r| {
            check_ids(r, content.skills.ids());
            for skill in &content.skills {
                r.names(&skill.id, "skill", &skill.without, || content.skills.ids());
            }
        }),
        (&files.locations, &|r| locations(r, content)),
        (&files.weapons, &|r| attacks(r, content, &content.weapons)),
        (&files.powers, &|r| attacks(r, content, &content.powers)),
        (&files.spells, &|r| arts::check_spells(r, content)),
        (&files.ailments, &|r| arts::check_ailments(r, &content.ailments)),
        (&files.consumables, &|r| arts::check_consumables(r, content)),
        (&files.objects, &|r| {
            check_ids(r, content.objects.ids());
            for thing in &content.objects {
                r.range(&thing.id, "toughness", thing.toughness, 0..=99);
                r.range(&thing.id, "wounds", thing.wounds, 1..=999);
            }
        }),
        (&files.armour, &|r| armour(r, content)),
        (&files.personas, &|r| {
            check_pieces(r, &content.personas, |r, persona| {
                r.range(&persona.id, "toughness", persona.toughness, 10..=150);
                r.names(&persona.id, "power", &persona.powers, || {
                    content.powers.ids().chain(content.spells.ids())
                });
            });
        }),
        (&files.roles, &|r| roles(r, content)),
    ])
}

fn options(r: &mut Reporter<'_>, rules: &HouseRules) {
    r.options([
        ("degree_step", rules.degree_step, 1..=100),
        ("degree_first", rules.degree_first, 0..=1),
        ("opposed_tie", i32::from(rules.opposed_tie == Tie::Again), 0..=0),
        ("turn_ap", rules.turn_ap, 1..=9),
        ("fumble", rules.fumble, 2..=101),
        ("high_damage", rules.high_damage, 1..=99),
        ("savage_wounds", rules.savage_wounds, 1..=99),
        ("savage_over", rules.savage_over, 1..=99),
        ("instant_kill_over", rules.instant_kill_over, 1..=999),
        ("cover_heavy_total", rules.cover_heavy_total, 1..=9),
        ("dark_total", rules.dark_total, 1..=9),
        ("stealth_full_speed", rules.stealth_full_speed, 0..=9),
        ("stealth_attack", rules.stealth_attack, 0..=9),
        ("rest_stress", rules.rest_stress, 0..=99),
        ("diagonal", rules.diagonal, 1..=2),
        ("cover_light", rules.cover_light.try_into().unwrap_or(-1), 1..=100),
        ("cover_heavy", rules.cover_heavy.try_into().unwrap_or(-1), 1..=100),
        ("cover_heavy_stone", rules.cover_heavy_stone.try_into().unwrap_or(-1), 1..=100),
        ("push_min", rules.push_min, 0..=9),
        ("trick_max_size_diff", rules.trick_max_size_diff, 0..=9),
        ("persona_swap_ap", rules.persona_swap_ap, 0..=2),
        ("persona_swaps", rules.persona_swaps, 0..=9),
        ("panic_flee_ap", rules.panic_flee_ap, 0..=9),
    ]);
    r.heights([
        ("high_ground", rules.high_ground, 1..=20),
        ("high_ground_most", rules.high_ground_most, 0..=20),
        ("free_rise", rules.free_rise, 0..=20),
        ("free_drop", rules.free_drop, 0..=20),
        ("wading", rules.wading, 1..=20),
    ]);
}

fn locations(r: &mut Reporter<'_>, content: &Content) {
    check_ids(r, content.locations.ids());
    let mut from = 1;
    for location in &content.locations {
        r.range(&location.id, "to", location.to, from..=100);
        r.range(&location.id, "covered", location.covered.try_into().unwrap_or(-1), 0..=3);
        r.names(&location.id, "score", &location.hinders, || content.skills.ids());
        from = location.to + 1;
    }
}

fn attacks(r: &mut Reporter<'_>, content: &Content, shelf: &Shelf<Attack>) {
    check_pieces(r, shelf, |r, attack| {
        r.range(&attack.id, "damage", attack.damage, 0..=99);
        r.range(&attack.id, "range", attack.range.into(), 1..=200);
        r.range(&attack.id, "tier", attack.tier, 1..=4);
        r.range(&attack.id, "keen", attack.keen, 0..=95);
        r.range(&attack.id, "ammo", attack.ammo, 0..=99);
        r.range(&attack.id, "reload", attack.reload, 0..=20);
        r.range(&attack.id, "spirit", attack.spirit, 0..=99);
        r.range(&attack.id, "exertion", attack.exertion, 0..=99);
        r.range(&attack.id, "ap", attack.ap, 1..=content.rules.most_ap());
        r.range(&attack.id, "hands", attack.hands, 0..=2);
        r.range(&attack.id, "burst", attack.burst, 0..=20);
        let size = match attack.area {
            Some(Area::Blast(n) | Area::Aura(n) | Area::Arc(n)) => n.into(),
            _ => 0,
        };
        r.range(&attack.id, "area", size, 0..=20);
        r.names(&attack.id, "score", &attack.adds, || content.skills.ids());
    });
}

fn armour(r: &mut Reporter<'_>, content: &Content) {
    check_pieces(r, &content.armour, |r, armour| {
        armour.points.iter().for_each(|n| r.range(&armour.id, "points", *n, 0..=99));
        r.range(&armour.id, "clumsy", armour.clumsy, 0..=9);
        let with = armour.with.iter();
        r.names(&armour.id, "item", with.map(|(held, _)| held), || content.weapons.ids());
        let without = armour.with.iter().map(|(_, left)| left);
        r.names(&armour.id, "armour", without, || content.armour.ids());
    });
}

fn roles(r: &mut Reporter<'_>, content: &Content) {
    check_pieces(r, &content.roles, |r, sheet| {
        for number in sheet.numbers.values() {
            r.range(&sheet.id, "numbers", *number, 1..=150);
        }
        r.names(&sheet.id, "skill", sheet.numbers.keys(), || content.skills.ids());
        r.range(&sheet.id, "size", sheet.size.into(), 1..=7);
        for more in sheet.unnatural.values() {
            r.range(&sheet.id, "unnatural", *more, 1..=9);
        }
        r.names(&sheet.id, "score", sheet.unnatural.keys(), || content.skills.ids());
        let weapons = sheet.held.iter().chain(&sheet.carried).chain(&sheet.natural);
        r.names(&sheet.id, "weapon", weapons, || content.weapons.ids());
        r.names(&sheet.id, "armour", [&sheet.worn], || content.armour.ids());
        r.names(&sheet.id, "Persona", &sheet.personas, || content.personas.ids());
        r.names(&sheet.id, "power", &sheet.powers, || {
            content.powers.ids().chain(content.spells.ids())
        });
        r.range(&sheet.id, "keen", sheet.keen, 0..=95);
        r.range(&sheet.id, "rank", sheet.rank, 0..=10);
        r.names(&sheet.id, "part", &sheet.weak_spot, || content.locations.ids());
        r.names(&sheet.id, "item", sheet.items.keys(), || content.consumables.ids());
        for n in sheet.items.values() {
            r.range(&sheet.id, "items", *n, 1..=99);
        }
    });
}
