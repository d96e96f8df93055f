//! Checks across the files: existing names, numbers in range, fitting parts.

mod abilities;

use std::collections::BTreeSet;

use super::condition::Affliction;
use super::gear::{Grip, Weapon};
use super::house::HouseRules;
use super::load::{Content, Files};
use super::sheet::{Gear, Own, Sheet, Stats, UNSTATED};
use files::Problem;
use grid::{EdgeKind, ThingKind};
use rules::Key;
use rules::content::{Reporter, check_all, check_ids, check_pieces, check_texts};
use rules::object::MADE_OF;

use abilities::check_ability;

/// The largest range, reach or radius allowed in a file, in squares.
const MAX_SPAN: u8 = 200;

/// All problems of the content, file by file.
pub(super) fn check(content: &Content, files: &Files) -> Vec<Problem> {
    check_all(&[
        (&files.rules, &|r| check_house(r, &content.rules)),
        (&files.weapons, &|r| check_weapons(r, content)),
        (&files.armour, &|r| {
            check_pieces(r, &content.armour, |r, armour| {
                r.range(&armour.id, "physical", armour.armor.physical, 0..=99);
                r.range(&armour.id, "magical", armour.armor.magical, 0..=99);
                r.range(&armour.id, "speed", armour.speed, -9..=9);
            });
        }),
        (&files.objects, &|r| check_objects(r, content)),
        (&files.conditions, &|r| check_conditions(r, content)),
        (&files.abilities, &|r| {
            check_ids(r, content.abilities.ids());
            content.abilities.iter().for_each(|a| check_ability(r, content, a));
        }),
        (&files.special_actions, &|r| {
            check_ids(r, content.special_actions.ids());
            for ability in &content.special_actions {
                if content.abilities.contains(ability.id.as_str()) {
                    r.at_entry(&ability.id, "this name is already an ability's");
                }
                check_ability(r, content, ability);
            }
        }),
        (&files.forms, &|r| {
            check_pieces(r, &content.forms, |r, form| {
                check_stats(r, content, &form.id, &form.stats);
            });
        }),
        (&files.roster, &|r| {
            check_pieces(r, &content.roster, |r, sheet| check_sheet(r, content, sheet));
        }),
    ])
}

fn check_rules(r: &mut Reporter<'_>, content: &Content, id: &Key, rules: &[Key]) {
    for rule in rules {
        let known = content.reference.rows().map(|row| row.id.as_str());
        r.name(id, "rule", rule.as_str(), known);
    }
}

