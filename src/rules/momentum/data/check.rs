//! Validation across the files: names resolve, numbers are in range, parts fit together.

use super::ability::{Ability, Aim, Effect, Kind};
use super::load::{Content, Files};
use super::sheet::{Sheet, Trait};
use super::status::Affliction;
use super::words::{Category, DamageType, Skill, Stat};
use files::Problem;
use grid::{EdgeKind, ThingKind};
use rules::Key;
use rules::content::{Reporter, check_all, check_ids, check_texts};
use rules::object::MADE_OF;

/// All problems of the content, file by file.
pub(super) fn check(content: &Content, files: &Files) -> Vec<Problem> {
    check_all(&[
        (&files.rules, &|r| check_house(r, content)),
        (&files.archetypes, &|r| {
            check_ids(r, content.archetypes.ids());
            content.archetypes.iter().for_each(|a| check_texts(r, &a.id, &a.name, &a.text));
        }),
        (&files.skills, &|r| check_skills(r, content)),
        (&files.sizes, &|r| check_sizes(r, content)),
        (&files.weapons, &|r| check_weapons(r, content)),
        (&files.armoury, &|r| {
            check_ids(r, content.armour.ids().chain(content.shields.ids()));
            for armour in &content.armour {
                check_texts(r, &armour.id, &armour.name, &armour.text);
                r.range(&armour.id, "armor", armour.armor, -20..=20);
                r.range(&armour.id, "evasion_cap", armour.evasion_cap.unwrap_or(0), 0..=40);
            }
            for shield in &content.shields {
                check_texts(r, &shield.id, &shield.name, &shield.text);
                r.range(&shield.id, "evasion", shield.evasion, 0..=10);
            }
        }),
        (&files.items, &|r| {
            check_ids(r, content.items.ids());
            for item in &content.items {
                check_texts(r, &item.id, &item.name, &item.text);
                if item.effects.is_empty() {
                    r.at_entry(&item.id, "it does nothing");
                }
            }
        }),
        (&files.statuses, &|r| check_statuses(r, content)),
        (&files.features, &|r| {
            check_ids(r, content.features.ids());
            for feature in &content.features {
                check_texts(r, &feature.id, &feature.name, &feature.text);
                r.range(&feature.id, "rp", feature.rp, 0..=9);
            }
        }),
        (&files.abilities, &|r| {
            check_ids(r, content.abilities.ids());
            content.abilities.iter().for_each(|a| check_ability(r, content, a));
        }),
        (&files.objects, &|r| {
            check_ids(r, content.objects.ids());
            for object in &content.objects {
                let name = object.id.as_str();
                let made_of = MADE_OF.iter().any(|(_, entry)| *entry == name);
                let kind =
                    ThingKind::from_name(name).is_some() || EdgeKind::from_name(name).is_some();
                if !kind && !made_of {
                    r.at_entry(&object.id, "there is no such thing or edge");
                }
                r.range(&object.id, "hit_points", object.hit_points, 1..=9999);
                r.range(&object.id, "armor", object.armor, 0..=99);
            }
        }),
        (&files.cinematics, &|r| check_cinematics(r, content)),
        (&files.roster, &|r| {
            check_ids(r, content.roster.ids());
            content.roster.iter().for_each(|s| check_sheet(r, content, s));
        }),
    ])
}

