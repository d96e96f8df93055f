//! Damage absorbed by what a unit carries: armour that wears out (VG-204 to VG-208), and a layer
//! that takes wounds in place of the body until it breaks (EV-281 to EV-287).

use super::*;
use highground::rules::event::BoardChange;
use highground::rules::referee::Ruling;
use highground::rules::state::{Carrier, Expiry, Layer, LayerState, Lying};

/// Damage that worn mail stops per attack.
const RANK: i32 = 5;
const WORN: &str = "worn";

struct Wearing;

/// Damage of each act before any reduction.
fn damage(act: &Key) -> i32 {
    match act.as_str() {
        "axe" => 16,
        "pebble" => 3,
        "claw" => 2,
        "burst" => 4,
        _ => 0,
    }
}

/// The outermost layer takes all damage; without a layer, the mail takes its part and the body the
/// rest.
fn harm(ctx: Ctx<'_>, target: &Unit, amount: i32) -> Vec<Event> {
    let why = "harm";
    if let Some(layer) = target.carriers.standing().next() {
        let left = (layer.meters.value("wounds") - amount).max(0);
        let on = Carrier::Layer(layer.id.clone());
        let wear = EventKind::wear(target, &on, "wounds", left, why);
        // EV-286: excess damage is lost.
        let broken = (left == 0).then(|| EventKind::Layer {
            unit: target.id(),
            id: layer.id.clone(),
            change: LayerChange::State(LayerState::Broken),
            why: why.to_owned(),
        });
        return wear.into_iter().chain(broken).map(event).collect();
    }
    let mail = Carrier::Item(Key::of(WORN));
    let durability = target.carriers.meters(&mail).map_or(0, |meters| meters.value("durability"));
    let stopped = if durability > 0 { amount.min(RANK) } else { 0 };
    let left = (durability - stopped).max(0);
    let mut events: Vec<Event> = EventKind::wear(target, &mail, "durability", left, why)
        .filter(|_| stopped > 0)
        .into_iter()
        .map(event)
        .collect();
    if stopped > 0 && left == 0 {
        events.push(event(EventKind::gear(target, WORN, &Key::default())));
    }
    let health = target.tracks.0.value("health");
    if amount > stopped {
        events.push(track(ctx, target.id(), "health", health - amount + stopped));
    }
    events
}

impl Stub for Wearing {
    fn check(&self, _ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let Command::Act { unit, act, targets, .. } = command else { return refusal("unknown") };
        let mut step = Step::new("act").of(*unit).act(act.clone());
        step.targets.clone_from(targets);
        Ok(vec![step])
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, _: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
            return Ok(Outcome::done(Vec::new()));
        };
        let laid = |what| event(EventKind::Board(what));
        let events = match step.act.as_str() {
            "undress" => {
                let meters = unit.carriers.item(WORN).cloned().unwrap_or_default();
                let cell = unit.placement.at.cell().unwrap_or_default();
                let item = unit.gear.0.get(WORN).cloned().unwrap_or_default();
                let off = event(EventKind::gear(unit, WORN, &Key::default()));
                vec![off, laid(BoardChange::Laid(Lying { meters, ..Lying::new(item, cell) }))]
            }
            "dress" => {
                let found = ctx.state.scene.lying.first().cloned();
                let Some(lying) = found else { return Ok(Outcome::done(Vec::new())) };
                let on = EventKind::gear_with(unit, WORN, &lying.item, lying.meters.clone());
                vec![laid(BoardChange::Taken(lying)), event(on)]
            }
            "recall" => vec![event(EventKind::Layer {
                unit: unit.id(),
                id: Key::of("guardian"),
                change: LayerChange::State(LayerState::Recalled),
                why: String::new(),
            })],
            _ => match step.target_unit().and_then(|id| ctx.unit(id)) {
                Some(target) => harm(ctx, target, damage(&step.act)),
                None => Vec::new(),
            },
        };
        Ok(Outcome::done(events))
    }
}

fn meter(id: &'static str, value: i32, max: i32) -> Meters {
    let mut meters = Meters::full([(Key::of(id), max)]);
    if let Some(meter) = meters.get_mut(id) {
        meter.value = value;
    }
    meters
}

/// Two fighters; the second wears mail with this durability, of 30.
fn in_mail(durability: i32) -> Game<Wearing> {
    let mut knight = unit(2, "knight");
    knight.gear.0.insert(Key::of(WORN), Key::of("mail"));
    knight.carriers.put(&Key::of(WORN), &meter("durability", durability, 30));
    Game::new(Wearing, vec![unit(1, "axeman"), knight])
}

/// Two fighters; the second is protected by a guardian with this many wounds left, of 3.
fn guarded(wounds: i32) -> Game<Wearing> {
    let mut caller = unit(2, "caller");
    caller.carriers.lay(&Layer {
        id: Key::of("guardian"),
        state: LayerState::On,
        meters: meter("wounds", wounds, 3),
        source: None,
        expiry: Expiry::Battle,
    });
    Game::new(Wearing, vec![unit(1, "axeman"), caller])
}

