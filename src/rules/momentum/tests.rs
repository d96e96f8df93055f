//! Damage arithmetic of hits, collisions and teleports, row by row.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Momentum;
use super::attachments;
use super::damage::{Blow, Ignores, Part, Wound, collision, resolve};
use super::data::{Against, Category, Content, DamageType, Fit, Response, TypeModifier};
use super::forced;
use super::health;
use super::hidden::{self, Cause};
use super::numbers::Numbers;
use super::position::Position;
use super::sheet::{Creature, TEMPORARY, VITALITY};
use super::step::{Step, Teleport};
use grid::{Board, Cell, Dir, Hm, SideId, UnitId};
use rules::Key;
use rules::engine::{self, Until};
use rules::event::EventKind;
use rules::kit::book::Rulebook;
use rules::oracle::Play;
use rules::ruleset::{Placing, Ruleset};
use rules::state::{Flags, Scene, Sheet, Side, State, Unit};

fn unit(id: u32, role: &'static str, x: i16, numbers: &[(&'static str, i64)]) -> Unit {
    let placing = Placing {
        id: UnitId(id),
        side: SideId(u8::try_from(id).unwrap_or(0)),
        role: Key::of(role),
        name: role.to_owned(),
        at: Cell::new(x, 0).into(),
        altitude: Hm::ZERO,
        facing: Dir::E,
        prone: false,
        overrides: numbers.iter().map(|(name, n)| (Key::of(name), *n)).collect(),
        gear: BTreeMap::new(),
        start: Default::default(),
    };
    Rulebook::enlist(Content::built_in(), &placing).expect("the role is in the roster")
}

fn part(kind: DamageType, amount: i32) -> Part {
    Part::new(kind, "dice", amount, "MO-213")
}

fn blow(parts: &[(DamageType, i32)], ignores: Ignores) -> Blow {
    let parts = parts.iter().map(|(kind, amount)| part(*kind, *amount)).collect();
    Blow { ignores, ..Blow::plain(parts) }
}

fn wound(target: &Unit, blow: &Blow) -> Wound {
    let content = Content::built_in();
    let numbers = Numbers::of(content, target).expect("the sheet belongs to this ruleset");
    resolve(content, blow, &numbers)
}

fn total(target: &Unit, parts: &[(DamageType, i32)], ignores: Ignores) -> i32 {
    wound(target, &blow(parts, ignores)).total
}

use DamageType::{Holy, Physical, Poison, Psychic};

/// MO-203: Armor 4 and a Will DR value of 3, against 2 Psychic and 8 Physical. The 3 apply to the
/// Psychic part first; the unused 1 carries over.
#[test]
fn unused_defence_carries_over() {
    let target = unit(0, "knight", 0, &[("armor", 4)]);
    let wound = wound(&target, &blow(&[(Physical, 8), (Psychic, 2)], Ignores::Nothing));
    let amounts: Vec<i32> = wound.packets.iter().map(|p| p.amount).collect();
    assert_eq!((amounts, wound.total), (vec![7, 0], 7));
}

/// MO-204: the lowest defence is below 0 and adds to the whole hit, once.
#[test]
fn a_defence_below_zero_adds_once() {
    let target = unit(0, "knight", 0, &[("armor", 2), ("will", 9), ("perseverance", 0)]);
    assert_eq!(total(&target, &[(Physical, 6), (Psychic, 3)], Ignores::Nothing), 10);
}

/// MO-205, MO-206: ignoring Armor also ignores a DR value, but never a value below 0.
#[test]
fn ignoring_armor_keeps_values_below_zero() {
    let hard = unit(0, "knight", 0, &[("constitution", 10), ("endurance", 3)]);
    assert_eq!(total(&hard, &[(Poison, 12)], Ignores::All), 12);
    let soft = unit(0, "knight", 0, &[("armor", -3)]);
    assert_eq!(total(&soft, &[(Physical, 12)], Ignores::All), 15);
}

