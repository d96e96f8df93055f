//! Tests of the built-in content against the rule catalogue.

mod broken_files;

use std::fmt::Write as _;

use super::load::{Files, assemble};
use super::*;
use grid::{EdgeKind, Hm, ThingKind};
use rules::Key;
use rules::content::ContentSet;

fn content() -> &'static Content {
    Content::built_in()
}

fn sheet(role: &str) -> &'static Sheet {
    content().roster.get(role).unwrap()
}

fn act(id: &str) -> &'static Ability {
    content().ability(id).unwrap()
}

#[test]
fn everything_that_is_shipped_loads() {
    let content = assemble(&Files::built_in()).unwrap();
    assert_eq!(content.roster.len(), 10);
    // The twenty of section 19; Interact has two entries, one for each way (PR-367), and so has Use
    // Item (PR-373, PR-456).
    assert_eq!(content.special_actions.len(), 22);
    assert_eq!(content.abilities.len(), 56);
    assert_eq!(content.forms.len(), 3);
    assert_eq!(content.weapons.len(), 18);
    assert_eq!(content.armour.len(), 10);
    for affliction in Affliction::ALL {
        assert_eq!(content.condition(affliction).id, affliction);
        assert_eq!(Affliction::from_key(affliction.key().as_str()), Some(affliction));
    }
}

#[test]
fn the_reference_has_every_row_once_and_in_order() {
    let ids: Vec<_> = content().reference.rows().map(|row| row.id.to_string()).collect();
    let wanted: Vec<_> = (1..=463).map(|n| format!("PR-{n}")).collect();
    assert_eq!(ids, wanted);
    assert!(content().reference.get("PR-208").unwrap().text.contains("flanked"));
}

#[test]
fn roles_of_levels_have_sheets() {
    for role in ["knight", "archer", "mage", "healer", "scout", "brute", "captain", "beast"] {
        assert!(content().roster.contains(role), "{role}");
    }
    assert_eq!(sheet("beast").name, "Drake");
}

/// PR-22 with PR-23: a resistance is 6 + half level + the sheet's own modifier + gear. The rest is
/// the modifier, which is small on the catalogue's scale.
#[test]
fn resistances_follow_the_scale() {
    let knight = sheet("knight");
    assert_eq!(knight.stats.resistances.parry, 6 + 2 + 1 + 2);
    let shield = content().weapons.get("shield").unwrap();
    assert_eq!((shield.resistances.parry, shield.resistances.evasion), (2, 1));
    for sheet in &content().roster {
        let off = sheet.gear.off.as_ref().and_then(|off| content().weapons.get(off.as_str()));
        let worn = sheet.gear.armour.as_ref().and_then(|a| content().armour.get(a.as_str()));
        for which in Resistance::ALL {
            let gear = off.map_or(0, |w| w.resistances.of(which))
                + worn.map_or(0, |a| a.resistances.of(which));
            let scale = content().rules.resistance_base + sheet.stats.level / 2 + gear;
            let own = sheet.stats.resistances.of(which) - scale;
            assert!((-3..=4).contains(&own), "{} {which:?}: {own}", sheet.id);
        }
    }
}

/// PR-349: energy is 8 + 2 x level plus a modifier that only casters have.
#[test]
fn energy_follows_the_guide() {
    let rules = &content().rules;
    let guide = |level: i32| rules.energy_base + rules.energy_per_level * level;
    assert_eq!(guide(4), 16);
    for role in ["knight", "archer", "scout", "brute", "captain", "beast"] {
        assert_eq!(sheet(role).energy, Some(guide(sheet(role).stats.level)), "{role}");
    }
    for role in ["mage", "healer"] {
        assert_eq!(sheet(role).energy, Some(guide(4) + 8), "{role}");
    }
    assert_eq!(sheet("wisp_hound").energy, None);
}

/// PR-352: knight level 4, 46 + 6.
#[test]
fn health_follows_the_guide() {
    let rules = &content().rules;
    assert_eq!(rules.health_base + rules.health_per_level * 4, 46);
    assert_eq!(sheet("knight").stats.health, 46 + 6);
}

