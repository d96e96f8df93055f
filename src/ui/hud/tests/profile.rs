//! Tests of the panels that show a ruleset's additions to meters and facts.

use grid::{Board, UnitId};
use registry::RulesetId;
use rules::display::{Damage, Price, Profile, Region, Shade};
use rules::engine;
use rules::fitness::Meaning;
use rules::oracle::Play;
use rules::path_preview::Remark;
use rules::ruleset::Fact;
use rules::state::{ActRecord, Condition, Expiry, Extra, Posture, Slot, SlotState};
use rules::{Command, Key, RuleId, Target, Term};

use super::fight::{BLUE, Fight, RED, fight};
use super::*;

/// The card of a unit, as its own side or another side sees it.
fn card(fight: &Fight, unit: u32, viewer: u8) -> CardModel {
    let names = fight.names();
    let viewer = Some(SideId(viewer));
    let card = engine::with_ctx(&*fight.rules, &fight.state, |ctx| {
        CardModel::of(&*fight.rules, ctx, &names, (UnitId(unit), viewer))
    });
    card.unwrap()
}

fn lit(card: &CardModel) -> Vec<&str> {
    let indicators = card.profile.turn.iter().flat_map(|turn| &turn.indicators);
    indicators.filter(|lamp| lamp.lit).map(|lamp| lamp.name.as_str()).collect()
}

fn act(unit: u32, act: &str, target: u32) -> Command {
    Command::Act {
        unit: UnitId(unit),
        act: Key::new(act),
        targets: vec![Target::Unit(UnitId(target))],
        choice: Key::default(),
        with: Default::default(),
    }
}

#[test]
fn the_card_shows_meters_conditions_and_facts_with_their_terms() {
    let model = CardModel {
        id: UnitId(1),
        name: "Ada".to_owned(),
        figure: "knight".to_owned(),
        role: "Knight".to_owned(),
        side: SideId(0),
        side_name: "Wardens".to_owned(),
        status: None,
        stance: "Standing at (3,4), height 1 m, facing north".to_owned(),
        situation: vec!["Would fall 2 m".to_owned()],
        bars: vec![Bar {
            name: "Health".to_owned(),
            value: 12,
            max: 40,
            track: true,
            icon: "",
            meaning: Meaning::Body,
        }],
        conditions: vec![("Slowed 2".to_owned(), "ends at the end of this round".to_owned())],
        condition_icons: vec![icons::of_condition("slowed")],
        gear: vec![("Main".to_owned(), "sword".to_owned())],
        facts: vec![Fact {
            label: "Parry".to_owned(),
            value: "11".to_owned(),
            terms: vec![Term { label: "shield".to_owned(), value: 2, rule: RuleId::of("PR-23") }],
        }],
        profile: Profile::default(),
    };
    let mut harness = panel(move |ui| show_card(ui, &model));
    assert!(harness.query_by_label("Health 12 / 40").is_some());
    assert!(harness.query_by_label_contains("Slowed 2").is_some());
    assert!(harness.query_by_label("Would fall 2 m").is_some());
    assert!(harness.query_by_label("ends at the end of this round").is_some());
    harness.get_by_label("Parry").hover();
    harness.run_steps(12);
    assert!(harness.query_by_label_contains("+2 shield [PR-23]").is_some());
}

/// A mage beside an enemy; one Attack of its two is used, its third strike being the main one.
fn turnside() -> Fight {
    let people = [("mage", BLUE, 0, 1), ("knight", RED, 1, 1)];
    let mut fight = fight(RulesetId::Turnside, Board::new(6, 3), &people);
    fight.state.scene.clock.slots = vec![Slot::turn(vec![UnitId(0)], 9)];
    fight
}