fn check_house(r: &mut Reporter<'_>, content: &Content) {
    let rules = &content.rules;
    r.options([
        ("stat_zero", rules.stat_zero, 0..=20),
        ("skill_cap", rules.skill_cap, 0..=20),
        ("vitality_per_constitution", rules.vitality_per_constitution, 1..=20),
        ("vitality_per_level", rules.vitality_per_level, 0..=50),
        ("levels_per_upcast", rules.levels_per_upcast, 1..=20),
        ("ap", rules.ap, 1..=9),
        ("rp", rules.rp, 0..=9),
        ("attack", rules.prices.attack, 0..=9),
        ("defend", rules.prices.defend, 0..=9),
        ("interact", rules.prices.interact, 0..=9),
        ("stride", rules.prices.stride, 1..=9),
        ("sprint", rules.prices.sprint, 1..=9),
        ("stabilize", rules.prices.stabilize, 0..=9),
        ("switch_places", rules.prices.switch_places, 0..=9),
        ("switch_weapons", rules.prices.switch_weapons, 0..=9),
        ("take_cover", rules.prices.take_cover, 0..=9),
        ("use_item", rules.prices.use_item, 0..=9),
        ("blind", rules.prices.blind, 0..=9),
        ("climb_on", rules.prices.climb_on, 0..=9),
        ("shake_off", rules.prices.shake_off, 0..=9),
        ("disarm", rules.prices.disarm, 0..=9),
        ("shove", rules.prices.shove, 0..=9),
        ("grab", rules.prices.grab, 0..=9),
        ("trip", rules.prices.trip, 0..=9),
        ("break_free", rules.prices.break_free, 0..=9),
        ("command", rules.prices.command, 0..=9),
        ("put_out", rules.prices.put_out, 0..=9),
        ("hide", rules.prices.hide, 0..=9),
        ("sprint_factor", rules.sprint_factor, 1..=20),
        ("stabilize_number", rules.stabilize_number, 0..=60),
        ("start", rules.momentum.start, 0..=99),
        ("cap", rules.momentum.cap, 0..=99),
        ("round", rules.momentum.round, 0..=99),
        ("natural_20", rules.momentum.natural_20, 0..=99),
        ("ally_drops", rules.momentum.ally_drops, 0..=99),
        ("critical_damage", rules.critical_damage, 0..=99),
        ("critical_per_tier", rules.critical_per_tier, 0..=99),
        ("nonlethal_die", i32::from(rules.nonlethal_die), 2..=100),
        ("fitted_cap", rules.fitted_cap, 0..=20),
        ("masterwork_cap", rules.masterwork_cap, 0..=20),
        ("bleed_per_turn", rules.bleed_per_turn, 0..=99),
        ("half_cover_evasion", rules.half_cover_evasion, 0..=20),
        ("half_cover_dr", rules.half_cover_dr, 0..=20),
        ("take_cover_evasion", rules.take_cover_evasion, 0..=20),
        ("take_cover_dr", rules.take_cover_dr, 0..=20),
        ("difficult_cost", rules.difficult_cost, 1..=20),
        ("jump_base", rules.jump_base, 0..=20),
        ("share_sizes", i32::from(rules.share_sizes), 1..=9),
        ("shove_metres", i32::from(rules.shove_metres), 1..=20),
        ("push_step", rules.push_step.0, 0..=20),
        ("teleport_cap", rules.teleport_cap, 0..=10_000),
        ("lever_range", i32::from(rules.lever_range), 0..=200),
        ("climb_cost", rules.climb_cost, 1..=20),
        ("stand_up_cost", rules.stand_up_cost, 0..=20),
        ("fall_dr_power", rules.fall_dr_power, 0..=60),
        ("hazard_power", rules.hazard_power, 0..=60),
    ]);
    if !(1..=100).contains(&rules.half_cover_percent) {
        let at = r.words.field("half_cover_percent");
        r.push(at, "half_cover_percent: allowed is 1 to 100".to_owned(), None);
    }
    if rules.free_step > rules.difficult_step {
        let at = r.words.field("difficult_step");
        r.push(at, "difficult_step must not be below free_step".to_owned(), None);
    }
}

fn check_cinematics(r: &mut Reporter<'_>, content: &Content) {
    let file = &content.cinematics;
    check_ids(r, file.templates.iter().map(|feat| &feat.id));
    for feat in &file.templates {
        check_texts(r, &feat.id, &feat.name, &feat.text);
        let known = content.reference.rows().map(|row| row.id.as_str());
        r.name(&feat.id, "rule", feat.rule.as_str(), known);
        if feat.skills.is_empty() {
            r.at_entry(&feat.id, "a feat needs a skill that fits [MO-140]");
        }
    }
    let (dc, costs) = (&file.dc, &file.costs);
    r.options([
        ("standard", dc.standard, 1..=60),
        ("grand", dc.grand, 1..=60),
        ("beyond", dc.beyond, 1..=60),
        ("level_quarters", dc.level_quarters, 0..=40),
        ("ap", costs.ap, 1..=9),
        ("rp", costs.rp, 1..=9),
        ("alone", costs.alone, 0..=99),
        ("together", costs.together, 0..=99),
        ("burst", costs.burst, 0..=99),
        ("burst_together", costs.burst_together, 0..=99),
        ("least", costs.least, 0..=99),
        ("extra_dice", i32::from(file.extra_dice), 0..=10),
        ("die", i32::from(file.die), 2..=100),
        ("targets", i32::from(file.targets), 1..=20),
        ("pin_price", file.pin_price, 0..=9),
    ]);
}