/// MO-397: parts against an immunity drop out before defences are compared: the wolf's Armor
/// counts.
#[test]
fn immune_parts_drop_out_first() {
    let wolf = unit(0, "spirit_wolf", 0, &[("armor", 4), ("constitution", 10), ("endurance", 1)]);
    assert_eq!(total(&wolf, &[(Physical, 5), (Poison, 5)], Ignores::Nothing), 1);
}

/// MO-338, MO-339: joined, they deal 10 against 7, and 0 apart. With Armor below 0, two hits deal
/// more.
#[test]
fn the_mover_joins_a_collision_where_that_is_more() {
    for (armor, joined, apart, better) in [(4, 10, 7, true), (-2, 16, 18, false)] {
        let target = unit(0, "archer", 0, &[("armor", armor)]);
        let (attack, bump) = (blow(&[(Physical, 11)], Ignores::Nothing), collision(3, 3));
        assert_eq!(wound(&target, &forced::joined(&attack, bump.clone())).total, joined);
        let alone = blow(&[(Physical, 3)], Ignores::Nothing);
        assert_eq!(wound(&target, &attack).total + wound(&target, &alone).total, apart);
        let state = state(vec![target.clone()]);
        let rules = Momentum::built_in();
        let chosen = engine::with_ctx(&rules, &state, |ctx| {
            let position = Position { content: Content::built_in(), ctx };
            forced::is_better_joined(position, &target, &attack, &bump)
        });
        assert_eq!(chosen, better);
    }
}

/// MO-438: an attack declared non-lethal stays apart from the collision it causes: 4 damage, not 7.
#[test]
fn a_non_lethal_attack_stays_apart_from_its_collision() {
    let target = unit(0, "archer", 0, &[("armor", 4)]);
    let attack = Blow { gentle: true, ..blow(&[(Physical, 8)], Ignores::Nothing) };
    let (bump, rules) = (collision(3, 3), Momentum::built_in());
    assert_eq!(wound(&target, &attack).total, 4);
    assert_eq!(wound(&target, &forced::joined(&attack, bump.clone())).total, 7);
    let joins = engine::with_ctx(&rules, &state(vec![target.clone()]), |ctx| {
        let position = Position { content: Content::built_in(), ctx };
        forced::is_better_joined(position, &target, &attack, &bump)
    });
    assert!(!joins);
}

/// MO-439: 2 Physical and 6 Holy against Armor 2: taken from the Holy, so that 2 lethal points are
/// left. Declared non-lethal, nothing tells the ways apart, and the smallest part goes first.
#[test]
fn the_attacker_keeps_a_lethal_part() {
    let target = unit(0, "archer", 0, &[("armor", 2)]);
    let hit = blow(&[(Physical, 2), (Holy, 6)], Ignores::Nothing);
    let amounts = |blow: &Blow| -> Vec<i32> {
        wound(&target, blow).packets.iter().map(|packet| packet.amount).collect()
    };
    assert_eq!(amounts(&hit), [2, 4]);
    assert!(wound(&target, &hit).lethal);
    assert_eq!(amounts(&Blow { gentle: true, ..hit.clone() }), [0, 6]);
    let spares = Blow { first: Some(0), ..hit };
    assert_eq!(amounts(&spares), [0, 6]);
    assert!(!wound(&target, &spares).lethal);
}

/// MO-402: joined to Poison it is one hit: the lower of Armor 4 and a DR value of 1 against all 11.
#[test]
fn a_collision_joined_to_poison_is_one_hit() {
    let target = unit(0, "knight", 0, &[("armor", 4), ("constitution", 10), ("endurance", 1)]);
    let joined = forced::joined(&blow(&[(Poison, 8)], Ignores::Nothing), collision(3, 3));
    assert_eq!(wound(&target, &joined).total, 10);
}

/// MO-403: a critical of 6 belongs to the attack of 11; with a collision of 3 the total is 20.
#[test]
fn a_critical_adds_to_the_attack_alone() {
    let target = unit(0, "knight", 0, &[("armor", 0)]);
    let joined = forced::joined(&blow(&[(Physical, 17)], Ignores::Nothing), collision(3, 3));
    let wound = wound(&target, &joined);
    let amounts: Vec<i32> = wound.packets.iter().map(|p| p.amount).collect();
    assert_eq!((amounts, wound.total), (vec![17, 3], 20));
}