/// PR-353: initiative runs from the Clay Guard's 4 to the scout's 15. PR-354: levels from 1 to 20.
#[test]
fn initiative_and_level_stay_in_their_ranges() {
    let initiatives = content().roster.iter().map(|s| s.stats.initiative);
    assert_eq!((initiatives.clone().min(), initiatives.max()), (Some(4), Some(15)));
    assert_eq!((sheet("clay_guard").stats.initiative, sheet("scout").stats.initiative), (4, 15));
    assert!(content().roster.iter().all(|s| (1..=20).contains(&s.stats.level)));
}

/// PR-168: the totals of a sheet match its armor.
#[test]
fn armor_totals_are_those_of_the_armour_worn() {
    for sheet in &content().roster {
        if let Some(name) = &sheet.gear.armour {
            let worn = content().armour.get(name.as_str()).unwrap();
            assert_eq!(sheet.stats.armor, worn.armor, "{}", sheet.id);
        }
    }
    let knight = &sheet("knight").stats;
    assert_eq!((knight.armor.of(Kind::Physical), knight.armor.of(Kind::Magical)), (6, 2));
    // PR-252: base 6, minus 1 for plate.
    assert_eq!((knight.base_speed, knight.speed), (6, 5));
}

#[test]
fn the_order_of_pr_38_comes_from_the_sheets() {
    let mut roles = ["knight", "archer", "mage", "healer", "scout", "brute", "captain", "beast"];
    roles.sort_by_key(|role| -sheet(role).stats.initiative);
    assert_eq!(roles, ["scout", "archer", "captain", "mage", "beast", "healer", "knight", "brute"]);
}

#[test]
fn the_drake_and_the_minions_differ_from_men() {
    let drake = sheet("beast");
    assert_eq!(drake.kind, SheetKind::Beast);
    assert_eq!(drake.death, DeathRule::BelowZero);
    assert_eq!((drake.stats.footprint, drake.stats.height_cm), (2, 250));
    assert_eq!((drake.stats.speed, drake.stats.fly), (4, Some(8)));
    assert!(drake.stats.dark_sight);
    // PR-11: bite first, so +1 on everything.
    let first = &drake.stats.natural[0].weapon;
    assert_eq!(content().weapons.get(first.as_str()).unwrap().precision, 1);
    // PR-318: hound bite 7 + 3 - 2 = 8, so its bite is 7 and not the drake's 12.
    assert_eq!(sheet("wisp_hound").stats.natural[0].damage, Some(7));
    assert_eq!(sheet("clay_guard").kind, SheetKind::Minion);
    // PR-355: all humans may use special actions.
    assert_eq!(sheet("scout").kind, SheetKind::Character);
}

/// Damage of one packet: action damage + potency + bonus - armor (PR-158).
fn packet(packet: &Packet, weapon: &WeaponAttack, potency: PerKind, armor: PerKind) -> i32 {
    let kind = |counts: Counts, weapon: Counts| counts.kind(weapon.kind(None));
    let base = match packet.base {
        Base::Fixed(n) => n,
        Base::Weapon | Base::OffHand => weapon.damage,
    };
    let own = kind(packet.potency, weapon.potency).map_or(0, |k| potency.of(k));
    let potency = packet.factor.of(own + packet.potency_bonus);
    let armor = kind(packet.armor, weapon.armor).map_or(0, |k| armor.of(k));
    base + potency + packet.bonus - armor
}