#[test]
fn the_lamps_follow_the_mode_of_a_turn() {
    let mut fight = turnside();
    let open = card(&fight, 0, BLUE);
    let mode = |card: &CardModel| card.profile.turn.as_ref().map(|turn| turn.mode.clone());
    assert_eq!(mode(&open), Some("Open Turn".to_owned()));
    assert!(lit(&open).contains(&"Guard") && lit(&open).contains(&"Attack"), "{open:?}");
    // After a strike there is no Guard (TU-31), and its main mark is known to its own side (TU-48).
    let strike = ActRecord { class: Key::of("strike"), act: Key::of("staff"), amount: 2 };
    fight.state.unit_mut(UnitId(0)).unwrap().turn.acts.push(strike);
    let struck = card(&fight, 0, BLUE);
    assert_eq!(mode(&struck), Some("Attack Turn".to_owned()));
    assert!(!lit(&struck).contains(&"Guard"), "{struck:?}");
    let secrets = |card: &CardModel| card.profile.turn.as_ref().map(|turn| turn.secrets.len());
    assert_eq!(secrets(&struck), Some(1));
    assert_eq!(secrets(&card(&fight, 0, RED)), Some(0), "secret from the other side");
    let shown = struck.clone();
    let harness = panel(move |ui| show_card(ui, &shown));
    assert!(harness.query_by_label_contains("full damage with the next strike").is_some());
    assert!(harness.query_by_label_contains("Guard: closed").is_some());
}

/// A lost leg and an injured shoulder are each in the right place on the figure, with their costs
/// (TU-230, TU-255).
#[test]
fn injuries_lie_where_they_hurt() {
    let mut fight = turnside();
    let knight = fight.state.unit_mut(UnitId(1)).unwrap();
    let injury = |id| Condition::new(Key::of(id), 0, None, Expiry::Battle);
    knight.conditions.0.push(injury("dislocated_shoulder"));
    knight.conditions.0.push(injury("limb_loss").of_part(Key::of("left_leg")));
    let card = card(&fight, 1, BLUE);
    let damage = |region| card.profile.body.iter().find(|p| p.region == region).map(|p| p.damage);
    assert_eq!(damage(Region::RightArm), Some(Damage::Light));
    assert_eq!(damage(Region::LeftLeg), Some(Damage::Lost));
    assert_eq!(damage(Region::Head), Some(Damage::Whole));
    let shown = card.clone();
    let harness = panel(move |ui| show_card(ui, &shown));
    assert!(harness.query_all_by_label_contains("Dislocated Shoulder: ACC -1").next().is_some());
    assert!(harness.query_by_label_contains("Left leg: lost").is_some());
}

/// A mage with charge limit 4 uses rank A after rank E: 6 of 4, two over, 10 % of 50 HP; rank A
/// overheats for three Rounds (TU-56 to TU-60, TU-80).
#[test]
fn charges_show_their_price_before_they_are_used() {
    let mut fight = turnside();
    let dart = ActRecord { class: Key::of("ability"), act: Key::of("ember_dart"), amount: 1 };
    fight.state.unit_mut(UnitId(0)).unwrap().turn.acts.push(dart);
    let command = Command::Act {
        unit: UnitId(0),
        act: Key::of("sunfall"),
        targets: vec![Target::Place(grid::Cell::new(4, 1).into())],
        choice: Key::default(),
        with: Default::default(),
    };
    let outlook = engine::with_ctx(&*fight.rules, &fight.state, |ctx| {
        fight.rules.presentation().outlook(ctx, &command)
    });
    let told: Vec<(&str, &str, Shade)> =
        outlook.prices.iter().map(|p| (p.name.as_str(), p.value.as_str(), p.shade)).collect();
    let bad = Shade::Bad;
    let expected = [
        ("Charges", "5, then 6 of 4", bad),
        ("Feedback", "5 HP", bad),
        ("Overheat", "3 Rounds", bad),
    ];
    assert_eq!(told, expected);
}