/// MO-405: a non-lethal blow becomes lethal if it contains a collision.
#[test]
fn a_collision_makes_a_gentle_blow_lethal() {
    let target = unit(0, "archer", 0, &[("armor", 0)]);
    let gentle = Blow { gentle: true, ..blow(&[(Physical, 4)], Ignores::Nothing) };
    assert!(!wound(&target, &gentle).lethal);
    assert!(wound(&target, &forced::joined(&gentle, collision(3, 3))).lethal);
}

/// The same combatant with a changed sheet.
fn changed(unit: Unit, change: impl FnOnce(&mut Creature)) -> Unit {
    let mut creature =
        unit.form.sheet.get::<Creature>().expect("the sheet belongs to this ruleset").clone();
    change(&mut creature);
    let (kind, overrides) = (unit.form.sheet.kind.clone(), unit.form.sheet.overrides.clone());
    let mut unit = unit;
    unit.form.sheet = Sheet::new(kind, overrides, Arc::new(creature));
    unit
}

/// MO-191: medium armour caps at 14, fitted at 15, master-made at 16.
#[test]
fn well_fitted_armour_hinders_less() {
    for (fit, evasion) in [(Fit::Plain, 14), (Fit::Fitted, 15), (Fit::Masterwork, 16)] {
        let brute = changed(unit(0, "brute", 0, &[]), |c| c.entry.gear.fit = fit);
        let numbers =
            Numbers::of(Content::built_in(), &brute).expect("the sheet belongs to this ruleset");
        assert_eq!(numbers.evasion().total(), evasion);
    }
}

/// MO-199: a Will DR value of -1 turns 10 Psychic damage into 11; the brute is also vulnerable.
#[test]
fn the_will_defends_the_mind() {
    let dull = unit(0, "knight", 0, &[("will", 9), ("perseverance", 0)]);
    assert_eq!(total(&dull, &[(Psychic, 10)], Ignores::Nothing), 11);
}

/// MO-210, MO-211: resistances do not stack, one resistance cancels one vulnerability, immunity
/// overrides both, and a modifier may name a whole category.
#[test]
fn each_kind_of_modifier_counts_once() {
    use DamageType::{Heat, Shock, Spirit};
    let of = |against, response| TypeModifier { against, response };
    let heat = Against::Type(Heat);
    let all = Against::Category(Category::Elemental);
    for (modifiers, left) in [
        (vec![of(heat, Response::Resistant), of(all, Response::Resistant)], 6),
        (vec![of(heat, Response::Resistant), of(heat, Response::Vulnerable)], 12),
        (vec![of(heat, Response::Immune), of(heat, Response::Vulnerable)], 0),
    ] {
        let bare = unit(0, "mage", 0, &[]);
        let mage = changed(bare, |c| c.entry.modifiers = modifiers.clone());
        assert_eq!(total(&mage, &[(Heat, 12)], Ignores::Nothing), left);
    }
    let warded = changed(unit(0, "mage", 0, &[]), |c| {
        c.entry.modifiers = vec![of(all, Response::Resistant)]
    });
    let amounts = [Heat, Shock, Spirit].map(|kind| total(&warded, &[(kind, 12)], Ignores::Nothing));
    assert_eq!(amounts, [6, 6, 12]);
}

/// MO-212: 11, critical 17, with a collision 20, minus 4 for Armor is 16: 6 from Temporary
/// Vitality, 10 from Vitality.
#[test]
fn the_steps_of_a_hit_come_in_order() {
    let target = unit(0, "knight", 0, &[("armor", 4), ("temporary_now", 6)]);
    let attack = forced::joined(&blow(&[(Physical, 17)], Ignores::Nothing), collision(3, 3));
    let content = Content::built_in();
    let events =
        health::strike(content, &target, &attack, &Key::of("longsword"), None, &["MO-212"]);
    let lost = |track: &str| {
        events.iter().find_map(|e| match &e.what {
            EventKind::Track { id, from, to, .. } if *id == *track => Some(from - to),
            _ => None,
        })
    };
    assert_eq!((lost(TEMPORARY), lost(VITALITY)), (Some(6), Some(10)));
}