fn check_skills(r: &mut Reporter<'_>, content: &Content) {
    for skill in Skill::ALL {
        let count = content.skills.iter().filter(|s| s.id == *skill).count();
        if count != 1 {
            r.push(None, format!("{skill} is listed {count} times; once is needed"), None);
        }
    }
    for row in content.skills.iter().filter(|s| s.text.trim().is_empty()) {
        r.push(None, format!("{}: the text must not be empty", row.id), None);
    }
    for stat in Stat::ALL {
        let skill = stat.defense_skill();
        let linked = content.skills.iter().find(|s| s.id == skill).map(|s| s.linked_stat);
        if linked.is_some_and(|linked| linked != *stat) {
            r.push(None, format!("{skill} joins Defense Rolls of {stat}: link it there"), None);
        }
    }
}

fn check_sizes(r: &mut Reporter<'_>, content: &Content) {
    for row in &content.sizes {
        let count = content.sizes.iter().filter(|s| s.id == row.id).count();
        if count != 1 {
            r.push(None, format!("{:?} is listed {count} times", row.id), None);
        }
        if !(1..=6).contains(&row.footprint) || row.height.0 < 1 {
            r.push(None, format!("{:?}: footprint 1 to 6, height 0.5 or more", row.id), None);
        }
    }
    for sheet in &content.roster {
        if content.sizes.iter().all(|s| s.id != sheet.size) {
            r.push(None, format!("{:?} is needed by `{}`", sheet.size, sheet.id), None);
        }
    }
}

fn check_weapons(r: &mut Reporter<'_>, content: &Content) {
    check_ids(r, content.weapons.ids());
    for weapon in &content.weapons {
        check_texts(r, &weapon.id, &weapon.name, &weapon.text);
        r.range(&weapon.id, "hands", i32::from(weapon.hands), 0..=2);
        r.range(&weapon.id, "thrown", i32::from(weapon.thrown), 0..=200);
        r.range(&weapon.id, "tier", i32::from(weapon.tier), 0..=3);
        if !(1..=200).contains(&weapon.reach.metres()) {
            r.at_word(&weapon.id, "reach", format!("`{}`: reach 1 to 200 m", weapon.id));
        }
        if weapon.damage.is_empty() || weapon.damage.len() > 4 {
            r.at_word(&weapon.id, "damage", format!("`{}`: 1 to 4 kinds of dice", weapon.id));
        }
    }
    if content.weapons.get(super::super::sheet::UNARMED).is_none() {
        r.push(None, "the weapon `unarmed` is needed: every unit has it".to_owned(), None);
    }
}

/// MO-262: every Elemental damage type has exactly one Elemental status.
fn check_statuses(r: &mut Reporter<'_>, content: &Content) {
    for affliction in Affliction::ALL {
        let count = content.statuses.iter().filter(|s| s.id == *affliction).count();
        if count != 1 {
            let name = affliction.key();
            r.push(None, format!("`{name}` is listed {count} times; once is needed"), None);
        }
    }
    for status in &content.statuses {
        let id = status.id.key();
        check_texts(r, &id, &status.name, &status.text);
        let known = content.reference.rows().map(|row| row.id.as_str());
        r.name(&id, "rule", status.rule.as_str(), known);
    }
    for kind in DamageType::ALL {
        let linked = content.statuses.iter().filter(|s| s.element == Some(kind)).count();
        let needed = usize::from(kind.category() == Category::Elemental);
        if linked != needed {
            let text = format!("{kind} has {linked} Status Effects, {needed} is needed [MO-262]");
            r.push(None, text, None);
        }
    }
}