/// A captain with 3 Attacks-and-charges points that has rallied (3 charges) and strikes: one Attack
/// leaves a limit of 2, so one charge is over, 5 % of 60 HP (TU-59, TU-87, TU-92).
#[test]
fn a_strike_after_an_ability_shows_the_feedback_of_the_mixed_turn() {
    let people = [("captain", BLUE, 0, 1), ("archer", RED, 1, 1)];
    let mut fight = fight(RulesetId::Turnside, Board::new(5, 3), &people);
    fight.state.scene.clock.slots =
        (0..2).map(|id| Slot::turn(vec![UnitId(id)], 30 - i32::try_from(id).unwrap())).collect();
    fight.state.scene.clock.slots[0].state = SlotState::Running;
    let rally = ActRecord { class: Key::of("ability"), act: Key::of("rally"), amount: 3 };
    fight.state.unit_mut(UnitId(0)).unwrap().turn.acts.push(rally);
    let shown = engine::with_ctx(&*fight.rules, &fight.state, |ctx| {
        let prices = fight.rules.presentation().outlook(ctx, &act(0, "halberd", 1)).prices;
        let offers = fight.rules.offers(ctx, UnitId(0));
        let cost = offers.into_iter().find(|offer| offer.act == *"halberd").unwrap().cost;
        (prices, cost)
    });
    let told: Vec<(&str, &str)> =
        shown.0.iter().map(|p| (p.name.as_str(), p.value.as_str())).collect();
    assert_eq!(told, [("Charges", "3 of 2"), ("Feedback", "3 HP")]);
    assert_eq!(shown.1, "1 Attack, feedback 3 HP");
}

/// The number of a condition is shown by its meaning where the ruleset has one (TU-81, TU-113).
#[test]
fn ranks_and_elements_of_conditions_are_words() {
    let names = turnside().names();
    let told = |id, size| {
        let condition = Condition::new(Key::of(id), size, None, Expiry::Battle);
        crate::log_text::condition_text(&condition, &names)
    };
    assert_eq!(told("overheated", 5), "overheated (rank A)");
    assert_eq!(told("overheated", 3), "overheated (rank C)");
    assert_eq!(told("drinking", 1), "drinking (fire)");
    assert_eq!(told("fatigued", 2), "fatigued 2");
}

#[test]
fn a_unit_at_0_hp_fights_on_in_the_light() {
    let mut fight = turnside();
    let names = fight.names();
    let of = |fight: &Fight| SpotlightModel::of(&*fight.rules, &fight.state, &names, |_| true);
    assert_eq!(of(&fight), None);
    let lasts = Expiry::Until(Key::of("last_turn"));
    let determined = Condition::new(Key::of("determined"), 0, None, lasts);
    fight.state.unit_mut(UnitId(0)).unwrap().conditions.0.push(determined);
    let model = of(&fight).unwrap();
    assert_eq!((model.title.as_str(), model.name.as_str()), ("Determination", "mage 0"));
    // WIL C: two Turns (TU-20).
    assert!(model.lines[0].text.starts_with("2 Turns"), "{:?}", model.lines);
    let hidden = SpotlightModel::of(&*fight.rules, &fight.state, &names, |id| id != UnitId(0));
    assert_eq!(hidden, None, "an unseen unit is not shown");
}

