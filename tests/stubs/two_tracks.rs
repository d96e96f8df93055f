//! Vigor: Durability is lost before Health, and armour wears out before both (VG-204 to VG-208,
//! VG-221 to VG-234), with the effect on odds, on the computer opponent and on the display.

use super::*;
use highground::battle::ai::SimpleAi;
use highground::rules::dice::Likelihood;
use highground::rules::fitness::{Bound, Life, Mark, Meaning};
use highground::rules::odds::{self, Spread, Struck};
use highground::rules::ruleset::{Aim, MeterSpec};

/// Rank of the armour: what it stops per attack while any durability is left.
const RANK: i32 = 5;

/// Unit 1 strikes for 11 on 6 or more on a d10; `sting` bypasses armour and Durability.
struct Armoured;

/// Meaning of the tracks.
fn description() -> Description {
    let armour = MeterSpec::track(Key::of("armour"), "Armour")
        .meaning(Meaning::Protection)
        .with(Mark::new("armour_broken", Bound::Value(0), "VG-208"));
    let durability = MeterSpec::track(Key::of("durability"), "Durability").with(Mark::new(
        "wounded",
        Bound::Value(0),
        "VG-224",
    ));
    let health = MeterSpec::track(Key::of("health"), "Health")
        .with(Mark::new("in_shock", Bound::Value(0), "VG-233").ending());
    Description { tracks: vec![durability, health, armour], ..Description::default() }
}