fn check_house(r: &mut Reporter<'_>, rules: &HouseRules) {
    r.options([
        ("resistance_base", rules.resistance_base, 0..=99),
        ("seconds_per_round", i32::from(rules.seconds_per_round), 1..=3600),
        ("base_speed", rules.base_speed, 0..=99),
        ("rough_light", rules.rough_light, 1..=99),
        ("rough_heavy", rules.rough_heavy, 1..=99),
        ("jump_down_cost", rules.jump_down_cost, 0..=99),
        ("door_cost", rules.door_cost, 0..=99),
        ("low_wall_cost", rules.low_wall_cost, 0..=99),
        ("lever_range", i32::from(rules.lever_range), 0..=99),
        ("ascend_cost", rules.ascend_cost, 1..=99),
        ("descend_cost", rules.descend_cost, 1..=99),
        ("collision_damage", rules.collision_damage, 0..=999),
        ("min_damage", rules.min_damage, 0..=999),
        ("instant_death_factor", rules.instant_death_factor, 1..=99),
        ("wake_health", rules.wake_health, 1..=99),
        ("high_ground_precision", rules.high_ground_precision, 0..=99),
        ("flank_foes", i32::from(rules.flank_foes), 1..=8),
        ("flank_bonus", rules.flank_bonus, -99..=99),
        ("prone_melee_penalty", rules.prone_melee_penalty, -99..=99),
        ("fall_per_metre", rules.fall_per_metre, 0..=999),
        ("ambush_initiative", rules.ambush_initiative, -99..=99),
        ("ambush_precision", rules.ambush_precision, -99..=99),
        ("ambush_resistance", rules.ambush_resistance, -99..=99),
        ("max_minions", i32::from(rules.max_minions), 0..=20),
        ("transform_misfit_damage", rules.transform_misfit_damage, 0..=999),
        ("energy_regain", rules.energy_regain, 0..=99),
        ("energy_base", rules.energy_base, 0..=999),
        ("energy_per_level", rules.energy_per_level, 0..=99),
        ("health_base", rules.health_base, 1..=999),
        ("health_per_level", rules.health_per_level, 0..=99),
    ]);
    r.heights([
        ("shallow_max", rules.shallow_max, 0..=100),
        ("wade_tall_over", rules.wade_tall_over, 0..=100),
        ("free_step", rules.free_step, 0..=100),
        ("free_drop", rules.free_drop, 0..=100),
        ("hazard_height", rules.hazard_height, 0..=100),
        ("adjacency_break", rules.adjacency_break, 1..=100),
        ("reach_height", rules.reach_height, 1..=100),
        ("high_ground", rules.high_ground, 1..=100),
        ("sound_pass_metres", rules.sound_pass_metres, 0..=100),
        ("fall_free", rules.fall_free, 0..=400),
    ]);
    let t = rules.cover_thresholds;
    if !(0 <= t.quarter && t.quarter <= t.half && t.half <= t.full && t.full <= 100) {
        let at = r.words.field("cover_thresholds");
        r.push(at, "cover thresholds must rise from 0 to 100".to_owned(), None);
    }
    let saves = &rules.death_thresholds;
    if saves.is_empty() || saves.len() > 20 || saves.iter().any(|s| !(1..=99).contains(s)) {
        let at = r.words.field("death_thresholds");
        r.push(at, "1 to 20 thresholds of 1 to 99 are required".to_owned(), None);
    }
    let listed: BTreeSet<_> = rules.resistances.iter().map(|text| text.id).collect();
    if listed.len() != 4 || rules.resistances.len() != 4 {
        let at = r.words.field("resistances");
        r.push(at, "each of the four resistances must be listed once".to_owned(), None);
    }
}

fn check_weapons(r: &mut Reporter<'_>, content: &Content) {
    check_ids(r, content.weapons.ids());
    check_ids(r, content.weapons.iter().flat_map(|w| &w.attacks).map(|a| &a.id));
    for weapon in &content.weapons {
        check_texts(r, &weapon.id, &weapon.name, &weapon.text);
        r.range(&weapon.id, "precision", weapon.precision, -9..=9);
        for attack in &weapon.attacks {
            check_texts(r, &attack.id, &attack.name, &weapon.text);
            r.range(&attack.id, "damage", attack.damage, 1..=99);
            r.range(&attack.id, "span", i32::from(attack.span), 1..=i32::from(MAX_SPAN));
            let name = attack.id.as_str();
            if content.abilities.contains(name) || content.special_actions.contains(name) {
                r.at_entry(&attack.id, "this name is already an ability's");
            }
        }
    }
}

fn check_objects(r: &mut Reporter<'_>, content: &Content) {
    let things = ThingKind::ALL.iter().map(|k| k.spec().name);
    let known = things.chain(EdgeKind::ALL.iter().map(|k| k.spec().name));
    let known = known.chain(MADE_OF.iter().map(|(_, entry)| *entry));
    check_pieces(r, &content.objects, |r, object| {
        r.name(&object.id, "thing or edge", object.id.as_str(), known.clone());
        r.range(&object.id, "health", object.health, 1..=9999);
        r.range(&object.id, "physical", object.armor.physical, 0..=99);
        r.range(&object.id, "magical", object.armor.magical, 0..=99);
    });
    for name in known.filter(|name| !content.objects.contains(name)) {
        r.push(None, format!("`{name}` is missing: every thing and edge needs an entry"), None);
    }
}

fn check_conditions(r: &mut Reporter<'_>, content: &Content) {
    for affliction in Affliction::ALL {
        let entries: Vec<_> = content.conditions.iter().filter(|c| c.id == affliction).collect();
        let name = Key::from(format!("{affliction:?}").as_str());
        if entries.is_empty() {
            r.push(None, format!("`{name}` is missing: every condition needs an entry"), None);
        }
        if entries.len() > 1 {
            let at = r.words.entry(name.as_str(), 1);
            r.push(at, format!("`{name}` is already listed"), None);
        }
        for condition in entries {
            check_texts(r, &name, &condition.name, &condition.text);
            check_rules(r, content, &name, &condition.rules);
        }
    }
}