fn state(units: Vec<Unit>) -> State {
    let sides = ["blue", "red", "green"].map(|name| Side {
        name: name.to_owned(),
        ambush: false,
        flags: Flags::default(),
    });
    State::new(Scene::new(Board::new(150, 4), sides.to_vec(), Vec::new()), units, 1)
}

fn teleport(unit: UnitId, to: i16) -> rules::Step {
    rules::Step::new(Step::from(Teleport { unit, to: Cell::new(to, 0).into(), by: None }))
}

/// The Vitality of all units, and the column of the first, after a teleport of the first.
fn teleported(units: Vec<Unit>, to: i16) -> (Vec<i32>, i16) {
    let rules = Momentum::built_in();
    let mut state = state(units);
    let unit = state.units.get(0).map(Unit::id).unwrap_or_default();
    state.queue.push(teleport(unit, to), None);
    let mut events = Vec::new();
    engine::advance_until(&rules, &mut state, &mut Play, &mut events, Until::Idle)
        .expect("the run ends");
    let lost = state.units.iter().map(|u| {
        let meter = u.tracks.0.get(VITALITY).expect("all units have vitality");
        meter.max - meter.value
    });
    let lost = lost.collect();
    let at = state.units.get(0).and_then(|u| u.placement.at.cell()).map_or(-1, |c| c.x);
    (lost, at)
}

/// MO-349: over any obstacle, at once.
#[test]
fn a_teleport_needs_no_path() {
    assert_eq!(
        teleported(vec![unit(0, "mage", 0, &[]), unit(1, "brute", 3, &[])], 6),
        (vec![0, 0], 6)
    );
}

/// MO-345, MO-346, MO-347, MO-350: teleporting 7 m into a creature deals 7 to both regardless of
/// Armor, and 9 where Armor is -2; the teleporter stays where it was.
#[test]
fn a_teleport_into_a_creature_hurts_both() {
    let mage = unit(0, "mage", 0, &[("armor", -2)]);
    let other = unit(1, "knight", 7, &[("armor", 4)]);
    assert_eq!(teleported(vec![mage, other], 7), (vec![9, 7], 0));
}

/// MO-348: at most 100 for each, after all modifiers.
#[test]
fn teleport_damage_is_capped_at_100() {
    let mage = unit(0, "mage", 0, &[("vitality", 900), ("armor", -20)]);
    let other = unit(1, "knight", 140, &[("vitality", 900)]);
    assert_eq!(teleported(vec![mage, other], 140), (vec![100, 100], 0));
}

/// MO-351: a scout under a horse does not block the place.
#[test]
fn a_shared_place_is_not_occupied() {
    let (scout, horse) = (unit(0, "scout", 0, &[]), unit(1, "horse", 6, &[]));
    assert_eq!(teleported(vec![scout, horse], 6), (vec![0, 0], 6));
}

/// MO-429: both drop below 1 independently, and Reality damage is lethal: both bleed.
#[test]
fn a_teleport_may_drop_both() {
    let weak = |id, x, left| unit(id, "archer", x, &[("vitality_now", left)]);
    let rules = Momentum::built_in();
    let mut state = state(vec![weak(0, 0, 5), weak(1, 7, 6), unit(2, "brute", 20, &[])]);
    state.queue.push(teleport(UnitId(0), 7), None);
    let mut events = Vec::new();
    engine::advance_until(&rules, &mut state, &mut Play, &mut events, Until::Idle)
        .expect("the run ends");
    for unit in state.units.iter().take(2) {
        assert!(!unit.is_active() && unit.conditions.has("bleeding"), "{}", unit.identity.id);
    }
}

/// MO-239, MO-240: Holy damage spares the living and is lethal to targets that are not biological.
#[test]
fn holy_damage_is_lethal_to_nonliving_targets() {
    let (knight, wolf) = (unit(0, "knight", 0, &[]), unit(1, "spirit_wolf", 1, &[]));
    let holy = |target: &Unit| wound(target, &blow(&[(DamageType::Holy, 9)], Ignores::All)).lethal;
    assert_eq!((holy(&knight), holy(&wolf)), (false, true));
}