#[test]
fn worked_examples_of_damage_come_out() {
    let weapon = |id: &str| content().weapons.get(id).unwrap().basic().unwrap();
    let stats = |role: &str| &sheet(role).stats;
    let hit = |ability: &str, n: usize, arm: &str, from: &str, to: &str| {
        packet(&act(ability).damage[n], weapon(arm), stats(from).potency, stats(to).armor)
    };
    // PR-171: Power Strike with the sword on plate 6: 9 + 4 + 6 - 6.
    assert_eq!(hit("power_strike", 0, "sword", "knight", "knight"), 13);
    // PR-147: Ember Edge of the captain on the knight: 8 + 4 + 2 - 2.
    assert_eq!(hit("ember_edge", 0, "spear", "captain", "knight"), 12);
    // PR-166: Fire Lance on the knight: 10 + 6 - 2.
    assert_eq!(hit("fire_lance", 0, "wand", "mage", "knight"), 14);
    // PR-169: Venom Edge on the archer: (6 + 3 - 2) + (5 + 0 - 1).
    assert_eq!(hit("venom_edge", 0, "dagger", "scout", "archer"), 7);
    assert_eq!(hit("venom_edge", 1, "dagger", "scout", "archer"), 4);
    // PR-369: Charge of the brute: 15 + 6 + 3 - 2, on armor 2.
    assert_eq!(hit("charge", 0, "maul", "brute", "archer"), 22);
    // PR-162: Long Aim adds 4 to the potency: 9 + (4 + 4) - 6.
    assert_eq!(hit("long_aim", 0, "bow", "archer", "knight"), 11);
    // PR-161: a potency of 5 halves to 2.
    assert_eq!(Factor::Half.of(5), 2);
    // PR-146: magical armor reduces Spark, a weapon attack: 7 + 6 - 2.
    let spark = content().weapons.get("wand").unwrap();
    let spark = Ability::of_weapon(spark, spark.basic().unwrap(), 7);
    assert_eq!(
        packet(&spark.damage[0], weapon("wand"), stats("mage").potency, stats("knight").armor),
        11
    );
    assert!(spark.is_weapon_attack() && spark.is(Tag::Basic));
}

#[test]
fn shield_bash_is_as_the_table_says() {
    let bash = act("shield_bash");
    assert_eq!((bash.timing, bash.energy, bash.delivery), (Timing::Action, 2, Delivery::Melee));
    assert_eq!(bash.aim, Aim::One { who: Who::Other, span: Span::Reach(1) });
    assert_eq!(bash.against.resistance(bash.delivery), Some(Resistance::Parry));
    assert_eq!(bash.damage[0].base, Base::Fixed(5));
    assert_eq!(bash.damage[0].armor, Counts::Physical);
    assert_eq!(bash.effects, [Effect::Push(1)]);
    assert_eq!(bash.needs, [Need::Shield]);
    // PR-148: an action damage value makes it damaging; Lead Hex has none.
    assert!(bash.is_damaging());
    assert!(!act("lead_hex").is_damaging());
}

#[test]
fn prepared_actions_say_what_they_wait_for() {
    let guard = act("guard_strike");
    let watched = Shape::WithinReach(Span::Weapon);
    assert_eq!(
        guard.prepared,
        Some(Prepared { trigger: Trigger::MovesIntoOutWithin(watched), uses: 1, lasts_rounds: 1 })
    );
    assert!(guard.is(Tag::Basic)); // PR-81
    assert_eq!(guard.origin, Origin::Special);
    // PR-71 and PR-77.
    assert_eq!(act("patient_snare").prepared.unwrap().lasts_rounds, 3);
    assert_eq!(act("counterword").energy, 3);
    let pierce = act("pierce_plate");
    assert_eq!(pierce.against.resistance(Delivery::Projectile), Some(Resistance::Evasion));
    assert_eq!(pierce.against.resistance(Delivery::Melee), Some(Resistance::Parry));
}

#[test]
fn heights_of_effects_are_read_from_metres() {
    assert_eq!(act("quake_ring").ground_height, Some(Hm(0))); // PR-435
    assert_eq!(act("binding_roots").ground_height, Some(Hm(2)));
    assert_eq!(act("stoop").needs, [Need::AltitudeAtLeast(Hm(6))]);
    let rules = &content().rules;
    assert_eq!((rules.free_step, rules.shallow_max), (Hm(1), Hm(2))); // PR-107, PR-108
    assert_eq!((rules.high_ground, rules.fall_free), (Hm(4), Hm(10))); // PR-217, PR-271
    assert_eq!(rules.death_thresholds, [3, 5, 7, 9]); // PR-189
    assert_eq!(rules.cover_bonuses.of(CoverDegree::Full), 4); // PR-226
}

#[test]
fn conditions_do_what_the_table_says() {
    let effects = |which| content().condition(which).effects.as_slice();
    assert_eq!(
        effects(Affliction::Leaden),
        [ConditionEffect::Speed(Amount::Flat(-3)), ConditionEffect::Initiative(Amount::Flat(-2))]
    );
    assert_eq!(
        effects(Affliction::Burning),
        [ConditionEffect::TurnDamage(Amount::Each(1), Some(Kind::Magical))]
    );
    assert_eq!(Amount::Each(-1).at(3), -3); // Slowed 3
    assert_eq!(content().condition(Affliction::Stunned).counted, Counted::Hits);
}