impl Stub for Armoured {
    fn offers(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Offer> {
        let offer = |act| Offer {
            act: Key::of(act),
            name: act.to_owned(),
            text: String::new(),
            cost: String::new(),
            aim: Aim::Unit,
            group: Key::of("attack"),
            refused: None,
            variants: Vec::new(),
            parameters: Vec::new(),
        };
        ["strike", "sting"].map(offer).into()
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        match command {
            Command::Act { unit, act, targets, .. } => match targets[..] {
                [Target::Unit(target)] if ctx.state.are_foes(*unit, target) => {
                    Ok(vec![Step { act: act.clone(), ..Step::new("blow").of(target) }])
                }
                _ => refusal("no_foe"),
            },
            _ => Ok(Vec::new()),
        }
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let Some(victim) = step.unit.and_then(|id| ctx.unit(id)) else {
            return Ok(Outcome::done(Vec::new()));
        };
        let id = victim.id();
        if step.kind == *"shock" {
            let (from, to) = (victim.status, Status::Down);
            let why = "in Shock".to_owned();
            return Ok(Outcome::done(vec![event(EventKind::Status { unit: id, from, to, why })]));
        }
        let harm = match (step.act.as_str(), oracle.roll_one(Throw::one(10, 6))?) {
            ("sting", _) => 2,
            (_, 6..) => 11,
            _ => 0,
        };
        let now = |id| victim.tracks.0.value(id);
        let direct = step.act == *"sting";
        // VG-205: what the armour stops reduces its own Durability.
        let stopped = if direct || now("armour") == 0 { 0 } else { harm.min(RANK) };
        // VG-221, VG-225: Durability first, the rest goes to Health.
        let first = if direct { 0 } else { (harm - stopped).min(now("durability")) };
        let lost = [("armour", stopped), ("durability", first), ("health", harm - stopped - first)];
        let lost = lost.into_iter().filter(|(_, points)| *points > 0);
        let each = lost.map(|(id, points)| (id, (now(id) - points).max(0)));
        Ok(Outcome::done(each.map(|(track_id, to)| track(ctx, id, track_id, to)).collect()))
    }

    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step> {
        let beaten = |u: &&Unit| u.is_active() && u.tracks.0.value("health") <= 0;
        ctx.state.units.iter().filter(beaten).map(|u| Step::new("shock").of(u.id())).collect()
    }
}

/// A unit with these values of Durability, Health and armour, of 40, 20 and 30.
fn knight(id: u32, values: [i32; 3]) -> Unit {
    let mut knight = unit(id, "knight");
    let most = [("durability", 40), ("health", 20), ("armour", 30)];
    knight.tracks = Tracks(Meters::full(most.map(|(id, max)| (Key::of(id), max))));
    for ((id, _), value) in most.into_iter().zip(values) {
        if let Some(meter) = knight.tracks.0.get_mut(id) {
            meter.value = value;
        }
    }
    knight
}

/// Unit 1 against these.
fn game(foes: Vec<Unit>) -> Game<Armoured> {
    let units = [knight(1, [40, 20, 30])].into_iter().chain(foes).collect();
    Game::new(Armoured, units).described(description())
}

fn spread(game: &Game<Armoured>, act_name: &'static str) -> Spread {
    let command = act(1, act_name, [2]);
    let courses =
        odds::courses(&game.rules, &game.state, &command, Struck::default()).expect("odds");
    let mut all = odds::spreads(&game.state, &courses);
    all.remove(1)
}

#[test]
fn a_life_is_the_sum_of_all_tracks() {
    let life = |values| {
        let game = game(vec![knight(2, values)]);
        game.rules.life(game.unit(2))
    };
    assert_eq!(life([40, 20, 30]), Life { left: 90, full: 90 });
    assert_eq!(life([0, 13, 0]), Life { left: 13, full: 90 });
    // VG-233: a unit without Health is out of the fight, whatever its other tracks.
    assert_eq!(life([40, 0, 30]), Life { left: 0, full: 90 });
}

#[test]
fn vitals_show_each_part_and_the_marks_reached() {
    let game = game(vec![knight(2, [0, 10, 30])]);
    let fitness = game.rules.fitness(game.unit(2));
    assert_eq!((fitness.whole, fitness.main().map(|p| p.id.as_str())), (444, Some("durability")));
    let told: Vec<(&str, i32, usize)> =
        fitness.told().map(|p| (p.name.as_str(), p.value, p.reached.len())).collect();
    assert_eq!(told, [("Durability", 0, 1), ("Health", 10, 0), ("Armour", 30, 0)]);
    let marks: Vec<String> = fitness.parts[0].reached.iter().map(|m| m.text.clone()).collect();
    assert_eq!(marks, ["wounded"]);
}

#[test]
fn odds_include_losses_of_each_track_and_marks_that_may_be_reached() {
    // VG-224, VG-225 with 3 armour left, which still counts in full (VG-208).
    let game = game(vec![knight(2, [4, 20, 3])]);
    let spread = spread(&game, "strike");
    let losses = |track: &str| -> Vec<i32> {
        let losses = spread.of_track(track).expect("a track");
        losses.each().map(|(loss, _)| loss).collect()
    };
    assert_eq!(
        [losses("armour"), losses("durability"), losses("health")],
        [[0, 3], [0, 4], [0, 2]]
    );
    let description = description();
    let marks: Vec<(&str, Likelihood)> =
        spread.marks(&description).into_iter().map(|(m, c)| (m.text.as_str(), c)).collect();
    let half = Likelihood::of(1, 2);
    assert_eq!(marks, [("wounded", half), ("armour broken", half)]);
    assert_eq!(spread.knocked_out(), Likelihood::ZERO);
}

#[test]
fn the_end_of_the_second_track_ends_the_fight() {
    // VG-231: Health 2 behind full Durability.
    let game = game(vec![knight(2, [40, 2, 30])]);
    assert_eq!(spread(&game, "sting").knocked_out(), Likelihood::ONE);
    assert_eq!(spread(&game, "strike").knocked_out(), Likelihood::ZERO);
}

#[test]
fn the_computer_finishes_a_unit_nearly_out_by_the_second_track() {
    let chosen = |foes: Vec<Unit>| {
        let game = game(foes);
        SimpleAi::new().choose(&game.rules, &game.state, UnitId(1))
    };
    // Without Durability and armour the first track has nothing left to lose.
    let beaten = || knight(4, [0, 9, 0]);
    assert_eq!(chosen(vec![knight(2, [40, 20, 30]), beaten()]), act(1, "strike", [4]));
    // A sting of 2 is enough for this unit, because it bypasses the rest.
    let poisoned = knight(4, [40, 2, 30]);
    assert_eq!(chosen(vec![knight(2, [40, 20, 30]), poisoned]), act(1, "sting", [4]));
}