/// MO-227, MO-262: one list names the defence against each damage type; MO-260: another names the
/// conditions that affect things, to which Buffs and Debuffs belong (MO-261).
#[test]
fn lists_name_defences_and_conditions_of_things() {
    let rules = Momentum::built_in();
    let list = |title: &str| {
        let found = rules.describe().others.iter().find(|l| l.title == title);
        found.expect("the list exists").entries.clone()
    };
    let types = list("Damage types");
    assert_eq!(types.len(), 11);
    let text = |name: &str| {
        types.iter().find(|e| e.name == name).map(|e| e.text.clone()).unwrap_or_default()
    };
    let shock = "Usually resisted by Constitution and Endurance; reduced by Armor; leaves Jolted.";
    assert_eq!(text("Shock"), shock);
    assert!(text("Psychic").contains("Will and Perseverance; the Will DR value"));
    let things = list("Conditions that affect objects");
    let names: Vec<&str> = things.iter().map(|e| e.name.as_str()).collect();
    let (statuses, others) = names.split_at(6.min(names.len()));
    assert_eq!(statuses, ["Restrained", "Corroded", "Chilled", "Burning", "Poisoned", "Jolted"]);
    assert!(["Sundered guard", "Weather cloak"].iter().all(|name| others.contains(name)));
}

/// MO-111, MO-280: a tiny rider floats higher than the swimmer that it climbs on.
#[test]
fn a_tiny_rider_floats_on_its_swimmer() {
    let mut board = Board::new(2, 1);
    let water = board.tile_mut(Cell::new(1, 0)).unwrap();
    (water.elevation, water.depth) = (Hm(-8), Hm(7));
    let mut swimmer = unit(0, "knight", 1, &[]);
    swimmer.placement.feet = Hm(-3);
    for (height_cm, feet) in [(100, Hm(-3)), (50, Hm(-2))] {
        let mut rider = unit(1, "scout", 0, &[]);
        rider.form.height_cm = height_cm;
        let mut state = state(vec![swimmer.clone(), rider.clone()]);
        state.scene.board = Arc::new(board.clone());
        let seat = engine::with_ctx(&Momentum::built_in(), &state, |ctx| {
            assert_eq!(
                ctx.field.body(UnitId(0)).unwrap().feet,
                board.footing(Cell::new(1, 0), Hm(4)).unwrap()
            );
            attachments::seat(ctx, &rider, &swimmer).unwrap()
        });
        assert_eq!((seat.cell, seat.feet), (Cell::new(1, 0), feet), "{height_cm}");
    }
}

/// Saves of version 2 pack two numbers into one flag.
#[test]
fn packed_flags_of_older_saves_are_split() {
    let mut knight = unit(0, "knight", 0, &[]);
    knight.flags.set(Key::of("repeat_blinded"), 16 * 13 + 2);
    for _ in 0..2 {
        Momentum::built_in().revive(&mut knight).expect("the sheet belongs to this ruleset");
        let flags: Vec<(&str, i64)> = knight.flags.iter().map(|(k, n)| (k.as_str(), n)).collect();
        assert_eq!(flags, [("repeat_power_blinded", 13), ("repeat_stat_blinded", 2)]);
    }
}

/// MO-81, MO-127: a link stores the cause of hiding.
#[test]
fn a_hidden_link_stores_its_cause() {
    let mut knight = unit(0, "knight", 0, &[]);
    let all = [(false, false), (true, false), (false, true), (true, true)];
    let all = all.map(|(surprise, exposed)| Cause { surprise, exposed });
    for cause in all {
        if let EventKind::Linked { link, .. } =
            hidden::hide_from(&knight, UnitId(1), cause, "MO-81").what
        {
            knight.links.0.push(link);
        }
    }
    let kept: Vec<Cause> = hidden::links(&knight).map(|(_, cause)| cause).collect();
    assert_eq!(kept, all);
    assert!(hidden::is_hidden(&knight, UnitId(1)) && !hidden::is_hidden(&knight, UnitId(2)));
}
