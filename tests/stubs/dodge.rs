//! Vigor: a Dodge is offered once the attack's total is known (VG-95 to VG-109).

use super::*;
use highground::rules::dice::{Chance, Die, Likelihood, Read};
use highground::rules::odds;

const GUARD: i32 = 16;
const COST: i32 = 5;
/// Odds ignore totals above this; their chance is below 1 in 10^7.
const FOLLOWED: i32 = 110;

/// Unit 1 attacks 2 with d20 and two bursting d10 against Guard 16. Unit 2 may dodge for 5 Vigor.
struct Vigor {
    dodge_dice: usize,
    always: bool,
}

impl Vigor {
    fn dice(bonus: usize) -> Vec<Die> {
        let mut dice = vec![Die::d(20)];
        dice.extend(std::iter::repeat_n(Die::bursting(10), bonus));
        dice
    }

    fn rolled(who: u32, purpose: &'static str, faces: Vec<u16>, against: i32) -> Rolled {
        let total: i32 = faces.iter().copied().map(i32::from).sum();
        let degree = if total > against { Degree::Success } else { Degree::Failure };
        let dice = Self::dice(faces.len() - 1);
        let blank = blank_roll(Some(UnitId(who)), Key::of(purpose), against);
        Rolled { dice, faces, total, degree, ..blank }
    }
}

impl Stub for Vigor {
    fn check(&self, _ctx: Ctx<'_>, _command: &Command) -> Result<Vec<Step>, Refusal> {
        Ok(vec![Step::new("attack")])
    }

    fn run(&self, ctx: Ctx<'_>, _step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        // A later roll is compared with this total, so odds must know it exactly.
        let read = Read::Sums { from: GUARD + 1, to: FOLLOWED };
        let faces = oracle.roll(Throw { dice: Self::dice(2), read })?;
        let attack = Self::rolled(1, "attack", faces, GUARD);
        let (total, mut hit) = (attack.total, attack.degree.succeeded());
        let mut events = vec![event(EventKind::Rolled(attack))];
        let vigor = ctx.unit(UnitId(2)).map_or(0, |u| u.pools.0.value("vigor"));
        if hit && vigor >= COST {
            let text = format!("The attack comes to {total} against Guard {GUARD}. Dodge?");
            let prompt =
                Prompt::yes_no("react", SideId(1), Some(UnitId(2)), text, self.always, "VG-99");
            if oracle.ask(prompt)? == Answer::YES {
                let read = Read::Sum(vec![total + 1]);
                let faces = oracle.roll(Throw { dice: Self::dice(self.dodge_dice), read })?;
                let dodge = Self::rolled(2, "dodge", faces, total);
                hit = !dodge.degree.succeeded();
                events.push(pool(ctx, UnitId(2), "vigor", vigor - COST));
                events.push(event(EventKind::Rolled(dodge)));
            }
        }
        if hit {
            events.push(track(ctx, UnitId(2), "health", 11));
        }
        Ok(Outcome::done(events))
    }
}

fn game(dodge_dice: usize, vigor: i32) -> Game<Vigor> {
    let mut archer = unit(2, "archer");
    archer.pools = Pools(Meters::full([(Key::of("vigor"), vigor)]));
    Game::new(Vigor { dodge_dice, always: false }, vec![unit(1, "knight"), archer])
}

fn strike() -> Command {
    act(1, "strike", [2])
}

fn is_hit(state: &State) -> bool {
    state.unit(UnitId(2)).is_some_and(|u| u.tracks.0.value("health") < 20)
}

#[test]
fn the_defender_sees_the_total_and_dodges_in_the_same_step() {
    let mut game = game(2, 30);
    let (events, rest) = game.play(&strike(), [9, 6, 7]);
    // The step has no events yet: only the question reveals the roll.
    assert_eq!(events, [""; 0]);
    let prompt = asked(&rest).clone();
    assert_eq!((prompt.side, prompt.unit), (SideId(1), Some(UnitId(2))));
    assert!(prompt.text.contains("22"), "{}", prompt.text);
    // VG-102: 23 against 22 avoids the attack.
    let (events, rest) = game.play(&answer(&prompt, "yes"), [9, 13, 1]);
    assert_eq!(
        events,
        [
            "rolled attack 22 against 16: Success",
            "#2 vigor 30 -> 25",
            "rolled dodge 23 against 22: Success",
        ]
    );
    assert!(matches!(rest, BattleStatus::Await(_)));
}