/// Shows the total against Guard, and each defense with its Vigor and its chance (VG-101, VG-105).
#[test]
fn a_dodge_shows_what_is_at_stake() {
    let people = [("knight", BLUE, 0, 1), ("archer", RED, 1, 1)];
    let mut fight = fight(RulesetId::Vigor, Board::new(5, 3), &people);
    fight.state.scene.clock.slots =
        (0..2).map(|id| Slot::turn(vec![UnitId(id)], 30 - i32::try_from(id).unwrap())).collect();
    fight.state.scene.clock.slots[0].state = SlotState::Running;
    let rules = &*fight.rules;
    let model = (0..60).find_map(|seed| {
        let mut state = fight.state.clone();
        state.dice = rules::dice::Dice::seeded(seed);
        let status = engine::submit(rules, &mut state, &act(0, "sword", 1), &mut Play).unwrap().1;
        let engine::BattleStatus::Asked(prompt) = status else { return None };
        Some(PromptModel::of(rules, &state, &prompt, &fight.names()))
    });
    let model = model.expect("one of sixty swings beats the Guard of an archer");
    let stakes = model.stakes.clone().unwrap();
    assert!(stakes.total > stakes.against, "{stakes:?}");
    let first = stakes.answers[0].clone().unwrap();
    assert_eq!((first.pool.as_str(), first.left), ("Vigor", 25 - first.cost));
    assert!(first.chance.is_some());
    assert_eq!(stakes.answers.last(), Some(&None), "declining costs nothing");
    let harness = panel(move |ui| show_prompt(ui, &model));
    let text = format!("{} Vigor, {} left", first.cost, first.left);
    assert!(harness.query_by_label_contains(&text).is_some());
}

/// An archer shoots at a prone unit: one Challenge, so that its two dice drop from the d10 to the
/// d8 (VG-5, VG-12, VG-163).
#[test]
fn the_ladder_shows_where_the_die_stands() {
    let people = [("archer", BLUE, 0, 0), ("knight", RED, 5, 0)];
    let mut fight = fight(RulesetId::Vigor, Board::new(30, 1), &people);
    fight.state.unit_mut(UnitId(1)).unwrap().placement.posture = Posture::Prone;
    let preview = fight.preview("bow", Target::Unit(UnitId(1)));
    let ladder = preview.targets[0].ladder.clone().unwrap();
    let moves: Vec<(i32, &str)> =
        ladder.moves.iter().map(|step| (step.rungs, step.remark.text.as_str())).collect();
    assert_eq!(moves, [(-1, "prone: 1 Challenge")]);
    let harness = panel(move |ui| {
        show_preview(ui, &preview);
        Vec::new()
    });
    assert!(harness.query_by_label("Bonus Dice (2): d8").is_some());
    assert!(harness.query_by_label_contains("prone: 1 Challenge").is_some());
}

#[test]
fn keyword_lamps_go_out_once_they_are_used() {
    let people = [("mage", BLUE, 0, 1), ("knight", RED, 1, 1)];
    let mut fight = fight(RulesetId::Evoker, Board::new(5, 3), &people);
    fight.state.scene.clock.slots = vec![Slot::turn(vec![UnitId(0)], 9)];
    fight.state.scene.clock.slots[0].state = SlotState::Running;
    assert!(lit(&card(&fight, 0, BLUE)).contains(&"Attack"));
    let attacked = ActRecord { class: Key::of("attack"), act: Key::of("staff"), amount: 0 };
    fight.state.unit_mut(UnitId(0)).unwrap().turn.acts.push(attacked);
    let card = card(&fight, 0, BLUE);
    assert!(!lit(&card).contains(&"Attack") && lit(&card).contains(&"Hex"), "{card:?}");
    // Robe 0/1/0/0 and a Toughness Bonus of 3 (EV-134).
    let armour: Vec<Option<i32>> = card.profile.body.iter().map(|part| part.armour).collect();
    assert_eq!(armour, [3, 3, 3, 4, 3, 3].map(Some));
}

/// The other side sees no affinity that it has not discovered (EV-200).
#[test]
fn affinities_are_shown_as_far_as_they_are_known() {
    let people = [("mage", BLUE, 0, 1), ("knight", RED, 1, 1)];
    let mut fight = fight(RulesetId::Evoker, Board::new(5, 3), &people);
    let effect = |fight: &Fight, viewer, name: &str| {
        let affinities = card(fight, 0, viewer).profile.affinities;
        let found = affinities.into_iter().find(|a| a.name == name).unwrap();
        found.effect.map(|(_, remark)| remark.text)
    };
    assert_eq!(effect(&fight, BLUE, "Fire").as_deref(), Some("absorbs"));
    assert_eq!(effect(&fight, BLUE, "Ice").as_deref(), Some("weak"));
    assert_eq!(effect(&fight, RED, "Ice"), None);
    let known = rules::state::Known {
        by: rules::state::Observer::Side(SideId(RED)),
        of: UnitId(0),
        awareness: rules::state::Awareness::Sees,
        facts: [Key::of("cinderwing_ice")].into_iter().collect(),
    };
    fight.state.scene.knowledge.keep(&known);
    assert_eq!(effect(&fight, RED, "Ice").as_deref(), Some("weak"));
    assert_eq!(effect(&fight, RED, "Fire"), None);
}