fn check_ability(r: &mut Reporter<'_>, content: &Content, ability: &Ability) {
    let id = &ability.id;
    check_texts(r, id, &ability.name, &ability.text);
    r.range(id, "tier", i32::from(ability.tier), 1..=3);
    r.range(id, "ap", ability.ap, 0..=9);
    r.range(id, "wp", ability.wp, 0..=99);
    if ability.is_maneuver() != (ability.ap == 0) {
        r.at_word(id, "ap", format!("`{id}`: AP for all but Maneuvers [MO-356]"));
    }
    if content.weapons.contains(id.as_str()) {
        r.at_entry(id, "a weapon has that name already");
    }
    if let Kind::Attack(reach) = ability.kind {
        r.range(id, "kind", i32::from(reach.metres()), 1..=200);
    }
    if let Aim::Square { side, range } = ability.aim
        && (side % 2 == 0 || side > 21 || range > 200)
    {
        r.at_word(id, "aim", format!("`{id}`: an odd number of cells, at most 21"));
    }
    for effect in &ability.effects {
        if let Effect::Summon(role) = effect {
            r.name(id, "role", role.as_str(), content.roster.ids().map(Key::as_str));
        }
    }
}

fn check_sheet(r: &mut Reporter<'_>, content: &Content, sheet: &Sheet) {
    let id = &sheet.id;
    check_texts(r, id, &sheet.name, &sheet.text);
    r.range(id, "level", sheet.level, 0..=20);
    for stat in Stat::ALL {
        r.range(id, stat.field(), sheet.stats.of(*stat), 1..=20);
    }
    // Natural abilities of animals are not limited by Level (MO-12).
    let animal = sheet.traits.contains(&Trait::Mount) || sheet.traits.contains(&Trait::Summon);
    let cap = if animal { 20 } else { content.rules.skill_cap.saturating_add(sheet.level) };
    for skill in Skill::ALL {
        r.range(id, skill.field(), sheet.skills.of(*skill), 0..=cap);
    }
    r.range(id, "movement", sheet.movement, 0..=60);
    r.range(id, "fly", sheet.fly.unwrap_or(0), 0..=60);
    r.range(id, "vitality", sheet.vitality.unwrap_or(1), 1..=9999);
    r.range(id, "wp", sheet.wp.unwrap_or(0), 0..=999);
    let archetypes = content.archetypes.ids().map(Key::as_str);
    r.name(id, "archetype", sheet.archetype.as_str(), archetypes);
    let weapons = || content.weapons.ids().map(Key::as_str);
    let shields = || content.shields.ids().map(Key::as_str);
    for weapon in &sheet.natural {
        r.name(id, "weapon", weapon.as_str(), weapons());
    }
    let gear = &sheet.gear;
    for item in gear.main.iter().chain(&gear.off).chain(&gear.stowed) {
        r.name(id, "weapon or shield", item.as_str(), weapons().chain(shields()));
    }
    for item in &gear.belt {
        if !content.items.contains(item.as_str()) {
            r.at_word(id, "belt", format!("`{id}`: there is no item `{item}`"));
        }
    }
    if gear.belt.len() > 2 {
        r.at_word(id, "belt", format!("`{id}`: the belt holds at most two items"));
    }
    if gear.stowed.len() > 2 {
        r.at_word(id, "stowed", format!("`{id}`: at most two items can be stowed"));
    }
    let hands = |item: &Option<Key>| {
        let item = item.as_ref().map(Key::as_str);
        let shield = item.is_some_and(|i| content.shields.contains(i));
        let weapon = item.and_then(|i| content.weapons.get(i)).map_or(0, |w| w.hands);
        weapon + u8::from(shield)
    };
    if hands(&gear.main) + hands(&gear.off) > 2 {
        r.at_word(id, "gear", format!("`{id}`: only two hands [MO-83]"));
    }
    if let Some(worn) = &gear.worn {
        r.name(id, "armour", worn.as_str(), content.armour.ids().map(Key::as_str));
    }
    for ability in &sheet.abilities {
        r.name(id, "ability", ability.as_str(), content.abilities.ids().map(Key::as_str));
    }
    for feature in &sheet.features {
        r.name(id, "feature", feature.as_str(), content.features.ids().map(Key::as_str));
    }
}