#[test]
fn mail_stops_five_and_wears_by_the_same_amount() {
    let mut game = in_mail(30);
    // VG-204 and VG-205: 16 - 5 = 11, mail 30 -> 25.
    let (events, _) = game.play(&act(1, "axe", [2]), []);
    assert_eq!(events, ["#2 worn durability 30 -> 25", "#2 health 20 -> 9"]);
    // VG-206: 3 are stopped completely.
    let (events, _) = game.play(&act(1, "pebble", [2]), []);
    assert_eq!(events, ["#2 worn durability 25 -> 22"]);
}

#[test]
fn the_last_of_the_mail_still_stops_its_rank() {
    // VG-208: 3 left, rank 5: it stops 5 and is used up; the next attack meets no mail.
    let mut game = in_mail(3);
    let (events, _) = game.play(&act(1, "axe", [2]), []);
    assert_eq!(events[0], "#2 worn durability 3 -> 0");
    assert_eq!(game.track(2, "health"), 9);
    let knight = game.unit(2);
    assert!(knight.gear.0.is_empty() && knight.carriers.items().next().is_none());
    let _ = game.play(&act(1, "pebble", [2]), []);
    assert_eq!(game.track(2, "health"), 6);
}

#[test]
fn wear_stays_with_the_mail_when_its_owner_changes() {
    let mut game = in_mail(30);
    let _ = game.play(&act(1, "pebble", [2]), []);
    let _ = game.play(&act(2, "undress", []), []);
    assert!(game.unit(2).carriers.items().next().is_none());
    assert_eq!(game.state.scene.lying[0].meters.value("durability"), 27);
    let mut game = game.reloaded();
    let _ = game.play(&act(1, "dress", []), []);
    let worn = game.unit(1).carriers.item(WORN).expect("the mail has meters");
    assert_eq!((worn.value("durability"), worn.get("durability").map(|m| m.max)), (27, Some(30)));
    assert!(game.state.scene.lying.is_empty());
}

#[test]
fn a_layer_takes_wounds_first_and_breaks_without_passing_damage_on() {
    let mut game = guarded(3);
    // EV-281: 2 wounds leave it 1; its owner is unhurt.
    let (events, _) = game.play(&act(1, "claw", [2]), []);
    assert_eq!(events, ["#2 guardian wounds 3 -> 1"]);
    // EV-286: 4 wounds against 1.
    let (events, _) = game.play(&act(1, "burst", [2]), []);
    assert_eq!(events, ["#2 guardian wounds 1 -> 0", "#2 guardian Broken"]);
    assert_eq!(game.track(2, "health"), 20);
    // EV-287: the owner is exposed from now on.
    let mut game = game.reloaded();
    let _ = game.play(&act(1, "claw", [2]), []);
    assert_eq!(game.track(2, "health"), 18);
}

#[test]
fn a_recalled_layer_keeps_its_wounds() {
    let mut game = guarded(2);
    let (events, _) = game.play(&act(2, "recall", []), []);
    assert_eq!(events, ["#2 guardian Recalled"]);
    let _ = game.play(&act(1, "claw", [2]), []);
    assert_eq!(game.track(2, "health"), 18);
    let guardian = game.unit(2).carriers.layer("guardian").expect("kept");
    assert_eq!(guardian.meters.value("wounds"), 2);
}

#[test]
fn a_referee_sets_wear_within_its_bounds_and_repairs_a_layer() {
    let mut game = guarded(1);
    game.state.scene.referee.on = true;
    let on = Carrier::Layer(Key::of("guardian"));
    let wounds = |to| {
        let (on, id) = (on.clone(), Key::of("wounds"));
        Command::Ruling(Ruling::Wear { unit: UnitId(2), on, id, to })
    };
    assert_eq!(game.refused(&wounds(4)), "out_of_range");
    assert_eq!(game.refused(&wounds(-1)), "out_of_range");
    assert_eq!(game.refused(&wounds(1)), "unchanged");
    let _ = game.play(&act(1, "burst", [2]), []);
    let _ = game.play(&wounds(2), []);
    let stands = |id| {
        let (unit, id) = (UnitId(2), Key::of(id));
        Command::Ruling(Ruling::Layer { unit, id, to: LayerState::On })
    };
    assert_eq!(game.refused(&stands("spirit")), "no_such_layer");
    let _ = game.play(&stands("guardian"), []);
    let _ = game.play(&act(1, "claw", [2]), []);
    assert_eq!(game.track(2, "health"), 20);
    let on = Carrier::Item(Key::of(WORN));
    let none = Ruling::Wear { unit: UnitId(1), on, id: Key::of("durability"), to: 1 };
    assert_eq!(game.refused(&Command::Ruling(none)), "no_such_carrier");
}