/// A healer passed its One More to the captain at rank 7: easier by 30, and the chain shows where
/// it came from (EV-334 to EV-337).
#[test]
fn the_chain_of_extra_turns_is_a_moment() {
    let people = [
        ("captain", BLUE, 0, 1),
        ("healer", BLUE, 1, 1),
        ("scout", BLUE, 2, 1),
        ("knight", RED, 4, 1),
    ];
    let mut fight = fight(RulesetId::Evoker, Board::new(6, 3), &people);
    let extra = Extra { chain: vec![UnitId(1)], ..Extra::earned(Key::of("one_more")) };
    let mut slot = Slot::act(UnitId(0), 3, extra);
    slot.state = SlotState::Running;
    fight.state.scene.clock.slots = vec![slot];
    let names = fight.names();
    let model = SpotlightModel::of(&*fight.rules, &fight.state, &names, |_| true).unwrap();
    assert_eq!((model.title.as_str(), model.name.as_str()), ("Baton Pass", "captain 0"));
    assert_eq!(model.chain, ["healer 1"]);
    assert!(model.lines.contains(&Remark::new("easier by 30", "EV-337")), "{model:?}");
    // The scout may have it next (rank 10), the healer that gave it may not (EV-339).
    let next: Vec<&str> = model.next.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(next, ["scout 2"]);
    assert_eq!(model.next[0].1, Remark::new("rank 10: easier by 40", "EV-337"));
    let harness = panel(move |ui| {
        show_spotlight(ui, &model);
        Vec::new()
    });
    assert!(harness.query_by_label("scout 2").is_some());
}

#[test]
fn prices_are_shown_with_what_they_lead_to() {
    let price = Price {
        name: "Feedback".to_owned(),
        value: "5 HP".to_owned(),
        shade: Shade::Bad,
        remark: Remark::new("45 HP left", "TU-58"),
    };
    let model = PreviewModel { prices: vec![price], ..PreviewModel::default() };
    let harness = panel(move |ui| {
        show_preview(ui, &model);
        Vec::new()
    });
    assert!(harness.query_by_label_contains("Feedback: 5 HP").is_some());
    assert!(harness.query_by_label("45 HP left").is_some());
}

/// Where the names do not fit on a small card, the icons tell the indicators apart.
#[test]
fn every_indicator_of_a_turn_has_an_icon_of_its_own() {
    for ruleset in RulesetId::ALL {
        for role in &ruleset.built_in().describe().roles {
            let people = [(role.id.as_str(), BLUE, 3, 3), ("knight", RED, 5, 3)];
            let mut fight = fight(ruleset, Board::new(9, 9), &people);
            fight.state.scene.clock.slots = vec![Slot::turn(vec![UnitId(0)], 9)];
            fight.state.scene.clock.slots[0].state = SlotState::Running;
            let turn = card(&fight, 0, BLUE).profile.turn;
            let lamps = turn.iter().flat_map(|turn| &turn.indicators);
            let mut seen = std::collections::BTreeSet::new();
            for lamp in lamps {
                let icon = icons::of_indicator(&lamp.name);
                assert_ne!(icon, icons::TURN, "{ruleset:?}: {}", lamp.name);
                assert!(seen.insert(icon), "{ruleset:?}: {} looks like another", lamp.name);
            }
        }
    }
}