#[test]
fn a_tie_goes_to_the_attacker_and_declining_costs_nothing() {
    let mut tie = game(2, 30);
    let (_, rest) = tie.play(&strike(), [9, 6, 7]);
    let (events, _) = tie.play(&answer(asked(&rest), "yes"), [9, 12, 1]);
    assert_eq!(events.last().map(String::as_str), Some("#2 health 20 -> 11"));
    let mut no = game(2, 30);
    let (_, rest) = no.play(&strike(), [9, 6, 7]);
    let (events, _) = no.play(&answer(asked(&rest), "no"), []);
    assert_eq!(events, ["rolled attack 22 against 16: Success", "#2 health 20 -> 11"]);
}

#[test]
fn no_dodge_is_offered_after_a_miss_or_without_vigor() {
    // VG-100: 14 against 16. VG-107: 4 Vigor.
    let (events, rest) = game(2, 30).play(&strike(), [5, 3, 6]);
    assert_eq!(events, ["rolled attack 14 against 16: Failure"]);
    assert!(matches!(rest, BattleStatus::Await(_)));
    let (events, _) = game(2, 4).play(&strike(), [9, 6, 7]);
    assert_eq!(events.last().map(String::as_str), Some("#2 health 20 -> 11"));
}

#[test]
fn a_battle_saved_at_the_question_continues_identically() {
    use highground::rules::oracle::Play;
    // The battle's own dice; the first attack that beats Guard.
    let mut game = game(2, 30);
    let rest = loop {
        let (_, rest) =
            engine::submit(&game.rules, &mut game.state, &strike(), &mut Play).expect("allowed");
        if matches!(rest, BattleStatus::Asked(_)) {
            break rest;
        }
    };
    let yes = answer(asked(&rest), "yes");
    let mut unsaved = game.state.clone();
    let straight = engine::submit(&game.rules, &mut unsaved, &yes, &mut Play).expect("allowed");
    let mut loaded = game.reloaded();
    let after = engine::submit(&loaded.rules, &mut loaded.state, &yes, &mut Play).expect("allowed");
    assert_eq!(after, straight);
    assert_eq!(loaded.state, unsaved);
    assert_eq!(loaded.state.hash(), unsaved.hash());
    // The total shown is the total that counts.
    let shown = &asked(&rest).text;
    let Some(EventKind::Rolled(attack)) = after.0.first().map(|e| &e.what) else {
        panic!("the attack comes first: {after:?}")
    };
    assert!(shown.contains(&format!("comes to {} ", attack.total)), "{shown}");
    assert!(loaded.state.queue.is_empty());
}

#[test]
fn odds_start_from_the_recorded_dice() {
    // VG-105: a known 22 is dodged with 2461/5000 by two Bonus Dice, 4169/20000 by one.
    for (dice, dodged) in [(2, Likelihood::of(2461, 5000)), (1, Likelihood::of(4169, 20_000))] {
        let mut game = game(dice, 30);
        let (_, rest) = game.play(&strike(), [9, 6, 7]);
        let before = game.state.clone();
        let yes = answer(asked(&rest), "yes");
        let chances = odds::distribution(&game.rules, &game.state, &yes, is_hit).expect("odds");
        assert_eq!(chances.get(&false), Some(&dodged));
        let no = answer(asked(&rest), "no");
        let chances = odds::distribution(&game.rules, &game.state, &no, is_hit).expect("odds");
        assert_eq!(chances.get(&true), Some(&Likelihood::ONE));
        assert_eq!(game.state, before, "asking for odds changes nothing");
    }
}

/// True if the chance is known within one in a million.
fn is_sure(chance: Likelihood) -> bool {
    chance.high() - chance.low() < Chance::new(1, 1_000_000)
}

#[test]
fn odds_of_the_attack_assume_the_default_answer() {
    // VG-23: 753/1000 hit Guard 16 if the target does not dodge.
    let game = game(2, 30);
    let chances = odds::distribution(&game.rules, &game.state, &strike(), is_hit).expect("odds");
    let hit = chances.get(&true).copied().expect("a hit");
    assert!(hit.agrees(Likelihood::of(753, 1000)) && is_sure(hit), "{hit}");
}

#[test]
fn odds_against_a_target_that_always_dodges() {
    // VG-106: 0.483123. With bursting dice on both sides totals have no maximum; the ignored chance
    // is smaller than the last digit given.
    let mut game = game(2, 30);
    game.rules.stub.always = true;
    let chances = odds::distribution(&game.rules, &game.state, &strike(), is_hit).expect("odds");
    let hit = chances.get(&true).copied().expect("a hit");
    assert!(hit.exact().is_none() && is_sure(hit), "{hit}");
    let millionths = |end: Chance| (end * Chance::from_integer(1_000_000)).round().to_integer();
    assert_eq!((millionths(hit.low()), millionths(hit.high())), (483_123, 483_123));
}