fn check_stats(r: &mut Reporter<'_>, content: &Content, id: &Key, stats: &Stats) {
    let numbers = [
        ("level", stats.level, 0..=40),
        ("health", stats.health, 1..=999),
        ("initiative", stats.initiative, -99..=99),
        ("base_speed", stats.base_speed, 0..=99),
        ("speed", stats.speed, 0..=99),
        ("fly", stats.fly.unwrap_or(1), 1..=99),
        ("swim_cost", stats.swim_cost.unwrap_or(1), 1..=9),
        ("parry", stats.resistances.parry, 0..=99),
        ("evasion", stats.resistances.evasion, 0..=99),
        ("fortitude", stats.resistances.fortitude, 0..=99),
        ("will", stats.resistances.will, 0..=99),
        ("footprint", i32::from(stats.footprint), 1..=6),
        ("height_cm", i32::from(stats.height_cm), 1..=1000),
        ("armor", stats.armor.physical.min(stats.armor.magical), 0..=99),
        ("armor", stats.armor.physical.max(stats.armor.magical), 0..=99),
        ("potency", stats.potency.physical.min(stats.potency.magical), 0..=99),
        ("potency", stats.potency.physical.max(stats.potency.magical), 0..=99),
    ];
    for (field, value, allowed) in numbers {
        if value == UNSTATED {
            r.at_entry(id, &format!("`{field}` is missing"));
        } else {
            r.range(id, field, value, allowed);
        }
    }
    let weapons = || content.weapons.ids().map(Key::as_str);
    for natural in &stats.natural {
        r.name(id, "weapon", natural.weapon.as_str(), weapons());
        r.range(id, "damage", natural.damage.unwrap_or(1), 1..=99);
        if content.weapons.get(natural.weapon.as_str()).is_some_and(|w| w.grip != Grip::Natural) {
            let name = natural.weapon.as_str();
            r.at_word(id, name, format!("`{id}`: `{name}` is not a natural weapon"));
        }
    }
    for ability in &stats.abilities {
        r.name(id, "ability", ability.as_str(), content.abilities.ids().map(Key::as_str));
    }
}

fn check_sheet(r: &mut Reporter<'_>, content: &Content, sheet: &Sheet) {
    r.range(&sheet.id, "energy", sheet.energy.unwrap_or(0), 0..=999);
    let own = sheet.own.unwrap_or_default();
    let Own { health, energy, speed, parry, evasion, fortitude, will } = own;
    for number in [health, energy.unwrap_or(0), speed, parry, evasion, fortitude, will] {
        r.range(&sheet.id, "own", number, -999..=999);
    }
    check_stats(r, content, &sheet.id, &sheet.stats);
    check_gear(r, content, &sheet.id, &sheet.gear);
}

fn check_gear(r: &mut Reporter<'_>, content: &Content, id: &Key, gear: &Gear) {
    for weapon in gear.main.iter().chain(&gear.off).chain(&gear.stowed) {
        r.name(id, "weapon", weapon.as_str(), content.weapons.ids().map(Key::as_str));
    }
    if let Some(armour) = &gear.armour {
        r.name(id, "armour", armour.as_str(), content.armour.ids().map(Key::as_str));
    }
    let grip = |name: &Option<Key>| -> Option<Grip> {
        let weapon: &Weapon = content.weapons.get(name.as_ref()?.as_str())?;
        Some(weapon.grip)
    };
    let main = grip(&gear.main);
    let off = grip(&gear.off);
    if matches!(main, Some(Grip::OffHand | Grip::Natural)) {
        r.at_word(id, "main", format!("`{id}`: this cannot be held in the main hand"));
    }
    if matches!(off, Some(Grip::TwoHanded | Grip::Natural)) {
        r.at_word(id, "off", format!("`{id}`: this cannot be held in the off hand"));
    }
    if main == Some(Grip::TwoHanded) && off.is_some() {
        r.at_word(id, "off", format!("`{id}`: the main weapon needs both hands"));
    }
}