/// The catalogue's table of objects agrees with the board's dimensions.
#[test]
fn objects_have_the_measures_of_the_board() {
    for (id, health) in [("barrel", 15), ("crate", 12), ("door", 20), ("boulder", 60), ("gate", 40)]
    {
        assert_eq!(content().objects.get(id).unwrap().health, health, "{id}");
    }
    let crate_ = ThingKind::from_name("crate").unwrap().spec();
    assert_eq!((crate_.width_cm, crate_.height), (80, Hm(2)));
    assert_eq!(EdgeKind::from_name("door").unwrap().spec().thickness_cm, 10);
}

/// PR-22, PR-89, PR-349, PR-352: the sheets use the numbers of `rules.ron`.
#[test]
fn sheets_follow_the_house_rules() {
    let with = |name: &str, value: &str| {
        let options = [(name.to_owned(), value.to_owned())].into_iter().collect();
        Content::with_options(&options).unwrap()
    };
    let knight = |content: &Content| content.roster.get("knight").unwrap().clone();
    // 6 + 2 + 1 + 2, with 7 instead of 6.
    assert_eq!(knight(&with("resistance_base", "7")).stats.resistances.parry, 12);
    // 30 + 4 x 4 + 6 and 8 + 2 x 4.
    assert_eq!(knight(&with("health_base", "40")).stats.health, 62);
    assert_eq!(knight(&with("health_per_level", "5")).stats.health, 56);
    assert_eq!(knight(&with("energy_base", "9")).energy, Some(17));
    assert_eq!(knight(&with("energy_per_level", "3")).energy, Some(20));
    // Minus 1 for plate; a sheet that states its base speed keeps it.
    let fast = with("base_speed", "8");
    assert_eq!((knight(&fast).stats.base_speed, knight(&fast).stats.speed), (8, 7));
    assert_eq!(fast.roster.get("beast").unwrap().stats.speed, 4);
}

#[test]
fn a_folder_is_read_like_the_built_in_files() {
    let folder = std::env::temp_dir().join(format!("highground-precision-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let files = Files::built_in();
    for source in [
        &files.rules,
        &files.weapons,
        &files.armour,
        &files.objects,
        &files.conditions,
        &files.abilities,
        &files.special_actions,
        &files.forms,
        &files.roster,
        &files.reference,
    ] {
        let name = source.name.rsplit('/').next().unwrap();
        std::fs::write(folder.join(name), &source.text).unwrap();
    }
    assert_eq!(&Content::load(&folder).unwrap(), content());
    std::fs::remove_dir_all(&folder).unwrap();
    let missing = Content::load(&folder.join("nowhere")).unwrap_err();
    assert_eq!(missing.len(), 10);
}

#[test]
fn the_fingerprint_follows_the_content_and_not_the_comments() {
    let with = |from: &str, to: &str| {
        let mut files = Files::built_in();
        files.rules.text = files.rules.text.replacen(from, to, 1);
        assemble(&files).unwrap().fingerprint()
    };
    assert_eq!(with("// PR-212", "// flanking"), content().fingerprint());
    assert_ne!(with("flank_bonus: 1", "flank_bonus: 2"), content().fingerprint());
}

#[test]
fn texts_are_short_and_end_as_sentences() {
    let mut wrong = String::new();
    let texts = content()
        .abilities
        .iter()
        .chain(&content().special_actions)
        .map(|a| (&a.id, &a.text))
        .chain(content().weapons.iter().map(|w| (&w.id, &w.text)))
        .chain(content().roster.iter().map(|s| (&s.id, &s.text)));
    for (id, text) in texts {
        if !text.ends_with('.') || text.len() > 140 {
            let _ = writeln!(wrong, "{id}: {text}");
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn lists_keep_the_order_of_their_files() {
    let first: Vec<_> = content().roster.ids().take(3).map(Key::as_str).collect();
    assert_eq!(first, ["knight", "archer", "mage"]);
}
